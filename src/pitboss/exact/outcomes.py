"""Where hands end: how likely each total, doubled or not, meets each dealer final.

An outcome table is ``[doubled, total, final]``: the chance that the hand stands on the total and
the dealer makes the final, the dealer having no natural. Row `BUST` holds in its first column the
chance that the hand busts, and in its last the chance of a dealer natural. Expectations, hit rates
and the events of every bet are sums over such tables.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact import njit
from pitboss.exact.dealer import LANES, VARIANTS, Trie, cards_in, key_weights, walk

STAND, HIT, DOUBLE = 1, 2, 4


@njit(cache=True, nogil=True, error_model="numpy")
def unsplit_table(  # type: ignore[no-untyped-def]
    hands, left, burnable, flag_of, finals, hits, burns, burns_double, may_burn,
    starts, chances, moves, naturals, out,
):  # fmt: skip
    """Add to `out` where hands of two cards end that stand, hit or double first.

    `finals[flag, final, hand]` is the dealer's distribution, `naturals` the chance of a dealer
    natural behind each start. Returns the chances of all hands that were hit or stood on undoubled.
    """
    flags, many = hits.shape
    ends = finals.shape[1] - 1
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
            _draw(hands, left, burnable, flag_of, burns_double, may_burn, hand, 0, chance, ended[1])
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
                        part = chance * finals[flag, f, hand]
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
    cards = cards_in(left) - hands.size[hand] - (1 if flag > 0 else 0)
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


@njit(cache=True, nogil=True)
def second_cards(pair, flag_of, burns, actions):  # type: ignore[no-untyped-def]
    """Every start of a split hand: flag, second card, class burned before it, action, lane.

    Lane 1 is for second cards of the pair's class.
    """
    flags, kinds = actions.shape
    starts = np.empty((kinds * flags, 5), dtype=np.int64)
    found = 0
    for c in range(kinds):
        flag = flag_of[c] if burns[c] else 0
        for again in range(kinds if burns[c] else 1):
            second = again if burns[c] else c
            starts[found, 0], starts[found, 1] = flag, second
            starts[found, 2] = c if burns[c] else -1
            starts[found, 3] = actions[flag, second]
            starts[found, 4] = 1 if second == pair else 0
            found += 1
    return starts[:found]


@njit(cache=True, nogil=True, error_model="numpy")
def worth_of(tables, pay):  # type: ignore[no-untyped-def]
    """The mean pay of each outcome table, ``tables[table, doubled, total, final]``."""
    worth = np.empty(len(tables))
    for one in range(len(tables)):
        value, mass = 0.0, 0.0
        for doubled in range(pay.shape[0]):
            for total in range(pay.shape[1]):
                for f in range(pay.shape[2]):
                    chance = tables[one, doubled, total, f]
                    value += chance * pay[doubled, total, f]
                    mass += chance
        worth[one] = value / mass if mass > 0.0 else 0.0
    return worth


@njit(cache=True, nogil=True, error_model="numpy")
def pick_doubles(out, doubles, pair, pay, actions):  # type: ignore[no-untyped-def]
    """Double where that is better in the first variant; tables as `SplitTables` keeps them.

    Lanes 0 and 1 are as `second_cards` makes them; each second card that can be doubled has a lane
    of its own with both ways in it, undoubled and doubled.
    """
    variants, _, _, totals, finals = out.shape
    for place in range(len(doubles)):
        lane, value = 2 + place, 0.0
        for total in range(totals):
            for f in range(finals):
                value += out[0, lane, 1, total, f] * pay[1, total, f]
                value -= out[0, lane, 0, total, f] * pay[0, total, f]
        chosen = 1 if value > 0.0 else 0
        if chosen:
            actions[doubles[place]] = DOUBLE
        to = 1 if doubles[place] == pair else 0
        for v in range(variants):
            _add(out[v, to, chosen], out[v, lane, chosen])
    return _by_lane(out)


@njit(cache=True, nogil=True, error_model="numpy")
def pick_burns(out, burnable, pair, pay, kinds):  # type: ignore[no-untyped-def]
    """Burn where that is better in the first variant; which, and the tables of that.

    Lanes 0 and 1 are as `second_cards` makes them; then each class that can be burned has a lane
    for keeping it, and after those two lanes for what comes in its place.
    """
    variants, _, _, totals, finals = out.shape
    burns = np.zeros(kinds, dtype=np.bool_)
    for place in range(len(burnable)):
        keep, burn, value = 2 + place, 2 + len(burnable) + 2 * place, 0.0
        for doubled in range(2):
            for total in range(totals):
                for f in range(finals):
                    again = out[0, burn, doubled, total, f] + out[0, burn + 1, doubled, total, f]
                    value += (again - out[0, keep, doubled, total, f]) * pay[doubled, total, f]
        burns[burnable[place]] = value > 0.0
        to = 1 if burnable[place] == pair else 0
        for v in range(variants):
            for doubled in range(2):
                if value > 0.0:
                    _add(out[v, 0, doubled], out[v, burn, doubled])
                    _add(out[v, 1, doubled], out[v, burn + 1, doubled])
                else:
                    _add(out[v, to, doubled], out[v, keep, doubled])
    return burns, _by_lane(out)


@njit(cache=True, nogil=True)
def _add(to, table):  # type: ignore[no-untyped-def]
    """Add one table of totals and finals to another."""
    totals, finals = table.shape
    for total in range(totals):
        for f in range(finals):
            to[total, f] += table[total, f]


@njit(cache=True, nogil=True)
def _by_lane(out):  # type: ignore[no-untyped-def]
    """``[lane × variant, doubled × total × final]`` of the first two lanes."""
    variants, _, _, totals, finals = out.shape
    tables = np.empty((2 * variants, 2 * totals * finals))
    for lane in range(2):
        for v in range(variants):
            for doubled in range(2):
                for total in range(totals):
                    for f in range(finals):
                        at = (doubled * totals + total) * finals + f
                        tables[lane * variants + v, at] = out[v, lane, doubled, total, f]
    return tables


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def split_tables(  # type: ignore[no-untyped-def]
    hands, within, sorted_within, trie, left, pair, gone, other, also, seconds, makers, burnable,
    flag_of, finals, starts, hits, burns, burns_double, may_burn, reached, ended, work, out,
):  # fmt: skip
    """Outcome tables of one split hand, ``out[variant, lane, doubled, total, final]``.

    `within` are the hands that hold the pair's class, `sorted_within` the same by number of pair
    cards, of cards of class `other`, size and total. `left` are the cards left for an empty hand,
    the other hand's pair card still among them; each variant has `gone[variant]` pair cards out of
    the shoe besides the hand's own, and `also[variant]` cards of class `other`, if that is not -1.
    `starts` are as `second_cards` gives them: each is played as its action says, then by the
    policy, and counted in its lane. `reached[flag, hand, lane]` and
    `ended[doubled, flag, hand, lane]` are room to work in; their last lane is a mark. All zeros
    before and after.

    Variants differ in these two classes alone, so the number of orders times the falling factorials
    of the others is the same for all of them: play is followed once, and each variant's chance is
    put in at the end.
    """
    flags, many = hits.shape
    kinds, variants, lanes, mark = len(left), len(gone), out.shape[1], reached.shape[2] - 1
    ends = finals - 1
    keys = len(trie.key_depth)
    lead = left[pair] - gone
    rest_of_other = (left[other] if other >= 0 else 0.0) - also
    cards = cards_in(left) - gone - also
    now = np.empty(lanes)
    out[:] = 0.0
    for s in range(len(starts)):
        flag, kind, burned, action, lane = starts[s]
        hand = seconds[kind]
        doubled = 1 if action == DOUBLE else 0
        weight, drawn, leads, others = 1.0, 1.0, 0.0, 0.0
        for c in (burned, kind):
            if c == pair:
                leads += 1.0
            elif c == other and c >= 0:
                others += 1.0
            elif c >= 0:
                weight *= left[c]
        if burned >= 0:
            drawn += 1.0
            if burned == kind and burned != pair and burned != other:
                weight *= (left[burned] - 1.0) / left[burned] if left[burned] > 0.0 else 0.0
        if weight <= 0.0:
            continue
        for v in range(variants):
            chance = weight * falling(lead[v] - 1.0, leads) * falling(rest_of_other[v], others)
            orders = falling(cards[v] - 1.0, drawn)
            chance = chance / orders if orders > 0.0 else 0.0  # a shoe with too few cards
            rest = cards[v] - 1.0 - drawn
            maker = 0.0
            for m in range(kinds):
                if makers[m] > 0:
                    if m == pair:
                        maker += lead[v]
                    else:
                        maker += rest_of_other[v] if m == other else left[m]
                    maker -= hands.counts[hand, m] + (1.0 if burned == m else 0.0)
            natural = max(maker, 0.0) / rest if rest > 0.0 else 0.0
            out[v, lane, doubled, 22, ends] += chance * natural
            out[v, lane, doubled, 22, 0] += chance * (1.0 - natural)
        if action == STAND:
            ended[0, flag, hand, lane] += weight
            ended[0, flag, hand, mark] = 1.0
        else:
            now[:] = 0.0
            now[lane] = weight
            if action == HIT:
                _draw_lanes(
                    hands,
                    left,
                    pair,
                    other,
                    burnable,
                    flag_of,
                    burns,
                    True,
                    hand,
                    flag,
                    now,
                    reached,
                )
            else:
                _draw_lanes(
                    hands, left, pair, other, burnable, flag_of, burns_double, may_burn, hand, flag,
                    now, ended[1],
                )  # fmt: skip
    for hand in within:
        for flag in range(flags):
            if reached[flag, hand, mark] == 0.0:
                continue
            for lane in range(lanes):
                now[lane] = reached[flag, hand, lane]
                reached[flag, hand, lane] = 0.0
            reached[flag, hand, mark] = 0.0
            if hits[flag, hand]:
                _draw_lanes(
                    hands,
                    left,
                    pair,
                    other,
                    burnable,
                    flag_of,
                    burns,
                    True,
                    hand,
                    flag,
                    now,
                    reached,
                )
            else:
                for lane in range(lanes):
                    ended[0, flag, hand, lane] += now[lane]
                ended[0, flag, hand, mark] = 1.0
    # The dealer behind every end. Removal sets that differ in pair cards alone share a walk; ends
    # with the same number of cards and of pair cards weigh its keys alike and are added up first.
    group_of = np.zeros((flags, many), dtype=np.int32)  # one more than the group; 0: none yet
    rows = np.empty((2 * flags * len(within), 4), dtype=np.int32)
    shoe_at = np.empty((flags * len(within), 2), dtype=np.int32)
    found, groups = 0, 0
    for flag in range(flags):
        apart = flag if burnable[flag] != pair and burnable[flag] != other else 0
        for doubled in range(2):
            for hand in sorted_within:
                if ended[doubled, flag, hand, mark] == 0.0:
                    continue
                base = hands.base[pair, hand]
                if other >= 0:
                    base = hands.base[other, base]
                if group_of[apart, base] == 0:
                    shoe_at[groups, 0], shoe_at[groups, 1] = apart, base
                    groups += 1
                    group_of[apart, base] = groups
                rows[found, 0], rows[found, 1], rows[found, 2] = flag, hand, doubled
                rows[found, 3] = group_of[apart, base] - 1
                found += 1
    sums = work[: keys * (groups + LANES)].reshape((groups + LANES, keys))
    shoes = np.ones((kinds + 1) * LANES)
    by_key = np.empty(keys * LANES)
    for first in range(0, groups, LANES):
        for lane in range(min(LANES, groups - first)):
            apart, base = shoe_at[first + lane]
            for c in range(kinds):
                count = left[c] - hands.counts[base, c]
                if apart > 0 and c == burnable[apart]:
                    count -= 1.0
                shoes[c * LANES + lane] = max(count, 0.0)
        walk(trie, shoes, by_key)
        for block in range(0, min(LANES, groups - first), 8):
            for k in range(keys):
                for lane in range(8):
                    sums[first + block + lane, k] = by_key[k * LANES + block + lane]
    added = np.zeros((lanes, keys))
    used = np.zeros(lanes, dtype=np.bool_)
    amount = np.zeros(lanes)
    chunks = (variants + VARIANTS - 1) // VARIANTS
    weights = np.empty((chunks, keys * VARIANTS))
    chunk_gone = np.zeros((chunks, VARIANTS))
    chunk_also = np.zeros((chunks, VARIANTS))
    for v in range(variants):
        chunk_gone[v // VARIANTS, v % VARIANTS] = gone[v]
        chunk_also[v // VARIANTS, v % VARIANTS] = also[v]
    factor = np.zeros((chunks, VARIANTS))
    room = chunks * lanes * 2 * 22 * finals * VARIANTS
    wide = work[len(work) - room :].reshape((chunks, lanes, 2, 22, finals * VARIANTS))
    touched = np.zeros((lanes, 2, 22), dtype=np.bool_)
    chances = np.empty(VARIANTS)
    weighed = (-1, -1, -1, -1)
    others = 0
    first_key = first_keys(trie, finals)
    for row in range(found):
        flag, hand, doubled, group = rows[row]
        for lane in range(lanes):
            many_ways = ended[doubled, flag, hand, lane]
            if many_ways != 0.0:
                ended[doubled, flag, hand, lane] = 0.0
                used[lane] = True
                amount[lane] += many_ways
                to, of = added[lane], sums[group]
                for k in range(keys):
                    to[k] += many_ways * of[k]
        ended[doubled, flag, hand, mark] = 0.0
        total, leads, size = hands.total[hand], hands.counts[hand, pair], hands.size[hand]
        if other >= 0:
            others = hands.counts[hand, other]
        if row + 1 < found:
            after = rows[row + 1, 1]
            if (
                rows[row + 1, 0] == flag and rows[row + 1, 2] == doubled
                and hands.total[after] == total and hands.counts[after, pair] == leads
                and hands.size[after] == size
                and (other < 0 or hands.counts[after, other] == others)
            ):  # fmt: skip
                continue
        if weighed != (flag, leads, size, others):
            weighed = (flag, leads, size, others)
            same = 1.0 if flag > 0 and burnable[flag] == pair else 0.0
            same_other = 1.0 if flag > 0 and burnable[flag] == other else 0.0
            burned = 1.0 if flag > 0 else 0.0
            for v in range(variants):
                drawn = size - 1.0 + burned
                ways = falling(lead[v] - 1.0, leads - 1.0 + same)
                ways *= falling(rest_of_other[v], others + same_other)
                orders = falling(cards[v] - 1.0, drawn)
                factor[v // VARIANTS, v % VARIANTS] = ways / orders if orders > 0.0 else 0.0
            for chunk in range(chunks):
                key_weights(
                    trie, left[pair] - leads - same,
                    (left[other] if other >= 0 else 0.0) - others - same_other,
                    cards_in(left) - size - burned, chunk_gone[chunk], chunk_also[chunk],
                    weights[chunk],
                )  # fmt: skip
        for lane in range(lanes):
            if not used[lane]:
                continue
            used[lane] = False
            of = added[lane]
            fresh = not touched[lane, doubled, total]
            touched[lane, doubled, total] = True
            for chunk in range(chunks):
                to = wide[chunk, lane, doubled, total]
                if fresh:
                    to[:] = 0.0
                _by_final(of, weights[chunk], first_key, amount[lane], factor[chunk], chances, to)
            of[:] = 0.0
            amount[lane] = 0.0
    for lane in range(lanes):
        for doubled in range(2):
            for total in range(22):
                if touched[lane, doubled, total]:
                    for v in range(variants):
                        of = wide[v // VARIANTS, lane, doubled, total]
                        for f in range(ends):
                            chance = of[f * VARIANTS + v % VARIANTS]
                            out[v, lane, doubled, total, f] = chance
                            out[v, lane, doubled, 22, 0] -= chance


@njit(cache=True, nogil=True)
def first_keys(trie, finals):  # type: ignore[no-untyped-def]
    """Where the keys of each final begin, and where the last ones end: keys are sorted by final."""
    first_key = np.zeros(finals + 1, dtype=np.int64)
    for k in range(len(trie.key_final)):
        first_key[trie.key_final[k] + 1] += 1
    for f in range(finals):
        first_key[f + 1] += first_key[f]
    return first_key


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def _by_final(of, weights, first_key, amount, factor, chances, out):  # type: ignore[no-untyped-def]
    """Add weighted sums of keys, final by final, for eight variants side by side.

    What is missing to `amount` is the bust, the last final but one.
    """
    finals = len(first_key) - 1
    bust = np.uint64((finals - 2) * VARIANTS)
    for v in range(np.uint64(VARIANTS)):
        out[bust + v] += amount * factor[v]
    for f in range(finals):
        to = np.uint64(f * VARIANTS)
        for v in range(np.uint64(VARIANTS)):
            chances[v] = 0.0
        k, last = first_key[f], first_key[f + 1]
        while k + 3 < last:
            x0, x1, x2, x3 = of[k], of[k + 1], of[k + 2], of[k + 3]
            w0 = np.uint64(k * VARIANTS)
            w1, w2 = w0 + np.uint64(VARIANTS), w0 + np.uint64(2 * VARIANTS)
            w3 = w0 + np.uint64(3 * VARIANTS)
            for v in range(np.uint64(VARIANTS)):
                chances[v] += (x0 * weights[w0 + v] + x1 * weights[w1 + v]) + (
                    x2 * weights[w2 + v] + x3 * weights[w3 + v]
                )
            k += 4
        while k < last:
            x0, w0 = of[k], np.uint64(k * VARIANTS)
            for v in range(np.uint64(VARIANTS)):
                chances[v] += x0 * weights[w0 + v]
            k += 1
        for v in range(np.uint64(VARIANTS)):
            chances[v] *= factor[v]
            out[to + v] += chances[v]
            out[bust + v] -= chances[v]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def split_all_pairs(  # type: ignore[no-untyped-def]
    hands, within, sorted_within, first_within, tries, first_node, first_key, deepest, left, gone,
    variants, starts, many_starts, doubles, many_doubles, seconds, makers, burnable, flag_of,
    finals, pay, hits, burns, burns_double, may_burn, reached, ended, work, actions, tables,
):  # fmt: skip
    """`split_tables` and `pick_doubles` for every pair of a board, where no card is burned.

    Arrays of all pairs stand one after the other or padded in rows; `actions[pair, class]` is
    filled in where a second card can be doubled on terms of its own, and `tables[pair]` with the
    tables.
    """
    none = np.zeros(gone.shape[1])
    for pair in range(len(left)):
        if left[pair] < 2.0:
            continue
        a, b = first_node[pair], first_node[pair + 1]
        c, d = first_key[pair], first_key[pair + 1]
        trie = Trie(
            tries.kind[a:b], tries.already[a:b], tries.depth[a:b], tries.key[a:b],
            tries.orders[a:b], tries.inner[a:b], tries.key_final[c:d], tries.key_depth[c:d],
            tries.key_leads[c:d], tries.key_others[c:d], deepest[pair],
        )  # fmt: skip
        a, b = first_within[pair], first_within[pair + 1]
        v, many = variants[pair], many_doubles[pair]
        begin = starts[pair, : many_starts[pair]]
        for kind in range(len(left)):
            begin[kind, 3] = actions[pair, kind]
        out = np.empty((v, 2 + many, 2, 23, finals))
        split_tables(
            hands, within[a:b], sorted_within[a:b], trie, left, pair, gone[pair, :v], -1, none[:v],
            seconds[pair], makers, burnable, flag_of, finals, begin, hits, burns, burns_double,
            may_burn, reached, ended, work, out,
        )  # fmt: skip
        own = pick_doubles(out, doubles[pair, :many], pair, pay, actions[pair])
        for row in range(own.shape[0]):
            for column in range(own.shape[1]):
                tables[pair, row, column] = own[row, column]


@njit(cache=True, nogil=True, error_model="numpy")
def falling(stock, many):  # type: ignore[no-untyped-def]
    """``stock (stock - 1) …``, so many factors, none negative."""
    result = 1.0
    while many > 0.5:
        result *= max(stock, 0.0)
        stock -= 1.0
        many -= 1.0
    return result


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _draw_lanes(  # type: ignore[no-untyped-def]
    hands, left, pair, other, burnable, flag_of, burns, may_burn, hand, flag, now, to
):
    """One card to a hand in every lane, weighed by the cards left of all classes but the leads."""
    kinds, lanes, many, mark = len(left), len(now), to.shape[1], to.shape[2] - 1
    for c in range(kinds):
        child = hands.next[hand, c]
        weight = 1.0
        if c != pair and c != other:
            weight = left[c] - hands.counts[hand, c] - (1.0 if burnable[flag] == c else 0.0)
            if weight <= 0.0:
                continue
        if may_burn and flag == 0 and flag_of[c] > 0 and burns[hand, c]:
            # drawn again at once: the redraw of the same hand, whatever its own policy is
            for again in range(kinds):
                child = hands.next[hand, again]
                if child >= many:
                    continue
                more = weight
                if again != pair and again != other:
                    rest = left[again] - hands.counts[hand, again] - (1.0 if again == c else 0.0)
                    more *= max(rest, 0.0)
                for lane in range(lanes):
                    to[flag_of[c], child, lane] += now[lane] * more
                to[flag_of[c], child, mark] = 1.0
        elif child < many:
            for lane in range(lanes):
                to[flag, child, lane] += now[lane] * weight
            to[flag, child, mark] = 1.0
