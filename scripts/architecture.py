"""`make docs`: draw docs/images/architecture.svg from the import contract in pyproject.toml.

A row is a layer: it may import every row below it and none above. Packages in one row do not know
each other. What a package is comes from the first sentence of its own docstring.
"""

from __future__ import annotations

import ast
import tomllib
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "architecture.svg"
WIDTH, ROW, GAP, MARGIN = 960, 62, 26, 20
LETTERS = 0.145
"""Letters that have room in a pixel of a box."""
INK, QUIET, PAPER, BOX, LINE = "#1c2733", "#51606f", "#ffffff", "#eef3f8", "#8fa3b5"


class Contract(NamedTuple):
    """What may import what."""

    layers: list[list[str]]
    """From the top; packages of one layer do not know each other."""
    exceptions: list[tuple[str, str]]
    """Packages of which the lower one asks the higher one all the same."""


def contract() -> Contract:
    """The project's layers, without packages that are still to come."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [layered] = project["tool"]["importlinter"]["contracts"]
    rows = [
        [name.strip().strip("()").removeprefix("pitboss.") for name in layer.split("|")]
        for layer in layered["layers"]
    ]
    layers = [[name for name in row if source_of(name)] for row in rows]
    asks = {
        tuple(module.strip().split(".")[1] for module in line.split("->"))
        for line in layered.get("ignore_imports", ())
    }
    return Contract([row for row in layers if row], [(low, high) for low, high in sorted(asks)])


def source_of(name: str) -> Path | None:
    """The file that says what a package is; None where there is no such package yet."""
    folder = ROOT / "src" / "pitboss"
    for path in (folder / name / "__init__.py", folder / f"{name}.py"):
        if path.exists():
            return path
    return None


def purpose(name: str, letters: int) -> str:
    """The first line of a package's docstring; what stands before its colon where that is long."""
    path = source_of(name)
    assert path is not None, name
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    line = said.partition("\n")[0].rstrip(".")
    return line if len(line) <= letters else line.partition(":")[0]


def picture() -> str:
    """The picture as SVG text."""
    found = contract()
    height = 2 * MARGIN + len(found.layers) * (ROW + GAP) - GAP
    marks: list[str] = []
    for number, row in enumerate(found.layers):
        top = MARGIN + number * (ROW + GAP)
        width = (WIDTH - 2 * MARGIN - (len(row) - 1) * GAP) / len(row)
        for place, name in enumerate(row):
            marks += _box(name, MARGIN + place * (width + GAP), top, width)
        if number + 1 < len(found.layers):
            marks.append(_arrow(WIDTH / 2, top + ROW + 3, top + ROW + GAP - 3))
    tops = {name: MARGIN + n * (ROW + GAP) for n, row in enumerate(found.layers) for name in row}
    for low, high in found.exceptions:
        marks.append(_arrow(WIDTH - 2 * MARGIN, tops[low] - 3, tops[high] + ROW + 3, dashed=True))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="system-ui, sans-serif">',
        "<title>What imports what: each row may import every row below it</title>",
        f'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        f'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{LINE}"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        *marks,
        "</svg>\n",
    ])  # fmt: skip


def _box(name: str, left: float, top: float, width: float) -> list[str]:
    middle = left + width / 2
    shown = purpose(name, int(width * LETTERS))
    return [
        f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{ROW}" rx="7" fill="{BOX}" '
        f'stroke="{LINE}"/>',
        f'<text x="{middle:.1f}" y="{top + 26}" text-anchor="middle" font-size="17" '
        f'font-weight="600" fill="{INK}">{escape(name)}</text>',
        f'<text x="{middle:.1f}" y="{top + 47}" text-anchor="middle" font-size="13" '
        f'fill="{QUIET}">{escape(shown)}</text>',
    ]


def _arrow(x: float, start: float, end: float, *, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="4 4"' if dashed else ""
    return (
        f'<line x1="{x:.1f}" y1="{start:.1f}" x2="{x:.1f}" y2="{end:.1f}" stroke="{LINE}" '
        f'stroke-width="1.5" marker-end="url(#tip)"{dashes}/>'
    )


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(picture(), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))


if __name__ == "__main__":
    main()
