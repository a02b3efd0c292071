"""A game's manual on paper: a payout card, the round step by step with cards, the practice.

Needs the packages of the extra ``pdf``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import RANKS, SUIT_SIGNS, parse
from pitboss.classroom.sheet import GREY, INK, RULE, Sheet
from pitboss.school.manual import Custom, Manual, Step, in_rounds, under_headings
from pitboss.school.manual_page import hands_of

if TYPE_CHECKING:
    from fpdf import FPDF

FELT, EDGE, FACE, BACK = (236, 243, 239), (150, 170, 160), (255, 255, 255), (48, 80, 122)
RED = (176, 32, 32)
SUITS = "\xa8\xa9\xaa\xab"
"""Clubs, diamonds, hearts, spades in the font of signs that every reader of PDF has."""
CARD_WIDTH, CARD_HEIGHT, ROW = 0.31, 0.24, 0.3
"""Inches of a card, and of a row of them."""
GAP, NAME_WIDTH = 0.04, 0.55

Seat = tuple[str, list[list[str]]]
"""Whose hands, and their cards by name."""


def manual_pdf(manual: Manual) -> bytes:
    """The whole manual."""
    foot = f"{manual.name}, rules {manual.rules_hash[:12]}"
    sheet = Sheet(f"{manual.name}: dealing it", foot)
    sheet.line(manual.name, 24, style="B")
    sheet.line(manual.summary, 11, after=0.05)
    sheet.line(f"{manual.approval}. Rules {manual.rules_hash}", 8, color=GREY, after=0.15)
    sheet.line("Payout card", 15, style="B", after=0.05)
    heads = ("Wager", "Pays", *manual.stakes)
    rows = [(one.name, one.odds, *one.paid) for one in manual.payouts]
    wide = 60 // len(manual.stakes)
    sheet.table(heads, rows, (30, 10, *([wide] * len(manual.stakes))), len(manual.stakes) + 1)
    sheet.pdf.ln(0.1)
    sheet.line("The rules", 15, style="B", after=0.05)
    sheet.table(("Rule", "What it says"), [(one.id, one.text) for one in manual.rules], (10, 90))
    sheet.line("The round, step by step", 15, style="B", after=0.05)
    for heading, told in in_rounds(manual.steps):
        sheet.line(heading, 11, style="B", after=0.03)
        for number, step in told:
            _step(sheet, number, step)
    sheet.pdf.ln(0.1)
    sheet.line("Signals, chips, cards, and when it went wrong", 15, style="B", after=0.05)
    for heading, practice in under_headings(manual.practice):
        sheet.keep_together(1.0)
        sheet.pdf.ln(0.06)
        sheet.line(heading, 12, style="B", after=0.05)
        for one in practice:
            _custom(sheet, one)
    return sheet.written()


def _step(sheet: Sheet, number: int, step: Step) -> None:
    rows = _in_rows(list(hands_of(step.felt)), sheet.width)
    says = f" “{step.says}”" if step.says else ""
    words, rules = plain(f"{number}. {step.does}{says}"), ", ".join(step.rules)
    felt = ROW * len(rows) + 0.3 if rows else 0.0  # with what is above and below it
    sheet.keep_together(sheet.height(words, 10) + sheet.height(rules, 8) + felt)
    sheet.line(words, 10)
    if rules:
        sheet.line(rules, 8, color=GREY)
    if rows:
        _felt(sheet.pdf, rows)
    sheet.pdf.ln(0.12)


def plain(text: str) -> str:
    """A text with suits in words: the letters of papers have no signs for them."""
    for sign, suit in zip(SUIT_SIGNS, ("clubs", "diamonds", "hearts", "spades"), strict=True):
        text = text.replace(sign, f" of {suit}")
    return text


def _width(seat: Seat) -> float:
    cards = sum(len(hand) for hand in seat[1])
    return NAME_WIDTH + cards * (CARD_WIDTH + GAP) + len(seat[1]) * 0.15


def _in_rows(seats: list[Seat], inches: float) -> list[list[Seat]]:
    """Seats beside each other, as many as fit."""
    rows: list[list[Seat]] = []
    left = 0.0
    for seat in seats:
        if not rows or _width(seat) > left:
            rows.append([])
            left = inches - 0.2
        rows[-1].append(seat)
        left -= _width(seat)
    return rows


def _felt(paper: FPDF, rows: list[list[Seat]]) -> None:
    """Hands as they lie, the dealer's first."""
    left, top = paper.l_margin, paper.get_y() + 0.04
    wide = max(sum(map(_width, row)) for row in rows) + 0.15
    paper.set_fill_color(*FELT)
    paper.rect(
        left, top, wide, ROW * len(rows) + 0.1, style="F", round_corners=True, corner_radius=0.06
    )  # fmt: skip
    for place, row in enumerate(rows):
        x, at = left + 0.1, top + 0.05 + ROW * place
        for seat in row:
            _hands(paper, seat, x, at)
            x += _width(seat)
    paper.set_xy(left, top + ROW * len(rows) + 0.1)


def _hands(paper: FPDF, seat: Seat, x: float, y: float) -> None:
    who, hands = seat
    paper.set_font("text", size=9)
    paper.set_text_color(*INK)
    paper.set_xy(x, y)
    paper.cell(NAME_WIDTH, ROW, who)
    x += NAME_WIDTH
    for hand in hands:
        for name in hand:
            _card(paper, name, x, y + (ROW - CARD_HEIGHT) / 2)
            x += CARD_WIDTH + GAP
        x += 0.15


def _card(paper: FPDF, name: str, x: float, y: float) -> None:
    known = name != "??"
    paper.set_fill_color(*(FACE if known else BACK))
    paper.set_draw_color(*EDGE)
    paper.rect(
        x, y, CARD_WIDTH, CARD_HEIGHT, style="DF", round_corners=True, corner_radius=0.03
    )  # fmt: skip
    paper.set_draw_color(*RULE)
    if not known:
        return
    card = parse(name)
    paper.set_text_color(*(RED if card & 3 in (1, 2) else INK))
    paper.set_font("text", "B", 9)
    rank = RANKS[card >> 2].replace("T", "10")
    width = paper.get_string_width(rank)
    sign = 0.12
    paper.set_xy(x + (CARD_WIDTH - width - sign) / 2 - paper.c_margin, y)
    paper.cell(width + 2 * paper.c_margin, CARD_HEIGHT, rank)
    paper.set_font("zapfdingbats", size=8)
    paper.set_xy(x + (CARD_WIDTH + width - sign) / 2 - paper.c_margin, y)
    paper.cell(sign + 2 * paper.c_margin, CARD_HEIGHT, SUITS[card & 3])


def _custom(sheet: Sheet, one: Custom) -> None:
    name = f"{one.name}  {one.id}"
    signal, says = (f"{one.signal} " if one.signal else ""), f" “{one.says}”" if one.says else ""
    words = f"{signal}{one.does}{says}"
    wanted = [(name, 10), (words, 9.5), (one.source, 8)]
    sheet.keep_together(sum(sheet.height(text, size) for text, size in wanted))
    sheet.line(name, 10, style="B")
    sheet.line(words, 9.5)
    sheet.line(one.source, 8, color=GREY, after=0.08)
