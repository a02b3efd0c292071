"""The shape of functions: how many arguments they take and how long they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"
MOST_POSITIONAL = 12
MOST_LINES = 80


class Shape(NamedTuple):
    """A function as a reader meets it."""

    name: str
    """File and function: ``exact/outcomes.py split_tables``."""
    positional: int
    """Parameters that a call may give by place."""
    lines: int
    """From `def` to the end, without its docstring."""

    @property
    def too_wide(self) -> bool:
        return self.positional > MOST_POSITIONAL

    @property
    def too_long(self) -> bool:
        return self.lines > MOST_LINES


def shapes(source: Path = SOURCE) -> Iterator[Shape]:
    """Every function of the source."""
    for path in sorted(source.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                arguments = node.args
                name = f"{path.relative_to(source).as_posix()} {node.name}"
                positional = len(arguments.posonlyargs) + len(arguments.args)
                yield Shape(name, positional, _lines(node))


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    assert node.end_lineno is not None
    whole = node.end_lineno - node.lineno + 1
    words = ast.get_docstring(node, clean=False)
    if words is None or first.end_lineno is None:
        return whole
    return whole - (first.end_lineno - first.lineno + 1)
