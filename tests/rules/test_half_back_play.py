"""Half Back: naturals, the wager that comes back, the free split, doubles, and their rulings."""

from __future__ import annotations

import pytest

from pitboss.rules.game import OptionValue
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.rounds import Round, play

U = 1000
"""A unit: the Main wager of $10."""

Options = dict[str, OptionValue] | None


def hand(cards: str, moves: str = "", options: Options = None) -> Round:
    """A round against a dealer who has 9 over 8, a 17: the player's two cards, then those drawn."""
    first, second, *drawn = cards.split()
    return play("half-back", f"{first} 9h {second} 8d {' '.join(drawn)}", moves, options=options)


def two(ranks: str, options: Options = None) -> tuple[str, ...]:
    """The moves of a first hand, its two ranks written together: ``T3``."""
    return hand(f"{ranks[0]}s {ranks[1]}h", options=options).legal[-1]


def by_hand(round_: Round) -> list[tuple[int, str, int, int]]:
    """(hand, wager, stake, cents won) of each settlement, hands counted from 1."""
    return [
        (event.hand + 1, event.bet, event.stake, event.returned - event.stake)
        for event in round_.of(ev.WagerSettled)
    ]


# HB-6: naturals


@pytest.mark.parametrize(
    ("dealer", "moves"),
    [("Ah Kd", "decline"), ("Kh Ad", ""), ("4h Kd Ah", "decline"), ("4h Ad Th", "")],
)
def test_HB_6_a_dealer_natural_takes_both_wagers_or_pushes_both(dealer: str, moves: str) -> None:
    upcard, rest = dealer.split(maxsplit=1)
    lost = play("half-back", f"Ts {upcard} 9h {rest}", moves)
    assert by_hand(lost) == [(1, "main", U, -U), (1, "half-back", U, -U)]
    pushed = play("half-back", f"As {upcard} Jh {rest}", moves)
    assert by_hand(pushed) == [(1, "main", U, 0), (1, "half-back", U, 0)]
    assert lost.over()
    assert pushed.over()


@pytest.mark.parametrize("dealer", ["9h 8d", "Kh 8d", "2h Ad", "5h Ad 7c", "5h 9d Kc"])
def test_HB_6_a_players_natural_pays_3_to_2_on_both_wagers(dealer: str) -> None:
    upcard, rest = dealer.split(maxsplit=1)
    round_ = play("half-back", f"As {upcard} Jh {rest}")
    assert by_hand(round_) == [(1, "main", U, 1500), (1, "half-back", U, 1500)]
    assert not round_.legal
    assert round_.over()


def test_HB_6_a_natural_beats_an_original_or_replacement_ace_without_a_natural() -> None:
    for dealer in ("Ah {} 8d", "5h {} 8d Ah"):
        round_ = play("half-back", "As " + dealer.format("Jh"), "decline")
        assert by_hand(round_) == [(1, "main", U, 1500), (1, "half-back", U, 1500)]


def test_HB_6_a_21_of_three_cards_is_no_natural() -> None:
    round_ = hand("Ts 5h 6c", "hit")
    assert by_hand(round_) == [(1, "main", U, U), (1, "half-back", U, U)]


# HB-7: the half back

TAKE_BACK = ("stand", "hit", "take-back")
TOTALS_13_TO_16 = [
    "T3", "94", "85", "76", "K3", "T4", "95", "86", "J4", "T5", "96", "87", "Q5", "T6",
    "97", "K6", "A2", "A3", "A4", "A5",
]  # fmt: skip
NO_13_TO_16 = [
    "23", "24", "25", "34", "26", "35", "T2", "93", "84", "75", "K2", "T7", "98", "J7",
    "T8", "Q8", "T9", "K9", "TJ", "KQ", "JQ", "A6", "A7", "A8", "A9",
]  # fmt: skip


@pytest.mark.parametrize("ranks", TOTALS_13_TO_16)
def test_HB_7_half_back_is_offered_on_13_to_16_hard_and_soft(ranks: str) -> None:
    assert two(ranks) == TAKE_BACK
    assert two(ranks[::-1]) == TAKE_BACK


