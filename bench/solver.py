"""Speed of the exact solver: every game, six and eight decks, one core, compiled code warm.

``python -m bench.solver`` prints milliseconds beside the limit set for each and their ratio, the
cost of further objectives and pay tables on the same shoe, grids of rule sets, how the cost grows
with the number of boards, what a whole process takes from the shell prompt, and the memory it
needs.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from rich.console import Console
from rich.table import Table as Grid

from pitboss import games
from pitboss.analysis.paytables import table_figures
from pitboss.analysis.solving import solve_rules
from pitboss.analysis.sweeping import sweep
from pitboss.exact.solver import Solver
from pitboss.rules.compile import Tables, compile_rules

LIMITS = {"blackjack": 30, "half-back": 120, "mulligan-21": 80}
FURTHER = 30
PAY_TABLE = 1
PROCESS = 1.5
SWEEP = 60
"""Seconds for a thousand rule sets."""
GRIDS = {
    "blackjack": ("decks", "soft17", "double", "das", "resplit-aces", "hit-split-aces", "pairs",
                  "surrender"),
    "lucky-stiff": ("decks", "soft17", "lucky-stiff", "natural", "das", "double"),
    "blackjack-tie": ("decks", "soft17", "tie", "natural", "das", "double", "resplit-aces"),
    "half-back": ("decks", "soft17", "upcard-bonus", "resplit-aces", "hit-split-aces",
                  "split-cards", "seats"),
    "mulligan-21": ("decks", "lucky-stiff", "surrender", "das", "double", "insurance",
                    "resplit-aces"),
}  # fmt: skip
"""Options that vary together. Every rule set of the first is played in a way of its own."""
RUNS = 15


def milliseconds(work: Callable[[], object], runs: int = RUNS) -> tuple[float, float]:
    """Best and median of several runs."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return min(times), statistics.median(times)


def best_play(tables: Tables) -> Solver:
    """The best play of a full shoe, from its compiled rules."""
    solver = Solver(tables)
    solver.best(solver.objective())
    return solver


def solve_for(solver: Solver, bets: dict[str, float]) -> None:
    """Another objective on a shoe whose dealer is known."""
    solver.best(solver.objective(bets))


def all_figures(tables: Tables) -> object:
    """The same, with the expectation of every wager."""
    solver = Solver(tables)
    return solver.figures(solver.best(solver.objective())).expectations()


def main() -> None:
    """Print everything."""
    console = Console(width=110)
    grid = Grid(title="Exact solver, milliseconds (best / median)", title_justify="left")
    for name in ("game", "decks", "best play", "with all figures", "limit", "median ÷ limit",
                 "boards", "ms per board"):  # fmt: skip
        grid.add_column(name, justify="left" if name == "game" else "right", no_wrap=True)
    for game in games.BUILT_IN:
        for decks in (6, 8):
            tables = compile_rules(games.find(game).rules({"decks": decks}))
            play = milliseconds(partial(best_play, tables))
            whole = milliseconds(partial(all_figures, tables))
            limit = LIMITS.get(game, LIMITS["blackjack"])
            boards = len(best_play(tables).positions)
            grid.add_row(
                game, str(decks), f"{play[0]:.1f} / {play[1]:.1f}",
                f"{whole[0]:.1f} / {whole[1]:.1f}", str(limit), f"{play[1] / limit:.2f}",
                str(boards), f"{play[1] / boards:.2f}",
            )  # fmt: skip
    console.print(grid)
    further(console)
    sweeps(console)
    process(console)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(f"Memory of this process at most: {memory:.0f} MB (limit 500)")


def further(console: Console) -> None:
    """Further objectives and pay tables on a shoe that is known."""
    for game, bets in (("lucky-stiff", {"lucky-stiff": 1.0}), ("blackjack-tie", {"tie-17": 0.5})):
        solver = best_play(compile_rules(games.find(game).rules()))
        best, median = milliseconds(partial(solve_for, solver, bets))
        console.print(
            f"{game}: another objective on the same shoe {best:.1f} / {median:.1f} ms "
            f"(limit {FURTHER}, ratio {median / FURTHER:.2f})"
        )
        found = games.find(game)
        solution = solve_rules(found, found.rules())
        bet = next(iter(bets))
        best, median = milliseconds(partial(table_figures, solution, bet))
        console.print(
            f"{game}: all pay tables of {bet} {best:.2f} / {median:.2f} ms (limit {PAY_TABLE})"
        )


def sweeps(console: Console) -> None:
    """Grids of rule sets, on one core: how long a thousand of each take."""
    for game, options in GRIDS.items():
        start, used = time.perf_counter(), time.process_time()
        rows = sweep(game, dict.fromkeys(options))
        seconds, used = time.perf_counter() - start, time.process_time() - used
        thousand = 1000 * used / len(rows)
        console.print(
            f"{game}: {len(rows):,} rule sets in {seconds:.1f} s, {used:.1f} s of the processor; a "
            f"thousand take it {thousand:.1f} s (limit {SWEEP}, ratio {thousand / SWEEP:.2f})"
        )


def process(console: Console) -> None:
    """A whole process, from the shell prompt to the answer."""
    for game in games.BUILT_IN:
        times = []
        for _ in range(3):
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "pitboss", "solve", game, "--json"],
                check=True, capture_output=True,
            )  # fmt: skip
            times.append(time.perf_counter() - start)
        console.print(
            f"pitboss solve {game}: {min(times):.2f} s from the prompt (limit {PROCESS}, ratio "
            f"{min(times) / PROCESS:.2f})"
        )


if __name__ == "__main__":
    main()
