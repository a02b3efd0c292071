"""Rules change with every touch of a workbench: what the solver keeps of them has an end."""

from __future__ import annotations

import gc
from itertools import product

from pitboss.analysis.solving import KEPT, solve
from pitboss.exact.programme.core import MOST_KEPT, Core, programme_of
from pitboss.exact.programme.steps import Programme


def kept() -> list[int]:
    """Programmes and cores that something holds."""
    gc.collect()
    things = gc.get_objects()
    return [sum(isinstance(thing, kind) for thing in things) for kind in (Programme, Core)]


def test_what_is_kept_of_games_does_not_grow_with_their_number() -> None:
    programme_of.cache_clear()
    before = kept()
    answers = (True, False)
    options = [
        {"surrender": surrender, "das": after, "resplit-aces": again, "hit-split-aces": hit}
        for surrender, after, again, hit in product(answers, answers, answers, answers)
    ]
    assert len(options) == 16 > MOST_KEPT
    edges = {solve("blackjack", decks=1, options=some).round.ev for some in options}
    assert len(edges) == len(options), "each is a game of its own"
    more = [now - then for now, then in zip(kept(), before, strict=True)]
    assert max(more) <= MOST_KEPT + KEPT, "those kept, and those of solutions that are kept"
