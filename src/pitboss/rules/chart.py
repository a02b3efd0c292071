"""The policy-table format: a playing strategy as charts a person can hold.

A chart says one action for each hard total, soft total and pair against each upcard. The solver
writes charts and values them, the simulator plays them, people read and edit them. Where terms
differ (after a split that changes what a double adds, once a card was burned, on a doubled hand
that may still do something, while a bet rides) a chart has a table of its own, named by what is so:
``play``, ``split``, ``burned``, ``doubled``, ``riding`` and the bets' ids.

Cells are `CODES`. Where a move is not allowed (a double on three cards, a split when there are four
hands) the second half of its meaning holds.
"""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

import msgspec

from pitboss.rules.errors import RulesError
from pitboss.rules.moves import MOVES
from pitboss.rules.sentences import use

UPCARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
UP_VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)

CODES = {
    code: words
    for definition in MOVES
    if not definition.about_a_card or len(definition.codes) > 1
    for code, words in definition.codes.items()
}
"""What cells of hands can say; a move that answers about a drawn card too if a hand has it."""
BURN_CODES = {
    definition.letter: definition.codes[definition.letter]
    for definition in MOVES
    if definition.about_a_card
}
"""What cells about a drawn card can say."""


TOTALS = {"hard": 4, "soft": 12}
"""The lowest total of each kind of hand; the highest is 21."""


class Key(NamedTuple):
    """Which hands a table is for."""

    riding: tuple[str, ...] = ()
    """Bets that ride on the hand."""
    split: bool = False
    """The hand was made by a split."""
    burned: bool = False
    """A card of the hand was burned."""
    doubled: bool = False
    """The hand is doubled, and there is still something to decide."""

    @property
    def text(self) -> str:
        """The table's name in files: ``play``, ``split burned``, ``riding bet-a+bet-b``."""
        words = []
        if self.riding:
            words += ["riding", "+".join(self.riding)]
        if self.split:
            words.append("split")
        if self.burned:
            words.append("burned")
        if self.doubled:
            words.append("doubled")
        return " ".join(words) or "play"

    @classmethod
    def parse(cls, text: str) -> Key:
        """The key a name stands for.

        >>> Key.parse("riding some-bet split").text
        'riding some-bet split'
        """
        words = text.split()
        riding: tuple[str, ...] = ()
        if words[:1] == ["riding"] and len(words) > 1:
            riding, words = tuple(words[1].split("+")), words[2:]
        if not set(words) <= {"play", "split", "burned", "doubled"} or not text.strip():
            raise RulesError(
                f"chart table {text!r}: use play, split, burned, doubled or riding BET, or several "
                "of them in this order: riding BET split burned doubled"
            )
        return cls(riding, "split" in words, "burned" in words, "doubled" in words)


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table of a chart: rows of cells, a cell for each of `UPCARDS`."""

    hard: dict[int, tuple[str, ...]] = {}
    soft: dict[int, tuple[str, ...]] = {}
    pairs: dict[str, tuple[str, ...]] = {}
    """By the pair's card: ``A``, ``2`` … ``T``."""
    burn: dict[str, tuple[str, ...]] = {}
    """``hard 12 + J``: whether that card, drawn to that hand, is burned."""


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A playing strategy, all of its tables."""

    game: str
    tables: dict[str, Table]
    """By the name of their key; ``play`` is always there."""

    def table(self, key: Key) -> Table | None:
        """The table for hands of this kind."""
        return self.tables.get(key.text)

    def csv(self) -> str:
        """The chart as comma-separated rows: table, hand, then one column for each upcard."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["table", "hand", *UPCARDS])
        for name, table in self.tables.items():
            for hand, cells in rows(table):
                writer.writerow([name, hand, *cells])
        return out.getvalue()

    def with_cells(self, changes: dict[tuple[str, str, str], str]) -> Chart:
        """The chart with cells changed, by table, hand and upcard."""
        tables = msgspec.to_builtins(self.tables, str_keys=True)
        for (name, hand, up), code in changes.items():
            if name not in tables:
                raise RulesError(f"chart table {name!r}: this chart has {', '.join(self.tables)}")
            section, row = parse_hand(hand)
            cells = list(tables[name][section].get(row, ()))
            if not cells:
                raise RulesError(f"chart hand {hand!r}: table {name!r} has no such row")
            cells[_column(up)] = _code(code, section, name, hand, up)
            tables[name][section][row] = tuple(cells)
        return msgspec.convert({"game": self.game, "tables": tables}, Chart, strict=False)


