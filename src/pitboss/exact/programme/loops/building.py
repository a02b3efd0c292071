"""Making slots, each after those it needs, and never two that compute the same.

Play is followed from where it begins, a card and a move at a time. What is being followed lies on a
stack of frames: hands that decide or draw, each with how far it has come. Before a slot is made, it
is looked up by what it computes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from pitboss.exact import njit
from pitboss.exact.programme.loops.play import CHANCE, CHOICE, STAND

Ints = NDArray[np.int64]

BUST_SLOT, NONE = 0, -1
ENDS, STANDS, DRAWS, DECIDES, EXCHANGES = range(5)
"""What a step does to the hand: it is settled; it stands; it draws a card; it decides on other
terms; it draws a card in place of one that it gives up."""
NO_MOVE = -2
"""Instead of the slot of a hand that can do nothing."""
DONE, NO_ROOM, STUCK = range(3)
"""How the work ended."""
DEEPEST = 512
"""Frames that can lie on each other; hands of 21 cards, given up one by one, need far fewer."""
MARGIN = 64
"""Room that one step of the work may take."""

inlined = register_jitable(forceinline=True, _nrt=False)


class Ways(NamedTuple):
    """What hands may do, by terms, number of cards (the last for all above it) and state."""

    next: Ints
    """``next[hand, class]``, as in `HandTable`."""
    size: Ints
    state: Ints
    without: Ints
    """``without[hand, class]``: the hand with a card less; `NONE` if it holds none of the class."""
    pattern_of: Ints
    """``pattern_of[terms, size, state]``: what is open to such a hand."""
    ended: Ints
    """By pattern: the option left to hands that their cards end; else `NONE`."""
    row: Ints
    """By pattern: the row of pays of hands that stand."""
    first_step: Ints
    """By pattern: it has the steps from here to where the next pattern's begin."""
    first_other: Ints
    """By pattern: where it begins in `other`."""
    step: Ints
    step_terms: Ints
    """By step: terms afterwards."""
    step_option: Ints
    step_card: Ints
    """By step: the row of `gives_up`; `NONE` where no card leaves the hand."""
    step_bit: Ints
    """By step: its number among those that are open only to hands with such a card, or `NONE`."""
    other: Ints
    """By pattern and which of those steps are open, as bits: the option to go by other terms."""
    otherwise: Ints
    """By terms: the other terms."""
    row_of_terms: Ints
    alike: Ints
    """By option: the first that is worth the same."""
    passes: Ints
    """By option: the row of pays on which it changes nothing, or `NONE`."""
    offer_of: Ints
    """``offer_of[terms, size, state]``: what hands that draw are offered, or `NONE`."""
    kept: Ints
    """``kept[offer, class]``: terms if the card is kept; `NONE` if it must be given up."""
    given_up: Ints
    """``given_up[offer, class]``: terms if it is given up; `NONE` if it must be kept."""
    gives_up: Ints
    """``gives_up[row, hand]``: the class of the card that leaves the hand, or `NONE`."""


class Made(NamedTuple):
    """Slots, and what finds them again."""

    counts: Ints
    """How many there are so far of what `SLOTS` to `PAIRS` name."""
    slots: Ints
    """``slots[slot]``: sort, hand, world, row of pays, and the key they are sorted by: the hand, or
    one of fewer cards that an option leads to."""
    first_word: Ints
    """By slot: its words are from here to where the next slot's begin."""
    words: Ints
    """Of a chance: the slots after each class of card, then those where it is given up. Of a
    choice: the slots its options lead to."""
    options: Ints
    """Beside the words of a choice: the numbers of its options."""
    table: Ints
    """Slots by a number made from what they compute; `NONE` where there is none."""
    pair_of: Ints
    """``pair_of[terms, met]``: where hands on these terms are in `known`."""
    known: NDArray[np.int32]
    """``known[pair, draws, hand]``: the slot of a hand that decides or draws; `NONE` if not yet."""
    larger: Ints
    """``larger[met, class]``: the world with one more card given up; `NONE` if not met yet."""
    cards: Ints
    """``cards[met, class]``: cards given up in a world."""
    number_of: Ints
    """By world met: its number among those with slots, or `NONE`."""
    frames: Ints
    """``frames[depth]``: draws, terms, world met, hand, and how far it has come: `PLACE` to
    `BITS`."""
    pending: Ints
    """``pending[depth, 0 or 1, place]``: the words found so far, and their options."""


SLOTS, WORDS, MET, WORLDS, PAIRS = range(5)
SORT, HAND, WORLD, ROW, KEY = range(5)
DRAWING, TERMS, IN_WORLD, OF_HAND, PLACE, FILLED, BITS = range(7)


@inlined
def _mixed(number, word):
    """A number with a word mixed into it."""
    number = (number ^ np.uint64(word + 2)) * np.uint64(0x9E3779B97F4A7C15)
    return number ^ (number >> np.uint64(31))


