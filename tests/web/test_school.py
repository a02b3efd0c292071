"""Lessons as a trainee goes through them: asked, answered, marked, kept once."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.school.cost import is_priced
from pitboss.school.items import Question
from pitboss.school.making import MAKERS
from pitboss.store import schema
from pitboss.web import item_stock
from pitboss.web.access import HEADER
from tests.web.house import House, Person, run
from tests.web.learning import (
    LESSON,
    WRONG,
    answered,
    asked,
    begin,
    card_of,
    go_through,
    item_of,
    leave_out_costs,
    level_of,
    right_text,
)
from tests.web.refusals import sentence, unchanged


def test_a_trainee_goes_through_a_lesson_from_the_list_to_the_end() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            level = await level_of(ann)
            assert level["open"]
            assert not level["passed"]
            sitting = await begin(ann)
            question = await asked(ann, sitting)
            assert (question["number"], question["items"]) == (1, level["items"])
            item = await item_of(house, sitting)
            wrong = await answered(ann, sitting, 1, WRONG)
            assert not wrong["right"]
            assert wrong["answer"]["text"] == item.answer.text
            assert wrong["working"] == item.working
            assert wrong["explanation"][0]["rule"] == item.rules[0]
            assert wrong["error_cents"] == 1 - (item.answer.cents or 0)
            assert wrong["cost"].startswith("costs the player $")
            last = await go_through(house, ann, sitting)
            sheet = last["sitting"]
            assert (sheet["answered"], sheet["right"]) == (level["items"], level["items"] - 1)
            assert sheet["over"]
            assert sheet["passed"]  # 19 of 20, and 18 are enough
            rows = house.rows(schema.school_answers.select())
            assert len(rows) == level["items"]
            assert {row.is_right for row in rows if row.number > 1} == {True}
            level = await level_of(ann)
            assert level["passed"]
            assert (level["answered"], level["right"]) == (20, 19)
            assert level["may_miss"] == 2  # 90 % of 20
            assert [row["due"] for table in wrong["pays"] for row in table["rows"]].count(True) >= 1
            record = (await ann.get("/api/school/record")).json()
            assert {(one["kind_name"], one["estimate"]) for one in record["skills"]} == {
                ("Payouts", None)  # a few answers to each say nothing yet
            }
            assert "Main: a natural, 3 to 2" in {one["name"] for one in record["skills"]}

    run(play())


def test_an_answer_that_is_sent_twice_is_kept_once() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            sitting = await begin(ann)
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


SECRETS = ("answer", "working", "explanation", "skill", "rule", "rules_hash", "seed", "stake")
"""Fields of an item that say or hint what is right, or let somebody make it."""


def keys_in(value: Any) -> Iterator[str]:
    """Every key of a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_in(inner)


def test_nothing_that_is_sent_before_the_answer_holds_it() -> None:
    """Of any kind of drill; nor the seed, with which anybody could make the items of a sitting."""

    async def play() -> None:
        async with House() as house:
            leave_out_costs(house)
            ann = house.person("Ann")
            found = (await card_of(ann))["games"]
            assert {one["game"] for one in found} == set(games.BUILT_IN)
            sent = ""
            for game, level in ((one["game"], level) for one in found for level in one["levels"]):
                sitting = await begin(ann, game=game, level=level["level"])
                sent += await _hidden_until_answered(house, ann, sitting, 1)
            rows = house.rows(schema.school_answers.select())
            assert {row.kind for row in rows} == set(MAKERS)
            assert len({row.seed for row in rows}) == len(rows)
            assert not [row.seed for row in rows if row.seed in sent]

    run(play())


async def _hidden_until_answered(house: House, ann: Person, sitting: str, number: int) -> str:
    """Ask, look at everything that is sent, and answer; what was sent."""
    before = await ann.post(f"/api/school/sittings/{sitting}/next")
    item = await item_of(house, sitting)
    told = before.json()
    assert not {*keys_in(told)} - {"rules"} & {*SECRETS}, item.skill
    assert set(told) == {
        "sitting", "number", "items", "game", "kind", "question", "asked_ms",
    }  # fmt: skip
    assert msgspec.convert(told["question"], Question) == item.question
    offered = {option.text for option in item.question.options}
    for secret in {*item.working, item.skill} - offered:
        assert f'"{secret}"' not in before.text, item.skill
    others = [
        (await ann.get(f"/api/school/{path}")).text
        for path in ("record", f"sittings/{sitting}", "answers.csv")
    ]
    assert [text.count(f"{sitting},{number},") for text in others] == [0] * 3
    marked = await answered(ann, sitting, number, right_text(item))
    assert marked["right"], item.skill
    return "".join((before.text, *others, str(marked)))


