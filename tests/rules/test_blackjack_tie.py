"""Blackjack Tie: the bonus wagers on exact ties, their caps, and the other readings (BT)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss import cards, games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.table import IllegalAction, Shoe, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.rounds import UNIT, Round, play

GAME = "blackjack-tie"
STAKE = 200
"""Cents on a bonus unless a test says otherwise."""

PAYS: dict[str, tuple[int | None, ...]] = {
    "tie-left": (15, 15, 15, 15, 15, 15),
    "tie-right": (20, 20, 20, 20, 20, 20),
    "tie-17": (50, 45, 45, None, None, None),
    "tie-18": (45, 45, 45, None, None, None),
    "tie-19": (50, 45, 45, None, None, None),
    "tie-20": (25, 25, 25, None, None, None),
    "tie-21": (125, 95, 95, None, None, None),
    "tie-blackjack": (350, 350, 299, 299, 350, 199),
}
"""To one, on pay tables 1 to 6; None where the bet is not offered."""

COVERS: dict[str, tuple[str, ...]] = {
    "tie-left": ("17", "18", "19"),
    "tie-right": ("20", "21", "natural"),
    "tie-17": ("17",),
    "tie-18": ("18",),
    "tie-19": ("19",),
    "tie-20": ("20",),
    "tie-21": ("21",),
    "tie-blackjack": ("natural",),
}

LEFT = ("tie-left", "tie-17", "tie-18", "tie-19")
RIGHT = ("tie-right", "tie-20", "tie-21", "tie-blackjack")
SIDE = {**dict.fromkeys(LEFT, "left"), **dict.fromkeys(RIGHT, "right")}

TIES: dict[str, tuple[str, str]] = {
    "17": ("Ts Tc 7h 7d", "stand"),
    "18": ("Ts Tc 8h 8d", "stand"),
    "19": ("Ts Tc 9h 9d", "stand"),
    "20": ("Ts Tc Kh Qd", "stand"),
    "21": ("Ts 6c 5h Td 6h 5d", "hit"),  # three cards each
    "natural": ("As Tc Kh Ad", ""),
}
"""Cards and moves of a round in which seat 1 and the dealer tie."""

OFFERED = [(bet, table) for bet in PAYS for table in range(1, 7) if PAYS[bet][table - 1]]
NOT_OFFERED = [(bet, table) for bet in PAYS for table in range(1, 7) if not PAYS[bet][table - 1]]


def tie(
    on: str,
    bets: Mapping[str, int] | None = None,
    *,
    paytable: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    house: House | None = None,
) -> Round:
    """A whole round in which seat 1 and the dealer tie."""
    dealt, moves = TIES[on]
    round_ = play(GAME, dealt, moves, bets=bets, paytable=paytable, options=options, house=house)
    assert round_.over()
    return round_


def staked(
    bets: Mapping[str, int],
    *,
    main: int = UNIT,
    options: Mapping[str, OptionValue] | None = None,
) -> Table:
    """A table at which seat 1 staked this."""
    table = Table(games.find(GAME).rules(options))
    table.do(act.PlaceWagers(1, "ann", {"main": main, **bets}))
    return table


def refused(
    bets: Mapping[str, int],
    *,
    main: int = UNIT,
    options: Mapping[str, OptionValue] | None = None,
) -> str:
    """Why seat 1 may not stake this."""
    with pytest.raises(IllegalAction) as caught:
        staked(bets, main=main, options=options)
    return str(caught.value)


def position(round_: Round, kind: type[ev.Event], bet: str = "") -> int:
    """Where the first event of a kind (about a bet, if one is named) stands in the log."""
    for index, event in enumerate(round_.events):
        if isinstance(event, kind) and (not bet or getattr(event, "bet", "") == bet):
            return index
    raise AssertionError(f"no {kind.__name__} {bet}")


# BT-1: the wagers


@pytest.mark.parametrize(("bet", "table"), OFFERED)
def test_BT_1_every_bonus_pays_its_odds_on_each_of_its_totals(bet: str, table: int) -> None:
    pay = PAYS[bet][table - 1]
    assert pay is not None
    for on in COVERS[bet]:
        round_ = tie(on, {bet: STAKE}, paytable=table)
        assert round_.net(bet) == STAKE * pay
        assert round_.net("main") == 0


@pytest.mark.parametrize(("bet", "table"), NOT_OFFERED)
def test_BT_1_pay_tables_4_to_6_offer_no_straight_bet_on_a_total(bet: str, table: int) -> None:
    with pytest.raises(IllegalAction, match=f"'{bet}' is not offered"):
        tie("17", {bet: STAKE}, paytable=table)


@pytest.mark.parametrize("table", [0, 7])
def test_BT_1_there_are_pay_tables_1_to_6_and_no_others(table: int) -> None:
    with pytest.raises(RulesError, match="allowed are 1 to 6"):
        games.find(GAME).rules(None, {"tie": table})


def test_BT_1_pay_table_1_is_used_unless_the_house_chooses_another() -> None:
    assert tie("17", {"tie-17": STAKE}).net() == 50 * STAKE
    assert tie("21", {"tie-21": STAKE}).net() == 125 * STAKE


def test_BT_1_a_bonus_without_a_blackjack_wager_is_refused() -> None:
    table = Table(games.find(GAME).rules())
    with pytest.raises(IllegalAction, match="main is missing"):
        table.do(act.PlaceWagers(1, "ann", {"tie-left": STAKE}))


def test_BT_1_the_blackjack_wager_may_stand_alone() -> None:
    assert tie("18").net() == 0


@pytest.mark.parametrize("decks", [6, 8])
def test_BT_1_the_shoe_holds_six_or_eight_decks(decks: int) -> None:
    table = Table(games.find(GAME).rules({"decks": decks}))
    for seat in range(1, 8):
        table.do(act.PlaceWagers(seat, "ann", {"main": UNIT}))
    table.do(act.CloseWagers())
    for _ in range(decks):
        table.deal(cards.parse("As"))
    with pytest.raises(IllegalAction, match=f"all {decks} of this shoe are out"):
        table.deal(cards.parse("As"))


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 7, 9])
def test_BT_1_other_numbers_of_decks_are_refused(decks: int) -> None:
    with pytest.raises(RulesError, match="allowed are 6, 8"):
        games.find(GAME).rules({"decks": decks})


def test_BT_1_six_decks_cut_at_three_quarters_unless_the_house_says_otherwise() -> None:
    shoe = games.find(GAME).rules().shoe
    dealt_from = Shoe(shoe.decks, penetration=shoe.penetration, burn=shoe.burn)
    assert (dealt_from.size, dealt_from.cut, dealt_from.burn) == (312, 234, 1)


@pytest.mark.parametrize("seats", [7, 8, 9])
def test_BT_1_seven_seats_and_up_to_nine_as_the_house_likes(seats: int) -> None:
    options: dict[str, OptionValue] = {} if seats == 7 else {"seats": seats}
    table = Table(games.find(GAME).rules(options))
    table.do(act.PlaceWagers(seats, "ann", {"main": UNIT}))
    with pytest.raises(IllegalAction, match=f"allowed are 1 to {seats}"):
        table.do(act.PlaceWagers(seats + 1, "ann", {"main": UNIT}))


@pytest.mark.parametrize("seats", [6, 10])
def test_BT_1_fewer_than_seven_or_more_than_nine_seats_are_refused(seats: int) -> None:
    with pytest.raises(RulesError, match="allowed are 7, 8, 9"):
        games.find(GAME).rules({"seats": seats})


# BT-1: the house rules of blackjack apply (to play, 4)


def test_BT_1_a_dealer_who_hits_soft_17_leaves_the_tie_on_17() -> None:
    # 6-A is soft 17; hitting it by default brings 19 against the player's 17
    round_ = play(GAME, "Ts 6c 7h Ad 2d", "stand", bets={"tie-17": STAKE})
    assert round_.net("tie-17") == -STAKE
    assert round_.net("main") == -UNIT


def test_BT_1_a_dealer_who_stands_on_soft_17_ties_on_17() -> None:
    options: dict[str, OptionValue] = {"soft17": "stand"}
    round_ = play(GAME, "Ts 6c 7h Ad", "stand", bets={"tie-17": STAKE}, options=options)
    assert round_.net("tie-17") == 50 * STAKE
    assert round_.net("main") == 0


def test_BT_1_soft17_may_also_be_named_as_the_default() -> None:
    options: dict[str, OptionValue] = {"soft17": "hit"}
    assert play(GAME, "Ts 6c 7h Ad 2d", "stand", options=options).net() == -UNIT


@pytest.mark.parametrize(("odds", "won"), [("3 to 2", 1500), ("6 to 5", 1200), ("1 to 1", 1000)])
def test_BT_1_a_natural_pays_what_the_house_chose(odds: str, won: int) -> None:
    assert play(GAME, "As 9c Kh 7d", options={"natural": odds}).net("main") == won


def test_BT_1_a_natural_pays_3_to_2_by_default() -> None:
    assert play(GAME, "As 9c Kh 7d").net("main") == 1500


DOUBLES = {
    "any": ((8, 9, 10, 11, 12), True),
    "hard 9-11": ((9, 10, 11), False),
    "hard 10-11": ((10, 11), False),
}


@pytest.mark.parametrize("on", DOUBLES)
def test_BT_1_the_house_may_limit_doubling(on: str) -> None:
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


@pytest.mark.parametrize("das", [True, False])
def test_BT_1_the_house_may_refuse_doubling_after_a_split(das: bool) -> None:
    round_ = play(GAME, "8s 9c 8h 7d 3d", "split", options={"das": das})
    assert ("double" in round_.legal[-1]) is das


def test_BT_1_doubling_after_a_split_is_allowed_by_default() -> None:
    assert play(GAME, "8s 9c 8h 7d 3d", "split").legal[-1] == ("stand", "hit", "double")


def test_BT_1_split_aces_get_one_card_and_are_not_split_again_by_default() -> None:
    round_ = play(GAME, "As 9c Ah 7d Ad 5d 5h", "split")
    assert round_.over()  # no decision came up after the split
    assert len(round_.legal) == 1


@pytest.mark.parametrize("again", [False, True])
def test_BT_1_the_house_may_let_aces_be_split_again(again: bool) -> None:
    options: dict[str, OptionValue] = {"resplit-aces": again}
    round_ = play(GAME, "As 9c Ah 7d Ad", "split", options=options)
    assert round_.table.wants_card is not again
    if again:
        assert round_.legal[-1] == ("stand", "split")


@pytest.mark.parametrize("hit", [False, True])
def test_BT_1_the_house_may_let_split_aces_be_hit(hit: bool) -> None:
    options: dict[str, OptionValue] = {"hit-split-aces": hit}
    round_ = play(GAME, "As 9c Ah 7d 5d", "split", options=options)
    assert round_.table.wants_card is not hit
    if hit:
        assert round_.legal[-1] == ("stand", "hit", "double")


@pytest.mark.parametrize("pairs", ["rank", "value"])
def test_BT_1_a_king_and_a_queen_are_a_pair_only_if_the_house_says_value(pairs: str) -> None:
    round_ = play(GAME, "Ks 9c Qh 7d", options={"pairs": pairs})
    assert ("split" in round_.legal[-1]) is (pairs == "value")


def test_BT_1_pairs_are_equal_in_rank_by_default() -> None:
    assert play(GAME, "Ks 9c Qh 7d").legal[-1] == ("stand", "hit", "double")
    assert play(GAME, "Ks 9c Kh 7d").legal[-1] == ("stand", "hit", "double", "split")


@pytest.mark.parametrize("second", ["in-turn", "at-once"])
def test_BT_1_split_hands_get_their_second_cards_in_turn_or_at_once(second: str) -> None:
    options: dict[str, OptionValue] = {"split-cards": second}
    first = play(GAME, "8s 9c 8h 7d 3d", "split", options=options)
    assert first.table.wants_card is (second == "at-once")


def test_BT_1_split_hands_get_their_second_cards_in_turn_by_default() -> None:
    assert not play(GAME, "8s 9c 8h 7d 3d", "split").table.wants_card


def test_BT_1_a_seat_makes_at_most_four_hands() -> None:
    round_ = play(GAME, "8s 9c 8h 7d 8d 8c 8s", "split split split")
    assert round_.legal[-1] == ("stand", "hit", "double")
    assert len(round_.of(ev.HandSplit)) == 3


def test_BT_1_no_peek_is_refused_because_a_natural_settles_the_bonuses_first() -> None:
    with pytest.raises(RulesError, match="BT-4"):
        games.find(GAME).rules({"peek": False})


@pytest.mark.parametrize(
    ("option", "value"),
    [("insurance", False), ("burn-split-cards", False), ("natural", "2 to 1"), ("soft17", "none"),
     ("double", "hard 8-11"), ("pairs", "colour"), ("split-cards", "later"), ("das", 1),
     ("surrender", 1), ("side-caps", 1), ("resplit-aces", 1), ("hit-split-aces", 1)],
)  # fmt: skip
def test_BT_1_options_and_values_the_game_does_not_have_are_refused(
    option: str, value: OptionValue
) -> None:
    with pytest.raises(RulesError, match=option):
        games.find(GAME).rules({option: value})


# BT-2: exact ties


@pytest.mark.parametrize("on", TIES)
@pytest.mark.parametrize("bet", PAYS)
def test_BT_2_a_bonus_wins_only_on_its_own_totals(bet: str, on: str) -> None:
    pay = PAYS[bet][0]
    assert pay is not None
    round_ = tie(on, {bet: STAKE})
    assert round_.net(bet) == (STAKE * pay if on in COVERS[bet] else -STAKE)
    assert round_.net("main") == 0


@pytest.mark.parametrize("bet", LEFT)
def test_BT_2_a_higher_total_is_no_tie(bet: str) -> None:
    # rule 4's example: the dealer makes 17 and the player 18
    round_ = play(GAME, "Ts Tc 8h 7d", "stand", bets={bet: STAKE})
    assert round_.net(bet) == -STAKE
    assert round_.net("main") == UNIT


@pytest.mark.parametrize("bet", LEFT)
def test_BT_2_a_lower_total_is_no_tie(bet: str) -> None:
    round_ = play(GAME, "Ts Tc 7h 8d", "stand", bets={bet: STAKE})
    assert round_.net(bet) == -STAKE
    assert round_.net("main") == -UNIT


def test_BT_2_several_bonuses_settle_each_by_itself() -> None:
    round_ = tie("18", {"tie-left": 100, "tie-18": 300, "tie-21": 400})
    assert round_.net("tie-left") == 15 * 100
    assert round_.net("tie-18") == 45 * 300
    assert round_.net("tie-21") == -400
    assert round_.net() == 1500 + 13500 - 400


def test_BT_2_a_tie_made_of_unequal_numbers_of_cards_counts() -> None:
    # player T-5-4 against dealer T-9
    round_ = play(GAME, "Ts Tc 5h 9d 4h", "hit stand", bets={"tie-19": STAKE})
    assert round_.net("tie-19") == 50 * STAKE


@pytest.mark.parametrize("bet", PAYS)
def test_BT_2_a_bust_loses_every_bonus_at_once(bet: str) -> None:
    # seat 1 breaks with 26; seat 2 has not decided yet
    round_ = play(GAME, "Ts Tc 6d 6h 6s Kd Kc", "hit", bets={bet: STAKE}, seats=2)
    assert not round_.over()
    assert round_.settled(bet, seat=1) == [("anything else", -STAKE)]
    assert round_.settled(bet, seat=2) == []


def test_BT_2_a_bust_does_not_tie_a_dealer_who_makes_the_same_total() -> None:
    # seat 1 breaks with 22, then the dealer does
    bets = {"tie-left": 200, "tie-right": 200, "tie-blackjack": 200}
    round_ = play(GAME, "Ts 9s 6d 6h 9h Td 6c 6s", "hit stand", bets=bets, seats=2)
    assert round_.over()
    assert round_.net(seat=1) == -UNIT - 600
    assert round_.net(seat=2) == UNIT - 600


# BT-3: caps


@pytest.mark.parametrize("bet", PAYS)
def test_BT_3_a_bonus_takes_at_most_half_of_the_blackjack_wager(bet: str) -> None:
    assert staked({bet: 500}).state.felt == 1500
    assert f"wagers on the {SIDE[bet]} side = $5.01" in refused({bet: 501})


@pytest.mark.parametrize("side", [LEFT, RIGHT], ids=["left", "right"])
def test_BT_3_wagers_on_one_side_are_counted_together(side: tuple[str, ...]) -> None:
    whole, first, second, third = side
    for one, other in ((whole, first), (second, third)):
        assert staked({one: 200, other: 300}).state.felt == 1500
        assert "at most $5, 1/2 of the main wager" in refused({one: 200, other: 301})
    assert staked({whole: 100, second: 150, third: 250}).state.felt == 1500
    assert "at most $5" in refused({whole: 100, second: 151, third: 250})


def test_BT_3_each_side_has_its_own_half() -> None:
    assert staked({"tie-left": 500, "tie-right": 500}).state.felt == 2000
    assert staked({"tie-19": 500, "tie-20": 250, "tie-21": 250}).state.felt == 2000
    assert "left side" in refused({"tie-left": 501, "tie-right": 499})
    assert "right side" in refused({"tie-left": 499, "tie-right": 501})


def test_BT_3_half_of_an_odd_wager_is_rounded_down() -> None:
    assert staked({"tie-left": 500, "tie-right": 500}, main=1001).state.felt == 2001
    assert "left side" in refused({"tie-left": 501}, main=1001)  # half is $5.005
    assert staked({"tie-left": 501}, main=1002).state.felt == 1503
    assert "right side" in refused({"tie-right": 251}, main=500)


# BT-4: naturals


@pytest.mark.parametrize("bet", PAYS)
def test_BT_4_a_natural_alone_loses_every_bonus_at_once(bet: str) -> None:
    # a nine up needs no peek; seat 2 has not decided yet
    round_ = play(GAME, "As Ts 9c Kh 6h 7d", bets={bet: STAKE}, seats=2)
    assert not round_.over()
    assert not round_.of(ev.DealerPeeked)
    assert round_.settled(bet, seat=1) == [("anything else", -STAKE)]
    assert round_.net("main", seat=1) == 1500
    assert round_.settled(bet, seat=2) == []


@pytest.mark.parametrize(("dealt", "moves"), [("As Tc Kh 9d", ""), ("As Ac Kh 9d", "decline")])
@pytest.mark.parametrize("bet", ["tie-right", "tie-blackjack"])
def test_BT_4_under_an_ace_or_ten_a_natural_alone_loses_after_the_peek(
    bet: str, dealt: str, moves: str
) -> None:
    round_ = play(GAME, dealt, moves, bets={bet: STAKE})
    assert position(round_, ev.DealerPeeked) < position(round_, ev.WagerSettled, bet)
    assert round_.net(bet) == -STAKE
    assert round_.net("main") == 1500


@pytest.mark.parametrize("bet", ["tie-right", "tie-blackjack"])
def test_BT_4_a_bonus_on_a_natural_waits_while_the_hole_card_may_match_it(bet: str) -> None:
    round_ = play(GAME, "As Ac Kh Qd", bets={bet: STAKE})  # insurance is open
    assert round_.settled(bet) == []


@pytest.mark.parametrize("bet", PAYS)
@pytest.mark.parametrize(("dealt", "moves"), [("As Tc Kh Ad", ""), ("As Ac Kh Qd", "decline")])
def test_BT_4_two_naturals_pay_blackjack_and_the_right_side_only(
    bet: str, dealt: str, moves: str
) -> None:
    round_ = play(GAME, dealt, moves, bets={bet: STAKE})
    won = {"tie-right": 20 * STAKE, "tie-blackjack": 350 * STAKE}
    assert round_.net(bet) == won.get(bet, -STAKE)
    assert round_.net("main") == 0


@pytest.mark.parametrize("bet", PAYS)
@pytest.mark.parametrize(("dealt", "moves"), [("Ts Tc Kh Ad", ""), ("Ts Ac Kh Qd", "decline")])
def test_BT_4_a_dealer_natural_against_anything_else_loses_every_bonus(
    bet: str, dealt: str, moves: str
) -> None:
    round_ = play(GAME, dealt, moves, bets={bet: STAKE})
    assert round_.over()
    assert round_.net(bet) == -STAKE
    assert round_.net("main") == -UNIT


# BT-5: what 21 is


def test_BT_5_a_natural_does_not_tie_a_dealer_21() -> None:
    # seat 1 has a natural, seat 2 makes 21 with three cards, and so does the dealer
    bets = {"tie-21": 100, "tie-right": 200, "tie-blackjack": 200}
    round_ = play(GAME, "As Ts 6c Kh 5h Td 6h 5d", "hit", bets=bets, seats=2)
    assert round_.over()
    assert [round_.net(bet, seat=1) for bet in bets] == [-100, -200, -200]
    assert [round_.net(bet, seat=2) for bet in bets] == [125 * 100, 20 * 200, -200]
    assert (round_.net("main", seat=1), round_.net("main", seat=2)) == (1500, 0)


def test_BT_5_a_split_ace_with_a_ten_value_card_ties_on_21() -> None:
    # A-K on the first hand, A-5 on the second; the dealer's 16 draws a five
    bets = {"tie-21": 100, "tie-right": 200, "tie-blackjack": 200}
    round_ = play(GAME, "As 6c Ah Td Kd 5h 5d", "split", bets=bets)
    assert [round_.net(bet) for bet in bets] == [125 * 100, 20 * 200, -200]
    assert round_.settled("main") == [("push", 0), ("lose", -UNIT)]


# BT-6 and BT-R8: splits


def test_BT_6_after_a_split_the_first_hand_wins_the_bonus() -> None:
    # 17 and 18 against 17
    bets = {"tie-17": 200, "tie-18": 200}
    round_ = play(GAME, "8s Tc 8h 7d 9s Td", "split stand stand", bets=bets)
    assert round_.net("tie-17") == 50 * 200
    assert round_.net("tie-18") == -200
    assert round_.net("main") == UNIT


def test_BT_6_after_a_split_the_second_hand_does_not_count() -> None:
    # 18 and 17 against 17
    bets = {"tie-17": 200, "tie-18": 200}
    round_ = play(GAME, "8s Tc 8h 7d Td 9s", "split stand stand", bets=bets)
    assert round_.net("tie-17") == -200
    assert round_.net("tie-18") == -200
    assert round_.net("main") == UNIT


def test_BT_6_a_first_hand_that_breaks_loses_the_bonuses_though_the_second_ties() -> None:
    # 8-6-T breaks; 8-9 meets 17
    round_ = play(GAME, "8s Tc 8h 7d 6s Td 9s", "split hit stand", bets={"tie-17": STAKE})
    assert round_.settled("tie-17") == [("anything else", -STAKE)]
    assert position(round_, ev.WagerSettled, "tie-17") < position(round_, ev.HoleCardTurned)


@pytest.mark.parametrize("bet", PAYS)
def test_BT_6_one_split_loses_no_bonus(bet: str) -> None:
    assert play(GAME, "8s Tc 8h 7d", "split", bets={bet: STAKE}).settled(bet) == []


@pytest.mark.parametrize("bet", PAYS)
def test_BT_6_a_second_split_loses_every_bonus(bet: str) -> None:
    # every hand ends on 17 like the dealer, and still nothing is paid
    moves = "split split stand stand stand"
    round_ = play(GAME, "8s Tc 8h 7d 8d 9s 9h 9d", moves, bets={bet: STAKE})
    assert round_.over()
    assert round_.net(bet) == -STAKE
    assert round_.net("main") == 0


@pytest.mark.parametrize("bet", PAYS)
@pytest.mark.parametrize(
    ("dealt", "moves"),
    [("8s Tc 8h 7d 8d", "split split"), ("8s Tc 8h 7d 9s 8d", "split stand split")],
    ids=["first hand", "second hand"],
)
def test_BT_R8_a_second_split_of_either_hand_loses_the_bonuses_at_that_moment(
    bet: str, dealt: str, moves: str
) -> None:
    round_ = play(GAME, dealt, moves, bets={bet: STAKE})
    assert not round_.over()
    assert round_.settled(bet) == [("second split", -STAKE)]


def test_BT_R8_the_bonuses_of_another_seat_stay() -> None:
    bets = {"tie-left": STAKE}
    round_ = play(GAME, "8s Ts Tc 8h 7h 7d 8d", "split split", bets=bets, seats=2)
    assert round_.settled("tie-left", seat=1) == [("second split", -STAKE)]
    assert round_.settled("tie-left", seat=2) == []


# BT-7 and BT-R3: four games

THREE = {"tie-17": 100, "tie-18": 100, "tie-20": 100}
FOUR = {**THREE, "tie-21": 100}
FIVE = {**FOUR, "tie-left": 100}


def test_BT_7_a_player_may_make_four_wagers_the_blackjack_wager_counted() -> None:
    assert staked(THREE).state.felt == 1300
    assert "this game allows 4 separate games" in refused(FOUR)


def test_BT_7_each_hand_of_a_player_has_four_games() -> None:
    table = staked(THREE)
    table.do(act.PlaceWagers(2, "ann", {"main": UNIT, **THREE}))
    assert table.state.felt == 2600


def test_BT_R3_four_games_are_blackjack_and_three_bonuses() -> None:
    assert staked(THREE, options={"BT-R3": "ruled"}).state.felt == 1300
    assert "4 separate games" in refused(FOUR, options={"BT-R3": "ruled"})


def test_BT_R3_the_other_reading_allows_four_bonuses_and_no_fifth() -> None:
    assert staked(FOUR, options={"BT-R3": "other"}).state.felt == 1400
    assert "this game allows 5 separate games" in refused(FIVE, options={"BT-R3": "other"})


# BT-8 and BT-R9: an aggregate cap


def ties_on_21(stakes: list[int], house: House | None = None, **beside: int) -> Table:
    """A round in which every seat ties the dealer's 21, each with its own stake on it."""
    table = Table(games.find(GAME).rules(), house)
    another_round_on_21(table, stakes, **beside)
    return table


