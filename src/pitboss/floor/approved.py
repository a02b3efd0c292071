"""The theory a table is held against: the approved rules, not whatever its file says.

A table whose file pays a line otherwise than approved pays what its file says, round after round.
Held against itself it would look right; held against the rules it departs from, it does not.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss import games
from pitboss.floor.opening import game_of, rules_of
from pitboss.rules.approval import standing
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.vocabulary import Rules
from pitboss.store.records import TableOpened


class Theory(NamedTuple):
    """What a table is held against."""

    game: Game
    rules: Rules
    says: str
    """In a sentence: whose rules these are, and in what the table departs from them."""


def theory_of(opened: TableOpened) -> Theory:
    """The approved rules with the house options of the table; its own where there are no others.

    A designer's game is held against the built-in one it is based on.
    """
    game, rules = game_of(opened), rules_of(opened)
    judged = standing(game, rules)
    if judged.approved or not judged.departs:
        return Theory(game, rules, judged.says)
    try:
        root = _built_in(game, opened.parents)
        departs = {departure.id for departure in judged.departs}
        departs |= {ruling.option for ruling in root.rulings if ruling.id in departs}
        options = {
            name: value
            for name, value in opened.options.items()
            if name not in departs and (name in root.options or game.built_in)
        }
        approved = root.rules(options, opened.paytables)
    except RulesError:
        return Theory(game, rules, judged.says)
    return Theory(root, approved, f"Held against {root.name} as approved. {judged.says}")


def _built_in(game: Game, parents: dict[str, str]) -> Game:
    """The built-in game at the root of a designer's."""
    seen: set[str] = set()
    while not game.built_in:
        based_on = game.based_on
        if not based_on.endswith(".toml"):
            return games.find(based_on)
        name = games.file_name(based_on)
        if name in seen or name not in parents:
            raise RulesError(f"game {game.id}: what it is based on is not known")
        seen.add(name)
        game = games.read(parents[name], origin=name, parents=parents, bounded=False)
    return game
