"""`pitboss drill` as a script and as a trainee use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.terminal import run


def items(tmp_path: Path, *arguments: str) -> list[dict[str, object]]:
    done = run("drill", *arguments, "--json", home=tmp_path)
    found: list[dict[str, object]] = json.loads(done.stdout)["items"]
    return found


def test_json_follows_the_contract_and_the_seed(tmp_path: Path) -> None:
    asked = ("half-back", "--kind", "procedure", "--items", "3")
    first = items(tmp_path, *asked, "--seed", "7")
    assert len(first) == 3
    for item in first:
        assert {"question", "answer", "rule"} <= set(item)
    assert items(tmp_path, *asked, "--seed", "7") == first
    assert items(tmp_path, *asked, "--seed", "8") != first


def test_a_trainee_is_asked_graded_and_shown_the_working(tmp_path: Path) -> None:
    done = run(
        "drill", "blackjack", "--skill", "payout/main/win", "--items", "2", "--seed", "1",
        "--quick", home=tmp_path, typed="what\n-5\n0\nq\n",
    )  # fmt: skip
    assert "'what': write an amount in dollars" in done.stdout
    assert "an amount is not negative" in done.stdout
    assert "short" in done.stdout
    assert "× even money =" in done.stdout
    assert "BJ-11" in done.stdout
    assert "0 of 1 right" in done.stdout, "what is no answer costs nothing"


def test_kinds_skills_and_scenes_are_listed(tmp_path: Path) -> None:
    listed = json.loads(run("drill", "mulligan-21", "--list", "--json", home=tmp_path).stdout)
    assert len(listed["kinds"]) == 11
    assert "push-on-a-total" in listed["scenes"]
    assert {"id": "signal/PR-14"}.items() <= next(
        one for one in listed["kinds"]["signal"] if one["id"] == "signal/PR-14"
    ).items()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("half-back", "--kind", "payouts"), "did you mean payout?"),
        (("half-back", "--items", "0"), "use 1 to 100,000"),
        (("half-back", "--scene", "free-splt"), "did you mean free-split?"),
        (("blackjack", "--scene", "free-split"), "this game has none"),
        (
            ("half-back", "--scene", "free-split", "--kind", "procedure"),
            "procedure does not show it; use payout, resolve, error or table",
        ),
        (("blackjack", "--lesson", "bonus-bets"), "is not in lesson bonus-bets"),
        (("half-back", "--lesson", "nowhere.toml"), "cannot be read"),
        (("half-back", "--lesson", "first-week", "--decks", "8"), "leave them out"),
    ],
)
def test_what_cannot_be_drilled_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = run("drill", *arguments, home=tmp_path, fails=True)
    assert done.returncode == 2
    assert said in done.stderr
