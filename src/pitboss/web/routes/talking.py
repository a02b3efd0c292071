"""Talking at a table: the house's phrases, and whoever opened the table may have it quiet."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, HTTPException, Request
from pydantic import Field

from pitboss.floor.phrases import PHRASES
from pitboss.store import admission
from pitboss.web.access import Me
from pitboss.web.answers import ERRORS, Body, Number, StructRoute, same_for_everyone
from pitboss.web.asking import hub_of

router = APIRouter(prefix="/api", responses=ERRORS, route_class=StructRoute, tags=["tables"])


class Phrase(msgspec.Struct, frozen=True):
    """Something that can be said at a table."""

    id: str
    """Its name."""
    text: str
    """Its words."""


class SaidPhrase(Body):
    """What somebody says."""

    phrase: str = Field(max_length=40, description="the id of one of /api/phrases")


class Quiet(Body):
    """Whether a table is to be quiet."""

    muted: bool = Field(description="whether nothing is passed on")


@router.get("/phrases")
@same_for_everyone
async def phrases() -> list[Phrase]:
    """What can be said at a table, and nothing else can."""
    return [Phrase(name, text) for name, text in PHRASES.items()]


@router.post("/tables/{table}/say", status_code=204)
async def say(
    request: Request, table: Number, account: Me, said: SaidPhrase, invite: str = ""
) -> None:
    """Say one of the house's phrases at a table you sit at; everyone there hears it."""
    hub = hub_of(request)
    await hub.reading(lambda database: admission.check_entry(database, table, account, invite))
    (await hub.find(table)).say(account.name, said.phrase)


@router.post("/tables/{table}/mute", status_code=204)
async def mute(request: Request, table: Number, account: Me, quiet: Quiet) -> None:
    """Have a table be quiet, or not any more: for who opened it, and for the pit."""
    hub = hub_of(request)
    if account.role != "pit":
        opener = await hub.reading(lambda database: admission.opened_by(database, table, account))
        if opener != account.name or account.role == "auditor":
            raise HTTPException(
                403, f"role {account.role}: this is for pit, and for who opened the table"
            )
    host = await hub.find(table)
    await host.change(lambda found: found.mute(account.name, muted=quiet.muted, owner=hub.id))
