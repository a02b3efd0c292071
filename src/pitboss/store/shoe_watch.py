"""Follows the shoes of one table: what was promised, what was dealt, what was published.

A shoe is promised, shuffled, dealt card by card, and revealed when it is done with. Its order must
follow from the house's seed, which fits the promise, and from those that players added
(`promise_watch`). Every card that leaves it must be the next one of that order; it is of whole
decks, or of the discards where the shoe before ran out in mid-round; and a new shoe may come only
when the cut card has, so that the house cannot choose its moment.

Shoes of earlier versions are promised by a hash of their order, and shuffled at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from pitboss.cards import DECK, name
from pitboss.rules.limits import House
from pitboss.rules.vocabulary import Shoe
from pitboss.store import shuffling
from pitboss.store.promise_watch import PromiseWatch
from pitboss.store.records import ShoeCommitted, ShoeRevealed, ShoeSeeded
from pitboss.store.sealed import commitment_of_order
from pitboss.store.shuffling import Seeds
from pitboss.table import events as ev
from pitboss.table.log import card_of


class KeptShoe(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe as it is kept."""

    number: int
    commitment: str
    cards: bytes
    nonce: bytes
    opened: int | None = None
    """The entry that shuffled it, if that is known; until then the one that promised it."""
    revealed: int | None = None


