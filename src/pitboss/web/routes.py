"""REST: the lobby, accounts, history, rules, the solver's answers, and the pit."""

from __future__ import annotations

import asyncio
import math
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.engine import Connection

from pitboss import games
from pitboss.rules.bounds import MOST_CHARACTERS
from pitboss.rules.decode import decode, encode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.limits import House
from pitboss.rules.sentences import use
from pitboss.store import accounts
from pitboss.store.accounts import Account, Role
from pitboss.store.names import looks_like
from pitboss.store.records import Settings
from pitboss.table.views import public
from pitboss.web import access, api_page, layout, lobby, solver, uploads
from pitboss.web.access import Me, MySession, Overseer, Pit
from pitboss.web.asking import (
    address_of,
    ask_solver,
    hub_of,
    rates_of,
    read_long,
    while_asked,
)  # fmt: skip
from pitboss.web.bounds import Asker
from pitboss.web.room import describe_table, now

router = APIRouter()

Options = dict[str, bool | int | str]
FileText = Annotated[str, Field(max_length=MOST_CHARACTERS)]
GameId = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Path(ge=0, le=2**31 - 1)]


class Body(BaseModel):
    """Something sent to the server; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Error(BaseModel):
    """What was wrong, in a sentence that names field, value and what to write instead."""

    error: str


class Credentials(Body):
    """A name and a password."""

    name: str = Field(max_length=60, examples=["Ann"])
    password: str = Field(max_length=200)


class NewAccount(Credentials):
    """An account that the pit makes for somebody."""

    role: Role = "player"


class Who(BaseModel):
    """Who is signed in."""

    name: str
    role: Role
    wallet: int = Field(description="cents, wagers on felts not counted")
    csrf: str = Field(description="goes into the header X-CSRF-Token")


class NewTable(Body):
    """A table to be opened."""

    game: str | None = Field(None, max_length=40, description="a built-in game's id")
    file: str | None = Field(None, max_length=MOST_CHARACTERS, description="or a game's TOML text")
    files: dict[str, FileText] = Field(
        {},
        max_length=games.MOST_GENERATIONS,
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


class Health(BaseModel):
    """How the server is."""

    status: str


class OpenedTable(BaseModel):
    """A table that was opened."""

    table: int
    invite: str
    rules_hash: str


class NewLimits(Body):
    """What may be staked from now on."""

    house: dict[str, Any]


ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": Error}
    for status in (400, 401, 403, 404, 405, 408, 409, 413, 421, 422, 429, 500, 503)
}
api = APIRouter(prefix="/api", responses=ERRORS)

# Signing in


async def _signed_in(request: Request, response: Response, account: Account) -> Who:
    hub = hub_of(request)
    token, session = await hub.writing(
        lambda database: accounts.begin_session(database, account, now())
    )
    access.set_cookie(request, response, token)
    cents = await hub.reading(lambda database: lobby.wallet(database, account.name))
    return Who(name=account.name, role=account.role, wallet=cents, csrf=session.csrf)


@api.post("/guest", tags=["account"], dependencies=[Depends(access.slow_down)])
async def sign_in_as_guest(request: Request, response: Response) -> Who:
    """A new player with play money and no password, for as long as the cookie lasts."""
    if not request.app.state.guests:
        raise HTTPException(403, "guests are not let in here; sign in with a name")
    account = await hub_of(request).writing(lambda database: accounts.guest(database, now()))
    return await _signed_in(request, response, account)


@api.post("/login", tags=["account"], dependencies=[Depends(access.slow_down)])
async def sign_in(request: Request, response: Response, who: Credentials) -> Who:
    """Sign in with a name and a password."""
    tries, name = rates_of(request).failed_sign_ins, looks_like(who.name)
    if not tries.allows(name):
        raise HTTPException(429, "too many tries to sign in with this name; wait some minutes")
    with rates_of(request).sign_ins_in_line.place(Asker(name, address_of(request))):
        kept = await hub_of(request).reading(
            lambda database: accounts.find_password(database, who.name)
        )
        right = await while_asked(request, asyncio.to_thread(accounts.is_right, kept, who.password))
    if kept is None or not right:
        raise HTTPException(401, accounts.NOT_KNOWN)
    tries.give_back(name)
    return await _signed_in(request, response, kept.account)


@api.post("/logout", tags=["account"], status_code=204)
async def sign_out(request: Request, response: Response, session: MySession) -> None:
    """Forget the session; its cookie is worth nothing from now on."""
    token = request.cookies[access.COOKIE]
    await hub_of(request).writing(lambda database: accounts.end_session(database, token))
    hub_of(request).sign_out(session.csrf)
    response.delete_cookie(access.COOKIE)


@api.get("/me", tags=["account"])
async def me(request: Request) -> Who | None:
    """Who is signed in, and what they have; null if nobody is."""
    session = await access.session_of(request)
    if session is None:
        return None
    access.check_rate(request, session)
    account = session.account
    cents = await hub_of(request).reading(lambda database: lobby.wallet(database, account.name))
    return Who(name=account.name, role=account.role, wallet=cents, csrf=session.csrf)


@api.post("/accounts", tags=["pit"], status_code=201)
async def make_account(request: Request, pit: Pit, who: NewAccount) -> dict[str, str]:  # noqa: ARG001
    """Make an account for somebody."""
    accounts.check_name(who.name)
    hashed = await asyncio.to_thread(accounts.hash_password, who.password)
    account = await hub_of(request).writing(
        lambda database: accounts.create(database, who.name, who.role, hashed, now())
    )
    return {"name": account.name, "role": account.role}


# Games


@api.get("/games", tags=["games"])
async def all_games() -> list[dict[str, Any]]:
    """The built-in games: what they are, their bets, options and pay tables."""
    return [layout.describe_game(games.find(name)) for name in games.BUILT_IN]


@api.get("/games/{game}", tags=["games"])
async def one_game(game: GameId) -> dict[str, Any]:
    """A game with its rules and rulings in words."""
    found = _find(game)
    return layout.describe_game(found) | {
        "rules": [msgspec.to_builtins(rule) for rule in found.texts],
        "rulings": [msgspec.to_builtins(ruling) for ruling in found.rulings],
    }


@api.get("/games/{game}/edge", tags=["games"])
async def edge(
    request: Request,
    game: GameId,
    option: Annotated[list[str], Query(max_length=40, description="`decks=6`, …")] = [],  # noqa: B006
    paytable: Annotated[list[str], Query(max_length=40, description="`lucky-stiff=2`, …")] = [],  # noqa: B006
) -> dict[str, Any]:
    """The house edge of every bet by the exact solver, when the main game is played best."""
    found = _find(game)
    options = {
        name: found.option_from_text(name, value) for name, value in _pairs("option", option)
    }
    tables = {}
    for name, value in _pairs("paytable", paytable):
        if not (value.isascii() and value.isdigit() and len(value) < 4):
            raise RulesError(f"paytable {name} = {value[:40]!r}: use a number from 1 up")
        tables[name] = int(value)
    rules = found.rules(options, tables)
    bets = solver.known_edges(rules)
    if bets is None:
        asker = request.cookies.get(access.COOKIE, "")[:64]
        bets = await ask_solver(request, asker, lambda: solver.edges(found, rules))
    return {"game": game, "bets": bets}


def _pairs(what: str, given: list[str]) -> list[tuple[str, str]]:
    for text in given:
        if "=" not in text:
            raise RulesError(f"{what} = {text!r}: write NAME=VALUE")
    return [(name, value) for name, _, value in (text.partition("=") for text in given)]


def _find(game: str) -> Game:
    if game not in games.BUILT_IN:
        raise HTTPException(404, f"game = {game!r}: {use(games.BUILT_IN, typed=game)}")
    return games.find(game)


# Tables


@api.get("/tables", tags=["tables"])
async def tables(request: Request, account: Me) -> list[dict[str, Any]]:
    """The lobby: tables that are open, with private ones of your own."""
    found: list[dict[str, Any]] = await hub_of(request).reading(
        lambda database: lobby.open_tables(database, account)
    )
    return found


@api.post("/tables", tags=["tables"], status_code=201)
async def open_table(request: Request, account: Me, wanted: NewTable) -> OpenedTable:
    """Open a table. The pit opens any; a player opens private tables of built-in games."""
    if account.role != "pit":
        if account.role == "auditor":
            raise HTTPException(403, "role auditor: you read everything and change nothing")
        is_plain = wanted.private and wanted.file is None and not wanted.typed and not wanted.house
        if not is_plain:
            raise HTTPException(
                403,
                f"role {account.role}: you open private tables of built-in games, by their limits",
            )
        if not rates_of(request).openings.allows(account.name):
            raise HTTPException(429, "too many tables opened; wait a minute")
    if (wanted.game is None) == (wanted.file is None):
        raise RulesError("game: give either a game's id or a game file's text")
    if not wanted.name.isprintable():
        raise RulesError(f"name = {wanted.name!r}: use letters and signs one can see")
    parents: dict[str, str] = {}
    if wanted.file is not None:
        game, parents = await uploads.read(wanted.file, wanted.files)
    elif wanted.files:
        raise RulesError("files: they are those that `file` is based on, and there is no `file`")
    else:
        game = _find(wanted.game or "")
    house = decode(wanted.house, House, origin="house")
    settings = Settings(
        private=wanted.private, typed=wanted.typed, bots=wanted.bots,
        betting_seconds=wanted.betting_seconds, action_seconds=wanted.action_seconds,
    )  # fmt: skip
    opened = await asyncio.to_thread(
        lambda: describe_table(
            game, wanted.name or game.name[:40], source=wanted.file, parents=parents,
            options=dict(wanted.options), paytables=wanted.paytables, house=house,
            settings=settings,
        )
    )  # fmt: skip
    seats = int(opened.rules["wagers"]["seats"])
    if wanted.bots >= seats:
        raise RulesError(f"bots = {wanted.bots}: use 0 to {seats - 1}")
    most = None if account.role == "pit" else rates_of(request).bounds.open_tables_each
    live = await hub_of(request).open(opened, account.name, most=most)
    invite = await hub_of(request).reading(
        lambda database: lobby.invite_for(database, live.room.id, account)
    )
    return OpenedTable(table=live.room.id, invite=invite, rules_hash=opened.rules_hash)


@api.get("/tables/{table}", tags=["tables"])
async def one_table(
    request: Request, table: Number, account: Me, invite: str = ""
) -> dict[str, Any]:
    """A table's rules, limits and pay tables."""
    hub = hub_of(request)
    await hub.reading(lambda database: lobby.check_entry(database, table, account, invite))
    live = await hub.find(table)
    room = live.room
    rules, limits = room.table.rules, room.table.limits
    invited = await hub.reading(lambda database: lobby.invite_for(database, table, account))
    return ({"invite": invited} if invited else {}) | {
        "table": room.id, "name": room.opened.name, "game": layout.describe_game(room.game),
        "spots": layout.spots(rules, limits), "printed": layout.printed(rules),
        "small_print": layout.small_print(rules, limits),
        "rules": room.opened.rules, "rules_hash": room.opened.rules_hash,
        "house": encode(room.table.limits.house), "limits": room.table.limits.sign(),
        "minimum": room.table.limits.minimum, "maximum": room.table.limits.maximum,
        "settings": msgspec.to_builtins(room.settings), "version": room.seq,
        "seats": room.seats, "seats_in_all": room.table.rules.wagers.seats,
        "paytables": room.opened.paytables,
    }  # fmt: skip


