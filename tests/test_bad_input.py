"""What people get wrong: files, options, house settings, wagers, moves and cards.

Every refusal is a sentence that names the field, the value and what is allowed, and a refused
action leaves the table exactly as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pitboss import cards, games
from pitboss.rules.decode import decode
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.limits import House
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.rounds import UNIT, Round, play

# A designer's file

HEAD = 'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\n'
ON_HALF_BACK = HEAD.replace('"blackjack"', '"half-back"')
FEW_OPTIONS = '[options]\npairs = ["rank", "value"]\nsplit-cards = ["in-turn", "at-once"]\n'
RULING = '[[rulings]]\nid = "X-R1"\nquestion = "q"\nruling = "r"\nother = "o"\n'
TWO_WAGERS = '[wagers]\nopening = ["main", "second"]\nnames = { main = "M", second = "S" }\n'

TOTALS = "'any', 'none', or totals 4 to 21 such as '13-16', 'hard 9-11', 'soft 13-18'"
RANKS = "'any', 'none', or ranks of A 2 3 4 5 6 7 8 9 T J Q K such as '3-6', 'J-K', 'A, T'"
ODDS = "odds such as '3 to 2' or '10 to 1'"
SHARES = "shares of the main wager such as '1/2' or '1'"
WHEN = "original-upcard, pair, player, player-natural, player-suited, replaced, result, tie, upcard"


def bet(*, bet_id: str = "b", when: str = 'upcard = "A"', pays: str = "[1]", more: str = "") -> str:
    """A side bet with one event, as a designer writes it."""
    return (
        f'[[bets]]\nid = "{bet_id}"\nname = "B"\npaytable = "b"\n{more}\n'
        f'[[bets.events]]\nevent = "e"\nwhen = {{ {when} }}\npays = {pays}\n'
    )


def designed(folder: Path, text: str) -> Game:
    """The game of a designer's file, ``mine.toml``."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return games.find(str(path))


def file_refused(folder: Path, text: str) -> str:
    with pytest.raises(RulesError) as caught:
        designed(folder, text)
    sentence = str(caught.value)
    assert sentence.startswith("mine.toml: ")
    return sentence


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEAD + "[shoe\n", "at line 4"),
        (HEAD + "[shoe]\ndecks = 6\ndecks = 8\n", "at line 6"),
        (HEAD + "decks: 6\n", "at line 4"),
        (HEAD + '[shoe]\ndecks = "six\n', "at line 5"),
    ],
    ids=["open bracket", "key twice", "colon", "open quote"],
)
def test_malformed_toml_is_refused_with_its_line(tmp_path: Path, text: str, reason: str) -> None:
    sentence = file_refused(tmp_path, text)
    assert "not valid TOML" in sentence
    assert reason in sentence


UNKNOWN_KEYS = [
    ("top", 'colour = "red"\n', "colour", "based-on"),
    ("table at the top", '[colour]\nred = 1\n', "colour", "based-on"),
    ("shoe", "[shoe]\ncolour = 1\n", "shoe.colour", "burn, decks, penetration"),
    ("wagers", "[wagers]\ncolour = 1\n", "wagers.colour", "names, opening, seats"),
    ("dealer", "[dealer]\ncolour = 1\n", "dealer.colour",
     "peeks, pushes-on, replaces, soft17, stands-on, stops-on"),
    ("natural", "[natural]\ncolour = 1\n", "natural.colour", "paid, pays"),
    ("insurance", "[insurance]\ncolour = 1\n", "insurance.colour", "covers, offered, pays, share"),
    ("double", "[double]\ncolour = 1\n", "double.colour", "adds, after-split, on"),
    ("split", "[split]\ncolour = 1\n", "split.colour",
     "first, hit-aces, max-hands, pairs, resplit-aces, second-cards"),
    ("surrender", "[surrender]\ncolour = 1\n", "surrender.colour", "late"),
    ("mulligan", '[mulligan]\nranks = "J"\nsplit-cards = true\ndouble-cards = true\ncolour = 1\n',
     "mulligan.colour", "double-cards, ranks, split-cards"),
    ("take-back", '[take-back]\nbet = "main"\non = "13"\ncolour = 1\n', "take-back.colour",
     "bet, on"),
    ("caps", "[caps]\ncolour = 1\n", "caps.colour", "games, per-side, side, total"),
    ("bet", bet(more="colour = 1"), "bets.0.colour",
     "events, id, lost-on-second-split, name, paytable, side"),
    ("event", bet() + "colour = 1\n", "bets.0.events.0.colour", "event, pays, when"),
    ("when", bet(when="colour = 1"), "bets.0.events.0.when.colour", WHEN),
    ("rule", '[[rules]]\nid = "X-1"\ntext = "t"\ncolour = 1\n', "colour", "changes, id, text"),
    ("ruling", RULING + "colour = 1\n", "colour", "id, option, other, question, ruling, sets"),
    ("filed", '[[filed]]\nbet = "b"\npaytable = 1\nhouse-edge = "1"\nbasis = "b"\ncolour = 1\n',
     "filed.0.colour", "basis, bet, house-edge, paytable"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "key", "allowed"),
    [case[1:] for case in UNKNOWN_KEYS],
    ids=[case[0] for case in UNKNOWN_KEYS],
)
def test_unknown_keys_are_refused_at_every_level(
    tmp_path: Path, text: str, key: str, allowed: str
) -> None:
    sentence = file_refused(tmp_path, HEAD + text)
    before, _, after = sentence.partition("; allowed here are ")
    assert before.startswith("mine.toml: unknown key ")
    assert before.endswith(key)
    assert allowed in after


def test_an_unknown_option_is_refused_with_those_there_are(tmp_path: Path) -> None:
    sentence = file_refused(tmp_path, HEAD + "[options]\ncolour = [1]\n")
    assert "colour is no house option; allowed are decks, seats, soft17, peek" in sentence


def test_an_unknown_step_of_the_procedure_is_refused_with_those_there_are(tmp_path: Path) -> None:
    sentence = file_refused(tmp_path, HEAD + '[procedure.dance]\nsays = "x"\n')
    assert "procedure.dance is no step of a round; allowed are shuffle, reshuffle," in sentence


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "id"),
        ('id = "m"\n', "name"),
        ('id = "m"\nname = "M"\n', "shoe"),
        (HEAD + '[take-back]\nbet = "main"\n', "take-back.on"),
        (HEAD + '[mulligan]\nranks = "J"\n', "mulligan.split-cards"),
        (HEAD + bet().replace('id = "b"\n', ""), "bets.0.id"),
        (HEAD + '[[filed]]\nbet = "b"\n', "filed.0.paytable"),
        (HEAD + '[[rules]]\nid = "X-1"\n', "text"),
    ],
)
def test_missing_keys_are_named(tmp_path: Path, text: str, key: str) -> None:
    assert f"{key} is missing; it must be given" in file_refused(tmp_path, text)


