"""The most a house can have to pay in one round."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.rules.compile import Tables
from pitboss.rules.course import Terms
from pitboss.rules.limits import Limits
from pitboss.rules.vocabulary import Rules


class WagerExposure(NamedTuple):
    """What a wager can cost the house in one round at one seat."""

    wager: str
    name: str
    largest_cents: int
    """The most that may stand there."""
    top: str
    """What pays most."""
    pays: float
    """To one."""

    @property
    def cents(self) -> int:
        """The most that is paid on it."""
        return round(self.largest_cents * self.pays)


def wager_exposures(limits: Limits, rules: Rules) -> list[WagerExposure]:
    """The game's own wagers together, then every side bet by its top line."""
    opening = rules.wagers.opening
    names = " and ".join(rules.wagers.names[bet] for bet in opening)
    units, how = most_units(limits.tables)
    found = [WagerExposure(opening[0], names, limits.largest_wager(opening[0]), how, units)]
    for bet in limits.tables.bets:
        top = max(bet.events, key=lambda event: event.pays)
        name = next(one.name for one in rules.bets if one.id == bet.id)
        largest = limits.largest_wager(bet.id)
        found.append(WagerExposure(bet.id, name, largest, top.name, float(top.pays)))
    return found


def seat_exposure(limits: Limits, rules: Rules) -> int:
    """Cents that a seat can win in one round at most: what cannot come together is added up too.

    Bets whose stakes share a cap are counted at the one that pays most for it.
    """
    sides = {bet.id: bet.side for bet in limits.tables.bets}
    whole, capped = 0, dict[str, int]()
    for one in wager_exposures(limits, rules):
        side = sides.get(one.wager)
        if side:
            capped[side] = max(capped.get(side, 0), one.cents)
        else:
            whole += one.cents
    return whole + sum(capped.values())


def most_units(tables: Tables) -> tuple[float, str]:
    """Most units of one opening wager that a seat can win on the game itself, and how.

    Read from the course of a hand: what can stand on it, and how many hands a move can make.
    """
    course = tables.course
    pays, per = tables.natural
    ways = [(len(tables.opening) * pays / per, "a natural")]
    first = [_won(terms) for terms in course.terms if not terms.split]
    ways.append((max(first), "one hand with all that can stand on it"))
    later = [_won(terms) for terms in course.terms if terms.split]
    if later:
        edges = (edge for terms in course.terms for edge in terms.edges)
        hands = max(edge.hands_below for edge in edges)
        ways.append((hands * max(later), f"{hands} hands with all that can stand on them"))
    return max(ways)


def _won(terms: Terms) -> float:
    """Units that a hand can win on these terms."""
    ended = [ending.pays for ending in terms.endings] + [edge.pays for edge in terms.edges]
    odds = max([1.0, *(won / per for won, per in ended if per)])
    return (terms.units + terms.house_units) * odds
