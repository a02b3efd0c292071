"""Machine code made callable again with no more of the compiler than that needs."""

from __future__ import annotations

import pickle
import subprocess
import sys
import zipfile
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from pitboss.kernels import shipped

SUMS = """
from pathlib import Path
from pitboss.kernels import njit_of

njit = njit_of(Path(__file__).parent)

@njit(_nrt=True)
def squares(numbers):
    found = numbers.copy()
    for place in range(len(numbers)):
        found[place] *= numbers[place]
    return found

@njit()
def sum_of_squares(numbers):
    if len(numbers) == 0:
        raise ValueError("no numbers")
    total = 0
    for square in squares(numbers):
        total += square
    return total
"""
ASK = """
import sys
import numpy as np
from numba.core import event
import sums

class Listener(event.Listener):
    def on_start(self, found):
        compiled.append(found.data["dispatcher"].py_func)
    def on_end(self, found):
        pass

compiled = []
event.register("numba:compile", Listener())
print({call}, [own.__name__ for own in compiled if own.__module__ == "sums"], end=" ")
print("numba.np.linalg" in sys.modules)
"""


def asked(folder: Path, call: str) -> str:
    """What a fresh process says of a call: what it gave, what was compiled, and by all of numba."""
    done = subprocess.run(
        [sys.executable, "-c", ASK.format(call=call)], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_what_was_kept_is_called_without_the_compiler_and_compiled_into_others(
    tmp_path: Path,
) -> None:
    (tmp_path / "sums.py").write_text(SUMS)
    squares, total = "sums.squares(np.arange(4)).tolist()", "int(sums.sum_of_squares(np.arange(4)))"
    assert asked(tmp_path, squares) == "[0, 1, 4, 9] ['squares'] True"
    assert asked(tmp_path, squares) == "[0, 1, 4, 9] [] False"
    assert asked(tmp_path, total) == "14 ['sum_of_squares'] True"
    assert asked(tmp_path, total) == "14 [] False"
    assert asked(tmp_path, f"({squares}, {total})") == "([0, 1, 4, 9], 14) [] False"


def test_what_was_kept_raises_as_before(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(SUMS)
    failing = "sums.sum_of_squares(np.arange(0))"
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", ASK.format(call=failing)],
            cwd=tmp_path, capture_output=True, text=True,
        )  # fmt: skip
        assert done.stderr.strip().endswith("ValueError: no numbers")


NAMES = """
import sys
import llvmlite.binding as llvm
from numba.core.registry import cpu_target
from pitboss.kernels.finished import start_runtime

start_runtime(cpu_target.target_context)
print(*[name for name in sys.stdin.read().split() if not llvm.address_of_symbol(name)])
print("numba.np.linalg" in sys.modules)
"""


@pytest.mark.skipif(
    not shipped.archive_path().exists(),
    reason="nothing is shipped for this Python and this kind of machine: numba compiles instead",
)
def test_all_that_shipped_functions_call_is_there_once_the_runtime_is() -> None:
    names = set()
    with zipfile.ZipFile(shipped.archive_path()) as archive:
        for entry in set(archive.namelist()) - {shipped.MADE_FROM}:
            module = llvm.parse_bitcode(pickle.loads(archive.read(entry))[1])
            for used in (*module.functions, *module.global_variables):
                if used.is_declaration and not used.name.startswith("llvm."):
                    names.add(used.name)
    assert "NRT_MemInfo_alloc_aligned" in names
    done = subprocess.run(
        [sys.executable, "-c", NAMES], input=" ".join(names), capture_output=True, text=True
    )
    assert done.stdout == "\nFalse\n", done.stdout + done.stderr
