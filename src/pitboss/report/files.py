"""A file that is there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection
from pathlib import Path

from pitboss.rules.errors import RulesError


def check_output(path: Path, endings: Collection[str]) -> str:
    """The ending of a file to be written; refused before any work if it cannot be."""
    ending = path.suffix.lower().removeprefix(".")
    if ending not in endings:
        *most, last = (f".{one}" for one in endings)
        raise RulesError(
            f"--output {path}: use a name that ends in {', '.join(most)} or {last}"
        )  # fmt: skip
    if not path.parent.is_dir():
        raise RulesError(f"--output {path}: there is no folder {str(path.parent)!r}; make it first")
    if path.is_dir():
        raise RulesError(f"--output {path}: that is a folder; give the name of a file")
    if not os.access(path.parent, os.W_OK):
        raise RulesError(
            f"--output {path}: the folder {str(path.parent)!r} cannot be written to; choose another"
        )
    return ending


def write_whole(path: Path, content: bytes) -> None:
    """Write beside the file first and rename then, so that nobody finds half of it."""
    beside: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        beside = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        beside.chmod(0o666 & ~_umask())
        beside.replace(path)
    except BaseException as error:
        if beside is not None:
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            why = error.strerror or error
            raise RulesError(f"--output {path}: it cannot be written: {why}") from None
        raise


def _umask() -> int:
    """What a new file may not be; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
