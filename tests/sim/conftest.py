"""What some tests of the simulator share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from pitboss.sim import jobs
from tests.sim.crews import BLOCK


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks so small that a short job has many."""
    monkeypatch.setattr(jobs, "FRESH_BLOCK", BLOCK)
    monkeypatch.setattr(jobs, "SHOE_BLOCK", BLOCK >> 6)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C is heard, even if these tests run where nobody can interrupt them."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)
