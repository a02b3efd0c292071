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
from typing import Any, get_args

import msgspec

from pitboss.classroom.lesson import Lesson, read_lesson
from pitboss.rules.errors import RulesError
from pitboss.school.items import Item, Kind
from pitboss.school.making import make_item, skills
from pitboss.school.setting import Setting

COMMAND = ("-m", __name__)
NICENESS = 1
"""Those who answer go first."""
NUMBER = 1
"""Of every item by its seed: each has a seed of its own."""
MOST_SETTINGS = 40
"""Games with their rules and rounds that are kept in mind."""


class Skill(msgspec.Struct, frozen=True):
    """Something a lesson trains."""

    kind: Kind
    id: str
    name: str


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What is wanted: the skills of a lesson, or with a kind one of its items."""

    id: int
    lesson: str
    """Its text."""
    kind: str = ""
    skill: str = ""
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


@lru_cache(maxsize=MOST_SETTINGS)
def _setting(table: str) -> Setting:
    """One setting for all lessons that are dealt alike."""
    return msgspec.json.decode(table, type=Lesson).setting()


def setting_of(lesson: Lesson) -> Setting:
    """What the items of a lesson are made from; lessons that are dealt alike share it."""
    alike = msgspec.structs.replace(lesson, name="-", kinds=("payout",), skills=(), items=1)
    return _setting(msgspec.json.encode(alike).decode())


def skills_of(lesson: Lesson) -> list[Skill]:
    """What a lesson trains; `RulesError` where it names what its game has not."""
    setting = setting_of(lesson)
    found = [
        Skill(kind, skill.id, skill.name)
        for kind in lesson.kinds
        for skill in skills(setting, kind)
    ]
    known = {skill.id for skill in found}
    unknown = [skill for skill in lesson.skills if skill not in known]
    if unknown:
        raise RulesError(
            f"lesson: skills = {unknown[0]!r}: {lesson.game} has no such skill of these kinds; "
            f"`pitboss drill {lesson.game} --list` shows them"
        )
    chosen = [skill for skill in found if not lesson.skills or skill.id in lesson.skills]
    if not chosen:
        raise RulesError(
            f"lesson: {lesson.game} has nothing to drill for {', '.join(lesson.kinds)}"
        )
    return chosen


def deliver(order: Order) -> Delivery:
    """Do what is ordered."""
    try:
        lesson = read_lesson(order.lesson, origin="lesson")
        if not order.kind:
            return Delivery(id=order.id, skills=skills_of(lesson))
        kind: Kind = next(kind for kind in get_args(Kind) if kind == order.kind)
        made = make_item(
            setting_of(lesson), kind, seed=order.seed, number=NUMBER, skill=order.skill
        )
    except RulesError as error:
        return Delivery(id=order.id, refused=str(error))
    except Exception as error:
        return Delivery(id=order.id, broken=f"{type(error).__name__}: {error}")
    return Delivery(id=order.id, item=made.item)


def main() -> None:
    """Deliver until nobody orders any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    orders: Any = sys.stdin.buffer
    for line in orders:
        delivery = deliver(msgspec.json.decode(line, type=Order))
        sys.stdout.buffer.write(msgspec.json.encode(delivery) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
