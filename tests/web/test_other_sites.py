"""Requests that a page of another site sends change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.school import lessons
from pitboss.web.access import HEADER
from tests.web.house import House, run
from tests.web.refusals import PASSWORD, sentence, unchanged

FOREIGN = ("http://evil.example", "null", "http://127.0.0.1:9", "http://[", "https://127.0.0.1")


LESSON, LESSON_TEXT = "practice", lessons.source("practice")
TABLE_TEST = {"person": "Pit", "game": "blackjack", "lines": [], "signature": "Mallory"}
BENCH = (
    "figures", "chart", "grid", "readings", "difference", "money", "simulation", "paper",
    "risks",
)  # fmt: skip
CHANGES: list[tuple[str, str, Any]] = [
    ("POST", "/api/logout", None),
    ("POST", "/api/tables", {"game": "blackjack"}),
    ("POST", "/api/tables/{table}/close", None),
    ("PUT", "/api/tables/{table}/limits", {"house": {}}),
    ("POST", "/api/accounts", {"name": "Mallory", "password": PASSWORD}),
    ("POST", "/api/admin/audit", None),
    *(
        ("POST", f"/api/admin/accounts/{what}", {"name": "Ann", "reason": "why"})
        for what in ("disable", "enable")
    ),
    ("POST", "/api/admin/accounts/password", {"name": "Ann", "password": PASSWORD, "reason": "w"}),
    ("POST", "/api/admin/bar", {"player": "Ann", "reason": "why"}),
    ("POST", "/api/admin/readmit", {"player": "Ann", "reason": "why"}),
    ("POST", "/api/admin/wallet", {"player": "Ann", "cents": 100, "reason": "why"}),
    ("PUT", "/api/admin/refill-rule", {"below_cents": 1, "to_cents": 2, "a_day": 3, "reason": "w"}),
    ("POST", "/api/refill", None),
    ("POST", "/api/carry", None),
    ("POST", "/api/tables/{table}/pause", {"reason": "why"}),
    ("POST", "/api/tables/{table}/resume", {"reason": "why"}),
    ("POST", "/api/tables/{table}/say", {"phrase": "hello"}),
    ("POST", "/api/tables/{table}/mute", {"muted": True}),
    ("POST", "/api/practice/rules", {"game": "blackjack"}),
    ("POST", "/api/practice/rules/{rules}/hand", {}),
    ("POST", "/api/practice/rules/{rules}/decisions", {"hand": 1, "move": "stand"}),
    ("POST", "/api/practice/tables", None),
    ("POST", "/api/puzzles/{day}", {"move": "stand"}),
    ("POST", "/api/admin/monitor/sheet", {"game": "blackjack", "text": "table"}),
    ("POST", "/api/school/lessons", {"text": LESSON_TEXT}),
    ("POST", "/api/school/sittings", {"lesson": LESSON, "game": "blackjack", "level": 1}),
    ("POST", "/api/school/sittings/{sitting}/next", None),
    ("POST", "/api/school/sittings/{sitting}/answers", {"number": 1, "answer": "5"}),
    ("POST", "/api/school/sittings/{sitting}/end", None),
    ("DELETE", "/api/school/record", None),
    ("POST", "/api/school/groups", {"name": "Mallory's"}),
    ("PUT", "/api/school/groups/{number}/members", {"people": []}),
    ("PUT", "/api/school/groups/{number}/name", {"name": "Mallory's"}),
    ("POST", "/api/school/assignments", {"lesson": LESSON, "people": ["Pit"]}),
    ("DELETE", "/api/school/assignments/{number}", None),
    ("DELETE", "/api/school/people/{name}/record", None),
    ("POST", "/api/school/certificates", {"person": "Pit", "lesson": LESSON, "game": "blackjack"}),
    ("POST", "/api/school/table-tests", TABLE_TEST),
    *(("POST", f"/api/workbench/{what}", {"text": ""}) for what in BENCH),
]
"""Everything over HTTP that changes something for who is signed in, or makes the server work."""

TO_COME_IN = ("/api/login", "/api/guest", "/api/carry/use")
"""What somebody without a session may send."""


def changes(table: int) -> list[tuple[str, str, Any]]:
    """The same at a table of this number, and for what else has one."""
    filled = {
        "table": table, "sitting": 1, "number": 1, "name": "Ann", "rules": "0" * 16,
        "day": "2026-01-01",
    }  # fmt: skip
    return [(method, path.format(**filled), body) for method, path, body in CHANGES]


def test_that_list_is_everything_that_changes_something() -> None:
    async def play() -> None:
        async with House() as house:
            schema = (await house.stranger().get("/openapi.json")).json()
            found = {
                (method.upper(), path)
                for path, methods in schema["paths"].items()
                for method in methods
                if method != "get"
            }
            known = {(method, path) for method, path, _ in CHANGES}
            assert found == known | {("POST", path) for path in TO_COME_IN}

    run(play())


@pytest.mark.parametrize("token", [None, "", "wrong", "ü", "x" * 1000])
def test_a_request_without_the_sessions_token_changes_nothing(token: str | None) -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit")
            table = await house.open()
            headers = [] if token is None else [(HEADER.encode(), token.encode())]
            for method, path, body in changes(table.house_table.id):
                async with unchanged(house):
                    answer = await pit.http.request(method, path, json=body, headers=headers)
                    sentence(answer, 403, f"{HEADER}: it must be the token of your session")

    run(play())


@pytest.mark.parametrize("origin", FOREIGN)
def test_requests_from_pages_of_another_site_change_nothing(origin: str) -> None:
    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit", password=PASSWORD)
            table = await house.open()
            headers = {HEADER: pit.csrf, "Origin": origin}
            login = {"name": "Pit", "password": PASSWORD}
            for method, path, body in (
                *changes(table.house_table.id), ("POST", "/api/login", login),
                ("POST", "/api/guest", None),
            ):  # fmt: skip
                async with unchanged(house):
                    answer = await pit.http.request(method, path, json=body, headers=headers)
                    sentence(answer, 403)
                    assert "set-cookie" not in answer.headers
            async with (
                unchanged(house),
                pit.at(table.house_table.id, headers={"origin": origin}) as it,
            ):
                assert it.closed == 4403
                assert it.said == []

    run(play())
