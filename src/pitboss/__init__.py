"""pitboss deals, proves and teaches blackjack variants from one exact definition of each game.

>>> import pitboss
>>> pitboss.solve("half-back", decks=6, soft17="hit").bets["upcard-bonus"].exact.expectation
Fraction(-20233, 626665)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss._version import __version__

if TYPE_CHECKING:
    from pitboss.strategy.simulating import Simulation, simulate
    from pitboss.strategy.solution import Solution, solve

__all__ = ["Simulation", "Solution", "__version__", "simulate", "solve"]


def __getattr__(name: str) -> Any:
    """What needs an engine is imported when it is asked for: the table alone starts faster."""
    if name in ("solve", "Solution"):
        from pitboss.strategy import solution

        return getattr(solution, name)
    if name in ("simulate", "Simulation"):
        from pitboss.strategy import simulating

        return getattr(simulating, name)
    raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
