"""What each role may do; whoever may not is refused with a sentence, and nothing has changed."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor import commands as cmd
from pitboss.store import accounts
from pitboss.store.accounts import ROLES
from pitboss.web.messages import Denied
from tests.web.house import House, run
from tests.web.refusals import PASSWORD, sentence, unchanged


def test_nobody_acts_for_another_players_seat() -> None:
    async def play() -> None:
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open()
            number = table.house_table.id
            async with ann.at(number) as hers, bob.at(number) as his:
                assert (await hers.do("sit", seat=1))["kind"] == "done"
                assert (await his.do("sit", seat=2))["kind"] == "done"
                for seat, socket in ((1, hers), (2, his)):
                    bet = await socket.do("bet", seat=seat, wagers={"main": 1000}, seen=99)
                    assert bet["kind"] == "done"
                for commands in (
                    ("stand-up", {}), ("take-up", {}), ("bet", {"wagers": {"main": 2000}}),
                    ("act", {"move": "stand"}), ("insure", {"cents": 0}), ("even-money", {}),
                ):  # fmt: skip
                    async with unchanged(house):
                        answer = await his.do(commands[0], seat=1, seen=99, **commands[1])
                        assert answer["kind"] == "refused"
                        assert answer["error"] == "seat = 1: it is not yours"

    run(play())


@pytest.mark.parametrize("role", ["player", "dealer", "auditor"])
def test_only_the_pit_runs_tables_and_makes_accounts(role: accounts.Role) -> None:
    async def play() -> None:
        async with House() as house:
            table = await house.open()
            somebody = house.person("Somebody", role)
            number = table.house_table.id
            made = {"name": "Mallory", "password": PASSWORD, "role": "pit"}
            for method, path, body in (
                ("POST", f"/api/tables/{number}/close", None),
                ("PUT", f"/api/tables/{number}/limits", {"house": {}}),
                ("POST", "/api/accounts", made),
            ):
                async with unchanged(house):
                    answer = await somebody.send(method, path, body)
                    sentence(answer, 403, f"role {role}: this is for pit")
            wanted: tuple[dict[str, Any], ...] = (
                {"game": "blackjack"},
                {"game": "blackjack", "private": True, "typed": True},
                {"game": "blackjack", "private": True, "house": {"minimum": {"main": 1}}},
                {"file": 'id = "own"', "private": True},
            )
            for table_body in wanted:
                async with unchanged(house):
                    sentence(await somebody.post("/api/tables", table_body), 403, f"role {role}: ")

    run(play())


@pytest.mark.parametrize("role", ["player", "dealer"])
def test_the_books_are_for_the_pit_and_the_auditor(role: accounts.Role) -> None:
    async def play() -> None:
        async with House() as house:
            table = await house.open()
            somebody, auditor = house.person("Somebody", role), house.person("Eve", "auditor")
            for path in (
                "/api/admin/overview", f"/api/admin/tables/{table.house_table.id}/hold",
                f"/api/admin/tables/{table.house_table.id}/export", "/api/admin/audit",
                "/api/admin/monitor?day=2026-11-16",
            ):  # fmt: skip
                async with unchanged(house):
                    sentence(await somebody.get(path), 403, "this is for pit and auditor")
                    assert "/tables/" in path or (await auditor.get(path)).status_code == 200

    run(play())


def test_an_auditor_reads_everything_and_changes_nothing() -> None:
    async def play() -> None:
        async with House() as house:
            auditor = house.person("Eve", "auditor")
            table = await house.open(private=True)
            number = table.house_table.id
            async with unchanged(house):
                answer = await auditor.post("/api/tables", {"game": "blackjack", "private": True})
                sentence(answer, 403, "role auditor: you read everything and change nothing")
                async with auditor.at(number) as socket:
                    for what, fields in (
                        ("sit", {"seat": 1}), ("deal", {}), ("shuffle", {}), ("card", {}),
                        ("bet", {"seat": 1, "wagers": {"main": 1000}}),
                    ):  # fmt: skip
                        said = await socket.do(what, **fields)
                        assert said["kind"] == "refused"
                        assert said["error"] == (
                            "role auditor: you read everything and change nothing"
                        )
                for path in (f"/api/tables/{number}", "/api/tables", "/api/admin/overview"):
                    assert (await auditor.get(path)).status_code == 200
            assert house.balances().get("wallet:Eve", 0) == 0

    run(play())


@pytest.mark.parametrize("role", ["pit", "auditor"])
def test_nobody_opens_the_cage(role: accounts.Role) -> None:
    """Table 0 is where play money comes from; it is no table, and guests still get theirs."""

    async def play() -> None:
        async with House() as house:
            somebody = house.person("Somebody", role)
            async with unchanged(house):
                sentence(await somebody.get("/api/tables/0"), 404, "table = 0: there is none")
                sentence(await somebody.get("/api/tables/0/rounds/1"), 404, "table = 0")
                sentence(await somebody.get("/api/admin/tables/0/hold"), 404, "table = 0")
                sentence(await somebody.get("/api/admin/tables/0/export"), 404, "table = 0")
                if role == "pit":
                    sentence(await somebody.post("/api/tables/0/close"), 404, "table = 0")
                    answer = await somebody.send("PUT", "/api/tables/0/limits", {"house": {}})
                    sentence(answer, 404, "table = 0")
            assert (await house.stranger().post("/api/guest")).status_code == 200

    run(play())


@pytest.mark.parametrize("role", ROLES)
def test_only_dealers_type_cards_and_only_at_typed_tables(role: accounts.Role) -> None:
    async def play() -> None:
        async with House() as house:
            somebody = house.person("Somebody", role)
            dealt, typed = await house.open(), await house.open(typed=True)
            for command in (
                cmd.Card(key="c", seen=1, card="As"), cmd.Peek(key="p", seen=1, natural=True),
                cmd.Shuffle(key="s", seen=1),
            ):  # fmt: skip
                async with unchanged(house):
                    answer = await dealt.command(command, somebody.account)
                    assert isinstance(answer, Denied)
                    assert role == "auditor" or answer.error == (
                        "cards: only the dealer of a table that follows a real one types them"
                    )
            answer = await typed.command(cmd.Shuffle(key="t", seen=1), somebody.account)
            assert isinstance(answer, Denied) == (role not in ("dealer", "pit"))

    run(play())
