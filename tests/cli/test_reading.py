"""`pitboss games`, `rules` and `replay`: what a reader or a script gets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss import cli, games
from tests.cli.terminal import run


def test_games_lists_every_game_with_its_bets(tmp_path: Path) -> None:
    listed = json.loads(run("games", "--json", home=tmp_path).stdout)["games"]
    bets = {game["id"]: game["bets"] for game in listed}
    assert bets["half-back"] == ["main", "half-back", "upcard-bonus", "insurance"]
    assert bets["lucky-stiff"] == ["main", "lucky-stiff", "insurance"]
    assert list(bets) == [
        "blackjack", "half-back", "lucky-stiff", "blackjack-tie", "mulligan-21",
    ]  # fmt: skip
    shown = run("games", home=tmp_path).stdout
    for game in bets:
        assert game in shown


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_rules_show_every_rule_ruling_option_and_pay(game: str, tmp_path: Path) -> None:
    shown = run("rules", game, home=tmp_path).stdout
    found = games.find(game)
    for text in found.texts:
        assert text.id in shown
    for ruling in found.rulings:
        assert ruling.id in shown
    assert shown.count("ruled:") == shown.count("other reading:") == len(found.rulings)
    for option in (*found.options, *found.refuses):
        assert option in shown
    for bet in found.rules().bets:
        for event in bet.events:
            assert (event.label or event.event) in shown
    assert "rules hash" in shown


def test_the_dealer_s_part_marks_what_is_house_custom_and_names_the_document(
    tmp_path: Path,
) -> None:
    whole = run("rules", "half-back", home=tmp_path).stdout
    part = run("rules", "half-back", "--dealer", home=tmp_path).stdout
    approval, title, practice = part.partition("For the dealer of")
    assert title
    assert practice.strip() in whole
    assert "Rules as approved by the Washington State Gambling Commission on 2017-10-05" in approval
    lines = part.splitlines()
    assert "PR-9 Hit  (house custom)" in lines
    assert "PR-45 A replacement of 3 to 6 was replaced again  (Half Back rule 12)" in lines
    for title in ("Hand signals", "Wagers and chips", "Cards", "When it went wrong"):
        assert title in lines
    assert "HB-1" not in part
    assert "PR-30" not in run("rules", "lucky-stiff", "--dealer", home=tmp_path).stdout
    matched = run("rules", "lucky-stiff", "--paytable", "lucky-stiff=4", "--dealer", home=tmp_path)
    assert "PR-30 The look for a match  (Lucky Stiff dealing procedure 2b)" in matched.stdout


def test_the_dealer_s_part_as_json(tmp_path: Path) -> None:
    told = json.loads(run("rules", "half-back", "--dealer", "--json", home=tmp_path).stdout)
    assert {"game", "name", "source", "rules_hash", "practice"} <= set(told)
    assert "tables" not in told
    back = next(one for one in told["practice"] if one["id"] == "PR-15")
    assert (back["kind"], back["at"], back["when"]) == (
        "signal",
        ["take-back", "take-back-only"],
        ["take-back"],
    )
    assert back["source"] == "house custom"


def test_rules_as_json_carry_values_rulings_tables_and_hash(tmp_path: Path) -> None:
    told = json.loads(run("rules", "half-back", "--decks", "8", "--json", home=tmp_path).stdout)
    assert told["rules"]["shoe"]["decks"] == 8
    assert told["edge_bases"] == {"main": 1, "stake": 2}
    assert told["options"]["soft17"] == {"default": "hit", "allowed": ["hit", "stand"]}
    assert told["tables"]["split_units"] == [0, 0, 1, 1]
    assert len(told["rules_hash"]) == 64
    assert {"id": "HB-R1"}.items() <= next(r for r in told["rulings"] if r["id"] == "HB-R1").items()


def test_an_option_is_the_same_however_it_is_written(tmp_path: Path) -> None:
    ways = (("--soft17", "Stand"), ("--soft17", "stand"), ("--set", "soft17=STAND"))
    told = [run("rules", "blackjack", *way, "--json", home=tmp_path).stdout for way in ways]
    assert len(set(told)) == 1
    assert json.loads(told[0])["rules"]["dealer"]["soft17"] == "stand"


def test_tables_can_be_printed(tmp_path: Path) -> None:
    shown = run("rules", "mulligan-21", "--tables", home=tmp_path).stdout
    assert "soft 17: 17" in shown
    assert "hard 16: draws" in shown
    assert "burnable = 7168" in shown  # bits 10, 11 and 12: jack, queen, king


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("rules", "no-such-game"), "game 'no-such-game': use blackjack"),
        (("rules", "half-back", "--decks", "4"), "option decks = 4: use 6 or 8"),
        (("rules", "mulligan-21", "--soft17", "hit"), "'soft17' = hit is refused: every dealer 17"),
        (("rules", "half-back", "--paytable", "upcard-bonus=7"), "use 1 to 6"),
        (("rules", "half-back", "--paytable", "upcard-bonus"), "write NAME=K"),
        (("rules", "half-back", "--paytable", "upcard-bonus=x"), "'x' is no pay table"),
        (("rules", "half-back", "--paytable", "upcard-bonus=²"), "'²' is no pay table"),
        (("rules", "half-back", "--set", "surrender=true"), "allows no late surrender"),
        (("rules", "half-back", "--set", "das"), "write OPTION=VALUE"),
        (("rules", "half-back", "--set", "HB-R1=perhaps"), "use ruled or other"),
        (("rules", "missing.toml"), "'missing.toml' cannot be read"),
        (("replay", "missing.log"), "'missing.log' cannot be read"),
        (("rules", "half-back", "--decks", "six"), "decks"),
        (("deal",), "deal"),
    ],
)
def test_bad_arguments_are_answered_in_a_sentence(
    arguments: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    refused = run(*arguments, home=tmp_path, fails=True)
    assert says in " ".join(refused.stderr.split())


@pytest.mark.parametrize("command", ["games", "rules", "play", "replay"])
def test_every_command_explains_itself(command: str, tmp_path: Path) -> None:
    shown = run(command, "--help", home=tmp_path).stdout
    assert f"Usage: pitboss {command}" in shown
    assert "--json" in shown


def test_the_first_page_of_help_says_what_each_command_is_for(tmp_path: Path) -> None:
    shown = run("--help", home=tmp_path).stdout
    for name, command in cli.app.resolved_commands().items():
        if not name.startswith("-"):
            begins = " ".join(command.help.split()[:3])
            assert f" {name} " in shown
            assert begins in shown, name


def test_a_designers_file_works_where_an_id_does(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'id = "mine"\nname = "Mine"\nbased-on = "half-back"\n[take-back]\non = "12-18"\n'
    )
    told = json.loads(run("rules", str(mine), "--json", home=tmp_path).stdout)
    assert told["rules"]["take-back"]["on"] == "12-18"
    played = run("play", str(mine), "--cards", "Ts 9h 8c 9d", home=tmp_path, typed="deal\nq\n")
    assert "take back" in played.stdout  # an 18 may take a wager back here
