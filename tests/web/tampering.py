"""A house whose database somebody changes behind its back, with everything else made to fit."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import journal, log_tree, records, schema, tree_growth
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.house_key import HouseKey, KeyFile
from tests.servers import PLAIN, Server, kept_port, until


class SignedHouse:
    """A server on a file of its own, always at the same address."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.path = folder, folder / "house.db"
        self.url, self.log = f"sqlite:///{self.path}", folder / "said.txt"
        self.key = KeyFile(Path(f"{self.path}.key"))
        self._port = kept_port()
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.kill()

    def start(self, *arguments: str) -> None:
        self.server = Server(
            self.url, "--guests", *arguments, port=self._port, log=self.log, forked=True
        )
        self.address = self.server.address

    def guests(self, count: int) -> int:
        """So many people come in, with entries in cage and register; how many are signed then."""
        for _ in range(count):
            assert httpx.post(f"{self.address}/api/guest", verify=PLAIN).status_code == 200
        return self.settled()

    def settled(self) -> int:
        """How many entries are signed once all are, or once the server will not sign any more."""
        until(lambda: self.size() == self.entries() or bool(self.shown()["trouble"]), 20)
        return self.size()

    def entries(self) -> int:
        """How many its logs have, signed or not; also while no server runs."""
        with closing(sqlite3.connect(self.path)) as connection:
            [count] = connection.execute("SELECT count(*) FROM log").fetchone()
        return int(count)

    def last_of_cage(self) -> tuple[int, int]:
        """The number of the last entry in the cage's log, and which leaf of the tree it is."""
        log = schema.log.c
        database = Database(self.url, migrate=False)
        with database.read() as connection:
            asked = sa.select(sa.func.max(log.seq)).where(log.table_id == records.CAGE)
            seq = int(connection.scalar(asked) or 0)
            run = log_tree.run_with(connection, records.CAGE, seq)
            assert run is not None, "it is not signed"
            leaf = run.leaf(seq)
        database.close()
        return seq, leaf

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = httpx.get(f"{self.address}/api/log/head", verify=PLAIN).json()
        return found

    def size(self) -> int:
        return int(self.shown()["head"]["size"])

    def troubled(self) -> str:
        """What the server says is wrong, once it has noticed."""
        until(lambda: bool(self.shown()["trouble"]), 20)
        return str(self.shown()["trouble"])

    def copy(self, name: str) -> None:
        """Keep the database as it is, with the head beside its key; no server runs."""
        for suffix in ("", ".key.head"):
            shutil.copy(f"{self.path}{suffix}", self.folder / f"{name}{suffix}")

    def put_back(self, name: str, *, head: bool) -> None:
        """Have an older copy in its place, perhaps with the head that was beside the key then."""
        for suffix in ("-wal", "-shm"):
            Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        shutil.copy(self.folder / name, self.path)
        if head:
            shutil.copy(self.folder / f"{name}.key.head", self.key.head_path)

    def change(self, work: Callable[[Connection], Any]) -> None:
        """Write to the database beside the server."""
        database = Database(self.url)
        try:
            database.write(work).result()
        finally:
            database.close()


def add(connection: Connection) -> None:
    """An entry at the end of the cage's log, with the money that goes with it."""
    journal.issue(connection, "Mallory", 100, now_ms())


def add_and_sign(key: HouseKey) -> Callable[[Connection], None]:
    """The same, put into the tree and signed with a key."""

    def work(connection: Connection) -> None:
        add(connection)
        before = log_tree.newest_head(connection)
        wanted = log_tree.waiting(connection, most=100)
        growth = tree_growth.grown(connection, key, before, wanted, now_ms())
        assert growth is not None
        assert tree_growth.keep(connection, growth)

    return work


def rewrite_last(connection: Connection) -> None:
    """The cage's last entry says another sum; seal, ledger and balances fit."""
    log, tables, ledger = schema.log.c, schema.tables.c, schema.ledger.c
    seq = connection.scalars(sa.select(tables.seq).where(tables.id == records.CAGE)).one()
    [before, last] = list(journal.entries(connection, records.CAGE, seq - 1, seq))
    [event] = last.events
    assert isinstance(event, records.MoneyIssued)
    body = records.encode([msgspec.structs.replace(event, cents=event.cents + 500)])
    head = (records.CAGE, last.seq, last.round, last.at, last.actor)
    seal = records.seal(before.seal, (*head, body))
    here = sa.and_(log.table_id == records.CAGE, log.seq == seq)
    connection.execute(sa.update(schema.log).where(here).values(body=body, seal=seal))
    connection.execute(
        sa.update(schema.tables).where(tables.id == records.CAGE).values(seal=seal)
    )  # fmt: skip
    rows = sa.and_(ledger.table_id == records.CAGE, ledger.seq == seq)
    [row] = connection.execute(sa.select(schema.ledger).where(rows)).all()
    connection.execute(sa.update(schema.ledger).where(rows).values(cents=row.cents + 500))
    balances = schema.balances
    for account, cents in ((row.source, -500), (row.target, 500)):
        connection.execute(
            sa.update(balances)
            .where(balances.c.account == account)
            .values(cents=balances.c.cents + cents)
        )
