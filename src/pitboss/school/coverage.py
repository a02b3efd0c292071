"""Which kinds of drill each rule occurs in; every rule a dealer acts on must occur in one.

``python -m pitboss.school.coverage`` prints the table for all built-in games, or for those named.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from rich.console import Console

from pitboss import games
from pitboss.presentation.columns import Columns
from pitboss.rules.game import Game
from pitboss.rules.practice import single_choices
from pitboss.school.made import Made
from pitboss.school.making import ALWAYS, MAKERS, make_skill, skills
from pitboss.school.setting import Setting

Coverage = dict[str, set[str]]
"""Kinds of drill by rule."""
QUICK_FIRST = sorted(MAKERS, key=lambda kind: kind in ALWAYS)
"""Kinds, those last for which hundreds of rounds are dealt before the first item."""
SAMPLES = 3
"""Items of each skill that are looked at."""


def coverage_of(game: Game, *, samples: int = SAMPLES) -> Coverage:
    """Every rule a dealer of this game acts on under any option, and the kinds it occurs in."""
    default, *others = _settings(game)
    found: Coverage = {rule: set() for rule in default.acts.ids}
    for kind in MAKERS:
        for made in _samples(default, kind, samples):
            _note(made, found)
    for setting in others:
        found |= {rule: found.get(rule, set()) for rule in setting.acts.ids}
        _look(setting, found, samples)
    return found


def _settings(game: Game) -> Iterator[Setting]:
    """As the game is dealt by default, then with each option and pay table chosen otherwise."""
    yield Setting(game, game.rules())
    for _, _, rules in single_choices(game):
        yield Setting(game, rules)


def _look(setting: Setting, found: Coverage, samples: int) -> None:
    """Look for what an option brings, until it was found; the rest is known."""
    for kind in QUICK_FIRST:
        if all(found[rule] for rule in setting.acts.ids):
            return
        for made in _samples(setting, kind, samples):
            _note(made, found)


def _note(made: Made, found: Coverage) -> None:
    for rule in made.item.rules:
        if rule in found:
            found[rule].add(made.item.kind)


def _samples(setting: Setting, kind: str, samples: int) -> Iterator[Made]:
    for skill in skills(setting, kind):  # type: ignore[arg-type]
        for number in range(1, samples + 1):
            made = make_skill(setting, skill, seed="coverage", number=number)
            if made is not None:
                yield made


def main() -> None:
    """Print the table of each game; the exit status says whether a rule occurs nowhere."""
    console = Console(highlight=False)
    nowhere = 0
    for name in sys.argv[1:] or games.BUILT_IN:
        found = coverage_of(games.find(name))
        grid = Columns("rule", "kinds", title=f"\n{name}")
        for rule, kinds in found.items():
            grid.add(rule, ", ".join(kind for kind in MAKERS if kind in kinds) or "none")
            nowhere += not kinds
        console.print(grid)
    raise SystemExit(nowhere > 0)


if __name__ == "__main__":
    main()
