"""Bets that no decision touches, counted in whole numbers once for all rules that deal them alike.

Counting looks at the deal alone: neither what the dealer draws nor what a bet pays changes the
number of ways in which its events come about.
"""

from __future__ import annotations

from collections import OrderedDict

from msgspec.structs import replace

from pitboss.analysis.repaying import played_alike
from pitboss.exact.solver import Solver
from pitboss.exact.whole_numbers import Exactly, exactly

MOST_KEPT = 64

_counted: OrderedDict[object, Exactly | None] = OrderedDict()


def counted(solver: Solver, bet_index: int) -> Exactly | None:
    """The chances of a side bet in whole numbers, or None if it rides on some hand."""
    reader, shoe = solver.readers[bet_index], tuple(solver.shoe)
    dealt_alike = replace(played_alike(solver.tables), dealer_final=())
    key = (dealt_alike, bet_index, shoe)
    if key not in _counted:
        _counted[key] = exactly(solver.model, reader, shoe)
        if len(_counted) > MOST_KEPT:
            _counted.popitem(last=False)
    found = _counted[key]
    return found._replace(events=reader.events) if found is not None else None
