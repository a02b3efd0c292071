"""Going through levels of lessons: what is being asked, and every answer, kept once.

The item that is being asked is in the sitting's row, so that any server can ask it again; an answer
is a row of its own under the sitting and the item's number, sealed to the one before it. An answer
that comes twice finds its row and adds nothing.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import register, schema, school_people
from pitboss.store.accounts import Account
from pitboss.store.errors import Missing, Refused

MOST_MS = 24 * 3600 * 1000
"""An answer took at most a day."""
MOST_OPEN = 50
"""Sittings of one person that are not over; the oldest are ended."""

lessons = schema.school_lessons.c
sittings = schema.school_sittings.c
answers = schema.school_answers.c
schedule = schema.school_schedule.c


class KeptLesson(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson as it is kept."""

    id: str
    name: str
    text: str
    files: str | None = "{}"
    """Texts of game files by name, as JSON; None for a lesson from before lessons had levels."""
    author: int | None = None


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """What of a lesson is gone through."""

    game: str
    """As the lesson calls it."""
    level: int
    """Counted from 1; 0 is all of a lesson from before lessons had levels."""
    level_name: str
    items: int
    """Questions."""


class Sitting(Level, frozen=True, kw_only=True):
    """Somebody's way through a level of a lesson."""

    id: str
    trainee: str
    lesson: str
    assignment: int | None
    seed: str
    started: int
    ended: int | None
    number: int
    """Of the item that is being asked, or was asked last; 0 before the first."""
    kind: str
    skill: str
    asked: int | None
    """Since when it is asked; None once it is answered, or is not to be."""


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """An item that was answered."""

    sitting: str
    number: int
    trainee: str
    lesson: str
    level: int
    at: int
    game: str
    rules_hash: str
    seed: str
    kind: str
    skill: str
    rule: str
    rules: str
    given: str
    is_right: bool
    error_cents: int
    ms: int
    aim_ms: int
    seal: str = ""


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of an answer beside where it belongs."""

    rules_hash: str
    rule: str
    rules: list[str]
    given: str
    is_right: bool
    error_cents: int
    aim_ms: int


class Written(NamedTuple):
    """An answer that is kept, and whether it was kept before."""

    answer: Answered
    again: bool


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How a sitting stands."""

    answered: int
    right: int
    in_time: int


def lesson_id(text: str, files: str | None, author: int | None) -> str:
    """What a lesson is found by: the same texts of the same author are the same lesson."""
    more = f"\n{files}" if files not in (None, "{}") else ""
    return hashlib.sha256(f"{author or 'house'}\n{text}{more}".encode()).hexdigest()[:32]


def keep_lesson(connection: Connection, lesson: KeptLesson, at: int) -> None:
    """Keep a lesson, unless it is there."""
    there = sa.select(lessons.id).where(lessons.id == lesson.id)
    if connection.scalar(there) is None:
        values = msgspec.structs.asdict(lesson) | {"created": at}
        register.insert(connection, schema.school_lessons, values)


def find_lesson(connection: Connection, lesson: str) -> KeptLesson | None:
    """A lesson that is kept."""
    row = connection.execute(
        sa.select(schema.school_lessons).where(lessons.id == lesson)
    ).one_or_none()
    return None if row is None else _lesson(row)


def lessons_by(connection: Connection, author: Account) -> list[KeptLesson]:
    """The lessons that somebody wrote."""
    wanted = sa.select(schema.school_lessons).where(
        lessons.author == author.id, lessons.files.is_not(None)
    )
    return [_lesson(row) for row in connection.execute(wanted.order_by(lessons.created))]


def _lesson(row: Any) -> KeptLesson:
    fields = KeptLesson.__struct_fields__
    return KeptLesson(**{name: getattr(row, name) for name in fields})


