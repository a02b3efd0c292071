"""What the solver cannot model it refuses in a sentence."""

from __future__ import annotations

import msgspec
import pytest

from pitboss import games
from pitboss.exact.solver import Solver
from pitboss.rules.compile import compile_rules
from pitboss.rules.errors import RulesError


def test_pairs_by_value_among_ranks_the_game_tells_apart_are_refused() -> None:
    rules = games.find("mulligan-21").rules()
    by_value = msgspec.structs.replace(
        rules, split=msgspec.structs.replace(rules.split, pairs="value")
    )
    with pytest.raises(RulesError, match=r"split\.pairs = 'value': .* only 'rank'"):
        Solver(compile_rules(by_value))
