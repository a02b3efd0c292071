"""WA: what may be staked, from which day on, and whose limit comes first."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from types import MappingProxyType

import msgspec
import pytest

from pitboss import games
from pitboss.rules.compile import compile_rules
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from pitboss.rules.limits import House, Limits, SeparateGames, WagerError, washington
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from tests.rounds import play, sign

SINCE_2021 = "(WAC 230-15-490 as in force from 2021-06-14)"
TIES = (
    "tie-left", "tie-right", "tie-17", "tie-18", "tie-19", "tie-20", "tie-21", "tie-blackjack",
)  # fmt: skip


def limits(
    game: str | Game = "blackjack", house: House | None = None, *, table: int | None = None
) -> Limits:
    """The limits of a game, its pay tables all set to one number if it is given."""
    found = games.find(game) if isinstance(game, str) else game
    chosen = dict.fromkeys(found.paytables(), table) if table else None
    return Limits(compile_rules(found.rules(paytables=chosen)), house)


def refusal(of: Limits, wagers: dict[str, int]) -> str:
    """The sentence these wagers are refused with."""
    with pytest.raises(WagerError) as caught:
        of.check(wagers)
    return str(caught.value)


def allowed(of: Limits, wagers: dict[str, int]) -> bool:
    try:
        of.check(wagers)
    except WagerError:
        return False
    return True


def bad_house(game: str, house: House, *, table: int | None = None) -> str:
    """The sentence a house's settings are refused with."""
    with pytest.raises(RulesError) as caught:
        limits(game, house, table=table)
    return str(caught.value)


@pytest.fixture
def wide(tmp_path: Path) -> Game:
    """A designer's Blackjack Tie without caps of its own, so that only the state counts games."""
    path = tmp_path / "wide.toml"
    path.write_text(
        'id = "wide"\nname = "Wide"\nbased-on = "blackjack-tie"\n'
        '[caps]\ngames = 0\nside = "9"\ntotal = "9"\n',
        encoding="utf-8",
    )
    return games.find(str(path))


# WA-1: the largest single wager

SINGLE_WAGERS = [
    (date(2004, 1, 1), 10000, "$100"),
    (date(2008, 12, 31), 10000, "$100"),
    (date(2009, 1, 1), 30000, "$300"),
    (date(2023, 8, 18), 30000, "$300"),
    (date(2023, 8, 19), 40000, "$400"),
    (date(2026, 1, 1), 40000, "$400"),
    (None, 40000, "$400"),
]


@pytest.mark.parametrize(("day", "most", "shown"), SINGLE_WAGERS)
def test_WA_1_largest_single_wager_by_date(day: date | None, most: int, shown: str) -> None:
    table = Table(games.find("blackjack").rules(), House(date=day))
    with pytest.raises(IllegalAction) as caught:
        table.do(act.PlaceWagers(1, "ann", {"main": most + 1}))
    sentence = str(caught.value)
    assert f"wager main = {shown}.01: the state's largest single wager is {shown} (" in sentence
    assert table.log == []
    table.do(act.PlaceWagers(1, "ann", {"main": most}))
    assert table.state.felt == most


@pytest.mark.parametrize(
    ("day", "source"),
    [
        (date(2008, 12, 31), "$200 in some rooms"),
        (date(2023, 8, 18), "WAC 230-15-140 as in force from 2009"),
        (date(2023, 8, 19), "press reports"),
    ],
)
def test_WA_1_refusal_names_the_source_of_the_limit(day: date, source: str) -> None:
    assert source in refusal(limits(house=House(date=day)), {"main": 50000})


def test_WA_1_each_wager_is_measured_by_itself() -> None:
    half_back = limits("half-back")
    assert allowed(half_back, {"main": 40000, "half-back": 40000, "upcard-bonus": 40000})
    over = {"main": 40000, "half-back": 40000, "upcard-bonus": 40001}
    assert refusal(half_back, over).startswith("wager upcard-bonus = $400.01: the state's largest")


