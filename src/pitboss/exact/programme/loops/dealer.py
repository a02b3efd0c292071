"""The dealer's finals behind many hands at once.

The dealer's draws (`programme.draws`) are a list of operations on rows of `WALKERS` removal sets
side by side. Sums are kept by *key*: how many cards, how many lead cards
and which final; the leads' own factors are put in afterwards.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit

WALKERS = 48
"""Removal sets that walk side by side: enough to hide the bookkeeping, few enough for the cache."""
DEEPEST = 24
"""More cards than a dealer ever draws."""
LARGEST = 23
"""More cards than a hand ever has."""


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def walk(draws, cards, product, total):  # type: ignore[no-untyped-def]
    """``total[key × WALKERS + walker]`` for cards left, ``cards[class × WALKERS + walker]``.

    One class more than there are, all ones, stands for the leads. Flat arrays, a literal number of
    walkers, unsigned indices and one branch for each number of last cards are what makes the inner
    loops vector code; that is why they are written out.
    """
    what, depth, kind, gone = draws.what, draws.depth, draws.kind, draws.gone
    key, ways, before, before_gone = draws.key, draws.ways, draws.before, draws.before_gone
    step1, step2 = np.uint64(WALKERS), np.uint64(2 * WALKERS)
    step3, step4 = np.uint64(3 * WALKERS), np.uint64(4 * WALKERS)
    for place in range(np.uint64(len(draws.key_depth) * WALKERS)):
        total[place] = 0.0
    for i in range(len(what)):
        many, less, also = what[i], gone[i], before_gone[i]
        here = np.uint64(depth[i] * WALKERS)
        own = np.uint64(kind[i] * WALKERS)
        to = np.uint64(key[i] * WALKERS)
        by = np.uint64(before[i] * WALKERS)
        if many == 0:
            above = here - np.uint64(WALKERS)
            for one in range(np.uint64(WALKERS)):
                product[here + one] = product[above + one] * (cards[own + one] - less)
        elif many == 5:
            w0 = ways[i, 0]
            w1 = ways[i, 1]
            w2 = ways[i, 2]
            w3 = ways[i, 3]
            w4 = ways[i, 4]
            for one in range(np.uint64(WALKERS)):
                p = product[here + one] * (cards[by + one] - also)
                total[to + one] += w0 * p * (cards[own + one] - less)
                total[to + step1 + one] += w1 * p * cards[own + step1 + one]
                total[to + step2 + one] += w2 * p * cards[own + step2 + one]
                total[to + step3 + one] += w3 * p * cards[own + step3 + one]
                total[to + step4 + one] += w4 * p * cards[own + step4 + one]
        elif many == 4:
            w0 = ways[i, 0]
            w1 = ways[i, 1]
            w2 = ways[i, 2]
            w3 = ways[i, 3]
            for one in range(np.uint64(WALKERS)):
                p = product[here + one] * (cards[by + one] - also)
                total[to + one] += w0 * p * (cards[own + one] - less)
                total[to + step1 + one] += w1 * p * cards[own + step1 + one]
                total[to + step2 + one] += w2 * p * cards[own + step2 + one]
                total[to + step3 + one] += w3 * p * cards[own + step3 + one]
        elif many == 3:
            w0 = ways[i, 0]
            w1 = ways[i, 1]
            w2 = ways[i, 2]
            for one in range(np.uint64(WALKERS)):
                p = product[here + one] * (cards[by + one] - also)
                total[to + one] += w0 * p * (cards[own + one] - less)
                total[to + step1 + one] += w1 * p * cards[own + step1 + one]
                total[to + step2 + one] += w2 * p * cards[own + step2 + one]
        elif many == 2:
            w0 = ways[i, 0]
            w1 = ways[i, 1]
            for one in range(np.uint64(WALKERS)):
                p = product[here + one] * (cards[by + one] - also)
                total[to + one] += w0 * p * (cards[own + one] - less)
                total[to + step1 + one] += w1 * p * cards[own + step1 + one]
        elif many == 1:
            w0 = ways[i, 0]
            for one in range(np.uint64(WALKERS)):
                p = product[here + one] * (cards[by + one] - also)
                total[to + one] += w0 * p * (cards[own + one] - less)
        else:
            w0 = ways[i, 0]
            for one in range(np.uint64(WALKERS)):
                total[to + one] += w0 * product[here + one] * (cards[by + one] - also)


@njit(cache=True, nogil=True, error_model="numpy")
def falling_of(stock, out):  # type: ignore[no-untyped-def]
    """``out[n] = stock (stock - 1) …``, n factors, none negative."""
    out[0] = 1.0
    for n in range(1, len(out)):
        out[n] = out[n - 1] * max(stock - n + 1, 0.0)


@njit(cache=True, nogil=True, error_model="numpy")
def over_falling_of(stock, out):  # type: ignore[no-untyped-def]
    """One over the same; nothing where the cards do not suffice."""
    out[0] = 1.0
    for n in range(1, len(out)):
        left = stock - n + 1
        out[n] = out[n - 1] / left if left > 0.5 else 0.0


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _combine(order, first_of, weights, low, high, total, chance):  # type: ignore[no-untyped-def]
    """``chance[final × WALKERS + walker]`` for a run of walkers, four keys at a time.

    ``order[first_of[final]]`` and on are the keys of a final, times `WALKERS`; their number is a
    multiple of four, filled up with keys that weigh nothing.
    """
    first, last = np.uint64(low), np.uint64(high)
    for f in range(len(first_of) - 1):
        to = np.uint64(f * WALKERS)
        for one in range(first, last):
            chance[to + one] = 0.0
        for j in range(first_of[f], first_of[f + 1], 4):
            w0, w1, w2, w3 = weights[j], weights[j + 1], weights[j + 2], weights[j + 3]
            i0, i1 = np.uint64(order[j]), np.uint64(order[j + 1])
            i2, i3 = np.uint64(order[j + 2]), np.uint64(order[j + 3])
            for one in range(first, last):
                more = (w0 * total[i0 + one] + w1 * total[i1 + one]) + (
                    w2 * total[i2 + one] + w3 * total[i3 + one]
                )
                chance[to + one] += more


@njit(cache=True, nogil=True, error_model="numpy")
def _keys_by_final(draws, finals, order, first_of):  # type: ignore[no-untyped-def]
    """The keys of each final, for `_combine`; those that fill up are marked below zero."""
    found = 0
    for f in range(finals):
        first_of[f] = found
        for k in range(len(draws.key_final)):
            if draws.key_final[k] == f:
                order[found] = k * WALKERS
                found += 1
        while found % 4 > 0:
            order[found] = -1
            found += 1
    first_of[finals] = found


@njit(cache=True, nogil=True, error_model="numpy")
def finals_of_all(draws, lead, hands, groups, left, board, out):  # type: ignore[no-untyped-def]
    """``out[hand, final, board]``: the dealer's finals behind every hand, `left` for none.

    `groups` are the hands without lead cards, sorted by size and then by hard sum. Those that a
    given number of leads can join without a bust are the first ones of each size, so all hands of
    one size and number of leads are a run of groups and are combined side by side.
    """
    many, kinds = hands.counts.shape
    finals, keys = out.shape[1], len(draws.key_depth)
    cards = np.ones((kinds + 1) * WALKERS)
    product = np.ones((DEEPEST + 1) * WALKERS)
    total, chance = np.empty(keys * WALKERS), np.empty(finals * WALKERS)
    filled = keys + 4 * finals
    weights, order = np.zeros(filled), np.empty(filled, dtype=np.int64)
    leads_of, depth_of = np.empty(filled, dtype=np.int64), np.empty(filled, dtype=np.int64)
    first_of = np.empty(finals + 1, dtype=np.int64)
    key_leads, key_depth = draws.key_leads, draws.key_depth
    _keys_by_final(draws, finals, order, first_of)
    filled = first_of[finals]
    for j in range(filled):
        k = order[j] // WALKERS
        leads_of[j] = key_leads[k] if order[j] >= 0 else 0
        depth_of[j] = key_depth[k] if order[j] >= 0 else DEEPEST  # weighs nothing
        order[j] = max(order[j], 0)
    whole = 0.0
    for c in range(kinds):
        whole += left[c]
    by_leads, by_cards = np.empty((LARGEST, DEEPEST)), np.zeros((LARGEST, DEEPEST + 1))
    for gone in range(LARGEST):
        falling_of(left[lead] - gone, by_leads[gone])
        over_falling_of(whole - gone, by_cards[gone, :DEEPEST])
    now = np.empty(WALKERS, dtype=np.int64)
    for start in range(0, len(groups), WALKERS):
        walkers = min(WALKERS, len(groups) - start)
        for c in range(kinds):
            for one in range(walkers):
                held = hands.counts[groups[start + one], c]
                cards[c * WALKERS + one] = max(left[c] - held, 0.0)
        walk(draws, cards, product, total)
        first = 0
        while first < walkers:
            size = hands.size[groups[start + first]]
            end = first
            while end < walkers and hands.size[groups[start + end]] == size:
                now[end] = groups[start + end]
                end += 1
            last, leads = end, 0
            while last > first:
                lead_row, card_row = by_leads[leads], by_cards[size + leads]
                for j in range(filled):
                    weights[j] = lead_row[leads_of[j]] * card_row[depth_of[j]]
                _combine(order, first_of, weights, first, last, total, chance)
                for one in range(first, last):
                    bust = 1.0
                    for f in range(finals):
                        if f != finals - 2:
                            out[now[one], f, board] = chance[f * WALKERS + one]
                            bust -= chance[f * WALKERS + one]
                    out[now[one], finals - 2, board] = bust
                leads += 1
                run = last
                for one in range(first, last):
                    now[one] = hands.next[now[one], lead]
                    if now[one] >= many:
                        run = one
                        break
                last = run
            first = end
