"""What one person at the table may see: never the hole card before it is turned, never the shoe.

A view is built from what is public; hidden values have no place in it to be forgotten in.
"""

from __future__ import annotations

import msgspec

from pitboss.cards import name
from pitboss.rules.hands import AFTER, EMPTY, SOFT, TOTAL
from pitboss.rules.hands import SOFT_21 as NATURAL_STATE
from pitboss.rules.moves import by_id
from pitboss.table import events as ev
from pitboss.table.actions import TakeEvenMoney
from pitboss.table.engine import Table
from pitboss.table.flow import Want
from pitboss.table.state import Hand, Seat, TableState
from pitboss.table.teaching import Decision, MoveView

_WAITS = {
    Want.WAGERS: "wagers",
    Want.PEEK: "peek",
    Want.INSURANCE: "insurance",
    Want.DECISION: "decision",
}


_CARDS = {
    Want.UPCARD: "the upcard",
    Want.HOLE_CARD: "the hole card",
    Want.NEW_UPCARD: "the new upcard",
    Want.TURNED_HOLE_CARD: "the hole card, turned",
    Want.DEALER_CARD: "the dealer's next card",
}


NO_DECISION = Decision([], "")


class HandView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A hand as it lies on the felt."""

    cards: list[str]
    """Rank and suit, such as `Ts`."""
    total: int
    """An ace counts 11 where that does not bust."""
    soft: bool
    """Whether an ace counts 11."""
    stakes: dict[str, int]
    """Cents on the hand, by bet."""
    marks: list[str]
    """What happened to it that a player should see at a glance, a word or two each."""
    offered: bool
    """The player is asked about its last card."""
    done: bool
    """It makes no more decisions."""
    settled: bool
    """Its wagers have left the felt."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A seat as everyone sees it."""

    seat: int
    """Its number."""
    player: str
    """Whose it is in this round."""
    stakes: dict[str, int]
    """What was staked before the deal."""
    side_bets: dict[str, int]
    """Side bets still on the felt."""
    insurance: int
    """Cents on the insurance line."""
    natural: bool
    """Its first two cards are an ace and a ten."""
    hands: list[HandView]
    """From left to right."""


class DealerView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The dealer's side of the felt; a face-down card is shown as ``??``."""

    cards: list[str]
    """In the order they were dealt."""
    total: int
    """Of the cards that are face up."""
    soft: bool
    """Whether an ace counts 11 there."""
    natural: bool
    """It is open and an ace with a ten."""
    set_aside: str | None
    """The first upcard while it lies beside the new one."""
    replaced: str | None
    """The first upcard, if another took its place, also once it has left the felt."""

    @property
    def beside(self) -> dict[str, str]:
        """A card that lies beside the hand, under the words for it; mostly none."""
        return {"Set aside": self.set_aside} if self.set_aside else {}


