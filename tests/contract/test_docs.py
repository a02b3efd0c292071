"""Pages that are generated from the games' files are the ones in the tree."""

from __future__ import annotations

import pytest
from scripts.game_pages import PAGES, pages


@pytest.mark.parametrize("name", sorted(pages()))
def test_generated_page_is_fresh(name: str) -> None:
    assert (PAGES / name).read_text(encoding="utf-8") == pages()[name], "run make docs"
