"""The vocabulary: everything a game can say about itself, as one frozen value.

`Rules` is a game with every house option decided. It is decoded strictly from a game's TOML file
(keys are the field names with dashes); the docstring under each field is its meaning. Nothing here
knows any particular game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from pitboss.rules.grammar import Odds, Ranks, Share, Ties, Totals
from pitboss.rules.sentences import Contradictions, Problem, one_of, shown, told, use, wrong

Id = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z",
        description="lower-case letters, digits and single dashes, such as 'lucky-7'",
    ),
]
"""The name of a game or a bet in commands, files and logs."""

Pay = Annotated[int, Meta(ge=1)] | Literal["push", "loss", "none"]
"""To one: 10 returns the stake and ten more. ``none``: the bet is not offered on that table."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A table of the file; unknown keys are errors."""

    OFF: ClassVar[Mapping[str, object]] = {}
    """What ``section = false`` means where the game cannot do without the section."""

    def problems(self) -> Iterable[Problem]:
        """Everything its values contradict, each told of a key of its own."""
        return ()

    def __post_init__(self) -> None:
        found = list(self.problems())
        if found:
            raise Contradictions(found)


class Shoe(Section, frozen=True, kw_only=True):
    """Where the cards come from."""

    decks: Annotated[int, Meta(ge=1, le=8)]
    """52-card decks shuffled together."""
    penetration: Annotated[float, Meta(ge=0.1, le=0.95)]
    """How far into the shoe the cut card stands, as a part of the whole."""
    burn: Annotated[int, Meta(ge=0, le=10)]
    """Cards burned face down after a shuffle."""


class Wagers(Section, frozen=True, kw_only=True):
    """What a player must stake before the deal."""

    opening: tuple[Id, ...]
    """Ids of the equal wagers every hand starts with; the first one is the unit of everything."""
    names: dict[str, str]
    """What the felt calls each of them."""
    seats: Annotated[int, Meta(ge=1, le=9)]
    """Most seats dealt to."""

    def problems(self) -> Iterator[Problem]:
        if not 1 <= len(self.opening) <= 2 or len(set(self.opening)) != len(self.opening):
            yield wrong("opening", self.opening, "use one id, or two different ones")
        for bet in dict.fromkeys(self.opening):
            if bet not in self.names:
                yield told(
                    "names",
                    f" has no {shown(bet)}, one of the opening wagers; add {bet} = '…', its name "
                    "on the felt",
                    others=["opening"],
                )


class Dealer(Section, frozen=True, kw_only=True):
    """How the dealer's hand is made."""

    stands_on: Annotated[int, Meta(ge=12, le=21)]
    """The dealer draws below this total."""
    soft17: Literal["hit", "stand", "none"]
    """What the dealer does on the soft total of `stands_on`; ``none`` where `stops_on` decides."""
    stops_on: tuple[Annotated[int, Meta(ge=12, le=21)], ...] = ()
    """Totals, hard or soft, that end the dealer's hand whenever they are reached."""
    pushes_on: tuple[int, ...] = ()
    """Final totals against which every hand that has not bust pushes; may be 22."""
    replaces: Ranks = Ranks.parse("none")
    """Upcards that are set aside and replaced, once, by the next card of the shoe."""
    peeks: bool
    """Whether the dealer looks under an ace or ten-value card before anyone plays."""

    def problems(self) -> Iterator[Problem]:
        ended_by_rule = self.stands_on in self.stops_on
        if ended_by_rule and self.soft17 != "none":
            yield wrong(
                "soft17",
                self.soft17,
                f"use 'none', because the dealer stops on every {self.stands_on} (stops-on)",
                others=["stops-on", "stands-on"],
            )
        if not ended_by_rule and self.soft17 == "none":
            yield wrong(
                "soft17",
                self.soft17,
                f"use 'hit' or 'stand', or add {self.stands_on} to stops-on",
                others=["stops-on", "stands-on"],
            )
        finals = {*range(self.stands_on, 23), *self.stops_on}
        for total in self.pushes_on:
            if total not in finals:
                yield wrong(
                    "pushes-on",
                    self.pushes_on,
                    f"the dealer never ends on {total}; {use(sorted(finals))}, or add it to "
                    "stops-on as well",
                    others=["stops-on", "stands-on"],
                )


