"""Where a hand ends: how likely each total, doubled or not, meets each dealer final.

An outcome table is ``[doubled, total, final]``: the chance that the hand stands on the total (row
22: busts) and the dealer makes the final. Rounds a dealer natural ends are not in it. Expectations,
hit rates and the events of every bet are sums over such tables.
"""

from __future__ import annotations

from numba import njit

from pitboss.exact.player import kind_of_flag

BUST = 22
"""Row of a bust; the dealer's final does not matter there and is written as the first one."""


@njit(cache=True, nogil=True, error_model="numpy")
def play_forward(  # type: ignore[no-untyped-def]
    after, counts, size, total, left, maker, flag_of, hits, burns, finals, reached, out
):
    """Follow the policy from the hands `reached[flag, hand]` and add where they end to `out`.

    `finals[flag, hand]` is the dealer's distribution, natural last; `maker[class]` is 1 where the
    class makes a natural with the upcard. `reached` is used up.
    """
    flags, hands = reached.shape
    ends = finals.shape[2] - 1
    burned = kind_of_flag(flag_of, flags)
    cards_left = left.sum()
    for hand in range(hands):
        for flag in range(flags):
            chance = reached[flag, hand]
            if chance == 0.0:
                continue
            reached[flag, hand] = 0.0
            if not hits[flag, hand]:
                for f in range(ends):
                    out[total[hand], f] += chance * finals[flag, hand, f]
                continue
            _draw(
                after, counts, left, maker, flag_of, burns, burned, hand, flag, chance,
                cards_left - size[hand] - (1 if flag > 0 else 0), reached, out, hands,
            )  # fmt: skip


@njit(cache=True, nogil=True, error_model="numpy")
def hit_first(  # type: ignore[no-untyped-def]
    after, counts, size, left, maker, flag_of, burns, hand, flag, chance, reached, out
):
    """One card to a hand whatever its policy is; the hands it leads to are marked in `reached`."""
    flags, hands = reached.shape
    burned = kind_of_flag(flag_of, flags)
    cards = left.sum() - size[hand] - (1 if flag > 0 else 0)
    _draw(
        after, counts, left, maker, flag_of, burns, burned, hand, flag, chance, cards, reached, out,
        hands,
    )  # fmt: skip


@njit(cache=True, nogil=True, error_model="numpy")
def take_one(  # type: ignore[no-untyped-def]
    after,
    counts,
    size,
    total,
    left,
    maker,
    flag_of,
    burns,
    may_burn,
    finals,
    hand,
    flag,
    chance,
    out,
):
    """One card to a hand, which then stands; where it ends is added to `out`."""
    hands = len(size)
    kinds, ends = len(left), finals.shape[2] - 1
    cards = left.sum() - size[hand] - (1 if flag > 0 else 0)
    for c in range(kinds):
        many = left[c] - counts[hand, c]
        if flag > 0 and flag_of[c] == flag:
            many -= 1.0
        if many <= 0.0:
            continue
        part = chance * many / cards
        child = after[hand, c]
        if may_burn and flag == 0 and flag_of[c] > 0 and burns[hand, c]:
            take_one(
                after, counts, size, total, left, maker, flag_of, burns, may_burn, finals, hand,
                flag_of[c], part, out,
            )  # fmt: skip
        elif child < hands:
            for f in range(ends):
                out[total[child], f] += part * finals[flag, child, f]
        else:
            out[BUST, 0] += part * _no_natural(counts, left, maker, flag_of, hand, flag, c, cards)


@njit(cache=True, nogil=True, error_model="numpy")
def _draw(  # type: ignore[no-untyped-def]
    after,
    counts,
    left,
    maker,
    flag_of,
    burns,
    burned,
    hand,
    flag,
    chance,
    cards,
    reached,
    out,
    hands,
):
    for c in range(len(left)):
        many = left[c] - counts[hand, c]
        if burned[flag] == c:
            many -= 1.0
        if many <= 0.0:
            continue
        part = chance * many / cards
        if flag == 0 and flag_of[c] > 0 and burns[hand, c]:
            # drawn again at once: the redraw of the same hand, whatever its own policy is
            _draw(
                after, counts, left, maker, flag_of, burns, burned, hand, flag_of[c], part,
                cards - 1, reached, out, hands,
            )  # fmt: skip
        elif after[hand, c] < hands:
            reached[flag, after[hand, c]] += part
        else:
            out[BUST, 0] += part * _no_natural(counts, left, maker, flag_of, hand, flag, c, cards)


@njit(cache=True, nogil=True, error_model="numpy")
def _no_natural(counts, left, maker, flag_of, hand, flag, drawn, cards):  # type: ignore[no-untyped-def]
    """Chance that the hole card makes no natural after a card that bust the hand."""
    makers = 0.0
    for c in range(len(left)):
        if maker[c] > 0:
            makers += left[c] - counts[hand, c]
            if flag > 0 and flag_of[c] == flag:
                makers -= 1.0
            if c == drawn:
                makers -= 1.0
    return 1.0 - max(makers, 0.0) / (cards - 1) if cards > 1 else 1.0
