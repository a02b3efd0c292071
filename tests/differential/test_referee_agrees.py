"""The table engine against the referee: same cards, same choices, same cents, same legal moves.

``PITBOSS_ROUNDS=10000 pytest tests/differential`` plays more rounds than the suite does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pitboss import cards, games
from pitboss.rules.game import OptionValue
from pitboss.rules.limits import House
from pitboss.table import Table
from pitboss.table import events as ev
from pitboss.table.actions import (
    CloseWagers,
    DeclineInsurance,
    Insure,
    PlaceWagers,
    TakeEvenMoney,
)
from pitboss.table.actions import (
    move as make_move,
)
from pitboss.table.flow import Want
from tests import referee
from tests.effort import size

ROUNDS = size("ROUNDS", usual=800, whole=1_200)

OPTIONS: dict[str, dict[str, list[OptionValue]]] = {}
_BLACKJACK: dict[str, list[OptionValue]] = {
    "soft17": ["hit", "stand"],
    "natural": ["3 to 2", "6 to 5", "1 to 1"],
    "double": ["any", "hard 9-11", "hard 10-11"],
    "das": [True, False],
    "resplit-aces": [False, True],
    "hit-split-aces": [False, True],
    "pairs": ["rank", "value"],
    "split-cards": ["in-turn", "at-once"],
    "surrender": [False, True],
}
OPTIONS["blackjack"] = {"decks": [1, 2, 4, 6, 8], **_BLACKJACK, "peek": [True, False]}
OPTIONS["lucky-stiff"] = {"decks": [1, 2, 6, 8], **_BLACKJACK}
OPTIONS["blackjack-tie"] = {"decks": [6, 8], **_BLACKJACK}
OPTIONS["half-back"] = {
    "decks": [6, 8],
    **{
        name: _BLACKJACK[name]
        for name in ("soft17", "resplit-aces", "hit-split-aces", "split-cards")
    },
    "HB-R9": ["ruled", "ruled", "other"],
}
OPTIONS["mulligan-21"] = {
    "decks": [6, 8],
    **{
        name: _BLACKJACK[name]
        for name in ("double", "das", "resplit-aces", "hit-split-aces", "split-cards", "surrender")
    },
    "insurance": [True, False],
    "burn-split-cards": [True, False],
    "after-burn": ["hit-or-stand", "any"],
    **{
        reading: ["ruled", "ruled", "other"] for reading in ("M21-R2", "M21-R3", "M21-R6", "M21-R9")
    },
}
TABLES = {"half-back": 6, "lucky-stiff": 5, "blackjack-tie": 6, "mulligan-21": 3}
FAMILY = {
    "half-back": "upcard-bonus",
    "lucky-stiff": "lucky-stiff",
    "blackjack-tie": "tie",
    "mulligan-21": "lucky-stiff",
}


def random_options(game: str, rng: random.Random) -> dict[str, OptionValue]:
    options = {name: rng.choice(values) for name, values in OPTIONS[game].items()}
    if options.get("surrender") and options.get("peek") is False:
        options["surrender"] = False
    if options.get("M21-R2") == "other":  # the two are about the same card
        options["M21-R9"] = "ruled"
    return options


def random_wagers(game: str, paytable: int, rng: random.Random) -> dict[str, int]:
    main = rng.choice([600, 1000, 1501, 2500, 3333])
    wagers = {"main": main}
    if game == "half-back":
        wagers["half-back"] = main
    if game == "blackjack-tie":
        straight = ["tie-17", "tie-18", "tie-19", "tie-20", "tie-21"] if paytable <= 3 else []
        for bet in rng.sample(
            ["tie-left", "tie-right", "tie-blackjack", *straight], k=rng.randint(0, 3)
        ):
            wagers[bet] = min(
                max(main // 6, 100), 500
            )  # within the half per side and the $5 of WA-2
    elif game in FAMILY and rng.random() < 0.7:
        wagers[FAMILY[game]] = rng.choice([100, 250, 505])
    return wagers


def random_shoe(decks: int, rng: random.Random) -> Iterator[int]:
    """A shuffled shoe, half of the time one rich in the cards that make things happen."""
    shoe = list(cards.DECK) * decks
    rng.shuffle(shoe)
    if rng.random() < 0.5:
        rich = rng.choice(["A8", "KJ5A", "T7", "9", "6A5", "QA", "3K", "45A"])
        front = [card for card in shoe if cards.RANKS[card >> 2] in rich][: rng.randint(4, 24)]
        for card in front:
            shoe.remove(card)
        mixed = front + shoe[:6]
        rng.shuffle(mixed)
        lead = rng.choice([0, 2])
        shoe = shoe[6 : 6 + lead] + mixed + shoe[6 + lead :]
    return iter(shoe)


def weighted_move(legal: list[str], rng: random.Random) -> str:
    """Any legal move may come; those that make a round interesting come more often."""
    weights = {"split": 6, "double": 2, "take-back": 2, "surrender": 1, "hit": 3, "stand": 2}
    return rng.choices(legal, [weights.get(move, 1) for move in legal])[0]


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_engine_and_referee_agree_to_the_cent(game: str) -> None:
    rng = random.Random(f"referee {game}")
    for number in range(ROUNDS):
        options = random_options(game, rng)
        paytable = rng.randint(1, TABLES.get(game, 1))
        paytables = {FAMILY[game]: paytable} if game in FAMILY else {}
        unit, favour = rng.choice([(1, "player"), (1, "house"), (50, "player"), (25, "house")])
        house = House(round_to=unit, round_for="house" if favour == "house" else "player")
        table = Table(games.find(game).rules(options, paytables), house)
        seats = rng.choice([1, 1, 2, 3] if options["decks"] == 1 else [1, 1, 2, 3, 5, 7])
        wagers = [random_wagers(game, paytable, rng) for _ in range(seats)]
        deck = random_shoe(int(options["decks"]), rng)
        choices, used = play_engine(table, wagers, deck, rng)
        script = iter(choices)

        def choose(
            seat: int,
            hand: int,
            legal: frozenset[str],
            script: Iterator[tuple[int, int, frozenset[str], str]] = script,
        ) -> str:
            expected_seat, expected_hand, engine_legal, move = next(script)
            assert (seat, hand, legal) == (expected_seat, expected_hand, engine_legal)
            return move

        where = f"round {number}: {game} {options} table {paytable} {wagers}"
        where += f" {' '.join(map(cards.name, used))} {[choice[3] for choice in choices]}"
        result = referee.play(
            game,
            options={**options, "paytable": paytable},
            wagers=wagers,
            cards=iter([cards.name(card) for card in used]),
            choose=choose,
            round_to=unit,
            round_for=favour,
        )
        assert next(script, None) is None, where
        assert result.cards_used == len(used), where
        assert result.bets == money(table, seats), where
        assert [cards.parse(card) for card in result.dealer] == table.state.dealer, where


def play_engine(
    table: Table, wagers: list[dict[str, int]], deck: Iterator[int], rng: random.Random
) -> tuple[list[tuple[int, int, frozenset[str], str]], list[int]]:
    """Play one round with random legal moves; the choices made and the cards used."""
    for seat, staked in enumerate(wagers, start=1):
        table.do(PlaceWagers(seat, f"player {seat % 3}", staked))
    table.do(CloseWagers())
    choices: list[tuple[int, int, frozenset[str], str]] = []
    used: list[int] = []
    while table.want != Want.WAGERS:
        if table.wants_card:
            used.append(next(deck))
            table.deal(used[-1])
        elif table.want == Want.INSURANCE:
            number = table.insurance_seats()[0]
            limit = table.insurance_limit(number)
            offers = ["insure", "decline"]
            if table.can(TakeEvenMoney(number)):
                offers.append("even-money")
            move = rng.choice(offers)
            cents = rng.choice([limit, max(1, limit // 3)])
            choices.append(
                (number - 1, 0, frozenset(offers), f"insure:{cents}" if move == "insure" else move)
            )
            if move == "insure":
                table.do(Insure(number, cents))
            else:
                table.do(
                    TakeEvenMoney(number) if move == "even-money" else DeclineInsurance(number)
                )
        else:
            legal = table.legal_names()
            move = weighted_move(legal, rng)
            choices.append((table.seat.number - 1, table.hand, frozenset(legal), move))
            table.do(make_move(table.seat.number, move))
    return choices, used


def money(table: Table, seats: int) -> list[dict[str, tuple[int, int]]]:
    """What each seat put on each bet and got back from it, added up from the log."""
    out: list[dict[str, int]] = [{} for _ in range(seats)]
    back: list[dict[str, int]] = [{} for _ in range(seats)]

    def add(where: list[dict[str, int]], seat: int, bet: str, cents: int) -> None:
        where[seat - 1][bet] = where[seat - 1].get(bet, 0) + cents

    for event in table.log:
        match event:
            case ev.WagerPlaced(seat=seat, bet=bet, cents=cents):
                add(out, seat, bet, cents)
            case ev.InsuranceTaken(seat=seat, cents=cents):
                add(out, seat, "insurance", cents)
            case ev.HandDoubled(seat=seat, cents=cents):
                add(out, seat, "main", cents)
            case ev.HandSplit(seat=seat, cents=cents, moved=False):
                add(out, seat, "main", cents)
            case ev.WagerReturned(seat=seat, bet=bet, cents=cents):
                add(back, seat, bet, cents)
            case ev.WagerSettled(seat=seat, bet=bet, returned=cents):
                add(back, seat, bet, cents)
    return [
        {bet: (staked[bet], back[i].get(bet, 0)) for bet in staked} for i, staked in enumerate(out)
    ]
