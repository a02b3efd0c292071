"""Rounds that show what a game has: dealt again they are the same; together they show it all."""

from __future__ import annotations

import pytest

from pitboss.rules.moves import Move, definition
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.showcase import ROUNDS, ShownRound, showcase
from tests.rounds import find
from tests.table.taught import GAMES


def dealt_again(game: str, shown: ShownRound) -> Table:
    table = Table(find(game).rules())
    table.do(act.PlaceWagers(1, "you", shown.wagers))
    table.do(act.CloseWagers())
    cards, answers = list(shown.cards), list(shown.actions)
    while table.want != Want.WAGERS:
        if table.wants_card:
            table.deal(cards.pop(0))
        else:
            table.do(answers.pop(0))
    assert not cards
    assert not answers
    return table


@pytest.mark.parametrize("game", GAMES)
def test_the_same_rounds_every_time_and_all_of_them_can_be_dealt(game: str) -> None:
    rounds = showcase(find(game).rules())
    assert rounds == showcase(find(game).rules())
    assert len(rounds) == ROUNDS == 5
    for shown in rounds:
        assert dealt_again(game, shown).state.felt == 0


SHOWN = {
    "half-back": {"take-back", "split", "double"},
    "mulligan-21": {"burn", "keep", "split", "double"},
    "lucky-stiff": {"split", "double"},
    "blackjack-tie": {"split"},
    "blackjack": {"split", "double"},
    "early-surrender.toml": {"surrender", "play-on"},
    "charlie.toml": {"burn"},
}


@pytest.mark.parametrize("game", SHOWN)
def test_every_special_move_is_made(game: str) -> None:
    made = {
        definition(action.move).id
        for shown in showcase(find(game).rules())
        for action in shown.actions
        if isinstance(action, act.MakeMove)
    }
    assert made - {definition(Move.STAND).id, definition(Move.HIT).id} >= SHOWN[game]


WINS = {"half-back": 3, "lucky-stiff": 4, "blackjack-tie": 4, "mulligan-21": 3}


@pytest.mark.parametrize("game", WINS)
def test_side_bets_win_in_several_ways_and_lose(game: str) -> None:
    won, lost = set[tuple[str, str]](), set[tuple[str, str]]()
    for shown in showcase(find(game).rules()):
        for event in dealt_again(game, shown).log:
            if isinstance(event, ev.WagerSettled) and event.bet not in ("main", "half-back"):
                ends = won if event.returned > event.stake else lost
                ends.add((event.bet, event.event))
    assert len(won) >= WINS[game]
    assert lost


def test_what_a_game_adds_to_a_round_is_shown() -> None:
    half_back = [dealt_again("half-back", shown) for shown in showcase(find("half-back").rules())]
    assert any(isinstance(event, ev.UpcardReplaced) for table in half_back for event in table.log)
    mulligan = [dealt_again("mulligan-21", s) for s in showcase(find("mulligan-21").rules())]
    finished = [e for table in mulligan for e in table.log if isinstance(e, ev.DealerFinished)]
    assert any(event.pushes for event in finished)
    charlie = [dealt_again("charlie.toml", s) for s in showcase(find("charlie.toml").rules())]
    assert any(isinstance(event, ev.HandEnded) for table in charlie for event in table.log)
