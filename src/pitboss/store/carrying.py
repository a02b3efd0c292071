"""A player without a password on another device: a code that is good once, and not for long.

A code is 60 random bits. Only its hash is kept, so nobody can come in with what the database holds;
it is gone once it was used, when it is ten minutes old, or when its player asks for another.
"""

from __future__ import annotations

import hashlib
import secrets

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import register, schema
from pitboss.store.accounts import Account
from pitboss.store.errors import Refused

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that nobody takes for one another; 32, so that each is five bits."""
LETTERS, GROUP = 12, 4
GOOD_MS = 10 * 60_000
UNKNOWN = (
    "code: it is not known here: it was used before, is more than ten minutes old, or is mistyped; "
    "ask for a new one on your other device"
)


class CarryCode(msgspec.Struct, frozen=True):
    """What carries a player to another device."""

    code: str
    """To be typed there, with or without its dashes."""
    expires: int
    """Until when it is good, in milliseconds since 1970."""


def make(connection: Connection, account: Account, at: int) -> CarryCode:
    """A code for a player; one that was made before is void."""
    if not account.guest:
        raise Refused("code: you have a password; sign in with it on the other device")
    codes = schema.carry_codes
    register.delete(connection, codes, codes.c.account == account.id)
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))
    values = {"code": _hash(letters), "account": account.id, "expires": at + GOOD_MS}
    register.insert(connection, codes, values)
    grouped = "-".join(letters[place : place + GROUP] for place in range(0, LETTERS, GROUP))
    return CarryCode(grouped, at + GOOD_MS)


def use(connection: Connection, code: str, at: int) -> Account | None:
    """Whose a code is; it is worth nothing from now on. None if it is no good."""
    letters = "".join(one for one in code.upper() if one.isalnum())
    codes, people = schema.carry_codes.c, schema.accounts.c
    found = register.delete(
        connection, schema.carry_codes, codes.code == _hash(letters), codes.expires > at
    )
    if not found:
        return None
    row = connection.execute(
        sa.select(people.id, people.name, people.role).where(
            people.id == found[0].account, sa.not_(people.closed), people.password.is_(None)
        )
    ).one_or_none()
    return None if row is None else Account(row.id, row.name, row.role, guest=True)


def forget(connection: Connection, at: int) -> None:
    """Forget codes that are no good any more."""
    codes = schema.carry_codes
    register.delete(connection, codes, codes.c.expires <= at)


def _hash(letters: str) -> str:
    return hashlib.sha256(letters.encode()).hexdigest()
