"""What is read from a tally: against slow counting, repeated sampling and the exact solver."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from math import inf, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import pitboss
from pitboss import games
from pitboss.analysis.solution import Solution
from pitboss.exact.policy_format import to_policy
from pitboss.rules.compile import compile_rules
from pitboss.rules.errors import RulesError
from pitboss.rules.settlement import BetReader
from pitboss.sim.outcomes import INSURANCE_LOST, INSURANCE_WON, Outcome, Outcomes
from pitboss.sim.program import Dealing, Program, Tally
from pitboss.sim.statistics import Results

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROUNDS = 2_000_000
GAMES = pytest.mark.parametrize("game", ["half-back", "lucky-stiff", "blackjack-tie"])
STAKES: dict[str, dict[str, float]] = {
    "half-back": {"upcard-bonus": 0.5},
    "lucky-stiff": {"lucky-stiff": 2.0},
    "blackjack-tie": {"tie-left": 0.5, "tie-blackjack": 0.25},
}
NONE = np.zeros((3, 3), dtype=np.int64)
FORTY, FIFTEEN, EIGHT, THREE, EVEN, LOST, SECOND_SPLIT = range(7)
"""Events of the made-up game's side bet, by what they pay."""


def close(value: float, within: float = 1e-12) -> Any:
    return pytest.approx(value, abs=within)


def made() -> Outcomes:
    """Half Back's wagers: Main, Half Back, and a side bet that pays 40, 15, 8, 3 or 1."""
    tables = compile_rules(games.find("half-back").rules())
    found = Outcomes(tables, [BetReader(tables, bet) for bet in tables.bets])
    assert found.readers[0].pays.tolist() == [40, 15, 8, 3, 1, -1, -1, 0]  # the last is given back
    return found


def outcome(
    names: str, won: tuple[float, float], staked: int, event: int, insurance: int = 0
) -> Outcome:
    first, _, second = names.partition("/")
    doubled = (int(2 * won[0]), int(2 * won[1]))  # the made-up game's denominator is 2
    return Outcome((first, second or first), doubled, staked, (event,), insurance)


def six(outcomes: Outcomes) -> list[int]:
    """Codes of six plain outcomes and, last, a mixed one."""
    codes = [
        outcomes.code(each)
        for each in (
            outcome("natural", (1.5, 1.5), 2, LOST),
            outcome("win, doubled/win", (3, 1), 4, LOST),
            outcome("loss", (-1, -1), 2, THREE),
            outcome("loss", (-1, -1), 2, LOST, INSURANCE_LOST),
            outcome("push", (0, 0), 2, EIGHT, INSURANCE_LOST),
            outcome("loss, one wager taken back/taken back", (-1, 0), 1, LOST),
        )
    ]
    other = outcomes.code(outcome("dealer natural", (-1, -1), 2, FIFTEEN, INSURANCE_WON))
    suited = outcomes.code(outcome("dealer natural", (-1, -1), 2, FORTY, INSURANCE_WON))
    return [*codes, outcomes.mixed(other, suited)]


def fresh(outcomes: Outcomes, counted: dict[int, int]) -> Tally:
    """The tally of fresh shoes at one seat."""
    counts = np.zeros(outcomes.codes, dtype=np.int64)
    for code, many in counted.items():
        counts[code] = many
    rounds = int(counts.sum())
    return Tally(rounds, counts[None], rounds, 0, rounds, NONE[0], NONE, NONE)


def worth(outcomes: Outcomes, each: Outcome) -> list[float]:
    """What an outcome brings on each wager, per unit."""
    won = [units / outcomes.denominator for units in each.won]
    pays = [reader.pays[place] for reader, place in zip(outcomes.readers, each.events, strict=True)]
    return [*won, *(float(pay) for pay in pays)]


