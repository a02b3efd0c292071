"""The audit: clean where nothing was changed, and every change found at its place."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.rules.limits import House
from pitboss.store import journal, records, schema
from pitboss.store.accounts import STAKE
from pitboss.store.audit import Audit
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.findings import Finding
from pitboss.store.ledger import felt, rack, wallet
from pitboss.store.records import Entry
from pitboss.table import events as ev
from tests.store.playing import MONEY, PLAYERS, Sitting, fill, run_out
from tests.store.playing import MUCH_PLAYED as TABLE

Place = tuple[str, int | None, int | None]
Change = Callable[[Connection], Place]


def audited(connection: Connection) -> list[Finding]:
    return list(Audit(connection).everything())


def places(findings: list[Finding]) -> set[Place]:
    return {(found.kind, found.table, found.entry) for found in findings}


# Clean


def test_a_card_room_is_clean(played: Database) -> None:
    with played.read() as connection:
        audit = Audit(connection)
        assert list(audit.everything()) == []
        counts = audit.counts
        rows = {
            table.name: connection.scalar(sa.select(sa.func.count()).select_from(table))
            for table in schema.metadata.sorted_tables
        }
    assert counts.tables == rows["tables"] - 2  # type: ignore[operator]
    assert counts.entries == rows["log"]
    assert counts.shoes == rows["shoes"]
    assert counts.movements == rows["ledger"]
    assert counts.results == rows["results"]
    assert counts.accounts == rows["balances"]
    assert counts.rounds > 150
    assert counts.typed == 1
    assert counts.issued == 3_000_000_00 + 4 * STAKE  # four learn and teach
    assert counts.answers == rows["school_answers"]


def test_the_card_room_has_all_there_is_to_check(played: Database) -> None:
    """Otherwise a clean audit would say little."""
    seen: set[str] = set()
    with played.read() as connection:
        for number in Audit(connection).numbers():
            for entry in journal.entries(connection, number):
                for event in entry.events:
                    seen.add(ev.logged_name(event))
                    if isinstance(event, ev.ShoeShuffled) and event.ran_out:
                        seen.add("ran out")
    no_game_has_them = {"HandEnded", "HandPlayedOn"}
    rare = {"HandSurrendered", "EvenMoneyTaken", "InsuranceTaken", "WagerWithdrawn"}
    elsewhere = {records.RegisterBegun, records.RowsLeftBehind}  # test_register.py's
    of_the_house = {*records.ACTS, records.WalletRefilled, *elsewhere}  # and test_house_acts.py's
    kinds = {
        str(kind.__struct_config__.tag)
        for kind in ev.Event.__subclasses__()
        if kind not in of_the_house
    } - no_game_has_them
    assert kinds - seen <= rare
    assert "ran out" in seen


def test_one_table_and_one_round_can_be_audited_alone(played: Database) -> None:
    with played.read() as connection:
        for number in Audit(connection).numbers():
            audit = Audit(connection)
            assert list(audit.table(number)) == []
        for number in range(1, 11):
            for one in (1, 2, 4):
                audit = Audit(connection)
                assert list(audit.round(number, one)) == []
                assert audit.counts.rounds >= 1


def test_it_tells_how_far_it_is(played: Database) -> None:
    told: list[tuple[int, int]] = []
    with played.read() as connection:
        audit = Audit(connection, lambda done, whole: told.append((done, whole)))
        assert list(audit.everything()) == []
    assert told[0][0] == 1000
    assert {whole for _, whole in told} == {audit.counts.entries}


# One change


def _update(table: sa.Table, **values: Any) -> Callable[[Connection, Any], None]:
    """Change a row that was picked before."""

    def work(connection: Connection, row: Any) -> None:
        mine = [column == getattr(row, column.name) for column in table.primary_key.columns]
        connection.execute(
            sa.update(table)
            .where(*mine)
            .values({name: value(getattr(row, name)) for name, value in values.items()})
        )

    return work


def _pick(connection: Connection, table: sa.Table, *where: Any, offset: int = 0) -> Any:
    wanted = sa.select(table).where(*where).order_by(*table.primary_key.columns)
    return connection.execute(wanted.limit(1).offset(offset)).one()


def _in_middle(connection: Connection) -> Any:
    return _pick(connection, schema.log, schema.log.c.table_id == TABLE, offset=200)


def _flip(data: bytes, place: int | None = None, bit: int = 1) -> bytes:
    place = len(data) // 2 if place is None else place
    return data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]


def _other(text: str) -> str:
    """The same length, one letter changed."""
    place = len(text) // 2
    return text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]


def _more(number: int) -> int:
    return number + 1


def _less(number: int) -> int:
    return number - 1


def of_log(**values: Any) -> Change:
    def change(connection: Connection) -> Place:
        row = _in_middle(connection)
        _update(schema.log, **values)(connection, row)
        return "chain", TABLE, row.seq

    return change


def key_gone(connection: Connection) -> Place:
    row = _pick(
        connection, schema.log, schema.log.c.table_id == TABLE, schema.log.c.key != "", offset=50
    )
    _update(schema.log, key=lambda _: "")(connection, row)
    return "chain", TABLE, row.seq


def of_rows(table: sa.Table, kind: str, **values: Any) -> Change:
    def change(connection: Connection) -> Place:
        row = _pick(connection, table, table.c.table_id == TABLE, offset=50)
        _update(table, **values)(connection, row)
        return kind, TABLE, row.seq

    return change


def of_shoe(at: str = "opened", offset: int = 1, **values: Any) -> Change:
    def change(connection: Connection) -> Place:
        row = _pick(connection, schema.shoes, schema.shoes.c.table_id == TABLE, offset=offset)
        _update(schema.shoes, **values)(connection, row)
        return "shoe", TABLE, getattr(row, at)

    return change


def of_head(kind: str, where: Callable[[Any], int | None], **values: Any) -> Change:
    def change(connection: Connection) -> Place:
        row = _pick(connection, schema.tables, schema.tables.c.id == TABLE)
        _update(schema.tables, **values)(connection, row)
        return kind, TABLE, where(row)

    return change


def of_balance(account: str, table: int | None) -> Change:
    def change(connection: Connection) -> Place:
        row = _pick(connection, schema.balances, schema.balances.c.account == account)
        _update(schema.balances, cents=_more)(connection, row)
        return "balance", table, None

    return change


def gone(table: sa.Table, kind: str, offset: int) -> Change:
    def change(connection: Connection) -> Place:
        row = _pick(connection, table, table.c.table_id == TABLE, offset=offset)
        mine = [column == getattr(row, column.name) for column in table.primary_key.columns]
        connection.execute(sa.delete(table).where(*mine))
        return kind, TABLE, row.seq

    return change


def last_gone(connection: Connection) -> Place:
    log = schema.log.c
    seq = connection.scalar(sa.select(sa.func.max(log.seq)).where(log.table_id == TABLE))
    connection.execute(sa.delete(schema.log).where(log.table_id == TABLE, log.seq == seq))
    return "chain", TABLE, seq


def one_more(connection: Connection) -> Place:
    """An entry behind the head, rightly sealed."""
    *_, last = journal.entries(connection, TABLE)
    body = b'[{"type":"RoundOpened","number":1}]'
    values = {"table_id": TABLE, "seq": last.seq + 1, "round": last.round, "at": 0, "actor": ""}
    seal = records.seal(last.seal, (TABLE, last.seq + 1, last.round, 0, "", body))
    connection.execute(sa.insert(schema.log), {**values, "body": body, "seal": seal})
    return "chain", TABLE, last.seq + 1


def swapped_entries(connection: Connection) -> Place:
    seq, log = _in_middle(connection).seq, schema.log.c
    for old, new in ((seq, -1), (seq + 1, seq), (-1, seq + 1)):
        connection.execute(
            sa.update(schema.log).where(log.table_id == TABLE, log.seq == old).values(seq=new)
        )
    return "chain", TABLE, seq


def swapped_shoes(connection: Connection) -> Place:
    shoes = schema.shoes.c
    first, second = (
        _pick(connection, schema.shoes, shoes.table_id == TABLE, offset=n) for n in (0, 1)
    )
    for row, other in ((first, second), (second, first)):
        connection.execute(
            sa.update(schema.shoes)
            .where(shoes.table_id == TABLE, shoes.number == row.number)
            .values(cards=other.cards, nonce=other.nonce, commitment=other.commitment)
        )
    return "shoe", TABLE, second.opened


def shoe_gone(connection: Connection) -> Place:
    shoes = schema.shoes.c
    row = _pick(connection, schema.shoes, shoes.table_id == TABLE, offset=1)
    connection.execute(
        sa.delete(schema.shoes).where(shoes.table_id == TABLE, shoes.number == row.number)
    )
    return "shoe", TABLE, row.opened


def shoe_too_many(connection: Connection) -> Place:
    values = {"number": 900, "commitment": "0" * 64, "nonce": b"", "cards": b"", "opened": 77}
    connection.execute(sa.insert(schema.shoes), {"table_id": TABLE, **values})
    return "shoe", TABLE, 77


def ledger_too_many(connection: Connection) -> Place:
    row = _pick(connection, schema.ledger, schema.ledger.c.table_id == TABLE, offset=50)
    connection.execute(sa.insert(schema.ledger), {**row._mapping, "line": 40})
    return "ledger", TABLE, row.seq


def ledger_of_no_table(connection: Connection) -> Place:
    row = _pick(connection, schema.ledger, schema.ledger.c.table_id == TABLE, offset=50)
    connection.execute(sa.insert(schema.ledger), {**row._mapping, "table_id": 777})
    return "ledger", 777, row.seq


def result_too_many(connection: Connection) -> Place:
    row = _pick(connection, schema.results, schema.results.c.table_id == TABLE, offset=50)
    connection.execute(sa.insert(schema.results), {**row._mapping, "line": 40})
    return "result", TABLE, row.seq


def money_from_nowhere(connection: Connection) -> Place:
    """An entry of the cage changed to more."""
    row = _pick(connection, schema.log, schema.log.c.table_id == records.CAGE)
    more = row.body.replace(b"100000000", b"900000000")
    assert more != row.body
    _update(schema.log, body=lambda _: more)(connection, row)
    return "ledger", records.CAGE, row.seq


CHANGES: dict[str, Change] = {
    "a byte of an entry": of_log(body=lambda body: _flip(bytes(body))),
    "an entry's seal": of_log(seal=_other),
    "an entry's actor": of_log(actor=lambda actor: _other(actor or "x")),
    "an entry's time": of_log(at=_more),
    "an entry's round": of_log(round=_more),
    "an entry's key": of_log(key=lambda key: _other(key or "x")),
    "an entry's key is gone": key_gone,
    "an entry is gone": gone(schema.log, "chain", 200),
    "the first entry is gone": gone(schema.log, "chain", 0),
    "the last entry is gone": last_gone,
    "an entry behind the last": one_more,
    "two entries swapped": swapped_entries,
    "an entry of the cage": money_from_nowhere,
    "cents of the ledger": of_rows(schema.ledger, "ledger", cents=_more),
    "a source in the ledger": of_rows(schema.ledger, "ledger", source=_other),
    "a target in the ledger": of_rows(schema.ledger, "ledger", target=_other),
    "a row of the ledger is gone": gone(schema.ledger, "ledger", 50),
    "a row of the ledger too many": ledger_too_many,
    "a row of the ledger at no table": ledger_of_no_table,
    "a wallet's balance": of_balance(wallet("ann"), None),
    "a felt's balance": of_balance(felt(TABLE), TABLE),
    "a house's balance": of_balance(rack(TABLE), TABLE),
    "the cage's balance": of_balance("cage", None),
    "a result's round": of_rows(schema.results, "result", round=_more),
    "a result's seat": of_rows(schema.results, "result", seat=_more),
    "a result's player": of_rows(schema.results, "result", player=_other),
    "a result's bet": of_rows(schema.results, "result", bet=_other),
    "a result's event": of_rows(schema.results, "result", event=_other),
    "a result's stake": of_rows(schema.results, "result", stake=_more),
    "a result's payout": of_rows(schema.results, "result", returned=_more),
    "a result's time": of_rows(schema.results, "result", at=_more),
    "a result is gone": gone(schema.results, "result", 50),
    "a result too many": result_too_many,
    "a shoe's order": of_shoe(cards=lambda cards: _flip(bytes(cards))),
    "a shoe's nonce": of_shoe(nonce=lambda nonce: _flip(bytes(nonce))),
    "a shoe's promise": of_shoe(commitment=_other),
    "where a shoe was promised": of_shoe(opened=_more),
    "where a shoe was revealed": of_shoe("revealed", 0, revealed=_more),
    "a revealed shoe's mark": of_shoe("revealed", 0, revealed=lambda _: None),
    "two shoes swapped": swapped_shoes,
    "a shoe is gone": shoe_gone,
    "a shoe too many": shoe_too_many,
    "a head one further": of_head("chain", lambda row: row.seq + 1, seq=_more),
    "a head one back": of_head("chain", lambda row: row.seq, seq=_less),
    "a head's seal": of_head("chain", lambda row: row.seq, seal=_other),
    "a snapshot": of_head(
        "table", lambda row: row.snapshot_seq, snapshot=lambda data: _flip(bytes(data))
    ),
    "a snapshot's shoe": of_head(
        "table",
        lambda row: row.snapshot_seq,
        snapshot=lambda data: bytes(data).replace(b'"position":', b'"position":1'),
    ),
    "a snapshot's place": of_head("table", lambda row: row.snapshot_seq - 1, snapshot_seq=_less),
    "a table's name": of_head("table", lambda _: 1, name=_other),
    "a table's game": of_head("table", lambda _: 1, game=_other),
    "who opened a table": of_head("table", lambda _: 1, opened_by=_other),
    "when a table was opened": of_head("table", lambda _: 1, created=_more),
    "a table's end": of_head("table", lambda row: row.seq, closed=lambda _: 5),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_found_where_it_was_made(played: Database, name: str) -> None:
    with played.read() as connection:
        place = CHANGES[name](connection)
        findings = audited(connection)
    assert place in places(findings), "\n".join(map(str, findings))
    assert all(str(found) and found.what for found in findings)
    if place[1] is not None:  # nothing is said of tables nobody touched
        assert {one.table for one in findings if one.kind != "balance"} <= {place[1]}


def test_two_swapped_entries_are_both_found(played: Database) -> None:
    with played.read() as connection:
        _, _, seq = swapped_entries(connection)
        assert seq is not None
        found = {entry for kind, _, entry in places(audited(connection)) if kind == "chain"}
    assert {seq, seq + 1} <= found <= {seq, seq + 1, seq + 2}


def test_two_swapped_shoes_are_both_found(played: Database) -> None:
    with played.read() as connection:
        swapped_shoes(connection)
        first, second = (
            _pick(connection, schema.shoes, schema.shoes.c.table_id == TABLE, offset=n).opened
            for n in (0, 1)
        )
        found = {entry for kind, _, entry in places(audited(connection)) if kind == "shoe"}
    assert {first, second} <= found


def test_a_changed_ledger_row_is_found_by_its_line(played: Database) -> None:
    with played.read() as connection:
        row = _pick(connection, schema.ledger, schema.ledger.c.table_id == TABLE, offset=50)
        _update(schema.ledger, cents=_more)(connection, row)
        found = [one for one in audited(connection) if one.kind == "ledger"]
    assert [(one.table, one.entry, one.line) for one in found] == [(TABLE, row.seq, row.line)]


def test_every_fault_is_found_and_not_only_the_first(played: Database) -> None:
    with played.read() as connection:
        wanted = {CHANGES[name](connection) for name in (
            "an entry's time", "cents of the ledger", "a result's payout", "a shoe's nonce",
            "a head's seal", "the cage's balance",
        )}  # fmt: skip
        other = _pick(connection, schema.log, schema.log.c.table_id == 5, offset=33)
        _update(schema.log, seal=_other)(connection, other)
        assert wanted | {("chain", 5, other.seq)} <= places(audited(connection))


def test_a_wallet_below_zero_is_found(played: Database) -> None:
    with played.read() as connection:
        connection.execute(
            sa.update(schema.balances)
            .where(schema.balances.c.account == wallet("bob"))
            .values(cents=-5)
        )
        said = [found.what for found in audited(connection)]
    assert any("wallet:bob" in what and "below zero" in what for what in said)
    assert any("money was made or lost" in what for what in said)


def test_a_flipped_byte_of_any_entry_is_found_at_that_entry(played: Database) -> None:
    rng = random.Random(7)
    log = schema.log.c
    for _ in range(200):
        with played.read() as connection:
            number = rng.choice([0, 6, 9, 10])
            last = connection.scalar(sa.select(sa.func.max(log.seq)).where(log.table_id == number))
            assert last
            seq = rng.randrange(1, last + 1)
            row = _pick(connection, schema.log, log.table_id == number, log.seq == seq)
            data = bytes(row.body)
            body = _flip(data, rng.randrange(len(data)), 1 << rng.randrange(8))
            _update(schema.log, body=lambda _, body=body: body)(connection, row)
            assert ("chain", number, seq) in places(list(Audit(connection).table(number)))


# Changes by somebody who can make seals


def _reseal(connection: Connection, changed: Entry, body: bytes) -> None:
    """Put another body into an entry and make all seals from there on, and the head's, right."""
    before = ""
    log = schema.log.c
    for entry in list(journal.entries(connection, changed.table)):
        data = body if entry.seq == changed.seq else entry.body
        contents = (entry.table, entry.seq, entry.round, entry.at, entry.actor, data)
        before = records.seal(before, contents, entry.key)
        connection.execute(
            sa.update(schema.log)
            .where(log.table_id == entry.table, log.seq == entry.seq)
            .values(body=data, seal=before)
        )
    connection.execute(
        sa.update(schema.tables).where(schema.tables.c.id == changed.table).values(seal=before)
    )