NO_ANSWERS: list[tuple[Any, Any, int, str]] = [
    (1, "", 200, "nothing was written; write an amount"),
    (1, "   ", 200, "nothing was written"),
    (1, "-5", 200, "an amount is not negative"),
    (1, "abc", 200, "write an amount in dollars"),
    (1, "12,5,3", 200, "write an amount in dollars"),
    (1, "9" * 9, 200, "no rack has that much"),
    (1, "9" * 1999, 200, "write an amount in dollars"),
    (1, "9" * 2001, 422, "answer = "),
    (1, "22.50\x00", 200, "write an amount in dollars"),
    (1, "\ud800", 422, ""),
    (1, None, 422, "answer"),
    (1, 22.5, 422, "answer"),
    (2, "22.50", 404, "number = 2: this item is not being asked"),
    (0, "22.50", 422, "number = 0"),
    (-1, "22.50", 422, "number = -1"),
    (10**30, "22.50", 422, "number"),
    ("one", "22.50", 422, "number = 'one'"),
]


def test_what_is_no_answer_is_told_so_and_costs_nothing() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            sitting = await begin(ann)
            await asked(ann, sitting)
            for number, text, status, words in NO_ANSWERS:
                async with unchanged(house):
                    body = json.dumps({"number": number, "answer": text})
                    refused = await ann.http.post(
                        f"/api/school/sittings/{sitting}/answers", content=body,
                        headers={HEADER: ann.csrf, "Content-Type": "application/json"},
                    )  # fmt: skip
                    if (
                        status == 200
                    ):  # no error of the browser's: the trainee is told what to write
                        assert refused.json()["outcome"] == "refused"
                        assert words in refused.json()["refused"]
                    else:
                        sentence(refused, status, words)
            marked = await answered(ann, sitting, 1, right_text(await item_of(house, sitting)))
            assert marked["right"]
            assert marked["sitting"]["answered"] == 1

    run(play())


def test_levels_open_one_after_the_other() -> None:
    async def play() -> None:
        async with House() as house:
            tess, ann = house.person("Tess", "trainer"), house.person("Ann")
            text = (
                LESSON.format(game="blackjack", items=2)
                + """
[[drills]]
kind = "insurance"
items = 1
[[drills]]
kind = "colour"
name = "Chips"
"""
            )
            made = await tess.post("/api/school/lessons", {"text": text})
            lesson = made.json()["id"]
            await tess.post("/api/school/assignments", {"lesson": lesson, "people": ["Ann"]})

            async def levels() -> list[tuple[bool, str]]:
                [card] = [
                    card for card in (await ann.get("/api/school/lessons")).json()
                    if card["id"] == lesson
                ]  # fmt: skip
                return [(one["open"], one["shut"]) for one in card["games"][0]["levels"]]

            after = [(True, ""), (False, "opens after Payouts"), (False, "opens after Insurance")]
            assert await levels() == after
            wanted = {"lesson": lesson, "game": "blackjack", "level": 2}
            async with unchanged(house):
                refused = await ann.post("/api/school/sittings", wanted)
                sentence(refused, 409, "level = 2: Insurance opens after Payouts")
            await go_through(house, ann, await begin(ann, lesson), wrong=(1,))
            assert await levels() == after, "one of two is not enough"
            await go_through(house, ann, await begin(ann, lesson))
            assert await levels() == [(True, ""), (True, ""), after[2]]
            await go_through(house, ann, await begin(ann, lesson, level=2))
            assert await levels() == [(True, "")] * 3
            sheet = (await ann.post("/api/school/sittings", wanted | {"level": 3})).json()
            assert (sheet["level_name"], sheet["kind"], sheet["game_name"]) == (
                "Chips", "colour", "Blackjack",
            )  # fmt: skip

    run(play())


def test_practice_has_every_kind_of_every_game_and_all_is_open() -> None:
    async def play() -> None:
        async with House() as house:
            card = await card_of(house.person("Ann"))
            assert card["house"]
            assert card["free"]
            assert [one["game"] for one in card["games"]] == list(games.BUILT_IN)
            for game in card["games"]:
                assert {one["kind"] for one in game["levels"]} == set(MAKERS), game["game"]
                assert all(one["open"] for one in game["levels"])

    run(play())


