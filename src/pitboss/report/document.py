"""A report as data: headings, paragraphs, tables, charts, and numbers that know their origin.

A `Number` names the command that prints it again and the field of that command's JSON, so that a
reader can check any of them and a test checks all. `typst_page` and `html_page` show a document;
neither knows what it is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.presentation.chart_layout import Sheet


class Number(NamedTuple):
    """A number as it is printed, and where it comes from."""

    text: str
    value: float
    command: str
    """What prints it again, as JSON."""
    path: str
    """The field of that JSON: names and places with dots between them, ``rows.0.house_edge``; for
    a number that is worked out from several, how."""
    derived: bool = False
    """Whether `path` says how it is worked out from what the command prints."""


class Code(NamedTuple):
    """Something to type."""

    text: str


class Strong(NamedTuple):
    """Words that a reader must not miss."""

    text: str


Part = str | Number | Code | Strong
Text = Part | tuple[Part, ...]


@dataclass(frozen=True)
class Heading:
    """The title of a chapter (level 1) or of a part of one (level 2)."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Paragraph:
    """A few sentences."""

    text: Text
    small: bool = False


@dataclass(frozen=True)
class Note:
    """Sentences that stand apart because they warn of something."""

    text: Text


@dataclass(frozen=True)
class Bullets:
    """A list."""

    items: list[Text]


@dataclass(frozen=True)
class Table:
    """Rows under headings."""

    caption: str
    heads: list[str]
    rows: list[list[Text]]
    align: str = ""
    """A letter for each column: l or r; left without one."""
    widths: tuple[int, ...] = ()
    """Parts of the page's width by column, 0 for as wide as its words; all 0 if none are given."""


@dataclass(frozen=True)
class Picture:
    """A drawing."""

    svg: str
    alt: str
    """What it shows, for those who cannot see it."""
    caption: str
    width: int = 100
    """Percent of the page's width."""


@dataclass(frozen=True)
class StrategyChart:
    """A playing chart, its tables one after another."""

    sheets: list[Sheet]
    legend: list[tuple[str, str]]
    """Codes and what they mean."""


@dataclass(frozen=True)
class PageBreak:
    """What follows begins on a new page."""


Block = Heading | Paragraph | Note | Bullets | Table | Picture | StrategyChart | PageBreak


@dataclass(frozen=True)
class TitlePage:
    """What stands on the first page."""

    title: str
    subtitle: str
    facts: list[tuple[str, Text]]
    colour: str
    """Of the game's cloth, as ``#rrggbb``."""


@dataclass(frozen=True)
class Document:
    """A whole report."""

    title_page: TitlePage
    date: str
    """The day it was made, ``2026-01-31``."""
    blocks: list[Block] = field(default_factory=list)

    def numbers(self) -> Iterator[Number]:
        """Every number that says where it comes from, in order."""
        for _, text in self.title_page.facts:
            yield from _numbers(text)
        for block in self.blocks:
            for text in _texts(block):
                yield from _numbers(text)

    def commands(self) -> dict[str, int]:
        """The commands that print its numbers again, with the number each goes by."""
        found = dict.fromkeys(number.command for number in self.numbers())
        return {command: place for place, command in enumerate(found, start=1)}


def parts_of(text: Text) -> tuple[Part, ...]:
    """The parts of a text."""
    return text if _is_several(text) else (text,)  # type: ignore[return-value]


def commands_of(row: list[Text]) -> list[str]:
    """The commands behind the numbers of a row."""
    return list(dict.fromkeys(one.command for text in row for one in _numbers(text)))


def _is_several(text: Text) -> bool:
    return type(text) is tuple


def _numbers(text: Text) -> Iterator[Number]:
    return (part for part in parts_of(text) if isinstance(part, Number))


def _texts(block: Block) -> Iterator[Text]:
    if isinstance(block, Paragraph | Note):
        yield block.text
    elif isinstance(block, Bullets):
        yield from block.items
    elif isinstance(block, Table):
        for row in block.rows:
            yield from row
