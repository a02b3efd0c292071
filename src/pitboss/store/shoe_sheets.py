"""What anyone may know of a shoe: its promise, who added which seed when, and in the end the order.

Seeds are public as soon as they are added: the house's, which nobody knows, keeps the order secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.cards import NAMES
from pitboss.store import schema
from pitboss.store.errors import Missing
from pitboss.store.records import SeedAdded, ShoeCommitted, ShoeEvent, ShoeSeeded, decode


class AddedSeed(msgspec.Struct, frozen=True, kw_only=True):
    """A seed that a player added to a shoe."""

    player: str
    """Who."""
    seed: str
    """What."""
    entry: int
    """The entry of the log that says so."""
    at: int
    """When, in milliseconds since 1970."""
    counts: bool
    """Whether the order follows from it; until the shuffle, whether it is their last one."""


class ShoeSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe as everyone may know it by now."""

    number: int
    """Counted from 1 at each table."""
    method: str
    """How its order follows from the seeds; empty for a shoe of an earlier version."""
    commitment: str
    """SHA-256 of the house's seed; without a method, of a nonce and the order."""
    promised: int
    """The entry that published it, before anyone added a seed."""
    promised_at: int
    """When, in milliseconds since 1970."""
    seeds: list[AddedSeed]
    """What players added, in the order of the log."""
    shuffled: int | None
    """The entry that fixed the seeds and the order; null while it is promised only."""
    revealed: bool
    """Whether order and seed of the house are published: the shoe is done with."""
    server_seed: str | None
    """The house's seed, in hex, once it is revealed; without a method the nonce."""
    order: list[str] | None
    """The cards as they lay, once they are revealed; none if it was never shuffled."""


def shoe_sheet(connection: Connection, table: int, number: int) -> ShoeSheet:
    """A shoe of a table; `Missing` if there is none with this number."""
    shoes = schema.shoes.c
    row = connection.execute(
        sa.select(schema.shoes).where(shoes.table_id == table, shoes.number == number)
    ).one_or_none()
    if row is None:
        raise Missing(f"shoe = {number}: table {table} has none with this number")
    shuffled = len(row.cards) > 0
    method, promised, promised_at = "", row.opened, 0
    added: list[tuple[Any, SeedAdded]] = []
    counts: set[tuple[str, str]] = set()
    for entry, event in _said_of(connection, table, number, row.opened, shuffled=shuffled):
        if isinstance(event, ShoeCommitted):
            method, promised, promised_at = event.method, entry.seq, entry.at
        elif isinstance(event, SeedAdded):
            added.append((entry, event))
        elif isinstance(event, ShoeSeeded):
            counts = set(event.seeds)
    added.sort(key=lambda one: one[0].seq)
    last = {event.player: entry.seq for entry, event in added}
    public = row.revealed is not None
    return ShoeSheet(
        number=number, method=method, commitment=row.commitment, promised=promised,
        promised_at=promised_at, shuffled=row.opened if shuffled else None, revealed=public,
        seeds=[
            AddedSeed(
                player=event.player, seed=event.seed, entry=entry.seq, at=entry.at,
                counts=last[event.player] == entry.seq
                and (not shuffled or (event.player, event.seed) in counts),
            )
            for entry, event in added
        ],
        server_seed=bytes(row.nonce).hex() if public else None,
        order=[NAMES[card] for card in bytes(row.cards)] if public else None,
    )  # fmt: skip


def _said_of(
    connection: Connection, table: int, number: int, opened: int, *, shuffled: bool
) -> Iterator[tuple[Any, ShoeEvent]]:
    """What the log says of a shoe from its promise to its shuffle, or until now."""
    log = schema.log.c
    wanted = sa.select(log.seq, log.at, log.body).where(log.table_id == table)
    if shuffled:  # back to the promise, wherever that is
        wanted = wanted.where(log.seq <= opened).order_by(log.seq.desc())
    else:
        wanted = wanted.where(log.seq >= opened).order_by(log.seq)
    with connection.execute(wanted, execution_options={"yield_per": 100}) as rows:
        for row in rows:
            body = bytes(row.body)
            if not any(kind in body for kind in _KINDS):
                continue
            promised = False
            for event in decode(body):
                if isinstance(event, ShoeEvent) and event.number == number:
                    yield row, event
                    promised |= isinstance(event, ShoeCommitted)
            if promised and shuffled:
                return


_KINDS = (b'"ShoeCommitted"', b'"SeedAdded"', b'"ShoeSeeded"')