def start(
    connection: Connection, person: Account, lesson: KeptLesson, level: Level, *,
    assignment: int | None, at: int,
) -> Sitting:  # fmt: skip
    """Begin a level of a lesson; sittings somebody left open long ago are ended."""
    keep_lesson(connection, lesson, at)
    trainee = school_people.trainee_of(connection, person, at)
    left = sa.select(sittings.id).where(sittings.trainee == trainee, sittings.ended.is_(None))
    forgotten = left.order_by(sittings.started.desc()).offset(MOST_OPEN - 1)
    for one in connection.scalars(forgotten).all():
        end(connection, one, at)
    made = Sitting(
        **msgspec.structs.asdict(level), id=secrets.token_hex(16), trainee=trainee,
        lesson=lesson.id, assignment=assignment, seed="", started=at, ended=None, number=0,
        kind="", skill="", asked=None,
    )  # fmt: skip
    register.insert(connection, schema.school_sittings, msgspec.structs.asdict(made))
    return made


# Statements of every question and answer: built once, because building takes longer than running

_FIND = (
    sa.select(*(sittings[name] for name in Sitting.__struct_fields__))
    .select_from(schema.school_sittings)
    .join(schema.school_trainees, schema.school_trainees.c.id == sittings.trainee)
    .where(
        sittings.id == sa.bindparam("sitting"),
        schema.school_trainees.c.account == sa.bindparam("account"),
    )
)
_ASK = register.Change(
    sa.update(schema.school_sittings)
    .where(
        sittings.id == sa.bindparam("of"),
        sittings.number == sa.bindparam("before"),
        sittings.asked.is_(None),
    )
    .values({
        name: sa.bindparam(f"new_{name}") for name in ("number", "kind", "skill", "seed", "asked")
    })
)  # fmt: skip
_ASKED = sa.select(sittings.number, sittings.seed, sittings.asked, sittings.ended).where(
    sittings.id == sa.bindparam("of")
)
_CLOSE = register.Change(
    sa.update(schema.school_sittings)
    .where(
        sittings.id == sa.bindparam("of"),
        sittings.number == sa.bindparam("at_number"),
        sittings.asked.is_not(None),
        sittings.ended.is_(None),
    )
    .values(asked=None, ended=sa.bindparam("new_ended"))
)
_ANSWERS = sa.select(schema.school_answers).where(
    answers.sitting == sa.bindparam("of"),
    answers.number.between(sa.bindparam("first"), sa.bindparam("last")),
)


def find(connection: Connection, sitting: str, person: Account) -> Sitting:
    """A sitting of one's own; `Missing` for anybody else's."""
    row = connection.execute(_FIND, {"sitting": sitting, "account": person.id}).one_or_none()
    if row is None:
        raise Missing(f"sitting = {sitting[:40]!r}: you have none with this id; begin a lesson")
    return Sitting(**row._mapping)


def ask(
    connection: Connection, sitting: str, number: int, kind: str, skill: str, seed: str, at: int
) -> int:
    """An item is being asked from now on; since when it is, if it was already."""
    _ASK.run(connection, {
        "of": sitting, "before": number - 1, "new_number": number, "new_kind": kind,
        "new_skill": skill, "new_seed": seed, "new_asked": at,
    })  # fmt: skip
    row = connection.execute(_ASKED, {"of": sitting}).one()
    if row.ended is not None or (row.number, row.seed) != (number, seed):
        raise Refused(f"item {number}: this sitting is at another one by now; ask what comes next")
    return int(row.asked if row.asked is not None else at)


def answer(connection: Connection, sitting: Sitting, graded: Graded, at: int) -> Written:
    """Keep the answer to the item that is being asked; one that is there already stays as it is."""
    last = _answers(connection, sitting.id, sitting.number - 1, sitting.number)
    if sitting.number in last:
        return Written(last[sitting.number], again=True)
    ended = at if sitting.number >= sitting.items else None
    closed = _CLOSE.run(
        connection, {"of": sitting.id, "at_number": sitting.number, "new_ended": ended}
    )
    if not closed or sitting.asked is None:
        raise Refused(f"item {sitting.number}: it is not being asked; ask what comes next")
    made = Answered(
        sitting=sitting.id, number=sitting.number, trainee=sitting.trainee,
        lesson=sitting.lesson, level=sitting.level, at=at, game=sitting.game,
        rules_hash=graded.rules_hash, seed=sitting.seed,
        kind=sitting.kind, skill=sitting.skill, rule=graded.rule,
        rules=msgspec.json.encode(graded.rules).decode(), given=graded.given,
        is_right=graded.is_right, error_cents=graded.error_cents,
        ms=min(max(at - sitting.asked, 0), MOST_MS), aim_ms=graded.aim_ms,
    )  # fmt: skip
    before = last.get(sitting.number - 1)
    made = msgspec.structs.replace(made, seal=seal_of(before.seal if before else "", made))
    register.insert(connection, schema.school_answers, msgspec.structs.asdict(made))
    return Written(made, again=False)


