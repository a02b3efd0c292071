"""A doubled hand that may be doubled again: each time one more wager and one more card."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.compile import compile_rules
from pitboss.rules.course_text import course_lines
from pitboss.rules.errors import RulesError
from pitboss.table import events as ev
from tests.rounds import UNIT, find, play

GAME = "redouble.toml"
ELEVEN = "6s 6h 5d Tc"
"""6-5 against a 6 with a ten under it."""


def test_each_double_adds_a_unit_and_a_card() -> None:
    round_ = play(GAME, f"{ELEVEN} 2c 3c Kd", "double double stand")  # 16 against 26
    assert round_.legal == [("stand", "hit", "double"), ("stand", "double"), ("stand", "double")]
    assert [event.cents for event in round_.of(ev.HandDoubled)] == [UNIT, UNIT]
    assert round_.net() == 3 * UNIT


def test_no_more_often_than_the_game_allows() -> None:
    round_ = play(GAME, f"{ELEVEN} 2c Ac Ad Kd", "double double double")  # 15, and nothing to ask
    assert len(round_.of(ev.HandDoubled)) == 3
    assert round_.of(ev.HandStood) == [ev.HandStood(1, 0, 15)]
    assert round_.net() == 4 * UNIT


def test_a_hand_that_broke_loses_every_unit_at_once() -> None:
    round_ = play(GAME, f"{ELEVEN} 4c Kc", "double double")  # 15, then 25
    assert round_.net() == -3 * UNIT
    assert round_.over()


def test_21_is_not_doubled_again() -> None:
    round_ = play(GAME, f"{ELEVEN} Kc Kd", "double")
    assert round_.legal == [("stand", "hit", "double")]
    assert round_.net() == 2 * UNIT


def test_as_much_as_stands_on_the_hand_where_a_double_adds_that() -> None:
    text = 'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\ndouble.again = 1\n'
    rules = games.read(f'{text}double.adds = "equal"\n', origin="mine.toml").rules()
    doubled = [terms for terms in compile_rules(rules).course.terms if terms.doubled]
    assert sorted(terms.units for terms in doubled if not terms.split) == [2, 4]


def test_split_hands_are_doubled_again_too() -> None:
    moves = "split double double stand stand"
    round_ = play(GAME, "8s 6h 8d Tc 3c 2h 2d Kc Kd", moves)  # 8-3-2-2 is 15, 8-K is 18
    assert round_.net() == 3 * UNIT + UNIT


def test_a_house_may_choose_how_often() -> None:
    once = play(GAME, f"{ELEVEN} 2c 3c Kd", "double double", options={"redouble": 1})
    assert once.over()
    never = play(GAME, f"{ELEVEN} 2c Kd", "double", options={"redouble": 0})
    assert never.net() == 2 * UNIT


def test_it_is_in_the_hash_of_a_game_that_has_it_and_of_no_other() -> None:
    base = compile_rules(games.find("blackjack").rules())
    never = compile_rules(find(GAME).rules({"redouble": 0}))
    once, twice = (compile_rules(find(GAME).rules({"redouble": times})) for times in (1, 2))
    assert never.digest() == base.digest()
    assert len({base.digest(), once.digest(), twice.digest()}) == 3


def test_the_course_in_words_says_so() -> None:
    lines = course_lines(compile_rules(find(GAME).rules({"redouble": 1})).course)
    at = lines.index("doubled, 2 units")
    assert lines[at + 1 : at + 3] == ["  stand", "  double below 21, 1 unit more → doubled again"]


def test_a_number_that_cannot_be_is_refused() -> None:
    text = 'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\ndouble.again = 4\n'
    with pytest.raises(RulesError, match=r"mine\.toml:4: double\.again = 4: use 0 to 3$"):
        games.read(text, origin="mine.toml")
