"""A real cluster on this machine: a scheduler and two workers, processes of their own."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import distributed
import numpy as np
import pytest

from pitboss.extras import install_hint
from pitboss.rules.errors import RulesError
from pitboss.sim import cluster, jobs
from pitboss.sim.fingerprint import sample_digest
from pitboss.sim.jobs import Run, run_job
from pitboss.sim.program import Dealing
from pitboss.sim.statistics import Results
from tests.sim.programs import parts, program

BLOCK = 1 << 16
BLOCKS = 900
SEED = Dealing(seed=3)
WORKER = ("--no-nanny", "--nthreads", "1", "--no-dashboard")


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    found = Machines(tmp_path_factory.mktemp("cluster"))
    try:
        found.wait()
        yield found
    finally:
        for process in found.processes:
            process.kill()
            process.wait()


class Machines:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.processes = folder, list[subprocess.Popen[bytes]]()
        self.where = folder / "scheduler.json"
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                    "--scheduler-file", str(self.where))  # fmt: skip
        self.workers = [self.worker(), self.worker()]

    def worker(self) -> subprocess.Popen[bytes]:
        return self._start(
            "worker", "--scheduler-file", str(self.where), *WORKER, "--host", "127.0.0.1",
            "--local-directory", str(self.folder),
        )  # fmt: skip

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{kind}.txt").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{kind}", *options],
                stdout=log,
                stderr=log,
                env={**os.environ, "CUDA_VISIBLE_DEVICES": "-1"},
            )
        self.processes.append(process)
        return process

    def wait(self) -> None:
        end = time.monotonic() + 60
        while not self._told() and time.monotonic() < end:
            time.sleep(0.05)
        self.address = json.loads(self.where.read_text())["address"]
        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=60)

    def _told(self) -> str:
        """Where the scheduler listens; the file is there a moment before its text is."""
        return self.where.read_text() if self.where.exists() else ""


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "FRESH_BLOCK", BLOCK)


def run_there(machines: Machines, units: int | None, **how: object) -> Run:
    with cluster.joined(
        machines.address, (*parts("blackjack"), SEED), sample=sample_digest(program(dealing=SEED))
    ) as crew:
        return run_job(program(dealing=SEED), units, stakes={}, crew=crew, **how)  # type: ignore[arg-type]


def run_here(units: int | None, until_se: float | None = None) -> Run:
    return run_job(program(dealing=SEED), units, stakes={}, threads=2, until_se=until_se)


def test_a_worker_killed_in_the_middle_changes_nothing(machines: Machines, tmp_path: Path) -> None:
    path, victim = tmp_path / "a.job", machines.workers[0]
    there: list[tuple[int, bool]] = []

    def kill(done: int, units: int | None, results: Results | None) -> None:  # noqa: ARG001
        there.append((done, victim.poll() is None))
        if done:
            victim.kill()

    units = BLOCKS * BLOCK + 11
    run = run_there(machines, units, job_file=path, progress=kill)
    assert victim.wait() == -signal.SIGKILL
    assert any(0 < done < units and alive for done, alive in there)
    assert np.array_equal(run.tally, run_here(units).tally)
    machines.worker()  # a new one joins
    more = run_there(machines, units + BLOCK, job_file=path)
    assert more.dealt.sum() == BLOCK
    assert np.array_equal(more.tally, run_here(units + BLOCK).tally)


def test_a_cluster_stops_by_the_error_where_threads_do(machines: Machines) -> None:
    there, here = run_there(machines, None, until_se=0.0012), run_here(None, until_se=0.0012)
    assert np.array_equal(there.tally, here.tally)
    assert there.tally.sum() % BLOCK == 0


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_gives_up_what_the_workers_deal_and_keeps_the_rest(
    machines: Machines, tmp_path: Path
) -> None:
    def interrupt(done: int, units: int | None, results: Results | None) -> None:  # noqa: ARG001
        if done:
            os.kill(os.getpid(), signal.SIGINT)

    path = tmp_path / "a.job"
    with pytest.raises(jobs.Interrupted) as stopped:
        run_there(machines, 10**12, job_file=path, progress=interrupt)
    done = stopped.value.done
    assert 0 < done < 10**12
    units = done + 300 * BLOCK
    run = run_job(program(dealing=SEED), units, stakes={}, job_file=path)
    assert np.array_equal(run.tally, run_here(units).tally)


def test_workers_that_deal_other_rounds_are_noticed(machines: Machines) -> None:
    other = (*parts("blackjack"), Dealing(seed=4))
    sample = sample_digest(program(dealing=SEED))
    with (
        pytest.raises(RulesError, match=r"a worker failed: .*install the same version of pitboss"),
        cluster.joined(machines.address, other, sample=sample) as crew,
    ):
        run_job(program(dealing=SEED), BLOCK, stakes={}, crew=crew)


def test_workers_without_a_gpu_say_so_in_a_sentence(machines: Machines) -> None:
    what, sample = (*parts("blackjack"), SEED), sample_digest(program(dealing=SEED))
    with (
        pytest.raises(RulesError) as refused,
        cluster.joined(machines.address, what, sample=sample, device="cuda") as crew,
    ):
        run_job(program(dealing=SEED), BLOCK, stakes={}, crew=crew)
    failed = f"cluster {machines.address}: a worker failed: device = cuda: "
    assert str(refused.value) in (
        f"{failed}no NVIDIA GPU is found there; use cpu",
        f"{failed}numba-cuda is missing there: {install_hint('gpu')}",
    )


# No cluster


def sentence(address: str) -> str:
    with (
        pytest.raises(RulesError) as refused,
        cluster.joined(address, (*parts("blackjack"), SEED), sample=""),
    ):
        pass
    return str(refused.value)


def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "is_installed", lambda: False)
    assert sentence("tcp://127.0.0.1:8786").endswith(install_hint("cluster"))


@pytest.mark.parametrize(
    "address", ["", "nowhere", "tcp://", "127.0.0.1", "tcp://127.0.0.1:x", "tcp://127.0.0.1:70000",
                "http://127.0.0.1:8786", ":8786", "tcp://127.0.0.1:²"],
)  # fmt: skip
def test_what_is_no_address(address: str) -> None:
    assert "use the address of a dask scheduler, such as tcp://" in sentence(address)


def test_an_address_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with contextlib.closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert "no dask scheduler answers there" in sentence(f"tcp://127.0.0.1:{port}")


def test_an_address_where_something_else_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 2.0)
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as server:

        def answer() -> None:
            with server.accept()[0] as caller:
                caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                caller.recv(1000)

        threading.Thread(target=answer, daemon=True).start()
        port = server.getsockname()[1]
        assert "no dask scheduler answers there" in sentence(f"tcp://127.0.0.1:{port}")


def test_a_scheduler_without_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machines: Machines
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    alone = tmp_path / "alone.json"
    machines._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                    "--scheduler-file", str(alone))  # fmt: skip
    end = time.monotonic() + 60
    while not alone.exists() and time.monotonic() < end:
        time.sleep(0.05)
    address = json.loads(alone.read_text())["address"]
    assert f"it has no workers; start one with `dask worker {address}`" in sentence(address)
