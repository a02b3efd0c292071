"""A drill item: a question that can be shown without its answer, and the answer apart from it.

Both are plain data. A question is everything a browser or a terminal draws; nothing in it depends
on the answer beyond what a dealer at that table would see.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from pitboss.table.views import Felt

Kind = Literal[
    "payout", "resolve", "procedure", "call", "table", "error", "limits", "insurance", "colour",
    "signal", "dispute",
]  # fmt: skip
Form = Literal["amount", "cut", "choice", "several", "order", "settle", "find"]
"""How an item is answered: an amount (typed, or cut in chips), chips only, one choice, all choices
that hold, all choices in their order, what becomes of each wager, or a line and a rule."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be chosen."""

    id: str
    """Its letter."""
    text: str
    """What it says."""


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A wager a question is about."""

    seat: int
    """Its seat."""
    hand: int
    """Counted from 0."""
    bet: str
    """Its id."""
    name: str
    """What stands on the felt."""
    cents: int
    """What lies there."""


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a trainee is shown."""

    text: str
    """The question in words."""
    form: Form
    """How it is answered."""
    aim_seconds: float
    """How soon a trained dealer answers."""
    felt: Felt | None = None
    """Cards and chips, where there are any."""
    seat: int = 0
    """The seat it is about, if it is about one."""
    hand: int = 0
    """Which of its hands, counted from 0."""
    told: list[str] = []
    """What has just been done, or the lines that are looked through, in order."""
    sign: list[str] = []
    """What the table's sign says of what is asked."""
    spots: list[Spot] = []
    """Wagers it is about."""
    options: list[Option] = []
    """What can be chosen."""
    rules: list[Option] = []
    """Rules to choose from, where the rule is asked for too; their ids are the rules'."""
    chips: list[int] = []
    """Values in cents of the chips an amount may be cut in."""
    pile: list[tuple[int, int]] = []
    """Chips that lie there: value in cents and how many."""
    paid: bool = False
    """Whether the answer is money that changes hands."""


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """What is done with a wager."""

    seat: int
    """Its seat."""
    hand: int
    """Which of its hands, counted from 0."""
    bet: str
    """The bet's id."""
    action: Literal["take", "pay", "push"]
    """What the dealer does."""
    cents: int
    """What is paid; nothing where the wager is taken or pushed."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is right, by the question's form."""

    text: str
    """In words."""
    cents: int | None = None
    """Of an amount."""
    cut: list[tuple[int, int]] = []
    """That amount in as few chips as can be; nothing where the rack cannot make it."""
    choices: list[str] = []
    """Letters: one, all that hold in any order, or all in order."""
    also: list[str] = []
    """Letters that are right too: a line that pays the same, or the other of two swapped ones."""
    settled: list[Settled] = []
    """What becomes of each wager, in order."""
    rule: str = ""
    """The rule that is asked for, where one is."""


class Quote(msgspec.Struct, frozen=True, kw_only=True):
    """A rule in the house's own words."""

    rule: str
    """Its id."""
    label: str
    """What it is called: its id, with its title where it has one."""
    text: str
    """What it says."""
    source: str
    """The document it is from, or whose custom it is."""


class PayRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a pay table."""

    event: str
    """How the wager is won."""
    pays: str
    """Such as ``3 to 2``."""
    due: bool
    """Whether it is the one that is paid."""


class PayRows(msgspec.Struct, frozen=True, kw_only=True):
    """What a wager is paid, line by line."""

    name: str
    """What stands on the felt."""
    rows: list[PayRow]
    """As they are listed."""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One question of a drill."""

    kind: Kind
    skill: str
    """What it trains, such as ``payout/main/natural``."""
    name: str
    """That skill in words."""
    question: Question
    answer: Answer
    rule: str
    """The rule it is decided by."""
    rules: list[str]
    """All rules it is about, that one first."""
    working: list[str]
    """How the answer comes about, line by line."""
    explanation: list[Quote]
    """The house's own rule text."""
    pays: list[PayRows] = []
    """The pay tables of the wagers it is about, where something is paid."""
    decides: dict[str, list[str]] = {}
    """By its letter, what says whether a choice is right, where that differs between choices; of a
    whole table by its wager, and for the order."""

    def explained(self, wrong: Collection[str]) -> list[Quote]:
        """The rule text; what decides the choices that were wrong comes first."""
        first = [rule for letter in sorted(wrong) for rule in self.decides.get(letter, [])[:1]]
        order = {rule: at for at, rule in enumerate(dict.fromkeys(first))}
        return sorted(self.explanation, key=lambda one: order.get(one.rule, len(order)))


ALL_THAT_APPLY = "Choose all that apply."
IN_ORDER = "Choose all of them, the first one first."
"""How a question is answered that has more than one choice."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def lettered(texts: list[str]) -> list[Option]:
    """Choices with a letter each."""
    return [Option(id=letter, text=text) for letter, text in zip(LETTERS, texts, strict=False)]
