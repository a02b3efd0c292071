"""Days of a table dealt from real shoes, and what the monitor makes of them.

``python -m tests.analysis.table_days 10000`` deals so many days of every built-in game and holds
the alarms beside those that were promised; then it overpays every line and looks who is named.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss import games
from pitboss.analysis.dealing_plan import Plan
from pitboss.analysis.drift import (
    drifting_lines,
    money_suspects,
    rounds_until_outside,
    rounds_until_seen,
)
from pitboss.analysis.exact_sums import Rounds, house_win
from pitboss.analysis.shared_results import SharedResults, shared_results
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import rules_of, solve_rules
from pitboss.analysis.watching import JudgedBet, Watched, judge
from pitboss.exact.policy_format import to_policy
from pitboss.sim.program import Program
from pitboss.sim.statistics import decode

Ints = NDArray[np.int64]

STAKES = (500, 1000, 1000, 2500, 5000)
"""Cents at five seats, the same on every bet all day long."""
SHOES = 20
"""In a day: about 300 rounds with five seats."""
MOST_ROUNDS = 3_000_000
"""A line that needs more before the money shows it is not played."""


@dataclass
class Alarms:
    """What days of tables raised, and what was promised of chance."""

    bet_days: int = 0
    notices: int = 0
    notices_promised: float = 0.0
    alerts: int = 0
    alerts_promised: float = 0.0

    def add(self, other: Alarms) -> None:
        """Those of other days as well."""
        self.bet_days += other.bet_days
        self.notices += other.notices
        self.notices_promised += other.notices_promised
        self.alerts += other.alerts
        self.alerts_promised += other.alerts_promised


@cache
def solved(game: str) -> Solution:
    """A game played by its chart, as everything here is."""
    found, rules = rules_of(game)
    return solve_rules(found, rules, strategy="chart")


@cache
def laws(game: str) -> dict[str, SharedResults]:
    """What its wagers bring."""
    return shared_results(solved(game))


class Floor:
    """A game's tables, dealt by the simulator."""

    def __init__(self, game: str, seats: int, *, shoe: str = "cut", seed: int = 17) -> None:
        solution = solved(game)
        self.laws, self.shoe = laws(game), shoe
        dealing = Plan(seed=seed, seats=seats, shoe=shoe).dealing(solution.rules)
        policy = to_policy(solution.solver, solution.plays)
        self.program = Program(solution.solver.tables, policy, dealing)
        self.wagers = [wager for wager in self.laws if wager != "insurance"]
        self._read()

    def _read(self) -> None:
        """What every code brings each wager and which line it is, as four cases of the suits."""
        outcomes = self.program.outcomes
        found = decode(outcomes, np.arange(self.program.machine.codes))
        self.wins = -found.pays.mean(axis=1)
        self.lines: dict[str, dict[str, NDArray[np.float64]]] = {}
        for index, wager in enumerate(self.wagers):
            if index < outcomes.units:
                continue
            reader = outcomes.readers[index - outcomes.units]
            events = found.events[:, :, index - outcomes.units]
            self.lines[wager] = {
                event.name: (events == place).mean(axis=1)
                for place, event in enumerate(reader.events)
            }

    def days(self, many: int, units: int) -> Iterator[tuple[int, Ints]]:
        """Rounds of each day, and ``[seat, code]`` how they ended; `units` are shoes or rounds."""
        for day in range(many):
            tally = self.program.read(self.program.run(day * units, units))
            yield tally.rounds, tally.counts

    def bands(self, wager: str, rounds: int, stakes: tuple[int, ...]) -> JudgedBet:
        """What the monitor says of a bet after so many rounds; win and counts are made up."""
        watched = Watched(bet=wager, rounds=[(stakes, rounds)], win=0, counts={})
        return judge(self.laws[wager], watched, {})


