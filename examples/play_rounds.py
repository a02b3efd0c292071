"""A client to read and to start from: it plays rounds at a pitboss table and keeps its own books.

    python examples/play_rounds.py --game half-back --rounds 1000
    python examples/play_rounds.py --url https://tables.example --name Ann --seats 3

It needs Python 3.11 and `websockets`, which pitboss's own environment has. It signs in as a guest,
or as NAME with the password in PITBOSS_PASSWORD, opens a private table, plays, and at the end
compares three sums: its own from the events it was sent, the wallet the server shows, and the
results the server keeps. They must agree to the cent. A connection that breaks is made again, and
the command that had no answer is sent again under the same key: the server does it once.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import time
import urllib.request
import uuid
from contextlib import ExitStack
from http.cookies import SimpleCookie
from typing import Any
from urllib.error import HTTPError, URLError

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]

TO_THE_FELT = ("WagerPlaced", "HandDoubled", "HandSplit", "InsuranceTaken")
FROM_THE_FELT = ("WagerWithdrawn", "WagerTakenBack")
PATIENCE_SECONDS = 60
"""How long a server may be away."""
ELSEWHERE = 421
"""Status of an answer that says which server deals the table."""


class Refused(Exception):
    """The server said no, and why."""


class Books:
    """What this client's seats paid and were paid, by the events alone."""

    def __init__(self) -> None:
        self.paid_cents = self.received_cents = self.rounds = 0

    def write(self, event: Json) -> None:
        """Chips that moved; at this table all seats are this client's."""
        if event["type"] in TO_THE_FELT:
            self.paid_cents += event["cents"]
        elif event["type"] in FROM_THE_FELT:
            self.received_cents += event["cents"]
        elif event["type"] == "WagerSettled":
            self.received_cents += event["returned"]
        elif event["type"] == "RoundClosed":
            self.rounds += 1

    @property
    def net_cents(self) -> int:
        """What the wallet has more than at the start."""
        return self.received_cents - self.paid_cents


class House:
    """A session with a server: requests, with the cookie and the token that go along."""

    def __init__(self, url: str) -> None:
        self.url, self.cookie, self.csrf = url.rstrip("/"), "", ""

    def sign_in(self, name: str | None) -> Json:
        """Be somebody: a new guest, or NAME."""
        if name is None:
            me: Json = self.request("POST", "/api/guest")
        else:
            password = os.environ.get("PITBOSS_PASSWORD", "")
            me = self.request("POST", "/api/login", {"name": name, "password": password})
        self.csrf = me["csrf"]
        return me

    def request(self, method: str, path: str, body: Json | None = None) -> Any:
        """Ask the server; what it answers."""
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "X-CSRF-Token": self.csrf}
            | ({"Cookie": self.cookie} if self.cookie else {}),
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                given = SimpleCookie(answer.headers.get("Set-Cookie", ""))
                if given:
                    self.cookie = "; ".join(f"{key}={one.value}" for key, one in given.items())
                return json.load(answer)
        except HTTPError as error:
            said = json.load(error)
            if error.code == ELSEWHERE and said["address"]:
                self.url = said["address"]
                return self.request(method, path, body)
            raise Refused(said["error"]) from None