def another_round_on_21(table: Table, stakes: list[int], **beside: int) -> None:
    others = {name.replace("_", "-"): cents for name, cents in beside.items()}
    for seat, cents in enumerate(stakes, start=1):
        wagers = {"main": UNIT, "tie-21": cents, **others}
        table.do(act.PlaceWagers(seat, f"player {seat}", wagers))
    table.do(act.CloseWagers())
    for card in ["Ts"] * len(stakes) + ["6c"] + ["5h"] * len(stakes) + ["Td"]:
        table.deal(cards.parse(card))
    for seat in range(1, len(stakes) + 1):
        table.do(act.Hit(seat))
        table.deal(cards.parse("6h"))
    table.deal(cards.parse("5d"))
    assert not table.playing


def won(table: Table, bet: str = "tie-21") -> dict[int, int]:
    """Cents each seat won on a bet, over all rounds."""
    totals: dict[int, int] = {}
    for event in table.log:
        if isinstance(event, ev.WagerSettled) and event.bet == bet:
            totals[event.seat] = totals.get(event.seat, 0) + event.returned - event.stake
    return totals


def capped(cents: int, bet: str = "tie-21", most: int = 500) -> House:
    """A house that caps what it pays on a bet whose largest wager is `most`."""
    return House(maximum={bet: most}, aggregate={bet: cents})


