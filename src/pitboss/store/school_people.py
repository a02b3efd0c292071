"""Who learns and who teaches: trainees, groups, what trainers assigned, and who sees whose record.

A trainee is anybody with an account. Their record is kept under a random id, and one row says whose
it is; a record is deleted with that row and with everything that says a name.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import register, schema
from pitboss.store.accounts import Account
from pitboss.store.admission import OVERSEERS
from pitboss.store.errors import Missing, Refused, Role

TRAINERS: tuple[Role, ...] = ("trainer", "pit")
"""Who writes lessons, assigns them and certifies; a trainer sees what was done for their own."""
MOST_GROUPS = 200
"""Of one trainer."""
MOST_MEMBERS = 500
"""Of one group."""
MOST_ASSIGNMENTS = 2000
"""Of one trainer, that are not closed."""

people = schema.accounts.c
trainees = schema.school_trainees.c
groups = schema.school_groups.c
members = schema.school_members.c
assignments = schema.school_assignments.c
sittings = schema.school_sittings.c


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """People who are taught together."""

    id: int
    """Its number."""
    name: str
    """What its trainer calls it."""
    members: list[str]
    """Names, in order."""


class Assignment(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson that was given to somebody."""

    id: int
    """Its number."""
    lesson: str
    """The lesson's id."""
    lesson_name: str
    """What it is called."""
    trainer: str
    """Who gave it."""
    person: str | None
    """To whom; null where it is a group's."""
    group: str | None
    """The group's name; null where it is one person's."""
    created: int
    """When, in milliseconds since 1970."""
    due: int | None
    """Until when it should be done, in milliseconds since 1970."""


def trainee_of(connection: Connection, account: Account, at: int) -> str:
    """The id of somebody's record, made where there is none."""
    found = find_trainee(connection, account.id)
    if found is None:
        found = secrets.token_hex(16)
        values = {"id": found, "account": account.id, "created": at}
        register.insert(connection, schema.school_trainees, values)
    return found


def find_trainee(connection: Connection, account: int) -> str | None:
    """The id of somebody's record, if there is one."""
    return connection.scalar(sa.select(trainees.id).where(trainees.account == account))


def find_person(connection: Connection, name: str) -> Account:
    """Somebody by name; `Missing` if nobody has it."""
    row = None
    if name.isprintable():  # some others a database cannot even be asked for
        wanted = sa.select(schema.accounts).where(people.folded == name.casefold())
        row = connection.execute(wanted).one_or_none()
    if row is None or row.closed:
        raise Missing(f"person = {name[:60]!r}: nobody here has this name")
    return Account(row.id, row.name, row.role, guest=row.password is None)


def check_sees(connection: Connection, asker: Account, person: Account) -> None:
    """Refuse who may not see a person's record; nobody learns whether there is one."""
    if asker.id == person.id or asker.role in OVERSEERS:
        return
    if asker.role not in TRAINERS or not _teaches(connection, asker, person):
        raise Missing(f"person = {person.name!r}: you have assigned them no lesson")


def _teaches(connection: Connection, trainer: Account, person: Account) -> bool:
    given = sa.select(assignments.id).where(
        assignments.trainer == trainer.id, is_for(person.id, closed=True)
    )
    return connection.scalar(given.limit(1)) is not None


def seen_by(asker: Account, person: Account | None = None) -> sa.ColumnElement[bool]:
    """Which sittings somebody may see: their own, those they assigned, or all.

    Of one person, or of everyone.
    """
    if asker.role in OVERSEERS:
        seen: sa.ColumnElement[bool] = sa.true()
    elif person is not None and person.id == asker.id:
        seen = sa.true()
    else:
        mine = sa.select(assignments.id).where(assignments.trainer == asker.id)
        seen = sittings.assignment.in_(mine)
    if person is not None:
        whose = sa.select(trainees.id).where(trainees.account == person.id)
        seen = sa.and_(seen, sittings.trainee.in_(whose))
    return seen


def is_for(account: int, *, closed: bool = False) -> sa.ColumnElement[bool]:
    """Which assignments are somebody's, alone or in a group; closed ones only if asked for."""
    theirs = sa.select(members.group_id).where(members.account == account)
    found = sa.or_(assignments.account == account, assignments.group_id.in_(theirs))
    return found if closed else sa.and_(found, assignments.closed.is_(None))


# Groups


def make_group(connection: Connection, trainer: Account, name: str, at: int) -> Group:
    """A new group of a trainer's, with nobody in it."""
    known = _other_groups(connection, trainer.id, name)
    if known >= MOST_GROUPS:
        raise Refused(f"you have {known} groups, which is the most")
    values = {"name": name, "trainer": trainer.id, "created": at}
    number = register.insert(connection, schema.school_groups, values).id
    return Group(id=number, name=name, members=[])


def _other_groups(connection: Connection, trainer: int, name: str, group: int = 0) -> int:
    """How many groups a trainer has beside this one; none of them may have its name."""
    mine = sa.select(groups.name).where(groups.trainer == trainer, groups.id != group)
    known = [row.name.casefold() for row in connection.execute(mine)]
    if name.casefold() in known:
        raise Refused(f"name = {name!r}: you have a group of this name; choose another")
    return len(known)


def rename_group(connection: Connection, trainer: Account, group: int, name: str) -> Group:
    """Call a group something else."""
    row = own_group(connection, trainer, group)
    _other_groups(connection, row.trainer, name, group)
    register.update(connection, schema.school_groups, groups.id == group, name=name)
    [found] = [one for one in groups_of(connection, trainer) if one.id == group]
    return found


