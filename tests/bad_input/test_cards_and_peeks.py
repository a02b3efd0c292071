"""Cards that cannot come, and a table followed from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pitboss import cards
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.bad_input.situations import (
    Case,
    betting,
    check,
    dealer_drawing,
    dealing,
    deciding,
    drawing,
    empty,
    insuring,
    over,
    peeked,
    peeking,
    refused,
    stake,
    two_decks,
)
from tests.rounds import UNIT, Round, play

CARDS: list[Case] = [
    (empty, act.DealCard(0), "card Ac: no card is due now; the table waits for wagers"),
    (betting, act.DealCard(None), "card None: no card is due now; the table waits for wagers"),
    (deciding, act.DealCard(51), "card Ks: no card is due now; the table waits for seat 1"),
    (insuring, act.DealCard(0), "card Ac: no card is due now; the table waits for insurance"),
    (over, act.DealCard(0), "card Ac: no card is due now; the table waits for wagers"),
    (deciding, act.DealCard(99), "card 99: no card is due now; the table waits for seat 1"),
    (dealing, act.DealCard(-1), "card = -1: use 0 to 51"),
    (dealing, act.DealCard(52), "card = 52: use 0 to 51"),
    (dealing, act.DealCard(True), "card = True: use 0 to 51"),
    (dealing, act.DealCard("As"), "card = 'As': use 0 to 51"),  # type: ignore[arg-type]
    (dealing, act.DealCard(1.0), "card = 1.0: use 0 to 51"),  # type: ignore[arg-type]
    (dealing, act.DealCard(None), "card = None: only the hole card may stay unknown"),
    (drawing, act.DealCard(None), "card = None: only the hole card may stay unknown"),
    (dealer_drawing, act.DealCard(None), "card = None: only the hole card may stay unknown"),
    (drawing, act.DealCard(cards.parse("5s")), "card 5s: all 1 of this shoe are out already"),
    (drawing, act.DealCard(cards.parse("9d")), "card 9d: all 1 of this shoe are out already"),
    (drawing, act.DealCard(cards.parse("8c")), "card 8c: all 1 of this shoe are out already"),
    (two_decks, act.DealCard(cards.parse("5s")), "card 5s: all 2 of this shoe are out already"),
]  # fmt: skip


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


def next_round() -> Round:
    """Wagers stand for the second round of a shoe."""
    round_ = over()
    round_.table.do(stake(main=1000))
    return round_


PLAYED = "a top card is burned only before a shoe's first round"

TOP_CARDS: list[Case] = [
    (empty, act.BurnTop(52), "card = 52: use 0 to 51"),
    (empty, act.BurnTop(-1), "card = -1: use 0 to 51"),
    (empty, act.BurnTop(True), "card = True: use 0 to 51"),
    (empty, act.BurnTop("As"), "card = 'As': use 0 to 51"),  # type: ignore[arg-type]
    (empty, act.BurnTop(1.0), "card = 1.0: use 0 to 51"),  # type: ignore[arg-type]
    (betting, act.BurnTop(52), "card = 52: use 0 to 51"),
    (over, act.BurnTop(3), f"card As: {PLAYED}"),
    (over, act.BurnTop(None), f"card None: {PLAYED}"),
    (over, act.BurnTop(52), f"card 52: {PLAYED}"),
    (next_round, act.BurnTop(3), f"card As: {PLAYED}"),
]


@pytest.mark.parametrize(("situation", "action", "sentence"), TOP_CARDS)
def test_a_top_card_that_cannot_be_burned_changes_nothing(
    situation: Callable[[], Round], action: act.Action, sentence: str
) -> None:
    check(situation, action, sentence)


def test_a_top_card_is_burned_again_after_a_shuffle() -> None:
    table = over().table
    table.do(act.Shuffle())
    assert table.do(act.BurnTop(3)) == [ev.TopCardBurned(3)]
    assert sum(table.state.gone) == 1


def test_after_a_shuffle_every_card_but_those_on_the_felt_may_come() -> None:
    round_ = drawing()
    round_.table.do(act.Shuffle(ran_out=True))
    assert "9d" in refused(round_, act.DealCard(cards.parse("9d")))
    fresh = over()
    fresh.table.do(act.Shuffle())
    assert sum(fresh.table.state.gone) == 0


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
            table.do(act.move(1, script.pop(0)))
        else:
            table.deal(deck.pop(0))
    assert not deck
    assert not script
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
        round_.table.do(act.move(1, "stand"))
        round_.table.deal(cards.parse(hole))
        assert round_.of(ev.HoleCardTurned) == [ev.HoleCardTurned(cards.parse(hole))]


UNKNOWN_HOLE: list[Case] = [
    (lambda: peeking("Kd"), act.DealCard(0),
     "card Ac: no card is due now; the table waits for the dealer's peek"),
    (lambda: peeking("Kd"), act.move(1, "stand"),
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
    (lambda: peeked("Kd", natural=True), act.move(1, "hit"),
     "seat 1: hit is not possible now; the table waits for a card"),
    (lambda: peeked("Kd", natural=True), act.DealCard(None),
     "card = None: only the hole card may stay unknown"),
    (lambda: peeked("Kd", natural=False), act.DealCard(None),
     "card = None: only the hole card may stay unknown"),
    (lambda: peeked("Kd", natural=False), act.DealCard(52), "card = 52: use 0 to 51"),
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


@pytest.mark.parametrize("natural", ["yes", None, 1, 0, "false", []])
def test_a_peek_is_told_as_yes_or_no(natural: Any) -> None:
    sentence = f"natural = {natural!r}: use true or false"
    assert refused(peeking("Kd"), act.TellPeek(natural)) == sentence
    assert refused(peeking("Ad"), act.TellPeek(natural)) == sentence