class Table:
    """One table over its WebSocket, and the newest update from it."""

    def __init__(self, house: House, number: int, books: Books, commands_a_second: float) -> None:
        self.house, self.number, self.books = house, number, books
        self.pause_seconds = 1 / commands_a_second
        self.commands = 0
        self.update: Json = {}
        self.socket: ClientConnection | None = None
        self._connections = ExitStack()
        self._next_at = 0.0

    def leave(self) -> None:
        """Close the connection."""
        self._connections.close()

    def do(self, what: str, **fields: Any) -> None:
        """Have a command done, once, however often the connection breaks meanwhile."""
        time.sleep(max(0.0, self._next_at - time.monotonic()))
        self._next_at = time.monotonic() + self.pause_seconds
        self.commands += 1
        seen = self.update["version"]
        command = {"do": what, "key": uuid.uuid4().hex, "seen": seen} | fields
        while True:
            try:
                answer = self._answer_to(command)
            except ConnectionClosed:
                self.connect()
                continue
            if answer["kind"] == "refused":
                raise Refused(answer["error"])
            return

    def _answer_to(self, command: Json) -> Json:
        assert self.socket is not None
        self.socket.send(json.dumps(command))
        while True:
            message = self._hear()
            if message.get("key") == command["key"]:
                return message

    def _hear(self) -> Json:
        assert self.socket is not None
        message: Json = json.loads(self.socket.recv())
        if message["kind"] == "moved":  # another server deals this table
            self.house.url = message["address"]
        elif message["kind"] == "update":
            self.update = message
            for event in message["events"]:
                self.books.write(event)
        return message

    def connect(self) -> None:
        """Connect, wherever the table is dealt, and read up on what happened meanwhile."""
        known = self.update
        give_up_at = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                address = self.house.url.replace("http", "ws", 1)
                self._connections.close()
                self.socket = self._connections.enter_context(
                    connect(
                        f"{address}/api/tables/{self.number}/ws",
                        additional_headers={"Cookie": self.house.cookie},
                    )
                )
                while self._hear()["kind"] != "update":
                    pass
                self._read_up(known)
                return
            except (OSError, WebSocketException, URLError) as error:
                if time.monotonic() > give_up_at:
                    raise Refused(f"{self.house.url} does not answer: {error}") from None
                time.sleep(0.5)

    def _read_up(self, known: Json) -> None:
        """The first update of a connection tells no events: those missed are in the history."""
        if not known or known["version"] == self.update["version"]:
            return
        first, last = known["view"]["round"], self.update["view"]["round"]
        for number in range(max(first, 1), last + 1):
            story = self.house.request("GET", f"/api/tables/{self.number}/rounds/{number}")
            for entry in story["entries"]:
                if known["version"] < entry["seq"] <= self.update["version"]:
                    for event in entry["events"]:
                        self.books.write(event)


class Player:
    """Somebody who plays by a few rules of thumb, and now and then does anything that is legal."""

    def __init__(self, table: Table, spots: list[Json], seats: int, rng: random.Random) -> None:
        self.table, self.seats, self.rng = table, range(1, seats + 1), rng
        self.opening = {spot["id"]: spot["minimum"] for spot in spots if spot["opening"]}
        self.side_bets = {spot["id"]: spot["minimum"] for spot in spots if not spot["opening"]}
        self.seeded = 0
        """The last shoe it added a seed to."""

    def sit(self) -> None:
        """Take the seats."""
        for seat in self.seats:
            self.table.do("sit", seat=seat)

    def play_round(self) -> None:
        """A round from the first wager to the last payout."""
        for seat in self.seats:
            self.bet(seat)
        self.table.do("deal")
        while (view := self.table.update["view"])["waits_for"] != "wagers":
            if view["waits_for"] == "insurance":
                self.answer_insurance(view)
            else:
                self.move(view)

    def bet(self, seat: int) -> None:
        """The least that is allowed; in every fifth round on side bets too."""
        wagers = self.opening | (self.side_bets if self.rng.random() < 0.2 else {})
        seed = self.own_seed()
        while True:
            try:
                self.table.do("bet", seat=seat, wagers=wagers, **seed)
                return
            except Refused:
                if wagers == self.opening:
                    raise
                if self.side_bets:  # more than this table takes at once: one bet less
                    self.side_bets.popitem()
                wagers = self.opening | self.side_bets

    def own_seed(self) -> Json:
        """A say in the order of the promised shoe, with the first wager after the promise."""
        promised = (self.table.update["next_shoe"] or {}).get("number", 0)
        if promised == self.seeded:
            return {}
        self.seeded = promised
        return {"seed": secrets.token_urlsafe(16)}

    def answer_insurance(self, view: Json) -> None:
        """Mostly decline it."""
        seat, limit = next(iter(view["insurance_limit"].items()))
        if int(seat) in view["even_money"] and self.rng.random() < 0.5:
            self.table.do("even-money", seat=int(seat))
        else:
            cents = limit if self.rng.random() < 0.2 else 0
            self.table.do("insure", seat=int(seat), cents=cents)

    def move(self, view: Json) -> None:
        """A usual move; one time in sixteen anything that is legal."""
        usual = self.usual(view)
        move = self.rng.choice(view["legal"]) if self.rng.random() < 1 / 16 else usual
        try:
            self.table.do("act", seat=view["to_act"], move=move)
        except Refused:  # a double or a split that the wallet does not have
            self.table.do("act", seat=view["to_act"], move=self.cheap(view))

    def usual(self, view: Json) -> str:
        """The first of these that is legal: not the best play, but no game's own either."""
        hand, weak = self.hand(view), view["dealer"]["total"] in range(2, 7)
        wishes = ["burn"] if hand["total"] > 21 else []
        if {card[0] for card in hand["cards"]} in ({"A"}, {"8"}):
            wishes.append("split")
        if hand["total"] in (10, 11):
            wishes.append("double")
        if not weak:
            wishes.append("take-back")
        return next((wish for wish in wishes if wish in view["legal"]), self.cheap(view))

    def cheap(self, view: Json) -> str:
        """Hit or stand; keep a card that could be burned."""
        hand, weak = self.hand(view), view["dealer"]["total"] in range(2, 7)
        enough = 18 if hand["soft"] else 12 if weak else 17
        wanted = "stand" if hand["total"] >= enough else "hit"
        return next(move for move in (wanted, "stand", "keep") if move in view["legal"])

    def hand(self, view: Json) -> Json:
        """The hand that decides."""
        seat = next(seat for seat in view["seats"] if seat["seat"] == view["to_act"])
        found: Json = seat["hands"][view["hand_to_act"]]
        return found


