"""docs/edges.md says what the solver says."""

from __future__ import annotations

from scripts.edges import PAGE, page


def test_the_page_of_edges_is_what_a_fresh_run_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run make docs"
