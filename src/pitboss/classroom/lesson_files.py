"""A lesson's text with the game files that came with it, read once."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from pitboss.school import lessons
from pitboss.school.lessons import Taught

MOST_READ = 256
"""Lessons that are kept in mind."""
ORIGIN = "lesson"
"""What errors call a lesson that was sent."""


@lru_cache(maxsize=MOST_READ)
def read(text: str, files: str) -> Taught:
    """The lesson of a text and of its game files as JSON; `RulesError` if it is none."""
    return lessons.read(text, origin=ORIGIN, files=msgspec.json.decode(files, type=dict[str, str]))