def test_BT_8_payouts_are_not_capped_unless_the_house_says_so() -> None:
    assert won(ties_on_21([500, 500, 500])) == {1: 62500, 2: 62500, 3: 62500}  # 125 times 500


def test_BT_8_the_house_may_cap_what_a_bonus_pays_in_a_round() -> None:
    table = ties_on_21([500, 500], capped(50000))
    assert sum(won(table).values()) == 50000
    assert table.state.players == {"player 1": 25000, "player 2": 25000}  # stakes come back too


def test_BT_8_a_cap_that_is_not_reached_changes_nothing() -> None:
    assert won(ties_on_21([500], capped(62500))) == {1: 62500}
    assert won(ties_on_21([500], capped(62499))) == {1: 62499}


def test_BT_8_the_cap_is_for_one_round() -> None:
    house = capped(25000)
    table = ties_on_21([500], house)
    assert won(table) == {1: 25000}
    another_round_on_21(table, [200])  # 125 times 200, again all of the cap
    assert won(table) == {1: 25000 + 25000}


def test_BT_8_a_cap_on_one_bonus_leaves_the_others_alone() -> None:
    table = ties_on_21([300, 300], capped(25000), tie_right=200)
    assert won(table) == {1: 12500, 2: 12500}
    assert won(table, "tie-right") == {1: 20 * 200, 2: 20 * 200}


