"""What a player practises, between the store, the processes that grade, and the way in."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Coroutine
from functools import lru_cache
from typing import Any

import msgspec
from fastapi import Request
from sqlalchemy.engine import Connection

from pitboss.floor.layout import BettingPlace, cloth, places
from pitboss.floor.opening import game_of, rules_of
from pitboss.practice.choosing import next_hand
from pitboss.practice.orders import GradeRound
from pitboss.practice.positions import Cell, Dealt, stake_of
from pitboss.practice.record import Decided
from pitboss.practice.telling import PracticeHand, shown
from pitboss.rules.game import OPTION_LABELS, Felt, Game, option_text
from pitboss.rules.limits import House, Limits
from pitboss.rules.sign import table_sign
from pitboss.rules.vocabulary import Rules
from pitboss.store import past_rounds, practising, table_rows
from pitboss.store.accounts import Account
from pitboss.store.clock import now_ms
from pitboss.store.errors import Missing, Refused
from pitboss.store.practising import KeptDecision, KeptHand
from pitboss.store.records import Entry, Settings, TableOpened
from pitboss.table import IllegalAction, Table
from pitboss.web.asking import hub_of
from pitboss.web.practice_desk import PracticeDesk

ROUNDS_AT_ONCE = 30
"""Of live tables that are graded for one question."""
LOOKED_THROUGH = 300
"""Rounds among which those are looked for."""


class PracticeGame(msgspec.Struct, frozen=True, kw_only=True):
    """Rules to practise by, with what a page needs to draw them."""

    rules_hash: str
    """Their fingerprint: everything else is asked for by it."""
    game: str
    """The game's id."""
    name: str
    """What people call it."""
    designed: bool
    """Whether it is a designer's own."""
    choices: list[str]
    """House options and pay tables that were chosen, a line each."""
    cloth: Felt
    """The colour of the cloth."""
    printed: list[str]
    """What stands on it in large letters."""
    bets: dict[str, str]
    """Names by id."""
    opening: list[str]
    """Ids of the wagers every round begins with."""
    places: list[BettingPlace]
    """Where chips lie."""
    stake: int
    """Cents on each opening wager of a practice hand."""


class AskedHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand to decide."""

    hand: str
    """Its id: goes with every decision."""
    position: PracticeHand
    """What is seen and asked."""


def desk_of(request: Request) -> PracticeDesk:
    """The processes of this server."""
    found: PracticeDesk = request.app.state.practice
    return found


@lru_cache(maxsize=64)
def _read(data: bytes) -> tuple[Game, Rules]:
    opened = msgspec.json.decode(data, type=TableOpened)
    return game_of(opened), rules_of(opened)


def game_and_rules(opened: TableOpened) -> tuple[Game, Rules]:
    """Read once and remembered."""
    return _read(msgspec.json.encode(opened))


def sheet_of(opened: TableOpened) -> PracticeGame:
    """Rules as a page needs them."""
    game, rules = game_and_rules(opened)
    table = Table(rules)
    sign = table_sign(game, rules, Limits(table.tables))
    return PracticeGame(
        rules_hash=opened.rules_hash, game=game.id, name=game.name,
        designed=opened.source is not None, choices=_chosen(opened, game, rules),
        cloth=cloth(game), printed=sign.cloth,
        bets={**rules.wagers.names, **{bet.id: bet.name for bet in rules.bets}},
        opening=list(rules.wagers.opening), places=places(rules), stake=stake_of(table),
    )  # fmt: skip


def _chosen(opened: TableOpened, game: Game, rules: Rules) -> list[str]:
    """What is not as usual, in words."""
    names = {bet.id: bet.name for bet in rules.bets}
    readings = {one.id: one.question for one in game.rulings}
    found = []
    for name, value in opened.options.items():
        if name in OPTION_LABELS:
            found.append(f"{OPTION_LABELS[name]}: {option_text(value)}")
        else:
            found.append(f"{readings.get(name, name)} Read the other way ({name})")
    for family, number in opened.paytables.items():
        found.append(f"{names.get(family, family)}: pay table {number}")
    return found


def decided_of(kept: KeptDecision) -> Decided:
    """A decision as practice looks at it."""
    cell = Cell(kept.chart_table, kept.hand, kept.up, kept.after)
    return msgspec.convert(
        {"cell": cell, "moved": kept.moved, "best": kept.best, "cost": kept.cost, "at": kept.at,
         "source": kept.source},
        Decided,
    )  # fmt: skip


def kept(decided: Decided, reference: str, rules_hash: str) -> KeptDecision:
    """A decision as the store keeps it."""
    cell = decided.cell
    return KeptDecision(
        reference=reference, rules_hash=rules_hash, at=decided.at, source=decided.source,
        chart_table=cell.table, hand=cell.hand, up=cell.up, after=cell.after, moved=decided.moved,
        best=decided.best, cost=decided.cost,
    )  # fmt: skip


async def deal(
    request: Request, account: Account, opened: TableOpened, wanted: frozenset[Cell]
) -> AskedHand:
    """The next hand of somebody, in the place of the one before."""
    hub, desk = hub_of(request), desk_of(request)
    book = desk.known_book(opened)
    rows: list[KeptDecision] = await hub.reading(
        lambda database: practising.decisions_of(database, account, opened.rules_hash)
    )
    _, rules = game_and_rules(opened)
    chance = random.Random(secrets.randbits(64))
    decided = [decided_of(row) for row in rows]
    dealt = await asyncio.to_thread(next_hand, rules, book, decided, chance, wanted)
    hand = KeptHand(
        hand=secrets.token_hex(16), dealt=msgspec.json.encode(dealt).decode(), at=now_ms()
    )  # fmt: skip
    await hub.writing(
        lambda database: practising.keep_hand(database, account, opened.rules_hash, hand)
    )
    return await _asked(request, opened, hand.hand, dealt)


async def current(request: Request, account: Account, opened: TableOpened) -> AskedHand:
    """The hand somebody is at; a new one where there is none."""
    hand: KeptHand | None = await hub_of(request).reading(
        lambda database: practising.find_hand(database, account, opened.rules_hash)
    )
    if hand is None:
        return await deal(request, account, opened, frozenset())
    dealt = msgspec.json.decode(hand.dealt, type=Dealt)
    asked = await _asked(request, opened, hand.hand, dealt)
    return await deal(request, account, opened, frozenset()) if asked.position.over else asked


async def _asked(request: Request, opened: TableOpened, hand: str, dealt: Dealt) -> AskedHand:
    game, rules = game_and_rules(opened)
    position = await asyncio.to_thread(shown, game, rules, dealt)
    if not position.over:
        desk_of(request).look_ahead(opened, dealt)
    return AskedHand(hand=hand, position=position)


async def hand_at(
    request: Request, account: Account, opened: TableOpened, hand: str, number: int
) -> tuple[KeptHand, Dealt]:
    """The hand that a decision is for; refused if it is another, or has gone on."""
    found: KeptHand | None = await hub_of(request).reading(
        lambda database: practising.find_hand(database, account, opened.rules_hash)
    )
    if found is None or found.hand != hand:
        raise Missing("hand: it is not the one you are at; ask for that first")
    dealt = msgspec.json.decode(found.dealt, type=Dealt)
    if len(dealt.moves) != number:
        raise Refused(f"number = {number}: this hand has gone on, and waits for {len(dealt.moves)}")
    return found, dealt


async def move_on(
    request: Request, account: Account, opened: TableOpened, before: KeptHand, move: str,
    decided: Decided,
) -> AskedHand:  # fmt: skip
    """Keep a decision that was graded, and show what comes of it."""
    dealt = msgspec.json.decode(before.dealt, type=Dealt)
    after = dealt.with_move(move)
    hand = msgspec.structs.replace(before, dealt=msgspec.json.encode(after).decode(), at=now_ms())
    made = kept(
        msgspec.structs.replace(decided, at=hand.at),
        f"hand {before.hand} {len(dealt.moves)}", opened.rules_hash,
    )  # fmt: skip
    done = await hub_of(request).writing(
        lambda database: practising.move_on(database, account, before, hand, made)
    )
    if not done:
        raise Refused(f"number = {len(dealt.moves)}: this hand has gone on meanwhile")
    return await _asked(request, opened, before.hand, after)


async def add_rounds(request: Request, account: Account) -> tuple[int, int]:
    """Grade rounds that somebody played at live tables; how many were added, how many are left."""
    hub, desk = hub_of(request), desk_of(request)
    waiting = await hub.reading(
        lambda database: practising.ungraded_rounds(database, account, LOOKED_THROUGH), long=True
    )
    added = 0
    for one in waiting[-ROUNDS_AT_ONCE:]:

        def read(
            database: Connection, table: int = one.table, number: int = one.round
        ) -> tuple[TableOpened, list[Entry]]:
            entries = past_rounds.entries_of(database, table, number)
            return table_rows.opened(database, table), entries

        opened, entries = await hub.reading(read, long=True)
        try:
            found = await desk.graded_round(GradeRound(opened, entries, one.round, account.name))
        except (IllegalAction, ValueError):  # still being played, or nobody can say
            continue
        rows = [
            kept(decided, practising.round_reference(one.table, one.round, entry),
                 opened.rules_hash)
            for entry, decided in found
        ]  # fmt: skip

        def write(
            database: Connection, opened: TableOpened = opened,
            rows: list[KeptDecision] = rows,
        ) -> int:  # fmt: skip
            practising.keep_rules(database, without_a_table(opened), now_ms())
            return practising.keep_decisions(database, account, rows)

        if rows:
            added += await hub.writing(write)
    return added, max(0, len(waiting) - ROUNDS_AT_ONCE)


def without_a_table(opened: TableOpened) -> TableOpened:
    """Rules without what belongs to one table."""
    return msgspec.structs.replace(opened, house=House(), settings=Settings(), name=opened.game)


def spawn(request: Request, work: Coroutine[Any, Any, Any]) -> None:
    """Have something done that nobody waits for."""
    desk_of(request).spawn(work)
