"""Split hands: the programme forward from a pair card, and the dealer behind where it ends.

A chain of cards has the chance Π falling(cards of a class) / falling(all cards). The hands of a
split differ in what else is gone of the leads alone, so flows are counted without the leads'
factors and without the division: everything a hand can bring is added into one table of *sums* by
how many cards it takes, hand and dealer together, and how many of those are leads. A variant, so
many leads gone elsewhere, is that table times a few falling factorials (`worth_of`).

Sums are kept in *sets*: 0 if the second card is no pair card, 1 if it is; then two for each
decision that is close, what would change if it were the other way.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.programme.draws import Draws
from pitboss.exact.programme.loops import njit
from pitboss.exact.programme.loops.dealer import (
    DEEPEST,
    MOST_CARDS,
    WALKERS,
    falling_of,
    over_falling_of,
    walk,
)
from pitboss.exact.programme.loops.play import BOARDS, CHANCE

CLOSE = 8.0
"""Decisions of the first split hand are tried both ways within this much over the cards left."""


@njit(cache=True, nogil=True, error_model="numpy")
def _natural_behind(shape, block, held, board, place, amount, sums):  # type: ignore[no-untyped-def]
    """Add an amount that a dealer natural brings: one card more."""
    kinds = len(held)
    for c in range(kinds):
        if block.makers[c * BOARDS + board] > 0.0:
            if c == shape.pair:
                sums[place + (shape.leads + 1) * shape.others] += amount
            elif c == shape.other:
                sums[place + shape.leads * shape.others + 1] += amount
            else:
                left = max(block.left[c * BOARDS + board] - held[c], 0.0)
                sums[place + shape.leads * shape.others] += amount * left


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _draw(shape, steps, left, step, picks, flow, only):  # type: ignore[no-untyped-def]
    """One card to a hand on every board; `only` 1: only pair cards, 0: only others, -1: all.

    The hand's own flow is spent.
    """
    width = np.uint64(BOARDS)
    pair, other = shape.pair, shape.other
    held, child, again = steps.held, steps.child, steps.again
    now = np.uint64(step * BOARDS)
    part = np.empty(BOARDS)
    for b in range(width):
        part[b] = flow[now + b]
        flow[now + b] = 0.0
    for c in range(held.shape[1]):
        lead = c == pair or c == other
        gone = held[step, c]
        of = np.uint64(c * BOARDS)
        to = np.uint64(child[step, c] * BOARDS)
        keeps = only < 0 or (c == pair) == (only == 1)
        if again[step, c] < 0:
            if not keeps:
                continue
            if lead:
                for b in range(width):
                    flow[to + b] += part[b]
            else:
                for b in range(width):
                    flow[to + b] += part[b] * max(left[of + b] - gone, 0.0)
        else:
            redrawn = np.uint64(again[step, c] * BOARDS)
            for b in range(width):
                weight = part[b] * (1.0 if lead else max(left[of + b] - gone, 0.0))
                up = picks[now + b] >> c & 1
                flow[redrawn + b] += weight if up == 1 else 0.0
                flow[to + b] += weight if keeps and up == 0 else 0.0


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _choose(shape, steps, block, step, picks, flow, sums):  # type: ignore[no-untyped-def]
    """A decision on every board, as picked; the hand's own flow is spent."""
    first, last = steps.first_option[step], steps.first_option[step + 1]
    now = np.uint64(step * BOARDS)
    width = np.uint64(BOARDS)
    part = np.empty(BOARDS)
    for b in range(width):
        part[b] = flow[now + b]
        flow[now + b] = 0.0
    for option in range(first, last):
        times, natural = steps.option_times[option], steps.option_natural[option]
        number = option - first
        to = np.uint64(steps.option_to[option] * BOARDS)
        if times != 0.0:
            for b in range(width):
                flow[to + b] += times * part[b] if picks[now + b] == number else 0.0
        base = steps.option_constant[option] + 1.0 - times
        if base != 0.0 or natural != 0.0:
            for b in range(BOARDS):
                if picks[now + np.uint64(b)] == number and part[b] != 0.0:
                    _option_ends(shape, steps, block, step, option, b, part[b], sums)


