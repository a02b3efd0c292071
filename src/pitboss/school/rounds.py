"""Rounds for drills, dealt by the table engine: who decided what, and each step's caption.

Cards lean towards a few ranks where something is looked for; whatever happens then is the engine's
doing. A round can be dealt again with other amounts on the same spots.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from pitboss.cards import RANKS, pretty
from pitboss.rules.moves import Move, by_id
from pitboss.school.setting import Setting
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.narrator import Caption, Narrator
from pitboss.table.state import TableState
from pitboss.table.views import Felt, SeatView, felt

Wagers = dict[str, int]
LEANING = 0.8
"""How often a card is one of the ranks that are leaned towards."""
MOST_HITS = 0.55
"""How often a bot hits where it may do nothing else than hit or stand."""

ALL_RANKS = tuple(range(len(RANKS)))


@dataclass(frozen=True)
class Choice:
    """What a seat answered when the table asked."""

    seat: int
    hand: int
    open_to: tuple[str, ...]
    """What it could have answered: ids of moves; for insurance ``insure``, ``decline`` and
    ``even-money``."""
    answer: str
    """One of these; ``insure:CENTS`` for insurance."""
    at: int
    """How many events lay before it."""
    most: int = 0
    """Cents it could have insured for, where insurance was asked about."""


@dataclass(frozen=True)
class DealtRound:
    """A round from the first wager to the last card collected."""

    setting: Setting
    wagers: tuple[Wagers, ...]
    """By seat, the first seat first."""
    cards: tuple[int, ...]
    """As they left the shoe."""
    choices: tuple[Choice, ...]
    events: tuple[ev.Event, ...]

    @cached_property
    def captions(self) -> tuple[Caption, ...]:
        """The dealer's, one for each event; most rounds are looked through and need none."""
        return tuple(map(_teller(self.setting).tell, self.events))

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """The step of the round that each event is."""
        if "captions" in vars(self):
            return tuple(caption.step for caption in self.captions)
        return tuple(map(_teller(self.setting).follow, self.events))

    @cached_property
    def _chosen(self) -> frozenset[int]:
        return frozenset(choice.at for choice in self.choices)

    @cached_property
    def makes_hands(self) -> frozenset[int]:
        """The events after which a seat has a hand more."""
        state = TableState(self.setting.rules.wagers.opening)
        counts: list[int] = []
        for event in self.events:
            self.setting.apply[type(event)](state, event)
            counts.append(sum(len(seat.hands) for seat in state.seats))
        moves = [one.at for one in self.choices if "decline" not in one.open_to]
        return frozenset(at for at in moves if counts[at] > counts[at - 1])

    def is_answer(self, index: int) -> bool:
        """Whether an event is what a player did, not the dealer."""
        return isinstance(self.events[index], _PLACED) or index in self._chosen

    def state_before(self, index: int) -> TableState:
        """The table before an event."""
        return _folded(self.setting, self.events[:index])

    def felt_before(self, index: int) -> Felt:
        """What lies on the felt before an event, the hole card face down until it is turned.

        The cards of a hand that went bust are in the rack (PR-7). Of a hand that gave a card up it
        is said which, for another like it may lie there.
        """
        before = self.events[:index]
        shown = felt(self.state_before(index))
        racked = [one for one in before if isinstance(one, ev.HandBusted)]
        given_up = _given_up(before)
        seats = [_with_cards_named(_without(seat, racked), given_up) for seat in shown.seats]
        return replace(shown, seats=seats)

    def is_dealers(self, index: int) -> bool:
        """Whether an event is what the dealer does once wagers are made."""
        return not self.is_answer(index) and not self.is_taken_with_its_hand(index)

    def is_taken_with_its_hand(self, index: int) -> bool:
        """Whether a wager is lost with a hand that went bust: that step has told of it."""
        event = self.events[index]
        if not isinstance(event, ev.WagerSettled) or event.returned:
            return False
        before = self.events[self.settled_run(index).start - 1]
        if not isinstance(before, ev.HandBusted):
            return False
        return (before.seat, before.hand) == (event.seat, event.hand)

    def settled_run(self, index: int) -> range:
        """The events around one that settle wagers one after the other; none if it does not."""
        if not isinstance(self.events[index], ev.WagerSettled):
            return range(0)
        first = last = index
        while isinstance(self.events[first - 1], ev.WagerSettled):
            first -= 1
        while isinstance(self.events[last + 1], ev.WagerSettled):
            last += 1
        return range(first, last + 1)

    def step_at(self, index: int) -> str:
        """The step of the round that an event is."""
        return self.steps[index]


_PLACED = (ev.WagerPlaced, ev.WagerWithdrawn)
_GAVE_UP = ev.MOVE_OF[ev.CardGivenUp].done


def _without(seat: SeatView, racked: Sequence[ev.HandBusted]) -> SeatView:
    """A seat without the cards of hands that left the felt."""
    hands = list(seat.hands)
    for one in racked:
        if one.seat == seat.seat:
            marks = [*hands[one.hand].marks, "bust"]
            hands[one.hand] = replace(hands[one.hand], cards=[], total=0, soft=False, marks=marks)
    return replace(seat, hands=hands)


def _given_up(events: Sequence[ev.Event]) -> dict[tuple[int, int], int]:
    """By seat and hand, the card that left the hand."""
    found: dict[tuple[int, int], int] = {}
    for event in events:
        if isinstance(event, ev.CardGivenUp):
            found[event.seat, event.hand] = event.card
        elif isinstance(event, ev.HandSplit):  # the hands right of it move on by one
            found = {
                (seat, hand + (seat == event.seat and hand > event.hand)): card
                for (seat, hand), card in found.items()
            }
    return found


