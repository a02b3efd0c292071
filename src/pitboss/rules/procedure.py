"""The dealer's procedure: what is done and said at each step of a round (PR).

A game's file may give any step its own words under ``[procedure]``; these are the fallback, so that
a designer's new game has captions too. Words in braces are filled in from the event.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.rules.sentences import Problem, one_of, told, use, wrong

if TYPE_CHECKING:
    from pitboss.rules.game import Step
    from pitboss.rules.vocabulary import Rules

PRACTICE = {
    "PR-1": "Wagers are cased before the deal; from the first card on nothing on the felt moves.",
    "PR-2": "A replaced upcard slides to the right of the hole card, the new upcard goes on top of "
    "the hole card, and the old one is discarded face down once the bonuses are settled.",
    "PR-3": "Winning wagers on the upcard and their payouts are pushed back before play goes on.",
    "PR-4": "After the deal naturals and pairs that win at once are paid (looking at the upcard "
    "where the table pays a match), losers are collected, then come insurance and peek.",
    "PR-5": "A burn is signalled by the player unless the hand would be bust; the card is burned, "
    "the replacement dealt, and the dealer reminds that the replacement stands.",
    "PR-6": "A total that pushes is announced, and no wager of a standing hand moves.",
    "PR-7": "A bust hand's wagers are collected and its cards racked face down at once.",
    "PR-8": "House custom, in no document: take and pay from the last seat to the first.",
}
"""The dealing procedure in words, by id; `STEPS` and the games' files carry it out."""


def practice_of(rules: Rules) -> dict[str, str]:
    """The parts of the procedure a game has use for."""
    unused = set()
    if not rules.dealer.replaces.mask:
        unused |= {"PR-2", "PR-3"}
    if not rules.bets or rules.dealer.replaces.mask:
        unused.add("PR-4")
    if rules.mulligan is None or not rules.mulligan.ranks.mask:
        unused.add("PR-5")
    if not rules.dealer.pushes_on:
        unused.add("PR-6")
    return {rule: text for rule, text in PRACTICE.items() if rule not in unused}


FIELDS = frozenset({"seat", "hand", "card", "bet", "event", "amount", "paid", "total"})
"""What a caption may mention; a step leaves out what it does not know."""

STEPS: dict[str, tuple[str, str]] = {
    "shuffle": ("Shuffle, have the pack cut, and place the cut card.", "New shoe."),
    "reshuffle": ("Shuffle the discards; what lies on the felt stays there.", "The shoe ran out."),
    "burn-top": ("Burn the top card face down into the rack.", ""),
    "open-round": ("Wait for wagers.", "Place your bets."),
    "place": ("Seat {seat} puts {amount} on {bet}.", ""),
    "withdraw": ("Seat {seat} picks {amount} up from {bet}.", ""),
    "case-wagers": ("Check every wager against the limits, left to right.", "No more bets."),
    "deal-player": ("Deal {card} face up to seat {seat}.", ""),
    "deal-upcard": ("Deal {card} face up as the upcard.", ""),
    "deal-hole": ("Deal the hole card face down beneath the upcard.", ""),
    "set-aside": ("Set the upcard {card} aside.", "The {card} is replaced."),
    "replace-upcard": ("Deal {card} as the new upcard over the hole card.", ""),
    "discard-set-aside": ("Put the set-aside {card} face down in the rack.", ""),
    "pay-bet": ("Pay seat {seat} {paid} on {bet} and push wager and winnings back.", "{event}."),
    "push-bet": ("Push seat {seat}'s {bet} wager back.", "{event}, a push."),
    "collect-bet": ("Collect seat {seat}'s {bet} wager.", ""),
    "pay-natural": (
        "Pay seat {seat}'s natural {paid} on {bet} and collect the cards.",
        "Blackjack.",
    ),
    "push-natural": ("Leave seat {seat}'s {bet} wager: two naturals push.", "Push."),
    "offer-insurance": ("Open the hand over the insurance line.", "Insurance?"),
    "insurance-taken": ("Seat {seat} insures for {amount}.", ""),
    "insurance-declined": ("Seat {seat} takes no insurance.", ""),
    "even-money": ("Seat {seat} takes even money on the natural.", "Even money."),
    "close-insurance": ("Sweep the hand back.", "Insurance is closed."),
    "peek": ("Look under the upcard: no natural.", "Nobody home."),
    "peek-natural": ("Look under the upcard: a natural.", ""),
    "hit": ("Seat {seat} asks for a card.", ""),
    "draw": ("Deal {card} to seat {seat}.", "{total}."),
    "stand": ("Seat {seat} stands on {total}.", ""),
    "double": ("Seat {seat} puts {amount} beside the wager; one card.", "Doubling."),
    "split": ("Separate seat {seat}'s pair; {amount} goes behind the new hand.", "Splitting."),
    "free-split": ("Separate seat {seat}'s pair; one wager moves behind each card.", "Splitting."),
    "surrender": ("Seat {seat} gives up half the stake.", "Surrender."),
    "take-back": ("Slide {amount} on {bet} back to seat {seat}.", "Wager returned."),
    "offer-burn": ("Pause on the {card} before seat {seat}.", "Keep it or replace it?"),
    "burn": ("Burn seat {seat}'s {card} and deal the next card.", "The replacement stands."),
    "burn-unasked": (
        "Seat {seat} is over 21 with the {card}: burn it unasked and deal the next card.",
        "The replacement stands.",
    ),
    "keep": ("Seat {seat} keeps the {card}.", ""),
    "play-on": ("Go on: seat {seat} plays the hand.", ""),
    "hand-ended": ("Seat {seat}'s hand is settled now: {event}.", "{event}."),
    "bust": (
        "Collect seat {seat}'s wagers; the cards go face down into the rack.",
        "{total}, too many.",
    ),
    "turn-hole": ("Turn the hole card: {card}.", "Dealer has {total}."),
    "dealer-draw": ("Draw {card}.", "{total}."),
    "dealer-stands": ("Stand.", "Dealer makes {total}."),
    "dealer-pushes": ("Stop; no wager of a standing hand moves.", "{total}: everything pushes."),
    "dealer-busts": ("Lay the hand open.", "Dealer breaks with {total}."),
    "pay-hand": ("Pay seat {seat} {paid} on {bet}.", ""),
    "push-hand": ("Tap the felt: seat {seat}'s {bet} pushes.", "Push."),
    "collect-hand": ("Take seat {seat}'s {bet} wager.", ""),
    "pay-insurance": ("Pay seat {seat}'s insurance {paid}.", ""),
    "collect-insurance": ("Take seat {seat}'s insurance.", ""),
    "collect-cards": ("Collect the cards, right to left, and rack them.", ""),
}


def step_problems(steps: Mapping[str, Step]) -> list[Problem]:
    """Captions for steps that do not exist, or with words nothing can fill in."""
    found = []
    for name, step in steps.items():
        if name not in STEPS:
            found.append(
                told(("procedure", name), f" is no step of a round; {use(STEPS, typed=name)}")
            )
        for key, text in (("does", step.does), ("says", step.says)):
            if not _plain(text):
                fields = one_of(f"{{{field}}}" for field in sorted(FIELDS))
                found.append(
                    wrong(("procedure", name, key), text, f"in braces use {fields}, as they are")
                )
    return found


def _plain(caption: str) -> bool:
    """Whether only known words stand in braces, as they are."""
    try:
        parts = list(string.Formatter().parse(caption))
    except ValueError:
        return False
    return all(
        field is None or (field in FIELDS and not spec and conversion is None)
        for _, field, spec, conversion in parts
    )
