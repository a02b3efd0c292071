"""Players practise: rules, hands, what was decided, and the puzzle of each day."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; nothing that was there changes."""
    op.create_table(
        "practice_rules",
        sa.Column("rules_hash", sa.String(length=64), nullable=False),
        sa.Column("opened", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("rules_hash", name=op.f("pk_practice_rules")),
    )
    op.create_table(
        "practice_puzzles",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_practice_puzzles")),
    )
    op.create_table(
        "practice_hands",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("rules_hash", sa.String(length=64), nullable=False),
        sa.Column("hand", sa.String(length=32), nullable=False),
        sa.Column("dealt", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=op.f("fk_practice_hands_account")
        ),
        sa.PrimaryKeyConstraint("account", "rules_hash", name=op.f("pk_practice_hands")),
    )
    op.create_table(
        "practice_decisions",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=80), nullable=False),
        sa.Column("rules_hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("chart_table", sa.String(length=120), nullable=False),
        sa.Column("hand", sa.String(length=40), nullable=False),
        sa.Column("up", sa.String(length=2), nullable=False),
        sa.Column("after", sa.String(length=80), nullable=False),
        sa.Column("moved", sa.String(length=20), nullable=False),
        sa.Column("best", sa.String(length=20), nullable=False),
        sa.Column("cost", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["accounts.id"], name=op.f("fk_practice_decisions_account")
        ),
        sa.PrimaryKeyConstraint("account", "reference", name=op.f("pk_practice_decisions")),
    )
    op.create_index(
        op.f("ix_practice_decisions_account_rules_hash_at"),
        "practice_decisions",
        ["account", "rules_hash", "at"],
    )
