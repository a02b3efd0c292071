"""Where a hand stands in a chart, and what the chart has it do.

A chart's tables and rows are told apart by the terms of a hand (`rules.course`), as the solver
writes them (`exact.chart_format`).

>>> from pitboss import games
>>> from pitboss.rules.compile import compile_rules
>>> tables = compile_rules(games.find(games.BUILT_IN[0]).rules())
>>> place_of(tables, Standing(terms=0, ranks=(7, 7), may_part=True))
ChartPlace(table='play', hand='8,8')
>>> place_of(tables, Standing(terms=0, ranks=(9, 5)))
ChartPlace(table='play', hand='hard 16')
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pitboss.cards import RANK_VALUE, RANKS
from pitboss.rules.chart import CODES, UP_VALUES, UPCARDS, Chart, Key, parse_hand
from pitboss.rules.compile import Tables
from pitboss.rules.course import NONE, Course, given_up_by_terms
from pitboss.rules.hands import describe, hand_state
from pitboss.rules.moves import MOVES

MAIN_TABLE = Key().text
WAIT, DRAW = list(CODES)[:2]
"""What is done where a move is not open, by whether its second code stands there or its first."""
_MOVES = {code: definition for definition in MOVES for code in definition.codes}


class ChartPlace(NamedTuple):
    """A row of a chart."""

    table: str
    """The table's name."""
    hand: str
    """The row, in the words of a chart file."""


class Standing(NamedTuple):
    """A hand that has something to decide."""

    terms: int
    ranks: tuple[int, ...]
    """Of its cards, from 0, the ace, to 12, the king."""
    offered: bool = False
    """Whether it is asked about its last card."""
    may_part: bool = False
    """Whether it is a pair that may become two hands now."""


def place_of(tables: Tables, at: Standing) -> ChartPlace:
    """The row that says what a hand does."""
    course, values = tables.course, [RANK_VALUE[rank] for rank in at.ranks]
    terms = course.terms[at.terms]
    if at.offered:
        before = describe(hand_state(values[:-1]))
        if len(at.ranks) == 2 and terms.split:
            before = f"split {_card(values[0])}"
        elif terms.doubled:
            before = f"doubled {before}"
        return ChartPlace(MAIN_TABLE, f"burn {before} + {_class_of(tables, at.ranks[-1])}")
    if at.may_part:
        return ChartPlace(MAIN_TABLE, f"{_card(values[0])},{_card(values[0])}")
    return ChartPlace(_table(course, at.terms), describe(hand_state(values)))


def up_label(rank: int) -> str:
    """The column of an upcard."""
    return UPCARDS[UP_VALUES.index(RANK_VALUE[rank])]


def code_at(chart: Chart, place: ChartPlace, up: str) -> str:
    """The letters of a cell; rows a table leaves out are the main one's. Nothing if none is."""
    section, row = parse_hand(place.hand)
    for name in (place.table, MAIN_TABLE):
        table = chart.tables.get(name)
        if table is not None:
            rows = getattr(table, section)
            cells = rows.get(int(row) if section in ("hard", "soft") else row)
            if cells:
                return str(cells[UPCARDS.index(up)])
    return ""


def chart_move(chart: Chart, tables: Tables, at: Standing, up: str, legal: int) -> int:
    """The move a chart makes of those that are open; 0 where it has no cell for the hand."""
    code = code_at(chart, place_of(tables, at), up)
    if not code:
        return 0
    definition = _MOVES[code]
    codes = list(definition.codes)
    if at.may_part and tables.course.terms[at.terms].split and code == codes[-1] != codes[0]:
        # one more hand is too many: it is played as its total
        return chart_move(chart, tables, at._replace(may_part=False), up, legal)
    if definition.move & legal:
        return int(definition.move)
    otherwise = int(_MOVES[DRAW if code == codes[0] and code != WAIT else WAIT].move)
    return otherwise if otherwise & legal else 0


def _table(course: Course, number: int) -> str:
    terms, given_up = course.terms[number], bool(given_up_by_terms(course)[number])
    apart = terms.split and _parted_at_other_stakes(course)
    if terms.doubled:
        return Key((), apart, given_up, doubled=True).text
    if given_up:
        return Key(burned=True).text
    return Key(split=apart).text


@lru_cache(maxsize=64)
def _parted_at_other_stakes(course: Course) -> bool:
    """Whether a hand made of a pair carries other stakes than the one that was dealt."""
    dealt = course.terms[course.opening]
    starts = [
        edge.next for terms in course.terms for edge in terms.edges
        if edge.new_hand != NONE and not terms.split
    ]  # fmt: skip
    return any(course.terms[start].units != dealt.units for start in starts)


def _card(value: int) -> str:
    return UPCARDS[UP_VALUES.index(value)]


def _class_of(tables: Tables, rank: int) -> str:
    """The cards the rules do not tell from one, as charts write them."""
    kinds = tables.card_class
    return "".join(RANKS[other] for other in range(13) if kinds[other] == kinds[rank])
