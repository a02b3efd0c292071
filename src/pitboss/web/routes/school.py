"""Dealer school for whoever learns: lessons that are open, questions, answers, one's own record."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Request
from pydantic import Field
from sqlalchemy.engine import Connection

from pitboss.classroom import lesson as lessons
from pitboss.classroom.lesson import Lesson, read_lesson
from pitboss.rules.limits import dollars
from pitboss.school.grading import LONGEST
from pitboss.school.items import Answer, Kind, Question, Quote
from pitboss.store import school_people, school_results, school_sittings
from pitboss.store.accounts import Account
from pitboss.store.clock import now_ms
from pitboss.store.errors import Missing
from pitboss.store.school_people import TRAINERS, Assignment
from pitboss.store.school_results import SittingResult, SkillResult
from pitboss.store.school_sittings import KeptLesson, Sitting, Tally
from pitboss.web.access import Me
from pitboss.web.answers import ERRORS, Body, StructRoute
from pitboss.web.asking import hub_of, read_long
from pitboss.web.schoolroom import Marked, Schoolroom

router = APIRouter(prefix="/api/school", responses=ERRORS, route_class=StructRoute, tags=["school"])

Id = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
"""Of a lesson or a sitting, in an address."""


class NewSitting(Body):
    """A lesson to begin."""

    lesson: str = Field(pattern="^[0-9a-f]{32}$", description="its id")
    assignment: int | None = Field(
        None, ge=0, le=2**31 - 1, description="where it is done because a trainer asked for it"
    )


class NewAnswer(Body):
    """An answer to the item that is being asked."""

    number: int = Field(ge=1, le=lessons.MOST_ITEMS, description="the item's")
    answer: str = Field(
        max_length=LONGEST,
        description="an amount (`22.50`, `3x25 + 3x5`), letters, or as the question says",
    )


class LessonCard(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson that somebody can begin, or not yet."""

    id: str
    """To begin it with."""
    name: str
    """What it is called."""
    game: str
    """The game's id."""
    rules_hash: str
    """The fingerprint of the rules it is for."""
    kinds: list[Kind]
    """Kinds of drill in it."""
    items: int
    """Questions."""
    accuracy: float
    """Share of the answers that must be right to pass."""
    in_time: float
    """Share that must be right and in time."""
    level: int
    """Its place among the house's lessons of its game; 0 for a trainer's."""
    open: bool
    """Whether it can be begun."""
    shut: str
    """Why not; empty where it can."""
    passed: bool
    """Whether it was passed once."""
    trainer: str | None
    """Who assigned it; null where nobody did."""
    assignment: int | None
    """The assignment's number."""
    due: int | None
    """Until when it should be done, in milliseconds since 1970."""


class SittingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """How a sitting stands."""

    sitting: str
    """Its id."""
    lesson: str
    """The lesson's id."""
    lesson_name: str
    """What it is called."""
    game: str
    """The game's id."""
    items: int
    """Questions in all."""
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


class AskedQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question; nothing in it says what is right."""

    sitting: str
    """The sitting's id."""
    number: int
    """Goes with the answer."""
    items: int
    """Questions in all."""
    kind: Kind
    """The kind of drill."""
    question: Question
    """What is asked, and everything that is shown."""
    asked_ms: int
    """How long ago it was first asked: its clock runs since then."""


class MarkedAnswer(msgspec.Struct, frozen=True, kw_only=True):
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
    skill: str
    """What it trains."""
    name: str
    """That in words."""
    rule: str
    """The rule that decides it."""
    rules: list[str]
    """All rules it is about."""
    error_cents: int
    """How much too much was paid; negative if too little."""
    cost: str
    """What the mistake costs, and whom; empty where it costs nothing."""
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
    skills: list[SkillResult]
    """How they do at each thing."""


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
    """Lessons for you: those that were assigned, your own, then the house's, level by level."""
    texts = await asyncio.to_thread(house_lessons)

    def read(connection: Connection) -> list[LessonCard]:
        passed = _passed(connection, account)
        given = school_people.assigned_to(connection, account.id)
        cards = [
            card_of(_must_find(connection, one.lesson), passed, assignment=one) for one in given
        ]
        cards += [card_of(one, passed) for one in school_sittings.lessons_by(connection, account)]
        return cards + _levels(texts, passed)

    found: list[LessonCard] = await hub_of(request).reading(read)
    return found


