"""What can be shown of a dealer's training: certificates, and tests beside a real table.

Both are plain data with a hash over it. What is printed is made from that data alone.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from pitboss._version import __version__
from pitboss.rules.approval import standing
from pitboss.rules.practice import practice_of
from pitboss.school.aims import PASS_ACCURACY
from pitboss.school.items import Kind
from pitboss.school.making import MAKERS
from pitboss.school.setting import Setting
from pitboss.store.school_sittings import Answered

NEWEST = 100
"""Answers of each kind of drill that count, the newest: early mistakes are how one learns."""
LEAST_ANSWERS = 20
"""Without so many nothing is certified."""

Mark = Literal["passed", "failed", "not seen"]


class CertifiedSkill(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody showed at one thing."""

    kind: str
    """The kind of drill."""
    skill: str
    """What it trains."""
    name: str
    """That in words."""
    answered: int
    """Answers that count."""
    right: int
    """Of these, how many were right."""
    in_time: int
    """Of these again, how many within the aim."""


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody is certified for."""

    person: str
    """Who."""
    game: str
    """The game's id."""
    game_name: str
    """What it is called."""
    rules_hash: str
    """The fingerprint of the rules."""
    approval: str
    """What may be said of the approval of these rules."""
    version: str
    """The pitboss that asked and marked."""
    issuer: str
    """Who certifies it."""
    issued: int
    """When, in milliseconds since 1970."""
    accuracy: float
    """The share of right answers that was asked for."""
    answered: int
    """Answers that count."""
    right: int
    """Of these, how many were right."""
    in_time: int
    """Of these again, how many within the aim."""
    first: int
    """When the first of them was given, in milliseconds since 1970."""
    last: int
    """When the last of them was given."""
    skills: list[CertifiedSkill]
    """What was shown, skill by skill."""
    table_test: int | None
    """The number of the newest table test at this game that was passed; null without one."""


class ChecklistLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something an examiner looks for beside a table."""

    rule: str
    """The practice's id."""
    name: str
    """What it is called."""
    does: str
    """What the dealer does."""
    says: str
    """What the dealer says; empty where nothing is said."""
    source: str
    """The document, or house custom."""


class TestedLine(ChecklistLine, frozen=True, kw_only=True):
    """Such a line with its mark."""

    mark: Mark
    """What the examiner saw."""
    note: str
    """In the examiner's words."""


class TableTest(msgspec.Struct, frozen=True, kw_only=True):
    """A test beside a real table."""

    person: str
    """Who dealt."""
    game: str
    """The game's id."""
    game_name: str
    """What it is called."""
    rules_hash: str
    """The fingerprint of the rules."""
    examiner: str
    """Whose account it was entered with."""
    signature: str
    """The name it is signed with."""
    at: int
    """When, in milliseconds since 1970."""
    table: str
    """At which table, in the examiner's words."""
    lines: list[TestedLine]
    """The checklist."""
    passed: bool
    """Whether nothing was failed and something was seen."""
    note: str
    """In the examiner's words."""
    drawn: str = ""
    """The signature as it was drawn with a finger, as an SVG path in a box 600 wide and 160 high;
    empty where only the name was typed."""


SIGNATURE_BOX = (600, 160)
DRAWN_PATTERN = r"^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})*)*$"
"""What a drawn signature may be: lines, and nothing else of SVG."""


def strokes(drawn: str) -> list[list[tuple[int, int]]]:
    """The points of a drawn signature, stroke by stroke, none outside its box."""
    width, height = SIGNATURE_BOX
    return [
        [
            (min(int(x), width), min(int(y), height))
            for x, y in (point.split(" ") for point in stroke.split("L"))
        ]
        for stroke in drawn.split("M")[1:]
    ]


def content_hash(content: str) -> str:
    """The SHA-256 of what a paper says, in hex."""
    return hashlib.sha256(content.encode()).hexdigest()


def counted(answers: Iterable[Answered]) -> list[Answered]:
    """The newest answers of each kind, from answers in any order."""
    kinds: dict[str, list[Answered]] = defaultdict(list)
    for one in sorted(answers, key=lambda one: (one.at, one.sitting, one.number), reverse=True):
        if len(kinds[one.kind]) < NEWEST:
            kinds[one.kind].append(one)
    return [one for found in kinds.values() for one in found]


def why_not(person: str, answers: Sequence[Answered], accuracy: float) -> str:
    """Why nobody can be certified for these answers; empty where they can."""
    right = sum(one.is_right for one in answers)
    if len(answers) < LEAST_ANSWERS:
        return (
            f"person = {person!r}: {len(answers)} answers under these rules count; "
            f"{LEAST_ANSWERS} are needed"
        )
    if right < accuracy * len(answers):
        return (
            f"person = {person!r}: {right} of the newest {len(answers)} answers are right; "
            f"{accuracy:.0%} are needed"
        )
    return ""


def certified_skills(answers: Iterable[Answered], names: dict[str, str]) -> list[CertifiedSkill]:
    """Answers added up by skill, in the order in which the kinds are learned."""
    found: dict[tuple[str, str], list[Answered]] = defaultdict(list)
    for one in answers:
        found[one.kind, one.skill].append(one)
    order = list(MAKERS)

    def place(key: tuple[str, str]) -> tuple[int, str]:
        kind: Kind = key[0]  # type: ignore[assignment]
        return (order.index(kind) if kind in order else len(order), key[1])

    return [
        CertifiedSkill(
            kind=kind, skill=skill, name=names.get(skill, skill), answered=len(given),
            right=sum(one.is_right for one in given), in_time=sum(map(was_in_time, given)),
        )
        for (kind, skill), given in sorted(found.items(), key=lambda pair: place(pair[0]))
    ]  # fmt: skip


def was_in_time(answer: Answered) -> bool:
    """Whether an answer was right and within the aim."""
    return answer.is_right and answer.ms <= answer.aim_ms


def certificate(
    setting: Setting, answers: Sequence[Answered], names: dict[str, str], *, person: str,
    issuer: str, issued: int, accuracy: float = PASS_ACCURACY, table_test: int | None = None,
) -> Certificate:  # fmt: skip
    """What these answers certify; `why_not` has nothing to say against it."""
    return Certificate(
        person=person, game=setting.game.id, game_name=setting.game.name,
        rules_hash=setting.identity, approval=standing(setting.game, setting.rules).says,
        version=__version__, issuer=issuer, issued=issued, accuracy=accuracy,
        answered=len(answers), right=sum(one.is_right for one in answers),
        in_time=sum(map(was_in_time, answers)), first=min(one.at for one in answers),
        last=max(one.at for one in answers), skills=certified_skills(answers, names),
        table_test=table_test,
    )  # fmt: skip


def checklist(setting: Setting) -> list[ChecklistLine]:
    """What an examiner looks for beside a table of this game."""
    return [
        ChecklistLine(rule=one.id, name=one.name, does=one.does, says=one.says, source=one.source)
        for one in practice_of(setting.game, setting.rules)
        if one.kind != "irregularity"
    ]


def is_passed(lines: Iterable[TestedLine]) -> bool:
    """Whether nothing was failed and something was seen."""
    marks = {line.mark for line in lines}
    return "failed" not in marks and "passed" in marks
