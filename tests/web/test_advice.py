"""Advice, grades and luck over the wire: the solver's numbers, for nobody but whose they are."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

import httpx
import pytest

from pitboss import games
from pitboss.advice.advising import advise
from pitboss.analysis.solving import solve
from pitboss.cli.deciding import ev as print_ev
from pitboss.floor import commands as cmd
from pitboss.web.messages import Denied
from pitboss.web.table_host import TableHost
from tests.web.house import PLENTY, House, Person, deal_these

UNIT = 1000


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def close(value: float) -> Any:
    return pytest.approx(value, abs=1e-7)


class At:
    """A table that people play one after the other."""

    def __init__(self, house: House, live: TableHost) -> None:
        self.house, self.live, self.keys = house, live, 0

    async def do(self, person: Person, kind: Any, **fields: Any) -> None:
        self.keys += 1
        key = f"{self.live.house_table.id}.{self.keys}"
        command = kind(key=key, seen=self.live.house_table.seq, **fields)
        answer = await self.live.command(command, person.account)
        assert not isinstance(answer, Denied), answer

    async def begin(self, *people: Person, **bets: int) -> None:
        """These people sit down from seat 1 on, wager and are dealt to."""
        wagers = dict.fromkeys(self.live.house_table.table.tables.opening, UNIT)
        wagers |= {bet.replace("_", "-"): cents for bet, cents in bets.items()}
        taken = self.live.house_table.seats
        for seat, person in enumerate(people, start=1):
            if seat not in taken:
                await self.do(person, cmd.Sit, seat=seat)
        for seat, person in enumerate(people, start=1):
            await self.do(person, cmd.Bet, seat=seat, wagers=wagers)
        await self.do(people[0], cmd.Deal)

    async def act(self, person: Person, *moves: str, seat: int = 1) -> None:
        for move in moves:
            await self.do(person, cmd.Act, seat=seat, move=move)

    async def advice(self, person: Person, seat: int = 1, **query: Any) -> httpx.Response:
        return await person.get(
            f"/api/tables/{self.live.house_table.id}/advice", seat=seat, **query
        )

    async def grades(self, person: Person, number: int = 1, **query: Any) -> httpx.Response:
        path = f"/api/tables/{self.live.house_table.id}/rounds/{number}/grades"
        return await person.get(path, **query)


async def at_table(house: House, game: str = "blackjack", **settings: Any) -> At:
    return At(house, await house.open(game, **settings))


def worth(answer: httpx.Response) -> dict[str, float]:
    assert answer.status_code == 200, answer.text
    return {one["move"]: one["ev_units"] for one in answer.json()["moves"]}


def refused(answer: httpx.Response, status: int, says: str) -> None:
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error"}
    assert says in answer.json()["error"]


# Advice


@pytest.mark.parametrize(
    ("game", "order", "hand", "up", "more", "bets"),
    [
        ("blackjack", "8s 9d 8c 5h", "8,8", "9", {}, {}),
        ("half-back", "9s 4d 6c 2h Td", "9,6", "T", {"aside": "4"}, {"upcard_bonus": 500}),
        ("lucky-stiff", "9s Td 5c 4h", "9,5", "T", {"bet": ("lucky-stiff=0.5",)},
         {"lucky_stiff": 500}),
        ("blackjack-tie", "9s 7d 9c 4h", "9,9", "7", {"bet": ("tie-left=0.5",)},
         {"tie_left": 500}),
        ("mulligan-21", "9s Td 5c 4h", "9,5", "T", {"bet": ("lucky-stiff=0.5",)},
         {"lucky_stiff": 500}),
    ],
)  # fmt: skip
def test_advice_is_what_pitboss_ev_says(
    game: str, order: str, hand: str, up: str, more: dict[str, Any], bets: dict[str, int],
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    deal_these(order, monkeypatch)

    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=PLENTY)
            at = await at_table(house, game)
            await at.begin(ann, **bets)
            answer = await at.advice(ann)
            print_ev(game, hand=hand, up=up, json=True, **more)
            said = json.loads(capsys.readouterr().out)["offers"]
            assert worth(answer) == {
                one["move"].replace(" ", "-"): pytest.approx(one["ev"], abs=1e-13) for one in said
            }
            found = answer.json()
            assert (found["seat"], found["hand"]) == (1, 0)
            assert found["version"] == at.live.house_table.seq
            assert "full decks less the" in found["basis"]
            values = [one["ev_cents"] for one in found["moves"]]
            assert values == sorted(values, reverse=True)
            assert [one["best"] for one in found["moves"]] == [True] + [False] * (len(values) - 1)
            for one in found["moves"]:
                assert one["ev_cents"] == close(UNIT * one["ev_units"])
                assert one["costs_cents"] == close(values[0] - one["ev_cents"])
            assert (await at.advice(ann)).content == answer.content

    run(play())


def test_whoever_is_not_asked_gets_no_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_these("9s 8s Td 6c 7c 9h", monkeypatch)

    async def play() -> None:
        async with House() as house:
            ann, bob, eve = (house.person(name, cents=PLENTY) for name in ("Ann", "Bob", "Eve"))
            pit = house.person("Pia", "pit")
            at = await at_table(house, private=True, by="Ann")
            refused(await at.advice(ann), 409, "seat = 1: it is not yours in this round")
            await at.begin(ann, bob)
            invite = (await ann.get(f"/api/tables/{at.live.house_table.id}")).json()["invite"]
            assert (await at.advice(ann)).status_code == 200
            refused(await at.advice(bob, 2, invite=invite), 409, "nothing to decide now")
            for nosy, known in ((bob, {"invite": invite}), (pit, {})):
                refused(await at.advice(nosy, 1, **known), 409, "seat = 1: it is not yours")
            refused(await at.advice(eve), 404, "there is none with this number")
            refused(await at.advice(ann, 0), 422, "seat = '0'")
            refused(await at.advice(ann, 7), 409, "seat = 7: it is not yours")
            refused(await at.advice(house.stranger()), 401, "sign in first")
            await at.act(ann, "stand")
            refused(await at.advice(ann), 409, "seat = 1: it has nothing to decide now")
            assert (await at.advice(bob, 2, invite=invite)).status_code == 200
            refused(await at.grades(bob, invite=invite), 409, "round = 1: it is still being played")
            refused(await at.grades(bob), 404, "there is none with this number")
            refused(await at.grades(bob, 9, invite=invite), 404, "round = 9")

    run(play())


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_twins_with_other_cards_face_down_are_advised_alike(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told(hole: str) -> list[bytes]:
        deal_these(f"5s Td 4c {hole} 2h", monkeypatch)
        heard = []
        async with House() as house:
            ann = house.person("Ann", cents=PLENTY)
            at = await at_table(house, game)
            await at.begin(ann)
            heard.append((await at.advice(ann)).content)
            await at.act(ann, "hit")
            heard.append((await at.advice(ann)).content)
        return heard

    one, *others = (asyncio.run(told(hole)) for hole in ("2c", "Kh", "9d"))
    assert others == [one, one]


def test_insurance_and_typed_cards() -> None:
    async def play() -> None:
        async with House() as house:
            ann, drew = house.person("Ann", cents=PLENTY), house.person("Drew", "dealer")
            at = await at_table(house, typed=True)
            await at.begin(ann)
            for card in ("Ts", "Ad", "Ac", None):
                await at.do(drew, cmd.Card, card=card)
            tens, unseen = 24 * 4 - 1, 312 - 3
            natural = tens / unseen
            keeps = 1.5 * (1 - natural)
            assert worth(await at.advice(ann)) == {
                "even-money": close(1.0),
                "decline": close(keeps),
                "insure": close(keeps + natural - (1 - natural) / 2),
            }
            await at.do(ann, cmd.Insure, seat=1, cents=100)
            await at.do(drew, cmd.Peek, natural=False)
            await at.do(drew, cmd.Card, card="9c")
            [grade] = (await at.grades(ann)).json()["decisions"]
            assert (grade["moved"], grade["best"]) == ("insure", "decline")
            assert grade["cost_cents"] == close(100 * (1 - 3 * natural))  # of $1, not of $5

    run(play())


# Grades


def test_a_blunder_costs_what_the_two_moves_are_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    # Ann hits a hard 17 and busts; Bob doubles eleven, as he should.
    deal_these("Ts 6s 6d 7c 5c Th 5d 9h", monkeypatch)

    async def play() -> None:
        async with House() as house:
            ann, bob = (house.person(name, cents=PLENTY) for name in ("Ann", "Bob"))
            pit = house.person("Pia", "pit")
            at = await at_table(house)
            await at.begin(ann, bob)
            before = {
                one.move: one.cents or 0.0 for one in advise(at.live.house_table.table, 1).moves
            }
            advised = (await at.advice(ann)).json()["moves"]
            await at.act(ann, "hit")
            await at.act(bob, "double", seat=2)
            found = (await at.grades(ann)).json()
            [mine] = found["decisions"]
            assert mine["moves"] == advised
            assert mine["cards"] == ["Ts", "7c"]
            assert mine["upcard"] == "6d"
            assert (mine["moved"], mine["best"]) == ("hit", "stand")
            assert mine["cost_cents"] == close(before["stand"] - before["hit"])
            assert mine["ev_cents"] == close(before["hit"])
            assert mine["best_cents"] == close(before["stand"])
            assert found["cost_cents"] == mine["cost_cents"] > 300
            assert not mine["by_clock"]
            theirs = (await at.grades(bob)).json()
            assert [one["moved"] for one in theirs["decisions"]] == ["double"]
            assert theirs["cost_cents"] == 0
            everyone = (await at.grades(pit)).json()
            assert everyone["decisions"] == [mine, *theirs["decisions"]]
            assert (await at.grades(house.person("Eve"))).json()["decisions"] == []

    run(play())


def test_every_kind_of_decision_is_graded_and_the_clock_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal_these("8s Td 8c 9h Kd 2c 8h 3d Kh 5s", monkeypatch)

    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=PLENTY)
            at = await at_table(house, "mulligan-21")
            await at.begin(ann)
            live = at.live
            moves = ["split", "burn", "hit", "stand"]
            seen: list[list[dict[str, Any]]] = []
            while live.house_table.table.playing:
                seen.append((await at.advice(ann)).json()["moves"])
                if moves:
                    await at.act(ann, moves.pop(0))
                else:
                    async with live.lock:
                        await live.write(live.house_table.default(owner=house.hub.id))
            found = (await at.grades(ann)).json()["decisions"]
            assert [one["moves"] for one in found] == seen
            assert [one["moved"] for one in found][:4] == ["split", "burn", "hit", "stand"]
            assert [one["by_clock"] for one in found] == [False] * 4 + [True] * (len(found) - 4)
            assert len(found) > 4
            assert all(one["cost_cents"] >= 0 for one in found)
            assert [one["seq"] for one in found] == sorted(one["seq"] for one in found)

    run(play())


# Luck


def test_luck_counts_what_was_staked_before_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_these("5s 6d 6c Th Ts Kc" + " Ts Ad 9c 2h 7d", monkeypatch)

    async def play() -> None:
        async with House() as house:
            ann, bob = (house.person(name, cents=PLENTY) for name in ("Ann", "Bob"))
            at = await at_table(house, "lucky-stiff")
            await at.begin(ann, lucky_stiff=500)
            await at.act(ann, "double")  # doubles are not staked before the deal
            await at.begin(ann)
            await at.do(ann, cmd.Insure, seat=1, cents=500)
            assert len((await ann.get("/api/luck")).json()) == 1, "a round that is being played"
            await at.act(ann, "stand")
            first, second = (await ann.get("/api/luck")).json()
            solution = solve("lucky-stiff", bets={"lucky-stiff": 0.5})
            assert (first["table"], first["round"]) == (at.live.house_table.id, 1)
            assert first["net"] == 2000 - 500
            assert first["expected"] == close(UNIT * solution.round.ev)
            assert first["sd"] == close(UNIT * solution.round.sd)
            plain = solve("lucky-stiff")
            insurance = plain.bets["insurance"]
            assert second["expected"] == close(UNIT * plain.round.ev + 500 * insurance.ev)
            apart = (UNIT * plain.round.sd) ** 2 + (500 * insurance.sd) ** 2
            assert second["sd"] == close(apart**0.5)
            assert second["net"] == (await ann.get("/api/rounds")).json()[0]["net"]
            number = at.live.house_table.id
            assert (await ann.get("/api/luck", table=number)).json() == [first, second]
            assert (await ann.get("/api/luck", table=number, most=1)).json() == [second]
            assert (await ann.get("/api/luck", table=number + 1)).json() == []
            assert (await bob.get("/api/luck")).json() == []
            refused(await ann.get("/api/luck", most=0), 422, "most = '0'")

    run(play())


def test_a_wager_taken_back_was_staked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_these("9s Td 5c Th", monkeypatch)

    async def play() -> None:
        async with House() as house:
            ann = house.person("Ann", cents=PLENTY)
            at = await at_table(house, "half-back")
            await at.begin(ann)
            await at.act(ann, "take-back", "stand")
            [one] = (await ann.get("/api/luck")).json()
            figures = solve("half-back").round
            assert one["net"] == -UNIT
            assert one["expected"] == close(UNIT * figures.ev)
            assert one["sd"] == close(UNIT * figures.sd)

    run(play())