@api.post("/tables/{table}/close", tags=["tables"], status_code=204)
async def close_table(request: Request, table: Number, account: Me) -> None:
    """Close a table between rounds; wagers that lie there go back.

    The pit closes any, a player their own.
    """
    hub = hub_of(request)
    if account.role != "pit":
        opener = await hub.reading(lambda database: lobby.opened_by(database, table, account))
        if opener != account.name:
            raise HTTPException(
                403, f"role {account.role}: this is for pit, and for who opened the table"
            )
    live = await hub.find(table)
    await live.change(lambda room: room.close(account.name, owner=hub.id))
    hub.lose(live)


@api.put("/tables/{table}/limits", tags=["pit"], status_code=204)
async def set_limits(request: Request, table: Number, pit: Pit, limits: NewLimits) -> None:
    """Change what may be staked, between rounds; wagers that lie there go back."""
    hub = hub_of(request)
    house = decode(limits.house, House, origin="house")
    live = await hub.find(table)
    await live.change(lambda room: room.set_limits(house, pit.name, owner=hub.id))


# History


@api.get("/rounds", tags=["history"])
async def my_rounds(
    request: Request,
    account: Me,
    before: Annotated[int | None, Query(ge=0, le=2**62)] = None,
    most: Annotated[int, Query(ge=1, le=lobby.MOST_ROWS)] = 50,
) -> list[dict[str, Any]]:
    """Your rounds, the newest first; `before` (milliseconds) asks for older ones."""
    found: list[dict[str, Any]] = await read_long(
        request, account.name,
        lambda database: lobby.history(database, player=account.name, before=before, most=most),
    )  # fmt: skip
    return found


