"""`pitboss serve`: open the room."""

from __future__ import annotations

import gc
import getpass
import os
import signal
import socket
import sys
import webbrowser
from threading import Thread
from typing import Annotated, Literal

from cyclopts import Parameter, validators

from pitboss.store.errors import Role

SWITCH = 0.0005
"""Seconds after which a thread lets another one go on: the writer must not wait for the loop."""
GARBAGE = 20_000
"""New objects after which Python looks for circles among them; all tables wait meanwhile."""


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8121,
    db: str | None = None,
    address: str | None = None,
    guests: bool | None = None,
    log: Literal["text", "json"] = "text",
    browser: Literal["auto", "yes", "no"] = "auto",
    proxies: str = "",
    people_per_address: Annotated[int, Parameter(validator=validators.Number(gte=1))] = 100,
) -> None:
    """Serve live tables: open the printed address in a browser and sit down.

    Only this machine can reach it unless --host says otherwise. Anyone who can may sit down as a
    guest with play money; where others can reach it, guests are let in only with --guests.
    Accounts for the pit, dealers and auditors are made with `pitboss account`.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 for all of this machine's.
    port
        The port; 0 for any that is free.
    db
        sqlite:///FILE, or postgresql://USER@HOST/NAME to share one database among servers.
    address
        How clients reach this very server, when several share a database: http://HOST:PORT.
    guests
        Whether anyone may play without a password.
    log
        Lines for people or JSON for machines.
    browser
        Whether to open a browser too; auto: where a person at this machine has one.
    proxies
        Addresses or networks, with commas between, whose X-Forwarded-For and -Proto are believed.
    people_per_address
        How many people one address stands for, such as a card room's: its limits are theirs
        together.

    """
    from pitboss.store.database import Database, default_url
    from pitboss.web import app, connections, logs
    from pitboss.web.bounds import Bounds
    from pitboss.web.proxies import Proxies

    logs.set_up(log)
    bounds = Bounds(
        people_per_address=people_per_address, proxies=tuple(filter(None, proxies.split(","))),
        connections=connections.most_connections(),
    )  # fmt: skip
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(GARBAGE, 50, 50)
    gc.freeze()
    Proxies(bounds.proxies)  # before anything is opened
    database = Database(db or default_url())
    database.claim()
    local = host in ("127.0.0.1", "localhost", "::1")
    with socket.create_server((host, port)) as listening:
        port = listening.getsockname()[1]
        here = f"http://{'127.0.0.1' if local else host}:{port}"
        made = app.create(
            database, address or here, guests=local if guests is None else guests, bounds=bounds
        )
        print(f"pitboss deals at {here}  (database: {database.shown}; end with Ctrl-C)", flush=True)
        if browser == "yes" or (browser == "auto" and local and _somebody_looks()):
            Thread(target=webbrowser.open, args=(here,), daemon=True).start()
        server = connections.server_of(made, timeout_graceful_shutdown=3)
        for one in (signal.SIGINT, signal.SIGTERM):  # both end it in good order
            signal.signal(one, lambda *_: None)
        server.run(sockets=[listening])
    database.close()


def _somebody_looks() -> bool:
    """Whether a person at a screen started this."""
    screen = (
        sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    return bool(screen) and sys.stdout.isatty()


def account(
    name: str,
    /,
    *,
    role: Role = "player",
    password: Annotated[str | None, Parameter(env_var="PITBOSS_PASSWORD")] = None,
    db: str | None = None,
) -> None:
    """Make an account: for the pit, a dealer, an auditor, or a player with a password.

    Parameters
    ----------
    name
        How everyone sees them.
    role
        player, dealer (types cards), pit (opens tables, sets limits), auditor (reads everything).
    password
        Asked for if it is neither given nor in the environment.
    db
        The server's database.

    """
    from pitboss.store import accounts
    from pitboss.store.database import Database, default_url
    from pitboss.web.room import now

    if password is None:
        password = getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline()
    hashed = accounts.hash_password(password.rstrip("\n"))
    database = Database(db or default_url())
    made = database.write(
        lambda connection: accounts.create(connection, name, role, hashed, now())
    ).result()
    database.close()
    print(f"{made.name} is known now, as {made.role}.")
