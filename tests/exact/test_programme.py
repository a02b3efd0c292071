"""The programme's core against the solver it is to replace: every board, every deal."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss import games
from pitboss.exact.optimise import Optimiser
from pitboss.exact.programme.best import BestPlay, Rules, Shoe, core_of
from pitboss.exact.programme.outcomes import SplitOutcomes
from pitboss.exact.programme.riding import RidingPlay
from pitboss.exact.solver import TIE_BREAK, Solver
from pitboss.rules.compile import compile_rules
from pitboss.rules.course import compile_course
from pitboss.rules.vocabulary import Rules as GameRules

CLOSE = 1e-12


def largest_difference(rules: GameRules, shoe: list[float]) -> float:
    """How far the two solvers are apart on any deal."""
    tables = compile_rules(rules)
    play = BestPlay(Shoe(core_of(Rules(tables, compile_course(rules))), shoe))
    solver = Solver(tables, shoe)
    worst = 0.0
    for number, position in enumerate(solver.positions):
        _, expected = Optimiser(position, solver.objective()).play()
        _, found, _ = play.deals(number)
        worst = max(worst, float(np.abs(found - expected).max()))
    return worst


def random_shoe(decks: int, seed: int) -> list[float]:
    """A shoe from which cards were dealt."""
    generator = np.random.default_rng(seed)
    full = np.full(13, 4 * decks)
    gone = generator.multivariate_hypergeometric(full, int(generator.integers(1, 30 * decks)))
    return [float(cards) for cards in full - gone]


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_full_shoes(game: str) -> None:
    rules = games.find(game).rules()
    assert largest_difference(rules, [4.0 * rules.shoe.decks] * 13) < CLOSE


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("blackjack", {"peek": False}),
        ("half-back", {}),
        ("mulligan-21", {"hit-split-aces": True}),
    ],
)
def test_outcome_tables(game: str, options: dict[str, object]) -> None:
    rules = games.find(game).rules(options)
    shoe = random_shoe(rules.shoe.decks, 7)
    tables = compile_rules(rules)
    play = BestPlay(Shoe(core_of(Rules(tables, compile_course(rules))), shoe))
    outcomes, solver = SplitOutcomes(play), Solver(tables, shoe)
    for number, position in list(enumerate(solver.positions))[::4]:
        optimiser = Optimiser(position, solver.objective())
        for pair in range(1, solver.model.kinds, 2):
            if position.left[pair] < 2:
                continue
            expected = optimiser.tables(pair, optimiser.split(pair, ()).later)
            found = outcomes.tables(number, pair)
            assert found.burning == expected.burning
            assert np.abs(found.tables - expected.tables).max() < CLOSE


@pytest.mark.parametrize(
    ("game", "bets", "main"),
    [
        ("blackjack-tie", {"tie-17": 0.5}, 1.0),
        ("blackjack-tie", {"tie-left": 1.0, "tie-20": 2.0}, 1.0),
        ("blackjack-tie", {"tie-19": 1.0}, TIE_BREAK),
        ("lucky-stiff", {"lucky-stiff": 1.0}, 1.0),
        ("mulligan-21", {"lucky-stiff": 1.0}, 1.0),
    ],
)
def test_riding_bets(game: str, bets: dict[str, float], main: float) -> None:
    rules = games.find(game).rules()
    shoe = random_shoe(rules.shoe.decks, 3)
    tables = compile_rules(rules)
    plain = BestPlay(Shoe(core_of(Rules(tables, compile_course(rules))), shoe))
    solver = Solver(tables, shoe)
    objective = solver.objective(bets, main=main)
    riding = RidingPlay(plain, objective)
    for number, position in list(enumerate(solver.positions))[::2]:
        _, expected = Optimiser(position, objective).play()
        assert np.abs(riding.deals(number, position) - expected).max() < CLOSE
