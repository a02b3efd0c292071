"""How a mistake in a file is told: at its line, by its name, all at once, with what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import games
from pitboss.rules.errors import RulesError
from pitboss.rules.sentences import nearest
from tests.bad_input.situations import HEAD, bet, designed


def told(folder: Path, text: str) -> list[str]:
    with pytest.raises(RulesError) as caught:
        designed(folder, text)
    return str(caught.value).split("\n")


ON_LUCKY_STIFF = HEAD.replace("blackjack", "lucky-stiff")  # three lines


def test_a_value_is_told_with_the_line_it_stands_on(tmp_path: Path) -> None:
    text = HEAD + "\n# the dealer\n[dealer]\nreplaces = 'none'\nstands-on = 40\n"
    assert told(tmp_path, text) == ["mine.toml:8: dealer.stands-on = 40: use 12 to 21"]


def test_an_inherited_value_is_told_with_the_file_it_comes_from(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text(HEAD + "\nsurrender.late = true\n")
    text = HEAD.replace("blackjack", "parent.toml") + "dealer.peeks = false\n"
    assert told(tmp_path, text) == [
        "mine.toml:4: surrender.late = true (from parent.toml:5): late surrender comes after the "
        "peek and dealer.peeks = false; use false here or true there"
    ]


def test_what_stands_in_a_list_is_called_by_its_id(tmp_path: Path) -> None:
    text = HEAD + bet() + bet(bet_id="c", pays="[1, 'free']", when="replaced = 5")
    assert [line.split(" = ")[0] for line in told(tmp_path, text)] == [
        "mine.toml:20: bets.c.events.e.when.replaced",
        "mine.toml:21: bets.c.events.e.pays",
    ]


MISTYPED = [
    ("key", "[shoe]\ndeks = 6\n", "mine.toml:5: shoe.deks: ", "decks"),
    ("section", "[delaer]\npeeks = true\n", "mine.toml:4: delaer: ", "dealer"),
    ("value", "dealer.soft17 = 'stnad'\n", "mine.toml:4: dealer.soft17 = 'stnad': ", "'stand'"),
    ("option", "[options]\nsoft71 = ['hit']\n", "mine.toml:5: options.soft71 ", "soft17"),
    ("bet", "bets.lucky-stif.name = 'x'\n", "mine.toml:4: bets.lucky-stif: ", "'lucky-stiff'"),
    ("bet in double brackets", "[[bets]]\nid = 'lucky-stif'\nname = 'x'\n",
     "mine.toml:4: bets.lucky-stif: ", "'lucky-stiff'"),
    ("event", "bets.lucky-stiff.events.naturel.pays = [1]\n",
     "mine.toml:4: bets.lucky-stiff.events.naturel: ", "'natural'"),
    ("bet to do without", "bets.luckystiff = false\n", "mine.toml:4: bets.luckystiff = false: ",
     "'lucky-stiff'"),
    ("fact", "[bets.lucky-stiff.events.natural.when]\nplayer-natral = true\n",
     "mine.toml:5: bets.lucky-stiff.events.natural.when.player-natral: ", "player-natural"),
    ("step", "[procedure.dael-upcard]\nsays = 'x'\n", "mine.toml:4: procedure.dael-upcard ",
     "deal-upcard"),
    ("moment", "practice.PR-9.at = ['hit', 'pay-bett']\n",
     "mine.toml:4: practice.PR-9.at = ['hit', 'pay-bett']: 'pay-bett' is no step ", "pay-bet"),
    ("condition", "[practice.PR-22]\nwhen = ['bet-on-tei']\n",
     "mine.toml:5: practice.PR-22.when = ['bet-on-tei']: no game has a condition 'bet-on-tei'; ",
     "bet-on-tie"),
    ("kind", "practice.PR-9.kind = 'signl'\n", "mine.toml:4: practice.PR-9.kind = 'signl': ",
     "'signal'"),
    ("practice", "practice.PR-99.does = 'x'\n", "mine.toml:4: practice.PR-99: ", ""),
    ("ruling", "rulings.LS-R33.other = 'x'\n", "mine.toml:4: rulings.LS-R33: ", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "start", "meant"), [case[1:] for case in MISTYPED],
                         ids=[case[0] for case in MISTYPED])  # fmt: skip
def test_what_is_nearly_right_is_told_by_its_name_and_nothing_else(
    text: str, start: str, meant: str, tmp_path: Path
) -> None:
    [line] = told(tmp_path, ON_LUCKY_STIFF + text)
    assert line.startswith(start)
    assert ("did you mean" in line) is bool(meant)  # a number is not guessed
    if meant:
        assert line.endswith(f"did you mean {meant}?")


def test_a_game_nearly_right_is_guessed_here_and_in_a_file(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"ending in \.toml; did you mean half-back\?$"):
        games.find("halfback")
    [line] = told(tmp_path, HEAD.replace("blackjack", "blackjac"))
    assert line.startswith("mine.toml:3: based-on = 'blackjac': game 'blackjac': use ")
    assert line.endswith("did you mean blackjack?")


def test_a_file_of_its_own_with_a_mistyped_key_does_not_lack_the_right_one(tmp_path: Path) -> None:
    text = games.source("blackjack").replace('id = "blackjack"', 'id = "own"')
    [line] = told(tmp_path, text.replace("stands-on = ", "stand-on = "))
    assert "dealer.stand-on: there is no such key" in line
    assert line.endswith("did you mean stands-on?")


ALL = """
[shoe]
decks = 9
[dealer]
soft17 = "maybe"
peeks = false
[surrender]
late = true
[options]
das = [true, "no"]
[[filed]]
bet = "x"
paytable = 1
house-edge = "1"
basis = "b"
"""


def test_keys_contradictions_options_and_figures_are_told_at_once(tmp_path: Path) -> None:
    own = games.source("blackjack").replace('id = "blackjack"', 'id = "blackjack-tie"')
    lines = told(tmp_path, ON_LUCKY_STIFF.replace("mine", "blackjack-tie", 1) + ALL)
    assert [line.partition(" = ")[0].removeprefix("mine.toml:") for line in lines] == [
        "1: id", "6: shoe.decks", "8: dealer.soft17", "11: surrender.late", "13: options.das",
        "15: filed.x.bet",
    ]  # fmt: skip
    text = own.replace("decks = 6", "decks = 66", 1).replace("seats = 7", "seats = 77", 1)
    text = text.replace("late = false", "late = true").replace("peeks = true", "peeks = false")
    keys = [line.split(": ")[1].split(" = ")[0] for line in told(tmp_path, text)]
    assert keys == ["id", "shoe.decks", "wagers.seats", "surrender.late"]


def test_nothing_is_told_that_only_the_mending_of_another_mistake_made_wrong(
    tmp_path: Path,
) -> None:
    text = (
        'wagers.opening = [5]\nwagers.names = { stake = "Stake" }\ninsurance.covers = ["stake"]\n'
    )
    [line] = told(tmp_path, HEAD + text)
    assert line.startswith("mine.toml:4: wagers.opening = [5]: in place of 5 use ")


def test_a_file_whose_parent_is_wrong_is_told_its_own_mistakes_too(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text(HEAD + "shoe.decks = 9\n")
    text = HEAD.replace("blackjack", "parent.toml") + "shoe.burn = 11\nbets.x.name = 'X'\n"
    assert told(tmp_path, text) == [
        "mine.toml:3: based-on = 'parent.toml': parent.toml:4: shoe.decks = 9: use 1 to 8",
        "mine.toml:4: shoe.burn = 11: use 0 to 10",
    ]


@pytest.mark.parametrize(
    ("typed", "known", "meant"),
    [
        ("hti", ["hit", "stand"], "hit"),
        ("STAND", ["hit", "stand"], "stand"),
        ("lucky", ["main", "lucky-stiff"], "lucky-stiff"),
        ("2 to 1", ["3 to 2", "1 to 1"], None),
        ("tie-22", ["tie-20", "tie-21"], None),
        ("poker", ["blackjack", "half-back"], None),
        (6, ["6"], None),
    ],
)
def test_a_guess_is_a_name_that_looks_alike(
    typed: object, known: list[str], meant: str | None
) -> None:
    assert nearest(typed, known) == meant


# House options beside the parent's


def test_options_of_a_file_stand_beside_the_parents(tmp_path: Path) -> None:
    text = "[options]\ndecks = [2, 6]\nnatural = false\n"
    options = designed(tmp_path, HEAD + text).options
    kept = games.find("blackjack").options
    assert options["decks"] == (2, 6)
    assert {name: options[name] for name in options if name != "decks"} == {
        name: kept[name] for name in kept if name not in ("decks", "natural")
    }


def test_an_option_the_parent_does_not_have_cannot_be_left_out(tmp_path: Path) -> None:
    [line] = told(tmp_path, HEAD + "options.side-caps = false\n")
    assert line.startswith(
        "mine.toml:4: options.side-caps = false: there is none to do without; there are 'decks', "
    )
