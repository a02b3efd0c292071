"""`pitboss report GAME`: a mathematical report to file, and papers for the table and the rack."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from pitboss.cli.simulating import rounds_of
from pitboss.cli.spinner import compiling
from pitboss.cli.variant import WHOLE, Variant, find
from pitboss.rules.errors import RulesError

Paper = Literal["sign", "card", "payouts", "layout"]


def report(
    game: str,
    /,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    variant: Variant | None = None,
    paper: Paper | None = None,
    rounds: str | None = None,
    seed: Annotated[int, WHOLE] = 1,
    date: str | None = None,
) -> None:
    """Write a mathematical report of a game, or a paper for its table.

    A report has rules, method, exact results for every number of decks and soft-17 rule, charts,
    what can go wrong, and with every number the command that prints it again. For example:

    `pitboss report half-back -o half-back.pdf` is fit to file: PDF/A, tagged, with contents.

    `pitboss report ./my-game.toml --decks 8 --rounds 100M -o mine.html` is one page for a browser,
    with a simulation beside the solver.

    `pitboss report half-back --paper sign -o sign.pdf` is the pay-table sign, print-ready with crop
    marks; card is a player's strategy card, payouts the dealer's payout card, layout the cloth with
    its spots. Papers are written as .pdf or .svg.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    output
        The file to write: .pdf or .html for a report, .pdf or .svg for a paper.
    paper
        Write this instead of a report: sign, card, payouts or layout.
    rounds
        Also deal so many rounds and show them beside the solver, written 2000000, 1e9, 10M or 2G.
    seed
        Another seed deals other rounds.
    date
        The day on the report, such as 2026-01-31; today unless said.

    """
    from pitboss.report.files import check_output, write_whole

    found, _ = find(game, variant)
    chosen = variant or Variant()
    day = _day(date)
    if paper is not None:
        if rounds is not None:
            raise RulesError(f"--rounds {rounds}: a {paper} has no simulation; leave it out")
        from pitboss.report.papers import make as make_paper

        form = check_output(output, ("pdf", "svg"))
        with compiling():
            content = make_paper(
                found,
                paper,
                chosen.chosen(found),
                chosen.tables(),
                "svg" if form == "svg" else "pdf",
                day,
            )
    else:
        from pitboss.report.making import Options, make

        form = check_output(output, ("pdf", "html"))
        options = Options(
            chosen.chosen(found), chosen.tables(), rounds_of(rounds) if rounds else 0, seed,
            "html" if form == "html" else "pdf", day,
        )  # fmt: skip
        with compiling():
            content = make(found, options)
    write_whole(output, content)
    print(f"{output}: written")


def _day(text: str | None) -> datetime.date | None:
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise RulesError(f"--date {text}: write a day such as 2026-01-31") from None
