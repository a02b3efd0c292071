"""What another version wrote, read, checked and gone on with by this one."""

from __future__ import annotations

import json
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scripts.recorder import card_room
from scripts.recorder.command_line import CommandFailed, Sitting, audited, said
from scripts.recorder.houses import House
from scripts.recorder.parts import kept, play_rounds

MORE_ROUNDS = 5


def faults_of_logs(old: Path) -> Iterator[str]:
    """Logs are replayed event by event, and sittings go on where they stopped."""
    for log in sorted((old / "rounds").glob("*.log")):
        try:
            printed = [json.loads(line) for line in said("replay", str(log), "--json").splitlines()]
            written = [
                json.loads(line.rpartition("\t")[0])
                for line in log.read_text(encoding="utf-8").splitlines()[1:]
            ]
            if printed != written:
                yield f"{log.name}: `replay` prints other events than the log has"
            text = kept(log.with_suffix(".json.gz"))["text"]
            if _without_hash(said("replay", str(log)).splitlines()) != _without_hash(text):
                yield f"{log.name}: `replay` tells it in other words"
            _go_on(log)
        except CommandFailed as error:
            yield f"{log.name}: {error}"


def _without_hash(lines: list[str]) -> list[str]:
    return [line.partition(" (rules hash")[0] for line in lines]


def _go_on(log: Path) -> None:
    game = log.stem.rpartition(" ")[0]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / log.name
        shutil.copy(log, copy)
        sitting = Sitting(House(game, 0, {}, {}).called, "--resume", f"--log={copy}")
        play_rounds(sitting, random.Random(1), MORE_ROUNDS)
        said("replay", str(copy))


def faults_of_card_room(old: Path) -> Iterator[str]:
    """Proofs and the database are audited; a server deals on at its tables."""
    folder = old / "card-room"
    for path in card_room.proofs(folder):
        yield from _found(path.name, audited(path))
    if not (folder / card_room.FILE).exists():
        return
    with tempfile.TemporaryDirectory() as name:  # an audit may bring the schema up to date
        copy = Path(name) / card_room.FILE
        shutil.copy(folder / card_room.FILE, copy)
        yield from _found(card_room.FILE, audited("--db", card_room.url(copy)))
    played, report = card_room.play_on(folder)
    if not played:
        yield f"{card_room.FILE}: no round could be played on"
    yield from _found(f"{card_room.FILE} played on", report)


def _found(what: str, report: dict[str, object]) -> Iterator[str]:
    if not report["clean"]:
        yield f"{what}: {report['findings']}"
