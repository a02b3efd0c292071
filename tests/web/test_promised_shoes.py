"""Shoes are promised, then players add seeds, then they are shuffled and dealt as those say."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pitboss.floor import commands as cmd
from pitboss.rules.limits import House as HouseSettings
from pitboss.store import records, schema
from pitboss.store.records import Entry
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.log import card_of
from tests.store.shuffled import check_shoes
from tests.web.house import House, run
from tests.web.sitting import begin, deal_these, do, entries_of, happened, some_rounds


def promised_and_dealt(entries: list[Entry]) -> tuple[dict[int, str], dict[int, list[int]]]:
    """By shoe: what was promised, and the cards that were dealt after the shuffle, in order."""
    promised: dict[int, str] = {}
    dealt: dict[int, list[int]] = {}
    number = 0
    for event in (event for entry in entries for event in entry.events):
        if isinstance(event, records.ShoeCommitted):
            assert event.number not in promised
            promised[event.number] = event.commitment
        if isinstance(event, records.ShoeSeeded):
            number = event.number
            assert number in promised
            dealt[number] = []
        card = card_of(event)
        if card is not None:
            dealt[number].append(card)  # a card before any shuffle has no place to go
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
            assert len(revealed) == len(dealt) - 1 == len(promised) - 2 >= 1
            assert check_shoes(entries, 6) == len(revealed)
            for number, shoe in revealed.items():
                order = bytes.fromhex(shoe.cards)
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
            assert check_shoes(entries, 6) == 12
            assert all(4 <= len(dealt[number]) < 40 for number in range(1, 13))
            assert 13 not in dealt
            assert len(happened(house, table, records.ShoeRevealed)) == 12
            assert happened(house, table, ev.TopCardBurned) == []
            assert len(set(promised.values())) == 13

    run(play())


def test_a_shoe_that_runs_out_as_the_round_ends_is_revealed_with_the_one_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The dealer's last card comes from the reshuffled discards, and the round is over with it."""

    async def play() -> None:
        deal_these("Ts Td Tc 6h", monkeypatch, last=True)
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            await begin(table, ann, deal=False)
            assert table.house_table.shoe is not None
            table.house_table.shoe.position = len(table.house_table.shoe.cards) - 4
            await do(table, ann, cmd.Deal(key="deals", seen=9999))
            assert table.house_table.table.want == Want.DECISION
            await do(table, ann, cmd.Act(key="stands", seen=9999, seat=1, move="stand"))
            assert not table.house_table.table.playing
            events = [event for _, event in happened(house, table, records.ShoeCommitted)]
            assert [event.number for event in events] == [1, 2, 3]
            revealed = [event for _, event in happened(house, table, records.ShoeRevealed)]
            assert [event.number for event in revealed] == [1, 2]
            assert table.house_table.shoe is None
            assert table.house_table.promise is not None
            assert table.house_table.promise.number == 3

    run(play())
