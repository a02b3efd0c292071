"""`make mutants`: change one thing at a time and see which test notices.

    python -m tests.mutants [GAME …]                      the games' files: all, or those named
    python -m tests.mutants --source [COUNT] [--seed N]   a sample of changes to the source

Exit status 1 if any mutant survives.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import tempfile
from pathlib import Path

from pitboss import games
from tests.mutants import game_files, source
from tests.mutants.hunt import REFUSED, SAME, Hunt, run


def main() -> int:
    """Hunt what the command line asks for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*")
    asked.add_argument("--list", action="store_true", help="only say what would be changed")
    asked.add_argument("--source", nargs="?", type=int, const=500, help="how many of the source")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--watched", type=Path, help="keep here which test runs which function")
    chosen = asked.parse_args()
    if chosen.source is not None:
        return _hunt_source(chosen)
    hunted = [
        mutant
        for game in chosen.games or (*games.BUILT_IN, game_files.STATE)
        for mutant in game_files.mutants(game)
    ]
    if chosen.list:
        print("\n".join(map(str, hunted)))
        return 0
    hunt = Hunt(hunted)
    status = run(hunt, game_files.TESTS)
    refused = sum(count for verdict, count in hunt.killers.items() if verdict.startswith(REFUSED))
    same, survived = hunt.killers[SAME], len(hunt.survivors)
    print(
        f"\n{len(hunted)} mutants: {len(hunted) - survived - refused - same} killed by tests, "
        f"{refused} refused by the loader, {same} the same rule in other words, {survived} survived"
    )
    print(source.describe(hunt.survivors))
    return int(bool(hunt.survivors) or status != 0)


def _hunt_source(chosen: argparse.Namespace) -> int:
    if chosen.list:
        print("\n".join(map(str, source.mutants({}, chosen.source, chosen.seed))))
        return 0
    watched = _watched(chosen.watched)
    hunted = source.mutants(watched, chosen.source, chosen.seed)
    known = source.same_programs()
    hunt = Hunt([mutant for mutant in hunted if str(mutant) not in known])
    status = run(hunt, source.TESTS)
    same, survived = len(hunted) - len(hunt.hunted), len(hunt.survivors)
    killed = len(hunt.hunted) - survived
    print(
        f"\n{len(hunted)} mutants of the source: {killed} killed, {same} shown to be the same "
        f"program, {survived} survived"
    )
    print(source.describe(hunt.survivors))
    return int(bool(hunt.survivors) or status != 0)


def _watched(path: Path | None) -> dict[source.Function, dict[str, float]]:
    """Which test runs which function; noted in a process of its own."""
    import subprocess

    with tempfile.TemporaryDirectory() as folder:
        path = path or Path(folder) / "watched"
        if not path.exists():
            code = "from tests.mutants.source import watch; import sys; watch(sys.argv[1])"
            subprocess.run([sys.executable, "-c", code, str(path)], check=True)
        found: dict[source.Function, dict[str, float]] = pickle.loads(path.read_bytes())
        return found


if __name__ == "__main__":
    sys.exit(main())
