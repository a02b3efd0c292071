"""Practice for players: hands to decide, grades, leaks and the chart with one's own record."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Request
from pydantic import Field
from sqlalchemy.engine import Connection

from pitboss.cards import name
from pitboss.floor.opening import describe_table
from pitboss.floor.worth import MoveWorth
from pitboss.games import MOST_GENERATIONS
from pitboss.practice.book import Book
from pitboss.practice.leaks import Leak, LeakReport, leak_report
from pitboss.practice.positions import Cell, Dealt, at_table, move_words
from pitboss.practice.sessions import SessionCost, session_costs
from pitboss.presentation.chart_layout import UP_LABELS
from pitboss.rules.bounds import MOST_CHARACTERS
from pitboss.rules.chart import UPCARDS, rows
from pitboss.rules.errors import RulesError
from pitboss.store import admission, practising, table_rows
from pitboss.store.clock import now_ms
from pitboss.store.practising import KeptDecision
from pitboss.store.records import TableOpened
from pitboss.table.flow import Want
from pitboss.web import practice_room
from pitboss.web.access import Me
from pitboss.web.answers import ERRORS, Body, StructRoute
from pitboss.web.asking import hub_of, rates_of, turn_to_read
from pitboss.web.bounds import TooMany
from pitboss.web.chart_tables import chart_tables, code_meanings
from pitboss.web.practice_room import AskedHand, PracticeGame, desk_of
from pitboss.web.routes.games import find_game
from pitboss.web.routes.tables import FileText, Options
from pitboss.web.uploads import Uploads
from pitboss.web.workbench.answers import ChartTable, CodeMeaning

router = APIRouter(
    prefix="/api/practice", responses=ERRORS, route_class=StructRoute, tags=["practice"]
)

RulesHash = Annotated[str, Path(pattern="^[0-9a-f]{8,64}$")]
"""Of rules, in an address."""
MOST_CELLS = 60


class NewPractice(Body):
    """Rules to practise by: a built-in game, a game file, or those of a table."""

    game: str | None = Field(None, max_length=40, description="a built-in game's id")
    file: str | None = Field(None, max_length=MOST_CHARACTERS, description="or a game's TOML text")
    files: dict[str, FileText] = Field(
        {}, max_length=MOST_GENERATIONS, description="texts of the files it is based on, by name"
    )
    table: int | None = Field(None, ge=0, le=2**31 - 1, description="or a table's number")
    invite: str = Field("", max_length=64, description="where that table is private")
    options: Options = Field({}, description="house options, see /api/games")
    paytables: dict[str, int] = Field({}, description="number in use, by the name of pay tables")


class WantedCell(Body):
    """A kind of decision, as a leak names it."""

    table: str = Field(max_length=120, description="of the chart")
    hand: str = Field(max_length=40, description="the row")
    up: str = Field(max_length=2, description="the upcard")
    after: str = Field("", max_length=80, description="what was done to the hand before")


class NextHand(Body):
    """What the next hand should be about; anything where nothing is said."""

    wanted: list[WantedCell] = Field(
        [], max_length=MOST_CELLS, description="kinds of decisions, of which one is dealt"
    )


class NewDecision(Body):
    """A decision."""

    hand: str = Field(pattern="^[0-9a-f]{32}$", description="the hand's id")
    number: int = Field(ge=0, le=200, description="decisions made in it before")
    move: str = Field(max_length=20, description="a move's id, or what is done about insurance")


class PractisedRules(msgspec.Struct, frozen=True, kw_only=True):
    """Rules that you have decisions of."""

    rules_hash: str
    """To go on with."""
    name: str
    """The game as people call it."""
    choices: list[str]
    """House options and pay tables that were chosen, a line each."""
    decisions: int
    """How many."""
    last: int
    """When the last was made, in milliseconds since 1970."""


class GradedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """What your decision was worth."""

    right: bool
    """Whether nothing was worth more."""
    says: str
    """The same in a sentence."""
    cost_cents: float
    """Cents it gives away on average."""
    moved: str
    """What you did, in words."""
    best: str
    """What was worth most, in words."""
    moves: list[MoveWorth]
    """Every move that was open, the best first."""
    next: AskedHand
    """What came of it."""


class ExampleHand(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that show what a leak is about."""

    cards: list[str]
    """Yours."""
    upcard: str
    """The dealer's."""


