"""What a designer can say in a file, without any new code: each change is played and counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from pitboss import games
from pitboss.rules import RulesError
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.designed import side_bet, written
from tests.rounds import Round, play

U = 1000

Design = Callable[[str, str], str]


@pytest.fixture
def design(tmp_path: Path) -> Design:
    """Write a designer's file and give its path."""

    return partial(written, tmp_path)


def moves(game: str, cards: str, done: str = "") -> tuple[str, ...]:
    return play(game, cards, done).legal[-1]


def net(game: str, cards: str, done: str = "", bets: Mapping[str, int] | None = None) -> int:
    """Cents won in a whole round."""
    round_ = play(game, cards, done, bets=bets)
    assert round_.over()
    return round_.net()


def bet(event: str, when: str, pays: str = "[3]", name: str = "side") -> str:
    """A side bet with one line in its pay table."""
    return side_bet((event, when, pays), name=name)


def side(game: str, cards: str, done: str = "", paytable: int | None = None) -> Round:
    return play(game, cards, done, bets={"side": 500}, paytable=paytable)


# Wagers that come back


def test_a_designer_can_take_back_on_12_to_18(design: Design) -> None:
    game = design("half-back", '[take-back]\non = "12-18"')
    for first, second in (("T", "2"), ("T", "8"), ("A", "7"), ("T", "4"), ("A", "2")):
        cards = f"{first}s 9h {second}h 8d"
        assert "take-back" in moves(game, cards)
        won = U if second in "78" else -U  # 18, or less than the dealer's 17
        assert net(game, cards, "take-back stand") == won
    for first, second in (("6", "5"), ("T", "9"), ("A", "8")):
        assert "take-back" not in moves(game, f"{first}s 9h {second}h 8d")


def test_a_designer_can_take_back_on_hard_or_soft_hands_only(design: Design) -> None:
    game = design("half-back", '[take-back]\non = "soft 13-15, hard 16"')
    assert "take-back" in moves(game, "As 9h 4h 8d")
    assert "take-back" in moves(game, "Ts 9h 6h 8d")
    assert "take-back" not in moves(game, "As 9h 5h 8d")
    assert "take-back" not in moves(game, "Ts 9h 5h 8d")


def test_a_designer_can_give_another_wager_another_name(design: Design) -> None:
    game = design(
        "half-back",
        '[wagers]\nopening = ["main", "second-chance"]\n'
        'names = { second-chance = "Second Chance" }\n'
        '[take-back]\nbet = "second-chance"\n[insurance]\ncovers = ["main", "second-chance"]',
    )
    round_ = play(game, "Ts 9h 5h 8d", "take-back stand")
    assert round_.net("second-chance") == 0
    assert round_.net("main") == -U


# Upcards


def test_a_designer_can_replace_upcards_2_to_5(design: Design) -> None:
    game = design("half-back", '[dealer]\nreplaces = "2-5"')
    for rank in "2345":
        assert net(game, f"Ts {rank}h 8h Kd 7c", "stand") == 2 * U  # 17 from the replacement
    # A six stays and draws: 6-K-4 is 20.
    assert net(game, "Ts 6h 8h Kd 4c", "stand") == -2 * U


def test_a_designer_can_replace_aces(design: Design) -> None:
    game = design("half-back", '[dealer]\nreplaces = "A"')
    assert net(game, "Ts Ah 8h Kd 7c", "stand") == 2 * U  # no natural any more
    assert moves(game, "Ts Ah 8h Kd Ac") == ("insure", "decline")  # replaced once, then insured
    assert net(game, "Ts 5h 8h Kd 6c", "stand") == -2 * U  # a five is played: 21


def test_a_designer_can_replace_nothing_or_several_kinds(design: Design) -> None:
    game = design("half-back", '[dealer]\nreplaces = "none"')
    assert not play(game, "Ts 5h 8h Kd").of(ev.UpcardSetAside)
    game = design("half-back", '[dealer]\nreplaces = "A, 6-7"')
    replaced = [
        rank for rank in "A23456789TJQK" if play(game, f"Ts {rank}h 8h 9d").of(ev.UpcardSetAside)
    ]
    assert replaced == ["A", "6", "7"]


# Mulligans


