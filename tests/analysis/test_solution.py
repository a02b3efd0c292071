"""The figures of a solution: consistent with each other, and with plain counting."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import msgspec
import numpy as np
import pytest

import pitboss
from pitboss import games
from pitboss.analysis.paytables import best_and_worst, table_figures
from pitboss.analysis.solution import Solution
from pitboss.analysis.wager_figures import BetFigures
from pitboss.rules.errors import RulesError
from tests.analysis import counting
from tests.analysis.counting import chance
from tests.analysis.known import solved
from tests.presentation import sample

STRATEGIES = ("composition", "chart")
SOLVED = pytest.mark.parametrize(
    ("game", "strategy"), [(game, how) for game in games.BUILT_IN for how in STRATEGIES]
)
JOINT: list[tuple[str, dict[str, float], str]] = [
    ("half-back", {"upcard-bonus": 0.5}, "total"),
    ("lucky-stiff", {"lucky-stiff": 5}, "total"),
    ("lucky-stiff", {"lucky-stiff": 2}, "lucky-stiff"),
    ("blackjack-tie", {"tie-left": 0.5, "tie-blackjack": 0.25}, "total"),
    ("mulligan-21", {"lucky-stiff": 1}, "main"),
]
STAKED = pytest.mark.parametrize(("game", "bets", "optimise"), JOINT)


def event(bet: BetFigures, name: str) -> float:
    return sum(line.chance for line in bet.lines if line.event == name)


def close(value: float | Fraction, within: float = 1e-12) -> Any:
    return pytest.approx(float(value), abs=within)


# Every wager


@SOLVED
def test_events_are_all_there_is_and_add_up_to_the_expectation(game: str, strategy: str) -> None:
    solution = solved(game, strategy=strategy)
    wagers = dict(zip(solution.figures.wagers, solution.figures.expectations(), strict=True))
    assert set(solution.bets) == {*wagers, "insurance"}
    for bet, figures in solution.bets.items():
        assert sum(line.chance for line in figures.lines) == close(1, 1e-9)
        assert all(line.chance >= 0 for line in figures.lines)
        assert figures.ev == close(sum(line.chance * line.pays for line in figures.lines))
        assert figures.house_edge == -figures.ev
        if bet in wagers:
            assert figures.ev == close(wagers[bet])


@SOLVED
def test_side_bets_hit_and_vary_as_their_events_say(game: str, strategy: str) -> None:
    solution = solved(game, strategy=strategy)
    for figures in list(solution.bets.values())[solution.figures.openings :]:
        paid = sum(line.chance for line in figures.lines if line.pays > 0)
        square = sum(line.chance * line.pays**2 for line in figures.lines)
        assert figures.hit_rate == close(paid)
        assert figures.sd == close(sqrt(square - figures.ev**2))
        assert figures.sd_error == figures.hit_rate_error == 0


@SOLVED
def test_opening_wagers_have_one_event_for_all_split_rounds(game: str, strategy: str) -> None:
    solution = solved(game, strategy=strategy)
    for bet in solution.solver.tables.opening:
        figures = solution.bets[bet]
        names = [line.event for line in figures.lines]
        assert names.count("split") == 1
        assert len(names) == len(set(names))
        won = sum(line.chance for line in figures.lines if line.pays > 0 and line.event != "split")
        error = 5 * figures.hit_rate_error + 1e-12
        assert won - error <= figures.hit_rate <= won + event(figures, "split") + error


@SOLVED
def test_the_round_is_what_is_staked_together(game: str, strategy: str) -> None:
    solution = solved(game, strategy=strategy)
    opening = solution.solver.tables.opening
    figures = solution.round
    assert figures.initial_stake == len(opening)
    assert figures.ev == close(sum(solution.bets[bet].ev for bet in opening))
    _check_ratios(solution)


@STAKED
def test_side_bets_that_are_staked_are_part_of_the_round(
    game: str, bets: dict[str, float], optimise: str
) -> None:
    solution = solved(game, bets, optimise)
    opening = solution.solver.tables.opening
    stakes = {**dict.fromkeys(opening, 1.0), **bets}
    assert solution.round.initial_stake == close(sum(stakes.values()))
    assert solution.round.ev == close(
        sum(stake * solution.bets[bet].ev for bet, stake in stakes.items())
    )
    assert {bet for bet, figures in solution.bets.items() if figures.staked} == set(stakes)
    assert all(solution.bets[bet].stake == stake for bet, stake in stakes.items())
    _check_ratios(solution)
    plain = solved(game, {}, optimise) if optimise != "total" else None
    if plain:  # what is staked but not played for changes no wager
        for bet, figures in plain.bets.items():
            assert solution.bets[bet].ev == close(figures.ev)


def _check_ratios(solution: Solution) -> None:
    figures = solution.round
    assert figures.house_edge_per_main == close(-figures.ev)
    assert figures.house_edge_per_stake * figures.initial_stake == close(-figures.ev)
    assert figures.element_of_risk * figures.average_stake == close(-figures.ev)
    assert 0 < figures.hit_rate < 1


@pytest.mark.parametrize("game", ["blackjack", "lucky-stiff", "blackjack-tie", "mulligan-21"])
def test_doubles_and_splits_only_add_to_what_is_at_risk(game: str) -> None:
    assert 1.05 < solved(game).round.average_stake < 1.25


@STAKED
def test_the_variance_of_a_round_is_that_of_its_wagers_together(
    game: str, bets: dict[str, float], optimise: str
) -> None:
    solution = solved(game, bets, optimise)
    ids, matrix = solution.covariance()
    stakes = np.array([solution.stakes.get(bet, 0.0) for bet in ids])
    assert matrix == pytest.approx(matrix.T)
    for place, bet in enumerate(ids):
        # bets that ride on split hands may be sampled there, with errors below this
        assert sqrt(matrix[place, place]) == pytest.approx(solution.bets[bet].sd, rel=2e-3)
    assert stakes @ matrix @ stakes == close(solution.round.sd**2, 1e-9)
    spread = np.sqrt(np.diag(matrix))
    assert (np.abs(matrix) <= np.outer(spread, spread) * (1 + 1e-9)).all()


# JSON


@SOLVED
def test_json_says_everything(game: str, strategy: str) -> None:
    solution = solved(game, strategy=strategy)
    told = json.loads(msgspec.json.encode(solution.plain()))
    assert {
        "game", "rules", "rules_hash", "strategy", "optimised_for", "bets", "round", "seconds",
    } <= set(told)  # fmt: skip
    assert told["game"] == game
    assert told["strategy"] == strategy
    assert told["optimised_for"] == dict.fromkeys(solution.solver.tables.opening, 1.0)
    assert told["rules"]["shoe"]["decks"] == 6
    assert len(told["rules_hash"]) == 64
    assert told["seconds"] > 0
    for bet, figures in told["bets"].items():
        assert {"stake", "ev", "house_edge", "sd", "hit_rate", "events"} <= set(figures)
        assert figures["ev"] == solution.bets[bet].ev
        assert figures["house_edge"] == -figures["ev"]
        for line in figures["events"]:
            assert set(line) == {"event", "probability", "pays", "return"}
            assert line["return"] == close(line["probability"] * line["pays"])
    assert {
        "ev", "initial_stake", "house_edge_per_main", "house_edge_per_stake", "average_stake",
        "element_of_risk", "sd",
    } <= set(told["round"])  # fmt: skip
    assert told["round"]["ev"] == solution.round.ev


def test_the_rules_hash_tells_games_apart_and_options_too() -> None:
    hashes = {solved(game).plain()["rules_hash"] for game in games.BUILT_IN}
    hashes.add(pitboss.solve("blackjack", soft17="stand").plain()["rules_hash"])
    assert len(hashes) == 6


# Counted: blackjack with a chart somebody published


@cache
def basic_strategy() -> Solution:
    return pitboss.solve("blackjack", options={"surrender": True}, strategy=sample.six_decks())


def test_naturals_come_as_often_as_counted() -> None:
    main = basic_strategy().bets["main"]
    assert event(main, "natural") == close(
        chance(6, lambda deal: deal.player_natural and not deal.dealer_natural)
    )
    assert event(main, "push, both naturals") == close(
        chance(6, lambda deal: deal.player_natural and deal.dealer_natural)
    )
    assert event(main, "dealer natural") == close(
        chance(6, lambda deal: not deal.player_natural and deal.dealer_natural)
    )


@pytest.mark.parametrize(("name", "codes"), [("split", ("P",)), ("surrender", ("R", "Rs"))])
def test_first_decisions_come_as_often_as_the_chart_meets_them(
    name: str, codes: tuple[str, ...]
) -> None:
    table = sample.six_decks().tables["play"]
    columns = (9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8)  # by the upcard's rank

    def decided(deal: counting.Deal) -> bool:
        if deal.dealer_natural or deal.player_natural:
            return False
        if deal.pair:
            row = table.pairs["A23456789TTTT"[deal.one]]
        else:
            points, soft = counting.total([deal.one, deal.two])
            row = (table.soft if soft else table.hard)[points]
        return row[columns[deal.up]] in codes

    assert event(basic_strategy().bets["main"], name) == close(chance(6, decided))


# Counted: bets that no decision touches


@pytest.mark.parametrize("decks", [6, 8])
def test_upcard_bonus_is_what_counting_gives_on_every_pay_table(decks: int) -> None:
    solution = solved("half-back", decks=decks)
    chances = counting.replaced_upcards(decks)
    # not replaced: the bet loses before anything else can happen
    chances["anything else"] += 1 - sum(chances.values())
    assert sum(chances.values()) == 1
    bet = solution.bets["upcard-bonus"]
    assert bet.exact is not None
    for one, ways in zip(bet.exact.events, bet.exact.ways, strict=True):
        assert Fraction(ways, bet.exact.of) == chances.pop(one.name, Fraction(0))
    assert not chances
    for line in bet.lines:
        exact = dict(zip((e.name for e in bet.exact.events), bet.exact.ways, strict=True))
        assert line.chance == close(Fraction(exact[line.event], bet.exact.of))
    counts = counting.replaced_upcards(decks)
    order = [
        "suited natural", "unsuited natural", "ace up, no natural", "ten-value up, no natural",
        "7, 8 or 9 up",
    ]  # fmt: skip
    printed = {  # the filing's pay tables, by their columns
        1: (40, 15, 8, 3, 1), 2: (20, 20, 8, 3, 1), 3: (20, 20, 8, 4, 0), 4: (12, 12, 6, 4, 2),
        5: (15, 15, 4, 4, 2), 6: (20, 20, 4, 3, 2),
    }  # fmt: skip
    edges = {one.table: one.house_edge for one in table_figures(solution, "upcard-bonus")}
    for table, pays in printed.items():
        lost = 1 - sum(counts[name] for name in order)
        won = sum(counts[name] * pay for name, pay in zip(order, pays, strict=True))
        assert edges[table] == close(lost - won)
    assert bet.exact.expectation == sum(
        counts[name] * pay for name, pay in zip(order, printed[1], strict=True)
    ) - (1 - sum(counts[name] for name in order))


def test_the_chosen_pay_table_of_the_upcard_bonus_is_exact() -> None:
    solution = pitboss.solve("half-back", decks=8, paytables={"upcard-bonus": 4})
    counts = counting.replaced_upcards(8)
    names = [line.event for line in solution.bets["upcard-bonus"].lines][:5]
    won = sum(counts[name] * pay for name, pay in zip(names, (12, 12, 6, 4, 2), strict=True))
    exact = solution.bets["upcard-bonus"].exact
    assert exact is not None
    assert exact.expectation == won - (1 - sum(counts[name] for name in names))


@pytest.mark.parametrize("decks", [6, 8])
def test_tie_blackjack_is_what_counting_gives_on_every_pay_table(decks: int) -> None:
    aces, tens, cards = 4 * decks, 16 * decks, 52 * decks
    both = Fraction(
        2 * aces * tens * 2 * (aces - 1) * (tens - 1),
        cards * (cards - 1) * (cards - 2) * (cards - 3),
    )
    solution = solved("blackjack-tie", decks=decks)
    exact = solution.bets["tie-blackjack"].exact
    assert exact is not None
    assert exact.expectation == 350 * both - (1 - both)
    edges = table_figures(solution, "tie-blackjack")
    pays = (350, 350, 299, 299, 350, 199)
    assert [one.table for one in edges] == [1, 2, 3, 4, 5, 6]
    for one, pay in zip(edges, pays, strict=True):
        assert one.house_edge == close(1 - both - pay * both)
    best, worst = best_and_worst(solution, "tie-blackjack")
    assert (best.house_edge, worst.house_edge) == (
        min(one.house_edge for one in edges),
        edges[5].house_edge,
    )


def test_a_bet_that_rides_has_no_exact_fraction() -> None:
    assert solved("lucky-stiff").bets["lucky-stiff"].exact is None
    assert solved("blackjack-tie").bets["tie-20"].exact is None


def test_pay_tables_a_bet_is_not_offered_on_have_no_edge() -> None:
    assert [one.table for one in table_figures(solved("blackjack-tie"), "tie-17")] == [1, 2, 3]


# Counted: insurance


@pytest.mark.parametrize("decks", [1, 6])
def test_insurance_wins_as_often_as_a_ten_is_under_an_ace(decks: int) -> None:
    rate = Fraction(16 * decks, 52 * decks - 1)
    insurance = pitboss.solve("blackjack", decks=decks).bets["insurance"]
    assert insurance.hit_rate == close(rate)
    assert insurance.ev == close(2 * rate - (1 - rate))
    assert not insurance.staked


def test_insurance_in_half_back_also_comes_on_replaced_upcards() -> None:
    aces, tens, small, cards = 24, 96, 96, 312
    first = Fraction(aces, cards)
    second = Fraction(small, cards) * Fraction(aces, cards - 1)
    won = first * Fraction(tens, cards - 1) + second * Fraction(tens, cards - 2)
    assert solved("half-back").bets["insurance"].hit_rate == close(won / (first + second))


def test_insurance_in_mulligan_21_is_not_for_naturals() -> None:
    offered = chance(6, lambda deal: deal.up == 0 and not deal.player_natural)
    won = chance(6, lambda deal: deal.up == 0 and not deal.player_natural and deal.dealer_natural)
    assert solved("mulligan-21").bets["insurance"].hit_rate == close(won / offered)


def test_insurance_that_is_not_offered_has_no_figures() -> None:
    solution = pitboss.solve("mulligan-21", options={"insurance": False})
    assert set(solution.bets) == {"main", "lucky-stiff"}


# Counted: what Lucky Stiff pays whatever is played


def stiff_pair(deal: counting.Deal) -> bool:
    return deal.pair and deal.stiff


@pytest.mark.parametrize("optimise", ["main", "total", "lucky-stiff"])
def test_stiff_pairs_and_naturals_come_as_counted_whatever_is_played_for(optimise: str) -> None:
    bet = pitboss.solve("lucky-stiff", bets={"lucky-stiff": 5}, optimise=optimise).bets[
        "lucky-stiff"
    ]
    matched = chance(6, lambda deal: stiff_pair(deal) and deal.up == deal.one)
    assert event(bet, "stiff pair, dealer matches") == close(matched)
    assert event(bet, "stiff pair") == close(chance(6, stiff_pair) - matched)
    assert event(bet, "natural") == close(chance(6, lambda deal: deal.player_natural))
    rode = chance(6, lambda deal: deal.stiff and not deal.pair and not deal.dealer_natural)
    assert event(bet, "stiff winner") + event(bet, "stiff push") < rode
    # a stiff that is not paid or pushed is lost, to a dealer natural too; the rest is no stiff
    stiffs = chance(6, lambda deal: deal.stiff and not deal.pair)
    ends = ("stiff winner", "stiff push", "stiff, lost")
    assert sum(event(bet, name) for name in ends) == close(stiffs)
    natural = chance(6, lambda deal: deal.player_natural)
    assert event(bet, "anything else") == close(1 - stiffs - chance(6, stiff_pair) - natural)


def test_lucky_stiff_in_mulligan_21_pays_pairs_and_naturals_as_counted() -> None:
    bet = solved("mulligan-21").bets["lucky-stiff"]
    assert event(bet, "stiff pair") == close(chance(6, stiff_pair))
    assert event(bet, "natural") == close(chance(6, lambda deal: deal.player_natural))


def test_naturals_in_mulligan_21_always_win() -> None:
    main = solved("mulligan-21").bets["main"]
    line = next(line for line in main.lines if line.event == "natural")
    assert line.chance == close(chance(6, lambda deal: deal.player_natural))
    assert line.pays == 1


# Shoes that are not full


def test_a_shoe_of_tens_pushes_every_round() -> None:
    solution = pitboss.solve("blackjack", shoe=[0] * 9 + [25] * 4)
    assert solution.round.ev == close(0)
    assert solution.bets["main"].sd == close(0)
    assert solution.round.sd == close(0)
    assert solution.round.hit_rate == close(0)


def test_a_full_shoe_given_by_rank_is_the_full_shoe() -> None:
    given = pitboss.solve("half-back", shoe=[24] * 13)
    assert given.round.ev == solved("half-back").round.ev
    exact = given.bets["upcard-bonus"].exact
    assert exact == solved("half-back").bets["upcard-bonus"].exact


@pytest.mark.parametrize(
    ("shoe", "says"),
    [
        ([24] * 12, "13 whole numbers"),
        ([24] * 14, "13 whole numbers"),
        ([24.5] * 13, "13 whole numbers"),
        ([-1] + [24] * 12, "13 whole numbers"),
        ([float("inf")] * 13, "13 whole numbers"),
        ([float("nan")] * 13, "13 whole numbers"),
        ([0] * 13, "could run out of cards"),
        ([1] * 13, "could run out of cards"),
    ],
)
def test_shoes_that_cannot_be_dealt_are_refused(shoe: list[float], says: str) -> None:
    with pytest.raises(RulesError, match=r"^shoe of ") as refused:
        pitboss.solve("blackjack", shoe=shoe)
    assert says in str(refused.value)


# Caps and words


@pytest.mark.parametrize(
    ("bets", "warnings"),
    [
        ({"tie-left": 0.5, "tie-right": 0.5}, 0),
        ({"tie-left": 0.75}, 1),
        ({"tie-left": 0.5, "tie-17": 0.25, "tie-right": 0.25}, 1),
        ({"tie-17": 0.1, "tie-18": 0.1, "tie-19": 0.1, "tie-20": 0.1}, 1),
        ({"tie-left": 0.75, "tie-right": 0.75}, 3),
    ],
)
def test_stakes_a_table_would_refuse_are_said(bets: dict[str, float], warnings: int) -> None:
    solution = pitboss.solve("blackjack-tie", bets=bets)
    assert len(solution.warnings) == warnings
    assert all("a table would refuse" in one for one in solution.warnings)
    assert solution.plain()["warnings"] == solution.warnings


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_notebooks_are_shown_every_wager(game: str) -> None:
    solution = solved(game)
    shown, picture = solution._repr_html_(), solution.plot()
    for figures in solution.bets.values():
        assert figures.name in shown
        assert figures.name in picture
    assert f"{solution.round.house_edge_per_main:.4%}" in repr(solution)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"bets": {"poker": 1}}, "bet 'poker': lucky-stiff has no such bet"),
        ({"bets": {"lucky-stiff": 0}}, "bet lucky-stiff = 0: use more than 0"),
        ({"bets": {"lucky-stiff": -1}}, "bet lucky-stiff = -1: use more than 0"),
        ({"bets": {"lucky-stiff": float("nan")}}, "bet lucky-stiff = nan"),
        ({"bets": {"lucky-stiff": float("inf")}}, "bet lucky-stiff = inf"),
        (
            {"bets": {"main": 2}},
            "bet main = 2: use 1, because the opening wagers are one unit each",
        ),
        ({"optimise": "poker"}, "optimise 'poker': use main, total or lucky-stiff"),
        ({"strategy": "perfect"}, "strategy 'perfect': use composition, chart"),
        ({"decks": 3}, "option decks = 3: use 1, 2, 6 or 8"),
        ({"soft17": "maybe"}, "soft17 = maybe: use hit or stand"),
        ({"paytables": {"lucky-stiff": 6}}, "use 1 to 5"),
        ({"paytables": {"poker": 1}}, "no pay table is called 'poker'"),
    ],
)
def test_what_cannot_be_solved_is_answered_in_a_sentence(
    arguments: dict[str, Any], says: str
) -> None:
    with pytest.raises(RulesError) as refused:
        pitboss.solve("lucky-stiff", **arguments)
    assert says in str(refused.value)


def test_a_bet_that_always_loses_varies_by_nothing() -> None:
    """Who plays for ties on 20 and more never stands on less: there is no tie on 17 to 19."""
    found = pitboss.solve("blackjack-tie", optimise="tie-right")
    left = found.bets["tie-left"]
    assert (left.hit_rate, left.sd) == (0.0, 0.0)
    assert left.ev == pytest.approx(-1.0, abs=1e-12)
    msgspec.json.encode(found.plain())


def test_one_deck_has_no_suited_pair_and_is_solved_all_the_same() -> None:
    """Of the 51 cards beside a player's first one, 12 have its suit."""
    suited = """
        id = "suited"
        name = "Suited"
        based-on = "blackjack"
        shoe.decks = 1
        [[bets]]
        id = "suited"
        name = "Suited"
        paytable = "suited"
        events = [{ event = "suited", when = { player-suited = true }, pays = [3] }]
    """
    found = pitboss.solve(games.read(suited, origin="suited.toml"))
    assert found.bets["suited"].exact is not None
    assert found.bets["suited"].exact.expectation == Fraction(12, 51) * 4 - 1
    assert found.bets["main"].ev == pytest.approx(
        pitboss.solve("blackjack", decks=1).bets["main"].ev, abs=1e-12
    )