def results_cents(house: House, table: int, most: int = 200) -> int:
    """What the server's history says this player won at the table."""
    total, older = 0, ""
    while page := house.request("GET", f"/api/rounds?most={most}{older}"):
        total += sum(one["net"] for one in page if one["table"] == table)
        older = f"&before={page[-1]['at']}"
    return total


def play(options: argparse.Namespace) -> Json:
    """Play, compare the sums, and say how it went."""
    house = House(options.url)
    me = house.sign_in(options.name)
    body = {"game": options.game, "private": True, "action_seconds": 600, "betting_seconds": 600}
    number = house.request("POST", "/api/tables", body)["table"]
    spots = house.request("GET", f"/api/tables/{number}")["spots"]
    books = Books()
    table = Table(house, number, books, options.commands_a_second)
    player = Player(table, spots, options.seats, random.Random(options.seed))
    table.connect()
    player.sit()
    started, stopped = time.monotonic(), ""
    try:
        while books.rounds < options.rounds:
            player.play_round()
    except Refused as error:
        stopped = str(error)
    seconds = time.monotonic() - started
    table.leave()
    wallet = house.request("GET", "/api/me")["wallet"]
    return {
        "game": options.game, "player": me["name"], "table": number, "rounds": books.rounds,
        "commands": table.commands, "seconds": round(seconds, 2),
        "rounds_a_second": round(books.rounds / seconds, 2),
        "paid_cents": books.paid_cents, "received_cents": books.received_cents,
        "own_net_cents": books.net_cents, "wallet_net_cents": wallet - me["wallet"],
        "results_net_cents": results_cents(house, number), "wallet_cents": wallet,
        "stopped": stopped,
    }  # fmt: skip


def main() -> None:
    """Read the options, play, print."""
    parser = argparse.ArgumentParser(description="Play rounds at a pitboss table; check the money.")
    parser.add_argument("--url", default="http://127.0.0.1:8121", help="the server")
    parser.add_argument("--game", default="blackjack", help="a game's id, see `pitboss games`")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=1, help="how many seats to play")
    parser.add_argument("--name", help="sign in as this one; a guest otherwise")
    parser.add_argument("--seed", type=int, help="for the same choices again")
    parser.add_argument(
        "--commands-a-second", type=float, default=18.0, help="a server takes 20 from a connection"
    )
    options = parser.parse_args()
    try:
        report = play(options)
    except Refused as error:
        raise SystemExit(f"play_rounds: {error}") from None
    except OSError as error:
        raise SystemExit(f"play_rounds: {options.url} does not answer: {error}") from None
    print(json.dumps(report))
    sums = {report[name] for name in ("own_net_cents", "wallet_net_cents", "results_net_cents")}
    if len(sums) != 1:
        raise SystemExit("play_rounds: the sums differ")
    if report["stopped"]:
        raise SystemExit(f"play_rounds: after {report['rounds']} rounds: {report['stopped']}")


if __name__ == "__main__":
    main()
