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
from copy import copy
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.cards import name
from pitboss.sim.outcomes import NOT_OFFERED
from pitboss.sim.program import Dealing, Program, Tally
from pitboss.table import events as ev
from pitboss.table.text import describe
from tests.sim.felt import Book, Felt, Round, Stakes, in_words, insures
from tests.sim.happenings import seen_in
from tests.sim.settings import GAMES, Setting, Solved, random_dealing, random_settings

Ints = NDArray[np.int64]


def one_shoe(program: Program, number: int, cut: int | None = None) -> Tally:
    """The tally of one shoe, with the cut card somewhere else if that is said."""
    if cut is not None:
        program = copy(program)
        program.dealing = msgspec.structs.replace(program.dealing, cut=cut)
    return program.read(program.run(number, 1))


def codes_by_round(program: Program, number: int) -> list[list[int]]:
    """Outcome codes of a shoe by round and seat: what is new when the cut card moves on."""
    if program.dealing.cut is None:
        return [np.nonzero(one_shoe(program, number).counts)[1].tolist()]
    found: list[list[int]] = []
    whole = one_shoe(program, number)  # first, so that copies share what it works out
    before: Ints = np.zeros((program.dealing.seats, program.machine.codes), dtype=np.int64)
    for cut in range(1, program.dealing.cut + 1):
        tally = one_shoe(program, number, cut)
        if tally.rounds > len(found):
            assert tally.rounds == len(found) + 1
            found.append([int(code) for code in np.nonzero(tally.counts - before)[1]])
            before = tally.counts
    assert (before == whole.counts).all()
    return found


class Disagreement(NamedTuple):
    """A seat's round, or a shoe, that table and simulator do not see alike."""

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
            f"  {what}: {self.table.get(what)} at the table, {self.simulator.get(what)} simulated"
            for what in names
            if self.table.get(what) != self.simulator.get(what)
        ]
        seats = [event for event in self.log if getattr(event, "seat", self.seat) == self.seat]
        return "\n".join(
            [
                f"{self.setting}",
                f"{self.dealing}, unit {self.unit}, round {self.number + 1}, seat {self.seat}:",
                *lines,
                f"cards in the order they were dealt: {' '.join(dealt(self.log))}",
                "what the seat and the dealer did at the table:",
                *(f"  {describe(event)}" for event in seats),
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
        self.solved, self.dealing, self.rng = solved, dealing, rng
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
                yield from self.fresh_round(first + place)
        elif self.dealing.cut is None:
            units = range(first, first + 10 * rounds)
            every = [codes_by_round(self.program, unit)[0] for unit in units]
            for place in worth_seeing(np.array(every), rounds):
                [played] = self.felt.shoe(first + place, 0, 0)
                yield from self._compare(first + place, 0, played, every[place])
        else:
            until = self.rounds + rounds
            while self.rounds < until:
                yield from self._shoe(first)
                first += 1

    def fresh_round(self, unit: int) -> Iterator[Disagreement]:
        """Compare a round at one seat."""
        [code] = self.program.codes(unit, 1).tolist()
        yield from self._compare(unit, 0, self.felt.fresh_round(unit), [code])

    def _shoe(self, unit: int) -> Iterator[Disagreement]:
        """Compare a shoe to its cut card: all its rounds together, one by one if they differ."""
        cut = self.dealing.cut or 0
        late_hole = self.program.single
        played = self.felt.shoe(unit, cut, self.dealing.burn, late_hole=late_hole)
        tally = one_shoe(self.program, unit)
        alike = all(
            Counter(frozen(one.books[seat]) for one in played)
            == Counter(
                {
                    frozen(self._book(int(code), seat + 1, unit)): int(tally.counts[seat, code])
                    for code in np.nonzero(tally.counts[seat])[0]
                }
            )
            for seat in range(self.dealing.seats)
        )
        if alike:
            self._note(*played)
        else:
            codes = codes_by_round(self.program, unit)
            for place, (one, row) in enumerate(zip(played, codes, strict=False)):
                yield from self._compare(unit, place, one, row)
        cut = self.rng.randint(1, cut)
        rounds = next(n for n, one in enumerate(played, 1) if one.used < 0 or one.used >= cut)
        table: Book = {
            "rounds": len(played),
            "shoes that ran out": sum(one.used < 0 for one in played),
            f"rounds to a cut card after {cut} cards": rounds,
        }
        simulator: Book = {
            "rounds": tally.rounds,
            "shoes that ran out": tally.ran_out,
            f"rounds to a cut card after {cut} cards": one_shoe(self.program, unit, cut).rounds,
        }
        if table != simulator:
            yield self._apart(unit, len(played) - 1, 1, played[-1], table, simulator)

    def _compare(
        self, unit: int, place: int, played: Round, codes: list[int]
    ) -> Iterator[Disagreement]:
        self._note(played)
        for seat, (code, book) in enumerate(zip(codes, played.books, strict=True), start=1):
            found = self._book(code, seat, unit, suited=played.suited)
            if found != book:
                yield self._apart(unit, place, seat, played, book, found)

    def _note(self, *played: Round) -> None:
        self.rounds += len(played)
        for one in played:
            self.seen.update(seen_in(one.log, len(one.books)))

    def _apart(
        self, unit: int, place: int, seat: int, played: Round, table: Book, simulator: Book
    ) -> Disagreement:
        return Disagreement(
            self.solved.setting, self.dealing, unit, place, seat, played.log, table, simulator
        )

    def _book(self, code: int, seat: int, unit: int, *, suited: bool = False) -> Book:
        """What an outcome is worth to a seat, in cents.

        Where a code leaves open whether the dealer's natural is of one suit, the cards say it.
        """
        tables, outcomes = self.solved.tables, self.program.outcomes
        opening, stakes = tables.opening, self.stakes[seat - 1]
        parts = outcomes.parts(code)
        _, outcome = parts[-1] if suited else parts[0]
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
        book["insurance"] = worth if insures(unit, seat) else 0
        book["insurance is"] = "not offered" if outcome.insurance == NOT_OFFERED else "offered"
        book["hands are"] = "split" if outcome.split else "not split"
        book["staked"] = outcome.staked * stakes[opening[0]]
        return book


def frozen(book: Book) -> tuple[tuple[str, int | str], ...]:
    """A book that can be counted."""
    return tuple(sorted(book.items()))


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


def matches(game: str, rounds: int, seed: object) -> Iterator[tuple[Match, int, int]]:
    """Random settings of a game, each dealt in four ways: the match, first unit and rounds.

    One seat and several, from fresh shoes and from shoes with a cut card.
    """
    rng = random.Random(f"same cards {game} {seed}")
    settings = max(2, min(100, rounds // 250))
    each = -(-rounds // (4 * settings))
    for setting in random_settings(game, rng, settings):
        solved, seed = Solved(setting), rng.randrange(1 << 40)
        for dealing in (
            random_dealing(setting, rng, seed, seats=1, fresh=True),
            random_dealing(setting, rng, seed, seats=rng.randint(2, 9), fresh=True),
            random_dealing(setting, rng, seed, seats=1),
            random_dealing(setting, rng, seed, seats=rng.randint(2, 9)),
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
            f"{game}: {rounds:,} rounds ({hands:,} hands) in {settings} matches, "
            f"{time.perf_counter() - start:.0f} s; rounds with {words}; {wrong} disagreements",
            flush=True,
        )
    return 1 if apart else 0


if __name__ == "__main__":
    raise SystemExit(main())
