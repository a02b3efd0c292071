"""Many rule sets at once: every combination of some house options and pay tables.

Rule sets that are played alike share one solution, those of the same course what is made of it for
the solver, and those with the same shoe and dealer the dealer's finals, so that a grid costs far
less than its number of solves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.repaying import played_alike
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import rules_of, solve_rules, solver_of
from pitboss.exact.programme.core import kinship
from pitboss.rules.compile import Tables, compile_rules
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue, option_text
from pitboss.rules.sentences import did_you_mean, use
from pitboss.rules.vocabulary import Rules

MOST_RULE_SETS = 100_000
SPLIT_ROUNDS = 20_000
"""Split rounds drawn for a standard deviation: a tenth of what `solve` draws, for speed."""

MOST_CORES = 256
MOST_FINALS = 60_000_000
"""Bytes of the dealer's finals that are kept."""

Choice = tuple[OptionValue, ...]
Group = list[int]
Progress = Callable[[int, int], None]


class Axis(NamedTuple):
    """A house option, a ruling or a pay table that varies, and its values."""

    name: str
    values: Choice
    paytable: bool
    """Whether it is a name of pay tables."""


class SweepRow(NamedTuple):
    """One rule set and what it brings; `figures` is empty where the rules refuse it."""

    choices: dict[str, OptionValue]
    refused: str
    """Why these choices do not go together."""
    rules_hash: str
    figures: dict[str, dict[str, float]]
    """By wager, and for ``round``: house edge, standard deviation and its error, hit rate."""

    def plain(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return self._asdict()


def sweep(
    game: str | Path | Game = "blackjack", vary: Mapping[str, Sequence[OptionValue] | None] = {},
    *, decks: int | None = None, soft17: str | None = None,
    paytables: Mapping[str, int] | None = None, options: Mapping[str, OptionValue] | None = None,
    bets: Mapping[str, float] | None = None, optimise: str = "main", cores: int = 1,
    progress: Progress | None = None,
) -> list[SweepRow]:  # fmt: skip
    """Every combination of the values in `vary`; None stands for all values a game allows.

    The other options are as `solve` takes them. `progress` is told how many rule sets are done,
    and how many there are.

    >>> rows = sweep("blackjack", {"soft17": None, "decks": [1, 6]})
    >>> for row in rows:
    ...     print(row.choices, f"{row.figures['round']['house_edge']:.4%}")
    {'soft17': 'hit', 'decks': 1} 0.0087%
    {'soft17': 'hit', 'decks': 6} 0.6154%
    {'soft17': 'stand', 'decks': 1} -0.1819%
    {'soft17': 'stand', 'decks': 6} 0.4029%
    """
    chosen_game, _ = rules_of(
        game, decks=decks, soft17=soft17, paytables=paytables, options=options
    )
    fixed: dict[str, OptionValue] = dict(options or {})
    fixed |= {"decks": decks} if decks is not None else {}
    fixed |= {"soft17": soft17} if soft17 is not None else {}
    axes = [axis(chosen_game, name, values) for name, values in vary.items()]
    grid = Grid(chosen_game, axes, fixed, dict(paytables or {}), dict(bets or {}), optimise)
    return grid.rows(progress, cores)


def axis(game: Game, name: str, values: Iterable[OptionValue] | None = None) -> Axis:
    """What varies, checked: all its values unless some are given."""
    families = game.paytables()
    rulings = [ruling.id for ruling in game.rulings if ruling.playable]
    if name in game.options:
        offered: Choice = game.options[name]
    elif name in families:
        offered = tuple(range(1, families[name] + 1))
    elif name in rulings:
        offered = ("ruled", "other")
    else:
        raise RulesError(
            f"vary {name}: {game.id} has no such option; what can vary is "
            + ", ".join([*game.options, *families, *rulings])
            + did_you_mean(name, [*game.options, *families, *rulings])
        )
    if values is None:
        return Axis(name, offered, name in families and name not in game.options)
    chosen = []
    for value in values:
        match = [choice for choice in offered if option_text(choice) == option_text(value).lower()]
        if not match:
            raise RulesError(
                f"vary {name} = {option_text(value)}: "
                + use(map(option_text, offered), typed=option_text(value))
            )
        chosen += match
    if len(set(map(str, chosen))) != len(chosen):
        raise RulesError(f"vary {name}: a value is given twice; give each once")
    return Axis(name, tuple(chosen), name in families and name not in game.options)


class Grid:
    """All combinations of some axes."""

    def __init__(
        self, game: Game, axes: Sequence[Axis], options: dict[str, OptionValue],
        paytables: dict[str, int], bets: dict[str, float], optimise: str,
    ) -> None:  # fmt: skip
        if not axes:
            raise RulesError(
                f"vary: nothing varies; {game.id} has the options {', '.join(game.options)}"
                + "".join(f" and the pay tables {name}" for name in game.paytables())
            )
        twice = {axis.name for axis in axes if [a.name for a in axes].count(axis.name) > 1}
        both = {axis.name for axis in axes} & {*options, *paytables}
        for name in sorted(twice | both):
            raise RulesError(f"vary {name}: it is given twice; give it once")
        self.game, self.axes = game, axes
        self.options, self.paytables = options, paytables
        self.bets, self.optimise = bets, optimise
        self.size = int(np.prod([len(axis.values) for axis in axes], dtype=object))
        if self.size > MOST_RULE_SETS:
            raise RulesError(f"vary: {self.size:,} rule sets; ask for at most {MOST_RULE_SETS:,}")

    def choices(self) -> Iterator[dict[str, OptionValue]]:
        """Every combination, the last axis varying fastest."""
        names = [axis.name for axis in self.axes]
        for values in product(*(axis.values for axis in self.axes)):
            yield dict(zip(names, values, strict=True))

    def rows(self, progress: Progress | None = None, cores: int = 1) -> list[SweepRow]:
        """Every combination with its figures, in the order of `choices`."""
        from pitboss.analysis.sweep_worker import rows_on_cores

        if not 1 <= cores <= MOST_CORES:
            raise RulesError(f"cores = {cores}: use 1 to {MOST_CORES}")
        rows: list[SweepRow | None] = [None] * self.size
        solved = self.rows_of(self.groups()) if cores == 1 else rows_on_cores(self, cores)
        for done, (grid_index, row) in enumerate(solved, start=1):
            rows[grid_index] = row
            if progress:
                progress(done, self.size)
        return [row for row in rows if row is not None]

    def groups(self) -> list[Group]:
        """Rule sets that are played alike, next to their relatives.

        Each is the place of a rule set in the grid; refused ones are a group of their own.
        """
        refused: Group = []
        families: dict[object, dict[object, dict[str, Group]]] = {}
        for grid_index, chosen in enumerate(self.choices()):
            try:
                tables = compile_rules(self._rules(chosen))
            except RulesError:
                refused.append(grid_index)
                continue
            alike = (played_alike(tables) if self._shared else tables).digest()
            family, branch = kinship(tables)
            branches = families.setdefault(family, {})
            branches.setdefault(branch, {}).setdefault(alike, []).append(grid_index)
        alike_groups = [
            group
            for branches in families.values()
            for branch_groups in branches.values()
            for group in branch_groups.values()
        ]
        return [refused, *alike_groups] if refused else alike_groups

    def rows_of(self, groups: Sequence[Group]) -> Iterator[tuple[int, SweepRow]]:
        """The rows of some groups, each with its place in the grid."""
        choices = list(self.choices())
        finals = _Finals()
        for group in groups:
            first: Solution | None = None
            for grid_index in group:
                chosen = choices[grid_index]
                try:
                    rules = self._rules(chosen)
                    if first is None:
                        finals.share(compile_rules(rules))
                    again = first.repaid(rules) if first is not None else None
                    solution = again or self._solve(rules)
                    first = first or solution
                except RulesError as error:
                    yield grid_index, SweepRow(chosen, str(error), "", {})
                    continue
                yield grid_index, SweepRow(chosen, "", solution.rules_hash, figures_of(solution))

    def _rules(self, chosen: Mapping[str, OptionValue]) -> Rules:
        tables = {axis.name for axis in self.axes if axis.paytable}
        options = {name: value for name, value in chosen.items() if name not in tables}
        paytables = {name: int(chosen[name]) for name in tables}
        return self.game.rules({**self.options, **options}, {**self.paytables, **paytables})

    @property
    def _shared(self) -> bool:
        """Whether play minds no side bet, so that their pays change no decision."""
        return self.optimise == "main" or self.optimise in self.game.rules().wagers.opening

    def _solve(self, rules: Rules) -> Solution:
        return sketched(solve_rules(self.game, rules, bets=self.bets, optimise=self.optimise))


def sketched(solution: Solution, split_rounds: int = SPLIT_ROUNDS) -> Solution:
    """Deviations from so many split rounds, and nothing counted in whole numbers."""
    sketch = with_a_sweeps_deviations(solution, split_rounds)
    sketch.whole_numbers = False
    return sketch


def with_a_sweeps_deviations(solution: Solution, split_rounds: int = SPLIT_ROUNDS) -> Solution:
    """The same solution, which others may hold, with the deviations that a sweep gives for it."""
    found = copy(solution)
    found.moments = found.sampled_splits(split_rounds)
    return found


def figures_of(solution: Solution) -> dict[str, dict[str, float]]:
    """The figures of the round and of every wager."""
    whole = solution.round
    figures = {
        "round": {
            "house_edge": whole.house_edge_per_main,
            "house_edge_per_stake": whole.house_edge_per_stake,
            "element_of_risk": whole.element_of_risk,
            "sd": whole.sd, "sd_error": whole.sd_error, "hit_rate": whole.hit_rate,
        }
    }  # fmt: skip
    for bet, bet_figures in solution.bets.items():
        figures[bet] = {
            "house_edge": bet_figures.house_edge, "sd": bet_figures.sd,
            "sd_error": bet_figures.sd_error, "hit_rate": bet_figures.hit_rate,
        }  # fmt: skip
    return figures


def _shoe_and_dealer(tables: Tables) -> object:
    """What the dealer's finals depend on."""
    return (
        tables.decks, tables.card_class, tables.replaced, tables.dealer_final, tables.finals,
    )  # fmt: skip


class _Finals:
    """The dealer's finals of shoes and dealers met before, for other games with the same."""

    def __init__(self) -> None:
        self._known: dict[object, NDArray[np.float64]] = {}

    def share(self, tables: Tables) -> None:
        """Give them to the solver of these tables, or learn them from it."""
        solver = solver_of(tables, None)
        key = _shoe_and_dealer(tables), tuple(solver.core.programme.worlds)
        found = self._known.pop(key, None)
        if found is not None:
            solver.take_finals(found)
        self._known[key] = solver.boards.finals
        while sum(finals.nbytes for finals in self._known.values()) > MOST_FINALS:
            self._known.pop(next(iter(self._known)))
