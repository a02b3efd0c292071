"""The programme's core against the solver it is to replace: every board, every deal."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from pitboss import games
from pitboss.exact.optimise import Optimiser
from pitboss.exact.position import SplitTables
from pitboss.exact.programme.best import BestPlay, Core, Rules, Shoe, core_of
from pitboss.exact.programme.loops.play import BOARDS
from pitboss.exact.programme.outcomes import SplitOutcomes, Starts, unsplit_outcomes
from pitboss.exact.programme.riding import RidingPlay
from pitboss.exact.solver import TIE_BREAK, Solver
from pitboss.exact.tally import Tally
from pitboss.rules.compile import Move, compile_rules
from pitboss.rules.course import compile_course
from pitboss.rules.grammar import Ranks, Totals
from pitboss.rules.policy import SplitHand
from pitboss.rules.vocabulary import Rules as GameRules

CLOSE = 1e-12
replace = msgspec.structs.replace


def largest_difference(rules: GameRules, shoe: list[float]) -> float:
    """How far the two solvers are apart on any deal."""
    tables = compile_rules(rules)
    play = BestPlay(Shoe.of(core_of(Rules(tables, compile_course(rules))), shoe))
    solver = Solver(tables, shoe)
    worst = 0.0
    for number, position in enumerate(solver.positions):
        _, expected = Optimiser(position, solver.objective()).play()
        _, found = play.plan(number, position.deals)
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


Options = dict[str, bool | int | str]
OPTIONS: list[tuple[str, Options]] = [
    ("blackjack", {"decks": 1, "das": False, "resplit-aces": True, "hit-split-aces": True}),
    ("blackjack", {"decks": 2, "pairs": "value", "peek": False, "double": "hard 10-11"}),
    ("blackjack", {"decks": 8, "surrender": True, "soft17": "stand"}),
    ("half-back", {"decks": 8, "resplit-aces": True, "hit-split-aces": True}),
    ("mulligan-21", {"burn-split-cards": False, "surrender": True, "resplit-aces": True}),
    ("mulligan-21", {"decks": 8, "das": False, "hit-split-aces": True}),
]


@pytest.mark.parametrize(
    ("number", "game", "options"), [(i, *one) for i, one in enumerate(OPTIONS)]
)
def test_options_and_dealt_shoes(number: int, game: str, options: Options) -> None:
    rules = games.find(game).rules(options)
    assert largest_difference(rules, random_shoe(rules.shoe.decks, number)) < CLOSE


def changed(game: str, **sections: dict[str, object]) -> GameRules:
    """A game with sections of its rules changed in ways no house option allows."""
    rules = games.find(game).rules()
    new = {name: replace(getattr(rules, name), **fields) for name, fields in sections.items()}
    return replace(rules, **new)


def with_mulligan(ranks: str, *, split_cards: bool, double_cards: bool) -> GameRules:
    mulligan = {
        "ranks": Ranks.parse(ranks),
        "split_cards": split_cards,
        "double_cards": double_cards,
    }
    return changed("mulligan-21", mulligan=mulligan)


DESIGNS = {
    "to two hands, push on 22": changed(
        "blackjack", split={"max_hands": 2}, dealer={"pushes_on": (22,)}
    ),
    "to three hands, naturals first": changed(
        "blackjack", split={"max_hands": 3}, natural={"paid": "before-peek"}
    ),
    "take back any hand, double any two": changed(
        "half-back",
        take_back={"on": Totals.parse("any")},
        double={"on": Totals.parse("any"), "adds": "equal"},
    ),
    "burn nines, tens and faces": with_mulligan("9-K", split_cards=True, double_cards=False),
    "burn twos and faces": with_mulligan("2, J-K", split_cards=True, double_cards=True),
}


@pytest.mark.parametrize("name", DESIGNS)
def test_designs(name: str) -> None:
    assert largest_difference(DESIGNS[name], random_shoe(6, 11)) < CLOSE


def by_doubled(core: Core, found: SplitTables) -> SplitTables:
    """Tables by row as tables by doubled."""
    doubled = np.array([row.doubled for row in core.rows])
    by_row = found.tables.reshape(len(found.tables), len(doubled), -1)
    both = [by_row[:, ~doubled].sum(axis=1), by_row[:, doubled].sum(axis=1)]
    return found._replace(tables=np.concatenate(both, axis=1))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("blackjack", {"peek": False}),
        ("half-back", {}),
        ("mulligan-21", {"hit-split-aces": True}),
    ],
)
def test_outcome_tables(game: str, options: Options) -> None:
    """One board at a time or many boards at once."""
    rules = games.find(game).rules(options)
    shoe = random_shoe(rules.shoe.decks, 7)
    tables = compile_rules(rules)
    play = BestPlay(Shoe.of(core_of(Rules(tables, compile_course(rules))), shoe))
    outcomes, solver = SplitOutcomes(play.shoe), Solver(tables, shoe)
    asked = list(enumerate(solver.positions))[::4]
    for pair in range(1, solver.model.kinds, 2):
        own = {
            number: play.split_picks(number, pair).later
            for number, position in asked
            if position.left[pair] >= 2
        }
        together = outcomes.tables_of_boards(pair, own)
        for number, position in asked:
            if number not in own:
                continue
            optimiser = Optimiser(position, solver.objective())
            expected = optimiser.tables(pair, optimiser.split(pair, ()).later)
            found = outcomes.tables(number, pair, own[number])
            assert found.burning == expected.burning == together[number].burning
            assert np.array_equal(found.tables, together[number].tables)
            assert np.abs(by_doubled(play.core, found).tables - expected.tables).max() < CLOSE


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
    check_riding(games.find(game).rules(), bets, main)


def test_riding_bets_where_second_cards_are_burned() -> None:
    mulligan = games.find("mulligan-21").rules().mulligan
    rules = replace(games.find("blackjack-tie").rules(), mulligan=mulligan)
    check_riding(rules, {"tie-20": 3.0}, 1.0)


HARD_LUCK = Path(__file__).parents[1] / "enumeration" / "cases" / "designs" / "hard-luck.toml"


def test_riding_bets_where_hands_carry_different_stakes() -> None:
    bets = games.find("blackjack-tie").rules().bets
    check_riding(replace(games.find("half-back").rules(), bets=bets), {"tie-left": 1.0}, 1.0)


@pytest.mark.parametrize("bets", [{"loser": 1.0}, {"calm": 2.0, "timid": 1.0}])
def test_riding_bets_that_a_bust_settles_before_a_natural_shows(bets: dict[str, float]) -> None:
    check_riding(games.find(str(HARD_LUCK)).rules({"peek": False}), bets, 1.0)


def check_riding(rules: GameRules, bets: dict[str, float], main: float) -> None:
    """Both solvers value every deal alike, on every other board of a dealt shoe."""
    shoe = random_shoe(rules.shoe.decks, 3)
    tables = compile_rules(rules)
    plain = BestPlay(Shoe.of(core_of(Rules(tables, compile_course(rules))), shoe))
    solver = Solver(tables, shoe)
    objective = solver.objective(bets, main=main)
    riding = RidingPlay(plain, objective)
    for number, position in list(enumerate(solver.positions))[::2]:
        optimiser = Optimiser(position, objective)
        _, expected = optimiser.play()
        _, found = riding.plan(number, position)
        assert np.abs(found - expected).max() < CLOSE
        deals, profiles = position.deals, objective.profiles(position)
        for at in np.nonzero(deals.pair >= 0)[0].tolist():  # also those that are not split
            pair, profile, mates = int(deals.pair[at]), profiles[at], float(deals.mates[at])
            if profile:
                split = riding.first_hand(profile, number // BOARDS, pair).worth[number % BOARDS]
                known = plain.pairs[number // BOARDS][pair].mates[number % BOARDS].tolist()
                most = solver.model.split_hands(pair)[-1]
                how = optimiser.split(pair, profile)
                worth = optimiser.split_worth(pair, profile, how, mates, most)
                worth -= objective.lost(profile, float(deals.natural[at]))
                assert abs(split[known.index(mates), -1] - worth) < CLOSE


@pytest.mark.parametrize("game", ["blackjack", "half-back", "mulligan-21"])
def test_figures_from_its_tables(game: str) -> None:
    """Today's tally takes its tables, of split hands and of others; figures stay as they are."""
    rules = games.find(game).rules({"decks": 8})
    shoe = random_shoe(8, 5)
    tables = compile_rules(rules)
    play = BestPlay(Shoe.of(core_of(Rules(tables, compile_course(rules))), shoe))
    outcomes, solver = SplitOutcomes(play.shoe), Solver(tables, shoe)
    strategy = solver.best(solver.objective())
    expected, found = Tally(solver.model), Tally(solver.model)
    doubled = np.array([row.doubled for row in play.core.rows])
    for number, (position, old) in enumerate(zip(solver.positions, strategy.plays, strict=True)):
        expected.add(position, old, strategy.tables[number])
        plan, _ = play.plan(number, position.deals)

        def table_of(pair: int, _: SplitHand, board: int = number) -> SplitTables:
            table = outcomes.tables(board, pair, play.split_picks(board, pair).later)
            return by_doubled(play.core, table)

        found.add(position, old, table_of)
        rows = np.nonzero((old.moves != 0) & (old.moves != Move.SURRENDER) & (old.hands == 0))[0]
        deals = position.deals
        one = Tally(solver.model)
        one.add(position, old._replace(splits={}))
        played = sum(part.played + part.taken for part in one.parts.values())
        chances = position.board.chance * deals.chance[rows]
        starts = Starts(plan.options[rows], chances, deals.natural[rows])
        table = unsplit_outcomes(play.shoe, number, plan.picks[0], starts)
        both = np.stack([table[~doubled].sum(axis=0), table[doubled].sum(axis=0)])
        assert np.abs(both - played).max() < CLOSE
    figures = [solver.figures(strategy, tally).expectations() for tally in (expected, found)]
    assert np.abs(figures[0] - figures[1]).max() < CLOSE
