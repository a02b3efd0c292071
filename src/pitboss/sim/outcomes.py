"""Outcome codes: every way a seat's round can end, numbered.

Kernels count codes, not money. What a code means for each wager is kept here, so one run answers
every stake and every pay table, and all moments between bets come from one histogram of integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.rules.compile import Tables
from pitboss.rules.course import NONE, Terms
from pitboss.rules.finishes import PLAIN
from pitboss.rules.settlement import ENDED_EARLY, BetReader, Settlement
from pitboss.sim.leaves import Leaf

Number = TypeVar("Number", int, NDArray[np.int64])
"""One, or many at once."""
RESULTS = ("loss", "push", "win")

NOT_OFFERED, INSURANCE_LOST, INSURANCE_WON = 0, 1, 2

ONCE, BY_ANOTHER, BY_FIRST = AGAINS = 0, 1, 2
"""What is split a second time: nothing, another hand once the first is finished, or the first."""


class Outcome(NamedTuple):
    """How a seat's round ended."""

    names: tuple[str, ...]
    """What became of each opening wager, in words."""
    won: tuple[int, ...]
    """Units each opening wager brought, times `Outcomes.denominator`; units that were added count
    for the first."""
    staked: int
    """Units at risk on the opening wagers, those added and those of new hands included."""
    events: tuple[int, ...]
    """The event of each side bet, numbered as in its reader."""
    insurance: int
    split: bool = False
    undone: bool = False
    """Whether a dealer natural was found before anybody played."""


class Context(NamedTuple):
    """What a hand's ending does not say about the round."""

    settled: tuple[int, ...]
    """How each side bet is settled on this deal, as places among its reader's."""
    insurable: bool
    peeked: bool
    """Whether the dealer looks for a natural before anybody plays."""


