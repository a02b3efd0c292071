"""Grades, books and puzzles in a process of its own, while the server's tables go on.

``python -m pitboss.practice.process`` reads orders from standard input, a line of JSON each, and
writes a line of JSON for each. It ends with whoever started it.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss import games
from pitboss.floor.opening import game_of, rules_of
from pitboss.practice.grading import best_of, from_round, grade
from pitboss.practice.orders import Delivery, GradeMove, GradeRound, MakeBook, MinePuzzle, Order
from pitboss.practice.positions import any_hand, at_table, decides
from pitboss.practice.puzzles import mine
from pitboss.practice.solved_book import solved_book
from pitboss.rules.errors import RulesError
from pitboss.table import IllegalAction

NICENESS = 5


def _graded(order: GradeMove) -> Delivery:
    table = at_table(rules_of(order.opened), order.dealt)
    if order.move:
        return Delivery(verdict=grade(table, order.move))
    if decides(table):
        best_of(table)
    return Delivery()


def _book(order: MakeBook) -> Delivery:
    return Delivery(book=solved_book(game_of(order.opened), rules_of(order.opened)))


def _round(order: GradeRound) -> Delivery:
    return Delivery(decided=from_round(order.opened, order.entries, order.number, order.player))


_ANSWERS: dict[type[Any], Callable[[Any], Delivery]] = {
    GradeMove: _graded,
    MakeBook: _book,
    GradeRound: _round,
    MinePuzzle: lambda order: Delivery(puzzle=mine(order.day)),
}


def deliver(order: Order) -> Delivery:
    """Do what is ordered."""
    try:
        return _ANSWERS[type(order)](order)
    except (RulesError, IllegalAction) as error:
        return Delivery(refused=str(error))


def _warm_up() -> None:
    """Load what every grade needs while nobody has decided yet."""
    rules = games.find(games.BUILT_IN[0]).rules()
    best_of(at_table(rules, any_hand(rules, random.Random(0))))


def main() -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    with contextlib.suppress(OSError):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICENESS)
    _warm_up()
    for line in sys.stdin.buffer:
        answer = deliver(msgspec.json.decode(line, type=Order))
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
