"""Mutants of the source: one comparison, condition, number or operator of a function changed.

Tests are collected with the real program. In the forked process of a mutant the changed function
gets the code compiled from the changed source, so every reference to it has the change.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.abc
import importlib.machinery
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.mutants.changes import Replaced, changes, skipped
from tests.mutants.hunt import CRASHED
from tests.mutants.program import FILES, ROOT, forget, give_code, module_name
from tests.mutants.watch import Concerned, Function

TESTS = (
    "tests/rules", "tests/table", "tests/playthroughs", "tests/differential", "tests/bad_input",
    "tests/properties/test_table_machine.py", "tests/enumeration/test_every_wager.py",
    "tests/store/test_ledger.py", "src/pitboss/rules", "src/pitboss/table",
    "--ignore=tests/bad_input/test_solver.py", "--ignore=tests/bad_input/test_simulator.py",
)  # fmt: skip
IMPORTED_ANEW = ("tests/playthroughs", "tests/table", "tests/rules")
"""Tests for a change that only matters while the program is imported, quick ones first."""
BEST_KILLERS = 30
CPU_SECONDS = 8.0
"""For the tests of one mutant."""


@dataclass(frozen=True)
class Place:
    """Where a change can be made, and which."""

    function: Function
    change: str
    again: int
    """How often the same change can be made in the function before this place."""
    line: int
    node: int
    """The number of the node in its file, as `ast.walk` meets them."""
    which: int
    """Which of the node's changes."""

    def __str__(self) -> str:
        """The same as long as the function stays as it is, wherever it stands in its file."""
        times = f" (place {self.again + 1})" if self.again else ""
        return f"{self.function[0]} {self.function[1]}: {self.change}{times}"


@dataclass(frozen=True)
class SourceMutant:
    """One change in one function."""

    place: Place
    concerned: Concerned = field(compare=False, repr=False)

    def __str__(self) -> str:
        return str(self.place)

    def install(self) -> str | None:
        """Give the function its changed code.

        What runs only while modules are imported is imported anew, and tests with it.
        """
        if not any(self.concerned):
            return self._run_afresh()
        file = self.place.function[0]
        code = compile(_changed(self.place), str(ROOT / file), "exec")
        if not give_code(file, code):
            return f"{CRASHED} the function is not in memory, or the change makes no other code"
        forget()
        return None

    def _run_afresh(self) -> str:
        """Import everything again with the change in it; what became of the tests of folders."""
        for name in [name for name in sys.modules if name.split(".")[0] in ("pitboss", "tests")]:
            del sys.modules[name]
        sys.meta_path.insert(0, _Changed(self.place))
        options = ["-x", "-p", "no:terminal", "-p", "no:cacheprovider"]
        options += ["-o", "addopts=--import-mode=importlib"]
        for folder in IMPORTED_ANEW:
            status = pytest.main([*options, folder])
            if status in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED):
                return f"a test of {folder} with the program imported anew"
            if status:
                return f"{CRASHED} {status!r} in {folder}"
        return ""

    def tests(self, collected: Sequence[str], killers: Counter[str]) -> list[str]:
        """Those that run the function; the best killers among the quick ones first."""
        quick, slow = self.concerned
        known = sorted(filter(killers.get, quick), key=lambda test: -killers[test])
        there = set(collected)
        ordered = dict.fromkeys([*known[:BEST_KILLERS], *quick, *slow])
        return [test for test in ordered if test in there]


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports a module from its changed source."""

    def __init__(self, place: Place) -> None:
        self.place, self.module = place, module_name(place.function[0])

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        return importlib.machinery.ModuleSpec(name, self) if name == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(ROOT / self.place.function[0])
        exec(compile(_changed(self.place), module.__file__, "exec"), module.__dict__)


def sample(count: int, seed: int) -> list[Place]:
    """So many of all places, as many from each file as it has.

    A place is in the sample or not whatever happens to other places, so that a sample stays much
    the same while the program changes.
    """

    def lot(place: Place) -> bytes:
        return hashlib.blake2b(f"{seed} {place}".encode()).digest()

    found = [place for file in FILES for place in places(file)]
    return sorted(sorted(found, key=lot)[:count], key=found.index)


def places(file: str) -> Iterator[Place]:
    """Every change of every function of a file."""
    tree = _parsed(file)
    words, owners = skipped(tree), _owners(tree)
    met: Counter[tuple[str, str]] = Counter()
    for number, node in enumerate(ast.walk(tree)):
        owner = owners.get(id(node))
        if owner is None or id(node) in words:
            continue
        for which, (change, _) in enumerate(changes(node)):
            again = met[owner, change]
            met[owner, change] += 1
            line = getattr(node, "lineno", 0)
            yield Place((file, owner), change, again, line, number, which)


def _owners(tree: ast.Module) -> dict[int, str]:
    """By id of each node in the body of a function: the name of the outermost function.

    Inner functions are made anew whenever it runs.
    """
    found: dict[int, str] = {}

    def visit(node: ast.AST, inside: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                body = [inner for statement in child.body for inner in ast.walk(statement)]
                found.update(dict.fromkeys(map(id, body), inside + child.name))
            elif isinstance(child, ast.ClassDef):
                visit(child, f"{inside}{child.name}.")
            else:
                visit(child, inside)

    visit(tree, "")
    return found


@functools.cache
def _text(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def _parsed(file: str) -> ast.Module:
    return ast.parse(_text(file))


def _changed(place: Place) -> ast.Module:
    """The whole module with the change in it."""
    tree = _parsed(place.function[0])
    target = next(node for at, node in enumerate(ast.walk(tree)) if at == place.node)
    _, other = changes(target)[place.which]
    Replaced(target, other).visit(tree)
    return ast.fix_missing_locations(tree)


def same_programs() -> dict[str, str]:
    """Mutants that were shown to do the same as the program, each with the reason."""
    text = (Path(__file__).parent / "same_programs.toml").read_text(encoding="utf-8")
    return {one["mutant"]: one["reason"] for one in tomllib.loads(text).get("same", [])}


def not_there(mutants: Iterable[str]) -> list[str]:
    """Those of the mutants that the source has no place for."""
    there = {str(place) for file in FILES for place in places(file)}
    return [mutant for mutant in mutants if mutant not in there]


def describe(survivors: Sequence[object]) -> str:
    """Those that nobody noticed, one a line."""
    return "\n".join(f"SURVIVED  {mutant}" for mutant in survivors)
