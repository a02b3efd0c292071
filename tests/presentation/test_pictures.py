"""Charts for people: every format shows every cell, and files can be read back."""

from __future__ import annotations

import io
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from rich.cells import cell_len
from rich.console import Console

from pitboss.extras import install_hint
from pitboss.presentation import chart_drawing, chart_layout, charts
from pitboss.rules.chart import BURN_CODES, CODES, Chart, Key, Table, from_csv
from pitboss.rules.errors import RulesError
from tests.presentation import reading, sample

CHARTS = pytest.mark.parametrize("chart", [sample.six_decks(), sample.every_code()])
NASTY = "</title><script>alert('x')</script> & \"co\" $a_b$ [bold]x[/] \x1b[2J\n--> ]]>"


def nasty() -> Chart:
    row: tuple[str, ...] = ("B",) * 10
    burn = {"hard 12 + <b>&amp;J</b>": row, "a card " + "very " * 20 + "long": row}
    riding = "riding " + "+".join(f"<i>bet-{number}" for number in range(9)) + " split burned"
    table = Table(hard={12: ("H",) * 10}, burn=burn)
    return Chart(game="<x>", tables={"play": table, riding: table})


# Every cell


@CHARTS
def test_terminal_shows_every_row(chart: Chart) -> None:
    seen = reading.rows_of_lines(reading.printed(chart, sample.TITLE, 80))
    assert seen == reading.expected(chart)


@CHARTS
@pytest.mark.parametrize("width", [120, 150, 200])
def test_wide_terminal_shows_every_row(chart: Chart, width: int) -> None:
    text = reading.printed(chart, sample.TITLE, width)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for (label, cells), times in reading.expected(chart).items():
        row = f"{label} {' '.join(cells)}"
        assert sum(line.count(row) for line in lines) >= times, row


@CHARTS
def test_page_shows_every_row(chart: Chart) -> None:
    assert reading.rows_of_html(charts.html(chart, sample.TITLE)) == reading.expected(chart)


@CHARTS
def test_svg_shows_every_row(chart: Chart) -> None:
    assert reading.rows_of_svg(charts.svg(chart, sample.TITLE)) == reading.expected(chart)


@CHARTS
def test_png_has_every_cell_in_its_colour(chart: Chart) -> None:
    from matplotlib.colors import to_rgb  # type: ignore[import-not-found, unused-ignore]
    from matplotlib.image import imread  # type: ignore[import-not-found, unused-ignore]

    made = chart_drawing.draw(chart, sample.TITLE)
    pixels = imread(io.BytesIO(charts.png(chart, sample.TITLE)))
    boxes = [box for box in made.marks if isinstance(box, chart_drawing.Box) and box.kind != "rule"]
    assert len(boxes) == sample.cells(chart) + len(chart_layout.legend(chart_layout.sheets(chart)))
    for box in boxes:
        x, y = (round(chart_drawing.PNG_SCALE * value) for value in (box.x + 5, box.y + 5))
        assert tuple(pixels[y, x][:3]) == pytest.approx(
            to_rgb(chart_layout.SHADES[box.kind].light), abs=0.01
        )


def test_png_and_svg_are_one_drawing() -> None:
    made = chart_drawing.draw(sample.six_decks(), sample.TITLE)
    texts = [mark.text for mark in made.marks if isinstance(mark, chart_drawing.Label)]
    root = ElementTree.fromstring(charts.svg(sample.six_decks(), sample.TITLE))
    assert [text.text for text in root.iter(f"{reading.SVG}text")] == texts


# Words and order


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("play", "Your hand"),
        ("split", "After a split"),
        ("burned", "After a card was burned"),
        ("split burned", "After a split and after a card was burned"),
        ("riding red", "While red rides"),
        ("riding red+blue", "While red and blue ride"),
        ("riding red+blue+green split", "While red, blue and green ride, after a split"),
    ],
)
def test_tables_are_named_in_words(name: str, words: str) -> None:
    chart = Chart(game="x", tables={name: Table(hard={12: ("S",) * 10})})
    assert chart_layout.heading(Key.parse(name)) == words
    for shown in (
        reading.printed(chart, "t", 80),
        reading.words(charts.html(chart, "t")),
        reading.words(charts.svg(chart, "t")),
    ):
        assert words in shown


