"""Lessons: what is drilled, of which games, under which house options, how fast and how surely.

A lesson is a TOML file. `find` takes the id of a built-in one, or the path of a trainer's own file;
`read` takes a file's text. What is wrong with a file is told with its line, all of it at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from pitboss import games
from pitboss.rules.bounds import MOST_CHARACTERS
from pitboss.rules.decode import decode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue
from pitboss.rules.limits import House
from pitboss.rules.places import SourceFile, item_name, refusal
from pitboss.rules.sentences import Key, Problem, told, use, wrong
from pitboss.rules.vocabulary import Section
from pitboss.school.aims import AIM_SECONDS, PASS_ACCURACY
from pitboss.school.chips import CHIPS
from pitboss.school.items import Kind
from pitboss.school.scenes import Scene, scenes
from pitboss.school.setting import MAINS, ROUNDS_PER_HOUR, SIDES, Setting

BUILT_IN = ("first-week", "bonus-bets", "table-test")
Dollars = Annotated[float, Meta(ge=0.01, le=100_000)]


class Wagers(Section, frozen=True, kw_only=True):
    """What bots stake and what lies in the rack, in dollars."""

    main: tuple[Dollars, ...] = tuple(cents / 100 for cents in MAINS)
    """Opening wagers."""
    side: tuple[Dollars, ...] = tuple(cents / 100 for cents in SIDES)
    """Other wagers."""
    chips: tuple[Dollars, ...] = tuple(cents / 100 for cents in CHIPS)
    """Values of the chips in the rack."""


class Drill(Section, frozen=True, kw_only=True):
    """One level of a lesson."""

    kind: Kind
    """What is asked."""
    name: str = ""
    """What the level is called; the kind if nothing is given."""
    items: Annotated[int, Meta(ge=1, le=1000)] = 20
    """Questions of a test on it."""
    skills: tuple[str, ...] = ()
    """Skills by id; all of the kind if none are given."""
    scene: str = ""
    """A scene by id that every round must have."""
    seconds: Annotated[float, Meta(ge=1, le=3600)] | None = None
    """How soon an answer must come."""
    accuracy: Annotated[float, Meta(ge=0.5, le=1)] = PASS_ACCURACY
    """How many of the answers must be right."""

    def problems(self) -> Iterator[Problem]:
        for skill in self.skills:
            if not skill.startswith(f"{self.kind}/"):
                yield wrong("skills", self.skills, f"{skill!r} is no skill of {self.kind}")

    @property
    def aim_seconds(self) -> float:
        """How soon an answer must come, given or not."""
        return self.seconds if self.seconds is not None else AIM_SECONDS[self.kind]


class Lesson(Section, frozen=True, kw_only=True):
    """A lesson as its file says it."""

    id: str
    """What commands call it."""
    name: str
    """What people call it."""
    summary: str = ""
    """What is learned, in a sentence or two."""
    games: tuple[str, ...]
    """Ids of games, or paths of game files."""
    options: dict[str, OptionValue] = {}
    """House options, for all of the games that have them."""
    paytables: dict[str, int] = {}
    """Pay tables, by the name of the table."""
    rules_hash: dict[str, str] = {}
    """By game, the rules the lesson was written for; it is refused under others."""
    seats: Annotated[int, Meta(ge=1, le=9)] = 3
    """Most seats in a round."""
    pace: Annotated[float, Meta(ge=1, le=1000)] = ROUNDS_PER_HOUR
    """Rounds in an hour at the table that is trained for."""
    room: House = House()
    """The room's settings for a table: minimum, maximum, rounding, aggregates, in cents."""
    wagers: Wagers = Wagers()
    """What is staked."""
    drills: tuple[Drill, ...]
    """Levels, which open one after the other."""

    def problems(self) -> Iterator[Problem]:
        if not self.games:
            yield wrong("games", self.games, "name one game or more")
        if not self.drills:
            yield wrong("drills", self.drills, "add a [[drills]] with a kind")

    def settings(self, game: Game, scene: Scene | None = None) -> Setting:
        """The game as it is dealt in this lesson."""
        options = {name: one for name, one in self.options.items() if name in game.options}
        tables = {name: one for name, one in self.paytables.items() if name in game.paytables()}
        return Setting(
            game, game.rules(options, tables), house=self.room, most_seats=self.seats,
            rounds_per_hour=self.pace, scene=scene, mains=_cents(self.wagers.main),
            sides=_cents(self.wagers.side), chips=_cents(self.wagers.chips),
        )  # fmt: skip


