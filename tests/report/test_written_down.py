"""What is written down for reports is what the tests and the solver say."""

from __future__ import annotations

from scripts import report_proofs

from pitboss import games
from pitboss.report.chapters.evidence import asked_for
from pitboss.report.document import Heading
from pitboss.report.study import known_edges
from pitboss.rules.compile import compile_rules
from tests.report.known import document


def test_the_tests_of_every_rule_are_those_of_the_suite() -> None:
    assert report_proofs.PAGE.read_text(encoding="utf-8") == report_proofs.page(), "run make docs"


def test_every_reading_of_a_built_in_game_has_its_edge_written_down() -> None:
    """That they are right, `test_numbers` asks the commands."""
    for game in map(games.find, games.BUILT_IN):
        for ruling in game.rulings:
            if ruling.playable:
                rules = game.rules({**ruling.under, ruling.id: "other"})
                assert compile_rules(rules).digest() in known_edges(), f"{ruling.id}: run make docs"


def test_what_regulators_ask_for_is_answered_by_chapters_that_exist() -> None:
    chapters = {
        block.text for block in document("half-back").blocks if isinstance(block, Heading)
    }  # fmt: skip
    states = set()
    for one in asked_for():
        states.add(one["state"])
        assert set(one["chapters"]) <= chapters
        assert one["chapters"] or one["elsewhere"]
    assert states == {"Nevada", "New Jersey", "Washington", "Illinois", "Maryland"}
