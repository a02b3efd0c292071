"""What each move of a hand does, and why one is shut: a line each, in the player's words.

All of it is read from the course of a hand (`rules.course`), so a designer's game has it too.
`Position` is a hand in its turn, as plain values.

>>> from pitboss import games
>>> from pitboss.rules.course import compile_course
>>> from pitboss.rules.hands import hard
>>> course = compile_course(games.find(games.BUILT_IN[1]).rules())
>>> hand = Position(terms=0, state=hard(15), ranks=(8, 5), hands=1, stakes=(1000, 1000), unit=1000,
...                 names=("Main", "Second"), legal=Move.STAND | Move.HIT | Move.TAKE_BACK)
>>> for move in slots(course):
...     print(does(course, move, hand) if move & hand.legal else shut(course, move, hand))
Stay on 15 with $20 in action
One card on both wagers; 7 or more busts
Hard 9, 10 or 11 only; $10 more on Main alone
Needs a pair; the first one is free
Get $10 back, play on with Main; then only hit or stand
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cards import RANK_VALUE
from pitboss.rules.course import (
    ANY_RANK,
    BELOW_21,
    HIGHEST_CARD,
    NONE,
    Course,
    Edge,
    Terms,
)
from pitboss.rules.hands import FIRST_BUST, NEXT, TOTAL
from pitboss.rules.limits import dollars
from pitboss.rules.moves import MOVES, Move, definition
from pitboss.rules.spoken import (
    RANK_NAMES,
    a_card,
    a_rank_of,
    both,
    either,
    hand_spoken,
    ranks_spoken,
    sentence,
    states_spoken,
)

MAKE_NATURALS = sum(1 << rank for rank, value in enumerate(RANK_VALUE) if value in (1, 10))
"""Ranks (as bits) of upcards a natural can be behind."""
LONGEST = 90
"""Letters of a line."""
SHORT = 64
"""Letters of one that names an amount and a card too: a small button has no room for more."""
MOST_BETS_NAMED = 2
"""Bets that are called by their names in a line; more are counted."""


class Position(NamedTuple):
    """A hand in its turn, as far as words about its moves depend on it."""

    terms: int
    """On which it decides."""
    state: int
    ranks: tuple[int, ...]
    hands: int
    """Hands of its seat."""
    stakes: tuple[int, ...]
    """Cents on it, by opening wager."""
    unit: int
    """Cents of a unit."""
    names: tuple[str, ...]
    """What the felt calls the opening wagers."""
    legal: int
    """A mask of its moves."""
    riding: tuple[str, ...] = ()
    """Names of the seat's side bets that ride on its first hand."""
    lost_by_new_hand: tuple[str, ...] = ()
    """Those of them that making one more hand loses."""
    lost_if_given_up: tuple[str, ...] = ()
    """Those of them that are lost with a hand given up; the others come back."""
    back: int = 0
    """Cents that come back from a hand given up."""


def slots(course: Course) -> list[int]:
    """Every move that can ever be offered, in the order in which moves are listed."""
    edges = [edge for terms in course.terms for edge in terms.edges]
    found = {edge.move for edge in edges if any(edge.states) and edge.last_card}
    return [int(move.move) for move in MOVES if move.move in found]


def edge_of(course: Course, move: int, hand: Position) -> Edge:
    """What an open move of a hand means."""
    edges = [edge for edge in course.terms[hand.terms].edges if edge.move == move]
    fitting = (edge for edge in edges if edge.allows(hand.state, len(hand.ranks)))
    return next(fitting, edges[0])


def settled_terms(course: Course, number: int) -> Terms:
    """The terms a hand stands on once whatever comes first there is answered."""
    terms = course.terms[number]
    while terms.otherwise != NONE:
        terms = course.terms[terms.otherwise]
    return terms


# What a move does


