"""The integer tables of a game, against the rules they are made from, worked out by hand."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from pitboss import cards, games
from pitboss.rules import hands
from pitboss.rules.compile import (
    DRAWN,
    DRAWS,
    PAIR,
    SPLIT,
    SPLIT_FULL,
    TWO,
    UNSPLIT,
    Tables,
    compile_rules,
)
from pitboss.rules.game import OptionValue
from pitboss.rules.moves import Move
from pitboss.table.choices import Choices, state_of

HOUSES: tuple[tuple[str, dict[str, OptionValue], int], ...] = (
    ("blackjack", {}, 4),
    ("blackjack", {"surrender": True, "das": False, "double": "hard 9-11"}, 3),
    ("blackjack", {}, 1),
    ("blackjack", {"resplit-aces": True, "hit-split-aces": True, "pairs": "value"}, 4),
    ("blackjack", {"hit-split-aces": True}, 2),
    ("half-back", {}, 4),
    ("mulligan-21", {}, 4),
)


def compiled(
    game: str, options: dict[str, OptionValue] | None = None, max_hands: int = 4
) -> Tables:
    rules = games.find(game).rules(options or {})
    split = replace(rules.split, max_hands=max_hands)
    return compile_rules(replace(rules, split=split))


# What both tables of moves say is what the course of a hand says


@pytest.mark.parametrize(("game", "options", "max_hands"), HOUSES)
def test_a_hand_has_the_moves_of_its_cards_and_of_its_round(
    game: str, options: dict[str, OptionValue], max_hands: int
) -> None:
    tables = compiled(game, options, max_hands)
    choices = Choices(tables)
    by_name = {terms.name: number for number, terms in enumerate(tables.course.terms)}
    # (terms, row of the round's moves, hands the seat has)
    courses = [("first two cards", 4 * UNSPLIT, 1), ("taken back", 4 * UNSPLIT + 1, 1)]
    for aces, name in enumerate(("split", "split aces")):
        courses += [
            (name, 4 * SPLIT + 2 * aces, tables.max_hands - 1),
            (name, 4 * SPLIT_FULL + 2 * aces, tables.max_hands),
        ]
    seen = 0
    for (name, row, count), (first, second, third) in product(
        courses, product(range(0, 52, 4), range(1, 53, 4), (None, 2, 18, 38))
    ):
        if name not in by_name or count < 1 or (name == "split aces" and first >= 4):
            continue
        if name == "split" and second < 4 and first < 4:
            continue  # two aces are split from aces
        held = [first, second] if third is None else [first, second, third]
        kind = DRAWN if third is not None else PAIR if _pair(tables, first, second) else TWO
        if kind == DRAWN and name == "split aces" and not tables.round_moves[row] & Move.HIT:
            continue  # such a hand gets no third card
        state = state_of(held)
        number, legal = choices.open(by_name[name], state, held, count, 20)
        says = tables.hand_moves[kind][state] & tables.round_moves[row]
        assert (legal if state < hands.FIRST_BUST else 0) == says, (name, held, count)
        assert number == by_name[name]
        seen += 1
    assert seen >= 13 * 13 * 4


def _pair(tables: Tables, first: int, second: int) -> bool:
    return tables.pair_group[first >> 2] == tables.pair_group[second >> 2]


def test_pairs_are_of_one_rank_or_of_one_value() -> None:
    by_rank = compiled("blackjack", {"pairs": "rank"}).pair_group
    by_value = compiled("blackjack", {"pairs": "value"}).pair_group
    assert len(set(by_rank)) == 13
    assert by_value == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


# The dealer


@pytest.mark.parametrize("soft17", ["hit", "stand"])
def test_the_dealer_draws_to_17(soft17: str) -> None:
    tables = compiled("blackjack", {"soft17": soft17})
    assert tables.finals == ("17", "18", "19", "20", "21", "bust", "natural")
    for total in range(4, 22):
        final = tables.dealer_final[hands.hard(total)]
        assert final == (DRAWS if total < 17 else total - 17)
    for total in range(12, 22):
        draws = total < 17 or (total == 17 and soft17 == "hit")
        assert tables.dealer_final[hands.soft(total)] == (DRAWS if draws else total - 17)
    assert [tables.dealer_final[hands.hard(total)] for total in range(22, 32)] == [5] * 10


def test_a_dealer_who_pushes_on_22_ends_there_too() -> None:
    rules = games.find("blackjack").rules()
    tables = compile_rules(replace(rules, dealer=replace(rules.dealer, pushes_on=(22,))))
    assert tables.finals == ("17", "18", "19", "20", "21", "22", "bust", "natural")
    final = tables.dealer_final[hands.hard(22)]
    assert tables.finals[final] == "22"
    assert tables.finals[tables.dealer_final[hands.hard(23)]] == "bust"
    assert {tables.outcome[total][final] for total in range(22)} == {0}


def test_a_dealer_who_stands_on_21_may_hit_a_soft_one() -> None:
    rules = games.find("blackjack").rules()
    for soft17, final in (("hit", DRAWS), ("stand", 0)):
        dealer = replace(rules.dealer, stands_on=21, soft17=soft17)
        tables = compile_rules(replace(rules, dealer=dealer))
        assert tables.finals == ("21", "bust", "natural")
        assert tables.dealer_final[hands.hard(20)] == DRAWS
        assert tables.dealer_final[hands.hard(21)] == 0
        assert tables.dealer_final[hands.soft(21)] == final


def test_totals_are_compared_and_a_bust_dealer_pays_and_a_natural_beats_all() -> None:
    tables = compiled("blackjack")
    assert len(tables.outcome) == 22
    for total, row in enumerate(tables.outcome):
        compared = [1 if total > final else -1 if total < final else 0 for final in range(17, 22)]
        assert list(row) == [*compared, 1, -1]


def test_the_dealer_looks_under_aces_and_ten_value_cards() -> None:
    peeked = compiled("blackjack").peeked
    assert [rank for rank in range(13) if peeked >> rank & 1] == [0, 9, 10, 11, 12]
    assert peeked < 1 << 13


# Wagers


def test_what_a_split_and_a_double_cost() -> None:
    """HB-8: the second wager moves with the first split; later ones cost a unit."""
    plain, moving = compiled("blackjack"), compiled("half-back")
    assert plain.split_units == (0, 1, 1, 1)
    assert moving.split_units == (0, 0, 1, 1)
    assert (plain.split_moves_wager, moving.split_moves_wager) == (False, True)
    assert plain.double_units == (0, 1)
    assert moving.double_units == (0, 1, 1)  # HB-9: three units on an unsplit hand
    assert (plain.take_back, moving.take_back) == (0, 1)
    assert (len(plain.opening), len(moving.opening)) == (1, 2)


def test_caps_are_parts_of_the_main_wager_and_nothing_where_there_are_none() -> None:
    none, tie = compiled("blackjack"), compiled("blackjack-tie")
    assert (none.games_cap, none.side_cap, none.total_cap) == (0, (0, 0), (0, 0))
    caps = games.find("blackjack-tie").rules().caps
    assert caps.side is not None
    assert caps.total is not None
    assert tie.side_cap == (caps.side.part, caps.side.over)
    assert tie.total_cap == (caps.total.part, caps.total.over)
    assert compiled("blackjack-tie", {"BT-R5": "other"}).side_cap == (0, 0)


@pytest.mark.parametrize(
    ("game", "burnable"), [("blackjack", []), ("mulligan-21", ["J", "Q", "K"])]
)
def test_only_faces_are_burned_where_any_card_is(game: str, burnable: list[str]) -> None:
    mask = compiled(game).burnable
    assert [cards.RANKS[rank] for rank in range(13) if mask >> rank & 1] == burnable


# Cards that the rules do not tell apart


def test_cards_of_one_value_are_of_one_class_unless_a_rule_tells_them_apart() -> None:
    assert compiled("blackjack").card_class == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9)
    # M21-3: a face may be burned, a ten may not
    assert compiled("mulligan-21").card_class == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10)
