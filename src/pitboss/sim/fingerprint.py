"""What tells two programs apart: the decisions they play, and the rounds they deal."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from pitboss.rules.policy import Policy

if TYPE_CHECKING:
    from pitboss.sim.program import Program

SAMPLE = 64
"""Units dealt to see whether two programs deal the same."""


def policy_digest(policy: Policy) -> str:
    """A hash of everything a policy says, the same for equal ones."""
    digests: dict[int, bytes] = {}

    def of(part: object) -> bytes:
        found = digests.get(id(part))
        if found is None:
            digest = hashlib.sha256()
            if isinstance(part, np.ndarray):
                digest.update(f"{part.dtype.str}{part.shape}".encode())
                digest.update(np.ascontiguousarray(part).tobytes())
            elif isinstance(part, dict):
                for key in sorted(part):
                    digest.update(repr(key).encode() + of(part[key]))
            elif isinstance(part, tuple):
                for item in part:
                    digest.update(of(item))
            else:
                return repr(part).encode() + b";"
            found = digests[id(part)] = digest.digest()
        return found

    return of(policy).hex()


def sample_digest(program: Program) -> str:
    """A hash of the tally of the first units: it differs where cards or their meaning do."""
    return hashlib.sha256(program.run(0, SAMPLE).astype("<i8").tobytes()).hexdigest()