def does(course: Course, move: int, hand: Position) -> str:
    """What an open move does."""
    edge = edge_of(course, move, hand)
    if edge.new_hand != NONE:
        return _makes_a_hand(course, edge, hand)
    if edge.returns != NONE:
        return _takes_chips(course, edge, hand)
    if edge.discards:
        return _gives_up_a_card(course, edge, hand)
    if edge.pays[1]:
        return _gives_up(hand)
    if edge.draws:
        return _adds_chips(course, edge, hand) if edge.units else _draws(course, edge, hand)
    if edge.next == NONE:
        return f"Stay on {hand_spoken(hand.state)} with {dollars(sum(hand.stakes))} in action"
    if course.terms[hand.terms].before_peek:
        return f"Play on with {dollars(sum(hand.stakes))} in action"
    return _keeps(course, edge, hand)


def _draws(course: Course, edge: Edge, hand: Position) -> str:
    wagers = " on both wagers" if sum(stake > 0 for stake in hand.stakes) > 1 else ""
    return f"One card{wagers}; {_ending(course, edge, hand) or _busts(course, edge, hand)}"


def _ending(course: Course, edge: Edge, hand: Position) -> str:
    """What one card more makes, where so many end the hand at once."""
    many = len(hand.ranks) + 1
    for ending in settled_terms(course, edge.next).endings:
        if ending.states[min(many, len(ending.states) - 1)]:
            pays = f"{ending.pays[0]} to {ending.pays[1]}"
            return f"{ending.name} without a bust win {pays} at once"
    return ""


def _busts(course: Course, edge: Edge, hand: Position) -> str:
    """Which cards bust the hand, and which of them do not stay."""
    busting = [rank for rank in range(13) if NEXT[hand.state][RANK_VALUE[rank]] >= FIRST_BUST]
    gone = 0
    asked = False
    for offer in course.terms[edge.next].edges if course.terms[edge.next].offers else ():
        if offer.discards:
            gone = offer.last_card if offer.states[-1] >> FIRST_BUST else 0
        else:
            asked = bool(offer.states[-1] >> FIRST_BUST)
    saved = sum(1 << rank for rank in busting if gone >> rank & 1)
    lost = [rank for rank in busting if not saved >> rank & 1]
    words = [_lost_to(lost)] if lost or not saved else []
    if saved:
        words.append(f"{a_rank_of(saved)} {'may go' if asked else 'is replaced'}")
    return ", ".join(words)


def _lost_to(ranks: list[int]) -> str:
    """Which cards bust."""
    if not ranks:
        return "it cannot bust"
    values = sorted({RANK_VALUE[rank] for rank in ranks})
    tens = set(ranks) >= {9, 10, 11, 12}
    if not tens or values != list(range(values[0], 11)):
        return f"{ranks_spoken(sum(1 << rank for rank in ranks))} busts"
    if len(values) == 1:
        return "a ten-value card busts"
    return "anything but an ace busts" if values[0] == 2 else f"{values[0]} or more busts"


def _adds_chips(course: Course, edge: Edge, hand: Position) -> str:
    alone = " alone" if len(hand.names) > 1 else ""
    more = f"{dollars(edge.units * hand.unit)} more on {hand.names[0]}{alone}"
    after = _moves_after(course, edge)
    then = "exactly one card" if after == [Move.STAND] else f"one card, then {_named(after)}"
    busts = _busts(course, edge, hand)
    whole = f"{more}, {then}; {busts}"
    if len(whole) <= SHORT:
        return whole
    if after == [Move.STAND] and not alone:  # which cards bust matters more than where the chips go
        return f"{dollars(edge.units * hand.unit)} more, one card; {busts}"
    return f"{more}, {then}"


def _makes_a_hand(course: Course, edge: Edge, hand: Position) -> str:
    if edge.moves_wager != NONE:
        words = f"Free: {hand.names[edge.moves_wager]} moves to the second hand"
    else:
        words = f"{dollars(edge.units * hand.unit)} more makes another hand"
    if _moves_after(course, edge) == [Move.STAND]:
        words += ", one card each"
    if hand.lost_by_new_hand:
        return f"{words}; {_bets(hand.lost_by_new_hand)} {_plural(hand.lost_by_new_hand, 'lose')}"
    if hand.hands == 1 and hand.riding:
        return f"{words}; {_bets(hand.riding)} {_plural(hand.riding, 'stay')} with the first"
    return words


