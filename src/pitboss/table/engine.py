"""The table: verify an action, do it, and let the dealer go on.

Every action comes as a trio: `Table.verify` raises `IllegalAction` with a sentence, `Table.can`
answers yes or no, `Table.do` verifies, changes the state and returns the events. Cards come from
outside through `DealCard` (or `Table.deal`); the engine draws none.

>>> from pitboss import cards, games
>>> from pitboss.rules.moves import Move
>>> from pitboss.table.actions import CloseWagers, MakeMove, PlaceWagers
>>> table = Table(games.find("blackjack").rules())
>>> _ = table.do(PlaceWagers(seat=1, player="ann", wagers={"main": 1000}))
>>> _ = table.do(CloseWagers())
>>> for card in cards.parse_all("Ts 6d 9c Tc"):
...     table.deal(card)
>>> table.legal_names()
['stand', 'hit', 'double']
>>> _ = table.do(MakeMove(1, Move.STAND))
>>> table.deal(cards.parse("9h"))          # the dealer's 16 draws and breaks
>>> table.state.players
{'ann': 1000}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pitboss import cards
from pitboss.bad_input import BadInput
from pitboss.cards import CARD_VALUE
from pitboss.rules.compile import Tables, compile_rules
from pitboss.rules.course import NONE, Edge
from pitboss.rules.facts import Fact
from pitboss.rules.hands import TOTAL
from pitboss.rules.limits import House, Limits, WagerError, dollars
from pitboss.rules.moves import BITS, definition
from pitboss.rules.sentences import use
from pitboss.rules.vocabulary import Rules
from pitboss.table import actions as act
from pitboss.table import bets
from pitboss.table import events as ev
from pitboss.table.choices import choices_of
from pitboss.table.events import CardDealt, HitTaken
from pitboss.table.flow import (
    DECISION,
    FIRST_CARD,
    LAST_CARD,
    PLAYER_CARD,
    UPCARD_LIES,
    Want,
    advance,
    settle_hand,
)
from pitboss.table.state import BETTING, CLOSING, Hand, Seat, TableState, apply_with
from pitboss.table.teaching import teacher_of

_FREE_CARDS = frozenset(map(int, (Want.UPCARD, Want.HOLE_CARD, Want.NEW_UPCARD, Want.DEALER_CARD)))
"""Cards that may be any card left in the shoe; a hole card turned late may not."""


class IllegalAction(BadInput, ValueError):
    """An action that may not be done now; the message says why and what is allowed."""


class Table:
    """One table of one game: the state, the log of events, and what it waits for."""

    def __init__(self, rules: Rules, house: House | None = None) -> None:
        self.rules = rules
        self.tables: Tables = compile_rules(rules)
        self.limits = Limits(self.tables, house)
        self._decks = self.tables.decks
        self.choices = choices_of(self.tables)
        self.bet_events = bets.bet_events_of(self.tables)
        self.teacher = teacher_of(rules, self.choices)
        self._apply = apply_with(self.choices)
        self.hole_card_decides = not self.tables.peeked or any(
            fact == Fact.DEALER_SUITED
            for bet in self.tables.bets
            for event in bet.events
            for fact, _ in event.conditions
        )
        """Whether turning the hole card can settle a bet that the peek left open."""
        with_21, with_4 = self.tables.outcome[21], self.tables.outcome[4]
        self.pushes = [most == 0 == least for most, least in zip(with_21, with_4, strict=True)]
        """By final of the dealer's: whether it pushes with every standing hand."""
        self.state = TableState(self.tables.opening)
        self.log: list[ev.Event] = []
        """Events so far; a host that stores them elsewhere may clear it between rounds."""
        self.want: int = Want.WAGERS
        self.stage = UPCARD_LIES
        """How far the dealer is within the round; see `flow`."""
        self.seat = Seat(0, "")
        """The seat a card or a decision is for."""
        self.hand = 0
        self.legal = 0
        """Moves of the hand in turn, while a decision is wanted."""
        self.terms = 0
        """Terms of the hand in turn, while a decision is wanted."""
        self.turn = 0
        self.payout = self.limits.payout

    def emit(self, event: ev.Event) -> None:
        """Record an event and bring the state up to date."""
        self.log.append(event)
        self._apply[type(event)](self.state, event)

    def copy(self) -> Table:
        """A table that can be played on by itself, with an empty log."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin.log = []
        if self.seat.number:
            twin.seat = twin.state.seat(self.seat.number) or self.seat
        return twin

    @classmethod
    def from_events(
        cls, rules: Rules, events: Iterable[ev.Event], house: House | None = None
    ) -> Table:
        """The table these events fold into, ready to go on.

        The events must reach to the end of an action; `log.replay` also finishes a log that was
        cut off in the middle of what an action caused.
        """
        table = cls(rules, house)
        for event in events:
            table.emit(event)
        advance(table)
        return table

    # What the table waits for

    @property
    def wants_card(self) -> bool:
        """Whether the next thing needed is a card."""
        return FIRST_CARD <= self.want <= LAST_CARD

    @property
    def playing(self) -> bool:
        """Whether a round is under way and wagers are closed."""
        return self.state.phase not in (BETTING, CLOSING)

    def legal_names(self) -> list[str]:
        """Names of the moves the hand in turn has."""
        return act.moves_in(self.legal) if self.want == Want.DECISION else []

    def insurance_seats(self) -> list[int]:
        """Seats that still have to answer the offer of insurance."""
        if self.want != Want.INSURANCE:
            return []
        return [
            seat.number
            for seat in self.state.seats
            if not seat.answered and not seat.hands[0].settled
        ]

    def insurance_limit(self, number: int) -> int:
        """Most cents a seat may insure for."""
        seat = self.state.seat(number)
        if seat is None or not seat.hands:
            return 0
        part, over = self.tables.insurance_share
        staked = sum(seat.hands[0].stakes[slot] for slot in self.tables.insurance_covers)
        return min(staked * part // over, self.limits.max_wager.cents)

    def cost(self, move: int) -> int:
        """Cents the hand in turn would have to add for a move; ask only while it decides."""
        return self._edge(move).units * self.seat.stakes[self.tables.opening[0]]

    def default_move(self) -> int:
        """What the hand in turn does if nobody says anything; ask only while it decides."""
        edges = self.choices.terms[self.terms].edges
        return next(edge.move for edge in edges if edge.move & self.legal)

    def _edge(self, move: int) -> Edge:
        """What a legal move of the hand in turn means."""
        hand = self.seat.hands[self.hand]
        return self.choices.edge(self.terms, int(move), hand.state, len(hand.cards))

    # The trio

    def verify(self, action: act.Action) -> None:
        """Raise `IllegalAction` unless the action may be done now."""
        _HANDLERS.get(type(action), _NO_ACTION)[0](self, action)

    def can(self, action: act.Action) -> bool:
        """Whether the action may be done now."""
        try:
            self.verify(action)
        except IllegalAction:
            return False
        return True

    def do(self, action: act.Action) -> list[ev.Event]:
        """Do the action and return what happened; nothing changes if it is illegal."""
        check, perform = _HANDLERS.get(type(action), _NO_ACTION)
        check(self, action)
        start = len(self.log)
        perform(self, action)
        advance(self)
        return self.log[start:]

    def deal(self, card: int | None) -> None:
        """Hand the table its next card: `DealCard` with nothing to make and nothing returned."""
        want, state = self.want, self.state
        if type(card) is int and 0 <= card < 52 and state.gone[card] < self._decks:
            if want == PLAYER_CARD:  # `emit`, written out: most of what a table does are cards
                event = CardDealt(self.seat.number, self.hand, card)
                self.log.append(event)
                self._apply[CardDealt](state, event)
                advance(self)
                return
            if want in _FREE_CARDS:
                self.emit(_OTHER_CARDS[want](card))
                advance(self)
                return
        action = act.DealCard(card)
        self._check_card(action)
        self._deal_checked(action)
        advance(self)

    # Wagers

    def _check_place(self, action: act.PlaceWagers) -> None:
        if self.state.phase not in (BETTING, CLOSING):
            raise IllegalAction(
                f"seat {action.seat}: wagers are closed until this round is over (PR-1)"
            )
        seats = self.rules.wagers.seats
        if type(action.seat) is not int or not 1 <= action.seat <= seats:
            raise IllegalAction(f"seat = {action.seat!r}: use 1 to {seats}")
        if not isinstance(action.player, str) or not action.player.strip():
            raise IllegalAction(f"player = {action.player!r}: give the player a name")
        if self.state.phase == BETTING:
            seat = self.state.seat(action.seat)
            if seat is not None and seat.player != action.player:
                raise IllegalAction(f"seat {action.seat}: it is {seat.player}'s in this round")
        try:
            self.limits.check(action.wagers)
        except WagerError as error:
            raise IllegalAction(f"seat {action.seat}: {error}") from None

    def _place(self, action: act.PlaceWagers) -> None:
        state = self.state
        if state.phase == CLOSING:
            self.emit(ev.RoundOpened(state.round + 1))
        elif state.seat(action.seat) is not None:
            self._withdraw(action)
        for bet, cents in action.wagers.items():
            self.emit(ev.WagerPlaced(action.seat, action.player, bet, cents))

    def _check_withdraw(self, action: act.WithdrawWagers) -> None:
        if self.state.phase != BETTING:
            raise IllegalAction(
                f"seat {action.seat}: wagers cannot be taken up now, only between a round's first "
                "wager and its first card (PR-1)"
            )
        if type(action.seat) is not int or self.state.seat(action.seat) is None:
            raise IllegalAction(
                f"seat = {action.seat!r}: nothing is staked there; {self._staked()}"
            )

    def _withdraw(self, action: act.WithdrawWagers | act.PlaceWagers) -> None:
        seat = self.state.seat(action.seat)
        if seat is not None:
            for bet, cents in list(seat.stakes.items()):
                self.emit(ev.WagerWithdrawn(action.seat, bet, cents))

    def _check_close(self, action: act.CloseWagers) -> None:  # noqa: ARG002
        if self.playing:
            raise IllegalAction(f"the deal has started already; {self.waiting()}")
        if self.state.phase != BETTING or not self.state.seats:
            raise IllegalAction("the deal cannot start: at least one seat must have a wager")

    def _close(self, action: act.CloseWagers) -> None:  # noqa: ARG002
        self.emit(ev.WagersClosed())

    def _staked(self) -> str:
        seats = ", ".join(str(seat.number) for seat in self.state.seats)
        return f"seats with wagers: {seats or 'none'}"

    # Cards

    def _check_card(self, action: act.DealCard) -> None:
        card, want = action.card, self.want
        if not self.wants_card:
            raise IllegalAction(f"card {_card_text(card)}: no card is due now; {self.waiting()}")
        if card is None:
            if want != Want.HOLE_CARD:
                raise IllegalAction("card = None: only the hole card may stay unknown")
            return
        self._check_in_shoe(card)
        if want == Want.TURNED_HOLE_CARD and self.state.peeked is not None:
            natural = CARD_VALUE[self.state.upcard] + CARD_VALUE[card] == 11
            if natural != self.state.peeked:
                said = "a natural" if self.state.peeked else "no natural"
                raise IllegalAction(
                    f"card {_card_text(card)} as the hole card: the peek said {said} under "
                    f"{_card_text(self.state.upcard)}"
                )

    def _check_in_shoe(self, card: int) -> None:
        if type(card) is not int or not 0 <= card < 52:
            raise IllegalAction(f"card = {card!r}: use 0 to 51")
        decks = self.tables.decks
        if self.state.gone[card] >= decks:
            raise IllegalAction(
                f"card {_card_text(card)}: all {decks} of this shoe are out already"
            )

    def _deal_checked(self, action: act.DealCard) -> None:
        want, card = self.want, action.card
        if want == Want.PLAYER_CARD:
            self.emit(ev.CardDealt(self.seat.number, self.hand, card))  # type: ignore[arg-type]
        else:
            self.emit(_OTHER_CARDS[want](card))

    def _check_shuffle(self, action: act.Shuffle) -> None:
        if type(action.ran_out) is not bool:
            raise IllegalAction(f"ran_out = {action.ran_out!r}: use true or false")
        if action.ran_out != self.playing:
            when = "in the middle of a round" if action.ran_out else "between rounds"
            raise IllegalAction(f"shuffle, ran_out = {action.ran_out}: do it only {when}")
        if action.ran_out and not self.wants_card:
            raise IllegalAction(f"shuffle: no card is due now; {self.waiting()}")

    def _shuffle(self, action: act.Shuffle) -> None:
        self.emit(ev.ShoeShuffled(action.ran_out))

    def _check_burn_top(self, action: act.BurnTop) -> None:
        card = action.card
        if not self.state.unplayed:
            raise IllegalAction(
                f"card {_card_text(card)}: a top card is burned only before a shoe's first round"
            )
        if card is not None:
            self._check_in_shoe(card)

    def _burn_top(self, action: act.BurnTop) -> None:
        self.emit(ev.TopCardBurned(action.card))

    def _check_peek(self, action: act.TellPeek) -> None:
        if type(action.natural) is not bool:
            raise IllegalAction(f"natural = {action.natural!r}: use true or false")
        if self.want != Want.PEEK:
            raise IllegalAction(f"peek: the dealer has nothing to look at; {self.waiting()}")

    def _peek(self, action: act.TellPeek) -> None:
        self.emit(ev.DealerPeeked(action.natural))

    # Insurance

    def _check_insurance(
        self, action: act.Insure | act.DeclineInsurance | act.TakeEvenMoney
    ) -> None:
        open_seats = self.insurance_seats()
        if action.seat not in open_seats or type(action.seat) is not int:
            allowed = ", ".join(map(str, open_seats))
            raise IllegalAction(
                f"seat = {action.seat!r}: insurance is open to "
                + (f"seats {allowed}" if open_seats else f"no seat now; {self.waiting()}")
            )
        if isinstance(action, act.Insure):
            limit = self.insurance_limit(action.seat)
            if type(action.cents) is not int or not 1 <= action.cents <= limit:
                raise IllegalAction(
                    f"seat {action.seat}: insurance = {_amount(action.cents)}: use whole "
                    f"cents above zero, up to {dollars(limit)}"
                )
        if isinstance(action, act.TakeEvenMoney):
            seat = self.state.seat(action.seat)
            if not (self.tables.even_money and seat is not None and seat.natural):
                raise IllegalAction(
                    f"seat {action.seat}: even money is for a natural that pays 3 to 2 and is "
                    "insured whole; take insurance or decline it"
                )

    def _insure(self, action: act.Insure) -> None:
        self.emit(ev.InsuranceTaken(action.seat, action.cents))

    def _decline(self, action: act.DeclineInsurance) -> None:
        self.emit(ev.InsuranceDeclined(action.seat))

    def _even_money(self, action: act.TakeEvenMoney) -> None:
        self.emit(ev.EvenMoneyTaken(action.seat))
        seat = self.state.seat(action.seat)
        if seat is not None:
            settle_hand(self, seat, 0, "even money", 1)

    # Moves of the hand in turn

    def _check_move(self, action: act.MakeMove) -> None:
        if self.want != DECISION:
            raise IllegalAction(
                f"seat {action.seat!r}: {_move_text(action.move)} is not possible now; "
                + self.waiting()
            )
        if action.seat != self.seat.number or type(action.seat) is not int:
            raise IllegalAction(
                f"seat = {action.seat!r}: it is not that seat's turn; seat {self.seat.number} acts"
            )
        move = action.move
        if not move & self.legal or move not in BITS:
            raise IllegalAction(
                f"seat {action.seat}: {_move_text(action.move)} is not allowed with this hand; "
                + use(act.moves_in(self.legal))
            )

    def _move(self, action: act.MakeMove) -> None:
        """Make a move: tell what is seen of it, and settle what it decides."""
        kind = self.choices.kinds[self.terms][action.move]
        if kind is HitTaken:
            self.emit(HitTaken(action.seat, self.hand))
            return
        seat, index = self.seat, self.hand
        hand, hands = seat.hands[index], len(seat.hands)
        if kind is ev.HandStood:
            self.emit(ev.HandStood(action.seat, index, TOTAL[hand.state]))
            return
        edge = self._edge(action.move)
        doubled = self.choices.terms[hand.terms].doubled
        self.emit(self._told(seat, hand, edge))
        if edge.pays[1]:
            self._settle_move(seat, index, edge)
        elif edge.new_hand != NONE:
            if hands == 2 and seat.wagers:
                bets.lose_on_second_split(self, seat, index)
        elif index == 0 and self.choices.terms[hand.terms].doubled != doubled:
            bets.settle_seat(self, seat)

    def make_only_move(self) -> None:
        """Make the one move the hand in turn has, which nobody is asked about."""
        self._move(act.MakeMove(self.seat.number, self.legal))

    def cause_of(self, event: ev.Event) -> act.MakeMove:
        """The move an event tells of, for playing a log again."""
        told: Any = event
        seat = self.state.seat(told.seat)
        if seat is not None and 0 <= told.hand < len(seat.hands):
            hand = seat.hands[told.hand]
            edge = self.choices.made(hand.terms, type(event), hand.state, len(hand.cards))
            if edge is not None:
                return act.MakeMove(told.seat, edge.move)
        raise IllegalAction(f"seat {told.seat}: the hand has no such move; {self.waiting()}")

    def _told(self, seat: Seat, hand: Hand, edge: Edge) -> ev.Event:
        """The event of a move."""
        number, index = seat.number, self.hand
        kind = self.choices.kinds[self.terms][edge.move]
        if kind is ev.HandDoubled:
            return ev.HandDoubled(number, index, self.cost(edge.move))
        if kind is ev.HandSplit:
            moved = edge.moves_wager != NONE
            return ev.HandSplit(number, index, self.cost(edge.move), moved)
        if kind is ev.WagerReturned:
            wager = hand.returned_by(edge)
            return ev.WagerReturned(number, index, self.tables.opening[wager], hand.stakes[wager])
        if kind is ev.CardGivenUp:
            place = edge.gives_up([card >> 2 for card in hand.cards])
            return ev.CardGivenUp(number, index, hand.cards[place])
        if kind is ev.CardKept:
            return ev.CardKept(number, index, hand.cards[-1])
        return kind(number, index)

    def _settle_move(self, seat: Seat, index: int, edge: Edge) -> None:
        """A move that ends the hand for good, giving up a part of every stake."""
        won, each = edge.pays
        hand = seat.hands[index]
        for slot, stake in enumerate(hand.stakes):
            if stake:
                back = min(stake, self.payout(stake, each + won, each))
                bet = self.tables.opening[slot]
                self.emit(ev.WagerSettled(seat.number, index, bet, hand.ended, stake, back))
        bets.settle_seat(self, seat)

    def waiting(self) -> str:
        """What the table waits for, as a sentence's end."""
        if self.want == Want.DECISION:
            return f"the table waits for seat {self.seat.number} to decide"
        if self.want == Want.INSURANCE:
            return f"the table waits for insurance from seats {self.insurance_seats()}"
        what = {Want.WAGERS: "wagers", Want.PEEK: "the dealer's peek"}
        return f"the table waits for {what.get(Want(self.want), 'a card')}"

    # For hosts: who keeps a table going, stores its events and comes back to it

    @classmethod
    def resumed(cls, rules: Rules, house: House | None, state: TableState) -> Table:
        """A table in a state that was kept, ready to go on."""
        table = cls(rules, house)
        table.state = state
        advance(table)
        return table

    def with_limits(self, house: House) -> Table:
        """The same table under other limits; between rounds."""
        return Table.resumed(self.rules, house, self.state)

    def fold(self, events: Iterable[ev.Event]) -> None:
        """Take over what happened elsewhere, and wait for what comes after it.

        The events must reach to the end of an action.
        """
        for event in events:
            self.emit(event)
        advance(self)

    def take_events(self) -> list[ev.Event]:
        """What happened since the last time this was asked; the table keeps it no longer."""
        taken, self.log = self.log, []
        return taken

    @property
    def betting(self) -> bool:
        """Whether a round is open and its wagers are not closed yet."""
        return self.state.phase == BETTING

    def question(self) -> tuple[int, ...]:
        """What the table asks, as a value: another one makes answers to the last one void."""
        if self.want == Want.WAGERS:
            return (self.want, self.state.round - (self.state.phase != CLOSING))  # rounds dealt
        if self.want == Want.INSURANCE:
            return (self.want, self.state.round)
        if self.want != Want.DECISION:
            return (self.want, self.state.round, sum(self.state.gone))
        hand = self.seat.hands[self.hand]
        made = (len(self.seat.hands), len(hand.cards), len(self.state.racked))
        asked = (hand.offered, hand.terms)
        return (self.want, self.state.round, self.seat.number, self.hand, *made, *asked)


