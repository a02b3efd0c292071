"""Accounts: signing in and out, who is signed in, and accounts that the pit makes."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Depends, HTTPException, Request, Response
from pydantic import Field

from pitboss.store import accounts, house_totals
from pitboss.store.accounts import Account, Role, Session
from pitboss.store.clock import now_ms
from pitboss.store.names import looks_like
from pitboss.web import access
from pitboss.web.access import MySession, Pit
from pitboss.web.answers import ERRORS, Body, StructRoute
from pitboss.web.asking import address_of, hub_of, rates_of, while_asked
from pitboss.web.bounds import Asker

router = APIRouter(prefix="/api", responses=ERRORS, route_class=StructRoute)


class Credentials(Body):
    """A name and a password."""

    name: str = Field(max_length=60, examples=["Ann"])
    password: str = Field(max_length=200)


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
    return Who(name=account.name, role=account.role, wallet=cents, csrf=session.csrf)


async def _signed_in(request: Request, response: Response, account: Account) -> Who:
    token, session = await hub_of(request).writing(
        lambda database: accounts.begin_session(database, account, now_ms())
    )
    access.set_cookie(request, response, token)
    return await _who(request, session)


@router.get("/door", tags=["account"])
async def door(request: Request) -> Door:
    """Whether one may come in as a guest."""
    return Door(guests=request.app.state.guests)


@router.post("/guest", tags=["account"], dependencies=[Depends(access.slow_down)])
async def sign_in_as_guest(request: Request, response: Response) -> Who:
    """A new player with play money and no password, for as long as the cookie lasts."""
    if not request.app.state.guests:
        raise HTTPException(403, "guests are not let in here; sign in with a name")
    account = await hub_of(request).writing(lambda database: accounts.guest(database, now_ms()))
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
async def me(request: Request) -> Who | None:
    """Who is signed in, and what they have; null if nobody is."""
    session = await access.session_of(request)
    if session is None:
        return None
    access.check_rate(request, session)
    return await _who(request, session)


@router.post("/accounts", tags=["pit"], status_code=201)
async def make_account(request: Request, pit: Pit, who: NewAccount) -> MadeAccount:  # noqa: ARG001
    """Make an account for somebody."""
    accounts.check_name(who.name)
    hashed = await asyncio.to_thread(accounts.hash_password, who.password)
    account = await hub_of(request).writing(
        lambda database: accounts.create(database, who.name, who.role, hashed, now_ms())
    )
    return MadeAccount(account.name, account.role)
