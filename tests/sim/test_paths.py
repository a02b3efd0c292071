"""Every way to the same tally: vector code, plain code, the tables alone, whole runs and parts."""

# mypy: disable-error-code="no-untyped-call"
# the simulator's functions are compiled, and typed by what they are called with

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.sim import njit, vector
from pitboss.sim.draws import GOLDEN, SHOE_BITS, key_of, mix, rejected_below
from pitboss.sim.program import FLUSH, SHOE_CARDS, STRETCH, Dealing, Program
from pitboss.sim.rounds import other_round
from tests.effort import size, some
from tests.sim.same_cards import codes_by_round
from tests.sim.settings import GAMES, Setting, Solved

Ints = NDArray[np.int64]
U = np.uint64
MANY = size("PATHS", usual=9_000, whole=30_000)

needs_vector = pytest.mark.skipif(
    not vector.available(), reason="this processor has no AVX-512, so there is one path less"
)


@njit(cache=True)
def _by_tables(book, at, per_rank, reject, key, first, many):  # type: ignore[no-untyped-def]
    found = np.zeros(many, dtype=np.int64)
    for place in range(many):
        number = U(first) + U(place)
        found[place] = other_round(book, at, per_rank, reject, key, number)
    return found


def by_tables(program: Program, first: int, many: int) -> Ints:
    """Outcome codes of rounds played from the tables alone, without the automaton."""
    decks = program.machine.decks
    places = U(4 * decks), U(rejected_below(52 * decks))
    key = key_of(program.dealing.seed)
    found: Ints = _by_tables(program.book, program.places, *places, key, U(first), many)
    return found


EVERY_GAME = [Setting(game) for game in GAMES if game != "suits"]
"""The player's suits are dealt as shoes are."""
SETTINGS = [
    *EVERY_GAME,
    *(setting._replace(strategy="chart") for setting in EVERY_GAME),
    *(Setting("blackjack", {"decks": decks}) for decks in (1, 2, 4, 8)),
    *(Setting("wide", {"decks": decks}, plays_for="total") for decks in (1, 3, 5, 7)),
    Setting("blackjack", {"peek": False, "pairs": "value", "hit-split-aces": True}),
    Setting("blackjack", {"natural": "6 to 5", "surrender": True, "resplit-aces": True}),
    Setting("royal", {"peek": False}, plays_for="tie"),
    Setting("royal", {"peek": False, "split-cards": "at-once"}),
    Setting("half-back", {"split-cards": "at-once", "soft17": "stand"}),
    Setting("half-back-ties", plays_for="total"),
    Setting("mulligan-ties", plays_for="tie-20"),
    Setting("mulligan-ties", {"split-cards": "at-once"}, plays_for="total", strategy="chart"),
    Setting("blackjack-tie", {"das": False}, {"tie": 4}, plays_for="tie-left"),
]
of_every_setting = pytest.mark.parametrize("setting", some(SETTINGS), ids=str)


@cache
def solved(setting: str) -> Solved:
    return Solved(next(one for one in (*SETTINGS, *SHOES) if str(one) == setting))


def program_of(setting: str, path: str = "plain") -> Program:
    return solved(setting).program(Dealing(seed=17), path)


def histogram(codes: Ints, program: Program) -> Ints:
    return np.bincount(codes, minlength=program.machine.codes)


# One seat and fresh shoes


