"""Tables of every kind, played at random through rooms and the journal: what tests tamper with."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from pitboss import cards, games
from pitboss.cards import DECK
from pitboss.floor import commands as cmd
from pitboss.floor.house_table import HouseTable
from pitboss.floor.opening import describe_table
from pitboss.floor.steps import TableStep
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.store import journal
from pitboss.store.clock import now_ms
from pitboss.store.database import take_time
from pitboss.store.records import Settings
from pitboss.table.engine import IllegalAction
from pitboss.table.events import CardKept, Event, RoundClosed, ShoeShuffled
from pitboss.table.flow import Want

PLAYERS = ("ann", "bob", "cleo")
DEALER = "dealer"
MONEY = 1_000_000_00
MUCH_PLAYED = 2
"""The table of several shoes."""


class Sitting:
    """A table that is played at random, inside one transaction."""

    def __init__(self, connection: Connection, house_table: HouseTable, rng: random.Random) -> None:
        self.connection, self.house_table, self.rng = connection, house_table, rng
        self.deck: list[int] = []
        self.seeding = True
        """Whether players add seeds."""

    @classmethod
    def open(
        cls,
        connection: Connection,
        game: str,
        rng: random.Random,
        *,
        house: House | None = None,
        settings: Settings | None = None,
        options: dict[str, OptionValue] | None = None,
        seats: int = 3,
        name: str = "",
    ) -> Sitting:
        is_file = game.endswith(".toml")
        opened = describe_table(
            games.find(game), name or (Path(game).stem if is_file else game), house=house,
            source=Path(game).read_text(encoding="utf-8") if is_file else None,
            settings=settings, options=options,
        )  # fmt: skip
        self = cls(connection, HouseTable.open(connection, opened, by="pit"), rng)
        for seat in range(1, seats + 1):
            self.do(cmd.Sit(key=cmd.new_key(), seen=0, seat=seat), PLAYERS[seat % len(PLAYERS)])
        return self

    def keep(self, step: TableStep) -> None:
        """Write a step down and go on from it."""
        journal.append(self.connection, step.draft)
        self.house_table.accept(step)

    def do(self, command: cmd.Command, player: str) -> None:
        self.keep(self.house_table.step(command, player, dealer=player == DEALER))

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            self.play_round()

    def play_round(self) -> None:
        house_table, rng = self.house_table, self.rng
        for seat, player in sorted(house_table.seats.items()):
            self.bet(seat, player)
            if rng.random() < 0.05:
                self.bet(seat, player)
            elif rng.random() < 0.05:
                self.do(cmd.TakeUp(key=cmd.new_key(), seen=house_table.seq, seat=seat), player)
                self.bet(seat, player)
        self.keep(house_table.default())
        while house_table.table.want != Want.WAGERS:
            self.go_on()

    def bet(self, seat: int, player: str) -> None:
        """Equal opening wagers, and a side bet if the limits let it be."""
        house_table, rng = self.house_table, self.rng
        wagers = dict.fromkeys(house_table.table.tables.opening, rng.randrange(10, 30) * 100)
        more = {bet: rng.choice((100, 250, 500)) for bet in house_table.table.limits.bets}
        side = rng.sample(sorted(more), rng.randrange(min(len(more), 2) + 1))
        seed = self.own_seed(player)
        about: dict[str, Any] = {"seen": house_table.seq, "seat": seat, "seed": seed}
        try:
            staked = wagers | {bet: more[bet] for bet in side}
            self.do(cmd.Bet(key=cmd.new_key(), wagers=staked, **about), player)
        except IllegalAction:
            self.do(cmd.Bet(key=cmd.new_key(), wagers=wagers, **about), player)

    def own_seed(self, player: str) -> str | None:
        """Ann adds a seed with each first wager, Bob one by itself and another one after it."""
        house_table = self.house_table
        if not self.seeding or house_table.promise is None or player in house_table.seeds:
            return None
        seed = f"{player}-{house_table.seq}"
        if player == "bob":
            for one in ("first", seed):
                add = cmd.AddSeed(key=cmd.new_key(), seen=house_table.seq, seed=one)
                self.do(add, player)
        return seed if player == "ann" else None

    def go_on(self) -> None:
        """Whatever the table asks for."""
        house_table, rng, table = self.house_table, self.rng, self.house_table.table
        if table.wants_card:
            self.type_card()
        elif table.want == Want.PEEK:
            self.do(cmd.Peek(key=cmd.new_key(), seen=house_table.seq, natural=False), DEALER)
        elif rng.random() < 0.1:
            self.keep(house_table.default())
        elif table.want == Want.INSURANCE:
            seat = rng.choice(table.insurance_seats())
            cents = rng.choice((0, table.insurance_limit(seat)))
            self.do(
                cmd.Insure(key=cmd.new_key(), seen=house_table.seq, seat=seat, cents=cents),
                house_table.seats[seat],
            )
        else:
            seat, move = table.seat.number, rng.choice(table.legal_names())
            self.do(
                cmd.Act(key=cmd.new_key(), seen=house_table.seq, seat=seat, move=move),
                house_table.seats[seat],
            )

    def type_card(self) -> None:
        """The next card of a real shoe; now and then a hole card that nobody sees."""
        house_table, rng = self.house_table, self.rng
        if not self.deck:
            self.deck = list(DECK) * house_table.table.rules.shoe.decks
            rng.shuffle(self.deck)
        if rng.random() < 0.15:
            self.mistype(rng.randrange(1, 3))
        unseen = house_table.table.want == Want.HOLE_CARD and rng.random() < 0.5
        while True:
            card = None if unseen else cards.name(self.deck[-1])
            try:
                self.do(cmd.Card(key=cmd.new_key(), seen=house_table.seq, card=card), DEALER)
            except IllegalAction:  # not after that peek, or all of them are out
                self.deck.insert(0, self.deck.pop())
                continue
            if not unseen:
                self.deck.pop()
            return

    def mistype(self, cards_typed: int) -> None:
        """Type other cards than fall, and take them back, the last one first."""
        house_table = self.house_table
        before = msgspec.json.encode(house_table.table.state)
        for _ in range(cards_typed):
            wrong = cmd.Card(
                key=cmd.new_key(), seen=house_table.seq, card=cards.name(self.rng.randrange(52))
            )
            if house_table.table.wants_card and self._would_leave_no_trace(wrong):
                self.do(wrong, DEALER)
        while house_table.typed_cards.last is not None and (
            msgspec.json.encode(house_table.table.state) != before
        ):
            entry = house_table.typed_cards.last
            back = cmd.UndoCard(key=cmd.new_key(), seen=house_table.seq, entry=entry)
            self.do(back, DEALER)
        assert msgspec.json.encode(house_table.table.state) == before

    def _would_leave_no_trace(self, command: cmd.Card) -> bool:
        try:
            step = self.house_table.step(command, DEALER, dealer=True)
        except IllegalAction:
            return False
        return step.typed_cards.last == step.draft.seq

    def shuffle(self) -> None:
        """The real table's shoe is shuffled."""
        self.deck = []
        self.do(cmd.Shuffle(key=cmd.new_key(), seen=self.house_table.seq), DEALER)


