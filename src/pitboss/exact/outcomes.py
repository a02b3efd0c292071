"""Where hands end: how likely each total, doubled or not, meets each dealer final.

An outcome table is ``[doubled, total, final]``: the chance that the hand stands on the total and the
dealer makes the final, the dealer having no natural. Row `BUST` holds in its first column the chance
that the hand busts, and in its last the chance of a dealer natural. Expectations, hit rates and the
events of every bet are sums over such tables.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pitboss.exact.dealer import key_weights, walk

STAND, HIT, DOUBLE = 1, 2, 4


@njit(cache=True, nogil=True, error_model="numpy")
def unsplit_table(  # type: ignore[no-untyped-def]
    hands, left, burnable, flag_of, finals, hits, burns, burns_double, may_burn,
    starts, chances, moves, naturals, out,
):  # fmt: skip
    """Add to `out` where hands of two cards end that stand, hit or double first.

    `finals[flag, hand]` is the dealer's distribution, `naturals` the chance of a dealer natural
    behind each start. Returns the chances of all hands that were hit or stood on undoubled.
    """
    flags, many = hits.shape
    kinds, ends = len(left), finals.shape[2] - 1
    reached = np.zeros((flags, many))
    ended = np.zeros((2, flags, many))
    kept = np.zeros((flags, many))
    mass = np.zeros(2)
    for s in range(len(starts)):
        hand, chance = starts[s], chances[s]
        doubled = 1 if moves[s] == DOUBLE else 0
        out[doubled, 22, ends] += chance * naturals[s]
        mass[doubled] += chance * (1.0 - naturals[s])
        if moves[s] == STAND:
            ended[0, 0, hand] += chance
            kept[0, hand] += chance
        elif moves[s] == HIT:
            kept[0, hand] += chance
            _draw(hands, left, burnable, flag_of, burns, True, hand, 0, chance, reached)
        else:
            _draw(
                hands, left, burnable, flag_of, burns_double, may_burn, hand, 0, chance, ended[1]
            )
    for hand in range(many):
        for flag in range(flags):
            chance = reached[flag, hand]
            if chance == 0.0:
                continue
            kept[flag, hand] += chance
            if hits[flag, hand]:
                _draw(hands, left, burnable, flag_of, burns, True, hand, flag, chance, reached)
            else:
                ended[0, flag, hand] += chance
    for doubled in range(2):
        for flag in range(flags):
            for hand in range(many):
                chance = ended[doubled, flag, hand]
                if chance != 0.0:
                    for f in range(ends):
                        part = chance * finals[flag, hand, f]
                        out[doubled, hands.total[hand], f] += part
                        mass[doubled] -= part
        out[doubled, 22, 0] += mass[doubled]
    return kept


@njit(cache=True, nogil=True, error_model="numpy")
def _draw(  # type: ignore[no-untyped-def]
    hands, left, burnable, flag_of, burns, may_burn, hand, flag, chance, to
):
    """One card to a hand; the hands it leads to are marked in `to`, busts are not."""
    many = to.shape[1]
    cards = left.sum() - hands.size[hand] - (1 if flag > 0 else 0)
    for c in range(len(left)):
        count = left[c] - hands.counts[hand, c]
        if burnable[flag] == c:
            count -= 1.0
        if count <= 0.0:
            continue
        part = chance * count / cards
        if may_burn and flag == 0 and flag_of[c] > 0 and burns[hand, c]:
            # drawn again at once: the redraw of the same hand, whatever its own policy is
            for again in range(len(left)):
                count = left[again] - hands.counts[hand, again] - (1.0 if again == c else 0.0)
                if count > 0.0 and hands.next[hand, again] < many:
                    to[flag_of[c], hands.next[hand, again]] += part * count / (cards - 1)
        elif hands.next[hand, c] < many:
            to[flag, hands.next[hand, c]] += part


@njit(cache=True, nogil=True, error_model="numpy")
def second_cards(  # type: ignore[no-untyped-def]
    left, pair, gone, flag_of, flags, second_burns, actions
):
    """The ways a split hand starts: its second card, after a burned one where it is burned.

    Returns flags, classes and actions of the starts, and ``chances[start, lane]`` with a lane for
    each variant whose second card is not of the pair's class, then one for each where it is.
    """
    kinds, variants = len(left), len(gone)
    room = kinds * flags
    flag_at = np.empty(room, dtype=np.int64)
    kind_at = np.empty(room, dtype=np.int64)
    action_at = np.empty(room, dtype=np.int64)
    chances = np.zeros((room, 2 * variants))
    whole = left.sum()
    found = 0
    for c in range(kinds):
        burned = second_burns[c]
        for again in range(kinds if burned else 1):
            kind = again if burned else c
            lane = variants if kind == pair else 0
            flag = flag_of[c] if burned else 0
            some = False
            for v in range(variants):
                cards = whole - gone[v] - 1.0
                one = left[c] - (gone[v] + 1.0 if c == pair else 0.0)
                chance = max(one, 0.0) / cards if cards > 0.0 else 0.0
                if burned:
                    more = left[kind] - (gone[v] + 1.0 if kind == pair else 0.0)
                    if kind == c:
                        more -= 1.0
                    chance *= max(more, 0.0) / (cards - 1.0) if cards > 1.0 else 0.0
                chances[found, lane + v] = chance
                some = some or chance > 0.0
            if some:
                flag_at[found], kind_at[found] = flag, kind
                action_at[found] = actions[flag, kind]
                found += 1
    return flag_at[:found], kind_at[:found], action_at[:found], chances[:found]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def split_tables(  # type: ignore[no-untyped-def]
    hands, trie, left, pair, gone, variant_of, seconds, makers, burnable, flag_of, finals,
    flag_at, kind_at, action_at, chances, hits, burns, burns_double, may_burn, reached, ended, out,
):  # fmt: skip
    """Outcome tables of one split hand, ``out[lane, doubled, total, final]``.

    `left` are the cards left for an empty hand, the other hand's pair card still among them; each
    variant has `gone[variant]` pair cards out of the shoe besides the hand's own, and each lane is
    of a variant. The hand starts with a second card of class `kind_at[start]` with the chance
    `chances[start, lane]` and is played as `action_at[start]` says, then by the policy.
    `reached[flag, hand, lane]` and `ended[doubled, flag, hand, lane]` are room to work in, all
    zeros before and after.
    """
    flags, many = hits.shape
    kinds, variants, lanes = len(left), len(gone), len(variant_of)
    ends = finals - 1
    keys = len(trie.key_depth)
    lead = left[pair] - gone[variant_of]
    cards = left.sum() - gone[variant_of]
    now = np.empty(lanes)
    out[:] = 0.0
    for s in range(len(flag_at)):
        flag, hand, action = flag_at[s], seconds[kind_at[s]], action_at[s]
        doubled = 1 if action == DOUBLE else 0
        for lane in range(lanes):
            now[lane] = chances[s, lane]
            rest = cards[lane] - 2.0 - (1.0 if flag > 0 else 0.0)
            maker = 0.0
            for m in range(kinds):
                if makers[m] > 0.0:
                    maker += lead[lane] if m == pair else left[m]
                    maker -= hands.counts[hand, m] + (1.0 if burnable[flag] == m else 0.0)
            natural = max(maker, 0.0) / rest if rest > 0.0 else 0.0
            out[lane, doubled, 22, ends] += now[lane] * natural
            out[lane, doubled, 22, 0] += now[lane] * (1.0 - natural)
        if action == STAND:
            for lane in range(lanes):
                ended[0, flag, hand, lane] += now[lane]
        elif action == HIT:
            _draw_lanes(
                hands, left, lead, cards, pair, burnable, flag_of, burns, True, hand, flag, now,
                reached,
            )  # fmt: skip
        else:
            _draw_lanes(
                hands, left, lead, cards, pair, burnable, flag_of, burns_double, may_burn, hand,
                flag, now, ended[1],
            )  # fmt: skip
    for hand in range(many):
        for flag in range(flags):
            live = 0.0
            for lane in range(lanes):
                live += reached[flag, hand, lane]
            if live == 0.0:
                continue
            for lane in range(lanes):
                now[lane] = reached[flag, hand, lane]
                reached[flag, hand, lane] = 0.0
            if hits[flag, hand]:
                _draw_lanes(
                    hands, left, lead, cards, pair, burnable, flag_of, burns, True, hand, flag, now,
                    reached,
                )  # fmt: skip
            else:
                for lane in range(lanes):
                    ended[0, flag, hand, lane] += now[lane]
    # The dealer behind every end: removal sets that differ in pair cards alone share a walk.
    group_of = np.full((flags, many), -1)
    slot_of = np.full((flags, 24, 24), -1)
    rows = np.empty((2 * flags * many, 3), dtype=np.int64)
    slots_at = np.empty((flags * 24 * 24, 3), dtype=np.int64)
    shoes = np.empty((flags * many, kinds))
    found, groups, slots = 0, 0, 0
    for flag in range(flags):
        apart = flag if burnable[flag] != pair else 0
        for hand in range(many):
            for doubled in range(2):
                live = 0.0
                for lane in range(lanes):
                    live += ended[doubled, flag, hand, lane]
                if live == 0.0:
                    continue
                rows[found, 0], rows[found, 1], rows[found, 2] = flag, hand, doubled
                found += 1
                base = hands.base[pair, hand]
                if group_of[apart, base] < 0:
                    group_of[apart, base] = groups
                    for c in range(kinds):
                        shoes[groups, c] = left[c] - hands.counts[base, c]
                    if apart > 0:
                        shoes[groups, burnable[apart]] -= 1.0
                    groups += 1
                leads, size = hands.counts[hand, pair], hands.size[hand]
                if slot_of[flag, leads, size] < 0:
                    slot_of[flag, leads, size] = slots
                    slots_at[slots, 0], slots_at[slots, 1], slots_at[slots, 2] = flag, leads, size
                    slots += 1
    sums = np.empty((groups, keys))
    walk(trie, shoes[:groups], sums)
    weights = np.empty((slots, keys, variants))
    weight = np.empty(keys)
    for slot in range(slots):
        flag, leads, size = slots_at[slot, 0], slots_at[slot, 1], slots_at[slot, 2]
        same = 1.0 if flag > 0 and burnable[flag] == pair else 0.0
        burned = 1.0 if flag > 0 else 0.0
        for v in range(variants):
            key_weights(
                trie, left[pair] - gone[v] - leads - same,
                left.sum() - gone[v] - size - burned, weight,
            )  # fmt: skip
            for k in range(keys):
                weights[slot, k, v] = weight[k]
    against = np.empty((finals, variants))
    for row in range(found):
        flag, hand, doubled = rows[row, 0], rows[row, 1], rows[row, 2]
        apart = flag if burnable[flag] != pair else 0
        group = group_of[apart, hands.base[pair, hand]]
        slot = slot_of[flag, hands.counts[hand, pair], hands.size[hand]]
        against[:] = 0.0
        for k in range(keys):
            f, known = trie.key_final[k], sums[group, k]
            for v in range(variants):
                against[f, v] += known * weights[slot, k, v]
        for v in range(variants):
            rest = 1.0
            for f in range(finals):
                rest -= against[f, v]
            against[finals - 2, v] = rest
        total = hands.total[hand]
        for lane in range(lanes):
            part = ended[doubled, flag, hand, lane]
            ended[doubled, flag, hand, lane] = 0.0
            if part != 0.0:
                for f in range(ends):
                    chance = part * against[f, variant_of[lane]]
                    out[lane, doubled, total, f] += chance
                    out[lane, doubled, 22, 0] -= chance


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _draw_lanes(  # type: ignore[no-untyped-def]
    hands, left, lead, cards, pair, burnable, flag_of, burns, may_burn, hand, flag, now, to
):
    """One card to a hand in every lane; the hands it leads to are marked in `to`."""
    kinds, lanes, many = len(left), len(lead), to.shape[1]
    part = np.empty(lanes)
    for lane in range(lanes):
        rest = cards[lane] - hands.size[hand] - (1.0 if flag > 0 else 0.0)
        part[lane] = now[lane] / rest if rest > 0.0 else 0.0
    for c in range(kinds):
        minus = hands.counts[hand, c] + (1.0 if burnable[flag] == c else 0.0)
        child = hands.next[hand, c]
        if may_burn and flag == 0 and flag_of[c] > 0 and burns[hand, c]:
            # drawn again at once: the redraw of the same hand, whatever its own policy is
            for again in range(kinds):
                child = hands.next[hand, again]
                if child >= many:
                    continue
                less = hands.counts[hand, again] + (1.0 if again == c else 0.0)
                for lane in range(lanes):
                    one = max((lead[lane] if c == pair else left[c]) - minus, 0.0)
                    two = max((lead[lane] if again == pair else left[again]) - less, 0.0)
                    rest = cards[lane] - hands.size[hand] - 1.0
                    if rest > 0.0:
                        to[flag_of[c], child, lane] += part[lane] * one * two / rest
        elif child < many:
            if c == pair:
                for lane in range(lanes):
                    to[flag, child, lane] += part[lane] * max(lead[lane] - minus, 0.0)
            else:
                count = max(left[c] - minus, 0.0)
                for lane in range(lanes):
                    to[flag, child, lane] += part[lane] * count
