"""The audit of the live database, and rounds to take home, for who oversees the house."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import Field
from sqlalchemy.engine import Connection

from pitboss.store import admission, audit_reports, past_rounds, table_rows
from pitboss.store.audit_reports import AuditReport, KeptReport
from pitboss.store.audit_scope import AuditScope, parts
from pitboss.store.proof_collector import collect
from pitboss.store.proof_file import Excerpt, ExportError, encode
from pitboss.web.access import Overseer
from pitboss.web.answers import ERRORS, Body, Number, StructRoute, describe
from pitboss.web.asking import hub_of, rates_of, read_long
from pitboss.web.auditor import Auditor, AuditProgress

router = APIRouter(prefix="/api/admin", responses=ERRORS, route_class=StructRoute, tags=["pit"])

MOST_ENTRIES = 50_000
"""Of an export over the web; the command line writes larger ones."""


def _auditor(request: Request) -> Auditor:
    found: Auditor = request.app.state.auditor
    return found


class WantedAudit(Body):
    """What is to be audited; everything if nothing is said."""

    table: int | None = Field(default=None, ge=1, le=2**31 - 1, description="one table alone")
    begin: int | None = Field(default=None, ge=0, le=2**53, description="from then, ms since 1970")
    end: int | None = Field(default=None, ge=0, le=2**53, description="up to then, ms since 1970")


@router.post("/audit", status_code=202)
async def begin_audit(
    request: Request, account: Overseer, wanted: WantedAudit | None = None
) -> AuditProgress:
    """Have the database audited as it is now; `GET` says how far that is.

    It leaves a report. Of some days, the rounds that were over in them are played again, and the
    seals of everything else are checked; what everyone holds is recounted by a whole audit alone.
    """
    asked = wanted or WantedAudit()
    if (asked.begin is None) != (asked.end is None):
        raise HTTPException(422, "begin, end: give both, or neither for all days")
    if asked.begin is not None and asked.end is not None and asked.begin >= asked.end:
        raise HTTPException(422, f"end = {asked.end}: use a moment after begin, {asked.begin}")
    scope = AuditScope(table=asked.table, begin_ms=asked.begin, end_ms=asked.end)
    await hub_of(request).reading(lambda database: parts(database, scope))
    return _auditor(request).start(account.name, scope)


@router.get("/audit/reports")
async def reports(request: Request, account: Overseer) -> list[KeptReport]:  # noqa: ARG001
    """What audits left, the newest first."""
    found: list[KeptReport] = await hub_of(request).reading(audit_reports.kept)
    return found


@router.get(
    "/audit/reports/{report}",
    response_class=Response,
    responses=describe(200, AuditReport),
)
async def report_file(request: Request, report: Number, account: Overseer) -> Response:  # noqa: ARG001
    """A report as it was written, to be kept; its SHA-256 is in the cage's log."""
    text: str = await hub_of(request).reading(
        lambda database: audit_reports.text_of(database, report)
    )
    name = f'attachment; filename="pitboss-audit-{report}.json"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/audit")
async def how_far(request: Request, account: Overseer) -> AuditProgress:  # noqa: ARG001
    """The audit this server is doing, or the last one it did."""
    return _auditor(request).progress


@router.get(
    "/tables/{table}/export",
    response_class=Response,
    responses=describe(200, Excerpt),
)
async def export(request: Request, table: Number, account: Overseer) -> Response:
    """A table's rounds in a file that `pitboss audit FILE` checks without a database.

    Only rounds of shoes that are done with: the log of later ones tells cards nobody has seen.
    """

    def work(connection: Connection) -> bytes:
        admission.check_entry(connection, table, account, "")
        return encode(_shown(connection, table))

    if not rates_of(request).exports.allows(account.name):
        raise HTTPException(429, "too many exports; wait a minute, or use `pitboss audit --export`")
    data: bytes = await read_long(request, account.name, work)
    name = f'attachment; filename="table-{table}.json"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(data, media_type="application/json", headers=headers)


def _shown(connection: Connection, table: int) -> Excerpt:
    """All rounds of a table that hide nothing any more."""
    head = table_rows.head(connection, table)
    if head.seq > MOST_ENTRIES:
        raise HTTPException(
            409,
            f"table {table}: its {head.seq:,} entries are too many for a download; write them with "
            f"`pitboss audit --table {table} --export FILE`",
        )
    try:
        hidden = past_rounds.first_with_hidden_cards(connection, table)
        return collect(connection, table, before=hidden)
    except ExportError as error:
        why = (
            f"an entry is damaged ({error}); audit it"
            if error.entry is not None
            else "it was closed without one"
            if head.closed
            else "rounds are given out when their shoe is done with, or the table is closed"
        )
        raise HTTPException(409, f"table {table}: there is no round to give out: {why}") from None
