"""States that version 0.2 kept: told from those of today, and compared without what differs."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.table.state import in_both_versions, kept_by_an_earlier_version
from tests.rounds import play

COMMON = {
    "stakes": [0], "cards": [1, 2], "state": 9, "offered": False, "awaits": False, "done": True,
    "settled": True,
}  # fmt: skip
EARLIER = COMMON | {"split": False, "doubled": True}
LATER = COMMON | {"terms": 1, "marks": ["doubled"]}


def state(*hands: Any) -> dict[str, Any]:
    return {"round": 3, "seats": [{"number": 1, "hands": list(hands)}]}


def test_a_hand_with_fields_of_the_earlier_version_gives_its_state_away() -> None:
    assert kept_by_an_earlier_version(state(EARLIER))
    assert kept_by_an_earlier_version(state(LATER, EARLIER))
    assert not kept_by_an_earlier_version(state(LATER))
    assert not kept_by_an_earlier_version(state())
    played = play("half-back", "8s 9h 8d 7c 3c 4c 5d", "split double").table.state
    assert not kept_by_an_earlier_version(played.snapshot())


def test_what_both_versions_have_is_left() -> None:
    assert in_both_versions(state(dict(EARLIER), dict(LATER))) == state(COMMON, COMMON)


@pytest.mark.parametrize(
    "kept", [None, 3, [], {}, {"seats": 3}, {"seats": [3]}, {"seats": [{"hands": None}]}, state(7)]
)
def test_anything_else_is_no_such_state(kept: object) -> None:
    assert not kept_by_an_earlier_version(kept)
    assert in_both_versions(kept) == kept
