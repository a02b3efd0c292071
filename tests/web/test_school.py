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
from pitboss.school.items import Question
from pitboss.store import schema
from pitboss.web.access import HEADER
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
from tests.web.refusals import sentence, unchanged


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
            assert wrong["cost"].startswith("costs the player $")
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


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_nothing_that_is_sent_before_the_answer_holds_it(game: str) -> None:
    """Nor the seed, with which anybody could make the items of the sitting."""

    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            sitting = await begin(ann, (await lesson_of(ann, game))["id"])
            sent = ""
            for number in range(1, 13):
                before = await ann.post(f"/api/school/sittings/{sitting}/next")
                item = await item_of(house, sitting)
                told = before.json()
                assert not {*keys_in(told)} & {*SECRETS}, number
                assert set(told) == {"sitting", "number", "items", "kind", "question", "asked_ms"}
                assert msgspec.convert(told["question"], Question) == item.question
                for secret in (*item.working, item.skill, item.name, *item.rules):
                    assert f'"{secret}"' not in before.text, number
                others = [
                    (await ann.get(f"/api/school/{path}")).text
                    for path in ("lessons", "record", f"sittings/{sitting}", "answers.csv")
                ]
                assert [text.count(f"sitting,{number},") for text in others] == [0] * 4
                marked = await answered(ann, sitting, number, right_text(item))
                assert marked["right"]
                sent += "".join((before.text, *others, str(marked)))
            rows = house.rows(schema.school_answers.select())
            assert len({row.seed for row in rows}) == 12
            assert not [row.seed for row in rows if row.seed in sent]

    run(play())


@pytest.mark.parametrize(
    ("number", "text", "status", "words"),
    [
        (1, "", 422, "nothing was written; write an amount"),
        (1, "   ", 422, "nothing was written"),
        (1, "-5", 422, "an amount is not negative"),
        (1, "abc", 422, "write an amount in dollars"),
        (1, "12,5,3", 422, "write an amount in dollars"),
        (1, "9" * 9, 422, "no rack has that much"),
        (1, "9" * 1999, 422, "write an amount in dollars"),
        (1, "9" * 2001, 422, "answer = "),
        (1, "22.50\x00", 422, "write an amount in dollars"),
        (1, "\ud800", 422, ""),
        (1, None, 422, "answer"),
        (1, 22.5, 422, "answer"),
        (2, "22.50", 404, "number = 2: this item is not being asked"),
        (0, "22.50", 422, "number = 0"),
        (-1, "22.50", 422, "number = -1"),
        (10**30, "22.50", 422, "number"),
        ("one", "22.50", 422, "number = 'one'"),
    ],
)
def test_what_is_no_answer_is_told_so_and_costs_nothing(
    number: Any, text: Any, status: int, words: str
) -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            sitting = await begin(ann, (await lesson_of(ann))["id"])
            await asked(ann, sitting)
            async with unchanged(house):
                body = json.dumps({"number": number, "answer": text})
                refused = await ann.http.post(
                    f"/api/school/sittings/{sitting}/answers", content=body,
                    headers={HEADER: ann.csrf, "Content-Type": "application/json"},
                )  # fmt: skip
                sentence(refused, status, words)
            marked = await answered(ann, sitting, 1, right_text(await item_of(house, sitting)))
            assert marked["right"]
            assert marked["sitting"]["answered"] == 1

    run(play())


def test_levels_open_one_after_the_other() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            cards = (await ann.get("/api/school/lessons")).json()
            for game in games.BUILT_IN:
                levels = [card for card in cards if card["game"] == game]
                assert [card["level"] for card in levels] == list(range(1, len(levels) + 1))
                assert [card["open"] for card in levels] == [True] + [False] * (len(levels) - 1)
                for card in levels[1:]:
                    refused = await ann.post("/api/school/sittings", {"lesson": card["id"]})
                    sentence(refused, 409, "opens after")

    run(play())


def test_what_was_missed_comes_again_and_nothing_comes_twice_in_a_row() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            sitting = await begin(ann, (await lesson_of(ann, "half-back"))["id"])
            await go_through(house, ann, sitting)
            skills = [row.skill for row in house.rows(schema.school_answers.select())]
            assert all(one != two for one, two in itertools.pairwise(skills))
            kept = {row.skill for row in house.rows(schema.school_schedule.select())}
            assert kept == set(skills)

    run(play())


def test_a_sitting_goes_on_where_it_was_left_and_its_clock_runs() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            sitting = await begin(ann, (await lesson_of(ann))["id"])
            first = await asked(ann, sitting)
            house.app.state.schoolroom._asked.clear()  # as another server, or after a restart
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
            lesson = (await lesson_of(eve))["id"]
            async with unchanged(house):
                refused = await eve.post("/api/school/sittings", {"lesson": lesson})
                sentence(refused, 403, "you read everything and change nothing")

    run(play())