@pytest.mark.parametrize("ranks", NO_13_TO_16)
def test_HB_7_other_hands_have_nothing_to_take_back(ranks: str) -> None:
    assert two(ranks) == ("stand", "hit")


def test_HB_7_a_pair_of_sevens_or_eights_may_take_back_or_split() -> None:
    assert two("77") == two("88") == ("stand", "hit", "split", "take-back")


@pytest.mark.parametrize("ranks", ["T3", "T6", "A2", "A5", "77", "88"])
def test_HB_7_after_taking_back_the_hand_only_hits_or_stands(ranks: str) -> None:
    round_ = hand(f"{ranks[0]}s {ranks[1]}h", "take-back")
    assert round_.legal[-1] == ("stand", "hit")
    assert round_.net("half-back") == 0
    assert round_.table.state.felt == U
    assert "not allowed" in round_.why_not(act.move(1, "take-back"))
    assert "not allowed" in round_.why_not(act.move(1, "split"))
    assert "not allowed" in round_.why_not(act.move(1, "double"))


def test_HB_7_main_alone_is_in_action_after_taking_back() -> None:
    win, lose = hand("Ts 6h 4c", "take-back hit stand"), hand("Ts 6h", "take-back stand")
    push, bust = hand("Ts 6h Ac", "take-back hit stand"), hand("Ts 6h 7c", "take-back hit")
    assert by_hand(win) == [(1, "main", U, U)]
    assert by_hand(lose) == by_hand(bust) == [(1, "main", U, -U)]
    assert by_hand(push) == [(1, "main", U, 0)]
    assert [round_.net() for round_ in (win, lose, push, bust)] == [U, -U, 0, -U]


def test_HB_7_only_the_first_two_cards_may_take_back() -> None:
    round_ = hand("Ts 2h 2c", "hit")  # 14, but of three cards
    assert round_.legal[-1] == ("stand", "hit")
    assert hand("As 2h Ac", "hit").legal[-1] == ("stand", "hit")  # soft 14 likewise


def test_HB_7_nothing_is_taken_back_from_a_dealer_natural() -> None:
    round_ = play("half-back", "Ts Kh 6h Ad")
    assert round_.net() == -2 * U
    assert round_.legal == []


# HB-8: splits


@pytest.mark.parametrize("ranks", ["22", "33", "44", "66", "99", "TT", "JJ", "QQ", "KK", "AA"])
def test_HB_8_a_pair_of_equal_rank_may_be_split(ranks: str) -> None:
    assert two(ranks) == ("stand", "hit", "split")


@pytest.mark.parametrize("ranks", ["TJ", "KQ", "JK", "QT"])
def test_HB_8_equal_value_is_no_pair(ranks: str) -> None:
    assert two(ranks) == ("stand", "hit")


def test_HB_8_the_first_split_is_free_main_on_the_first_hand_half_back_on_the_second() -> None:
    round_ = hand("8s 8h Tc 7c", "split stand stand")  # 18 and 15 against 17
    assert [(event.cents, event.moved) for event in round_.of(ev.HandSplit)] == [(0, True)]
    assert by_hand(round_) == [(1, "main", U, U), (2, "half-back", U, -U)]
    turned = hand("8s 8h 7c Tc", "split stand stand")
    assert by_hand(turned) == [(1, "main", U, -U), (2, "half-back", U, U)]


def test_HB_8_re_splitting_the_first_hand_costs_a_main_wager() -> None:
    # 18, 17 and 15 against 17; the new hand stands between the two.
    round_ = hand("8s 8h 8c Tc 9c 7c", "split split stand stand stand")
    assert [(event.cents, event.moved) for event in round_.of(ev.HandSplit)] == [
        (0, True),
        (U, False),
    ]
    assert by_hand(round_) == [(1, "main", U, U), (2, "main", U, 0), (3, "half-back", U, -U)]


