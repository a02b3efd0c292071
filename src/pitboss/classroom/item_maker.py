"""Makes items in a process of its own: finding a rare round takes a while, and nobody waits for it.

``python -m pitboss.classroom.item_maker`` reads orders from standard input, a line of JSON each,
and writes what came of each on standard output. It ends with whoever started it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from functools import lru_cache
from typing import Any, Literal

import msgspec

from pitboss.classroom.lesson_files import read
from pitboss.rules.errors import RulesError
from pitboss.school.items import Item
from pitboss.school.lessons import Drill
from pitboss.school.making import make_item, skills
from pitboss.school.manual import Manual, manual_of
from pitboss.school.setting import Setting

COMMAND = ("-m", __name__)
NICENESS = 3
"""Those who answer go first."""
NUMBER = 1
"""Of every item by its seed: each has a seed of its own."""
MOST_SETTINGS = 40
"""Games with their rules and rounds that are kept in mind."""


class Skill(msgspec.Struct, frozen=True):
    """Something a level trains."""

    id: str
    name: str


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """A level of a lesson with one of its games."""

    lesson: str
    """The lesson's text."""
    files: str
    """Its game files, as JSON."""
    game: str
    level: int
    """From 1; 0 is the game as the lesson has it."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What is wanted of a level."""

    id: int
    what: Literal["skills", "names", "item", "chances", "manual"]
    """What it trains, all that its kind can, an item, how often each payout comes, or the manual
    of its game."""
    level: Level
    skill: str = ""
    """Of the item; any if none is named."""
    seed: str = ""
    """Of this item alone."""


class Delivery(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of an order."""

    id: int
    refused: str = ""
    broken: str = ""
    """An error of ours, in words."""
    item: Item | None = None
    skills: list[Skill] = []
    chances: dict[str, float] = {}
    """By skill, in a round."""
    manual: Manual | None = None


@lru_cache(maxsize=MOST_SETTINGS)
def setting_of(level: Level) -> Setting:
    """What the items of a level are made from; levels that are dealt alike share it."""
    made = read(level.lesson, level.files).setting(level.game, level.level)
    alike = (
        made.game.id, made.game.origin, level.files, made.identity, msgspec.json.encode(made.house),
        made.chips, made.mains, made.sides, made.most_seats, made.rounds_per_hour,
        made.scene.id if made.scene else "",
    )  # fmt: skip
    found = _settings.pop(alike, made)
    _settings[alike] = found
    while len(_settings) > MOST_SETTINGS:
        _settings.pop(next(iter(_settings)))
    return found


_settings: dict[Any, Setting] = {}
"""The newest last."""


def drill_of(level: Level) -> Drill:
    """What a level asks."""
    return read(level.lesson, level.files).lesson.drills[level.level - 1]


def all_skills(level: Level) -> list[Skill]:
    """Everything that the kind of a level can train."""
    found = skills(setting_of(level), drill_of(level).kind)
    return [Skill(skill.id, skill.name) for skill in found]


def skills_of(level: Level) -> list[Skill]:
    """What a level trains; `RulesError` where it names what its game has not.

    One without a name where a scene is asked for: whatever happens in it comes.
    """
    drill, found = drill_of(level), all_skills(level)
    known = {skill.id for skill in found}
    unknown = [skill for skill in drill.skills if skill not in known]
    if unknown:
        raise RulesError(
            f"lesson: skills = {unknown[0]!r}: {level.game} has no such skill; "
            f"`pitboss drill {level.game} --list` shows them"
        )
    if drill.scene and not drill.skills:
        return [Skill("", drill.called)]
    return [skill for skill in found if not drill.skills or skill.id in drill.skills]


def item_of(level: Level, skill: str, seed: str) -> Item:
    """An item of a level; the lesson may want the answer sooner than others do."""
    drill = drill_of(level)
    item = make_item(
        setting_of(level), drill.kind, seed=seed, number=NUMBER, skill=skill
    ).item  # fmt: skip
    if drill.seconds is None:
        return item
    question = msgspec.structs.replace(item.question, aim_seconds=drill.seconds)
    return msgspec.structs.replace(item, question=question)


def deliver(order: Order) -> Delivery:
    """Do what is ordered."""
    try:
        if order.what == "skills":
            return Delivery(id=order.id, skills=skills_of(order.level))
        if order.what == "names":
            return Delivery(id=order.id, skills=all_skills(order.level))
        if order.what == "manual":
            return Delivery(id=order.id, manual=manual_of(setting_of(order.level)))
        if order.what == "chances":
            from pitboss.school.cost import chances_of  # the solver takes long to load

            return Delivery(id=order.id, chances=chances_of(setting_of(order.level)))
        return Delivery(id=order.id, item=item_of(order.level, order.skill, order.seed))
    except RulesError as error:
        return Delivery(id=order.id, refused=str(error))
    except Exception as error:
        return Delivery(id=order.id, broken=f"{type(error).__name__}: {error}")


def main() -> None:
    """Deliver until nobody orders any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    with contextlib.suppress(OSError):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICENESS)
    orders: Any = sys.stdin.buffer
    for line in orders:
        delivery = deliver(msgspec.json.decode(line, type=Order))
        sys.stdout.buffer.write(msgspec.json.encode(delivery) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
