"""Jobs: the same tally whoever deals, in whatever order, however often they are stopped."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec
import numpy as np
import pytest

import pitboss
from pitboss.rules.errors import RulesError
from pitboss.sim import job_file, jobs
from pitboss.sim.fingerprint import policy_digest
from pitboss.sim.job_file import JobFile, Spec
from pitboss.sim.jobs import Dealt, Interrupted, run_job
from pitboss.sim.program import Counts, Dealing, Program
from pitboss.sim.spans import Span, Spans, pieces
from pitboss.sim.statistics import Results
from tests.sim.programs import ONE_SEAT, parts, program

BLOCK = 1 << 10
UNITS = 37 * BLOCK + 123
SHOES = Dealing(seats=2, cut=234)
SLOW = Path(__file__).with_name("slow_simulate.py")


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "FRESH_BLOCK", BLOCK)
    monkeypatch.setattr(jobs, "SHOE_BLOCK", BLOCK >> 6)


class Shuffled:
    """A crew that takes many pieces and hands them back in any order; it may fail after some."""

    def __init__(self, program: Program, seed: int, *, fails_after: int | None = None) -> None:
        self.dealt: SimpleQueue[Dealt] = SimpleQueue()
        self.program, self.random = program, random.Random(seed)
        self.left = fails_after
        self.waiting: list[Span] = []
        self.units = 0

    @property
    def at_once(self) -> int:
        return 5

    def blocks(self, missing: int) -> int:  # noqa: ARG002
        return self.random.randint(1, 4)

    def deal(self, piece: Span) -> None:
        self.waiting.append(piece)
        if len(self.waiting) == self.at_once or self.random.random() < 0.3:
            self._hand_back()
        else:
            threading.Timer(0.002, self._hand_back).start()

    def stop(self) -> bool:
        return False

    def _hand_back(self) -> None:
        self.random.shuffle(self.waiting)
        while self.waiting:
            with contextlib.suppress(IndexError):
                first, end = self.waiting.pop()
                if self.left is not None:
                    self.left -= 1
                    if self.left < 0:
                        self.dealt.put(Dealt((first, end), None, OSError("pulled the plug")))
                        continue
                self.units += end - first
                self.dealt.put(Dealt((first, end), self.program.run(first, end - first)))


class Nobody:
    """A crew that must not be needed."""

    dealt: SimpleQueue[Dealt] = SimpleQueue()
    at_once = 1

    def blocks(self, missing: int) -> int:
        assert not missing
        return 1

    def deal(self, piece: Span) -> None:
        raise AssertionError(f"{piece} is dealt again")

    def stop(self) -> bool:
        return True


def deal(units: int | None = UNITS, **how: Any) -> Counts:
    return run_job(how.pop("program", program()), units, stakes=how.pop("stakes", {}), **how).tally


def whole(units: int = UNITS, dealing: Dealing = ONE_SEAT) -> Counts:
    return program(dealing=dealing).run(0, units)


def same(one: Counts, two: Counts) -> bool:
    return bool(np.array_equal(one, two))


def left_over(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Units and pieces


def test_spans_merge_and_know_what_is_missing() -> None:
    chance = random.Random(1)
    for _ in range(50):
        cuts = sorted(chance.sample(range(1, 400), 20))
        every = list(itertools.pairwise([0, *cuts, 400]))
        done, kept = Spans(), set[int]()
        for first, end in chance.sample(every, 12):
            done.add(first, end)
            kept.update(range(first, end))
        missing = {unit for first, end in done.gaps(350) for unit in range(first, end)}
        assert missing == set(range(350)) - kept
        assert len(done) == len(kept)
        assert done.end == max(kept) + 1
        cut = list(pieces(done.gaps(350), 16))
        assert {unit for first, end in cut for unit in range(first, end)} == missing
        assert all(first // 16 == (end - 1) // 16 for first, end in cut)


@pytest.mark.parametrize("span", [(3, 5), (0, 2), (9, 12), (4, 4), (7, 6), (-2, -1)])
def test_units_are_never_counted_twice(span: Span) -> None:
    done = Spans([(1, 4), (10, 11)])
    with pytest.raises(ValueError, match="some of them are done"):
        done.add(*span)


# Whoever deals


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


# Stopped and resumed


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


# Until the error is small enough


def error_of(tally: Counts) -> float:
    return Results(program().outcomes, program().read(tally), {}).round.se


@pytest.mark.parametrize("target", [0.03, 0.011, 0.0071])
def test_where_a_job_stops_does_not_depend_on_who_deals(target: float) -> None:
    found = [deal(None, until_se=target, threads=threads) for threads in (1, 2, 3)]
    found += [deal(None, until_se=target, crew=Shuffled(program(), seed)) for seed in range(3)]
    assert all(same(one, found[0]) for one in found)
    done = int(found[0].sum())
    assert done % BLOCK == 0
    assert same(found[0], whole(done))
    assert error_of(found[0]) <= target


def test_an_interrupted_job_stops_where_one_without_a_stop_does(tmp_path: Path) -> None:
    straight = deal(None, until_se=0.006, threads=2)
    path, chance = tmp_path / "a.job", random.Random(4)
    while True:
        crew = Shuffled(program(), chance.randrange(99), fails_after=chance.randrange(1, 9))
        with contextlib.suppress(OSError):
            tally = deal(None, until_se=0.006, crew=crew, job_file=path)
            break
    assert same(tally, straight)
    assert same(deal(None, until_se=0.006, crew=Nobody(), job_file=path), straight)


def test_a_smaller_error_goes_on_with_a_job_and_a_larger_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.job"
    deal(None, until_se=0.01, job_file=path)
    smaller = deal(None, until_se=0.006, job_file=path)
    assert same(smaller, deal(None, until_se=0.006))
    with pytest.raises(RulesError, match=r"until-se = 0.02 \(was 0.006; it can only be made small"):
        deal(None, until_se=0.02, job_file=path)
    with pytest.raises(RulesError, match=r"bets = main=1.* \(was \)"):
        deal(None, until_se=0.006, job_file=path, stakes={"main": 1.0})
    more = 2 * int(smaller.sum())
    assert same(deal(more, job_file=path), whole(more))
    ends = r"until-se = 0.001 \(this job ends after so many rounds, and an error to end it cannot"
    with pytest.raises(RulesError, match=ends):
        deal(None, until_se=0.001, job_file=path)


def test_the_most_rounds_hold_also_where_the_error_is_not_reached() -> None:
    assert same(deal(5 * BLOCK + 3, until_se=1e-9), whole(5 * BLOCK + 3))


def test_shoes_stop_by_their_error_too() -> None:
    cut = program(dealing=SHOES)
    one, two = (deal(None, program=cut, until_se=0.02, threads=threads) for threads in (1, 3))
    assert same(one, two)
    assert Results(cut.outcomes, cut.read(one), {}).round.se <= 0.02


# The file


def spec(**changes: Any) -> Spec:
    values: dict[str, Any] = {
        "about": {"game": "blackjack", "rules": {"dealer": {"soft17": "hit"}}},
        "decisions": "abc", "sample": "def", "dealing": Dealing(), "block": BLOCK, "units": 100,
        "until_se": None, "stakes": {},
    }  # fmt: skip
    return Spec(**{**values, **changes})


def opened(path: Path, **changes: Any) -> JobFile:
    return JobFile(path, spec(**changes), 3)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "a.job"
    with opened(path) as file:
        file.done.add(0, 60)
        file.tally += [10, 20, 30]
        file.save()
    return path


def test_a_file_gives_back_what_was_saved(saved: Path) -> None:
    with opened(saved, units=200) as file:
        assert file.done.listed() == [(0, 60)]
        assert file.tally.tolist() == [10, 20, 30]
        assert file.spec.units == 200
    assert left_over(saved.parent) == ["a.job"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"dealing": Dealing(seed=2)}, r"seed = 2 \(was 1\)"),
        ({"dealing": Dealing(cut=234, seats=3)}, r"seats = 3 \(was 1\); shoe = cut \(was csm\);"),
        ({"dealing": Dealing(cut=234, seats=3), "block": 64},
         r"seats = 3 \(was 1\); shoe = cut \(was csm\); go on"),
        ({"about": {"game": "blackjack", "rules": {"dealer": {"soft17": "hit", "peek": True}}}},
         r"rules.dealer.peek = true \(was none\)"),
        ({"about": {"game": "blackjack", "rules": {"dealer": {"soft17": "stand"}}}},
         r"rules.dealer.soft17 = stand \(was hit\)"),
        ({"about": {"game": "half-back", "rules": {"dealer": {"soft17": "hit"}}}},
         r"game = half-back \(was blackjack\)"),
        ({"decisions": "xyz"}, "the strategy makes other decisions"),
        ({"sample": "xyz"}, "this version of pitboss deals other rounds from the same seed"),
        ({"block": 2 * BLOCK}, "this version of pitboss deals in blocks of another size"),
    ],
)  # fmt: skip
def test_another_job_is_refused_and_it_is_said_what_differs(
    changes: dict[str, Any], says: str, saved: Path
) -> None:
    before = saved.read_bytes()
    with pytest.raises(RulesError, match=f"is another one: {says}") as refused:
        opened(saved, **changes)
    assert "go on with the same settings or name another file" in str(refused.value)
    assert saved.read_bytes() == before
    assert left_over(saved.parent) == ["a.job"]


def test_another_cut_card_is_named_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.job"
    opened(path, dealing=Dealing(cut=234)).close()
    says = r"cut card = after 265 cards \(was after 234 cards\); burn = 3 \(was 1\); go on"
    with pytest.raises(RulesError, match=says):
        opened(path, dealing=Dealing(cut=265, burn=3))


def test_a_damaged_file_is_refused_wherever_the_damage_is(saved: Path) -> None:
    good = saved.read_bytes()
    chance = random.Random(2)
    for place in (*chance.sample(range(len(good) - 1), 60), 1, 20, len(good) - 2):
        for bad in (good[:place], good[:place] + bytes([good[place] ^ 4]) + good[place + 1 :]):
            saved.write_bytes(bad)
            with pytest.raises(RulesError, match=r"is damaged|is no job|has format"):
                opened(saved)
            assert saved.read_bytes() == bad
    saved.write_bytes(good)
    opened(saved).close()


def test_a_sealed_file_that_contradicts_itself_is_refused(saved: Path) -> None:
    def seal(**changes: Any) -> None:
        job = msgspec.json.decode(saved.read_bytes())["job"] | changes
        text = msgspec.json.encode(job)
        values = {"pitboss_job": 1, "checksum": job_file._checksum(text), "job": job}
        saved.write_bytes(msgspec.json.encode(values))

    seal(tally=[1, 2])
    with pytest.raises(RulesError, match="its tally has another length"):
        opened(saved)
    seal(tally=[10, 20, 30], done=[[0, 50], [40, 60]])
    with pytest.raises(RulesError, match="its list of what is done contradicts itself"):
        opened(saved)
    seal(done="all")
    with pytest.raises(RulesError, match="is damaged: Expected `array`"):
        opened(saved)


@pytest.mark.parametrize("text", [b"", b"my own words", b"[1, 2]", b'{"rounds": 5}', b"\xff\x00"])
def test_a_file_that_is_no_job_is_left_alone(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(text)
    with pytest.raises(RulesError, match="a file that is no job is there; name another"):
        opened(path)
    assert path.read_bytes() == text


def test_a_newer_format_is_named(saved: Path) -> None:
    saved.write_bytes(saved.read_bytes().replace(b'"pitboss_job":1', b'"pitboss_job":7'))
    with pytest.raises(RulesError, match="has format 7 and this version of pitboss reads format 1"):
        opened(saved)


def test_two_processes_do_not_work_on_one_job(saved: Path) -> None:
    with opened(saved):
        with pytest.raises(RulesError, match=f"is being worked on by process {os.getpid()}"):
            opened(saved)
        code = (
            "import sys; sys.path.insert(0, '.')\n"
            "from pathlib import Path\nfrom tests.sim.test_jobs import opened\n"
            f"opened(Path({str(saved)!r}))"
        )
        other = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert f"is being worked on by process {os.getpid()}" in other.stderr
    opened(saved).close()


def test_a_lock_without_an_owner_keeps_nobody_out(saved: Path) -> None:
    saved.with_name("a.job.lock").write_text("12345\n")
    saved.with_name("a.job.part").write_text("half of a")
    opened(saved).close()
    assert left_over(saved.parent) == ["a.job"]


@pytest.mark.parametrize(
    ("name", "says"),
    [("missing/a.job", "No such file or directory"), ("folder", "it is a folder"), ("", "a folder"),
     ("file/a.job", "Not a directory"), ("x" * 300, "File name too long")],
)  # fmt: skip
def test_places_where_nothing_can_be_saved(name: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(RulesError, match=f"cannot be saved there: .*{says}"):
        opened(tmp_path / name)
    assert left_over(tmp_path) == ["file", "folder"]


def test_a_full_disk_stops_a_job_and_spoils_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.job"
    monkeypatch.setattr(job_file, "EVERY", 0.0)

    def full(_: int) -> None:
        if path.exists() and json.loads(path.read_text())["job"]["done"]:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RulesError, match="cannot be saved there: No space left on device"):
        deal(job_file=path, threads=1)
    monkeypatch.undo()
    monkeypatch.setattr(jobs, "FRESH_BLOCK", BLOCK)
    assert left_over(tmp_path) == ["a.job"]
    assert same(deal(job_file=path), whole())


def test_a_link_to_a_job_stays_a_link(saved: Path) -> None:
    link = saved.with_name("link.job")
    link.symlink_to(saved)
    opened(link, units=300).close()
    assert link.is_symlink()
    with opened(saved, units=300) as file:
        assert len(file.done) == 60


def test_a_job_is_not_saved_after_every_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert job_file.EVERY == 2.0
    monkeypatch.setattr(job_file, "EVERY", 1e9)
    monkeypatch.setattr(jobs, "REPORT", 0.0)
    path, seen = tmp_path / "a.job", set()
    deal(job_file=path, threads=2, progress=lambda *_: seen.add(path.stat().st_mtime_ns))
    assert len(seen) == 2  # at the start and at the end


# Progress


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


# Fingerprints


def test_a_policy_is_known_by_what_it_says() -> None:
    _, policy = parts("blackjack")
    digest = policy_digest(policy)
    again = pitboss.solve("blackjack", strategy="chart")
    from pitboss.exact.policy_format import to_policy

    assert policy_digest(to_policy(again.solver, again.plays)) == digest
    other = pitboss.solve("blackjack", strategy="hard 16 v T = S")
    assert policy_digest(to_policy(other.solver, other.plays)) != digest


# The command line, killed


@pytest.mark.parametrize(
    "how",
    [("--rounds", str(200 * 4096 + 17)), ("--rounds", "350k", "--shoe", "cut", "--seats", "2")],
    ids=["rounds", "shoes"],
)
def test_a_killed_command_goes_on_where_it_was(how: tuple[str, ...], tmp_path: Path) -> None:
    path, chance = tmp_path / "a.job", random.Random(len(how))
    settings = ["--seed", "5", "--threads", "2", "--json"]
    command = [sys.executable, str(SLOW), "simulate", "blackjack", *how, *settings]
    done = 0
    for sent in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        with slow(*command, "--job", str(path)) as process:
            wait_for_more(path, done, process)
            time.sleep(chance.uniform(0.0, 0.3))
            process.send_signal(sent)
            out, err = process.communicate(timeout=60)
            assert out == ""
            if sent != signal.SIGKILL:
                assert process.returncode == 128 + sent
                assert left_over(tmp_path) == ["a.job"]
                said = err.splitlines()[-1]
                assert said.startswith("Stopped after ")
                assert said.endswith(f"kept in {path}; the same command goes on with them.")
                assert "Traceback" not in err
            else:
                assert process.returncode == -signal.SIGKILL
        before, done = done, units_done(path)
        assert done > before
    with slow(*command, "--job", str(path)) as process:
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
    assert left_over(tmp_path) == ["a.job"]
    straight = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    resumed, usual = json.loads(out), json.loads(straight.stdout)
    for one in (resumed, usual):
        del one["seconds"], one["rounds_per_second"]
    assert resumed == usual
    assert units_done(path) > done


@contextlib.contextmanager
def slow(*command: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # as in a terminal, even if these tests run where nobody can interrupt them
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def units_done(path: Path) -> int:
    """What a job's file says; it is whole at any moment."""
    if not path.exists():
        return 0
    saved = job_file._decode(path, path.read_bytes())
    return sum(end - first for first, end in saved.done)


def wait_for_more(path: Path, done: int, process: subprocess.Popen[str]) -> None:
    while units_done(path) <= done:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
