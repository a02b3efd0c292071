"""Charts as people read them, to and from the solver's cells.

What a cell's letters mean follows from the moves (`rules.moves`): of a move's two codes the first
says to draw a card where the move is not open, the second to wait.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from pitboss.cards import RANKS
from pitboss.exact.chart_cells import (
    DEALT,
    DOUBLED,
    DRAWN,
    SECOND,
    Cells,
    Reading,
    Terms,
    reading_of,
)
from pitboss.exact.chart_play import ChartCells
from pitboss.exact.objective import NOTHING_RIDES, Objective, Profile
from pitboss.exact.solver import Solver
from pitboss.rules import hands
from pitboss.rules.chart import CODES, UPCARDS, Chart, Key, Table
from pitboss.rules.course import NONE
from pitboss.rules.errors import RulesError
from pitboss.rules.moves import BITS, Move, definition
from pitboss.rules.sentences import use

HARD = range(4, 21)
SOFT = range(12, 21)
ALWAYS_HIT = ("hard 4", "soft 12")
"""Hands that are nearly always pairs: a chart may leave them out."""
CARDS = {1: "A", 10: "T"} | {value: str(value) for value in range(2, 10)}
PAIR_VALUES = (1, *range(2, 11))
SPLIT, SPLIT_ONCE = definition(Move.SPLIT).codes
(GIVE_UP, _), (KEEP,) = definition(Move.BURN).codes, definition(Move.KEEP).codes
MOVE_OF = {code: move for move in BITS for code in definition(move).codes}

Rows = dict[int, tuple[str, ...]]
Code = Callable[[Cells, int], str]
"""The letters of a cell, given its column."""


def riding_name(objective: Objective, profile: Profile) -> tuple[str, ...]:
    """The ids of the bets that ride in a profile."""
    return tuple(objective.readers[place].bet.id for place, _ in profile)


def _reading(solver: Solver) -> Reading:
    return reading_of(solver.core)


def _first_code(move: int) -> str:
    return next(iter(definition(move).codes))


class _OnTerms(NamedTuple):
    """Where the cells of one of a chart's tables are."""

    given_up: int
    terms: int
    """Place in `Reading.terms`; `NONE` where no move but to draw or to wait is open."""
    draws: bool = True
    """Whether a card can be drawn instead of its moves."""


def _on(reading: Reading, terms: Terms) -> _OnTerms:
    found = reading.terms.index(terms) if terms in reading.terms else NONE
    return _OnTerms(int(terms.given_up), found, draws=not terms.doubled)


def _doubled_tables(reading: Reading) -> dict[Key, _OnTerms]:
    """Tables of doubled hands that have something to decide, by what is so of them."""
    return {
        Key((), terms.other_stakes, terms.given_up, doubled=True): _on(reading, terms)
        for terms in reading.terms
        if terms.doubled
    }


def _on_given_up(reading: Reading) -> _OnTerms:
    """Hands of which a card was given up; the moves of two cards are those of split hands."""
    own = DEALT._replace(given_up=True, other_stakes=_splits_at_other_stakes(reading))
    return _on(reading, own)


def _splits_at_other_stakes(reading: Reading) -> bool:
    """Whether a hand made by a split carries other stakes than the one that was dealt."""
    course = reading.core.course
    dealt = course.terms[course.opening].units
    starts = [terms for terms in reading.core.programme.start_terms if terms != NONE]
    return any(course.terms[terms].units != dealt for terms in starts)


# To a chart


def to_chart(
    game: str, solver: Solver, objective: Objective, chart: ChartCells, *, every_row: bool = False
) -> Chart:
    """The chart of these cells; rows that only other cells would make needed, if asked for."""
    writer = _Writer(_reading(solver), chart)
    tables: dict[str, Table] = {}
    for profile in chart:
        key = Key(riding_name(objective, profile))
        if key.text in tables:
            continue
        tables[key.text] = writer.main(profile, every_row=every_row)
        if _splits_at_other_stakes(writer.reading):
            tables[key._replace(split=True).text] = writer.split(profile)
        if writer.reading.core.programme.given_up:
            tables[key._replace(burned=True).text] = writer.given_up(profile)
        for plain, on in _doubled_tables(writer.reading).items():
            tables[plain._replace(riding=key.riding).text] = writer.doubled(profile, on)
    return Chart(game=game, tables=tables)


