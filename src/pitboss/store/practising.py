"""What players practise, as the store has it: rules, the hand they are at, what they decided."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import register, schema
from pitboss.store.accounts import Account
from pitboss.store.errors import Missing
from pitboss.store.records import TableOpened

MOST_DECISIONS = 5000
"""The newest of one person under one set of rules, from which a report is made."""

hands = schema.practice_hands.c
decisions = schema.practice_decisions.c


class KeptHand(msgspec.Struct, frozen=True, kw_only=True):
    """The hand that somebody practises on; `dealt` is JSON."""

    hand: str
    dealt: str
    at: int


class KeptDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision beside the best one, in units of the main wager."""

    reference: str
    """Names it: it is kept once."""
    rules_hash: str
    at: int
    source: str
    chart_table: str
    hand: str
    up: str
    after: str
    moved: str
    best: str
    cost: float


def keep_rules(connection: Connection, opened: TableOpened, at: int) -> None:
    """Keep rules to practise by, unless they are there."""
    there = schema.practice_rules.c.rules_hash == opened.rules_hash
    if connection.scalar(sa.select(sa.literal(1)).where(there)) is None:
        values = {"rules_hash": opened.rules_hash, "created": at,
                  "opened": msgspec.json.encode(opened).decode()}  # fmt: skip
        register.insert(connection, schema.practice_rules, values)


def find_rules(connection: Connection, rules_hash: str) -> TableOpened:
    """Rules that somebody practised before."""
    rules = schema.practice_rules.c
    text = connection.scalar(sa.select(rules.opened).where(rules.rules_hash == rules_hash))
    if text is None:
        raise Missing(f"rules = {rules_hash}: nobody has practised these; choose a game first")
    return msgspec.json.decode(text, type=TableOpened)


def find_hand(connection: Connection, account: Account, rules_hash: str) -> KeptHand | None:
    """The hand that somebody is at."""
    row = connection.execute(
        sa.select(hands.hand, hands.dealt, hands.at).where(
            hands.account == account.id, hands.rules_hash == rules_hash
        )
    ).one_or_none()
    return None if row is None else KeptHand(**row._mapping)


def keep_hand(connection: Connection, account: Account, rules_hash: str, hand: KeptHand) -> None:
    """Put a hand in the place of the one before."""
    values = msgspec.structs.asdict(hand)
    mine = sa.and_(hands.account == account.id, hands.rules_hash == rules_hash)
    if not register.update(connection, schema.practice_hands, mine, **values):
        values |= {"account": account.id, "rules_hash": rules_hash}
        register.insert(connection, schema.practice_hands, values)


def move_on(
    connection: Connection, account: Account, before: KeptHand, after: KeptHand, made: KeptDecision
) -> bool:
    """Keep a decision and the hand that comes of it; False if the hand is not there any more."""
    there = sa.and_(
        hands.account == account.id, hands.rules_hash == made.rules_hash,
        hands.hand == before.hand, hands.dealt == before.dealt,
    )  # fmt: skip
    moved = register.update(
        connection, schema.practice_hands, there, dealt=after.dealt, at=after.at
    )
    if moved:
        keep_decisions(connection, account, [made])
    return bool(moved)


def keep_decisions(connection: Connection, account: Account, made: list[KeptDecision]) -> int:
    """Keep decisions that are not kept yet; how many those were."""
    references = [one.reference for one in made]
    known = set(
        connection.scalars(
            sa.select(decisions.reference).where(
                decisions.account == account.id, decisions.reference.in_(references)
            )
        )
    )
    new = [
        msgspec.structs.asdict(one) | {"account": account.id}
        for one in made
        if one.reference not in known
    ]
    register.insert_all(connection, schema.practice_decisions, new)
    return len(new)


def decisions_of(connection: Connection, account: Account, rules_hash: str) -> list[KeptDecision]:
    """The newest decisions of somebody, the oldest first."""
    columns = [getattr(decisions, name) for name in KeptDecision.__struct_fields__]
    wanted = (
        sa.select(*columns)
        .where(decisions.account == account.id, decisions.rules_hash == rules_hash)
        .order_by(decisions.at.desc(), decisions.reference.desc())
        .limit(MOST_DECISIONS)
    )
    return [KeptDecision(**row._mapping) for row in connection.execute(wanted)][::-1]


def find_decision(connection: Connection, account: Account, reference: str) -> KeptDecision | None:
    """A decision by what names it."""
    columns = [getattr(decisions, name) for name in KeptDecision.__struct_fields__]
    row = connection.execute(
        sa.select(*columns).where(decisions.account == account.id, decisions.reference == reference)
    ).one_or_none()
    return None if row is None else KeptDecision(**row._mapping)


def practised(connection: Connection, account: Account) -> list[tuple[str, int, int]]:
    """Rules that somebody has decisions of: how many, and the newest; that one first."""
    last = sa.func.max(decisions.at)
    wanted = (
        sa.select(decisions.rules_hash, sa.func.count(), last)
        .where(decisions.account == account.id)
        .group_by(decisions.rules_hash)
        .order_by(last.desc())
        .limit(50)
    )
    return [(row[0], row[1], row[2]) for row in connection.execute(wanted)]


# Rounds of live tables


class LiveRound(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round that somebody played and that was not graded yet."""

    table: int
    round: int
    at: int


def ungraded_rounds(connection: Connection, account: Account, most: int) -> list[LiveRound]:
    """Of the last rounds somebody played at live tables those that are not graded, oldest first."""
    results = schema.results.c
    graded = connection.scalars(
        sa.select(decisions.reference)
        .where(decisions.account == account.id, decisions.source == "table")
        .order_by(decisions.at.desc())
        .limit(MOST_DECISIONS)
    )
    known = {reference.rpartition(" entry ")[0] for reference in graded}
    wanted = (
        sa.select(results.table_id, results.round, sa.func.min(results.at).label("at"))
        .where(results.player == account.name)
        .group_by(results.table_id, results.round)
        .order_by(sa.desc("at"))
        .limit(most)
    )
    rows = connection.execute(wanted).all()
    return [
        LiveRound(table=row.table_id, round=row.round, at=row.at)
        for row in reversed(rows)
        if round_reference(row.table_id, row.round) not in known
    ]


def round_reference(table: int, number: int, entry: int | None = None) -> str:
    """What names a round of a live table, or a decision in it."""
    return f"table {table} round {number}" + ("" if entry is None else f" entry {entry}")


# Puzzles


def find_puzzle(connection: Connection, day: str) -> str | None:
    """The puzzle of a day as it was kept, as JSON."""
    puzzles = schema.practice_puzzles.c
    found: str | None = connection.scalar(
        sa.select(puzzles.content).where(puzzles.day == day)
    )  # fmt: skip
    return found


def keep_puzzle(connection: Connection, day: str, content: str, at: int) -> str:
    """Keep a puzzle, unless there is one; the one that is kept."""
    there = find_puzzle(connection, day)
    if there is not None:
        return there
    values = {"day": day, "content": content, "made": at}
    register.insert(connection, schema.practice_puzzles, values)
    return content


def puzzle_reference(day: str) -> str:
    """What names the answer to a day's puzzle."""
    return f"puzzle {day}"