def set_members(connection: Connection, trainer: Account, group: int, names: list[str]) -> Group:
    """Who is in a group from now on."""
    row = own_group(connection, trainer, group)
    if len(names) > MOST_MEMBERS:
        raise Refused(f"members: {len(names)} are too many; use at most {MOST_MEMBERS}")
    found = {one.id: one.name for one in (find_person(connection, name) for name in names)}
    table = schema.school_members
    register.delete(connection, table, members.group_id == group)
    rows = [{"group_id": group, "account": account} for account in found]
    register.insert_all(connection, table, rows)
    return Group(id=group, name=row.name, members=sorted(found.values()))


def own_group(connection: Connection, trainer: Account, group: int) -> Any:
    """The row of a trainer's group, or of anyone's for an overseer."""
    wanted = sa.select(schema.school_groups).where(groups.id == group)
    row = connection.execute(wanted).one_or_none()
    if row is None or (row.trainer != trainer.id and trainer.role not in OVERSEERS):
        raise Missing(f"group = {group}: you have none with this number")
    return row


def groups_of(connection: Connection, trainer: Account) -> list[Group]:
    """A trainer's groups; an overseer sees everyone's."""
    wanted = sa.select(schema.school_groups).order_by(groups.id)
    if trainer.role not in OVERSEERS:
        wanted = wanted.where(groups.trainer == trainer.id)
    rows = connection.execute(wanted).all()
    found: dict[int, list[str]] = {row.id: [] for row in rows}
    named = (
        sa.select(members.group_id, people.name)
        .join_from(schema.school_members, schema.accounts)
        .where(members.group_id.in_(list(found)))
        .order_by(people.name)
    )
    for row in connection.execute(named):
        found[row.group_id].append(row.name)
    return [Group(id=row.id, name=row.name, members=found[row.id]) for row in rows]


# Assignments


def assign(
    connection: Connection, trainer: Account, lesson: str, *, names: list[str],
    group_numbers: list[int], due: int | None, at: int,
) -> list[int]:  # fmt: skip
    """Give a lesson to people and groups; the numbers of the assignments."""
    persons = {find_person(connection, name).id for name in names}
    for group in group_numbers:
        own_group(connection, trainer, group)
    mine = sa.select(sa.func.count()).where(
        assignments.trainer == trainer.id, assignments.closed.is_(None)
    )
    already = connection.scalar(mine) or 0
    if already + len(persons) + len(group_numbers) > MOST_ASSIGNMENTS:
        raise Refused(
            f"you have {already} assignments, and {MOST_ASSIGNMENTS} are the most; close some first"
        )
    targets = [(person, None) for person in sorted(persons)]
    targets += [(None, group) for group in sorted(set(group_numbers))]  # type: ignore[misc]
    given = {"lesson": lesson, "trainer": trainer.id, "created": at, "due": due}
    made = [given | {"account": person, "group_id": group} for person, group in targets]
    table = schema.school_assignments
    return [int(register.insert(connection, table, values).id) for values in made]


def close_assignment(connection: Connection, trainer: Account, number: int, at: int) -> None:
    """Nobody has to do it any more; what was done stays."""
    wanted = sa.select(assignments.trainer).where(
        assignments.id == number, assignments.closed.is_(None)
    )
    owner = connection.scalar(wanted)
    if owner is None or (owner != trainer.id and trainer.role != "pit"):
        raise Missing(f"assignment = {number}: you have none with this number")
    register.update(connection, schema.school_assignments, assignments.id == number, closed=at)


def _assignments() -> sa.Select[Any]:
    trainer, person = schema.accounts.alias("trainer"), schema.accounts.alias("person")
    lesson, group = schema.school_lessons, schema.school_groups
    return (
        sa.select(
            assignments.id, assignments.lesson, lesson.c.name.label("lesson_name"),
            trainer.c.name.label("trainer"), person.c.name.label("person"),
            group.c.name.label("group"), assignments.created, assignments.due,
        )
        .select_from(schema.school_assignments)
        .join(lesson, lesson.c.id == assignments.lesson)
        .join(trainer, trainer.c.id == assignments.trainer)
        .outerjoin(person, person.c.id == assignments.account)
        .outerjoin(group, group.c.id == assignments.group_id)
        .where(assignments.closed.is_(None))
        .order_by(assignments.id)
    )  # fmt: skip


def assigned_to(connection: Connection, account: int) -> list[Assignment]:
    """What somebody has to do."""
    rows = connection.execute(_assignments().where(is_for(account)))
    return [Assignment(**row._mapping) for row in rows]


def assigned_by(connection: Connection, trainer: Account) -> list[Assignment]:
    """What a trainer gave out; an overseer sees everyone's."""
    wanted = _assignments()
    if trainer.role not in OVERSEERS:
        wanted = wanted.where(assignments.trainer == trainer.id)
    return [Assignment(**row._mapping) for row in connection.execute(wanted)]


def forget(connection: Connection, person: Account) -> bool:
    """Delete a person's record; whether there was one.

    What the schedule, the table tests and the certificates say goes; sittings and answers lose
    their owner for good, because the id they know them by is nowhere else.
    """
    trainee = find_trainee(connection, person.id)
    if trainee is None:
        return False
    for table in (
        schema.school_schedule, schema.school_table_tests, schema.school_certificates,
    ):  # fmt: skip
        register.delete(connection, table, table.c.trainee == trainee)
    theirs = sittings.trainee == trainee
    register.update(connection, schema.school_sittings, theirs, assignment=None)
    register.delete(connection, schema.school_trainees, trainees.id == trainee)
    return True
