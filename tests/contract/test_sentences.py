"""What is said to a person says what to write, not what is allowed."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"
STILL_TO_DO = ("sim/",)
"""Packages whose sentences are written anew with their code; each is taken out when it is done."""
OLD = re.compile(r"\ballowed (here )?(are|is|only|together|in braces)\b")


def lists_what_is_allowed(package: str) -> list[str]:
    return [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in sorted((SOURCE / package).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1)
        if OLD.search(line)
    ]


def test_no_sentence_lists_what_is_allowed() -> None:
    found = lists_what_is_allowed("")
    assert [place for place in found if not place.startswith(STILL_TO_DO)] == []


def test_what_is_still_to_do_is_no_more_than_that() -> None:
    for package in STILL_TO_DO:
        assert lists_what_is_allowed(package), f"{package} is done: take it out of the list"