class Felt(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Cards and chips as anyone sees them."""

    seats: list[SeatView]
    """Those with wagers in this round."""
    dealer: DealerView
    """The dealer's cards."""


class View(Felt, frozen=True, kw_only=True, gc=False):
    """The table as one viewer sees it."""

    round: int
    """Counted from 1 at each table."""
    waits_for: str
    """``wagers``, ``card``, ``peek``, ``insurance`` or ``decision``."""
    next_card: str
    """What the next card is for, where somebody types the cards of a real table."""
    to_act: int | None
    """The seat that decides now."""
    hand_to_act: int
    """Which of that seat's hands, from 0."""
    legal: list[str]
    """Moves open to the viewer now; empty when somebody else decides."""
    costs: dict[str, int]
    """Cents that such a move adds to the felt."""
    moves: list[MoveView]
    """Every move of the game in its fixed place while the viewer decides; otherwise none."""
    prompt: str
    """What the viewer is asked, in a line; empty when somebody else decides."""
    hopes: dict[int, dict[str, str]]
    """For the viewer's seats: what each bet still on the felt hopes for, where that can be said."""
    insurance_limit: dict[int, int]
    """Cents the viewer's seats may insure for, while insurance is open to them."""
    even_money: list[int]
    """The viewer's seats that may have their natural paid at once instead."""
    net: int
    """Cents the viewer is up or down at this table."""


def view(table: Table, player: str | None = None, lying: Felt | None = None) -> View:
    """The table as this player sees it; as a bystander does if none is named.

    `lying` is the `felt` of its state, where several look at the same time.
    """
    state, teacher = table.state, table.teacher
    want = Want(table.want)
    deciding = want is Want.DECISION
    mine = [seat for seat in state.seats if seat.player == player]
    lying = lying or felt(state)
    insuring: list[int] = []
    legal: list[str] = []
    decision = NO_DECISION
    if deciding:
        if table.seat.player == player:
            legal, decision = table.legal_names(), teacher.decision(table)
    elif want is Want.INSURANCE:
        numbers = [seat.number for seat in mine]
        insuring = [number for number in table.insurance_seats() if number in numbers]
        if insuring:
            decision = Decision([], teacher.insurance_prompt(table, insuring[0]))
    return View(
        round=state.round,
        waits_for=_WAITS.get(want, "card"),
        next_card=_next_card(table) if table.wants_card else "",
        seats=lying.seats,
        dealer=lying.dealer,
        to_act=table.seat.number if deciding else None,
        hand_to_act=table.hand if deciding else 0,
        legal=legal,
        costs={move: table.cost(by_id(move).move) for move in legal},
        moves=decision.moves,
        prompt=decision.prompt,
        hopes={seat.number: teacher.hopes_of(table, seat) for seat in mine},
        insurance_limit={number: table.insurance_limit(number) for number in insuring},
        even_money=[number for number in insuring if table.can(TakeEvenMoney(number))],
        net=state.players.get(player, 0) if player is not None else 0,
    )


def _next_card(table: Table) -> str:
    """Whose the next card is, as a dealer who types it has to know."""
    if table.want in _CARDS:
        return _CARDS[Want(table.want)]
    seat, nth = table.seat, ("first", "second")
    if not seat.hands or (len(seat.hands[0].cards) < len(nth) and len(seat.hands) == 1):
        return f"seat {seat.number}'s {nth[len(seat.hands[0].cards) if seat.hands else 0]} card"
    which = f", hand {table.hand + 1} of {len(seat.hands)}" if len(seat.hands) > 1 else ""
    return f"seat {seat.number}'s next card{which}"


def felt(state: TableState) -> Felt:
    """What lies on the felt, hidden cards face down."""
    return Felt(seats=[_seat(state, seat) for seat in state.seats], dealer=_dealer(state))


_AT_THE_DEALER = frozenset(
    (
        ev.UpcardDealt, ev.HoleCardDealt, ev.UpcardSetAside, ev.UpcardReplaced,
        ev.SetAsideDiscarded, ev.DealerPeeked, ev.HoleCardTurned, ev.DealerDrew, ev.DealerFinished,
    )
)  # fmt: skip
"""Events after which every seat looks as before."""


def felt_after(event: ev.Event, state: TableState, before: Felt) -> Felt:
    """The felt after an event that led to a state: whom it does not concern looks as before."""
    if type(event) in _AT_THE_DEALER:
        return Felt(seats=before.seats, dealer=_dealer(state))
    number = getattr(event, "seat", None)
    if number is None or len(state.seats) != len(before.seats):
        return felt(state)
    seats = [
        _seat(state, seat) if seat.number == number else as_before
        for seat, as_before in zip(state.seats, before.seats, strict=True)
    ]
    return Felt(seats=seats, dealer=before.dealer)


def public(event: ev.Event) -> ev.Event:
    """The event as players may see it: face-down cards stay face down."""
    if isinstance(event, ev.HoleCardDealt):
        return ev.HoleCardDealt(None)
    if isinstance(event, ev.TopCardBurned):
        return ev.TopCardBurned(None)
    return event


def _seat(state: TableState, seat: Seat) -> SeatView:
    return SeatView(
        seat=seat.number,
        player=seat.player,
        stakes=dict(seat.stakes),
        side_bets=dict(seat.wagers),
        insurance=seat.insurance,
        natural=seat.natural,
        hands=[_hand(state, hand) for hand in seat.hands],
    )


def _hand(state: TableState, hand: Hand) -> HandView:
    return HandView(
        cards=[name(card) for card in hand.cards],
        total=TOTAL[hand.state],
        soft=SOFT[hand.state],
        stakes={bet: cents for bet, cents in zip(state.opening, hand.stakes, strict=True) if cents},
        marks=list(hand.marks),
        offered=hand.offered,
        done=hand.done,
        settled=hand.settled,
    )


def _dealer(state: TableState) -> DealerView:
    if state.hole_up:
        open_cards = [name(card) for card in state.dealer]
        value = state.dealer_state
    else:
        shown = [state.upcard] if state.upcard >= 0 else []
        face_down = state.dealt == 2 * len(state.seats) + 2 and state.dealt > 2
        open_cards = [name(card) for card in shown] + ["??"] * face_down
        value = AFTER[EMPTY][state.upcard] if shown else EMPTY
    return DealerView(
        cards=open_cards,
        total=TOTAL[value],
        soft=SOFT[value],
        natural=state.hole_up and len(state.dealer) == 2 and value == NATURAL_STATE,
        set_aside=name(state.original) if state.set_aside else None,
        replaced=name(state.original) if state.original >= 0 and state.upcard >= 0 else None,
    )