def alarms(
    game: str, days: int, *, stakes: Sequence[int] = STAKES, shoe: str = "cut", units: int = SHOES,
    seed: int = 17,
) -> Alarms:  # fmt: skip
    """Alarms that chance raises at one table of a game."""
    floor = Floor(game, len(stakes), shoe=shoe, seed=seed)
    pattern, weights = tuple(sorted(stakes)), np.array(stakes, dtype=float)
    known: dict[tuple[str, int], JudgedBet] = {}
    total = Alarms()
    for rounds, counts in floor.days(days, units):
        used = np.flatnonzero(counts.any(axis=0))
        by_seat, together = counts[:, used], counts[:, used].sum(axis=0)
        for index, wager in enumerate(floor.wagers):
            key = (wager, rounds)
            if key not in known:
                known[key] = floor.bands(wager, rounds, pattern)
            bands = known[key]
            win = float(weights @ (by_seat @ floor.wins[used, index]))
            above = win > bands.highest + 1e-6 and not floor.laws[wager].opening
            alerts = int(win < bands.lowest - 1e-6 or above)
            for line in bands.counts:
                seen = float(together @ floor.lines[wager][line.line][used])
                alerts += int(not line.low <= round(seen, 6) <= line.high)
            notices = int(not bands.low - 1e-6 <= win <= bands.high + 1e-6)
            promised = bands.promised
            total.add(Alarms(1, notices, promised.notices, alerts, promised.alerts))
    return total


class Overpaid(NamedTuple):
    """A line that pays one unit too much, where the money alone is known."""

    bet: str
    line: str
    rounds: int
    """That the theory says."""
    tables: int
    """That were played so long."""
    alerts: int
    """Of them were outside the band by then."""
    named: int
    """Of the alerts name the line among the suspects."""
    first: int
    """Of the alerts name it first."""
    suspects: float
    """How many are named on average."""
    at_once: int
    """Rounds within which the line comes up, in 19 cases of 20: then it is named if wagers are
    known one by one, or lines are counted."""


def overpaid(game: str, wager: str, line: str, tables: int, *, seed: int = 3) -> Overpaid:
    """Play a line one unit too high for as many rounds as the theory says, at several tables."""
    law = laws(game)[wager]
    rounds = rounds_until_outside(law, line)
    floor = Floor(game, 1, shoe="csm", seed=seed)
    index = floor.wagers.index(wager)
    played: Rounds = {(100,): rounds}
    band = house_win(law, played).band(0.999)
    alerts = named = first = 0
    suspects = 0.0
    for _, counts in floor.days(tables, rounds):
        win = 100 * float(counts[0] @ (floor.wins[:, index] - floor.lines[wager][line]))
        if band.holds(win):
            continue
        alerts += 1
        found = [one.line for one in money_suspects(law, played, win) if one.units == 1.0]
        suspects += len(found)
        named += line in found
        first += found[:1] == [line]
    return Overpaid(
        wager, line, rounds, tables, alerts, named, first, suspects / max(alerts, 1),
        rounds_until_seen(law.chance_of(line)),
    )  # fmt: skip


def main(days: int, tables: int = 40) -> None:
    """Print all of it."""
    total = Alarms()
    print("False alarms; 5 seats, unequal stakes, 20 shoes a day dealt to the cut card")
    for game in games.BUILT_IN:
        start = time.process_time()
        found = alarms(game, days, seed=17 + games.BUILT_IN.index(game))
        total.add(found)
        _print(game, found, time.process_time() - start)
    _print("all games", total, 0.0)
    print("\nOne unit too much on a line, one seat; the money alone is known")
    for game in games.BUILT_IN:
        for wager, law in laws(game).items():
            for line in drifting_lines(law) if not law.opening and wager != "insurance" else []:
                needed = rounds_until_outside(law, line)
                if needed > MOST_ROUNDS:
                    seen = rounds_until_seen(law.chance_of(line))
                    print(game, wager, line, f"{needed:,} rounds, not played; {seen} at once")
                    continue
                print(game, *overpaid(game, wager, line, tables), sep="  ", flush=True)


def _print(game: str, found: Alarms, seconds: float) -> None:
    told = [f"{game}: {found.bet_days} bets on days"]
    for what, seen, promised in (
        ("outside 95 %", found.notices, found.notices_promised),
        ("alerts", found.alerts, found.alerts_promised),
    ):
        apart, error = seen / promised - 1, 1 / sqrt(promised)
        told.append(f"{what}: {seen}, promised {promised:.1f} ({apart:+.1%} ± {error:.1%})")
    print(*told, f"{seconds:.0f} s", sep="; ", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
