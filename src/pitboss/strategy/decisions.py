"""One decision: what every legal move is worth with the cards on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from pitboss.cards import RANKS
from pitboss.exact.model import Board, Model
from pitboss.exact.objective import Profile
from pitboss.exact.optimise import Optimiser
from pitboss.exact.outcomes import HIT, STAND
from pitboss.exact.position import Position, Room
from pitboss.exact.solver import Solver
from pitboss.rules.compile import Move, Tables
from pitboss.rules.errors import RulesError
from pitboss.rules.settlement import BUST, NONE
from pitboss.strategy.shoes import check_shoe

NAMES = {
    int(Move.STAND): "stand",
    int(Move.HIT): "hit",
    int(Move.DOUBLE): "double",
    int(Move.SPLIT): "split",
    int(Move.SURRENDER): "surrender",
    int(Move.TAKE_BACK): "take back",
}


class Offer(NamedTuple):
    """A legal move and what it is worth."""

    move: str
    ev: float
    """In units of the main wager, all wagers on the hand counted."""


class Decision(NamedTuple):
    """Every legal move on a hand, the best first."""

    offers: list[Offer]
    natural: float
    """Chance of a dealer natural before the dealer looked."""
    peeked: bool
    """Whether the values are for a dealer who looked and has no natural."""


def ranks_of(text: str, what: str) -> list[int]:
    """Ranks typed with commas or spaces: ``T,6``.

    >>> ranks_of("10, 6", "hand")
    [9, 5]
    """
    cleaned = text.upper().replace("10", "T").replace(",", " ").split()
    for rank in cleaned:
        if rank not in RANKS or len(rank) != 1:
            raise RulesError(f"{what} {text!r}: {rank!r} is no card; ranks are {' '.join(RANKS)}")
    return [RANKS.index(rank) for rank in cleaned]


def decide(
    tables: Tables, hand: Sequence[int], up: int, *, aside: int | None = None,
    gone: Sequence[int] = (), burned: int | None = None, taken: bool = False,
    bets: Mapping[str, float] | None = None, shoe: Sequence[float] | None = None,
) -> Decision:  # fmt: skip
    """What every legal move is worth; cards are ranks from 0, the ace, to 12, the king."""
    solver = Solver(tables, shoe)
    model = solver.model
    objective = solver.objective(bets or {})
    position, place = _position(solver, hand, up, aside, gone)
    profile = objective.profiles(position)[place]
    optimiser = Optimiser(position, objective)
    kinds = [model.kind_of_rank[rank] for rank in hand]
    index = 0
    for kind in kinds:
        if model.hands.total[index] == 21:
            break
        index = int(model.hands.next[index, kind])
        if index >= model.hands.hands:
            raise RulesError("hand: it has more than 21, so there is nothing to decide")
    if model.hands.total[index] == 21:
        raise RulesError("hand: it is 21, which stands by itself")
    flag = _flag(model, burned)
    if flag and len(hand) == 2:
        raise RulesError("burned: no card was drawn to this hand yet, so none was burned")
    if taken and not int(model.moves[model.seconds[kinds[0], kinds[1]]]) & int(Move.TAKE_BACK):
        raise RulesError("taken back: this game takes no wager back on these two cards")
    if len(hand) == 2 and not taken and not flag:
        worth = _first(optimiser, profile, place)
    else:
        worth = _later(optimiser, profile, index, flag, taken)
    natural = float(_natural(position, index, flag))
    peeked = model.peeks and natural > 0
    scale = 1.0 / (1.0 - natural) if peeked else 1.0
    offers = [Offer(NAMES[move], float(value) * scale) for move, value in worth.items()]
    offers.sort(key=lambda offer: -offer.ev)
    return Decision(offers, natural, model.peeks)


def _flag(model: Model, burned: int | None) -> int:
    if burned is None:
        return 0
    flag = int(model.flag_of[model.kind_of_rank[burned]])
    if not flag:
        raise RulesError(f"burned {RANKS[burned]}: this game does not burn that card")
    return flag


def _position(
    solver: Solver, hand: Sequence[int], up: int, aside: int | None, gone: Sequence[int]
) -> tuple[Position, int]:
    """The board with these cards, and the deal's place on it."""
    model, tables = solver.model, solver.model.tables
    if len(hand) < 2:
        raise RulesError(f"hand of {len(hand)} card(s): allowed are two cards or more")
    replaced = bool(tables.replaced >> (up if aside is None else aside) & 1)
    if aside is None and replaced:
        raise RulesError(
            f"up {RANKS[up]}: this game sets that upcard aside; say which card replaced it with "
            f"--up and the first one with --aside {RANKS[up]}"
        )
    if aside is not None and not replaced:
        raise RulesError(f"aside {RANKS[aside]}: this game does not set that upcard aside")
    ranks = list(solver.shoe)
    for rank in (*gone, *([aside] if aside is not None else ())):
        ranks[rank] -= 1
    after = list(ranks)
    for rank in (up, *hand):
        after[rank] -= 1
    short = [RANKS[rank] for rank, left in enumerate(after) if left < 0]
    if short:
        raise RulesError(f"cards: the shoe does not hold so many {short[0]}s")
    check_shoe(tables, ranks)
    left = model.counts(ranks)
    left[model.kind_of_rank[up]] -= 1
    first = model.kind_of_rank[aside] if aside is not None else NONE
    board = Board(first, model.kind_of_rank[up], 1.0, left, tuple(ranks))
    position = Position(model, board, solver.readers, Room.here(model))
    return position, _place(position, hand, up)


