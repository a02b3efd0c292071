"""What a wager hopes for: on its spot before the deal, and while it rides, in the player's words.

Before the deal the words come from the game's file; afterwards from what is still possible of the
facts its pay table asks about (`rules.facts`), so that they say no more than the cards do.

>>> from pitboss import games
>>> list(spot_hopes(games.find(games.BUILT_IN[1]).rules()).values())
['beat the dealer', 'may come back on 13 to 16', "dealer's 3 to 6 replaced by 7 to ace"]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from pitboss.rules.cloth import spoken
from pitboss.rules.compile import TableBet, TableEvent
from pitboss.rules.facts import LOSE, NO, NO_TIE, TIE_NATURAL, WIN, YES, Fact
from pitboss.rules.hands import SOFT, TOTAL
from pitboss.rules.settlement import MAKE_NATURALS
from pitboss.rules.spoken import RANK_NAMES, a_rank_of, either, sentence
from pitboss.rules.vocabulary import Bet, Event, Rules, When

LONGEST = 60
"""Letters of what a spot hopes for."""
LONGEST_LINE = 90
"""Letters of what a bet on the felt hopes for; a warning that does not fit is left out."""
BEAT_THE_DEALER = "beat the dealer"
PUSH = WIN - 1
ALL_RANKS = (1 << 13) - 1


# On the spot, before the deal


def spot_hopes(rules: Rules) -> dict[str, str]:
    """A few words for every spot."""
    hopes = dict.fromkeys(rules.wagers.opening, BEAT_THE_DEALER)
    back = rules.take_back
    if back is not None:
        hopes[back.bet] = f"may come back on {spoken(back.on.text)}"
    return hopes | {bet.id: bet_hope(bet, rules) for bet in rules.offered_bets}


def bet_hope(bet: Bet, rules: Rules) -> str:
    """What a side bet hopes for, by the pay table in use."""
    table = rules.table_of(bet) - 1
    winning = [event for event in bet.events if isinstance(event.pays[table], int)]
    if not winning:
        return ""
    if all(event.when.replaced for event in winning):
        return f"dealer's {spoken(rules.dealer.replaces.text)} replaced{_by(winning)}"
    phrases = list(dict.fromkeys(_asked(event.when) for event in _general(winning)))
    words = either(filter(None, phrases))
    if words and len(words) <= LONGEST:
        return words
    return _label(winning[0])


def _by(events: Sequence[Event]) -> str:
    """Which new upcards win; nothing where some line asks for none."""
    ranks = 0
    for when in (event.when for event in events):
        if when.upcard is None and not when.dealer_natural:
            return ""
        ranks |= MAKE_NATURALS if when.upcard is None else when.upcard.mask
    low = next((rank for rank in range(1, 13) if ranks >> rank & 1), 0)
    if ranks == ALL_RANKS & -(1 << low) | 1:
        return f" by {RANK_NAMES[low]} to ace"
    return f" by {a_rank_of(ranks)}"


def _general(events: Sequence[Event]) -> list[Event]:
    """Without lines that only pay a special case of another better."""
    pairs = [event.when.pair for event in events if not event.when.matches_upcard]
    return [
        event for event in events if not event.when.matches_upcard or event.when.pair not in pairs
    ]


def _asked(when: When) -> str:
    """What an event asks for, in a few words."""
    parts = []
    if when.tie is not None:
        parts.append(tie_spoken(when.tie.mask, "both end on {}", "both have blackjack"))
    if when.result is not None:
        parts.append({"win": "a winning", "push": "a pushed", "lose": "a lost"}[when.result])
    if when.pair is not None:
        parts.append(pair_spoken(when.pair.mask))
    if when.player is not None:
        parts.append(spoken(when.player.text))
    if when.player_natural is not None:
        parts.append("your blackjack" if when.player_natural else "no blackjack of yours")
    if when.player_suited is not None:
        parts.append("of one suit" if when.player_suited else "of two suits")
    if when.matches_upcard is not None:
        parts.append("like the upcard" if when.matches_upcard else "unlike the upcard")
    for ranks, words in ((when.original_upcard, "first upcard"), (when.upcard, "upcard")):
        if ranks is not None:
            parts.append(f"{words} {spoken(ranks.text)}")
    if when.dealer_natural is not None:
        parts.append("dealer's blackjack" if when.dealer_natural else "no dealer blackjack")
    if when.dealer_suited is not None:
        parts.append("suited" if when.dealer_suited else "unsuited")
    if when.result is not None and len(parts) == 1:
        parts.append("hand")
    return " ".join(parts)


@lru_cache(maxsize=512)
def pair_spoken(mask: int) -> str:
    """Pairs of these ranks: ``6-6 to 8-8``."""
    ranks = [rank for rank in range(13) if mask >> rank & 1]
    if not ranks:
        return "two different ranks"
    if len(ranks) == 13:
        return "a pair"
    span = ranks == list(range(ranks[0], ranks[-1] + 1)) and len(ranks) > 2
    named = [_two_of(rank) for rank in ([ranks[0], ranks[-1]] if span else ranks)]
    return " to ".join(named) if span else either(named)


def _two_of(rank: int) -> str:
    name = RANK_NAMES[rank]
    return f"{name}-{name}" if name.isdigit() else f"two {name}s"


def tie_spoken(mask: int, totals: str, naturals: str) -> str:
    """Ties on totals, on naturals, or on either."""
    found = [str(total) for total in range(1, TIE_NATURAL) if mask >> total & 1]
    if not found:
        return naturals
    return totals.format(either(found + ["blackjack"] * (mask >> TIE_NATURAL & 1)))


def _label(event: Event) -> str:
    return event.label or event.event


# While it rides


def riding_hope(
    bet: TableBet, possible: Sequence[int], *, words: Mapping[str, str], hands: int, reachable: int
) -> str:
    """What a bet on the felt still hopes for.

    `possible` are the values each fact can still have; `words` what people call its events;
    `hands` how many its seat has; `reachable` the ties (values of `Fact.TIE`, as bits) that the
    first of them, which it rides on, can still come to.
    """
    known = list(possible)
    known[Fact.TIE] &= reachable | 1 << NO_TIE
    lines = list(_open_events(bet, known))
    winning = [event for event in lines if event.pays > 0]
    pushed = next((event for event in lines if event.pays == 0), None)
    back = _still_asked(pushed, known, "it") if pushed else ""
    if not winning:
        return sentence(_cannot_win(bet, known, possible, back if pushed else None))
    if len(winning) > 1:
        return "Wins " + ", ".join(f"{one.pays} to 1 on {words[one.name]}" for one in winning)
    needs = _still_asked(winning[0], known, "this hand" if hands == 1 else "your first hand")
    hope = f"wins {winning[0].pays} to 1" + (f" if {needs}" if needs else "")
    hope += f", comes back if {back}" if back else ""
    hope = sentence(_subject(bet, possible) + hope)
    warned = f"{hope}; another split loses it"
    warns = hands == 2 and bet.lost_on_second_split and len(warned) <= LONGEST_LINE
    return warned if warns else hope


def _open_events(bet: TableBet, possible: Sequence[int]) -> Iterable[TableEvent]:
    """Events that can still decide it, down to the first that would in any case."""
    for event in bet.events:
        if all(possible[fact] & mask for fact, mask in event.conditions):
            yield event
            if all(not possible[fact] & ~mask for fact, mask in event.conditions):
                return


def _still_asked(event: TableEvent, possible: Sequence[int], whose: str) -> str:
    """What must still come true for an event, of what is not known yet."""
    parts: list[str] = []
    for fact, mask in event.conditions:
        if possible[fact] & ~mask:
            words = _fact(fact, possible[fact] & mask, "it" if parts else whose)
            if words:
                parts.append(words)
    return " and ".join(parts)


def _fact(fact: int, mask: int, whose: str) -> str:
    if fact == Fact.RESULT:
        verbs = {LOSE: "loses", PUSH: "pushes", WIN: "wins"}
        return f"{whose} {either(verbs[value] for value in range(3) if mask >> value & 1)}"
    if fact == Fact.TIE:
        return f"{whose} ties on {tie_spoken(mask, '{}', 'blackjack')}"
    if fact == Fact.DEALER_NATURAL:
        return "the dealer has blackjack" if mask == YES else "the dealer has no blackjack"
    if fact == Fact.DEALER_SUITED:
        return f"the dealer's two cards are of {'one suit' if mask == YES else 'two suits'}"
    if fact == Fact.DOUBLED:
        return f"{whose} is{' not' if mask == NO else ''} doubled"
    return ""


def _subject(bet: TableBet, possible: Sequence[int]) -> str:
    """The first two cards, where the bet asks what they total."""
    asks = any(fact == Fact.PLAYER for event in bet.events for fact, _ in event.conditions)
    state = possible[Fact.PLAYER].bit_length() - 1
    if not asks or possible[Fact.PLAYER] != 1 << state:
        return ""
    return f"{'soft' if SOFT[state] else 'hard'} {TOTAL[state]}: "


def _cannot_win(
    bet: TableBet, known: Sequence[int], possible: Sequence[int], back: str | None
) -> str:
    """What is said of a bet that no card can make win; `back`: what pushes it, if anything."""
    if back is not None:
        return f"comes back if {back}" if back else "comes back"
    asked = [mask for event in bet.events for fact, mask in event.conditions if fact == Fact.TIE]
    out = 0
    for mask in asked:
        out |= mask & possible[Fact.TIE] & ~known[Fact.TIE]
    if out:
        return f"cannot win any more: {tie_spoken(out, '{}', 'blackjack')} is out of reach"
    return "cannot win any more"
