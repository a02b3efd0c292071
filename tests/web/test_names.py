"""Names of people and tables: refused where they confuse, and text where they are taken."""

from __future__ import annotations

import json

import pytest

from pitboss.web.access import HEADER
from tests.web.house import House, run
from tests.web.refusals import PASSWORD, sentence, unchanged

NAMES = {
    "SQL": "x'; DROP TABLE accounts; --", "script": "<script>alert(1)</script>",
    "control": "Ann\x07", "newline": "Ann\nBob", "nothing": "\x00\x00", "bidi": "\u202eAnn",
    "invisible": "An\u200bn", "blank": "   ", "blanks around": " Ann ", "long": "A" * 25,
    "very long": "A" * 5000, "a bot": "bot 1", "digits first": "1Ann",
    "half a character": "A\ud800",
    "combining": "A\u0301\u0301\u0301",
}  # fmt: skip


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_nobody_should_have_is_refused(kind: str) -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit")
            body = json.dumps({"name": NAMES[kind], "password": PASSWORD, "role": "pit"})
            headers = {HEADER: pit.csrf, "Content-Type": "application/json"}
            async with unchanged(house):
                answer = await pit.http.post("/api/accounts", content=body, headers=headers)
                assert answer.status_code in (409, 422)
                sentence(answer, answer.status_code, "name")

    run(play())


def test_names_that_look_the_same_belong_to_one_person() -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit")
            house.person("Straße")
            async with unchanged(house):
                for name in ("STRASSE", "straße"):
                    body = {"name": name, "password": PASSWORD}
                    sentence(await pit.post("/api/accounts", body), 409, "somebody has it already")

    run(play())


@pytest.mark.parametrize(
    "kind", ["control", "newline", "nothing", "bidi", "invisible", "very long"]
)
def test_a_tables_name_cannot_confuse_who_reads_it(kind: str) -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            body = {"game": "blackjack", "private": True, "name": NAMES[kind]}
            async with unchanged(house):
                sentence(await ann.post("/api/tables", body), 422, "name")

    run(play())


def test_a_tables_name_is_text_and_nothing_else() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            for name in ("x'; DROP TABLE tables; --", "<script>alert(1)</script>"):
                body = {"game": "blackjack", "private": True, "name": name}
                number = (await ann.post("/api/tables", body)).json()["table"]
                answer = await ann.get(f"/api/tables/{number}")
                assert answer.json()["name"] == name
                assert answer.headers["content-type"] == "application/json"
                assert answer.headers["x-content-type-options"] == "nosniff"

    run(play())
