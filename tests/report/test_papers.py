"""Sign, player's card, payout card and layout: one sheet each, whole, for every game."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pypdf
import pytest

from pitboss import games
from pitboss.report import papers
from pitboss.report.cloth_colours import HUES
from pitboss.report.papers.pays import pay_lists
from pitboss.report.papers.sheet import SLUG_MM
from pitboss.report.study import Study
from pitboss.rules.sign import table_sign
from tests.report.known import DAY, DESIGN, GAMES, name_of

POINTS_IN_A_MM = 72 / 25.4
TRIMMED = {
    "sign": {(210, 148)},
    "card": {(105, 148), (148, 210)},
    "payouts": {(210, 148)},
    "layout": {(420, 206)},
}


def words_of(game: str, paper: papers.Paper) -> str:
    """All words of a paper, without spaces; that it is one sheet of its size is checked."""
    made = papers.make(games.find(game), paper, date=DAY)
    reader = pypdf.PdfReader(io.BytesIO(made))
    (page,) = reader.pages
    size = tuple(
        round(float(side) / POINTS_IN_A_MM - 2 * SLUG_MM) for side in page.mediabox[2:]
    )  # fmt: skip
    assert size in TRIMMED[paper]
    return re.sub(r"\s", "", page.extract_text())


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_the_sign_says_what_is_paid_and_taken_and_under_which_rules(game: str) -> None:
    study = Study(games.find(game))
    words = words_of(game, "sign")
    shown = table_sign(study.game, study.rules, study.limits)
    for wager in shown.wagers:
        assert squeezed(wager.name + wager.takes) in words
    for pays in pay_lists(study):
        for line, odds in pays.rows:
            assert squeezed(line + odds) in words
    for line in [*shown.cloth, *shown.caps, *shown.limits, shown.approval]:
        assert squeezed(line) in words
    assert f"rules{study.rules_hash[:12]}" in words


@pytest.mark.parametrize("game", ["half-back", "mulligan-21", "blackjack-tie", DESIGN], ids=name_of)
def test_the_players_card_has_chart_pays_and_costs(game: str) -> None:
    words = words_of(game, "card")
    study = Study(games.find(game))
    for line in table_sign(study.game, study.rules, study.limits).cloth:
        assert squeezed(line) in words
    for title in ("Hard2345678910A", "Soft2345678910A", "Pairs2345678910A"):
        assert title in words
    assert "Houseedge,bestplaybyexactcards:" in words
    assert study.rules_hash[:12] in words


def test_the_card_shows_take_back_and_what_a_split_changes() -> None:
    words = words_of("half-back", "card")
    assert "takeonewagerbackandhit" in words
    assert "Afterasplit,otherwisethanabove" in words


def test_the_card_shows_which_drawn_cards_are_burned() -> None:
    words = words_of("mulligan-21", "card")
    assert "BurnJQK" in words
    assert "burnthecard" in words


@pytest.mark.parametrize("game", ["half-back", "blackjack-tie", DESIGN], ids=name_of)
def test_the_payout_card_has_every_line_on_usual_wagers(game: str) -> None:
    words = words_of(game, "payouts")
    study = Study(games.find(game))
    for pays in pay_lists(study):
        for _, odds in pays.rows:
            if odds.endswith(" to 1") and odds != "1 to 1":
                times = int(odds.split()[0])
                assert squeezed(f"{odds}${times:,}${5 * times:,}") in words
    assert "What to pay".replace(" ", "") in words


@pytest.mark.parametrize("game", ["half-back", "blackjack-tie", DESIGN], ids=name_of)
def test_the_layout_has_every_spot_at_every_seat(game: str) -> None:
    study = Study(games.find(game))
    sheet = papers.PAPERS["layout"](study)
    start = sheet.body.index("<svg")
    svg = sheet.body[start : sheet.body.index("</svg>") + 6].replace('\\"', '"')
    tree = ET.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    seats = [group for group in tree.findall(f"{space}g") if len(group.findall(f"{space}text")) > 1]
    assert len(seats) == study.rules.wagers.seats
    spots = len(study.rules.wagers.opening) + len(list(study.rules.offered_bets))
    for number, seat in enumerate(seats, start=1):
        drawn = seat.findall(f"{space}circle") + seat.findall(f"{space}path")
        assert len(drawn) == spots
        texts = [text.text or "" for text in seat.findall(f"{space}text")]
        assert texts[-1] == str(number)
        for name in study.rules.wagers.names.values():
            assert set(name.split()) <= set(texts)
    assert words_of(game, "layout")


@pytest.mark.parametrize("paper", ["sign", "card", "payouts", "layout"])
def test_every_paper_is_a_picture_too_with_crop_marks(paper: papers.Paper) -> None:
    svg = papers.make(games.find("blackjack"), paper, form="svg", date=DAY)
    tree = ET.fromstring(svg)
    assert tree.tag.endswith("svg")
    lines = re.findall(rb'stroke="#000000"', svg)
    assert len(lines) == 8


def test_cloths_have_the_colours_of_the_screen() -> None:
    tokens = Path("frontend/src/tokens.css").read_text(encoding="utf-8")
    usual = re.search(r"--cloth-chroma: ([\d.]+);", tokens)
    assert usual
    on_screen = {}
    for felt, rest in re.findall(r'\[data-felt="(\w+)"\] \{([^}]*)\}', tokens):
        hue = re.search(r"--cloth-hue: ([\d.]+)", rest)
        chroma = re.search(r"--cloth-chroma: ([\d.]+)", rest) or usual
        assert hue
        on_screen[felt] = (float(hue[1]), float(chroma[1]))
    assert on_screen == HUES
