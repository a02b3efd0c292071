"""The line of a key is where it stands, in whatever way a document is written."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss import games
from pitboss.rules.lines import Path, line_numbers

NAMES = st.text("ab-_1", min_size=1, max_size=4) | st.text("x.[]{}=,#\" '\\é", max_size=5)
VALUES = (
    st.integers(-99, 99) | st.booleans() | st.floats(0, 9, width=16)
    | st.text("ab#]}\"'\\\n ", max_size=8) | st.dates()
)  # fmt: skip
TABLES: st.SearchStrategy[dict[str, Any]] = st.recursive(
    st.dictionaries(NAMES, VALUES | st.lists(VALUES, max_size=3), max_size=4),
    lambda inner: st.dictionaries(
        NAMES, VALUES | inner | st.lists(inner, min_size=1, max_size=3), max_size=4
    ),
    max_leaves=12,
)


class Writer:
    """Writes a document in one of the many ways there are, and notes where it put each key."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.lines: list[str] = []
        self.places: dict[Path, int] = {}

    def chance(self) -> bool:
        return bool(self.draw(st.booleans()))

    def note(self, path: Path) -> None:
        self.places.setdefault(path, len(self.lines) + 1)

    def key(self, name: str) -> str:
        if name and name.replace("-", "").replace("_", "").isalnum() and name.isascii():
            return name if self.chance() else f'"{name}"'
        if self.chance() and not set("'\n") & set(name):
            return f"'{name}'"
        return json.dumps(name, ensure_ascii=False)

    def tables(self, table: dict[str, Any], path: Path, header: str) -> None:
        """The keys of a table, then the tables in it."""
        later = []
        for name, value in table.items():
            is_table = isinstance(value, dict)
            is_list = isinstance(value, list) and value and isinstance(value[0], dict)
            if (is_table or is_list) and self.chance():
                later.append((name, value))
                continue
            self.note((*path, name))
            self.lines.append(f"{self.key(name)} = {self.inline(value, (*path, name))}")
            if self.chance():
                self.lines[-1] += " # a = [1"
        for name, value in later:
            inner, place = f"{header}{self.key(name)}", (*path, name)
            self.note(place)
            for at, item in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if at is not None:
                    self.note((*place, at))
                self.lines.append(f"[{inner}]" if at is None else f"[[ {inner} ]]")
                self.lines += [""] * self.chance()
                self.tables(item, place if at is None else (*place, at), f"{inner}.")

    def inline(self, value: Any, path: Path) -> str:
        """A value on its line; lists may be written over several."""
        if isinstance(value, dict):
            parts = []
            for name, item in value.items():
                self.note((*path, name))
                parts.append(f"{self.key(name)} = {self.one_line(item, (*path, name))}")
            return "{ " + ", ".join(parts) + " }"
        return self.one_line(value, path)

    def one_line(self, value: Any, path: Path) -> str:
        if isinstance(value, dict):
            return self.inline(value, path)
        if isinstance(value, list):
            parts = []
            for at, item in enumerate(value):
                self.note((*path, at))
                parts.append(self.one_line(item, (*path, at)))
            return "[" + ", ".join(parts) + "]"
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
        return str(value).lower() if isinstance(value, bool) else str(value)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_every_key_of_any_document_is_found_on_its_line(data: st.DataObject) -> None:
    tables = data.draw(TABLES)
    writer = Writer(data.draw)
    writer.tables(tables, (), "")
    text = "\n".join(writer.lines)
    assert tomllib.loads(text) == tables
    assert line_numbers(text) == writer.places


WRITTEN: dict[str, tuple[str, dict[Path, int]]] = {
    "over several lines": ("a = [\n 1, # one\n\n 2,\n]\nb = 1\n",
                           {("a", 0): 2, ("a", 1): 4, ("b",): 6}),
    "texts of several lines": ('a = """\n[b]\nc = 1 \\"""\n""""\nd = 1\n', {("a",): 1, ("d",): 5}),
    "plain texts of several lines": ("a = '''\n[b]\n'''''\nd = 1\n", {("a",): 1, ("d",): 4}),
    "dotted keys": ("a . b.'c.d' = 1\na.e = 2\n", {("a",): 1, ("a", "b", "c.d"): 1, ("a", "e"): 2}),
    "lists of tables in lists of tables": (
        "[[a]]\n[[a.b]]\n[[a.b]]\nc = 1\n[[a]]\n[[a.b]]\nc = 2\n",
        {("a", 0, "b", 1, "c"): 4, ("a", 1): 5, ("a", 1, "b", 0, "c"): 7},
    ),
    "a table below a list's last": ("[[a]]\n[[a]]\n[a.b]\nc = 1\n", {("a", 1, "b", "c"): 4}),
    "dates and times": ("a = 1979-05-27 07:32:00\nb = 07:32:00\n", {("a",): 1, ("b",): 2}),
    "Windows' ends of lines": ("a = 1\r\n\r\nb = 2\r\n", {("b",): 3}),
}  # fmt: skip


@pytest.mark.parametrize("kind", WRITTEN)
def test_what_people_write(kind: str) -> None:
    text, places = WRITTEN[kind]
    found = line_numbers(text)
    assert {path: found[path] for path in places} == places


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_key_of_the_built_in_files_is_found(game: str) -> None:
    def paths(node: Any, path: Path = ()) -> set[Path]:
        found = {path} - {()}
        keys: Any = node if isinstance(node, dict) else ()
        keys = range(len(node)) if isinstance(node, list) else keys
        for key in keys:
            found |= paths(node[key], (*path, key))
        return found

    text = games.source(game)
    assert set(line_numbers(text)) == paths(tomllib.loads(text))
