"""Solver against simulator, every game, bet and pay table: the long proof, best on a GPU.

    python -m scripts.proof prepare proof.cases        where pitboss is installed
    python -m scripts.proof deal proof.cases proof.tallies --rounds 100000000000
    python -m scripts.proof report proof.tallies        writes docs/proof.md

`deal` needs numba, numpy and msgspec only, so it can run on another machine than the rest.
"""

from __future__ import annotations

import argparse
import gzip
import pickle
import sys
import time
from itertools import pairwise
from math import erfc, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pitboss.analysis.solution import Solution

GAMES = ("blackjack", "half-back", "lucky-stiff", "blackjack-tie", "mulligan-21")
TABLES = {"half-back": "upcard-bonus", "lucky-stiff": "lucky-stiff", "blackjack-tie": "tie",
          "mulligan-21": "lucky-stiff"}  # fmt: skip
CUT_CARD: tuple[tuple[dict[str, Any], int, float, float], ...] = (
    ({"decks": 6, "soft17": "hit", "das": True}, 6, -0.00628, 1.346),
    ({"decks": 6, "soft17": "stand", "das": False}, 6, -0.00573, 1.295),
    ({"decks": 6, "soft17": "hit", "das": False}, 6, -0.00787, 1.308),
    ({"decks": 8, "soft17": "hit", "das": False}, 6, -0.00812, 1.309),
    ({"decks": 2, "soft17": "hit", "das": True}, 2, -0.00398, 1.341),
    ({"decks": 2, "soft17": "hit", "das": True}, 6, -0.00398, 1.341),
)
"""Options, decks of the chart played, expectation and variance: Wizard of Odds, blackjack appendix
4, about 10^10 hands. With six and eight decks the published variances show which chart was played:
the one for doubling after splits, also where that is not allowed."""
READINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("blackjack-tie", {"decks": 6, "BT-R4": "other"}),
    ("mulligan-21", {"decks": 6, "after-burn": "any", "M21-R9": "other"}),
    ("mulligan-21", {"decks": 8, "after-burn": "any", "M21-R9": "other"}),
)
"""Games by other readings of their documents."""
PENETRATIONS = (0.75, 0.85)
SEED = 20130107


class Case(NamedTuple):
    """A game as it is to be dealt."""

    game: str
    options: dict[str, Any]
    strategy: str
    tables: Any
    policy: Any
    seed: int
    cut: int | None = None
    """Cards before the cut card; None for a fresh shoe each round."""

    @property
    def words(self) -> str:
        """Its options."""
        return ", ".join(f"{key} {value}" for key, value in self.options.items())


def prepare(path: Path) -> None:
    """Solve every case and write its tables and policy to a file."""
    from pitboss.analysis.solving import solve
    from pitboss.exact.policy_format import to_policy

    cases: list[Case] = []
    for game in GAMES:
        for decks in (6, 8):
            for soft17 in ("hit", "stand") if game != "mulligan-21" else (None,):
                for strategy in ("chart", "composition"):
                    found = solve(game, decks=decks, soft17=soft17, strategy=strategy)
                    policy = to_policy(found.solver, found.plays)
                    options: dict[str, Any] = {"decks": decks}
                    if soft17:
                        options["soft17"] = soft17
                    tables, seed = found.solver.tables, SEED + len(cases)
                    cases.append(Case(game, options, strategy, tables, policy, seed))
    for game, options in READINGS:
        for strategy in ("chart", "composition"):
            found = solve(game, options=options, strategy=strategy)
            policy, seed = to_policy(found.solver, found.plays), SEED + len(cases)
            cases.append(Case(game, options, strategy, found.solver.tables, policy, seed))
    for options, decks, _, _ in CUT_CARD:
        chart = solve("blackjack", decks=decks, soft17=options["soft17"], strategy="chart").chart
        found = solve("blackjack", options=options, strategy=chart)
        policy, name = to_policy(found.solver, found.plays), f"chart for {decks} decks"
        for part in PENETRATIONS:
            cut, seed = round(52 * options["decks"] * part), SEED + len(cases)
            tables = found.solver.tables
            cases.append(Case("blackjack", options, name, tables, policy, seed, cut))
    path.write_bytes(gzip.compress(pickle.dumps([tuple(case) for case in cases]), 5))
    print(f"{path}: {len(cases)} cases")


