"""Several people racing for seats and actions, by a machine that looks for the worst order."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.store.audit import Audit
from pitboss.store.sealed import PromisedShoe
from pitboss.store.shuffling import SERVER_SEED
from pitboss.table.flow import Want
from pitboss.web.messages import Denied, Done
from tests.web.house import House, Person

GAMES = ("blackjack", "half-back", "mulligan-21")
NAMES = ("Ann", "Ben", "Cat")
MOVES = ("stand", "hit", "double", "split", "take-back", "burn", "keep", "surrender", "nonsense")
people, seats = st.sampled_from(NAMES), st.integers(0, 8)


class Racing(RuleBasedStateMachine):
    """A table, three people, and commands that arrive together in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.keys = 0
        self.waiting: list[tuple[Person, cmd.Command]] = []

    @initialize(game=st.sampled_from(GAMES), order=st.integers(0, 1 << 32))
    def open(self, game: str, order: int) -> None:
        """The order of the cards is given too, so that what went wrong can be done again."""
        seeds = random.Random(order)
        self.cards = mock.patch.object(
            PromisedShoe, "new", lambda number: PromisedShoe(number, seeds.randbytes(SERVER_SEED))
        )
        self.cards.start()
        self.house = House()
        self.run(self.house.__aenter__())
        self.people = {name: self.house.person(name) for name in NAMES}
        self.live = self.run(self.house.open(game))
        for name, seat in (("Ann", 1), ("Ben", 3)):
            self.sit(name, seat)
        self.together()

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def about(self, late: int) -> dict[str, Any]:
        self.keys += 1
        return {"key": f"k{self.keys}", "seen": max(0, self.live.house_table.seq - late)}

    # Commands are handed in together and then race

    @rule(who=people, seat=seats)
    def sit(self, who: str, seat: int) -> None:
        self.waiting.append((self.people[who], cmd.Sit(**self.about(0), seat=seat)))

    @rule(who=people, seat=seats)
    def stand_up(self, who: str, seat: int) -> None:
        self.waiting.append((self.people[who], cmd.StandUp(**self.about(0), seat=seat)))

    @rule(who=people, seat=seats, cents=st.sampled_from((0, 500, 1000, 40_000, 50_000, 99_000)))
    def bet(self, who: str, seat: int, cents: int) -> None:
        wagers = dict.fromkeys(self.live.house_table.table.tables.opening, cents)
        command = cmd.Bet(**self.about(0), seat=seat, wagers=wagers)
        self.waiting.append((self.people[who], command))

    @rule(who=people)
    def a_round(self, who: str) -> None:
        """Whoever sits there wagers, and then the cards come."""
        self.together()
        wagers = dict.fromkeys(self.live.house_table.table.tables.opening, 1000)
        for seat, player in self.live.house_table.seats.items():
            command = cmd.Bet(**self.about(0), seat=seat, wagers=wagers)
            self.waiting.append((self.people[player], command))
        self.together()
        self.waiting.append((self.people[who], cmd.Deal(**self.about(0))))
        self.together()

    @rule(who=people, late=st.integers(0, 3))
    def deal(self, who: str, late: int) -> None:
        self.waiting.append((self.people[who], cmd.Deal(**self.about(late))))

    @rule(who=people, seat=seats, move=st.sampled_from(MOVES), late=st.integers(0, 3))
    def act(self, who: str, seat: int, move: str, late: int) -> None:
        command = cmd.Act(**self.about(late), seat=seat, move=move)
        self.waiting.append((self.people[who], command))

    @rule(move=st.sampled_from(("stand", "hit", "double", "split")), times=st.integers(1, 3))
    def whose_turn_it_is(self, move: str, times: int) -> None:
        """The same move several times, by different keys, as an impatient finger does."""
        house_table = self.live.house_table
        if house_table.table.want == Want.DECISION:
            seat = house_table.table.seat.number
            for _ in range(times):
                command = cmd.Act(**self.about(0), seat=seat, move=move)
                self.waiting.append((self.people[house_table.seats[seat]], command))

    @rule(who=people, seat=seats, cents=st.sampled_from((-5, 0, 250, 500, 10**15)))
    def insure(self, who: str, seat: int, cents: int) -> None:
        command = cmd.Insure(**self.about(0), seat=seat, cents=cents)
        self.waiting.append((self.people[who], command))

    @rule()
    def time_is_up(self) -> None:
        house_table = self.live.house_table
        if house_table.table.want in (Want.DECISION, Want.INSURANCE):
            self.together()
            if house_table.table.want in (Want.DECISION, Want.INSURANCE):
                self.run(self.live.change(lambda now: now.default(owner=self.house.hub.id)))

    @rule(data=st.data())
    def race(self, data: st.DataObject) -> None:
        self.waiting = data.draw(st.permutations(self.waiting))
        self.together()

    def together(self) -> None:
        """Everything that is waiting arrives at once; some of it a second time."""
        sent = [*self.waiting, *self.waiting[::2]]
        self.waiting = []

        async def all_at_once() -> None:
            found = await asyncio.gather(
                *(self.live.command(command, person.account) for person, command in sent)
            )
            for answer in found:
                answers.setdefault(answer.key, []).append(answer)

        answers: dict[str, list[Done | Denied]] = {}
        self.run(all_at_once())
        moves = Counter(
            command.seen
            for _, command in {command.key: (_, command) for _, command in sent}.values()
            if isinstance(command, cmd.Act) and isinstance(answers[command.key][0], Done)
        )
        assert all(done == 1 for done in moves.values()), "a question was answered twice"
        for key, given in answers.items():
            done = {answer.version for answer in given if isinstance(answer, Done)}
            assert len(done) <= 1, (key, given)
            assert all(answer.error for answer in given if isinstance(answer, Denied))

    @invariant()
    def money_adds_up(self) -> None:
        if not hasattr(self, "live"):
            return
        balances = self.house.balances()
        assert sum(balances.values()) == 0
        assert all(balances[f"wallet:{name}"] >= 0 for name in NAMES)
        assert (
            balances.get(f"felt:{self.live.house_table.id}", 0)
            == self.live.house_table.table.state.felt
        )

    @invariant()
    def each_seat_is_one_persons(self) -> None:
        if hasattr(self, "live"):
            house_table = self.live.house_table
            assert all(
                house_table.seats.get(seat.number) == seat.player
                for seat in house_table.table.state.seats
                if house_table.table.playing
            )

    def teardown(self) -> None:
        if hasattr(self, "live"):
            with self.house.database.read() as connection:
                house_table = self.live.house_table
                found = HouseTable.recover(connection, house_table.id)
                assert found.table.state.snapshot() == house_table.table.state.snapshot()
                assert (found.seq, found.seal, found.turn, found.seats) == (
                    house_table.seq, house_table.seal, house_table.turn, house_table.seats,
                )  # fmt: skip
            assert audit_of(self.house) == []
            self.run(self.house.__aexit__(None, None, None))
            self.cards.stop()
        self.loop.close()


