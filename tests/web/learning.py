"""Trainees at their lessons, over the API as a browser sees it."""

from __future__ import annotations

from typing import Any

from pitboss.classroom.item_maker import Level
from pitboss.school.items import Item
from pitboss.store import schema
from tests.web.house import House, Person

LESSON = """id = "payouts"
name = "Payouts"
games = ["{game}"]
[[drills]]
kind = "payout"
items = {items}
"""
WRONG = "0.01"
"""An amount that is never paid."""


async def card_of(person: Person, name: str = "Practice") -> dict[str, Any]:
    """A lesson by its name."""
    cards = (await person.get("/api/school/lessons")).json()
    found: dict[str, Any] = next(card for card in cards if card["name"] == name)
    return found


async def level_of(
    person: Person, game: str = "blackjack", kind: str = "payout", name: str = "Practice"
) -> dict[str, Any]:
    """A level of a lesson."""
    [found] = [one for one in (await card_of(person, name))["games"] if one["game"] == game]
    level: dict[str, Any] = next(one for one in found["levels"] if one["kind"] == kind)
    return level


def leave_out_costs(house: House) -> None:
    """Let nobody find out what mistakes cost in an hour: a solver takes seconds for each game."""
    house.app.state.schoolroom.stock.chances = lambda *_: {}


async def begin(
    person: Person, lesson: str = "practice", assignment: int | None = None, *,
    game: str = "blackjack", level: int = 1,
) -> str:  # fmt: skip
    """A new sitting of somebody's: payouts, unless another level is wanted."""
    body = {"lesson": lesson, "game": game, "level": level, "assignment": assignment}
    answer = await person.post("/api/school/sittings", body)
    assert answer.status_code == 201, answer.text
    sitting: str = answer.json()["sitting"]
    return sitting


async def asked(person: Person, sitting: str) -> dict[str, Any]:
    """The next question."""
    answer = await person.post(f"/api/school/sittings/{sitting}/next")
    assert answer.status_code == 200, answer.text
    question: dict[str, Any] = answer.json()
    return question


async def answered(person: Person, sitting: str, number: int, text: str) -> dict[str, Any]:
    """What an answer is worth."""
    answer = await person.post(
        f"/api/school/sittings/{sitting}/answers", {"number": number, "answer": text}
    )
    assert answer.status_code == 200, answer.text
    marked: dict[str, Any] = answer.json()
    return marked


async def item_of(house: House, sitting: str) -> Item:
    """The item that is being asked, made again from what is kept of the sitting."""
    rows = schema.school_sittings
    [row] = house.rows(rows.select().where(rows.c.id == sitting))
    lessons = schema.school_lessons
    [lesson] = house.rows(lessons.select().where(lessons.c.id == row.lesson))
    level = Level(lesson=lesson.text, files=lesson.files, game=row.game, level=row.level)
    room = house.app.state.schoolroom
    item: Item = await room.stock.makers.item(level, row.skill, row.seed)
    return item


def right_text(item: Item) -> str:
    """What a trainee types who knows."""
    answer, form = item.answer, str(item.question.form)
    if form == "amount":
        return f"{(answer.cents or 0) / 100:.2f}"
    if form == "settle":
        return "; ".join(
            f"{one.seat}.{one.hand + 1} {one.bet} {one.action}"
            + (f" {one.cents / 100:.2f}" if one.action == "pay" else "")
            for one in answer.settled
        )
    if form == "find":
        return f"{answer.choices[0]} {answer.rule}"
    if form == "cut":
        return " + ".join(f"{count}x{value / 100:g}" for value, count in answer.cut)
    return " ".join(answer.choices) or "none"


async def go_through(
    house: House, person: Person, sitting: str, *, items: int = 1000, wrong: tuple[int, ...] = ()
) -> dict[str, Any]:
    """Answer rightly to the end, or so many, but these numbers wrongly; the last mark."""
    marked: dict[str, Any] = {}
    for _ in range(items):
        question = await asked(person, sitting)
        number = question["number"]
        text = WRONG if number in wrong else right_text(await item_of(house, sitting))
        marked = await answered(person, sitting, number, text)
        if marked["sitting"]["over"]:
            break
    return marked
