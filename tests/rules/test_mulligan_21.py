"""Mulligan 21: burned face cards, naturals that always win, the push on 17, Lucky Stiff (M21)."""

from __future__ import annotations

import pytest

from pitboss import cards, games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.table import IllegalAction, Shoe, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.rounds import UNIT, Round, play

GAME = "mulligan-21"
STAKE = 200
"""Cents on Lucky Stiff."""
STIFF = {"lucky-stiff": STAKE}
OFFER = ("burn", "keep")

FACES = ["Jc", "Qd", "Kh"]
OTHER_RANKS = ["Ac", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc"]


def position(round_: Round, kind: type[ev.Event], seat: int = 0, bet: str = "") -> int:
    """Where the first event of a kind (of a seat and a bet, if named) stands in the log."""
    for index, event in enumerate(round_.events):
        if (
            isinstance(event, kind)
            and (not seat or getattr(event, "seat", 0) == seat)
            and (not bet or getattr(event, "bet", "") == bet)
        ):
            return index
    raise AssertionError(f"no {kind.__name__} {seat} {bet}")


# M21-1: blackjack with three changes


@pytest.mark.parametrize("decks", [6, 8])
def test_M21_1_the_shoe_holds_six_or_eight_decks(decks: int) -> None:
    table = Table(games.find(GAME).rules({"decks": decks}))
    for seat in range(1, 8):
        table.do(act.PlaceWagers(seat, "ann", {"main": UNIT}))
    table.do(act.CloseWagers())
    for _ in range(decks):
        table.deal(cards.parse("9s"))
    with pytest.raises(IllegalAction, match=f"all {decks} of this shoe are out"):
        table.deal(cards.parse("9s"))


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 7, 9])
def test_M21_1_other_numbers_of_decks_are_refused(decks: int) -> None:
    with pytest.raises(RulesError, match="allowed are 6, 8"):
        games.find(GAME).rules({"decks": decks})


def test_M21_1_six_decks_cut_at_three_quarters_unless_the_house_says_otherwise() -> None:
    shoe = games.find(GAME).rules().shoe
    dealt_from = Shoe(shoe.decks, penetration=shoe.penetration, burn=shoe.burn)
    assert (dealt_from.size, dealt_from.cut, dealt_from.burn) == (312, 234, 1)


@pytest.mark.parametrize("seats", [7, 8, 9])
def test_M21_1_seven_seats_and_up_to_nine_as_the_house_likes(seats: int) -> None:
    options: dict[str, OptionValue] = {} if seats == 7 else {"seats": seats}
    table = Table(games.find(GAME).rules(options))
    table.do(act.PlaceWagers(seats, "ann", {"main": UNIT}))
    with pytest.raises(IllegalAction, match=f"allowed are 1 to {seats}"):
        table.do(act.PlaceWagers(seats + 1, "ann", {"main": UNIT}))


@pytest.mark.parametrize("seats", [6, 10])
def test_M21_1_fewer_than_seven_or_more_than_nine_seats_are_refused(seats: int) -> None:
    with pytest.raises(RulesError, match="allowed are 7, 8, 9"):
        games.find(GAME).rules({"seats": seats})


def test_M21_1_a_hand_wins_loses_and_doubles_as_in_blackjack() -> None:
    assert play(GAME, "Ts Tc 9h 8d", "stand").net() == UNIT
    assert play(GAME, "Ts Tc 8h 9d", "stand").net() == -UNIT
    assert play(GAME, "Ts Tc 9h 9d", "stand").net() == 0
    assert play(GAME, "6s Tc 5h 8d Tc", "double").net() == 2 * UNIT


DOUBLES = {
    "any": ((8, 9, 10, 11, 12), True),
    "hard 9-11": ((9, 10, 11), False),
    "hard 10-11": ((10, 11), False),
}


@pytest.mark.parametrize("on", DOUBLES)
def test_M21_1_the_house_may_limit_doubling(on: str) -> None:
    hard, soft = DOUBLES[on]
    dealt = {8: "5s 9c 3h", 9: "5s 9c 4h", 10: "6s 9c 4h", 11: "6s 9c 5h", 12: "Ts 9c 2h"}
    options: dict[str, OptionValue] = {"double": on}
    allowed = [
        total
        for total, first in dealt.items()
        if "double" in play(GAME, f"{first} 7d", options=options).legal[-1]
    ]
    assert tuple(allowed) == hard
    assert ("double" in play(GAME, "As 9c 9h 7d", options=options).legal[-1]) is soft


def test_M21_1_any_two_cards_may_be_doubled_by_default() -> None:
    assert play(GAME, "5s 9c 3h 7d").legal[-1] == ("stand", "hit", "double")
    assert play(GAME, "As 9c 9h 7d").legal[-1] == ("stand", "hit", "double")


@pytest.mark.parametrize("das", [True, False])
def test_M21_1_the_house_may_refuse_doubling_after_a_split(das: bool) -> None:
    round_ = play(GAME, "8s 9c 8h 7d 3d", "split", options={"das": das})
    assert ("double" in round_.legal[-1]) is das


def test_M21_1_doubling_after_a_split_is_allowed_by_default() -> None:
    assert play(GAME, "8s 9c 8h 7d 3d", "split").legal[-1] == ("stand", "hit", "double")


