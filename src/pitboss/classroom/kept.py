"""Lessons as they are kept: read once, with the rules and the levels of each of their games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from pitboss import games
from pitboss.classroom.lesson_files import MOST_READ, read
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import use
from pitboss.school import lessons
from pitboss.school.lessons import Drill, Taught
from pitboss.store.school_sittings import KeptLesson, lesson_id


class LevelOf(NamedTuple):
    """A level of a lesson with one of its games."""

    drill: Drill
    game_name: str
    rules_hash: str
    pace: float
    """Rounds in an hour."""
    schedule: str
    """What the trainee's progress is kept under: the game's id, or a designer's rules."""


def taught(kept: KeptLesson) -> Taught:
    """The lesson that is kept; `RulesError` where it cannot be given any more."""
    if kept.files is None:
        raise RulesError(f"lesson = {kept.name!r}: it is from before lessons had levels")
    return read(kept.text, kept.files)


def schedule_of(game: str, rules_hash: str) -> str:
    """What progress at a game is kept under: its id, or the rules where it is a designer's."""
    return game if game in games.BUILT_IN else rules_hash[:40]


@lru_cache(maxsize=MOST_READ)
def levels_of(text: str, files: str, game: str) -> dict[int, LevelOf]:
    """The levels of a game that have something to ask, by their numbers."""
    found = read(text, files)
    setting = found.setting(game)
    key = schedule_of(game, setting.identity)
    return {
        number: LevelOf(drill, setting.game.name, setting.identity, found.lesson.pace, key)
        for number, drill in found.levels(game).items()
    }


def level_of(kept: KeptLesson, game: str, level: int) -> LevelOf:
    """A level; `RulesError` says which there are where there is no such one."""
    found = taught(kept)
    if game not in found.games:
        raise RulesError(
            f"game = {game!r}: it is not in lesson {kept.name}; {use(found.games, typed=game)}"
        )
    known = levels_of(kept.text, kept.files or "{}", game)
    if level not in known:
        there = ", ".join(map(str, known)) or "none"
        raise RulesError(f"level = {level}: {kept.name} has with {game} {there}")
    return known[level]


def kept_lesson(
    text: str, author: int | None, files: Mapping[str, str] | None = None
) -> KeptLesson:
    """A lesson as it is kept; `RulesError` if it is none."""
    sent = msgspec.json.encode(dict(files or {}), order="sorted").decode()
    found = read(text, sent)
    for game in found.games:
        levels_of(text, sent, game)
    return KeptLesson(
        id=lesson_id(text, sent, author), name=found.lesson.name, text=text, files=sent,
        author=author,
    )  # fmt: skip


@cache
def house_lessons() -> dict[str, KeptLesson]:
    """The house's own lessons by their names in the program, whether they are kept or not."""
    return {name: kept_lesson(lessons.source(name), None) for name in lessons.BUILT_IN}


def house_lesson(lesson: str) -> KeptLesson | None:
    """One of the house's own, by its id or its name."""
    known = house_lessons()
    return known.get(lesson) or next((one for one in known.values() if one.id == lesson), None)
