"""Lessons: what is drilled, of which games, under which house options, how fast and how surely.

A lesson is a TOML file. `find` takes the id of a built-in one, or the path of a trainer's own file;
`read` takes a file's text, and with it the texts of the game files it names. What is wrong with a
file is told with its line, all of it at once.

>>> taught = find("practice")
>>> taught.lesson.free, sorted(taught.games) == sorted(games.BUILT_IN)
(True, True)
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import Meta

from pitboss import games
from pitboss.rules.bounds import MOST_CHARACTERS, text_problem
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
from pitboss.school.making import KIND_NAMES, asks
from pitboss.school.scenes import scenes, scenes_of
from pitboss.school.setting import MAINS, ROUNDS_PER_HOUR, SIDES, Setting

BUILT_IN = ("first-week", "bonus-bets", "table-test", "practice")
MOST_ITEMS = 1000
"""Questions of one sitting."""
MOST_DRILLS = 60
MOST_GAMES = 20
LONGEST_NAME = 80
LONGEST_FILE_NAME = 40
IN_TIME = 0.5
"""How many of the answers must be right and in time for a level to be passed: the usual answer is,
as the median would say."""
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
    """What the level is called; as the kind is if nothing is given."""
    items: Annotated[int, Meta(ge=1, le=MOST_ITEMS)] = 20
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
        if self.name:
            yield from _name_problems(self.name)
        for skill in self.skills:
            if not skill.startswith(f"{self.kind}/"):
                yield wrong("skills", self.skills, f"{skill!r} is no skill of {self.kind}")

    @property
    def called(self) -> str:
        """What people call it."""
        return self.name or KIND_NAMES[self.kind]

    @property
    def may_miss(self) -> int:
        """How many answers of a sitting may be wrong."""
        return int(self.items - self.accuracy * self.items + 1e-9)

    def is_passed(self, *, asked: int, answered: int, right: int, in_time: int) -> bool:
        """Whether a sitting of so many questions was gone through well enough.

        `in_time` are answers that were right and came soon enough.
        """
        missed = asked - self.accuracy * asked + 1e-9
        return answered >= asked and asked - right <= missed and in_time >= IN_TIME * asked

    def may_be_passed(self, *, asked: int, answered: int, right: int, in_time: int) -> bool:
        """Whether a sitting is passed once everything that is left comes right and in time."""
        left = max(0, asked - answered)
        return self.is_passed(
            asked=asked, answered=asked, right=right + left, in_time=in_time + left
        )

    @property
    def aim_seconds(self) -> float:
        """How soon an answer must come, given or not; what takes minutes says so itself."""
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
    free: bool = False
    """Whether all levels are open from the beginning."""
    drills: tuple[Drill, ...]
    """Levels, which open one after the other."""

    def problems(self) -> Iterator[Problem]:
        yield from _name_problems(self.name)
        if not 1 <= len(self.games) <= MOST_GAMES or len(set(self.games)) < len(self.games):
            yield wrong("games", self.games, f"name 1 to {MOST_GAMES} games, each once")
        if not 1 <= len(self.drills) <= MOST_DRILLS:
            yield wrong(
                "drills", f"{len(self.drills)} levels",
                f"add a [[drills]] with a kind, up to {MOST_DRILLS}",
            )  # fmt: skip

    def setting(self, game: Game, level: int = 0) -> Setting:
        """The game as it is dealt in this lesson, with the scene of a level counted from 1."""
        scene = self.drills[level - 1].scene if level else ""
        options = {name: one for name, one in self.options.items() if name in game.options}
        tables = {name: one for name, one in self.paytables.items() if name in game.paytables()}
        rules = game.rules(options, tables)
        return Setting(
            game, rules, house=self.room, most_seats=self.seats, rounds_per_hour=self.pace,
            scene=scenes_of(rules).get(scene) if scene else None, mains=_cents(self.wagers.main),
            sides=_cents(self.wagers.side), chips=_cents(self.wagers.chips),
        )  # fmt: skip


def _name_problems(name: str) -> Iterator[Problem]:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        yield wrong("name", name[:LONGEST_NAME], f"use 1 to {LONGEST_NAME} letters one can see")


def _cents(dollars: tuple[float, ...]) -> tuple[int, ...]:
    return tuple(round(100 * one) for one in dollars)


def source(lesson: str) -> str:
    """The text of a built-in lesson's file."""
    return (files(__package__) / f"{lesson}.toml").read_text(encoding="utf-8")


