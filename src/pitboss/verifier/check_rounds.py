#!/usr/bin/env python3
"""Checks rounds of a pitboss table that were saved to a file. Needs Python 3.9 and nothing else.

    python3 check_rounds.py rounds.json

It believes nothing in the file but the rules of the game, which are in it in plain words. It checks

- that the file is as it was written, and every entry is sealed to the one before it;
- that each shoe is the one promised: the house's seed fits the promise that was made before the
  players added theirs, and the order of the cards follows from all of these seeds;
- that every card that left the shoe is the next one of that order, and went where it was due;
- that every wager was paid what the rules say these cards bring;
- that all of it is in the log of the whole house, under a head that the house signed.

Exit status: 0 all is well, 1 something is wrong, 2 there is no such file. Whether each decision was
open to the hand that made it is left to `pitboss audit`, which plays the rounds again.

This is a second reading of the rules, on purpose: it shares no line with the program that dealt.
"""

import copy
import hashlib
import json
import re
import sys
from collections import Counter

RANKS, SUITS = "A23456789TJQK", "♣♦♥♠"
KINDS = ("pitboss rounds",)
FORMATS = (1, 2)
SHUFFLE = "pitboss-shuffle-1"


class Wrong(Exception):
    """Something that is not as it must be; the message says what."""


def demand(fact, what):
    """Go on if something is so."""
    if not fact:
        raise Wrong(what)


# Cards and hands


def rank(card):
    """0 is an ace, 12 a king; cards are 4 × rank + suit."""
    return card >> 2


def name(card):
    """A card as people write it."""
    return RANKS[rank(card)].replace("T", "10") + SUITS[card & 3]


def value(card):
    """What a card counts, an ace as one."""
    return min(rank(card) + 1, 10)


def total(cards):
    """What a hand counts, and whether an ace in it counts eleven."""
    plain = sum(map(value, cards))
    soft = plain <= 11 and any(rank(card) == 0 for card in cards)
    return plain + 10 * soft, soft


def is_natural(cards):
    """Whether two cards are an ace and one that counts ten."""
    return len(cards) == 2 and total(cards)[0] == 21


# The few phrases in which rules are written


def ranks(phrase):
    """``3-6, A``: ranks by number."""
    found = set()
    for term in phrase.split(","):
        first, _, last = term.strip().partition("-")
        if first == "any":
            found |= set(range(13))
        elif first != "none":
            found |= set(range(RANKS.index(first), RANKS.index(last or first) + 1))
    return found


def totals(phrase):
    """``13-16, hard 9-11``: hands as (total, whether soft)."""
    found = set()
    for term in phrase.split(","):
        kind, low, high = re.fullmatch(r"(hard |soft )?(\w+)(?:-(\d+))?", term.strip()).groups()
        if low == "none":
            continue
        first, last = (4, 21) if low == "any" else (int(low), int(high or low))
        for points in range(first, last + 1):
            if kind != "soft ":
                found.add((points, False))
            if kind != "hard " and points >= 12:
                found.add((points, True))
    return found


def ties(phrase):
    """``17-19, natural``: totals, and the word."""
    found = set()
    for term in phrase.split(","):
        first, _, last = term.strip().partition("-")
        whole = first != "natural"
        found |= set(range(int(first), int(last or first) + 1)) if whole else {"natural"}
    return found


def odds(phrase):
    """``3 to 2``."""
    pays, stake = phrase.split(" to ")
    return int(pays), int(stake)


# The order of a shoe


def shuffled(cards, server_seed, seeds):
    """The order that follows from the house's seed and the players'."""
    said = f"{SHUFFLE}\n{server_seed}\n" + "".join(f"{who}\t{seed}\n" for who, seed in seeds)
    root = hashlib.sha256(said.encode()).digest()

    def words():
        block = 0
        while True:
            made = hashlib.sha256(root + block.to_bytes(8, "big")).digest()
            for at in range(0, 32, 4):
                yield int.from_bytes(made[at : at + 4], "big")
            block += 1

    order, stream = sorted(cards), words()
    for last in range(len(order) - 1, 0, -1):
        word = next(stream)
        while word >= 2**32 - 2**32 % (last + 1):
            word = next(stream)
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


