"""Log files: a header with the rules, then one event a line, each sealed to the line before.

`LogWriter` and `read` keep the file; `replay` does not believe it: it plays the cards and decisions
again and compares every event, so a payout that the rules do not give is found and located.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from pitboss._version import __version__
from pitboss.bad_input import BadInput
from pitboss.rules.decode import decode, encode
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import House
from pitboss.rules.vocabulary import Rules
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.engine import IllegalAction, Table
from pitboss.table.flow import Want
from pitboss.table.text import describe

try:
    import fcntl
except ImportError:  # no file locks here: two sittings must not share a log
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
_SEAL = 16


class LogError(BadInput, ValueError):
    """A log that cannot be trusted; the message says where and why."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a log."""

    format: int
    """Of the file: a reader refuses any but those it knows."""
    version: str
    """The pitboss that wrote it."""
    game: str
    """The game's id."""
    rules_hash: str
    """The fingerprint of the rules."""
    rules: dict[str, Any]
    """The rules, in the sections and keys of a game file."""
    house: House
    """What the card room set for the table."""
    notes: dict[str, Any] = {}
    """Whatever the host of the table needs to go on from here."""
    approval: str = ""
    """What may be said of the approval of the rules, by the pitboss that wrote it."""


_event_decoder = msgspec.json.Decoder(ev.AnyEvent)


def header_of(
    table: Table, game: str, notes: dict[str, Any] | None = None, approval: str = ""
) -> Header:
    """The header for a table's log."""
    return Header(
        format=FORMAT,
        version=__version__,
        game=game,
        rules_hash=table.tables.digest(),
        rules=encode(table.rules),
        house=table.limits.house,
        notes=notes or {},
        approval=approval,
    )