def _events_of(connection: Connection, kind: type[ev.Event]) -> Iterator[tuple[Entry, Any, int]]:
    for entry in journal.entries(connection, TABLE, 50):
        for place, event in enumerate(entry.events):
            if isinstance(event, kind):
                yield entry, event, place


def _with(entry: Entry, place: int, event: ev.Event | None) -> bytes:
    events = entry.events
    events[place : place + 1] = [] if event is None else [event]
    return records.encode(events)


def test_a_better_payout_under_right_seals_is_found_by_playing_again(played: Database) -> None:
    with played.read() as connection:
        entry, event, place = next(
            one for one in _events_of(connection, ev.WagerSettled) if one[1].returned > 0
        )
        better = ev.WagerSettled(
            event.seat, event.hand, event.bet, event.event, event.stake, event.returned + 100
        )
        _reseal(connection, entry, _with(entry, place, better))
        findings = audited(connection)
        assert ("replay", TABLE, entry.seq) in places(findings)
        assert ("ledger", TABLE, entry.seq) in places(findings)
        assert not [found for found in findings if found.kind == "chain"]
        said = next(str(found) for found in findings if found.kind == "replay")
    assert "the log says" in said
    assert "the rules give" in said
    assert f"round {entry.round}" in said


def test_another_burned_card_under_right_seals_is_found_by_the_shoe(played: Database) -> None:
    with played.read() as connection:
        entry, event, place = next(_events_of(connection, ev.TopCardBurned))
        _reseal(connection, entry, _with(entry, place, ev.TopCardBurned((event.card + 4) % 52)))
        assert ("shoe", TABLE, entry.seq) in places(audited(connection))


