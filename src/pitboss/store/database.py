"""Opening a database, bringing it up to date, and committing.

All writes go through one thread, which commits whatever is waiting in one transaction: a commit
waits for the disk, so doing many at once is what makes many a second possible. Each write is a
savepoint of its own; one that fails takes nothing else with it.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any, TypeVar

import alembic.command
import alembic.config
import alembic.runtime.migration
import alembic.script
import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from pitboss.extras import install_hint
from pitboss.store import register, schema
from pitboss.store.errors import Refused as Refused
from pitboss.store.errors import StoreError as StoreError
from pitboss.store.prepared import Savepoint, by_driver
from pitboss.store.typed_rows import UNREADABLE, why_unreadable

try:
    import fcntl
except ImportError:  # no file locks here: two servers must not share a file
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")
Item = TypeVar("Item")
Told = Callable[[Any, Exception | None], None]
"""Takes what a write gave once it is committed, or why it was not done."""

MOST_AT_ONCE = 256
"""Writes in one transaction."""
IDLE_SECONDS = 0.25
"""After which a connection that nobody wrote with is asked whether it lives before it is used."""
SLEEPING_MS = 3_000
"""That a transaction may do nothing."""
NOT_ALLOWED = "42501"
"""PostgreSQL's code for what a role has no right to do."""
NOT_KNOWN = "the commit itself failed: nobody knows whether this was written"
"""Noted on the error of such a write."""
ANSWER_SECONDS = 5
"""In which a PostgreSQL that is there takes a connection, or says that it has data."""
MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """A database that is up to date, its readers and its one writer."""

    def __init__(
        self, url: str, *, migrate: bool = True, wake: Callable[[], None] | None = None
    ) -> None:
        """`wake` hears that something waits to be written: whoever gives one calls `write_waiting`.

        Without, a thread of its own does.
        """
        self.url = read_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        if self.sqlite and self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        self._reading = _engine(self.url, writes=False)
        self._writing = _engine(self.url, writes=True)
        self.claimed = False
        """Whether no other server can be at work on it."""
        self._lock: IO[str] | None = None
        self.written: dict[int, int] = {}
        """The last entry of each log that was written from here, by the number of its table."""
        sa.event.listen(self._writing, "connect", self._watched)
        self.revision_found: str | None = None
        """Of its tables, before they were brought up to date; None where there were none."""
        try:
            if migrate:
                self.revision_found = bring_up_to_date(self._writing)
        except UNREADABLE as error:
            why = why_unreadable(error)
            if getattr(getattr(error, "orig", None), "sqlstate", "") == NOT_ALLOWED:
                why += "; bring it up to date with `pitboss migrate` as the role that owns it"
            raise StoreError(f"database {self.shown}: it cannot be opened: {why}") from None
        self._waiting: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._open: Connection | None = None
        """The writer's, between two transactions that went well."""
        self._wake = wake
        self._thread: threading.Thread | None = None
        if wake is None:
            self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
            self._thread.start()

    @property
    def shown(self) -> str:
        """Its address without a password."""
        return shown(self.url)

    @property
    def waiting(self) -> int:
        """How many writes nobody has begun with."""
        return self._waiting.qsize()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one moment of the database."""
        with self._reading.connect() as connection:
            yield connection

    def write(self, work: Callable[[Connection], T]) -> Future[T]:
        """Have work done and committed; what it gives, or why it was not done."""
        future, told = _promised()
        self._put(_Write(work, told))
        return future

    def add(self, work: Callable[[Connection, list[Item]], list[T]], item: Item) -> Future[T]:
        """The same for work that many writers want done at once: what is waiting goes together.

        It must be all or nothing, and the same for an item alone.
        """
        future, told = _promised()
        self.add_and_tell(work, item, told)
        return future

    def add_and_tell(
        self, work: Callable[[Connection, list[Item]], list[T]], item: Item, told: Told
    ) -> None:
        """The same; what came of it is told in the writer's thread, so it must be told quickly."""
        alone = lambda connection: work(connection, [item])[0]  # noqa: E731
        self._put(_Write(alone, told, (work, item)))

    def claim(self) -> None:
        """Be the only server on an SQLite file; PostgreSQL's share theirs."""
        if not self.sqlite or fcntl is None:
            return
        path = f"{self.url.database}.lock"
        lock = open(path, "w")  # noqa: SIM115 - held until the database is let go of
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise StoreError(
                f"database {self.shown}: another server uses it; several servers need PostgreSQL"
            ) from None
        self._lock, self.claimed = lock, True
        self.write(_forget_owners).result()

    def close(self) -> None:
        """Commit what is waiting, and let go of the database."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
        else:
            self.write_waiting()
            self._disconnect()
        self._reading.dispose()
        self._writing.dispose()
        if self._lock is not None:
            self._lock.close()

    def _watched(self, _: Any, record: Any) -> None:
        record.info["written"] = self.written

    # The writer

    def write_waiting(self) -> None:
        """Do all that waits now, and tell what came of it."""
        while not self._waiting.empty():
            self._write_batch(self._waiting.get())

    def _put(self, write: _Write) -> None:
        self._waiting.put(write)
        if self._wake is not None:
            self._wake()

    def _work(self) -> None:
        while self._write_batch(self._next()):
            pass
        self._disconnect()

    def _write_batch(self, first: _Write | None) -> bool:
        """Do what waits, as much as goes into one transaction; False if that was the last."""
        batch = [first]
        while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
            batch.append(self._waiting.get())
        writes = [write for write in batch if write is not None]
        if len(writes) > 1 and not self._commit(writes):
            for write in writes:  # one of them spoiled the transaction: each by itself
                self._commit([write], last=True)
        elif len(writes) == 1:
            self._commit(writes, last=True)
        return None not in batch

    def _next(self) -> _Write | None:
        """The first that waits; a writer with nothing to do keeps no connection."""
        with suppress(queue.Empty):
            return self._waiting.get(timeout=IDLE_SECONDS)
        self._disconnect()
        return self._waiting.get()

    def _commit(self, writes: list[_Write], *, last: bool = False) -> bool:
        """Do these in one transaction, and say so; False if they have to be tried one by one.

        Not if it was the commit that failed, as when the database dies: it may have been done, and
        nothing may be done twice.
        """
        committing, used_before = False, self._open is not None
        try:
            connection = self._connected()
            transaction = connection.begin()
            _run_all(connection, writes)
            register.enter(connection)
            committing = True
            transaction.commit()
        except Exception as error:
            self._disconnect()
            if committing:
                error.add_note(NOT_KNOWN)
            if used_before and not committing and _is_lost(error):
                return self._commit(writes, last=last)  # with a connection that lives
            if not last and not committing:
                return False
            for write in writes:
                write.told(None, error)
            return True
        for write in writes:
            write.tell()
        return True

    def _connected(self) -> Connection:
        """The writer's connection."""
        if self._open is None:
            self._open = self._writing.connect()
        return self._open

    def _disconnect(self) -> None:
        """Let the connection go, with whatever was not committed."""
        connection, self._open = self._open, None
        if connection is not None:
            with suppress(Exception):  # it may be the connection that went wrong
                connection.close()


