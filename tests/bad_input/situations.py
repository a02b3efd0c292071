"""Designers' files and tables in the middle of a round, for the tests of refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pitboss import cards, games
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.table.flow import Want
from tests.rounds import Round, play

# A designer's file

HEAD = 'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\n'
ON_HALF_BACK = HEAD.replace('"blackjack"', '"half-back"')
FEW_OPTIONS = '[options]\npairs = ["rank", "value"]\nsplit-cards = ["in-turn", "at-once"]\n'
RULING = '[[rulings]]\nid = "X-R1"\nquestion = "q"\nruling = "r"\nother = "o"\n'
TWO_WAGERS = '[wagers]\nopening = ["main", "second"]\nnames = { main = "M", second = "S" }\n'


def bet(*, bet_id: str = "b", when: str = 'upcard = "A"', pays: str = "[1]", more: str = "") -> str:
    """A side bet with one event, as a designer writes it."""
    return (
        f'[[bets]]\nid = "{bet_id}"\nname = "B"\npaytable = "b"\n{more}\n'
        f'[[bets.events]]\nevent = "e"\nwhen = {{ {when} }}\npays = {pays}\n'
    )


def designed(folder: Path, text: str) -> Game:
    """The game of a designer's file, ``mine.toml``."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return games.find(str(path))


def file_refused(folder: Path, text: str) -> str:
    """The sentences a file is refused with, once the lines they name are checked."""
    with pytest.raises(RulesError) as caught:
        designed(folder, text)
    return without_lines(str(caught.value), text)


def without_lines(refusal: str, text: str) -> str:
    """What is said of ``mine.toml``; where a line is named, the key or its table stands there."""
    sentences = []
    for told in refusal.split("\n"):
        place = re.match(r"mine\.toml(?::(\d+))?: ", told)
        assert place, told
        sentence = told[place.end() :]
        if place[1] and " = " in sentence:
            key = sentence.partition(" = ")[0]
            others = re.findall(r"[a-z-]+\.[a-z-]+", sentence)
            names = [part for name in (key, *others) for part in name.split(".")]
            assert any(part in text.split("\n")[int(place[1]) - 1] for part in names), told
        sentences.append(f"mine.toml: {sentence}")
    return "\n".join(sentences)


# Actions


def refused(round_: Round, action: act.Action) -> str:
    """The sentence an action is refused with, every way of asking; the table stays as it was."""
    table = round_.table
    state, log = table.state.snapshot(), list(table.log)
    waits = table.want, table.seat, table.hand, table.legal, table.turn
    assert not table.can(action)
    sentence = round_.why_not(action)
    if isinstance(action, act.DealCard):
        with pytest.raises(IllegalAction) as caught:
            table.deal(action.card)
        assert str(caught.value) == sentence
    assert table.state.snapshot() == state
    assert table.log == log
    assert (table.want, table.seat, table.hand, table.legal, table.turn) == waits
    return sentence


def empty(game: str = "blackjack", options: Mapping[str, Any] | None = None) -> Round:
    """A table nobody has staked at."""
    return Round(Table(games.find(game).rules(options)))


def betting(game: str = "blackjack") -> Round:
    """Ann has $10 on every opening wager at seat 1; more may be staked."""
    round_ = empty(game)
    opening = dict.fromkeys(round_.table.tables.opening, 1000)
    round_.table.do(act.PlaceWagers(1, "ann", opening))
    return round_


def dealing() -> Round:
    """The first card is due."""
    round_ = betting()
    round_.table.do(act.CloseWagers())
    return round_


def deciding() -> Round:
    """Seat 1 of two has hard 19 against a 6."""
    return play("blackjack", "Ts 8s 6d 9c 8c Tc", seats=2)


def insuring() -> Round:
    """An ace up; seat 1 has a natural, seat 2 hard 19, and seat 3 is empty."""
    return play("blackjack", "Ts 9s Ad Ah Tc 5c", seats=2)


def asked() -> Round:
    """The same, and seat 1 has declined."""
    return play("blackjack", "Ts 9s Ad Ah Tc 5c", "decline", seats=2)


def six_to_five() -> Round:
    """A natural at 6 to 5 against an ace."""
    return play("blackjack", "Ts Ad Ah 5c", options={"natural": "6 to 5"})


def natural_paid() -> Round:
    """Mulligan 21: seat 1's natural is paid already, seat 2 is asked for insurance."""
    return play("mulligan-21", "Ts 9s Ad Ah Tc 5c", seats=2)


def offered() -> Round:
    """Mulligan 21: a drawn king may be burned."""
    return play("mulligan-21", "5s 9d 6c 8c Ks", "hit")


def taken_back() -> Round:
    """Half Back: hard 16, one wager taken back."""
    return play("half-back", "Ts 9d 6c 8c", "take-back")


def drawing() -> Round:
    """Single deck: seat 1 has 5-6, stands for a hit card; 5s 9d 6c 8c are out."""
    return play("blackjack", "5s 9d 6c 8c", "hit", options={"decks": 1})


def two_decks() -> Round:
    """Two decks, both fives of spades out."""
    return play("blackjack", "5s 9d 5s 8c", "hit", options={"decks": 2})


def dealer_drawing() -> Round:
    """The dealer's 16 is due a card."""
    return play("blackjack", "Ts 6d 9c Tc", "stand")


def over() -> Round:
    """A round that is settled."""
    return play("blackjack", "Ts 9d 9c Tc", "stand")


def peeking(upcard: str, options: Mapping[str, Any] | None = None) -> Round:
    """Hard 19 against an ace or ten-value card over an unknown card; the peek is due."""
    round_ = empty(options=options)
    table = round_.table
    table.do(act.PlaceWagers(1, "ann", {"main": 1000}))
    table.do(act.CloseWagers())
    table.deal(cards.parse("Ts"))
    table.deal(cards.parse(upcard))
    table.deal(cards.parse("9c"))
    table.deal(None)
    if table.want == Want.INSURANCE:
        table.do(act.DeclineInsurance(1))
    return round_


def peeked(upcard: str, natural: bool, options: Mapping[str, Any] | None = None) -> Round:
    """The same after the peek; the hole card is about to be turned."""
    round_ = peeking(upcard, options)
    round_.table.do(act.TellPeek(natural))
    if not natural:
        round_.table.do(act.move(1, "stand"))
    return round_


def stake(seat: Any = 1, player: Any = "ann", **wagers: Any) -> act.Action:
    """Wagers at a seat; underscores in bet names stand for dashes."""
    return act.PlaceWagers(
        seat, player, {bet_id.replace("_", "-"): cents for bet_id, cents in wagers.items()}
    )


Case = tuple[Callable[[], Round], act.Action, str]


def check(situation: Callable[[], Round], action: act.Action, sentence: str) -> None:
    assert refused(situation(), action).startswith(sentence)