def test_hands_go_from_high_to_low_and_aces_come_first() -> None:
    sections = chart_layout.sheets(sample.six_decks())[0].sections
    assert [section.title for section in sections] == ["Hard", "Soft", "Pairs", "Burn"]
    hard, soft, pairs, burn = ([row.label for row in section.rows] for section in sections)
    assert hard == [str(total) for total in range(20, 4, -1)]
    assert soft == [str(total) for total in range(20, 12, -1)]
    assert pairs[:3] == ["A,A", "10,10", "9,9"]
    assert pairs[-1] == "2,2"
    assert burn == ["hard 16 + J", "hard 12 + J", "hard 9 + J", "soft 13 + J"]


def test_legend_lists_the_codes_that_occur_and_no_others() -> None:
    chart = from_csv(
        "table,hand,2,3,4,5,6,7,8,9,T,A\nplay,hard 9,H,D,D,D,D,H,H,H,H,H\n", "blackjack"
    )
    for shown in (
        reading.printed(chart, "x", 80),
        reading.words(charts.html(chart, "x")),
        reading.words(charts.svg(chart, "x")),
    ):
        assert "double, or hit" in shown
        for code, meaning in (CODES | BURN_CODES).items():
            if code not in "HD":
                assert meaning not in shown
    assert chart_layout.legend(chart_layout.sheets(sample.every_code())) == list(
        (CODES | BURN_CODES).items()
    )


def test_each_table_of_the_page_has_its_own_legend() -> None:
    page = reading.html_tree(charts.html(sample.six_decks(), sample.TITLE))
    legends = [
        [entry.text for entry in section.iterfind("dl/div/dt")]
        for section in page.iterfind(".//section")
    ]
    assert legends[1:] == [["S", "H", "P1", "B", "K"], ["S", "H"]]


# Colours


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_code_has_a_kind_and_every_kind_its_own_colours() -> None:
    assert list(chart_layout.KINDS) == list(CODES | BURN_CODES)
    assert set(chart_layout.KINDS.values()) == set(chart_layout.SHADES)
    for colours in zip(*chart_layout.SHADES.values(), strict=True):
        assert len(set(colours)) == len(chart_layout.SHADES)


@pytest.mark.parametrize("kind", chart_layout.SHADES)
def test_letters_stand_out_from_their_cells(kind: str) -> None:
    shade = chart_layout.SHADES[kind]
    light, dark = chart_drawing.TONES["ink"]
    assert _contrast(shade.light, light) > 7
    assert _contrast(shade.dark, dark) > 4.5
    assert _contrast(shade.terminal, "#000000") > 4.5


@pytest.mark.parametrize("kind", chart_layout.SHADES)
def test_terminal_colours_are_among_the_shared_256(kind: str) -> None:
    parts = re.findall("..", chart_layout.SHADES[kind].terminal[1:])
    grey = {f"{8 + 10 * step:02x}" for step in range(24)}
    assert set(parts) <= {"00", "5f", "87", "af", "d7", "ff"} or set(parts) <= grey


def test_terminal_colours_cells_by_their_move() -> None:
    console = Console(width=80, force_terminal=True, color_system="256")
    with console.capture() as capture:
        console.print(charts.terminal(sample.six_decks(), "x", 80))
    assert len(set(re.findall(r"48;5;(\d+)m", capture.get()))) == 7


# Room


@pytest.mark.parametrize("width", [60, 80, 100, 119, 120, 140, 160, 250])
@pytest.mark.parametrize("chart", [sample.six_decks(), sample.every_code(), nasty()])
def test_terminal_keeps_to_its_width(chart: Chart, width: int) -> None:
    text = reading.printed(chart, sample.TITLE * 4, width)
    assert max(cell_len(line.rstrip()) for line in text.splitlines()) <= width


