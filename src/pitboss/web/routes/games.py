"""Games: what can be played, and what it costs."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

import msgspec
from fastapi import APIRouter, HTTPException, Path, Query, Request

from pitboss import games
from pitboss.floor import layout
from pitboss.floor.edges import BetEdge
from pitboss.floor.layout import GameRulebook, GameSheet
from pitboss.floor.lesson import Lesson, make_lesson
from pitboss.rules.approval import Standing, standing
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.sentences import use
from pitboss.web import access
from pitboss.web.answers import ERRORS, StructRoute, same_for_everyone
from pitboss.web.asking import edges_of

router = APIRouter(prefix="/api", responses=ERRORS, route_class=StructRoute, tags=["games"])

GameId = Annotated[str, Path(max_length=40)]


class GameEdges(msgspec.Struct, frozen=True):
    """What every bet of a game costs."""

    game: str
    """Its id."""
    bets: dict[str, BetEdge]
    """By id."""
    approval: Standing
    """What may be said of the approval of the rules they are worked out for."""


@router.get("/games")
@same_for_everyone
async def all_games() -> list[GameSheet]:
    """The built-in games: what they are, their bets, options and pay tables."""
    return [layout.describe_game(games.find(name)) for name in games.BUILT_IN]


@router.get("/games/{game}")
@same_for_everyone
async def one_game(game: GameId) -> GameRulebook:
    """A game with its rules and rulings in words, and what its dealer has to know."""
    return _rulebook(find_game(game).id)


@router.get("/games/{game}/lesson")
@same_for_everyone
async def lesson(game: GameId) -> Lesson:
    """A guided first round: five hands with chosen cards that show the game's moves and bets."""
    return await asyncio.to_thread(_lesson, find_game(game).id)


@router.get("/games/{game}/edge")
async def edge(
    request: Request,
    game: GameId,
    option: Annotated[list[str], Query(max_length=40, description="`decks=6`, …")] = [],  # noqa: B006
    paytable: Annotated[list[str], Query(max_length=40, description="`lucky-stiff=2`, …")] = [],  # noqa: B006
) -> GameEdges:
    """The house edge of every bet by the exact solver, when the main game is played best."""
    found = find_game(game)
    options = {
        name: found.option_from_text(name, value) for name, value in _pairs("option", option)
    }
    tables = {}
    for name, value in _pairs("paytable", paytable):
        if not (value.isascii() and value.isdigit() and len(value) < 4):
            raise RulesError(f"paytable {name} = {value[:40]!r}: use a number from 1 up")
        tables[name] = int(value)
    rules = found.rules(options, tables)
    asker = request.cookies.get(access.COOKIE, "")[:64]
    edges = await edges_of(request, asker, found, rules)
    return GameEdges(game, edges, standing(found, rules))


@cache
def _rulebook(game: str) -> GameRulebook:
    """A built-in game never changes while the server runs."""
    return layout.rulebook(games.find(game))


@cache
def _lesson(game: str) -> Lesson:
    """A built-in game's first round is the same every time."""
    return make_lesson(games.find(game))


def _pairs(what: str, given: list[str]) -> list[tuple[str, str]]:
    for text in given:
        if "=" not in text:
            raise RulesError(f"{what} = {text!r}: write NAME=VALUE")
    return [(name, value) for name, _, value in (text.partition("=") for text in given)]


def find_game(game: str) -> Game:
    """A built-in game; 404 if there is none with this id."""
    if game not in games.BUILT_IN:
        raise HTTPException(404, f"game = {game!r}: {use(games.BUILT_IN, typed=game)}")
    return games.find(game)
