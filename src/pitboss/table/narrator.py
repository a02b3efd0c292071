"""The dealer's procedure, event by event: which step it is, what the dealer does and says (PR).

A narrator follows a table by folding the same events, so that captions can mention totals. The
words come from the game's file, with a generic text for every step it leaves out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.cards import pretty
from pitboss.rules.compile import compile_rules
from pitboss.rules.game import Game, Step
from pitboss.rules.hands import FIRST_BUST, SOFT, TOTAL
from pitboss.rules.limits import dollars
from pitboss.rules.procedure import FIELDS, STEPS
from pitboss.rules.vocabulary import Rules
from pitboss.table import events as ev
from pitboss.table.choices import choices_of
from pitboss.table.state import DEALING, TableState, apply_with


class Caption(msgspec.Struct, frozen=True):
    """One step of the procedure in words; a step may have nothing to say."""

    step: str
    does: str
    says: str


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


class Narrator:
    """Follows one table and tells what the dealer does."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.state = TableState(rules.wagers.opening)
        self._apply = apply_with(choices_of(compile_rules(rules)))
        self.names = {**rules.wagers.names, "insurance": "insurance"}
        self.names |= {bet.id: bet.name for bet in rules.bets}
        self.words = {step: Step(does=does, says=says) for step, (does, says) in STEPS.items()}
        self.words |= game.procedure

    def tell(self, event: ev.Event) -> Caption:
        """The caption of the next event of the table."""
        dealing, unasked = self.state.phase == DEALING, self._unasked(event)
        self._apply[type(event)](self.state, event)
        step = self._step(event, dealing) + ("-unasked" if unasked else "")
        filled = self._fields(event)
        words = self.words[step]
        return Caption(step, words.does.format_map(filled), words.says.format_map(filled))

    def _unasked(self, event: ev.Event) -> bool:
        """Whether a card leaves a hand that is bust with it, and nobody was asked about it."""
        if not isinstance(event, ev.CardGivenUp):
            return False
        seat = self.state.seat(event.seat)
        hand = seat.hands[event.hand] if seat else None
        return hand is not None and hand.state >= FIRST_BUST and not hand.offered

    def _step(self, event: ev.Event, dealing: bool) -> str:
        match event:
            case ev.ShoeShuffled(ran_out=ran_out):
                return "reshuffle" if ran_out else "shuffle"
            case ev.CardDealt():
                return "deal-player" if dealing else "draw"
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
            return "pay-bet" if won else "push-bet" if back else "collect-bet"
        if event.event in ("natural", "even money", "natural push"):
            return "push-natural" if event.event == "natural push" else "pay-natural"
        return "pay-hand" if won else "push-hand" if back else "collect-hand"

    def _fields(self, event: Any) -> dict[str, str]:
        fields = dict.fromkeys(FIELDS, "")
        readers: dict[str, Callable[[Any], str]] = {
            "seat": str,
            "card": lambda card: "" if card is None else pretty(card),
            "bet": lambda bet: self.names.get(bet, bet),
            "event": str,
            "cents": dollars,
            "stake": dollars,
            "total": str,
        }
        for name, read in readers.items():
            if hasattr(event, name):
                fields["amount" if name in ("cents", "stake") else name] = read(
                    getattr(event, name)
                )
        if hasattr(event, "hand"):
            fields["hand"] = str(event.hand + 1)
        if isinstance(event, ev.WagerSettled):
            fields["paid"] = dollars(max(event.returned - event.stake, 0))
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
