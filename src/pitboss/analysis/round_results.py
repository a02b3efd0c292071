"""What a whole round brings: the chance of every net result.

Rounds that are not split are exact. What the hands of a split round bring together is drawn at
random, with its error; those are a few rounds in a hundred.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import rules_of, solve_rules
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.settlement import NONE

DIGITS = 9
"""Results that agree in so many digits are one."""


class NetResult(NamedTuple):
    """A net result of a round, in units of the first opening wager, and how likely it is."""

    net: float
    chance: float
    error: float
    """Standard error of the chance; 0 where no split round ends so."""


class NetResults(NamedTuple):
    """Every net result, the worst first."""

    rows: list[NetResult]
    split: float
    """The chance of a split round: this much of the distribution is drawn at random."""
    sampled: int
    """Split rounds that were drawn."""

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "results": [row._asdict() for row in self.rows],
            "split_rounds": self.split,
            "split_rounds_sampled": self.sampled,
        }


def round_results(
    game: str | Path | Game = "blackjack", *, decks: int | None = None, soft17: str | None = None,
    paytables: Mapping[str, int] | None = None, options: Mapping[str, OptionValue] | None = None,
    bets: Mapping[str, float] | None = None, optimise: str = "main",
) -> NetResults:  # fmt: skip
    """The chance of every net result of a round, all stakes together.

    >>> found = round_results("blackjack")
    >>> natural = next(row for row in found.rows if row.net == 1.5)
    >>> f"{natural.chance:.6f}", natural.error
    ('0.045323', 0.0)
    """
    chosen_game, rules = rules_of(
        game, decks=decks, soft17=soft17, paytables=paytables, options=options
    )
    return results_of(solve_rules(chosen_game, rules, bets=bets, optimise=optimise))


def results_of(solution: Solution) -> NetResults:
    """The net results of a solution's rounds, with its own stakes."""
    figures, stakes = solution.figures, solution.stakes_of_wagers()
    outcomes = figures.outcomes
    whole = outcomes.split == NONE
    chances: dict[float, float] = {}
    variances: dict[float, float] = {}
    nets = np.round(outcomes.pays @ stakes, DIGITS) + 0.0  # no minus before a zero
    for net, chance in zip(nets[whole].tolist(), outcomes.chance[whole].tolist(), strict=True):
        chances[net] = chances.get(net, 0.0) + chance
    split, drawn = 0.0, 0
    samples = solution.sampled_splits()
    for number in sorted(set(outcomes.split[~whole].tolist())):
        weight = float(outcomes.chance[outcomes.split == number].sum())
        results = np.round(samples.results(figures.parts[number], stakes), DIGITS) + 0.0
        values, counts = np.unique(results, return_counts=True)
        split, drawn = split + weight, drawn + len(results)
        for net, count in zip(values.tolist(), counts.tolist(), strict=True):
            share = count / len(results)
            chances[net] = chances.get(net, 0.0) + weight * share
            spread = weight**2 * share * (1 - share) / len(results)
            variances[net] = variances.get(net, 0.0) + spread
    rows = [NetResult(net, chances[net], variances.get(net, 0.0) ** 0.5) for net in sorted(chances)]
    return NetResults(rows, split, drawn)
