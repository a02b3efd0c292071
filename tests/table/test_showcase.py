"""Rounds that show what a game has: dealt again they are the same; together they show it all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from pitboss import cards as card_names
from pitboss import games
from pitboss.cards import CARD_VALUE
from pitboss.rules.hands import SOFT, TOTAL, hand_state
from pitboss.rules.moves import Move, by_id, definition
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.showcase import ROUNDS, ShownRound, aimed_deal, showcase
from tests.designed import designed, side_bet
from tests.rounds import find
from tests.table.taught import GAMES


def dealt_again(game: str, shown: ShownRound) -> Table:
    table = Table(find(game).rules())
    for _ in answered(table, shown):
        pass
    return table


def answered(table: Table, shown: ShownRound) -> Iterator[act.Action]:
    """Deal a round again; each answer of the player's, before it is given."""
    table.do(act.PlaceWagers(1, "you", shown.wagers))
    table.do(act.CloseWagers())
    cards, answers = list(shown.cards), list(shown.actions)
    while table.want != Want.WAGERS:
        if table.wants_card:
            table.deal(cards.pop(0))
        else:
            yield answers[0]
            table.do(answers.pop(0))
    assert not cards
    assert not answers


def design(base: str, body: str) -> Rules:
    return games.read(designed(base, body), origin="mine.toml").rules()


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


# What deals are aimed at


AIMED = 40


@pytest.mark.parametrize(
    ("game", "move", "least"),
    [
        ("half-back", "double", 30),  # by chance 5: hard 9 to 11
        ("half-back", "take-back", 30),  # by chance 10: 13 to 16
        ("blackjack", "split", 10),  # by chance 3: a pair; looked for are eights, one in 169
        ("mulligan-21", "burn", 30),  # by chance 9: a jack, queen or king
        ("early-surrender.toml", "surrender", 30),  # by chance 15: against an ace or a ten
    ],
)
def test_deals_aimed_at_a_move_mostly_have_it(game: str, move: str, least: int) -> None:
    rng = random.Random(f"aimed {game} {move}")
    rules = find(game).rules()
    edges = [edge for terms in Table(rules).tables.course.terms for edge in terms.edges]
    aim = next(edge for edge in edges if edge.move == by_id(move).move)
    have = 0
    for _ in range(AIMED):
        table = Table(rules)
        table.do(act.PlaceWagers(1, "you", dict.fromkeys(table.tables.opening, 1000)))
        table.do(act.CloseWagers())
        for card in aimed_deal(table, aim, rng):
            on_to_a_decision(table)
            if table.want == Want.DECISION:
                table.do(act.move(1, "hit"))  # the card that may go is drawn
            if table.wants_card:
                table.deal(card)
        on_to_a_decision(table)
        have += table.want == Want.DECISION and move in table.legal_names()
    assert have >= least


def on_to_a_decision(table: Table) -> None:
    if table.want == Want.INSURANCE:
        table.do(act.DeclineInsurance(1))


RARE = {
    "two kings of one suit": 'pair = "K", player-suited = true',  # in about one of 676 deals
    "blackjack of one suit against one": 'tie = "natural", player-suited = true',  # of 1785
    "three eights": 'pair = "8", matches-upcard = true',  # of 2197
}


@pytest.mark.parametrize("event", RARE)
def test_a_line_that_comes_up_rarely_is_shown(event: str) -> None:
    shown = showcase(design("blackjack", side_bet((event, RARE[event], "[50]"))))
    assert any(("paid", "side", event) in one.shows for one in shown)


def test_aces_are_split_and_a_card_that_makes_a_stiff_goes() -> None:
    met: Counter[tuple[str, int]] = Counter()
    aces = design("mulligan-21", side_bet(("aces", 'pair = "A"', "[9]"), name="lucky-stiff"))
    for rules in (aces, *(find(game).rules() for game in ("mulligan-21", "charlie.toml"))):
        for shown in showcase(rules):
            table = Table(rules)
            for answer in answered(table, shown):
                if table.want != Want.DECISION:
                    continue
                assert isinstance(answer, act.MakeMove)
                cards = [CARD_VALUE[card] for card in table.seat.hands[table.hand].cards]
                state, legal = hand_state(cards), table.legal_names()
                if cards == [1, 1] and "split" in legal:
                    assert answer.move == Move.SPLIT
                    met["aces", 12] += 1
                elif "burn" in legal and not SOFT[state]:
                    stiff = 12 <= TOTAL[state] <= 16
                    assert (answer.move == Move.BURN) == (stiff or TOTAL[state] > 21)
                    met["burned" if answer.move == Move.BURN else "kept", TOTAL[state]] += 1
    assert met["aces", 12]
    assert met["burned", 16]


# What a round is said to show


def test_moves_that_blackjack_has_not_are_special() -> None:
    def moves(game: str) -> set[tuple[object, ...]]:
        things = (thing for one in showcase(find(game).rules()) for thing in one.shows)
        return {thing[:2] for thing in things if thing[0] in ("move", "special move")}

    assert moves("blackjack") == {("move", Move.DOUBLE), ("move", Move.SPLIT)}
    assert {("special move", Move.TAKE_BACK), ("move", Move.DOUBLE)} <= moves("half-back")
    assert ("special move", Move.BURN) in moves("mulligan-21")
    assert ("special move", Move.SURRENDER) in moves("early-surrender.toml")


def test_a_game_without_other_bets_shows_what_a_natural_pays() -> None:
    paid = {
        (event.stake, event.returned)
        for shown in showcase(find("blackjack").rules())
        for event in dealt_again("blackjack", shown).log
        if isinstance(event, ev.WagerSettled)
    }
    assert (2000, 5000) in paid  # 3 to 2


def test_a_new_upcard_is_shown_whatever_the_first_one_was() -> None:
    lines = [
        (f"ace, then {rank}", f'original-upcard = "A", upcard = "{rank}"', "[9]")
        for rank in "789TJQK"
    ]
    game = games.read(
        designed("half-back", '[dealer]\nreplaces = "A"\n' + side_bet(*lines)), origin="mine.toml"
    )
    seen = set()
    for decks, soft17 in product((6, 8), ("hit", "stand")):
        rules = game.rules({"decks": decks, "soft17": soft17})
        for shown in showcase(rules):
            table = Table(rules)
            for _ in answered(table, shown):
                pass
            replaced = [event for event in table.log if isinstance(event, ev.UpcardReplaced)]
            assert (("new upcard",) in shown.shows) == bool(replaced)
            seen |= {shown.cards[1]} if replaced else set()
    assert seen == set(card_names.parse_all("As Ah Ad Ac"))