def _answers(connection: Connection, sitting: str, first: int, last: int) -> dict[int, Answered]:
    rows = connection.execute(_ANSWERS, {"of": sitting, "first": first, "last": last})
    return {row.number: Answered(**row._mapping) for row in rows}


def seal_of(before: str, answered: Answered) -> str:
    """A hash over an answer and the seal before it."""
    fields = msgspec.structs.asdict(answered) | {"seal": before}
    if not answered.level:  # sealed before lessons had levels
        del fields["level"]
    return hashlib.sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()


def find_answer(connection: Connection, sitting: str, number: int) -> Answered | None:
    """What was answered to an item."""
    return _answers(connection, sitting, number, number).get(number)


def end(connection: Connection, sitting: str, at: int) -> None:
    """Nothing more is asked; what was being asked is not counted."""
    open_ = sa.and_(sittings.id == sitting, sittings.ended.is_(None))
    last = sa.case((sittings.asked.is_(None), sittings.number), else_=sittings.number - 1)
    register.update(connection, schema.school_sittings, open_, ended=at, asked=None, number=last)


def tally(connection: Connection, sitting: str) -> Tally:
    """How a sitting stands."""
    row = connection.execute(_TALLY, {"of": sitting}).one()
    return Tally(answered=row.answered, right=row.right or 0, in_time=row.in_time or 0)


def tally_columns() -> tuple[sa.Label[int], ...]:
    """Answers, those that were right, and those that were also in time."""
    in_time = sa.and_(answers.is_right, answers.ms <= answers.aim_ms)
    return (
        sa.func.count().label("answered"),
        sa.func.sum(sa.case((answers.is_right, 1), else_=0)).label("right"),
        sa.func.sum(sa.case((in_time, 1), else_=0)).label("in_time"),
    )


_TALLY = sa.select(*tally_columns()).where(answers.sitting == sa.bindparam("of"))


# What is kept of skills

_STATES = sa.select(schedule.skill, schedule.state).where(
    schedule.trainee == sa.bindparam("who"),
    schedule.game == sa.bindparam("dealt"),
    schedule.skill.like(sa.bindparam("of_kind")),
)
_SET_STATE = register.Change(
    sa.update(schema.school_schedule)
    .where(
        schedule.trainee == sa.bindparam("who"),
        schedule.game == sa.bindparam("dealt"),
        schedule.skill == sa.bindparam("what"),
    )
    .values(state=sa.bindparam("new_state"), updated=sa.bindparam("new_updated"))
)


def states(connection: Connection, trainee: str, game: str, kind: str) -> dict[str, str]:
    """What is kept of somebody's skills of a kind at a game, by skill."""
    rows = connection.execute(_STATES, {"who": trainee, "dealt": game, "of_kind": f"{kind}/%"})
    return {row.skill: row.state for row in rows}


def all_states(connection: Connection, trainee: str) -> list[tuple[str, str, str]]:
    """What is kept of all of somebody's skills: game, skill and state."""
    wanted = sa.select(schedule.game, schedule.skill, schedule.state)
    rows = connection.execute(wanted.where(schedule.trainee == trainee))
    return [(row.game, row.skill, row.state) for row in rows]


def set_state(
    connection: Connection, trainee: str, game: str, skill: str, state: str, at: int
) -> None:
    """Keep what was made of an answer."""
    mine = {"who": trainee, "dealt": game, "what": skill, "new_state": state, "new_updated": at}
    if not _SET_STATE.run(connection, mine):
        values = {
            "trainee": trainee, "game": game, "skill": skill, "state": state, "updated": at,
        }  # fmt: skip
        register.insert(connection, schema.school_schedule, values)