class PracticeReport(msgspec.Struct, frozen=True, kw_only=True):
    """Where your money goes, and the best chart with your own record."""

    report: LeakReport
    """Leaks, slips and how right you are."""
    upcards: list[str]
    """The columns of the chart."""
    columns: list[str]
    """The same as records name them."""
    tables: list[ChartTable]
    """The chart."""
    codes: list[CodeMeaning]
    """What its letters mean."""
    examples: dict[str, ExampleHand]
    """By leak, where its cards are known."""
    sessions: list[SessionCost]
    """What your choices cost as each session left them, the oldest first."""
    edge: float
    """What the house keeps of each dollar of the opening wagers if everything is decided best."""


class AddedRounds(msgspec.Struct, frozen=True, kw_only=True):
    """What was added to your record from live tables."""

    added: int
    """Decisions."""
    left: int
    """Rounds that still wait: ask again."""


@router.get("")
async def practised(request: Request, account: Me) -> list[PractisedRules]:
    """Rules that you practised or played, the newest first."""
    desk_of(request).begin()

    def read(database: Connection) -> list[tuple[TableOpened, int, int]]:
        found = practising.practised(database, account)
        return [(practising.find_rules(database, one[0]), one[1], one[2]) for one in found]

    found = await hub_of(request).reading(read)
    sheets = await asyncio.to_thread(
        lambda: [(practice_room.sheet_of(opened), many, last) for opened, many, last in found]
    )
    return [
        PractisedRules(
            rules_hash=sheet.rules_hash, name=sheet.name, choices=sheet.choices, decisions=many,
            last=last,
        )
        for sheet, many, last in sheets
    ]  # fmt: skip


@router.post("/rules", status_code=201)
async def choose_rules(request: Request, account: Me, wanted: NewPractice) -> PracticeGame:
    """Choose rules to practise by; their book is made from now on."""
    opened = await _wanted(request, account, wanted)
    sheet = await asyncio.to_thread(practice_room.sheet_of, opened)
    hub = hub_of(request)
    await hub.writing(lambda database: practising.keep_rules(database, opened, now_ms()))
    desk_of(request).begin()
    desk_of(request).known_book(opened)
    return sheet


async def _wanted(request: Request, account: Me, wanted: NewPractice) -> TableOpened:
    if sum(one is not None for one in (wanted.game, wanted.file, wanted.table)) != 1:
        raise RulesError("game: give a game's id, a game file's text, or a table's number")
    if wanted.table is not None:
        number, invite = wanted.table, wanted.invite

        def read(database: Connection) -> TableOpened:
            admission.check_entry(database, number, account, invite)
            return table_rows.opened(database, number)

        found: TableOpened = await hub_of(request).reading(read)
        return practice_room.without_a_table(found)
    if wanted.file is not None:
        if not rates_of(request).openings.allows(account.name):
            raise TooMany("too many game files; wait a minute", status=429)
        uploads: Uploads = request.app.state.uploads
        game, parents = await uploads.read(wanted.file, wanted.files)
    else:
        game, parents = find_game(wanted.game or ""), {}
    return await asyncio.to_thread(
        describe_table, game, game.name[:40], source=wanted.file, parents=parents,
        options=dict(wanted.options), paytables=wanted.paytables,
    )  # fmt: skip


async def _rules(request: Request, rules: str) -> TableOpened:
    found: TableOpened = await hub_of(request).reading(
        lambda database: practising.find_rules(database, rules)
    )
    return found


@router.get("/rules/{rules}")
async def one_game(request: Request, rules: RulesHash, account: Me) -> PracticeGame:  # noqa: ARG001
    """Rules to practise by, as a page draws them."""
    desk_of(request).begin()
    opened = await _rules(request, rules)
    desk_of(request).known_book(opened)
    return await asyncio.to_thread(practice_room.sheet_of, opened)


