"""The files in docs/adding-a-game.md are games, and do what is said about them."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from pitboss import games
from pitboss.rules.game import Game

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    folder = tmp_path_factory.mktemp("examples")
    blocks = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    files = {}
    for block in map(textwrap.dedent, blocks):
        name = re.match(r"# (\S+\.toml)\n", block)
        if name:
            files[name[1]] = folder / name[1]
            files[name[1]].write_text(block, encoding="utf-8")
    return {name: games.find(str(path)) for name, path in files.items()}


def test_the_examples_are_games(examples: dict[str, Game]) -> None:
    assert list(examples) == ["push-22.toml", "kind.toml", "plain.toml", "kinder.toml"]
    assert examples["push-22.toml"].rules().dealer.pushes_on == (22,)


def test_one_pay_a_new_event_and_one_less(examples: dict[str, Game]) -> None:
    [bet] = examples["kind.toml"].rules().bets
    assert [(event.event, event.pays[0]) for event in bet.events] == [
        ("stiff pair, dealer matches", 10),
        ("stiff pair", 10),
        ("suited natural", 3),
        ("natural", 1),
        ("stiff winner", 6),
        ("stiff, lost", "loss"),
    ]
    winner = bet.events[-2].when
    assert winner.player is not None
    assert (winner.player.text, winner.result) == ("hard 12-17", "win")
    assert "peek" not in examples["kind.toml"].options


def test_without_insurance_and_six_bets(examples: dict[str, Game]) -> None:
    rules = examples["plain.toml"].rules()
    assert [bet.id for bet in rules.bets] == ["tie-left", "tie-right"]
    assert not rules.insurance.offered


def test_a_child_of_a_child(examples: dict[str, Game]) -> None:
    kind, kinder = examples["kind.toml"], examples["kinder.toml"]
    assert kinder.rules().bets == kind.rules().bets
    assert set(kinder.changes()) == {*kind.changes(), "shoe.decks = 2 (was 6)"}
