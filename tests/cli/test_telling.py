"""Answers for programs and in tables: JSON, CSV, files; what an answer says about itself."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import pitboss as package
from pitboss import games
from pitboss.cli.telling import SCHEMA
from tests.cli.test_solving import Commands

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without")


@pytest.fixture
def pitboss(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


@pytest.fixture
def wider(tmp_path: Path) -> str:
    """A designer's file with a pay table of its own."""
    path = tmp_path / "wider.toml"
    path.write_text(
        'id = "wider"\nname = "Wider"\nbased-on = "blackjack"\n'
        '[[bets]]\nid = "suited"\nname = "Suited"\npaytable = "suited"\n'
        '[[bets.events]]\nevent = "suited"\nwhen = { player-suited = true }\npays = [2, 3]\n'
    )
    return str(path)


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(
    "arguments",
    [
        ("games",), ("rules", "blackjack"), ("solve", "blackjack"), ("strategy", "blackjack"),
        ("strategy", "blackjack", "--exceptions"), ("dealer", "blackjack"),
        ("ev", "blackjack", "--hand", "T,6", "--up", "T"), ("diff", "blackjack", "blackjack"),
        ("rulings", "blackjack"), ("paytables", "lucky-stiff"),
        ("sweep", "blackjack", "--vary", "soft17"),
        ("simulate", "blackjack", "--rounds", "1000"),
    ],
    ids=lambda arguments: arguments[0],
)  # fmt: skip
def test_every_answer_says_which_program_gave_it_and_in_which_shape(
    arguments: tuple[str, ...], pitboss: Commands
) -> None:
    told = pitboss.json(*arguments)
    assert list(told)[:2] == ["version", "schema"]
    assert (told["version"], told["schema"]) == (package.__version__, SCHEMA)


# A shoe that is not full


def test_a_shoe_that_is_not_full_is_said_and_hashed(pitboss: Commands) -> None:
    full = pitboss.json("solve", "blackjack")
    gone = pitboss.json("solve", "blackjack", "--gone", "5,T,T")
    assert full["full_shoe"] is True
    assert set(full["cards"].values()) == {24}
    assert gone["full_shoe"] is False
    assert (gone["cards"]["5"], gone["cards"]["T"], gone["cards"]["J"]) == (23, 22, 24)
    assert gone["rules_hash"] != full["rules_hash"]
    assert full["rules_hash"] == pitboss.json("rules", "blackjack")["rules_hash"]
    shown = pitboss("solve", "blackjack", "--gone", "5,T,T")
    assert "6 decks without 5 T T, 309 cards" in shown
    many = " ".join(f"{rank}x{20 + place}" for place, rank in enumerate("A23456789TJQK"))
    shown = pitboss("solve", "blackjack", "--shoe", many)
    assert "a shoe of 338 cards: Ax20 2x21" in shown  # 13 ranks from 20 to 32


def test_a_full_shoe_given_by_rank_is_the_full_shoe(pitboss: Commands) -> None:
    ranks = " ".join(f"{rank}x24" for rank in "A23456789TJQK")
    given, full = (
        pitboss.json("solve", "blackjack", "--shoe", ranks),
        pitboss.json("solve", "blackjack"),
    )
    assert given["rules_hash"] == full["rules_hash"]
    assert given["full_shoe"] is True


# diff


def test_diff_changes_options_on_one_side_alone(pitboss: Commands, wider: str) -> None:
    shown = pitboss("diff", "blackjack", "--to", "soft17=stand")
    for words in ("Blackjack → Blackjack with soft17=stand", "soft17 = stand (was hit)", "0.6154 %",
                  "0.4029 %", "−0.2125 %"):  # fmt: skip
        assert words in shown
    both = pitboss.json("diff", "blackjack", wider, "--decks", "8", "--to", "suited=2",
                        "--to", "decks=6")  # fmt: skip
    assert both["before"]["rules"]["shoe"]["decks"] == 8
    assert both["after"]["rules"]["shoe"]["decks"] == 6
    assert both["after"]["rules"]["paytables"] == {"suited": 2}
    edges = {edge["wager"]: edge for edge in both["edges"]}
    assert edges["suited"]["before"] is None
    assert edges["main"]["change"] == pytest.approx(
        edges["main"]["after"] - edges["main"]["before"]
    )
    lines = table(pitboss("diff", "blackjack", "--to", "soft17=stand", "--csv"))
    assert [line["wager"] for line in lines] == ["round", "main", "insurance"]


def test_diff_prints_lists_as_people_write_them(pitboss: Commands) -> None:
    shown = pitboss("diff", "blackjack", "half-back")
    assert "wagers.opening = main, half-back (was main)" in shown
    assert "paytables.upcard-bonus = 1 (was none)" in shown
    assert "(was None)" not in shown
    assert "('" not in shown
    assert "7–A H→T" in shown  # hard 13 to 16 take a wager back against all of these


