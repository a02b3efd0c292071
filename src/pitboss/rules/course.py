"""The course of a hand: on which terms it stands, and where each move leads.

A hand is its cards and its `Terms`. Terms are the nodes of a small graph that is compiled from the
rules once; a move is an `Edge` that says what is staked or comes back, which cards are given up or
drawn, and on which terms the hand stands then. What a mechanic means is said here and nowhere
else: the engines interpret nodes and edges and do not know why they are there.

>>> from pitboss import games
>>> course = compile_course(games.find(games.BUILT_IN[1]).rules())
>>> [terms.name for terms in course.terms]
['first two cards', 'doubled', 'split', 'split, doubled', 'split aces', 'taken back']
>>> last = course.terms[course.opening].edges[-1]
>>> last.move.name, last.returns, course.terms[last.next].name
('TAKE_BACK', 1, 'taken back')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import msgspec

from pitboss.rules import hands
from pitboss.rules.moves import Move, definition
from pitboss.rules.vocabulary import Rules

NONE = -1
ANY_RANK = (1 << 13) - 1

NO_CARD, LAST_CARD, HIGHEST_CARD = 0, 1, 2
"""What an `Edge` gives up of the hand: the highest card is that of those it may give up."""


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A move on certain terms: when it is open, what it does, where it leads."""

    move: int
    states: tuple[int, ...]
    """``states[n]``: the hands of n cards that have the move, as bits of hand states; the last
    entry is for hands of so many cards or more."""
    pairs: bool = False
    """Open only to two cards that pair."""
    upcards: int = ANY_RANK
    """Upcards (ranks as bits) against which it is open."""
    last_card: int = ANY_RANK
    """Ranks the hand's last card must have; where the highest is given up, ranks that may be."""
    hands_below: int = 0
    """Open while the seat has fewer hands than this; 0 for no such limit."""

    units: int = 0
    """Units the player adds: to the new hand if the move makes one, else to this hand."""
    returns: int = NONE
    """The opening wager that comes back to the player; of a hand made by a split, its only one."""
    moves_wager: int = NONE
    """The opening wager that goes over to the new hand."""
    discards: int = NO_CARD
    """Which cards leave the hand; a hand that is split parts with its last card."""
    draws: int = 0
    """Cards the hand draws; the new hand draws as many."""
    next: int = NONE
    """Terms of the hand afterwards; `NONE` where the hand is finished."""
    new_hand: int = NONE
    """Terms of the hand the move makes; `NONE` if it makes none."""
    pays: tuple[int, int] = (0, 0)
    """Where the move ends the hand for good: what it brings, as (won, for each so many staked);
    (0, 0) where the hand waits for the dealer."""

    def gives_up(self, ranks: Sequence[int]) -> int:
        """The place of the card that a hand of these ranks gives up; `NONE` if it has none such."""
        if self.discards == LAST_CARD:
            return len(ranks) - 1 if self.last_card >> ranks[-1] & 1 else NONE
        found = [place for place, rank in enumerate(ranks) if self.last_card >> rank & 1]
        return max(found, key=lambda place: ranks[place], default=NONE)

    def allows(self, state: int, cards: int) -> bool:
        """Whether a hand in this state, of so many cards, has the move as far as they say."""
        return bool(self.states[min(cards, len(self.states) - 1)] >> state & 1)


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that end a hand at once, whatever the dealer makes."""

    name: str
    """What the hand is settled as."""
    states: tuple[int, ...]
    """As in `Edge.states`."""
    pays: tuple[int, int]
    """What it brings, as (won, for each so many staked)."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """A node: what a hand may do, what stands on it, and what became of it so far."""

    name: str
    """In words, for charts and logs."""
    units: int
    """Units of the player's that stand on the hand."""
    house_units: int = 0
    """Units the house put on it: they win with the hand and are not lost with it."""
    edges: tuple[Edge, ...]
    """In order of preference where two are worth the same; the first that is open is what happens
    if nobody says anything."""
    otherwise: int = NONE
    """Terms that hold at once where no edge is open."""
    offers: bool = False
    """Whether the player is asked about the card just drawn."""
    endings: tuple[Ending, ...] = ()
    """Hands that are settled as soon as they are reached; the first that fits decides."""
    before_peek: bool = False
    """Whether the decision comes before the dealer looks for a natural."""
    split: bool = False
    """Whether the hand was made by a split; two cards of 21 are then no natural."""
    aces: bool = False
    """Whether it was made by splitting aces."""
    doubled: bool = False
    marks: tuple[str, ...] = ()
    """What happened to the hand that a player should see at a glance, a word each."""


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """All terms a hand of a game can stand on."""

    terms: tuple[Terms, ...]
    opening: int = 0
    """Terms of a hand as it is dealt."""


