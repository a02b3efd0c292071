"""Blackjack Tie: the house options it shares with blackjack but not with Mulligan 21 (BT-1)."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.compile import compile_rules
from pitboss.rules.errors import RulesError
from pitboss.rules.facts import NO_SPLIT_21, NO_TIE, TIE_NATURAL, UNKNOWN, Fact
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.table.flow import Want
from pitboss.table.shoe import Shoe, deal_on, prepare
from tests.rounds import UNIT, play
from tests.rules.blackjack_tie import GAME, STAKE


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


@pytest.mark.parametrize("pairs", ["rank", "value"])
def test_BT_1_a_king_and_a_queen_are_a_pair_only_if_the_house_says_value(pairs: str) -> None:
    round_ = play(GAME, "Ks 9c Qh 7d", options={"pairs": pairs})
    assert ("split" in round_.legal[-1]) is (pairs == "value")


def test_BT_1_no_peek_is_refused_because_a_natural_settles_the_bonuses_first() -> None:
    with pytest.raises(RulesError, match="BT-4"):
        games.find(GAME).rules({"peek": False})


@pytest.mark.parametrize(
    ("option", "value"),
    [("insurance", False), ("burn-split-cards", False), ("natural", "2 to 1"), ("soft17", "none"),
     ("pairs", "colour"), ("side-caps", 1)],
)  # fmt: skip
def test_BT_1_options_and_values_the_game_does_not_have_are_refused(
    option: str, value: OptionValue
) -> None:
    with pytest.raises(RulesError, match=option):
        games.find(GAME).rules({option: value})


# Rulings whose other reading changes no expectation: nothing to play, and the reason is said


@pytest.mark.parametrize(
    ("ruling", "because"),
    [("BT-R6", "how much may be staked"), ("BT-R9", "A seat alone is paid up to the cap"),
     ("BT-R10", "on how many hands")],
)  # fmt: skip
def test_BT_R6_BT_R9_BT_R10_change_no_expectation(ruling: str, because: str) -> None:
    game = games.find(GAME)
    found = next(one for one in game.rulings if one.id == ruling)
    assert because in found.same
    with pytest.raises(RulesError, match="the other reading cannot be played"):
        game.rules({ruling: "other"})


def test_BT_R10_four_games_are_counted_on_each_hand_and_not_over_a_player_s_seats() -> None:
    table = Table(games.find(GAME).rules())
    wagers = {"main": UNIT, "tie-17": 100, "tie-20": 100, "tie-21": 100}
    for seat in (1, 2):  # one player, two hands: eight games between them
        table.do(act.PlaceWagers(seat, "ann", wagers))
    with pytest.raises(IllegalAction, match="5 wagers on one hand: this game allows 4"):
        table.do(act.PlaceWagers(3, "ann", {**wagers, "tie-18": 100}))


def test_BT_R7_LS_R1_are_priced_where_surrender_is_allowed() -> None:
    for game, ruling in ((GAME, "BT-R7"), ("lucky-stiff", "LS-R1"), ("mulligan-21", "LS-R1")):
        [found] = [one for one in games.find(game).rulings if one.id == ruling]
        assert found.under == {"surrender": True}


def test_every_ruling_says_its_other_reading_in_rules_or_why_it_changes_nothing() -> None:
    for name in games.BUILT_IN:
        for ruling in games.find(name).rulings:
            assert ruling.playable != bool(ruling.same), ruling.id
            assert not ruling.unpriced, ruling.id


TIES = {
    "tie-left": {17, 18, 19}, "tie-right": {20, 21, TIE_NATURAL}, "tie-17": {17}, "tie-18": {18},
    "tie-19": {19}, "tie-20": {20}, "tie-21": {21},
}  # fmt: skip


@pytest.mark.parametrize("bet", TIES)
def test_BT_R2_read_otherwise_a_doubled_hand_loses_the_bonus(bet: str) -> None:
    tables = compile_rules(games.find(GAME).rules({"BT-R2": "other"}))
    line = next(one for one in tables.bets if one.id == bet)
    for tie in (NO_TIE, 17, 18, 19, 20, 21, TIE_NATURAL):
        for doubled in (1, 2):
            facts = list(UNKNOWN)
            facts[Fact.TIE], facts[Fact.DOUBLED] = 1 << tie, doubled
            facts[Fact.SPLIT_21] = 1 << NO_SPLIT_21
            found = line.decided(facts)
            assert found is not None
            assert (found.pays > 0) == (tie in TIES[bet] and doubled == 1)


@pytest.mark.parametrize("continuous", [False, True])
def test_BT_R11_it_may_be_dealt_from_a_shoe_or_a_continuous_shuffler(continuous: bool) -> None:
    table = Table(games.find(GAME).rules(), House(shoe="csm" if continuous else "cut"))
    shoe = Shoe(6, seed=1, continuous=continuous)
    rounds_from_full_decks = 0
    for _ in range(3):
        prepare(table, shoe)
        rounds_from_full_decks += shoe.position <= 1  # a card is burned after a shuffle
        table.do(act.PlaceWagers(1, "ann", {"main": UNIT, "tie-left": STAKE}))
        table.do(act.CloseWagers())
        while table.want != Want.WAGERS:
            deal_on(table, shoe)
            if table.want == Want.INSURANCE:
                table.do(act.DeclineInsurance(1))
            elif table.want == Want.DECISION:
                table.do(act.move(1, "stand"))
    assert rounds_from_full_decks == (3 if continuous else 1)