class Shoes:
    """What was promised, what came of it, and the card that must come next."""

    def __init__(self, decks, orders, typed):
        self.decks, self.typed = decks, typed
        self.orders = {order["number"]: order for order in orders}
        self.promises, self.added, self.seeds = {}, {}, {}
        self.promised_in = {}
        """By shoe: the entry that promised it."""
        self.left_out = set()
        """Whose seeds do not count in the shoe that was shuffled last: they must have been away."""
        self.now, self.order, self.dealt = None, None, 0
        self.secret = set()
        """Shoes that are still being dealt: nobody may know their order yet."""
        self.checked = 0

    def promised(self, event, entry):
        number = event["number"]
        demand(number not in self.promises, f"shoe {number} was promised twice")
        self.promises[number], self.promised_in[number] = event, entry
        if not event.get("method"):
            self.seeds[number] = None

    def add(self, event, actor):
        number, player = event["number"], event["player"]
        demand(number in self.promises, f"shoe {number} got a seed before it was promised")
        demand(player == actor, f"the seed of {player} for shoe {number} was added by another")
        self.added.setdefault(number, {})[player] = event["seed"]

    def seeded(self, event, entry, players):
        """The promised shoe gets its seeds; `players` have wagers on the felt meanwhile."""
        number, seeds = event["number"], event["seeds"]
        demand(number in self.promises, f"shoe {number} got its seeds before it was promised")
        demand(number not in self.seeds, f"shoe {number} was shuffled twice")
        first = self.now is not None and self.seeds[self.now] is None  # the one before had none
        in_time = self.promised_in[number] < entry or first
        demand(in_time, f"shoe {number} was promised as late as it was shuffled")
        names = [who for who, _ in seeds]
        demand(names == sorted(set(names)), f"the seeds of shoe {number} are not in order")
        for who, seed in seeds:
            same = self.added.get(number, {}).get(who) == seed
            demand(same, f"shoe {number} was shuffled with another seed of {who} than they gave")
        self.seeds[number] = seeds
        self.left_out = set(self.added.get(number, {})) - set(names)
        for player in players:
            self.plays(player)

    def came(self, player):
        """Somebody sat down: they were away before, and so their seed may not have counted."""
        self.left_out.discard(player)

    def plays(self, player):
        """Somebody has a wager, and so sits here since the shuffle unless they came after it."""
        shoe = max(self.seeds, default=0)
        demand(player not in self.left_out, f"the seed of {player} was left out of shoe {shoe}")

    def shuffle(self, out):
        """The shoe that was promised comes; `out` are cards that stay on the felt meanwhile."""
        if self.typed:
            return  # cards are typed in from a real table
        number = max(self.seeds, default=None)
        demand(number != self.now, "a shoe was shuffled that was not promised")
        self.now, self.order, self.dealt = number, None, 0
        shown = self.orders.get(number)
        if shown is None:
            self.secret.add(number)
            return
        order = list(bytes.fromhex(shown["cards"]))
        left = Counter(list(range(52)) * self.decks)
        left.subtract(out)
        demand(
            Counter(order) == +left and min(left.values()) >= 0,
            f"shoe {number} is not made of the cards that belong in it",
        )
        self.check_promise(number, order, shown)
        self.order = order

    def check_promise(self, number, order, shown):
        promise, nonce = self.promises[number], bytes.fromhex(shown["nonce"])
        kept = nonce if promise.get("method") else nonce + bytes(order)
        demand(
            hashlib.sha256(kept).hexdigest() == promise["commitment"] == shown["commitment"],
            f"shoe {number} is not the one that was promised",
        )
        if promise.get("method"):
            demand(promise["method"] == SHUFFLE, f"shoe {number}: its shuffle is not known here")
            demand(
                shuffled(order, shown["nonce"], self.seeds[number]) == order,
                f"the order of shoe {number} does not follow from its seeds",
            )

    def draw(self, card):
        """A card left the shoe."""
        demand(self.typed or self.now is not None, f"{name(card)} was dealt from no shoe")
        self.dealt += 1
        if self.order is None:
            return
        demand(self.dealt <= len(self.order), f"shoe {self.now} has no more cards")
        due = self.order[self.dealt - 1]
        demand(card == due, f"{name(card)} was dealt; the next card of the shoe is {name(due)}")
        self.checked += 1

    def revealed(self, event):
        number = event["number"]
        promise, shown = self.promises.get(number, {}), self.orders.get(number)
        if promise.get("method"):
            made = hashlib.sha256(bytes.fromhex(event["nonce"])).hexdigest()
            demand(made == promise["commitment"], f"shoe {number} is not the one that was promised")
        demand(number not in self.secret, f"shoe {number} is revealed, and its order is missing")
        if number == self.now:
            self.order = []  # whoever goes on dealing from it deals cards that all know
        if number in self.promises and shown is not None:
            demand(
                (event["cards"], event["nonce"]) == (shown["cards"], shown["nonce"]),
                f"shoe {number} was revealed as another one",
            )


# The signed log of the whole house

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def added(one, other):
    """The sum of two points of the curve of Ed25519 (RFC 8032, 5.1.4)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    """A point added to itself so often."""
    found = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = added(found, point)
        point, number = added(point, point), number >> 1
    return found


def point(packed):
    """The point that 32 bytes stand for; none if they stand for none."""
    whole = int.from_bytes(packed, "little")
    y, odd = whole & (2**255 - 1), whole >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and odd):
        return None
    x = P - x if x & 1 != odd else x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_signed(public, said, signature):
    """Whether a signature is this key's (Ed25519)."""
    key, start = point(public), point(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    if key is None or start is None or len(signature) != 64 or number >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + said).digest()
    left = times(number, BASE)
    right = added(start, times(int.from_bytes(digest, "little") % ORDER, key))
    same_x = (left[0] * right[2] - right[0] * left[2]) % P == 0
    return same_x and (left[1] * right[2] - right[1] * left[2]) % P == 0