def test_M21_1_split_aces_get_one_card_and_are_not_split_again_by_default() -> None:
    round_ = play(GAME, "As 9c Ah 7d Ad 5d 3h", "split")
    assert round_.over()
    assert len(round_.legal) == 1  # no decision came up after the split


@pytest.mark.parametrize("again", [False, True])
def test_M21_1_the_house_may_let_aces_be_split_again(again: bool) -> None:
    options: dict[str, OptionValue] = {"resplit-aces": again}
    round_ = play(GAME, "As 9c Ah 7d Ad", "split", options=options)
    assert round_.table.wants_card is not again
    if again:
        assert round_.legal[-1] == ("stand", "split")


@pytest.mark.parametrize("hit", [False, True])
def test_M21_1_the_house_may_let_split_aces_be_hit(hit: bool) -> None:
    options: dict[str, OptionValue] = {"hit-split-aces": hit}
    round_ = play(GAME, "As 9c Ah 7d 5d", "split", options=options)
    assert round_.table.wants_card is not hit
    if hit:
        assert round_.legal[-1] == ("stand", "hit", "double")


@pytest.mark.parametrize("second", ["in-turn", "at-once"])
def test_M21_1_split_hands_get_their_second_cards_in_turn_or_at_once(second: str) -> None:
    options: dict[str, OptionValue] = {"split-cards": second}
    round_ = play(GAME, "8s 9c 8h 7d 3d", "split", options=options)
    assert round_.table.wants_card is (second == "at-once")


def test_M21_1_split_hands_get_their_second_cards_in_turn_by_default() -> None:
    assert not play(GAME, "8s 9c 8h 7d 3d", "split").table.wants_card


@pytest.mark.parametrize("late", [False, True])
def test_M21_1_the_house_may_allow_late_surrender(late: bool) -> None:
    round_ = play(GAME, "Ts 9c 6h 7d", options={"surrender": late})
    assert ("surrender" in round_.legal[-1]) is late


def test_M21_1_late_surrender_costs_half_the_stake_and_is_off_by_default() -> None:
    options: dict[str, OptionValue] = {"surrender": True}
    assert play(GAME, "Ts 9c 6h 7d", "surrender", options=options).net() == -UNIT // 2
    assert play(GAME, "Ts 9c 6h 7d").legal[-1] == ("stand", "hit", "double")


def test_M21_1_a_seat_makes_at_most_four_hands_of_equal_rank() -> None:
    round_ = play(GAME, "8s 9c 8h 7d 8d 8c 8s", "split split split")
    assert round_.legal[-1] == ("stand", "hit", "double")
    assert len(round_.of(ev.HandSplit)) == 3
    assert "split" not in play(GAME, "Ks 9c Qh 7d").legal[-1]


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [("soft17", "hit", "M21-6"), ("soft17", "stand", "M21-6"), ("natural", "3 to 2", "M21-2"),
     ("natural", "1 to 1", "M21-2"), ("pairs", "value", "BJ-R1"), ("peek", False, "M21-2"),
     ("side-caps", False, "no such house option")],
)  # fmt: skip
def test_M21_1_options_that_would_contradict_the_rules_are_refused(
    option: str, value: OptionValue, why: str
) -> None:
    with pytest.raises(RulesError, match=why):
        games.find(GAME).rules({option: value})


@pytest.mark.parametrize(
    ("option", "value"),
    [("double", "hard 8-11"), ("split-cards", "later"), ("das", 1), ("surrender", 1),
     ("resplit-aces", 1), ("hit-split-aces", 1), ("insurance", 1), ("burn-split-cards", 1)],
)  # fmt: skip
def test_M21_1_values_an_option_does_not_have_are_refused(option: str, value: OptionValue) -> None:
    with pytest.raises(RulesError, match=f"option {option} = .*: allowed are"):
        games.find(GAME).rules({option: value})


# M21-2: naturals


@pytest.mark.parametrize("dealt", ["As 9c Kh 7d", "As Tc Kh 7d", "As Ac Kh 7d"])
def test_M21_2_a_natural_wins_even_money(dealt: str) -> None:
    round_ = play(GAME, dealt)
    assert round_.over()
    assert round_.settled("main") == [("natural", UNIT)]


@pytest.mark.parametrize("dealt", ["As Tc Kh Ad", "As Ac Kh Qd"])
def test_M21_2_a_natural_wins_even_against_a_dealer_natural(dealt: str) -> None:
    round_ = play(GAME, dealt)
    assert round_.over()
    assert round_.settled("main") == [("natural", UNIT)]


def test_M21_2_naturals_are_paid_before_insurance_and_peek() -> None:
    round_ = play(GAME, "As Ts Ac Kh 9h 8d", "decline stand", seats=2)
    assert round_.over()
    paid = position(round_, ev.WagerSettled, seat=1, bet="main")
    assert paid < position(round_, ev.InsuranceOffered) < position(round_, ev.DealerPeeked)


def test_M21_2_a_natural_is_paid_before_the_dealer_looks_under_a_ten() -> None:
    round_ = play(GAME, "As Tc Kh Ad")
    paid = position(round_, ev.WagerSettled, seat=1, bet="main")
    assert paid < position(round_, ev.DealerPeeked)


