"""Published figures as data, and how they compare with what is computed.

A figure says what was published, by whom, for which game and strategy, and how exactly. Where the
strategy is not stated, every strategy the publisher may have meant is tried, and the one that fits
all figures of the same kind best is named.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from pitboss import games
from pitboss.analysis.dealer_finals import any_upcard, finals_of
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve_rules
from pitboss.exact.solver import Solver
from pitboss.rules.compile import compile_rules
from pitboss.rules.decode import decode, encode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue, option_text
from pitboss.rules.keys import with_key
from pitboss.rules.vocabulary import Rules, Section

NOT_STATED = "not stated"


class Figure(Section, frozen=True, kw_only=True):
    """One published number."""

    source: str
    game: str = "blackjack"
    options: dict[str, OptionValue] = {}
    paytables: dict[str, int] = {}
    sets: dict[str, Any] = {}
    """Keys of the rules that no house option decides."""
    bet: str = "main"
    quantity: str
    """``expectation``, ``sd``, ``house edge``, ``house edge of all stakes``, ``hit rate``,
    ``push rate``, or ``dealer`` with `final`."""
    final: str = ""
    strategy: str = "composition"
    """``composition``, ``chart`` or ``not stated``."""
    optimise: str = "main"
    bets: dict[str, float] = {}
    value: float
    tolerance: float

    @property
    def kind(self) -> str:
        """What it is about: ``blackjack main expectation``."""
        return f"{self.game} {self.quantity if self.final else f'{self.bet} {self.quantity}'}"

    @property
    def conditions(self) -> str:
        """What it holds for: ``decks 6, soft17 hit``."""
        chosen = [f"{name} {option_text(value)}" for name, value in self.options.items()]
        chosen += [f"{key} {option_text(value)}" for key, value in self.sets.items()]
        chosen += [f"table {table}" for table in self.paytables.values()]
        chosen += [f"{bet}={stake:g}" for bet, stake in self.bets.items()]
        chosen += [f"ends on {self.final}"] if self.final else []
        return ", ".join(chosen) or "as the game stands"

    def rules(self) -> Rules:
        """The rules it was published for."""
        game = games.find(self.game)
        rules = game.rules(self.options, self.paytables)
        if not self.sets:
            return rules
        values = encode(rules)
        for key, value in self.sets.items():
            values = with_key(values, key, value)
        return decode(values, Rules, origin="published figure")


class Basis(NamedTuple):
    """A strategy that a publisher may have meant."""

    name: str
    strategy: str
    optimise: str
    stake: float

    def solve(self, figure: Figure) -> Solution:
        """The game of a figure solved this way."""
        bets = {figure.bet: self.stake} if self.stake else dict(figure.bets)
        return solve_rules(
            games.find(figure.game), figure.rules(), bets=bets, strategy=self.strategy,
            optimise=figure.bet if self.optimise == "bet" else self.optimise,
        )  # fmt: skip


BASES = (
    Basis("main game, exact cards", "composition", "main", 0.0),
    Basis("main game, chart", "chart", "main", 0.0),
    Basis("main and side bet 1:1, exact cards", "composition", "total", 1.0),
    Basis("main and side bet 1:1, chart", "chart", "total", 1.0),
    Basis("main and side bet 1:5, exact cards", "composition", "total", 5.0),
    Basis("side bet alone, exact cards", "composition", "bet", 0.0),
    Basis("side bet alone, chart", "chart", "bet", 0.0),
)


class Compared(NamedTuple):
    """A figure beside what is computed."""

    figure: Figure
    computed: float
    basis: str

    @property
    def difference(self) -> float:
        """Computed less published."""
        return self.computed - self.figure.value

    @property
    def fits(self) -> bool:
        """Whether they agree as exactly as the figure was published."""
        return abs(self.difference) <= self.figure.tolerance * (1 + 1e-9)


@cache
def figures() -> dict[str, list[Figure]]:
    """All published figures by the name of their file."""
    groups: dict[str, list[Figure]] = {}
    for path in sorted(files("pitboss.published").iterdir(), key=lambda path: path.name):
        if path.name.endswith(".toml"):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            common = {key: value for key, value in data.items() if key != "figures"}
            groups[path.name.removesuffix(".toml")] = [
                decode({**common, **figure}, Figure, origin=path.name) for figure in data["figures"]
            ]
    return groups


def compare(group: list[Figure]) -> Iterator[Compared]:
    """Each figure of a group beside what is computed."""
    unstated = unstated_edges(group)
    basis = best_basis(tuple(unstated)) if unstated else BASES[0]
    for figure in group:
        if figure.quantity == "dealer":
            yield Compared(figure, _dealer(figure), "no strategy")
        elif figure.strategy == NOT_STATED:
            yield Compared(figure, value_of(basis.solve(figure), figure), basis.name)
        else:
            stated = Basis(figure.strategy, figure.strategy, figure.optimise, 0.0)
            yield Compared(figure, value_of(stated.solve(figure), figure), figure.strategy)


def unstated_edges(group: list[Figure]) -> list[Figure]:
    """House edges that were published without saying for which strategy."""
    return [
        figure
        for figure in group
        if figure.strategy == NOT_STATED and figure.quantity == "house edge"
    ]


def best_basis(group: tuple[Figure, ...]) -> Basis:
    """The strategy whose largest difference from the figures is smallest."""
    return min(BASES, key=lambda basis: max(abs(gap) for gap in differences(basis, group)))


def differences(basis: Basis, group: tuple[Figure, ...]) -> list[float]:
    """Computed less published for every figure, under one strategy."""
    return [value_of(basis.solve(figure), figure) - figure.value for figure in group]


def value_of(solution: Solution, figure: Figure) -> float:
    """The quantity a figure is about."""
    if figure.quantity == "sd":
        solution.enumerate_splits()
        return solution.bets[figure.bet].sd
    wagers = solution.figures.wagers
    if figure.quantity in ("expectation", "house edge") and figure.bet in wagers:
        ev = float(solution.figures.expectations()[wagers.index(figure.bet)])
        return ev if figure.quantity == "expectation" else -ev  # deviations would take longer
    bet = solution.bets[figure.bet]
    if figure.quantity == "expectation":
        return bet.ev
    if figure.quantity == "house edge":
        return bet.house_edge
    if figure.quantity == "house edge of all stakes":
        return solution.round.house_edge_per_stake
    if figure.quantity == "hit rate":
        return bet.hit_rate
    if figure.quantity == "push rate":
        return sum(line.chance for line in bet.lines if line.pays == 0)
    raise RulesError(f"published figure: quantity {figure.quantity!r} is not known")


def _dealer(figure: Figure) -> float:
    """How often the dealer ends so, whatever the players do."""
    return any_upcard(finals_of(Solver(compile_rules(figure.rules())))).finals[figure.final]


class Spread(NamedTuple):
    """What figures for several pay tables of one bet say about the strategy behind them."""

    figures: list[Figure]
    shifts: list[float]
    """How far each table's edge lies from the first one's, whatever the strategy."""
    low: float
    """The first table's edge must be at least this for all figures to be right."""
    high: float
    """And at most this."""
    least: float
    """The lowest edge of the first table that any play by exact cards reaches."""

    @property
    def possible(self) -> bool:
        """Whether one strategy could give all figures."""
        return self.low <= self.high


