"""Approved means approved: what each letter says, and which rules it holds for (WA-4)."""

from __future__ import annotations

import re
from datetime import date

import msgspec
import pytest

from pitboss import games
from pitboss.rules.approval import Standing, standing
from pitboss.rules.decode import decode, encode
from pitboss.rules.game import OptionValue, changed_since
from pitboss.rules.vocabulary import Rules

COMMISSION = "Washington State Gambling Commission"
LETTERS = [
    ("half-back", "Half Back Blackjack Rules of Play", "WSGC 3.0", date(2017, 10, 5),
     date(2017, 7, 5)),
    ("lucky-stiff", "Lucky Stiff Blackjack Rules of Play", "5.0", date(2016, 3, 22),
     date(2016, 2, 9)),
    ("mulligan-21", "Mulligan 21 Rules of Play", "", date(2013, 12, 24), None),
]  # fmt: skip
"""As the letters have it: the last one names neither a version nor a day of submission."""
NO_LETTER = "has no letter of approval and no date"


def found(
    game: str,
    options: dict[str, OptionValue] | None = None,
    paytables: dict[str, int] | None = None,
) -> Standing:
    """The standing of a built-in game with these choices."""
    chosen = games.find(game)
    return standing(chosen, chosen.rules(options, paytables))


@pytest.mark.parametrize(("game", "document", "version", "day", "submitted"), LETTERS)
def test_AP_1_AP_2_a_letter_is_told_as_it_was_written(
    game: str, document: str, version: str, day: date, submitted: date | None
) -> None:
    found_ = found(game)
    letter = found_.letter
    assert letter is not None
    assert found_.approved
    assert found_.departs == []
    assert (letter.document, letter.version, letter.body) == (document, version, COMMISSION)
    assert (letter.date, letter.submitted) == (day, submitted)
    assert found_.title == f"as approved by the {COMMISSION}, {day}"
    assert f"Rules as approved by the {COMMISSION} on {day}" in found_.says
    assert "under the letter's conditions" in found_.says
    # both kinds of room, their equipment, and modifications
    said, besides = " ".join(letter.conditions), " ".join(letter.remarks)
    for word in ("internal controls", "licensed", "Tribal Gaming Agency", "Compact"):
        assert word in said
    assert "modification" in besides
    assert ("WAC 230-03-045" in besides) == (game == "mulligan-21")


def test_AP_3_a_document_without_a_letter_is_approved_by_nobody() -> None:
    tie = found("blackjack-tie")
    assert (tie.approved, tie.letter, tie.departs) == (False, None, [])
    assert tie.says == f"The document (Blackjack Tie, rules of play) {NO_LETTER}"
    assert "approved" not in tie.says + tie.title


def test_common_practice_is_in_no_document() -> None:
    base = found("blackjack")
    assert (base.approved, base.letter) == (False, None)
    assert "Common practice" in base.says
    assert "no document, so no approval" in base.says
    other = found("blackjack", {"pairs": "value"})
    assert "otherwise than ruled: BJ-R1: Which two cards are a pair?" in other.says
    assert "otherwise than ruled: BJ-R1" in other.title


# Which choices keep an approval: what each document leaves to the house, and nothing else.
HOUSE_RULES = {"double", "das", "resplit-aces", "hit-split-aces", "surrender", "seats", "decks"}
KEPT = {
    "half-back": {"decks", "soft17", "resplit-aces", "hit-split-aces", "seats"},  # rules 4, 6, 18
    "lucky-stiff": HOUSE_RULES | {"soft17"},  # rules 1 and 4: blackjack by house rules
    "blackjack-tie": HOUSE_RULES | {"soft17", "natural"},  # to play 4; a natural by game rule 1
    "mulligan-21": HOUSE_RULES,  # overview: standard blackjack but for three rules
}


@pytest.mark.parametrize("game", KEPT)
def test_only_what_a_document_leaves_to_the_house_keeps_to_it(game: str) -> None:
    chosen = games.find(game)
    assert KEPT[game] <= set(chosen.options)
    for option, choices in chosen.options.items():
        for value in choices:
            departs = found(game, {option: value}).departs
            usual = value == chosen.default(option)
            assert (departs == []) == (usual or option in KEPT[game]), (option, value)


@pytest.mark.parametrize("game", KEPT)
def test_every_pay_table_is_one_of_the_document(game: str) -> None:
    [(family, tables)] = games.find(game).paytables().items()
    for table in range(1, tables + 1):
        assert found(game, paytables={family: table}).departs == []


