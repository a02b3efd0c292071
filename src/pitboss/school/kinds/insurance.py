"""Insurance: the most a seat may put on the line."""

from __future__ import annotations

import random
from typing import Final

from pitboss.rules.limits import dollars
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.chips import coloured, cut
from pitboss.school.citing import cited_at, quotes
from pitboss.school.items import Answer, Item, Question, Spot
from pitboss.school.made import Made, Skill
from pitboss.school.rounds import Choice, DealtRound
from pitboss.school.scout import find_round, step_mark
from pitboss.school.setting import Setting
from pitboss.school.telling import told_before

KIND: Final = "insurance"
OFFERED = step_mark("offer-insurance")


def skills(setting: Setting) -> list[Skill]:
    """One, where insurance is offered."""
    offered = setting.tables.insurance[1]
    return [Skill(f"{KIND}/most", "The most a seat may insure")] if offered else []


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """A seat that is asked, under an ace."""
    dealt = find_round(setting, rng, OFFERED, lambda one: any(c.most for c in one.choices))
    if dealt is None:
        return None
    return most_of(dealt, rng.choice([one for one in dealt.choices if one.most]), skill)


def most_of(dealt: DealtRound, choice: Choice, skill: Skill) -> Made:
    """What the seat that is asked may insure."""
    setting = dealt.setting
    at = next(one.at for one in dealt.choices if one.most)
    rules = cited_at(setting, "insurance-taken")
    stakes = dealt.wagers[choice.seat - 1]
    covered = [setting.tables.opening[slot] for slot in setting.tables.insurance_covers]
    pile = cut(choice.most, setting.chips)
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text=f"What is the most seat {choice.seat} may insure?", form="amount",
            aim_seconds=AIM_SECONDS[KIND], felt=dealt.felt_before(at), seat=choice.seat,
            told=told_before(dealt, at, 2), chips=list(setting.chips),
            spots=[
                Spot(seat=choice.seat, hand=0, bet=bet, name=setting.bet_name(bet),
                     cents=stakes[bet])
                for bet in stakes
            ],
        ),
        answer=Answer(text=dollars(choice.most), cents=choice.most, cut=list(pile or ())),
        rule=rules[0], rules=rules,
        working=_working(setting, [stakes[bet] for bet in covered], choice),
        explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item, dealt, at)


def _working(setting: Setting, covered: list[int], choice: Choice) -> list[str]:
    part, over = setting.tables.insurance_share
    share = "half" if 2 * part == over else f"{part}/{over}"
    lines = [f"{share} of {' + '.join(map(dollars, covered))} = {dollars(choice.most)}"]
    pile = cut(choice.most, setting.chips)
    return [*lines, f"At most {coloured(pile)}"] if pile else lines
