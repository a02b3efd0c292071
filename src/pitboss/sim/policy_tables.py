"""Rules and a policy compiled into the tables a kernel walks: deals, hands, splits, settlement.

A seat's round is: look the deal up (`deal`), draw cards through the automaton of hands (`next`)
until it ends in a leaf, let the dealer draw, and look the outcome up (`settle`). Everything a game
can say is in these tables; kernels know none of it. Rows are shared wherever they are equal, so a
chart's automaton stays small although it is built hand by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_VALUE
from pitboss.rules import hands
from pitboss.rules.compile import Tables
from pitboss.rules.course import Edge
from pitboss.rules.errors import RulesError
from pitboss.rules.facts import UNKNOWN, Fact, facts_of_deal
from pitboss.rules.finishes import DOUBLED
from pitboss.rules.policy import NONE, Deal, Decision, Policy, SplitPlan
from pitboss.rules.settlement import BetReader
from pitboss.sim.hand_automaton import RANKS, HandAutomaton, Row, renumbered
from pitboss.sim.leaves import LOST, MOST_LEAVES, Leaf
from pitboss.sim.outcomes import AGAINS, Context, Outcomes, SplitCodes

Table = NDArray[np.int32]

Book = NDArray[np.int16] | NDArray[np.int32]


class Machine(NamedTuple):
    """A game and a policy as arrays. Cards are ranks 0 (ace) to 12 (king)."""

    decks: int
    board: Table
    """``board[set aside, upcard]``; row 13 where nothing is set aside; `NONE` for a rank there
    that is replaced."""
    up_state: Table
    """By board: the dealer's hand of one card, a state of `rules.hands`."""
    maker: Table
    """By board: value of the hole card that makes a natural, 0 if none does."""
    makes: Table
    """``makes[board, rank]``: whether that hole card does."""
    peeked: Table
    """By board: whether a natural is found before anybody plays."""
    deal: Table
    """``deal[suited, board, rank, rank]``: the entry of two cards."""
    context: Table
    """By entry."""
    start: Table
    """By entry: where the hand goes on in `next`, as one of its entries."""
    split: Table
    """By entry: the split made of it, or `NONE`."""
    next: Table
    """``next[row, rank]``: a row; below zero ``~leaf``; from `NEW_HAND` down
    ``NEW_HAND - place``."""
    full: Table
    """By such a place: the entry to go on with when there is no room for another hand."""
    first: Table
    """By split: row of the first hand, before its second card, while a bet rides on it."""
    later: Table
    survives: Table
    most: Table
    """By split: most hands."""
    settle: Table
    """``settle[context, leaf, final]``: outcome code of a hand that was not split."""
    natural: Table
    """``natural[context, leaf]``: the code if the dealer has a natural, its suits still open."""
    sides: Table
    """``sides[context, again]``: the row of `side`, `again` being what is split a second time."""
    side: Table
    """``side[row, first hand's leaf, final]``: side bets of a split round."""
    split_hand: Table
    """``split_hand[leaf, final]``: what a split hand adds to the round's code."""
    moved_wager: Table
    """``moved_wager[leaf, final]``: what is added if an opening wager moved over to it."""
    dealer_next: Table
    """``dealer_next[state, rank]``."""
    dealer_final: Table
    leaves: int
    """How many leaves there are."""
    live: int
    """Leaves from here on wait for the dealer."""
    split_codes: SplitCodes
    codes: int
    """How many outcome codes there are."""
    asks_suits: bool
    """Whether a bet asks for the suits of the player's cards."""
    suited_naturals: bool
    """Whether a bet asks for the suits of the dealer's natural."""

    def book(self) -> tuple[Book, Places]:
        """All tables as one array, of 16-bit numbers where they fit, and where each begins."""
        parts: list[Table] = []
        at: dict[str, int] = {}
        length = 0
        for name in Places._fields[:TABLES]:
            table = getattr(self, name)
            at[name] = length
            parts.append(table.reshape(-1))
            length += table.size
        codes = self.split_codes
        places = Places(
            **at, finals=self.settle.shape[2], boards=len(self.maker), splits=codes.nothing,
            per_side=codes.per_side, moves_wager=int(codes.seconds > 1), leaves=self.leaves,
            live=self.live, peeks=int(self.peeked.any()), mixed=codes.end,
            suited_naturals=int(self.suited_naturals), asks_suits=int(self.asks_suits),
        )  # fmt: skip
        book = np.concatenate(parts)
        small = book.astype(np.int16)
        return (small if (small == book).all() else book), places


class Places(NamedTuple):
    """Where each table of a `Machine` begins in its book, and the few numbers beside them."""

    board: int
    up_state: int
    maker: int
    makes: int
    peeked: int
    deal: int
    context: int
    start: int
    split: int
    next: int
    full: int
    first: int
    later: int
    survives: int
    most: int
    settle: int
    natural: int
    sides: int
    side: int
    split_hand: int
    moved_wager: int
    dealer_next: int
    dealer_final: int
    finals: int
    boards: int
    splits: int
    per_side: int
    moves_wager: int
    leaves: int
    live: int
    peeks: int
    mixed: int
    suited_naturals: int
    asks_suits: int


