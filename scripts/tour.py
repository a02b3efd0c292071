"""`make docs`: run docs/tour.md and write it as a notebook, docs/tour.ipynb, with what was shown.

The page is the source: its examples are written as a Python session, so `python -m doctest` runs
them too. A notebook's cell is what leads up to one answer on the page.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import doctest
import io
import json
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).parents[1] / "docs"
PAGE, NOTEBOOK, PICTURE = DOCS / "tour.md", DOCS / "tour.ipynb", DOCS / "images/tour-sweep.png"
FENCE = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
IMAGE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n+", re.MULTILINE)
FUNCTION = re.compile(r"^(def .*\n(?: .*\n)+)", re.MULTILINE)
PNG = "image/png"


class Cell(NamedTuple):
    """Code that leads up to one answer."""

    line: int
    """Of the page."""
    source: str
    answer: str
    """What the page says it shows."""


class Shown(NamedTuple):
    """What a cell showed when it ran."""

    printed: str
    value: dict[str, str]
    """The value of its last line by kind of text; nothing where there is none."""
    picture: str
    """PNG in base64, where it drew one."""

    @property
    def text(self) -> str:
        """What a Python session would show."""
        return self.printed + (f"{self.value['text/plain']}\n" if self.value else "")


def parts(page: str) -> list[str | Cell]:
    """The page as prose and cells, in their order."""
    found: list[str | Cell] = []
    pieces = FENCE.split(page)
    line = 1
    for place, piece in enumerate(pieces):
        if place % 2:
            line += 1  # the fence
            found += _cells(piece, line)
            line += 1
        elif piece.strip():
            found.append(piece.strip())
        line += piece.count("\n")
    return found


def _cells(session: str, first_line: int) -> list[Cell]:
    cells: list[Cell] = []
    gathered, line = "", 0
    examples = doctest.DocTestParser().get_examples(session)
    for example in examples:
        line = line or first_line + example.lineno
        gathered += example.source
        if example.want or example is examples[-1]:
            cells.append(Cell(line, gathered.rstrip("\n"), example.want))
            gathered, line = "", 0
    return cells


def run(cells: list[Cell]) -> list[Shown]:
    """Run the cells one after another, as a notebook does."""
    import matplotlib

    matplotlib.use("agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    return [_run(cell, names) for cell in cells]


def _run(cell: Cell, names: dict[str, Any]) -> Shown:
    tree = ast.parse("\n" * (cell.line - 1) + cell.source, str(PAGE))
    out = io.StringIO()
    value: Any = None
    with contextlib.redirect_stdout(out):
        for statement in tree.body:
            if value is not None:  # a notebook would not show it, a session would
                raise ValueError(f"tour.md, before line {statement.lineno}: {value!r} is no answer")
            if isinstance(statement, ast.Expr):
                value = eval(compile(ast.Expression(statement.value), str(PAGE), "eval"), names)
            else:
                exec(compile(ast.Module([statement], []), str(PAGE), "exec"), names)
    kinds = {} if value is None else {"text/plain": repr(value)}
    if hasattr(value, "_repr_html_"):
        kinds["text/html"] = value._repr_html_()
    return Shown(out.getvalue(), kinds, _picture())


def _picture() -> str:
    """What was drawn since the last cell."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None or not pyplot.get_fignums():
        return ""
    out = io.BytesIO()
    pyplot.gcf().savefig(out, dpi=90)
    pyplot.close("all")
    return base64.b64encode(out.getvalue()).decode()


def notebook(page: str, shown: list[Shown]) -> dict[str, Any]:
    """The page as a notebook, in the format Jupyter reads."""
    answers = iter(shown)
    cells: list[dict[str, Any]] = []
    count = 0
    for place, part in enumerate(parts(page), start=1):
        cell: dict[str, Any] = {"id": f"cell-{place}", "metadata": {}}
        if isinstance(part, str):
            cell |= {"cell_type": "markdown", "source": _lines(IMAGE.sub("", part))}
        else:
            count += 1
            cell |= {
                "cell_type": "code", "execution_count": count, "source": _lines(_airy(part.source)),
                "outputs": _outputs(next(answers), count),
            }  # fmt: skip
        cells.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


def _outputs(shown: Shown, count: int) -> list[dict[str, Any]]:
    outputs: list[dict[str, Any]] = []
    if shown.printed:
        outputs.append(
            {"output_type": "stream", "name": "stdout", "text": _lines(shown.printed)}
        )  # fmt: skip
    if shown.value:
        outputs.append({
            "output_type": "execute_result", "execution_count": count, "metadata": {},
            "data": {kind: _lines(text) for kind, text in shown.value.items()},
        })  # fmt: skip
    if shown.picture:
        outputs.append(
            {"output_type": "display_data", "metadata": {}, "data": {PNG: shown.picture}}
        )
    return outputs


def _airy(source: str) -> str:
    """Code with an empty line before and after each function, for which a session has no room."""
    spaced = FUNCTION.sub(r"\n\1\n", source)
    return re.sub(r"\n{3,}", "\n\n", spaced).strip("\n")


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    """Write the notebook and the page's picture."""
    page = PAGE.read_text(encoding="utf-8")
    cells = [part for part in parts(page) if isinstance(part, Cell)]
    shown = run(cells)
    for cell, answer in zip(cells, shown, strict=True):
        if cell.answer != answer.text:
            print(f"docs/tour.md, line {cell.line}: it shows\n{answer.text}")
    text = json.dumps(notebook(page, shown), indent=1, ensure_ascii=False) + "\n"
    NOTEBOOK.write_text(text, encoding="utf-8")
    [picture] = [answer.picture for answer in shown if answer.picture]
    PICTURE.write_bytes(base64.b64decode(picture))
    print(NOTEBOOK.relative_to(DOCS.parent), PICTURE.relative_to(DOCS.parent), sep="\n")


if __name__ == "__main__":
    main()