def test_WA_1_a_largest_wager_can_still_split_to_four_hands_and_double_each() -> None:
    # Four hands of 8-3, each doubled to 21; the dealer's 16 draws a 9 and breaks.
    cards = "8s 6d 8c Tc  8h 8d  3s Ts  3c Th  3h Td  3d Js  9h"
    round_ = play("blackjack", cards, "split split split double double double double", main=40000)
    assert [event.cents for event in round_.of(ev.HandSplit)] == [40000] * 3
    assert [event.cents for event in round_.of(ev.HandDoubled)] == [40000] * 4
    assert round_.net() == 8 * 40000


def test_WA_1_limits_before_2004_are_not_known() -> None:
    every_year = (SeparateGames(since=date(1990, 1, 1), most=2, source="a test"),)
    state = msgspec.structs.replace(washington(), games=every_year)
    tables = compile_rules(games.find("blackjack").rules())
    with pytest.raises(
        RulesError, match="date = 2003-12-31: the limit on largest wager is known from 2004-01-01"
    ):
        Limits(tables, House(date=date(2003, 12, 31)), state)
    assert Limits(tables, House(date=date(2004, 1, 1)), state).max_wager.cents == 10000


# WA-2: separate games

GAME_COUNTS = [
    (date(2004, 1, 1), 2),
    (date(2007, 12, 31), 2),
    (date(2008, 1, 1), 3),
    (date(2009, 9, 13), 3),
    (date(2009, 9, 14), 6),
    (date(2023, 8, 19), 6),
    (None, 6),
]


@pytest.mark.parametrize(("day", "most"), GAME_COUNTS)
def test_WA_2_separate_games_on_one_hand_by_date(wide: Game, day: date | None, most: int) -> None:
    state = limits(wide, House(date=day))
    as_many = {"main": 500, **dict.fromkeys(TIES[: most - 1], 100)}
    one_more = {"main": 500, **dict.fromkeys(TIES[:most], 100)}
    assert allowed(state, as_many)
    assert refusal(state, one_more).startswith(
        f"{most + 1} wagers on one hand: the state allows {most} separate games (WAC 230-15-040"
    )


@pytest.mark.parametrize("day", [date(2009, 9, 14), None])
def test_WA_2_of_six_games_three_may_take_more_than_five_dollars(
    wide: Game, day: date | None
) -> None:
    state = limits(wide, House(date=day))
    three_over = {"main": 1000, "tie-left": 501, "tie-right": 501}
    small = dict.fromkeys(("tie-17", "tie-18", "tie-19"), 500)
    assert allowed(state, {**three_over, **small})
    assert refusal(state, {**three_over, **small, "tie-18": 501}).startswith(
        "wagers main, tie-left, tie-right, tie-18 are over $5 each: the state allows 3 of those "
        "on one hand (WAC 230-15-040"
    )


def test_WA_2_the_fourth_wager_over_five_dollars_is_refused_however_few_there_are(
    wide: Game,
) -> None:
    state = limits(wide)
    wagers = {"main": 501, "tie-left": 501, "tie-right": 501, "tie-20": 501}
    assert "are over $5 each: the state allows 3 of those" in refusal(state, wagers)
    assert allowed(state, {**wagers, "tie-20": 500})
    assert allowed(state, {**wagers, "main": 500})


def test_WA_2_main_half_back_and_upcard_bonus_are_three_games() -> None:
    both = {"main": 1000, "half-back": 1000}
    before = limits("half-back", House(date=date(2007, 12, 31)))
    assert allowed(before, both)
    assert refusal(before, {**both, "upcard-bonus": 100}).startswith(
        "3 wagers on one hand: the state allows 2 separate games"
    )
    after = limits("half-back", House(date=date(2008, 1, 1)))
    assert allowed(after, {**both, "upcard-bonus": 100})