def dealt(outcomes: Outcomes, shoes: Sequence[Ints]) -> Tally:
    """The tally of shoes, each an array of codes, rounds × seats, that are not mixed."""
    seats = shoes[0].shape[1]
    table = np.array([worth(outcomes, each) for each in outcomes.plain]) * outcomes.denominator
    whole = table.round().astype(np.int64)
    counts = np.zeros((seats, outcomes.codes), dtype=np.int64)
    squared, with_rounds, between, together = 0, NONE[0].copy(), NONE.copy(), NONE.copy()
    for shoe in shoes:
        for seat in range(seats):
            counts[seat] += np.bincount(shoe[:, seat], minlength=outcomes.codes)
        won = whole[shoe].sum(axis=1)
        total = won.sum(axis=0)
        squared += len(shoe) ** 2
        with_rounds += len(shoe) * total
        between += np.outer(total, total)
        together += won.T @ won
    rounds = sum(len(shoe) for shoe in shoes)
    return Tally(rounds, counts, len(shoes), 3, squared, with_rounds, between, together)


def expanded(outcomes: Outcomes, tally: Tally) -> list[Outcome]:
    """Four copies of every round, with as many of a code's outcomes as it says."""
    return [
        each
        for code, many in enumerate(tally.counts.sum(axis=0))
        for weight, each in (outcomes.parts(code) if many else [])
        for _ in range(weight * int(many))
    ]


def example() -> tuple[Outcomes, Tally]:
    outcomes = made()
    codes = six(outcomes)
    return outcomes, fresh(outcomes, dict(zip(codes, (5, 4, 12, 17, 6, 3, 3), strict=True)))


# Fresh shoes at one seat


def test_ten_rounds_by_hand() -> None:
    outcomes = made()
    natural, doubled, loss, *_ = six(outcomes)
    results = Results(outcomes, fresh(outcomes, {natural: 2, doubled: 3, loss: 5}), {})
    main = results.bets["main"]
    assert main.mean == close((2 * 1.5 + 3 * 3 - 5) / 10)
    assert main.sd == close(sqrt((2 * 2.25 + 3 * 9 + 5) / 10 - 0.7**2))
    assert main.se == close(sqrt((36.5 - 10 * 0.7**2) / 9 / 10))
    assert main.house_edge == close(-0.7)
    assert main.hit_rate == close(0.5)
    low, high = main.confidence
    assert (low + high) / 2 == close(0.7)
    assert high - low == pytest.approx(2 * 1.96 * main.se, rel=1e-4)
    lines = {event.event: (event.probability, event.pays, event.returns) for event in main.events}
    assert lines == {
        "natural": close((0.2, 1.5, 0.3)),  # type: ignore[arg-type]
        "win, doubled": close((0.3, 3.0, 0.9)),  # type: ignore[arg-type]
        "loss": close((0.5, -1.0, -0.5)),  # type: ignore[arg-type]
    }
    assert results.round.mean == close((2 * 3 + 3 * 4 - 5 * 2) / 10)
    assert results.round.initial_stake == 2
    assert results.round.average_stake == close((2 * 2 + 3 * 4 + 5 * 2) / 10)
    assert results.round.house_edge_per_main == close(-0.8)
    assert results.round.house_edge_per_stake == close(-0.4)
    assert results.round.element_of_risk == close(-0.8 / 2.6)
    assert results.histogram() == [(-2.0, close(0.5)), (3.0, close(0.2)), (4.0, close(0.3))]


def test_every_figure_of_a_wager_is_that_of_the_listed_rounds() -> None:
    outcomes, tally = example()
    results = Results(outcomes, tally, {})
    rounds = expanded(outcomes, tally)
    listed = np.array([worth(outcomes, each) for each in rounds])
    wagers, matrix = results.covariance()
    assert wagers == ["main", "half-back", "upcard-bonus"]
    np.testing.assert_allclose(matrix, np.cov(listed.T, bias=True), atol=1e-12)
    for place, wager in enumerate(wagers):
        bet = results.bets[wager]
        assert bet.mean == close(listed[:, place].mean())
        assert bet.sd == close(listed[:, place].std())
        assert bet.hit_rate == close((listed[:, place] > 0).mean())
        assert sum(event.probability for event in bet.events) == close(1)
        assert sum(event.returns for event in bet.events) == close(bet.mean)
    names = [each.names[1] for each in rounds]
    assert {event.event: event.probability for event in results.bets["half-back"].events} == {
        name: close(names.count(name) / len(names)) for name in set(names)
    }


