"""The book of a game: its best chart, and how often a player who follows it decides what.

How often: every deal of a player's first cards and the upcard with its exact chance in a full shoe,
each dealt on a few times by the table engine, the chart deciding. First decisions are counted
exactly so, later ones with the error of a few thousand rounds that are spread evenly.
"""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from pitboss.practice.positions import (
    Cell,
    Sample,
    begun,
    cell_of,
    decide,
    shuffled,
    standing,
)
from pitboss.rules.chart import Chart
from pitboss.rules.chart_places import chart_move, up_label
from pitboss.rules.compile import Tables, compile_rules
from pitboss.rules.moves import definition
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from pitboss.table.actions import DECLINE
from pitboss.table.flow import Want

ROUNDS = 3000
"""That are dealt, or one for every deal if there are more."""
KEPT = 6
"""Samples of each kind of decision."""
SEED = 20_000


class CellFacts(msgspec.Struct, frozen=True):
    """What is known of a kind of decision."""

    cell: Cell
    chance: float
    """How often it comes in a round, on average."""
    usual: str
    """The chart's move, mostly: where that is not open it makes another."""
    at_stake: float
    """Units of the main wager between the best move and the next one; 0 where unknown."""
    samples: list[Sample]
    """How it was come to, with that move open."""


class Book(msgspec.Struct, frozen=True):
    """What is known of the decisions of a game."""

    rules_hash: str
    chart: Chart
    cells: list[CellFacts]
    """Those that come up, the most frequent first."""
    worths: dict[str, dict[str, dict[str, float]]]
    """What first moves are worth in units, by hand and upcard."""
    edge: float = 0.0
    """What the house keeps of each dollar of the opening wagers if everything is decided best."""

    @property
    def chances(self) -> dict[Cell, float]:
        """How often each kind of decision comes in a round."""
        return {facts.cell: facts.chance for facts in self.cells}

    def by_cell(self) -> dict[Cell, CellFacts]:
        """The same to look up."""
        return {facts.cell: facts for facts in self.cells}


class Deal(NamedTuple):
    """Ranks of the first cards, and their chance."""

    player: tuple[int, int]
    up: int
    second_up: int | None
    """The upcard that takes the first one's place, in games that have that."""
    chance: float


Worths = dict[tuple[str, str], dict[str, float]]
"""By hand and upcard: move ids, and what each is worth."""


