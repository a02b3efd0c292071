"""`pitboss simulate` and `cluster`: for people and for scripts."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pitboss as package
from pitboss import games
from pitboss.cli.simulating import rounds_of
from pitboss.sim import cluster, jobs
from pitboss.sim.statistics import Results
from tests.cli.terminal import COMMAND, Terminal, environment, run
from tests.cli.test_solving import Commands

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without")

FEW = ("--rounds", "200k")


@pytest.fixture
def pitboss(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(monkeypatch, capsys)


# What is told


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_every_game_is_simulated_and_agrees_with_the_solver(game: str, pitboss: Commands) -> None:
    told = pitboss.json("simulate", game, "--rounds", "1M", "--seed", "7", "--against-solver")
    for key in ("game", "rules", "rules_hash", "strategy", "optimised_for", "bets", "round",
                "rounds", "seats", "seed", "shoe", "penetration", "seconds", "rounds_per_second",
                "device", "covariance", "warnings", "streaks"):  # fmt: skip
        assert key in told
    solved = pitboss.json("solve", game, "--strategy", "chart")
    assert told["rules_hash"] == solved["rules_hash"]
    assert told["rules"] == solved["rules"]
    assert told["optimised_for"] == solved["optimised_for"]
    assert list(told["bets"]) == list(solved["bets"])
    assert [row["bet"] for row in told["against_solver"]] == list(told["bets"])
    for row in told["against_solver"]:
        assert row["solver"] == solved["bets"][row["bet"]]["ev"]
        assert row["simulated"] == told["bets"][row["bet"]]["mean"]
        assert row["z"] == pytest.approx((row["simulated"] - row["solver"]) / row["se"])
        assert abs(row["z"]) < 4.5
    assert (told["rounds"], told["seed"], told["device"]) == (1_000_000, 7, "cpu")
    assert (told["shoe"], told["penetration"], told["strategy"]) == ("csm", None, "chart")


def test_one_and_three_threads_say_the_same(pitboss: Commands) -> None:
    one, three = (
        pitboss.json("simulate", "half-back", "--rounds", "1M", "--threads", threads)
        for threads in "13"
    )
    for told in (one, three):
        del told["seconds"], told["rounds_per_second"]
    assert one == three
    other = pitboss.json("simulate", "half-back", "--rounds", "1M", "--seed", "2")
    assert other["round"]["mean"] != one["round"]["mean"]


def test_a_person_sees_edges_errors_events_speed_and_streaks(pitboss: Commands) -> None:
    shown = pitboss("simulate", "lucky-stiff", *FEW, "--seed", "3")
    told = pitboss.json("simulate", "lucky-stiff", *FEW, "--seed", "3")
    for bet in ("main", "lucky-stiff"):
        assert f"{100 * told['bets'][bet]['house_edge']:.4f} %" in shown
        assert f"± {100 * told['bets'][bet]['se']:.4f} %" in shown
    for word in ("Lucky Stiff", "6 decks", "Strategy: chart", "hit rate", "200,000 rounds",
                 "rounds/s", "a fresh shoe for every round", "push, both naturals",
                 f"longest run of wins was {told['streaks']['longest_win']}",
                 f"losses {told['streaks']['longest_loss']}"):  # fmt: skip
        assert word in shown
    assert "stiff winner" not in shown  # not staked


def test_events_of_one_wager_of_all_or_of_none(pitboss: Commands) -> None:
    assert "stiff winner" in pitboss("simulate", "lucky-stiff", *FEW, "--events", "all")
    one = pitboss("simulate", "lucky-stiff", *FEW, "--events", "lucky-stiff")
    assert "stiff winner" in one
    assert "both naturals" not in one
    none = pitboss("simulate", "lucky-stiff", *FEW, "--events", "none")
    assert "both naturals" not in none
    staked = pitboss("simulate", "lucky-stiff", *FEW, "--bet", "lucky-stiff=1")
    assert "stiff winner" in staked
    assert "both naturals" in staked


def test_stakes_strategies_and_rules_are_those_of_solve(pitboss: Commands) -> None:
    how = ("lucky-stiff", "--decks", "8", "--paytable", "lucky-stiff=2", "--bet", "lucky-stiff=2",
           "--optimise", "total", "--strategy", "composition")  # fmt: skip
    told = pitboss.json("simulate", *how, *FEW)
    solved = pitboss.json("solve", *how)
    assert told["rules_hash"] == solved["rules_hash"]
    assert told["optimised_for"] == {"main": 1, "lucky-stiff": 2}
    assert told["round"]["initial_stake"] == 3
    assert told["strategy"] == "composition"
    assert told["round"]["mean"] == pytest.approx(
        solved["round"]["ev"], abs=5 * told["round"]["se"]
    )


def test_a_bad_chart_loses_what_the_solver_says(pitboss: Commands) -> None:
    told = pitboss.json("simulate", "blackjack", "--strategy", "hard 17 v 7 = H; hard 18 v 8 = H",
                        "--rounds", "4M", "--against-solver")  # fmt: skip
    row = told["against_solver"][0]
    assert row["solver"] < -0.008
    assert abs(row["z"]) < 4.5


def test_warnings_are_those_of_solve_and_said(pitboss: Commands) -> None:
    how = ("simulate", "blackjack-tie", *FEW, "--bet", "tie-left=1")
    assert "Note: 1 is staked on the left side" in pitboss(*how)
    assert len(pitboss.json(*how)["warnings"]) >= 1


# Shoes and seats


def test_shoes_to_a_cut_card_at_several_seats(pitboss: Commands) -> None:
    how = ("simulate", "half-back", "--shoe", "cut", "--seats", "3", "--rounds", "60000")
    told = pitboss.json(*how, "--penetration", "0.6", "--against-solver")
    assert (told["shoe"], told["penetration"], told["seats"]) == ("cut", 0.6, 3)
    assert told["rounds"] == pytest.approx(60_000, rel=0.05)
    assert told["shoes"] > 1000
    assert any("cut-card effect" in warning for warning in told["warnings"])
    assert pitboss.json(*how)["penetration"] == 0.75  # as the game's file says
    shown = pitboss(*how, "--against-solver", "--events", "none")
    assert "the difference contains the cut-card effect" in " ".join(shown.split())
    assert "at 3 seats" in shown
    assert "dealt to 75 %" in shown


def test_penetration_of_a_continuous_shuffler_is_said_to_mean_nothing(pitboss: Commands) -> None:
    how = ("simulate", "blackjack", *FEW, "--penetration", "0.5")
    assert "penetration means nothing" in pitboss.json(*how)["warnings"][0]
    assert "penetration means nothing" in pitboss(*how)


# On request


def test_a_bankroll_is_followed_and_drawn(pitboss: Commands, tmp_path: Path) -> None:
    path = tmp_path / "roll.svg"
    how = ("simulate", "blackjack", *FEW, "--bankroll", "20", "--hours", "2")
    told = pitboss.json(*how, "--rounds-per-hour", "80", "--plot", str(path))["bankroll"]
    assert (told["start"], told["rounds"], told["paths"]) == (20, 160, 10_000)
    assert 0 < told["ruin"]["probability"] < 0.5
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    path.unlink()
    shown = pitboss(*how, "--plot", str(path))
    assert "A bankroll of 20 units over 120 rounds is ruined on" in shown
    assert f"{path}: written" in shown
    assert path.exists()


def test_the_hold_of_a_table_is_in_money(pitboss: Commands) -> None:
    how = ("simulate", "blackjack", *FEW, "--unit", "25", "--rounds-per-hour", "70")
    told = pitboss.json(*how)
    assert told["hold"]["win_per_hour"] == pytest.approx(-told["round"]["mean"] * 25 * 70)
    shown = " ".join(pitboss(*how).split())
    assert "Hold with $25.00 on main at one seat and 70 rounds an hour: $" in shown


def test_dealing_ends_when_the_error_is_small_enough(
    pitboss: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "FRESH_BLOCK", 1 << 14)
    told = [
        pitboss.json("simulate", "blackjack", "--until-se", "2e-3", "--threads", threads)
        for threads in "123"
    ]
    assert len({one["rounds"] for one in told}) == 1
    assert told[0]["round"] == told[1]["round"] == told[2]["round"]
    assert told[0]["round"]["se"] <= 2e-3 == told[0]["until_se"]
    assert told[0]["rounds"] < 600_000
    most = pitboss.json("simulate", "blackjack", "--until-se", "1e-9", "--rounds", "50000")
    assert most["rounds"] == 50_000


def test_a_job_is_kept_read_again_and_extended(pitboss: Commands, tmp_path: Path) -> None:
    job = ("--job", str(tmp_path / "a.job"))
    first = pitboss.json("simulate", "blackjack", *FEW, *job)
    again = pitboss.json("simulate", "blackjack", *FEW, *job)
    assert again["rounds_per_second"] == 0 < first["rounds_per_second"]
    assert again["bets"] == first["bets"]
    assert "read from the job's file" in pitboss("simulate", "blackjack", *FEW, *job)
    more = pitboss.json("simulate", "blackjack", "--rounds", "300k", *job)
    assert more["bets"] == pitboss.json("simulate", "blackjack", "--rounds", "300k")["bets"]


@pytest.mark.parametrize(
    ("text", "rounds"),
    [("1", 1), ("2000000", 2_000_000), ("2_000_000", 2_000_000), ("2,000,000", 2_000_000),
     ("1e9", 10**9), ("1E6", 10**6), ("10M", 10**7), ("10m", 10**7), ("2G", 2 * 10**9),
     ("2.5k", 2500), ("1T", 10**12), ("1.5e3", 1500), (" 7 ", 7)],
)  # fmt: skip
def test_rounds_are_read_as_people_type_them(text: str, rounds: int) -> None:
    assert rounds_of(text) == rounds


# From Python


def test_python_says_the_same(pitboss: Commands) -> None:
    reports: list[int] = []

    def progress(done: int, units: int | None, results: Results | None) -> None:
        assert units == 100_000
        assert results is None or results.rounds == done
        reports.append(done)

    played = package.simulate(
        "half-back", decks=8, soft17="stand", paytables={"upcard-bonus": 2},
        bets={"upcard-bonus": 1}, rounds=100_000, seed=9, threads=1, progress=progress,
    )  # fmt: skip
    told = pitboss.json(
        "simulate", "half-back", "--decks", "8", "--soft17", "stand", "--paytable",
        "upcard-bonus=2", "--bet", "upcard-bonus=1", "--rounds", "100k", "--seed", "9",
    )  # fmt: skip
    assert reports[0] == 0
    assert reports[-1] == 100_000
    assert played.plain()["bets"] == told["bets"]
    assert repr(played).startswith("<half-back: 100,000 rounds, house edge ")
    assert isinstance(played, package.Simulation)


# The terminal


def test_a_terminal_shows_a_bar_that_leaves_nothing_behind(tmp_path: Path) -> None:
    terminal = Terminal("simulate", "blackjack", "--rounds", "60M", home=tmp_path)
    seen = terminal.read_until("longest run of wins", seconds=120)
    assert terminal.wait() == 0
    assert "Dealing" in seen
    assert "60,000,000 rounds from seed 1" in seen


def test_a_script_gets_json_and_nothing_else(tmp_path: Path) -> None:
    done = run("simulate", "blackjack", *FEW, "--json", home=tmp_path)
    assert json.loads(done.stdout)["rounds"] == 200_000
    assert done.stdout.count("\n") == 1
    assert "Dealing" not in done.stderr


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    command = " ".join([*COMMAND, "simulate", "blackjack", *FEW, "| head -n 1"])
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, env=environment(tmp_path), check=True
    )
    assert "Blackjack" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["simulate", "cluster"])
def test_commands_explain_themselves(command: str, pitboss: Commands) -> None:
    shown = pitboss(command, "--help")
    assert f"Usage: pitboss {command}" in shown


def test_help_teaches_by_example(pitboss: Commands) -> None:
    shown = " ".join(pitboss("simulate", "--help").split())
    for example in ("pitboss simulate half-back --rounds 1G --job half-back.job",
                    "--until-se 1e-4", "--shoe cut --penetration 0.8 --seats 5 --unit 25",
                    "--bankroll 100 --hours 8 --plot roll.svg"):  # fmt: skip
        assert example in shown


def test_the_guide_to_clusters_names_every_command(
    pitboss: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = pitboss("cluster")
    for words in ("dask scheduler --port 8786", "dask worker tcp://", "--cluster tcp://",
                  "The cluster extra is installed here (distributed 20",
                  f"same version of pitboss\n   ({package.__version__})"):  # fmt: skip
        assert words in shown
    monkeypatch.setattr(cluster, "is_installed", lambda: False)
    assert "is not installed here: pip install 'pitboss[cluster]'" in pitboss("cluster")