_OTHER_CARDS: dict[int, Callable[[Any], ev.Event]] = {
    Want.UPCARD: ev.UpcardDealt,
    Want.HOLE_CARD: ev.HoleCardDealt,
    Want.NEW_UPCARD: ev.UpcardReplaced,
    Want.TURNED_HOLE_CARD: ev.HoleCardTurned,
    Want.DEALER_CARD: ev.DealerDrew,
}

Handlers = tuple[Callable[[Table, Any], None], Callable[[Table, Any], None]]

_HANDLERS: dict[type[act.Action], Handlers] = {
    act.PlaceWagers: (Table._check_place, Table._place),
    act.WithdrawWagers: (Table._check_withdraw, Table._withdraw),
    act.CloseWagers: (Table._check_close, Table._close),
    act.DealCard: (Table._check_card, Table._deal_checked),
    act.TellPeek: (Table._check_peek, Table._peek),
    act.Shuffle: (Table._check_shuffle, Table._shuffle),
    act.BurnTop: (Table._check_burn_top, Table._burn_top),
    act.Insure: (Table._check_insurance, Table._insure),
    act.DeclineInsurance: (Table._check_insurance, Table._decline),
    act.TakeEvenMoney: (Table._check_insurance, Table._even_money),
    act.MakeMove: (Table._check_move, Table._move),
}


def _no_action(table: Table, action: object) -> None:
    raise IllegalAction(f"{action!r} is no action of a table; {table.waiting()}")


_NO_ACTION: Handlers = (_no_action, _no_action)


def _card_text(card: object) -> str:
    return cards.name(card) if type(card) is int and 0 <= card < 52 else repr(card)


def _move_text(move: int) -> str:
    return definition(move).id if move in BITS else repr(move)


def _amount(cents: object) -> str:
    return dollars(cents) if type(cents) is int else repr(cents)
