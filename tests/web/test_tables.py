"""Live tables from the first wager to the last: clocks, people who leave, bots, typed cards."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from pitboss import cards, games
from pitboss.cards import DECK
from pitboss.floor import commands as cmd
from pitboss.rules.limits import House as HouseSettings
from pitboss.store import journal, records, schema
from pitboss.store.records import Entry
from pitboss.store.sealed import SealedShoe, commitment
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.log import card_of
from pitboss.web import table_host
from pitboss.web.hub import Hub
from pitboss.web.messages import Denied
from pitboss.web.table_host import TableHost
from tests.web.house import House, Person, next_command, same

SOON = 0.15
"""Seconds a table waits for people who do nothing; far less than anything else is waited for."""


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def deal_these(order: str, monkeypatch: pytest.MonkeyPatch, *, last: bool = False) -> None:
    """Have every shoe begin with these cards, after the burned one, or end with them."""
    chosen = cards.parse_all(order)

    def shuffled(number: int, deck: Any) -> SealedShoe:
        rest = list(deck)
        if number > 1 and last:
            return SealedShoe(number, bytes(rest), bytes(32))
        for card in chosen:
            rest.remove(card)
        whole = [*rest, *chosen] if last else [rest.pop(), *chosen, *rest]
        return SealedShoe(number, bytes(whole), bytes(32))

    monkeypatch.setattr(SealedShoe, "shuffled", shuffled)


async def do(table: TableHost, person: Person, command: cmd.AnyCommand) -> None:
    answer = await table.command(command, person.account)
    assert not isinstance(answer, Denied), answer


async def begin(table: TableHost, *people: Person, cents: int = 1000, deal: bool = True) -> None:
    """These people sit down from seat 1 on, wager and have the cards dealt."""
    wagers = dict.fromkeys(table.house_table.table.tables.opening, cents)
    for seat, person in enumerate(people, start=1):
        await do(table, person, cmd.Sit(key=f"{person.name} sits", seen=1, seat=seat))
    for seat, person in enumerate(people, start=1):
        bet = cmd.Bet(key=f"{person.name} bets", seen=9999, seat=seat, wagers=wagers)
        await do(table, person, bet)
    if deal:
        await do(table, people[0], cmd.Deal(key=f"{people[0].name} deals", seen=9999))


async def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


def hurry(table: TableHost) -> None:
    """From now on decisions at this table are made soon."""
    table.house_table.settings = msgspec.structs.replace(
        table.house_table.settings, action_seconds=SOON
    )
    table.stop()
    table.schedule()


def entries_of(house: House, table: TableHost) -> list[Entry]:
    with house.database.read() as connection:
        return list(journal.entries(connection, table.house_table.id))


def happened(house: House, table: TableHost, kind: type[ev.Event]) -> list[tuple[str, Any]]:
    """Events of a kind, with who caused them."""
    return [
        (entry.actor, event)
        for entry in entries_of(house, table)
        for event in entry.events
        if isinstance(event, kind)
    ]


# Clocks


def test_wagers_are_closed_when_the_time_for_them_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 7d 9c 8h", monkeypatch)
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open(betting_seconds=SOON)
            await do(table, bob, cmd.Sit(key="sits", seen=1, seat=2))  # and never wagers
            await begin(table, ann, deal=False)
            await until(lambda: table.house_table.table.playing)
            assert [who for who, _ in happened(house, table, ev.WagersClosed)] == [""]
            assert [seat.number for seat in table.house_table.table.state.seats] == [1]

    run(play())


def test_a_hand_stands_when_the_time_for_its_decision_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        deal_these("Ts 5h 7d 2c 6s Th", monkeypatch)  # 12 and 11 against 17
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open(action_seconds=SOON)
            await begin(table, ann, bob)
            await until(lambda: not table.house_table.table.playing)
            stood = happened(house, table, ev.HandStood)
            assert stood == [("", ev.HandStood(1, 0, 12)), ("", ev.HandStood(2, 0, 11))]
            assert house.balances()["wallet:Ann"] == 99_000

    run(play())


def test_insurance_is_declined_when_the_time_for_it_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 5h Ad 9c 6s Kh", monkeypatch)  # the dealer has a natural
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open()
            await begin(table, ann, bob)
            assert table.house_table.table.want == Want.INSURANCE
            await do(table, bob, cmd.Insure(key="insures", seen=9999, seat=2, cents=500))
            hurry(table)
            await until(lambda: not table.house_table.table.playing)
            assert happened(house, table, ev.InsuranceDeclined) == [("", ev.InsuranceDeclined(1))]
            assert house.balances()["wallet:Ann"] == 99_000
            assert house.balances()["wallet:Bob"] == 100_000  # 2 to 1 on half covers it

    run(play())


def test_a_card_that_could_be_burned_is_kept_when_the_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        deal_these("2s 7d 3c Th Ks", monkeypatch)  # 5 draws a king against 17
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open("mulligan-21")
            await begin(table, ann)
            await do(table, ann, cmd.Act(key="hit", seen=9999, seat=1, move="hit"))
            assert table.house_table.table.legal_names() == ["burn", "keep"]
            hurry(table)
            await until(lambda: not table.house_table.table.playing)
            offers = happened(house, table, ev.ReplacementOffered)
            assert [event.card for _, event in offers] == [cards.parse("Ks")]
            kept = happened(house, table, ev.CardKept)
            assert [(who, event.card) for who, event in kept] == [("", cards.parse("Ks"))]

    run(play())


def test_everyone_is_told_until_when_a_question_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 7d 2c Th 3s", monkeypatch)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            async with ann.at(table.house_table.id) as socket:
                await socket.do("sit", seat=1)
                assert socket.last["deadline"] is None
                for what, fields in (
                    ("bet", {"seat": 1, "wagers": {"main": 1000}}), ("deal", {}),
                    ("act", {"seat": 1, "move": "hit"}),
                ):  # fmt: skip
                    await socket.do(what, **fields)
                    assert socket.last["deadline"] == table.deadline is not None
                await socket.do("act", seat=1, move="stand")
                assert socket.last["deadline"] is table.deadline is None

    run(play())


def test_an_answer_given_in_time_starts_a_new_clock_however_slow_the_store_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        deal_these("2s 7d 3c Th 2d 3s", monkeypatch)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            await begin(table, ann)
            house.database.write(lambda _: time.sleep(3 * SOON))  # the disk is busy
            hurry(table)
            await do(table, ann, cmd.Act(key="hit", seen=9999, seat=1, move="hit"))
            assert table.deadline is not None
            deadline = table.deadline
            await until(lambda: not table.house_table.table.playing)
            stood = entries_of(house, table)[-1]
            assert stood.actor == ""
            assert any(isinstance(event, ev.HandStood) for event in stood.events)
            assert stood.at >= deadline - 20  # a clock may be off by some milliseconds

    run(play())


# Leaving and coming back


def test_who_lost_the_connection_comes_back_to_the_same_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        deal_these("Ts 7d 2c Th 3s", monkeypatch)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            async with ann.at(table.house_table.id) as socket:
                await socket.do("sit", seat=1)
                await socket.do("bet", seat=1, wagers={"main": 1000})
                await socket.do("deal")
                last = socket.last
            assert table.watchers == set()
            async with ann.at(table.house_table.id) as socket:
                for part in ("view", "version", "turn", "seats", "shoe", "wallet", "deadline"):
                    assert socket.last[part] == last[part]
                assert socket.last["view"]["legal"] == ["stand", "hit", "double"]
                assert (await socket.do("act", seat=1, move="stand"))["kind"] == "done"

    run(play())


def test_a_seat_is_free_again_when_its_player_has_been_away_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_host, "AWAY_MS", 100)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            async with ann.at(table.house_table.id) as socket:
                await socket.do("sit", seat=3)
            await until(lambda: table.house_table.seats == {})
            assert happened(house, table, records.SeatLeft) == [("", records.SeatLeft(3, "Ann"))]

    run(play())


def test_a_seat_whose_player_does_not_come_back_after_a_restart_is_free_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_host, "AWAY_MS", 100)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open(bots=1)
            await do(table, ann, cmd.Sit(key="sits", seen=9, seat=3))
            house.hub.lose(table)
            found = await house.hub.find(table.house_table.id)
            assert found is not table
            assert found.house_table.seats[3] == "Ann"
            await until(lambda: 3 not in found.house_table.seats)
            assert len(found.house_table.seats) == 1  # the bot's

    run(play())


# Bots


def test_bots_play_their_hands_and_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_host, "BOT_SECONDS", 0.01)
        # seat 1, then the bots in 6 and 7; an ace up and no natural under it
        deal_these("Ts 2h Td Ad 9c 3h Tc 8s", monkeypatch)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open(bots=2)
            await begin(table, ann)
            state = table.house_table.table.state
            assert [seat.player for seat in state.seats] == ["Ann", "bot 1.2", "bot 1.1"]
            await until(lambda: table.house_table.table.insurance_seats() == [1])
            await asyncio.sleep(0.1)  # ten times as long as a bot thinks
            assert table.house_table.table.insurance_seats() == [1]
            await do(table, ann, cmd.Insure(key="insures", seen=9999, seat=1, cents=500))
            assert table.house_table.table.seat.number == 1
            await do(table, ann, cmd.Act(key="stands", seen=9999, seat=1, move="stand"))
            await until(lambda: not table.house_table.table.playing)
            drew = [event for _, event in happened(house, table, ev.HitTaken)]
            assert drew
            assert {event.seat for event in drew} == {6}
            assert sum(house.balances().values()) == 0

    run(play())


# Typed tables


def test_a_typed_table_follows_a_real_one_with_a_hole_card_nobody_has_seen() -> None:
    async def play() -> None:
        async with House() as house:
            ann, dora = house.person("Ann"), house.person("Dora", "dealer")
            table = await house.open(typed=True)
            assert table.house_table.shoe is None
            number = table.house_table.id
            async with ann.at(number) as hers, dora.at(number) as deals:
                await hers.do("sit", seat=1)
                await hers.do("bet", seat=1, wagers={"main": 1000})
                await hers.do("deal")
                for card in ("Ts", "Kd", "9c"):
                    assert (await deals.do("card", card=card, seen=9999))["kind"] == "done"
                assert (await deals.do("card", seen=9999))["kind"] == "done"
                await hers.until(lambda: hers.last["view"]["waits_for"] == "peek")
                assert hers.last["view"]["dealer"]["cards"] == ["Kd", "??"]
                early = await hers.do("act", seat=1, move="stand", seen=9999)
                assert "the table waits for the dealer's peek" in early["error"]
                assert (await deals.do("peek", natural=False, seen=9999))["kind"] == "done"
                assert (await hers.do("act", seat=1, move="stand", seen=9999))["kind"] == "done"
                wrong = await deals.do("card", card="As", seen=9999)
                assert "the peek said no natural under Kd" in wrong["error"]
                assert (await deals.do("card", card="8h", seen=9999))["kind"] == "done"
                await hers.until(lambda: hers.last["view"]["waits_for"] == "wagers")
                assert hers.last["wallet"] == 101_000  # 19 against 18
                assert (await deals.do("shuffle"))["kind"] == "done"
            assert house.rows(sa.select(schema.shoes)) == []

    run(play())


# Games, limits, closing


OWN = """
id = "own"
name = "Own Game"
summary = "Blackjack that pays 6 to 5."
source = "a designer"
based-on = "blackjack"
"""


def test_a_designers_game_uploaded_by_the_pit_is_played_and_survives_a_restart() -> None:
    async def play() -> None:
        async with House() as house:
            pit, ann = house.person("Pit", "pit"), house.person("Ann")
            text = games.source("lucky-stiff").replace('id = "lucky-stiff"', 'id = "own"', 1)
            for file in (OWN, text):
                answer = await pit.post("/api/tables", {"file": file, "name": "Tonight"})
                assert answer.status_code == 201, answer.text
                number = answer.json()["table"]
                shown = (await ann.get(f"/api/tables/{number}")).json()
                assert (shown["name"], shown["game"]["id"]) == ("Tonight", "own")
                table = await house.hub.find(number)
                await do(table, ann, cmd.Sit(key=f"sits {number}", seen=1, seat=1))
                rng = random.Random(3)
                for step in itertools.count():
                    if table.house_table.table.state.round == 3:
                        break
                    if step == 4:
                        house.hub.lose(table)
                        table = await house.hub.find(number)
                    _, command = next_command(table, rng, f"{number} {step}")
                    await do(table, ann, command)
                assert table.house_table.opened.source == file
            assert sum(house.balances().values()) == 0

    run(play())


def test_limits_change_between_rounds_and_wagers_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 7d 9c Th", monkeypatch)
        async with House() as house:
            pit, ann = house.person("Pit", "pit"), house.person("Ann")
            table = await house.open()
            path = f"/api/tables/{table.house_table.id}/limits"
            body = {"house": {"minimum": {"main": 2500}}}
            await begin(table, ann, deal=False)
            assert house.balances()["wallet:Ann"] == 99_000
            assert (await pit.send("PUT", path, body)).status_code == 204
            assert house.balances()["wallet:Ann"] == 100_000
            bet = cmd.Bet(key="low", seen=9999, seat=1, wagers={"main": 1000})
            answer = await table.command(bet, ann.account)
            assert isinstance(answer, Denied)
            assert "the table's minimum is $25" in answer.error
            bet = cmd.Bet(key="high", seen=9999, seat=1, wagers={"main": 2500})
            await do(table, ann, bet)
            await do(table, ann, cmd.Deal(key="deals", seen=9999))
            before = house.dump()
            refused = await pit.send("PUT", path, {"house": {}})
            assert refused.status_code == 409
            assert "limits cannot change in the middle of a round" in refused.json()["error"]
            assert same(before, house.dump())
            house.hub.lose(table)
            found = await house.hub.find(table.house_table.id)
            assert found.house_table.table.limits.minimum["main"] == 2500

    run(play())


def test_closing_a_table_gives_wagers_back_and_reveals_the_shoe() -> None:
    async def play() -> None:
        async with House() as house:
            pit, ann = house.person("Pit", "pit"), house.person("Ann")
            table = await house.open()
            number = table.house_table.id
            async with ann.at(number) as socket:
                await socket.do("sit", seat=1)
                await socket.do("bet", seat=1, wagers={"main": 1000})
                promised = socket.last["shoe"]["commitment"]
                assert (await pit.post(f"/api/tables/{number}/close")).status_code == 204
                await socket.until(lambda: socket.closed is not None)
                assert socket.last["closed"]
                assert (socket.last["seats"], socket.last["wallet"]) == ({}, 100_000)
                [shoe] = [one for one in socket.last["events"] if one["type"] == "ShoeRevealed"]
                order, nonce = bytes.fromhex(shoe["cards"]), bytes.fromhex(shoe["nonce"])
                assert hashlib.sha256(nonce + order).hexdigest() == promised
                assert sorted(order) == sorted(list(DECK) * 6)
            assert (await ann.get("/api/tables")).json() == []
            again = await house.hub.find(number)
            answer = await again.command(cmd.Sit(key="x", seen=99, seat=1), ann.account)
            assert isinstance(answer, Denied)
            assert answer.error == f"table {number}: it is closed"

    run(play())


def test_a_table_is_not_closed_in_mid_round_nor_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 7d 9c Th", monkeypatch)
        async with House() as house:
            pit, ann = house.person("Pit", "pit"), house.person("Ann")
            table = await house.open()
            close = f"/api/tables/{table.house_table.id}/close"
            await begin(table, ann)
            before = house.dump()
            answer = await pit.post(close)
            assert answer.status_code == 409
            assert "a round is being played" in answer.json()["error"]
            assert same(before, house.dump())
            await do(table, ann, cmd.Act(key="stands", seen=9999, seat=1, move="stand"))
            assert (await pit.post(close)).status_code == 204
            before = house.dump()
            limits = f"/api/tables/{table.house_table.id}/limits"
            for again in (await pit.post(close), await pit.send("PUT", limits, {"house": {}})):
                assert again.status_code == 409
                assert again.json()["error"] == f"table {table.house_table.id}: it is closed"
            assert same(before, house.dump())

    run(play())


# Shoes


async def some_rounds(table: TableHost, people: list[Person], rounds: int) -> None:
    rng = random.Random(rounds)
    by_name = {person.name: person for person in people}
    for seat, person in enumerate(people, start=1):
        await do(table, person, cmd.Sit(key=f"sit {seat}", seen=1, seat=seat))
    for step in itertools.count():
        house_table = table.house_table
        if (
            house_table.table.state.round >= rounds
            and not house_table.table.playing
            and not house_table.table.state.felt
        ):
            return
        player, command = next_command(table, rng, f"step {step}")
        await do(table, by_name[player], command)


def promised_and_dealt(entries: list[Entry]) -> tuple[dict[int, str], dict[int, list[int]]]:
    """By shoe: what was promised, and the cards that were dealt after the promise, in order."""
    promised: dict[int, str] = {}
    dealt: dict[int, list[int]] = {}
    number = 0
    for event in (event for entry in entries for event in entry.events):
        if isinstance(event, records.ShoeCommitted):
            number = event.number
            assert number not in promised
            promised[number], dealt[number] = event.commitment, []
        card = card_of(event)
        if card is not None:
            dealt[number].append(card)  # a card before any promise has no place to go
    return promised, dealt


def test_what_was_dealt_is_what_was_promised_before_the_first_card() -> None:
    async def play() -> None:
        async with House() as house:
            people = [house.person(name, cents=1_000_000) for name in ("Ann", "Bob", "Cy")]
            table = await house.open()
            await some_rounds(table, people, 30)
            entries = entries_of(house, table)
            promised, dealt = promised_and_dealt(entries)
            revealed = {
                event.number: event
                for entry in entries
                for event in entry.events
                if isinstance(event, records.ShoeRevealed)
            }
            assert len(revealed) == len(promised) - 1 >= 1
            for number, shoe in revealed.items():
                order = bytes.fromhex(shoe.cards)
                assert commitment(order, bytes.fromhex(shoe.nonce)) == promised[number]
                assert list(order[: len(dealt[number])]) == dealt[number]
                assert 234 <= len(dealt[number]) < 312  # three quarters of six decks, then the rest
            rows = {row.number: row for row in house.rows(sa.select(schema.shoes))}
            for number, row in rows.items():
                assert (row.revealed is not None) == (number in revealed)
                assert row.commitment == promised[number]

    run(play())


def test_a_continuous_shuffler_promises_each_round() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=1_000_000)
            table = await house.open(house=HouseSettings(shoe="csm"))
            await some_rounds(table, [ann], 12)
            entries = entries_of(house, table)
            promised, dealt = promised_and_dealt(entries)
            assert len(promised) == 13  # the next round's too
            assert all(4 <= len(dealt[number]) < 40 for number in range(1, 13))
            assert dealt[13] == []
            assert len(happened(house, table, records.ShoeRevealed)) == 12
            assert happened(house, table, ev.TopCardBurned) == []
            assert len(set(promised.values())) == 13

    run(play())


def test_a_shoe_that_runs_out_as_the_round_ends_is_followed_by_two_promises(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The dealer's last card comes from the reshuffled discards, and the round is over with it."""

    async def play() -> None:
        deal_these("Ts Td Tc 6h", monkeypatch, last=True)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            assert table.house_table.shoe is not None
            table.house_table.shoe.position = len(table.house_table.shoe.cards) - 4
            await begin(table, ann)
            assert table.house_table.table.want == Want.DECISION
            await do(table, ann, cmd.Act(key="stands", seen=9999, seat=1, move="stand"))
            assert not table.house_table.table.playing
            events = [event for _, event in happened(house, table, records.ShoeCommitted)]
            assert [event.number for event in events] == [1, 2, 3]
            revealed = [event for _, event in happened(house, table, records.ShoeRevealed)]
            assert [event.number for event in revealed] == [1, 2]
            assert table.house_table.shoe is not None
            assert table.house_table.shoe.number == 3
            assert len(table.house_table.shoe.cards) == 312

    run(play())


