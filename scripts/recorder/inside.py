"""What no command says: advice at a table, and the tallies of every kernel of the simulator.

The only file of the recorder that knows where things are in the program. What it gives back is in
words and numbers that do not depend on how the program is built.
"""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.sim import vector
from pitboss.sim.program import Dealing, Program
from pitboss.table import IllegalAction
from pitboss.table import log as logs
from scripts.recorder.houses import House

ADVICE = ("pitboss.advice.advising", "pitboss.advice.advising")
"""Where `advise` may live."""
POLICY_FORMAT = "pitboss.exact.policy_format"
WITHOUT_GPU = Path(__file__).parents[2] / "tests" / "sim" / "without_gpu.py"


def the(name: str, *modules: str) -> Any:
    """A name from the first of these modules that there is."""
    for module in modules:
        try:
            found = find_spec(module)
        except ModuleNotFoundError:
            continue
        if found is not None:
            return getattr(importlib.import_module(module), name)
    raise LookupError(f"{name} is in none of {', '.join(modules)}: tell scripts/recorder/inside.py")


# Advice


def decisions_in(path: Path) -> list[int]:
    """Numbers of events in a log after which a seat may have decided."""
    _, events = logs.read(path)
    moves = {"HitTaken", "HandStood", "HandDoubled", "HandSplit", "HandSurrendered"}
    moves |= {"WagerTakenBack", "CardBurned", "CardKept", "InsuranceTaken", "InsuranceDeclined"}
    return [at for at, event in enumerate(events) if event.__struct_config__.tag in moves]


def advice_after(path: Path, events: int) -> list[dict[str, Any]] | None:
    """What every move is worth after so many events of a log; None if nobody decides there."""
    advise = the("advise", *ADVICE)
    header, all_events = logs.read(path)
    table = logs.replay(header, all_events[:events])
    try:
        advice = advise(table)
    except IllegalAction:  # a hand that stood by itself
        return None
    moves = [
        {"move": one.move, "cents": one.cents, "units": one.units, "why": one.why}
        for one in advice.moves
    ]
    return sorted(moves, key=lambda move: str(move["move"]))


# Tallies


class Case(NamedTuple):
    """Rounds or shoes to be dealt."""

    house: House
    strategy: str
    seed: int
    seats: int
    cut: int | None
    """Cards before the cut card; None for a fresh shoe each round."""
    first: int
    units: int
    """Rounds, or shoes, from number `first` on."""

    @property
    def name(self) -> str:
        shoe = "fresh shoes" if self.cut is None else f"cut card after {self.cut}"
        return (
            f"{self.house.name}, {self.strategy}, seed {self.seed}, {self.seats} seat(s), {shoe}, "
            f"{self.units} from {self.first}"
        )


def kernels() -> tuple[list[str], list[str]]:
    """Ways this machine can deal, and those it lacks, each with the reason."""
    found, missing = ["plain"], []
    if vector.available():
        found.append("vector")
    else:
        missing.append("vector: this processor has no AVX-512")
    try:
        from numba import cuda

        gpu = cuda.is_available()
    except ImportError:
        gpu = False
    if gpu:
        found.append("cuda")
    else:
        missing.append("cuda: no GPU here")
    if find_spec("numba_cuda"):
        found.append("simulated cuda")
    else:
        missing.append("simulated cuda: numba-cuda is not installed")
    return found, missing


def tallies(cases: Sequence[Case], kernel: str) -> list[dict[str, Any]]:
    """What rounds brought, counted, for each case."""
    dealt = [_parts(case) for case in cases]
    if kernel == "simulated cuda":
        counts = _simulated(
            [(tables, policy, dealing, case.first, case.units, False)
             for case, (tables, policy, dealing) in zip(cases, dealt, strict=True)]
        )  # fmt: skip
    else:
        on: Any = {"device": "cuda"} if kernel == "cuda" else {"path": kernel}
        counts = [
            Program(*parts, **on).run(case.first, case.units)
            for case, parts in zip(cases, dealt, strict=True)
        ]
    return [_told(Program(*parts), tally) for parts, tally in zip(dealt, counts, strict=True)]


def _parts(case: Case) -> tuple[Any, Any, Dealing]:
    import pitboss

    house = case.house
    game = pitboss.games.find(house.called)
    options = {name: game.option_from_text(name, text) for name, text in house.options.items()}
    solution = pitboss.solve(
        game, options=options, paytables=house.paytables, strategy=case.strategy
    )
    policy = the("to_policy", POLICY_FORMAT)(solution.solver, solution.plays)
    burn = 1 if case.cut is not None else 0
    dealing = Dealing(seed=case.seed, seats=case.seats, cut=case.cut, burn=burn)
    return solution.solver.tables, policy, dealing


def _simulated(cases: list[tuple[Any, ...]]) -> Any:
    """Tallies by numba-cuda's simulator, which needs a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        asked, found = Path(name) / "asked", Path(name) / "answer"
        asked.write_bytes(pickle.dumps(cases))
        subprocess.run(
            [sys.executable, "-W", "ignore", WITHOUT_GPU, "deal", asked, found], check=True,
            env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        return pickle.loads(found.read_bytes())


def _told(program: Program, counts: Any) -> dict[str, Any]:
    """A tally in words: how often each outcome came up, whatever its number is."""
    tally, outcomes = program.read(counts), program.outcomes
    found: Counter[str] = Counter()
    for seat, row in enumerate(tally.counts.tolist()):
        for code, count in enumerate(row):
            if not count:
                continue
            for quarters, outcome in outcomes.parts(code):
                won = " ".join(str(Fraction(won, outcomes.denominator)) for won in outcome.won)
                events = [
                    reader.events[event].name
                    for reader, event in zip(outcomes.readers, outcome.events, strict=True)
                ]
                key = f"seat {seat} | {won} | staked {outcome.staked} | {' ; '.join(events)} | "
                found[key + f"insurance {outcome.insurance}"] += quarters * count
    sums = {name: getattr(tally, name).tolist() for name in
            ("with_rounds", "between_shoes", "between_seats")}  # fmt: skip
    return {
        "rounds": tally.rounds, "shoes": tally.shoes, "ran_out": tally.ran_out,
        "rounds_squared": tally.rounds_squared, **sums,
        "quarters": {key: found[key] for key in sorted(found)},
    }  # fmt: skip
