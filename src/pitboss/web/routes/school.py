"""Dealer school for whoever learns: levels that are open, questions, answers, one's own record."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Request
from pydantic import Field
from sqlalchemy.engine import Connection

from pitboss.classroom import kept as lessons
from pitboss.school.grading import LONGEST, NoAnswer
from pitboss.school.items import Answer, Kind, PayRows, Question, Quote
from pitboss.school.lessons import MOST_DRILLS, MOST_ITEMS
from pitboss.school.making import KIND_NAMES
from pitboss.store import school_people, school_results, school_sittings
from pitboss.store.accounts import Account
from pitboss.store.admission import OVERSEERS
from pitboss.store.clock import now_ms
from pitboss.store.errors import Missing
from pitboss.store.school_people import TRAINERS
from pitboss.store.school_results import Filter, RuleResult, SittingResult
from pitboss.store.school_sittings import KeptLesson, Level, Sitting, Tally
from pitboss.web.access import Me
from pitboss.web.answers import ERRORS, Body, StructRoute
from pitboss.web.asking import hub_of, read_long
from pitboss.web.lesson_cards import Learned, LessonCard, card_of, game_card
from pitboss.web.rule_names import name_of_rule, with_names
from pitboss.web.schoolroom import Marked, Schoolroom
from pitboss.web.skill_sheets import SkillSheet, skill_sheets

router = APIRouter(prefix="/api/school", responses=ERRORS, route_class=StructRoute, tags=["school"])

Id = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
"""Of a sitting, in an address."""
LESSON = r"^[a-z0-9-]{1,40}$"
LessonId = Annotated[str, Path(pattern=LESSON)]
"""Of a lesson, in an address; one of the house's own may be called by its name."""


class NewSitting(Body):
    """A level to begin."""

    lesson: str = Field(pattern=LESSON, description="the lesson's id")
    game: str = Field(max_length=40, description="one of the lesson's")
    level: int = Field(ge=1, le=MOST_DRILLS, description="counted from 1")
    assignment: int | None = Field(
        None, ge=0, le=2**31 - 1, description="where it is done because a trainer asked for it"
    )


class NewAnswer(Body):
    """An answer to the item that is being asked."""

    number: int = Field(ge=1, le=MOST_ITEMS, description="the item's")
    answer: str = Field(
        max_length=LONGEST,
        description="an amount (`22.50`, `3x25 + 3x5`), letters, or as the question says",
    )


class SittingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """How a sitting stands."""

    sitting: str
    """Its id."""
    lesson: str
    """The lesson's id."""
    lesson_name: str
    """What it is called."""
    game: str
    """The game, as the lesson calls it."""
    game_name: str
    """What people call it."""
    level: int
    """The level, from 1."""
    level_name: str
    """What that is called."""
    kind: Kind
    """The kind of drill."""
    items: int
    """Questions in all."""
    accuracy: float
    """Share of the answers that must be right to pass."""
    number: int
    """Of the item that is being asked, or was last; 0 before the first."""
    answered: int
    """Questions that were answered."""
    right: int
    """Of these, how many rightly."""
    in_time: int
    """Of these again, how many within the aim."""
    over: bool
    """Whether nothing more is asked."""
    passed: bool
    """Whether it is over and was passed."""
    out_of_reach: bool
    """Whether it can no longer be passed: too many were wrong, or too many late."""


class AskedQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question; nothing in it says what is right."""

    sitting: str
    """The sitting's id."""
    number: int
    """Goes with the answer."""
    items: int
    """Questions in all."""
    game: str
    """The game, as the lesson calls it."""
    kind: Kind
    """The kind of drill."""
    question: Question
    """What is asked, and everything that is shown."""
    asked_ms: int
    """How long ago it was first asked: its clock runs since then."""


class RefusedAnswer(msgspec.Struct, frozen=True, kw_only=True, tag_field="outcome", tag="refused"):
    """What was written is no answer: it costs nothing, and the question stands."""

    refused: str
    """Why not, and what to write instead."""


class MarkedAnswer(msgspec.Struct, frozen=True, kw_only=True, tag_field="outcome", tag="marked"):
    """What an answer was worth, and why."""

    number: int
    """The item's."""
    right: bool
    """Right or wrong; there is nothing between."""
    says: str
    """The same in a few words."""
    given: str
    """The answer as it was understood."""
    answer: Answer
    """What is right."""
    working: list[str]
    """How that comes about, line by line."""
    explanation: list[Quote]
    """The house's own rules."""
    pays: list[PayRows]
    """The pay tables of the wagers, where something is paid."""
    skill: str
    """What it trains."""
    name: str
    """That in words."""
    rule: str
    """The rule that decides it."""
    rule_name: str
    """The rule with what it is about."""
    rules: list[str]
    """All rules it is about."""
    error_cents: int
    """How much too much was paid; negative if too little."""
    cost: str
    """What the mistake costs, and whom; empty where it costs nothing."""
    per_hour: str
    """What it costs in an hour at this table's pace, by the solver; empty where nothing can be
    said, or not yet."""
    ms: int
    """Milliseconds it took."""
    aim_ms: int
    """Milliseconds a trained dealer takes at most."""
    in_time: bool
    """Right, and within that."""
    sitting: SittingSheet
    """How the sitting stands now, and whether anything comes next."""


class OwnRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of somebody's learning."""

    person: str
    """Whose it is."""
    sittings: list[SittingResult]
    """The newest first."""
    skills: list[SkillSheet]
    """How they do at each thing."""
    rules: list[RuleResult]
    """How they do by each rule that decides; days and kinds together."""


def room_of(request: Request) -> Schoolroom:
    """The sittings of this process."""
    found: Schoolroom = request.app.state.schoolroom
    return found


def learner(account: Me) -> Account:
    """A dependency that lets nobody in who only reads."""
    if account.role == "auditor":
        raise HTTPException(403, "role auditor: you read everything and change nothing")
    return account


Learner = Annotated[Account, Depends(learner)]


@router.get("/lessons")
async def my_lessons(request: Request, account: Me) -> list[LessonCard]:
    """Lessons for you: those that were assigned, your own, then the house's."""
    room_of(request).stock.begin()
    house = await asyncio.to_thread(lessons.house_lessons)

    def read(connection: Connection) -> list[LessonCard]:
        learned = Learned(connection, account)
        given = [
            (must_find(connection, one.lesson), one)
            for one in school_people.assigned_to(connection, account.id)
        ]
        others = [*school_sittings.lessons_by(connection, account), *house.values()]
        cards = [card_of(kept, learned, account, one) for kept, one in given]
        return cards + [card_of(kept, learned, account) for kept in others]

    found: list[LessonCard] = await hub_of(request).reading(read)
    return found


def seen_lesson(connection: Connection, account: Account, lesson: str) -> KeptLesson:
    """A lesson for somebody: the house's, assigned, their own, or any for those who oversee."""
    kept = must_find(connection, lesson)
    given = school_people.assigned_to(connection, account.id)
    if not (
        lessons.house_lesson(kept.id)
        or kept.author == account.id
        or account.role in OVERSEERS
        or kept.id in [one.lesson for one in given]
    ):
        raise Missing(f"lesson = {lesson!r}: there is none with this id")
    return kept


def must_find(connection: Connection, lesson: str) -> KeptLesson:
    """A lesson that can be begun; `Missing` if there is none with this id."""
    found = lessons.house_lesson(lesson) or school_sittings.find_lesson(connection, lesson)
    if found is None or found.files is None:
        raise Missing(f"lesson = {lesson!r}: there is none with this id")
    return found


@router.post("/sittings", status_code=201)
async def begin_sitting(request: Request, account: Learner, wanted: NewSitting) -> SittingSheet:
    """Begin a level that is open to you."""
    hub, room = hub_of(request), room_of(request)
    await asyncio.to_thread(lessons.house_lessons)

    def find(connection: Connection) -> KeptLesson:
        kept = seen_lesson(connection, account, wanted.lesson)
        _check_open(connection, account, wanted, kept)
        return kept

    kept: KeptLesson = await hub.reading(find)
    drill = lessons.level_of(kept, wanted.game, wanted.level).drill
    # refuses what cannot be asked, before anything is kept
    await room.skills(kept, wanted.game, wanted.level)
    level = Level(
        game=wanted.game, level=wanted.level, level_name=drill.called, items=drill.items
    )  # fmt: skip
    sitting: Sitting = await hub.writing(
        lambda connection: school_sittings.start(
            connection, account, kept, level, assignment=wanted.assignment, at=now_ms()
        )
    )
    return _sheet(sitting, kept, Tally(answered=0, right=0, in_time=0))


def _check_open(
    connection: Connection, account: Account, wanted: NewSitting, kept: KeptLesson
) -> None:
    """Refuse an assignment that is not this person's, and a level that is not open yet."""
    given = school_people.assigned_to(connection, account.id)
    mine = [one.id for one in given if one.lesson == kept.id]
    if wanted.assignment is not None and wanted.assignment not in mine:
        raise Missing(f"assignment = {wanted.assignment}: this lesson is not assigned to you so")
    lessons.level_of(kept, wanted.game, wanted.level)
    if account.role in TRAINERS:
        return
    levels = game_card(kept, wanted.game, Learned(connection, account)).levels
    [level] = [one for one in levels if one.level == wanted.level]
    if level.shut:
        raise HTTPException(409, f"level = {wanted.level}: {level.name} {level.shut}")


