"""What is missing or wrong in the documents' lines, a sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from tests import rule_coverage

from pitboss import games
from pitboss.rules.game import option_text
from scripts.conformity.documents import Document, Line, documents, unnumbered
from scripts.conformity.places import names_by_rule, names_of, place
from scripts.conformity.proofs import proofs_by_rule


def faults() -> list[str]:
    """Everything that is wrong, each with its file and its place there."""
    ids = rule_coverage.rule_ids()
    found = [
        f"to-be-numbered.toml: {rule} has its number now; take it out"
        for rule in unnumbered()
        if rule in ids
    ]
    found += [
        f"places.toml: there is no {rule}; take it out"
        for rule in names_by_rule()
        if rule not in {*ids, *unnumbered()}
    ]
    for game, document in documents().items():
        for section in document.sections:
            for line in section.lines:
                where = f"{game}.toml, {section.name}, {line.at}"
                found += [f"{where}: {fault}" for fault in line_faults(line, game)]
        found += [f"{game}.toml: {fault}" for fault in document_faults(document)]
    return found


def line_faults(line: Line, game: str) -> Iterator[str]:
    """What is wrong with a line."""
    yield from _id_faults(line)
    names = names_of(line)
    waiting = {name for rule in unnumbered() for name in names_by_rule().get(rule, ())}
    for name in names:
        if place(name, game) is None and name not in waiting:
            yield (
                f"{name} is no key of the game, no step of the dealer's, no limit and no name "
                "of the source"
            )
    if line.rules and not names and line.kind != "to be numbered":
        yield f"say in places.toml where {' or '.join(line.rules)} lives"
    tests = [test.words for rule in line.ids for test in proofs_by_rule().get(rule, ())]
    for words in line.tests:
        if not any(words in test for test in tests):
            yield f"no test of {', '.join(line.ids)} has the words {words!r} in its name"
    if line.bet and list(line.pays) not in pay_lines(game, line.bet):
        yield f"{line.bet} has no event that pays {option_text(line.pays)}"


def _id_faults(line: Line) -> Iterator[str]:
    if bool(line.rules) == bool(line.not_software):
        yield "give it the id of a rule, or say in not-software why there is none"
    for rule in line.ids:
        if rule not in rule_coverage.rule_ids():
            if rule not in unnumbered():
                yield f"there is no {rule}; use the id of a rule, or list it in to-be-numbered.toml"
        elif not proofs_by_rule()[rule]:
            yield f"no test carries {rule}"
    for rule in line.rules:
        if is_ruling(rule):
            yield f"{rule} is a ruling; write it into rulings"
    for rule in line.rulings:
        if not is_ruling(rule):
            yield f"{rule} is a rule; write it into rules"


def document_faults(document: Document) -> Iterator[str]:
    """Rules of the game, and lines of its pay tables, that no line of the document has."""
    lines = document.lines()
    cited = {rule for line in lines for rule in line.ids}
    for rule in rule_coverage.rule_ids():
        if rule.startswith(f"{document.family}-") and rule not in cited:
            yield f"no line cites {rule}"
    written = [(line.bet, list(line.pays)) for line in lines if line.bet]
    for bet in games.find(document.game).tables.get("bets", ()):
        for pays in pay_lines(document.game, bet["id"]):
            wins = any(isinstance(pay, int) for pay in pays)
            if wins and (bet["id"], pays) not in written:
                yield f"no line of a pay table has {bet['id']} pay {option_text(pays)}"


def pay_lines(game: str, bet: str) -> list[list[int | str]]:
    """What the game's file pays on each event of a bet, table by table."""
    return [
        event["pays"]
        for one in games.find(game).tables.get("bets", ())
        if one["id"] == bet
        for event in one["events"]
    ]


def is_ruling(rule: str) -> bool:
    """Whether an id is a ruling's.

    >>> is_ruling("HB-R1"), is_ruling("M21-1")
    (True, False)
    """
    return "-R" in rule
