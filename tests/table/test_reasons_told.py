"""Why a wager lost, won or came back is told as it was, in every game under every reading."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from pitboss.cards import CARD_VALUE
from pitboss.rules.hands import SOFT_21, TOTAL, describe, hand_state
from pitboss.table import Table
from pitboss.table import events as ev
from pitboss.table.narrator import Narrator
from pitboss.table.views import public
from tests.designed import side_bet, written
from tests.rounds import find, play
from tests.table.taught import GAMES, play_rounds
from tests.table.test_moves_told import NAMES, totals_listed

LONGEST = 95


class Told:
    """The open cards of a round, followed by hand while it is told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.hands: list[list[int]] = [[]]
        self.dealer: list[int] = []
        self.first_upcard = -1
        self.natural: bool | None = None
        self.dealt: list[int] = []

    def follow(self, event: ev.Event) -> None:
        match event:
            case ev.CardDealt(hand=hand, card=card):
                self.hands[hand].append(card)
                self.dealt = self.dealt if len(self.dealt) == 2 else [*self.dealt, card]
            case ev.UpcardDealt(card=card):
                self.first_upcard, self.dealer = card, [card]
            case ev.UpcardReplaced(card=card):
                self.dealer = [card]
            case ev.DealerPeeked(natural=natural):
                self.natural = natural
            case ev.HoleCardTurned(card=card) | ev.DealerDrew(card=card):
                self.dealer.append(card)
                if len(self.dealer) == 2:
                    self.natural = state_of(self.dealer) == SOFT_21
            case ev.HandSplit(hand=hand):
                self.hands.insert(hand + 1, [self.hands[hand].pop()])
            case ev.CardGivenUp(hand=hand, card=card):
                self.hands[hand].remove(card)


def state_of(cards: list[int]) -> int:
    return hand_state([CARD_VALUE[card] for card in cards])


@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_true(game: str) -> None:
    seen: Counter[str] = Counter()
    narrator: Narrator | None = None
    rules = None
    for table in play_rounds(game, "why", lambda _: None):
        if table.rules is not rules:
            rules, narrator = table.rules, Narrator(find(game), table.rules)
        assert narrator is not None
        told = Told(table)
        for event in table.log:
            caption = narrator.tell(public(event))
            if isinstance(event, ev.WagerSettled):
                assert caption.why
                assert len(caption.why) <= LONGEST, caption.why
                seen[check(told, event, caption.why)] += 1
            else:
                assert caption.why == ""
                told.follow(event)
    assert seen["compared"] > 20
    assert seen["bust"] > 5


def check(told: Told, event: ev.WagerSettled, why: str) -> str:
    on = event.hand if event.bet in told.table.tables.opening else 0
    mine, dealer = told.hands[on], told.dealer
    won = event.returned - event.stake
    if found := re.fullmatch(r"The dealer's (\d+) beats your (\d+)", why):
        assert [int(found[1]), int(found[2])] == [total(dealer), total(mine)]
        assert total(dealer) > total(mine)
        assert won < 0
        return "compared"
    if found := re.fullmatch(r"Your (\d+) beats the dealer's (\d+)", why):
        assert [int(found[1]), int(found[2])] == [total(mine), total(dealer)]
        assert total(mine) > total(dealer)
        assert won > 0
        return "compared"
    if found := re.fullmatch(r"Both have (\d+)", why):
        assert int(found[1]) == total(mine) == total(dealer)
        assert won == 0
        return "compared"
    if found := re.match(r"You went over 21, with (\d+)", why):
        assert int(found[1]) == total(mine) > 21
        assert won < 0
        return "bust"
    if found := re.fullmatch(r"The dealer went over 21, with (\d+)", why):
        assert int(found[1]) == total(dealer) > 21
        assert won > 0
        return "dealer bust"
    if found := re.match(r"The dealer's (\d+) pushes every hand", why):
        assert int(found[1]) == total(dealer)
        assert won == 0
        assert int(found[1]) in told.table.rules.dealer.pushes_on
        return "pushes"
    return check_bets(told, event, why, mine, won)


def total(cards: list[int]) -> int:
    return TOTAL[state_of(cards)]