def play_until(sitting: Sitting, happened: Callable[[tuple[Event, ...]], bool]) -> bool:
    """Play until something has happened in one step of a round; whether it ever did."""
    for _ in range(2000):
        first = sitting.house_table.seq + 1
        sitting.play_round()
        steps = journal.entries(sitting.connection, sitting.house_table.id, first)
        if any(happened(tuple(step.events)) for step in steps):
            return True
    return False


def run_out(sitting: Sitting, *, at_the_end: bool = False) -> bool:
    """Play until a shoe runs out in mid-round.

    At the end: in the last action of a round, so that both shoes are revealed in it too.
    """

    def ran_out(events: tuple[Event, ...]) -> bool:
        ended = any(isinstance(event, RoundClosed) for event in events)
        return (ended or not at_the_end) and any(
            isinstance(event, ShoeShuffled) and event.ran_out for event in events
        )

    return play_until(sitting, ran_out)


def keeps_a_card(events: tuple[Event, ...]) -> bool:
    """Whether a player kept the card that could have been replaced."""
    return any(isinstance(event, CardKept) for event in events)


def fill(connection: Connection, rounds: int = 16, seed: int = 1) -> list[HouseTable]:
    """A card room: every game, a continuous shuffler, a deep shoe, a typed table, a closed one."""
    take_time(connection)
    rng = random.Random(seed)
    for player in PLAYERS:
        journal.issue(connection, player, MONEY, now_ms())
    sittings = [Sitting.open(connection, game, rng) for game in games.BUILT_IN]
    for game, sitting in zip(games.BUILT_IN, sittings, strict=True):
        sitting.play(rounds * 4 if sitting.house_table.id == MUCH_PLAYED else rounds)
        if game == "mulligan-21":  # a card that may be kept is seldom drawn
            assert play_until(sitting, keeps_a_card)
    shuffler = Sitting.open(connection, "blackjack", rng, house=House(shoe="csm"), name="csm")
    shuffler.play(rounds // 2)
    deep = Sitting.open(
        connection, "blackjack", rng, house=House(penetration=0.95), options={"decks": 2}, seats=7
    )
    assert run_out(deep)
    typed = Sitting.open(connection, "mulligan-21", rng, settings=Settings(typed=True))
    typed.play(rounds // 4)
    typed.shuffle()
    typed.play(rounds // 4)
    limits = Sitting.open(connection, "half-back", rng, name="limits")
    limits.play(rounds // 4)
    limits.bet(1, limits.house_table.seats[1])
    limits.keep(limits.house_table.set_limits(House(round_to=50, penetration=0.5), "pit"))
    limits.play(rounds // 4)
    limits.do(
        cmd.StandUp(key=cmd.new_key(), seen=limits.house_table.seq, seat=2),
        limits.house_table.seats[2],
    )
    limits.keep(limits.house_table.close("pit"))
    middle = Sitting.open(connection, "lucky-stiff", rng, name="middle")
    middle.play(rounds // 4)
    while middle.house_table.table.want != Want.DECISION:  # a round that is not over
        for seat, player in sorted(middle.house_table.seats.items()):
            middle.bet(seat, player)
        middle.keep(middle.house_table.default())
        while middle.house_table.table.want == Want.INSURANCE:
            middle.keep(middle.house_table.default())
    return [one.house_table for one in (*sittings, shuffler, deep, typed, limits, middle)]
