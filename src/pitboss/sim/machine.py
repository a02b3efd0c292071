"""Rules and a policy compiled into the tables a kernel walks: deals, hands, splits, settlement.

A seat's round is: look the deal up (`deal`), draw cards through the automaton of hands (`next`)
until it ends in a leaf, let the dealer draw, and look the outcome up (`settle`). Everything a game
can say is in these tables; kernels know none of it. Rows are shared wherever they are equal, so a
chart's automaton stays small although it is built hand by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_VALUE
from pitboss.rules import hands
from pitboss.rules.compile import Move, Tables
from pitboss.rules.facts import NO_PAIR, UNKNOWN, Fact
from pitboss.rules.policy import NONE, Deal, Decision, HandPolicy, Policy, SplitHand, SplitPolicy
from pitboss.rules.settlement import BUST, BetReader
from pitboss.sim.outcomes import (
    AGAINS,
    DOUBLED,
    LEAVES,
    NATURAL,
    SURRENDER,
    Context,
    Outcomes,
    SplitCodes,
)

Table = NDArray[np.int32]

Book = NDArray[np.int16] | NDArray[np.int32]

RANKS = 13
PAIR = -64
"""Entries of `Machine.next` from here down are pairs drawn to a split hand."""

Row = tuple[int, ...]


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
    """``next[node, rank]``: a node; below zero ``~leaf``; from `PAIR` down ``PAIR - place``."""
    full: Table
    """By such a place: the entry to go on with when there is no room for another split."""
    first: Table
    """By split: node of the first hand, before its second card, while a bet rides on it."""
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
    outcome: Table
    """``outcome[total, final]`` of one hand: -1, 0 or 1; row `BUST` for a bust one."""
    dealer_next: Table
    """``dealer_next[state, rank]``."""
    dealer_final: Table
    split_codes: SplitCodes
    codes: int
    """How many outcome codes there are."""
    asks_suits: bool
    """Whether a bet asks for the suits of the player's cards."""
    suited_naturals: bool
    """Whether a bet asks for the suits of the dealer's natural."""
    units: int

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
            **at, finals=self.settle.shape[2], boards=len(self.maker), splits=codes.base,
            sums=codes.sums, stakes=codes.stakes, units=self.units,
            peeks=int(self.peeked.any()),
            mixed=codes.end,
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
    outcome: int
    dealer_next: int
    dealer_final: int
    finals: int
    boards: int
    splits: int
    sums: int
    stakes: int
    units: int
    peeks: int
    mixed: int
    suited_naturals: int
    asks_suits: int


TABLES = Places._fields.index("finals")


