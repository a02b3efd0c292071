"""BJ-4 to BJ-6: insurance, even money, the peek and what a natural pays.

Cards of one seat: first card, upcard, second card, hole card, then as drawn.
"""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.rounds import play


def refusal(option: str, value: OptionValue, game: str = "blackjack") -> str:
    """The sentence a house option is refused with."""
    with pytest.raises(RulesError) as caught:
        games.find(game).rules({option: value})
    return str(caught.value)


# BJ-4


@pytest.mark.parametrize("upcard", "A23456789TJQK")
def test_BJ_4_insurance_is_offered_on_an_ace_only(upcard: str) -> None:
    round_ = play("blackjack", f"Ts {upcard}h 9d 8c")
    assert len(round_.of(ev.InsuranceOffered)) == (upcard == "A")
    if upcard == "A":
        assert round_.legal == [("insure", "decline")]
    else:
        assert "insurance is open to no seat now" in round_.why_not(act.Insure(1, 500))


def test_BJ_4_insurance_pays_two_to_one_on_a_dealer_natural() -> None:
    round_ = play("blackjack", "Ts Ah 9d Kc", "insure")
    assert round_.settled("insurance") == [("dealer natural", 1000)]  # 2 x 500
    assert round_.settled("main") == [("dealer natural", -1000)]
    assert round_.net() == 0


def test_BJ_4_insurance_loses_without_one_and_the_hand_goes_on() -> None:
    round_ = play("blackjack", "Ts Ah 9d 7c", "insure stand")  # 19 against 18
    assert round_.settled("insurance") == [("no natural", -500)]
    assert round_.net() == 1000 - 500
    order = round_.order(ev.DealerPeeked, ev.WagerSettled, ev.HandStood)
    assert order == ["DealerPeeked", "WagerSettled", "HandStood", "WagerSettled"]


def test_BJ_4_insurance_may_be_any_amount_up_to_half() -> None:
    round_ = play("blackjack", "Ts Ah 9d Kc", "insure:1")
    assert round_.net("insurance") == 2
    round_ = play("blackjack", "Ts Ah 9d Kc", "insure:200")
    assert round_.net("insurance") == 400
    assert round_.net() == 400 - 1000


@pytest.mark.parametrize("cents", [0, -1, 501, 1000])
def test_BJ_4_insurance_over_half_or_of_nothing_is_refused(cents: int) -> None:
    round_ = play("blackjack", "Ts Ah 9d Kc")
    sentence = round_.why_not(act.Insure(1, cents))
    assert sentence.startswith("seat 1: insurance = ")
    assert sentence.endswith("use whole cents above zero, up to $5")
    assert round_.table.can(act.Insure(1, 500))


def test_BJ_4_half_of_an_odd_stake_is_rounded_down() -> None:
    round_ = play("blackjack", "Ts Ah 9d Kc", main=1015)
    assert round_.table.insurance_limit(1) == 507
    assert not round_.table.can(act.Insure(1, 508))


def test_BJ_4_every_seat_answers_for_itself() -> None:
    round_ = play("blackjack", "Ts 9s Ah 9d 9c Kc", "insure decline", seats=2)
    assert round_.of(ev.InsuranceTaken) == [ev.InsuranceTaken(1, 500)]
    assert round_.of(ev.InsuranceDeclined) == [ev.InsuranceDeclined(2)]
    assert (round_.net(seat=1), round_.net(seat=2)) == (0, -1000)


@pytest.mark.parametrize("hole", ["Kc", "9c"])
def test_BJ_4_even_money_is_one_to_one_whatever_the_dealer_has(hole: str) -> None:
    round_ = play("blackjack", f"As Ah Kd {hole}", "even-money")
    assert round_.legal == [("insure", "decline", "even-money")]
    assert round_.settled("main") == [("even money", 1000)]
    assert round_.order(ev.WagerSettled, ev.DealerPeeked) == ["WagerSettled", "DealerPeeked"]
    assert round_.over()