LIVE = sum(1 << state for state in range(hands.FIRST_BUST))
BELOW_21 = sum(1 << state for state in range(hands.FIRST_BUST) if hands.TOTAL[state] < 21)
ACE_PAIR = 1 << hands.soft(12)


def _from_two(mask: int) -> tuple[int, ...]:
    """Hands of two cards or more."""
    return (0, 0, mask)


def _just_two(mask: int) -> tuple[int, ...]:
    return (0, 0, mask & BELOW_21, 0)


HALF_LOST = (-1, 2)
"""What a surrender pays."""
NOTHING = (0, 1)
"""What a hand brings that has no wager on it."""
FIRST_WAGER = 0
DOUBLED = ("", "doubled", "doubled again", "doubled a third time", "doubled a fourth time")
"""What a hand is that was doubled so often."""


class _Hand(msgspec.Struct, frozen=True):
    """What distinguishes terms from one another while they are compiled."""

    units: int
    split: bool = False
    aces: bool = False
    doubled: int = 0
    """How often."""
    taken_back: bool = False
    replaced: bool = False
    """Its one replacement of a drawn card is used."""
    bound: bool = False
    """It only hits and stands from now on."""
    must_split: bool = False
    """Its second card is split off if it pairs, without a question."""
    asked: bool = False
    """The player is asked about the card just drawn."""
    before_peek: bool = False
    """The player is asked whether to give up before the dealer looks for a natural."""

    def has_two_cards(self) -> bool:
        """Whether it can be a hand of two cards that is still free to do everything."""
        return not self.taken_back and not self.bound and (self.split or not self.replaced)

    def name(self) -> str:
        """In words."""
        words = "split aces" if self.aces else "split" if self.split else ""
        for said, so in (
            ("taken back", self.taken_back),
            (DOUBLED[self.doubled], self.doubled),
            ("card replaced", self.replaced),
            ("a pair is split again", self.must_split),
            ("card offered", self.asked),
            ("first two cards, early surrender", self.before_peek),
        ):
            if so:
                words += ", " + said if words else said
        return words or "first two cards"

    def marks(self) -> tuple[str, ...]:
        """What a player should see."""
        marks = (
            (Move.DOUBLE, self.doubled), (Move.TAKE_BACK, self.taken_back),
            (Move.BURN, self.replaced),
        )  # fmt: skip
        return tuple(definition(move).done for move, so in marks if so)


