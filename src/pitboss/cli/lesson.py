"""`pitboss play GAME --lesson`: the guided first round of a game, told in a terminal."""

from __future__ import annotations

import contextlib

import msgspec
from rich.console import Console
from rich.text import Text

from pitboss.cards import parse, pretty
from pitboss.cli.felt import KEYS
from pitboss.cli.keys import InputEnded, Keys
from pitboss.floor.lesson import Lesson, LessonChoice, LessonStep
from pitboss.interrupts import polite
from pitboss.rules.limits import dollars


class Telling:
    """Tells a lesson step by step; a key goes on where somebody sits at the keys."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.keys, self.console = Keys(), Console(highlight=False)

    def run(self) -> None:
        """Tell it whole, or until somebody quits."""
        with polite(), self.keys, contextlib.suppress(InputEnded):
            self._tell()

    def _tell(self) -> None:
        self._say(f"{self.lesson.name}: {self.lesson.summary}", "bold")
        for number, hand in enumerate(self.lesson.hands, start=1):
            self._say(f"\nHand {number} of {len(self.lesson.hands)}. {hand.title}", "bold cyan")
            for step in hand.steps:
                if not self._step(step):
                    return
            won = "win" if hand.net > 0 else "lose" if hand.net < 0 else "get even:"
            self._say(f"  You {won} {dollars(abs(hand.net))}.", "bold")
            if self.keys.by_key and number < len(self.lesson.hands):
                self._say("  any key; q quits", "dim")
                if self.keys.key() == "q":
                    return

    def _step(self, step: LessonStep) -> bool:
        """Tell a step; whether to go on."""
        said = f' "{step.says}"' if step.says else ""
        self._say(f"  {step.caption}{said}")
        if step.question:
            self._say(f"  {_cards(step)}", "bold")
            self._say(f"  {step.question}", "bold")
            for choice in step.choices:
                key = KEYS[choice.id] if choice.open else " "
                self._say(f"    {key} {choice.words}: {choice.does}", "" if choice.open else "dim")
            if not self._answered(step):
                return False
        if step.explanation:
            self._say(f"  {step.explanation}", "italic")
        return True

    def _answered(self, step: LessonStep) -> bool:
        chosen = next(choice for choice in step.choices if choice.id == step.answer)
        if self.keys.by_key:
            pressed = self.keys.key()
            if pressed == "q":
                return False
            other = _pressed(step, pressed)
            if other is not None and other is not chosen:
                self._say(f"  {other.words}: {other.does}.")
        self._say(f"  The lesson goes on: {chosen.words}.", "cyan")
        return True

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))


def _pressed(step: LessonStep, key: str) -> LessonChoice | None:
    return next((one for one in step.choices if one.open and KEYS[one.id] == key), None)


def _cards(step: LessonStep) -> str:
    """The felt in a line."""
    hands = [" ".join(map(_card, hand.cards)) for seat in step.felt.seats for hand in seat.hands]
    return f"You: {' / '.join(hands)}   Dealer: {' '.join(map(_card, step.felt.dealer.cards))}"


def _card(name: str) -> str:
    return "??" if name == "??" else pretty(parse(name))


def tell_lesson(lesson: Lesson, *, json: bool) -> None:
    """Print a lesson for a person, or for a script."""
    if json:
        print(msgspec.json.encode(lesson).decode())
    else:
        Telling(lesson).run()
