"""`pitboss simulate` and `cluster`: for people and for scripts."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pitboss as package
from pitboss import games
from pitboss.cli.simulating import rounds_of
from pitboss.extras import install_hint
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
    for key in ("version", "game", "rules", "rules_hash", "strategy", "strategy_hash",
                "optimised_for", "bets", "round", "rounds", "rounds_asked", "seats", "seed", "shoe",
                "penetration", "burn", "seconds", "rounds_per_second", "device", "covariance",
                "warnings", "streaks"):  # fmt: skip
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
    assert (told["burn"], told["version"]) == (None, package.__version__)
    together = told["against_solver_round"]
    assert (together["solver"], together["simulated"]) == (
        solved["round"]["ev"], told["round"]["mean"],
    )  # fmt: skip
    assert abs(together["z"]) < 4.5
    for bet, values in told["bets"].items():
        assert values["staked"] == solved["bets"][bet]["staked"] == (bet in told["optimised_for"])


def test_what_json_says_is_enough_to_deal_the_same_again(pitboss: Commands, tmp_path: Path) -> None:
    told = pitboss.json(
        "simulate", "half-back", "--decks", "8", "--bet", "upcard-bonus=0.5", "--rounds", "30000",
        "--shoe", "cut", "--burn", "7", "--penetration", "0.6", "--seats", "2", "--seed", "9",
        "--strategy", "hard 16 v T = S; split: hard 11 v A = H",
    )  # fmt: skip
    assert told["rules"]["shoe"] == {"decks": 8, "penetration": 0.6, "burn": 7}
    assert (told["burn"], told["rounds_asked"]) == (7, 30_000)
    assert told["cells"] == ["hard 16 v T = S", "split: hard 11 v A = H"]
    chart = tmp_path / "chart.json"
    chart.write_text(json.dumps(told["chart"]))
    bets = [f"--bet={bet}={one['stake']}" for bet, one in told["bets"].items() if one["staked"]]
    again = pitboss.json(
        "simulate", told["game"], "--decks", str(told["rules"]["shoe"]["decks"]), *bets,
        "--rounds", str(told["rounds_asked"]), "--shoe", told["shoe"], "--burn", str(told["burn"]),
        "--penetration", str(told["penetration"]), "--seats", str(told["seats"]),
        "--seed", str(told["seed"]), "--strategy", str(chart),
    )  # fmt: skip
    for one in (told, again):
        del one["seconds"], one["rounds_per_second"]
    assert again == told


def test_a_strategy_is_known_by_its_hash(pitboss: Commands) -> None:
    def hash_of(strategy: str) -> str:
        told = pitboss.json("simulate", "blackjack", "--rounds", "1000", "--strategy", strategy)
        return str(told["strategy_hash"])

    strategies = ("chart", "composition", "hard 17 v 7 = H", "hard 17 v 8 = H")
    hashes = [hash_of(strategy) for strategy in strategies]
    assert len(set(hashes)) == 4
    assert [hash_of(strategy) for strategy in strategies] == hashes
    assert hash_of("hard 17 v 7 = H; hard 17 v 7 = H") == hashes[2]


def test_a_person_reads_which_cells_are_unlike_the_best_chart(pitboss: Commands) -> None:
    def shown(strategy: str) -> str:
        how = ("simulate", "blackjack", "--rounds", "1000", "--strategy", strategy)
        return pitboss(*how, "--events", "none")

    one = shown("hard 17 v 7 = H")
    assert "Unlike the best chart: hard 17 v 7 = H." in one
    assert "Maximises" not in one  # a chart that is given maximises nothing
    assert "Unlike the best chart: no cell." in shown("hard 17 v 7 = S")
    many = "; ".join(f"hard 17 v {up} = H" for up in "23456789TA")
    assert "hard 17 v 7 = H and 4 other cells." in shown(many)
    assert "Unlike" not in shown("chart")


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
    assert "dealt to 75 %, 1 card burned" in shown


def test_shoes_that_run_out_are_explained(pitboss: Commands) -> None:
    # seven seats need far more than the five cards that lie behind the cut card
    how = ("simulate", "blackjack", "--decks", "2", "--shoe", "cut", "--penetration", "0.95",
           "--seats", "7", "--rounds", "2000", "--events", "none")  # fmt: skip
    told, shown = pitboss.json(*how), " ".join(pitboss(*how).split())
    assert 0 < told["ran_out"] <= told["shoes"]
    assert f"In {told['ran_out']:,} rounds the cards ran out: the discards were shuffled" in shown
    assert "the shoe ended with the round" in shown


def test_a_cut_card_among_the_burned_cards_is_noted(pitboss: Commands) -> None:
    how = ("simulate", "blackjack", "--decks", "1", "--shoe", "cut", "--penetration", "0.1",
           "--rounds", "500")  # fmt: skip
    told = pitboss.json(*how, "--burn", "10")
    # a tenth of 52 cards is 5
    assert "stands after 5 cards, among the 10 that are burned" in told["warnings"][0]
    assert told["rounds"] == told["shoes"] == 500
    assert "Note: the cut card stands after 5 cards" in pitboss(*how, "--burn", "5")
    assert pitboss.json(*how, "--burn", "4")["warnings"] == []


def test_runs_and_bankrolls_of_several_seats_are_those_of_the_first(pitboss: Commands) -> None:
    how = ("simulate", "blackjack", "--rounds", "50k", "--bankroll", "20", "--hours", "1")
    many = " ".join(pitboss(*how, "--seats", "2", "--events", "none").split())
    assert "the longest run of wins at the first seat was" in many
    assert "A bankroll of 20 units at the first seat over 60 rounds" in many
    # 10,000 paths of 60 rounds, of which 50,000 are those above
    assert "The paths go 550,000 rounds beyond those above." in many
    assert "first seat" not in pitboss(*how, "--events", "none")
    told = pitboss.json(*how)
    assert told["bankroll"]["seat"] == told["streaks"]["seat"] == 1
    assert "beyond" not in pitboss(*how[:3], "600k", *how[4:], "--events", "none")


# What so few rounds do not say


def test_one_shoe_claims_nothing_about_its_error(pitboss: Commands) -> None:
    how = ("simulate", "blackjack", "--rounds", "2", "--shoe", "cut", "--unit", "25")
    told = pitboss.json(*how, "--against-solver")
    assert told["shoes"] == 1
    assert told["against_solver"][0]["se"] is told["against_solver"][0]["z"] is None
    assert told["against_solver_round"]["z"] is None
    assert told["hold"]["win_error"] is told["hold"]["hours_until_ahead"] is None
    shown = " ".join(pitboss(*how, "--against-solver").split())
    assert "± ? an hour" in shown
    assert "so few rounds do not say when the house is ahead" in shown
    assert "1 shoe dealt to 75 %" in shown


def test_one_round_is_one_round(pitboss: Commands) -> None:
    shown = " ".join(pitboss("simulate", "blackjack", "--rounds", "1").split())
    for words in ("1 round from seed 1", "per 1 unit staked", "± ?", "In the first round the"):
        assert words in shown
    assert "0.0000 %" not in shown.partition("1 round from")[0].replace("100.0000 %", "")
    told = pitboss.json("simulate", "blackjack", "--rounds", "1")
    assert told["round"]["sd_error"] is told["round"]["se"] is None


def test_hours_until_ahead_are_said_with_their_error(pitboss: Commands) -> None:
    how = ("simulate", "blackjack", "--rounds", "4M", "--unit", "25", "--events", "none")
    hold = pitboss.json(*how)["hold"]
    low, high = hold["hours_until_ahead_confidence"]
    assert low < hold["hours_until_ahead"] < high
    said = f"after about {hold['hours_until_ahead']:,.0f} hours the house is ahead in 95 cases of"
    shown = " ".join(pitboss(*how).split())
    assert f"{said} 100 ({low:,.0f} to {high:,.0f} by the error of the win)" in shown


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
    assert told[0]["until_se_reached"] is True
    assert told[0]["warnings"] == []
    assert told[0]["rounds_asked"] is None
    how = ("simulate", "blackjack", "--until-se", "1e-9", "--rounds", "50000")
    most = pitboss.json(*how)
    assert (most["rounds"], most["until_se_reached"]) == (50_000, False)
    assert "until-se = 1e-09 is not reached: after 50,000 rounds the" in most["warnings"][0]
    assert "Note: until-se = 1e-09 is not reached" in pitboss(*how)


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


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")


@FULL
@pytest.mark.parametrize(
    "command",
    [("simulate", "blackjack", *FEW), ("simulate", "blackjack", *FEW, "--json"), ("games",),
     ("games", "--json"), ("rules", "blackjack"), ("cluster",), ("simulate", "--help")],
)  # fmt: skip
def test_output_that_cannot_be_written_is_said_in_one_sentence(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, *command], stdout=full, stderr=subprocess.PIPE, text=True,
            env=environment(tmp_path), check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "pitboss: the output cannot be written: No space left on device\n"


def test_a_chart_on_standard_input_may_be_json(tmp_path: Path) -> None:
    saved = tmp_path / "chart.json"
    run("strategy", "blackjack", "-o", str(saved), home=tmp_path)
    how = ("simulate", "blackjack", *FEW, "--strategy", "-", "--json")
    told = json.loads(run(*how, home=tmp_path, typed=saved.read_text()).stdout)
    assert told["strategy"] == "given chart"
    assert told["cells"] == []
    printed = run("strategy", "blackjack", "--json", home=tmp_path).stdout
    again = json.loads(run(*how, home=tmp_path, typed=f"\n{printed}").stdout)
    assert again["round"] == told["round"]


def test_a_narrow_terminal_loses_no_figure(
    pitboss: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    how = ("simulate", "half-back", *FEW)
    wide = pitboss(*how)
    monkeypatch.setenv("COLUMNS", "40")
    narrow = pitboss(*how)
    assert "…" not in narrow.replace("… per", "")
    figures = re.compile(r"[−\d.]+ %")
    assert figures.findall(narrow) == figures.findall(wide)


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
                  "What it needs is installed here (distributed 20",
                  f"same version of pitboss\n   ({package.__version__})"):  # fmt: skip
        assert words in shown
    monkeypatch.setattr(cluster, "is_installed", lambda: False)
    assert f"is not installed here: {install_hint('cluster')}\n" in pitboss("cluster")
