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
    from pitboss.rules.chart import Chart
    from pitboss.rules.errors import RulesError
    from pitboss.rules.game import Game
    from pitboss.rules.limits import House
    from pitboss.rules.vocabulary import Rules
    from pitboss.strategy.advice import advise
    from pitboss.strategy.comparing import compare
    from pitboss.strategy.dealing import dealer_finals
    from pitboss.strategy.exceptions import chart_exceptions
    from pitboss.strategy.paytables import paytables
    from pitboss.strategy.results import round_results
    from pitboss.strategy.simulating import Simulation, simulate
    from pitboss.strategy.solution import Solution, solve
    from pitboss.strategy.sweeping import sweep
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
    "Simulation": "pitboss.strategy.simulating",
    "Solution": "pitboss.strategy.solution",
    "Table": "pitboss.table.engine",
    "advise": "pitboss.strategy.advice",
    "chart_exceptions": "pitboss.strategy.exceptions",
    "compare": "pitboss.strategy.comparing",
    "dealer_finals": "pitboss.strategy.dealing",
    "paytables": "pitboss.strategy.paytables",
    "round_results": "pitboss.strategy.results",
    "simulate": "pitboss.strategy.simulating",
    "solve": "pitboss.strategy.solution",
    "sweep": "pitboss.strategy.sweeping",
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