@njit(cache=True, nogil=True, error_model="numpy")
def _option_ends(shape, steps, block, step, option, board, part, sums):  # type: ignore[no-untyped-def]
    """What an option brings by itself: a bust hand costs so much more or less."""
    times, natural = steps.option_times[option], steps.option_natural[option]
    base = steps.option_constant[option] + 1.0 - times
    place = steps.place[step]
    sums[board, place] += base * part
    if natural != 0.0:
        _natural_behind(shape, block, steps.held[step], board, place, natural * part, sums[board])


@njit(cache=True, nogil=True, error_model="numpy")
def _arrive(paths, block, peeks, step, kind, flow, sums):  # type: ignore[no-untyped-def]
    """A second card has come with these flows: count the hands as bust, to be put right later."""
    shape, steps, ends = paths.shape, paths.steps, paths.ends
    many, to = len(steps.kind), steps.child[step, kind]
    if to >= many + len(ends.slot):
        return
    place = steps.place[to] if to < many else ends.place[to - many]
    held = steps.held[step].copy()
    held[kind] += 1.0
    for b in range(BOARDS):
        if flow[b] != 0.0:
            sums[b, place] -= flow[b]
            if peeks:
                _natural_behind(shape, block, held, b, place, flow[b], sums[b])


@njit(cache=True, nogil=True, error_model="numpy")
def _arrive_from(paths, block, peeks, step, flow, sums):  # type: ignore[no-untyped-def]
    """The same for all second cards."""
    for c in range(paths.steps.held.shape[1]):
        to = paths.steps.child[step, c]
        _arrive(paths, block, peeks, step, c, flow[to * BOARDS : (to + 1) * BOARDS], sums)


@njit(cache=True, nogil=True, error_model="numpy")
def _follow(paths, block, picks, first, flow, sums, ended):  # type: ignore[no-untyped-def]
    """Play on from step `first`; the ends' flows go into `ended`, `flow` is zero afterwards."""
    shape, steps, left, kind = paths.shape, paths.steps, block.left, paths.steps.kind
    many = len(kind)
    for step in range(first, many):
        some = False
        for b in range(BOARDS):
            if flow[step * BOARDS + b] != 0.0:
                some = True
        if not some:
            continue
        if kind[step] == CHANCE:
            _draw(shape, steps, left, step, picks, flow, -1)
        else:
            _choose(shape, steps, block, step, picks, flow, sums)
    start = many * BOARDS
    for place in range(len(paths.ends.slot) * BOARDS):
        ended[place] = flow[start + place]
        flow[start + place] = 0.0
    for b in range(BOARDS):
        flow[start + len(paths.ends.slot) * BOARDS + b] = 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def _option_value(paths, block, step, option, values, b):  # type: ignore[no-untyped-def]
    """What an option is worth to an unsplit hand."""
    steps = paths.steps
    natural, cards = 0.0, block.cards[b]
    for c in range(steps.held.shape[1]):
        cards -= steps.held[step, c]
        natural += block.makers[c * BOARDS + b] * (block.left[c * BOARDS + b] - steps.held[step, c])
    natural = max(natural, 0.0) / max(cards, 1.0)
    return (
        steps.option_times[option] * values[steps.option_slot[option] * BOARDS + b]
        + steps.option_constant[option] + steps.option_natural[option] * natural
    )  # fmt: skip


@njit(cache=True, nogil=True, error_model="numpy")
def _other_option(paths, block, step, values, picks, b):  # type: ignore[no-untyped-def]
    """The best option of the other sort than the picked one, and how much less it is worth."""
    steps = paths.steps
    first, last = steps.first_option[step], steps.first_option[step + 1]
    picked = first + picks[step * BOARDS + b]
    found, most = -1, -1e300
    for option in range(first, last):
        if steps.option_known[option] != steps.option_known[picked]:
            value = _option_value(paths, block, step, option, values, b)
            if value > most:
                found, most = option, value
    if found < 0:
        return found, 0.0
    return found, _option_value(paths, block, step, picked, values, b) - most


