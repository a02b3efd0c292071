"""What a game must have for a dealer's practice to be of use in it, in the rules' own words.

Every move is a condition too: ``split`` holds where a hand can be split.

>>> from pitboss import games
>>> from pitboss.rules.compile import compile_rules
>>> rules = games.find(games.BUILT_IN[1]).rules()
>>> tables = compile_rules(rules)
>>> holds("replaced-upcard", rules, tables), holds("surrender", rules, tables)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.cards import RANK_VALUE
from pitboss.rules.compile import Tables
from pitboss.rules.course import NONE, Edge
from pitboss.rules.hands import EMPTY, FIRST_BUST, NEXT
from pitboss.rules.moves import MOVES, Move, by_id, is_move
from pitboss.rules.vocabulary import Bet, Event, Rules


def holds(condition: str, rules: Rules, tables: Tables) -> bool:
    """Whether a game has what a condition asks for; `tables` are its rules, compiled."""
    if is_move(condition):
        move = by_id(condition).move
        return any(edge.move == move for edge in _edges(tables))
    return _ASKED[condition](rules, tables)


def looks_at_upcard(rules: Rules) -> frozenset[tuple[str, str]]:
    """Bets and their events that are paid only after a look whether the upcard has a pair's rank.

    That is every event of which the pay table in use pays a match otherwise than the rest.
    """
    return frozenset(
        (bet.id, event.event)
        for bet in rules.offered_bets
        for matched in bet.events
        for other in bet.events
        if matched.when.matches_upcard
        and not other.when.matches_upcard
        and _share_a_pair(matched, other)
        and _pays(bet, matched, rules) != _pays(bet, other, rules)
        for event in (matched, other)
    )


def riding_bets(rules: Rules) -> frozenset[str]:
    """Bets that can stay on the felt until the hand has a result."""
    return frozenset(
        bet.id
        for bet in rules.offered_bets
        if any(event.when.result or event.when.tie for event in bet.events)
    )


def _share_a_pair(one: Event, other: Event) -> bool:
    mine, others = one.when.pair, other.when.pair
    return mine is not None and others is not None and bool(mine.mask & others.mask)


def _pays(bet: Bet, event: Event, rules: Rules) -> object:
    return event.pays[rules.table_of(bet) - 1]


def _edges(tables: Tables) -> Iterator[Edge]:
    return (edge for terms in tables.course.terms for edge in terms.edges)


def _pair_has_both(tables: Tables) -> bool:
    """Whether some pair as it is dealt may be doubled and may be split."""
    both = {Move.DOUBLE, Move.SPLIT}
    states = [NEXT[NEXT[EMPTY][value]][value] for value in sorted(set(RANK_VALUE))]
    return any(
        both <= {edge.move for edge in terms.edges if edge.allows(state, 2)}
        for terms in tables.course.terms
        for state in states
        if not terms.split
    )


def _burns_busts_unasked(tables: Tables) -> bool:
    """Whether a card that would bust the hand is burned and cannot be kept."""
    return any(
        {edge.move for edge in terms.edges if edge.allows(FIRST_BUST, 3)} == {Move.BURN}
        for terms in tables.course.terms
        if terms.offers
    )


def _only_hits_after_a_burn(tables: Tables) -> bool:
    """Whether no hand that has burned a card can do more than hit and stand."""
    after = [tables.course.terms[edge.next] for edge in _edges(tables) if edge.move == Move.BURN]
    moves = {edge.move for terms in after for edge in terms.edges}
    return bool(after) and moves <= {Move.HIT, Move.STAND}


def _any_event(rules: Rules, asks: Callable[[Event], bool]) -> bool:
    return any(asks(event) for bet in rules.offered_bets for event in bet.events)


def _is_known_at_the_deal(event: Event) -> bool:
    """Whether the player's first two cards, and the upcard, decide it."""
    when = event.when
    later = (when.dealer_natural, when.dealer_suited, when.replaced, when.result, when.tie)
    played = when.doubled is not None or when.split_21 != "any"
    return not played and all(fact is None for fact in later)


_ASKED: dict[str, Callable[[Rules, Tables], bool]] = {
    "insurance": lambda rules, _: rules.insurance.offered,
    "even-money": lambda _, tables: tables.even_money,
    "peek": lambda rules, _: rules.dealer.peeks,
    "replaced-upcard": lambda _, tables: tables.replaced > 0,
    "push-total": lambda rules, _: bool(rules.dealer.pushes_on),
    "naturals-first": lambda _, tables: tables.natural_first,
    "two-wagers": lambda _, tables: len(tables.opening) > 1,
    "free-split": lambda _, tables: any(edge.moves_wager != NONE for edge in _edges(tables)),
    "double-or-split": lambda _, tables: _pair_has_both(tables),
    "burn-on-double": lambda _, tables: any(t.doubled and t.offers for t in tables.course.terms),
    "burn-unasked": lambda _, tables: _burns_busts_unasked(tables),
    "burn-then-hit-or-stand": lambda _, tables: _only_hits_after_a_burn(tables),
    "bet": lambda _, tables: bool(tables.bets),
    "bet-on-deal": lambda rules, _: _any_event(rules, _is_known_at_the_deal),
    "bet-on-upcard": lambda rules, _: _any_event(rules, lambda event: bool(event.when.replaced)),
    "bet-on-match": lambda rules, _: bool(looks_at_upcard(rules)),
    "bet-on-result": lambda rules, _: _any_event(rules, lambda event: bool(event.when.result)),
    "bet-rides": lambda rules, _: bool(riding_bets(rules)),
    "bet-on-tie": lambda rules, _: _any_event(rules, lambda event: bool(event.when.tie)),
    "bet-caps": lambda rules, _: bool(rules.caps.side or rules.caps.total),
}

CONDITIONS = (*(definition.id for definition in MOVES), *_ASKED)
"""Every condition a practice can name."""