def _takes_chips(course: Course, edge: Edge, hand: Position) -> str:
    staked = [slot for slot, stake in enumerate(hand.stakes) if stake]
    taken = edge.returns if hand.stakes[edge.returns] else staked[0]
    left = [hand.names[slot] for slot in staked if slot != taken]
    back = f"Get {dollars(hand.stakes[taken])} back"
    if not left:
        return f"{back}; the hand is over"
    return f"{back}, play on with {both(left)}; then only {_named(_moves_after(course, edge))}"


def _gives_up_a_card(course: Course, edge: Edge, hand: Position) -> str:
    card = RANK_NAMES[hand.ranks[edge.gives_up(hand.ranks)]]
    after = _moves_after(course, edge)
    if after == [Move.STAND]:
        return f"The {card} goes, a new card comes, once; it is the last one"
    return f"The {card} goes, a new card comes, once; then {_only(after)}{_named(after)}"


def _gives_up(hand: Position) -> str:
    words = f"Get {dollars(hand.back)} back; the hand is over"
    if hand.lost_if_given_up:
        names = hand.lost_if_given_up
        return f"{words}, {_bets(names)} {_plural(names, 'lose')}"
    if hand.riding:
        return f"{words}, {_bets(hand.riding)} {_plural(hand.riding, 'come')} back"
    return words


def _keeps(course: Course, edge: Edge, hand: Position) -> str:
    words = f"The {RANK_NAMES[hand.ranks[-1]]} stays: {hand_spoken(hand.state)}"
    later = any(
        course.terms[other.next].offers
        for other in settled_terms(course, edge.next).edges
        if other.draws and other.next != NONE
    )
    if hand.state >= FIRST_BUST or TOTAL[hand.state] == 21 or not later:
        return words
    again = next(other for other in course.terms[hand.terms].edges if other.discards)
    return f"{words}; you may still {definition(again.move).words} a later one"


def _moves_after(course: Course, edge: Edge) -> list[int]:
    """Moves a hand can have once this one is made."""
    return [other.move for other in settled_terms(course, edge.next).edges]


def _only(moves: list[int]) -> str:
    return "only " if set(moves) <= {Move.STAND, Move.HIT} else ""


def _named(moves: list[int]) -> str:
    """``hit or stand``."""
    words = dict.fromkeys(definition(move).words for move in moves)
    order = sorted(words, key=lambda word: word != definition(Move.HIT).words)
    return either(order)


def _bets(names: tuple[str, ...]) -> str:
    return both(names) if len(names) <= MOST_BETS_NAMED else f"your {len(names)} side bets"


def _plural(names: tuple[str, ...], verb: str) -> str:
    return f"{verb}s" if len(names) == 1 else verb


# Why a move is shut


def shut(course: Course, move: int, hand: Position) -> str:
    """Why a move is not open to a hand."""
    terms = course.terms[hand.terms]
    edges = [edge for edge in terms.edges if edge.move == move]
    if edges:
        why = sentence(_guarded(edges, hand))
        return why + _would_add(edges[0], hand) if why.endswith(" only") else why
    if terms.offers or terms.before_peek:
        asked = [edge.move for edge in terms.edges if edge.move & hand.legal]
        card = f" the {RANK_NAMES[hand.ranks[-1]]}" if terms.offers else ""
        return f"First {_named(asked)}{card}"
    return sentence(_elsewhere(course, move, hand))


def _would_add(edge: Edge, hand: Position) -> str:
    """What a shut move would stake more, and on which wager, where a hand has several."""
    if not edge.units or edge.new_hand != NONE or len(hand.names) < 2:
        return ""
    return f"; {dollars(edge.units * hand.unit)} more on {hand.names[0]} alone"


