"""Lessons as a trainee goes through them: asked, answered, marked, kept once."""

from __future__ import annotations

from pitboss.store import schema
from tests.web.house import House, run
from tests.web.learning import (
    WRONG,
    answered,
    asked,
    begin,
    go_through,
    item_of,
    lesson_of,
    right_text,
)


def test_a_trainee_goes_through_a_lesson_from_the_list_to_the_end() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            lesson = await lesson_of(ann)
            assert lesson["open"]
            assert not lesson["passed"]
            sitting = await begin(ann, lesson["id"])
            question = await asked(ann, sitting)
            assert (question["number"], question["items"]) == (1, lesson["items"])
            item = await item_of(house, sitting)
            wrong = await answered(ann, sitting, 1, WRONG)
            assert not wrong["right"]
            assert wrong["answer"]["text"] == item.answer.text
            assert wrong["working"] == item.working
            assert wrong["explanation"][0]["rule"] == item.rules[0]
            assert wrong["error_cents"] == 1 - (item.answer.cents or 0)
            last = await go_through(house, ann, sitting)
            sheet = last["sitting"]
            assert (sheet["answered"], sheet["right"]) == (lesson["items"], lesson["items"] - 1)
            assert sheet["over"]
            assert sheet["passed"]  # 19 of 20, and 18 are enough
            rows = house.rows(schema.school_answers.select())
            assert len(rows) == lesson["items"]
            assert {row.is_right for row in rows if row.number > 1} == {True}
            assert (await lesson_of(ann))["passed"]

    run(play())


def test_an_answer_that_is_sent_twice_is_kept_once() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            sitting = await begin(ann, (await lesson_of(ann))["id"])
            await asked(ann, sitting)
            text = right_text(await item_of(house, sitting))
            first = await answered(ann, sitting, 1, text)
            again = await answered(ann, sitting, 1, text)
            assert again == first
            other = await ann.post(
                f"/api/school/sittings/{sitting}/answers", {"number": 1, "answer": WRONG}
            )
            assert other.status_code == 409
            assert len(house.rows(schema.school_answers.select())) == 1

    run(play())
