"""Environments on a GPU, without one: the kernel compiles, plays what the processor plays, and its
arrays are handed over. ``python -m tests.env.on_device`` checks the same and more where a GPU is.
"""

from __future__ import annotations

import gc
import importlib.util
import re
import sys
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.env import BlackjackVectorEnv, device_array
from pitboss.env.batch import keys_of
from pitboss.env.device_array import DeviceArray, Memory, capsule_of
from pitboss.extras import install_hint
from pitboss.rules.errors import RulesError
from pitboss.sim.draws import key_of
from tests.sim import test_cuda as of_rounds

SCRIPT = Path(__file__).with_name("without_gpu.py")
CASES: list[tuple[dict[str, Any], int, int, int]] = [
    ({"game": "half-back", "wagers": {"upcard-bonus": 0.5}}, 10, 12, 1),
    ({"game": "mulligan-21", "shoe": "cut", "levels": (1, 3), "burn": 2}, 6, 12, 2),
    ({"game": "blackjack", "decks": 1, "shoe": "cut", "penetration": 0.95}, 3, 24, 3),
]
"""Settings, tables (not all of them whole blocks), steps in each mode, and a seed."""

on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="numba-cuda and NVIDIA's compiler are installed on Linux only"
)


def without_gpu(folder: Path, what: str, asked: Any, **environment: str) -> Any:
    environment["PYTHONPATH"] = str(SCRIPT.parents[2])
    return of_rounds.without_gpu(folder, what, asked, script=SCRIPT, **environment)


@on_linux
def test_the_kernel_compiles_for_a_gpu(tmp_path: Path) -> None:
    options = {"game": "half-back", "shoe": "cut"}
    found = without_gpu(tmp_path, "compile", options, NUMBA_FORCE_CUDA_CC="9.0")
    [(text, most)] = found.values()
    assert re.search(r"\.visible \.entry \w*step", text)
    of_rounds.assert_assembles(tmp_path / "step.ptx", text, most)


@on_linux
def test_simulated_cuda_plays_what_the_processor_plays(tmp_path: Path) -> None:
    found = without_gpu(tmp_path, "play", CASES, NUMBA_ENABLE_CUDASIM="1")
    assert found == [[] for _ in CASES]


@on_linux
def test_the_vector_environment_on_a_simulated_device(tmp_path: Path) -> None:
    said = without_gpu(tmp_path, "ask", None, NUMBA_ENABLE_CUDASIM="1")
    assert said["same"] == [True] * 5
    assert said["final"] == [
        "_action_mask", "_final_info", "_final_obs", "action_mask", "final_info", "final_obs",
    ]  # fmt: skip
    assert said["none"].startswith("IllegalAction: environment 0: action = 13: use 0 stand, ")
    assert re.match(
        r"IllegalAction: environment \d: action = 8 \(deal\): it is not", said["illegal"]
    )
    assert said["shape"] == "RulesError: actions of shape (2,): use (3,)"
    assert said["nothing happened"]
    assert said["named"]["phase"] == [1, 0, 1]  # wagers, and over where nothing has begun
    assert said["named"]["hands"] == [0, 0, 0]


def test_a_gpu_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RulesError, match="device = 'gpu': use cpu or cuda"):
        BlackjackVectorEnv(2, device="gpu")  # type: ignore[arg-type]
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "numba_cuda" else find(name)
    )
    with pytest.raises(RulesError, match=re.escape(install_hint("gpu"))):
        BlackjackVectorEnv(2, device="cuda")


def test_keys_of_many_seeds_are_those_of_each() -> None:
    seeds = [0, 1, 77, (1 << 64) - 1]
    found = keys_of(np.array(seeds, dtype=np.uint64))
    assert [int(key) for key in found] == [int(key_of(seed)) for seed in seeds]


# Parts of an array on a device, with memory of the processor's


