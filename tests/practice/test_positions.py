"""Hands to practise on, and the cells of charts they stand in."""

from __future__ import annotations

import random

import pytest

from pitboss.advice.advising import advise
from pitboss.practice.book import deals, usual_move
from pitboss.practice.grading import best_of, grade
from pitboss.practice.positions import (
    Cell,
    Dealt,
    any_hand,
    at_table,
    begun,
    cell_of,
    choices,
    decides,
    hand_like,
    standing,
)
from pitboss.practice.telling import shown
from pitboss.rules.chart_places import code_at, place_of
from pitboss.table import IllegalAction, Table
from pitboss.table import events as ev
from pitboss.table.flow import Want
from tests.practice.training import book_of
from tests.rounds import find

GAMES = ("half-back", "mulligan-21", "early-surrender.toml")


@pytest.mark.parametrize("game", GAMES)
def test_grades_are_the_solvers_to_the_last_bit(game: str) -> None:
    rules = find(game).rules()
    chance = random.Random(11)
    for _ in range(6):
        dealt = any_hand(rules, chance)
        while decides(table := at_table(rules, dealt)):
            advised = {one.move: one for one in advise(table, 1).moves}
            best = max(one.cents or 0.0 for one in advised.values())
            assert set(choices(table)) == set(advised)
            for move, one in advised.items():
                verdict = grade(table, move)
                assert verdict.cost_cents == pytest.approx(best - (one.cents or 0.0), abs=1e-9)
                assert verdict.decided.right == (verdict.cost_cents == 0.0)
            dealt = dealt.with_move(chance.choice(list(advised)))


def test_a_move_that_is_not_open_is_refused_in_a_sentence() -> None:
    rules = find("blackjack").rules()
    table = at_table(rules, any_hand(rules, random.Random(3)))
    with pytest.raises(IllegalAction, match="move = 'take-back': use "):
        grade(table, "take-back")


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_by_the_chart_has_a_cell_of_the_chart(game: str) -> None:
    rules, book = book_of(game)
    for facts in book.cells:
        sample = facts.samples[0]
        table = at_table(rules, Dealt(sample.cards, sample.moves))
        assert cell_of(table) == facts.cell
        if table.want == Want.DECISION:
            assert code_at(book.chart, place_of(table.tables, standing(table)), facts.cell.up)


@pytest.mark.parametrize("game", ["half-back", "mulligan-21"])
def test_a_chart_is_followed_to_within_what_it_gives_away_by_lumping_hands(game: str) -> None:
    """Of first decisions: the chart's move is the best one or as good as."""
    rules, book = book_of(game)
    for facts in book.cells[:120]:
        for sample in facts.samples[:1]:
            table = at_table(rules, Dealt(sample.cards, sample.moves))
            if sample.moves or table.want != Want.DECISION:
                continue
            told = {one.move: one.costs_cents or 0.0 for one in best_of(table)}
            assert told[usual_move(book.chart, table)] < 40, facts.cell


@pytest.mark.parametrize("game", ["blackjack", "half-back"])
def test_all_deals_together_are_certain(game: str) -> None:
    every = list(deals(find(game).rules()))
    assert sum(deal.chance for deal in every) == pytest.approx(1.0)
    assert any(deal.second_up is not None for deal in every) == (game == "half-back")


def test_how_often_first_hands_come_is_what_counting_cards_says() -> None:
    """Soft 18 dealt, and nothing else about it: an ace with a seven against a nine."""
    rules, book = book_of("blackjack")
    decks = rules.shoe.decks
    cards = 52 * decks
    dealt = 2 * (4 * decks) ** 3 / (cards * (cards - 1) * (cards - 2))
    assert book.chances[Cell("play", "soft 18", "9")] >= dealt
    pairs = 4 * decks * (4 * decks - 1) * 16 * decks / (cards * (cards - 1) * (cards - 2))
    looked = 1 - 4 * decks / (cards - 3)  # who has a natural behind the ten asks nobody
    assert book.chances[Cell("play", "8,8", "T")] == pytest.approx(pairs * looked, rel=0.35)


@pytest.mark.parametrize("game", ["half-back", "mulligan-21"])
def test_hands_of_any_kind_can_be_dealt_again(game: str) -> None:
    rules, book = book_of(game)
    chance, found = random.Random(5), 0
    for facts in book.cells[::12]:
        dealt = hand_like(rules, facts.samples[0], facts.cell, chance)
        if dealt is not None:
            found += 1
            assert cell_of(at_table(rules, dealt)) == facts.cell
    assert found >= 0.9 * len(book.cells[::12])


def test_nothing_is_staked_but_the_opening_wagers() -> None:
    table = begun(find("half-back").rules())
    assert table.state.seats[0].stakes == {"main": 1000, "half-back": 1000}


@pytest.mark.parametrize("game", ["half-back", "mulligan-21"])
def test_what_is_shown_does_not_depend_on_cards_nobody_has_seen(game: str) -> None:
    found = find(game)
    rules, chance = found.rules(), random.Random(17)
    tried = 0
    for _ in range(12):
        dealt = any_hand(rules, chance)
        table = at_table(rules, dealt)
        if table.want != Want.DECISION:
            continue
        cards = list(bytes.fromhex(dealt.cards))
        out = sum(table.state.gone)
        hole = [type(event) for event in cards_of(table)].index(ev.HoleCardDealt)
        later = cards[out:]
        for other in later[:8]:
            changed = [*cards[:hole], other, *cards[hole + 1 : out], *reversed(later)]
            twin = at_table(rules, Dealt(bytes(changed).hex()))
            if twin.want == Want.DECISION:  # no natural lies underneath now either
                tried += 1
                told = shown(found, rules, Dealt(bytes(changed).hex()))
                assert told == shown(found, rules, dealt)
    assert tried > 20


def cards_of(table: Table) -> list[ev.Event]:
    """Events that bring a card, in order."""
    return [event for event in table.log if hasattr(event, "card")]