def test_sections_stand_side_by_side_from_120_columns_on() -> None:
    def heads(width: int) -> list[str]:
        text = reading.printed(sample.six_decks(), "x", width)
        found = (re.findall("Hard|Soft|Pairs|Burn", line) for line in text.splitlines())
        return [" ".join(words) for words in found if words][:4]

    assert heads(119) == ["Hard", "Soft", "Pairs", "Burn"]
    assert heads(120)[:2] == ["Hard Soft Pairs", "Burn"]
    assert heads(210)[0] == "Hard Soft Pairs Burn"


@pytest.mark.parametrize("chart", [sample.six_decks(), sample.every_code(), nasty()])
def test_drawings_stay_inside_their_frame(chart: Chart) -> None:
    made = chart_drawing.draw(chart, sample.TITLE * 4)
    right, bottom = made.width - chart_drawing.MARGIN, made.height - chart_drawing.MARGIN
    for mark in made.marks:
        reach = mark.x
        if isinstance(mark, chart_drawing.Box):
            reach += mark.width
        elif mark.anchor == "start":
            reach += len(mark.text) * mark.size * 0.5
        assert chart_drawing.MARGIN <= mark.x <= reach <= right + 0.01
        assert chart_drawing.MARGIN <= mark.y <= bottom + 0.01


# What is written is shown as written


def test_page_escapes_everything() -> None:
    text = charts.html(nasty(), NASTY)
    page = reading.html_tree(text)
    for place in ("head/title", "body/main/header/h1"):
        assert page.findtext(place) == chart_layout.plain(NASTY)
    assert "hard 12 + <b>&amp;J</b>" in [row.text for row in page.iterfind(".//tbody/tr/th")]
    assert {element.tag for element in page.iter()}.isdisjoint({"script", "b", "i"})


def test_svg_escapes_everything() -> None:
    root = ElementTree.fromstring(charts.svg(nasty(), NASTY))
    assert root.findtext(f"{reading.SVG}title") == chart_layout.plain(NASTY)
    assert {element.tag.removeprefix(reading.SVG) for element in root.iter()} == {
        "svg",
        "title",
        "style",
        "rect",
        "text",
    }
    assert "hard 12 + <b>&amp;J</b>" in [text.text for text in root.iter(f"{reading.SVG}text")]


def test_terminal_shows_titles_as_they_are_but_obeys_none() -> None:
    text = reading.printed(nasty(), NASTY, 200)
    assert text.splitlines()[0].rstrip() == chart_layout.plain(NASTY)
    assert "\x1b" not in text


def test_png_does_not_typeset_titles() -> None:
    data = charts.png(nasty(), "costs $5 to $10 \\frac{1}{2} " + NASTY)
    assert data.startswith(b"\x89PNG")


# The page and the drawing as documents


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"src", "href", "onload", "onclick"} & {name for name, _ in attrs}
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag == "meta"
        assert attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("chart", [sample.six_decks(), sample.every_code(), nasty()])
def test_page_is_well_formed_and_needs_nothing_else(chart: Chart) -> None:
    text = charts.html(chart, sample.TITLE)
    tags = _Tags()
    tags.feed(text)
    tags.close()
    assert tags.open == []
    assert text.startswith("<!DOCTYPE html>")
    assert not re.search(r"https?:|@import|url\(", text)
    assert "prefers-color-scheme: dark" in text
    assert "break-before: page" in text


def test_tables_of_the_page_can_be_heard() -> None:
    page = reading.html_tree(charts.html(sample.six_decks(), sample.TITLE))
    assert page.get("lang") == "en"
    tables = list(page.iter("table"))
    assert len(tables) == 10
    for table in tables:
        assert table.findtext("caption") in ("Hard", "Soft", "Pairs", "Burn")
        assert [head.get("scope") for head in table.iterfind("thead/tr/th")] == ["col"] * 10
        for row in table.iterfind("tbody/tr"):
            assert [head.get("scope") for head in row.iterfind("th")] == ["row"]
            for cell in row.iterfind("td/abbr"):
                assert cell.get("title") == (CODES | BURN_CODES)[cell.text or ""]


