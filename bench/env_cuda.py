"""Research environments on a GPU: steps a second with everything read and written at every step.

That is: actions, observations with their masks, rewards, and which episodes are over. The actions
are those of random play, or of the solver's chart, drawn beforehand and played again from the same
seed. Times are the device's own, best of several runs. ``--try`` measures other sizes of blocks
and numbers of registers too.
"""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

import argparse
import importlib.util
import time
from typing import Any

import numpy as np
from numba import cuda

from pitboss import games
from pitboss.env import cuda as kernels
from pitboss.env.cuda import CudaBatch
from pitboss.env.layout import MASK
from pitboss.env.setting import Setting, make_setting
from pitboss.env.steps.numbers import NEXT_STEP, SAME_STEP, U
from pitboss.sim.draws import mix

TABLES = 1 << 21
STEPS, RUNS = 24, 5
FLOOR, GOAL = 1e9, 5e9
TRIALS = (
    (32, 48), (64, 40), (64, 48), (64, 56), (64, 64), (128, 40), (128, 48), (128, 56), (128, 72),
    (256, 48), (256, 56),
)  # fmt: skip
"""Threads of a block, and registers of a thread."""


@cuda.jit
def random_kernel(rows, many, seed, actions):
    """Any legal action, each as likely as another."""
    i = cuda.grid(1)
    if i < len(actions):
        legal = 0
        for action in range(many):
            legal += rows[i, MASK + action]
        if legal == 0:
            return
        chosen = (mix(U(seed) + U(i)) >> U(32)) % U(legal)
        for action in range(many):
            if rows[i, MASK + action]:
                if chosen == U(0):
                    actions[i] = action
                    return
                chosen -= U(1)


def drawn(batch: CudaBatch, player: str, mode: int) -> list[Any]:
    """Actions of every table, step by step, from seed 1 on."""
    batch.seed_all(1)
    batch.begin()
    chart: Any = None
    if player == "chart":
        from tests.env.chart_on_device import ChartOnDevice

        from pitboss.env.baselines import solution_of

        chart = ChartOnDevice(batch, solution_of(batch.setting).chart)
    rows, found = cuda.as_cuda_array(batch.seen), []
    for step in range(STEPS):
        actions = cuda.to_device(np.zeros(batch.many, dtype=np.int32))
        if chart is None:
            many = len(batch.layout.actions)
            random_kernel[batch.blocks, kernels.THREADS](rows, many, step << 32, actions)
        else:
            actions.copy_to_device(chart.choose())
        found.append(actions)
        batch.step(actions, 1.0, mode)
    return found


def speed(setting: Setting, player: str, tables: int = TABLES, mode: int = SAME_STEP) -> float:
    """Steps a second of the device, the player's time not counted."""
    batch = CudaBatch(setting, tables)
    lists, best = drawn(batch, player, mode), 0.0
    for _ in range(RUNS):
        batch.seed_all(1)
        batch.begin()
        start, end = cuda.event(), cuda.event()
        start.record()
        for actions in lists:
            batch.step(actions, 1.0, mode)
        end.record()
        end.synchronize()
        best = max(best, tables * STEPS / (start.elapsed_time(end) / 1000))
    return best


def with_torch(game: str, tables: int) -> str:
    """A loop as a researcher writes it: torch picks a legal action from the mask."""
    import torch  # type: ignore[import-not-found,unused-ignore]

    from pitboss.env import BlackjackVectorEnv

    env = BlackjackVectorEnv(tables, game, device="cuda", autoreset_mode="SameStep", copy=False)
    seen, info = env.reset(seed=1)
    rows = torch.from_dlpack(seen)
    mask, steps = torch.from_dlpack(info["action_mask"]), 100
    for run in range(2):
        start = time.perf_counter()
        for _ in range(steps):
            env.step((torch.rand(mask.shape, device="cuda") * mask).argmax(dim=1))
        torch.cuda.synchronize()
        took = time.perf_counter() - start
        if run:
            return f"{tables * steps / took:,.0f}; {rows.shape[1]} numbers a row"
    return ""


def show(name: str, figure: float) -> None:
    note = "goal" if figure >= GOAL else "floor" if figure >= FLOOR else "BELOW THE FLOOR"
    print(f"{name:<52} {figure / 1e9:>8.2f} G  {note}", flush=True)


def measure_copying() -> None:
    """What the device's memory moves at best, bytes read and bytes written."""
    one = cuda.device_array(1 << 31, dtype=np.int8)
    other = cuda.device_array(1 << 31, dtype=np.int8)
    best = 0.0
    for _ in range(5):
        start, end = cuda.event(), cuda.event()
        start.record()
        other.copy_to_device(one)
        end.record()
        end.synchronize()
        best = max(best, 2 * one.size / (start.elapsed_time(end) / 1000))
    print(f"memory, copied on the device: {best / 1e12:.2f} TB/s\n", flush=True)


def try_sizes() -> None:
    """Other blocks and registers."""
    before = kernels.THREADS, kernels.REGISTERS
    for game in ("blackjack", "half-back"):
        for threads, registers in TRIALS:
            kernels.THREADS, kernels.REGISTERS = threads, registers
            kernels.step_kernel.cache_clear()
            try:
                show(
                    f"{game}, {threads} threads, {registers} registers",
                    speed(make_setting(game), "random"),
                )
            except Exception as error:
                print(threads, registers, type(error).__name__, error)
    kernels.THREADS, kernels.REGISTERS = before
    kernels.step_kernel.cache_clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--try", action="store_true", dest="sizes", help="other sizes too")
    chosen = parser.parse_args()
    if not cuda.is_available():
        raise SystemExit("no NVIDIA GPU is found here")
    name = cuda.get_current_device().name
    print(f"Research environments on {name if isinstance(name, str) else name.decode()}")
    measure_copying()
    if chosen.sizes:
        try_sizes()
    for game in games.BUILT_IN:
        for player in ("random", "chart"):
            show(f"{game}, {player}", speed(make_setting(game), player))
    setting = make_setting("half-back")
    for tables in (1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22):
        show(f"half-back, random, {tables:,} tables", speed(setting, "random", tables))
    show("half-back, random, NextStep", speed(setting, "random", mode=NEXT_STEP))
    sides = make_setting("half-back", wagers={"upcard-bonus": 0.5})
    show("half-back with its side bet, random", speed(sides, "random"))
    cut = make_setting("blackjack", shoe="cut", levels=(1, 2, 8))
    show("blackjack, cut shoes, three levels, random", speed(cut, "random"))
    if importlib.util.find_spec("torch") and importlib.util.find_spec("gymnasium"):
        for tables in (1 << 16, 1 << 20):
            print(f"half-back, {tables:,} tables, torch plays: {with_torch('half-back', tables)}")
    print(f"\nfloor {FLOOR / 1e9:.0f} G, goal {GOAL / 1e9:.0f} G; {TABLES:,} tables unless said")


if __name__ == "__main__":
    main()
