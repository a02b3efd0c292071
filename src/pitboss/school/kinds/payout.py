"""Payout: wagers and their results are shown; what is paid is typed, or cut in chips."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from msgspec.structs import replace

from pitboss.rules.limits import dollars
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.chips import coloured, cut
from pitboss.school.citing import cited_of_amount, quotes
from pitboss.school.items import Answer, Item, PayRow, PayRows, Question, Quote
from pitboss.school.made import Made, Skill, hand_words, spot
from pitboss.school.money import odds_of, odds_text, result_words, total_line, won, worked
from pitboss.school.rounds import DealtRound
from pitboss.school.scout import SCENE, find_round, settled_mark
from pitboss.school.setting import Setting
from pitboss.table import events as ev

KIND: Final = "payout"


def skills(setting: Setting) -> list[Skill]:
    """Everything this table pays: a skill for each line of each wager."""
    main = setting.tables.opening[0]
    paying = [
        one for one in _paying(setting) if one[0] not in setting.tables.opening or one[0] == main
    ]
    return [_skill(setting, bet, event) for bet, event in paying]


def _paying(setting: Setting) -> list[tuple[str, str]]:
    """Every wager with each of the lines that pay it."""
    tables = setting.tables
    ways = ["natural", "win", *(["even money"] if tables.even_money else [])]
    paying = [(bet, way) for bet in tables.opening for way in ways]
    if tables.insurance[1]:
        paying.append(("insurance", "dealer natural"))
    return paying + [
        (bet.id, line.name) for bet in tables.bets for line in bet.events if line.pays > 0
    ]


def _skill(setting: Setting, bet: str, event: str) -> Skill:
    words, odds = _paid_by(setting, bet, event)
    paid = words if words == odds else f"{words}, {odds}"
    return Skill(f"{KIND}/{bet}/{event}", f"{setting.bet_name(bet)}: {paid}")


def _paid_by(setting: Setting, bet: str, event: str) -> tuple[str, str]:
    """How a line is called, and what it pays."""
    settled = ev.WagerSettled(0, 0, bet, event, 0, 0)
    return result_words(setting, settled), odds_text(odds_of(setting, settled))


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
    rules = cited_of_amount(dealt, at)
    working = [worked(setting, one) for one in together]
    if len([cents for cents in paid if cents]) > 1:
        working.append(total_line([cents for cents in paid if cents]))
    if pile:
        working.append(f"Cut {coloured(pile)}")
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text=_text(dealt, first, together), form="amount", aim_seconds=AIM_SECONDS[KIND],
            felt=dealt.felt_before(first), seat=about.seat, hand=about.hand,
            told=[_told(setting, one) for one in together], chips=list(setting.chips), paid=True,
            spots=[spot(setting, one) for one in together],
        ),
        answer=Answer(text=dollars(sum(paid)), cents=sum(paid), cut=list(pile or ())),
        rule=rules[0], rules=rules, working=working,
        explanation=_quotes(setting, rules, together), pays=_pays(setting, together),
    )  # fmt: skip
    return Made(item, dealt, at)


def _quotes(setting: Setting, rules: list[str], together: list[ev.WagerSettled]) -> list[Quote]:
    """Rules in the house's words; of a pay table the lines that are due."""
    due = [
        f"{setting.bet_name(one.bet)}: {result_words(setting, one)} pays "
        f"{odds_text(odds_of(setting, one))}."
        for one in together
        if won(one) and setting.acts.pay_table_of(one.bet)
    ]
    return [
        replace(one, text=" ".join(due)) if due and one.rule in setting.acts.pay_tables else one
        for one in quotes(setting, rules)
    ]


def _pays(setting: Setting, together: list[ev.WagerSettled]) -> list[PayRows]:
    """The pay tables of wagers that are settled together; wagers paid alike have one."""
    due = {(one.bet, one.event) for one in together}
    found: dict[tuple[PayRow, ...], list[str]] = {}
    for bet in dict.fromkeys(one.bet for one in together):
        rows = []
        for paid, event in _paying(setting):
            if paid == bet:
                words, odds = _paid_by(setting, bet, event)
                rows.append(PayRow(event=words, pays=odds, due=(bet, event) in due))
        if rows:
            found.setdefault(tuple(rows), []).append(setting.bet_name(bet))
    return [PayRows(name=", ".join(names), rows=list(rows)) for rows, names in found.items()]


def _text(dealt: DealtRound, first: int, together: list[ev.WagerSettled]) -> str:
    seat = next(one for one in dealt.felt_before(first).seats if one.seat == together[0].seat)
    hands = len(seat.hands) if len({one.hand for one in together}) == 1 else 1
    whose = f"{hand_words(together[0], hands)}{',' if hands > 1 else ''}"
    asked = f"What do you pay {whose} on {_on(dealt.setting, together)}?"
    return " ".join([asked, *_looked(dealt, first)])


def _on(setting: Setting, together: list[ev.WagerSettled]) -> str:
    """The wagers by their names, with the pay tables where a game has several."""
    families = {bet.id: bet.paytable for bet in setting.rules.bets}
    tables = {
        f"pay table {setting.rules.paytables[families[one.bet]]}"
        for one in together
        if one.bet in families and setting.game.paytables().get(families[one.bet], 1) > 1
    }
    note = f" ({', '.join(sorted(tables))})" if tables else ""
    wagers = Counter(setting.bet_name(one.bet) for one in together)
    names = [name if count == 1 else f"{name} ({count} hands)" for name, count in wagers.items()]
    if len(together) == 1:
        return f"{names[0]}{note}"
    return f"{' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))} together{note}"


def _looked(dealt: DealtRound, first: int) -> list[str]:
    """Whether the dealer has looked at the hole card.

    Nothing is said once it lies open, or where nobody looks in that round.
    """
    if any(isinstance(one, ev.HoleCardTurned) for one in dealt.events[:first]):
        return []
    looks = [at for at, one in enumerate(dealt.events) if isinstance(one, ev.DealerPeeked)]
    if not looks:
        return []
    if looks[0] > first:
        return ["You have not looked under your upcard yet."]
    look = dealt.events[looks[-1]]
    assert isinstance(look, ev.DealerPeeked)
    return [f"You have looked under your upcard: {'a' if look.natural else 'no'} natural."]


def _told(setting: Setting, event: ev.WagerSettled) -> str:
    name = setting.bet_name(event.bet)
    return f"{name} {dollars(event.stake)}: {result_words(setting, event)}"
