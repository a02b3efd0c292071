"""Proofs to check: of every game, of designs with every mechanic, and forged ones."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss import games
from pitboss.floor.steps import TableStep
from pitboss.rules.limits import House
from pitboss.store import house_key, journal, log_signer, proof_file, records, schema
from pitboss.store.clock import now_ms
from pitboss.store.database import Database, take_time
from pitboss.store.proof_collector import collect
from pitboss.store.proof_file import Excerpt
from pitboss.store.records import Settings
from pitboss.store.sealed import SealedShoe
from tests.designed import designed, side_bet
from tests.store.playing import MONEY, PLAYERS, Sitting, run_out

VERIFIER = Path(__file__).parents[2] / "src" / "pitboss" / "verifier"
DESIGNS = sorted((Path(__file__).parents[1] / "designs").glob("*.toml"))

MORE_DESIGNS = (
    ("blackjack", "[dealer]\npeeks = false\n[natural]\npays = '6 to 5'\n"),
    ("blackjack", "[surrender]\nlate = true\n[dealer]\npushes-on = [22]\n"),
    ("half-back", "[double]\nadds = 'equal'\non = 'any'\n[split]\nmax-hands = 3\n"),
    ("blackjack", "[natural]\npaid = 'before-peek'\n[split]\npairs = 'value'\nhit-aces = true\n"),
    (
        "blackjack",
        "[surrender]\nlate = true\n"
        + side_bet(
            ("doubled and won", "doubled = true, result = 'win'", "[7]"),
            ("suited", "player-suited = true", "[1]"),
            ("tied", "tie = '17-20, natural'", "['push']"),
            also="surrendered = 'returned'\nlost-on-second-split = true\n",
        ),
    ),
)
"""Rules that no built-in game has: what they are based on, and what they change."""


def load() -> ModuleType:
    """The script as somebody has it who has nothing else."""
    spec = importlib.util.spec_from_file_location("check_rounds", VERIFIER / "check_rounds.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def proofs(folder: Path, rounds: int, seed: int = 1) -> Iterator[bytes]:
    """True proofs: of every round, and of all rounds of every table."""
    yield from _proofs(folder, lambda connection: _play(connection, folder, rounds, seed))


def proofs_without_seeds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[bytes]:
    """Of a house that shuffles as if no player had added a seed."""
    fair = TableStep._shuffled

    def shuffled(step: TableStep, cards: list[int], *, ran_out: bool = False) -> SealedShoe:
        step.seeds.clear()
        return fair(step, cards, ran_out=ran_out)

    def play(connection: Connection) -> None:
        for player in PLAYERS:
            journal.issue(connection, player, MONEY, now_ms())
        sitting = Sitting.open(connection, "blackjack", random.Random(1), house=House(shoe="csm"))
        sitting.play(4)
        sitting.keep(sitting.house_table.close("pit"))

    with monkeypatch.context() as patch:
        patch.setattr(TableStep, "_shuffled", shuffled)
        yield from _proofs(folder, play)


def _proofs(folder: Path, play: Callable[[Connection], None]) -> Iterator[bytes]:
    database = Database(f"sqlite:///{folder / 'rounds.db'}")
    try:
        database.write(play).result()
        log_signer.begin(database, house_key.key_file(database.url)).stop()
        with database.read() as connection:
            for table in range(1, _tables(connection) + 1):
                whole = collect(connection, table)
                yield proof_file.encode(whole)
                for number in range(1, whole.last + 1):
                    yield proof_file.encode(collect(connection, table, number, number))
    finally:
        database.close()


def _tables(connection: Connection) -> int:
    return int(connection.scalar(sa.select(sa.func.max(schema.tables.c.id))) or 0)


def _play(connection: Connection, folder: Path, rounds: int, seed: int) -> None:
    take_time(connection)
    rng = random.Random(seed)
    for player in PLAYERS:
        journal.issue(connection, player, MONEY, now_ms())
    for path in (*games.BUILT_IN, *map(str, DESIGNS), *_written(folder)):
        sitting = Sitting.open(connection, path, rng, seats=4)
        sitting.play(rounds)
        sitting.keep(sitting.house_table.close("pit"))  # which shows its shoes
    for house in (House(shoe="csm", round_to=500, round_for="house"), House(round_to=100)):
        Sitting.open(connection, "lucky-stiff", rng, house=house).play(rounds)
    typed = Sitting.open(connection, "mulligan-21", rng, settings=Settings(typed=True))
    typed.play(min(rounds, 4))  # as long as its shoe lasts
    deep = Sitting.open(
        connection, "blackjack", rng, house=House(penetration=0.95), options={"decks": 2}, seats=7
    )
    assert run_out(deep)
    deep.keep(deep.house_table.close("pit"))


def _written(folder: Path) -> Iterator[str]:
    for number, (base, body) in enumerate(MORE_DESIGNS):
        path = folder / f"design-{number}.toml"
        path.write_text(designed(base, body), encoding="utf-8")
        yield str(path)


Change = Callable[[list[dict[str, Any]]], bool]
"""Changes the events of an entry as a cheat would; whether it did."""


def forged(proof: bytes, change: Change) -> bytes | None:
    """A proof of a house that cheats and seals everything again; None where it cannot."""
    excerpt = msgspec.json.decode(proof, type=Excerpt)
    changed = False
    for run in excerpt.runs:
        before = run.before
        for line in run.entries:
            skipped = excerpt.start.event if line.seq == excerpt.start.entry else 0
            events = msgspec.json.decode(line.body)
            told = events[skipped:]
            if run is excerpt.runs[-1] and not changed and change(told):
                changed = True
                line.body = msgspec.json.encode(events[:skipped] + told).decode()
            line.seal = before = records.seal(
                before,
                (excerpt.table, line.seq, line.round, line.at, line.actor, line.body.encode()),
                line.key,
            )
    if excerpt.head.seq == excerpt.runs[-1].entries[-1].seq:
        excerpt.head.seal = excerpt.runs[-1].entries[-1].seal
    excerpt.signed = msgspec.UNSET  # that key it has not
    excerpt.checksum = excerpt.digest()
    return proof_file.encode(excerpt) if changed else None


def otherwise(proof: bytes, change: Callable[[Excerpt], None]) -> bytes:
    """A proof in which something is changed that no seal covers."""
    excerpt = msgspec.json.decode(proof, type=Excerpt)
    change(excerpt)
    excerpt.checksum = excerpt.digest()
    return proof_file.encode(excerpt)


def with_another_beginning(proof: bytes) -> bytes | None:
    """A proof of signed rounds under an opening entry that is not signed; None if it is one run.

    That entry has the rules. Its seal fits, and no seal joins it to the rounds.
    """
    if len(msgspec.json.decode(proof)["runs"]) == 1:
        return None

    def change(excerpt: Excerpt) -> None:
        line = excerpt.runs[0].entries[0]
        line.body = line.body.replace('"name":"', '"name":"Another ', 1)
        head = (excerpt.table, line.seq, line.round, line.at, line.actor, line.body.encode())
        line.seal = records.seal("", head, line.key)

    return otherwise(proof, change)


def signed_otherwise(proof: bytes, *place: str | int) -> bytes:
    """A proof in which one value of the house's signature, or of what it signed, is another."""
    excerpt = msgspec.to_builtins(msgspec.json.decode(proof, type=Excerpt))
    inside: Any = excerpt["signed"]
    for step in place[:-1]:
        inside = inside[step]
    value = inside[place[-1]]
    if isinstance(value, int):
        inside[place[-1]] = value + 1
    else:
        inside[place[-1]] = value[:-1] + ("0" if value[-1] != "0" else "1")
    changed = msgspec.convert(excerpt, Excerpt)
    changed.checksum = changed.digest()
    return proof_file.encode(changed)


def byte_changed(proof: bytes, rng: random.Random) -> bytes:
    """A proof with one byte changed."""
    found = bytearray(proof)
    found[rng.randrange(len(found))] ^= 1 << rng.randrange(8)
    return bytes(found)
