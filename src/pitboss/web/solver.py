"""Questions to the solver: one after the other in a thread of its own.

The solver's arrays are not to be shared, its first use compiles for a while, and nobody who waits
for it keeps the database or a table waiting.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.web.layout import rules_hash
from pitboss.web.metrics import solver_seconds

T = TypeVar("T")

MOST = 256
"""Rules whose figures are remembered."""

_known: OrderedDict[str, dict[str, dict[str, float]]] = OrderedDict()


async def ask(work: Callable[[], T]) -> T:
    """Have something worked out."""
    with solver_seconds.time():
        return await asyncio.wrap_future(_asked(work))


def waiting() -> int:
    """How many questions nobody has begun to work on."""
    return _questions().qsize()


async def edges(game: Game, rules: Rules) -> dict[str, dict[str, float]]:
    """Edge and standard deviation of each bet, when the main game is played best by the chart."""
    return await ask(lambda: _edges(game, rules))


def _asked(work: Callable[[], T]) -> Future[T]:
    future: Future[T] = Future()
    _questions().put((work, future))
    return future


@cache
def _questions() -> SimpleQueue[tuple[Callable[[], Any], Future[Any]]]:
    """Where questions wait; the thread ends with the process, even in the middle of one."""
    waiting: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
    Thread(target=_answer, args=(waiting,), name="solver", daemon=True).start()
    return waiting


def _answer(waiting: SimpleQueue[tuple[Callable[[], Any], Future[Any]]]) -> None:
    while True:
        work, future = waiting.get()
        if not future.set_running_or_notify_cancel():  # nobody waits any more
            continue
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)


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
