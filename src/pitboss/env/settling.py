"""What a round brings in cents, by how its hands ended and what the dealer made.

Side bets are settled by the simulator's `Outcomes`, payouts by the table's `Limits`; both read the
compiled rules. Tables hold cents, so an environment's rewards are those of the table, rounding to
the house's chips and caps included.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.env.hand_graph import End, HandGraph
from pitboss.env.setting import Setting
from pitboss.rules.compile import TableBet, TableEvent, Tables
from pitboss.rules.facts import NO_TIE, TIE_NATURAL, WIN, Fact, facts_of_deal
from pitboss.rules.finishes import PLAIN, put_finish
from pitboss.rules.settlement import NATURAL, NO_NATURAL, BetReader
from pitboss.sim.leaves import Leaf, Stakes
from pitboss.sim.outcomes import AGAINS, Context, Outcomes

Ints = NDArray[np.int32]
RANKS = 13
NO, YES = 1, 2
NONE = -1


class Money(NamedTuple):
    """Cents, by level of the wagers first."""

    hands: Ints
    """``hands[level, end, final]``; after the game's finals comes a natural of one suit."""
    sides: Ints
    """``sides[level, row, end of the first hand, final]``."""
    rows: Ints
    """``rows[context, again]``: the row of `sides`; a deal that is split twice is another row."""
    contexts: Ints
    """``contexts[suited, set aside, upcard, rank, rank]``; set aside 13 where nothing is."""
    insurance: Ints
    """``insurance[level]``: (staked, won with a dealer natural)."""


def money(setting: Setting, graph: HandGraph) -> Money:
    """What everything brings."""
    staked = [bet for bet in setting.tables.bets if bet.id in setting.wagers]
    sides = _Sides(setting, graph, staked)
    contexts, keys = sides.contexts()
    rows, events = sides.rows(keys)
    levels = range(len(setting.levels))
    return Money(
        hands=np.array([_hands(setting, graph, level) for level in levels], dtype=np.int32),
        sides=np.array([sides.cents(events, level) for level in levels], dtype=np.int32),
        rows=rows,
        contexts=contexts,
        insurance=np.array([_insurance(setting, level) for level in levels], dtype=np.int32),
    )


def _hands(setting: Setting, graph: HandGraph, level: int) -> list[list[int]]:
    finals = len(setting.tables.finals) + 1
    return [[_cents(setting, end, final, level) for final in range(finals)] for end in graph.ends]


def _cents(setting: Setting, end: End, final: int, level: int) -> int:
    """What a hand brings against a final of the dealer's."""
    tables, limits = setting.tables, setting.limits
    natural = final >= len(tables.finals) - 1
    unit = setting.unit * setting.levels[level]
    stakes = [many * unit for many in end.units if many]
    if end.natural and natural and not (tables.natural_first or end.even_money):
        return 0
    if end.by_move:
        won, each = end.pays
        return sum(min(stake, limits.payout(stake, each + won, each)) - stake for stake in stakes)
    pays, per = end.pays
    if not end.fixed:
        pays, per = -1 if natural else tables.outcome[end.total][final], 1
    elif not per:
        pays = -1
    if pays < 0:
        return -sum(stakes)
    return sum(limits.payout(stake, pays, per or 1) for stake in stakes) if pays else 0


