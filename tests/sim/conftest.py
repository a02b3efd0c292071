"""What some tests of the simulator share."""

from __future__ import annotations

import pytest

from pitboss.sim import jobs
from tests.sim.crews import BLOCK


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks so small that a short job has many."""
    monkeypatch.setattr(jobs, "FRESH_BLOCK", BLOCK)
    monkeypatch.setattr(jobs, "SHOE_BLOCK", BLOCK >> 6)
