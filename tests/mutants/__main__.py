"""`make mutants`: change one thing at a time and see which test notices.

    python -m tests.mutants [GAME …] [--every N]          the games' files: all, or those named
    python -m tests.mutants --source [COUNT] [--seed N]   a sample of changes to the source

Exit status 1 if any mutant survives.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from pitboss import games
from tests.mutants import game_files, program, source
from tests.mutants.hunt import REFUSED, SAME, Hunt, Verdicts, run
from tests.mutants.watch import Watch


def main() -> int:
    """Hunt what the command line asks for."""
    asked = argparse.ArgumentParser(
        prog="python -m tests.mutants", description="Change one thing at a time; who notices?"
    )
    asked.add_argument("games", nargs="*")
    asked.add_argument("--list", action="store_true", help="only say what would be changed")
    asked.add_argument("--source", nargs="?", type=int, const=500, help="how many of the source")
    asked.add_argument("--seed", type=int, default=1, help="which sample of the source")
    asked.add_argument("--file", help="only those in files of the source whose name has this")
    asked.add_argument("--processes", type=int, help="how many at once; as many as there are cores")
    asked.add_argument(
        "--keep", type=Path, metavar="FOLDER",
        help="keep verdicts here, and hunt only what survived so far",
    )  # fmt: skip
    asked.add_argument("--every", type=int, default=1, help="of the games: only every so many")
    chosen = asked.parse_args()
    return _hunt_source(chosen) if chosen.source is not None else _hunt_games(chosen)


def _hunt_games(chosen: argparse.Namespace) -> int:
    files = chosen.games or (*games.BUILT_IN, game_files.STATE)
    if chosen.list:
        print("\n".join(str(mutant) for game in files for mutant in game_files.mutants(game)))
        return 0

    def prepare(session: pytest.Session) -> list[game_files.Mutant]:
        blind = hunt.failing(session, partial(game_files.put_rewritten, files))
        print(f"no witnesses, as they read the files' own words: {sorted(blind)}", flush=True)
        return [
            mutant
            for game in files
            for mutant in islice(game_files.mutants(game, blind), 0, None, chosen.every)
        ]

    if chosen.keep:
        chosen.keep.mkdir(parents=True, exist_ok=True)
    verdicts = Verdicts(chosen.keep / "games.jsonl" if chosen.keep else None)
    hunt = Hunt(prepare, verdicts=verdicts, processes=chosen.processes)
    status = run(hunt, game_files.TESTS)
    hunted = hunt.hunted
    refused = sum(count for verdict, count in hunt.killers.items() if verdict.startswith(REFUSED))
    same, survived = hunt.killers[SAME], len(hunt.survivors)
    print(
        f"\n{len(hunted)} mutants: {len(hunted) - survived - refused - same} killed by tests, "
        f"{refused} refused by the loader, {same} the same rule in other words, {survived} survived"
    )
    print(source.describe(hunt.survivors))
    return int(bool(hunt.survivors) or status != 0)


def _hunt_source(chosen: argparse.Namespace) -> int:
    places = source.sample(chosen.source, chosen.seed)
    places = [place for place in places if (chosen.file or "") in place.function[0]]
    if chosen.list:
        print("\n".join(f"line {place.line}: {place}" for place in places))
        return 0
    known = source.same_programs()
    same = [place for place in places if str(place) in known]
    for gone in source.not_there(known):
        print(f"same_programs.toml: there is no such mutant any more: {gone}")
    with tempfile.TemporaryDirectory() as folder:
        keep = chosen.keep or Path(folder)
        keep.mkdir(parents=True, exist_ok=True)
        watch = Watch(keep / "tests.json")

        def prepare(session: pytest.Session) -> Sequence[source.SourceMutant]:
            program.look_through()
            watch.look_at(session.items)
            return [
                source.SourceMutant(place, watch.concerned(place.function))
                for place in places
                if str(place) not in known
            ]

        verdicts = Verdicts(keep / "verdicts.jsonl")
        hunt = Hunt(
            prepare,
            verdicts=verdicts,
            processes=chosen.processes,
            cpu_seconds=source.CPU_SECONDS,
        )
        status = run(hunt, source.TESTS)
    survived = len(hunt.survivors)
    print(
        f"\n{len(places)} mutants of the source: {len(hunt.hunted) - survived} killed, {len(same)} "
        f"shown to be the same program, {survived} survived"
    )
    print(source.describe(hunt.survivors))
    return int(bool(hunt.survivors) or status != 0)


if __name__ == "__main__":
    sys.exit(main())
