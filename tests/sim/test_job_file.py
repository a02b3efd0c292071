"""The file of a job: it gives back what was saved, or is refused and left as it was."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss.rules.errors import RulesError
from pitboss.sim import job_file, jobs
from pitboss.sim.fingerprint import policy_digest
from pitboss.sim.job_file import JobFile, Spec
from pitboss.sim.program import Dealing
from tests.sim.crews import BLOCK, deal, left_over, same, whole
from tests.sim.programs import parts

pytestmark = pytest.mark.usefixtures("small_blocks")


def spec(**changes: Any) -> Spec:
    values: dict[str, Any] = {
        "about": {"game": "blackjack", "rules": {"dealer": {"soft17": "hit"}}},
        "decisions": "abc", "sample": "def", "dealing": Dealing(), "block": BLOCK, "units": 100,
        "until_se": None, "stakes": {},
    }  # fmt: skip
    return Spec(**{**values, **changes})


def opened(path: Path, **changes: Any) -> JobFile:
    return JobFile(path, spec(**changes), 3)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "a.job"
    with opened(path) as file:
        file.done.add(0, 60)
        file.tally += [10, 20, 30]
        file.save()
    return path


def test_a_file_gives_back_what_was_saved(saved: Path) -> None:
    with opened(saved, units=200) as file:
        assert file.done.listed() == [(0, 60)]
        assert file.tally.tolist() == [10, 20, 30]
        assert file.spec.units == 200
    assert left_over(saved.parent) == ["a.job"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"dealing": Dealing(seed=2)}, r"seed = 2 \(was 1\)"),
        ({"dealing": Dealing(cut=234, seats=3)}, r"seats = 3 \(was 1\); shoe = cut \(was csm\);"),
        ({"dealing": Dealing(cut=234, seats=3), "block": 64},
         r"seats = 3 \(was 1\); shoe = cut \(was csm\); go on"),
        ({"about": {"game": "blackjack", "rules": {"dealer": {"soft17": "hit", "peek": True}}}},
         r"rules.dealer.peek = true \(was none\)"),
        ({"about": {"game": "blackjack", "rules": {"dealer": {"soft17": "stand"}}}},
         r"rules.dealer.soft17 = stand \(was hit\)"),
        ({"about": {"game": "half-back", "rules": {"dealer": {"soft17": "hit"}}}},
         r"game = half-back \(was blackjack\)"),
        ({"decisions": "xyz"}, "the strategy makes other decisions"),
        ({"sample": "xyz"}, "this version of pitboss deals other rounds from the same seed"),
        ({"block": 2 * BLOCK}, "this version of pitboss deals in blocks of another size"),
    ],
)  # fmt: skip
def test_another_job_is_refused_and_it_is_said_what_differs(
    changes: dict[str, Any], says: str, saved: Path
) -> None:
    before = saved.read_bytes()
    with pytest.raises(RulesError, match=f"is another one: {says}") as refused:
        opened(saved, **changes)
    assert "go on with the same settings or name another file" in str(refused.value)
    assert saved.read_bytes() == before
    assert left_over(saved.parent) == ["a.job"]


def test_another_cut_card_is_named_by_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.job"
    opened(path, dealing=Dealing(cut=234)).close()
    says = r"cut card = after 265 cards \(was after 234 cards\); burn = 3 \(was 1\); go on"
    with pytest.raises(RulesError, match=says):
        opened(path, dealing=Dealing(cut=265, burn=3))


def test_a_damaged_file_is_refused_wherever_the_damage_is(saved: Path) -> None:
    good = saved.read_bytes()
    chance = random.Random(2)
    for place in (*chance.sample(range(len(good) - 1), 60), 1, 20, len(good) - 2):
        for bad in (good[:place], good[:place] + bytes([good[place] ^ 4]) + good[place + 1 :]):
            saved.write_bytes(bad)
            with pytest.raises(RulesError, match=r"is damaged|is no job|has format"):
                opened(saved)
            assert saved.read_bytes() == bad
    saved.write_bytes(good)
    opened(saved).close()


def test_a_sealed_file_that_contradicts_itself_is_refused(saved: Path) -> None:
    def seal(**changes: Any) -> None:
        job = msgspec.json.decode(saved.read_bytes())["job"] | changes
        text = msgspec.json.encode(job)
        values = {"pitboss_job": 1, "checksum": job_file._checksum(text), "job": job}
        saved.write_bytes(msgspec.json.encode(values))

    seal(tally=[1, 2])
    with pytest.raises(RulesError, match="its tally has another length"):
        opened(saved)
    seal(tally=[10, 20, 30], done=[[0, 50], [40, 60]])
    with pytest.raises(RulesError, match="its list of what is done contradicts itself"):
        opened(saved)
    seal(done="all")
    with pytest.raises(RulesError, match="is damaged: Expected `array`"):
        opened(saved)


@pytest.mark.parametrize("text", [b"", b"my own words", b"[1, 2]", b'{"rounds": 5}', b"\xff\x00"])
def test_a_file_that_is_no_job_is_left_alone(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(text)
    with pytest.raises(RulesError, match="a file that is no job is there; name another"):
        opened(path)
    assert path.read_bytes() == text


def test_a_newer_format_is_named(saved: Path) -> None:
    saved.write_bytes(saved.read_bytes().replace(b'"pitboss_job":1', b'"pitboss_job":7'))
    with pytest.raises(RulesError, match="has format 7 and this version of pitboss reads format 1"):
        opened(saved)


def test_two_processes_do_not_work_on_one_job(saved: Path) -> None:
    with opened(saved):
        with pytest.raises(RulesError, match=f"is being worked on by process {os.getpid()}"):
            opened(saved)
        code = (
            "import sys; sys.path.insert(0, '.')\n"
            "from pathlib import Path\nfrom tests.sim.test_job_file import opened\n"
            f"opened(Path({str(saved)!r}))"
        )
        other = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert f"is being worked on by process {os.getpid()}" in other.stderr
    opened(saved).close()


def test_a_lock_without_an_owner_keeps_nobody_out(saved: Path) -> None:
    saved.with_name("a.job.lock").write_text("12345\n")
    saved.with_name("a.job.part").write_text("half of a")
    opened(saved).close()
    assert left_over(saved.parent) == ["a.job"]


@pytest.mark.parametrize(
    ("name", "says"),
    [("missing/a.job", "No such file or directory"), ("folder", "it is a folder"), ("", "a folder"),
     ("file/a.job", "Not a directory"), ("x" * 300, "File name too long")],
)  # fmt: skip
def test_places_where_nothing_can_be_saved(name: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(RulesError, match=f"cannot be saved there: .*{says}"):
        opened(tmp_path / name)
    assert left_over(tmp_path) == ["file", "folder"]


def test_a_full_disk_stops_a_job_and_spoils_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.job"
    monkeypatch.setattr(job_file, "EVERY", 0.0)

    def full(_: int) -> None:
        if path.exists() and json.loads(path.read_text())["job"]["done"]:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RulesError, match="cannot be saved there: No space left on device"):
        deal(job_file=path, threads=1)
    monkeypatch.undo()
    monkeypatch.setattr(jobs, "FRESH_BLOCK", BLOCK)
    assert left_over(tmp_path) == ["a.job"]
    assert same(deal(job_file=path), whole())


def test_a_link_to_a_job_stays_a_link(saved: Path) -> None:
    link = saved.with_name("link.job")
    link.symlink_to(saved)
    opened(link, units=300).close()
    assert link.is_symlink()
    with opened(saved, units=300) as file:
        assert len(file.done) == 60


def test_a_job_is_not_saved_after_every_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert job_file.EVERY == 2.0
    monkeypatch.setattr(job_file, "EVERY", 1e9)
    monkeypatch.setattr(jobs, "REPORT", 0.0)
    path, seen = tmp_path / "a.job", set()
    deal(job_file=path, threads=2, progress=lambda *_: seen.add(path.stat().st_mtime_ns))
    assert len(seen) == 2  # at the start and at the end


def test_a_policy_is_known_by_what_it_says() -> None:
    _, policy = parts("blackjack")
    digest = policy_digest(policy)
    again = pitboss.solve("blackjack", strategy="chart")
    from pitboss.exact.policy_format import to_policy

    assert policy_digest(to_policy(again.solver, again.plays)) == digest
    other = pitboss.solve("blackjack", strategy="hard 16 v T = S")
    assert policy_digest(to_policy(other.solver, other.plays)) != digest
