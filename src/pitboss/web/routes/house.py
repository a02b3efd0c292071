"""What the pit does beside the tables, and what it did: wallets, accounts, bars, refills."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request
from pydantic import Field
from sqlalchemy.engine import Connection

from pitboss.store import accounts, house_acts, house_log, house_totals, refills
from pitboss.store.clock import now_ms
from pitboss.store.house_acts import REASON
from pitboss.store.house_log import MOST_ACTS, HouseAct
from pitboss.store.people import Person, find_people
from pitboss.store.refills import RefillRule
from pitboss.web.access import Overseer, Pit
from pitboss.web.answers import ERRORS, Body, StructRoute
from pitboss.web.asking import hub_of, read_long

router = APIRouter(prefix="/api/admin", responses=ERRORS, route_class=StructRoute, tags=["pit"])


class Why(Body):
    """Why something is done; it stands in the log."""

    reason: str = Field(max_length=REASON, description="for whoever reads the log")


class Adjustment(Why):
    """A correction of what somebody has."""

    player: str = Field(max_length=60, description="whose, by name")
    cents: int = Field(description="more, or less if below zero", ge=-(2**53), le=2**53)


class Bar(Why):
    """Who may not play, or may again."""

    player: str = Field(max_length=60, description="whose, by name")
    table: int | None = Field(None, ge=1, le=2**31 - 1, description="at one table; else at any")


class Named(Why):
    """An account that something is done to."""

    name: str = Field(max_length=60, description="of the account")


class NewPassword(Named):
    """Another password for somebody."""

    password: str = Field(max_length=200, description="the new one")


class NewRefillRule(Why):
    """When a player who is broke gets play money."""

    below_cents: int = Field(ge=0, le=2**53, description="who has less may ask")
    to_cents: int = Field(ge=0, le=2**53, description="what they have then")
    a_day: int = Field(ge=0, le=1000, description="how often in a day; 0 is never")


class Wallet(msgspec.Struct, frozen=True):
    """What somebody has now."""

    player: str
    """Who."""
    cents: int
    """Beside what lies on felts."""


@router.get("/acts")
async def acts(
    request: Request,
    account: Overseer,
    table: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    kind: Annotated[list[str], Query(max_length=20)] = [],  # noqa: B006
    before: Annotated[int | None, Query(ge=0, le=2**62)] = None,
    most: Annotated[int, Query(ge=1, le=MOST_ACTS)] = 50,
) -> list[HouseAct]:
    """What people in charge did, the newest first: who, when, what, why, and where it is written.

    `table` 0 is the cage, whose log has what concerns no table.
    """
    found: list[HouseAct] = await read_long(
        request, account.name,
        lambda database: house_log.acts(
            database, table=table, kinds=kind, before_ms=before, most=most
        ),
    )  # fmt: skip
    return found


@router.get("/people")
async def people(
    request: Request, account: Overseer, find: Annotated[str, Query(max_length=60)] = ""
) -> list[Person]:
    """Accounts by a part of their name: role, wallet, whether disabled or barred."""
    found: list[Person] = await read_long(
        request, account.name, lambda database: find_people(database, find)
    )
    return found


@router.post("/wallet")
async def adjust(request: Request, pit: Pit, change: Adjustment) -> Wallet:
    """Correct what somebody has, by an entry of the cage with a reason."""
    hub = hub_of(request)

    def work(connection: Connection) -> Wallet:
        house_acts.adjust_wallet(
            connection, change.player, change.cents, reason=change.reason, by=pit.name, at=now_ms()
        )
        name = house_acts.account_named(connection, change.player).name
        return Wallet(name, house_totals.wallet(connection, name))

    found: Wallet = await hub.writing(work)
    hub.tell_wallet(found.player, found.cents)
    return found


@router.post("/bar", status_code=204)
async def bar(request: Request, pit: Pit, who: Bar) -> None:
    """Let somebody play no more, at a table or at any; a hand in play is played out."""
    hub = hub_of(request)
    await hub.writing(
        lambda database: house_acts.bar(
            database, who.player, who.table, reason=who.reason, by=pit.name, at=now_ms()
        )
    )
    await hub.look_at_doors()


@router.post("/readmit", status_code=204)
async def readmit(request: Request, pit: Pit, who: Bar) -> None:
    """Let somebody who was barred play again."""
    hub = hub_of(request)
    await hub.writing(
        lambda database: house_acts.readmit(
            database, who.player, who.table, reason=who.reason, by=pit.name, at=now_ms()
        )
    )
    await hub.look_at_doors()


@router.post("/accounts/disable", status_code=204)
async def disable(request: Request, pit: Pit, who: Named) -> None:
    """Let nobody sign in with an account; whoever has, is signed out and leaves the tables."""
    hub = hub_of(request)
    await hub.writing(
        lambda database: house_acts.disable(
            database, who.name, reason=who.reason, by=pit.name, at=now_ms()
        )
    )
    await hub.look_at_doors()


@router.post("/accounts/enable", status_code=204)
async def enable(request: Request, pit: Pit, who: Named) -> None:
    """Let somebody in again whose account was disabled."""
    hub = hub_of(request)
    await hub.writing(
        lambda database: house_acts.enable(
            database, who.name, reason=who.reason, by=pit.name, at=now_ms()
        )
    )
    await hub.look_at_doors()


@router.post("/accounts/password", status_code=204)
async def reset_password(request: Request, pit: Pit, who: NewPassword) -> None:
    """Give an account another password; whoever used the old one is signed out."""
    hub = hub_of(request)
    hashed = await asyncio.to_thread(accounts.hash_password, who.password)
    await hub.writing(
        lambda database: house_acts.reset_password(
            database, who.name, hashed, reason=who.reason, by=pit.name, at=now_ms()
        )
    )
    hub.sign_out_player(who.name)


@router.get("/refill-rule")
async def refill_rule(request: Request, account: Overseer) -> RefillRule:  # noqa: ARG001
    """When a player who is broke gets play money."""
    found: RefillRule = await hub_of(request).reading(refills.rule)
    return found


@router.put("/refill-rule", status_code=204)
async def set_refill_rule(request: Request, pit: Pit, new: NewRefillRule) -> None:
    """Say when a player who is broke gets play money."""
    rule = RefillRule(below_cents=new.below_cents, to_cents=new.to_cents, a_day=new.a_day)
    await hub_of(request).writing(
        lambda database: refills.set_rule(
            database, rule, reason=new.reason, by=pit.name, at=now_ms()
        )
    )
