"""Unsplit hands forward: where they end, on one board."""

from __future__ import annotations

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.play import BOARDS, BUST, CHANCE, STAND


@njit(cache=True, nogil=True, error_model="numpy")
def unsplit_table(  # type: ignore[no-untyped-def]
    slots, hands, worlds, block, board, finals, picks, flow, out
):
    """Put right in ``out[row, total, final]`` where hands end that have chances `flow` by slot.

    They are counted there as bust already, in the row they start on: first column without a dealer
    natural, last with one. ``finals[world, final, hand]`` are the dealer's chances, ``picks[slot]``
    the decisions. `flow` becomes the chances of all slots.
    """
    kinds, ends = hands.counts.shape[1], finals.shape[1] - 1
    for slot in range(len(slots.kind) - 1, -1, -1):
        hand, world, part = slots.hand[slot], slots.world[slot], flow[slot]
        if part == 0.0 or hand < 0:
            continue
        own = slots.row[slot]
        if slots.kind[slot] == STAND:
            for f in range(ends):
                chance = part * finals[world, f, hand]
                out[own, hands.total[hand], f] += chance
                out[own, BUST, 0] -= chance
        elif slots.kind[slot] == CHANCE:
            cards = block.cards[board] - hands.size[hand]
            for c in range(kinds):
                cards -= worlds[world, c]
            for c in range(kinds):
                held = hands.counts[hand, c] + worlds[world, c]
                count = max(block.left[c * BOARDS + board] - held, 0.0)
                given_up = slots.again[slot, c] >= 0 and picks[slot] >> c & 1
                to = slots.again[slot, c] if given_up else slots.child[slot, c]
                flow[to] += part * count / cards
        else:
            option = slots.first_option[slot] + picks[slot]
            natural = finals[world, ends, hand]
            after = slots.option_row[option]
            if slots.option_times[option] != 0.0:
                flow[slots.option_slot[option]] += part
            if after != own:
                out[own, BUST, 0] -= part * (1.0 - natural)
                out[own, BUST, ends] -= part * natural
                out[after, BUST, 0] += part * (1.0 - natural)
                out[after, BUST, ends] += part * natural
