"""What a wager brings a seat, given what all seats of a round share: the dealer's hand.

Seats of one round play against the same dealer, so their wagers are not independent: a bet on the
dealer's cards pays all of them or none. Given the board (upcard, and the card set aside before it)
and how the dealer ends, they are, but for the few cards that one seat takes away from another.
`shared_results` has both parts: how likely each of the dealer's hands is, and how likely each line
of the wager is against it. Over all of the dealer's hands lines have the solver's exact chances.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solution import Solution
from pitboss.exact.figures import Figures, Outcomes
from pitboss.exact.programme.loops.play import BOARDS
from pitboss.exact.sampling import SampledMoments
from pitboss.exact.tally import Part, Tally
from pitboss.rules.settlement import BUST, NONE

Floats = NDArray[np.float64]

SPLIT_ROUNDS = 20_000
"""Split rounds drawn on each board to learn what several hands bring together."""
NOTHING_GIVEN_UP, EMPTY_HAND = 0, 0
DIGITS = 9
FITS = 60
"""Times that rows and columns are fitted in turn; they agree to a millionth after a few."""


class Atom(NamedTuple):
    """A line of a wager, and what it pays; an opening wager's line may have several."""

    line: str
    pays: float
    """To one; -1 is a loss."""


class SharedResults(NamedTuple):
    """What one wager of one seat brings against each of the dealer's hands."""

    wager: str
    name: str
    opening: bool
    atoms: list[Atom]
    weights: Floats
    """``[hand]``: how likely each of the dealer's hands is."""
    chance: Floats
    """``[hand, atom]``: what the wager brings against it."""

    @property
    def pays(self) -> Floats:
        """What each atom pays."""
        return np.array([atom.pays for atom in self.atoms])

    @property
    def house_edge(self) -> float:
        """What the house keeps of a unit, on average."""
        return -float(self.weights @ self.chance @ self.pays)

    @property
    def lines(self) -> list[str]:
        """Its lines."""
        return list(dict.fromkeys(atom.line for atom in self.atoms))

    def is_line(self, line: str) -> Floats:
        """``[atom]``: 1 where an atom is of the line."""
        return np.array([float(atom.line == line) for atom in self.atoms])

    def chance_of(self, line: str) -> float:
        """How likely a line is."""
        return float(self.weights @ self.chance @ self.is_line(line))

    def line_pays(self) -> dict[str, float]:
        """What each line pays that always pays the same."""
        found: dict[str, set[float]] = {}
        for atom in self.atoms:
            found.setdefault(atom.line, set()).add(atom.pays)
        return {line: min(pays) for line, pays in found.items() if len(pays) == 1}

    def overpaid(self, line: str, units: float) -> SharedResults:
        """The same wager where one line pays so many units more."""
        atoms = [
            Atom(atom.line, atom.pays + units) if atom.line == line else atom for atom in self.atoms
        ]
        return self._replace(atoms=atoms)


def shared_results(solution: Solution) -> dict[str, SharedResults]:
    """Every wager of a solution, by id; insurance last, where it is offered."""
    hands = list(_hands(solution))
    weights = np.array([weight for weight, _ in hands])
    found = {}
    for index, wager in enumerate(solution.figures.wagers):
        atoms = list(dict.fromkeys(atom for _, ways in hands for atom in ways[index]))
        joint = np.array([[ways[index].get(atom, 0.0) for atom in atoms] for _, ways in hands])
        bet = solution.bets[wager]
        found[wager] = SharedResults(
            wager, bet.name, wager in solution.rules.wagers.opening, atoms, weights,
            _fitted(joint, weights),
        )  # fmt: skip
    insurance = solution.bets.get("insurance")
    if insurance:
        atoms = [Atom(line.event, line.pays) for line in insurance.lines]
        rates = np.array([line.chance for line in insurance.lines])
        found["insurance"] = SharedResults(
            "insurance", insurance.name, False, atoms, rates, np.eye(len(atoms))
        )
    return found


