"""Single decisions: every legal move against hands played out by plain recursion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.advice.decisions import ValuedMoves, decide, ranks_of
from pitboss.rules.compile import Tables, compile_rules
from pitboss.rules.errors import RulesError
from tests.analysis.counting import BUST, House, PlainPlay, even_money, without

SMALL = (2, 0, 2, 0, 3, 4, 0, 4, 0, 7, 0, 0, 7)
"""Thirty cards without 2, 4, 7, 9: enough for any round, few enough for plain recursion."""
TENS_ONLY = (0,) * 9 + (25,) * 4


def tables(game: str = "blackjack", **options: Any) -> Tables:
    return compile_rules(
        games.find(game).rules({k.replace("_", "-"): v for k, v in options.items()})
    )


def ranks(text: str) -> list[int]:
    return ranks_of(text, "cards")


def decided(
    compiled: Tables, hand: str, up: str, *, aside: str = "", gone: str = "", burned: str = "",
    taken: bool = False, bets: Mapping[str, float] | None = None,
    shoe: tuple[float, ...] | None = None,
) -> ValuedMoves:  # fmt: skip
    return decide(
        compiled, ranks(hand), ranks(up)[0], aside=ranks(aside)[0] if aside else None,
        gone=ranks(gone), given_up=ranks(burned)[0] if burned else None,
        made=["take-back"] if taken else [], bets=bets,
        shoe=shoe,
    )  # fmt: skip


def worth(decision: ValuedMoves) -> dict[str, float]:
    return {offer.move: offer.ev for offer in decision.offers}


def close(value: float) -> Any:
    return pytest.approx(value, abs=1e-12)


# Plain recursion


@pytest.mark.parametrize("soft17", ["hit", "stand"])
@pytest.mark.parametrize(
    ("hand", "up"),
    [
        ("T,6", "T"), ("T,6", "6"), ("5,6", "8"), ("A,6", "3"), ("6,3", "A"), ("T,3", "A"),
        ("5,3", "K"),
    ],
)  # fmt: skip
def test_stand_hit_and_double_are_what_plain_recursion_finds(
    hand: str, up: str, soft17: str
) -> None:
    cards, upcard = ranks(hand), ranks(up)[0]
    play = PlainPlay(House(hits_soft_17=soft17 == "hit"), upcard)
    left = without(SMALL, upcard, *cards)
    found = decided(tables(soft17=soft17), hand, up, shoe=SMALL)
    looked = 1 - play.natural(left)
    assert found.natural == close(play.natural(left))
    assert worth(found) == {
        "stand": close(play.stand(cards, left) / looked),
        "hit": close(play.hit(cards, left) / looked),
        "double": close(2 * play.one_card(cards, left) / looked),
    }


def test_a_full_single_deck_needs_no_other_method() -> None:
    cards, upcard = ranks("T,6"), ranks("T")[0]
    play = PlainPlay(House(), upcard)
    left = without((4,) * 13, upcard, *cards)
    found = worth(decided(tables(decks=1), "T,6", "T"))
    looked = 1 - play.natural(left)
    assert found["stand"] == close(play.stand(cards, left) / looked)
    assert found["hit"] == close(play.hit(cards, left) / looked)


@pytest.mark.parametrize(("hand", "up"), [("T,6", "A"), ("5,6", "T"), ("8,5", "6")])
def test_without_a_peek_a_natural_takes_every_stake(hand: str, up: str) -> None:
    cards, upcard = ranks(hand), ranks(up)[0]
    play = PlainPlay(House(peeks=False), upcard)
    left = without(SMALL, upcard, *cards)
    found = decided(tables(peek=False), hand, up, shoe=SMALL)
    assert not found.peeked
    assert worth(found) == {
        "stand": close(play.stand(cards, left)),
        "hit": close(play.hit(cards, left)),
        "double": close(2 * play.one_card(cards, left)),
    }


def test_hands_of_more_cards_hit_or_stand() -> None:
    cards, upcard = ranks("3,5,3"), ranks("8")[0]
    play, left = PlainPlay(House(), upcard), without(SMALL, upcard, *cards)
    assert worth(decided(tables(), "3,5,3", "8", shoe=SMALL)) == {
        "stand": close(play.stand(cards, left)),
        "hit": close(play.hit(cards, left)),
    }


def test_split_aces_are_two_hands_of_one_card_each() -> None:
    # Whichever of the two comes first, its card is any of those left: twice one hand, exactly.
    upcard = ranks("6")[0]
    shoe = (4, *SMALL[1:])
    play, left = PlainPlay(House(), upcard), without(shoe, upcard, 0, 0)
    found = worth(decided(tables(), "A,A", "6", shoe=shoe))
    assert found["split"] == close(2 * play.one_card([0], left))


def test_a_shoe_of_tens_ties_every_hand() -> None:
    found = worth(decided(tables(), "T,T", "T", shoe=TENS_ONLY))
    assert found == {"stand": 0, "split": close(0), "hit": close(-1), "double": close(-2)}


def test_the_best_move_comes_first() -> None:
    values = [offer.ev for offer in decided(tables(surrender=True), "8,8", "T").offers]
    assert len(values) == 5
    assert values == sorted(values, reverse=True)


# Half Back: two wagers


def test_two_wagers_ride_on_a_hand_and_a_double_adds_one() -> None:
    shoe = (2, 0, 2, 0, 3, 4, 2, 4, 0, 8, 0, 0, 8)
    cards, upcard = ranks("5,6"), ranks("8")[0]
    play, left = PlainPlay(House(), upcard), without(shoe, upcard, *cards)
    assert worth(decided(tables("half-back"), "5,6", "8", shoe=shoe)) == {
        "stand": close(2 * play.stand(cards, left)),
        "hit": close(2 * play.hit(cards, left)),
        "double": close(3 * play.one_card(cards, left)),
    }


@pytest.mark.parametrize("up", ["8", "T", "A"])
def test_taking_a_wager_back_halves_what_is_won_or_lost(up: str) -> None:
    found = worth(decided(tables("half-back"), "T,6", up))
    assert set(found) == {"stand", "hit", "take back"}
    assert found["take back"] == close(max(found["stand"], found["hit"]) / 2)
    after = worth(decided(tables("half-back"), "T,6", up, taken=True))
    assert after == {"stand": close(found["stand"] / 2), "hit": close(found["hit"] / 2)}


def test_the_card_set_aside_is_out_of_the_shoe() -> None:
    full, rest = (24.0,) * 13, without((24,) * 13, 4)
    aside = decided(tables("half-back"), "9,2", "T", aside="5")
    assert worth(aside) == worth(decided(tables("half-back"), "9,2", "T", shoe=rest))
    assert worth(aside) != worth(decided(tables("half-back"), "9,2", "T", shoe=full))


# Mulligan 21: a dealer 17 pushes and face cards may be burned


MULLIGAN_SHOE = (2, 0, 2, 0, 3, 4, 0, 4, 0, 8, 0, 0, 9)
MULLIGAN = House(pushes_17=True, burns_faces=True)


@pytest.mark.parametrize(("hand", "up"), [("T,6", "T"), ("8,5", "6"), ("T,3", "A"), ("6,5,3", "8")])
def test_a_face_card_is_burned_once_where_that_is_better(hand: str, up: str) -> None:
    cards, upcard = ranks(hand), ranks(up)[0]
    play, left = PlainPlay(MULLIGAN, upcard), without(MULLIGAN_SHOE, upcard, *cards)
    found = worth(decided(tables("mulligan-21"), hand, up, shoe=MULLIGAN_SHOE))
    looked = 1 - play.natural(left)
    assert found["stand"] == close(play.stand(cards, left) / looked)
    assert found["hit"] == close(play.hit(cards, left) / looked)


def test_after_a_burn_the_card_is_gone_and_none_can_be_burned_again() -> None:
    cards, upcard = ranks("6,5,3"), ranks("8")[0]
    play = PlainPlay(MULLIGAN, upcard)
    left = without(MULLIGAN_SHOE, upcard, *cards, ranks("K")[0])
    found = worth(decided(tables("mulligan-21"), "6,5,3", "8", burned="K", shoe=MULLIGAN_SHOE))
    assert found == {
        "stand": close(play.stand(cards, left)),
        "hit": close(play.hit(cards, left, burned=True)),
    }
    kept = without(MULLIGAN_SHOE, upcard, *cards)
    assert found["hit"] < play.hit(cards, kept)  # a second chance is worth something


@pytest.mark.parametrize(("hand", "up"), [("T,6", "T"), ("T,3", "8"), ("6,5,3", "A")])
def test_a_face_card_that_busts_is_replaced_and_that_is_what_the_hand_is_worth(
    hand: str, up: str
) -> None:
    cards, upcard, king = ranks(hand), ranks(up)[0], ranks("K")[0]
    left = without(MULLIGAN_SHOE, upcard, *cards, king)
    play = PlainPlay(MULLIGAN, upcard)
    found = worth(decided(tables("mulligan-21"), f"{hand},K", up, shoe=MULLIGAN_SHOE))
    assert found == {"burn": close(play.hit(cards, left, burned=True) / (1 - play.natural(left)))}


# Bets that ride


def test_a_riding_bet_counts_with_its_stake() -> None:
    def pay(player: int, dealer: int) -> float:
        main = even_money(player, dealer)
        return main + 3 * {-1: -1, 0: 0, 1: 5}[int(main)]

    cards, upcard = ranks("T,6"), ranks("T")[0]
    play, left = PlainPlay(House(), upcard, pay), without(SMALL, upcard, *cards)
    looked = 1 - play.natural(left)
    found = worth(decided(tables("lucky-stiff"), "T,6", "T", bets={"lucky-stiff": 3}, shoe=SMALL))
    assert found["stand"] == close(play.stand(cards, left) / looked)
    assert found["hit"] == close(play.hit(cards, left) / looked)


def test_a_bet_on_ties_counts_only_exact_ties() -> None:
    def pay(player: int, dealer: int) -> float:
        tie = player == dealer and player in (17, 18, 19)
        return even_money(player, dealer) + 2 * (15 if tie and player != BUST else -1)

    cards, upcard = ranks("T,6"), ranks("8")[0]
    play, left = PlainPlay(House(), upcard, pay), without(SMALL, upcard, *cards)
    found = worth(decided(tables("blackjack-tie"), "T,6", "8", bets={"tie-left": 2}, shoe=SMALL))
    assert found["stand"] == close(play.stand(cards, left))
    assert found["hit"] == close(play.hit(cards, left))


def test_a_bet_that_is_decided_already_changes_nothing() -> None:
    plain = worth(decided(tables("lucky-stiff"), "9,2", "6"))
    assert worth(decided(tables("lucky-stiff"), "9,2", "6", bets={"lucky-stiff": 5})) == plain


# Published

# Blackjack Appendix 9 of wizardofodds.com: six decks, dealer hits soft 17, no hole card; the
# dealer shows an ace.
NO_HOLE_CARD = """\
2,A -0.722356 -0.379910 -1.024099
3,A -0.722119 -0.403855 -1.023717
3,2 -0.721887 -0.529734 -1.443774
4,A -0.721866 -0.429265 -1.025989
5,A -0.721965 -0.454867 -1.030051
5,4 -0.721243 -0.396287 -0.932671
6,A -0.665166 -0.463296 -0.999484
6,4 -0.720814 -0.286818 -0.639108
6,5 -0.720879 -0.235772 -0.535879"""


@pytest.mark.parametrize("line", NO_HOLE_CARD.splitlines())
def test_published_values_of_hands_against_an_ace(line: str) -> None:
    hand, *published = line.split()
    found = worth(decided(tables(peek=False), hand, "A"))
    for move, value in zip(("stand", "hit", "double"), published, strict=True):
        assert found[move] == pytest.approx(float(value), abs=6e-7)


def test_a_shoe_without_end_gives_the_published_values_of_16_against_ten() -> None:
    endless = (1e9,) * 13
    found = worth(decided(tables(soft17="stand"), "T,6", "T", shoe=endless))
    assert found["stand"] == pytest.approx(-0.540430, abs=6e-7)
    assert found["hit"] == pytest.approx(-0.539826, abs=6e-7)
    assert found["double"] == pytest.approx(-1.079653, abs=6e-7)


# Legal moves


@pytest.mark.parametrize(
    ("game", "options", "hand", "moves"),
    [
        ("blackjack", {}, "T,6", {"stand", "hit", "double"}),
        ("blackjack", {}, "8,8", {"stand", "hit", "double", "split"}),
        ("blackjack", {}, "K,Q", {"stand", "hit", "double"}),
        ("blackjack", {"pairs": "value"}, "K,Q", {"stand", "hit", "double", "split"}),
        ("blackjack", {"surrender": True}, "T,6", {"stand", "hit", "double", "surrender"}),
        ("blackjack", {"double": "hard 9-11"}, "T,6", {"stand", "hit"}),
        ("blackjack", {"double": "hard 9-11"}, "A,8", {"stand", "hit"}),
        ("blackjack", {"double": "hard 10-11"}, "5,4", {"stand", "hit"}),
        ("blackjack", {}, "5,4,2", {"stand", "hit"}),
        ("half-back", {}, "7,7", {"stand", "hit", "split", "take back"}),
        ("half-back", {}, "A,3", {"stand", "hit", "take back"}),
        ("half-back", {}, "A,A", {"stand", "hit", "split"}),
        ("half-back", {}, "9,8", {"stand", "hit"}),
        ("half-back", {}, "6,5", {"stand", "hit", "double"}),
        ("half-back", {}, "5,5", {"stand", "hit", "double", "split"}),
    ],
)
def test_only_legal_moves_are_offered(
    game: str, options: dict[str, Any], hand: str, moves: set[str]
) -> None:
    compiled = compile_rules(games.find(game).rules(options))
    assert set(worth(decided(compiled, hand, "9"))) == moves


def test_surrender_gives_half_back() -> None:
    assert worth(decided(tables(surrender=True), "T,6", "T"))["surrender"] == close(-0.5)


# Cards that are gone


def test_gone_cards_are_a_shoe_without_them() -> None:
    rest = without((24,) * 13, *ranks("T,T,5,A,9"))
    gone = decided(tables(), "T,6", "T", gone="T,T,5,A,9")
    assert worth(gone) == worth(decided(tables(), "T,6", "T", shoe=rest))
    assert worth(gone)["stand"] != worth(decided(tables(), "T,6", "T"))["stand"]


RICH = (4, 0, 0, 0, 4, 4, 4, 4, 4, 8, 8, 8, 8)
"""So many tens that splitting them, and again, is better than standing."""


@pytest.mark.parametrize(("up", "gone"), [("6", "K,K,K,K"), ("5", "K,K"), ("Q", "K,K,K,K")])
def test_a_pair_of_kings_among_few_kings_is_as_a_pair_of_jacks_among_few_jacks(
    up: str, gone: str
) -> None:
    kings = decided(tables(), "K,K", up, gone=gone, shoe=RICH)
    jacks = decided(tables(), "J,J", up, gone=gone.replace("K", "J"), shoe=RICH)
    others = decided(tables(), "K,K", up, gone=gone.replace("K", "J"), shoe=RICH)
    for move in ("stand", "hit", "double", "split"):
        assert worth(kings)[move] == close(worth(jacks)[move])
    if up != "Q":  # splitting again is good, so fewer kings are worse
        assert worth(kings)["split"] < worth(others)["split"]


def test_the_last_two_kings_can_be_split_only_once() -> None:
    # No king is left: the pair is never split again, as if the game allowed two hands only.
    kings = worth(decided(tables(), "K,K", "6", gone="K,K,K,K,K,K", shoe=RICH))
    rules = games.find("blackjack").rules()
    split = msgspec.structs.replace(rules.split, max_hands=2)
    once = compile_rules(msgspec.structs.replace(rules, split=split))
    assert kings["split"] == close(
        worth(decided(once, "K,K", "6", gone="K,K,K,K,K,K", shoe=RICH))["split"]
    )


# Refusals


@pytest.mark.parametrize(
    ("hand", "up", "more", "says"),
    [
        ("T", "6", {}, "hand of 1 card(s): give two cards or more"),
        ("", "6", {}, "hand of 0 card(s): give two cards or more"),
        ("T,A", "6", {}, "hand: it is 21, which stands by itself"),
        ("7,7,7", "6", {}, "hand: it is 21, which stands by itself"),
        ("A,T,5", "6", {}, "hand: it is 21, which stands by itself"),
        ("T,T,2", "6", {}, "hand: it has more than 21"),
        ("T,T,T,T,T", "6", {}, "hand: it has more than 21"),
        ("T,6", "9", {"aside": "5"}, "aside 5: this game does not set that upcard aside"),
        ("T,6", "9", {"burned": "K"}, "K given up: no hand of this game gives up that card"),
        ("T,6", "9", {"gone": "9 " * 24}, "cards: the shoe does not hold so many 9s"),
        ("T,6", "9", {"taken": True}, "take"),
    ],
)
def test_what_cannot_be_is_answered_in_a_sentence(
    hand: str, up: str, more: dict[str, Any], says: str
) -> None:
    with pytest.raises(RulesError) as refused:
        decided(tables(), hand, up, **more)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("game", "hand", "up", "more", "says"),
    [
        ("half-back", "T,6", "4", {}, "up 4: this game sets that upcard aside"),
        ("half-back", "T,6", "9", {"aside": "8"}, "aside 8: this game does not set"),
        ("half-back", "T,T", "9", {"taken": True}, "take"),
        ("mulligan-21", "T,6", "9", {"burned": "T"}, "T given up: no hand of this game gives up"),
        ("mulligan-21", "T,6", "9", {"burned": "K"}, "burn"),
    ],
)
def test_what_a_game_does_not_allow_is_answered_in_a_sentence(
    game: str, hand: str, up: str, more: dict[str, Any], says: str
) -> None:
    with pytest.raises(RulesError) as refused:
        decided(tables(game), hand, up, **more)
    assert says in str(refused.value)


def test_a_shoe_that_could_run_out_is_refused() -> None:
    all_but_tens_and_kings = " ".join(
        4 * rank for rank in ("A ", "2 ", "3 ", "4 ", "5 ", "7 ", "8 ")
    )
    with pytest.raises(RulesError, match="could run out"):
        decided(tables(decks=1), "9,6", "T", gone=f"{all_but_tens_and_kings} 9 9 9 J J J J Q Q Q Q")


@pytest.mark.parametrize("text", ["Z", "1", "0", "TT", "23", "T6", "11", "²", "T;6", "-"])
def test_ranks_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(RulesError, match="is no card; ranks are A 2 3"):
        ranks_of(text, "hand")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("T,6", [9, 5]), ("10 6", [9, 5]), ("a, k", [0, 12]), ("  ", []), ("q", [11])],
)
def test_ranks_are_read_as_people_type_them(text: str, expected: list[int]) -> None:
    assert ranks_of(text, "hand") == expected