class _Writer:
    """Writes the tables of a chart."""

    def __init__(self, reading: Reading, chart: ChartCells) -> None:
        self.reading, self.chart = reading, chart

    def main(self, profile: Profile, *, every_row: bool) -> Table:
        """Hands as dealt, pairs, and offers."""
        reading, cells = self.reading, self.chart[profile]
        hard, soft = self._totals(profile, _on(reading, DEALT), every=not profile)
        pairs = {
            CARDS[value]: self._row(profile, partial(self._pair_code, value))
            for value in PAIR_VALUES
            if _can_split(reading, value)
            and (not profile or (cells.pair | cells.pair_hands)[cells.there, value].any())
        }
        offers = {
            name: self._row(profile, partial(_offer_code, place))
            for name, place in _offer_rows(reading).items()
            if every_row or _occurs(name, hard, soft, pairs)
        }
        return Table(hard=hard, soft=soft, pairs=pairs, burn=offers)

    def split(self, profile: Profile) -> Table:
        """Hands made by a split, where that changes what moves are worth."""
        own = _on(self.reading, DEALT._replace(other_stakes=True))
        hard, soft = self._totals(profile, own, every=True)
        return Table(hard=hard, soft=soft)

    def given_up(self, profile: Profile) -> Table:
        """Hands of which a card was given up."""
        hard, soft = self._totals(profile, _on_given_up(self.reading), every=False)
        return Table(hard=hard, soft=soft)

    def doubled(self, profile: Profile, on: _OnTerms) -> Table:
        """Doubled hands: only those that have something to decide."""
        hard, soft = self._totals(profile, on, every=False)
        return Table(hard=hard, soft=soft)

    def _totals(self, profile: Profile, on: _OnTerms, *, every: bool) -> tuple[Rows, Rows]:
        """Rows of hard and soft totals: every one, or those that some column comes to."""
        cells, read = self.chart[profile], self.reading.slots
        met = cells.met[cells.there, on.given_up].any(axis=0)
        if not on.draws:
            met = np.isin(np.arange(hands.STATES), read.state[read.table == on.terms])

        def rows(totals: range, state: Callable[[int], int]) -> Rows:
            return {
                total: self._row(profile, partial(self._code, on, state(total)))
                for total in totals
                if every or met[state(total)]
            }

        return rows(HARD, hands.hard), rows(SOFT, hands.soft)

    def _row(self, profile: Profile, code: Code) -> tuple[str, ...]:
        cells, plain = self.chart[profile], self.chart[NOTHING_RIDES]
        return tuple(
            code(cells if cells.there[column] else plain, column) for column in range(len(UPCARDS))
        )

    def _code(self, on: _OnTerms, state: int, cells: Cells, column: int) -> str:
        reading, made = self.reading, 0
        for at, move in enumerate(reading.moves):
            if on.terms != NONE and cells.first[column, at, on.terms, state]:
                made = move
        return self._letters(made, draws=on.draws and bool(cells.draws[column, on.given_up, state]))

    def _letters(self, move: int, *, draws: bool) -> str:
        """The code of a move, by what is done where it is not open."""
        if move in self.reading.moves:
            either, *other = definition(move).codes
            return either if draws or not other else other[0]
        ordinary = self.reading.draw_move if draws else self.reading.wait_move
        return _first_code(move or ordinary)

    def _pair_code(self, value: int, cells: Cells, column: int) -> str:
        reading, state = self.reading, _pair_state(value)
        most = int(cells.pair_hands[column, value])
        if most:
            split_hands = reading.core.programme.split_hands
            again = any(len(split_hands[kind]) > 1 for kind in _classes(reading, value))
            return SPLIT_ONCE if again and most == 2 else SPLIT
        move = int(cells.pair[column, value])
        if not move:
            return self._code(_on(reading, DEALT), state, cells, column)
        return self._letters(move, draws=bool(cells.draws[column, 0, state]))