def _fitted(joint: Floats, weights: Floats) -> Floats:
    """Chances against each hand of which both sums are exact: that of a hand, that of a line.

    What a seat's own cards take from the dealer's leaves a row a little off (by one part in the
    cards of the shoe); rows and columns are brought to their sums in turn.
    """
    exact = joint.sum(axis=0)
    for _ in range(FITS):
        joint = joint * (weights / joint.sum(axis=1))[:, None]
        joint = joint * np.divide(exact, joint.sum(axis=0), where=exact > 0, out=exact.copy())
    chance: Floats = joint / joint.sum(axis=1)[:, None]
    return chance


def _add(found: dict[Atom, float], spread: dict[Atom, float], share: float = 1.0) -> None:
    for atom, weight in spread.items():
        found[atom] = found.get(atom, 0.0) + weight * share


_Ways = list[dict[Atom, float]]
"""By wager: the joint chance of one of the dealer's hands and what the wager brings."""


def _hands(solution: Solution) -> Iterator[tuple[float, _Ways]]:
    """The dealer's hands, each with its chance."""
    solver = solution.solver
    boards = zip(solver.positions, solution.plays.plans, strict=True)
    for board, (position, plan) in enumerate(boards):
        chance = float(position.board.chance)
        block, place = divmod(board, BOARDS)
        finals = solver.boards.finals[block, NOTHING_GIVEN_UP, EMPTY_HAND, :, place]
        tally = Tally(solver.boards, solution.tally)
        tally.add(board, position, plan)
        reading = _Board(solution, tally)
        samples = _SplitRounds(solver.readers, tally, [(position, plan)], rounds=SPLIT_ROUNDS)
        anyway = reading.whatever_the_final()
        shares = finals[:-1] / finals[:-1].sum()
        split = reading.split_rounds(samples, shares)
        for final, share in enumerate(shares.tolist()):
            if share > 0:
                ways = reading.against(final)
                for mine, spread in zip(ways, anyway, strict=True):
                    _add(mine, spread, share)
                for mine, spread in zip(ways, split[final], strict=False):
                    _add(mine, spread)
                yield chance * float(finals[final]), ways
        for share, ways in reading.against_natural():
            yield chance * float(finals[-1]) * share, ways