def root_above(leaf, index, size, path):
    """The root of the tree to which a path leads from a leaf (RFC 9162, 2.1.3.2)."""
    found, last = leaf, size - 1
    for sibling in path:
        demand(last, "the path in the signed log is too long")
        if index & 1 or index == last:
            found = hashlib.sha256(b"\1" + sibling + found).digest()
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            found = hashlib.sha256(b"\1" + found + sibling).digest()
        index, last = index >> 1, last >> 1
    demand(last == 0, "the path in the signed log is too short")
    return found


def check_place(place, entry, table, head):
    """An entry is a leaf of the tree that has this head."""
    own = (place["table"], place["entry"]) == (table, entry["seq"])
    same = own and place["size"] == head["size"]
    demand(same, f"another entry than its entry {entry['seq']} was signed")
    data = f"{table}\t{entry['seq']}\t{entry['seal']}\t{place['salt'] or ''}"
    leaf = hashlib.sha256(b"\0" + data.encode()).digest()
    told = (leaf.hex(), entry["seal"]) == (place["hash"], place["seal"])
    inside = 0 <= place["leaf"] < place["size"]
    path = [bytes.fromhex(one) for one in place["path"]]
    above = root_above(leaf, place["leaf"], place["size"], path) if told and inside else b""
    demand(above.hex() == head["root"], f"entry {entry['seq']} is not in the log that was signed")


def check_signed(proof):
    """Each run ends in a leaf of the tree over all logs of the house, and its head is signed."""
    head, places = proof["signed"]["head"], proof["signed"]["earlier"]
    places = [*places, proof["signed"]["inclusion"]]
    demand(len(places) == len(proof["runs"]), "not all that is in it was signed")
    for place, run in zip(places, proof["runs"]):  # noqa: B905 - Python 3.9 knows no `strict`
        check_place(place, run["entries"][-1], proof["table"], head)
    public = bytes.fromhex(proof["signed"]["public"])
    demand(hashlib.sha256(public).hexdigest()[:32] == head["key"], "another key is named")
    said = f"pitboss head 1\n{head['size']}\n{head['root']}\n{head['at']}\n{head['key']}\n"
    good = is_signed(public, said.encode(), bytes.fromhex(head["signature"]))
    demand(good, "the signature under the log's head is not the house's")


# A round


class Hand:
    """Cards, and the wagers on them by opening wager."""

    def __init__(self, stakes, cards=()):
        self.stakes, self.cards = stakes, list(cards)
        self.due = False
        """Whether a card must come."""
        self.done = self.doubled = False
        self.of_split = None
        """The rank that was split to make it."""
        self.ended = None
        """What ended it before the dealer played: (win, push or lose), what it pays."""

    def state(self):
        """How a side bet may see that it was finished."""
        points, _ = total(self.cards)
        twenty_one = self.of_split is not None and len(self.cards) == 2 and points == 21
        pair = ("aces" if self.of_split == 0 else "tens") if twenty_one else "none"
        return {"doubled": self.doubled and pair == "none", "split-21": pair, "given up": False}


class Seat:
    """A player in a round."""

    def __init__(self, player):
        self.player = player
        self.stakes = {}
        self.wagers = {}
        """Side bets on the felt."""
        self.hands = []
        self.dealt = []
        """The first two cards."""
        self.insurance = 0
        self.even_money = False
        self.lost_by_split = set()
        """Bets that a second split loses, unless they are decided."""

    @property
    def natural(self):
        return is_natural(self.dealt)


ANY_RESULT = {"win", "push", "lose"}
BOTH = {True, False}