NOT_BEGUN: list[tuple[dict[str, Any], int, str]] = [
    ({"lesson": "nothing"}, 404, "lesson = 'nothing': there is none with this id"),
    ({"game": "whist"}, 422, "game = 'whist': it is not in lesson Practice"),
    ({"level": 13}, 422, "level = 13: Practice has with blackjack 1, 2, "),
    ({"level": 0}, 422, "level = 0"),
    ({"assignment": 3}, 404, "assignment = 3: this lesson is not assigned to you so"),
]


def test_what_cannot_be_begun_is_told_so() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            wanted = {"lesson": "practice", "game": "blackjack", "level": 1}
            for change, status, words in NOT_BEGUN:
                async with unchanged(house):
                    refused = await ann.post("/api/school/sittings", wanted | change)
                    sentence(refused, status, words)

    run(play())


def test_a_mistake_is_told_by_the_hour_once_the_solver_knows() -> None:
    """A natural comes in 4.5 % of rounds: at 60 an hour, and $5 each time, $13.60."""

    async def play() -> None:
        async with House() as house:
            tess = house.person("Tess", "trainer")
            text = LESSON.format(game="blackjack", items=12) + 'skills = ["payout/main/natural"]\n'
            lesson = (await tess.post("/api/school/lessons", {"text": text})).json()["id"]
            sitting = await begin(tess, lesson)
            stock = house.app.state.schoolroom.stock
            while not stock._chances:
                await asyncio.sleep(0.01)
            [found] = await asyncio.gather(*stock._chances.values())
            assert found, "the solver has answered"
            number = 1
            await asked(tess, sitting)
            item = await item_of(house, sitting)
            while not is_priced(item):  # one natural of eight is paid while insurance is lost
                await answered(tess, sitting, number, right_text(item))
                number = (await asked(tess, sitting))["number"]
                item = await item_of(house, sitting)
            told = f"{(item.answer.cents or 0) / 100 + 5:.2f}"
            marked = await answered(tess, sitting, number, told)
            assert marked["per_hour"] == (
                "Made every time it would cost the house $13.60 an hour at each such seat: $5 at "
                "4.532% of 60 rounds"
            )
            await asked(tess, sitting)
            last = right_text(await item_of(house, sitting))
            assert (await answered(tess, sitting, number + 1, last))["per_hour"] == ""

    run(play())


def test_what_was_missed_comes_again_and_nothing_comes_twice_in_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(item_stock, "PATIENCE_SECONDS", 60.0)  # a busy machine takes what is ready

    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            sitting = await begin(ann, game="half-back")
            await go_through(house, ann, sitting, wrong=(2,))
            rows = schema.school_answers
            skills = [row.skill for row in house.rows(rows.select().order_by(rows.c.number))]
            assert all(one != two for one, two in itertools.pairwise(skills))
            assert skills[1] not in skills[2:5]
            assert skills[1] in skills[5:], "missed, and again after three questions"
            kept = {row.skill for row in house.rows(schema.school_schedule.select())}
            assert kept == set(skills)

    run(play())


def test_a_sitting_goes_on_where_it_was_left_and_its_clock_runs() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            sitting = await begin(ann)
            first = await asked(ann, sitting)
            house.app.state.schoolroom.stock.forget_all()  # as another server, or after a restart
            await asyncio.sleep(0.05)
            again = await asked(ann, sitting)
            assert again["question"] == first["question"]
            assert again["asked_ms"] >= 50
            marked = await answered(ann, sitting, 1, WRONG)
            assert marked["ms"] >= 50
            over = await ann.post(f"/api/school/sittings/{sitting}/end")
            assert over.json()["over"]
            assert not over.json()["passed"]
            refused = await ann.post(f"/api/school/sittings/{sitting}/next")
            sentence(refused, 409, "this sitting is over")

    run(play())


def test_an_auditor_learns_nothing_here() -> None:
    async def play() -> None:
        async with House() as house:
            eve = house.person("Eve", "auditor")
            wanted = {"lesson": "practice", "game": "blackjack", "level": 1}
            async with unchanged(house):
                refused = await eve.post("/api/school/sittings", wanted)
                sentence(refused, 403, "you read everything and change nothing")

    run(play())
