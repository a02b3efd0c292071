"""Mutants of the source: one comparison, condition, number or operator of a function changed.

Tests are collected with the real program. In the forked process of a mutant the changed function
gets the code compiled from the changed source, so every reference to it has the change; what
functions have remembered is forgotten.
"""

from __future__ import annotations

import ast
import copy
import functools
import gc
import importlib.abc
import importlib.machinery
import pickle
import random
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest

from tests.mutants.hunt import run

ROOT = Path(__file__).parents[2] / "src" / "pitboss"
FILES = (
    *(f"rules/{name}.py" for name in (
        "compile", "course", "facts", "grammar", "hands", "limits", "settlement", "vocabulary",
    )),
    *(f"table/{name}.py" for name in (
        "bets", "choices", "engine", "flow", "log", "shoe", "state", "views",
    )),
    "store/ledger.py",
)  # fmt: skip
TESTS = (
    "tests/rules", "tests/table", "tests/playthroughs", "tests/differential", "tests/bad_input",
    "tests/properties", "tests/enumeration", "tests/store", "tests/sim", "src/pitboss/rules",
    "src/pitboss/table",
)  # fmt: skip

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip

Function = tuple[str, int]
"""A function: its file below `ROOT` and its first line."""


@dataclass(frozen=True)
class SourceMutant:
    """One change in one function."""

    function: Function
    name: str
    line: int
    change: str
    tree: ast.Module = field(compare=False, repr=False)
    """The whole module with the change in it."""
    tests: dict[str, float] = field(compare=False, repr=False)
    """Tests that run the function, and the seconds each takes."""

    def __str__(self) -> str:
        return f"{self.function[0]}:{self.line} {self.name}: {self.change}"

    def install(self) -> str | None:
        """Give the function its changed code.

        What runs only while modules are imported is imported anew, and all tests with it.
        """
        if not self.tests:
            return self._run_afresh()
        path = str(ROOT / self.function[0])
        changed = {
            (code.co_firstlineno, code.co_name): code
            for code in codes(compile(self.tree, path, "exec"))
        }
        found = False
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename == path:
                code = changed.get((thing.__code__.co_firstlineno, thing.__code__.co_name))
                if code is not None:
                    found |= thing.__code__.co_firstlineno == self.function[1]
                    thing.__code__ = code
        assert found, f"{self} was not found in memory"
        for thing in gc.get_objects():
            if isinstance(thing, functools._lru_cache_wrapper):
                thing.cache_clear()
        return None

    def _run_afresh(self) -> str:
        """Import everything again with the change in it; what became of the quicker tests."""
        module = "pitboss." + self.function[0].removesuffix(".py").replace("/", ".")
        for name in [name for name in sys.modules if name.split(".")[0] in ("pitboss", "tests")]:
            del sys.modules[name]
        sys.meta_path.insert(0, _Changed(module, self))
        options = ["-x", "-q", "-p", "no:terminal", "-p", "no:cacheprovider"]
        options += ["-o", "addopts=--import-mode=importlib", *TESTS[:3]]
        return "" if pytest.main(options) == 0 else "a test of the program imported anew"

    def urgency(self, test: str) -> int | None:
        """Short tests first."""
        seconds = self.tests.get(test)
        return None if seconds is None else int(seconds * 20)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports a module from its changed source."""

    def __init__(self, module: str, mutant: SourceMutant) -> None:
        self.module, self.mutant = module, mutant

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        return importlib.machinery.ModuleSpec(name, self) if name == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(ROOT / self.mutant.function[0])
        exec(compile(self.mutant.tree, module.__file__, "exec"), module.__dict__)


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


class Watch:
    """A pytest plugin that notes which functions each test runs, and how long it takes."""

    def __init__(self) -> None:
        self.tests: dict[Function, dict[str, float]] = {}
        self._paths = {str(ROOT / name): name for name in FILES}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            seen: set[CodeType] = set()

            def note(frame: FrameType, event: str, _: Any, seen: set[CodeType] = seen) -> None:
                if event == "call":
                    seen.add(frame.f_code)

            started = time.perf_counter()
            sys.setprofile(note)
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            finally:
                sys.setprofile(None)
            seconds = time.perf_counter() - started
            for code in seen:
                if code.co_filename in self._paths:
                    function = (self._paths[code.co_filename], code.co_firstlineno)
                    self.tests.setdefault(function, {})[item.nodeid] = seconds
        return True


def watch(path: str) -> None:
    """Run all tests once and keep what `Watch` has noted."""
    plugin = Watch()
    run(plugin, TESTS)
    Path(path).write_bytes(pickle.dumps(plugin.tests))


def same_programs() -> set[str]:
    """Mutants that were shown to do the same as the program, each with the reason."""
    text = (Path(__file__).parent / "same_programs.toml").read_text(encoding="utf-8")
    return {one["mutant"] for one in tomllib.loads(text).get("same", [])}


def mutants(watched: dict[Function, dict[str, float]], count: int, seed: int) -> list[SourceMutant]:
    """A sample of all changes to functions, as many from each file as it has places for them."""
    places = [place for name in FILES for place in _places(name)]
    chosen = random.Random(seed).sample(places, min(count, len(places)))
    return [_mutant(place, watched) for place in sorted(chosen, key=lambda place: place[:3])]


Place = tuple[str, int, int]
"""A file, the number of a node in it as `ast.walk` meets them, and which change of it."""


def _places(name: str) -> Iterator[Place]:
    tree = _parsed(name)
    skipped = _skipped(tree)
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for statement in function.body
        for node in ast.walk(statement)
    }
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in inside and id(node) not in skipped:
            for change in range(len(_changes(node))):
                yield name, number, change


@functools.cache
def _source(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _parsed(name: str) -> ast.Module:
    return ast.parse(_source(name))


def _skipped(tree: ast.Module) -> set[int]:
    """Words for people: what is said when something is refused, formatted or shown."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        wordy = isinstance(node, ast.Raise | ast.JoinedStr | ast.Assert)
        annotations = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        for part in [node] * wordy + [one for one in annotations if one is not None]:
            skipped |= {id(inner) for inner in ast.walk(part)}
    return skipped


