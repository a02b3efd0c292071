"""Several seats of one table for PettingZoo: in turn (AEC) and side by side (parallel).

Agents are ``seat_1``, ``seat_2`` and so on. Seats first say what they stake, then answer an offer
of insurance, then play in turn; rewards come when the round is settled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from pitboss.env.choices import ILLEGAL, IllegalKind, RewardKind, check_choice
from pitboss.env.felt import Felt
from pitboss.env.layout import MASK
from pitboss.env.rendering import shown
from pitboss.env.setting import ShoeKind, make_setting
from pitboss.env.spaces import action_space
from pitboss.extras import install_hint
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.limits import House

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    raise ImportError(
        f"environments for several seats need PettingZoo: {install_hint('rl')}"
    ) from None

Observed = dict[str, Any]
REWARDS = ("units", "cents")
RENDER_MODES = ("human", "ansi", "rgb_array")


def agent_of(seat: int) -> str:
    """The agent at a seat."""
    return f"seat_{seat}"


class Seats:
    """A table with several seats, and what both kinds of environment share."""

    def __init__(
        self, game: str | Path | Game = "blackjack", *, seats: int = 3, decks: int | None = None,
        soft17: str | None = None, options: Mapping[str, OptionValue] | None = None,
        paytables: Mapping[str, int] | None = None, wagers: Mapping[str, float] | None = None,
        unit: int = 1000, levels: Sequence[int] = (1,), shoe: ShoeKind = "fresh",
        penetration: float | None = None, burn: int | None = None, house: House | None = None,
        reward: RewardKind = "units", illegal: IllegalKind = "default", ev: bool = False,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        self.setting = make_setting(
            game, decks=decks, soft17=soft17, options=options, paytables=paytables, wagers=wagers,
            unit=unit, levels=levels, shoe=shoe, penetration=penetration, burn=burn, house=house,
        )  # fmt: skip
        most = self.setting.rules.wagers.seats
        if type(seats) is not int or not 1 <= seats <= most:
            raise RulesError(f"seats = {seats!r}: use 1 to {most}")
        check_choice("reward", reward, REWARDS)
        check_choice("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.strict, self.ev, self.render_mode = illegal == "error", ev, render_mode
        self.scale = 1.0 if reward == "cents" else 1.0 / unit
        self.numbers = tuple(range(1, seats + 1))
        self.felt = Felt(self.setting, self.numbers)
        self.layout = self.felt.layout
        self.agents = [agent_of(number) for number in self.numbers]
        self.seat_of = dict(zip(self.agents, self.numbers, strict=True))
        layout = self.layout
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(layout.low[:MASK], layout.high[:MASK], dtype=np.int8),
                "action_mask": spaces.Box(layout.low[MASK:], layout.high[MASK:], dtype=np.int8),
            }
        )
        self.action_space = action_space(layout)
        self._random: np.random.Generator | None = None

    def begin(self, seed: int | None) -> None:
        """Begin an episode; a seed begins the cards anew."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.felt = Felt(self.setting, self.numbers)
        self.felt.shuffle(int(self._random.integers(1 << 62)))

    def observe(self, agent: str) -> Observed:
        """What an agent sees."""
        row = self.felt.observe(self.seat_of[agent])
        return {"observation": row[:MASK], "action_mask": row[MASK:]}

    def info(self, agent: str) -> dict[str, Any]:
        """What is told beside that."""
        seat = self.seat_of[agent]
        info: dict[str, Any] = {"action_mask": self.felt.observe(seat)[MASK:]}
        if self.ev:
            worth = np.full(len(self.layout.actions), np.nan)
            for action, value in self.felt.values(seat, self.seen_before()).items():
                worth[action] = value
            info["ev"] = worth
        return info

    def seen_before(self) -> list[int]:
        """Cards that lay open in earlier rounds of the shoe."""
        state = self.felt.table.state
        seen = [sum(state.gone[4 * rank : 4 * rank + 4]) for rank in range(13)]
        for card in (*self.felt.hidden, *state.cards_of_round()):
            seen[card >> 2] -= 1
        return [4 * rank for rank in range(13) for _ in range(seen[rank])]

    def act(self, agent: str, action: Any) -> None:
        """Do what an agent's action says."""
        self.felt.act(self.seat_of[agent], int(action), strict=self.strict)

    def rewards(self) -> dict[str, float]:
        """What the round that is over brought; nothing while one is under way."""
        if not self.felt.between_rounds or self.felt.levels:
            return dict.fromkeys(self.agents, 0.0)
        return {agent: self.felt.won(seat) * self.scale for agent, seat in self.seat_of.items()}

    def render(self) -> Any:
        """The table as text or as a picture."""
        return shown(self.felt, self.render_mode)


