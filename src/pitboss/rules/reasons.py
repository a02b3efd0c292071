"""Why a wager lost, won or came back, in the player's words.

A side bet that lost is explained by the fact that all lines of its pay table miss, or by the one
that was decided last; wagers of the game by the two hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.rules.compile import GIVEN_BACK, LOST, SECOND_SPLIT, TableBet, TableEvent, Tables
from pitboss.rules.facts import NO, YES, Fact
from pitboss.rules.hands import FIRST_BUST, SOFT_21, describe
from pitboss.rules.hopes import pair_spoken, tie_spoken
from pitboss.rules.spoken import (
    a_card,
    a_rank_of,
    either,
    hand_spoken,
    ranks_spoken,
    sentence,
    states_spoken,
)

_DEALT = (1 << SOFT_21) - 1
"""States of two cards that are no natural."""
TWO_CARDS = frozenset({Fact.PLAYER, Fact.PLAYER_SUITED, Fact.PAIR, Fact.MATCHES_UPCARD})
"""What is asked of a player's first two cards."""


class Hands(NamedTuple):
    """The cards behind a settlement, as far as they are open."""

    player: int
    """State of the hand the wager was on, or rode on."""
    dealer: int
    """State of the dealer's open cards; 0 while they are not."""
    player_natural: bool
    dealer_natural: bool
    """Known to be one, turned or not."""
    pushes: bool
    """The dealer's final total pushes every hand that has not bust."""
    ended: str
    """What ended the hand at once, if something did."""
    given_up: bool
    upcard: int
    """Its rank."""
    original: int
    """The rank of the upcard that another took the place of; -1 if none did."""


# Wagers of the game


def of_hand(event: str, hands: Hands, natural_pays: tuple[int, int]) -> str:
    """Why an opening wager was settled so."""
    if event in _PLAIN:
        return _PLAIN[event]
    if event == "natural" and natural_pays[0] == 0:
        return "Your blackjack wins nothing here: the wager comes back"
    if event == "natural":
        return f"Your blackjack pays {natural_pays[0]} to {natural_pays[1]}"
    if hands.given_up:
        return "You gave the hand up"
    if hands.ended and hands.player < FIRST_BUST:
        return f"{sentence(hands.ended)} without a bust win at once"
    return _compared(hands)


_PLAIN = {
    "even money": "You took even money: 1 to 1",
    "natural push": "The dealer has blackjack too",
    "dealer natural": "The dealer has blackjack",
}


def of_insurance(event: str, pays: tuple[int, int]) -> str:
    """Why insurance was paid or taken."""
    if event == "dealer natural":
        return f"The dealer has blackjack: insurance pays {pays[0]} to {pays[1]}"
    return "The dealer has no blackjack"


def _compared(hands: Hands) -> str:
    mine, dealers = hand_spoken(hands.player), hand_spoken(hands.dealer)
    mine, dealers = (
        text.removesuffix(", a bust").removeprefix("soft ") for text in (mine, dealers)
    )
    if hands.player >= FIRST_BUST:
        return f"You went over 21, with {mine}"
    if hands.pushes:
        return f"The dealer's {dealers} pushes every hand that has not bust"
    if hands.dealer >= FIRST_BUST:
        return f"The dealer went over 21, with {dealers}"
    if mine == dealers:
        return f"Both have {mine}"
    ahead = int(mine) > int(dealers)
    return (
        f"Your {mine} beats the dealer's {dealers}"
        if ahead
        else (f"The dealer's {dealers} beats your {mine}")
    )


# Side bets


def of_bet(bet: TableBet, event: str, words: Mapping[str, str]) -> str:
    """Why a side bet won or came back, or how a move lost it; nothing if its cards did.

    `words` are what people call its events.
    """
    if event == SECOND_SPLIT.name:
        return "A second split loses it"
    if event == GIVEN_BACK.name:
        return "The hand was given up, so the bet comes back"
    line = next((one for one in bet.events if one.name == event), LOST)
    if line.pays > 0:
        return f"{sentence(words[event])}: pays {line.pays} to 1"
    if line.pays == 0:
        return f"{sentence(words[event])}: the bet comes back"
    return ""


def of_lost_bet(bet: TableBet, facts: Sequence[int], hands: Hands, tables: Tables) -> str:
    """Why no line of its pay table that pays or pushes came true, by what is known."""
    lines = [one for one in bet.events if one.pays >= 0]
    missed = [_misses(line, facts) for line in lines]
    in_all = set(missed[0]).intersection(*missed)
    fact = min(in_all, key=_order) if in_all else max(min(facts) for facts in missed)
    of_dealer = not in_all and fact <= Fact.DEALER_SUITED
    if of_dealer and any(Fact.UPCARD in facts for facts in missed):
        fact = Fact.UPCARD
    wanted = 0
    for line, misses in zip(lines, missed, strict=True):
        for asked, mask in line.conditions:
            wanted |= mask if asked == fact and fact in misses else 0
    if fact in TWO_CARDS:
        return _first_two_cards(lines, facts)
    return _fact_missed(fact, wanted, hands, tables.replaced)