WRONG_TYPES = [
    ("[shoe]\ndecks = 'six'\n", "shoe.decks", "'six'", "expected int"),
    ("[shoe]\ndecks = 6.0\n", "shoe.decks", "6.0", "expected int"),
    ("[shoe]\ndecks = true\n", "shoe.decks", "True", "expected int"),
    ("[shoe]\npenetration = 'deep'\n", "shoe.penetration", "'deep'", "expected float"),
    ("shoe = 'deep'\n", "shoe", "'deep'", "expected object"),
    ("[wagers]\nopening = 'main'\n", "wagers.opening", "'main'", "expected array"),
    ("[wagers]\nnames = { main = 5 }\n", "wagers.names", "{'main': 5}", "expected str"),
    ("[dealer]\npeeks = 'yes'\n", "dealer.peeks", "'yes'", "expected bool"),
    ("[dealer]\nstops-on = 17\n", "dealer.stops-on", "17", "expected array"),
    ("[dealer]\nstops-on = ['x']\n", "dealer.stops-on.0", "'x'", "expected int"),
    ("[dealer]\nsoft17 = 17\n", "dealer.soft17", "17", "allowed are 'hit', 'stand', 'none'"),
    ("[dealer]\nsoft17 = 'maybe'\n", "dealer.soft17", "'maybe'", "'hit', 'stand', 'none'"),
    ("[natural]\npaid = 'later'\n", "natural.paid", "'later'", "'before-peek', 'after-peek'"),
    ("[double]\nadds = 'half'\n", "double.adds", "'half'", "'unit', 'equal'"),
    ("[split]\npairs = 'suit'\n", "split.pairs", "'suit'", "'rank', 'value'"),
    ("[split]\nfirst = 'free'\n", "split.first", "'free'", "'paid', 'moves-wager'"),
    ("[split]\nsecond-cards = 'late'\n", "split.second-cards", "'late'", "'in-turn', 'at-once'"),
    ("options = 5\n", "options", "5", "expected object"),
    ("[options]\ndecks = 6\n", "options.decks", "6", "expected array"),
    (bet(pays="['free']"), "bets.0.events.0.pays.0", "'free'",
     "whole numbers, 'push', 'loss', 'none'"),
    (bet(pays="[1.5]"), "bets.0.events.0.pays.0", "1.5", "whole numbers, 'push', 'loss', 'none'"),
    (bet(when="result = 'draw'"), "bets.0.events.0.when.result", "'draw'", "'win', 'push', 'lose'"),
    (bet(when="replaced = 'yes'"), "bets.0.events.0.when.replaced", "'yes'", "expected bool"),
    (bet(when="tie = 17"), "bets.0.events.0.when.tie", "17", "allowed are totals 4 to 21"),
    (bet(more="side = 'up'"), "bets.0.side", "'up'", "'left', 'right', ''"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "field", "value", "allowed"), WRONG_TYPES)
def test_values_of_the_wrong_kind_are_refused(
    tmp_path: Path, text: str, field: str, value: str, allowed: str
) -> None:
    sentence = file_refused(tmp_path, HEAD + text)
    assert sentence.startswith(f"mine.toml: {field} = {value}: ")
    assert allowed in sentence


OUT_OF_RANGE = [
    ("[shoe]\ndecks = 0\n", "shoe: decks = 0", "1 to 8"),
    ("[shoe]\ndecks = 9\n", "shoe: decks = 9", "1 to 8"),
    ("[shoe]\npenetration = 0.09\n", "shoe: penetration = 0.09", "0.1 to 0.95"),
    ("[shoe]\npenetration = 0.96\n", "shoe: penetration = 0.96", "0.1 to 0.95"),
    ("[shoe]\npenetration = nan\n", "shoe: penetration = nan", "0.1 to 0.95"),
    ("[shoe]\nburn = -1\n", "shoe: burn = -1", "0 to 10"),
    ("[shoe]\nburn = 11\n", "shoe: burn = 11", "0 to 10"),
    ("[wagers]\nseats = 0\n", "wagers: seats = 0", "1 to 9"),
    ("[wagers]\nseats = 10\n", "wagers: seats = 10", "1 to 9"),
    ("[wagers]\nopening = []\n", "wagers: opening = []", "one or two different ids"),
    ("[wagers]\nopening = ['main', 'main']\n", "wagers: opening = ['main', 'main']",
     "one or two different ids"),
    ("[wagers]\nopening = ['a', 'b', 'c']\n", "wagers: opening = ['a', 'b', 'c']",
     "one or two different ids"),
    ("[dealer]\nstands-on = 11\n", "dealer: stands-on = 11", "12 to 21"),
    ("[dealer]\nstands-on = 22\n", "dealer: stands-on = 22", "12 to 21"),
    ("[dealer]\nstops-on = [11]\n", "dealer: stops-on = 11", "12 to 21"),
    ("[dealer]\nstops-on = [17, 22]\n", "dealer: stops-on = 22", "12 to 21"),
    ("[dealer]\npushes-on = [16]\n", "dealer: pushes-on = 16", "17, 18, 19, 20, 21, 22"),
    ("[dealer]\npushes-on = [23]\n", "dealer: pushes-on = 23", "17, 18, 19, 20, 21, 22"),
    ("[split]\nmax-hands = 0\n", "split: max-hands = 0", "1 (no splits) to 8"),
    ("[split]\nmax-hands = 9\n", "split: max-hands = 9", "1 (no splits) to 8"),
    ("[double]\non = 'hard'\n", "double.on = 'hard'", TOTALS),
    ("[double]\non = '3-5'\n", "double.on = '3-5'", TOTALS),
    ("[double]\non = '9-22'\n", "double.on = '9-22'", TOTALS),
    ("[double]\non = '11-9'\n", "double.on = '11-9'", TOTALS),
    ("[double]\non = ''\n", "double.on = ''", TOTALS),
    ("[double]\non = 9\n", "double.on = 9", TOTALS),
    (bet(when="player = 'stiff'"), "bets.0.events.0.when.player = 'stiff'", TOTALS),
    ("[dealer]\nreplaces = '10'\n", "dealer.replaces = '10'", RANKS),
    ("[dealer]\nreplaces = '6-3'\n", "dealer.replaces = '6-3'", RANKS),
    ("[dealer]\nreplaces = ''\n", "dealer.replaces = ''", RANKS),
    ("[dealer]\nreplaces = ['3']\n", "dealer.replaces = ['3']", RANKS),
    (bet(when="upcard = 5"), "bets.0.events.0.when.upcard = 5", RANKS),
    ("[natural]\npays = '3:2'\n", "natural.pays = '3:2'", ODDS),
    ("[natural]\npays = '1 to 0'\n", "natural.pays = '1 to 0'", ODDS),
    ("[natural]\npays = 1.5\n", "natural.pays = 1.5", ODDS),
    ("[insurance]\nshare = 'half'\n", "insurance.share = 'half'", SHARES),
    ("[insurance]\nshare = '1/0'\n", "insurance.share = '1/0'", SHARES),
    ("[insurance]\nshare = 0.5\n", "insurance.share = 0.5", SHARES),
]  # fmt: skip


