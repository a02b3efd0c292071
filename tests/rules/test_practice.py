"""Which parts of the dealing procedure a game has use for, and captions that depend on the hand."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.compile import compile_rules
from pitboss.rules.conditions import holds
from pitboss.rules.game import OptionValue
from pitboss.rules.places import item_name
from pitboss.rules.practice import practice_of
from pitboss.table.narrator import Narrator
from tests.rounds import play

ALWAYS = {
    "PR-1", "PR-7", "PR-8",
    *("PR-9", "PR-10", "PR-11", "PR-12", "PR-13", "PR-17"),  # hit, stand, double, split, insurance
    *("PR-18", "PR-19", "PR-23", "PR-24", "PR-25", "PR-29", "PR-32"),
    *(f"PR-{number}" for number in range(35, 44)),
    *(f"PR-{number}" for number in range(62, 69)),  # a new shoe, a round's begin, chips
}  # fmt: skip
BURNS = {"PR-5", "PR-14", "PR-26", "PR-28", "PR-52", "PR-53", "PR-54"}
UPCARD = {"PR-2", "PR-3", "PR-44", "PR-45", "PR-46", "PR-47", "PR-48"}
TWO_WAGERS = {"PR-15", "PR-20", "PR-21", "PR-49", "PR-50", "PR-51"}
STIFF = {"PR-4", "PR-33", "PR-58"}


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("blackjack", set()),
        ("half-back", {"PR-22", *UPCARD, *TWO_WAGERS}),
        ("lucky-stiff", {"PR-22", *STIFF}),  # the match is paid apart on tables 4 and 5 only
        (
            "blackjack-tie",
            {"PR-22", "PR-33", "PR-34", "PR-59", "PR-60"},
        ),  # bets on ties, and their caps
        ("mulligan-21", {"PR-22", "PR-6", "PR-31", "PR-55", "PR-56", *STIFF, *BURNS}),
    ],
)
def test_a_game_has_use_for_the_practice_of_its_own_rules(game: str, more: set[str]) -> None:
    definition = games.find(game)
    found = {one.id for one in practice_of(definition, definition.rules())}
    by_course = {"PR-27", "PR-61"}  # what becomes of a hand that burned, see test_dealing.py
    assert found - by_course == ALWAYS | more


def captions(game: str, cards: str, moves: str = "", **bets: int) -> dict[str, list[str]]:
    """What is done, by step."""
    staked = {bet.replace("_", "-"): cents for bet, cents in bets.items()}
    round_ = play(game, cards, moves, bets=staked)
    narrator = Narrator(games.find(game), round_.table.rules)
    told: dict[str, list[str]] = {}
    for event in round_.events:
        caption = narrator.tell(event)
        told.setdefault(caption.step, []).append(f"{caption.does} {caption.says}")
    return told


@pytest.mark.parametrize(
    ("cards", "moves", "step"),
    [
        ("As 9h Kd 9d", "", "pay-natural"),
        ("As Ah Kd Kc", "even-money", "pay-natural"),
        ("As Th Kd Ac", "", "push-natural"),
        ("Ts 9h Kd 9d", "stand", "pay-hand"),
        ("Ts 9h Kd Ad", "stand", "push-hand"),
        ("Ts 9h 7d 9d", "stand", "collect-hand"),
        ("Ts Ah 7d Kd", "insure", "pay-insurance"),
        ("Ts Ah 7d 9d", "insure stand", "collect-insurance"),
        ("Ts 6h 7d Td 9c", "stand", "dealer-busts"),
        ("Ts 6h 7d Td 5c", "stand", "dealer-stands"),
        ("Ts Th 7d Ad", "", "peek-natural"),
        ("Ts Th 7d 9d", "", "peek"),
    ],
)
def test_the_step_says_how_it_ended(cards: str, moves: str, step: str) -> None:
    assert step in captions("blackjack", cards, moves)


@pytest.mark.parametrize(
    ("hand", "step"),
    [("7s 9h 7d", "pay-bet"), ("9s 9h 9d", "collect-bet"), ("As 9h Kd", "pay-bet")],
)
def test_side_bets_have_steps_of_their_own(hand: str, step: str) -> None:
    assert step in captions("lucky-stiff", f"{hand} 9c", lucky_stiff=500)


def test_a_split_that_costs_nothing_is_told_as_such() -> None:
    """HB-8: Half Back moves over to the second hand."""
    assert "free-split" in captions("half-back", "8s 9h 8d 7c", "split")
    paid = captions("blackjack", "8s 9h 8d 7c", "split")
    assert "split-of-pair" in paid  # 8-8 may be doubled too
    assert not any("free" in step for step in paid)


def test_totals_are_told_soft_while_an_ace_counts_eleven() -> None:
    told = captions("blackjack", "As 6h 5d Td 4c Ts", "hit hit")
    drawn = " ".join(told["draw"])
    assert "soft 20" in drawn  # ace, five, four
    assert "20" in told["draw"][1]  # and a ten: hard 20
    assert "soft" not in told["draw"][1]


def test_the_dealer_s_total_is_told_as_it_grows() -> None:
    told = captions("blackjack", "Ts Ah 9d 3d 2c 5d", "decline stand")
    assert "soft 14" in told["turn-hole"][0]
    assert "soft 16" in told["dealer-draw"][0]
    assert "21" in told["dealer-draw"][1]
    assert "soft" not in told["dealer-draw"][1]
    natural = captions("blackjack", "Ts Th 9d Ad")
    assert "blackjack" in natural["turn-hole"][0]


@pytest.mark.parametrize(
    ("place", "name"),
    [(0, "1st"), (1, "2nd"), (2, "3rd"), (3, "4th"), (10, "11th"), (11, "12th"), (12, "13th"),
     (20, "21st"), (21, "22nd"), (22, "23rd"), (110, "111th"), (120, "121st")],
)  # fmt: skip
def test_items_without_a_name_are_counted(place: int, name: str) -> None:
    assert item_name({}, place) == item_name(3, place) == name
    assert item_name({"event": "win", "id": 3}, place) == "win"
    assert item_name({"bet": "main"}, place) == "main"


def test_PR_15_PR_21_HB_R9_the_only_wager_of_a_split_hand_leaves_nothing_on_it() -> None:
    round_ = play("half-back", "8s Th 8h 9d 5c 2d", "split take-back", options={"HB-R9": "other"})
    narrator = Narrator(games.find("half-back"), round_.table.rules)
    steps = [narrator.tell(event) for event in round_.events]
    (taken,) = [step for step in steps if step.step == "take-back-only"]
    assert "slide the Main wager, $10, to the player" in taken.does
    assert "hit or stand" not in taken.does
    assert taken.practice == "PR-21; PR-15, house custom"
    unsplit = captions("half-back", "8s Th 7h 9d", "take-back stand")
    assert "take-back-only" not in unsplit
    assert "The hand may hit or stand" in unsplit["take-back"][0]


@pytest.mark.parametrize(
    ("when", "at_the_deal"), [("pair = '8'", True), ("split-21 = 'aces'", False)]
)
def test_a_bet_on_21_after_a_split_is_not_known_at_the_deal(when: str, at_the_deal: bool) -> None:
    game = games.read(
        "id = 'mine'\nname = 'Mine'\nsummary = ''\nsource = 'own'\nfelt = 'green'\n"
        "based-on = 'blackjack'\n[[bets]]\nid = 'b'\nname = 'B'\npaytable = 'b'\n"
        f"[[bets.events]]\nevent = 'e'\nwhen = {{ {when} }}\npays = [5]\n",
        origin="mine.toml",
    )
    rules = game.rules()
    assert holds("bet-on-deal", rules, compile_rules(rules)) is at_the_deal


READ_OTHERWISE = [
    ("half-back", {"HB-R1": "other"}, {"PR-15", "PR-50"}, "13 to 16", "12 to 18"),
    ("half-back", {"HB-R9": "other"}, {"PR-15", "PR-50"}, "13 to 16", "comes back"),
    ("lucky-stiff", {"LS-R3": "other"}, {"PR-33"}, "5 to 1", "only push the bet or lose it"),
    ("blackjack-tie", {"BT-R5": "other"}, {"PR-1", "PR-59"}, "half", "only the total"),
    ("blackjack-tie", {"BT-R8": "other"}, {"PR-34", "PR-60"}, "second", "first hand"),
    ("mulligan-21", {"after-burn": "any"}, {"PR-5"}, "stand or hit", "standard play goes on"),
    ("mulligan-21", {"M21-R3": "other"}, {"PR-5", "PR-52"}, "draws", "as the first decision"),
]


@pytest.mark.parametrize(("game", "options", "ids", "ruled", "other"), READ_OTHERWISE)
def test_AP_3_practice_of_another_reading_says_first_that_it_is_one(
    game: str, options: dict[str, OptionValue], ids: set[str], ruled: str, other: str
) -> None:
    definition = games.find(game)
    as_ruled = {one.id: one for one in practice_of(definition, definition.rules())}
    read = {one.id: one for one in practice_of(definition, definition.rules(options))}
    assert {id_ for id_ in read if id_ in as_ruled and read[id_] != as_ruled[id_]} == ids
    for id_ in ids:
        before, _, after = read[id_].does.partition(" As ruled: ")
        assert before.startswith("Read otherwise at this table, ")
        assert other in before
        assert after == as_ruled[id_].does
    assert any(ruled in f"{as_ruled[id_].name} {as_ruled[id_].does}" for id_ in ids)


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_practice_names_only_rulings_of_its_game_that_can_be_read_otherwise(game: str) -> None:
    definition = games.find(game)
    playable = {ruling.id for ruling in definition.rulings if ruling.playable}
    assert {ruling for one in definition.practice for ruling in one.as_ruled} <= playable
