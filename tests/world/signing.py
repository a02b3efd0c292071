"""The signature under a world's log: the real signer, with a key that is given.

In a server it has a thread of its own and waits there for what it writes. Here nothing waits: what
it writes is written at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy.engine import Connection

from pitboss.store import log_signer
from pitboss.store.database import Database
from pitboss.store.house_key import HouseKey, KeptHead, KeyFile
from pitboss.store.log_signer import LogSigner
from pitboss.store.signed_heads import SignedHead
from pitboss.web.outage import is_loss
from tests.world.timeline import ReadersAtOnce

T = TypeVar("T")
KEY = HouseKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32)))).text()
FILE = "house.key"


class HeadsTold(KeyFile):
    """The key's file, and somebody who hears of every head that is noted beside it."""

    def __init__(self, folder: Path, told: Callable[[KeptHead], None] = lambda _: None) -> None:
        super().__init__(folder / FILE)
        self._told = told
        if not self.exists():
            self.path.write_bytes(KEY)

    def keep_head(self, head: SignedHead, *, stopped: bool = False) -> None:
        super().keep_head(head, stopped=stopped)
        self._told(KeptHead(head=head, stopped=stopped))


class WritingAtOnce:
    """A server's database as its signer has it."""

    def __init__(self, database: Database, write_now: Callable[[], None]) -> None:
        self._database, self._write_now = database, write_now

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    def write(self, work: Callable[[Connection], T]) -> Future[T]:
        """As the database does; the answer is there already."""
        found = self._database.write(work)
        self._write_now()
        return found


class SigningAtOnce(ReadersAtOnce):
    """The signer's thread; only a database that does not answer may stop it."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        future = super().submit(fn, *args, **named)
        future.add_done_callback(self._look)
        return future

    def _look(self, future: Future[Any]) -> None:
        error = None if future.cancelled() else future.exception()
        if error is not None and not is_loss(error):
            self._loop.call_exception_handler(
                {"message": "the log could not be signed", "exception": error}
            )


def begin(database: Database, file: KeyFile, write_now: Callable[[], None]) -> LogSigner:
    """The signer of a server that starts."""
    return log_signer.begin(cast(Database, WritingAtOnce(database, write_now)), file)


def roots_of(leaves: Iterable[bytes], sizes: set[int]) -> dict[int, str]:
    """The root over the first so many leaves, by their hashes: RFC 9162, 2.1.1, in one go."""
    found: dict[int, str] = {}
    whole: list[tuple[int, bytes]] = []
    for size, leaf in enumerate(leaves, 1):
        whole.append((1, leaf))
        while len(whole) > 1 and whole[-1][0] == whole[-2][0]:
            whole.append(_joined(whole.pop(), whole.pop()))
        if size in sizes:
            top = whole[-1]
            for left in reversed(whole[:-1]):
                top = _joined(top, left)
            found[size] = top[1].hex()
    return found


def _joined(right: tuple[int, bytes], left: tuple[int, bytes]) -> tuple[int, bytes]:
    return left[0] + right[0], sha256(b"\x01" + left[1] + right[1]).digest()
