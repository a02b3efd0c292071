"""Rounds that were played: shown again event by event, and as files that anyone can check."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Request, Response
from sqlalchemy.engine import Connection

from pitboss.rules.decode import decode
from pitboss.rules.vocabulary import Rules
from pitboss.store import export, journal, records, schema
from pitboss.store.accounts import Account
from pitboss.store.export import ExportError
from pitboss.store.records import Entry
from pitboss.table import events as ev
from pitboss.table.engine import IllegalAction
from pitboss.table.narrator import Narrator
from pitboss.table.views import Felt, felt, public
from pitboss.web import layout, lobby
from pitboss.web.access import Me
from pitboss.web.asking import read_long
from pitboss.web.room import game_of
from pitboss.web.routes import ERRORS, Number

router = APIRouter(prefix="/api", responses=ERRORS, tags=["history"])


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a round, and the felt after it."""

    seq: int
    """The entry it belongs to."""
    at: int
    actor: str
    """Whose command caused it; empty for the house."""
    event: Any
    does: str
    says: str
    felt: Felt


class ReplayShoe(msgspec.Struct, frozen=True):
    """A shoe the round was dealt from."""

    number: int
    commitment: str
    revealed: bool


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A round as everyone may see it by now."""

    table: int
    round: int
    name: str
    game: dict[str, Any]
    private: bool
    printed: list[str]
    spots: list[dict[str, Any]]
    seats: dict[int, str]
    """Who staked something."""
    seats_in_all: int
    opening: list[str]
    names: dict[str, str]
    """Of bets."""
    rules_hash: str
    at: int
    """When it began."""
    finished: bool
    steps: list[ReplayStep]
    results: list[ev.WagerSettled]
    shoes: list[ReplayShoe]
    """None at a table whose cards are typed in; a second one if the first ran out."""
    proof: str
    """What the file of the round waits for; nothing once it can be had."""


@router.get("/tables/{table}/rounds/{number}/replay")
async def replay(
    request: Request, table: Number, number: Number, account: Me, invite: str = ""
) -> Response:
    """A round, step by step: each event, what the dealer did and said, and the felt after it.

    For those who may see the table, and for those who played the round. Cards that lie face down
    are shown from where they were turned; a round that is being played, as far as it is.
    """
    found = await read_long(
        request, account.name, lambda database: _replay(database, table, number, account, invite)
    )
    return Response(msgspec.json.encode(found), media_type="application/json")


@router.get("/tables/{table}/rounds/{number}/proof")
async def proof(
    request: Request, table: Number, number: Number, account: Me, invite: str = ""
) -> Response:
    """The round as a file that `pitboss audit FILE` checks by itself.

    It can be had once no card in it lies face down: when the round is over, and the shoe whose
    first card was burned is revealed.
    """
    found = await read_long(
        request, account.name, lambda database: _proof(database, table, number, account, invite)
    )
    name = f"pitboss-table-{table}-round-{number}.json"
    return Response(
        found, media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip


def _entries(
    connection: Connection, table: int, number: int, account: Account, invite: str
) -> list[Entry]:
    """The log of a round, for those who may see the table and those who played it."""
    try:
        lobby.check_entry(connection, table, account, invite)
    except IllegalAction as stranger:
        try:
            entries = lobby.round_entries(connection, table, number)
        except IllegalAction:
            raise stranger from None  # whether the round exists is nobody's business
        if account.name not in _players(entries).values():
            raise
        return entries
    return lobby.round_entries(connection, table, number)


def _players(entries: list[Entry]) -> dict[int, str]:
    """Who staked something, by seat."""
    events = (event for entry in entries for event in entry.events)
    return {event.seat: event.player for event in events if isinstance(event, ev.WagerPlaced)}


def _replay(
    connection: Connection, table: int, number: int, account: Account, invite: str
) -> Replay:
    entries = _entries(connection, table, number, account, invite)
    opened = lobby.opened(connection, table)
    game, rules = game_of(opened), decode(opened.rules, Rules, origin=opened.game)
    narrator = Narrator(game, rules)
    steps: list[ReplayStep] = []
    results: list[ev.WagerSettled] = []
    shoes = _shoe_before(connection, table, entries[0].seq)
    for entry, event in _of_round(entries, number):
        if isinstance(event, records.ShoeCommitted):
            shoes.append(event.number)
        if isinstance(event, records.RoomEvent):
            continue
        if isinstance(event, ev.WagerSettled):
            results.append(event)
        shown = public(event)
        caption = narrator.tell(shown)
        steps.append(
            ReplayStep(
                seq=entry.seq, at=entry.at, actor=entry.actor, event=shown, does=caption.does,
                says=caption.says, felt=felt(narrator.state),
            )
        )  # fmt: skip
    return Replay(
        table=table, round=number, name=opened.name, game=layout.describe_game(game),
        private=opened.settings.private, printed=layout.printed(rules),
        spots=layout.places(rules), seats=_players(entries), seats_in_all=rules.wagers.seats,
        opening=list(rules.wagers.opening),
        names={**narrator.names, "insurance": "Insurance"}, rules_hash=opened.rules_hash,
        at=entries[0].at, finished=_closing(entries, number) is not None, steps=steps,
        results=results, shoes=_shoes(connection, table, shoes),
        proof=_waits(connection, table, number, entries),
    )  # fmt: skip


def _of_round(entries: list[Entry], number: int) -> list[tuple[Entry, ev.Event]]:
    """Events from the round's opening to its end; entries around it hold others too."""
    found: list[tuple[Entry, ev.Event]] = []
    for entry in entries:
        for event in entry.events:
            if found or event == ev.RoundOpened(number):
                found.append((entry, event))
            if event == ev.RoundClosed(number):
                return found
    return found


