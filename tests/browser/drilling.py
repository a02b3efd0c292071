"""Somebody at a drill in a browser window, by the keyboard alone or by touch.

What is right is made again on the server's side from what is kept of the sitting, never read from
the page.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from msgspec import structs
from playwright.sync_api import Page, expect

from pitboss.school.chips import cut
from pitboss.school.items import Item, Question, Settled
from pitboss.store.accounts import Role
from tests.browser.browsing import DESKTOP, Visits
from tests.browser.casino import Casino
from tests.web.house import Person

SKILLS = (
    "payout/main/natural", "resolve/main/push", "procedure/peek", "call/hit", "insurance/most",
    "signal/PR-9", "limits/largest", "colour/change", "dispute/PR-36", "error/result",
    "table/round",
)  # fmt: skip
"""One of each kind, which every game has: items of all others would be made beforehand too."""
SETTLING_MS = 260
"""A verdict is looked at at least so long: a key that comes sooner was meant for the question."""
FIRST_SECONDS = 120
"""The first question of a table may have to be made while one waits."""
ACTIONS = {"take": "t", "push": "u", "pay": "p"}
SIZES = ((390, 844), (844, 390), (1280, 800), (1920, 1080))
OUT_OF_SIGHT = """nodes => nodes.filter(node => {
  const {left, top, right, bottom} = node.getBoundingClientRect()
  const seen = (y) => {
    const at = document.elementFromPoint((left + right) / 2, y)
    return at && (node.contains(at) || at.contains(node))
  }
  const cut = node.scrollWidth > node.clientWidth + 1
  return cut || top < 0 || bottom > innerHeight || !seen(top + 3) || !seen(bottom - 3)
}).map(node => node.textContent.trim().slice(0, 40))"""
COVERED = (Path(__file__).parent / "drill_covering.js").read_text(encoding="utf-8")


def lesson(game: str, skills: tuple[str, ...] = SKILLS, *, items: int = 1) -> str:
    """A lesson of few questions: a level for each skill."""
    levels = "".join(
        f'[[drills]]\nkind = "{skill.partition("/")[0]}"\nitems = {items}\nskills = ["{skill}"]\n'
        for skill in skills
    )
    return f'id = "short"\nname = "Short"\ngames = ["{game}"]\n{levels}'


_number = itertools.count(1)


def somebody(casino: Casino, role: Role = "player") -> Person:
    """A person nobody met before: drills share a server."""
    return casino.person(f"Dealer {next(_number)}", role)


class Trainee:
    """A person at a drill, and what they see there."""

    touches = False

    def __init__(self, casino: Casino, page: Page) -> None:
        self.casino, self.page = casino, page

    @classmethod
    def at(cls, casino: Casino, visits: Visits, person: Person, sitting: str) -> Trainee:
        """Open a sitting; the first question is there."""
        size = "phone" if cls.touches else "desktop"
        trainee = cls(casino, visits.open(size, person))  # type: ignore[arg-type]
        trainee.page.goto(f"/school/sitting/{sitting}")
        trainee.is_asked()
        return trainee

    @property
    def sitting(self) -> str:
        return self.page.url.rpartition("/")[2]

    def item(self) -> Item:
        """What is being asked, with its answer."""
        return self.casino.item(self.sitting)

    # What they see

    def is_asked(self, number: int = 1) -> None:
        """A question stands there, unanswered."""
        told = self.page.locator(".progress .told")
        expect(told).to_have_text(re.compile(rf"^{number} of "), timeout=1000 * FIRST_SECONDS)
        expect(self.page.locator(".drill:not(.answered) h1")).to_be_visible()

    def is_told(self, words: str) -> None:
        expect(self.page.locator(".verdict h2")).to_contain_text(words)

    def cut_or_covered(self) -> dict[tuple[int, int], list[str]]:
        """What cannot be seen whole or pressed, by the window's size."""
        found = {}
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            found[width, height] = self.page.evaluate(COVERED)
        self.page.set_viewport_size(DESKTOP["viewport"])
        return {size: faults for size, faults in found.items() if faults}

    def out_of_sight(self, what: str) -> list[str]:
        """Words of these that cannot be read without scrolling: off the window, or below a bar."""
        found: list[str] = self.page.locator(what).evaluate_all(OUT_OF_SIGHT)
        return found

    # What they do

    def goes_on(self) -> None:
        self.page.wait_for_timeout(SETTLING_MS)
        self._main()

    def answers_rightly(self) -> None:
        """Answer what is asked, as this person does."""
        item = self.item()
        question, answer = item.question, item.answer
        if question.form in ("amount", "cut"):
            self._pays(question, answer.cents or 0, [tuple(one) for one in answer.cut])
        elif question.form == "settle":
            self._settles(question, answer.settled)
        elif question.form == "find":
            self._finds(question, answer.choices[0], answer.rule)
        else:
            for letter in answer.choices:
                self._letter(letter)
            if question.form != "choice":
                self._main()
        self.is_told("Right")

    def answers_wrongly(self) -> None:
        """Give an answer that is one, but not the right one."""
        item = self.item()
        question, answer = item.question, item.answer
        right = {*answer.choices, *answer.also}
        wrong = next((one.id for one in question.options if one.id not in right), "")
        if question.form in ("amount", "cut"):
            self._pays(question, 0, [(question.chips[0], 1)])
        elif question.form == "settle":
            last = answer.settled[-1]
            other = structs.replace(last, action="push" if last.action == "take" else "take")
            self._settles(question, [*answer.settled[:-1], other])
        elif question.form == "find":
            self._finds(question, wrong, question.rules[0].id)
        elif question.form == "choice":
            self._letter(wrong)
        else:
            for letter in answer.choices[1:]:  # one that holds is left out
                self._letter(letter)
            self._main()
        expect(self.page.locator(".verdict .bad")).to_be_visible()

    def _pays(self, question: Question, cents: int, pile: list[tuple[int, ...]]) -> None:
        if pile:
            self.cuts(question, pile)
            self._main()
        else:
            self.page.get_by_label("Amount in dollars").fill(f"{cents / 100:.2f}")
            self._main()

    def cuts(self, question: Question, pile: list[tuple[int, ...]]) -> None:
        """Take chips from the rack."""
        for value, count in pile:
            for _ in range(count):
                self._chip(question.chips.index(value))

    def _settles(self, question: Question, settled: list[Settled]) -> None:
        wanted = {f"{one.seat}.{one.hand}.{one.bet}": one for one in settled}
        for seat in dict.fromkeys(one.seat for one in settled):
            while any(one.seat == seat for one in wanted.values()):
                one = wanted.pop(self._picks(seat, list(wanted)))
                self._action(one.action)
                if one.action == "pay":
                    self._pays_wager(question, one.cents)
        self._main()

    def _pays_wager(self, question: Question, cents: int) -> None:
        self.cuts(question, list(cut(cents, question.chips) or ()))
        self._lay()

    # By the keyboard

    def _main(self) -> None:
        self.page.keyboard.press("Enter")

    def _letter(self, letter: str) -> None:
        self.page.keyboard.press(letter)

    def _chip(self, place: int) -> None:
        self.page.keyboard.press(str(place + 1))

    def _picks(self, seat: int, left: list[str]) -> str:
        """Choose a wager of a seat; which it is."""
        self.page.keyboard.press(str(seat))
        picked = self.page.locator("[data-wager][aria-pressed=true]").get_attribute("data-wager")
        assert picked in left
        return picked

    def _action(self, action: str) -> None:
        self.page.keyboard.press(ACTIONS[action])

    def _lay(self) -> None:
        self.page.keyboard.press("Enter")

    def _finds(self, question: Question, line: str, rule: str) -> None:
        for digit in line:
            self.page.keyboard.press(digit)
        at = [one.id for one in question.rules].index(rule)
        self.page.keyboard.press("abcdefgh"[at])
        self._main()


class Toucher(Trainee):
    """The same with a finger on a phone."""

    touches = True

    def _main(self) -> None:
        self.page.locator(".deeds .main, .over .main").tap()

    def _letter(self, letter: str) -> None:
        self.page.locator(f"[data-option={letter}]").tap()

    def _chip(self, place: int) -> None:
        self.page.locator("[data-chip]").nth(place).tap()

    def _picks(self, seat: int, left: list[str]) -> str:
        key = next(one for one in left if one.startswith(f"{seat}."))
        self.page.locator(f"[data-wager='{key}']").tap()
        return key

    def _action(self, action: str) -> None:
        self.page.locator(f".acts [aria-keyshortcuts={ACTIONS[action]}]").tap()

    def _lay(self) -> None:
        self.page.locator(".lay").tap()

    def _finds(self, question: Question, line: str, rule: str) -> None:  # noqa: ARG002
        self.page.locator(f"[data-line='{line}']").tap()
        self.page.locator(f"[name=rule][value='{rule}']").tap()
        self._main()