def test_HB_8_re_splitting_the_second_hand_costs_a_main_wager() -> None:
    # 19, 18 and 15 against 17.
    round_ = hand("9s 9h Tc 9c 9d 6c", "split stand split stand stand")
    assert [event.cents for event in round_.of(ev.HandSplit)] == [0, U]
    assert by_hand(round_) == [(1, "main", U, U), (2, "half-back", U, U), (3, "main", U, -U)]


def test_HB_8_the_cost_of_a_re_split_is_mains_whatever_it_is() -> None:
    round_ = play("half-back", "8s 9h 8h 8d 8c", "split split", main=700)
    assert [event.cents for event in round_.of(ev.HandSplit)] == [0, 700]


def test_HB_8_at_most_four_hands() -> None:
    three = hand("8s 8h 8c 8d", "split split")
    assert three.legal[-1] == ("stand", "hit", "split")
    four = hand("8s 8h 8c 8d 8s", "split split split")
    assert [event.cents for event in four.of(ev.HandSplit)] == [0, U, U]
    assert four.legal[-1] == ("stand", "hit")
    assert four.table.state.felt == 4 * U


def test_HB_8_split_aces_get_one_card_each_and_21_is_no_natural() -> None:
    round_ = hand("As Ah Tc 5c", "split")  # 21 and 16 against 17
    assert round_.legal == [("stand", "hit", "split")]
    assert by_hand(round_) == [(1, "main", U, U), (2, "half-back", U, -U)]


def test_HB_8_a_ten_split_and_drawing_an_ace_is_no_natural() -> None:
    round_ = hand("Ts Th Ac Ad", "split")
    assert by_hand(round_) == [(1, "main", U, U), (2, "half-back", U, U)]


def test_HB_8_aces_are_not_re_split_unless_the_house_allows_it() -> None:
    round_ = hand("As Ah Ac Ad", "split")  # 12 and 12, no more decisions
    assert round_.over()
    assert round_.net() == -2 * U
    allowed = hand("As Ah Ac", "split", {"resplit-aces": True})
    assert allowed.legal[-1] == ("stand", "split")
    again = hand("As Ah Ac Tc 5c 6c", "split split", {"resplit-aces": True})
    # 21, 16 and 17 against 17, the re-split paid.
    assert by_hand(again) == [(1, "main", U, U), (2, "main", U, -U), (3, "half-back", U, 0)]


def test_HB_8_re_splitting_aces_does_not_mean_hitting_them() -> None:
    round_ = hand("As Ah 5c 6c", "split", {"resplit-aces": True})
    assert by_hand(round_) == [(1, "main", U, -U), (2, "half-back", U, 0)]


def test_HB_8_split_aces_are_hit_only_if_the_house_allows_it() -> None:
    assert hand("As Ah 5c", "split", {"hit-split-aces": True}).legal[-1] == ("stand", "hit")
    assert hand("As Ah Ac", "split", {"hit-split-aces": True}).legal[-1] == ("stand", "hit")
    both: Options = {"hit-split-aces": True, "resplit-aces": True}
    assert hand("As Ah Ac", "split", both).legal[-1] == ("stand", "hit", "split")
    round_ = hand("As Ah 5c 4c 6c", "split hit stand stand", {"hit-split-aces": True})
    assert by_hand(round_) == [(1, "main", U, U), (2, "half-back", U, 0)]  # 20 and 17


def test_HB_8_split_hands_get_their_cards_in_turn_or_at_once_as_the_house_says() -> None:
    # In turn: 8-2-T and 8-9. At once: 8-2-9 and 8-T.
    in_turn = hand("8s 8h 2c Tc 9c", "split hit stand stand")
    assert [event.total for event in in_turn.of(ev.HandStood)] == [20, 17]
    at_once = hand("8s 8h 2c Tc 9c", "split hit stand stand", {"split-cards": "at-once"})
    assert [event.total for event in at_once.of(ev.HandStood)] == [19, 18]


# HB-9: doubles


@pytest.mark.parametrize("ranks", ["27", "36", "45", "28", "37", "46", "29", "38", "47", "56"])
def test_HB_9_hard_9_10_and_11_may_be_doubled(ranks: str) -> None:
    assert two(ranks) == ("stand", "hit", "double")


