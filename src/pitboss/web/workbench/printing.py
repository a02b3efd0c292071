"""A file's report and papers, made in a bench's process."""

from __future__ import annotations

import base64

from pitboss.report import making, papers
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.web.workbench.further_answers import BenchPaper
from pitboss.web.workbench.solved_files import read, with_choices
from pitboss.web.workbench.wire import Design, PaperForm, Print

KINDS: dict[PaperForm, str] = {
    "pdf": "application/pdf",
    "html": "text/html",
    "svg": "image/svg+xml",
}


def paper_of(design: Design, wanted: Print) -> BenchPaper:
    """The report of a file's game, or a paper for its table.

    A file that changes nothing is the game it is based on.
    """
    game = with_choices(read(design))
    return BenchPaper(
        name=f"{game.id}-{wanted.paper}.{wanted.form}", kind=KINDS[wanted.form],
        data=base64.b64encode(_made(game, design.paytables, wanted)).decode(),
    )  # fmt: skip


def _made(game: Game, paytables: dict[str, int], wanted: Print) -> bytes:
    if wanted.paper == "report":
        if wanted.form == "svg":
            raise RulesError(f"{game.id}: a report is made as pdf or html")
        return making.make(game, making.Options(paytables=paytables, form=wanted.form))
    if wanted.form == "html":
        raise RulesError(f"{game.id}: a paper is made as pdf or svg")
    return papers.make(game, wanted.paper, paytables=paytables, form=wanted.form)
