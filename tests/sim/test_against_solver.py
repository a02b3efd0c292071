"""The simulator as a second proof of the solver's numbers; `docs/proof.md` has the long version."""

from __future__ import annotations

import pytest
from scripts.proof import CUT_CARD, GAMES, Case, compare

from pitboss import games
from pitboss.analysis.solving import solve, solve_rules
from pitboss.exact.policy_format import to_policy
from pitboss.rules.game import OptionValue
from pitboss.sim.program import Dealing, Program
from pitboss.sim.statistics import Results
from tests.effort import WHOLE, size

ROUNDS = size("SIMULATED", usual=5_000_000, whole=10_000_000)
"""Enough to see a seven-hundredth of a wager; the long version plays 10^11 of each case."""
CASES = [
    (game, decks, soft17)
    for game in GAMES
    for decks in (6, 8)
    for soft17 in (("hit", "stand") if game != "mulligan-21" else (None,))
    if WHOLE or (decks == 6) == (soft17 != "stand")
]


@pytest.mark.parametrize(("game", "decks", "soft17"), CASES)
def test_every_bet_and_pay_table_agrees_with_the_solver(
    game: str, decks: int, soft17: str | None
) -> None:
    strategy = "composition" if decks == 8 else "chart"
    found = solve(game, decks=decks, soft17=soft17, strategy=strategy)
    options: dict[str, object] = {"decks": decks} | ({"soft17": soft17} if soft17 else {})
    seed = 1000 + CASES.index((game, decks, soft17))
    policy = to_policy(found.solver, found.plays)
    case = Case(game, options, strategy, found.solver.tables, policy, seed)
    tally = Program(case.tables, policy, Dealing(seed=seed)).run(0, ROUNDS)
    compared = compare(case, tally)
    assert {one.bet for one in compared} == set(found.bets)
    far = [f"{one.bet}, table {one.table}: {one.z:+.2f}" for one in compared if abs(one.z) > 4]
    assert not far


@pytest.mark.parametrize(
    ("options", "bet"),
    [({}, "tie-21"), ({"BT-R4": "other"}, "tie-21"), ({"BT-R8": "other"}, "tie-18"),
     ({"BT-R7": "other", "surrender": True}, "tie-left")],
)  # fmt: skip
def test_play_for_a_bet_agrees_with_the_solver_on_every_reading(
    options: dict[str, OptionValue], bet: str
) -> None:
    game = games.find("blackjack-tie")
    found = solve_rules(game, game.rules(options), bets={bet: 1.0}, optimise=bet)
    policy = to_policy(found.solver, found.plays)
    program = Program(found.solver.tables, policy, Dealing(seed=77))
    played = Results(program.outcomes, program.read(program.run(0, 10_000_000)), {bet: 1.0})
    assert abs(played.bets[bet].mean - found.bets[bet].ev) < 4 * played.bets[bet].se
    assert played.bets[bet].sd == pytest.approx(found.bets[bet].sd, rel=2e-3)


@pytest.mark.parametrize("game", ["lucky-stiff", *(["half-back"] if WHOLE else [])])
def test_standard_deviations_agree_with_exact_enumeration(game: str) -> None:
    found = solve(game, strategy="chart", bets={games.find(game).rules().bets[-1].id: 1.0})
    found.enumerate_splits()
    program = Program(found.solver.tables, to_policy(found.solver, found.plays), Dealing(seed=3))
    results = Results(program.outcomes, program.read(program.run(0, 20_000_000)), found.stakes)
    assert abs(results.round.sd - found.round.sd) < 4 * results.round.sd_error
    assert results.round.average_stake == pytest.approx(found.round.average_stake, rel=1e-3)
    assert results.round.hit_rate == pytest.approx(found.round.hit_rate, rel=1e-3)


@pytest.mark.parametrize("row", range(4))
def test_a_cut_card_costs_two_hundredths_of_a_percent_and_has_the_published_variance(
    row: int,
) -> None:
    options, decks, _, variance = CUT_CARD[row]
    chart = solve("blackjack", decks=decks, soft17=options["soft17"], strategy="chart").chart
    found = solve("blackjack", options=options, strategy=chart)
    cut = round(52 * options["decks"] * 0.75)
    program = Program(
        found.solver.tables, to_policy(found.solver, found.plays), Dealing(seed=row, cut=cut)
    )
    results = Results(program.outcomes, program.read(program.run(0, 400_000)), {})
    assert results.round.sd**2 == pytest.approx(variance, abs=0.002)
    effect = results.round.mean - found.round.ev
    assert abs(effect + 0.0002) < 4 * results.round.se
