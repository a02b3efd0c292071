"""A designer's own file on the command line: names as written, what was chosen in every heading."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.terminal import run
from tests.cli.test_solving import Commands, pitboss

__all__ = ["pitboss"]

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without")

KIND = """
id = "kind"
name = "Kind [/b] Stiff"
based-on = "lucky-stiff"
dealer.soft17 = "stand"
bets.lucky-stiff.name = "Stiff [i]"
"""
KINDER = """
id = "kinder"
name = "Kinder [/] Stiff"
based-on = "[bold].toml"
shoe.decks = 2
"""


@pytest.fixture
def kinder(tmp_path: Path) -> str:
    (tmp_path / "[bold].toml").write_text(KIND)
    (tmp_path / "kinder.toml").write_text(KINDER)
    return str(tmp_path / "kinder.toml")


@pytest.mark.parametrize(
    "command",
    ["rules", "solve", "strategy", "dealer", "paytables", "ev --hand T,6 --up T",
     "sweep --vary surrender", "simulate --rounds 10k"],
)  # fmt: skip
def test_names_are_shown_as_they_are_written(command: str, kinder: str, pitboss: Commands) -> None:
    verb, *rest = command.split()
    shown = pitboss(verb, kinder, *rest)
    assert "Kinder [/] Stiff" in shown
    if verb in ("solve", "paytables", "simulate", "rules"):
        assert "Stiff [i]" in shown


def test_words_of_a_child_of_a_child_are_put_right_for_both(kinder: str, pitboss: Commands) -> None:
    shown = pitboss("rules", kinder)
    assert "Based on [bold].toml" in shown
    assert "shoe.decks = 2 (was 6)" in shown
    assert "dealer.soft17 = stand (was hit)" in shown


@pytest.mark.parametrize("command", ["solve", "strategy", "dealer", "ev --hand T,6 --up T"])
def test_headings_say_what_was_chosen(command: str, pitboss: Commands) -> None:
    verb, *rest = command.split()
    shown = pitboss(verb, "blackjack", *rest, "--set", "natural=6 to 5", "--decks", "8")
    assert "8 decks" in shown
    assert "dealer hits soft 17" in shown
    assert "natural.pays = 6 to 5" in shown


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        (["--decks", "8", "--set", "decks=6"], "--set decks=6: decks was given already"),
        (["--set", "das=true", "--set", "das=false"], "--set das=false: das was given already"),
        (["--paytable", "lucky-stiff=1", "--paytable", "lucky-stiff=3"],
         "--paytable lucky-stiff=3: lucky-stiff was given already"),
    ],
)  # fmt: skip
def test_a_choice_is_made_once(choices: list[str], said: str, tmp_path: Path) -> None:
    found = run("solve", "lucky-stiff", *choices, home=tmp_path, fails=True)
    assert found.returncode == 2
    assert said in found.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [('""', "give the game a name"), ('"Red \\u001b[31m"', "leave out what cannot be printed")],
)
def test_a_name_can_be_read(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(f'id = "my"\nname = {name}\nbased-on = "blackjack"\n')
    found = run("rules", str(tmp_path / "my.toml"), home=tmp_path, fails=True)
    assert found.returncode == 2
    assert said in found.stderr
