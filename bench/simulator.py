"""Speed of the simulator: every game with all its side bets, beside limits of the same machine.

``python -m bench.simulator`` prints rounds per second in fresh shoes, by vector code, by plain code
and on two threads; seat-rounds per second in shoes dealt to a cut card, for one seat and for seven;
how the cost of a round changes with the number of rounds; what building and compiling take; and the
same on a GPU, where there is one. The histogram of a run covers all bets at once.

Limits are measured in the same run: for fresh shoes, what a round costs if there were nothing to it
but two random words, six look-ups and one count in a histogram, one after the other; for shoes,
what its cards cost if nobody played them (by vector code with their look-ups). Floors are the
speeds asked for.
"""

# mypy: disable-error-code="no-untyped-call"
# the simulator's functions are compiled, and typed by what they are called with

from __future__ import annotations

import ctypes
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table as Grid

import pitboss
from pitboss import games
from pitboss.analysis.solving import solve_rules
from pitboss.exact.policy_format import to_policy
from pitboss.rules.compile import Tables
from pitboss.rules.policy import Policy
from pitboss.sim import njit, vector
from pitboss.sim.draws import GOLDEN, PLACES, first_place, key_of, mix, take
from pitboss.sim.program import Dealing, Program
from pitboss.sim.shoes import open_shoe
from pitboss.sim.vector_shoes import new_room, next_cards, open_lane

FLOORS = {"blackjack": 100.0}
FRESH_FLOOR = 90.0
PLAIN_FLOOR = 20.0
SHOE_FLOOR = 15.0
THREADS_FLOOR = 1.9
"""Million rounds or seat-rounds a second, and how much faster two threads have to be."""
DECKS = 6
CUT = round(0.75 * 52 * DECKS)
SECONDS = 0.3
"""That a measured run takes at least."""
RUNS = 3
WITHOUT_VECTOR = ((1, "plain"), (7, "plain"))
SMALL, LARGE = 10_000_000, 80_000_000
COPIES = 8
LOOK_UPS = 6
"""Of a round in vector code: the deal, and five cards."""
TABLE = 1 << 13
"""Entries of the table that look-ups alone are made in, 16 kB; those of games have 20 to 40 kB."""
U = np.uint64

Work = Callable[[int, int], Any]
"""Deals so many units from a number on."""


class Game(NamedTuple):
    """A game and its best chart, ready to be built."""

    name: str
    tables: Tables
    policy: Policy

    def program(self, *, seats: int = 1, cut: int | None = None, **how: Any) -> Program:
        """A program of it."""
        return Program(self.tables, self.policy, Dealing(seed=1, seats=seats, cut=cut), **how)


class Rate(NamedTuple):
    """How fast some work was."""

    size: int
    """Units of a run."""
    millions: float
    """Units a second, the best of several runs."""


def solved(name: str) -> Game:
    found = games.find(name)
    solution = solve_rules(found, found.rules({"decks": DECKS}), strategy="chart")
    return Game(name, solution.solver.tables, to_policy(solution.solver, solution.plays))


def seconds(work: Work, size: int) -> float:
    start = time.perf_counter()
    work(0, size)
    return time.perf_counter() - start


def rate(work: Work, size: int) -> Rate:
    """How fast work is, in runs that are long enough to say."""
    work(0, size)
    while (took := seconds(work, size)) < SECONDS:
        size *= 2 if took > SECONDS / 4 else 4
    best = min(took, *(seconds(work, size) for _ in range(RUNS - 1)))
    return Rate(size, size / best / 1e6)


def on_two(work: Work, size: int) -> float:
    """Millions a second on two threads, each with as much to do as one alone had."""

    def both(pool: ThreadPoolExecutor) -> float:
        start = time.perf_counter()
        for half in [pool.submit(work, first, size) for first in (0, size)]:
            half.result()
        return time.perf_counter() - start

    with ThreadPoolExecutor(2) as pool:
        return 2 * size / min(both(pool) for _ in range(RUNS)) / 1e6


# Limits


@njit(nogil=True)
def make_words(key, first, many):  # type: ignore[no-untyped-def]
    """Two random words for each of so many rounds: the eight draws that vector code makes."""
    found = U(0)
    for number in range(first, first + many):
        place = first_place(key, U(number))
        found ^= mix(place) ^ mix(place + GOLDEN)
    return found


