"""Advice: what every move the table offers now is worth, by the cards everyone sees.

The basis is the full shoe of the rules less every card in sight on the felt; where the dealer has
looked, there is no natural. A value is what the stakes bring that depend on the decision: those of
the hand, the bets that ride on it and, while a further split is possible, the seat's hands that
wait for their second card and the bets a further split would lose. The hand in turn is played on in
the best way there is; hands yet to be made by a split are played as `exact.optimise` plays them.

>>> from pitboss import cards, games
>>> from pitboss.table import Table
>>> from pitboss.table.actions import CloseWagers, PlaceWagers
>>> table = Table(games.find("blackjack").rules())
>>> _ = table.do(PlaceWagers(1, "ann", {"main": 1000}))
>>> _ = table.do(CloseWagers())
>>> for card in cards.parse_all("Ts 6d 6c Tc"):
...     table.deal(card)
>>> [advised.move for advised in advise(table).moves]
['stand', 'hit', 'double']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pitboss.advice.decision_values import Held, OpenDecision, Sight, Worth
from pitboss.advice.split_again import Beside, pair_again, second_card
from pitboss.analysis.partial_shoes import check_shoe
from pitboss.exact.objective import NOTHING_RIDES, Objective, Profile
from pitboss.exact.solver import Solver
from pitboss.rules.compile import SECOND_SPLIT, Move, Tables
from pitboss.rules.course import NONE, Edge, given_up_by_terms
from pitboss.rules.errors import RulesError
from pitboss.rules.facts import Fact, facts_of_deal
from pitboss.rules.finishes import finish_of
from pitboss.rules.hands import TOTAL
from pitboss.rules.moves import definition
from pitboss.rules.settlement import Facts
from pitboss.table import actions as act
from pitboss.table.actions import DECLINE, EVEN_MONEY, INSURE
from pitboss.table.bets import known_facts
from pitboss.table.engine import IllegalAction, Table
from pitboss.table.flow import Want
from pitboss.table.state import Hand, Seat

KEPT = 512
"""Situations whose values are kept for the next time."""


class Advised(NamedTuple):
    """A legal move and what it is worth; None, and why, where nobody can say."""

    move: str
    cents: float | None
    units: float | None
    """The same in units of the main wager."""
    why: str = ""
    stake: int = 0
    """What an insurance puts on the line."""


class Advice(NamedTuple):
    """Every legal move of a seat, the best first."""

    seat: int
    hand: int
    moves: list[Advised]


class Situation(NamedTuple):
    """What a decision's values depend on; stakes in units of the main wager."""

    tables: Tables
    sight: Sight
    held: Held
    """The hand; the card just drawn is the last it gave up while it is asked about it."""
    legal: int
    first: bool
    """Whether it is the seat's first hand, which bets ride on."""
    finished: tuple[int, int]
    """Where another one is: how that was finished, and its total."""
    bets: tuple[tuple[str, float], ...]
    deal: Facts
    """What the seat's first two cards say about them."""
    on_split: tuple[tuple[str, float], ...]
    """What those bets bring at once if the hand is split again."""
    lost_by_others: tuple[str, ...]
    """Bets that would be lost if a hand that waits were split again."""
    hands: int
    waiting: int
    """Hands that wait for their second card."""


def advise(table: Table, number: int | None = None, gone: Iterable[int] = ()) -> Advice:
    """What every legal move of the seat that decides now is worth.

    While insurance is offered several seats decide, so `number` says which. `gone` are cards that
    were seen in earlier rounds of the shoe, for somebody who counts them.
    """
    if table.want == Want.INSURANCE:
        open_seats = table.insurance_seats()
        seat = table.state.seat(open_seats[0] if number is None else number)
        if seat is None or seat.number not in open_seats:
            raise _not_now(table, number)
        answers = _insurance(table, seat, _sight(table, gone))
        return Advice(seat.number, 0, sorted(answers, key=_worst_last))
    if table.want != Want.DECISION or number not in (None, table.seat.number):
        raise _not_now(table, number)
    seat = table.seat
    unit = seat.stakes[table.tables.opening[0]]
    try:
        worth, why = values(situation(table)._replace(sight=_sight(table, gone))), ""
    except RulesError as error:
        worth, why = {}, str(error)
    moves = [
        Advised(
            definition(move).id,
            None if why else worth[move] * unit,
            None if why else worth[move],
            why,
        )
        for move in map(int, Move)
        if table.legal & move
    ]
    return Advice(seat.number, table.hand, sorted(moves, key=_worst_last))


