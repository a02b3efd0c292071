"""The register: rows that follow from no table's log are noted in a log of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

import pitboss
from pitboss.store import (
    accounts,
    carrying,
    journal,
    practising,
    records,
    register,
    schema,
)
from pitboss.store.audit import Audit
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.errors import Refused
from pitboss.store.findings import Finding

NOW = 1_700_000_000_000
OWN = {
    "journal.py": {"log", "results", "shoes", "acts", "tables"},
    "ledger.py": {"ledger", "balances"}, "leases.py": {"tables", "servers"},
    "tree_growth.py": {"tree_heads", "tree_runs", "tree_tiles"},
    "database.py": {"tables"}, "backup.py": {"tables"}, "house_acts.py": {"bars"},
}  # fmt: skip
"""Files that change rows which follow from logs, or are volatile."""


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    found = Database(url)
    yield found
    found.close()


def findings(database: Database) -> list[Finding]:
    with database.read() as connection:
        return list(Audit(connection).everything())


def noted(database: Database) -> list[tuple[str, records.RowKey, bool]]:
    """What the register says: table, key, and whether the row is there."""
    with database.read() as connection:
        return [
            (event.table, key, digest is not None)
            for entry in journal.entries(connection, records.REGISTER)
            for event in entry.events
            if isinstance(event, records.RowsKept)
            for key, digest in event.rows
        ]  # fmt: skip


def test_what_is_written_in_a_transaction_is_one_entry_of_the_register(database: Database) -> None:
    def work(connection: Connection) -> None:
        ann = accounts.create(connection, "Ann", "player", None, NOW)
        accounts.begin_session(connection, ann, NOW)
        carrying.make(connection, ann, NOW)

    database.write(work).result()
    with database.read() as connection:
        [entry] = journal.entries(connection, records.REGISTER)
    assert [event.table for event in entry.events if isinstance(event, records.RowsKept)] == [
        "accounts", "sessions", "carry_codes",
    ]  # fmt: skip
    assert findings(database) == []


def test_a_session_is_noted_when_it_begins_lengthens_ends_and_is_over(database: Database) -> None:
    ann = database.write(lambda c: accounts.create(c, "Ann", "player", None, NOW)).result()
    token, _ = database.write(lambda c: accounts.begin_session(c, ann, NOW)).result()
    database.write(lambda c: accounts.lengthen_session(c, token, NOW + 5)).result()
    database.write(lambda c: accounts.end_session(c, token)).result()
    database.write(lambda c: accounts.begin_session(c, ann, NOW)).result()
    database.write(lambda c: accounts.forget(c, 2 * NOW)).result()
    of_sessions = [there for table, _, there in noted(database) if table == "sessions"]
    assert of_sessions == [True, True, False, True, False]
    assert findings(database) == []


def test_a_decision_that_cost_a_whole_number_is_what_it_was_written_as(database: Database) -> None:
    def work(connection: Connection) -> None:
        ann = accounts.create(connection, "Ann", "player", None, NOW)
        made = [
            practising.KeptDecision(
                reference=f"hand {number}", rules_hash="0" * 64, at=NOW, source="practice",
                chart_table="Hard totals", hand="16", up="T", after="", moved="hit", best="stand",
                cost=cost,
            )
            for number, cost in enumerate((0.0, -0.0, 1.0, 0.25))
        ]  # fmt: skip
        practising.keep_decisions(connection, ann, made)

    database.write(work).result()
    assert findings(database) == []


def test_what_was_refused_is_not_noted(database: Database) -> None:
    def refused(connection: Connection) -> None:
        accounts.create(connection, "Bob", "player", None, NOW)
        raise Refused("no")

    first = database.write(refused)
    second = database.write(lambda c: accounts.create(c, "Cleo", "player", None, NOW))
    with pytest.raises(Refused):
        first.result()
    second.result()
    assert [there for table, _, there in noted(database) if table == "accounts"] == [True]
    assert findings(database) == []


def planted_session(connection: Connection) -> str:
    values = {"token": "f" * 64, "account": 1, "csrf": "c", "created": NOW, "expires": 2 * NOW}
    connection.execute(sa.insert(schema.sessions), values)
    return "sessions, row ffff"


def session_of_another(connection: Connection) -> str:
    connection.execute(sa.update(schema.sessions).values(account=2))
    return "sessions, row "


def session_gone(connection: Connection) -> str:
    connection.execute(sa.delete(schema.sessions))
    return "sessions, row "


def role(connection: Connection) -> str:
    connection.execute(
        sa.update(schema.accounts).where(schema.accounts.c.id == 1).values(role="pit")
    )
    return "accounts, row 1"


def password(connection: Connection) -> str:
    connection.execute(
        sa.update(schema.accounts).where(schema.accounts.c.id == 2).values(password="x")
    )
    return "accounts, row 2"


def account_planted(connection: Connection) -> str:
    row = connection.execute(sa.select(schema.accounts).where(schema.accounts.c.id == 1)).one()
    other = {**row._mapping, "id": 7, "name": "Eve", "folded": "eve", "looks_like": "eve"}
    connection.execute(sa.insert(schema.accounts), other)
    return "accounts, row 7"


def invite(connection: Connection) -> str:
    connection.execute(sa.update(schema.tables).where(schema.tables.c.id == 0).values(invite="x"))
    return "its invite is 'x'"


ATTACKS = (
    planted_session, session_of_another, session_gone, role, password, account_planted, invite,
)  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_row_that_somebody_else_wrote_is_found(database: Database, attack: object) -> None:
    def work(connection: Connection) -> None:
        ann = accounts.create(connection, "Ann", "player", None, NOW)
        accounts.create(connection, "Bob", "player", "hash", NOW)
        accounts.begin_session(connection, ann, NOW)

    database.write(work).result()
    assert findings(database) == []
    words = database.write(attack).result()  # type: ignore[arg-type,var-annotated]
    assert any(words in found.what for found in findings(database))


def test_an_entry_of_the_register_cannot_be_left_out(database: Database) -> None:
    database.write(lambda c: accounts.create(c, "Ann", "player", None, NOW)).result()
    database.write(lambda c: accounts.create(c, "Bob", "player", None, NOW)).result()

    def cut_off(connection: Connection) -> None:
        log, tables = schema.log.c, schema.tables.c
        [first, _] = journal.entries(connection, records.REGISTER)
        connection.execute(
            sa.delete(schema.log).where(log.table_id == records.REGISTER, log.seq == 2)
        )
        head = sa.update(schema.tables).where(tables.id == records.REGISTER)
        connection.execute(head.values(seq=1, seal=first.seal))

    database.write(cut_off).result()
    assert any("accounts, row 2: the register knows" in one.what for one in findings(database))


def test_a_time_that_goes_back_is_found_and_none_is_written(database: Database) -> None:
    later = now_ms() + 3_600_000
    database.write(lambda c: journal.issue(c, "ann", 500, later)).result()
    written = database.write(lambda c: journal.issue(c, "ann", 500, now_ms())).result()
    assert written.entry.at == later, "the clock was put back, and the log goes on"
    assert findings(database) == []

    def back(connection: Connection) -> None:
        *_, entry = journal.entries(connection, records.CAGE)
        contents = (entry.table, entry.seq, entry.round, later - 1, entry.actor, entry.body)
        [first, _] = journal.entries(connection, records.CAGE)
        seal = records.seal(first.seal, contents)
        mine = sa.and_(schema.log.c.table_id == records.CAGE, schema.log.c.seq == entry.seq)
        connection.execute(sa.update(schema.log).where(mine).values(at=later - 1, seal=seal))
        cage = schema.tables.c.id == records.CAGE
        connection.execute(sa.update(schema.tables).where(cage).values(seal=seal))

    database.write(back).result()
    [found] = findings(database)
    assert (found.kind, found.table, found.entry) == ("chain", records.CAGE, 2)
    assert "is before that of the last one" in found.what


def test_what_is_forgotten_of_a_person_cannot_be_guessed_from_the_register(
    database: Database,
) -> None:
    """Whose a record was is a small number: without the salt anybody would try them all."""
    ann = database.write(lambda c: accounts.create(c, "Ann", "player", None, NOW)).result()
    values = {"id": "7" * 32, "account": ann.id, "created": NOW}
    row = database.write(lambda c: register.insert(c, schema.school_trainees, values)).result()
    assert len(row.salt) == 32
    mine = schema.school_trainees.c.id == "7" * 32

    def change(connection: Connection) -> list[sa.Row[Any]]:
        return register.update(connection, schema.school_trainees, mine, created=NOW + 1)

    changed = database.write(change).result()
    assert changed[0].salt != row.salt
    assert findings(database) == []


def test_nothing_else_writes_rows() -> None:
    """A statement that changes rows is the register's, or about rows that follow from logs."""
    found: dict[str, set[str]] = {}
    for path in Path(pitboss.__file__).parent.rglob("*.py"):
        if "migrations" in path.parts or path.name == "register.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        through = {
            id(inner)
            for call in ast.walk(tree)
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "register.Change"
            for inner in ast.walk(call)
        }
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or id(call) in through:
                continue
            if ast.unparse(call.func) in ("sa.insert", "sa.update", "sa.delete"):
                name = ast.unparse(call.args[0]).removeprefix("schema.")
                found.setdefault(path.name, set()).add(name)
    found["backup.py"].discard("table")  # a whole database is restored
    found["tree_growth.py"] -= {"table", "heads"}  # the tree's own
    assert found == OWN