class Natural(Section, frozen=True, kw_only=True):
    """Ace and ten-value card on the first two cards."""

    pays: Odds
    """What a winning natural pays."""
    paid: Literal["before-peek", "after-peek"]
    """Before the dealer looks (it then wins even against a dealer natural), or after."""


class Insurance(Section, frozen=True, kw_only=True):
    """The wager offered when the dealer shows an ace."""

    OFF = {"offered": False}

    offered: bool
    """Whether the house offers it."""
    pays: Odds
    """What it pays when the dealer has a natural."""
    share: Share
    """Most that may be staked, as a part of `covers`."""
    covers: tuple[str, ...]
    """The opening wagers it is measured by."""

    def problems(self) -> Iterator[Problem]:
        if not 0 < self.share.part <= self.share.over:
            yield wrong("share", self.share.text, "use more than 0 and at most 1, such as '1/2'")
        if self.pays.pays == 0:
            yield wrong("pays", self.pays.text, "use odds that pay something, such as '2 to 1'")


class Double(Section, frozen=True, kw_only=True):
    """One more wager for exactly one more card."""

    OFF = {"on": "none"}

    on: Totals
    """Two-card hands that may be doubled."""
    after_split: bool
    """Whether hands made by a split may be doubled."""
    adds: Literal["unit", "equal"] = "unit"
    """One unit, or as much as already stands on the hand."""
    again: Annotated[int, Meta(ge=0, le=3)] = 0
    """How often a doubled hand below 21 may be doubled again, each time for one more card."""


class Split(Section, frozen=True, kw_only=True):
    """Two cards that pair become two hands."""

    OFF = {"max-hands": 1}

    pairs: Literal["rank", "value"]
    """Equal rank (K-K), or equal value (K-Q)."""
    max_hands: Annotated[int, Meta(ge=1, le=8)]
    """Most hands one seat can make; 1: no splits."""
    first: Literal["paid", "moves-wager"]
    """The first split costs a unit, or the second opening wager moves to the new hand."""
    resplit_aces: bool
    """Whether a pair of aces made by splitting aces may be split again."""
    hit_aces: bool
    """Whether split aces are played like other hands; if not they get one card each."""
    second_cards: Literal["in-turn", "at-once"]
    """Each hand gets its second card when its turn comes, or both as soon as they are made."""
    again: Literal["may", "must"] = "may"
    """Whether a pair that a split hand draws may be split, or must be while there is room."""


class Surrender(Section, frozen=True, kw_only=True):
    """Giving up half the stake."""

    OFF = {"late": False, "early": "none"}

    late: bool
    """Allowed as the first decision, after the peek."""
    early: Ranks = Ranks.parse("none")
    """Upcards against which it is allowed before the peek: a dealer natural then takes no more."""


class Mulligan(Section, frozen=True, kw_only=True):
    """A drawn card may be burned and replaced, once per hand."""

    ranks: Ranks
    """Ranks that may be burned."""
    split_cards: bool
    """Whether the second card of a split hand counts as drawn."""
    double_cards: bool
    """Whether the one card of a double may be burned."""
    dealt_cards: bool = False
    """Whether a card of the first two may be burned as the first decision, the higher one if both
    may; the hand then hits or stands, whatever `afterwards` says."""
    split_ace_cards: bool = True
    """Whether the second card of a split ace may be burned where other split hands' may."""
    bust_cards: Literal["replaced", "offered", "lost"] = "offered"
    """A card that would bust the hand: replaced without asking, offered like any other, or lost
    with the hand."""
    afterwards: Literal["hit-or-stand", "any"] = "any"
    """What a hand that has burned may still do: hit or stand only, or whatever its cards allow."""


class TakeBack(Section, frozen=True, kw_only=True):
    """An opening wager may be withdrawn after the deal; the hand then only hits or stands."""

    bet: str
    """The wager that comes back."""
    on: Totals
    """First two cards that allow it."""
    after_split: bool = False
    """Whether the wager on a hand made by a split comes back on those totals too, as its first
    decision; nothing is then left on the hand and it is over."""


