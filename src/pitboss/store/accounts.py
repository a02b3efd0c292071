"""People: names, roles, passwords, and who is signed in.

A session is a random token in a cookie. Only its hash is kept, so nobody can sign in with what the
database holds; signing out forgets it, and then the cookie is worth nothing.
"""

from __future__ import annotations

import hashlib
import secrets
from functools import cache
from threading import Lock

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from pitboss.store import journal, records, register, schema
from pitboss.store.errors import ROLES as ROLES
from pitboss.store.errors import Refused
from pitboss.store.errors import Role as Role
from pitboss.store.names import BOTS as BOTS
from pitboss.store.names import NAME, looks_like
from pitboss.store.names import check_name as check_name

SESSION_DAYS = 7
GUEST_DAYS = 180
"""The same without a password: the cookie is all they are known by. Each visit begins it anew."""
STAKE = 1_000_00
"""Play money a new player gets, in cents."""
PASSWORD = (8, 128)

_hasher = PasswordHasher(parallelism=1)
_hashing = Lock()


class Account(msgspec.Struct, frozen=True):
    """Somebody who is known here."""

    id: int
    name: str
    role: Role
    guest: bool = False
    """Whether it was made without a password, for as long as a cookie lasts."""


class Session(msgspec.Struct, frozen=True):
    """Somebody who is signed in."""

    account: Account
    csrf: str
    expires: int


def check_password(password: str) -> str:
    """A password that is not too short to be one."""
    least, most = PASSWORD
    if not least <= len(password) <= most:
        raise Refused(f"password: use {least} to {most} characters, not {len(password)}")
    return password


def hash_password(password: str) -> str:
    """What is kept of a password; takes a while on purpose, so not for the writer's thread."""
    return _hasher.hash(check_password(password))


def create(
    connection: Connection, name: str, role: Role, password: str | None, at: int, by: str = ""
) -> Account:
    """A new account, with play money unless it only reads. `password` is hashed already.

    Who makes it `by` hand answers for it: that is an entry of its own.
    """
    check_name(name)
    try:
        with connection.begin_nested():
            values = {
                "name": name, "folded": name.casefold(), "looks_like": looks_like(name),
                "role": role, "password": password, "created": at, "closed": False,
            }  # fmt: skip
            number = register.insert(connection, schema.accounts, values).id
    except IntegrityError:
        raise Refused(
            f"name = {name!r}: somebody has it already, or one that looks like it; choose another"
        ) from None
    if by:
        journal.note_in_cage(connection, records.AccountMade(name, role), at, by)
    if role != "auditor":
        journal.issue(connection, name, STAKE, at)
    return Account(number, name, role, guest=password is None)


def guest(connection: Connection, at: int, nickname: str = "") -> Account:
    """A new player without a password, under a name of their own choice or one nobody has."""
    if nickname:
        return create(connection, nickname, "player", None, at)
    people = schema.accounts.c
    while True:
        name = f"guest {secrets.randbelow(900_000) + 100_000}"
        taken = sa.or_(people.folded == name.casefold(), people.looks_like == looks_like(name))
        if connection.scalar(sa.select(people.id).where(taken)) is None:
            return create(connection, name, "player", None, at)


class KeptPassword(msgspec.Struct, frozen=True):
    """An account that can be signed in to, and what is kept of its password."""

    account: Account
    password: str


NOT_KNOWN = "name or password: this name with this password is not known here"


def find_password(connection: Connection, name: str) -> KeptPassword | None:
    """The account with this name, if it has a password."""
    if not NAME.fullmatch(name):  # nobody's, and some a database cannot even be asked for
        return None
    people = schema.accounts.c
    row = connection.execute(
        sa.select(schema.accounts).where(people.folded == name.casefold())
    ).one_or_none()
    if row is None or row.password is None or row.closed:
        return None
    return KeptPassword(Account(row.id, row.name, row.role), row.password)


def is_right(kept: KeptPassword | None, password: str) -> bool:
    """Whether a password is this account's. Takes as long for one that does not exist.

    One after the other: each takes much memory and all cores for a while, on purpose.
    """
    with _hashing:
        try:
            _hasher.verify(kept.password if kept else _nobody(), password)
        except (Argon2Error, InvalidHashError):
            return False
    return kept is not None


@cache
def _nobody() -> str:
    """What would be kept of a password that nobody has."""
    return _hasher.hash(secrets.token_hex())


def begin_session(connection: Connection, account: Account, at: int) -> tuple[str, Session]:
    """Sign somebody in: the token for the cookie, and the session."""
    token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
    expires = at + days_of(account) * 86_400_000
    values = {
        "token": _hash(token), "account": account.id, "csrf": csrf, "created": at,
        "expires": expires,
    }  # fmt: skip
    register.insert(connection, schema.sessions, values)
    return token, Session(account, csrf, expires)


def days_of(account: Account) -> int:
    """How long somebody stays signed in."""
    return GUEST_DAYS if account.guest else SESSION_DAYS


def lengthen_session(connection: Connection, token: str, at: int) -> None:
    """Have a session of somebody without a password last as long as a new one."""
    mine, until = schema.sessions.c.token == _hash(token), at + GUEST_DAYS * 86_400_000
    register.update(connection, schema.sessions, mine, expires=until)


def find_session(connection: Connection, token: str, at: int) -> Session | None:
    """Who a cookie belongs to, if it is good."""
    row = connection.execute(
        sa.select(
            schema.accounts.c.id, schema.accounts.c.name, schema.accounts.c.role,
            schema.accounts.c.password, schema.sessions.c.csrf, schema.sessions.c.expires,
        )
        .join_from(schema.sessions, schema.accounts)
        .where(
            schema.sessions.c.token == _hash(token), schema.sessions.c.expires > at,
            sa.not_(schema.accounts.c.closed),
        )
    ).one_or_none()  # fmt: skip
    if row is None:
        return None
    account = Account(row.id, row.name, row.role, guest=row.password is None)
    return Session(account, row.csrf, row.expires)


def end_session(connection: Connection, token: str) -> None:
    """Sign somebody out."""
    register.delete(connection, schema.sessions, schema.sessions.c.token == _hash(token))


def forget(connection: Connection, at: int) -> None:
    """Forget sessions that are over."""
    register.delete(connection, schema.sessions, schema.sessions.c.expires <= at)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
