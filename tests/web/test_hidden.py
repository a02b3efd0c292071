"""Nobody is sent what lies face down: not the hole card, not a burned card, not the shoe.

The strongest of these plays everything twice, with shoes that differ only where nobody can see:
whatever is sent until the hole card is turned must be the same bytes.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import itertools
import json
import random
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss import games
from pitboss.cards import CARD_VALUE, DECK, NAMES
from pitboss.floor import commands as cmd
from pitboss.floor import house_table
from pitboss.rules.game import OptionValue
from pitboss.store import journal, records, schema
from pitboss.store.accounts import Account
from pitboss.store.records import Entry
from pitboss.store.sealed import PromisedShoe, SealedShoe
from pitboss.table import events as ev
from pitboss.table.log import card_of
from pitboss.web import access, hub, table_host
from pitboss.web.messages import Denied
from pitboss.web.routes import accounts as account_routes
from pitboss.web.table_host import TableHost
from tests.effort import size
from tests.web.house import PLENTY, House, Person, next_command

ROUNDS = size("ROUNDS", usual=400, whole=800)
"""Rounds of all games together: half of them twins, half watched from all sides."""
EACH = max(ROUNDS // 2 // len(games.BUILT_IN), 10)
PLAYERS = 3
COMMITMENT = re.compile(r'"commitment":"[0-9a-f]{64}"')

HAPPENINGS: dict[str, set[str]] = {
    "blackjack": {"InsuranceTaken", "HandSplit", "HandDoubled", "EvenMoneyTaken"},
    "half-back": {"InsuranceTaken", "HandSplit", "WagerTakenBack", "UpcardSetAside"},
    "lucky-stiff": {"InsuranceTaken", "HandSplit", "WagerSettled"},
    "blackjack-tie": {"InsuranceTaken", "HandSplit", "WagerSettled"},
    "mulligan-21": {"InsuranceTaken", "HandSplit", "CardBurned", "CardKept"},
}
"""What must have come up, so that silence about it means something."""


# Twins


class Shoes:
    """Orders of shoes that can be had again, one of them with other cards face down."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seed, self.changed = "", dict[int, bytes]()
        monkeypatch.setattr(PromisedShoe, "new", self.promised)
        monkeypatch.setattr(
            PromisedShoe,
            "shuffled",
            lambda promise, _, cards: SealedShoe(
                promise.number, self.order(promise.number, cards), promise.server_seed
            ),
        )

    def promised(self, number: int) -> PromisedShoe:
        changed = "changed" if number in self.changed else ""
        seed = hashlib.sha256(f"{self.seed} {number} {changed}".encode()).digest()
        return PromisedShoe(number, seed)

    def order(self, number: int, cards: Iterable[int]) -> bytes:
        order = sorted(cards)
        random.Random(f"{self.seed} {number}").shuffle(order)
        return self.changed.get(number, bytes(order))


