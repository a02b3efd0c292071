"""What people in charge did, read from the logs: who, when, what, why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.rules.limits import House, dollars
from pitboss.store import journal, records, schema
from pitboss.table import events as ev

MOST_ACTS = 200
"""In one answer."""


class HouseAct(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody in charge did."""

    at: int
    """When, in milliseconds since 1970."""
    by: str
    """Who; empty for the house itself."""
    kind: str
    """What, as the log calls it."""
    table: int | None
    """The table it was done to; null if none."""
    table_name: str
    """What people call that table."""
    about: str
    """The player or account it was done to; empty if none."""
    what: str
    """What was done, in words."""
    reason: str
    """Why, in the words of whoever did it; older entries have none."""
    log: int
    """Where it says so: the table whose log it is, 0 for the cage's."""
    entry: int
    """And which entry of it."""
    seal: str
    """The seal of that entry; empty while the entry belongs to a round with hidden cards."""


def acts(
    connection: Connection, *, table: int | None = None, kinds: list[str] | None = None,
    before_ms: int | None = None, most: int = 50,
) -> list[HouseAct]:  # fmt: skip
    """What was done, the newest first."""
    done, log, tables = schema.acts.c, schema.log.c, schema.tables.c
    wanted = (
        sa.select(
            done.table_id, done.seq, done.line, done.at, done.kind, log.actor, log.body, log.seal,
            tables.name,
        )
        .join_from(
            schema.acts, schema.log,
            sa.and_(log.table_id == done.table_id, log.seq == done.seq),
        )
        .join(schema.tables, tables.id == done.table_id)
    )  # fmt: skip
    if table is not None:
        wanted = wanted.where(done.table_id == table)
    if kinds:
        wanted = wanted.where(done.kind.in_(kinds))
    if before_ms is not None:
        wanted = wanted.where(done.at < before_ms)
    newest = wanted.order_by(done.at.desc(), done.table_id, done.seq.desc(), done.line.desc())
    rows = connection.execute(newest.limit(min(most, MOST_ACTS))).all()
    return [_act(connection, row) for row in rows]


def _act(connection: Connection, row: Any) -> HouseAct:
    event = records.decode(bytes(row.body))[row.line]
    in_cage = row.table_id == records.CAGE
    barred_at = getattr(event, "table", None) if in_cage else row.table_id
    return HouseAct(
        at=row.at, by=row.actor, kind=row.kind, table=barred_at,
        table_name="" if in_cage else row.name,
        about=getattr(event, "player", "") or _account(event), what=_told(connection, row, event),
        reason=getattr(event, "reason", ""), log=row.table_id, entry=row.seq,
        seal=row.seal if in_cage else "",
    )  # fmt: skip


def _account(event: ev.Event) -> str:
    return "" if isinstance(event, records.TableOpened) else str(getattr(event, "name", ""))


def _told(connection: Connection, row: Any, event: ev.Event) -> str:
    """What was done, in words."""
    match event:
        case records.TableOpened(name=name, settings=settings):
            kind = "private" if settings.private else "public"
            return f"opened the {kind} table {name}"
        case records.TableClosed():
            return "closed the table"
        case records.TablePaused():
            return "paused the table"
        case records.TableResumed():
            return "let the table go on"
        case records.TableMuted():
            return "had the table quiet"
        case records.TableUnmuted():
            return "let people talk again"
        case records.LimitsSet(house=house):
            before = house_before(connection, row.table_id, row.seq)
            return "changed limits: " + ("; ".join(changes(before, house)) or "to the same")
        case records.WalletAdjusted(player=player, cents=cents):
            way = f"gave {player} {dollars(cents)}" if cents > 0 else (
                f"took {dollars(-cents)} from {player}"
            )  # fmt: skip
            return f"{way}, by the cage"
        case records.RefillRuleSet(below_cents=below, to_cents=to, a_day=a_day):
            return (
                f"refills: who has less than {dollars(below)} gets {dollars(to)}, {a_day} times a "
                "day at most"
            )
        case records.AccountMade(name=name, role=role):
            return f"made the account {name}, role {role}"
        case records.AccountDisabled(name=name):
            return f"disabled the account {name}"
        case records.AccountEnabled(name=name):
            return f"enabled the account {name} again"
        case records.PasswordReset(name=name):
            return f"reset the password of {name}"
        case records.PlayerBarred(player=player, table=table):
            return f"barred {player} from " + _place(table)
        case records.PlayerReadmitted(player=player, table=table):
            return f"readmitted {player} to " + _place(table)
        case records.AuditReported(report=report, scope=scope, sound=sound):
            found = "sound" if sound else "with faults"
            return f"audited {scope}: {found}, report {report}"
        case records.LogKeyMade(key=key, before=replaced):
            way = f" in place of {replaced[:8]}…" if replaced else ""
            return f"made the key {key[:8]}… that signs the log{way}"
        case records.LossAccepted(size=size, kept=kept):
            return (
                f"went on although the log is not the one that was signed: {kept} of {size} "
                "entries are"
            )
    return ev.logged_name(event)


def _place(table: int | None) -> str:
    return "all tables" if table is None else f"table {table}"


def house_before(connection: Connection, table: int, seq: int) -> House:
    """The limits of a table until an entry changed them."""
    done = schema.acts.c
    kinds = [records.LimitsSet.__struct_config__.tag, records.TableOpened.__struct_config__.tag]
    last = connection.scalar(
        sa.select(sa.func.max(done.seq)).where(
            done.table_id == table, done.seq < seq, done.kind.in_(kinds)
        )
    )
    [entry] = journal.entries(connection, table, last, last)
    found = [
        event.house
        for event in entry.events
        if isinstance(event, records.LimitsSet | records.TableOpened)
    ]
    return found[-1]


def changes(before: House, after: House) -> Iterator[str]:
    """What differs between two sets of limits, as key, old and new value."""
    for name in House.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if isinstance(old, dict) and isinstance(new, dict):
            for key in sorted(old.keys() | new.keys()):
                if old.get(key) != new.get(key):
                    yield f"{name} of {key} {_cents(old.get(key))} → {_cents(new.get(key))}"
        elif old != new:
            told = _cents if name == "round_to" else _plain
            yield f"{name.replace('_', ' ')} {told(old)} → {told(new)}"


def _cents(cents: int | None) -> str:
    return "as usual" if cents is None else dollars(cents)


def _plain(value: object) -> str:
    return "as usual" if value is None else str(value)