def test_BT_8_a_cap_lies_at_or_above_the_largest_wager_at_50_to_1() -> None:
    with pytest.raises(RulesError, match=r"at least the largest wager at 50 to 1, \$250"):
        ties_on_21([500], capped(24999))
    assert won(ties_on_21([500], capped(25000))) == {1: 25000}


@pytest.mark.parametrize(
    ("bet", "paytable"),
    [("tie-left", 1), ("tie-right", 1), ("tie-18", 1), ("tie-20", 1), ("tie-17", 2), ("tie-19", 2)],
)
def test_BT_8_a_prize_below_50_to_1_is_not_capped(bet: str, paytable: int) -> None:
    with pytest.raises(RulesError, match="prizes below 50 to 1 may not be capped"):
        tie("17", paytable=paytable, house=capped(100_000, bet))


@pytest.mark.parametrize(("bet", "on"), [("tie-17", "17"), ("tie-19", "19")])
def test_BT_8_a_prize_of_50_to_1_may_be_capped(bet: str, on: str) -> None:
    assert tie(on, {bet: 500}, house=capped(25000, bet)).net(bet) == 25000


def test_BT_8_the_blackjack_wager_itself_is_not_capped() -> None:
    with pytest.raises(RulesError, match="allowed are bonus bets"):
        tie("17", house=House(aggregate={"main": 10_000_000}))


