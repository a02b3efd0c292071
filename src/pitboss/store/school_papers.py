"""Certificates and table tests as they are kept: what they say, its hash, and who may see it."""

from __future__ import annotations

import secrets

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import register, schema
from pitboss.store.accounts import Account
from pitboss.store.admission import OVERSEERS
from pitboss.store.errors import Missing
from pitboss.store.school_people import find_trainee, seen_by
from pitboss.store.school_sittings import Answered, answers, sittings

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that are not taken for one another."""
CODE_LENGTH = 16
MOST_ANSWERS = 5000
"""The newest that are looked at for a certificate."""

certificates = schema.school_certificates.c
table_tests = schema.school_table_tests.c
trainees = schema.school_trainees.c
people = schema.accounts.c


class KeptPaper(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate or a table test."""

    key: str
    """The certificate's code, or the test's number."""
    at: int
    content: str
    """JSON."""
    hash: str
    """Of that, as it was when it was kept."""


def new_code() -> str:
    """A code nobody guesses, such as ``K3FA-92MT-…``."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    return "-".join(letters[at : at + 4] for at in range(0, CODE_LENGTH, 4))


def plain_code(typed: str) -> str:
    """A code as it is kept, however it was typed."""
    letters = "".join(letter for letter in typed.upper() if letter.isalnum())
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def answers_for(
    connection: Connection, asker: Account, person: Account, rules_hash: str
) -> list[Answered]:
    """The newest answers of somebody under certain rules that the asker may see."""
    wanted = (
        sa.select(schema.school_answers)
        .join(schema.school_sittings, sittings.id == answers.sitting)
        .where(seen_by(asker, person), answers.rules_hash == rules_hash)
        .order_by(answers.at.desc())
        .limit(MOST_ANSWERS)
    )
    return [Answered(**row._mapping) for row in connection.execute(wanted)]


def keep_certificate(
    connection: Connection, *, code: str, trainee: str, issuer: Account, paper: KeptPaper
) -> None:
    """Keep a certificate under its code."""
    values = {
        "code": code, "trainee": trainee, "issuer": issuer.id, "at": paper.at,
        "content": paper.content, "hash": paper.hash,
    }  # fmt: skip
    register.insert(connection, schema.school_certificates, values)


def find_certificate(connection: Connection, code: str) -> KeptPaper | None:
    """The certificate with a code, for whoever has the code."""
    wanted = sa.select(schema.school_certificates).where(certificates.code == code)
    row = connection.execute(wanted).one_or_none()
    if row is None:
        return None
    return KeptPaper(key=row.code, at=row.at, content=row.content, hash=row.hash)


def certificates_of(connection: Connection, asker: Account, person: Account) -> list[KeptPaper]:
    """Somebody's certificates; a trainer sees those they issued."""
    wanted = (
        sa.select(schema.school_certificates)
        .join(schema.school_trainees, trainees.id == certificates.trainee)
        .where(trainees.account == person.id)
        .order_by(certificates.at.desc())
    )
    if asker.id != person.id and asker.role not in OVERSEERS:
        wanted = wanted.where(certificates.issuer == asker.id)
    return [
        KeptPaper(key=row.code, at=row.at, content=row.content, hash=row.hash)
        for row in connection.execute(wanted)
    ]


def keep_table_test(
    connection: Connection, trainee: str, examiner: Account, paper: KeptPaper
) -> int:
    """Keep a table test; its number."""
    values = {
        "trainee": trainee, "examiner": examiner.id, "at": paper.at, "content": paper.content,
        "hash": paper.hash,
    }  # fmt: skip
    return int(register.insert(connection, schema.school_table_tests, values).id)


def table_tests_of(connection: Connection, asker: Account, person: Account) -> list[KeptPaper]:
    """Somebody's table tests, the newest first; a trainer sees those they held."""
    trainee = find_trainee(connection, person.id)
    wanted = (
        sa.select(schema.school_table_tests)
        .where(table_tests.trainee == (trainee or ""))
        .order_by(table_tests.id.desc())
    )
    if asker.id != person.id and asker.role not in OVERSEERS:
        wanted = wanted.where(table_tests.examiner == asker.id)
    return [
        KeptPaper(key=str(row.id), at=row.at, content=row.content, hash=row.hash)
        for row in connection.execute(wanted)
    ]


def find_table_test(connection: Connection, asker: Account, number: int) -> KeptPaper:
    """A table test, for who dealt, who examined, and overseers."""
    wanted = (
        sa.select(schema.school_table_tests, trainees.account)
        .join(schema.school_trainees, trainees.id == table_tests.trainee)
        .where(table_tests.id == number)
    )
    row = connection.execute(wanted).one_or_none()
    if row is None or (asker.id not in (row.account, row.examiner) and asker.role not in OVERSEERS):
        raise Missing(f"table test = {number}: there is none with this number for you to see")
    return KeptPaper(key=str(row.id), at=row.at, content=row.content, hash=row.hash)
