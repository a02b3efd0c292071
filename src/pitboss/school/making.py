"""Items of a drill, each from a setting, a kind, a seed and a number.

>>> from pitboss import games
>>> from pitboss.school.setting import Setting
>>> game = games.find(games.BUILT_IN[0])
>>> item = make_item(Setting(game, game.rules()), "payout", seed="7", number=1).item
>>> item.question.text, item.rule                                         # doctest: +ELLIPSIS
('What do you pay seat ...
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use
from pitboss.school.items import Kind
from pitboss.school.kinds import (
    call,
    colour,
    error,
    insurance,
    limits,
    payout,
    practised,
    procedure,
    resolve,
    whole_table,
)
from pitboss.school.made import Made, Skill
from pitboss.school.setting import Setting


class Maker(NamedTuple):
    """A kind of drill."""

    kind: Kind
    name: str
    """What people call it."""
    about: str
    """What is asked, in a line."""
    skills: Callable[[Setting], list[Skill]]
    make: Callable[[Setting, Skill, random.Random], Made | None]


_MAKERS = (
    Maker(
        "payout",
        "Payouts",
        "what a wager is paid, typed or cut in chips",
        payout.skills,
        payout.make,
    ),
    Maker(
        "resolve",
        "Paid, pushed or taken",
        "is a wager paid, pushed, taken, or does it ride",
        resolve.skills,
        resolve.make,
    ),
    Maker(
        "procedure",
        "What comes next",
        "what comes next, and in which order",
        procedure.skills,
        procedure.make,
    ),
    Maker(
        "call",
        "What a hand may do, what you say",
        "what a hand may do, and what you say",
        call.skills,
        call.make,
    ),
    Maker("insurance", "Insurance", "the most a seat may insure", insurance.skills, insurance.make),
    Maker(
        "signal",
        "Signals",
        "which signal is this, and what follows",
        practised.signal_skills,
        practised.make_signal,
    ),
    Maker("limits", "Limits", "may these wagers stand", limits.skills, limits.make),
    Maker(
        "colour",
        "Chips and change",
        "change, buy-ins, running chips down, fills",
        colour.skills,
        colour.make,
    ),
    Maker(
        "dispute",
        "When it went wrong",
        "it went wrong: what now",
        practised.dispute_skills,
        practised.make_dispute,
    ),
    Maker("error", "Find the mistake", "find the one mistake in a round", error.skills, error.make),
    Maker("table", "A whole table", "settle a whole table", whole_table.skills, whole_table.make),
)
MAKERS: dict[Kind, Maker] = {maker.kind: maker for maker in _MAKERS}
"""Every kind of drill, in the order in which they are learned."""
KIND_NAMES: dict[str, str] = {maker.kind: maker.name for maker in _MAKERS}
"""What people call the kinds of drill."""
ALWAYS: tuple[Kind, ...] = ("resolve", "procedure", "call")
"""Kinds that have something to ask wherever a hand is dealt; their skills are found by dealing a
few hundred rounds, which is long for whoever only wants to know that there are some."""


def skills(setting: Setting, kind: Kind) -> list[Skill]:
    """What a kind of drill trains at this table."""
    return MAKERS[kind].skills(setting)


def asks(setting: Setting, kind: Kind) -> bool:
    """Whether a kind of drill has anything to ask at this table."""
    return kind in ALWAYS or bool(MAKERS[kind].skills(setting))


def make_item(setting: Setting, kind: Kind, *, seed: str, number: int, skill: str = "") -> Made:
    """An item; of one skill, or of each in turn, whatever their order by this seed."""
    for chosen in _in_turn(setting, MAKERS[kind], seed, number, skill):
        made = make_skill(setting, chosen, seed=seed, number=number)
        if made is not None:
            return made
    what = f"skill {skill!r}" if skill else f"kind {kind}"
    raise RulesError(f"{setting.game.id}: nothing can be drilled for {what} under these rules")


def make_skill(setting: Setting, skill: Skill, *, seed: str, number: int) -> Made | None:
    """An item of one skill; None where the rules leave no room for it."""
    rng = random.Random(f"drill {setting.identity} {skill.id} {seed} {number}")
    maker = next(maker for kind, maker in MAKERS.items() if skill.id.startswith(f"{kind}/"))
    return maker.make(setting, skill, rng)


def _in_turn(setting: Setting, maker: Maker, seed: str, number: int, skill: str) -> Iterator[Skill]:
    found = maker.skills(setting)
    if skill:
        chosen = [one for one in found if one.id == skill]
        if not chosen:
            raise RulesError(f"skill {skill!r}: {use([one.id for one in found], typed=skill)}")
        yield from chosen
        return
    found = [one for one in found if not one.apart]
    turn, place = divmod(number - 1, max(1, len(found)))
    random.Random(f"order {seed} {turn}").shuffle(found)
    yield from (*found[place:], *found[:place])
