"""The layout: the cloth as it lies on the table, with every spot, drawn for printing."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, radians, sin

from pitboss.floor.layout import BettingPlace, places
from pitboss.report.cloth_colours import ClothColours, cloth_colours
from pitboss.report.papers.sheet import BLEED_MM, Sheet, coloured, footer
from pitboss.report.study import Study
from pitboss.report.typesetting import string
from pitboss.rules.cloth import cloth_lines

WIDTH, HEIGHT = 420, 206
CENTRE = (210.0, -12.0)
SEATS_AT, FIRST_ANGLE, LAST_ANGLE = 176.0, 15.0, 165.0
EDGE_AT = 205.0
LETTERS_AT, LETTERS_STEP = 71.0, 15.0
LONGEST_LINE = 58
MOST_STACKED = 4
"""Spots above one another at a side of the main spot; more stand in a second column."""
FONT = "Source Sans Pro, sans-serif"


def layout(study: Study) -> Sheet:
    """Lying, the dealer above, seat 1 at the players' right."""
    colours = cloth_colours(study.game)
    drawing = _drawing(study, colours)
    body = (
        f'#place(top + left, image(bytes({string(drawing)}), format: "svg", '
        f"width: {WIDTH}mm, alt: {string(_described(study))}))\n"
        "#place(bottom + left, dx: 6mm, dy: -4mm, "
        f"text(7.5pt, fill: rgb({string(colours.printing)}), {string(footer(study))}))"
    )
    under = coloured(
        -BLEED_MM, -BLEED_MM, WIDTH + 2 * BLEED_MM, HEIGHT + 2 * BLEED_MM, colours.cloth
    )  # fmt: skip
    return Sheet(f"{study.game.name}: layout", WIDTH, HEIGHT, body, under)


def _described(study: Study) -> str:
    names = ", ".join(place.name for place in places(study.rules))
    return f"The layout of {study.game.name}: {study.rules.wagers.seats} seats, each with {names}."


def _drawing(study: Study, colours: ClothColours) -> str:
    marks = [*_dealer(colours), *_letters(study, colours)]
    seats = study.rules.wagers.seats
    spots = places(study.rules)
    for seat in range(seats):
        share = (seat + 0.5) / seats
        angle = FIRST_ANGLE + (LAST_ANGLE - FIRST_ANGLE) * share
        x = CENTRE[0] + SEATS_AT * cos(radians(angle))
        y = CENTRE[1] + SEATS_AT * sin(radians(angle))
        marks.append(f'<g transform="translate({x:.1f} {y:.1f}) rotate({angle - 90:.1f})">')
        marks += _seat(seat + 1, spots, colours)
        marks.append("</g>")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}mm" height="{HEIGHT}mm">{"".join(marks)}</svg>'
    )


def _dealer(colours: ClothColours) -> Iterator[str]:
    line = f'fill="none" stroke="{colours.printing}" stroke-width="0.7"'
    yield f'<rect x="150" y="6" width="120" height="20" rx="3" {line}/>'
    yield _text(210, 18, "chips", 5, colours.printing)
    for x in (193, 211):
        yield f'<rect x="{x}" y="30" width="16" height="22.4" rx="1.4" {line}/>'
    yield f'<rect x="14" y="8" width="34" height="24" rx="3" {line}/>'
    yield _text(31, 22, "discards", 5, colours.printing)
    yield f'<rect x="372" y="8" width="34" height="24" rx="3" {line}/>'
    yield _text(389, 22, "shoe", 5, colours.printing)
    yield f'<circle cx="{CENTRE[0]}" cy="{CENTRE[1]}" r="{EDGE_AT}" {line}/>'


def _letters(study: Study, colours: ClothColours) -> Iterator[str]:
    """What stands on the cloth, on arcs around the dealer; the game's name largest."""
    rules = study.rules
    lines = [study.game.name, *_joined(cloth_lines(rules, study.limits.games.most))]
    room = SEATS_AT - LETTERS_AT - 34
    step = min(LETTERS_STEP, room / len(lines))
    for place, line in enumerate(lines):
        radius = LETTERS_AT + step * (place + 0.5)
        size = 12.0 if place == 0 else 8.4
        widest = radius * 2.25 / max(len(line), 1) / 0.52
        size = min(size, widest, step * 0.85)
        tint = colours.soft if place == 0 else colours.printing
        for letter, angle in _along(line, radius, size):
            x = CENTRE[0] + radius * cos(radians(angle))
            y = CENTRE[1] + radius * sin(radians(angle))
            yield (
                f'<g transform="translate({x:.2f} {y:.2f}) rotate({angle - 90:.2f})">'
                f"{_text(0, 0, letter, size, tint, bold=place == 0)}</g>"
            )


