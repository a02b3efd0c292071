"""`pitboss monitor`: a sheet beside its theory, and how soon a wrong line shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analysis.table_days import laws
from tests.cli.terminal import run
from tests.cli.test_solving import Commands, pitboss  # noqa: F401 - a fixture

SHEET = """\
table,day,bet,stake,rounds,seats,win
Nine,2026-11-15,main,25,400,4,1500
Nine,2026-11-15,insurance,10,40,1,-410
"""


def test_a_sheet_is_told_to_people_and_programs(
    pitboss: Commands,  # noqa: F811
    tmp_path: Path,
) -> None:
    sheet = tmp_path / "floor.csv"
    sheet.write_text(SHEET)
    shown = pitboss("monitor", "blackjack", str(sheet))
    assert "$40,000" in shown
    assert "look at it" in shown
    # twenty-seven of forty insurances won, where twelve are to be expected
    assert "Insurance: the house won -$410 of $400" in shown
    told = pitboss.json("monitor", "blackjack", str(sheet))
    main, insurance = told["tables"][0]["bets"]
    edge = laws("blackjack")["main"].house_edge
    assert main["theory"] == pytest.approx(40_000_00 * edge)
    assert main["verdict"] == "inside"
    assert insurance["verdict"] == "alert"
    assert told["alerts"] == 1


def test_how_soon_a_line_shows(pitboss: Commands) -> None:  # noqa: F811
    lines = pitboss.json("monitor", "blackjack")["lines"]
    assert {line["bet"] for line in lines} == {"insurance"}
    [won] = [line for line in lines if line["pays"] == "2 to 1"]
    # 0.3087: nine times none is 36 in 1,000, eight times 52
    assert won["rounds_by_wager"] == 9
    assert won["rounds_by_money"] > 9


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    gone = run("monitor", "blackjack", str(tmp_path / "none.csv"), home=tmp_path, fails=True)
    assert gone.returncode == 2
    assert "sheet 'none.csv' cannot be read: No such file" in gone.stderr
