"""What split hands bring together: published, sampled, and enumerated through the table engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import factorial

import msgspec
import numpy as np
import pytest

from pitboss import games
from pitboss.exact.figures import SplitMoments
from pitboss.exact.joint_variance import ExactMoments, Floats, Progress
from pitboss.exact.sampling import SampledMoments
from pitboss.exact.solver import Solver, Strategy
from pitboss.exact.tally import Part
from pitboss.rules.compile import compile_rules
from pitboss.rules.game import OptionValue
from pitboss.rules.vocabulary import Rules
from tests.effort import size, some
from tests.enumeration.case import CASES, Case
from tests.enumeration.case import Solved as SolvedCase
from tests.enumeration.deviations import splitting
from tests.enumeration.oracle import (
    SUITS,
    UNIT,
    Deal,
    Enumeration,
    _explore,
    open_table,
    shoe_of,
)
from tests.enumeration.rows import Rows
from tests.enumeration.solver_player import SolverPlayer

Options = Mapping[str, OptionValue]

SAMPLED = size("SAMPLED", usual=200_000, whole=1_000_000)
"""Rounds with splits to three or four hands."""
ONE_SPLIT = [
    ("stand", -0.00456886297, 1.14654005801),
    ("hit", -0.00668950590, 1.15280128009),
]
"""Six decks, doubles after a split, no pair split twice: expectation and standard deviation."""


class Solved:
    """A shoe played by the best strategy."""

    def __init__(
        self, rules: Rules, shoe: Sequence[float] | None = None,
        bets: Mapping[str, float] | None = None,
    ) -> None:  # fmt: skip
        solver = Solver(compile_rules(rules), shoe)
        self.follow(solver, solver.best(solver.objective(bets or {})))

    def follow(self, solver: Solver, strategy: Strategy) -> None:
        """Play by another strategy."""
        self.solver, self.strategy = solver, strategy
        self.tally = self.solver.tally(self.strategy)
        self.figures = self.solver.figures(self.strategy, self.tally)
        self.boards = list(zip(self.solver.positions, self.strategy.plans, strict=True))

    def exact(
        self, progress: Progress | None = None, fallback: SplitMoments | None = None
    ) -> ExactMoments:
        return ExactMoments(
            self.solver.readers, self.tally, fallback or NotAsked(), progress,
        )  # fmt: skip

    def sampled(self, rounds: int) -> SampledMoments:
        return SampledMoments(self.solver.readers, self.tally, self.boards, rounds)


class NotAsked:
    """A fallback that must not be needed."""

    def second(self, part: Part, stakes: Floats) -> tuple[float, float]:
        raise AssertionError(f"to be exact: {stakes} on rounds as likely as {part.split}")

    def wins(self, part: Part, stakes: Floats) -> tuple[float, float]:
        return float(part.split), float(stakes.sum())


def rules_of(game: str, options: Options, most_hands: int = 0) -> Rules:
    rules = games.find(game).rules(dict(options))
    if most_hands:
        split = msgspec.structs.replace(rules.split, max_hands=most_hands)
        rules = msgspec.structs.replace(rules, split=split)
    return rules


@pytest.mark.parametrize(("soft17", "expectation", "deviation"), ONE_SPLIT)
def test_standard_deviations_of_one_split_are_as_published(
    soft17: str, expectation: float, deviation: float
) -> None:
    solved = Solved(rules_of("blackjack", {"soft17": soft17}, most_hands=2))
    variance, error = solved.figures.variance(np.ones(1), solved.exact())
    assert solved.figures.expectations()[0] == pytest.approx(expectation, abs=1e-10)
    assert variance**0.5 == pytest.approx(deviation, abs=1e-10)
    assert error == 0.0


@pytest.mark.parametrize(
    ("game", "stakes"), [("blackjack", [[1.0]]), ("half-back", [[1.0, 1.0, 0.0], [2.0, 1.0, 1.0]])]
)
def test_splits_to_four_hands_agree_with_sampling(game: str, stakes: list[list[float]]) -> None:
    solved = Solved(rules_of(game, {}))
    exact, sampled = solved.exact(), solved.sampled(SAMPLED)
    for row in stakes:
        variance, _ = solved.figures.variance(np.array(row), exact)
        estimate, error = solved.figures.variance(np.array(row), sampled)
        assert abs(variance - estimate) < 4 * error < 2 / SAMPLED**0.5


# Small shoes


class Squares(Enumeration):
    """Adds up the products of any two wagers as well."""

    def __init__(self, wagers: tuple[str, ...], orders: int) -> None:
        super().__init__(wagers, orders)
        self.products = [[0] * len(wagers) for _ in wagers]

    def add(self, deal: Deal, orders: int, won: Sequence[int], staked: int) -> None:
        super().add(deal, orders, won, staked)
        for one, row in zip(won, self.products, strict=True):
            for place, other in enumerate(won):
                row[place] += orders * one * other

    def variance(self, stakes: Sequence[int]) -> Fraction:
        """Variance of a round with these stakes."""
        square = sum(
            one * other * cents
            for one, row in zip(stakes, self.products, strict=True)
            for other, cents in zip(stakes, row, strict=True)
        )
        mean = sum(stake * won for stake, won in zip(stakes, self.expectations(), strict=True))
        return Fraction(square, self.orders * UNIT**2) - mean**2


def enumerated(rules: Rules, shoe: list[int], solved: Solved) -> Squares:
    """Every course of a round, played as solved."""
    player = SolverPlayer(solved.solver, solved.strategy, Rows(solved.solver, shoe))
    table = open_table(rules)
    found = Squares(tuple(solved.solver.wagers), factorial(sum(shoe)) * SUITS)
    staked = UNIT * len(table.tables.opening)
    none_won = (0,) * len(found.wagers)
    _explore(table, shoe, player, found, found.orders, none_won, staked)
    return found


def with_ties(game: str, survives: str, *, peeks: bool) -> Rules:
    """A game with two tie bets, one of which a second split does not lose."""
    ties, rules = rules_of("blackjack-tie", {}), rules_of(game, {})
    bets = tuple(
        msgspec.structs.replace(bet, lost_on_second_split=bet.id != survives)
        for bet in ties.bets
        if bet.id in ("tie-18", "tie-19")
    )
    dealer = msgspec.structs.replace(rules.dealer, peeks=peeks)
    return msgspec.structs.replace(rules, bets=bets, paytables=ties.paytables, dealer=dealer)


TIES = {"tie-18": 0.3, "tie-19": 0.1}
HARD_LUCK = str(CASES / "designs" / "hard-luck.toml")
FOUR = {"split", "three hands", "four hands"}

SHOES: list[tuple[Rules, dict[str, float], str, set[str]]] = [
    (rules_of("blackjack", {}), {}, "8x5 3x3 Tx4 6x2", {*FOUR, "double after split"}),
    (
        rules_of("blackjack", {"peek": False, "resplit-aces": True}),
        {}, "Ax5 6x3 Tx7", {*FOUR, "aces split", "dealer natural"},
    ),
    (
        rules_of("blackjack", {"peek": False}),
        {}, "Tx2 Kx5 9x3 6x3 Ax1", {*FOUR, "faces split", "dealer natural"},
    ),
    (rules_of("blackjack", {}, most_hands=2), {}, "8x4 Tx5 3x3 6x2", {"double after split"}),
    (rules_of("half-back", {}), {}, "Ax4 7x3 Tx5 9x3", {*FOUR, "aces split", "take back"}),
    (
        rules_of("half-back", {}),
        {}, "9x4 2x3 Tx5 6x3", {*FOUR, "double after split", "replaced upcard"},
    ),
    (
        rules_of("mulligan-21", {}),
        {}, "9x3 Kx6 Tx3 3x2 8x1", {*FOUR, "second card burned", "double after split"},
    ),
    (
        rules_of("mulligan-21", {}),
        {"lucky-stiff": 5.0}, "7x3 Kx5 Tx4 9x2 4x1", {*FOUR},
    ),
    (
        rules_of("blackjack-tie", {}),
        {"tie-18": 0.3, "tie-left": 0.1}, "8x4 Tx6 Ax2 7x3", {*FOUR, "tie-18: second split"},
    ),
    (
        with_ties("half-back", "tie-18", peeks=True),
        TIES, "9x4 2x2 Tx6 8x3", {*FOUR, "double after split", "tie-19: second split"},
    ),
    (
        with_ties("half-back", "tie-19", peeks=False),
        TIES, "8x4 Tx6 Ax2 7x3", {*FOUR, "dealer natural", "tie-18: second split"},
    ),
    (
        rules_of(HARD_LUCK, {}),
        {"brave": 5.0}, "5x1 8x4 Tx8", {*FOUR, "double after split", "calm: second split"},
    ),
]  # fmt: skip


def mixes(wagers: int) -> Iterator[list[int]]:
    """Stakes on every wager by itself, on all alike, and on all differently."""
    yield from np.eye(wagers, dtype=int).tolist()
    yield [1] * wagers
    yield list(range(wagers + 1, 1, -1))


@pytest.mark.parametrize(
    ("rules", "bets", "shoe", "seen"), some(SHOES), ids=[case[2] for case in some(SHOES)]
)
def test_variances_equal_enumeration_through_the_table_engine(
    rules: Rules, bets: dict[str, float], shoe: str, seen: set[str]
) -> None:
    counts = shoe_of(shoe)
    solved = Solved(rules, [float(count) for count in counts], bets)
    found, exact = enumerated(rules, counts, solved), solved.exact()
    assert seen <= found.seen
    for stakes in mixes(len(found.wagers)):
        variance, error = solved.figures.variance(np.array(stakes, dtype=float), exact)
        assert variance == pytest.approx(float(found.variance(stakes)), rel=1e-12, abs=1e-12)
        assert error == 0.0


# What is left to others, and what is told


def test_hit_rates_come_from_the_fallback() -> None:
    solved = Solved(rules_of("blackjack", {}), [4.0] * 13)
    part = next(part for part in solved.figures.parts if part.split > 0)
    assert solved.exact().wins(part, np.ones(1)) == (part.split, 1.0)


def test_first_hands_that_burn_other_cards_are_left_to_the_fallback() -> None:
    solved = Solved(rules_of("mulligan-21", {"after-burn": "any"}), [4.0] * 13)
    replaced = solved.solver.core.programme.splits_replacements
    splits, place = next(
        (plan.splits, place)
        for position, plan in solved.boards
        for place in plan.splits
        if replaced[position.deals.pair[place]]
    )
    split = splits[place]
    first = split.later.copy()
    first[0] ^= 1 << solved.solver.model.kind_of_rank[12]
    splits[place] = split._replace(first=first)
    solved.follow(solved.solver, solved.strategy)
    with pytest.raises(AssertionError, match="to be exact"):
        solved.figures.variance(np.array([1.0, 0.0]), solved.exact())


def test_bets_that_a_natural_pays_as_hands_were_played_are_left_to_the_fallback() -> None:
    case = Case(game="hard-luck.toml", says="", shoe="Ax2 6x4 Tx9", options={"peek": False})
    every_pair_split = SolvedCase(case)
    rules, counts = every_pair_split.rules, every_pair_split.cards
    solved = Solved(rules, [float(count) for count in counts])
    solved.follow(every_pair_split.solver, splitting(every_pair_split, 4))
    found = enumerated(rules, counts, solved)
    assert {"bad-beat: second split", "loser: second split"} <= found.seen
    exact = solved.exact(fallback=solved.sampled(SAMPLED))
    for stakes in mixes(len(found.wagers)):
        variance, error = solved.figures.variance(np.array(stakes, dtype=float), exact)
        expected = float(found.variance(stakes))
        assert abs(variance - expected) <= 4 * error + 1e-12
        assert error < 10 / SAMPLED**0.5 * expected


def test_progress_is_told_until_all_pairs_of_hands_are_done() -> None:
    solved = Solved(rules_of("blackjack", {}), [4.0] * 13)
    told: list[tuple[int, int]] = []
    exact = solved.exact(lambda done, whole: told.append((done, whole)))
    solved.figures.variance(np.ones(1), exact)
    whole = told[-1][1]
    assert told == [(done, whole) for done in range(1, whole + 1)]
