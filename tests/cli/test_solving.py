"""`pitboss solve`, `strategy`, `ev`, `diff`, `rulings`, `verify`: for people and for scripts."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss import cli, games
from pitboss.rules.chart import UPCARDS, from_csv
from tests.cli.terminal import COMMAND, environment, run

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without")


class Commands:
    """The command line in this process: compiled code is loaded once for all."""

    def __init__(self, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.patch, self.capture = patch, capture
        patch.setenv("COLUMNS", "200")
        patch.setenv("NO_COLOR", "1")

    def __call__(self, *arguments: str) -> str:
        self.patch.setattr(sys, "argv", ["pitboss", *arguments])
        status = 0
        try:
            cli.main()
        except SystemExit as end:
            status = int(end.code or 0)
        out, err = self.capture.readouterr()
        assert status == 0, err
        return out

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments, "--json"))


@pytest.fixture
def pitboss(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


# solve


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_solve_shows_every_wager_the_round_and_the_strategy(game: str, pitboss: Commands) -> None:
    shown, told = pitboss("solve", game), pitboss.json("solve", game)
    found = games.find(game)
    assert found.name in shown
    for name in (*found.rules().wagers.names.values(), *(bet.name for bet in found.rules().bets)):
        assert name in shown
    for word in ("house edge", "expectation", "hit rate", "Strategy: composition",
                 "Maximises: main", "element of risk", "Standard deviation of a round",
                 "6 decks"):  # fmt: skip
        assert word in shown
    assert f"{100 * told['round']['house_edge_per_main']:.4f} %" in shown
    assert told["game"] == game
    assert sum(e["probability"] for e in told["bets"]["main"]["events"]) == pytest.approx(1)


def test_solve_says_the_published_edge(pitboss: Commands) -> None:
    # E. Farmer's analyser: six decks, dealer stands on soft 17
    assert "0.4029 %" in pitboss("solve", "blackjack", "--soft17", "stand")


def test_events_are_shown_for_one_wager_or_all(pitboss: Commands) -> None:
    one = pitboss("solve", "lucky-stiff", "--events", "lucky-stiff")
    assert "stiff winner" in one
    assert "5 to 1" in one
    assert "push, both naturals" not in one
    every = pitboss("solve", "lucky-stiff", "--events", "all")
    for event in ("stiff winner", "push, both naturals", "split", "dealer natural"):
        assert event in every


def test_exact_bets_are_shown_in_whole_numbers(pitboss: Commands) -> None:
    shown = pitboss("solve", "half-back", "--events", "upcard-bonus")
    assert "20233/626665" in shown  # counted by hand: tests/analysis/test_solution.py
    told = pitboss.json("solve", "half-back")["bets"]["upcard-bonus"]["exact"]
    assert told["ev"] == "-20233/626665"
    assert sum(event["combinations"] for event in told["events"]) == told["combinations"]


def test_stakes_and_aims_are_said_and_counted(pitboss: Commands) -> None:
    arguments = ("solve", "lucky-stiff", "--bet", "lucky-stiff=5", "--optimise", "total")
    assert "Maximises: main 1, lucky-stiff 5" in pitboss(*arguments)
    told = pitboss.json(*arguments)
    assert told["optimised_for"] == {"main": 1, "lucky-stiff": 5}
    assert told["round"]["initial_stake"] == 6
    assert told["round"]["ev"] == pytest.approx(
        told["bets"]["main"]["ev"] + 5 * told["bets"]["lucky-stiff"]["ev"]
    )


def test_stakes_a_table_would_refuse_are_warned_of(pitboss: Commands) -> None:
    shown = pitboss("solve", "blackjack-tie", "--bet", "tie-left=1")
    assert "Note: 1 is staked on the left side" in shown


def test_removal_and_covariance_are_added_on_request(pitboss: Commands) -> None:
    shown = " ".join(pitboss("solve", "blackjack", "--removal", "--covariance").split())
    assert "Effect of removing one card" in shown
    assert "Covariances" in shown
    told = pitboss.json("solve", "blackjack", "--removal", "--covariance")
    assert list(told["removal"]["main"]) == list("A23456789TJQK")
    assert told["removal"]["main"]["5"] > 0.0005 > -0.0005 > told["removal"]["main"]["A"]
    (row,) = told["covariance"]["matrix"]
    assert row[0] == pytest.approx(told["bets"]["main"]["sd"] ** 2)


def test_gone_cards_and_a_shoe_by_rank_are_the_same_thing(pitboss: Commands) -> None:
    gone = pitboss.json("solve", "blackjack", "--decks", "1", "--gone", "5,T")
    ranks = "Ax4 2x4 3x4 4x4 5x3 6x4 7x4 8x4 9x4 Tx3 Jx4 Qx4 Kx4"
    given = pitboss.json("solve", "blackjack", "--decks", "1", "--shoe", ranks)
    both = pitboss.json(
        "solve", "blackjack", "--decks", "1", "--shoe", ranks.replace("5x3", "5x4"), "--gone", "5"
    )
    assert gone["round"]["ev"] == given["round"]["ev"] == both["round"]["ev"]
    full = pitboss.json("solve", "blackjack", "--decks", "1")
    assert gone["round"]["ev"] != full["round"]["ev"]


def test_a_designers_game_is_solved_like_any_other(pitboss: Commands, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('id = "mine"\nname = "Mine"\nbased-on = "blackjack"\n[split]\nmax-hands = 2\n')
    # E. Farmer's analyser: one split only
    assert pitboss.json("solve", str(mine))["round"]["ev"] == pytest.approx(
        -0.00668950590, abs=1e-9
    )


# Charts


def test_a_chart_is_shown_saved_and_valued_again(pitboss: Commands, tmp_path: Path) -> None:
    shown = pitboss("strategy", "blackjack")
    for word in ("best chart for main", "Hard", "Soft", "Pairs", "double, or hit", "0.6181 %",
                 "0.6154 %"):  # fmt: skip
        assert word.lower() in shown.lower()
    told = pitboss.json("strategy", "blackjack")
    assert told["tables"]["play"]["hard"]["16"][UPCARDS.index("7")] == "H"
    assert told["optimised_for"] == {"main": 1}
    for name in ("chart.csv", "chart.json"):
        path = tmp_path / name
        assert f"{path}: written" in " ".join(
            pitboss("strategy", "blackjack", "-o", str(path)).split()
        )
        valued = pitboss.json("solve", "blackjack", "--strategy", str(path))
        assert valued["strategy"] == "given chart"
        assert valued["round"]["ev"] == told["ev"]
    assert from_csv((tmp_path / "chart.csv").read_text(), "blackjack").game == "blackjack"


@pytest.mark.parametrize("suffix", ["html", "svg"])
def test_a_chart_is_saved_as_a_picture(suffix: str, pitboss: Commands, tmp_path: Path) -> None:
    path = tmp_path / f"chart.{suffix}"
    pitboss("strategy", "blackjack", "--output", str(path))
    assert f"<{suffix}" in path.read_text()


def test_a_chart_minds_the_bets_it_is_asked_to(pitboss: Commands) -> None:
    told = pitboss.json("strategy", "lucky-stiff", "--bet", "lucky-stiff=1", "--optimise", "total")
    play, riding = told["tables"]["play"], told["tables"]["riding lucky-stiff"]
    # with 5 to 1 on a win, a stiff stands where it would rather not bust
    assert play["hard"]["16"][UPCARDS.index("7")] == "H"
    assert riding["hard"]["16"][UPCARDS.index("T")] == "S"


def test_cells_are_typed_on_the_command_line(pitboss: Commands) -> None:
    best = pitboss.json("solve", "blackjack", "--strategy", "chart")["round"]["ev"]
    worse = pitboss.json("solve", "blackjack", "--strategy", "hard 17 v 7 = H")["round"]["ev"]
    assert worse < best - 0.0005


def test_a_chart_comes_through_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "chart.csv"
    run("strategy", "blackjack", "-o", str(path), home=tmp_path)
    done = run(
        "solve", "blackjack", "--strategy", "-", "--json", home=tmp_path, typed=path.read_text()
    )
    # this project's design computed the best chart separately
    assert json.loads(done.stdout)["round"]["ev"] == pytest.approx(-0.00618149, abs=2e-6)
    assert "Traceback" not in done.stderr


# ev


def test_ev_shows_every_move_and_its_cost(pitboss: Commands) -> None:
    shown = pitboss("ev", "blackjack", "--hand", "8,8", "--up", "T")
    for word in ("split", "hit", "stand", "double", "cost of choosing it",
                 "The dealer has looked and has no natural"):  # fmt: skip
        assert word in shown
    told = pitboss.json("ev", "blackjack", "--hand", "8,8", "--up", "T")
    assert told["offers"][0]["move"] == "split"
    assert told["peeked"] is True
    assert told["natural"] == pytest.approx(24 / 309)
    assert "has looked" not in pitboss("ev", "blackjack", "--hand", "8,8", "--up", "6")


def test_ev_says_the_published_values(pitboss: Commands) -> None:
    # Blackjack Appendix 9 of wizardofodds.com: six decks, hits soft 17, no hole card
    shown = pitboss("ev", "blackjack", "--set", "peek=false", "--hand", "6,5", "--up", "A")
    for value in ("−0.235772", "−0.535879", "−0.720879"):
        assert value in shown


def test_ev_takes_what_lies_on_the_table(pitboss: Commands) -> None:
    back = pitboss.json("ev", "half-back", "--hand", "T,6", "--up", "T", "--aside", "5")
    assert back["offers"][0]["move"] == "take back"
    after = pitboss.json(
        "ev", "half-back", "--hand", "T,6", "--up", "T", "--aside", "5", "--taken-back"
    )
    assert {offer["move"] for offer in after["offers"]} == {"stand", "hit"}
    kept = pitboss.json("ev", "mulligan-21", "--hand", "6,5,3", "--up", "8")
    burned = pitboss.json("ev", "mulligan-21", "--hand", "6,5,3", "--up", "8", "--burned", "K")
    hits = [next(o["ev"] for o in one["offers"] if o["move"] == "hit") for one in (kept, burned)]
    assert hits[0] > hits[1]
    gone = pitboss.json(
        "ev", "blackjack", "--hand", "T,6", "--up", "T", "--gone", "5,5,5,5,4,4,4,4"
    )
    assert gone["offers"][0]["move"] == "stand"  # few cards are left that help a 16
    rides = pitboss.json(
        "ev", "lucky-stiff", "--hand", "T,6", "--up", "T", "--bet", "lucky-stiff=3"
    )
    assert rides["offers"][0]["move"] == "stand"


def test_ev_of_a_card_that_busts_the_hand_is_what_its_replacement_brings(
    pitboss: Commands,
) -> None:
    asked = ("ev", "mulligan-21", "--hand", "T,2,K", "--up", "6")
    (burn,) = pitboss.json(*asked)["offers"]  # M21-R9: nobody is asked
    other = pitboss.json(*asked, "--set", "M21-R9=other")["offers"]
    assert other == [burn, {"move": "keep", "ev": -1.0}]


# diff and rulings


def test_diff_shows_rules_edges_and_cells(pitboss: Commands, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\n[dealer]\nsoft17 = "stand"\n'
    )
    shown = pitboss("diff", "blackjack", str(mine))
    for word in ("Blackjack → Mine", "dealer.soft17 = stand (was hit)", "0.6154 %", "0.4029 %",
                 "changes in 3 cells", "A D→H", "2 Ds→S", "6 Ds→S"):  # fmt: skip
        assert word in shown
    told = pitboss.json("diff", "blackjack", str(mine))
    assert len(told["cells"]) == 3
    assert told["edges"][0]["wager"] == "round"


def test_diff_of_a_game_with_itself_says_so(pitboss: Commands) -> None:
    shown = pitboss("diff", "blackjack", "blackjack")
    assert "The rules are the same." in shown
    assert "The best chart stays the same." in shown


def test_rulings_are_priced_and_those_that_change_nothing_say_why(pitboss: Commands) -> None:
    shown = pitboss("rulings", "lucky-stiff")
    rulings = games.find("lucky-stiff").rulings
    assert shown.count("ruled:") == shown.count("other:") == len(rulings)
    for ruling in rulings:
        assert ruling.id in shown
    told = pitboss.json("rulings", "lucky-stiff")
    assert [one["id"] for one in told["rulings"]] == [ruling.id for ruling in rulings]
    for one, ruling in zip(told["rulings"], rulings, strict=True):
        assert one["edges"], ruling.id
        assert (one["same"], one["under"]) == (ruling.same, ruling.under)
    assert "no price" not in shown
    assert "priced with surrender = true" in shown
    assert "changes no figure: No hand the bet rides on can be split here." in shown
    assert shown.count("changes no figure") + shown.count("house edge") >= len(rulings)


# verify


def test_verify_recomputes_every_published_figure(pitboss: Commands) -> None:
    rows = pitboss.json("verify")["figures"]
    assert len(rows) >= 60
    for row in rows:
        assert row["difference"] == pytest.approx(row["computed"] - row["published"])
        assert row["fits"] == (abs(row["difference"]) <= row["tolerance"] * (1 + 1e-9))
    # all but four of the five edges filed for Lucky Stiff, which no strategy can give together
    apart = [row for row in rows if not row["fits"]]
    assert len(apart) == 4
    assert {row["file"] for row in apart} == {"lucky-stiff"}
    assert all(abs(row["difference"]) < 0.0002 for row in apart)
    filed = [row for row in rows if row["source"] == apart[0]["source"]]
    assert len(filed) == 5


def test_an_interrupt_ends_verify_without_a_trace(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "verify"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**environment(tmp_path), "COLUMNS": "160"},
        # as in a terminal, even if these tests run where nobody can interrupt them
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    seen = ""
    while "decks 8, soft17 stand" not in seen:  # the last of the charts; the rest goes on
        line = process.stdout.readline()
        assert line, seen
        seen += line
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=240)
    assert process.returncode == 130
    assert "Traceback" not in err + out
    assert "-0.00432478" in seen
    assert "figures agree within" not in out


@pytest.mark.parametrize("command", ["solve", "strategy", "ev", "diff", "rulings", "verify"])
def test_every_command_explains_itself(command: str, pitboss: Commands) -> None:
    shown = pitboss(command, "--help")
    assert f"Usage: pitboss {command}" in shown
    assert "--json" in shown
