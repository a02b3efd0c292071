"""Everyone who is known here, as the pit looks them up."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import house_totals, records, schema
from pitboss.store.errors import Role

MOST_PEOPLE = 50
"""In one answer."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """An account."""

    name: str
    """As everyone sees it."""
    role: Role
    """What it may do."""
    guest: bool
    """Known by a cookie alone, without a password."""
    created: int
    """When it was made, in milliseconds since 1970."""
    disabled: bool
    """Nobody may sign in with it."""
    wallet: int
    """Cents, beside what lies on felts."""
    barred: bool
    """May play at no table."""
    barred_at: list[int]
    """Tables it may not play at."""


def find_people(connection: Connection, part: str) -> list[Person]:
    """Accounts with this in their name, the newest first."""
    people, bars = schema.accounts.c, schema.bars.c
    wanted = sa.select(
        people.name, people.role, people.password, people.created, people.closed
    ).where(people.folded.contains(part.casefold(), autoescape=True))
    rows = connection.execute(wanted.order_by(people.id.desc()).limit(MOST_PEOPLE)).all()
    names = [row.name for row in rows]
    wallets = house_totals.wallets(connection, names)
    where: dict[str, list[int]] = {name: [] for name in names}
    for bar in connection.execute(sa.select(schema.bars).where(bars.player.in_(names))):
        where[bar.player].append(bar.table_id)
    return [
        Person(
            name=row.name, role=row.role, guest=row.password is None, created=row.created,
            disabled=row.closed, wallet=wallets[row.name],
            barred=records.CAGE in where[row.name],
            barred_at=sorted(one for one in where[row.name] if one != records.CAGE),
        )
        for row in rows
    ]  # fmt: skip
