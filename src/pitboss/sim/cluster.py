"""A crew of machines: the blocks of a job dealt by the workers of a dask cluster.

What is simulated is sent once, as a task of its own, so the cluster makes it again wherever it is
lost. A worker builds the program once and keeps it. Pieces are pure: whichever worker deals one,
and however often it is begun anew because a worker died, the tally is the same.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import logging
import pickle
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.extras import install_hint
from pitboss.rules.compile import Tables
from pitboss.rules.errors import RulesError
from pitboss.rules.policy import Policy
from pitboss.sim.fingerprint import sample_digest
from pitboss.sim.jobs import Dealt
from pitboss.sim.program import Dealing, Program
from pitboss.sim.spans import Span

Counts = NDArray[np.int64]

PATIENCE = 8.0
"""Seconds to wait for the scheduler to answer, and as many for a first worker."""
RETRIES = 5
"""How often a piece is begun anew when its worker dies."""
MOST_BLOCKS = 16
"""Most blocks in a piece."""
LOOK = 2.0
"""Seconds between two counts of the workers."""
KEPT = 2
"""Programs a worker keeps."""


def is_installed() -> bool:
    """Whether the cluster extra is there."""
    return importlib.util.find_spec("distributed") is not None


# On the workers


_programs: dict[str, Program] = {}
_building = threading.Lock()


def give(parts: bytes) -> bytes:
    """What is simulated, as a task: the cluster can do it again."""
    return parts


def deal(parts: bytes, name: str, sample: str, device: str, first: int, many: int) -> Counts:
    """Deal a piece on a worker."""
    with _building:
        program = _programs.get(name)
        if program is None:
            check_device(device, "there")
            tables, policy, dealing = pickle.loads(parts)
            program = build(tables, policy, dealing, device)
            if sample_digest(program) != sample:
                raise RulesError(
                    "a worker deals other rounds than this machine from the same seed: install the "
                    "same version of pitboss on both"
                )
            _programs[name] = program
            while len(_programs) > KEPT:
                _programs.pop(next(iter(_programs)))
    return program.run(first, many)


def check_device(device: str, where: str = "here") -> None:
    """Refuse a GPU that the machine does not have."""
    if device != "cuda":
        return
    if importlib.util.find_spec("numba_cuda") is None:
        raise RulesError(f"device = cuda: numba-cuda is missing {where}: {install_hint('gpu')}")
    from pitboss.sim.cuda import cuda  # type: ignore[attr-defined]

    if not cuda.is_available():
        raise RulesError(f"device = cuda: no NVIDIA GPU is found {where}; use cpu")


def build(tables: Tables, policy: Policy, dealing: Dealing, device: str) -> Program:
    """A program for a device."""
    chosen: dict[str, Any] = {} if device == "cpu" else {"device": device}
    return Program(tables, policy, dealing, **chosen)


# Here


class Cluster:
    """The workers of a dask scheduler as a crew."""

    def __init__(self, client: Any, address: str, parts: bytes, sample: str, device: str) -> None:
        self.dealt: SimpleQueue[Dealt] = SimpleQueue()
        self._client, self._address = client, address
        self._sample, self._device = sample, device
        self._name = f"pitboss-{hashlib.sha256(parts + device.encode()).hexdigest()[:24]}"
        self._parts = client.submit(give, parts, key=self._name)
        self._futures: dict[Span, Any] = {}
        self._threads, self._looked = 0, 0.0
        self._stopped = False

    @property
    def at_once(self) -> int:
        """Enough for every thread of every worker to have its next piece at hand."""
        return 2 * max(self._count(), 1) + 2

    def blocks(self, missing: int) -> int:
        """Few large pieces, but several for every thread."""
        return min(MOST_BLOCKS, max(missing // (4 * max(self._count(), 1)), 1))

    def deal(self, piece: Span) -> None:
        """Have a worker deal a piece."""
        self._begin(piece, 0)

    def stop(self) -> bool:
        """Give up everything: how long workers would take is not known."""
        self._stopped = True
        return False

    def _begin(self, piece: Span, attempt: int) -> None:
        first, end = piece
        future = self._client.submit(
            deal, self._parts, self._name, self._sample, self._device, first, end - first,
            key=f"{self._name}-{first}-{end}-{attempt}", retries=RETRIES,
        )  # fmt: skip
        self._futures[piece] = future
        future.add_done_callback(lambda future: self._done(piece, attempt, future))

    def _done(self, piece: Span, attempt: int, future: Any) -> None:
        """In a thread of the client: take the tally, or begin the piece anew."""
        from distributed import KilledWorker

        if self._stopped:
            return
        again = future.status in ("cancelled", "lost")
        try:
            if not again:
                tally = np.asarray(future.result(), dtype=np.int64)
                self._futures.pop(piece, None)
                self.dealt.put(Dealt(piece, tally))
                return
            error: Exception = ConnectionError("it let go of work it was given")
        except RulesError as refused:
            error, again = refused, False
        except (KilledWorker, OSError, TimeoutError) as lost:
            error, again = lost, True
        except Exception as failed:
            error = failed
        if again and attempt < RETRIES and self._client.status == "running":
            self._begin(piece, attempt + 1)
            return
        self.dealt.put(Dealt(piece, None, self._sentence(error)))

    def _sentence(self, error: Exception) -> RulesError:
        if self._client.status != "running":
            return self._lost()
        words = " ".join(str(error).split())[:300] or type(error).__name__
        return RulesError(f"cluster {self._address}: a worker failed: {words}")

    def _lost(self) -> RulesError:
        return RulesError(f"cluster {self._address}: the connection to its scheduler was lost")

    def _count(self) -> int:
        if time.monotonic() - self._looked > LOOK:
            try:
                self._threads = sum(self._client.nthreads().values())
            except (OSError, TimeoutError, AttributeError, RuntimeError):
                raise self._lost() from None
            self._looked = time.monotonic()
        return self._threads


@contextmanager
def joined(
    address: str, parts: tuple[Tables, Policy, Dealing], *, sample: str, device: str = "cpu"
) -> Iterator[Cluster]:
    """The cluster at an address, ready to deal; `sample` says what it must deal."""
    with _quiet(), _client(address) as client:
        yield Cluster(client, address, pickle.dumps(parts), sample, device)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    if not is_installed():
        raise RulesError(
            f"cluster {address}: distributed is missing here: {install_hint('cluster')}"
        )
    _check_address(address)
    import distributed

    silent = f"cluster {address}: no dask scheduler answers there; `pitboss cluster` says more"
    try:
        asyncio.run(_knock(address))
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception:  # a wrong port may answer anything
        raise RulesError(silent) from None
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError):
            raise RulesError(
                f"cluster {address}: it has no workers; start one with `dask worker {address}`"
            ) from None
        yield client
    finally:
        client.close(timeout=2)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep dask from writing about lost connections: what matters is said in a sentence."""
    if is_installed():
        import distributed  # noqa: F401 - it sets its loggers up
    loggers = [
        logging.getLogger(name)
        for name in list(logging.root.manager.loggerDict)
        if name.partition(".")[0] == "distributed"
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


async def _knock(address: str) -> None:
    """See whether something that talks as dask does is there: a client would be slow to give up."""
    from distributed.comm.core import connect

    comm = await connect(address, timeout=PATIENCE)
    await comm.close()


def _check_address(address: str) -> None:
    """An address has a host and a port, and may say how to talk to it."""
    scheme, _, rest = address.rpartition("://")
    host, _, port = rest.rpartition(":")
    known = scheme in ("", "tcp", "tls", "ws", "wss", "ucx")
    if not (known and host and port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise RulesError(
            f"cluster {address!r}: use the address of a dask scheduler, such as "
            "tcp://192.168.1.20:8786"
        )