def test_BT_R9_winners_share_the_cap_in_proportion() -> None:
    # due are 62500, 37500 and 25000, five times the cap
    table = ties_on_21([500, 300, 200], capped(25000))
    assert won(table) == {1: 12500, 2: 7500, 3: 5000}


def test_BT_R9_what_does_not_divide_is_paid_to_the_last_cent_of_the_cap() -> None:
    table = ties_on_21([500, 500, 500], capped(25000))
    assert sum(won(table).values()) == 25000
    assert set(won(table).values()) <= {8333, 8334}  # 25000 / 3


def test_BT_R9_seats_that_lose_do_not_count() -> None:
    # seat 1 ties on 21, seat 2 stands on 15 and loses
    table = Table(games.find(GAME).rules(), capped(25000))
    for seat in (1, 2):
        table.do(act.PlaceWagers(seat, f"player {seat}", {"main": UNIT, "tie-21": 500}))
    table.do(act.CloseWagers())
    for card in cards.parse_all("Ts Ts 6c 5h 5h Td"):
        table.deal(card)
    table.do(act.Hit(1))
    table.deal(cards.parse("6h"))
    table.do(act.Stand(2))
    table.deal(cards.parse("5d"))
    assert won(table) == {1: 25000, 2: -500}


# Rulings on the pays and the caps


