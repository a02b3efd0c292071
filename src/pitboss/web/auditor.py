"""Audits of the live database, one at a time, while play goes on.

An audit runs in a thread of its own: it may take minutes, and nothing else waits for it. It reads
one moment of the database, so that play may go on, and writes nothing but its report.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from typing import Any, Literal

import msgspec

from pitboss.store import audit_reports
from pitboss.store.audit import Audit
from pitboss.store.audit_reports import AuditReport
from pitboss.store.audit_scope import AuditScope, Covered, all_covered
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.errors import Refused
from pitboss.store.findings import Finding
from pitboss.store.row_checker import AuditCounts
from pitboss.web.outage import is_loss

logger = logging.getLogger("pitboss")

EVERYTHING = AuditScope()
MOST_FINDINGS = 500
"""Findings that are told; more are counted. A log that was overwritten has one for every entry."""


class AuditResult(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit found."""

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


class AuditProgress(msgspec.Struct, frozen=True, kw_only=True):
    """The last audit this server was asked for."""

    state: Literal["none", "running", "done"]
    """Whether there was any, and whether it is over."""
    by: str = ""
    """Who asked for it."""
    started: int | None = None
    """When, in milliseconds since 1970."""
    ended: int | None = None
    """When it was over."""
    entries_done: int = 0
    """Entries of the log that were checked."""
    entries_in_all: int = 0
    """Entries there are."""
    error: str | None = None
    """Why it came to no end, if it did not."""
    result: AuditResult | None = None
    """What it found, once it is over."""
    scope: str = ""
    """What is audited, in words."""
    report: int | None = None
    """The number of the report it left."""


class AuditRunning(Refused):
    """One audit at a time."""


class _Stopped(BaseException):
    """The server goes down; no audit goes on over that."""


class Auditor:
    """Audits of one database, one at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._work: Audit | None = None
        self._last = AuditProgress(state="none")

    @property
    def progress(self) -> AuditProgress:
        """How far it is, or what came of it."""
        last, work = self._last, self._work
        if last.state != "running" or work is None:
            return last
        return msgspec.structs.replace(
            last, entries_done=work.counts.entries, entries_in_all=work.whole
        )

    def start(self, by: str, scope: AuditScope = EVERYTHING) -> AuditProgress:
        """Begin an audit; `AuditRunning` if one is."""
        if self._last.state == "running":
            raise AuditRunning(f"an audit that {self._last.by} began is running; wait for it")
        begun = AuditProgress(state="running", by=by, started=now_ms(), scope=scope.words())
        self._work, self._last = None, begun
        self._thread = threading.Thread(
            target=self._run, args=(scope,), name="auditor", daemon=True
        )
        self._thread.start()
        return begun

    async def stop(self) -> None:
        """Give an audit up that is running."""
        self._stopping = True
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, 10)

    def _run(self, scope: AuditScope) -> None:
        ended: dict[str, Any]
        try:
            with self._database.read() as connection:
                self._work = Audit(connection, self._told)
                result = _result(self._work, scope)
                covers = list(all_covered(connection, scope))
            report = self._report(scope, result, covers)
            number = self._database.write(
                lambda writing: audit_reports.keep(writing, report)
            ).result()
            ended = {"result": result, "report": number}
        except _Stopped:
            return
        except Exception as error:
            if is_loss(error):
                ended = {"error": "the audit came to no end: the database does not answer"}
            else:
                logger.exception("an audit came to no end")
                why = f"{type(error).__name__}: {error}"
                ended = {"error": f"the audit came to no end: {why}"[:500]}
        ended |= {"state": "done", "ended": now_ms()}
        self._last = msgspec.structs.replace(self.progress, **ended)

    def _report(self, scope: AuditScope, result: AuditResult, covers: list[Covered]) -> AuditReport:
        return AuditReport(
            scope=scope.words(), begin_ms=scope.begin_ms, end_ms=scope.end_ms, by=self._last.by,
            started=self._last.started or 0, ended=now_ms(), covers=covers,
            **msgspec.structs.asdict(result),
        )  # fmt: skip

    def _told(self, done: int, whole: int) -> None:  # noqa: ARG002
        if self._stopping:
            raise _Stopped


def _result(work: Audit, scope: AuditScope) -> AuditResult:
    kinds: Counter[str] = Counter()
    told: list[Finding] = []
    for finding in work.scoped(scope):
        kinds[finding.kind] += 1
        if len(told) < MOST_FINDINGS:
            told.append(finding)
    return AuditResult(
        sound=not kinds, counts=work.counts, faults=kinds.total(), kinds=dict(kinds), findings=told
    )