def test_WA_2_every_hand_of_a_player_has_games_of_its_own(wide: Game) -> None:
    table = Table(wide.rules())
    six = {"main": 500, **dict.fromkeys(TIES[:5], 100)}
    table.do(act.PlaceWagers(1, "ann", dict(six)))
    table.do(act.PlaceWagers(2, "ann", dict(six)))
    assert table.state.felt == 2 * (500 + 5 * 100)


def test_WA_2_counts_before_2004_are_not_known() -> None:
    old_wager = msgspec.structs.replace(washington().max_wager[0], since=date(1990, 1, 1))
    state = msgspec.structs.replace(washington(), max_wager=(old_wager,))
    tables = compile_rules(games.find("blackjack").rules())
    with pytest.raises(
        RulesError, match="date = 2003-12-31: the limit on separate games is known from 2004-01-01"
    ):
        Limits(tables, House(date=date(2003, 12, 31)), state)
    assert Limits(tables, House(date=date(2004, 1, 1)), state).games.most == 2


# WA-3: the sign


def test_WA_3_sign_shows_limits_odds_aggregate_and_the_note() -> None:
    house = House(
        minimum={"main": 1000}, maximum={"tie-blackjack": 2000}, aggregate={"tie-blackjack": 250000}
    )
    lines = sign("blackjack-tie", house, table=6)
    for line in (
        "Blackjack pays 3 to 2",
        "Insurance pays 2 to 1",
        "Main: $10 to $400",
        "Left Side: $1 to $200",  # half of the largest main wager (BT-3)
        "  tie on 17, 18 or 19: 15 to 1",
        "Right Side: $1 to $200",
        "  tie on 20, 21 or blackjack: 20 to 1",
        "Tie Blackjack: $1 to $20",
        "  tie on blackjack, two cards: 199 to 1",
        "Separate games on one hand: 4, 3 of them over $5",
    ):
        assert line in lines
    aggregate = [line for line in lines if "aggregate" in line]
    assert aggregate == [f"  aggregate payout $2,500 a round {SINCE_2021}"]
    after = lines.index("  tie on blackjack, two cards: 199 to 1") + 1
    assert lines[after : after + 2] == ["  all others: loss", aggregate[0]]
    assert "Confirm" in lines[-1]
    assert "Washington State Gambling Commission" in lines[-1]
    assert not any("Tie 17" in line for line in lines)  # not offered on table 6


@pytest.mark.parametrize(
    ("table", "natural", "pair"), [(1, "1 to 1", "10 to 1"), (4, "push", "40 to 1")]
)
def test_WA_3_sign_shows_the_odds_of_the_pay_table_in_use(
    table: int, natural: str, pair: str
) -> None:
    lines = sign("lucky-stiff", table=table)
    assert f"    natural: {natural}" in lines
    assert f"    stiff pair, and the upcard has its rank: {pair}" in lines
    assert "    stiff winner: 5 to 1" in lines


def test_WA_3_sign_follows_the_house_and_the_date() -> None:
    old = sign(house=House(date=date(2010, 1, 1)), options={"natural": "6 to 5"})
    assert "Blackjack pays 6 to 5" in old
    assert "Main: $5 to $300" in old
    assert "Separate games on one hand: 6, 3 of them over $5" in old
    assert "Separate games on one hand: 3" in sign(house=House(date=date(2008, 6, 1)))


def test_WA_3_sign_leaves_out_insurance_where_it_is_not_offered() -> None:
    lines = sign("mulligan-21", options={"insurance": False})
    assert not any("Insurance pays" in line for line in lines)
    assert "Blackjack pays 1 to 1" in lines


# WA-4: whose limit comes first

