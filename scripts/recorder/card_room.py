"""A card room on SQLite: filled by the tests' own sittings, audited, dealt on by a server."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from examples.play_rounds import Books, House, Player, Table
from tests.servers import Server
from tests.store.playing import fill

from pitboss.store.database import Database
from scripts.recorder.command_line import audited

FILE = "room.db"
ROUNDS = 20
PROOFS = 8
"""Tables of which a round is exported; of the first one all rounds are, too."""
TABLES_PLAYED_ON = 4
SEAT = 7
"""Free at every table."""
PATIENCE_SECONDS = 120


def record_card_room(folder: Path) -> dict[str, int]:
    """Fill a database, audit it, export rounds; what the audit counted."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    database = Database(url(folder / FILE))
    try:
        database.write(lambda connection: len(fill(connection, rounds=ROUNDS, seed=13))).result()
    finally:
        database.close()
    report = audited("--db", url(folder / FILE))
    assert report["clean"], report["findings"]
    for number in range(1, PROOFS + 1):
        words = ["--db", url(folder / FILE), f"--table={number}"]
        audited(*words, "--round=2", f"--export={folder / f'table-{number}-round-2.json'}")
    audited("--db", url(folder / FILE), "--table=1", f"--export={folder / 'table-1.json'}")
    counted: dict[str, int] = report["checked"]
    return counted


def url(path: Path) -> str:
    """A database file's address."""
    return f"sqlite:///{path}"


def proofs(folder: Path) -> list[Path]:
    """The files that rounds were exported to."""
    return sorted(folder.glob("table-*.json"))


def play_on(folder: Path) -> tuple[int, dict[str, Any]]:
    """Have a server of this version go on with a copy: rounds played, and the audit afterwards."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / FILE
        shutil.copy(folder / FILE, copy)
        server = Server(url(copy), "--guests")
        try:
            played = sum(_play_round(server.address, number) for number in open_tables(server))
        finally:
            server.stop()
        return played, audited("--db", url(copy))


def open_tables(server: Server) -> list[int]:
    """Tables that a stranger finds in the lobby; the first ones are dealt from a shoe."""
    house = House(server.address)
    house.sign_in(None)
    return [one["id"] for one in house.request("GET", "/api/tables")][:TABLES_PLAYED_ON]


def _play_round(address: str, number: int) -> int:
    """Sit down beside those who sit there, bet, and play what is dealt when the clock says so."""
    house = House(address)
    house.sign_in(None)
    spots = house.request("GET", f"/api/tables/{number}")["spots"]
    table = Table(house, number, Books(), commands_a_second=15)
    player = Player(table, spots, 1, random.Random(number))
    table.connect()
    until = time.monotonic() + PATIENCE_SECONDS
    try:
        _wait(table, "wagers", until)
        table.do("sit", seat=SEAT)
        player.bet(SEAT)
        while not table.books.rounds and time.monotonic() < until:
            seen = table.update["view"]
            if seen["waits_for"] == "decision" and seen["to_act"] == SEAT:
                player.move(seen)
            elif seen["waits_for"] == "insurance" and str(SEAT) in seen["insurance_limit"]:
                table.do("insure", seat=SEAT, cents=0)
            else:
                table._hear()
        return table.books.rounds
    finally:
        table.leave()


def _wait(table: Table, what: str, until: float) -> None:
    while table.update["view"]["waits_for"] != what and time.monotonic() < until:
        table._hear()
