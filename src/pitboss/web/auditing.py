"""The audit of the live database, and rounds to take home, for who oversees the house.

An audit runs in a thread of its own, one at a time: it may take minutes, and nothing else waits
for it. It reads one moment of the database, so that play may go on, and writes nothing.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy.engine import Connection

from pitboss.store import schema
from pitboss.store.audit import Audit
from pitboss.store.database import Database
from pitboss.store.export import Excerpt, ExportError, collect, encode
from pitboss.web import lobby
from pitboss.web.access import Overseer
from pitboss.web.asking import rates_of, read_long
from pitboss.web.outage import is_loss
from pitboss.web.room import now
from pitboss.web.routes import ERRORS, Number

router = APIRouter(prefix="/api/admin", tags=["pit"], responses=ERRORS)
logger = logging.getLogger("pitboss")

MOST_FINDINGS = 500
"""Findings that are told; more are counted. A log that was overwritten has one for every entry."""
MOST_ENTRIES = 50_000
"""Of an export over the web; the command line writes larger ones."""


class Found(BaseModel):
    """Something that is wrong, and where."""

    kind: str
    what: str = Field(description="a sentence")
    table: int | None
    round: int | None
    entry: int | None
    line: int | None


class Result(BaseModel):
    """What an audit found."""

    sound: bool
    counts: dict[str, int] = Field(description="what was checked")
    faults: int
    kinds: dict[str, int] = Field(description="faults by kind")
    findings: list[Found] = Field(description=f"the first {MOST_FINDINGS} of the faults")


class Progress(BaseModel):
    """The last audit this server was asked for."""

    state: Literal["none", "running", "done"]
    by: str = ""
    started: int | None = None
    ended: int | None = None
    entries_done: int = 0
    entries_in_all: int = 0
    error: str | None = Field(default=None, description="why it came to no end, if it did not")
    result: Result | None = None


class _Stopped(Exception):
    """The server goes down."""


class Auditor:
    """Audits of one database, one at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._work: Audit | None = None
        self._last = Progress(state="none")

    @property
    def progress(self) -> Progress:
        """How far it is, or what came of it."""
        last, work = self._last, self._work
        if last.state != "running" or work is None:
            return last
        done = {"entries_done": work.counts.entries, "entries_in_all": work.whole}
        return last.model_copy(update=done)

    def start(self, by: str) -> Progress:
        """Begin an audit; 409 if one is running."""
        if self._last.state == "running":
            raise HTTPException(409, f"an audit that {self._last.by} began is running; wait for it")
        begun = Progress(state="running", by=by, started=now())
        self._work, self._last = None, begun
        self._thread = threading.Thread(target=self._run, name="auditor", daemon=True)
        self._thread.start()
        return begun

    async def stop(self) -> None:
        """Give an audit up that is running."""
        self._stopping = True
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, 10)

    def _run(self) -> None:
        ended: dict[str, Any]
        try:
            with self._database.read() as connection:
                self._work = Audit(connection, self._told)
                ended = {"result": _result(self._work)}
        except _Stopped:
            return
        except Exception as error:
            if is_loss(error):
                ended = {"error": "the audit came to no end: the database does not answer"}
            else:
                logger.exception("an audit came to no end")
                why = f"{type(error).__name__}: {error}"
                ended = {"error": f"the audit came to no end: {why}"[:500]}
        ended |= {"state": "done", "ended": now()}
        self._last = self.progress.model_copy(update=ended)

    def _told(self, done: int, whole: int) -> None:  # noqa: ARG002
        if self._stopping:
            raise _Stopped


def _result(work: Audit) -> Result:
    kinds: Counter[str] = Counter()
    told: list[Found] = []
    for finding in work.everything():
        kinds[finding.kind] += 1
        if len(told) < MOST_FINDINGS:
            told.append(Found(**msgspec.structs.asdict(finding)))
    return Result(
        sound=not kinds, counts=msgspec.structs.asdict(work.counts), faults=kinds.total(),
        kinds=dict(kinds), findings=told,
    )  # fmt: skip


def _auditor(request: Request) -> Auditor:
    found: Auditor = request.app.state.auditor
    return found


@router.post("/audit", status_code=202)
async def begin_audit(request: Request, account: Overseer) -> Progress:
    """Have the database audited as it is now; `GET` says how far that is."""
    return _auditor(request).start(account.name)


@router.get("/audit")
async def how_far(request: Request, account: Overseer) -> Progress:  # noqa: ARG001
    """The audit this server is doing, or the last one it did."""
    return _auditor(request).progress


@router.get(
    "/tables/{table}/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "a file of rounds"}},
)
async def export(request: Request, table: Number, account: Overseer) -> Response:
    """A table's rounds in a file that `pitboss audit FILE` checks without a database.

    Only rounds of shoes that are done with: the log of later ones tells cards nobody has seen.
    """

    def work(connection: Connection) -> bytes:
        lobby.check_entry(connection, table, account, "")
        return encode(_shown(connection, table))

    if not rates_of(request).exports.allows(account.name):
        raise HTTPException(429, "too many exports; wait a minute, or use `pitboss audit --export`")
    data: bytes = await read_long(request, account.name, work)
    name = f'attachment; filename="table-{table}.json"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(data, media_type="application/json", headers=headers)


def _shown(connection: Connection, table: int) -> Excerpt:
    """All rounds of a table that hide nothing any more."""
    tables = schema.tables.c
    head = connection.execute(sa.select(tables.seq, tables.closed).where(tables.id == table)).one()
    if head.seq > MOST_ENTRIES:
        raise HTTPException(
            409,
            f"table {table}: its {head.seq:,} entries are too many for a download; write them with "
            f"`pitboss audit --table {table} --export FILE`",
        )
    try:
        hidden = lobby.first_with_hidden_cards(connection, table)
        return collect(connection, table, before=hidden)
    except ExportError as error:
        why = (
            f"an entry is damaged ({error}); audit it"
            if error.entry is not None
            else "it was closed without one"
            if head.closed is not None
            else "rounds are given out when their shoe is done with, or the table is closed"
        )
        raise HTTPException(409, f"table {table}: there is no round to give out: {why}") from None
