"""The dealer's procedure (PR): captions for the steps of a round, and the practice behind them.

`dealing.toml` says how a house deals whatever the game is, all of it house custom. A game's file
gives a step its own words under ``[procedure]``, and adds to the practice or says under
``[practice]`` what its document says, with the document as the source.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from msgspec import Meta

from pitboss.rules.conditions import CONDITIONS
from pitboss.rules.decode import decode
from pitboss.rules.sentences import Problem, nearest, one_of, shown, told, use, wrong
from pitboss.rules.vocabulary import Section

HOUSE_CUSTOM = "house custom"
"""The source of what no document says."""

Condition = Annotated[str, Meta(extra_json_schema={"enum": list(CONDITIONS)})]
"""What a game must have, by name."""
Kind = Literal["signal", "wagers", "cards", "settling", "irregularity"]
KINDS: dict[Kind, str] = {
    "signal": "Hand signals",
    "wagers": "Wagers and chips",
    "cards": "Cards",
    "settling": "Paying, pushing and taking",
    "irregularity": "When it went wrong",
}
"""What a dealer's practice is about, in the order in which it is read."""


class Step(Section, frozen=True, kw_only=True):
    """What the dealer does and says at one step."""

    does: str = ""
    """What the dealer does; words in braces such as ``{card}`` are filled in."""
    says: str = ""
    """What the dealer says."""


class Practice(Section, frozen=True, kw_only=True):
    """What a dealer has to know: a signal, where chips and cards go, how a mistake is mended."""

    id: str
    """Its id, such as ``PR-9``."""
    kind: Kind
    """What it is about."""
    name: str
    """What it is called; of an irregularity, what went wrong."""
    at: tuple[str, ...]
    """Steps of the round at which it is done, or at which an irregularity is noticed; or, apart
    from any round, work with chips, such as ``chips/change``."""
    when: tuple[Condition, ...] = ()
    """What a game must have for it to be of use, all of it; nothing where every game has use."""
    signal: str = ""
    """What the player shows, where it is a signal."""
    does: str
    """What the dealer does."""
    says: str = ""
    """What the dealer says."""
    source: str = HOUSE_CUSTOM
    """The document and its rule, or ``house custom``."""
    note: str = ""
    """What else should be known of the source: what is left to training, which part is custom."""
    as_ruled: tuple[str, ...] = ()
    """Rulings whose reading its words take for granted; where one is read otherwise, it says so."""

    def problems(self) -> Iterable[Problem]:
        for condition in self.when:
            if condition not in CONDITIONS:
                advice = use(CONDITIONS, typed=condition)
                yield wrong(
                    "when", self.when, f"no game has a condition {shown(condition)}; {advice}"
                )
        if not self.at:
            yield wrong("at", self.at, "name one step of the round or more, such as 'pay-hand'")
        if self.kind == "signal" and not self.signal:
            yield told("signal", " is missing; say what the player shows", others=["kind"])
        if self.kind != "signal" and self.signal:
            yield wrong(
                "signal", self.signal, f"leave it out, or use kind = 'signal' in place of "
                f"{shown(self.kind)}", others=["kind"],
            )  # fmt: skip
        if not self.source.strip():
            yield wrong("source", self.source, f"name document and rule, or {HOUSE_CUSTOM!r}")
        elif self.source != HOUSE_CUSTOM and nearest(self.source, [HOUSE_CUSTOM]):
            yield wrong("source", self.source, f"use {HOUSE_CUSTOM!r}, as it is")

    @property
    def is_custom(self) -> bool:
        """Whether no document says it."""
        return self.source == HOUSE_CUSTOM


class Manual(Section, frozen=True, kw_only=True):
    """How a house deals, whatever the game is."""

    procedure: dict[str, Step]
    """Captions by step of the round."""
    practice: tuple[Practice, ...]
    """By id."""


CASES = ("by-itself", "of-pair", "look", "riding", "early", "only", "last", "unasked")
"""What follows a step's name where it is told in other words; `dealing.toml` says what they mean.
A game that has no words for the case gives those of the plain step."""
FIELDS = frozenset({"seat", "hand", "card", "bet", "event", "amount", "paid", "total"})
"""What a caption may mention; a step leaves out what it does not know."""


CHIP_WORK = ("chips/change", "chips/buy-in", "chips/run-down", "chips/fill")
"""What a dealer does with chips apart from any round; practice may be of these."""


def source() -> str:
    """The text of the house's manual."""
    return (files(__package__) / "dealing.toml").read_text(encoding="utf-8")


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(source())


@cache
def manual() -> Manual:
    """The house's manual."""
    return decode(_tables(), Manual, origin="dealing.toml", text=source())


def house_practice() -> dict[str, Any]:
    """The manual's practice as a file has it: what a game starts from that is based on no other."""
    return {"practice": _tables()["practice"]}


def steps() -> tuple[str, ...]:
    """Every step of a round, by name; asked while a game is decoded, so it decodes nothing."""
    return tuple(_tables()["procedure"])


def plain_step(step: str) -> str:
    """The step that another is a case of.

    >>> plain_step("burn-last-unasked"), plain_step("burn-top")
    ('burn', 'burn-top')
    """
    for case in reversed(CASES):
        step = step.removesuffix(f"-{case}")
    return step


def step_problems(captions: Mapping[str, Step]) -> list[Problem]:
    """Captions for steps that do not exist, or with words nothing can fill in."""
    found = []
    for name, step in captions.items():
        if name not in steps():
            found.append(
                told(("procedure", name), f" is no step of a round; {use(steps(), typed=name)}")
            )
        for key, text in (("does", step.does), ("says", step.says)):
            if not _plain(text):
                fields = one_of(f"{{{field}}}" for field in sorted(FIELDS))
                found.append(
                    wrong(("procedure", name, key), text, f"in braces use {fields}, as they are")
                )
    return found


def practice_problems(practice: Iterable[Practice]) -> list[Problem]:
    """Practice at steps that do not exist."""
    known = (*steps(), *CHIP_WORK)
    return [
        wrong(
            ("practice", one.id, "at"), one.at,
            f"{shown(step)} is no step of a round; {use(known, typed=step)}",
        )
        for one in practice
        for step in one.at
        if step not in known
    ]  # fmt: skip


def _plain(caption: str) -> bool:
    """Whether only known words stand in braces, as they are."""
    try:
        parts = list(string.Formatter().parse(caption))
    except ValueError:
        return False
    return all(
        field is None or (field in FIELDS and not spec and conversion is None)
        for _, field, spec, conversion in parts
    )
