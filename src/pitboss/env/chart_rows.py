"""A chart looked up by observations: one action for each, many at once.

A cell names a move and, where that is not open, whether to draw or to stand instead. So a chart is
three tables by what an observation says: the move to make, what to do instead, and to how many
hands a pair is split.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_VALUE
from pitboss.cards import RANKS as LETTERS
from pitboss.env.layout import FIELDS, HAND_RANKS, MASK, RANKS, SEEN, Layout
from pitboss.rules import hands
from pitboss.rules.chart import UP_VALUES, UPCARDS, Chart, Key, Table
from pitboss.rules.course import Terms, given_up_by_terms
from pitboss.rules.moves import MOVES, Move

Actions = NDArray[np.int64]
Rows = NDArray[np.int8]

_MOVE_OF = {code: int(one.move) for one in MOVES for code in one.codes}
_FIRST_CODE = {int(one.move): one.letter for one in MOVES}
_, _ONCE = next(tuple(one.codes) for one in MOVES if one.move == Move.SPLIT)

DRAWN, TWO_CARDS, PAIR, OFFERED, OFFERED_SECOND = 0, 1, 1, 12, 25
"""How a hand is looked up beside its state: of more than two cards, of two, of a pair by its value
(`PAIR` + 1 to 10), and asked about a card by its rank, drawn or as the second after a split; the
state is then the one before that card."""
LOOKS = OFFERED_SECOND + RANKS

_PLACE = {field: place for place, field in enumerate(FIELDS)}


class ChartRows:
    """The actions of a chart."""

    def __init__(self, layout: Layout, chart: Chart) -> None:
        self.layout, self.chart = layout, chart
        self.course = layout.setting.tables.course
        self._given_up = given_up_by_terms(self.course)
        self._offers = np.array([terms.offers for terms in self.course.terms])
        shape = (len(self.course.terms), hands.STATES, LOOKS, 11)
        self.first: NDArray[np.int8] = np.zeros(shape, dtype=np.int8)
        """By terms, state, look and value of the upcard: the action of the cell."""
        self.instead: NDArray[np.int8] = np.zeros(shape, dtype=np.int8)
        self.most: NDArray[np.int8] = np.zeros((11, 11), dtype=np.int8)
        """By value of a pair and of the upcard: to how many hands it is split; 0 for not at all."""
        self._before = _states_before()
        self._splits = layout.moves.index(Move.SPLIT) if Move.SPLIT in layout.moves else -1
        for number, terms in enumerate(self.course.terms):
            self._fill(number, terms)
        self._fill_pairs()

    # Reading the chart

    def _table(self, number: int, *, split: bool, doubled: bool = False) -> Table:
        """The table for hands on terms, its holes filled from the main one."""
        play = self.chart.tables[Key().text]
        key = Key(split=split, burned=self._given_up[number] > 0, doubled=doubled)
        own = self.chart.table(key) or self.chart.table(key._replace(split=False))
        if own is None:
            return Table() if doubled else play
        if doubled:
            return own
        return Table(
            hard={**play.hard, **own.hard}, soft={**play.soft, **own.soft}, pairs=play.pairs,
            burn=play.burn,
        )  # fmt: skip

    def _fill(self, number: int, terms: Terms) -> None:
        if terms.offers:
            self._fill_offers(number, terms)
            return
        main = self._table(number, split=False, doubled=terms.doubled)
        own = self._table(number, split=terms.split, doubled=terms.doubled)
        for column, value in enumerate(UP_VALUES):
            for state in range(4, hands.FIRST_BUST):
                code = _cell(own, state, column, terms.doubled)
                draws = _draws(_cell(main, state, column, terms.doubled))
                self._put(number, state, slice(0, OFFERED), value, code, draws)
            if terms.split or terms.doubled:
                continue
            for pair in range(1, 11):
                state = hands.hand_state((pair, pair))
                row = main.pairs.get(_card(pair))
                if row is not None and _MOVE_OF[row[column]] != Move.SPLIT:
                    place = slice(PAIR + pair, PAIR + pair + 1)
                    self._put(number, state, place, value, row[column], _draws(row[column]))

    def _put(
        self, number: int, state: int, looks: slice, value: int, code: str, draws: bool
    ) -> None:
        self.first[number, state, looks, value] = self._action(_MOVE_OF[code])
        self.instead[number, state, looks, value] = self._action(
            int(Move.HIT if draws else Move.STAND)
        )

    def _action(self, move: int) -> int:
        """The action of a move; standing where the game has no such move."""
        moves = self.layout.moves
        return moves.index(move) if move in moves else moves.index(Move.STAND)

    def _fill_offers(self, number: int, terms: Terms) -> None:
        """Whether a card just drawn is given up."""
        burn = self.chart.tables[Key().text].burn
        edges = terms.edges
        keep = next(edge.move for edge in edges if not edge.discards)
        give_up = next(edge.move for edge in edges if edge.discards)
        self.first[number] = self.instead[number] = self._action(keep)
        for name, cells in burn.items():
            held, _, letters = name.partition(" + ")
            words = held.split()
            second, doubled = words[0] == Key(split=True).text, words[0] == Key(doubled=True).text
            if (doubled and not terms.doubled) or (second and not terms.split):
                continue
            if terms.doubled and not doubled:
                continue
            state = _state_of(words, second=second)
            for column, value in enumerate(UP_VALUES):
                if _MOVE_OF[cells[column]] == give_up:
                    for letter in letters:
                        look = (OFFERED_SECOND if second else OFFERED) + LETTERS.index(letter)
                        self.first[number, state, look, value] = self._action(give_up)

    def _fill_pairs(self) -> None:
        for card, cells in self.chart.tables[Key().text].pairs.items():
            pair = UP_VALUES[UPCARDS.index(card)]
            for value, code in zip(UP_VALUES, cells, strict=True):
                if _MOVE_OF[code] == Move.SPLIT:
                    most = 2 if code == _ONCE else self.layout.setting.tables.max_hands
                    self.most[pair, value] = most

    # Looking observations up

    def actions(self, rows: Rows) -> Actions:
        """What the chart does with each of many observations while hands are played."""
        number, pair = rows[:, _PLACE["terms"]], rows[:, _PLACE["pair"]]
        up = _VALUES[rows[:, _PLACE["upcard"]]]
        state = _states(rows[:, _PLACE["total"]], rows[:, _PLACE["soft"]])
        cards = rows[:, _PLACE["cards"]]
        look = np.where(cards == 2, TWO_CARDS + pair, DRAWN)
        asked = self._offers[number]
        if asked.any():
            last = rows[:, _PLACE["last_card"]] - 1
            aces = rows[:, HAND_RANKS] - (last == 0) > 0
            before = self._before[state, _VALUES[last + 1], aces.astype(np.int64)]
            second = cards == 2
            before = np.where(second, _ONE_CARD[_other(rows, last)], before)
            state = np.where(asked, before, state)
            look = np.where(asked, np.where(second, OFFERED_SECOND, OFFERED) + last, look)
        chosen: Actions = self.first[number, state, look, up].astype(np.int64)
        every = np.arange(len(rows))
        mask = rows[:, MASK:]
        closed = mask[every, chosen] == 0
        chosen = np.where(closed, self.instead[number, state, look, up], chosen)
        closed = mask[every, chosen] == 0
        if closed.any():
            chosen = np.where(closed, mask.argmax(axis=1), chosen)
        if self._splits >= 0:
            wanted = self.most[pair, up] > rows[:, _PLACE["hands"]]
            parts = wanted & (mask[:, self._splits] != 0)
            chosen[parts] = self._splits
        return chosen


def _other(rows: Rows, last: NDArray[np.int8]) -> NDArray[np.int64]:
    """The rank of the first of two cards."""
    counts = rows[:, HAND_RANKS:SEEN].astype(np.int64)
    found: NDArray[np.int64] = (counts * np.arange(RANKS)).sum(axis=1) - last
    return found.clip(0, RANKS - 1)


def _states(totals: Rows, softs: Rows) -> NDArray[np.int64]:
    total = totals.astype(np.int64)
    hard = np.where(total > 21, total + hands.FIRST_BUST - 22, total)
    return np.where(softs != 0, total + hands.FIRST_SOFT - 11, hard)


_VALUES: NDArray[np.int64] = np.array([0, *RANK_VALUE])
"""By rank from 1; 0 where there is no card."""
_ONE_CARD: NDArray[np.int64] = np.array([hands.hand_state([value]) for value in RANK_VALUE])


def _states_before() -> NDArray[np.int64]:
    """``[state, value of the last card, whether another is an ace]``: the state without it."""
    found = np.zeros((hands.STATES, 11, 2), dtype=np.int64)
    for state in (*range(hands.FIRST_SOFT), *range(hands.FIRST_SOFT, hands.FIRST_BUST)):
        for value in range(1, 11):
            after = hands.NEXT[state][value]
            if not hands.SOFT[state]:
                found[after, value] = state
            else:
                found[after, value, 1] = state
    return found


def _card(value: int) -> str:
    return UPCARDS[UP_VALUES.index(value)]


def _state_of(words: list[str], *, second: bool) -> int:
    """The state that a row about a card drawn speaks of: ``hard 12``, or ``split 8``."""
    if second:
        return hands.hand_state([UP_VALUES[UPCARDS.index(words[1])]])
    kind, total = words[-2:]
    return hands.hard(int(total)) if kind == "hard" else hands.soft(int(total))


def _cell(table: Table, state: int, column: int, doubled: bool) -> str:
    """The code of a hand; rows that are left out draw, or stand on a doubled hand."""
    rows = table.soft if hands.SOFT[state] else table.hard
    row = rows.get(hands.TOTAL[state])
    if row is not None:
        return row[column]
    waits = doubled or hands.TOTAL[state] == 21
    return _FIRST_CODE[int(Move.STAND if waits else Move.HIT)]


def _draws(code: str) -> bool:
    """Whether a code says to draw a card where its move is not open."""
    move = _MOVE_OF[code]
    return move == Move.HIT or (move != Move.STAND and code == _FIRST_CODE[move])
