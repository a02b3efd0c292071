"""pitboss deals, proves and teaches blackjack variants from one exact definition of each game.

>>> import pitboss
>>> pitboss.solve("half-back", decks=6, soft17="hit").bets["upcard-bonus"].exact.expectation
Fraction(-20233, 626665)

`dir(pitboss)` lists what there is; docs/solving.md and docs/simulating.md show them at work.
"""

from __future__ import annotations

from pitboss._version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, without reading that module before Ctrl-C is minded
    from typing import Any

    from pitboss import games
    from pitboss.advice.chart_exceptions import chart_exceptions
    from pitboss.analysis.comparing import compare
    from pitboss.analysis.dealer_finals import dealer_finals
    from pitboss.analysis.paytables import paytables
    from pitboss.analysis.round_results import round_results
    from pitboss.analysis.simulating import Simulation, simulate
    from pitboss.analysis.solution import Solution
    from pitboss.analysis.solving import solve
    from pitboss.analysis.sweeping import sweep

_PLACES = {
    "Simulation": "pitboss.analysis.simulating",
    "Solution": "pitboss.analysis.solution",
    "chart_exceptions": "pitboss.advice.chart_exceptions",
    "compare": "pitboss.analysis.comparing",
    "dealer_finals": "pitboss.analysis.dealer_finals",
    "games": "pitboss.games",
    "paytables": "pitboss.analysis.paytables",
    "round_results": "pitboss.analysis.round_results",
    "simulate": "pitboss.analysis.simulating",
    "solve": "pitboss.analysis.solving",
    "sweep": "pitboss.analysis.sweeping",
}
"""Where each name lives. What needs an engine is imported when it is asked for."""

__all__ = [
    "Simulation",
    "Solution",
    "__version__",
    "chart_exceptions",
    "compare",
    "dealer_finals",
    "games",
    "paytables",
    "round_results",
    "simulate",
    "solve",
    "sweep",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    from importlib import import_module

    module = import_module(_PLACES[name])
    return module if _PLACES[name] == f"pitboss.{name}" else getattr(module, name)


def __dir__() -> list[str]:
    return sorted(__all__)
