"""What was answered, added up: by sitting, by skill, by person, rule and day; and live.

Every question is asked for somebody, and finds only what they may see (`school_people.seen_by`).
Days are UTC.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Literal, get_args

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import schema
from pitboss.store.accounts import Account
from pitboss.store.school_people import seen_by
from pitboss.store.school_sittings import answers, sittings, tally_columns

DAY_MS = 86_400_000
MOST_ROWS = 5000
"""Rows that are answered at once; more are asked for by fewer days."""
LIVE_MS = 30 * 60 * 1000
"""A sitting in which nothing happened for so long is not watched any more."""

people = schema.accounts.c
trainees = schema.school_trainees.c
lessons = schema.school_lessons.c


class SittingResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a sitting went, or goes."""

    sitting: str
    """Its id."""
    person: str
    """Whose it is."""
    lesson: str
    """The lesson's id."""
    lesson_name: str
    """What it is called."""
    game: str
    """The game, as the lesson calls it."""
    level: int
    """The level, from 1; 0 before lessons had levels."""
    level_name: str
    """What that is called."""
    started: int
    """When, in milliseconds since 1970."""
    ended: int | None
    """When it was over; null while it is not."""
    items: int
    """Questions there are."""
    answered: int
    """Questions that were answered."""
    right: int
    """Of these, how many rightly."""
    in_time: int
    """Of these again, how many within the aim."""
    last: int
    """When something was answered last, or when it began."""