@router.get("/rules/{rules}/hand")
async def my_hand(request: Request, rules: RulesHash, account: Me) -> AskedHand:
    """The hand you are at; nothing in it says what is right."""
    return await practice_room.current(request, account, await _rules(request, rules))


@router.post("/rules/{rules}/hand")
async def another_hand(
    request: Request, rules: RulesHash, account: Me, wanted: NextHand
) -> AskedHand:
    """The next hand: where your mistakes cost most, or one of the kinds you want."""
    cells = frozenset(Cell(one.table, one.hand, one.up, one.after) for one in wanted.wanted)
    return await practice_room.deal(request, account, await _rules(request, rules), cells)


@router.post("/rules/{rules}/decisions")
async def decide(
    request: Request, rules: RulesHash, account: Me, made: NewDecision
) -> GradedDecision:
    """Decide; what it was worth is told at once, and the hand goes on."""
    opened = await _rules(request, rules)
    before, dealt = await practice_room.hand_at(request, account, opened, made.hand, made.number)
    verdict = await desk_of(request).grade(opened, dealt, made.move)
    after = await practice_room.move_on(
        request, account, opened, before, made.move, verdict.decided
    )
    best = move_words(verdict.moves[0].move)
    moved = move_words(made.move)
    return GradedDecision(
        right=verdict.decided.right, says=verdict.says, cost_cents=verdict.cost_cents,
        moved=moved, best=moved if verdict.decided.right else best, moves=verdict.moves,
        next=after,
    )  # fmt: skip


@router.get("/rules/{rules}/report")
async def report(request: Request, rules: RulesHash, account: Me) -> PracticeReport:
    """Your leaks, the dearest first, and the best chart with your own record."""
    opened = await _rules(request, rules)
    book = await desk_of(request).book(opened)
    kept: list[KeptDecision] = await hub_of(request).reading(
        lambda database: practising.decisions_of(database, account, opened.rules_hash)
    )
    return await asyncio.to_thread(_report, opened, book, kept)


def _report(opened: TableOpened, book: Book, kept: list[KeptDecision]) -> PracticeReport:
    places = {
        hand: place
        for table in book.chart.tables.values()
        for place, (hand, _) in enumerate(rows(table))
    }
    stake = practice_room.sheet_of(opened).stake
    worths = {(hand, up): moves for hand, ups in book.worths.items() for up, moves in ups.items()}
    tables = chart_tables(book.chart, worths)
    decided = [practice_room.decided_of(row) for row in kept]
    usual = {facts.cell: facts.usual for facts in book.cells}
    told = leak_report(decided, book.chances, places, stake, usual)
    return PracticeReport(
        report=told, upcards=list(UP_LABELS),
        examples=_examples(opened, book, [*told.leaks, *told.slips]),
        columns=list(UPCARDS), tables=tables, codes=code_meanings(tables),
        sessions=session_costs(decided, book.chances, stake), edge=book.edge,
    )  # fmt: skip


def _examples(opened: TableOpened, book: Book, leaks: list[Leak]) -> dict[str, ExampleHand]:
    facts, found = book.by_cell(), {}
    _, rules_in_force = practice_room.game_and_rules(opened)
    for leak in leaks:
        one = leak.example
        known = facts.get(Cell(one.table, one.hand, one.up, one.after))
        if known is not None:
            sample = known.samples[0]
            table = at_table(rules_in_force, Dealt(sample.cards, sample.moves))
            seat = table.state.seats[0]
            hand = seat.hands[table.hand if table.want == Want.DECISION else 0]
            found[leak.id] = ExampleHand(
                cards=[name(card) for card in hand.cards], upcard=name(table.state.upcard)
            )
    return found


@router.post("/tables")
async def add_rounds(request: Request, account: Me) -> AddedRounds:
    """Add what you decided at live tables to your record; a few dozen rounds at a time."""
    await turn_to_read(request, account.name)
    added, left = await practice_room.add_rounds(request, account)
    return AddedRounds(added=added, left=left)
