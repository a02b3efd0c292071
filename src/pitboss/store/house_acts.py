"""What people in charge do beside the tables: each is an entry of the cage's log, with a reason."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.rules.limits import dollars
from pitboss.store import journal, ledger, records, register, schema
from pitboss.store.errors import Missing, Refused, Role
from pitboss.store.journal import Written

REASON = 200
"""Longest reason."""
MOST_CENTS = 1_000_000_000_00
"""Of one correction."""


def check_reason(reason: str) -> str:
    """A reason that says something, on one line."""
    given = reason.strip()
    if not given or len(given) > REASON or not given.isprintable():
        raise Refused(f"reason = {reason[:40]!r}: say why, in 1 to {REASON} characters on a line")
    return given


def adjust_wallet(
    connection: Connection, player: str, cents: int, *, reason: str, by: str, at: int
) -> Written:
    """Correct what somebody has."""
    name = account_named(connection, player).name
    held = ledger.balance(connection, ledger.wallet(name))
    if not cents or abs(cents) > MOST_CENTS:
        raise Refused(f"cents = {cents}: use whole cents above or below zero")
    if held + cents < 0:
        raise Refused(
            f"cents = {cents}: {name} has {dollars(held)} beside what lies on felts; take at most "
            "that"
        )
    adjusted = records.WalletAdjusted(name, cents, check_reason(reason))
    return journal.note_in_cage(connection, adjusted, at, by)


# Accounts


class KnownAccount(NamedTuple):
    """Somebody's account."""

    id: int
    name: str
    role: Role
    closed: bool


def account_named(connection: Connection, name: str) -> KnownAccount:
    """Somebody's account, by name; capital letters do not matter."""
    people = schema.accounts.c
    wanted = sa.select(people.id, people.name, people.role, people.closed)
    row = connection.execute(
        wanted.where(people.folded == name.casefold()).with_for_update()
    ).one_or_none()
    if row is None:
        raise Missing(f"name = {name!r}: nobody here is called that")
    return KnownAccount(row.id, row.name, row.role, row.closed)


def disable(connection: Connection, name: str, *, reason: str, by: str, at: int) -> None:
    """Let nobody sign in with an account; whoever has, is signed out."""
    account = account_named(connection, name)
    if account.name == by:
        raise Refused(f"name = {name!r}: that is you; have another do it")
    if account.closed:
        raise Refused(f"name = {name!r}: the account is disabled already")
    _set_closed(connection, account.id, closed=True)
    sign_out(connection, account.id)
    event = records.AccountDisabled(account.name, check_reason(reason))
    journal.note_in_cage(connection, event, at, by)


def enable(connection: Connection, name: str, *, reason: str, by: str, at: int) -> None:
    """Let somebody in again."""
    account = account_named(connection, name)
    if not account.closed:
        raise Refused(f"name = {name!r}: the account is not disabled")
    _set_closed(connection, account.id, closed=False)
    event = records.AccountEnabled(account.name, check_reason(reason))
    journal.note_in_cage(connection, event, at, by)


def reset_password(
    connection: Connection, name: str, password: str, *, reason: str, by: str, at: int
) -> None:
    """Give an account another password, which is hashed already; whoever uses it is signed out."""
    account = account_named(connection, name)
    mine = schema.accounts.c.id == account.id
    register.update(connection, schema.accounts, mine, password=password)
    sign_out(connection, account.id)
    event = records.PasswordReset(account.name, check_reason(reason))
    journal.note_in_cage(connection, event, at, by)


def _set_closed(connection: Connection, account: int, *, closed: bool) -> None:
    mine = schema.accounts.c.id == account
    register.update(connection, schema.accounts, mine, closed=closed)


def sign_out(connection: Connection, account: int) -> None:
    """Forget all sessions of somebody, and the codes to another device."""
    for kept in (schema.sessions, schema.carry_codes):
        register.delete(connection, kept, kept.c.account == account)


# Who may play


def bar(
    connection: Connection, player: str, table: int | None, *, reason: str, by: str, at: int
) -> None:
    """Let somebody sit down at one table no more, or at any."""
    account = account_named(connection, player)
    if account.role not in ("player", "dealer", "trainer"):
        raise Refused(f"player = {player!r}: role {account.role}, who does not play")
    _check_table(connection, table)
    where = table or records.CAGE
    if (account.name, where) in barred(connection):
        raise Refused(f"player = {player!r}: barred there already")
    event = records.PlayerBarred(account.name, table, check_reason(reason))
    written = journal.note_in_cage(connection, event, at, by)
    row = {"player": account.name, "table_id": where, "seq": written.entry.seq}
    connection.execute(sa.insert(schema.bars), row)


def readmit(
    connection: Connection, player: str, table: int | None, *, reason: str, by: str, at: int
) -> None:
    """Let somebody who was barred play again."""
    account = account_named(connection, player)
    bars, where = schema.bars.c, table or records.CAGE
    gone = connection.execute(
        sa.delete(schema.bars).where(bars.player == account.name, bars.table_id == where)
    )
    if not gone.rowcount:
        place = "at any table" if table is None else f"at table {table}"
        raise Refused(f"player = {player!r}: not barred {place}")
    event = records.PlayerReadmitted(account.name, table, check_reason(reason))
    journal.note_in_cage(connection, event, at, by)


def newest(connection: Connection) -> int:
    """The last entry of the cage in which somebody did something: another one, another house."""
    acts = schema.acts.c
    last = sa.select(sa.func.max(acts.seq)).where(acts.table_id == records.CAGE)
    return int(connection.scalar(last) or 0)


def barred(connection: Connection) -> set[tuple[str, int]]:
    """Who may not play at which table; 0 is at none."""
    bars = schema.bars.c
    return {(row.player, row.table_id) for row in connection.execute(
        sa.select(bars.player, bars.table_id)
    )}  # fmt: skip


def disabled(connection: Connection) -> set[str]:
    """Names of accounts nobody may use."""
    people = schema.accounts.c
    return set(connection.scalars(sa.select(people.name).where(people.closed)))


def _check_table(connection: Connection, table: int | None) -> None:
    if table is None:
        return
    tables = schema.tables.c
    there = sa.select(tables.id).where(tables.id == table, tables.id > records.CAGE)
    if connection.scalar(there) is None:
        raise Missing(f"table = {table}: there is none with this number")
