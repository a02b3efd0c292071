"""Answers in any sane form are understood; what is none is told so and graded as nothing."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.school.grading import NoAnswer, grade, read_amount, read_answer
from pitboss.school.items import Answer, Option, Question, Settled, Spot


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("22.50", 2250), ("$22.5", 2250), (" 22,50 ", 2250), ("1,022.50", 102250), ("90", 9000),
        ("90 dollars", 9000), ("0", 0), ("3x25 + 3x5", 9000), ("3×$25, 3×$5", 9000),
        ("1x0.50", 50), ("2 x 100 and 1 x 5", 20500),
    ],
)  # fmt: skip
def test_amounts_as_people_write_them(text: str, cents: int) -> None:
    assert read_amount(text) == cents


@pytest.mark.parametrize(
    "text",
    ["", "   ", "-5", "−5", "abc", "5 5", "1e9", "999999999", "12.345", "٣", "x" * 5000, "3x"],
)
def test_what_is_no_amount_is_told_what_to_write(text: str) -> None:
    with pytest.raises(NoAnswer, match="write"):
        read_amount(text)


def asked(form: str, letters: str = "abcd") -> Question:
    options = [Option(id=letter, text=letter.upper()) for letter in letters]
    return Question(text="?", form=form, aim_seconds=1.0, options=options)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "e", "ab", "a a", "-1", "1", "a" * 3000])
def test_a_choice_takes_one_letter(text: str) -> None:
    with pytest.raises(NoAnswer):
        read_answer(asked("choice"), text)


def test_letters_are_read_with_commas_blanks_or_nothing_between() -> None:
    for text in ("d b a c", "d,b,a,c", "DBAC", "d, b, a, c"):
        assert read_answer(asked("order"), text).choices == ["d", "b", "a", "c"]
    assert read_answer(asked("several"), "none").choices == []
    with pytest.raises(NoAnswer, match="1 are missing"):
        read_answer(asked("order"), "a b c")


def test_there_is_no_credit_for_a_part() -> None:
    question, answer = asked("several"), Answer(text="A, C", choices=["a", "c"])
    assert grade(question, answer, read_answer(question, "c a")).right
    assert not grade(question, answer, read_answer(question, "a")).right
    assert not grade(question, answer, read_answer(question, "a c d")).right


def test_a_wrong_amount_says_how_far_off_it_is_and_whom_it_costs() -> None:
    question = msgspec.structs.replace(asked("amount"), paid=True)
    answer = Answer(text="$90", cents=9000)
    short = grade(question, answer, read_answer(question, "45"))
    assert (short.right, short.says, short.error_cents) == (False, "$45 short", -4500)
    assert short.cost == "costs the player $45 each time"
    over = grade(question, answer, read_answer(question, "4x25"))
    assert (over.says, over.error_cents) == ("$10 too much", 1000)
    assert over.cost == "costs the house $10 each time"


def test_an_amount_that_nobody_is_paid_costs_nobody() -> None:
    question, answer = asked("amount"), Answer(text="$200", cents=20000)  # the most to insure
    short = grade(question, answer, read_answer(question, "57.50"))
    assert (short.right, short.says) == (False, "$142.50 short")
    assert (short.cost, short.error_cents) == ("", 0)


def test_what_a_table_was_settled_wrong_by_is_not_set_off_between_players() -> None:
    seats = [(6, 40_000), (4, 5_000), (2, 20_000), (1, 1_000)]
    spots = [Spot(seat=seat, hand=0, bet="main", name="Main", cents=cents) for seat, cents in seats]
    question = Question(text="?", form="settle", aim_seconds=1.0, spots=spots, paid=True)
    actions = [("pay", 40_000), ("pay", 5_000), ("pay", 20_000), ("push", 0)]
    answer = Answer(text="", settled=[
        Settled(seat=seat, hand=0, bet="main", action=action, cents=cents)  # type: ignore[arg-type]
        for (seat, _), (action, cents) in zip(seats, actions, strict=True)
    ])  # fmt: skip
    text = "6 main take\n4 main pay 120\n2 main pay 0.50\n1 main push"
    found = grade(question, answer, read_answer(question, text))
    # a winning $400 that is taken costs its player the wager and as much again
    assert (found.house_cents, found.player_cents) == (7_000, 80_000 + 19_950)
    assert found.cost == "costs the house $70 and the player $999.50 each time"


def cut_question() -> Question:
    return Question(text="?", form="cut", aim_seconds=1.0, chips=[100, 500, 2500])


def test_a_cut_is_right_in_as_few_chips_as_can_be() -> None:
    answer = Answer(text="", cut=[(2500, 1), (500, 1)], cents=3000)
    question = cut_question()
    assert grade(question, answer, read_answer(question, "1x5 + 1x25")).right
    assert not grade(question, answer, read_answer(question, "6x5")).right
    with pytest.raises(NoAnswer, match=r"\$7 is no chip of this rack"):
        read_answer(question, "1x7")


def table_question() -> tuple[Question, Answer]:
    spots = [
        Spot(seat=seat, hand=0, bet=bet, name=bet.title(), cents=1000)
        for seat, bet in ((2, "main"), (2, "twins"), (1, "main"))
    ]
    settled = [
        Settled(seat=2, hand=0, bet="main", action="pay", cents=1000),
        Settled(seat=1, hand=0, bet="main", action="take", cents=0),
        Settled(seat=2, hand=0, bet="twins", action="push", cents=0),
    ]
    return Question(text="?", form="settle", aim_seconds=1.0, spots=spots), Answer(
        text="", settled=settled
    )


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("2 main pay 10; 1 main take; 2 twins push", True),
        ("2 twins push; 2 main pay 10; 1 main take", True),
        ("seat 2 main pay $10\n1 take\n2 twins push", True),
        ("1 main take; 2 main pay 10; 2 twins push", False),
        ("2 main pay 15; 1 main take; 2 twins push", False),
        ("2 main pay 10; 1 main take", False),
    ],
)
def test_a_table_is_right_when_every_wager_and_the_order_of_seats_is(
    text: str, right: bool
) -> None:
    question, answer = table_question()
    assert grade(question, answer, read_answer(question, text)).right is right


def test_what_is_wrong_of_a_table_is_the_wager_that_is_named_or_the_order() -> None:
    question, answer = table_question()
    for text, says, wrong in (
        ("2 main pay 10; 1 main pay 5; 2 twins take", "No: seat 1 Main: take", "1.0.main"),
        ("1 main take; 2 main pay 10; 2 twins push", "No: the order of the seats is 2, 1", "order"),
    ):
        found = grade(question, answer, read_answer(question, text))
        assert (found.says, found.wrong) == (says, [wrong])


@pytest.mark.parametrize(
    "text", ["", "3 main take", "2 take", "2 main pay", "2 main take 5", "2 main pay -5", "what"]
)
def test_what_settles_no_wager_of_the_felt_is_no_answer(text: str) -> None:
    with pytest.raises(NoAnswer):
        read_answer(table_question()[0], text)


def test_a_mistake_is_named_by_line_and_rule() -> None:
    question = Question(
        text="?", form="find", aim_seconds=1.0,
        options=[Option(id=str(number), text="") for number in range(1, 13)],
        rules=[Option(id="BJ-6", text=""), Option(id="PR-8", text="")],
    )  # fmt: skip
    answer = Answer(text="", choices=["11"], also=["12"], rule="PR-8")
    assert grade(question, answer, read_answer(question, "11 pr-8")).right
    assert grade(question, answer, read_answer(question, "12, PR-8")).right
    assert not grade(question, answer, read_answer(question, "11 BJ-6")).right
    for text in ("11", "13 PR-8", "11 PR-9", ""):
        with pytest.raises(NoAnswer, match="write the line's number and the rule"):
            read_answer(question, text)
