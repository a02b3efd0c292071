"""Record what the program says, or compare two records. `python -m scripts.recorder --help`."""

from __future__ import annotations

import argparse
import platform
import sys
import time
from pathlib import Path

import pitboss
from scripts.recorder.comparing import compared_files
from scripts.recorder.houses import House, all_houses
from scripts.recorder.old_files import faults_of_card_room, faults_of_logs
from scripts.recorder.parts import PARTS, commit, keep, kept

SHOWN = 10
"""Differences of a part that are printed."""


def record(folder: Path, parts: list[str], like: Path | None) -> int:
    """Write a record, or some parts of one; the exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    source = like or folder
    if (source / "houses.json").exists():
        houses = [House(**one) for one in kept(source / "houses.json")]
    else:
        houses = all_houses()
    keep(folder / "houses.json", [house._asdict() for house in houses])
    about = kept(folder / "about.json") if (folder / "about.json").exists() else {"parts": {}}
    for part in parts:
        start = time.monotonic()
        PARTS[part](folder, houses, lambda text: print(text, flush=True))
        about["parts"][part] = round(time.monotonic() - start, 1)
        print(f"  {part}: {about['parts'][part]:,.0f} s", flush=True)
        about |= {
            "pitboss": pitboss.__version__, "commit": commit(), "python": platform.python_version(),
        }  # fmt: skip
        keep(folder / "about.json", about)
    return 0


def compare(old: Path, new: Path, parts: list[str]) -> int:
    """Say where two records differ, and whether this version reads what the old one wrote."""
    faults = 0
    for part in parts:
        for name, found in compared_files(old, new, part):
            print(f"{'✗' if found.faults else '✓'} {name}: {found}", flush=True)
            faults += _tell([str(fault) for fault in found.faults])
    readings = {
        "rounds": ("old logs", faults_of_logs),
        "card-room": ("old card room", faults_of_card_room),
    }
    for part, (name, look) in readings.items():
        if part in parts:
            found_here = list(look(old))
            words = "read, checked and played on by this version"
            print(f"{'✗' if found_here else '✓'} {name}: {words}", flush=True)
            faults += _tell(found_here)
    print("nothing moved" if not faults else f"{faults:,} differences")
    return 1 if faults else 0


def _tell(faults: list[str]) -> int:
    for fault in faults[:SHOWN]:
        print(f"    {fault}")
    if len(faults) > SHOWN:
        print(f"    and {len(faults) - SHOWN:,} more")
    return len(faults)


def main() -> int:
    """Read the arguments; the exit status."""
    parser = argparse.ArgumentParser(prog="scripts.recorder", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="write a record into FOLDER")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--like", type=Path, help="another record: the same option sets")
    comparing = commands.add_parser("compare", help="compare two records; OLD's files are read too")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    for one in (recording, comparing):
        one.add_argument(
            "--part", action="append", choices=PARTS, help="only this; may be repeated"
        )
    asked = parser.parse_args()
    parts = [part for part in PARTS if part in (asked.part or PARTS)]
    if asked.command == "record":
        return record(asked.folder, parts, asked.like)
    return compare(asked.old, asked.new, parts)


if __name__ == "__main__":
    sys.exit(main())
