"""`pitboss audit`: check a server's database, a table, a round, or a file of rounds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from pitboss.cli import spinner
from pitboss.cli.refusing import refuse
from pitboss.cli.telling import print_json
from pitboss.interrupts import polite
from pitboss.rules.limits import dollars

if TYPE_CHECKING:
    from pitboss.store.findings import Finding
    from pitboss.store.proof_file import Excerpt
    from pitboss.store.row_checker import AuditCounts
    from pitboss.store.signed_heads import SignedHead


class BadRequest(ValueError):
    """What was asked cannot be done; the message says why."""


def audit(
    file: Path | None = None,
    /,
    *,
    db: str | None = None,
    table: int | None = None,
    round_number: Annotated[int | None, Parameter(name="--round")] = None,
    json: bool = False,
    export: Path | None = None,
    head: Path | None = None,
) -> None:
    """Check everything that is kept and believe nothing: seals, shoes, money, and every round.

    Every entry of the log must be sealed to the one before it; every card must be the next one of
    the shoe that was promised; every round is played again and must come out the same; ledger,
    balances and results must be what the log gives. Exits with 1 if something is wrong.

    Parameters
    ----------
    file
        A file written by --export: its rounds are checked without a database.
    db
        The database, sqlite:///FILE or postgresql://USER@HOST/NAME; the server's own unless named.
    table
        Check only this table.
    round_number
        Check only this round of the table.
    json
        Print the result as JSON for a script.
    export
        Write the round, or all rounds of the table, to a file that anyone can check.
    head
        A signed head of the log that somebody kept, as a browser or `pitboss watch` saves it: the
        log must still be the one it was signed over.

    """
    with said():
        heads = [] if head is None else [kept_head(head)]
        if file is not None:
            if table is not None or round_number is not None or export is not None:
                raise BadRequest("audit FILE: --table, --round and --export need a database")
            _file(file, db, heads, json=json)
        else:
            if table is None and (round_number is not None or export is not None):
                raise BadRequest("--round, --export: name a table with --table")
            if table is not None and heads:
                raise BadRequest("--head: it is compared with the whole log; leave --table out")
            _database(db, table, round_number, export, heads, json=json)


@contextmanager
def said() -> Iterator[None]:
    """Say what is wrong with the input in one sentence."""
    from pitboss.store.database import StoreError
    from pitboss.store.proof_file import ExportError

    try:
        yield
    except (StoreError, ExportError, BadRequest) as error:
        refuse(str(error))


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar for long work, if a person is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    with spinner.counting(what) as told:
        yield told


class _Report:
    """What is found, told as it comes."""

    def __init__(self, *, json: bool) -> None:
        self.json, self.found = json, 0
        self._kept: list[Finding] = []
        self._console = Console(highlight=False, soft_wrap=True)

    def tell(self, findings: Iterator[Finding]) -> None:
        for finding in findings:
            self.found += 1
            if self.json:
                self._kept.append(finding)
            else:
                self._console.print(Text(str(finding)))

    def end(self, checked: dict[str, int], sentence: str, approval: str = "") -> None:
        """Say what was checked, and by whose rules; exit with 1 if anything is wrong."""
        if self.json:
            told = {"clean": not self.found, "checked": checked, "findings": self._kept}
            print_json({**told, "approval": approval} if approval else told)
        else:
            mark = Text("✗ ", style="red") if self.found else Text("✓ ", style="green")
            wrong = f"{_many(self.found, 'fault')} found in " if self.found else ""
            self._console.print(mark + Text(wrong + sentence))
            if approval:
                self._console.print(Text(approval))
        if self.found:
            raise SystemExit(1)


def _database(
    db: str | None, table: int | None, played: int | None, export: Path | None,
    heads: list[SignedHead], *, json: bool,
) -> None:  # fmt: skip
    from pitboss.store import proof_file
    from pitboss.store.audit import Audit
    from pitboss.store.database import chosen_url, existing
    from pitboss.store.proof_collector import collect

    report = _Report(json=json)
    with existing(chosen_url(db)) as database, database.read() as connection:
        with progress("auditing") as told:
            work = Audit(connection, told, heads=heads)
            if table is not None and table not in work.numbers():
                raise BadRequest(f"table = {table}: there is none with this number")
            if table is None:
                report.tell(work.everything())
            elif played is None:
                report.tell(work.table(table))
            else:
                report.tell(work.round(table, played))
        sentence = _summary(work.counts, whole=table is None)
        if export is not None and table is not None and not report.found:
            excerpt = collect(connection, table, played, played)
            with polite():
                proof_file.write(excerpt, export)
            sentence += f"; written to {export}"
        elif export is not None:
            sentence += f"; {export} was not written"
    report.end(msgspec.structs.asdict(work.counts), sentence)


def kept_head(path: Path) -> SignedHead:
    """A head that somebody kept, alone or in a file that has more."""
    from pitboss.store.signed_heads import SignedHead

    class Keeping(msgspec.Struct):
        head: SignedHead

    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadRequest(f"{str(path)!r} cannot be read: {error.strerror}") from None
    try:
        found: SignedHead = msgspec.json.decode(data, type=SignedHead)
    except (msgspec.DecodeError, UnicodeDecodeError):
        try:
            found = msgspec.json.decode(data, type=Keeping).head
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadRequest(f"{path.name}: it holds no signed head: {error}") from None
    return found


def _file(path: Path, db: str | None, heads: list[SignedHead], *, json: bool) -> None:
    from pitboss.store import proof_file
    from pitboss.store.proof_checker import verify

    excerpt = proof_file.read(path)
    report = _Report(json=json)
    report.tell(verify(excerpt, heads=heads))
    if db is not None:
        report.tell(_same(excerpt, db))
    entries = sum(len(run.entries) for run in excerpt.runs)
    rounds = excerpt.last - excerpt.first + 1
    checked = {"rounds": rounds, "entries": entries, "shoes": len(excerpt.shoes)}
    which = f"round {excerpt.first}" if rounds == 1 else f"rounds {excerpt.first} to {excerpt.last}"
    report.end(
        checked,
        f"{which} of table {excerpt.table}: {_many(entries, 'entry', 'entries')}, "
        f"{_many(len(excerpt.shoes), 'revealed shoe')}",
        "" if report.found else _approval(excerpt),
    )


def _approval(excerpt: Excerpt) -> str:
    """What may be said of the approval of the rules of rounds that are as they should be."""
    from pitboss.floor.opening import game_of, rules_of
    from pitboss.rules.approval import standing
    from pitboss.store.proof_checker import opening_of

    opened = opening_of(excerpt)
    return standing(game_of(opened), rules_of(opened)).says if opened else ""


def _same(excerpt: Excerpt, db: str) -> Iterator[Finding]:
    """Entries of a file that are not in the database as they are."""
    from pitboss.store import journal
    from pitboss.store.database import existing
    from pitboss.store.findings import Finding

    with existing(db) as database, database.read() as connection:
        for run in excerpt.runs:
            ends = run.entries[0].seq, run.entries[-1].seq
            kept = {one.seq: one.seal for one in journal.entries(connection, excerpt.table, *ends)}
            for line in run.entries:
                if kept.get(line.seq) != line.seal:
                    yield Finding(
                        kind="chain", table=excerpt.table, round=line.round, entry=line.seq,
                        what="the database has another entry there",
                    )  # fmt: skip


def _summary(counts: AuditCounts, *, whole: bool) -> str:
    parts = [
        _many(counts.tables, "table"), _many(counts.rounds, "round"),
        _many(counts.entries, "entry", "entries"), _many(counts.shoes, "shoe"),
        _many(counts.results, "settled wager"), _many(counts.movements, "movement"),
    ]  # fmt: skip
    if counts.answers:
        parts.append(_many(counts.answers, "trainee's answer", "trainees' answers"))
    if counts.typed:
        parts[0] += f" ({counts.typed} without shoes: cards are typed in)"
    text = ", ".join(parts)
    if counts.signed:
        text += f", {_many(counts.signed, 'entry', 'entries')} signed"
    if whole:
        text += (
            f"; ledger: {_many(counts.accounts, 'balance')}, {dollars(counts.issued)} issued by "
            "the cage"
        )
    return text


def _many(number: int, one: str, more: str = "") -> str:
    return f"{number:,} {one if number == 1 else more or one + 's'}"
