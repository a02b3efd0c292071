"""The course of a hand, line by line as the rules have it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss import games
from pitboss.rules.course import NONE, compile_course
from pitboss.rules.course_text import course_lines, totals_text
from pitboss.rules.game import OptionValue
from pitboss.rules.grammar import Totals
from pitboss.rules.moves import Move

# HB-7 to HB-9: Main and Half Back are two units; a double adds one; the first split is free
HALF_BACK = """\
first two cards, 2 units
  stand
  hit below 21
  double on two cards of hard 9-11, 1 unit more → doubled
  split a pair but two aces, up to 4 hands, a wager moves over → split
  split two aces, up to 4 hands, a wager moves over → split aces
  take back on two cards of 13-16, a wager comes back → taken back
doubled, 3 units
  stand
split, 1 unit
  stand
  hit below 21
  double on two cards of hard 9-11, 1 unit more → split, doubled
  split a pair, up to 4 hands, 1 unit more
split, doubled, 2 units
  stand
split aces, 1 unit
  stand
taken back, 1 unit
  stand
  hit below 21
"""

# BJ-7 to BJ-9, where the house hits and splits split aces, and doubles neither low nor split hands
BLACKJACK = """\
first two cards, 1 unit
  stand
  hit below 21
  double on two cards of hard 10-11, 1 unit more → doubled
  split a pair but two aces, up to 4 hands, 1 unit more → split
  split two aces, up to 4 hands, 1 unit more → split aces
  surrender on two cards, loses 1 for 2
doubled, 2 units
  stand
split, 1 unit
  stand
  hit below 21
  split a pair, up to 4 hands, 1 unit more
split aces, 1 unit
  stand
  hit below 21
  split two aces, up to 4 hands, 1 unit more
"""

# M21-3: a face that was drawn may be burned once per hand, here neither on a split nor on a double
MULLIGAN = """\
first two cards, 1 unit
  stand
  hit below 21
  double on two cards, 1 unit more → doubled
card offered, 1 unit
  keep if it is J Q K and the hand is not bust → first two cards
  burn if it is J Q K → card replaced
card replaced, 1 unit
  stand
  hit below 21
doubled, 2 units
  stand
"""


def told(game: str, options: dict[str, OptionValue]) -> str:
    rules = games.find(game).rules(options)
    return "\n".join(course_lines(compile_course(rules))) + "\n"


def test_half_back() -> None:
    assert told("half-back", {}) == HALF_BACK


def test_blackjack_of_a_house_that_allows_more_with_aces_and_less_with_doubles() -> None:
    options: dict[str, OptionValue] = {"surrender": True, "das": False, "double": "hard 10-11"}
    options |= {"hit-split-aces": True, "resplit-aces": True}
    assert told("blackjack", options) == BLACKJACK


def test_mulligan_without_splits_and_with_doubles_that_stand() -> None:
    rules = games.find("mulligan-21").rules()
    assert rules.mulligan is not None
    rules = replace(
        rules,
        split=replace(rules.split, max_hands=1),
        mulligan=replace(rules.mulligan, double_cards=False),
    )
    assert "\n".join(course_lines(compile_course(rules))) + "\n" == MULLIGAN


def test_a_drawn_card_is_offered_after_a_double_and_a_split_where_the_rules_say_so() -> None:
    """M21-3: each hand has its own replacement; one that is spent is not offered again."""
    lines = told("mulligan-21", {"burn-split-cards": True}).splitlines()
    terms = {line: place for place, line in enumerate(lines) if not line.startswith(" ")}
    assert lines[terms["doubled, card offered, 2 units"] + 1 :][:2] == [
        "  keep if it is J Q K and the hand is not bust → doubled",
        "  burn if it is J Q K → doubled, card replaced",
    ]
    assert lines[terms["split, card offered, 1 unit"] + 1 :][:2] == [
        "  keep if it is J Q K and the hand is not bust → split",
        "  burn if it is J Q K → split, card replaced",
    ]
    spent = terms["split, card replaced, 1 unit"]
    assert lines[spent + 1 : spent + 4] == [
        "  stand",
        "  hit below 21",
        "split aces, card offered, 1 unit",
    ]
    lines = told("mulligan-21", {"after-burn": "any"}).splitlines()
    spent = lines.index("split, card replaced, 1 unit")
    assert lines[spent + 3] == "  double on two cards, 1 unit more → split, doubled, card replaced"
    never = told("mulligan-21", {"burn-split-cards": False})
    assert "split, card offered" in never  # a card it hits with, not the one it was split with
    assert "split two aces, up to 4 hands, 1 unit more → split aces\n" in never


def test_a_double_may_match_all_that_lies_on_the_hand() -> None:
    rules = games.find("half-back").rules()
    rules = replace(rules, double=replace(rules.double, adds="equal"))
    lines = course_lines(compile_course(rules))
    assert "  double on two cards of hard 9-11, 2 units more → doubled" in lines
    assert "doubled, 4 units" in lines
    assert "split, doubled, 2 units" in lines


def test_a_hand_gets_one_card_where_it_gets_any() -> None:
    drawing = {"HIT", "DOUBLE", "SPLIT", "BURN"}
    for game in games.BUILT_IN:
        for terms in compile_course(games.find(game).rules()).terms:
            for edge in terms.edges:
                assert edge.draws == (Move(edge.move).name in drawing)
                assert edge.discards == (edge.move == Move.BURN)


def test_what_became_of_a_hand_is_marked() -> None:
    marks = {
        terms.name: terms.marks
        for game in ("half-back", "mulligan-21")
        for terms in compile_course(games.find(game).rules()).terms
    }
    assert marks["first two cards"] == marks["split aces"] == ()
    assert marks["taken back"] == ("taken back",)
    assert marks["split, doubled, card replaced"] == ("doubled", "burned")


@pytest.mark.parametrize(
    "text",
    ["4-21", "hard 9-11", "soft 13-18", "hard 8, 10-11", "hard 5, 7, 9, soft 12-13, 21", "none"],
)
def test_totals_are_told_as_they_are_written(text: str) -> None:
    states = Totals.parse(text.replace("8, 10-11", "8, hard 10-11").replace(
        "5, 7, 9", "5, hard 7, hard 9").replace("12-13, 21", "12-13, soft 21")).states  # fmt: skip
    assert totals_text(sum(1 << state for state in states)) == text


def test_a_hand_that_burned_a_dealt_card_is_on_the_terms_of_one_that_burned_a_drawn_card() -> None:
    lines = told("mulligan-21", {"M21-R3": "other"}).splitlines()
    assert "  burn one of two cards that is J Q K → card replaced" in lines
    assert lines.count("card replaced, 1 unit") == 1


def test_only_a_card_that_may_go_is_given_up() -> None:
    """M21-3: a jack, queen or king, the one just drawn; by another reading one of the first two."""
    course = compile_course(games.find("mulligan-21").rules({"M21-R3": "other"}))
    two, queen, king = 1, 11, 12
    drawn = next(
        edge for terms in course.terms if terms.offers for edge in terms.edges if edge.discards
    )
    assert [drawn.gives_up([two, last]) for last in (two, queen, king)] == [NONE, 1, 1]
    assert drawn.gives_up([king, two, two]) == NONE
    dealt = next(edge for edge in course.terms[course.opening].edges if edge.discards)
    assert dealt.gives_up([two, two]) == NONE
    assert dealt.gives_up([king, two]) == 0
    assert dealt.gives_up([queen, king]) == 1