@njit(nogil=True)
def count_codes(codes, many, counts):  # type: ignore[no-untyped-def]
    """Add so many outcomes to a histogram, in several copies as vector code has them."""
    for start in range(0, many, len(codes)):
        for place in range(min(len(codes), many - start)):
            counts[codes[place] * COPIES + place % COPIES] += 1


def look_up_code() -> str:
    """Six look-ups for each of 32 rounds, as vector code has them: twelve gathers of sixteen."""
    w = vector.Writer()
    state = ("%low", "%high")
    for _ in range(LOOK_UPS):
        spread = w.d("mul <16 x i32> {0}, splat (i32 40503)", state)
        spread = w.d("lshr <16 x i32> {0}, splat (i32 5)", spread)
        index = w.d(f"and <16 x i32> {{0}}, splat (i32 {TABLE - 1})", spread)
        state = w.gather("%table", index, vector.ALL, vector.ZERO)
        state = w.d("xor <16 x i32> {0}, {1}", state, spread)
    body = "\n".join(w.lines)
    lanes = ", ".join(f"i32 {977 * lane}" for lane in range(16))
    return f"""
declare <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr>, <16 x i1>, <16 x i32>)

define i32 @rounds(ptr noalias %table, i64 %steps) {{
entry:
  br label %loop
loop:
  %step = phi i64 [ 0, %entry ], [ %following, %loop ]
  %found = phi <16 x i32> [ zeroinitializer, %entry ], [ %after, %loop ]
  %number = trunc i64 %step to i32
  %one = insertelement <16 x i32> poison, i32 %number, i32 0
  %all = shufflevector <16 x i32> %one, <16 x i32> poison, <16 x i32> zeroinitializer
  %low = add <16 x i32> %all, <{lanes}>
  %high = xor <16 x i32> %low, splat (i32 1234567)
{body}
  %both = xor <16 x i32> {state[0]}, {state[1]}
  %after = xor <16 x i32> %found, %both
  %following = add i64 %step, 1
  %more = icmp ult i64 %following, %steps
  br i1 %more, label %loop, label %done
done:
  %lane = extractelement <16 x i32> %after, i32 0
  ret i32 %lane
}}
"""


@njit(nogil=True)
def take_cards(key, cut, per_rank, first, many):  # type: ignore[no-untyped-def]
    """The cards of so many shoes, and nothing else."""
    counts = np.zeros(3 * PLACES, dtype=np.uint16)
    address, found = U(counts.ctypes.data), 0
    for shoe in range(first, first + many):
        stream = open_shoe(U(shoe), counts, address, 1, per_rank, key)
        for _ in range(cut):
            rank, stream = take(key, stream, per_rank, U(0))
            found += rank
    return found


