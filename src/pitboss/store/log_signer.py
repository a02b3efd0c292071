"""Signs the log of a house as it grows, and notices when it is not the one that was signed before.

A server has one. It begins by comparing the database with the key beside it and with the last head
that was signed, and refuses to go on where they do not fit: a log that was cut off or rewritten is
not signed again as if nothing had happened, unless somebody says that it was lost, and why.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import msgspec
from sqlalchemy.engine import Connection

from pitboss.store import journal, key_history, log_tree, records, tree_growth
from pitboss.store.clock import now_ms
from pitboss.store.database import Database
from pitboss.store.errors import StoreError
from pitboss.store.house_key import HouseKey, KeptHead, KeyFile
from pitboss.store.key_history import KeyHistory
from pitboss.store.log_tree import TreeBroken, Waiting
from pitboss.store.signed_heads import AcceptedLoss, LogKey, SignedHead, is_head_of, vouching
from pitboss.store.tree_growth import check_ends, named, rewritten

logger = logging.getLogger("pitboss")

AT_ONCE = 4_000
"""Entries under one new head."""
EVERYTHING_SECONDS = 60.0
"""Between two looks at all tables that may have changed."""
EVERYTHING_MS = 60_000
HOUR_MS = 3_600_000
MANY = 2**31
WRITTEN_BY_OTHERS = frozenset({records.CAGE, records.REGISTER})
"""Logs that commands at the terminal write too, while a server runs."""


class LogSigner:
    """The house's signature under its log."""

    def __init__(self, database: Database, file: KeyFile, key: HouseKey) -> None:
        self.database, self.file, self.key = database, file, key
        self.head: SignedHead | None = None
        """The last head this server signed or saw."""
        self.trouble = ""
        """Why nothing is signed any more, as a sentence; empty while all is well."""
        self._tried: SignedHead | None = None
        """The last one it asked to be written."""
        self._ends: dict[int, tuple[int, str]] = {}
        """The last signed entry of tables, and its seal."""
        self._since = -1
        """Tables that were closed before have nothing new."""
        self._looked = time.monotonic()

    def integrate(self) -> SignedHead | None:
        """Put what is new into the tree and sign it; the head, if there is a new one."""
        if self.trouble:
            return None
        everything = time.monotonic() - self._looked > EVERYTHING_SECONDS
        try:
            if everything:
                self._looked = time.monotonic()
                with self.database.read() as connection:
                    check_ends(connection, self._since)
            return self._integrate(self._since if everything else now_ms() - EVERYTHING_MS)
        except TreeBroken as error:
            self.trouble = str(error)
            logger.error("%s; nothing is signed any more: audit the database", error)
            return None

    def integrate_all(self) -> None:
        """The same until nothing is left."""
        try:
            while not self.trouble and self._integrate(self._since) is not None:
                pass
        except TreeBroken as error:
            self.trouble = str(error)

    def stop(self) -> None:
        """Sign what is left, and note that nothing comes after it."""
        self.integrate_all()
        if self.head is not None and not self.trouble:
            self.file.keep_head(self.head, stopped=True)

    def _integrate(self, closed_since: int) -> SignedHead | None:
        with self.database.read() as connection:
            before = log_tree.newest_head(connection)
            if before != self.head:
                self._compare(connection, before)
            wanted = log_tree.waiting(connection, closed_since=closed_since, most=AT_ONCE)
            if not wanted:
                return None
            self._check_written(connection, wanted)
            growth = tree_growth.grown(connection, self.key, before, wanted, now_ms())
        if growth is None:
            return None
        self._tried = growth.head
        if not self.database.write(lambda writing: tree_growth.keep(writing, growth)).result():
            return None  # another server was faster
        self.head = growth.head
        self._ends |= growth.ends
        self._note(growth.head)
        return growth.head

    def _compare(self, connection: Connection, newest: SignedHead | None) -> None:
        """Another head than ours is the newest: another server's, or somebody's who may not."""
        mine = self.head
        if mine is None or newest == self._tried:  # it was written, although nobody said so
            self.head = newest
            return
        if newest is None or newest.size < mine.size:
            size = newest.size if newest is not None else 0
            raise TreeBroken(
                f"the log was cut off behind this server's back: it had signed {mine.size} "
                f"entries, now {size} are signed"
            )
        if self.database.claimed:
            raise TreeBroken(
                "the log was signed behind this server's back: the newest head, of entry "
                f"{newest.size}, is not its own"
            )
        if not is_head_of(newest, key_history.history(connection).keys):
            raise TreeBroken(
                f"the log was changed behind this server's back: the head of entry {newest.size} "
                "is not signed with the house's key"
            )
        if not _begins_with(connection, mine):
            raise TreeBroken(
                "the log was rewritten behind this server's back: its first "
                f"{mine.size} entries are not those it had signed"
            )
        self.head = newest

    def _check_written(self, connection: Connection, wanted: list[Waiting]) -> None:
        """What follows a signed entry must follow the one that was signed; and be of a server's."""
        known = [
            Waiting(table, first - 1, first - 1)
            for table, first, _ in wanted
            if self._ends.get(table, (0, ""))[0] == first - 1 > 0
        ]
        found = log_tree.seals(connection, known)
        for table, entry, _ in known:
            if found.get(table) != [self._ends[table]]:
                raise TreeBroken(rewritten(table, entry))
        if not self.database.claimed:
            return
        for table, first, last in wanted:
            mine = self.database.written.get(table, 0)
            if last > mine and table not in WRITTEN_BY_OTHERS:
                raise TreeBroken(added(table, max(first, mine + 1), last))

    def _note(self, head: SignedHead) -> None:
        try:
            self.file.keep_head(head)
        except OSError as error:
            logger.warning(
                "head %s: it cannot be noted beside the key (%s)", head.size,
                error.strerror or error,
            )  # fmt: skip