def test_M21_2_a_dealer_natural_beats_every_other_hand() -> None:
    # seat 1 has a natural, seat 2 has 20
    round_ = play(GAME, "As Ts Tc Kh Kd Ad", seats=2)
    assert round_.over()
    assert round_.net(seat=1) == UNIT
    assert round_.settled("main", seat=2) == [("dealer natural", -UNIT)]


def test_M21_2_21_after_a_split_is_no_natural() -> None:
    # A-T and A-9 against 20: the first wins as 21 at the end, not before
    round_ = play(GAME, "As Tc Ah Kd Th 9h", "split")
    assert round_.settled("main") == [("win", UNIT), ("push", 0)]


# M21-3: the mulligan


@pytest.mark.parametrize("face", FACES)
def test_M21_3_a_drawn_jack_queen_or_king_may_be_burned(face: str) -> None:
    round_ = play(GAME, f"2s 9c 3h 8d {face}", "hit")
    assert round_.legal[-1] == OFFER
    assert [event.card for event in round_.of(ev.ReplacementOffered)] == [cards.parse(face)]


@pytest.mark.parametrize("card", OTHER_RANKS)
def test_M21_3_no_other_card_may_be_burned(card: str) -> None:
    round_ = play(GAME, f"2s 9c 3h 8d {card}", "hit")
    assert round_.legal[-1] == ("stand", "hit")
    assert not round_.of(ev.ReplacementOffered)


def test_M21_3_a_burned_card_is_replaced_by_the_next_and_does_not_count() -> None:
    # T-6 draws a king, burned for a five: 21 against 18
    round_ = play(GAME, "Ts 9c 6h 9d Kh 5c", "hit burn")
    assert [event.card for event in round_.of(ev.CardBurned)] == [cards.parse("Kh")]
    assert [event.total for event in round_.of(ev.HandStood)] == [21]
    assert round_.net() == UNIT


@pytest.mark.parametrize("face", FACES)
def test_M21_3_a_card_that_would_bust_the_hand_may_be_burned(face: str) -> None:
    round_ = play(GAME, f"Ts 9c 6h 9d {face} 3c", "hit burn stand")
    assert not round_.of(ev.HandBusted)
    assert round_.net() == UNIT  # 19 against 18


def test_M21_3_a_card_that_makes_21_may_be_burned_too() -> None:
    round_ = play(GAME, "5s 9c 6h 9d Kh", "hit")
    assert round_.legal[-1] == OFFER
    kept = play(GAME, "5s 9c 6h 9d Kh", "hit keep")
    assert [event.total for event in kept.of(ev.HandStood)] == [21]
    assert kept.net() == UNIT
    assert play(GAME, "5s 9c 6h 9d Kh 9h", "hit burn stand").net() == UNIT  # 20 against 18


def test_M21_3_a_kept_card_counts() -> None:
    # 2-3-K is 15 and loses to 18; T-6-K breaks
    assert play(GAME, "2s 9c 3h 9d Kh", "hit keep stand").net() == -UNIT
    broke = play(GAME, "Ts 9c 6h 9d Kh", "hit keep")
    assert [event.total for event in broke.of(ev.HandBusted)] == [26]
    assert broke.net() == -UNIT


def test_M21_3_after_burning_the_hand_plays_on() -> None:
    round_ = play(GAME, "2s 9c 3h 9d Kh 4c", "hit burn")
    assert round_.legal[-1] == ("stand", "hit")


def test_M21_3_a_hand_burns_once() -> None:
    # the replacement is a queen, and later comes a jack: neither may be burned
    round_ = play(GAME, "2s 9c 3h 9d Kh Qd", "hit burn")
    assert round_.legal[-1] == ("stand", "hit")
    round_ = play(GAME, "2s 9c 3h 9d Kh 4c Jc", "hit burn hit")
    assert round_.legal[-1] == ("stand", "hit")
    assert play(GAME, "Ts 9c 6h 9d Kh Qd", "hit burn").net() == -UNIT  # the queen breaks the hand


def test_M21_3_keeping_a_card_does_not_use_the_mulligan_up() -> None:
    # 2-3-J is kept, the queen that follows would break it
    round_ = play(GAME, "2s 9c 3h 9d Jc Qd", "hit keep hit")
    assert round_.legal[-1] == OFFER
    round_ = play(GAME, "2s 9c 3h 9d Jc Qd 5c", "hit keep hit burn stand")
    assert round_.net() == UNIT  # 20 against 18


def test_M21_3_a_kept_card_is_not_offered_again() -> None:
    assert play(GAME, "2s 9c 3h 9d Jc", "hit keep").legal[-1] == ("stand", "hit")
    assert play(GAME, "2s 9c 3h 9d Jc 2c", "hit keep hit").legal[-1] == ("stand", "hit")


def test_M21_3_standing_without_the_replacement_is_not_possible() -> None:
    burned = play(GAME, "Ts 9c 6h 9d Kh", "hit burn")
    assert burned.table.wants_card
    assert "stand is not possible now" in burned.why_not(act.Stand(1))
    offered = play(GAME, "2s 9c 3h 9d Kh", "hit")
    assert "allowed are burn, keep" in offered.why_not(act.Stand(1))
    assert "allowed are burn, keep" in offered.why_not(act.Hit(1))


