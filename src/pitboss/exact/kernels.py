"""Where compiled code is kept: beside the sources, in a folder named by what they say.

Compiled functions contain parts of other modules, and the compiler notices a change of a function's
own file only. So the folder is named by a hash of all sources here: a change anywhere compiles
anew, and an old compilation is never mistaken for the present code.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import numba

HERE = Path(__file__).parent


def sources_hash() -> str:
    """A hash of every module of this package."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(HERE.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def keep_compiled() -> None:
    """Have numba keep this package's code there; where it cannot be written, as it always does."""
    folder = HERE / "__pycache__" / f"compiled-{sources_hash()}"
    try:
        if not folder.exists():
            for old in folder.parent.glob("compiled-*"):
                shutil.rmtree(old, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
