"""A hand of so many cards wins at once, whatever the dealer makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import games
from pitboss.rules.cloth import cloth_lines
from pitboss.rules.compile import compile_rules
from pitboss.rules.course_text import course_lines
from pitboss.rules.errors import RulesError
from pitboss.rules.facts import NO, WIN, Fact
from pitboss.table import events as ev
from pitboss.table.bets import known_facts
from tests.rounds import UNIT, find, play

GAME = "charlie.toml"
"""Five cards, two to one."""
HEAD = 'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\n'


@pytest.fixture
def plain(tmp_path: Path) -> str:
    """Four cards win even money, in ordinary blackjack."""
    path = tmp_path / "mine.toml"
    path.write_text(f"{HEAD}charlie.cards = 4\n")
    return str(path)


def test_the_hand_wins_as_soon_as_it_has_the_cards() -> None:
    round_ = play(GAME, "2s 9h 3d Tc 2c 3c 4c", "hit hit hit")  # 14 against 19
    assert round_.of(ev.HandEnded) == [ev.HandEnded(1, 0, "5 cards", 1)]
    assert round_.settled("main") == [("5 cards", 2 * UNIT)]
    assert round_.over()  # the hole card is turned, nothing is drawn
    assert round_.of(ev.DealerDrew) == []


def test_one_card_less_is_a_hand_like_any_other() -> None:
    assert play(GAME, "2s 9h 3d Tc 2c 3c", "hit hit stand").net() == -UNIT  # 10 against 19


def test_a_bust_is_a_bust() -> None:
    round_ = play(GAME, "2s 9h 3d Tc 2c 9c 8c", "hit hit hit")  # 24 with five cards
    assert round_.settled("main") == [("bust", -UNIT)]


def test_an_offered_card_is_judged_after_the_answer() -> None:
    asked = play(GAME, "2s 9h 3d Tc 2c 3c Kc", "hit hit hit")  # 20 with the king
    assert asked.legal[-1] == ("burn", "keep")
    assert asked.of(ev.HandEnded) == []
    kept = play(GAME, "2s 9h 3d Tc 2c 3c Kc", "hit hit hit keep")
    assert kept.settled("main") == [("5 cards", 2 * UNIT)]


def test_a_doubled_hand_wins_all_it_has(plain: str) -> None:
    three = Path(plain)
    three.write_text(three.read_text().replace("= 4", "= 3"))
    round_ = play(plain, "6s 9h 5d Tc 2c", "double")  # 13 of three cards
    assert round_.net() == 2 * UNIT


def test_each_split_hand_for_itself(plain: str) -> None:
    moves = "split hit hit stand"  # 8-2-2-3 wins at once, 8-K loses to 19
    round_ = play(plain, "8s 9h 8d Tc 2c 2h 3c Kc", moves)
    assert round_.net() == 0
    assert [event.hand for event in round_.of(ev.HandEnded)] == [0]


def test_it_wins_before_a_natural_that_is_turned_later(plain: str) -> None:
    round_ = play(plain, "2s Kh 3d Ac 2c 3c", "hit hit", options={"peek": False})
    assert round_.net() == UNIT


def test_bets_on_the_first_hand_take_it_for_a_win_and_no_double(plain: str) -> None:
    round_ = play(plain, "2s 9h 3d Tc 2c 3c", "hit hit")
    facts = known_facts(round_.table, round_.table.state.seats[0])
    assert facts[Fact.RESULT] == 1 << WIN
    assert facts[Fact.DOUBLED] == NO


def test_it_is_in_the_hash_of_a_game_that_has_it() -> None:
    tables = [compile_rules(find(GAME).rules({"charlie": cards})) for cards in (4, 5, 7)]
    even = games.read(f"{HEAD}charlie.cards = 5\n", origin="mine.toml").rules()
    paid = games.read(
        f'{HEAD}charlie.cards = 5\ncharlie.pays = "2 to 1"\n', origin="mine.toml"
    ).rules()
    hashes = {one.digest() for one in (*tables, compile_rules(even), compile_rules(paid))}
    assert len(hashes) == 5


def test_cloth_and_course_say_so() -> None:
    rules = find(GAME).rules()
    assert "5 cards win at once and pay 2 to 1" in cloth_lines(rules)
    assert "  5 cards: wins 2 for 1 at once" in course_lines(compile_rules(rules).course)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("charlie.cards = 2", r"charlie\.cards = 2: use 3 to 10$"),
        (
            'charlie = { cards = 5, pays = "0 to 1" }',
            r"charlie\.pays = '0 to 1': use odds that pay",
        ),
        ('charlie.pays = "2 to 1"', r"charlie\.cards is missing; give it"),
    ],
)
def test_what_cannot_be_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        games.read(f"{HEAD}{line}\n", origin="mine.toml")