def rows(table: Table) -> list[tuple[str, tuple[str, ...]]]:
    """All rows of a table with their hands in words."""
    found = [(f"hard {total}", cells) for total, cells in table.hard.items()]
    found += [(f"soft {total}", cells) for total, cells in table.soft.items()]
    found += [(f"{card},{card}", cells) for card, cells in table.pairs.items()]
    found += [(f"burn {hand}", cells) for hand, cells in table.burn.items()]
    return found


def parse_hand(text: str) -> tuple[str, str]:
    """Section and row of a hand in words: ``hard 16``, ``soft 18``, ``8,8``, ``burn hard 12 + J``.

    >>> parse_hand("8,8")
    ('pairs', '8')
    >>> parse_hand("burn hard 12 + J")
    ('burn', 'hard 12 + J')
    """
    words = text.split(maxsplit=1)
    if len(words) == 2 and words[0] in TOTALS and words[1].isascii() and words[1].isdigit():
        least = TOTALS[words[0]]
        if len(words[1]) < 4 and least <= int(words[1]) <= 21:
            return words[0], str(int(words[1]))
        raise RulesError(f"chart hand {text!r}: use {words[0]} {least} to {words[0]} 21")
    if len(words) == 2 and words[0] == "burn":
        return "burn", words[1]
    cards = [card.strip().upper().replace("10", "T") for card in text.split(",")]
    if len(cards) == 2 and cards[0] == cards[1] and cards[0] in UPCARDS:
        return "pairs", cards[0]
    raise RulesError(f"chart hand {text!r}: write it as hard 16, soft 18, 8,8 or burn hard 12 + J")


def from_csv(text: str, game: str) -> Chart:
    """Read a chart from comma-separated rows as `Chart.csv` writes them."""
    tables: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {}
    try:
        lines = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    except csv.Error:
        lines = []
    if not lines or [cell.strip() for cell in lines[0][:2]] != ["table", "hand"]:
        raise RulesError("chart: the first row must be: table,hand," + ",".join(UPCARDS))
    columns = [_column(cell) for cell in lines[0][2:]]
    missing = [up for place, up in enumerate(UPCARDS) if place not in columns]
    if missing:
        raise RulesError(f"chart: no column for the upcard {missing[0]}")
    if len(columns) > len(UPCARDS):
        double = next(place for place in columns if columns.count(place) > 1)
        raise RulesError(f"chart: the column of the upcard {UPCARDS[double]} is there twice")
    for number, line in enumerate(lines[1:], start=2):
        if not any(cell.strip() for cell in line):
            continue
        if len(line) != len(lines[0]):
            raise RulesError(
                f"chart line {number}: {len(line)} cells; write {len(lines[0])}, one for each "
                "column of the first row"
            )
        name = Key.parse(line[0]).text
        section, row = parse_hand(line[1].strip())
        cells = [""] * len(UPCARDS)
        for column, code in zip(columns, line[2:], strict=True):
            cells[column] = _code(code.strip(), section, name, line[1].strip(), UPCARDS[column])
        table = tables.setdefault(name, {"hard": {}, "soft": {}, "pairs": {}, "burn": {}})
        if row in table[section]:
            raise RulesError(f"chart line {number}: {line[1].strip()} is in table {name!r} twice")
        table[section][row] = tuple(cells)
    if "play" not in tables:
        raise RulesError("chart: there is no table called play")
    return msgspec.convert({"game": game, "tables": tables}, Chart, strict=False)


def check(chart: Chart) -> None:
    """Refuse a chart with a table, a hand, a row or a cell that is none."""
    for name, table in chart.tables.items():
        Key.parse(name)
        for hand, cells in rows(table):
            section, _ = parse_hand(hand)
            if len(cells) != len(UPCARDS):
                raise RulesError(
                    f"chart table {name!r}, {hand}: {len(cells)} cells; write {len(UPCARDS)}, one "
                    "for each upcard"
                )
            for up, code in zip(UPCARDS, cells, strict=True):
                _code(code, section, name, hand, up)


def _column(up: str) -> int:
    name = up.strip().upper().replace("10", "T")
    if name not in UPCARDS:
        raise RulesError(f"chart upcard {up!r}: {use(UPCARDS)}")
    return UPCARDS.index(name)


def _code(code: str, section: str, table: str, hand: str, up: str) -> str:
    codes = BURN_CODES if section == "burn" else CODES
    for known in codes:
        if code.upper() == known.upper():
            return known
    what = "nothing" if not code else repr(code)
    raise RulesError(
        f"chart table {table!r}, {hand} against {up}: {what} is there; "
        + use(f"{name} ({meaning})" for name, meaning in codes.items())
    )
