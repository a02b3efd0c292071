"""How bets end on a deal: before play, or by which outcome of it, as their pay tables say."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss import cards, games
from pitboss.rules.compile import TableBet, TableEvent, Tables, compile_rules
from pitboss.rules.decode import decode
from pitboss.rules.facts import conditions, facts_of_deal
from pitboss.rules.finishes import (
    ACES_21,
    DOUBLED,
    FINISHES,
    GIVEN_UP,
    PLAIN,
    TENS_21,
    split_21_apart,
)
from pitboss.rules.game import OptionValue
from pitboss.rules.grammar import Ranks, Ties
from pitboss.rules.settlement import BUST, ENDED_EARLY, NONE, BetReader, Chances, Settlement
from pitboss.rules.vocabulary import When

LOST, STIFF_LOST = "anything else", "stiff, lost"
SPLIT, RETURNED = "second split", "surrendered"


def tables_of(game: str, paytables: dict[str, int] | None = None, **options: OptionValue) -> Tables:
    return compile_rules(games.find(game).rules(options, paytables))


def reader(bet: str, tables: Tables) -> BetReader:
    return BetReader(tables, next(one for one in tables.bets if one.id == bet))


def own_bet(tables: Tables, when: When, *, lost_on_second_split: bool = False) -> BetReader:
    """A bet that pays 3 to 1 on one event."""
    event = TableEvent("it", conditions(when), 3)
    return BetReader(tables, TableBet("own", "Own", "", lost_on_second_split, (event,)))


def on(reader: BetReader, hand: str, upcard: str, original: str | None = None) -> Settlement:
    first, second = (cards.RANKS.index(rank) for rank in hand)
    replaced = None if original is None else cards.RANKS.index(original)
    return reader.settlement(facts_of_deal(replaced, cards.RANKS.index(upcard), first, second))


def name(reader: BetReader, event: int) -> str:
    return "rides" if event == NONE else reader.events[event].name


def shares(reader: BetReader, chances: Chances) -> dict[str, float]:
    return {name(reader, event): share for event, share in chances}


def ends(reader: BetReader, settled: Settlement, finish: int) -> dict[tuple[int, str], str]:
    """By total (22: bust) and dealer's final: the name of the event."""
    assert settled.grid is not None
    assert settled.grid.shape == (len(FINISHES), BUST + 1, len(reader.tables.finals))
    return {
        (total, final): name(reader, settled.grid[finish, total, place])
        for total in range(BUST + 1)
        for place, final in enumerate(reader.tables.finals)
    }


# How the first hand was finished


@pytest.mark.parametrize(
    ("counts", "aces", "tens"),
    [("any", "it", "it"), ("aces", "it", LOST), ("tens", LOST, "it"), ("none", LOST, LOST)],
)
def test_which_21s_of_two_cards_count_after_a_split(counts: str, aces: str, tens: str) -> None:
    when = decode({"tie": "20-21", "split-21": counts}, When, origin="a bet")
    bet = own_bet(tables_of("blackjack"), when)
    settled = on(bet, "TT", "9")
    for finish, on_21 in ((PLAIN, "it"), (DOUBLED, "it"), (ACES_21, aces), (TENS_21, tens)):
        found = ends(bet, settled, finish)
        assert found[21, "21"] == on_21
        assert found[21, "20"] == LOST
    assert ends(bet, settled, PLAIN)[20, "20"] == "it"
    told_apart = {finish for finish, on_21 in ((ACES_21, aces), (TENS_21, tens)) if on_21 == LOST}
    assert split_21_apart(conditions(when)) == told_apart


def test_a_bet_is_given_back_on_a_hand_that_was_given_up_and_only_there() -> None:
    tables = tables_of("blackjack", surrender=True)
    event = TableEvent("it", conditions(When(result="push")), 3)
    bet = BetReader(tables, TableBet("own", "Own", "", False, (event,), returned_if_given_up=True))
    settled = on(bet, "T6", "9")
    for finish in (PLAIN, DOUBLED, ACES_21, TENS_21):
        assert ends(bet, settled, finish)[BUST, "20"] == LOST
    assert ends(bet, settled, GIVEN_UP)[BUST, "20"] == RETURNED
    # after a peek nobody has given anything up when there is a natural
    assert {str(shares(bet, one)) for one in settled.natural} == {str({LOST: 1.0})}


# Decided before anybody plays


@pytest.mark.parametrize(
    ("hand", "upcard", "event"),
    [
        ("77", "7", "stiff pair, dealer matches"),
        ("77", "9", "stiff pair"),
        ("AK", "9", "natural"),
        ("TJ", "9", LOST),
        ("A5", "9", LOST),
        ("99", "9", LOST),
        ("T6", "9", "rides"),
        ("75", "A", "rides"),
    ],
)
def test_what_two_cards_and_the_upcard_decide(hand: str, upcard: str, event: str) -> None:
    stiff = reader("lucky-stiff", tables_of("lucky-stiff"))
    settled = on(stiff, hand, upcard)
    assert name(stiff, settled.event) == event
    assert (settled.grid is None) == (event != "rides")
    assert settled.early is None