def test_HB_9_a_pair_of_fives_is_a_ten_to_double_or_split_and_fours_are_no_nine() -> None:
    assert two("55") == ("stand", "hit", "double", "split")
    assert two("44") == ("stand", "hit", "split")


@pytest.mark.parametrize("ranks", ["26", "35", "T2", "93", "A6", "A7", "A8", "A9"])
def test_HB_9_no_other_total_and_no_soft_hand_may_be_doubled(ranks: str) -> None:
    round_ = hand(f"{ranks[0]}s {ranks[1]}h")
    assert "double is not allowed" in round_.why_not(act.move(1, "double"))


def test_HB_9_nine_to_eleven_of_three_cards_may_not_be_doubled() -> None:
    for drawn in ("4c", "5c", "6c"):
        assert hand(f"2s 3h {drawn}", "hit").legal[-1] == ("stand", "hit")


@pytest.mark.parametrize(("drawn", "won"), [("Tc", 1), ("6c", 0), ("2c", -1)])
def test_HB_9_a_doubled_hand_has_three_units_on_it(drawn: str, won: int) -> None:
    round_ = hand(f"6s 5h {drawn}", "double")  # 21, 17 or 13 against 17, one card only
    assert [event.cents for event in round_.of(ev.HandDoubled)] == [U]
    assert by_hand(round_) == [
        (1, "main", 2 * U, won * 2 * U),
        (1, "half-back", U, won * U),
    ]
    assert round_.net() == won * 3 * U


def test_HB_9_a_doubled_split_hand_has_two_units_on_it() -> None:
    # 8-3 doubled to 21 and 8-2 doubled to 12 against 17.
    round_ = hand("8s 8h 3c Tc 2c 2d", "split double double")
    assert [event.cents for event in round_.of(ev.HandDoubled)] == [U, U]
    on = [(number, stake, won) for number, _, stake, won in by_hand(round_)]
    assert sum(stake for number, stake, _ in on if number == 1) == 2 * U
    assert sum(stake for number, stake, _ in on if number == 2) == 2 * U
    assert sum(won for number, _, won in on if number == 1) == 2 * U
    assert sum(won for number, _, won in on if number == 2) == -2 * U


def test_HB_9_a_hand_made_by_a_paid_split_doubles_to_two_units() -> None:
    round_ = hand("8s 8h 8c 3c Tc", "split split double")
    assert [event.cents for event in round_.of(ev.HandDoubled)] == [U]
    assert round_.table.state.felt == 4 * U  # three hands and one double


# HB-10: both wagers on the hand


@pytest.mark.parametrize(("cards", "won"), [("Ts 8h", 1), ("Ts 7h", 0), ("Ts 6h", -1)])
def test_HB_10_both_wagers_win_push_and_lose_together_at_even_money(cards: str, won: int) -> None:
    round_ = hand(cards, "stand")
    assert by_hand(round_) == [(1, "main", U, won * U), (1, "half-back", U, won * U)]
    assert round_.net() == won * 2 * U


def test_HB_10_both_wagers_win_when_the_dealer_breaks() -> None:
    round_ = play("half-back", "Ts 9h 2h 7d Kc", "stand")  # 12 against 26
    assert by_hand(round_) == [(1, "main", U, U), (1, "half-back", U, U)]


def test_HB_10_both_wagers_of_a_bust_are_lost_at_once() -> None:
    round_ = play("half-back", "Ts 9h 6h 7d Kc", "hit")  # the dealer's 16 need not draw
    assert [event.total for event in round_.of(ev.HandBusted)] == [26]
    assert by_hand(round_) == [(1, "main", U, -U), (1, "half-back", U, -U)]
    assert not round_.of(ev.DealerDrew)


# Rulings

WIDE = {"HB-R1": "other"}


def test_HB_R1_half_back_is_for_13_to_16_and_not_12_or_17() -> None:
    for ranks in ("T2", "93", "T7", "98", "T8", "A6", "A7"):
        assert two(ranks) == two(ranks, {"HB-R1": "ruled"}) == ("stand", "hit")
    assert two("AA") == two("66") == two("99") == ("stand", "hit", "split")


