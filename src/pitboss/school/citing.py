"""Which rules a question cites: those on its step, and on the moves that brought it about."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.rules.game import TOTAL
from pitboss.rules.moves import Move, by_id
from pitboss.rules.procedure import steps
from pitboss.school.items import Quote
from pitboss.school.rounds import Choice, DealtRound
from pitboss.school.setting import Setting
from pitboss.school.telling import named
from pitboss.table import events as ev

_USUAL = Move.HIT | Move.STAND
"""Moves that leave open what they left open before."""


def quotes(setting: Setting, rules: Iterable[str]) -> list[Quote]:
    """Rules in the house's own words."""
    found = (setting.acts.quoted(rule) for rule in rules)
    return [
        Quote(
            rule=one.id, label=one.heading, source=one.source,
            text=named(one.text) if one.id in steps() else one.text,
        )
        for one in found
    ]  # fmt: skip


def cited_at(setting: Setting, step: str) -> list[str]:
    """Rules and practice on a step; the step itself where none is."""
    return _once([*setting.acts.at(step), *setting.acts.practice_at(step)]) or [step]


def cited_of_wager(dealt: DealtRound, at: int) -> list[str]:
    """What decides how the wager ends that is settled at an event: rules on the bet first."""
    event, acts, step = dealt.events[at], dealt.setting.acts, dealt.step_at(at)
    assert isinstance(event, ev.WagerSettled)
    after: list[str] = []
    if acts.silencing:
        after = [one.answer for one in _moves_of(dealt, at, event.seat, event.hand)]
        after += _steps_behind(dealt, at, event.seat, event.hand)
    found = acts.at(step, event.bet, event.event, after)
    return _once([*found, *acts.practice_at(step)]) or [step]


def cited_of_amount(dealt: DealtRound, at: int) -> list[str]:
    """What says how much the wager is paid that is settled at an event: its pay table first."""
    event = dealt.events[at]
    assert isinstance(event, ev.WagerSettled)
    return _once([*dealt.setting.acts.pay_table_of(event.bet), *cited_of_wager(dealt, at)])


def cited_of_words(setting: Setting, step: str) -> list[str]:
    """What says which words belong to a step, and how a total is counted that is said."""
    acts, says = setting.acts, setting.narrator.words[step].says
    counted = acts.at(TOTAL) if "{total}" in says else []
    return _once([*(acts.said_at(step, says) or counted or [step]), *counted,
                  *acts.practice_at(step), *acts.at(step)])  # fmt: skip


def cited_of_total(dealt: DealtRound, at: int) -> list[str]:
    """What says how the total is counted that is said at an event."""
    return _once([*dealt.setting.acts.at(TOTAL), *cited(dealt, at)])


def cited_of_order(dealt: DealtRound, at: int, then: int) -> list[str]:
    """What says that one step comes before another: what is about both first."""
    first, second = cited(dealt, at), cited(dealt, then)
    return _once([*(rule for rule in second if rule in first), *second, *first])


def cited(dealt: DealtRound, at: int) -> list[str]:
    """What says that a step comes now: the practice first, since it is about the order."""
    event, setting, step = dealt.events[at], dealt.setting, dealt.step_at(at)
    if isinstance(event, ev.WagerSettled):
        return cited_of_wager(dealt, at)
    asked: list[str] = []
    if isinstance(event, ev.CardDealt):
        moves = _moves_of(dealt, at, event.seat, event.hand)
        asked = [rule for one in moves[:1] for rule in setting.acts.at(dealt.step_at(one.at))]
    found = [*setting.acts.practice_at(step), *asked, *setting.acts.at(step)]
    return _once(found) or [step]


def cited_of_choice(dealt: DealtRound, choice: Choice, about: str) -> list[str]:
    """What says that a hand may do what it may.

    What decides it is said of the moves that not every hand has: the one it is about first, then
    those that are open, then those that are not. Where nothing but hit and stand is left, what
    the hand did to narrow it comes before all.
    """
    acts, made = dealt.setting.acts, _moves_of(dealt, choice.at, choice.seat, choice.hand)
    narrowed = [
        rule
        for one in made
        if not by_id(one.answer).move & _USUAL and one.at not in dealt.makes_hands
        for rule in cited_at(dealt.setting, dealt.step_at(one.at))
    ]
    asked = cited_at(dealt.setting, about)
    special = [one for one in choice.open_to if not by_id(one).move & _USUAL]
    shut: list[str] = []
    if len(special) < len(choice.open_to):  # the hand is played on, and not a card answered for
        shut = [one for one in acts.moves if one not in choice.open_to]
    deciding = [rule for one in (*special, *shut) for rule in acts.at(one)[:1]]
    others = [rule for one in choice.open_to for rule in acts.at(one)]
    if not special:
        return _once([*narrowed, *deciding, *asked, *others])
    usual = about in choice.open_to and about not in special
    return _once([*([] if usual else asked), *deciding, *asked, *others, *narrowed])


def _steps_behind(dealt: DealtRound, at: int, seat: int, hand: int) -> list[str]:
    """Steps before an event that were the dealer's own or this hand's, and silence some rule."""
    silencing = dealt.setting.acts.silencing
    return [
        step
        for step, one in zip(dealt.steps[:at], dealt.events, strict=False)
        if step in silencing
        and getattr(one, "seat", 0) in (0, seat)
        and getattr(one, "hand", hand) == hand
    ]


def _moves_of(dealt: DealtRound, at: int, seat: int, hand: int) -> list[Choice]:
    """What a hand did before an event, the last first; what made a hand of two, both did."""
    return [
        one
        for one in reversed(dealt.choices)
        if one.at < at
        and one.seat == seat
        and "decline" not in one.open_to
        and (one.hand == hand or one.at in dealt.makes_hands)
    ]


def _once(rules: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(rules))
