"""Follows what is promised of a table's next shoe, and the seeds that players add to it.

The house fixes its seed first, then players add theirs, then the shoe is shuffled. A promise is
kept: the shoe that is shuffled next is the one that was promised, in an entry of its own before,
with the last seed of everyone who sits at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from pitboss.store.records import SeedAdded, ShoeCommitted, ShoeSeeded
from pitboss.store.shuffling import METHOD, PLAYERS_SEED


class NextShoe(msgspec.Struct, kw_only=True):
    """A shoe that is promised and not shuffled yet."""

    number: int
    commitment: str
    entry: int
    """The one that promised it."""
    seeds: dict[str, str] = {}
    """What players added, the last of each."""


class PromiseWatch:
    """The next shoe of a table."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self.next: NextShoe | None = None
        self.begun = False
        """Whether a shoe of this table ever named a method."""
        self._left_out: dict[str, int] = {}
        """Whose seed did not count at the last shuffle, and of which shoe: where it is not known
        who sat there, they must have been away."""
        self._unused = 0
        """A promised shoe whose seed was published before it was shuffled."""
        self._lost = False
        """Whether something is missing, so that a promise may have been in it."""

    def lose(self) -> None:
        """Something is missing: nothing is known of the next shoe."""
        self.next, self._lost, self._left_out = None, True, {}

    def promised(self, event: ShoeCommitted, entry: int, last: int | None) -> None:
        """The house's seed is fixed for the shoe after the last one that was shuffled."""
        shown = f"shoe {event.number}"
        if event.method != METHOD:
            self._say(f"{shown} is to be shuffled by {event.method!r}, which is not known here")
        if self.next is not None:
            self._say(f"{shown} was promised although shoe {self.next.number} waits to be shuffled")
        elif self._unused:
            self._say(f"{shown} was promised although shoe {self._unused} was never shuffled")
        if last is not None and event.number != last + 1:
            self._say(f"{shown} was promised; the next one's number is {last + 1}")
        self.next = NextShoe(number=event.number, commitment=event.commitment, entry=entry)
        self.begun, self._lost = True, False

    def added(self, event: SeedAdded, actor: str, seats: Mapping[int, str] | None) -> None:
        """A player added a seed; `seats` says who sits where, if that is known."""
        shown = f"{event.player}'s seed for shoe {event.number}"
        if event.player != actor:
            self._say(f"{shown} was added by {actor or 'the house'}")
        if PLAYERS_SEED.fullmatch(event.seed) is None:
            self._say(f"{shown} is none: {event.seed[:80]!r}")
        if seats is not None and event.player not in seats.values():
            self._say(f"{shown} was added by somebody who does not sit here")
        if self.next is not None and self.next.number == event.number:
            self.next.seeds[event.player] = event.seed
        elif not self._lost:
            self._say(f"{shown} was added although that shoe does not wait to be shuffled")

    def fixed(
        self, event: ShoeSeeded, entry: int, seats: Mapping[int, str] | None, *, at_once: bool
    ) -> str | None:
        """The promised shoe is shuffled: what was promised of it, where that is known.

        `at_once`: it may have been promised just now, since no promise could be made before.
        """
        shown = f"shoe {event.number}"
        promise, self.next = self.next, None
        names = [player for player, _ in event.seeds]
        if names != sorted(set(names)):
            self._say(f"the seeds of {shown} are not in the order of their players' names")
        if promise is None or promise.number != event.number:
            if not self._lost:
                self._say(f"{shown} was shuffled and is not the one that was promised")
            return None
        if promise.entry == entry and not at_once:
            self._say(f"{shown} was shuffled as it was promised: nobody could add a seed before")
        here = None if seats is None else set(seats.values())
        self._left_out = {}
        if here is None:
            away = promise.seeds.keys() - set(names)
            self._left_out = dict.fromkeys(away, event.number)
        due = {
            player: seed
            for player, seed in promise.seeds.items()
            if (player in names if here is None else player in here)
        }
        if dict(event.seeds) != due:
            wrong = sorted(
                player
                for player in due.keys() | set(names)
                if dict(event.seeds).get(player) != due.get(player)
            )
            self._say(f"{shown} was shuffled with other seeds than were added: {', '.join(wrong)}")
        return promise.commitment

    def came(self, player: str) -> None:
        """Somebody sat down: they may have been away at the shuffle."""
        self._left_out.pop(player, None)

    def plays(self, player: str) -> None:
        """Somebody staked a wager, and so has sat here since the shuffle unless they came."""
        number = self._left_out.pop(player, None)
        if number is not None:
            self._say(f"shoe {number} was shuffled without the seed of {player}, who sat here")

    def unused(self) -> None:
        """The house's seed was published, and the shoe is never shuffled."""
        if self.next is not None:
            self._unused, self.next = self.next.number, None
