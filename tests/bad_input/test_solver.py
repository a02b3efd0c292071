"""The solver's commands with input that makes no sense: one sentence, status 2, nothing written."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pitboss import cli
from pitboss.analysis.partial_shoes import shoe_text, without
from pitboss.rules.errors import RulesError
from tests.cli.terminal import run

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without")

TWENTY_FIVE_ACES = " ".join("A" * 25)
NO_CHART = "no-chart.csv"
NO_JSON = "no-chart.json"


def refused(patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command says that ends with status 2: nothing on stdout, one sentence on stderr."""
    patch.setattr(sys, "argv", ["pitboss", *arguments])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    out, err = capture.readouterr()
    assert ended.value.code == 2
    assert out == ""
    assert "Traceback" not in err
    said = err.strip()
    assert said
    if said.startswith("pitboss: "):
        assert "\n" not in said
    return " ".join(said.split())


GAMES = [
    (("solve", "poker"), "game 'poker': use blackjack"),
    (("strategy", "poker"), "game 'poker': use blackjack"),
    (("ev", "poker", "--hand", "T,6", "--up", "T"), "game 'poker': use blackjack"),
    (("diff", "blackjack", "poker"), "game 'poker': use blackjack"),
    (("diff", "poker", "blackjack"), "game 'poker': use blackjack"),
    (("rulings", "poker"), "game 'poker': use blackjack"),
    (("solve", "missing.toml"), "'missing.toml' cannot be read"),
    (("solve", "half-back", "--decks", "4"), "option decks = 4: use 6 or 8"),
    (("solve", "half-back", "--decks", "0"), "option decks = 0: use 6 or 8"),
    (("solve", "half-back", "--decks", "-6"), "option decks = -6: use 6 or 8"),
    (("solve", "half-back", "--decks", "six"), "decks"),
    (("solve", "half-back", "--decks", "6.5"), "decks"),
    (("solve", "half-back", "--soft17", "maybe"), "soft17 = maybe: use hit or stand"),
    (("solve", "mulligan-21", "--soft17", "hit"), "every dealer 17"),
    (("solve", "half-back", "--paytable", "upcard-bonus=7"), "use 1 to 6"),
    (("solve", "half-back", "--paytable", "upcard-bonus=0"), "use 1 to 6"),
    (("solve", "half-back", "--paytable", "upcard-bonus=x"), "'x' is no pay table"),
    (("solve", "half-back", "--paytable", "poker=1"), "no pay table is called 'poker'"),
    (("solve", "half-back", "--set", "surrender=true"), "allows no late surrender"),
    (("solve", "half-back", "--poker"), "--poker"),
    (("solve",), "game"),
    (("diff", "blackjack"), "name a second game"),
    (("diff", "blackjack", "half-back", "--decks", "2"), "option decks = 2: use 6 or 8"),
]
STAKES = [
    (("--bet", "poker=1"), "bet 'poker': lucky-stiff has no such bet"),
    (("--bet", "insurance=1"), "bet 'insurance': it cannot be staked; it is reported as if taken"),
    (("--bet", "insurance=0.5"), "bet 'insurance': it cannot be staked"),
    (("--bet", "lucky-stiff=1e7"), "use more than 0 and at most 1,000,000, in main units"),
    (("--bet", "lucky-stiff=-1"), "bet lucky-stiff = -1: use more than 0"),
    (("--bet", "lucky-stiff=0"), "bet lucky-stiff = 0: use more than 0"),
    (("--bet", "lucky-stiff=nan"), "bet lucky-stiff = nan: use more than 0"),
    (("--bet", "lucky-stiff=inf"), "bet lucky-stiff = inf: use more than 0"),
    (("--bet", "lucky-stiff=five"), "--bet 'lucky-stiff=five': write BET=STAKE"),
    (("--bet", "lucky-stiff="), "--bet 'lucky-stiff=': write BET=STAKE"),
    (("--bet", "lucky-stiff"), "--bet 'lucky-stiff': write BET=STAKE"),
    (("--bet", "=5"), "--bet '=5': write BET=STAKE"),
    (("--bet", "main=2"), "bet main = 2: use 1, because the opening wagers are one unit each"),
    (("--bet", "lucky-stiff=1", "--bet", "lucky-stiff=2"), "lucky-stiff was given already"),
]
AIMS = [
    (("--optimise", "poker"), "optimise 'poker': use main, total or lucky-stiff"),
    (("--optimise", ""), "optimise '': use main, total or lucky-stiff"),
    (("--optimise", "tie-left"), "optimise 'tie-left': use main, total or lucky-stiff"),
]
SOLVE = [
    (("--events", "poker"), "--events poker: use all, main, lucky-stiff or insurance"),
    (("--shoe", "Ax3"), "shoe of 3 cards"),
    (("--shoe", "Ax1 2x1 3x1 4x1 5x1 6x1 7x1 8x1 9x1 Tx1 Jx1 Qx1 Kx1"), "could run out of cards"),
    (("--shoe", "Zx3"), "shoe 'Zx3': write a rank, x and how many"),
    (("--shoe", "A3"), "shoe 'A3': write a rank, x and how many"),
    (("--shoe", "Ax-3"), "shoe 'Ax-3': write a rank, x and how many"),
    (("--shoe", "Ax1.5"), "shoe 'Ax1.5': write a rank, x and how many"),
    (("--shoe", "Ax"), "shoe 'Ax': write a rank, x and how many"),
    (("--shoe", "x300"), "shoe 'x300': write a rank, x and how many"),
    (("--shoe", "23x300"), "shoe '23x300': write a rank, x and how many"),
    (("--shoe", "Ax²"), "shoe 'Ax²': write a rank, x and how many"),
    (("--gone", TWENTY_FIVE_ACES), "card A: there are no more of them in the shoe"),
    (("--gone", "Z"), "card 'Z': use a rank of A 2 3"),
    (("--gone", "23"), "card '23': use a rank of A 2 3"),
    (("--gone", "TJ"), "card 'TJ': use a rank of A 2 3"),
    (("--strategy", "poker"), "strategy 'poker': use composition, chart"),
    (("--strategy", "missing.csv"), "'missing.csv' cannot be read"),
    (("--strategy", "missing.json"), "'missing.json' cannot be read"),
    (("--strategy", NO_CHART), "the first row must be: table,hand"),
    (("--strategy", NO_JSON), "no-chart.json' is not a chart"),
    (("--strategy", "hard 16 v T = X"), "hard 16 against T"),
    (("--strategy", "hard 16 vs T = S"), "write HAND v UPCARD = ACTION"),
    (("--strategy", "x = " * 100), "write HAND v UPCARD = ACTION"),
]
HANDS = [
    (("--hand", "T", "--up", "6"), "hand of 1 card(s): give two cards or more"),
    (("--hand", "", "--up", "6"), "hand of 0 card(s): give two cards or more"),
    (("--hand", "T,A", "--up", "6"), "it is 21"),
    (("--hand", "7,7,7", "--up", "6"), "it is 21"),
    (("--hand", "T,6,9", "--up", "6"), "it has more than 21"),
    (("--hand", "T,Z", "--up", "6"), "'Z' is no card; ranks are A 2 3"),
    (("--hand", "T6", "--up", "6"), "'T6' is no card"),
    (("--hand", "T,6", "--up", "Z"), "up 'Z': 'Z' is no card"),
    (("--hand", "T,6", "--up", ""), "up '': give one card"),
    (("--hand", "T,6", "--up", "T,T"), "up 'T,T': give one card"),
    (("--hand", "T,6", "--up", "T", "--gone", "Z"), "gone 'Z': 'Z' is no card"),
    (("--hand", "T,6", "--up", "T", "--gone", TWENTY_FIVE_ACES), "does not hold so many As"),
    (("--hand", "T,6", "--up", "T", "--aside", "5"), "aside 5: this game does not set"),
    (("--hand", "T,6", "--up", "T", "--burned", "K"), "K given up: no hand of this game gives up"),
    (("--hand", "T,6", "--up", "T", "--taken-back"), "take"),
    (("--hand", "T,6", "--up", "T", "--bet", "lucky-stiff=1"), "blackjack has no such bet"),
    (("--hand", "T,6"), "--up"),
    (("--up", "T"), "--hand"),
]


