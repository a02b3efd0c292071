"""Pages that are generated from games and types are the ones in the tree."""

from __future__ import annotations

import msgspec
import pytest
from scripts import formats, frontend_types, messages, reference
from scripts.game_pages import PAGES, pages

import pitboss
from pitboss.cli.telling import as_json
from pitboss.field_notes import field_notes


@pytest.mark.parametrize("name", sorted(pages()))
def test_generated_page_is_fresh(name: str) -> None:
    assert (PAGES / name).read_text(encoding="utf-8") == pages()[name], "run make docs"


def test_the_page_of_messages_is_what_the_types_say() -> None:
    assert messages.PAGE.read_text(encoding="utf-8") == messages.page(), "run make docs"


@pytest.mark.parametrize("struct", [*messages.sent(), *messages.commands_sent(), *messages.parts()])
def test_every_field_of_a_message_is_explained_in_the_code(struct: type[msgspec.Struct]) -> None:
    named = {field.name for field in msgspec.structs.fields(struct)}
    assert named <= set(field_notes(struct))


def test_the_front_end_s_types_are_what_the_api_describes() -> None:
    for file, made in (
        (frontend_types.FILE, frontend_types.types()),
        (frontend_types.MOVES_FILE, frontend_types.moves()),
    ):
        assert file.read_text(encoding="utf-8") == made, "run make docs"


def test_the_page_of_formats_is_what_the_types_say() -> None:
    assert formats.PAGE.read_text(encoding="utf-8") == formats.page(), "run make docs"


def test_a_solution_has_the_fields_that_the_page_of_formats_names() -> None:
    told = msgspec.json.decode(as_json(pitboss.solve("half-back").plain()))
    assert told.keys() == formats.SOLVED.keys()
    assert told["round"].keys() == formats.ROUND.keys()
    assert {field for bet in told["bets"].values() for field in bet} == formats.BET.keys()


def test_a_simulation_has_the_fields_that_the_page_of_formats_names() -> None:
    played = pitboss.simulate("lucky-stiff", rounds=1000, seed=1)
    told = msgspec.json.decode(as_json(played.plain()))
    assert told.keys() == formats.SIMULATED.keys()


def test_the_reference_is_what_the_code_says() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), "run make docs"


def test_every_public_name_is_in_the_reference_with_an_example() -> None:
    named = [name for names in reference.TOPICS.values() for name in names]
    assert sorted([*named, "__version__"]) == sorted(pitboss.__all__)
    assert set(reference.EXAMPLES) == set(named)
    for name in named:
        assert reference.first_paragraph(getattr(pitboss, name)), name
