"""Players to compare a learner with: random, the solver's chart, a counter, and exact play.

Each answers many observations at once; `ExactPlay` asks the solver about one environment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.card_removal import effects_of_removal
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve_rules
from pitboss.cards import RANKS as LETTERS
from pitboss.env.batch import Batch
from pitboss.env.chart_rows import ChartRows
from pitboss.env.layout import INSURANCE, MASK, PLAY, SEEN, WAGERS, Layout
from pitboss.env.setting import Setting
from pitboss.env.single import BlackjackEnv
from pitboss.env.steps.numbers import SAME_STEP
from pitboss.rules.chart import Chart

Rows = NDArray[np.int8]
Actions = NDArray[np.int64]
Player = Callable[[Rows], Actions]
"""Takes observations, a row each, and gives an action for each."""


class RandomPlay:
    """Any legal action, each as likely as another."""

    def __init__(self, layout: Layout, seed: int | None = None) -> None:
        self._width = len(layout.actions)
        self._random = np.random.default_rng(seed)

    def __call__(self, rows: Rows) -> Actions:
        """An action for each observation."""
        mask = rows[:, MASK:]
        tossed = self._random.random(mask.shape, dtype=np.float32) * mask
        found: Actions = tossed.argmax(axis=1)
        return found


class ChartPlay:
    """A chart, the lowest wager, and no insurance."""

    def __init__(self, layout: Layout, chart: Chart) -> None:
        self.layout = layout
        self._rows = ChartRows(layout, chart)

    @classmethod
    def solved(cls, setting: Setting) -> ChartPlay:
        """The solver's best chart."""
        return cls(Layout(setting), solution_of(setting).chart)

    def __call__(self, rows: Rows) -> Actions:
        """An action for each observation."""
        actions: Actions = np.full(len(rows), self.layout.first_wager, dtype=np.int64)
        phase = rows[:, 0]
        playing = np.nonzero(phase == PLAY)[0]
        actions[playing] = self._rows.actions(rows[playing])
        actions[phase == INSURANCE] = self.layout.first_answer
        return actions


class Counter:
    """A chart with the highest wager while the cards left are worth it, and insurance likewise.

    What a round is worth is the solver's value of a full shoe plus the effect of removal of every
    card seen, as counters do it: an effect counts for more the fewer cards are left.
    """

    def __init__(self, setting: Setting) -> None:
        self.layout = Layout(setting)
        solution = solution_of(setting)
        self._chart = ChartPlay(self.layout, solution.chart)
        effects = effects_of_removal(solution)
        opening = setting.tables.opening
        self._value = float(solution.round.ev)
        self.effects = np.array(
            [sum(effects[bet].get(rank, 0.0) for bet in opening) for rank in LETTERS]
        )
        """By rank: what one card less does to a round."""
        self._cards, self._per_rank = setting.cards, 4 * setting.tables.decks
        pays, per = setting.tables.insurance
        self._break_even = per / (pays + per) if per else 1.0

    def value(self, rows: Rows) -> NDArray[np.float64]:
        """What the next round is worth, in units of the main wager."""
        seen = rows[:, SEEN:MASK].astype(np.float64)
        left = np.maximum(self._cards - seen.sum(axis=1), 1.0)
        found: NDArray[np.float64] = self._value + seen @ self.effects * (self._cards - 1) / left
        return found

    def __call__(self, rows: Rows) -> Actions:
        """An action for each observation."""
        actions = self._chart(rows)
        layout, phase = self.layout, rows[:, 0]
        highest = len(layout.actions) - 1
        actions[(phase == WAGERS) & (self.value(rows) > 0)] = highest
        seen = rows[:, SEEN:MASK].astype(np.float64)
        tens = 4 * self._per_rank - seen[:, 9:].sum(axis=1)
        worth = tens / np.maximum(self._cards - seen.sum(axis=1), 1.0) > self._break_even
        insures = (phase == INSURANCE) & worth & (rows[:, MASK + layout.first_answer + 1] > 0)
        actions[insures] = layout.first_answer + 1
        return actions


class ExactPlay:
    """The best action by every card in sight, as the solver values it; one environment at a time.

    Wagers are the lowest.
    """

    def __init__(self, env: BlackjackEnv) -> None:
        self.env = env

    def __call__(self) -> int:
        """The best action now."""
        worth = self.env.action_values()
        if np.isnan(worth).all():
            return self.env.layout.first_wager
        return int(np.nanargmax(worth))


def solution_of(setting: Setting) -> Solution:
    """The solver's best chart for the main game, with its figures at the wagers of a setting."""
    opening = setting.tables.opening
    stakes = {
        bet: cents / setting.unit for bet, cents in setting.wagers.items() if bet not in opening
    }
    return solve_rules(setting.game, setting.rules, bets=stakes, strategy="chart")


class Result(NamedTuple):
    """What a player won."""

    rounds: int
    mean: float
    """Units of the main wager in a round."""
    error: float
    """Its standard error, rounds taken as independent."""
    steps: int


def play(
    setting: Setting, player: Player, rounds: int, *, tables: int = 4096, seed: int = 1
) -> Result:
    """Play at least so many rounds, or shoes where those are episodes, at many tables at once."""
    batch = Batch(setting, min(tables, rounds))
    batch.seed_all(seed)
    batch.begin()
    played, steps, total, squares = 0, 0, 0.0, 0.0
    while played < rounds:
        dealt = batch.seen[:, 0] == WAGERS
        played += int(dealt.sum())
        batch.step(player(batch.seen), 1.0 / setting.unit, SAME_STEP)
        steps += batch.many
        total += float(batch.rewards.sum())
        squares += float(batch.rewards @ batch.rewards)
    mean = total / played
    return Result(played, mean, float(np.sqrt((squares / played - mean**2) / played)), steps)