class _Compiler:
    """Follows the moves from the deal on and numbers the terms it meets."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.numbers: dict[_Hand, int] = {}
        self.terms: list[Terms | None] = []

    def number(self, hand: _Hand) -> int:
        """The number of these terms, compiled if they are new."""
        found = self.numbers.get(hand)
        if found is None:
            found = self.numbers[hand] = len(self.terms)
            self.terms.append(None)
            self.terms[found] = self._compile(hand)
        return found

    def _compile(self, hand: _Hand) -> Terms:
        first = hand.asked or hand.before_peek or hand.must_split
        return Terms(
            name=hand.name(),
            units=hand.units,
            edges=tuple(self._edges_of(hand)),
            otherwise=self._otherwise(hand) if first else NONE,
            offers=hand.asked,
            endings=() if first else tuple(self._endings(hand)),
            before_peek=hand.before_peek,
            split=hand.split,
            aces=hand.aces,
            doubled=hand.doubled > 0,
            marks=hand.marks(),
        )

    def _otherwise(self, hand: _Hand) -> int:
        """Terms of a hand to which what comes first does not apply."""
        if hand.asked or hand.before_peek:
            return self._with(hand, asked=False, before_peek=False)
        return self._with(hand, must_split=False)

    def _with(self, hand: _Hand, **changes: bool | int) -> int:
        return self.number(msgspec.structs.replace(hand, **changes))

    def _drawn(self, hand: _Hand, *, offered: bool = True) -> int:
        """Terms of a hand that is about to get a card; it may be asked whether to keep it."""
        asked = offered and self.rules.mulligan is not None and not hand.replaced
        return self._with(hand, asked=asked)

    def _edges_of(self, hand: _Hand) -> Iterator[Edge]:
        if hand.before_peek:
            return self._early(hand)
        if hand.asked:
            return self._offer(hand)
        return self._split(hand) if hand.must_split else self._edges(hand)

    def _edges(self, hand: _Hand) -> Iterator[Edge]:
        if not hand.units:
            return
        yield Edge(move=Move.STAND, states=_from_two(LIVE))
        if hand.doubled:
            if hand.doubled <= self.rules.double.again and not hand.bound:
                yield self._doubling(hand, _from_two(BELOW_21))
            return
        if not hand.aces or self.rules.split.hit_aces:
            yield Edge(move=Move.HIT, states=_from_two(BELOW_21), draws=1, next=self._drawn(hand))
            if hand.has_two_cards():
                yield from self._double(hand)
        if hand.has_two_cards():
            yield from self._split(hand)
            if not hand.split:
                yield from self._first_decisions(hand)
            elif self.rules.take_back and self.rules.take_back.after_split:
                yield self._taking_back(hand, FIRST_WAGER)

    def _double(self, hand: _Hand) -> Iterator[Edge]:
        double = self.rules.double
        may = _states(double.on.describes) & BELOW_21
        if may and (double.after_split or not hand.split):
            yield self._doubling(hand, _just_two(may))

    def _doubling(self, hand: _Hand, states: tuple[int, ...]) -> Edge:
        mulligan = self.rules.mulligan
        units = hand.units if self.rules.double.adds == "equal" else 1
        doubled = msgspec.structs.replace(hand, doubled=hand.doubled + 1, units=hand.units + units)
        offered = mulligan is not None and mulligan.double_cards
        return Edge(
            move=Move.DOUBLE, states=states, units=units, draws=1,
            next=self._drawn(doubled, offered=offered),
        )  # fmt: skip

    def _split(self, hand: _Hand) -> Iterator[Edge]:
        split, mulligan = self.rules.split, self.rules.mulligan
        if split.max_hands == 1:
            return
        moves = split.first == "moves-wager" and not hand.split
        for aces in (False, True):
            if hand.split and hand.aces != aces:
                continue  # split hands pair only with what they were split from
            if hand.aces and not split.resplit_aces:
                continue
            offered = mulligan is not None and mulligan.split_cards
            if aces and mulligan is not None:
                offered = offered and mulligan.split_ace_cards
            again = split.max_hands > 2 and (split.resplit_aces or not aces)
            made = _Hand(1, split=True, aces=aces, must_split=again and split.again == "must")
            new = self._drawn(made, offered=offered)
            yield Edge(
                move=Move.SPLIT, states=_just_two(ACE_PAIR if aces else BELOW_21 & ~ACE_PAIR),
                pairs=True, hands_below=split.max_hands, units=0 if moves else 1,
                moves_wager=1 if moves else NONE, draws=1, next=new, new_hand=new,
            )  # fmt: skip

    def _first_decisions(self, hand: _Hand) -> Iterator[Edge]:
        rules = self.rules
        if rules.surrender.late:
            yield Edge(move=Move.SURRENDER, states=_just_two(BELOW_21), pays=HALF_LOST)
        if rules.mulligan and rules.mulligan.dealt_cards:
            yield Edge(
                move=Move.BURN, states=_just_two(BELOW_21), last_card=rules.mulligan.ranks.mask,
                discards=HIGHEST_CARD, draws=1,
                next=self._with(hand, replaced=True, bound=True),
            )  # fmt: skip
        if rules.take_back:
            yield self._taking_back(hand, rules.wagers.opening.index(rules.take_back.bet))

    def _taking_back(self, hand: _Hand, wager: int) -> Edge:
        assert self.rules.take_back is not None
        return Edge(
            move=Move.TAKE_BACK, states=_just_two(_states(self.rules.take_back.on.describes)),
            returns=wager, next=self._with(hand, taken_back=True, units=hand.units - 1),
        )  # fmt: skip

    def _endings(self, hand: _Hand) -> Iterator[Ending]:
        charlie = self.rules.charlie
        if not hand.units:
            yield Ending(name="no wager left", states=_from_two(LIVE), pays=NOTHING)
        if charlie is not None:
            yield Ending(
                name=f"{charlie.cards} cards", states=(*(0,) * charlie.cards, LIVE),
                pays=(charlie.pays.pays, charlie.pays.stake),
            )  # fmt: skip

    def _early(self, hand: _Hand) -> Iterator[Edge]:
        """Play on, or give up before the peek."""
        upcards, states = self.rules.surrender.early.mask, _just_two(BELOW_21)
        yield Edge(
            move=Move.PLAY_ON, states=states, upcards=upcards,
            next=self._with(hand, before_peek=False),
        )  # fmt: skip
        yield Edge(move=Move.SURRENDER, states=states, upcards=upcards, pays=HALF_LOST)

    def _offer(self, hand: _Hand) -> Iterator[Edge]:
        """Burn the card just drawn, or keep it; a bust may leave one of the two, or neither."""
        mulligan = self.rules.mulligan
        assert mulligan is not None
        live, every = _from_two(LIVE), _from_two((1 << hands.STATES) - 1)
        bound = mulligan.afterwards == "hit-or-stand"
        yield Edge(
            move=Move.KEEP, states=every if mulligan.bust_cards == "offered" else live,
            last_card=mulligan.ranks.mask, next=self._with(hand, asked=False),
        )  # fmt: skip
        yield Edge(
            move=Move.BURN, states=live if mulligan.bust_cards == "lost" else every,
            last_card=mulligan.ranks.mask, discards=LAST_CARD, draws=1,
            next=self._with(
                hand, asked=False, replaced=True, bound=bound,
                must_split=hand.must_split and not bound,
            ),
        )  # fmt: skip


def _states(describes: Callable[[int], bool]) -> int:
    return sum(1 << state for state in range(hands.STATES) if describes(state))


def compile_course(rules: Rules) -> Course:
    """The course of a hand by these rules."""
    compiler = _Compiler(rules)
    early = rules.surrender.early.mask > 0
    opening = compiler.number(_Hand(len(rules.wagers.opening), before_peek=early))
    return Course(terms=tuple(terms for terms in compiler.terms if terms), opening=opening)


@lru_cache(maxsize=16)
def given_up_by_terms(course: Course) -> tuple[int, ...]:
    """How many cards a hand gave up before it came to each terms."""
    found = {course.opening: 0}
    waiting = [course.opening]
    while waiting:
        terms = course.terms[number := waiting.pop()]
        after = [(edge.next, found[number] + (edge.discards != NO_CARD)) for edge in terms.edges]
        after += [(edge.new_hand, 0) for edge in terms.edges] + [(terms.otherwise, found[number])]
        for reached, many in after:
            if reached != NONE and reached not in found:
                found[reached] = many
                waiting.append(reached)
    return tuple(found[number] for number in range(len(course.terms)))


def giving_up(course: Course) -> str:
    """What the move is called by which a hand gives up a card just drawn; nothing if none does."""
    edges = [edge for terms in course.terms for edge in terms.edges]
    return next((definition(edge.move).id for edge in edges if edge.discards), "")


def changes_nothing(edge: Edge) -> bool:
    """Whether a move only leads on to other terms."""
    return edge.next != NONE and not (edge.draws or edge.units or edge.returns != NONE)
