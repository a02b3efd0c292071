"""The pages of docs/conformity: each document line by line, every id with its tests, an index."""

from __future__ import annotations

from functools import cache

from tests import rule_coverage

from pitboss import games
from pitboss.rules.approval import APPROVAL_RULES
from pitboss.rules.game import Ruling
from pitboss.rules.limits import washington
from scripts.conformity import places
from scripts.conformity.documents import Document, Line, documents, unnumbered
from scripts.conformity.proofs import proofs_by_rule, proofs_of

UP = "../.."
"""The project's root as the pages see it."""
INDEX = """\
# Conformity

The games are products with a document each. Here every sentence of those documents and every line
of their tables stands beside the rule that carries it out. The words are ours; the documents are
the authority. Written by `make docs` from [documents](documents) and [places.toml](places.toml);
the tests see to it that every line has an id or a reason to have none, every id a test, that no
rule of a game is without a line, and that the pay tables are those of the games' files. Blackjack
itself has no document: its rules are [common practice](../games/blackjack.md).

| document | lines | rules | dealer's steps | not for software | to be numbered | by a ruling |
|---|--:|--:|--:|--:|--:|--:|"""
DOCUMENT = """\
Every sentence of the document and every line of its tables, in our words: where it stands, the rule
that carries it out, where that lives in the program, a test that proves it, and the ruling if it
had to be read. All tests of a rule stand under its id in [rules.md](rules.md)."""
RULES = """\
# Rules, rulings and their tests

Every id: its words, where it lives, the lines of the documents it carries out, and all tests that
carry it. The documents line by line: [README.md](README.md)."""


@cache
def pages() -> dict[str, str]:
    """Every page by its file's name."""
    made = {f"{game}.md": document_page(document) for game, document in documents().items()}
    return {"README.md": index_page(), "rules.md": rules_page(), **made}


def index_page() -> str:
    """The documents, counted."""
    lines = [INDEX]
    distinct = [line for document in documents().values() for line in document.lines()]
    for game, document in documents().items():
        for number, copy in enumerate(document.copies, start=1):
            name = f"[{games.find(game).name}]({game}.md): {copy}"
            lines.append(_counted(name, document.lines(number)))
    lines.append(_counted("**all, what two copies share counted once**", distinct))
    lines += ["", "All rules, rulings and tests by id: [rules.md](rules.md)."]
    if unnumbered():
        lines += ["", "## To be numbered", ""]
        lines += [f"- {_id_link(rule)}: {meant}" for rule, meant in unnumbered().items()]
    return _squeezed(lines)


def _counted(name: str, lines: list[Line]) -> str:
    kinds = [line.kind for line in lines]
    counts = [kinds.count(kind) for kind in ("rule", "procedure", "not software", "to be numbered")]
    numbers = [len(lines), *counts, sum(bool(line.rulings) for line in lines)]
    return f"| {name} | " + " | ".join(map(str, numbers)) + " |"


def document_page(document: Document) -> str:
    """A document line by line."""
    game = games.find(document.game)
    lines = [f"# Conformity: {game.name}", "", DOCUMENT]
    lines += [f"The game's own page is [{game.id}.md](../games/{game.id}.md).", ""]
    if len(document.copies) == 1:
        lines.append(f"The document: {document.copies[0]}.")
    else:
        lines += ["There are copies of the document:", ""]
        lines += [f"{number}. {copy}." for number, copy in enumerate(document.copies, start=1)]
    for section in document.sections:
        lines += ["", f"## {section.name}", ""]
        if len(document.copies) > 1:
            copies = "copies" if len(section.copies) > 1 else "copy"
            lines += [f"In {copies} {' and '.join(map(str, section.copies))}.", ""]
        lines += ["| place | it says | rule | lives in | proved by | ruling |", "|---" * 6 + "|"]
        lines += [_row(line, document.game) for line in section.lines]
    return _squeezed(lines)


def _row(line: Line, game: str) -> str:
    if line.not_software:
        return f"| {line.at} | {line.says} | not a matter for software: {line.not_software} | | | |"
    rule = ", ".join(map(_id_link, line.rules))
    lives = "<br>".join(one.link(UP) for one in places.found(places.names_of(line), game))
    proved = "<br>".join(test.link(UP) for test in proofs_of(line))
    ruling = ", ".join(map(_id_link, line.rulings))
    return f"| {line.at} | {line.says} | {rule} | {lives} | {proved} | {ruling} |"


def _id_link(rule: str) -> str:
    mark = " (to be numbered)" if rule in unnumbered() else ""
    return f"[{rule}](rules.md#{rule.lower()}){mark}"


def rules_page() -> str:
    """Every rule and ruling: its words, where it lives, which lines it carries out, its tests."""
    lines = [RULES]
    if unnumbered():
        lines += ["", "## To be numbered"]
        for rule, meant in unnumbered().items():
            lines += ["", f"### {rule}", "", meant, "", *_cited(rule)]
    home = {document.family: game for game, document in documents().items()}
    family = ""
    for rule in rule_coverage.rule_ids():
        if rule.partition("-")[0] != family:
            family = rule.partition("-")[0]
            lines += ["", f"## {family}"]
        lines += ["", f"### {rule}", "", *_words(rule), ""]
        game = home.get(family, games.BUILT_IN[0])
        living = places.found(places.names_by_rule().get(rule, []), game)
        if living:
            lines.append("- Lives in " + ", ".join(one.link(UP) for one in living))
        lines += _cited(rule)
        lines += [f"- Test: {test.link(UP)}" for test in proofs_by_rule()[rule]]
    return _squeezed(lines)


def _words(rule: str) -> list[str]:
    ruling = _rulings().get(rule)
    if ruling is None:
        return [_rule_texts()[rule]]
    return [f"{ruling.question} {ruling.ruling}", "", f"Other reading: {ruling.other}"]


def _cited(rule: str) -> list[str]:
    """The lines of the documents that a rule carries out, or a ruling reads."""
    cited = []
    for game, document in documents().items():
        at = [
            f"{section.name.lower()}, {line.at}"
            for section in document.sections
            for line in section.lines
            if rule in line.ids
        ]
        if at:
            cited.append(f"- In [{games.find(game).name}]({game}.md): {'; '.join(at)}")
    return cited


@cache
def _rule_texts() -> dict[str, str]:
    """Every rule in the project's words."""
    texts = {text.id: text.text for game in games.BUILT_IN for text in games.find(game).texts}
    practice = {one.id: one.does for one in games.find(games.BUILT_IN[0]).practice}
    return {**texts, **washington().rules, **practice, **APPROVAL_RULES}


@cache
def _rulings() -> dict[str, Ruling]:
    """Every ruling; of one that several games have, the first game's."""
    found: dict[str, Ruling] = {}
    for game in games.BUILT_IN:
        for ruling in games.find(game).rulings:
            found.setdefault(ruling.id, ruling)
    return found


def _squeezed(lines: list[str]) -> str:
    text = "\n".join(lines) + "\n"
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text
