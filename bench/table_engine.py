"""Table-engine speed, full event log kept, beside Gymnasium's Blackjack-v1 in the same run.

Every game is played with its side bets staked, one seat, six decks, by a simple rule (hit below
hard 17 and soft 18, never split or double), the same for all, which is also what Gymnasium's
hit/stand environment is played by. `--profile` says where the time goes.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import time
from collections.abc import Callable

import gymnasium
import msgspec
from rich.console import Console
from rich.table import Table as Grid

from pitboss import games
from pitboss.rules.hands import FIRST_SOFT, SOFT_21
from pitboss.table import Shoe, Table
from pitboss.table.actions import CloseWagers, DeclineInsurance, PlaceWagers, move
from pitboss.table.flow import Want
from pitboss.table.shoe import deal_on, prepare

WAGERS: dict[str, dict[str, int]] = {
    "blackjack": {"main": 1000},
    "half-back": {"main": 1000, "half-back": 1000, "upcard-bonus": 500},
    "lucky-stiff": {"main": 1000, "lucky-stiff": 500},
    "blackjack-tie": {"main": 1000, "tie-left": 500, "tie-right": 400, "tie-blackjack": 100},
    "mulligan-21": {"main": 1000, "lucky-stiff": 500},
}
SOFT_18 = FIRST_SOFT + 7


def play_rounds(game: str, rounds: int, *, encode: bool = False) -> int:
    """Play; the number of events logged. With `encode` every event is also made into JSON."""
    rules = games.find(game).rules()
    table, shoe = Table(rules), Shoe(rules.shoe.decks, seed=1)
    place, close = PlaceWagers(1, "bench", WAGERS[game]), CloseWagers()
    hit, stand, keep = move(1, "hit"), move(1, "stand"), move(1, "keep")
    decline = DeclineInsurance(1)
    json = msgspec.json.Encoder()
    decision, insurance, wagers = int(Want.DECISION), int(Want.INSURANCE), int(Want.WAGERS)
    events = 0
    for _ in range(rounds):
        prepare(table, shoe)
        table.do(place)
        table.do(close)
        deal_on(table, shoe)
        while table.want != wagers:
            if table.want == insurance:
                table.do(decline)
            elif table.want == decision:
                if table.legal & keep.move:
                    table.do(keep)
                else:
                    state = table.seat.hands[table.hand].state
                    low = state < 17 or FIRST_SOFT <= state < SOFT_18 <= SOFT_21
                    table.do(hit if low else stand)
            deal_on(table, shoe)
        events += len(table.log)
        if encode:
            json.encode_lines(table.log)
        table.log.clear()
    assert table.state.felt == 0
    assert table.state.house + sum(table.state.players.values()) == 0
    return events


def play_gymnasium(rounds: int) -> int:
    """The same rule on Gymnasium's environment; the number of steps."""
    env = gymnasium.make("Blackjack-v1", natural=False, sab=False)
    steps = 0
    for number in range(rounds):
        (total, _, soft), _ = env.reset(seed=number if number == 0 else None)
        over = False
        while not over:
            hit = total < 17 or (soft and total < 18)
            (total, _, soft), _, over, _, _ = env.step(int(hit))
            steps += 1
    return steps


def per_second(work: Callable[[int], int], rounds: int) -> tuple[float, int]:
    """Rounds per second, the best of three, and what the work counted."""
    best, counted = 0.0, 0
    for _ in range(3):
        started = time.perf_counter()
        counted = work(rounds)
        best = max(best, rounds / (time.perf_counter() - started))
    return best, counted


def main() -> None:
    if "--profile" in sys.argv:
        for game in ("blackjack", "blackjack-tie"):
            profile = cProfile.Profile()
            profile.runcall(play_rounds, game, 20_000)
            pstats.Stats(profile).sort_stats("tottime").print_stats(16)
        return
    rounds = 20_000
    play_rounds("blackjack", 2_000)
    gym, _ = per_second(play_gymnasium, rounds)
    grid = Grid(title="Table engine, one core, one seat, six decks, full event log in memory")
    for heading in ("", "rounds/s", "× Gymnasium", "÷ blackjack", "events/round", "as JSON too"):
        grid.add_column(heading, justify="left" if not heading else "right")
    grid.add_row("Gymnasium Blackjack-v1 (hit/stand only)", f"{gym:,.0f}", "1.0", "", "", "")
    base = 0.0
    for game in WAGERS:
        rate, events = per_second(lambda count, game=game: play_rounds(game, count), rounds)  # type: ignore[misc]
        json, _ = per_second(
            lambda count, game=game: play_rounds(game, count, encode=True),  # type: ignore[misc]
            rounds,
        )
        base = base or rate
        grid.add_row(
            game,
            f"{rate:,.0f}",
            f"{rate / gym:.1f}",
            f"{rate / base:.2f}",
            f"{events / rounds:.1f}",
            f"{json:,.0f}",
        )
    small, _ = per_second(lambda count: play_rounds("blackjack", count), rounds // 10)
    large, _ = per_second(lambda count: play_rounds("blackjack", count), rounds * 4)
    console = Console()
    console.print(grid)
    console.print(f"Cost per round, 80,000 rounds against 2,000: × {small / large:.2f}")


if __name__ == "__main__":
    main()
