"""The pit's deeds are found at once, players can be barred and carried, audits leave reports."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

BEFORE = ("TableOpened", "LimitsSet", "TableClosed")
"""What logs could say of the pit until now."""


def upgrade() -> None:
    """Make the tables, and find what the logs say already."""
    op.create_table(
        "acts",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_acts_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", "line", name=op.f("pk_acts")),
    )
    op.create_index(op.f("ix_acts_at"), "acts", ["at"], unique=False)
    op.create_table(
        "bars",
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player", "table_id", name=op.f("pk_bars")),
    )
    op.create_table(
        "audit_reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.String(length=200), nullable=False),
        sa.Column("sound", sa.Boolean(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_reports")),
    )
    op.create_table(
        "carry_codes",
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_carry_codes_account")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_carry_codes")),
    )
    op.create_index(op.f("ix_carry_codes_account"), "carry_codes", ["account"], unique=False)
    op.create_index(op.f("ix_carry_codes_expires"), "carry_codes", ["expires"], unique=False)
    _find_acts()


def _find_acts() -> None:
    """A table is opened in its first entry and closed in its last; limits may change anywhere."""
    connection = op.get_bind()
    log = sa.table("log", *map(sa.column, ("table_id", "seq", "at", "body")))
    acts = sa.table("acts", *map(sa.column, ("table_id", "seq", "line", "at", "kind")))
    position = "instr(body, :text)" if connection.dialect.name == "sqlite" else (
        "position(:text in body)"
    )  # fmt: skip
    found = [
        row
        for kind in BEFORE
        for row in connection.execute(
            sa.select(log).where(sa.text(f"{position} > 0")), {"text": f'"{kind}"'.encode()}
        )
    ]
    for row in {(one.table_id, one.seq): one for one in found}.values():
        for line, event in enumerate(json.loads(bytes(row.body))):
            if event["type"] in BEFORE:
                values = {"line": line, "at": row.at, "kind": event["type"]}
                connection.execute(
                    sa.insert(acts).values(table_id=row.table_id, seq=row.seq, **values)
                )