@pytest.mark.parametrize("ranks", ["T2", "93", "T3", "T6", "T7", "98", "T8", "A2", "A6", "A7"])
def test_HB_R1_the_other_reading_is_the_layouts_12_to_18(ranks: str) -> None:
    assert two(ranks, {**WIDE}) == TAKE_BACK


def test_HB_R1_the_other_reading_ends_at_12_and_18() -> None:
    for ranks in ("T9", "A8", "A9", "26"):
        assert two(ranks, {**WIDE}) == ("stand", "hit")
    assert two("65", {**WIDE}) == ("stand", "hit", "double")
    for ranks in ("AA", "66", "99"):
        assert two(ranks, {**WIDE}) == ("stand", "hit", "split", "take-back")


def test_HB_R2_four_hands_and_in_the_other_reading_five() -> None:
    four = hand("8s 8h 8c 8d 8s", "split split split")
    assert four.legal[-1] == ("stand", "hit")
    other: Options = {"HB-R2": "other"}
    assert hand("8s 8h 8c 8d 8s", "split split split", other).legal[-1] == ("stand", "hit", "split")
    five = hand("8s 8h 8c 8d 8s 8h", "split split split split", other)
    assert five.legal[-1] == ("stand", "hit")
    assert [event.cents for event in five.of(ev.HandSplit)] == [0, U, U, U]


@pytest.mark.parametrize(("up", "new"), [("Ah", ""), ("6h", "Ah")])
def test_HB_R5_insurance_is_limited_to_half_of_both_wagers(up: str, new: str) -> None:
    round_ = play("half-back", f"Ts {up} 9h Kd {new}")
    assert "up to $10" in round_.why_not(act.Insure(1, U + 1))
    assert "up to $10" in round_.why_not(act.Insure(1, 0))
    assert round_.table.can(act.Insure(1, 1))
    round_.table.do(act.Insure(1, U))
    assert round_.net() == 2 * U - 2 * U


def test_HB_R5_the_other_reading_insures_half_of_main_alone() -> None:
    round_ = play("half-back", "Ts Ah 9h Kd", options={"HB-R5": "other"})
    assert "up to $5" in round_.why_not(act.Insure(1, 501))
    round_.table.do(act.Insure(1, 500))
    assert round_.net() == 2 * 500 - 2 * U


@pytest.mark.parametrize("hole", ["Kd", "9d"])
@pytest.mark.parametrize(("up", "new"), [("Ah", ""), ("6h", "Ah")])
def test_HB_R5_even_money_pays_each_wager_one_to_one(up: str, new: str, hole: str) -> None:
    round_ = play("half-back", f"As {up} Jh {hole} {new}", "even-money")
    assert round_.legal == [("insure", "decline", "even-money")]
    assert by_hand(round_) == [(1, "main", U, U), (1, "half-back", U, U)]


@pytest.mark.parametrize("hole", ["Kd", "9d"])
def test_HB_R5_even_money_is_what_a_fully_insured_natural_makes(hole: str) -> None:
    # Natural: both push and $10 insured wins $20. No natural: $30 won and $10 lost.
    round_ = play("half-back", f"As Ah Jh {hole}", "insure")
    assert round_.net() == 2 * U
    assert "even money is for a natural" in play("half-back", "Ts Ah Jh 9d").why_not(
        act.TakeEvenMoney(1)
    )


def test_HB_R5_even_money_is_paid_before_a_bonus_that_waits_for_the_look() -> None:
    # a 5 is replaced by an ace over a nine: 8 to 1 after the look
    round_ = play("half-back", "As 5h Kh 9d Ac", "even-money", bets={"upcard-bonus": 500})
    assert [(event.bet, event.returned - event.stake) for event in round_.of(ev.WagerSettled)] == [
        ("main", U), ("half-back", U), ("upcard-bonus", 4000),
    ]  # fmt: skip
    order = [type(event) for event in round_.events]
    assert order.index(ev.WagerSettled) < order.index(ev.DealerPeeked)


