"""Texts that are not whole, or not for people: lines that are still found, what is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.lines import line_numbers
from tests.bad_input.situations import HEAD, designed, file_refused


@pytest.mark.parametrize("rest", ["[", "[1", "[1,", "[[1], [2", "{", "{ b = 1", "{ b = 1,", "'x"])
def test_lines_of_a_text_that_stops_in_mid_value(rest: str) -> None:
    found = line_numbers(f"x = 1\na = {rest}")
    assert found["x",] == 1
    assert found["a",] == 2


def test_lines_of_lists_in_tables_in_lists() -> None:
    found = line_numbers("[[a]]\nb = [\n  1,\n  { c = [\n  2 ] },\n]\n[[a]]\n[a.d]\ne = 3\n")
    assert found == {
        ("a",): 1, ("a", 0): 1, ("a", 0, "b"): 2, ("a", 0, "b", 0): 3, ("a", 0, "b", 1): 4,
        ("a", 0, "b", 1, "c"): 4, ("a", 0, "b", 1, "c", 0): 5, ("a", 1): 7, ("a", 1, "d"): 8,
        ("a", 1, "d", "e"): 9,
    }  # fmt: skip


def test_a_section_may_come_from_a_parent_and_a_key_of_a_section_may_not(tmp_path: Path) -> None:
    said = file_refused(tmp_path, 'id = "mine"\nname = "Mine"\n[shoe]\ndecks = 6\nburn = 1\n')
    lines = said.splitlines()
    assert "mine.toml: shoe.penetration is missing; give it a number from 0.1 to 0.95" in lines
    take_over = ", or take it over from a game with based-on"
    sections = [line for line in lines if line.endswith(take_over)]
    assert [line.split()[1] for line in sections] == [
        "wagers", "dealer", "natural", "insurance", "double", "split", "surrender",
    ]  # fmt: skip


def test_words_may_have_several_lines_and_no_signs_that_cannot_be_printed(tmp_path: Path) -> None:
    told = HEAD + 'summary = "one line\\nand another"\n'
    assert designed(tmp_path, told).summary == "one line\nand another"
    said = file_refused(tmp_path, HEAD + 'summary = "one\\u0007"\n')
    assert said == "mine.toml: summary = 'one\\x07': leave out what cannot be printed"


def test_a_section_by_a_wrong_name_is_not_missing_besides(tmp_path: Path) -> None:
    lines = file_refused(tmp_path, 'id = "mine"\nname = "Mine"\n[sho]\ndecks = 6\n').splitlines()
    assert any(line.startswith("mine.toml: sho: there is no such key;") for line in lines)
    assert not any(line.startswith("mine.toml: shoe") for line in lines)
    assert any(line.startswith("mine.toml: wagers is missing;") for line in lines)
    both = "[sho]\ndecks = 6\n[shoe]\ndecks = 99\n"
    lines = file_refused(tmp_path, HEAD + both).splitlines()
    assert "mine.toml: shoe.decks = 99: use 1 to 8" in lines
    assert any(line.startswith("mine.toml: sho: there is no such key;") for line in lines)


def test_a_missing_key_is_told_with_the_line_of_its_table(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as error:
        designed(tmp_path, 'id = "mine"\nname = "Mine"\n[shoe]\ndecks = 6\nburn = 1\n')
    lines = str(error.value).splitlines()
    assert "mine.toml:3: shoe.penetration is missing; give it a number from 0.1 to 0.95" in lines
    assert any(line.startswith("mine.toml: wagers is missing") for line in lines)
