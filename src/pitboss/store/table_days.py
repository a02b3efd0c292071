"""What was staked and settled at a table in a span of time, bet by bet, as its log has it.

The log is read, not `results`: only the log has what was staked before the deal, which a hand that
more was staked on no longer shows. Entries are found by their number, in as many steps as a year
of them has binary digits, so a day costs as much as the day's rounds.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import records, schema
from pitboss.table import events as ev

INSURANCE = "insurance"


class Paid(NamedTuple):
    """How a wager was settled."""

    event: str
    stake: int
    returned: int


class PlayedBet(msgspec.Struct, kw_only=True):
    """A bet in a span of time; money in cents."""

    rounds: Counter[tuple[int, ...]] = msgspec.field(default_factory=Counter)
    """How many rounds had these stakes before the deal, a seat each, sorted."""
    win: int = 0
    """What the house kept."""
    paid: Counter[Paid] = msgspec.field(default_factory=Counter)
    """How wagers were settled, and how many so."""


class TableSpan(NamedTuple):
    """A table's entries in a span of time."""

    table: int
    name: str
    first: int
    """Its first entry in the span."""
    last: int
    """Its last one."""


def spans(connection: Connection, begin_ms: int, end_ms: int) -> list[TableSpan]:
    """Tables at which something happened from one moment up to another."""
    tables = schema.tables.c
    wanted = sa.select(tables.id, tables.name, tables.seq).where(
        tables.id > records.CAGE, tables.created < end_ms,
        sa.or_(tables.closed.is_(None), tables.closed >= begin_ms),
    )  # fmt: skip
    found = []
    for row in connection.execute(wanted.order_by(tables.id)).all():
        first = first_entry_from(connection, row.id, int(row.seq), begin_ms)
        last = first_entry_from(connection, row.id, int(row.seq), end_ms) - 1
        if first <= last:
            found.append(TableSpan(row.id, row.name, first, last))
    return found


def first_entry_from(connection: Connection, table: int, entries: int, at_ms: int) -> int:
    """The number of the first entry that is not older; one more than there are if all are."""
    log = schema.log.c
    low, high = 1, entries + 1
    while low < high:
        middle = (low + high) // 2
        at = connection.scalar(sa.select(log.at).where(log.table_id == table, log.seq == middle))
        low, high = (low, middle) if at is None or at >= at_ms else (middle + 1, high)
    return low


def played_bets(connection: Connection, span: TableSpan) -> dict[str, PlayedBet]:
    """Every bet of the rounds that ended in the span; the first may have begun before it."""
    log = schema.log.c
    wanted = sa.select(log.round, log.body).where(
        log.table_id == span.table, log.seq >= span.first, log.seq <= span.last
    )
    found: dict[str, PlayedBet] = {}
    current = _OpenRound()
    for _, body in connection.execution_options(yield_per=500).execute(wanted.order_by(log.seq)):
        for event in records.decode(bytes(body)):
            if isinstance(event, ev.RoundOpened):
                current = _OpenRound()
            elif isinstance(event, ev.RoundClosed):
                current.add_to(found)
                current = _OpenRound()
            else:
                current.note(event)
    return found


class _OpenRound:
    """A round that is being read."""

    def __init__(self) -> None:
        self.stakes: dict[tuple[int, str], int] = {}
        self.settled: list[ev.WagerSettled] = []

    def note(self, event: ev.Event) -> None:
        if isinstance(event, ev.WagerPlaced):
            key = event.seat, event.bet
            self.stakes[key] = event.cents
        elif isinstance(event, ev.WagerWithdrawn):
            self.stakes.pop((event.seat, event.bet), None)
        elif isinstance(event, ev.InsuranceTaken):
            self.stakes[event.seat, INSURANCE] = event.cents
        elif isinstance(event, ev.WagerSettled):
            self.settled.append(event)

    def add_to(self, found: dict[str, PlayedBet]) -> None:
        """The round is over. One whose wagers lie before the span is left out."""
        known = {(event.seat, event.bet) for event in self.settled}
        if not known <= self.stakes.keys():
            return
        stakes: dict[str, list[int]] = {}
        for (_, bet), cents in self.stakes.items():
            stakes.setdefault(bet, []).append(cents)
        for bet, each in stakes.items():
            found.setdefault(bet, PlayedBet()).rounds[tuple(sorted(each))] += 1
        for event in self.settled:
            played = found[event.bet]
            played.win += event.stake - event.returned
            played.paid[Paid(event.event, event.stake, event.returned)] += 1
