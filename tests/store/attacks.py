"""Somebody changes the database behind the server's back: is it found, and where?

``python -m tests.store.attacks --bytes 10000`` makes a small house by real play and changes single
bytes of its file at random, each in a copy of its own; `--edits` changes every column of every
table in every way SQLite lets a file be changed. Each copy is audited. What the audit says nothing
of must be the same house to the last value, read by a program that knows nothing of pitboss.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pitboss.store import schema
from pitboss.store.audit import Audit
from pitboss.store.database import StoreError, existing
from pitboss.store.findings import Finding
from tests.store import attacked_house
from tests.store.edits import (
    Edit,
    apply,
    edits,
    finds_every_table,
    is_located,
    is_volatile_and_harmless,
)  # fmt: skip

NOTHING: Mapping[str, Collection[str]] = {}
HANGS_SECONDS = 30
"""Of processor time, after which an audit is called hanging."""
Verdict = Literal["found", "nothing changed", "volatile", "UNNOTICED", "NOT LOCATED", "TRACEBACK"]
BAD: tuple[Verdict, ...] = ("UNNOTICED", "NOT LOCATED", "TRACEBACK")


class Attack(NamedTuple):
    """What came of one change."""

    what: str
    verdict: Verdict
    told: str = ""


def audited(path: Path) -> list[Finding] | str:
    """What an audit says of a file: its findings, or why it cannot be opened."""
    try:
        with existing(f"sqlite:///{path}") as database, database.read() as connection:
            return list(Audit(connection).everything())
    except StoreError as error:
        return str(error)
    finally:
        for side in ("-wal", "-shm"):
            path.with_name(path.name + side).unlink(missing_ok=True)


Contents = dict[str, list[str]]
"""Rows by table, and what the schema says, as SQLite alone reads them."""


def contents(data: bytes, without: Mapping[str, Collection[str]] = NOTHING) -> Contents:
    """Everything in a file, but how its description is broken into lines and spaced.

    `without` names columns of tables that may be anything.
    """
    file = sqlite3.connect(":memory:")
    try:
        file.deserialize(_without_wal(data))
        file.text_factory = bytes
        made = file.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
        found = {"the schema": [repr([*one[:3], (one[3] or b"").split()]) for one in made]}
        for name in (name.decode() for kind, name, *_ in made if kind == b"table"):
            columns = file.execute(f'PRAGMA table_info("{name}")').fetchall()
            bare = [column[1].decode() for column in columns]
            kept = [f'typeof("{one}"), "{one}"' for one in bare if one not in without.get(name, ())]
            rows = file.execute(f'SELECT {", ".join(kept)} FROM "{name}"')
            found[name] = sorted(map(repr, rows))
        return found
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return {"cannot be read": [str(error)]}
    finally:
        file.close()


def difference(before: Contents, after: Contents) -> str:
    """Where two files differ first."""
    for name in before:
        gone = set(before[name]) - set(after.get(name, ()))
        new = set(after.get(name, ())) - set(before[name])
        if gone or new:
            return f"{name}: {', '.join(gone)[:600]} is {', '.join(new)[:600]}"
    return ""


def _without_wal(data: bytes) -> bytes:
    """The same file for a database in memory, which has no log beside it."""
    return data[:18] + b"\1\1" + data[20:] if data[18:20] == b"\2\2" else data


# Bytes


def flip(data: bytes, number: int) -> tuple[bytes, str]:
    """One byte is another one; which follows from the number."""
    rng = random.Random(number)
    place = rng.randrange(len(data))
    other = data[place] ^ rng.randrange(1, 256)
    what = f"byte {place} (page {place // 4096 + 1}): {data[place]} is {other}"
    return data[:place] + bytes([other]) + data[place + 1 :], what


def attack_byte(data: bytes, number: int, path: Path) -> Attack:
    """Change a byte, and audit."""
    changed, what = flip(data, number)
    path.write_bytes(changed)
    try:
        found = audited(path)
    except Exception as error:  # that is what is tried here
        return Attack(what, "TRACEBACK", repr(error))
    if found:
        return Attack(what, "found", found if isinstance(found, str) else str(found[0]))
    if contents(changed) == contents(data):
        return Attack(what, "nothing changed")
    new = difference(contents(data, schema.VOLATILE), contents(changed, schema.VOLATILE))
    harmless = not new and finds_every_table(path)
    return Attack(what, "volatile" if harmless else "UNNOTICED", new)


# Edits


def attack_edit(data: bytes, edit: Edit, path: Path) -> Attack | None:
    """Change a row as SQL can, and audit; None where SQLite does not let it be done."""
    path.write_bytes(data)
    if not apply(path, edit):
        return None
    what = str(edit)
    if contents(path.read_bytes()) == contents(data):
        return None
    try:
        found = audited(path)
    except Exception as error:  # that is what is tried here
        return Attack(what, "TRACEBACK", repr(error))
    if not found:
        harmless = is_volatile_and_harmless(edit, path)
        return Attack(what, "volatile" if harmless else "UNNOTICED")
    told = found if isinstance(found, str) else str(found[0])
    return Attack(what, "found" if is_located(edit, found) else "NOT LOCATED", told)


# Many of them


def some_bytes(data: bytes, numbers: Iterable[int]) -> list[Attack]:
    """These changes, one after the other."""
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        path = Path(folder) / "pitboss.db"
        return [_in_time(lambda n=n: attack_byte(data, n, path)) for n in numbers]


def some_edits(data: bytes, wanted: Iterable[Edit]) -> list[Attack]:
    """These edits, one after the other."""
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        path = Path(folder) / "pitboss.db"
        found = (_in_time(lambda one=one: attack_edit(data, one, path)) for one in wanted)
        return [attack for attack in found if attack is not None]


def _memory() -> str | None:
    return "/dev/shm" if os.path.isdir("/dev/shm") else None


def _in_time(work: Any) -> Any:
    def hangs(*_: Any) -> None:
        raise TimeoutError(f"no end after {HANGS_SECONDS} seconds of computing")

    before = signal.signal(signal.SIGPROF, hangs)
    signal.setitimer(signal.ITIMER_PROF, HANGS_SECONDS)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def house() -> bytes:
    """The file that is attacked."""
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        path = Path(folder) / "pitboss.db"
        attacked_house.build(path)
        assert audited(path) == []
        return path.read_bytes()


def main() -> int:
    """Attack, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=int, default=10_000, help="changes of a single byte")
    parser.add_argument("--seed", type=int, default=0, help="number of the first of them")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--progress", action="store_true", help="say how far it is")
    given = parser.parse_args()
    began, data = time.monotonic(), house()
    numbers = range(given.seed, given.seed + given.bytes)
    every = list(edits(data))
    attacks: dict[str, list[Attack]] = {"bytes": [], "edits": []}
    with ProcessPoolExecutor(given.workers) as pool:
        some = [pool.submit(some_edits, data, every[n::16]) for n in range(16)]
        more = [
            pool.submit(some_bytes, data, numbers[n : n + 100]) for n in range(0, len(numbers), 100)
        ]
        for name, parts in (("edits", some), ("bytes", more)):
            for part in parts:
                attacks[name] += part.result()
                if given.progress:
                    print(f"{len(attacks[name]):,} {name}", file=sys.stderr, flush=True)
                for one in part.result():
                    if one.verdict in BAD:
                        print(f"{one.verdict}: {one.what}: {one.told}", flush=True)
    for name, done in attacks.items():
        tally = Counter(one.verdict for one in done)
        said = ", ".join(f"{many:,} {verdict}" for verdict, many in sorted(tally.items()))
        print(f"{len(done):,} {name} of a file of {len(data):,} bytes: {said}")
    print(f"{time.monotonic() - began:,.0f} seconds with {given.workers} workers")
    return any(one.verdict in BAD for done in attacks.values() for one in done)


if __name__ == "__main__":
    sys.exit(main())
