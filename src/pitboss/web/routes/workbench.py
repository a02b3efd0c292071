"""The workbench: any game's file changed, and every figure of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Request, Response
from pydantic import Field

from pitboss import games
from pitboss.rules.bounds import MOST_CHARACTERS
from pitboss.web.access import Me
from pitboss.web.answers import ERRORS, Body, StructRoute, same_for_everyone
from pitboss.web.asking import address_of, rates_of, while_asked
from pitboss.web.bounds import Asker
from pitboss.web.routes.games import GameId, find_game
from pitboss.web.workbench import game_text
from pitboss.web.workbench.answers import BenchChart, BenchFigures
from pitboss.web.workbench.benches import Benches
from pitboss.web.workbench.further_answers import (
    BenchDifference,
    BenchGrid,
    BenchMoney,
    BenchPaper,
    BenchReadings,
    BenchRisks,
    BenchSimulation,
)
from pitboss.web.workbench.game_text import BenchGame, Completion
from pitboss.web.workbench.wire import Design, MoneyPlan, Order, PaperForm, Print

router = APIRouter(
    prefix="/api/workbench", responses=ERRORS, route_class=StructRoute, tags=["workbench"]
)

Name = Annotated[str, Field(max_length=60)]
Stake = Annotated[float, Field(strict=True, ge=0, le=1_000_000)]
Money = Annotated[float, Field(strict=True, gt=0, le=1_000_000_000)]


class File(Body):
    """A game file, the pay tables in use, and what is staked."""

    text: Annotated[str, Field(max_length=MOST_CHARACTERS + 1)]
    """The file."""
    paytables: Annotated[
        dict[Name, Annotated[int, Field(strict=True, ge=1, le=999)]], Field(max_length=40)
    ] = {}
    """Table in use by the name of pay tables."""
    stakes: Annotated[dict[Name, Stake], Field(max_length=40)] = {}
    """Of side bets, in main units."""
    optimise: Name = "main"
    """What play is for: ``main``, ``total`` or a bet's id."""

    def design(self) -> Design:
        """As the benches know it."""
        stakes = {bet: stake for bet, stake in self.stakes.items() if stake}
        return Design(
            text=self.text, paytables=dict(self.paytables), stakes=stakes, optimise=self.optimise
        )


class FigureQuestion(File):
    """What figures are wanted."""

    full: bool = False
    """Whether deviations are to be as exact as `pitboss solve` has them."""
    ahead: bool = False
    """Whether nobody waits for it yet: everyone else goes first."""


class ReadingQuestion(File):
    """Which ruling is priced."""

    ruling: Name = ""
    """Its id; without one the rules are as the file has them, and readings have no price."""


class DifferenceQuestion(File):
    """What a file is compared with."""

    other: File
    """The other file, which comes first."""


class MoneyQuestion(File):
    """How a table is played."""

    wagers: Annotated[
        dict[Name, Annotated[float, Field(strict=True, ge=0, le=1e9)]], Field(max_length=40)
    ]
    """Average dollars on each wager at every seat."""
    seats: Annotated[int, Field(strict=True, ge=1, le=9)] = 5
    """How many play."""
    rounds_per_hour: Annotated[float, Field(strict=True, ge=1, le=1000)] = 70.0
    """The dealer's pace."""
    hours: Annotated[float, Field(strict=True, gt=0, le=100_000)] = 8.0
    """Of a night."""
    bankroll: Money = 50_000.0
    """Dollars the house has for this table."""


class SimulationQuestion(File):
    """How much is dealt."""

    rounds: Annotated[int, Field(strict=True, ge=1, le=50_000_000)]
    """In all: the same seed deals the same rounds first."""
    seed: Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)] = 1
    """Of the cards."""


class PaperQuestion(File):
    """What is printed."""

    paper: Literal["report", "sign", "card", "payouts", "layout"]
    """The report, or a paper for the table."""
    form: PaperForm = "pdf"
    """A report is made as pdf or html, a paper as pdf or svg."""