def test_a_designer_can_let_only_tens_be_burned(design: Design) -> None:
    game = design("mulligan-21", '[mulligan]\nranks = "T"')
    assert moves(game, "7s 9h 4h 9d Tc", "hit") == ("burn", "keep")
    assert net(game, "7s 9h 4h 9d Tc 9c", "hit burn stand") == U  # 20 against 18
    for rank in "9JQK":
        round_ = play(game, f"2s 9h 4h 9d {rank}c", "hit")
        assert round_.legal[-1] == ("stand", "hit")


def test_a_designer_can_let_nines_to_kings_be_burned(design: Design) -> None:
    game = design("mulligan-21", '[mulligan]\nranks = "9-K"')
    for rank in "9TJQK":
        assert moves(game, f"6s 9h 5h 9d {rank}c", "hit") == ("burn", "keep")
        assert net(game, f"6s 9h 5h 9d {rank}c 9s", "hit burn stand") == U  # 20 against 18
    for rank in "28A":
        assert moves(game, f"2s 9h 4h 9d {rank}c", "hit") == ("stand", "hit")


def test_a_designer_can_keep_the_mulligan_off_doubles_and_split_hands(design: Design) -> None:
    game = design("mulligan-21", "[mulligan]\nsplit-cards = false\ndouble-cards = false")
    assert net(game, "6s 9h 5h 9d Kc", "double") == 2 * U  # no question about the king
    assert moves(game, "8s 9h 8h 9d Kc", "split") == ("stand", "hit", "double")


# What the dealer's total does


def test_a_designer_can_push_on_a_dealer_16(design: Design) -> None:
    game = design("blackjack", "[dealer]\nstops-on = [16]\npushes-on = [16]")
    for second in "T2":  # 20 and 12 push alike
        assert net(game, f"Ts 9h {second}h 7d", "stand") == 0
    assert net(game, "Ts Ah 9h 5d", "decline stand") == 0  # soft 16
    assert net(game, "Ts 9h 9h 5d 2c", "stand") == 0  # reached by drawing
    assert net(game, "Ts 9h 9h 8d", "stand") == U  # 17 is an ordinary total
    assert net(game, "Ts 9h 6h 8d", "stand") == -U
    assert net(game, "Ts 9h 6h 7d Kc", "hit") == -U  # a bust does not push


def test_a_designer_cannot_push_on_a_total_the_dealer_draws_on(design: Design) -> None:
    with pytest.raises(
        RulesError, match=r"pushes-on = \[16\]: the dealer never ends on 16; use 17, 18"
    ):
        games.find(design("blackjack", "[dealer]\npushes-on = [16]"))


def test_a_designer_can_push_on_a_dealer_18(design: Design) -> None:
    game = design("blackjack", "[dealer]\npushes-on = [18]")
    for second in "T92":
        assert net(game, f"Ts 9h {second}h 9d", "stand") == 0
    assert net(game, "Ts 9h 9h 8d", "stand") == U  # 17 and 19 are ordinary totals
    assert net(game, "Ts 9h 8h Kd", "stand") == -U


def test_a_designer_can_push_on_a_dealer_22(design: Design) -> None:
    game = design("blackjack", "[dealer]\npushes-on = [22]")
    assert net(game, "Ts 9h 2h 7d 6c", "stand") == 0  # 22
    assert net(game, "Ts 9h Th 7d 6c", "stand") == 0
    assert net(game, "Ts 9h 2h 7d 7c", "stand") == U  # 23 breaks
    assert net(game, "Ts 9h 2h 7d 5c", "stand") == -U  # 21
    assert net(game, "6s 9h 5h 7d Tc 6c", "double") == 0  # the doubled stake pushes too
    assert net("blackjack", "Ts 9h 2h 7d 6c", "stand") == U


def test_a_designer_can_push_on_22_and_pay_naturals_all_the_same(design: Design) -> None:
    game = design("blackjack", "[dealer]\npushes-on = [22]")
    round_ = play(game, "As 9h Kh 7d")
    assert round_.net() == 1500


def test_a_designer_can_let_the_dealer_stand_on_18(design: Design) -> None:
    game = design("blackjack", "[dealer]\nstands-on = 18")
    assert net(game, "Ts 9h 7h 8d 2c", "stand") == -U  # 17 draws to 19
    assert net(game, "Ts 9h 7h 9d", "stand") == -U  # 18 stands


# Stakes and odds


