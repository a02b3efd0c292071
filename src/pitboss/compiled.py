"""Where compiled code is kept: beside a package's sources, in a folder named by what they say.

Compiled functions contain parts of other modules, and the compiler notices a change of a function's
own file only. So the folder is named by a hash of all sources of the package: a change anywhere
compiles anew, and an old compilation is never mistaken for the present code.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import numba


def sources_hash(package: Path) -> str:
    """A hash of every module of a package."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(package.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def keep_compiled(package: Path) -> None:
    """Have numba keep a package's code there; where it cannot be written, as it always does.

    To be called before the package's compiled functions are defined.
    """
    folder = package / "__pycache__" / f"compiled-{sources_hash(package)}"
    try:
        if not folder.exists():
            for old in folder.parent.glob("compiled-*"):
                shutil.rmtree(old, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
