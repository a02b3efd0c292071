"""What is paid where the house caps a round's payouts on a bet, and they come to more.

A round in which the bet wins is dealt again with large wagers under such a cap; what everyone is
paid then is the table's doing.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import msgspec

from pitboss.rules.acts import AGGREGATE
from pitboss.rules.game import CAPPED
from pitboss.rules.limits import dollars
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.chips import cut
from pitboss.school.citing import cited_of_amount, quotes
from pitboss.school.items import Answer, Item, Question
from pitboss.school.made import Made, Skill, hand_words, spot
from pitboss.school.money import odds_of, odds_text, result_words, won
from pitboss.school.rounds import DealtRound, Wagers, deal_again
from pitboss.school.scout import find_round, has, settled_mark, shared_mark
from pitboss.school.setting import Setting
from pitboss.table import events as ev

SKILL = Skill("limits/aggregate", "What is paid when a round's payouts on a bet are capped")
STEP_CENTS = 2500
"""Wagers are whole green chips."""
TRIES = 40
WHOLE = 100
"""Shares come to whole dollars: what a dealer can work out."""


def skills(setting: Setting) -> list[Skill]:
    """One where some bet's payouts may be capped, and can come to more."""
    return [SKILL] if _lines(setting) else []


def _lines(setting: Setting) -> list[tuple[str, str]]:
    """Lines of bets that one seat alone can win more by than the smallest cap."""
    limits, found = setting.limits, []
    for bet in setting.tables.bets:
        least = limits.least_aggregate(bet.id)
        if least is not None:
            largest = limits.largest_wager(bet.id)
            found += [(bet.id, one.name) for one in bet.events if one.pays * largest > least]
    return found


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """A round whose winners have to share."""
    lines = _lines(setting)
    for number in range(TRIES):
        bet, event = rng.choice(lines)
        won_by = partial(has, mark=settled_mark(bet, event))
        dealt = find_round(setting, rng, shared_mark(bet), won_by)
        dealt = dealt or find_round(setting, rng, settled_mark(bet, event))
        if dealt is None:
            continue
        again = _capped(dealt, bet, rng)
        winners = _winners(again, bet)
        paid = [won(again.events[at]) for at in winners]  # type: ignore[arg-type]
        if len(winners) < 2 and number < TRIES // 2:  # several have to share, mostly
            continue
        if _due(again, winners) > sum(paid) and not any(cents % WHOLE for cents in paid):
            return _item(again, rng.choice(winners), winners, skill)
    return None


def _capped(dealt: DealtRound, bet: str, rng: random.Random) -> DealtRound:
    """The same round with large wagers on a bet, under the smallest cap there may be."""
    wagers = [_large(dealt.setting, bet, rng) for _ in dealt.wagers]
    return deal_again(replace(dealt, setting=_under_a_cap(dealt.setting, bet)), wagers)


def _under_a_cap(setting: Setting, bet: str) -> Setting:
    """The same table with a cap; one for each bet."""
    known = setting.known.get(f"capped {bet}")
    if not isinstance(known, Setting):
        cap = setting.limits.least_aggregate(bet)
        assert cap is not None
        house = msgspec.structs.replace(setting.house, aggregate={bet: cap})
        known = setting.known[f"capped {bet}"] = replace(setting, house=house, known={})
    return known


def _large(setting: Setting, bet: str, rng: random.Random) -> Wagers:
    """The opening wagers, and as much on the bet as may lie there, or a part of it."""
    large = dict.fromkeys(setting.tables.opening, setting.limits.largest_wager(
        setting.tables.opening[0]))  # fmt: skip
    most = setting.limits.largest_wager(bet)
    cents = rng.choice([most, most, most // 2, most // 4]) // STEP_CENTS * STEP_CENTS
    if setting.takes({**large, bet: cents}):
        large[bet] = cents
    return large


def _winners(dealt: DealtRound, bet: str) -> list[int]:
    return [
        at
        for at, one in enumerate(dealt.events)
        if isinstance(one, ev.WagerSettled) and one.bet == bet and won(one)
    ]


def _due(dealt: DealtRound, winners: list[int]) -> int:
    return sum(_full(dealt, at) for at in winners)


def _settled(dealt: DealtRound, at: int) -> ev.WagerSettled:
    event = dealt.events[at]
    assert isinstance(event, ev.WagerSettled)
    return event


def _full(dealt: DealtRound, at: int) -> int:
    """What a wager would be paid if nothing were capped."""
    event = _settled(dealt, at)
    pays, per = odds_of(dealt.setting, event)
    return event.stake * pays // per


def _item(dealt: DealtRound, at: int, winners: list[int], skill: Skill) -> Made:
    setting, about = dealt.setting, _settled(dealt, at)
    events = [_settled(dealt, one) for one in winners]
    cap, due = setting.house.aggregate[about.bet], _due(dealt, winners)
    rules = [*setting.acts.at(CAPPED), AGGREGATE, *cited_of_amount(dealt, at)]
    paid = won(about)
    item = Item(
        kind="limits", skill=skill.id, name=skill.name,
        question=Question(
            text=f"What do you pay seat {about.seat} on {setting.bet_name(about.bet)}?",
            form="amount", aim_seconds=AIM_SECONDS["limits"], felt=dealt.felt_before(winners[0]),
            seat=about.seat, hand=about.hand,
            told=[
                f"{hand_words(one, 1)}: {setting.bet_name(one.bet)} {dollars(one.stake)}, "
                f"{result_words(setting, one)}"
                for one in events
            ],
            sign=[f"{one.name}: {one.aggregate}" for one in setting.sign.wagers if one.aggregate],
            spots=[spot(setting, one) for one in events], chips=list(setting.chips),
        ),
        answer=Answer(
            text=dollars(paid), cents=paid, cut=list(cut(paid, setting.chips) or ())
        ),
        rule=rules[0], rules=list(dict.fromkeys(rules)),
        working=[
            *(
                f"seat {one.seat}: {dollars(one.stake)} × {odds_text(odds_of(setting, one))} = "
                f"{dollars(_full(dealt, place))}"
                for one, place in zip(events, winners, strict=True)
            ),
            f"{dollars(due)} in all, and {dollars(cap)} is the most in a round",
            f"seat {about.seat}: {dollars(cap)} × {dollars(_full(dealt, at))} / {dollars(due)} = "
            f"{dollars(paid)}",
        ],
        explanation=quotes(setting, list(dict.fromkeys(rules))),
    )  # fmt: skip
    return Made(item, dealt, at)
