"""The rule an item cites first says what the question asks, in every game."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from pitboss.school.grading import Given, grade
from pitboss.school.items import Item
from pitboss.school.made import Made
from pitboss.school.making import make_item
from tests.school.tables import setting_of

CITED = {
    # what comes next
    "blackjack procedure/shuffle": "PR-62",
    "lucky-stiff procedure/shuffle": "PR-62",
    "blackjack procedure/open-round": "PR-63",
    "blackjack procedure/turn-hole": "PR-64",
    "half-back procedure/turn-hole": "PR-64",
    "half-back procedure/dealer-draw": "BJ-10",
    "mulligan-21 procedure/burn-unasked": "PR-27",
    # what is said
    "blackjack call/say/turn-hole": "BJ-2",
    "blackjack call/say/draw": "BJ-2",
    "blackjack call/say/case-wagers": "PR-1",
    "blackjack call/say/offer-insurance": "PR-32",
    "blackjack call/say/close-insurance": "close-insurance",
    # what a hand may do
    "half-back call/stand": "HB-9",
    "half-back call/split": "HB-8",
    "mulligan-21 call/hit": "BJ-7",
    "mulligan-21 call/split": "BJ-8",
    "half-back call/take-back": "HB-7",
    # chips
    "blackjack colour/change": "PR-65",
    "blackjack colour/buy-in": "PR-66",
    "blackjack colour/run-down": "PR-67",
    "blackjack colour/fill": "PR-68",
    # amounts are those of a pay table, unless a rule has them
    "blackjack-tie payout/tie-17/tie on 17": "PT-1",
    "half-back payout/upcard-bonus/suited natural": "PT-1",
    "lucky-stiff payout/lucky-stiff/stiff pair": "PT-1",
    "half-back payout/main/natural": "HB-6",
    "blackjack payout/insurance/dealer natural": "BJ-4",
    "blackjack-tie limits/aggregate": "BT-8",
    # how a wager ends
    "blackjack resolve/main/dealer natural": "BJ-5",
    "half-back resolve/main/dealer natural": "HB-6",
    "half-back resolve/main/bust": "BJ-11",
    "blackjack-tie resolve/tie-17/rides": "PR-33",
    "lucky-stiff resolve/lucky-stiff/rides": "PR-33",
    "blackjack-tie resolve/tie-17/second split": "BT-6",
    # wagers that are cased
    "lucky-stiff limits/minimum": "PR-1",
    "blackjack-tie limits/caps": "BT-3",
    "blackjack-tie limits/games": "BT-7",
    "half-back limits/opening": "HB-2",
    # a mistake
    "half-back error/total": "BJ-2",
}


def made(game: str, skill: str, number: int = 1) -> Made:
    kind = skill.split("/", 1)[0]
    return make_item(setting_of(game), kind, seed="c", number=number, skill=skill)  # type: ignore[arg-type]


@pytest.mark.parametrize("asked", CITED)
def test_the_first_rule_says_what_is_asked(asked: str) -> None:
    game, skill = asked.split(" ", 1)
    for number in (1, 2):
        item = made(game, skill, number).item
        assert item.rule == CITED[asked], item.explanation[0].text
        assert item.explanation[0].rule == item.rule


def wrong_moves(item: Item, choices: set[str]) -> set[str]:
    """Moves that were chosen wrongly or left out."""
    wrong = choices ^ {*item.answer.choices}
    return {option.text for option in item.question.options if option.id in wrong}


@pytest.mark.parametrize(
    ("game", "decides"),
    [
        ("half-back", {"double": "HB-9", "split": "HB-8", "take back": "HB-7"}),
        ("mulligan-21", {"double": "BJ-7", "split": "BJ-8"}),
    ],
)
def test_the_rule_on_the_move_that_was_wrong_is_quoted_first(
    game: str, decides: dict[str, str]
) -> None:
    for skill in ("call/stand", "call/hit"):
        for number in range(1, 6):
            item = made(game, skill, number).item
            for option in item.question.options:
                if option.text not in decides:
                    continue
                only = {*item.answer.choices} ^ {option.id}  # this one wrong, all else right
                given = [only] if option.id in item.answer.choices else [only, {option.id}]
                for choices in given:
                    graded = grade(item.question, item.answer, Given(choices=sorted(choices)))
                    assert not graded.right
                    quoted = item.explained(graded.wrong)[0].rule
                    wanted = {decides[text] for text in wrong_moves(item, choices) & {*decides}}
                    assert quoted in wanted


def test_of_a_whole_table_the_rule_on_the_wager_that_was_wrong_is_quoted_first() -> None:
    """LS-6, PR-8: a stiff winner that is taken, and seats in the wrong order."""
    quoted = set()
    for number in range(1, 12):
        item = made("lucky-stiff", "table/round", number).item
        right = item.answer.settled
        for at, one in enumerate(right):
            other = structs.replace(one, action="push" if one.action == "take" else "take", cents=0)
            told = grade(
                item.question, item.answer, Given(settled=[*right[:at], other, *right[at + 1 :]])
            )
            quoted.add((one.bet, item.explained(told.wrong)[0].rule))
        told = grade(item.question, item.answer, Given(settled=right[::-1]))
        if not told.right:
            quoted.add(("", item.explained(told.wrong)[0].rule))
    assert {rule for bet, rule in quoted if bet == "lucky-stiff"} == {"LS-6"}
    assert {rule for bet, rule in quoted if bet == "main"} == {"BJ-11"}
    assert {rule for bet, rule in quoted if not bet} == {"PR-8"}


def cited_by(game: str, skill: str, items: int) -> dict[str, set[str]]:
    """First rules of a skill's items, by the step that ended the dealer's hand, or none."""
    found: dict[str, set[str]] = {}
    for number in range(1, items + 1):
        one = made(game, skill, number)
        assert one.dealt is not None
        before = one.dealt.steps[: one.at]
        ends = [
            step for step in before if re.match("peek-natural|dealer-(stands|busts|pushes)", step)
        ]
        found.setdefault(ends[-1] if ends else "", set()).add(one.item.rule)
    return found


def test_LS_5_LS_6_a_stiff_that_lost_cites_what_it_lost_to() -> None:
    found = cited_by("lucky-stiff", "resolve/lucky-stiff/stiff, lost", 25)
    assert found.pop("peek-natural") == {"LS-5"}
    assert set().union(*found.values()) == {"LS-6"}


def test_M21_6_a_push_cites_17_only_where_the_dealer_has_it() -> None:
    found = cited_by("mulligan-21", "resolve/main/push", 25)
    assert found == {"dealer-pushes": {"M21-6"}, "dealer-stands": {"BJ-11"}}


def test_BT_2_a_bust_loses_a_tie_bet_because_a_bust_never_ties() -> None:
    found = cited_by("blackjack-tie", "resolve/tie-17/anything else", 25)
    assert found["dealer-stands"] == {"BT-2"}
    assert found["peek-natural"] <= {"BT-2", "BT-4"}


def test_a_code_is_never_shown_alone() -> None:
    labels = {"PR-32": "PR-32 Insurance, then the peek", "close-insurance": "House manual"}
    words = made("blackjack", "call/say/close-insurance").item
    assert {one.rule: one.label for one in words.explanation if one.rule in labels} == labels
    assert words.explanation[0].text == "Sweep the hand back. “Insurance is closed.”"
    paid = made("blackjack-tie", "payout/tie-17/tie on 17").item
    assert paid.explanation[0].label == "PT-1 Pay table 1"
    assert "Tie 17: tie on 17 pays 50 to 1." in paid.explanation[0].text


def said_once(item: Item) -> bool:
    told = [*item.working, *(quote.text for quote in item.explanation)]
    return len(told) == len(set(told))


def test_an_explanation_says_everything_once() -> None:
    for skill in ("signal/PR-9", "signal/PR-13", "dispute/PR-36"):
        assert said_once(made("blackjack", skill).item)
