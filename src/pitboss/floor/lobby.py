"""The lobby: tables that are open, and what may be said of the approval of their rules."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from sqlalchemy.engine import Connection

from pitboss.floor.opening import game_of, rules_of
from pitboss.rules.approval import standing
from pitboss.store import table_rows
from pitboss.store.accounts import Account
from pitboss.store.errors import Damaged
from pitboss.store.table_rows import TableRow

MOST_REMEMBERED = 5000
"""Tables; then all are looked up again."""


class LobbyTable(TableRow, kw_only=True):
    """A table in the lobby, with what may be said of its rules."""

    approval: str
    """Whose rules they are, or which of them are not as approved, in a few words."""
    game_name: str
    """What people call its game; a designer's is in no list."""


class Lobby:
    """Lists tables. Rules hold for a table's whole life, so each is judged once."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[str, str]] = {}
        """Approval and name of the game, by table."""

    def tables(self, connection: Connection, who: Account) -> list[LobbyTable]:
        """Tables that are open; private ones for who may see them."""
        rows = table_rows.open_tables(connection, who)
        if len(self._told) > MOST_REMEMBERED:
            self._told.clear()
        for row in rows:
            if row.id not in self._told:
                with suppress(Damaged):  # somebody planted it, and the audit says so
                    opened = table_rows.opened(connection, row.id)
                    game = game_of(opened)
                    self._told[row.id] = standing(game, rules_of(opened)).title, game.name
        return [
            LobbyTable(
                **msgspec.structs.asdict(row), approval=self._told[row.id][0],
                game_name=self._told[row.id][1],
            )
            for row in rows
            if row.id in self._told
        ]  # fmt: skip
