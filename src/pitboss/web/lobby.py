"""What the lobby, history and the pit read from the store."""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss import games
from pitboss.store import journal, ledger, records, schema
from pitboss.store.accounts import Account
from pitboss.web.room import Missing, game_of, no_table

MOST_ROWS = 200
MOST_TABLES = 500
"""In the lobby, the newest."""


def open_tables(connection: Connection, who: Account) -> list[dict[str, Any]]:
    """Tables that are open; private ones for whoever opened them, and those who see everything."""
    tables = schema.tables.c
    wanted = sa.select(
        tables.id, tables.name, tables.game, tables.opened_by, tables.created, tables.private,
        tables.seq,
    ).where(tables.id != records.CAGE, tables.closed.is_(None))  # fmt: skip
    if who.role not in ("pit", "auditor"):
        wanted = wanted.where(sa.or_(sa.not_(tables.private), tables.opened_by == who.name))
    newest = wanted.order_by(tables.id.desc()).limit(MOST_TABLES)
    return [dict(row._mapping) for row in reversed(connection.execute(newest).all())]


def dealers(connection: Connection) -> dict[int, str]:
    """The addresses of the servers that deal tables; one that has none to share is left out."""
    tables, servers = schema.tables.c, schema.servers.c
    wanted = sa.select(tables.id, servers.address).join_from(
        schema.tables, schema.servers, tables.owner == servers.id
    )
    return {row.id: row.address for row in connection.execute(wanted) if row.address}


def check_entry(connection: Connection, table: int, account: Account, invite: str) -> None:
    """Refuse who may not see a table: a private one is for those who were invited."""
    tables = schema.tables.c
    row = connection.execute(
        sa.select(tables.private, tables.invite, tables.opened_by).where(tables.id == table)
    ).one_or_none()
    invited = row is not None and (
        not row.private
        or account.role in ("pit", "auditor")
        or row.opened_by == account.name
        or secrets.compare_digest(row.invite.encode(), invite.encode())
    )
    if row is None or table == records.CAGE or not invited:
        raise no_table(table)


def opened_by(connection: Connection, table: int, account: Account) -> str:
    """Who opened a table, for those who may know of it."""
    tables = schema.tables.c
    row = connection.execute(
        sa.select(tables.private, tables.opened_by).where(
            tables.id == table, tables.id != records.CAGE
        )
    ).one_or_none()
    sees = row is not None and (not row.private or account.role == "auditor")
    if row is None or not (sees or row.opened_by == account.name):
        raise no_table(table)
    return str(row.opened_by)


def invite_for(connection: Connection, table: int, account: Account) -> str:
    """What lets people into a private table, for whoever opened it."""
    tables = schema.tables.c
    row = connection.execute(
        sa.select(tables.invite, tables.opened_by).where(tables.id == table)
    ).one()
    return str(row.invite) if row.opened_by == account.name else ""


def history(
    connection: Connection, *, player: str | None = None, table: int | None = None,
    before: int | None = None, most: int = 50,
) -> list[dict[str, Any]]:  # fmt: skip
    """Rounds, the newest first, with where they were played and what each wager brought."""
    results, tables = schema.results.c, schema.tables.c
    wanted = sa.select(
        schema.results, tables.name, tables.game, tables.private
    ).join_from(schema.results, schema.tables, results.table_id == tables.id)  # fmt: skip
    if player is not None:
        wanted = wanted.where(results.player == player)
    if table is not None:
        wanted = wanted.where(results.table_id == table)
    if before is not None:
        wanted = wanted.where(results.at < before)
    newest = wanted.order_by(
        results.at.desc(), results.table_id, results.round.desc(), results.seq, results.line
    )
    rounds: dict[tuple[int, int], dict[str, Any]] = {}
    for row in connection.execution_options(yield_per=500).execute(newest):
        key = (row.table_id, row.round)
        if key not in rounds and len(rounds) == min(most, MOST_ROWS):
            break
        one = rounds.setdefault(
            key,
            {
                "table": row.table_id, "round": row.round, "at": row.at, "name": row.name,
                "game": row.game, "private": row.private, "staked": 0, "net": 0, "wagers": [],
            },
        )  # fmt: skip
        one["staked"] += row.stake
        one["net"] += row.returned - row.stake
        one["wagers"].append(
            {
                "seat": row.seat, "player": row.player, "bet": row.bet, "event": row.event,
                "stake": row.stake, "returned": row.returned,
            }
        )  # fmt: skip
    tables_seen = {one["table"]: one["game"] for one in rounds.values()}
    names = {number: _game_name(connection, number, game) for number, game in tables_seen.items()}
    return [one | {"game_name": names[one["table"]]} for one in rounds.values()]


