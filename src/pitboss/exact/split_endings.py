"""Where a split hand ends, as cards gone and the number of orders they can come in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact import njit
from pitboss.exact.dealer import cards_in
from pitboss.exact.model import Board
from pitboss.exact.programme.core import Core
from pitboss.exact.programme.loops.bundles import Ends as StandEnds
from pitboss.exact.programme.loops.bundles import Steps
from pitboss.exact.programme.loops.play import CHANCE
from pitboss.exact.splits import courses
from pitboss.rules.course import NONE
from pitboss.rules.settlement import BUST

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Ends(NamedTuple):
    """Where a split hand can start and end, as parallel arrays.

    A start counts the hand as bust, and so does every change of its row of pays; what stands in the
    end is taken away from there.
    """

    gone: Ints
    """``[end, class]``: cards it holds or has given up."""
    paired: Ints
    """Whether its second card is of the pair's class."""
    row: Ints
    total: Ints
    """`BUST` for a start, and where the row changes."""
    orders: Floats
    """In how many orders its cards can come; below zero for the row a hand leaves."""

    def by(self, numbers: Ints) -> Ends:
        """The same in ascending order of these numbers."""
        order = np.argsort(numbers, kind="stable")
        return Ends._make(column[order] for column in self)


def ends_of(core: Core, pair: int, picks: Ints) -> Ends:
    """The starts and ends of a split hand that takes these picks, by step."""
    one, slots, hands = core.splits.pairs[pair], core.programme.slots, core.model.hands
    steps, ends, begin = one.paths.steps, one.paths.ends, one.paths.shape.begin
    ways = np.zeros((len(steps.kind) + len(ends.slot) + 1, 2))
    ways_through(steps, begin, pair, np.ascontiguousarray(picks), ways)
    stood, stood_paired = np.nonzero(ways[len(steps.kind) : -1])
    stands = ends.slot[stood]
    stood_ends = Ends(
        hands.counts[slots.hand[stands]] + core.worlds[slots.world[stands]],
        stood_paired, ends.row[stood], ends.total[stood],
        ways[len(steps.kind) + stood, stood_paired],
    )  # fmt: skip
    parts = [_starts(steps, ends, begin, pair, picks, ways), *_moved(steps, picks, ways)]
    return Ends._make(np.concatenate(column) for column in zip(*parts, stood_ends, strict=True))


def _starts(
    steps: Steps, ends: StandEnds, begin: int, pair: int, picks: Ints, ways: Floats
) -> Ends:
    """Second cards, each counted as a bust."""
    found = []
    for step in range(begin):
        for card in range(steps.held.shape[1]):
            paired = int(card == pair)
            again, to = int(steps.again[step, card]), int(steps.child[step, card])
            if again != NONE and picks[step] >> card & 1:
                if again < begin:
                    continue
                paired, to = 0, again
            if not ways[step, paired]:
                continue
            gone = steps.held[step].astype(np.int64)
            gone[card] += 1
            many = len(steps.kind)
            row = steps.row[to] if to < many else ends.row[to - many]
            found.append((gone, paired, int(row), BUST, ways[step, paired]))
    return Ends._make(np.array(column) for column in zip(*found, strict=True))


def _moved(steps: Steps, picks: Ints, ways: Floats) -> tuple[Ends, Ends]:
    """Hands that leave a row of pays for another."""
    many = len(steps.kind)
    row_after = np.append(steps.option_row, NONE)
    options = np.where(steps.kind == CHANCE, NONE, steps.first_option[:-1] + picks)
    moves = (steps.kind != CHANCE) & (steps.row[:many] != row_after[options])
    moved, paired = np.nonzero(ways[:many] * moves[:, None])
    gone, orders = steps.held[moved].astype(np.int64), ways[moved, paired]
    bust = np.full(len(moved), BUST)
    return (
        Ends(gone, paired, steps.row[moved], bust, -orders),
        Ends(gone, paired, row_after[options[moved]], bust, orders),
    )


@njit(cache=True, nogil=True)
def ways_through(steps, begin, pair, picks, ways):  # type: ignore[no-untyped-def]
    """``ways[step or end, paired]``: in how many orders a split hand comes there."""
    ways[0] = 1.0
    for step in range(len(steps.kind)):
        if steps.kind[step] != CHANCE:
            option = steps.first_option[step] + picks[step]
            if steps.option_times[option] != 0.0:
                ways[steps.option_to[option]] += ways[step]
            continue
        for card in range(steps.held.shape[1]):
            again = steps.again[step, card]
            if again >= 0 and picks[step] >> card & 1:
                if step < begin <= again:  # not split again, whatever comes
                    ways[again, 0] += ways[step, 0]
                else:
                    ways[again] += ways[step]
            elif step >= begin:
                ways[steps.child[step, card]] += ways[step]
            else:
                paired = 1 if card == pair else 0
                ways[steps.child[step, card], paired] += ways[step, paired]


def busts_behind(
    core: Core, board: Board, pair: int, picks: Ints, deepest: int, dropping: tuple[int, ...]
) -> Floats:
    """``[paired × course, row]``: the hand is bust and the dealer has a natural.

    Outcome tables do not tell such hands from others that a natural beats.
    """
    found, ends = courses(deepest, dropping, pair), ends_of(core, pair, picks)
    signs = np.where(ends.total == BUST, 1.0, -1.0)  # starts, less the ends that stand
    busts = np.zeros((2, found.many, len(core.rows)))
    for place, (pairs, dropped) in enumerate(zip(found.pairs, found.dropped, strict=True)):
        left = board.left.copy()
        left[pair] -= 1 + pairs
        left[list(dropping)] -= dropped
        makers = core.model.makers[board.up]
        chances = naturals_behind(ends.gone, ends.orders, left, pair, makers)
        np.add.at(busts[:, place], (ends.paired, ends.row), signs * chances)
    return busts.reshape(-1, len(core.rows))


@njit(cache=True, nogil=True, error_model="numpy")
def naturals_behind(gone, orders, left, pair, makers):  # type: ignore[no-untyped-def]
    """The chance of each end with a dealer natural behind it.

    `left` are the cards left for an empty hand; the pair card the hand begins with is certain.
    """
    found = np.empty(len(gone))
    for end in range(len(gone)):
        ways, drawn, maker = orders[end], -1.0, 0.0
        for c in range(len(left)):
            own = 1.0 if c == pair else 0.0
            ways *= falling(left[c] - own, gone[end, c] - own)
            drawn += gone[end, c]
            if makers[c] > 0:
                maker += left[c] - gone[end, c]
        cards = cards_in(left) - 1.0
        rest = falling(cards, drawn) * (cards - drawn)
        found[end] = ways * max(maker, 0.0) / rest if rest > 0.0 else 0.0
    return found


@njit(cache=True, nogil=True, error_model="numpy")
def falling(stock, many):  # type: ignore[no-untyped-def]
    """``stock (stock - 1) …``, so many factors, none negative."""
    result = 1.0
    while many > 0.5:
        result *= max(stock, 0.0)
        stock -= 1.0
        many -= 1.0
    return result
