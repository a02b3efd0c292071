"""House options that Blackjack Tie and Mulligan 21 take over from blackjack (BT-1, M21-1)."""

from __future__ import annotations

import pytest

from pitboss import cards, games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.table import IllegalAction, Shoe, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.rounds import UNIT, play

both_games = pytest.mark.parametrize("game", ["blackjack-tie", "mulligan-21"])


# The shoe and the seats


@both_games
@pytest.mark.parametrize("decks", [6, 8])
def test_BT_1_M21_1_the_shoe_holds_six_or_eight_decks(game: str, decks: int) -> None:
    table = Table(games.find(game).rules({"decks": decks}))
    for seat in range(1, 8):
        table.do(act.PlaceWagers(seat, "ann", {"main": UNIT}))
    table.do(act.CloseWagers())
    for _ in range(decks):
        table.deal(cards.parse("9s"))
    with pytest.raises(IllegalAction, match=f"all {decks} of this shoe are out"):
        table.deal(cards.parse("9s"))


@both_games
@pytest.mark.parametrize("decks", [1, 2, 4, 5, 7, 9])
def test_BT_1_M21_1_other_numbers_of_decks_are_refused(game: str, decks: int) -> None:
    with pytest.raises(RulesError, match="use 6 or 8"):
        games.find(game).rules({"decks": decks})


@both_games
def test_BT_1_M21_1_six_decks_cut_at_three_quarters_unless_the_house_says_otherwise(
    game: str,
) -> None:
    shoe = games.find(game).rules().shoe
    dealt_from = Shoe(shoe.decks, penetration=shoe.penetration, burn=shoe.burn)
    assert (dealt_from.size, dealt_from.cut, dealt_from.burn) == (312, 234, 1)


@both_games
@pytest.mark.parametrize("seats", [7, 8, 9])
def test_BT_1_M21_1_seven_seats_and_up_to_nine_as_the_house_likes(game: str, seats: int) -> None:
    options: dict[str, OptionValue] = {} if seats == 7 else {"seats": seats}
    table = Table(games.find(game).rules(options))
    table.do(act.PlaceWagers(seats, "ann", {"main": UNIT}))
    with pytest.raises(IllegalAction, match=f"use 1 to {seats}"):
        table.do(act.PlaceWagers(seats + 1, "ann", {"main": UNIT}))


@both_games
@pytest.mark.parametrize("seats", [6, 10])
def test_BT_1_M21_1_fewer_than_seven_or_more_than_nine_seats_are_refused(
    game: str, seats: int
) -> None:
    with pytest.raises(RulesError, match="use 7, 8 or 9"):
        games.find(game).rules({"seats": seats})


# Doubling

DOUBLES = {
    "any": ((8, 9, 10, 11, 12), True),
    "hard 9-11": ((9, 10, 11), False),
    "hard 10-11": ((10, 11), False),
}


@both_games
@pytest.mark.parametrize("on", DOUBLES)
def test_BT_1_M21_1_the_house_may_limit_doubling(game: str, on: str) -> None:
    hard, soft = DOUBLES[on]
    dealt = {8: "5s 9c 3h", 9: "5s 9c 4h", 10: "6s 9c 4h", 11: "6s 9c 5h", 12: "Ts 9c 2h"}
    options: dict[str, OptionValue] = {"double": on}
    allowed = [
        total
        for total, first in dealt.items()
        if "double" in play(game, f"{first} 7d", options=options).legal[-1]
    ]
    assert tuple(allowed) == hard
    assert ("double" in play(game, "As 9c 9h 7d", options=options).legal[-1]) is soft


@both_games
def test_BT_1_M21_1_any_two_cards_may_be_doubled_by_default(game: str) -> None:
    assert play(game, "5s 9c 3h 7d").legal[-1] == ("stand", "hit", "double")
    assert play(game, "As 9c 9h 7d").legal[-1] == ("stand", "hit", "double")


@both_games
@pytest.mark.parametrize("das", [True, False])
def test_BT_1_M21_1_the_house_may_refuse_doubling_after_a_split(game: str, das: bool) -> None:
    round_ = play(game, "8s 9c 8h 7d 3d", "split", options={"das": das})
    assert ("double" in round_.legal[-1]) is das