def test_a_dealer_natural_loses_what_still_rides_and_nothing_else() -> None:
    stiff = reader("lucky-stiff", tables_of("lucky-stiff"))
    for hand, event in (("T6", STIFF_LOST), ("77", "stiff pair"), ("AK", "natural"), ("T9", LOST)):
        found = on(stiff, hand, "A").natural
        assert [shares(stiff, chances) for chances in found] == [{event: 1.0}] * len(FINISHES)


def test_one_natural_in_four_is_suited() -> None:
    bonus = reader("upcard-bonus", tables_of("half-back"))
    settled = on(bonus, "T6", "A", original="4")
    assert name(bonus, settled.event) == "ace up, no natural"
    for chances in settled.natural:
        assert shares(bonus, chances) == {"suited natural": 0.25, "unsuited natural": 0.75}
    # table 1 pays 40 and 15 to 1
    assert bonus.natural_pays(settled).tolist() == [0.25 * 40 + 0.75 * 15] * len(FINISHES)
    assert name(bonus, on(bonus, "T6", "8", original="4").event) == "7, 8 or 9 up"
    assert name(bonus, on(bonus, "T6", "8").event) == LOST


def test_pays_are_those_of_the_events_and_a_loss_is_one_unit() -> None:
    stiff = reader("lucky-stiff", tables_of("lucky-stiff", {"lucky-stiff": 4}))
    assert stiff.pays.tolist() == [40, 10, 0, 5, 0, -1, -1, -1, 0]
    assert [event.name for event in stiff.events[-4:]] == [STIFF_LOST, LOST, SPLIT, RETURNED]
    assert stiff.second_split == 7


def test_pairs_can_be_asked_for_and_asked_not_to_be() -> None:
    tables = tables_of("blackjack")
    for ranks, paired, other in (("none", LOST, "it"), ("any", "it", LOST), ("6", "it", LOST)):
        bet = own_bet(tables, When(pair=Ranks.parse(ranks)))
        assert name(bet, on(bet, "66", "9").event) == paired
        assert name(bet, on(bet, "T6", "9").event) == other
        assert name(bet, on(bet, "TJ", "9").event) == other  # one value, two ranks


# What rides


def test_a_stiff_that_wins_pays_and_one_that_pushes_is_returned() -> None:
    stiff = reader("lucky-stiff", tables_of("lucky-stiff"))
    settled = on(stiff, "T6", "9")
    for finish in (PLAIN, DOUBLED):
        for (total, final), event in ends(stiff, settled, finish).items():
            beats = total != BUST and (final == "bust" or (final.isdigit() and total > int(final)))
            ties = final == str(total)
            assert event == ("stiff winner" if beats else "stiff push" if ties else STIFF_LOST)


def test_totals_that_tie() -> None:
    right = reader("tie-right", tables_of("blackjack-tie"))
    settled = on(right, "T9", "T")
    for (total, final), event in ends(right, settled, PLAIN).items():
        tie = final == str(total) and total in (20, 21)
        assert event == ("tie on 20, 21 or blackjack" if tie else LOST)
    assert [shares(right, chances) for chances in settled.natural] == [{LOST: 1.0}] * len(FINISHES)
    assert settled.early is None  # nothing but a tie with the dealer decides it


def test_two_naturals_tie_and_one_alone_does_not() -> None:
    right = reader("tie-right", tables_of("blackjack-tie"))
    settled = on(right, "AK", "T")
    assert name(right, settled.event) == LOST
    assert shares(right, settled.natural[0]) == {"tie on 20, 21 or blackjack": 1.0}


def test_a_tie_that_cannot_come_is_lost_before_play() -> None:
    """Nothing that play decides can change it: both naturals, and a total no dealer ends on."""
    tables = tables_of("blackjack")
    for tie in ("natural", "16"):
        for lost in (False, True):
            bet = own_bet(tables, When(tie=Ties.parse(tie)), lost_on_second_split=lost)
            settled = on(bet, "T6", "9")
            assert (name(bet, settled.event), settled.grid, settled.early) == (LOST, None, None)


# Doubles, and splits that lose a bet


def test_a_doubled_first_hand_that_busts_decides_before_a_second_split_can_lose_the_bet() -> None:
    bet = own_bet(
        tables_of("blackjack"), When(doubled=True, result="lose"), lost_on_second_split=True
    )
    settled = on(bet, "T6", "9")
    assert name(bet, settled.event) == "rides"
    assert settled.early is not None
    early = [[name(bet, event) for event in row] for row in settled.early]
    assert [early[finish] for finish in (PLAIN, DOUBLED)] == [[SPLIT, SPLIT], [SPLIT, "it"]]
    for doubled in (PLAIN, DOUBLED):
        for (total, final), event in ends(bet, settled, doubled).items():
            loses = total == BUST or final == "natural" or (final.isdigit() and total < int(final))
            assert event == ("it" if doubled and loses else LOST)
    assert [shares(bet, chances) for chances in settled.natural] == [{LOST: 1.0}] * len(FINISHES)


