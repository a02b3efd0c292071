"""The recorder notices what moved, and only that."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from scripts.recorder import old_files, parts
from scripts.recorder.__main__ import compare, record
from scripts.recorder.command_line import said
from scripts.recorder.comparing import Comparison
from scripts.recorder.houses import DESIGNS, GAME_SETS, House, all_houses

from pitboss import games


def compared(old: Any, new: Any, *, sampled: bool = False) -> Comparison:
    found = Comparison(sampled=sampled)
    found.compare(old, new)
    return found


def test_figures_may_differ_by_rounding_and_by_no_more() -> None:
    assert not compared({"ev": -0.0061}, {"ev": -0.0061 + 9e-13}).faults
    moved = compared({"bets": [{"ev": -0.0061}]}, {"bets": [{"ev": -0.0061 + 2e-12}]})
    assert [fault.where for fault in moved.faults] == ["bets[0].ev"]
    assert moved.largest == pytest.approx(2e-12, rel=1e-3)


def test_sampled_figures_may_differ_by_their_errors() -> None:
    old = {"sd": 1.15, "sd_error": 1e-4, "hit_rate": 0.43}
    near, far = old | {"sd": 1.15 + 9e-4}, old | {"sd": 1.15 + 2e-3}  # 4.5 and 10 of both errors
    assert not compared(old, near, sampled=True).faults
    assert compared(old, far, sampled=True).faults
    exact = {"sd": 1.15, "sd_error": 0.0}
    assert compared(exact, {"sd": 1.15 + 1e-9, "sd_error": 0.0}, sampled=True).faults
    assert compared(old, near).faults  # what a seed gives is the same


def test_whole_numbers_words_and_lengths_are_the_same_or_told() -> None:
    assert compared({"counts": [3, 4]}, {"counts": [3, 5]}).faults
    assert compared({"hard": ["H", "S"]}, {"hard": ["H", "D"]}).faults
    assert compared({"log": ["a"]}, {"log": ["a", "b"]}).faults
    assert compared({"ev": 0.5}, {"ev": None}).faults


def test_what_is_gone_is_told_and_what_is_new_is_not() -> None:
    assert compared({"a": 1, "b": 2}, {"a": 1}).faults
    assert not compared({"a": 1}, {"a": 1, "b": 2}).faults


def test_hashes_of_the_programs_own_tables_are_told_but_no_fault() -> None:
    found = compared({"rules_hash": "a", "seconds": 1.0}, {"rules_hash": "b", "seconds": 2.0})
    assert not found.faults
    assert (found.hashes, found.other_hashes) == (1, 1)


def test_every_game_and_every_design_has_its_option_sets() -> None:
    houses = all_houses()
    assert houses == all_houses()
    for game in games.BUILT_IN:
        mine = [house for house in houses if house.game == game]
        assert len(mine) == GAME_SETS
        chosen = {(name, value) for house in mine[1:] for name, value in house.options.items()}
        options = games.find(game).options
        assert {name for name, _ in chosen} >= set(options)
        assert len(chosen) >= sum(map(len, options.values()))
    assert len({house.game for house in houses} - set(games.BUILT_IN)) == 10
    assert len(list(DESIGNS.glob("*.toml"))) == 10


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small record: the playthroughs and a few rounds of one game."""
    folder = tmp_path_factory.mktemp("record")
    record(folder, ["playthroughs"], None)
    house = House("half-back", 0, {}, {})
    log = folder / "rounds" / f"{house.name}.log"
    log.parent.mkdir()
    lines = parts.sit_down(house, log, 5)
    text = said("replay", str(log)).splitlines()
    parts.keep(log.with_suffix(".json.gz"), {"lines": lines, "text": text})
    parts.advice(folder, [], lambda _: None)
    return folder


def test_a_record_equals_itself_and_its_logs_are_played_on(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(recorded, recorded, ["playthroughs", "rounds", "advice"]) == 0
    told = capsys.readouterr().out
    assert told.endswith("nothing moved\n")
    assert "✓ old logs" in told


def test_a_changed_answer_is_found(recorded: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(recorded, other)
    advice = parts.kept(other / "advice.json.gz")
    next(iter(advice.values()))[0]["units"] += 1e-9
    parts.keep(other / "advice.json.gz", advice)
    assert compare(recorded, other, ["advice"]) == 1
    assert compare(recorded, other, ["playthroughs"]) == 0
    (other / "playthroughs.json.gz").unlink()
    assert compare(recorded, other, ["playthroughs"]) == 1


def test_a_log_that_this_version_does_not_read_is_told(recorded: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(recorded, other)
    log = other / "rounds" / "half-back 0.log"
    log.write_text(log.read_text(encoding="utf-8").replace('"cents":2000', '"cents":3000', 1))
    [fault] = old_files.faults_of_logs(other)
    assert fault.startswith("half-back 0.log: ")
    assert "seal" in fault


def test_the_option_sets_of_another_record_are_used_again(recorded: Path, tmp_path: Path) -> None:
    houses = json.loads((recorded / "houses.json").read_text(encoding="utf-8"))
    shorter = tmp_path / "shorter"
    shorter.mkdir()
    (shorter / "houses.json").write_text(json.dumps(houses[:3]), encoding="utf-8")
    record(tmp_path / "again", [], shorter)
    again = json.loads((tmp_path / "again" / "houses.json").read_text(encoding="utf-8"))
    assert again == houses[:3]
