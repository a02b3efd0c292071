"""The example client plays every game against a real server, and its money adds up."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any, Self

import pytest
import sqlalchemy as sa

from pitboss import games
from pitboss.store import schema
from pitboss.store.database import existing
from tests.servers import Server

CLIENT = Path(__file__).parents[2] / "examples" / "play_rounds.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}")
    yield found
    found.stop()


class BadLine:
    """A line to a server that swallows what comes after so many bytes, and then breaks."""

    def __init__(self, server: Server, most_bytes: int) -> None:
        self.most_bytes, self.cuts = most_bytes, 0
        host, port = server.address.removeprefix("http://").split(":")
        self._there = (host, int(port))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                there = socket.create_connection(self._there)
                Thread(target=self._forth, args=(here, there), daemon=True).start()
                Thread(target=self._back, args=(here, there), daemon=True).start()

    def _forth(self, here: socket.socket, there: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := here.recv(65_536):
                there.sendall(data)
            there.shutdown(socket.SHUT_WR)

    def _back(self, here: socket.socket, there: socket.socket) -> None:
        passed = 0
        with here, there, contextlib.suppress(OSError):
            while data := there.recv(65_536):
                passed += len(data)
                if passed > self.most_bytes:
                    self.cuts += 1
                    break
                here.sendall(data)
            here.shutdown(socket.SHUT_RDWR)  # closing alone would wait for the other thread


def start(address: str, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", str(CLIENT), "--url", address, *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def report_of(client: subprocess.Popen[str]) -> dict[str, Any]:
    said, errors = client.communicate(timeout=300)
    assert (client.returncode, errors) == (0, "")
    found: dict[str, Any] = json.loads(said)
    return found


def ledger_cents(url: str, report: dict[str, Any]) -> tuple[int, int]:
    """What the ledger took from the player's wallet for the table, and brought to it."""
    ledger, wallet = schema.ledger.c, f"wallet:{report['player']}"
    with existing(url) as database, database.read() as connection:
        sums = [
            connection.scalar(
                sa.select(sa.func.sum(ledger.cents)).where(
                    side == wallet, ledger.table_id == report["table"]
                )
            )
            for side in (ledger.source, ledger.target)
        ]
    return sums[0] or 0, sums[1] or 0


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_its_books_are_the_servers_wallet_results_and_ledger(server: Server, game: str) -> None:
    options = ("--game", game, "--rounds", "8", "--seats", "2", "--seed", "7")
    report = report_of(start(server.address, *options, "--commands-a-second", "200"))
    assert report["rounds"] == 8
    assert report["own_net_cents"] == report["wallet_net_cents"] == report["results_net_cents"]
    assert (report["paid_cents"], report["received_cents"]) == ledger_cents(server.url, report)
    assert report["paid_cents"] >= 2 * 8 * 500  # two seats at the least main wager


def test_connections_that_break_after_a_command_was_done_cost_it_nothing(server: Server) -> None:
    with BadLine(server, most_bytes=30_000) as line:
        options = ("--rounds", "12", "--seed", "3", "--commands-a-second", "50")
        report = report_of(start(line.address, *options))
    assert line.cuts >= 2
    assert report["rounds"] == 12
    assert report["own_net_cents"] == report["wallet_net_cents"] == report["results_net_cents"]
    assert (report["paid_cents"], report["received_cents"]) == ledger_cents(server.url, report)


def test_it_says_what_is_wrong_in_a_sentence(server: Server) -> None:
    client = start(server.address, "--game", "poker")
    _, errors = client.communicate(timeout=300)
    assert client.returncode == 1
    assert errors.startswith("play_rounds: game = 'poker': use blackjack")
