"""Procedure: what comes next, and in which order, by the captions of the house's own manual."""

from __future__ import annotations

import random
from typing import Final

from pitboss.rules.procedure import plain_step
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.items import Answer, Item, Question, lettered
from pitboss.school.made import Made, Skill, cited_at, quotes
from pitboss.school.rounds import DealtRound
from pitboss.school.scout import SCENE, dealers_mark, find_round, scout_of
from pitboss.school.setting import Setting
from pitboss.school.telling import line_of, told_before
from pitboss.table import events as ev

KIND: Final = "procedure"
ORDER = f"{KIND}/order"
FEWEST, MOST = 4, 8
"""Steps that are put in order."""
CHOICES = 4


def skills(setting: Setting) -> list[Skill]:
    """Every step the dealer does unasked at this table, and their order."""
    seen = scout_of(setting).seen()
    steps = [step for step in setting.narrator.words if dealers_mark(step) in seen]
    if setting.scene is not None and setting.scene.steps:
        steps = [step for step in steps if {step, plain_step(step)} & set(setting.scene.steps)]
    found = [Skill(f"{KIND}/{step}", f"What comes next: {step}") for step in steps]
    return [Skill(ORDER, "The order of steps between the deal and the first decision"), *found]


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """The step that comes next, or all steps of a stretch in order."""
    if skill.id == ORDER:
        return _order(setting, skill, rng)
    step = skill.id.split("/", 1)[1]
    dealt = find_round(setting, rng, dealers_mark(step), lambda one: bool(_others(one, step)))
    if dealt is None:
        return None
    if setting.scene is not None and setting.scene.steps:
        places = [at for at in setting.scene.places(dealt) if dealt.step_at(at) == step]
    else:
        places = [at for at, one in enumerate(dealt.steps) if one == step and dealt.is_dealers(at)]
    return next_step(dealt, rng.choice(places), skill, rng) if places else None


def next_step(dealt: DealtRound, at: int, skill: Skill, rng: random.Random) -> Made | None:
    """Which step an event is, among others of the round."""
    setting = dealt.setting
    others = _distractors(dealt, at, rng)
    if len(others) < 2:
        return None
    texts = [line_of(dealt.captions[at]), *others[: CHOICES - 1]]
    rng.shuffle(texts)
    options = lettered(texts)
    right = next(one for one in options if one.text == line_of(dealt.captions[at]))
    rules = cited(dealt, at)
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text="What do you do next?", form="choice", aim_seconds=AIM_SECONDS[KIND],
            felt=dealt.felt_before(at), told=told_before(dealt, at), options=options,
        ),
        answer=Answer(text=right.text, choices=[right.id]),
        rule=rules[0], rules=rules, working=[right.text],
        explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item, dealt, at)


def cited(dealt: DealtRound, at: int) -> list[str]:
    """What says that a step comes now: the practice first, since it is about the order."""
    event, setting, step = dealt.events[at], dealt.setting, dealt.step_at(at)
    if isinstance(event, ev.WagerSettled):
        return cited_at(setting, step, event.bet, event.event)
    return list(dict.fromkeys([*setting.acts.practice_at(step), *cited_at(setting, step)]))


def _others(dealt: DealtRound, step: str) -> set[str]:
    return {one for at, one in enumerate(dealt.steps) if dealt.is_dealers(at)} - {step}


def _distractors(dealt: DealtRound, at: int, rng: random.Random) -> list[str]:
    """Steps of the same round that do not come now, whatever order is left open."""
    right, run = dealt.captions[at], dealt.settled_run(at)
    is_card = _is_card(dealt.events[at])
    found = [
        line_of(caption)
        for index, caption in enumerate(dealt.captions)
        if plain_step(caption.step) != plain_step(right.step)
        and dealt.is_dealers(index)
        and index not in run
        and not (is_card and _is_card(dealt.events[index]) and index < at)
    ]
    texts = [text for text in dict.fromkeys(found) if text != line_of(right)]
    rng.shuffle(texts)
    return texts


def _is_card(event: ev.Event) -> bool:
    return isinstance(event, ev.CardDealt | ev.UpcardDealt | ev.HoleCardDealt)


def stretch(dealt: DealtRound) -> list[int]:
    """What the dealer does between the last card dealt and the first hand that decides.

    Of wagers that are settled one after the other only the first is taken, and nothing while
    insurance is open: that order is the players', or another question.
    """
    start = next(at for at, one in enumerate(dealt.events) if isinstance(one, ev.HoleCardDealt))
    moves = [one.at for one in dealt.choices if "decline" not in one.open_to]
    end = moves[0] if moves else len(dealt.events)
    found: list[int] = []
    insuring = False
    for at in range(start, end):
        insuring = insuring and not isinstance(dealt.events[at], ev.InsuranceClosed)
        run = dealt.settled_run(at)
        if dealt.is_dealers(at) and not insuring and (not run or at == run[0]):
            found.append(at)
        insuring = insuring or isinstance(dealt.events[at], ev.InsuranceOffered)
    return found


def _order(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    dealt = find_round(setting, rng, SCENE, lambda one: FEWEST <= len(stretch(one)) <= MOST)
    return None if dealt is None else steps_in_order(dealt, skill, rng)


def steps_in_order(dealt: DealtRound, skill: Skill, rng: random.Random) -> Made | None:
    """The steps between the deal and the first decision, to be put in order."""
    setting, places = dealt.setting, stretch(dealt)
    lines = [line_of(dealt.captions[at]) for at in places]
    if len(set(lines)) < len(lines):
        return None
    mixed = lines.copy()
    while mixed == lines:
        rng.shuffle(mixed)
    options = lettered(mixed)
    letters = {option.text: option.id for option in options}
    rules = list(dict.fromkeys(rule for at in places for rule in cited(dealt, at)))
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text="In which order do you do these?", form="order",
            aim_seconds=2 * AIM_SECONDS[KIND], felt=dealt.felt_before(places[0]),
            told=told_before(dealt, places[0]), options=options,
        ),
        answer=Answer(text=" → ".join(lines), choices=[letters[line] for line in lines]),
        rule=rules[0], rules=rules, working=lines,
        explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item, dealt, places[0])
