"""Dealer school for whoever looks on: whom one teaches, and who is learning now."""

from __future__ import annotations

from fastapi import APIRouter, Request

from pitboss.store import school_watching
from pitboss.store.clock import now_ms
from pitboss.store.school_watching import TaughtPerson, WatchedSitting
from pitboss.web.answers import ERRORS, StructRoute
from pitboss.web.asking import hub_of
from pitboss.web.routes.school_training import Teaching
from pitboss.web.rule_names import watched_with_names

router = APIRouter(prefix="/api/school", responses=ERRORS, route_class=StructRoute, tags=["school"])


@router.get("/watch")
async def watch(request: Request, trainer: Teaching) -> list[WatchedSitting]:
    """Who is learning now, and how it goes: sittings you assigned; overseers see all."""
    found: list[WatchedSitting] = await hub_of(request).reading(
        lambda connection: school_watching.watched(connection, trainer, now_ms())
    )
    return watched_with_names(found)


@router.get("/people")
async def people(request: Request, trainer: Teaching) -> list[TaughtPerson]:
    """Whom you teach, and how they did at what you assigned; overseers see all who learn."""
    found: list[TaughtPerson] = await hub_of(request).reading(
        lambda connection: school_watching.taught(connection, trainer)
    )
    return found
