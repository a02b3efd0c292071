"""One table with one seat as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from pitboss.env.batch import Batch, illegal
from pitboss.env.choices import ILLEGAL, REWARDS, IllegalKind, RewardKind, check_choice
from pitboss.env.felt import Felt
from pitboss.env.layout import MASK, OVER, RANKS, SEEN, WAGERS
from pitboss.env.rendering import shown, told
from pitboss.env.setting import ShoeKind, make_setting
from pitboss.env.spaces import ObservationKind, action_space, observation_space
from pitboss.env.steps import numbers
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.limits import House
from pitboss.table.engine import IllegalAction

Observation = NDArray[np.int8] | dict[str, Any]
SEAT = 1
_BETWEEN = (WAGERS, OVER)


class BlackjackEnv(gymnasium.Env[Any, Any]):
    """A seat at a table of any game.

    A round begins with a wager, ``deal`` where there is nothing to choose, and its money is the
    reward of the step that ends it. Every round has a fresh shoe and is an episode; with
    ``shoe="cut"`` an episode is a shoe dealt to its cut card.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2,
    }  # fmt: skip

    def __init__(
        self, game: str | Path | Game = "blackjack", *, decks: int | None = None,
        soft17: str | None = None, options: Mapping[str, OptionValue] | None = None,
        paytables: Mapping[str, int] | None = None, wagers: Mapping[str, float] | None = None,
        unit: int = 1000, levels: Sequence[int] = (1,), shoe: ShoeKind = "fresh",
        penetration: float | None = None, burn: int | None = None, house: House | None = None,
        observation: ObservationKind = "flat", reward: RewardKind = "units", ev: bool = False,
        illegal: IllegalKind = "default", render_mode: str | None = None,
    ) -> None:  # fmt: skip
        self.setting = make_setting(
            game, decks=decks, soft17=soft17, options=options, paytables=paytables, wagers=wagers,
            unit=unit, levels=levels, shoe=shoe, penetration=penetration, burn=burn, house=house,
        )  # fmt: skip
        check_choice("reward", reward, REWARDS)
        check_choice("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            check_choice("render_mode", render_mode, tuple(self.metadata["render_modes"]))
        self.render_mode = render_mode
        self._batch = Batch(self.setting, 1)
        self.layout = self._batch.layout
        self.observation_space = observation_space(self.layout, observation)
        self.action_space = action_space(self.layout)
        self._named = observation == "structured"
        self._strict, self._ev, self._regret = illegal == "error", ev, reward == "regret"
        self._scale = 1.0 if reward == "cents" else 1.0 / unit
        self._action = np.zeros(1, dtype=np.int64)
        self._row = self._batch.seen[0]
        self._done: list[int] = []
        """Actions of the round."""
        self._last_round: list[int] = []
        """Those of the round before; it lies on the felt until the next one is dealt."""
        self._before: NDArray[np.int8] = np.zeros(RANKS, dtype=np.int8)
        """Cards of each rank seen in earlier rounds of the shoe."""
        self._seeded = False

    @property
    def actions(self) -> tuple[str, ...]:
        """Names of the actions, by number."""
        return self.layout.actions

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode; a seed begins the cards anew."""
        super().reset(seed=seed, options=options)
        if seed is not None or not self._seeded:
            self._batch.seed_all(seed if seed is not None else self.np_random_seed)
            self._seeded = True
        self._batch.begin()
        self._done, self._last_round = [], []
        self._before[:] = 0
        if self.render_mode == "human":
            self.render()
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do what an action says; its number, or its name."""
        number = self._number(action)
        batch, row = self._batch, self._row
        legal = bool(row[MASK + number])
        if not legal and self._strict:
            raise IllegalAction(illegal(self.layout, number, row))
        regret = self._regret_of(number) if self._regret else 0.0
        self._action[0] = number
        batch.advance(self._action, self._scale, numbers.DISABLED)
        self._done.append(number)
        phase = row[0]
        if phase in _BETWEEN:
            self._last_round, self._done = self._done, []
            self._before[:] = row[SEEN:MASK]
        info = self._info()
        if not legal:
            info["illegal"] = True
        if self.render_mode == "human":
            self.render()
        reward = regret if self._regret else float(batch.rewards[0])
        return self._observed(), reward, bool(batch.over[0]), False, info

    def _number(self, action: Any) -> int:
        if isinstance(action, str) and action in self.layout.actions:
            number = self.layout.actions.index(action)
        elif isinstance(action, int | np.integer) or getattr(action, "ndim", None) == 0:
            number = int(action)
        else:
            number = -1
        if not self._seeded or self._batch.state[0, numbers.PHASE] == OVER:
            raise IllegalAction("the episode is over, or has not begun; reset the environment")
        if not 0 <= number < len(self.layout.actions):
            listed = ", ".join(f"{n} {name}" for n, name in enumerate(self.layout.actions))
            raise IllegalAction(f"action = {action!r}: use {listed}")
        return number

    def _observed(self) -> Observation:
        row = self._row.copy()
        return self.layout.named(row) if self._named else row

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._row[MASK:].copy()}
        if self._ev:
            info["ev"] = self.action_values()
        return info

    # What only a real table can say

    def felt(self) -> Felt:
        """The round as it stands, at a table of its own."""
        felt = Felt(self.setting)
        felt.script(self._batch.cards(0))
        for action in self._done or self._last_round:
            felt.act(SEAT, action)
        return felt

    def action_values(self) -> NDArray[np.float64]:
        """The exact worth of each legal action in units of the main wager; others are not known.

        It is what the stakes bring that depend on the decision, by all cards seen since the
        shuffle. A wager at the start of a round has none.
        """
        worth = np.full(len(self.layout.actions), np.nan)
        if self._done:
            before = [4 * rank for rank in range(RANKS) for _ in range(int(self._before[rank]))]
            for action, value in self.felt().values(SEAT, before).items():
                worth[action] = value
        return worth

    def _regret_of(self, number: int) -> float:
        """What an action gives away against the best one; 0 for a wager."""
        worth = self.action_values()
        if np.isnan(worth).all():
            return 0.0
        taken = number if not np.isnan(worth[number]) else self._default()
        return float(worth[taken] - np.nanmax(worth))

    def _default(self) -> int:
        return self.felt().legal(SEAT)[0]

    def table_text(self) -> str:
        """The table in words, as a seat sees it."""
        return told(self.felt())

    def render(self) -> Any:
        """The table as text or as a picture."""
        return shown(self.felt(), self.render_mode)
