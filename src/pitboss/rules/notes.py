"""What is written about a type and under each of its fields, read from the source.

>>> from pitboss.rules.vocabulary import Shoe
>>> about(Shoe), field_notes(Shoe)["decks"]
('Where the cards come from.', '52-card decks shuffled together.')
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache


def about(kind: type) -> str:
    """What a type is, in one line of text."""
    return _one_line(inspect.getdoc(kind) or "")


@cache
def field_notes(struct: type) -> dict[str, str]:
    """The docstrings under the fields of a struct and of those it extends, by their names."""
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
                yield line.target.id, _one_line(note.value)


def _one_line(text: str) -> str:
    return " ".join(text.replace("``", "`").split())
