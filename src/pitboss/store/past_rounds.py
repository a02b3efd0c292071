"""Rounds that were played, as the store has them: lists, logs, shoes, and what is hidden still."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.store import journal, records, schema
from pitboss.store.errors import Missing
from pitboss.table import events as ev

MOST_ROUNDS = 200
"""In one answer."""
Outcome = Literal["won", "lost", "even"]


class PlayedWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that was settled."""

    seat: int
    """Whose hand or spot it was."""
    player: str
    """Who had staked it."""
    bet: str
    """The bet's id."""
    event: str
    """How it ended."""
    stake: int
    """Cents that lay there."""
    returned: int
    """Cents that came back, the stake included."""


class PlayedRound(msgspec.Struct, kw_only=True):
    """A round in a history."""

    table: int
    """The table's number."""
    round: int
    """Counted from 1 at each table."""
    at: int
    """When it began, in milliseconds since 1970."""
    name: str
    """The table's."""
    game: str
    """The game's id."""
    game_name: str
    """The game as people call it."""
    private: bool
    """Whether the table is."""
    staked: int = 0
    """Cents on all wagers."""
    net: int = 0
    """Cents won; below zero if lost."""
    wagers: list[PlayedWager] = []
    """In the order they were settled."""


class GameTotals(msgspec.Struct, frozen=True, kw_only=True):
    """All rounds a player played of a game, in sum."""

    game: str
    """The game's id."""
    game_name: str
    """The game as people call it."""
    rounds: int
    """How many."""
    staked: int
    """Cents on all wagers."""
    net: int
    """Cents won; below zero if lost."""


GameName = Callable[[int, str], str]
"""What the game of a table is called, by the table's number and the game's id."""
Stakes = dict[int, dict[str, int]]
"""Cents by bet, by seat."""


def played_rounds(
    connection: Connection, game_name: GameName, *, player: str | None = None,
    table: int | None = None, before_ms: int | None = None, most: int = 50,
    game: str | None = None, outcome: Outcome | None = None,
) -> list[PlayedRound]:  # fmt: skip
    """Rounds, the newest first."""
    results, tables = schema.results.c, schema.tables.c
    wanted = sa.select(
        schema.results, tables.name, tables.game, tables.private
    ).join_from(schema.results, schema.tables, results.table_id == tables.id)  # fmt: skip
    if player is not None:
        wanted = wanted.where(results.player == player)
    if table is not None:
        wanted = wanted.where(results.table_id == table)
    if before_ms is not None:
        wanted = wanted.where(results.at < before_ms)
    if game is not None:
        wanted = wanted.where(tables.game == game)
    newest = wanted.order_by(
        results.at.desc(), results.table_id, results.round.desc(), results.seq, results.line
    )
    rounds: dict[tuple[int, int], PlayedRound] = {}
    for row in connection.execution_options(yield_per=500).execute(newest):
        key = (row.table_id, row.round)
        if key not in rounds:
            _drop_last_unless(rounds, outcome)
            if len(rounds) == min(most, MOST_ROUNDS):
                break
            rounds[key] = PlayedRound(
                table=row.table_id, round=row.round, at=row.at, name=row.name, game=row.game,
                game_name="", private=row.private,
            )  # fmt: skip
        played = rounds[key]
        played.staked += row.stake
        played.net += row.returned - row.stake
        played.wagers.append(
            PlayedWager(
                seat=row.seat, player=row.player, bet=row.bet, event=row.event, stake=row.stake,
                returned=row.returned,
            )
        )  # fmt: skip
    _drop_last_unless(rounds, outcome)
    games = {played.table: played.game for played in rounds.values()}
    names = {number: game_name(number, game) for number, game in games.items()}
    for played in rounds.values():
        played.game_name = names[played.table]
    return list(rounds.values())


def _drop_last_unless(rounds: dict[tuple[int, int], PlayedRound], outcome: Outcome | None) -> None:
    """Take the round out again that was read last, if it came out otherwise."""
    if outcome is None or not rounds:
        return
    net = next(reversed(rounds.values())).net
    if outcome != ("won" if net > 0 else "lost" if net < 0 else "even"):
        rounds.popitem()