# paytables and sweep


def test_paytables_of_a_designers_file(pitboss: Commands, wider: str, tmp_path: Path) -> None:
    # of the other 311 cards 77 have the first one's suit
    edges = [1 - 3 * 77 / 311, 1 - 4 * 77 / 311]
    records = pitboss.json("paytables", wider, "--stake", "2", "--seats", "3")["paytables"]
    assert [one["house_edge"] for one in records] == pytest.approx(edges)
    assert records[0]["hold_per_hour"] == pytest.approx(2 * 3 * 60 * edges[0])
    shown = pitboss("paytables", wider, "--stake", "2", "--seats", "3")
    for words in ("Suited (suited=1…2)", "1*", f"{100 * edges[0]:.4f} %", "hold an hour",
                  "$2.00 on the bet at 3 seats, 60 rounds an hour"):  # fmt: skip
        assert words in shown
    path = tmp_path / "tables.csv"
    assert f"{path}: written" in pitboss("paytables", wider, "-o", str(path))
    lines = table(path.read_text())
    assert [(line["bet"], line["table"], line["in_use"]) for line in lines] == [
        ("suited", "1", "true"), ("suited", "2", "false"),
    ]  # fmt: skip


def test_sweep_of_a_designers_file(pitboss: Commands, wider: str, tmp_path: Path) -> None:
    grid = ("--vary", "suited", "--vary", "soft17=stand,hit", "--decks", "2")
    path = tmp_path / "grid.json"
    pitboss("sweep", wider, *grid, "-o", str(path))
    rows = json.loads(path.read_text())["rows"]
    assert [row["choices"] for row in rows] == [
        {"suited": table, "soft17": soft17} for table in (1, 2) for soft17 in ("stand", "hit")
    ]
    lines = table(pitboss("sweep", wider, *grid, "--csv"))
    for line, row in zip(lines, rows, strict=True):
        assert float(line["suited.house_edge"]) == row["figures"]["suited"]["house_edge"]
        assert line["soft17"] == row["choices"]["soft17"]
    # E. Farmer's analyser: two decks, dealer stands on soft 17
    assert rows[0]["figures"]["round"]["house_edge"] == pytest.approx(0.00178859906, abs=1e-9)
    assert "0.1789 %" in pitboss("sweep", wider, *grid)


def test_sweep_names_what_is_refused(pitboss: Commands) -> None:
    shown = pitboss("sweep", "blackjack", "--vary", "surrender", "--vary", "peek", "--decks", "1")
    assert "1 rule set is refused: blackjack.toml: surrender.late = true" in " ".join(shown.split())
    lines = table(pitboss("sweep", "blackjack", "--vary", "surrender", "--vary", "peek",
                          "--decks", "1", "--csv"))  # fmt: skip
    assert [bool(line["refused"]) for line in lines] == [False, False, False, True]


# Further answers


def test_the_dealers_finals_as_lines(pitboss: Commands) -> None:
    lines = table(pitboss("dealer", "blackjack", "--csv"))
    assert [line["up"] for line in lines[::2]] == [*"23456789TA", "any"]
    ace = [line for line in lines if line["up"] == "A"]
    assert float(ace[0]["natural"]) == pytest.approx(96 / 311)
    assert (ace[0]["given"], ace[1]["given"], ace[1]["natural"]) == ("", "no natural", "")


def test_a_distribution_is_added_on_request(pitboss: Commands) -> None:
    told = pitboss.json("solve", "blackjack", "--distribution")["distribution"]
    assert sum(row["chance"] for row in told["results"]) == pytest.approx(1)
    shown = pitboss("solve", "blackjack", "--distribution")
    assert "What a round brings, all stakes together" in shown
    assert "200,000 times" in shown


def test_exceptions_are_listed_and_saved(pitboss: Commands, tmp_path: Path) -> None:
    shown = pitboss("strategy", "blackjack", "--exceptions")
    assert "hands to play otherwise than the best chart says" in shown
    assert "7 5 4" in shown
    path = tmp_path / "exceptions.csv"
    pitboss("strategy", "blackjack", "--exceptions", "-o", str(path))
    lines = table(path.read_text())
    losses = [float(line["loss"]) for line in lines]
    assert losses == sorted(losses, reverse=True)
    assert f"all {len(lines)}" in shown


@pytest.mark.parametrize("command", ["paytables", "sweep", "dealer", "diff", "strategy", "solve"])
def test_help_has_an_example(command: str, pitboss: Commands) -> None:
    shown = pitboss(command, "--help")
    assert "For example:" in shown
    assert f"pitboss {command} " in shown.split("For example:")[1]


def test_dir_lists_what_there_is() -> None:
    assert dir(package) == sorted(package.__all__)
    for name in dir(package):
        assert getattr(package, name) is not None
    assert package.games is games
    with pytest.raises(AttributeError, match="no attribute 'poker'"):
        package.poker  # noqa: B018
