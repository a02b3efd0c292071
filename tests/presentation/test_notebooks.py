"""What a notebook shows when a solution or a simulation is the last line of a cell."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import pitboss
from pitboss import games


def shown(answer: pitboss.Solution | pitboss.Simulation) -> tuple[str, list[list[str]]]:
    """The words above the table, and the table's cells; markup that is none fails."""
    page = ET.fromstring(f"<div>{answer._repr_html_()}</div>")
    words = "".join(page.find("p").itertext())  # type: ignore[union-attr]
    return words, [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")]


@pytest.fixture(scope="module")
def played() -> pitboss.Simulation:
    return pitboss.simulate("half-back", bets={"upcard-bonus": 2}, rounds=20_000, seed=3)


def test_a_simulation_is_a_table_of_its_wagers(played: pitboss.Simulation) -> None:
    words, (headings, *rows) = shown(played)
    assert headings == ["wager", "stake", "house edge", "standard error", "sd", "hit rate"]
    assert [row[:2] for row in rows] == [
        ["Main", "1"], ["Half Back", "1"], ["Upcard Bonus", "2"], ["Insurance", "–"],
    ]  # fmt: skip
    for row, bet in zip(rows, played.results.bets.values(), strict=True):
        edge, error = -100 * bet.mean, 100 * bet.se
        assert row[2] == f"{edge:.4f} %".replace("-", "−")
        assert row[3] == f"± {error:.4f} %"
    assert words.startswith("Half Back Blackjack with Upcard Bonus: half-back: 20,000 rounds, ")


def test_what_one_should_mind_stands_above_the_table() -> None:
    bets = {"tie-left": 0.75, "tie-right": 0.75}
    played = pitboss.simulate("blackjack-tie", bets=bets, rounds=1_000)
    for answer in (played, played.solution):
        words, _ = shown(answer)
        assert words.count("Note: ") == len(answer.warnings) == 3


def test_a_name_is_text_and_never_markup() -> None:
    text = 'id = "odd"\nname = "<i>Nines & Tens"\nbased-on = "blackjack"\n'
    game = games.read(text, origin="odd.toml")
    for answer in (pitboss.solve(game), pitboss.simulate(game, rounds=1_000)):
        assert shown(answer)[0].startswith("<i>Nines & Tens: ")
