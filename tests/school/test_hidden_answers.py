"""What a trainee is shown holds nothing that a dealer at that moment would not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.cards import name
from pitboss.rules.procedure import steps
from pitboss.school.items import Item
from pitboss.school.made import Made
from pitboss.school.making import MAKERS, make_item
from pitboss.school.telling import line_of
from pitboss.table import events as ev
from tests.school.tables import setting_of

ITEMS = 25
"""Of each kind and game."""
TELL_THE_PAST = ("resolve", "procedure", "call", "insurance", "table")
"""Kinds whose lines are what was done just before; `error` tells a round to its end, because a
mistake in it is looked for, `payout` how the wager was settled, others what a player does."""


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a JSON value, without the names of its fields."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)
    elif isinstance(value, str):
        yield value


def made(game: str, kind: str) -> list[Made]:
    return [
        make_item(setting_of(game), kind, seed="hidden", number=number)  # type: ignore[arg-type]
        for number in range(1, ITEMS + 1)
    ]


def offered(item: Item) -> set[str]:
    """Texts that are there to be chosen from, the right one among others."""
    return {option.text for option in (*item.question.options, *item.question.rules)} | {
        option.id for option in item.question.rules
    }


@pytest.mark.parametrize("kind", MAKERS)  # of a game one after the other: its table is known then
@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_question_tells_nothing_of_its_answer(game: str, kind: str) -> None:
    places: Counter[str] = Counter()
    counted = 0
    for one in made(game, kind):
        item, question = one.item, one.item.question
        shown = list(texts_in(msgspec.to_builtins(question)))
        chosen_from = offered(item)
        for secret in (item.skill, item.rule, *item.rules, *item.working):
            assert secret not in set(shown) - chosen_from, (item.skill, secret)
        for quote in item.explanation:
            if quote.rule in steps():  # no rule is about it: what is done is quoted
                continue
            assert not any(quote.text in text for text in set(shown) - chosen_from), quote.rule
        if question.form == "choice":
            assert len({option.text for option in question.options}) == len(question.options)
            assert item.answer.text not in (question.text, *question.sign)
            places[item.answer.choices[0]] += 1
            counted += 1
        _sees_what_a_dealer_sees(one)
    if counted == ITEMS:  # whoever always says the same letter gets nowhere
        assert max(places.values()) <= 0.7 * counted, places


def _sees_what_a_dealer_sees(one: Made) -> None:
    """Cards and lines are of what has happened; a hole card is hidden until it is turned."""
    question, dealt = one.item.question, one.dealt
    if dealt is None:
        return
    is_said = one.item.skill.startswith("call/say/")  # of what has just been done
    past = dealt.events[: one.at + is_said]
    if one.item.kind == "procedure":
        assert not dealt.is_taken_with_its_hand(one.at), "collecting a bust hand is one step"
    if one.item.kind in TELL_THE_PAST:
        done = [at for at in range(one.at) if not dealt.is_taken_with_its_hand(at)]
        lines = [line_of(dealt.captions[at]) for at in done]
        told = list(question.told)
        if told and is_said:
            assert told.pop() == dealt.captions[one.at].does, "what is done, without what is said"
        runs = [lines[end - len(told) : end] for end in range(len(told), len(lines) + 1)]
        assert told in runs, f"{one.item.skill}: {told} was not done before"
    if question.felt is None:
        return
    turned = any(isinstance(event, ev.HoleCardTurned) for event in past)
    cards = question.felt.dealer.cards
    if len(cards) > 1 and not turned:
        assert "??" in cards, cards
    seen = Counter(name(card) for card in _face_up(past))
    laid = Counter(
        card
        for hand in [question.felt.dealer.cards, *_hands(question.felt)]
        for card in hand
        if card != "??"
    )
    assert not laid - seen, f"{one.item.skill}: {laid - seen} were not dealt yet"


def _hands(felt: Any) -> Iterator[list[str]]:
    for seat in felt.seats:
        for hand in seat.hands:
            yield hand.cards


def _face_up(events: tuple[Any, ...]) -> Iterator[int]:
    for event in events:
        card = getattr(event, "card", None)
        if card is not None:
            yield card
