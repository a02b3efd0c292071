"""The house promises, players add seeds, then the shoe is shuffled: whatever is otherwise is found.

Where a log is changed here all seals are made right again, as the house itself could: what is found
is found by the seeds and the promises.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.rules.limits import House
from pitboss.store import journal, records, schema
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.proof_checker import verify
from pitboss.store.proof_collector import collect
from pitboss.store.proof_file import Excerpt
from pitboss.store.records import Entry, SeedAdded, ShoeCommitted, ShoeRevealed, ShoeSeeded
from pitboss.table import events as ev
from tests.store.playing import MONEY, PLAYERS, Sitting
from tests.store.playing import MUCH_PLAYED as TABLE
from tests.store.shuffled import check_shoes, order_of
from tests.store.test_audit import _reseal, audited

CSM, DEEP, CLOSED = 6, 7, 9


def log_of(database: Database, table: int) -> list[Entry]:
    with database.read() as connection:
        return list(journal.entries(connection, table))


def of_kind(entries: list[Entry], kind: type[Any]) -> list[tuple[Entry, Any]]:
    return [
        (entry, event) for entry in entries for event in entry.events if isinstance(event, kind)
    ]


# As it should be


@pytest.mark.parametrize(("table", "decks", "least"), [(TABLE, 6, 1), (CSM, 6, 7), (DEEP, 2, 2)])
def test_every_shoe_is_the_one_that_its_seeds_give(
    played: Database, table: int, decks: int, least: int
) -> None:
    entries = log_of(played, table)
    assert check_shoes(entries, decks) >= least
    seeded = of_kind(entries, ShoeSeeded)
    assert {player for _, event in seeded for player, _ in event.seeds} >= {"ann", "bob"}


def test_a_promise_stands_before_its_seeds_and_these_before_the_shuffle(played: Database) -> None:
    entries = log_of(played, TABLE)
    order = [
        (type(event).__name__, event.number)
        for entry in entries
        for event in entry.events
        if isinstance(event, ShoeCommitted | SeedAdded | ShoeSeeded)
    ]
    for number in (1, 2):
        mine = [place for place, (_, one) in enumerate(order) if one == number]
        kinds = [order[place][0] for place in mine]
        assert kinds[0] == "ShoeCommitted"
        assert kinds[-1] == "ShoeSeeded"
        assert set(kinds[1:-1]) == {"SeedAdded"}
    assert [event.number for _, event in of_kind(entries, ShoeCommitted)][:3] == [1, 2, 3]
    assert all(event.method == "pitboss-shuffle-1" for _, event in of_kind(entries, ShoeCommitted))


def test_the_last_seed_of_each_who_sits_there_counts(played: Database) -> None:
    entries = log_of(played, TABLE)
    _, first = of_kind(entries, ShoeSeeded)[0]
    added = [event for _, event in of_kind(entries, SeedAdded) if event.number == 1]
    assert next(event.seed for event in added if event.player == "bob") == "first"
    last = {event.player: event.seed for event in added}
    assert first.seeds == sorted(last.items())
    assert "first" not in dict(first.seeds).values()


def test_a_shoe_that_ran_out_is_followed_by_one_of_the_cards_that_are_not_on_the_felt(
    played: Database,
) -> None:
    entries = log_of(played, DEEP)
    revealed = {event.number: event for _, event in of_kind(entries, ShoeRevealed)}
    seeded = {event.number: dict(event.seeds) for _, event in of_kind(entries, ShoeSeeded)}
    small = [event for event in revealed.values() if len(event.cards) < 2 * 104]
    assert small
    for event in small:
        cards = list(bytes.fromhex(event.cards))
        assert cards == order_of(event.nonce, seeded[event.number], cards)


def test_a_table_that_closes_reveals_the_seed_it_promised_and_never_used(played: Database) -> None:
    entries = log_of(played, CLOSED)
    promised = {event.number: event.commitment for _, event in of_kind(entries, ShoeCommitted)}
    used = {event.number for _, event in of_kind(entries, ShoeSeeded)}
    last = [event for event in entries[-1].events if isinstance(event, ShoeRevealed)][-1]
    assert last.number == max(promised)
    assert last.number not in used
    assert last.cards == ""
    assert hashlib.sha256(bytes.fromhex(last.nonce)).hexdigest() == promised[last.number]


# Changes by somebody who can make seals

Events = list[ev.Event]


def change(connection: Connection, entry: Entry, work: Callable[[Events], Events | None]) -> None:
    events = entry.events
    other = work(events)
    _reseal(connection, entry, records.encode(events if other is None else other))


def find(
    connection: Connection, kind: type[Any], number: int, table: int = TABLE
) -> tuple[Entry, int]:
    """The last event of a kind about a shoe, and its place."""
    found = [
        (entry, place)
        for entry in journal.entries(connection, table)
        for place, event in enumerate(entry.events)
        if isinstance(event, kind) and event.number == number
    ]
    return found[-1]


def with_seeds(work: Callable[[list[tuple[str, str]]], list[tuple[str, str]]]) -> Any:
    """The seeds that count for shoe 2 are others."""

    def attack(connection: Connection) -> int:
        entry, place = find(connection, ShoeSeeded, 2)

        def other(events: Events) -> None:
            event: Any = events[place]
            events[place] = ShoeSeeded(2, work(list(event.seeds)))

        change(connection, entry, other)
        return entry.seq

    return attack


def added_by_another(connection: Connection) -> int:
    entry, place = find(connection, SeedAdded, 2)
    other = {"ann": "bob", "bob": "ann"}[entry.actor]

    def work(events: Events) -> None:
        event: Any = events[place]
        events[place] = SeedAdded(2, other, event.seed)

    change(connection, entry, work)
    return entry.seq


def added_by_a_stranger(connection: Connection) -> int:
    entry, place = find(connection, SeedAdded, 2)
    change(connection, entry, lambda events: [*events, SeedAdded(2, "eve", "x")])
    assert place >= 0
    return entry.seq


def never_added(connection: Connection) -> int:
    entry, place = find(connection, SeedAdded, 2)
    change(connection, entry, lambda events: events[:place] + events[place + 1 :])
    return find(connection, ShoeSeeded, 2)[0].seq


def no_seed_at_all(connection: Connection) -> int:
    entry, place = find(connection, SeedAdded, 2)
    change(connection, entry, lambda events: [
        SeedAdded(2, event.player, "no seed!") if event is events[place]  # type: ignore[attr-defined]
        else event for event in events
    ])  # fmt: skip
    return entry.seq


def promised_otherwise(connection: Connection) -> int:
    entry, place = find(connection, ShoeCommitted, 2)

    def work(events: Events) -> None:
        events[place] = ShoeCommitted(2, "0" * 64, "pitboss-shuffle-1")

    change(connection, entry, work)
    return find(connection, ShoeSeeded, 2)[0].seq


def promised_by_another_method(connection: Connection) -> int:
    entry, place = find(connection, ShoeCommitted, 2)

    def work(events: Events) -> None:
        event: Any = events[place]
        events[place] = ShoeCommitted(2, event.commitment, "as-we-like")

    change(connection, entry, work)
    return entry.seq


def promised_after_the_seeds(connection: Connection) -> int:
    """The promise is taken from where it stood and put where the shoe is shuffled."""
    entry, place = find(connection, ShoeCommitted, 2)
    promise = entry.events[place]
    change(connection, entry, lambda events: events[:place] + events[place + 1 :])
    entry, place = find(connection, ShoeSeeded, 2)
    change(connection, entry, lambda events: [*events[:place], promise, *events[place:]])
    return entry.seq


def promised_twice(connection: Connection) -> int:
    entry, place = find(connection, ShoeCommitted, 2)
    again = ShoeCommitted(2, "1" * 64, "pitboss-shuffle-1")
    change(connection, entry, lambda events: [*events, again])
    assert place >= 0
    return entry.seq


def given_up(connection: Connection) -> int:
    """Shoe 2 is never shuffled: its seed is published, and shoe 3 promised in its stead."""
    entry, place = find(connection, ShoeSeeded, 2)
    row = connection.execute(
        sa.select(schema.shoes).where(schema.shoes.c.table_id == TABLE, schema.shoes.c.number == 2)
    ).one()
    reveal = ShoeRevealed(2, "", bytes(row.nonce).hex())
    anew = ShoeCommitted(3, "1" * 64, "pitboss-shuffle-1")
    change(connection, entry, lambda events: [*events[:place], reveal, anew, *events[place:]])
    return entry.seq


def as_before(connection: Connection) -> int:
    """Back to the old way: the house alone says what the order is."""
    entry, place = find(connection, ShoeSeeded, 2)
    row = connection.execute(
        sa.select(schema.shoes).where(schema.shoes.c.table_id == TABLE, schema.shoes.c.number == 2)
    ).one()
    promise = hashlib.sha256(bytes(row.nonce) + bytes(row.cards)).hexdigest()

    def work(events: Events) -> None:
        events[place] = ShoeCommitted(2, promise)

    change(connection, entry, work)
    return entry.seq


ATTACKS: dict[str, tuple[Callable[[Connection], int], str]] = {
    "a seed left out": (with_seeds(lambda seeds: seeds[1:]), "other seeds than were added: ann"),
    "another seed": (
        with_seeds(lambda seeds: [("ann", "mine"), *seeds[1:]]), "other seeds than were added: ann"
    ),
    "a seed too many": (
        with_seeds(lambda seeds: [*seeds, ("zed", "z")]), "other seeds than were added: zed"
    ),
    "seeds in another order": (with_seeds(lambda seeds: seeds[::-1]), "order of their players"),
    "a seed in another's name": (added_by_another, "was added by"),
    "a seed of somebody who does not sit there": (added_by_a_stranger, "does not sit here"),
    "a seed that was never added": (never_added, "with other seeds than were added"),
    "a seed that is none": (no_seed_at_all, "is none: 'no seed!'"),
    "another promise": (promised_otherwise, "hashes to"),
    "another method": (promised_by_another_method, "is not known here"),
    "a promise after the seeds": (promised_after_the_seeds, "nobody could add a seed before"),
    "two promises": (promised_twice, "waits to be shuffled"),
    "a promise that is given up": (given_up, "although shoe 2 was never shuffled"),
    "a shoe without a method": (as_before, "without a method, as earlier versions did"),
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_an_unfair_shoe_is_found_under_right_seals(played: Database, name: str) -> None:
    attack, words = ATTACKS[name]
    with played.read() as connection:
        seq = attack(connection)
        found = [one for one in audited(connection) if one.kind == "shoe"]
    assert any(one.entry == seq and words in one.what for one in found), "\n".join(map(str, found))


def swapped(data: bytes) -> bytes:
    """Two cards of different rank near the end, which nobody has seen yet, exchanged."""
    order = bytearray(data)
    one = next(n for n in range(len(order) - 2, 0, -1) if order[n] != order[-1])
    order[one], order[-1] = order[-1], order[one]
    return bytes(order)


def test_cards_exchanged_where_nobody_has_seen_them_yet_are_found(played: Database) -> None:
    with played.read() as connection:
        row = now_dealt(connection)
        set_shoe(connection, row, cards=swapped(bytes(row.cards)))
        found = audited(connection)
    assert [(one.kind, one.entry) for one in found] == [("shoe", row.opened)]
    assert "in another order than the seeds give" in found[0].what


def now_dealt(connection: Connection) -> Any:
    shoes = schema.shoes.c
    return connection.execute(
        sa.select(schema.shoes)
        .where(shoes.revealed.is_(None), sa.func.length(shoes.cards) > 0)
        .order_by(shoes.table_id)
    ).first()


def set_shoe(connection: Connection, row: Any, **values: Any) -> None:
    shoes = schema.shoes.c
    connection.execute(
        sa.update(schema.shoes)
        .where(shoes.table_id == row.table_id, shoes.number == row.number)
        .values(values)
    )


@pytest.mark.parametrize("also_promise", [False, True])
def test_another_seed_for_the_next_shoe_is_found(played: Database, also_promise: bool) -> None:
    with played.read() as connection:
        row = next_one(connection)
        values: dict[str, Any] = {"nonce": bytes(32)}
        if also_promise:
            values["commitment"] = hashlib.sha256(bytes(32)).hexdigest()
        set_shoe(connection, row, **values)
        found = audited(connection)
    assert [(one.kind, one.table) for one in found] == [("shoe", row.table_id)]
    assert "another seed is kept" in found[0].what


def test_an_order_before_the_shuffle_is_found(played: Database) -> None:
    with played.read() as connection:
        row = next_one(connection)
        set_shoe(connection, row, cards=bytes(range(52)) * 6)
        assert "and no more" in audited(connection)[0].what


def next_one(connection: Connection) -> Any:
    shoes = schema.shoes.c
    return connection.execute(
        sa.select(schema.shoes)
        .where(shoes.revealed.is_(None), sa.func.length(shoes.cards) == 0)
        .order_by(shoes.table_id)
    ).first()


# One round in a file


def proof_of(database: Database, table: int, played_round: int) -> Excerpt:
    with database.read() as connection:
        return collect(connection, table, played_round, played_round)


def lines(excerpt: Excerpt) -> Iterator[tuple[int, ev.Event]]:
    for run in excerpt.runs:
        for line in run.entries:
            yield from ((line.seq, event) for event in records.decode(line.body.encode()))


@pytest.mark.parametrize(("table", "number"), [(TABLE, 40), (CSM, 5), (CLOSED, 2), (DEEP, 1)])
def test_a_round_comes_with_the_promise_the_seeds_and_the_order_of_its_shoe(
    played: Database, table: int, number: int
) -> None:
    excerpt = proof_of(played, table, number)
    seeded_at, seeded = next(
        (seq, event)
        for seq, event in lines(excerpt)
        if isinstance(event, ShoeSeeded) and seq == excerpt.start.entry
    ) if excerpt.start.entry > 1 else next(
        (seq, event) for seq, event in lines(excerpt) if isinstance(event, ShoeSeeded)
    )  # fmt: skip
    [(promised_at, promise)] = [
        (seq, event)
        for seq, event in lines(excerpt)
        if isinstance(event, ShoeCommitted) and event.number == seeded.number
    ]
    added = {
        event.player: event.seed
        for seq, event in lines(excerpt)
        if isinstance(event, SeedAdded) and event.number == seeded.number and seq <= seeded_at
    }
    assert promised_at < seeded_at
    assert dict(seeded.seeds) == added
    assert set(added) <= {"ann", "bob"}
    assert added
    for shoe in (one for one in excerpt.shoes if one.number == seeded.number):  # if revealed
        cards = list(bytes.fromhex(shoe.cards))
        assert hashlib.sha256(bytes.fromhex(shoe.nonce)).hexdigest() == promise.commitment
        assert cards == order_of(shoe.nonce, dict(seeded.seeds), cards)
    assert list(verify(excerpt)) == []
    assert excerpt.format == 2


def test_a_file_without_the_promise_or_a_seed_is_refused(played: Database) -> None:
    excerpt = proof_of(played, CSM, 5)
    assert len(excerpt.runs) >= 3
    for place in range(1, len(excerpt.runs) - 1):
        if '"seed":"first"' in excerpt.runs[place].entries[0].body:
            continue  # it was followed by another, and did not count
        fewer = proof_of(played, CSM, 5)
        gone = fewer.runs.pop(place)
        fewer.checksum = fewer.digest()
        said = [one.what for one in verify(fewer)]
        promise = any('"ShoeCommitted"' in line.body for line in gone.entries)
        words = "the promise of the shoe that is dealt first is not in it" if promise else (
            "with other seeds than were added"
        )  # fmt: skip
        assert any(words in what for what in said), said


def test_an_order_that_the_seeds_do_not_give_is_refused_in_a_file(played: Database) -> None:
    excerpt = proof_of(played, CSM, 5)
    [shoe] = excerpt.shoes
    shoe.cards = swapped(bytes.fromhex(shoe.cards)).hex()
    excerpt.checksum = excerpt.digest()
    assert any("in another order than the seeds give" in one.what for one in verify(excerpt))


def test_nobody_has_to_add_a_seed(url: str) -> None:
    """The promise alone is left, as it was before players could add theirs."""

    def work(connection: Connection) -> None:
        for player in PLAYERS:
            journal.issue(connection, player, MONEY, now_ms())
        rng = random.Random(1)
        sitting = Sitting.open(connection, "blackjack", rng, house=House(shoe="csm"))
        sitting.seeding = False
        sitting.play(3)

    database = Database(url)
    try:
        database.write(work).result()
        with database.read() as connection:
            assert audited(connection) == []
            assert check_shoes(list(journal.entries(connection, 1)), 6) == 3
    finally:
        database.close()
