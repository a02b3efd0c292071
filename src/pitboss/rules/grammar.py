"""The few small phrases a game file is written in: totals, ranks, odds and shares.

>>> Totals.parse("hard 9-11").describes(hands.hard(10)), Totals.parse("13-16").text
(True, '13-16')
>>> bin(Ranks.parse("3-6, A").mask)             # the ace is bit 0
'0b111101'
>>> Odds.parse("3 to 2") == Odds.parse("6 to 4")
True
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, ClassVar, Self

from pitboss import cards
from pitboss.rules import hands
from pitboss.rules.sentences import shown


def _list_of(term: str) -> str:
    return rf"^\s*({term})\s*(,\s*({term})\s*)*$"


class Phrase:
    """A value written as a short text; equal texts after parsing are equal values."""

    __slots__ = ("text",)
    text: str
    EXPECTED: ClassVar[str]
    """What a person should write."""
    PATTERN: ClassVar[str]
    """What the texts look like, as a regular expression of a JSON Schema."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def _key(self) -> object:
        raise TypeError(f"{type(self).__name__} has no key")

    @classmethod
    def parse(cls, text: Any) -> Self:
        raise TypeError(f"{cls.__name__} cannot be parsed from {text!r}")

    @classmethod
    def refused(cls, text: Any) -> ValueError:
        """What is said of a text that is no such phrase."""
        return ValueError(f"{shown(text)}: use {cls.EXPECTED}")

    @classmethod
    def _terms(cls, text: Any) -> list[str]:
        if not isinstance(text, str) or not text.strip():
            raise cls.refused(text)
        return [term.strip() for term in text.split(",")]


class Totals(Phrase):
    """Which hands are meant: ``any``, ``none``, ``13-16``, ``hard 9-11, soft 13-18``."""

    __slots__ = ("states",)
    states: frozenset[int]
    EXPECTED = (
        "'any', 'none' or totals from 4 to 21 (soft ones from 12) such as '13-16', 'hard 9-11' or "
        "'soft 13-18'"
    )
    PATTERN = _list_of(r"none|((hard|soft) )?(any|\d{1,2}(-\d{1,2})?)")

    @classmethod
    def parse(cls, text: Any) -> Totals:
        """Read a phrase; a total without ``hard`` or ``soft`` means both."""
        states: set[int] = set()
        for term in cls._terms(text):
            if term == "none":
                continue
            match = re.fullmatch(r"(?:(hard|soft) )?(?:(\d{1,2})(?:-(\d{1,2}))?|any)", term)
            if not match:
                raise cls.refused(text)
            kind, low, high = match.groups()
            first = int(low or (12 if kind == "soft" else 4))
            last = int(high or low or 21)
            if not (12 if kind == "soft" else 4) <= first <= last <= 21:
                raise cls.refused(text)
            for total in range(first, last + 1):
                if kind != "soft":
                    states.add(hands.hard(total))
                if kind != "hard" and total >= 12:
                    states.add(hands.soft(total))
        self = cls()
        self.text, self.states = str(text), frozenset(states)
        return self

    def describes(self, state: int) -> bool:
        """Whether a hand in this state is meant."""
        return state in self.states

    def _key(self) -> object:
        return self.states


class Ranks(Phrase):
    """Which ranks are meant: ``none``, ``any``, ``3-6``, ``J-K``, ``A, T-K``."""

    __slots__ = ("mask",)
    mask: int
    EXPECTED = f"'any', 'none' or ranks of {' '.join(cards.RANKS)} such as '3-6', 'J-K' or 'A, T'"
    PATTERN = _list_of(r"none|any|[A2-9TJQK](-[A2-9TJQK])?")

    @classmethod
    def parse(cls, text: Any) -> Ranks:
        """Read a phrase; ranks run A 2 3 4 5 6 7 8 9 T J Q K."""
        mask = 0
        for term in cls._terms(text):
            if term == "none":
                continue
            if term == "any":
                mask |= (1 << 13) - 1
                continue
            match = re.fullmatch(r"([A2-9TJQK])(?:-([A2-9TJQK]))?", term)
            first = cards.RANKS.index(match[1]) if match else 1
            last = cards.RANKS.index(match[2] or match[1]) if match else 0
            if first > last:
                raise cls.refused(text)
            for rank in range(first, last + 1):
                mask |= 1 << rank
        self = cls()
        self.text, self.mask = str(text), mask
        return self

    def _key(self) -> object:
        return self.mask


class Ties(Phrase):
    """Totals on which both hands end: ``17``, ``17-19``, ``20-21, natural``."""

    __slots__ = ("mask",)
    mask: int
    NATURAL = 22
    EXPECTED = "totals from 4 to 21 and 'natural', such as '17-19' or '20, natural'"
    PATTERN = _list_of(r"natural|\d{1,2}(-\d{1,2})?")

    @classmethod
    def parse(cls, text: Any) -> Ties:
        """Read a phrase into a mask of totals, naturals at bit 22."""
        mask = 0
        for term in cls._terms(text):
            match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", term)
            if term == "natural":
                mask |= 1 << cls.NATURAL
                continue
            first = int(match[1]) if match else 0
            last = int(match[2] or match[1]) if match else 0
            if not 4 <= first <= last <= 21:
                raise cls.refused(text)
            for total in range(first, last + 1):
                mask |= 1 << total
        self = cls()
        self.text, self.mask = str(text), mask
        return self

    def _key(self) -> object:
        return self.mask


class Odds(Phrase):
    """What a winning wager pays: ``3 to 2``, ``6 to 5``, ``10 to 1``."""

    __slots__ = ("pays", "stake")
    pays: int
    stake: int
    EXPECTED = "odds such as '3 to 2' or '10 to 1'"
    PATTERN = r"^\d{1,6} to 0*[1-9]\d{0,5}$"

    @classmethod
    def parse(cls, text: Any) -> Odds:
        """Read ``X to Y`` with whole numbers, Y at least 1."""
        match = re.fullmatch(r"(\d{1,6}) to (\d{1,6})", text) if isinstance(text, str) else None
        if not match or int(match[2]) == 0:
            raise cls.refused(text)
        self = cls()
        self.text, self.pays, self.stake = text, int(match[1]), int(match[2])
        return self

    def _key(self) -> object:
        return Fraction(self.pays, self.stake)


class Share(Phrase):
    """A part of the main wager: ``1/2``, ``1``, ``2``."""

    __slots__ = ("over", "part")
    part: int
    over: int
    EXPECTED = "a share of the main wager such as '1/2' or '1'"
    PATTERN = r"^\d{1,6}(/0*[1-9]\d{0,5})?$"

    @classmethod
    def parse(cls, text: Any) -> Share:
        """Read ``X/Y`` or ``X``."""
        match = re.fullmatch(r"(\d{1,6})(?:/(\d{1,6}))?", text) if isinstance(text, str) else None
        if not match or (match[2] and int(match[2]) == 0):
            raise cls.refused(text)
        self = cls()
        self.text, self.part, self.over = text, int(match[1]), int(match[2] or 1)
        return self

    def _key(self) -> object:
        return Fraction(self.part, self.over)
