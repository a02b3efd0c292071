"""Tables of every kind, played at random through rooms and the journal: what tests tamper with."""

from __future__ import annotations

import random

from sqlalchemy.engine import Connection

from pitboss import cards, games
from pitboss.cards import DECK
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.store import journal
from pitboss.store.records import Settings, ShoeCommitted
from pitboss.table.engine import IllegalAction
from pitboss.table.events import ShoeShuffled
from pitboss.table.flow import Want
from pitboss.web import commands as cmd
from pitboss.web.room import Room, Step, describe_table, new_key, now

PLAYERS = ("ann", "bob", "cleo")
DEALER = "dealer"
MONEY = 1_000_000_00
MUCH_PLAYED = 2
"""The table of several shoes."""


class Sitting:
    """A room that is played at random, inside one transaction."""

    def __init__(self, connection: Connection, room: Room, rng: random.Random) -> None:
        self.connection, self.room, self.rng = connection, room, rng
        self.deck: list[int] = []

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
        opened = describe_table(
            games.find(game), name or game, house=house, settings=settings, options=options
        )
        self = cls(connection, Room.open(connection, opened, by="pit"), rng)
        for seat in range(1, seats + 1):
            self.do(cmd.Sit(key=new_key(), seen=0, seat=seat), PLAYERS[seat % len(PLAYERS)])
        return self

    def keep(self, step: Step) -> None:
        """Write a step down and go on from it."""
        journal.append(self.connection, step.draft)
        self.room.accept(step)

    def do(self, command: cmd.Command, player: str) -> None:
        self.keep(self.room.step(command, player, dealer=player == DEALER))

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            self.play_round()

    def play_round(self) -> None:
        room, rng = self.room, self.rng
        for seat, player in sorted(room.seats.items()):
            self.bet(seat, player)
            if rng.random() < 0.05:
                self.bet(seat, player)
            elif rng.random() < 0.05:
                self.do(cmd.TakeUp(key=new_key(), seen=room.seq, seat=seat), player)
                self.bet(seat, player)
        self.keep(room.default())
        while room.table.want != Want.WAGERS:
            self.go_on()

    def bet(self, seat: int, player: str) -> None:
        """Equal opening wagers, and a side bet if the limits let it be."""
        room, rng = self.room, self.rng
        wagers = dict.fromkeys(room.table.tables.opening, rng.randrange(10, 30) * 100)
        more = {bet: rng.choice((100, 250, 500)) for bet in room.table.limits.bets}
        side = rng.sample(sorted(more), rng.randrange(min(len(more), 2) + 1))
        try:
            staked = wagers | {bet: more[bet] for bet in side}
            self.do(cmd.Bet(key=new_key(), seen=room.seq, seat=seat, wagers=staked), player)
        except IllegalAction:
            self.do(cmd.Bet(key=new_key(), seen=room.seq, seat=seat, wagers=wagers), player)

    def go_on(self) -> None:
        """Whatever the table asks for."""
        room, rng, table = self.room, self.rng, self.room.table
        if table.wants_card:
            self.type_card()
        elif table.want == Want.PEEK:
            self.do(cmd.Peek(key=new_key(), seen=room.seq, natural=False), DEALER)
        elif rng.random() < 0.1:
            self.keep(room.default())
        elif table.want == Want.INSURANCE:
            seat = rng.choice(table.insurance_seats())
            cents = rng.choice((0, table.insurance_limit(seat)))
            self.do(
                cmd.Insure(key=new_key(), seen=room.seq, seat=seat, cents=cents), room.seats[seat]
            )
        else:
            seat, move = table.seat.number, rng.choice(table.legal_names())
            self.do(cmd.Act(key=new_key(), seen=room.seq, seat=seat, move=move), room.seats[seat])

    def type_card(self) -> None:
        """The next card of a real shoe; now and then a hole card that nobody sees."""
        room, rng = self.room, self.rng
        if not self.deck:
            self.deck = list(DECK) * room.table.rules.shoe.decks
            rng.shuffle(self.deck)
        unseen = room.table.want == Want.HOLE_CARD and rng.random() < 0.5
        while True:
            card = None if unseen else cards.name(self.deck[-1])
            try:
                self.do(cmd.Card(key=new_key(), seen=room.seq, card=card), DEALER)
            except IllegalAction:  # not after that peek, or all of them are out
                self.deck.insert(0, self.deck.pop())
                continue
            if not unseen:
                self.deck.pop()
            return

    def shuffle(self) -> None:
        """The real table's shoe is shuffled."""
        self.deck = []
        self.do(cmd.Shuffle(key=new_key(), seen=self.room.seq), DEALER)


def run_out(sitting: Sitting, promises: int = 1) -> bool:
    """Play until a shoe runs out in mid-round.

    With two promises: in the last action of a round, so that the next shoe is promised in it too.
    """
    for _ in range(2000):
        first = sitting.room.seq + 1
        sitting.play_round()
        for entry in journal.entries(sitting.connection, sitting.room.id, first):
            events = entry.events
            ran_out = any(isinstance(event, ShoeShuffled) and event.ran_out for event in events)
            found = sum(isinstance(event, ShoeCommitted) for event in events)
            if ran_out and found >= promises:
                return True
    return False


def fill(connection: Connection, rounds: int = 20, seed: int = 1) -> list[Room]:
    """A card room: every game, a continuous shuffler, a deep shoe, a typed table, a closed one."""
    rng = random.Random(seed)
    for player in PLAYERS:
        journal.issue(connection, player, MONEY, now())
    sittings = [Sitting.open(connection, game, rng) for game in games.BUILT_IN]
    for sitting in sittings:
        sitting.play(rounds * 3 if sitting.room.id == MUCH_PLAYED else rounds)
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
    limits.bet(1, limits.room.seats[1])
    limits.keep(limits.room.set_limits(House(round_to=50, penetration=0.5), "pit"))
    limits.play(rounds // 4)
    limits.do(cmd.StandUp(key=new_key(), seen=limits.room.seq, seat=2), limits.room.seats[2])
    limits.keep(limits.room.close("pit"))
    middle = Sitting.open(connection, "lucky-stiff", rng, name="middle")
    middle.play(rounds // 4)
    while middle.room.table.want != Want.DECISION:  # a round that is not over
        for seat, player in sorted(middle.room.seats.items()):
            middle.bet(seat, player)
        middle.keep(middle.room.default())
        while middle.room.table.want == Want.INSURANCE:
            middle.keep(middle.room.default())
    return [one.room for one in (*sittings, shuffler, deep, typed, limits, middle)]
