"""Environments on a GPU, where there is one: what they deal, hand over, and bring.

``python -m tests.env.on_device --rounds 1e9`` compares every game with the processor, step for
step, hands arrays to torch, CuPy and JAX as far as they are installed, and plays the
solver's chart.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss import games
from pitboss.env.baselines import ChartPlay, RandomPlay, solution_of
from pitboss.env.batch import Batch
from pitboss.env.cuda import CudaBatch
from pitboss.env.setting import Setting, make_setting
from pitboss.env.steps.numbers import DISABLED, NEXT_STEP, OVER, SAME_STEP
from tests.env.same_cards import any_setting, staked
from tests.sim.settings import random_settings

DESIGNS = sorted((Path(__file__).parents[1] / "designs").glob("*.toml"))
GAMES: list[str | Path] = [*games.BUILT_IN, *DESIGNS]
MODES = {"NextStep": NEXT_STEP, "SameStep": SAME_STEP, "Disabled": DISABLED}


def differences(setting: Setting, tables: int, steps: int, seed: int) -> Iterator[str]:
    """What is not the same on the device and on the processor, in the same steps of random play."""
    here, there = Batch(setting, tables), CudaBatch(setting, tables)
    player = RandomPlay(here.layout, seed)
    for batch in (here, there):
        batch.seed_all(seed)
        batch.begin()
    illegal = np.random.default_rng(seed)
    for name, mode in MODES.items():
        for step in range(steps):
            actions = player(here.seen)
            wild = illegal.random(tables) < 0.01
            actions[wild] = illegal.integers(0, len(here.layout.actions), wild.sum())
            over = here.seen[:, 0] == OVER
            if mode == DISABLED and over.any():
                for batch in (here, there):
                    batch.begin(over)
            here.step(actions, 1.0, mode)
            there.step(actions, 1.0, mode)
            yield from _compare(here, there, f"{name}, step {step}", mode)
        if mode == SAME_STEP and any(here.cards(n) != there.cards(n) for n in range(0, tables, 97)):
            yield f"{name}: other cards"


def _compare(here: Batch, there: CudaBatch, where: str, mode: int) -> Iterator[str]:
    pairs: dict[str, tuple[NDArray[Any], NDArray[Any]]] = {
        "observations": (here.seen, there.seen.numpy()),
        "rewards": (here.rewards.astype(np.float32), there.rewards.numpy()),
        "ends": (here.over, there.over.numpy()),
    }
    if mode == SAME_STEP:
        pairs["last observations"] = here.last[here.over], there.last.numpy()[here.over]
    for name, (one, other) in pairs.items():
        if not np.array_equal(one, other):
            apart = np.nonzero((one != other).reshape(len(one), -1).any(axis=1))[0]
            yield f"{where}: {name} of {len(apart)} tables, the first {apart[0]}"


def check_steps(tables: int, steps: int) -> int:
    """Every game and design, with options, side bets, levels and shoes."""
    wrong = 0
    for game in GAMES:
        name = game if isinstance(game, str) else game.stem
        rng = random.Random(f"device {name}")
        settings = [make_setting(game), make_setting(game, shoe="cut", levels=(1, 2, 5))]
        if isinstance(game, str):
            settings += [any_setting(house, rng) for house in random_settings(game, rng, 3)]
        found = [
            one
            for setting in settings
            for one in differences(setting, tables, steps, rng.randrange(1 << 40))
        ]
        wrong += len(found)
        print(f"{name}: {len(settings)} settings, {len(found)} differences", *found[:3], flush=True)
    return wrong


def check_torch(batch: CudaBatch) -> str:
    """The same memory, seen again after a step; actions computed there; another stream."""
    import torch  # type: ignore[import-not-found,unused-ignore]

    seen = torch.from_dlpack(batch.seen)
    assert seen.data_ptr() == batch.seen.__cuda_array_interface__["data"][0]
    mask = seen[:, -len(batch.layout.actions) :]
    for _ in range(50):
        actions = (torch.rand(mask.shape, device="cuda") * mask).argmax(dim=1)
        batch.step(actions, 1.0, SAME_STEP, strict=True)
        assert np.array_equal(seen.cpu().numpy(), batch.seen.numpy())
        assert np.array_equal(torch.from_dlpack(batch.rewards).cpu().numpy(), batch.rewards.numpy())
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        other = torch.from_dlpack(batch.over)
        assert np.array_equal(other.cpu().numpy(), batch.over.numpy())
    column = torch.from_dlpack(batch.seen[:, 7])
    assert np.array_equal(column.cpu().numpy(), batch.seen.numpy()[:, 7])
    return f"torch {torch.__version__}: {tuple(seen.shape)} {seen.dtype} on {seen.device}"


def check_cupy(batch: CudaBatch) -> str:
    """Both protocols."""
    import cupy  # type: ignore[import-not-found,unused-ignore]

    for seen in (cupy.from_dlpack(batch.seen), cupy.asarray(batch.seen)):
        assert seen.data.ptr == batch.seen.__cuda_array_interface__["data"][0]
        batch.step(seen[:, -len(batch.layout.actions) :].argmax(axis=1), 1.0, SAME_STEP)
        assert np.array_equal(cupy.asnumpy(seen), batch.seen.numpy())
    for hand_over in (cupy.from_dlpack, cupy.asarray):
        part = hand_over(batch.seen[3:90, 5:11])
        assert np.array_equal(cupy.asnumpy(part), batch.seen.numpy()[3:90, 5:11])
        assert np.array_equal(batch.seen[3:90, 5:11].numpy(), batch.seen.numpy()[3:90, 5:11])
    return f"CuPy {cupy.__version__}: {seen.shape} {seen.dtype}"


def check_jax(batch: CudaBatch) -> str:
    """JAX takes whole arrays; actions come back by the array interface."""
    import jax  # type: ignore[import-not-found,unused-ignore]

    seen = jax.dlpack.from_dlpack(batch.seen)
    assert seen.unsafe_buffer_pointer() == batch.seen.__cuda_array_interface__["data"][0]
    assert np.array_equal(np.asarray(seen), batch.seen.numpy())
    actions = seen[:, -len(batch.layout.actions) :].argmax(axis=1).block_until_ready()
    batch.step(actions, 1.0, SAME_STEP, strict=True)
    return f"JAX {jax.__version__}: {seen.shape} {seen.dtype} on {seen.device}"


HANDED: dict[str, Callable[[CudaBatch], str]] = {
    "torch": check_torch, "cupy": check_cupy, "jax": check_jax,
}  # fmt: skip


def check_handed_over() -> int:
    """Hand arrays to every library that is installed."""
    wrong = 0
    for name, check in HANDED.items():
        if importlib.util.find_spec(name) is None:
            print(f"{name} is not installed")
            continue
        batch = CudaBatch(make_setting("half-back"), 1000)
        batch.seed_all(3)
        batch.begin()
        try:
            print(check(batch), flush=True)
        except Exception:
            wrong += 1
            traceback.print_exc()
    return wrong


def check_means(rounds: int, tables: int) -> int:
    """The chart's mean against the solver's, with all side bets that are offered staked."""
    from tests.env.chart_on_device import ChartOnDevice

    wrong = 0
    for game in games.BUILT_IN:
        for sides in staked(game):
            setting = make_setting(game, wagers=sides)
            solution = solution_of(setting)
            batch = CudaBatch(setting, tables)
            batch.seed_all(20)
            batch.begin()
            player = ChartOnDevice(batch, solution.chart)
            first = ChartPlay(batch.layout, solution.chart)
            for _ in range(20):
                actions = player.choose().copy_to_host()
                assert np.array_equal(actions, first(batch.seen.numpy())), "another chart's play"
                batch.step(player.actions, 1.0, SAME_STEP)
            start = time.perf_counter()
            dealt, mean, error = player.play(rounds)
            took = time.perf_counter() - start
            expected = float(solution.round.ev) * setting.unit
            apart = (mean - expected) / error
            wrong += abs(apart) >= 4
            print(
                f"{game} {list(sides)}: {dealt:,} rounds in {took:.1f} s, "
                f"{mean / setting.unit:+.7f} ± {error / setting.unit:.7f}, "
                f"solver {expected / setting.unit:+.7f}, {apart:+.2f} standard errors",
                flush=True,
            )
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Check all, and say what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=float, default=1e9, help="of the chart, per setting")
    parser.add_argument("--tables", type=int, default=1000, help="compared with the processor")
    parser.add_argument("--steps", type=int, default=60)
    chosen = parser.parse_args(arguments)
    wrong = check_steps(chosen.tables, chosen.steps)
    wrong += check_handed_over()
    if chosen.rounds:
        wrong += check_means(int(chosen.rounds), 1 << 20)
    print("all the same" if not wrong else f"{wrong} WRONG")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