def test_M21_3_a_replacement_may_bust_the_hand() -> None:
    round_ = play(GAME, "Ts 9c 6h 9d Kh 6c", "hit burn")
    assert [event.total for event in round_.of(ev.HandBusted)] == [22]
    assert round_.net() == -UNIT


def test_M21_3_each_seat_has_its_own_mulligan() -> None:
    dealt = "2s 2d 9c 3h 3s 9d Kh 9h Kd"
    round_ = play(GAME, dealt, "hit burn stand hit", seats=2)
    assert round_.legal[-1] == OFFER
    assert round_.table.seat.number == 2


def test_M21_3_the_dealer_burns_nothing() -> None:
    # the dealer's 16 draws a king and breaks
    round_ = play(GAME, "Ts 9c 8h 7d Kh", "stand")
    assert round_.over()
    assert round_.net() == UNIT


# M21-4: doubled hands


@pytest.mark.parametrize("face", FACES)
def test_M21_4_the_one_card_of_a_double_may_be_burned(face: str) -> None:
    # T-2 doubled draws a face, burned for a nine: 21 against 18 with two units
    assert play(GAME, f"Ts 9c 2h 9d {face}", "double").legal[-1] == OFFER
    round_ = play(GAME, f"Ts 9c 2h 9d {face} 9h", "double burn")
    assert round_.over()
    assert round_.net() == 2 * UNIT


def test_M21_4_the_replacement_is_the_one_card() -> None:
    # 5-4 doubled: a king burned for a two leaves 11 and no further move
    round_ = play(GAME, "5s 9c 4h 9d Kh 2c", "double burn")
    assert round_.over()
    assert [event.total for event in round_.of(ev.HandStood)] == [11]
    assert round_.net() == -2 * UNIT


def test_M21_4_a_face_card_in_place_of_a_burned_one_stays() -> None:
    round_ = play(GAME, "6s 9c 4h 9d Kh Qd", "double burn")
    assert round_.over()
    assert round_.net() == 2 * UNIT  # 20 against 18
    broke = play(GAME, "Ts 9c 2h 9d Kh Qd", "double burn")
    assert broke.net() == -2 * UNIT


def test_M21_4_the_one_card_may_be_kept() -> None:
    round_ = play(GAME, "6s 9c 4h 9d Kh", "double keep")
    assert round_.over()
    assert round_.net() == 2 * UNIT


@pytest.mark.parametrize("card", ["Tc", "9h", "Ah"])
def test_M21_4_another_card_of_a_double_stays(card: str) -> None:
    round_ = play(GAME, f"6s 9c 4h 9d {card}", "double")
    assert round_.over()
    assert round_.net() == 2 * UNIT


# M21-5 and M21-R5: split hands


def test_M21_5_each_hand_of_a_split_has_its_own_mulligan() -> None:
    # both hands draw a king to an eight and burn it, for a three and for a two
    dealt = "8s 9c 8h 9d Kh 3c Kd 2c"
    round_ = play(GAME, dealt, "split burn stand burn")
    assert [(event.hand, event.card) for event in round_.of(ev.CardBurned)] == [
        (0, cards.parse("Kh")),
        (1, cards.parse("Kd")),
    ]


def test_M21_5_a_split_hand_burns_once() -> None:
    # the king on 8-3 is burned for a two; the queen that follows breaks the hand
    round_ = play(GAME, "8s 9c 8h 9d 3c Kh 2c Qd", "split hit burn hit")
    assert len(round_.of(ev.ReplacementOffered)) == 1
    assert [event.total for event in round_.of(ev.HandBusted)] == [8 + 3 + 2 + 10]


def test_M21_5_the_second_hand_may_burn_although_the_first_one_did_not() -> None:
    round_ = play(GAME, "8s 9c 8h 9d Tc Kd", "split stand")
    assert round_.legal[-1] == OFFER
    assert round_.table.hand == 1


def test_M21_5_where_both_hands_get_cards_at_once_each_burns_its_own() -> None:
    options: dict[str, OptionValue] = {"split-cards": "at-once"}
    round_ = play(GAME, "8s 9c 8h 9d Kh 3c Kd 2c", "split burn burn", options=options)
    assert [(event.hand, event.card) for event in round_.of(ev.CardBurned)] == [
        (0, cards.parse("Kh")),
        (1, cards.parse("Kd")),
    ]
    assert round_.table.hand == 0
    assert round_.legal[-1] == ("stand", "hit", "double")


# M21-6: the push on 17

DEALERS_17 = {
    "hard": ("Tc", "7d", ""),
    "soft": ("6c", "Ad", ""),
    "hard after a draw": ("9c", "3d", "5c"),
    "hard with an ace for one": ("Tc", "6d", "Ac"),
    "soft after a draw": ("2c", "4d", "Ac"),
}
HANDS = {
    12: ("Ts 2h", "", "stand"),
    16: ("Ts 6h", "", "stand"),
    17: ("Ts 7h", "", "stand"),
    18: ("Ts 8h", "", "stand"),
    19: ("Ts 9h", "", "stand"),
    20: ("Ts Jh", "", "stand"),
    21: ("Ts 5h", "6s", "hit"),
}


def against(player: int, dealer: tuple[str, str, str]) -> Round:
    """A whole round: a hand standing on a total against a dealer's upcard, hole card and draws."""
    dealt, drawn, moves = HANDS[player]
    first, second = dealt.split()
    upcard, hole, draws = dealer
    round_ = play(GAME, f"{first} {upcard} {second} {hole} {drawn} {draws}", moves)
    assert round_.over()
    return round_