@njit(cache=True, nogil=True, error_model="numpy")
def _close_calls(  # type: ignore[no-untyped-def]
    paths, block, values, picks, number, arrived, flow, sums
):
    """Put on the way what would change if a decision were the other way, where it is close.

    `arrived` are the flows with which hands begin, by step. Returns whether any board is close.
    """
    steps, decisions = paths.steps, paths.decisions
    step, kind = decisions.step[number], decisions.kind[number]
    close = False
    for b in range(BOARDS):
        if block.cards[b] <= 0.0:
            continue
        part = arrived[step * BOARDS + b]
        if part == 0.0:
            continue
        near = CLOSE / block.cards[b]
        if kind < 0:
            option, gap = _other_option(paths, block, step, values, picks, b)
            if option < 0 or gap > near:
                continue
            close = True
            picked = steps.first_option[step] + picks[step * BOARDS + b]
            for way in range(2):
                one, signed = (option, part) if way else (picked, -part)
                flow[steps.option_to[one] * BOARDS + b] += signed * steps.option_times[one]
                _option_ends(paths.shape, steps, block, step, one, b, signed, sums)
        else:
            kept = values[_slot_of(paths, steps.child[step, kind]) * BOARDS + b]
            again = values[_slot_of(paths, steps.again[step, kind]) * BOARDS + b]
            if abs(kept - again) > near:
                continue
            lead = kind == paths.shape.pair or kind == paths.shape.other
            if not lead:
                part *= max(block.left[kind * BOARDS + b] - steps.held[step, kind], 0.0)
            if part == 0.0:
                continue
            close = True
            burned = picks[step * BOARDS + b] >> kind & 1
            signed = -part if burned else part
            flow[steps.again[step, kind] * BOARDS + b] += signed
            flow[steps.child[step, kind] * BOARDS + b] -= signed
    return close


@njit(cache=True, nogil=True, error_model="numpy")
def _slot_of(paths, local):  # type: ignore[no-untyped-def]
    """The slot of a step or an end."""
    many = len(paths.steps.kind)
    if local < many:
        return paths.steps.slot[local]
    if local < many + len(paths.ends.slot):
        return paths.ends.slot[local - many]
    return 0


