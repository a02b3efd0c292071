"""Log files: a header with the rules, then one event a line, each sealed to the line before.

`write` and `read` keep the file; `replay` does not believe it: it plays the cards and decisions of
the log again and compares every event, so a payout that the rules do not give is found and located.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

import pitboss
from pitboss.rules.decode import decode, encode
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import House
from pitboss.rules.vocabulary import Rules
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.engine import IllegalAction, Table
from pitboss.table.flow import Want
from pitboss.table.text import describe

FORMAT = 1
_SEAL = 16


class LogError(ValueError):
    """A log that cannot be trusted; the message says where and why."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a log."""

    format: int
    version: str
    game: str
    rules_hash: str
    rules: dict[str, Any]
    house: House
    notes: dict[str, Any] = {}
    """Whatever the host of the table needs to go on from here."""


_event_decoder = msgspec.json.Decoder(ev.AnyEvent)


def header_of(table: Table, game: str, notes: dict[str, Any] | None = None) -> Header:
    """The header for a table's log."""
    return Header(
        format=FORMAT,
        version=pitboss.__version__,
        game=game,
        rules_hash=table.tables.digest(),
        rules=encode(table.rules),
        house=table.limits.house,
        notes=notes or {},
    )


def start(path: Path, header: Header) -> str:
    """Begin a new log file; the seal the next line continues from."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    return append(path, [header], "")


def append(path: Path, records: Iterable[Header | ev.Event], seal: str) -> str:
    """Add records to a log file: JSON, a tab, and a seal over this line and all before it."""
    lines = []
    for record in records:
        body = msgspec.json.encode(record)
        seal = _seal(seal, body)
        lines.append(body + b"\t" + seal.encode() + b"\n")
    with path.open("ab") as file:
        file.write(b"".join(lines))
    return seal


def write(path: Path, table: Table, game: str) -> None:
    """Write a table's whole log to a new file."""
    append(path, table.log, start(path, header_of(table, game)))


def drop_partial_line(path: Path) -> None:
    """Cut off a last line that a crash left unfinished, so that the log can go on."""
    data = path.read_bytes() if path.exists() else b"\n"
    if not data.endswith(b"\n"):
        path.write_bytes(data[: data.rfind(b"\n") + 1])


def last_seal(path: Path) -> str:
    """The seal the next line of a log file continues from."""
    return path.read_bytes()[:-1].rpartition(b"\t")[2].decode()


def card_of(event: ev.Event) -> int | None:
    """The card that left the shoe with an event, if one did and is known."""
    kinds = ev.CardDealt | ev.UpcardDealt | ev.HoleCardDealt | ev.UpcardReplaced | ev.DealerDrew
    return event.card if isinstance(event, kinds | ev.TopCardBurned) else None


def read(path: Path) -> tuple[Header, list[ev.Event]]:
    """The header and the events of a log file whose every seal is right."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LogError(f"log {path.name!r} cannot be read: {error.strerror}") from None
    return parse(data, name=path.name)


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
                events.append(_event_decoder.decode(body))
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
    done = 0
    while done < len(events):
        try:
            action = _cause(table, events, done)
            happened = table.do(action)
        except IllegalAction as error:
            raise LogError(
                f"event {done + 1}, {describe(events[done])!r}: the rules do not allow it: {error}"
            ) from None
        for event in happened[: len(events) - done]:
            if event != events[done]:
                raise LogError(
                    f"event {done + 1}: the log says {describe(events[done])!r}, "
                    f"the rules give {describe(event)!r}"
                )
            done += 1
    return table


def _cause(table: Table, events: Sequence[ev.Event], at: int) -> act.Action:
    """The action whose first event this is."""
    event = events[at]
    if isinstance(event, ev.RoundOpened | ev.WagerPlaced):
        return _placing(events, at)
    if isinstance(event, ev.HoleCardTurned) and table.want != Want.TURNED_HOLE_CARD:
        raise IllegalAction(f"nothing is turned now; {table.waiting()}")
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
    ev.HitTaken: (act.Hit, ("seat",)),
    ev.HandStood: (act.Stand, ("seat",)),
    ev.HandDoubled: (act.Double, ("seat",)),
    ev.HandSplit: (act.Split, ("seat",)),
    ev.HandSurrendered: (act.Surrender, ("seat",)),
    ev.WagerTakenBack: (act.TakeBack, ("seat",)),
    ev.CardBurned: (act.Mulligan, ("seat",)),
    ev.CardKept: (act.Keep, ("seat",)),
}


def _seal(before: str, body: bytes) -> str:
    return hashlib.blake2b(before.encode() + body, digest_size=_SEAL // 2).hexdigest()
