"""Values by dotted keys: tables by their keys, things in lists by their id or event."""

from __future__ import annotations

import copy

import pytest

from pitboss import games
from pitboss.rules.keys import MISSING, can_be_set, get_key, with_key

VALUES = {
    "shoe": {"decks": 6},
    "bets": [
        {"id": "a", "name": "A", "events": [{"event": "win", "pays": [1]}, {"event": "tie"}]},
        {"id": "b", "name": "B"},
        {"id": "b", "name": "second of the name"},
        7,
    ],
}


def test_values_are_found_by_their_keys() -> None:
    assert get_key(VALUES, "shoe.decks") == 6
    assert get_key(VALUES, "bets.a.events.win.pays") == [1]
    assert get_key(VALUES, "bets.b.name") == "B"
    assert get_key(VALUES, "bets") is VALUES["bets"]


@pytest.mark.parametrize(
    "key", ["", "shoe.burn", "shoe.decks.more", "bets.c", "bets.a.events.lose"]
)
def test_keys_that_are_not_there(key: str) -> None:
    assert get_key(VALUES, key, "nothing") == "nothing"
    assert get_key(VALUES, key, MISSING) is MISSING
    with pytest.raises(KeyError):
        get_key(VALUES, key)


@pytest.mark.parametrize(
    "key",
    ["shoe.decks", "shoe.burn", "bets.a.name", "bets.b.name", "bets.a.events.tie.pays", "new"],
)
def test_one_value_is_changed_and_nothing_else(key: str) -> None:
    before = copy.deepcopy(VALUES)
    changed = with_key(VALUES, key, "other")
    assert before == VALUES
    assert get_key(changed, key) == "other"
    bets = changed["bets"]
    assert [bet if bet == 7 else bet["id"] for bet in bets] == ["a", "b", "b", 7]
    assert bets[2:] == before["bets"][2:]  # type: ignore[index]
    for other in ("shoe.decks", "bets.a.events.win.pays", "bets.a.name", "bets.b.name"):
        if other != key:
            assert get_key(changed, other) == get_key(before, other)


def test_keys_the_vocabulary_knows_can_be_set_where_their_table_is_there() -> None:
    values = games.find("lucky-stiff").values
    for key in ("shoe.decks", "mulligan", "bets.lucky-stiff.name", "dealer.soft17"):
        assert can_be_set(values, key)
    for key in ("shoe.colour", "mulligan.ranks", "bets.other.name", "shoe.decks.more", "colour"):
        assert not can_be_set(values, key)