def _sheet(sitting: Sitting, kept: KeptLesson, tally: Tally) -> SittingSheet:
    over = sitting.ended is not None or tally.answered >= sitting.items
    at = lessons.level_of(kept, sitting.game, sitting.level)
    so_far = {"answered": tally.answered, "right": tally.right, "in_time": tally.in_time}
    return SittingSheet(
        sitting=sitting.id, lesson=kept.id, lesson_name=kept.name, game=sitting.game,
        game_name=at.game_name, level=sitting.level, level_name=at.drill.called,
        kind=at.drill.kind, items=sitting.items, accuracy=at.drill.accuracy,
        number=sitting.number, over=over, **so_far,
        passed=at.drill.is_passed(asked=sitting.items, **so_far),
        out_of_reach=not at.drill.may_be_passed(asked=sitting.items, **so_far),
    )  # fmt: skip


async def _read_sheet(request: Request, account: Account, sitting: str) -> SittingSheet:
    def read(connection: Connection) -> SittingSheet:
        found = school_sittings.find(connection, sitting, account)
        kept = must_find(connection, found.lesson)
        return _sheet(found, kept, school_sittings.tally(connection, sitting))

    sheet: SittingSheet = await hub_of(request).reading(read)
    return sheet


@router.get("/sittings/{sitting}")
async def one_sitting(request: Request, sitting: Id, account: Me) -> SittingSheet:
    """How a sitting of yours stands."""
    return await _read_sheet(request, account, sitting)


@router.post("/sittings/{sitting}/next")
async def next_question(request: Request, sitting: Id, account: Learner) -> AskedQuestion:
    """What comes next; the same question until it is answered. Its clock runs from now on."""
    asked = await room_of(request).ask(hub_of(request), account, sitting)
    return AskedQuestion(
        sitting=sitting, number=asked.sitting.number, items=asked.sitting.items,
        game=asked.sitting.game, kind=asked.item.kind, question=asked.item.question,
        asked_ms=max(now_ms() - asked.since, 0),
    )  # fmt: skip


@router.post("/sittings/{sitting}/answers")
async def answer(
    request: Request, sitting: Id, account: Learner, given: NewAnswer
) -> MarkedAnswer | RefusedAnswer:
    """Answer what is being asked. What is no answer is told so and costs nothing.

    The same answer sent twice is kept once.
    """
    room, hub = room_of(request), hub_of(request)
    try:
        marked = await room.mark(hub, account, sitting, given.number, given.answer)
    except NoAnswer as error:
        return RefusedAnswer(refused=str(error))
    return _marked(marked, _sheet(marked.sitting, marked.lesson, marked.tally))


def _marked(marked: Marked, sheet: SittingSheet) -> MarkedAnswer:
    item, kept = marked.item, marked.answer
    return MarkedAnswer(
        number=kept.number, right=kept.is_right, says=marked.grade.says, given=marked.grade.given,
        answer=item.answer, working=item.working,
        explanation=item.explained(marked.grade.wrong),
        pays=item.pays, skill=item.skill,
        name=item.name, rule=item.rule, rule_name=name_of_rule(sheet.game, item.rule),
        rules=item.rules, error_cents=kept.error_cents,
        cost=marked.grade.cost, per_hour=marked.per_hour, ms=kept.ms, aim_ms=kept.aim_ms,
        in_time=kept.is_right and kept.ms <= kept.aim_ms, sitting=sheet,
    )  # fmt: skip


@router.post("/sittings/{sitting}/end")
async def end_sitting(request: Request, sitting: Id, account: Learner) -> SittingSheet:
    """Stop before the last question; what was answered is kept."""

    def work(connection: Connection) -> None:
        school_sittings.find(connection, sitting, account)
        school_sittings.end(connection, sitting, now_ms())

    await hub_of(request).writing(work)
    return await _read_sheet(request, account, sitting)


@router.get("/record")
async def my_record(request: Request, account: Me) -> OwnRecord:
    """What is kept of you."""
    return await read_record(request, account, account)


@router.delete("/record", status_code=204)
async def delete_my_record(request: Request, account: Learner) -> None:
    """Delete what is kept of you, certificates too; it cannot be had back."""
    await hub_of(request).writing(lambda connection: school_people.forget(connection, account))


async def read_record(request: Request, asker: Account, person: Account) -> OwnRecord:
    """Somebody's record, as far as the asker may see it."""

    def read(connection: Connection) -> OwnRecord:
        return OwnRecord(
            person=person.name,
            sittings=[
                msgspec.structs.replace(
                    one, level_name=KIND_NAMES.get(one.level_name, one.level_name)
                )
                for one in school_results.sitting_results(connection, asker, person)
            ],
            skills=skill_sheets(connection, asker, person),
            rules=with_names(
                school_results.rule_results(
                    connection, asker, Filter(person=person), by=("game", "rule")
                )
            ),
        )

    record: OwnRecord = await read_long(request, asker.name, read)
    return record
