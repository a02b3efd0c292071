"""Signal and dispute: what a player's hand says, and what is done when it went wrong.

Both are the practice of the house's manual: of a signal what it is and what follows, of a mistake
how it is mended. Beside a signal the felt is shown on which it is given; what went wrong is told
alone, as no round that was dealt by the book shows it.
"""

from __future__ import annotations

import random
import re
from typing import Literal

from pitboss.rules.procedure import Practice
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.citing import quotes
from pitboss.school.items import Answer, Item, Question, lettered
from pitboss.school.made import Made, Skill
from pitboss.school.rounds import DealtRound
from pitboss.school.scout import find_round, scout_of, step_mark
from pitboss.school.setting import Setting

CHOICES = 4
Practised = Literal["signal", "dispute"]
OF_KIND = {"signal": "signal", "dispute": "irregularity"}
"""Which practice a kind of drill is about."""


def signal_skills(setting: Setting) -> list[Skill]:
    """Every signal of this table."""
    return _skills(setting, "signal")


def dispute_skills(setting: Setting) -> list[Skill]:
    """Everything that can go wrong at this table."""
    return _skills(setting, "dispute")


def _skills(setting: Setting, kind: Practised) -> list[Skill]:
    return [Skill(f"{kind}/{one.id}", one.name) for one in _practice(setting, kind)]


def _practice(setting: Setting, kind: Practised) -> list[Practice]:
    return [one for one in setting.acts.practice.values() if one.kind == OF_KIND[kind]]


def make_signal(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """A signal: what it is, and what follows."""
    return _make(setting, skill, "signal", rng)


def make_dispute(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """Something that went wrong, and what is done then."""
    return _make(setting, skill, "dispute", rng)


def _make(setting: Setting, skill: Skill, kind: Practised, rng: random.Random) -> Made | None:
    known = _practice(setting, kind)
    about = next(one for one in known if one.id == skill.id.split("/", 1)[1])
    others = [one for one in known if _does(one, kind) != _does(about, kind)]
    texts = [_does(about, kind)]
    plainest = kind == "signal" and about is known[0]  # a new dealer's first: among plain ones
    beside = others if plainest else rng.sample(others, len(others))
    texts += dict.fromkeys(_does(one, kind) for one in beside[: CHOICES - 1])
    rng.shuffle(texts)
    options = lettered(texts)
    right = next(one for one in options if one.text == _does(about, kind))
    dealt, at = _where(setting, about, rng) if kind == "signal" else (None, 0)
    seat = int(getattr(dealt.events[at], "seat", 0)) if dealt else 0
    asked = "What does it mean?" if kind == "signal" else "What do you do now?"
    says = [f"You say: {about.says}"] if about.says else []
    shown = [f"{about.name}: {about.signal}"] if kind == "signal" else []
    item = Item(
        kind=kind, skill=skill.id, name=skill.name,
        question=Question(
            text=asked, form="choice", aim_seconds=AIM_SECONDS[kind], options=options,
            felt=dealt.felt_before(at) if dealt else None,
            told=[_happens(about, kind, seat)], seat=seat,
        ),
        answer=Answer(text=right.text, choices=[right.id]), rule=about.id, rules=[about.id],
        working=[*shown, *says], explanation=quotes(setting, [about.id]),
    )  # fmt: skip
    return Made(item, dealt, at)


def _happens(about: Practice, kind: Practised, seat: int) -> str:
    """What is seen: of a signal its first sentence, as what follows explains it."""
    if kind == "dispute":
        return f"{about.name}."
    first, stop, _ = about.signal.partition(". ")
    who = f"Seat {seat}" if seat else "The player"
    return f"{who} {first[:1].lower()}{first[1:]}{stop.strip()}"


def _does(one: Practice, kind: Practised) -> str:
    """What can be chosen: of a signal its name and what is done first, to be read at a glance."""
    if kind == "dispute":
        return one.does
    return f"{one.name}. {re.split('[.;:] ', one.does)[0].removesuffix('.')}."


def _where(setting: Setting, about: Practice, rng: random.Random) -> tuple[DealtRound | None, int]:
    """A round and the step of it at which it can happen."""
    seen = scout_of(setting).seen()
    steps = [step for step in about.at if step_mark(step) in seen]
    if not steps:
        return None, 0
    step = rng.choice(steps)
    dealt = find_round(setting, rng, step_mark(step), lambda one: _is_plain(one, step))
    dealt = dealt or find_round(setting, rng, step_mark(step))
    if dealt is None:
        return None, 0
    return dealt, dealt.steps.index(step)


def _is_plain(dealt: DealtRound, step: str) -> bool:
    """Whether no seat has several hands before a step: one is looked at more easily."""
    return all(at >= dealt.steps.index(step) for at in dealt.makes_hands)
