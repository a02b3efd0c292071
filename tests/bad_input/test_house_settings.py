"""Options and pay tables a game does not offer, and settings a house may not make."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from pitboss import games
from pitboss.rules.decode import decode
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import House
from pitboss.table import Table
from tests.bad_input.kinds import TABLES
from tests.rounds import sign

# Options and pay tables


CHOICES = [
    ("blackjack", {"decks": 3}, {}, "blackjack: option decks = 3: use 1, 2, 4, 6 or 8"),
    ("blackjack", {"decks": "6"}, {}, "blackjack: option decks = '6': use 1, 2, 4, 6 or 8"),
    ("blackjack", {"decks": True}, {}, "blackjack: option decks = true: use 1, 2, 4, 6 or 8"),
    ("blackjack", {"peek": 1}, {}, "blackjack: option peek = 1: use true or false"),
    ("blackjack", {"natural": "2 to 1"}, {},
     "blackjack: option natural = 2 to 1: use 3 to 2, 6 to 5 or 1 to 1"),
    ("half-back", {"surrender": True}, {},
     "half-back: option 'surrender' = true is refused: rule 19"),
    ("blackjack", {"colour": "red"}, {},
     "blackjack: option 'colour' = red is refused: this game has no such house option; it has "
     "decks, soft17"),
    ("blackjack", {"BJ-R1": "maybe"}, {}, "blackjack: BJ-R1 = maybe: use ruled or other"),
    ("half-back", {"HB-R4": "other"}, {},
     "half-back: HB-R4 = other: the other reading cannot be played: Either alone"),
    ("blackjack", {"surrender": True, "peek": False}, {},
     "blackjack.toml: surrender.late = true: late surrender comes after the peek and "
     "dealer.peeks = false; use false here or true there"),
    ("half-back", {}, {"upcard-bonus": 0},
     "half-back: pay table upcard-bonus = 0: use 1 to 6"),
    ("half-back", {}, {"upcard-bonus": 7},
     "half-back: pay table upcard-bonus = 7: use 1 to 6"),
    ("half-back", {}, {"upcard-bonus": "2"},
     "half-back: pay table upcard-bonus = 2: use 1 to 6"),
    ("half-back", {}, {"bonus": 1},
     "half-back: no pay table is called 'bonus'; it has upcard-bonus"),
    ("blackjack", {}, {"bonus": 1}, "blackjack: no pay table is called 'bonus'; it has none"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "paytables", "sentence"), CHOICES)
def test_choices_a_game_does_not_offer_are_refused(
    game: str, options: dict[str, Any], paytables: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(RulesError) as caught:
        games.find(game).rules(options, paytables)
    assert str(caught.value).startswith(sentence)


# The house's settings (the state's and the game's limits are in rules/test_limits.py)


HOUSES = [
    (House(round_to=0), "round-to = 0: use 1 to 10,000 cents"),
    (House(round_to=-5), "round-to = -5: use 1 to 10,000 cents"),
    (House(penetration=0.09), "penetration = 0.09: use 0.1 to 0.95"),
    (House(penetration=0.96), "penetration = 0.96: use 0.1 to 0.95"),
    (House(minimum={"side": 100}), "minimum for 'side': use main or lucky-stiff"),
    (House(maximum={"side": 100}), "maximum for 'side': use main or lucky-stiff"),
    (House(aggregate={"side": 100}), "aggregate for 'side': use main or lucky-stiff"),
    (House(minimum={"main": 0}), "minimum for main = $0: use $0.01 to the maximum, $400"),
    (House(minimum={"main": -100}), "minimum for main = -$1: use $0.01 to the maximum"),
    (House(minimum={"main": 40001}),
     "minimum for main = $400.01: use $0.01 to the maximum, $400"),
    (House(minimum={"main": 1001}, maximum={"main": 1000}),
     "minimum for main = $10.01: use $0.01 to the maximum, $10"),
    (House(maximum={"main": 499}),
     "minimum for main = $5: use $0.01 to the maximum, $4.99"),
    (House(maximum={"main": 40001}), "maximum for main = $400.01: the state's limit is $400 (WAC"),
]  # fmt: skip


@pytest.mark.parametrize(("house", "sentence"), HOUSES)
def test_house_settings_out_of_range_are_refused(house: House, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        Table(games.find("lucky-stiff").rules(), house)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    "house",
    [
        House(round_to=1), House(penetration=0.1), House(penetration=0.95),
        House(minimum={"main": 1}), House(minimum={"main": 40000}), House(maximum={"main": 500}),
        House(minimum={"main": 1000}, maximum={"main": 1000}),
    ],
)  # fmt: skip
def test_house_settings_at_the_ends_of_a_range_are_accepted(house: House) -> None:
    assert Table(games.find("lucky-stiff").rules(), house).limits.house == house


@pytest.mark.parametrize(
    ("values", "field", "advice"),
    [
        (
            {"colour": "red"},
            "colour: there is no such key; use ",
            "aggregate, date, maximum, minimum, penetration",
        ),
        ({"shoe": "box"}, "shoe = 'box'", "'cut' or 'csm'"),
        ({"round-for": "me"}, "round-for = 'me'", "'player' or 'house'"),
        ({"round-to": "x"}, "round-to = 'x'", "use a whole number"),
        ({"round-to": 0.5}, "round-to = 0.5", "use a whole number"),
        ({"minimum": {"main": 5.5}}, "minimum.main = 5.5", "use a whole number"),
    ],
)
def test_house_settings_written_wrongly_are_refused(
    values: dict[str, Any], field: str, advice: str
) -> None:
    with pytest.raises(RulesError) as caught:
        decode(values, House, origin="house.toml")
    assert str(caught.value).startswith(f"house.toml: {field}")
    assert advice in str(caught.value)


WRONG_IN_PYTHON: list[tuple[dict[str, Any], str, str]] = [
    ({"date": "never"}, "date = 'never'", "date"),
    ({"date": 5}, "date = 5", "use a date such as 2023-08-19"),
    ({"round_to": "x"}, "round-to = 'x'", "use a whole number"),
    ({"round_to": 1.5}, "round-to = 1.5", "use a whole number"),
    ({"round_to": True}, "round-to = true", "use a whole number"),
    ({"penetration": "deep"}, "penetration = 'deep'", "use a number"),
    ({"minimum": {"main": "5"}}, "minimum.main = '5'", "use a whole number"),
    ({"maximum": {"main": 5.5}}, "maximum.main = 5.5", "use a whole number"),
    ({"minimum": 5}, "minimum = 5", TABLES),
    ({"aggregate": {"main": "x"}}, "aggregate.main = 'x'", "use a whole number"),
    ({"shoe": "x"}, "shoe = 'x'", "'cut' or 'csm'"),
    ({"round_for": "x"}, "round-for = 'x'", "'player' or 'house'"),
]


@pytest.mark.parametrize(("values", "field", "advice"), WRONG_IN_PYTHON)
def test_house_settings_of_the_wrong_kind_are_refused(
    values: dict[str, Any], field: str, advice: str
) -> None:
    with pytest.raises(RulesError) as caught:
        Table(games.find("blackjack").rules(), House(**values))
    before, _, after = str(caught.value).partition(field)
    assert before == "house settings: "
    assert advice in after


@pytest.mark.parametrize(
    ("game", "advice"),
    [("blackjack", "this game has none"), ("blackjack-tie", "use tie-left, tie-right, tie-17")],
)
def test_payouts_on_an_opening_wager_cannot_be_capped(game: str, advice: str) -> None:
    with pytest.raises(RulesError) as caught:
        Table(games.find(game).rules(), House(aggregate={"main": 2_000_000}))
    assert str(caught.value).startswith(
        f"aggregate for main = $20,000: only bonus bets can have one; {advice}"
    )


# The sign shows the limits that hold


@pytest.mark.parametrize(
    ("game", "day", "line"),
    [
        ("blackjack-tie", datetime.date(2007, 1, 1), "Separate games on one hand: 2"),
        ("blackjack-tie", datetime.date(2008, 6, 1), "Separate games on one hand: 3"),
        ("blackjack-tie", None, "Separate games on one hand: 4, 3 of them over $5"),
        ("blackjack", datetime.date(2007, 1, 1), "Separate games on one hand: 2"),
        ("blackjack", None, "Separate games on one hand: 6, 3 of them over $5"),
    ],
)
def test_the_sign_says_the_smaller_number_of_separate_games(
    game: str, day: datetime.date | None, line: str
) -> None:
    assert line in sign(game, House(date=day))


def test_the_sign_names_the_sources_of_the_limits() -> None:
    old = "\n".join(sign("blackjack-tie", House(date=datetime.date(2007, 1, 1))))
    assert "Limits of 2004: $100" in old
    assert "WAC 230-15-040 before 2008" in old
    new = "\n".join(sign("blackjack-tie", House()))
    assert "WAC 230-15-140 as changed in 2023" in new
    assert "WAC 230-15-040 as in force from 2009-09-14" in new
    assert "Confirm the limits in force with the Washington State Gambling Commission." in new