def added(table: int, first: int, last: int) -> str:
    """Say that entries are there which no server wrote."""
    which = f"entry {first}" if first == last else f"entries {first} to {last}"
    return f"the log of {named(table)} was added to: no server wrote {which}"


# Beginning


def begin(
    database: Database, file: KeyFile, *, accept_loss: str = "",
    told: Callable[[str], None] = lambda _: None,
) -> LogSigner:  # fmt: skip
    """The house's signature, once the database fits the key and the last head beside it.

    `accept_loss` says why entries are gone that had been signed; `told` hears what somebody who
    runs a server has to know.
    """
    with database.read() as connection:
        known = key_history.history(connection)
    key = _key(database, file, known, told)
    signer = LogSigner(database, file, key)
    kept = file.kept_head()
    with database.read() as connection:
        newest = log_tree.newest_head(connection)
        lost = _lost(connection, known, newest, kept)
    if lost and not accept_loss:
        raise StoreError(
            f"database {database.shown}: {lost}. If it was restored from a backup, or entries are "
            'lost for good, start once with --accept-loss "WHY": the log says so from then on, and '
            f"so does every browser that saw more. If it is another house, move {file.path} and "
            f"{file.head_path} away"
        )
    if accept_loss and not lost:
        raise StoreError(
            f"--accept-loss: database {database.shown} has all that was signed; start without it"
        )
    if not known.keys:
        database.write(lambda connection: _note_key(connection, key)).result()
    if lost:
        database.write(
            lambda connection: _accept(connection, key, newest, kept, accept_loss)
        ).result()
        told(f"the log goes on without what was lost: {lost}")
    with database.read() as connection:
        signer.head = log_tree.newest_head(connection)
        for table, _, last in log_tree.waiting(connection, most=MANY):
            database.written[table] = max(last, database.written.get(table, 0))
    signer.integrate_all()
    signer._since = now_ms() - HOUR_MS
    if signer.trouble:
        raise StoreError(f"database {database.shown}: {signer.trouble}; audit it")
    if signer.head is not None:
        file.keep_head(signer.head)
    return signer