@pytest.mark.parametrize("table", [1, 2, 3])
def test_BT_R1_a_tie_on_18_pays_45_and_by_the_other_reading_55(table: int) -> None:
    bets = {"tie-18": STAKE}
    ruled = tie("18", bets, paytable=table, options={"BT-R1": "ruled"})
    other = tie("18", bets, paytable=table, options={"BT-R1": "other"})
    assert ruled.net("tie-18") == 45 * STAKE
    assert other.net("tie-18") == 55 * STAKE


@pytest.mark.parametrize("table", [4, 5, 6])
def test_BT_R1_the_other_reading_offers_the_bet_on_no_further_table(table: int) -> None:
    with pytest.raises(IllegalAction, match="'tie-18' is not offered"):
        tie("18", {"tie-18": STAKE}, paytable=table, options={"BT-R1": "other"})


def test_BT_R1_the_other_reading_changes_no_other_bet() -> None:
    options: dict[str, OptionValue] = {"BT-R1": "other"}
    assert tie("17", {"tie-17": STAKE}, options=options).net() == 50 * STAKE
    assert tie("18", {"tie-left": STAKE}, options=options).net() == 15 * STAKE


def test_BT_R1_a_reading_is_ruled_or_other() -> None:
    with pytest.raises(RulesError, match="allowed are ruled, other"):
        games.find(GAME).rules({"BT-R1": "55"})


