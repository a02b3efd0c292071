"""A learner made up for tests: knows what was explained, forgets on a curve, slips at times."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

FIRST_MINUTES = 12.0
"""How long what was explained once lasts."""
GROWS = 1.9
"""By how much each further time makes it last longer."""


@dataclass
class Learner:
    seed: int
    slips: tuple[float, ...] = (0.01, 0.03, 0.06)
    """How often a known thing is answered wrong; one skill is harder than another."""
    guesses: float = 0.25
    """How often a thing that is not known is answered right."""
    explained: dict[str, tuple[float, float]] = field(default_factory=dict)
    """By skill: when it was last told or recalled, and for how many minutes it lasts."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def recalls(self, skill: str, minute: float) -> float:
        """The chance that a skill is remembered: a power law, as forgetting is."""
        if skill not in self.explained:
            return 0.0
        last, lasts = self.explained[skill]
        return float((1 + (minute - last) / (9 * lasts / 10)) ** -0.5)

    def true_skill(self, skill: str, minute: float) -> float:
        recalled = self.recalls(skill, minute)
        slips = self.slips[sum(map(ord, skill)) % len(self.slips)]
        return recalled * (1 - slips) + (1 - recalled) * self.guesses

    def answers(self, skill: str, minute: float) -> bool:
        right = self.chance.random() < self.true_skill(skill, minute)
        _, lasts = self.explained.get(skill, (0.0, FIRST_MINUTES / GROWS))
        self.explained[skill] = (minute, lasts * GROWS)
        return right
