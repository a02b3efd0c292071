"""What holds the rows, checked: the database's own integrity, and that it is made as it should be.

A trigger that somebody planted changes rows later on; an index that is gone lets in twice what may
be there once. So the whole make of the database is compared with what the migrations make.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import schema
from pitboss.store.database import migrate, revisions
from pitboss.store.findings import Finding
from pitboss.store.typed_rows import shown

VERSION = "alembic_version"
"""The table in which it says which revision a database has."""

Make = dict[tuple[str, str], str]
"""What a database is made of: kind and name, and how it is made."""


def check_integrity(connection: Connection) -> Iterator[Finding]:
    """What the database itself finds wrong: pages, indexes, rows that point to nothing."""
    if connection.dialect.name == "sqlite":
        for (told,) in connection.exec_driver_sql("PRAGMA integrity_check"):
            if told != "ok":
                yield _wrong(f"SQLite finds it damaged: {str(told).strip()}")
        for name in ("application_id", "user_version"):
            if connection.exec_driver_sql(f"PRAGMA {name}").scalar():
                yield _wrong(f"its {name} is set, and pitboss sets none")
        for table, row, other, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield _wrong(f"row {row} of {table} names a row of {other} that is not there", table)
        return
    for table in schema.metadata.sorted_tables:
        for key in table.foreign_key_constraints:
            yield from _dangling(connection, table, key)


def _dangling(
    connection: Connection, table: sa.Table, key: sa.ForeignKeyConstraint
) -> Iterator[Finding]:
    """Rows that name a row which is not there; PostgreSQL lets none in unless it is told to."""
    other = key.referred_table.alias()
    pairs = [(part.parent, other.c[part.column.name]) for part in key.elements]
    joined = sa.and_(*(mine == theirs for mine, theirs in pairs))
    wanted = (
        sa.select(*table.primary_key.columns)
        .select_from(table.outerjoin(other, joined))
        .where(pairs[0][0].is_not(None), pairs[0][1].is_(None))
    )
    for row in connection.execute(wanted):
        told = ", ".join(map(shown, row))
        what = f"row {told} of {table.name} names a row of {other.name} that is not there"
        yield _wrong(what, str(table.name))


def check_make(connection: Connection) -> Iterator[Finding]:
    """Tables, columns, indexes, triggers, views: what is there, and what must be."""
    sqlite = connection.dialect.name == "sqlite"
    due = _sqlite_due() if sqlite else _postgresql_due(connection)
    found = _sqlite_make(connection) if sqlite else _postgresql_make(connection)
    for kind, name in sorted(due.keys() | found.keys()):
        is_due, is_there = due.get((kind, name)), found.get((kind, name))
        if is_due == is_there:
            continue
        if is_there is None:
            what = "is not there"
        elif is_due is None:
            what = "is there, and pitboss makes no such thing"
        else:
            what = f"is made otherwise than pitboss makes it: {_first_difference(is_there, is_due)}"
        yield _wrong(f"{kind} {shown(name.encode())} {what}", name if kind == "table" else None)
    yield from _check_version(connection)


def _first_difference(found: str, due: str) -> str:
    place = next(
        (n for n, (one, other) in enumerate(zip(found, due, strict=False)) if one != other),
        min(len(found), len(due)),
    )
    begin = max(0, place - 20)
    there, wanted = found[begin : place + 40], due[begin : place + 40]
    return f"…{shown(there.encode())} where …{shown(wanted.encode())} is due"


def _check_version(connection: Connection) -> Iterator[Finding]:
    wanted: sa.Select[Any] = sa.select(sa.literal_column("version_num")).select_from(
        sa.table(VERSION)
    )
    told = [row[0] for row in connection.execute(wanted)]
    if told != [revisions()[0]]:
        says = ", ".join(map(shown, told)) or "nothing"
        yield _wrong(f"its revision is {says}, and must be {revisions()[0]}", VERSION)


# SQLite


@cache
def _sqlite_due() -> Make:
    """What the migrations make of an empty database."""
    engine = sa.create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            migrate(connection)
            return _sqlite_make(connection)
    finally:
        engine.dispose()


def _sqlite_make(connection: Connection) -> Make:
    texts = ", ".join(f"CAST({name} AS BLOB)" for name in ("type", "name", "tbl_name", "sql"))
    return {
        (_plain(kind), _plain(name)): f"of {_plain(table)}: "
        + re.sub(r"[\s\"'`\[\]]+", " ", _plain(made)).strip()
        for kind, name, table, made in connection.exec_driver_sql(
            f"SELECT {texts} FROM sqlite_master"
        )
    }


def _plain(value: Any) -> str:
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else repr(value)


# PostgreSQL

_OTHERS = """
SELECT 'trigger', t.tgname || ' of ' || c.relname, pg_get_triggerdef(t.oid)
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'foreign key', t.tgname || ' of ' || c.relname, 'is not enforced'
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE t.tgisinternal AND t.tgenabled <> 'O' AND c.relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'rule', r.rulename || ' of ' || c.relname, pg_get_ruledef(r.oid)
  FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
