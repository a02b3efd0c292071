"""The CUDA path on a machine without a GPU: it compiles, and deals what the processor deals."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import pickle
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.sim.program import Dealing
from tests.effort import some
from tests.sim.settings import Setting, Solved
from tests.sim.without_gpu import KERNELS

SCRIPT = Path(__file__).with_name("without_gpu.py")
SETTINGS = [
    Setting("blackjack", strategy="chart"),
    Setting("half-back", strategy="chart"),
    Setting("mulligan-21", strategy="chart"),
    Setting("blackjack-tie", strategy="chart"),
    Setting("royal", {"peek": False}, strategy="chart"),
    Setting("suits", strategy="chart"),
]
"""Of the last no seat is dealt by an automaton."""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="numba-cuda and NVIDIA's compiler are installed on Linux only"
)


def without_gpu(
    folder: Path, what: str, asked: Any, *, script: Path = SCRIPT, **environment: str
) -> Any:
    """What the script answers."""
    question, answer = folder / "asked", folder / "answer"
    question.write_bytes(pickle.dumps(asked))
    ended = subprocess.run(
        [sys.executable, "-W", "ignore::RuntimeWarning", script, what, question, answer],
        capture_output=True, text=True, env=os.environ | environment, timeout=300,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return pickle.loads(answer.read_bytes())


@cache
def solved(setting: str) -> Solved:
    return Solved(next(one for one in SETTINGS if str(one) == setting))


def test_every_kernel_compiles_for_a_gpu(tmp_path: Path) -> None:
    game = solved(str(SETTINGS[0]))
    parts = game.tables, game.policy
    found = without_gpu(tmp_path, "compile", parts, NUMBA_FORCE_CUDA_CC="9.0")
    assert tuple(found) == KERNELS
    for kernel, (text, most) in found.items():
        assert ".target sm_90" in text
        assert re.search(rf"\.visible \.entry \w*{kernel}", text)
        assert_assembles(tmp_path / f"{kernel}.ptx", text, most)


def assert_assembles(source: Path, text: str, most: int | None) -> None:
    """Turn PTX into a GPU's own code with that many registers at most, and say what it needs."""
    files = importlib.metadata.files("nvidia-cuda-nvcc-cu12") or ()
    [assembler] = [path.locate() for path in files if path.name == "ptxas"]
    limit = [f"-maxrregcount={most}"] if most else []
    source.write_text(text)
    ended = subprocess.run(
        [str(assembler), "-v", "-arch=sm_90", *limit, source, "-o", source.with_suffix(".cubin")],
        capture_output=True, text=True,
    )  # fmt: skip
    said = ended.stdout + ended.stderr
    assert ended.returncode == 0, said
    [registers] = re.findall(r"Used (\d+) registers", said)
    [(stack, spilled)] = re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores", said)
    assert int(registers) <= (most or 255)
    print(f"{source.stem}: {registers} registers, {stack} bytes of stack, {spilled} spilled")


@pytest.mark.parametrize("setting", some(SETTINGS[::-1]), ids=str)
def test_simulated_cuda_deals_what_the_processor_deals(setting: Setting, tmp_path: Path) -> None:
    game = solved(str(setting))
    shoe = 52 * game.tables.decks
    units = {
        Dealing(seed=3): (7_777_777, 620 if setting.game != "suits" else 60),
        Dealing(seed=4, seats=3): (1 << 40, 50),
        Dealing(seed=5, cut=shoe // 2, burn=2): (1_000_003, 30),
        Dealing(seed=6, cut=shoe - 4, seats=3): (0, 25),
        Dealing(seed=7, cut=shoe - 3): (5, 20),
    }
    cases = [(game.tables, game.policy, dealing, *units[dealing], False) for dealing in units]
    dealt = without_gpu(tmp_path, "deal", cases, NUMBA_ENABLE_CUDASIM="1")
    for dealing, found in zip(units, dealt, strict=True):
        program = game.program(dealing)
        tally = program.run(*units[dealing])
        assert (found == tally).all(), dealing
        # the sample has what is rare: splits, suits left open, shoes that ran out
        parts, codes = program.read(tally), program.machine.split_codes
        assert parts.counts[:, codes.base : codes.end].any()
        left_open = program.fresh and codes.end < program.machine.codes
        assert parts.counts[:, codes.end :].any() == left_open
        assert (parts.ran_out > 0) == ((dealing.cut or 0) > shoe // 2)


def test_rounds_that_kernels_give_up_are_played(tmp_path: Path) -> None:
    game, dealing = solved(str(SETTINGS[1])), Dealing(seed=8)
    case = (game.tables, game.policy, dealing, 99, 490, True)
    [found] = without_gpu(tmp_path, "deal", [case], NUMBA_ENABLE_CUDASIM="1")
    assert (found == game.program(dealing).run(99, 490)).all()


def test_the_processor_alone_does_not_load_cuda() -> None:
    assert importlib.util.find_spec("numba_cuda")
    script = """
import sys, pitboss
pitboss.simulate("blackjack", rounds=10_000)
pitboss.simulate("blackjack", rounds=10_000, shoe="cut", seats=2)
of_cuda = ("numba_cuda", "numba.cuda", "cuda.bindings", "cuda.core")
print([name for name in sys.modules if name.startswith(of_cuda)])
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (ended.stdout, ended.returncode) == ("[]\n", 0), ended.stderr