@both_games
def test_BT_1_M21_1_doubling_after_a_split_is_allowed_by_default(game: str) -> None:
    assert play(game, "8s 9c 8h 7d 3d", "split").legal[-1] == ("stand", "hit", "double")


# Splitting


@both_games
def test_BT_1_M21_1_pairs_are_equal_in_rank_by_default(game: str) -> None:
    assert play(game, "Ks 9c Qh 7d").legal[-1] == ("stand", "hit", "double")
    assert play(game, "Ks 9c Kh 7d").legal[-1] == ("stand", "hit", "double", "split")


@both_games
def test_BT_1_M21_1_a_seat_makes_at_most_four_hands(game: str) -> None:
    round_ = play(game, "8s 9c 8h 7d 8d 8c 8s", "split split split")
    assert round_.legal[-1] == ("stand", "hit", "double")
    assert len(round_.of(ev.HandSplit)) == 3


@both_games
def test_BT_1_M21_1_split_aces_get_one_card_and_are_not_split_again_by_default(game: str) -> None:
    round_ = play(game, "As 9c Ah 7d Ad 5d 5h", "split")
    assert round_.over()
    assert len(round_.legal) == 1  # no decision came up after the split


@both_games
@pytest.mark.parametrize("again", [False, True])
def test_BT_1_M21_1_the_house_may_let_aces_be_split_again(game: str, again: bool) -> None:
    options: dict[str, OptionValue] = {"resplit-aces": again}
    round_ = play(game, "As 9c Ah 7d Ad", "split", options=options)
    assert round_.table.wants_card is not again
    if again:
        assert round_.legal[-1] == ("stand", "split")


@both_games
@pytest.mark.parametrize("hit", [False, True])
def test_BT_1_M21_1_the_house_may_let_split_aces_be_hit(game: str, hit: bool) -> None:
    options: dict[str, OptionValue] = {"hit-split-aces": hit}
    round_ = play(game, "As 9c Ah 7d 5d", "split", options=options)
    assert round_.table.wants_card is not hit
    if hit:
        assert round_.legal[-1] == ("stand", "hit", "double")


@both_games
@pytest.mark.parametrize("second", ["in-turn", "at-once"])
def test_BT_1_M21_1_split_hands_get_their_second_cards_in_turn_or_at_once(
    game: str, second: str
) -> None:
    options: dict[str, OptionValue] = {"split-cards": second}
    round_ = play(game, "8s 9c 8h 7d 3d", "split", options=options)
    assert round_.table.wants_card is (second == "at-once")


@both_games
def test_BT_1_M21_1_split_hands_get_their_second_cards_in_turn_by_default(game: str) -> None:
    assert not play(game, "8s 9c 8h 7d 3d", "split").table.wants_card


# Surrender


@both_games
@pytest.mark.parametrize("late", [False, True])
def test_BT_1_M21_1_the_house_may_allow_late_surrender(game: str, late: bool) -> None:
    round_ = play(game, "Ts 9c 6h 7d", options={"surrender": late})
    assert ("surrender" in round_.legal[-1]) is late


@both_games
def test_BT_1_M21_1_late_surrender_costs_half_the_stake_and_is_off_by_default(game: str) -> None:
    options: dict[str, OptionValue] = {"surrender": True}
    assert play(game, "Ts 9c 6h 7d", "surrender", options=options).net() == -UNIT // 2
    assert play(game, "Ts 9c 6h 7d").legal[-1] == ("stand", "hit", "double")


# What no option allows


@both_games
@pytest.mark.parametrize(
    ("option", "value"),
    [("double", "hard 8-11"), ("split-cards", "later"), ("das", 1), ("surrender", 1),
     ("resplit-aces", 1), ("hit-split-aces", 1)],
)  # fmt: skip
def test_BT_1_M21_1_values_an_inherited_option_does_not_have_are_refused(
    game: str, option: str, value: OptionValue
) -> None:
    with pytest.raises(RulesError, match=f"option {option} = .*: use "):
        games.find(game).rules({option: value})
