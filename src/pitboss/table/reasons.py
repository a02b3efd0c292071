"""Why wagers were settled as they were: the words of `rules.reasons` for a table's events."""

from __future__ import annotations

from pitboss.rules import reasons
from pitboss.rules.compile import Tables
from pitboss.rules.hands import EMPTY, FIRST_BUST
from pitboss.rules.sign import event_words
from pitboss.rules.vocabulary import Rules
from pitboss.table import bets
from pitboss.table import events as ev
from pitboss.table.choices import Choices
from pitboss.table.state import Seat, TableState


class Reasons:
    """Explains the settlements of one table, from what lies open at that moment."""

    def __init__(self, rules: Rules, tables: Tables, choices: Choices) -> None:
        self.tables, self.choices = tables, choices
        self._bets = {bet.id: bet for bet in tables.bets}
        self._words = {bet.id: event_words(bet) for bet in rules.offered_bets}

    def why(self, state: TableState, event: ev.WagerSettled) -> str:
        """Why a wager is settled so; `state` is the table's before the event."""
        if event.bet == "insurance":
            return reasons.of_insurance(event.event, self.tables.insurance)
        seat = state.seat(event.seat)
        assert seat is not None
        bet = self._bets.get(event.bet)
        if bet is None:
            hands = self._hands(state, seat, event.hand)
            return reasons.of_hand(event.event, hands, self.tables.natural)
        told = reasons.of_bet(bet, event.event, self._words[bet.id])
        if told:
            return told
        facts = bets.known_facts(bets.OpenTable(state, self.tables, self.choices), seat)
        return reasons.of_lost_bet(bet, facts, self._hands(state, seat, 0), self.tables)

    def _hands(self, state: TableState, seat: Seat, index: int) -> reasons.Hands:
        hand, outcome, final = seat.hands[index], self.tables.outcome, state.final
        return reasons.Hands(
            player=hand.state,
            dealer=state.dealer_state if state.hole_up else EMPTY,
            player_natural=seat.natural,
            dealer_natural=state.natural or state.peeked is True,
            pushes=final >= 0 and outcome[21][final] == 0 == outcome[4][final],
            ended=hand.ended,
            given_up=bool(hand.ended) and hand.result < 0 and hand.state < FIRST_BUST,
            upcard=state.upcard >> 2,
            original=state.original >> 2 if state.original >= 0 else -1,
        )