def test_HB_R6_a_pair_drawn_to_a_split_hand_need_not_be_split() -> None:
    round_ = hand("8s 8h 8c 4c 8d", "split hit stand stand")
    assert round_.legal[1] == ("stand", "hit", "split")  # 8-8 on the first hand, hit to 20
    assert round_.legal[3] == ("stand", "hit", "split")  # 8-8 on the second, stands on 16
    assert len(round_.of(ev.HandSplit)) == 1
    assert by_hand(round_) == [(1, "main", U, U), (2, "half-back", U, -U)]


def test_HB_R7_half_back_is_in_action_on_the_second_hand() -> None:
    round_ = hand("9s 9h 7c Tc", "split stand stand")  # 16 and 19 against 17
    assert round_.settled("half-back") == [("win", U)]
    assert round_.net("half-back") == U
    assert round_.net("main") == -U


def test_HB_R9_nothing_is_taken_back_after_a_split() -> None:
    first = hand("8s 8h 5c", "split")  # 13
    assert first.legal[-1] == ("stand", "hit")
    assert "take-back is not allowed" in first.why_not(act.move(1, "take-back"))
    second = hand("8s 8h Tc 7c", "split stand")  # 15 with the Half Back wager
    assert second.legal[-1] == ("stand", "hit")
    third = hand("8s 8h 8c 6c", "split split")  # 14 after a paid split
    assert third.legal[-1] == ("stand", "hit")


def taking_back_after_a_split(cards: str, moves: str) -> Round:
    return play("half-back", cards, moves, options={"HB-R9": "other"})


def test_HB_R9_by_the_other_reading_a_split_hand_of_13_to_16_gives_its_wager_back() -> None:
    # 13 with Main, then 20 with Half Back, against 19
    main = taking_back_after_a_split("8s Th 8h 9d 5c 9c 3c", "split take-back hit stand")
    assert main.of(ev.WagerReturned) == [ev.WagerReturned(1, 0, "main", U)]
    assert main.settled("main") == []
    assert main.settled("half-back") == [("win", U)]
    assert main.net() == U
    # 12 and 17 are no such hands, and three cards of 14 are none either
    second = taking_back_after_a_split("8s Th 8h 9d 4c 2c", "split hit")
    assert second.legal[1:] == [("stand", "hit"), ("stand", "hit")]
    assert taking_back_after_a_split("8s Th 8h 9d 9c", "split").legal[1] == ("stand", "hit")
    # two aces get one card each, and soft 13 to 16 is enough
    aces = taking_back_after_a_split("As Th Ah 9d 2c 5d", "split take-back take-back")
    assert aces.legal[1:] == [("stand", "take-back"), ("stand", "take-back")]
    assert (aces.net(), aces.table.want) == (0, Want.WAGERS)


def test_HB_R9_nobody_is_drawn_for_when_all_wagers_came_back() -> None:
    round_ = taking_back_after_a_split("8s Th 8h 2d 5c 7c", "split take-back take-back")
    assert not round_.of(ev.DealerDrew)
    assert round_.net() == 0


def test_HB_R6_by_the_other_reading_it_is_split_without_a_question() -> None:
    # eights again and again: two further splits at a unit each, then four hands are the most
    round_ = play("half-back", "8s Th 8h 9d 8c 8d 8s", "split", options={"HB-R6": "other"})
    assert [event.cents for event in round_.of(ev.HandSplit)] == [0, U, U]
    assert round_.legal[-1] == ("stand", "hit")
    # another card leaves the hand as it is
    round_ = play("half-back", "8s Th 8h 9d 3c", "split", options={"HB-R6": "other"})
    assert round_.legal[-1] == ("stand", "hit", "double")


@pytest.mark.parametrize("pair", ["8s Th 8h", "7s Th 7h"])
def test_HB_R10_a_pair_is_not_split_after_a_take_back(pair: str) -> None:
    round_ = play("half-back", f"{pair} 9d", "take-back")
    assert round_.legal == [("stand", "hit", "split", "take-back"), ("stand", "hit")]