class _Write:
    """Something to be done in a transaction."""

    def __init__(
        self, work: Callable[[Connection], Any], told: Told, shared: tuple[Any, Any] | None = None
    ) -> None:
        self.work, self.told = work, told
        self.shared = shared
        """Work that can be done for many at once, and the item it is for."""
        self.found: Any = None
        self.refused: Exception | None = None

    def run(self, connection: Connection) -> None:
        self.found = self.refused = None
        noted = register.remembered(connection)
        savepoint = connection.begin_nested()
        try:
            self.found = self.work(connection)
        except Refused as error:
            savepoint.rollback()
            register.go_back(connection, noted)
            self.refused = error
        else:
            savepoint.commit()

    def tell(self) -> None:
        """Say what came of it, once it is committed."""
        self.told(self.found, self.refused)


def _promised() -> tuple[Future[Any], Told]:
    """A promise for whoever waits in a thread, and how it is kept."""
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()  # it is done even if nobody waits any more

    def told(found: Any, error: Exception | None) -> None:
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(found)

    return future, told


def _is_lost(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


def is_unsure(error: BaseException) -> bool:
    """Whether what failed may have been written nevertheless, or be found written later.

    A commit whose sync fails is in SQLite's log, whole: whoever opens it after a crash takes it for
    done. So does a PostgreSQL that goes on with a commit when nobody is connected any more.
    """
    return NOT_KNOWN in getattr(error, "__notes__", ())


def _run_all(connection: Connection, writes: list[_Write]) -> None:
    """Do what can be done together so, if nothing speaks against it; the rest one by one."""
    together: dict[Any, list[_Write]] = {}
    for write in writes:
        if write.shared is not None:
            together.setdefault(write.shared[0], []).append(write)
        else:
            write.run(connection)
    for work, group in together.items():
        savepoint, noted = Savepoint(connection), register.remembered(connection)
        try:
            found = work(connection, [write.shared[1] for write in group if write.shared])
        except (Refused, DBAPIError) as error:
            if _is_lost(error):
                raise
            savepoint.undo()
            register.go_back(connection, noted)
            for write in group:
                write.run(connection)
        else:
            savepoint.keep()
            for write, one in zip(group, found, strict=True):
                write.found, write.refused = one, None


def _forget_owners(connection: Connection) -> None:
    """Whoever dealt from this file before is gone."""
    connection.execute(sa.update(schema.tables).values(lease=0))


def shown(url: URL) -> str:
    """An address as a person writes it, without a password."""
    plain = url.set(drivername=url.get_backend_name())
    return plain.render_as_string(hide_password=True)


def chosen_url(db: str | None) -> str:
    """The database somebody named, or the usual one if nobody named any; "" is a mistake."""
    return default_url() if db is None else db


def default_url() -> str:
    """The database of whoever runs this, unless another is named."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return f"sqlite:///{Path(state) / 'pitboss' / 'pitboss.db'}"


@contextmanager
def existing(url: str) -> Iterator[Database]:
    """A database that is there and up to date, for readers: nothing in it is changed."""
    found = read_url(url)
    address = shown(found)
    if found.get_backend_name() == "sqlite" and not Path(found.database or "").is_file():
        raise StoreError(f"database {address}: there is no such file; name another with --db")
    database = Database(url, migrate=False)
    try:
        try:
            with database.read() as connection:
                revision = revision_of(connection)
        except UnicodeDecodeError as error:
            raise StoreError(
                f"database {address}: it cannot be read: {why_unreadable(error)}"
            ) from None
        if revision != revisions()[0]:
            raise StoreError(
                f"database {address}: its revision is {revision or 'none'}, this pitboss reads "
                f"{revisions()[0]}; `pitboss serve` brings an older one up to date"
            )
        yield database
    except DBAPIError as error:
        raise StoreError(
            f"database {address}: it cannot be read: {why_unreadable(error)}"
        ) from None
    finally:
        database.close()


def read_url(text: str) -> URL:
    """A database's address; PostgreSQL's is spoken to by psycopg."""
    advice = "use sqlite:///FILE or postgresql://USER@HOST/NAME"
    try:
        url = make_url(text)
        name = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError):
        raise StoreError(f"db = {text!r}: {advice}") from None
    if name == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StoreError(f"db = {text!r}: no file is named; {advice}")
        return url.set(drivername="sqlite+pysqlite")
    if name == "postgresql":
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise StoreError(f"db: PostgreSQL needs psycopg: {install_hint('postgres')}") from None
        return url.set(drivername="postgresql+psycopg")
    raise StoreError(f"db = {text!r}: {advice}")


def _engine(url: URL, *, writes: bool) -> Engine:
    if url.get_backend_name() != "sqlite":
        level: Any = "READ COMMITTED" if writes else "REPEATABLE READ"  # readers see one moment
        engine = sa.create_engine(
            url, pool_size=2 if writes else 8, pool_pre_ping=True, isolation_level=level,
            pool_timeout=ANSWER_SECONDS, connect_args=_patience(url),
        )  # fmt: skip
        if writes:
            sa.event.listen(engine, "connect", _hold_nothing_up)
        return engine
    engine = sa.create_engine(url, connect_args={"timeout": 30, "check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def settle(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        cursor = connection.cursor()
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        text = "BEGIN IMMEDIATE" if writes else "BEGIN"
        by_driver(connection, text, lambda cursor: cursor.execute(text))

    return engine


def _patience(url: URL) -> dict[str, Any]:
    """How long to wait for a PostgreSQL, where its address does not say so itself."""
    wanted = {"connect_timeout": ANSWER_SECONDS, "tcp_user_timeout": 1000 * ANSWER_SECONDS}
    return {name: value for name, value in wanted.items() if name not in url.query}


def _hold_nothing_up(connection: Any, _: Any) -> None:
    """Have PostgreSQL end a transaction whose server sleeps: others wait for what it has locked."""
    connection.execute(f"SET idle_in_transaction_session_timeout = {SLEEPING_MS}")
    connection.commit()


def take_time(connection: Connection) -> None:
    """Let this transaction sleep as long as it likes: nobody waits for what it has locked."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


# Migrations


def bring_up_to_date(engine: Engine) -> str | None:
    """Make the tables, or change those of an older version; refuse a newer one's.

    The revision they had.
    """
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # servers that start together take turns
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(20130107)")
        revision = revision_of(connection)
        if revision is not None and revision not in revisions():
            raise StoreError(
                f"database {shown(engine.url)}: it was written by a "
                f"newer pitboss (revision {revision}); install that one, or name another database"
            )
        if revision != revisions()[0]:
            migrate(connection)
    return revision


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the tables from whatever revision they have to this one."""
    config = _config()
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, revision)


def revision_of(connection: Connection) -> str | None:
    """The revision of a database's tables; None where there are none."""
    context = alembic.runtime.migration.MigrationContext.configure(connection)
    return ", ".join(map(str, context.get_current_heads())) or None  # there ought to be one


@cache
def revisions() -> tuple[str, ...]:
    """Every revision this version knows, its own first."""
    script = alembic.script.ScriptDirectory.from_config(_config())
    return tuple(revision.revision for revision in script.walk_revisions())


def _config() -> alembic.config.Config:
    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
