"""All logs become one tree, whose heads are signed and kept by whoever likes."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; the first server that starts puts the entries there are into the tree."""
    op.create_table(
        "tree_heads",
        sa.Column("size", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("root", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("signature", sa.String(length=128), nullable=False),
        sa.PrimaryKeyConstraint("size", name=op.f("pk_tree_heads")),
    )
    op.create_table(
        "tree_runs",
        sa.Column("first_leaf", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("first_seq", sa.Integer(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_tree_runs_table_id")),
        sa.PrimaryKeyConstraint("first_leaf", name=op.f("pk_tree_runs")),
    )
    op.create_index(
        op.f("ix_tree_runs_table_id_first_seq"), "tree_runs", ["table_id", "first_seq"], unique=True
    )
    op.create_table(
        "tree_tiles",
        sa.Column("level", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hashes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("level", "number", name=op.f("pk_tree_tiles")),
    )
    op.create_index(op.f("ix_tables_closed"), "tables", ["closed"])
