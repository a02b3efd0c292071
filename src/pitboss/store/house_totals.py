"""What the house has: all accounts of a kind, and what each bet held."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import ledger, schema


class Totals(msgspec.Struct, kw_only=True):
    """What all accounts of a kind hold, in cents; together nothing."""

    wallets: int = 0
    """Players have in front of them."""
    felt: int = 0
    """Lies on tables as wagers."""
    house: int = 0
    """Tables have won; below zero if lost."""
    cage: int = 0
    """Below zero: what was given out."""

    @property
    def balanced(self) -> bool:
        """Whether no money was made or lost."""
        return not self.wallets + self.felt + self.house + self.cage


class BetHold(msgspec.Struct, frozen=True, kw_only=True):
    """What a bet brought the house at a table."""

    bet: str
    wagers: int
    handle: int
    """Cents staked."""
    won: int
    """Cents the house kept."""
    squares: int
    """Of stakes, summed: how far chance may have strayed."""


def totals(connection: Connection) -> Totals:
    """What all accounts of a kind hold."""
    by_name = {_NAMES[kind]: int(cents) for kind, cents in _by_kind(connection) if kind in _NAMES}
    return Totals(**by_name)


_NAMES = {ledger.WALLET: "wallets", "felt": "felt", "house": "house", "cage": "cage"}
"""What is told of accounts, by their kind."""


def only_known(connection: Connection) -> bool:
    """Whether every account is of a kind that there is; another one was planted."""
    return all(kind in _NAMES for kind, _ in _by_kind(connection))


def _by_kind(connection: Connection) -> list[tuple[str, int]]:
    """Kinds of accounts and what all of a kind hold, added up where they are: there are many."""
    account = schema.balances.c.account
    told = [(sa.func.substr(account, 1, len(kind) + 1) == f"{kind}:", kind) for kind in _NAMES]
    kind = sa.case((account.in_(_NAMES), account), *told, else_="").label("kind")
    each = sa.select(kind, schema.balances.c.cents).subquery()
    added = sa.select(each.c.kind, sa.func.sum(each.c.cents)).group_by(each.c.kind)
    return [(row[0], row[1]) for row in connection.execute(added)]


def hold(connection: Connection, table: int) -> list[BetHold]:
    """What each bet of a table held."""
    results = schema.results.c
    wanted = sa.select(
        results.bet, sa.func.count().label("wagers"),
        sa.func.sum(results.stake).label("handle"),
        sa.func.sum(results.stake - results.returned).label("won"),
        sa.func.sum(results.stake * results.stake).label("squares"),
    ).where(results.table_id == table).group_by(results.bet).order_by(results.bet)  # fmt: skip
    return [
        BetHold(
            bet=row.bet, wagers=int(row.wagers), handle=int(row.handle), won=int(row.won),
            squares=int(row.squares),
        )
        for row in connection.execute(wanted)
    ]  # fmt: skip


def wallet(connection: Connection, player: str) -> int:
    """What a player has, felt not counted."""
    return ledger.balance(connection, ledger.wallet(player))


def wallets(connection: Connection, players: list[str]) -> dict[str, int]:
    """The same for several players."""
    return {player: wallet(connection, player) for player in players}
