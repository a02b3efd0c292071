"""Referee for Mulligan 21 with Lucky Stiff (M21)."""

from . import lucky_stiff
from .blackjack import legal_moves
from .table import Hand, Table, natural, rank, total


def play(table: Table) -> None:
    table.deal()
    pay_naturals(table)
    riding = settle_lucky_stiff(table)
    if table.flag("insurance", True):  # M21-R8
        table.offer_insurance(even_money=False)
    if table.dealer_natural():  # M21-2: beats every hand not paid yet, and a riding bonus with it
        table.settle_insurance()
        return
    for seat in table.seats:
        if table.hands[seat][0].result is None:
            index = 0
            while index < len(table.hands[seat]):
                play_hand(table, seat, index)
                index += 1
    table.dealer_draws(hit_soft_17=False)  # M21-6
    for seat in table.seats:
        for hand in table.hands[seat]:
            if hand.result is not None:
                continue
            if total(table.dealer) == 17:  # M21-6
                table.push(seat, hand)
            else:
                table.compare(seat, hand)
    lucky_stiff.settle_riding(table, riding)  # M21-7


def pay_naturals(table: Table) -> None:
    """M21-2: even money before anyone looks at the hole card."""
    for seat in table.seats:
        hand = table.hands[seat][0]
        if natural(hand):
            table.win(seat, hand)


def settle_lucky_stiff(table: Table) -> list[int]:
    """M21-7; this game's tables have no extra for matching the upcard."""
    pair = {1: 7, 2: 6, 3: 8}[table.paytable()]
    return lucky_stiff.settle_after_deal(table, pair, pair, on_natural=1)


def draw_to(table: Table, seat: int, index: int, may_burn: bool = True) -> None:
    """One card to a hand, with its mulligan if there is one to use (M21-3)."""
    hand = table.hands[seat][index]
    card = table.draw()
    if may_burn and not hand.burned and rank(card) in "JQK" and burns(table, seat, index, card):
        hand.burned = True
        card = table.draw()
    hand.cards.append(card)


def burns(table: Table, seat: int, index: int, card: str) -> bool:
    """Whether a face card just drawn is burned."""
    if total([*table.hands[seat][index].cards, card]) > 21:
        if read_otherwise(table, "M21-R2"):  # the bust ends the hand
            return False
        if not read_otherwise(table, "M21-R9"):  # no signal is asked for
            return True
    return table.ask(seat, index, {"burn", "keep"}) == "burn"


def read_otherwise(table: Table, ruling: str) -> bool:
    return table.choice(ruling, "ruled", "other") == "other"


def second_card(table: Table, seat: int, index: int) -> None:
    """The card that completes a split hand (M21-R4, M21-R6)."""
    may_burn = table.flag("burn-split-cards", True)
    if table.hands[seat][index].split_aces and read_otherwise(table, "M21-R6"):
        may_burn = False
    draw_to(table, seat, index, may_burn)


def play_hand(table: Table, seat: int, index: int) -> None:
    hand = table.hands[seat][index]
    if len(hand.cards) == 1:  # BJ-R2
        second_card(table, seat, index)
    while True:
        legal = legal_moves(table, seat, hand, by_value=False)  # BJ-R1: by rank in this game
        burned_dealt = hand.burned and not hand.split and len(hand.cards) == 2  # M21-R3
        if burned_dealt or (hand.burned and not any_move_after_a_burn(table)):  # M21-R1, M21-R7
            legal &= {"stand", "hit"}
        elif may_burn_a_dealt_card(table, hand, legal):
            legal |= {"burn"}
        if legal == {"stand"}:
            return
        move = table.ask(seat, index, legal)
        if move == "stand":
            return
        if move == "surrender":
            table.surrender(seat, hand)
            return
        if move == "split":
            split(table, seat, index)
            continue
        if move == "burn":  # the higher face card goes
            hand.cards.remove(max(hand.cards, key=lambda card: "A23456789TJQK".index(rank(card))))
            hand.burned = True
        if move == "double":
            table.stake(seat, "main", hand.stakes["main"])
            hand.stakes["main"] += hand.stakes["main"]
        draw_to(table, seat, index)  # M21-4: the double's card too
        if total(hand.cards) > 21:
            hand.result = "bust"
            return
        if move == "double":
            return


def may_burn_a_dealt_card(table: Table, hand: Hand, legal: set[str]) -> bool:
    """M21-R3, by its other reading."""
    dealt = len(hand.cards) == 2 and not hand.split and not hand.burned and "hit" in legal
    has_face = any(rank(card) in "JQK" for card in hand.cards)
    return dealt and has_face and read_otherwise(table, "M21-R3")


def any_move_after_a_burn(table: Table) -> bool:
    return (
        table.choice("after-burn", "hit-or-stand", "any") == "any"
        or read_otherwise(table, "M21-R1")
        or read_otherwise(table, "M21-R7")
    )


def split(table: Table, seat: int, index: int) -> None:
    """As in blackjack; both hands start with a mulligan to use (M21-5, M21-R5)."""
    hand = table.hands[seat][index]
    hand.split = True
    hand.split_aces = rank(hand.cards[0]) == "A"
    hand.burned = False
    wager = table.wagers[seat]["main"]
    table.stake(seat, "main", wager)
    new = Hand([hand.cards.pop()], {"main": wager}, split=True, split_aces=hand.split_aces)
    table.hands[seat].insert(index + 1, new)
    second_card(table, seat, index)
    if table.choice("split-cards", "in-turn", "at-once") == "at-once":  # BJ-R2
        second_card(table, seat, index + 1)
