"""What people do at a live table, from sitting down to the end of a round, and its log."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

from pitboss import cards
from pitboss.floor import commands as cmd
from pitboss.store import journal
from pitboss.store.records import Entry
from pitboss.store.sealed import PromisedShoe, SealedShoe
from pitboss.store.shuffling import Seeds
from pitboss.table import events as ev
from pitboss.web.messages import Denied
from pitboss.web.table_host import TableHost
from tests.web.house import House, Person, next_command

SOON = 0.15
"""Seconds a table waits for people who do nothing; far less than anything else is waited for."""


def deal_these(order: str, monkeypatch: pytest.MonkeyPatch, *, last: bool = False) -> None:
    """Have every shoe begin with these cards, after the burned one, or end with them."""
    chosen = cards.parse_all(order)

    def shuffled(promise: PromisedShoe, _: Seeds, deck: Iterable[int]) -> SealedShoe:
        rest = list(deck)
        if promise.number > 1 and last:
            return SealedShoe(promise.number, bytes(rest), promise.server_seed)
        for card in chosen:
            rest.remove(card)
        whole = [*rest, *chosen] if last else [rest.pop(), *chosen, *rest]
        return SealedShoe(promise.number, bytes(whole), promise.server_seed)

    monkeypatch.setattr(PromisedShoe, "shuffled", shuffled)


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


async def until(holds: Callable[[], bool], seconds: float = 120) -> None:
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
