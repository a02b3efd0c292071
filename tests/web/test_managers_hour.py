"""A manager's hour: everything a pit does in one, each step refused to others and in the log."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import pytest

from pitboss.floor.commands import new_key
from pitboss.store.audit import Audit
from pitboss.store.clock import now_ms
from tests.web.house import PLENTY, House, Person, run
from tests.web.refusals import PASSWORD, sentence, unchanged
from tests.web.test_auditing import audited, play, until_closed

DAY = 86_400_000


async def acts(person: Person, **query: Any) -> list[dict[str, Any]]:
    answer = await person.get("/api/admin/acts", **query)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def test_a_managers_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    yesterday = now_ms() // DAY * DAY - DAY

    async def work() -> None:
        async with House() as house:
            pia, ann = house.person("Pia", "pit"), house.person("Ann", cents=PLENTY)
            # yesterday: ten tables with bots, at which Ann played
            monkeypatch.setattr("pitboss.floor.house_table.now_ms", lambda: yesterday + DAY // 2)
            numbers = []
            for _ in range(10):
                wanted = {
                    "game": "blackjack", "bots": 2, "betting_seconds": 600, "action_seconds": 600
                }  # fmt: skip
                opened = await pia.post("/api/tables", wanted)
                assert opened.status_code == 201, opened.text
                numbers.append(opened.json()["table"])
            monkeypatch.setattr("pitboss.web.table_host.BOT_SECONDS", 0.0)
            for place, number in enumerate(numbers):
                async with ann.at(number) as socket:
                    await play_rounds(socket, 1 + place % 2)
            monkeypatch.undo()
            # today: the hour
            paused, limited = numbers[3], numbers[5]
            reason = {"reason": "the shuffler jams"}
            assert (await pia.post(f"/api/tables/{paused}/pause", reason)).status_code == 204
            async with ann.at(paused) as socket:
                refused = await socket.do("bet", key=new_key(), seat=1, wagers={"main": 1000})
                assert "the table is paused (the shuffler jams)" in refused["error"]
            bar = {"player": "Ann", "reason": "counts cards aloud"}
            assert (await pia.post("/api/admin/bar", bar)).status_code == 204
            assert not any(
                "Ann" in host.house_table.seats.values() for host in house.hub.hosts.values()
            )
            async with ann.at(numbers[0]) as socket:
                assert (
                    "the pit has barred you"
                    in (await socket.do("sit", key=new_key(), seat=1))["error"]
                )
            had = house.balances()["wallet:Ann"]
            change = {"player": "ann", "cents": -12_50, "reason": "paid twice at table 2"}
            answer = await pia.post("/api/admin/wallet", change)
            assert answer.json() == {"player": "Ann", "cents": had - 12_50}
            assert house.balances()["wallet:Ann"] == had - 12_50
            limits = {"house": {"minimum": {"main": 2500}}, "reason": "a full house"}
            answer = await pia.send("PUT", f"/api/tables/{limited}/limits", limits)
            assert answer.status_code == 204
            # which table holds least against theory
            span = {"begin": yesterday, "end": yesterday + DAY}
            floor = await floor_with_theory(pia, span)
            least = min(floor, key=lambda one: one["figures"]["against"])
            by_hand = {number: held(house, number) for number in numbers}
            assert by_hand[least["id"]] == min(by_hand.values())
            assert least["figures"]["hold"] == pytest.approx(by_hand[least["id"]])
            assert {one["id"]: one["paused"] for one in floor}[paused] == "the shuffler jams"
            assert sum(one["figures"]["rounds"] for one in floor) == 15
            # yesterday's audit
            done = await audited(pia, span)
            assert done["result"]["sound"], done["result"]["findings"]
            assert done["result"]["counts"]["rounds"] == 15
            file = await pia.get(f"/api/admin/audit/reports/{done['report']}")
            report = file.json()
            assert (report["sound"], report["by"]) == (True, "Pia")
            assert {one["table"] for one in report["covers"]} == set(numbers)
            [kept] = (await pia.get("/api/admin/audit/reports")).json()
            assert kept["hash"] == hashlib.sha256(file.content).hexdigest()
            # and all of it is in the log, with who and why
            told = await acts(pia)
            kinds = [act["kind"] for act in told]
            assert kinds[:5] == [
                "AuditReported", "LimitsSet", "WalletAdjusted", "PlayerBarred", "TablePaused"
            ]  # fmt: skip
            assert kinds[5:] == ["TableOpened"] * 10
            assert {act["by"] for act in told} == {"Pia"}
            assert [act["reason"] for act in told[1:5]] == [
                "a full house", "paid twice at table 2", "counts cards aloud", "the shuffler jams"
            ]  # fmt: skip
            assert told[1]["what"] == "changed limits: minimum of main as usual → $25"
            assert told[0]["what"] == f"audited {kept['scope']}: sound, report {done['report']}"
            assert [act["table"] for act in told[1:5]] == [limited, None, None, paused]
            with house.database.read() as connection:
                assert list(Audit(connection).everything()) == []

    run(work())


async def floor_with_theory(person: Person, span: dict[str, int]) -> list[dict[str, Any]]:
    """The list once the solver has said what to expect; it is there before, without."""
    while True:
        found: list[dict[str, Any]] = (await person.get("/api/admin/floor", **span)).json()
        if all(one["figures"]["theory"] is not None for one in found):
            return found
        await asyncio.sleep(0.05)


async def play_rounds(socket: Any, rounds: int) -> None:
    """Sit down and play, standing on everything, while bots play beside."""
    assert (await socket.do("sit", key=new_key(), seat=1))["kind"] == "done"
    for number in range(1, rounds + 1):
        bet = await socket.do("bet", key=new_key(), seat=1, wagers={"main": 1000})
        assert bet["kind"] == "done", bet
        assert (await socket.do("deal", key=new_key()))["kind"] == "done"
        while True:
            await socket.until(
                lambda: _asks_me(socket.last) or socket.last["view"]["waits_for"] == "wagers"
            )
            view = socket.last["view"]
            if view["waits_for"] == "wagers":
                break
            if view["insurance_limit"]:
                await socket.do("insure", key=new_key(), seat=1, cents=0)
            else:
                await socket.do("act", key=new_key(), seat=1, move="stand")
        assert socket.last["view"]["round"] == number


def _asks_me(update: dict[str, Any]) -> bool:
    return bool(update["view"]["legal"] or update["view"]["insurance_limit"])


def held(house: House, number: int) -> float:
    """What the house kept of the stakes before the deal, from the ledger and the placed wagers."""
    rack = house.balances().get(f"house:{number}", 0)
    table = house.hub.hosts[number].house_table
    rounds = table.table.state.round
    staked = rounds * (1000 + 2 * 500)
    return rack / staked


@pytest.mark.parametrize("role", ["player", "dealer", "trainer", "auditor"])
def test_whoever_is_not_the_pit_is_refused_in_a_sentence(role: Any) -> None:
    why = {"reason": "because"}
    rule = {"below_cents": 1, "to_cents": 2, "a_day": 1} | why
    wanted = [
        ("POST", "/api/admin/wallet", {"player": "Ann", "cents": 1} | why),
        ("POST", "/api/admin/bar", {"player": "Ann"} | why),
        ("POST", "/api/admin/readmit", {"player": "Ann"} | why),
        ("POST", "/api/admin/accounts/disable", {"name": "Ann"} | why),
        ("POST", "/api/admin/accounts/enable", {"name": "Ann"} | why),
        ("POST", "/api/admin/accounts/password", {"name": "Ann", "password": PASSWORD} | why),
        ("PUT", "/api/admin/refill-rule", rule),
    ]

    async def work() -> None:
        async with House() as house:
            house.person("Ann")
            somebody = house.person("Somebody", role)
            number = (await house.open()).house_table.id
            tables = [("POST", f"/api/tables/{number}/{what}", why) for what in ("pause", "resume")]
            for method, path, body in [*wanted, *tables]:
                async with unchanged(house):
                    answer = await somebody.send(method, path, body)
                    sentence(answer, 403, f"role {role}: this is for pit")
            for path in (
                "/api/admin/acts", "/api/admin/people", "/api/admin/refill-rule",
                "/api/admin/audit/reports", "/api/admin/floor?begin=0&end=1",
            ):  # fmt: skip
                answer = await somebody.get(path)
                if role == "auditor":
                    assert answer.status_code == 200, answer.text
                else:
                    sentence(answer, 403, "this is for pit and auditor")

    run(work())


def test_the_pit_says_why_it_does_something_to_a_table() -> None:
    async def work() -> None:
        async with House() as house:
            pia, ann = house.person("Pia", "pit"), house.person("Ann")
            here = f"/api/tables/{(await house.open()).house_table.id}"
            async with unchanged(house):
                for none in ({}, {"reason": "   "}, {"reason": "two\nlines"}):
                    for what in ("pause", "close"):
                        answer = await pia.post(f"{here}/{what}", none)
                        sentence(answer, 409, "say why, in 1 to 200 characters on a line")
                    answer = await pia.send("PUT", f"{here}/limits", {"house": {}} | none)
                    sentence(answer, 409, "say why, in 1 to 200 characters on a line")
                sentence(await pia.post(f"{here}/close"), 409, "say why")
            opened = await ann.post("/api/tables", {"game": "blackjack", "private": True})
            hers = f"/api/tables/{opened.json()['table']}"  # is nobody else's business
            assert (await ann.post(f"{hers}/close")).status_code == 204

    run(work())


def test_a_disabled_account_is_out_at_once_and_its_owner_comes_back_with_a_new_password() -> None:
    async def work() -> None:
        async with House() as house:
            pia = house.person("Pia", "pit")
            ann = house.person("Ann", password=PASSWORD)
            live = await house.open()
            async with ann.at(live.house_table.id) as socket:
                await socket.do("sit", key=new_key(), seat=1)
                body = {"name": "Ann", "reason": "a stolen phone"}
                assert (await pia.post("/api/admin/accounts/disable", body)).status_code == 204
                await socket.until(lambda: socket.closed is not None)
            assert live.house_table.seats == {}
            assert (await ann.get("/api/me")).json() is None
            stranger = house.stranger()
            signing_in = {"name": "Ann", "password": PASSWORD}
            sentence(await stranger.post("/api/login", signing_in), 401, "not known here")
            assert (await pia.post("/api/admin/accounts/enable", body)).status_code == 204
            new = body | {"password": "another password"}
            assert (await pia.post("/api/admin/accounts/password", new)).status_code == 204
            sentence(await stranger.post("/api/login", signing_in), 401, "not known here")
            signing_in["password"] = "another password"
            assert (await stranger.post("/api/login", signing_in)).status_code == 200
            assert [act["kind"] for act in (await acts(pia))[:3]] == [
                "PasswordReset", "AccountEnabled", "AccountDisabled"
            ]  # fmt: skip
            sentence(
                await pia.post("/api/admin/accounts/disable", {"name": "Pia", "reason": "oops"}),
                409, "that is you; have another do it",
            )  # fmt: skip

    run(work())


def test_a_barred_player_plays_the_hand_out_and_then_leaves() -> None:
    async def work() -> None:
        async with House() as house:
            pia, ann = house.person("Pia", "pit"), house.person("Ann")
            live = await house.open()
            async with ann.at(live.house_table.id) as socket:
                await play(live, ann, steps=2)
                while not live.house_table.table.playing:  # a natural may end a round at once
                    await play(live, ann, steps=2, seed=live.house_table.seq)
                body = {"player": "Ann", "table": live.house_table.id, "reason": "spills drinks"}
                assert (await pia.post("/api/admin/bar", body)).status_code == 204
                assert live.house_table.seats == {1: "Ann"}
                await until_closed(live, ann)
                await socket.until(lambda: socket.last["seats"] == {})
            other = await house.open()
            async with ann.at(other.house_table.id) as socket:
                assert (await socket.do("sit", key=new_key(), seat=1))["kind"] == "done"
            assert (await pia.post("/api/admin/readmit", body)).status_code == 204
            async with ann.at(live.house_table.id) as socket:
                assert (await socket.do("sit", key=new_key(), seat=1))["kind"] == "done"

    run(work())


def test_an_audit_of_one_day_or_table_finds_what_was_changed_there_and_nothing_elsewhere() -> None:
    async def work() -> None:
        async with House() as house:
            eve, ann = house.person("Eve", "auditor"), house.person("Ann", cents=PLENTY)
            first, second = await house.open(), await house.open("half-back")
            for live in (first, second):
                await play(live, ann, steps=30)
                await until_closed(live, ann)
            house.database.write(
                lambda connection: connection.exec_driver_sql(
                    "UPDATE ledger SET cents = cents + 1 WHERE table_id = 2 AND line = 0 "
                    "AND seq = (SELECT max(seq) FROM results WHERE table_id = 2)"
                )
            ).result()
            today = {"begin": now_ms() // DAY * DAY, "end": now_ms() // DAY * DAY + DAY}
            assert (await audited(eve, {"table": 1}))["result"]["sound"]
            assert (await audited(eve, {"table": 1} | today))["result"]["sound"]
            for scope in ({"table": 2}, {"table": 2} | today, today):
                found = (await audited(eve, scope))["result"]
                assert [(one["kind"], one["table"]) for one in found["findings"]][:1] == [
                    ("ledger", 2)
                ]  # fmt: skip
            before = {"begin": 0, "end": 1}
            assert (await audited(eve, before))["result"]["counts"]["entries"] == 0
            sentence(
                await eve.post("/api/admin/audit", {"table": 9}), 404, "table = 9: there is none"
            )
            sentence(await eve.post("/api/admin/audit", {"begin": 1}), 422, "give both")
            # no seal that could give a hidden card away
            await play(first, ann, steps=2, seed=7)
            report = (await audited(eve, {"table": 1}))["report"]
            [covers] = (await eve.get(f"/api/admin/audit/reports/{report}")).json()["covers"]
            assert covers["sealed"] < covers["last"]

    run(work())


def test_a_guests_table_that_nobody_was_at_is_closed_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        async with House() as house:
            guest = house.stranger()
            guest.csrf = (await guest.post("/api/guest")).json()["csrf"]
            opened = await guest.post("/api/tables", {"game": "blackjack", "private": True})
            number = opened.json()["table"]
            kept = await house.open(by="the pit")
            await house.hub.close_abandoned()
            assert number in house.hub.hosts  # not yet
            monkeypatch.setattr("pitboss.web.hub.ABANDONED_MS", -1)
            await house.hub.close_abandoned()
            assert number not in house.hub.hosts
            assert kept.house_table.id in house.hub.hosts
            pia = house.person("Pia", "pit")
            [closed] = await acts(pia, kind="TableClosed")
            assert (closed["table"], closed["by"]) == (number, "")
            assert closed["reason"] == "nobody was at this table for a day"

    run(work())