@pytest.mark.parametrize(
    ("hole", "moves", "net"),
    [
        ("Kc", "insure", 1000),  # push, 2 x 500
        ("9c", "insure", 1000),  # 1500 - 500
        ("Kc", "insure:200", 400),  # push, 2 x 200
        ("9c", "insure:200", 1300),  # 1500 - 200
        ("Kc", "decline", 0),
        ("9c", "decline", 1500),
    ],
)
def test_BJ_4_insuring_a_natural_for_half_is_even_money(hole: str, moves: str, net: int) -> None:
    assert play("blackjack", f"As Ah Kd {hole}", moves).net() == net


def test_BJ_4_even_money_is_for_naturals() -> None:
    round_ = play("blackjack", "As Ah 9d Kc")
    assert round_.legal == [("insure", "decline")]
    assert round_.why_not(act.TakeEvenMoney(1)) == (
        "seat 1: even money is for a natural that pays 3 to 2 and is insured whole; "
        "take insurance or decline it"
    )


@pytest.mark.parametrize(
    ("pays", "hole", "net"),
    [
        ("6 to 5", "Kc", 1000),  # push, 2 x 500
        ("6 to 5", "9c", 700),  # 1200 - 500
        ("1 to 1", "Kc", 1000),
        ("1 to 1", "9c", 500),  # 1000 - 500
    ],
)
def test_BJ_4_no_even_money_where_it_is_not_insurance_in_another_form(
    pays: str, hole: str, net: int
) -> None:
    open_ = play("blackjack", f"As Ah Kd {hole}", options={"natural": pays})
    assert open_.legal == [("insure", "decline")]
    assert "even money is for a natural that pays 3 to 2" in open_.why_not(act.TakeEvenMoney(1))
    insured = play("blackjack", f"As Ah Kd {hole}", "insure", options={"natural": pays})
    assert insured.net() == net


def test_BJ_4_a_house_cannot_do_without_insurance() -> None:
    sentence = refusal("insurance", False)
    assert sentence.startswith("blackjack: option 'insurance' = false is refused: ")
    assert "BJ-4" in sentence


# BJ-5


@pytest.mark.parametrize("upcard", "A23456789TJQK")
def test_BJ_5_the_dealer_peeks_under_an_ace_or_a_ten_value_card(upcard: str) -> None:
    moves = "decline" if upcard == "A" else ""
    round_ = play("blackjack", f"Ts {upcard}h 9d 8c", moves)
    assert len(round_.of(ev.DealerPeeked)) == (upcard in "ATJQK")
    assert round_.legal[-1] == ("stand", "hit", "double")


@pytest.mark.parametrize("ten", "TJQK")
def test_BJ_5_a_dealer_natural_ends_the_round(ten: str) -> None:
    round_ = play("blackjack", f"8s 9s Ks {ten}h 8d Ad 2d Ac", seats=3)
    assert round_.legal == []
    assert round_.over()
    assert round_.settled("main", seat=1) == [("dealer natural", -1000)]
    assert round_.settled("main", seat=2) == [("dealer natural", -1000)]
    assert round_.of(ev.DealerDrew) == []


def test_BJ_5_a_natural_pushes_against_a_dealer_natural() -> None:
    round_ = play("blackjack", "As Ts Kh Kd 5d Ac", seats=2)
    assert round_.settled("main", seat=1) == [("natural push", 0)]
    assert round_.settled("main", seat=2) == [("dealer natural", -1000)]


def test_BJ_5_insurance_is_settled_with_the_dealer_natural() -> None:
    round_ = play("blackjack", "As Ts Ah Kd 5d Kc", "decline insure", seats=2)
    assert round_.net(seat=1) == 0
    assert (round_.net("insurance", seat=2), round_.net("main", seat=2)) == (1000, -1000)
    assert round_.order(ev.InsuranceClosed, ev.DealerPeeked, ev.WagerSettled)[:2] == [
        "InsuranceClosed",
        "DealerPeeked",
    ]


def test_BJ_5_with_the_peek_a_natural_is_paid_before_the_seats_play() -> None:
    round_ = play("blackjack", "As 5s Kh Kd 4d 9c", seats=2)
    assert round_.settled("main") == [("natural", 1500)]
    assert round_.legal == [("stand", "hit", "double")]


NO_PEEK: dict[str, OptionValue] = {"peek": False}


