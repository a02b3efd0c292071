"""Where a player has the advantage: the search finds what trying everything finds."""

from __future__ import annotations

from pitboss import games
from pitboss.analysis.advantages import (
    advantages_of,
    beaten_bets,
    changed_play,
    corner_stakes,
    search,
)
from tests.analysis.known import solved

LEFT = ("tie-left", "tie-17", "tie-18", "tie-19")
RIGHT = ("tie-right", "tie-20", "tie-21", "tie-blackjack")


def test_one_deck_that_stands_on_soft_17_is_beaten_by_the_game_itself() -> None:
    game = games.find("blackjack")
    (found,) = advantages_of(game, game.rules({"decks": 1, "soft17": "stand"}))
    assert found.stakes == {}
    assert abs(found.player_edge - 0.00181934306) < 1e-9
    assert found.command == "pitboss solve blackjack --decks 1 --soft17 stand"
    assert advantages_of(game, game.rules()) == []


def test_half_a_unit_on_each_side_is_a_corner_and_so_is_one_side_alone() -> None:
    rules = games.find("blackjack-tie").rules()
    corners = list(corner_stakes(rules, {*LEFT, *RIGHT}))
    assert len(corners) == 1 + 4 + 4 + 4 * 4
    assert {} in corners
    assert {"tie-19": 0.5, "tie-21": 0.5} in corners
    assert not any(len(stakes) > 2 for stakes in corners)


def test_without_a_cap_on_each_side_the_whole_may_stand_on_one_bet() -> None:
    rules = games.find("blackjack-tie").rules({"BT-R5": "other"})
    corners = list(corner_stakes(rules, {"tie-17", "tie-20"}))
    assert corners == [{}, {"tie-17": 1.0}, {"tie-20": 1.0}]


def test_an_uncapped_bet_takes_the_largest_wager_beside_the_smallest_main_wager() -> None:
    rules = games.find("half-back").rules()
    assert list(corner_stakes(rules, {"upcard-bonus"})) == [{}, {"upcard-bonus": 400 / 5}]


def test_no_corner_that_was_passed_over_favours_the_player() -> None:
    game = games.find("blackjack-tie")
    rules = game.rules({"soft17": "stand"})
    found = {tuple(one.stakes.items()): one.player_edge for one in advantages_of(game, rules)}
    tried = {}
    for stakes in corner_stakes(rules, {*LEFT, *RIGHT}):
        solution = solved("blackjack-tie", stakes, "total", soft17="stand")
        ev = float(solution.figures.expectations() @ solution.stakes_of_wagers())
        if ev > 0:
            tried[tuple(stakes.items())] = ev
    assert found == tried
    assert list(found) == [(("tie-17", 0.5),)]
    assert abs(found[("tie-17", 0.5),] - 0.015496) < 5e-7  # as docs/edges.md has it


def test_two_bets_together_are_found_where_no_bet_alone_would_do() -> None:
    game = games.find("blackjack-tie")
    rules = game.rules({"surrender": True, "BT-R7": "other"})
    found = {tuple(one.stakes.items()): one.player_edge for one in advantages_of(game, rules)}
    again = advantages_of(game, rules, beaten_bets(game, rules))
    assert {tuple(one.stakes.items()) for one in again} == set(found)
    both, alone = (("tie-18", 0.5), ("tie-blackjack", 0.5)), (("tie-18", 0.5),)
    assert alone not in found
    for stakes, edge in ((both, found[both]), (alone, 0.0)):
        solution = solved(
            "blackjack-tie", dict(stakes), "total", surrender=True, **{"BT-R7": "other"}
        )  # fmt: skip
        ev = float(solution.figures.expectations() @ solution.stakes_of_wagers())
        assert ev == edge if edge else ev < 0


def test_a_beaten_table_says_how_its_players_play() -> None:
    game = games.find("blackjack-tie")
    changed = changed_play(game, game.rules({"soft17": "stand"}), {"tie-17": 0.5})
    cells = {(one.table, one.hand, one.upcard): (one.before, one.after) for one in changed}
    # against a 7, which ends on 17 more often than on anything else, a soft 17 is kept for 50 to 1
    assert cells["play", "soft 17", "7"] == ("H", "S")
    assert ("play", "hard 17", "7") not in cells


def test_play_for_a_bet_is_worth_more_to_it_and_less_to_the_round_than_hoped() -> None:
    game = games.find("lucky-stiff")
    (bet,) = beaten_bets(game, game.rules())
    assert bet.stake == 1.0
    assert bet.alone < bet.house_edge
    # played for both at 1:1, no worse than each for itself and no better than both at their best
    itself = solved("lucky-stiff").round.house_edge_per_main
    assert itself + bet.alone <= bet.round_edge <= itself + bet.house_edge


def test_other_choices_are_searched_and_told_only_where_they_give_more() -> None:
    found = search(games.find("blackjack"))
    as_ruled = [one for one in found if not {*one.options} - {"decks", "soft17"}]
    assert [one.options for one in as_ruled] == [{"decks": 1, "soft17": "stand"}]
    assert all(one.options["decks"] == 1 and one.player_edge > 0 for one in found)
    more = {*(name for one in found for name in one.options)} - {"decks", "soft17"}
    assert more == {"resplit-aces", "hit-split-aces", "surrender"}
