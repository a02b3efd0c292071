"""What occurred in a round, in words, so that a test can say that it saw enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitboss.table import events as ev

WORDS = {
    ev.HandDoubled: "doubles",
    ev.HandGivenUp: "surrenders",
    ev.WagerReturned: "take-backs",
    ev.CardGivenUp: "burns",
    ev.UpcardReplaced: "replaced upcards",
    ev.InsuranceTaken: "insurances",
    ev.HandBusted: "busts",
}
SETTLED = {
    "natural": "naturals",
    "natural push": "both naturals",
    "dealer natural": "dealer naturals",
    "second split": "bets lost on a second split",
}


def seen_in(log: Sequence[ev.Event], seats: int) -> set[str]:
    """What occurred."""
    found = {WORDS[type(event)] for event in log if type(event) in WORDS}
    splits: Counter[int] = Counter()
    for event in log:
        match event:
            case ev.HandSplit(seat=seat):
                splits[seat] += 1
                found.add("splits" if splits[seat] == 1 else "resplits")
                if splits[seat] >= 3:
                    found.add("four hands or more")
            case ev.HandDoubled(seat=seat) if splits[seat]:
                found.add("doubles after a split")
            case ev.CardGivenUp(seat=seat) if splits[seat]:
                found.add("burns after a split")
            case ev.WagerSettled(event=what) if what in SETTLED:
                found.add(SETTLED[what])
            case ev.ShoeShuffled(ran_out=True):
                found.add("shoes that ran out")
            case ev.ShoeShuffled():
                found.add("further shoes")
    if seats > 1:
        found.add("several seats")
    return found
