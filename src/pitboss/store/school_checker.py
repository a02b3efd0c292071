"""What dealer school keeps, checked: seals, numbers, lessons and papers, each by itself.

Whether an answer was marked rightly is not for here to say: the item is made again from lesson,
kind, skill and seed by whoever has the drills.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pitboss.store import schema
from pitboss.store.findings import Finding
from pitboss.store.row_checker import AuditCounts
from pitboss.store.school_sittings import Answered, answers, lesson_id, seal_of, sittings


def check_school(connection: Connection, counts: AuditCounts) -> Iterator[Finding]:
    """Everything that is wrong with what dealer school keeps."""
    yield from _lessons(connection)
    yield from _answers(connection, counts)
    yield from _unanswered(connection)
    for table, key in (
        (schema.school_certificates, "code"), (schema.school_table_tests, "id"),
    ):  # fmt: skip
        for row in connection.execute(sa.select(table)):
            if hashlib.sha256(row.content.encode()).hexdigest() != row.hash:
                what = table.name.removeprefix("school_").removesuffix("s").replace("_", " ")
                yield _wrong(f"{what} {getattr(row, key)}: it does not say what it was issued with")


def _wrong(what: str) -> Finding:
    return Finding(kind="school", what=what)


def _lessons(connection: Connection) -> Iterator[Finding]:
    for row in connection.execute(sa.select(schema.school_lessons)):
        if lesson_id(row.text, row.files, row.author) != row.id:
            yield _wrong(f"lesson {row.id}: its text is not the one it was kept with")


def _answers(connection: Connection, counts: AuditCounts) -> Iterator[Finding]:
    rows = connection.execute(
        sa.select(
            schema.school_answers, sittings.trainee.label("whose"), sittings.lesson.label("which"),
            sittings.game.label("dealt"), sittings.level.label("step"),
            sittings.number.label("reached"), sittings.asked.label("asking"),
        )
        .select_from(schema.school_answers)
        .outerjoin(schema.school_sittings, sittings.id == answers.sitting)
        .order_by(answers.sitting, answers.number)
    )  # fmt: skip
    for sitting, found in groupby(rows, key=lambda row: row.sitting):
        yield from _one_sitting(sitting, found, counts)


def _one_sitting(sitting: str, rows: Iterator[Row[Any]], counts: AuditCounts) -> Iterator[Finding]:
    before, due, last = "", 1, None
    for row in rows:
        counts.answers += 1
        fields = {name: getattr(row, name) for name in Answered.__struct_fields__}
        if row.number != due:
            yield _wrong(f"sitting {sitting}: answer {due} is missing")
            due = row.number
        if seal_of(before, Answered(**fields)) != row.seal:
            yield _wrong(f"sitting {sitting}, answer {row.number}: it was changed")
        of_sitting = (row.whose, row.which, row.dealt, row.step)
        if (row.trainee, row.lesson, row.game, row.level) != of_sitting:
            yield _wrong(f"sitting {sitting}, answer {row.number}: it is of another sitting")
        before, due, last = row.seal, due + 1, row
    if last is not None and last.reached is not None:
        answered = last.reached - (last.asking is not None)
        if last.number < answered:
            yield _wrong(f"sitting {sitting}: answer {last.number + 1} is missing")


def _unanswered(connection: Connection) -> Iterator[Finding]:
    """Sittings that went on, and of which no answer is there."""
    some = sa.select(answers.sitting).where(answers.sitting == sittings.id).exists()
    asking = sa.case((sittings.asked.is_(None), 0), else_=1)
    wanted = sa.select(sittings.id).where(~some, sittings.number > asking)
    for sitting in connection.scalars(wanted):
        yield _wrong(f"sitting {sitting}: answer 1 is missing")