def totals_by_game(
    connection: Connection, game_name: GameName, player: str, outcome: Outcome | None = None
) -> list[GameTotals]:
    """A player's rounds in sum, the game played most first."""
    results, tables = schema.results.c, schema.tables.c
    net = sa.func.sum(results.returned - results.stake)
    each = (
        sa.select(results.table_id, sa.func.sum(results.stake).label("staked"), net.label("net"))
        .where(results.player == player)
        .group_by(results.table_id, results.round)
    )
    if outcome is not None:
        each = each.having({"won": net > 0, "lost": net < 0, "even": net == 0}[outcome])
    rounds = each.subquery()
    found = connection.execute(
        sa.select(
            tables.game, sa.func.max(tables.id).label("newest"), sa.func.count().label("rounds"),
            sa.func.sum(rounds.c.staked).label("staked"), sa.func.sum(rounds.c.net).label("net"),
        )
        .join_from(rounds, schema.tables, rounds.c.table_id == tables.id)
        .group_by(tables.game)
        .order_by(sa.func.count().desc(), tables.game)
    ).all()  # fmt: skip
    return [
        GameTotals(
            game=row.game, game_name=game_name(row.newest, row.game), rounds=row.rounds,
            staked=int(row.staked), net=int(row.net),
        )
        for row in found
    ]  # fmt: skip


def entries_of(connection: Connection, table: int, number: int) -> list[records.Entry]:
    """The log of one round."""
    span = journal.span_of(connection, table, number)
    if span is None or number < 1:
        raise Missing(f"round = {number}: table {table} has none with this number")
    return list(journal.entries(connection, table, *span))


def stakes_of(
    connection: Connection, table: int, numbers: list[int], player: str
) -> dict[int, Stakes]:
    """By finished round: what a player had staked when the cards came."""
    log = schema.log.c
    wanted = sa.select(log.round, log.body).where(log.table_id == table, log.round.in_(numbers))
    staked: dict[int, Stakes] = defaultdict(lambda: defaultdict(dict))
    finished = set()
    for number, body in connection.execute(wanted.order_by(log.seq)):
        for event in records.decode(bytes(body)):
            if isinstance(event, ev.WagerPlaced) and event.player == player:
                staked[number][event.seat][event.bet] = event.cents
            elif isinstance(event, ev.WagerWithdrawn):
                staked[number][event.seat].pop(event.bet, None)
            elif isinstance(event, ev.RoundClosed):
                finished.add(number)
    return {number: seats for number, seats in staked.items() if number in finished}


def first_with_hidden_cards(connection: Connection, table: int) -> int:
    """The first entry of a table that may hold a card which still lies face down.

    The seals from there on are nobody's business: whoever knows an entry but for one card finds
    that card by 52 tries.
    """
    tables, log, shoes = schema.tables.c, schema.log.c, schema.shoes.c
    row = connection.execute(sa.select(tables.seq, tables.closed).where(tables.id == table)).one()
    if row.closed is not None:
        return int(row.seq) + 1
    last_round = connection.scalar(sa.select(sa.func.max(log.round)).where(log.table_id == table))
    span = journal.span_of(connection, table, last_round or 0)
    shuffled = connection.scalar(
        sa.select(sa.func.min(shoes.opened)).where(_not_revealed(table), _is_shuffled())
    )
    found = (None if span is None else span[0], shuffled)
    return min(int(seq) for seq in found if seq is not None)


def _not_revealed(table: int) -> sa.ColumnElement[bool]:
    """Shoes of a table that are not shown yet: those after the last that is.

    All that are done with are shown together, so none before it is hidden; and what is asked costs
    no more where a table has dealt a thousand.
    """
    shoes = schema.shoes.c
    shown = sa.select(sa.func.max(shoes.number)).where(
        shoes.table_id == table, shoes.revealed.is_not(None)
    )
    last = sa.func.coalesce(shown.scalar_subquery(), 0)
    return sa.and_(shoes.table_id == table, shoes.number > last)


def _is_shuffled() -> sa.ColumnElement[bool]:
    """Whether a shoe is more than promised."""
    return sa.func.length(schema.shoes.c.cards) > 0


def shoe_from(connection: Connection, table: int, entry: int) -> int | None:
    """The number of the shoe that a round is dealt from whose first wager is in this entry."""
    shoes = schema.shoes.c
    last = sa.select(sa.func.max(shoes.number)).where(
        shoes.table_id == table, shoes.opened <= entry, _is_shuffled()
    )
    number = connection.scalar(last)
    return None if number is None else int(number)


def burned_unrevealed(connection: Connection, table: int, up_to: int) -> int | None:
    """The first shoe, opened up to an entry, of which a card was burned that is hidden still."""
    shoes = schema.shoes.c
    for row in connection.execute(
        sa.select(shoes.number, shoes.opened)
        .where(_not_revealed(table), shoes.opened <= up_to, _is_shuffled())
        .order_by(shoes.number)
    ).all():
        [opening] = journal.entries(connection, table, row.opened, row.opened)
        if any(isinstance(event, ev.TopCardBurned) for event in opening.events):
            return int(row.number)
    return None
