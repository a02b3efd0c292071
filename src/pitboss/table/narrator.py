"""The dealer's procedure, event by event: which step it is, what the dealer does and says (PR).

A narrator follows a table by folding the same events, so that captions can mention totals. The
words come from the game's file, with a generic text for every step it leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from pitboss.cards import pretty
from pitboss.rules.compile import compile_rules
from pitboss.rules.conditions import looks_at_upcard, riding_bets
from pitboss.rules.game import Game
from pitboss.rules.hands import FIRST_BUST, SOFT, TOTAL
from pitboss.rules.limits import dollars
from pitboss.rules.moves import Move
from pitboss.rules.practice import marked, practice_of, told_at
from pitboss.rules.procedure import FIELDS, Step, manual, plain_step
from pitboss.rules.sign import event_words
from pitboss.rules.vocabulary import Rules
from pitboss.table import events as ev
from pitboss.table.choices import choices_of
from pitboss.table.reasons import Reasons
from pitboss.table.state import DEALING, Hand, Seat, TableState, apply_with


class Caption(msgspec.Struct, frozen=True):
    """One step of the procedure in words; a step may have nothing to say."""

    step: str
    does: str
    says: str
    practice: str = ""
    """Ids of the practice it carries out, those marked that are house custom."""
    why: str = ""
    """Of a wager that is settled: why it lost, won or came back, in the player's words."""


_PLAIN: dict[type[ev.Event], str] = {
    ev.TopCardBurned: "burn-top",
    ev.RoundOpened: "open-round",
    ev.WagerPlaced: "place",
    ev.WagerWithdrawn: "withdraw",
    ev.WagersClosed: "case-wagers",
    ev.UpcardDealt: "deal-upcard",
    ev.HoleCardDealt: "deal-hole",
    ev.UpcardSetAside: "set-aside",
    ev.UpcardReplaced: "replace-upcard",
    ev.SetAsideDiscarded: "discard-set-aside",
    ev.InsuranceOffered: "offer-insurance",
    ev.InsuranceTaken: "insurance-taken",
    ev.InsuranceDeclined: "insurance-declined",
    ev.EvenMoneyTaken: "even-money",
    ev.InsuranceClosed: "close-insurance",
    **{kind: move.id for kind, move in ev.MOVE_OF.items()},
    ev.ReplacementOffered: f"offer-{ev.MOVE_OF[ev.CardGivenUp].id}",
    ev.HandEnded: "hand-ended",
    ev.HandBusted: "bust",
    ev.HoleCardTurned: "turn-hole",
    ev.DealerDrew: "dealer-draw",
    ev.RoundClosed: "collect-cards",
}


_TOLD_BY_HAND = (
    ev.HandStood, ev.HandDoubled, ev.HandSplit, ev.CardGivenUp, ev.WagerReturned,
)  # fmt: skip
"""Moves that are told in other words by the hand they are made with."""


