"""Checks a file of rounds: seals, cards and payouts, and that the rounds it names are in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from pitboss.rules.limits import House
from pitboss.store import records
from pitboss.store.findings import Finding
from pitboss.store.log_checker import LogChecker
from pitboss.store.proof_file import Excerpt, LogLine, LogRun
from pitboss.store.records import Entry, LimitsSet, TableOpened
from pitboss.store.seal_chain import SealChain
from pitboss.store.shoe_watch import KeptShoe
from pitboss.store.signed_heads import SignedHead, is_signed, name_of_hex
from pitboss.table import events as ev

Beside = Callable[[Entry, LogChecker], Iterable[Finding]]


def verify(
    excerpt: Excerpt, beside: Beside | None = None, heads: Sequence[SignedHead] = ()
) -> Iterator[Finding]:
    """Everything that is wrong with it. `beside` checks more, after each entry that is played.

    `heads` are signed heads that somebody has kept: one of the same size must be the file's.
    """

    def wrong(what: str, entry: int | None = None) -> Finding:
        return Finding(kind="file", what=what, table=excerpt.table, entry=entry)

    if excerpt.digest() != excerpt.checksum:
        yield wrong("the file's checksum does not fit: it was damaged or changed")
    runs = [[_entry(excerpt, line) for line in run.entries] for run in excerpt.runs]
    opened = _opened(runs)
    start = excerpt.start
    if opened is None:
        yield wrong("the file does not begin with the entry that opened the table", 1)
        return
    if not runs[-1] or runs[-1][0].seq != start.entry:
        yield wrong("the file's last run must begin where its rounds are played from", start.entry)
        return
    house, last = opened.house, 0
    for run, entries in zip(excerpt.runs[:-1], runs[:-1], strict=True):
        yield from _chain(run, entries)
        for entry in entries:
            if entry.seq <= last:
                yield wrong("the entries are not in order", entry.seq)
            last = entry.seq
            house = _house(entry, house)
    checker = LogChecker(excerpt.table, _known(excerpt))
    checker.chain = SealChain(start.entry - 1, excerpt.runs[-1].before)
    if (start.entry, start.event) != (1, 0):
        what = _bad_start(runs[-1][0], start.event, opened)
        if what:
            yield wrong(what, start.entry)
            return
        checker.begin(opened, house, runs[-1][0].round - _opens(runs[-1][0], start.event))
        if not _promise(checker, runs, start.event):
            yield wrong("the promise of the shoe that is dealt first is not in it", start.entry)
        yield from _found(checker)
    yield from _play(checker, runs[-1], start.event, beside)
    yield from _rounds(excerpt, runs[-1], wrong)
    if (runs[-1][-1].seq, runs[-1][-1].seal) != (excerpt.head.seq, excerpt.head.seal) and (
        runs[-1][-1].seq >= excerpt.head.seq
    ):
        yield wrong("the table's head does not fit its last entry", excerpt.head.seq)
    yield from _signed(excerpt, [entries[-1] for entries in runs if entries], heads)


def _signed(excerpt: Excerpt, ends: list[Entry], heads: Sequence[SignedHead]) -> Iterator[Finding]:
    """The places of the runs' last entries in the signed log."""

    def wrong(what: str, entry: Entry = ends[-1]) -> Finding:
        return Finding(kind="tree", what=what, table=excerpt.table, entry=entry.seq)

    place = excerpt.signed
    if isinstance(place, msgspec.UnsetType):
        if heads:
            yield wrong("the file does not say where it stands in the signed log")
        return
    head, places = place.head, [*place.earlier, place.inclusion]
    if len(places) != len(ends):
        yield wrong(f"{len(places)} places in the signed log are given for {len(ends)} runs")
    for found, end in zip(places, ends, strict=False):
        if (found.table, found.entry, found.seal) != (excerpt.table, end.seq, end.seal):
            yield wrong("the place in the signed log is another entry's", end)
        if found.size != head.size or not found.holds(head.root):
            yield wrong(f"it is not under the head of entry {head.size} that the file has", end)
    if head.key != name_of_hex(place.public) or not is_signed(
        head.text(), head.signature, place.public
    ):
        yield wrong(f"the head of entry {head.size} is not signed with the key {head.key}")
    for one in heads:
        if one.size == head.size and one.root != head.root:
            yield wrong(f"the head of entry {head.size} is not the one that was kept")


