"""A game's manual: every step with an example from a dealt round, a payout card, the practice.

Everything in it follows from the game's file and the house's manual, so that a designer's own game
has one too. It is plain data; `manual_page` shows it as a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from pitboss.rules.approval import standing
from pitboss.rules.limits import dollars
from pitboss.rules.procedure import KINDS, Practice
from pitboss.school.citing import cited_at
from pitboss.school.kinds.payout import skills as payout_skills
from pitboss.school.money import odds_of, odds_text, result_words
from pitboss.school.rounds import DealtRound
from pitboss.school.scout import scout_of, step_mark
from pitboss.school.setting import Setting
from pitboss.table import events as ev
from pitboss.table.views import Felt

CARD_STAKES = (100, 500, 1000, 1500, 2500, 5000, 10000)
"""Wagers in cents whose payouts the card shows."""
SKIPPED = ("place", "withdraw", "reshuffle")
"""Steps of which a manual has nothing to say."""


class PayLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the payout card."""

    name: str
    """The wager, and how it is won."""
    odds: str
    """Such as ``3 to 2``."""
    paid: list[str]
    """On each of the usual wagers."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A step of the round."""

    does: str
    says: str
    """What the dealer says; empty where nothing is said."""
    rules: list[str]
    felt: Felt
    """How it looks afterwards, in an example."""
    round: int
    """Which of the rounds it is from, counted from 1: those of one round have its cards."""


class Custom(msgspec.Struct, frozen=True, kw_only=True):
    """Something a dealer does at every table, or when it went wrong."""

    id: str
    kind: str
    """What it is about, as a heading."""
    name: str
    signal: str
    does: str
    says: str
    source: str


class RuleOfPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A rule in the house's own words."""

    id: str
    text: str


class Manual(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is dealt."""

    name: str
    summary: str
    approval: str
    """What may be said of the approval of these rules."""
    rules_hash: str
    stakes: list[str]
    """The wagers of the payout card."""
    payouts: list[PayLine]
    rules: list[RuleOfPlay]
    """What the steps and the practice refer to."""
    steps: list[Step]
    practice: list[Custom]


def manual_of(setting: Setting) -> Manual:
    """The manual of a game as it is dealt in a setting."""
    game = setting.game
    return Manual(
        name=game.name, summary=game.summary, approval=standing(game, setting.rules).says,
        rules_hash=setting.identity, stakes=[dollars(cents) for cents in CARD_STAKES],
        payouts=payout_lines(setting), steps=_steps(setting),
        rules=[RuleOfPlay(id=one.id, text=one.text) for one in game.texts],
        practice=[
            Custom(
                id=one.id, kind=KINDS[one.kind], name=one.name, signal=one.signal, does=one.does,
                says=one.says, source=one.source,
            )
            for one in _by_kind(setting.acts.practice.values())
        ],
    )  # fmt: skip


def _by_kind(practice: Iterable[Practice]) -> list[Practice]:
    """What a dealer has to know, in the order in which its kinds are read."""
    order = list(KINDS)
    return sorted(practice, key=lambda one: order.index(one.kind))


def under_headings(practice: Sequence[Custom]) -> Iterator[tuple[str, list[Custom]]]:
    """What a dealer has to know, kind by kind."""
    for kind, found in groupby(practice, key=lambda one: one.kind):
        yield kind, list(found)


def payout_lines(setting: Setting) -> list[PayLine]:
    """What every line pays on usual wagers."""
    rows = []
    for skill in payout_skills(setting):
        bet, event = skill.id.split("/", 2)[1:]
        settled = ev.WagerSettled(1, 0, bet, event, 0, 0)
        odds = odds_of(setting, settled)
        name = f"{setting.bet_name(bet)}: {result_words(setting, settled)}"
        paid = [dollars(setting.limits.payout(cents, *odds)) for cents in CARD_STAKES]
        rows.append(PayLine(name=name, odds=odds_text(odds), paid=paid))
    return rows


def _steps(setting: Setting) -> list[Step]:
    """Every step in the order of a round: one with most of them, then what others have besides."""
    scout = scout_of(setting)
    wanted = {
        step for step in setting.narrator.words
        if step_mark(step) in scout.seen() and step not in SKIPPED
    }  # fmt: skip
    found: list[Step] = []
    while wanted:
        dealt = max(_examples(setting, wanted), key=lambda one: len(wanted & set(one.steps)))
        places = {step: at for at, step in reversed(list(enumerate(dealt.steps))) if step in wanted}
        if not places:
            break
        number = found[-1].round + 1 if found else 1
        found += [_step(dealt, at, number) for at in sorted(places.values())]
        wanted -= set(places)
    return found


def _examples(setting: Setting, wanted: set[str]) -> Iterator[DealtRound]:
    """Rounds that have something of what is wanted."""
    scout = scout_of(setting)
    numbers = {number for step in sorted(wanted) for number in scout.leanings(step_mark(step))}
    return map(scout.round, sorted(numbers))


def _step(dealt: DealtRound, at: int, number: int) -> Step:
    caption = dealt.captions[at]
    rules = [rule for rule in cited_at(dealt.setting, caption.step) if rule != caption.step]
    return Step(
        does=caption.does, says=caption.says, rules=rules, felt=dealt.felt_before(at + 1),
        round=number,
    )  # fmt: skip


def in_rounds(steps: Sequence[Step]) -> Iterator[tuple[str, list[tuple[int, Step]]]]:
    """The steps of each round with their numbers, under a heading; numbers go on."""
    numbered = enumerate(steps, start=1)
    for number, told in groupby(numbered, key=lambda one: one[1].round):
        yield "A round" if number == 1 else "What another round has besides", list(told)