def _order(fact: int) -> tuple[bool, int]:
    """Whether there was a second upcard comes before what it was."""
    return fact != Fact.REPLACED, fact


def _misses(line: TableEvent, facts: Sequence[int]) -> list[int]:
    return [fact for fact, mask in line.conditions if not facts[fact] & mask]


def _first_two_cards(lines: Sequence[TableEvent], facts: Sequence[int]) -> str:
    wanted = []
    for line in lines:
        missed = _misses(line, facts)
        for fact, mask in line.conditions:
            if fact not in missed:
                continue
            if fact == Fact.PAIR:
                wanted.append(pair_spoken(mask))
            elif fact == Fact.PLAYER:
                wanted.append("blackjack" if mask == 1 << SOFT_21 else states_spoken(mask & _DEALT))
            elif fact == Fact.MATCHES_UPCARD and Fact.PAIR not in missed:
                wanted.append("a pair like the upcard" if mask == YES else "unlike the upcard")
            elif fact == Fact.PLAYER_SUITED:
                wanted.append("of one suit" if mask == YES else "of two suits")
    state = facts[Fact.PLAYER].bit_length() - 1
    mine = "blackjack" if state == SOFT_21 else describe(state)
    return f"Your first two cards, {mine}, are not {either(dict.fromkeys(wanted))}"


def _fact_missed(fact: int, wanted: int, hands: Hands, replaced: int) -> str:
    first = hands.original if hands.original >= 0 else hands.upcard
    if fact == Fact.REPLACED and wanted == NO:
        return f"The dealer's first upcard, {a_card(first)}, was replaced"
    if fact == Fact.REPLACED and not replaced:
        return "No upcard is replaced at this table"
    if fact == Fact.REPLACED:
        return f"The dealer's first upcard was {a_card(first)}, not {_ranks(replaced)}"
    if fact == Fact.ORIGINAL_UPCARD:
        return f"The dealer's first upcard was {a_card(first)}, not {_ranks(wanted)}"
    if fact == Fact.UPCARD:
        which = "new upcard" if hands.original >= 0 else "upcard"
        return f"The {which} was {a_card(hands.upcard)}, not {_ranks(wanted)}"
    if fact == Fact.DEALER_NATURAL:
        return "The dealer has blackjack" if wanted == NO else "The dealer has no blackjack"
    if fact == Fact.DEALER_SUITED:
        return f"The dealer's two cards are of {'two suits' if wanted == YES else 'one suit'}"
    if fact == Fact.RESULT:
        return _result(hands)
    if fact == Fact.TIE:
        return _no_tie(hands, wanted)
    if fact == Fact.DOUBLED:
        return f"The hand was{' not' if wanted == YES else ''} doubled"
    return "21 with two cards after a split does not count here"


def _ranks(mask: int) -> str:
    """Ranks, with an article where they have names."""
    words = ranks_spoken(mask)
    return words if words[:1].isdigit() else a_rank_of(mask)


def _result(hands: Hands) -> str:
    if hands.given_up:
        return "You gave the hand up"
    if hands.player_natural and not hands.dealer_natural:
        return "Your blackjack won"
    if hands.dealer_natural:
        return "The dealer has blackjack" + (" too" if hands.player_natural else "")
    return (
        f"{sentence(hands.ended)} won at once"
        if hands.ended and (hands.player < FIRST_BUST)
        else _compared(hands)
    )


def _no_tie(hands: Hands, wanted: int) -> str:
    if hands.given_up:
        return "You gave the hand up: it ties with nothing"
    if hands.player_natural or hands.dealer_natural:
        if hands.player_natural and hands.dealer_natural:
            return f"The tie was on blackjack, not {tie_spoken(wanted, '{}', 'blackjack')}"
        whose = "You have" if hands.player_natural else "The dealer has"
        return f"{whose} blackjack, {'the dealer' if hands.player_natural else 'you'} not: no tie"
    if hands.ended and hands.player < FIRST_BUST:
        return f"{sentence(hands.ended)} won at once: no tie"
    if hands.player >= FIRST_BUST:
        return f"{_compared(hands)}: a bust ties with nothing"
    mine, dealers = (
        hand_spoken(state).removesuffix(", a bust").removeprefix("soft ")
        for state in (hands.player, hands.dealer)
    )
    if mine == dealers:
        return f"The tie was on {mine}, not {tie_spoken(wanted, '{}', 'blackjack')}"
    return f"You have {mine}, the dealer {dealers}: no tie"
