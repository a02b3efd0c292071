"""Reports that audits left: kept as they were written, their hash in the cage's log."""

from __future__ import annotations

import hashlib

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss._version import __version__
from pitboss.store import journal, records, register, schema
from pitboss.store.audit_scope import Covered
from pitboss.store.errors import Missing
from pitboss.store.findings import Finding
from pitboss.store.row_checker import AuditCounts

MOST_REPORTS = 100
"""In one list, the newest."""


class AuditReport(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit looked at, and what it found."""

    kind: str = "pitboss audit report"
    """What this file is."""
    version: str = __version__
    """The pitboss that audited."""
    scope: str
    """What was audited, in words."""
    begin_ms: int | None
    """From this moment, in milliseconds since 1970; null from the first entry."""
    end_ms: int | None
    """Up to this one."""
    by: str
    """Who asked for it."""
    started: int
    """When, in milliseconds since 1970."""
    ended: int
    """When it was done."""
    sound: bool
    """Whether nothing is wrong."""
    counts: AuditCounts
    """What was checked."""
    faults: int
    """How many things are wrong."""
    kinds: dict[str, int]
    """Faults by kind."""
    findings: list[Finding]
    """The first of the faults; at most 500."""
    covers: list[Covered]
    """The entries that were looked at, with their seals."""


class KeptReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report in the list of them."""

    id: int
    """Its number."""
    by: str
    """Who asked for the audit."""
    at: int
    """When it was done, in milliseconds since 1970."""
    scope: str
    """What was audited, in words."""
    sound: bool
    """Whether nothing was wrong."""
    hash: str
    """SHA-256 of the file; the cage's log has it too."""


def keep(connection: Connection, report: AuditReport) -> int:
    """Keep a report, and note in the cage's log that there is one; its number."""
    text = msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"
    digest = hashlib.sha256(text.encode()).hexdigest()
    values = {
        "by": report.by, "at": report.ended, "scope": report.scope, "sound": report.sound,
        "text": text, "hash": digest,
    }  # fmt: skip
    number: int = register.insert(connection, schema.audit_reports, values).id
    event = records.AuditReported(number, report.scope, report.sound, digest)
    journal.note_in_cage(connection, event, report.ended, report.by)
    return number


def kept(connection: Connection) -> list[KeptReport]:
    """Reports, the newest first."""
    reports = schema.audit_reports.c
    wanted = sa.select(
        reports.id, reports.by, reports.at, reports.scope, reports.sound, reports.hash
    )
    rows = connection.execute(wanted.order_by(reports.id.desc()).limit(MOST_REPORTS))
    return [KeptReport(**row._mapping) for row in rows]


def text_of(connection: Connection, number: int) -> str:
    """A report as it was written."""
    reports = schema.audit_reports.c
    found = connection.scalar(sa.select(reports.text).where(reports.id == number))
    if found is None:
        raise Missing(f"report = {number}: there is none with this number")
    return str(found)
