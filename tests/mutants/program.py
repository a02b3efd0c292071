"""The program in memory: its functions, which can get other code, and what it remembers."""

from __future__ import annotations

import functools
import gc
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

ROOT = Path(__file__).parents[2] / "src" / "pitboss"
FILES = tuple(
    path.relative_to(ROOT).as_posix()
    for pattern in ("rules/*.py", "table/*.py", "store/ledger.py")
    for path in sorted(ROOT.glob(pattern))
)


def module_name(file: str) -> str:
    """``table/flow.py`` → ``pitboss.table.flow``."""
    return "pitboss." + file.removesuffix(".py").replace("/", ".")


@functools.cache
def _functions() -> dict[str, list[FunctionType]]:
    """All functions in memory by their file."""
    for file in FILES:
        importlib.import_module(module_name(file).removesuffix(".__init__"))
    found: dict[str, list[FunctionType]] = {str(ROOT / file): [] for file in FILES}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in found:
            found[thing.__code__.co_filename].append(thing)
    return found


@functools.cache
def _memories() -> list[functools._lru_cache_wrapper[object]]:
    return [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, functools._lru_cache_wrapper)
        and thing.__module__.partition(".")[0] in ("pitboss", "tests")
        and thing.__module__ != __name__
    ]


def look_through() -> None:
    """Find functions and memories, once, while the garbage collector knows them all."""
    gc.unfreeze()  # what is frozen it does not tell
    _memories()
    for file, functions in _functions().items():
        if "def " in Path(file).read_text(encoding="utf-8"):
            assert functions, f"no function of {file} is in memory"


def forget() -> None:
    """What functions have remembered is forgotten."""
    for memory in _memories():
        memory.cache_clear()


def give_code(file: str, module: CodeType) -> int:
    """Give all functions of a file the code of a module compiled anew; how many have other code."""
    codes = {(code.co_firstlineno, code.co_qualname): code for code in _within(module)}
    changed = 0
    for function in _functions()[str(ROOT / file)]:
        old = function.__code__
        new = codes.get((old.co_firstlineno, old.co_qualname))
        if new is not None and new != old:
            function.__code__ = new
            changed += 1
    return changed


def _within(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _within(constant)
