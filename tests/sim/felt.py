"""Rounds at the real table, with the replica's cards and money on every wager."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from pitboss.rules.compile import LOST, SECOND_SPLIT
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table, flow
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.enumeration.oracle import Player
from tests.sim import replica
from tests.sim.cards import Cards, HandCards, ShoeCards, agree
from tests.sim.late_hole import MOST, OneSeat, PeekedNatural
from tests.sim.suits import DealAgain, Suits

MOST_TIMES = 1000
"""How often a shoe is dealt before its suits are given up."""
Stakes = Mapping[str, int]
"""Cents by bet."""
Book = dict[str, int | str]
"""What a seat's round brought: cents by wager, what was staked, and events in words."""


class Round(NamedTuple):
    """A round as the table dealt it."""

    log: list[ev.Event]
    books: list[Book]
    """By seat."""
    used: int
    """Cards that have left the shoe, -1 if it ran out."""
    suited: bool
    """Whether the dealer's first two cards share a suit."""


class Felt:
    """A table where every seat stakes on every wager and plays by one strategy.

    The simulator plays split hands one after the other, whatever the house does. So a house that
    deals second cards at once is played twice: one after the other to see which cards each hand
    gets, and then its own way with the same cards for the same hands.
    """

    def __init__(self, rules: Rules, stakes: Sequence[Stakes], player: Player, seed: int) -> None:
        self.stakes, self.player, self.seed = stakes, player, seed
        self.decks = rules.shoe.decks
        split = msgspec.structs.replace(rules.split, second_cards="in-turn")
        self._in_turn = Table(msgspec.structs.replace(rules, split=split))
        self._own = Table(rules)

    def fresh_round(self, number: int) -> Round:
        """The round of this number, at one seat from a fresh shoe."""
        suits, before = Suits(self.decks), None
        # only for split hands a coin says whether a natural is of one suit
        suited = number % 2 == 0, replica.suited_natural_of_round(self.seed, number)
        for _ in range(MOST_TIMES):
            suits.deal_again()
            shoe = replica.FreshShoe(self.seed, number, self.decks)
            table = self._in_turn.copy()
            try:
                cards = OneSeat(table, suits, 0, shoe.draw, suited, before)
                return self._round(cards, number)
            except DealAgain:
                continue
            except PeekedNatural as found:
                before = found.drawn
        raise AssertionError("suits cannot be dealt")

    def shoe(self, number: int, cut: int, burn: int, *, late_hole: bool = False) -> list[Round]:
        """The rounds of the shoe of this number; only one if the cut card comes at once."""
        suits = Suits(self.decks)
        for _ in range(MOST_TIMES):
            suits.deal_again()
            try:
                if late_hole:
                    return list(self._one_seat(number, cut, burn, suits))
                return list(self._shoe(number, cut, burn, suits))
            except DealAgain:
                continue
        raise AssertionError("suits cannot be dealt")

    def _shoe(self, number: int, cut: int, burn: int, suits: Suits) -> Iterator[Round]:
        cards = ShoeCards(self._in_turn.copy(), self.seed, number, suits)
        for _ in range(burn):
            cards.burn()
        spent = False
        while not spent:
            cards.begin_round()
            played = self._round(cards, number)
            assert agree(cards.table, cards.shoe)
            used = -1 if cards.shoe.ran_out else 52 * self.decks - cards.shoe.cards
            yield played._replace(used=used)
            spent = used < 0 or used >= cut

    def _one_seat(self, number: int, cut: int, burn: int, suits: Suits) -> Iterator[Round]:
        table, shoe = self._in_turn.copy(), replica.Shoe(self.seed, number, self.decks)
        for place in range(burn):
            table.do(act.BurnTop(suits.card(~place, shoe.draw(), table.state.gone, None)))
        rounds, used = 0, 0
        while used < max(cut, 1):
            shoe.begin_round()
            coin = replica.suited_natural(self.seed, number, rounds)
            start, suited = table.copy(), (coin, coin)
            try:
                cards = OneSeat(table, suits, rounds, shoe.draw, suited)
                played = self._round(cards, number)
            except PeekedNatural as found:
                table = start
                shoe.put_back(found.not_drawn)
                suits.forget(rounds * MOST, (rounds + 1) * MOST)
                cards = OneSeat(table, suits, rounds, shoe.draw, suited, found.drawn)
                played = self._round(cards, number)
            assert not shoe.ran_out, "one seat is not dealt to the end of a shoe here"
            assert agree(table, shoe)
            rounds, used = rounds + 1, 52 * self.decks - shoe.cards
            yield played._replace(used=used)

    def _round(self, cards: OneSeat | ShoeCards, unit: int) -> Round:
        log = self._play(cards, unit)
        state = cards.table.state
        suited = state.upcard % 4 == state.hole % 4
        kinds = {type(event) for event in log}
        at_once = self._own.tables.second_cards_at_once
        if at_once and ev.HandSplit in kinds and ev.ShoeShuffled not in kinds:
            again = HandCards(self._own.copy(), log)
            log = self._play(again, unit)
            again.check()
        return Round(log, books(log, self.stakes, self._own.tables.opening), 0, suited)

    def _play(self, cards: Cards, unit: int) -> list[ev.Event]:
        """A round; what happened in it."""
        table = cards.table
        table.log.clear()
        table.emit(ev.RoundOpened(1))
        for seat, staked in enumerate(self.stakes, start=1):
            for bet, cents in staked.items():
                table.emit(ev.WagerPlaced(seat, f"player {seat}", bet, cents))
        table.emit(ev.WagersClosed())  # limits are not asked: nobody may stake on all bets at once
        flow.advance(table)
        while table.want != Want.WAGERS:
            if table.wants_card:
                cards.give()
            elif table.want == Want.PEEK:
                table.do(act.TellPeek(False))
            elif table.want == Want.INSURANCE:
                seat = table.insurance_seats()[0]
                if insures(unit, seat):
                    table.do(act.Insure(seat, table.insurance_limit(seat)))
                else:
                    table.do(act.DeclineInsurance(seat))
            else:
                table.do(act.MakeMove(table.seat.number, self.player(table)))
        return table.log.copy()


