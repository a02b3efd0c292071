"""Dealer school for whoever teaches: lessons, groups, assignments, watching, results."""

from __future__ import annotations

import asyncio
import csv
import io
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from pydantic import Field
from sqlalchemy.engine import Connection

from pitboss.classroom import kept as lessons
from pitboss.rules.bounds import MOST_CHARACTERS
from pitboss.rules.errors import RulesError
from pitboss.school.lessons import LONGEST_FILE_NAME
from pitboss.store import school_people, school_results, school_sittings
from pitboss.store.accounts import Account
from pitboss.store.clock import now_ms
from pitboss.store.errors import Missing
from pitboss.store.school_people import TRAINERS, Assignment, Group
from pitboss.store.school_results import DAY_MS, PARTS, AnswerRow, Filter, Part, RuleResult
from pitboss.store.school_sittings import KeptLesson
from pitboss.web.access import Me, Pit, only
from pitboss.web.answers import ERRORS, Body, Number, StructRoute
from pitboss.web.asking import hub_of, rates_of, read_long
from pitboss.web.lesson_cards import LessonCard, Nothing, card_of
from pitboss.web.routes.school import (
    LESSON,
    LessonId,
    OwnRecord,
    must_find,
    read_record,
    room_of,
)
from pitboss.web.rule_names import with_names
from pitboss.web.uploads import Uploads

router = APIRouter(prefix="/api/school", responses=ERRORS, route_class=StructRoute, tags=["school"])

Trainer = Annotated[Account, Depends(only(*TRAINERS))]
Teaching = Annotated[Account, Depends(only(*TRAINERS, "auditor"))]
"""Who sees what others learn; an auditor reads it too."""
Name = Annotated[str, Path(max_length=60)]
"""Of a person, in an address."""
Day = Annotated[
    str | None, Query(pattern=r"^\d{4}-\d{2}-\d{2}$", description="by UTC, as 2026-11-16")
]
MOST_DAYS = 366
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}
_FORMULA = re.compile(r"[=+\-@\t\r]")


MOST_FILES = 8
"""Game files of a lesson; a request has a largest size beside that."""
FileName = Annotated[str, Field(max_length=LONGEST_FILE_NAME, pattern=r"^[\w .-]+\.toml$")]
FileText = Annotated[str, Field(max_length=MOST_CHARACTERS)]


class NewLesson(Body):
    """A lesson to be kept."""

    text: str = Field(max_length=MOST_CHARACTERS, description="the lesson's TOML text")
    files: dict[FileName, FileText] = Field(
        {}, max_length=MOST_FILES, description="texts of the game files it names, by name"
    )


class NewGroup(Body):
    """A group to be made."""

    name: str = Field(min_length=1, max_length=40)


class Members(Body):
    """Who is in a group."""

    people: list[Annotated[str, Field(max_length=60)]] = Field(
        max_length=school_people.MOST_MEMBERS, description="names"
    )


class NewAssignment(Body):
    """A lesson for people and groups."""

    lesson: str = Field(pattern=LESSON, description="its id")
    people: list[Annotated[str, Field(max_length=60)]] = Field(
        [], max_length=school_people.MOST_MEMBERS, description="names"
    )
    groups: list[Annotated[int, Field(ge=0, le=2**31 - 1)]] = Field(
        [], max_length=school_people.MOST_GROUPS, description="numbers"
    )
    due: int | None = Field(
        None, ge=0, le=2**53, description="until when, in milliseconds since 1970"
    )