def _changes(node: ast.AST) -> list[tuple[str, ast.AST]]:
    """What can be changed about a node: in words, and the node instead."""
    found: list[tuple[str, ast.AST]] = []
    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[at] = COMPARISONS[type(operator)]()
            found.append((f"{ast.unparse(node)} → {ast.unparse(other)}", other))
    elif isinstance(node, ast.BoolOp):
        kind = ast.Or if isinstance(node.op, ast.And) else ast.And
        other_bool = ast.BoolOp(kind(), node.values)
        found.append((f"{ast.unparse(node)} → {ast.unparse(other_bool)}", other_bool))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        found.append((f"{ast.unparse(node)} → {ast.unparse(node.operand)}", node.operand))
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        other_bin = ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
        found.append((f"{ast.unparse(node)} → {ast.unparse(other_bin)}", other_bin))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        found.append((f"{node.value} → {not node.value}", ast.Constant(not node.value)))
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        found.append((f"{node.value} → {node.value + 1}", ast.Constant(node.value + 1)))
    elif isinstance(node, ast.IfExp | ast.If | ast.While):
        other_if = copy.deepcopy(node)
        other_if.test = ast.UnaryOp(ast.Not(), other_if.test)
        found.append((f"if {ast.unparse(node.test)} → if not", other_if))
    return found


def _mutant(place: Place, watched: dict[Function, dict[str, float]]) -> SourceMutant:
    name, number, which = place
    tree = _parsed(name)
    target = next(node for at, node in enumerate(ast.walk(tree)) if at == number)
    function = _function_around(tree, target)
    words, other = _changes(target)[which]
    changed = _Replaced(target, other).visit(tree)
    first = function.decorator_list[0].lineno if function.decorator_list else function.lineno
    where = (name, first)
    return SourceMutant(
        where, function.name, getattr(target, "lineno", first), words,
        ast.fix_missing_locations(changed), watched.get(where, {}),
    )  # fmt: skip


def _function_around(tree: ast.Module, target: ast.AST) -> ast.FunctionDef:
    """The outermost function a node is in: inner ones are made anew whenever it runs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(inner is target for inner in ast.walk(node)):
            return node
    raise AssertionError("a node outside of all functions")


class _Replaced(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        if node is self.old:
            return ast.copy_location(self.new, node)
        return self.generic_visit(node)


def describe(survivors: Sequence[object]) -> str:
    """Those that nobody noticed, one a line."""
    return "\n".join(f"SURVIVED  {mutant}" for mutant in survivors)