SMALL = {"tie-left": 100, "tie-right": 100, "tie-17": 100}
BROKEN_TOGETHER = [
    pytest.param(
        {"main": 40001, **dict.fromkeys(TIES, 600)},
        "wager main = $400.01: the state's largest single wager is $400",
        id="state's wager",
    ),
    pytest.param(
        {"main": 40000, **dict.fromkeys(TIES[:6], 600)},
        "7 wagers on one hand: the state allows 6 separate games",
        id="then the state's games",
    ),
    pytest.param(
        {"main": 40000, "tie-20": 100, **dict.fromkeys(TIES[:3], 600)},
        "wagers main, tie-left, tie-right, tie-17 are over $5 each: the state allows 3",
        id="then the state's three over $5",
    ),
    pytest.param(
        {"main": 100, "tie-18": 100, **SMALL},
        "5 wagers on one hand: this game allows 4 separate games, the opening wager counted",
        id="then the game's count",
    ),
    pytest.param(
        {"main": 400, "tie-left": 201},
        "wagers on the left side = $2.01: stake together at most $2, 1/2 of the main wager",
        id="then the game's caps",
    ),
    pytest.param(
        {"main": 20001, "tie-left": 100},
        "wager main = $200.01: the table's maximum is $200",
        id="then the house's maximum",
    ),
    pytest.param(
        {"main": 1000, "tie-left": 299},
        "wager tie-left = $2.99: the table's minimum is $3",
        id="then the house's minimum",
    ),
]


@pytest.mark.parametrize(("wagers", "sentence"), BROKEN_TOGETHER)
def test_WA_4_state_before_game_before_house(wagers: dict[str, int], sentence: str) -> None:
    # Each case breaks later limits too, the last one excepted.
    house = House(maximum={"main": 20000}, minimum={"tie-left": 300})
    assert refusal(limits("blackjack-tie", house), wagers).startswith(sentence)


def test_WA_4_state_count_holds_below_the_games_own() -> None:
    three = {"main": 1000, "tie-left": 100, "tie-right": 100}
    state = limits("blackjack-tie", House(date=date(2007, 12, 31)))
    assert "the state allows 2 separate games" in refusal(state, three)
    assert allowed(limits("blackjack-tie"), {**three, "tie-20": 100})


def test_WA_4_a_house_maximum_above_the_states_is_refused() -> None:
    before, after = date(2023, 8, 18), date(2023, 8, 19)
    sentence = bad_house("blackjack", House(date=before, maximum={"main": 30001}))
    assert sentence.startswith("maximum for main = $300.01: the state's limit is $300 (WAC 230")
    assert limits(house=House(date=before, maximum={"main": 30000})).maximum == {"main": 30000}
    assert limits(house=House(date=after, maximum={"main": 30001})).maximum == {"main": 30001}
    assert "the state's limit is $400" in bad_house("blackjack", House(maximum={"main": 40001}))


def test_WA_4_a_house_maximum_below_the_states_holds() -> None:
    house = limits("half-back", House(maximum={"upcard-bonus": 2500}))
    opening = {"main": 40000, "half-back": 40000}
    assert allowed(house, {**opening, "upcard-bonus": 2500})
    assert refusal(house, {**opening, "upcard-bonus": 2501}) == (
        "wager upcard-bonus = $25.01: the table's maximum is $25"
    )


def test_WA_4_a_house_minimum_holds() -> None:
    house = limits(house=House(minimum={"main": 1500}))
    assert allowed(house, {"main": 1500})
    assert refusal(house, {"main": 1499}) == "wager main = $14.99: the table's minimum is $15"


def test_WA_4_without_a_house_minimum_it_is_5_dollars_and_1_dollar_on_bonuses() -> None:
    half_back = limits("half-back")
    assert allowed(half_back, {"main": 500, "half-back": 500, "upcard-bonus": 100})
    assert refusal(half_back, {"main": 499, "half-back": 499}) == (
        "wager main = $4.99: the table's minimum is $5"
    )
    assert refusal(half_back, {"main": 500, "half-back": 500, "upcard-bonus": 99}) == (
        "wager upcard-bonus = $0.99: the table's minimum is $1"
    )


# WA-5: aggregate payouts


