"""Attacks on a database, those that once went unnoticed by name, and some of all others.

All of them are `make attacks`.
"""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from pitboss.store import schema
from pitboss.store.database import Database
from pitboss.store.errors import StoreError
from tests.store import attacked_house, attacks, edits
from tests.store.attacks import BAD, audited

SOME_BYTES, SOME_EDITS = 40, 40


@pytest.fixture(scope="module")
def data() -> bytes:
    return attacks.house()


@pytest.fixture
def path(data: bytes, tmp_path: Path) -> Path:
    found = tmp_path / "pitboss.db"
    found.write_bytes(data)
    return found


def changed(path: Path, *statements: str) -> list[str]:
    """What the audit says when somebody has done this."""
    file = sqlite3.connect(path)
    for statement in statements:
        file.execute(statement)
    file.commit()
    file.close()
    found = audited(path)
    return [found] if isinstance(found, str) else [str(one) for one in found]


NAMED: dict[str, tuple[str, ...]] = {
    "a role": ("UPDATE accounts SET role = 'pit' WHERE name = 'Zoe'", "accounts, row 3"),
    "a password": ("UPDATE accounts SET password = 'x' WHERE name = 'Zoe'", "accounts, row 3"),
    "a name": ("UPDATE accounts SET name = 'Zo' WHERE name = 'Zoe'", "accounts, row 3"),
    "an account that the pit disabled": (
        "UPDATE accounts SET closed = 0 WHERE name = 'Dan'",
        "Dan's closed is False, the cage's log says True",
    ),
    "an account too many": (
        "INSERT INTO accounts (id, name, folded, role, created, closed)"
        " VALUES (99, 'Eve', 'eve', 'pit', 1, 0)",
        "accounts, row 99: the register knows of no such row",
    ),
    "an account is gone": ("DELETE FROM accounts WHERE name = 'Gus'", "it is gone, and ought"),
    "an index that names another table": (
        "PRAGMA writable_schema = 1",
        "UPDATE sqlite_master SET tbl_name = 'tree_tales' WHERE name LIKE '%autoindex_tree_tiles%'",
        "index sqlite_autoindex_tree_tiles_1 is made otherwise than pitboss makes it",
    ),
    "a session": (
        "INSERT INTO sessions VALUES ('ab', 1, 'csrf', 1, 9999999999999)",
        "sessions, row ab: the register knows of no such row",
    ),
    "a session lasts longer": (
        "UPDATE sessions SET expires = expires + 1 WHERE account = 5", "sessions, row "
    ),
    "a key is gone": (
        "UPDATE log SET key = '' WHERE table_id = 1 AND seq = 2", "round 0, entry 2: its seal is"
    ),
    "a key is another": (
        "UPDATE log SET key = 'k' WHERE table_id = 1 AND seq = 2", "round 0, entry 2: its seal is"
    ),
    "a key is invented": (
        "UPDATE log SET key = 'k' WHERE table_id = 0 AND seq = 2", "table 0, entry 2: its seal is"
    ),
    "part of an actor as a key": (
        "UPDATE log SET actor = actor || char(9) || key, key = '' WHERE table_id = 1 AND seq = 2",
        "there is a tab in its actor",
    ),
    "a turn": (
        "UPDATE tables SET snapshot = CAST(replace(CAST(snapshot AS TEXT), '\"turn\":',"
        " '\"turn\":1000000000') AS BLOB) WHERE id = 2",
        "its snapshot has another turn than the log gives",
    ),
    "when a round began": (
        "UPDATE tables SET snapshot = CAST(replace(CAST(snapshot AS TEXT), '\"began\":',"
        " '\"began\":1') AS BLOB) WHERE id = 2",
        "its snapshot has another began than the log gives",
    ),
    "a snapshot with a space at its end": (
        "UPDATE tables SET snapshot = CAST(CAST(snapshot AS TEXT) || ' ' AS BLOB)"
        " WHERE snapshot_seq > 0",
        "its snapshot is written otherwise than a house writes one",
    ),
    "a table without a log": (
        "INSERT INTO tables SELECT 77, 'x', game, opened_by, created, NULL, 0, '', 0, '', NULL, 0,"
        " NULL, 0 FROM tables WHERE id = 1",
        "table 77, entry 1: it has no log",
    ),
    "an invite": ("UPDATE tables SET invite = 'mine' WHERE private AND id > 0", "tables, row "),
    "a trigger": (
        "CREATE TRIGGER more AFTER INSERT ON ledger BEGIN UPDATE balances SET cents = 1; END",
        "trigger more is there, and pitboss makes no such thing",
    ),
    "a view": ("CREATE VIEW more AS SELECT 1", "view more is there"),
    "a table of somebody's": ("CREATE TABLE more (a)", "table more is there"),
    "a column": ("ALTER TABLE balances ADD COLUMN more", "table balances is made otherwise"),
    "an index is gone": (f"DROP INDEX {schema.ONCE}", f"index {schema.ONCE} is not there"),
    "an index too many": ("CREATE INDEX more ON log (at)", "index more is there"),
    "a balance of nobody's": (
        "INSERT INTO balances VALUES ('wallet:nobody', 0)",
        "wallet:nobody's balance is kept; the ledger knows no such account",
    ),
    "a balance of an unknown kind": (
        "INSERT INTO balances VALUES ('purse:x', 5)", "purse:x holds $0.05"
    ),
    "a ban by another entry": (
        "UPDATE bars SET seq = 1 WHERE player = 'Zoe'", "Zoe is kept as barred from table 2 by"
    ),
    "a report": ("UPDATE audit_reports SET sound = 1 WHERE id = 2", "audit_reports, row 2"),
    "a server's address": ("UPDATE servers SET address = 'http://evil'", "servers, row a server"),
    "a number that is a text": (
        "UPDATE ledger SET cents = 'many' WHERE rowid = (SELECT max(rowid) FROM ledger)",
        "its cents is many, and must be a whole number of 64 bits",
    ),
    "a number that is bytes": (
        "UPDATE tables SET seq = x'00' WHERE id = 2", "its seq is \N{REPLACEMENT CHARACTER}"
    ),
    "a number of 300 digits": (
        "UPDATE results SET stake = 1e300 WHERE table_id = 2", "its stake is 1e+300"
    ),
    "a text that is none": (
        "UPDATE accounts SET name = CAST(x'ff' AS TEXT) WHERE id = 1", "and must be a text in UTF-8"
    ),
    "bytes that are a text": (
        "UPDATE shoes SET nonce = CAST(nonce AS TEXT) WHERE table_id = 2", "and must be bytes"
    ),
    "another program's mark": ("PRAGMA user_version = 7", "its user_version is set"),
    "two revisions": ("INSERT INTO alembic_version VALUES ('0001')", "its revision is "),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_what_once_went_unnoticed_is_found(path: Path, name: str) -> None:
    *statements, words = NAMED[name]
    told = changed(path, *statements)
    assert any(words in one for one in told), "\n".join(told) or "nothing was found"


def test_the_house_has_something_in_every_table(data: bytes) -> None:
    attacked = {edit.table for edit in edits.edits(data)}
    assert attacked == {*schema.metadata.tables, "alembic_version"}


def test_an_entry_cut_off_with_its_head_leaves_rows_that_tell(path: Path) -> None:
    told = changed(
        path,
        "DELETE FROM log WHERE table_id = -1 AND seq = (SELECT seq FROM tables WHERE id = -1)",
        "UPDATE tables SET seq = seq - 1, seal = (SELECT seal FROM log WHERE table_id = -1 AND seq"
        " = (SELECT seq - 1 FROM tables WHERE id = -1)) WHERE id = -1",
    )
    assert any("the register knows of no such row" in one for one in told)


def test_a_changed_byte_is_found_or_changes_nothing(data: bytes) -> None:
    numbers = random.Random(11).sample(range(1_000_000, 2_000_000), SOME_BYTES)
    done = attacks.some_bytes(data, numbers)
    assert [one for one in done if one.verdict in BAD] == []
    assert len({one.verdict for one in done}) == 2  # some are in parts that nobody reads


def test_who_deals_a_table_just_now_may_be_anything(data: bytes, path: Path) -> None:
    file = sqlite3.connect(path)
    file.execute("UPDATE tables SET owner = 'a sehver' WHERE owner IS NOT NULL")
    file.commit()
    file.close()
    assert audited(path) == []
    other = path.read_bytes()
    assert attacks.contents(other) != attacks.contents(data)
    assert attacks.contents(other, schema.VOLATILE) == attacks.contents(data, schema.VOLATILE)
    assert edits.finds_every_table(path)


def test_an_edit_is_found_and_located_or_is_of_what_may_change(data: bytes) -> None:
    every = list(edits.edits(data))
    done = attacks.some_edits(data, random.Random(12).sample(every, SOME_EDITS))
    assert [one for one in done if one.verdict in BAD] == []
    assert len(done) > SOME_EDITS / 2


def test_a_page_that_cannot_be_read_ends_no_audit(path: Path) -> None:
    """A page of the results is noise: everything else is looked at all the same."""
    file = sqlite3.connect(path)
    root = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'results'").fetchone()[0]
    file.execute("UPDATE accounts SET role = 'pit' WHERE name = 'Zoe'")
    file.commit()
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    begin, data = (root - 1) * 4096, path.read_bytes()
    path.write_bytes(data[:begin] + b"\x99" * 4096 + data[begin + 4096 :])
    found = audited(path)
    assert not isinstance(found, str)
    told = [str(one) for one in found]
    assert "results: it cannot be read any further: database disk image is malformed" in told
    assert any("accounts, row 3: it does not hold what it was written with" in one for one in told)


def test_a_description_that_is_no_text_ends_no_audit_and_no_start(path: Path) -> None:
    damaged = path.read_bytes().replace(b"CREATE TABLE ledger", b"CREATE\xa0TABLE ledger")
    path.write_bytes(damaged)
    assert "it cannot be read: malformed database schema" in str(audited(path))
    with pytest.raises(StoreError, match="it cannot be opened: malformed database schema"):
        Database(f"sqlite:///{path}")


def test_the_attacks_know_a_change_that_is_not_found(data: bytes) -> None:
    """Were an audit blind, the tool would say so."""
    other = bytearray(data)
    place = data.index(attacked_house.SERVER.encode())
    other[place] ^= 1
    assert attacks.contents(bytes(other)) != attacks.contents(data)
    free = data.rfind(b"\0" * 64)
    assert attacks.contents(data[:free] + b"\1" + data[free + 1 :]) == attacks.contents(data)