class Clock:
    """Time that goes on when it is told to, so that twins live at the same moments."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = 1_700_000_000_000
        for module in (house_table, table_host, hub, access, account_routes):
            monkeypatch.setattr(module, "now_ms", lambda: self.at)


Asked = tuple[int, str]
"""Which person asks for what; people are numbered as they came, the last one only watches."""


class Sitting:
    """A table and everyone there, and all they were sent."""

    def __init__(self, house: House, table: TableHost, people: list[Person]) -> None:
        self.house, self.table, self.people = house, table, people
        self.accounts: dict[str, Account] = {person.name: person.account for person in people}
        self.heard: list[list[bytes]] = []
        """What was sent after each command, in the order of the watchers and askers."""

    @classmethod
    async def begin(
        cls, house: House, game: str, trial: str, options: dict[str, OptionValue]
    ) -> Sitting:
        people = [house.person(f"{name} {trial}", cents=PLENTY) for name in ("Ann", "Bob", "Cy")]
        people.append(house.person(f"Watcher {trial}"))
        sitting = cls(house, await house.open(game, options=options), people)
        for seat in range(1, PLAYERS + 1):
            command = cmd.Sit(key=f"{trial} sits {seat}", seen=0, seat=seat)
            await sitting.table.command(command, people[seat - 1].account)
        names = [*(person.name for person in people), None]
        sitting.watchers = [await sitting.table.watch(name) for name in names]
        return sitting

    watchers: list[table_host.Watcher]

    async def do(self, player: str, command: cmd.AnyCommand, asked: list[Asked]) -> None:
        """Send a command and ask the server some things; keep all that is heard."""
        answer = await self.table.command(command, self.accounts[player])
        assert not isinstance(answer, Denied), answer
        heard = [b""]
        for watcher in self.watchers:
            while not watcher.messages.empty():
                heard.append(watcher.messages.get_nowait() or b"")
        for who, path in asked:
            found = await self.people[who].get(path)
            assert found.status_code == 200, found.text
            heard.append(found.content)
        self.heard.append(heard)

    def entries(self) -> list[Entry]:
        """The table's log."""
        with self.house.database.read() as connection:
            return list(journal.entries(connection, self.table.house_table.id))


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_what_is_sent_does_not_depend_on_what_lies_face_down(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shoes, clock = Shoes(monkeypatch), Clock(monkeypatch)

    async def play() -> tuple[int, int]:
        rounds = twins = 0
        async with House() as first, House() as second:
            for trial in itertools.count():
                played, same = await twin(first, second, game, trial, shoes, clock)
                rounds, twins = rounds + 2 * played, twins + same
                if rounds >= EACH:
                    return rounds, twins
        raise AssertionError

    rounds, twins = asyncio.run(play())
    assert rounds >= EACH
    assert twins >= rounds // 8  # the shoe rarely runs out in mid-round


async def twin(
    first: House, second: House, game: str, trial: int, shoes: Shoes, clock: Clock
) -> tuple[int, bool]:
    """Play some rounds twice; how many there were, and whether there was something to compare."""
    rng = random.Random(f"{game} {trial}")
    shoes.seed, shoes.changed = f"{game} {trial}", {}
    options = some_options(game, rng)
    start, rounds = clock.at, rng.randint(1, 3)
    one = await Sitting.begin(first, game, str(trial), options)
    script: list[tuple[str, cmd.AnyCommand, list[Asked]]] = []
    while not over(one.table, rounds):
        clock.at += 1000
        player, command = next_command(one.table, rng, f"{trial} {len(script)}")
        asked = some_questions(one.table, rng)
        script.append((player, command, asked))
        await one.do(player, command, asked)
    changed = change_hidden(one.entries(), shoes, rounds, rng)
    if changed is None:
        return rounds, False
    number, order, turned = changed
    clock.at, shoes.changed = start, {number: order}
    other = await Sitting.begin(second, game, str(trial), options)
    for player, command, asked in script:
        clock.at += 1000
        if other.table.house_table.seq + 1 == turned:
            break
        await other.do(player, command, asked)
    assert other.table.house_table.seq + 1 == turned
    assert other.table.house_table.shoe is not None
    assert one.table.house_table.table.state.round == rounds
    for here, there in zip(one.heard, other.heard, strict=False):
        for message, twin_message in zip(here, there, strict=True):
            assert plain(message) == plain(twin_message)
    return rounds, True


def plain(message: bytes) -> str:
    """A message without the promise of an order: that one differs, and tells nothing."""
    return COMMITMENT.sub("", message.decode())


def over(table: TableHost, rounds: int) -> bool:
    state = table.house_table.table.state
    return state.round >= rounds and not table.house_table.table.playing and not state.felt


def some_options(game: str, rng: random.Random) -> dict[str, OptionValue]:
    """A house's choice of options that go together."""
    options = {name: rng.choice(values) for name, values in games.find(game).options.items()}
    if options.get("peek") is False:
        options["surrender"] = False
    return options


def some_questions(table: TableHost, rng: random.Random) -> list[Asked]:
    """Now and then somebody reads about the table."""
    if rng.random() > 0.15:
        return []
    number, current = table.house_table.id, table.house_table.table.state.round
    if not current:
        return []
    paths = [f"/api/tables/{number}", "/api/rounds"]
    rounds = [f"/api/tables/{number}/rounds/{n}" for n in (current, max(current - 1, 1))]
    again = [f"{path}/replay" for path in rounds]
    paths += [rounds[0], *rounds, again[0], *again]
    return [(rng.randrange(PLAYERS + 1), rng.choice(paths))]


def change_hidden(
    entries: list[Entry], shoes: Shoes, rounds: int, rng: random.Random
) -> tuple[int, bytes, int] | None:
    """The last round's shoe with other cards where nobody saw them before its hole card turned.

    Its number, its new order and the entry in which the card turned. The upcard and a peek say
    whether the dealer has a natural, so the new hole card makes one if the old one did.
    """
    number, position, burned, hole, ups = 0, 0, 0, -1, list[int]()
    turned = -1
    cards = b""
    for entry in entries:
        for event in entry.events:
            if isinstance(event, records.ShoeSeeded):
                if entry.round == rounds and hole >= 0 > turned:
                    return None  # it ran out: players saw cards from an order of the hidden ones
                number, position, burned = event.number, 0, 0
                cards = shoes.order(number, list(DECK) * decks_of(entries))
            if isinstance(event, ev.RoundOpened) and event.number == rounds:
                start = position
            if card_of(event) is not None and turned < 0:
                assert cards[position] == card_of(event)
                burned += isinstance(event, ev.TopCardBurned)
                if isinstance(event, ev.HoleCardDealt) and entry.round == rounds:
                    hole = position
                position += 1
            if isinstance(event, ev.UpcardDealt | ev.UpcardReplaced) and entry.round == rounds:
                ups.append(event.card)
            if isinstance(event, ev.HoleCardTurned) and entry.round == rounds:
                turned = entry.seq
                break
        if turned >= 0:
            break
    assert turned >= 0
    assert start <= hole < position
    hidden = [*range(burned), hole, *range(position, len(cards))]
    there = [cards[index] for index in hidden]
    rng.shuffle(there)
    natural = {11 - CARD_VALUE[card] for card in ups}  # values that would make a natural
    old = cards[hole]
    new = next(
        card
        for card in there
        if CARD_VALUE[card] != CARD_VALUE[old]
        and (natural & {CARD_VALUE[card]}) == (natural & {CARD_VALUE[old]})
    ) if not natural & {CARD_VALUE[old]} else next(
        card for card in there if CARD_VALUE[card] == CARD_VALUE[old] and card != old
    )  # fmt: skip
    there.remove(new)
    there.insert(burned, new)
    order = bytearray(cards)
    for index, card in zip(hidden, there, strict=True):
        order[index] = card
    assert sorted(order) == sorted(cards)
    assert order[hole] != old
    return number, bytes(order), turned


def decks_of(entries: list[Entry]) -> int:
    opened = entries[0].events[0]
    assert isinstance(opened, records.TableOpened)
    return int(opened.rules["shoe"]["decks"])


# Everything that is sent, watched


class Traffic:
    """Everything people were sent while a table was played, with the version it was sent at."""

    def __init__(self) -> None:
        self.messages: list[tuple[int, str | None, str]] = []
        """Updates: the version, who got it, the text."""
        self.answers: list[tuple[int, str, str, str]] = []
        """Answers: the version, who asked, the path, the text."""


async def watched_play(house: House, game: str, rounds: int) -> tuple[Traffic, Sitting]:
    """Rounds with three people in five seats, one of whom comes and goes, and bystanders."""
    rng = random.Random(game)
    sitting = await Sitting.begin(house, game, "w", {})
    table, people = sitting.table, sitting.people
    for seat, person in ((4, people[0]), (5, people[1])):
        await table.command(cmd.Sit(key=f"more {seat}", seen=0, seat=seat), person.account)
    readers = [*people, house.person("Auditor", "auditor"), house.person("Pit", "pit")]
    traffic = Traffic()

    def listen() -> None:
        for watcher in sitting.watchers:
            while not watcher.messages.empty():
                text = watcher.messages.get_nowait()
                assert text is not None
                version = json.loads(text)["version"]
                traffic.messages.append((version, watcher.player, text.decode()))

    listen()
    for step in itertools.count():
        if over(table, rounds):
            return traffic, sitting
        player, command = next_command(table, rng, f"w{step}")
        answer = await table.command(command, sitting.accounts[player])
        assert not isinstance(answer, Denied), answer
        listen()
        if rng.random() < 0.05:  # somebody's connection is lost, and made again
            place = rng.randrange(len(sitting.watchers))
            table.unwatch(sitting.watchers[place])
            sitting.watchers[place] = await table.watch(sitting.watchers[place].player)
        for who, path in some_questions(table, rng) if rng.random() < 0.5 else []:
            reader = rng.choice([people[who], *readers[-2:]])
            found = await reader.get(path)
            assert found.status_code == 200, found.text
            traffic.answers.append((table.house_table.seq, reader.name, path, found.text))
    raise AssertionError


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_nothing_sent_shows_a_hidden_card_an_unrevealed_order_or_somebody_elses_secrets(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Shoes(monkeypatch).seed = f"watched {game}"

    async def play() -> None:
        async with House() as house:
            traffic, sitting = await watched_play(house, game, EACH)
            entries = sitting.entries()
            happened = {ev.logged_name(event) for entry in entries for event in entry.events}
            if EACH >= 100:
                assert happened >= HAPPENINGS[game]
            check_orders(house, traffic)
            check_face_down_cards(entries, traffic)
            check_private_matters(house, sitting, traffic)

    asyncio.run(play())


def check_orders(house: House, traffic: Traffic) -> None:
    """Nothing of the house's seed for a shoe that is promised or dealt, and no eight cards of one
    that are still to come, in any spelling."""
    shoes = house.rows(sa.select(schema.shoes))
    assert len(shoes) > EACH // 20
    dealt_at = positions(traffic)
    sent = sorted(
        (
            *((version, text) for version, _, text in traffic.messages),
            *((version, text) for version, _, _, text in traffic.answers),
        ),
        key=itemgetter(0),
    )
    searched = seeds = 0
    for shoe in shoes:
        last = shoe.revealed or 10**9
        mine = [(version, text) for version, text in sent if shoe.opened <= version < last]
        everything = "\n".join(text for _, text in mine)
        nonce, cards = bytes(shoe.nonce), bytes(shoe.cards)
        from_the_promise = "\n".join(text for version, text in sent if version < last)
        for spelling in (nonce.hex(), base64.b64encode(nonce).decode(), list_of(nonce)):
            assert spelling[:12] not in from_the_promise
            seeds += 1
        assert shoe.commitment in from_the_promise
        if not cards:
            assert shoe.revealed is None  # it is promised only
            continue
        assert base64.b64encode(cards).decode()[8:40] not in everything
        ends = list(itertools.accumulate(len(text) + 1 for _, text in mine))
        dealt = [dealt_at[version][1] for version, _ in mine]
        assert dealt == sorted(dealt)
        for start in range(0, len(cards) - 8, 8):
            window = cards[start : start + 8]
            assert window.hex() not in everything
            still = bisect_right(dealt, start)  # messages sent before these cards were dealt
            for spelling in spellings(window):
                assert everything.find(spelling, 0, ends[still - 1] if still else 0) < 0
                searched += still > 0
    assert searched > 100
    assert seeds > 3 * EACH // 20


def spellings(cards: bytes) -> Iterator[str]:
    names = [NAMES[card] for card in cards]
    yield list_of(cards)
    for between in ('","', '", "', " ", ",", ""):
        yield between.join(names)


def list_of(numbers: bytes) -> str:
    return ",".join(map(str, numbers))


def positions(traffic: Traffic) -> dict[int, tuple[int, int]]:
    """The shoe and how many of its cards are gone, by version."""
    found, last = {}, (0, 0)
    for version, _, text in traffic.messages:
        shoe = json.loads(text)["shoe"]
        if shoe is not None:
            last = (shoe["number"], shoe["dealt"])
        found[version] = last  # between two shoes that of the one that is done with
    return found


def check_face_down_cards(entries: list[Entry], traffic: Traffic) -> None:
    """Between its deal and its turning the hole card is `??` and worth nothing in any message."""
    down: dict[int, int | None] = {}
    """By version: the upcard while the hole card under it lies face down."""
    up: int | None = None
    lies = False
    for entry in entries:
        for event in entry.events:
            if isinstance(event, ev.UpcardDealt | ev.UpcardReplaced):
                up = event.card
            lies = (lies or isinstance(event, ev.HoleCardDealt)) and not isinstance(
                event, ev.HoleCardTurned
            )
        down[entry.seq] = up if lies else None
    face_down = 0
    for version, _, text in traffic.messages:
        message = json.loads(text)
        upcard = down[version]
        if upcard is not None:
            dealer = message["view"]["dealer"]
            assert dealer["cards"] == [NAMES[upcard], "??"]
            value = CARD_VALUE[upcard]
            assert dealer["total"] == (11 if value == 1 else value)
            assert not dealer["natural"]
            face_down += 1
        check_events(message["events"])
    assert face_down > EACH
    by_seq = {entry.seq: entry for entry in entries}
    running = 0
    for version, _, path, text in traffic.answers:
        if "/rounds/" not in path or json.loads(text).get("error"):
            continue
        if path.endswith("/replay"):
            check_steps(json.loads(text)["steps"])
            continue
        for entry in json.loads(text)["entries"]:
            check_events(entry["events"])
            assert entry["seq"] <= version
            shown = Counter(event["card"] for event in entry["events"] if event.get("card"))
            open_ = Counter(
                getattr(event, "card", None)
                for event in by_seq[entry["seq"]].events
                if not isinstance(event, ev.HoleCardDealt | ev.TopCardBurned)
            )
            assert shown == Counter({card: n for card, n in open_.items() if card})
        running += down[version] is not None and path.endswith(f"/{by_seq[version].round}")
    assert running > 0


def check_events(events: list[dict[str, Any]]) -> None:
    for event in events:
        if event["type"] in ("HoleCardDealt", "TopCardBurned"):
            assert event == {"type": event["type"], "card": None}


def check_steps(steps: list[dict[str, Any]]) -> None:
    """A hole card is `??` in every step before it is turned."""
    check_events([step["event"] for step in steps])
    kinds = [step["event"]["type"] for step in steps]
    turned = kinds.index("HoleCardTurned") if "HoleCardTurned" in kinds else len(steps)
    for place, step in enumerate(steps):
        cards = step["felt"]["dealer"]["cards"]
        assert ("??" in cards) == ("HoleCardDealt" in kinds[: place + 1] and place < turned)
        assert len(cards) <= 2 or place >= turned


def check_private_matters(house: House, sitting: Sitting, traffic: Traffic) -> None:
    """Wallets, moves and insurance are told to whom they belong, keys and tokens to nobody."""
    people = [person.name for person in sitting.people]
    secrets = [secret for person in house.people for secret in (person.token, person.csrf)]
    hashes = [row.token for row in house.rows(sa.select(schema.sessions.c.token))]
    everything = "\n".join(
        (*(text for *_, text in traffic.messages), *(text for *_, text in traffic.answers))
    )
    for secret in (*secrets, *hashes, '"csrf"', '"password"', '"token"', '"invite"'):
        assert secret not in everything
    wallets = wallets_by_version(house, sitting)
    for version, player, text in traffic.messages:
        message = json.loads(text)
        assert text.count('"wallet"') == 1
        assert message["wallet"] == (None if player is None else wallets[player][version])
        mine = [int(seat) for seat, name in message["seats"].items() if name == player]
        view = message["view"]
        assert not view["legal"] or view["to_act"] in mine
        assert set(map(int, view["insurance_limit"])) <= set(mine)
        assert view["net"] == 0 or player in people
    for _, reader, path, text in traffic.answers:
        if path == "/api/rounds":
            wagers = [wager for one in json.loads(text) for wager in one["wagers"]]
            assert {wager["player"] for wager in wagers} <= {reader}


def wallets_by_version(house: House, sitting: Sitting) -> dict[str, dict[int, int]]:
    """What everyone had after each entry, added up from the ledger alone."""
    lines = house.rows(
        sa.select(schema.ledger).order_by(schema.ledger.c.table_id, schema.ledger.c.seq)
    )
    found = {}
    for person in sitting.people:
        account, cents, by_version = f"wallet:{person.name}", 0, {}
        line = 0
        for version in range(sitting.table.house_table.seq + 1):
            while line < len(lines) and (lines[line].table_id, lines[line].seq) <= (
                sitting.table.house_table.id, version,
            ):  # fmt: skip
                row = lines[line]
                cents += row.cents * ((row.target == account) - (row.source == account))
                line += 1
            by_version[version] = cents
        found[person.name] = by_version
    return found


# What a seal gives away


def test_a_seal_cannot_be_used_to_find_out_a_card_that_lies_face_down() -> None:
    """A seal is a hash over an entry: 52 tries would find the one card in it nobody sees."""

    async def play() -> list[dict[str, Any]]:
        async with House() as house:
            sitting = await Sitting.begin(house, "blackjack", "s", {})
            rng = random.Random(5)
            for step in itertools.count():
                if sitting.table.house_table.table.playing:
                    break
                player, command = next_command(sitting.table, rng, f"s{step}")
                await sitting.do(player, command, [])
            answer = await sitting.people[0].get(
                f"/api/tables/{sitting.table.house_table.id}/rounds/1"
            )
            shown: list[dict[str, Any]] = answer.json()["entries"]
            return shown

    entries = asyncio.run(play())
    assert len(entries) == PLAYERS + 1  # three wagers and the deal
    assert any(event["type"] == "HoleCardDealt" for event in entries[-1]["events"])
    assert [entry["seal"] for entry in entries] == [None] * len(entries)


def test_seals_are_shown_once_the_shoe_of_their_cards_is_revealed() -> None:
    async def play() -> None:
        async with House() as house:
            sitting = await Sitting.begin(house, "blackjack", "s", {})
            rng = random.Random(6)
            house_table = sitting.table.house_table
            for step in itertools.count():
                if (
                    house_table.table.playing
                    and house_table.shoe is not None
                    and house_table.shoe.number == 2
                ):
                    break
                player, command = next_command(sitting.table, rng, f"s{step}")
                await sitting.do(player, command, [])
            ask = f"/api/tables/{house_table.id}/rounds/"
            kept = {entry.seq: entry.seal for entry in sitting.entries()}
            first = (await sitting.people[0].get(f"{ask}1")).json()["entries"]
            assert [entry["seal"] for entry in first] == [kept[entry["seq"]] for entry in first]
            latest = await sitting.people[0].get(f"{ask}{house_table.table.state.round}")
            assert {entry["seal"] for entry in latest.json()["entries"]} == {None}
            # the first round of the new shoe begins with the entry that burns its card
            number = next(
                entry.round
                for entry in sitting.entries()
                for event in entry.events
                if isinstance(event, records.ShoeSeeded) and event.number == 2
            )
            before = (await sitting.people[0].get(f"{ask}{number - 1}")).json()["entries"]
            assert all(entry["seal"] == kept[entry["seq"]] for entry in before)
            begun = (await sitting.people[0].get(f"{ask}{number}")).json()["entries"]
            assert begun[0]["seal"] is None
            assert {"type": "TopCardBurned", "card": None} in begun[0]["events"]

    asyncio.run(play())
