"""Scenes: what must happen in a round for it to be worth showing, by name.

`lessons/scenes.toml` names those every school wants; a lesson may name its own. A scene is about
one seat: the steps happen in their order to that seat or to the table as a whole.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from pitboss.rules.compile import compile_rules
from pitboss.rules.conditions import holds
from pitboss.rules.decode import decode
from pitboss.rules.procedure import Condition, plain_step
from pitboss.rules.sentences import use
from pitboss.rules.vocabulary import Rules, Section
from pitboss.table import events as ev

if TYPE_CHECKING:
    from pitboss.school.rounds import DealtRound


class Scene(Section, frozen=True, kw_only=True):
    """Something that happens in a round."""

    id: str
    """Its name on the command line and in lessons."""
    name: str
    """What happens, in words."""
    when: tuple[Condition, ...] = ()
    """What a game must have for it to happen."""
    steps: tuple[str, ...] = ()
    """Steps of the round, in this order, though others may come between."""
    without: tuple[str, ...] = ()
    """Steps that do not happen."""
    once: tuple[str, ...] = ()
    """Steps that happen to the seat exactly once."""
    settled: tuple[str, ...] = ()
    """How a bet is settled, any of these: ``tie-17/tie on 17``, or of any bet, ``*/tie on 17``."""
    pays: tuple[int, ...] = ()
    """A bet is paid at one of these odds, to one."""
    units: int = 0
    """A hand with so many times the opening wager on it is settled."""
    kinds: tuple[str, ...] = ()
    """Kinds of drill that show it."""

    def refuses(self, kind: str) -> str:
        """Why a kind of drill cannot show it, and which can; nothing where it can."""
        return "" if kind in self.kinds else f"{kind} does not show it; {use(self.kinds)}"

    def fits(self, dealt: DealtRound) -> bool:
        """Whether it happens in a round to some seat."""
        return any(self._happens(dealt, seat) for seat in range(1, len(dealt.wagers) + 1))

    def settlings(self, dealt: DealtRound) -> list[int]:
        """The events of a round that settle what it is about, or any wager of that seat."""
        found = []
        for seat in range(1, len(dealt.wagers) + 1):
            if self._happens(dealt, seat):
                mine = [at for at in _settled(dealt) if _at(dealt, at).seat == seat]
                found += [at for at in mine if self._is_about(dealt, at)]
        return found

    def places(self, dealt: DealtRound) -> list[int]:
        """The dealer's events of a round that are steps of it."""
        return [
            at
            for at in range(len(dealt.events))
            if dealt.is_dealers(at) and any(_is(dealt, at, step) for step in self.steps)
        ]

    def _happens(self, dealt: DealtRound, seat: int) -> bool:
        mine = [at for at, event in enumerate(dealt.events) if getattr(event, "seat", seat) == seat]
        left = iter(mine)
        return (
            all(any(_is(dealt, at, step) for at in left) for step in self.steps)
            and not any(_is(dealt, at, step) for at in mine for step in self.without)
            and all(sum(_is(dealt, at, step) for at in mine) == 1 for step in self.once)
            and any(self._is_about(dealt, at) for at in set(mine) & set(_settled(dealt)))
        )

    def _is_about(self, dealt: DealtRound, at: int) -> bool:
        """Whether a wager that is settled is one the scene asks for."""
        one, opening = _at(dealt, at), dealt.setting.tables.opening
        on_the_hand = one.bet in opening
        names = {f"{one.bet}/{one.event}", f"*/{one.event}"}
        last = self.steps[-1] if self.steps else ""
        return (
            (not self.settled or bool(names & set(self.settled)))
            and (not self.pays or (not on_the_hand and one.returned // one.stake - 1 in self.pays))
            and (not self.units or (on_the_hand and self._has_units(dealt, one)))
            and (not is_settling(last) or _is(dealt, at, last))
        )

    def _has_units(self, dealt: DealtRound, about: ev.WagerSettled) -> bool:
        opening = dealt.setting.tables.opening
        unit = dealt.wagers[about.seat - 1][opening[0]]
        settled = [_at(dealt, at) for at in _settled(dealt)]
        on_it = [
            one.stake
            for one in settled
            if (one.seat, one.hand) == (about.seat, about.hand) and one.bet in opening
        ]
        return sum(on_it) == self.units * unit


def is_settling(step: str) -> bool:
    """Whether wagers are settled at a step of this name."""
    return step.startswith(("pay-", "push-", "collect-")) and step != "collect-cards"


def _is(dealt: DealtRound, at: int, step: str) -> bool:
    return step in (dealt.step_at(at), plain_step(dealt.step_at(at)))


def _settled(dealt: DealtRound) -> list[int]:
    return [at for at, one in enumerate(dealt.events) if isinstance(one, ev.WagerSettled)]


def _at(dealt: DealtRound, at: int) -> ev.WagerSettled:
    event = dealt.events[at]
    assert isinstance(event, ev.WagerSettled)
    return event


class _Scenes(Section, frozen=True, kw_only=True):
    scene: tuple[Scene, ...]


def scenes_of(rules: Rules) -> dict[str, Scene]:
    """Those that can happen under these rules."""
    tables = compile_rules(rules)
    return {
        scene.id: scene
        for scene in scenes().values()
        if all(holds(condition, rules, tables) for condition in scene.when)
    }


@cache
def scenes() -> dict[str, Scene]:
    """The scenes that come with the program, by id."""
    text = (files(__package__) / "lessons" / "scenes.toml").read_text(encoding="utf-8")
    found = decode(tomllib.loads(text), _Scenes, origin="scenes.toml", text=text)
    return {scene.id: scene for scene in found.scene}