@pytest.mark.parametrize(("text", "field", "allowed"), OUT_OF_RANGE)
def test_values_out_of_range_are_refused(
    tmp_path: Path, text: str, field: str, allowed: str
) -> None:
    sentence = file_refused(tmp_path, HEAD + text + FEW_OPTIONS)
    assert sentence.startswith(f"mine.toml: {field}")
    assert allowed in sentence


IN_RANGE = [
    ("[shoe]\ndecks = 1\n", lambda game: game.rules().shoe.decks, 1),
    ("[shoe]\ndecks = 8\n", lambda game: game.rules().shoe.decks, 8),
    ("[shoe]\npenetration = 0.1\n", lambda game: game.rules().shoe.penetration, 0.1),
    ("[shoe]\npenetration = 0.95\n", lambda game: game.rules().shoe.penetration, 0.95),
    ("[shoe]\nburn = 0\n", lambda game: game.rules().shoe.burn, 0),
    ("[shoe]\nburn = 10\n", lambda game: game.rules().shoe.burn, 10),
    ("[wagers]\nseats = 1\n", lambda game: game.rules().wagers.seats, 1),
    ("[wagers]\nseats = 9\n", lambda game: game.rules().wagers.seats, 9),
    ("[dealer]\nstands-on = 12\n", lambda game: game.rules().dealer.stands_on, 12),
    ("[dealer]\nstands-on = 21\n", lambda game: game.rules().dealer.stands_on, 21),
    ("[dealer]\nstops-on = [12]\n", lambda game: game.rules().dealer.stops_on, (12,)),
    ("[dealer]\nstops-on = [21]\n", lambda game: game.rules().dealer.stops_on, (21,)),
    ("[dealer]\npushes-on = [17]\n", lambda game: game.rules().dealer.pushes_on, (17,)),
    ("[dealer]\npushes-on = [22]\n", lambda game: game.rules().dealer.pushes_on, (22,)),
    ("[dealer]\nstops-on = [16]\npushes-on = [16]\n", lambda game: game.rules().dealer.pushes_on,
     (16,)),
    ("[split]\nmax-hands = 1\n", lambda game: game.rules().split.max_hands, 1),
    ("[split]\nmax-hands = 8\n", lambda game: game.rules().split.max_hands, 8),
    (bet(pays="[1, 'push', 'loss', 'none']"), lambda game: game.paytables(), {"b": 4}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "read", "value"), IN_RANGE)
def test_values_at_the_ends_of_a_range_are_accepted(
    tmp_path: Path, text: str, read: Callable[[Game], Any], value: object
) -> None:
    assert read(designed(tmp_path, HEAD + text + FEW_OPTIONS)) == value


CONTRADICTIONS = [
    ("an opening wager without a name", HEAD + "[wagers]\nopening = ['stake']\n",
     ("wagers: names", "'stake'", "one of the opening wagers")),
    ("soft 17 where every 17 stops", HEAD + "[dealer]\nstops-on = [17]\n",
     ("dealer: soft17 = 'hit'", "stops on every 17", "'none' is the only value allowed")),
    ("no soft 17 where 17 is played", HEAD + "[dealer]\nsoft17 = 'none'\n",
     ("dealer: soft17 = 'none'", "allowed are 'hit' and 'stand'", "stops-on")),
    ("late surrender without a peek", HEAD + "[dealer]\npeeks = false\n[surrender]\nlate = true\n",
     ("surrender.late = true", "not allowed where dealer.peeks = false")),
    ("insurance of a side bet", HEAD + "[insurance]\ncovers = ['side']\n",
     ("insurance.covers = 'side'", "allowed are the opening wagers main")),
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
     ("dealer.peeks = 1", "expected bool")),
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
    with pytest.raises(RulesError, match=r"mine\.toml: paytable 'b': bet 'b' has 1 tables and 'c' has 2"):
        designed(tmp_path, HEAD + bet() + bet(bet_id="c", pays="[1, 2]"))


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        ("poker", ("'poker'", "allowed are blackjack, half-back, lucky-stiff", "ending in .toml")),
        ("", ("''", "allowed are blackjack, half-back, lucky-stiff")),
        ("no-such-file.toml", ("'no-such-file.toml'", "cannot be read: No such file")),
    ],
)
def test_a_game_that_does_not_exist_is_refused(game: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(RulesError) as caught:
        games.find(game)
    for part in parts:
        assert part in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'name = "\xe9"')
    with pytest.raises(RulesError, match=r"mine\.toml' cannot be read: not UTF-8 text"):
        games.find(str(path))


# Options and pay tables

CHOICES = [
    ("blackjack", {"decks": 3}, {}, "blackjack: option decks = 3: allowed are 1, 2, 4, 6, 8"),
    ("blackjack", {"decks": "6"}, {}, "blackjack: option decks = 6: allowed are 1, 2, 4, 6, 8"),
    ("blackjack", {"decks": True}, {}, "blackjack: option decks = true: allowed are 1, 2, 4, 6, 8"),
    ("blackjack", {"peek": 1}, {}, "blackjack: option peek = 1: allowed are true, false"),
    ("blackjack", {"natural": "2 to 1"}, {},
     "blackjack: option natural = 2 to 1: allowed are 3 to 2, 6 to 5, 1 to 1"),
    ("half-back", {"surrender": True}, {},
     "half-back: option 'surrender' = true is refused: rule 19"),
    ("blackjack", {"colour": "red"}, {},
     "blackjack: option 'colour' = red is refused: this game has no such house option; it has "
     "decks, soft17"),
    ("blackjack", {"BJ-R1": "maybe"}, {}, "blackjack: BJ-R1 = maybe: allowed are ruled, other"),
    ("half-back", {"HB-R3": "other"}, {},
     "half-back: HB-R3 = other: the other reading cannot be played: Only an ace"),
    ("blackjack", {"surrender": True, "peek": False}, {},
     "blackjack.toml: surrender.late = true: late surrender comes after the peek, so it is not "
     "allowed where dealer.peeks = false"),
    ("half-back", {}, {"upcard-bonus": 0},
     "half-back: pay table upcard-bonus = 0: allowed are 1 to 6"),
    ("half-back", {}, {"upcard-bonus": 7},
     "half-back: pay table upcard-bonus = 7: allowed are 1 to 6"),
    ("half-back", {}, {"upcard-bonus": "2"},
     "half-back: pay table upcard-bonus = 2: allowed are 1 to 6"),
    ("half-back", {}, {"bonus": 1},
     "half-back: no pay table is called 'bonus'; it has upcard-bonus"),
    ("blackjack", {}, {"bonus": 1}, "blackjack: no pay table is called 'bonus'; it has none"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "paytables", "sentence"), CHOICES)
