"""A game's manual as a page: every step with an example from a dealt round, and a payout card.

Everything on it follows from the game's file and the house's manual, so that a designer's own game
has one too.
"""

from __future__ import annotations

import random
from html import escape

from pitboss.cards import RANKS, SUIT_SIGNS, parse
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

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; } li { margin: 0 0 1.2rem; break-inside: avoid; }
.says { font-style: italic; } .rule, .source { opacity: .75; font-size: .9rem; }
.felt { background: #1f5b46; color: #fff; border-radius: .6rem; padding: .5rem .8rem; }
.felt { margin: .4rem 0; } .felt div { margin: .2rem 0; }
.card { display: inline-block; min-width: 1.6rem; text-align: center; background: #fffef8; }
.card { color: #16181c; border-radius: .25rem; padding: .1rem .25rem; margin: 0 .1rem; }
.card.red { color: #b02020; } .card.down { background: #30507a; color: #30507a; }
table { border-collapse: collapse; width: 100%; } th, td { padding: .25rem .5rem; text-align: right;
  border-bottom: 1px solid #9995; } th:first-child, td:first-child { text-align: left; }
.wide { overflow-x: auto; }
@media print { body { margin: 0; max-width: none; } .felt { print-color-adjust: exact; } }
"""


def manual_page(setting: Setting) -> str:
    """The whole page as HTML that needs nothing else."""
    game = setting.game
    title = escape(f"{game.name}: dealing it")
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body><h1>{escape(game.name)}</h1>"
        f"<p>{escape(game.summary)}</p><p class=source>{escape(standing(game, setting.rules).says)}"
        f". Rules {setting.identity[:12]}.</p>"
        f"<h2>Payouts</h2>{_card(setting)}"
        f"<h2>The round, step by step</h2><ol>{''.join(_steps(setting))}</ol>"
        "<h2>Signals, chips, cards, and when it went wrong</h2>"
        f"<ul>{''.join(_practice(setting))}</ul></body></html>\n"
    )


def _card(setting: Setting) -> str:
    """What every line pays on usual wagers."""
    head = "".join(f"<th>{dollars(cents)}</th>" for cents in CARD_STAKES)
    rows = []
    for skill in payout_skills(setting):
        bet, event = skill.id.split("/", 2)[1:]
        settled = ev.WagerSettled(1, 0, bet, event, 0, 0)
        odds = odds_of(setting, settled)
        paid = [setting.limits.payout(cents, *odds) for cents in CARD_STAKES]
        cells = "".join(f"<td>{dollars(cents)}</td>" for cents in paid)
        name = f"{setting.bet_name(bet)}: {result_words(setting, settled)}"
        rows.append(f"<tr><td>{escape(name)}</td><td>{odds_text(odds)}</td>{cells}</tr>")
    return (
        f"<div class=wide tabindex=0><table><tr><th>wager</th><th>pays</th>{head}</tr>"
        f"{''.join(rows)}</table></div>"
    )


def _steps(setting: Setting) -> list[str]:
    seen = scout_of(setting).seen()
    found = []
    for step in setting.narrator.words:
        if step_mark(step) not in seen or step in SKIPPED:
            continue
        dealt = find_round(setting, random.Random(f"manual {step}"), step_mark(step))
        if dealt is not None:
            at = next(at for at, one in enumerate(dealt.captions) if one.step == step)
            found.append(_step(dealt, at))
    return found


def _step(dealt: DealtRound, at: int) -> str:
    caption, setting = dealt.captions[at], dealt.setting
    says = f" <span class=says>“{escape(caption.says)}”</span>" if caption.says else ""
    rules = [rule for rule in cited_at(setting, caption.step) if rule != caption.step]
    cited = f" <span class=rule>{escape(', '.join(rules))}</span>" if rules else ""
    return f"<li>{escape(caption.does)}{says}{cited}{_felt(dealt.felt_before(at + 1))}</li>"


def _felt(felt: Felt) -> str:
    """Cards as they lie, drawn with letters."""
    rows = []
    if felt.dealer.cards:
        rows.append(f"<div>Dealer {''.join(map(_face, felt.dealer.cards))}</div>")
    for seat in felt.seats:
        hands = " / ".join("".join(map(_face, hand.cards)) for hand in seat.hands if hand.cards)
        if hands:
            rows.append(f"<div>Seat {seat.seat} {hands}</div>")
    return f"<div class=felt>{''.join(rows)}</div>" if rows else ""


def _face(name: str) -> str:
    if name == "??":
        return '<span class="card down" aria-label="face down">?</span>'
    card = parse(name)
    colour = " red" if card & 3 in (1, 2) else ""
    rank = RANKS[card >> 2].replace("T", "10")
    return f'<span class="card{colour}">{rank}{SUIT_SIGNS[card & 3]}</span>'


def _practice(setting: Setting) -> list[str]:
    found = []
    for one in setting.acts.practice.values():
        signal = f" <em>{escape(one.signal)}</em>" if one.signal else ""
        says = f" <span class=says>“{escape(one.says)}”</span>" if one.says else ""
        found.append(
            f"<li><b>{escape(one.name)}</b> <span class=rule>{one.id}</span>{signal} "
            f"{escape(one.does)}{says} <span class=source>({escape(one.source)})</span></li>"
        )
    return found