class Charlie(Section, frozen=True, kw_only=True):
    """A hand of many cards that has not bust wins at once, whatever the dealer makes."""

    cards: Annotated[int, Meta(ge=3, le=10)]
    """Cards that make it; hands that were split or doubled too."""
    pays: Odds = Odds.parse("1 to 1")
    """What it pays."""

    def problems(self) -> Iterator[Problem]:
        if self.pays.pays == 0:
            yield wrong("pays", self.pays.text, "use odds that pay something, such as '1 to 1'")


class Caps(Section, frozen=True, kw_only=True):
    """How much may be staked beside the opening wagers."""

    games: Annotated[int, Meta(ge=0)] = 0
    """Most wagers on one hand, the opening ones counted; 0 for no cap of the game's own."""
    per_side: bool = False
    """Whether `side` holds for each side of the layout, besides `total`."""
    side: Share | None = None
    """Most on one side of the layout, as a part of the main wager."""
    total: Share | None = None
    """Most on all bets that have a side, as a part of the main wager."""


class When(Section, frozen=True, kw_only=True):
    """Facts that must all hold; a fact left out may be anything. `facts` gives them numbers."""

    original_upcard: Ranks | None = None
    """The first upcard, before any replacement."""
    upcard: Ranks | None = None
    """The upcard the dealer plays."""
    replaced: bool | None = None
    """Whether the first upcard was set aside."""
    dealer_natural: bool | None = None
    """Whether upcard and hole card are a natural."""
    dealer_suited: bool | None = None
    """Whether upcard and hole card share a suit."""
    player: Totals | None = None
    """The player's first two cards."""
    player_natural: bool | None = None
    """Whether the first two cards are a natural."""
    player_suited: bool | None = None
    """Whether the first two cards share a suit."""
    pair: Ranks | None = None
    """The rank of the player's first two cards when they are of one rank; ``none``: no pair."""
    matches_upcard: bool | None = None
    """Whether the player's pair has the upcard's rank."""
    result: Literal["win", "push", "lose"] | None = None
    """How the first hand ends against the dealer."""
    tie: Ties | None = None
    """Totals, or ``natural``, on which both tie exactly: ``17-19``, ``20, natural``."""
    doubled: bool | None = None
    """Whether the first hand was doubled."""
    split_21: Literal["any", "aces", "tens", "none"] = "any"
    """Which first hands count of those that make 21 with two cards after a split: ``aces`` that
    drew a ten-value card, ``tens`` that drew an ace, ``any`` of both or ``none``. Every other hand
    counts."""


class Event(Section, frozen=True, kw_only=True):
    """One line of a pay table."""

    event: str
    """Its name in files, logs and figures, and on the sign where it has no `label`."""
    label: str = ""
    """What people read and hear of it, where its name says too little."""
    when: When
    """What must be so."""
    pays: tuple[Pay, ...]
    """What it pays on each pay table, the first table first."""

    def problems(self) -> Iterator[Problem]:
        if not self.pays:
            yield wrong("pays", self.pays, "give one pay for each pay table")


