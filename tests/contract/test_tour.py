"""docs/tour.md runs as it is written, and docs/tour.ipynb is the same tour for a notebook."""

from __future__ import annotations

import json
from typing import Any

import pytest
from scripts.tour import NOTEBOOK, PAGE, PNG, Cell, Shown, notebook, parts, run

TEXT = PAGE.read_text(encoding="utf-8")
CELLS = [part for part in parts(TEXT) if isinstance(part, Cell)]


@pytest.fixture(scope="module")
def shown() -> list[Shown]:
    return run(CELLS)


def test_every_answer_on_the_page_is_what_is_shown(shown: list[Shown]) -> None:
    assert len(CELLS) > 20
    for cell, answer in zip(CELLS, shown, strict=True):
        assert answer.text == cell.answer, f"docs/tour.md, from line {cell.line}"


def test_the_notebook_is_the_page_with_what_it_shows(shown: list[Shown]) -> None:
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    fresh = notebook(TEXT, shown)
    assert _without_pictures(kept) == _without_pictures(fresh), "run make docs"


def _without_pictures(notebook: dict[str, Any]) -> dict[str, Any]:
    """Take the pictures' bytes out, which another version of matplotlib draws otherwise."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            if PNG in output.get("data", {}):
                output["data"][PNG] = "a picture"
    return notebook


def test_a_notebook_shows_solutions_and_simulations_as_tables_and_plots_as_pictures(
    shown: list[Shown],
) -> None:
    tables = [
        answer.value["text/plain"]
        for answer in shown
        if "<table>" in answer.value.get("text/html", "")
    ]
    assert any("composition play" in text for text in tables)
    assert any("2,000,000 rounds" in text for text in tables)
    assert sum(bool(answer.picture) for answer in shown) == 1