class _OpenShoe(msgspec.Struct, kw_only=True):
    """A shoe that was shuffled and is not revealed yet."""

    number: int
    commitment: str | None
    """None where the promise is not known."""
    seeds: Seeds | None
    """What players added; None for a shoe of an earlier version, which has no method."""
    made_of: Counter[int] | None
    """The cards in it, where they are known."""
    kept: KeptShoe | None
    cards: bytes | None = None
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
        self.promises = PromiseWatch(say)
        self._open: dict[int, _OpenShoe] = {}
        self._now: _OpenShoe | None = None
        self._last: int | None = 0
        """The number of the last shoe shuffled; None where it cannot be known."""
        self._announced = False
        """Whether the next event must be the shuffle that was just announced."""
        self._due: bool | None = True
        """Whether a new shoe must come before the next round; None where nobody knows."""

    @property
    def place(self) -> tuple[int, int]:
        """The shoe being dealt and how many of its cards are gone."""
        return (self._now.number, len(self._now.dealt)) if self._now else (0, 0)

    def lose(self) -> None:
        """Something is missing: nothing is known of the shoe being dealt, nor of its number."""
        self._last, self._due, self._announced = None, None, False
        self.promises.lose()
        for shoe in self._open.values():
            shoe.whole, shoe.cards = False, None

    # Promised and shuffled

    def committed(
        self, event: ShoeCommitted, entry: int, *, ran_out: bool, used: list[int] | None
    ) -> None:
        """A shoe was promised; one without a method is shuffled with it.

        `used` are the cards of the round that ran the last one out.
        """
        if event.method:
            self.promises.promised(event, entry, self._last)
            return
        if self.promises.begun:
            self._say(
                f"shoe {event.number} was promised without a method, as earlier versions did; "
                "this table's shoes have one by now"
            )
        self._shuffled(
            event.number, entry, commitment=event.commitment, seeds=None, ran_out=ran_out, used=used
        )

    def seeded(
        self, event: ShoeSeeded, entry: int, *, ran_out: bool, used: list[int] | None,
        seats: Mapping[int, str] | None,
    ) -> None:  # fmt: skip
        """The promised shoe is shuffled, with these seeds."""
        old = self._now is None or self._now.seeds is None
        promised = self.promises.fixed(event, entry, seats, at_once=ran_out and old)
        self._shuffled(
            event.number, entry, commitment=promised, seeds=event.seeds, ran_out=ran_out, used=used
        )

    def _shuffled(
        self, number: int, entry: int, *, commitment: str | None, seeds: Seeds | None,
        ran_out: bool, used: list[int] | None,
    ) -> None:  # fmt: skip
        shown = f"shoe {number}"
        if self._last is not None and number != self._last + 1:
            self._say(f"{shown} was shuffled; the next one's number is {self._last + 1}")
        if ran_out:
            self._check_empty(shown)
        else:
            if self._due is False:
                self._say(f"{shown} was shuffled although the cut card had not come")
            self._check_revealed()
        shoe = _OpenShoe(
            number=number, commitment=commitment, seeds=seeds,
            made_of=self._made_of(used, ran_out=ran_out),
            kept=self._kept(number, entry) if self._kept is not None else None, ran_out=ran_out,
            burns=0 if ran_out or self.house.shoe == "csm" else self._rules.burn,
        )  # fmt: skip
        if shoe.kept is not None:
            self._check_kept(shoe, shoe.kept, entry)
        self._open[number] = self._now = shoe
        self._last, self._announced, self._due = number, True, False

    def _made_of(self, used: list[int] | None, *, ran_out: bool) -> Counter[int] | None:
        whole = Counter(list(DECK) * self.decks)
        if not ran_out:
            return whole
        return None if used is None else whole - Counter(used)

    def _check_kept(self, shoe: _OpenShoe, kept: KeptShoe, entry: int) -> None:
        shown = f"shoe {shoe.number}"
        if shoe.commitment not in (None, kept.commitment):
            self._say(
                f"{shown} was promised as {_short(shoe.commitment)} and is kept as "
                f"{_short(kept.commitment)}"
            )
        if kept.opened is not None and kept.opened != entry:
            self._say(f"{shown} is kept as shuffled in entry {kept.opened}")
        fits = _promise_of(shoe, kept.cards, kept.nonce)
        if shoe.commitment not in (None, fits):
            self._say(
                f"{shown} was promised as {_short(shoe.commitment)}, what is kept of it hashes to "
                f"{_short(fits)}"
            )
        elif self._check_order(shoe, kept.cards, kept.nonce):
            shoe.cards = kept.cards

    def _check_order(self, shoe: _OpenShoe, cards: bytes, nonce: bytes) -> bool:
        """Whether this is the shoe's order, where anybody can tell."""
        due = shoe.made_of
        if due is None:
            return True
        shown = f"shoe {shoe.number}"
        if Counter(cards) != due:
            what = "the discards" if shoe.ran_out else f"{self.decks} whole decks"
            self._say(f"{shown} is not an order of {what}")
        elif shoe.seeds is not None and cards != shuffling.order(nonce, shoe.seeds, due.elements()):
            self._say(f"{shown} is in another order than the seeds give")
            return False
        return True

    def _check_empty(self, shown: str) -> None:
        now = self._now
        if now is not None and now.cards is not None and len(now.dealt) < len(now.cards):
            left = len(now.cards) - len(now.dealt)
            self._say(f"{shown} was shuffled although {left} cards were left in shoe {now.number}")

    # Dealt

    def see(self, event: ev.Event) -> None:
        """An event of a round."""
        if isinstance(event, ev.ShoeShuffled):
            if not self._announced and self._last is not None:
                self._say("a shoe was shuffled that was not promised")
            self._announced = False
        elif isinstance(event, ev.RoundClosed):
            self._due = self._spent()
        elif isinstance(event, ev.RoundOpened):
            self.should_have_come()
        elif isinstance(event, ev.TopCardBurned | ev.HoleCardDealt) or card_of(event) is not None:
            self._check_burned(burned=isinstance(event, ev.TopCardBurned))
            self._deal(card_of(event))

    def should_have_come(self) -> None:
        """A round begins: a new shoe must have come if the last one was done with."""
        if self._due:
            self._say("the cut card had come, but no new shoe did")
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

    def _compare(self, shoe: _OpenShoe, cards: bytes, place: int, card: int | None) -> None:
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
        try:
            cards, nonce = bytes.fromhex(event.cards), bytes.fromhex(event.nonce)
        except ValueError:
            self._say(f"{shown} was revealed with an order or a seed that is no number")
            cards = nonce = b""
        shoe = self._open.pop(event.number, None)
        if shoe is not None:
            if shoe is self._now:
                self._now = None
            self._check_revealed_order(shoe, cards, nonce)
        elif self.promises.next is not None and self.promises.next.number == event.number:
            shoe = self._unused(cards, nonce, entry)
        elif self._last is not None:
            self._say(f"{shown} was revealed, but it is none that waits for it")
        if shoe is None or shoe.kept is None:
            return
        kept = shoe.kept
        if (kept.cards, kept.nonce) != (cards, nonce):
            self._say(f"{shown} was revealed with another order or seed than is kept")
        if kept.opened is not None and kept.revealed != entry:
            when = "not revealed" if kept.revealed is None else f"revealed in entry {kept.revealed}"
            self._say(f"{shown} is kept as {when}")

    def _check_revealed_order(self, shoe: _OpenShoe, cards: bytes, nonce: bytes) -> None:
        fits = _promise_of(shoe, cards, nonce)
        if shoe.commitment not in (None, fits):
            self._say(
                f"shoe {shoe.number} was promised as {_short(shoe.commitment)}, but what was "
                f"revealed hashes to {_short(fits)}"
            )
        elif shoe.cards is None and shoe.whole and self._check_order(shoe, cards, nonce):
            for place, card in enumerate(shoe.dealt):
                self._compare(shoe, cards, place, card)

    def _unused(self, cards: bytes, nonce: bytes, entry: int) -> _OpenShoe:
        """A shoe that was promised, and revealed before it was shuffled."""
        promise = self.promises.next
        assert promise is not None
        self.promises.unused()
        shown = f"shoe {promise.number}"
        fits = shuffling.commitment(nonce)
        if fits != promise.commitment:
            self._say(
                f"{shown} was promised as {_short(promise.commitment)}, but what was revealed "
                f"hashes to {_short(fits)}"
            )
        if cards:
            self._say(f"{shown} was revealed with an order, and was never shuffled")
        return _OpenShoe(
            number=promise.number, commitment=promise.commitment, seeds=(), made_of=None,
            kept=self._kept(promise.number, entry) if self._kept is not None else None,
            ran_out=False, burns=0,
        )  # fmt: skip

    def all_revealed(self) -> None:
        """The table is closed: whatever was promised must be revealed by now."""
        self._check_revealed()
        if self.promises.next is not None:
            self._say(f"shoe {self.promises.next.number} was promised and was not revealed")

    def _check_revealed(self) -> None:
        for shoe in self._open.values():
            if shoe.whole:
                self._say(f"shoe {shoe.number} is done with and was not revealed")
        self._open.clear()

    def finish(self) -> None:
        """The log ends here: what is kept of the shoes that are not revealed must fit it."""
        for shoe in self._open.values():
            if shoe.kept is not None and shoe.kept.revealed is not None and shoe.whole:
                self._say(
                    f"shoe {shoe.number} is kept as revealed in entry {shoe.kept.revealed}, which "
                    "does not say so"
                )
        promise = self.promises.next
        kept = None
        if promise is not None and self._kept is not None:
            kept = self._kept(promise.number, promise.entry)
        if promise is None or kept is None:
            return
        shown = f"shoe {promise.number}"
        if not promise.commitment == kept.commitment == shuffling.commitment(kept.nonce):
            self._say(
                f"{shown} was promised as {_short(promise.commitment)}, and another seed is kept"
            )
        if (kept.cards, kept.opened, kept.revealed) != (b"", promise.entry, None):
            self._say(f"{shown} is not kept as promised in entry {promise.entry}, and no more")


def _promise_of(shoe: _OpenShoe, cards: bytes, nonce: bytes) -> str:
    """What must have been promised of it, if this is its order and the house's seed."""
    if shoe.seeds is None:
        return commitment_of_order(cards, nonce)
    return shuffling.commitment(nonce)


def _short(digest: str | None) -> str:
    return f"{(digest or '')[:12]}…"


def _card(card: int | None) -> str:
    if card is None:
        return "a card nobody knows"
    return name(card) if card in DECK else f"{card}, which is no card,"