def spread(group: list[Figure], basis: Basis | None = None) -> Spread | None:
    """Whether any strategy at all can give every figure of a bet's pay tables.

    Between two pay tables only events that no decision touches may pay differently; then the edges
    differ by the same amount under every strategy, and figures rounded to a tolerance either leave
    room for a common value or prove that there is none. Where play matters to the difference, None.
    """
    basis = basis or BASES[0]
    solutions = [basis.solve(figure) for figure in group]
    others = [BASES[-2].solve(figure) for figure in group]
    edges = np.array(
        [value_of(solution, figure) for solution, figure in zip(solutions, group, strict=True)]
    )
    again = np.array(
        [value_of(solution, figure) for solution, figure in zip(others, group, strict=True)]
    )
    shifts = edges - edges[0]
    if np.abs(again - again[0] - shifts).max() > 1e-12:
        return None
    lows = [f.value - f.tolerance - shift for f, shift in zip(group, shifts, strict=True)]
    highs = [f.value + f.tolerance - shift for f, shift in zip(group, shifts, strict=True)]
    return Spread(group, [float(x) for x in shifts], max(lows), min(highs), float(again[0]))


def verdict(spread: Spread) -> list[str]:
    """What a spread proves, in sentences."""
    first = spread.figures[0]
    words = [
        "The pay tables differ only in events no decision touches, so under every strategy the "
        "edges differ from the first table's by "
        + ", ".join(f"{100 * shift:.3f}" for shift in spread.shifts[1:])
        + " points."
    ]
    if spread.possible:
        words.append(
            f"All figures hold if the first table's edge is between {100 * spread.low:.4f} % and "
            f"{100 * spread.high:.4f} %."
        )
    else:
        words.append(
            f"Rounded as published, the figures ask the first table's edge to be at least "
            f"{100 * spread.low:.4f} % and at most {100 * spread.high:.4f} %: no strategy can give "
            "all of them, whatever it is."
        )
    reach = "can" if spread.least <= first.value + first.tolerance else "cannot"
    words.append(
        f"Playing for the bet alone by exact cards brings the first table's edge down to "
        f"{100 * spread.least:.4f} %, so play by the cards of the hand {reach} reach the "
        f"{100 * first.value:.2f} % published for it."
    )
    return words