def test_events_of_a_side_bet_are_those_of_its_pay_table_in_order() -> None:
    outcomes, tally = example()
    events = Results(outcomes, tally, {}).bets["upcard-bonus"].events
    assert [event.pays for event in events] == [40, 15, 8, 3, 1, -1]
    assert [event.event for event in events][-1] == "anything else"
    share = [0.75 / 50, 2.25 / 50, 6 / 50, 12 / 50, 0, 29 / 50]
    assert [event.probability for event in events] == close(share)  # type: ignore[arg-type]


@pytest.mark.parametrize("stake", [0.1, 0.3, 2.0])
def test_the_round_is_everything_staked_together(stake: float) -> None:
    outcomes, tally = example()
    results = Results(outcomes, tally, {"main": 1.0, "upcard-bonus": stake})
    rounds = expanded(outcomes, tally)
    listed = np.array([worth(outcomes, each) for each in rounds]) @ [1, 1, stake]
    assert results.round.mean == close(listed.mean())
    assert results.round.sd == close(listed.std(), 1e-9)
    assert results.round.hit_rate == close((listed > 1e-6).mean())
    assert results.round.initial_stake == close(2 + stake)
    staked = np.mean([each.staked for each in rounds])
    assert results.round.average_stake == close(float(staked) + stake)
    histogram = results.histogram()
    assert [value for value, _ in histogram] == sorted({round(float(one), 6) for one in listed})
    for value, chance in histogram:
        assert chance == close(float((abs(listed - value) < 1e-6).mean()))


def test_a_bet_without_a_stake_is_reported_but_no_part_of_the_round() -> None:
    outcomes, tally = example()
    without = Results(outcomes, tally, {})
    with_it = Results(outcomes, tally, {"upcard-bonus": 0.5})
    assert (without.bets["upcard-bonus"].stake, without.bets["upcard-bonus"].staked) == (1, False)
    assert (with_it.bets["upcard-bonus"].stake, with_it.bets["upcard-bonus"].staked) == (0.5, True)
    assert without.bets["upcard-bonus"].mean == with_it.bets["upcard-bonus"].mean
    both = without.bets["main"].mean + without.bets["half-back"].mean
    assert without.round.mean == close(both)
    assert with_it.round.mean == close(both + with_it.bets["upcard-bonus"].mean / 2)
    assert without.bets["main"].staked


def test_a_push_made_of_fractions_is_no_win() -> None:
    outcomes = made()
    code = outcomes.code(outcome("loss", (-0.5, -0.5), 2, EIGHT))
    results = Results(outcomes, fresh(outcomes, {code: 4}), {"upcard-bonus": 0.125})
    assert results.round.hit_rate == 0
    tenth = outcomes.code(outcome("loss", (-0.5, 0), 2, FIFTEEN))
    thirds = Results(outcomes, fresh(outcomes, {tenth: 4}), {"upcard-bonus": 0.5 / 15})
    assert thirds.histogram() == [(0.0, 1.0)]
    assert thirds.round.hit_rate == 0


def test_insurance_is_judged_by_the_rounds_in_which_it_was_offered() -> None:
    outcomes, tally = example()
    insurance = list(Results(outcomes, tally, {}).bets.values())[-1]
    assert (insurance.id, insurance.stake, insurance.staked) == ("insurance", 1, False)
    offered = np.array([2.0] * 3 + [-1.0] * 23)
    assert insurance.mean == close(offered.mean())
    assert insurance.sd == close(offered.std())
    assert insurance.se == close(offered.std(ddof=1) / sqrt(26))
    assert insurance.hit_rate == close(3 / 26)
    assert [event.event for event in insurance.events] == ["dealer natural", "no dealer natural"]
    outcomes = made()
    natural, *_ = six(outcomes)
    assert "insurance" not in Results(outcomes, fresh(outcomes, {natural: 2}), {}).bets


# The dealer's suits are not dealt


