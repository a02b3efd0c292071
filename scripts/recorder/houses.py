"""Games as houses deal them: the built-in ones under random options, and designs of our own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pitboss import games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, option_text

DESIGNS = Path(__file__).with_name("designs")
GAME_SETS, DESIGN_SETS = 40, 5
"""Option sets of a built-in game and of a design, the first one without any option set."""
OTHER_READING = 0.15
"""How often a ruling is read the other way."""


class House(NamedTuple):
    """A game and what the house chose."""

    game: str
    """A built-in game's id, or a design's."""
    number: int
    """0: nothing chosen."""
    options: dict[str, str]
    """Options and rulings, as they are typed."""
    paytables: dict[str, int]

    @property
    def name(self) -> str:
        return f"{self.game} {self.number}"

    @property
    def called(self) -> str:
        """What the command line calls the game: its id, or the design's file."""
        design = DESIGNS / f"{self.game}.toml"
        return str(design) if design.exists() else self.game

    @property
    def words(self) -> list[str]:
        """The choices as arguments of any command."""
        options = [f"--set={name}={value}" for name, value in self.options.items()]
        tables = [f"--paytable={name}={table}" for name, table in self.paytables.items()]
        return [self.called, *options, *tables]

    def bets(self) -> list[str]:
        """The side bets that can be staked."""
        game = games.find(self.called)
        chosen = {name: game.option_from_text(name, text) for name, text in self.options.items()}
        return [bet.id for bet in game.rules(chosen, self.paytables).offered_bets]

    def stakes(self) -> list[str]:
        """Every side bet staked with a unit."""
        return [f"--bet={bet}=1" for bet in self.bets()]


def all_houses() -> list[House]:
    """Every built-in game and every design with its option sets, the same each time."""
    designs = sorted(path.stem for path in DESIGNS.glob("*.toml"))
    return [
        house
        for names, sets in ((games.BUILT_IN, GAME_SETS), (designs, DESIGN_SETS))
        for name in names
        for house in _houses(name, sets)
    ]


def _houses(name: str, sets: int) -> Iterator[House]:
    yield House(name, 0, {}, {})
    game = games.find(House(name, 0, {}, {}).called)
    rng = random.Random(f"recorder {name}")
    for number in range(1, sets):
        while True:
            options = {option: rng.choice(values) for option, values in game.options.items()}
            for ruling in game.rulings:
                if ruling.sets and rng.random() < OTHER_READING:
                    options[ruling.id] = "other"
            tables = {family: rng.randint(1, count) for family, count in game.paytables().items()}
            if _legal(game, options, tables):
                break
        texts = {option: option_text(value) for option, value in options.items()}
        yield House(name, number, texts, tables)


def _legal(game: Game, options: dict[str, Any], tables: dict[str, int]) -> bool:
    try:
        game.rules(options, tables)
    except RulesError:
        return False
    return True