@of_every_setting
def test_all_paths_give_the_same_outcome_for_every_round(setting: Setting) -> None:
    program = program_of(str(setting))
    assert program.fresh
    for first, many in ((0, MANY), (7_777_777, MANY // 3 + 345), ((1 << 57) - 5_000, 4_999)):
        codes = by_tables(program, first, many)
        assert (program.codes(first, many) == codes).all()
        assert (program.run(first, many) == histogram(codes, program)).all()
        if vector.available():
            fast = program_of(str(setting), "vector").run(first, many)
            assert (fast == histogram(codes, program)).all()


@needs_vector
@pytest.mark.parametrize("many", [0, 1, 31, 32, 33, 63, 64, 1000, STRETCH - 1, STRETCH + 33])
def test_vector_code_plays_any_number_of_rounds(many: int) -> None:
    setting = str(Setting("half-back", strategy="chart"))
    plain, fast = program_of(setting), program_of(setting, "vector")
    for first in (0, 1, 31, 99_991):
        assert (fast.run(first, many) == plain.run(first, many)).all()


@needs_vector
def test_vector_code_adds_its_counts_up_in_time() -> None:
    setting = str(Setting("blackjack", strategy="chart"))
    plain, fast = program_of(setting), program_of(setting, "vector")
    first, many = FLUSH - STRETCH - 5, 3 * STRETCH + 17
    assert (fast.run(first, many) == plain.run(first, many)).all()


@needs_vector
@of_every_setting
def test_vector_code_deals_the_same_shoes(setting: Setting) -> None:
    whole = 52 * int(setting.options.get("decks", 6))
    for dealing in (Dealing(seed=5, cut=whole // 2), Dealing(seed=6, cut=whole // 4, burn=3)):
        plain = solved(str(setting)).program(dealing, "plain")
        fast = solved(str(setting)).program(dealing, "vector")
        for first, many in ((0, 0), (0, 1), (5, 31), (1_000_003, 33), (99_991, 700)):
            assert (fast.run(first, many) == plain.run(first, many)).all()


def test_shoes_that_may_run_out_in_a_round_are_dealt_in_the_order_of_the_table() -> None:
    game = solved(str(Setting("blackjack", {"decks": 2})))
    longest = game.program(Dealing(cut=1)).automaton.longest
    last = 104 + 1 - longest  # then a round can begin with as many cards as it may need
    assert game.program(Dealing(cut=last)).single
    assert not game.program(Dealing(cut=last + 1)).single


@needs_vector
def test_a_draw_that_is_skipped_is_skipped_in_vector_code_too() -> None:
    """Of a full shoe one first draw in 17 million is: look for shoes where it happens."""
    cards, dealing = np.uint64(312), Dealing(seed=1, cut=234)
    key, found = key_of(dealing.seed, SHOE_CARDS), list[int]()
    for start in range(0, 1 << 26, 1 << 22):
        shoes = np.arange(start, start + (1 << 22), dtype=np.uint64)
        draws = mix(key + (shoes << np.uint64(SHOE_BITS)) * GOLDEN) >> np.uint64(32)
        rest = draws * cards & np.uint64(0xFFFFFFFF)
        found += shoes[rest < (1 << 32) % 312].tolist()
    assert found
    game = solved(str(Setting("blackjack", strategy="chart")))
    plain, fast = game.program(dealing, "plain"), game.program(dealing, "vector")
    for shoe in found:
        assert (fast.run(shoe - 3, 40) == plain.run(shoe - 3, 40)).all()


# Shoes, and several seats


DEALINGS = [
    Dealing(seed=1, seats=3, cut=None),
    Dealing(seed=2, seats=9, cut=None),
    Dealing(seed=3, seats=1, cut=60, burn=0),
    Dealing(seed=4, seats=2, cut=100, burn=1),
    Dealing(seed=5, seats=9, cut=49, burn=10),
]
SHOES = [
    Setting("blackjack", {"decks": 2}),
    Setting("wide", {"decks": 2}, plays_for="total", strategy="chart"),
    Setting("suits", {"decks": 4}, plays_for="flush-win"),
    Setting("mulligan-ties", {"split-cards": "at-once"}, plays_for="total"),
]


@pytest.mark.parametrize("dealing", DEALINGS, ids=str)
@pytest.mark.parametrize("setting", SHOES, ids=str)
def test_the_tally_of_shoes_is_the_sum_of_their_rounds(setting: Setting, dealing: Dealing) -> None:
    program = solved(str(setting)).program(dealing)
    first, many = 1_000_003, 10
    shoes = [np.array(codes_by_round(program, first + number)) for number in range(many)]
    tally = program.read(program.run(first, many))
    assert tally.shoes == many
    assert tally.rounds == sum(len(shoe) for shoe in shoes)
    assert tally.rounds_squared == sum(len(shoe) ** 2 for shoe in shoes)
    every = np.concatenate(shoes)
    for seat in range(dealing.seats):
        assert (tally.counts[seat] == histogram(every[:, seat], program)).all()
    # what wagers brought, in whole numbers
    by_round = [
        np.array([[_worth(program, int(code)) for code in row] for row in shoe]).sum(axis=1)
        for shoe in shoes
    ]
    sums = np.array([rounds.sum(axis=0) for rounds in by_round])
    assert (tally.with_rounds == np.array([len(shoe) for shoe in shoes]) @ sums).all()
    assert (tally.between_shoes == sums.T @ sums).all()
    if dealing.seats > 1:
        rows = np.concatenate(by_round)
        assert (tally.between_seats == rows.T @ rows).all()
    assert (program.codes(first, len(every)) == every[:, 0]).all()


def _worth(program: Program, code: int) -> list[int]:
    """What an outcome brings each wager, in units times the denominator."""
    outcomes = program.outcomes
    [(weight, outcome)] = outcomes.parts(code)
    assert weight == 4
    pays = [
        reader.events[event].pays * outcomes.denominator
        for reader, event in zip(outcomes.readers, outcome.events, strict=True)
    ]
    return [*outcome.won, *pays]


# Codes and tallies


@pytest.mark.parametrize("setting", EVERY_GAME, ids=str)
def test_every_code_has_parts_that_are_four_quarters(setting: Setting) -> None:
    program = program_of(str(setting))
    outcomes, tables = program.outcomes, solved(str(setting)).tables
    assert outcomes.codes == program.machine.codes
    parts = [outcomes.parts(code) for code in range(outcomes.codes)]
    assert Counter(sum(weight for weight, _ in part) for part in parts) == {4: outcomes.codes}
    for part in parts:
        for _, outcome in part:
            assert len(outcome.won) == len(outcome.names) == len(tables.opening)
            assert len(outcome.events) == len(tables.bets)
            assert outcome.insurance in ((0, 1, 2) if tables.insurance[1] else (0,))
    mixed = [part for part in parts if len(part) > 1]
    assert bool(mixed) == program.machine.suited_naturals
    for (three, other), (one, suited) in mixed:
        assert (three, one) == (3, 1)
        assert other._replace(events=suited.events) == suited
        assert other.events != suited.events


@pytest.mark.parametrize(
    "dealing",
    [Dealing(seed=8), Dealing(seed=8, seats=4), Dealing(seed=8, seats=3, cut=80)],
    ids=str,
)
@pytest.mark.parametrize("setting", SHOES, ids=str)
def test_tallies_of_parts_add_up_to_the_tally_of_the_whole(
    setting: Setting, dealing: Dealing
) -> None:
    program = solved(str(setting)).program(dealing)
    for first, ends in ((0, (1, 2, 33, 70, 97, 300)), (12_345, (5, 6, 64, 65, 150, 151))):
        whole = program.run(first, ends[-1])
        parts = [
            program.run(first + start, end - start)
            for start, end in zip((0, *ends), ends, strict=False)
        ]
        assert (sum(parts[::-1], np.zeros_like(whole)) == whole).all()
        assert program.read(whole).counts.sum() == program.read(whole).rounds * dealing.seats
        assert (program.run(first, ends[-1]) == whole).all()
        assert (program.run(first + 1, ends[-1]) != whole).any()
