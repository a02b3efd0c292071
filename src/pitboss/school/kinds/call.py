"""Call: what a hand may do, and what the dealer says."""

from __future__ import annotations

import random
import re
from typing import Final

from pitboss.rules.moves import MOVES, by_id
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.citing import cited_at, cited_of_choice, cited_of_words, quotes
from pitboss.school.items import ALL_THAT_APPLY, Answer, Item, Question, lettered
from pitboss.school.made import Made, Skill
from pitboss.school.rounds import Choice, DealtRound
from pitboss.school.scout import dealers_mark, find_round, open_mark, scout_of
from pitboss.school.setting import Setting
from pitboss.school.telling import named, told_before

KIND: Final = "call"
SAY = "say"
CHOICES = 4
_NUMBER = re.compile(r"\d+")


def skills(setting: Setting) -> list[Skill]:
    """Every move a hand can have, and everything a dealer says."""
    seen = scout_of(setting).seen()
    found = [
        Skill(f"{KIND}/{move.id}", move.words.capitalize())
        for move in MOVES
        if open_mark(move.id) in seen
    ]
    words = setting.narrator.words
    said = {words[step].says: step for step in reversed(words) if dealers_mark(step) in seen}
    found += [
        Skill(f"{KIND}/{SAY}/{step}", f"What you say: “{named(says)}”")
        for says, step in reversed(said.items())
        if says
    ]
    return found


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """What a hand may do where one of these moves is open, or what is said at a step."""
    move = skill.id.split("/", 1)[1]
    if move.startswith(f"{SAY}/"):
        return _say(setting, skill, move.removeprefix(f"{SAY}/"), rng)
    dealt = find_round(setting, rng, open_mark(move), lambda one: bool(_made(one, move)))
    dealt = dealt or find_round(setting, rng, open_mark(move))
    if dealt is None:
        return None
    having = [one for one in dealt.choices if move in one.open_to]
    return moves_at(dealt, rng.choice(_made(dealt, move) or having), skill)


def _made(dealt: DealtRound, move: str) -> list[Choice]:
    """Where the move is made: what it costs there is known then, and the rule on that."""
    return [one for one in dealt.choices if one.answer == move]


def moves_at(dealt: DealtRound, choice: Choice, skill: Skill) -> Made:
    """What the hand that decides may do."""
    setting, move = dealt.setting, skill.id.split("/", 1)[1]
    made = dealt.step_at(choice.at) if choice.answer == move else move
    seen = scout_of(setting).seen()
    known = [one for one in MOVES if open_mark(one.id) in seen or one.id in choice.open_to]
    options = lettered([one.words for one in known])
    letters = {one.id: option.id for one, option in zip(known, options, strict=True)}
    rules = cited_of_choice(dealt, choice, made)
    decides = {
        letters[one.id]: [rule for rule in cited_at(setting, one.id) if rule in rules]
        for one in known
        if one.id in setting.acts.moves  # what every hand may do decides nothing
    }
    text = ", ".join(by_id(one).words for one in choice.open_to)
    hands = len(dealt.felt_before(choice.at).seats[choice.seat - 1].hands)
    whose = f"seat {choice.seat}" + (f"'s hand {choice.hand + 1}" if hands > 1 else "")
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text=f"What may {whose} do now? {ALL_THAT_APPLY}", form="several",
            aim_seconds=AIM_SECONDS[KIND],
            felt=dealt.felt_before(choice.at), seat=choice.seat, hand=choice.hand,
            told=told_before(dealt, choice.at), options=options,
        ),
        answer=Answer(text=text, choices=sorted(letters[one] for one in choice.open_to)),
        rule=rules[0], rules=rules, working=[],
        explanation=quotes(setting, rules), decides=decides,
    )  # fmt: skip
    return Made(item, dealt, choice.at)


def _say(setting: Setting, skill: Skill, step: str, rng: random.Random) -> Made | None:
    dealt = find_round(setting, rng, dealers_mark(step))
    if dealt is None:
        return None
    at = rng.choice([
        index for index, one in enumerate(dealt.steps)
        if one == step and dealt.is_dealers(index)
    ])  # fmt: skip
    return words_at(dealt, at, skill, rng)


def words_at(dealt: DealtRound, at: int, skill: Skill, rng: random.Random) -> Made | None:
    """What is said at an event."""
    setting, step, right = dealt.setting, dealt.step_at(at), dealt.captions[at].says
    told_total = "{total}" in setting.narrator.words[step].says
    texts = [right, *_otherwise(dealt, right, told_total, rng)][:CHOICES]
    if len(texts) < 2:
        return None
    rng.shuffle(texts)
    options = lettered(texts)
    rules = cited_of_words(setting, step)
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text="What do you say?", form="choice", aim_seconds=AIM_SECONDS[KIND],
            felt=dealt.felt_before(at + 1), options=options,
            told=[*told_before(dealt, at, 3), dealt.captions[at].does],
        ),
        answer=Answer(
            text=right, choices=[next(one.id for one in options if one.text == right)]
        ),
        rule=rules[0], rules=rules, working=[],
        explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item, dealt, at)


def _otherwise(dealt: DealtRound, right: str, told_total: bool, rng: random.Random) -> list[str]:
    """What is said at other steps, and the same with another total."""
    words = dealt.setting.narrator.words
    others = [step.says for step in words.values() if step.says and "{" not in step.says]
    others = [text for text in dict.fromkeys(others) if text != right]
    rng.shuffle(others)
    found = _NUMBER.search(right)
    if not (found and told_total):
        return others
    number = int(found[0])
    near = [number - 1, number + 1, number + 10, number - 10]
    totals = [right.replace(found[0], str(one), 1) for one in near if 2 <= one <= 31]
    hard = right.replace("soft ", "", 1)
    soft = [hard] if hard != right else [right.replace(found[0], f"soft {found[0]}", 1)]
    return [*(soft if number < 21 else []), *totals[:3], *others[:1]]