@pytest.mark.parametrize("player", HANDS)
@pytest.mark.parametrize("dealer", DEALERS_17)
def test_M21_6_a_dealer_17_pushes_every_standing_hand(dealer: str, player: int) -> None:
    round_ = against(player, DEALERS_17[dealer])
    assert round_.settled("main") == [("push", 0)]
    assert [(event.total, event.pushes) for event in round_.of(ev.DealerFinished)] == [(17, True)]


def test_M21_6_a_bust_loses_although_the_dealer_makes_17() -> None:
    # seat 1 breaks with 22, seat 2 stands
    round_ = play(GAME, "Ts Th Tc 6h 6d 7d 6s", "hit stand", seats=2)
    assert round_.net(seat=1) == -UNIT
    assert round_.net(seat=2) == 0


def test_M21_6_a_dealer_17_pushes_doubled_and_split_hands() -> None:
    assert play(GAME, "6s Tc 5h 7d 9s", "double").settled("main") == [("push", 0)]
    round_ = play(GAME, "8s Tc 8h 7d Ts 4s", "split stand stand")
    assert round_.settled("main") == [("push", 0), ("push", 0)]


def test_M21_6_a_natural_is_paid_all_the_same() -> None:
    round_ = play(GAME, "As Th Tc Kh 9d 7d", "stand", seats=2)
    assert (round_.net(seat=1), round_.net(seat=2)) == (UNIT, 0)


@pytest.mark.parametrize(("upcard", "hole"), [("Tc", "6d"), ("5c", "Ad")])
def test_M21_6_the_dealer_draws_on_16_hard_or_soft(upcard: str, hole: str) -> None:
    round_ = play(GAME, f"Ts {upcard} 8h {hole}", "stand")
    assert round_.table.wants_card
    assert not round_.of(ev.DealerFinished)
    assert play(GAME, f"Ts {upcard} 8h {hole} 5d", "stand").net() == -UNIT  # 21


@pytest.mark.parametrize(("upcard", "hole"), [("Tc", "8d"), ("7c", "Ad")])
@pytest.mark.parametrize(("player", "net"), [(17, -UNIT), (18, 0), (19, UNIT)])
def test_M21_6_the_dealer_stands_on_18_hard_or_soft_and_totals_compare(
    upcard: str, hole: str, player: int, net: int
) -> None:
    round_ = against(player, (upcard, hole, ""))
    assert round_.net() == net
    assert [(event.total, event.pushes) for event in round_.of(ev.DealerFinished)] == [(18, False)]


@pytest.mark.parametrize("total", [19, 20, 21])
def test_M21_6_no_other_dealer_total_pushes_a_lower_or_higher_hand(total: int) -> None:
    dealer = {19: ("Tc", "9d", ""), 20: ("Tc", "Qd", ""), 21: ("Tc", "6d", "5d")}[total]
    for player in HANDS:
        assert against(player, dealer).net() == UNIT * ((player > total) - (player < total))


@pytest.mark.parametrize("draw", ["6s", "Ks"])
def test_M21_6_a_dealer_who_breaks_pays_every_standing_hand(draw: str) -> None:
    for player in HANDS:  # with 22 and with 26
        assert against(player, ("Tc", "6d", draw)).net() == UNIT


# M21-7: Lucky Stiff

PAYS = {"pair": (7, 6, 8), "natural": (1, 1, 1), "winner": (5, 5, 5)}
STIFFS = {12: "2h", 13: "3h", 14: "4h", 15: "5h", 16: "6h"}
"""The card that makes each stiff of a ten."""


@pytest.mark.parametrize("table", [1, 2, 3])
@pytest.mark.parametrize("rank", "678")
def test_M21_7_a_stiff_pair_is_paid_at_once_by_the_table(rank: str, table: int) -> None:
    round_ = play(GAME, f"{rank}s 9c {rank}h 8d", bets=STIFF, paytable=table)
    assert not round_.over()
    assert round_.settled("lucky-stiff") == [("stiff pair", PAYS["pair"][table - 1] * STAKE)]


@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_a_natural_is_paid_one_to_one_at_once(table: int) -> None:
    # seat 2 has not decided yet
    round_ = play(GAME, "As Ts 9c Kh 6h 7d", bets=STIFF, seats=2, paytable=table)
    assert not round_.over()
    assert round_.settled("lucky-stiff", seat=1) == [
        ("natural", PAYS["natural"][table - 1] * STAKE)
    ]
    assert round_.settled("lucky-stiff", seat=2) == []


@pytest.mark.parametrize("total", STIFFS)
@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_a_stiff_that_wins_pays_five_to_one(table: int, total: int) -> None:
    # the dealer's 16 draws a king
    dealt = f"Ts 6c {STIFFS[total]} Td Kc"
    assert play(GAME, dealt[:-3], bets=STIFF, paytable=table).settled("lucky-stiff") == []
    round_ = play(GAME, dealt, "stand", bets=STIFF, paytable=table)
    assert round_.settled("lucky-stiff") == [("stiff winner", PAYS["winner"][table - 1] * STAKE)]
    assert round_.net("main") == UNIT


