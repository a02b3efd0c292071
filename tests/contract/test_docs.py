"""Pages that are generated from games and types are the ones in the tree."""

from __future__ import annotations

import msgspec
import pytest
from scripts import messages, reference
from scripts.game_pages import PAGES, pages

import pitboss
from pitboss.rules.notes import field_notes


@pytest.mark.parametrize("name", sorted(pages()))
def test_generated_page_is_fresh(name: str) -> None:
    assert (PAGES / name).read_text(encoding="utf-8") == pages()[name], "run make docs"


def test_the_page_of_messages_is_what_the_types_say() -> None:
    assert messages.PAGE.read_text(encoding="utf-8") == messages.page(), "run make docs"


@pytest.mark.parametrize("struct", [*messages.sent(), *messages.commands_sent(), *messages.parts()])
def test_every_field_of_a_message_is_explained_in_the_code(struct: type[msgspec.Struct]) -> None:
    named = {field.name for field in msgspec.structs.fields(struct)}
    assert named <= set(field_notes(struct))


def test_the_reference_is_what_the_code_says() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), "run make docs"


def test_every_public_name_is_in_the_reference_with_an_example() -> None:
    named = [name for names in reference.TOPICS.values() for name in names]
    assert sorted([*named, "__version__"]) == sorted(pitboss.__all__)
    assert set(reference.EXAMPLES) == set(named)
    for name in named:
        assert reference.first_paragraph(getattr(pitboss, name)), name