class _Hands:
    """The automaton of hands, rows shared."""

    def __init__(self, tables: Tables, policy: Policy) -> None:
        self.tables, self.policy = tables, policy
        self.rows: list[Row] = []
        self.full: list[int] = []
        self._row_of: dict[Row, int] = {}
        self._full_of: dict[int, int] = {}
        self._nodes: dict[tuple[int, int, int, bool], int] = {}
        self._seconds: dict[tuple[int, int, int], int] = {}
        self._ids: dict[int, int] = {}
        self._by_content: dict[bytes, int] = {}
        self._kept: list[HandPolicy | SplitHand] = []
        self._next: list[list[int]] = policy.next.tolist()
        self.totals: list[int] = [hands.TOTAL[state] for state in policy.states.tolist()]
        self._flag: list[int] = policy.flag_of.tolist()
        self._kinds = tables.card_class
        self._hits: dict[int, list[list[bool]]] = {}

    def _id(self, play: HandPolicy | SplitHand) -> int:
        """A number for what a policy says, the same for equal ones."""
        found = self._ids.get(id(play))
        if found is None:
            parts = [*play[:2], *(play.policy if isinstance(play, SplitHand) else play[2:])]
            content = b"".join(np.ascontiguousarray(part).tobytes() for part in parts)
            found = self._by_content.setdefault(content, len(self._by_content))
            self._ids[id(play)] = found
            self._kept.append(play)  # so that ids stay theirs
            if isinstance(play, HandPolicy):
                self._hits.setdefault(found, play.hits.tolist())
        return found

    def row(self, row: Row) -> int:
        found = self._row_of.get(row)
        if found is None:
            found = self._row_of[row] = len(self.rows)
            self.rows.append(row)
        return found

    def after(self, play: HandPolicy, flag: int, hand: int) -> int:
        """Where a hand goes whose policy decides now: on, or to its leaf."""
        if hand >= self.policy.bust:
            return ~BUST
        if self.totals[hand] < 21 and self._hits[self._id(play)][flag][hand]:
            return self.draw(play, flag, hand)
        return ~self.totals[hand]

    def draw(self, play: HandPolicy, flag: int, hand: int, *, doubled: bool = False) -> int:
        """The node of a hand that takes a card."""
        key = (self._id(play), flag, hand, doubled)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = self.row(tuple(self._drawn(play, flag, hand, doubled)))
        return found

    def _drawn(self, play: HandPolicy, flag: int, hand: int, doubled: bool) -> Iterator[int]:
        burns = play.burns_double if doubled else play.burns
        offered = not flag and (self.tables.burn_double_cards or not doubled)
        known: dict[int, int] = {}
        for kind in self._kinds:
            if kind not in known:
                grown = self._next[hand][kind]
                if offered and self._flag[kind] and burns[hand, kind]:
                    known[kind] = self.draw(play, self._flag[kind], hand, doubled=doubled)
                elif doubled:
                    total = BUST if grown >= self.policy.bust else self.totals[grown]
                    known[kind] = ~(DOUBLED + total)
                else:
                    known[kind] = self.after(play, flag, grown)
            yield known[kind]

    def second(self, how: SplitHand, rank: int, flag: int = 0) -> int:
        """The node of a split hand that gets its second card."""
        key = (self._id(how), rank, flag)
        found = self._seconds.get(key)
        if found is None:
            found = self.row(tuple(self._second(how, rank, flag)))
            self._seconds[key] = found
        return found

    def _second(self, how: SplitHand, rank: int, flag: int) -> Iterator[int]:
        own = self._next[0][self._kinds[rank]]
        group = self.tables.pair_group
        for card, kind in enumerate(self._kinds):
            if not flag and self._flag[kind] and how.burns[kind]:
                yield self.second(how, rank, self._flag[kind])
                continue
            hand, action = self._next[own][kind], int(how.actions[flag, kind])
            if action == Move.DOUBLE:
                entry = self.draw(how.policy, flag, hand, doubled=True)
            elif action == Move.HIT:
                entry = self.draw(how.policy, flag, hand)
            else:
                entry = ~self.totals[hand]
            yield self._pair(entry) if group[card] == group[rank] else entry

    def _pair(self, entry: int) -> int:
        place = self._full_of.get(entry)
        if place is None:
            place = self._full_of[entry] = len(self.full)
            self.full.append(entry)
        return PAIR - place

    def leaves(self) -> list[int]:
        """By node: the leaves it can end in, as bits."""
        found = [0] * len(self.rows)
        for node, row in enumerate(self.rows):  # children come first
            for entry in row:
                found[node] |= self.ends(entry, found)
        return found

    def ends(self, entry: int, leaves: list[int]) -> int:
        """The leaves an entry can end in, given those of its nodes."""
        if entry <= PAIR:
            entry = self.full[PAIR - entry]
        return leaves[entry] if entry >= 0 else 1 << ~entry


