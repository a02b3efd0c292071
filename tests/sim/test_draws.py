"""Random words and cards: against whole-number arithmetic, and against exact laws.

Seeds are fixed, so a p-value is always the same; a correct generator has none this small, and the
last tests show that draws that are slightly wrong do.
"""

# mypy: disable-error-code="no-untyped-call"
# the simulator's functions are compiled, and typed by what they are called with

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.sim import draws, njit
from pitboss.sim.draws import PLACES, key_of, rejected_below, take_counted, take_fresh
from pitboss.sim.shoes import begin_round, open_shoe
from tests.sim import replica
from tests.sim.chi_square import of_numbers, of_pairs, of_ranks, p_value

U = np.uint64
Ranks = NDArray[np.int8]
Words = NDArray[np.uint64]

LEAST = 1e-6
ACES, TENS = (0,), (9, 10, 11, 12)


@njit(cache=True)
def _list_words(key, first, many):  # type: ignore[no-untyped-def]
    found = np.zeros(many, dtype=np.uint64)
    for place in range(many):
        found[place] = draws.word(key, U(first) + U(place))
    return found


@njit(cache=True)
def _list_fresh(key, first, rounds, cards, per_rank, reject):  # type: ignore[no-untyped-def]
    found = np.zeros((rounds, cards), dtype=np.int8)
    for number in range(rounds):
        stream = ((U(first) + U(number)) << U(6), U(0), U(0), U(0), U(0))
        for place in range(cards):
            found[number, place], stream = take_fresh(key, stream, per_rank, reject)
    return found


@njit(cache=True)
def _list_shoes(key, first, shoes, begins, cards, per_rank):  # type: ignore[no-untyped-def]
    """Cards of shoes in which rounds begin at these places."""
    found = np.zeros((shoes, cards), dtype=np.int8)
    counts = np.zeros(2 * PLACES, dtype=np.uint16)
    address = U(counts.ctypes.data)
    for number in range(shoes):
        stream = open_shoe(U(first) + U(number), counts, address, 0, per_rank, key)
        for place in range(cards):
            if begins[place]:
                begin_round(counts)
            found[number, place], stream = take_counted(key, stream, per_rank, U(0))
    return found


def words(seed: int, first: int, many: int, purpose: int = 0) -> Words:
    """The simulator's words."""
    found: Words = _list_words(key_of(seed, purpose), U(first), many)
    return found


def fresh(seed: int, decks: int, rounds: int, cards: int, first: int = 0) -> Ranks:
    """The simulator's cards, by round of a fresh shoe."""
    places = U(4 * decks), U(rejected_below(52 * decks))
    found: Ranks = _list_fresh(key_of(seed), U(first), rounds, cards, *places)
    return found


def shoes(
    seed: int, decks: int, many: int, cards: int, first: int = 0, begins: tuple[int, ...] = (0,)
) -> Ranks:
    """The simulator's cards, by shoe; rounds begin at these places."""
    starts = np.zeros(cards, dtype=np.bool_)
    starts[list(begins)] = True
    key = key_of(seed, replica.SHOES)
    found: Ranks = _list_shoes(key, U(first), many, starts, cards, U(4 * decks))
    return found


# Against whole-number arithmetic


def test_words_are_splitmix64s_with_a_key_for_every_seed_and_purpose() -> None:
    rng = Random(1)
    for seed in (0, 1, 2, 3, -1, 10**20, *(rng.randrange(1 << 64) for _ in range(20))):
        for purpose in (replica.ROUNDS, replica.SHOES, replica.SUITS):
            key = replica.key(seed, purpose)
            assert int(key_of(seed, purpose)) == key
            for first in (0, rng.randrange(1 << 40), (1 << 64) - 5):
                found = words(seed, first, 10, purpose).tolist()
                assert found == [replica.word(key, first + place) for place in range(10)]


@pytest.mark.parametrize("decks", range(1, 9))
def test_cards_of_fresh_shoes_are_the_replicas(decks: int) -> None:
    for first in (0, 10**6, (1 << 57) - 40):
        found = fresh(decks, decks, 40, 30, first).tolist()
        wanted = [replica.fresh_ranks(decks, first + number, decks, 30) for number in range(40)]
        assert found == wanted


