"""A table under random hands: whatever people try, the money adds up and nothing hidden shows."""

from __future__ import annotations

import random
from typing import ClassVar
from unittest import TestCase

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.floor.frames import Screen
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table import log as logs
from pitboss.table.flow import Want
from pitboss.table.views import felt, public, view
from tests.rounds import find

PLAYERS = ("ann", "bob", "cy")
MOVES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class TableMachine(RuleBasedStateMachine):
    """Places wagers, deals cards and makes moves, legal and illegal, on one table."""

    game_id: ClassVar[str]
    table: Table

    @initialize(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        game = find(self.game_id)
        options: dict[str, OptionValue] = {
            name: data.draw(st.sampled_from(values), label=name)
            for name, values in game.options.items()
        }
        if options.get("peek") is False:
            options["surrender"] = False
        readings = [None, *(ruling.id for ruling in game.rulings if ruling.sets)]
        other = data.draw(st.sampled_from(readings), label="read otherwise")
        if other is not None:
            options[other] = "other"
        paytables = {
            name: data.draw(st.integers(1, count), label=name)
            for name, count in game.paytables().items()
        }
        unit, favour = data.draw(st.sampled_from([(1, "player"), (25, "house"), (50, "player")]))
        house = House(round_to=unit, round_for="house" if favour == "house" else "player")
        self.game, self.table = game, Table(game.rules(options, paytables), house)

    def refused_or_done(self, action: act.Action, *, legal: bool | None = None) -> None:
        """Do an action; if it is illegal nothing may have changed. `legal` is what must happen."""
        before = self.table.state.snapshot(), list(self.table.log), self.table.want
        can = self.table.can(action)
        assert legal is None or can == legal, (action, self.table.waiting())
        if can:
            self.table.do(action)
            return
        with pytest.raises(IllegalAction, match=r".{20}"):
            self.table.do(action)
        assert before == (self.table.state.snapshot(), list(self.table.log), self.table.want)

    @precondition(lambda self: self.table.want == Want.WAGERS)
    @rule(
        seat=st.integers(0, 10),
        player=st.sampled_from(PLAYERS),
        main=st.sampled_from([500, 777, 1000, 40000, 40001, 0, -500, 499]),
        side=st.lists(st.sampled_from([0, 100, 250, 333, 501]), min_size=8, max_size=8),
    )
    def place(self, seat: int, player: str, main: int, side: list[int]) -> None:
        wagers = dict.fromkeys(self.table.tables.opening, main)
        bets = [bet.id for bet in self.table.tables.bets]
        wagers |= {bet: cents for bet, cents in zip(bets, side, strict=False) if cents}
        self.refused_or_done(act.PlaceWagers(seat, player, wagers))

    @precondition(lambda self: self.table.want == Want.WAGERS)
    @rule(seat=st.integers(1, 7), player=st.sampled_from(PLAYERS))
    def place_main_alone(self, seat: int, player: str) -> None:
        self.refused_or_done(
            act.PlaceWagers(seat, player, dict.fromkeys(self.table.tables.opening, 1000))
        )

    @rule(seat=st.integers(1, 7))
    def withdraw(self, seat: int) -> None:
        self.refused_or_done(act.WithdrawWagers(seat))

    @rule()
    def close(self) -> None:
        open_now = self.table.want == Want.WAGERS and bool(self.table.state.seats)
        open_now = open_now and not self.table.state.dealt
        self.refused_or_done(act.CloseWagers(), legal=open_now)

    @precondition(lambda self: self.table.wants_card)
    @rule(seed=st.integers(0, 2**32), many=st.booleans())
    def deal(self, seed: int, many: bool) -> None:
        rng = random.Random(seed)
        while self.table.wants_card:
            self.table.deal(rng.choice(self.left_in_shoe()))
            if not many:
                return

    @rule(card=st.integers(-1, 52))
    def deal_any_card(self, card: int) -> None:
        due = self.table.wants_card
        there = 0 <= card < 52 and self.table.state.gone[card] < self.table.tables.decks
        self.refused_or_done(act.DealCard(card), legal=due and there)

    @rule(move=st.sampled_from(MOVES), seat=st.integers(1, 7), in_turn=st.booleans())
    def move(self, move: int, seat: int, in_turn: bool) -> None:
        table = self.table
        deciding = table.want == Want.DECISION
        if in_turn and deciding:
            seat = table.seat.number
        legal = deciding and seat == table.seat.number and bool(table.legal & move)
        self.refused_or_done(act.MakeMove(seat, move), legal=legal)

    @precondition(lambda self: self.table.want == Want.DECISION)
    @rule(pick=st.integers(0, 7))
    def legal_move(self, pick: int) -> None:
        names = self.table.legal_names()
        move = act.move(self.table.seat.number, names[pick % len(names)])
        self.refused_or_done(move, legal=True)

    @rule(seat=st.integers(1, 7), cents=st.sampled_from([-1, 0, 1, 250, 500, 501, 1000, 20000]))
    def insure(self, seat: int, cents: int) -> None:
        asked = seat in self.table.insurance_seats()
        limit = self.table.insurance_limit(seat)
        self.refused_or_done(act.Insure(seat, cents), legal=asked and 0 < cents <= limit)

    @rule(seat=st.integers(1, 7), even=st.booleans())
    def answer_insurance(self, seat: int, even: bool) -> None:
        if even:
            self.refused_or_done(act.TakeEvenMoney(seat))
        else:
            asked = seat in self.table.insurance_seats()
            self.refused_or_done(act.DeclineInsurance(seat), legal=asked)

    @rule(seed=st.integers(0, 2**32), steps=st.integers(1, 60))
    def play_on(self, seed: int, steps: int) -> None:
        """Several legal steps in a row, from cards rich in pairs, aces and faces."""
        rng = random.Random(seed)
        if self.table.want == Want.WAGERS:
            side = [bet.id for bet in self.table.tables.bets]
            for seat in rng.sample(range(1, 8), k=rng.randint(1, 3)):
                wagers = dict.fromkeys(self.table.tables.opening, 1000)
                wagers |= dict.fromkeys(rng.sample(side, k=min(len(side), rng.randint(0, 3))), 160)
                self.refused_or_done(act.PlaceWagers(seat, rng.choice(PLAYERS), wagers))
            if self.table.state.seats:
                self.refused_or_done(act.CloseWagers())
        for _ in range(steps):
            if self.table.want == Want.WAGERS:
                return
            step(self.table, rng)
            self.chips_are_conserved()
            self.views_do_not_depend_on_hidden_cards()

    @rule(seed=st.integers(0, 2**32))
    def every_round_ends(self, seed: int) -> None:
        """From any position, random legal play reaches the end within a bounded number of steps."""
        twin, rng = self.table.copy(), random.Random(seed)
        before = self.table.state.snapshot()
        if twin.want == Want.WAGERS:
            return
        for _ in range(600):
            if twin.want == Want.WAGERS:
                break
            step(twin, rng)
        assert twin.want == Want.WAGERS
        assert twin.state.felt == 0
        assert twin.state.house + sum(twin.state.players.values()) == 0
        assert self.table.state.snapshot() == before

    @rule()
    def log_gives_the_state_back(self) -> None:
        table = self.table
        folded = Table.from_events(table.rules, table.log, table.limits.house)
        assert folded.state.snapshot() == table.state.snapshot()
        assert folded.log == table.log
        assert (folded.want, folded.legal_names()) == (table.want, table.legal_names())
        header = logs.header_of(table, self.game.id)
        played = logs.replay(header, table.log)
        assert played.state.snapshot() == table.state.snapshot()

    @rule()
    def frames_lead_to_what_lies_on_the_felt(self) -> None:
        """Only what an event concerns is looked at again; nothing else may have changed."""
        screen = Screen(self.game, self.table.rules)
        for event in self.table.log:
            screen.show(public(event))
            assert screen.felt == felt(screen.narrator.state), event
        assert screen.felt == felt(self.table.state)

    def left_in_shoe(self) -> list[int]:
        return left_in_shoe(self.table)

    @invariant()
    def chips_are_conserved(self) -> None:
        if not hasattr(self, "table"):
            return
        state = self.table.state
        assert state.felt + state.house + sum(state.players.values()) == 0
        if state.dealt == 0:
            lying = sum(sum(seat.stakes.values()) for seat in state.seats)
        else:
            lying = sum(
                sum(seat.wagers.values())
                + seat.insurance
                + sum(sum(hand.stakes) for hand in seat.hands)
                for seat in state.seats
            )
        if self.table.log and not isinstance(self.table.log[-1], ev.WagersClosed):
            assert lying == state.felt

    @invariant()
    def views_do_not_depend_on_hidden_cards(self) -> None:
        if not hasattr(self, "table"):
            return
        table = self.table
        state = table.state
        if state.hole < 0 or state.hole_up:
            return
        seen = [msgspec.json.encode(view(table, player)) for player in (*PLAYERS, None)]
        real = state.hole
        state.hole = (real + 17) % 52
        changed = [msgspec.json.encode(view(table, player)) for player in (*PLAYERS, None)]
        state.hole = real
        assert seen == changed
        dealt = next(event for event in reversed(table.log) if isinstance(event, ev.HoleCardDealt))
        assert public(dealt) == ev.HoleCardDealt(None)


def step(table: Table, rng: random.Random) -> None:
    """One legal step of whoever is asked."""
    if table.wants_card:
        left = left_in_shoe(table)
        rich = [card for card in left if card >> 2 in (0, 4, 5, 7, 10, 12)]
        table.deal(rng.choice(rich if rich and rng.random() < 0.6 else left))
    elif table.want == Want.INSURANCE:
        seat = table.insurance_seats()[0]
        actions: list[act.Action] = [act.DeclineInsurance(seat), act.Insure(seat, 100)]
        if table.can(act.TakeEvenMoney(seat)):
            actions.append(act.TakeEvenMoney(seat))
        table.do(rng.choice(actions))
    else:
        names = table.legal_names()
        move = "split" if "split" in names else rng.choice(names)
        table.do(act.move(table.seat.number, move))


def left_in_shoe(table: Table) -> list[int]:
    """The cards a random draw may bring."""
    decks, gone = table.tables.decks, table.state.gone
    left = [card for card in range(52) if gone[card] < decks]
    if not left:
        table.do(act.Shuffle(ran_out=table.playing))
        left = [card for card in range(52) if table.state.gone[card] < decks]
    return left


def machine(game: str) -> type[TestCase]:
    """The machine for one game as a test case."""
    kind = type(f"{game}Machine", (TableMachine,), {"game_id": game})
    case: type[TestCase] = kind.TestCase  # type: ignore[attr-defined]
    case.settings = settings(  # type: ignore[attr-defined]
        max_examples=60,
        stateful_step_count=40,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    return case


TestBlackjack = machine("blackjack")
TestHalfBack = machine("half-back")
TestLuckyStiff = machine("lucky-stiff")
TestBlackjackTie = machine("blackjack-tie")
TestMulligan21 = machine("mulligan-21")
TestRedouble = machine("redouble.toml")
TestEarlySurrender = machine("early-surrender.toml")
TestCharlie = machine("charlie.toml")