@api.get("/tables/{table}/rounds/{number}", tags=["history"])
async def one_round(
    request: Request, table: Number, number: Number, account: Me, invite: str = ""
) -> dict[str, Any]:
    """A round as it happened, entry by entry; face-down cards are shown once they were turned.

    Seals are shown once nothing in them lies face down: a hash gives a single card away.
    """

    def read(connection: Connection) -> dict[str, Any]:
        lobby.check_entry(connection, table, account, invite)
        entries = lobby.round_entries(connection, table, number)
        hidden = lobby.first_with_hidden_cards(connection, table)
        return {
            "table": table, "round": number,
            "entries": [
                {
                    "seq": entry.seq, "at": entry.at, "actor": entry.actor,
                    "seal": entry.seal if entry.seq < hidden else None,
                    "events": [msgspec.to_builtins(public(event)) for event in entry.events],
                }
                for entry in entries
            ],
        }  # fmt: skip

    found: dict[str, Any] = await read_long(request, account.name, read)
    return found


# The pit


@api.get("/admin/overview", tags=["pit"])
async def overview(request: Request, account: Overseer) -> dict[str, Any]:
    """Live tables, and what all accounts hold: together nothing."""
    hub = hub_of(request)
    tables = await hub.reading(lambda database: lobby.open_tables(database, account))
    totals = await hub.reading(lobby.totals)
    dealers = await hub.reading(lobby.dealers)
    for table in tables:
        live = hub.rooms.get(table["id"])
        table["dealt_here"] = live is not None
        table["dealt_at"] = dealers.get(table["id"])
        table["round"] = live.room.table.state.round if live else None
        table["watchers"] = len(live.watchers) if live else None
        table["players"] = sorted(set(live.room.seats.values())) if live else None
    return {"tables": tables, "totals": totals, "balanced": sum(totals.values()) == 0}


