"""Tables: the lobby, opening one, what it is, closing it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException, Request
from msgspec import UNSET, UnsetType
from pydantic import Field

from pitboss.floor import layout
from pitboss.floor.layout import BettingSpot, GameRulebook, GameSheet
from pitboss.floor.lobby import LobbyTable
from pitboss.floor.opening import describe_table
from pitboss.games import MOST_GENERATIONS
from pitboss.rules.bounds import MOST_CHARACTERS
from pitboss.rules.constraints import StakeConstraint, stake_constraints
from pitboss.rules.decode import decode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.limits import House
from pitboss.rules.sign import Sign, sign_text, table_sign
from pitboss.store import admission
from pitboss.store.accounts import Account
from pitboss.store.house_acts import REASON, check_reason
from pitboss.store.records import CAGE, RulesDocument, Settings, TableOpened
from pitboss.web.access import Me, Pit
from pitboss.web.answers import ERRORS, Body, Number, StructRoute
from pitboss.web.asking import hub_of, rates_of
from pitboss.web.routes.games import find_game
from pitboss.web.uploads import Uploads

router = APIRouter(prefix="/api", responses=ERRORS, route_class=StructRoute)

Options = dict[str, bool | int | str]
FileText = Annotated[str, Field(max_length=MOST_CHARACTERS)]


class NewTable(Body):
    """A table to be opened."""

    game: str | None = Field(None, max_length=40, description="a built-in game's id")
    file: str | None = Field(None, max_length=MOST_CHARACTERS, description="or a game's TOML text")
    files: dict[str, FileText] = Field(
        {},
        max_length=MOST_GENERATIONS,
        description="texts of the files of your own it is based on, by the name `based-on` gives",
    )
    name: str = Field("", max_length=40)
    options: Options = Field({}, description="house options, see /api/games")
    paytables: dict[str, int] = {}
    house: dict[str, Any] = Field({}, description="limits: date, minimum, maximum, shoe, …")
    private: bool = False
    typed: bool = Field(False, description="cards are typed in by a dealer; no shoe")
    bots: int = Field(0, ge=0, le=8)
    betting_seconds: float = Field(15.0, ge=0.05, le=600)
    action_seconds: float = Field(30.0, ge=0.05, le=600)


class Reason(Body):
    """Why something is done to a table."""

    reason: str = Field("", max_length=REASON, description="why, for whoever reads the log")


class NewLimits(Reason):
    """What may be staked from now on."""

    house: dict[str, Any]


class OpenedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was opened."""

    table: int
    """Its number."""
    invite: str
    """Lets others in, as `?invite=`, if it is private."""
    rules_hash: str
    """The fingerprint of its rules."""
    approval: str
    """What may be said of the approval of its rules."""


class TableSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A table: its rules, limits and pay tables, and who sits there."""

    table: int
    """Its number."""
    name: str
    """What whoever opened it calls it."""
    game: GameSheet
    """What is played."""
    spots: list[BettingSpot]
    """Where chips may be put, and how many."""
    constraints: list[StakeConstraint]
    """What binds wagers together, as sums, so that a page can show what may be staked now."""
    slots: list[str]
    """Moves that can ever be offered here, in the order of their fixed places."""
    printed: list[str]
    """What stands on the cloth in large letters."""
    small_print: list[str]
    """The limits, in sentences."""
    rules: RulesDocument
    """Every rule, in the sections and keys of a game file."""
    rules_hash: str
    """Their fingerprint, as logs and reports name them."""
    house: House
    """What the card room set for this table."""
    sign: Sign
    """What the table's layout or sign shows."""
    limits: list[str]
    """The same, line by line."""
    minimum: dict[str, int]
    """Fewest cents, by bet."""
    maximum: dict[str, int]
    """Most cents that can ever stand there, by bet."""
    settings: Settings
    """How it is run."""
    designed: bool
    """Whether its game is a designer's file, which is known at this table alone."""
    paused: str | None
    """Why no wagers are taken for now; null if they are."""
    version: int
    """Grows by one with everything that happens at the table."""
    seats: dict[int, str]
    """Who sits where."""
    seats_in_all: int
    """Taken or not."""
    paytables: dict[str, int]
    """Pay tables that were chosen."""
    invite: str | UnsetType = UNSET
    """Lets others in; for whoever opened the table."""
    mine: bool = False
    """Whether you opened it, or run the house: you may close it and have it quiet."""


@router.get("/tables", tags=["tables"])
async def tables(request: Request, account: Me) -> list[LobbyTable]:
    """The lobby: tables that are open, with private ones of your own."""
    hub = hub_of(request)
    found: list[LobbyTable] = await hub.reading(
        lambda database: hub.lobby.tables(database, account)
    )
    return found


@router.post("/tables", tags=["tables"], status_code=201)
async def open_table(request: Request, account: Me, wanted: NewTable) -> OpenedTable:
    """Open a table. The pit opens any; a player opens private tables of built-in games."""
    _check_may_open(request, account, wanted)
    game, parents = await _wanted_game(request, wanted)
    opened = await asyncio.to_thread(_describe, game, parents, wanted)
    if hub_of(request).is_barred(account.name, CAGE):
        raise HTTPException(403, f"{account.name}: the pit has barred you from all tables")
    seats = int(opened.rules["wagers"]["seats"])
    if wanted.bots >= seats:
        raise RulesError(f"bots = {wanted.bots}: use 0 to {seats - 1}")
    most = None if account.role == "pit" else rates_of(request).bounds.open_tables_each
    host = await hub_of(request).open(opened, account.name, most=most)
    number = host.house_table.id
    invite = await hub_of(request).reading(
        lambda database: admission.invite_for(database, number, account)
    )
    return OpenedTable(
        table=number, invite=invite, rules_hash=opened.rules_hash, approval=opened.approval
    )


