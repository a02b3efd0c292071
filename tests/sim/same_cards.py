"""The simulator against the table engine: same cards, same decisions, same cents on every wager.

``python -m tests.sim.same_cards --rounds 100000`` plays more rounds of every game than the suite
does, and says what occurred in them.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

import pitboss.sim
from pitboss.cards import name
from pitboss.compiled import keep_compiled
from pitboss.sim.draws import full_shoe, take
from pitboss.sim.outcomes import NOT_OFFERED, Outcome
from pitboss.sim.program import Dealing, Program
from pitboss.sim.shoes import ROOM, begin_round, deal_round, is_spent, ran_out
from pitboss.table import events as ev
from pitboss.table.text import describe
from tests.sim.felt import Book, Felt, Round, Stakes, in_words, insures
from tests.sim.settings import GAMES, Setting, Solved, random_dealing, random_setting

keep_compiled(Path(pitboss.sim.__file__).parent)  # compiled anew whenever the simulator changes

Ints = NDArray[np.int64]

MOST_ROUNDS = 500
"""More than a shoe can have."""


@njit(cache=True)
def _deal_shoe(book, at, seats, cut, burn, per_rank, reject, key, coins, shoe, codes, used):  # type: ignore[no-untyped-def]
    """Write every seat's outcome codes and the cards used so far by round; how many rounds.

    Cards used are -1 where the shoe ran out.
    """
    room = np.zeros(ROOM, dtype=np.int64)
    number = np.uint64(shoe)
    stream = full_shoe(number << np.uint64(12), per_rank)
    for _ in range(burn):
        _, stream = take(key, stream, per_rank, reject)
    rounds = 0
    while True:
        stream = begin_round(stream)
        place = (number << np.uint64(10)) + np.uint64(rounds)
        stream = deal_round(book, at, room, seats, key, coins, place, stream, per_rank, reject)
        codes[rounds] = room[:seats]
        used[rounds] = -1
        if not ran_out(stream):  # whatever a stream looks like: the last cut card that has come
            used[rounds] = 0
            while is_spent(stream, used[rounds] + 1, per_rank):
                used[rounds] += 1
        rounds += 1
        if is_spent(stream, cut, per_rank):
            return rounds


def simulated_shoe(program: Program, number: int) -> tuple[Ints, Ints]:
    """Outcome codes by round and seat, and the cards used after each round, -1 if it ran out."""
    codes = np.zeros((MOST_ROUNDS, program.dealing.seats), dtype=np.int64)
    used = np.zeros(MOST_ROUNDS, dtype=np.int64)
    arguments = (program.book, program.places, *program.shoe_arguments())
    rounds = _deal_shoe(*arguments, number, codes, used)
    return codes[:rounds], used[:rounds]


class Disagreement(NamedTuple):
    """A seat's round that table and simulator do not see alike."""

    setting: Setting
    dealing: Dealing
    unit: int
    number: int
    """The round's place in its shoe."""
    seat: int
    log: list[ev.Event]
    table: Book
    simulator: Book

    def __str__(self) -> str:
        names = self.table | self.simulator
        lines = [
            f"  {name}: {self.table.get(name)} at the table, {self.simulator.get(name)} simulated"
            for name in names
            if self.table.get(name) != self.simulator.get(name)
        ]
        return "\n".join(
            [
                f"{self.setting}",
                f"{self.dealing}, unit {self.unit}, round {self.number + 1}, seat {self.seat}:",
                *lines,
                f"cards in the order they were dealt: {' '.join(dealt(self.log))}",
                "what the seat and the dealer did at the table:",
                *(
                    f"  {describe(event)}"
                    for event in self.log
                    if getattr(event, "seat", self.seat) == self.seat
                ),
            ]
        )


def dealt(log: Sequence[ev.Event]) -> Iterator[str]:
    """The names of a round's cards."""
    for event in log:
        match event:
            case ev.HoleCardDealt(card=None):
                yield "??"
            case (
                ev.CardDealt(card=card)
                | ev.UpcardDealt(card=card)
                | ev.HoleCardDealt(card=card)
                | ev.UpcardReplaced(card=card)
                | ev.DealerDrew(card=card)
            ) if card is not None:
                yield name(card)