class BlackjackAECEnv(AECEnv):  # type: ignore[misc]  # PettingZoo publishes no types
    """A table whose seats act one after the other."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "pitboss_v1", "render_modes": list(RENDER_MODES), "is_parallelizable": False,
        "render_fps": 2,
    }  # fmt: skip

    def __init__(self, game: str | Path | Game = "blackjack", **options: Any) -> None:
        super().__init__()
        self._seats = Seats(game, **options)
        self.setting, self.layout = self._seats.setting, self._seats.layout
        self.render_mode = self._seats.render_mode
        self.possible_agents = list(self._seats.agents)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002
        """The same for every seat."""
        return self._seats.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Alike for every seat; each has its own, to be seeded."""
        return self._spaces.setdefault(agent, action_space(self.layout))

    @property
    def _spaces(self) -> dict[str, spaces.Space[Any]]:
        found: dict[str, spaces.Space[Any]] = self.__dict__.setdefault("_action_spaces", {})
        return found

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin an episode."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def _turn(self) -> None:
        """Say whose turn it is, and what there is to know."""
        asked = self._seats.felt.asked
        self.agent_selection = agent_of(asked[0]) if asked else self.agents[0]
        self.infos = {agent: self._seats.info(agent) for agent in self.agents}

    def observe(self, agent: str) -> Observed:
        """What an agent sees."""
        return self._seats.observe(agent)

    def step(self, action: Any) -> None:
        """The agent in turn acts."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._seats.act(agent, action)
        self.rewards = self._seats.rewards()
        if self._seats.felt.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._turn()

    def render(self) -> Any:
        """The table as text or as a picture."""
        return self._seats.render()

    def close(self) -> None:
        """Nothing is held open."""


class BlackjackParallelEnv(ParallelEnv):  # type: ignore[misc]
    """A table whose seats act side by side: those that are asked are heard, others are not.

    An agent whose mask is empty is not asked, and whatever it says is passed over.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "pitboss_parallel_v1", "render_modes": list(RENDER_MODES), "render_fps": 2,
    }  # fmt: skip

    def __init__(self, game: str | Path | Game = "blackjack", **options: Any) -> None:
        self._seats = Seats(game, **options)
        self.setting, self.layout = self._seats.setting, self._seats.layout
        self.render_mode = self._seats.render_mode
        self.possible_agents = list(self._seats.agents)
        self.agents: list[str] = []
        self._spaces: dict[str, spaces.Space[Any]] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002
        """The same for every seat."""
        return self._seats.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Alike for every seat; each has its own, to be seeded."""
        return self._spaces.setdefault(agent, action_space(self.layout))

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None  # noqa: ARG002
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:  # fmt: skip
        """Begin an episode."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observed(), {agent: self._seats.info(agent) for agent in self.agents}

    def _observed(self) -> dict[str, Observed]:
        return {agent: self._seats.observe(agent) for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Every seat that is asked now acts."""
        for seat in self._seats.felt.asked:
            agent = agent_of(seat)
            if agent not in actions:
                raise RulesError(f"actions: {agent} is asked and says nothing")
            self._seats.act(agent, actions[agent])
        agents, over = self.agents, self._seats.felt.over
        observed, rewards = self._observed(), self._seats.rewards()
        infos = {agent: self._seats.info(agent) for agent in agents}
        if over:
            self.agents = []
        return (
            observed, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos,
        )  # fmt: skip

    def render(self) -> Any:
        """The table as text or as a picture."""
        return self._seats.render()

    def close(self) -> None:
        """Nothing is held open."""
