"""Accounts: signing in and out, who is signed in, and accounts that the pit makes."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Request, Response
from pydantic import Field

from pitboss.store import accounts, carrying, house_totals, refills
from pitboss.store.accounts import Account, Role, Session
from pitboss.store.carrying import CarryCode
from pitboss.store.clock import now_ms
from pitboss.store.names import looks_like
from pitboss.store.refills import Refill
from pitboss.web import access
from pitboss.web.access import Me, MySession, Pit
from pitboss.web.answers import ERRORS, Body, StructRoute
from pitboss.web.asking import address_of, hub_of, rates_of, while_asked
from pitboss.web.bounds import Asker

router = APIRouter(prefix="/api", responses=ERRORS, route_class=StructRoute)

HALF_DAY_MS = 43_200_000


class Credentials(Body):
    """A name and a password."""

    name: str = Field(max_length=60, examples=["Ann"])
    password: str = Field(max_length=200)


class Nickname(Body):
    """How a player without a password wants to be called."""

    name: str = Field("", max_length=60, examples=["Ann"], description="empty: one is made up")


class GivenCode(Body):
    """A code that was made on another device."""

    code: str = Field(
        max_length=40, examples=["7KQ2-M9XD-44PT"], description="as it was shown there; good once"
    )


class NewAccount(Credentials):
    """An account that the pit makes for somebody."""

    role: Role = "player"


class Who(msgspec.Struct, frozen=True, kw_only=True):
    """Who is signed in."""

    name: str
    """As everyone sees it."""
    role: Role
    """What they may do."""
    wallet: int
    """Cents, wagers on felts not counted."""
    guest: bool
    """Whether it is known by its cookie alone, without a password."""
    csrf: str
    """Goes into the header `X-CSRF-Token` of everything that changes something."""


class Door(msgspec.Struct, frozen=True):
    """Who is let in."""

    guests: bool
    """Whether `POST /api/guest` lets anyone in, without a name and a password."""


class MadeAccount(msgspec.Struct, frozen=True):
    """An account that was made."""

    name: str
    """To sign in with."""
    role: Role
    """What it may do."""


async def _who(request: Request, session: Session) -> Who:
    account = session.account
    cents = await hub_of(request).reading(
        lambda database: house_totals.wallet(database, account.name)
    )
    return Who(
        name=account.name, role=account.role, wallet=cents, csrf=session.csrf, guest=account.guest,
    )  # fmt: skip


async def _signed_in(request: Request, response: Response, account: Account) -> Who:
    token, session = await hub_of(request).writing(
        lambda database: accounts.begin_session(database, account, now_ms())
    )
    access.set_cookie(request, response, token, account)
    return await _who(request, session)


@router.get("/door", tags=["account"])
async def door(request: Request) -> Door:
    """Whether one may come in as a guest."""
    return Door(guests=request.app.state.guests)


@router.post("/guest", tags=["account"], dependencies=[Depends(access.slow_down)])
async def sign_in_as_guest(
    request: Request, response: Response, wanted: Nickname | None = None
) -> Who:
    """A new player with play money and no password, for as long as the cookie lasts.

    The name may be of their own choice, and stays theirs; else it is a number.
    """
    if not request.app.state.guests:
        raise HTTPException(403, "guests are not let in here; sign in with a name")
    nickname = wanted.name if wanted else ""
    account = await hub_of(request).writing(
        lambda database: accounts.guest(database, now_ms(), nickname)
    )
    return await _signed_in(request, response, account)


@router.post("/carry", tags=["account"])
async def carry(request: Request, account: Me) -> CarryCode:
    """A code for another device of a player without a password: good once, for ten minutes."""
    found: CarryCode = await hub_of(request).writing(
        lambda database: carrying.make(database, account, now_ms())
    )
    return found


@router.post("/carry/use", tags=["account"], dependencies=[Depends(access.slow_down)])
async def use_code(request: Request, response: Response, given: GivenCode) -> Who:
    """Be the player here whose code this is; it is worth nothing afterwards."""
    tries, address = rates_of(request).failed_sign_ins, f"code {address_of(request)}"
    if not tries.allows(address):
        raise HTTPException(429, "too many tries with a code; wait some minutes")
    account = await hub_of(request).writing(
        lambda database: carrying.use(database, given.code, now_ms())
    )
    if account is None:
        raise HTTPException(401, carrying.UNKNOWN)
    tries.give_back(address)
    return await _signed_in(request, response, account)


@router.post("/login", tags=["account"], dependencies=[Depends(access.slow_down)])
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


@router.post("/logout", tags=["account"], status_code=204)
async def sign_out(request: Request, response: Response, session: MySession) -> None:
    """Forget the session; its cookie is worth nothing from now on."""
    token = request.cookies[access.COOKIE]
    await hub_of(request).writing(lambda database: accounts.end_session(database, token))
    hub_of(request).sign_out(session.csrf)
    response.delete_cookie(access.COOKIE)


@router.get("/me", tags=["account"])
async def me(request: Request, response: Response) -> Who | None:
    """Who is signed in, and what they have; null if nobody is.

    Who has no password stays signed in for another while by coming back.
    """
    session = await access.session_of(request)
    if session is None:
        return None
    access.check_rate(request, session)
    if session.account.guest and session.expires < now_ms() + accounts.GUEST_DAYS * HALF_DAY_MS:
        token = request.cookies[access.COOKIE]
        await hub_of(request).writing(
            lambda database: accounts.lengthen_session(database, token, now_ms())
        )
        access.set_cookie(request, response, token, session.account)
    return await _who(request, session)


@router.get("/refill", tags=["account"])
async def may_refill(request: Request, account: Me) -> Refill:
    """The house's rule for players who are broke, and whether you may have more now."""
    hub = hub_of(request)
    out = hub.has_chips_out(account.name)
    found: Refill = await hub.reading(
        lambda database: refills.standing(database, account.name, now_ms(), on_felt=out)
    )
    return found


@router.post("/refill", tags=["account"])
async def refill(request: Request, session: MySession) -> Who:
    """More play money from the cage, if the house's rule allows it."""
    hub, account = hub_of(request), session.account
    if account.role == "auditor":
        raise HTTPException(403, "role auditor: you read everything and change nothing")
    out = hub.has_chips_out(account.name)
    cents = await hub.writing(
        lambda database: refills.refill(database, account.name, now_ms(), on_felt=out)
    )
    hub.tell_wallet(account.name, cents)
    return await _who(request, session)


@router.post("/accounts", tags=["pit"], status_code=201)
async def make_account(request: Request, pit: Pit, who: NewAccount) -> MadeAccount:
    """Make an account for somebody."""
    accounts.check_name(who.name)
    hashed = await asyncio.to_thread(accounts.hash_password, who.password)
    account = await hub_of(request).writing(
        lambda database: accounts.create(
            database, who.name, who.role, hashed, now_ms(), by=pit.name
        )
    )
    return MadeAccount(account.name, account.role)
