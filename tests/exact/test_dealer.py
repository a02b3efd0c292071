"""The dealer's finals."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss import games
from pitboss.exact.model import Model
from pitboss.exact.programme.best import Shoe
from pitboss.exact.programme.loops.dealer import finals_of_all
from pitboss.exact.programme.paths import draws_under
from pitboss.exact.solver import Solver
from pitboss.rules.compile import DRAWS, Tables, compile_rules
from pitboss.rules.game import OptionValue
from pitboss.rules.hands import EMPTY, NEXT, SOFT_21

Floats = NDArray[np.float64]

# E. Farmer's analyser, six decks, no peek: 17 18 19 20 21 bust natural
PUBLISHED = {
    "hit": (0.13346, 0.14120, 0.13568, 0.18153, 0.07487, 0.28576, 0.04749),
    "stand": (0.14525, 0.13926, 0.13368, 0.17953, 0.07287, 0.28192, 0.04749),
}
NO_HAND = 0
"""The empty hand."""


def tables_of(game: str, **options: OptionValue) -> Tables:
    return compile_rules(games.find(game).rules(options))


def finals_by(model: Model, up: int, lead: int, left: Floats) -> Floats:
    """``[hand, final]`` with walks shared by a class."""
    found = np.empty((model.hands.hands, model.finals, 1))
    draws, groups = draws_under(model, up, lead), model.groups[lead]
    finals_of_all(draws, lead, model.hands, groups, left, 0, found)
    return found[:, :, 0]


@pytest.mark.parametrize("soft17", ["hit", "stand"])
def test_dealer_results_of_six_decks(soft17: str) -> None:
    solver = Solver(tables_of("blackjack", soft17=soft17))
    shoe = solver.boards
    finals = sum(
        board.chance * shoe.finals[0, 0, NO_HAND, :, number]
        for number, board in enumerate(shoe.boards)
    )
    assert finals == pytest.approx(PUBLISHED[soft17], abs=6e-6)


def test_finals_of_any_cards_left_sum_to_one_and_none_is_negative() -> None:
    solver = Solver(tables_of("blackjack"))
    left = np.random.default_rng(1).integers(28, 40, size=solver.model.kinds).astype(float)
    boards = [position.board._replace(left=left) for position in solver.positions]
    finals = Shoe(solver.core, boards).finals[..., : len(boards)]
    assert finals.sum(axis=3) == pytest.approx(np.ones_like(finals[:, :, :, 0]), abs=1e-13)
    assert (finals > -1e-13).all()


def test_a_burned_card_is_gone_from_the_shoe() -> None:
    solver = Solver(tables_of("mulligan-21"))
    world = solver.core.worlds[1]
    assert world.sum() == 1
    boards = [board._replace(left=board.left - world) for board in solver.boards.boards]
    gone = Shoe(solver.core, boards)
    assert solver.boards.finals[:, 1] == pytest.approx(gone.finals[:, 0], abs=1e-14)


def test_sharing_a_walk_by_any_class_gives_the_same_finals() -> None:
    model = Model(tables_of("blackjack"))
    left = np.array([24.0] * 9 + [95.0])
    plain = finals_by(model, 4, 0, left)
    for lead in range(1, model.kinds):
        assert finals_by(model, 4, lead, left) == pytest.approx(plain, abs=1e-14)


@pytest.mark.parametrize("game", ["blackjack", "mulligan-21"])
def test_finals_from_a_small_shoe_equal_card_by_card_dealing(game: str) -> None:
    tables = tables_of(game)
    model = Model(tables)
    cards = [3, 2, 1, 0, 2, 1, 2, 3, 1, 3, 4][: model.kinds]
    hand = model.hands.of(0, 4, 7)  # three cards of the player
    left = [many - int(held) for many, held in zip(cards, model.hands.counts[hand], strict=True)]
    for up in range(model.kinds):
        dealt = [Fraction(0)] * model.finals
        deal(tables, model, [up], left, Fraction(1), dealt)
        for lead in range(model.kinds):
            finals = finals_by(model, up, lead, np.array(cards, dtype=float))[hand]
            assert finals == pytest.approx([float(chance) for chance in dealt], abs=1e-14)


def deal(
    tables: Tables, model: Model, dealer: list[int], left: list[int], chance: Fraction,
    out: list[Fraction],
) -> None:  # fmt: skip
    """Add the chances of all finals that the dealer's cards can still become."""
    state = EMPTY
    for kind in dealer:
        state = NEXT[state][model.values[kind]]
    final = tables.dealer_final[state]
    if len(dealer) == 2 and state == SOFT_21:
        final = model.finals - 1
    if len(dealer) > 1 and final != DRAWS:
        out[final] += chance
        return
    whole = sum(left)
    for kind, many in enumerate(left):
        if many:
            left[kind] -= 1
            deal(tables, model, [*dealer, kind], left, chance * many / whole, out)
            left[kind] += 1
