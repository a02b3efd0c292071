"""One decision: what every legal move is worth with the cards on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.advice.decision_values import Held, OpenDecision, Sight, Worth
from pitboss.analysis.partial_shoes import check_shoe
from pitboss.cards import RANKS
from pitboss.exact.model import Model
from pitboss.exact.solver import Solver
from pitboss.rules.compile import Tables
from pitboss.rules.course import LAST_CARD, NONE, Course, giving_up
from pitboss.rules.errors import RulesError
from pitboss.rules.facts import UNKNOWN, Fact, facts_of_deal
from pitboss.rules.hands import FIRST_BUST
from pitboss.rules.moves import by_id, definition


class ValuedMove(NamedTuple):
    """A legal move and what it is worth."""

    move: str
    ev: float
    """In units of the main wager, all wagers on the hand counted."""


class ValuedMoves(NamedTuple):
    """Every legal move on a hand, the best first."""

    offers: list[ValuedMove]
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
    gone: Sequence[int] = (), given_up: int | None = None, made: Sequence[str] = (),
    bets: Mapping[str, float] | None = None, shoe: Sequence[float] | None = None,
) -> ValuedMoves:  # fmt: skip
    """What every legal move is worth; cards are ranks from 0, the ace, to 12, the king.

    `made` are moves made on the first two cards that drew none, by id; `given_up` is a card that
    was drawn later and replaced.
    """
    solver = Solver(tables, shoe)
    model = solver.model
    objective = solver.objective(bets or {})
    sight = _sight(solver, hand, up, aside, gone)
    held = _held(model, hand, made, given_up)
    if given_up is not None:
        sight = sight._replace(unseen=_less(sight.unseen, given_up))
    # Nobody says whether the cards share a suit; where a bet asks, they are taken to.
    suits = 2 if model.asks_suits else UNKNOWN[Fact.PLAYER_SUITED]
    profile = objective.profile(facts_of_deal(aside, up, hand[0], hand[1], suits))
    decision = OpenDecision(solver, objective, sight, held, profile)
    worth = _worth(decision, len(hand))
    offers = [
        ValuedMove(definition(move).words, decision.told(value)) for move, value in worth.items()
    ]
    offers.sort(key=lambda offer: -offer.ev)
    looked = model.peeks and not decision.terms.before_peek
    return ValuedMoves(offers, decision.natural, looked)


def _less(ranks: Sequence[float], gone: int) -> tuple[float, ...]:
    return tuple(cards - (rank == gone) for rank, cards in enumerate(ranks))


def _worth(decision: OpenDecision, cards: int) -> Worth:
    """What every open move is worth to a hand of so many cards."""
    if not decision.terms.offers:
        opening = decision.held.terms == decision.core.course.opening
        return decision.first() if opening else decision.moves()
    worth = decision.drawn()
    return {
        edge.move: worth[edge.move]
        for edge in decision.terms.edges
        if edge.allows(FIRST_BUST, cards)
    }


def _held(model: Model, hand: Sequence[int], made: Sequence[str], given_up: int | None) -> Held:
    """The hand and its terms; of one that its last card busts, that card if it may be given up."""
    before = () if given_up is None else (given_up,)
    number = _terms(model, hand, made, given_up)
    terms, last = model.tables.course.terms[number], hand[-1]
    if not _busts(model, hand):
        return Held(tuple(hand), before, terms.otherwise if terms.offers else number)
    may_go = any(
        edge.discards == LAST_CARD
        and edge.last_card >> last & 1
        and edge.allows(FIRST_BUST, len(hand))
        for edge in terms.edges
    )
    if not may_go:
        raise RulesError("hand: it has more than 21, so there is nothing to decide")
    return Held(tuple(hand[:-1]), (*before, last), number)


def _busts(model: Model, hand: Sequence[int]) -> bool:
    """Whether the last card busts the hand; there is nothing to decide after another, or on 21."""
    index = 0
    for rank in hand:
        if index >= model.hands.hands:
            raise RulesError("hand: it has more than 21, so there is nothing to decide")
        if model.hands.total[index] == 21:
            break
        index = int(model.hands.next[index, model.kind_of_rank[rank]])
    if index < model.hands.hands and model.hands.total[index] == 21:
        raise RulesError("hand: it is 21, which stands by itself")
    return index >= model.hands.hands


def _terms(model: Model, hand: Sequence[int], made: Sequence[str], given_up: int | None) -> int:
    """The terms of a hand that was dealt, made these moves, and drew the rest of its cards."""
    course, number = model.tables.course, model.tables.course.opening
    first_two = model.hands.of(*(model.kind_of_rank[rank] for rank in hand[:2]))
    state = int(model.hands.state[first_two])
    for move_id in made:
        move = by_id(move_id)
        edges = [edge for edge in course.terms[number].edges if edge.move == move.move]
        if not edges or not edges[0].allows(state, 2):
            raise RulesError(f"{move.done}: this game offers no such move on these two cards")
        number = edges[0].next
    if len(hand) > 2:
        number = _after_a_card(course, number)
    if given_up is not None:
        number = _without(
            course, number if len(hand) > 2 else _after_a_card(course, number), given_up
        )
        if len(hand) == 2:
            done = by_id(giving_up(course)).done
            raise RulesError(f"{done}: no card was drawn to this hand yet, so none was {done}")
    return number


def _after_a_card(course: Course, number: int) -> int:
    """The terms of a hand that took a card and no more."""
    edges = course.terms[number].edges
    return next(
        edge.next for edge in edges if edge.draws and not edge.units and edge.new_hand == NONE
    )


def _without(course: Course, number: int, given_up: int) -> int:
    """The terms of a hand that gave a drawn card up."""
    for edge in course.terms[number].edges:
        if edge.discards == LAST_CARD and edge.last_card >> given_up & 1:
            return edge.next
    raise RulesError(f"{RANKS[given_up]} given up: no hand of this game gives up that card")


def _sight(
    solver: Solver, hand: Sequence[int], up: int, aside: int | None, gone: Sequence[int]
) -> Sight:
    """The cards left with all of these gone."""
    tables = solver.tables
    if len(hand) < 2:
        raise RulesError(f"hand of {len(hand)} card(s): give two cards or more")
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
    return Sight(tuple(after), up, aside)
