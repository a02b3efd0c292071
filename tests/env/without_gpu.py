"""Environments on a GPU where there is none: the kernel compiled, or run by numba-cuda's simulator.

Both take numba-cuda's parts apart, so this is a script with a process of its own.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np

from pitboss.env.setting import make_setting
from tests.sim.without_gpu import CAPABILITY, GARBAGE, Recorder, module
from tests.sim.without_gpu import Shared as Dynamic

THREADS = 8
"""Of a block in the simulator, where a thread is one of Python's."""


def compile_kernel(options: dict[str, Any]) -> dict[str, tuple[str, int | None]]:
    """The step's PTX for what it is called with, and the most registers it may use."""
    device = SimpleNamespace(compute_capability=CAPABILITY)
    module("numba.cuda.dispatcher").get_current_device = lambda: device
    module("numba.cuda.cuda_paths")._get_nvrtc_path = lambda: None
    kernels = module("pitboss.env.cuda")
    memory = SimpleNamespace(to_device=np.asarray, device_array=np.empty)
    recorder, make = Recorder(), kernels.step_kernel
    asked: list[tuple[Any, ...]] = []

    def kernel_of(*of: Any) -> Any:
        asked.append(of)
        return recorder

    with patch.multiple(kernels, cuda=memory, step_kernel=kernel_of):
        kernels.CudaBatch(make_setting(**options), 300).begin()
    kernel = make(*asked[0])
    text, _ = module("numba.cuda").compile(
        kernel.py_func, recorder.signature, device=False, cc=CAPABILITY, abi="numba", output="ptx",
    )  # fmt: skip
    return {"step": (text, kernel.targetoptions.get("max_registers"))}


class Shared:
    """A block's shared memory, not clean: what has no size of its own is all one memory."""

    def __init__(self, size: int) -> None:
        self._dynamic, self._made = Dynamic(size), {}  # type: ignore[var-annotated]

    def array(self, shape: Any, dtype: Any) -> Any:
        if shape == 0:
            return self._dynamic.array(0, dtype)
        line = sys._getframe(1).f_lineno
        return self._made.setdefault(line, np.full(shape, GARBAGE, dtype))


def ready() -> None:
    """Make the simulator do what a GPU does, a few threads in a block."""
    cuda, simulator = module("numba.cuda"), module("numba.cuda.simulator.kernelapi")
    jit = cuda.jit
    cuda.jit = lambda *of, max_registers=None, **options: jit(*of, **options)  # noqa: ARG005
    simulator.FakeCUDAShared = Shared
    module("pitboss.env.cuda").THREADS = THREADS


def play(cases: list[tuple[dict[str, Any], int, int, int]]) -> list[list[str]]:
    """Differences from the processor, by numba-cuda's simulator; settings, tables, steps, seed."""
    ready()
    compare = module("tests.env.on_device").differences
    return [
        list(compare(make_setting(**options), tables, steps, seed))
        for options, tables, steps, seed in cases
    ]


def ask(_: None) -> dict[str, Any]:
    """The vector environment on the simulated device: what it gives, and what it refuses."""
    ready()
    vector = module("pitboss.env.vector").BlackjackVectorEnv
    said: dict[str, Any] = {}
    env = vector(3, "half-back", device="cuda", illegal="error", autoreset_mode="SameStep")
    here = vector(3, "half-back", illegal="error", autoreset_mode="SameStep")
    deal = np.full(3, len(env.actions) - 1)
    for one in (env, here):
        one.reset(seed=4)
    (seen, rewards, over, cut, info), theirs = env.step(deal), here.step(deal)
    said["same"] = [
        bool(np.array_equal(one.numpy(), other))
        for one, other in zip((seen, rewards, over, cut), theirs, strict=False)
    ] + [bool(np.array_equal(info["action_mask"].numpy(), theirs[4]["action_mask"]))]
    said["final"] = sorted(info)
    before = seen.numpy()
    for name, actions in (("none", deal + 5), ("illegal", deal), ("shape", deal[:2])):
        try:
            env.step(actions)
        except Exception as error:
            said[name] = f"{type(error).__name__}: {error}"
    said["nothing happened"] = bool(np.array_equal(env.unwrapped._batch.seen.numpy(), before))
    named = vector(3, "half-back", device="cuda", observation="structured")
    parts, _ = named.reset(seed=4, options={"reset_mask": np.array([True, False, True])})
    said["named"] = {name: part.numpy().tolist() for name, part in parts.items()}
    return said


if __name__ == "__main__":
    what, asked, answer = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    do: Any = {"compile": compile_kernel, "play": play, "ask": ask}[what]
    answer.write_bytes(pickle.dumps(do(pickle.loads(asked.read_bytes()))))
