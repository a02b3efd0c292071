"""Referee for blackjack with the Lucky Stiff side bet (LS). The blackjack is unchanged (LS-1)."""

from . import blackjack
from .table import Table, is_soft, natural, rank, total

BET = "lucky-stiff"


def play(table: Table) -> None:
    table.deal()
    riding = settle_after_deal(table, pair_odds(table), match_odds(table), natural_odds(table))
    blackjack.offer_insurance(table)  # LS-8: only after the instant results
    if table.dealer_natural():  # the dealer always checks (procedure 4)
        blackjack.settle_dealer_natural(table)
        return  # LS-5: a riding bet loses
    blackjack.pay_naturals(table)
    blackjack.play_seats(table)
    blackjack.finish(table)
    settle_riding(table, riding)


def pair_odds(table: Table) -> int:
    return {1: 10, 2: 9, 3: 8, 4: 10, 5: 10}[table.paytable()]


def match_odds(table: Table) -> int:
    return {1: 10, 2: 9, 3: 8, 4: 40, 5: 30}[table.paytable()]


def natural_odds(table: Table) -> int:
    """Tables 4 and 5 push, which is the same as odds of 0."""
    return {1: 1, 2: 1, 3: 1, 4: 0, 5: 0}[table.paytable()]


def is_stiff(cards: list[str]) -> bool:
    """LS-2, for the two dealt cards."""
    return not is_soft(cards) and 12 <= total(cards) <= 16


def settle_after_deal(table: Table, pair: int, match: int, on_natural: int) -> list[int]:
    """Settle what the deal decides, and return the seats whose bet rides on the hand."""
    riding = []
    for seat in table.seats:
        if BET not in table.wagers[seat]:
            continue
        hand = table.hands[seat][0]
        first, second = hand.cards
        if natural(hand):  # LS-4
            table.pay_side(seat, BET, on_natural)
        elif is_stiff(hand.cards) and rank(first) == rank(second):  # LS-3
            if rank(first) == rank(table.dealer[0]):
                table.pay_side(seat, BET, match)
            else:
                table.pay_side(seat, BET, pair)
        elif is_stiff(hand.cards):  # LS-6
            riding.append(seat)
        # LS-7: anything else is lost
    return riding


def settle_riding(table: Table, riding: list[int]) -> None:
    """LS-6, LS-R1, LS-R3. An unpaired stiff cannot be split, so there is only the one hand."""
    for seat in riding:
        result = table.hands[seat][0].result
        if result == "won":
            table.pay_side(seat, BET, 5)
        elif result == "pushed":
            table.pay_side(seat, BET, 0)