# History


def test_sessions_that_are_over_and_commands_of_days_ago_are_forgotten() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            await do(table, ann, cmd.Sit(key="now", seen=1, seat=1))
            long_ago = {"expires": 1, "at": 1, "key": "then", "token": "of old"}

            def work(connection: sa.Connection) -> None:
                for kept in (schema.sessions, schema.commands):
                    row = dict(connection.execute(sa.select(kept)).one()._mapping)
                    old = {name: long_ago.get(name, value) for name, value in row.items()}
                    connection.execute(sa.insert(kept), old)

            house.database.write(work).result()
            again = Hub(house.database, "")  # another server starts
            await again.start()
            try:
                await until(lambda: len(house.rows(sa.select(schema.commands))) == 1)
                assert [row.key for row in house.rows(sa.select(schema.commands))] == ["now"]
                assert [row.expires > 1 for row in house.rows(sa.select(schema.sessions))] == [True]
            finally:
                await again.stop()

    run(play())


def test_history_shows_rounds_whole_however_few_are_asked_for() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=10_000_000)
            table = await house.open("blackjack-tie")
            for seat in range(2, 8):
                await do(table, ann, cmd.Sit(key=f"more {seat}", seen=1, seat=seat))
            await some_rounds(table, [ann], 6)
            results = house.rows(sa.select(schema.results))
            expected = {
                number: sum(row.returned - row.stake for row in results if row.round == number)
                for number in range(1, 7)
            }
            assert max(sum(row.round == n for row in results) for n in expected) > 10
            found = (await ann.get("/api/rounds", most=6)).json()
            assert {one["round"]: one["net"] for one in found} == expected
            pages: list[dict[str, Any]] = []
            before: dict[str, int] = {}
            while page := (await ann.get("/api/rounds", most=1, **before)).json():
                pages += page
                before = {"before": page[-1]["at"]}
            assert [(one["round"], one["net"]) for one in pages] == [
                (number, expected[number]) for number in range(6, 0, -1)
            ]

    run(play())


def test_an_unfinished_round_shows_no_hole_card_to_anyone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        deal_these("Ts 7d 9c Jh", monkeypatch)
        async with House() as house:
            ann, eve = house.person("Ann"), house.person("Eve", "auditor")
            table = await house.open()
            await begin(table, ann)
            for person in (ann, eve):
                answer = await person.get(f"/api/tables/{table.house_table.id}/rounds/1")
                assert {"type": "HoleCardDealt", "card": None} in answer.json()["entries"][-1][
                    "events"
                ]
                assert f'"card":{cards.parse("Jh")}' not in answer.text.replace(" ", "")
            await do(table, ann, cmd.Act(key="stands", seen=9999, seat=1, move="stand"))
            answer = await ann.get(f"/api/tables/{table.house_table.id}/rounds/1")
            turned = {"type": "HoleCardTurned", "card": cards.parse("Jh")}
            assert turned in answer.json()["entries"][-1]["events"]
            assert json.dumps(turned).replace(" ", "") in answer.text

    run(play())
