"""What a table took in a span of time, as a floor's list shows it: hold, theory, pace, bets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.floor.edges import BetEdge
from pitboss.floor.opening import rules_of
from pitboss.store import schema, table_days, table_rows
from pitboss.store.table_days import PlayedBet, TableSpan

MOST_KEPT = 2_000
"""Spans of tables that are remembered: what was read of one never changes."""
HOUR_MS = 3_600_000
SHORTEST_MS = 60_000
"""A pace is told for no less."""


class BetTaken(msgspec.Struct, frozen=True):
    """What a bet took."""

    staked: int
    """Cents, before the deal."""
    won: int
    """Cents the house kept."""


class TablePace(msgspec.Struct, frozen=True, kw_only=True):
    """What a table took in a span of time."""

    rounds: int
    """Dealt."""
    hands: int
    """Seats that played, over all rounds."""
    opening: int
    """Cents on the wagers that every round begins with."""
    active_ms: int
    """From the first to the last thing that happened."""
    bets: dict[str, BetTaken]
    """By bet."""


class TableFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A table beside its theory, in one line."""

    rounds: int
    """Dealt."""
    rounds_an_hour: float | None
    """While something happened there; null where nothing was dealt."""
    average_bet: float | None
    """Cents that a seat stakes on the opening wagers of a round."""
    staked: int
    """Cents, on all bets, before the deal."""
    won: int
    """Cents the house kept; below zero if it lost."""
    hold: float | None
    """The part of the stakes that is; null where nothing was staked."""
    theory: float | None
    """What the hold comes to in the long run with these stakes, played best by the chart; null
    where the solver cannot say."""
    against: float | None
    """Hold less theory: the lowest holds least against its theory."""


class PaceBook:
    """Reads tables' spans; what was read before is remembered."""

    def __init__(self) -> None:
        self._known: OrderedDict[TableSpan, TablePace] = OrderedDict()

    def paces(self, connection: Connection, begin_ms: int, end_ms: int) -> dict[int, TablePace]:
        """By table: what it took from one moment up to another."""
        spans = table_days.spans(connection, begin_ms, end_ms)
        return {span.table: self._pace(connection, span) for span in spans}

    def _pace(self, connection: Connection, span: TableSpan) -> TablePace:
        if span not in self._known:
            self._known[span] = _read(connection, span)
            if len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
        return self._known[span]


def _read(connection: Connection, span: TableSpan) -> TablePace:
    rules = rules_of(table_rows.opened(connection, span.table))
    played = table_days.played_bets(connection, span)
    first = played.get(rules.wagers.opening[0], PlayedBet())
    log = schema.log.c
    ends = sa.select(log.at).where(log.table_id == span.table, log.seq.in_((span.first, span.last)))
    times = list(connection.scalars(ends))
    return TablePace(
        rounds=first.rounds.total(),
        hands=sum(len(stakes) * many for stakes, many in first.rounds.items()),
        opening=sum(_staked(played[bet]) for bet in rules.wagers.opening if bet in played),
        active_ms=max(times) - min(times),
        bets={bet: BetTaken(_staked(one), one.win) for bet, one in played.items()},
    )


def _staked(bet: PlayedBet) -> int:
    return sum(sum(stakes) * many for stakes, many in bet.rounds.items())


NOTHING = TablePace(rounds=0, hands=0, opening=0, active_ms=0, bets={})


def figures(pace: TablePace, edges: Mapping[str, BetEdge]) -> TableFigures:
    """A table's line in the list; no edges where the solver cannot say."""
    staked = sum(bet.staked for bet in pace.bets.values())
    won = sum(bet.won for bet in pace.bets.values())
    known = staked > 0 and pace.bets.keys() <= edges.keys()
    hold = won / staked if staked else None
    theory = (
        sum(bet.staked * edges[name].house_edge for name, bet in pace.bets.items()) / staked
        if known
        else None
    )
    hours = max(pace.active_ms, SHORTEST_MS) / HOUR_MS
    return TableFigures(
        rounds=pace.rounds, rounds_an_hour=pace.rounds / hours if pace.rounds else None,
        average_bet=pace.opening / pace.hands if pace.hands else None, staked=staked, won=won,
        hold=hold, theory=theory,
        against=hold - theory if hold is not None and theory is not None else None,
    )  # fmt: skip
