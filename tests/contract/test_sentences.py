"""What is said to a person says what to write, not what is allowed."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"
OLD = re.compile(r"\ballowed (here )?(are|is|only|together|in braces)\b")


def lists_what_is_allowed() -> list[str]:
    return [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in sorted(SOURCE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1)
        if OLD.search(line)
    ]


def test_no_sentence_lists_what_is_allowed() -> None:
    assert lists_what_is_allowed() == []
