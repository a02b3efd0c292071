"""Sentences about mistakes: which name was meant, and how much of a value is repeated."""

from __future__ import annotations

import pytest

from pitboss.rules.sentences import did_you_mean, dotted, nearest, one_of, shown, told, use, wrong


@pytest.mark.parametrize(
    ("typed", "known", "meant"),
    [
        ("deks", ["decks", "seats"], "decks"),
        ("SOFT17", ["soft17"], "soft17"),
        ("pen", ["penetration", "burn"], "penetration"),  # how it begins
        ("pe", ["penetration", "burn"], None),  # two letters begin too much
        ("tie", ["tie-left", "tie-right"], None),  # so do three, where several go on
        ("tie-18", ["tie-17"], None),  # another number is another thing
        ("colour", ["decks", "seats"], None),
        ("stnad", ["'stand'", "'hit'"], "'stand'"),
        (17, ["17"], None),
        (None, ["none"], None),
        ("x" * 60 + "yyyy", ["x" * 60], "x" * 60),  # the beginning of a long word is enough
    ],
)
def test_the_name_that_was_probably_meant(
    typed: object, known: list[str], meant: str | None
) -> None:
    assert nearest(typed, known) == meant
    assert did_you_mean(typed, known) == (f"; did you mean {meant}?" if meant else "")


@pytest.mark.parametrize(
    ("choices", "words"),
    [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", 3], "a, b or 3")],
)
def test_choices_in_words(choices: list[object], words: str) -> None:
    assert one_of(choices) == words


def test_many_choices_are_left_out_where_one_is_near() -> None:
    names = [f"name{letter * 3}" for letter in "abcdefghijklmnop"]
    assert use(names, typed="nameaab").startswith("use nameaaa, namebbb")
    assert use(names, typed="nameaab").endswith("; did you mean nameaaa?")
    assert use([*names, "nameqqq"], typed="nameaab") == "did you mean nameaaa?"
    assert use([*names, "nameqqq"], typed="zzz").startswith("use nameaaa, namebbb")
    assert use(["decks"], typed="deck") == "use decks"  # there is but one


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"), (6, "6"), (0.5, "0.5"), ("hit", "'hit'"), (b"x", "b'x'"), (None, "None"),
        ([17, [True]], "[17, [true]]"), ((), "[]"), ({}, "{}"),
        ({"a": {"b": 1}}, "{ a = { b = 1 } }"),
        ("x" * 198, "'" + "x" * 198 + "'"),
        ("x" * 199, "'" + "x" * 198 + "…"),
        ("x" * 900, "'" + "x" * 198 + "…"),
    ],
    ids=lambda value: str(value)[:12],
)  # fmt: skip
def test_values_as_a_file_has_them(value: object, text: str) -> None:
    assert shown(value) == text


def test_keys_and_problems() -> None:
    assert (dotted(()), dotted(("shoe", "decks"))) == ("the file", "shoe.decks")
    problem = wrong("decks", 9, "use 1 to 8", others=["burn", ("dealer", "peeks")])
    assert problem.others == (("burn",), ("dealer", "peeks"))
    below = problem.below(("shoe",))
    assert below.sentence == "shoe.decks = 9: use 1 to 8"
    assert below.others == (("shoe", "burn"), ("shoe", "dealer", "peeks"))
    assert told((), " is empty").sentence == "the file is empty"
    blamed = below._replace(because=("a.b", "c"))
    assert blamed.sentence == "shoe.decks = 9: use 1 to 8 (because of a.b, c in this file)"
