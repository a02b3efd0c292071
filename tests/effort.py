"""How much is tried: enough to notice a change in every run, all of it by `make proofs`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")

WHOLE = "PITBOSS_WHOLE" in os.environ
"""Whether this is the run in which everything is tried."""


def size(name: str, usual: int, whole: int) -> int:
    """How many of something are tried; ``PITBOSS_`` and the name can say another number."""
    return int(os.environ.get(f"PITBOSS_{name}", whole if WHOLE else usual))


def some(cases: Sequence[Case], one_of: int = 2) -> list[Case]:
    """All cases of a proof, or one of every few in the usual run."""
    return list(cases) if WHOLE else list(cases[::one_of])