def insures(unit: int, seat: int) -> bool:
    """Whether a seat takes all the insurance it can get in a shoe; every second one does."""
    return (unit + seat) % 2 == 0


def in_words(event: str) -> str:
    """What a side bet ended with.

    Where a second split loses a bet that nothing could save any more, a table may have collected it
    before or not: both are a loss.
    """
    return "loss" if event in (LOST.name, SECOND_SPLIT.name) else event


def books(
    log: Sequence[ev.Event], stakes: Sequence[Stakes], opening: Sequence[str]
) -> list[Book]:  # fmt: skip
    """What the events of a round brought each seat."""
    won = [dict.fromkeys((*staked, "insurance"), 0) for staked in stakes]
    at_risk = [sum(staked[bet] for bet in opening) for staked in stakes]
    words: list[Book] = [{"insurance is": "not offered", "hands are": "not split"} for _ in stakes]
    for event in log:
        match event:
            case ev.WagerSettled(seat=seat, bet=bet):
                won[seat - 1][bet] += event.returned - event.stake
                if bet not in (*opening, "insurance"):
                    words[seat - 1][f"{bet} ends with"] = in_words(event.event)
            case ev.HandSplit(seat=seat, cents=cents):
                at_risk[seat - 1] += cents
                words[seat - 1]["hands are"] = "split"
            case ev.HandDoubled(seat=seat, cents=cents):
                at_risk[seat - 1] += cents
            case ev.WagerReturned(seat=seat, cents=cents):
                at_risk[seat - 1] -= cents
            case ev.InsuranceTaken(seat=seat) | ev.InsuranceDeclined(seat=seat):
                words[seat - 1]["insurance is"] = "offered"
    return [
        {**cents, "staked": staked, **said}
        for cents, staked, said in zip(won, at_risk, words, strict=True)
    ]