def test_a_settlement_left_out_under_right_seals_is_found(played: Database) -> None:
    with played.read() as connection:
        entry, _, place = next(_events_of(connection, ev.WagerSettled))
        _reseal(connection, entry, _with(entry, place, None))
        assert ("replay", TABLE, entry.seq) in places(audited(connection))


def test_an_entry_cut_short_under_right_seals_is_found(played: Database) -> None:
    with played.read() as connection:
        entry, _, place = next(_events_of(connection, ev.WagerSettled))
        _reseal(connection, entry, records.encode(entry.events[:place]))
        assert ("replay", TABLE, entry.seq) in places(audited(connection))


def test_a_new_shoe_at_the_houses_own_moment_is_found(played: Database) -> None:
    with played.read() as connection:
        entry, _, place = next(
            one
            for one in _events_of(connection, ev.RoundClosed)
            if one[2] == len(one[0].events) - 1
        )
        more = [records.ShoeCommitted(99, "0" * 64), ev.ShoeShuffled()]
        _reseal(connection, entry, records.encode([*entry.events, *more]))
        found = [str(one) for one in audited(connection) if one.entry == entry.seq]
    assert place
    assert any("the cut card had not come" in one for one in found)


def test_a_revealed_order_that_was_not_promised_is_found(played: Database) -> None:
    with played.read() as connection:
        entry, event, place = next(_events_of(connection, records.ShoeRevealed))
        other = records.ShoeRevealed(event.number, event.cards, _other(event.nonce))
        _reseal(connection, entry, _with(entry, place, other))
        assert ("shoe", TABLE, entry.seq) in places(audited(connection))


