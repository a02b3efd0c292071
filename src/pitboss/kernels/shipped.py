"""Kernels as the package carries them: LLVM bitcode, still to be finished for a processor.

One archive for each kind of Python and machine. Each entry is a function for one signature,
optimised, with all that it calls; LLVM makes machine code of it for whatever processor is here. An
archive says which sources and which numba it was made from and is passed over where they differ, so
it can be missing or out of date without harm.

>>> len(sources_hash(Path(__file__).parent))
16
"""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import platform
import sys
import zipfile
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from pitboss.kernels.finished import callable_of, start_runtime

ARCHIVES = Path(__file__).parent
MADE_FROM = "made-from.json"
"""The entry of an archive that says what it was made from."""
SAME_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every entry: an archive shows what is in it, not when it was made."""


@cache
def sources_hash(package: Path) -> str:
    """A hash of every module of a package, and of the compiler."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(package.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def archive_path() -> Path:
    """The archive for this Python and this kind of machine, if there is one."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return ARCHIVES / f"{python}-{platform.system().lower()}-{platform.machine().lower()}.zip"


def entry_name(function: Any, signature: Any) -> str:
    """How an archive calls a function for one signature."""
    digest = hashlib.sha256(str(signature).encode()).hexdigest()[:16]
    return f"{function.__module__}.{function.__qualname__}-{digest}"


def load(package: Path, function: Any, signature: Any, target: Any) -> CompileResult | None:
    """The finished function from the archive; None if it holds none that fits."""
    if not fits(package):
        return None
    try:
        return finish(entry_name(function, signature), target)
    except KeyError:
        return None


def larger_than(size_bytes: int, package: Path) -> list[str]:
    """The names of a package's entries above a size, the largest first."""
    with zipfile.ZipFile(archive_path()) as archive:
        entries = sorted(archive.infolist(), key=lambda entry: -entry.file_size)
    return [
        entry.filename
        for entry in entries
        if entry.file_size > size_bytes and f".{package.name}." in entry.filename
    ]


def content(name: str) -> bytes:
    """An entry of the archive."""
    with zipfile.ZipFile(archive_path()) as archive:
        return archive.read(name)


@cache
def fits(package: Path) -> bool:
    """Whether the archive was made from this package's sources by this compiler."""
    try:
        with zipfile.ZipFile(archive_path()) as archive:
            made_from = json.loads(archive.read(MADE_FROM))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        return False
    return bool(
        made_from.get("compiler") == _compiler()
        and made_from.get(package.name) == sources_hash(package)
    )


def pack(function: CompileResult) -> bytes:
    """An entry: what `finish` needs to make the function again."""
    description = function.fndesc
    hints = description.typemap, description.calltypes
    description.typemap = description.calltypes = None  # large, and of use while compiling only
    try:
        packed: bytes = dumps(
            (
                function.library.name,
                function.library._final_module.as_bitcode(),
                description,
                function.environment,
                function.signature,
                tuple(function._find_referenced_environments()),
            )
        )
    finally:
        description.typemap, description.calltypes = hints
    return packed


def write(entries: Mapping[str, bytes], packages: Iterable[Path]) -> None:
    """Write the archive for this Python and machine."""
    made_from = {"compiler": _compiler()} | {path.name: sources_hash(path) for path in packages}
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_LZMA) as archive:
        texts = {MADE_FROM: json.dumps(made_from, indent=1).encode()}
        for name, entry in sorted((texts | dict(entries)).items()):
            archive.writestr(zipfile.ZipInfo(name, SAME_TIME), entry, zipfile.ZIP_LZMA)
    archive_path().write_bytes(held.getvalue())


def finish(entry: str, target: Any) -> CompileResult:
    """The function of an entry as machine code for this processor."""
    start_runtime(target)
    name, bitcode, description, environment, signature, others = pickle.loads(content(entry))
    library = target.codegen().create_library(name)
    library.enable_object_caching()  # so that the machine code can be kept
    library._final_module = llvm.parse_bitcode(bitcode)
    library._finalize_final_module()
    return callable_of(library, target, description, environment, signature, others)


def _compiler() -> str:
    return f"numba {numba.__version__}, llvmlite {llvmlite.__version__}"
