"""Play money for who is broke, by the house's rule, which the pit sets."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.rules.limits import dollars
from pitboss.store import journal, ledger, records, schema
from pitboss.store.errors import Refused
from pitboss.store.house_acts import check_reason
from pitboss.store.table_days import first_entry_from

DAY_MS = 86_400_000
MOST_CENTS = 1_000_000_00
MOST_A_DAY = 100


class RefillRule(msgspec.Struct, frozen=True, kw_only=True):
    """When a player who is broke gets play money."""

    below_cents: int = 10_00
    """Who has less than this, and nothing on a felt, may ask."""
    to_cents: int = 1_000_00
    """What they have then."""
    a_day: int = 3
    """How often in a day, from midnight UTC; 0 is never."""


class Refill(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a player may have more play money now."""

    rule: RefillRule
    """The house's."""
    left_today: int
    """How often the rule still allows it today."""
    refused: str
    """Why not now, in a sentence; empty if now."""


def rule(connection: Connection) -> RefillRule:
    """What holds now: what was said last."""
    acts, log = schema.acts.c, schema.log.c
    kind = records.RefillRuleSet.__struct_config__.tag
    last = sa.select(sa.func.max(acts.seq)).where(
        acts.table_id == records.CAGE, acts.kind == kind
    )  # fmt: skip
    body = connection.scalar(
        sa.select(log.body).where(
            log.table_id == records.CAGE, log.seq == last.scalar_subquery()
        )
    )  # fmt: skip
    if body is None:
        return RefillRule()
    [event] = records.decode(bytes(body))
    assert isinstance(event, records.RefillRuleSet)
    return RefillRule(
        below_cents=event.below_cents, to_cents=event.to_cents, a_day=event.a_day
    )  # fmt: skip


def set_rule(connection: Connection, new: RefillRule, *, reason: str, by: str, at: int) -> None:
    """Have another rule hold from now on."""
    if not 0 < new.to_cents <= MOST_CENTS:
        raise Refused(f"to_cents = {new.to_cents}: use 1 to {MOST_CENTS}")
    if not 0 < new.below_cents <= new.to_cents:
        raise Refused(f"below_cents = {new.below_cents}: use 1 to to_cents, {new.to_cents}")
    if not 0 <= new.a_day <= MOST_A_DAY:
        raise Refused(f"a_day = {new.a_day}: use 0 to {MOST_A_DAY}; 0 is never")
    event = records.RefillRuleSet(new.below_cents, new.to_cents, new.a_day, check_reason(reason))
    journal.note_in_cage(connection, event, at, by)


def standing(connection: Connection, player: str, at: int, *, on_felt: bool) -> Refill:
    """Whether a player may be refilled now; `on_felt` is whether wagers of theirs lie somewhere."""
    now = rule(connection)
    held = ledger.balance(connection, ledger.wallet(player))
    had = _refills_of_day(connection, player, at)
    why = ""
    if not now.a_day:
        why = "the house refills no wallets; ask the pit"
    elif held >= now.below_cents:
        why = f"you have {dollars(held)}; it is for who has less than {dollars(now.below_cents)}"
    elif had >= now.a_day:
        why = f"you had {had} today, which is the most; come back after midnight UTC"
    elif on_felt:
        why = "you have chips on a felt; play that round first"
    return Refill(rule=now, left_today=max(0, now.a_day - had), refused=why)


def refill(connection: Connection, player: str, at: int, *, on_felt: bool) -> int:
    """Give a player who is broke play money; what they have then."""
    _lock(connection, player)
    found = standing(connection, player, at, on_felt=on_felt)
    if found.refused:
        raise Refused(f"refill: {found.refused}")
    held = ledger.balance(connection, ledger.wallet(player))
    event = records.WalletRefilled(player, found.rule.to_cents - held)
    journal.note_in_cage(connection, event, at, player)
    return found.rule.to_cents


def _lock(connection: Connection, player: str) -> None:
    """One refill of a player at a time, whichever server is asked."""
    people = schema.accounts.c
    connection.execute(sa.select(people.id).where(people.name == player).with_for_update())


def _refills_of_day(connection: Connection, player: str, at: int) -> int:
    """How often somebody was refilled since midnight: the cage's entries of the day are few."""
    tables, log, moved = schema.tables.c, schema.log.c, schema.ledger.c
    entries = connection.scalar(sa.select(tables.seq).where(tables.id == records.CAGE)) or 0
    first = first_entry_from(connection, records.CAGE, entries, at - at % DAY_MS)
    wanted = (
        sa.select(log.body)
        .join_from(
            schema.ledger, schema.log,
            sa.and_(moved.table_id == log.table_id, moved.seq == log.seq),
        )
        .where(
            moved.table_id == records.CAGE, moved.seq >= first,
            moved.target == ledger.wallet(player),
        )
    )  # fmt: skip
    bodies = (records.decode(bytes(body)) for body in connection.scalars(wanted))
    return sum(isinstance(event, records.WalletRefilled) for events in bodies for event in events)