class SkillResult(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody does at one thing."""

    game: str
    """The game's id."""
    rules_hash: str
    """Its rules' fingerprint."""
    kind: str
    """The kind of drill."""
    skill: str
    """What it trains."""
    answered: int
    """How often it was answered."""
    right: int
    """Of these, how often rightly."""
    in_time: int
    """Of these again, how often within the aim."""
    mean_ms: int
    """Milliseconds an answer took."""
    last: int
    """When it was answered last, in milliseconds since 1970."""


class RuleResult(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody did by one rule on one day; what it was not asked by is empty."""

    person: str
    """Who."""
    day: str
    """The day by UTC, as 2026-11-16."""
    game: str
    """The game's id."""
    rule: str
    """The rule that decided."""
    kind: str
    """The kind of drill."""
    answered: int
    """How often it was answered."""
    right: int
    """Of these, how often rightly."""
    in_time: int
    """Of these again, how often within the aim."""
    mean_ms: int
    """Milliseconds an answer took."""
    rule_name: str = ""
    """The rule with what it is about."""
    kind_name: str = ""
    """What the kind of drill is called."""


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """Which answers are meant; what is empty or null stands for all."""

    person: Account | None = None
    """Whose."""
    group: int | None = None
    """Of whose members."""
    since: int = 0
    """From when on, in milliseconds since 1970."""
    until: int = 2**53
    """Before when."""
    game: str = ""
    kind: str = ""
    rule: str = ""


class AnswerRow(msgspec.Struct, frozen=True, kw_only=True):
    """One answer as it is exported."""

    person: str
    at: str
    lesson: str
    level: int
    sitting: str
    number: int
    game: str
    rules_hash: str
    kind: str
    skill: str
    rule: str
    rules: str
    given: str
    right: int
    error_cents: int
    ms: int
    aim_ms: int


def _joined(*columns: Any) -> sa.Select[Any]:
    return (
        sa.select(*columns)
        .select_from(schema.school_answers)
        .join(schema.school_sittings, sittings.id == answers.sitting)
        .join(schema.school_trainees, trainees.id == sittings.trainee)
        .join(schema.accounts, people.id == trainees.account)
    )


def sitting_results(
    connection: Connection, asker: Account, person: Account | None = None, *, live_at: int = 0
) -> list[SittingResult]:
    """Sittings that somebody may see, the newest first; only those going on if `live_at` is now."""
    last = sa.func.coalesce(sa.func.max(answers.at), sittings.started).label("last")
    wanted = (
        sa.select(
            sittings.id.label("sitting"), people.name.label("person"), sittings.lesson,
            lessons.name.label("lesson_name"), sittings.game, sittings.level, sittings.level_name,
            sittings.started, sittings.ended, sittings["items"],
            sa.func.count(answers.number).label("answered"),
            *tally_columns()[1:], last,
        )
        .select_from(schema.school_sittings)
        .join(schema.school_trainees, trainees.id == sittings.trainee)
        .join(schema.accounts, people.id == trainees.account)
        .join(schema.school_lessons, lessons.id == sittings.lesson)
        .outerjoin(schema.school_answers, answers.sitting == sittings.id)
        .where(seen_by(asker, person))
        .group_by(sittings.id, people.name, lessons.name)
        .order_by(sittings.started.desc(), sittings.id)
        .limit(MOST_ROWS)
    )  # fmt: skip
    if live_at:
        recent = sa.func.coalesce(sa.func.max(answers.at), sittings.started) > live_at - LIVE_MS
        wanted = wanted.where(sittings.started > live_at - DAY_MS).having(recent)
    return [SittingResult(**row._mapping) for row in connection.execute(wanted)]


def skill_results(connection: Connection, asker: Account, person: Account) -> list[SkillResult]:
    """How somebody does at everything they were asked."""
    by = (answers.game, answers.rules_hash, answers.kind, answers.skill)
    wanted = (
        _joined(*by, *tally_columns(), _mean_ms(), sa.func.max(answers.at).label("last"))
        .where(seen_by(asker, person))
        .group_by(*by)
        .order_by(*by)
        .limit(MOST_ROWS)
    )
    return [SkillResult(**row._mapping) for row in connection.execute(wanted)]


Part = Literal["person", "day", "game", "rule", "kind"]
"""What results are told apart by."""
PARTS: tuple[Part, ...] = get_args(Part)


def rule_results(
    connection: Connection, asker: Account, wanted: Filter, by: Sequence[Part] = PARTS
) -> list[RuleResult]:
    """How everyone somebody may see did: by person, rule and day, or by fewer of these."""
    columns: dict[Part, sa.ColumnElement[Any]] = {
        "person": people.name.label("person"),
        "day": sa.cast(answers.at - answers.at % DAY_MS, sa.BigInteger).label("day"),
        "game": answers.game,
        "rule": answers.rule,
        "kind": answers.kind,
    }
    told_by = [columns[part] for part in PARTS if part in by]
    query = (
        _joined(*told_by, *tally_columns(), _mean_ms())
        .where(_meant(asker, wanted))
        .group_by(*told_by)
        .order_by(*told_by)
        .limit(MOST_ROWS)
    )
    return [_rule_result(dict(row._mapping)) for row in connection.execute(query)]


def _rule_result(row: dict[str, Any]) -> RuleResult:
    parts: dict[str, str] = dict.fromkeys(PARTS, "")
    day = {"day": day_of(row["day"])} if "day" in row else {}
    return RuleResult(**parts | row | day)


def _meant(asker: Account, wanted: Filter) -> sa.ColumnElement[bool]:
    """Answers that somebody asks for, as far as they may see them."""
    found = [
        seen_by(asker, wanted.person), answers.at >= wanted.since, answers.at < wanted.until,
    ]  # fmt: skip
    if wanted.group is not None:
        members = schema.school_members.c
        found.append(
            people.id.in_(sa.select(members.account).where(members.group_id == wanted.group))
        )
    for column, value in (
        (answers.game, wanted.game), (answers.kind, wanted.kind), (answers.rule, wanted.rule),
    ):  # fmt: skip
        if value:
            found.append(column == value)
    return sa.and_(*found)


def answer_rows(connection: Connection, asker: Account, wanted: Filter) -> Iterator[AnswerRow]:
    """Every answer somebody may see, in order."""
    columns = [
        getattr(answers, name) for name in AnswerRow.__struct_fields__
        if name not in ("person", "right")
    ]  # fmt: skip
    right = sa.case((answers.is_right, 1), else_=0).label("right")
    query = (
        _joined(people.name.label("person"), *columns, right)
        .where(_meant(asker, wanted))
        .order_by(answers.at, answers.sitting, answers.number)
        .execution_options(yield_per=500)
    )
    for row in connection.execute(query):
        yield AnswerRow(**dict(row._mapping) | {"at": moment_of(row.at)})


def _mean_ms() -> sa.Label[int]:
    mean = sa.func.sum(sa.cast(answers.ms, sa.BigInteger)) / sa.func.count()
    return sa.cast(mean, sa.BigInteger).label("mean_ms")


def day_of(at: int) -> str:
    """The day of a moment, by UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def moment_of(at: int) -> str:
    """A moment as people and spreadsheets read it, by UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