def _not_now(table: Table, number: int | None) -> IllegalAction:
    """Why there is no advice for a seat."""
    return IllegalAction(f"seat = {number}: it has nothing to decide now; {table.waiting()}")


def _worst_last(advised: Advised) -> float:
    return 0.0 if advised.cents is None else -advised.cents


# What is in sight


def situation(table: Table) -> Situation:
    """What the values of the decision at hand depend on; nothing of it lies face down."""
    seat, tables = table.seat, table.tables
    unit = seat.stakes[tables.opening[0]]
    dealt = seat.dealt
    sight = _sight(table)
    facts = known_facts(table, seat)
    suited = facts[Fact.PLAYER_SUITED]
    bets = {bet.id: bet for bet in tables.bets if bet.id in seat.wagers}
    at_once = {name: (bet.decided(facts) or SECOND_SPLIT).pays for name, bet in bets.items()}
    first, terms = seat.hands[0], table.choices.terms
    return Situation(
        tables=tables, sight=sight, held=_held(table), legal=table.legal, first=table.hand == 0,
        finished=(
            finish_of(terms[first.terms], first.state, len(first.cards)), TOTAL[first.state],
        ),
        bets=tuple((name, seat.wagers[name] / unit) for name in bets),
        deal=facts_of_deal(sight.aside, sight.up, dealt[0] >> 2, dealt[1] >> 2, suited),
        on_split=tuple(
            (name, seat.wagers[name] / unit * at_once[name])
            for name, bet in bets.items()
            if bet.lost_by_split(table.hand) and len(seat.hands) == 2
        ),
        lost_by_others=tuple(
            name for name, bet in bets.items() if bet.lost_by_split(1) and len(seat.hands) == 2
        ),
        hands=len(seat.hands), waiting=sum(_waits(hand) for hand in seat.hands[table.hand + 1 :]),
    )  # fmt: skip


def _held(table: Table) -> Held:
    hand = table.seat.hands[table.hand]
    ranks = tuple(card >> 2 for card in hand.cards)
    # which of the cards given up was this hand's does not matter: all are gone
    terms = table.terms
    many = given_up_by_terms(table.tables.course)[terms]
    racked = tuple(card >> 2 for card in table.state.racked)[-many or len(table.state.racked) :]
    if hand.offered:
        return Held(ranks[:-1], (*racked, ranks[-1]), terms)
    return Held(ranks, racked, terms)


def _waits(hand: Hand) -> bool:
    return len(hand.cards) == 1


def _sight(table: Table, gone: Iterable[int] = ()) -> Sight:
    """All cards that lie, or lay, open in this round are gone; the hole card may be any other."""
    state = table.state
    unseen = [4.0 * table.tables.decks] * 13
    seen = [card for seat in state.seats for hand in seat.hands for card in hand.cards]
    seen += [*state.racked, state.upcard, *([state.original] if state.original >= 0 else [])]
    for card in (*seen, *gone):
        unseen[card >> 2] -= 1
    aside = state.original >> 2 if state.original >= 0 else None
    return Sight(tuple(unseen), state.upcard >> 2, aside)


# Values


@lru_cache(maxsize=16)
def _solver(tables: Tables) -> Solver:
    return Solver(tables)


