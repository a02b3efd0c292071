"""Nobody opens a table that claims an approval it does not have, and everything says so."""

from __future__ import annotations

import asyncio
import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.auditing import audit
from pitboss.floor import commands as cmd
from pitboss.store import proof_file, table_rows
from pitboss.store.proof_collector import collect
from tests.web.house import PLENTY, House, Person, next_command

WORDS = "Not the rules as approved: "
COMMISSION = "Washington State Gambling Commission"
READINGS = [
    ("half-back", {"HB-R1": "other"}, "HB-R1", "12 to 18"),
    ("blackjack-tie", {"BT-R1": "other"}, "BT-R1", "55 to 1"),
    ("blackjack-tie", {"BT-R5": "other"}, "BT-R5", "only the total"),
    ("mulligan-21", {"burn-split-cards": False}, "M21-R4", "completes the hand"),
    ("lucky-stiff", {"natural": "6 to 5"}, "natural", "6 to 5"),
]


async def guest(house: House) -> Person:
    """Somebody who just came in."""
    stranger = house.stranger()
    stranger.csrf = (await stranger.http.post("/api/guest", json={})).json()["csrf"]
    return stranger


def claims(value: Any) -> list[str]:
    """Every text of an answer that says something was approved by somebody."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in claims(one)]
    if isinstance(value, list):
        return [text for one in value for text in claims(one)]
    return [value] if isinstance(value, str) and "approved by the" in value.lower() else []


@pytest.mark.parametrize(("game", "options", "named", "words"), READINGS)
def test_a_guests_table_of_another_reading_says_so_everywhere(
    game: str, options: dict[str, Any], named: str, words: str
) -> None:
    async def ask() -> None:
        async with House() as house:
            visitor = await guest(house)
            wanted = {"game": game, "options": options, "private": True}
            opened = (await visitor.post("/api/tables", wanted)).json()
            assert opened["approval"].startswith(f"{WORDS}{named}: ")
            number = opened["table"]
            sheet = (await visitor.get(f"/api/tables/{number}")).json()
            approval = sheet["game"]["approval"]
            assert (approval["approved"], approval["letter"]) == (False, None)
            assert words in approval["says"]
            assert sheet["sign"]["approval"] == sheet["limits"][0] == approval["says"]
            [row] = (await visitor.get("/api/tables")).json()
            assert row["approval"] == f"not the rules as approved: {named}"
            assert claims([opened, sheet, row]) == []
            with house.database.read() as connection:
                assert table_rows.opened(connection, number).approval == approval["says"]

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("half-back", f"Rules as approved by the {COMMISSION} on 2017-10-05"),
        ("lucky-stiff", f"Rules as approved by the {COMMISSION} on 2016-03-22"),
        ("mulligan-21", f"Rules as approved by the {COMMISSION} on 2013-12-24"),
        ("blackjack-tie", "has no letter of approval and no date"),
        ("blackjack", "no document, so no approval"),
    ],
)
def test_a_guests_table_of_the_usual_rules_says_whose_they_are(game: str, says: str) -> None:
    async def ask() -> None:
        async with House() as house:
            visitor = await guest(house)
            opened = (await visitor.post("/api/tables", {"game": game, "private": True})).json()
            assert says in opened["approval"]
            sheet = (await visitor.get(f"/api/tables/{opened['table']}")).json()
            assert says in sheet["game"]["approval"]["says"]
            assert bool(claims(sheet)) == ("Rules as approved" in says)

    asyncio.run(ask())


def test_a_game_in_words_and_its_edges_say_it_too() -> None:
    async def ask() -> None:
        async with House() as house:
            ann = house.person("Ann")
            listed = {game["id"]: game for game in (await ann.get("/api/games")).json()}
            assert listed["half-back"]["approval"]["letter"]["submitted"] == "2017-07-05"
            assert listed["blackjack-tie"]["approval"]["letter"] is None
            book = (await ann.get("/api/games/half-back")).json()
            assert book["sign"]["approval"] == book["approval"]["says"]
            edges = (await ann.get("/api/games/blackjack/edge?option=pairs%3Dvalue")).json()
            assert "BJ-R1" in edges["approval"]["title"]

    asyncio.run(ask())


def test_a_designers_table_is_approved_by_nobody() -> None:
    text = 'id = "mine"\nname = "Mine"\nbased-on = "half-back"\n'

    async def ask() -> None:
        async with House() as house:
            pit = house.person("Pia", "pit")
            opened = (await pit.post("/api/tables", {"file": text})).json()
            assert "a designer's own game, based on half-back" in opened["approval"]
            sheet = (await pit.get(f"/api/tables/{opened['table']}")).json()
            assert claims(sheet) == []
            [row] = (await pit.get("/api/tables")).json()
            assert row["approval"] == "not the rules as approved"

    asyncio.run(ask())


def test_a_round_shown_again_and_its_proof_say_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=PLENTY)
            table = await house.open("half-back", options={"HB-R2": "other"})
            number = table.house_table.id
            sit = cmd.Sit(key="sit", seen=0, seat=1)
            await table.command(sit, ann.account)
            for step in itertools.count():
                _, command = next_command(table, random.Random(step), str(step))
                await table.command(command, ann.account)
                at_table = table.house_table.table
                if at_table.state.round and not at_table.playing and not at_table.state.felt:
                    break
            replay = (await ann.get(f"/api/tables/{number}/rounds/1/replay")).json()
            assert replay["game"]["approval"]["title"] == "not the rules as approved: HB-R2"
            assert claims(replay) == []
            with house.database.read() as connection:
                proof_file.write(collect(connection, number, 1, 1), tmp_path / "proof.json")

    asyncio.run(play())
    audit(tmp_path / "proof.json")
    assert f"{WORDS}HB-R2: " in capsys.readouterr().out