def test_svg_has_a_frame_of_its_own_and_needs_nothing_else() -> None:
    text = charts.svg(sample.six_decks(), sample.TITLE)
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert not re.search(r"href|@import|url\(", text)
    assert "prefers-color-scheme: dark" in text


def test_a_chart_without_rows_is_a_title() -> None:
    chart = Chart(game="x", tables={"play": Table()})
    assert "nothing yet" in reading.printed(chart, "nothing yet", 80)
    assert reading.html_tree(charts.html(chart, "nothing yet")).find(".//table") is None
    assert ElementTree.fromstring(charts.svg(chart, "nothing yet")) is not None


# Files


@CHARTS
def test_csv_and_json_files_are_read_back(chart: Chart, tmp_path: Path) -> None:
    charts.save(chart, sample.TITLE, tmp_path / "chart.csv")
    charts.save(chart, sample.TITLE, str(tmp_path / "chart.json"))
    assert from_csv((tmp_path / "chart.csv").read_text(encoding="utf-8"), chart.game) == chart
    data = (tmp_path / "chart.json").read_bytes()
    assert msgspec.json.decode(data, type=Chart) == chart
    assert msgspec.convert(msgspec.json.decode(data), Chart, strict=False) == chart


def test_json_has_a_line_for_each_row(tmp_path: Path) -> None:
    charts.save(sample.six_decks(), sample.TITLE, tmp_path / "chart.json")
    lines = (tmp_path / "chart.json").read_text(encoding="utf-8").splitlines()
    assert '        "16": ["S", "S", "S", "S", "S", "H", "H", "R", "R", "R"],' in lines


@pytest.mark.parametrize(
    ("name", "start"), [("a.html", b"<!DOCTYPE html>"), ("b.SVG", b"<svg "), ("c.png", b"\x89PNG")]
)
def test_the_name_says_what_is_saved(name: str, start: bytes, tmp_path: Path) -> None:
    if name.endswith("png"):
        pytest.importorskip("matplotlib")
    charts.save(sample.six_decks(), sample.TITLE, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


# What cannot be shown


def _refusal(chart: Chart, path: Path) -> str:
    with pytest.raises(RulesError) as caught:
        charts.save(chart, "x", path)
    assert "\n" not in str(caught.value)
    assert not path.is_file()
    return str(caught.value)


@pytest.mark.parametrize("name", ["chart.pdf", "chart", ".csv"])
def test_other_names_are_refused_with_those_allowed(name: str, tmp_path: Path) -> None:
    words = _refusal(sample.six_decks(), tmp_path / name)
    assert words.endswith("the name may end in .csv, .json, .html, .svg, .png")


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    words = _refusal(sample.six_decks(), tmp_path / "nowhere" / "chart.csv")
    assert words.endswith("the chart cannot be saved there: No such file or directory")


def test_png_without_matplotlib_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    words = _refusal(sample.six_decks(), tmp_path / "chart.png")
    assert words == f"PNG pictures need matplotlib: {install_hint('report')}"


def test_a_png_that_would_be_too_large_is_refused(tmp_path: Path) -> None:
    table = sample.six_decks().tables["play"]
    tall = Chart(game="x", tables={f"riding bet-{number}": table for number in range(60)})
    assert "60 tables is too large for a PNG" in _refusal(tall, tmp_path / "chart.png")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (
            Table(hard={16: ("X",) * 10}),
            "chart table 'play', hard 16: 'X' is there; use S, H, D, Ds, P, P1, R, Rs, T, Ts, B or "
            "Bs",
        ),
        (
            Table(burn={"hard 12 + J": ("S",) * 10}),
            "chart table 'play', burn hard 12 + J: 'S' is there; use B or K",
        ),
        (
            Table(pairs={"8": ("P",) * 9}),
            "chart table 'play', pairs 8,8: 9 cells; write 10, one for each upcard",
        ),
    ],
)
def test_cells_that_mean_nothing_are_refused(table: Table, words: str, tmp_path: Path) -> None:
    chart = Chart(game="x", tables={"play": table})
    assert _refusal(chart, tmp_path / "chart.svg") == words
    with pytest.raises(RulesError):
        charts.terminal(chart, "x", 80)
