"""What to install where an optional package is missing.

The name `pitboss` on the package index is somebody else's, so a hint names the packages an extra
consists of, as the installed metadata has them from pyproject.toml. That is right in a clone and
in an installed wheel alike.
"""

from __future__ import annotations

import os
import re
import sys
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path


def packages(extra: str) -> list[str]:
    """The requirements that make up an extra, as pip takes them.

    >>> packages("postgres")
    ['psycopg[binary]>=3.2']
    """
    try:
        declared = requires("pitboss") or []
    except PackageNotFoundError:  # run from sources that were never installed
        declared = []
    belongs = re.compile(rf"""\bextra\s*==\s*["']{re.escape(extra)}["']""")
    halves = (requirement.partition(";") for requirement in declared)
    return [package.strip() for package, _, marker in halves if belongs.search(marker)]


def install_hint(extra: str, *, elsewhere: bool = False) -> str:
    """The command that adds an extra to the Python that is running, or to one on another machine.

    >>> install_hint("postgres", elsewhere=True)
    "pip install 'psycopg[binary]>=3.2'"
    """
    wanted = packages(extra) or [f".[{extra}]"]
    pip = "pip" if elsewhere else _pip()
    return f"{pip} install " + " ".join(f"'{package}'" for package in wanted)


def _pip() -> str:
    """How the pip of the running Python is called from here: a virtual environment's is named."""
    folder = Path(sys.executable).parent
    if str(folder) in os.environ.get("PATH", "").split(os.pathsep):
        return "pip"
    near = Path(os.path.relpath(folder)) if folder.is_relative_to(Path.cwd()) else folder
    return f"{near / Path(sys.executable).name} -m pip"
