"""Outcome codes: every way a seat's round can end, numbered.

Kernels count codes, not money. What a code means for each wager is kept here, so one run answers
every stake and every pay table, and all moments between bets come from one histogram of integers.
"""

from __future__ import annotations

from math import lcm
from typing import NamedTuple

from pitboss.rules.compile import Tables
from pitboss.rules.settlement import BUST, BetReader, Settlement

RESULTS = ("loss", "push", "win")

DOUBLED = BUST + 1
"""What a leaf of a doubled hand adds to its total, or to `BUST`."""
SURRENDER, NATURAL = 2 * DOUBLED, 2 * DOUBLED + 1
LEAVES = 2 * DOUBLED + 2
"""How a hand can end: a total or a bust, plain or doubled, surrendered, or a natural."""

NOT_OFFERED, INSURANCE_LOST, INSURANCE_WON = 0, 1, 2

ONCE, BY_ANOTHER, BY_FIRST = AGAINS = 0, 1, 2
"""What is split a second time: nothing, another hand once the first is finished, or the first."""


class Outcome(NamedTuple):
    """How a seat's round ended."""

    names: tuple[str, ...]
    """What became of each opening wager, in words."""
    won: tuple[int, ...]
    """Units each opening wager brought, times `Outcomes.denominator`; doubles count for the first.
    """
    staked: int
    """Units at risk on the opening wagers, doubles and splits included."""
    events: tuple[int, ...]
    """The event of each side bet, numbered as in its reader."""
    insurance: int
    split: bool = False


class Context(NamedTuple):
    """What a hand's ending does not say about the round."""

    settled: tuple[int, ...]
    """How each side bet is settled on this deal, as places in `Outcomes.settlements`."""
    taken: bool
    """Whether an opening wager was taken back."""
    insurable: bool
    peeked: bool
    """Whether the dealer looks for a natural before anybody plays."""


class SplitCodes(NamedTuple):
    """How the code of a split round is made.

    It is ``base + ((side × sums + sum) × seconds + second) × stakes + staked``, sum and second
    counted from their least values.
    """

    base: int
    sums: int
    seconds: int
    stakes: int
    sides: int

    @property
    def end(self) -> int:
        """The first code that is none."""
        return self.base + self.sides * self.sums * self.seconds * self.stakes