def _typed(kind: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say what a route answers that sends on what a bench has encoded."""

    def mark(endpoint: Callable[..., Any]) -> Callable[..., Any]:
        endpoint.answers = kind  # type: ignore[attr-defined]
        return endpoint

    return mark


class TableCompletions(msgspec.Struct, frozen=True):
    """The keys that a table of a game file may hold."""

    table: str
    """Its dotted name; empty for the file itself."""
    keys: list[Completion]
    """Its keys."""


@router.get("/games/{game}")
@same_for_everyone
async def bench_game(request: Request, game: GameId) -> BenchGame:
    """A game's rules written out as a file, and the form over it."""
    _benches(request).begin(address_of(request))
    return await asyncio.to_thread(_game, find_game(game).id)


@router.get("/completions")
@same_for_everyone
async def completions() -> list[TableCompletions]:
    """The keys of a game file, as an editor completes them."""
    return await asyncio.to_thread(_completions)


@router.post("/figures")
@_typed(BenchFigures)
async def figures(request: Request, account: Me, wanted: FigureQuestion) -> Response:
    """Edge, deviation, hit rate and events of every wager, while somebody types."""
    order = Order(id=0, what="figures", design=wanted.design(), full=wanted.full)
    return await _answer(request, account.name, order, slowly=wanted.ahead)


@router.post("/chart")
@_typed(BenchChart)
async def chart(request: Request, account: Me, wanted: FigureQuestion) -> Response:
    """The best chart, with what each move is worth in every cell."""
    order = Order(id=0, what="chart", design=wanted.design())
    return await _answer(request, account.name, order, slowly=wanted.ahead)


@router.post("/grid")
@_typed(BenchGrid)
async def grid(request: Request, account: Me, wanted: File) -> Response:
    """Pay tables, decks and soft 17 against each other."""
    return await _answer(request, account.name, _order("grid", wanted), slowly=True)


@router.post("/readings")
@_typed(BenchReadings)
async def readings(request: Request, account: Me, wanted: ReadingQuestion) -> Response:
    """The rulings of the file's game, and the price of one's other reading."""
    order = msgspec.structs.replace(_order("readings", wanted), ruling=wanted.ruling)
    return await _answer(request, account.name, order, slowly=True)


@router.post("/difference")
@_typed(BenchDifference)
async def difference(request: Request, account: Me, wanted: DifferenceQuestion) -> Response:
    """What differs between two files in rules, edges and best charts."""
    order = msgspec.structs.replace(_order("difference", wanted), other=wanted.other.design())
    return await _answer(request, account.name, order, slowly=True)


@router.post("/risks")
@_typed(BenchRisks)
async def risks(request: Request, account: Me, wanted: ReadingQuestion) -> Response:
    """Stakes that favour the player, and what dealers' mistakes cost; or under another reading."""
    order = msgspec.structs.replace(_order("risks", wanted), ruling=wanted.ruling)
    return await _answer(request, account.name, order, slowly=True)


@router.post("/money")
@_typed(BenchMoney)
async def money(request: Request, account: Me, wanted: MoneyQuestion) -> Response:
    """What a table earns, how far luck strays, exposure and ruin."""
    plan = MoneyPlan(
        wagers=dict(wanted.wagers), seats=wanted.seats, rounds_per_hour=wanted.rounds_per_hour,
        hours=wanted.hours, bankroll=wanted.bankroll,
    )  # fmt: skip
    order = msgspec.structs.replace(_order("money", wanted), money=plan)
    return await _answer(request, account.name, order)


@router.post("/simulation")
@_typed(BenchSimulation)
async def simulation(request: Request, account: Me, wanted: SimulationQuestion) -> Response:
    """Rounds played out by the best chart, beside the solver."""
    order = msgspec.structs.replace(
        _order("simulation", wanted), rounds=wanted.rounds, seed=wanted.seed
    )
    return await _answer(request, account.name, order, slowly=True)


@router.post("/paper")
@_typed(BenchPaper)
async def paper(request: Request, account: Me, wanted: PaperQuestion) -> Response:
    """The mathematical report of a file, or its sign, card, payout card or layout."""
    printed = Print(wanted.paper, wanted.form)
    order = msgspec.structs.replace(_order("paper", wanted), printed=printed)
    return await _answer(request, account.name, order, slowly=True)


def _order(what: Any, wanted: File) -> Order:
    return Order(id=0, what=what, design=wanted.design())


async def _answer(request: Request, name: str, order: Order, *, slowly: bool = False) -> Response:
    """What a bench says, sent on as it is; given up when whoever asked has gone."""
    line = rates_of(request).questions_in_line
    with line.place(Asker(name, address_of(request))):
        working = _benches(request).answer(order, name, slowly=slowly)
        answer = await while_asked(request, working)
    return Response(answer, media_type="application/json")


def _benches(request: Request) -> Benches:
    found: Benches = request.app.state.benches
    return found


@cache
def _game(game: str) -> BenchGame:
    return game_text.bench_game(games.find(game))


@cache
def _completions() -> list[TableCompletions]:
    return [TableCompletions(table, keys) for table, keys in game_text.completions().items()]