def test_a_designer_can_double_two_units_on_a_hand_of_two_wagers(design: Design) -> None:
    game = design("half-back", '[double]\nadds = "equal"')
    for drawn, won in (("Tc", 1), ("6c", 0), ("2c", -1)):  # 21, 17, 13 against 17
        round_ = play(game, f"6s 9h 5h 8d {drawn}", "double")
        assert [event.cents for event in round_.of(ev.HandDoubled)] == [2 * U]
        assert round_.net() == won * 4 * U
    split = play(game, "8s 9h 8h 8d 3c Tc 9c", "split double stand")
    assert [event.cents for event in split.of(ev.HandDoubled)] == [U]
    assert split.net() == 2 * U + 0  # 21 wins two units, 17 pushes


def test_a_designer_can_double_any_two_cards_of_two_wagers(design: Design) -> None:
    game = design("half-back", '[double]\non = "any"')
    assert net(game, "As 9h 7h 8d 2c", "double") == 3 * U  # soft 18 to 20


@pytest.mark.parametrize(("odds", "won"), [("2 to 1", 2000), ("7 to 5", 1400), ("5 to 4", 1250)])
def test_a_designer_can_pay_naturals_at_other_odds(design: Design, odds: str, won: int) -> None:
    game = design("half-back", f'[natural]\npays = "{odds}"')
    assert net(game, "As 9h Kh 8d") == 2 * won
    # Even money is worth what insurance is only at 3 to 2, so it is not offered here.
    assert moves(game, "As Ah Kh 8d") == ("insure", "decline")


def test_a_designer_can_pay_odd_cents_rounded_for_the_player(design: Design) -> None:
    game = design("half-back", '[natural]\npays = "7 to 5"')
    round_ = play(game, "As 9h Kh 8d", main=501)  # 7/5 of 501 cents is 701.4
    assert round_.net("main") == round_.net("half-back") == 702


def test_a_designer_can_pay_naturals_before_the_peek(design: Design) -> None:
    game = design("half-back", '[natural]\npaid = "before-peek"')
    assert net(game, "As Kh Jh Ad") == 2 * 1500  # wins against the dealer's natural


def test_a_designer_can_pay_insurance_otherwise(design: Design) -> None:
    game = design("half-back", '[insurance]\npays = "3 to 1"\nshare = "1/4"')
    round_ = play(game, "Ts Ah 9h Kd")
    assert "up to $5" in round_.why_not(act.Insure(1, 501))  # a quarter of $20
    round_.table.do(act.Insure(1, 500))
    assert round_.net() == 3 * 500 - 2 * U


def test_a_designer_can_limit_splits_or_forbid_them(design: Design) -> None:
    none = design("half-back", "[split]\nmax-hands = 1")
    assert "split" not in moves(none, "8s 9h 8h 8d")
    two = design("half-back", "[split]\nmax-hands = 2")
    assert "split" in moves(two, "8s 9h 8h 8d")
    assert "split" not in moves(two, "8s 9h 8h 8d 8c", "split")


# Side bets


def test_a_designer_can_write_a_pay_table_of_their_own(design: Design) -> None:
    pays = '[11, "push", "loss"]'
    game = design("half-back", bet("eight up", 'replaced = true, upcard = "8"', pays))
    for table, won in ((1, 11 * 500), (2, 0), (3, -500)):
        round_ = side(game, "Ts 5h 9h Kd 8c", paytable=table)
        assert round_.settled("side") == [("eight up", won)]
    assert side(game, "Ts 5h 9h Kd 7c").net("side") == -500
    assert side(game, "Ts 8h 9h Kd").net("side") == -500  # an eight, but no replacement


def test_a_designer_can_change_the_pays_of_a_bet_that_exists(design: Design) -> None:
    ace = bet("ace up", 'replaced = true, upcard = "A"', "[6]", "upcard-bonus")
    nine = (
        '[[bets.events]]\nevent = "nine up"\nwhen = { replaced = true, upcard = "9" }\n'
        'pays = ["push"]\n'
    )
    game = design("half-back", ace + nine)
    assert games.find(game).paytables() == {"upcard-bonus": 1}
    stakes = {"upcard-bonus": 500}
    # A natural under the ace is no line of this table, so the ace alone decides.
    for cards, done, won in (
        ("Ts 5h 9h Kd Ac", "decline", 6 * 500),
        ("Ts 5h 9h 8d Ac", "decline", 6 * 500),
        ("Ts 5h 9h 8d 9c", "", 0),
        ("Ts 5h 9h 8d 8c", "", -500),
    ):
        assert play(game, cards, done, bets=stakes).net("upcard-bonus") == won