def test_BT_R2_a_doubled_hand_ties_with_its_doubled_total() -> None:
    # 5-6 doubled to 18 against 18; the bonus stays as it was staked
    round_ = play(GAME, "5s Tc 6h 8d 7c", "double", bets={"tie-18": STAKE})
    assert [event.cents for event in round_.of(ev.HandDoubled)] == [UNIT]
    assert round_.settled("tie-18") == [("tie on 18", 45 * STAKE)]
    assert round_.settled("main") == [("push", 0)]


def test_BT_R2_a_doubled_hand_that_does_not_tie_loses_the_bonus() -> None:
    round_ = play(GAME, "5s Tc 6h 8d 8c", "double", bets={"tie-18": STAKE, "tie-19": STAKE})
    assert (round_.net("tie-18"), round_.net("tie-19")) == (-STAKE, -STAKE)
    assert round_.net("main") == 2 * UNIT


def test_BT_R4_a_split_ten_with_an_ace_ties_on_21() -> None:
    # T-A on the first hand, T-9 on the second; the dealer's 16 draws a five
    bets = {"tie-21": 100, "tie-right": 200, "tie-blackjack": 200}
    round_ = play(GAME, "Ts 6c Th Td Ad 9h 5d", "split stand", bets=bets)
    assert [round_.net(bet) for bet in bets] == [125 * 100, 20 * 200, -200]
    assert round_.settled("main") == [("push", 0), ("lose", -UNIT)]


