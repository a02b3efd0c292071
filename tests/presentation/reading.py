"""Reading the rows of a chart back from what a person sees of it."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

from rich.console import Console

from pitboss.presentation import charts
from pitboss.rules.chart import CODES, Chart, rows

Seen = Counter[tuple[str, tuple[str, ...]]]
SVG = "{http://www.w3.org/2000/svg}"


def expected(chart: Chart) -> Seen:
    """Every row of a chart under the label a person should see."""
    return Counter(
        (_label(hand), cells) for table in chart.tables.values() for hand, cells in rows(table)
    )


def _label(hand: str) -> str:
    if hand.startswith("burn "):
        return hand.removeprefix("burn ")
    return hand.removeprefix("hard ").removeprefix("soft ").replace("T", "10")


def printed(chart: Chart, title: str, width: int) -> str:
    """What the terminal shows, without colours."""
    console = Console(width=width + 40, no_color=True)
    with console.capture() as capture:
        console.print(charts.terminal(chart, title, width))
    return capture.get()


def rows_of_lines(text: str) -> Seen:
    """Rows of a terminal's text with the sections under each other."""
    found: Seen = Counter()
    for line in text.splitlines():
        words = line.split()
        if len(words) > 10 and set(words[-10:]) <= {*CODES, "B", "K"}:
            found[" ".join(words[:-10]), tuple(words[-10:])] += 1
    return found


def words(document: str) -> str:
    """What a page or an SVG picture says, without its style."""
    root = ElementTree.fromstring(document)
    texts = [
        one.text.strip()
        for one in root.iter()
        if one.text and one.tag.rpartition("}")[2] != "style"
    ]
    return " ".join(text for text in texts if text)


def html_tree(text: str) -> ElementTree.Element:
    """A page, which is also well-formed XML."""
    return ElementTree.fromstring(text)


def rows_of_html(text: str) -> Seen:
    return Counter(
        (row.findtext("th", ""), tuple(cell.findtext("abbr", "") for cell in row.findall("td")))
        for row in html_tree(text).iterfind(".//tbody/tr")
    )


def rows_of_svg(text: str) -> Seen:
    """A row is a label that ends where its cells begin, and the next ten texts."""
    texts = list(ElementTree.fromstring(text).iter(f"{SVG}text"))
    return Counter(
        (one.text or "", tuple(cell.text or "" for cell in texts[place + 1 : place + 11]))
        for place, one in enumerate(texts)
        if one.get("text-anchor") == "end"
    )