class SplitCodes(NamedTuple):
    """How the code of a split round is made.

    It is ``base + ((side × sums + sum) × seconds + second) × stakes + staked``: what all hands
    bring, a wager that moved over to a new hand aside; what that brings; and units staked. Sum and
    second are counted from their least values.
    """

    base: int
    sums: int
    seconds: int
    stakes: int
    sides: int
    steps: int
    """Sum and second count in such parts of a unit."""

    @property
    def per_side(self) -> int:
        """Codes of one side."""
        return self.sums * self.seconds * self.stakes

    @property
    def end(self) -> int:
        """The first code that is none."""
        return self.base + self.sides * self.per_side

    @property
    def nothing(self) -> int:
        """The code of side 0 to which nothing is added yet: nothing won, nothing staked."""
        return self.base + (self.sums // 2 * self.seconds + self.seconds // 2) * self.stakes

    def hand(self, won: int, staked: int) -> int:
        """What a hand adds to the code."""
        return won * self.seconds * self.stakes + staked

    def moved(self, won: int) -> int:
        """What is added because so much of a hand's is a wager's that moved over to it."""
        return won * (1 - self.seconds) * self.stakes


class Outcomes:
    """Numbers outcomes as they are met; `outcome` reads a number."""

    def __init__(self, tables: Tables, readers: list[BetReader]) -> None:
        self.tables, self.readers = tables, readers
        self.units = len(tables.opening)
        pays = [one for terms in tables.course.terms for one in _fixed(terms)]
        self.denominator = lcm(tables.natural[1], *(per for _, per in pays))
        self.finals = len(tables.finals)
        """Finals are the game's own; one more is a natural of one suit."""
        self.natural, self.suited = self.finals - 1, self.finals
        self._split = _split_ranges(tables)
        self._moved = _moved_wager(tables)
        self.plain: list[Outcome] = []
        self._code: dict[Outcome, int] = {}
        self.sides: list[tuple[tuple[int, ...], int]] = []
        self._side: dict[tuple[tuple[int, ...], int], int] = {}
        self._mixed: dict[tuple[int, int], int] = {}

    def code(self, outcome: Outcome) -> int:
        """The number of an outcome that is no split."""
        found = self._code.get(outcome)
        if found is None:
            found = self._code[outcome] = len(self.plain)
            self.plain.append(outcome)
        return found

    def is_natural(self, final: int) -> bool:
        """Whether a final is a natural, of one suit or not."""
        return final >= self.natural

    def settle(self, context: Context, leaf: Leaf, final: int) -> int:
        """The code of a hand that was not split."""
        return self.code(self._settle(context, leaf, final))

    def _settle(self, context: Context, leaf: Leaf, final: int) -> Outcome:
        tables, units, natural = self.tables, self.units, self.is_natural(final)
        insurance = self._insurance(context, natural)
        if natural and leaf.natural and not tables.natural_first:
            names, won = ("push, both naturals",) * units, (0,) * units
            events = self._natural(context, PLAIN, final)
            return Outcome(names, won, units, events, insurance)
        if natural and context.peeked and not (leaf.natural or leaf.before_peek):
            names, won = ("dealer natural",) * units, (-self.denominator,) * units
            events = self._natural(context, PLAIN, final)
            return Outcome(names, won, units, events, insurance, undone=True)
        stakes, result = leaf.stakes, leaf.result(tables, min(final, self.natural))
        every = [leaf.won(wager, result, self.denominator) for wager in stakes.units]
        every[0] += leaf.bonus(result, self.denominator)
        names = self._names(leaf, result, natural=natural)
        events = self._events(context, leaf, final)
        return Outcome(names, tuple(every), stakes.staked, events, insurance)

    def _names(self, leaf: Leaf, result: int, *, natural: bool) -> tuple[str, ...]:
        """What became of each opening wager."""
        beaten = natural and not leaf.pays[1]
        name = leaf.name or ("dealer natural" if beaten else RESULTS[result + 1])
        names = [name] * self.units
        words = () if beaten or leaf.name else leaf.stakes.added
        names[0] = ", ".join(
            [name, *words, *(f"one wager {how}" for _, how in leaf.stakes.returned)]
        )
        for wager, how in leaf.stakes.returned:
            names[wager] = how
        return tuple(names)

    def split_hand(self, leaf: Leaf, final: int) -> int:
        """What a split hand adds to the code of the round."""
        result, steps = leaf.result(self.tables, min(final, self.natural)), self._split.steps
        won = leaf.won(leaf.stakes.staked, result, steps) + leaf.bonus(result, steps)
        return self._split.hand(won, leaf.stakes.staked)

    def moved_wager(self, leaf: Leaf, final: int) -> int:
        """What is added for an opening wager that moved over to a split hand."""
        result = leaf.result(self.tables, min(final, self.natural))
        return self._split.moved(leaf.won(1, result, self._split.steps))

    def side(self, context: Context, first: Leaf, final: int, again: int) -> int:
        """The number of what side bets and insurance do in a split round.

        `first` is the first hand's leaf, `again` one of `AGAINS`.
        """
        events = self._events(context, first, final)
        if again != ONCE:
            finished = None if again == BY_FIRST else first
            hand = 0 if again == BY_FIRST else 1
            events = tuple(
                self._split_again(reader, one, finished)
                if reader.bet.lost_by_split(hand) and one.grid is not None
                else event
                for reader, one, event in zip(
                    self.readers, self._settlements(context), events, strict=True
                )
            )
        key = (events, self._insurance(context, self.is_natural(final)))
        found = self._side.get(key)
        if found is None:
            found = self._side[key] = len(self.sides)
            self.sides.append(key)
        return found

    def _split_again(self, reader: BetReader, one: Settlement, finished: Leaf | None) -> int:
        """The event of a bet that a second split loses, unless it was decided before."""
        if finished is None:
            return reader.second_split
        if finished.live:
            return reader.second_split if one.early is None else int(one.early[finished.finish, 0])
        assert one.ended is not None
        return int(one.ended[finished.finish, finished.result(self.tables, 0) + 1, ENDED_EARLY])

    def split_codes(self) -> SplitCodes:
        """How codes of split rounds are made, once every other outcome and side is known."""
        return self._split._replace(base=len(self.plain), sides=len(self.sides))

    def mixed(self, other: int, suited: int) -> int:
        """The code of a dealer natural that is of one suit in one case of four.

        To be asked for once every other outcome is known.
        """
        place = self._mixed.setdefault((other, suited), len(self._mixed))
        return self.split_codes().end + place

    @property
    def codes(self) -> int:
        """How many codes there are."""
        return self.split_codes().end + len(self._mixed)

    @property
    def mixtures(self) -> list[tuple[int, int]]:
        """The codes each mixed code stands for: of different suits, and of one suit."""
        return list(self._mixed)

    def parts(self, code: int) -> list[tuple[int, Outcome]]:
        """What a code means: outcomes, each so many times in four."""
        end = self.split_codes().end
        if code < end:
            return [(4, self.outcome(code))]
        other, suited = self.mixtures[code - end]
        return [(3, self.outcome(other)), (1, self.outcome(suited))]

    def outcome(self, code: int) -> Outcome:
        """What a code that is not mixed means."""
        if code < len(self.plain):
            return self.plain[code]
        codes = self.split_codes()
        code, staked = divmod(code - codes.base, codes.stakes)
        code, second = divmod(code, codes.seconds)
        side, total = divmod(code, codes.sums)
        won = [0] * self.units
        won[0] = self._won(total, codes.sums)
        if codes.seconds > 1:
            won[self._moved] = self._won(second, codes.seconds)
        events, insurance = self.sides[side]
        return Outcome(("split",) * self.units, tuple(won), staked, events, insurance, True)

    def _won(self, number: Number, numbers: int) -> Number:
        """What a part of a split round's code says was won; 0 stands in the middle."""
        return (number - numbers // 2) * self.denominator // self._split.steps

    def split_values(self) -> NDArray[np.int64]:
        """What codes of split rounds bring, a row each: opening wagers, then side bets."""
        codes = self.split_codes()
        found = np.zeros(
            (codes.sides, codes.sums, codes.seconds, codes.stakes, self.units + len(self.readers)),
            dtype=np.int64,
        )
        found[..., 0] = self._won(np.arange(codes.sums), codes.sums)[:, None, None]
        if codes.seconds > 1:
            found[..., self._moved] = self._won(np.arange(codes.seconds), codes.seconds)[:, None]
        for side, (events, _) in enumerate(self.sides):
            found[side, ..., self.units :] = self.side_pays(events)
        return found.reshape(-1, found.shape[-1])

    def side_pays(self, events: Sequence[int]) -> list[int]:
        """What these events of the side bets bring, in units times the denominator."""
        return [
            int(reader.pays[event]) * self.denominator
            for reader, event in zip(self.readers, events, strict=True)
        ]

    def _insurance(self, context: Context, natural: bool) -> int:
        if not context.insurable:
            return NOT_OFFERED
        return INSURANCE_WON if natural else INSURANCE_LOST

    def _settlements(self, context: Context) -> Iterator[Settlement]:
        for reader, place in zip(self.readers, context.settled, strict=True):
            yield reader.settlements[place]

    def _natural(self, context: Context, finish: int, final: int) -> tuple[int, ...]:
        """The events of side bets when the dealer has a natural."""
        suited = final == self.suited
        return tuple(
            one.natural[finish][0 if suited else -1][0] for one in self._settlements(context)
        )

    def _events(self, context: Context, leaf: Leaf, final: int) -> tuple[int, ...]:
        """The events of side bets when the first hand is finished so."""
        natural = self.is_natural(final)
        of_natural = self._natural(context, leaf.finish, final)
        if natural and (leaf.live or leaf.natural):
            return of_natural
        found = []
        for one, event in zip(self._settlements(context), of_natural, strict=True):
            if one.grid is None or one.ended is None:
                found.append(event if natural else one.event)
            elif leaf.live:
                found.append(int(one.grid[leaf.finish, leaf.total, final]))
            else:
                result = leaf.result(self.tables, 0) + 1
                column = max(0, final - self.natural + 1)
                found.append(int(one.ended[leaf.finish, result, column]))
        return tuple(found)


def _fixed(terms: Terms) -> Iterator[tuple[int, int]]:
    """What hands are paid that end for good on these terms."""
    yield from (ending.pays for ending in terms.endings)
    yield from (edge.pays for edge in terms.edges if edge.pays[1])


def _moved_wager(tables: Tables) -> int:
    """The opening wager that goes over to a new hand; `NONE` if none does."""
    edges = [edge for terms in tables.course.terms for edge in terms.edges]
    return max((edge.moves_wager for edge in edges), default=NONE)


def _split_ranges(tables: Tables) -> SplitCodes:
    """What codes of split rounds must be able to say; no outcome is known yet."""
    made = [terms for terms in tables.course.terms if terms.split]
    pays = [(1, 1), *(one for terms in made for one in _fixed(terms))]
    steps = lcm(*(per for _, per in pays))
    most = max(abs(won) * steps // per for won, per in pays)
    staked = max((terms.units for terms in made), default=1)
    with_house = max((terms.units + terms.house_units for terms in made), default=1)
    sums = 2 * tables.max_hands * max(staked * most, with_house * steps) + 1
    seconds = 2 * most + 1 if _moved_wager(tables) != NONE else 1
    return SplitCodes(0, sums, seconds, tables.max_hands * staked + 1, 0, steps)
