"""Where a split hand ends, as cards gone and the number of orders they can come in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact import njit
from pitboss.exact.dealer import cards_in
from pitboss.exact.model import Model
from pitboss.exact.outcomes import HIT, STAND, falling, second_cards
from pitboss.exact.policy import SplitHand
from pitboss.rules.settlement import BUST

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Ends(NamedTuple):
    """Where a split hand can start and end, as parallel arrays."""

    gone: Ints
    """``[end, class]``: cards it holds or has burned."""
    paired: Ints
    """Whether its second card is of the pair's class."""
    doubled: Ints
    total: Ints
    """`BUST` for a start."""
    orders: Floats
    """In how many orders its cards can come."""

    def by(self, numbers: Ints) -> Ends:
        """The same in ascending order of these numbers."""
        order = np.argsort(numbers, kind="stable")
        return Ends(
            self.gone[order], self.paired[order], self.doubled[order], self.total[order],
            self.orders[order],
        )  # fmt: skip


def ends_of(model: Model, pair: int, how: SplitHand) -> Ends:
    """The starts and ends of a split hand."""
    starts = second_cards(pair, model.flag_of, how.burns, how.actions)
    ended = _ended(
        model.hands, model.flag_of, starts, model.seconds[pair], *how.policy,
        model.tables.burn_double_cards,
    )  # fmt: skip
    doubled, flag, hand, paired = np.nonzero(ended)
    flags = np.append(starts[:, 0], flag)
    hands = np.append(model.seconds[pair, starts[:, 1]], hand)
    gone = model.hands.counts[hands]
    burned = flags > 0
    gone[burned, model.burnable[flags[burned]]] += 1
    return Ends(
        gone,
        np.append(starts[:, 4], paired),
        np.append((starts[:, 3] != HIT) & (starts[:, 3] != STAND), doubled),
        np.append(np.full(len(starts), BUST), model.hands.total[hand]),
        np.append(np.ones(len(starts)), ended[doubled, flag, hand, paired]),
    )


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


@njit(cache=True, nogil=True)
def _ended(  # type: ignore[no-untyped-def]
    hands, flag_of, starts, seconds, hits, burns, burns_double, may_burn
):
    """``[doubled, flag, hand, paired]``: in how many orders a split hand ends there."""
    flags, many = hits.shape
    reached = np.zeros((flags, many, 2))
    ended = np.zeros((2, flags, many, 2))
    for s in range(len(starts)):
        flag, kind, _, action, lane = starts[s]
        hand = seconds[kind]
        if action == STAND:
            ended[0, flag, hand, lane] += 1.0
        elif action == HIT:
            _drawn(hands, flag_of, burns, True, hand, flag, lane, 1.0, reached)
        else:
            _drawn(hands, flag_of, burns_double, may_burn, hand, flag, lane, 1.0, ended[1])
    for hand in range(many):
        for flag in range(flags):
            for lane in range(2):
                ways = reached[flag, hand, lane]
                if ways > 0.0 and hits[flag, hand]:
                    _drawn(hands, flag_of, burns, True, hand, flag, lane, ways, reached)
                elif ways > 0.0:
                    ended[0, flag, hand, lane] += ways
    return ended


@njit(cache=True, nogil=True)
def _drawn(  # type: ignore[no-untyped-def]
    hands, flag_of, burns, may_burn, hand, flag, lane, ways, to
):
    """One card to a hand; the hands it leads to are counted in `to`, busts are not."""
    many = to.shape[1]
    for c in range(len(flag_of)):
        if may_burn and flag == 0 and flag_of[c] > 0 and burns[hand, c]:
            for again in range(len(flag_of)):
                if hands.next[hand, again] < many:
                    to[flag_of[c], hands.next[hand, again], lane] += ways
        elif hands.next[hand, c] < many:
            to[flag, hands.next[hand, c], lane] += ways
