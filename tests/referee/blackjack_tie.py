"""Referee for Blackjack Tie (BT): blackjack with bonus wagers on tying the dealer."""

from . import blackjack
from .table import Table, ace_and_ten, natural, total

LEFT = ("17", "18", "19")
RIGHT = ("20", "21", "blackjack")


def play(table: Table) -> None:
    table.deal()
    blackjack.offer_insurance(table)
    if table.dealer_natural():
        for seat in table.seats:
            if natural(table.hands[seat][0]):  # BT-4; even money changes nothing here (BT-R7)
                pay_bonuses(table, seat, "blackjack")
        blackjack.settle_dealer_natural(table)
        return  # BT-4: every other bonus is lost
    blackjack.pay_naturals(table)
    blackjack.play_seats(table)
    blackjack.finish(table)
    for seat in table.seats:
        if first_hand_ties(table, seat):
            pay_bonuses(table, seat, str(total(table.dealer)))


def first_hand_ties(table: Table, seat: int) -> bool:
    """Does the hand that carries the bonuses make the dealer's total? The dealer has no natural."""
    hands = table.hands[seat]
    first = hands[0]
    if natural(first):  # BT-4, BT-5
        return False
    if len(hands) > 2:  # BT-6, BT-R8: split more than once
        return False
    if first.result in ("bust", "surrendered"):  # BT-2, BT-R7
        return False
    if ace_and_ten(first.cards) and not first.split_aces:  # BT-5, BT-R4: a split ten with an ace
        return False
    return total(first.cards) == total(table.dealer)  # BT-R2


def pay_bonuses(table: Table, seat: int, tied_on: str) -> None:
    """BT-2: each bonus wager by itself; those not named by the tie are lost."""
    wagers = table.wagers[seat]
    if "tie-left" in wagers and tied_on in LEFT:
        table.pay_side(seat, "tie-left", 15)
    if "tie-right" in wagers and tied_on in RIGHT:
        table.pay_side(seat, "tie-right", 20)
    straight = "tie-" + tied_on
    if straight in wagers:
        table.pay_side(seat, straight, straight_odds(table, tied_on))


def straight_odds(table: Table, tied_on: str) -> int:
    """BT-R1: the tables count. Tables 4 to 6 offer no straight wager but the blackjack."""
    number = table.paytable()
    if tied_on == "blackjack":
        return {1: 350, 2: 350, 3: 299, 4: 299, 5: 350, 6: 199}[number]
    if number == 1:
        return {"17": 50, "18": 45, "19": 50, "20": 25, "21": 125}[tied_on]
    if number in (2, 3):
        return {"17": 45, "18": 45, "19": 45, "20": 25, "21": 95}[tied_on]
    raise ValueError(f"pay table {number} has no wager on {tied_on}")