class LogWriter:
    """A log file being written: appended to line by line, locked against a second writer."""

    def __init__(self, path: Path, file: BinaryIO, seal: str) -> None:
        self.path, self.file, self.seal = path, file, seal

    @classmethod
    def create(cls, path: Path, header: Header) -> LogWriter:
        """Begin a log; one that is there already is kept under the time it was last written."""
        try:
            if path.exists():
                put_aside(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            writer = cls(path, path.open("xb"), "")
        except OSError as error:
            raise LogError(f"log {str(path)!r} cannot be written: {error.strerror}") from None
        writer._lock()
        writer.append([header])
        return writer

    @classmethod
    def reopen(cls, path: Path) -> tuple[LogWriter, Header, list[ev.Event]]:
        """Go on with a log.

        A last line that a crash left unfinished is cut off first, and so is a round for which no
        more than wagers were placed.
        """
        data = _bytes(path)
        whole = data[: data.rfind(b"\n") + 1]
        header, events = parse(whole or data, name=path.name)
        kept = _before_open_wagers(events)
        whole = b"".join(whole.splitlines(keepends=True)[: 1 + kept])
        events = events[:kept]
        try:
            writer = cls(path, path.open("r+b"), whole[:-1].rpartition(b"\t")[2].decode())
            writer._lock()
            writer.file.truncate(len(whole))
            writer.file.seek(0, os.SEEK_END)
        except OSError as error:
            raise LogError(f"log {str(path)!r} cannot be written: {error.strerror}") from None
        return writer, header, events

    def append(self, records: Iterable[Header | ev.Event]) -> None:
        """Add records: JSON, a tab, and a seal over this line and all before it."""
        lines = []
        for record in records:
            body = msgspec.json.encode(record)
            self.seal = _seal(self.seal, body)
            lines.append(body + b"\t" + self.seal.encode() + b"\n")
        try:
            self.file.write(b"".join(lines))
            self.file.flush()
        except OSError as error:
            raise LogError(f"log {str(self.path)!r} cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """Let go of the file."""
        self.file.close()

    def _lock(self) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self.file.close()
                raise LogError(
                    f"log {str(self.path)!r} is in use by another sitting; name another file"
                ) from None


def _before_open_wagers(events: list[ev.Event]) -> int:
    """How many events there are before a last round whose wagers were never closed."""
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place], ev.WagersClosed):
            break
        if isinstance(events[place], ev.RoundOpened):
            return place
    return len(events)


def put_aside(path: Path) -> None:
    """Keep an earlier log under the time it was last written; anything else is left alone."""
    first = _bytes(path).partition(b"\n")[0]
    try:
        parse(first + b"\n", name=path.name)
    except LogError:
        raise LogError(f"log {str(path)!r}: a file that is no log is there; name another") from None
    with path.open("rb") as file:
        LogWriter(path, file, "")._lock()
        written = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
        path.rename(path.with_stem(f"{path.stem}-{written:%Y%m%d-%H%M%S-%f}"))


def write(path: Path, table: Table, game: str) -> None:
    """Write a table's whole log to a new file."""
    writer = LogWriter.create(path, header_of(table, game))
    writer.append(table.log)
    writer.close()


def card_of(event: ev.Event) -> int | None:
    """The card that left the shoe with an event, if one did and is known."""
    return event.card if isinstance(event, (*ev.FROM_SHOE, ev.TopCardBurned)) else None


def read(path: Path) -> tuple[Header, list[ev.Event]]:
    """The header and the events of a log file whose every seal is right."""
    return parse(_bytes(path), name=path.name)


def parse(data: bytes, *, name: str) -> tuple[Header, list[ev.Event]]:
    """The header and the events of a log's bytes."""
    if not data:
        raise LogError(f"{name}: the log is empty; its first line must be a header")
    if not data.endswith(b"\n"):
        last = data.count(b"\n") + 1
        raise LogError(f"{name}, line {last}: the log is cut off in mid-line")
    seal, header, events = "", None, []
    for number, line in enumerate(data[:-1].split(b"\n"), start=1):
        body, _, sealed = line.rpartition(b"\t")
        seal = _seal(seal, body)
        if sealed != seal.encode():
            raise LogError(
                f"{name}, line {number}: its seal is {sealed.decode(errors='replace')!r}, not "
                f"{seal!r}: this line or one before it was changed, moved or removed"
            )
        try:
            if header is None:
                header = msgspec.json.decode(body, type=Header)
            else:
                event = _event_decoder.decode(body)
                if not 0 <= (getattr(event, "card", 0) or 0) < 52:
                    raise msgspec.ValidationError(f"card = {event.card}: use 0 to 51")
                events.append(event)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise LogError(f"{name}, line {number}: not a record of a log: {error}") from None
    if header is None or header.format != FORMAT:
        raise LogError(
            f"{name}: log format {header and header.format}; this version reads {FORMAT}"
        )
    return header, events


def replay(header: Header, events: Sequence[ev.Event]) -> Table:
    """Play a log again from its cards and decisions; every event must come out the same.

    Where the log stops in the middle of what an action caused, the table has the rest of it too.
    """
    try:
        rules = decode(header.rules, Rules, origin="the log's header")
        table = Table(rules, header.house)
    except RulesError as error:
        raise LogError(str(error)) from None
    if table.tables.digest() != header.rules_hash:
        raise LogError(
            f"the log's rules hash to {table.tables.digest()[:12]}…, its header says "
            f"{header.rules_hash[:12]}…: rules and hash must belong together"
        )
    play_again(table, events)
    return table


def play_again(table: Table, events: Sequence[ev.Event], first: int = 1) -> list[ev.Event]:
    """Play events again at a table; every one must come out the same. `first` numbers them.

    What the rules give beyond them, where they stop in the middle of what an action caused.
    """
    done = 0
    beyond: list[ev.Event] = []
    while done < len(events):
        try:
            action = _cause(table, events, done)
            happened = table.do(action)
        except IllegalAction as error:
            raise LogError(
                f"event {done + first}, {describe(events[done])!r}: the rules do not allow it: "
                f"{error}"
            ) from None
        beyond = happened[len(events) - done :]
        for event in happened[: len(events) - done]:
            if event != events[done]:
                raise LogError(
                    f"event {done + first}: the log says {describe(events[done])!r}, "
                    f"the rules give {describe(event)!r}"
                )
            done += 1
    return beyond


def _cause(table: Table, events: Sequence[ev.Event], at: int) -> act.Action:
    """The action whose first event this is."""
    event = events[at]
    if isinstance(event, ev.RoundOpened | ev.WagerPlaced):
        return _placing(events, at)
    if isinstance(event, ev.HoleCardTurned) and table.want != Want.TURNED_HOLE_CARD:
        raise IllegalAction(f"nothing is turned now; {table.waiting()}")
    if type(event) in ev.MOVE_OF:
        return table.cause_of(event)
    simple = _CAUSES.get(type(event))
    if simple is None:
        raise IllegalAction(f"it is a consequence of nothing before it; {table.waiting()}")
    kind, fields = simple
    action: act.Action = kind(*(getattr(event, field) for field in fields))
    return action


def _placing(events: Sequence[ev.Event], at: int) -> act.PlaceWagers:
    if isinstance(events[at], ev.RoundOpened):
        at += 1
    wagers: dict[str, int] = {}
    first = events[at] if at < len(events) else None
    if not isinstance(first, ev.WagerPlaced):
        raise IllegalAction("a round opens with a wager")
    for event in events[at:]:
        same = isinstance(event, ev.WagerPlaced) and event.seat == first.seat
        if not isinstance(event, ev.WagerPlaced) or not same or event.bet in wagers:
            break
        wagers[event.bet] = event.cents
    return act.PlaceWagers(first.seat, first.player, wagers)


_CAUSES: dict[type[ev.Event], tuple[type[Any], tuple[str, ...]]] = {
    ev.ShoeShuffled: (act.Shuffle, ("ran_out",)),
    ev.TopCardBurned: (act.BurnTop, ("card",)),
    ev.WagerWithdrawn: (act.WithdrawWagers, ("seat",)),
    ev.WagersClosed: (act.CloseWagers, ()),
    ev.CardDealt: (act.DealCard, ("card",)),
    ev.UpcardDealt: (act.DealCard, ("card",)),
    ev.HoleCardDealt: (act.DealCard, ("card",)),
    ev.UpcardReplaced: (act.DealCard, ("card",)),
    ev.HoleCardTurned: (act.DealCard, ("card",)),
    ev.DealerDrew: (act.DealCard, ("card",)),
    ev.DealerPeeked: (act.TellPeek, ("natural",)),
    ev.InsuranceTaken: (act.Insure, ("seat", "cents")),
    ev.InsuranceDeclined: (act.DeclineInsurance, ("seat",)),
    ev.EvenMoneyTaken: (act.TakeEvenMoney, ("seat",)),
}


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LogError(f"log {path.name!r} cannot be read: {error.strerror}") from None


def _seal(before: str, body: bytes) -> str:
    return hashlib.blake2b(before.encode() + body, digest_size=_SEAL // 2).hexdigest()
