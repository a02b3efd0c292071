"""What the engine refuses at a table, the server refuses in the engine's own words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from pitboss import cards, games
from pitboss.floor import commands as cmd
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import House as HouseSettings
from pitboss.table import IllegalAction, Table
from pitboss.table import actions as act
from pitboss.web.messages import Denied
from pitboss.web.table_host import TableHost
from tests.web.house import House, Person, deal_these, same


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def refused(house: House, table: TableHost, person: Person, command: cmd.AnyCommand) -> str:
    """Why a command is not done; nothing may have changed."""
    before, seen = house.dump(), (table.house_table.seq, table.house_table.table.state.snapshot())
    answer = await table.command(command, person.account)
    assert isinstance(answer, Denied), command
    assert answer.key == command.key
    assert (answer.version, table.house_table.table.state.snapshot()) == seen
    assert same(before, house.dump())
    return answer.error


def engine_says(table: Table, action: act.Action) -> str:
    """What the engine itself says to an action."""
    with pytest.raises(IllegalAction) as why:
        table.copy().verify(action)
    return str(why.value)


# Wagers

WAGERS: dict[str, tuple[str, dict[str, int], str]] = {
    "over the state's limit": ("blackjack", {"main": 60_000}, "largest single wager"),
    "over the table's": ("blackjack", {"main": 20_001}, "the table's maximum is $200"),
    "under the minimum": ("blackjack", {"main": 499}, "the table's minimum is $5"),
    "nothing": ("blackjack", {"main": 0}, "use whole cents above zero"),
    "below nothing": ("blackjack", {"main": -1000}, "use whole cents above zero"),
    "a huge number": ("blackjack", {"main": 10**30}, "largest single wager"),
    "no wager": ("blackjack", {}, "wager main is missing"),
    "an unknown bet": ("blackjack", {"main": 1000, "roulette": 100}, "'roulette' is not offered"),
    "half of two": ("half-back", {"main": 1000}, "wager half-back is missing"),
    "unequal": ("half-back", {"main": 1000, "half-back": 2000}, "stake exactly main's $10"),
    "a side bet alone": ("lucky-stiff", {"lucky-stiff": 500}, "wager main is missing"),
    "a side over its cap": (
        "blackjack-tie", {"main": 1000, "tie-17": 300, "tie-18": 300}, "1/2 of the main wager",
    ),
    "too many games": (
        "blackjack-tie",
        {"main": 5000, "tie-17": 100, "tie-18": 100, "tie-19": 100, "tie-20": 100, "tie-21": 100},
        "separate games",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", WAGERS)
def test_a_wager_that_may_not_be_made_gets_the_engines_sentence(kind: str) -> None:
    game, wagers, words = WAGERS[kind]

    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=100_000_00)
            limits = HouseSettings(maximum={"main": 20_000})
            table = await house.open(game, house=limits)
            await table.command(cmd.Sit(key="sit", seen=1, seat=2), ann.account)
            bet = cmd.Bet(key="bet", seen=2, seat=2, wagers=wagers)
            said = await refused(house, table, ann, bet)
            alone = Table(games.find(game).rules(), limits)
            assert said == engine_says(alone, act.PlaceWagers(2, "Ann", wagers))
            assert words in said

    run(play())


def test_a_wager_larger_than_the_wallet_is_refused_with_what_is_there() -> None:
    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann")  # $1,000
            table = await house.open("half-back")
            for seat in (1, 2, 3):
                await table.command(cmd.Sit(key=f"sit {seat}", seen=1, seat=seat), ann.account)
            wagers = {"main": 40_000, "half-back": 40_000}
            bet = cmd.Bet(key="one", seen=4, seat=1, wagers=wagers)
            assert not isinstance(await table.command(bet, ann.account), Denied)
            again = cmd.Bet(key="two", seen=5, seat=2, wagers=wagers)
            said = await refused(house, table, ann, again)
            assert said == "$800 more on the felt: stake at most what you have, $200"
            less = cmd.Bet(key="three", seen=5, seat=2, wagers=dict.fromkeys(wagers, 10_000))
            assert not isinstance(await table.command(less, ann.account), Denied)
            assert house.balances()["wallet:Ann"] == 0

    run(play())


# Seats and turns


def test_seats_that_are_taken_or_do_not_exist_are_refused() -> None:
    async def play() -> None:
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            table = await house.open()
            await table.command(cmd.Sit(key="sit", seen=1, seat=2), ann.account)
            for person in (ann, bob):
                said = await refused(house, table, person, cmd.Sit(key="x", seen=2, seat=2))
                assert said == "seat 2 is Ann's; free are 1, 3, 4, 5, 6, 7"
            for seat in (0, -1, 8, 10**20):
                said = await refused(house, table, bob, cmd.Sit(key="x", seen=2, seat=seat))
                assert said == f"seat = {seat}: use 1 to 7"
                bet = cmd.Bet(key="x", seen=2, seat=seat, wagers={"main": 1000})
                assert await refused(house, table, bob, bet) == f"seat = {seat}: it is not yours"
            deal = cmd.Deal(key="x", seen=2)
            said = await refused(house, table, bob, deal)
            assert said == "deal: only who sits at the table may ask for it"
            said = await refused(house, table, ann, deal)
            assert said == "deal: seat 2 has not wagered yet"
            take_up = cmd.TakeUp(key="x", seen=2, seat=2)
            said = await refused(house, table, ann, take_up)
            assert said == engine_says(table.house_table.table, act.WithdrawWagers(2))

    run(play())


class Dealt:
    """A round with chosen cards for Ann in seat 1 and Bob in seat 2."""

    def __init__(self, house: House, order: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house = house
        deal_these(order, monkeypatch)

    async def begin(self, game: str = "blackjack") -> Dealt:
        self.ann, self.bob = self.house.person("Ann"), self.house.person("Bob")
        self.table = await self.house.open(game)
        wagers = dict.fromkeys(self.table.house_table.table.tables.opening, 1000)
        for seat, person in ((1, self.ann), (2, self.bob)):
            await self.do(person, cmd.Sit(key=f"sit {seat}", seen=1, seat=seat))
            await self.do(person, cmd.Bet(key=f"bet {seat}", seen=99, seat=seat, wagers=wagers))
        await self.do(self.ann, cmd.Deal(key="deal", seen=99))
        return self

    async def do(self, person: Person, command: cmd.AnyCommand) -> None:
        answer = await self.table.command(command, person.account)
        assert not isinstance(answer, Denied), answer

    async def no(self, person: Person, command: cmd.AnyCommand, action: act.Action) -> str:
        """A command is refused with the sentence the engine has for the action."""
        said = await refused(self.house, self.table, person, command)
        assert said == engine_says(self.table.house_table.table, action)
        return said


def test_moves_out_of_turn_and_moves_that_are_not_open_get_the_engines_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        async with House() as house:
            # Ann 10-9, Bob 5-6; the dealer shows a 7
            round_ = await Dealt(house, "Ts 5h 7d 9c 6s 8h", monkeypatch).begin()
            ann, bob = round_.ann, round_.bob
            move = cmd.Act(key="x", seen=99, seat=2, move="stand")
            said = await round_.no(bob, move, act.move(2, "stand"))
            assert said == "seat = 2: it is not that seat's turn; seat 1 acts"
            for name in ("split", "take-back", "burn", "surrender", "keep"):
                action = act.move(1, name)
                move = cmd.Act(key="x", seen=99, seat=1, move=name)
                assert "is not allowed with this hand" in await round_.no(ann, move, action)
            move = cmd.Act(key="x", seen=99, seat=1, move="cheat")
            said = await refused(house, round_.table, ann, move)
            assert said == "move = 'cheat': use stand, hit or double"
            insure = cmd.Insure(key="x", seen=99, seat=1, cents=500)
            said = await round_.no(ann, insure, act.Insure(1, 500))
            assert "insurance is open to no seat now" in said
            even = cmd.EvenMoney(key="x", seen=99, seat=1)
            await round_.no(ann, even, act.TakeEvenMoney(1))
            bet = cmd.Bet(key="x", seen=99, seat=1, wagers={"main": 1000})
            said = await round_.no(ann, bet, act.PlaceWagers(1, "Ann", {"main": 1000}))
            assert "wagers are closed" in said
            await round_.no(ann, cmd.TakeUp(key="x", seen=99, seat=1), act.WithdrawWagers(1))
            await round_.no(ann, cmd.Deal(key="x", seen=99), act.CloseWagers())
            said = await refused(house, round_.table, ann, cmd.StandUp(key="x", seen=99, seat=1))
            assert said == "seat 1: its hand is in play; stand up when the round is over"
            await round_.do(ann, cmd.Act(key="y", seen=99, seat=1, move="stand"))

    run(play())


def test_insurance_that_is_too_much_or_answered_already_gets_the_engines_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        async with House() as house:
            # Ann a natural, Bob 10-9; the dealer shows an ace
            round_ = await Dealt(house, "Ts Td Ad As 9s 8h", monkeypatch).begin()
            for cents in (501, 10**20, -1):
                insure = cmd.Insure(key="x", seen=99, seat=2, cents=cents)
                said = await round_.no(round_.bob, insure, act.Insure(2, cents))
                assert "use whole cents above zero, up to $5" in said
            even = cmd.EvenMoney(key="x", seen=99, seat=2)
            said = await round_.no(round_.bob, even, act.TakeEvenMoney(2))
            assert "even money is for a natural" in said
            move = cmd.Act(key="x", seen=99, seat=1, move="hit")
            await round_.no(round_.ann, move, act.move(1, "hit"))
            await round_.do(round_.bob, cmd.Insure(key="b", seen=99, seat=2, cents=500))
            again = cmd.Insure(key="again", seen=99, seat=2, cents=0)
            said = await round_.no(round_.bob, again, act.DeclineInsurance(2))
            assert said == "seat = 2: insurance is open to seats 1"

    run(play())


def test_cards_that_cannot_be_are_refused_at_a_typed_table() -> None:
    async def play() -> None:
        async with House() as house:
            ann, dealer = house.person("Ann"), house.person("Dora", "dealer")
            table = await house.open(typed=True)
            card = cmd.Card(key="x", seen=99, card="As")
            said = await refused(house, table, dealer, card)
            assert said == engine_says(table.house_table.table, act.DealCard(cards.parse("As")))
            await table.command(cmd.Sit(key="sit", seen=1, seat=1), ann.account)
            bet = cmd.Bet(key="bet", seen=2, seat=1, wagers={"main": 1000})
            await table.command(bet, ann.account)
            await table.command(cmd.Deal(key="deal", seen=3), ann.account)
            for text in ("", "1s", "Ax", "As Ks", "??", "A" * 500):
                with pytest.raises(cards.CardError) as why:
                    cards.parse(text)
                card = cmd.Card(key="x", seen=99, card=text)
                assert await refused(house, table, dealer, card) == str(why.value)
            card = cmd.Card(key="x", seen=99)  # nobody has seen it: only a hole card may be that
            said = await refused(house, table, dealer, card)
            assert said == engine_says(table.house_table.table, act.DealCard(None))
            peek = cmd.Peek(key="x", seen=99, natural=True)
            said = await refused(house, table, dealer, peek)
            assert said == engine_says(table.house_table.table, act.TellPeek(True))

    run(play())


# Tables that cannot be


async def not_opened(body: dict[str, Any], status: int) -> str:
    """Why the pit cannot open a table."""
    async with House() as house:
        pit = house.person("Pit", "pit")
        before = house.dump()
        answer = await pit.post("/api/tables", body)
        assert answer.status_code == status, answer.text
        assert same(before, house.dump())
        assert list(answer.json()) == ["error"]
        return str(answer.json()["error"])


def rules_say(work: Callable[[], object]) -> str:
    with pytest.raises(RulesError) as why:
        work()
    return str(why.value)


def test_a_game_nobody_knows_is_refused_with_the_games_there_are() -> None:
    for game in ("poker", "../../etc/passwd", "half-back.toml", ""):
        said = asyncio.run(not_opened({"game": game}, 404))
        names = f"{', '.join(games.BUILT_IN[:-1])} or {games.BUILT_IN[-1]}"
        meant = "; did you mean half-back?" if game == "half-back.toml" else ""
        assert said == f"game = {game!r}: use {names}{meant}"
    both = {"game": "blackjack", "file": "id = 'x'"}
    for body in ({}, both):
        said = asyncio.run(not_opened(body, 422))
        assert said == "game: give either a game's id or a game file's text"


SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "an unknown option": ("half-back", {"options": {"jokers": 2}}),
    "an option of another kind": ("half-back", {"options": {"decks": "six"}}),
    "an option the game does not allow": ("half-back", {"options": {"decks": 1}}),
    "an option the game's document refuses": ("half-back", {"options": {"surrender": True}}),
    "an unknown pay table": ("half-back", {"paytables": {"jackpot": 1}}),
    "a pay table that is not there": ("half-back", {"paytables": {"upcard-bonus": 99}}),
    "a pay table below one": ("half-back", {"paytables": {"upcard-bonus": 0}}),
}


@pytest.mark.parametrize("kind", SETTINGS)
def test_options_and_pay_tables_that_are_not_offered_get_the_rules_sentence(kind: str) -> None:
    game, body = SETTINGS[kind]
    said = asyncio.run(not_opened({"game": game} | body, 422))
    found = games.find(game)
    assert said == rules_say(lambda: found.rules(body.get("options"), body.get("paytables")))


HOUSES: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown key": ({"rake": 5}, "rake"),
    "a wrong type": ({"minimum": {"main": "five"}}, "minimum"),
    "a minimum for nothing": ({"minimum": {"roulette": 500}}, "'roulette'"),
    "a minimum over the maximum": ({"minimum": {"main": 900}, "maximum": {"main": 800}}, "$9"),
    "a maximum over the state's": ({"maximum": {"main": 10_000_000}}, "$100,000"),
    "an unknown shoe": ({"shoe": "hat"}, "hat"),
    "no cut": ({"penetration": 1.5}, "1.5"),
    "no chip": ({"round-to": 0}, "round-to = 0"),
    "a day before the law": ({"date": "1900-01-01"}, "1900-01-01"),
    "no day": ({"date": "tomorrow"}, "date"),
    "a cap on the main wager": ({"aggregate": {"main": 1_000_000}}, "aggregate for main"),
}


@pytest.mark.parametrize("kind", HOUSES)
def test_house_settings_that_cannot_be_are_refused_in_words(kind: str) -> None:
    settings, words = HOUSES[kind]
    assert words in asyncio.run(not_opened({"game": "blackjack", "house": settings}, 422))

    async def play() -> None:
        async with House() as house:
            pit = house.person("Pit", "pit")
            table = await house.open()
            before = house.dump()
            path = f"/api/tables/{table.house_table.id}/limits"
            answer = await pit.send("PUT", path, {"house": settings, "reason": "a test"})
            assert answer.status_code == 422
            assert words in answer.json()["error"]
            assert same(before, house.dump())

    run(play())


HALF_BACK = games.source("half-back")
FILES: dict[str, str] = {
    "nothing": "",
    "no TOML": "id = ",
    "a picture": "\x89PNG\r\n\x1a\n\x00\x00",
    "a web page": "<html><body>id</body></html>",
    "a key twice": 'id = "own"\nid = "own"',
    "an unknown key": HALF_BACK.replace('id = "half-back"', 'id = "own"\nwins = true', 1),
    "a wrong type": HALF_BACK.replace('id = "half-back"', "id = 7", 1),
    "a parent nobody knows": 'id = "own"\nname = "Own"\nbased-on = "poker"',
    "itself for a parent": 'id = "own"\nname = "Own"\nbased-on = "own"',
    "a path for a parent": 'id = "own"\nname = "Own"\nbased-on = "../../etc/passwd"',
    "a built-in game's id": HALF_BACK,
    "a bet that pays nothing": HALF_BACK.replace("pays = [40, 20", 'pays = ["gold", 20', 1),
    "deep nesting": "id = " + "[" * 60_000,
    "deep tables": "[" + ".".join(["a"] * 5_000) + "]",
    "a huge number": HALF_BACK.replace("max-hands = 4", "max-hands = 1" + "0" * 5000, 1),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_broken_game_file_is_refused_with_the_loaders_sentence(kind: str) -> None:
    said = asyncio.run(not_opened({"file": FILES[kind]}, 422))
    assert len(said) > 15
    if kind == "a built-in game's id":
        assert (
            said == "the file, line 3: id = 'half-back': this is a built-in game's; choose another"
        )
    read = partial(games.read, FILES[kind], origin="the file", taken=games.BUILT_IN)
    assert said == rules_say(read)


def test_more_bots_than_seats_are_refused() -> None:
    said = asyncio.run(not_opened({"game": "blackjack", "bots": 7}, 422))
    assert said == "bots = 7: use 0 to 6"
