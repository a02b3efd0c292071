"""Questions to the solver: one after the other in a thread of its own, so that no table waits."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.web.layout import rules_hash

T = TypeVar("T")

MOST = 256
"""Rules whose figures are remembered."""

_thread = ThreadPoolExecutor(1, "solver")
_known: OrderedDict[str, dict[str, dict[str, float]]] = OrderedDict()


async def ask(work: Callable[[], T]) -> T:
    """Have something worked out."""
    return await asyncio.get_running_loop().run_in_executor(_thread, work)


async def edges(game: Game, rules: Rules) -> dict[str, dict[str, float]]:
    """Edge and standard deviation of each bet, when the main game is played best by the chart."""
    return await ask(lambda: _edges(game, rules))


def _edges(game: Game, rules: Rules) -> dict[str, dict[str, float]]:
    from pitboss.strategy.solution import solve_rules  # its compiler is slow to load

    digest = rules_hash(rules)
    if digest not in _known:
        solution = solve_rules(game, rules, strategy="chart")
        _known[digest] = {
            name: {"house_edge": bet.house_edge, "sd": bet.sd}
            for name, bet in solution.bets.items()
        }
        if len(_known) > MOST:
            _known.popitem(last=False)
    return _known[digest]
