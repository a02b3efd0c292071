"""A game's manual as an HTML page that needs nothing else and prints."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from pitboss.cards import RANKS, SUIT_SIGNS, parse
from pitboss.school.manual import (
    Custom,
    Manual,
    PayLine,
    RuleOfPlay,
    Step,
    in_rounds,
    under_headings,
)
from pitboss.table.views import Felt

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


def manual_page(manual: Manual) -> str:
    """The whole page."""
    title = escape(f"{manual.name}: dealing it")
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body><main><h1>{escape(manual.name)}</h1>"
        f"<p>{escape(manual.summary)}</p><p class=source>{escape(manual.approval)}"
        f". Rules {manual.rules_hash[:12]}.</p>"
        f"<h2>Payouts</h2>{_card(manual.stakes, manual.payouts)}"
        f"<h2>The rules</h2><ul>{''.join(map(_rule, manual.rules))}</ul>"
        f"<h2>The round, step by step</h2>{_steps(manual.steps)}"
        "<h2>Signals, chips, cards, and when it went wrong</h2>"
        f"{_practice(manual.practice)}</main></body></html>\n"
    )


def _card(stakes: list[str], lines: list[PayLine]) -> str:
    head = "".join(f"<th>{stake}</th>" for stake in stakes)
    rows = [
        f"<tr><td>{escape(line.name)}</td><td>{line.odds}</td>"
        f"{''.join(f'<td>{paid}</td>' for paid in line.paid)}</tr>"
        for line in lines
    ]
    return (
        '<div class=wide tabindex=0 role=region aria-label="Payouts">'
        f"<table><tr><th>wager</th><th>pays</th>{head}</tr>{''.join(rows)}</table></div>"
    )


def _rule(rule: RuleOfPlay) -> str:
    return f"<li><b>{escape(rule.id)}</b> {escape(rule.text)}</li>"


def _says(says: str) -> str:
    return f" <span class=says>“{escape(says)}”</span>" if says else ""


def _steps(steps: list[Step]) -> str:
    return "".join(
        f"<h3>{heading}</h3><ol start={told[0][0]}>{''.join(_step(step) for _, step in told)}</ol>"
        for heading, told in in_rounds(steps)
    )


def _step(step: Step) -> str:
    cited = f" <span class=rule>{escape(', '.join(step.rules))}</span>" if step.rules else ""
    return f"<li>{escape(step.does)}{_says(step.says)}{cited}{_felt(step.felt)}</li>"


def hands_of(felt: Felt) -> Iterator[tuple[str, list[list[str]]]]:
    """Who has which hands, cards by name."""
    if felt.dealer.cards:
        yield "Dealer", [felt.dealer.cards]
    for words, card in felt.dealer.beside.items():
        yield words, [[card]]
    for seat in felt.seats:
        hands = [hand.cards for hand in seat.hands if hand.cards]
        if hands:
            yield f"Seat {seat.seat}", hands


def _felt(felt: Felt) -> str:
    """Cards as they lie, drawn with letters."""
    rows = [
        f"<div>{who} {' / '.join(''.join(map(_face, hand)) for hand in hands)}</div>"
        for who, hands in hands_of(felt)
    ]
    return f"<div class=felt>{''.join(rows)}</div>" if rows else ""


def _face(name: str) -> str:
    if name == "??":
        return '<span class="card down" role=img aria-label="face down">?</span>'
    card = parse(name)
    colour = " red" if card & 3 in (1, 2) else ""
    rank = RANKS[card >> 2].replace("T", "10")
    return f'<span class="card{colour}">{rank}{SUIT_SIGNS[card & 3]}</span>'


def _practice(practice: list[Custom]) -> str:
    return "".join(
        f"<h3>{escape(heading)}</h3><ul>{''.join(map(_custom, found))}</ul>"
        for heading, found in under_headings(practice)
    )


def _custom(one: Custom) -> str:
    signal = f" <em>{escape(one.signal)}</em>" if one.signal else ""
    return (
        f"<li><b>{escape(one.name)}</b> <span class=rule>{one.id}</span>{signal} "
        f"{escape(one.does)}{_says(one.says)} <span class=source>({escape(one.source)})</span></li>"
    )
