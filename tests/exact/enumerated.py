"""A hand played out card by card on a small shoe, by the terms and edges of a course.

Slow and plain on purpose: it knows nothing of programmes, sums or leads. The dealer's hole card is
dealt first and hidden; a decision is the one that is best on average over the hole cards it can be.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property

from pitboss.cards import RANK_VALUE
from pitboss.rules import hands
from pitboss.rules.compile import DRAWS, Tables
from pitboss.rules.course import NONE, Course, Edge
from pitboss.rules.settlement import BUST

Cards = tuple[int, ...]
"""Values of cards, ascending."""
ByHole = dict[int, float]
"""A result for each hole card."""
End = tuple[bool, int, tuple[int, int], int, int]
"""Second card pairs, last terms, pays if it is ended, total, final; as outcome tables have them."""


class Enumerated:
    """Every value of a small shoe against one upcard; ranks are told apart by value alone."""

    def __init__(self, tables: Tables, course: Course, shoe: dict[int, int], up: int) -> None:
        self.tables, self.course, self.up = tables, course, up
        self.shoe = Counter(shoe) - Counter([up])
        self.peeks = bool(tables.peeked)
        self.known: dict[tuple[Cards, int, Cards], tuple[ByHole, object]] = {}

    @cached_property
    def natural_maker(self) -> int:
        """The hole card that makes a natural; 0 where none does."""
        return {1: 10, 10: 1}.get(self.up, 0)

    def left(self, *gone: Cards) -> Counter[int]:
        """The cards left."""
        rest = self.shoe.copy()
        for cards in gone:
            rest.subtract(cards)
        return +rest

    def units(self, terms: int) -> int:
        """Units of the player's."""
        return self.course.terms[terms].units

    def dealer(self, cards: Cards, rest: Counter[int], terms: int, total: int) -> float:
        """What standing on a total brings, the dealer having these cards."""
        state = hands.hand_state(cards)
        if len(cards) == 2 and state == hands.SOFT_21:
            return -float(self.units(terms))
        final = self.tables.dealer_final[state]
        if final != DRAWS:
            outcome = self.tables.outcome[total][final]
            node = self.course.terms[terms]
            return float(outcome * (node.units + (node.house_units if outcome > 0 else 0)))
        many = sum(rest.values())
        return sum(
            count / many * self.dealer((*cards, card), rest - Counter([card]), terms, total)
            for card, count in rest.items()
        )

    def stand(self, hand: Cards, terms: int, given_up: Cards) -> ByHole:
        """Waiting for the dealer."""
        rest, total = self.left(hand, given_up), hands.TOTAL[hands.hand_state(hand)]
        return {
            hole: self.dealer((self.up, hole), rest - Counter([hole]), terms, total)
            for hole in rest
        }

    def draw(self, hand: Cards, terms: int, given_up: Cards, extra: Cards = ()) -> ByHole:
        """One card, and on with these terms."""
        rest = self.left(hand, given_up, extra)
        found = {}
        for hole in rest:
            others = rest - Counter([hole])
            many = sum(others.values())
            found[hole] = sum(
                count / many * self.play(tuple(sorted((*hand, card))), terms, given_up)[0][hole]
                for card, count in others.items()
            )
        return found

    def edge(self, edge: Edge, hand: Cards, terms: int, given_up: Cards) -> ByHole:
        """What a move brings."""
        if edge.pays != (0, 0):
            won = self.units(terms) * edge.pays[0] / edge.pays[1]
            return dict.fromkeys(self.left(hand, given_up), won)
        if edge.next == NONE:
            return self.stand(hand, terms, given_up)
        if edge.draws:
            return self.draw(hand, edge.next, given_up)
        return self.play(hand, edge.next, given_up)[0]

    def play(self, hand: Cards, terms: int, given_up: Cards) -> tuple[ByHole, object]:
        """The best play of a hand and the move."""
        key = (hand, terms, given_up)
        if key not in self.known:
            self.known[key] = self._play(hand, terms, given_up)
        return self.known[key]

    def _play(self, hand: Cards, terms: int, given_up: Cards) -> tuple[ByHole, object]:
        node, state = self.course.terms[terms], hands.hand_state(hand)
        rest = self.left(hand, given_up)
        if state >= hands.FIRST_BUST:
            return dict.fromkeys(rest, -float(node.units)), None
        for ending in node.endings:
            if ending.states[min(len(hand), len(ending.states) - 1)] >> state & 1:
                won = node.units * ending.pays[0] / ending.pays[1]
                return dict.fromkeys(rest, won), None
        ways = {
            edge: self.edge(edge, hand, terms, given_up)
            for edge in node.edges
            if edge.new_hand == NONE and edge.allows(state, len(hand))
        }
        if self.peeks and node.before_peek:  # who goes on loses the stake to a natural
            lost = {self.natural_maker: -float(node.units)}
            ways = {edge: one if edge.pays != (0, 0) else one | lost for edge, one in ways.items()}
        peeked = self.peeks and not node.before_peek
        hidden = {
            hole: count for hole, count in rest.items() if not peeked or hole != self.natural_maker
        }
        best = max(ways, key=lambda edge: sum(n * ways[edge][h] for h, n in hidden.items()))
        return ways[best], best

    def deal(self, hand: Cards) -> float:
        """What a deal is worth in units: with a natural found by a peek the opening stake is lost.

        Unless its decision came before the peek, which then decides.
        """
        opening = self.course.opening
        values, move = self.play(hand, opening, ())
        rest = self.left(hand)
        ended = isinstance(move, Edge) and move.pays != (0, 0)
        early = self.course.terms[opening].before_peek and ended
        if self.peeks and not early:
            values = {**values, self.natural_maker: -float(self.units(opening))}
        return sum(count * values[hole] for hole, count in rest.items()) / sum(rest.values())

    def split_hand(self, hand: Cards, terms: int, gone: Cards) -> ByHole:
        """A split hand, other cards gone too, that decides as an unsplit hand would."""
        node, state = self.course.terms[terms], hands.hand_state(hand)
        rest = self.left(hand, gone)
        values, move = self.play(hand, terms, ())
        if not isinstance(move, Edge):
            return {hole: next(iter(values.values())) for hole in rest}
        if move.pays != (0, 0):
            return dict.fromkeys(rest, node.units * move.pays[0] / move.pays[1])
        if move.next == NONE:
            total = hands.TOTAL[state]
            return {
                hole: self.dealer((self.up, hole), rest - Counter([hole]), terms, total)
                for hole in rest
            }
        assert move.draws == 1, node.name
        return self.split_draw(hand, move.next, gone)

    def split_draw(self, hand: Cards, terms: int, gone: Cards) -> ByHole:
        """The same, drawing a card."""
        rest = self.left(hand, gone)
        found = dict.fromkeys(rest, 0.0)
        many = sum(rest.values()) - 1
        for card in rest:
            after = self.split_hand(tuple(sorted((*hand, card))), terms, gone)
            for hole in rest:
                count = rest[card] - (hole == card)
                if count:
                    found[hole] += count / many * after[hole]
        return found

    def split_in_two(self, card: int, terms: int) -> float:
        """What both hands of a split bring; nothing with a natural that a peek finds."""
        values = self.split_draw((card,), terms, (card,))
        rest = self.left((card, card))
        brought = sum(
            count * values[hole]
            for hole, count in rest.items()
            if not self.peeks or hole != self.natural_maker
        )
        return 2 * brought / sum(rest.values())

    def split_ends(self, card: int, terms: int) -> dict[End, float]:
        """How likely the first hand of two, of a pair of these cards, ends in each way."""
        found: dict[End, float] = defaultdict(float)
        rest = self.left((card, card))
        for hole, count in rest.items():
            others = rest - Counter([hole])
            for second, many in others.items():
                chance = count * many / (sum(rest.values()) * sum(others.values()))
                left = others - Counter([second])
                hand = tuple(sorted((card, second)))
                self._ends(found, (second == card, hole), hand, terms, left, chance)
        return found

    def _ends(
        self, found: dict[End, float], start: tuple[bool, int], hand: Cards, terms: int,
        rest: Counter[int], chance: float,
    ) -> None:  # fmt: skip
        """Play on a split hand as an unsplit hand would, `start` being whether it pairs, and the
        hole card."""
        paired, hole = start
        natural = hole == self.natural_maker
        node, state = self.course.terms[terms], hands.hand_state(hand)
        _, move = self.play(hand, terms, ())
        pays = move.pays if isinstance(move, Edge) else (0, 0)
        for ending in node.endings:
            if ending.states[min(len(hand), len(ending.states) - 1)] >> state & 1:
                pays = ending.pays
        after = move.next if isinstance(move, Edge) else NONE
        if state >= hands.FIRST_BUST or pays != (0, 0) or (natural and after == NONE):
            found[paired, terms, pays, BUST, -1 if natural else 0] += chance
        elif after == NONE:
            self._finals(found, (paired, terms, pays, hands.TOTAL[state]), (self.up, hole), rest,
                         chance)  # fmt: skip
        else:
            many = sum(rest.values())
            for card, count in rest.items():
                more, left = tuple(sorted((*hand, card))), rest - Counter([card])
                self._ends(found, start, more, after, left, chance * count / many)

    def _finals(
        self, found: dict[End, float], end: tuple[bool, int, tuple[int, int], int], cards: Cards,
        rest: Counter[int], chance: float,
    ) -> None:  # fmt: skip
        final = self.tables.dealer_final[hands.hand_state(cards)]
        if final != DRAWS:
            found[(*end, final)] += chance
            return
        many = sum(rest.values())
        for card, count in rest.items():
            left = rest - Counter([card])
            self._finals(found, end, (*cards, card), left, chance * count / many)


def value_class(tables: Tables, value: int) -> int:
    """The class of cards of a value, in a game that tells no more apart."""
    return tables.card_class[RANK_VALUE.index(value)]