def _place(position: Position, hand: Sequence[int], up: int) -> int:
    """The row of the deal these first two cards are."""
    model, deals = position.model, position.deals
    one, two = hand[:2]
    index = model.seconds[model.kind_of_rank[one], model.kind_of_rank[two]]
    rows = [int(row) for row in np.nonzero(deals.hand == index)[0]]
    pairs = model.tables.pair_group[one] == model.tables.pair_group[two]
    can = pairs and bool(model.can_split[index])
    rows = [row for row in rows if (deals.pair[row] != NONE) == can]
    rows = [row for row in rows if deals.same_rank[row] == (one == two)] or rows
    matching = [row for row in rows if bool(deals.matches[row]) == (one == two == up)]
    group, cards = model.tables.pair_group, position.board.ranks
    alike = [rank for rank in model.ranks_of[model.kind_of_rank[one]] if group[rank] == group[one]]
    mates = sum(cards[rank] - (rank == up) for rank in alike) - 2
    exact = [row for row in matching or rows if not can or deals.mates[row] == mates]
    return (exact or matching or rows)[0]


def _first(optimiser: Optimiser, profile: Profile, place: int) -> dict[int, float]:
    """First decisions, a dealer natural counting nothing where the dealer looks."""
    position, model = optimiser.position, optimiser.model
    offers = optimiser.first_offers(profile, np.array([place]))
    worth = {move: float(value[0]) for move, value in offers.items() if value[0] > -np.inf}
    pair = int(position.deals.pair[place])
    if pair != NONE:
        split, mates = optimiser.split(pair, profile), float(position.deals.mates[place])
        worth[int(Move.SPLIT)] = max(
            optimiser.split_worth(pair, profile, split, mates, number)
            for number in model.split_hands(pair)
        )
    return worth


def _later(
    optimiser: Optimiser, profile: Profile, index: int, flag: int, taken: bool
) -> dict[int, float]:
    """Hitting and standing once the first decision is made."""
    model = optimiser.model
    units = model.units - 1 if taken else model.units
    values = optimiser.values(profile, units)
    scale = 1 if profile else units
    pay = optimiser.objective.pay(profile, units)
    natural = _natural(optimiser.position, index, flag) * (pay[BUST, -1] - pay[BUST, 0])
    return {
        STAND: scale * float(values.stand[flag, index]) + natural,
        HIT: scale * float(values.hit[flag, index]) + natural,
    }


def _natural(position: Position, index: int, flag: int) -> float:
    model = position.model
    cards = position.left - model.hands.counts[index]
    if flag:
        cards[model.burnable[flag]] -= 1
    return float(max(cards @ position.makers, 0.0) / max(cards.sum(), 1.0))
