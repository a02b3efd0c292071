"""A designer's values that are out of range, and those at the ends of one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.rules.game import Game
from tests.bad_input.situations import FEW_OPTIONS, HEAD, bet, designed, file_refused

TOTALS = "'any', 'none' or totals from 4 to 21 (soft ones from 12) such as '13-16', 'hard 9-11' or"
RANKS = "'any', 'none' or ranks of A 2 3 4 5 6 7 8 9 T J Q K such as '3-6', 'J-K' or 'A, T'"
ODDS = "odds such as '3 to 2' or '10 to 1'"
SHARES = "a share of the main wager such as '1/2' or '1'"
TIES = "totals from 4 to 21 and 'natural', such as '17-19' or '20, natural'"


OUT_OF_RANGE = [
    ("[shoe]\ndecks = 0\n", "shoe.decks = 0", "1 to 8"),
    ("[shoe]\ndecks = 9\n", "shoe.decks = 9", "1 to 8"),
    ("[shoe]\npenetration = 0.09\n", "shoe.penetration = 0.09", "0.1 to 0.95"),
    ("[shoe]\npenetration = 0.96\n", "shoe.penetration = 0.96", "0.1 to 0.95"),
    ("[shoe]\npenetration = nan\n", "shoe.penetration = nan", "0.1 to 0.95"),
    ("[shoe]\nburn = -1\n", "shoe.burn = -1", "0 to 10"),
    ("[shoe]\nburn = 11\n", "shoe.burn = 11", "0 to 10"),
    ("[wagers]\nseats = 0\n", "wagers.seats = 0", "1 to 9"),
    ("[wagers]\nseats = 10\n", "wagers.seats = 10", "1 to 9"),
    ("[wagers]\nopening = []\n", "wagers.opening = []", "use one id, or two different ones"),
    ("[wagers]\nopening = ['main', 'main']\n", "wagers.opening = ['main', 'main']",
     "use one id, or two different ones"),
    ("[wagers]\nopening = ['a', 'b', 'c']\n", "wagers.opening = ['a', 'b', 'c']",
     "use one id, or two different ones"),
    ("[dealer]\nstands-on = 11\n", "dealer.stands-on = 11", "12 to 21"),
    ("[dealer]\nstands-on = 22\n", "dealer.stands-on = 22", "12 to 21"),
    ("[dealer]\nstops-on = [11]\n", "dealer.stops-on = [11]", "in place of 11 use 12 to 21"),
    ("[dealer]\nstops-on = [17, 22]\n", "dealer.stops-on = [17, 22]",
     "in place of 22 use 12 to 21"),
    ("[dealer]\npushes-on = [16]\n", "dealer.pushes-on = [16]", "17, 18, 19, 20, 21 or 22"),
    ("[dealer]\npushes-on = [23]\n", "dealer.pushes-on = [23]", "17, 18, 19, 20, 21 or 22"),
    ("[split]\nmax-hands = 0\n", "split.max-hands = 0", "use 1 to 8"),
    ("[split]\nmax-hands = 9\n", "split.max-hands = 9", "use 1 to 8"),
    ("[double]\non = 'hard'\n", "double.on = 'hard'", TOTALS),
    ("[double]\non = '3-5'\n", "double.on = '3-5'", TOTALS),
    ("[double]\non = '9-22'\n", "double.on = '9-22'", TOTALS),
    ("[double]\non = '11-9'\n", "double.on = '11-9'", TOTALS),
    ("[double]\non = ''\n", "double.on = ''", TOTALS),
    ("[double]\non = 9\n", "double.on = 9", TOTALS),
    (bet(when="player = 'stiff'"), "bets.b.events.e.when.player = 'stiff'", TOTALS),
    (bet(when="tie = '22-23'"), "bets.b.events.e.when.tie = '22-23'", TIES),
    (bet(when="tie = '19-17'"), "bets.b.events.e.when.tie = '19-17'", TIES),
    (bet(when="tie = '3'"), "bets.b.events.e.when.tie = '3'", TIES),
    (bet(when="tie = 'x'"), "bets.b.events.e.when.tie = 'x'", TIES),
    (bet(when="tie = ''"), "bets.b.events.e.when.tie = ''", TIES),
    ("[dealer]\nreplaces = '10'\n", "dealer.replaces = '10'", RANKS),
    ("[dealer]\nreplaces = '6-3'\n", "dealer.replaces = '6-3'", RANKS),
    ("[dealer]\nreplaces = ''\n", "dealer.replaces = ''", RANKS),
    ("[dealer]\nreplaces = ['3']\n", "dealer.replaces = ['3']", RANKS),
    (bet(when="upcard = 5"), "bets.b.events.e.when.upcard = 5", RANKS),
    ("[natural]\npays = '3:2'\n", "natural.pays = '3:2'", ODDS),
    ("[natural]\npays = '1 to 0'\n", "natural.pays = '1 to 0'", ODDS),
    ("[natural]\npays = 1.5\n", "natural.pays = 1.5", ODDS),
    ("[insurance]\nshare = 'half'\n", "insurance.share = 'half'", SHARES),
    ("[insurance]\nshare = '1/0'\n", "insurance.share = '1/0'", SHARES),
    ("[insurance]\nshare = 0.5\n", "insurance.share = 0.5", SHARES),
    ("[insurance]\ncovers = []\n", "insurance.covers = []", "use ['main'], the opening wager"),
    ("[insurance]\ncovers = ['main', 'main']\n", "insurance.covers = ['main', 'main']",
     "use ['main'], the opening wager"),
    ("[caps]\ngames = -1\n", "caps.games = -1", "use 0 or more"),
    (bet(pays="[]"), "bets.b.events.e.pays = []", "give one pay for each pay table"),
    (bet(pays="[0]"), "bets.b.events.e.pays = [0]", " use a whole number from 1 up, 'push'"),
    (bet(pays="[-1]"), "bets.b.events.e.pays = [-1]", " use a whole number from 1 up, 'push'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "field", "advice"), OUT_OF_RANGE)
def test_values_out_of_range_are_refused(
    tmp_path: Path, text: str, field: str, advice: str
) -> None:
    sentence = file_refused(tmp_path, HEAD + text + FEW_OPTIONS)
    assert sentence.startswith(f"mine.toml: {field}")
    assert advice in sentence


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
    (bet(when="tie = '17-21, natural'"), lambda game: len(game.rules().bets), 1),
    ("[caps]\ngames = 0\n", lambda game: game.rules().caps.games, 0),
    ("[caps]\ngames = 1\n", lambda game: game.rules().caps.games, 1),
    (bet(pays="[1, 'push', 'loss', 'none']"), lambda game: game.paytables(), {"b": 4}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "read", "value"), IN_RANGE)
def test_values_at_the_ends_of_a_range_are_accepted(
    tmp_path: Path, text: str, read: Callable[[Game], Any], value: object
) -> None:
    assert read(designed(tmp_path, HEAD + text + FEW_OPTIONS)) == value


def test_a_bet_needs_an_event(tmp_path: Path) -> None:
    text = '[[bets]]\nid = "b"\nname = "B"\npaytable = "b"\nevents = []\n'
    sentence = file_refused(tmp_path, HEAD + text)
    assert sentence.startswith("mine.toml: bets.b.events = []: ")
    assert "give the bet one event or more" in sentence
