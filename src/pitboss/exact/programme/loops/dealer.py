"""The dealer's finals behind many hands at once.

A trie of the dealer's draws (`exact.dealer.draw_trie`) is a list of operations on rows of
`WALKERS` removal sets side by side. Sums are kept by *key*: how many cards, how many lead cards
and which final; the leads' own factors are put in afterwards.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit

WALKERS = 48
"""Removal sets that walk side by side: enough to hide the bookkeeping, few enough for the cache."""
DEEPEST = 24
"""More cards than a dealer ever draws."""
MOST_CARDS = 72
"""More cards than a hand, what it gave up and the dealer have together."""


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def walk(trie, cards, product, total):  # type: ignore[no-untyped-def]
    """``total[key × WALKERS + walker]`` for cards left, ``cards[class × WALKERS + walker]``.

    One class more than there are, all ones, stands for the leads. Flat arrays, a literal number of
    walkers and unsigned indices are what makes the inner loops vector code.
    """
    for place in range(len(trie.key_depth) * WALKERS):
        total[place] = 0.0
    for node in range(len(trie.kind)):
        gone, ways = trie.already[node], trie.orders[node]
        here = np.uint64(trie.depth[node] * WALKERS)
        above = here - np.uint64(WALKERS)
        own = np.uint64(trie.kind[node] * WALKERS)
        if trie.inner[node]:
            for one in range(np.uint64(WALKERS)):
                product[here + one] = product[above + one] * (cards[own + one] - gone)
            if trie.key[node] >= 0:
                to = np.uint64(trie.key[node] * WALKERS)
                for one in range(np.uint64(WALKERS)):
                    total[to + one] += ways * product[here + one]
        else:
            to = np.uint64(trie.key[node] * WALKERS)
            for one in range(np.uint64(WALKERS)):
                total[to + one] += ways * (product[above + one] * (cards[own + one] - gone))


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
def finals_of_all(trie, lead, hands, groups, left, out):  # type: ignore[no-untyped-def]
    """``out[final, hand]``: the dealer's finals behind every hand, `left` being those of none.

    `groups` are the hands without lead cards, sorted by size and then by hard sum. Those that a
    given number of leads can join without a bust are the first ones of each size, so all hands of
    one size and number of leads are a run of groups and are combined side by side.
    """
    many, kinds = hands.counts.shape
    finals = len(out)
    keys = len(trie.key_depth)
    cards = np.ones((kinds + 1) * WALKERS)
    product = np.ones((DEEPEST + 1) * WALKERS)
    total = np.empty(keys * WALKERS)
    weights = np.empty(keys)
    by_leads, by_cards = np.empty(DEEPEST), np.empty(DEEPEST)
    whole = 0.0
    for c in range(kinds):
        whole += left[c]
    chance = np.empty(finals * WALKERS)
    now = np.empty(WALKERS, dtype=np.int64)
    bust = np.uint64((finals - 2) * WALKERS)
    for start in range(0, len(groups), WALKERS):
        walkers = min(WALKERS, len(groups) - start)
        for c in range(kinds):
            for one in range(walkers):
                held = hands.counts[groups[start + one], c]
                cards[c * WALKERS + one] = max(left[c] - held, 0.0)
        walk(trie, cards, product, total)
        first = 0
        while first < walkers:
            size = hands.size[groups[start + first]]
            end = first
            while end < walkers and hands.size[groups[start + end]] == size:
                now[end] = groups[start + end]
                end += 1
            last, leads = end, 0
            while last > first:
                falling_of(left[lead] - leads, by_leads)
                over_falling_of(whole - size - leads, by_cards)
                for k in range(keys):
                    weights[k] = by_leads[trie.key_leads[k]] * by_cards[trie.key_depth[k]]
                low, high = np.uint64(first), np.uint64(last)
                for f in range(finals):
                    to = np.uint64(f * WALKERS)
                    value = 1.0 if f == finals - 2 else 0.0
                    for one in range(low, high):
                        chance[to + one] = value
                k = 0
                while k < keys:
                    f = trie.key_final[k]
                    to, at = np.uint64(f * WALKERS), np.uint64(k * WALKERS)
                    step = np.uint64(WALKERS)
                    if k + 3 < keys and trie.key_final[k + 3] == f:
                        w0, w1, w2, w3 = weights[k], weights[k + 1], weights[k + 2], weights[k + 3]
                        for one in range(low, high):
                            more = (
                                w0 * total[at + one] + w1 * total[at + step + one]
                                + w2 * total[at + step + step + one]
                                + w3 * total[at + step + step + step + one]
                            )  # fmt: skip
                            chance[to + one] += more
                        k += 4
                    else:
                        w0 = weights[k]
                        for one in range(low, high):
                            chance[to + one] += w0 * total[at + one]
                        k += 1
                for f in range(finals):
                    if f != finals - 2:
                        to = np.uint64(f * WALKERS)
                        for one in range(low, high):
                            chance[bust + one] -= chance[to + one]
                for f in range(finals):
                    for one in range(first, last):
                        out[f, now[one]] = chance[f * WALKERS + one]
                leads += 1
                run = last
                for one in range(first, last):
                    now[one] = hands.next[now[one], lead]
                    if now[one] >= many:
                        run = one
                        break
                last = run
            first = end
