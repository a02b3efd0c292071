"""The course of a hand in words, a line for each move.

>>> from pitboss import games
>>> from pitboss.rules.course import compile_course
>>> for line in course_lines(compile_course(games.find(games.BUILT_IN[1]).rules()))[:7]:
...     print(line)
first two cards, 2 units
  stand
  hit below 21
  double on two cards of hard 9-11, 1 unit more → doubled
  split a pair but two aces, up to 4 hands, a wager moves over → split
  split two aces, up to 4 hands, a wager moves over → split aces
  take back on two cards of 13-16, a wager comes back → taken back
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import RANKS
from pitboss.rules.course import (
    ACE_PAIR,
    ANY_RANK,
    BELOW_21,
    HIGHEST_CARD,
    NONE,
    Course,
    Edge,
    Terms,
)
from pitboss.rules.hands import FIRST_BUST, SOFT, TOTAL
from pitboss.rules.moves import definition

ALL_TOTALS = "4-20"
"""Totals of two cards that leave something to decide."""


def course_lines(course: Course) -> list[str]:
    """Every terms and its moves."""
    lines = []
    for number, terms in enumerate(course.terms):
        when = ", before the dealer looks for a natural" if terms.before_peek else ""
        lines.append(f"{terms.name}, {_units(terms.units)}{when}")
        lines += [f"  {_edge(course, number, edge)}" for edge in terms.edges]
        lines += [f"  {ending.name}: {_pays(ending.pays)} at once" for ending in terms.endings]
    return lines


def _edge(course: Course, number: int, edge: Edge) -> str:
    parts = [" ".join([definition(edge.move).words, *_hands(course.terms[number], edge)])]
    if edge.hands_below:
        parts.append(f"up to {edge.hands_below} hands")
    if edge.units:
        parts.append(f"{_units(edge.units)} more")
    if edge.moves_wager != NONE:
        parts.append("a wager moves over")
    if edge.returns != NONE:
        parts.append("a wager comes back")
    if edge.upcards != ANY_RANK:
        parts.append("against " + _ranks(edge.upcards))
    if edge.pays[1]:
        parts.append(_pays(edge.pays))
    leads = edge.next not in (NONE, number) and course.terms[edge.next].otherwise != number
    return ", ".join(parts) + (f" → {course.terms[edge.next].name}" if leads else "")


def _hands(terms: Terms, edge: Edge) -> Iterator[str]:
    """Which hands have the move; nothing where all have it."""
    if edge.discards == HIGHEST_CARD:
        yield "one of two cards that is " + _ranks(edge.last_card)
        return
    if edge.last_card != ANY_RANK:
        yield "if it is " + _ranks(edge.last_card)
        if not edge.states[-1] >> FIRST_BUST:
            yield "and the hand is not bust"
        return
    two, more = edge.states[2], edge.states[-1]
    if edge.pairs:
        aces = any(other.move == edge.move and other is not edge for other in terms.edges)
        yield "two aces" if two == ACE_PAIR else "a pair but two aces" if aces else "a pair"
    elif terms.before_peek and two == BELOW_21:
        return  # all that are asked then
    elif two != more:
        totals = totals_text(two)
        every = two == BELOW_21 or totals == ALL_TOTALS
        yield "on two cards" if every else f"on two cards of {totals}"
    elif two == BELOW_21:
        yield "below 21"


def totals_text(states: int) -> str:
    """Totals in a set of hand states, given as bits.

    >>> from pitboss.rules.grammar import Totals
    >>> totals_text(sum(1 << state for state in Totals.parse("hard 9-11, soft 13-16").states))
    'hard 9-11, soft 13-16'
    """
    by_kind = [
        {TOTAL[state] for state in range(FIRST_BUST) if states >> state & 1 and SOFT[state] == soft}
        for soft in (False, True)
    ]
    hard, soft = by_kind
    if soft and {total for total in hard if total > 11} == soft:
        return _spans(hard)
    named = [
        f"{kind} {_spans(totals)}" for kind, totals in (("hard", hard), ("soft", soft)) if totals
    ]
    return ", ".join(named) or "none"


def _spans(totals: set[int]) -> str:
    spans: list[list[int]] = []
    for total in sorted(totals):
        if spans and spans[-1][1] == total - 1:
            spans[-1][1] = total
        else:
            spans.append([total, total])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in spans)


def _ranks(mask: int) -> str:
    return " ".join(RANKS[rank] for rank in range(13) if mask >> rank & 1)


def _pays(pays: tuple[int, int]) -> str:
    won, each = pays
    return f"{'wins' if won > 0 else 'loses'} {abs(won)} for {each}"


def _units(units: int) -> str:
    return f"{units} unit" + ("" if units == 1 else "s")
