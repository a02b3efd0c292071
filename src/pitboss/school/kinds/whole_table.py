"""Table: a whole round is played; take, pay and push every wager, the last seat first.

Beside that a whole shoe, dealt by hand against the clock (`kinds.shoe`).
"""

from __future__ import annotations

import random
from typing import Final, Literal

from pitboss.school.aims import AIM_SECONDS
from pitboss.school.citing import cited_at, cited_of_wager, quotes
from pitboss.school.grading import ORDER, settled_text, wager_name
from pitboss.school.items import Answer, Item, Question, Settled, Spot
from pitboss.school.kinds import shoe
from pitboss.school.made import Made, Skill, spot
from pitboss.school.money import won, worked
from pitboss.school.rounds import ALL_RANKS, DealtRound, deal_round
from pitboss.school.scout import SCENE, is_scene, scout_of
from pitboss.school.setting import Setting
from pitboss.school.telling import told_before
from pitboss.table import events as ev

KIND: Final = "table"
FEWEST_SEATS, MOST_SEATS = 3, 7
TRIES = 60
FEWEST_WAGERS = 3


def skills(setting: Setting) -> list[Skill]:
    """A table from the dealer's last card to the last chip; and a shoe against the clock."""
    return [Skill(f"{KIND}/round", "Settle a whole table"), *shoe.skills(setting)]


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """A round with three seats or more, at the moment its wagers are settled; or a shoe."""
    if skill.apart:
        return shoe.make(setting, skill, rng)
    most = min(MOST_SEATS, setting.rules.wagers.seats)
    scout = scout_of(setting)
    scenes = [scout.ranks(one) for one in scout.leanings(SCENE)] if setting.scene else []
    for _ in range(TRIES):
        ranks = rng.choice(scenes) if scenes else ALL_RANKS
        dealt = deal_round(setting, rng, ranks, seats=rng.randint(min(FEWEST_SEATS, most), most))
        at = last_settling(dealt)
        if at is not None and is_scene(dealt):
            return settle_from(dealt, at, skill)
    return None


def last_settling(dealt: DealtRound) -> int | None:
    """Where the last wagers begin to be settled, if they are some; None otherwise."""
    end = len(dealt.events) - 2  # the last event of all collects the cards
    run = dealt.settled_run(end)
    return run[0] if len(run) >= FEWEST_WAGERS else None


def settle_from(dealt: DealtRound, at: int, skill: Skill) -> Made:
    """Every wager that is settled from an event on."""
    setting = dealt.setting
    events = [one for one in dealt.events[at:] if isinstance(one, ev.WagerSettled)]
    settled, spots = [_done(one) for one in events], _as_they_lie(setting, events)
    order = setting.acts.practice_at("dealer-stands")
    decides = {
        wager_name(one): cited_of_wager(dealt, index) for index, one in enumerate(settled, at)
    }
    rules = _once([
        *cited_of_wager(dealt, at), *order, *(rule for one in decides.values() for rule in one),
        *cited_at(setting, dealt.step_at(at - 1)),
    ])  # fmt: skip
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text="Take, pay and push every wager, in order.", form="settle",
            aim_seconds=AIM_SECONDS[KIND], felt=dealt.felt_before(at),
            told=told_before(dealt, at, 2), spots=spots,
            chips=list(setting.chips), paid=True,
        ),
        answer=Answer(text="; ".join(settled_text(one, spots) for one in settled), settled=settled),
        rule=rules[0], rules=rules,
        working=[f"seat {one.seat}: {worked(setting, one)}" for one in events],
        explanation=quotes(setting, _once([*rules[:4], *(one[0] for one in decides.values())])),
        decides=decides | {ORDER: order},
    )  # fmt: skip
    return Made(item, dealt, at)


def _once(rules: list[str]) -> list[str]:
    return list(dict.fromkeys(rules))


def _as_they_lie(setting: Setting, events: list[ev.WagerSettled]) -> list[Spot]:
    """Wagers by seat and spot: the order in which they are settled is what is asked."""
    layout = [*setting.tables.opening, *(bet.id for bet in setting.tables.bets), "insurance"]
    return sorted(
        (spot(setting, one) for one in events),
        key=lambda one: (one.seat, one.hand, layout.index(one.bet)),
    )


def _done(event: ev.WagerSettled) -> Settled:
    cents = won(event)
    action: Literal["take", "pay", "push"] = "pay" if cents else "take"
    if event.returned == event.stake:
        action = "push"
    return Settled(seat=event.seat, hand=event.hand, bet=event.bet, action=action, cents=cents)
