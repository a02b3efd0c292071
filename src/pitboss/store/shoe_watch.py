"""Follows the shoes of one table: what was promised, what was dealt, what was published.

A shoe is promised by a hash, dealt card by card, and revealed when it is done with. Every card that
leaves it must be the next one of the order that fits the hash; the order must be of whole decks, or
of the discards where the shoe before ran out in mid-round; and a new shoe may come only when the
cut card has, so that the house cannot choose its moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from pitboss.cards import DECK, name
from pitboss.rules.limits import House
from pitboss.rules.vocabulary import Shoe
from pitboss.store.records import ShoeCommitted, ShoeRevealed
from pitboss.store.sealed import commitment
from pitboss.table import events as ev
from pitboss.table.log import card_of


class KeptShoe(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe as it is kept."""

    number: int
    commitment: str
    cards: bytes
    nonce: bytes
    opened: int | None = None
    """The entry that promised it, if that is known."""
    revealed: int | None = None


class _PromisedShoe(msgspec.Struct, kw_only=True):
    """A shoe that was promised and is not revealed yet."""

    number: int
    commitment: str
    kept: KeptShoe | None
    cards: bytes | None
    """The order, where it is known and fits the promise."""
    ran_out: bool
    burns: int
    """Top cards that must be burned before the first round."""
    dealt: list[int | None] = []
    whole: bool = True
    """Whether all that was dealt from it is in `dealt`."""


