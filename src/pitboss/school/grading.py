"""Reading what a trainee answered, and judging it: right or wrong, never in part.

What cannot be read is no answer: it is told what to write instead and costs nothing.

>>> read_amount("$1,022.50"), read_amount("22.5"), read_amount("3x25 + 3x5")
(102250, 2250, 9000)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from pitboss.rules.limits import dollars
from pitboss.school.chips import cut_text, worth
from pitboss.school.items import Answer, Question, Settled, Spot

MOST_CENTS = 100_000_000
"""No answer is a million dollars."""
LONGEST = 2000
"""Letters of an answer that are read."""
ORDER = "order"
"""What is wrong of a whole table where every wager is right and the seats are not in order."""
_AMOUNT = re.compile(
    r"\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?\s*(?:\$|dollars?)?", re.ASCII
)
_CHIPS = re.compile(r"(\d{1,4})\s*[x×*]\s*\$?\s*(\d{1,6}(?:\.\d{1,2})?)", re.ASCII)


class NoAnswer(ValueError):
    """Something that is no answer to the question; the sentence says what to write."""


class Given(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer as it was understood."""

    cents: int | None = None
    pile: list[tuple[int, int]] = []
    """Chips, where chips were named."""
    choices: list[str] = []
    settled: list[Settled] = []
    rule: str = ""


