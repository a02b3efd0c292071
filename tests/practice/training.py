"""Books that several tests look at, made once, and players who practise by them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from pitboss.floor.worth import MoveWorth
from pitboss.practice.book import Book
from pitboss.practice.choosing import next_hand
from pitboss.practice.grading import best_of, grade
from pitboss.practice.leaks import LeakReport, leak_report
from pitboss.practice.positions import Dealt, at_table, cell_of, decides
from pitboss.practice.record import Decided
from pitboss.practice.solved_book import solved_book
from pitboss.rules.chart import rows
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from tests.rounds import find

Player = Callable[[Table, list[MoveWorth]], str]
"""From a table and every move there, the best first, to the move that is made."""
CLOSE_CENTS = 300.0
"""Where anybody may slip now and then."""


@cache
def book_of(game: str) -> tuple[Rules, Book]:
    """A game's rules and its book."""
    found = find(game)
    rules = found.rules()
    return rules, solved_book(found, rules)


def practise(game: str, player: Player, hands: int, seed: int) -> list[Decided]:
    """What a player decides in so many hands of the trainer's choice."""
    rules, book = book_of(game)
    chance = random.Random(seed)
    made: list[Decided] = []
    for _ in range(hands):
        dealt = next_hand(rules, book, made, chance)
        made += play(rules, dealt, player)
    return made


def play(rules: Rules, dealt: Dealt, player: Player) -> list[Decided]:
    """A hand to its end."""
    made = []
    while decides(table := at_table(rules, dealt)):
        move = player(table, best_of(table))
        made.append(grade(table, move).decided)
        dealt = dealt.with_move(move)
    return made


def report_of(game: str, made: list[Decided], stake: int = 1000) -> LeakReport:
    """The report of decisions."""
    _, book = book_of(game)
    places = {hand: place for one in book.chart.tables.values()
              for place, (hand, _) in enumerate(rows(one))}  # fmt: skip
    return leak_report(made, book.chances, places, stake)


def slipping(planted: dict[tuple[str, str], str], seed: int, slips: float = 0.02) -> Player:
    """Plays best but for planted mistakes, and slips now and then in what is close."""
    chance = random.Random(seed)

    def player(table: Table, moves: list[MoveWorth]) -> str:
        cell = cell_of(table)
        wrong = planted.get((cell.hand, cell.up), "")
        if wrong in table.legal_names() and not cell.after:
            return wrong
        close = len(moves) > 1 and (moves[1].costs_cents or 0.0) < CLOSE_CENTS
        return moves[1].move if close and chance.random() < slips else moves[0].move

    return player