@pytest.mark.parametrize("game", KEPT)
def test_AP_3_the_other_reading_of_any_ruling_is_not_as_approved_and_is_named(game: str) -> None:
    chosen = games.find(game)
    readings = [ruling for ruling in chosen.rulings if ruling.playable]
    assert readings
    for ruling in readings:
        other = found(game, {ruling.id: "other"})
        assert (other.approved, other.letter) == (False, None)
        assert ruling.id in [one.id for one in other.departs]
        assert other.says.startswith("Not the rules as approved: ")
        assert f"{ruling.id}: {ruling.question}" in other.says
        assert other.title.startswith("not the rules as approved: ")
        assert ruling.id in other.title
        assert (NO_LETTER in other.says) == (game == "blackjack-tie")


def test_the_examples_of_readings_nobody_approved() -> None:
    assert "12 to 18" in found("half-back", {"HB-R1": "other"}).says
    both = found("blackjack-tie", {"BT-R1": "other", "BT-R5": "other"})
    assert "55 to 1" in both.says
    assert "only the total of all bonuses is capped" in both.says
    assert {one.id for one in both.departs} == {"BT-R1", "BT-R5"}


def test_AP_3_an_option_that_no_document_has_is_named() -> None:
    six_to_five = found("lucky-stiff", {"natural": "6 to 5"})  # the layout's word is 3 to 2
    assert six_to_five.title == "not the rules as approved: natural"
    assert "Blackjack pays = 6 to 5, which no document leaves to the house" in six_to_five.says


def test_rules_that_no_choice_gives_are_named_by_their_key() -> None:
    game = games.find("half-back")
    values = encode(game.rules())
    values["take-back"]["on"] = "12-17"
    other = standing(game, decode(values, Rules, origin="a log"))
    assert other.says == "Not the rules as approved: take-back.on = 12-17 (was 13-16)"
    assert [one.id for one in other.departs] == ["take-back.on"]


def test_words_are_no_rules() -> None:
    """Logs of before know neither labels nor lines that lose as everything else does."""
    game = games.find("lucky-stiff")
    values = encode(game.rules())
    [bet] = values["bets"]
    bet["otherwise"] = ""
    bet["events"] = [{**event, "label": ""} for event in bet["events"][:-1]]
    old = decode(values, Rules, origin="a log")
    assert len(old.bets[0].events) == len(game.rules().bets[0].events) - 1
    assert standing(game, old).approved
    assert changed_since(game, old) == []


def test_a_designers_own_game_is_approved_by_nobody_whatever_its_file_says() -> None:
    text = games.source("half-back").replace('id = "half-back"', 'id = "mine"', 1)
    copy = games.read(text, origin="mine.toml")
    own = standing(copy, copy.rules())
    assert (copy.approval, own.approved, own.letter) == (None, False, None)
    assert "Not the rules as approved: a designer's own game, based on blackjack" in own.says
    assert "approved by nobody" in own.says
    wider = games.read(
        'id = "wider"\nname = "Wider"\nbased-on = "half-back"\ntake-back.on = "12-18"\n',
        origin="wider.toml",
    )
    other = standing(wider, wider.rules())
    assert other.title == "not the rules as approved: take-back.on"
    assert "based on half-back: take-back.on = 12-18 (was 13-16)" in other.says
    assert COMMISSION not in own.says + other.says


def test_what_a_document_leaves_is_an_option_and_no_ruling() -> None:
    for name in games.BUILT_IN:
        game = games.find(name)
        left = set(game.approval.leaves if game.approval else ())
        assert left <= set(game.options)
        assert not left & {ruling.option for ruling in game.rulings}


def test_no_sentence_of_a_built_in_game_claims_an_approval() -> None:
    """The approval is data: it stands where it holds, so no fixed text may say it."""
    for name in games.BUILT_IN:
        game = games.find(name)
        fixed = (game.name, game.summary, game.source, *(text.text for text in game.texts))
        assert not any("approved" in text.lower() for text in fixed)


def test_a_letter_has_a_body_and_a_date() -> None:
    text = re.sub(r"\bdate = 2017-10-05,?", "", games.source("half-back"), count=1)
    with pytest.raises(ValueError, match=r"approval\.body = .*a letter has both a body and a date"):
        games.read(text, origin="half-back.toml")


def test_a_standing_is_plain_json() -> None:
    values = msgspec.json.decode(msgspec.json.encode(found("half-back")))
    assert values["letter"]["date"] == "2017-10-05"
    assert values["letter"]["submitted"] == "2017-07-05"