def _check_may_open(request: Request, account: Account, wanted: NewTable) -> None:
    if account.role == "pit":
        return
    if account.role == "auditor":
        raise HTTPException(403, "role auditor: you read everything and change nothing")
    if not wanted.private or wanted.file is not None or wanted.typed or wanted.house:
        raise HTTPException(
            403,
            f"role {account.role}: you open private tables of built-in games, by their limits",
        )
    if not rates_of(request).openings.allows(account.name):
        raise HTTPException(429, "too many tables opened; wait a minute")


async def _wanted_game(request: Request, wanted: NewTable) -> tuple[Game, dict[str, str]]:
    """The game of a table to be opened, and the designer's files it is based on."""
    if (wanted.game is None) == (wanted.file is None):
        raise RulesError("game: give either a game's id or a game file's text")
    if not wanted.name.isprintable():
        raise RulesError(f"name = {wanted.name!r}: use letters and signs one can see")
    if wanted.file is not None:
        uploads: Uploads = request.app.state.uploads
        return await uploads.read(wanted.file, wanted.files)
    if wanted.files:
        raise RulesError("files: they are those that `file` is based on, and there is no `file`")
    return find_game(wanted.game or ""), {}


def _describe(game: Game, parents: dict[str, str], wanted: NewTable) -> TableOpened:
    settings = Settings(
        private=wanted.private, typed=wanted.typed, bots=wanted.bots,
        betting_seconds=wanted.betting_seconds, action_seconds=wanted.action_seconds,
    )  # fmt: skip
    return describe_table(
        game, wanted.name or game.name[:40], source=wanted.file, parents=parents,
        options=dict(wanted.options), paytables=wanted.paytables,
        house=decode(wanted.house, House, origin="house"), settings=settings,
    )  # fmt: skip


@router.get("/tables/{table}", tags=["tables"])
async def one_table(request: Request, table: Number, account: Me, invite: str = "") -> TableSheet:
    """A table's rules, limits and pay tables."""
    hub = hub_of(request)
    await hub.reading(lambda database: admission.check_entry(database, table, account, invite))
    found = (await hub.find(table)).house_table
    invited = await hub.reading(lambda database: admission.invite_for(database, table, account))
    opened, rules, limits = found.opened, found.table.rules, found.table.limits
    sign = table_sign(found.game, rules, limits)
    return TableSheet(
        table=found.id, name=opened.name, game=layout.describe_game(found.game, rules),
        spots=layout.spots(rules, limits), constraints=stake_constraints(rules, limits),
        slots=layout.slot_names(rules), printed=sign.cloth,
        small_print=layout.small_print(sign), rules=opened.rules,
        rules_hash=opened.rules_hash, house=limits.house, sign=sign, limits=sign_text(sign),
        minimum=limits.minimum, maximum={bet: limits.largest_wager(bet) for bet in limits.ids},
        settings=found.settings,
        designed=opened.source is not None,
        paused=found.paused,
        version=found.seq, seats=found.seats, seats_in_all=rules.wagers.seats,
        paytables=opened.paytables, invite=invited or UNSET,
        mine=account.role == "pit" or bool(invited),
    )  # fmt: skip


@router.get("/tables/{table}/rulebook", tags=["tables"])
async def rulebook(request: Request, table: Number, account: Me, invite: str = "") -> GameRulebook:
    """The rules of a table's game in words; a designer's game has them nowhere else."""
    hub = hub_of(request)
    await hub.reading(lambda database: admission.check_entry(database, table, account, invite))
    found = (await hub.find(table)).house_table
    return await asyncio.to_thread(layout.rulebook, found.game)


@router.post("/tables/{table}/close", tags=["tables"], status_code=204)
async def close_table(
    request: Request, table: Number, account: Me, why: Reason | None = None
) -> None:
    """Close a table between rounds; wagers that lie there go back.

    The pit closes any and says why, a player their own.
    """
    hub = hub_of(request)
    if account.role != "pit":
        opener = await hub.reading(lambda database: admission.opened_by(database, table, account))
        if opener != account.name:
            raise HTTPException(
                403, f"role {account.role}: this is for pit, and for who opened the table"
            )
    host = await hub.find(table)
    reason = why.reason if why else ""
    if reason or account.role == "pit":
        reason = check_reason(reason)
    await host.change(lambda found: found.close(account.name, reason=reason, owner=hub.id))
    hub.lose(host)


@router.put("/tables/{table}/limits", tags=["pit"], status_code=204)
async def set_limits(request: Request, table: Number, pit: Pit, limits: NewLimits) -> None:
    """Change what may be staked, between rounds; wagers that lie there go back."""
    hub = hub_of(request)
    house = decode(limits.house, House, origin="house")
    host = await hub.find(table)
    reason = check_reason(limits.reason)
    await host.change(lambda found: found.set_limits(house, pit.name, reason=reason, owner=hub.id))


@router.post("/tables/{table}/pause", tags=["pit"], status_code=204)
async def pause(request: Request, table: Number, pit: Pit, why: Reason) -> None:
    """Take no more wagers; those not dealt yet go back, a round that is dealt is played out."""
    hub, reason = hub_of(request), check_reason(why.reason)
    host = await hub.find(table)
    await host.change(lambda found: found.pause(pit.name, reason=reason, owner=hub.id))


@router.post("/tables/{table}/resume", tags=["pit"], status_code=204)
async def resume(request: Request, table: Number, pit: Pit, why: Reason) -> None:
    """Take wagers again at a table that was paused."""
    hub, reason = hub_of(request), check_reason(why.reason)
    host = await hub.find(table)
    await host.change(lambda found: found.resume(pit.name, reason=reason, owner=hub.id))
