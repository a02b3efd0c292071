"""pitboss deals, proves and teaches blackjack variants from one exact definition of each game.

>>> import pitboss
>>> pitboss.solve("half-back", decks=6, soft17="hit").bets["upcard-bonus"].exact.expectation
Fraction(-20233, 626665)

`dir(pitboss)` lists what there is, docs/reference.md explains each name with an example, and
docs/solving.md and docs/simulating.md show them at work.
"""

from __future__ import annotations

from pitboss._version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, without reading that module before Ctrl-C is minded
    from typing import Any

    from pitboss import cards, games
    from pitboss.advice.advising import advise
    from pitboss.advice.chart_exceptions import chart_exceptions
    from pitboss.analysis.comparing import compare
    from pitboss.analysis.dealer_finals import dealer_finals
    from pitboss.analysis.paytables import paytables
    from pitboss.analysis.round_results import round_results
    from pitboss.analysis.simulating import Simulation, simulate
    from pitboss.analysis.solution import Solution
    from pitboss.analysis.solving import solve
    from pitboss.analysis.sweeping import sweep
    from pitboss.rules.chart import Chart
    from pitboss.rules.errors import RulesError
    from pitboss.rules.game import Game
    from pitboss.rules.limits import House
    from pitboss.rules.vocabulary import Rules
    from pitboss.table import IllegalAction, Shoe, Table, actions, events
    from pitboss.table import log as logs

_PLACES = {
    "Chart": "pitboss.rules.chart",
    "Game": "pitboss.rules.game",
    "House": "pitboss.rules.limits",
    "IllegalAction": "pitboss.table.engine",
    "Rules": "pitboss.rules.vocabulary",
    "RulesError": "pitboss.rules.errors",
    "Shoe": "pitboss.table.shoe",
    "Simulation": "pitboss.analysis.simulating",
    "Solution": "pitboss.analysis.solution",
    "Table": "pitboss.table.engine",
    "advise": "pitboss.advice.advising",
    "chart_exceptions": "pitboss.advice.chart_exceptions",
    "compare": "pitboss.analysis.comparing",
    "dealer_finals": "pitboss.analysis.dealer_finals",
    "paytables": "pitboss.analysis.paytables",
    "round_results": "pitboss.analysis.round_results",
    "simulate": "pitboss.analysis.simulating",
    "solve": "pitboss.analysis.solving",
    "sweep": "pitboss.analysis.sweeping",
}
"""Where each name lives. What needs an engine is imported when it is asked for."""
_MODULES = {
    "actions": "pitboss.table.actions",
    "cards": "pitboss.cards",
    "events": "pitboss.table.events",
    "games": "pitboss.games",
    "logs": "pitboss.table.log",
}
"""Names that are modules."""

__all__ = [
    "Chart",
    "Game",
    "House",
    "IllegalAction",
    "Rules",
    "RulesError",
    "Shoe",
    "Simulation",
    "Solution",
    "Table",
    "__version__",
    "actions",
    "advise",
    "cards",
    "chart_exceptions",
    "compare",
    "dealer_finals",
    "events",
    "games",
    "logs",
    "paytables",
    "round_results",
    "simulate",
    "solve",
    "sweep",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _MODULES:
        return import_module(_MODULES[name])
    if name not in _PLACES:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
