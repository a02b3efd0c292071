"""A shoe against the clock: dealt by hand from the first card to the cut card, rounds counted.

The trainee deals real cards beside the screen while the clock of the question runs. How many rounds
a shoe has, where nobody draws, follows from the game's file; who drops a card or deals two at once
on the way counts another number.
"""

from __future__ import annotations

import random

from pitboss.school.citing import cited_at, quotes
from pitboss.school.items import Answer, Item, Question, lettered
from pitboss.school.made import Made, Skill
from pitboss.school.setting import Setting
from pitboss.table.shoe import Shoe

SKILL = Skill("table/shoe", "Deal a shoe against the clock", apart=True)
SECONDS_A_DECK = 100.0
"""Six decks within ten minutes."""
FEWEST_SEATS = 3
NEAR = (-2, -1, 1, 2)
"""How far off the other choices are."""


def skills(setting: Setting) -> list[Skill]:
    """One where there is a cut card to deal to; a continuous shuffler never ends."""
    return [SKILL] if setting.house.shoe == "cut" else []


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """A shoe to be dealt to so many seats."""
    most = max(setting.rules.wagers.seats, FEWEST_SEATS)
    shoe = new_shoe(setting)
    told = [seats for seats in range(FEWEST_SEATS, most + 1) if _cut_is_seen(shoe, seats)]
    if not told:
        return None
    seats = rng.choice(told)
    right = rounds_of(shoe, seats)
    numbers = sorted({right, *(right + off for off in rng.sample(NEAR, 3))})
    options = lettered([f"{number} rounds" for number in numbers])
    chosen = options[numbers.index(right)]
    decks, each, out = setting.tables.decks, cards_a_round(seats), shoe.burn
    rules = list(dict.fromkeys([*cited_at(setting, "deal-player"), *cited_at(setting, "shuffle")]))
    item = Item(
        kind="table", skill=skill.id, name=skill.name,
        question=Question(
            text="Deal the shoe to the cut card, with your own cards, while the clock runs. How "
            "many rounds did you deal?",
            form="choice", aim_seconds=SECONDS_A_DECK * decks, options=options,
            told=[
                f"{decks} decks, shuffled; {out} off the top go to the rack, and the cut card "
                f"stands {shoe.cut} cards from the top, those counted",
                f"{seats} seats: two cards each, your upcard and your hole card; nobody draws, "
                "and you collect after every round",
                "The round in which the cut card comes is dealt to its end, and is the last",
            ],
        ),
        answer=Answer(text=chosen.text, choices=[chosen.id]), rule=rules[0], rules=rules,
        working=[
            f"{shoe.cut} cards before the cut card, {out} of them in the rack: "
            f"{shoe.cut - out} are dealt until it comes",
            f"{seats} seats and the dealer: {each} cards a round",
            f"{right - 1} rounds are {(right - 1) * each} cards; in round {right} it comes",
        ],
        explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item)


def new_shoe(setting: Setting) -> Shoe:
    """The table's own shoe, shuffled."""
    rules, house = setting.rules.shoe, setting.house
    penetration = house.penetration or rules.penetration
    shoe = Shoe(rules.decks, seed="drill", penetration=penetration)
    shoe.burn = rules.burn
    shoe.shuffle()
    return shoe


def cards_a_round(seats: int) -> int:
    """Two for each seat and for the dealer."""
    return 2 * (seats + 1)


def rounds_of(shoe: Shoe, seats: int) -> int:
    """Rounds until the table's shoe is spent."""
    shoe.shuffle()
    for _ in range(shoe.burn):
        shoe.draw()
    rounds = 0
    while not shoe.spent:
        for _ in range(cards_a_round(seats)):
            shoe.draw()
        rounds += 1
    return rounds


def _cut_is_seen(shoe: Shoe, seats: int) -> bool:
    """Whether the cut card comes within a round, and the shoe lasts to that round's end."""
    dealt, each = shoe.cut - shoe.burn, cards_a_round(seats)
    whole = -(-dealt // each) * each
    return dealt > 0 and dealt % each != 0 and whole + shoe.burn <= shoe.size
