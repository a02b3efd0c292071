"""What the solver needs to know of a game, made once and kept for every shoe."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.exact.facts import SideBets
from pitboss.exact.model import Deals, Model
from pitboss.exact.programme.game import Game
from pitboss.exact.programme.holdings import Holdings
from pitboss.exact.programme.rows import Rows
from pitboss.exact.programme.splitting import Splits
from pitboss.exact.programme.steps import Programme
from pitboss.rules import finishes
from pitboss.rules.compile import Tables
from pitboss.rules.facts import Fact

Ints = NDArray[np.int64]

MOST_KEPT = 8
"""Games whose programmes, cores and side bets are kept; 10 MB each."""

DECIDED_BY_PLAY = {Fact.RESULT, Fact.TIE, *finishes.FACTS}


class Asked(NamedTuple):
    """What side bets ask for."""

    suits: bool
    """The suits of the player's cards."""
    play: bool
    """What becomes of a hand."""
    split_21: frozenset[int]
    """Which ways of 21 with two cards after a split."""


class Core:
    """A game as the loops want it; shared by threads, each of which works in room of its own."""

    def __init__(self, tables: Tables, asked: Asked) -> None:
        self.model = Model(tables, asks_suits=asked.suits)
        model, self.course = self.model, tables.course
        rows = Rows(self.course, stakes_apart=asked.play, split_21_apart=asked.split_21)
        self.rows, self.row_of_terms = rows.rows, rows.of_terms
        self.holdings = Holdings(model, self.course, rows)
        self.pays = self.holdings.pays
        self.programme = programme_of(
            Game(
                self.course, model.ranks_of, model.values, model.peeks, asked.play, asked.split_21
            )
        )  # fmt: skip
        self.worlds: Ints = np.zeros((len(self.programme.worlds), model.kinds), dtype=np.int64)
        """``worlds[world, class]``: cards given up."""
        for number, world in enumerate(self.programme.worlds):
            np.add.at(self.worlds[number], list(world), 1)
        self.splits = Splits(model, self.programme, self.worlds, self.holdings)
        self._openings: Ints = np.zeros(model.hands.hands, dtype=np.int64)
        self._openings[model.seconds] = self.programme.opening

    def openings(self, deals: Deals) -> Ints:
        """The slots of the first decisions on these deals."""
        return self._openings[deals.hand]


@lru_cache(maxsize=MOST_KEPT)
def programme_of(game: Game) -> Programme:
    """The programme of a game, kept: it depends neither on the shoe nor on the dealer."""
    return Programme(game)


def core_of(tables: Tables) -> Core:
    """The core of a game, kept for all shoes and pay tables under which it is played alike."""
    return _core(_as_played(tables), _asked(tables))


def kinship(tables: Tables) -> tuple[object, object]:
    """What games have in common that share a programme, and those among them that share a core.

    Whoever works through many games takes relatives one after the other, for little is kept.
    """
    asked = _asked(tables)
    return (tables.course, asked), (_as_played(tables), asked)


@lru_cache(maxsize=MOST_KEPT)
def _core(tables: Tables, asked: Asked) -> Core:
    return Core(tables, asked)


@lru_cache(maxsize=MOST_KEPT)
def side_bets_of(tables: Tables) -> SideBets:
    """The side bets of a game, kept likewise."""
    return SideBets(tables)


def _as_played(tables: Tables) -> Tables:
    """The tables without what no decision depends on."""
    return replace(
        tables, decks=0, natural=(1, 1), natural_first=False, insurance=(0, 0),
        insurance_share=(0, 0), insurance_covers=(), even_money=False, second_cards_at_once=False,
        games_cap=0, side_cap=(0, 0), total_cap=(0, 0), bets=(),
    )  # fmt: skip


def _asked(tables: Tables) -> Asked:
    masks = [mask for bet in tables.bets for event in bet.events for mask in event.conditions]
    asked = {fact for fact, _ in masks}
    if any(bet.returned_if_given_up for bet in tables.bets):
        asked.add(Fact.GIVEN_UP)
    return Asked(
        Fact.PLAYER_SUITED in asked, bool(asked & DECIDED_BY_PLAY), finishes.split_21_apart(masks)
    )