def _key(
    database: Database, file: KeyFile, known: KeyHistory, told: Callable[[str], None]
) -> HouseKey:
    """The key of the house, a new one if it never had any."""
    if not file.exists():
        if known.keys:
            raise StoreError(
                f"database {database.shown}: its log is signed with the key {known.newest}, and "
                f"there is no key in {str(file.path)!r}; put the file back, or name it with --key. "
                'If it is lost for good, `pitboss rotate-key --lost --reason "WHY"` makes another'
            )
        key = file.make()
        told(
            f"a new key signs the log: {file.path}; keep a copy of it away from this machine, and "
            "let nobody have it"
        )
        return key
    key = file.read()
    if known.keys and key.name != known.newest and file.staged() == known.newest:
        file.use_staged()  # it was to be replaced when the machine went down
        key = file.read()
    if known.keys and key.name != known.newest:
        raise StoreError(
            f"database {database.shown}: its log is signed with the key {known.newest}, the one in "
            f"{str(file.path)!r} is {key.name}; name the right file with --key"
        )
    return key


def _lost(
    connection: Connection, known: KeyHistory, newest: SignedHead | None, kept: KeptHead | None
) -> str:
    """What the database does not have that was signed, or has that was not, as a sentence."""
    size = 0 if newest is None else newest.size
    if kept is not None and size < kept.head.size:
        return (
            f"the house had signed {kept.head.size} entries of its log, and it has {size}: entries "
            "were cut off, or it is an older copy"
        )
    try:
        if newest is not None:
            if not is_head_of(newest, known.keys):
                return f"the head of its log, of entry {size}, is not signed with the house's key"
            if log_tree.root_of(connection, size).hex() != newest.root:
                return f"the hashes of its log do not give the root that was signed at {size}"
        if kept is not None and not _begins_with(connection, kept.head):
            return (
                f"the first {kept.head.size} entries of its log are not those that the house had "
                "signed: entries were rewritten"
            )
        check_ends(connection)
    except TreeBroken as error:
        return str(error)
    if kept is not None and kept.stopped and kept.head == newest:
        for table, first, last in log_tree.waiting(connection, most=MANY):
            if table not in WRITTEN_BY_OTHERS:
                return added(table, first, last)
    return ""


def _begins_with(connection: Connection, head: SignedHead) -> bool:
    """Whether the log's first entries are those that were signed once."""
    return log_tree.root_of(connection, head.size).hex() == head.root


def _note_key(connection: Connection, key: HouseKey) -> None:
    if not key_history.history(connection).keys:  # another server may have begun as well
        event = records.LogKeyMade(key=key.name, public=key.public)
        journal.note_in_cage(connection, event, now_ms())


def _accept(
    connection: Connection, key: HouseKey, newest: SignedHead | None, kept: KeptHead | None,
    reason: str,
) -> None:  # fmt: skip
    """Say in the cage's log what is lost; a tree that does not fit the logs is made anew."""
    lost = kept.head if kept is not None else newest
    size = 0 if newest is None else newest.size
    if lost is None:
        return
    known = key_history.history(connection)
    if _lost(connection, known, newest, None):
        tree_growth.forget(connection)
        size = 0
    elif lost.size <= size and not _begins_with(connection, lost):
        size = 0
    plain = AcceptedLoss(
        size=lost.size, root=lost.root, kept=size, at=now_ms(), key=key.name, signature="",
        reason=reason,
    )  # fmt: skip
    signed = msgspec.structs.replace(plain, signature=key.sign(plain.text()))
    event = records.LossAccepted(**msgspec.structs.asdict(signed))
    journal.note_in_cage(connection, event, plain.at)


# Another key


def rotate(database: Database, file: KeyFile, *, reason: str, lost: bool) -> LogKey:
    """Sign with a new key from now on; the old one vouches for it unless it is lost."""
    with database.read() as connection:
        known = key_history.history(connection)
    if not known.keys:
        raise StoreError(
            f"database {database.shown}: its log is not signed yet; `pitboss serve` makes a key"
        )
    old = None if lost else _key(database, file, known, lambda _: None)
    new = HouseKey.new()
    before = known.newest
    event = records.LogKeyMade(
        key=new.name, public=new.public, before=before, reason=reason,
        signature=old.sign(vouching(new.public, before)) if old is not None else "",
    )  # fmt: skip
    file.stage(new)
    database.write(
        lambda connection: journal.note_in_cage(connection, event, now_ms())
    ).result()  # fmt: skip
    file.use_staged()
    return LogKey(**msgspec.structs.asdict(event), since=now_ms())
