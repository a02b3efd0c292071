"""Rounds that show what a game has: found by playing many, chosen so that few show much.

Deals are drawn at random and aimed: at a move that is not part of every blackjack, or at a line of
a bet's pay table. Each is played at a real table by a player who makes an unusual move where it
makes sense. What a round showed is read from its events; then the rounds are picked that add most.
The same game always gives the same rounds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from pitboss.cards import CARD_VALUE
from pitboss.rules.compile import TableEvent
from pitboss.rules.consequences import slots
from pitboss.rules.course import NO_CARD, NONE, Edge
from pitboss.rules.facts import NO, NO_TIE, TIE_NATURAL, YES, Fact, facts_of_deal
from pitboss.rules.hands import FIRST_BUST, SOFT, TOTAL, hand_state
from pitboss.rules.limits import WagerError
from pitboss.rules.moves import Move
from pitboss.rules.vocabulary import Rules
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.engine import Table
from pitboss.table.flow import Want

ROUNDS = 5
TRIES = 300
"""Rounds that are played to choose from."""
DEALS = 80
"""Deals that are looked at for each of them."""
UNIT, BET = 2000, 500
"""Cents on each opening wager and on a side bet, where the table takes them."""
SEAT, PLAYER = 1, "you"
BLACKJACK = 21
LONG = 4
"""Moves after which a round is long for a lesson."""
NOTHING_TO_DO = 4
"""Points lost by a round in which nobody is asked anything."""

Thing = tuple[object, ...]
"""Something a round can show."""
BetWins = tuple[str, TableEvent]
"""A bet, and a line of its pay table."""
NATURAL: Final = "natural"
Aim = Edge | BetWins | Literal["natural"] | None


class ShownRound(NamedTuple):
    """A round worth looking at: everything that is needed to play it again."""

    wagers: dict[str, int]
    cards: tuple[int, ...]
    actions: tuple[act.Action, ...]
    """What the player answers, in order."""
    shows: frozenset[Thing]


def showcase(rules: Rules) -> list[ShownRound]:
    """The rounds of a first lesson, easier ones first."""
    table = Table(rules)
    rng = random.Random(f"lesson {table.tables.digest()}")
    aims = list(_aims(table))
    found = [_play(table, aims[at % len(aims)], rng) for at in range(TRIES)]
    return sorted(_pick(found), key=lambda shown: len(shown.actions))


def _pick(found: list[ShownRound]) -> Iterator[ShownRound]:
    """Those that show most that no other one does."""
    seen: set[Thing] = set()
    for _ in range(ROUNDS):
        best = max(found, key=lambda shown: _worth(shown, seen))
        seen |= best.shows
        found = [shown for shown in found if shown is not best]
        yield best


def _worth(shown: ShownRound, seen: set[Thing]) -> float:
    gain = sum(_WORTH.get(str(thing[0]), 1) for thing in shown.shows - seen)
    moves = sum(isinstance(action, act.MakeMove) for action in shown.actions)
    return gain - max(0, moves - LONG) - NOTHING_TO_DO * (moves == 0)


_WORTH = {"special move": 12, "special pay": 5, "paid": 6, "final": 6, "new upcard": 4, "lost": 3}


# What to show


def _aims(table: Table) -> Iterator[Aim]:
    """What deals are aimed at, one after the other."""
    yield None
    if not table.tables.bets:
        yield NATURAL
    course = table.tables.course
    for move in slots(course):
        if move not in (Move.STAND, Move.HIT):
            yield next(edge for terms in course.terms for edge in terms.edges if edge.move == move)
    for bet in table.tables.bets:
        for event in bet.events:
            if event.pays > 0:
                yield bet.id, event


class _Deal(NamedTuple):
    first: int
    upcard: int
    second: int
    hole: int
    new_upcard: int

    def cards(self, table: Table) -> list[int]:
        cards = [self.first, self.upcard, self.second, self.hole]
        return [*cards, self.new_upcard] if self.is_replaced(table) else cards

    def is_replaced(self, table: Table) -> bool:
        return bool(table.tables.replaced >> (self.upcard >> 2) & 1)

    def played(self, table: Table) -> int:
        """The upcard the dealer plays."""
        return self.new_upcard if self.is_replaced(table) else self.upcard


def aimed_deal(table: Table, aim: Aim, rng: random.Random) -> list[int]:
    """The first cards of a round: the first deal that fits what it is aimed at."""
    drawn = _Deal(*(rng.randrange(52) for _ in range(5)))
    for _ in range(DEALS):
        if aim is None or _fits(table, aim, drawn):
            break
        drawn = _Deal(*(rng.randrange(52) for _ in range(5)))
    cards = drawn.cards(table)
    if isinstance(aim, Edge) and aim.discards != NO_CARD:
        cards.append(rng.choice([card for card in range(52) if aim.last_card >> (card >> 2) & 1]))
    return cards


def _fits(table: Table, aim: Edge | BetWins | Literal["natural"], deal: _Deal) -> bool:
    state = hand_state([CARD_VALUE[deal.first], CARD_VALUE[deal.second]])
    upcard = deal.played(table)
    dealers = hand_state([CARD_VALUE[upcard], CARD_VALUE[deal.hole]])
    if aim == NATURAL:
        return TOTAL[state] == BLACKJACK != TOTAL[dealers]
    if isinstance(aim, Edge):
        if aim.discards != NO_CARD:
            return 4 <= TOTAL[state] <= 6
        pair = deal.first >> 2 == deal.second >> 2
        return aim.allows(state, 2) and (pair or not aim.pairs) and _makes_sense(aim, state, upcard)
    original = deal.upcard >> 2 if deal.is_replaced(table) else None
    suited = YES if deal.first & 3 == deal.second & 3 else NO
    facts = [*facts_of_deal(original, upcard >> 2, deal.first >> 2, deal.second >> 2, suited)]
    natural = TOTAL[dealers] == BLACKJACK
    facts[Fact.DEALER_NATURAL] = YES if natural else NO
    facts[Fact.DEALER_SUITED] = YES if upcard & 3 == deal.hole & 3 else NO
    both = natural and TOTAL[state] == BLACKJACK
    facts[Fact.TIE] = 1 << TIE_NATURAL if both else ~(1 << TIE_NATURAL | 1 << NO_TIE)
    return all(facts[fact] & mask for fact, mask in aim[1].conditions)


# Playing


def _play(table: Table, aim: Aim, rng: random.Random) -> ShownRound:
    table = table.copy()
    wagers = _wagers(table, aim[0] if isinstance(aim, tuple) else "", rng)
    table.do(act.PlaceWagers(SEAT, PLAYER, wagers))
    table.do(act.CloseWagers())
    waiting, dealt = aimed_deal(table, aim, rng), list[int]()
    answers: list[act.Action] = []
    shows: set[Thing] = set()
    while table.want != Want.WAGERS:
        if table.wants_card:
            card = waiting.pop(0) if waiting else rng.randrange(52)
            if table.state.gone[card] < table.tables.decks:
                dealt.append(card)
                table.deal(card)
            continue
        answers.append(_answer(table, shows, rng))
        table.do(answers[-1])
    shows |= set(_shown(table))
    return ShownRound(wagers, tuple(dealt), tuple(answers), frozenset(shows))


def _wagers(table: Table, aimed: str, rng: random.Random) -> dict[str, int]:
    """The opening wagers, and as many side bets as the table takes, the one aimed at first."""
    limits = table.limits
    least = max(limits.minimum[bet] for bet in table.tables.opening)
    wagers = dict.fromkeys(table.tables.opening, max(UNIT, least))
    others = sorted(limits.bets, key=lambda bet: (bet != aimed, rng.random()))
    for bet in others:
        more = wagers | {bet: max(BET, limits.minimum[bet])}
        try:
            limits.check(more)
        except WagerError:
            continue
        wagers = more
    return wagers


def _answer(table: Table, shows: set[Thing], rng: random.Random) -> act.Action:
    if table.want == Want.INSURANCE:
        return act.DeclineInsurance(table.insurance_seats()[0])
    hand = table.seat.hands[table.hand]
    edges = [
        edge
        for edge in table.tables.course.terms[table.terms].edges
        if edge.move & table.legal and edge.allows(hand.state, len(hand.cards))
    ]
    unusual = [
        edge
        for edge in edges
        if edge.move not in (Move.STAND, Move.HIT)
        and _makes_sense(edge, hand.state, table.state.upcard)
    ]
    edge = rng.choice(unusual) if unusual else _plain(edges, hand.state, table)
    if edge.move not in (Move.STAND, Move.HIT):
        unheard = edge.moves_wager != NONE or edge.returns != NONE or edge.discards != NO_CARD
        kind = "special move" if unheard or edge.pays[1] else "move"
        shows.add((kind, edge.move, edge.moves_wager))
    return act.MakeMove(table.seat.number, edge.move)


def _plain(edges: list[Edge], state: int, table: Table) -> Edge:
    """What most players would do; where that is not asked, what happens if nobody says anything."""
    weak = 2 <= CARD_VALUE[table.state.upcard] <= 6
    least = 18 if SOFT[state] else 12 if weak else 17
    wanted = Move.HIT if TOTAL[state] < least else Move.STAND
    by_move = {edge.move: edge for edge in edges}
    return by_move.get(wanted, edges[0])


def _makes_sense(edge: Edge, state: int, upcard: int) -> bool:
    """Whether a move is one that a player of sense might make, by what it does."""
    total, hard, strong = TOTAL[state], not SOFT[state], CARD_VALUE[upcard] in (1, 9, 10)
    if edge.new_hand != NONE:
        return state == hand_state([1, 1]) or (hard and total == 16)
    if edge.returns != NONE or edge.pays[1]:
        return hard and total in (15, 16) and strong
    if edge.units:
        return hard and total in (9, 10, 11) and not strong
    return edge.discards != NO_CARD and (state >= FIRST_BUST or (hard and 12 <= total <= 16))


def pays_unevenly(event: ev.WagerSettled) -> bool:
    """Whether a wager won more or less than what was staked, as a natural does in most games."""
    return event.returned > event.stake and event.returned != 2 * event.stake


def _shown(table: Table) -> Iterator[Thing]:
    """What a round showed, beside its moves."""
    if table.state.original >= 0:
        yield ("new upcard",)
    for event in table.log:
        if isinstance(event, ev.WagerSettled):
            if event.bet in table.limits.bets:
                won = event.returned - event.stake
                yield (
                    ("paid", event.bet, event.event)
                    if won > 0
                    else (("lost", event.bet) if won < 0 else ("back", event.bet))
                )
            else:
                yield "result", event.event
                if pays_unevenly(event):
                    yield "special pay", event.bet, event.event
        elif isinstance(event, ev.DealerFinished) and event.pushes:
            yield ("final", "pushes")
        elif isinstance(event, ev.HandEnded):
            yield "final", event.event
        elif isinstance(event, ev.InsuranceOffered):
            yield ("insurance",)
