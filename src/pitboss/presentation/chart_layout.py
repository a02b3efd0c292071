"""What every picture of a chart shares: its words, the order of its rows, its colours."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from pitboss.rules.chart import BURN_CODES, CODES, UPCARDS, Chart, Key, Table
from pitboss.rules.errors import RulesError
from pitboss.rules.moves import MOVES
from pitboss.rules.sentences import use

MEANINGS = CODES | BURN_CODES
HOW_TO_READ = "Your hand down the side, the dealer’s upcard across the top."
UP_LABELS = tuple(up.replace("T", "10") for up in UPCARDS)


SHADES = {definition.id: definition.colours for definition in MOVES if definition.codes}
KINDS = {code: definition.id for definition in MOVES for code in definition.codes}
"""The kind of move that each code is first of all."""

_BURN = re.compile(r"(hard|soft) (\d+) \+ (\w+)")
_CARDS = "A23456789TJQK"


class ChartRow(NamedTuple):
    """A hand and its cells, one for each of `UP_LABELS`."""

    label: str
    cells: tuple[str, ...]


class ChartSection(NamedTuple):
    """The hands of one sort."""

    title: str
    rows: tuple[ChartRow, ...]

    @property
    def label_length(self) -> int:
        """Letters of the longest label."""
        return max(len(text) for text in (self.title, *(row.label for row in self.rows)))


class Sheet(NamedTuple):
    """A table of a chart, ready to be shown."""

    heading: str
    sections: tuple[ChartSection, ...]


def sheets(chart: Chart) -> list[Sheet]:
    """The tables of a chart that have rows, each row in its place."""
    made = [
        Sheet(heading(Key.parse(name)), tuple(_sections(name, table)))
        for name, table in chart.tables.items()
    ]
    return [sheet for sheet in made if sheet.sections]


def heading(key: Key) -> str:
    """Which hands a table is for, in words.

    >>> heading(Key())
    'Your hand'
    >>> heading(Key(riding=("red", "blue"), split=True, burned=True))
    'While red and blue ride, after a split and after a card was burned'
    """
    after = [
        words
        for words, true in (
            ("after a split", key.split),
            ("after a card was burned", key.burned),
            ("after a double", key.doubled),
        )
        if true
    ]
    words = [" and ".join(after)] if after else []
    if key.riding:
        verb = "rides" if len(key.riding) == 1 else "ride"
        words.insert(0, f"while {_listed([plain(bet) for bet in key.riding])} {verb}")
    text = ", ".join(words) or "your hand"
    return text[0].upper() + text[1:]


def columns(sheet: Sheet) -> list[list[ChartSection]]:
    """The sections in two columns, each put into the one that is shorter until then."""
    made: list[list[ChartSection]] = [[], []]
    for section in sheet.sections:
        min(made, key=_lines).append(section)
    return [column for column in made if column]


def legend(shown: Iterable[Sheet]) -> list[tuple[str, str]]:
    """The codes that occur and what they mean."""
    used = {
        code
        for sheet in shown
        for section in sheet.sections
        for row in section.rows
        for code in row.cells
    }
    return [(code, meaning) for code, meaning in MEANINGS.items() if code in used]


def plain(text: str) -> str:
    r"""A text on one line, without characters that would act instead of being seen.

    >>> plain("six decks,\n\x1b[2J H17 ")
    'six decks, [2J H17'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _lines(column: list[ChartSection]) -> int:
    return sum(len(section.rows) + 2 for section in column)


def _sections(name: str, table: Table) -> list[ChartSection]:
    hard, soft = sorted(table.hard, reverse=True), sorted(table.soft, reverse=True)
    pairs, burns = sorted(table.pairs, key=_rank), sorted(table.burn, key=_burn_place)
    made = [
        ("Hard", CODES, [(str(total), table.hard[total]) for total in hard]),
        ("Soft", CODES, [(str(total), table.soft[total]) for total in soft]),
        ("Pairs", CODES, [(_pair(card), table.pairs[card]) for card in pairs]),
        ("Burn", BURN_CODES, [(plain(hand), table.burn[hand]) for hand in burns]),
    ]
    found = []
    for title, allowed, rows in made:
        for label, cells in rows:
            _check_cells(f"chart table {name!r}, {title.lower()} {label}", cells, allowed)
        if rows:
            found.append(ChartSection(title, tuple(ChartRow(*row) for row in rows)))
    return found


def _check_cells(where: str, cells: tuple[str, ...], allowed: Collection[str]) -> None:
    if len(cells) != len(UPCARDS):
        raise RulesError(f"{where}: {len(cells)} cells; write {len(UPCARDS)}, one for each upcard")
    for code in cells:
        if code not in allowed:
            raise RulesError(f"{where}: {code!r} is there; {use(allowed)}")


def _pair(card: str) -> str:
    shown = plain(card).replace("T", "10")
    return f"{shown},{shown}"


def _rank(card: str) -> int:
    """Where a pair goes: aces first, then tens down to twos."""
    return -UPCARDS.index(card) if card in UPCARDS else 1


def _burn_place(hand: str) -> tuple[bool, bool, int, int]:
    """Where a burn row goes: hard before soft, from high to low, then by the card."""
    match = _BURN.fullmatch(hand)
    if not match:
        return True, True, 0, 0
    kind, total, card = match.groups()
    return False, kind == "soft", -int(total), _CARDS.find(card)


def _listed(words: list[str]) -> str:
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
