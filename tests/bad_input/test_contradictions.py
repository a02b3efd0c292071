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
     ("dealer.soft17 = 'hit' (from blackjack.toml:", "stops on every 17", "use 'none'")),
    ("no soft 17 where 17 is played", HEAD + "[dealer]\nsoft17 = 'none'\n",
     ("dealer.soft17 = 'none'", "use 'hit' or 'stand'", "add 17 to stops-on")),
    ("late surrender without a peek", HEAD + "[dealer]\npeeks = false\n[surrender]\nlate = true\n",
     ("surrender.late = true", "after the peek and dealer.peeks = false")),
    ("insurance of a side bet", HEAD + "[insurance]\ncovers = ['side']\n",
     ("insurance.covers = ['side']", "use ['main'], the opening wager (wagers.opening)")),
    ("one wager that moves at a split", HEAD + "[split]\nfirst = 'moves-wager'\n",
     ("split.first = 'moves-wager'", "use 'paid', because there is one opening wager")),
    ("two wagers and paid splits", HEAD + TWO_WAGERS,
     ("split.first = 'paid' (from blackjack.toml:", "use 'moves-wager', because there are two")),
    ("taking back the only wager", HEAD + "[take-back]\nbet = 'main'\non = '13-16'\n",
     ("take-back.bet = 'main'", "only a second opening wager can be taken back")),
    ("taking back the first of two", ON_HALF_BACK + "[take-back]\nbet = 'main'\n",
     ("take-back.bet = 'main'", "use 'half-back', the second opening wager")),
    ("taking back after a split under a bet that rides",
     ON_HALF_BACK + "[take-back]\nafter-split = true\n" + bet(when="result = 'win'"),
     ("take-back.after-split = true", "use false, because b rides on the first hand")),
    ("a bet called main", HEAD + bet(bet_id="main"), ("bets", "'main'", "used twice")),
    ("a bet called insurance", HEAD + bet(bet_id="insurance"),
     ("bets", "'insurance'", "used twice")),
    ("two bets of one id", HEAD + bet() + bet(), ("bets", "'b'", "used twice")),
    ("a default outside the option", HEAD + "[options]\ndecks = [1, 2]\n",
     ("options.decks = [1, 2]", "add 6, which shoe.decks is by default")),
    ("an option value nobody can play", HEAD + "[options]\ndecks = [6, 9]\n",
     ("decks = 9", "use 1 to 8")),
    ("an option value of the wrong kind", HEAD + "[options]\npeek = [1, 0]\n",
     ("dealer.peeks = 1", SWITCHES)),
    ("an option that decides nothing", HEAD + "[options]\nburn-split-cards = [true]\n",
     ("options.burn-split-cards", "mulligan.split-cards, which this game does not have")),
    ("a ruling on an option not offered", HEAD + RULING + "option = 'side-caps'\n",
     ("rulings.X-R1.option = 'side-caps'", "no option of this game; use decks, soft17")),
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
     ("options.pairs = ['rank']", "add a second value, which is the other reading of X-R1")),
    ("an inherited ruling written again on an option with one value",
     HEAD + "[options]\npairs = ['rank']\n"
     + RULING.replace("X-R1", "BJ-R1") + "option = 'pairs'\n",
     ("options.pairs = ['rank']", "add a second value, which is the other reading of BJ-R1")),
    ("a figure filed for a bet there is not", HEAD + FILED,
     ("filed.b.bet = 'b'", "this game has no bets")),
    ("a figure filed for another bet", HEAD + bet(bet_id="c") + FILED,
     ("filed.b.bet = 'b'", "use c")),
    ("fewer games than opening wagers", ON_HALF_BACK + "[caps]\ngames = 1\n",
     ("caps.games = 1", "use 0 for no cap, or 2 and more")),
    ("a cap per side without a share", HEAD + "[caps]\nper-side = true\n",
     ("caps.per-side = true", "say in caps.side how much, such as '1/2'")),
    ("a natural that always wins nothing",
     HEAD + "[natural]\npays = '0 to 1'\npaid = 'before-peek'\n" + FEW_OPTIONS,
     ("natural.pays = '0 to 1'", "must pay something, such as '1 to 1'")),
    ("another reading nobody can play", HEAD + RULING + "sets = { 'shoe.decks' = 99 }\n",
     ("decks = 99", "use 1 to 8")),
    ("based on a game there is not", "id = 'm'\nname = 'M'\nbased-on = 'poker'\n",
     ("based-on = 'poker'", "use blackjack, half-back, lucky-stiff")),
    ("based on a number", "id = 'm'\nname = 'M'\nbased-on = 5\n",
     ("based-on = 5", "use the id of a game")),
    ("a caption with an unknown word", HEAD + "[procedure.hit]\nsays = '{colour}'\n",
     ("procedure.hit.says = '{colour}'", "in braces use {amount}, {bet}, {card}")),
    ("a caption with an empty word", HEAD + "[procedure.hit]\ndoes = 'Deal {}.'\n",
     ("procedure.hit.does = 'Deal {}.'", "in braces use {amount}, {bet}, {card}")),
    ("a caption with an unknown format", HEAD + "[procedure.hit]\nsays = '{seat:q}'\n",
     ("procedure.hit.says = '{seat:q}'", "in braces use {amount}, {bet}, {card}")),
    ("a caption with an unknown conversion", HEAD + "[procedure.hit]\nsays = '{seat!z}'\n",
     ("procedure.hit.says = '{seat!z}'", "in braces use {amount}, {bet}, {card}")),
    ("a caption with a part of a word", HEAD + "[procedure.hit]\nsays = '{seat.x}'\n",
     ("procedure.hit.says = '{seat.x}'", "in braces use {amount}, {bet}, {card}")),
    ("a caption with a loose brace", HEAD + "[procedure.hit]\nsays = 'Hit {'\n",
     ("procedure.hit.says = 'Hit {'", "in braces use {amount}, {bet}, {card}")),
    ("a condition nobody knows", HEAD + "practice.PR-9.when = ['moon']\n",
     ("practice.PR-9.when = ['moon']", "no game has a condition 'moon'; use stand, hit, double")),
    ("practice at no step", HEAD + "practice.PR-9.at = []\n",
     ("practice.PR-9.at = []", "name one step of the round or more")),
    ("a signal that shows nothing", HEAD + "practice.PR-9.signal = ''\n",
     ("practice.PR-9.signal is missing", "say what the player shows")),
    ("a signal where nobody signals", HEAD + "practice.PR-29.signal = 'x'\n",
     ("practice.PR-29.signal = 'x'", "use kind = 'signal' in place of 'cards'")),
    ("a source that is nearly house custom", HEAD + "practice.PR-9.source = 'House Custom'\n",
     ("practice.PR-9.source = 'House Custom'", "use 'house custom', as it is")),
    ("no source", HEAD + "practice.PR-9.source = ' '\n",
     ("practice.PR-9.source = ' '", "name document and rule, or 'house custom'")),
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
    assert sentence.startswith("mine.toml: bets.b.paytable = 'b': b has 1 pay tables and c has 2")
    sentence = file_refused(tmp_path, HEAD + bet(pays="[1, 2]") + bet(bet_id="c"))
    assert sentence.startswith("mine.toml: bets.b.paytable = 'b': b has 2 pay tables and c has 1")


@pytest.mark.parametrize("option", ["pairs = ['rank']", "pairs = false"])
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
        "BJ-R2": True,
    }
    assert game.rules({"BJ-R1": "other"}).split.pairs == "value"


def test_as_many_games_as_opening_wagers_are_enough(tmp_path: Path) -> None:
    assert designed(tmp_path, ON_HALF_BACK + "[caps]\ngames = 2\n").rules().caps.games == 2
