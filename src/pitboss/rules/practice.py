"""The part of a dealer's practice that a game has use for, by its rules.

>>> from pitboss import games
>>> blackjack = games.find(games.BUILT_IN[0])
>>> [one.id for one in practice_of(blackjack, blackjack.rules()) if one.kind == "signal"]
['PR-9', 'PR-10', 'PR-11', 'PR-12', 'PR-13', 'PR-17']
>>> [one.practice.id for one in practice_by_choice(blackjack) if one.choice]
['PR-16']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from pitboss.rules.approval import other_readings
from pitboss.rules.compile import compile_rules
from pitboss.rules.conditions import holds
from pitboss.rules.game import Game, option_text
from pitboss.rules.procedure import HOUSE_CUSTOM, Practice
from pitboss.rules.sentences import one_of
from pitboss.rules.vocabulary import Rules


class ChosenPractice(NamedTuple):
    """Practice of a game before a house has chosen its options."""

    practice: Practice
    choice: str
    """What the house must choose for it to be of use; nothing where the game always has use."""


def practice_of(game: Game, rules: Rules) -> list[Practice]:
    """What a dealer of this game has to know under these rules."""
    tables = compile_rules(rules)
    named = {condition for one in game.practice for condition in one.when}
    met = {condition for condition in named if holds(condition, rules, tables)}
    otherwise = {ruling.id: ruling.other for ruling in other_readings(game, rules)}
    return [_as_read(one, otherwise) for one in game.practice if met.issuperset(one.when)]


def _as_read(one: Practice, otherwise: Mapping[str, str]) -> Practice:
    """Practice in words that do not state a reading as if it were in force where it is not."""
    differs = [f"{ruling}: {otherwise[ruling]}" for ruling in one.as_ruled if ruling in otherwise]
    if not differs:
        return one
    told = f"Read otherwise at this table, {' '.join(differs)} As ruled: {one.does}"
    return msgspec.structs.replace(one, does=told)


def practice_by_choice(game: Game) -> list[ChosenPractice]:
    """What a dealer of this game has to know under any of its options and pay tables."""
    always = {one.id for one in practice_of(game, game.rules())}
    choices: dict[str, dict[str, list[str]]] = {}
    for name, value, rules in single_choices(game):
        for one in practice_of(game, rules):
            if one.id not in always:
                choices.setdefault(one.id, {}).setdefault(name, []).append(value)
    return [
        ChosenPractice(one, one_of(f"{name} = {one_of(of)}" for name, of in by_name.items()))
        for one in game.practice
        if (by_name := choices.get(one.id, {})) or one.id in always
    ]


def told_at(practice: Iterable[Practice], step: str) -> list[Practice]:
    """What the caption of a step carries out; mistakes are no part of a round as it should be."""
    return [one for one in practice if step in one.at and one.kind != "irregularity"]


def marked(practice: Iterable[Practice]) -> str:
    """Ids, with a word on those that no document says: ``PR-2; PR-9, house custom``."""
    groups = {"": [one.id for one in practice if not one.is_custom],
              f", {HOUSE_CUSTOM}": [one.id for one in practice if one.is_custom]}  # fmt: skip
    return "; ".join(f"{', '.join(ids)}{word}" for word, ids in groups.items() if ids)


def single_choices(game: Game) -> Iterator[tuple[str, str, Rules]]:
    """The rules with one option or pay table chosen otherwise than by default."""
    for option, values in game.options.items():
        for value in values:
            if value != game.default(option):
                yield option, option_text(value), game.rules({option: value})
    for family, tables in game.paytables().items():
        for number in range(2, tables + 1):
            yield f"paytable {family}", str(number), game.rules(paytables={family: number})
