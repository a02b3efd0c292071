"""Finding rounds in which something given happens, without knowing why it happens.

A scout deals rounds from one fixed series, each leaning towards ranks of its own, and notes what
happens in them. Whoever wants a rare thing deals rounds that lean towards the same ranks: there it
is no longer rare. What is found depends on the rules alone, not on who asked before.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from pitboss.cards import RANK_VALUE
from pitboss.school.rounds import ALL_RANKS, DealtRound, deal_round
from pitboss.school.setting import Setting
from pitboss.table import events as ev

ENOUGH = 3
"""Rounds with the thing in them after which the scout stops."""
MOST_ROUNDS = 1500
"""Rounds after which it is taken not to happen."""
NATURALS = 0.5
"""How often a leaning is towards naturals too: much of every game is about them."""
ACE, *_ = ALL_RANKS
TEN_VALUES = tuple(rank for rank in ALL_RANKS if RANK_VALUE[rank] == 10)
TRIES = 40
"""Rounds that are dealt for an item before the scout's own is taken."""


RIDING = ("-riding", "-early")
"""How the steps end that settle a bet which stayed on the felt while the hand was played."""


def step_mark(step: str) -> str:
    """A step of the round happens."""
    return f"step {step}"


def settled_mark(bet: str, event: str) -> str:
    """A bet is settled by an event."""
    return f"settled {bet}/{event}"


def shared_mark(bet: str) -> str:
    """A bet is won by several seats."""
    return f"shared {bet}"


def dealers_mark(step: str) -> str:
    """The dealer does a step unasked."""
    return f"dealer {step}"


def open_mark(move: str) -> str:
    """A hand may make a move."""
    return f"open {move}"


def riding_mark(bet: str) -> str:
    """A bet is open when the first hand decides."""
    return f"riding {bet}"


SCENE = "scene"
"""What must happen in every round of the setting happens."""
OFTEN = 300
"""Rounds in which everything that is worth a skill is seen."""


def marks_of(dealt: DealtRound) -> set[str]:
    """Everything that happens in a round."""
    found = {step_mark(step) for step in dealt.steps}
    for at, event in enumerate(dealt.events):
        step = dealt.step_at(at)
        if isinstance(event, ev.WagerSettled) and step.endswith(RIDING):
            found.add(riding_mark(event.bet))
        if dealt.is_dealers(at):
            found.add(dealers_mark(step))
    found |= _settled_marks(dealt) | _shared_marks(dealt) | _open_marks(dealt)
    if is_scene(dealt):
        found.add(SCENE)
    return found


def has(dealt: DealtRound, mark: str) -> bool:
    """Whether something happens in a round, and the scene if there is one.

    How wagers are settled is in the events and what is open in the choices: rounds that are looked
    through for that need not be told step by step.
    """
    if mark.startswith(_SETTLED):
        found = mark in _settled_marks(dealt)
    elif mark.startswith(_SHARED):
        found = mark in _shared_marks(dealt)
    elif mark.startswith(_OPEN):
        found = mark in _open_marks(dealt)
    else:
        return {mark, SCENE} <= marks_of(dealt)
    return found and is_scene(dealt)


def _settled_marks(dealt: DealtRound) -> set[str]:
    return {
        settled_mark(one.bet, one.event) for one in dealt.events if isinstance(one, ev.WagerSettled)
    }


def _shared_marks(dealt: DealtRound) -> set[str]:
    won = Counter(
        one.bet for one in dealt.events
        if isinstance(one, ev.WagerSettled) and one.returned > one.stake
    )  # fmt: skip
    return {shared_mark(bet) for bet, seats in won.items() if seats > 1}


def _open_marks(dealt: DealtRound) -> set[str]:
    return {open_mark(move) for choice in dealt.choices for move in choice.open_to}


def is_scene(dealt: DealtRound) -> bool:
    """Whether what must happen in every round of the setting happens."""
    scene = dealt.setting.scene
    return scene is None or scene.fits(dealt)


_SETTLED, _SHARED, _OPEN = settled_mark("", "").removesuffix("/"), shared_mark(""), open_mark("")


class Scout:
    """Knows which ranks bring what about in one setting."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._marks: list[set[str]] = []
        """Of each round of the series, as far as it was dealt."""

        self._seen: frozenset[str] = frozenset()

    def leanings(self, mark: str) -> list[int]:
        """Numbers of the first few rounds in which it happens; none where it does not."""
        found = []
        for number in range(MOST_ROUNDS):
            if number == len(self._marks):
                self._marks.append(marks_of(self.round(number)))
            if mark in self._marks[number]:
                found.append(number)
                if len(found) == ENOUGH:
                    break
        return found

    def seen(self) -> frozenset[str]:
        """Everything that happens in the first rounds of the series."""
        if not self._seen:
            while len(self._marks) < OFTEN:
                self._marks.append(marks_of(self.round(len(self._marks))))
            self._seen = frozenset().union(*self._marks[:OFTEN])
        return self._seen

    def round(self, number: int) -> DealtRound:
        """A round of the series."""
        rng, ranks = self._leant(number)
        return deal_round(self._setting, rng, ranks)

    def ranks(self, number: int) -> tuple[int, ...]:
        """The ranks that a round of the series leans towards."""
        return self._leant(number)[1]

    def _leant(self, number: int) -> tuple[random.Random, tuple[int, ...]]:
        rng = random.Random(f"scout {self._setting.identity} {number}")
        ranks = rng.sample(ALL_RANKS, rng.randint(1, 3))
        if rng.random() < NATURALS:
            ranks += [ACE, rng.choice(TEN_VALUES)]
        return rng, tuple(ranks)


def scout_of(setting: Setting) -> Scout:
    """The scout of a setting; it lives as long as the setting."""
    found = setting.known.get("scout")
    if not isinstance(found, Scout):
        found = setting.known["scout"] = Scout(setting)
    return found


def find_round(
    setting: Setting,
    rng: random.Random,
    mark: str,
    fits: Callable[[DealtRound], bool] = lambda _: True,
) -> DealtRound | None:
    """A round in which something happens, and that fits; None where the scout found none."""
    scout = scout_of(setting)
    leanings = scout.leanings(mark)
    if setting.scene is not None:
        leanings = scout.leanings(SCENE) + leanings[:1]
    if not leanings:
        return None
    for dealt in _tries(setting, rng, [scout.ranks(number) for number in leanings]):
        if has(dealt, mark) and fits(dealt):
            return dealt
    rng.shuffle(leanings)
    known = (scout.round(number) for number in leanings)
    return next((one for one in known if has(one, mark) and fits(one)), None)


def _tries(
    setting: Setting, rng: random.Random, leanings: list[tuple[int, ...]]
) -> Iterator[DealtRound]:
    for _ in range(TRIES):
        yield deal_round(setting, rng, rng.choice(leanings))
