"""How a table is opened: its game, its rules, its limits, how it is run."""

from __future__ import annotations

import logging
from functools import lru_cache

from pitboss import games
from pitboss._version import __version__
from pitboss.rules.approval import standing
from pitboss.rules.decode import decode, encode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue, plain_game
from pitboss.rules.limits import House
from pitboss.rules.vocabulary import Rules
from pitboss.store.records import Settings, TableOpened
from pitboss.table import Table

logger = logging.getLogger("pitboss")


def describe_table(
    game: Game,
    name: str,
    *,
    source: str | None = None,
    parents: dict[str, str] | None = None,
    options: dict[str, OptionValue] | None = None,
    paytables: dict[str, int] | None = None,
    house: House | None = None,
    settings: Settings | None = None,
) -> TableOpened:
    """The first event of a table; `RulesError` if there can be no such table."""
    rules = game.rules(options, paytables)
    table = Table(rules, house)
    return TableOpened(
        name=name, game=game.id, source=source, parents=parents or {}, options=dict(options or {}),
        paytables=dict(paytables or {}), rules=encode(rules), rules_hash=table.tables.digest(),
        house=table.limits.house, settings=settings or Settings(), version=__version__,
        approval=standing(game, rules).says,
    )  # fmt: skip


def game_of(opened: TableOpened) -> Game:
    """The game of a table; a large one takes a while when it is first asked for."""
    if opened.source is None:
        return games.find(opened.game)
    try:
        return designed(opened.source, opened.parents)
    except RulesError as error:
        # Another version took this text; what it made of it is in the log, and goes on being dealt.
        logger.warning("table %s: its file is not read any more: %s", opened.name, error)
        return plain_game(opened.game, opened.rules)


def rules_of(opened: TableOpened) -> Rules:
    """The rules that hold for a table's whole life."""
    return decode(opened.rules, Rules, origin=opened.game)


def bot_seats(opened: TableOpened, seats: int) -> range:
    """Seats that play by themselves: the last ones, from the table's opening to its end."""
    return range(seats - opened.settings.bots + 1, seats + 1)


def designed(source: str, parents: dict[str, str]) -> Game:
    """The game of a file that was judged before; remembered, as every look at a table asks."""
    return _designed(source, tuple(parents.items()))


@lru_cache(maxsize=64)
def _designed(source: str, parents: tuple[tuple[str, str], ...]) -> Game:
    return games.read(source, origin="the file", parents=dict(parents), bounded=False)