@pytest.mark.parametrize(("arguments", "says"), GAMES)
def test_games_and_options_that_are_none(
    arguments: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert says.lower() in refused(monkeypatch, capsys, *arguments).lower()


@pytest.mark.parametrize("command", ["solve", "strategy"])
@pytest.mark.parametrize(("arguments", "says"), [*STAKES, *AIMS])
def test_stakes_and_aims_that_are_none(
    command: str, arguments: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert says in refused(monkeypatch, capsys, command, "lucky-stiff", *arguments)


@pytest.mark.parametrize(("arguments", "says"), STAKES)
def test_stakes_on_a_hand_that_are_none(
    arguments: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    hand = ("ev", "lucky-stiff", "--hand", "T,6", "--up", "T")
    assert says in refused(monkeypatch, capsys, *hand, *arguments)


@pytest.mark.parametrize(("arguments", "says"), SOLVE)
def test_shoes_charts_and_events_that_are_none(
    arguments: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], tmp_path: Path,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path(NO_CHART).write_text("my own words")
    Path(NO_JSON).write_text("[1, 2]")
    assert says in refused(monkeypatch, capsys, "solve", "lucky-stiff", *arguments)


@pytest.mark.parametrize(("arguments", "says"), HANDS)
def test_hands_that_are_none(
    arguments: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert says in refused(monkeypatch, capsys, "ev", "blackjack", *arguments)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("chart.txt", "the name may end in .csv, .json"),
        ("chart", "the name may end in .csv, .json"),
        ("chart.csv.gz", "the name may end in .csv, .json"),
        ("missing/chart.csv", "the chart cannot be saved there: No such file or directory"),
        ("folder.csv", "the chart cannot be saved there: Is a directory"),
    ],
)
def test_files_that_cannot_be_written(
    name: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:  # fmt: skip
    (tmp_path / "folder.csv").mkdir()
    path = tmp_path / name
    assert says in refused(monkeypatch, capsys, "strategy", "blackjack", "-o", str(path))
    assert [one.name for one in tmp_path.iterdir()] == ["folder.csv"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("solve", "blackjack", "--bet", "main=x"), "write BET=STAKE"),
        (("ev", "blackjack", "--hand", "T", "--up", "6"), "give two cards or more"),
        (("solve", "blackjack", "--strategy=-"), "the first row must be: table,hand"),
    ],
)
def test_a_shell_is_told_the_same(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    refused_in_a_shell(*arguments, says=says, typed="no chart\n", home=tmp_path)


def test_json_on_standard_input_that_is_no_chart_is_named_as_such(tmp_path: Path) -> None:
    for typed in ('{"game": "blackjack"}', "  [1, 2]\n", '{"game":'):
        refused_in_a_shell(
            "solve", "blackjack", "--strategy", "-", typed=typed, home=tmp_path,
            says="chart on standard input is not a chart",
        )  # fmt: skip


def refused_in_a_shell(*arguments: str, says: str, typed: str, home: Path) -> None:
    done = run(*arguments, home=home, typed=typed, fails=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_bad_input_is_no_json_either(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(monkeypatch, capsys, "solve", "blackjack", "--bet", "poker=1", "--json")
    with pytest.raises(json.JSONDecodeError):
        json.loads(said)


# The texts by themselves


@pytest.mark.parametrize("text", ["x", "xx4", "AxA", "A x 4", "Ax4x4", "10", "1x4", "٣x4", "Ax٣²"])
def test_shoes_that_are_no_shoe(text: str) -> None:
    with pytest.raises(RulesError, match="write a rank, x and how many"):
        shoe_text(text)


@pytest.mark.parametrize("text", ["AA", "A2", "2345", "JQK", "Z", "1", "T-"])
def test_cards_that_are_no_ranks_cannot_be_gone(text: str) -> None:
    with pytest.raises(RulesError, match="use a rank of A 2 3"):
        without([24.0] * 13, text)


def test_shoes_and_cards_are_read_as_people_type_them() -> None:
    assert shoe_text("ax2, kx3 Ax1") == [3.0] + [0.0] * 11 + [3.0]
    assert without([1.0] * 13, "a, 10 k") == [0.0] + [1.0] * 8 + [0.0, 1.0, 1.0, 0.0]