def test_WA_5_cap_is_at_least_the_largest_wager_at_50_to_1() -> None:
    # Tie 21 pays 125 to 1, but only 50 to 1 counts; it takes at most half of Main's $400, so that
    # the cap starts at 50 times $200, which is $10,000.
    sentence = bad_house("blackjack-tie", House(aggregate={"tie-21": 20000 * 50 - 1}))
    assert sentence == (
        "aggregate for tie-21 = $9,999.99: use $10,000 or more, the largest wager there, $200, at "
        "50 to 1 (WAC 230-15-490 as in force from 2021-06-14)"
    )
    enough = sign("blackjack-tie", House(aggregate={"tie-21": 20000 * 50}))
    assert f"  aggregate payout $10,000 a round {SINCE_2021}" in enough


def test_WA_5_the_largest_wager_is_what_can_really_stand_there() -> None:
    capped = House(maximum={"main": 10000}, aggregate={"tie-21": 5000 * 50})
    assert limits("blackjack-tie", capped).largest_wager("tie-21") == 5000
    below = House(maximum={"main": 10000}, aggregate={"tie-21": 5000 * 50 - 1})
    assert "the largest wager there, $50, at 50 to 1" in bad_house("blackjack-tie", below)
    # where only the total is capped (BT-R5 read otherwise) a bonus can take as much as Main
    total_only = compile_rules(games.find("blackjack-tie").rules({"BT-R5": "other"}))
    assert Limits(total_only, House()).largest_wager("tie-21") == 40000
    # Lucky Stiff has no cap of the game's own: the state's limit is its limit
    assert limits("lucky-stiff").largest_wager("lucky-stiff") == 40000


BEFORE_2021 = date(2021, 6, 13)


def test_WA_5_the_text_before_2021_wanted_room_for_two_players() -> None:
    # On that day the largest wager was $300, half of it on a bonus: twice 50 times $150 is $15,000.
    sentence = bad_house("blackjack-tie", House(date=BEFORE_2021, aggregate={"tie-21": 1_499_999}))
    assert sentence == (
        "aggregate for tie-21 = $14,999.99: use $15,000 or more, the largest wager there, $150, at "
        "50 to 1, for 2 players (WAC 230-15-490 as in force from 2008-01-01 to 2021-06-13, when "
        "its text differed)"
    )
    lines = sign("blackjack-tie", House(date=BEFORE_2021, aggregate={"tie-21": 1_500_000}))
    [line] = [line for line in lines if "aggregate" in line]
    assert line.endswith("2008-01-01 to 2021-06-13, when its text differed)")


def test_WA_5_the_text_before_2021_wanted_room_for_the_smallest_wager_at_the_top_odds() -> None:
    # $1 to $5 on Tie Blackjack at 350 to 1: 50 times $5 is $250, 350 times $1 is $350, twice $700
    maximum = {"tie-blackjack": 500}
    below = House(date=BEFORE_2021, maximum=maximum, aggregate={"tie-blackjack": 69_999})
    sentence = bad_house("blackjack-tie", below)
    assert "use $700 or more, the smallest wager there, $1, at 350 to 1, for 2 players" in sentence
    limits(
        "blackjack-tie",
        House(date=BEFORE_2021, maximum=maximum, aggregate={"tie-blackjack": 70_000}),
    )


def test_WA_5_the_text_before_2021_let_small_prizes_be_capped() -> None:
    # 15 to 1 is the top odds of the left side: twice 15 times $150 is $4,500
    below = House(date=BEFORE_2021, aggregate={"tie-left": 449_999})
    assert "use $4,500 or more, the largest wager there, $150, at 15 to 1" in bad_house(
        "blackjack-tie", below
    )
    after = House(date=date(2021, 6, 14), aggregate={"tie-left": 450_000})
    assert "prizes below 50 to 1 may not be capped" in bad_house("blackjack-tie", after)


def test_WA_5_what_was_before_2008_is_not_known_and_asked_only_for_a_cap() -> None:
    day = date(2007, 12, 31)
    limits("blackjack-tie", House(date=day))
    sentence = bad_house("blackjack-tie", House(date=day, aggregate={"tie-21": 10_000_000}))
    assert (
        sentence == "date = 2007-12-31: the limit on aggregate payouts is known from 2008-01-01 on"
    )