def test_the_error_of_a_mean_leaves_out_what_was_not_drawn() -> None:
    outcomes, tally = example()
    results = Results(outcomes, tally, {"upcard-bonus": 0.5})
    mixed = 0.75 * 15 + 0.25 * 40
    dealt = np.array([-1.0] * 29 + [3.0] * 12 + [8.0] * 6 + [mixed] * 3)
    assert results.bets["upcard-bonus"].se == close(dealt.std(ddof=1) / sqrt(50))
    assert results.bets["upcard-bonus"].sd > dealt.std() + 0.1


def test_means_of_mixed_codes_lie_around_the_truth_as_their_errors_say() -> None:
    outcomes = made()
    codes = six(outcomes)
    chances = np.array([0.05, 0.1, 0.2, 0.3, 0.1, 0.1, 0.15])
    truth = 0.05 * -1 + 0.1 * -1 + 0.2 * 3 + 0.3 * -1 + 0.1 * 8 + 0.1 * -1 + 0.15 * 21.25
    random = np.random.default_rng(5)
    scores, deviations, errors = [], [], []
    for _ in range(1500):
        counted = dict(zip(codes, random.multinomial(400, chances).tolist(), strict=True))
        results = Results(outcomes, fresh(outcomes, counted), {"upcard-bonus": 0.5})
        bet = results.bets["upcard-bonus"]
        scores.append((bet.mean - truth) / bet.se)
        deviations.append(results.round.sd)
        errors.append(results.round.sd_error)
    assert abs(np.mean(scores)) < 5 / sqrt(1500) + 0.05  # a small skewness is left
    assert np.std(scores) == pytest.approx(1, abs=0.08)
    assert np.mean(errors) == pytest.approx(np.std(deviations), rel=0.1)


def test_the_deviation_of_a_mixed_code_is_that_of_dealing_the_suits() -> None:
    outcomes, tally = example()
    sd = Results(outcomes, tally, {}).bets["upcard-bonus"].sd
    random = np.random.default_rng(8)
    plain = random.choice([-1.0, 3.0, 8.0, 0.0], p=[0.58, 0.24, 0.12, 0.06], size=400_000)
    suited = np.where(random.random(400_000) < 0.25, 40.0, 15.0)
    sampled = np.where(plain == 0.0, suited, plain)
    assert sd == pytest.approx(sampled.std(), rel=0.02)


# Shoes and seats


def shoes_of(random: np.random.Generator, codes: list[int], many: int, seats: int) -> list[Ints]:
    """Shoes that differ: in the good ones seats win together, and more rounds are dealt."""
    found = []
    for _ in range(many):
        good = random.random()
        chance = np.array([0.1 * good, 0.5 * good, 0.3, 0.2 * (1 - good), 0.1, 0.0])
        chance[5] = 1 - chance.sum()
        rounds = 3 + int(8 * good)
        first = random.choice(codes[:6], p=chance, size=(rounds, 1))
        own = random.choice(codes[:6], p=chance, size=(rounds, seats))
        found.append(np.where(random.random((rounds, seats)) < 0.5, first, own).astype(np.int64))
    return found


def mean_of(outcomes: Outcomes, shoes: Sequence[Ints], stakes: Sequence[float]) -> float:
    table = np.array([worth(outcomes, each) for each in outcomes.plain]) @ np.array(stakes)
    return float(np.concatenate([table[shoe].reshape(-1) for shoe in shoes]).mean())


@pytest.mark.parametrize("seats", [1, 3])
def test_the_error_from_shoes_is_that_of_leaving_each_shoe_out_in_turn(seats: int) -> None:
    outcomes = made()
    codes = six(outcomes)
    shoes = shoes_of(np.random.default_rng(seats), codes, 300, seats)
    results = Results(outcomes, dealt(outcomes, shoes), {"upcard-bonus": 0.5})
    for stakes, mean, se in (
        ([1, 0, 0], results.bets["main"].mean, results.bets["main"].se),
        ([0, 1, 0], results.bets["half-back"].mean, results.bets["half-back"].se),
        ([0, 0, 1], results.bets["upcard-bonus"].mean, results.bets["upcard-bonus"].se),
        ([1, 1, 0.5], results.round.mean, results.round.se),
    ):
        assert mean == close(mean_of(outcomes, shoes, stakes))
        without = [
            mean_of(outcomes, shoes[:place] + shoes[place + 1 :], stakes) for place in range(300)
        ]
        assert se == pytest.approx(np.std(without) * 299 / sqrt(299), rel=0.01)


