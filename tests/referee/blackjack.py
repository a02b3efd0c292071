"""Referee for plain house-banked blackjack (BJ)."""

from .table import Hand, Table, is_pair, is_soft, natural, total, value


def play(table: Table) -> None:
    table.deal()
    offer_insurance(table)
    if looks_before_play(table):
        if table.dealer_natural():
            settle_dealer_natural(table)
            return
        pay_naturals(table)  # insurance taken is lost
    play_seats(table)
    finish(table)


def natural_odds(table: Table) -> tuple[int, int]:
    """BJ-6."""
    pays = table.choice("natural", "3 to 2", "6 to 5", "1 to 1")
    if pays == "3 to 2":
        return 3, 2
    if pays == "6 to 5":
        return 6, 5
    return 1, 1


def offer_insurance(table: Table) -> None:
    """Even money equals insuring a natural only where naturals pay 3 to 2 (BJ-4)."""
    table.offer_insurance(even_money=natural_odds(table) == (3, 2))


def looks_before_play(table: Table) -> bool:
    """BJ-5. Under a 2 to 9 there can be no natural, so there is nothing to wait for."""
    return table.flag("peek", True) or value(table.dealer[0]) in range(2, 10)


def settle_dealer_natural(table: Table) -> None:
    """BJ-5: insurance pays, naturals push, everything still open loses."""
    table.settle_insurance()
    for seat in table.seats:
        for hand in table.hands[seat]:
            if hand.result is None and natural(hand):
                table.push(seat, hand)
            elif hand.result is None:
                hand.result = "lost"


def pay_naturals(table: Table) -> None:
    """BJ-6, once it is known that the dealer has none."""
    odds, to = natural_odds(table)
    for seat in table.seats:
        hand = table.hands[seat][0]
        if hand.result is None and natural(hand):
            table.win(seat, hand, odds, to)


def play_seats(table: Table) -> None:
    for seat in table.seats:
        first = table.hands[seat][0]
        if first.result is not None or natural(first):  # without a peek a natural waits
            continue
        index = 0
        while index < len(table.hands[seat]):
            play_hand(table, seat, index)
            index += 1


def legal_moves(table: Table, seat: int, hand: Hand, by_value: bool) -> set[str]:
    moves = {"stand"}
    if total(hand.cards) == 21:  # BJ-7
        return moves
    two_cards = len(hand.cards) == 2
    aces_allow = not hand.split_aces or table.flag("resplit-aces", False)
    if is_pair(hand.cards, by_value) and len(table.hands[seat]) < 4 and aces_allow:  # BJ-8
        moves.add("split")
    if hand.split_aces and not table.flag("hit-split-aces", False):  # BJ-8
        return moves
    moves.add("hit")
    if two_cards and double_allowed(table, hand):
        moves.add("double")
    if two_cards and not hand.split and table.flag("surrender", False):  # BJ-9
        moves.add("surrender")
    return moves


def double_allowed(table: Table, hand: Hand) -> bool:
    """BJ-7, for a hand of two cards."""
    if hand.split and not table.flag("das", True):
        return False
    allowed = table.choice("double", "any", "hard 9-11", "hard 10-11")
    if allowed == "any":
        return True
    lowest = 9 if allowed == "hard 9-11" else 10
    return not is_soft(hand.cards) and lowest <= total(hand.cards) <= 11


def play_hand(table: Table, seat: int, index: int) -> None:
    hand = table.hands[seat][index]
    by_value = table.choice("pairs", "rank", "value") == "value"
    if len(hand.cards) == 1:  # BJ-R2: a split hand's second card comes with its turn
        hand.cards.append(table.draw())
    while True:
        legal = legal_moves(table, seat, hand, by_value)
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
        if move == "double":  # BJ-7: an equal stake
            table.stake(seat, "main", hand.stakes["main"])
            hand.stakes["main"] += hand.stakes["main"]
        hand.cards.append(table.draw())
        if total(hand.cards) > 21:  # BJ-11
            hand.result = "bust"
            return
        if move == "double":
            return


def split(table: Table, seat: int, index: int) -> None:
    """BJ-8: the right-hand card starts a new hand next to this one, with an equal wager."""
    hand = table.hands[seat][index]
    hand.split = True
    hand.split_aces = hand.cards[0][0] == "A"
    wager = table.wagers[seat]["main"]
    table.stake(seat, "main", wager)
    new = Hand([hand.cards.pop()], {"main": wager}, split=True, split_aces=hand.split_aces)
    table.hands[seat].insert(index + 1, new)
    hand.cards.append(table.draw())
    if table.choice("split-cards", "in-turn", "at-once") == "at-once":  # BJ-R2
        new.cards.append(table.draw())


def finish(table: Table) -> None:
    """The hole card is turned, the dealer draws, and what is still open is settled."""
    if table.dealer_natural():  # only possible without a peek
        settle_dealer_natural(table)
        return
    pay_naturals(table)
    table.dealer_draws(hit_soft_17=table.choice("soft17", "hit", "stand") == "hit")
    for seat in table.seats:
        for hand in table.hands[seat]:
            if hand.result is None:
                table.compare(seat, hand)