@njit(cache=True, nogil=True, error_model="numpy")
def _draws_of(every, up):  # type: ignore[no-untyped-def]
    """The draws of one upcard."""
    t = every.draws
    a, b = every.first[up], every.first[up + 1]
    c, d = every.first_key[up], every.first_key[up + 1]
    return Draws(
        t.what[a:b], t.depth[a:b], t.kind[a:b], t.gone[a:b], t.key[a:b], t.ways[a:b],
        t.key_final[c:d], t.key_depth[c:d], t.key_leads[c:d], t.key_others[c:d],
    )  # fmt: skip


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _dealer_behind(paths, block, board, pays, sets, room, sums):  # type: ignore[no-untyped-def]
    """Add what the ends bring against the dealer on one board.

    ``room.ended[set, end × BOARDS + board]`` are the flows, ``sums[set, board, place]``.
    """
    ends, up = paths.ends, block.up[board]
    draws = _draws_of(paths.draws, up)
    shift = paths.draws.shift[paths.draws.first_key[up] : paths.draws.first_key[up + 1]]
    keys, kinds = len(draws.key_depth), ends.group_held.shape[1]
    finals = pays.shape[2]
    groups = 0
    for e in range(len(ends.slot)):
        used = False
        for s in range(sets):
            if room.ended[s, e * BOARDS + board] != 0.0:
                used = True
        if used and room.walker[ends.group[e]] < 0:
            room.walker[ends.group[e]] = groups
            room.group[groups] = ends.group[e]
            groups += 1
    for first in range(0, groups, WALKERS):
        for one in range(min(WALKERS, groups - first)):
            for c in range(kinds):
                left = block.left[c * BOARDS + board] - ends.group_held[room.group[first + one], c]
                room.cards[c * WALKERS + one] = max(left, 0.0)
        walk(draws, room.cards, room.product, room.total)
        for one in range(0, min(WALKERS, groups - first), 8):
            for k in range(keys):
                for lane in range(8):
                    room.behind[(first + one + lane) * keys + k] = (
                        room.total[k * WALKERS + one + lane]
                    )
    for group in range(groups):
        room.walker[room.group[group]] = -1 - room.walker[room.group[group]]
    for row in range(len(pays)):
        for total in range(22):
            for k in range(keys):
                room.gain[(row * 22 + total) * keys + k] = (
                    pays[row, total, draws.key_final[k]] - pays[row, total, finals - 2]
                )
    for s in range(sets):
        _fold(ends, board, keys, shift, pays, room, room.ended[s], sums[s, board])
    for group in range(groups):
        room.walker[room.group[group]] = -1


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})
def _fold(ends, board, keys, shift, pays, room, ended, sums):  # type: ignore[no-untyped-def]
    """Add the ends of one set; those of one place are neighbours and are added up first."""
    folded, alike, gain, behind, walker = room.folded, room.alike, room.gain, room.behind, room.walker
    ends_place, ends_total, ends_row, ends_group = ends.place, ends.total, ends.row, ends.group
    many, width = len(ends_place), np.uint64(keys)
    bust = pays.shape[2] - 2
    for k in range(width):
        folded[k] = 0.0
        alike[k] = 0.0
    some, some_folded, more = False, False, 0.0
    for e in range(many):
        part = ended[e * BOARDS + board]
        place, total, row = ends_place[e], ends_total[e], ends_row[e]
        if part != 0.0:
            some = True
            more += part
            at = np.uint64((-1 - walker[ends_group[e]]) * keys)
            for k in range(width):
                alike[k] += part * behind[at + k]
        last = e + 1 == many or ends_place[e + 1] != place
        if some and (last or ends_total[e + 1] != total or ends_row[e + 1] != row):
            of = np.uint64((row * 22 + total) * keys)
            sums[place] += more * (pays[row, total, bust] + 1.0)
            for k in range(width):
                folded[k] += gain[of + k] * alike[k]
                alike[k] = 0.0
            some, some_folded, more = False, True, 0.0
        if last and some_folded:
            for k in range(keys):
                sums[place + shift[k]] += folded[k]
                folded[k] = 0.0
            some_folded = False


@njit(cache=True, nogil=True, error_model="numpy")
def worth_of(shape, sums, left, others, cards):  # type: ignore[no-untyped-def]
    """What the sums come to with so many leads, others and cards left for a split hand to draw."""
    by_leads, by_others = np.empty(MOST_CARDS), np.empty(MOST_CARDS)
    by_cards = np.empty(MOST_CARDS)
    falling_of(left, by_leads)
    falling_of(others, by_others)
    over_falling_of(cards, by_cards)
    worth = 0.0
    for n in range(shape.cards):
        part = 0.0
        for l in range(min(shape.leads, n + 1)):
            at = (n * shape.leads + l) * shape.others
            if shape.others == 1:
                part += sums[at] * by_leads[l]
            else:
                for o in range(shape.others):
                    part += sums[at + o] * by_leads[l] * by_others[o]
        worth += part * by_cards[n]
    return worth


