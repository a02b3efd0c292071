"""A drill in the terminal: asks, times, grades, explains."""

from __future__ import annotations

import statistics
import sys
import time

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from pitboss.cli.felt import felt_lines
from pitboss.school.chips import coloured
from pitboss.school.grading import Grade, NoAnswer, grade, read_answer
from pitboss.school.items import Item, Kind, Question
from pitboss.school.making import make_item
from pitboss.school.setting import Setting

QUIT = ("q", "quit")


class Session:
    """One sitting of a trainee."""

    def __init__(
        self, setting: Setting, kind: Kind, *, items: int, seed: str, skill: str = ""
    ) -> None:
        self.setting, self.kind, self.items, self.seed, self.skill = (
            setting, kind, items, seed, skill,
        )  # fmt: skip
        self.console = Console(highlight=False)
        self.right = 0
        self.seconds: list[float] = []

    def run(self) -> None:
        """Ask until all is asked, or the trainee ends it."""
        for number in range(1, self.items + 1):
            made = make_item(
                self.setting, self.kind, seed=self.seed, number=number, skill=self.skill
            )
            if not self._ask(made.item, number):
                break
        self._sum_up()

    def _ask(self, item: Item, number: int) -> bool:
        self.console.print(f"\n[bold]{number} of {self.items}[/]  [dim]{escape(item.name)}[/]")
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
            self._tell(item, grade(item.question, item.answer, given), seconds)
            return True

    def _line(self) -> str | None:
        if sys.stdin.isatty():
            print("> ", end="", flush=True)
        text = sys.stdin.readline()
        return text if text else None

    def _tell(self, item: Item, graded: Grade, seconds: float) -> None:
        self.seconds.append(seconds)
        aim = item.question.aim_seconds
        pace = f"{seconds:.1f} s, aim {aim:g} s"
        if graded.right:
            self.right += 1
            late = " [yellow]too slow[/]" if seconds > aim else ""
            self.console.print(f"[green]Right.[/] [dim]{pace}[/]{late}")
            return
        self.console.print(f"[red]{escape(graded.says)}[/]  [dim]{pace}[/]")
        self.console.print(f"You said {escape(graded.given)}. Right is {escape(item.answer.text)}.")
        for line in item.working:
            self.console.print(f"  {escape(line)}")
        for quote in item.explanation[:3]:
            self.console.print(f"  [dim]{quote.rule}[/] {escape(quote.text)}")

    def _sum_up(self) -> None:
        asked = len(self.seconds)
        if not asked:
            self.console.print("\nNothing was answered.")
            return
        median = statistics.median(self.seconds)
        self.console.print(
            f"\n{self.right} of {asked} right, median {median:.1f} s. "
            f"[dim]The same again: --seed {self.seed}[/]"
        )


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