class Taught(NamedTuple):
    """A lesson with its games, by the names its file has for them."""

    lesson: Lesson
    games: dict[str, Game]

    def setting(self, game: str, level: int = 0) -> Setting:
        """A game of the lesson as it is dealt there, with the scene of a level from 1."""
        return self.lesson.setting(self.games[game], level)

    def levels(self, game: str) -> dict[int, Drill]:
        """The levels of a game by their numbers, without those that have nothing to ask in it."""
        setting, known = self.setting(game), scenes_of(self.setting(game).rules)
        return {
            number: drill
            for number, drill in enumerate(self.lesson.drills, start=1)
            if asks(setting, drill.kind) and (not drill.scene or drill.scene in known)
        }


FindGame = Callable[[str], Game]
"""From what a lesson calls a game to that game."""


def find(lesson: str) -> Taught:
    """The lesson with this id, or the one in the .toml file at this path."""
    if not lesson.endswith(".toml"):
        if lesson not in BUILT_IN:
            raise RulesError(
                f"lesson {lesson!r}: {use(BUILT_IN, typed=lesson)}, or the path of a .toml file"
            )
        return _read(source(lesson), f"{lesson}.toml", games.find)
    try:
        with Path(lesson).open(encoding="utf-8") as file:
            text = file.read(MOST_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise RulesError(f"lesson file {lesson!r} cannot be read: {reason}") from None
    folder = Path(lesson).parent
    return _read(text, Path(lesson).name, lambda game: games.find(_beside(game, folder)))


def _beside(game: str, folder: Path) -> str:
    """Where a game is: its id, or a file beside the lesson's own."""
    return str(folder / game) if game.endswith(".toml") else game


def read(text: str, *, origin: str, files: Mapping[str, str] | None = None) -> Taught:
    """The lesson a file's text describes; `origin` is what errors call the file.

    `files` are the texts of the game files that come with it, by their names.
    """
    given = dict(files or {})

    def find_game(game: str) -> Game:
        if not game.endswith(".toml"):
            return games.find(game)
        if game not in given:
            came = f"those that came with it are {', '.join(given)}" if given else "none came"
            raise RulesError(f"the text of {game} is needed too; {came}")
        return games.read(given[game], origin=game, parents=given, taken=games.BUILT_IN)

    return _read(text, origin, find_game)


def _read(text: str, origin: str, find_game: FindGame) -> Taught:
    file = SourceFile(origin, text)
    too_large = text_problem(text)
    if too_large:
        raise refusal([too_large], [SourceFile(origin)])
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise refusal([Problem((), f" is not TOML: {error}")], [SourceFile(origin)]) from None
    lesson = decode(values, Lesson, origin=origin, text=text)
    known: dict[str, Game] = {}
    found = list(_game_problems(lesson, find_game, known))
    if found:
        raise refusal(found, [file])
    return Taught(lesson, known)


def _game_problems(
    lesson: Lesson, find_game: FindGame, known: dict[str, Game]
) -> Iterator[Problem]:
    """What of a lesson does not fit its games, which are put into `known`; scenes there are not."""
    for place, drill in enumerate(lesson.drills):
        if drill.scene:
            scene, at = scenes().get(drill.scene), ("drills", item_name({}, place), "scene")
            refused = scene.refuses(drill.kind) if scene else use(scenes(), typed=drill.scene)
            if refused:
                yield wrong(at, drill.scene, refused)
    for name in lesson.games:
        try:
            if name.endswith(".toml") and len(name) > LONGEST_FILE_NAME:
                raise RulesError(f"use a file name of at most {LONGEST_FILE_NAME} letters")
            known[name] = find_game(name)
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
            setting = lesson.setting(game)
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
