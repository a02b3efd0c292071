"""Accounts know what their names look like: no new one can be taken for another."""

import sqlalchemy as sa
from alembic import op

from pitboss.store.names import looks_like

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Everyone keeps their name; of those that look alike already the oldest has the looks."""
    with op.batch_alter_table("accounts") as accounts:
        accounts.add_column(sa.Column("looks_like", sa.String(length=80), nullable=True))
    people = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("looks_like"))
    connection = op.get_bind()
    seen: set[str] = set()
    oldest_first = sa.select(people.c.id, people.c.name).order_by(people.c.id)
    for row in connection.execute(oldest_first).all():
        looks = looks_like(row.name)
        if looks not in seen:
            seen.add(looks)
            connection.execute(
                sa.update(people).where(people.c.id == row.id).values(looks_like=looks)
            )
    with op.batch_alter_table("accounts") as accounts:
        accounts.create_unique_constraint(op.f("uq_accounts_looks_like"), ["looks_like"])
