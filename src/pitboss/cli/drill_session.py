"""A drill in the terminal: asks, times, grades, explains."""

from __future__ import annotations

import datetime
import random
import statistics
import sys
import time
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from pitboss.cli.felt import felt_lines
from pitboss.cli.spinner import compiling
from pitboss.school.chips import coloured
from pitboss.school.estimates import Answered
from pitboss.school.grading import Grade, NoAnswer, grade, read_answer
from pitboss.school.items import Item, Kind, Question
from pitboss.school.lessons import Drill
from pitboss.school.making import KIND_NAMES, make_item, make_skill, skills
from pitboss.school.progress import Progress
from pitboss.school.setting import Setting

QUIT = ("q", "quit")
SHOWN_RULES = 3
"""Rules that are quoted with a wrong answer."""


@dataclass(frozen=True)
class Asked:
    """What a sitting is about."""

    kind: Kind
    items: int
    seed: str
    skill: str = ""
    """One skill only, if one is named."""
    level: Drill | None = None
    """The level of a lesson, whose marks hold then."""
    quick: bool = False
    """Whether nothing is said of what a mistake costs."""


class Session:
    """One sitting of a trainee."""

    def __init__(self, setting: Setting, asked: Asked) -> None:
        self.setting, self.asked = setting, asked
        self.console = Console(highlight=False)
        self.progress = Progress()
        wanted = asked.level.skills if asked.level else ()
        known = [
            skill
            for skill in skills(setting, asked.kind)
            if (skill.id in wanted if wanted else not skill.apart)
        ]
        random.Random(asked.seed).shuffle(known)
        self._skills = {skill.id: skill for skill in known}
        self._given: list[tuple[Answered, float]] = []
        """Answers, and how soon each was to come."""
        self._names: dict[str, str] = {}
        """What skills that were asked are called."""

    def run(self) -> None:
        """Ask until all is asked, or the trainee ends it."""
        for number in range(1, self.asked.items + 1):
            if not self._ask(self._next(number), number):
                break
        self._sum_up()

    def _next(self, number: int) -> Item:
        """What was missed, is due or new; in a scene, and of one skill, whatever comes."""
        asked = self.asked
        while not asked.skill and self.setting.scene is None and self._skills:
            now = datetime.datetime.now(datetime.UTC)
            chosen = self._skills[self.progress.next_skill(list(self._skills), now)]
            made = make_skill(self.setting, chosen, seed=asked.seed, number=number)
            if made is not None:
                return made.item
            del self._skills[chosen.id]
        made = make_item(
            self.setting, asked.kind, seed=asked.seed, number=number, skill=asked.skill
        )
        return made.item

    def _aim(self, item: Item) -> float:
        level = self.asked.level
        return level.seconds if level and level.seconds else item.question.aim_seconds

    def _ask(self, item: Item, number: int) -> bool:
        self.console.print(f"\n[bold]{number} of {self.asked.items}[/]  [dim]{self._hint(item)}[/]")
        show_question(self.console, item.question, self.setting.narrator.names)
        started = time.monotonic()
        while True:
            text = self._line()
            if text is None or text.strip().lower() in QUIT:
                return False
            try:
                given = read_answer(item.question, text)
            except NoAnswer as error:
                self.console.print(f"[yellow]{escape(str(error))}[/]")
                continue
            seconds = time.monotonic() - started
            graded = grade(item.question, item.answer, given)
            self.progress.answer(
                item.skill, item.rule, Answered(right=graded.right, seconds=seconds),
                aim_seconds=self._aim(item), now=datetime.datetime.now(datetime.UTC),
            )  # fmt: skip
            self._names[item.skill] = item.name
            self._given.append((Answered(right=graded.right, seconds=seconds), self._aim(item)))
            self._tell(item, graded, seconds)
            return True

    def _hint(self, item: Item) -> str:
        """What is trained, where that does not say the answer."""
        return (
            escape(item.name)
            if item.kind in ("payout", "insurance", "colour", "table")
            else KIND_NAMES[item.kind]
        )

    def _line(self) -> str | None:
        if sys.stdin.isatty():
            print("> ", end="", flush=True)
        text = sys.stdin.readline()
        return text if text else None

    def _tell(self, item: Item, graded: Grade, seconds: float) -> None:
        aim = self._aim(item)
        pace = f"{seconds:.1f} s, aim {aim:g} s"
        if graded.right:
            late = " [yellow]too slow[/]" if seconds > aim else ""
            self.console.print(f"[green]Right.[/] [dim]{pace}[/]{late}")
            return
        given, right = graded.given.removesuffix("."), item.answer.text.removesuffix(".")
        says = "Not right." if graded.says == f"No: {item.answer.text}" else graded.says
        self.console.print(f"[red]{escape(says)}[/]  [dim]{pace}[/]")
        self.console.print(f"You said: {escape(given)}. Right: {escape(right)}.")
        for line in item.working:
            self.console.print(f"  {escape(line)}")
        for quote in item.explained(graded.wrong)[:SHOWN_RULES]:
            self.console.print(f"  [dim]{escape(quote.label)}[/] {escape(quote.text)}")
        if graded.error_cents and not self.asked.quick:
            self._tell_cost(item, graded.error_cents)

    def _tell_cost(self, item: Item, error_cents: int) -> None:
        from pitboss.school.cost import cost_of_item

        with compiling():
            cost = cost_of_item(self.setting, item, error_cents)
        if cost is not None:
            self.console.print(f"  {escape(cost.says)}.")

    def _sum_up(self) -> None:
        answers = [one for one, _ in self._given]
        if not answers:
            self.console.print("\nNothing was answered.")
            return
        right = sum(one.right for one in answers)
        median = statistics.median(one.seconds for one in answers)
        self.console.print(
            f"\n{right} of {len(answers)} right, median {median:.1f} s. "
            f"[dim]The same table again: --seed {self.asked.seed}[/]"
        )
        weak = [
            (skill, record) for skill, record in self.progress.skills.items()
            if not all(one.right for one in record.answers)
        ]  # fmt: skip
        for skill, record in weak:
            rules = ", ".join(self.setting.acts.quoted(rule).label for rule in record.rules)
            name = self._names.get(skill, skill)
            self.console.print(f"  look again at {escape(name)} [dim]({escape(rules)})[/]")
        level = self.asked.level
        if level is not None and len(answers) == self.asked.items:
            in_time = sum(one.right and one.seconds <= aim for one, aim in self._given)
            passed = level.is_passed(
                asked=self.asked.items, answered=len(answers), right=right, in_time=in_time
            )
            mark = f"{level.accuracy:.0%} right, half of them within the aim"
            self.console.print(f"{'Passed' if passed else 'Not passed'}: the mark is {mark}.")


def show_question(console: Console, question: Question, names: dict[str, str]) -> None:
    """The felt, what was done, the question and its choices."""
    if question.felt is not None:
        for row in felt_lines(question.felt, names):
            console.print(row)
    for line in question.sign:
        console.print(f"  [dim]{escape(line)}[/]")
    for line in question.told:
        console.print(f"  {escape(line)}")
    if question.pile:
        console.print(f"  {coloured(question.pile)}")
    console.print(Text(question.text, style="bold"))
    for option in question.options:
        if option.text:
            console.print(f"  [cyan]{option.id}[/] {escape(option.text)}")
    for rule in question.rules:
        console.print(f"  [cyan]{rule.id}[/] {escape(rule.text)}")