def house_lessons() -> list[KeptLesson]:
    """The house's own lessons, whether they are kept already or not."""
    return [kept_lesson(text, None) for text in lessons.house_lesson_texts()]


def kept_lesson(text: str, author: int | None) -> KeptLesson:
    """A lesson as it is kept; `RulesError` if it is none."""
    found = read_lesson(text, origin="lesson")
    return KeptLesson(
        id=school_sittings.lesson_id(text, author), name=found.name, game=found.game,
        rules_hash=lessons.rules_hash_of(text), text=text, author=author,
    )  # fmt: skip


def _must_find(connection: Connection, lesson: str) -> KeptLesson:
    found = school_sittings.find_lesson(connection, lesson)
    if found is None:
        raise Missing(f"lesson = {lesson!r}: there is none with this id")
    return found


def _passed(connection: Connection, account: Account) -> set[str]:
    """Lessons that somebody passed once."""
    found = set()
    for one in school_results.sitting_results(connection, account, account):
        kept = school_sittings.find_lesson(connection, one.lesson)
        if kept is not None and one.lesson not in found:
            tally = Tally(answered=one.answered, right=one.right, in_time=one.in_time)
            if is_passed(read_lesson(kept.text, origin="lesson"), one.items, tally):
                found.add(one.lesson)
    return found


def is_passed(lesson: Lesson, items: int, tally: Tally) -> bool:
    """Whether a sitting was gone through to its end with enough right and in time."""
    return (
        tally.answered >= items
        and tally.right >= lesson.marks.accuracy * items
        and tally.in_time >= lesson.marks.in_time * items
    )


def _levels(texts: list[KeptLesson], passed: set[str]) -> list[LessonCard]:
    """The house's lessons: each opens when the one before it was passed."""
    cards: list[LessonCard] = []
    for kept in texts:
        before = cards[-1] if cards and cards[-1].game == kept.game else None
        shut = f"opens after {before.name}" if before and not before.passed else ""
        level = before.level + 1 if before else 1
        cards.append(card_of(kept, passed, level=level, shut=shut))
    return cards


def card_of(
    kept: KeptLesson, passed: set[str], *, level: int = 0, shut: str = "",
    assignment: Assignment | None = None,
) -> LessonCard:  # fmt: skip
    """A lesson as somebody finds it in the list."""
    lesson = read_lesson(kept.text, origin="lesson")
    return LessonCard(
        id=kept.id, name=kept.name, game=kept.game, rules_hash=kept.rules_hash,
        kinds=list(lesson.kinds), items=lesson.items, accuracy=lesson.marks.accuracy,
        in_time=lesson.marks.in_time, level=level, open=not shut, shut=shut,
        passed=kept.id in passed, trainer=assignment.trainer if assignment else None,
        assignment=assignment.id if assignment else None,
        due=assignment.due if assignment else None,
    )  # fmt: skip


@router.post("/sittings", status_code=201)
async def begin_sitting(request: Request, account: Learner, wanted: NewSitting) -> SittingSheet:
    """Begin a lesson that is open to you."""
    hub, room = hub_of(request), room_of(request)
    house = {one.id: one for one in await asyncio.to_thread(house_lessons)}

    def find(connection: Connection) -> KeptLesson:
        kept = house.get(wanted.lesson) or _must_find(connection, wanted.lesson)
        _check_open(connection, account, wanted, kept, house)
        return kept

    kept: KeptLesson = await hub.reading(find)
    await room.skills(kept)  # refuses what cannot be asked, before anything is kept
    items = read_lesson(kept.text, origin="lesson").items
    sitting: Sitting = await hub.writing(
        lambda connection: school_sittings.start(
            connection, account, kept, items=items, assignment=wanted.assignment, at=now_ms()
        )
    )
    return _sheet(sitting, kept, Tally(answered=0, right=0, in_time=0))


