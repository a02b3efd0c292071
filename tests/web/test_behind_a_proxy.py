"""`pitboss serve` behind a proxy: what it is told about clients, and whom it lets in."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.servers import Server

SAID = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


def test_a_proxy_that_is_named_is_believed_and_guests_are_not_let_in(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'house.db'}", "--proxies", "127.0.0.1")
    try:
        server.make_account("Ann", "player", "long enough")
        guest = httpx.post(f"{server.address}/api/guest", headers=SAID)
        who = {"name": "Ann", "password": "long enough"}
        signed_in = httpx.post(f"{server.address}/api/login", json=who, headers=SAID)
    finally:
        server.stop()
    assert guest.status_code == 403
    assert "secure" in signed_in.headers["set-cookie"].lower()


def test_a_proxy_that_is_not_named_is_not_believed(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'house.db'}")
    try:
        guest = httpx.post(f"{server.address}/api/guest", headers=SAID)
    finally:
        server.stop()
    assert guest.status_code == 200
    assert "secure" not in guest.headers["set-cookie"].lower()
