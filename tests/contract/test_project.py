"""What holds for the whole project: each rule is proved and explained, no engine names a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss import games
from tests import rule_coverage

SOURCE = Path(games.__file__).parents[1]
GAMES = re.compile(r"half.?back|mulligan.?21|lucky.?stiff|blackjack.?tie|upcard.?bonus", re.I)


def test_every_rule_and_ruling_has_a_test_that_carries_its_id() -> None:
    table = rule_coverage.tests_by_rule()
    lines = [f"{rule}: {len(tests)} tests" for rule, tests in table.items()]
    assert [rule for rule, tests in table.items() if not tests] == [], "\n".join(lines)


def test_tests_name_no_rule_that_does_not_exist() -> None:
    assert set(rule_coverage.tests_by_rule()) == set(rule_coverage.rule_ids())


def test_every_rule_and_ruling_is_explained_in_the_project() -> None:
    assert rule_coverage.described_ids() == set(rule_coverage.rule_ids())


@pytest.mark.parametrize("folder", ["table", "exact", "rules"])
def test_no_engine_and_no_module_of_the_rules_names_a_game(folder: str) -> None:
    named = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted((SOURCE / folder).glob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if GAMES.search(line)
    ]
    assert named == []


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_ruling_says_both_readings(game: str) -> None:
    for ruling in games.find(game).rulings:
        assert ruling.question.endswith("?")
        assert ruling.ruling.endswith(".")
        assert ruling.other.endswith(".")


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_other_reading_the_vocabulary_can_say_changes_the_game(game: str) -> None:
    found = games.find(game)
    playable = [ruling.id for ruling in found.rulings if ruling.playable]
    assert playable
    for ruling in playable:
        assert found.rules({ruling: "other"}) != found.rules()


INSIDE = re.compile(r"\bflow\.advance\b|import flow\b|\.emit\(|\btable\.log\b|table\.state = ")


@pytest.mark.parametrize("folder", ["floor", "store", "web", "cli"])
def test_hosts_of_a_table_use_its_public_surface(folder: str) -> None:
    used = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted((SOURCE / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if INSIDE.search(line) and not line.startswith("from pitboss.table.log import")
    ]
    assert used == []