def test_a_designer_can_choose_another_stiff_range(design: Design) -> None:
    riding = 'player = "hard 14-17", result = "{}"'
    game = design(
        "blackjack",
        bet("stiff winner", riding.format("win"), "[5]")
        + f'[[bets.events]]\nevent = "stiff push"\nwhen = {{ {riding.format("push")} }}\n'
        'pays = ["push"]\n',
    )
    for second in "4567":  # 14 to 17 wait for the dealer's 16 to break, 21 or tie
        assert side(game, f"Ts 9h {second}h 7d").settled("side") == []
        assert side(game, f"Ts 9h {second}h 7d Kc", "stand").net("side") == 5 * 500
        assert side(game, f"Ts 9h {second}h 7d 5c", "stand").net("side") == -500
    assert side(game, "Ts 9h 7h 8d", "stand").settled("side") == [("stiff push", 0)]
    for first, second in (("T", "3"), ("T", "8"), ("A", "4"), ("A", "6")):  # lost at the deal
        round_ = side(game, f"{first}s 9h {second}h 7d")
        assert round_.settled("side") == [("anything else", -500)]


def test_a_designer_can_let_a_riding_bet_follow_the_first_hand_of_a_split(design: Design) -> None:
    game = design("blackjack", bet("stiff winner", 'player = "hard 12-18", result = "win"', "[5]"))
    won = side(game, "9s 9h 9d 8d Tc 7c", "split stand stand")  # 19 and 16 against 17
    lost = side(game, "9s 9h 9d 8d 7c Tc", "split stand stand")  # 16 and 19
    assert (won.net("side"), lost.net("side")) == (5 * 500, -500)
    assert won.net("main") == lost.net("main") == 0


def test_a_designer_can_add_an_event_to_a_game_that_exists(design: Design) -> None:
    game = design(
        "lucky-stiff",
        bet("stiff winner", 'player = "hard 12-16", result = "win"', "[5]", "lucky-stiff")
        + '[[bets.events]]\nevent = "soft winner"\n'
        'when = { player = "soft 13-17", result = "win" }\npays = [2]\n',
    )
    stakes = {"lucky-stiff": 500}
    assert play(game, "As 9h 5h 7d Kc", "stand", bets=stakes).net("lucky-stiff") == 2 * 500
    assert play(game, "As 9h 7h 7d Kc", "stand", bets=stakes).net("lucky-stiff") == -500
    assert play(game, "Ts 9h 5h 7d Kc", "stand", bets=stakes).net("lucky-stiff") == 5 * 500


def test_a_designer_can_bet_on_the_players_suits(design: Design) -> None:
    game = design("blackjack", bet("suited", "player-suited = true", "[3]"))
    assert side(game, "Ts 9h 5s 7d").settled("side") == [("suited", 3 * 500)]
    assert side(game, "Ts 9h 5h 7d").net("side") == -500
    other = design("blackjack", bet("unsuited", "player-suited = false", "[1]"))
    assert side(other, "Ts 9h 5s 7d").net("side") == -500
    assert side(other, "Ts 9h 5h 7d").net("side") == 500


def test_a_designer_can_bet_on_hands_that_win_without_a_double(design: Design) -> None:
    game = design("blackjack", bet("plain winner", 'result = "win", doubled = false', "[1]"))
    assert side(game, "6s 9h 5h 8d Tc", "hit").net("side") == 500
    assert side(game, "6s 9h 5h 8d Tc", "double").net("side") == -500
    assert side(game, "6s 9h 5h 8d 2c", "hit stand").net("side") == -500
    other = design("blackjack", bet("doubled winner", 'result = "win", doubled = true', "[1]"))
    assert side(other, "6s 9h 5h 8d Tc", "hit").net("side") == -500
    assert side(other, "6s 9h 5h 8d Tc", "double").net("side") == 500


def test_a_designer_can_bet_on_a_pair_that_matches_the_upcard(design: Design) -> None:
    game = design("blackjack", bet("trips", 'pair = "any", matches-upcard = true', "[30]"))
    assert side(game, "9s 9h 9d 7d").settled("side") == [("trips", 30 * 500)]
    assert side(game, "9s 8h 9d 7d").net("side") == -500
    assert side(game, "9s 9h 7h 7d").net("side") == -500
    tens = design("blackjack", bet("trips", 'pair = "T-K", matches-upcard = true', "[30]"))
    assert side(tens, "9s 9h 9d 7d").net("side") == -500
    assert side(tens, "Ks Kh Kd 7d").net("side") == 30 * 500
    assert side(tens, "Ks Qh Kd 7d").net("side") == -500


