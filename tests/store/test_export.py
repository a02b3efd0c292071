"""Rounds in a file: complete without the database, and refused when anything was changed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pitboss.store import proof_file, schema
from pitboss.store.database import Database
from pitboss.store.findings import Finding
from pitboss.store.proof_checker import verify
from pitboss.store.proof_collector import collect
from pitboss.store.proof_file import Excerpt, ExportError
from tests.store.playing import MUCH_PLAYED as TABLE

TYPED, LIMITS, UNFINISHED = 8, 9, 10


def excerpt_of(database: Database, table: int, played: int | None = None) -> Excerpt:
    with database.read() as connection:
        return collect(connection, table, played, played)


def test_every_round_stands_by_itself(played: Database, tmp_path: Path) -> None:
    for table in range(1, 11):
        over = excerpt_of(played, table).last
        for number in {1, 2, over // 2, over}:
            excerpt = excerpt_of(played, table, number)
            path = tmp_path / f"{table}-{number}.json"
            proof_file.write(excerpt, path)
            back = proof_file.read(path)
            assert back == excerpt
            assert list(verify(back)) == []


def test_all_rounds_of_a_table_are_one_run(played: Database) -> None:
    excerpt = excerpt_of(played, TABLE)
    assert [run.entries[0].seq for run in excerpt.runs] == [1]
    assert excerpt.last > 50
    assert list(verify(excerpt)) == []


def test_a_round_needs_only_what_its_shoe_dealt(played: Database) -> None:
    excerpt = excerpt_of(played, TABLE, 50)
    entries = sum(len(run.entries) for run in excerpt.runs)
    assert entries < excerpt.head.seq / 2
    assert excerpt.runs[0].entries[0].seq == 1


def test_limits_that_were_changed_come_along(played: Database) -> None:
    excerpt = excerpt_of(played, LIMITS, excerpt_of(played, LIMITS).last)
    assert any('"LimitsSet"' in line.body for run in excerpt.runs for line in run.entries)


def test_an_order_that_is_not_revealed_stays_in_the_house(played: Database) -> None:
    over = excerpt_of(played, TABLE).last
    with played.read() as connection:
        shown = collect(connection, TABLE, over, over)
        whole = collect(connection, TABLE, over, over, secret=True)
        promised, *dealt = connection.execute(
            schema.shoes.select()
            .where(schema.shoes.c.table_id == TABLE, schema.shoes.c.revealed.is_(None))
            .order_by(schema.shoes.c.number.desc())
        ).all()
    numbers = {order.number for order in shown.shoes}
    text = msgspec.json.encode(shown).decode()
    assert (promised.cards, len(dealt) <= 1) == (b"", True)
    for row in (promised, *dealt):
        assert row.number not in numbers
        assert bytes(row.nonce).hex() not in text
    assert not any(bytes(row.cards).hex() in text for row in dealt)
    assert {order.number for order in whole.shoes} >= numbers


def test_rounds_that_are_not_over_cannot_be_written(played: Database) -> None:
    over = excerpt_of(played, UNFINISHED).last
    with pytest.raises(ExportError, match=f"use 1 to {over}, the rounds that are over"):
        excerpt_of(played, UNFINISHED, over + 1)
    with pytest.raises(ExportError, match="round = 0"):
        excerpt_of(played, UNFINISHED, 0)
    for table in (0, 99):
        with pytest.raises(ExportError, match="there is none with this number"):
            excerpt_of(played, table)


def test_a_flipped_bit_anywhere_is_found(played: Database, tmp_path: Path) -> None:
    rng = random.Random(5)
    path = tmp_path / "round.json"
    proof_file.write(excerpt_of(played, TABLE, 3), path)
    data = path.read_bytes()
    for _ in range(150):
        place = rng.randrange(len(data) - 1)
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        try:
            changed = proof_file.read(path)
        except ExportError:
            continue
        assert list(verify(changed)), data[place - 20 : place + 20]


def _settled(excerpt: Excerpt) -> int:
    line = next(one for one in excerpt.runs[-1].entries if '"WagerSettled"' in one.body)
    line.body = line.body.replace('"returned":', '"returned":1', 1)
    return line.seq


def _entry_gone(excerpt: Excerpt) -> int:
    return excerpt.runs[-1].entries.pop(4).seq


def _last_gone(excerpt: Excerpt) -> None:
    excerpt.runs[-1].entries.pop()


def _first_gone(excerpt: Excerpt) -> int:
    excerpt.runs[0].entries.pop(0)
    return 1


def _other_seal(excerpt: Excerpt) -> int:
    excerpt.runs[-1].before = "0" * 64
    return excerpt.runs[-1].entries[0].seq


def _other_order(excerpt: Excerpt) -> int:
    shoe = excerpt.shoes[0]
    shoe.cards = shoe.cards[2:] + shoe.cards[:2]
    return excerpt.start.entry


def _no_order(excerpt: Excerpt) -> int:
    excerpt.shoes[0].cards = "x"
    return excerpt.start.entry


def _no_card_in_a_shoe(excerpt: Excerpt) -> int:
    shoe = excerpt.shoes[0]
    shoe.cards = "63" * (len(shoe.cards) // 2)
    return excerpt.start.entry


def _no_card_dealt(excerpt: Excerpt) -> int:
    line = next(one for one in excerpt.runs[-1].entries if '"CardDealt"' in one.body)
    line.body = re.sub(r'("type":"CardDealt"[^}]*"card":)\d+', r"\g<1>99", line.body)
    return line.seq


def _other_round(excerpt: Excerpt) -> None:
    excerpt.last += 1


def _later_start(excerpt: Excerpt) -> int:
    excerpt.start.event += 1
    return excerpt.start.entry


def _other_start(excerpt: Excerpt) -> int:
    excerpt.start.entry += 1
    return excerpt.start.entry


def _other_rules(excerpt: Excerpt) -> int:
    line = excerpt.runs[0].entries[0]
    line.body = line.body.replace('"soft17":"hit"', '"soft17":"stand"')
    return 1


CHANGES: dict[str, Callable[[Excerpt], int | None]] = {
    "a payout": _settled,
    "an entry is gone": _entry_gone,
    "the last entry is gone": _last_gone,
    "the first entry is gone": _first_gone,
    "the seal before": _other_seal,
    "a shoe's order": _other_order,
    "a shoe without an order": _no_order,
    "a shoe of what is no card": _no_card_in_a_shoe,
    "what is no card was dealt": _no_card_dealt,
    "the round": _other_round,
    "where it begins, by an event": _later_start,
    "where it begins, by an entry": _other_start,
    "the rules": _other_rules,
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_under_a_right_checksum_is_found(played: Database, name: str) -> None:
    over = excerpt_of(played, TABLE).last
    excerpt = excerpt_of(played, TABLE, over // 2)
    entry = CHANGES[name](excerpt)
    excerpt.checksum = excerpt.digest()
    found: list[Finding] = list(verify(excerpt))
    assert found
    assert entry is None or entry in {one.entry for one in found}, "\n".join(map(str, found))
    assert {one.table for one in found} == {TABLE}


def test_files_that_are_none_are_refused_with_a_sentence(tmp_path: Path) -> None:
    for text in ("", "{}", "[1, 2]", '{"kind":"pitboss backup"}', "\xff"):
        path = tmp_path / "file.json"
        path.write_text(text, encoding="latin-1")
        with pytest.raises(ExportError, match=r"file\.json: it holds no rounds of a table"):
            proof_file.read(path)
    with pytest.raises(ExportError, match="cannot be read: No such file"):
        proof_file.read(tmp_path / "none.json")


def test_nothing_from_an_entry_on_goes_into_a_file_that_ends_before_it(played: Database) -> None:
    whole = excerpt_of(played, TABLE)
    entries = whole.runs[0].entries
    for before in (entries[len(entries) // 2].seq, entries[-1].seq):
        with played.read() as connection:
            part = collect(connection, TABLE, before=before)
        last = part.runs[-1].entries[-1]
        assert last.seq < before
        assert (part.head.seq, part.head.seal) == (last.seq, last.seal)
        assert 1 < part.last < whole.last
        assert list(verify(part)) == []
    with played.read() as connection, pytest.raises(ExportError, match="no round is over yet"):
        collect(connection, TABLE, before=2)