class Compiler:
    """Builds a `Machine`."""

    def __init__(self, tables: Tables, policy: Policy) -> None:
        self.tables, self.policy = tables, policy
        self.readers = [BetReader(tables, bet) for bet in tables.bets]
        self.outcomes = Outcomes(tables, self.readers)
        self.hands = _Hands(tables, policy)
        self.contexts: dict[Context, int] = {}
        self.entries: dict[tuple[int, int, int], int] = {}
        self.splits: dict[tuple[int, int, bool, int], int] = {}
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
        tables = self.tables
        settle, (sides, side) = self._settle(), self._sides()
        natural = self._natural(settle)
        outcome = [*tables.outcome, (-1,) * len(tables.finals)]
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
            context=_table(context for context, _, _ in self.entries),
            start=_table(start for _, start, _ in self.entries),
            split=_table(split for _, _, split in self.entries),
            next=_table(self.hands.rows).reshape(-1, RANKS),
            full=_table(self.hands.full),
            first=_table(key[0] for key in self.splits),
            later=_table(key[1] for key in self.splits),
            survives=_table(key[2] for key in self.splits),
            most=_table(key[3] for key in self.splits),
            settle=settle,
            natural=natural,
            sides=sides,
            side=side,
            outcome=_table([*row, -1] for row in outcome),
            dealer_next=_table(
                [hands.NEXT[state][RANK_VALUE[rank]] for rank in range(RANKS)]
                for state in range(hands.STATES)
            ),
            dealer_final=_table(tables.dealer_final),
            split_codes=self.outcomes.split_codes(),
            codes=self.outcomes.codes,
            asks_suits=self.asks_suits,
            suited_naturals=_asks(tables, Fact.DEALER_SUITED),
            units=len(tables.opening),
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
            mates = 4 * tables.decks * sum(g == group[one] for g in group) - gone - 2
        deal = Deal(
            hand=int(policy.next[policy.next[0, kinds[one]], kinds[two]]),
            mates=mates,
            same_rank=same,
            matches=same and one == up,
            suited=suited,
        )
        decision = policy.boards[aside, kinds[up]][deal]
        facts = self._facts(aside, up, one, two, suited)
        settled = tuple(self.outcomes.place(reader.settlement(facts)) for reader in self.readers)
        natural = decision.move == 0
        offered = tables.insurance[1] and RANK_VALUE[up] == 1
        context = Context(
            settled,
            taken=decision.move == Move.TAKE_BACK,
            insurable=bool(offered and not (natural and tables.natural_first)),
            peeked=bool(tables.peeked >> up & 1),
        )
        number = self.contexts.setdefault(context, len(self.contexts))
        start, split = self._first_move(decision, deal.hand, one)
        return self.entries.setdefault((number, start, split), len(self.entries))

    def _first_move(self, decision: Decision, hand: int, rank: int) -> tuple[int, int]:
        """Where a hand starts in the automaton, and its split."""
        machine, play = self.hands, decision.play
        move = decision.move
        if move == 0:
            return ~NATURAL, NONE
        if move == Move.SURRENDER:
            return ~SURRENDER, NONE
        if move == Move.TAKE_BACK:
            return machine.after(play, 0, hand), NONE
        if move == Move.DOUBLE:
            return machine.draw(play, 0, hand, doubled=True), NONE
        if move == Move.HIT:
            return machine.draw(play, 0, hand), NONE
        if move == Move.SPLIT and decision.split is not None:
            return 0, self._split(decision.split, rank)
        return ~machine.totals[hand], NONE

    def _split(self, split: SplitPolicy, rank: int) -> int:
        first, later = self.hands.second(split.first, rank), self.hands.second(split.later, rank)
        key = (first, later, split.survives, split.hands)
        return self.splits.setdefault(key, len(self.splits))

    def _facts(self, aside: int, up: int, one: int, two: int, suited: int) -> tuple[int, ...]:
        """What is known of a deal before the dealer looks and anyone plays."""
        facts = list(UNKNOWN)
        facts[Fact.ORIGINAL_UPCARD] = 1 << (up if aside == NONE else aside)
        facts[Fact.UPCARD] = 1 << up
        facts[Fact.REPLACED] = 1 if aside == NONE else 2
        facts[Fact.PLAYER] = 1 << hands.hand_state([RANK_VALUE[one], RANK_VALUE[two]])
        facts[Fact.PLAYER_SUITED] = suited
        facts[Fact.PAIR] = 1 << (one if one == two else NO_PAIR)
        facts[Fact.MATCHES_UPCARD] = 2 if one == two == up else 1
        return tuple(facts)

    def _settle(self) -> Table:
        leaves = self.hands.leaves()
        finals = self.outcomes.finals + 1
        found = np.full((len(self.contexts), LEAVES, finals), NONE, dtype=np.int32)
        wanted = [0] * len(self.contexts)
        for number, start, split in self.entries:
            if split != NONE or start >= 0:  # counts as bust if a natural is found before play
                wanted[number] |= 1 << BUST
            if split == NONE:
                wanted[number] |= self.hands.ends(start, leaves)
        for context, number in self.contexts.items():
            for leaf in range(LEAVES):
                if wanted[number] >> leaf & 1:
                    for final in range(finals):
                        found[number, leaf, final] = self.outcomes.settle(context, leaf, final)
        return found

    def _natural(self, settle: Table) -> Table:
        suited, other = settle[:, :, -1], settle[:, :, -2]
        found: Table = other.copy()
        for context, leaf in zip(*np.nonzero(suited != other), strict=True):
            codes = int(other[context, leaf]), int(suited[context, leaf])
            found[context, leaf] = self.outcomes.mixed(*codes)
        return found

    def _sides(self) -> tuple[Table, Table]:
        """`Machine.sides` and `Machine.side`, equal rows shared."""
        shape = (2 * DOUBLED, self.outcomes.finals + 1)
        sides = np.full((len(self.contexts), len(AGAINS)), NONE, dtype=np.int32)
        rows: dict[Row, int] = {}
        wanted = {number for number, _, split in self.entries if split != NONE}
        for context, number in self.contexts.items():
            for again in AGAINS if number in wanted else ():
                row = tuple(
                    self.outcomes.side(context, leaf, final, again)
                    for leaf, final in np.ndindex(*shape)
                )
                sides[number, again] = rows.setdefault(row, len(rows))
        return sides, _table(rows).reshape(-1, *shape)


def _asks(tables: Tables, wanted: Fact) -> bool:
    return any(
        fact == wanted
        for bet in tables.bets
        for event in bet.events
        for fact, _ in event.conditions
    )


def _table(values) -> Table:  # type: ignore[no-untyped-def]
    return np.array(list(values), dtype=np.int32)
