"""Payout: wagers and their results are shown; what is paid is typed, or cut in chips."""

from __future__ import annotations

import random
from typing import Final

from pitboss.rules.limits import dollars
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.chips import coloured, cut
from pitboss.school.items import Answer, Item, Question
from pitboss.school.made import Made, Skill, cited_at, quotes, spot
from pitboss.school.money import odds_of, odds_text, result_words, total_line, won, worked
from pitboss.school.rounds import DealtRound
from pitboss.school.scout import SCENE, find_round, settled_mark
from pitboss.school.setting import Setting
from pitboss.table import events as ev

KIND: Final = "payout"


def skills(setting: Setting) -> list[Skill]:
    """Everything this table pays: a skill for each line of each wager."""
    tables = setting.tables
    main = tables.opening[0]
    paying = [(main, "natural"), (main, "win")]
    if tables.even_money:
        paying.append((main, "even money"))
    if tables.insurance[1]:
        paying.append(("insurance", "dealer natural"))
    paying += [(bet.id, line.name) for bet in tables.bets for line in bet.events if line.pays > 0]
    return [_skill(setting, bet, event) for bet, event in paying]


def _skill(setting: Setting, bet: str, event: str) -> Skill:
    settled = ev.WagerSettled(0, 0, bet, event, 0, 0)
    odds, words = odds_of(setting, settled), result_words(setting, settled)
    return Skill(f"{KIND}/{bet}/{event}", f"{setting.bet_name(bet)}: {words}, {odds_text(odds)}")


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """A payout in which that line is paid."""
    if setting.scene is not None:
        return _in_scene(setting, rng)
    bet, event = skill.id.split("/", 2)[1:]
    dealt = find_round(setting, rng, settled_mark(bet, event))
    if dealt is None:
        return None
    return payout_at(dealt, rng.choice(settled_by(dealt, bet, event)), skill)


def _in_scene(setting: Setting, rng: random.Random) -> Made | None:
    """What is paid where the scene is settled; nothing only where nothing can be."""
    dealt = find_round(setting, rng, SCENE, lambda one: bool(_paid_in_scene(one)))
    dealt = dealt or find_round(setting, rng, SCENE)
    if dealt is None or setting.scene is None:
        return None
    at = rng.choice(_paid_in_scene(dealt) or setting.scene.settlings(dealt))
    settled = _settled(dealt, at)
    if won(settled):
        return payout_at(dealt, at, _skill(setting, settled.bet, settled.event))
    name = f"{setting.bet_name(settled.bet)}: {result_words(setting, settled)}"
    return payout_at(dealt, at, Skill(f"{KIND}/{settled.bet}/{settled.event}", name))


def _paid_in_scene(dealt: DealtRound) -> list[int]:
    scene = dealt.setting.scene
    return [at for at in scene.settlings(dealt) if won(_settled(dealt, at))] if scene else []


def settled_by(dealt: DealtRound, bet: str, event: str) -> list[int]:
    """The events of a round that settle a bet so."""
    return [
        at
        for at, one in enumerate(dealt.events)
        if isinstance(one, ev.WagerSettled) and (one.bet, one.event) == (bet, event)
    ]


def settled_together(dealt: DealtRound, at: int) -> list[ev.WagerSettled]:
    """The wagers of a seat that are settled in one go with the one at that event."""
    seat = _settled(dealt, at).seat
    first = last = at
    while _same_seat(dealt, first - 1, seat):
        first -= 1
    while _same_seat(dealt, last + 1, seat):
        last += 1
    return [_settled(dealt, index) for index in range(first, last + 1)]


def _settled(dealt: DealtRound, at: int) -> ev.WagerSettled:
    event = dealt.events[at]
    assert isinstance(event, ev.WagerSettled)
    return event


def _same_seat(dealt: DealtRound, at: int, seat: int) -> bool:
    event = dealt.events[at]
    return isinstance(event, ev.WagerSettled) and event.seat == seat


def payout_at(dealt: DealtRound, at: int, skill: Skill) -> Made:
    """What is paid to the seat whose wager is settled at an event."""
    setting, about = dealt.setting, _settled(dealt, at)
    together = settled_together(dealt, at)
    first = next(index for index, one in enumerate(dealt.events) if one is together[0])
    paid = [won(one) for one in together]
    pile = cut(sum(paid), setting.chips)
    rules = cited_at(setting, dealt.step_at(at), about.bet, about.event)
    working = [worked(setting, one) for one in together]
    if len([cents for cents in paid if cents]) > 1:
        working.append(total_line([cents for cents in paid if cents]))
    if pile:
        working.append(f"Cut {coloured(pile)}")
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text=_text(setting, together), form="amount", aim_seconds=AIM_SECONDS[KIND],
            felt=dealt.felt_before(first), seat=about.seat, hand=about.hand,
            told=[_told(setting, one) for one in together], chips=list(setting.chips), paid=True,
            spots=[spot(setting, one) for one in together],
        ),
        answer=Answer(text=dollars(sum(paid)), cents=sum(paid), cut=list(pile or ())),
        rule=rules[0], rules=rules, working=working,
        explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item, dealt, at)


def _text(setting: Setting, together: list[ev.WagerSettled]) -> str:
    families = {bet.id: bet.paytable for bet in setting.rules.bets}
    tables = {
        f"pay table {setting.rules.paytables[families[one.bet]]}"
        for one in together
        if one.bet in families and setting.game.paytables().get(families[one.bet], 1) > 1
    }
    note = f" ({', '.join(sorted(tables))})" if tables else ""
    spots = "its wager" if len(together) == 1 else f"its {len(together)} wagers together"
    return f"What do you pay seat {together[0].seat} on {spots}{note}?"


def _told(setting: Setting, event: ev.WagerSettled) -> str:
    name = setting.bet_name(event.bet)
    return f"{name} {dollars(event.stake)}: {result_words(setting, event)}"
