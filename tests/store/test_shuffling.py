"""The order of a shoe: from both sides' seeds, as anyone can work it out, and fair."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections import Counter
from pathlib import Path

import pytest

from pitboss.cards import DECK, NAMES
from pitboss.store import shuffling
from pitboss.store.sealed import PromisedShoe
from pitboss.store.shuffling import PLAYERS_SEED, commitment, order
from tests.store.shuffled import order_of

SEED = bytes(range(32))
ROOT = Path(__file__).parents[2]


def seeds_of(rng: random.Random) -> dict[str, str]:
    """Some players with seeds; names of other scripts too, and those that sort by code point."""
    names = rng.sample(["Ann", "ann", "Zoë", "Ωmega", "bob 7", "Ann B", "Łucja", "Ёж", "黒沢"], 5)
    letters = "ABCXYZabcxyz0189-_"
    some = names[: rng.randrange(6)]
    return {name: "".join(rng.choices(letters, k=rng.randrange(1, 65))) for name in some}


def test_anyone_who_follows_the_words_gets_the_same_order() -> None:
    rng = random.Random(19)
    for _ in range(400):
        server_seed, seeds = rng.randbytes(32), seeds_of(rng)
        cards = rng.choices(DECK, k=rng.choice([0, 1, 2, 7, 52, 104, 312, 416]))
        mine = order(server_seed, sorted(seeds.items()), cards)
        assert list(mine) == order_of(server_seed.hex(), seeds, cards)
        assert Counter(mine) == Counter(cards)


def test_the_first_words_of_the_stream_are_those_the_page_names() -> None:
    """By hand: H, the first block, and from it the last places of a shoe of four cards."""
    head = hashlib.sha256(
        b"pitboss-shuffle-1\n"
        b"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
        b"Ann\tlucky-7\n"
    ).digest()
    block = hashlib.sha256(head + bytes(8)).digest()
    first, second, third = (int.from_bytes(block[at : at + 4], "big") for at in (0, 4, 8))
    shoe = [10, 11, 12, 13]
    for last, word in ((3, first), (2, second), (1, third)):
        assert word < 2**32 - 2**32 % (last + 1)
        j = word % (last + 1)
        shoe[last], shoe[j] = shoe[j], shoe[last]
    assert list(order(SEED, [("Ann", "lucky-7")], [13, 12, 11, 10])) == shoe


def test_the_example_of_the_page_is_what_the_house_deals() -> None:
    """`docs/trust.md` works it out with its own few lines; this is the house's module."""
    cards = order(SEED, [("Ann", "lucky-7"), ("Zoë", "k_20")], DECK)
    told = " ".join(NAMES[card] for card in cards[:12])
    assert f"'{told}'" in (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")


def test_a_word_that_would_favour_the_first_places_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """2^32 leaves 1 when divided by 3: the last word would make the first place likelier."""
    monkeypatch.setattr(shuffling, "_words", lambda *_: iter([2**32 - 1, 2**32 - 2, 1]))
    # left out; 2^32-2 = 2 mod 3: the last stays; 1 mod 2: the second stays
    assert order(SEED, [], [1, 2, 3]) == bytes([1, 2, 3])
    monkeypatch.setattr(shuffling, "_words", lambda *_: iter([2**32 - 1, 0]))
    # 2 divides 2^32: nothing is left out, and the last word is 1 mod 2
    assert order(SEED, [], [1, 2]) == bytes([1, 2])


def test_every_card_is_as_likely_in_every_place() -> None:
    """Chi-square over card by place, for small decks; the seeds are counted up, not chosen."""
    for size, limit in ((2, 10.83), (5, 39.25), (8, 85.35)):  # 0.1 % of (size - 1)^2 degrees
        trials = 6000
        counts: Counter[tuple[int, int]] = Counter()
        for trial in range(trials):
            shoe = order(trial.to_bytes(32, "big"), [("Ann", str(trial))], range(size))
            counts.update(enumerate(shoe))
        expected = trials / size
        chi = sum(
            (counts[place, card] - expected) ** 2 / expected
            for place in range(size)
            for card in range(size)
        )
        assert chi < limit, (size, chi)


def test_every_order_of_four_cards_is_as_likely() -> None:
    trials = 12_000
    counts = Counter(order(bytes(32), [("Ann", str(trial))], range(4)) for trial in range(trials))
    assert len(counts) == 24
    expected = trials / 24
    chi = sum((counts[bytes(one)] - expected) ** 2 / expected
              for one in itertools.permutations(range(4)))  # fmt: skip
    assert chi < 49.73  # 0.1 % of 23 degrees of freedom


def test_one_letter_of_any_seed_makes_another_order() -> None:
    deck = list(DECK)
    plain = order(SEED, [("Ann", "a"), ("Bob", "b")], deck)
    other_server = bytes([1, *SEED[1:]])
    others = {
        order(other_server, [("Ann", "a"), ("Bob", "b")], deck),
        order(SEED, [("Ann", "b"), ("Bob", "b")], deck),
        order(SEED, [("Ann", "a"), ("Bob", "c")], deck),
        order(SEED, [("Bob", "b")], deck),
        order(SEED, [], deck),
    }
    assert len(others | {plain}) == 6


def test_the_promise_is_the_hash_of_the_seed_and_each_shoe_has_its_own() -> None:
    shoes = [PromisedShoe.new(1) for _ in range(100)]
    assert len({shoe.server_seed for shoe in shoes}) == 100
    for shoe in shoes:
        assert len(shoe.server_seed) == 32
        assert shoe.commitment == hashlib.sha256(shoe.server_seed).hexdigest()
    assert commitment(SEED).startswith("630dcd29")


@pytest.mark.parametrize("seed", ["a", "A-Z_09", "x" * 64])
def test_seeds_that_may_be_added(seed: str) -> None:
    assert PLAYERS_SEED.fullmatch(seed)


@pytest.mark.parametrize("seed", ["", "x" * 65, "a b", "a\n", "é", "a\tb", "٣", "a=b"])
def test_seeds_that_may_not(seed: str) -> None:
    assert not PLAYERS_SEED.fullmatch(seed)