class Match:
    """A setting dealt both ways."""

    def __init__(self, solved: Solved, dealing: Dealing, rng: random.Random) -> None:
        self.solved, self.dealing = solved, dealing
        self.program = solved.program(dealing)
        self.stakes = [random_stakes(solved, rng) for _ in range(dealing.seats)]
        self.felt = Felt(solved.rules, self.stakes, solved.player, dealing.seed)
        self.rounds = 0
        self.seen: Counter[str] = Counter()

    def play(self, first: int, rounds: int) -> Iterator[Disagreement]:
        """Deal about so many rounds, units from number `first` on; what does not agree."""
        if self.program.fresh:
            codes = self.program.codes(first, 50 * rounds)
            for place in worth_seeing(codes[:, None], rounds):
                played = self.felt.fresh_round(first + place)
                yield from self._compare(first + place, 0, codes[place : place + 1], played)
        elif self.dealing.cut is None:
            shoes = [simulated_shoe(self.program, first + n)[0][0] for n in range(10 * rounds)]
            for place in worth_seeing(np.array(shoes), rounds):
                yield from self._shoe(first + place)
        else:
            until = self.rounds + rounds
            while self.rounds < until:
                yield from self._shoe(first)
                first += 1

    def _shoe(self, number: int) -> Iterator[Disagreement]:
        dealing = self.dealing
        codes, used = simulated_shoe(self.program, number)
        burn = 0 if dealing.cut is None else dealing.burn
        played = self.felt.shoe(number, dealing.cut or 0, burn)
        for place, one in enumerate(played):
            if place < len(codes):
                yield from self._compare(number, place, codes[place], one, int(used[place]))
        if len(codes) != len(played):
            yield self._apart(
                number, len(played), 0, played[-1], {"rounds": len(played)}, {"rounds": len(codes)}
            )

    def _compare(
        self, unit: int, place: int, codes: Ints, played: Round, used: int | None = None
    ) -> Iterator[Disagreement]:
        self.rounds += 1
        self.seen.update(seen_in(played))
        for seat, (code, book) in enumerate(zip(codes, played.books, strict=True), start=1):
            parts = self.program.outcomes.parts(int(code))
            outcome = parts[-1 if played.suited else 0][1]
            found = self._book(outcome, self.stakes[seat - 1], insures(unit + place, seat))
            if used is not None:
                found["cards used"], book["cards used"] = used, played.used
            if found != book:
                yield self._apart(unit, place, seat, played, book, found)

    def _apart(
        self, unit: int, place: int, seat: int, played: Round, table: Book, simulator: Book
    ) -> Disagreement:
        return Disagreement(
            self.solved.setting, self.dealing, unit, place, seat, played.log, table, simulator
        )

    def _book(self, outcome: Outcome, stakes: Stakes, insured: bool) -> Book:
        """What an outcome is worth to a seat, in cents."""
        tables, outcomes = self.solved.tables, self.program.outcomes
        opening = tables.opening
        book: Book = {}
        for bet, won in zip(opening, outcome.won, strict=True):
            book[bet], rest = divmod(won * stakes[bet], outcomes.denominator)
            assert not rest, "stakes are chosen so that nothing is rounded"
        for reader, event in zip(outcomes.readers, outcome.events, strict=True):
            book[reader.bet.id] = int(reader.pays[event]) * stakes[reader.bet.id]
            book[f"{reader.bet.id} ends with"] = in_words(reader.events[event].name)
        part, over = tables.insurance_share
        most = sum(stakes[opening[slot]] for slot in tables.insurance_covers) * part // over
        pays, per = tables.insurance
        worth = (0, -most, most * pays // (per or 1))[outcome.insurance]
        book["insurance"] = worth if insured else 0
        book["insurance is"] = "not offered" if outcome.insurance == NOT_OFFERED else "offered"
        book["hands are"] = "split" if outcome.split else "not split"
        book["staked"] = outcome.staked * stakes[opening[0]]
        return book


def random_stakes(solved: Solved, rng: random.Random) -> Stakes:
    """Cents on every wager; the main one can be halved and paid 6 to 5 without a rest."""
    main = 10 * rng.randint(50, 200)
    bets = {bet.id: rng.randint(100, 500) for bet in solved.tables.bets}
    return dict.fromkeys(solved.tables.opening, main) | bets


def worth_seeing(codes: Ints, many: int) -> list[int]:
    """Places of so many rounds: half of them for the rarest outcomes, one each, then any.

    `codes` are by round and seat.
    """
    met = Counter(codes.reshape(-1).tolist())
    rare = [code for code, _ in met.most_common()[::-1]]
    chosen: dict[int, None] = {}
    for code in rare[: many // 2]:
        chosen[int(np.nonzero((codes == code).any(axis=1))[0][0])] = None
    for place in range(len(codes)):
        if len(chosen) >= many:
            break
        chosen[place] = None
    return sorted(chosen)


WORDS = {
    ev.HandDoubled: "doubles",
    ev.HandSurrendered: "surrenders",
    ev.WagerTakenBack: "take-backs",
    ev.CardBurned: "burns",
    ev.UpcardReplaced: "replaced upcards",
    ev.InsuranceTaken: "insurances",
    ev.HandBusted: "busts",
}


def seen_in(played: Round) -> set[str]:
    """What occurred in a round, in words."""
    found = {WORDS[type(event)] for event in played.log if type(event) in WORDS}
    hands: Counter[int] = Counter()
    for event in played.log:
        match event:
            case ev.HandSplit(seat=seat):
                hands[seat] += 1
                found.add("splits" if hands[seat] == 1 else "resplits")
                if hands[seat] >= 3:
                    found.add("four hands or more")
            case ev.HandDoubled(seat=seat) if hands[seat]:
                found.add("doubles after a split")
            case ev.CardBurned(seat=seat) if hands[seat]:
                found.add("burns after a split")
            case ev.WagerSettled(event=what) if what in ("natural", "natural push", "second split"):
                found.add({"natural": "naturals", "natural push": "both naturals"}.get(what, what))
            case ev.WagerSettled(event="dealer natural"):
                found.add("dealer naturals")
    shuffles = [event for event in played.log if isinstance(event, ev.ShoeShuffled)]
    found.update("shoes that ran out" if event.ran_out else "further shoes" for event in shuffles)
    if len(played.books) > 1:
        found.add("several seats")
    return found


def matches(game: str, rounds: int, seed: object) -> Iterator[tuple[Match, int, int]]:
    """Random settings of a game, each dealt in three ways: the match, first unit and rounds.

    One seat and several from fresh shoes, any number of seats from shoes with a cut card.
    """
    rng = random.Random(f"same cards {game} {seed}")
    settings = max(4, min(100, rounds // 250))
    each = -(-rounds // (3 * settings))
    for number in range(settings):
        solved = Solved(random_setting(game, rng, number))
        for dealing in (
            random_dealing(solved.setting, rng, seats=1, fresh=True),
            random_dealing(solved.setting, rng, fresh=True),
            random_dealing(solved.setting, rng),
        ):
            yield Match(solved, dealing, rng), rng.randrange(1 << rng.randint(1, 40)), each


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and say what occurred; 1 if anything does not agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000, help="of each game")
    parser.add_argument("--game", choices=GAMES, action="append", help="all unless given")
    parser.add_argument("--seed", default="0")
    chosen = parser.parse_args(arguments)
    apart = 0
    for game in chosen.game or GAMES:
        start = time.perf_counter()
        rounds = hands = settings = wrong = 0
        seen: Counter[str] = Counter()
        for match, first, many in matches(game, chosen.rounds, chosen.seed):
            for disagreement in match.play(first, many):
                wrong += 1
                if wrong == 1:
                    print(disagreement, flush=True)
            rounds += match.rounds
            hands += match.rounds * match.dealing.seats
            settings += 1
            seen += match.seen
        apart += wrong
        words = ", ".join(f"{many:,} {what}" for what, many in sorted(seen.items()))
        print(
            f"{game}: {rounds:,} rounds ({hands:,} seats) in {settings} matches, "
            f"{time.perf_counter() - start:.0f} s; rounds with {words}; "
            f"{wrong} disagreements",
            flush=True,
        )
    return 1 if apart else 0


if __name__ == "__main__":
    raise SystemExit(main())