class LessonText(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson as it was written."""

    id: str
    """To begin or assign it with."""
    name: str
    """What it is called."""
    text: str
    """Its TOML."""
    files: dict[str, str]
    """The game files that came with it."""


class AssignedLesson(msgspec.Struct, frozen=True, kw_only=True):
    """Assignments that were made."""

    assignments: list[int]
    """Their numbers, people first."""


@router.post("/lessons", status_code=201)
async def write_lesson(request: Request, trainer: Trainer, wanted: NewLesson) -> LessonCard:
    """Keep a lesson, with game files of your own if it names any; the same again is the same."""
    await _check_files(request, wanted.files)
    kept = await asyncio.to_thread(lessons.kept_lesson, wanted.text, trainer.id, wanted.files)
    for game, level in _named_skills(kept):
        await room_of(request).skills(kept, game, level)  # refuses skills the game has not
    await hub_of(request).writing(
        lambda connection: school_sittings.keep_lesson(connection, kept, now_ms())
    )
    return card_of(kept, Nothing(), trainer)


async def _check_files(request: Request, files: dict[str, str]) -> None:
    """Refuse game files that are none, beside all else: reading them can take long."""
    uploads: Uploads = request.app.state.uploads
    for name, text in files.items():
        others = {other: words for other, words in files.items() if other != name}
        try:
            await uploads.read(text, others)
        except RulesError as error:
            raise RulesError(f"files: {name}: {error}") from None


def _named_skills(kept: KeptLesson) -> list[tuple[str, int]]:
    """Games and levels for which a lesson names skills."""
    taught = lessons.taught(kept)
    return [
        (game, level)
        for game in taught.games
        for level, drill in taught.levels(game).items()
        if drill.skills
    ]


@router.get("/lessons/{lesson}")
async def lesson_text(request: Request, lesson: LessonId, trainer: Teaching) -> LessonText:
    """A lesson's text, to read or to change into another."""
    kept = await _assignable(request, lesson, trainer)
    files = msgspec.json.decode(kept.files or "{}", type=dict[str, str])
    return LessonText(id=kept.id, name=kept.name, text=kept.text, files=files)


async def _assignable(request: Request, lesson: str, trainer: Account) -> KeptLesson:
    await asyncio.to_thread(lessons.house_lessons)

    def find(connection: Connection) -> KeptLesson:
        found = must_find(connection, lesson)
        if found.author not in (None, trainer.id) and trainer.role == "trainer":
            raise Missing(f"lesson = {lesson!r}: there is none with this id")
        return found

    kept: KeptLesson = await hub_of(request).reading(find)
    return kept


@router.get("/groups")
async def groups(request: Request, trainer: Teaching) -> list[Group]:
    """Your groups; overseers see everyone's."""
    found: list[Group] = await hub_of(request).reading(
        lambda connection: school_people.groups_of(connection, trainer)
    )
    return found


@router.post("/groups", status_code=201)
async def make_group(request: Request, trainer: Trainer, wanted: NewGroup) -> Group:
    """Make a group with nobody in it."""
    name = _group_name(wanted)
    made: Group = await hub_of(request).writing(
        lambda connection: school_people.make_group(connection, trainer, name, now_ms())
    )
    return made


@router.put("/groups/{number}/members")
async def set_members(request: Request, number: Number, trainer: Trainer, who: Members) -> Group:
    """Say who is in a group from now on."""
    changed: Group = await hub_of(request).writing(
        lambda connection: school_people.set_members(connection, trainer, number, who.people)
    )
    return changed


@router.put("/groups/{number}/name")
async def rename_group(
    request: Request, number: Number, trainer: Trainer, wanted: NewGroup
) -> Group:
    """Call a group something else."""
    name = _group_name(wanted)
    changed: Group = await hub_of(request).writing(
        lambda connection: school_people.rename_group(connection, trainer, number, name)
    )
    return changed


def _group_name(wanted: NewGroup) -> str:
    name = wanted.name.strip()
    if not name or not name.isprintable():
        raise RulesError(f"name = {wanted.name!r}: use letters and signs one can see")
    return name


@router.get("/assignments")
async def assignments(request: Request, trainer: Teaching) -> list[Assignment]:
    """What you assigned; overseers see everyone's."""
    found: list[Assignment] = await hub_of(request).reading(
        lambda connection: school_people.assigned_by(connection, trainer)
    )
    return found


@router.post("/assignments", status_code=201)
async def assign(request: Request, trainer: Trainer, wanted: NewAssignment) -> AssignedLesson:
    """Assign a lesson of yours or of the house to people and groups."""
    if not wanted.people and not wanted.groups:
        raise RulesError("people: name at least one person or group")
    kept = await _assignable(request, wanted.lesson, trainer)

    def work(connection: Connection) -> list[int]:
        school_sittings.keep_lesson(connection, kept, now_ms())
        return school_people.assign(
            connection, trainer, kept.id, names=wanted.people, group_numbers=wanted.groups,
            due=wanted.due, at=now_ms(),
        )  # fmt: skip

    return AssignedLesson(assignments=await hub_of(request).writing(work))


@router.delete("/assignments/{number}", status_code=204)
async def close_assignment(request: Request, number: Number, trainer: Trainer) -> None:
    """Nobody has to do it any more; what was done stays."""
    await hub_of(request).writing(
        lambda connection: school_people.close_assignment(connection, trainer, number, now_ms())
    )


class _Asked(NamedTuple):
    """Which results somebody wants, as an address says it."""

    person: str
    group: int | None
    since: str | None
    until: str | None
    game: str
    kind: str
    rule: str

    def filter(self, connection: Connection, asker: Account) -> Filter:
        """What is meant; days are included, and are the last year unless they are named."""
        whom = None
        if self.person:
            whom = school_people.find_person(connection, self.person)
            school_people.check_sees(connection, asker, whom)
        if self.group is not None:
            school_people.own_group(connection, asker, self.group)
        end = _day("until", self.until) + DAY_MS if self.until else now_ms() + DAY_MS
        begin = _day("since", self.since) if self.since else end - MOST_DAYS * DAY_MS
        return Filter(
            person=whom, group=self.group, since=begin, until=end, game=self.game, kind=self.kind,
            rule=self.rule,
        )  # fmt: skip


def _asked(
    person: Annotated[str, Query(max_length=60, description="a name; everyone unless given")] = "",
    group: Annotated[int | None, Query(ge=0, le=2**31 - 1, description="a group's number")] = None,
    since: Day = None,
    until: Day = None,
    game: Annotated[str, Query(max_length=40)] = "",
    kind: Annotated[str, Query(max_length=40, description="of drill")] = "",
    rule: Annotated[str, Query(max_length=40, description="the rule's id")] = "",
) -> _Asked:
    return _Asked(person, group, since, until, game, kind, rule)


Asked = Annotated[_Asked, Depends(_asked)]
By = Annotated[
    tuple[Part, ...], Query(description="what results are told apart by; all unless given")
]


@router.get("/results")
async def results(
    request: Request, account: Teaching, asked: Asked, by: By = PARTS
) -> list[RuleResult]:
    """Results by person, rule and day, of what you assigned; overseers see all."""

    def read(connection: Connection) -> list[RuleResult]:
        wanted = asked.filter(connection, account)
        return with_names(school_results.rule_results(connection, account, wanted, by))

    found: list[RuleResult] = await read_long(request, account.name, read)
    return found


@router.get("/results.csv", response_class=Response, responses=CSV)
async def results_as_csv(request: Request, account: Teaching, asked: Asked) -> Response:
    """The same for a spreadsheet."""

    def read(connection: Connection) -> str:
        wanted = asked.filter(connection, account)
        found = school_results.rule_results(connection, account, wanted)
        return as_csv(RuleResult, with_names(found))

    return await _download(request, account, read, "results.csv")


@router.get("/answers.csv", response_class=Response, responses=CSV)
async def answers_as_csv(request: Request, account: Me, asked: Asked) -> Response:
    """Every answer, for a spreadsheet: your own, or of whom you teach; overseers get all."""
    if not asked.person and account.role not in (*TRAINERS, "auditor"):
        asked = asked._replace(person=account.name)

    def read(connection: Connection) -> str:
        wanted = asked.filter(connection, account)
        return as_csv(AnswerRow, school_results.answer_rows(connection, account, wanted))

    return await _download(request, account, read, "answers.csv")


def _day(field: str, text: str) -> int:
    try:
        found = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise RulesError(f"{field} = {text!r}: there is no such day") from None
    return int(found.timestamp() * 1000)


def as_csv(kind: type[msgspec.Struct], rows: Iterable[Any]) -> str:
    """Rows for a spreadsheet; what it would take for a formula is quoted."""
    told = io.StringIO()
    writer = csv.writer(told, lineterminator="\n")
    writer.writerow(kind.__struct_fields__)
    writer.writerows([[_cell(value) for value in msgspec.structs.astuple(row)] for row in rows])
    return told.getvalue()


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


async def _download(request: Request, account: Account, read: Any, name: str) -> Response:
    if not rates_of(request).exports.allows(account.name):
        raise HTTPException(429, "too many exports; wait a minute")
    text: str = await read_long(request, account.name, read)
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store",
    }  # fmt: skip
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/people/{name}/record")
async def record_of(request: Request, name: Name, account: Me) -> OwnRecord:
    """Somebody's record: your own, of what you assigned, or all of it for overseers."""
    return await read_record(request, account, await seen_person(request, name, account))


async def seen_person(request: Request, name: str, asker: Account) -> Account:
    """Somebody whose record the asker may see."""

    def find(connection: Connection) -> Account:
        person = school_people.find_person(connection, name)
        school_people.check_sees(connection, asker, person)
        return person

    found: Account = await hub_of(request).reading(find)
    return found


@router.delete("/people/{name}/record", status_code=204)
async def delete_record_of(request: Request, name: Name, pit: Pit) -> None:  # noqa: ARG001
    """Delete somebody's record, certificates too; it cannot be had back."""

    def work(connection: Connection) -> None:
        person = school_people.find_person(connection, name)
        if not school_people.forget(connection, person):
            raise Missing(f"person = {person.name!r}: nothing is kept of their learning")

    await hub_of(request).writing(work)
