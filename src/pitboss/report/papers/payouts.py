"""The dealer's payout card: what every line pays on usual wagers."""

from __future__ import annotations

from pitboss.report.cloth_colours import cloth_colours
from pitboss.report.papers.departing import notice
from pitboss.report.papers.pays import capital
from pitboss.report.papers.sheet import BLEED_MM, Sheet, coloured, footer
from pitboss.report.study import Study
from pitboss.report.typesetting import string
from pitboss.rules.limits import dollars
from pitboss.school.manual import CARD_STAKES, payout_lines
from pitboss.school.setting import Setting

WIDTH, HEIGHT, BAND, MARGIN = 210, 148, 20, 9


def payouts(study: Study) -> Sheet:
    """A5, lying: a line for every payout, a column for every usual wager."""
    colours = cloth_colours(study.game)
    lines = payout_lines(Setting(study.game, study.rules))
    heads = ["pays", *(dollars(cents) for cents in CARD_STAKES)]
    cells = []
    for line in lines:
        cells += [f'text(weight: "semibold", {string(capital(line.name))})', string(line.odds)]
        cells += [f'text(weight: "bold", {string(paid)})' for paid in line.paid]
    table = (
        f"#table(columns: (1fr, auto, {', '.join(['auto'] * len(CARD_STAKES))}), "
        "align: (x, y) => (if x == 0 { left } else { right }) + horizon, "
        "inset: (x: 2mm, y: 2.1mm), "
        'fill: (x, y) => if y > 0 and calc.even(y) { rgb("#f1f3f5") }, '
        "stroke: (x, y) => (bottom: if y == 0 { 1pt + ink } else { 0.4pt + hair }), "
        f"table.header([], {', '.join(f'text(fill: quiet, {string(head)})' for head in heads)}), "
        f"{', '.join(cells)})"
    )
    body = (
        f'#place(top + left, dx: {MARGIN}mm, dy: 4.5mm, text(23pt, weight: "bold", fill: white, '
        f"{string(study.game.name)}))\n"
        f"#place(top + right, dx: -{MARGIN}mm, dy: 8mm, text(12pt, fill: white, "
        '"What to pay"))\n'
        f"#place(top + left, dx: {MARGIN}mm, dy: {BAND + 5}mm, "
        f"fit(most: 1.3, {WIDTH - 2 * MARGIN}mm, {HEIGHT - BAND - 17}mm, "
        f"[{notice(study, 11)}#set text(12pt)\n{table}]))\n"
        f"#place(bottom + left, dx: {MARGIN}mm, dy: -5mm, text(7.5pt, fill: quiet, "
        f"{string(footer(study))}))"
    )
    under = coloured(
        -BLEED_MM, -BLEED_MM, WIDTH + 2 * BLEED_MM, BAND + BLEED_MM, colours.deep
    )  # fmt: skip
    return Sheet(f"{study.game.name}: payout card", WIDTH, HEIGHT, body, under)