@pytest.mark.parametrize("seats", [1, 2])
def test_means_of_shoes_lie_as_far_apart_as_their_errors_say(seats: int) -> None:
    outcomes = made()
    codes = six(outcomes)
    random = np.random.default_rng(10 + seats)
    means, errors, naive = [], [], []
    for _ in range(800):
        tally = dealt(outcomes, shoes_of(random, codes, 60, seats))
        found = Results(outcomes, tally, {"upcard-bonus": 0.5}).round
        means.append(found.mean)
        errors.append(found.se)
        naive.append(found.sd / sqrt(tally.rounds * seats))
    assert np.mean(errors) == pytest.approx(np.std(means), rel=0.1)
    assert np.std(means) > 1.15 * np.mean(naive)  # so it would show if shoes were forgotten


def test_seats_in_fresh_shoes_are_one_draw_a_round() -> None:
    outcomes = made()
    codes = six(outcomes)
    shoes = [shoe[:1] for shoe in shoes_of(np.random.default_rng(4), codes, 500, 3)]
    tally = dealt(outcomes, shoes)
    results = Results(outcomes, tally, {"upcard-bonus": 0.5})
    table = np.array([worth(outcomes, each) for each in outcomes.plain]) @ [1, 1, 0.5]
    won = table[np.concatenate(shoes)]
    assert results.seats == 3
    assert results.round.mean == close(won.mean())
    assert results.round.sd == close(won.std(), 1e-9)
    assert results.round.se == close(won.mean(axis=1).std(ddof=1) / sqrt(500), 1e-9)
    apart = won - won.mean()
    pairs = [(apart[:, a] * apart[:, b]).mean() for a in range(3) for b in range(3) if a != b]
    assert results.seat_covariance == close(float(np.mean(pairs)), 1e-9)
    assert "shoes" not in results.plain()


def test_covariance_of_seats_is_over_rounds_whatever_shoes_they_come_from() -> None:
    outcomes = made()
    shoes = shoes_of(np.random.default_rng(14), six(outcomes), 200, 2)
    results = Results(outcomes, dealt(outcomes, shoes), {})
    table = np.array([worth(outcomes, each) for each in outcomes.plain]) @ [1, 1, 0]
    won = table[np.concatenate(shoes)]
    apart = won - won.mean()
    assert results.seat_covariance == close(float((apart[:, 0] * apart[:, 1]).mean()), 1e-9)
    assert results.seat_covariance == pytest.approx(np.cov(won.T)[0, 1], rel=0.01)
    one_seat = Results(outcomes, dealt(outcomes, [shoe[:, :1] for shoe in shoes]), {})
    assert one_seat.seat_covariance is None


def test_one_round_to_a_shoe_is_a_fresh_shoe_each_round() -> None:
    outcomes = made()
    shoes = [shoe[:1] for shoe in shoes_of(np.random.default_rng(2), six(outcomes), 200, 1)]
    tally = dealt(outcomes, shoes)
    counted = {code: int(many) for code, many in enumerate(tally.counts[0]) if many}
    one, other = (
        Results(outcomes, each, {"upcard-bonus": 2.0}) for each in (tally, fresh(outcomes, counted))
    )
    assert one.plain() == other.plain()


# Against the solver


@cache
def solution(game: str) -> Solution:
    found = pitboss.solve(game, strategy="chart", bets=STAKES[game])
    if game != "half-back":  # there it takes long, and the solver's own error is small
        found.enumerate_splits()
    return found


@cache
def simulated(game: str) -> Results:
    solved = solution(game)
    policy = to_policy(solved.solver, solved.plays)
    program = Program(solved.solver.tables, policy, Dealing(seed=21))
    return Results(program.outcomes, program.read(program.run(0, ROUNDS)), STAKES[game])


