"""Lessons as somebody finds them in the list: their games, the levels of each, and what is open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec
from sqlalchemy.engine import Connection

from pitboss.classroom import kept as lessons
from pitboss.classroom.kept import LevelOf
from pitboss.rules.errors import RulesError
from pitboss.school.items import Kind
from pitboss.school.making import KIND_NAMES
from pitboss.store import school_results
from pitboss.store.accounts import Account
from pitboss.store.school_people import Assignment
from pitboss.store.school_results import SittingResult
from pitboss.store.school_sittings import KeptLesson

Place = tuple[str, str, int]
"""A lesson, a game and a level."""


class LevelCard(msgspec.Struct, frozen=True, kw_only=True):
    """A level of a lesson with one of its games."""

    level: int
    """To begin it with, from 1."""
    name: str
    """What it is called."""
    kind: Kind
    """The kind of drill."""
    kind_name: str
    """What people call that kind."""
    items: int
    """Questions of a sitting."""
    accuracy: float
    """Share of the answers that must be right to pass."""
    may_miss: int
    """How many answers of a sitting may be wrong."""
    aim_seconds: float
    """How soon an answer should come."""
    open: bool
    """Whether it can be begun."""
    shut: str
    """Why not; empty where it can."""
    passed: bool
    """Whether you passed it once."""
    answered: int
    """Questions of it that you have answered so far."""
    right: int
    """Of these, how many rightly."""


class LessonGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a lesson."""

    game: str
    """What the lesson calls it: to begin a level with."""
    name: str
    """What people call it."""
    rules_hash: str
    """The fingerprint of its rules in this lesson."""
    levels: list[LevelCard]
    """Those that have something to ask, in order."""


class LessonCard(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson."""

    id: str
    """To begin it with."""
    name: str
    """What it is called."""
    summary: str
    """What is learned; or why it cannot be given."""
    free: bool
    """Whether all its levels are open from the beginning."""
    trainer: str | None
    """Who assigned it; null where nobody did."""
    assignment: int | None
    """The assignment's number."""
    due: int | None
    """Until when it should be done, in milliseconds since 1970."""
    house: bool
    """Whether it is one of the house's own."""
    mine: bool
    """Whether you wrote it."""
    games: list[LessonGame]
    """With their levels; none where it cannot be given any more."""


class Learned:
    """What somebody has answered so far, level by level."""

    def __init__(self, connection: Connection, account: Account) -> None:
        self._sittings: dict[Place, list[SittingResult]] = defaultdict(list)
        for one in school_results.sitting_results(connection, account, account):
            self._sittings[one.lesson, one.game, one.level].append(one)

    def of(self, lesson: str, game: str, level: int) -> list[SittingResult]:
        """The sittings of a level."""
        return self._sittings.get((lesson, game, level), [])


class Nothing(Learned):
    """Of whom nothing is known."""

    def __init__(self) -> None:
        self._sittings = {}


def card_of(
    kept: KeptLesson, learned: Learned, account: Account, assignment: Assignment | None = None
) -> LessonCard:
    """A lesson as somebody finds it."""
    summary, free, found = "", False, []
    try:
        taught = lessons.taught(kept)
        summary, free = taught.lesson.summary, taught.lesson.free
        found = [game_card(kept, game, learned) for game in taught.games]
    except RulesError as error:  # its rules have changed since, say
        summary = str(error)
    return LessonCard(
        id=kept.id, name=kept.name, summary=summary, free=free,
        trainer=assignment.trainer if assignment else None,
        assignment=assignment.id if assignment else None,
        due=assignment.due if assignment else None,
        house=lessons.house_lesson(kept.id) is not None, mine=kept.author == account.id,
        games=found,
    )  # fmt: skip


def game_card(kept: KeptLesson, game: str, learned: Learned) -> LessonGame:
    """A game of a lesson with its levels: each opens when the one before it was passed."""
    levels = lessons.levels_of(kept.text, kept.files or "{}", game)
    free = lessons.taught(kept).lesson.free
    cards: list[LevelCard] = []
    for number, at in levels.items():
        before = cards[-1] if cards else None
        shut = f"opens after {before.name}" if before and not before.passed and not free else ""
        cards.append(_level_card(number, at, shut, learned.of(kept.id, game, number)))
    setting = lessons.taught(kept).games[game]
    return LessonGame(
        game=game, name=setting.name, levels=cards,
        rules_hash=next((at.rules_hash for at in levels.values()), ""),
    )  # fmt: skip


def _level_card(
    number: int, at: LevelOf, shut: str, sittings: Iterable[SittingResult]
) -> LevelCard:
    drill, gone_through = at.drill, list(sittings)
    return LevelCard(
        level=number, name=drill.called, kind=drill.kind, kind_name=KIND_NAMES[drill.kind],
        items=drill.items,
        accuracy=drill.accuracy, may_miss=drill.may_miss,
        aim_seconds=drill.aim_seconds, open=not shut, shut=shut,
        passed=any(
            drill.is_passed(
                asked=one.items, answered=one.answered, right=one.right, in_time=one.in_time
            )
            for one in gone_through
        ),
        answered=sum(one.answered for one in gone_through),
        right=sum(one.right for one in gone_through),
    )  # fmt: skip
