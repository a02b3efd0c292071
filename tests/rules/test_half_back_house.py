"""Half Back: what is staked, what a house may choose, and what the document does not allow."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.cards import parse
from pitboss.rules import RulesError, compile_rules
from pitboss.rules.approval import standing
from pitboss.rules.cloth import cloth_lines
from pitboss.rules.game import OptionValue
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.shoe import Shoe, deal_on, prepare
from tests.rounds import Round, play

U = 1000
"""A unit: the Main wager of $10."""


def refusal(options: dict[str, OptionValue]) -> str:
    with pytest.raises(RulesError) as caught:
        games.find("half-back").rules(options)
    return str(caught.value)


# HB-1: decks, shoe, soft 17


@pytest.mark.parametrize(("options", "decks"), [({}, 6), ({"decks": 6}, 6), ({"decks": 8}, 8)])
def test_HB_1_six_or_eight_decks_six_unless_the_house_says(
    options: dict[str, OptionValue], decks: int
) -> None:
    # Every nine of clubs goes out; one more does not exist.
    round_ = play("half-back", "9c " * decks, seats=4, options=options)
    assert f"all {decks} of this shoe" in round_.why_not(act.DealCard(parse("9c")))
    assert round_.table.can(act.DealCard(parse("9d")))


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 7])
def test_HB_1_other_numbers_of_decks_are_refused(decks: int) -> None:
    assert f"decks = {decks}: use 6 or 8" in refusal({"decks": decks})


def test_HB_1_the_dealer_hits_soft_17_by_default() -> None:
    for options in ({}, {"soft17": "hit"}):
        round_ = play("half-back", "Ts Ah 8h 6d 4c", "decline stand", options=options)
        assert round_.net() == -2 * U  # A-6-4 is 21 against 18


def test_HB_1_the_dealer_stands_on_soft_17_if_the_house_says_so() -> None:
    round_ = play("half-back", "Ts Ah 8h 6d", "decline stand", options={"soft17": "stand"})
    assert round_.net() == 2 * U  # 17 against 18


@pytest.mark.parametrize(("continuous", "shuffles"), [(False, 1), (True, 3)])
def test_HB_1_dealt_from_a_shoe_or_a_continuous_shuffler(continuous: bool, shuffles: int) -> None:
    table = Table(games.find("half-back").rules())
    shoe = Shoe(table.rules.shoe.decks, seed=1, continuous=continuous)
    for _ in range(3):
        prepare(table, shoe)
        table.do(act.PlaceWagers(1, "ann", {"main": U, "half-back": U}))
        table.do(act.CloseWagers())
        while table.want != Want.WAGERS:
            deal_on(table, shoe)
            if table.want == Want.INSURANCE:
                table.do(act.DeclineInsurance(1))
            elif table.want == Want.DECISION:
                table.do(act.move(1, "stand"))
    assert sum(isinstance(event, ev.RoundClosed) for event in table.log) == 3
    assert sum(isinstance(event, ev.ShoeShuffled) for event in table.log) == shuffles


@pytest.mark.parametrize("most", [7, 8, 9])
def test_HB_1_a_house_may_seat_seven_to_nine(most: int) -> None:
    round_ = Round(Table(games.find("half-back").rules({"seats": most})))
    wagers = {"main": U, "half-back": U}
    assert round_.table.can(act.PlaceWagers(most, "ann", wagers))
    assert f"use 1 to {most}" in round_.why_not(act.PlaceWagers(most + 1, "ann", wagers))
    assert games.find("half-back").rules().wagers.seats == 7
    assert "seats = 6: use 7, 8 or 9" in refusal({"seats": 6})
    assert "seats = 10: use 7, 8 or 9" in refusal({"seats": 10})


# HB-2: two equal wagers


def test_HB_2_two_equal_wagers_are_staked_and_the_bonus_is_optional() -> None:
    round_ = Round(Table(games.find("half-back").rules()))

    def refused(**wagers: int) -> str:
        named = {bet.replace("_", "-"): cents for bet, cents in wagers.items()}
        return round_.why_not(act.PlaceWagers(1, "ann", named))

    assert "half-back is missing" in refused(main=U)
    assert "main is missing" in refused(half_back=U)
    assert "main is missing" in refused(upcard_bonus=U)
    assert "half-back = $9.99: stake exactly main's $10" in refused(main=U, half_back=999)
    assert "half-back = $20: stake exactly main's $10" in refused(main=U, half_back=2 * U)
    both = {"main": U, "half-back": U}
    assert round_.table.can(act.PlaceWagers(1, "ann", both))
    assert round_.table.can(act.PlaceWagers(1, "ann", {**both, "upcard-bonus": 100}))
    assert round_.table.can(act.PlaceWagers(1, "ann", {**both, "upcard-bonus": 3 * U}))


def test_HB_2_nothing_is_staked_or_taken_up_after_the_first_card() -> None:
    round_ = play("half-back", "Ts")
    wagers = {"main": U, "half-back": U}
    assert "wagers are closed" in round_.why_not(act.PlaceWagers(2, "bob", wagers))
    assert "cannot be taken up" in round_.why_not(act.WithdrawWagers(1))


def test_HB_2_the_felt_calls_the_wagers_main_half_back_and_upcard_bonus() -> None:
    rules = games.find("half-back").rules()
    assert rules.wagers.names == {"main": "Main", "half-back": "Half Back"}
    assert [(bet.id, bet.name) for bet in rules.bets] == [("upcard-bonus", "Upcard Bonus")]


# HB-11: refusals


def test_HB_11_there_is_no_surrender() -> None:
    assert "surrender is not allowed" in play("half-back", "Ts 9h 6h 8d").why_not(
        act.move(1, "surrender")
    )
    for value in (True, False):
        assert "allows no late surrender (HB-11)" in refusal({"surrender": value})


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("double", "any", "hard 9, 10 and 11 only (HB-9)"),
        ("double", "hard 10-11", "hard 9, 10 and 11 only (HB-9)"),
        ("das", False, "doubling split hands (HB-9)"),
        ("natural", "6 to 5", "pays naturals 3 to 2 (HB-6)"),
        ("natural", "1 to 1", "pays naturals 3 to 2 (HB-6)"),
        ("pairs", "value", "cards of equal rank (BJ-R1)"),
        ("peek", False, "check for blackjack (HB-5)"),
        ("insurance", False, "offer insurance (HB-5)"),
        ("burn-split-cards", True, "this game has no such house option"),
        ("side-caps", True, "this game has no such house option"),
    ],
)
def test_HB_11_and_other_options_against_the_document_are_refused_with_a_reason(
    option: str, value: OptionValue, reason: str
) -> None:
    sentence = refusal({option: value})
    assert f"option {option!r}" in sentence
    assert "is refused" in sentence
    assert reason in sentence


def test_HB_11_an_option_has_no_other_values_than_those_listed() -> None:
    assert "soft17 = none: use hit or stand" in refusal({"soft17": "none"})
    assert "split-cards = later: use in-turn or at-once" in refusal({"split-cards": "later"})
    assert "resplit-aces = 1: use false or true" in refusal({"resplit-aces": 1})
    assert "hit-split-aces = 1: use false or true" in refusal({"hit-split-aces": 1})


def test_HB_11_the_dealer_draws_to_17_and_stands_on_hard_17() -> None:
    drawn = play("half-back", "Ts 9h 8h 7d Ac", "stand")  # 16, then 17
    assert [event.total for event in drawn.of(ev.DealerFinished)] == [17]
    assert drawn.net() == 2 * U


# Rulings


def test_HB_R4_a_unit_is_one_of_two_opening_wagers_so_an_edge_has_both_bases() -> None:
    tables = compile_rules(games.find("half-back").rules())
    assert tables.opening == ("main", "half-back")
    assert compile_rules(games.find("blackjack").rules()).opening == ("main",)
    for game, units in (("half-back", 2), ("blackjack", 1)):
        round_ = play(game, "Ts 9h 8h 8d", "stand", main=700)
        assert sum(event.cents for event in round_.of(ev.WagerPlaced)) == units * 700
        assert {event.cents for event in round_.of(ev.WagerPlaced)} == {700}


@pytest.mark.parametrize("ruling", ["HB-R4", "HB-R7", "HB-R10", "HB-R11"])
def test_HB_R4_HB_R7_HB_R10_HB_R11_have_no_other_reading_that_can_be_played(ruling: str) -> None:
    game = games.find("half-back")
    assert game.rules({ruling: "ruled"}) == game.rules()
    assert f"{ruling} = other: the other reading cannot be played" in refusal({ruling: "other"})
    assert f"{ruling} = maybe: use ruled or other" in refusal({ruling: "maybe"})


@pytest.mark.parametrize("soft17", ["hit", "stand"])
def test_HB_R11_the_house_hits_or_stands_on_soft_17_and_its_cloth_says_which(soft17: str) -> None:
    game = games.find("half-back")
    rules = game.rules({"soft17": soft17})
    assert standing(game, rules).approved
    said = {"hit": "Dealer hits soft 17", "stand": "Dealer stands on soft 17"}
    assert [line for line in cloth_lines(rules) if "soft 17" in line] == [said[soft17]]
    assert game.rules() == game.rules({"soft17": "hit"})  # as the layout says