class Round:
    """One round, followed event by event."""

    def __init__(self, number, rules, house):
        self.number, self.rules, self.house = number, rules, house
        self.opening = rules["wagers"]["opening"]
        self.bets = {bet["id"]: bet for bet in rules["bets"]}
        self.seats = {}
        self.closed = False
        self.up, self.first_up, self.hole, self.dealer = None, None, None, []
        self.peeked = None
        self.final = None
        """The dealer's last total."""
        self.out = []
        """Cards that lie on the felt or in the rack."""
        self.paid = Counter()
        """Won on each side bet, where the house caps that."""
        self.settled = 0

    # What is known

    def dealer_natural(self):
        """What may be true of the dealer having a natural."""
        if self.dealer:
            return {is_natural(self.dealer[:2])}
        if self.peeked is not None:
            return {self.peeked}
        return BOTH if value(self.up) in (1, 10) else {False}

    def result(self, seat, hand):
        """How a hand may end, and the totals on which it may tie."""
        natural = self.dealer_natural()
        if hand.ended:
            return {hand.ended[0]}, {None}
        if seat.natural and len(seat.hands) == 1:
            wins = seat.even_money or self.rules["natural"]["paid"] == "before-peek"
            tie = {"natural" if is_there else None for is_there in natural}
            return {"push" if is_there and not wins else "win" for is_there in natural}, tie
        if natural == {True}:
            return {"lose"}, {None}
        if self.final is None or not hand.done:
            return ANY_RESULT, {None, *range(4, 22), "natural"}
        points, _ = total(hand.cards)
        tie = points if points == self.final else None
        if self.final in self.rules["dealer"]["pushes-on"]:
            return {"push"}, {tie}
        if self.final > 21 or points > self.final:
            return {"win"}, {None}
        return {"push" if tie else "lose"}, {tie}

    def facts(self, seat):
        """By fact: what may still be true of a seat, as far as all can see."""
        first, second = seat.dealt
        pair = rank(first) if rank(first) == rank(second) else None
        hand = seat.hands[0]
        result, tie = self.result(seat, hand)
        known = {
            "original-upcard": {rank(self.up if self.first_up is None else self.first_up)},
            "upcard": {rank(self.up)},
            "replaced": {self.first_up is not None},
            "dealer-natural": self.dealer_natural(),
            "dealer-suited": BOTH,
            "player": {total(seat.dealt)},
            "player-natural": {seat.natural},
            "player-suited": {first & 3 == second & 3},
            "pair": {pair},
            "matches-upcard": {pair == rank(self.up)},
            "result": result,
            "tie": tie,
            "doubled": BOTH,
            "split-21": {"none", "aces", "tens"},
            "given up": BOTH,
        }
        if self.dealer:
            known["dealer-suited"] = {self.dealer[0] & 3 == self.dealer[1] & 3}
        if hand.ended == ("lose", "half"):
            known.update({"doubled": {False}, "split-21": {"none"}, "given up": {True}})
        elif hand.doubled or hand.done or result != ANY_RESULT:
            known.update({fact: {so} for fact, so in hand.state().items()})
        return known

    def decided(self, bet, known):
        """The line of a bet's pay table that decides it, and its pay; None while it is open."""
        if bet["surrendered"] == "returned" and known["given up"] == {True}:
            return "surrendered", 0
        table = self.rules["paytables"].get(bet["paytable"], 1) - 1
        for line in bet["events"]:
            holds = True
            for fact, wanted in line["when"].items():
                fitting = wanted_values(fact, wanted)
                if fitting is None:
                    continue
                if not known[fact] & fitting:
                    break
                holds = holds and known[fact] <= fitting
            else:
                pays = line["pays"][table]
                return (line["event"], {"push": 0, "loss": -1}.get(pays, pays)) if holds else None
        return "anything else", -1

    # What happened

    def see(self, event, shoes):
        """The next event of the round."""
        kind = event["type"]
        follow = getattr(self, "see_" + kind, None)
        if follow is not None:
            if "seat" in event and kind != "WagerPlaced":
                demand(event["seat"] in self.seats, f"seat {event['seat']} has no wager")
            follow(event, shoes)

    def hand_of(self, event):
        hands = self.seats[event["seat"]].hands
        demand(0 <= event["hand"] < len(hands), f"seat {event['seat']} has no such hand")
        return hands[event["hand"]]

    def take(self, event, shoes):
        """A card leaves the shoe for the felt."""
        if event["card"] is not None:
            shoes.draw(event["card"])
            self.out.append(event["card"])
        return event["card"]

    def see_WagerPlaced(self, event, shoes):
        demand(not self.closed, "a wager was placed after the deal began")
        shoes.plays(event["player"])
        demand(event["cents"] > 0, "a wager was placed that is none")
        seat = self.seats.setdefault(event["seat"], Seat(event["player"]))
        demand(seat.player == event["player"], f"two players staked on seat {event['seat']}")
        seat.stakes[event["bet"]] = event["cents"]

    def see_WagerWithdrawn(self, event, _):
        seat = self.seats[event["seat"]]
        demand(not self.closed, "a wager was withdrawn after the deal began")
        demand(seat.stakes.pop(event["bet"], None) == event["cents"], "another wager came back")
        if not seat.stakes:
            del self.seats[event["seat"]]

    def see_WagersClosed(self, event, _):  # noqa: ARG002
        self.closed = True
        self.seats = dict(sorted(self.seats.items()))
        for seat in self.seats.values():
            stakes = [seat.stakes.get(bet, 0) for bet in self.opening]
            demand(min(stakes) == max(stakes) > 0, "the opening wagers are not equal")
            seat.hands = [Hand(stakes)]
            seat.wagers = {bet: c for bet, c in seat.stakes.items() if bet not in self.opening}
            for bet in seat.wagers:
                demand(bet in self.bets, f"{bet} is no bet of this game")

    def see_CardDealt(self, event, shoes):
        hand = self.hand_of(event)
        if self.hole is None:
            self.check_deal(event["seat"])
            self.seats[event["seat"]].dealt.append(event["card"])
        else:
            demand(hand.due, "a card went to a hand that asked for none")
        hand.due = False
        hand.cards.append(self.take(event, shoes))

    def check_deal(self, number):
        """Everyone gets a card, then the dealer one face up, then everyone a second one."""
        demand(self.closed, "a card was dealt before the wagers were closed")
        second = self.up is not None
        due = [seat for seat, one in self.seats.items() if len(one.dealt) == second]
        demand(due[:1] == [number], f"a card went to seat {number} out of turn")

    def see_UpcardDealt(self, event, shoes):
        ready = self.closed and self.up is None
        demand(ready and all(len(seat.dealt) == 1 for seat in self.seats.values()), OUT_OF_TURN)
        self.up = self.take(event, shoes)

    def see_HoleCardDealt(self, event, shoes):
        demand(all(len(seat.dealt) == 2 for seat in self.seats.values()), OUT_OF_TURN)
        card = self.take(event, shoes)
        self.hole = "not known" if card is None else card

    def see_UpcardSetAside(self, event, _):
        demand(event["card"] == self.up, "another card than the upcard was set aside")
        demand(self.must_replace(), f"{name(self.up)} is no upcard that is replaced")
        self.first_up, self.up = self.up, None

    def see_UpcardReplaced(self, event, shoes):
        demand(self.up is None and self.first_up is not None, OUT_OF_TURN)
        self.up = self.take(event, shoes)

    def must_replace(self):
        return self.first_up is None and rank(self.up) in ranks(self.rules["dealer"]["replaces"])

    def see_InsuranceTaken(self, event, _):
        demand(value(self.up) == 1, "insurance was taken against no ace")
        self.seats[event["seat"]].insurance = event["cents"]

    def see_EvenMoneyTaken(self, event, _):
        seat = self.seats[event["seat"]]
        demand(seat.natural and value(self.up) == 1, "even money was taken without a natural")
        seat.even_money = True

    def see_DealerPeeked(self, event, _):
        if isinstance(self.hole, int):
            there = is_natural([self.up, self.hole])
            demand(event["natural"] == there, "the dealer looked and told another thing")
        self.peeked = event["natural"]

    def see_HitTaken(self, event, _):
        self.ask(event)

    def ask(self, event):
        """A hand draws a card."""
        hand = self.hand_of(event)
        live = not hand.done and not hand.due
        demand(live and self.up is not None, "a hand drew that could not")
        hand.due = True
        return hand

    def see_HandDoubled(self, event, _):
        hand = self.ask(event)
        equal = self.rules["double"]["adds"] == "equal"
        due = sum(hand.stakes) if equal else self.unit(event)
        demand(event["cents"] == due, "a double cost another amount than the rules say")
        hand.stakes[0] += event["cents"]
        hand.doubled = True

    def unit(self, event):
        """The wager by which everything of a seat is measured."""
        return self.seats[event["seat"]].stakes[self.opening[0]]

    def see_HandSplit(self, event, _):
        seat, old = self.seats[event["seat"]], self.ask(event)
        demand(len(old.cards) == 2, "a hand was split that has not two cards")
        new = Hand([0] * len(self.opening), [old.cards.pop()])
        kinds = [rank(hand.cards[0]) for hand in (old, new)]
        same = kinds if self.rules["split"]["pairs"] == "rank" else [value(4 * k) for k in kinds]
        demand(same[0] == same[1], "two cards were split that are no pair")
        if event["moved"]:
            old.stakes[1], new.stakes[1] = 0, old.stakes[1]
            demand(new.stakes[1] and not event["cents"], "a wager moved that was not there")
        else:
            demand(event["cents"] == self.unit(event), "a split cost another amount than it must")
            new.stakes[0] = event["cents"]
        old.of_split, new.of_split, new.due = kinds[0], kinds[1], True
        seat.hands.insert(event["hand"] + 1, new)
        if len(seat.hands) == 3:
            seat.lost_by_split = {
                bet["id"]
                for bet in self.bets.values()
                if bet["lost-on-second-split"]
                and (event["hand"] == 0 or bet["second-split"] == "any-hand")
            }

    def see_WagerTakenBack(self, event, _):
        hand, slot = self.hand_of(event), self.opening.index(event["bet"])
        demand(hand.stakes[slot] == event["cents"] > 0, "another amount came back than was staked")
        hand.stakes[slot] = 0

    def see_CardBurned(self, event, _):
        hand = self.ask(event)
        demand(event["card"] in hand.cards, "a card left a hand that did not have it")
        place = len(hand.cards) - 1 - hand.cards[::-1].index(event["card"])
        del hand.cards[place]

    def see_HandStood(self, event, _):
        hand = self.hand_of(event)
        demand(total(hand.cards)[0] == event["total"] <= 21, "a hand stood on another total")
        hand.done = True

    def see_HandBusted(self, event, _):
        hand = self.hand_of(event)
        demand(total(hand.cards)[0] == event["total"] > 21, "a hand was called bust that is not")
        hand.done, hand.ended = True, ("lose", (-1, 1))

    def see_HandSurrendered(self, event, _):
        hand = self.hand_of(event)
        hand.done, hand.ended = True, ("lose", "half")

    def see_HandEnded(self, event, _):
        hand, many = self.hand_of(event), self.rules["charlie"]
        pays = (0, 1)
        if sum(hand.stakes):
            enough = many is not None and len(hand.cards) >= many["cards"]
            demand(enough and total(hand.cards)[0] <= 21, "a hand was ended by cards it has not")
            pays = odds(many["pays"])
        hand.done, hand.ended = True, ("win" if pays[0] else "push", pays)

    def see_HoleCardTurned(self, event, _):
        if isinstance(self.hole, int):
            demand(event["card"] == self.hole, "the hole card that was turned is another one")
        else:
            self.out.append(event["card"])
        self.hole = event["card"]
        self.dealer = [self.up, event["card"]]
        if self.peeked is not None:
            there = is_natural(self.dealer)
            demand(self.peeked == there, "the dealer looked and told another thing")

    def see_DealerDrew(self, event, shoes):
        demand(len(self.dealer) >= 2 and self.draws(), "the dealer drew although she must stand")
        hands = [hand for seat in self.seats.values() for hand in seat.hands]
        live = any(any(hand.stakes) for hand in hands)
        demand(live, "the dealer drew although no hand waited for her")
        self.dealer.append(self.take(event, shoes))

    def draws(self):
        """Whether the dealer takes another card."""
        points, soft = total(self.dealer)
        rules = self.rules["dealer"]
        if points > 21 or points in rules["stops-on"]:
            return False
        on_it = soft and points == rules["stands-on"] and rules["soft17"] == "hit"
        return points < rules["stands-on"] or on_it

    def see_DealerFinished(self, event, _):
        done = len(self.dealer) >= 2 and not self.draws()
        demand(done, "the dealer stood although she must draw")
        demand(event["total"] == total(self.dealer)[0], "the dealer's total is another one")
        self.final = event["total"]

    # What it brought

    def see_WagerSettled(self, event, _):
        seat, bet, stake = self.seats[event["seat"]], event["bet"], event["stake"]
        if bet in seat.wagers:
            lay, won = seat.wagers.pop(bet), self.side_bet(seat, bet, event)
        elif bet == "insurance":
            lay, seat.insurance = seat.insurance, 0
            won = self.insurance(stake)
        else:
            demand(bet in self.opening, f"{bet} was settled and nobody staked it")
            hand, slot = self.hand_of(event), self.opening.index(bet)
            lay, hand.stakes[slot] = hand.stakes[slot], 0
            won = self.main(seat, hand, stake)
            if not sum(hand.stakes):
                hand.done = True
        shown = f"{bet} of seat {event['seat']}"
        demand(lay == stake > 0, f"{shown}: {dollars(lay)} lay there, {dollars(stake)} was settled")
        due = stake + won
        demand(
            event["returned"] == due,
            f"{shown}: {dollars(event['returned'])} came back, the rules give {dollars(due)}",
        )
        self.settled += 1

    def main(self, seat, hand, stake):
        """What a wager on a hand wins."""
        if hand.ended:
            pays = hand.ended[1]
            if pays == "half":
                return min(stake, self.payout(stake, 1, 2)) - stake
        elif seat.natural and len(seat.hands) == 1:
            [result] = self.only(self.result(seat, hand)[0])
            plain = odds(self.rules["natural"]["pays"])
            pays = (1, 1) if seat.even_money else plain if result == "win" else (0, 1)
        else:
            [result] = self.only(self.result(seat, hand)[0])
            pays = {"win": (1, 1), "push": (0, 1), "lose": (-1, 1)}[result]
        return -stake if pays[0] < 0 else self.payout(stake, *pays)

    def only(self, possible):
        demand(len(possible) == 1, "a wager was settled before its result was known")
        return possible

    def insurance(self, stake):
        [natural] = self.only(self.dealer_natural())
        return self.payout(stake, *odds(self.rules["insurance"]["pays"])) if natural else -stake

    def side_bet(self, seat, bet, event):
        """What a side bet wins, by the line of its pay table that the cards decide."""
        line = self.decided(self.bets[bet], self.facts(seat))
        if line is None and bet in seat.lost_by_split:
            line = "second split", -1
        demand(line is not None, f"{bet} was settled before anything decided it")
        said, pays = line
        demand(event["event"] == said, f"{bet} was settled as {event['event']!r}: it is {said!r}")
        if pays < 0:
            return -event["stake"]
        won, cap = self.payout(event["stake"], pays, 1), self.house["aggregate"].get(bet)
        if cap is not None and won:
            given = event["returned"] - event["stake"]
            demand(0 <= given <= won, f"{bet} paid more than its line")
            self.paid[bet] += given
            demand(self.paid[bet] <= cap, f"{bet} paid more in a round than the house's cap")
            return given
        return won

    def payout(self, stake, pays, per):
        """What a stake wins, in the house's smallest chip."""
        chip = self.house["round-to"]
        whole, rest = divmod(stake * pays, per * chip)
        return (whole + (rest > 0 and self.house["round-for"] == "player")) * chip

    def close(self):
        """The round is over: nothing may lie on the felt, and nothing be left to do."""
        demand(self.hole is not None or not self.seats, "the round ended before it was dealt")
        demand(not self.seats or not self.must_replace(), "the upcard should have been replaced")
        for number, seat in self.seats.items():
            left = [*seat.wagers.values(), seat.insurance]
            left += [stake for hand in seat.hands for stake in hand.stakes]
            demand(not any(left), f"wagers of seat {number} were never settled")
            demand(not any(hand.due for hand in seat.hands), f"seat {number} never got its card")


