"""Keys of commands are in the log, and the register's log says which rows there are.

A key that was kept until now goes to its entry, whose seal knows nothing of it: the register does.
"""

import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

REGISTER = -1
AT_ONCE = 1000
SALTED = (
    "school_trainees", "school_sittings", "school_table_tests", "school_certificates",
)  # fmt: skip
FLAGS = {"closed", "sound", "is_right"}
"""Columns that say yes or no, in those tables that have them as such."""
SITTINGS = (
    "id trainee lesson assignment seed items started ended number kind skill asked game level "
    "level_name salt"
)
ANSWERS = (
    "sitting number trainee lesson at game rules_hash seed kind skill rule rules given is_right "
    "error_cents ms aim_ms seal level"
)
DECISIONS = "account reference rules_hash at source chart_table hand up after moved best cost"
ROWS = {
    "log": ("table_id seq", "table_id seq actor key"),
    "accounts": ("id", "id name folded role password created closed looks_like"),
    "sessions": ("token", "token account csrf created expires"),
    "audit_reports": ("id", "id by at scope sound text hash"),
    "carry_codes": ("code", "code account expires"),
    "school_trainees": ("id", "id account created salt"),
    "school_lessons": ("id", "id name text author created files"),
    "school_groups": ("id", "id name trainer created"),
    "school_members": ("group_id account", "group_id account"),
    "school_assignments": ("id", "id lesson trainer account group_id created due closed"),
    "school_sittings": ("id", SITTINGS),
    "school_answers": ("sitting number", ANSWERS),
    "school_schedule": ("trainee game skill", "trainee game skill state updated"),
    "school_table_tests": ("id", "id trainee examiner at content hash salt"),
    "school_certificates": ("code", "code trainee issuer at content hash salt"),
    "practice_rules": ("rules_hash", "rules_hash opened created"),
    "practice_hands": ("account rules_hash", "account rules_hash hand dealt at"),
    "practice_decisions": ("account reference", DECISIONS),
    "practice_puzzles": ("day", "day content made"),
    "servers": ("id", "id address"),
    "tables": ("id", "id invite"),
}
"""The primary key and the columns of every table whose rows the register has."""


def upgrade() -> None:
    """Carry the keys over, salt what people may have deleted, and note every row there is."""
    connection = op.get_bind()
    op.add_column("log", sa.Column("key", sa.String(64), nullable=False, server_default=""))
    op.execute(
        "UPDATE log SET key = commands.key FROM commands WHERE commands.table_id = log.table_id"
        " AND commands.seq = log.seq AND commands.player = log.actor"
    )
    given = sa.text("key != ''")
    op.create_index(
        "uq_log_actor_key", "log", ["actor", "key"], unique=True, sqlite_where=given,
        postgresql_where=given,
    )  # fmt: skip
    op.drop_table("commands")
    salt = "lower(hex(randomblob(16)))" if connection.dialect.name == "sqlite" else (
        "replace(CAST(gen_random_uuid() AS text), '-', '')"
    )  # fmt: skip
    for table in SALTED:
        op.add_column(table, sa.Column("salt", sa.String(32), nullable=False, server_default=""))
        op.execute(f"UPDATE {table} SET salt = {salt}")
    _begin(connection)


def _begin(connection: sa.Connection) -> None:
    """Open the register, and let its log begin with what there is, if there is anything."""
    columns = ("id", "name", "game", "opened_by", "created", "seal", "invite", "seq")
    tables = sa.table(
        "tables", *map(sa.column, (*columns, "snapshot_seq", "lease")),
        sa.column("private", sa.Boolean),
    )  # fmt: skip
    heads = [
        [row.id, row.seq, row.seal]
        for row in connection.execute(sa.select(tables).order_by(tables.c.id))
        if row.seq
    ]
    parts = _parts(connection)
    events = [{"type": "RowsKept", "table": name, "rows": part} for name, part in parts]
    if heads:
        events.insert(0, {"type": "RegisterBegun", "heads": heads})
    log = sa.table(
        "log", *map(sa.column, ("table_id", "seq", "round", "at", "actor", "body", "seal"))
    )
    values = {
        "id": REGISTER, "name": "register", "game": "", "opened_by": "", "created": 0,
        "seal": "", "invite": "", "seq": 0, "snapshot_seq": 0, "lease": 0, "private": True,
    }  # fmt: skip
    connection.execute(sa.insert(tables), values)
    seal, at = "", time.time_ns() // 1_000_000
    for seq, event in enumerate(events, start=1):
        body = json.dumps([event], separators=(",", ":"), ensure_ascii=False).encode()
        head = "\t".join(map(str, (seal, REGISTER, seq, 0, at, ""))).encode()
        seal = hashlib.sha256(head + b"\t" + body).hexdigest()
        row = {"table_id": REGISTER, "seq": seq, "round": 0, "at": at, "actor": ""}
        connection.execute(sa.insert(log), {**row, "body": body, "seal": seal})
    connection.execute(
        sa.update(tables).where(tables.c.id == REGISTER).values(seq=len(events), seal=seal)
    )


def _parts(connection: sa.Connection) -> Iterator[tuple[str, list[Any]]]:
    """The rows of every table, so many together: their keys and digests."""
    for name, (key, words) in ROWS.items():
        names = words.split()
        table = sa.table(
            name, *(sa.column(one, sa.Boolean if _is_flag(name, one) else None) for one in names)
        )
        wanted = sa.select(table).order_by(*(table.c[one] for one in key.split()))
        if name == "tables":
            wanted = wanted.where(table.c.id > 0)
        elif name == "log":
            wanted = wanted.where(table.c.key != "")
        rows = iter(connection.execute(wanted, execution_options={"yield_per": AT_ONCE}))
        while part := list(islice(rows, AT_ONCE)):
            keys = ([getattr(row, one) for one in key.split()] for row in part)
            digests = (_digest(name, row) for row in part)
            yield name, [list(one) for one in zip(keys, digests, strict=True)]


def _is_flag(table: str, column: str) -> bool:
    return column in FLAGS and table != "school_assignments"  # there it is a time


def _digest(table: str, row: Iterable[Any]) -> str:
    text = json.dumps([table, *row], separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
