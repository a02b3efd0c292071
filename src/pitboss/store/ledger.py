"""The money behind the events: what moved, from where to where.

A movement has a source and a target, so the ledger balances whatever is in it. Players have
wallets; a table has its felt, where wagers lie, and its house, the rack; the cage issues play
money and is the only account that may be below zero, beside a house that is losing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.rules.limits import dollars
from pitboss.store import schema
from pitboss.store.errors import Refused
from pitboss.store.prepared import Prepared, PreparedList
from pitboss.store.records import (
    HouseEvent,
    MoneyIssued,
    SettledWager,
    WalletAdjusted,
    WalletRefilled,
)
from pitboss.table import events as ev

CAGE_ACCOUNT = "cage"
WALLET = "wallet"
"""Kind of a player's account."""


class Movement(NamedTuple):
    """Cents from one account to another."""

    source: str
    target: str
    cents: int


class NotEnough(Refused):
    """A player has less than a wager needs."""


def wallet(player: str) -> str:
    """A player's account."""
    return f"{WALLET}:{player}"


def kind_of(account: str) -> str:
    """What an account is: `wallet`, `felt`, `house` or `cage`."""
    return account.partition(":")[0]


def owner_of(account: str) -> str:
    """Whose a wallet is, or the number of the table an account belongs to."""
    return account.partition(":")[2]


def table_of(account: str) -> int | None:
    """The table a felt or a rack belongs to; None for everything else."""
    kind, _, number = account.partition(":")
    return int(number) if kind in ("felt", "house") and number.isdecimal() else None


def felt(table: int) -> str:
    """Where a table's wagers lie."""
    return f"felt:{table}"


def rack(table: int) -> str:
    """What a table has won."""
    return f"house:{table}"


class Books:
    """Follows a table's events and says what money they move. Knows who is in which seat."""

    def __init__(self, table: int, players: dict[int, str] | None = None) -> None:
        self.table = table
        self.players = dict(players or {})
        """By seat, of the round being played."""

    def copy(self) -> Books:
        """The same, to be followed by itself."""
        return Books(self.table, self.players)

    def movements(self, events: Iterable[ev.Event]) -> list[Movement]:
        """What these events move, in their order."""
        found: list[Movement] = []
        for event in events:
            found += (one for one in self._of(event) if one.cents)
        return found

    def follow(
        self, events: Sequence[ev.Event], number: int, began_ms: int
    ) -> tuple[list[Movement], list[SettledWager]]:
        """What an entry's events move, and which wagers of which round they settle."""
        players = dict(self.players)
        moved = self.movements(event for event in events if not isinstance(event, HouseEvent))
        players |= self.players
        return moved, [
            SettledWager(
                number, event.seat, players[event.seat], event.bet, event.event, event.stake,
                event.returned, began_ms,
            )
            for event in events
            if isinstance(event, ev.WagerSettled)
        ]  # fmt: skip

    def _of(self, event: ev.Event) -> list[Movement]:
        table_felt = felt(self.table)
        if isinstance(event, ev.WagerPlaced):
            self.players[event.seat] = event.player
            return [Movement(wallet(event.player), table_felt, event.cents)]
        if isinstance(event, ev.CHIPS_ADDED):
            return [Movement(wallet(self.players[event.seat]), table_felt, event.cents)]
        if isinstance(event, ev.CHIPS_BACK):
            return [Movement(table_felt, wallet(self.players[event.seat]), event.cents)]
        if isinstance(event, ev.WagerSettled):
            mine, house = wallet(self.players[event.seat]), rack(self.table)
            kept = min(event.stake, event.returned)
            return [
                Movement(table_felt, mine, kept),
                Movement(house, mine, event.returned - kept),
                Movement(table_felt, house, event.stake - kept),
            ]
        if isinstance(event, ev.RoundOpened):
            self.players = {}
        if isinstance(event, MoneyIssued | WalletRefilled):
            return [Movement(CAGE_ACCOUNT, wallet(event.player), event.cents)]
        if isinstance(event, WalletAdjusted):
            ways = CAGE_ACCOUNT, wallet(event.player)
            source, target = ways if event.cents > 0 else reversed(ways)
            return [Movement(source, target, abs(event.cents))]
        return []


def post(
    connection: Connection, entries: Sequence[tuple[int, int, list[Movement]]]
) -> dict[str, int]:
    """Write movements down, by table and entry; refuse an empty wallet.

    What the accounts concerned hold then.
    """
    lines = [
        {"table_id": table, "seq": seq, "line": line, **movement._asdict()}
        for table, seq, movements in entries
        for line, movement in enumerate(movements)
    ]
    if not lines:
        return {}
    _LINES.run(connection, lines)
    change: Counter[str] = Counter()
    for _, _, movements in entries:
        for source, target, cents in movements:
            change[source] -= cents
            change[target] += cents
    held = _held(connection, sorted(change))
    for account, cents in change.items():
        _check(account, cents, held[account])
    changes = [  # everyone in the same order: nobody waits in a circle
        {"whose": account, "change": cents, "least": 0 if _spends(account, cents) else _ANYTHING}
        for account, cents in sorted(change.items())
    ]
    if _CHANGE.run(connection, changes) != len(changes):
        raise NotEnough("what you have is on another felt already; look at your wallet")
    return {account: held[account] + cents for account, cents in change.items()}


_HELD = PreparedList("SELECT account, cents FROM balances WHERE account")
_ACCOUNTS = Prepared(sa.insert(schema.balances))
_LINES = Prepared(sa.insert(schema.ledger))
_CHANGE = Prepared(
    sa.update(schema.balances)
    .where(
        schema.balances.c.account == sa.bindparam("whose"),
        schema.balances.c.cents + sa.bindparam("change") >= sa.bindparam("least"),
    )
    .values(cents=schema.balances.c.cents + sa.bindparam("change"))
)
_ANYTHING = -(1 << 62)


def _spends(account: str, cents: int) -> bool:
    return kind_of(account) == WALLET and cents < 0


def _check(account: str, cents: int, held: int) -> None:
    if _spends(account, cents) and held + cents < 0:
        raise NotEnough(
            f"{dollars(-cents)} more on the felt: stake at most what you have, {dollars(held)}"
        )


def _held(connection: Connection, accounts: list[str]) -> dict[str, int]:
    """What accounts hold; those that are new are opened."""
    held: dict[str, int] = dict(_HELD.ask(connection, accounts))
    new = [account for account in accounts if account not in held]
    _ACCOUNTS.run(connection, [{"account": account, "cents": 0} for account in new])
    return held | dict.fromkeys(new, 0)


def balance(connection: Connection, account: str) -> int:
    """What an account holds."""
    found = connection.scalar(
        sa.select(schema.balances.c.cents).where(schema.balances.c.account == account)
    )
    return int(found or 0)
