"""What the front end is made of: its files, and everything a game tells it about itself."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

import pytest

from pitboss import games
from pitboss.floor import layout
from pitboss.rules.errors import RulesError
from pitboss.web import pages
from tests.web.house import House, Person


def asked(path: str, **query: Any) -> Any:
    """What a player gets for an address."""

    async def ask() -> Any:
        async with House() as house:
            return await house.person("Ann").get(path, **query)

    return asyncio.run(ask())


async def headers(person: Person, path: str, **wanted: str) -> Any:
    return await person.http.get(path, headers=wanted)


def test_files_whose_names_tell_their_content_are_kept_and_the_page_is_asked_for_anew() -> None:
    async def ask() -> None:
        async with House() as house:
            stranger = house.stranger()
            page = await stranger.get("/")
            assert page.headers["cache-control"] == "no-cache"
            assert page.headers["content-type"].startswith("text/html")
            again = await headers(stranger, "/", **{"If-None-Match": page.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            script = next(
                name for name in pages.built() if name.startswith("assets/") and ".js" in name
            )
            sent = await headers(stranger, f"/{script}", **{"Accept-Encoding": "gzip"})
            assert "immutable" in sent.headers["cache-control"]
            assert sent.headers["content-type"].startswith("text/javascript")
            plain = await headers(stranger, f"/{script}", **{"Accept-Encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.content == sent.content == pages.built()[script].plain

    asyncio.run(ask())


def test_what_is_the_same_for_everyone_is_sent_compressed_and_what_is_somebodys_is_not() -> None:
    async def ask() -> None:
        async with House() as house:
            somebody = house.person("Ann")

            async def sent(path: str, accepted: str) -> Any:
                return await headers(somebody, path, **{"Accept-Encoding": accepted})

            for path in ("/api/games", "/api/games/half-back", "/api/games/half-back/lesson"):
                short, plain = await sent(path, "gzip"), await sent(path, "identity")
                assert short.headers["content-encoding"] == "gzip", path
                assert "content-encoding" not in plain.headers
                assert short.content == plain.content
                assert int(short.headers["content-length"]) < len(plain.content) / 3
            assert "content-encoding" not in (await sent("/api/me", "gzip")).headers

    asyncio.run(ask())


def test_all_the_first_page_needs_is_sent_compressed_and_small() -> None:
    built = pages.built()
    first = built["index.html"].plain.decode()
    needed = [name for name in built if f"/{name}" in first and not name.endswith(".png")]
    assert any(name.endswith(".js") for name in needed)
    compressed = [built[name].compressed for name in needed if len(built[name].plain) > 500]
    assert all(compressed)
    assert sum(len(one or b"") for one in compressed) < 150_000
    assert [gzip.decompress(one or b"") for one in compressed] == [
        built[name].plain for name in needed if len(built[name].plain) > 500
    ]


@pytest.mark.parametrize(
    "path", ["/table/12", "/history", "/round/1/2", "/pit", "/open/half-back", "/what/ever"]
)
def test_every_address_of_the_front_end_is_its_one_page(path: str) -> None:
    assert asked(path).content == pages.built()["index.html"].plain


@pytest.mark.parametrize(
    "path", ["/assets/none.js", "/api/none", "/none.png", "/assets/../../app.py", "/.env"]
)
def test_what_is_not_there_is_said_in_a_sentence(path: str) -> None:
    answer = asked(path)
    assert answer.status_code == 404
    assert "there is nothing here" in answer.json()["error"]


def test_a_game_tells_its_cloth_its_bets_and_what_a_house_may_choose() -> None:
    found = {game["id"]: game for game in asked("/api/games").json()}
    assert [found[name]["felt"] for name in games.BUILT_IN] == [
        "green", "blue", "plum", "wine", "teal",
    ]  # fmt: skip
    stiff = found["lucky-stiff"]
    assert stiff["opening"] == ["main"]
    decks = next(option for option in stiff["options"] if option["id"] == "decks")
    assert (decks["label"], decks["default"], decks["allowed"]) == ("Decks", 6, [1, 2, 6, 8])
    [family] = stiff["paytables"]
    [fourth] = family["tables"][3]
    pays = {line["event"]: line["pays"] for line in fourth["lines"]}
    assert (pays["stiff pair, dealer matches"], pays["natural"]) == ("40 to 1", "push")


def test_every_spot_has_its_limits_and_its_sign() -> None:
    async def ask() -> Any:
        async with House() as house:
            table = await house.open("half-back", paytables={"upcard-bonus": 2})
            return (await house.person("Ann").get(f"/api/tables/{table.house_table.id}")).json()

    info = asyncio.run(ask())
    main, second, bonus = info["spots"]
    assert (main["id"], main["follows"], main["opening"]) == ("main", None, True)
    assert (second["id"], second["follows"], second["opening"]) == ("half-back", "main", True)
    assert (bonus["minimum"], bonus["maximum"]) == (100, 40000)  # $400 since 2023 (WA-1)
    assert bonus["lines"][0] == {  # table 2
        "event": "suited natural", "pays": "20 to 1", "label": "suited natural",
        "under": "after a replaced upcard (3 to 6)",
    }  # fmt: skip
    assert bonus["note"] == "Only after a dealer's 3 to 6 was replaced"
    assert info["printed"] == [
        "Blackjack pays 3 to 2", "Dealer hits soft 17", "Insurance pays 2 to 1",
        "An upcard of 3 to 6 is replaced once",
        "Half Back may be taken back on hard or soft 13 to 16",
        "Double on hard 9–11, for one wager on Main", "The first split is free",
    ]  # fmt: skip


def test_a_table_tells_its_places_its_hopes_and_what_binds_wagers() -> None:
    async def ask() -> Any:
        async with House() as house:
            table = await house.open("half-back")
            return (await house.person("Ann").get(f"/api/tables/{table.house_table.id}")).json()

    info = asyncio.run(ask())
    assert info["slots"] == ["stand", "hit", "double", "split", "take-back"]
    assert [spot["hope"] for spot in info["spots"]] == [
        "beat the dealer", "may come back on 13 to 16", "dealer's 3 to 6 replaced by 7 to ace",
    ]  # fmt: skip
    assert info["constraints"][0] == {
        "bets": {"half-back": 1.0, "main": -1.0}, "most": 0.0, "count": False, "over": 0,
        "why": "Half Back takes as much as Main", "rule": "wagers.opening",
    }  # fmt: skip


def test_caps_are_in_the_small_print() -> None:
    async def ask() -> Any:
        async with House() as house:
            table = await house.open("blackjack-tie")
            return (await house.person("Ann").get(f"/api/tables/{table.house_table.id}")).json()

    lines = asyncio.run(ask())["small_print"]
    assert "Each side: at most half of Main" in lines
    assert "Both sides together: at most as much as Main" in lines


DESIGN = 'id = "plain-{}"\nname = "Plain"\nbased-on = "half-back"\n{}'


def test_a_design_without_a_cloth_gets_one_that_stays_its_own() -> None:
    plain = games.read(DESIGN.format("one", ""), origin="file")
    assert layout.cloth(plain) == layout.cloth(plain) in layout.COLOURS
    many = {
        layout.cloth(games.read(DESIGN.format(number, ""), origin="file")) for number in range(30)
    }
    assert len(many) > 3  # not all alike
    chosen = games.read(DESIGN.format("one", 'felt = "copper"\n'), origin="file")
    assert layout.cloth(chosen) == "copper"
    with pytest.raises(RulesError, match=r"felt = 'pink': use 'green', 'teal', 'blue'"):
        games.read(DESIGN.format("one", 'felt = "pink"\n'), origin="file")


def test_edges_answer_to_options_and_pay_tables() -> None:
    async def ask() -> list[Any]:
        async with House() as house:
            ann = house.person("Ann")
            paths = (
                "/api/games/lucky-stiff/edge",
                "/api/games/lucky-stiff/edge?option=soft17=stand",
                "/api/games/lucky-stiff/edge?paytable=lucky-stiff=3",
                "/api/games/lucky-stiff/edge?option=decks=5",
                "/api/games/lucky-stiff/edge?option=decks",
                "/api/games/lucky-stiff/edge?paytable=lucky-stiff=x",
                "/api/games/lucky-stiff/edge?paytable=lucky-stiff=9",
            )
            return [(await ann.get(path)).json() for path in paths]

    usual, stands, third, *refused = (
        {name: bet["house_edge"] for name, bet in one["bets"].items()} if "bets" in one else one
        for one in asyncio.run(ask())
    )
    assert usual["main"] > stands["main"]  # a dealer who hits soft 17 costs
    # table 3 pays a stiff pair 8 instead of 10 to 1: the difference is twice the chance of one
    pair = 3 * (24 / 312) * (23 / 311)
    assert third["lucky-stiff"] - usual["lucky-stiff"] == pytest.approx(2 * pair, abs=1e-12)
    assert [one["error"] for one in refused] == [
        "lucky-stiff: option decks = 5: use 1, 2, 6 or 8",
        "option = 'decks': write NAME=VALUE",
        "paytable lucky-stiff = 'x': use a number from 1 up",
        "lucky-stiff: pay table lucky-stiff = 9: use 1 to 5",
    ]


def test_a_game_tells_what_its_dealer_has_to_know_under_any_choice() -> None:
    found = asked("/api/games/lucky-stiff").json()["dealer"]
    assert [group["title"] for group in found][0::4] == ["Hand signals", "When it went wrong"]
    by_id = {one["id"]: one for group in found for one in group["practice"]}
    assert (by_id["PR-9"]["custom"], by_id["PR-9"]["choice"]) == (True, "")
    look = by_id["PR-30"]
    assert (look["custom"], look["source"]) == (False, "Lucky Stiff dealing procedure 2b")
    assert look["choice"] == "paytable lucky-stiff = 4 or 5"
    assert by_id["PR-16"]["choice"] == "surrender = true"
    assert "PR-14" not in by_id  # nothing is burned there
