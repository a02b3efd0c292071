"""Scripted rounds for the referee's own tests.

Cards are written in the order they leave the shoe: with one seat that is first card, upcard,
second card, hole card, and then whatever follows. A decision reads "seat.hand:move".
"""

from tests.referee import Result, play


class Script:
    """Answers the referee's questions from a list, and notes what was legal each time."""

    def __init__(self, moves: str) -> None:
        self.moves = moves.split()
        self.legal: list[frozenset[str]] = []

    def choose(self, seat: int, hand: int, legal: frozenset[str]) -> str:
        assert self.moves, f"no answer left for seat {seat} hand {hand}: {sorted(legal)}"
        where, _, move = self.moves.pop(0).partition(":")
        assert where == f"{seat}.{hand}", f"asked {seat}.{hand}, the script has {where}:{move}"
        self.legal.append(legal)
        return move


def run(
    game: str,
    cards: str,
    moves: str = "",
    *,
    wagers: list[dict[str, int]],
    options: dict[str, object] | None = None,
    round_to: int = 1,
    round_for: str = "player",
) -> tuple[Result, list[frozenset[str]]]:
    """Play a scripted round; every card and every answer must be used."""
    script = Script(moves)
    shoe = iter(cards.split())
    result = play(
        game,
        options=options or {},
        wagers=wagers,
        cards=shoe,
        choose=script.choose,
        round_to=round_to,
        round_for=round_for,
    )
    assert list(shoe) == [], "cards left over"
    assert script.moves == [], "answers left over"
    assert result.cards_used == len(cards.split())
    return result, script.legal


MAIN = [{"main": 1000}]
TWO = [{"main": 1000, "half-back": 1000}]
