"""The order of a shoe worked out by itself, from what `docs/trust.md` says in words.

Written from the prose with another way of reading the stream and of choosing, so that a slip in
the house's own module is not made twice.
"""

from __future__ import annotations

import hashlib

from pitboss.store.records import Entry, SeedAdded, ShoeCommitted, ShoeRevealed, ShoeSeeded


def order_of(server_seed: str, seeds: dict[str, str], cards: list[int]) -> list[int]:
    """The cards as they are dealt; the house's seed in hex, the players' by their names."""
    text = "pitboss-shuffle-1\n" + server_seed + "\n"
    for player in sorted(seeds):
        text += player + "\t" + seeds[player] + "\n"
    h = hashlib.sha256(text.encode("utf-8")).digest()
    stream, blocks = b"", 0
    shoe, left, dealt = sorted(cards), len(cards), list[int]()
    while left > 1:
        while True:
            if len(stream) < 4:
                stream += hashlib.sha256(h + blocks.to_bytes(8, byteorder="big")).digest()
                blocks += 1
            word = int.from_bytes(stream[:4], "big")
            stream = stream[4:]
            if word // left < 2**32 // left:  # the last, smaller share of the words is left out
                break
        place = word % left
        dealt.append(shoe[place])
        shoe[place] = shoe[left - 1]
        left -= 1
    return [*shoe[:left], *reversed(dealt)]


def check_shoes(entries: list[Entry], decks: int) -> int:
    """Whether every revealed shoe of a log is the one that was promised; how many there are.

    The seeds are gathered from the entries that added them, and the seats are believed of none:
    whoever's seed is in the order must have added it after the promise and before the shuffle.
    """
    promises: dict[int, tuple[int, str]] = {}
    added: dict[int, dict[str, str]] = {}
    fixed: dict[int, dict[str, str]] = {}
    checked = 0
    for entry in entries:
        for event in entry.events:
            if isinstance(event, ShoeCommitted):
                assert event.method == "pitboss-shuffle-1"
                assert event.number not in promises
                promises[event.number] = entry.seq, event.commitment
            elif isinstance(event, SeedAdded):
                assert event.number in promises
                assert event.number not in fixed
                assert event.player == entry.actor
                added.setdefault(event.number, {})[event.player] = event.seed
            elif isinstance(event, ShoeSeeded):
                assert promises[event.number][0] < entry.seq
                fixed[event.number] = dict(event.seeds)
                mine = added.get(event.number, {})
                assert all(mine[player] == seed for player, seed in event.seeds)
            elif isinstance(event, ShoeRevealed):
                checked += _check(event, promises[event.number][1], fixed.get(event.number), decks)
    return checked


def _check(event: ShoeRevealed, promised: str, seeds: dict[str, str] | None, decks: int) -> bool:
    seed = bytes.fromhex(event.nonce)
    assert len(seed) == 32
    assert hashlib.sha256(seed).hexdigest() == promised
    if seeds is None:
        assert event.cards == ""
        return False
    cards = list(bytes.fromhex(event.cards))
    assert len(cards) <= 52 * decks
    assert cards == order_of(event.nonce, seeds, cards)
    return True
