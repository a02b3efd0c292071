"""What tells two programs apart: the decisions they play, and the rounds they deal."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitboss.rules.policy import Deal, Decision, Policy

if TYPE_CHECKING:
    from pitboss.sim.program import Program

SAMPLE = 64
"""Units dealt to see whether two programs deal the same."""


def policy_digest(policy: Policy) -> str:
    """A hash of everything a policy says, the same for equal ones."""
    digest = hashlib.sha256(repr((policy.bust, policy.worlds)).encode())
    arrays: list[NDArray[Any]] = [policy.next, policy.states, policy.decision, policy.draw]
    for plan in policy.plans:
        arrays += plan
    for array in arrays:
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    for board, decisions in sorted(policy.boards.items()):
        digest.update(repr((board, sorted(decisions.items(), key=_deal))).encode())
    return digest.hexdigest()


def _deal(item: tuple[Deal, Decision]) -> Deal:
    return item[0]


def sample_digest(program: Program) -> str:
    """A hash of the tally of the first units: it differs where cards or their meaning do."""
    return hashlib.sha256(program.run(0, SAMPLE).astype("<i8").tobytes()).hexdigest()