def check_bets(told: Told, event: ev.WagerSettled, why: str, mine: list[int], won: int) -> str:
    natural = len(told.hands) == 1 and len(mine) == 2 and state_of(mine) == SOFT_21
    if found := re.match(r"The dealer's first upcard was an? (\w+), not ([\d to,or]+)", why):
        assert NAMES[told.first_upcard >> 2] == found[1]
        assert won < 0
        ranks = {number - 1 for number in totals_listed(found[2])}
        assert told.first_upcard >> 2 not in ranks
        assert sum(1 << rank for rank in ranks) == told.table.rules.dealer.replaces.mask
        return "first upcard"
    if found := re.match(r"The new upcard was an? (\w+), not ", why):
        assert NAMES[told.dealer[0] >> 2] == found[1]
        assert won < 0
        return "new upcard"
    if found := re.fullmatch(r"Your first two cards, (.*?), are not .*", why):
        assert found[1] == ("blackjack" if natural else describe(state_of(told.dealt)))
        assert won < 0
        return "first two cards"
    if found := re.fullmatch(r"You have (\d+), the dealer (\d+): no tie", why):
        assert [int(found[1]), int(found[2])] == [total(mine), total(told.dealer)]
        assert found[1] != found[2]
        assert won < 0
        return "no tie"
    if found := re.fullmatch(r"The tie was on (\d+|blackjack), not (.*)", why):
        named = re.split(r", | or ", found[2])
        assert won < 0
        assert found[1] not in named
        assert found[1] == ("blackjack" if natural else str(total(mine)))
        assert total(mine) == total(told.dealer)
        return "other tie"
    if found := re.search(r"pays (\d+) to (\d+)$", why):
        capped = told.table.payout(event.stake, int(found[1]), int(found[2]))
        assert won == capped > 0
        return "paid"
    if why.endswith(("the bet comes back", "so the bet comes back")):
        assert won == 0
        return "back"
    if why in ("The dealer has blackjack", "The dealer has blackjack too"):
        assert told.natural
        assert won == (0 if natural else won)
        assert natural == why.endswith("too") or won < 0
        return "dealer natural"
    if why == "The dealer has no blackjack":
        assert not told.natural
        assert won < 0
        return "no natural"
    if why.startswith("You have blackjack, the dealer not"):
        assert natural
        assert not told.natural
        assert won < 0
        return "natural"
    if why.startswith("The dealer has blackjack, you not"):
        assert told.natural
        assert not natural
        assert won < 0
        return "dealer natural"
    if why == "You took even money: 1 to 1":
        assert won == event.stake
        return "even money"
    if why == "A second split loses it":
        assert event.event == "second split"
        assert len(told.hands) == 3
        return "second split"
    if why.startswith("You gave the hand up"):
        given_up = [one for one in told.table.log if isinstance(one, ev.HandGivenUp)]
        assert given_up
        assert won < 0
        return "given up"
    if "win at once" in why or "won at once" in why:
        assert any(isinstance(one, ev.HandEnded) for one in told.table.log)
        return "ended"
    if why == "The hand was doubled":
        assert any(isinstance(one, ev.HandDoubled) for one in told.table.log)
        assert won < 0
        return "doubled"
    assert why == "21 with two cards after a split does not count here", why
    assert len(mine) == 2
    assert total(mine) == 21 == total(told.dealer)
    assert won < 0
    return "split 21"


# Word by word


def why(game: str, cards: str, moves: str = "", **bets: int) -> dict[str, str]:
    staked = {bet.replace("_", "-"): cents for bet, cents in bets.items()}
    round_ = play(game, cards, moves, bets=staked)
    narrator = Narrator(find(game), round_.table.rules)
    told = [(event, narrator.tell(public(event))) for event in round_.table.log]
    return {e.bet: caption.why for e, caption in told if isinstance(e, ev.WagerSettled)}


def test_the_first_upcard_was_no_3_to_6() -> None:
    told = why("half-back", "9s Kh Td 7c", "stand", upcard_bonus=500)
    assert told["upcard-bonus"] == "The dealer's first upcard was a king, not 3 to 6"


def test_a_hand_that_was_no_stiff() -> None:
    told = why("lucky-stiff", "9s Kh Td 7c", "stand", lucky_stiff=500)
    assert told["lucky-stiff"] == (
        "Your first two cards, hard 19, are not 6-6 to 8-8, blackjack or hard 12 to 16"
    )


def test_a_stiff_that_lost_is_told_by_the_hands() -> None:
    told = why("lucky-stiff", "9s 9h 6d Kc", "stand", lucky_stiff=500)
    assert told == {"main": "The dealer's 19 beats your 15", "lucky-stiff": told["main"]}


def test_no_tie_and_another_tie() -> None:
    told = why("blackjack-tie", "9s 9h Td Kc", "stand", tie_18=300, tie_left=200)
    assert told["tie-18"] == "The tie was on 19, not 18"
    assert told["tie-left"] == "Tie on 17, 18 or 19: pays 15 to 1"
    assert why("blackjack-tie", "9s 9h Td 8c", "stand", tie_18=300)["tie-18"] == (
        "You have 19, the dealer 17: no tie"
    )