@njit(cache=True, nogil=True, error_model="numpy")
def split_pair(paths, block, values, pays, how, room, picks, sums):  # type: ignore[no-untyped-def]
    """The sums of a split hand of a pair, ``sums[second card pairs, board, place]``.

    ``picks[step × BOARDS + board]`` are unsplit hands' decisions. Those that a split hand takes on
    other terms are settled by the first split hand, in `picks`, if `how.decides`.
    """
    shape, steps = paths.shape, paths.steps
    sets = 2
    many = len(steps.kind) + len(paths.ends.slot) + 1
    for s in range(2):
        _clear(shape, sums[s])
        for b in range(BOARDS):
            room.flow[b] = 1.0 if block.cards[b] > 0.0 else 0.0
        for step in range(shape.begin):
            for b in range(BOARDS):
                if s == 0:
                    room.arrived[step * BOARDS + b] = room.flow[step * BOARDS + b]
            _draw(shape, steps, block.left, step, picks, room.flow, s)
            _arrive_from(paths, block, how.peeks, step, room.flow, sums[s])
        for place in range(shape.begin * BOARDS, many * BOARDS):
            if s == 0:
                room.arrived[place] = 0.0
            room.arrived[place] += room.flow[place]
        _follow(paths, block, picks, shape.begin, room.flow, sums[s], room.ended[s])
    if how.decides:
        sets = _try_others(paths, block, values, picks, how, room, sums)
    for b in range(BOARDS):
        if block.cards[b] > 0.0:
            _dealer_behind(paths, block, b, pays, sets, room, sums)
    if sets > 2:
        _settle(paths, block, values, picks, sets, room, sums)


@njit(cache=True, nogil=True, error_model="numpy")
def _clear(shape, sums):  # type: ignore[no-untyped-def]
    """Zero the sums of a set."""
    for b in range(BOARDS):
        for place in range(shape.cards * shape.leads * shape.others):
            sums[b, place] = 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def _try_others(paths, block, values, picks, how, room, sums):  # type: ignore[no-untyped-def]
    """Follow what would change by each decision that is close, in two sets of its own."""
    steps, decisions = paths.steps, paths.decisions
    sets = 2
    for number in range(len(decisions.step)):
        step = decisions.step[number]
        if sets + 2 > len(sums):
            raise ValueError("more close decisions than there is room for")
        _clear(paths.shape, sums[sets])
        _clear(paths.shape, sums[sets + 1])
        own = sets + (1 if steps.pairs[step] else 0)
        if not _close_calls(
            paths, block, values, picks, number, room.arrived, room.flow, sums[own]
        ):
            continue
        room.decision[sets] = number
        if decisions.kind[number] < 0:
            for place in range(len(paths.ends.slot) * BOARDS):
                room.ended[sets + sets + 1 - own, place] = 0.0
            _follow(paths, block, picks, step + 1, room.flow, sums[own], room.ended[own])
        else:
            _both_seconds(paths, block, picks, number, how, room, sums, sets)
        sets += 2
    return sets


@njit(cache=True, nogil=True, error_model="numpy")
def _both_seconds(paths, block, picks, number, how, room, sums, sets):  # type: ignore[no-untyped-def]
    """A second card given up or not: what comes then is or is not a pair card."""
    shape, steps, decisions = paths.shape, paths.steps, paths.decisions
    step, kind = decisions.step[number], decisions.kind[number]
    again, child = steps.again[step, kind], steps.child[step, kind]
    given_up, kept = np.empty(BOARDS), np.empty(BOARDS)
    for b in range(BOARDS):
        given_up[b] = room.flow[again * BOARDS + b]
        kept[b] = room.flow[child * BOARDS + b]
        room.flow[child * BOARDS + b] = 0.0
    for s in range(2):
        for b in range(BOARDS):
            room.flow[again * BOARDS + b] = given_up[b]
        _draw(shape, steps, block.left, again, picks, room.flow, s)
        _arrive_from(paths, block, how.peeks, again, room.flow, sums[sets + s])
        if (kind == shape.pair) == (s == 1):
            for b in range(BOARDS):
                room.flow[child * BOARDS + b] += kept[b]
            _arrive(paths, block, how.peeks, step, kind, kept, sums[sets + s])
        _follow(paths, block, picks, shape.begin, room.flow, sums[sets + s], room.ended[sets + s])


