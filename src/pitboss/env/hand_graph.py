"""The course of a hand as tables: where every card and every action leads.

The simulator's automaton follows one strategy; here every move that is open stays open. A hand is
told apart by its terms, its state, its size, what stands on it, and by its cards as far as a later
move can depend on them. What is open is asked of the table's own `Choices`, so no rule is said here
a second time.

A *place* is where a hand is: a row of `draws`, which waits for a card; a node, to be looked at; or
an end.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from pitboss.cards import RANK_VALUE
from pitboss.rules import hands
from pitboss.rules.compile import Tables
from pitboss.rules.course import HIGHEST_CARD, NONE, Edge
from pitboss.rules.finishes import GIVEN_UP, PLAIN, finish_of
from pitboss.rules.settlement import BUST
from pitboss.table.choices import Choices, choices_of

RANKS = 13
Ranks = tuple[int, ...]
Units = tuple[int, ...]
"""Units on a hand by opening wager, as the table books them."""

ROW, NODE, END = range(3)
Kept = TypeVar("Kept", "End", "Step", "Question")


class Place(NamedTuple):
    """Where a hand is."""

    kind: int
    number: int


class End(NamedTuple):
    """How a hand is finished, as far as its settlement depends on it."""

    units: Units
    total: int
    """`BUST` for a bust one."""
    pays: tuple[int, int] = (0, 0)
    """What it brings if that is fixed, as (won, for each so many staked)."""
    by_move: bool = False
    """Whether a move ended it, giving up a part of every stake."""
    before_peek: bool = False
    natural: bool = False
    even_money: bool = False
    finish: int = PLAIN

    @property
    def fixed(self) -> bool:
        """Whether nothing the dealer draws can change what it brings."""
        return bool(self.pays[1]) or self.total == BUST

    @property
    def awaits_dealer(self) -> bool:
        """Whether the dealer draws because of it; a hand without a wager is never settled."""
        return not self.natural and not (self.fixed and any(self.units))


class Hand(NamedTuple):
    """A hand on its terms; of equal ones any cards will do."""

    terms: int
    ranks: Ranks
    units: Units

    @property
    def state(self) -> int:
        """Its state in `rules.hands`."""
        return hands.hand_state(RANK_VALUE[rank] for rank in self.ranks)


class Step(NamedTuple):
    """What a move does with a hand."""

    here: Place
    """Where the hand is then."""
    new: Place | None
    """Where the hand is that the move makes."""
    drops: int
    """Rank of the card that is given up, or `NONE`."""


class Question(NamedTuple):
    """A decision: terms and state of the hand, its moves, and what each of them does."""

    terms: int
    state: int
    moves: tuple[int, ...]
    """The first is made if nobody says anything."""
    steps: tuple[int, ...]
    """Numbers of `HandGraph.steps`."""
    before_peek: bool


class Look(NamedTuple):
    """What is found when a node is looked at, with so many hands against an upcard."""

    question: int
    """Its number, or `NONE`."""
    step: int
    """The only move, which is made without a question; or `NONE`."""
    end: int
    """The end that is reached, or `NONE`."""
    asked: bool
    """Whether the player has to say something about the card just drawn."""


class HandGraph:
    """Rows, nodes, questions, steps and ends of a game, all that can be reached."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.course = tables.course
        self.choices: Choices = choices_of(tables)
        self.most_hands = max(tables.max_hands, 1)
        sets = {edge.upcards for terms in self.course.terms for edge in terms.edges}
        self.upcard_sets = sorted(sets)
        kinds = [tuple(mask >> rank & 1 for mask in self.upcard_sets) for rank in range(RANKS)]
        distinct = sorted(set(kinds))
        self.upcard_kind = [distinct.index(kind) for kind in kinds]
        """By rank of the upcard: upcards of one kind leave the same moves open."""
        self.kind_ranks = [kinds.index(kind) for kind in distinct]
        self.ends: list[End] = []
        self.steps: list[Step] = []
        self.questions: list[Question] = []
        self.rows: list[list[Place]] = []
        self.looks: list[list[Look]] = []
        """By node, then by kind of upcard and number of hands."""
        self._numbers: dict[object, int] = {}
        self._nodes: dict[object, int] = {}
        self._row_of: dict[object, int] = {}
        self._waiting: list[tuple[int, Hand]] = []
        opening = (1,) * len(tables.opening)
        self.lost = self.end(End(opening, BUST))
        self.natural = self.end(End(opening, 21, tables.natural, natural=True))
        self.even_money = self.end(End(opening, 21, (1, 1), natural=True, even_money=True))
        self.deals = [
            [self._deal((one, two), opening) for two in range(RANKS)] for one in range(RANKS)
        ]
        while self._waiting:
            number, hand = self._waiting.pop()
            self.looks[number] = [
                self._look(hand, many, rank * 4)
                for rank in self.kind_ranks
                for many in range(1, self.most_hands + 1)
            ]

    def end(self, end: End) -> int:
        """The number of an end."""
        return self._number(self.ends, end)

    def _number(self, kept: list[Kept], value: Kept) -> int:
        key = (type(value), value)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(kept)
            kept.append(value)
        return found

    def _deal(self, ranks: Ranks, units: Units) -> Place:
        hand = Hand(self.course.opening, ranks, units)
        if hand.state == hands.SOFT_21:
            return Place(END, self.natural)
        return self._node(hand)

    # Nodes and rows, each made once

    def _chain(self, terms: int) -> list[int]:
        """Terms and those that hold where no move of theirs is open."""
        found = []
        while terms != NONE:
            found.append(terms)
            terms = self.course.terms[terms].otherwise
        return found

    def _look_key(self, hand: Hand) -> object:
        """Hands with equal keys have the same moves, now and later."""
        ranks, state = hand.ranks, hand.state
        chain = [self.course.terms[number] for number in self._chain(hand.terms)]
        size = min(len(ranks), max(self.choices.most_cards, 3))
        cards: object = ()
        if len(ranks) == 2:
            group = self.tables.pair_group
            picks = any(edge.discards == HIGHEST_CARD for one in chain for edge in one.edges)
            if picks or any(one.offers for one in chain) or group[ranks[0]] == group[ranks[1]]:
                cards = ranks
        elif any(one.offers for one in chain):
            before = Hand(hand.terms, ranks[:-1], hand.units).state
            cards = (before, ranks[-1])
        return hand.terms, state, size, cards, hand.units

    def _node(self, hand: Hand) -> Place:
        key = self._look_key(hand)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = len(self.looks)
            self.looks.append([])
            self._waiting.append((found, hand))
        return Place(NODE, found)

    def _row(self, hand: Hand) -> Place:
        """Where a hand waits for a card, to stand on its terms then."""
        size = min(len(hand.ranks), max(self.choices.most_cards, 3))
        cards = hand.ranks if size < 2 else ()
        key = (hand.terms, hand.state, size, cards, hand.units)
        found = self._row_of.get(key)
        if found is None:
            found = self._row_of[key] = len(self.rows)
            self.rows.append([])
            self.rows[found] = [
                self._node(hand._replace(ranks=(*hand.ranks, rank))) for rank in range(RANKS)
            ]
        return Place(ROW, found)

    # What is found at a node

    def _look(self, hand: Hand, many: int, upcard: int) -> Look:
        cards = [4 * rank for rank in hand.ranks]
        state = hand.state
        number, legal = self.choices.open(hand.terms, state, cards, many, upcard)
        terms = self.course.terms[number]
        hand = hand._replace(terms=number)
        if not terms.offers:
            ending = self.choices.ending(number, state, len(cards))
            if ending is not None:
                return self._ended(hand, ending.pays)
            if state >= hands.FIRST_BUST:
                finish = finish_of(terms, state, len(cards))
                return Look(NONE, NONE, self.end(End(hand.units, BUST, finish=finish)), False)
        edges = [self.choices.edge(number, edge.move, state, len(cards)) for edge in terms.edges]
        moves = list(dict.fromkeys(edge.move for edge in edges if edge.move & legal))
        steps = [self._step(hand, self._edge(edges, move)) for move in moves]
        if len(moves) == 1:
            end = steps[0].here
            if end.kind == END and steps[0].new is None:
                return Look(NONE, NONE, end.number, terms.offers)
            return Look(NONE, self._number(self.steps, steps[0]), NONE, terms.offers)
        question = Question(
            number, state, tuple(moves),
            tuple(self._number(self.steps, step) for step in steps), terms.before_peek,
        )  # fmt: skip
        return Look(self._number(self.questions, question), NONE, NONE, terms.offers)

    def _edge(self, edges: list[Edge], move: int) -> Edge:
        return next(edge for edge in edges if edge.move == move)

    def _ended(self, hand: Hand, pays: tuple[int, int], *, by_move: bool = False) -> Look:
        return Look(NONE, NONE, self._fixed(hand, pays, by_move=by_move), False)

    def _fixed(self, hand: Hand, pays: tuple[int, int], *, by_move: bool) -> int:
        """The end of a hand that is settled at once."""
        terms, state = self.course.terms[hand.terms], hand.state
        finish = GIVEN_UP if pays[0] < 0 else finish_of(terms, state, len(hand.ranks))
        total = hands.TOTAL[state]
        return self.end(
            End(hand.units, total, pays, by_move, terms.before_peek, finish=finish)
        )  # fmt: skip

    def _step(self, hand: Hand, edge: Edge) -> Step:
        if edge.pays[1]:
            return Step(Place(END, self._fixed(hand, edge.pays, by_move=True)), None, NONE)
        if edge.next == NONE:
            terms, state = self.course.terms[hand.terms], hand.state
            finish = finish_of(terms, state, len(hand.ranks))
            end = End(hand.units, hands.TOTAL[state], finish=finish)
            return Step(Place(END, self.end(end)), None, NONE)
        if edge.new_hand != NONE:
            old, new = self._parted(hand, edge)
            return Step(self._then(old, edge), self._then(new, edge), NONE)
        ranks, drops = hand.ranks, NONE
        if edge.discards:
            place = edge.gives_up(ranks)
            drops = ranks[place]
            ranks = (*ranks[:place], *ranks[place + 1 :])
        units = self._units(hand.units, edge)
        return Step(self._then(Hand(edge.next, ranks, units), edge), None, drops)

    def _then(self, hand: Hand, edge: Edge) -> Place:
        return self._row(hand) if edge.draws else self._node(hand)

    def _units(self, units: Units, edge: Edge) -> Units:
        """What stands on a hand after a move that makes no other."""
        after = list(units)
        if edge.returns != NONE:
            wager = edge.returns
            if not after[wager]:
                wager = next(place for place, many in enumerate(after) if many)
            after[wager] = 0
        else:
            after[0] += edge.units
        return tuple(after)

    def _parted(self, hand: Hand, edge: Edge) -> tuple[Hand, Hand]:
        """The two hands of a split."""
        old, new = list(hand.units), [0] * len(hand.units)
        if edge.moves_wager != NONE:
            slot = edge.moves_wager
            old[slot], new[slot] = 0, old[slot]
        else:
            new[0] = edge.units
        return (
            Hand(edge.next, hand.ranks[:-1], tuple(old)),
            Hand(edge.new_hand, hand.ranks[-1:], tuple(new)),
        )
