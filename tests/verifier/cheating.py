"""What a house that cheats could write down: changes of a round's events that nobody may miss."""

from __future__ import annotations

from typing import Any

Events = list[dict[str, Any]]


def _first(events: Events, kind: str, **wanted: Any) -> dict[str, Any] | None:
    for event in events:
        if event["type"] == kind and all(event.get(key) == value for key, value in wanted.items()):
            return event
    return None


def _settled(events: Events, *names: str) -> dict[str, Any] | None:
    found = (_first(events, "WagerSettled", event=name) for name in names)
    return next((event for event in found if event), None)


def short_pay(events: Events) -> bool:
    """A winner gets a cent less."""
    event = next(
        (e for e in events if e["type"] == "WagerSettled" and e["returned"] > e["stake"]), None
    )
    if event:
        event["returned"] -= 1
    return event is not None


def over_pay(events: Events) -> bool:
    """A friend of the house gets a dollar more."""
    event = next(
        (e for e in events if e["type"] == "WagerSettled" and e["returned"] > e["stake"]), None
    )
    if event:
        event["returned"] += 100
    return event is not None


def push_lost(events: Events) -> bool:
    """A push is collected."""
    event = _settled(events, "push", "natural push")
    if event:
        event["returned"] = 0
    return event is not None


def loser_paid(events: Events) -> bool:
    """A hand that lost is paid."""
    event = _settled(events, "lose")
    if event:
        event.update(event="win", returned=2 * event["stake"])
    return event is not None


def bonus_lost(events: Events) -> bool:
    """A side bet that won is collected as if nothing had held."""
    event = next(
        (
            e
            for e in events
            if e["type"] == "WagerSettled"
            and e["returned"] > e["stake"]
            and e["event"] not in ("win", "natural", "even money", "dealer natural")
        ),
        None,
    )
    if event:
        event.update(event="anything else", returned=0)
    return event is not None


def bonus_given(events: Events) -> bool:
    """A side bet that lost is paid by a line that did not hold."""
    event = _settled(events, "anything else")
    if event:
        event.update(event="stiff pair", returned=11 * event["stake"])
    return event is not None


def other_card(events: Events) -> bool:
    """A player gets another card than the shoe's next one."""
    event = _first(events, "CardDealt")
    if event:
        event["card"] = (event["card"] + 17) % 52
    return event is not None


def cards_exchanged(events: Events) -> bool:
    """Two players' cards change places."""
    dealt = [event for event in events if event["type"] == "CardDealt"]
    if len(dealt) < 2 or dealt[0]["card"] == dealt[1]["card"]:
        return False
    dealt[0]["card"], dealt[1]["card"] = dealt[1]["card"], dealt[0]["card"]
    return True


def second_card_first(events: Events) -> bool:
    """A seat is passed over."""
    dealt = [event for event in events if event["type"] == "CardDealt"]
    if len(dealt) < 2 or dealt[0]["seat"] == dealt[1]["seat"]:
        return False
    dealt[0]["seat"], dealt[1]["seat"] = dealt[1]["seat"], dealt[0]["seat"]
    return True


def never_settled(events: Events) -> bool:
    """A wager is forgotten on the felt."""
    event = _first(events, "WagerSettled")
    if event:
        events.remove(event)
    return event is not None


def settled_twice(events: Events) -> bool:
    """A wager is paid twice."""
    event = _settled(events, "win")
    if event:
        events.insert(events.index(event), dict(event))
    return event is not None


def hole_exchanged(events: Events) -> bool:
    """The hole card that is turned is not the one that was dealt."""
    event = _first(events, "HoleCardTurned")
    if event:
        event["card"] = (event["card"] + 4) % 52
    return event is not None


def dealer_draws_again(events: Events) -> bool:
    """The dealer takes one more card although she must stand."""
    event = _first(events, "DealerFinished")
    if event:
        events.insert(events.index(event), {"type": "DealerDrew", "card": 0})
    return event is not None


def dealer_stops(events: Events) -> bool:
    """The dealer does not take the card she must."""
    drew = [event for event in events if event["type"] == "DealerDrew"]
    if not drew:
        return False
    events.remove(drew[-1])
    return True


def stake_raised(events: Events) -> bool:
    """A wager grows after the cards lie."""
    event = _settled(events, "win")
    if event:
        event["stake"] += 500
        event["returned"] += 1000
    return event is not None


def peek_denied(events: Events) -> bool:
    """The dealer looks at a natural and says that there is none, or the other way round."""
    event = _first(events, "DealerPeeked")
    if event:
        event["natural"] = not event["natural"]
    return event is not None


def bust_called(events: Events) -> bool:
    """A hand that stands is called bust."""
    event = _first(events, "HandStood")
    if event:
        event["type"] = "HandBusted"
    return event is not None


def seed_exchanged(events: Events) -> bool:
    """A shoe is shuffled with another seed than the player gave."""
    event = next((e for e in events if e["type"] == "ShoeSeeded" and e["seeds"]), None)
    if event:
        event["seeds"][0][1] += "x"
    return event is not None


def seed_left_out(events: Events) -> bool:
    """A player's seed is not counted."""
    event = next((e for e in events if e["type"] == "ShoeSeeded" and e["seeds"]), None)
    if event:
        del event["seeds"][0]
    return event is not None


def promised_again(events: Events) -> bool:
    """Another promise for the same shoe, once its seeds are known: then any order can follow."""
    event = _first(events, "ShoeCommitted")
    if event:
        other = event | {"commitment": "0" * 64}
        events.insert(events.index(event), other)
    return event is not None


def shuffled_again(events: Events) -> bool:
    """The same order is dealt from its beginning again: the house knows what comes."""
    event = _first(events, "ShoeShuffled")
    if event:
        events.insert(events.index(event), dict(event))
    return event is not None


def never_shuffled(events: Events) -> bool:
    """Cards come from nowhere."""
    event = _first(events, "ShoeShuffled")
    events[:] = [one for one in events if one["type"] not in ("ShoeShuffled", "ShoeSeeded")]
    return event is not None


def seed_in_another_name(events: Events) -> bool:
    """Somebody adds a seed and says that it is another's."""
    event = _first(events, "SeedAdded")
    if event:
        events.insert(events.index(event), event | {"player": "zoe"})
    return event is not None


def shoe_exchanged(events: Events) -> bool:
    """A shoe is promised that is not the one dealt."""
    event = _first(events, "ShoeCommitted", number=1)  # one that is surely dealt from
    if event:
        turned = "0" if event["commitment"][0] != "0" else "1"
        event["commitment"] = turned + event["commitment"][1:]
    return event is not None


CHEATS = (
    short_pay, over_pay, push_lost, loser_paid, bonus_lost, bonus_given, other_card,
    cards_exchanged, second_card_first, never_settled, settled_twice, hole_exchanged,
    dealer_draws_again, dealer_stops, stake_raised, peek_denied, bust_called, shoe_exchanged,
    seed_exchanged, seed_left_out, promised_again, shuffled_again, never_shuffled,
    seed_in_another_name,
)  # fmt: skip
