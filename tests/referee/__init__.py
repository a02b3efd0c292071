"""The referee: a second, independent settlement of the five games, for tests only.

It was written from the rulebook and the source documents alone and shares no code with pitboss.
Given the same options, wagers, cards and decisions it says what each bet costs and returns, in
plain code that can be read next to the rules. Where it and the engine disagree, one is wrong.
"""

from collections.abc import Callable, Iterator

from . import blackjack, blackjack_tie, half_back, lucky_stiff, mulligan_21
from .table import Illegal, Result, Table

__all__ = ["GAMES", "Illegal", "Result", "play"]

GAMES: dict[str, Callable[[Table], None]] = {
    "blackjack": blackjack.play,
    "half-back": half_back.play,
    "lucky-stiff": lucky_stiff.play,
    "blackjack-tie": blackjack_tie.play,
    "mulligan-21": mulligan_21.play,
}


def play(
    game: str,
    *,
    options: dict[str, object],
    wagers: list[dict[str, int]],
    cards: Iterator[str],
    choose: Callable[[int, int, frozenset[str]], str],
    round_to: int = 1,
    round_for: str = "player",
) -> Result:
    """Settle one round. See the package docstring; bets and options go by their ids."""
    table = Table(options, wagers, cards, choose, round_to, round_for)
    GAMES[game](table)
    return table.result()