OUT_OF_TURN = "a card was dealt out of turn"
SPLIT_21 = {"aces": {"none", "aces"}, "tens": {"none", "tens"}, "none": {"none"}}


def wanted_values(fact, wanted):
    """The values of a fact that a line of a pay table asks for; None if it does not ask."""
    if wanted is None or (fact, wanted) == ("split-21", "any"):
        return None
    if fact in ("original-upcard", "upcard"):
        return ranks(wanted)
    if fact == "pair":
        return ranks(wanted) or {None}
    if fact == "player":
        return totals(wanted)
    if fact == "tie":
        return ties(wanted)
    return SPLIT_21[wanted] if fact == "split-21" else {wanted}


def dollars(cents):
    """Cents as a price."""
    return f"${cents // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")


# The file


def seal(table, before, line):
    """The seal an entry must have."""
    head = [before, table, line["seq"], line["round"], line["at"], line["actor"]]
    if line.get("key"):
        head.append(line["key"])
    said = "\t".join(map(str, head)) + "\t" + line["body"]
    return hashlib.sha256(said.encode()).hexdigest()


def read(data):
    """What is in a file; it must be written as this program's own writer does."""
    try:
        text = data.decode()
        proof = json.loads(text)
    except ValueError:
        raise Wrong("it is no file of rounds") from None
    whole = isinstance(proof, dict) and proof.get("kind") in KINDS and "checksum" in proof
    demand(whole, "it is no file of rounds")
    known = proof.get("format") in FORMATS
    demand(known, "its format is not known to this verifier; get a newer one")
    written = json.dumps(proof, indent=1, ensure_ascii=False) + "\n"
    plain = {**proof, "checksum": ""}
    packed = json.dumps(plain, separators=(",", ":"), ensure_ascii=False)
    fits = hashlib.sha256(packed.encode()).hexdigest() == proof["checksum"]
    demand(fits and written == text, "it was damaged or changed since it was written")
    return proof


