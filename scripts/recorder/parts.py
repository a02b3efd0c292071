"""What is recorded, part by part: each writes a file or a folder of its own into the record."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from pitboss import games
from scripts.recorder import inside
from scripts.recorder.card_room import record_card_room
from scripts.recorder.command_line import CommandFailed, Sitting, answer, said
from scripts.recorder.houses import House
from scripts.recorder.inside import Case
from scripts.recorder.playthroughs import playthroughs

SETS_WITH_EVERY_CHART = 4
"""Option sets of a game whose charts for all three aims are kept; others have the main game's."""
SITTINGS, SITTING_ROUNDS = 4, 60
"""Sittings of a built-in game, and rounds of each."""
DESIGN_ROUNDS = 20
POSITIONS = 200
ROUNDS = 20_000
"""Rounds that the simulator plays of every option set."""
BANKROLL = "1000000"

Say = Callable[[str], None]


def keep(path: Path, values: Any) -> None:
    """Write values down as JSON; large files are packed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(values, indent=1, ensure_ascii=False).encode()
    path.write_bytes(gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)


def kept(path: Path) -> Any:
    """What `keep` wrote."""
    data = path.read_bytes()
    return json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)


def _aims(house: House) -> dict[str, list[str]]:
    """What play is for: the main game, all bets staked, and one bet alone."""
    bets, stakes = house.bets(), house.stakes()
    aims = {"main": stakes, "total": [*stakes, "--optimise=total"]}
    if not bets:
        return {"main": []}
    lone = bets[house.number % len(bets)]
    return {**aims, f"only {lone}": [*stakes, f"--optimise={lone}"]}


def _answered(*words: str) -> Any:
    """What a command answers, or how it refuses: some rules that a table deals are not solved."""
    try:
        return answer(*words)
    except CommandFailed as refusal:
        return {"refused": str(refusal).rsplit("pitboss: ", 1)[-1]}


def solutions(folder: Path, houses: list[House], say: Say) -> None:
    """All figures of `solve` by exact cards, for every aim."""
    found = {}
    for house in houses:
        for aim, words in _aims(house).items():
            found[f"{house.name}, {aim}"] = _answered("solve", *house.words, *words)
    keep(folder / "solutions.json.gz", found)
    say(f"{len(found)} solutions")


def deviations(folder: Path, houses: list[House], say: Say) -> None:
    """Without options: exact deviations, covariances, and effects of removing cards."""
    plain = [house for house in houses if not house.number]
    found = {
        house.name: answer(
            "solve", *house.words, *house.stakes(), "--exact-sd", "--covariance", "--removal"
        )
        for house in plain
    }
    keep(folder / "deviations.json.gz", found)
    say(f"{len(found)} games with exact deviations")


def charts(folder: Path, houses: list[House], say: Say) -> None:
    """The best charts as `strategy --json` gives them."""
    found = {}
    for house in houses:
        aims = _aims(house)
        if house.number >= SETS_WITH_EVERY_CHART:
            aims = {"main": aims["main"]}
        for aim, words in aims.items():
            found[f"{house.name}, {aim}"] = _answered("strategy", *house.words, *words)
    keep(folder / "charts.json.gz", found)
    say(f"{len(found)} charts")


def simulations(folder: Path, houses: list[House], say: Say) -> None:
    """`simulate --json` of every option set by exact cards: results, and the policy's hash."""
    found = {}
    for house in houses:
        shoe = ["--shoe=cut", "--seats=3"] if house.number % 4 == 1 else []
        found[house.name] = _answered(
            "simulate", *house.words, *house.stakes(), f"--rounds={ROUNDS}", "--seed=13",
            "--strategy=composition", "--threads=1", *shoe,
        )  # fmt: skip
    keep(folder / "simulations.json.gz", found)
    say(f"{len(found)} simulations of {ROUNDS:,} rounds")


def tallies(folder: Path, houses: list[House], say: Say) -> None:
    """What every kernel of this machine counts, outcome by outcome; they must all agree."""
    found_kernels, missing = inside.kernels()
    plain = [house for house in houses if not house.number]
    large = [case for house in plain for case in _cases(house, many=100)]
    small = [case for house in plain for case in _cases(house, many=1)]
    found: dict[str, Any] = {}
    for kernel in found_kernels:
        cases = small if kernel == "simulated cuda" else [*large, *small]
        for case, tally in zip(cases, inside.tallies(cases, kernel), strict=True):
            entry = found.setdefault(case.name, {"kernels": [], "tally": tally})
            entry["kernels"].append(kernel)
            if entry["tally"] != tally:
                raise AssertionError(f"{case.name}: {kernel} counts other than plain code")
    keep(folder / "tallies.json.gz", {"cases": found, "missing": missing})
    say(f"{len(found)} tallies by {', '.join(found_kernels)}")
    for reason in missing:
        say(f"  not dealt here by {reason}")


