"""What must hold after every write, looked at with SQLite alone and none of the program.

Money is neither made nor lost; entries follow each other and stay; nobody takes a taken seat. And
what somebody is told is compared with what is written: no version that is not, no other wallet, no
card that lies face down, no order of a shoe that is still dealt from.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_right
from collections import defaultdict
from typing import Any

from tests.world.signing import roots_of

Message = dict[str, Any]
FACE_DOWN = "??"
HIDDEN = ("HoleCardDealt", "TopCardBurned")
"""Events whose card nobody may see."""


class Keeper:
    """Follows a database's rows as they are written."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries = 0
        self.heads: dict[int, int] = defaultdict(int)
        self.actors: dict[tuple[int, int], str] = {}
        self.rounds = 0
        self._seats: dict[int, dict[int, str]] = defaultdict(dict)
        self._hole: dict[tuple[int, int], bool] = {}
        """By table and entry: whether a card of the dealer's lies face down after it."""
        self._moved: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
        """By wallet and table: entries that moved its money, and the sum after each."""
        self._last = (0, 0, "")
        """The newest row of the log and of the ledger, and that entry's seal."""
        self._signed: list[tuple[int, str]] = []
        """Every head that was the newest one, by its size and root."""
        self._connection: sqlite3.Connection | None = None
        self.secrets: list[str] = []

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def look(self) -> None:
        """Take in what is new, and find what cannot be."""
        if self._connection is None:
            self._connection = sqlite3.connect(
                f"file:{self.path}?mode=ro", uri=True, isolation_level=None
            )
        ask = self._connection.execute
        ask("BEGIN")
        newest, moved, seal = self._last
        if newest:
            there = ask("SELECT seal FROM log WHERE rowid = ?", (newest,)).fetchone()
            assert there == (seal,), f"an entry that was written is gone or changed: {there}"
        for row in ask(
            "SELECT rowid, table_id, seq, actor, body, seal FROM log WHERE rowid > ? "
            "ORDER BY rowid", (newest,),
        ):  # fmt: skip
            self._entry(*row[1:5])
            newest, seal = row[0], row[5]
        for row in ask(
            "SELECT rowid, table_id, seq, source, target, cents FROM ledger WHERE rowid > ? "
            "ORDER BY rowid", (moved,),
        ):  # fmt: skip
            self._movement(*row[1:])
            moved = row[0]
        self._last = newest, moved, seal
        total, least = ask(
            "SELECT coalesce(sum(cents), 0), "
            "min(CASE WHEN account LIKE 'wallet:%' THEN cents END) FROM balances"
        ).fetchone()
        assert total == 0, f"all balances together are {total} cents"
        assert least is None or least >= 0, f"a wallet holds {least} cents"
        wrong = ask("SELECT id, seq FROM tables").fetchall()
        for number, seq in wrong:
            assert seq == self.heads[number], f"table {number}: its head says {seq}"
        self.secrets = [
            bytes(nonce).hex() for (nonce,) in ask("SELECT nonce FROM shoes WHERE revealed IS NULL")
        ]
        head = ask("SELECT size, root FROM tree_heads ORDER BY size DESC LIMIT 1").fetchone()
        if self._signed[-1:] != [head] and (head or self._signed):
            assert head, f"nothing is signed any more, after {self._signed[-1]}"
            grown = not self._signed or head[0] > self._signed[-1][0]
            assert grown, f"{head} was signed after {self._signed[-1]}"
            self._signed.append(head)
        ask("COMMIT")

    def check_heads(self) -> int:
        """Every head that was ever signed is one of the log as it is now; how many there were."""
        assert self._connection is not None
        tiles = self._connection.execute(
            "SELECT hashes FROM tree_tiles WHERE level = 0 ORDER BY number"
        )
        leaves = (row[0][at : at + 32] for row in tiles for at in range(0, len(row[0]), 32))
        roots = roots_of(leaves, {size for size, _ in self._signed})
        for size, root in self._signed:
            assert roots.get(size) == root, f"entries 1 to {size} are not those that were signed"
        return len(self._signed)

    def _entry(self, table: int, seq: int, actor: str, body: bytes) -> None:
        assert seq == self.heads[table] + 1, f"table {table}: entry {seq} after {self.heads[table]}"
        self.heads[table], self.actors[table, seq] = seq, actor
        self.entries += 1
        hole = self._hole.get((table, seq - 1), False)
        seats = self._seats[table]
        for event in json.loads(body):
            kind = event["type"]
            if kind == "SeatTaken":
                assert event["seat"] not in seats, f"table {table}, entry {seq}: a seat taken twice"
                seats[event["seat"]] = event["player"]
            elif kind == "SeatLeft":
                assert seats.pop(event["seat"]) == event["player"]
            elif kind == "HoleCardDealt":
                hole = True
            elif kind in ("HoleCardTurned", "RoundClosed"):
                hole = False
                self.rounds += kind == "RoundClosed"
        self._hole[table, seq] = hole

    def _movement(self, table: int, seq: int, source: str, target: str, cents: int) -> None:
        for account, change in ((source, -cents), (target, cents)):
            if account.startswith("wallet:"):
                where, sums = self._moved.setdefault((account[7:], table), ([], []))
                before = sums[-1] if sums else 0
                where.append(seq)
                sums.append(before + change)

    def wallet(self, player: str, table: int, seq: int) -> int:
        """What somebody had after an entry of the only table they play at."""
        return self._sum(player, 0, self.heads[0]) + self._sum(player, table, seq)

    def _sum(self, player: str, table: int, seq: int) -> int:
        where, sums = self._moved.get((player, table), ([], []))
        place = bisect_right(where, seq)
        return sums[place - 1] if place else 0

    # What people are told

    def check(self, player: str, table: int, text: str, message: Message) -> None:
        """Compare what somebody was told with what is written."""
        for secret in self.secrets:
            assert secret not in text, "the order of a shoe that is still dealt from"
        if message["kind"] == "done":
            actor = self.actors.get((table, message["version"]))
            assert actor == player, f"told done by entry {message['version']}, which is {actor}'s"
        elif message["kind"] == "update":
            self._check_update(player, table, message)

    def _check_update(self, player: str, table: int, update: Message) -> None:
        version = update["version"]
        where = f"table {table}, version {version}, {player}"
        assert version <= self.heads[table], f"{where}: shown, and not written"
        due = self.wallet(player, table, version)
        assert update["wallet"] == due, f"{where}: wallet {update['wallet']}, not {due}"
        for event in update["events"]:
            assert event["type"] not in HIDDEN or event["card"] is None, f"{where}: a hidden card"
        cards = update["view"]["dealer"]["cards"]
        assert self._hole[table, version] == (FACE_DOWN in cards), f"{where}: {cards}"