def test_a_stake_of_somebody_who_does_not_sit_there_is_found(played: Database) -> None:
    with played.read() as connection:
        entry, event, place = next(_events_of(connection, ev.WagerPlaced))
        other = ev.WagerPlaced(event.seat, "eve", event.bet, event.cents)
        _reseal(connection, entry, _with(entry, place, other))
        assert ("seat", TABLE, entry.seq) in places(audited(connection))


def test_rules_that_do_not_fit_their_hash_are_found(played: Database) -> None:
    with played.read() as connection:
        [entry] = journal.entries(connection, TABLE, 1, 1)
        body = entry.body.replace(b'"soft17":"hit"', b'"soft17":"stand"')
        assert body != entry.body
        _reseal(connection, entry, body)
        found = audited(connection)
    assert ("table", TABLE, 1) in places(found)
    assert any("rules hash to" in one.what for one in found)


def test_a_typed_table_has_no_shoe(played: Database) -> None:
    with played.read() as connection:
        typed = 8
        *_, last = (one for one in journal.entries(connection, typed) if one.events)
        events = [*last.events, records.ShoeCommitted(1, "0" * 64)]
        _reseal(connection, last, records.encode(events))
        found = audited(connection)
    assert any(one.what == "a table without shoes has one" for one in found)


def test_another_evening_is_clean_too(url: str) -> None:
    database = Database(url)
    try:
        database.write(lambda connection: fill(connection, rounds=16, seed=99)).result()
        with database.read() as connection:
            assert audited(connection) == []
    finally:
        database.close()


def test_a_shoe_that_runs_out_in_a_rounds_last_action_keeps_its_number(url: str) -> None:
    def work(connection: Connection) -> bool:
        for player in PLAYERS:
            journal.issue(connection, player, MONEY, now_ms())
        house = House(penetration=0.95)
        rng = random.Random(3)
        sitting = Sitting.open(
            connection, "blackjack", rng, house=house, options={"decks": 2}, seats=7
        )
        return run_out(sitting, at_the_end=True)

    database = Database(url)
    try:
        assert database.write(work).result()
        with database.read() as connection:
            assert audited(connection) == []
    finally:
        database.close()
