"""A lesson as a file: which game by which rules, which drills, which wagers, which marks.

>>> lesson = read_lesson(house_lesson_texts()[0], origin="lesson")
>>> lesson.name, lesson.items, lesson.marks.accuracy
('Blackjack: payout', 20, 0.9)
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache

from pitboss import games
from pitboss.rules.bounds import text_problem
from pitboss.rules.decode import decode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue
from pitboss.rules.places import SourceFile, refusal
from pitboss.rules.sentences import Problem, wrong
from pitboss.rules.vocabulary import Section
from pitboss.school.aims import PASS_ACCURACY
from pitboss.school.grading import MOST_CENTS
from pitboss.school.items import Kind
from pitboss.school.making import MAKERS
from pitboss.school.setting import MAINS, ROUNDS_PER_HOUR, SIDES, Setting

LONGEST_NAME = 80
MOST_ITEMS = 1000
HOUSE_ITEMS = 20
HOUSE_ACCURACY = 0.9
"""What opens the next of the house's own lessons; a certificate asks for more."""


class Marks(Section, frozen=True, kw_only=True):
    """What passes."""

    accuracy: float = PASS_ACCURACY
    """Share of the answers that must be right."""
    in_time: float = 0.0
    """Share of the answers that must be right and within the aim of their kind."""

    def problems(self) -> Iterable[Problem]:
        """What cannot be asked for."""
        for key, value in (("accuracy", self.accuracy), ("in-time", self.in_time)):
            if not 0 <= value <= 1:
                yield wrong(key, value, "use 0 to 1, such as 0.98")


class Wagers(Section, frozen=True, kw_only=True):
    """Wagers in cents that rounds are dealt with."""

    main: tuple[int, ...] = MAINS
    side: tuple[int, ...] = SIDES

    def problems(self) -> Iterable[Problem]:
        """What nobody can stake."""
        for key, values in (("main", self.main), ("side", self.side)):
            if not values or not all(1 <= cents <= MOST_CENTS for cents in values):
                yield wrong(key, list(values), "use amounts in cents, such as [500, 2500]")


class Lesson(Section, frozen=True, kw_only=True):
    """A lesson."""

    name: str
    game: str
    """A built-in game's id."""
    kinds: tuple[Kind, ...]
    """Kinds of drill, in any mixture."""
    rules_hash: str = ""
    """The rules it is meant for, where it must be these and no others."""
    options: dict[str, OptionValue] = {}
    paytables: dict[str, int] = {}
    skills: tuple[str, ...] = ()
    """Only these; all where none is named."""
    items: int = HOUSE_ITEMS
    """Questions in one sitting."""
    wagers: Wagers = Wagers()
    seats: int = 3
    """Most seats in a round, where the kind of drill does not ask for more."""
    rounds_per_hour: float = ROUNDS_PER_HOUR
    marks: Marks = Marks()

    def problems(self) -> Iterable[Problem]:
        """What makes no lesson."""
        if not self.name.strip() or len(self.name) > LONGEST_NAME or not self.name.isprintable():
            yield wrong("name", self.name, f"use 1 to {LONGEST_NAME} letters one can see")
        if not self.kinds:
            yield wrong("kinds", [], f"name at least one of {', '.join(MAKERS)}")
        for kind in self.kinds:
            if kind not in MAKERS:
                yield wrong("kinds", kind, f"use {', '.join(MAKERS)}")
        if not 1 <= self.items <= MOST_ITEMS:
            yield wrong("items", self.items, f"use 1 to {MOST_ITEMS}")
        if not 1 <= self.seats <= 7:
            yield wrong("seats", self.seats, "use 1 to 7")
        if not 1 <= self.rounds_per_hour <= 500:
            yield wrong("rounds-per-hour", self.rounds_per_hour, "use 1 to 500")

    def setting(self) -> Setting:
        """What its drills are made from; `RulesError` if the house has no such rules."""
        game = games.find(self.game)
        setting = Setting(
            game=game, rules=game.rules(self.options, self.paytables),
            mains=self.wagers.main, sides=self.wagers.side, most_seats=self.seats,
            rounds_per_hour=self.rounds_per_hour,
        )  # fmt: skip
        _ = setting.allowed_mains  # refuses wagers that this table does not take
        return setting


@lru_cache(maxsize=256)
def read_lesson(text: str, *, origin: str) -> Lesson:
    """The lesson of a file's text; `RulesError` says what is wrong with it, and where."""
    too_large = text_problem(text)
    if too_large:
        raise refusal([too_large], [SourceFile(origin)])
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulesError(f"{origin}: it is no TOML file: {error}") from None
    lesson = decode(tables, Lesson, origin=origin, text=text)
    if lesson.game not in games.BUILT_IN:
        raise refusal(
            [wrong("game", lesson.game, f"use {', '.join(games.BUILT_IN)}")],
            [SourceFile(origin, text)],
        )
    found = lesson.setting().identity
    if lesson.rules_hash not in ("", found):
        raise RulesError(
            f"{origin}: rules-hash = {lesson.rules_hash[:80]!r}: the rules of {lesson.game} with "
            f"these options are {found}; write the lesson for these, or leave rules-hash out"
        )
    return lesson


@cache
def rules_hash_of(text: str) -> str:
    """The fingerprint of the rules of a lesson that can be read."""
    return read_lesson(text, origin="lesson").setting().identity


@cache
def house_lesson_texts() -> tuple[str, ...]:
    """The house's own lessons: every game, kind by kind in the order they are learned."""
    return tuple(
        f'name = "{games.find(game).name}: {kind}"\n'
        f'game = "{game}"\nkinds = ["{kind}"]\nitems = {HOUSE_ITEMS}\n\n'
        f"[marks]\naccuracy = {HOUSE_ACCURACY}\n"
        for game in games.BUILT_IN
        for kind in MAKERS
    )