class Bet(Section, frozen=True, kw_only=True):
    """A wager beside the opening ones: the first event that holds decides, or it loses."""

    id: Id
    """The id used in commands and logs."""
    name: str
    """What the felt calls it."""
    paytable: Id
    """The name its pay tables are chosen by; bets with one name change together."""
    side: Literal["left", "right", ""] = ""
    """The side of the layout it stands on, where sides are capped."""
    lost_on_second_split: bool = False
    """Whether splitting more than once loses it, unless it is decided by then."""
    otherwise: str = ""
    """What people read and hear when no event of its pay table holds and it loses."""
    second_split: Literal["any-hand", "first-hand"] = "any-hand"
    """Whose second split that is: of any hand, or only of the first one, which it rides on."""
    surrendered: Literal["settled", "returned"] = "settled"
    """What becomes of it when the first hand, which it rides on, is given up: it is settled as on a
    hand that lost, or given back."""
    collected: Literal["in-turn", "after-payments"] = "in-turn"
    """Where the deal decides it for several seats: seat by seat, or the losers when all others are
    paid."""
    events: tuple[Event, ...]
    """The pay table, top to bottom."""

    def problems(self) -> Iterator[Problem]:
        if not self.events:
            yield wrong("events", self.events, "give the bet one event or more")
            return
        for event in self._odd_ones([len(event.pays) for event in self.events]):
            numbers = ", ".join(f"{one.event} has {len(one.pays)}" for one in self.events)
            yield wrong(
                ("events", event.event, "pays"),
                event.pays,
                f"give every event one pay for each pay table; now {numbers}",
            )
            return
        for table in range(self.tables):
            for event in self._odd_ones([event.pays[table] == "none" for event in self.events]):
                yield wrong(
                    ("events", event.event, "pays"),
                    event.pays,
                    f"on pay table {table + 1} use 'none' for all events or for no event",
                )

    def _odd_ones(self, groups: Sequence[object]) -> list[Event]:
        """Events that are not in the largest group; all where two groups are as large."""
        if len(set(groups)) == 1:
            return []
        counts = Counter(groups).most_common(2)
        (largest, count), (_, next_count) = counts
        pairs = zip(self.events, groups, strict=True)
        return [event for event, group in pairs if count == next_count or group != largest]

    @property
    def tables(self) -> int:
        """How many pay tables there are."""
        return len(self.events[0].pays)

    def offered(self, table: int) -> bool:
        """Whether the bet exists on that pay table (counted from 1)."""
        return self.events[0].pays[table - 1] != "none"


NEWER: tuple[tuple[str, str], ...] = (
    ("double", "again"),
    ("surrender", "early"),
    ("charlie", "cards"),
    ("charlie", "pays"),
    ("split", "again"),
    ("take_back", "after_split"),
    ("mulligan", "dealt_cards"),
    ("mulligan", "split_ace_cards"),
    ("mulligan", "bust_cards"),
    ("mulligan", "afterwards"),
)
"""Sections and fields that are younger than the hashes of games in old logs: part of a game's hash
only where a game gives them another value than they had before they were there."""