TABLES = Places._fields.index("finals")


class Entry(NamedTuple):
    """What becomes of a deal."""

    context: int
    start: int
    """An entry of `Machine.next`; any row where the hand is split."""
    split: int
    """Its place among the splits, or `NONE`."""


class Split(NamedTuple):
    """Where the hands of a split begin."""

    first: int
    later: int
    survives: bool
    most: int


class Compiler:
    """Builds a `Machine`."""

    def __init__(self, tables: Tables, policy: Policy) -> None:
        self.tables, self.policy = tables, policy
        self.readers = [BetReader(tables, bet) for bet in tables.bets]
        self.outcomes = Outcomes(tables, self.readers)
        self.hands = HandAutomaton(tables, policy)
        self.contexts: dict[Context, int] = {}
        self.entries: dict[Entry, int] = {}
        self.splits: dict[Split, int] = {}
        self.asks_suits = _asks(tables, Fact.PLAYER_SUITED)

    def compile(self) -> Machine:
        """The machine of the game and the policy."""
        board, boards = self._boards()
        many = 2 if self.asks_suits else 1
        deal = np.zeros((many, len(boards), RANKS, RANKS), dtype=np.int32)
        for number, (aside, up) in enumerate(boards):
            for suited in range(many):
                for one in range(RANKS):
                    for two in range(one, RANKS):
                        fact = 1 << suited if self.asks_suits else UNKNOWN[Fact.PLAYER_SUITED]
                        entry = self._entry(aside, up, one, two, fact)
                        deal[suited, number, one, two] = deal[suited, number, two, one] = entry
        values = [RANK_VALUE[up] for _, up in boards]
        tables, splits = self.tables, list(self.splits)
        leaves, place = self.hands.number_leaves()
        if len(leaves) > MOST_LEAVES:
            raise RulesError(
                f"a hand of this game can end in {len(leaves)} ways, and the simulator can tell "
                f"{MOST_LEAVES} apart: leave out moves that change what stands on a hand"
            )
        entries = [entry._replace(start=renumbered(entry.start, place)) for entry in self.entries]
        ends = self._ends(entries)
        settle, (sides, side) = self._settle(leaves, ends), self._sides(leaves, ends)
        natural = self._natural(settle)
        return Machine(
            decks=tables.decks,
            board=board,
            up_state=_table(hands.NEXT[hands.EMPTY][value] for value in values),
            maker=_table({1: 10, 10: 1}.get(value, 0) for value in values),
            makes=_table(
                [
                    RANK_VALUE[rank] + value == 11 and 1 in (value, RANK_VALUE[rank])
                    for rank in range(RANKS)
                ]
                for value in values
            ),
            peeked=_table(tables.peeked >> up & 1 for _, up in boards),
            deal=deal,
            context=_table(entry.context for entry in entries),
            start=_table(entry.start for entry in entries),
            split=_table(entry.split for entry in entries),
            next=_table(self.hands.rows).reshape(-1, RANKS),
            full=_table(self.hands.full),
            first=_table(split.first for split in splits),
            later=_table(split.later for split in splits),
            survives=_table(split.survives for split in splits),
            most=_table(split.most for split in splits),
            settle=settle,
            natural=natural,
            sides=sides,
            side=side,
            split_hand=self._by_leaf(leaves, self.outcomes.split_hand),
            moved_wager=self._by_leaf(leaves, self.outcomes.moved_wager),
            dealer_next=_table(
                [hands.NEXT[state][RANK_VALUE[rank]] for rank in range(RANKS)]
                for state in range(hands.STATES)
            ),
            dealer_final=_table(tables.dealer_final),
            leaves=len(leaves),
            live=sum(not leaf.live for leaf in leaves),
            split_codes=self.outcomes.split_codes(),
            codes=self.outcomes.codes,
            asks_suits=self.asks_suits,
            suited_naturals=_asks(tables, Fact.DEALER_SUITED),
        )

    def _boards(self) -> tuple[Table, list[tuple[int, int]]]:
        """Numbers of boards, and for each the rank set aside and the upcard's."""
        replaced = self.tables.replaced
        found = [(NONE, up) for up in range(RANKS) if not replaced >> up & 1]
        asides = [rank for rank in range(RANKS) if replaced >> rank & 1]
        found += [(aside, up) for aside in asides for up in range(RANKS)]
        board = np.full((RANKS + 1, RANKS), NONE, dtype=np.int32)
        for number, (aside, up) in enumerate(found):
            board[aside if aside != NONE else RANKS, up] = number
        return board, found

    def _entry(self, aside: int, up: int, one: int, two: int, suited: int) -> int:
        """The entry of a deal."""
        tables, policy = self.tables, self.policy
        kinds, group = tables.card_class, tables.pair_group
        same = one == two
        mates = 0
        if group[one] == group[two]:
            gone = sum(group[rank] == group[one] for rank in (aside, up) if rank != NONE)
            mates = 4 * tables.decks * group.count(group[one]) - gone - 2
        deal = Deal(
            hand=self.hands.two_cards(one, two),
            mates=mates,
            same_rank=same,
            matches=same and one == up,
            suited=suited,
        )
        decision = policy.boards[aside, kinds[up]][deal]
        original = None if aside == NONE else aside
        facts = facts_of_deal(original, up, one, two, suited)
        settled = tuple(reader.number(facts) for reader in self.readers)
        start, split = self._first_move(decision, deal, up, one)
        paid = decision.move == 0 and tables.natural_first
        offered = tables.insurance[1] and RANK_VALUE[up] == 1
        context = Context(
            settled,
            insurable=bool(offered and not paid and not self.hands.is_over_before_peek(start)),
            peeked=bool(tables.peeked >> up & 1),
        )
        number = self.contexts.setdefault(context, len(self.contexts))
        return self.entries.setdefault(Entry(number, start, split), len(self.entries))

    def _first_move(self, decision: Decision, deal: Deal, up: int, rank: int) -> tuple[int, int]:
        """Where a hand starts in the automaton, and its split."""
        automaton = self.hands
        if decision.move == 0:
            return automaton.natural(), NONE
        ended = automaton.ended(deal.hand)
        if ended is not None:
            return ended, NONE
        way = automaton.way(decision.plan, up)
        pairs = decision.split is not None
        terms, edge = automaton.first_edge(way, decision.move, deal.hand, pairs=pairs)
        if decision.split is None:
            return automaton.dealt(way, terms, edge, deal.hand), NONE
        return 0, self._split(decision.split, edge, up, rank)

    def _split(self, plan: SplitPlan, edge: Edge, up: int, rank: int) -> int:
        first, later = (
            self.hands.second_card(self.hands.way(number, up), terms, rank)
            for number, terms in ((plan.first, edge.next), (plan.later, edge.new_hand))
        )
        split = Split(first, later, plan.survives, plan.hands)
        return self.splits.setdefault(split, len(self.splits))

    def _ends(self, entries: list[Entry]) -> list[tuple[int, int]]:
        """By context: leaves, as bits, that hands end in that are not split, and that are."""
        of_row, splits = self.hands.ends(), list(self.splits)
        found = [(0, 0)] * len(self.contexts)
        for number, start, split in entries:
            alone, made = found[number]
            if split != NONE or start >= 0:  # counts as lost if a natural is found before play
                alone |= 1 << LOST
            if split == NONE:
                alone |= self.hands.ends_of(start, of_row)
            else:
                made |= of_row[splits[split].first] | of_row[splits[split].later]
            found[number] = alone, made
        return found

    def _settle(self, leaves: list[Leaf], ends: list[tuple[int, int]]) -> Table:
        finals = self.outcomes.finals + 1
        found = np.full((len(self.contexts), len(leaves), finals), NONE, dtype=np.int32)
        for (context, number), (wanted, _) in zip(self.contexts.items(), ends, strict=True):
            for place, leaf in sorted(enumerate(leaves), key=_as_told):
                if wanted >> place & 1:
                    for final in range(finals):
                        found[number, place, final] = self.outcomes.settle(context, leaf, final)
        return found

    def _by_leaf(self, leaves: list[Leaf], brings: Callable[[Leaf, int], int]) -> Table:
        finals = self.outcomes.finals + 1
        return _table([brings(leaf, final) for final in range(finals)] for leaf in leaves)

    def _natural(self, settle: Table) -> Table:
        suited, other = settle[:, :, -1], settle[:, :, -2]
        found: Table = other.copy()
        for context, leaf in zip(*np.nonzero(suited != other), strict=True):
            codes = int(other[context, leaf]), int(suited[context, leaf])
            found[context, leaf] = self.outcomes.mixed(*codes)
        return found

    def _sides(self, leaves: list[Leaf], ends: list[tuple[int, int]]) -> tuple[Table, Table]:
        """`Machine.sides` and `Machine.side`, equal rows shared."""
        finals = self.outcomes.finals + 1
        sides = np.full((len(self.contexts), len(AGAINS)), NONE, dtype=np.int32)
        rows: dict[Row, int] = {}
        for (context, number), (_, wanted) in zip(self.contexts.items(), ends, strict=True):
            for again in AGAINS if wanted else ():
                row = tuple(
                    self.outcomes.side(context, leaf, final, again) if wanted >> place & 1 else NONE
                    for place, leaf in enumerate(leaves)
                    for final in range(finals)
                )
                sides[number, again] = rows.setdefault(row, len(rows))
        return sides, _table(rows).reshape(-1, len(leaves), finals)


def _as_told(numbered: tuple[int, Leaf]) -> tuple[bool, bool, bool, bool, int]:
    """The order in which results name what became of a hand: by total, fixed pays last."""
    leaf = numbered[1]
    returned, doubled = bool(leaf.stakes.returned), leaf.finish == DOUBLED
    return returned, leaf.natural, bool(leaf.pays[1]), doubled, leaf.total


def _asks(tables: Tables, wanted: Fact) -> bool:
    return any(
        fact == wanted
        for bet in tables.bets
        for event in bet.events
        for fact, _ in event.conditions
    )


def _table(values: Iterable[object]) -> Table:
    return np.array(list(values), dtype=np.int32)