def _closing(entries: list[Entry], number: int) -> Entry | None:
    """The entry that ends a round."""
    end = ev.RoundClosed(number)
    return next((entry for entry in entries if end in entry.events), None)


def _shoe_before(connection: Connection, table: int, entry: int) -> list[int]:
    shoes = schema.shoes.c
    last = sa.select(sa.func.max(shoes.number)).where(shoes.table_id == table, shoes.opened < entry)
    number = connection.scalar(last)
    return [] if number is None else [int(number)]


def _shoes(connection: Connection, table: int, numbers: list[int]) -> list[ReplayShoe]:
    shoes = schema.shoes.c
    rows = connection.execute(
        sa.select(shoes.number, shoes.commitment, shoes.revealed)
        .where(shoes.table_id == table, shoes.number.in_(numbers))
        .order_by(shoes.number)
    )
    return [ReplayShoe(row.number, row.commitment, row.revealed is not None) for row in rows]


def _waits(connection: Connection, table: int, number: int, entries: list[Entry]) -> str:
    """What a round's file waits for, in a sentence; empty if it holds no card face down.

    Once a round is over its hole card is open. What may still be hidden in it, and in the entries
    before it that belong to its proof, is the card that was burned from a shoe before its first
    round: it is open once the shoe is revealed.
    """
    closing = _closing(entries, number)
    if closing is None:
        return f"round {number} is still being played; its proof can be had when it is over"
    shoes = schema.shoes.c
    for row in connection.execute(
        sa.select(shoes.number, shoes.opened)
        .where(shoes.table_id == table, shoes.revealed.is_(None), shoes.opened <= closing.seq)
        .order_by(shoes.number)
    ).all():
        [opening] = journal.entries(connection, table, row.opened, row.opened)
        if any(isinstance(event, ev.TopCardBurned) for event in opening.events):
            return (
                f"shoe {row.number} is still being dealt, and the proof would show the card that "
                "was burned from it; it can be had when the shoe is revealed, after its cut card "
                "or when the table closes"
            )
    return ""


def _proof(connection: Connection, table: int, number: int, account: Account, invite: str) -> bytes:
    entries = _entries(connection, table, number, account, invite)
    waits = _waits(connection, table, number, entries)
    if waits:
        raise HTTPException(409, waits)
    # A seal of a later entry could be tried out against a card that lies face down now.
    after = entries[-1].seq + 1
    try:
        return export.encode(export.collect(connection, table, number, number, before=after))
    except ExportError as error:
        raise HTTPException(409, f"the proof cannot be written: {error}") from None