@inlined
def _same(ways, made, slot, sort, hand, world, row, many):
    """Whether a slot computes this, by words that lie behind those of all slots."""
    own = made.slots[slot]
    begin, first = made.first_word[slot], made.counts[WORDS]
    if own[SORT] != sort or own[HAND] != hand or own[WORLD] != world or own[ROW] != row:
        return False
    if made.first_word[slot + 1] - begin != many:
        return False
    for place in range(many):
        if made.words[begin + place] != made.words[first + place]:
            return False
        if sort == CHOICE and (
            ways.alike[made.options[begin + place]] != ways.alike[made.options[first + place]]
        ):
            return False
    return True


@inlined
def _slot(ways, made, sort, hand, met, row, many):
    """The slot that computes this; its words, so many, lie behind those of all slots."""
    if made.number_of[met] == NONE:
        made.number_of[met] = made.counts[WORLDS]
        made.counts[WORLDS] += 1
    world, first = made.number_of[met], made.counts[WORDS]
    number = _mixed(_mixed(_mixed(_mixed(np.uint64(7), sort), hand), world), row)
    for place in range(first, first + many):
        number = _mixed(number, made.words[place])
        if sort == CHOICE:
            number = _mixed(number, ways.alike[made.options[place]])
    last = np.uint64(len(made.table) - 1)
    at = number & last
    while made.table[at] != NONE:
        slot = made.table[at]
        if _same(ways, made, slot, sort, hand, world, row, many):
            return slot
        at = (at + np.uint64(1)) & last
    slot, key = made.counts[SLOTS], hand
    for place in range(first, first + many if sort == CHOICE else first):
        if made.words[place] != BUST_SLOT:
            key = min(key, made.slots[made.words[place], KEY])
    made.table[at] = slot
    made.slots[slot, SORT] = sort
    made.slots[slot, HAND] = hand
    made.slots[slot, WORLD] = world
    made.slots[slot, ROW] = row
    made.slots[slot, KEY] = key
    made.counts[SLOTS] += 1
    made.counts[WORDS] += many
    made.first_word[slot + 1] = made.counts[WORDS]
    return slot


@inlined
def _pair(made, terms, met):
    """Where hands on these terms are in `known`."""
    pair = made.pair_of[terms, met]
    if pair == NONE:
        pair = made.pair_of[terms, met] = made.counts[PAIRS]
        made.counts[PAIRS] += 1
        for draws in range(2):
            for hand in range(made.known.shape[2]):
                made.known[pair, draws, hand] = NONE
    return pair


@inlined
def _larger(made, met, kind):
    """The world in which one more card is given up."""
    if made.larger[met, kind] != NONE:
        return made.larger[met, kind]
    for other in range(made.counts[MET]):
        same = True
        for one in range(made.cards.shape[1]):
            same &= made.cards[other, one] == made.cards[met, one] + (one == kind)
        if same:
            made.larger[met, kind] = other
            return np.int64(other)
    other = made.counts[MET]
    made.counts[MET] += 1
    for one in range(made.cards.shape[1]):
        made.cards[other, one] = made.cards[met, one] + (one == kind)
    made.larger[met, kind] = other
    return other


@inlined
def _ask(ways, made, draws, terms, met, hand):
    """The slot of a hand that decides on these terms, or draws; `NONE` if it is not known yet."""
    pair = _pair(made, terms, met)
    slot = np.int64(made.known[pair, draws, hand])
    if slot == NONE and hand == len(ways.size):  # a bust costs otherwise on other rows
        slot = np.int64(BUST_SLOT)
        if ways.row_of_terms[terms]:
            slot = _slot(ways, made, STAND, -1, 0, ways.row_of_terms[terms], 0)
        made.known[pair, draws, hand] = slot
    return slot


@inlined
def _follow(made, depth, draws, terms, met, hand):
    """Lay a frame on the stack."""
    frame = made.frames[depth]
    frame[DRAWING], frame[TERMS], frame[IN_WORLD], frame[OF_HAND] = draws, terms, met, hand
    frame[PLACE] = frame[FILLED] = frame[BITS] = 0


@inlined
def _pend(made, depth, slot, option):
    """Another word of the uppermost frame."""
    place = made.frames[depth, FILLED]
    made.pending[depth, 0, place] = slot
    made.pending[depth, 1, place] = option
    made.frames[depth, FILLED] = place + 1


@inlined
def _where(ways, table, terms, hand):
    """An entry for hands like this one."""
    size = min(ways.size[hand], table.shape[1] - 1)
    return table[terms, size, ways.state[hand]]


@inlined
def _step_slot(ways, made, depth, step, pattern):
    """The slot that a step leads to; `NONE` where it is followed first."""
    frame = made.frames[depth]
    met, hand, what = frame[IN_WORLD], frame[OF_HAND], ways.step[step]
    if what == ENDS:
        return np.int64(BUST_SLOT)
    if what == STANDS:
        return _slot(ways, made, STAND, hand, met, ways.row[pattern], 0)
    if what == EXCHANGES:
        kind = ways.gives_up[ways.step_card[step], hand]
        met, hand = _larger(made, met, kind), ways.without[hand, kind]
    draws = np.int64(what != DECIDES)
    slot = _ask(ways, made, draws, ways.step_terms[step], met, hand)
    if slot == NONE:
        _follow(made, depth + 1, draws, ways.step_terms[step], met, hand)
    return slot


