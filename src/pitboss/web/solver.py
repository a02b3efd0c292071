"""Questions to the solver: one after the other in a thread of its own, everyone in turn.

The solver's arrays are not to be shared, its first use compiles for a while, and nobody who waits
for it keeps the database or a table waiting. Whoever asks much waits for itself: the next question
is that of the asker who was answered longest ago.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from threading import Condition, Thread
from typing import Any, NamedTuple, TypeVar

from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.web.layout import rules_hash
from pitboss.web.metrics import solver_seconds

T = TypeVar("T")

Edges = dict[str, dict[str, float]]

MOST = 256
"""Rules whose figures are remembered."""

_known: OrderedDict[str, Edges] = OrderedDict()


class Question(NamedTuple):
    """Something to be worked out, and where the answer goes."""

    work: Callable[[], Any]
    answer: Future[Any]


class Turns:
    """Questions that wait, by who asked them."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Question]] = OrderedDict()
        self._changed = Condition()

    def put(self, who: str, question: Question) -> None:
        """Let a question wait for its turn."""
        with self._changed:
            self._waiting.setdefault(who, deque()).append(question)
            self._changed.notify()

    def waiting(self) -> int:
        """How many nobody has begun to work on."""
        with self._changed:
            return sum(map(len, self._waiting.values()))

    def take(self) -> Question:
        """The next question; its asker's others wait until everyone else has had a turn."""
        with self._changed:
            while not self._waiting:
                self._changed.wait()
            who, questions = self._waiting.popitem(last=False)
            question = questions.popleft()
            if questions:
                self._waiting[who] = questions
            return question


async def ask(work: Callable[[], T], who: str = "") -> T:
    """Have something worked out; it is not begun if nobody waits for it when its turn comes."""
    answer: Future[T] = Future()
    _turns().put(who, Question(work, answer))
    with solver_seconds.time():
        return await asyncio.wrap_future(answer)


def waiting() -> int:
    """How many questions nobody has begun to work on."""
    return _turns().waiting()


@cache
def _turns() -> Turns:
    """Where questions wait; the thread ends with the process, even in the middle of one."""
    turns = Turns()
    Thread(target=_answer, args=(turns,), name="solver", daemon=True).start()
    return turns


def _answer(turns: Turns) -> None:
    while True:
        question = turns.take()
        if not question.answer.set_running_or_notify_cancel():  # nobody waits any more
            continue
        try:
            question.answer.set_result(question.work())
        except BaseException as error:
            question.answer.set_exception(error)


def known_edges(rules: Rules) -> Edges | None:
    """Figures that were worked out before."""
    return _known.get(rules_hash(rules))


def edges(game: Game, rules: Rules) -> Edges:
    """Edge and standard deviation of each bet, when the main game is played best by the chart."""
    from pitboss.analysis.solving import solve_rules  # its compiler is slow to load

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