def test_a_bust_first_hand_ties_with_nobody() -> None:
    events = (
        TableEvent("tie", conditions(When(tie=Ties.parse("17-21"))), 15),
        TableEvent("insured against losing", conditions(When(result="lose")), 0),
    )
    bet = BetReader(tables_of("blackjack"), TableBet("own", "Own", "", True, events))
    settled = on(bet, "T6", "9")
    assert settled.early is not None
    early = [[name(bet, event) for event in row] for row in settled.early]
    assert early == [[SPLIT, "insured against losing"]] * len(FINISHES)


@pytest.mark.parametrize(
    ("result", "lost", "pushed", "won"),
    [("lose", "it", SPLIT, SPLIT), ("push", SPLIT, "it", SPLIT), ("win", SPLIT, SPLIT, "it")],
)
def test_a_first_hand_that_was_settled_at_once_decides_before_a_second_split_can_lose_the_bet(
    result: str, lost: str, pushed: str, won: str
) -> None:
    when = decode({"result": result}, When, origin="a bet")
    bet = own_bet(tables_of("blackjack"), when, lost_on_second_split=True)
    ended = on(bet, "T6", "9").ended
    assert ended is not None
    for by_result in ended[:, :, ENDED_EARLY]:
        assert [name(bet, event) for event in by_result] == [lost, pushed, won]


def test_without_a_peek_a_dealer_natural_beats_the_doubled_hand() -> None:
    bet = own_bet(tables_of("blackjack", peek=False), When(doubled=True, result="lose"))
    for upcard in "ATK":
        settled = on(bet, "T6", upcard)
        found = [shares(bet, chances) for chances in settled.natural]
        assert [found[finish] for finish in (PLAIN, DOUBLED)] == [{LOST: 1.0}, {"it": 1.0}]
    for upcard in "29":  # no natural can be there
        settled = on(bet, "T6", upcard)
        assert [shares(bet, chances) for chances in settled.natural] == [{LOST: 1.0}] * len(
            FINISHES
        )
    natural = on(bet, "AK", "A")  # nobody doubles a natural
    assert [shares(bet, chances) for chances in natural.natural] == [{LOST: 1.0}] * len(FINISHES)
    assert name(bet, natural.event) == LOST


def test_a_natural_is_never_doubled() -> None:
    tables = tables_of("blackjack")
    for doubled, event in ((True, LOST), (False, "it")):
        bet = own_bet(tables, When(doubled=doubled))
        settled = on(bet, "AK", "T")
        assert name(bet, settled.event) == event
        assert shares(bet, settled.natural[1]) == {event: 1.0}


def test_without_a_peek_nothing_is_known_of_the_dealer_until_all_have_played() -> None:
    when = When(dealer_natural=False)
    seen = own_bet(tables_of("blackjack"), when)
    assert name(seen, on(seen, "T6", "A").event) == "it"
    hidden = own_bet(tables_of("blackjack", peek=False), when)
    assert name(hidden, on(hidden, "T6", "9").event) == "it"
    assert name(hidden, on(hidden, "AK", "A").event) == "it"
    settled = on(hidden, "T6", "A")
    assert shares(hidden, settled.natural[0]) == {LOST: 1.0}
    assert np.unique(settled.grid if settled.grid is not None else settled.event) == [0]


@pytest.mark.parametrize(("paid", "result"), [("before-peek", "it"), ("after-peek", LOST)])
def test_a_natural_that_is_paid_first_wins_even_against_the_dealer_s(
    paid: str, result: str
) -> None:
    rules = games.find("blackjack").rules()
    tables = compile_rules(replace(rules, natural=replace(rules.natural, paid=paid)))
    bet = own_bet(tables, When(result="win"))
    settled = on(bet, "AK", "T")
    assert shares(bet, settled.natural[0]) == {result: 1.0}
    assert name(bet, settled.event) == "it"
    pushes = own_bet(tables, When(result="push"))
    other = LOST if result == "it" else "it"
    assert shares(pushes, on(pushes, "AK", "T").natural[0]) == {other: 1.0}


def test_deals_that_end_alike_share_one_settlement() -> None:
    stiff = reader("lucky-stiff", tables_of("lucky-stiff"))
    assert on(stiff, "T6", "9") is on(stiff, "96", "A")
    assert on(stiff, "T6", "9") is not on(stiff, "99", "9")
    assert on(stiff, "77", "7") is on(stiff, "66", "6")
    assert on(stiff, "77", "7") is not on(stiff, "77", "6")
