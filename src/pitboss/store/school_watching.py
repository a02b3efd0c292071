"""What a trainer looks at while others learn: whom they teach, and how each sitting goes now."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import schema
from pitboss.store.accounts import Account
from pitboss.store.admission import OVERSEERS
from pitboss.store.school_people import groups_of, seen_by
from pitboss.store.school_results import SittingResult, sitting_results
from pitboss.store.school_sittings import answers, sittings, tally_columns

people = schema.accounts.c
trainees = schema.school_trainees.c
groups = schema.school_groups.c
members = schema.school_members.c
assignments = schema.school_assignments.c


class WatchedSitting(SittingResult, frozen=True, kw_only=True):
    """A sitting that goes on, with what was answered last."""

    last_right: bool | None
    """Whether the last answer was right; null before the first."""
    last_rule: str
    """The rule that decided it."""
    last_kind: str
    """The kind of drill it was."""
    last_given: str
    """What was answered."""
    last_rule_name: str = ""
    """The rule with what it is about."""
    last_kind_name: str = ""
    """What the kind of drill is called."""


class TaughtPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who learns, as far as the asker may see it."""

    name: str
    """Who."""
    groups: list[str]
    """The asker's groups they are in; all for overseers."""
    answered: int
    """Questions they answered."""
    right: int
    """Of these, how many rightly."""
    in_time: int
    """Of these again, how many within the aim."""
    last: int | None
    """When they answered last, in milliseconds since 1970; null if never."""


def watched(connection: Connection, asker: Account, at: int) -> list[WatchedSitting]:
    """Sittings that go on now and that somebody may see, each with its last answer."""
    found = sitting_results(connection, asker, live_at=at)
    last = _last_answers(connection, [one.sitting for one in found if one.answered])
    return [
        WatchedSitting(**msgspec.structs.asdict(one), **last.get(one.sitting, _NOTHING))
        for one in found
    ]


_NOTHING = {"last_right": None, "last_rule": "", "last_kind": "", "last_given": ""}


def _last_answers(connection: Connection, wanted: list[str]) -> dict[str, dict[str, Any]]:
    newest = (
        sa.select(answers.sitting, sa.func.max(answers.number).label("number"))
        .where(answers.sitting.in_(wanted))
        .group_by(answers.sitting)
        .subquery()
    )
    query = sa.select(
        answers.sitting, answers.is_right, answers.rule, answers.kind, answers.given
    ).join(newest, sa.and_(newest.c.sitting == answers.sitting, newest.c.number == answers.number))
    return {
        row.sitting: {
            "last_right": row.is_right, "last_rule": row.rule, "last_kind": row.kind,
            "last_given": row.given,
        }
        for row in connection.execute(query)
    }  # fmt: skip


def taught(connection: Connection, asker: Account) -> list[TaughtPerson]:
    """Everyone somebody teaches, by name; overseers see all who learn."""
    in_groups: dict[str, list[str]] = defaultdict(list)
    for group in groups_of(connection, asker):
        for name in group.members:
            in_groups[name].append(group.name)
    results = (
        sa.select(trainees.account, *tally_columns(), sa.func.max(answers.at).label("last"))
        .select_from(schema.school_answers)
        .join(schema.school_sittings, sittings.id == answers.sitting)
        .join(schema.school_trainees, trainees.id == sittings.trainee)
        .where(seen_by(asker))
        .group_by(trainees.account)
    )
    done = {row.account: row for row in connection.execute(results)}
    query = sa.select(people.id, people.name).where(_is_taught_by(asker)).order_by(people.name)
    return [
        TaughtPerson(
            name=row.name, groups=in_groups[row.name],
            answered=done[row.id].answered if row.id in done else 0,
            right=done[row.id].right if row.id in done else 0,
            in_time=done[row.id].in_time if row.id in done else 0,
            last=done[row.id].last if row.id in done else None,
        )
        for row in connection.execute(query)
    ]  # fmt: skip


def _is_taught_by(asker: Account) -> sa.ColumnElement[bool]:
    alone = sa.select(assignments.account).where(assignments.account.is_not(None))
    together = sa.select(members.account).join(schema.school_groups, groups.id == members.group_id)
    if asker.role in OVERSEERS:
        learning = sa.select(trainees.account)
        return sa.or_(*(people.id.in_(some) for some in (alone, together, learning)))
    return sa.or_(
        people.id.in_(alone.where(assignments.trainer == asker.id)),
        people.id.in_(together.where(groups.trainer == asker.id)),
    )
