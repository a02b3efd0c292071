"""Real servers for tests: PostgreSQL, `pitboss serve`, and clients that talk to it."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import hashlib
import json
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import websockets
from scripts.system_packages import postgres_program as postgres_program

from tests.forked import Forked

EXE = Path(sys.executable).with_name("pitboss")
PLAIN = False
"""No certificates are read for plain HTTP: that takes longer than the request itself."""


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def kept_port() -> int:
    """A port for something that is started again and again: no connection gets it meanwhile."""
    while True:
        port = random.randrange(20_000, 32_000)  # below those that connections are given
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Postgres:
    """A PostgreSQL of one's own, in a new folder, on loopback.

    A hurried one does not wait for the disk: for tests in which nothing is killed.
    """

    def __init__(self, *, hurried: bool = False) -> None:
        names = ["jit", *(("fsync", "synchronous_commit", "full_page_writes") if hurried else ())]
        self._settings = [part for name in names for part in ("-c", f"{name}=off")]
        # shared memory in its own folder: in the machine's, killed servers leave theirs behind
        self._settings += ["-c", "dynamic_shared_memory_type=mmap"]
        self._databases = 0
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-", dir="/tmp"))
        self._log = self.folder / "log"
        self.port = kept_port()
        self.process: subprocess.Popen[bytes] | None = None
        initdb = postgres_program("initdb")
        assert initdb is not None
        self._user = "postgres" if _known("postgres") else "nobody"
        if os.geteuid() == 0:  # it refuses to run as root
            shutil.chown(self.folder, self._user)
        self._run(
            initdb, "-D", str(self.folder / "data"), "-U", "pitboss", "-A", "trust", "-E", "UTF8",
            "--no-sync", "--locale=C",
        )  # fmt: skip
        self.start()

    @property
    def url(self) -> str:
        """Its address, for the database everyone has."""
        return f"postgresql://pitboss@127.0.0.1:{self.port}/postgres"

    def database(self, name: str = "") -> str:
        """The address of a new, empty database."""
        self._databases += 1
        name = name or f"test{self._databases}"
        psycopg = __import__("psycopg")
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://pitboss@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        """Start it, also after a crash, and wait until it answers."""
        program = postgres_program("postgres")
        assert program is not None
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self._as_user(
                    program, "-D", str(self.folder / "data"), "-p", str(self.port),
                    "-h", "127.0.0.1", "-k", str(self.folder), "-c", "max_connections=200",
                    *self._settings,
                ),
                stdout=subprocess.DEVNULL, stderr=log, start_new_session=True,
            )  # fmt: skip
        psycopg = __import__("psycopg")
        until(lambda: _answers(psycopg, self.url), 60)

    def deaths(self) -> list[str]:
        """What it wrote of processes of its own that something killed."""
        return [line for line in self._log.read_text().splitlines() if "by signal" in line]

    def kill(self) -> None:
        """Kill it and all its processes at once."""
        assert self.process is not None
        children = children_of(self.process.pid)  # each is a group of its own
        self.process.kill()
        self.process.wait()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        until(lambda: not any(map(_lives, children)), 20)
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def restart(self) -> None:
        """End it as its keeper would, whoever is connected, and start it again."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        self.start()

    def stop(self) -> None:
        """End it and remove everything."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)  # at once, but giving its memory back
            self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, *command: str) -> None:
        subprocess.run(
            self._as_user(*command), check=True, stdout=subprocess.DEVNULL, cwd=self.folder
        )

    def _as_user(self, *command: str) -> list[str]:
        if os.geteuid() != 0:
            return list(command)
        return ["setpriv", "--reuid", self._user, "--regid", "nogroup", "--clear-groups", *command]


def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    everyone = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return [one for one in everyone if process_state(one)[1] == str(process)]


def process_state(process: int) -> tuple[str, str]:
    """A process's state (R, S, T, Z, …) and its parent; Z and none once it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "Z", ""
    return fields[0], fields[1]


