"""Error: a round told line by line with one mistake in it; name the line and the rule.

The round is the engine's own; exactly one line of it is changed, moved or left out. Everything else
that is needed to find it (wagers, cards, signals) stands in the lines.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from pitboss.rules.limits import dollars
from pitboss.rules.procedure import CHIP_WORK
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.citing import (
    cited,
    cited_of_amount,
    cited_of_order,
    cited_of_total,
    quotes,
)
from pitboss.school.items import Answer, Item, Option, Question
from pitboss.school.made import Made, Skill
from pitboss.school.money import won, worked
from pitboss.school.rounds import DealtRound
from pitboss.school.scout import SCENE, find_round
from pitboss.school.setting import Setting
from pitboss.school.telling import line_of
from pitboss.table import events as ev

KIND: Final = "error"
RULES = 4
"""Rules to choose from."""
MOST_LINES = 48
_NUMBER = re.compile(r"\b\d+")


@dataclass(frozen=True)
class Planted:
    """A mistake: the lines as they are shown, and where it is."""

    lines: list[str]
    at: int
    """The line, counted from 0."""
    event: int
    """The event it is about."""
    right: str
    """How it should have been."""
    also: tuple[int, ...] = ()
    """Lines that may be named instead."""
    rules: tuple[str, ...] = ()
    """Rules it breaks, the one first that says so."""


Planting = Callable[[DealtRound, random.Random], Planted | None]


def skills(setting: Setting) -> list[Skill]:
    """One for each way in which a round can go wrong."""
    del setting
    return [Skill(f"{KIND}/{name}", words) for name, (words, _) in PLANTINGS.items()]


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """A round with a mistake of that kind."""
    _, planting = PLANTINGS[skill.id.split("/", 1)[1]]
    chance = random.Random(rng.random())
    found: list[Planted] = []

    def fits(dealt: DealtRound) -> bool:
        planted = planting(dealt, chance) if len(dealt.events) <= MOST_LINES else None
        if planted is None:
            return False
        found.append(planted)
        return True

    dealt = find_round(setting, rng, SCENE, fits)
    return None if dealt is None else planted_item(dealt, found[-1], skill, rng)


def planted_item(dealt: DealtRound, planted: Planted, skill: Skill, rng: random.Random) -> Made:
    """A round with a mistake in it."""
    setting = dealt.setting
    rules = list(planted.rules)
    working = [f"Line {planted.at + 1}: {planted.lines[planted.at]}", f"Right: {planted.right}"]
    about = dealt.events[planted.event]
    if isinstance(about, ev.WagerSettled):
        working.append(worked(setting, about))
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text="One line of this round is wrong. Which, and by which rule?", form="find",
            aim_seconds=AIM_SECONDS[KIND],
            told=[f"{number}. {line}" for number, line in enumerate(planted.lines, start=1)],
            options=[Option(id=str(number + 1), text="") for number in range(len(planted.lines))],
            rules=_choices(setting, rules, rng),
        ),
        answer=Answer(
            text=f"line {planted.at + 1}, {rules[0]}: {planted.right}", rule=rules[0],
            choices=[str(planted.at + 1)], also=[str(one + 1) for one in planted.also],
        ),
        rule=rules[0], rules=rules, working=working, explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item, dealt, planted.event)


def _choices(setting: Setting, rules: list[str], rng: random.Random) -> list[Option]:
    """The rule, and others that are not about the line."""
    others = [rule for rule in setting.acts.ids if rule not in rules]
    others = [rule for rule in others if _may_be_chosen(setting, rule)]
    chosen = [rules[0], *rng.sample(others, min(RULES - 1, len(others)))]
    rng.shuffle(chosen)
    return [Option(id=rule, text=setting.acts.quoted(rule).text) for rule in chosen]


def _may_be_chosen(setting: Setting, rule: str) -> bool:
    """Whether a rule is about a round that goes as it should, not about work with chips."""
    practice = setting.acts.practice.get(rule)
    if practice is None:
        return True
    return practice.kind != "irregularity" and not set(practice.at) <= set(CHIP_WORK)


# The ways in which a round goes wrong


def _lines(dealt: DealtRound) -> list[str]:
    return [line_of(caption) for caption in dealt.captions]


def _settled(dealt: DealtRound) -> list[int]:
    return [at for at, one in enumerate(dealt.events) if isinstance(one, ev.WagerSettled)]


def _wrong_amount(dealt: DealtRound, rng: random.Random) -> Planted | None:
    """A wager that wins is paid too much or too little."""
    places = [at for at in _settled(dealt) if won(_at(dealt, at))]
    if not places:
        return None
    at = rng.choice(places)
    event = _at(dealt, at)
    paid, stake = won(event), event.stake
    wrong = {stake, 2 * stake, 3 * stake, stake * 3 // 2, paid - stake, paid + stake, paid * 2}
    wrong = {cents - cents % 50 for cents in wrong} - {paid}
    likely = sorted(cents for cents in wrong if cents > 0)
    if not likely:
        return None
    return _retold(dealt, at, event.stake + rng.choice(likely), cited_of_amount(dealt, at))


def _wrong_result(dealt: DealtRound, rng: random.Random) -> Planted | None:
    """A wager is taken that is paid, pushed that is taken, or the like."""
    places = _settled(dealt)
    if not places:
        return None
    at = rng.choice(places)
    event = _at(dealt, at)
    results = {0, event.stake, 2 * event.stake} - {event.returned}
    if won(event):
        results -= {2 * event.stake}  # paid all the same: that is another mistake
    elif event.returned not in (0, event.stake):
        return None
    return _retold(dealt, at, rng.choice(sorted(results)), cited(dealt, at))


def _at(dealt: DealtRound, at: int) -> ev.WagerSettled:
    event = dealt.events[at]
    assert isinstance(event, ev.WagerSettled)
    return event


def _retold(dealt: DealtRound, at: int, returned: int, rules: list[str]) -> Planted | None:
    """The round with another amount back to the player at one settling."""
    teller = copy.copy(dealt.setting.narrator)
    teller.state = dealt.state_before(at)
    changed = msgspec.structs.replace(_at(dealt, at), returned=returned)
    try:
        line = line_of(teller.tell(changed))
    except KeyError:  # no dealer does that: the manual has no words for it
        return None
    lines = _lines(dealt)
    right = lines[at]
    if line == right or dollars(returned - changed.stake) in right:
        return None
    lines[at] = line
    return Planted(lines, at, at, right, rules=tuple(rules))


def _wrong_total(dealt: DealtRound, rng: random.Random) -> Planted | None:
    """A total is called that the cards do not make."""
    places = [
        at
        for at, event in enumerate(dealt.events)
        if isinstance(event, ev.CardDealt | ev.DealerDrew | ev.HoleCardTurned)
        and _NUMBER.search(dealt.captions[at].says)
    ]
    if not places:
        return None
    at = rng.choice(places)
    caption = dealt.captions[at]
    found = _NUMBER.search(caption.says)
    assert found is not None
    wrong = int(found[0]) + rng.choice([-2, -1, 1, 2])
    says = _NUMBER.sub(str(wrong), caption.says, count=1)
    lines = _lines(dealt)
    right, lines[at] = lines[at], line_of(msgspec.structs.replace(caption, says=says))
    return Planted(lines, at, at, right, rules=tuple(cited_of_total(dealt, at)))


def _wrong_order(dealt: DealtRound, rng: random.Random) -> Planted | None:
    """Two steps that follow each other by a rule are done the other way round."""
    places = [at for at in range(len(dealt.events) - 1) if _is_ordered(dealt, at)]
    if not places:
        return None
    at = rng.choice(places)
    lines = _lines(dealt)
    right = f"{lines[at]} Then: {lines[at + 1]}"
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    rules = cited_of_order(dealt, at, at + 1)
    return Planted(lines, at, at + 1, right, also=(at + 1,), rules=tuple(rules))


def _is_ordered(dealt: DealtRound, at: int) -> bool:
    """Whether one rule or one practice is about both a step and the next."""
    first, second = dealt.step_at(at), dealt.step_at(at + 1)
    if first == second or not (dealt.is_dealers(at) and dealt.is_dealers(at + 1)):
        return False
    if dealt.settled_run(at) and at + 1 in dealt.settled_run(at):
        return False
    return any({first, second} <= set(one) for one in _abouts(dealt.setting))


def _abouts(setting: Setting) -> Iterator[tuple[str, ...]]:
    for practice in setting.acts.practice.values():
        yield practice.at
    for text in setting.game.texts:
        yield text.at


_LEFT_OUT = (
    ev.DealerPeeked, ev.InsuranceClosed, ev.WagersClosed,
    ev.ReplacementOffered, ev.WagerSettled,
)  # fmt: skip
"""Events whose line is missed where it is not there."""


def _left_out(dealt: DealtRound, rng: random.Random) -> Planted | None:
    """A step is not done."""
    places = [
        at
        for at, event in enumerate(dealt.events)
        if isinstance(event, _LEFT_OUT) and at + 1 < len(dealt.events)
    ]
    if not places:
        return None
    at = rng.choice(places)
    lines = _lines(dealt)
    right = f"before it: {lines.pop(at)}"
    return Planted(lines, at, at, right, also=(at - 1,), rules=tuple(cited(dealt, at)))


PLANTINGS: dict[str, tuple[str, Planting]] = {
    "amount": ("A wrong amount is paid", _wrong_amount),
    "result": ("A wager is taken, pushed or paid that should not be", _wrong_result),
    "total": ("A wrong total is called", _wrong_total),
    "order": ("Two steps in the wrong order", _wrong_order),
    "left-out": ("A step is left out", _left_out),
}
