"""How a game is dealt, on a page and on paper: manuals, checklists, of a designer's games too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import msgspec
from fastapi import APIRouter, HTTPException, Query, Request, Response
from sqlalchemy.engine import Connection

from pitboss.classroom import kept as lessons
from pitboss.classroom import papers, printing
from pitboss.classroom.manual_printing import manual_pdf
from pitboss.classroom.papers import ChecklistLine, Mark, TableTest, TestedLine
from pitboss.classroom.sheet import NoPrinter
from pitboss.rules.sentences import use
from pitboss.school.manual import Manual
from pitboss.school.manual_page import manual_page
from pitboss.school.setting import Setting
from pitboss.store.accounts import Account
from pitboss.store.errors import Missing
from pitboss.store.school_sittings import KeptLesson
from pitboss.web.access import Me
from pitboss.web.answers import ERRORS, StructRoute
from pitboss.web.asking import hub_of, rates_of
from pitboss.web.routes.games import GameId
from pitboss.web.routes.school import LESSON, room_of, seen_lesson

router = APIRouter(prefix="/api/school", responses=ERRORS, route_class=StructRoute, tags=["school"])

PDF: dict[int | str, dict[str, Any]] = {200: {"content": {"application/pdf": {}}}}
HTML: dict[int | str, dict[str, Any]] = {200: {"content": {"text/html": {}}}}
EVERYTHING = "practice"
"""The house's lesson that has every kind of drill."""
OfLesson = Annotated[str, Query(pattern=LESSON, description="a lesson with this game")]


class Dealt(NamedTuple):
    """A game as it is dealt in a lesson."""

    kept: KeptLesson
    setting: Setting


async def dealt_in(request: Request, account: Account, lesson: str, game: str) -> Dealt:
    """A game of a lesson that is for somebody; 404 where the lesson has no such game."""

    def find(connection: Connection) -> Dealt:
        kept = seen_lesson(connection, account, lesson)
        taught = lessons.taught(kept)
        if game not in taught.games:
            raise Missing(f"game = {game!r}: {use(taught.games, typed=game)}")
        return Dealt(kept, taught.setting(game))

    found: Dealt = await hub_of(request).reading(find)
    return found


@router.get("/games/{game}/checklist")
async def checklist(
    request: Request, game: GameId, account: Me, lesson: OfLesson = EVERYTHING
) -> list[ChecklistLine]:
    """What an examiner looks for beside a table of a game, from its procedure."""
    return papers.checklist((await dealt_in(request, account, lesson, game)).setting)


@router.get("/games/{game}/checklist/pdf", response_class=Response, responses=PDF)
async def checklist_on_paper(
    request: Request, game: GameId, account: Me, lesson: OfLesson = EVERYTHING
) -> Response:
    """The checklist as an empty form, to fill in by hand."""
    setting = (await dealt_in(request, account, lesson, game)).setting
    found = setting.game
    lines = [form_line(one, "not seen", "") for one in papers.checklist(setting)]
    form = TableTest(
        person="", game=found.id, game_name=found.name, rules_hash=setting.identity, examiner="",
        signature="", at=0, table="", lines=lines, passed=False, note="",
    )  # fmt: skip
    return await printed(
        request, account, f"table-test-{found.id}.pdf",
        lambda: printing.table_test_pdf(form, "form", ""),
    )  # fmt: skip


def form_line(line: ChecklistLine, mark: Mark, note: str) -> TestedLine:
    """A line of a checklist with what was seen of it."""
    return TestedLine(**msgspec.structs.asdict(line), mark=mark, note=note)


@router.get("/games/{game}/manual", response_class=Response, responses=HTML)
async def manual(
    request: Request, game: GameId, account: Me, lesson: OfLesson = EVERYTHING
) -> Response:
    """How a game is dealt: a payout card, every step with an example, the practice."""
    found = await _manual(request, account, lesson, game)
    headers = {"Cache-Control": "private, max-age=300"}
    return Response(manual_page(found), media_type="text/html; charset=utf-8", headers=headers)


@router.get("/games/{game}/manual/pdf", response_class=Response, responses=PDF)
async def manual_on_paper(
    request: Request, game: GameId, account: Me, lesson: OfLesson = EVERYTHING
) -> Response:
    """The same to print."""
    found = await _manual(request, account, lesson, game)
    return await printed(
        request, account, f"manual-{game.removesuffix('.toml')}.pdf", lambda: manual_pdf(found)
    )  # fmt: skip


async def _manual(request: Request, account: Account, lesson: str, game: str) -> Manual:
    dealt = await dealt_in(request, account, lesson, game)
    return await room_of(request).manual(dealt.kept, game)


async def printed(
    request: Request, account: Account, name: str, work: Callable[[], bytes]
) -> Response:
    """A PDF that is made beside all else; 503 where nothing here writes one."""
    if not rates_of(request).exports.allows(account.name):
        raise HTTPException(429, "too many papers; wait a minute")
    try:
        data = await asyncio.to_thread(work)
    except NoPrinter as error:
        raise HTTPException(503, str(error)) from None
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/pdf", headers=headers)
