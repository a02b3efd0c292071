"""Referee for Half Back Blackjack with the Upcard Bonus (HB)."""

from .table import (
    Hand,
    Table,
    ace_and_ten,
    is_pair,
    is_soft,
    natural,
    rank,
    suit,
    total,
    value,
)

BONUS = "upcard-bonus"


def play(table: Table) -> None:
    table.deal(on_the_hand=("main", "half-back"))  # HB-2
    replaced = replace_upcard(table)
    needs_peek = replaced and value(table.dealer[0]) in (1, 10)  # HB-4
    if not needs_peek:
        settle_bonus(table, replaced)
    table.offer_insurance(even_money=True)  # HB-5, HB-R5
    if needs_peek:
        settle_bonus(table, replaced)
    table.settle_insurance()
    settle_naturals(table)
    if table.dealer_natural():
        return
    for seat in table.seats:
        if table.hands[seat][0].result is None:
            index = 0
            while index < len(table.hands[seat]):
                play_hand(table, seat, index)
                index += 1
    table.dealer_draws(hit_soft_17=table.choice("soft17", "hit", "stand") == "hit")  # HB-11
    for seat in table.seats:
        for hand in table.hands[seat]:
            if hand.result is None:
                table.compare(seat, hand)  # HB-10


def replace_upcard(table: Table) -> bool:
    """HB-3: an upcard of 3 to 6 goes, once, over the same hole card."""
    if rank(table.dealer[0]) not in "3456":
        return False
    table.dealer[0] = table.draw()
    return True


def settle_bonus(table: Table, replaced: bool) -> None:
    for seat in table.seats:
        if BONUS not in table.wagers[seat]:
            continue
        odds = bonus_odds(table, replaced)
        if odds is not None:
            table.pay_side(seat, BONUS, odds)


def bonus_odds(table: Table, replaced: bool) -> int | None:
    """HB-4; None is a loss and 0 a push."""
    upcard, hole = table.dealer
    number = table.paytable()
    if not replaced:  # HB-R8
        return None
    if ace_and_ten(table.dealer):  # HB-R3: in either order
        if suit(upcard) == suit(hole):
            return {1: 40, 2: 20, 3: 20, 4: 12, 5: 15, 6: 20}[number]
        return {1: 15, 2: 20, 3: 20, 4: 12, 5: 15, 6: 20}[number]
    if rank(upcard) == "A":
        return {1: 8, 2: 8, 3: 8, 4: 6, 5: 4, 6: 4}[number]
    if value(upcard) == 10:
        return {1: 3, 2: 3, 3: 4, 4: 4, 5: 4, 6: 3}[number]
    if value(upcard) in (7, 8, 9):
        return {1: 1, 2: 1, 3: 0, 4: 2, 5: 2, 6: 2}[number]
    return None


def settle_naturals(table: Table) -> None:
    """HB-6, on both wagers alike."""
    for seat in table.seats:
        hand = table.hands[seat][0]
        if hand.result is not None:  # took even money
            continue
        if natural(hand) and table.dealer_natural():
            table.push(seat, hand)
        elif natural(hand):
            table.win(seat, hand, 3, 2)
        elif table.dealer_natural():
            hand.result = "lost"


def legal_moves(table: Table, seat: int, hand: Hand) -> set[str]:
    moves = {"stand"}
    if total(hand.cards) == 21:  # BJ-7
        return moves
    if hand.taken_back:  # HB-7
        return {"stand", "hit"}
    two_cards = len(hand.cards) == 2
    aces_allow = not hand.split_aces or table.flag("resplit-aces", False)
    fewer_than_four = len(table.hands[seat]) < 4  # HB-R2
    if is_pair(hand.cards, by_value=False) and fewer_than_four and aces_allow:  # HB-8
        moves.add("split")
    after_split = table.choice("HB-R9", "ruled", "other") == "other"
    may_take_back = after_split or not hand.split  # HB-R9
    if two_cards and may_take_back and 13 <= total(hand.cards) <= 16:  # HB-7, HB-R1
        moves.add("take-back")
    if hand.split_aces and not table.flag("hit-split-aces", False):  # HB-8
        return moves
    moves.add("hit")
    if two_cards and not is_soft(hand.cards) and 9 <= total(hand.cards) <= 11:  # HB-9
        moves.add("double")
    return moves


def play_hand(table: Table, seat: int, index: int) -> None:
    hand = table.hands[seat][index]
    main = table.wagers[seat]["main"]
    if len(hand.cards) == 1:  # BJ-R2
        hand.cards.append(table.draw())
    while True:
        legal = legal_moves(table, seat, hand)
        if legal == {"stand"}:
            return
        move = table.ask(seat, index, legal)
        if move == "stand":
            return
        if move == "take-back" and hand.split:  # HB-R9, read the other way
            table.push(seat, hand)
            return
        if move == "take-back":  # HB-7
            table.give(seat, "half-back", hand.stakes.pop("half-back"))
            hand.taken_back = True
            continue
        if move == "split":
            split(table, seat, index)
            continue
        if move == "double":  # HB-9: one more unit, whatever is on the hand
            table.stake(seat, "main", main)
            hand.stakes["main"] = hand.stakes.get("main", 0) + main
        hand.cards.append(table.draw())
        if total(hand.cards) > 21:
            hand.result = "bust"
            return
        if move == "double":
            return


def split(table: Table, seat: int, index: int) -> None:
    """HB-8, HB-R7: the first split moves Half Back to the new hand, later ones cost a wager."""
    hand = table.hands[seat][index]
    if not hand.split:
        stakes = {"half-back": hand.stakes.pop("half-back")}
    else:
        stakes = {"main": table.wagers[seat]["main"]}
        table.stake(seat, "main", stakes["main"])
    hand.split = True
    hand.split_aces = rank(hand.cards[0]) == "A"
    new = Hand([hand.cards.pop()], stakes, split=True, split_aces=hand.split_aces)
    table.hands[seat].insert(index + 1, new)
    hand.cards.append(table.draw())
    if table.choice("split-cards", "in-turn", "at-once") == "at-once":  # BJ-R2
        new.cards.append(table.draw())
