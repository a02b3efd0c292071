"""Game files sent to a server: their parents come along, and reading them disturbs nobody."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.floor import opening
from pitboss.floor.opening import describe_table, game_of
from pitboss.games import apart
from pitboss.store import records
from pitboss.web import uploads
from tests.web.house import House
from tests.web.test_auditing import audited

GRANDPARENT = """
id = "one"
name = "One"
based-on = "half-back"
take-back.on = "12-17"
"""
PARENT = """
id = "two"
name = "Two"
based-on = "one.toml"
shoe.decks = 8
"""
CHILD = """
id = "three"
name = "Three"
based-on = "designs/two.toml"
bets.upcard-bonus.events."ace up, no natural".pays = [9, 9, 9, 9, 9, 9]
"""
FAMILY = {"one.toml": GRANDPARENT, "two.toml": PARENT}


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_a_child_of_a_child_of_a_file_is_dealt_and_its_log_needs_no_other_file() -> None:
    async def play() -> None:
        async with House() as house:
            pit, eve = house.person("Pit", "pit"), house.person("Eve", "auditor")
            sent = {"file": CHILD, "files": FAMILY | {"unused.toml": "nonsense"}, "bots": 1}
            answer = await pit.post("/api/tables", sent)
            assert answer.status_code == 201, answer.text
            number = answer.json()["table"]
            opening._designed.cache_clear()
            house.hub.lose(await house.hub.find(number))
            found = (await house.hub.find(number)).house_table  # as another server would find it
            assert (found.opened.source, found.opened.parents) == (CHILD, FAMILY)
            rules = found.table.rules
            assert rules.take_back is not None
            assert (rules.take_back.on.text, rules.shoe.decks) == ("12-17", 8)
            assert [event.pays[0] for event in rules.bets[0].events] == [40, 15, 9, 3, 1]
            assert found.game.name == "Three"
            assert found.game.based_on == "designs/two.toml"
            assert (await audited(eve))["result"]["sound"]

    run(play())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"file": CHILD}, "the file, line 4: based-on = 'designs/two.toml': the text of "
         "two.toml is needed too; none came"),
        ({"file": CHILD, "files": {"two.toml": PARENT}},
         "the file, line 4: based-on = 'designs/two.toml': two.toml:4: based-on = 'one.toml': the "
         "text of one.toml is needed too; those that came with it are two.toml"),
        ({"file": CHILD, "files": {"two.toml": CHILD}}, "the file, line 4: based-on = "
         "'designs/two.toml': two.toml:4: based-on = 'designs/two.toml': a game cannot be based on "
         "itself: the file → two.toml → two.toml"),
        ({"game": "blackjack", "files": FAMILY},
         "files: they are those that `file` is based on, and there is no `file`"),
        ({"file": CHILD, "files": {"two.toml": "[" * 99}},
         "two.toml:1: the file has more than 12 brackets inside each other here"),
        ({"file": ".".join("a" * 90_000) + " = 1"}, "file"),
        ({"file": CHILD, "files": {"two.toml": "#" * 100_001}}, "files.two.toml"),
    ],
)  # fmt: skip
def test_files_that_do_not_fit_are_refused(body: dict[str, Any], said: str) -> None:
    async def play() -> None:
        async with House() as house:
            answer = await house.person("Pit", "pit").post("/api/tables", body)
            assert answer.status_code == 422
            error = answer.json()["error"]
            if said.startswith("file") and "there is no" not in said:
                assert error.startswith(said)
                assert "at most 100000 characters" in error
                assert len(error) < 200
            else:
                assert error == said

    run(play())


def test_all_that_is_wrong_comes_in_lines() -> None:
    async def play() -> None:
        async with House() as house:
            text = GRANDPARENT + "shoe.decks = 9\nshoe.burn = 11\n"
            answer = await house.person("Pit", "pit").post("/api/tables", {"file": text})
            assert answer.status_code == 422
            assert answer.json()["error"].split("\n") == [
                "the file, line 6: shoe.decks = 9: use 1 to 8",
                "the file, line 7: shoe.burn = 11: use 0 to 10",
            ]

    run(play())


def test_files_are_read_beside_the_tables_and_in_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readers = []
    judge = apart.check

    def noted(*args: Any, **kwargs: Any) -> dict[str, str]:
        readers.append(threading.current_thread())
        return judge(*args, **kwargs)

    monkeypatch.setattr(apart, "check", noted)

    async def play() -> None:
        async with House() as house:
            answer = await house.person("Pit", "pit").post("/api/tables", {"file": GRANDPARENT})
            assert answer.status_code == 201
            assert readers
            assert threading.current_thread() not in readers

    run(play())


def test_a_file_that_takes_too_much_is_refused_and_the_house_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(apart, "COMMAND", ("-c", "while True: pass"))
    monkeypatch.setattr(apart, "WALL_SECONDS", 0.5)

    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit")
            asked = asyncio.create_task(pit.post("/api/tables", {"file": GRANDPARENT}))
            opened = await pit.post("/api/tables", {"game": "blackjack"})
            assert not asked.done()
            assert opened.status_code == 201
            answer = await asked
            assert answer.status_code == 422
            assert "the file: reading it took more than 400 MB or 4 seconds" in answer.text

    run(play())


def test_when_many_files_wait_the_next_is_asked_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(uploads, "MOST_WAITING", 0)

    async def play() -> None:
        async with House() as house:
            answer = await house.person("Pit", "pit").post("/api/tables", {"file": GRANDPARENT})
            assert answer.status_code == 503
            assert answer.json() == {
                "error": "other game files are being read; try again in a few seconds"
            }

    run(play())


# Logs of other versions


def test_a_log_from_before_there_were_parents_is_read() -> None:
    game = games.read(GRANDPARENT, origin="it")
    opened = describe_table(game, "Old", source=GRANDPARENT)
    entry = msgspec.json.decode(records.encode([opened]))
    del entry[0]["parents"]
    [found] = records.decode(msgspec.json.encode(entry))
    assert isinstance(found, records.TableOpened)
    assert found.parents == {}
    assert game_of(found).rules() == game.rules()


def test_a_table_whose_file_is_not_read_any_more_goes_on_by_the_rules_in_its_log() -> None:
    game = games.read(GRANDPARENT, origin="it")
    opened = describe_table(game, "Old", source=GRANDPARENT + "colour = 'red'\n")
    found = game_of(opened)
    assert found.rules() == game.rules()
    assert (found.id, found.options) == ("one", {})


def test_a_file_larger_than_what_is_taken_today_is_still_read_from_its_log() -> None:
    large = GRANDPARENT + "#" * 150_000
    opened = describe_table(games.read(GRANDPARENT, origin="it"), "Old", source=large)
    assert game_of(opened).name == "One"
