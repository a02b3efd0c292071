"""Research environments: steps a second with observation, mask and reward written, beside peers.

All figures of one run, on one core, in processor time. Peers are Gymnasium's Blackjack-v1, single
and vectorised, which can only hit or stand and deals with replacement, and OpenSpiel's blackjack
and Pgx-style environments where they are installed.
"""

from __future__ import annotations

import importlib.util
import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from pitboss import games
from pitboss.env import BlackjackVectorEnv, env_id
from pitboss.env.baselines import ChartPlay, RandomPlay

SINGLE_STEPS = 100_000
TABLES = 4096
VECTOR_STEPS = 400
RUNS = 5
FLOOR, GOAL = 5e6, 20e6


def best_of(runs: int, once: Callable[[], float]) -> float:
    return max(once() for _ in range(runs))


def single(env: Any, act: Callable[[dict[str, Any]], int]) -> float:
    """Steps a second of one environment, resets included."""
    _, info = env.reset(seed=1)
    start = time.process_time()
    for _ in range(SINGLE_STEPS):
        _, _, over, _, info = env.step(act(info))
        if over:
            _, info = env.reset()
    return SINGLE_STEPS / (time.process_time() - start)


def first_legal(info: dict[str, Any]) -> int:
    return int(info["action_mask"].argmax())


def any_of_two(info: dict[str, Any]) -> int:  # noqa: ARG001
    return random.getrandbits(1)


def ours(game: str, player: str, tables: int = TABLES, **options: Any) -> float:
    """Steps a second of many environments, the player's time not counted."""
    env = BlackjackVectorEnv(tables, game, autoreset_mode="SameStep", copy=False, **options)
    act: Any = RandomPlay(env.layout, 1) if player == "random" else ChartPlay.solved(env.setting)
    seen, _ = env.reset(seed=1)
    lists = []
    for _ in range(VECTOR_STEPS):
        lists.append(act(seen))
        seen = env.step(lists[-1])[0]

    def once() -> float:
        env.reset(seed=1)
        start = time.process_time()
        for actions in lists:
            env.step(actions)
        return tables * VECTOR_STEPS / (time.process_time() - start)

    return best_of(RUNS, once)


def vector_peer(tables: int = 64, steps: int = 100) -> float:
    env = gymnasium.make_vec("Blackjack-v1", num_envs=tables, vectorization_mode="sync")
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 2, (steps, tables))
    start = time.process_time()
    for one in actions:
        env.step(one)
    return tables * steps / (time.process_time() - start)


def open_spiel_peer() -> float:
    import pyspiel  # type: ignore[import-not-found]

    game, steps = pyspiel.load_game("blackjack"), 0
    start = time.process_time()
    while steps < SINGLE_STEPS:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                state.observation_tensor(0)
                steps += 1
            state.apply_action(random.choice(legal))
    return steps / (time.process_time() - start)


def pgx_peer(tables: int = 4096, steps: int = 100) -> float:
    """Kuhn poker, the smallest card game Pgx has; it has no blackjack."""
    import jax  # type: ignore[import-not-found,unused-ignore]
    import jax.numpy as jnp  # type: ignore[import-not-found,unused-ignore]
    import pgx  # type: ignore[import-not-found,unused-ignore]
    from pgx.experimental import auto_reset  # type: ignore[import-not-found,unused-ignore]

    env, key = pgx.make("kuhn_poker"), jax.random.PRNGKey(0)
    keys = jax.random.split(key, tables)

    def play(state: Any, key: Any) -> Any:
        odds = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(key, odds, axis=1)
        return jax.vmap(auto_reset(env.step, env.init))(state, actions, keys)

    step = jax.jit(play)
    state = step(jax.jit(jax.vmap(env.init))(keys), key)
    start = time.process_time()
    for number in range(steps):
        state = step(state, jax.random.fold_in(key, number))
    state.observation.block_until_ready()
    return tables * steps / (time.process_time() - start)


def main() -> None:
    warnings.simplefilter("ignore")
    print("Research environments, steps a second of one core's time\n")
    peer = best_of(2, lambda: single(gymnasium.make("Blackjack-v1").unwrapped, any_of_two))
    print(f"one environment      Gymnasium Blackjack-v1   {peer:>12,.0f}")
    for kind in ("flat", "structured"):
        env = gymnasium.make(env_id("blackjack"), observation=kind).unwrapped
        speed = best_of(2, lambda env=env: single(env, first_legal))  # type: ignore[misc]
        print(f"                     blackjack, {kind:<13} {speed:>12,.0f}  {speed / peer:.1f} ×")
    vector = vector_peer()
    print(f"\nmany environments    Gymnasium Blackjack-v1   {vector:>12,.0f}")
    if importlib.util.find_spec("pyspiel"):
        print(f"                     OpenSpiel, one by one    {open_spiel_peer():>12,.0f}")
    if importlib.util.find_spec("pgx"):
        print(f"                     Pgx Kuhn poker           {best_of(RUNS, pgx_peer):>12,.0f}")
    for game in games.BUILT_IN:
        for player in ("random", "chart"):
            speed = ours(game, player)
            note = "goal" if speed >= GOAL else "floor" if speed >= FLOOR else "BELOW THE FLOOR"
            print(f"                     {game + ', ' + player:<24} {speed:>12,.0f}  {note}")
    cut = ours("blackjack", "random", shoe="cut", levels=(1, 2, 8))
    print(f"                     {'blackjack, cut shoes':<24} {cut:>12,.0f}")
    print(f"\nfloor {FLOOR / 1e6:.0f} M, goal {GOAL / 1e6:.0f} M; {TABLES:,} tables side by side")


if __name__ == "__main__":
    main()