def _play(
    checker: LogChecker, entries: list[Entry], first: int, beside: Beside | None
) -> Iterator[Finding]:
    for entry in entries:
        checker.see(entry, first)
        first = 0
        yield from _found(checker)
        if beside is not None:
            yield from beside(entry, checker)


def _found(checker: LogChecker) -> Iterator[Finding]:
    yield from checker.found
    checker.found.clear()


def _promise(checker: LogChecker, runs: list[list[Entry]], start: int) -> bool:
    """Let the checker know what was promised of the shoe that is shuffled at the start.

    False if that is not in the file.
    """
    first = runs[-1][0]
    shuffle = first.events[start]
    if not isinstance(shuffle, records.ShoeSeeded) or checker.shoes is None:
        return True
    promises = checker.shoes.promises
    before = [(entry, event) for run in runs[:-1] for entry in run for event in _events(entry)]
    for entry, event in (*before, *((first, event) for event in first.events[:start])):
        if not isinstance(event, records.ShoeEvent) or event.number != shuffle.number:
            continue
        if isinstance(event, records.ShoeCommitted) and event.method:
            promises.promised(event, entry.seq, None)
        elif isinstance(event, records.SeedAdded):
            promises.added(event, entry.actor, None)
    return promises.next is not None


def _rounds(
    excerpt: Excerpt, entries: list[Entry], wrong: Callable[[str], Finding]
) -> Iterator[Finding]:
    """The rounds it is said to hold must be in it."""
    played: set[int] = set()
    for entry in entries:
        played |= {event.number for event in _events(entry) if isinstance(event, ev.RoundClosed)}
    for number in range(excerpt.first, excerpt.last + 1):
        if number not in played:
            yield wrong(f"round {number} is not in it")


def _entry(excerpt: Excerpt, line: LogLine) -> Entry:
    return Entry(
        table=excerpt.table, seq=line.seq, round=line.round, at=line.at, actor=line.actor,
        body=line.body.encode(), seal=line.seal, key=line.key,
    )  # fmt: skip


def opening_of(excerpt: Excerpt) -> TableOpened | None:
    """How the table of a file was opened, where the file can be read that far."""
    return _opened([[_entry(excerpt, line) for line in run.entries] for run in excerpt.runs])


def _opened(runs: list[list[Entry]]) -> TableOpened | None:
    if not runs or not runs[0] or runs[0][0].seq != 1:
        return None
    try:
        first = runs[0][0].events
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return first[0] if first and isinstance(first[0], TableOpened) else None


def _chain(run: LogRun, entries: list[Entry]) -> Iterator[Finding]:
    chain = SealChain(entries[0].seq - 1 if entries else 0, run.before)
    for entry in entries:
        for seq, what in chain.follow(entry):
            yield Finding(kind="chain", what=what, table=entry.table, entry=seq)


def _house(entry: Entry, house: House) -> House:
    for event in _events(entry):
        if isinstance(event, LimitsSet):
            house = event.house
    return house


def _events(entry: Entry) -> list[ev.Event]:
    """None where they cannot be read: then that is said elsewhere, at least of its seal."""
    try:
        return entry.events
    except (msgspec.DecodeError, UnicodeDecodeError):
        return []


def _bad_start(entry: Entry, place: int, opened: TableOpened) -> str | None:
    """Why rounds cannot be played from this event on."""
    try:
        events = entry.events
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return f"it holds no list of events: {error}"
    if not 0 <= place < len(events) or not (
        isinstance(events[place], ev.ShoeShuffled | ev.RoundOpened)
        if opened.settings.typed
        else records.shuffles(events[place])
    ):
        return "rounds can be played again only from where a shoe was shuffled"
    return None


def _opens(entry: Entry, place: int) -> int:
    """How many rounds an entry opens from this event on; its own number is the last one's."""
    return sum(isinstance(event, ev.RoundOpened) for event in entry.events[place:])


def _known(excerpt: Excerpt) -> Callable[[int, int], KeptShoe | None]:
    orders = {order.number: order for order in excerpt.shoes}

    def kept(number: int, entry: int) -> KeptShoe | None:  # noqa: ARG001
        order = orders.get(number)
        if order is None:
            return None
        try:
            cards, nonce = bytes.fromhex(order.cards), bytes.fromhex(order.nonce)
        except ValueError:
            cards = nonce = b""
        return KeptShoe(number=number, commitment=order.commitment, cards=cards, nonce=nonce)

    return kept
