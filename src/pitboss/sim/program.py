"""A game, a policy and a way of dealing, ready to be run from any number on.

A program deals *units*: rounds, where every round has a fresh shoe, or whole shoes down to the cut
card. Unit `n` is dealt from the seed and `n` alone, and a run of any units gives a tally: a vector
of whole numbers. Tallies of different units are simply added, in any order, wherever they were
made. That is all that threads, a GPU, a cluster and an interrupted job need to agree exactly.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.rules.compile import Tables
from pitboss.rules.policy import Policy
from pitboss.sim import vector
from pitboss.sim.draws import counter_of, key_of, rejected_below
from pitboss.sim.outcomes import Outcomes
from pitboss.sim.plain import count_listed, count_rounds, list_rounds
from pitboss.sim.policy_tables import Compiler
from pitboss.sim.round_automaton import NO_AUTOMATON, Builder
from pitboss.sim.shoes import (
    HEAD,
    MOST_WAGERS,
    RAN_OUT,
    ROUNDS,
    SHOES,
    SQUARES,
    ShoeDealing,
    ShoeTables,
    count_shoes,
    list_shoes,
)
from pitboss.sim.vector_shoes import count_lanes, new_room

if TYPE_CHECKING:
    from pitboss.sim.cuda import Runner

Counts = NDArray[np.int64]

STRETCH = 1 << 18
"""Rounds a vector call plays before those it left open are played."""
FLUSH = 1 << 30
"""Rounds after which its 32-bit counts are added up."""
SHOE_CARDS, SHOE_SUITS = 1, 2
"""Purposes of a seed."""
PAD = np.zeros(2, dtype=np.uint16)


class Dealing(msgspec.Struct, frozen=True, kw_only=True):
    """How cards come and who plays."""

    seed: int = 1
    seats: int = 1
    cut: int | None = None
    """Cards before the cut card; None for a fresh shoe each round."""
    burn: int = 1
    """Cards burned after a shuffle; none are where every round has a fresh shoe."""


class Tally(NamedTuple):
    """A tally's parts."""

    rounds: int
    counts: Counts
    """``counts[seat, code]``: how many of the seat's rounds ended so."""
    shoes: int
    ran_out: int
    """Rounds in which the shoe ran out and the discards were shuffled."""
    rounds_squared: int
    """Sum over shoes of the square of the rounds dealt from it."""
    with_rounds: Counts
    """``[wager]``: sum over shoes of rounds × what the wager brought in all of them."""
    between_shoes: Counts
    """``[wager, wager]``: sum over shoes of what the two brought, multiplied."""
    between_seats: Counts
    """``[wager, wager]``: sum over rounds of what the two brought at all seats, multiplied.

    Wagers are the opening ones and the side bets, in this order, all in units times
    `Outcomes.denominator`. A fresh shoe's round at one seat needs none of these three: there they
    are zero, and the histogram says everything.
    """