class ShoeWatch:
    """The shoes of a table, in the order in which they were promised."""

    def __init__(
        self,
        rules: Shoe,
        house: House,
        kept: Callable[[int, int], KeptShoe | None] | None,
        say: Callable[[str], None],
    ) -> None:
        self.decks, self.house = rules.decks, house
        self._rules = rules
        self._kept = kept
        self._say = say
        self._open: dict[int, _PromisedShoe] = {}
        self._now: _PromisedShoe | None = None
        self._last: int | None = 0
        """The last number given; None where it cannot be known."""
        self._promised = False
        """Whether the next event must be the shuffle of a shoe just promised."""
        self._due: bool | None = True
        """Whether a new shoe must come before the next round; None where nobody knows."""

    @property
    def place(self) -> tuple[int, int]:
        """The shoe being dealt and how many of its cards are gone."""
        return (self._now.number, len(self._now.dealt)) if self._now else (0, 0)

    def lose(self) -> None:
        """Something is missing: nothing is known of the shoe being dealt, nor of its number."""
        self._last, self._due, self._promised = None, None, False
        for shoe in self._open.values():
            shoe.whole, shoe.cards = False, None

    # Promised

    def committed(
        self, event: ShoeCommitted, entry: int, *, ran_out: bool, used: list[int] | None
    ) -> None:
        """A new shoe; `used` are the cards of the round that ran the last one out."""
        shown = f"shoe {event.number}"
        if self._last is not None and event.number != self._last + 1:
            self._say(f"{shown} was promised; the next one's number is {self._last + 1}")
        if ran_out:
            self._check_empty(shown)
        else:
            if self._due is False:
                self._say(f"{shown} was promised although the cut card had not come")
            self.all_revealed()
        kept = self._kept(event.number, entry) if self._kept is not None else None
        shoe = _PromisedShoe(
            number=event.number, commitment=event.commitment, kept=kept, cards=None,
            ran_out=ran_out,
            burns=0 if ran_out or self.house.shoe == "csm" else self._rules.burn,
        )  # fmt: skip
        if kept is not None:
            self._check_kept(shoe, kept, entry)
            if shoe.cards is not None:
                self._check_order(shown, shoe.cards, used, ran_out=ran_out)
        self._open[event.number] = self._now = shoe
        self._last, self._promised, self._due = event.number, True, False

    def _check_kept(self, shoe: _PromisedShoe, kept: KeptShoe, entry: int) -> None:
        shown = f"shoe {shoe.number}"
        if kept.commitment != shoe.commitment:
            self._say(
                f"{shown} was promised as {shoe.commitment[:12]}… and is kept as "
                f"{kept.commitment[:12]}…"
            )
        if kept.opened is not None and kept.opened != entry:
            self._say(f"{shown} is kept as promised in entry {kept.opened}")
        fits = commitment(kept.cards, kept.nonce)
        if fits != shoe.commitment:
            self._say(
                f"{shown} was promised as {shoe.commitment[:12]}…, the order and the nonce that "
                f"are kept hash to {fits[:12]}…"
            )
        else:
            shoe.cards = kept.cards

    def _check_order(
        self, shown: str, cards: bytes, used: list[int] | None, *, ran_out: bool
    ) -> None:
        due = Counter(list(DECK) * self.decks)
        if ran_out:
            if used is None:
                return
            due -= Counter(used)
        if Counter(cards) != due:
            what = "the discards" if ran_out else f"{self.decks} whole decks"
            self._say(f"{shown} is not an order of {what}")

    def _check_empty(self, shown: str) -> None:
        now = self._now
        if now is not None and now.cards is not None and len(now.dealt) < len(now.cards):
            left = len(now.cards) - len(now.dealt)
            self._say(f"{shown} was promised although {left} cards were left in shoe {now.number}")

    # Dealt

    def see(self, event: ev.Event) -> None:
        """An event of a round."""
        if isinstance(event, ev.ShoeShuffled):
            if not self._promised and self._last is not None:
                self._say("a shoe was shuffled that was not promised")
            self._promised = False
        elif isinstance(event, ev.RoundClosed):
            self._due = self._spent()
        elif isinstance(event, ev.RoundOpened):
            self.should_have_come()
        elif isinstance(event, ev.TopCardBurned | ev.HoleCardDealt) or card_of(event) is not None:
            self._check_burned(burned=isinstance(event, ev.TopCardBurned))
            self._deal(card_of(event))

    def should_have_come(self) -> None:
        """A round begins: a new shoe must have been promised if the last one was done with."""
        if self._due:
            self._say("the cut card had come, but no new shoe was promised")
            self._due = False

    def _spent(self) -> bool | None:
        now = self._now
        if now is None or not now.whole:
            return None
        cut = (self.house.penetration or self._rules.penetration) * 52 * self.decks
        return self.house.shoe == "csm" or now.ran_out or len(now.dealt) >= round(cut)

    def _deal(self, card: int | None) -> None:
        now = self._now
        if now is None:
            if self._last is not None:
                self._say(f"{_card(card)} was dealt from no shoe")
            return
        place = len(now.dealt)
        now.dealt.append(card)
        if now.cards is not None:
            self._compare(now, now.cards, place, card)

    def _check_burned(self, *, burned: bool) -> None:
        """The first cards of a shoe are burned, and no others."""
        now = self._now
        if now is None or not now.whole or burned == (len(now.dealt) < now.burns):
            return
        self._say(f"of shoe {now.number} the first {now.burns} cards are burned and no others")
        now.burns = len(now.dealt) + burned

    def _compare(self, shoe: _PromisedShoe, cards: bytes, place: int, card: int | None) -> None:
        if place >= len(cards):
            self._say(f"{_card(card)} was dealt, but shoe {shoe.number} was empty")
        elif card != cards[place]:
            self._say(
                f"{_card(card)} was dealt as card {place + 1} of shoe {shoe.number}, whose order "
                f"has {_card(cards[place])} there"
            )

    # Revealed

    def revealed(self, event: ShoeRevealed, entry: int) -> None:
        """A shoe's order was published."""
        shown = f"shoe {event.number}"
        shoe = self._open.pop(event.number, None)
        if shoe is None:
            if self._last is not None:
                self._say(f"{shown} was revealed, but it is none that waits for it")
            return
        if shoe is self._now:
            self._now = None
        try:
            cards, nonce = bytes.fromhex(event.cards), bytes.fromhex(event.nonce)
        except ValueError:
            self._say(f"{shown} was revealed with an order or a nonce that is no number")
            return
        fits = commitment(cards, nonce)
        if fits != shoe.commitment:
            self._say(
                f"{shown} was promised as {shoe.commitment[:12]}…, but what was revealed hashes to "
                f"{fits[:12]}…"
            )
        elif shoe.cards is None and shoe.whole:
            for place, card in enumerate(shoe.dealt):
                self._compare(shoe, cards, place, card)
        kept = shoe.kept
        if kept is not None and (kept.cards, kept.nonce) != (cards, nonce):
            self._say(f"{shown} was revealed with another order or nonce than is kept")
        if kept is not None and kept.opened is not None and kept.revealed != entry:
            when = "not revealed" if kept.revealed is None else f"revealed in entry {kept.revealed}"
            self._say(f"{shown} is kept as {when}")

    def all_revealed(self) -> None:
        """Whatever was promised must be revealed by now."""
        for shoe in self._open.values():
            if shoe.whole:
                self._say(f"shoe {shoe.number} is done with and was not revealed")
        self._open.clear()

    def finish(self) -> None:
        """The log ends here: what is not revealed must not be kept as if it were."""
        for shoe in self._open.values():
            if shoe.kept is not None and shoe.kept.revealed is not None and shoe.whole:
                self._say(
                    f"shoe {shoe.number} is kept as revealed in entry {shoe.kept.revealed}, which "
                    "does not say so"
                )


def _card(card: int | None) -> str:
    return "a card nobody knows" if card is None else name(card)
