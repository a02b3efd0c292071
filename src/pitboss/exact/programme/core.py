"""What the solver needs to know of a game, made once and kept for every shoe."""

from __future__ import annotations

import threading
from functools import cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.exact.model import Deals, Model
from pitboss.exact.programme.holdings import Holdings
from pitboss.exact.programme.rows import Rows
from pitboss.exact.programme.splitting import Splits
from pitboss.exact.programme.steps import Game, Programme
from pitboss.rules.compile import Tables
from pitboss.rules.facts import Fact

Ints = NDArray[np.int64]

MOST_KEPT = 24
"""Games whose cores a thread keeps."""


DECIDED_BY_PLAY = {Fact.RESULT, Fact.TIE, Fact.DOUBLED}


class Asked(NamedTuple):
    """What side bets ask for."""

    suits: bool
    """The suits of the player's cards."""
    play: bool
    """What becomes of a hand."""


class Core:
    """A game as the loops want it. Not to be shared by threads: there is room to work in."""

    def __init__(self, tables: Tables, asked: Asked) -> None:
        self.model = Model(tables, asks_suits=asked.suits)
        model, self.course = self.model, tables.course
        rows = Rows(self.course, stakes_apart=asked.play)
        self.rows, self.row_of_terms = rows.rows, rows.of_terms
        self.holdings = Holdings(model, self.course, rows)
        self.pays = self.holdings.pays
        self.programme = programme_of(
            Game(self.course, model.ranks_of, model.values, model.peeks, asked.play)
        )
        self.worlds: Ints = np.zeros((len(self.programme.worlds), model.kinds), dtype=np.int64)
        """``worlds[world, class]``: cards given up."""
        for number, world in enumerate(self.programme.worlds):
            np.add.at(self.worlds[number], list(world), 1)
        self.splits = Splits(model, self.programme, self.worlds, self.holdings)

    def openings(self, deals: Deals) -> Ints:
        """The slots of the first decisions on these deals."""
        first, second = two_classes(self.model.hands.counts[deals.hand])
        return self.programme.opening[first, second]


@cache
def programme_of(game: Game) -> Programme:
    """The programme of a game, kept: it depends neither on the shoe nor on the dealer."""
    return Programme(game)


_of_thread = threading.local()


def core_of(tables: Tables) -> Core:
    """The core of a game, kept for all shoes and pay tables under which it is played alike."""
    cores: dict[tuple[Tables, Asked], Core] = _of_thread.__dict__.setdefault("cores", {})
    key = (_as_played(tables), _asked(tables))
    core = cores.pop(key, None) or Core(*key)
    cores[key] = core  # the last one used stands last
    if len(cores) > MOST_KEPT:
        cores.pop(next(iter(cores)))
    return core


def _as_played(tables: Tables) -> Tables:
    """The tables without what no decision depends on."""
    return replace(
        tables, decks=0, natural=(1, 1), natural_first=False, insurance=(0, 0),
        insurance_share=(0, 0), insurance_covers=(), even_money=False, second_cards_at_once=False,
        games_cap=0, side_cap=(0, 0), total_cap=(0, 0), bets=(),
    )  # fmt: skip


def _asked(tables: Tables) -> Asked:
    asked = {fact for bet in tables.bets for event in bet.events for fact, _ in event.conditions}
    return Asked(Fact.PLAYER_SUITED in asked, bool(asked & DECIDED_BY_PLAY))


def two_classes(counts: Ints) -> tuple[Ints, Ints]:
    """The classes of hands of two cards."""
    first = np.argmax(counts > 0, axis=1)
    last = counts.shape[1] - 1 - np.argmax(counts[:, ::-1] > 0, axis=1)
    return first, last
