"""A puzzle for every day: a hand from simulated rounds in which the right play is surprising.

Rounds of a game are dealt at random and played by its chart until a decision is met in which the
best move, by the exact cards in sight, is not the one that people know: that of ordinary basic
strategy where the game is based on another, else that of the game's own chart. What makes the
difference is a rule of the game, a side bet that rides on the hand, or its very cards, which is
looked for with as few decks as the house may choose. Several are gathered and one is drawn. All of
it follows from the date, and what was found once is kept.
"""

from __future__ import annotations

import random
from datetime import date

import msgspec

from pitboss import games
from pitboss.floor.opening import describe_table, rules_of
from pitboss.floor.worth import MoveWorth
from pitboss.practice.book import usual_move
from pitboss.practice.grading import best_of
from pitboss.practice.positions import (
    Cell,
    Dealt,
    any_hand,
    at_table,
    cell_of,
    decides,
    standing,
)
from pitboss.practice.puzzle import Puzzle
from pitboss.practice.solved_book import solved_chart
from pitboss.rules.chart import Chart
from pitboss.rules.chart_places import code_at, place_of
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from pitboss.table.flow import Want

MOST_ROUNDS = 2000
GATHERED = 5
"""Kinds of decisions of which one becomes the puzzle."""
LEAST_UNITS, LEAST_UNITS_BY_CARDS = 0.02, 0.001
"""That the usual move must give away; where only the exact cards say so it is never much."""
SIDE_BET_CENTS = 500


class _Found(msgspec.Struct, frozen=True):
    dealt: Dealt
    cell: Cell
    usual: str
    moves: list[MoveWorth]


def mine(day: date) -> Puzzle:
    """The puzzle of a day."""
    game = games.find(games.BUILT_IN[day.toordinal() % len(games.BUILT_IN)])
    opened = describe_table(game, game.name, options=_options(game))
    rules = rules_of(opened)
    ordinary = _ordinary(game, rules)
    chart = solved_chart(game, rules)
    known = solved_chart(*ordinary) if ordinary else chart
    luck = random.Random(f"puzzle of {day.isoformat()}")
    found: dict[Cell, _Found] = {}
    for _ in range(MOST_ROUNDS):
        dealt = any_hand(rules, luck, _side_bet(rules, luck))
        for one in _surprises(rules, dealt, chart, known):
            found.setdefault(one.cell, one)
        if len(found) >= GATHERED:
            break
    if not found:
        raise RulesError(f"{game.name}: no surprising hand was found")
    one = luck.choice(list(found.values()))
    return Puzzle(
        day=day.isoformat(), opened=opened, dealt=one.dealt, cell=one.cell, usual=one.usual,
        ordinary=ordinary[0].name if ordinary else "", moves=one.moves,
    )  # fmt: skip


def _ordinary(game: Game, rules: Rules) -> tuple[Game, Rules] | None:
    """The game that this one is based on in the end, with its decks and dealer where it can."""
    root = game
    while root.based_on in games.BUILT_IN:
        root = games.find(root.based_on)
    if root is game:
        return None
    values = {"decks": rules.shoe.decks, "soft17": rules.dealer.soft17}
    chosen = {name: one for name, one in values.items() if one in root.options.get(name, ())}
    return root, root.rules(chosen)


def _options(game: Game) -> dict[str, OptionValue]:
    """Where nothing but the very cards can surprise, they do most with the fewest decks."""
    decks = game.options.get("decks", ())
    plain = game.based_on not in games.BUILT_IN and not game.rules().offered_bets
    return {"decks": min(decks)} if plain and decks else {}


def _side_bet(rules: Rules, luck: random.Random) -> dict[str, int]:
    """Half of the hands have a side bet beside them."""
    bets = [bet.id for bet in rules.offered_bets]
    if not bets or luck.random() < 0.5:
        return {}
    least, bet = Table(rules).limits.minimum, luck.choice(bets)
    return {bet: max(SIDE_BET_CENTS, least[bet])}


def _surprises(rules: Rules, dealt: Dealt, chart: Chart, known: Chart) -> list[_Found]:
    """Decisions of one round in which the move that people know is not the best."""
    found = []
    table = at_table(rules, dealt)
    while decides(table):
        move = usual_move(chart, table)
        usual = _known_move(known, table)
        by_cards = not dealt.bets and usual == move
        if usual is not None and (usual != move or by_cards or table.seat.wagers):
            moves = best_of(table)
            given_away = next((one.costs_cents for one in moves if one.move == usual), None)
            least = LEAST_UNITS_BY_CARDS if by_cards else LEAST_UNITS
            if given_away is not None and given_away >= least * _unit(table):
                asked = msgspec.structs.replace(dealt, given=len(dealt.moves))
                found.append(_Found(asked, cell_of(table), usual, moves))
        dealt = dealt.with_move(move)
        table = at_table(rules, dealt)
    return found


def _unit(table: Table) -> int:
    return table.seat.stakes[table.tables.opening[0]]


def _known_move(known: Chart, table: Table) -> str | None:
    """What somebody does who has learned this chart; None where it has nothing to say."""
    if table.want != Want.DECISION:
        return None
    at = standing(table)
    place = place_of(table.tables, at)
    if place.table not in known.tables or not code_at(known, place, cell_of(table).up):
        return None
    return usual_move(known, table)
