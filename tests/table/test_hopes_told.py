"""What a bet on the felt is said to hope for is what settles it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pitboss.rules.hands import TOTAL
from pitboss.table import Table
from pitboss.table import events as ev
from pitboss.table.views import view
from tests.rounds import play
from tests.table.taught import GAMES, YOU, play_rounds

LONGEST = 95


@pytest.mark.parametrize("game", GAMES)
def test_bets_end_as_they_hoped(game: str) -> None:
    heard: dict[str, list[str]] = {}
    kinds: Counter[str] = Counter()

    def look(table: Table) -> None:
        for bet, hope in view(table, YOU).hopes[1].items():
            assert hope, bet
            assert len(hope) <= LONGEST, hope
            heard.setdefault(bet, []).append(hope)

    for table in play_rounds(game, "hopes", look):
        state = table.state
        for event in table.log:
            if isinstance(event, ev.WagerSettled) and event.bet in table.limits.bets:
                for hope in heard.get(event.bet, []):
                    kinds[check(table, event, hope)] += 1
        heard.clear()
        assert state.felt == 0
    assert not any(bet for bet in ("tie", "riding") if kinds[bet] < 5 and rides(game, bet))


def rides(game: str, kind: str) -> bool:
    return {"tie": game == "blackjack-tie", "riding": game in ("lucky-stiff", "mulligan-21")}[kind]


def check(table: Table, event: ev.WagerSettled, hope: str) -> str:
    """Hold a hope, heard at some time, against how the bet ended."""
    won = event.returned - event.stake
    hand = table.state.seats[0].hands[0]
    if hope.startswith("Cannot win any more"):
        assert won < 0 or event.event == "surrendered", hope
        return "hopeless"
    odds = [int(word) for word in re.findall(r"(\d+) to 1", hope)]
    if won > 0:
        assert won in [table.payout(event.stake, pays) for pays in odds], hope
    tie = re.search(r"ties on ((?:\d+|blackjack|, | or )+)", hope)
    if tie:
        words = re.split(r", | or ", tie[1])
        mine, dealer = hand.state, table.state.dealer_state
        tied = TOTAL[mine] == TOTAL[dealer] and table.state.hole_up and TOTAL[mine] <= 21
        if won > 0:
            assert tied
            assert (str(TOTAL[mine]) in words) or (table.state.natural and "blackjack" in words)
        return "tie"
    if "hand wins" in hope:
        ends = [
            one for one in table.log
            if isinstance(one, ev.WagerSettled) and one.bet == "main" and one.hand == 0
        ]  # fmt: skip
        assert (won > 0) <= (ends[0].returned > ends[0].stake)
        if won == 0:
            assert "comes back" in hope or event.event == "surrendered"
        return "riding"
    return "other"


@pytest.mark.parametrize("game", GAMES)
def test_every_bet_on_the_felt_has_a_hope(game: str) -> None:
    def look(table: Table) -> None:
        seat = table.state.seats[0]
        lying = {*seat.wagers, *(["insurance"] if seat.insurance else [])}
        for slot, bet in enumerate(table.tables.opening):
            lying |= {bet} if any(hand.stakes[slot] for hand in seat.hands) else set()
        assert set(view(table, YOU).hopes[1]) == lying
        assert view(table, "somebody else").hopes == {}

    for table in play_rounds(game, "felt", look, rounds=40):
        assert view(table, YOU).hopes == {1: {}}


# Word by word


def hopes(game: str, cards: str, moves: str = "", **bets: int) -> dict[str, str]:
    staked = {bet.replace("_", "-"): cents for bet, cents in bets.items()}
    return view(play(game, cards, moves, bets=staked).table, "player 1").hopes[1]


def test_a_stiff_hopes_to_win() -> None:
    told = hopes("lucky-stiff", "9s 7h 6d 7c", lucky_stiff=500)
    assert told["lucky-stiff"] == (
        "Hard 15: wins 5 to 1 if this hand wins, comes back if it pushes"
    )


def test_a_tie_is_out_of_reach() -> None:
    told = hopes("blackjack-tie", "9s 7h 8d 7c Ac", "hit", tie_17=100, tie_19=100)
    assert told["tie-17"] == "Cannot win any more: 17 is out of reach"
    assert told["tie-19"] == "Wins 50 to 1 if this hand ties on 19"
    pair = hopes("blackjack-tie", "9s 7h 9d 7c", tie_17=100)
    assert pair["tie-17"] == "Wins 50 to 1 if this hand ties on 17"  # it may still be split


def test_a_wager_may_come_back_now() -> None:
    assert hopes("half-back", "9s 7h 6d 7c") == {
        "main": "beat the dealer", "half-back": "may come back now",
    }  # fmt: skip


def test_a_new_ace_may_hide_more() -> None:
    told = hopes("half-back", "9s 4h 6d 7c Ah", upcard_bonus=500)
    assert told["upcard-bonus"] == (
        "Wins 40 to 1 on suited natural, 15 to 1 on unsuited natural, 8 to 1 on ace up, no natural"
    )
