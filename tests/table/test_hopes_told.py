"""What a bet on the felt is said to hope for is what settles it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from pitboss.rules.hands import TOTAL
from pitboss.table import Table
from pitboss.table import events as ev
from pitboss.table.views import view
from tests.designed import side_bet, written
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


def test_a_hand_that_stands_can_only_tie_on_its_total() -> None:
    low = hopes("blackjack-tie", "2s 7h 3d 7c", tie_20=100)
    assert low["tie-20"] == "Wins 25 to 1 if this hand ties on 20"  # as many cards as it takes
    split = hopes("blackjack-tie", "9s 7h 9d 7c", "split", tie_17=100)  # its second card is due
    assert split["tie-17"].startswith("Wins 50 to 1 if your first hand ties on 17")
    told = hopes("blackjack-tie", "9s 7h 9d 7c Tc 5c", "split stand", tie_18=100, tie_19=100)
    assert told["tie-18"] == "Cannot win any more: 18 is out of reach"
    assert told["tie-19"] == "Wins 50 to 1 if your first hand ties on 19; another split loses it"


def test_a_natural_can_only_tie_with_a_natural() -> None:
    told = hopes("blackjack-tie", "As Ah Kd 7c", tie_21=100, tie_blackjack=100)
    assert told["tie-21"] == "Cannot win any more: 21 is out of reach"
    assert told["tie-blackjack"] == "Wins 350 to 1 if this hand ties on blackjack"


def test_a_wager_may_come_back_now() -> None:
    assert hopes("half-back", "9s 7h 6d 7c") == {
        "main": "beat the dealer", "half-back": "may come back now",
    }  # fmt: skip
    assert set(hopes("half-back", "9s 7h 8d 7c").values()) == {"beat the dealer"}  # 17: not now


def test_a_new_ace_may_hide_more() -> None:
    told = hopes("half-back", "9s 4h 6d 7c Ah", upcard_bonus=500)
    assert told["upcard-bonus"] == (
        "Wins 40 to 1 on suited natural, 15 to 1 on unsuited natural, 8 to 1 on ace up, no natural"
    )


def side_hope(folder: Path, side: str, cards: str, moves: str = "") -> str:
    """What a designer's bet on the felt is said to hope for."""
    return hopes(written(folder, "blackjack", side), cards, moves, side=100)["side"]


def test_even_money_is_a_win_and_a_push_comes_back(tmp_path: Path) -> None:
    even = side_bet(("won", 'result = "win"', "[1]"), ("even", 'result = "push"', '["push"]'))
    assert side_hope(tmp_path, even, "9s 7h 6d 7c") == (
        "Wins 1 to 1 if this hand wins, comes back if it pushes"
    )


def test_lines_below_one_that_decides_the_bet_in_any_case_are_no_hope(tmp_path: Path) -> None:
    lines = [
        ("natural", "dealer-natural = true", "[15]"),
        ("ace up", 'upcard = "A"', "[8]"),
        ("won", 'result = "win"', "[2]"),
    ]
    assert side_hope(tmp_path, side_bet(*lines), "9s Ah 6d 7c") == (
        "Wins 15 to 1 on natural, 8 to 1 on ace up"
    )


@pytest.mark.parametrize(("pays", "letters", "warned"), [(1000, 90, True), (10_000, 91, False)])
def test_a_warning_that_does_not_fit_is_left_out(
    tmp_path: Path, pays: int, letters: int, warned: bool
) -> None:
    tie = ("tied", 'tie = "21", doubled = false', f"[{pays}]")
    side = side_bet(tie, also="lost-on-second-split = true")
    hope = f"Wins {pays} to 1 if your first hand ties on 21 and it is not doubled"
    warning = "; another split loses it"
    assert len(hope + warning) == letters
    told = side_hope(tmp_path, side, "8s 7h 8d 7c 3c", "split")
    assert told == hope + warning * warned


@pytest.mark.parametrize(
    ("when", "told"),
    [('result = "push"', "Comes back if it pushes"), ('upcard = "7"', "Comes back")],
)
def test_a_bet_that_cannot_win_any_more_may_come_back(tmp_path: Path, when: str, told: str) -> None:
    side = side_bet(("tied", 'tie = "17"', "[9]"), ("back", when, '["push"]'))
    assert side_hope(tmp_path, side, "9s 7h 6d 7c 4c", "hit") == told  # 19 is past 17


def test_a_bet_that_can_only_be_lost_says_no_more(tmp_path: Path) -> None:
    lines = [
        ("won", 'result = "win", doubled = true', "[3]"), ("lost", 'result = "lose"', '["loss"]'),
    ]  # fmt: skip
    told = side_hope(tmp_path, side_bet(*lines), "8s 7h 8d 7c Tc 5c", "split stand")
    assert told == "Cannot win any more"


@pytest.mark.parametrize(
    ("when", "needs"),
    [
        ("dealer-natural = true", "the dealer has blackjack"),
        ("dealer-natural = false", "the dealer has no blackjack"),
        ("dealer-suited = true", "the dealer's two cards are of one suit"),
        ("dealer-suited = false", "the dealer's two cards are of two suits"),
        ('dealer-natural = false, upcard = "A"', "the dealer has no blackjack"),
    ],
)
def test_what_the_hole_card_must_bring(tmp_path: Path, when: str, needs: str) -> None:
    told = side_hope(tmp_path, side_bet(("it", when, "[3]")), "9s Ah 6d 7c")
    assert told == f"Wins 3 to 1 if {needs}"


def test_what_is_known_is_not_asked_for(tmp_path: Path) -> None:
    side = side_bet(("it", 'dealer-natural = false, result = "win"', "[3]"))
    assert side_hope(tmp_path, side, "9s 7h 6d 7c") == "Wins 3 to 1 if this hand wins"


@pytest.mark.parametrize(("hole", "pays"), [("7c", 2), ("7h", 3), ("7d", 2)])
def test_the_hole_card_counts_once_it_is_turned(tmp_path: Path, hole: str, pays: int) -> None:
    lines = [
        ("suited", 'dealer-suited = true, result = "win"', "[3]"),
        ("unsuited", 'dealer-suited = false, result = "win"', "[2]"),
    ]
    told = side_hope(tmp_path, side_bet(*lines), f"9s 7h Td {hole}", "stand")
    assert told == f"Wins {pays} to 1 if this hand wins"