def test_choices_a_game_does_not_offer_are_refused(
    game: str, options: dict[str, Any], paytables: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(RulesError) as caught:
        games.find(game).rules(options, paytables)
    assert str(caught.value).startswith(sentence)


# The house's settings (the state's and the game's limits are in rules/test_limits.py)

HOUSES = [
    (House(round_to=0), "round-to = 0: allowed are 1 cent or more"),
    (House(round_to=-5), "round-to = -5: allowed are 1 cent or more"),
    (House(penetration=0.09), "penetration = 0.09: allowed are 0.1 to 0.95"),
    (House(penetration=0.96), "penetration = 0.96: allowed are 0.1 to 0.95"),
    (House(minimum={"side": 100}), "minimum for 'side': allowed are main, lucky-stiff"),
    (House(maximum={"side": 100}), "maximum for 'side': allowed are main, lucky-stiff"),
    (House(aggregate={"side": 100}), "aggregate for 'side': allowed are main, lucky-stiff"),
    (House(minimum={"main": 0}), "minimum for main = $0: allowed are $0.01 to the maximum, $400"),
    (House(minimum={"main": -100}), "minimum for main = -$1: allowed are $0.01 to the maximum"),
    (House(minimum={"main": 40001}),
     "minimum for main = $400.01: allowed are $0.01 to the maximum, $400"),
    (House(minimum={"main": 1001}, maximum={"main": 1000}),
     "minimum for main = $10.01: allowed are $0.01 to the maximum, $10"),
    (House(maximum={"main": 499}),
     "minimum for main = $5: allowed are $0.01 to the maximum, $4.99"),
    (House(maximum={"main": 40001}), "maximum for main = $400.01: the state's limit is $400 (WAC"),
]  # fmt: skip


@pytest.mark.parametrize(("house", "sentence"), HOUSES)
def test_house_settings_out_of_range_are_refused(house: House, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        Table(games.find("lucky-stiff").rules(), house)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    "house",
    [
        House(round_to=1), House(penetration=0.1), House(penetration=0.95),
        House(minimum={"main": 1}), House(minimum={"main": 40000}), House(maximum={"main": 500}),
        House(minimum={"main": 1000}, maximum={"main": 1000}),
    ],
)  # fmt: skip
def test_house_settings_at_the_ends_of_a_range_are_accepted(house: House) -> None:
    assert Table(games.find("lucky-stiff").rules(), house).limits.house == house


@pytest.mark.parametrize(
    ("values", "field", "allowed"),
    [
        ({"colour": "red"}, "unknown key colour", "aggregate, date, maximum, minimum, penetration"),
        ({"shoe": "box"}, "shoe = 'box'", "'cut', 'csm'"),
        ({"round-for": "me"}, "round-for = 'me'", "'player', 'house'"),
        ({"round-to": "x"}, "round-to = 'x'", "expected int"),
        ({"round-to": 0.5}, "round-to = 0.5", "expected int"),
        ({"minimum": {"main": 5.5}}, "minimum = {'main': 5.5}", "expected int"),
    ],
)
def test_house_settings_written_wrongly_are_refused(
    values: dict[str, Any], field: str, allowed: str
) -> None:
    with pytest.raises(RulesError) as caught:
        decode(values, House, origin="house.toml")
    assert str(caught.value).startswith(f"house.toml: {field}")
    assert allowed in str(caught.value)


# Actions


def refused(round_: Round, action: act.Action) -> str:
    """The sentence an action is refused with, every way of asking; the table stays as it was."""
    table = round_.table
    state, log = table.state.snapshot(), list(table.log)
    waits = table.want, table.seat, table.hand, table.legal, table.turn
    assert not table.can(action)
    sentence = round_.why_not(action)
    if isinstance(action, act.DealCard):
        with pytest.raises(IllegalAction) as caught:
            table.deal(action.card)
        assert str(caught.value) == sentence
    assert table.state.snapshot() == state
    assert table.log == log
    assert (table.want, table.seat, table.hand, table.legal, table.turn) == waits
    return sentence


def empty(game: str = "blackjack", options: Mapping[str, Any] | None = None) -> Round:
    """A table nobody has staked at."""
    return Round(Table(games.find(game).rules(options)))


def betting(game: str = "blackjack") -> Round:
    """Ann has $10 on every opening wager at seat 1; more may be staked."""
    round_ = empty(game)
    opening = dict.fromkeys(round_.table.tables.opening, 1000)
    round_.table.do(act.PlaceWagers(1, "ann", opening))
    return round_


def dealing() -> Round:
    """The first card is due."""
    round_ = betting()
    round_.table.do(act.CloseWagers())
    return round_


def deciding() -> Round:
    """Seat 1 of two has hard 19 against a 6."""
    return play("blackjack", "Ts 8s 6d 9c 8c Tc", seats=2)


def insuring() -> Round:
    """An ace up; seat 1 has a natural, seat 2 hard 19, and seat 3 is empty."""
    return play("blackjack", "Ts 9s Ad Ah Tc 5c", seats=2)


def asked() -> Round:
    """The same, and seat 1 has declined."""
    return play("blackjack", "Ts 9s Ad Ah Tc 5c", "decline", seats=2)


def six_to_five() -> Round:
    """A natural at 6 to 5 against an ace."""
    return play("blackjack", "Ts Ad Ah 5c", options={"natural": "6 to 5"})


def natural_paid() -> Round:
    """Mulligan 21: seat 1's natural is paid already, seat 2 is asked for insurance."""
    return play("mulligan-21", "Ts 9s Ad Ah Tc 5c", seats=2)


def offered() -> Round:
    """Mulligan 21: a drawn king may be burned."""
    return play("mulligan-21", "5s 9d 6c 8c Ks", "hit")


def taken_back() -> Round:
    """Half Back: hard 16, one wager taken back."""
    return play("half-back", "Ts 9d 6c 8c", "take-back")


def drawing() -> Round:
    """Single deck: seat 1 has 5-6, stands for a hit card; 5s 9d 6c 8c are out."""
    return play("blackjack", "5s 9d 6c 8c", "hit", options={"decks": 1})


def two_decks() -> Round:
    """Two decks, both fives of spades out."""
    return play("blackjack", "5s 9d 5s 8c", "hit", options={"decks": 2})


def dealer_drawing() -> Round:
    """The dealer's 16 is due a card."""
    return play("blackjack", "Ts 6d 9c Tc", "stand")


def over() -> Round:
    """A round that is settled."""
    return play("blackjack", "Ts 9d 9c Tc", "stand")


def stake(seat: Any = 1, player: Any = "ann", **wagers: Any) -> act.Action:
    """Wagers at a seat; underscores in bet names stand for dashes."""
    return act.PlaceWagers(
        seat, player, {bet_id.replace("_", "-"): cents for bet_id, cents in wagers.items()}
    )


Case = tuple[Callable[[], Round], act.Action, str]

WAGERS: list[Case] = [
    (empty, stake(main=499), "seat 1: wager main = $4.99: the table's minimum is $5"),
    (empty, stake(main=40001), "seat 1: wager main = $400.01: the state's largest single wager"),
    (empty, stake(main=-500), "seat 1: wager main = -500: allowed are whole cents above zero"),
    (empty, stake(main=0), "seat 1: wager main = 0: allowed are whole cents above zero"),
    (empty, stake(main=1000.5), "seat 1: wager main = 1000.5: allowed are whole cents above zero"),
    (empty, stake(main=1000.0), "seat 1: wager main = 1000.0: allowed are whole cents above zero"),
    (empty, stake(main=True), "seat 1: wager main = True: allowed are whole cents above zero"),
    (empty, stake(main="10"), "seat 1: wager main = '10': allowed are whole cents above zero"),
    (empty, stake(main=None), "seat 1: wager main = None: allowed are whole cents above zero"),
    (empty, stake(), "seat 1: wager main is missing: every hand needs main"),
    (empty, stake(main=1000, side=500), "seat 1: bet 'side' is not offered here; allowed are main"),
    (empty, stake(main=1000, insurance=500),
     "seat 1: bet 'insurance' is not offered here; allowed are main"),
    (lambda: empty("half-back"), stake(main=1000),
     "seat 1: wager half-back is missing: every hand needs main and half-back"),
    (lambda: empty("half-back"), stake(half_back=1000),
     "seat 1: wager main is missing: every hand needs main and half-back"),
    (lambda: empty("half-back"), stake(main=1000, half_back=999),
     "seat 1: wager half-back = $9.99: allowed is exactly main's $10"),
    (lambda: empty("half-back"), stake(main=1000, half_back=1001),
     "seat 1: wager half-back = $10.01: allowed is exactly main's $10"),
    (lambda: empty("half-back"), stake(main=1000, half_back=1000, upcard_bonus=99),
     "seat 1: wager upcard-bonus = $0.99: the table's minimum is $1"),
    (lambda: empty("half-back"), stake(main=1000, half_back=1000, upcard_bonus=0),
     "seat 1: wager upcard-bonus = 0: allowed are whole cents above zero"),
    (lambda: empty("half-back"), stake(main=1000, half_back=1000, lucky_stiff=100),
     "seat 1: bet 'lucky-stiff' is not offered here; allowed are main, half-back, upcard-bonus"),
    (lambda: empty("blackjack-tie"), stake(main=1000, tie_left=501),
     "seat 1: wagers on the left side = $5.01: allowed together are at most $5, 1/2 of the main"),
    (lambda: empty("blackjack-tie"), stake(main=1000, tie_right=300, tie_20=201),
     "seat 1: wagers on the right side = $5.01: allowed together are at most $5, 1/2 of the main"),
    (lambda: empty("blackjack-tie", {"side-caps": False}),
     stake(main=1000, tie_left=500, tie_right=501),
     "seat 1: wagers on the left and right side = $10.01: allowed together are at most $10, 1/1"),
    (betting, stake(main=499), "seat 1: wager main = $4.99: the table's minimum is $5"),
    (over, stake(main=499), "seat 1: wager main = $4.99: the table's minimum is $5"),
]  # fmt: skip

SEATS: list[Case] = [
    (empty, stake(0, main=1000), "seat = 0: allowed are 1 to 7"),
    (empty, stake(8, main=1000), "seat = 8: allowed are 1 to 7"),
    (empty, stake(-1, main=1000), "seat = -1: allowed are 1 to 7"),
    (empty, stake(1.0, main=1000), "seat = 1.0: allowed are 1 to 7"),
    (empty, stake(True, main=1000), "seat = True: allowed are 1 to 7"),
    (empty, stake("1", main=1000), "seat = '1': allowed are 1 to 7"),
    (empty, stake(None, main=1000), "seat = None: allowed are 1 to 7"),
    (lambda: empty(options={"seats": 9}), stake(10, main=1000), "seat = 10: allowed are 1 to 9"),
    (empty, stake(1, "", main=1000), "player = '': allowed is a name"),
    (empty, stake(1, "  ", main=1000), "player = '  ': allowed is a name"),
    (empty, stake(1, None, main=1000), "player = None: allowed is a name"),
    (betting, stake(1, "bob", main=1000), "seat 1: it is ann's in this round"),
    (betting, act.WithdrawWagers(2), "seat 2: nothing is staked there; seats with wagers: 1"),
    (deciding, act.Stand(2), "seat = 2: it is not that seat's turn; seat 1 acts"),
    (deciding, act.Stand(3), "seat = 3: it is not that seat's turn; seat 1 acts"),
    (deciding, act.Hit(0), "seat = 0: it is not that seat's turn; seat 1 acts"),
    (deciding, act.Hit("1"), "seat = '1': it is not that seat's turn; seat 1 acts"),  # type: ignore[arg-type]
    (insuring, act.Insure(3, 100), "seat = 3: insurance is open to seats 1, 2"),
    (insuring, act.DeclineInsurance(0), "seat = 0: insurance is open to seats 1, 2"),
    (insuring, act.TakeEvenMoney(7), "seat = 7: insurance is open to seats 1, 2"),
    (asked, act.DeclineInsurance(1), "seat = 1: insurance is open to seats 2"),
    (asked, act.TakeEvenMoney(1), "seat = 1: insurance is open to seats 2"),
    (natural_paid, act.Insure(1, 100), "seat = 1: insurance is open to seats 2"),
    (natural_paid, act.TakeEvenMoney(1), "seat = 1: insurance is open to seats 2"),
]  # fmt: skip

INSURANCE: list[Case] = [
    (insuring, act.Insure(1, 501), "seat 1: insurance = $5.01: allowed are whole cents up to $5 and above zero"),
    (insuring, act.Insure(2, 501), "seat 2: insurance = $5.01: allowed are whole cents up to $5 and above zero"),
    (insuring, act.Insure(1, 0), "seat 1: insurance = $0: allowed are whole cents up to $5 and above zero"),
    (insuring, act.Insure(1, -1), "seat 1: insurance = -$0.01: allowed are whole cents up to $5 and above zero"),
    (insuring, act.Insure(1, 2.5),  # type: ignore[arg-type]
     "seat 1: insurance = 2.5: allowed are whole cents up to $5 and above zero"),
    (insuring, act.Insure(1, True), "seat 1: insurance = True: allowed are whole cents up to $5 and above zero"),
    (insuring, act.Insure(1, "5"),  # type: ignore[arg-type]
     "seat 1: insurance = '5': allowed are whole cents up to $5 and above zero"),
    (insuring, act.TakeEvenMoney(2), "seat 2: even money is for a natural that pays 3 to 2"),
    (six_to_five, act.TakeEvenMoney(1), "seat 1: even money is for a natural that pays 3 to 2"),
]  # fmt: skip

MOVES: list[Case] = [
    (deciding, act.Split(1),
     "seat 1: split is not allowed with this hand; allowed are stand, hit, double"),
    (deciding, act.Surrender(1),
     "seat 1: surrender is not allowed with this hand; allowed are stand, hit, double"),
    (deciding, act.TakeBack(1),
     "seat 1: take-back is not allowed with this hand; allowed are stand, hit, double"),
    (deciding, act.Mulligan(1),
     "seat 1: burn is not allowed with this hand; allowed are stand, hit, double"),
    (deciding, act.Keep(1),
     "seat 1: keep is not allowed with this hand; allowed are stand, hit, double"),
    (offered, act.Stand(1), "seat 1: stand is not allowed with this hand; allowed are burn, keep"),
    (offered, act.Hit(1), "seat 1: hit is not allowed with this hand; allowed are burn, keep"),
    (taken_back, act.Double(1),
     "seat 1: double is not allowed with this hand; allowed are stand, hit"),
    (taken_back, act.TakeBack(1),
     "seat 1: take-back is not allowed with this hand; allowed are stand, hit"),
    (deciding, act.HandAction(1), "HandAction(seat=1) is no action of a table"),
]  # fmt: skip

PHASES: list[Case] = [
    (empty, act.CloseWagers(), "the deal cannot start: at least one seat must have a wager"),
    (over, act.CloseWagers(), "the deal cannot start: at least one seat must have a wager"),
    (dealing, stake(2, "bob", main=1000), "seat 2: wagers are closed until this round is over"),
    (deciding, stake(1, "player 1", main=2000), "seat 1: wagers are closed until this round is"),
    (insuring, stake(3, "bob", main=1000), "seat 3: wagers are closed until this round is over"),
    (empty, act.Hit(1), "seat 1: hit is not possible now; the table waits for wagers"),
    (betting, act.Stand(1), "seat 1: stand is not possible now; the table waits for wagers"),
    (dealing, act.Double(1), "seat 1: double is not possible now; the table waits for a card"),
    (drawing, act.Stand(1), "seat 1: stand is not possible now; the table waits for a card"),
    (insuring, act.Hit(1),
     "seat 1: hit is not possible now; the table waits for insurance from seats [1, 2]"),
    (dealer_drawing, act.Hit(1), "seat 1: hit is not possible now; the table waits for a card"),
    (over, act.Hit(1), "seat 1: hit is not possible now; the table waits for wagers"),
    (betting, act.Insure(1, 500),
     "seat = 1: insurance is open to no seat now; the table waits for wagers"),
    (deciding, act.Insure(1, 500),
     "seat = 1: insurance is open to no seat now; the table waits for seat 1 to decide"),
    (dealing, act.DeclineInsurance(1),
     "seat = 1: insurance is open to no seat now; the table waits for a card"),
    (deciding, act.TakeEvenMoney(1),
     "seat = 1: insurance is open to no seat now; the table waits for seat 1 to decide"),
    (betting, act.TellPeek(False),
     "peek: the dealer has nothing to look at; the table waits for wagers"),
    (deciding, act.TellPeek(True),
     "peek: the dealer has nothing to look at; the table waits for seat 1 to decide"),
    (insuring, act.TellPeek(True),
     "peek: the dealer has nothing to look at; the table waits for insurance from seats [1, 2]"),
    (empty, act.Shuffle(ran_out=True),
     "shuffle, ran_out = True: allowed only in the middle of a round"),
    (betting, act.Shuffle(ran_out=True),
     "shuffle, ran_out = True: allowed only in the middle of a round"),
    (dealing, act.Shuffle(), "shuffle, ran_out = False: allowed only between rounds"),
    (deciding, act.Shuffle(), "shuffle, ran_out = False: allowed only between rounds"),
    (deciding, act.Shuffle(ran_out=True),
     "shuffle: no card is due now; the table waits for seat 1 to decide"),
    (insuring, act.Shuffle(ran_out=True),
     "shuffle: no card is due now; the table waits for insurance from seats [1, 2]"),
    (dealing, act.BurnTop(None), "card None: a top card is burned only before a shoe's first round"),
    (deciding, act.BurnTop(3), "card As: a top card is burned only before a shoe's first round"),
]  # fmt: skip

CARDS: list[Case] = [
    (empty, act.DealCard(0), "card Ac: no card is due now; the table waits for wagers"),
    (betting, act.DealCard(None), "card None: no card is due now; the table waits for wagers"),
    (deciding, act.DealCard(51), "card Ks: no card is due now; the table waits for seat 1"),
    (insuring, act.DealCard(0), "card Ac: no card is due now; the table waits for insurance"),
    (over, act.DealCard(0), "card Ac: no card is due now; the table waits for wagers"),
    (deciding, act.DealCard(99), "card 99: no card is due now; the table waits for seat 1"),
    (dealing, act.DealCard(-1), "card = -1: allowed are 0 to 51"),
    (dealing, act.DealCard(52), "card = 52: allowed are 0 to 51"),
    (dealing, act.DealCard(True), "card = True: allowed are 0 to 51"),
    (dealing, act.DealCard("As"), "card = 'As': allowed are 0 to 51"),  # type: ignore[arg-type]
    (dealing, act.DealCard(1.0), "card = 1.0: allowed are 0 to 51"),  # type: ignore[arg-type]
    (dealing, act.DealCard(None), "card = None: only the hole card may stay unknown"),
    (drawing, act.DealCard(None), "card = None: only the hole card may stay unknown"),
    (dealer_drawing, act.DealCard(None), "card = None: only the hole card may stay unknown"),
    (drawing, act.DealCard(cards.parse("5s")), "card 5s: all 1 of this shoe are out already"),
    (drawing, act.DealCard(cards.parse("9d")), "card 9d: all 1 of this shoe are out already"),
    (drawing, act.DealCard(cards.parse("8c")), "card 8c: all 1 of this shoe are out already"),
    (two_decks, act.DealCard(cards.parse("5s")), "card 5s: all 2 of this shoe are out already"),
]  # fmt: skip


def check(situation: Callable[[], Round], action: act.Action, sentence: str) -> None:
    assert refused(situation(), action).startswith(sentence)


@pytest.mark.parametrize(("situation", "action", "sentence"), WAGERS)
def test_a_bad_wager_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


@pytest.mark.parametrize(("situation", "action", "sentence"), SEATS)
def test_the_wrong_seat_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


@pytest.mark.parametrize(("situation", "action", "sentence"), INSURANCE)
def test_bad_insurance_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


@pytest.mark.parametrize(("situation", "action", "sentence"), MOVES)
def test_a_move_the_hand_does_not_have_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


@pytest.mark.parametrize(("situation", "action", "sentence"), PHASES)
def test_an_action_at_the_wrong_time_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


@pytest.mark.parametrize(("situation", "action", "sentence"), CARDS)
def test_a_card_that_cannot_come_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


def test_a_burned_card_is_out_of_a_single_deck() -> None:
    round_ = empty(options={"decks": 1})
    round_.table.do(act.BurnTop(cards.parse("5s")))
    sentence = refused(round_, act.BurnTop(cards.parse("5s")))
    assert sentence == "card 5s: all 1 of this shoe are out already"
    round_.table.do(act.PlaceWagers(1, "ann", {"main": 1000}))
    round_.table.do(act.CloseWagers())
    sentence = refused(round_, act.DealCard(cards.parse("5s")))
    assert sentence == "card 5s: all 1 of this shoe are out already"


def test_after_a_shuffle_every_card_but_those_on_the_felt_may_come() -> None:
    round_ = drawing()
    round_.table.do(act.Shuffle(ran_out=True))
    assert "9d" in refused(round_, act.DealCard(cards.parse("9d")))
    fresh = over()
    fresh.table.do(act.Shuffle())
    assert sum(fresh.table.state.gone) == 0


# A round can go on after every refusal


@pytest.mark.parametrize(
    ("situation", "action"),
    [
        (betting, stake(main=40000)),
        (betting, act.WithdrawWagers(1)),
        (betting, stake(7, "bob", main=500)),
        (deciding, act.Double(1)),
        (insuring, act.Insure(1, 500)),
        (insuring, act.Insure(2, 1)),
        (insuring, act.TakeEvenMoney(1)),
        (asked, act.DeclineInsurance(2)),
        (offered, act.Mulligan(1)),
        (taken_back, act.Hit(1)),
        (dealing, act.DealCard(51)),
        (drawing, act.DealCard(cards.parse("5d"))),
        (dealing, act.Shuffle(ran_out=True)),
        (over, act.Shuffle()),
        (empty, act.BurnTop(None)),
        (over, stake(1, "bob", main=500)),
    ],
)
def test_what_the_sentences_allow_is_accepted(
    situation: Callable[[], Round], action: act.Action
) -> None:
    table = situation().table
    assert table.can(action)
    log = list(table.log)
    happened = table.do(action)
    assert happened
    assert table.log == [*log, *happened]


# Cards typed in words


@pytest.mark.parametrize("text", ["", "K", "s", "10", "1s", "11s", "Kx", "TT", "Ks Kd", "♠", "?h"])
def test_a_text_that_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(cards.CardError) as caught:
        cards.parse(text)
    assert str(caught.value) == (
        f"card {text!r}: a card is a rank (A 2 3 4 5 6 7 8 9 T J Q K) and a suit (c d h s), "
        "for example Kh"
    )


def test_one_bad_card_spoils_a_list() -> None:
    with pytest.raises(cards.CardError, match="card 'Kx'"):
        cards.parse_all("As, Kx 5c")


# A table followed from outside: the hole card is typed in only when it is turned


def followed(
    game: str,
    shoe: str,
    moves: str = "",
    *,
    bets: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Round:
    """`play` with one seat, where nobody knows the hole card; the peek is told truthfully."""
    round_ = empty(game, options)
    table = round_.table
    staked = {**dict.fromkeys(table.tables.opening, UNIT), **(bets or {})}
    table.do(act.PlaceWagers(1, "player 1", staked))
    table.do(act.CloseWagers())
    deck, script, hole = cards.parse_all(shoe), moves.split(), -1
    while table.want != Want.WAGERS:
        if table.want == Want.HOLE_CARD:
            hole = deck.pop(0)
            table.deal(None)
        elif table.want == Want.TURNED_HOLE_CARD:
            table.deal(hole)
        elif table.want == Want.PEEK:
            values = {cards.value(table.state.upcard), cards.value(hole)}
            table.do(act.TellPeek(values == {1, 10}))
        elif table.want == Want.INSURANCE:
            answer = script.pop(0)
            limit = table.insurance_limit(1)
            table.do(act.Insure(1, limit) if answer == "insure" else act.DeclineInsurance(1))
        elif table.want == Want.DECISION:
            table.do(act.BY_MOVE[act.MOVES_BY_NAME[script.pop(0)]](1))
        else:
            table.deal(deck.pop(0))
    assert not deck
    assert not script
    return round_


def peeking(upcard: str, options: Mapping[str, Any] | None = None) -> Round:
    """Hard 19 against an ace or ten-value card over an unknown card; the peek is due."""
    round_ = empty(options=options)
    table = round_.table
    table.do(act.PlaceWagers(1, "ann", {"main": 1000}))
    table.do(act.CloseWagers())
    table.deal(cards.parse("Ts"))
    table.deal(cards.parse(upcard))
    table.deal(cards.parse("9c"))
    table.deal(None)
    if table.want == Want.INSURANCE:
        table.do(act.DeclineInsurance(1))
    return round_


def peeked(upcard: str, natural: bool, options: Mapping[str, Any] | None = None) -> Round:
    """The same after the peek; the hole card is about to be turned."""
    round_ = peeking(upcard, options)
    round_.table.do(act.TellPeek(natural))
    if not natural:
        round_.table.do(act.Stand(1))
    return round_


FOLLOWED: list[tuple[str, str, str, dict[str, int], int]] = [
    # the dealer's 6-T draws a 9 and breaks
    ("blackjack", "Ts 6d 9c Tc 9h", "stand", {}, 1000),
    # 19 against K-9
    ("blackjack", "Ts Kd 9c 9d", "stand", {}, 0),
    # a natural under a king, against 19 and against a natural
    ("blackjack", "Ts Kd 9c Ad", "", {}, -1000),
    ("blackjack", "Ts Kd Ac Ad", "", {}, 0),
    # a natural against none
    ("blackjack", "Ts Kd Ac 9d", "", {}, 1500),
    # insurance for $5: 2 to 1 against a natural, lost against A-9, which beats 19
    ("blackjack", "Ts Ad 9c Kd", "insure", {}, -1000 + 1000),
    ("blackjack", "Ts Ad 9c 9d", "insure stand", {}, -1000 - 500),
    # a bust: the hole card is turned and the dealer draws nothing
    ("blackjack", "Ts 6d 6c Tc Kh", "hit", {}, -1000),
    # the 5 is replaced by an ace over a king of its suit: 40 to 1, and both wagers lose
    ("half-back", "Ts 5d 9c Kd Ad", "decline", {"upcard-bonus": 100}, 4000 - 2000),
    # over a king of another suit: 15 to 1
    ("half-back", "Ts 5d 9c Ks Ad", "decline", {"upcard-bonus": 100}, 1500 - 2000),
    # over an 8: 8 to 1, and 19 pushes with both wagers
    ("half-back", "Ts 5d 9c 8s Ad", "decline stand", {"upcard-bonus": 100}, 800),
    # replaced by a 9 over a king: 1 to 1, and 19 pushes
    ("half-back", "Ts 5d 9c Kc 9d", "stand", {"upcard-bonus": 100}, 100),
    # a stiff hand stands and wins: 5 to 1 on the bonus
    ("lucky-stiff", "Ts 6d 6c Tc 9h", "stand", {"lucky-stiff": 100}, 1000 + 500),
    # a tie on 19 at 50 to 1
    ("blackjack-tie", "Ts Kd 9c 9d", "stand", {"tie-19": 100}, 5000),
    # a natural is paid one to one before the peek, whatever lies under the ace
    ("mulligan-21", "Ts Ad Ac 5d", "", {}, 1000),
    ("mulligan-21", "Ts Ad Ac Kd", "", {}, 1000),
]


@pytest.mark.parametrize(("game", "shoe", "moves", "bets", "net"), FOLLOWED)
def test_a_followed_round_settles_like_a_dealt_one(
    game: str, shoe: str, moves: str, bets: dict[str, int], net: int
) -> None:
    round_ = followed(game, shoe, moves, bets=bets)
    assert round_.over()
    assert round_.net() == net
    assert round_.table.state.felt == 0
    dealt = play(game, shoe, moves, bets=bets)
    assert round_.of(ev.WagerSettled) == dealt.of(ev.WagerSettled)
    assert round_.table.state.gone == dealt.table.state.gone


def test_a_followed_round_without_a_peek_turns_the_hole_card_last() -> None:
    # 11 doubled to 21 against an ace; without the peek both stakes lose to the natural.
    round_ = followed("blackjack", "5s Ad 6c Kd Th", "decline double", options={"peek": False})
    assert round_.of(ev.DealerPeeked) == []
    assert round_.net() == -2000


def test_an_unknown_hole_card_leaves_the_shoe_when_it_is_turned() -> None:
    round_ = peeked("Kd", natural=True)
    assert sum(round_.table.state.gone) == 3
    round_.table.deal(cards.parse("As"))
    assert sum(round_.table.state.gone) == 4
    assert round_.of(ev.HoleCardTurned) == [ev.HoleCardTurned(cards.parse("As"))]


@pytest.mark.parametrize(
    ("upcard", "natural", "wrong", "right"),
    [
        ("Kd", True, "9s", "As"),
        ("Kd", True, "Ks", "Ad"),
        ("Kd", False, "As", "9s"),
        ("Kd", False, "Ad", "Ks"),
        ("Td", False, "Ac", "Tc"),
        ("Ad", True, "9s", "Ts"),
        ("Ad", True, "As", "Js"),
        ("Ad", False, "Ts", "9s"),
        ("Ad", False, "Kd", "As"),
    ],
)
def test_a_hole_card_that_contradicts_the_peek_is_refused(
    upcard: str, natural: bool, wrong: str, right: str
) -> None:
    round_ = peeked(upcard, natural)
    said = "a natural" if natural else "no natural"
    assert refused(round_, act.DealCard(cards.parse(wrong))) == (
        f"card {wrong} as the hole card: the peek said {said} under {upcard}"
    )
    round_.table.deal(cards.parse(right))
    assert round_.of(ev.HoleCardTurned) == [ev.HoleCardTurned(cards.parse(right))]


def test_a_hole_card_nobody_peeked_at_may_be_anything() -> None:
    for hole in ("As", "Ks", "5d"):
        round_ = peeking("6d")
        round_.table.do(act.Stand(1))
        round_.table.deal(cards.parse(hole))
        assert round_.of(ev.HoleCardTurned) == [ev.HoleCardTurned(cards.parse(hole))]


UNKNOWN_HOLE: list[Case] = [
    (lambda: peeking("Kd"), act.DealCard(0),
     "card Ac: no card is due now; the table waits for the dealer's peek"),
    (lambda: peeking("Kd"), act.Stand(1),
     "seat 1: stand is not possible now; the table waits for the dealer's peek"),
    (lambda: peeking("Kd"), act.Shuffle(ran_out=True),
     "shuffle: no card is due now; the table waits for the dealer's peek"),
    (lambda: peeking("Ad"), act.Insure(1, 500),
     "seat = 1: insurance is open to no seat now; the table waits for the dealer's peek"),
    (lambda: peeking("6d"), act.TellPeek(False),
     "peek: the dealer has nothing to look at; the table waits for seat 1 to decide"),
    (lambda: peeking("Kd", {"peek": False}), act.TellPeek(False),
     "peek: the dealer has nothing to look at; the table waits for seat 1 to decide"),
    (lambda: peeked("Kd", natural=True), act.TellPeek(False),
     "peek: the dealer has nothing to look at; the table waits for a card"),
    (lambda: peeked("Kd", natural=True), act.Hit(1),
     "seat 1: hit is not possible now; the table waits for a card"),
    (lambda: peeked("Kd", natural=True), act.DealCard(None),
     "card = None: only the hole card may stay unknown"),
    (lambda: peeked("Kd", natural=False), act.DealCard(None),
     "card = None: only the hole card may stay unknown"),
    (lambda: peeked("Kd", natural=False), act.DealCard(52), "card = 52: allowed are 0 to 51"),
    (lambda: peeked("Ad", natural=True, options={"decks": 1}), act.DealCard(cards.parse("Ts")),
     "card Ts: all 1 of this shoe are out already"),
    (lambda: peeking("6d"), act.DealCard(None),
     "card None: no card is due now; the table waits for seat 1 to decide"),
]  # fmt: skip


@pytest.mark.parametrize(("situation", "action", "sentence"), UNKNOWN_HOLE)
def test_with_an_unknown_hole_card_the_wrong_thing_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)
