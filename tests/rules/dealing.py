"""Captions of scripted rounds, and the practice behind them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pitboss.rules.game import OptionValue
from pitboss.rules.practice import practice_of
from pitboss.rules.procedure import Practice
from pitboss.table.narrator import Caption, Narrator
from tests.rounds import Round, find


def told(game: str, round_: Round) -> list[Caption]:
    """What is told of a round, event by event."""
    narrator = Narrator(find(game), round_.table.rules)
    return [narrator.tell(event) for event in round_.events]


def at(step: str, captions: list[Caption]) -> list[Caption]:
    """The captions of one step."""
    return [caption for caption in captions if caption.step == step]


def only(step: str, captions: list[Caption]) -> Caption:
    """The one caption of a step."""
    [caption] = at(step, captions)
    return caption


def practices(
    game: str, options: Mapping[str, OptionValue] | None = None, paytable: int | None = None
) -> dict[str, Practice]:
    """What a dealer of a game has to know, by id."""
    definition = find(game)
    families = definition.paytables()
    rules = definition.rules(options, dict.fromkeys(families, paytable) if paytable else None)
    return {one.id: one for one in practice_of(definition, rules)}


def ids(mark: str) -> list[str]:
    """The ids in the mark of a caption."""
    return re.findall(r"[A-Z]+-\d+", mark)