def test_seventeen_pushes() -> None:
    told = why("mulligan-21", "9s 9h Td 8c", "stand")
    assert told["main"] == "The dealer's 17 pushes every hand that has not bust"


def side_why(folder: Path, side: str, cards: str, moves: str = "stand") -> str:
    """Why a designer's bet on half-back lost."""
    return why(written(folder, "half-back", side), cards, moves, side=500)["side"]


def test_that_no_upcard_was_replaced_comes_before_what_the_new_one_was(tmp_path: Path) -> None:
    side = side_bet(("new ace", 'replaced = true, upcard = "A"', "[9]"))
    assert side_why(tmp_path, side, "9s Kh Td 7c") == (
        "The dealer's first upcard was a king, not 3 to 6"
    )
    assert side_why(tmp_path, side, "9s 4h Td 7c Kd") == "The new upcard was a king, not an ace"


def test_a_bet_that_asks_for_this_or_that_lost_by_what_was_seen_last(tmp_path: Path) -> None:
    side = side_bet(
        ("four", 'original-upcard = "4"', "[5]"), ("natural", "dealer-natural = true", "[9]")
    )
    assert side_why(tmp_path, side, "9s Kh Td 7c") == "The dealer has no blackjack"


@pytest.mark.parametrize("ace", ["As", "Ah", "Ad", "Ac"])
def test_the_first_upcard_is_named_whichever_it_was(ace: str, tmp_path: Path) -> None:
    side = '[dealer]\nreplaces = "A"\n' + side_bet(("stayed", "replaced = false", "[1]"))
    assert side_why(tmp_path, side, f"9s {ace} Td 7c 9h") == (
        "The dealer's first upcard, an ace, was replaced"
    )


def test_a_pair_where_none_was_asked_for(tmp_path: Path) -> None:
    side = side_bet(("no pair", 'pair = "none"', "[1]"))
    assert side_why(tmp_path, side, "9s Kh 9d 7c") == (
        "Your first two cards, hard 18, are not two different ranks"
    )


@pytest.mark.parametrize(
    ("lines", "cards", "moves", "told"),
    [
        (["doubled = true"], "6s 9h 5h 8d Tc", "hit", "The hand was not doubled"),
        (["doubled = false"], "6s 9h 5h 8d Tc", "double", "The hand was doubled"),
        (['upcard = "K"', 'upcard = "Q"'], "9s 7h 9d 8c", "stand",
         "The upcard was a 7, not a queen or king"),
        (['upcard = "A"', "dealer-suited = true"], "9s 7h 9d 8c", "stand",
         "The upcard was a 7, not an ace"),
        (['result = "lose"'], "As 9h Kd 8c", "", "Your blackjack won"),
        (['result = "win"'], "As Kh Kd Ac", "", "The dealer has blackjack too"),
        (['result = "win"'], "9s Kh Kd Ac", "", "The dealer has blackjack"),
        (['pair = "any", matches-upcard = true'], "9s 8h 9d 7c", "stand",
         "Your first two cards, hard 18, are not a pair like the upcard"),
        (['pair = "any", matches-upcard = false'], "9s 9h 9d 7c", "stand",
         "Your first two cards, hard 18, are not unlike the upcard"),
        (["player-suited = true"], "9s 9h Td 7c", "stand",
         "Your first two cards, hard 19, are not of one suit"),
        (["player-suited = false"], "9s 9h Ts 7c", "stand",
         "Your first two cards, hard 19, are not of two suits"),
    ],
)  # fmt: skip
def test_what_a_bet_missed(
    tmp_path: Path, lines: list[str], cards: str, moves: str, told: str
) -> None:
    """The last line gives the bet back; what it asks for was missed as well."""
    pays = [*["[2]"] * (len(lines) - 1), '["push"]'] if len(lines) > 1 else ["[2]"]
    events = [(f"line {at}", when, pays[at]) for at, when in enumerate(lines)]
    game = written(tmp_path, "blackjack", side_bet(*events))
    assert why(game, cards, moves, side=500)["side"] == told


def test_the_new_upcard_is_named_after_an_ace_too(tmp_path: Path) -> None:
    side = '[dealer]\nreplaces = "A"\n' + side_bet(("king", 'upcard = "K"', "[9]"))
    assert side_why(tmp_path, side, "9s Ah Td 7c 9d") == "The new upcard was a 9, not a king"


def test_a_blackjack_says_what_it_pays() -> None:
    assert why("blackjack", "As 9h Kd 8c")["main"] == "Your blackjack pays 3 to 2"
