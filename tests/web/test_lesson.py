"""The guided first round of a game, as a page gets it."""

from __future__ import annotations

import itertools
from functools import cache

import pytest

from pitboss import games
from pitboss.floor.lesson import Lesson, make_lesson
from pitboss.rules.moves import by_id
from tests.rounds import find
from tests.web.test_front import asked

GAMES = (*games.BUILT_IN, "charlie.toml")


@cache
def lesson_of(game: str) -> Lesson:
    return make_lesson(find(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_step_can_be_shown(game: str) -> None:
    lesson = lesson_of(game)
    assert len(lesson.hands) == 5
    for hand in lesson.hands:
        assert hand.title
        first, *others = hand.steps
        assert first.felt.dealer.cards == []
        assert sum(hand.wagers.values()) > 0
        for step in others:
            assert step.caption
            assert (step.question != "") == (step.choices != []) == (step.answer != "")
        assert hand.steps[-1].felt.seats[0].side_bets == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_is_one_of_the_open_choices_and_is_explained(game: str) -> None:
    lesson = lesson_of(game)
    asked = [step for hand in lesson.hands for step in hand.steps if step.question]
    assert len(asked) >= 5
    for step in asked:
        choice = next(choice for choice in step.choices if choice.id == step.answer)
        assert choice.open
        assert step.explanation.startswith(choice.does)
        assert all(choice.does for choice in step.choices)


@pytest.mark.parametrize("game", GAMES)
def test_chips_of_a_hand_add_up(game: str) -> None:
    """What the captions say of every wager is what the hand brings in the end."""
    for hand in lesson_of(game).hands:
        moved = 0
        for step in hand.steps:
            chips = step.caption.partition(": ")[2]
            words = chips.removesuffix(".").split()
            if len(words) == 3 and words[1] == "wins":
                moved += round(100 * float(words[2].strip("$").replace(",", "")))
            elif len(words) == 2 and words[1] == "lost":
                moved -= round(100 * float(words[0].strip("$").replace(",", "")))
            elif "back" in words and "of" in words:
                back, staked = (float(words[at].strip("$").replace(",", "")) for at in (0, 2))
                moved -= round(100 * (staked - back))
        assert moved == hand.net, hand.title


@pytest.mark.parametrize("game", GAMES)
def test_a_step_knows_which_hand_it_asks_about_and_what_has_settled(game: str) -> None:
    for hand in lesson_of(game).hands:
        for before, step in itertools.pairwise(hand.steps):
            if step.hand_to_act is not None:
                assert step.question
                assert not step.felt.seats[0].hands[step.hand_to_act].done
            new = step.settled[len(before.settled) :]
            assert len(new) <= 1
            for event in new:  # its chips lay there until this step told of them
                seat = before.felt.seats[0]
                lying = seat.hands[event.hand].stakes | seat.side_bets
                assert lying.get(event.bet, seat.insurance) == event.stake
        won = sum(event.returned - event.stake for event in hand.steps[-1].settled)
        assert won == hand.net


def test_five_hands_over_the_wire() -> None:
    answer = asked("/api/games/half-back/lesson")
    assert answer.status_code == 200
    told = answer.json()
    assert (told["game"], len(told["hands"])) == ("half-back", 5)
    moves = {s["answer"] for hand in told["hands"] for s in hand["steps"] if s["question"]}
    assert "take-back" in moves
    assert by_id("take-back").words in {
        choice["words"] for hand in told["hands"] for s in hand["steps"] for choice in s["choices"]
    }
    missing = asked("/api/games/no-such-game/lesson")
    assert missing.status_code == 404
    assert "no-such-game" in missing.json()["error"]
