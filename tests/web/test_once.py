"""Commands that come twice, late, in another order or not at all: each is done once or not."""

from __future__ import annotations

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
import sqlalchemy as sa

from pitboss import games
from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.store import journal, records, schema
from pitboss.table.engine import Table
from pitboss.web import table_host
from pitboss.web.messages import Denied, Done
from pitboss.web.table_host import TableHost
from tests.effort import size
from tests.web.house import PLENTY, House, Person, next_command

COMMANDS = size("COMMANDS", usual=5_000, whole=10_000)
"""Deliveries in all, over a table of each game."""
EACH = COMMANDS // len(games.BUILT_IN)


class Network:
    """What lies between a client and a table: copies, delays, losses, another order."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.under_way: list[tuple[int, str, cmd.AnyCommand]] = []
        self.lost = 0

    def send(self, tick: int, player: str, command: cmd.AnyCommand) -> None:
        """Accept a command: it may arrive never, now, later, or several times."""
        if self.rng.random() < 0.15:
            self.lost += 1
            return
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            delay = 0 if self.rng.random() < 0.6 else self.rng.randrange(40)
            self.under_way.append((tick + delay, player, command))

    def deliver(self, tick: int) -> Iterator[tuple[str, cmd.AnyCommand]]:
        """Whatever arrives now, in any order."""
        there = [one for one in self.under_way if one[0] <= tick]
        self.under_way = [one for one in self.under_way if one[0] > tick]
        self.rng.shuffle(there)
        yield from ((player, command) for _, player, command in there)


class Client:
    """People at one table whose commands go through a bad network."""

    def __init__(self, table: TableHost, people: list[Person], seed: str) -> None:
        self.table, self.people = table, {person.name: person for person in people}
        self.rng = random.Random(seed)
        self.network = Network(self.rng)
        self.done: dict[tuple[str, str], int] = {}
        self.denied: set[tuple[str, str]] = set()
        self.counts: Counter[str] = Counter()
        self.seen = 1

    async def play(self, deliveries: int) -> None:
        tick = 0
        while self.counts["delivered"] < deliveries:
            tick += 1
            for player, command in self.intentions(tick):
                self.network.send(tick, player, command)
            for player, command in self.network.deliver(tick):
                await self.deliver(player, command)

    def intentions(self, tick: int) -> Iterator[tuple[str, cmd.AnyCommand]]:
        """What people want: what comes next, from what they saw last; and now and then nonsense."""
        rng, house_table = self.rng, self.table.house_table
        if rng.random() < 0.7:
            self.seen = house_table.seq  # otherwise the update has not come yet
        key = f"{house_table.id}.{tick}"
        seat = rng.randint(1, 5)
        owner = house_table.seats.get(seat)
        if rng.random() < 0.05:
            somebody = rng.choice(sorted(self.people))
            yield somebody, cmd.Sit(key=f"{key} sits", seen=self.seen, seat=seat)
        if owner is not None and len(house_table.seats) > 1 and rng.random() < 0.05:
            yield owner, cmd.StandUp(key=f"{key} leaves", seen=self.seen, seat=seat)
        if owner is not None and rng.random() < 0.05:
            yield owner, cmd.TakeUp(key=f"{key} takes", seen=self.seen, seat=seat)
        if house_table.seats:
            player, command = next_command(self.table, rng, key)
            yield player, msgspec.structs.replace(command, seen=self.seen)
        else:
            yield "Ann", cmd.Sit(key=key, seen=self.seen, seat=1)

    async def deliver(self, player: str, command: cmd.AnyCommand) -> None:
        """One delivery, and whether its answer is the only one that could be given."""
        house_table, known = self.table.house_table, self.done.get((player, command.key))
        seq, turn = house_table.seq, house_table.turn
        copies = 3 if self.rng.random() < 0.05 else 1
        account = self.people[player].account
        answers = await asyncio.gather(
            *(self.table.command(command, account) for _ in range(copies))
        )
        self.counts["delivered"] += copies
        self.counts["again"] += copies - 1 + (known is not None)
        assert {answer.key for answer in answers} == {command.key}
        late = isinstance(command, cmd.TURNS) and command.seen < turn
        refused = [answer for answer in answers if isinstance(answer, Denied)]
        done = {answer for answer in answers if isinstance(answer, Done)}
        assert all(isinstance(answer, Done) for answer in answers[len(refused) :])
        for answer in refused:
            assert known is None
            assert answer.version == seq
            assert late == (
                answer.error
                == f"seen = {command.seen}: the table has gone on since; it is at version {seq}"
            )
            self.denied.add((player, command.key))
            self.counts["late" if late else "refused"] += 1
        if known is not None:
            assert done == {Done(command.key, known)}
            assert house_table.seq == seq
        elif done:
            assert not late
            assert done == {Done(command.key, seq + 1)}
            assert house_table.seq == seq + 1
            self.done[player, command.key] = seq + 1
        else:
            assert house_table.seq == seq


def test_ten_thousand_commands_over_a_bad_network_are_each_done_once_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_host, "KEYS", 20)  # most repeated keys are looked up in the store

    async def play() -> None:
        async with House() as house:
            people = [house.person(name, cents=PLENTY) for name in ("Ann", "Bob", "Cy")]
            people.append(house.person("Poor"))
            clients = [
                Client(await house.open(game), people, f"network {game}")
                for game in games.BUILT_IN
            ]  # fmt: skip
            await asyncio.gather(*(client.play(EACH) for client in clients))
            counts = sum((client.counts for client in clients), Counter[str]())
            assert counts["delivered"] >= EACH * len(games.BUILT_IN)
            assert sum(client.network.lost for client in clients) > COMMANDS // 20
            assert min(counts["again"], counts["late"], counts["refused"]) > COMMANDS // 50
            for client in clients:
                assert client.table.house_table.table.state.round > EACH // 100, client.counts
                check_commands(house, client)
                check_state(house, client.table)
            check_money(house, [client.table for client in clients])

    asyncio.run(play())


def check_commands(house: House, client: Client) -> None:
    """Every command that was said to be done is kept once, and has an entry of its own."""
    table = client.table.house_table.id
    log = schema.log.c
    rows = house.rows(sa.select(log.seq, log.actor, log.key).where(log.table_id == table))
    assert {(row.actor, row.key): row.seq for row in rows if row.key} == client.done
    assert client.denied - client.done.keys()
    with house.database.read() as connection:
        entries = list(journal.entries(connection, table))
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert sorted(client.done.values()) == [entry.seq for entry in entries[1:]]
    by_seq = {seq: player for (player, _), seq in client.done.items()}
    assert all(entry.actor == by_seq[entry.seq] for entry in entries[1:])


def check_state(house: House, table: TableHost) -> None:
    """The table is what its log makes of it: by its snapshot, and from the first entry on."""
    house_table = table.house_table
    with house.database.read() as connection:
        found = HouseTable.recover(connection, house_table.id)
        entries = list(journal.entries(connection, house_table.id))
    folded = Table.from_events(
        house_table.table.rules,
        (
            event
            for entry in entries
            for event in entry.events
            if not isinstance(event, records.HouseEvent)
        ),
    )
    for other in (found.table, folded):
        assert other.state.snapshot() == house_table.table.state.snapshot()
        assert (other.want, other.legal_names()) == (
            house_table.table.want,
            house_table.table.legal_names(),
        )
    assert (found.seats, found.seq, found.seal) == (
        house_table.seats,
        house_table.seq,
        house_table.seal,
    )
    assert (
        house_table.turn == found.turn <= house_table.seq
    )  # never does a late command become good again
    assert house_table.shoe is not None
    assert found.shoe is not None
    assert found.shoe.commitment == house_table.shoe.commitment
    assert found.shoe.position == house_table.shoe.position
    seal = ""
    for entry in entries:
        head = (entry.table, entry.seq, entry.round, entry.at, entry.actor, entry.body)
        seal = records.seal(seal, head, entry.key)
        assert seal == entry.seal


def check_money(house: House, tables: list[TableHost]) -> None:
    """All accounts together hold nothing, nobody owes, and the felts hold what is staked there."""
    balances = house.balances()
    assert sum(balances.values()) == 0
    assert all(cents >= 0 for name, cents in balances.items() if name.startswith("wallet:"))
    added: Counter[str] = Counter()
    for row in house.rows(sa.select(schema.ledger)):
        assert row.cents > 0
        added[row.source] -= row.cents
        added[row.target] += row.cents
    assert {name: cents for name, cents in added.items() if cents} == {
        name: cents for name, cents in balances.items() if cents
    }
    for table in tables:
        state = table.house_table.table.state
        staked = sum(
            sum(seat.wagers.values())
            + seat.insurance
            + sum(sum(hand.stakes) for hand in seat.hands if not hand.settled)
            for seat in state.seats
        ) if table.house_table.table.playing else state.felt  # fmt: skip
        assert balances.get(f"felt:{table.house_table.id}", 0) == state.felt == staked
        assert sum(state.players.values()) + state.house + state.felt == 0


def test_a_command_sent_twenty_times_at_once_is_done_once() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            await table.command(cmd.Sit(key="sit", seen=1, seat=1), ann.account)
            bet = cmd.Bet(key="bet", seen=2, seat=1, wagers={"main": 1000})
            answers = await asyncio.gather(*(table.command(bet, ann.account) for _ in range(20)))
            assert set(answers) == {Done("bet", 3)}
            assert house.balances()["wallet:Ann"] == 99_000

    asyncio.run(play())


def test_a_key_that_was_used_at_another_table_is_refused_and_nothing_is_done() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            first, second = await house.open(), await house.open()
            sit = cmd.Sit(key="mine", seen=1, seat=1)
            assert await first.command(sit, ann.account) == Done("mine", 2)
            before = house.dump()
            again = await second.command(sit, ann.account)
            assert again == Denied("mine", 1, "key = 'mine': this command was done already")
            assert house.dump() == before
            assert second.house_table.seats == {}

    asyncio.run(play())


def test_two_people_may_use_the_same_key() -> None:
    async def play() -> None:
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open()
            for seat, person in ((1, ann), (2, bob)):
                sit = cmd.Sit(key="mine", seen=1, seat=seat)
                assert await table.command(sit, person.account) == Done("mine", seat + 1)
            assert table.house_table.seats == {1: "Ann", 2: "Bob"}

    asyncio.run(play())


def test_a_write_that_is_called_off_leaves_the_writer_at_work() -> None:
    async def play() -> None:
        async with House() as house:
            begun, go_on = threading.Event(), threading.Event()

            def slow(_: sa.Connection) -> bool:
                begun.set()
                return go_on.wait(20)

            first = asyncio.ensure_future(house.hub.writing(slow))
            await asyncio.to_thread(begun.wait, 20)
            waiting = asyncio.ensure_future(house.hub.writing(lambda _: "never asked for"))
            await asyncio.sleep(0)
            first.cancel()
            waiting.cancel()
            go_on.set()
            found = await asyncio.wait_for(house.hub.writing(lambda _: "written"), 20)
            assert found == "written"

    asyncio.run(play())


def test_a_command_whose_client_is_gone_is_done_whole_or_not_at_all() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")
            table = await house.open()
            number = table.house_table.id
            await table.command(cmd.Sit(key="sit", seen=1, seat=1), ann.account)
            bet = cmd.Bet(key="bet", seen=2, seat=1, wagers={"main": 1000})
            asking = asyncio.ensure_future(table.command(bet, ann.account))
            await asyncio.sleep(0)
            asking.cancel()
            await asyncio.wait([asking])
            for _ in range(3):  # the table may have to be read again first
                table = await house.hub.find(number)
                answer = await table.command(bet, ann.account)
                if isinstance(answer, Done):
                    break
            assert answer == Done("bet", 3)
            check_money(house, [table])
            check_state(house, table)
            assert house.balances()["wallet:Ann"] == 99_000

    asyncio.run(play())