class OnDevice:
    """An array as numba has it on a device: it is read by copying rows that follow one another."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array, self.read = array, 0
        self.shape, self.strides, self.dtype = array.shape, array.strides, array.dtype
        self.__cuda_array_interface__ = {**array.__array_interface__, "strides": None}

    def __getitem__(self, rows: slice) -> OnDevice:
        part = OnDevice(self.array[rows])
        self.read += len(part.array)
        return part

    def copy_to_host(self) -> np.ndarray[Any, Any]:
        return self.array.copy()


PARTS: list[Any] = [
    slice(None), slice(2, 4), 3, (slice(None), slice(3, None)), (slice(None), 7),
    (2, slice(1, 9, 3)), (slice(1, 1), slice(None)), (slice(None, None, -2), slice(None, 2)),
    (4, 11),
]  # fmt: skip


@pytest.mark.parametrize("places", PARTS, ids=str)
def test_a_part_of_an_array_is_cut_without_looking_at_it(places: Any) -> None:
    rows = np.arange(60, dtype=np.int16).reshape(5, 12)
    whole = OnDevice(rows)
    part, expected = DeviceArray(whole)[places], np.asarray(rows[places])
    assert whole.read == 0  # numba's own way walks through every row
    assert (part.shape, part.dtype) == (expected.shape, expected.dtype)
    assert np.array_equal(part.numpy(), expected)
    if expected.ndim and expected.size:
        interface = part.__cuda_array_interface__
        assert interface["data"][0] == rows[places].ctypes.data
        assert (interface["shape"], interface["strides"]) == (expected.shape, expected.strides)
        assert np.array_equal(part[1:].numpy(), expected[1:])


def test_a_part_is_chosen_by_slices_and_numbers_only() -> None:
    whole = DeviceArray(OnDevice(np.zeros((5, 12))))
    with pytest.raises(TypeError, match=r"slices and whole numbers, not by \[1, 2\]"):
        whole[[1, 2]]
    with pytest.raises(IndexError):
        whole[5]


# Handing over by DLPack, with memory of the processor's


class Lent:
    """An array handed over by our capsules as those of a device are."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0

    def __dlpack__(self, **_: Any) -> Any:
        memory = Memory(self.array.ctypes.data, self.__dlpack_device__(), self.array)
        return capsule_of(memory, self.array.shape, self.array.strides, self.array.dtype)


ROWS = np.arange(60, dtype=np.int8).reshape(5, 12)


@pytest.mark.parametrize(
    "array",
    [ROWS, ROWS[1:4, 3:], ROWS[:, 7], np.array([1.5, -2], dtype=np.float32), ROWS[:, 0] > 20],
    ids=["rows", "part", "column", "rewards", "marks"],
)
def test_a_consumer_sees_the_same_memory(array: np.ndarray[Any, Any]) -> None:
    seen = np.from_dlpack(Lent(array))
    assert seen.dtype == array.dtype
    assert seen.strides == array.strides
    assert seen.ctypes.data == array.ctypes.data
    assert np.array_equal(seen, array)


def test_memory_lives_as_long_as_it_is_used() -> None:
    class Rows(np.ndarray[Any, Any]):
        """An array that can be watched."""

    owner = np.arange(1000).view(Rows)
    watch, seen = weakref.ref(owner), np.from_dlpack(Lent(owner))
    del owner
    gc.collect()
    assert watch() is not None
    assert seen[999] == 999
    del seen
    gc.collect()
    assert watch() is None
    assert not device_array._handed_out


def test_what_nobody_takes_is_let_go() -> None:
    capsule = Lent(ROWS).__dlpack__()
    assert len(device_array._handed_out) == 1
    del capsule
    assert not device_array._handed_out


def test_arrays_of_the_processor_go_by_dlpack_too() -> None:
    env = BlackjackVectorEnv(4, copy=False)
    seen, _ = env.reset(seed=1)
    handed = np.from_dlpack(seen)
    _, rewards, over, _, info = env.step(np.full(4, len(env.actions) - 1))
    assert np.array_equal(handed, env._batch.seen)  # what the step wrote
    for one in (rewards, over, info["action_mask"]):
        assert np.from_dlpack(one).ctypes.data == one.ctypes.data
