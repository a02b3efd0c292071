"""Unsplit hands forward: where they end, on one board."""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.play import BOARDS, BUST, CHANCE, STAND


@njit(cache=True, nogil=True, error_model="numpy")
def unsplit_table(  # type: ignore[no-untyped-def]
    slots, hands, worlds, block, board, finals, picks, flow, out
):
    """Put right in ``out[row, total, final]`` where hands end that have chances `flow` by slot.

    They are counted there as bust already, in the row they start on: first column without a dealer
    natural, last with one. ``finals[world, hand, final, board]`` are the dealer's chances,
    ``picks[slot]`` the decisions. `flow` becomes the chances of all slots.
    """
    kinds, ends = hands.counts.shape[1], finals.shape[2] - 1
    left = np.empty(kinds)
    for c in range(kinds):
        left[c] = block.left[c * BOARDS + board]
    for slot in range(len(slots.kind) - 1, -1, -1):
        part = flow[slot]
        if part == 0.0:
            continue
        hand, world, own = slots.hand[slot], slots.world[slot], slots.row[slot]
        if hand < 0:
            continue
        if slots.kind[slot] == STAND:
            total = hands.total[hand]
            for f in range(ends):
                chance = part * finals[world, hand, f, board]
                out[own, total, f] += chance
                out[own, BUST, 0] -= chance
        elif slots.kind[slot] == CHANCE:
            cards = block.cards[board] - hands.size[hand]
            for c in range(kinds):
                cards -= worlds[world, c]
            each = part / cards
            for c in range(kinds):
                count = max(left[c] - (hands.counts[hand, c] + worlds[world, c]), 0.0)
                given_up = slots.again[slot, c] >= 0 and picks[slot] >> c & 1
                to = slots.again[slot, c] if given_up else slots.child[slot, c]
                flow[to] += each * count
        else:
            option = slots.first_option[slot] + picks[slot]
            after = slots.option_row[option]
            if slots.option_times[option] != 0.0:
                flow[slots.option_slot[option]] += part
            if after != own:
                natural = finals[world, hand, ends, board]
                out[own, BUST, 0] -= part * (1.0 - natural)
                out[own, BUST, ends] -= part * natural
                out[after, BUST, 0] += part * (1.0 - natural)
                out[after, BUST, ends] += part * natural
