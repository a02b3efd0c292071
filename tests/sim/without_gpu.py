"""The CUDA path where there is no GPU: kernels compiled, or run by numba-cuda's own simulator.

Both take numba-cuda's parts apart, so this is a script with a process of its own.
"""

# mypy: disable-error-code="no-untyped-call"
# the simulator's functions are compiled, and typed by what they are called with

from __future__ import annotations

import importlib
import pickle
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numba
import numpy as np

from pitboss.sim.program import Counts, Dealing, Program
from pitboss.sim.rounds import GIVEN_UP, slow_round

KERNELS = ("fresh_kernel", "single_kernel", "table_kernel", "sum_kernel")
CAPABILITY = (9, 0)
SMALL = {
    "THREADS": 4, "STRETCH": 32, "MOST_STRETCHES": 8,
    "SHOE_THREADS": 4, "SHOE_BLOCKS": 2, "SUM_BLOCKS": 2, "MOST_SHOES": 20,
}  # fmt: skip
"""The kernels' sizes in the simulator, where a thread is one of Python's."""
AT_ONCE = 2 * SMALL["STRETCH"]
"""Rounds of a stretch of all blocks; what is less is left to the processor."""
SECOND_THOUGHTS = np.uint64(40)
"""Of so many rounds one is given up."""
GARBAGE = 0x5A
"""What memory holds before anything is written there."""


def module(name: str) -> Any:
    """A module that is loaded when all is ready for it, and changed from outside."""
    return importlib.import_module(name)


class Recorder:
    """A kernel that is not run: it notes the types of what it is called with."""

    signature: tuple[Any, ...]

    def __getitem__(self, configuration: tuple[int, ...]) -> Recorder:
        return self

    def __call__(self, *arguments: Any) -> None:
        self.signature = tuple(
            numba.typeof(getattr(argument, "array", argument)) for argument in arguments
        )


class Memory(SimpleNamespace):
    """Memory of a GPU that is not there."""

    array: Any

    def copy_to_host(self) -> Any:
        return self.array


def compile_kernels(parts: tuple[Any, Any]) -> dict[str, tuple[str, int | None]]:
    """By kernel: its PTX for what the runner calls it with, and the most registers it may use."""
    device = SimpleNamespace(compute_capability=CAPABILITY)
    module("numba.cuda.dispatcher").get_current_device = lambda: device
    # the compiler of C++ is looked for, but not needed
    module("numba.cuda.cuda_paths")._get_nvrtc_path = lambda: None
    kernels = module("pitboss.sim.cuda")
    memory = SimpleNamespace(
        get_current_device=lambda: device,
        to_device=lambda array: Memory(array=array),
        device_array=lambda shape, dtype: Memory(array=np.empty(shape, dtype)),
    )
    recorders: dict[str, Any] = {name: Recorder() for name in KERNELS}
    with patch.multiple(kernels, cuda=memory, **recorders):
        kernels.Runner(Program(*parts, Dealing())).rounds(0, 2 * kernels.STRETCH)
        for dealing in (Dealing(cut=200), Dealing(seats=3)):
            kernels.Runner(Program(*parts, dealing)).shoes(0, 1)
    found = {}
    for name, recorder in recorders.items():
        kernel = getattr(kernels, name)
        text, _ = module("numba.cuda").compile(
            kernel.py_func, recorder.signature, device=False, cc=CAPABILITY, abi="numba",
            output="ptx",
        )  # fmt: skip
        found[name] = text, kernel.targetoptions.get("max_registers")
    return found


class Shared:
    """A block's shared memory, not clean: whatever its type, an array is all of it."""

    def __init__(self, size: int) -> None:
        self.memory = np.full(size, GARBAGE, dtype=np.int8)

    def array(self, shape: int, dtype: type[np.generic]) -> Any:
        assert shape == 0
        return np.frombuffer(self.memory, dtype, self.memory.size // np.dtype(dtype).itemsize)


class Local:
    """A thread's own memory, not clean either."""

    def array(self, shape: int, dtype: type[np.generic]) -> Any:
        return np.full(shape, GARBAGE, dtype)


class Watched(Program):
    """A program that leaves no more to the processor than it must."""

    def _run_cpu(self, first: int, many: int) -> Counts:
        assert many < AT_ONCE
        return super()._run_cpu(first, many)


def deal(cases: list[tuple[Any, ...]]) -> list[Counts]:
    """The tallies of programs' units, dealt by numba-cuda's simulator."""
    cuda, simulator = module("numba.cuda"), module("numba.cuda.simulator.kernelapi")
    jit = cuda.jit
    cuda.jit = lambda *of, max_registers=None: jit(*of)  # noqa: ARG005 - there are no registers
    simulator.FakeCUDAShared, simulator.FakeCUDALocal = Shared, Local
    kernels = module("pitboss.sim.cuda")
    vars(kernels).update(SMALL)
    fast, found = kernels.fast_round, []
    for tables, policy, dealing, first, many, gives_up in cases:
        kernels.fast_round = give_up if gives_up else fast
        kernels.slow_round = give_up_some if gives_up else slow_round
        program = Watched(tables, policy, dealing, device="cuda", path="plain")
        found.append(program.run(first, many))
    return found


def give_up(*_: Any) -> np.uint32:
    """Instead of `fast_round`: leave every round to `slow_round`."""
    return GIVEN_UP


def give_up_some(*arguments: Any) -> Any:
    """Instead of `slow_round`: leave some rounds to the processor."""
    return GIVEN_UP if arguments[-1] % SECOND_THOUGHTS == 0 else slow_round(*arguments)


if __name__ == "__main__":
    what, asked, answer = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    do: Any = {"compile": compile_kernels, "deal": deal}[what]
    answer.write_bytes(pickle.dumps(do(pickle.loads(asked.read_bytes()))))