@GAMES
def test_means_and_deviations_are_those_of_the_solver(game: str) -> None:
    exact, results = solution(game), simulated(game)
    assert list(results.bets) == list(exact.bets)
    for bet, found in results.bets.items():
        wanted = exact.bets[bet]
        assert abs(found.mean - wanted.ev) < 5 * found.se, bet
        assert (found.stake, found.staked) == (wanted.stake, wanted.staked)
        rounds = ROUNDS if bet != "insurance" else ROUNDS / 20  # an ace is up in one of thirteen
        assert found.hit_rate == close(wanted.hit_rate, 5 * sqrt(0.25 / rounds))
    assert abs(results.round.mean - exact.round.ev) < 5 * results.round.se
    error = sqrt(results.round.sd_error**2 + exact.round.sd_error**2)
    assert abs(results.round.sd - exact.round.sd) < 5 * error
    assert results.round.sd_error < results.round.sd / 100
    assert results.round.initial_stake == exact.round.initial_stake
    assert results.round.average_stake == close(exact.round.average_stake, 5 * 2 / sqrt(ROUNDS))
    assert results.round.hit_rate == close(exact.round.hit_rate, 5 * 0.5 / sqrt(ROUNDS))


@GAMES
def test_events_are_those_of_the_solver(game: str) -> None:
    exact, results = solution(game), simulated(game)
    for bet, found in results.bets.items():
        wanted = {line.event: line.chance for line in exact.bets[bet].lines}
        chances = {event.event: event.probability for event in found.events}
        assert sum(chances.values()) == close(1, 1e-9)
        rounds = ROUNDS if bet != "insurance" else ROUNDS / 20
        for event in chances.keys() | wanted.keys():
            chance = wanted.get(event, 0.0)
            error = sqrt(max(chance * (1 - chance), 1 / rounds) / rounds)
            assert abs(chances.get(event, 0.0) - chance) < 5 * error, (bet, event)


@GAMES
def test_covariances_are_those_of_the_solver(game: str) -> None:
    exact, results = solution(game), simulated(game)
    wagers, matrix = results.covariance()
    names, wanted = exact.covariance()
    assert wagers == names
    chances, listed = [], []
    for code, many in enumerate(results.tally.counts[0]):
        for weight, each in results.outcomes.parts(code) if many else []:
            chances.append(weight * many / 4 / ROUNDS)
            listed.append(worth(results.outcomes, each))
    apart = np.array(listed) - np.array([exact.bets[bet].ev for bet in wagers])
    solvers = 2 * exact.round.sd * exact.round.sd_error
    for a in range(len(wagers)):
        for b in range(len(wagers)):
            products = apart[:, a] * apart[:, b]
            spread = np.array(chances) @ products**2 - (np.array(chances) @ products) ** 2
            error = sqrt(spread / ROUNDS) + solvers
            assert abs(matrix[a, b] - wanted[a, b]) < 5 * error, (wagers[a], wagers[b])


# For programs


def test_plain_values_have_the_solvers_keys_and_more() -> None:
    exact, results = solution("lucky-stiff"), simulated("lucky-stiff")
    plain = json.loads(json.dumps(results.plain()))
    assert set(plain) == {"bets", "round", "covariance", "rounds", "seats"}
    assert set(plain["round"]) == set(exact.round.plain()) | {"mean", "se", "confidence"}
    assert plain["round"]["ev"] == plain["round"]["mean"] == results.round.mean
    assert set(plain["covariance"]) == {"wagers", "matrix"}
    assert (plain["rounds"], plain["seats"]) == (ROUNDS, 1)
    for bet, values in plain["bets"].items():
        assert list(values) == [
            "stake", "staked", "mean", "ev", "house_edge", "se", "sd", "hit_rate", "confidence",
            "events",
        ]  # fmt: skip
        assert values["staked"] == (bet != "insurance")  # the test stakes every other bet
        assert values["ev"] == values["mean"] == -values["house_edge"] == results.bets[bet].mean
        assert set(values["events"][0]) == {"event", "probability", "pays", "return"}


def test_plain_values_of_shoes_say_how_many_and_how_many_ran_out() -> None:
    outcomes = made()
    shoes = shoes_of(np.random.default_rng(1), six(outcomes), 20, 2)
    plain = Results(outcomes, dealt(outcomes, shoes), {}).plain()
    assert (plain["shoes"], plain["ran_out"], plain["seats"]) == (20, 3, 2)
    assert plain["rounds"] == sum(len(shoe) for shoe in shoes)