@njit(cache=True, nogil=True, error_model="numpy")
def _settle(paths, block, values, picks, sets, room, sums):  # type: ignore[no-untyped-def]
    """Change the decisions that are better the other way for the first hand."""
    shape, steps, decisions = paths.shape, paths.steps, paths.decisions
    size = shape.cards * shape.leads * shape.others
    for s in range(2, sets, 2):
        number = room.decision[s]
        step, kind = decisions.step[number], decisions.kind[number]
        at = step * BOARDS
        for b in range(BOARDS):
            if block.cards[b] <= 0.0:
                continue
            left = block.left[shape.pair * BOARDS + b] - 2.0
            others = block.left[shape.other * BOARDS + b] if shape.other >= 0 else 0.0
            gain = 0.0
            for second in range(2):
                gain += worth_of(shape, sums[s + second, b], left, others, block.cards[b] - 2.0)
            if gain > 0.0:
                for second in range(2):
                    for place in range(size):
                        sums[second, b, place] += sums[s + second, b, place]
                if kind < 0:
                    option, _ = _other_option(paths, block, step, values, picks, b)
                    picks[at + b] = option - steps.first_option[step]
                else:
                    picks[at + b] ^= 1 << kind


@njit(cache=True, nogil=True, error_model="numpy")
def worth_of_variants(shape, sums, block, variants, first, last, out):  # type: ignore[no-untyped-def]
    """``out[board, variant, second card pairs]``: a hand's worth with more cards gone elsewhere.

    Variants from ``first[board]`` up to ``last[board]`` are those of each board.
    """
    for b in range(len(first)):
        pairs = block.left[shape.pair * BOARDS + b] - 2.0
        others = block.left[shape.other * BOARDS + b] if shape.other >= 0 else 0.0
        for v in range(first[b], last[b]):
            gone = variants.pairs[v] + variants.burned_pairs[v]
            also = variants.burned_others[v]
            cards = block.cards[b] - 2.0 - gone - also
            for s in range(2):
                out[b, v, s] = worth_of(shape, sums[s, b], pairs - gone, others - also, cards)


@njit(cache=True, nogil=True, error_model="numpy")
def _falling(stock, many):  # type: ignore[no-untyped-def]
    """``stock (stock - 1) …``, so many factors, none negative."""
    result = 1.0
    for step in range(many):
        result *= max(stock - step, 0.0)
    return result


@njit(cache=True, nogil=True, error_model="numpy")
def weigh(pair, block, variants, first, last, mates, counts, worth, out):  # type: ignore[no-untyped-def]
    """``out[board, mate, count]``: what all hands that count bring together.

    ``mates[board, mate]`` are numbers of cards left that pair (below zero: none to ask for);
    ``counts[count, second card pairs, pair cards gone]`` weigh the hands.
    """
    for b in range(len(first)):
        in_class = block.left[pair * BOARDS + b] - 2.0
        cards = block.cards[b] - 2.0
        for m in range(mates.shape[1]):
            if mates[b, m] < 0.0:
                continue
            for n in range(len(counts)):
                out[b, m, n] = 0.0
            for v in range(first[b], last[b]):
                k, burned = variants.pairs[v], 0
                chance = variants.ways[v] * _falling(mates[b, m], k)
                for c in range(variants.burned.shape[1]):
                    many = variants.burned[v, c]
                    if many > 0:
                        burned += many
                        stock = block.left[c * BOARDS + b]
                        chance *= _falling(stock - 2.0 - k if c == pair else stock, many)
                orders = _falling(cards, k + burned)
                if orders > 0.0:
                    chance /= orders
                rest = in_class - k
                mate = max(mates[b, m] - k, 0.0) / rest if rest > 0.0 else 0.0
                for n in range(len(counts)):
                    plain, paired = counts[n, 0, k], counts[n, 1, k]
                    out[b, m, n] += chance * (
                        plain * worth[b, v, 0]
                        + ((1.0 - mate) * plain + mate * paired) * worth[b, v, 1]
                    )