def _guarded(edges: list[Edge], hand: Position) -> str:
    """What this hand lacks for a move that others on its terms have."""
    cards = len(hand.ranks)
    if not any(edge.states[min(cards, len(edge.states) - 1)] for edge in edges):
        return "only on two cards"
    fitting = [edge for edge in edges if edge.allows(hand.state, cards)]
    if any(edge.pairs for edge in edges):
        if all(0 < edge.hands_below <= hand.hands for edge in edges):
            return f"at most {hand.hands} hands"
        free = any(edge.moves_wager != NONE for edge in edges)
        return "needs a pair" + ("; the first one is free" if free else "")
    if not fitting:
        states = 0
        for edge in edges:
            states |= edge.states[min(cards, len(edge.states) - 1)]
        return f"{states_spoken(states)} only" if states != BELOW_21 else "only below 21"
    edge = fitting[0]
    if edge.discards == HIGHEST_CARD:
        return f"needs {a_rank_of(edge.last_card)}"
    if edge.last_card != ANY_RANK:
        return f"only {a_rank_of(edge.last_card)}"
    return f"only against {a_rank_of(edge.upcards)}"


def _elsewhere(course: Course, move: int, hand: Position) -> str:
    """Why no hand on these terms has a move that hands on others have."""
    terms = course.terms[hand.terms]
    homes = [(other, edge) for other in course.terms for edge in other.edges if edge.move == move]
    if all(other.before_peek for other, _ in homes):
        return "only as the first decision"
    if all(other.offers for other, _ in homes):
        return _no_card_asked(course, homes[0][1], terms)
    if definition(move).done in terms.marks:
        return f"already {definition(move).done}"
    cards = len(hand.ranks)
    if cards > 2 and not any(edge.states[min(cards, len(edge.states) - 1)] for _, edge in homes):
        return "only on two cards"
    return f"not {_what_became(terms)}"


def _no_card_asked(course: Course, edge: Edge, terms: Terms) -> str:
    """Why no card of this hand can be given up or kept now."""
    draws = [other for other in terms.edges if other.draws and other.new_hand == NONE]
    if any(course.terms[other.next].offers for other in draws):
        return f"only {a_rank_of(edge.last_card)} you draw"
    used = [move.done for move in MOVES if move.about_a_card and move.done in terms.marks]
    return "once a hand, and it is used" if used else f"not {_what_became(terms)}"


def _what_became(terms: Terms) -> str:
    """What happened to a hand that shuts a move: the last thing."""
    marks = [move.doing for move in MOVES if move.done in terms.marks]
    if marks:
        return f"after {marks[-1]}"
    return "on split aces" if terms.aces else f"after {definition(Move.SPLIT).doing}"


# What is asked


def prompt(course: Course, hand: Position, upcard: int, *, peeked: bool | None) -> str:
    """What a hand is asked, against an upcard; `peeked`: what the dealer saw, if she looked."""
    against = f"against {a_card(upcard)}."
    if course.terms[hand.terms].offers:
        asked = sentence(_named([edge.move for edge in course.terms[hand.terms].edges]))
        drawn = f"you drew {a_card(hand.ranks[-1])}: {hand_spoken(hand.state)} {against}"
        return f"{drawn} {asked} it? Once a hand."
    pair = len(hand.ranks) == 2 and hand.ranks[0] == hand.ranks[1]
    mine = f"two {RANK_NAMES[hand.ranks[0]]}s" if pair else hand_spoken(hand.state)
    said = [f"{mine} {against}"]
    if 1 << upcard & MAKE_NATURALS:
        may = "A natural may lie underneath."
        said.append(may if peeked is None else "No natural underneath.")
    return " ".join([*said, *_unusual(course, hand)])


def _unusual(course: Course, hand: Position) -> Iterator[str]:
    """What is unusual about the moves open now, a short sentence each."""
    for move in slots(course):
        if not move & hand.legal:
            continue
        edge = edge_of(course, move, hand)
        if edge.returns != NONE:
            on = states_spoken(edge.states[len(hand.ranks)])
            yield f"On {on} {hand.names[edge.returns]} may come back, this once."
        elif edge.moves_wager != NONE:
            yield "The first split is free."
        elif edge.discards:
            yield f"The {RANK_NAMES[hand.ranks[edge.gives_up(hand.ranks)]]} may go, this once."
        elif edge.pays[1]:
            yield "You may give up half, now or never."