def _cents(dollars: tuple[float, ...]) -> tuple[int, ...]:
    return tuple(round(100 * one) for one in dollars)


def source(lesson: str) -> str:
    """The text of a built-in lesson's file."""
    return (files(__package__) / f"{lesson}.toml").read_text(encoding="utf-8")


def find(lesson: str) -> Lesson:
    """The lesson with this id, or the one in the .toml file at this path."""
    if not lesson.endswith(".toml"):
        if lesson not in BUILT_IN:
            raise RulesError(
                f"lesson {lesson!r}: {use(BUILT_IN, typed=lesson)}, or the path of a .toml file"
            )
        return read(source(lesson), origin=f"{lesson}.toml")
    try:
        with Path(lesson).open(encoding="utf-8") as file:
            text = file.read(MOST_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise RulesError(f"lesson file {lesson!r} cannot be read: {reason}") from None
    return read(text, origin=Path(lesson).name, folder=Path(lesson).parent)


def read(text: str, *, origin: str, folder: Path = Path()) -> Lesson:
    """The lesson a file's text describes; `origin` is what errors call the file."""
    file = SourceFile(origin, text)
    if len(text) > MOST_CHARACTERS:
        raise refusal([told((), " is too long for a lesson")], [SourceFile(origin)])
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise refusal([Problem((), f" is not TOML: {error}")], [SourceFile(origin)]) from None
    lesson = decode(values, Lesson, origin=origin, text=text)
    found = list(_game_problems(lesson, folder))
    if found:
        raise refusal(found, [file])
    return lesson


def games_of(lesson: Lesson, folder: Path = Path()) -> list[Game]:
    """The games of a lesson; files are looked for beside the lesson's own."""
    return [_game(name, folder) for name in lesson.games]


def _game(name: str, folder: Path) -> Game:
    return games.find(str(folder / name) if name.endswith(".toml") else name)


def _game_problems(lesson: Lesson, folder: Path) -> Iterator[Problem]:
    """What of a lesson does not fit its games, and scenes that there are not."""
    for place, drill in enumerate(lesson.drills):
        if drill.scene and drill.scene not in scenes():
            at = ("drills", item_name({}, place), "scene")
            yield wrong(at, drill.scene, use(scenes(), typed=drill.scene))
    known: dict[str, Game] = {}
    for name in lesson.games:
        try:
            known[name] = _game(name, folder)
        except RulesError as error:
            yield wrong("games", name, str(error))
    if len(known) < len(lesson.games):
        return
    options = {option for game in known.values() for option in game.options}
    for option in lesson.options:
        if option not in options:
            yield told(
                ("options", option),
                f" is no house option of these games; {use(sorted(options), typed=option)}",
            )
    tables = {table for game in known.values() for table in game.paytables()}
    for table in lesson.paytables:
        if table not in tables:
            advice = use(sorted(tables), typed=table) if tables else "these games have none"
            yield told(("paytables", table), f" is no pay table of these games; {advice}")
    yield from _setting_problems(lesson, known)


def _setting_problems(lesson: Lesson, known: Mapping[str, Game]) -> Iterator[Problem]:
    for name, game in known.items():
        key: Key = ("games",)
        try:
            setting = lesson.settings(game)
            hashed = setting.identity
            key = ("wagers", "main")
            assert setting.allowed_mains
        except RulesError as error:
            yield wrong(key, name, str(error))
            continue
        wanted = lesson.rules_hash.get(name, hashed)
        if not hashed.startswith(wanted) or len(wanted) < 8:
            yield wrong(
                ("rules-hash", name), wanted,
                f"{name} is dealt by other rules here, {hashed[:12]}…; look the lesson through and "
                "write that, or take the line out",
            )  # fmt: skip
    for name in lesson.rules_hash:
        if name not in known:
            yield told(("rules-hash", name), f" is no game of the lesson; {use(known, typed=name)}")
