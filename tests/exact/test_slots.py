"""The slots of a programme: what hands may do by the rules, and no two that compute the same."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pitboss import games
from pitboss.exact.model import Model
from pitboss.exact.programme import slots as of_slots
from pitboss.exact.programme.core import _asked
from pitboss.exact.programme.game import Game
from pitboss.exact.programme.loops.bundles import Slots
from pitboss.exact.programme.loops.play import CHANCE, CHOICE
from pitboss.exact.programme.steps import Programme
from pitboss.exact.programme.ways import Compiler
from pitboss.rules.compile import compile_rules
from pitboss.rules.course import HIGHEST_CARD, NONE
from pitboss.rules.errors import RulesError

DESIGNS = sorted((Path(__file__).parents[1] / "designs").glob("*.toml"))
GAMES = [*games.BUILT_IN, *map(str, DESIGNS)]


@cache
def game_of(name: str) -> Game:
    tables = compile_rules(games.find(name).rules())
    asked = _asked(tables)
    model = Model(tables, asks_suits=asked.suits)
    return Game(
        tables.course, model.ranks_of, model.values, model.peeks, asked.play, asked.split_21
    )


@cache
def programme_of(name: str) -> Programme:
    return Programme(game_of(name))


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_patterns_hold_the_moves_that_the_course_allows(name: str) -> None:
    game = game_of(name)
    compiler = Compiler(game)
    ways, hands = compiler.ways(), game.hands
    last = ways.pattern_of.shape[1] - 1
    ended = 0
    for number, terms in enumerate(game.course.terms):
        for hand in range(0, hands.hands, 7):
            state, size = int(hands.state[hand]), int(hands.size[hand])
            pattern = ways.pattern_of[number, min(size, last), state]
            steps = range(ways.first_step[pattern], ways.first_step[pattern + 1])
            moves = [compiler.options.all[ways.step_option[step]].move for step in steps]
            if any(
                end.states[min(size, len(end.states) - 1)] >> state & 1 for end in terms.endings
            ):
                ended += 1
                assert ways.ended[pattern] != NONE
                assert not moves
                continue
            edges = [
                edge for edge in terms.edges if edge.new_hand == NONE and edge.allows(state, size)
            ]
            assert moves == [edge.move for edge in edges]
            assert [bool(ways.step_bit[step] != NONE) for step in steps] == [
                edge.discards == HIGHEST_CARD for edge in edges
            ]
    assert ended or not any(terms.endings for terms in game.course.terms)


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_no_two_slots_compute_the_same(name: str) -> None:
    slots = programme_of(name).slots
    found = Counter(what_is_computed(slots, slot) for slot in range(1, len(slots.kind)))
    assert max(found.values()) == 1


def what_is_computed(slots: Slots, slot: int) -> tuple[object, ...]:
    """All that the worth of a slot follows from."""
    head = tuple(int(of[slot]) for of in (slots.kind, slots.hand, slots.world, slots.row))
    if slots.kind[slot] == CHANCE:
        return head, tuple(slots.child[slot].tolist()), tuple(slots.again[slot].tolist())
    if slots.kind[slot] != CHOICE:
        return head
    options = range(slots.first_option[slot], slots.first_option[slot + 1])
    columns = (
        slots.option_slot, slots.option_times, slots.option_natural, slots.option_constant,
        slots.option_upcards, slots.option_row, slots.option_known,
    )  # fmt: skip
    return head, tuple(tuple(column[option].item() for column in columns) for option in options)


def test_a_game_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_slots, "FIRST_SLOTS", 128)
    monkeypatch.setattr(of_slots, "MOST_SLOTS", 4096)
    with pytest.raises(RulesError, match="come to more than 1,024 different situations; let"):
        Programme(game_of("mulligan-21"))


@pytest.mark.parametrize("name", ["mulligan-21", "half-back"])
def test_where_there_is_no_room_the_work_is_begun_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_slots, "FIRST_SLOTS", 128)
    found, expected = Programme(game_of(name)), programme_of(name)
    for one, other in zip(found.slots, expected.slots, strict=True):
        assert np.array_equal(np.asarray(one), np.asarray(other))
    assert found.worlds == expected.worlds
    assert np.array_equal(found.choices, expected.choices)
    assert np.array_equal(found.draws, expected.draws)
