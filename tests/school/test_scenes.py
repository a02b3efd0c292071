"""Scenes by name: what every school asks for happens where it is asked for."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.school.items import Kind
from pitboss.school.kinds.procedure import ORDER, stretch
from pitboss.school.made import Made
from pitboss.school.making import make_item
from pitboss.school.scenes import scenes, scenes_of
from pitboss.school.setting import Setting
from pitboss.table import events as ev


def made(
    game: str, scene: str, kind: Kind, number: int = 1, *, table: int = 1, skill: str = ""
) -> Made:
    found = games.find(game)
    rules = found.rules(None, dict.fromkeys(found.paytables(), table))
    setting = Setting(found, rules, scene=scenes()[scene])
    return make_item(setting, kind, seed="1", number=number, skill=skill)


def test_replacement_insurance_look_bonus_discard_are_put_in_order() -> None:
    one = made("half-back", "replaced-ace", "procedure", skill="procedure/order")
    assert one.dealt is not None
    steps = [one.dealt.step_at(at) for at in range(len(one.dealt.events))]
    wanted = ["set-aside", "replace-upcard", "offer-insurance", "peek", "pay-bet"]
    wanted.append("discard-set-aside")
    assert sorted(wanted, key=steps.index) == wanted
    assert {"PR-2", "PR-32", "HB-4"} <= set(one.item.rules)
    letters = {option.id: option.text for option in one.item.question.options}
    first, *_, last = (letters[letter] for letter in one.item.answer.choices)
    assert first.startswith("Deal the hole card")
    assert "Insurance?" in " ".join(letters.values())
    assert last != first


@pytest.mark.parametrize(("table", "pays"), [(4, 40), (5, 30)])
def test_the_dealers_match_on_tables_4_and_5(table: int, pays: int) -> None:
    item = made("lucky-stiff", "dealers-match", "payout", table=table).item
    assert item.skill == "payout/lucky-stiff/stiff pair, dealer matches"
    [wager] = item.question.spots
    assert item.answer.cents == pays * wager.cents
    assert {"LS-3", "PR-30"} <= set(item.rules)


def test_a_dealers_17_pushes_and_nothing_is_paid() -> None:
    item = made("mulligan-21", "push-on-a-total", "payout").item
    assert item.answer.cents == 0
    assert item.rule == "M21-6"
    assert item.question.felt is not None
    assert item.question.felt.dealer.total == 17


def test_the_free_split_takes_no_chips() -> None:
    one = made("half-back", "free-split", "payout")
    assert one.dealt is not None
    assert any(isinstance(event, ev.HandSplit) and event.moved for event in one.dealt.events)


def test_a_double_makes_three_units_and_all_three_are_paid() -> None:
    one = made("half-back", "three-units", "payout")
    about = one.item.question.spots[0]
    assert one.dealt is not None
    unit = one.dealt.wagers[about.seat - 1]["main"]
    hand = [spot for spot in one.item.question.spots if spot.bet in ("main", "half-back")]
    assert sum(spot.cents for spot in hand if spot.hand == one.item.question.hand) == 3 * unit


@pytest.mark.parametrize(("scene", "splits"), [("tie-after-one-split", 1)])
def test_ties_after_one_split_are_paid_on_the_first_hand(scene: str, splits: int) -> None:
    one = made("blackjack-tie", scene, "payout")
    assert one.dealt is not None
    seat = one.item.question.seat
    made_by = [e for e in one.dealt.events if isinstance(e, ev.HandSplit) and e.seat == seat]
    assert len(made_by) == splits
    assert (one.item.answer.cents or 0) > 0
    mains = [spot for spot in one.item.question.spots if spot.bet == "main"]
    assert len(mains) < 2 or f"Main ({len(mains)} hands)" in one.item.question.text


def test_a_second_split_loses_the_tie_bets() -> None:
    item = made("blackjack-tie", "tie-after-a-second-split", "resolve").item
    assert item.answer.text == "take"  # it is not “no tie” that loses it: nothing has tied yet
    assert item.rule == "BT-6"


@pytest.mark.parametrize(
    ("table", "bet", "pays"),
    [
        (1, "tie-18/tie on 18", 45),
        (2, "tie-21/tie on 21", 95),
        (1, "tie-21/tie on 21", 125),
        (3, "tie-blackjack/tie on blackjack", 299),
        (1, "tie-blackjack/tie on blackjack", 350),
    ],
)
def test_payouts_at_long_odds(table: int, bet: str, pays: int) -> None:
    found = games.find("blackjack-tie")
    setting = Setting(found, found.rules(None, {"tie": table}))
    item = make_item(setting, "payout", seed="1", number=1, skill=f"payout/{bet}").item
    [spot] = [one for one in item.question.spots if one.bet == bet.partition("/")[0]]
    assert any(f"× {pays} to 1 = ${pays * spot.cents // 100:,}" in line for line in item.working)


@pytest.mark.parametrize(
    ("game", "table"),
    [("half-back", 1), ("lucky-stiff", 4), ("blackjack-tie", 1), ("mulligan-21", 1)],
)
def test_every_kind_a_scene_names_shows_it(game: str, table: int) -> None:
    found = games.find(game)
    rules = found.rules(None, dict.fromkeys(found.paytables(), table))
    for scene in scenes_of(rules).values():
        for kind in scene.kinds:
            one = made(game, scene.id, kind, table=table)  # type: ignore[arg-type]
            assert one.dealt is not None
            assert scene.fits(one.dealt), (scene.id, kind)
            if kind == "procedure":
                asked = stretch(one.dealt) if one.item.skill == ORDER else [one.at]
                assert {*asked} & {*scene.places(one.dealt)}, (scene.id, one.item.skill)


def test_scenes_are_named_only_for_games_that_can_have_them() -> None:
    named = {game: set(scenes_of(games.find(game).rules())) for game in games.BUILT_IN}
    assert named["blackjack"] == set()
    assert named["half-back"] == {"replaced-ace", "free-split", "three-units"}
    assert "push-on-a-total" in named["mulligan-21"]
