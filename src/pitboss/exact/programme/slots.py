"""The slots of a game, made by the compiled loop and put in order."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.programme.game import Game, Option
from pitboss.exact.programme.loops.building import (
    DEEPEST,
    DONE,
    MARGIN,
    NO_ROOM,
    PAIRS,
    SLOTS,
    WORDS,
    WORLDS,
    Made,
    Ways,
    build,
)
from pitboss.exact.programme.loops.bundles import Slots
from pitboss.exact.programme.loops.play import CHANCE, CHOICE
from pitboss.exact.programme.ways import Compiler
from pitboss.rules.course import NONE
from pitboss.rules.errors import RulesError

Ints = NDArray[np.int64]
Places = NDArray[np.int32]

TO_DECIDE, TO_DRAW = range(2)
"""How play enters a hand: it decides, or it draws a card first."""
FIRST_SLOTS, FIRST_PAIRS = 1 << 15, 256
"""Room for slots, and for pairs of terms and world; where it does not do, the work is begun again
with four times as much."""
MOST_SLOTS = 1 << 19
"""Room is given up to here: some 400 MB. No game played anywhere needs a tenth."""

World = tuple[int, ...]
"""Classes of cards given up, ascending."""


class Root(NamedTuple):
    """A hand on which play goes on, with nothing given up yet."""

    enters: int
    """`TO_DECIDE` or `TO_DRAW`."""
    terms: int
    hand: int


class AllSlots(NamedTuple):
    """The slots that some roots lead to, by falling hand, callees first."""

    slots: Slots
    roots: Ints
    """By root: its slot."""
    worlds: list[World]
    known: NDArray[np.int32]
    """``known[pair, TO_DECIDE or TO_DRAW, hand]``: the slot of such a hand, or `NONE`."""
    pairs: list[tuple[int, int, int]]
    """Terms, world and pair, of all pairs."""


def all_slots(game: Game, compiler: Compiler, roots: list[Root]) -> AllSlots:
    """Make the slots of a game that these roots lead to."""
    ways, wanted = compiler.ways(), np.array(roots, dtype=np.int64)
    found: Ints = np.zeros(len(roots), dtype=np.int64)
    times = 1
    while FIRST_SLOTS * times <= MOST_SLOTS:
        made = _empty(game, ways, times)
        ended = build(ways, made, wanted, found)
        if ended != NO_ROOM:
            assert ended == DONE, "no move is open to a hand"
            return _sorted(compiler.options.all, made, found)
        times *= 4
    raise RulesError(
        f"the solver cannot follow this game: its hands come to more than {MOST_SLOTS // 4:,} "
        "different situations; let fewer cards be given up, or fewer moves follow each other"
    )


def _empty(game: Game, ways: Ways, times: int) -> Made:
    """Room for slots, so many times as much as is given at first."""
    kinds, hands, terms = len(game.values), len(ways.size), len(game.course.terms)
    room, pairs = FIRST_SLOTS * times, FIRST_PAIRS * times
    longest = 2 * kinds + MARGIN

    def none(*shape: int) -> Ints:
        return np.full(shape, NONE, dtype=np.int64)

    made = Made(
        counts=np.zeros(5, dtype=np.int64), slots=np.zeros((room, 5), dtype=np.int64),
        first_word=np.zeros(room + 1, dtype=np.int64),
        words=np.zeros(room * kinds, dtype=np.int64),
        options=np.zeros(room * kinds, dtype=np.int64),
        table=none(4 * room), pair_of=none(terms, pairs),
        known=np.empty((pairs, 2, hands + 1), dtype=np.int32), larger=none(pairs, kinds),
        cards=np.zeros((pairs, kinds), dtype=np.int64), number_of=none(pairs),
        frames=np.zeros((DEEPEST * times, 7), dtype=np.int64),
        pending=np.zeros((DEEPEST * times, 2, longest), dtype=np.int64),
    )  # fmt: skip
    made.counts[:] = 1, 0, 1, 1, 0  # the slot of a bust, and the world in which nothing is given up
    made.slots[0] = 0, -1, 0, 0, -1
    made.number_of[0] = 0
    return made


def _sorted(every: list[Option], made: Made, roots: Ints) -> AllSlots:
    many = int(made.counts[SLOTS])
    sort, hand, world, pays, key = (np.ascontiguousarray(part) for part in made.slots[:many].T)
    order = np.concatenate([[0], 1 + np.argsort(-key[1:], kind="stable")])
    place = np.empty(many, dtype=np.int64)
    place[order] = np.arange(many)
    places = np.append(place, NONE)  # NONE is the last
    words, first = places[made.words[: made.counts[WORDS]]], made.first_word[: many + 1]
    child, again = _draws(words, first, sort, order)
    lengths = np.where(sort == CHOICE, np.diff(first), 0)[order]
    first_option = np.concatenate([[0], np.cumsum(lengths)])
    flat = np.repeat(first[:-1][order] - first_option[:-1], lengths) + np.arange(first_option[-1])
    which = made.options[flat]

    def field(name: str, kind: type) -> Any:
        return np.array([getattr(one, name) for one in every], dtype=kind)[which]

    slots = Slots(
        kind=sort[order], hand=hand[order], world=world[order], row=pays[order], child=child,
        again=again, first_option=first_option, option_slot=words[flat],
        option_times=field("times", float), option_natural=field("natural", float),
        option_constant=field("constant", float), option_move=field("move", np.int64),
        option_terms=field("terms", np.int64), option_upcards=field("upcards", np.int64),
        option_known=field("known", np.bool_), option_row=field("row", np.int64),
    )  # fmt: skip
    worlds: list[World] = [()] * int(made.counts[WORLDS])
    numbers = made.number_of[made.number_of != NONE].tolist()
    for number, cards in zip(numbers, made.cards[made.number_of != NONE], strict=True):
        worlds[number] = tuple(np.repeat(np.arange(len(cards)), cards).tolist())
    terms, met = np.nonzero(made.pair_of != NONE)
    pairs = made.pair_of[terms, met]
    known = made.known[: made.counts[PAIRS]]
    return AllSlots(
        slots, place[roots], worlds, np.append(place, NONE).astype(np.int32)[known],
        list(zip(terms.tolist(), made.number_of[met].tolist(), pairs.tolist(), strict=True)),
    )  # fmt: skip


def _draws(words: Ints, first: Ints, sort: Ints, order: Ints) -> tuple[Places, Places]:
    """The slots after each card of slots in order, and those where it is given up."""
    draws = sort[order] == CHANCE
    begin = first[:-1][order][draws]
    kinds = int(np.diff(first)[order][draws].max(initial=0)) // 2
    child = np.zeros((len(order), kinds), dtype=np.int32)  # by far the largest of all arrays
    again = np.full((len(order), kinds), NONE, dtype=np.int32)
    columns = np.arange(kinds)
    child[draws] = words[begin[:, None] + columns]
    again[draws] = words[begin[:, None] + kinds + columns]
    return child, again
