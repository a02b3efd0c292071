"""The solver's own policy as a player at the table."""

from __future__ import annotations

from pitboss.exact.board import BoardSolver, Choice
from pitboss.exact.model import NONE, Board, Model
from pitboss.exact.split_pair import SplitPair
from pitboss.rules.compile import Move
from pitboss.table import Table
from pitboss.table.state import Hand


class SolverPlayer:
    """Looks the decision up in the solver for the board and the hand on the table."""

    def __init__(self, model: Model, shoe: list[int]) -> None:
        self.model = model
        self.boards: dict[tuple[int, int], tuple[BoardSolver, dict[tuple[int, bool], Choice]]] = {}
        for board in model.boards(shoe):
            solver = BoardSolver(model, board)
            choices = {
                (choice.deal.hand, choice.deal.pair != NONE): choice for choice in solver.choices()
            }
            self.boards[board.aside, board.up] = solver, choices
        self.splits: dict[tuple[int, int, int, float], SplitPair] = {}

    def expectation(self) -> float:
        """The solver's own value of the round."""
        return sum(
            solver.board.chance * choice.deal.chance * choice.value
            for solver, choices in self.boards.values()
            for choice in solver.choices()
        )

    def __call__(self, table: Table) -> int:
        model, state = self.model, table.state
        aside = model.kind_of_rank[state.original >> 2] if state.original >= 0 else NONE
        solver, choices = self.boards[aside, model.kind_of_rank[state.upcard >> 2]]
        hand, hands = table.seat.hands[table.hand], table.seat.hands
        first_pair = model.kind_of_rank[hand.cards[0] >> 2]
        if hand.offered:
            burns = self._burns(solver, choices, hand, first_pair)
            return int(Move.BURN if burns else Move.KEEP)
        index = self._index(hand.cards)
        flag = 1 if hand.burned else 0
        if len(hand.cards) == 2 and not hand.taken:
            pair = bool(table.legal & Move.SPLIT)
            if not hand.split:
                return choices[index, pair].move
            choice = self._split_choice(choices, first_pair)
            if pair and len(hands) < choice.hands:
                return int(Move.SPLIT)
            split = self._split(solver, choice)
            return split.actions[flag][model.kind_of_rank[hand.cards[1] >> 2]]
        return int(Move.HIT if solver.policy.hits[flag, index] else Move.STAND)

    def _burns(
        self,
        solver: BoardSolver,
        choices: dict[tuple[int, bool], Choice],
        hand: Hand,
        first_pair: int,
    ) -> bool:
        kind = self.model.kind_of_rank[hand.cards[-1] >> 2]
        if len(hand.cards) == 2:
            return self._split(solver, self._split_choice(choices, first_pair)).burns[kind]
        policy = solver.policy.burns_double if hand.doubled else solver.policy.burns
        return bool(policy[self._index(hand.cards[:-1]), kind])

    def _split_choice(self, choices: dict[tuple[int, bool], Choice], pair: int) -> Choice:
        return choices[self.model.two(pair, pair), True]

    def _split(self, solver: BoardSolver, choice: Choice) -> SplitPair:
        board: Board = solver.board
        key = (board.aside, board.up, choice.deal.pair, choice.deal.mates)
        if key not in self.splits:
            self.splits[key] = SplitPair(solver, choice.deal.pair, choice.deal.mates)
        return self.splits[key]

    def _index(self, cards: list[int]) -> int:
        counts = [0] * self.model.kinds
        for card in cards:
            counts[self.model.kind_of_rank[card >> 2]] += 1
        return self.model.hands.place[tuple(counts)]