def check_seals(proof):
    """Entries of the log: each run without a gap, each entry sealed to the one before it."""
    due = 1
    for run in proof["runs"]:
        first = run["entries"][0]["seq"]
        demand(first >= due, f"entry {first} is not where it belongs in the file")
        before, due = run["before"], first
        for line in run["entries"]:
            shown = f"entry {line['seq']}"
            demand(line["seq"] == due, f"{shown} is there, entry {due} should be")
            fits = seal(proof["table"], before, line) == line["seal"]
            demand(fits, f"{shown} is not as it was sealed")
            before, due = line["seal"], due + 1
    last, head = proof["runs"][-1]["entries"][-1], proof["head"]
    told = head["seq"] > last["seq"] or (head["seq"], head["seal"]) == (last["seq"], last["seal"])
    demand(told, "the log's last entry is another one")


class Check:
    """Rounds of a file, followed from the beginning of the shoe they were dealt from."""

    def __init__(self, proof):
        self.proof = proof
        first = proof["runs"][0]["entries"][0]
        opened = json.loads(first["body"])[0]
        opens = first["seq"] == 1 and opened["type"] == "TableOpened"
        demand(opens, "it does not begin with the entry that opened the table")
        self.opened, self.rules = opened, opened["rules"]
        self.house = self.limits(opened["house"])
        typed = opened["settings"]["typed"]
        self.shoes = Shoes(self.rules["shoe"]["decks"], proof["shoes"], typed)
        self.line = first
        """The entry that is being read."""
        self.round = None
        self.before = {}
        """By entry: the round before it, where a card that was typed by mistake may be undone."""
        self.over = []
        """Rounds that are over."""

    def limits(self, house):
        """What the house set, with what it leaves unsaid."""
        return {"round-to": 1, "round-for": "player", "aggregate": {}, **house}

    def everything(self):
        """Follow it all; `Wrong` says what is not as it must be."""
        check_seals(self.proof)
        if "signed" in self.proof:
            check_signed(self.proof)
        for run in self.proof["runs"][:-1]:
            for line in run["entries"]:
                self.line = line
                self.remember(json.loads(line["body"]))
        start = self.proof["start"]
        last = self.proof["runs"][-1]["entries"]
        begins = last[0]["seq"] == start["entry"]
        demand(begins, "its rounds do not begin where it says")
        for line in last:
            self.line = line
            if self.shoes.typed:
                self.before[line["seq"]] = copy.deepcopy(self.round)
            events = json.loads(line["body"])
            skipped = start["event"] if line["seq"] == start["entry"] else 0
            self.remember(events[:skipped])
            for event in events[skipped:]:
                try:
                    self.see(event)
                except Wrong as error:
                    where = f"round {self.round.number}, " if self.round else ""
                    raise Wrong(f"{where}entry {line['seq']}: {error}") from None
        wanted = range(self.proof["first"], self.proof["last"] + 1)
        there = [one.number for one in self.over]
        demand(set(wanted) <= set(there), "not all of its rounds are in it")
        demand(there == list(range(there[0], there[-1] + 1)), "a round is missing in between")

    def remember(self, events):
        """What came before the rounds and holds for them: limits, promises, players' seeds."""
        for event in events:
            promise = event["type"] == "ShoeCommitted" and event.get("method")
            if promise or event["type"] in ("LimitsSet", "SeedAdded"):
                self.see(event)

    def see(self, event):
        kind = event["type"]
        if kind == "LimitsSet":
            self.house = self.limits(event["house"])
        elif kind == "ShoeCommitted":
            self.shoes.promised(event, self.line["seq"])
        elif kind == "SeedAdded":
            self.shoes.add(event, self.line["actor"])
        elif kind == "ShoeSeeded":
            seats = self.round.seats.values() if self.round else ()
            self.shoes.seeded(event, self.line["seq"], [seat.player for seat in seats])
        elif kind == "SeatTaken":
            self.shoes.came(event["player"])
        elif kind == "ShoeRevealed":
            self.shoes.revealed(event)
        elif kind == "ShoeShuffled":
            self.shoes.shuffle(self.round.out if event["ran_out"] else [])
        elif kind == "TopCardBurned":
            if event["card"] is not None:
                self.shoes.draw(event["card"])
        elif kind == "CardUndone":
            self.round = self.before[event["entry"]]
        elif kind == "RoundOpened":
            demand(self.round is None, "a round began before the last one was over")
            self.round = Round(event["number"], self.rules, self.house)
        elif kind == "RoundClosed":
            demand(self.round is not None, "a round ended that had not begun")
            self.round.close()
            self.over.append(self.round)
            self.round = None
        elif self.round is not None:
            self.round.see(event, self.shoes)

    def told(self):
        """What was checked, in a few sentences."""
        proof, shoes = self.proof, self.shoes
        first, last = proof["first"], proof["last"]
        many = f"Round {first}" if first == last else f"Rounds {first} to {last}"
        wagers = sum(one.settled for one in self.over)
        yield f"{many} of table {proof['table']}, {self.opened['name']}: everything is right."
        paid = "the one wager" if wagers == 1 else f"each of {wagers} wagers"
        yield f"Every seal fits, and {paid} was paid as the rules say."
        if "signed" in proof:
            head = proof["signed"]["head"]
            they = "It is" if first == last else "They are"
            yield (
                f"{they} in the house's log of {head['size']} entries, whose head was signed "
                f"with the key {head['key']}."
            )
        if shoes.typed:
            yield "The cards were typed in from a real table: there was no shoe to check."
            return
        yield f"{shoes.checked} cards were the next ones of the shoes that were promised."
        if shoes.secret:
            yield (
                f"Shoe {max(shoes.secret)} is not shown yet, because it is still being dealt: its "
                "cards can be checked when it is over. Save the rounds again then."
            )


def check(data):
    """What was checked in a file; `Wrong` says what is not as it must be."""
    proof = read(data)
    try:
        found = Check(proof)
        found.everything()
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Wrong(f"it says what no table can say ({error!r})") from None
    return found


def main(arguments):
    """Check the file that is named, and say what came of it."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__.strip())
        return 0 if arguments in (["-h"], ["--help"]) else 2
    try:
        with open(arguments[0], "rb") as file:
            data = file.read()
    except OSError as error:
        print(f"{arguments[0]} cannot be read: {error.strerror}")
        return 2
    try:
        found = check(data)
    except Wrong as error:
        print(f"✗ {error}")
        return 1
    print("✓ " + "\n  ".join(found.told()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