@api.get("/admin/tables/{table}/hold", tags=["pit"])
async def hold(request: Request, table: Number, account: Overseer) -> list[dict[str, Any]]:
    """What each bet held, beside what it should and the band chance leaves in 95 cases of 100."""
    hub = hub_of(request)
    live = await hub.find(table)
    rows = await read_long(request, account.name, lambda database: lobby.hold(database, table))
    game, rules = live.room.game, live.room.table.rules
    theory = solver.known_edges(rules)
    if theory is None:
        theory = await ask_solver(request, account.name, lambda: solver.edges(game, rules))
    return [_held(row, theory.get(row["bet"])) for row in rows]


def _held(row: dict[str, Any], theory: dict[str, float] | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "bet": row["bet"], "wagers": row["wagers"], "handle": row["handle"], "won": row["won"],
        "hold": row["won"] / row["handle"] if row["handle"] else None,
    }  # fmt: skip
    if theory is not None and row["handle"]:
        band = 1.96 * theory["sd"] * math.sqrt(row["squares"]) / row["handle"]
        edge = theory["house_edge"]
        found |= {"theory": edge, "low": edge - band, "high": edge + band}
    return found


router.include_router(api)


@router.get("/healthz", tags=["service"], responses={429: {"model": Error}, 503: {"model": Health}})
async def healthz(request: Request, response: Response) -> Health:
    """Whether the server can read its database."""
    try:
        await asyncio.wait_for(hub_of(request).reading(lobby.is_there), 5)
    except Exception:
        response.status_code = 503
        return Health(status="the database does not answer")
    return Health(status="ok")


@router.get(
    "/metrics", tags=["service"], response_class=PlainTextResponse,
    responses={429: {"model": Error}},
)  # fmt: skip
async def metrics(request: Request) -> Response:
    """Counters for Prometheus."""
    found = request.app.state.metrics
    hub = hub_of(request)
    found.tables.set(len(hub.rooms))
    found.writer_waiting.set(hub.database.waiting)
    found.solver_waiting.set(solver.waiting())
    return Response(found.page(), media_type="text/plain; version=0.0.4")


@router.get("/docs", include_in_schema=False)
async def described(request: Request) -> HTMLResponse:
    """The API in words."""
    if request.app.state.described is None:
        request.app.state.described = api_page.page(request.app.openapi())
    return HTMLResponse(request.app.state.described)