class Grade(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer is worth."""

    right: bool
    given: str
    """The answer in words."""
    house_cents: int = 0
    """What the house loses by it."""
    player_cents: int = 0
    """What players lose by it."""
    says: str
    """Right, or what was wrong, in a few words."""
    wrong: list[str] = []
    """Letters that were chosen and are not right, and those that were left out; of a whole table
    the wager that is named, or `ORDER`."""

    @property
    def error_cents(self) -> int:
        """How much too much was paid in all; negative if too little."""
        return self.house_cents - self.player_cents

    @property
    def cost(self) -> str:
        """Whom the mistake costs what, each time; empty where nobody loses by it."""
        losers = [
            f"{who} {dollars(cents)}"
            for who, cents in (("the house", self.house_cents), ("the player", self.player_cents))
            if cents
        ]
        return f"costs {' and '.join(losers)} each time" if losers else ""


def read_amount(text: str) -> int:
    """Cents of an amount in dollars, or of chips such as ``3x25 + 3x5``."""
    words = _words(text, "an amount in dollars, such as 22.50")
    if words.startswith(("-", "−")):
        raise NoAnswer(f"{_shown(words)}: an amount is not negative; write 0 if nothing is paid")
    pile = _pile(words)
    if pile:
        cents = worth(pile)
    else:
        plain = _AMOUNT.fullmatch(words)
        if plain is None:
            raise NoAnswer(
                f"{_shown(words)}: write an amount in dollars, such as 22.50, or chips such as "
                "3x25 + 3x5"
            )
        cents = int(plain[1].replace(",", "")) * 100 + int((plain[2] or "").ljust(2, "0"))
    if cents > MOST_CENTS:
        raise NoAnswer(f"{_shown(words)}: no rack has that much; write an amount below $1,000,000")
    return cents


def read_pile(text: str, chips: list[int]) -> list[tuple[int, int]]:
    """Chips such as ``3x25 + 3x5``: value in cents and how many, the highest value first."""
    wanted = "chips such as 3x25 + 3x5"
    words = _words(text, wanted)
    pile = _pile(words)
    if not pile:
        raise NoAnswer(f"{_shown(words)}: write {wanted}")
    strange = [value for value, _ in pile if value not in chips]
    if strange:
        racked = ", ".join(map(dollars, chips))
        raise NoAnswer(f"{dollars(strange[0])} is no chip of this rack; it has {racked}")
    return pile


def _pile(words: str) -> list[tuple[int, int]]:
    found = [_CHIPS.fullmatch(part.strip()) for part in re.split(r"[+;]|,\s|\band\b", words)]
    if not all(found):
        return []
    counts: dict[int, int] = {}
    for one in found:
        if one and int(one[1]):
            value = _cents(one[2])
            counts[value] = counts.get(value, 0) + int(one[1])
    return sorted(counts.items(), reverse=True)


def _cents(text: str) -> int:
    whole, _, part = text.partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0"))


def _words(text: object, wanted: str) -> str:
    if not isinstance(text, str) or not text.strip():
        raise NoAnswer(f"nothing was written; write {wanted}")
    if len(text) > LONGEST:
        raise NoAnswer(f"that is too long; write {wanted}")
    return text.strip().lower()


def _shown(words: str) -> str:
    return repr(words if len(words) <= 40 else f"{words[:40]}…")


def read_answer(question: Question, text: str) -> Given:
    """What a trainee typed, as an answer to the question."""
    if question.form == "amount":
        return Given(cents=read_amount(text))
    if question.form == "cut":
        return Given(pile=read_pile(text, question.chips))
    if question.form == "settle":
        return Given(settled=read_settled(question, text))
    if question.form == "find":
        return _read_find(question, text)
    return Given(choices=_read_letters(question, text))


def _read_letters(question: Question, text: str) -> list[str]:
    known = [option.id for option in question.options]
    wanted = {
        "choice": f"one letter, {known[0]} to {known[-1]}",
        "several": "the letters of all that apply, such as a c; none if none does",
        "order": f"all {len(known)} letters in their order, such as {' '.join(reversed(known))}",
    }[question.form]
    words = _words(text, wanted)
    if question.form == "several" and words in ("none", "-", "0"):
        return []
    letters = words.split() if " " in words or "," in words else list(words)
    letters = [letter for word in letters for letter in word.split(",") if letter]
    unknown = [letter for letter in letters if letter not in known]
    if unknown:
        raise NoAnswer(f"{_shown(unknown[0])} is no choice here; write {wanted}")
    if len(set(letters)) != len(letters):
        raise NoAnswer(f"{_shown(words)}: a letter stands there twice; write {wanted}")
    if question.form == "choice" and len(letters) != 1:
        raise NoAnswer(f"{_shown(words)}: write {wanted}")
    if question.form == "order" and len(letters) != len(known):
        raise NoAnswer(f"{_shown(words)}: {len(known) - len(letters)} are missing; write {wanted}")
    return letters


def _read_find(question: Question, text: str) -> Given:
    wanted = f"the line's number and the rule, such as 7 {question.rules[0].id}"
    words = _words(text, wanted).replace(",", " ").split()
    lines = {option.id for option in question.options}
    rules = {option.id.lower(): option.id for option in question.rules}
    if len(words) != 2 or words[0] not in lines or words[1] not in rules:
        raise NoAnswer(f"{_shown(' '.join(words))}: write {wanted}")
    return Given(choices=[words[0]], rule=rules[words[1]])


_SETTLED = re.compile(r"(?:seat\s+)?(\d)(?:\.(\d))?\s+(?:(\S.*?)\s+)?(take|pay|push)(?:\s+(\S.*))?")


def read_settled(question: Question, text: str) -> list[Settled]:
    """Lines such as ``3 main pay 15; 2 main take``, seat, wager and what is done with it."""
    wanted = (
        "seat, wager, and take, push or pay with the amount, such as 3 main pay 15; 2 main take"
    )
    words = _words(text, wanted)
    return [
        _one_settled(question, line, wanted) for line in re.split(r"[;\n]", words) if line.strip()
    ]


def _one_settled(question: Question, line: str, wanted: str) -> Settled:
    found = _SETTLED.fullmatch(line.strip())
    if found is None:
        raise NoAnswer(f"{_shown(line.strip())}: write {wanted}")
    seat, hand = int(found[1]), int(found[2] or 1) - 1
    fits = [
        spot
        for spot in question.spots
        if (spot.seat, spot.hand) == (seat, hand)
        and (not found[3] or found[3] in (spot.bet, spot.name.lower()))
    ]
    if len(fits) != 1:
        raise NoAnswer(f"{_shown(line.strip())}: no one such wager lies there; write {wanted}")
    paid = found[4] == "pay"
    if paid != bool(found[5]):
        raise NoAnswer(f"{_shown(line.strip())}: an amount follows pay and nothing else")
    cents = read_amount(found[5]) if paid else 0
    return Settled(seat=seat, hand=hand, bet=fits[0].bet, action=found[4], cents=cents)  # type: ignore[arg-type]


def grade(question: Question, answer: Answer, given: Given) -> Grade:
    """Whether an answer is right; there is nothing between right and wrong."""
    if question.form == "amount":
        return _grade_amount(answer, given.cents or 0, paid=question.paid)
    if question.form == "cut":
        right = given.pile == [tuple(one) for one in answer.cut]
        said = cut_text(given.pile)
        return _judged(right, said, answer)
    if question.form == "settle":
        return _grade_settled(question, answer, given.settled)
    texts = {option.id: option.text for option in question.options}
    if question.form == "find":
        line = given.choices[0]
        right = line in (*answer.choices, *answer.also) and given.rule == answer.rule
        return _judged(right, f"line {line}, {given.rule}", answer)
    if question.form == "order":
        right = given.choices == answer.choices
        return _judged(right, " ".join(given.choices), answer)
    right = sorted(given.choices) == sorted(answer.choices)
    if question.form == "choice":
        right = right or given.choices[0] in answer.also
    wrong = [] if right else sorted({*given.choices} ^ {*answer.choices})
    said = "; ".join(texts[one] for one in given.choices) or "none"
    return _judged(right, said, answer, wrong)


def _judged(right: bool, given: str, answer: Answer, wrong: Sequence[str] = ()) -> Grade:
    says = "Right." if right else f"No: {answer.text}"
    return Grade(right=right, given=given, says=says, wrong=list(wrong))


def _grade_amount(answer: Answer, cents: int, *, paid: bool) -> Grade:
    over = cents - (answer.cents or 0)
    says = f"{dollars(abs(over))} {'too much' if over > 0 else 'short'}" if over else "Right."
    return Grade(
        right=not over, given=dollars(cents), says=says,
        house_cents=max(over, 0) if paid else 0, player_cents=max(-over, 0) if paid else 0,
    )  # fmt: skip


def _kept(one: Settled | None, stake: int) -> int:
    """What a player has after a wager was settled so; what nobody touched still lies there."""
    if one is None:
        return stake
    return {"take": 0, "push": stake, "pay": stake + one.cents}[one.action]


def _grade_settled(question: Question, answer: Answer, given: list[Settled]) -> Grade:
    """Every wager as it should be, the seats in their order; within a seat in any order."""
    stakes = {(spot.seat, spot.hand, spot.bet): spot.cents for spot in question.spots}
    wanted = {_key(one): one for one in answer.settled}
    told = {_key(one): one for one in given}
    said = "; ".join(settled_text(one, question.spots) for one in given)
    wrong = [one for key, one in wanted.items() if told.get(key) != one]
    over = [
        _kept(told.get(key), stakes[key]) - _kept(one, stakes[key]) for key, one in wanted.items()
    ]
    if wrong or len(told) != len(given) or set(told) - set(wanted):
        first = settled_text(wrong[0], question.spots) if wrong else "a wager is there twice"
        says = f"No: {first}"
        return Grade(
            right=False, given=said, says=says, house_cents=sum(max(one, 0) for one in over),
            player_cents=sum(max(-one, 0) for one in over),
            wrong=[wager_name(one) for one in wrong[:1]],
        )  # fmt: skip
    seats, order = _seats(given), _seats(answer.settled)
    if seats not in (order, list(dict.fromkeys(order))):
        says = f"No: the order of the seats is {', '.join(map(str, dict.fromkeys(order)))}"
        return Grade(right=False, given=said, says=says, wrong=[ORDER])
    return Grade(right=True, given=said, says="Right.")


def _seats(settled: list[Settled]) -> list[int]:
    """Seats in the order they are come to, each as often as it is come to."""
    seats = [one.seat for one in settled]
    return [seat for at, seat in enumerate(seats) if at == 0 or seats[at - 1] != seat]


def wager_name(one: Settled) -> str:
    """A wager by its seat, hand and bet, as what decides it is kept."""
    return ".".join(map(str, _key(one)))


def _key(one: Settled) -> tuple[int, int, str]:
    return one.seat, one.hand, one.bet


def settled_text(one: Settled, spots: Sequence[Spot]) -> str:
    """``seat 3 Main: pay $15``, by the names on the felt."""
    hand = f" hand {one.hand + 1}" if one.hand else ""
    paid = f" {dollars(one.cents)}" if one.action == "pay" else ""
    name = next((spot.name for spot in spots if spot.bet == one.bet), one.bet)
    return f"seat {one.seat}{hand} {name}: {one.action}{paid}"