@pytest.mark.parametrize("decks", range(1, 9))
def test_cards_of_shoes_are_the_replicas_also_when_they_run_out(decks: int) -> None:
    rng = Random(decks)
    for number in range(10):
        begins = sorted({0, *(rng.randrange(52 * decks) for _ in range(rng.randint(0, 9)))})
        cards = 52 * decks + begins[-1]  # all that are not of the last round come back
        found = shoes(decks, decks, 1, cards, number, tuple(begins))[0].tolist()
        shoe, wanted = replica.Shoe(decks, number, decks), []
        for place in range(cards):
            if place in begins:
                shoe.begin_round()
            wanted.append(shoe.draw())
        assert found == wanted


# Shoes hold whole decks


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_shoe_deals_each_rank_four_times_a_deck(decks: int) -> None:
    found = shoes(5, decks, 500, 52 * decks)
    assert (np.sort(found, axis=1) == np.repeat(np.arange(13), 4 * decks)).all()


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_a_fresh_shoe_never_deals_more_than_four_of_a_rank_in_a_deck(decks: int) -> None:
    cards = 40 if decks == 1 else 60
    found = fresh(6, decks, 20_000 // decks, cards)
    most = max((found == rank).sum(axis=1).max() for rank in range(13))
    assert most <= 4 * decks
    if decks == 1:
        assert most == 4


@pytest.mark.parametrize("decks", [1, 2])
def test_running_out_brings_back_exactly_the_cards_of_earlier_rounds(decks: int) -> None:
    before = 20 * decks
    cards = 52 * decks + before
    found = shoes(7, decks, 300, cards, begins=(0, 7, before))
    for shoe in found.tolist():
        assert Counter(shoe[52 * decks :]) == Counter(shoe[:before])
        assert shoe[52 * decks :] != shoe[:before]


def test_if_all_cards_lie_on_the_felt_another_shoe_is_opened() -> None:
    for begins in ((0,), (0, 20)):  # from a full shoe, and after the discards came back
        cards = 52 + begins[-1]
        found = shoes(8, 1, 100, cards + 3 * 52, begins=begins)
        for number, shoe in enumerate(found.tolist()):
            for start in range(cards, len(shoe), 52):
                assert Counter(shoe[start : start + 52]) == dict.fromkeys(range(13), 4)
            if begins == (0,):
                assert shoe == replica.shoe_ranks(8, number, 1, len(shoe))


# Against the laws of chance: words


def ones(found: Words) -> NDArray[np.int64]:
    """By bit: how many words have it."""
    return np.array([int((found >> U(bit) & U(1)).sum()) for bit in range(64)])


def balance(found: Words) -> float:
    """Whether every bit is set in half of the words."""
    z = (2 * ones(found) - len(found)) / sqrt(len(found))
    return p_value(float(z @ z), 64)


@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_bits_are_balanced_and_words_tell_nothing_about_later_ones(seed: int) -> None:
    many = 1 << 19
    found = words(seed, 0, many + (1 << 12))
    assert balance(found[:many]) > LEAST
    for later in (1, 2, 3, 64, 1 << 12):  # the next words, the next round's and the next shoe's
        assert balance(found[:many] ^ found[later : many + later]) > LEAST
    for bits in (1, 16, 32):  # pieces of one word
        assert balance(found[:many] ^ (found[:many] >> U(bits) | found[:many] << U(64 - bits))) > (
            LEAST
        )


def test_pieces_of_words_are_uniform_and_independent() -> None:
    found = words(9, 1 << 30, 1 << 18)
    pieces = np.stack([found >> U(16 * piece) & U(0xFFFF) for piece in range(4)], axis=1)
    pieces = pieces.reshape(-1).astype(np.int64)
    for shift in (0, 8):
        counts = np.bincount(pieces >> shift & 255, minlength=256)
        due = len(pieces) / 256
        assert p_value(float(((counts - due) ** 2 / due).sum()), 255) > LEAST
    for later in (1, 2, 3, 4, 5):
        both = (pieces[:-later] >> 11) * 32 + (pieces[later:] >> 11)
        counts = np.bincount(both, minlength=1024)
        due = len(both) / 1024
        assert p_value(float(((counts - due) ** 2 / due).sum()), 1023) > LEAST


def test_seeds_purposes_rounds_and_shoes_have_words_of_their_own() -> None:
    runs = [words(seed, 0, 20_000, purpose) for seed in range(12) for purpose in range(3)]
    assert len(np.unique(np.concatenate(runs))) == 12 * 3 * 20_000
    for one, two in pairwise(runs):
        assert balance(one ^ two) > LEAST


# Against the laws of chance: cards


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_every_rank_is_as_likely_in_each_of_the_first_places_of_a_fresh_shoe(decks: int) -> None:
    found = fresh(10, decks, 1_000_000, 12)
    for place in range(12):
        assert of_ranks(found[:, place]) > LEAST, place


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_every_rank_is_as_likely_however_deep_in_a_shoe(decks: int) -> None:
    found = shoes(11, decks, 100_000, 52 * decks)
    for place in (0, 1, 25 * decks, 40 * decks, 50 * decks, 52 * decks - 2, 52 * decks - 1):
        assert of_ranks(found[:, place]) > LEAST, place


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize("wanted", [ACES, TENS, (5,)])
def test_aces_and_tens_among_the_first_cards_follow_the_hypergeometric_law(
    decks: int, wanted: tuple[int, ...]
) -> None:
    first = fresh(12, decks, 300_000, 20)
    for cards in (3, 8, 20):
        assert of_numbers(first[:, :cards], wanted, decks) > LEAST, cards
    found = shoes(13, decks, 60_000, min(250, 52 * decks))
    for cards in (20, 100, 250):
        if cards < 52 * decks:
            assert of_numbers(found[:, :cards], wanted, decks) > LEAST, cards


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_two_cards_have_the_exact_joint_law(decks: int) -> None:
    first = fresh(14, decks, 1_000_000, 12)
    for place, other in ((0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (5, 6), (10, 11), (0, 11)):
        assert of_pairs(first[:, place], first[:, other], decks) > LEAST, (place, other)
    found = shoes(15, decks, 200_000, 52 * decks)
    last = 52 * decks - 1
    for place, other in ((0, 1), (1, 2), (20, 21), (last // 2, last // 2 + 1), (last - 1, last)):
        assert of_pairs(found[:, place], found[:, other], decks) > LEAST, (place, other)


# Draws that are slightly wrong are seen


def test_a_draw_with_replacement_would_be_seen() -> None:
    for decks in (1, 8):
        found = np.random.default_rng(1).integers(0, 13, (300_000, 20), dtype=np.int8)
        assert of_ranks(found[:, 5]) > LEAST
        assert of_numbers(found, TENS, decks) < LEAST
        assert of_numbers(found, ACES, decks) < LEAST
    one, two = np.random.default_rng(2).integers(0, 13, (2, 1_000_000), dtype=np.int8)
    assert of_pairs(one, two, 6) < LEAST


def test_a_rank_that_lacks_one_place_would_be_seen() -> None:
    places = np.random.default_rng(3).integers(1, 52 * 8, 1_000_000)
    assert of_ranks((places // 32).astype(np.int8)) < LEAST


def test_a_place_too_many_taken_out_would_be_seen() -> None:
    rng = np.random.default_rng(4)
    one = rng.integers(0, 13, 1_000_000)
    same = rng.random(1_000_000) < (24 - 2) / (52 * 6 - 2)  # two places gone instead of one
    two = np.where(same, one, (one + rng.integers(1, 13, 1_000_000)) % 13)
    assert of_pairs(one.astype(np.int8), two.astype(np.int8), 6) < LEAST


def test_words_that_were_not_mixed_would_be_seen() -> None:
    counting = (np.arange(1 << 16, dtype=np.uint64) * U(replica.GOLDEN)) + key_of(1)
    assert balance(counting ^ np.roll(counting, 1)) < LEAST
