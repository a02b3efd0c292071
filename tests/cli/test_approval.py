"""The terminal says whose rules are dealt, solved and simulated, and only where it is true."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.table import log as logs
from tests.cli.terminal import run

COMMISSION = "Washington State Gambling Commission"
OTHER = "Not the rules as approved: HB-R1: Which totals may take the Half Back wager back? 12 to 18"


def told(*arguments: str, home: Path, typed: str = "") -> str:
    """What a command prints, its lines joined again."""
    return " ".join(run(*arguments, home=home, typed=typed).stdout.replace("│", " ").split())


def test_a_sitting_its_sign_its_log_and_its_replay_say_it(tmp_path: Path) -> None:
    log = tmp_path / "sitting.log"
    seen = told(
        "play", "half-back", "--set", "HB-R1=other", "--cards", "9s 8h 6d 9c", "--log", str(log),
        home=tmp_path, typed="o\n\ns\nq\n",
    )  # fmt: skip
    assert "not the rules as approved: HB-R1" in seen  # under the felt
    assert OTHER in seen  # on the sign
    header, _ = logs.read(log)
    assert header.approval.startswith(OTHER)
    assert OTHER in told("replay", str(log), home=tmp_path)
    assert "approved by" not in seen


def test_a_sitting_of_the_usual_rules_says_whose_they_are(tmp_path: Path) -> None:
    seen = told("play", "mulligan-21", home=tmp_path, typed="o\n\nq\n")
    assert f"as approved by the {COMMISSION}, 2013-12-24" in seen
    assert "Blackjack always wins" in seen
    assert "beat the dealer: first two cards must total hard 12–16" in seen


def test_solving_and_simulating_say_it(tmp_path: Path) -> None:
    solved = json.loads(
        run("solve", "blackjack-tie", "--set", "BT-R5=other", "--json", home=tmp_path).stdout
    )
    assert solved["approval"]["title"] == "not the rules as approved: BT-R5"
    assert solved["approval"]["letter"] is None
    played = json.loads(
        run("simulate", "lucky-stiff", "--rounds", "1000", "--json", home=tmp_path).stdout
    )
    assert played["approval"]["letter"]["date"] == "2016-03-22"
    shown = told("solve", "lucky-stiff", "--set", "natural=6 to 5", home=tmp_path)
    assert "Not the rules as approved: natural: Blackjack pays = 6 to 5" in shown


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("half-back", f"Rules as approved by the {COMMISSION} on 2017-10-05"),
        ("blackjack-tie", "has no letter of approval and no date"),
        ("blackjack", "no document, so no approval"),
    ],
)
def test_the_rules_in_words_say_it(game: str, says: str, tmp_path: Path) -> None:
    shown = told("rules", game, home=tmp_path)
    assert says in shown
    assert ("internal controls" in shown) == (game == "half-back")  # a condition of the letter
    assert ("approved by the" in shown) == (game == "half-back")