def _lives(process: int) -> bool:
    return process_state(process)[0] not in "ZX"


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def _answers(psycopg: Any, url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def until(holds: Callable[[], bool], seconds: float) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


class Server:
    """`pitboss serve` in a process of its own."""

    def __init__(
        self, url: str, *arguments: str, port: int = 0, log: Path = Path(os.devnull),
        forked: bool = False,
    ) -> None:  # fmt: skip
        self.url, self.arguments, self.port, self.log = url, arguments, port, log
        """`log`: where it writes what it has to say; nowhere if none is named."""
        self.forked = forked
        """Whether it starts in a tenth of the time, where its start is not what is tested."""
        self.process: subprocess.Popen[str] | Forked
        self.start()

    def start(self) -> None:
        """Start it, also after it was killed."""
        command = ["serve", "--port", str(self.port), "--db", self.url, *self.arguments]
        if not self.url.startswith("sqlite") and "--key" not in self.arguments:
            command += ["--key", str(_key_of(self.url))]
        if self.forked:
            self.process = Forked(command, self.log)
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [EXE, *command], stdout=subprocess.PIPE, stderr=log, text=True
                )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.process.stdout.close()
        assert line.startswith("pitboss deals at "), line
        self.address = line.split()[3]
        until(self._healthy, 30)

    def _healthy(self) -> bool:
        try:
            return httpx.get(f"{self.address}/healthz", timeout=5, verify=PLAIN).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End it as a person would; its exit status."""
        self.process.terminate()
        return self.process.wait(20)

    def make_account(self, name: str, role: str, password: str) -> None:
        """An account by the command line."""
        subprocess.run(
            [EXE, "account", name, "--role", role, "--db", self.url], check=True,
            env=os.environ | {"PITBOSS_PASSWORD": password}, stdout=subprocess.DEVNULL,
        )  # fmt: skip


@cache
def _keys() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-keys-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _key_of(url: str) -> Path:
    """Where servers on one PostgreSQL database have the key they share, away from this person's."""
    return _keys() / f"{hashlib.sha256(url.encode()).hexdigest()[:16]}.key"


class Elsewhere(Exception):
    """Another server deals the table: its address."""


class Client:
    """Somebody with a browser: a session, and a connection to one table."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=30, verify=PLAIN)
        self.name, self.csrf = "", ""
        self.socket: Any = None
        self.last: dict[str, Any] = {}
        """The newest update."""
        self.traffic: list[str] = []
        """Everything the server ever sent over the socket."""
        self.moved: str | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._changed = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self._keys = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        await self.leave()
        await self.http.aclose()

    async def guest(self) -> Self:
        """Sign in as a new guest."""
        return await self._signed_in(await self.http.post("/api/guest"))

    async def login(self, name: str, password: str) -> Self:
        """Sign in with a name."""
        body = {"name": name, "password": password}
        return await self._signed_in(await self.http.post("/api/login", json=body))

    async def _signed_in(self, answer: httpx.Response) -> Self:
        assert answer.status_code == 200, answer.text
        self.name, self.csrf = answer.json()["name"], answer.json()["csrf"]
        return self

    async def post(self, path: str, **body: Any) -> httpx.Response:
        """POST JSON with the session's token."""
        return await self.http.post(path, json=body, headers={"X-CSRF-Token": self.csrf})

    async def open(self, game: str = "blackjack", **settings: Any) -> int:
        """Open a private table; its number."""
        answer = await self.post("/api/tables", **{"game": game, "private": True} | settings)
        assert answer.status_code == 201, answer.text
        self.invite = answer.json()["invite"]
        return int(answer.json()["table"])

    async def watch(self, table: int, invite: str = "") -> Self:
        """Connect to a table."""
        cookie = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        self.socket = await websockets.connect(
            f"{self.address.replace('http', 'ws')}/api/tables/{table}/ws?invite={invite}",
            additional_headers={"Cookie": cookie},
        )
        self._changed.clear()
        self.moved = None
        self._reading = asyncio.create_task(self._read())
        await self.changed()
        if self.moved is not None:
            raise Elsewhere(self.moved)
        return self

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                self.traffic.append(text)
                message = json.loads(text)
                if message["kind"] == "update":
                    self.last = message
                    self._changed.set()
                elif message["kind"] == "moved":
                    self.moved = message["address"]
                    self._changed.set()
                elif message.get("key") in self._answers:
                    self._answers.pop(message["key"]).set_result(message)
        except websockets.ConnectionClosed:
            pass
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()

    async def changed(self, seconds: float = 20) -> dict[str, Any]:
        """Wait for the next update."""
        await asyncio.wait_for(self._changed.wait(), seconds)
        self._changed.clear()
        return self.last

    async def do(self, what: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._keys += 1
        command = {"do": what, "key": f"{self.name}-{self._keys}", "seen": self.last["version"]}
        command |= fields
        answer = asyncio.get_running_loop().create_future()
        self._answers[command["key"]] = answer
        await self.socket.send(json.dumps(command))
        return await asyncio.wait_for(answer, 20)

    async def leave(self) -> None:
        """Disconnect from the table."""
        if self.socket is not None:
            await self.socket.close()
        if self._reading is not None:
            self._reading.cancel()
        self.socket = self._reading = None