@njit(nogil=True)
def take_side_by_side(function, longs, shorts, table, marks, key, cut, per_rank, first, many):  # type: ignore[no-untyped-def]
    """The cards of so many shoes by vector code, whatever becomes of the rounds."""
    dealing, root, start, ends = marks.dealing, marks.root, marks.start, marks.ends
    room, at_table = U(longs.ctypes.data), U(table.ctypes.data)
    short = np.uint16(ends), np.uint16(dealing), np.uint16(root)
    for group in range(many // vector.LANES):
        for lane in range(vector.LANES):
            shoe = U(first + group * vector.LANES + lane)
            open_lane(longs, shorts, U(lane), key, shoe, per_rank, start)
        for _ in range(cut):
            next_cards(function, room, at_table, short[0], short[1], short[2])  # type: ignore[call-arg]


def words_limit() -> float:
    return rate(partial(make_words, key_of(1)), LARGE).millions


def look_ups_limit() -> float:
    """Million rounds a second, none of whose look-ups waits for another round's."""
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=3
    )
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(look_up_code()), machine)
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64)
    look_up = kind(engine.get_function_address("rounds"))
    numbers = np.random.default_rng(1).integers(0, 1 << 16, TABLE + 2, dtype=np.uint16)
    return rate(lambda _, many: look_up(numbers.ctypes.data, many // vector.LANES), LARGE).millions


def histogram_limit(program: Program) -> float:
    codes = program.codes(0, 1 << 18).astype(np.uint16)
    counts: NDArray[np.uint32] = np.zeros(program.machine.codes * COPIES, dtype=np.uint32)
    return rate(lambda _, many: count_codes(codes, many, counts), LARGE).millions


def cards_limit() -> float:
    """Million cards a second, one after the other."""
    work = partial(take_cards, key_of(1, 1), CUT, U(4 * DECKS))
    return rate(work, 1 << 14).millions * CUT


def side_by_side_limit(program: Program) -> float:
    """Million cards a second by vector code, look-ups included."""
    room = new_room()
    work = partial(
        take_side_by_side, vector.kernel().cards, room, room.view(np.uint16), program._padded[1],
        program.automaton.marks, key_of(1, 1), CUT, U(4 * DECKS),
    )  # fmt: skip
    return rate(work, 1 << 14).millions * CUT


# What is printed


def fresh_grid(console: Console, all_games: list[Game]) -> None:
    words = words_limit()
    look_ups = look_ups_limit() if vector.available() else 0.0
    grid = table(
        "Fresh shoes, one seat: million rounds/s on one core",
        "game", "vector", "÷ floor", "limit", "÷ limit", "2 threads", "×", "plain", "÷ floor",
        "2 threads", "×",
    )  # fmt: skip
    for game in all_games:
        plain = game.program(path="plain")
        slow = rate(plain.run, 1 << 21)
        slow_two = on_two(plain.run, slow.size)
        cells = ["–"] * 6
        if vector.available():
            quick = game.program(path="vector")
            fast = rate(quick.run, LARGE // 4)
            two = on_two(quick.run, fast.size)
            floor = FLOORS.get(game.name, FRESH_FLOOR)
            limit = 1 / (1 / words + 1 / look_ups + 1 / histogram_limit(plain))
            cells = [
                f"{fast.millions:.0f}", f"{fast.millions / floor:.2f}", f"{limit:.0f}",
                f"{fast.millions / limit:.2f}", f"{two:.0f}", f"{two / fast.millions:.2f}",
            ]  # fmt: skip
        grid.add_row(
            game.name, *cells, f"{slow.millions:.1f}", f"{slow.millions / PLAIN_FLOOR:.2f}",
            f"{slow_two:.1f}", f"{slow_two / slow.millions:.2f}",
        )  # fmt: skip
    console.print(grid)
    if vector.available():
        console.print(
            f"Parts of the limit, million rounds/s: words {words:.0f}, look-ups {look_ups:.0f}, "
            f"histogram {histogram_limit(all_games[0].program()):.0f}"
        )
    else:
        console.print("Vector code: this processor has no AVX-512")


def shoe_grid(console: Console, all_games: list[Game]) -> None:
    cards = cards_limit()
    grid = table(
        f"Shoes of {DECKS} decks to a cut card at 75 %: million seat-rounds/s on one core",
        "game", "seats", "code", "speed", "÷ floor", "cards each", "cards alone", "÷ cards alone",
        "2 threads", "×",
    )  # fmt: skip
    ways = ((1, "vector"), (1, "plain"), (7, "plain")) if vector.available() else WITHOUT_VECTOR
    for game in all_games:
        for seats, path in ways:
            program = game.program(seats=seats, cut=CUT, path=path)
            each = seat_rounds(program)
            speed = rate(program.run, 1 << 11)
            one, two = speed.millions * each, on_two(program.run, speed.size) * each
            per_round = CUT / (each - seats / 2)  # half a round lies behind the cut card
            limit = (side_by_side_limit(program) if path == "vector" else cards) / per_round
            grid.add_row(
                game.name if (seats, path) == ways[0] else "", str(seats), path, f"{one:.1f}",
                f"{one / SHOE_FLOOR:.2f}", f"{per_round:.2f}", f"{limit:.1f}", f"{one / limit:.2f}",
                f"{two:.1f}", f"{two / one:.2f}",
            )  # fmt: skip
    console.print(grid)


def seat_rounds(program: Program) -> float:
    """Seat-rounds in a shoe."""
    many = 1 << 10
    return program.read(program._run_cpu(0, many)).rounds * program.dealing.seats / many


def growth(console: Console, all_games: list[Game]) -> None:
    """Whether many rounds cost more each than few."""
    words = []
    for game in all_games:
        program = game.program()
        program.run(0, SMALL)
        small, large = (min(seconds(program.run, n) for _ in range(RUNS)) for n in (SMALL, LARGE))
        words.append(f"{game.name} × {large / LARGE / (small / SMALL):.2f}")
    console.print(f"Cost per round, 80 M rounds against 10 M: {', '.join(words)}")


def building(console: Console, all_games: list[Game]) -> None:
    """What comes before the first round."""
    words = []
    for game in all_games:
        took = min(seconds(lambda *_: game.program(), 1) for _ in range(RUNS))  # noqa: B023
        words.append(f"{game.name} {1000 * took:.0f}")
    console.print(f"Building a program, ms: {', '.join(words)}")
    if vector.available():
        took = min(seconds(lambda *_: vector.Kernel(), 1) for _ in range(RUNS))
        console.print(f"Compiling the vector kernel, once in every process: {1000 * took:.0f} ms")


FIRST_RUN = """
import pickle, sys, time
tables, policy, dealings = pickle.load(sys.stdin.buffer)
from pitboss.sim.program import Program
start = time.perf_counter()
for dealing in dealings:
    Program(tables, policy, dealing, path="plain").run(0, 32)
print(time.perf_counter() - start)
"""


def compiling(console: Console, game: Game) -> None:
    """The first run of a new installation, and the next one's, in processes of their own."""
    parts = pickle.dumps((game.tables, game.policy, (Dealing(), Dealing(cut=CUT))))
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "pitboss"
        source = Path(pitboss.__file__).parent
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        times = [
            float(
                subprocess.run(
                    [sys.executable, "-c", FIRST_RUN], input=parts, check=True,
                    capture_output=True, env={**os.environ, "PYTHONPATH": folder},
                ).stdout
            )
            for _ in range(2)
        ]  # fmt: skip
    console.print(
        f"Compiled code of fresh shoes and of shoes: {times[0]:.1f} s the first time, "
        f"{times[1]:.2f} s read from disk"
    )


def gpu(console: Console, all_games: list[Game]) -> None:
    """The same on a GPU, in thousand millions."""
    try:
        from pitboss.sim.cuda import cuda  # type: ignore[attr-defined]

        there = bool(cuda.is_available())
    except ImportError:
        there = False
    if not there:
        console.print("GPU: none here")
        return
    name = cuda.get_current_device().name
    grid = table(
        f"{name.decode() if isinstance(name, bytes) else name}: thousand million seat-rounds/s",
        "game", "fresh shoes", "shoes, one seat", "shoes, seven seats",
    )  # fmt: skip
    for game in all_games:
        fresh = rate(game.program(device="cuda").run, 1 << 31).millions
        cells = [f"{fresh / 1000:.1f}"]
        for seats in (1, 7):
            program = game.program(seats=seats, cut=CUT, device="cuda")
            speed = rate(program.run, 1 << 20).millions * seat_rounds(program)
            cells.append(f"{speed / 1000:.2f}")
        grid.add_row(game.name, *cells)
    console.print(grid)


def table(title: str, *names: str) -> Grid:
    grid = Grid(title=title, title_justify="left")
    for place, name in enumerate(names):
        grid.add_column(name, justify="right" if place else "left", no_wrap=True)
    return grid


def main() -> None:
    """Print everything."""
    console = Console(width=118)
    all_games = [solved(name) for name in games.BUILT_IN]
    fresh_grid(console, all_games)
    shoe_grid(console, all_games)
    console.print(
        f"Floors: {FLOORS['blackjack']:.0f} for blackjack and {FRESH_FLOOR:.0f} for the others, "
        f"{PLAIN_FLOOR:.0f} by plain code, {SHOE_FLOOR:.0f} in shoes, "
        f"two threads × {THREADS_FLOOR}"
    )
    growth(console, all_games)
    building(console, all_games)
    compiling(console, all_games[0])
    gpu(console, all_games)


if __name__ == "__main__":
    main()
