"""A puzzle for every day, shared by its address."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

import msgspec
from fastapi import APIRouter, HTTPException, Path, Request
from pydantic import Field
from sqlalchemy.engine import Connection

from pitboss.floor.worth import MoveWorth
from pitboss.practice.positions import at_table, choices, move_words
from pitboss.practice.puzzle import FIRST_DAY, Puzzle
from pitboss.practice.record import Decided
from pitboss.practice.telling import PracticeHand, shown
from pitboss.practice.verdict import in_cents
from pitboss.rules.limits import dollars
from pitboss.rules.sentences import use
from pitboss.rules.spoken import sentence
from pitboss.store import practising
from pitboss.store.accounts import Account
from pitboss.store.clock import now_ms
from pitboss.store.practising import KeptDecision
from pitboss.table import IllegalAction
from pitboss.web import practice_room
from pitboss.web.access import Me
from pitboss.web.answers import ERRORS, Body, StructRoute
from pitboss.web.asking import hub_of, rates_of
from pitboss.web.bounds import TooMany
from pitboss.web.practice_room import PracticeGame, desk_of

router = APIRouter(
    prefix="/api/puzzles", responses=ERRORS, route_class=StructRoute, tags=["practice"]
)

Day = Annotated[str, Path(pattern=r"^(today|\d{4}-\d{2}-\d{2})$")]
"""In an address."""


class PuzzleAnswer(Body):
    """What you would do."""

    move: str = Field(max_length=20, description="a move's id")


class PuzzleSolved(msgspec.Struct, frozen=True, kw_only=True):
    """The answer, for who has answered."""

    right: bool
    """Whether nothing was worth more than what you chose."""
    moved: str
    """What you chose first, as its id."""
    says: str
    """How right that was, in a sentence."""
    why: str
    """What is surprising about it."""
    moves: list[MoveWorth]
    """Every legal move, the best first."""


class PuzzleSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzle of a day; the answer is there once you have given one."""

    day: str
    """As 2026-11-18, by UTC."""
    before: str | None
    """The day before, if it has a puzzle."""
    after: str | None
    """The day after, once it has come."""
    game: PracticeGame
    """What is played."""
    position: PracticeHand
    """What is seen and asked."""
    staked: str
    """What is staked, in words."""
    solved: PuzzleSolved | None
    """The answer."""


@router.get("/{day}")
async def puzzle(request: Request, day: Day, account: Me) -> PuzzleSheet:
    """The puzzle of a day, or of today."""
    wanted = _day(day)
    found = await _found(request, wanted, account)
    if wanted == _today():  # the next one is there before anybody asks
        practice_room.spawn(request, _found(request, wanted + timedelta(1), account))
    reference = practising.puzzle_reference(found.day)
    answered: KeptDecision | None = await hub_of(request).reading(
        lambda database: practising.find_decision(database, account, reference)
    )
    return await asyncio.to_thread(_sheet, found, answered)


@router.post("/{day}")
async def answer(request: Request, day: Day, account: Me, given: PuzzleAnswer) -> PuzzleSheet:
    """Answer a puzzle; the first answer counts."""
    found = await _found(request, _day(day), account)
    _, rules = practice_room.game_and_rules(found.opened)
    open_now = choices(at_table(rules, found.dealt))
    if given.move not in open_now:
        raise IllegalAction(f"move = {given.move!r}: {use(open_now)} here")
    return await asyncio.to_thread(_sheet, found, await _kept(request, account, found, given.move))


async def _kept(request: Request, account: Account, found: Puzzle, move: str) -> KeptDecision:
    reference = practising.puzzle_reference(found.day)
    chosen = next(one for one in found.moves if one.move == move)
    unit = found.moves[0].ev_units or 0.0
    right = chosen.best
    decided = Decided(
        cell=found.cell, moved=move, best=move if right else found.moves[0].move,
        cost=0.0 if right else max(unit - (chosen.ev_units or 0.0), 0.0), at=now_ms(),
        source="puzzle",
    )  # fmt: skip
    row = practice_room.kept(decided, reference, found.opened.rules_hash)

    def write(database: Connection) -> KeptDecision:
        practising.keep_rules(database, found.opened, row.at)
        practising.keep_decisions(database, account, [row])
        return practising.find_decision(database, account, reference) or row

    kept: KeptDecision = await hub_of(request).writing(write)
    return kept


def _today() -> date:
    return datetime.now(UTC).date()


def _day(text: str) -> date:
    today = _today()
    if text == "today":
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise HTTPException(404, f"day = {text}: there is no such day") from None
    if not FIRST_DAY <= day <= today:
        raise HTTPException(
            404, f"day = {text}: puzzles are from {FIRST_DAY} to today, {today}, by UTC"
        )
    return day


async def _found(request: Request, day: date, account: Account) -> Puzzle:
    """The puzzle as it is kept; found and kept if it is the first time."""
    hub, text = hub_of(request), day.isoformat()
    content = await hub.reading(lambda database: practising.find_puzzle(database, text))
    if content is None:
        if not rates_of(request).openings.allows(account.name):
            raise TooMany("too many puzzles that nobody has found yet; wait a minute", status=429)
        mined = await desk_of(request).puzzle(day)
        made = msgspec.json.encode(mined).decode()
        content = await hub.writing(
            lambda database: practising.keep_puzzle(database, text, made, now_ms())
        )
    return msgspec.json.decode(content, type=Puzzle)


def _sheet(found: Puzzle, answered: KeptDecision | None) -> PuzzleSheet:
    game, rules = practice_room.game_and_rules(found.opened)
    day, today = date.fromisoformat(found.day), _today()
    sheet = practice_room.sheet_of(found.opened)
    staked = {sheet.bets[bet]: sheet.stake for bet in sheet.opening}
    staked |= {sheet.bets[bet]: cents for bet, cents in found.dealt.bets.items()}
    return PuzzleSheet(
        day=found.day,
        before=(day - timedelta(1)).isoformat() if day > FIRST_DAY else None,
        after=(day + timedelta(1)).isoformat() if day < today else None,
        game=sheet, position=shown(game, rules, found.dealt),
        staked=", ".join(f"{dollars(cents)} on {bet}" for bet, cents in staked.items()),
        solved=None if answered is None else _solved(found, answered, sheet.stake),
    )  # fmt: skip


def _solved(found: Puzzle, answered: KeptDecision, stake: int) -> PuzzleSolved:
    chosen = next(one for one in found.moves if one.move == answered.moved)
    best, usual = move_words(found.moves[0].move), move_words(found.usual)
    whose = f"Ordinary {found.ordinary} strategy" if found.ordinary else "The chart"
    given_away = next(one.costs_cents or 0.0 for one in found.moves if one.move == found.usual)
    said = (
        f"{sentence(move_words(chosen.move))} is best."
        if chosen.best
        else f"{sentence(best)} is best: {move_words(chosen.move)} gives away "
        f"{in_cents(chosen.costs_cents or 0.0)}."
    )
    return PuzzleSolved(
        right=chosen.best, moved=answered.moved, says=said, moves=found.moves,
        why=f"{whose} says {usual}, which here gives away {in_cents(given_away)} of a "
        f"{dollars(stake)} wager on average.",
    )  # fmt: skip
