"""Every paper of a changed game says that these are not the rules as approved, in plain words."""

from __future__ import annotations

from pitboss import games
from pitboss.report.papers.departing import departure
from pitboss.report.study import Study

HEAD = 'id = "my-half-back"\nname = "Mine"\nbased-on = "half-back"\n'


def said(changes: str) -> str:
    return departure(Study(games.read(HEAD + changes, origin="x", taken=games.BUILT_IN)))


def test_rules_as_approved_are_not_remarked_upon() -> None:
    assert departure(Study(games.find("half-back"))) == ""


def test_a_changed_rule_is_told_as_a_cloth_would() -> None:
    assert said('dealer.soft17 = "stand"\n') == (
        "Not the rules as approved: Dealer stands on soft 17"
    )


def test_a_rule_that_is_gone_is_told_too() -> None:
    assert said('double.on = "any"\n') == (
        "Not the rules as approved: no longer “Double on hard 9–11, for one wager on Main”"
    )


def test_another_reading_of_a_ruling_is_told() -> None:
    study = Study(games.find("half-back"), {"HB-R1": "other"})
    assert departure(study) == (
        "Not the rules as approved: Half Back may be taken back on hard or soft 12 to 18"
    )