def test_a_designer_can_bet_on_hands_that_do_not_pair(design: Design) -> None:
    game = design("blackjack", bet("no pair", 'pair = "none"', "[1]"))
    assert side(game, "9s 9h 8d 7d").net("side") == 500
    assert side(game, "9s 9h 9d 7d").net("side") == -500


def test_a_designer_can_bet_on_the_original_upcard(design: Design) -> None:
    game = design("half-back", bet("four", 'original-upcard = "4"', "[9]"))
    assert side(game, "Ts 4h 8h Kd 8c").settled("side") == [("four", 9 * 500)]
    assert side(game, "Ts 5h 8h Kd 4c").net("side") == -500  # a four, but not the first
    seen = design("half-back", bet("four played", 'upcard = "4"', "[9]"))
    assert side(seen, "Ts 4h 8h Kd 8c").net("side") == -500
    assert side(seen, "Ts 5h 8h Kd 4c").net("side") == 9 * 500
    nine = design("half-back", bet("nine", 'original-upcard = "9"', "[9]"))
    assert side(nine, "Ts 9h 8h Kd").net("side") == 9 * 500  # not replaced, still the first


def test_a_designer_can_bet_on_the_dealers_natural_and_its_suits(design: Design) -> None:
    game = design("blackjack", bet("royal", "dealer-natural = true, dealer-suited = true", "[50]"))
    assert side(game, "Ts Kh 8h Ah").net("side") == 50 * 500
    assert side(game, "Ts Ah 8h Kh", "decline").net("side") == 50 * 500
    assert side(game, "Ts Kh 8h Ad").net("side") == -500
    assert side(game, "Ts Kh 8h 9h").settled("side") == [("anything else", -500)]


def test_a_designer_can_bet_on_ties_with_a_cap_by_the_side_of_the_layout(design: Design) -> None:
    tie = bet("tie on 18", 'tie = "18"', "[20]")
    tie = tie.replace('paytable = "side"', 'paytable = "side"\nside = "left"')
    game = design("blackjack", tie + '[caps]\nper-side = true\nside = "1/4"\ntotal = "1"')
    quarter = U // 4
    assert play(game, "Ts 9h 8h 9d", "stand", bets={"side": quarter}).net("side") == 20 * quarter
    assert play(game, "Ts 9h 7h 8d", "stand", bets={"side": quarter}).net("side") == -quarter
    table = play(game, "Ts 9h 8h 9d", "stand").table
    assert table.can(act.PlaceWagers(1, "player 1", {"main": U, "side": quarter}))
    assert not table.can(act.PlaceWagers(1, "player 1", {"main": U, "side": quarter + 1}))


# Whole files

WHOLE = """
id = "whole"
name = "A game of its own"

[shoe]
decks = 2
penetration = 0.5
burn = 0

[wagers]
opening = ["stake"]
names = { stake = "Stake" }
seats = 3

[dealer]
stands-on = 17
soft17 = "stand"
peeks = true

[natural]
pays = "2 to 1"
paid = "after-peek"

[insurance]
offered = false
pays = "2 to 1"
share = "1/2"
covers = ["stake"]

[double]
on = "hard 11"
after-split = false
adds = "unit"

[split]
pairs = "value"
max-hands = 2
first = "paid"
resplit-aces = false
hit-aces = false
second-cards = "in-turn"

[surrender]
late = true
"""


def test_a_designer_can_write_a_whole_game_without_rule_texts_or_procedure(tmp_path: Path) -> None:
    path = tmp_path / "whole.toml"
    path.write_text(WHOLE, encoding="utf-8")
    game = str(path)
    found = games.find(game)
    assert (found.texts, found.rulings, found.procedure, found.options) == ((), (), {}, {})
    assert net(game, "As 9h Kh 8d") == 2 * U
    assert net(game, "Ts 9h 6h 8d", "surrender") == -U // 2
    assert net(game, "Ts Ah 8h 6d", "stand") == U  # no insurance, soft 17 stands
    assert moves(game, "Ks 9h Qh 8d") == ("stand", "hit", "split", "surrender")
    assert moves(game, "6s 9h 5h 8d") == ("stand", "hit", "double", "surrender")
    assert moves(game, "6s 9h 4h 8d") == ("stand", "hit", "surrender")
    table = play(game, "As 9h Kh 8d").table
    assert table.can(act.PlaceWagers(3, "ann", {"stake": U}))
    assert not table.can(act.PlaceWagers(4, "ann", {"stake": U}))


