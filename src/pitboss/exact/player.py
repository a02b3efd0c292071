"""One hand against one upcard: the best way to play every hand, or the value of a way given.

All values carry the dealer's natural as if the hand had bust. The chance of the next card is then
the plain count of cards left: nothing is conditioned on the peek. What a natural really brings is
put right where a decision compares.

A drawn card of a burnable class leads to an offer; burning it draws again from a shoe without it,
so hands are valued once per burned class (`flag` 0: none burned).
"""

from __future__ import annotations

import numpy as np

from pitboss.exact import njit
from pitboss.exact.dealer import cards_in


@njit(cache=True, nogil=True, error_model="numpy")
def stand_values(total, finals, pay):  # type: ignore[no-untyped-def]
    """``[flag, hand]``: standing against these finals, `pay[total, final]`, natural as a bust."""
    flags, many, hands = finals.shape
    out = np.empty((flags, hands))
    for flag in range(flags):
        for hand in range(hands):
            value = finals[flag, many - 1, hand] * pay[22, 0]
            for f in range(many - 1):
                value += finals[flag, f, hand] * pay[total[hand], f]
            out[flag, hand] = value
    return out


@njit(cache=True, nogil=True, error_model="numpy")
def play_out(  # type: ignore[no-untyped-def]
    hands, left, burnable, flag_of, stand, bust, hits, burns, follow
):
    """Hit-or-stand values of all hands, deepest first.

    `left` are the cards left for an empty hand (upcard gone), `stand[flag, hand]` the value of
    standing, `bust` that of busting. `hits[flag, hand]` and `burns[hand, class]` are the policy:
    followed if `follow`, otherwise filled in with what is best.
    """
    flags, many = stand.shape
    kinds = len(left)
    hit = np.zeros((flags, many))
    best = np.zeros((flags, many + 1))
    cards_left = cards_in(left)
    for flag in range(flags):
        best[flag, many] = bust
    for hand in range(many - 1, -1, -1):
        for flag in range(flags - 1, -1, -1):
            cards = cards_left - hands.size[hand] - (1 if flag > 0 else 0)
            value = 0.0
            for c in range(kinds):
                count = left[c] - hands.counts[hand, c]
                if burnable[flag] == c:
                    count -= 1.0
                if count <= 0.0:
                    continue
                reached = best[flag, hands.next[hand, c]]
                if flag == 0 and flag_of[c] > 0:
                    again = hit[flag_of[c], hand]
                    if not follow:
                        burns[hand, c] = again > reached
                    if burns[hand, c]:
                        reached = again
                value += count * reached
            value = value / cards if cards > 0 else bust
            hit[flag, hand] = value
            if not follow:
                hits[flag, hand] = value > stand[flag, hand] and hands.total[hand] < 21
            best[flag, hand] = value if hits[flag, hand] else stand[flag, hand]
    return hit, best


@njit(cache=True, nogil=True, error_model="numpy")
def one_card(  # type: ignore[no-untyped-def]
    hands, left, burnable, flag_of, stand, bust, burns, may_burn, follow
):
    """Value of taking exactly one card and standing on it, for every hand and flag.

    `burns[hand, class]` is the policy on the card, followed or filled in as in `play_out`, where
    the game lets the one card be burned (`may_burn`).
    """
    flags, many = stand.shape
    kinds = len(left)
    worth = np.zeros((flags, many))
    cards_left = cards_in(left)
    for hand in range(many - 1, -1, -1):
        if hands.size[hand] > 2:
            continue
        for flag in range(flags - 1, -1, -1):
            cards = cards_left - hands.size[hand] - (1 if flag > 0 else 0)
            value = 0.0
            for c in range(kinds):
                count = left[c] - hands.counts[hand, c]
                if burnable[flag] == c:
                    count -= 1.0
                if count <= 0.0:
                    continue
                reached = bust
                if hands.next[hand, c] < many:
                    reached = stand[flag, hands.next[hand, c]]
                if may_burn and flag == 0 and flag_of[c] > 0:
                    again = worth[flag_of[c], hand]
                    if not follow:
                        burns[hand, c] = again > reached
                    if burns[hand, c]:
                        reached = again
                value += count * reached
            worth[flag, hand] = value / cards if cards > 0 else bust
    return worth
