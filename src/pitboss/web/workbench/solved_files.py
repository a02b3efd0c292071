"""Files read and solved, in a bench's process: what is known of one serves those played alike."""

from __future__ import annotations

import re
from collections import OrderedDict
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple

from pitboss import games
from pitboss.analysis.repaying import played_alike
from pitboss.analysis.solution import Solution
from pitboss.analysis.solving import solve_rules
from pitboss.analysis.stakes import checked_stakes
from pitboss.analysis.sweeping import sketched
from pitboss.rules.bounds import text_problem
from pitboss.rules.compile import compile_rules
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, played
from pitboss.rules.lines import line_numbers
from pitboss.rules.loader import FILE_KEYS
from pitboss.rules.places import SourceFile, refusal
from pitboss.rules.vocabulary import Rules
from pitboss.web.workbench.answers import FileProblem
from pitboss.web.workbench.game_text import toml_value
from pitboss.web.workbench.wire import Design

ORIGIN = "the file"
"""What messages call the file."""
QUICK_DRAWS = 5_000
"""Rounds with several hands drawn for the deviations that appear first; those of `solve` follow."""
MOST_SOLVED = 12
"""Solutions kept; each serves all pays that are played alike."""

_KEY = re.compile(r"^([\w-]+\.[\w-]+) = ")
_AT_LINE = re.compile(r"^the file(?:, line (\d+))?: ", re.IGNORECASE)


class Read(NamedTuple):
    """A file that makes a game, with the pay tables in use."""

    game: Game
    rules: Rules


def read(design: Design) -> Read:
    """The game of a file; `RulesError` says everything that is wrong with it."""
    game = _game(design.text)
    return Read(game, game.rules(None, design.paytables))


@lru_cache(maxsize=32)
def _game(text: str) -> Game:
    too_large = text_problem(text)
    if too_large:
        raise refusal([too_large], [SourceFile(ORIGIN)])
    return games.read(text, origin=ORIGIN, taken=games.BUILT_IN)


def problems_of(error: Exception, text: str) -> list[FileProblem]:
    """What is wrong with a text, line by line, as an editor shows it."""
    found = []
    for said in str(error).split("\n"):
        place = _AT_LINE.match(said)
        line = int(place[1]) if place and place[1] else _line_of_key(said, text)
        found.append(FileProblem(line, said[place.end() :] if place else said))
    return found


def _line_of_key(said: str, text: str) -> int | None:
    """Where the key stands that a sentence begins with: what the solver refuses has no place."""
    key = _KEY.match(said)
    return line_numbers(text).get(tuple(key[1].split("."))) if key else None


_solved: OrderedDict[tuple[str, bool], Solution] = OrderedDict()
"""By how a game is played, and whether deviations are as exact as `solve` has them."""


def solved(design: Design, found: Read | None = None, *, full: bool = True) -> Solution:
    """The solution of a file with its stakes, by the exact cards.

    Not in full, deviations are drawn from fewer rounds and nothing is counted in whole numbers: a
    tenth of the time.
    """
    game, rules = found or read(design)
    tables = compile_rules(rules)
    stakes = checked_stakes(game, tables, design.stakes)
    if design.optimise != "main":
        minds = solve_rules(game, rules, bets=design.stakes, optimise=design.optimise)
        return minds if full else sketched(minds, QUICK_DRAWS)
    key = played_alike(tables).digest()
    base = _kept(key, full=full)
    again = base.repaid(rules) if base is not None else None
    if again is None:
        base = _drawn(solve_rules(game, rules), full=full)
        _keep(key, base, full=full)
        again = copy(base)
    again.game, again.rules = game, rules
    return again.restaked(stakes)


def _kept(key: str, *, full: bool) -> Solution | None:
    """What is known of rules that are played alike."""
    base = _solved.get((key, full))
    if base is None and full and (key, False) in _solved:
        base = _drawn(_solved[key, False], full=True)
    if base is not None:
        _keep(key, base, full=full)
    return base


def _keep(key: str, base: Solution, *, full: bool) -> None:
    _solved[key, full] = base
    _solved.move_to_end((key, full))
    while len(_solved) > MOST_SOLVED:
        _solved.popitem(last=False)


def _drawn(solution: Solution, *, full: bool) -> Solution:
    """A solution of its own with its deviations drawn: those that are played alike share them."""
    if not full:
        return sketched(solution, QUICK_DRAWS)
    own = copy(solution)
    own.whole_numbers, own.moments = True, None
    own.round  # noqa: B018 - draws them
    return own


def base_of(game: Game) -> Game | None:
    """The built-in game that a file is based on, if it is on one."""
    return games.find(game.based_on) if game.based_on in games.BUILT_IN else None


def root_of(game: Game) -> Game | None:
    """The built-in game that everything a file is based on begins with."""
    found = base_of(game)
    while found is not None and found.based_on in games.BUILT_IN:
        found = games.find(found.based_on)
    return found


def with_choices(found: Read) -> Game:
    """The game of a file with the choices of the game it is based on, where it leaves them.

    A file that says every rule again leaves no house option open; the same file without what it
    does not change does.
    """
    base = base_of(found.game)
    if base is None:
        return found.game
    if played(base.rules(None, found.rules.paytables)) == played(found.rules):
        return base
    text = changed_text(found.game, base)
    try:
        shorter = games.read(text, origin=ORIGIN, taken=games.BUILT_IN)
    except RulesError:
        return found.game
    same = played(shorter.rules(None, found.rules.paytables)) == played(found.rules)
    return shorter if same else found.game


def changed_text(game: Game, base: Game) -> str:
    """A file that says only where a game differs from the one it is based on."""
    lines = [f"{key} = {toml_value(getattr(game, key))}" for key in ("id", "name")]
    lines.append(f"based-on = {toml_value(base.id)}")
    for key, value in _changed(base.values, game.values).items():
        lines.append(f"{key} = {toml_value(value)}")
    return "\n".join(lines) + "\n"


def _changed(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in new:
        if key not in FILE_KEYS or new[key] == old.get(key):
            continue
        before, after = old.get(key), new[key]
        if isinstance(before, dict) and isinstance(after, dict):
            found[key] = {name: one for name, one in after.items() if one != before.get(name)}
        else:
            found[key] = after
    found |= {key: False for key in old if key not in new}
    return found
