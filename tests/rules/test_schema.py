"""The JSON Schema of the game file takes what the loader takes, and nothing of another shape."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from pitboss import games
from pitboss.rules.schema import file_schema
from tests.bad_input.situations import HEAD, bet
from tests.bad_input.test_game_files import UNKNOWN_KEYS, WRONG_TYPES
from tests.bad_input.test_ranges import OUT_OF_RANGE
from tests.cli.terminal import run
from tests.rules.every_key import children

TESTS = Path(__file__).parents[1]
DESIGNS = sorted(TESTS.glob("**/designs/*.toml"))


@cache
def the_schema() -> dict[str, Any]:
    return file_schema()


@cache
def validator() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(the_schema())


def fits(text: str) -> bool:
    """Whether a file fits the schema; dates of TOML are texts in JSON."""
    return validator().is_valid(json.loads(json.dumps(tomllib.loads(text), default=str)))


def test_it_is_a_schema_of_2020_12() -> None:
    jsonschema_rs.meta.validate(the_schema())
    assert the_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_the_built_in_files_fit(game: str) -> None:
    assert fits(games.source(game))


def test_the_designs_of_the_tests_fit() -> None:
    assert len(DESIGNS) >= 6
    for path in DESIGNS:
        assert fits(path.read_text()), path


def test_the_files_of_the_docs_fit() -> None:
    page = (TESTS.parent / "docs" / "adding-a-game.md").read_text()
    files = [part.partition("```")[0] for part in page.split("```toml\n")[1:]]
    whole = [file for file in files if "based-on" in file]
    assert len(whole) >= 4
    for file in whole:
        assert fits("\n".join(line.strip() for line in file.split("\n"))), file


@pytest.mark.parametrize("base", games.BUILT_IN)
def test_what_the_loader_takes_fits(base: str) -> None:
    taken = 0
    for child in children(base):
        try:
            games.read(child.text, origin="mine.toml")
        except ValueError:
            continue
        taken += 1
        assert fits(child.text), child
    assert taken > 100


SHAPES = [
    *(case[1] for case in UNKNOWN_KEYS),
    *(case[0] for case in WRONG_TYPES if "6.0" not in case[0]),  # 6.0 is a whole number in JSON
    bet().replace('paytable = "b"\n', ""),
    bet().replace("pays = [1]\n", ""),
    bet(bet_id="Big"),
    bet(pays="[0]"),
    "[procedure.dance]\nsays = 'x'\n",
    "options.colour = [1]\n",
    "options.decks = [6, 9]\n",
    "dealer = false\n",
    *(text for text, _, advice in OUT_OF_RANGE if advice in ("1 to 8", "0.1 to 0.95", "0 to 10")
      if "nan" not in text),
    "[natural]\npays = '3:2'\n",
    "[natural]\npays = '1 to 0'\n",
    "[insurance]\nshare = 'half'\n",
    "[dealer]\nreplaces = '10'\n",
]  # fmt: skip


@pytest.mark.parametrize("text", SHAPES)
def test_what_has_no_such_shape_does_not_fit(text: str) -> None:
    assert fits(HEAD)
    assert not fits(HEAD + text)


@pytest.mark.parametrize("section", ["shoe", "dealer", "split", "natural", "insurance"])
def test_a_file_based_on_nothing_says_everything(section: str) -> None:
    tables = tomllib.loads(games.source("blackjack"))
    assert validator().is_valid(tables)
    assert not validator().is_valid({key: tables[key] for key in tables if key != section})
    cut = {**tables, section: dict(list(tables[section].items())[1:])}
    assert not validator().is_valid(cut)
    assert validator().is_valid({**cut, "based-on": "blackjack"})


def keys_of(schema: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(schema, dict):
        properties = schema.get("properties", {})
        yield from properties.items()
        for value in schema.values():
            yield from keys_of(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keys_of(value)


def test_every_key_has_its_meaning() -> None:
    top = {
        key: value for key, value in the_schema().items() if key != "else"
    }  # the same keys again
    for key, form in keys_of(top):
        assert form.get("description"), key


def test_bounds_choices_patterns_and_defaults_are_the_vocabularys() -> None:
    dealer = the_schema()["properties"]["dealer"]["properties"]
    assert dealer["stands-on"] == {
        "type": "integer", "minimum": 12, "maximum": 21,
        "description": "The dealer draws below this total.",
    }  # fmt: skip
    assert dealer["soft17"]["enum"] == ["hit", "stand", "none"]
    assert dealer["stops-on"]["default"] == []
    assert dealer["replaces"]["default"] == "none"
    assert "'3-6'" in dealer["replaces"]["description"]


def test_the_command_prints_it_or_writes_it_to_a_file(tmp_path: Path) -> None:
    assert json.loads(run("schema", home=tmp_path).stdout) == the_schema()
    file = tmp_path / "game.schema.json"
    assert run("schema", "-o", str(file), home=tmp_path).stdout == f"{file}: written\n"
    assert json.loads(file.read_text()) == the_schema()
    refused = run("schema", "-o", "no/folder/x.json", home=tmp_path, fails=True)
    assert refused.returncode == 2
    assert "there is no folder 'no/folder'" in refused.stderr


def test_conditions_of_the_dealer_s_practice_are_listed() -> None:
    assert fits(HEAD + "practice.PR-9.when = ['burn', 'bet-on-tie']\n")
    assert not fits(HEAD + "practice.PR-9.when = ['moon']\n")
