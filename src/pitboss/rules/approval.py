"""Whether the rules in force are those somebody approved, and where they are not.

An approval belongs to a document, and holds for rules that keep to it: the rulings as ruled, house
options where the document leaves them to the house, any of its pay tables. `standing` is the one
place that judges it; whatever names a game with its rules says what `standing` says.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.rules.game import (
    OPTION_KEYS,
    OPTION_LABELS,
    Approval,
    Game,
    Ruling,
    chosen_again,
    differences,
    option_text,
    played,
)
from pitboss.rules.vocabulary import Rules

APPROVAL_RULES = {
    "AP-1": "The approval of a game is its data: who approved it, when, which version, and when "
    "the rules of play were handed in.",
    "AP-2": "The conditions of the letter stand with the approval, where a card room reads the "
    "rules.",
    "AP-3": "The approval stands only where it is true: a table that plays another reading, or an "
    "option no document has, says that these are not the rules as approved, and names which.",
}
"""What holds for approvals, by id."""

MOST_NAMED = 6
"""Departures that a sentence names; the list has them all."""


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """An approval that holds."""

    document: str
    """What is approved, as the letter calls it."""
    version: str
    """The document's, where it has one."""
    body: str
    """Who approved it."""
    date: datetime.date
    """When."""
    submitted: datetime.date | None
    """When the document was handed in, where the letter says so."""
    conditions: list[str]
    """Under which it is approved."""
    remarks: list[str]
    """What the letter says besides."""


class Departure(msgspec.Struct, frozen=True, kw_only=True):
    """A point in which rules are not those of the document."""

    id: str
    """The ruling whose other reading is in force, the house option, or the key of the rules."""
    says: str
    """How it is played."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What may be said of the approval of a game, as it is played."""

    approved: bool
    """Whether these are rules as approved."""
    title: str
    """In a few words, with the ids of what departs."""
    says: str
    """In a sentence, which names every departure."""
    letter: Letter | None
    """The approval, where it holds."""
    departs: list[Departure]
    """Where the rules are not those of the document, or not as they are ruled."""


def standing(game: Game, rules: Rules) -> Standing:
    """What may be said of the approval of these rules of a game."""
    if not game.built_in:
        return _own(game)
    departs = list(_departures(game, rules))
    approval = game.approval
    named = _named(departs)
    if approval is None:
        says, title = f"{game.source}; no document, so no approval", "no document, no approval"
        if departs:
            says = f"{says}; played otherwise than ruled: {named}"
            title = f"{title}; otherwise than ruled: {_ids(departs)}"
        return _standing(title, says, departs)
    if departs:
        unlettered = "" if approval.body else f"; and {_without_letter(approval)}"
        says = f"Not the rules as approved: {named}{unlettered}"
        return _standing(_title(departs), says, departs)
    if approval.body and approval.date:
        letter = Letter(
            document=approval.document, version=approval.version, body=approval.body,
            date=approval.date, submitted=approval.submitted, conditions=list(approval.conditions),
            remarks=list(approval.remarks),
        )  # fmt: skip
        title = f"as approved by the {letter.body}, {letter.date}"
        return Standing(
            approved=True, title=title, says=_told(letter), letter=letter, departs=[]
        )  # fmt: skip
    says = _without_letter(approval)
    return _standing("no letter of approval, no date", says[0].upper() + says[1:], [])


def other_readings(game: Game, rules: Rules) -> list[Ruling]:
    """The rulings that these rules read otherwise, those that are no house options first."""
    options, _ = chosen_again(game, rules)
    chosen = [ruling for ruling in game.rulings if options.get(ruling.id) == "other"]
    return chosen + [
        ruling
        for name, value in options.items()
        for ruling in game.rulings
        if name == ruling.option and ruling not in chosen and value != game.default(name)
    ]


def plain_standing(game: Game, rules: Rules) -> dict[str, Any]:
    """The same as plain values, for JSON."""
    values: dict[str, Any] = msgspec.to_builtins(standing(game, rules))
    return values


def _own(game: Game) -> Standing:
    """Nobody approved what a designer made, whatever it was made from."""
    if not game.based_on:
        return _standing(
            "a designer's own game", "A designer's own game, approved by nobody", []
        )  # fmt: skip
    departs = [_changed(line) for line in game.changes()]
    changes = f": {_named(departs)}" if departs else ""
    says = (
        f"Not the rules as approved: a designer's own game, based on {game.based_on}"
        f"{changes}; approved by nobody"
    )
    return _standing(_title(departs), says, departs)


def _title(departs: list[Departure]) -> str:
    return "not the rules as approved" + (f": {_ids(departs)}" if departs else "")


def _ids(departs: list[Departure]) -> str:
    more = ", …" if len(departs) > MOST_NAMED else ""
    return ", ".join(one.id for one in departs[:MOST_NAMED]) + more


def _standing(title: str, says: str, departs: list[Departure]) -> Standing:
    return Standing(approved=False, title=title, says=says, letter=None, departs=departs)


def _departures(game: Game, rules: Rules) -> Iterator[Departure]:
    """Every point in which rules leave the document, those of rulings first."""
    options, explained = chosen_again(game, rules)
    left = game.approval.leaves if game.approval else game.options
    for ruling in other_readings(game, rules):
        yield Departure(id=ruling.id, says=f"{ruling.question} {ruling.other}")
    ruled = {ruling.option for ruling in game.rulings}
    for name, value in options.items():
        if name not in OPTION_KEYS or value == game.default(name):
            continue
        if name not in left and name not in ruled:
            chosen = f"{OPTION_LABELS[name]} = {option_text(value)}"
            yield Departure(id=name, says=f"{chosen}, which no document leaves to the house")
    for line in differences(played(explained), played(rules)):
        yield _changed(line)


def _changed(line: str) -> Departure:
    """What a line of `differences` says."""
    key, _, value = line.partition(" = ")
    return Departure(id=key if value else line.rpartition(" is ")[0], says=line)


def _named(departs: list[Departure]) -> str:
    said = [
        one.says if one.says.startswith(one.id) else f"{one.id}: {one.says.rstrip('.')}"
        for one in departs[:MOST_NAMED]
    ]
    more = len(departs) - MOST_NAMED
    return "; ".join(said) + (f"; and {more} more" if more > 0 else "")


def _told(letter: Letter) -> str:
    version = f", version {letter.version}" if letter.version else ""
    submitted = f", submitted {letter.submitted}" if letter.submitted else ""
    conditions = ", under the letter's conditions" if letter.conditions else ""
    return (
        f"Rules as approved by the {letter.body} on {letter.date}{conditions}: "
        f"{letter.document}{version}{submitted}"
    )


def _without_letter(approval: Approval) -> str:
    return f"the document ({approval.document}) has no letter of approval and no date"