def deal(path: Path, output: Path, rounds: int, shoes: int, device: str) -> None:
    """Deal every case and write the tallies."""
    from pitboss.sim.program import Dealing, Program

    tallies = []
    for case in map(Case._make, pickle.loads(gzip.decompress(path.read_bytes()))):
        program = Program(
            case.tables, case.policy, Dealing(seed=case.seed, cut=case.cut), device=device
        )
        start = time.perf_counter()
        tally = program.run(0, rounds if case.cut is None else shoes)
        seconds = time.perf_counter() - start
        read = program.read(tally)
        speed = read.rounds / seconds / 1e9
        print(
            f"{case.game} {case.words} {case.strategy} cut {case.cut}: {read.rounds:.3e} rounds "
            f"in {seconds:.2f} s, {speed:.2f} G/s", flush=True,
        )  # fmt: skip
        tallies.append((tuple(case), tally, seconds))
    output.write_bytes(gzip.compress(pickle.dumps((device, tallies)), 5))


class Comparison(NamedTuple):
    """One bet of one case on one pay table."""

    case: Case
    bet: str
    table: int
    solved: float
    simulated: float
    se: float

    @property
    def z(self) -> float:
        """Standard errors apart."""
        return (self.simulated - self.solved) / self.se


def compare(case: Case, tally: NDArray[np.int64]) -> list[Comparison]:
    """Every bet of a case on every pay table, from one histogram."""
    from pitboss import games
    from pitboss.analysis.solving import solve_rules
    from pitboss.rules.compile import compile_rules
    from pitboss.sim.program import Dealing, Program
    from pitboss.sim.statistics import Results

    game = games.find(case.game)
    program = Program(case.tables, case.policy, Dealing(seed=case.seed, cut=case.cut))
    read, name = program.read(tally), TABLES.get(case.game)
    found: list[Comparison] = []
    solution: Solution | None = None
    for table in range(1, 7):
        try:
            rules = game.rules(case.options, {name: table} if name else {})
        except Exception:
            break
        # no pay table changes how the main game is played
        again = solution.repaid(rules) if solution is not None else None
        solution = again or solve_rules(game, rules, strategy=case.strategy)
        solved = solution.bets
        pays = {bet.id: [event.pays for event in bet.events] for bet in compile_rules(rules).bets}
        for reader in program.outcomes.readers:
            if reader.bet.id in pays:
                reader.pays[: len(pays[reader.bet.id])] = pays[reader.bet.id]
        results = Results(program.outcomes, read, {})
        for bet, figures in results.bets.items():
            if bet in solved and (table == 1 or bet in pays):
                found.append(Comparison(case, bet, table, solved[bet].ev, figures.mean, figures.se))
        if name is None:
            break
    return found


def report(path: Path, output: Path) -> None:
    """Compare with the solver and write a page."""
    device, found = pickle.loads(gzip.decompress(path.read_bytes()))
    tallies = [(Case._make(case), tally, seconds) for case, tally, seconds in found]
    every: list[Comparison] = []
    for case, tally, _ in tallies:
        if case.cut is None:
            every += compare(case, tally)
            print(f"{case.game} {case.options} {case.strategy}", file=sys.stderr)
    lines = page(device, tallies, every)
    output.write_text("\n".join(lines) + "\n")
    print(f"{output}: {len(every)} comparisons, largest {max(abs(c.z) for c in every):.2f}")


def distribution(values: list[float]) -> list[str]:
    """How z-scores lie, beside what a standard normal distribution has."""
    z = np.sort(np.array(values))
    normal = np.array([0.5 * erfc(-value / sqrt(2)) for value in z])
    steps = np.arange(1, len(z) + 1) / len(z)
    distance = float(max(np.abs(steps - normal).max(), np.abs(steps - 1 / len(z) - normal).max()))
    lines = [
        f"{len(z)} z-scores: mean {z.mean():+.3f} (expected 0 ± {len(z) ** -0.5:.3f}), standard "
        f"deviation {z.std():.3f} (expected 1 ± {(2 * len(z)) ** -0.5:.3f}), largest distance from "
        f"the normal distribution {distance:.3f} (5 % of such samples exceed "
        f"{1.36 / len(z) ** 0.5:.3f}).",
        "",
        "| z | found | expected |",
        "|---|---|---|",
    ]
    edges = (-4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0)
    for low, high in pairwise(edges):
        part = 0.5 * (erfc(-high / sqrt(2)) - erfc(-low / sqrt(2)))
        inside = int(((z >= low) & (z < high)).sum())
        lines.append(f"| {low:+.0f} to {high:+.0f} | {inside} | {part * len(z):.1f} |")
    return lines