UNION ALL SELECT 'row security', c.relname, 'is on' FROM pg_class c
  WHERE c.relrowsecurity AND c.relnamespace = current_schema()::regnamespace
UNION ALL SELECT CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'view' ELSE 'table' END,
  c.relname, 'kind ' || c.relkind::text FROM pg_class c
  WHERE c.relkind IN ('v', 'm', 'f', 'p') AND c.relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'function', p.proname, pg_get_function_identity_arguments(p.oid) FROM pg_proc p
  WHERE p.pronamespace = current_schema()::regnamespace
"""


def _postgresql_make(connection: Connection) -> Make:
    inspector = sa.inspect(connection)
    made: Make = {}
    for name in inspector.get_table_names():
        columns = [
            _column(connection, one["name"], one["type"], one["nullable"])
            for one in inspector.get_columns(name)
        ]
        made["table", name] = ", ".join(columns)
        key = inspector.get_pk_constraint(name)["constrained_columns"]
        made["primary key", name] = ", ".join(key)
        for index in inspector.get_indexes(name):
            where = index.get("dialect_options", {}).get("postgresql_where")
            made["index", str(index["name"])] = _index(
                name, index["column_names"], bool(index["unique"]), bool(where)
            )
        for foreign in inspector.get_foreign_keys(name):
            made["foreign key", str(foreign["name"])] = (
                f"{name} {foreign['constrained_columns']} {foreign['referred_table']}"
            )
        for check in inspector.get_check_constraints(name):
            made["check", str(check["name"])] = str(check["sqltext"])
    for kind, name, how in connection.exec_driver_sql(_OTHERS):
        made[kind, name] = how
    return made


def _postgresql_due(connection: Connection) -> Make:
    made: Make = {("table", VERSION): "version_num VARCHAR(32) NOT NULL"}
    made["primary key", VERSION] = "version_num"
    for table in schema.metadata.sorted_tables:
        name = str(table.name)
        made["table", name] = ", ".join(
            _column(connection, str(one.name), one.type, one.nullable) for one in table.columns
        )
        made["primary key", name] = ", ".join(str(one.name) for one in table.primary_key.columns)
        for index in table.indexes:
            where = index.dialect_options["postgresql"]["where"] is not None
            made["index", str(index.name)] = _index(
                name, list(index.columns.keys()), bool(index.unique), where
            )
        for constraint in table.constraints:
            columns = [str(one.name) for one in constraint.columns]  # type: ignore[attr-defined]
            if isinstance(constraint, sa.UniqueConstraint):
                made["index", str(constraint.name)] = _index(name, columns, True, False)
            elif isinstance(constraint, sa.ForeignKeyConstraint):
                made["foreign key", str(constraint.name)] = (
                    f"{name} {columns} {constraint.referred_table.name}"
                )
    return made


def _index(table: str, columns: list[Any], unique: bool, partial: bool) -> str:
    words = "unique index" if unique else "index"
    return f"{words} of {table} over {', '.join(map(str, columns))}{' where' if partial else ''}"


def _column(connection: Connection, name: str, kind: Any, nullable: bool | None) -> str:
    words = kind.compile(connection.dialect)
    words = "DOUBLE PRECISION" if words == "FLOAT" else words
    return f"{name} {words}{'' if nullable else ' NOT NULL'}"


def _wrong(what: str, table: str | None = None) -> Finding:
    return Finding(kind="database", what=what, rows_of=table)