@inlined
def _choose(ways, made, depth):
    """Go on with a hand that decides: its slot, or `NONE` where another is followed first."""
    frame = made.frames[depth]
    terms, met, hand = frame[TERMS], frame[IN_WORLD], frame[OF_HAND]
    pattern = _where(ways, ways.pattern_of, terms, hand)
    if ways.ended[pattern] != NONE:
        frame[FILLED] = 0
        _pend(made, depth, BUST_SLOT, ways.ended[pattern])
    else:
        first = ways.first_step[pattern]
        for step in range(first + frame[PLACE], ways.first_step[pattern + 1]):
            bit = ways.step_bit[step]
            if bit == NONE or ways.gives_up[ways.step_card[step], hand] != NONE:
                slot = _step_slot(ways, made, depth, step, pattern)
                if slot == NONE:
                    frame[PLACE] = step - first
                    return slot
                _pend(made, depth, slot, ways.step_option[step])
                if bit != NONE:
                    frame[BITS] |= 1 << bit
        frame[PLACE] = ways.first_step[pattern + 1] - first
        other = ways.other[ways.first_other[pattern] + frame[BITS]]
        if frame[FILLED] == 0 and ways.otherwise[terms] == NONE:
            return np.int64(NO_MOVE)
        if frame[FILLED] == 0 or other != NONE:
            slot = _ask(ways, made, 0, ways.otherwise[terms], met, hand)
            if slot == NONE:
                _follow(made, depth + 1, 0, ways.otherwise[terms], met, hand)
                return slot
            if frame[FILLED] == 0:
                return slot
            _pend(made, depth, slot, other)
    many, row = frame[FILLED], ways.row_of_terms[terms]
    if many == 1 and ways.passes[made.pending[depth, 1, 0]] == row:
        return made.pending[depth, 0, 0]
    first = made.counts[WORDS]
    for place in range(many):
        made.words[first + place] = made.pending[depth, 0, place]
        made.options[first + place] = made.pending[depth, 1, place]
    return _slot(ways, made, CHOICE, hand, met, row, many)


@inlined
def _draw(ways, made, depth):
    """Go on with a hand that draws: its slot, or `NONE` where another is followed first."""
    frame = made.frames[depth]
    terms, met, hand = frame[TERMS], frame[IN_WORLD], frame[OF_HAND]
    offer, kinds = _where(ways, ways.offer_of, terms, hand), ways.next.shape[1]
    for kind in range(frame[FILLED], kinds):
        kept, again = terms, np.int64(NONE)
        if offer != NONE:
            kept, without = ways.kept[offer, kind], ways.given_up[offer, kind]
            if without != NONE:
                larger = _larger(made, met, kind)
                again = _ask(ways, made, 1, without, larger, hand)
                if again == NONE:
                    _follow(made, depth + 1, 1, without, larger, hand)
                    return again
        if kept == NONE:  # what must be given up has one way to go on: the draw without it
            _pend(made, depth, again, NONE)
            continue
        slot = _ask(ways, made, 0, kept, met, ways.next[hand, kind])
        if slot == NONE:
            _follow(made, depth + 1, 0, kept, met, ways.next[hand, kind])
            return slot
        _pend(made, depth, slot, again)
    first = made.counts[WORDS]
    for kind in range(kinds):
        made.words[first + kind] = made.pending[depth, 0, kind]
        made.words[first + kinds + kind] = made.pending[depth, 1, kind]
    return _slot(ways, made, CHANCE, hand, met, 0, 2 * kinds)


@inlined
def _is_room(made):
    """Whether there is room for another step of the work."""
    return (
        made.counts[SLOTS] + MARGIN < len(made.slots)
        and made.counts[WORDS] + MARGIN < len(made.words)
        and made.counts[MET] + MARGIN < len(made.cards)
        and made.counts[PAIRS] + MARGIN < len(made.known)
        and 2 * made.counts[SLOTS] < len(made.table)
    )


@njit(cache=True, nogil=True, _nrt=False)
def build(ways, made, roots, slots):
    """Make the slots of all roots (``roots[root]``: draws, terms, hand) and what they lead to."""
    for root in range(len(roots)):
        draws, terms, hand = roots[root]
        slots[root] = _ask(ways, made, draws, terms, 0, hand)
        depth = 0 if slots[root] == NONE else -1
        if depth == 0:
            _follow(made, depth, draws, terms, 0, hand)
        while depth >= 0:
            if not _is_room(made) or depth + 2 > len(made.frames):
                return NO_ROOM
            frame = made.frames[depth]
            slot = _draw(ways, made, depth) if frame[DRAWING] else _choose(ways, made, depth)
            if slot == NO_MOVE:
                return STUCK
            if slot == NONE:
                depth += 1
                continue
            pair = _pair(made, frame[TERMS], frame[IN_WORLD])
            made.known[pair, frame[DRAWING], frame[OF_HAND]] = slot
            slots[root] = slot
            depth -= 1
    return DONE
