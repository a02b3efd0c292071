"""How large a game's file may be, looked at before anything reads it.

A TOML reader can be made to work for minutes, and to fill a machine's memory, by a text of a few
pages: a key of thousands of parts, brackets in brackets in brackets. So one quick look over the
text, which grows with nothing but its length, comes before the reader; `item_problems` then counts
what a game may have many of before they are checked against each other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pitboss.rules.sentences import Problem

MOST_CHARACTERS = 100_000
"""Of one file; the largest built-in game has a tenth of it."""
MOST_KEY_PARTS = 12
"""Of one dotted key; `bets.my-bet.events.my event.when.player` has six."""
DEEPEST = 12
"""Brackets inside brackets."""
MOST_VALUES = 10_000
"""Keys, and items of lists, in one file."""
LONGEST_WORD = 200
"""Of what stands outside quotes: numbers, dates, bare keys."""
MOST_BETS = 40
MOST_EVENTS = 200
"""Of all bets together."""
MOST_CHOICES = 12
"""Values of one house option."""
TEXTS = ("rules", "rulings", "practice", "filed")
MOST_TEXTS = 200
"""Of each of them."""

_TOKENS = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:""")?'  # strings and comments hold nothing that counts;
    r"|'''(?:[^']++|'(?!''))*+(?:''')?"  # one that is never closed ends with the text or line
    r'|"(?:[^"\\\n]++|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[\w+:-]++"
    r"|[\[\]{}.,=\n]",
    re.DOTALL,
)
"""Each character is read once: nothing here can fail and try again."""


def text_problem(text: str) -> Problem | None:
    """Why a text is not even read, if it is not."""
    if len(text) > MOST_CHARACTERS:
        return Problem((), f" has more than {MOST_CHARACTERS:,} characters; make it shorter")
    line, depth, parts, values = 1, 0, 1, 0
    for match in _TOKENS.finditer(text):
        token = match[0]
        if token == ".":
            parts += 1
            if parts > MOST_KEY_PARTS:
                return Problem(
                    (), f" has a key of more than {MOST_KEY_PARTS} parts here", line=line
                )
            continue
        first = token[0]
        if first in "\"'":
            line += token.count("\n")
        elif first in "[{":
            depth, parts = depth + 1, 1
            if depth > DEEPEST:
                return Problem(
                    (), f" has more than {DEEPEST} brackets inside each other here", line=line
                )
        elif first in "]}":
            depth, parts = max(depth - 1, 0), 1
        elif first in ",=":
            values, parts = values + 1, 1
            if values > MOST_VALUES:
                return Problem((), f" has more than {MOST_VALUES:,} values up to here", line=line)
        elif first == "\n":
            line, parts = line + 1, 1
        elif first != "#" and len(token) > LONGEST_WORD:
            kind = "digits" if token.isdigit() else "characters"
            return Problem(
                (),
                f" has a word of {len(token)} {kind} here; use at most {LONGEST_WORD}",
                line=line,
            )
    return None


def item_problems(tables: Mapping[str, Any]) -> list[Problem]:
    """What a game, or a file by itself, has too many of; in lists or in tables by name."""
    bets = [bet for bet in _items(tables.get("bets")) if isinstance(bet, dict)]
    options = tables.get("options")
    choices = options if isinstance(options, dict) else {}
    counted = [
        (("bets",), len(_items(tables.get("bets"))), MOST_BETS),
        (("bets", "events"), sum(len(_items(bet.get("events"))) for bet in bets), MOST_EVENTS),
        *(((name,), len(_items(tables.get(name))), MOST_TEXTS) for name in TEXTS),
        *((("options", name), len(_items(given)), MOST_CHOICES) for name, given in choices.items()),
    ]
    return [
        Problem(key, f": these are {count}; use at most {most}")
        for key, count, most in counted
        if count > most
    ]


def _items(value: object) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