def _classes(reading: Reading, value: int) -> list[int]:
    model = reading.core.model
    return [kind for kind in range(model.kinds) if model.values[kind] == value]


def _pair_state(value: int) -> int:
    return hands.hand_state([value, value])


def _can_split(reading: Reading, value: int) -> bool:
    starts = reading.core.programme.start_terms
    return any(starts[kind] != NONE for kind in _classes(reading, value))


def _offer_code(place: tuple[int, int, int], cells: Cells, column: int) -> str:
    return GIVE_UP if cells.offers[(column, *place)] else KEEP


def _offer_rows(reading: Reading) -> dict[str, tuple[int, int, int]]:
    """Every cell that says whether a card is given up, by its name: its place in the offers."""
    found: dict[str, tuple[int, int, int]] = {}
    model, read = reading.core.model, reading.slots
    doubled = sorted({int(state) for state in read.state[read.offer == DOUBLED]})
    for kind in reading.core.programme.given_up:
        card = "".join(RANKS[rank] for rank in model.ranks_of[kind])
        for total in HARD:
            found[f"hard {total} + {card}"] = (DRAWN, hands.hard(total), kind)
        for total in SOFT:
            found[f"soft {total} + {card}"] = (DRAWN, hands.soft(total), kind)
        for state in doubled:
            found[f"doubled {hands.describe(state)} + {card}"] = (DOUBLED, state, kind)
        if (read.offer == SECOND).any():
            for value in PAIR_VALUES:
                if _can_split(reading, value):
                    own = hands.hand_state([value])
                    found[f"split {CARDS[value]} + {card}"] = (SECOND, own, kind)
    return found


def _occurs(name: str, hard: Rows, soft: Rows, pairs: dict[str, tuple[str, ...]]) -> bool:
    """Whether a row of offers can be needed: the double or split it belongs to is made."""
    words = name.split()
    if words[0] == "split":
        return any(cell in (SPLIT, SPLIT_ONCE) for cell in pairs.get(words[1], ()))
    if words[0] == "doubled":
        row = (hard if words[1] == "hard" else soft).get(int(words[2]), ())
        own = [cells for card, cells in pairs.items() if _describes(card, words[1], words[2])]
        doubles = definition(Move.DOUBLE).codes
        return any(cell in doubles for cells in (row, *own) for cell in cells)
    return True


def _describes(card: str, kind: str, total: str) -> bool:
    value = next(value for value, name in CARDS.items() if name == card)
    return hands.describe(_pair_state(value)) == f"{kind} {total}"


# From a chart


def from_chart(chart: Chart, solver: Solver, objective: Objective) -> ChartCells:
    """The cells of a chart; a hole in it is an error that names the cell."""
    reading = _reading(solver)
    profiles: dict[Profile, None] = {NOTHING_RIDES: None}
    for position in solver.positions:
        profiles.update(dict.fromkeys(objective.profiles(position)))
    found = {}
    for profile in profiles:
        key = Key(riding_name(objective, profile))
        if chart.table(key) is None:
            key = Key()
        found[profile] = _cells(reading, chart, key)
    return found


def _cells(reading: Reading, chart: Chart, key: Key) -> Cells:
    cells, play = Cells(reading), _wanted(chart, Key())
    cells.there[:] = True
    table = _filled_up(_wanted(chart, key), play)
    _fill(reading, cells, table, key, _on(reading, DEALT))
    for value in PAIR_VALUES:
        if _can_split(reading, value):
            row = table.pairs.get(CARDS[value])
            for column in range(len(UPCARDS)):
                code = _cell(row, key, f"{CARDS[value]},{CARDS[value]}", column)
                _set_pair(reading, cells, value, column, code)
    if _splits_at_other_stakes(reading):
        split, moves = key._replace(split=True), Cells(reading)
        own = _on(reading, DEALT._replace(other_stakes=True))
        _fill(reading, moves, _filled_up(chart.table(split) or table, play), split, own)
        cells.first[:, :, 1:] = moves.first[:, :, 1:]  # drawing and waiting are the main table's
    if reading.core.programme.given_up:
        burned = key._replace(burned=True)
        filled = _filled_up(_wanted(chart, burned), play)
        _fill(reading, cells, filled, burned, _on_given_up(reading))
        _fill_offers(reading, cells, table, key)
    for plain, on in _doubled_tables(reading).items():
        doubled = plain._replace(riding=key.riding)
        _fill(reading, cells, chart.table(doubled) or Table(), doubled, on)
    return cells


