"""What a command would do: worked out on copies, true only when the store has it.

A step collects the events of the table and those of the house around it in their order, deals
from the shoe, and becomes the draft of one entry of the log.
"""

from __future__ import annotations

import msgspec

from pitboss.cards import DECK
from pitboss.rules.limits import House
from pitboss.store import records, shuffling
from pitboss.store.journal import Draft
from pitboss.store.ledger import Books
from pitboss.store.sealed import PromisedShoe, SealedShoe
from pitboss.store.typed_cards import TypedCards
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.shoe import ShoeEmpty
from pitboss.table.state import TableState


class Snapshot(msgspec.Struct, kw_only=True):
    """What a table of the house is between rounds, beside its first entry."""

    state: TableState
    seats: dict[int, str]
    house: House
    shoe: int
    position: int
    turn: int
    began: int
    paused: str | None = None
    promised: int = 0
    """The shoe that is promised and not shuffled yet; 0 if none is."""
    seeds: dict[str, str] = {}
    """What players added to it."""
    muted: bool = False


_snapshots = msgspec.json.Decoder(Snapshot)


def read_snapshot(data: bytes) -> Snapshot:
    """A snapshot as it is kept."""
    return _snapshots.decode(data)


class TableStep(msgspec.Struct, kw_only=True):
    """A table of the house as a command would leave it, and the entry that says so."""

    draft: Draft
    table: Table
    before: Table
    """The same as it is, which stays as it is."""
    seats: dict[int, str]
    books: Books
    shoe: SealedShoe | None
    old_shoes: list[SealedShoe]
    """Shoes that are done with and not yet revealed."""
    promise: PromisedShoe | None
    """The next shoe, which players may add seeds to."""
    seeds: dict[str, str]
    """What they added to it, by player."""
    typed: bool
    """Cards come from a real table: there are no shoes."""
    bots: range
    """Seats that play by themselves."""
    turn: int
    closed: bool
    began: int
    """When the round did, in milliseconds since 1970."""
    paused: str | None
    """Why no wagers are taken; None if they are."""
    muted: bool
    """Whether phrases are not passed on."""
    typed_cards: TypedCards
    """Cards that may be undone."""

    def do(self, action: act.Action) -> None:
        """Have the table do something."""
        self.table.do(action)
        self.draft.events += self.table.take_events()

    def note(self, event: records.HouseEvent) -> None:
        """Something happened around the table."""
        self.draft.events.append(event)

    def set_limits(self, house: House, reason: str) -> None:
        """Other limits hold from here on."""
        self.table = self.table.with_limits(house)
        self.note(records.LimitsSet(house, reason))

    def take_up_wagers(self) -> None:
        """Give wagers back that were made for a round nobody has dealt."""
        for seat in list(self.table.state.seats):
            if not self.table.playing and self.table.can(act.WithdrawWagers(seat.number)):
                self.do(act.WithdrawWagers(seat.number))

    # The shoe

    def deal_on(self) -> None:
        """Deal whatever can be dealt; after a round, see to the shoe."""
        table, shoe = self.table, self.shoe
        while table.wants_card and shoe is not None:
            try:
                card = shoe.draw()
            except ShoeEmpty:
                self.draft.events += table.take_events()
                shoe = self._discards_come_back(shoe)
                continue
            table.deal(card)
        self.draft.events += table.take_events()
        events = self.draft.events
        if shoe is not None and events and isinstance(events[-1], ev.RoundClosed):
            self._see_to_next_shoe(shoe)

    def _see_to_next_shoe(self, shoe: SealedShoe) -> None:
        """After a round: promise what is not, reveal what is done with."""
        if self.promise is None:  # the shoe is of an earlier version
            self.promise_shoe()
        rules, house = self.table.rules.shoe, self.table.limits.house
        cut = (house.penetration or rules.penetration) * 52 * rules.decks
        full = len(shoe.cards) == 52 * rules.decks
        if house.shoe == "csm" or not full or shoe.position >= round(cut):
            self.reveal_shoes()

    def promise_shoe(self) -> None:
        """Fix the house's seed for the next shoe: from now on players may add theirs."""
        if self.typed:
            return
        self.promise = PromisedShoe.new(self.shoe.number + 1 if self.shoe else 1)
        self.seeds = {}
        self.draft.promises.append(self.promise)
        self.note(
            records.ShoeCommitted(
                self.promise.number, self.promise.commitment, shuffling.METHOD
            )
        )  # fmt: skip

    def add_seed(self, player: str, seed: str) -> None:
        """A player has a say in the order of the promised shoe; their last seed counts."""
        assert self.promise is not None
        self.seeds[player] = seed
        self.note(records.SeedAdded(self.promise.number, player, seed))

    def shuffle_before_wagers(self) -> None:
        """Where a round begins without a shoe: shuffle the promised one, burn its top cards."""
        if self.typed or self.shoe is not None:
            return
        rules = self.table.rules.shoe
        shoe = self._shuffled(list(DECK) * rules.decks)
        if self.table.limits.house.shoe != "csm":
            for _ in range(rules.burn):
                self.do(act.BurnTop(shoe.draw()))
        self.promise_shoe()

    def reveal_shoes(self) -> None:
        """Publish the orders of all shoes, and the house's seeds they followed from."""
        for shoe in (*self.old_shoes, *([self.shoe] if self.shoe else [])):
            self.note(records.ShoeRevealed(shoe.number, shoe.cards.hex(), shoe.nonce.hex()))
        self.old_shoes, self.shoe = [], None

    def reveal_promise(self) -> None:
        """No shoe is shuffled any more: publish the seed that was promised for the next."""
        if self.promise is not None:
            seed = self.promise.server_seed
            self.note(records.ShoeRevealed(self.promise.number, "", seed.hex()))
        self.promise, self.seeds = None, {}

    def _discards_come_back(self, empty: SealedShoe) -> SealedShoe:
        """A shoe that ran out in mid-round is followed by one of everything not on the felt."""
        left = list(DECK) * self.table.rules.shoe.decks
        for card in self.table.state.cards_of_round():
            left.remove(card)
        if self.promise is None:  # the empty shoe is of an earlier version
            self.promise_shoe()
        self.old_shoes.append(empty)
        shoe = self._shuffled(left, ran_out=True)
        self.promise_shoe()
        return shoe

    def _shuffled(self, cards: list[int], *, ran_out: bool = False) -> SealedShoe:
        """The promised shoe, in the order that its seeds give these cards."""
        promise, here = self.promise, set(self.seats.values())
        assert promise is not None
        seeds = sorted((player, seed) for player, seed in self.seeds.items() if player in here)
        self.shoe = shoe = promise.shuffled(seeds, cards)
        self.draft.shoes.append(shoe)
        self.note(records.ShoeSeeded(shoe.number, seeds))
        self.do(act.Shuffle(ran_out))
        return shoe

    # The entry

    def finish(self, asked_before: tuple[int, ...], owner: str | None) -> None:
        """Fill in what follows from the events: money, results, what is asked now, a snapshot."""
        draft, table = self.draft, self.table
        draft.round, draft.owner = table.state.round, owner
        if any(isinstance(event, ev.RoundOpened) for event in draft.events):
            self.began = draft.at
        draft.movements, draft.results = self.books.follow(draft.events, draft.round, self.began)
        if table.question() != asked_before or draft.seq == 1:
            self.turn = draft.seq
        if self.typed:
            self.typed_cards.note(draft.seq, draft.events, self.before)
        between = not table.playing and not table.state.felt
        if between and (draft.seq == 1 or any(map(records.is_kept_whole_after, draft.events))):
            draft.snapshot = self._snapshot()

    def _snapshot(self) -> bytes:
        return msgspec.json.encode(
            Snapshot(
                state=self.table.state, seats=self.seats, house=self.table.limits.house,
                shoe=self.shoe.number if self.shoe else 0,
                position=self.shoe.position if self.shoe else 0, turn=self.turn, began=self.began,
                paused=self.paused, muted=self.muted,
                promised=self.promise.number if self.promise else 0, seeds=self.seeds,
            )
        )  # fmt: skip
