"""A designer's own game is taught as well: any key of the vocabulary set to something else."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest

from pitboss import games
from pitboss.rules.errors import RulesError
from pitboss.rules.moves import by_id
from pitboss.table import Table
from pitboss.table import events as ev
from pitboss.table.narrator import Narrator
from pitboss.table.views import public, view
from tests.rules.every_key import children
from tests.table.taught import YOU, play_on
from tests.table.test_moves_told import check_does, check_shut

EVERY = 16
"""Of the files with one key of their own; another start for each game."""
LONGEST = 110
UNFINISHED = re.compile(r"  |not $|not [,:]| or $|^\W*$|none only|a a ")


def sound(line: str) -> bool:
    return not UNFINISHED.search(line) and len(line) <= LONGEST


@pytest.mark.parametrize("base", games.BUILT_IN)
def test_designs_say_what_is_so(base: str) -> None:
    rng = random.Random(f"designs {base}")

    def look(table: Table) -> None:
        seen = view(table, YOU)
        for move in seen.moves:
            assert sound(move.does or move.shut), move
            if move.open:
                check_does(table, move)
            else:
                check_shut(table, int(by_id(move.move).move), move.shut)
        for hope in seen.hopes[1].values():
            assert sound(hope), hope

    played = 0
    for child in islice(children(base), rng.randrange(EVERY), None, EVERY):
        try:
            game = games.read(child.text, origin="mine")
            table = Table(game.rules())
        except RulesError:
            continue
        narrator = Narrator(game, table.rules)
        for finished in play_on(table, rng, look, 2):
            for event in finished.log:
                told = narrator.tell(public(event))
                if isinstance(event, ev.WagerSettled):
                    assert told.why, (child.text, event)
                    assert sound(told.why), told.why
            played += 1
    assert played > 10
