"""What the referee refuses, and the games it knows."""

import pytest

from tests.referee import GAMES, Illegal
from tests.referee.script import MAIN, TWO, run


def test_illegal_moves_and_unknown_options() -> None:
    with pytest.raises(Illegal):
        run("blackjack", "Tc 9d 5c Ts", "0.0:split", wagers=MAIN)
    with pytest.raises(Illegal):
        run("half-back", "Tc 9d 5c Ts", "0.0:surrender", wagers=TWO, options={"surrender": True})
    with pytest.raises(ValueError, match="unknown options"):
        run("blackjack", "Tc 9d 5c Ts", wagers=MAIN, options={"resplit_aces": True})
    assert sorted(GAMES) == [
        "blackjack",
        "blackjack-tie",
        "half-back",
        "lucky-stiff",
        "mulligan-21",
    ]