def make_book(rules: Rules, chart: Chart, worths: Worths) -> Book:
    """The book of rules; `worths` of first moves by hand and upcard say what is at stake."""
    table = Table(rules)
    chances: defaultdict[Cell, defaultdict[str, float]] = defaultdict(_zeros)
    samples: defaultdict[tuple[Cell, str], list[tuple[float, Sample]]] = defaultdict(list)
    luck = random.Random(SEED)
    every = list(deals(rules))
    times = max(1, ROUNDS // len(every))
    for deal in every:
        for _ in range(times):
            for cell, move, sample in _played(rules, chart, deal, luck):
                chances[cell][move] += deal.chance / times
                # those stay that drew least, and the likelier draw less
                kept = samples[cell, move]
                kept.append((luck.expovariate(deal.chance), sample))
                kept.sort(key=lambda drawn: drawn[0])
                del kept[KEPT:]
    cells = []
    for cell, by_move in chances.items():
        move = max(by_move, key=lambda one: by_move[one])
        at_stake = _at_stake(worths.get((cell.hand, cell.up), {}))
        mostly = [sample for _, sample in samples[cell, move]]
        cells.append(CellFacts(cell, sum(by_move.values()), move, at_stake, mostly))
    cells.sort(key=lambda facts: -facts.chance)
    told: defaultdict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    for (hand, up), moves in worths.items():
        told[hand][up] = moves
    return Book(table.tables.digest(), chart, cells, told)


def _zeros() -> defaultdict[str, float]:
    return defaultdict(float)


def _at_stake(worths: dict[str, float]) -> float:
    best = sorted(worths.values(), reverse=True)
    return best[0] - best[1] if len(best) > 1 else 0.0


def deals(rules: Rules) -> Iterator[Deal]:
    """Every deal of first cards that the rules tell apart, with its chance in a full shoe."""
    tables = compile_rules(rules)
    ranks_of: defaultdict[int, list[int]] = defaultdict(list)
    for rank, kind in enumerate(tables.card_class):
        ranks_of[kind].append(rank)
    classes = [tuple(ranks) for ranks in ranks_of.values()]
    followed = {one[0] for one in classes if _has_a_second_upcard(rules, one[0])}
    for first, second in itertools.combinations_with_replacement(range(len(classes)), 2):
        for up in range(len(classes)):
            chance = _chance(tables, classes, (first, second, up)) * (1 if first == second else 2)
            ranks = classes[first][0], classes[second][-1]
            shown = classes[up][0]
            if shown not in followed:
                yield Deal(ranks, shown, None, chance)
                continue
            for other in range(len(classes)):
                both = _chance(tables, classes, (first, second, up, other))
                yield Deal(ranks, shown, classes[other][0], both * (1 if first == second else 2))


def _has_a_second_upcard(rules: Rules, up: int) -> bool:
    """Whether the table asks for another upcard after this one."""
    table = begun(rules)
    cards = iter(card for card in shuffled(rules, random.Random(SEED)) if card >> 2 != up)
    while table.want in (Want.PLAYER_CARD, Want.UPCARD, Want.HOLE_CARD):
        table.deal(4 * up if table.want == Want.UPCARD else next(cards))
    return table.want == Want.NEW_UPCARD


def _chance(tables: Tables, classes: list[tuple[int, ...]], drawn: Iterable[int]) -> float:
    """Of cards of these classes in this order."""
    left = [4 * tables.decks * len(ranks) for ranks in classes]
    chance = 1.0
    for kind in drawn:
        chance *= left[kind] / sum(left)
        left[kind] -= 1
    return max(chance, 0.0)


def _played(
    rules: Rules, chart: Chart, deal: Deal, luck: random.Random
) -> Iterator[tuple[Cell, str, Sample]]:
    """One round by the chart: every decision, and how it was come to."""
    table, cards = begun(rules), _Cards(rules, deal, luck)
    moves: list[str] = []
    while table.want != Want.WAGERS:
        if table.wants_card:
            table.deal(cards.next(table.want))
            continue
        move = usual_move(chart, table)
        yield cell_of(table), move, Sample(bytes(cards.dealt).hex(), list(moves))
        moves.append(move)
        decide(table, move)


def usual_move(chart: Chart, table: Table) -> str:
    """What somebody who follows the chart does; nobody takes insurance."""
    if table.want == Want.INSURANCE:
        return DECLINE
    at, up = standing(table), up_label(table.state.upcard >> 2)
    move = chart_move(chart, table.tables, at, up, table.legal)
    return definition(move or table.default_move()).id


class _Cards:
    """A shoe whose first cards are said."""

    def __init__(self, rules: Rules, deal: Deal, luck: random.Random) -> None:
        self._player = list(deal.player)
        luck.shuffle(self._player)
        self._ups = {Want.UPCARD: deal.up, Want.NEW_UPCARD: deal.second_up}
        said = [rank for rank in (*deal.player, deal.up, deal.second_up) if rank is not None]
        self._of_rank: defaultdict[int, list[int]] = defaultdict(list)
        gone: list[int] = []
        for rank in said:
            suits = range(4 * rank, 4 * rank + 4)
            card = luck.choice([card for card in suits if gone.count(card) < rules.shoe.decks])
            gone.append(card)
            self._of_rank[rank].append(card)
        self._rest = iter(shuffled(rules, luck, gone))
        self.dealt: list[int] = []

    def next(self, want: int) -> int:
        """The card that comes now."""
        rank = self._ups.get(Want(want))
        if want == Want.PLAYER_CARD and self._player:
            rank = self._player.pop()
        card = self._of_rank[rank].pop() if rank is not None else next(self._rest)
        self.dealt.append(card)
        return card