def _insurance(setting: Setting, level: int) -> tuple[int, int]:
    tables, staked = setting.tables, setting.staked(level)
    if not tables.insurance[1]:
        return 0, 0
    part, over = tables.insurance_share
    whole = sum(staked[tables.opening[slot]] for slot in tables.insurance_covers)
    most = min(whole * part // over, setting.limits.max_wager.cents)
    return most, setting.limits.payout(most, *tables.insurance)


class _Sides:
    """Side bets that are staked."""

    def __init__(self, setting: Setting, graph: HandGraph, bets: list[TableBet]) -> None:
        self.setting, self.graph, self.bets = setting, graph, bets
        self.tables: Tables = setting.tables
        self.readers = [BetReader(self.tables, bet) for bet in bets]
        self.outcomes = Outcomes(self.tables, self.readers)
        self.finals = self.outcomes.finals + 1
        self._rows: dict[tuple[tuple[int, ...], ...], int] = {}

    def contexts(self) -> tuple[Ints, list[tuple[Context, tuple[int, ...]]]]:
        """Numbers of contexts by deal, and each context with what even money brings there."""
        found: dict[tuple[Context, tuple[int, ...]], int] = {}
        numbers = np.zeros((2, RANKS + 1, RANKS, RANKS, RANKS), dtype=np.int32)
        if not self.bets:
            peeked = [bool(self.tables.peeked)]
            return numbers, [(Context((), False, one), ()) for one in peeked]
        for suited, aside, up in product(range(2), range(RANKS + 1), range(RANKS)):
            replaced = self.tables.replaced >> (up if aside == RANKS else aside) & 1
            if bool(replaced) != (aside < RANKS):
                continue
            for one, two in product(range(RANKS), repeat=2):
                original = None if aside == RANKS else aside
                facts = facts_of_deal(original, up, one, two, YES if suited else NO)
                context = Context(
                    tuple(reader.number(facts) for reader in self.readers),
                    insurable=False,
                    peeked=bool(self.tables.peeked >> up & 1),
                )
                key = (context, self._even_money(facts))
                numbers[suited, aside, up, one, two] = found.setdefault(key, len(found))
        return numbers, list(found)

    def _even_money(self, facts: tuple[int, ...]) -> tuple[int, ...]:
        """Events by bet, then by whether the dealer has no natural, one, and one of one suit."""
        if not self.tables.even_money:
            return ()
        found: list[int] = []
        for reader, bet in zip(self.readers, self.bets, strict=True):
            for natural, suited in ((NO_NATURAL, NO), (NATURAL, NO), (NATURAL, YES)):
                known = list(facts)
                known[Fact.DEALER_NATURAL], known[Fact.DEALER_SUITED] = natural, suited
                known[Fact.RESULT] = 1 << WIN
                known[Fact.TIE] = 1 << (TIE_NATURAL if natural == NATURAL else NO_TIE)
                put_finish(known, PLAIN)
                event = bet.decided(known)
                found.append(NONE if event is None else reader.events.index(event))
        return tuple(found)

    def rows(
        self, keys: list[tuple[Context, tuple[int, ...]]]
    ) -> tuple[Ints, list[tuple[tuple[int, ...], ...]]]:
        """Rows by context and by what is split again, and the events of each row's entries."""
        found = np.zeros((len(keys), 1 + len(AGAINS)), dtype=np.int32)
        if self.bets:
            for number, (context, even) in enumerate(keys):
                found[number, 0] = self._row(self._alone(context, even))
                for again in AGAINS:
                    found[number, 1 + again] = self._row(self._split(context, again))
        else:
            self._row(((),) * (len(self.graph.ends) * self.finals))
        return found, list(self._rows)

    def _row(self, events: tuple[tuple[int, ...], ...]) -> int:
        return self._rows.setdefault(events, len(self._rows))

    def _alone(self, context: Context, even: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Events where the seat has one hand, by end and final."""
        outcomes, found = self.outcomes, []
        for end, final in product(self.graph.ends, range(self.finals)):
            if end.even_money:
                column = max(0, final - outcomes.natural + 1)
                found.append(even[column::3])
            else:
                code = outcomes.settle(context, _leaf(end), final)
                found.append(outcomes.outcome(code).events)
        return tuple(found)

    def _split(self, context: Context, again: int) -> tuple[tuple[int, ...], ...]:
        outcomes = self.outcomes
        found: list[tuple[int, ...]] = []
        for end, final in product(self.graph.ends, range(self.finals)):
            if context.peeked and outcomes.is_natural(final):
                found.append(())  # found before anybody plays
            else:
                number = outcomes.side(context, _leaf(end), final, again)
                found.append(outcomes.sides[number][0])
        return tuple(found)

    def cents(self, rows: list[tuple[tuple[int, ...], ...]], level: int) -> Ints:
        """What each entry of each row brings."""
        stakes = [self.setting.staked(level)[bet.id] for bet in self.bets]
        memo: dict[tuple[int, ...], int] = {}
        for events in {events for row in rows for events in row}:
            memo[events] = sum(
                self._won(reader.bet, reader.events[event], stake)
                for reader, event, stake in zip(self.readers, events, stakes, strict=False)
            )
        found = np.array([[memo[events] for events in row] for row in rows], dtype=np.int32)
        return found.reshape(len(rows), len(self.graph.ends), self.finals)

    def _won(self, bet: TableBet, event: TableEvent, stake: int) -> int:
        """What one bet brings, up to the house's cap on a round."""
        if event.pays <= 0:
            return stake * event.pays
        house = self.setting.limits.house
        won = self.setting.limits.payout(stake, event.pays)
        cap = house.aggregate.get(bet.id)
        if cap is not None and won > cap:
            won = cap - cap % house.round_to
        return won


def _leaf(end: End) -> Leaf:
    """An end as the simulator has it."""
    pays = end.pays
    return Leaf(
        Stakes(end.units), end.total, pays, "ended" if pays[1] else "", end.before_peek,
        end.natural, end.finish,
    )  # fmt: skip
