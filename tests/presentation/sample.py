"""Charts written by hand: basic strategy for six decks, and one with every code there is."""

from __future__ import annotations

from pitboss.rules.chart import BURN_CODES, CODES, UPCARDS, Chart, Table, from_csv

TITLE = "Basic strategy: six decks, dealer hits soft 17, late surrender"

SIX_DECKS_H17 = """\
table,hand,2,3,4,5,6,7,8,9,T,A
play,hard 5,H,H,H,H,H,H,H,H,H,H
play,hard 6,H,H,H,H,H,H,H,H,H,H
play,hard 7,H,H,H,H,H,H,H,H,H,H
play,hard 8,H,H,H,H,H,H,H,H,H,H
play,hard 9,H,D,D,D,D,H,H,H,H,H
play,hard 10,D,D,D,D,D,D,D,D,H,H
play,hard 11,D,D,D,D,D,D,D,D,D,D
play,hard 12,H,H,S,S,S,H,H,H,H,H
play,hard 13,S,S,S,S,S,H,H,H,H,H
play,hard 14,S,S,S,S,S,H,H,H,H,H
play,hard 15,S,S,S,S,S,H,H,H,R,R
play,hard 16,S,S,S,S,S,H,H,R,R,R
play,hard 17,S,S,S,S,S,S,S,S,S,Rs
play,hard 18,S,S,S,S,S,S,S,S,S,S
play,hard 19,S,S,S,S,S,S,S,S,S,S
play,hard 20,S,S,S,S,S,S,S,S,S,S
play,soft 13,H,H,H,D,D,H,H,H,H,H
play,soft 14,H,H,H,D,D,H,H,H,H,H
play,soft 15,H,H,D,D,D,H,H,H,H,H
play,soft 16,H,H,D,D,D,H,H,H,H,H
play,soft 17,H,D,D,D,D,H,H,H,H,H
play,soft 18,Ds,Ds,Ds,Ds,Ds,S,S,H,H,H
play,soft 19,S,S,S,S,Ds,S,S,S,S,S
play,soft 20,S,S,S,S,S,S,S,S,S,S
play,"2,2",P,P,P,P,P,P,H,H,H,H
play,"3,3",P,P,P,P,P,P,H,H,H,H
play,"4,4",H,H,H,P,P,H,H,H,H,H
play,"5,5",D,D,D,D,D,D,D,D,H,H
play,"6,6",P,P,P,P,P,H,H,H,H,H
play,"7,7",P,P,P,P,P,P,H,H,H,H
play,"8,8",P,P,P,P,P,P,P,P,P,P
play,"9,9",P,P,P,P,P,S,P,P,S,S
play,"T,T",S,S,S,S,S,S,S,S,S,S
play,"A,A",P,P,P,P,P,P,P,P,P,P
play,burn hard 9 + J,K,K,K,K,K,K,K,K,K,K
play,burn hard 12 + J,B,B,B,B,B,B,B,B,B,B
play,burn hard 16 + J,B,B,B,B,B,B,B,B,B,B
play,burn soft 13 + J,K,K,B,B,B,B,B,B,B,B
split,hard 9,H,H,H,H,H,H,H,H,H,H
split,hard 10,H,H,H,H,H,H,H,H,H,H
split,hard 11,H,H,H,H,H,H,H,H,H,H
split,hard 12,H,H,S,S,S,H,H,H,H,H
split,soft 18,S,S,S,S,S,S,S,H,H,H
split,"8,8",P1,P1,P1,P1,P1,P1,P1,P1,P1,P1
split,burn hard 12 + J,B,B,B,B,B,B,B,B,B,K
burned,hard 16,S,S,S,S,S,H,H,H,H,H
burned,hard 17,S,S,S,S,S,S,S,S,S,S
burned,soft 18,S,S,S,S,S,S,S,H,H,S
"""


def six_decks() -> Chart:
    return from_csv(SIX_DECKS_H17, "blackjack")


def every_code() -> Chart:
    """A chart in which each code there is fills a row."""
    hard = {5 + place: (code,) * len(UPCARDS) for place, code in enumerate(CODES)}
    burn = {
        f"hard {12 + place} + Q": (code,) * len(UPCARDS) for place, code in enumerate(BURN_CODES)
    }
    names = ("play", "riding red", "riding red+blue+green split burned")
    return Chart(game="every", tables={name: Table(hard=hard, burn=burn) for name in names})


def cells(chart: Chart) -> int:
    """How many cells a chart has."""
    return len(UPCARDS) * (len(chart.csv().splitlines()) - 1)
