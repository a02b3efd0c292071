"""What a table with a file's rules earns, and what it brings when it is played out."""

from __future__ import annotations

from functools import lru_cache
from math import isfinite

import msgspec

from pitboss.analysis.dealing_plan import Plan
from pitboss.analysis.simulating import Simulation, simulate_rules
from pitboss.analysis.table_money import SURE, TableStakes, table_money
from pitboss.rules.errors import RulesError
from pitboss.web.workbench.further_answers import (
    BenchMoney,
    BenchSimulation,
    BetMoneyLine,
    SimulatedWager,
)
from pitboss.web.workbench.solved_files import read, solved
from pitboss.web.workbench.wire import Design, MoneyPlan

SEAT_ROUNDS = 400_000
"""Rounds of two seats from which it is known how their results go together."""
MOST_ROUNDS = 50_000_000
"""Of one request: some seconds of one processor."""
NIGHT, RARELY = SURE


def money_of(design: Design, plan: MoneyPlan) -> BenchMoney:
    """What a table earns whose seats all play and wager alike."""
    found = read(design)
    first, *_ = found.rules.wagers.opening
    unit = plan.wagers.get(first, 0.0)
    if not 0 < unit < 1e9:
        raise RulesError(f"wager {first} = {unit:g}: use more than 0 dollars")
    side = {
        bet: dollars / unit
        for bet, dollars in plan.wagers.items()
        if bet not in found.rules.wagers.opening and dollars
    }
    staked = Design(text=design.text, paytables=design.paytables, stakes=side)
    solution = solved(staked, found, full=False)
    together = _between_seats(msgspec.json.encode(staked)) if plan.seats > 1 else 0.0
    covariance = together * unit**2
    stakes = TableStakes(plan.wagers, plan.seats, plan.rounds_per_hour, covariance)
    money = table_money(solution, stakes)
    low, high = money.band(plan.hours, NIGHT)
    alone = (unit * solution.round.sd) ** 2
    return BenchMoney(
        problems=[],
        bets=[
            BetMoneyLine(id=one.bet, name=one.name, handle=one.handle, hold=one.hold, sd=one.sd)
            for one in money.bets
            if one.handle
        ],
        hold_per_hour=money.hold_per_hour, sd_per_hour=money.sd_per_hour,
        between_seats=covariance / alone if alone else 0.0,
        hours_until_ahead=[money.hours_until_ahead(sure) for sure in SURE],
        night=money.hold_per_hour * plan.hours, night_band=[low, high],
        night_worst=money.worst(plan.hours, RARELY), round_worst=money.largest_loss,
        round_likely=money.likely_loss, ruin=money.ruin(plan.bankroll),
        bankroll_needed=money.bankroll_for(),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _between_seats(design: bytes) -> float:
    """Covariance of two seats' results in main units, by simulation."""
    wanted = msgspec.json.decode(design, type=Design)
    played = _played_out(wanted, wanted.stakes, Plan(rounds=SEAT_ROUNDS, seats=2, threads=1))
    return played.results.seat_covariance or 0.0


def simulation_of(design: Design, rounds: int, seed: int) -> BenchSimulation:
    """So many rounds by the best chart, beside the solver; more of them begin with the same."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RulesError(f"rounds = {rounds}: use 1 to {MOST_ROUNDS:,}")
    played = _played_out(design, design.stakes, Plan(rounds=rounds, seed=seed, threads=1))
    beside = [played.round_against_solver(), *played.against_solver()]
    return BenchSimulation(
        problems=[], rounds=played.results.rounds, seed=seed,
        wagers=[
            SimulatedWager(
                id=one["bet"], solver=one["solver"], simulated=one["simulated"], error=one["se"]
            )
            for one in beside
        ],
        rounds_per_second=played.rounds_per_second if isfinite(played.rounds_per_second) else 0.0,
    )  # fmt: skip


def _played_out(design: Design, stakes: dict[str, float], plan: Plan) -> Simulation:
    game, rules = read(design)
    return simulate_rules(game, rules, plan, bets=stakes, optimise=design.optimise)