def test_a_designer_can_name_a_game_and_change_nothing(design: Design) -> None:
    game = design("half-back", "")
    found = games.find(game)
    assert (found.id, found.name) == ("mine", "Mine")
    assert found.rules() == games.find("half-back").rules()
    assert net(game, "Ts 5h 8h Kd 7c", "stand") == 2 * U


def test_a_designer_can_offer_other_choices_to_the_house(design: Design) -> None:
    choices = 'decks = [4, 6]\nsplit-cards = ["in-turn", "at-once"]'
    game = design("half-back", f"[options]\n{choices}")
    rules = games.find(game).rules({"decks": 4})
    assert rules.shoe.decks == 4
    with pytest.raises(RulesError, match="decks = 8: use 4 or 6"):
        games.find(game).rules({"decks": 8})


def test_a_designer_can_put_special_pairs_before_any_pair(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\n'
        '[[bets]]\nid = "pairs"\nname = "Pairs"\npaytable = "pairs"\n'
        '[[bets.events]]\nevent = "sevens"\nwhen = { pair = "7" }\npays = [20]\n'
        '[[bets.events]]\nevent = "any pair"\nwhen = { pair = "any" }\npays = [10]\n'
    )
    assert play(str(mine), "7s 9h 7d 9d", bets={"pairs": 100}).settled("pairs") == [
        ("sevens", 2000)
    ]
    assert play(str(mine), "8s 9h 8d 9d", bets={"pairs": 100}).settled("pairs") == [
        ("any pair", 1000)
    ]


def test_a_designer_who_sets_a_key_needs_no_options_of_his_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\n[natural]\npays = "2 to 1"\n'
    )
    assert play(str(mine), "As 9h Kd 9d").net() == 2000
    game = games.find(str(mine))
    assert "natural" not in game.options
    assert game.options["decks"] == (1, 2, 4, 6, 8)


def test_a_designer_can_pay_on_doubled_hands_as_soon_as_they_are_doubled(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\n'
        '[[bets]]\nid = "bold"\nname = "Bold"\npaytable = "bold"\n'
        '[[bets.events]]\nevent = "doubled"\nwhen = { doubled = true }\npays = [1]\n'
    )
    round_ = play(str(mine), "6s 9h 5d 9d", "double", bets={"bold": 100})
    assert round_.settled("bold") == [("doubled", 100)]
    assert not round_.over()


LUCKLESS = """
[[bets]]
id = "side"
name = "Side"
paytable = "side"
lost-on-second-split = true

[[bets.events]]
event = "{event}"
when = {{ {when} }}
pays = [3]
"""


@pytest.mark.parametrize(
    ("event", "when", "cards", "moves"),
    [
        ("lost", 'result = "lose"', "8s 9c 8h 7d 8d", "split split"),  # the first hand itself
        ("lost", 'result = "lose"', "8s 9c 8h 7d Ts 8d", "split stand split"),
        ("natural", "dealer-natural = true", "8s Tc 8h Ad Ts 8d", "split stand split"),
        ("not doubled", "doubled = false", "8s 9c 8h 7d 8d", "split split"),
    ],
)
def test_a_designer_can_let_a_second_split_lose_a_bet_that_is_open(
    design: Design, event: str, when: str, cards: str, moves: str
) -> None:
    game = design("blackjack", LUCKLESS.format(event=event, when=when))
    round_ = play(game, cards, moves, bets={"side": 500}, options={"peek": False})
    assert round_.settled("side") == [("second split", -500)]


@pytest.mark.parametrize(
    ("event", "when", "cards", "moves"),
    [
        ("lost", 'result = "lose"', "8s 9c 8h 7d 6s Td 8d", "split hit split"),
        ("doubled", "doubled = true", "8s 9c 8h 7d 3s Td 8d", "split double split"),
        ("not doubled", "doubled = false", "8s 9c 8h 7d Ts 8d", "split stand split"),
    ],
)
def test_a_designers_bet_that_the_first_hand_decided_outlives_a_second_split(
    design: Design, event: str, when: str, cards: str, moves: str
) -> None:
    game = design("blackjack", LUCKLESS.format(event=event, when=when))
    assert side(game, cards, moves).settled("side") == [(event, 3 * 500)]
