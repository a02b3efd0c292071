"""One hand against one upcard: the best way to play every hand, or the value of a way given.

All values carry the dealer's natural as a lost stake. A bust is then simply the lost stake, and the
chance of the next card is the plain count of cards left: nothing is conditioned on the peek. What a
natural really costs after the stake was changed is put right where it changes (`natural_chance`).

A drawn card of a burnable class leads to an offer; burning it draws again from a shoe without it,
so hands are valued once per burned class (`flag` 0: none burned).
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def natural_chance(left: Floats, values: tuple[int, ...], up: int) -> float:
    """Chance that the hole card makes a natural, with these cards left."""
    wanted = {1: 10, 10: 1}.get(values[up])
    if wanted is None:
        return 0.0
    makers = sum(max(left[kind], 0.0) for kind, value in enumerate(values) if value == wanted)
    return float(makers / max(left.sum(), 1.0))


@njit(cache=True, nogil=True)
def kind_of_flag(flag_of, flags):  # type: ignore[no-untyped-def]
    """The class whose burning sets each flag; -1 for flag 0, nothing burned."""
    kinds = np.full(flags, -1)
    for c in range(len(flag_of)):
        if flag_of[c] > 0:
            kinds[flag_of[c]] = c
    return kinds


@njit(cache=True, nogil=True, error_model="numpy")
def play_out(  # type: ignore[no-untyped-def]
    after, counts, size, is_21, left, flag_of, stand, bust, hits, burns, follow, marked
):
    """Hit-or-stand values of all hands, deepest first.

    `left` are the cards left for an empty hand (upcard gone), `flag_of[class]` the flag burning the
    class sets (0: it cannot be burned), `stand[flag, hand]` the value of standing, `bust` that of
    busting. `hits[flag, hand]` and `burns[hand, class]` are the policy: followed if `follow`,
    otherwise filled in with what is best. Hands that are not `marked[flag, hand]` stand.
    """
    flags, hands = stand.shape
    kinds = len(left)
    hit = np.zeros((flags, hands))
    best = np.zeros((flags, hands + 1))
    burned_kind = kind_of_flag(flag_of, flags)
    cards_left = left.sum()
    for flag in range(flags):
        best[flag, hands] = bust
    for hand in range(hands - 1, -1, -1):
        for flag in range(flags - 1, -1, -1):
            if not marked[flag, hand]:
                best[flag, hand] = stand[flag, hand]
                continue
            cards = cards_left - size[hand] - (1 if flag > 0 else 0)
            value = 0.0
            for c in range(kinds):
                many = left[c] - counts[hand, c]
                if burned_kind[flag] == c:
                    many -= 1.0
                if many <= 0.0:
                    continue
                reached = best[flag, after[hand, c]]
                if flag == 0 and flag_of[c] > 0:
                    again = hit[flag_of[c], hand]
                    if not follow:
                        burns[hand, c] = again > reached
                    if burns[hand, c]:
                        reached = again
                value += many * reached
            value = value / cards if cards > 0 else bust
            hit[flag, hand] = value
            if not follow:
                hits[flag, hand] = value > stand[flag, hand] and not is_21[hand]
            best[flag, hand] = value if hits[flag, hand] else stand[flag, hand]
    return hit, best


@njit(cache=True, nogil=True, error_model="numpy")
def one_card(  # type: ignore[no-untyped-def]
    after, counts, size, left, flag_of, stand, bust, burns, may_burn, follow, marked
):
    """Value of taking exactly one card and standing on it, for every hand and flag.

    `burns[hand, class]` is the policy on the card, followed or filled in as in `play_out`, where
    the game lets the one card be burned (`may_burn`). Only `marked` hands are valued.
    """
    flags, hands = stand.shape
    kinds = len(left)
    worth = np.zeros((flags, hands))
    cards_left = left.sum()
    burned_kind = kind_of_flag(flag_of, flags)
    for hand in range(hands - 1, -1, -1):
        for flag in range(flags - 1, -1, -1):
            if not marked[flag, hand]:
                continue
            cards = cards_left - size[hand] - (1 if flag > 0 else 0)
            value = 0.0
            for c in range(kinds):
                many = left[c] - counts[hand, c]
                if burned_kind[flag] == c:
                    many -= 1.0
                if many <= 0.0:
                    continue
                reached = bust
                if after[hand, c] < hands:
                    reached = stand[flag, after[hand, c]]
                if may_burn and flag == 0 and flag_of[c] > 0:
                    again = worth[flag_of[c], hand]
                    if not follow:
                        burns[hand, c] = again > reached
                    if burns[hand, c]:
                        reached = again
                value += many * reached
            worth[flag, hand] = value / cards if cards > 0 else bust
    return worth


@njit(cache=True, nogil=True)
def reach(  # type: ignore[no-untyped-def]
    after, flag_of, hits, burns, burns_double, may_burn, hitting, doubling
):
    """Mark, in place, every hand the policy goes on to hit or double from; where it stands is new.

    `hitting[flag, hand]` and `doubling[flag, hand]` come with the hands to start from.
    """
    flags, hands = hitting.shape
    kinds = after.shape[1]
    stands = np.zeros((flags, hands), dtype=np.bool_)
    for hand in range(hands):
        for flag in range(flags):
            if hitting[flag, hand]:
                for c in range(kinds):
                    child = after[hand, c]
                    if flag == 0 and flag_of[c] > 0 and burns[hand, c]:
                        hitting[flag_of[c], hand] = True
                    elif child < hands:
                        if hits[flag, child]:
                            hitting[flag, child] = True
                        else:
                            stands[flag, child] = True
            if doubling[flag, hand]:
                for c in range(kinds):
                    if may_burn and flag == 0 and flag_of[c] > 0 and burns_double[hand, c]:
                        doubling[flag_of[c], hand] = True
                    elif after[hand, c] < hands:
                        stands[flag, after[hand, c]] = True
    return stands
