"""A designer's file whose parts contradict each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.rules.errors import RulesError
from tests.bad_input.kinds import SWITCHES
from tests.bad_input.situations import (
    FEW_OPTIONS,
    HEAD,
    ON_HALF_BACK,
    RULING,
    TWO_WAGERS,
    bet,
    designed,
    file_refused,
)

FILED = '[[filed]]\nbet = "b"\npaytable = 1\nhouse-edge = "1"\nbasis = "b"\n'

CONTRADICTIONS = [
    ("an opening wager without a name", HEAD + "[wagers]\nopening = ['stake']\n",
     ("wagers.names", "'stake'", "one of the opening wagers")),
    ("soft 17 where every 17 stops", HEAD + "[dealer]\nstops-on = [17]\n",
     ("dealer.soft17 = 'hit'", "stops on every 17", "'none' is the only value allowed")),
    ("no soft 17 where 17 is played", HEAD + "[dealer]\nsoft17 = 'none'\n",
     ("dealer.soft17 = 'none'", "allowed are 'hit' and 'stand'", "stops-on")),
    ("late surrender without a peek", HEAD + "[dealer]\npeeks = false\n[surrender]\nlate = true\n",
     ("surrender.late = true", "not allowed where dealer.peeks = false")),
    ("insurance of a side bet", HEAD + "[insurance]\ncovers = ['side']\n",
     ("insurance.covers = ['side']", "allowed are the opening wagers (wagers.opening) main")),
    ("one wager that moves at a split", HEAD + "[split]\nfirst = 'moves-wager'\n",
     ("split.first = 'moves-wager' with 1 opening wager(s)", "'paid'")),
    ("two wagers and paid splits", HEAD + TWO_WAGERS,
     ("split.first = 'paid' with 2 opening wager(s)", "'moves-wager'")),
    ("taking back the only wager", HEAD + "[take-back]\nbet = 'main'\non = '13-16'\n",
     ("take-back.bet = 'main'", "allowed is the second opening wager; this game has only one")),
    ("taking back the first of two", ON_HALF_BACK + "[take-back]\nbet = 'main'\n",
     ("take-back.bet = 'main'", "allowed is the second opening wager, half-back")),
    ("a bet called main", HEAD + bet(bet_id="main"), ("bets", "'main'", "used twice")),
    ("a bet called insurance", HEAD + bet(bet_id="insurance"),
     ("bets", "'insurance'", "used twice")),
    ("two bets of one id", HEAD + bet() + bet(), ("bets", "'b'", "used twice")),
    ("a default outside the option", HEAD + "[options]\ndecks = [1, 2]\n",
     ("shoe.decks = 6", "not among options.decks: 1, 2")),
    ("an option value nobody can play", HEAD + "[options]\ndecks = [6, 9]\n",
     ("decks = 9", "allowed are 1 to 8")),
    ("an option value of the wrong kind", HEAD + "[options]\npeek = [1, 0]\n",
     ("dealer.peeks = 1", SWITCHES)),
    ("an option that decides nothing", HEAD + "[options]\nburn-split-cards = [true]\n",
     ("options.burn-split-cards", "mulligan.split-cards, which is not given")),
    ("a ruling on an option not offered", HEAD + RULING + "option = 'side-caps'\n",
     ("rulings.X-R1.option = 'side-caps'", "not among the game's options: decks, soft17")),
    ("a ruling that sets nothing", HEAD + RULING + "sets = { 'shoe.colour' = 1 }\n",
     ("rulings.X-R1.sets", "'shoe.colour', which is not in the rules")),
    ("a ruling on a bet there is not", HEAD + RULING + "sets = { 'bets.x.name' = 'X' }\n",
     ("rulings.X-R1.sets", "'bets.x.name', which is not in the rules")),
    ("a ruling inside a word", HEAD + RULING + "sets = { 'split.first.x' = 1 }\n",
     ("rulings.X-R1.sets", "'split.first.x', which is not in the rules")),
    ("a ruling that sets a whole bet", HEAD + bet() + RULING + "sets = { 'bets.b' = 1 }\n",
     ("rulings.X-R1.sets", "'bets.b', which is not in the rules")),
    ("a ruling that sets a whole event",
     HEAD + bet() + RULING + "sets = { 'bets.b.events.e' = 1 }\n",
     ("rulings.X-R1.sets", "'bets.b.events.e', which is not in the rules")),
    ("a ruling that sets a bet by number", HEAD + bet() + RULING + "sets = { 'bets.0' = 1 }\n",
     ("rulings.X-R1.sets", "'bets.0', which is not in the rules")),
    ("a ruling that sets an item of a list",
     HEAD + RULING + "sets = { 'insurance.covers.main' = 1 }\n",
     ("rulings.X-R1.sets", "'insurance.covers.main', which is not in the rules")),
    ("a ruling that sets no key", HEAD + RULING + "sets = { '' = 1 }\n",
     ("rulings.X-R1.sets", "'', which is not in the rules")),
    ("a ruling on an option with one value",
     HEAD + "[options]\npairs = ['rank']\n" + RULING + "option = 'pairs'\n",
     ("options.pairs = ['rank']", "the other reading of X-R1 needs a second value")),
    ("an inherited ruling written again on an option with one value",
     HEAD + "[options]\npairs = ['rank']\n"
     + RULING.replace("X-R1", "BJ-R1") + "option = 'pairs'\n",
     ("options.pairs = ['rank']", "the other reading of BJ-R1 needs a second value")),
    ("a figure filed for a bet there is not", HEAD + FILED,
     ("filed.bet = 'b'", "allowed are none")),
    ("a figure filed for another bet", HEAD + bet(bet_id="c") + FILED,
     ("filed.bet = 'b'", "allowed are c")),
    ("fewer games than opening wagers", ON_HALF_BACK + "[caps]\ngames = 1\n",
     ("caps.games = 1", "0 (no cap) or at least the 2 opening wager(s)")),
    ("a cap per side without a share", HEAD + "[caps]\nper-side = true\n",
     ("caps.per-side = true", "caps.side must say how much, such as '1/2'")),
    ("a natural that always wins nothing",
     HEAD + "[natural]\npays = '0 to 1'\npaid = 'before-peek'\n" + FEW_OPTIONS,
     ("natural.pays = '0 to 1'", "must pay something, such as '1 to 1'")),
    ("another reading nobody can play", HEAD + RULING + "sets = { 'shoe.decks' = 99 }\n",
     ("decks = 99", "allowed are 1 to 8")),
    ("based on a game there is not", "id = 'm'\nname = 'M'\nbased-on = 'poker'\n",
     ("based-on = 'poker'", "allowed are blackjack, half-back, lucky-stiff")),
    ("based on a number", "id = 'm'\nname = 'M'\nbased-on = 5\n",
     ("based-on = 5", "allowed is the id of a game")),
    ("a caption with an unknown word", HEAD + "[procedure.hit]\nsays = '{colour}'\n",
     ("procedure.hit = '{colour}'", "allowed in braces are {amount}, {bet}, {card}")),
    ("a caption with an empty word", HEAD + "[procedure.hit]\ndoes = 'Deal {}.'\n",
     ("procedure.hit = 'Deal {}.'", "allowed in braces are {amount}, {bet}, {card}")),
    ("a caption with an unknown format", HEAD + "[procedure.hit]\nsays = '{seat:q}'\n",
     ("procedure.hit = '{seat:q}'", "allowed in braces are {amount}, {bet}, {card}")),
    ("a caption with an unknown conversion", HEAD + "[procedure.hit]\nsays = '{seat!z}'\n",
     ("procedure.hit = '{seat!z}'", "allowed in braces are {amount}, {bet}, {card}")),
    ("a caption with a part of a word", HEAD + "[procedure.hit]\nsays = '{seat.x}'\n",
     ("procedure.hit = '{seat.x}'", "allowed in braces are {amount}, {bet}, {card}")),
    ("a caption with a loose brace", HEAD + "[procedure.hit]\nsays = 'Hit {'\n",
     ("procedure.hit = 'Hit {'", "allowed in braces are {amount}, {bet}, {card}")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "parts"),
    [case[1:] for case in CONTRADICTIONS],
    ids=[case[0] for case in CONTRADICTIONS],
)
def test_rules_that_contradict_each_other_are_refused(
    tmp_path: Path, text: str, parts: tuple[str, ...]
) -> None:
    sentence = file_refused(tmp_path, text)
    for part in parts:
        assert part in sentence


def test_bets_that_share_a_name_must_have_equally_many_pay_tables(tmp_path: Path) -> None:
    sentence = file_refused(tmp_path, HEAD + bet() + bet(bet_id="c", pays="[1, 2]"))
    assert sentence.startswith(
        "mine.toml: bets.b.paytable = 'b': bet 'b' has 1 tables and 'c' has 2"
    )
    sentence = file_refused(tmp_path, HEAD + bet(pays="[1, 2]") + bet(bet_id="c"))
    assert sentence.startswith(
        "mine.toml: bets.b.paytable = 'b': bet 'b' has 2 tables and 'c' has 1"
    )


@pytest.mark.parametrize("option", ["pairs = ['rank']", "decks = [6]"])
def test_an_inherited_ruling_whose_option_was_narrowed_stays_as_words(
    tmp_path: Path, option: str
) -> None:
    game = designed(tmp_path, HEAD + f"[options]\n{option}\n")
    ruling = next(ruling for ruling in game.rulings if ruling.id == "BJ-R1")
    assert not ruling.playable
    assert ruling.ruling == "Two of equal rank: K-K, not K-Q."
    assert ruling.other.startswith("Two of equal value")
    assert game.rules({"BJ-R1": "ruled"}).split.pairs == "rank"
    with pytest.raises(RulesError) as caught:
        game.rules({"BJ-R1": "other"})
    assert str(caught.value).startswith(
        "mine: BJ-R1 = other: the other reading cannot be played: Two of equal value"
    )


def test_an_inherited_ruling_whose_option_is_kept_stays_playable(tmp_path: Path) -> None:
    game = designed(tmp_path, HEAD + "[options]\npairs = ['rank', 'value']\n")
    assert {ruling.id: ruling.playable for ruling in game.rulings} == {
        "BJ-R1": True,
        "BJ-R2": False,
    }
    assert game.rules({"BJ-R1": "other"}).split.pairs == "value"


def test_as_many_games_as_opening_wagers_are_enough(tmp_path: Path) -> None:
    assert designed(tmp_path, ON_HALF_BACK + "[caps]\ngames = 2\n").rules().caps.games == 2
