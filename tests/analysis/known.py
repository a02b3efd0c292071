"""Solutions that several tests look at, each found once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pitboss
from pitboss.analysis.solution import Solution


def solved(
    game: str = "blackjack", bets: Mapping[str, float] | None = None, optimise: str = "main",
    strategy: str = "composition", **options: Any,
) -> Solution:  # fmt: skip
    """A game solved; options by name, with underscores for dashes."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return _solved(game, tuple((bets or {}).items()), optimise, strategy, tuple(named.items()))


@cache
def _solved(
    game: str, bets: tuple[tuple[str, float], ...], optimise: str, strategy: str,
    options: tuple[tuple[str, Any], ...],
) -> Solution:  # fmt: skip
    return pitboss.solve(
        game, bets=dict(bets), optimise=optimise, strategy=strategy, options=dict(options)
    )
