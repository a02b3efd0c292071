"""A game's manual: every step with an example from a dealt round, a payout card, the practice.

Everything in it follows from the game's file and the house's manual, so that a designer's own game
has one too. It is plain data; `manual_page` shows it as a page.
"""

from __future__ import annotations

import random

import msgspec

from pitboss.rules.approval import standing
from pitboss.rules.limits import dollars
from pitboss.school.kinds.payout import skills as payout_skills
from pitboss.school.made import cited_at
from pitboss.school.money import odds_of, odds_text, result_words
from pitboss.school.rounds import DealtRound
from pitboss.school.scout import find_round, scout_of, step_mark
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


class Custom(msgspec.Struct, frozen=True, kw_only=True):
    """Something a dealer does at every table, or when it went wrong."""

    id: str
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
        payouts=_payouts(setting), steps=_steps(setting),
        rules=[RuleOfPlay(id=one.id, text=one.text) for one in game.texts],
        practice=[
            Custom(
                id=one.id, name=one.name, signal=one.signal, does=one.does, says=one.says,
                source=one.source,
            )
            for one in setting.acts.practice.values()
        ],
    )  # fmt: skip


def _payouts(setting: Setting) -> list[PayLine]:
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
    seen = scout_of(setting).seen()
    found = []
    for step in setting.narrator.words:
        if step_mark(step) not in seen or step in SKIPPED:
            continue
        dealt = find_round(setting, random.Random(f"manual {step}"), step_mark(step))
        if dealt is not None:
            found.append(_step(dealt, dealt.steps.index(step)))
    return found


def _step(dealt: DealtRound, at: int) -> Step:
    caption = dealt.captions[at]
    rules = [rule for rule in cited_at(dealt.setting, caption.step) if rule != caption.step]
    return Step(
        does=caption.does, says=caption.says, rules=rules, felt=dealt.felt_before(at + 1)
    )  # fmt: skip
