"""What the package ships compiled: made from these sources, complete, and the same as compiling."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import llvmlite.binding as llvm
import numba
import numpy as np
import pytest
from numba.core.registry import cpu_target

import pitboss
from pitboss.exact.hands import _enumerate
from pitboss.kernels import COMPILED, njit_of, shipped, watched

PACKAGES = [Path(pitboss.__file__).parent / name for name in COMPILED]
ARCHIVES = sorted(shipped.ARCHIVES.glob("*.zip"))

here = pytest.mark.skipif(
    not shipped.archive_path().exists(),
    reason="nothing is shipped for this Python and this kind of machine: numba compiles instead",
)


def test_there_is_something_shipped() -> None:
    assert ARCHIVES


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_what_is_shipped_was_made_from_the_present_sources(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        made_from = json.loads(archive.read(shipped.MADE_FROM))
    for package in PACKAGES:
        assert made_from[package.name] == shipped.sources_hash(package), "run `make kernels`"


@here
def test_what_is_shipped_tells_nothing_of_the_machine_it_was_made_on() -> None:
    with zipfile.ZipFile(shipped.archive_path()) as archive:
        for name in archive.namelist():
            entry = archive.read(name)
            text = entry.decode("latin-1")
            if name != shipped.MADE_FROM:
                text += str(llvm.parse_bitcode(pickle.loads(entry)[1]))
            assert not re.findall(r"/(?:home|root|tmp|usr|work|Users)/[\w./-]*", text), name


ASK = """
from numba.core import event
from numba.core.caching import FunctionCache
FunctionCache._load_overload = lambda *_: None  # nothing is kept on this disk
FunctionCache.save_overload = lambda *_: None
compiled = []
class Listener(event.Listener):
    def on_start(self, found):
        compiled.append(found.data["dispatcher"].py_func.__name__)
    def on_end(self, found):
        pass
event.register("numba:compile", Listener())
import pitboss
from pitboss.kernels import watched
finished = []
with watched(lambda name, shipped: finished.append(name)):
    for game in {games}:
        pitboss.solve(game)
        pitboss.simulate(game, rounds=100_000, seed=1)
        pitboss.simulate(game, rounds=10_000, seed=1, shoe="cut")
assert len(finished) > 10, finished
print("compiled", compiled)
"""


@here
def test_a_fresh_machine_compiles_nothing_for_its_first_answers() -> None:
    script = ASK.format(games=["half-back", "mulligan-21"])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "compiled []\n"


@here
def test_shipped_functions_give_what_compiled_ones_give_to_the_last_bit() -> None:
    arguments = np.arange(1, 11), 21
    compiled = numba.njit(nogil=True)(_enumerate.py_func)
    signature = tuple(numba.typeof(argument) for argument in arguments)
    found = shipped.load(PACKAGES[0], _enumerate.py_func, signature, cpu_target.target_context)
    assert found is not None
    for one, other in zip(found.entry_point(*arguments), compiled(*arguments), strict=True):
        assert one.tobytes() == other.tobytes()


def twice(number):  # type: ignore[no-untyped-def]
    return 2 * number


def test_where_nothing_fits_the_function_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "sources.py").write_text("changed = True")
    told = []
    with watched(lambda *what: told.append(what)):
        assert njit_of(tmp_path)()(twice)(21) == 42
    assert told == [("twice", False)]
    assert not shipped.fits(tmp_path)
    kept = list((tmp_path / "__pycache__").rglob("*.nbc"))
    assert len(kept) == 1


def test_a_damaged_archive_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "ARCHIVES", tmp_path)
    shipped.archive_path().write_bytes(b"PK no archive")
    (tmp_path / "other").mkdir()
    assert not shipped.fits(tmp_path / "other")
