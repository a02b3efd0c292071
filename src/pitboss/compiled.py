"""Where compiled code is kept: beside a package's sources, in a folder named by what they say.

Compiled functions contain parts of other modules, and the compiler notices a change of a function's
own file only. So the folder is named by a hash of all sources of the package: a change anywhere
compiles anew, and an old compilation is never mistaken for the present code.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba


def sources_hash(package: Path) -> str:
    """A hash of every module of a package."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(package.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def njit_of(package: Path) -> Callable[..., Any]:
    """Numba's `njit`, for functions of a package or of others that build on them.

    What is compiled is kept in the package's folder; where that cannot be written, as numba does.
    """
    folder = package / "__pycache__" / f"compiled-{sources_hash(package)}"
    try:
        if not folder.exists():
            for old in folder.parent.glob("compiled-*"):
                shutil.rmtree(old, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
        place = str(folder)
    except OSError:
        place = ""

    def njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
        def compiled(function: Callable[..., Any]) -> Any:
            before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
            numba.config.CACHE_DIR = place or before  # type: ignore[attr-defined]
            try:
                return numba.njit(**options)(function)
            finally:
                numba.config.CACHE_DIR = before  # type: ignore[attr-defined]

        return compiled

    return njit