class Narrator:
    """Follows one table and tells what the dealer does."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.state = TableState(rules.wagers.opening)
        tables = compile_rules(rules)
        self._choices = choices_of(tables)
        self._reasons = Reasons(rules, tables, self._choices)
        self._apply = apply_with(self._choices)
        self.names = {**rules.wagers.names, "insurance": "insurance"}
        self.names |= {bet.id: bet.name for bet in rules.bets}
        self.event_words = {bet.id: event_words(bet) for bet in rules.bets}
        self._looked_for, self._riding = looks_at_upcard(rules), riding_bets(rules)
        practice, house = practice_of(game, rules), manual().procedure
        self.words = {step: _words(step, game.procedure, house) for step in house}
        self._has_fields = {
            step for step, words in self.words.items() if "{" in words.does + words.says
        }
        self.practice = {step: marked(told_at(practice, step)) for step in house}

    def tell(self, event: ev.Event) -> Caption:
        """The caption of the next event of the table."""
        why = self._reasons.why(self.state, event) if isinstance(event, ev.WagerSettled) else ""
        step = self.follow(event)
        words, practice = self.words[step], self.practice[step]
        if step not in self._has_fields:
            return Caption(step, words.does, words.says, practice, why)
        filled = self._fields(event)
        return Caption(
            step, words.does.format_map(filled), words.says.format_map(filled), practice, why
        )

    def follow(self, event: ev.Event) -> str:
        """The step that the next event of the table is, for whoever needs no words."""
        dealing = self.state.phase == DEALING
        before = self._before(event)
        self._apply[type(event)](self.state, event)
        return self._step(event, dealing) + before

    def _before(self, event: ev.Event) -> str:
        """What a move's step is called beside its name, by the hand it is made with."""
        if not isinstance(event, _TOLD_BY_HAND):
            return ""
        seat, hand = self._hand(event)
        if isinstance(event, ev.WagerReturned):
            return "-only" if sum(hand.stakes) == event.cents else ""
        if isinstance(event, ev.CardGivenUp):
            return ("-last" if self._is_last_card(hand) else "") + (
                "" if hand.offered or hand.state < FIRST_BUST else "-unasked"
            )
        _, mask = self._choices.open(
            hand.terms, hand.state, hand.cards, len(seat.hands), self.state.upcard
        )
        if isinstance(event, ev.HandStood):
            return "" if mask & ~Move.STAND else "-by-itself"
        either = ev.MOVE_OF[ev.HandDoubled].move | ev.MOVE_OF[ev.HandSplit].move
        return "-of-pair" if mask & either == either else ""

    def _is_last_card(self, hand: Hand) -> bool:
        """Whether the card just drawn is the last one of its hand, whatever it is."""
        terms = self._choices.terms[hand.terms]
        if terms.offers:
            terms = self._choices.terms[terms.otherwise]
        return all(edge.move == Move.STAND for edge in terms.edges)

    def _is_final(self, seat: Seat, hand: Hand) -> bool:
        """The same, and nobody is asked whether it stays."""
        number, _ = self._choices.open(
            hand.terms, hand.state, hand.cards, len(seat.hands), self.state.upcard
        )
        return not self._choices.terms[number].offers and self._is_last_card(hand)

    def _hand(self, event: Any) -> tuple[Seat, Hand]:
        seat = self.state.seat(event.seat)
        assert seat is not None
        return seat, seat.hands[event.hand]

    def _step(self, event: ev.Event, dealing: bool) -> str:
        match event:
            case ev.ShoeShuffled(ran_out=ran_out):
                return "reshuffle" if ran_out else "shuffle"
            case ev.CardDealt():
                if dealing:
                    return "deal-player"
                return "draw-last" if self._is_final(*self._hand(event)) else "draw"
            case ev.DealerPeeked(natural=natural):
                return "peek-natural" if natural else "peek"
            case ev.HandSplit(moved=True):
                return f"free-{_PLAIN[ev.HandSplit]}"
            case ev.DealerFinished(total=total, pushes=pushes):
                if pushes:
                    return "dealer-pushes"
                return "dealer-busts" if total > 21 else "dealer-stands"
            case ev.WagerSettled():
                return self._settling(event)
        return _PLAIN[type(event)]

    def _settling(self, event: ev.WagerSettled) -> str:
        won, back = event.returned > event.stake, event.returned == event.stake
        if event.bet == "insurance":
            return "pay-insurance" if event.event == "dealer natural" else "collect-insurance"
        if event.bet not in self.state.opening:
            step = "pay-bet" if won else "push-bet" if back else "collect-bet"
            if (event.bet, event.event) in self._looked_for:
                return f"{step}-look"
            if not self._rode(event):
                return step
            early = step == "collect-bet" and not self.state.hole_up
            return f"{step}-early" if early else f"{step}-riding"
        if event.event in ("natural", "even money", "natural push"):
            return "push-natural" if event.event == "natural push" else "pay-natural"
        if 0 < event.returned < event.stake:
            return "collect-part"
        return "pay-hand" if won else "push-hand" if back else "collect-hand"

    def _rode(self, event: ev.WagerSettled) -> bool:
        """Whether a bet stayed on the felt until the hole card or the hand was seen."""
        _, hand = self._hand(event)
        seen = self.state.peeked is not None or self.state.hole_up or bool(hand.ended)
        return event.bet in self._riding and seen

    def _fields(self, event: Any) -> dict[str, str]:
        fields = dict.fromkeys(FIELDS, "")
        for field, attribute, read in _FIELDS_OF[type(event)]:
            fields[field] = read(getattr(event, attribute))
        if fields["bet"]:
            fields["bet"] = self.names.get(event.bet, event.bet)
        if isinstance(event, ev.WagerSettled):
            words = self.event_words.get(event.bet, {})
            fields["event"] = words.get(event.event, event.event)
            won = event.returned - event.stake
            fields["paid"] = dollars(won if won >= 0 else event.returned)
        if not fields["total"]:
            fields["total"] = self._total(event)
        return fields

    def _total(self, event: Any) -> str:
        seat = self.state.seat(getattr(event, "seat", 0))
        if isinstance(event, ev.HoleCardTurned | ev.DealerDrew):
            if self.state.natural:
                return "blackjack"
            state = self.state.dealer_state
        elif isinstance(event, ev.CardDealt) and seat is not None:
            state = seat.hands[event.hand].state
        else:
            return ""
        total = TOTAL[state]
        return f"soft {total}" if SOFT[state] and total < 21 else str(total)


Read = tuple[str, str, Callable[[Any], str]]
"""A field of the words, the attribute of an event that fills it, and what makes text of that."""
_READ: tuple[Read, ...] = (
    ("seat", "seat", str),
    ("hand", "hand", lambda hand: str(hand + 1)),
    ("card", "card", lambda card: "" if card is None else pretty(card)),
    ("bet", "bet", str),
    ("event", "event", str),
    ("amount", "cents", dollars),
    ("amount", "stake", dollars),
    ("total", "total", str),
)


_FIELDS_OF: dict[type, list[Read]] = {
    kind: [read for read in _READ if read[1] in kind.__struct_fields__]
    for kind in ev.Event.__subclasses__()
}
"""By kind of event: what it fills in."""


def _words(step: str, own: Mapping[str, Step], house: Mapping[str, Step]) -> Step:
    """A game's words for a step, or for the plain step it is a case of; else the house's."""
    return next((own[one] for one in (step, plain_step(step)) if one in own), house[step])
