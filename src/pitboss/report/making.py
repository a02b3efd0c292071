"""`make`: a game and its choices, made into a report as PDF or HTML."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pitboss.analysis.commands import command
from pitboss.report.chapters import evidence, opening, results, risks, rulebook
from pitboss.report.document import Block, Document, PageBreak
from pitboss.report.findings import Findings
from pitboss.report.html_page import html_page
from pitboss.report.study import Study
from pitboss.report.typst_page import pdf
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, OptionValue

Form = Literal["pdf", "html"]
MOST_ROUNDS = 1_000_000_000_000


@dataclass(frozen=True)
class Options:
    """What a report is made with."""

    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """House options, and rulings by their id."""
    paytables: Mapping[str, int] = field(default_factory=dict)
    rounds: int = 0
    """Rounds to deal beside the solver; none unless asked for."""
    seed: int = 1
    form: Form = "pdf"
    date: datetime.date | None = None
    """The day on the title page; today if none is given."""


def make(game: Game, options: Options | None = None) -> bytes:
    """A report, ready to be written to a file or sent."""
    chosen = options or Options()
    document = document_of(game, chosen)
    return pdf(document) if chosen.form == "pdf" else html_page(document).encode()


def document_of(game: Game, chosen: Options) -> Document:
    """The report as data."""
    if not 0 <= chosen.rounds <= MOST_ROUNDS:
        raise RulesError(f"rounds = {chosen.rounds:,}: use 0 to {MOST_ROUNDS:,}")
    study = Study(game, chosen.options, chosen.paytables)
    findings = Findings(study)
    date = (chosen.date or datetime.datetime.now(datetime.UTC).date()).isoformat()
    dealt = ["--rounds", str(chosen.rounds), "--seed", str(chosen.seed)] if chosen.rounds else []
    said = command(
        "report", game, chosen.options, chosen.paytables, {}, *dealt, "-o", f"report.{chosen.form}"
    )  # fmt: skip
    document = Document(opening.title_page(study, said, date), date)
    blocks = document.blocks
    chapters: list[list[Block]] = [
        opening.summary(study, findings),
        rulebook.rules_of_play(study),
        rulebook.house_options(study),
        rulebook.pay_tables(study),
        results.method(),
        results.results(study),
        results.charts(study),
        risks.sensitivity(study),
        risks.exposure(study),
        risks.bands(study),
        risks.advantages(study, findings),
        risks.mistakes(study, findings),
        evidence.simulation(study, chosen.rounds, chosen.seed),
        evidence.filed(study, findings),
        evidence.rulings(study, findings),
        results.events(study),
        evidence.traceability(study),
    ]
    blocks += chapters[0]
    blocks.append(PageBreak())
    for chapter in chapters[1:]:
        blocks += chapter
    blocks += evidence.conformity(document)
    blocks += evidence.commands(document, study)
    return document