class Program:
    """Compiled rules and policy, and how they are dealt."""

    def __init__(
        self, tables: Tables, policy: Policy, dealing: Dealing, *, device: str = "cpu",
        path: str = "auto",
    ) -> None:  # fmt: skip
        self.dealing = dealing
        compiler = Compiler(tables, policy)
        self.machine = compiler.compile()
        self.book, self.places = self.machine.book()
        self.outcomes: Outcomes = compiler.outcomes
        self.automaton = NO_AUTOMATON
        if not self.machine.asks_suits:
            burn = None if dealing.cut is None else dealing.burn
            self.automaton = Builder(self.machine, burn).build() or NO_AUTOMATON
        longest, cut = self.automaton.longest, dealing.cut
        enough = cut is None or longest <= 52 * self.machine.decks + 1 - cut
        self.single = dealing.seats == 1 and longest > 0 and enough
        """Whether one seat is dealt by the automaton of its rounds. Not where a shoe may run out in
        the middle of one: then the order of the cards matters."""
        self._key = key_of(dealing.seed)
        self.device = device
        """``cpu`` or ``cuda``."""
        self.path = path
        """On the processor ``vector`` or ``plain``; ``auto`` takes vector code where it can."""
        if path == "auto":
            self.path = "vector" if vector.available() else "plain"
        self.wagers = len(tables.opening) + len(tables.bets)

    @property
    def fresh(self) -> bool:
        """Whether a unit is one round of one seat in a fresh shoe, without suits to be dealt."""
        dealing = self.dealing
        return dealing.cut is None and self.single

    @property
    def size(self) -> int:
        """Length of a tally."""
        if self.fresh:
            return self.machine.codes
        seats, wagers = self.dealing.seats, self.wagers
        return HEAD + wagers + 2 * wagers**2 + seats * self.machine.codes

    def run(self, first: int, many: int) -> Counts:
        """The tally of `many` units from number `first` on; other threads run meanwhile."""
        if self.device == "cuda":
            return self._run_cuda(first, many)
        return self._run_cpu(first, many)

    def _run_cuda(self, first: int, many: int) -> Counts:
        if not self.fresh:
            return self._runner.shoes(first, many)
        counts = np.zeros(self.size, dtype=np.int64)
        while True:  # what is too little for a whole call is left to the processor
            found, done = self._runner.rounds(first, many)
            if not done:
                return counts + self._run_cpu(first, many)
            counts += found
            first, many = first + done, many - done

    @cached_property
    def _runner(self) -> Runner:
        from pitboss.sim.cuda import Runner

        return Runner(self)

    def _run_cpu(self, first: int, many: int) -> Counts:
        counts = np.zeros(self.size, dtype=np.int64)
        if not self.fresh:
            if self.single and self.path == "vector" and self.wagers <= MOST_WAGERS:
                self._run_lanes(first, many, counts)
                return counts
            tables, dealing = self.shoe_arguments()
            count_shoes(tables, self.values, self.wagers, dealing, first, many, counts)
            return counts
        if self.path == "vector":
            done = many - many % vector.LANES
            self._run_vector(first, done, counts)
            first, many = first + done, many - done
        return counts + self.run_plain(first, many)

    def run_plain(self, first: int, many: int) -> Counts:
        """The tally of rounds in fresh shoes, without vector code."""
        counts = np.zeros(self.size, dtype=np.int64)
        count_rounds(*self.fresh_arguments(), first, many, counts)
        return counts

    def _run_vector(self, first: int, many: int, counts: Counts) -> None:
        deal, following = self._padded
        marks, decks = self.automaton.marks, self.machine.decks
        per_rank, reject = 4 * decks, rejected_below(52 * decks)
        rounds = vector.kernel().rounds
        left = np.empty(STRETCH + vector.LANES, dtype=np.uint32)
        found = np.zeros((self.machine.codes + 1, vector.COPIES), dtype=np.uint32)
        key = int(self._key)
        for start in range(first, first + many, STRETCH):
            steps = min(STRETCH, first + many - start) // vector.LANES
            open_ = rounds(
                deal.ctypes.data, following.ctypes.data, int(marks.ends), self.machine.codes,
                per_rank, reject, counter_of(key, start), steps, found.ctypes.data,
                left.ctypes.data,
            )  # fmt: skip
            book, at, _, *rest = self.fresh_arguments()
            count_listed(book, at, *rest, start, left, open_, counts)
            if start % FLUSH < STRETCH:
                counts += found[:-1].sum(axis=1, dtype=np.int64)
                found[:] = 0
        counts += found[:-1].sum(axis=1, dtype=np.int64)

    def _run_lanes(self, first: int, many: int, counts: Counts) -> None:
        tables, dealing = self.shoe_arguments()
        tables = tables._replace(following=self._padded[1])
        room = new_room()
        count_lanes(
            vector.kernel().cards, room, room.view(np.uint16), tables, self.pairs, self.wagers,
            dealing, first, many, counts,
        )  # fmt: skip

    @cached_property
    def _padded(self) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
        """The automaton's tables with room behind: gathers read four bytes."""
        return np.append(self.automaton.deal, PAD), np.append(self.automaton.next, PAD)

    def read(self, tally: Counts) -> Tally:
        """The parts of a tally."""
        none = np.zeros((self.wagers, self.wagers), dtype=np.int64)
        if self.fresh:
            rounds = int(tally.sum())
            return Tally(rounds, tally[None], rounds, 0, rounds, none[0], none, none)
        square = self.wagers**2
        parts = np.split(tally[HEAD:], np.cumsum([self.wagers, square, square]))
        shoes = parts[1].reshape(none.shape)
        return Tally(
            rounds=int(tally[ROUNDS]),
            counts=parts[3].reshape(self.dealing.seats, -1),
            shoes=int(tally[SHOES]),
            ran_out=int(tally[RAN_OUT]),
            rounds_squared=int(tally[SQUARES]),
            with_rounds=parts[0],
            between_shoes=shoes,
            between_seats=shoes if self.dealing.cut is None else parts[2].reshape(none.shape),
        )

    def codes(self, first: int, many: int) -> Counts:
        """Outcome codes of the first seat in the order they are dealt, from unit `first` on."""
        found = np.zeros(many, dtype=np.int64)
        if not self.fresh:  # a shoe has at least one round
            tables, dealing = self.shoe_arguments()
            list_shoes(tables, dealing, first, many, found)
            return found
        list_rounds(*self.fresh_arguments(), first, many, found)
        return found

    @cached_property
    def values(self) -> Counts:
        """What each code brings to each wager, in units times the denominator, one after another.

        Codes whose suits are left open do not occur where shoes are dealt.
        """
        outcomes = self.outcomes
        found = np.zeros((self.machine.codes, self.wagers), dtype=np.int64)
        for code, outcome in enumerate(outcomes.plain):
            found[code] = [*outcome.won, *outcomes.side_pays(outcome.events)]
        found[len(outcomes.plain) : self.machine.split_codes.end] = outcomes.split_values()
        return found.reshape(-1)

    @cached_property
    def pairs(self) -> Counts:
        """`values`, two wagers in each of `PAIRS` numbers, for at most `MOST_WAGERS`."""
        values = np.zeros((self.machine.codes, MOST_WAGERS), dtype=np.int64)
        values[:, : self.wagers] = self.values.reshape(-1, self.wagers)
        return (values[:, 0::2] + (values[:, 1::2] << 32)).reshape(-1)

    @cached_property
    def naturals(self) -> NDArray[np.int8]:
        """By code: whether the dealer's natural was found before anybody played."""
        outcomes = self.outcomes
        found = np.zeros(self.machine.codes, dtype=np.int8)
        found[: len(outcomes.plain)] = [outcome.undone for outcome in outcomes.plain]
        for code in range(self.machine.split_codes.end, self.machine.codes):  # no split one is
            found[code] = outcomes.parts(code)[0][1].undone
        return found

    def shoe_arguments(self) -> tuple[ShoeTables, ShoeDealing]:
        """What a kernel for shoes needs beside what codes bring."""
        dealing, decks, automaton = self.dealing, self.machine.decks, self.automaton
        fresh = dealing.cut is None
        mixed = np.array([*self.outcomes.mixtures, (0, 0)], dtype=np.int32).reshape(-1)
        return ShoeTables(
            self.book, self.places, automaton.deal, automaton.next, automaton.splits,
            automaton.marks, self.naturals, mixed,
        ), ShoeDealing(
            self.single, dealing.seats, dealing.cut or 0, 0 if fresh else dealing.burn,
            np.uint64(4 * decks), key_of(dealing.seed, SHOE_CARDS),
            key_of(dealing.seed, SHOE_SUITS),
        )  # fmt: skip

    def fresh_arguments(self) -> tuple[Any, ...]:
        """What a kernel for fresh shoes needs."""
        automaton, decks = self.automaton, self.machine.decks
        return (
            self.book, self.places, automaton.deal, automaton.next, automaton.splits,
            automaton.marks, np.uint32(4 * decks), np.uint32(rejected_below(52 * decks)), self._key,
        )  # fmt: skip