NARROW, WIDE = "fijlrt.,'’ I·", "mwMW"


def _joined(lines: list[str]) -> Iterator[str]:
    """Short lines beside each other."""
    held = ""
    for line in lines:
        if held and len(held) + len(line) > LONGEST_LINE:
            yield held
            held = ""
        held = f"{held}  ·  {line}" if held else line
    if held:
        yield held


def _along(line: str, radius: float, size: float) -> Iterator[tuple[str, float]]:
    """Letters with the angle at which each stands, the line in the middle, read from below."""
    widths = [
        size * (0.3 if one in NARROW else 0.82 if one in WIDE else 0.6 if one.isupper() else 0.52)
        for one in line
    ]
    at = -sum(widths) / 2
    for letter, width in zip(line, widths, strict=True):
        angle = 90 - (at + width / 2) / radius * 57.29578
        if letter != " ":
            yield letter, angle
        at += width


def _seat(number: int, spots: list[BettingPlace], colours: ClothColours) -> Iterator[str]:
    """A seat's spots: its own wagers nearest the player, side bets before them."""
    opening = [spot for spot in spots if spot.opening]
    free = [spot for spot in spots if not spot.opening and not spot.side]
    gap = 21.0
    for place, spot in enumerate(opening):
        x = (place - (len(opening) - 1) / 2) * gap
        yield from _round_spot(x, 0.0, 9.5, spot, colours)
    for place, spot in enumerate(free):
        x = (place - (len(free) - 1) / 2) * 19
        yield from _diamond(x, -23.0, 8.5, spot, colours)
    for side, sign in (("left", -1), ("right", 1)):
        beside = [spot for spot in spots if spot.side == side]
        for place, spot in enumerate(beside):
            outside, row = place < MOST_STACKED, place % MOST_STACKED
            x, y = (sign * 15.0, 3.0 - 10.6 * row) if outside else (sign * 5.0, -15.5 - 10.6 * row)
            yield from _round_spot(x, y, 4.9, spot, colours, small=True)
    yield _text(0, 18, str(number), 6, colours.printing)


def _round_spot(
    x: float, y: float, radius: float, spot: BettingPlace, colours: ClothColours, *,
    small: bool = False,
) -> Iterator[str]:  # fmt: skip
    yield (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="none" stroke="{colours.soft}" '
        f'stroke-width="{0.5 if small else 0.9}"/>'
    )
    yield from _named(x, y, radius, spot, colours)


def _diamond(
    x: float, y: float, reach: float, spot: BettingPlace, colours: ClothColours
) -> Iterator[str]:
    yield (
        f'<path d="M{x:.1f} {y - reach:.1f}L{x + reach:.1f} {y:.1f}L{x:.1f} {y + reach:.1f}'
        f'L{x - reach:.1f} {y:.1f}Z" fill="none" stroke="{colours.soft}" stroke-width="0.8" '
        'stroke-linejoin="round"/>'
    )
    yield from _named(x, y, reach * 0.78, spot, colours)


def _named(
    x: float, y: float, radius: float, spot: BettingPlace, colours: ClothColours
) -> Iterator[str]:
    """The spot's name, in as many lines as it has words, as large as fits."""
    words = spot.name.split()
    pays = {line.pays for line in spot.lines if line.pays not in ("loss", "push")}
    lines = [*words, *(pays if len(pays) == 1 else ())]
    longest = max(len(line) for line in lines)
    size = min(1.7 * radius / (0.56 * longest), 1.45 * radius / len(lines), 5.0)
    top = y - size * 1.08 * (len(lines) - 1) / 2
    for place, line in enumerate(lines):
        yield _text(x, top + place * size * 1.08 + size * 0.34, line, size, colours.soft)


def _text(x: float, y: float, words: str, size: float, colour: str, *, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" font-family="{FONT}" '
        f'text-anchor="middle" fill="{colour}"{weight}>{escape(words)}</text>'
    )