def test_BJ_5_without_the_peek_doubled_and_split_stakes_lose_to_a_dealer_natural() -> None:
    doubled = play("blackjack", "6s Kh 5d Ac Ts", "double", options=NO_PEEK)  # 21 is no help
    assert doubled.of(ev.DealerPeeked) == []
    assert doubled.net() == -2000
    split = play(
        "blackjack", "8s Kh 8d Ac 3c Tc Td", "split double stand", options=NO_PEEK
    )  # 8-3-T doubled, 8-T
    assert split.settled("main") == [("dealer natural", -2000), ("dealer natural", -1000)]
    assert split.net() == -3000


def test_BJ_5_without_the_peek_naturals_wait_and_still_push() -> None:
    waits = play("blackjack", "As Ts Kh Kd 9d Ac", seats=2, options=NO_PEEK)
    assert waits.legal == [("stand", "hit", "double")]
    assert waits.of(ev.WagerSettled) == []
    both = play("blackjack", "As Ts Kh Kd 9d Ac", "stand", seats=2, options=NO_PEEK)
    assert (both.net(seat=1), both.net(seat=2)) == (0, -1000)
    paid = play("blackjack", "As Ts Kh Kd 9d 8c", "stand", seats=2, options=NO_PEEK)
    assert (paid.net(seat=1), paid.net(seat=2)) == (1500, 1000)  # 19 against 18


@pytest.mark.parametrize(("hole", "insurance", "main"), [("Kc", 1000, -2000), ("7c", -500, 2000)])
def test_BJ_5_without_the_peek_insurance_waits_for_the_hole_card(
    hole: str, insurance: int, main: int
) -> None:
    round_ = play("blackjack", f"6s Ah 5d {hole} Ts", "insure double", options=NO_PEEK)
    assert (round_.net("insurance"), round_.net("main")) == (insurance, main)
    turned = round_.order(ev.HandDoubled, ev.HoleCardTurned, ev.WagerSettled)
    assert turned == ["HandDoubled", "HoleCardTurned", "WagerSettled", "WagerSettled"]


@pytest.mark.parametrize("upcard", "23456789")
def test_BJ_5_without_the_peek_a_natural_is_paid_at_once_under_a_low_card(upcard: str) -> None:
    round_ = play("blackjack", f"As 8s {upcard}h Kd 8d 9c", seats=2, options=NO_PEEK)
    assert round_.settled("main") == [("natural", 1500)]
    assert round_.legal == [("stand", "hit", "double", "split")]


def test_BJ_5_the_peek_is_an_option_of_blackjack() -> None:
    game = games.find("blackjack")
    assert game.rules().dealer.peeks is True
    assert game.rules({"peek": False}).dealer.peeks is False
    assert refusal("peek", "no", "blackjack") == "blackjack: option peek = no: use true or false"


@pytest.mark.parametrize("game", ["half-back", "lucky-stiff", "blackjack-tie", "mulligan-21"])
def test_BJ_5_the_other_games_refuse_to_do_without_the_peek(game: str) -> None:
    assert refusal("peek", False, game).startswith(f"{game}: option 'peek' = false is refused: ")


# BJ-6


@pytest.mark.parametrize(("pays", "won"), [("3 to 2", 1500), ("6 to 5", 1200), ("1 to 1", 1000)])
def test_BJ_6_a_natural_pays_what_the_house_has_posted(pays: str, won: int) -> None:
    for upcard, hole in (("7h", "Tc"), ("Kh", "9c"), ("Kh", "Kc")):
        round_ = play("blackjack", f"As {upcard} Kd {hole}", options={"natural": pays})
        assert round_.settled("main") == [("natural", won)]
        assert round_.legal == []


def test_BJ_6_three_to_two_unless_the_house_says_otherwise() -> None:
    assert play("blackjack", "As 7h Kd Tc").net() == 1500


@pytest.mark.parametrize("value", ["2 to 1", "7 to 5", "3 to 1"])
def test_BJ_6_other_odds_are_refused_with_the_allowed_ones(value: str) -> None:
    assert refusal("natural", value) == (
        f"blackjack: option natural = {value}: use 3 to 2, 6 to 5 or 1 to 1"
    )
