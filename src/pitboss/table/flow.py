"""The course of a round: what the dealer does by herself until a person or a card is needed.

`advance` is a pure consequence of the state: run on a state folded from whole actions it emits
nothing new and waits for the same thing. Phases are in the order of the rulebook; each one is
skipped once its events have happened.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from pitboss.cards import CARD_VALUE
from pitboss.rules.compile import DRAWS
from pitboss.rules.hands import FIRST_BUST, TOTAL
from pitboss.rules.moves import BITS, Move
from pitboss.table import bets
from pitboss.table import events as ev
from pitboss.table.state import DEALING, DEALT, Hand, Seat, TableState

if TYPE_CHECKING:
    from pitboss.table.engine import Table


class Want(IntEnum):
    """What the table waits for."""

    WAGERS = 0
    PLAYER_CARD = 1
    UPCARD = 2
    HOLE_CARD = 3
    NEW_UPCARD = 4
    TURNED_HOLE_CARD = 5
    DEALER_CARD = 6
    PEEK = 7
    INSURANCE = 8
    DECISION = 9


# The same as plain integers, which the engine compares in its inner steps.
(
    WAGERS, PLAYER_CARD, UPCARD_CARD, HOLE_CARD, NEW_UPCARD, TURNED_HOLE_CARD, DEALER_CARD, PEEK,
    INSURANCE, DECISION,
) = map(int, Want)  # fmt: skip
FIRST_CARD, LAST_CARD = PLAYER_CARD, DEALER_CARD

UPCARD_LIES, BEFORE_PEEK, INSURING, PEEKING, PLAYING, DEALER = range(6)
"""How far the dealer is between the last card dealt and the end of the round."""

_STAND = int(Move.STAND)


def advance(t: Table) -> None:
    """Let the dealer go on until the table waits for somebody; `t.want` says for what."""
    s = t.state
    phase = s.phase
    if phase == DEALING:  # the upcard after the first pass, the hole card last (BJ-3)
        seats, out = s.seats, s.dealt
        last = len(seats)
        t.hand = 0
        if out < last:
            t.want, t.seat = PLAYER_CARD, seats[out]
        elif out == last:
            t.want = UPCARD_CARD
        elif out <= 2 * last:
            t.want, t.seat = PLAYER_CARD, seats[out - last - 1]
        else:
            t.want, t.stage = HOLE_CARD, UPCARD_LIES
        return
    if phase != DEALT:
        t.want, t.stage = WAGERS, UPCARD_LIES
        return
    if t.stage < PLAYING and not _open(t):
        return
    if t.stage == PLAYING and not _play(t):
        return
    if not _dealer(t):
        return
    t.emit(ev.RoundClosed(s.round))
    t.want = WAGERS


def _open(t: Table) -> bool:
    """From the last card dealt to the first decision."""
    s, tables, stage = t.state, t.tables, t.stage
    if stage == UPCARD_LIES:
        if s.upcard < 0:
            t.want = NEW_UPCARD
            return False
        if s.original < 0 and tables.replaced >> (s.upcard >> 2) & 1:
            t.emit(ev.UpcardSetAside(s.upcard))
            t.want = NEW_UPCARD
            return False
        if tables.natural_first:
            for seat in reversed(s.seats):
                if seat.natural and not seat.hands[0].settled:
                    settle_natural(t, seat)
        bets.settle_after_deal(t)
        t.stage, t.turn = BEFORE_PEEK, 0
    if stage <= BEFORE_PEEK:
        if t.choices.before_peek and not _ask_before_peek(t):
            return False
        t.stage = INSURING
    if stage <= INSURING:
        ace_up = CARD_VALUE[s.upcard] == 1
        if ace_up and tables.insurance[1] and s.insurance != 2 and not _insure(t):
            return False
        t.stage = PEEKING
    if tables.peeked >> (s.upcard >> 2) & 1 and not _peek(t):
        return False
    if s.set_aside:
        t.emit(ev.SetAsideDiscarded(s.original))
    if s.natural:
        _settle_all(t)
        t.stage = DEALER
        return True
    if bets.dealer_natural(s) == 1:
        _settle_without_natural(t)
    t.stage, t.turn = PLAYING, 0
    return True


def _insure(t: Table) -> bool:
    s = t.state
    asked = [seat for seat in s.seats if not seat.hands[0].settled]
    if not asked and not s.insurance:
        return True
    if not s.insurance:
        t.emit(ev.InsuranceOffered())
    if any(not seat.answered for seat in asked):
        t.want = INSURANCE
        return False
    t.emit(ev.InsuranceClosed())
    return True


def _peek(t: Table) -> bool:
    s = t.state
    if s.peeked is None:
        if not s.hole_seen:
            t.want = PEEK
            return False
        t.emit(ev.DealerPeeked(CARD_VALUE[s.upcard] + CARD_VALUE[s.hole] == 11))
    if s.peeked and not s.hole_up:
        if not s.hole_seen:
            t.want = TURNED_HOLE_CARD
            return False
        t.emit(ev.HoleCardTurned(s.hole))
    bets.settle_decided(t)
    return True


def _ask_before_peek(t: Table) -> bool:
    """What comes before the peek, seats in turn; True when nothing is left to decide."""
    s, choices = t.state, t.choices
    while t.turn < len(s.seats):
        seat = s.seats[t.turn]
        hand = seat.hands[0]
        number, legal = choices.open(hand.terms, hand.state, hand.cards, 1, s.upcard)
        if hand.done or seat.natural or not choices.terms[number].before_peek:
            t.turn += 1
            continue
        t.seat, t.hand, t.terms, t.legal = seat, 0, number, legal
        if legal not in BITS:
            t.want = DECISION
            return False
        t.make_only_move()
    return True


def _play(t: Table) -> bool:
    """Seats in turn, hands left to right; True when every hand is finished."""
    s, choices = t.state, t.choices
    seats = s.seats
    while t.turn < len(seats):
        seat = seats[t.turn]
        hands = seat.hands
        index, hand = 0, hands[0]
        if len(hands) > 1:
            index, hand = _next_hand(t, hands)
        if hand.done:
            t.turn += 1
            continue
        t.seat, t.hand = seat, index
        if hand.awaits:
            t.want = PLAYER_CARD
            return False
        state, cards = hand.state, hand.cards
        number, legal = choices.open(hand.terms, state, cards, len(hands), s.upcard)
        t.terms, t.legal = number, legal
        if not choices.is_plain[number]:
            terms = choices.terms[number]
            if terms.offers:
                if legal in BITS:
                    t.make_only_move()
                    continue
                if not hand.offered:
                    t.emit(ev.ReplacementOffered(seat.number, index, cards[-1]))
                t.want = DECISION
                return False
            if terms.endings and _ends(t, seat, index):
                continue
        if state >= FIRST_BUST:
            t.emit(ev.HandBusted(seat.number, index, TOTAL[state]))
            settle_hand(t, seat, index, "bust", -1)
            if index == 0:
                bets.settle_seat(t, seat)
        elif legal == _STAND:
            t.emit(ev.HandStood(seat.number, index, TOTAL[state]))
        elif legal in BITS:
            t.make_only_move()
        else:
            t.want = DECISION
            return False
    t.stage = DEALER
    return True


def _ends(t: Table, seat: Seat, index: int) -> bool:
    """Settle a hand whose cards end it at once; whether they do."""
    hand = seat.hands[index]
    ending = t.choices.ending(t.terms, hand.state, len(hand.cards))
    if ending is None or seat.natural:
        return False
    pays = ending.pays[0]
    t.emit(ev.HandEnded(seat.number, index, ending.name, (pays > 0) - (pays < 0)))
    settle_hand(t, seat, index, ending.name, *ending.pays)
    if index == 0:
        bets.settle_seat(t, seat)
    return True


def _next_hand(t: Table, hands: list[Hand]) -> tuple[int, Hand]:
    """The first hand of a seat that is not done; the last one where all are.

    Where both split hands get their cards at once, the first that lacks one or is asked.
    """
    left = [(index, hand) for index, hand in enumerate(hands) if not hand.done]
    if t.tables.second_cards_at_once:
        for index, hand in left:
            if hand.awaits or _is_asked(t, hand, len(hands)):
                return index, hand
    return left[0] if left else (len(hands) - 1, hands[-1])


def _is_asked(t: Table, hand: Hand, hands: int) -> bool:
    """Whether the player has to say something about the card just drawn."""
    terms, _ = t.choices.open(hand.terms, hand.state, hand.cards, hands, t.state.upcard)
    return t.choices.terms[terms].offers


def _dealer(t: Table) -> bool:
    """Open the hole card, draw if a live hand depends on it, settle everything."""
    s = t.state
    if not s.hole_up:
        if not s.hole_seen:
            t.want = TURNED_HOLE_CARD
            return False
        t.emit(ev.HoleCardTurned(s.hole))
    if not s.natural and len(s.dealer) == 2:  # what the hole card decides, before any draw
        if t.hole_card_decides:
            bets.settle_decided(t)
        _settle_without_natural(t)
    if not s.natural and s.final < 0 and _is_live(s):
        final = t.tables.dealer_final[s.dealer_state]
        if final == DRAWS:
            t.want = DEALER_CARD
            return False
        t.emit(ev.DealerFinished(TOTAL[s.dealer_state], final, t.pushes[final]))
    _settle_all(t)
    return True


def _is_live(s: TableState) -> bool:
    """Whether a hand still depends on what the dealer makes."""
    for seat in s.seats:
        if not seat.natural:
            for hand in seat.hands:
                if not hand.settled:
                    return True
    return False


def _settle_without_natural(t: Table) -> None:
    """The dealer has no natural: insurance loses and naturals are paid."""
    for seat in reversed(t.state.seats):
        if seat.insurance:
            _settle_insurance(t, seat)
        if seat.natural and not seat.hands[0].settled:
            settle_natural(t, seat)


def _settle_all(t: Table) -> None:
    """Insurance, naturals and every standing hand, last seat first (PR-8); then riding bets."""
    s, outcome = t.state, t.tables.outcome
    natural, final = s.natural, s.final
    for seat in reversed(s.seats):
        if seat.insurance:
            _settle_insurance(t, seat)
        for index, hand in enumerate(seat.hands):
            if hand.settled:
                continue
            if seat.natural:
                settle_natural(t, seat)
            elif natural:
                settle_hand(t, seat, index, "dealer natural", -1)
            else:
                pays = outcome[TOTAL[hand.state]][final]
                settle_hand(t, seat, index, ("lose", "push", "win")[pays + 1], pays)
    bets.settle_decided(t)


def settle_natural(t: Table, seat: Seat) -> None:
    """Pay a natural, or push it against the dealer's unless naturals come first."""
    if t.state.natural and not t.tables.natural_first:
        settle_hand(t, seat, 0, "natural push", 0)
    else:
        settle_hand(t, seat, 0, "natural", *t.tables.natural)


def settle_hand(t: Table, seat: Seat, index: int, event: str, pays: int, per: int = 1) -> None:
    """Settle every wager of a hand at the same odds; -1 loses, 0 pushes."""
    for slot, stake in enumerate(seat.hands[index].stakes):
        if stake:
            returned = 0
            if pays == 0:
                returned = stake
            elif pays > 0:
                returned = stake + t.payout(stake, pays, per)
            t.emit(
                ev.WagerSettled(seat.number, index, t.tables.opening[slot], event, stake, returned)
            )


def _settle_insurance(t: Table, seat: Seat) -> None:
    stake = seat.insurance
    won = t.payout(stake, *t.tables.insurance) if t.state.natural else -stake
    event = "dealer natural" if t.state.natural else "no natural"
    t.emit(ev.WagerSettled(seat.number, 0, "insurance", event, stake, stake + won))
