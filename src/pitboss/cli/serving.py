"""`pitboss serve`: open the room."""

from __future__ import annotations

import contextlib
import errno
import gc
import getpass
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter, validators

from pitboss._version import __version__
from pitboss.cli.variant import WHOLE
from pitboss.interrupts import polite
from pitboss.rules.errors import RulesError
from pitboss.store.errors import Role

if TYPE_CHECKING:
    import uvicorn

logger = logging.getLogger("pitboss")

MOST_PORT = 65_535
SWITCH_SECONDS = 0.0005
"""After which a thread lets another one go on: the writer must not wait for the loop."""
GARBAGE = 5_000
"""New objects after which Python looks for circles among them; all tables wait meanwhile."""


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, WHOLE] = 8121,
    db: str | None = None,
    key: Annotated[Path | None, Parameter(env_var="PITBOSS_KEY")] = None,
    accept_loss: str = "",
    address: str | None = None,
    guests: bool | None = None,
    log: Literal["text", "json"] = "text",
    verbose: bool = False,
    browser: Literal["auto", "yes", "no"] = "auto",
    proxies: str = "",
    people_per_address: Annotated[int, Parameter(validator=validators.Number(gte=1))] = 100,
) -> None:
    """Serve live tables: open the printed address in a browser and sit down.

    Only this machine can reach it unless --host or --proxies says otherwise. Anyone who can may sit
    down as a guest with play money; where others can reach it, guests are let in with --guests.
    Accounts for the pit, dealers and auditors are made with `pitboss account`. For example:

    `pitboss serve --port 0 --db sqlite:///try.db` opens a room of its own on a port that is free.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 for all of this machine's.
    port
        The port; 0 for any that is free.
    db
        sqlite:///FILE, or postgresql://USER@HOST/NAME to share one database among servers.
    key
        The file with the key that signs the house's log, made when there is none; usually beside
        the database's file.
    accept_loss
        Why entries are missing that were signed, as after a restore from a backup; the log says so
        from then on.
    address
        How clients reach this very server, when several share a database: http://HOST:PORT.
    guests
        Whether anyone may play without a password.
    log
        Lines for people or JSON for machines.
    verbose
        Write down every connection too. Without it lines for people say only what goes wrong.
    browser
        Whether to open a browser too; auto: where a person at this machine has one.
    proxies
        Addresses or networks, with commas between, whose X-Forwarded-For and -Proto are believed.
    people_per_address
        How many people one address stands for, such as a card room's: its limits are theirs
        together.

    """
    from pitboss.store import house_key, log_signer
    from pitboss.store.database import Database, chosen_url
    from pitboss.web import app, connections, logs
    from pitboss.web.bounds import Bounds
    from pitboss.web.proxies import Proxies

    with _listening(host, port) as listening:
        logs.set_up(log, verbose=verbose)
        bounds = Bounds(
            people_per_address=people_per_address, proxies=tuple(filter(None, proxies.split(","))),
            connections=connections.most_connections(),
        )  # fmt: skip
        Proxies(bounds.proxies)  # refused before a database is opened, if it is no address
        _tune()
        database = Database(chosen_url(db))
        database.claim()
        signer = log_signer.begin(
            database, house_key.key_file(database.url, key), accept_loss=accept_loss,
            told=logger.warning,
        )  # fmt: skip
        local = host in ("127.0.0.1", "localhost", "::1") and not proxies
        here = _address(local, host, listening.getsockname()[1])
        open_to_guests = local if guests is None else guests
        made = app.create(
            database, address or here, guests=open_to_guests, bounds=bounds, signer=signer
        )

        def ready() -> None:
            logger.info("pitboss %s deals at %s, data in %s", __version__, here, database.shown)
            if log == "text":
                with contextlib.suppress(BrokenPipeError):  # who reads the address alone: head -1
                    print(_welcome(here, database.shown, guests=open_to_guests), flush=True)
            if browser == "yes" or (browser == "auto" and local and _somebody_looks()):
                Thread(target=webbrowser.open, args=(here,), daemon=True).start()

        server = connections.server_of(made, timeout_graceful_shutdown=3)
        interrupted = _run(server, listening, ready)
    database.close()
    logger.info("pitboss has stopped")
    if interrupted:
        raise KeyboardInterrupt


def _tune() -> None:
    """Have Python's threads and its memory keep no table waiting."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(GARBAGE, 50, 50)
    gc.freeze()


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; why there is none is said in a sentence."""
    if not 0 <= port <= MOST_PORT:
        raise RulesError(f"--port {port}: use 0 to {MOST_PORT}; 0 is any that is free")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = (
                "something listens there already; choose another --port, or 0 for any that is free"
            )
        elif error.errno == errno.EACCES:
            why = "this user may not listen there; choose a --port from 1024 on"
        elif error.errno in (errno.EADDRNOTAVAIL, socket.EAI_NONAME):
            why = "this machine has no such address; choose one of its own with --host"
        else:
            why = error.strerror or str(error)
        raise RulesError(f"--host {host} --port {port}: {why}") from None


def _address(local: bool, host: str, port: int) -> str:
    shown = "127.0.0.1" if local and ":" not in host else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def _welcome(here: str, database: str, *, guests: bool) -> str:
    """All that somebody who started a server needs to know."""
    let_in = "anyone who opens it may play" if guests else "no, accounts only: pitboss account"
    return f"pitboss deals at {here}\n  guests   {let_in}\n  data     {database}\n  to stop  Ctrl-C"


def _run(server: uvicorn.Server, listening: socket.socket, ready: Callable[[], None]) -> bool:
    """Serve until a signal ends it in good order; whether that was Ctrl-C."""
    came: list[int] = []
    start_up = server.startup

    async def start_up_and_tell(sockets: list[socket.socket] | None = None) -> None:
        await start_up(sockets)
        if came:  # a signal just before the server minded them
            server.should_exit = True
        else:
            ready()

    server.startup = start_up_and_tell  # type: ignore[method-assign]
    for number in (signal.SIGINT, signal.SIGTERM):  # raised again by the server when it has ended
        signal.signal(number, lambda number, _: came.append(number))
    server.run(sockets=[listening])
    return signal.SIGINT in came


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
        player, dealer (types cards), trainer (teaches dealers), pit (opens tables, sets limits),
        auditor (reads everything).
    password
        Asked for if it is neither given nor in the environment.
    db
        The server's database.

    """
    from pitboss.store import accounts
    from pitboss.store.clock import now_ms
    from pitboss.store.database import Database, chosen_url

    if password is None:
        with polite():  # the terminal shows what is typed again
            password = getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline()
    hashed = accounts.hash_password(password.rstrip("\n"))
    database = Database(chosen_url(db))
    made = database.write(
        lambda connection: accounts.create(connection, name, role, hashed, now_ms())
    ).result()
    database.close()
    print(f"{made.name} is known now, as {made.role}.")
