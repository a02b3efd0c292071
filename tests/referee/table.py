"""What all the referee's games share: cards, hands, and a table that keeps the money.

The table knows nothing about any one game. It deals, asks the players, remembers what each
seat put on each bet and what came back, offers and settles insurance, and draws for the dealer.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

Choose = Callable[[int, int, frozenset[str]], str]

OPTION_NAMES = frozenset(
    {
        "decks",
        "soft17",
        "natural",
        "double",
        "das",
        "resplit-aces",
        "hit-split-aces",
        "surrender",
        "peek",
        "pairs",
        "insurance",
        "burn-split-cards",
        "after-burn",
        "split-cards",
        "paytable",
        "HB-R9",
        "M21-R1",
        "M21-R2",
        "M21-R3",
        "M21-R6",
        "M21-R7",
        "M21-R9",
    }
)


class IllegalMoveError(ValueError):
    """A player answered with something that was not among the legal moves."""


Illegal = IllegalMoveError


@dataclass(frozen=True)
class Result:
    """How a round ended, in cents."""

    bets: list[dict[str, tuple[int, int]]]  # per seat: bet id -> (put on it, came back from it)
    cards_used: int
    dealer: list[str]  # upcard, hole card, draws


@dataclass
class Hand:
    """One player hand with the money on it; `result` is None as long as the hand is open."""

    cards: list[str]
    stakes: dict[str, int]  # bet id -> cents of that bet on this hand
    split: bool = False  # made by a split
    split_aces: bool = False  # made by splitting aces
    taken_back: bool = False  # Half Back: the second wager was withdrawn
    burned: bool = False  # Mulligan 21: this hand has had its mulligan
    result: str | None = None  # "won", "pushed", "lost", "bust", "surrendered"


def rank(card: str) -> str:
    return card[0]


def suit(card: str) -> str:
    return card[1]


def value(card: str) -> int:
    """BJ-2, with the ace as one."""
    if rank(card) == "A":
        return 1
    if rank(card) in "TJQK":
        return 10
    return int(rank(card))


def is_soft(cards: list[str]) -> bool:
    """True if an ace counts as eleven."""
    has_ace = any(rank(card) == "A" for card in cards)
    return has_ace and sum(value(card) for card in cards) + 10 <= 21


def total(cards: list[str]) -> int:
    low = sum(value(card) for card in cards)
    return low + 10 if is_soft(cards) else low


def ace_and_ten(cards: list[str]) -> bool:
    return len(cards) == 2 and total(cards) == 21


def natural(hand: Hand) -> bool:
    """BJ-2, BJ-8: never on a split hand."""
    return ace_and_ten(hand.cards) and not hand.split


def is_pair(cards: list[str], by_value: bool) -> bool:
    """BJ-R1."""
    if len(cards) != 2:
        return False
    if by_value:
        return value(cards[0]) == value(cards[1])
    return rank(cards[0]) == rank(cards[1])


class Table:
    """One round's cards, players and money."""

    def __init__(
        self,
        options: dict[str, object],
        wagers: list[dict[str, int]],
        cards: Iterator[str],
        choose: Choose,
        round_to: int,
        round_for: str,
    ) -> None:
        unknown = set(options) - OPTION_NAMES
        if unknown:
            raise ValueError(f"unknown options: {sorted(unknown)}")
        if round_for not in ("player", "house"):
            raise ValueError(f"round_for is {round_for!r}")
        self.options = options
        self.wagers = wagers
        self.shoe = cards
        self.choose = choose
        self.round_to = round_to
        self.round_for = round_for
        self.cards_used = 0
        self.dealer: list[str] = []
        self.hands: list[list[Hand]] = []
        self.seats = range(len(wagers))
        self.put: list[dict[str, int]] = [{} for _ in wagers]
        self.back: list[dict[str, int]] = [{} for _ in wagers]
        for seat in self.seats:
            for bet, cents in wagers[seat].items():
                self.stake(seat, bet, cents)

    # options

    def choice(self, name: str, *allowed: str) -> str:
        """A worded option; the first allowed value is the default."""
        chosen = self.options.get(name, allowed[0])
        if chosen not in allowed:
            raise ValueError(f"option {name} is {chosen!r}")
        return str(chosen)

    def flag(self, name: str, default: bool) -> bool:
        chosen = self.options.get(name, default)
        if not isinstance(chosen, bool):
            raise TypeError(f"option {name} is {chosen!r}")
        return chosen

    def paytable(self) -> int:
        chosen = self.options.get("paytable", 1)
        if not isinstance(chosen, int):
            raise TypeError(f"option paytable is {chosen!r}")
        return chosen

    # cards

    def draw(self) -> str:
        card = next(self.shoe, None)
        if card is None:
            raise RuntimeError("the cards ran out in the middle of the round")
        self.cards_used += 1
        return card

    def deal(self, on_the_hand: tuple[str, ...] = ("main",)) -> None:
        """BJ-3. `on_the_hand` names the wagers that are played with the hand itself."""
        for wagers in self.wagers:
            stakes = {bet: wagers[bet] for bet in on_the_hand}
            self.hands.append([Hand([self.draw()], stakes)])
        self.dealer.append(self.draw())
        for seat in self.seats:
            self.hands[seat][0].cards.append(self.draw())
        self.dealer.append(self.draw())

    def dealer_natural(self) -> bool:
        return ace_and_ten(self.dealer)

    def dealer_draws(self, hit_soft_17: bool) -> None:
        """BJ-10. Nothing is drawn when every hand is settled already."""
        if not any(hand.result is None for hands in self.hands for hand in hands):
            return
        while total(self.dealer) < 17 or (
            hit_soft_17 and total(self.dealer) == 17 and is_soft(self.dealer)
        ):
            self.dealer.append(self.draw())

    # players

    def ask(self, seat: int, hand: int, legal: set[str]) -> str:
        answer = self.choose(seat, hand, frozenset(legal))
        if answer not in legal:
            raise IllegalMoveError(
                f"seat {seat} hand {hand}: {answer!r} is not one of {sorted(legal)}"
            )
        return answer

    def ask_insurance(self, seat: int, legal: set[str], most: int) -> tuple[str, int]:
        """The answer and, for "insure", the amount (no amount named means the most)."""
        answer = self.choose(seat, 0, frozenset(legal))
        move, colon, amount = answer.partition(":")
        if move not in legal or (colon and move != "insure"):
            raise IllegalMoveError(
                f"seat {seat} insurance: {answer!r} is not one of {sorted(legal)}"
            )
        if not colon:
            return move, most
        if not amount.isdecimal() or not 1 <= int(amount) <= most:
            raise IllegalMoveError(f"seat {seat} insurance: {answer!r}, at most {most}")
        return move, int(amount)

    # money

    def stake(self, seat: int, bet: str, cents: int) -> None:
        self.put[seat][bet] = self.put[seat].get(bet, 0) + cents

    def give(self, seat: int, bet: str, cents: int) -> None:
        self.back[seat][bet] = self.back[seat].get(bet, 0) + cents

    def rounded(self, cents: Fraction) -> int:
        """BJ-12: a payout in whole chips."""
        chips = cents / self.round_to
        whole = ceil(chips) if self.round_for == "player" else floor(chips)
        return whole * self.round_to

    def pay(self, seat: int, bet: str, staked: int, odds: int, to: int = 1) -> None:
        """The stake comes back with its winnings; odds of 0 are a push."""
        self.give(seat, bet, staked + self.rounded(Fraction(staked * odds, to)))

    def pay_side(self, seat: int, bet: str, odds: int) -> None:
        self.pay(seat, bet, self.wagers[seat][bet], odds)

    def win(self, seat: int, hand: Hand, odds: int = 1, to: int = 1) -> None:
        for bet, cents in hand.stakes.items():
            self.pay(seat, bet, cents, odds, to)
        hand.result = "won"

    def push(self, seat: int, hand: Hand) -> None:
        for bet, cents in hand.stakes.items():
            self.give(seat, bet, cents)
        hand.result = "pushed"

    def surrender(self, seat: int, hand: Hand) -> None:
        """BJ-9."""
        for bet, cents in hand.stakes.items():
            self.give(seat, bet, self.rounded(Fraction(cents, 2)))
        hand.result = "surrendered"

    def compare(self, seat: int, hand: Hand) -> None:
        """BJ-11, for a hand that has not bust."""
        if total(self.dealer) > 21 or total(hand.cards) > total(self.dealer):
            self.win(seat, hand)
        elif total(hand.cards) == total(self.dealer):
            self.push(seat, hand)
        else:
            hand.result = "lost"

    # insurance

    def offer_insurance(self, even_money: bool) -> None:
        """BJ-4, HB-R5. Hands settled already are passed over (M21-R8)."""
        if rank(self.dealer[0]) != "A":
            return
        for seat in self.seats:
            hand = self.hands[seat][0]
            if hand.result is not None:
                continue
            most = sum(hand.stakes.values()) // 2
            legal = {"decline"}
            if most > 0:
                legal.add("insure")
            if even_money and natural(hand):
                legal.add("even-money")
            if legal == {"decline"}:
                continue
            move, cents = self.ask_insurance(seat, legal, most)
            if move == "even-money":
                self.win(seat, hand)
            elif move == "insure":
                self.stake(seat, "insurance", cents)

    def settle_insurance(self) -> None:
        """BJ-4: two to one if the dealer has a natural, lost otherwise."""
        if self.dealer_natural():
            for seat in self.seats:
                if "insurance" in self.put[seat]:
                    self.pay(seat, "insurance", self.put[seat]["insurance"], 2)

    def result(self) -> Result:
        bets = [
            {bet: (cents, self.back[seat].get(bet, 0)) for bet, cents in self.put[seat].items()}
            for seat in self.seats
        ]
        return Result(bets, self.cards_used, list(self.dealer))
