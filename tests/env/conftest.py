"""Compiled steps, made by one process while the others wait for them."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest

from pitboss.env.batch import Batch
from pitboss.env.setting import make_setting
from pitboss.env.steps import numbers

try:
    import fcntl
except ImportError:  # elsewhere every process compiles for itself
    fcntl = None  # type: ignore[assignment]


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    with (Path(tempfile.gettempdir()) / "pitboss-env-steps.lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        batch = Batch(make_setting(), 1)
        batch.begin()
        batch.step(np.zeros(1, dtype=np.int64), 1.0, numbers.SAME_STEP)