def _cases(house: House, *, many: int) -> Iterable[Case]:
    decks = answer("rules", *house.words)["rules"]["shoe"]["decks"]
    cards = 52 * decks
    yield Case(house, "chart", 3, 1, None, 7_777_777, 200 * many)
    yield Case(house, "composition", 4, 3, None, 1 << 40, 20 * many)
    yield Case(house, "composition", 5, 1, cards // 2, 1_000_003, 10 * many)
    yield Case(house, "chart", 6, 3, cards - 4, 0, 5 * many)


def rounds(folder: Path, houses: list[House], say: Say) -> None:
    """Rounds at a table, dealt from seeds: what a sitting prints, its log, the log in words."""
    played = 0
    for house in houses:
        built_in = house.game in games.BUILT_IN
        if house.number >= (SITTINGS if built_in else 1):
            continue
        log = folder / "rounds" / f"{house.name}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        count = SITTING_ROUNDS if built_in else DESIGN_ROUNDS
        lines = sit_down(house, log, count)
        text = said("replay", str(log))
        keep(log.with_suffix(".json.gz"), {"lines": lines, "text": text.splitlines()})
        played += count
    say(f"{played} rounds at tables")


def sit_down(house: House, log: Path, rounds: int) -> list[Any]:
    """Play at random; everything that is printed."""
    rng = random.Random(f"sitting {house.name}")
    bets = house.bets()
    stakes = [f"--bet={bet}=5" for bet in rng.sample(bets, min(len(bets), 1 + house.number % 2))]
    shoe = ["--shoe=csm"] if house.number % 2 else []
    words = [
        *house.words, f"--seed={house.name}", f"--seats={1 + house.number % 3}", *shoe,
        f"--log={log}", f"--bankroll={BANKROLL}", "--bet=main=20",
    ]  # fmt: skip
    try:
        return play_rounds(Sitting(*words, *stakes), rng, rounds)
    except CommandFailed:  # side bets this table does not take together
        return play_rounds(Sitting(*words), rng, rounds)


def play_rounds(sitting: Sitting, rng: random.Random, rounds: int) -> list[Any]:
    """So many rounds, every move by lot; everything that is printed."""
    dealt = 0
    try:
        while True:
            choices = sitting.choices()
            if choices == ["deal"]:
                dealt += 1
                if dealt > rounds:
                    return sitting.lines
            sitting.say(rng.choice(choices))
    finally:
        sitting.close()


def advice(folder: Path, _: list[House], say: Say) -> None:
    """What every move is worth at positions spread over the logs of `rounds`."""
    logs = sorted((folder / "rounds").glob("*.log"))
    found = {}
    for number, log in enumerate(logs):
        positions = inside.decisions_in(log)
        many = POSITIONS * (number + 1) // len(logs) - POSITIONS * number // len(logs)
        random.Random(log.stem).shuffle(positions)
        told = ((events, inside.advice_after(log, events)) for events in positions)
        for events, moves in islice((one for one in told if one[1]), many):
            found[f"{log.stem}, after {events} events"] = moves
    keep(folder / "advice.json.gz", found)
    say(f"advice on {len(found)} positions of {len(logs)} sittings")


def stories(folder: Path, _: list[House], say: Say) -> None:
    """Every playthrough of the tests, with the table's view after each line."""
    found = playthroughs()
    keep(folder / "playthroughs.json.gz", found)
    say(f"{len(found)} playthroughs")


def card_room(folder: Path, _: list[House], say: Say) -> None:
    """A database with tables of every kind, and rounds of it in files that prove themselves."""
    counts = record_card_room(folder / "card-room")
    say(f"a card room of {counts['rounds']} rounds in {counts['entries']} entries")


PARTS: dict[str, Callable[[Path, list[House], Say], None]] = {
    "solutions": solutions,
    "deviations": deviations,
    "charts": charts,
    "simulations": simulations,
    "tallies": tallies,
    "rounds": rounds,
    "advice": advice,
    "playthroughs": stories,
    "card-room": card_room,
}
"""In the order they are recorded; `advice` reads the logs of `rounds`."""


def commit() -> str:
    """The commit this is, where there is one."""
    ended = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True,
        cwd=Path(__file__).parent,
    )  # fmt: skip
    return ended.stdout.strip() or "unknown"
