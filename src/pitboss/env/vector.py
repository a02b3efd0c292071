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

from pitboss.env.batch import MASK_64, Batch, keys_of, seeds_from
from pitboss.env.choices import (
    DEVICES,
    ILLEGAL,
    REWARDS,
    DeviceKind,
    IllegalKind,
    RewardKind,
    check_choice,
)
from pitboss.env.layout import MASK
from pitboss.env.setting import Setting, ShoeKind, make_setting
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
Marks = NDArray[np.bool_]
Seeds = NDArray[np.uint64]


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
        illegal: IllegalKind = "default", copy: bool = True, device: DeviceKind = "cpu",
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
        check_choice("device", device, DEVICES)
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
        self.device = device
        self._batch = _batch(device, setting, num_envs)
        self.layout = self._batch.layout
        self.single_observation_space = observation_space(self.layout, observation)
        self.single_action_space = action_space(self.layout)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._named, self._copy = observation == "structured", copy
        self._strict = illegal == "error"
        self._scale = 1.0 if reward == "cents" else 1.0 / unit
        self._always: Marks = np.ones(num_envs, dtype=np.bool_)
        self._seeded = False

    @property
    def actions(self) -> tuple[str, ...]:
        """Names of the actions, by number."""
        found: tuple[str, ...] = self.layout.actions
        return found

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:  # fmt: skip
        """Begin all episodes, or with ``options={"reset_mask": …}`` those that are marked."""
        which = self._marked(options)
        anew, seeds = self._seeds(seed)
        if anew is not None:
            self._batch.seed(anew & self._batch.on_processor(which), keys_of(seeds))
        self._batch.begin(which)
        seen = self._kept(self._batch.seen)
        return self._observed(seen), self._info(seen)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> tuple[Marks | None, Seeds]:
        """Which environments begin their cards anew, if any do, and the seeds."""
        begun, self._seeded = self._seeded, True
        if seed is None and begun:
            return None, np.zeros(0, dtype=np.uint64)
        if seed is None or not isinstance(seed, Sequence | np.ndarray) or isinstance(seed, str):
            if seed is not None:
                _check_seed(seed)
            self._np_random, self._np_random_seed = seeding.np_random(seed)
            return self._always, seeds_from(int(self._np_random_seed), self.num_envs)
        if len(seed) != self.num_envs:
            raise RulesError(f"seed: {len(seed)} are given; use one, or {self.num_envs}")
        for one in seed:
            if one is not None:
                _check_seed(one)
        chosen = np.array([one is not None for one in seed])
        found = seeds_from(int(seeding.np_random(None)[1]), self.num_envs)
        found[chosen] = [int(one) & MASK_64 for one in seed if one is not None]
        return chosen if begun else self._always, found

    def _marked(self, options: dict[str, Any] | None) -> Any:
        """The environments whose episodes begin; on a GPU the marks may lie there."""
        if not options or "reset_mask" not in options:
            return self._always
        mask = options["reset_mask"]
        shape, kind = _shape(mask), str(getattr(mask, "dtype", None))
        good = shape == (self.num_envs,) and kind.rpartition(".")[2].startswith("bool")
        if not good or (self.device == "cpu" and not mask.any()):
            raise RulesError(
                f"reset_mask of shape {shape} and type {kind}: use {self.num_envs} booleans, one "
                "of them true"
            )
        return mask

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One step of every environment."""
        if not self._seeded:
            raise RulesError("the episodes have not begun; reset the environments")
        batch = self._batch
        if self.device == "cpu" or not hasattr(actions, "shape"):
            actions = np.asarray(actions)
        if _shape(actions) != (self.num_envs,):
            raise RulesError(f"actions of shape {_shape(actions)}: use ({self.num_envs},)")
        if self.device == "cpu":
            actions = _whole_numbers(actions)
        batch.step(actions, self._scale, MODES[self.autoreset_mode], self._strict)
        seen = self._kept(batch.seen)
        rewards, over = self._kept(batch.rewards), self._kept(batch.over)
        info = self._info(seen)
        # on a GPU nobody waits to hear whether an episode ended
        if self.autoreset_mode is AutoresetMode.SAME_STEP and (
            self.device != "cpu" or batch.over.any()
        ):
            last = self._kept(batch.last)
            info["final_obs"] = self._observed(last)
            info["final_info"] = {"action_mask": last[:, MASK:]}
            info["_final_obs"] = info["_final_info"] = over
        return self._observed(seen), rewards, over, self._not_cut_short(), info

    def _not_cut_short(self) -> Any:
        return self._kept(self._batch.never)

    def _kept(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _observed(self, rows: Any) -> Any:
        return named_rows(rows) if self._named else rows

    def _info(self, seen: Any) -> dict[str, Any]:
        return {"action_mask": seen[:, MASK:], "_action_mask": self._always}


def _whole_numbers(actions: Any) -> NDArray[np.int64]:
    if actions.dtype.kind not in "iu":
        raise RulesError(f"actions of type {actions.dtype}: use whole numbers")
    return np.ascontiguousarray(actions, dtype=np.int64)


def _check_seed(seed: Any) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise RulesError(f"seed = {seed!r}: use a whole number from 0 on, or one for each table")


def _shape(array: Any) -> tuple[int, ...]:
    """The shape of an array, wherever it lies."""
    return tuple(getattr(array, "shape", ()))


def _batch(device: DeviceKind, setting: Setting, many: int) -> Any:
    if device == "cpu":
        return Batch(setting, many)
    from pitboss.sim.cluster import check_device

    check_device(device)
    from pitboss.env.cuda import CudaBatch

    return CudaBatch(setting, many)


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return mode if isinstance(mode, AutoresetMode) else AutoresetMode(mode)
    except ValueError:
        allowed = ", ".join(one.value for one in AutoresetMode)
        raise RulesError(f"autoreset_mode = {mode!r}: use {allowed}") from None
