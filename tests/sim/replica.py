"""The simulator's cards once more, from the description in `sim.draws`: whole numbers only.

Nothing here is imported from the simulator, and nothing is packed: words by Steele, Lea and Flood's
splitmix64, ranks by counting. A fresh shoe's draw of 16 bits times the cards of the shoe is a place
in it and a rest; a shoe's draw, the upper 32 bits of a word, times the cards left is one of them
and a rest. Rests that would favour a place are skipped, and so are places whose card is gone.
"""

from __future__ import annotations

from collections.abc import Iterator

WORD = 1 << 64
GOLDEN = 0x9E3779B97F4A7C15
ROUNDS, SHOES, SUITS = 0, 1, 2
"""What a seed's words are for: rounds in fresh shoes, shoes, and the suits of shoes."""
WORDS_OF_A_ROUND, WORDS_OF_A_SHOE = 64, 4096
ROUNDS_OF_A_SHOE, SUITS_OF_A_ROUND = 1024, 16


def finalised(z: int) -> int:
    """Sixty-four mixed bits.

    >>> hex(finalised(GOLDEN)), hex(finalised(2 * GOLDEN % WORD))   # Vigna's, for seed 0
    ('0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4')
    """
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
    return z ^ z >> 31


def key(seed: int, purpose: int = ROUNDS) -> int:
    """Where the sequence of a seed begins."""
    return finalised((4 * seed + purpose + 1) * GOLDEN % WORD)


def word(start: int, place: int) -> int:
    """The word at a place of the sequence."""
    return finalised((start + place * GOLDEN) % WORD)


def words(start: int, place: int) -> Iterator[int]:
    """The words from a place on."""
    while True:
        yield word(start, place)
        place += 1


class FreshShoe:
    """The shoe of one round."""

    def __init__(self, seed: int, number: int, decks: int) -> None:
        self.decks = decks
        self.gone = [0] * 13
        drawn = words(key(seed), number * WORDS_OF_A_ROUND)
        self._draws = (bits >> 16 * quarter & 0xFFFF for bits in drawn for quarter in range(4))

    def draw(self) -> int:
        """The rank of the next card, 0 for an ace."""
        cards, of_a_rank = 52 * self.decks, 4 * self.decks
        for draw in self._draws:
            place, rest = divmod(draw * cards, 1 << 16)
            rank, number = divmod(place, of_a_rank)
            if rest >= (1 << 16) % cards and number >= self.gone[rank]:
                self.gone[rank] += 1
                return rank
        raise AssertionError("words do not end")


class Shoe:
    """A shoe that is dealt to its cut card."""

    def __init__(self, seed: int, number: int, decks: int) -> None:
        self.decks = decks
        self.left = [4 * decks] * 13
        self.felt = [0] * 13
        """Cards of the round being dealt, as far as they came from the shoe as it began."""
        self.ran_out = self.opened_another = False
        self._draws = (bits >> 32 for bits in words(key(seed, SHOES), number * WORDS_OF_A_SHOE))

    @property
    def cards(self) -> int:
        """How many cards are left."""
        return sum(self.left)

    def begin_round(self) -> None:
        """The felt is clear."""
        self.felt = [0] * 13

    def come_back(self) -> None:
        """The shoe is empty: the cards of earlier rounds come back, or another shoe is opened."""
        full = 4 * self.decks
        back = [full - on_felt for on_felt in self.felt]
        self.opened_another = not any(back)
        self.left = [full] * 13 if self.opened_another else back
        if self.opened_another:
            self.felt = [0] * 13
        self.ran_out = True

    def put_back(self, ranks: list[int]) -> None:
        """These cards were not drawn after all; words go on where they are."""
        for rank in ranks:
            self.left[rank] += 1
            self.felt[rank] -= 1

    def draw(self) -> int:
        """The rank of the next card, 0 for an ace."""
        if not self.cards:
            self.come_back()
        cards = self.cards
        for draw in self._draws:
            chosen, rest = divmod(draw * cards, 1 << 32)
            if rest >= (1 << 32) % cards:
                break
        rank = 0
        while chosen >= self.left[rank]:
            chosen -= self.left[rank]
            rank += 1
        self.left[rank] -= 1
        self.felt[rank] += 1
        return rank


def fresh_ranks(seed: int, number: int, decks: int, many: int) -> list[int]:
    """The first cards of a round in a fresh shoe."""
    shoe = FreshShoe(seed, number, decks)
    return [shoe.draw() for _ in range(many)]


def shoe_ranks(seed: int, number: int, decks: int, many: int) -> list[int]:
    """The first cards of a shoe, as if they were of one round."""
    shoe = Shoe(seed, number, decks)
    return [shoe.draw() for _ in range(many)]


def suited_natural_of_round(seed: int, number: int) -> bool:
    """Whether a natural nobody looked for is of one suit, in a fresh shoe at one seat."""
    return word(key(seed), number * WORDS_OF_A_ROUND + WORDS_OF_A_ROUND - 1) % 4 == 0


def suited_natural(seed: int, shoe: int, place: int) -> bool:
    """Whether the dealer's natural is of one suit, in a round of a shoe counted from 0."""
    number = shoe * ROUNDS_OF_A_SHOE + place
    return word(key(seed, SUITS), number * SUITS_OF_A_ROUND) % 4 == 0


def suited_hand(seed: int, shoe: int, place: int, seat: int, decks: int, *, pair: bool) -> bool:
    """Whether a seat's first two cards share a suit; seats are counted from 1.

    Of two cards of one rank, the second is one of 4 × decks − 1, of which decks − 1 do.
    """
    number = shoe * ROUNDS_OF_A_SHOE + place
    bits = word(key(seed, SUITS), number * SUITS_OF_A_ROUND + seat)
    return bits % (4 * decks - 1) < decks - 1 if pair else bits % 4 == 0