@pytest.mark.parametrize("total", STIFFS)
@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_a_dealer_17_pushes_a_stiff(table: int, total: int) -> None:
    round_ = play(GAME, f"Ts Tc {STIFFS[total]} 7d", "stand", bets=STIFF, paytable=table)
    assert round_.settled("lucky-stiff") == [("stiff push", 0)]
    assert round_.net() == 0


@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_a_stiff_that_ties_pushes(table: int) -> None:
    # 16 hits a three: 19 against 19
    round_ = play(GAME, "Ts Tc 6h 9d 3h", "hit stand", bets=STIFF, paytable=table)
    assert round_.settled("lucky-stiff") == [("stiff push", 0)]
    assert round_.net("main") == 0


@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_a_stiff_that_loses_loses(table: int) -> None:
    round_ = play(GAME, "Ts Tc 2h 9d", "stand", bets=STIFF, paytable=table)
    assert round_.net("lucky-stiff") == -STAKE
    assert round_.net("main") == -UNIT


def test_M21_7_a_stiff_that_breaks_loses_at_once() -> None:
    round_ = play(GAME, "Ts Ts Tc 6h 6d 7d Tc", "hit", bets=STIFF, seats=2)
    assert not round_.over()
    assert [cents for _, cents in round_.settled("lucky-stiff", seat=1)] == [-STAKE]
    assert round_.settled("lucky-stiff", seat=2) == []


def test_M21_7_a_stiff_follows_the_hand_through_a_mulligan() -> None:
    # 16 draws a king, burned for a five: 21 against 19
    round_ = play(GAME, "Ts Tc 6h 9d Kh 5c", "hit burn", bets=STIFF)
    assert round_.net("lucky-stiff") == 5 * STAKE
    assert round_.net("main") == UNIT


@pytest.mark.parametrize(
    "dealt",
    ["5s 6h", "Ts 7h", "9s 2h", "9s 8h", "As 2h", "As 5h", "As 9h", "As Ah", "5s 5h", "9s 9h",
     "Ts Th", "2s 2h", "Ts Kh", "2s 3h"],
)  # fmt: skip
@pytest.mark.parametrize("table", [1, 2, 3])
def test_M21_7_anything_else_loses_at_once(dealt: str, table: int) -> None:
    first, second = dealt.split()
    round_ = play(GAME, f"{first} 9c {second} 8d", bets=STIFF, paytable=table)
    assert not round_.over()
    assert round_.settled("lucky-stiff") == [("anything else", -STAKE)]


def test_M21_7_a_doubled_stiff_counts_once() -> None:
    # 12 doubled to 19 against a dealer who breaks, against 17, and against 20
    win = play(GAME, "Ts 6c 2h Td 7h Kc", "double", bets=STIFF)
    assert win.settled("lucky-stiff") == [("stiff winner", 5 * STAKE)]
    assert win.net("main") == 2 * UNIT
    push = play(GAME, "Ts Tc 2h 7d 7h", "double", bets=STIFF)
    assert push.settled("lucky-stiff") == [("stiff push", 0)]
    assert push.net() == 0
    loss = play(GAME, "Ts Tc 2h Qd 7h", "double", bets=STIFF)
    assert (loss.net("lucky-stiff"), loss.net("main")) == (-STAKE, -2 * UNIT)


def test_M21_7_pairs_and_naturals_are_paid_against_a_dealer_natural_and_stiffs_lose() -> None:
    def stiff_net(dealt: str) -> int:
        round_ = play(GAME, dealt, bets=STIFF)
        assert round_.over()
        return round_.net("lucky-stiff")

    assert stiff_net("8s Tc 8h Ad") == 7 * STAKE
    assert stiff_net("As Tc Kh Ad") == STAKE
    assert stiff_net("Ts Tc 6h Ad") == -STAKE


def test_M21_7_the_bonus_is_settled_before_insurance_and_peek() -> None:
    for dealt in ("8s Ac 8h 9d", "Ts Ac 9h 9d"):  # a stiff pair, and no stiff at all
        round_ = play(GAME, dealt, "decline", bets=STIFF)
        settled = position(round_, ev.WagerSettled, bet="lucky-stiff")
        assert settled < position(round_, ev.InsuranceOffered) < position(round_, ev.DealerPeeked)


def test_M21_7_a_split_stiff_pair_is_paid_whatever_the_hands_do() -> None:
    # 18 and 18 lose to 20
    round_ = play(GAME, "8s Tc 8h Qd Ts Td", "split stand stand", bets=STIFF)
    assert round_.net("lucky-stiff") == 7 * STAKE
    assert round_.net("main") == -2 * UNIT


def test_M21_7_surrender_loses_a_riding_stiff() -> None:
    options: dict[str, OptionValue] = {"surrender": True}
    round_ = play(GAME, "Ts 9c 6h 8d", "surrender", bets=STIFF, options=options)
    assert round_.net("lucky-stiff") == -STAKE


def test_M21_7_pay_table_1_is_used_unless_the_house_chooses_another() -> None:
    assert play(GAME, "8s 9c 8h 8d", bets=STIFF).net("lucky-stiff") == 7 * STAKE


