"""The sign and the cloth carry what the layouts carry, the same everywhere (WA-3)."""

from __future__ import annotations

import asyncio
import re
from datetime import date
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss import games
from pitboss.rules.cloth import cloth_lines
from pitboss.rules.compile import compile_rules
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House, Limits
from pitboss.rules.sign import event_words, pay_lines, table_sign
from pitboss.table.narrator import Narrator
from tests.rounds import play, sign
from tests.web.house import House as CardRoom

PAIRS = "beat the dealer: first two cards must total hard 12–16"


def lines_under(
    game: str, bet: str, options: dict[str, OptionValue] | None = None
) -> dict[str, list[tuple[str, str]]]:
    """A bet's pay lines, by what they stand under."""
    rules = games.find(game).rules(options or {})
    found: dict[str, list[tuple[str, str]]] = {}
    for line in pay_lines(next(one for one in rules.bets if one.id == bet), rules):
        found.setdefault(line.under, []).append((line.label, line.pays))
    return found


def test_WA_3_instant_winners_stand_apart_from_those_that_beat_the_dealer() -> None:
    assert lines_under("lucky-stiff", "lucky-stiff") == {
        "instant winners": [
            ("stiff pair (6-6, 7-7, 8-8)", "10 to 1"),
            ("stiff pair, and the upcard has its rank", "10 to 1"), ("natural", "1 to 1"),
        ],
        PAIRS: [("stiff winner", "5 to 1"), ("stiff push", "push")],
    }  # fmt: skip
    assert lines_under("mulligan-21", "lucky-stiff") == {
        "instant winners": [("stiff pair (6-6, 7-7, 8-8)", "7 to 1"), ("natural", "1 to 1")],
        PAIRS: [("stiff winner", "5 to 1"), ("stiff push", "push")],
    }


def test_where_no_pay_table_is_chosen_the_first_one_holds() -> None:
    rules = replace(games.find("lucky-stiff").rules(), paytables={})
    lines = pay_lines(rules.bets[0], rules)
    assert [line.pays for line in lines] == ["10 to 1", "10 to 1", "1 to 1", "5 to 1", "push"]
    assert [event.pays for event in compile_rules(rules).bets[0].events] == [10, 10, 1, 5, 0, -1]


def test_WA_3_bonus_lines_hold_after_a_replaced_upcard() -> None:
    [(under, lines)] = lines_under("half-back", "upcard-bonus").items()
    assert under == "after a replaced upcard (3 to 6)"
    assert [pays for _, pays in lines] == ["40 to 1", "15 to 1", "8 to 1", "3 to 1", "1 to 1"]


def test_WA_3_a_tie_says_which_hands_tie() -> None:
    assert lines_under("blackjack-tie", "tie-21") == {
        "": [("tie on 21 with three or more cards, or on a split ace", "125 to 1")]
    }
    assert lines_under("blackjack-tie", "tie-blackjack") == {
        "": [("tie on blackjack, two cards", "350 to 1")]
    }
    assert lines_under("blackjack-tie", "tie-21", {"BT-R4": "other"}) == {
        "": [("tie on any 21 that is no natural", "125 to 1")]
    }


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (
            "half-back",
            [
                "Blackjack pays 3 to 2",
                "Insurance pays 2 to 1",
                "Double on hard 9–11, for one wager on Main",
                "An upcard of 3 to 6 is replaced once",
                "Half Back may be taken back on hard or soft 13 to 16",
            ],
        ),
        (
            "mulligan-21",
            [
                "Blackjack pays 1 to 1",
                "Blackjack always wins",
                "A drawn J to K may be burned once a hand",
                "Dealer stands on every 17",
                "Any dealer 17 pushes every hand that has not bust",
            ],
        ),
        ("blackjack-tie", ["At most 4 separate games on one hand"]),
    ],
)
def test_WA_3_the_cloth_says_what_the_layout_says(game: str, lines: list[str]) -> None:
    cloth = cloth_lines(games.find(game).rules())
    assert set(lines) <= set(cloth)
    assert set(cloth) <= set(sign(game))
    plain = set(cloth_lines(games.find("blackjack").rules()))
    assert "At most 4 separate games on one hand" not in plain
    assert not any(line.startswith("Double") for line in plain)


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_WA_3_every_cloth_begins_with_natural_dealer_and_insurance(game: str) -> None:
    """Where there is no room for more, these are left; how the dealer draws is always said."""
    natural, *rest = cloth_lines(games.find(game).rules())
    assert natural.startswith("Blackjack pays ")
    drawing = next(line for line in rest if line.startswith("Dealer "))
    assert re.fullmatch(r"Dealer (hits soft|stands on soft|stands on every) 17", drawing)
    assert rest[rest.index(drawing) + 1] == "Insurance pays 2 to 1"