def test_one_shoe_says_nothing_about_the_error() -> None:
    outcomes = made()
    shoes = shoes_of(np.random.default_rng(1), six(outcomes), 1, 1)
    results = Results(outcomes, dealt(outcomes, shoes), {})
    assert results.round.se == results.bets["main"].se == inf
    plain = json.loads(json.dumps(results.plain(), allow_nan=False))
    assert plain["round"]["se"] is None
    assert plain["bets"]["main"]["confidence"] == [None, None]


def test_rounds_that_all_brought_the_same_say_nothing_about_the_error() -> None:
    outcomes = made()
    natural, doubled, _, loss, *_ = six(outcomes)  # the side bet loses in all three
    for many in range(1, 40):
        counted = {natural: many, doubled: 3, loss: 7}
        results = Results(outcomes, fresh(outcomes, counted), {})
        bonus = results.bets["upcard-bonus"]
        assert (bonus.mean, bonus.se) == (close(-1.0), inf)
        assert 0 < results.bets["main"].se < inf
        assert json.loads(json.dumps(bonus.plain()))["confidence"] == [None, None]


def test_insurance_that_was_never_won_has_no_known_error() -> None:
    outcomes = made()
    _, _, loss, insured, *_, mixed = six(outcomes)
    never = Results(outcomes, fresh(outcomes, {loss: 50, insured: 9}), {}).bets["insurance"]
    assert (never.mean, never.se) == (-1.0, inf)
    once = Results(outcomes, fresh(outcomes, {loss: 50, insured: 9, mixed: 1}), {})
    assert 0 < once.bets["insurance"].se < inf


def test_one_round_says_nothing_about_the_deviation() -> None:
    outcomes = made()
    natural, _, loss, *_ = six(outcomes)
    one = Results(outcomes, fresh(outcomes, {natural: 1}), {}).round
    assert (one.sd, one.sd_error, one.se) == (0, inf, inf)
    plain = json.loads(json.dumps(one.plain(), allow_nan=False))
    assert (plain["sd_error"], plain["se"]) == (None, None)
    # won and lost equally often: each round is as far from the mean as any other
    even = Results(outcomes, fresh(outcomes, {natural: 4, loss: 4}), {}).round
    assert (even.sd, even.sd_error) == (close(2.5), inf)


def test_what_an_event_pays_is_free_of_dust() -> None:
    outcomes = made()
    natural, doubled, loss, *_ = six(outcomes)
    for many in range(1, 60):
        counted = {natural: many, doubled: 7, loss: 3 * many + 1}
        events = Results(outcomes, fresh(outcomes, counted), {}).bets["main"].events
        pays = {event.event: event.pays for event in events}
        assert pays == {"natural": 1.5, "win, doubled": 3.0, "loss": -1.0}


def test_no_rounds_are_refused() -> None:
    outcomes = made()
    six(outcomes)
    with pytest.raises(RulesError, match="rounds = 0"):
        Results(outcomes, fresh(outcomes, {}), {})


def test_a_tally_whose_parts_disagree_is_refused() -> None:
    outcomes, tally = example()
    with pytest.raises(RulesError, match=r"counted = 50.*exactly 49"):
        Results(outcomes, tally._replace(rounds=49), {})


@pytest.mark.parametrize(
    ("stakes", "words"),
    [
        ({"lucky-stiff": 1.0}, "'lucky-stiff': use main, half-back or upcard-bonus"),
        ({"upcard-bonus": 0.0}, "upcard-bonus = 0: use a number above 0"),
        ({"upcard-bonus": float("nan")}, "upcard-bonus = nan: use a number above 0"),
        ({"half-back": 2.0}, "half-back = 2: use 1, "),
    ],
)
def test_stakes_that_cannot_be_are_refused(stakes: dict[str, float], words: str) -> None:
    outcomes, tally = example()
    with pytest.raises(RulesError, match=words):
        Results(outcomes, tally, stakes)