@pytest.mark.parametrize("options", [{"side-caps": False}, {"BT-R5": "other"}])
def test_BT_R5_the_other_reading_caps_only_the_total(options: dict[str, OptionValue]) -> None:
    assert staked({"tie-left": 1000}, options=options).state.felt == 2000
    assert staked({"tie-right": 1000}, options=options).state.felt == 2000
    assert staked({"tie-left": 600, "tie-right": 400}, options=options).state.felt == 2000
    assert "at most $10, 1/1 of the main wager" in refused({"tie-left": 1001}, options=options)
    too_much = refused({"tie-left": 600, "tie-right": 401}, options=options)
    assert "left and right side = $10.01" in too_much


@pytest.mark.parametrize("bet", PAYS)
def test_BT_R5_every_bonus_counts_towards_the_total(bet: str) -> None:
    options: dict[str, OptionValue] = {"side-caps": False}
    assert staked({bet: 1000}, options=options).state.felt == 2000
    assert "at most $10" in refused({bet: 1001}, options=options)


@pytest.mark.parametrize("options", [{}, {"side-caps": True}, {"BT-R5": "ruled"}])
def test_BT_R5_half_on_each_side_is_the_ruling(options: dict[str, OptionValue]) -> None:
    assert staked({"tie-left": 500, "tie-right": 500}, options=options).state.felt == 2000
    assert "at most $5" in refused({"tie-left": 501}, options=options)


def test_BT_R6_nothing_can_be_added_to_the_bonuses_of_a_doubled_hand() -> None:
    round_ = play(GAME, "5s Tc 6h 8d", "double", bets={"tie-left": 500})
    more = act.PlaceWagers(1, "player 1", {"main": 2 * UNIT, "tie-left": 2 * 500})
    assert "wagers are closed" in round_.why_not(more)


def test_BT_R6_the_caps_do_not_count_on_a_later_double() -> None:
    # a player who means to double to $20 may still not put more than half of $10 on a side
    assert "at most $5, 1/2 of the main wager" in refused({"tie-left": 1000})
    assert staked({"tie-left": 1000}, main=2 * UNIT).state.felt == 3000


def test_BT_R6_doubling_does_not_raise_what_a_bonus_pays() -> None:
    round_ = play(GAME, "5s Tc 6h 8d 7c", "double", bets={"tie-left": 500})
    assert round_.net() == 15 * 500


@pytest.mark.parametrize("bet", PAYS)
def test_BT_R7_surrender_loses_every_bonus_at_once(bet: str) -> None:
    options: dict[str, OptionValue] = {"surrender": True}
    dealt = "Ts Ts 9c 6h 6d 7d"
    round_ = play(GAME, dealt, "surrender", bets={bet: STAKE}, seats=2, options=options)
    assert not round_.over()
    assert round_.net("main") == -UNIT // 2
    assert round_.settled(bet, seat=1) == [("anything else", -STAKE)]
    assert round_.settled(bet, seat=2) == []


def test_BT_R7_surrender_is_there_only_where_the_house_allows_it() -> None:
    assert play(GAME, "Ts 9c 6h 7d").legal[-1] == ("stand", "hit", "double")
    for offered in (False, True):
        round_ = play(GAME, "Ts 9c 6h 7d", options={"surrender": offered})
        assert ("surrender" in round_.legal[-1]) is offered


def test_BT_R7_surrender_is_the_first_decision_only() -> None:
    options: dict[str, OptionValue] = {"surrender": True}
    assert play(GAME, "Ts 9c 2h 7d 2d", "hit", options=options).legal[-1] == ("stand", "hit")


def test_BT_R7_even_money_leaves_the_bonuses_to_the_hole_card() -> None:
    bets = {"tie-right": 200, "tie-blackjack": 100, "tie-left": 500}
    both = play(GAME, "As Ac Kh Qd", "even-money", bets=bets)
    alone = play(GAME, "As Ac Kh 9d", "even-money", bets=bets)
    assert both.net("main") == alone.net("main") == UNIT
    assert [both.net(bet) for bet in bets] == [20 * 200, 350 * 100, -500]
    assert [alone.net(bet) for bet in bets] == [-200, -100, -500]


def test_BT_R7_insurance_does_not_touch_the_bonuses_either() -> None:
    bets = {"tie-blackjack": 100}
    round_ = play(GAME, "As Ac Kh Qd", "insure", bets=bets)
    assert round_.net("insurance") == 2 * 500
    assert round_.net("main") == 0
    assert round_.net("tie-blackjack") == 350 * 100


@pytest.mark.parametrize("ruling", ["BT-R2", "BT-R4", "BT-R6", "BT-R7", "BT-R8", "BT-R9"])
def test_BT_R2_readings_that_cannot_be_played_are_refused_as_options(ruling: str) -> None:
    with pytest.raises(RulesError, match="the other reading cannot be played"):
        games.find(GAME).rules({ruling: "other"})
