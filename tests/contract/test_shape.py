"""Functions that a reader can hold: few arguments, few lines; the exceptions are named, and go."""

from __future__ import annotations

from pathlib import Path

from tests.contract.shapes import MOST_LINES, MOST_POSITIONAL, shapes

LONG = {
    "sim/cuda.py sum_kernel",
    "sim/vector.py code",
    "store/migrations/versions/0001_first.py upgrade",
}
"""Kernels, and the first schema, which is history and does not change."""


def test_no_function_takes_more_than_a_dozen_arguments_by_place() -> None:
    wide = {shape.name for shape in shapes() if shape.too_wide}
    assert wide == set(), f"at most {MOST_POSITIONAL}"


def test_no_function_is_longer_than_a_screen() -> None:
    long = {shape.name for shape in shapes() if shape.too_long}
    assert long - LONG == set(), f"allowed are {MOST_LINES} lines"


def test_what_is_mended_is_no_exception_any_more() -> None:
    found = list(shapes())
    assert {shape.name for shape in found if shape.too_long} == LONG


def test_docstrings_and_keywords_are_not_counted(tmp_path: Path) -> None:
    lines = ["def told(", "    a, b, /, c, *, d=1", "):", '    """Words', "", '    more."""']
    (tmp_path / "one.py").write_text("\n".join([*lines, "    return a"]), encoding="utf-8")
    [shape] = shapes(tmp_path)
    assert shape == ("one.py told", 3, 4)