@lru_cache(maxsize=KEPT)
def values(now: Situation) -> Worth:
    """What every legal move is worth, in units of the main wager."""
    solver, held = _solver(now.tables), now.held
    terms = solver.core.course.terms[held.terms]
    cards = len(held.ranks) + terms.offers
    makes_hands = _makes_hands(solver, held)
    splits = makes_hands is not None and (now.legal & makes_hands.move or cards == 2)
    ranks = list(now.sight.unseen)
    for rank in (*held.ranks, *held.given_up[len(held.given_up) - terms.offers :]):
        ranks[rank] += 1
    more = now.tables.max_hands - now.hands + now.waiting if splits else 0
    check_shoe(now.tables, ranks, 1 + more)
    objective = solver.objective(dict(now.bets))
    profile = objective.profile(now.deal)
    mine = profile if now.first else NOTHING_RIDES
    decision = OpenDecision(solver, objective, now.sight, held, mine)
    if terms.offers:
        if cards > 2:
            worth = decision.drawn()
        else:
            worth = second_card(decision, _beside(now, objective, profile, makes_hands))
    elif makes_hands is None or not now.legal & makes_hands.move:
        worth = decision.first() if terms.before_peek else decision.moves()
    elif terms.split:
        worth = pair_again(decision, _beside(now, objective, profile, makes_hands))
    else:
        worth = decision.first()
    return {move: decision.told(value) for move, value in worth.items() if now.legal & move}


def _makes_hands(solver: Solver, held: Held) -> Edge | None:
    """The edge by which a hand of a pair of the first card is split on its terms, if there is one.

    A hand that waits for an answer about its second card is on the terms of its answer.
    """
    course, hands = solver.core.course, solver.model.hands
    terms = course.terms[held.terms]
    if terms.offers:
        terms = course.terms[terms.otherwise]
    kind = solver.model.kind_of_rank[held.ranks[0]]
    state = int(hands.state[hands.of(kind, kind)])
    return next(
        (edge for edge in terms.edges if edge.new_hand != NONE and edge.allows(state, 2)), None
    )


def _beside(
    now: Situation, objective: Objective, profile: Profile, makes_hands: Edge | None
) -> Beside:
    places = {reader.bet.id: bet_index for bet_index, reader in enumerate(objective.readers)}
    gone = {places[name] for name, _ in now.on_split}
    goes = tuple(riding_bet for riding_bet in profile if riding_bet[0] in gone)
    riding = {bet_index for bet_index, _ in goes}
    others = {places[name] for name in now.lost_by_others}
    return Beside(
        now.hands, now.waiting, now.first, now.finished,
        room=makes_hands is not None and now.hands < makes_hands.hands_below,
        stays=tuple(riding_bet for riding_bet in profile if riding_bet not in goes), goes=goes,
        at_once=sum(brings for name, brings in now.on_split if places[name] in riding),
        waits_whole=any(bet_index in others for bet_index, _ in profile),
    )  # fmt: skip


# Insurance


def _insurance(table: Table, seat: Seat, sight: Sight) -> Iterator[Advised]:
    """Insuring for all that is allowed, or not, or even money; a natural's stake counts with it."""
    tables = table.tables
    unit = seat.stakes[tables.opening[0]]
    natural = sum(sight.unseen[9:]) / sum(sight.unseen)  # it is offered under an ace
    even = table.can(act.TakeEvenMoney(seat.number))
    staked = sum(seat.hands[0].stakes)
    hand = (1 - natural) * sum(
        table.payout(stake, *tables.natural) for stake in seat.hands[0].stakes if stake
    )
    limit = table.insurance_limit(seat.number)
    won = natural * table.payout(limit, *tables.insurance) - (1 - natural) * limit
    cents_by_move = {DECLINE: hand if even else 0.0}
    if limit:
        cents_by_move[INSURE] = cents_by_move[DECLINE] + won
    if even:
        cents_by_move[EVEN_MONEY] = float(staked)
    for move, cents in cents_by_move.items():
        yield Advised(move, cents, cents / unit, stake=limit if move == INSURE else 0)