def _game_name(connection: Connection, table: int, game: str) -> str:
    """A game as people call it; a designer's is in the entry that opened the table."""
    if game in games.BUILT_IN:
        return games.find(game).name
    return game_of(opened(connection, table)).name


def opened(connection: Connection, table: int) -> records.TableOpened:
    """How a table was opened: its game, its rules, how it is run."""
    [first] = journal.entries(connection, table, 1, 1)
    event = first.events[0]
    assert isinstance(event, records.TableOpened)
    return event


def round_entries(connection: Connection, table: int, number: int) -> list[records.Entry]:
    """The log of one round."""
    log = schema.log.c
    span = connection.execute(
        sa.select(sa.func.min(log.seq), sa.func.max(log.seq)).where(
            log.table_id == table, log.round == number
        )
    ).one()
    if span[0] is None or number < 1:
        raise Missing(f"round = {number}: table {table} has none with this number")
    return list(journal.entries(connection, table, *span))


def first_with_hidden_cards(connection: Connection, table: int) -> int:
    """The first entry of a table that may hold a card which still lies face down.

    The seals from there on are nobody's business: whoever knows an entry but for one card finds
    that card by 52 tries.
    """
    tables, log, shoes = schema.tables.c, schema.log.c, schema.shoes.c
    row = connection.execute(sa.select(tables.seq, tables.closed).where(tables.id == table)).one()
    if row.closed is not None:
        return int(row.seq) + 1
    last_round = sa.select(sa.func.max(log.round)).where(log.table_id == table).scalar_subquery()
    starts = (
        sa.select(sa.func.min(log.seq)).where(log.table_id == table, log.round == last_round),
        sa.select(sa.func.min(shoes.opened)).where(
            shoes.table_id == table, shoes.revealed.is_(None)
        ),
    )
    found = (connection.scalar(start) for start in starts)
    return min(int(seq) for seq in found if seq is not None)


def is_there(connection: Connection) -> None:
    """Whether anything can be read: the cage always is."""
    connection.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == records.CAGE))


def totals(connection: Connection) -> dict[str, int]:
    """What all accounts of a kind hold; together nothing."""
    balances = schema.balances.c
    found: dict[str, int] = {"wallets": 0, "felt": 0, "house": 0, "cage": 0}
    for account, cents in connection.execute(sa.select(balances.account, balances.cents)):
        kind = account.partition(":")[0]
        found["wallets" if kind == "wallet" else kind] += cents
    return found


def hold(connection: Connection, table: int | None = None) -> list[dict[str, Any]]:
    """By table and bet: wagers, what was staked, what the house kept, and squares for the band."""
    results = schema.results.c
    wanted = sa.select(
        results.table_id, results.bet, sa.func.count().label("wagers"),
        sa.func.sum(results.stake).label("handle"),
        sa.func.sum(results.stake - results.returned).label("won"),
        sa.func.sum(results.stake * results.stake).label("squares"),
    ).group_by(results.table_id, results.bet).order_by(results.table_id, results.bet)  # fmt: skip
    if table is not None:
        wanted = wanted.where(results.table_id == table)
    return [
        {key: int(value) if key != "bet" else value for key, value in row._mapping.items()}
        for row in connection.execute(wanted)
    ]


def wallet(connection: Connection, player: str) -> int:
    """What a player has, felt not counted."""
    return ledger.balance(connection, ledger.wallet(player))