@pytest.mark.parametrize("table", [0, 4])
def test_M21_7_there_are_pay_tables_1_to_3_and_no_others(table: int) -> None:
    with pytest.raises(RulesError, match="allowed are 1 to 3"):
        games.find(GAME).rules(None, {"lucky-stiff": table})


def test_M21_7_the_bonus_is_not_capped_by_the_main_wager() -> None:
    # "any amount within table limits"
    assert play(GAME, "8s 9c 8h 8d", bets={"lucky-stiff": 1500}).net("lucky-stiff") == 7 * 1500


# Rulings


def test_M21_R1_a_replacement_that_pairs_a_split_card_may_be_split_again() -> None:
    round_ = play(GAME, "8s 9c 8h 9d Kh 8d", "split burn")
    assert round_.legal[-1] == ("stand", "hit", "double", "split")
    again = play(GAME, "8s 9c 8h 9d Kh 8d", "split burn split")
    assert len(again.of(ev.HandSplit)) == 2


def test_M21_R1_a_replacement_that_pairs_nothing_may_not() -> None:
    round_ = play(GAME, "8s 9c 8h 9d Kh 7d", "split burn")
    assert round_.legal[-1] == ("stand", "hit", "double")


def test_M21_R2_a_bust_is_judged_after_the_decision_to_burn() -> None:
    round_ = play(GAME, "Ts 9c 6h 9d Kh", "hit")
    assert not round_.of(ev.HandBusted)
    assert round_.settled("main") == []
    kept = play(GAME, "Ts 9c 6h 9d Kh", "hit keep")
    assert position(kept, ev.CardKept) < position(kept, ev.HandBusted)


def test_M21_R2_no_other_card_is_dealt_before_the_decision() -> None:
    round_ = play(GAME, "Ts Th 9c 6h 6d 9d Kh", "hit", seats=2)
    assert not round_.table.wants_card
    assert "no card is due now" in round_.why_not(act.DealCard(cards.parse("2c")))


def test_M21_R2_with_cards_dealt_at_once_the_first_hand_decides_before_the_second_card() -> None:
    options: dict[str, OptionValue] = {"split-cards": "at-once"}
    round_ = play(GAME, "8s 9c 8h 9d Kh", "split", options=options)
    assert round_.legal[-1] == OFFER
    assert round_.table.hand == 0


@pytest.mark.parametrize("dealt", ["Js Qh", "Ks 5h", "5s Kh", "Qs 2h"])
def test_M21_R3_the_two_dealt_cards_cannot_be_burned(dealt: str) -> None:
    first, second = dealt.split()
    round_ = play(GAME, f"{first} 9c {second} 9d")
    assert round_.legal == [("stand", "hit", "double")]
    assert not round_.of(ev.ReplacementOffered)


def test_M21_R3_a_dealt_face_card_cannot_be_burned_after_a_hit_either() -> None:
    round_ = play(GAME, "Ks 9c 2h 9d 3c", "hit")
    assert round_.legal[-1] == ("stand", "hit")


def test_M21_R3_a_dealt_face_card_of_a_split_pair_cannot_be_burned() -> None:
    round_ = play(GAME, "Ks 9c Kh 9d 5c", "split")
    assert round_.legal[-1] == ("stand", "hit", "double")


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("options", [{}, {"burn-split-cards": True}, {"M21-R4": "ruled"}])
def test_M21_R4_the_second_card_of_a_split_hand_may_be_burned(
    options: dict[str, OptionValue], face: str
) -> None:
    first = play(GAME, f"8s 9c 8h 9d {face}", "split", options=options)
    assert first.legal[-1] == OFFER
    second = play(GAME, f"8s 9c 8h 9d 9s {face}", "split stand", options=options)
    assert second.legal[-1] == OFFER


@pytest.mark.parametrize("options", [{"burn-split-cards": False}, {"M21-R4": "other"}])
def test_M21_R4_by_the_other_reading_only_later_cards_may_be_burned(
    options: dict[str, OptionValue],
) -> None:
    second_card = play(GAME, "8s 9c 8h 9d Kh", "split", options=options)
    assert second_card.legal[-1] == ("stand", "hit", "double")
    assert not second_card.of(ev.ReplacementOffered)
    third_card = play(GAME, "8s 9c 8h 9d 3h Kh", "split hit", options=options)
    assert third_card.legal[-1] == OFFER
    doubled = play(GAME, "8s 9c 8h 9d 3h Kh", "split double", options=options)
    assert doubled.legal[-1] == OFFER
    unsplit = play(GAME, "8s 9c 5h 9d Kh", "hit", options=options)
    assert unsplit.legal[-1] == OFFER


def test_M21_R5_a_hand_that_burned_has_a_fresh_mulligan_after_a_re_split() -> None:
    # the first hand burns a king for an eight, splits again and draws a queen
    left = play(GAME, "8s 9c 8h 9d Kh 8d Qd", "split burn split")
    assert left.legal[-1] == OFFER
    assert left.table.hand == 0
    assert [event.card for event in left.of(ev.CardBurned)] == [cards.parse("Kh")]


def test_M21_R5_the_new_hand_of_a_re_split_has_a_fresh_mulligan_too() -> None:
    right = play(GAME, "8s 9c 8h 9d Kh 8d Qd 9s Jc", "split burn split burn stand")
    assert right.legal[-1] == OFFER
    assert right.table.hand == 1
    third = play(GAME, "8s 9c 8h 9d Kh 8d Qd 9s Jc 9h Kd", "split burn split burn stand burn stand")
    assert third.legal[-1] == OFFER
    assert third.table.hand == 2