def test_WA_3_a_spot_shows_what_it_can_really_take() -> None:
    # Half of the largest main wager on a side (BT-3): $200 of $400, $25 of a house's $50.
    assert "Tie 17: $1 to $200" in sign("blackjack-tie")
    small = House(maximum={"main": 5000, "tie-18": 1000})
    assert {"Tie 17: $1 to $25", "Tie 18: $1 to $10"} <= set(sign("blackjack-tie", small))
    whole = sign("blackjack-tie", options={"BT-R5": "other"})  # only the total is capped
    assert "Tie 17: $1 to $400" in whole
    assert "Each side: at most half of Main" in sign("blackjack-tie")
    assert not any("Each side" in line for line in whole)
    assert "Half Back: as much as Main" in sign("half-back")


def test_WA_3_a_pay_table_ends_with_all_others() -> None:
    for game in games.BUILT_IN:
        rules = games.find(game).rules()
        shown = table_sign(games.find(game), rules, Limits(compile_rules(rules))).wagers
        assert all((w.lines[-1].label, w.lines[-1].pays) == ("all others", "loss")
                   for w in shown if w.lines)  # fmt: skip
        assert len([wager for wager in shown if wager.lines]) == len(rules.offered_bets)
    assert "  all others: loss" in sign("half-back")


@pytest.mark.parametrize(
    ("house", "line"),
    [
        (House(), "Payouts are exact to the cent"),
        (House(round_to=50), "Payouts are rounded to $0.50 in the player's favour"),
        (House(round_to=25, round_for="house"),
         "Payouts are rounded to $0.25 in the house's favour"),
    ],
)  # fmt: skip
def test_WA_3_BJ_12_the_sign_says_how_payouts_are_rounded(house: House, line: str) -> None:
    assert [one for one in sign("half-back", house) if one.startswith("Payouts")] == [line]


@pytest.mark.parametrize(
    ("day", "cloth", "small"),
    [
        (date(2007, 6, 1), "At most 2 separate games on one hand", "2"),
        (date(2008, 6, 1), "At most 3 separate games on one hand", "3"),
        (date(2010, 6, 1), "At most 4 separate games on one hand", "4, 3 of them over $5"),
    ],
)
def test_WA_2_WA_4_a_sign_of_any_day_names_one_number_of_games(
    day: date, cloth: str, small: str
) -> None:
    found = [line for line in sign("blackjack-tie", House(date=day)) if "eparate games" in line]
    assert found == [cloth, f"Separate games on one hand: {small}"]


def test_WA_3_the_sign_says_whose_rules_these_are() -> None:
    assert sign("half-back")[0].startswith("Rules as approved by the Washington State Gambling")
    assert sign("half-back", options={"HB-R1": "other"})[0].startswith(
        "Not the rules as approved: HB-R1"
    )


def test_WA_3_table_lobby_and_terminal_show_one_sign() -> None:
    async def ask() -> Any:
        async with CardRoom() as house:
            table = await house.open("blackjack-tie", options={"BT-R1": "other"})
            ann = house.person("Ann")
            return (await ann.get(f"/api/tables/{table.house_table.id}")).json()

    sheet = asyncio.run(ask())
    assert sheet["limits"] == sign("blackjack-tie", options={"BT-R1": "other"})
    assert sheet["sign"]["cloth"] == sheet["printed"]
    rules = games.find("blackjack-tie").rules({"BT-R1": "other"})
    whole = table_sign(games.find("blackjack-tie"), rules, Limits(compile_rules(rules)))
    assert [one["takes"] for one in sheet["sign"]["wagers"]] == [one.takes for one in whole.wagers]
    spots = {spot["id"]: spot for spot in sheet["spots"]}
    assert (spots["main"]["maximum"], spots["tie-17"]["maximum"]) == (40000, 20000)
    assert sheet["maximum"] == {bet: spot["maximum"] for bet, spot in spots.items()}


# What is told of a bet that was settled


@pytest.mark.parametrize(
    ("cards", "moves", "said"),
    [
        ("Ts 9h 4d Tc", "stand", "stiff, lost"),  # 14 stands against 19
        ("Ts 9h 4d Tc 9s", "hit", "stiff, lost"),  # 23
        ("Ts Th 4d Ac", "", "stiff, lost"),  # to a dealer natural (LS-5)
        ("Ts 9h 9d 8c", "stand", "no stiff, no natural"),
    ],
)
@pytest.mark.parametrize("game", ["lucky-stiff", "mulligan-21"])
def test_a_stiff_that_loses_is_told_apart_from_no_stiff(
    game: str, cards: str, moves: str, said: str
) -> None:
    round_ = play(game, cards, moves, bets={"lucky-stiff": 500})
    narrator = Narrator(games.find(game), round_.table.rules)
    told = [narrator.tell(event) for event in round_.events]
    [collected] = [one for one in told if one.step.startswith("collect-bet")]
    if game == "lucky-stiff":
        assert collected.says == f"{said}."
    [(name, net)] = round_.settled("lucky-stiff")
    assert net == -500
    words = event_words(round_.table.rules.bets[0])
    assert words[name] == said


def test_event_names_of_before_are_still_those_of_the_log() -> None:
    """Labels are for people: logs and figures keep their names."""
    names = {
        event.event
        for bet in games.find("blackjack-tie").rules().bets
        for event in bet.events
    }  # fmt: skip
    assert {"tie on 21", "tie on blackjack", "tie on 17"} <= names