class Rules(Section, frozen=True, kw_only=True):
    """One game, every house option decided.

    It has a section for each topic, whose fields are the keys of a game's file; `pitboss schema`
    explains every one of them.
    """

    shoe: Shoe
    wagers: Wagers
    dealer: Dealer
    natural: Natural
    insurance: Insurance
    double: Double
    split: Split
    surrender: Surrender
    mulligan: Mulligan | None = None
    take_back: TakeBack | None = None
    charlie: Charlie | None = None
    caps: Caps = Caps()
    bets: tuple[Bet, ...] = ()
    paytables: dict[str, int] = {}
    """Which pay table is in use for each name, counted from 1."""

    def problems(self) -> Iterator[Problem]:
        yield from self._wager_problems()
        yield from self._bet_problems()
        yield from self._cap_problems()
        if self.surrender.late and not self.dealer.peeks:
            yield wrong(
                ("surrender", "late"),
                True,
                "late surrender comes after the peek and dealer.peeks = false; use false here or "
                "true there",
                others=[("dealer", "peeks")],
            )
        if self.natural.paid == "before-peek" and self.natural.pays.pays == 0:
            yield wrong(
                ("natural", "pays"),
                self.natural.pays.text,
                "a natural that always wins (natural.paid = 'before-peek') must pay something, "
                "such as '1 to 1'",
                others=[("natural", "paid")],
            )

    def _wager_problems(self) -> Iterator[Problem]:
        opening, covers = self.wagers.opening, self.insurance.covers
        wagers = ("wagers", "opening")
        if not covers or len(set(covers)) != len(covers) or not set(covers) <= set(opening):
            yield wrong(
                ("insurance", "covers"),
                covers,
                f"use the opening wagers (wagers.opening) {' and '.join(opening)}, each once"
                if len(opening) > 1
                else f"use ['{opening[0]}'], the opening wager (wagers.opening)",
                others=[wagers],
            )
        moves = self.split.first == "moves-wager"
        if moves != (len(opening) == 2):
            yield wrong(
                ("split", "first"),
                self.split.first,
                "use 'paid', because there is one opening wager (wagers.opening)"
                if moves
                else "use 'moves-wager', because there are two opening wagers (wagers.opening) and "
                "the second one goes to the second hand",
                others=[wagers],
            )
        if self.take_back and self.take_back.bet not in opening[1:]:
            yield wrong(
                ("take-back", "bet"),
                self.take_back.bet,
                f"use '{opening[1]}', the second opening wager"
                if len(opening) == 2
                else "only a second opening wager can be taken back and this game has one; leave "
                "take-back out",
                others=[wagers],
            )
        if self.take_back and self.take_back.after_split and (riding := self._riding_bet()):
            yield wrong(
                ("take-back", "after-split"),
                True,
                f"use false, because {riding} rides on the first hand and nothing says what "
                "becomes of it when that hand's wager comes back",
                others=[("bets", riding)],
            )
        if self.caps.games and self.caps.games < len(opening):
            yield wrong(
                ("caps", "games"),
                self.caps.games,
                f"use 0 for no cap, or {len(opening)} and more, because every hand has "
                f"{len(opening)} opening wagers",
                others=[wagers],
            )

    def _riding_bet(self) -> str:
        """A bet that waits for the result of a hand; nothing if none does."""
        asked = (
            (bet.id, (event.when.result, event.when.tie, event.when.doubled))
            for bet in self.bets
            for event in bet.events
        )
        return next((bet for bet, facts in asked if any(fact is not None for fact in facts)), "")

    def _bet_problems(self) -> Iterator[Problem]:
        ids = Counter([*self.wagers.opening, "insurance", *(bet.id for bet in self.bets)])
        for bet_id, count in ids.items():
            if count > 1:
                yield told(
                    ("bets", bet_id),
                    f": the id {shown(bet_id)} is used twice; give one of the two another",
                    others=[("wagers", "opening")],
                )
        tables = {bet.paytable: bet for bet in self.bets}
        for bet in self.bets:
            other = tables[bet.paytable]
            if bet.tables != other.tables:
                yield wrong(
                    ("bets", bet.id, "paytable"),
                    bet.paytable,
                    f"{bet.id} has {bet.tables} pay tables and {other.id} has {other.tables}; give "
                    "both equally many, or names of their own",
                    others=[("bets", other.id)],
                )
            table = self.table_of(bet)
            if not 1 <= table <= bet.tables:
                yield wrong(("paytables", bet.paytable), table, f"use 1 to {bet.tables}")
        finals = {*range(self.dealer.stands_on, 22), *self.dealer.stops_on, Ties.NATURAL}
        for bet in self.bets:
            for event in bet.events:
                tie = event.when.tie
                if tie and any(
                    tie.mask >> total & 1 and total not in finals for total in range(23)
                ):
                    ends = one_of([*sorted(finals - {Ties.NATURAL}), "'natural'"])
                    yield wrong(
                        ("bets", bet.id, "events", event.event, "when", "tie"),
                        tie.text,
                        f"the dealer never ends there; use {ends}",
                        others=[("dealer", "stands-on"), ("dealer", "stops-on")],
                    )

    def _cap_problems(self) -> Iterator[Problem]:
        capped = self.caps.side or self.caps.total
        if capped and not any(bet.side for bet in self.bets):
            yield wrong(
                ("caps", "side" if self.caps.side else "total"),
                capped.text,
                "it caps bets that have a side, and no bet has one; leave it out, or give a bet "
                "side = 'left' or 'right'",
                others=[("bets",)],
            )
        if self.caps.per_side and not self.caps.side:
            yield wrong(
                ("caps", "per-side"), True, "say in caps.side how much, such as '1/2'",
                others=[("caps", "side")],
            )  # fmt: skip

    @property
    def offered_bets(self) -> tuple[Bet, ...]:
        """The side bets that exist on the pay tables in use."""
        return tuple(bet for bet in self.bets if bet.offered(self.table_of(bet)))

    def table_of(self, bet: Bet) -> int:
        """The pay table in use for a bet."""
        return self.paytables.get(bet.paytable, 1)
