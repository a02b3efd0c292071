"""BJ-7 to BJ-9, BJ-R1, BJ-R2: hitting, doubling, splitting and surrender.

Cards of one seat: first card, upcard, second card, hole card, then as drawn. The dealer's 7 over a
ten (17) needs no card.
"""

from __future__ import annotations

import pytest

from pitboss import cards, games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.rounds import Round, play

HARD = ["22", "32", "42", "52", "53", "63", "64", "65", "T2", "T3", "T4", "T5", "T6", "T7", "T8"]
HARD += ["T9", "TT"]
SOFT = ["AA", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9"]


def refusal(option: str, value: OptionValue, game: str = "blackjack") -> str:
    """The sentence a house option is refused with."""
    with pytest.raises(RulesError) as caught:
        games.find(game).rules({option: value})
    return str(caught.value)


def first_choice(hand: str, **options: OptionValue) -> tuple[str, ...]:
    """What a two-card hand may do; option names with underscores for dashes."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return play("blackjack", f"{hand[0]}s 7h {hand[1]}d Tc", options=named).legal[-1]


def hands(round_: Round) -> list[str]:
    """The cards of seat 1's hands, left to right."""
    seat = round_.table.state.seats[0]
    return [" ".join(cards.name(card) for card in hand.cards) for hand in seat.hands]


# BJ-7


@pytest.mark.parametrize("hand", [*HARD, *SOFT])
def test_BJ_7_any_two_cards_below_21_may_stand_hit_or_double(hand: str) -> None:
    assert first_choice(hand)[:3] == ("stand", "hit", "double")


def test_BJ_7_twenty_may_be_hit() -> None:
    round_ = play("blackjack", "Ts 7h Td Tc As", "hit")
    assert round_.settled("main") == [("win", 1000)]
    assert play("blackjack", "Ts 7h Td Tc 2s", "hit").settled("main") == [("bust", -1000)]


def test_BJ_7_twenty_one_stands_by_itself() -> None:
    hard = play("blackjack", "Ts 7h 6d Tc 5c", "hit")
    soft = play("blackjack", "As 7h 6d Tc 4c", "hit")
    for round_ in (hard, soft):
        assert round_.over()
        assert len(round_.legal) == 1
        assert round_.of(ev.HandStood) == [ev.HandStood(1, 0, 21)]


def test_BJ_7_a_hand_goes_on_hitting_below_21() -> None:
    round_ = play("blackjack", "2s 7h 2d Tc 2c 2h 3c 4c 5c", "hit hit hit hit hit stand")
    assert round_.of(ev.HandStood) == [ev.HandStood(1, 0, 20)]
    assert round_.legal[1:] == [("stand", "hit")] * 5


def test_BJ_7_a_double_costs_exactly_one_equal_stake_and_gets_one_card() -> None:
    won = play("blackjack", "6s 7h 5d Tc 9c", "double")  # 20 against 17
    assert won.of(ev.HandDoubled) == [ev.HandDoubled(1, 0, 1000)]
    assert won.settled("main") == [("win", 2000)]
    lost = play("blackjack", "6s 7h 5d Tc 2c", "double")  # 13, and no second card
    assert lost.settled("main") == [("lose", -2000)]
    pushed = play("blackjack", "6s 7h 5d Tc 6c", "double")
    assert pushed.settled("main") == [("push", 0)]
    bust = play("blackjack", "Ts 7h 6d Tc Kc", "double")
    assert bust.settled("main") == [("bust", -2000)]


def test_BJ_7_three_cards_cannot_be_doubled() -> None:
    round_ = play("blackjack", "4s 7h 3d Tc 2s", "hit")
    assert round_.why_not(act.move(1, "double")) == (
        "seat 1: double is not allowed with this hand; use stand or hit"
    )


@pytest.mark.parametrize(
    ("option", "doubles"), [("hard 9-11", ["63", "64", "65"]), ("hard 10-11", ["64", "65"])]
)
def test_BJ_7_a_house_may_limit_doubling_to_some_hard_totals(
    option: str, doubles: list[str]
) -> None:
    allowed = [h for h in [*HARD, *SOFT] if "double" in first_choice(h, double=option)]
    assert allowed == doubles


def test_BJ_7_any_two_cards_is_an_option_by_name() -> None:
    assert all("double" in first_choice(hand, double="any") for hand in [*HARD, *SOFT])


@pytest.mark.parametrize("value", ["none", "hard 8-11", "hard 11", "9-11"])
def test_BJ_7_other_limits_on_doubling_are_refused(value: str) -> None:
    assert refusal("double", value) == (
        f"blackjack: option double = {value}: use any, hard 9-11 or hard 10-11"
    )


def test_BJ_7_split_hands_may_be_doubled() -> None:
    round_ = play("blackjack", "8s 7h 8d Tc 3c 9c 2c 8h", "split double double")
    # 8-3-9 = 20 and 8-2-8 = 18 against 17, each for two stakes
    assert round_.legal[1:] == [("stand", "hit", "double")] * 2
    assert round_.settled("main") == [("win", 2000), ("win", 2000)]


def test_BJ_7_a_house_may_refuse_doubling_after_a_split_only() -> None:
    none: dict[str, OptionValue] = {"das": False}
    round_ = play("blackjack", "8s 7h 8d Tc 3c 3d", "split stand", options=none)
    assert round_.legal[1:] == [("stand", "hit")] * 2
    assert "double" in first_choice("65", das=False)
    both = play("blackjack", "8s 7h 8d Tc 3c", "split", options={"das": True})
    assert both.legal[-1] == ("stand", "hit", "double")
    assert refusal("das", "no") == "blackjack: option das = no: use true or false"


def test_BJ_7_limits_on_doubling_hold_after_a_split_too() -> None:
    round_ = play("blackjack", "8s 7h 8d Tc 3c 2d", "split stand", options={"double": "hard 10-11"})
    assert round_.legal[1:] == [("stand", "hit", "double"), ("stand", "hit", "double")]
    no = play("blackjack", "7s 7h 7d Tc 2c", "split", options={"double": "hard 10-11"})
    assert no.legal[-1] == ("stand", "hit")  # 9


# BJ-8


@pytest.mark.parametrize("rank", "A23456789TJQK")
def test_BJ_8_two_cards_of_equal_rank_may_be_split_for_an_equal_stake(rank: str) -> None:
    round_ = play("blackjack", f"{rank}s 7h {rank}d Tc", "split")
    assert round_.legal == [("stand", "hit", "double", "split")]
    assert round_.of(ev.HandSplit) == [ev.HandSplit(1, 0, 1000, moved=False)]
    assert hands(round_) == [f"{rank}s", f"{rank}d"]


def test_BJ_8_cards_of_different_rank_cannot_be_split() -> None:
    round_ = play("blackjack", "8s 7h 9d Tc")
    assert round_.why_not(act.move(1, "split")) == (
        "seat 1: split is not allowed with this hand; use stand, hit or double"
    )


def test_BJ_8_a_pair_made_by_drawing_cannot_be_split() -> None:
    assert play("blackjack", "2s 7h 4d Tc 4c", "hit").legal[-1] == ("stand", "hit")


def test_BJ_8_at_most_four_hands() -> None:
    cards_ = "8s 7h 8d Tc 8c 8h 8s"
    three = play("blackjack", "8s 7h 8d Tc 8c 8h", "split split")
    assert three.legal[-1] == ("stand", "hit", "double", "split")
    four = play("blackjack", cards_, "split split split")
    assert four.legal[-1] == ("stand", "hit", "double")
    assert "split is not allowed" in four.why_not(act.move(1, "split"))
    end = play("blackjack", f"{cards_} Td 9c 2c", "split split split stand stand stand stand")
    # 16, 18, 17 and 10 against 17
    assert end.settled("main") == [("lose", -1000), ("win", 1000), ("push", 0), ("lose", -1000)]
    assert end.net() == -1000


def test_BJ_8_a_later_hand_may_be_split_again_too() -> None:
    round_ = play("blackjack", "8s 7h 8d Tc Tc 8c", "split stand")
    assert round_.legal[-1] == ("stand", "hit", "double", "split")


def test_BJ_8_split_aces_get_one_card_each() -> None:
    round_ = play("blackjack", "As 7h Ad Tc 5c 9c", "split")  # 16 and 20 against 17
    assert round_.over()
    assert len(round_.legal) == 1
    assert round_.settled("main") == [("lose", -1000), ("win", 1000)]


def test_BJ_8_split_aces_are_not_split_again() -> None:
    round_ = play("blackjack", "As 7h Ad Tc Ac 9c", "split")  # 12 and 20
    assert round_.over()
    assert round_.of(ev.HandStood) == [ev.HandStood(1, 0, 12), ev.HandStood(1, 1, 20)]


def test_BJ_8_a_house_may_let_aces_be_split_again() -> None:
    again: dict[str, OptionValue] = {"resplit-aces": True}
    three = play("blackjack", "As 7h Ad Tc Ac 9c 8c 7c", "split split", options=again)
    assert three.legal == [("stand", "hit", "double", "split"), ("stand", "split")]
    assert three.net() == 3000  # 20, 19 and 18 against 17
    four = play("blackjack", "As 7h Ad Tc Ac Ah Ac 9c 9d 9h", "split split split", options=again)
    assert four.over()  # a fifth ace is only a 12
    assert four.net() == -1000 + 3000
    kept = play("blackjack", "As 7h Ad Tc Ac 9c", "split stand", options=again)
    assert kept.net() == -1000 + 1000


def test_BJ_8_a_house_may_let_split_aces_be_hit() -> None:
    hit: dict[str, OptionValue] = {"hit-split-aces": True}
    round_ = play("blackjack", "As 7h Ad Tc 5c 4c 2c 8c", "split hit stand double", options=hit)
    assert round_.legal[1:] == [
        ("stand", "hit", "double"),
        ("stand", "hit"),
        ("stand", "hit", "double"),
    ]
    assert round_.settled("main") == [("win", 1000), ("win", 2000)]  # 20 and 21 against 17
    pair = play("blackjack", "As 7h Ad Tc Ac", "split", options=hit)
    assert pair.legal[-1] == ("stand", "hit", "double")
    both = play("blackjack", "As 7h Ad Tc Ac", "split", options={**hit, "resplit-aces": True})
    assert both.legal[-1] == ("stand", "hit", "double", "split")


@pytest.mark.parametrize("option", ["resplit-aces", "hit-split-aces"])
def test_BJ_8_the_options_on_aces_are_off_unless_chosen(option: str) -> None:
    assert games.find("blackjack").default(option) is False
    assert refusal(option, 1) == f"blackjack: option {option} = 1: use false or true"
    off = play("blackjack", "As 7h Ad Tc Ac 9c", "split", options={option: False})
    assert off.over()


def test_BJ_8_21_after_a_split_is_no_natural() -> None:
    aces = play("blackjack", "As 7h Ad 4c Kc Qd Th", "split")  # the dealer draws to 21
    assert aces.settled("main") == [("push", 0), ("push", 0)]
    tens = play("blackjack", "Ks 7h Kd Tc Ac Ad", "split")
    assert tens.settled("main") == [("win", 1000), ("win", 1000)]


# BJ-9

SURRENDER: dict[str, OptionValue] = {"surrender": True}


def test_BJ_9_surrender_is_off_unless_the_house_allows_it() -> None:
    assert first_choice("T6") == ("stand", "hit", "double")
    assert first_choice("T6", surrender=False) == ("stand", "hit", "double")
    assert first_choice("T6", surrender=True) == ("stand", "hit", "double", "surrender")
    assert first_choice("88", surrender=True) == ("stand", "hit", "double", "split", "surrender")
    assert refusal("surrender", "late") == ("blackjack: option surrender = late: use false or true")


def test_BJ_9_half_the_stake_comes_back_and_the_hand_is_over() -> None:
    round_ = play("blackjack", "Ts 9h 6d 7c", "surrender", options=SURRENDER)
    assert round_.settled("main") == [("surrender", -500)]
    assert round_.over()
    assert round_.of(ev.DealerDrew) == []


def test_BJ_9_only_as_the_first_decision() -> None:
    hit = play("blackjack", "Ts 9h 2d 7c 3c", "hit", options=SURRENDER)
    assert hit.legal[-1] == ("stand", "hit")
    split = play("blackjack", "8s 9h 8d 7c 7s 7d", "split stand", options=SURRENDER)
    assert split.legal[1:] == [("stand", "hit", "double")] * 2


def test_BJ_9_only_after_the_peek() -> None:
    natural = play("blackjack", "Ts Kh 6d Ac", options=SURRENDER)
    assert natural.legal == []
    assert natural.net() == -1000
    ace = play("blackjack", "Ts Ah 6d 9c", options=SURRENDER)
    assert "surrender is not possible now" in ace.why_not(act.move(1, "surrender"))
    insured = play("blackjack", "Ts Ah 6d 9c", "insure surrender", options=SURRENDER)
    assert insured.order(ev.DealerPeeked, ev.HandGivenUp) == ["DealerPeeked", "HandSurrendered"]
    assert (insured.net("insurance"), insured.net("main")) == (-500, -500)


def test_BJ_9_late_surrender_needs_a_peek() -> None:
    with pytest.raises(RulesError, match="late surrender comes after the peek"):
        games.find("blackjack").rules({"surrender": True, "peek": False})


# BJ-R1

TENS = [f"{first}{second}" for first in "TJQK" for second in "TJQK"]


def test_BJ_R1_ten_value_cards_pair_by_rank() -> None:
    split = [hand for hand in TENS if "split" in first_choice(hand)]
    assert split == ["TT", "JJ", "QQ", "KK"]
    assert [hand for hand in TENS if "split" in first_choice(hand, pairs="rank")] == split


def test_BJ_R1_equal_value_is_a_house_option() -> None:
    assert all("split" in first_choice(hand, pairs="value") for hand in TENS)
    assert "split" not in first_choice("9T", pairs="value")
    other = play("blackjack", "Ks 7h Qd Tc Tc", "split", options={"BJ-R1": "other"})
    assert other.legal == [("stand", "hit", "double", "split")] * 2  # K-Q, then K-T


@pytest.mark.parametrize("game", ["blackjack", "lucky-stiff", "blackjack-tie"])
def test_BJ_R1_three_games_have_the_option(game: str) -> None:
    assert "split" not in play(game, "Ks 7h Qd Tc").legal[-1]
    assert "split" in play(game, "Ks 7h Qd Tc", options={"pairs": "value"}).legal[-1]
    assert refusal("pairs", "suit", game) == (f"{game}: option pairs = suit: use rank or value")


@pytest.mark.parametrize("game", ["half-back", "mulligan-21"])
def test_BJ_R1_the_other_games_refuse_it(game: str) -> None:
    assert refusal("pairs", "value", game).startswith(f"{game}: option 'pairs' = value is refused")


# BJ-R2


def test_BJ_R2_a_split_hand_gets_its_second_card_when_its_turn_comes() -> None:
    first = play("blackjack", "8s 7h 8d Tc 2c", "split")
    assert hands(first) == ["8s 2c", "8d"]
    drawn = play("blackjack", "8s 7h 8d Tc 2c 9c 3c", "split hit stand")
    assert hands(drawn) == ["8s 2c 9c", "8d 3c"]
    assert drawn.table.hand == 1


def test_BJ_R2_the_new_hand_of_a_re_split_is_placed_next() -> None:
    again = play("blackjack", "8s 7h 8d Tc 8c", "split split")
    assert hands(again) == ["8s", "8c", "8d"]
    end = play("blackjack", "8s 7h 8d Tc 8c 2c 3c 4c", "split split stand stand stand")
    assert [(dealt.hand, cards.name(dealt.card)) for dealt in end.of(ev.CardDealt)[2:]] == [
        (0, "8c"),
        (0, "2c"),
        (1, "3c"),
        (2, "4c"),
    ]
    assert hands(end) == ["8s 2c", "8c 3c", "8d 4c"]


def test_BJ_R2_a_later_hands_re_split_is_placed_next_to_it() -> None:
    round_ = play("blackjack", "8s 7h 8d Tc Tc 8c 2c 3c", "split stand split stand")
    assert hands(round_) == ["8s Tc", "8d 2c", "8c 3c"]


@pytest.mark.parametrize("options", [{"split-cards": "at-once"}, {"BJ-R2": "other"}])
def test_BJ_R2_both_hands_at_once_is_the_other_reading(options: dict[str, OptionValue]) -> None:
    first = play("blackjack", "8s 7h 8d Tc 2c 3c", "split", options=options)
    assert hands(first) == ["8s 2c", "8d 3c"]
    assert first.table.hand == 0
    again = play("blackjack", "8s 7h 8d Tc 8c 3c 4c 5c", "split split", options=options)
    assert hands(again) == ["8s 4c", "8c 5c", "8d 3c"]
    aces = play("blackjack", "As 7h Ad Tc 9c 8c", "split", options=options)
    assert aces.net() == 2000


def test_BJ_R2_only_the_two_readings_are_allowed() -> None:
    assert refusal("split-cards", "later") == (
        "blackjack: option split-cards = later: use in-turn or at-once"
    )
    assert refusal("BJ-R2", "else") == "blackjack: BJ-R2 = else: use ruled or other"
    turn = play("blackjack", "8s 7h 8d Tc 2c", "split", options={"split-cards": "in-turn"})
    assert hands(turn) == ["8s 2c", "8d"]
