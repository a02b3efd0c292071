"""Which tests prove a line: those that carry its rules' ids, the one about its words first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tests import rule_coverage

from scripts.conformity.documents import Line

WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
NUMBERS = {str(number): word for number, word in enumerate(WORDS, start=1)}
IDLE = frozenset({"a", "an", "and", "are", "as", "at", "be", "by", "for", "if", "in", "is", "it",
                  "its", "of", "on", "or", "that", "the", "to", "with"})  # fmt: skip
STEM = 5
"""Letters by which `pays` and `paying` are one word."""
OTHERWISE = frozenset({"other", "readi"})
"""Stems in names of tests that play a ruling's other reading, or say that there is none."""


class Proof(NamedTuple):
    """A test that carries a rule's id, or a round that is played through."""

    path: str
    """Its file, from the project's root."""
    words: str
    """What it says: its name without ids and underscores."""

    @classmethod
    def named(cls, test: str) -> Proof:
        """From how the table of tests names it.

        >>> Proof.named("tests/rules/test_a.py::test_HB_7_BJ_R1_half_back_on_13_to_16")
        Proof(path='tests/rules/test_a.py', words='half back on 13 to 16')
        >>> Proof.named("playthrough half-back-both-naturals").words
        'a round: half back both naturals'
        """
        path, found, name = test.partition("::")
        if found:
            return cls(path, re.sub(r"^test_([A-Z]+\d*_R?\d+_)+", "", name).replace("_", " "))
        name = test.removeprefix("playthrough ")
        return cls(f"tests/playthroughs/{name}.txt", f"a round: {name.replace('-', ' ')}")

    def link(self, root: str) -> str:
        """For a page from which the project's root is there."""
        return f"[{self.words}]({root}/{self.path})"


@cache
def proofs_by_rule() -> dict[str, list[Proof]]:
    """The tests that carry each id."""
    return {
        rule: [Proof.named(test) for test in tests]
        for rule, tests in rule_coverage.tests_by_rule().items()
    }


def proofs_of(line: Line) -> list[Proof]:
    """For each id of a line the tests the line names, else the one whose name is closest."""
    found: list[Proof] = []
    for rule in line.ids:
        tests = proofs_by_rule().get(rule, [])
        named = [test for test in tests if any(words in test.words for words in line.tests)]
        if tests:
            found += named or [closest(line.says, tests)]
    return list(dict.fromkeys(found))


def closest(sentence: str, tests: Sequence[Proof]) -> Proof:
    """The test whose name shares most words with a sentence; the first of several."""
    said = _stems(sentence)
    return max(tests, key=lambda test: _likeness(said, _stems(test.words)))


def _likeness(sentence: set[str], name: set[str]) -> float:
    """Shared words, and fewer others among equals; tests of other readings come last."""
    return len(sentence & name) - len(name - sentence) / 100 - 9 * bool(name & OTHERWISE)


def _stems(text: str) -> set[str]:
    words = re.findall(r"[a-z]+|\d+", text.lower())
    return {NUMBERS.get(word, word)[:STEM] for word in words if word not in IDLE}
