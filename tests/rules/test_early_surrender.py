"""A hand that may be given up before the dealer looks for a natural."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.compile import compile_rules
from pitboss.rules.course_text import course_lines
from pitboss.rules.errors import RulesError
from pitboss.rules.moves import Move
from pitboss.table import events as ev
from tests.rounds import UNIT, find, play

GAME = "early-surrender.toml"
HEAD = 'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\n'
ASKED = ("surrender", "play-on")


def test_half_is_lost_even_against_a_natural() -> None:
    round_ = play(GAME, "Ts Ah 6d Kc", "surrender")
    assert round_.legal == [ASKED]
    assert round_.net() == -UNIT // 2
    assert round_.of(ev.InsuranceOffered) == []
    assert round_.over()


def test_it_comes_before_insurance_and_peek() -> None:
    kinds = (ev.HandPlayedOn, ev.InsuranceOffered, ev.DealerPeeked)
    round_ = play(GAME, "Ts Ah 6d 9c", "play-on decline stand")
    assert round_.order(*kinds) == ["HandPlayedOn", "InsuranceOffered", "DealerPeeked"]
    assert round_.legal[2] == ("stand", "hit", "double")  # and not again afterwards
    assert round_.net() == -UNIT  # 16 against 20


def test_who_plays_on_loses_all_to_a_natural() -> None:
    assert play(GAME, "Ts Kh 6d Ac", "play-on").net() == -UNIT


def test_only_against_the_upcards_named() -> None:
    assert play(GAME, "Ts 9h 6d 7c").legal == [("stand", "hit", "double")]
    ace = {"early-surrender": "A"}
    assert play(GAME, "Ts Kh 6d 7c", options=ace).legal == [("stand", "hit", "double")]
    assert play(GAME, "Ts Ah 6d 7c", options=ace).legal == [ASKED]
    assert play(GAME, "Ts 2h 6d 7c", options={"early-surrender": "any"}).legal == [ASKED]


def test_a_natural_is_not_asked() -> None:
    assert play(GAME, "As Kh Kd 7c").net() == UNIT * 3 // 2


def test_without_a_peek_half_is_lost_at_once_too() -> None:
    options = {"peek": False}
    assert play(GAME, "Ts Ah 6d Kc", "surrender", options=options).net() == -UNIT // 2
    assert play(GAME, "Ts Kh 6d Ac", "play-on stand", options=options).net() == -UNIT


def test_late_surrender_may_still_follow() -> None:
    round_ = play(GAME, "Ts Kh 6d 7c", "play-on surrender", options={"surrender": True})
    assert round_.net() == -UNIT // 2
    only_late = play(GAME, "Ts 9h 6d 7c", "surrender", options={"surrender": True})
    assert (only_late.legal, only_late.net()) == (
        [("stand", "hit", "double", "surrender")], -UNIT // 2,
    )  # fmt: skip


def test_who_says_nothing_plays_on() -> None:
    assert play(GAME, "Ts Ah 6d Kc").table.default_move() == Move.PLAY_ON


def test_a_house_may_write_upcards_in_small_letters() -> None:
    assert find(GAME).option_from_text("early-surrender", "a, t-k") == "A, T-K"


def test_it_is_in_the_hash_of_a_game_that_has_it_and_of_no_other() -> None:
    base = compile_rules(games.find("blackjack").rules())
    hashes = {
        early: compile_rules(find(GAME).rules({"early-surrender": early})).digest()
        for early in ("none", "A", "any")
    }
    assert hashes["none"] == base.digest()
    assert len(set(hashes.values())) == 3


def test_the_course_in_words_says_so() -> None:
    lines = course_lines(compile_rules(find(GAME).rules()).course)
    assert lines[:3] == [
        "first two cards, early surrender, 1 unit, before the dealer looks for a natural",
        "  play on, against A T J Q K → first two cards",
        "  surrender, against A T J Q K, loses 1 for 2",
    ]


def test_surrender_false_switches_it_off() -> None:
    rules = games.read(f"{HEAD}surrender = false\n", origin="mine.toml").rules()
    assert (rules.surrender.late, rules.surrender.early.mask) == (False, 0)


def test_an_upcard_that_does_not_exist_is_refused() -> None:
    with pytest.raises(RulesError, match=r"^mine\.toml:4: surrender\.early = 'ace': use 'any'"):
        games.read(f'{HEAD}surrender.early = "ace"\n', origin="mine.toml")
