"""Opening databases: new ones, old ones, newer ones, and readers that see one moment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.store import journal, records, schema
from pitboss.store.audit import Audit
from pitboss.store.clock import now_ms
from pitboss.store.database import (
    Database,
    StoreError,
    default_url,
    existing,
    migrate,
    revision_of,
    revisions,
)


def test_a_database_of_the_first_revision_opens(url: str) -> None:
    old = Database(url, migrate=False)
    old.write(lambda connection: migrate(connection, "0001")).result()
    with old.read() as connection:
        assert revision_of(connection) == "0001"
    old.close()
    database = Database(url)
    try:
        with database.read() as connection:
            assert revision_of(connection) == revisions()[0]
        database.write(lambda connection: journal.issue(connection, "ann", 500, now_ms())).result()
        with database.read() as connection:
            assert list(Audit(connection).everything()) == []
    finally:
        database.close()


def seal_without_keys(
    connection: sa.Connection, tables: Mapping[str, sa.Table], source: sa.Connection
) -> None:
    """Keys were beside the log, and had no part in seals."""
    log, heads = tables["log"].c, tables["tables"].c
    seals: dict[int, str] = {}
    for row in source.execute(sa.select(schema.log).order_by("table_id", "seq")):
        if row.table_id == records.REGISTER:
            continue
        head = (row.table_id, row.seq, row.round, row.at, row.actor, bytes(row.body))
        seals[row.table_id] = seal = records.seal(seals.get(row.table_id, ""), head)
        here = sa.and_(log.table_id == row.table_id, log.seq == row.seq)
        connection.execute(sa.update(tables["log"]).where(here).values(seal=seal))
        if row.key:
            place = {"table_id": row.table_id, "seq": row.seq, "at": row.at}
            done = {"player": row.actor, "key": row.key, **place}
            connection.execute(sa.insert(tables["commands"]), done)
    for number, seal in seals.items():
        mine = heads.id == number
        connection.execute(sa.update(tables["tables"]).where(mine).values(seal=seal))


def test_an_evening_of_an_older_revision_is_brought_up_to_date(url: str, played: Database) -> None:
    """Rows as the first revision had them, in a database of that revision."""
    old = Database(url, migrate=False)
    old.write(lambda connection: migrate(connection, "0001")).result()

    def copy(connection: sa.Connection) -> None:
        first = sa.MetaData()
        first.reflect(connection)
        with played.read() as source:
            for table in schema.metadata.sorted_tables:
                if table.name not in first.tables:  # it came later
                    continue
                before = first.tables[table.name]
                rows = [
                    {name: value for name, value in row._mapping.items() if name in before.c}
                    for row in source.execute(sa.select(table))
                    if row[0] != records.REGISTER  # there was none
                ]
                connection.execute(sa.delete(before))
                if rows:
                    connection.execute(sa.insert(before), rows)
            seal_without_keys(connection, first.tables, source)

    old.write(copy).result()
    old.close()
    database = Database(url)
    try:
        with database.read() as connection, played.read() as source:
            assert revision_of(connection) == revisions()[0]
            everything = sa.select(schema.results).order_by(*schema.results.primary_key)
            assert connection.execute(everything).all() == source.execute(everything).all()
            assert list(Audit(connection).everything()) == []
            [old_one, *_] = source.execute(sa.select(schema.log).where(schema.log.c.key != ""))
            assert journal.done(connection, old_one.actor, old_one.key) == old_one[:2]
        with database.read() as connection:  # keys that no seal has a part in
            log = schema.log.c
            keyed = sa.select(log.seq).where(log.table_id == 2, log.key != "").order_by(log.seq)
            changed, emptied = connection.scalars(keyed.limit(2)).all()
            for seq, key in ((changed, "other"), (emptied, "")):
                here = sa.and_(log.table_id == 2, log.seq == seq)
                connection.execute(sa.update(schema.log).where(here).values(key=key))
            wrong = list(Audit(connection).everything())
        assert {changed, emptied} <= {one.entry for one in wrong if one.kind == "chain"}
    finally:
        database.close()


def test_the_tables_made_are_those_of_the_schema(url: str) -> None:
    database = Database(url)
    try:
        with database.read() as connection:
            found = sa.inspect(connection)
            for table in schema.metadata.sorted_tables:
                columns = {column["name"]: column for column in found.get_columns(table.name)}
                assert list(columns) == [column.name for column in table.columns]
                for column in table.columns:
                    assert columns[column.name]["nullable"] == column.nullable, column
                indexed = {tuple(index["column_names"]) for index in found.get_indexes(table.name)}
                for index in table.indexes:
                    assert tuple(index.columns.keys()) in indexed, index.name
    finally:
        database.close()


def test_a_database_of_a_newer_pitboss_is_refused(url: str) -> None:
    database = Database(url)
    database.write(
        lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    ).result()
    database.close()
    newer = r"written by a newer pitboss \(revision 9999\); install that one, or name another"
    with pytest.raises(StoreError, match=newer):
        Database(url)
    with pytest.raises(StoreError, match="its revision is 9999, this pitboss reads"), existing(url):
        pass


def test_an_empty_database_is_not_made_by_looking_at_it(url: str, tmp_path: Path) -> None:
    if url.startswith("sqlite"):
        none = tmp_path / "folder" / "none.db"
        absent = pytest.raises(StoreError, match="there is no such file")
        with absent, existing(f"sqlite:///{none}"):
            pass
        assert not none.parent.exists()
    else:
        with pytest.raises(StoreError, match="its revision is none"), existing(url):
            pass


def test_a_server_that_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    url = f"postgresql://pit@/none?host={tmp_path}"
    with pytest.raises(StoreError, match="cannot be read"), existing(url):
        pass
    with pytest.raises(StoreError, match="cannot be opened"):
        Database(url)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("no database\n" * 100, encoding="utf-8")
    refused = pytest.raises(StoreError, match="file is not a database")
    with refused, existing(f"sqlite:///{path}"):
        pass


def test_a_reader_sees_one_moment(url: str) -> None:
    database = Database(url)
    wanted = sa.select(schema.tables.c.seq).where(schema.tables.c.id == 0)
    entries = sa.select(sa.func.count()).select_from(schema.log)
    try:
        with database.read() as connection:
            assert connection.scalar(wanted) == 0
            database.write(lambda c: journal.issue(c, "ann", 500, now_ms())).result()
            assert (connection.scalar(wanted), connection.scalar(entries)) == (0, 0)
        with database.read() as connection:
            assert (connection.scalar(wanted), connection.scalar(entries)) == (1, 1)
    finally:
        database.close()


def test_the_usual_database_is_in_the_state_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path}/pitboss/pitboss.db"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path}/.local/state/pitboss/pitboss.db"
