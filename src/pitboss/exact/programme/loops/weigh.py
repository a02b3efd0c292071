"""What sums come to: chances for any number of leads gone elsewhere, and all hands together."""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.dealer import falling_of, over_falling_of
from pitboss.exact.programme.loops.play import BOARDS


@njit(cache=True, nogil=True, error_model="numpy")
def chances_of(shape, pairs, others, cards, chances):  # type: ignore[no-untyped-def]
    """The chance of each place in the sums, with so many leads, others and cards left to draw."""
    by_pairs, by_others = np.empty(shape.leads), np.empty(shape.others)
    by_cards = np.empty(shape.cards)
    falling_of(pairs, by_pairs)
    falling_of(others, by_others)
    over_falling_of(cards, by_cards)
    width = np.uint64(shape.leads)
    for o in range(shape.others):
        for n in range(shape.cards):
            of, to = by_others[o] * by_cards[n], np.uint64(o * shape.cards + n) * width
            for k in range(width):
                chances[to + k] = of * by_pairs[k]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def mean_of(size, chances, sums):  # type: ignore[no-untyped-def]
    """The sums, each times its chance."""
    worth = 0.0
    for at in range(size):
        worth += chances[at] * sums[at]
    return worth


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _fold(by_others, sums, folded):  # type: ignore[no-untyped-def]
    """Add up the sums over the second lead, each times its ways."""
    size = np.uint64(len(folded))
    for at in range(size):
        folded[at] = sums[at]
    for o in range(1, len(by_others)):
        ways, first = by_others[o], np.uint64(o) * size
        for at in range(size):
            folded[at] += ways * sums[first + at]


@njit(cache=True, nogil=True, error_model="numpy")
def worth_of_variants(shape, sums, block, variants, first, last, out):  # type: ignore[no-untyped-def]
    """``out[table, board, variant, second card pairs]``: its worth with more cards gone elsewhere.

    Variants from ``first[board]`` up to ``last[board]`` are those of each board. Those with as many
    others gone share the sum over the second lead.
    """
    size = shape.cards * shape.leads
    chances, folded = np.empty((len(variants.pairs), size)), np.empty(size)
    by_pairs, by_others = np.empty(shape.leads), np.empty(shape.others)
    by_cards = np.empty(shape.cards)
    for b in range(len(first)):
        pairs, most = block.left[shape.pair * BOARDS + b] - 2.0, -1
        others = block.left[shape.other * BOARDS + b] if shape.other >= 0 else 0.0
        for v in range(first[b], last[b]):
            gone = variants.pairs[v] + variants.dropped_pairs[v]
            also = variants.dropped_others[v]
            most = max(most, also)
            falling_of(pairs - gone, by_pairs)
            over_falling_of(block.cards[b] - 2.0 - gone - also, by_cards)
            for n in range(shape.cards):
                for k in range(shape.leads):
                    chances[v, n * shape.leads + k] = by_cards[n] * by_pairs[k]
        for also in range(most + 1):
            falling_of(others - also, by_others)
            for table in range(len(out)):
                for s in range(2):
                    _fold(by_others, sums[table, s, b], folded)
                    for v in range(first[b], last[b]):
                        if variants.dropped_others[v] == also:
                            out[table, b, v, s] = mean_of(size, chances[v], folded)


@njit(cache=True, nogil=True, error_model="numpy")
def _falling(stock, many):  # type: ignore[no-untyped-def]
    """``stock (stock - 1) …``, so many factors, none negative."""
    result = 1.0
    for step in range(many):
        result *= max(stock - step, 0.0)
    return result


@njit(cache=True, nogil=True, error_model="numpy")
def weigh(pair, block, variants, first, last, mates, counts, worth, out):  # type: ignore[no-untyped-def]
    """``out[table, board, mate, count]``: what all hands that count bring together.

    ``mates[board, mate]`` are numbers of cards left that pair (below zero: none to ask for);
    ``counts[table, count, second card pairs, pair cards gone]`` weigh the hands.
    """
    tables, many_counts = counts.shape[:2]
    for b in range(len(first)):
        in_class = block.left[pair * BOARDS + b] - 2.0
        cards = block.cards[b] - 2.0
        for m in range(mates.shape[1]):
            if mates[b, m] < 0.0:
                continue
            for table in range(tables):
                for n in range(many_counts):
                    out[table, b, m, n] = 0.0
            for v in range(first[b], last[b]):
                k, dropped = variants.pairs[v], 0
                chance = variants.ways[v] * _falling(mates[b, m], k)
                for c in range(variants.dropped.shape[1]):
                    many = variants.dropped[v, c]
                    if many > 0:
                        dropped += many
                        stock = block.left[c * BOARDS + b]
                        chance *= _falling(stock - 2.0 - k if c == pair else stock, many)
                orders = _falling(cards, k + dropped)
                if orders > 0.0:
                    chance /= orders
                rest = in_class - k
                mate = max(mates[b, m] - k, 0.0) / rest if rest > 0.0 else 0.0
                for table in range(tables):
                    for n in range(many_counts):
                        plain, paired = counts[table, n, 0, k], counts[table, n, 1, k]
                        out[table, b, m, n] += chance * (
                            plain * worth[table, b, v, 0]
                            + ((1.0 - mate) * plain + mate * paired) * worth[table, b, v, 1]
                        )
