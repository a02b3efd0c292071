"""A trainer's own game: drills, manual, checklist, table test and certificate from its file."""

from __future__ import annotations

from typing import Any

from pitboss.classroom import papers
from tests.web.house import House, run
from tests.web.learning import LESSON, begin, go_through
from tests.web.refusals import sentence, unchanged

SCHOOL = "/api/school"
OWN = """id = "own"
name = "Our own game"
based-on = "base.toml"
[natural]
pays = "2 to 1"
"""
BASE = 'id = "base"\nname = "Base"\nbased-on = "mulligan-21"\n'
TEXT = LESSON.format(game="own.toml", items=papers.LEAST_ANSWERS)
FILES = {"own.toml": OWN, "base.toml": BASE}


def test_a_designers_game_is_drilled_printed_tested_and_certified() -> None:
    async def play() -> None:
        async with House() as house:
            tess, ann = house.person("Tess", "trainer"), house.person("Ann")
            made = await tess.post(f"{SCHOOL}/lessons", {"text": TEXT, "files": FILES})
            assert made.status_code == 201, made.text
            card = made.json()
            [game] = card["games"]
            assert (game["game"], game["name"]) == ("own.toml", "Our own game")
            lesson = card["id"]
            assert (await tess.get(f"{SCHOOL}/lessons/{lesson}")).json()["files"] == FILES
            given = await tess.post(f"{SCHOOL}/assignments", {"lesson": lesson, "people": ["Ann"]})
            [number] = given.json()["assignments"]
            sitting = await begin(ann, lesson, number, game="own.toml")
            last = await go_through(house, ann, sitting)
            assert last["sitting"]["passed"]
            page = await ann.get(f"{SCHOOL}/games/own.toml/manual?lesson={lesson}")
            assert page.headers["content-type"].startswith("text/html")
            assert "Our own game" in page.text
            natural = page.text.split("a natural</td>")[1].split("</tr>")[0]
            assert "<td>2 to 1</td><td>$2</td><td>$10</td>" in natural
            paper = await ann.get(f"{SCHOOL}/games/own.toml/manual/pdf?lesson={lesson}")
            assert paper.content.startswith(b"%PDF-")
            path = f"{SCHOOL}/games/own.toml/checklist"
            lines = (await tess.get(f"{path}?lesson={lesson}")).json()
            test: dict[str, Any] = {
                "person": "Ann", "lesson": lesson, "game": "own.toml", "signature": "T. Examiner",
                "lines": [{"rule": lines[0]["rule"], "mark": "passed"}],
            }  # fmt: skip
            kept = (await tess.post(f"{SCHOOL}/table-tests", test)).json()
            assert kept["test"]["game_name"] == "Our own game"
            wanted = {"person": "Ann", "lesson": lesson, "game": "own.toml"}
            told = (await tess.post(f"{SCHOOL}/certificates", wanted)).json()["certificate"]
            assert (told["game_name"], told["right"]) == ("Our own game", papers.LEAST_ANSWERS)
            assert told["rules_hash"] == game["rules_hash"]
            assert told["table_test"] == kept["number"]
            bob = house.person("Bob")
            for where in (path, f"{SCHOOL}/games/own.toml/manual"):
                hidden = await bob.get(f"{where}?lesson={lesson}")
                sentence(hidden, 404, "there is none with this id")
            sentence(await bob.get(path), 404, "game = 'own.toml'")

    run(play())


def test_game_files_that_are_none_are_refused_and_nothing_is_kept() -> None:
    async def play() -> None:
        async with House() as house:
            tess = house.person("Tess", "trainer")
            for files, words in (
                ({}, "the text of own.toml is needed too; none came"),
                ({"own.toml": OWN}, "base.toml"),
                (FILES | {"own.toml": OWN + "[nothing]\n"}, "files: own.toml"),
                (FILES | {"base.toml": "= 1"}, "base.toml"),
                (FILES | {"own.toml": OWN.replace('"own"', '"blackjack"')}, "blackjack"),
                (FILES | {"../own.toml": OWN}, "files"),
                (FILES | {"own.txt": OWN}, "files"),
                ({f"{number}.toml": BASE for number in range(9)}, "files"),
                ({f"{number}.toml": "#" * 99_000 for number in range(3)}, "262,144 bytes"),
            ):
                async with unchanged(house):
                    body = {"text": TEXT, "files": files}
                    refused = await tess.post(f"{SCHOOL}/lessons", body)
                    assert refused.status_code in (413, 422)
                    sentence(refused, refused.status_code, words)

    run(play())