def test_M21_R5_a_kept_face_that_is_split_again_gives_fresh_mulligans() -> None:
    # Q-Q split, a queen kept and split again, then a king
    round_ = play(GAME, "Qs 9c Qh 9d Qd Kh", "split keep split")
    assert round_.legal[-1] == OFFER


@pytest.mark.parametrize("face", FACES)
def test_M21_R6_the_single_card_of_a_split_ace_may_be_burned(face: str) -> None:
    round_ = play(GAME, f"As 9c Ah 9d {face}", "split")
    assert round_.legal[-1] == OFFER


def test_M21_R6_the_replacement_on_a_split_ace_is_final() -> None:
    # A-2 stands on 13 without a decision; so does A-Q, which cannot be burned again
    round_ = play(GAME, "As 9c Ah 9d Kh 2c 5d", "split burn")
    assert round_.over()
    assert [event.total for event in round_.of(ev.HandStood)] == [13, 16]
    again = play(GAME, "As 9c Ah 9d Kh Qd 5d", "split burn")
    assert again.over()
    assert [event.total for event in again.of(ev.HandStood)] == [21, 16]


def test_M21_R6_each_split_ace_may_burn() -> None:
    round_ = play(GAME, "As 9c Ah 9d Kh 9s Kd 8s", "split burn burn")
    assert round_.over()
    assert [event.total for event in round_.of(ev.HandStood)] == [20, 19]
    assert round_.net() == 2 * UNIT  # both beat 18


def test_M21_R6_a_face_on_a_split_ace_may_be_kept() -> None:
    round_ = play(GAME, "As 9c Ah 9d Kh 9s", "split keep")
    assert [event.total for event in round_.of(ev.HandStood)] == [21, 20]


def test_M21_R7_a_hand_that_has_burned_may_double_without_a_second_burn() -> None:
    # a king burned for a three makes 11; doubled, the queen cannot be burned
    burned = play(GAME, "8s 9c 8h 9d Kh 3c", "split burn")
    assert burned.legal[-1] == ("stand", "hit", "double")
    round_ = play(GAME, "8s 9c 8h 9d Kh 3c Qd 9h", "split burn double stand")
    assert round_.over()
    assert len(round_.of(ev.ReplacementOffered)) == 1
    assert [event.total for event in round_.of(ev.HandStood)] == [21, 17]
    assert round_.settled("main") == [("win", 2 * UNIT), ("lose", -UNIT)]


def test_M21_R7_a_hand_that_kept_its_face_may_double_and_burn() -> None:
    round_ = play(GAME, "2s 9c 2h 9d Kh Qd", "split keep double")
    assert round_.legal[-1] == OFFER


def test_M21_R8_a_natural_is_offered_no_insurance_and_no_even_money() -> None:
    round_ = play(GAME, "As Ts Ac Kh 9h 8d", seats=2)
    assert round_.table.insurance_seats() == [2]
    assert round_.legal[-1] == ("insure", "decline")
    assert "insurance is open to seats 2" in round_.why_not(act.Insure(1, 100))
    assert "insurance is open to seats 2" in round_.why_not(act.TakeEvenMoney(1))


def test_M21_R8_where_everybody_has_a_natural_no_insurance_is_offered() -> None:
    round_ = play(GAME, "As Ac Kh 8d")
    assert round_.over()
    assert not round_.of(ev.InsuranceOffered)


@pytest.mark.parametrize("options", [{}, {"insurance": True}, {"M21-R8": "ruled"}])
def test_M21_R8_other_hands_may_insure_for_half_at_two_to_one(
    options: dict[str, OptionValue],
) -> None:
    won = play(GAME, "Ts Ac 9h Kd", "insure", options=options)
    assert (won.net("insurance"), won.net("main")) == (2 * 500, -UNIT)
    lost = play(GAME, "Ts Ac 9h 8d", "insure stand", options=options)
    assert (lost.net("insurance"), lost.net("main")) == (-500, 0)  # 19 against 19
    pending = play(GAME, "Ts Ac 9h 8d", options=options)
    assert "up to $5" in pending.why_not(act.Insure(1, 501))


@pytest.mark.parametrize("options", [{"insurance": False}, {"M21-R8": "other"}])
def test_M21_R8_the_house_may_offer_no_insurance(options: dict[str, OptionValue]) -> None:
    round_ = play(GAME, "Ts Ac 9h 8d", options=options)
    assert not round_.of(ev.InsuranceOffered)
    assert [event.natural for event in round_.of(ev.DealerPeeked)] == [False]
    assert round_.legal == [("stand", "hit", "double")]
    natural = play(GAME, "Ts Ac 9h Kd", options=options)
    assert natural.over()
    assert natural.net() == -UNIT


@pytest.mark.parametrize("ruling", ["M21-R1", "M21-R2", "M21-R3", "M21-R5", "M21-R6", "M21-R7"])
def test_M21_R1_readings_that_cannot_be_played_are_refused_as_options(ruling: str) -> None:
    with pytest.raises(RulesError, match="the other reading cannot be played"):
        games.find(GAME).rules({ruling: "other"})