def test_WA_5_the_largest_wager_is_the_houses_own() -> None:
    # A $10 maximum: 50 times $10 is $500.
    below = House(maximum={"tie-21": 1000}, aggregate={"tie-21": 49999})
    sentence = bad_house("blackjack-tie", below)
    assert "use $500 or more, the largest wager there, $10, at 50 to 1 (" in sentence
    enough = House(maximum={"tie-21": 1000}, aggregate={"tie-21": 50000})
    assert f"  aggregate payout $500 a round {SINCE_2021}" in sign("blackjack-tie", enough)


@pytest.mark.parametrize(
    ("bet", "table", "top"),
    [("tie-left", 1, 15), ("tie-right", 1, 20), ("tie-20", 1, 25), ("tie-18", 1, 45),
     ("tie-17", 2, 45)],
)  # fmt: skip
def test_WA_5_prizes_below_50_to_1_are_not_capped(bet: str, table: int, top: int) -> None:
    sentence = bad_house("blackjack-tie", House(aggregate={bet: 10_000_000}), table=table)
    assert sentence == (
        f"aggregate for {bet}: its top prize is {top} to 1, and prizes below 50 to 1 may not be "
        "capped (WAC 230-15-490 as in force from 2021-06-14)"
    )


def test_WA_5_a_prize_of_exactly_50_to_1_may_be_capped() -> None:
    capped = sign("blackjack-tie", House(aggregate={"tie-17": 1_000_000}), table=1)
    assert f"  aggregate payout $10,000 a round {SINCE_2021}" in capped


def test_WA_5_a_cap_holds_for_its_own_bet_only() -> None:
    # Two naturals: Tie Blackjack's $3,500 is capped at $500, Right Side's $5 pays 20 to 1.
    house = House(maximum={"tie-blackjack": 1000}, aggregate={"tie-blackjack": 50000})
    bets = {"tie-blackjack": 1000, "tie-right": 500}
    round_ = play(
        "blackjack-tie", "As Ad Ks Kd", "decline", bets=bets, main=10000, house=house, paytable=1
    )
    assert round_.net("tie-blackjack") == 50000
    assert round_.net("tie-right") == 500 * 20
    assert round_.net("main") == 0


def test_WA_5_without_a_cap_everything_is_paid() -> None:
    bets = {"tie-blackjack": 1000}
    round_ = play("blackjack-tie", "As Ad Ks Kd", "decline", bets=bets, main=10000, paytable=1)
    assert round_.net("tie-blackjack") == 1000 * 350


def test_WA_5_opening_wagers_are_not_capped() -> None:
    sentence = bad_house("blackjack-tie", House(aggregate={"main": 10_000_000}))
    assert sentence == (
        "aggregate for main = $100,000: only bonus bets can have one; use "
        f"{', '.join(TIES[:-1])} or {TIES[-1]}"
    )


def test_wagers_may_be_any_mapping_of_cents_by_bet() -> None:
    of = limits()
    of.check(MappingProxyType({"main": 1000}))
    with pytest.raises(WagerError, match="give cents by bet id, such as"):
        of.check([("main", 1000)])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("chip", "stake", "odds", "player", "house"),
    [
        (1, 500, (3, 2), 750, 750),
        (1, 501, (3, 2), 752, 751),
        (2, 1000, (3, 2), 1500, 1500),
        (2, 1001, (3, 2), 1502, 1500),
        (2, 501, (5, 1), 2506, 2504),
        (25, 500, (5, 1), 2500, 2500),
        (100, 1250, (3, 2), 1900, 1800),
        (100, 1250, (0, 1), 0, 0),
    ],
)
def test_BJ_12_payouts_are_rounded_to_the_smallest_chip_for_whom_the_house_says(
    chip: int, stake: int, odds: tuple[int, int], player: int, house: int
) -> None:
    assert limits(house=House(round_to=chip)).payout(stake, *odds) == player
    for_house = House(round_to=chip, round_for="house")
    assert limits(house=for_house).payout(stake, *odds) == house