def _filled_up(table: Table, play: Table) -> Table:
    """A table with the rows it leaves out taken from the main one."""
    return Table(
        hard={**play.hard, **table.hard},
        soft={**play.soft, **table.soft},
        pairs={**play.pairs, **table.pairs},
        burn={**play.burn, **table.burn},
    )


def _wanted(chart: Chart, key: Key) -> Table:
    table = chart.table(key)
    if table is None:
        raise RulesError(
            f"chart: there is no table called {key.text!r}, which this game needs; it has "
            + ", ".join(chart.tables)
        )
    return table


def _cell(row: tuple[str, ...] | None, key: Key, name: str, column: int) -> str:
    if row is None:
        raise RulesError(f"chart, table {key.text!r}: there is no row for {name}")
    return row[column]


def _fill(reading: Reading, cells: Cells, table: Table, key: Key, on: _OnTerms) -> None:
    """The cells of hard and soft totals."""
    for name, totals, rows, state in (
        ("hard", HARD, table.hard, hands.hard),
        ("soft", SOFT, table.soft, hands.soft),
    ):
        for total in totals:
            hand = f"{name} {total}"
            row = rows.get(total)
            if row is None and not on.draws:
                row = (_first_code(reading.wait_move),) * len(UPCARDS)
            if row is None and hand in ALWAYS_HIT:
                row = (_first_code(reading.draw_move),) * len(UPCARDS)
            for column in range(len(UPCARDS)):
                code = _cell(row, key, hand, column)
                _refuse_split(code, key, hand, column)
                if on.draws:
                    cells.draws[column, on.given_up, state(total)] = _draws(reading, code)
                for at, move in enumerate(reading.moves):
                    if on.terms != NONE:
                        made = MOVE_OF[code] == move
                        cells.first[column, at, on.terms, state(total)] = made


def _refuse_split(code: str, key: Key, hand: str, column: int) -> None:
    if MOVE_OF[code] == Move.SPLIT:
        others = [one for one in CODES if MOVE_OF[one] != Move.SPLIT]
        raise RulesError(
            f"chart table {key.text!r}, {hand} against {UPCARDS[column]}: {code} is there and only "
            f"a pair can be split; {use(others)}"
        )


def _draws(reading: Reading, code: str) -> bool:
    """Whether a code says to draw a card where its move is not open."""
    move = MOVE_OF[code]
    return move == reading.draw_move or (move != reading.wait_move and code == _first_code(move))


def _set_pair(reading: Reading, cells: Cells, value: int, column: int, code: str) -> None:
    move, programme = MOVE_OF[code], reading.core.programme
    if move == Move.SPLIT:
        cells.pair_hands[column, value] = 2 if code == SPLIT_ONCE else reading.most_hands
        return
    kind = _classes(reading, value)[0]
    leaves = dict(
        zip(reading.all_moves, reading.leaves[int(programme.opening[kind, kind])], strict=True)
    )
    if leaves.get(move, NONE) == NONE:
        move = reading.draw_move if _draws(reading, code) else reading.wait_move
    cells.pair[column, value] = move


def _fill_offers(reading: Reading, cells: Cells, table: Table, key: Key) -> None:
    for name, place in _offer_rows(reading).items():
        if not _occurs(name, table.hard, table.soft, table.pairs):
            continue
        for column in range(len(UPCARDS)):
            code = _cell(table.burn.get(name), key, f"burn {name}", column)
            cells.offers[(column, *place)] = code == GIVE_UP
