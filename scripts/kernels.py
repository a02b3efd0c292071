"""Write the kernels that the package ships: `make kernels`.

Asks every kind of question once and keeps what numba compiled for it. Functions that are called
only by other compiled ones are part of those and left out: a second run, on the archive of the
first, shows which are asked for.
"""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from numba.core.bytecode import FunctionIdentity
from numba.core.caching import FunctionCache

import pitboss
from pitboss import cli, games
from pitboss.exact.policy_format import to_policy
from pitboss.exact.solver import Solver
from pitboss.kernels import COMPILED, cache, shipped
from pitboss.rules.compile import compile_rules
from pitboss.sim import vector
from pitboss.sim.program import Dealing, Program

PACKAGES = [Path(pitboss.__file__).parent / name for name in COMPILED]

OF_EVERY_GAME = (
    "solve GAME --json",
    "solve GAME --strategy chart",
    "solve GAME --exact-sd",
    "strategy GAME",
    "strategy GAME --exceptions",
    "solve GAME --distribution",
    "dealer GAME",
    "rulings GAME",
    "ev GAME --hand 8,8 --up T",
    "simulate GAME --rounds 3M --threads 1 --seed 1",
    "simulate GAME --rounds 1M --strategy composition --seed 1",
    "simulate GAME --rounds 100k --shoe cut --seats 1 --seed 1",
    "simulate GAME --rounds 100k --shoe cut --seats 3 --seed 1",
    "simulate GAME --bankroll 20 --hours 1 --rounds 100k --seed 1",
)
"""Commands that between them call each compiled function as people and the server do."""


def questions() -> Iterator[list[str]]:
    """Every command, for every game."""
    for game in games.BUILT_IN:
        for command in OF_EVERY_GAME:
            yield [game if word == "GAME" else word for word in command.split()]
        for bet in games.find(game).rules().bets:
            yield ["solve", game, "--optimise", bet.id, "--json"]
            yield ["solve", game, "--optimise", "total", "--bet", f"{bet.id}=0.5", "--json"]


def ask_everything() -> None:
    """Run all commands in this process; what they print is not wanted."""
    call_what_vector_code_needs()
    for words in questions():
        start = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            cli.app(words, exit_on_error=False, result_action="return_value")
        print(f"{time.perf_counter() - start:6.1f} s  {' '.join(words)}", flush=True)


def call_what_vector_code_needs() -> None:
    """Call the functions around vector code; this processor may have none, so nothing is dealt."""

    class NoCards:
        cards = 0

        def rounds(self, *_: object) -> int:
            return 0

    solver = Solver(compile_rules(games.find("blackjack").rules()))
    policy = to_policy(solver, solver.best(solver.objective()))
    with mock.patch.object(vector, "kernel", NoCards):
        for dealing, rounds in ((Dealing(), vector.LANES), (Dealing(cut=78), 0)):
            Program(solver.tables, policy, dealing, path="vector").run(0, rounds)


def name_files_as_everywhere() -> None:
    """Have compiled code name source files by their place in a package, not on this machine."""
    identify = FunctionIdentity.from_function.__func__

    def neutral(cls: type, function: Any) -> Any:
        identity = identify(cls, function)
        identity.filename = re.sub(r".*/(?:site-packages|src)/", "", identity.filename)
        return identity

    FunctionIdentity.from_function = classmethod(neutral)


def answer_with(*, load: Callable[..., Any], save: Callable[..., None]) -> None:
    """Have numba ask these for compiled functions, instead of the disk."""
    mock.patch.multiple(cache.KernelCache, load_overload=load, save_overload=save).start()


def compile_everything() -> None:
    """First run: nothing is found ready, and whatever numba compiles goes into the archive."""
    name_files_as_everywhere()
    entries: dict[str, bytes] = {}

    def keep(self: FunctionCache, signature: Any, function: Any) -> None:
        entries[shipped.entry_name(self._py_func, signature)] = shipped.pack(function)

    answer_with(load=lambda *_: None, save=keep)
    ask_everything()
    shipped.write(entries, PACKAGES)


def keep_what_is_asked_for() -> None:
    """Second run: on the archive alone, to see what of it is needed."""
    asked: dict[str, bytes] = {}

    def load(self: Any, signature: Any, target: Any) -> Any:
        found = shipped.load(self.package, self._py_func, signature, target)
        name = shipped.entry_name(self._py_func, signature)
        if found is None:
            raise SystemExit(f"{name} was not compiled in the first run")
        asked[name] = shipped.content(name)
        return found

    answer_with(load=load, save=lambda *_: None)
    ask_everything()
    shipped.write(asked, PACKAGES)


def main() -> None:
    """Both runs, each in a process of its own."""
    for run in ("compile_everything", "keep_what_is_asked_for"):
        subprocess.run([sys.executable, "-m", "scripts.kernels", run], check=True)
    size = shipped.archive_path().stat().st_size
    print(f"{shipped.archive_path().name}: {size:,} bytes")


if __name__ == "__main__":
    if len(sys.argv) == 2:
        globals()[sys.argv[1]]()
    else:
        main()
