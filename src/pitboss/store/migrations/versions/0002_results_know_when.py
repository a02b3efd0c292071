"""Results know when their round began: a player's newest are found without reading all."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the time from the log."""
    with op.batch_alter_table("results") as results:
        results.add_column(sa.Column("at", sa.BigInteger(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE results SET at = (SELECT min(log.at) FROM log"
        " WHERE log.table_id = results.table_id AND log.round = results.round)"
    )
    with op.batch_alter_table("results") as results:
        results.alter_column("at", server_default=None)
        results.drop_index("ix_results_player")
        results.create_index("ix_results_player_at", ["player", "at"])
