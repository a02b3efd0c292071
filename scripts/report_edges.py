"""`make docs`: write the edges that reports of the built-in games give for other options, readings.

They are solved from scratch; the tests trace every number of every game's report to its command.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.progress import track

from pitboss import games
from pitboss.analysis.solving import solve_rules
from pitboss.report.study import Edges, edges_by_wager
from pitboss.rules.compile import compile_rules
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue

PAGE = Path(__file__).parents[1] / "src" / "pitboss" / "report" / "known_edges.json"


def choices(game: Game) -> Iterator[dict[str, OptionValue]]:
    """One option or one reading other than usual, and what a reading is compared with."""
    yield {}
    for name, values in game.options.items():
        yield from ({name: value} for value in values)
    for ruling in game.rulings:
        if ruling.playable:
            yield dict(ruling.under)
            yield {**ruling.under, ruling.id: "other"}


def edges() -> dict[str, Edges]:
    """By rules hash."""
    found: dict[str, Edges] = {}
    for game_id in track(games.BUILT_IN, description="Solving…", transient=True):
        game = games.find(game_id)
        for chosen in choices(game):
            try:
                rules = game.rules(chosen)
            except RulesError:  # choices that do not go together
                continue
            key = compile_rules(rules).digest()
            if key not in found:
                found[key] = edges_by_wager(solve_rules(game, rules))
    return found


if __name__ == "__main__":
    PAGE.write_bytes(msgspec.json.format(msgspec.json.encode(edges()), indent=1) + b"\n")
    print(f"{PAGE.name}: written")
