"""Rounds one after another: by hand, against exact walks, and against plain loops."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import comb, inf, sqrt
from statistics import NormalDist
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

import pitboss
from pitboss import games
from pitboss.exact.policy_format import to_policy
from pitboss.presentation.bankroll_plot import svg
from pitboss.rules.compile import compile_rules
from pitboss.rules.errors import RulesError
from pitboss.rules.settlement import BetReader
from pitboss.sim import bankroll as module
from pitboss.sim.bankroll import Bankroll, Streaks, hold, round_results, streaks
from pitboss.sim.outcomes import Outcome, Outcomes
from pitboss.sim.program import Dealing, Program, Tally
from pitboss.sim.statistics import Results

Floats = NDArray[np.float64]
SVG = "{http://www.w3.org/2000/svg}"


def close(value: float, within: float = 1e-12) -> Any:
    return pytest.approx(value, abs=within)


def walk(rows: Sequence[Sequence[float]]) -> Floats:
    return np.array(rows, dtype=float)


def coins(paths: int, rounds: int, seed: int) -> Floats:
    """Even money on the toss of a fair coin."""
    return np.random.default_rng(seed).choice([-1.0, 1.0], size=(paths, rounds))


# Results of rounds


def made() -> tuple[Outcomes, list[int]]:
    """A win that pays 8 on the side, a loss, and a dealer natural of one suit or not."""
    tables = compile_rules(games.find("half-back").rules())
    outcomes = Outcomes(tables, [BetReader(tables, bet) for bet in tables.bets])
    win, loss, other, suited = (
        outcomes.code(Outcome((name, name), (won, won), 2, (event,), 0))
        for name, won, event in (
            ("win", 2, 2), ("loss", -2, 5), ("dealer natural", -2, 1), ("dealer natural", -2, 0),
        )
    )  # fmt: skip
    return outcomes, [win, loss, outcomes.mixed(other, suited)]


def test_results_come_in_the_order_of_the_codes() -> None:
    outcomes, (win, loss, mixed) = made()
    codes = np.array([loss, win, win, mixed, loss])
    assert round_results(outcomes, codes, {}, seed=1).tolist() == [-2, 2, 2, -2, -2]
    found = round_results(outcomes, codes, {"upcard-bonus": 0.5}, seed=1)
    assert found[[0, 1, 2, 4]].tolist() == [-2.5, 6, 6, -2.5]
    assert found[3] in (-2 + 7.5, -2 + 20)


def test_suits_that_were_not_dealt_are_decided_by_the_seed() -> None:
    outcomes, (win, _, mixed) = made()
    codes = np.where(np.arange(40_000) % 2, mixed, win)
    found, same, other = (
        round_results(outcomes, codes, {"upcard-bonus": 1.0}, seed=seed) for seed in (3, 3, 4)
    )
    assert (found == same).all()
    assert (found != other).any()
    assert set(found[1::2].tolist()) == {13.0, 38.0}
    assert (found[1::2] == 38).mean() == close(0.25, 5 * sqrt(0.25 * 0.75 / 20_000))
    assert (found[::2] == 10).all()


def test_results_of_a_game_are_those_its_tally_counts() -> None:
    solved = pitboss.solve("half-back", strategy="chart")
    policy = to_policy(solved.solver, solved.plays)
    program = Program(solved.solver.tables, policy, Dealing(seed=3))
    stakes = {"upcard-bonus": 1.0}
    codes = program.codes(0, 200_000)
    found = round_results(program.outcomes, codes, stakes, seed=9)
    results = Results(program.outcomes, program.read(program.run(0, 200_000)), stakes)
    pays = program.outcomes.readers[0].pays
    parts = [program.outcomes.parts(int(code)) for code in codes]
    suits = [pays[part[0][1].events[0]] - pays[part[1][1].events[0]] for part in parts if part[1:]]
    assert len(suits) > 500
    spread = 3 / 16 * sum(float(apart) ** 2 for apart in suits)  # of suits, which are dealt here
    assert abs(found.sum() - 200_000 * results.round.mean) < 5 * sqrt(spread)
    assert found.std() == pytest.approx(results.round.sd, rel=0.02)
    assert set(found.tolist()) <= {value for value, _ in results.histogram()}


# Streaks


@pytest.mark.parametrize(
    ("results", "wanted"),
    [
        ([], (0, 0, 0)),
        ([0, 0], (0, 0, 2)),
        ([1], (1, 0, 1)),
        ([-1, -2, 1.5, -0.5], (1, 2, 4)),
        ([-1, 0, -1, 0, 0, -1, 1, 1], (2, 3, 8)),
        ([1, 1, -1, 1, 1, 1, 0], (3, 1, 7)),
        ([0, -1, 0, 1, 0, -1, -1], (1, 2, 7)),
    ],
)
def test_streaks_by_hand(results: list[float], wanted: tuple[int, int, int]) -> None:
    assert streaks(np.array(results, dtype=float)) == Streaks(*wanted)


def test_streaks_are_those_of_a_plain_loop() -> None:
    results = np.random.default_rng(6).choice([-1.0, 0.0, 1.5], p=[0.5, 0.1, 0.4], size=5000)
    longest = {1: 0, -1: 0}
    run, last = 0, 0
    for result in results:
        sign = int(np.sign(result))
        if sign:
            run = run + 1 if sign == last else 1
            last = sign
            longest[sign] = max(longest[sign], run)
    assert streaks(results) == (longest[1], longest[-1], 5000)
    assert streaks(results).plain()["longest_loss"] == longest[-1]


# Bankrolls


def test_a_path_ends_when_the_next_round_cannot_be_staked() -> None:
    rows: list[list[float]] = [
        [-1, -1, 5, -1],  # 3, 2, 7, 6: never below 2
        [-2, -1, 9, 9],  # 2, then 1: ruined in round 2
        [-5, 9, 9, 9],  # a double: -1, ruined in round 1
        [0, -1, -1, -0.5],  # 1.5 after the last round: ruined as well
    ]
    found = Bankroll(walk(rows), start=4, stake=2)
    assert found.ruined == 3
    assert found.ruin == 0.75
    assert found.ruin_error == close(sqrt(0.75 * 0.25 / 4))
    assert found.points.tolist() == [0, 1, 2, 3, 4]
    assert found.percentiles[50].tolist() == [4, 2.5, 1.5, 1.5, 1.25]
    assert found.final[50] == close((1 + 1.5) / 2)
    assert found.longest_losses.tolist() == [2, 2, 1, 3]


def test_fractions_of_a_unit_do_not_ruin_by_rounding() -> None:
    found = Bankroll(walk([[-0.1, -0.1, -0.1]]), start=1.3, stake=1.0)
    assert found.ruined == 0


def reaches(rounds: int, units: int) -> float:
    """The chance that a fair walk falls by so many units within so many rounds.

    By reflection each walk that falls so far and ends above matches one that ends below.
    """
    ends = {2 * ups - rounds: comb(rounds, ups) for ups in range(rounds + 1)}
    below = sum(ways for end, ways in ends.items() if end < -units)
    return float((ends.get(-units, 0) + 2 * below) / 2**rounds)


@pytest.mark.parametrize(("rounds", "units"), [(30, 4), (101, 10), (100, 25)])
def test_ruin_is_that_of_a_fair_walk(rounds: int, units: int) -> None:
    found = Bankroll(coins(20_000, rounds, seed=units), start=units, stake=1)
    exact = reaches(rounds, units)
    assert abs(found.ruin - exact) < 5 * sqrt(exact * (1 - exact) / 20_000)
    assert found.ruin_error == pytest.approx(sqrt(exact * (1 - exact) / 20_000), rel=0.2)


def test_percentiles_are_those_of_playing_path_by_path(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(12)
    results = random.choice([-2.0, -1.0, 0.0, 1.0, 1.5], size=(300, 250))
    paths = np.empty((300, 251))
    losses = []
    for path, row in zip(paths, results, strict=True):
        left, over, run, longest = 20.0, False, 0, 0
        path[0] = left
        for place, result in enumerate(row, start=1):
            if not over:
                left += result
                run = run + 1 if result < 0 else 0 if result > 0 else run
                longest = max(longest, run)
                over = left < 1
            path[place] = left
        losses.append(longest)
    for block in (1, 7 * 250, 1 << 22):
        monkeypatch.setattr(module, "BLOCK", block)
        found = Bankroll(results, start=20, stake=1)
        assert found.ruined == (paths[:, -1] < 1).sum()
        assert found.longest_losses.tolist() == losses
        assert len(found.points) == 101
        for percent, values in found.percentiles.items():
            wanted = np.percentile(paths[:, found.points], percent, axis=0)
            np.testing.assert_allclose(values, wanted, atol=1e-9)


def test_the_risk_of_ruin_has_limits_also_where_nobody_is_ruined() -> None:
    found = Bankroll(np.ones((60, 3)), start=5, stake=1)
    assert (found.ruin, found.ruin_error) == (0, 0)
    low, high = found.ruin_confidence
    square = NormalDist().inv_cdf(0.975) ** 2
    assert low == 0
    assert high == close(square / (60 + square), 1e-9)
    # The ends are where the share seen is 1.96 errors away.
    mixed = Bankroll(np.where(np.arange(60)[:, None] < 21, -5.0, 1.0), start=5, stake=1)
    assert mixed.ruin == 0.35
    for end in mixed.ruin_confidence:
        assert (0.35 - end) ** 2 == close(square * end * (1 - end) / 60, 1e-9)


def test_plain_values_of_a_bankroll() -> None:
    found = Bankroll(coins(50, 1000, seed=2), start=10, stake=1)
    plain = json.loads(json.dumps(found.plain()))
    assert (plain["paths"], plain["rounds"], plain["start"], plain["stake"]) == (50, 1000, 10, 1)
    assert plain["ruin"]["probability"] == found.ruin
    assert set(plain["percentiles"]) == {"round", "5", "25", "50", "75", "95"}
    assert len(plain["percentiles"]["round"]) == len(plain["percentiles"]["5"]) == 101
    assert plain["final"]["95"] == plain["percentiles"]["95"][-1]
    assert plain["longest_loss"]["most"] == found.longest_losses.max()


@pytest.mark.parametrize(
    ("shape", "start", "stake", "words"),
    [
        ((5,), 10, 1, r"results of shape \(5,\): give paths × rounds"),
        ((0, 5), 10, 1, r"shape \(0, 5\)"),
        ((5, 2), 1.5, 2, "start = 1.5: use at least 2"),
        ((5, 2), 1, 0, "stake = 0: use a number above 0"),
    ],
)
def test_bankrolls_that_cannot_be_are_refused(
    shape: tuple[int, ...], start: float, stake: float, words: str
) -> None:
    with pytest.raises(RulesError, match=words):
        Bankroll(np.zeros(shape), start=start, stake=stake)


# The picture


@pytest.mark.parametrize(
    ("results", "start", "ruin"),
    [
        (coins(200, 400, seed=1), 20, True),
        (coins(200, 20, seed=1), 5000, False),
        (np.zeros((3, 2)), 7, False),
        (walk([[-5.0]]), 1, True),
    ],
)
def test_the_picture_holds_everything_in_its_frame(
    results: Floats, start: float, ruin: bool
) -> None:
    found = Bankroll(results, start=start, stake=1)
    root = ElementTree.fromstring(svg(found, "Coins < dice & cards"))
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "Coins < dice & cards" in words
    assert {"median", "rounds played", "bankroll in units"} <= set(words)
    assert ("ruin, less than 1 left" in words) == ruin
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for path in root.iter(f"{SVG}path"):
        if path.attrib["class"] in ("outer", "inner", "line") and "L" in path.attrib["d"]:
            for pair in path.attrib["d"].strip("MZ").split("L"):
                x, y = map(float, pair.split())
                assert 0 <= x <= width
                assert 0 <= y <= height
    for text in root.iter(f"{SVG}text"):
        assert -1 <= float(text.attrib["x"]) <= width
        assert -1 <= float(text.attrib["y"]) <= height


def test_labels_at_the_end_of_the_fan_keep_apart() -> None:
    found = Bankroll(np.zeros((4, 10)), start=3, stake=1)
    root = ElementTree.fromstring(svg(found, "Pushes"))
    names = {"95 %", "75 %", "25 %", "5 %"}
    heights = sorted(
        float(text.attrib["y"]) for text in root.iter(f"{SVG}text") if text.text in names
    )
    assert len(heights) == 4
    assert min(np.diff(heights)) >= 12


# What the house holds


def table_of(won: Floats) -> Results:
    """Results of a made-up table, rounds × seats, where main wins, loses or pushes."""
    rules = games.find("blackjack").rules()
    tables = compile_rules(rules)
    outcomes = Outcomes(tables, [BetReader(tables, bet) for bet in tables.bets])
    scale = outcomes.denominator
    codes = {
        units: outcomes.code(Outcome((str(units),), (units * scale,), 1, (), 0))
        for units in (-1, 0, 1)
    }
    rounds, seats = won.shape
    counts = np.zeros((seats, outcomes.codes), dtype=np.int64)
    for units, code in codes.items():
        counts[:, code] = (won == units).sum(axis=0)
    totals = (won.sum(axis=1) * scale).astype(np.int64)
    square = np.array([[(totals**2).sum()]])
    return Results(
        outcomes,
        Tally(rounds, counts, rounds, 0, rounds, np.array([totals.sum()]), square, square),
        {},
    )


def test_the_hold_is_that_of_whole_tables() -> None:
    random = np.random.default_rng(3)
    dealer = random.random((4000, 1)) < 0.3  # the dealer beats everybody
    won = np.where(dealer, -1.0, random.choice([-1.0, 0.0, 1.0], size=(4000, 3)))
    found = hold(table_of(won), rounds_per_hour=60, unit=25)
    house = -won.sum(axis=1) * 25
    assert found.win_per_hour == close(60 * house.mean(), 1e-8)
    assert found.sd_per_hour == close(sqrt(60) * house.std(), 1e-8)
    assert found.win_error == close(60 * house.std(ddof=1) / sqrt(4000), 1e-8)
    assert found.hours_until_ahead is not None
    after = NormalDist(
        found.hours_until_ahead * found.win_per_hour,
        sqrt(found.hours_until_ahead) * found.sd_per_hour,
    )
    assert after.cdf(0) == close(0.05, 1e-9)
    assert found.seats == 3
    assert json.loads(json.dumps(found.plain()))["unit"] == 25


def test_a_house_that_loses_is_never_sure_to_be_ahead() -> None:
    won = walk([[1], [1], [1], [-1]])
    found = hold(table_of(won), rounds_per_hour=10, unit=2)
    assert found.win_per_hour == close(-10)
    assert found.sd_per_hour == close(sqrt(10 * 0.75) * 2)
    assert found.hours_until_ahead is None


def test_when_the_house_is_ahead_is_as_sure_as_its_win() -> None:
    won = walk([[-1]] * 600 + [[1]] * 400)
    found = hold(table_of(won), rounds_per_hour=60, unit=1)
    # the mean is −0.2, a round's deviation √0.96, the mean's error √(0.96 / 999)
    reach = 1.959964 * sqrt(0.96 / 999)
    low, high = found.hours_until_ahead_confidence
    for hours, mean in ((low, 0.2 + reach), (found.hours_until_ahead, 0.2), (high, 0.2 - reach)):
        assert hours == pytest.approx((1.6448536 * sqrt(0.96 * 60) / (mean * 60)) ** 2, rel=1e-6)
    barely = hold(table_of(walk([[-1]] * 51 + [[1]] * 49)), rounds_per_hour=60, unit=1)
    assert barely.hours_until_ahead is not None
    assert barely.hours_until_ahead_confidence[1] is None  # it may be losing


def test_a_win_whose_error_is_not_known_says_nothing_about_hours() -> None:
    found = hold(table_of(walk([[-1], [-1], [-1]])), rounds_per_hour=60, unit=5)
    assert (found.win_per_hour, found.win_error) == (close(300), inf)
    plain = json.loads(json.dumps(found.plain(), allow_nan=False))
    assert (plain["win_error"], plain["hours_until_ahead"]) == (None, None)
    assert plain["hours_until_ahead_confidence"] == [None, None]


def test_a_hold_needs_rounds_and_money() -> None:
    results = table_of(walk([[1], [-1]]))
    with pytest.raises(RulesError, match="rounds_per_hour = 0: use a number above 0"):
        hold(results, rounds_per_hour=0, unit=1)
    with pytest.raises(RulesError, match="unit = -5"):
        hold(results, rounds_per_hour=60, unit=-5)