def _with_cards_named(seat: SeatView, given_up: Mapping[tuple[int, int], int]) -> SeatView:
    """A seat whose marks name the cards that its hands gave up."""
    hands = list(seat.hands)
    for (number, at), card in given_up.items():
        if number == seat.seat:
            named = f"{_GAVE_UP} one {pretty(card)}"
            marks = [named if mark == _GAVE_UP else mark for mark in hands[at].marks]
            hands[at] = replace(hands[at], marks=marks)
    return replace(seat, hands=hands)


def _folded(setting: Setting, events: Sequence[ev.Event]) -> TableState:
    state = TableState(setting.rules.wagers.opening)
    for event in events:
        setting.apply[type(event)](state, event)
    return state


def _teller(setting: Setting) -> Narrator:
    teller = copy.copy(setting.narrator)
    teller.state = TableState(setting.rules.wagers.opening)
    return teller


def random_wagers(setting: Setting, rng: random.Random) -> Wagers:
    """Wagers that the table takes: the opening ones, and often some of the others."""
    wagers = dict.fromkeys(setting.rules.wagers.opening, rng.choice(setting.allowed_mains))
    for bet in rng.sample(setting.tables.bets, len(setting.tables.bets)):
        if rng.random() < 0.25:
            continue
        drawn = rng.sample(setting.sides, min(4, len(setting.sides)))
        if len(wagers) >= setting.limits.most_games:  # nothing more may lie there
            continue
        for cents in drawn:
            if setting.takes({**wagers, bet.id: cents}):
                wagers[bet.id] = cents
                break
    return wagers


def random_cards(decks: int, ranks: Sequence[int], rng: random.Random) -> Iterator[int]:
    """Cards of a shoe, most of them of these ranks."""
    left = [decks] * 52
    while True:
        leant = ranks if rng.random() < LEANING else ALL_RANKS
        card = 4 * rng.choice(leant) + rng.randrange(4)
        if left[card]:
            left[card] -= 1
            yield card


def random_move(open_to: Sequence[str], rng: random.Random) -> str:
    """What a bot does: whatever is special comes as often as what is not."""
    plain = [name for name in open_to if by_id(name).move in (Move.STAND, Move.HIT)]
    special = [name for name in open_to if name not in plain]
    if special and (not plain or rng.random() < 0.6):
        return rng.choice(special)
    if len(plain) == 2:
        return plain[1] if rng.random() < MOST_HITS else plain[0]
    return plain[0]


def deal_round(
    setting: Setting, rng: random.Random, ranks: Sequence[int] = ALL_RANKS, seats: int = 0
) -> DealtRound:
    """A round with random wagers and bots that do whatever is open to them."""
    count = seats or rng.randint(1, setting.most_seats)
    wagers = [random_wagers(setting, rng) for _ in range(count)]
    cards = random_cards(setting.tables.decks, ranks, rng)
    return _play(setting, wagers, cards, _Bots(rng))


def deal_again(dealt: DealtRound, wagers: Sequence[Wagers]) -> DealtRound:
    """The same cards and moves with other amounts on the same spots."""
    script = _Script(dealt.choices)
    return _play(dealt.setting, wagers, iter(dealt.cards), script)


class _Bots:
    """Answers at random."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def move(self, open_to: Sequence[str]) -> str:
        return random_move(open_to, self._rng)

    def insurance(self, open_to: Sequence[str], limit: int) -> str:
        answer = self._rng.choice(open_to)
        if answer != "insure":
            return answer
        return f"insure:{limit if self._rng.random() < 0.7 else max(1, limit // 200 * 100)}"


class _Script:
    """Answers as they were given before; insurance again for the most."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self._answers = iter([choice.answer for choice in choices])

    def move(self, open_to: Sequence[str]) -> str:  # noqa: ARG002
        return next(self._answers)

    def insurance(self, open_to: Sequence[str], limit: int) -> str:  # noqa: ARG002
        answer = next(self._answers)
        return f"insure:{limit}" if answer.startswith("insure") else answer


def _play(
    setting: Setting, wagers: Sequence[Wagers], cards: Iterator[int], players: _Bots | _Script
) -> DealtRound:
    table = setting.new_table.copy()
    table.do(act.Shuffle())
    for _ in range(setting.rules.shoe.burn):
        table.do(act.BurnTop(None))
    for seat, staked in enumerate(wagers, start=1):
        table.do(act.PlaceWagers(seat, f"player {seat}", dict(staked)))
    table.do(act.CloseWagers())
    choices: list[Choice] = []
    used: list[int] = []
    while table.want != Want.WAGERS:
        if table.wants_card:
            used.append(next(cards))
            table.deal(used[-1])
        elif table.want == Want.INSURANCE:
            choices.append(_insure(table, players))
        else:
            open_to = tuple(table.legal_names())
            answer = players.move(open_to)
            seat, hand = table.seat.number, table.hand
            choices.append(Choice(seat, hand, open_to, answer, len(table.log)))
            table.do(act.move(seat, answer))
    events = tuple(table.take_events())
    return DealtRound(setting, tuple(map(dict, wagers)), tuple(used), tuple(choices), events)


def _insure(table: Table, players: _Bots | _Script) -> Choice:
    seat = table.insurance_seats()[0]
    limit = table.insurance_limit(seat)
    open_to = ["decline"]
    if limit:
        open_to.append("insure")
    if table.can(act.TakeEvenMoney(seat)):
        open_to.append("even-money")
    answer = players.insurance(open_to, limit)
    chosen = Choice(seat, 0, tuple(open_to), answer, len(table.log), limit)
    name, _, cents = answer.partition(":")
    if name == "insure":
        table.do(act.Insure(seat, int(cents)))
    else:
        table.do(act.TakeEvenMoney(seat) if name == "even-money" else act.DeclineInsurance(seat))
    return chosen
