"""The title page, and the summary on one page."""

from __future__ import annotations

from pitboss._version import __version__
from pitboss.analysis.solution import POLICY_CLASSES
from pitboss.presentation.solution_tables import number, percent
from pitboss.report.cloth_colours import cloth_colours
from pitboss.report.document import (
    Block,
    Bullets,
    Code,
    Heading,
    Note,
    Paragraph,
    Strong,
    Table,
    Text,
    TitlePage,
)
from pitboss.report.findings import Findings
from pitboss.report.study import Study
from pitboss.rules.approval import standing


def title_page(study: Study, made_by: str, date: str) -> TitlePage:
    """Which game, which rules, which program."""
    game, here = study.game, study.here
    facts: list[tuple[str, Text]] = [
        ("Game", f"{game.name} ({game.id})"),
        ("Rules", _rules_words(study)),
        ("Rules hash", Code(here.solution.rules_hash)),
        ("Standing", standing(game, study.rules).says),
        ("Source", game.source),
        ("Program", f"pitboss {__version__}"),
        ("Date", date),
        ("Made by", Code(made_by)),
    ]
    return TitlePage(
        title=game.name,
        subtitle="Mathematical report",
        facts=[fact for fact in facts if fact[1]],
        colour=cloth_colours(game).deep,
    )


def _rules_words(study: Study) -> str:
    tables = [f"pay table {table} of {name}" for name, table in study.rules.paytables.items()]
    usual = [
        f"{name} {value}"
        for name, value in study.options.items()
        if name not in ("decks", "soft17")
    ]
    return ", ".join([study.here.name, *tables, *usual])


def summary(study: Study, findings: Findings) -> list[Block]:
    """What a busy reader takes away, on one page."""
    here, solution = study.here, study.here.solution
    opening = study.rules.wagers.opening
    rows: list[list[Text]] = []
    for bet in solution.bets.values():
        exact = bet.exact
        fraction = ""
        if exact:
            edge = -exact.expectation
            fraction = f"{edge.numerator:,}/{edge.denominator:,}".replace("-", "−")
        rows.append(
            [
                bet.name, here.edge(bet.id), fraction or "by play", here.sd(bet.id),
                here.hit_rate(bet.id),
            ]
        )  # fmt: skip
    several = len(opening) > 1
    names = " and ".join(study.wager_names[bet] for bet in opening)
    per_stake: tuple[object, ...] = (
        (", or ", here.round_edge_per_stake(), " of all that is staked before the deal")
        if several
        else ()
    )
    gain = (" (a gain of the player's)",) if solution.round.house_edge_per_main < 0 else ()
    said = (
        f"Played best by the exact cards, {names} {'cost' if several else 'costs'} the player ",
        here.round_edge(), " of the main wager in an average round", *gain, *per_stake,
        ", with a standard deviation of ", here.round_sd(), " main wagers. Later wagers "
        "counted, the house keeps ", here.element_of_risk(), " of what is put at risk.",
    )  # fmt: skip
    blocks: list[Block] = [
        Heading("Summary"),
        *([Paragraph(study.game.summary)] if study.game.summary else []),
        Paragraph(said),
        Table(
            f"Every wager, {here.name}",
            ["wager", "house edge", "as a fraction", "standard deviation", "wins"],
            rows, "lrrrr", (3, 0, 0, 0, 0),
        ),
        Paragraph(
            "The edge is what the house keeps of a unit staked on the wager, on average; pushes "
            "are not left out, and a minus sign is the player's advantage. A fraction is exact; "
            "where a decision touches the wager there is none, and the edge is exact for the play "
            "named. "
            f"Policy: {POLICY_CLASSES[solution.strategy]}.",
            small=True,
        ),
        Paragraph(Strong("What else was found")),
        Bullets(_found(findings)),
    ]  # fmt: skip
    if findings.advantages:
        best = findings.advantages[0]
        stakes = ", ".join(
            f"{stake:g} on {study.wager_names[bet]}" for bet, stake in best.stakes.items()
        )
        with_stakes = f" with {stakes} beside a main wager of 1" if stakes else ""
        blocks.append(
            Note(
                (
                    Strong("The player has the advantage under these rules"),
                    f"{with_stakes}: {percent(best.player_edge)} of the main wager, played "
                    f"{best.play}. See “Where the player has the advantage”.",
                )
            )
        )  # fmt: skip
    return blocks


def _found(findings: Findings) -> list[Text]:
    found: list[Text] = []
    if not findings.advantages:
        found.append(
            "No stakes that the caps and limits allow give the player the advantage under these "
            "rules, whatever the play."
        )
    if findings.elsewhere:
        best = max(findings.elsewhere, key=lambda one: one.player_edge)
        several = len(findings.elsewhere) > 1
        choices = "other choices or readings" if several else "other choice or reading"
        found.append(
            f"Under {len(findings.elsewhere)} {choices} of this game the player has the "
            f"advantage, of up to {percent(best.player_edge, 2)} of the main wager "
            f"({best.rules}; {percent(best.per_stake, 2)} of all that is staked then)."
        )
    if findings.worst_reading is not None:
        ruling, change = findings.worst_reading
        found.append(
            f"Of the rulings, {ruling} matters most: its other reading moves the edge of the main "
            f"game by {number(100 * change, 4)} points."
        )
    for line in findings.filed_verdict:
        found.append(line)
    if findings.costliest:
        worst = findings.costliest[0]
        found.append(
            f"The dealer's mistake that costs most: {worst.wager_name}, {worst.label} {worst.says}."
        )
    found.append(f"The house pays one seat in one round at most {findings.exposure}.")
    return found
