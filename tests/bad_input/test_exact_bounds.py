"""The last text that is read and the first that is not, for each bound on a game's file."""

from __future__ import annotations

import pytest

from pitboss.rules.bounds import (
    DEEPEST,
    LONGEST_WORD,
    MOST_CHARACTERS,
    MOST_KEY_PARTS,
    MOST_VALUES,
    item_problems,
    text_problem,
)


def line_of(text: str) -> int | None:
    """The line on which a text is too much; 0 where the line does not matter; None if it is not."""
    problem = text_problem(text)
    return None if problem is None else problem.line or 0


def test_characters() -> None:
    assert line_of("#" * MOST_CHARACTERS) is None
    assert line_of("#" * (MOST_CHARACTERS + 1)) == 0


@pytest.mark.parametrize("before", ["", "a.b[", "a.b{", "a.b]", "a.b}", "a.b,", "a.b=", "a.b\n"])
def test_parts_of_a_key_are_counted_anew_after_whatever_ends_one(before: str) -> None:
    most = before + "a" + ".b" * (MOST_KEY_PARTS - 1)
    assert line_of(most) is None
    assert line_of(most + ".b") == 1 + before.count("\n")


@pytest.mark.parametrize("before", ["", "]" * 20, "[]" * 20, "{}" * 20])
def test_brackets_that_are_closed_do_not_count(before: str) -> None:
    assert line_of(before + "[" * DEEPEST) is None
    assert line_of(before + "{" * DEEPEST) is None
    assert line_of(before + "{" + "[" * DEEPEST) == 1
    assert line_of(before + "[" * DEEPEST + "][") is None
    assert line_of(before + "[" * DEEPEST + "][[") == 1


@pytest.mark.parametrize("sign", [",", "="])
def test_values(sign: str) -> None:
    assert line_of(sign * MOST_VALUES) is None
    assert line_of("\n" + sign * (MOST_VALUES + 1)) == 2


def test_words() -> None:
    assert line_of("a" * LONGEST_WORD) is None
    said = [text_problem(sign * (LONGEST_WORD + 1)) for sign in "a9"]
    assert [problem.sentence for problem in said if problem] == [
        "the file has a word of 201 characters here; use at most 200",
        "the file has a word of 201 digits here; use at most 200",
    ]
    assert line_of("# " + "a" * (LONGEST_WORD + 1)) is None
    assert line_of("'" + "a" * (LONGEST_WORD + 1) + "'") is None


@pytest.mark.parametrize("text", ['"""\n\n"""', "'''\n\n'''", "# a\n\n", "a = 'b'\nb = 1\n"])
def test_lines_of_strings_and_comments_are_counted(text: str) -> None:
    assert line_of(text + "a" * (LONGEST_WORD + 1)) == 3


def test_counts_hold_for_lists_and_for_tables_by_name() -> None:
    forty: dict[str, dict[str, int]] = {f"b{n}": {} for n in range(40)}
    assert item_problems({"bets": forty}) == []
    assert item_problems({"bets": list(forty.values())}) == []
    more = forty | {"b40": {}}
    for bets in (more, list(more.values())):
        (problem,) = item_problems({"bets": bets})
        assert problem.sentence == "bets: these are 41; use at most 40"
    assert item_problems({"options": {"decks": list(range(12))}, "rules": [""] * 200}) == []
    found = item_problems({"options": {"decks": list(range(13))}, "rulings": [""] * 201})
    assert [problem.key for problem in found] == [("rulings",), ("options", "decks")]
    assert item_problems({"options": 3, "bets": 3, "filed": "x"}) == []


def test_events_of_all_bets_count_together() -> None:
    hundred: dict[str, list[dict[str, int]]] = {"events": [{}] * 100}
    assert item_problems({"bets": [hundred, hundred]}) == []
    (problem,) = item_problems({"bets": [hundred, hundred, {"events": [{}]}, 7]})
    assert problem.sentence == "bets.events: these are 201; use at most 200"
