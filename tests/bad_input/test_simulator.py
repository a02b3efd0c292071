"""`pitboss simulate` with input that makes no sense: one sentence, status 2, nothing dealt."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.extras import install_hint
from pitboss.rules.errors import RulesError
from pitboss.sim import cluster
from pitboss.sim.program import Program
from tests.bad_input.test_solver import AIMS, STAKES, refused

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without")

FORMS = "use a whole number such as 2000000, 1e9, 10M or 2G"
RANGE = "use a whole number from 1 to 1,000,000,000,000,000"

DEALING = [
    (("--rounds", "-5"), f"rounds = -5: {RANGE}"),
    (("--rounds", "0"), f"rounds = 0: {RANGE}"),
    (("--rounds", "2.5"), f"rounds = 2.5: {RANGE}"),
    (("--rounds", "1e16"), f"rounds = 1e16: {RANGE}"),
    (("--rounds", "1e999999999"), f"rounds = 1e999999999: {RANGE}"),
    (("--rounds", "1e-999999999"), f"rounds = 1e-999999999: {RANGE}"),
    (("--rounds", "many"), f"rounds = many: {FORMS}"),
    (("--rounds", ""), f"rounds = : {FORMS}"),
    (("--rounds", "M"), f"rounds = M: {FORMS}"),
    (("--rounds", "nan"), f"rounds = nan: {FORMS}"),
    (("--rounds", "inf"), f"rounds = inf: {FORMS}"),
    (("--rounds", "٣"), f"rounds = ٣: {FORMS}"),
    (("--rounds", "10MM"), f"rounds = 10MM: {FORMS}"),
    (("--seed", "-1"), "seed = -1: use 0 to 4,611,686,018,427,387,903"),
    (("--seed", "5e30"), "--seed"),
    (("--seed", "9" * 30), "use 0 to 4,611,686,018,427,387,903"),
    (("--seed", "one"), "--seed 'one': use a whole number"),
    (("--seed", "1.5"), "--seed '1.5': use a whole number"),
    (("--seed", "9" * 5000), f"--seed '{'9' * 20}…': use a whole"),
    (("--seats", "0"), "seats = 0: use 1 to 9"),
    (("--seats", "10"), "seats = 10: use 1 to 9"),
    (("--seats", "-1"), "seats = -1: use 1 to 9"),
    (("--seats", "two"), "--seats 'two': use a whole number"),
    (("--seats", "2.9"), "--seats '2.9': use a whole number"),
    (("--seats", ""), "--seats '': use a whole number"),
    (("--shoe", "hand"), "shoe = hand: use csm or cut"),
    (("--shoe", ""), "shoe = : use csm or cut"),
    (("--penetration", "2"), "penetration = 2.0: use 0.1 to 0.95"),
    (("--penetration", "0"), "penetration = 0.0: use 0.1 to 0.95"),
    (("--penetration", "-0.5"), "penetration = -0.5: use 0.1 to 0.95"),
    (("--penetration", "nan"), "penetration = nan: use 0.1 to 0.95"),
    (("--penetration", "deep"), "--penetration"),
    (("--burn", "-1"), "burn = -1: use 0 to 10"),
    (("--burn", "11"), "burn = 11: use 0 to 10"),
    (("--burn", "1.7"), "--burn '1.7': use a whole number"),
    (("--burn", "2"), "burn = 2: use it only with shoe = cut"),
    (("--burn", "2", "--shoe", "csm"), "burn = 2: use it only with shoe = cut"),
    (("--penetration", "0.5"), "penetration = 0.5: use it only with shoe = cut"),
    (("--device", "tpu"), "device = tpu: use cpu or cuda"),
    (("--threads", "0"), "threads = 0: use 1 to 1,024"),
    (("--threads", "-2"), "threads = -2: use 1 to 1,024"),
    (("--threads", "9999"), "threads = 9999: use 1 to 1,024"),
    (("--threads", "1.5"), "--threads '1.5': use a whole number"),
    (("--threads", "2", "--cluster", "tcp://127.0.0.1:9"), "threads = 2: use it only without a"),
    (("--threads", "2", "--device", "cuda"), "threads = 2: use it only with device = cpu"),
    (("--until-se", "-0.1"), "until_se = -0.1: use an error above 0"),
    (("--until-se", "0"), "until_se = 0: use an error above 0"),
    (("--until-se", "nan"), "until_se = nan: use an error above 0"),
    (("--until-se", "inf"), "until_se = inf: use an error above 0"),
    (("--until-se", "small"), "--until-se"),
    (("--cluster", "nowhere"), "cluster 'nowhere': use the address of a dask scheduler"),
    (("--job", "missing/a.job"), "job 'missing/a.job' cannot be saved there: No such file"),
    (("--job", "."), "job '.' cannot be saved there: it is a folder"),
    (("--job", "notes.txt"), "job 'notes.txt': a file that is no job is there; name another"),
    (("--strategy", "poker"), "strategy 'poker': use composition, chart"),
    (("--events", "poker"), "--events poker: use all, none, main, lucky-stiff or insurance"),
    (("--decks", "9"), "option decks = 9"),
    (("--dealer", "me"), "--dealer"),
]
REQUESTS = [
    (("--bankroll", "0.5"), "bankroll = 0.5: use 1, one round's stake, to 1,000,000,000"),
    (("--bankroll", "-5"), "bankroll = -5: use 1, one round's stake"),
    (("--bankroll", "nan"), "bankroll = nan: use 1, one round's stake"),
    (("--bankroll", "inf"), "bankroll = inf: use 1, one round's stake"),
    (("--bankroll", "1e10"), "bankroll = 1e+10: use 1, one round's stake"),
    (("--bankroll", "2", "--bet", "lucky-stiff=5"), "bankroll = 2: use 6, one round's st"),
    (("--bankroll", "50", "--hours", "0"), "hours = 0: use more than 0"),
    (("--bankroll", "50", "--hours", "-1"), "hours = -1: use more than 0"),
    (("--bankroll", "50", "--hours", "1e9"), "a bankroll is followed for 1 to 50,000 rounds"),
    (("--bankroll", "50", "--hours", "0.001"), "a bankroll is followed for 1 to 50,000 rounds"),
    (("--bankroll", "50", "--rounds-per-hour", "0"), "rounds_per_hour = 0: use more than"),
    (("--bankroll", "50", "--plot", "roll.png"), "--plot roll.png: use a name that ends in"),
    (("--bankroll", "50", "--plot", "missing/roll.svg"), "--plot missing/roll.svg: there is no"),
    (("--plot", "roll.svg"), "--plot roll.svg: use it together with --bankroll"),
    (("--hours", "4"), "--hours 4.0: use it together with --bankroll"),
    (("--rounds-per-hour", "60"), "--rounds-per-hour 60: use it together with --unit"),
    (("--unit", "0"), "unit = 0: use more than 0"),
    (("--unit", "-5"), "unit = -5: use more than 0"),
    (("--unit", "ten"), "--unit"),
    (("--unit", "1e308"), "unit = 1e+308: use more than 0 and at most 1,000,000,000"),
    (("--unit", "5", "--rounds-per-hour", "1e99"), "rounds_per_hour = 1e+99: use more than"),
    (("--rounds-per-hour", "-60"), "rounds_per_hour = -60: use more than 0"),
]


@pytest.fixture(autouse=True)
def nothing_is_dealt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run = Program.run

    def few(self: Program, first: int, many: int) -> Any:
        assert many <= 64  # a sample or a pilot
        return run(self, first, many)

    monkeypatch.setattr(Program, "run", few)
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("my own words")


@pytest.mark.parametrize(("arguments", "says"), [*DEALING, *REQUESTS, *STAKES, *AIMS])
def test_settings_that_are_none(
    arguments: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], tmp_path: Path,
) -> None:  # fmt: skip
    said = refused(monkeypatch, capsys, "simulate", "lucky-stiff", *arguments)
    assert says in said
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("arguments", [(), ("poker",), ("missing.toml",)])
def test_games_that_are_none(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert "game" in refused(monkeypatch, capsys, "simulate", *arguments).lower()


def test_a_gpu_without_its_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec",
        lambda name, *rest: None if name == "numba_cuda" else find(name, *rest),
    )  # fmt: skip
    said = refused(monkeypatch, capsys, "simulate", "blackjack", "--device", "cuda")
    assert said.endswith(f"numba-cuda is missing here: {install_hint('gpu')}")


@pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="the gpu extra is not installed here"
)
def test_a_gpu_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "-1")
    said = refused(monkeypatch, capsys, "simulate", "blackjack", "--device", "cuda")
    assert said == "pitboss: device = cuda: no NVIDIA GPU is found here; use cpu"


def test_a_cluster_without_its_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "is_installed", lambda: False)
    address = "tcp://127.0.0.1:8786"
    said = refused(monkeypatch, capsys, "simulate", "blackjack", "--cluster", address)
    assert said.endswith(f"distributed is missing here: {install_hint('cluster')}")


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"rounds": 0}, "rounds = 0: use 1 to"),
        ({"seats": 10}, "seats = 10: use 1 to 9"),
        ({"seats": 2.9}, "seats = 2.9: use a whole number"),
        ({"burn": 2}, "burn = 2: use it only with shoe = cut"),
        ({"shoe": "hand"}, "shoe = hand: use csm or cut"),
        ({"until_se": -1.0}, "until_se = -1: use an error above 0"),
        ({"job": "missing/a.job"}, "job 'missing/a.job' cannot be saved there"),
        ({"bets": {"poker": 1}}, "bet 'poker': blackjack has no such bet"),
    ],
)
def test_python_is_told_the_same(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError) as caught:
        pitboss.simulate("blackjack", **settings)
    assert says in str(caught.value)