class _SplitRounds(SampledMoments):
    """Split rounds of one board, drawn at random, with how the dealer ended."""

    def spread(
        self, part: Part, index: int, mean: float, shares: Floats
    ) -> list[tuple[int, float, float]]:
        """Final, result of an opening wager, and how likely both are; the results' mean is exact.

        Where the first hand bust the final is not known: any, with the `shares` finals have.
        """
        sample, finals = self._samples[part], self.model.finals
        stake = np.zeros(self.model.units + len(self.readers))
        stake[index] = 1.0
        results = np.round(self.results(part, stake), DIGITS) + 0.0
        final = sample.entry % finals
        known = (sample.entry // finals % (BUST + 1) != BUST) & (final < len(shares))
        values, place = np.unique(results, return_inverse=True)
        table = np.zeros((len(shares), len(values)))
        np.add.at(table, (final[known], place[known]), 1.0)
        lost = np.bincount(place[~known], minlength=len(values))
        table = (table + np.outer(shares, lost)) / len(results)
        by_value = table.sum(axis=0)
        apart = values - float(by_value @ values)
        variance = float(by_value @ apart**2)
        if variance:
            table = table * (1 + apart * (mean - float(by_value @ values)) / variance)
        places = zip(*(axis.tolist() for axis in table.nonzero()), strict=True)
        return [(at, float(values[value]), float(table[at, value])) for at, value in places]


class _Board:
    """One board's tally, read for one of the dealer's finals at a time."""

    def __init__(self, solution: Solution, tally: Tally) -> None:
        self._figures, self._tally = solution.figures, tally
        self._tables, self._readers = solution.tables, solution.solver.readers
        self._whole = [
            (part, part.unsplit.copy(), part.natural.copy(), part.split, part.split_natural)
            for part in tally.parts
        ]
        self._peeks = tally.model.peeks

    def against(self, final: int) -> _Ways:
        """Hands that stood against this final."""
        for part, unsplit, *_ in self._whole:
            part.unsplit = np.zeros_like(unsplit)
            part.unsplit[..., :BUST, final] = unsplit[..., :BUST, final]
            part.natural, part.split, part.split_natural = np.zeros(2), 0.0, 0.0
        return self._ways(self._outcomes())

    def whatever_the_final(self) -> _Ways:
        """Rounds over before the dealer plays; the dealer has no natural.

        Side bets of split rounds are among them, opening wagers of split rounds are not.
        """
        self._keep_undecided()
        return self._ways(self._outcomes())

    def split_rounds(self, samples: _SplitRounds, shares: Floats) -> list[_Ways]:
        """By final: what split rounds bring the opening wagers; drawn, with their exact means."""
        self._keep_undecided()
        outcomes, openings = self._outcomes(), self._figures.openings
        found: list[_Ways] = [[{} for _ in range(openings)] for _ in shares]
        for number, part in enumerate(self._tally.parts):
            rows = outcomes.split == number
            weight = float(outcomes.chance[rows].sum())
            for index in range(openings if weight else 0):
                mean = float(outcomes.pays[rows][0, index])
                spread = samples.spread(part, index, mean, shares)
                for final, pays, share in spread:
                    _add(found[final][index], {Atom("split", pays): weight * share})
        return found

    def _keep_undecided(self) -> None:
        for part, unsplit, natural, split, split_natural in self._whole:
            part.unsplit = np.zeros_like(unsplit)
            part.unsplit[..., BUST, :-1] = unsplit[..., BUST, :-1]
            part.natural, part.split = natural * [1.0, 0.0], split
            part.split_natural = 0.0 if self._peeks else split_natural

    def against_natural(self) -> Iterator[tuple[float, _Ways]]:
        """The dealer has a natural: all seats see the same suits, each case with its share."""
        cases: list[tuple[float, _Ways]] = []
        for part, unsplit, natural, _, split_natural in self._whole:
            part.unsplit = np.zeros_like(unsplit)
            part.unsplit[..., BUST, -1] = unsplit[..., BUST, -1]
            part.natural, part.split = natural * [0.0, 1.0], 0.0
            part.split_natural = split_natural if self._peeks else 0.0
        shares = self._suit_shares()
        outcomes = self._outcomes()
        if not len(outcomes.chance):
            return
        for place, share in enumerate(shares):
            # every deal is told once for each case of the suits, one after the other
            rows = np.arange(len(outcomes.chance)) % len(shares) == place
            cases.append((share, self._ways(outcomes, rows)))
        yield from cases

    def _suit_shares(self) -> tuple[float, ...]:
        """The shares of the cases that bets tell apart in a dealer's natural."""
        every = (
            tuple(share for _, share in ends)
            for part, *_ in self._whole
            for one in part.settled
            for ends in one.natural
        )
        return max(every, key=len, default=(1.0,))

    def _outcomes(self) -> Outcomes:
        return Figures(self._tables, self._readers, self._tally).outcomes

    def _ways(self, outcomes: Outcomes, rows: NDArray[np.bool_] | None = None) -> _Ways:
        found: _Ways = [{} for _ in self._figures.wagers]
        chosen = np.flatnonzero(rows if rows is not None else np.ones(len(outcomes.chance)))
        for way in chosen.tolist():
            chance = float(outcomes.chance[way])
            for index, spread in enumerate(found):
                if index < self._figures.openings and outcomes.split[way] != NONE:
                    continue  # a mean; `split_rounds` has what it is the mean of
                pays = round(float(outcomes.pays[way, index]), DIGITS) + 0.0
                atom = Atom(outcomes.labels[index][way], pays)
                spread[atom] = spread.get(atom, 0.0) + chance
        return found
