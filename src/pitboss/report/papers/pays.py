"""What the bets of a table pay, in the lists that signs and cards show."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.report.study import Study
from pitboss.rules.cloth import sign_note
from pitboss.rules.sign import pay_lines


class PayList(NamedTuple):
    """A list of pays under a title."""

    title: str
    verb: str
    """``pays``, or ``pay`` of several bets."""
    note: str
    """What every line takes for granted."""
    rows: list[tuple[str, str]]
    """What happens and what it pays; a heading of the lines after it pays nothing."""


def pay_lists(study: Study) -> list[PayList]:
    """A list for every bet with several lines, and one for all bets of a single line together."""
    several, single = [], []
    for bet in study.rules.offered_bets:
        rows, under = [], ""
        for line in pay_lines(bet, study.rules):
            if line.pays == "loss":
                continue
            if line.under != under and not sign_note(bet, study.rules):
                under = line.under
                rows.append((capital(under), ""))
            rows.append((capital(line.label or line.event), line.pays))
        if len(rows) == 1:
            single.append((bet.name, *rows[0]))
        else:
            several.append(PayList(bet.name, "pays", sign_note(bet, study.rules), rows))
    if len(single) == 1:
        name, label, pays = single[0]
        return [*several, PayList(name, "pays", "", [(label, pays)])]
    if single:
        rows = [(f"{name}: {label[:1].lower()}{label[1:]}", pays) for name, label, pays in single]
        several.append(PayList("Bonus wagers", "pay", "", rows))
    return several


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]
