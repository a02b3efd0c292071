"""Jobs: the same tally whoever deals, in whatever order, however often they are stopped."""

from __future__ import annotations

import itertools
import os
import random
import signal
import threading
import time
from pathlib import Path

import msgspec
import pytest

from pitboss.rules.errors import RulesError
from pitboss.sim import jobs
from pitboss.sim.jobs import Interrupted, run_job
from pitboss.sim.program import Counts
from pitboss.sim.statistics import Results
from tests.sim.crews import BLOCK, SHOES, UNITS, Nobody, Shuffled, deal, left_over, same, whole
from tests.sim.programs import program

pytestmark = pytest.mark.usefixtures("small_blocks")


@pytest.mark.parametrize("threads", [1, 2, 3, None])
def test_any_number_of_threads_gives_the_same_tally(threads: int | None) -> None:
    assert same(deal(threads=threads), whole())


@pytest.mark.parametrize("threads", [1, 3])
def test_shoes_are_added_up_the_same_way(threads: int) -> None:
    cut = program(dealing=SHOES)
    assert same(deal(1000, program=cut, threads=threads), whole(1000, SHOES))


@pytest.mark.parametrize("seed", range(8))
def test_any_order_of_pieces_gives_the_same_tally(seed: int) -> None:
    assert same(deal(crew=Shuffled(program(), seed)), whole())


def test_one_unit_is_a_job_too() -> None:
    assert same(deal(1, threads=2), whole(1))


def test_a_job_needs_an_end() -> None:
    with pytest.raises(ValueError, match="needs an end"):
        deal(None)


@pytest.mark.parametrize("seed", range(6))
def test_a_job_that_fails_again_and_again_ends_as_if_it_had_not(seed: int, tmp_path: Path) -> None:
    path, chance = tmp_path / "a.job", random.Random(seed)
    dealt = failures = 0
    while True:
        crew = Shuffled(program(), chance.randrange(99), fails_after=chance.randrange(9))
        try:
            tally = deal(crew=crew, job_file=path)
        except OSError:
            failures += 1
            assert left_over(tmp_path) == ["a.job"]
            continue
        finally:
            dealt += crew.units
        break
    assert failures
    assert same(tally, whole())
    # what came back after a failure was lost, and nothing else was dealt twice
    assert UNITS <= dealt <= UNITS + failures * 5 * 4 * BLOCK


def test_a_finished_job_is_read_not_dealt(tmp_path: Path) -> None:
    path = tmp_path / "a.job"
    deal(job_file=path, threads=2)
    again = run_job(program(), UNITS, stakes={}, crew=Nobody(), job_file=path)
    assert same(again.tally, whole())
    assert not again.dealt.any()


def test_more_rounds_are_added_to_a_job(tmp_path: Path) -> None:
    path = tmp_path / "a.job"
    for units in (1, BLOCK - 1, BLOCK, 3 * BLOCK + 7, UNITS):
        run = run_job(program(), units, stakes={}, threads=2, job_file=path)
        assert same(run.tally, whole(units))
    assert run.dealt.sum() == UNITS - 3 * BLOCK - 7
    with pytest.raises(RulesError, match=f"{UNITS:,} rounds are done already, more than the 5 ask"):
        deal(5, job_file=path)


def test_a_job_may_change_hands(tmp_path: Path) -> None:
    path = tmp_path / "a.job"
    with pytest.raises(OSError, match="plug"):
        deal(crew=Shuffled(program(), 3, fails_after=4), job_file=path)
    assert same(deal(threads=3, job_file=path), whole())


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_an_end_from_outside_keep_what_is_done(
    by: signal.Signals, tmp_path: Path
) -> None:
    path, progress = tmp_path / "a.job", Interrupter(at=10 * BLOCK, by=by)
    with pytest.raises(Interrupted) as stopped:
        deal(10**9, threads=2, job_file=path, progress=progress)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert stopped.value.by == by
    assert left_over(tmp_path) == ["a.job"]
    saved = msgspec.json.decode(path.read_bytes())["job"]
    assert stopped.value.units == 10**9
    done = sum(end - first for first, end in saved["done"])
    assert stopped.value.done == done >= 10 * BLOCK
    assert sum(saved["tally"]) == done
    assert same(deal(done + BLOCK, job_file=path), whole(done + BLOCK))


class Interrupter:
    """Presses Ctrl-C, or sends another signal, once so many units are done."""

    def __init__(self, at: int, by: signal.Signals = signal.SIGINT) -> None:
        self.at, self.by = at, by

    def __call__(self, done: int, units: int | None, results: Results | None) -> None:  # noqa: ARG002
        if done >= self.at:
            self.at = 10**18
            os.kill(os.getpid(), self.by)


def test_a_program_that_minds_an_end_itself_goes_on_doing_so() -> None:
    told: list[int] = []
    usual = signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
    try:
        tally = deal(threads=2, progress=Interrupter(at=1, by=signal.SIGTERM))
    finally:
        signal.signal(signal.SIGTERM, usual)
    assert told == [signal.SIGTERM]
    assert same(tally, whole())


def test_other_threads_may_run_jobs() -> None:
    found: list[Counts] = []
    thread = threading.Thread(target=lambda: found.append(deal(threads=2)))
    thread.start()
    thread.join()
    assert same(found[0], whole())


def test_progress_is_told_now_and_then_and_at_the_end() -> None:
    told: list[tuple[int, int | None, float]] = []

    def progress(done: int, units: int | None, results: Results | None) -> None:
        assert (results is None) == (done == 0)
        assert results is None or results.rounds == done
        told.append((done, units, time.monotonic()))

    run_job(program(), 4000 * BLOCK, stakes={}, threads=2, progress=progress)
    assert told[0][:2] == (0, 4000 * BLOCK)
    assert told[-1][:2] == (4000 * BLOCK, 4000 * BLOCK)
    times = [moment for *_, moment in told[:-1]]
    assert all(after - before >= jobs.REPORT for before, after in itertools.pairwise(times))
