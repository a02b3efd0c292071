"""The floor monitor over the web: a wrong sign shows itself, and sheets kept by hand are judged."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterable
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss import games
from pitboss.floor.floor_sheet import read_sheet
from pitboss.floor.opening import describe_table
from pitboss.rules.errors import RulesError
from pitboss.rules.sign import event_words
from pitboss.store import schema, table_days
from pitboss.store.records import Settings
from pitboss.store.sealed import PromisedShoe, SealedShoe
from pitboss.store.shuffling import Seeds
from pitboss.store.table_days import TableSpan
from pitboss.web.table_host import TableHost
from tests.web.house import PLENTY, House, Person, run
from tests.web.refusals import sentence
from tests.web.test_auditing import play, until_closed

OTHER_SIGN = """\
id = "other-sign"
name = "Other sign"
based-on = "lucky-stiff"
bets.lucky-stiff.events.natural.pays = [2, 2, 2, 2, 2]
"""
"""The document pays a natural 1 to 1."""
HEADER = "table,day,bet,stake,rounds,seats,win,counts\n"


def _label(bet: str, line: str) -> str:
    [one] = [one for one in games.find("lucky-stiff").rules().bets if one.id == bet]
    return event_words(one)[line]


async def _play(live: TableHost, *people: Person) -> None:
    for seed in range(6):
        await play(live, *people, steps=40, seed=seed)
    await until_closed(live, *people)


def _sums(house: House, table: int) -> dict[str, tuple[int, int]]:
    """By bet: cents the house won and wagers settled, as `results` has them."""
    results = schema.results.c
    query = sa.select(
        results.bet, sa.func.sum(results.stake - results.returned), sa.func.count()
    ).where(results.table_id == table).group_by(results.bet)  # fmt: skip
    return {bet: (int(won), many) for bet, won, many in house.rows(query)}


def _shuffled(promise: PromisedShoe, _: Seeds, cards: Iterable[int]) -> SealedShoe:
    """A shoe whose order depends on its number alone: the rounds are the same every time."""
    order, rng = list(cards), random.Random(promise.number)
    rng.shuffle(order)
    return SealedShoe(promise.number, bytes(order), promise.server_seed)


def test_a_wrong_sign_shows_itself_and_the_right_one_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PromisedShoe, "shuffled", _shuffled)

    async def work() -> None:
        async with House() as house:
            people = [house.person(name, cents=PLENTY) for name in ("Ann", "Bob", "Cy")]
            right = await house.open("lucky-stiff", name="Right")
            game = games.read(OTHER_SIGN, origin="the file")
            settings = Settings(betting_seconds=600, action_seconds=600)
            opened = describe_table(game, "Wrong", source=OTHER_SIGN, settings=settings)
            wrong = await house.hub.open(opened, "the pit")
            for live in (right, wrong):
                await _play(live, *people)
            eve = house.person("Eve", "auditor")
            today = datetime.datetime.now(datetime.UTC).date()
            answer = (await eve.get("/api/admin/monitor", day=today.isoformat(), days=2)).json()
            tables = {table["table"]: table for table in answer["tables"]}
            assert set(tables) == {"Right", "Wrong"}
            for live, name in ((right, "Right"), (wrong, "Wrong")):
                _check_sums(house, live, tables[name])
            assert _paid_wrong(tables["Right"]) == []
            [alert] = _paid_wrong(tables["Wrong"])
            words = alert["says"]
            assert alert["lines"] == [_label("lucky-stiff", "natural")]
            assert "settled as 2 to 1 in" in words
            assert "approved is 1 to 1" in words
            assert tables["Wrong"]["theory"].startswith("Held against")
            bets = [bet for table in answer["tables"] for bet in table["bets"]]
            for kind in ("alerts", "notices"):
                whole = sum(bet["promised"][kind] for bet in bets)
                assert answer["promised"][kind] == pytest.approx(whole)
            before = today - datetime.timedelta(days=9)
            empty = (await eve.get("/api/admin/monitor", day=before.isoformat())).json()
            assert empty["tables"] == []
            await _sheets(eve)

    run(work())


def _check_sums(house: House, live: TableHost, table: dict[str, Any]) -> None:
    sums = _sums(house, live.house_table.id)
    assert {bet["bet"] for bet in table["bets"]} == set(sums)
    for bet in table["bets"]:
        won, settled = sums[bet["bet"]]
        assert bet["win"] == won
        assert bet["lowest"] <= bet["low"] <= bet["high"] <= bet["highest"]
        if bet["counts"]:  # a side bet: every wager is settled once
            assert bet["wagers"] == settled == sum(line["seen"] for line in bet["counts"])


def _paid_wrong(table: dict[str, Any]) -> list[dict[str, Any]]:
    return [alert for bet in table["bets"] for alert in bet["alerts"] if alert["kind"] == "pays"]


async def _sheets(eve: Person) -> None:
    """Figures of a table that is not dealt here."""
    far_off = HEADER + "Table 9,2026-11-15,lucky-stiff,5,400,4,-2600,\n"
    sent = {"game": "lucky-stiff", "text": far_off}
    answer = (await eve.post("/api/admin/monitor/sheet", sent)).json()
    [bet] = answer["tables"][0]["bets"]
    assert (bet["handle"], bet["win"], bet["wagers"]) == (8000_00, -2600_00, 1600)
    assert bet["verdict"] == "alert"
    [alert] = bet["alerts"]
    assert alert["kind"] == "money"
    assert alert["lines"]
    refused = await eve.post("/api/admin/monitor/sheet", {"game": "lucky-stiff", "text": "bets"})
    sentence(refused, 422, "header: table, day, bet, stake, rounds, win is missing")
    for game in ("poker", "/tmp/mine.toml"):
        refused = await eve.post("/api/admin/monitor/sheet", {"game": game, "text": far_off})
        sentence(refused, 422, f"game {game!r}: use blackjack")
    refused = await eve.get("/api/admin/monitor", day="soon")
    assert refused.status_code == 422


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("T,2026-11-16,lucky,5,10,1,5,", "bet = 'lucky': use main, lucky-stiff"),
        ("T,today,main,5,10,1,5,", "day = 'today': use a day such as"),
        ("T,2026-11-16,main,free,10,1,5,", "stake = 'free': use dollars"),
        ("T,2026-11-16,main,5,0,1,5,", "rounds = '0': use a whole number"),
        ("T,2026-11-16,main,5,10,12,5,", "seats = '12': use a whole number from 1 to 9"),
        ("T,2026-11-16,main,5,10,1,nan,", "win = 'nan': use dollars"),
        (",2026-11-16,main,5,10,1,5,", "table = '': use 1 to 60 letters"),
        ("T,2026-11-16,main,5,10,1,5,natural=1", "only the lines of side bets are counted"),
        ("T,2026-11-16,lucky-stiff,5,10,1,5,pair=1", "'pair': use "),
        ("T,2026-11-16,lucky-stiff,5,10,1,5,natural=11", "1 more than the 10 wagers"),
        ("T,2026-11-16,lucky-stiff,5,10,1,5,natural", "use LINE=NUMBER"),
    ],
)
def test_a_sheet_that_cannot_be_read_says_which_line_and_why(line: str, says: str) -> None:
    with pytest.raises(RulesError) as error:
        read_sheet(HEADER + line + "\n", games.find("lucky-stiff").rules())
    assert says in str(error.value)
    assert "line 2" in str(error.value)


def test_a_sheet_is_read_as_it_is_meant() -> None:
    text = HEADER + (
        "T,2026-11-16,main,$25,100,5,-1200.50,\n"
        "T,2026-11-16,main,10,40,,30,\n"
        "U,2026-11-16,lucky-stiff,5,20,2,55,stiff winner=3; natural=2\n"
    )
    one, two = read_sheet(text, games.find("lucky-stiff").rules())
    [main] = one.bets
    assert main.rounds == [((2500,) * 5, 100), ((1000,), 40)]
    assert main.win == -120050 + 3000
    [side] = two.bets
    assert side.counts == {"stiff winner": 3, "natural": 2, "anything else": 35}


def test_entries_of_a_day_are_found_by_their_time() -> None:
    async def work() -> None:
        async with House() as house:
            live = await house.open("blackjack")
            number = live.house_table.id
            await _play(live, house.person("Ann", cents=PLENTY))
            log = schema.log
            rows = house.rows(sa.select(log.c.seq).where(log.c.table_id == number))
            many, hour = len(rows), 3_600_000

            def spread(connection: sa.Connection) -> None:
                connection.execute(
                    sa.update(log).where(log.c.table_id == number).values(at=log.c.seq * hour)
                )
                connection.execute(
                    sa.update(schema.tables).where(schema.tables.c.id == number).values(created=0)
                )

            house.database.write(spread).result()
            with house.database.read() as connection:
                for begin, end in ((1, 25), (3, 4), (many, many + 9), (many + 1, many + 9)):
                    found = table_days.spans(connection, begin * hour, end * hour)
                    last = min(end - 1, many)
                    wanted = [TableSpan(number, "blackjack", begin, last)] if begin <= many else []
                    assert found == wanted
                whole = TableSpan(number, "blackjack", 1, many)
                half = TableSpan(number, "blackjack", many // 2, many)
                every, some = (table_days.played_bets(connection, one) for one in (whole, half))
            assert 0 < some["main"].rounds.total() < every["main"].rounds.total()

    run(work())
