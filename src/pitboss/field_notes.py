"""What the code says about a struct and its fields: its docstring, and those under its fields."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache


def about(struct: type) -> str:
    """What a type is, in one line of text."""
    return _line(inspect.getdoc(struct) or "")


@cache
def field_notes(struct: type) -> dict[str, str]:
    """The docstrings under the fields of a struct and of those it extends, by field."""
    notes: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if base.__module__.startswith("pitboss."):
            notes |= dict(_notes_in(base))
    return notes


def _notes_in(base: type) -> Iterator[tuple[str, str]]:
    [written] = ast.parse(textwrap.dedent(inspect.getsource(base))).body
    assert isinstance(written, ast.ClassDef)
    for line, after in zip(written.body, written.body[1:], strict=False):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            note = after.value if isinstance(after, ast.Expr) else None
            if isinstance(note, ast.Constant) and isinstance(note.value, str):
                yield line.target.id, _line(note.value)


def _line(text: str) -> str:
    return " ".join(text.replace("``", "`").split())