def page(device: str, tallies: list[Any], every: list[Comparison]) -> list[str]:
    """The lines of the page."""
    from pitboss.sim.program import Dealing, Program
    from pitboss.sim.statistics import Results

    fresh = [(case, tally, seconds) for case, tally, seconds in tallies if case.cut is None]
    rounds = int(fresh[0][1].sum())
    # one z-score for each bet of each case: other pay tables weigh the same events
    single = [c for c in every if c.table == 1]
    lines = [
        "# Solver against simulator",
        "",
        f"Every game, bet and pay table, 6 and 8 decks, dealer hits or stands on soft 17, played "
        f"by the best chart and by exact cards: {len(fresh)} cases of {rounds:.1e} rounds each in "
        f"fresh shoes, dealt on {device} with seeds from {SEED} on. Both sides value exactly the "
        "same policy. Written by `scripts/proof.py`.",
        "",
        f"{len(every)} comparisons; the largest difference is "
        f"{max(abs(c.z) for c in every):.2f} standard errors.",
        "",
        "## How the differences lie",
        "",
        "One z-score for each bet of each case, on its first pay table. Bets of one case share "
        "their rounds and are not independent, so the sample is worth less than its number.",
        "",
        *distribution([c.z for c in single]),
        "",
        "## Every comparison",
        "",
        "Expectation per unit staked.",
        "",
        "| game | options | strategy | bet | pay table | solver | simulated | standard error | z |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for c in every:
        lines.append(
            f"| {c.case.game} | {c.case.words} | {c.case.strategy} | {c.bet} | {c.table} | "
            f"{c.solved:+.8f} | {c.simulated:+.8f} | {c.se:.1e} | {c.z:+.2f} |"
        )
    lines += [
        "",
        "## With a cut card",
        "",
        "Blackjack at one seat, a burned card, cut card at the penetration named; beside figures "
        "published by the Wizard of Odds (blackjack appendix 4, about 10^10 hands), and the "
        "solver's expectation of the same chart in a fresh shoe. With six and eight decks the "
        "published variances tell which chart was played: the one for doubling after splits, also "
        "where that is not allowed. With two decks neither of the two charts gives the published "
        "variance. The published expectations do not show the whole cost of a cut card: at six and "
        "eight decks they lie about half-way between a fresh shoe and a cut card, at two decks "
        "next to a fresh shoe. How those shoes were ended is not published. Neither the number of "
        "seats, nor the penetration, nor one more round after the cut card, nor the mean of shoes "
        "instead of rounds brings ours to theirs. The published variances are a fresh shoe's too, "
        "to the last digit given: 1.3459, 1.2951, 1.3083 and 1.3091 at six and eight decks.",
        "",
        "| options | played by | penetration | rounds | expectation | standard error | fresh shoe "
        "| published | variance | published |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for case, tally, _ in tallies:
        if case.cut is None:
            continue
        program = Program(case.tables, case.policy, Dealing(seed=case.seed, cut=case.cut))
        read = program.read(tally)
        found = Results(program.outcomes, read, {}).round
        published = next(row[2:] for row in CUT_CARD if row[0] == case.options)
        part = case.cut / (52 * case.options["decks"])
        fresh_shoe = _fresh(case)
        lines.append(
            f"| {case.words} | {case.strategy} | {part:.0%} | {read.rounds:.2e} | "
            f"{found.mean:+.6f} | {found.se:.1e} | {fresh_shoe:+.6f} | {published[0]:+.5f} | "
            f"{found.sd**2:.4f} | "
            f"{published[1]} |"
        )
    return lines


def _fresh(case: Case) -> float:
    """The expectation of a case's chart in a fresh shoe, by the solver."""
    from pitboss.analysis.solving import solve

    decks = int(case.strategy.split()[2])
    chart = solve("blackjack", decks=decks, soft17=case.options["soft17"], strategy="chart").chart
    return solve("blackjack", options=case.options, strategy=chart).round.ev


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    one = steps.add_parser("prepare")
    one.add_argument("cases", type=Path)
    two = steps.add_parser("deal")
    two.add_argument("cases", type=Path)
    two.add_argument("tallies", type=Path)
    two.add_argument("--rounds", type=float, default=1e8)
    two.add_argument("--shoes", type=float, default=1e6)
    two.add_argument("--device", default="cpu")
    three = steps.add_parser("report")
    three.add_argument("tallies", type=Path)
    three.add_argument("--output", type=Path, default=Path("docs/proof.md"))
    given = parser.parse_args()
    if given.step == "prepare":
        prepare(given.cases)
    elif given.step == "deal":
        deal(given.cases, given.tallies, int(given.rounds), int(given.shoes), given.device)
    else:
        report(given.tallies, given.output)


if __name__ == "__main__":
    main()