def _check_open(
    connection: Connection, account: Account, wanted: NewSitting, kept: KeptLesson,
    house: dict[str, KeptLesson],
) -> None:  # fmt: skip
    given = school_people.assigned_to(connection, account.id)
    mine = [one for one in given if one.lesson == kept.id]
    if wanted.assignment is not None:
        if wanted.assignment not in [one.id for one in mine]:
            raise Missing(
                f"assignment = {wanted.assignment}: this lesson is not assigned to you so"
            )
        return
    if kept.id in house:
        [card] = [
            card
            for card in _levels(list(house.values()), _passed(connection, account))
            if card.id == kept.id
        ]
        if card.shut and account.role not in TRAINERS and not mine:
            raise HTTPException(409, f"lesson = {kept.name!r}: it {card.shut}")
    elif not mine and kept.author != account.id and account.role != "pit":
        raise Missing(f"lesson = {kept.id!r}: there is none with this id")


def _sheet(sitting: Sitting, kept: KeptLesson, tally: Tally) -> SittingSheet:
    lesson = read_lesson(kept.text, origin="lesson")
    over = sitting.ended is not None or tally.answered >= sitting.items
    return SittingSheet(
        sitting=sitting.id, lesson=kept.id, lesson_name=kept.name, game=kept.game,
        items=sitting.items, number=sitting.number, answered=tally.answered, right=tally.right,
        in_time=tally.in_time, over=over, passed=is_passed(lesson, sitting.items, tally),
    )  # fmt: skip


async def _read_sheet(request: Request, account: Account, sitting: str) -> SittingSheet:
    def read(connection: Connection) -> SittingSheet:
        found = school_sittings.find(connection, sitting, account)
        kept = _must_find(connection, found.lesson)
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
        kind=asked.item.kind, question=asked.item.question, asked_ms=max(now_ms() - asked.since, 0),
    )  # fmt: skip


@router.post("/sittings/{sitting}/answers")
async def answer(request: Request, sitting: Id, account: Learner, given: NewAnswer) -> MarkedAnswer:
    """Answer what is being asked. What is no answer is told so and costs nothing.

    The same answer sent twice is kept once.
    """
    room, hub = room_of(request), hub_of(request)
    marked = await room.mark(hub, account, sitting, given.number, given.answer)
    return _marked(marked, _sheet(marked.sitting, marked.lesson, marked.tally))


def _marked(marked: Marked, sheet: SittingSheet) -> MarkedAnswer:
    item, kept = marked.item, marked.answer
    return MarkedAnswer(
        number=kept.number, right=kept.is_right, says=marked.grade.says, given=marked.grade.given,
        answer=item.answer, working=item.working, explanation=item.explanation, skill=item.skill,
        name=item.name, rule=item.rule, rules=item.rules, error_cents=kept.error_cents,
        cost=_cost(kept.error_cents), ms=kept.ms, aim_ms=kept.aim_ms,
        in_time=kept.is_right and kept.ms <= kept.aim_ms, sitting=sheet,
    )  # fmt: skip


def _cost(error_cents: int) -> str:
    """Whom a wrong amount costs what, each time it happens."""
    if not error_cents:
        return ""
    loser = "the house" if error_cents > 0 else "the player"
    return f"costs {loser} {dollars(abs(error_cents))} each time"


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
            sittings=school_results.sitting_results(connection, asker, person),
            skills=school_results.skill_results(connection, asker, person),
        )

    record: OwnRecord = await read_long(request, asker.name, read)
    return record
