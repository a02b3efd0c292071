"""The pay-table sign beside a table: what every bet pays, what may be staked, the game in brief."""

from __future__ import annotations

from pitboss.report.cloth_colours import cloth_colours
from pitboss.report.papers.departing import notice
from pitboss.report.papers.pays import PayList, pay_lists
from pitboss.report.papers.sheet import BLEED_MM, Sheet, coloured, footer
from pitboss.report.study import Study
from pitboss.report.typesetting import string
from pitboss.rules.sign import Sign, table_sign

WIDTH, HEIGHT, PANEL = 210, 148, 80
MARGIN = 10


def sign(study: Study) -> Sheet:
    """A5, lying: pays on white, limits and rules on the cloth's colour."""
    colours = cloth_colours(study.game)
    shown = table_sign(study.game, study.rules, study.limits)
    left = WIDTH - PANEL
    width, height = left - 2 * MARGIN, HEIGHT - 2 * MARGIN - 8
    body = (
        f"#place(top + left, dx: {MARGIN}mm, dy: {MARGIN}mm, fit(most: 1.5, {width}mm, {height}mm, "
        f"[{notice(study, 11)}{_pays(study, shown, colours.deep)}]))\n"
        f"#place(bottom + left, dx: {MARGIN}mm, dy: -{MARGIN - 2}mm, block(width: {width}mm, "
        f"text(7.5pt, fill: quiet, {string(footer(study))})))\n"
        f"#place(top + left, dx: {left + 8}mm, dy: {MARGIN}mm, "
        f"fit({PANEL - 16}mm, {HEIGHT - 2 * MARGIN}mm, [{_panel(shown, colours.printing)}]))"
    )
    under = coloured(left, -BLEED_MM, PANEL + BLEED_MM, HEIGHT + 2 * BLEED_MM, colours.deep)
    return Sheet(f"{study.game.name}: sign", WIDTH, HEIGHT, body, under)


def _pays(study: Study, shown: Sign, colour: str) -> str:
    """What every bet pays; without bets, the game in large letters."""
    lists = pay_lists(study)
    if not lists:
        return f'#text(30pt, weight: "bold", {string(study.game.name)})\n#v(4mm)\n' + "".join(
            f"#block(below: 5mm, text(19pt, {string(line)}))\n" for line in shown.cloth
        )
    return "#v(6mm)\n".join(_list(one, colour) for one in lists)


def _list(pays: PayList, colour: str) -> str:
    said = ""
    if pays.note:
        said = f"#block(below: 3mm, text(13pt, fill: quiet, {string(pays.note + ':')}))\n"
    lines = "".join(f"({string(one)}, {string(odds)}), " for one, odds in pays.rows)
    return (
        f'#block(below: 4.5mm, text(30pt, weight: "bold", {string(pays.title)}))\n{said}'
        f"#line(length: 100%, stroke: 1.6pt + rgb({string(colour)}))\n#v(-2.6mm)\n"
        f"#ruled(({lines}), size: 17pt, gap: 2.8mm)\n"
    )


def _panel(shown: Sign, tint: str) -> str:
    takes = "".join(f"({string(one.name)}, {string(one.takes)}), " for one in shown.wagers)
    game = "".join(f"#block(below: 2.8mm, text(12.5pt, {string(line)}))\n" for line in shown.cloth)
    caps = "".join(f"#block(below: 2mm, text(10.5pt, {string(line)}))\n" for line in shown.caps)
    most = [one.aggregate for one in shown.wagers if one.aggregate]
    limits = "".join(
        f"#block(below: 2mm, text(7.5pt, {string(line)}))\n"
        for line in [*most, *shown.limits, shown.approval]
    )
    return (
        "#set text(fill: white)\n"
        f"{_title('Wagers at this table', tint)}#ruled(({takes}), size: 12.5pt, gap: 1.9mm, "
        f"colour: white, line-colour: rgb({string(tint)}).transparentize(55%))\n"
        f"#v(4mm)\n{_title('The game', tint)}{game}#v(3mm)\n{_title('Limits', tint)}{caps}{limits}"
    )


def _title(text: str, tint: str) -> str:
    return (
        f'#block(below: 2.5mm, text(10pt, weight: "bold", tracking: 0.6pt, '
        f"fill: rgb({string(tint)}), upper({string(text)})))\n"
    )
