"""Practice over the web: graded at once and kept once, by anybody's rules, with live rounds too."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from pitboss.advice.advising import advise
from pitboss.floor.opening import rules_of
from pitboss.practice.positions import Dealt, at_table
from pitboss.practice.puzzle import Puzzle
from pitboss.store import practising, schema
from tests.web.house import PLENTY, House, Person, run
from tests.web.refusals import sentence, unchanged
from tests.web.test_auditing import play, until_closed

OWN = """\
id = "own-game"
name = "A game of my own"
based-on = "blackjack"
dealer.soft17 = "stand"
"""


def told(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


async def begin(person: Person, **rules: Any) -> str:
    sheet = told(await person.post("/api/practice/rules", rules), 201)
    return f"/api/practice/rules/{sheet['rules_hash']}"


def first_open(asked: Any) -> str:
    return str(next(one["id"] for one in asked["position"]["choices"] if one["open"]))


def dealt_to(house: House, person: Person, path: str) -> Any:
    """The table of the hand somebody is at, with all that is hidden."""
    rules_hash = path.rsplit("/", 1)[1]
    with house.database.read() as connection:
        hand = practising.find_hand(connection, person.account, rules_hash)
        assert hand is not None
        rules = rules_of(practising.find_rules(connection, rules_hash))
    return at_table(rules, msgspec.json.decode(hand.dealt, type=Dealt))


def test_a_hand_is_graded_at_once_kept_once_and_told_as_a_leak() -> None:
    async def work() -> None:
        async with House() as house:
            ann, ben = house.person("Ann"), house.person("Ben")
            path = await begin(ann, file=OWN)
            for _ in range(4):
                asked = told(await ann.post(f"{path}/hand", {}))
                assert told(await ann.get(f"{path}/hand")) == asked  # the same after a reload
                shown = json.dumps(asked)
                assert asked["position"]["felt"]["dealer"]["cards"][1] == "??"
                assert "best" not in shown
                assert "ev_cents" not in shown
                table = dealt_to(house, ann, path)
                advised = {one.move: one.cents for one in advise(table, 1).moves}
                move = first_open(asked)
                made = {"hand": asked["hand"], "number": asked["position"]["number"], "move": move}
                graded = told(await ann.post(f"{path}/decisions", made))
                most = max(cents for cents in advised.values() if cents is not None)
                assert graded["cost_cents"] == pytest.approx(most - (advised[move] or 0), abs=1e-6)
                worths = {one["move"]: one["ev_cents"] for one in graded["moves"]}
                assert worths == pytest.approx(advised, abs=1e-6)
                async with unchanged(house):
                    sentence(await ann.post(f"{path}/decisions", made), 409, "number", "gone on")
                    sentence(await ben.post(f"{path}/decisions", made), 404, "hand")
            report = told(await ann.get(f"{path}/report"))
            assert report["report"]["decisions"] == 4
            assert report["tables"][0]["sections"]
            assert told(await ben.get(f"{path}/report"))["report"]["decisions"] == 0
            [again] = told(await ann.get("/api/practice"))
            assert (again["name"], again["decisions"]) == ("A game of my own", 4)
            await decisions_of_live_tables(house)
            await puzzles(house, ann, ben)

    run(work())


async def decisions_of_live_tables(house: House) -> None:
    """What was decided at a table is in the record, once, as the round's grades have it."""
    cat = house.person("Cat", cents=PLENTY)
    live = await house.open("half-back")
    await play(live, cat, steps=25)
    await until_closed(live, cat)
    table, rounds = live.house_table.id, live.house_table.table.state.round
    answers = [
        await cat.get(f"/api/tables/{table}/rounds/{number}/grades")
        for number in range(1, rounds + 1)
    ]
    finished = [answer.json() for answer in answers if answer.status_code == 200]
    graded = [one for found in finished for one in found["decisions"]]
    added = told(await cat.post("/api/practice/tables"))
    assert added == {"added": len(graded), "left": 0}
    assert told(await cat.post("/api/practice/tables"))["added"] == 0
    kept = {
        row.reference.rpartition(" ")[2]: row
        for row in house.rows(sa.select(schema.practice_decisions))
        if row.source == "table"
    }
    assert len(kept) == len(graded) > 0
    for one in graded:
        row = kept[str(one["seq"])]
        assert row.moved == one["moved"]
        units = {move["move"]: move["ev_units"] for move in one["moves"]}
        assert row.cost == pytest.approx(max(units.values()) - units[row.moved], abs=1e-9)
    path = await begin(cat, table=table)
    report = told(await cat.get(f"{path}/report"))["report"]
    assert report["from_tables"] == report["decisions"] == len(graded)


async def puzzles(house: House, ann: Person, ben: Person) -> None:
    """The same for everyone; the answer is told to who has given one, and the first counts."""
    today = datetime.now(UTC).date()
    asked = told(await ann.get("/api/puzzles/today"))
    assert (asked["day"], asked["solved"]) == (today.isoformat(), None)
    assert "ev_cents" not in json.dumps(asked)
    with house.database.read() as connection:
        kept = practising.find_puzzle(connection, today.isoformat())
    found = msgspec.json.decode(kept or "", type=Puzzle)
    solved = told(await ann.post(f"/api/puzzles/{today}", {"move": found.usual}))["solved"]
    assert (solved["right"], solved["moved"]) == (False, found.usual)
    assert [one["move"] for one in solved["moves"]] == [one.move for one in found.moves]
    again = told(await ann.post(f"/api/puzzles/{today}", {"move": found.moves[0].move}))
    assert again["solved"] == solved
    assert told(await ben.get(f"/api/puzzles/{today}"))["position"] == asked["position"]
    sentence(await ann.post(f"/api/puzzles/{today}", {"move": "fly"}), 409, "move = 'fly'", "use")
    tomorrow = today + timedelta(1)
    sentence(await ann.get(f"/api/puzzles/{tomorrow}"), 404, str(tomorrow), "to today")
    sentence(await ann.get("/api/puzzles/2026-02-31"), 404, "no such day")


def test_what_cannot_be_practised_is_refused_in_a_sentence() -> None:
    async def work() -> None:
        async with House() as house:
            ann = house.person("Ann")
            async with unchanged(house):
                rules = "/api/practice/rules"
                sentence(await ann.post(rules, {}), 422, "game", "give")
                sentence(await ann.post(rules, {"game": "whist"}), 404, "whist")
                sentence(await ann.post(rules, {"game": "blackjack", "table": 1}), 422, "game")
                sentence(await ann.post(rules, {"table": 77}), 404, "77")
                sentence(await ann.post(rules, {"file": "id = 3"}), 422, "id")
                other = {"game": "blackjack", "options": {"decks": 99}}
                sentence(await ann.post(rules, other), 422, "decks = 99")
                sentence(await ann.get(f"{rules}/{'0' * 64}/hand"), 404, "rules")
                sentence(await house.stranger().get("/api/practice"), 401, "sign in")
            private = await house.open("blackjack", private=True)
            number = private.house_table.id
            sentence(await ann.post("/api/practice/rules", {"table": number}), 404, str(number))

    run(work())
