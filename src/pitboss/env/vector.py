"""Many tables with one seat each as a Gymnasium vector environment, stepped by compiled code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pitboss.env.batch import MASK_64, Batch
from pitboss.env.choices import ILLEGAL, REWARDS, IllegalKind, RewardKind, check_choice
from pitboss.env.layout import MASK
from pitboss.env.setting import ShoeKind, make_setting
from pitboss.env.spaces import ObservationKind, action_space, named_rows, observation_space
from pitboss.env.steps import numbers
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.limits import House

MODES = {
    AutoresetMode.NEXT_STEP: numbers.NEXT_STEP,
    AutoresetMode.SAME_STEP: numbers.SAME_STEP,
    AutoresetMode.DISABLED: numbers.DISABLED,
}
MOST_TABLES = 1 << 22


class BlackjackVectorEnv(VectorEnv[Any, Any, Any]):
    """So many seats, each at a table of its own; options as those of a single environment.

    Environment number i of seed s sees the cards of a single one with seed s + i. With
    ``copy=False`` the arrays that come back are written over by the next step.
    """

    metadata: dict[str, Any] = {
        "render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP,
    }  # fmt: skip

    def __init__(
        self, num_envs: int = 1, game: str | Path | Game = "blackjack", *,
        decks: int | None = None, soft17: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        paytables: Mapping[str, int] | None = None, wagers: Mapping[str, float] | None = None,
        unit: int = 1000, levels: Sequence[int] = (1,), shoe: ShoeKind = "fresh",
        penetration: float | None = None, burn: int | None = None, house: House | None = None,
        observation: ObservationKind = "flat", reward: RewardKind = "units",
        illegal: IllegalKind = "default", copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        if type(num_envs) is not int or not 1 <= num_envs <= MOST_TABLES:
            raise RulesError(f"num_envs = {num_envs!r}: use 1 to {MOST_TABLES:,}")
        setting = make_setting(
            game, decks=decks, soft17=soft17, options=options, paytables=paytables, wagers=wagers,
            unit=unit, levels=levels, shoe=shoe, penetration=penetration, burn=burn, house=house,
        )  # fmt: skip
        check_choice("reward", reward, REWARDS)
        check_choice("illegal", illegal, ILLEGAL)
        if reward == "regret":
            raise RulesError(
                "reward = 'regret': the solver is asked about one table at a time; make the "
                "environments with vectorization_mode='sync'"
            )
        if render_mode is not None:
            raise RulesError(
                f"render_mode = {render_mode!r}: compiled tables are not drawn; make the "
                "environments with vectorization_mode='sync'"
            )
        self.setting, self.num_envs, self.render_mode = setting, num_envs, None
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self._batch = Batch(setting, num_envs)
        self.layout = self._batch.layout
        self.single_observation_space = observation_space(self.layout, observation)
        self.single_action_space = action_space(self.layout)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._named, self._copy = observation == "structured", copy
        self._strict = illegal == "error"
        self._scale = 1.0 if reward == "cents" else 1.0 / unit
        self._never: NDArray[np.bool_] = np.zeros(num_envs, dtype=np.bool_)
        self._always = ~self._never
        self._seeded = False

    @property
    def actions(self) -> tuple[str, ...]:
        """Names of the actions, by number."""
        return self.layout.actions

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:  # fmt: skip
        """Begin all episodes, or with ``options={"reset_mask": …}`` those that are marked."""
        which = self._marked(options)
        for place, one in enumerate(self._seeds(seed)):
            if one is not None and which[place]:
                self._batch.seed(place, one)
        self._batch.begin(which)
        return self._observed(self._batch.seen), self._info()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None and not self._seeded:
            self._np_random, self._np_random_seed = seeding.np_random(None)
            seed = int(self._np_random_seed) & MASK_64
        elif isinstance(seed, int | np.integer):
            self._np_random, self._np_random_seed = seeding.np_random(int(seed))
        self._seeded = True
        if seed is None:
            return ()
        if isinstance(seed, int | np.integer):
            return [int(seed) + place for place in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise RulesError(f"seed: {len(seed)} are given; use one, or {self.num_envs}")
        return seed

    def _marked(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        if not options or "reset_mask" not in options:
            return self._always
        mask = options["reset_mask"]
        shape, kind = getattr(mask, "shape", None), getattr(mask, "dtype", None)
        if shape != (self.num_envs,) or kind != np.bool_ or not mask.any():
            raise RulesError(
                f"reset_mask of shape {shape} and type {kind}: use {self.num_envs} booleans, one "
                "of them true"
            )
        marked: NDArray[np.bool_] = mask
        return marked

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One step of every environment."""
        if not self._seeded:
            raise RulesError("the episodes have not begun; reset the environments")
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise RulesError(f"actions of shape {chosen.shape}: use ({self.num_envs},)")
        batch = self._batch
        batch.step(chosen, self._scale, MODES[self.autoreset_mode], self._strict)
        info = self._info()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and batch.over.any():
            ended = batch.over.copy() if self._copy else batch.over
            info["final_obs"] = self._observed(batch.last)
            info["final_info"] = {"action_mask": self._kept(batch.last[:, MASK:])}
            info["_final_obs"] = info["_final_info"] = ended
        rewards, over = self._kept(batch.rewards), self._kept(batch.over)
        return self._observed(batch.seen), rewards, over, self._never.copy(), info

    def _kept(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _observed(self, rows: NDArray[np.int8]) -> Any:
        kept = self._kept(rows)
        return named_rows(kept) if self._named else kept

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._kept(self._batch.seen[:, MASK:]), "_action_mask": self._always}


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return mode if isinstance(mode, AutoresetMode) else AutoresetMode(mode)
    except ValueError:
        allowed = ", ".join(one.value for one in AutoresetMode)
        raise RulesError(f"autoreset_mode = {mode!r}: use {allowed}") from None
