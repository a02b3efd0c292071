"""Who may see a table: a private one is for those who were invited."""

from __future__ import annotations

import base64
import hmac
import secrets

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import records, schema
from pitboss.store.accounts import Account
from pitboss.store.errors import Role, no_table

OVERSEERS: tuple[Role, ...] = ("pit", "auditor")
"""Who sees every table."""


def check_entry(connection: Connection, table: int, account: Account, invite: str) -> None:
    """Refuse who may not see a table."""
    tables = schema.tables.c
    row = connection.execute(
        sa.select(tables.private, tables.invite, tables.opened_by).where(tables.id == table)
    ).one_or_none()
    invited = row is not None and (
        not row.private
        or account.role in OVERSEERS
        or row.opened_by == account.name
        or secrets.compare_digest(row.invite.encode(), invite.encode())
    )
    if row is None or table <= records.CAGE or not invited:
        raise no_table(table)


def check_public(connection: Connection, table: int) -> None:
    """Refuse a table that not everyone may see."""
    tables = schema.tables.c
    private = connection.scalar(sa.select(tables.private).where(tables.id == table))
    if private is None or private:
        raise no_table(table)


def round_token(connection: Connection, table: int, number: int) -> str:
    """Lets whoever has it see one round of a private table, and nothing else of it."""
    tables = schema.tables.c
    invite = connection.scalar(sa.select(tables.invite).where(tables.id == table)) or ""
    made = hmac.digest(invite.encode(), f"round {number}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:18]).decode()


def has_round_token(connection: Connection, table: int, number: int, token: str) -> bool:
    """Whether a round was shared with whoever has this."""
    due = round_token(connection, table, number)
    return bool(token) and secrets.compare_digest(due.encode(), token.encode())


def opened_by(connection: Connection, table: int, account: Account) -> str:
    """Who opened a table, for those who may know of it."""
    tables = schema.tables.c
    row = connection.execute(
        sa.select(tables.private, tables.opened_by).where(
            tables.id == table, tables.id > records.CAGE
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
