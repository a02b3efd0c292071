"""Colour: change, buy-ins, running chips down, fills. Chips and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from pitboss.rules.limits import dollars
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.chips import COLOURS, Cut, chip_name, coloured, cut, cut_text, worth
from pitboss.school.citing import quotes
from pitboss.school.items import Answer, Item, Question
from pitboss.school.made import Made, Skill
from pitboss.school.setting import Setting

KIND: Final = "colour"
RUN = 20
"""Chips that are run down at a time."""
STACK = 20

Asked = tuple[Question, Answer, list[str]]


def skills(setting: Setting) -> list[Skill]:
    """What is done with chips, whatever the game is."""
    del setting
    return [Skill(f"{KIND}/{name}", words) for name, (words, _) in TASKS.items()]


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """A task with the chips of the rack."""
    name = skill.id.split("/", 1)[1]
    _, task = TASKS[name]
    question, answer, working = task(setting, rng)
    rules = setting.acts.practice_at(f"chips/{name}")
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name, question=question, answer=answer,
        rule=rules[0], rules=rules, working=working,
        explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item)


def _change(setting: Setting, rng: random.Random) -> Asked:
    """Chips of one value into those of another."""
    small, large = _two_values(setting, rng)
    count = rng.randint(1, 5)
    pile = ((small, count * large // small),)
    wanted = COLOURS.get(small, chip_name(small))
    told = f"A player hands in {coloured(((large, count),))} and wants {wanted}."
    return (
        _question(setting, "Cut the change.", "cut", told=[told], pile=[(large, count)]),
        Answer(text=cut_text(pile), cut=list(pile), cents=worth(pile)),
        [f"{count} × {chip_name(large)} = {dollars(worth(pile))} = {cut_text(pile)}"],
    )


def _two_values(setting: Setting, rng: random.Random) -> tuple[int, int]:
    pairs = [
        (small, large)
        for small in setting.chips
        for large in setting.chips
        if small < large and large % small == 0 and large // small <= 2 * STACK
    ]
    return rng.choice(pairs) if pairs else (setting.chips[0], setting.chips[0])


def _buy_in(setting: Setting, rng: random.Random) -> Asked:
    """Cash into chips, as few as can be."""
    unit = max(100, min(setting.chips))
    cents = rng.choice([2000, 4000, 6000, 10000, 14000, 26000, 30000, 38500, 47000, 60500])
    cents -= cents % unit
    pile = cut(cents, setting.chips) or ()
    return (
        _question(
            setting, "Cut it in as few chips as can be.", "cut",
            told=[f"A player buys in for {dollars(cents)}."],
        ),
        Answer(text=cut_text(pile), cut=list(pile), cents=cents),
        [f"{dollars(cents)} = {cut_text(pile)}"],
    )  # fmt: skip


def _run_down(setting: Setting, rng: random.Random) -> Asked:
    """Twenty chips of several values."""
    values = rng.sample(setting.chips, min(3, len(setting.chips)))
    counts = dict.fromkeys(sorted(values, reverse=True), 1)
    for _ in range(RUN - len(counts)):
        counts[rng.choice(values)] += 1
    return _worth(setting, tuple(counts.items()), "Run the chips down: what are they worth?", [])


def _fill(setting: Setting, rng: random.Random) -> Asked:
    """Chips that come to the rack, by the slip."""
    values = sorted(rng.sample(setting.chips, min(3, len(setting.chips))), reverse=True)
    pile = tuple((value, rng.choice([1, 2, 3, 5]) * STACK) for value in values)
    told = [f"A fill comes to the table: {coloured(pile)}."]
    return _worth(setting, pile, "For how much do you sign the slip?", told)


def _worth(setting: Setting, pile: Cut, text: str, told: list[str]) -> Asked:
    parts = [f"{count} × {chip_name(value)} = {dollars(value * count)}" for value, count in pile]
    return (
        _question(setting, text, "amount", told=told, pile=list(pile)),
        Answer(text=dollars(worth(pile)), cents=worth(pile)),
        [*parts, f"together {dollars(worth(pile))}"],
    )


def _question(
    setting: Setting, text: str, form: str, *, told: list[str],
    pile: list[tuple[int, int]] | None = None,
) -> Question:  # fmt: skip
    return Question(
        text=text, form=form, aim_seconds=AIM_SECONDS[KIND], told=told,  # type: ignore[arg-type]
        chips=list(setting.chips), pile=pile or [],
    )  # fmt: skip


TASKS: dict[str, tuple[str, Callable[[Setting, random.Random], Asked]]] = {
    "change": ("Change chips for others", _change),
    "buy-in": ("Cut a buy-in", _buy_in),
    "run-down": ("Run chips down", _run_down),
    "fill": ("Sign a fill", _fill),
}