def audit_of(house: House) -> list[Any]:
    """What an audit of the whole database finds wrong."""
    with house.database.read() as connection:
        return list(Audit(connection).everything())


TestRacing = Racing.TestCase
TestRacing.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


@pytest.mark.parametrize("next_one", [None, "Ben"])
def test_somebody_is_shown_out_once_and_the_next_keeps_the_seat(next_one: str | None) -> None:
    async def doing() -> None:
        async with House() as house:
            ann, ben = house.person("Ann"), house.person("Ben")
            live = await house.open("blackjack")

            async def sit(who: Person) -> None:
                command = cmd.Sit(key=f"{who.account.name} sits", seen=0, seat=1)
                assert isinstance(await live.command(command, who.account), Done)

            await sit(ann)
            house.hub.barred = {("Ann", live.house_table.id)}
            works = [live.show_out(), *([sit(ben)] if next_one else []), live.show_out()]
            async with live.lock:  # all of them look now, and come to the table one by one
                waiting = []
                for work in works:
                    waiting.append(asyncio.ensure_future(work))
                    await asyncio.sleep(0.01)
                assert live.house_table.seats == {1: "Ann"}
            await asyncio.gather(*waiting)
            assert live.house_table.seats == ({1: next_one} if next_one else {})

    asyncio.run(doing())