class Outcomes:
    """Numbers outcomes as they are met; `outcome` reads a number."""

    def __init__(self, tables: Tables, readers: list[BetReader]) -> None:
        self.tables, self.readers = tables, readers
        self.units = len(tables.opening)
        surrenders = any(moves & 16 for row in tables.hand_moves for moves in row)
        self.denominator = lcm(tables.natural[1], 2 if surrenders else 1)
        self.finals = len(tables.finals)
        """Finals are the game's own; one more is a natural of one suit."""
        self.natural, self.suited = self.finals - 1, self.finals
        self.settlements: list[Settlement] = []
        self._place: dict[int, int] = {}
        self.plain: list[Outcome] = []
        self._code: dict[Outcome, int] = {}
        self.sides: list[tuple[tuple[int, ...], int]] = []
        self._side: dict[tuple[tuple[int, ...], int], int] = {}
        self._mixed: dict[tuple[int, int], int] = {}

    def place(self, settlement: Settlement) -> int:
        """The number of a settlement; readers give the same object for the same ending."""
        found = self._place.get(id(settlement))
        if found is None:
            found = self._place[id(settlement)] = len(self.settlements)
            self.settlements.append(settlement)
        return found

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

    def settle(self, context: Context, leaf: int, final: int) -> int:
        """The code of a hand that was not split."""
        return self.code(self._settle(context, leaf, final))

    def _settle(self, context: Context, leaf: int, final: int) -> Outcome:
        tables, units, natural = self.tables, self.units, self.is_natural(final)
        insurance = self._insurance(context, natural)
        doubled, total = divmod(leaf, DOUBLED)
        if leaf == NATURAL:
            pays, per = tables.natural
            won, name = pays * self.denominator // per, "natural"
            if natural and not tables.natural_first:
                won, name = 0, "push, both naturals"
            events = self._natural(context, 0, final) if natural else self._decided(context)
            return Outcome((name,) * units, (won,) * units, units, events, insurance)
        if natural and context.peeked:
            lost = -self.denominator
            return Outcome(
                ("dealer natural",) * units, (lost,) * units, units,
                self._natural(context, 0, final), insurance,
            )  # fmt: skip
        if leaf == SURRENDER:
            events = self._events(context, 0, BUST, 0)
            half = -self.denominator // 2
            return Outcome(("surrender",) * units, (half,) * units, units, events, insurance)
        result = -1 if natural or total == BUST else tables.outcome[total][final]
        more = tables.double_units[units] if doubled and not context.taken else 0
        name = "dealer natural" if natural else RESULTS[result + 1]
        names = [name] * units
        won = result * self.denominator
        every = [won * (1 + more), *([won] * (units - 1))]
        if doubled and not natural:
            names[0] += ", doubled"
        if context.taken:
            every[1:] = [0] * (units - 1)
            names = [f"{names[0]}, one wager taken back", *(["taken back"] * (units - 1))]
        events = (
            self._natural(context, doubled, final)
            if natural
            else self._events(context, doubled, total, final)
        )
        staked = (1 if context.taken else units) + more
        return Outcome(tuple(names), tuple(every), staked, events, insurance)

    def side(self, context: Context, first: int, final: int, again: int) -> int:
        """The number of what side bets and insurance do in a split round.

        `first` is the first hand's leaf, `again` one of `AGAINS`.
        """
        natural = self.is_natural(final)
        doubled, total = divmod(first, DOUBLED)
        if natural:
            events = self._natural(context, doubled, final)
        else:
            events = self._events(context, doubled, total, final)
        if again != ONCE:
            early = None if again == BY_FIRST else (doubled, int(total == BUST))
            events = tuple(
                self._split_again(reader, self.settlements[place], early)
                if reader.bet.lost_on_second_split and self.settlements[place].grid is not None
                else event
                for reader, place, event in zip(self.readers, context.settled, events, strict=True)
            )
        key = (events, self._insurance(context, natural))
        found = self._side.get(key)
        if found is None:
            found = self._side[key] = len(self.sides)
            self.sides.append(key)
        return found

    def _split_again(
        self, reader: BetReader, one: Settlement, early: tuple[int, int] | None
    ) -> int:
        """The event of a bet that a second split loses, unless it was decided before."""
        if early is None or one.early is None:
            return reader.second_split
        return int(one.early[early])

    def split_codes(self) -> SplitCodes:
        """How codes of split rounds are made, once every other outcome and side is known."""
        most = 2 * self.tables.max_hands
        return SplitCodes(
            len(self.plain), 2 * most + 1, 3 if self.units > 1 else 1, most + 1, len(self.sides)
        )

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
        won = [(total - codes.sums // 2) * self.denominator]
        if self.units > 1:
            won.append((second - 1) * self.denominator)
        events, insurance = self.sides[side]
        return Outcome(("split",) * self.units, tuple(won), staked, events, insurance, True)

    def _insurance(self, context: Context, natural: bool) -> int:
        if not context.insurable:
            return NOT_OFFERED
        return INSURANCE_WON if natural else INSURANCE_LOST

    def _natural(self, context: Context, doubled: int, final: int) -> tuple[int, ...]:
        """The events of side bets when the dealer has a natural."""
        suited = final == self.suited
        return tuple(
            self.settlements[place].natural[doubled][0 if suited else -1][0]
            for place in context.settled
        )

    def _decided(self, context: Context) -> tuple[int, ...]:
        return tuple(self.settlements[place].event for place in context.settled)

    def _events(self, context: Context, doubled: int, total: int, final: int) -> tuple[int, ...]:
        found = []
        for place in context.settled:
            settlement = self.settlements[place]
            grid = settlement.grid
            found.append(settlement.event if grid is None else int(grid[doubled, total, final]))
        return tuple(found)
