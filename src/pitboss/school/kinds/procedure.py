"""Procedure: what comes next, and in which order, by the captions of the house's own manual."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Final

from pitboss.rules.procedure import plain_step
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.citing import cited, quotes
from pitboss.school.items import IN_ORDER, Answer, Item, Question, lettered
from pitboss.school.made import Made, Skill
from pitboss.school.rounds import DealtRound
from pitboss.school.scout import SCENE, dealers_mark, find_round, scout_of
from pitboss.school.setting import Setting
from pitboss.school.telling import line_of, named, told_before
from pitboss.table import events as ev

KIND: Final = "procedure"
ORDER = f"{KIND}/order"
ONLY_THE_FIRST = "Of wagers settled one after the other, only the first is in the list."
"""What is said where a stretch leaves wagers out."""
FEWEST, MOST = 4, 8
"""Steps that are put in order."""
CHOICES = 4
CASES_SAID = {
    "-riding": "it was open until the hand had a result",
    "-early": "it is lost before the dealer's hand is turned",
}
"""What tells steps apart whose captions are the same."""
NEAREST = 6
"""Steps around the one that comes, of which some are shown beside it."""


def skills(setting: Setting) -> list[Skill]:
    """Every step the dealer does unasked at this table, and their order; of a scene its own."""
    seen = scout_of(setting).seen()
    steps = [step for step in setting.narrator.words if dealers_mark(step) in seen]
    if setting.scene is not None and setting.scene.steps:
        steps = [step for step in steps if {step, plain_step(step)} & set(setting.scene.steps)]
    found = [Skill(f"{KIND}/{step}", name) for step, name in _called(setting, steps).items()]
    if not _is_ordered(setting):
        return found
    return [Skill(ORDER, "The order of steps between the deal and the first decision"), *found]


def _is_ordered(setting: Setting) -> bool:
    """Whether a stretch that is put in order may hold a step of the scene, if there is one."""
    scout = scout_of(setting)
    return setting.scene is None or any(
        _shows_scene(scout.round(number)) for number in scout.leanings(SCENE)
    )


def _shows_scene(dealt: DealtRound) -> bool:
    scene = dealt.setting.scene
    return scene is None or bool({*stretch(dealt)} & {*scene.places(dealt)})


def _called(setting: Setting, steps: Sequence[str]) -> dict[str, str]:
    """Steps by the first words of their captions; by more where several begin alike."""
    words = {step: setting.narrator.words[step].does for step in steps}
    briefly = {step: named(re.split("[:;]", does)[0]) for step, does in words.items()}
    whole = {step: named(does) for step, does in words.items()}
    called = {}
    for step in steps:
        name = briefly[step] if _is_alone(briefly, step) else whole[step]
        name = name.removesuffix(".")
        case = next((said for case, said in CASES_SAID.items() if step.endswith(case)), "")
        called[step] = name if not case or _is_alone(whole, step) else f"{name} ({case})"
    return called


def _is_alone(names: dict[str, str], step: str) -> bool:
    return list(names.values()).count(names[step]) == 1


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
    comes = _foretold(dealt, at)
    texts = [comes, *others[: CHOICES - 1]]
    rng.shuffle(texts)
    options = lettered(texts)
    right = next(one for one in options if one.text == comes)
    rules = cited(dealt, at)
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text="What do you do next?", form="choice", aim_seconds=AIM_SECONDS[KIND],
            felt=dealt.felt_before(at), told=told_before(dealt, at), options=options,
        ),
        answer=Answer(text=right.text, choices=[right.id]),
        rule=rules[0], rules=rules, working=[],
        explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item, dealt, at)


def _others(dealt: DealtRound, step: str) -> set[str]:
    return {one for at, one in enumerate(dealt.steps) if dealt.is_dealers(at)} - {step}


def _distractors(dealt: DealtRound, at: int, rng: random.Random) -> list[str]:
    """Steps around this moment that do not come now, whatever order is left open."""
    right, run = _foretold(dealt, at), dealt.settled_run(at)
    found = [
        (abs(index - at), dealt.step_at(index), _foretold(dealt, index))
        for index in range(len(dealt.events))
        if dealt.is_dealers(index)
        and index not in run
        and _is_another(dealt, at, index)
        and (index < at or _is_foreseen(dealt, at, index))
    ]
    each: dict[str, str] = {}  # the nearest of each step
    for _, step, text in sorted(found):
        if text != right:
            each.setdefault(step, text)
    near = list(each.values())[:NEAREST]
    rng.shuffle(near)
    return near


def _is_another(dealt: DealtRound, at: int, index: int) -> bool:
    """Whether an event is plainly something else than the one that comes."""
    coming, other = dealt.events[at], dealt.events[index]
    if isinstance(coming, ev.CardDealt) and isinstance(other, ev.CardDealt):
        return coming.seat != other.seat
    if isinstance(coming, _CARDS) and isinstance(other, _CARDS) and index < at:
        return False
    return plain_step(dealt.step_at(index)) != plain_step(dealt.step_at(at))


def _is_foreseen(dealt: DealtRound, at: int, index: int) -> bool:
    """Whether a later step can be named now without telling of cards that nobody has seen."""
    if isinstance(dealt.events[index], _REVEALING):
        return True
    if not any(isinstance(one, _REVEALING) for one in dealt.events[at:index]):
        return True
    words = dealt.setting.narrator.words[dealt.step_at(index)]
    return "{" not in words.does + words.says


def _foretold(dealt: DealtRound, at: int) -> str:
    """A step as it is named before it is done: of a card that comes nothing is known yet."""
    caption = dealt.captions[at]
    if not isinstance(dealt.events[at], _REVEALING):
        return line_of(caption)
    does = caption.does.partition(":")[0].removesuffix(".")
    return f"{_CARD.sub('a card', does)}."


_CARD = re.compile(r"(?:\bthe )?(?:10|[2-9JQKA])[♠♥♦♣]")
_CARDS = (ev.CardDealt, ev.UpcardDealt, ev.HoleCardDealt)
_REVEALING = (*ev.FROM_SHOE, ev.HoleCardTurned, ev.DealerPeeked)
"""Events that show a card, or what it makes."""


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


def leaves_out(dealt: DealtRound, places: Sequence[int]) -> bool:
    """Whether more wagers are settled with those of a stretch than are named in it."""
    return any(len(dealt.settled_run(at)) > 1 for at in places)


def _how(dealt: DealtRound, places: Sequence[int]) -> str:
    """How steps are put in order, and what is not among them though it is done then."""
    return f"{IN_ORDER} {ONLY_THE_FIRST}" if leaves_out(dealt, places) else IN_ORDER


def _order(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    dealt = find_round(
        setting, rng, SCENE,
        lambda one: FEWEST <= len(stretch(one)) <= MOST and _shows_scene(one),
    )  # fmt: skip
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
    ordered = [*places[1:], places[0]]  # what comes first is the end of the deal
    rules = list(dict.fromkeys(rule for at in ordered for rule in cited(dealt, at)))
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text=f"In which order do you do these? {_how(dealt, places)}", form="order",
            aim_seconds=AIM_SECONDS[KIND], felt=dealt.felt_before(places[0]),
            told=told_before(dealt, places[0]), options=options,
        ),
        answer=Answer(text=" → ".join(lines), choices=[letters[line] for line in lines]),
        rule=rules[0], rules=rules, working=[],
        explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item, dealt, places[0])
