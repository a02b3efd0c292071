"""How a shoe's order follows from the house's seed and the players': the method pitboss-shuffle-1.

`docs/trust.md` states it so that anyone can carry it out; this is the same in Python. The house
promises its seed by a hash before any player adds one, so neither side chooses the order alone.

>>> server_seed = bytes(range(32))
>>> commitment(server_seed)[:16]
'630dcd2966c43366'
>>> list(order(server_seed, [("Ann", "lucky-7")], range(8)))
[3, 6, 4, 5, 2, 1, 0, 7]
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from struct import Struct

METHOD = "pitboss-shuffle-1"
"""Its name and version, as every promise gives them."""
SERVER_SEED = 32
"""Bytes of the house's seed."""
LONGEST_SEED = 64
"""Characters of a player's."""
PLAYERS_SEED = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_SEED}}}")

Seeds = Sequence[tuple[str, str]]
"""Players and what each added, sorted by name."""

_WORDS = 2**32
_words_of_block = Struct(">8I").unpack


def commitment(server_seed: bytes) -> str:
    """What is published before players add their seeds."""
    return hashlib.sha256(server_seed).hexdigest()


def order(server_seed: bytes, seeds: Seeds, cards: Iterable[int]) -> bytes:
    """The cards in the order in which they are dealt."""
    shoe = sorted(cards)
    words = _words(server_seed, seeds)
    for last in range(len(shoe) - 1, 0, -1):
        places = last + 1
        word = next(words)
        while word >= _WORDS - _WORDS % places:  # else the first places would be likelier
            word = next(words)
        chosen = word % places
        shoe[last], shoe[chosen] = shoe[chosen], shoe[last]
    return bytes(shoe)


def _words(server_seed: bytes, seeds: Seeds) -> Iterator[int]:
    """Numbers below 2^32 that the seeds give, without end."""
    lines = (METHOD, server_seed.hex(), *(f"{player}\t{seed}" for player, seed in seeds))
    head = hashlib.sha256("".join(f"{line}\n" for line in lines).encode())
    start = hashlib.sha256(head.digest())
    number = 0
    while True:
        block = start.copy()
        block.update(number.to_bytes(8, "big"))
        yield from _words_of_block(block.digest())
        number += 1
