"""PR: signals, chips, cards and payments, told at their moment with seat, card and amount."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rules.limits import dollars
from pitboss.rules.procedure import KINDS, manual, practice_problems, step_problems
from pitboss.table import events as ev
from pitboss.table.narrator import Narrator
from tests.rounds import UNIT, find, play
from tests.rules.dealing import at, ids, only, practices, told

CUSTOM = "house custom"
EVERY_CHOICE = [
    (game, {**({"surrender": True} if "surrender" in find(game).options else {})}, table)
    for game in games.BUILT_IN
    for table in (1, 4 if game == "lucky-stiff" else 2)
    if table == 1 or find(game).paytables()
]


COURSE = [
    ("PR-1", "blackjack", "case-wagers", CUSTOM, ("Before the first card", "no player touches")),
    ("PR-1", "half-back", "case-wagers", "Half Back rules 8 and 9", ("Half Back equals Main",)),
    ("PR-1", "lucky-stiff", "case-wagers", "Lucky Stiff rule 2 and dealing procedure 1", ()),
    ("PR-1", "blackjack-tie", "case-wagers", "Blackjack Tie game rules 5 and 11",
     ("at most half of the blackjack wager", "more than four games")),
    ("PR-2", "half-back", "set-aside", "Half Back rules 12, 13 and 14",
     ("six inches to the right of the hole card", "on top of the hole card", "settle the Upcard",
      "face down in the discard rack", "never replaced")),
    ("PR-3", "half-back", "pay-bet", "Half Back rule 13c", ("back to the player before play",)),
    ("PR-4", "lucky-stiff", "pay-bet", "Lucky Stiff dealing procedures 2, 3 and 4",
     ("pay or push all of them; then collect", "then come insurance and the peek")),
    ("PR-4", "mulligan-21", "collect-bet", "Mulligan 21 bonus rules 2a, 2b and 2d",
     ("pay naturals and stiff pairs", "collect the wager", "then come insurance and the peek")),
    ("PR-5", "mulligan-21", "burn", "Mulligan 21 rules 5 and 5a",
     ("jack, queen or king, but not a ten", "who signals", "the replacement stands")),
    ("PR-6", "mulligan-21", "dealer-pushes", "Mulligan 21 rule 6",
     ("17, hard or soft, at any point", "no wager of a hand that has not bust moves")),
    ("PR-7", "half-back", "bust", "Half Back rule 17",
     ("Collect the hand's wagers", "face down in the discard rack at once")),
    ("PR-7", "blackjack", "bust", CUSTOM, ("face down in the discard rack at once",)),
    ("PR-8", "half-back", "dealer-stands", CUSTOM, ("from the last seat to the first",)),
]  # fmt: skip


@pytest.mark.parametrize(("practice", "game", "step", "source", "words"), COURSE)
def test_PR_1_PR_2_PR_3_PR_4_PR_5_PR_6_PR_7_PR_8_in_words_with_their_source(
    practice: str, game: str, step: str, source: str, words: tuple[str, ...]
) -> None:
    known = practices(game)[practice]
    assert known.source == source
    for part in words:
        assert part in known.does
    definition = find(game)
    assert practice in ids(Narrator(definition, definition.rules()).practice[step])


# Hand signals


def test_PR_9_a_tap_on_the_felt_is_a_card() -> None:
    captions = told("blackjack", play("blackjack", "Ts 6h 9h 7d 5c 9d 4s", "hit", seats=2))
    hit = only("hit", captions)
    assert hit.does == "Seat 1 taps the felt: a card."
    assert hit.practice == f"PR-9, {CUSTOM}"
    assert captions[captions.index(hit) + 1].does == "Deal 4♠ to seat 1."
    known = practices("blackjack")["PR-9"]
    assert "taps" in known.signal.lower()
    assert "Deal one card face up" in known.does


def test_PR_10_a_flat_hand_stands_and_a_hand_without_a_choice_needs_none() -> None:
    # seat 1 stands on 17; seat 2 hits 12 to 21, which stands by itself
    round_ = play("blackjack", "Ts 6h 9h 7d 6c 9d 9s", "stand hit", seats=2)
    captions = told("blackjack", round_)
    stood = only("stand", captions)
    assert "waves a flat hand" in stood.does
    assert stood.does.startswith("Seat 1 ")
    assert stood.does.endswith("stands on 17.")
    assert stood.practice == f"PR-10, {CUSTOM}"
    by_itself = only("stand-by-itself", captions)
    assert by_itself.does == "Seat 2 stands on 21."
    assert by_itself.practice == ""
    known = practices("blackjack")["PR-10"]
    assert "palm down" in known.signal
    assert "no choice needs no signal" in known.does


def test_PR_11_PR_18_a_double_is_a_wager_beside_the_first_and_one_finger() -> None:
    captions = told("blackjack", play("blackjack", "6s 9h 5d 7c Td", "double", main=2500))
    doubled = only("double", captions)
    assert doubled.does == "Seat 1 puts $25 beside the wager and shows one finger: one card."
    assert doubled.practice == f"PR-11, PR-18, {CUSTOM}"
    known = practices("blackjack")
    assert "never on top of it" in known["PR-18"].does
    assert "one finger" in known["PR-11"].signal
    assert "then deal one card" in known["PR-11"].does


def test_PR_18_a_double_with_two_opening_wagers_is_one_more_equal_to_main() -> None:
    captions = told("half-back", play("half-back", "6s 9h 5d 7c Td", "double"))
    assert f"puts {dollars(UNIT)} beside" in only("double", captions).does
    chips = practices("half-back")["PR-18"]
    assert "equals Main alone" in chips.does
    assert chips.source == "Half Back rule 17"
    assert "house custom" in chips.note  # the place beside it is in no document
    assert only("double", captions).practice == f"PR-18; PR-11, {CUSTOM}"


def test_PR_12_PR_19_PR_25_a_split_is_two_fingers_and_a_wager_behind_the_new_hand() -> None:
    options = {"double": "hard 9-11"}  # 8-8 cannot be doubled then, so nothing is in doubt
    captions = told(
        "blackjack", play("blackjack", "8s 9h 8d 7c", "split", main=1500, options=options)
    )
    split = only("split", captions)
    assert "Seat 1 spreads two fingers" in split.does
    assert "have $15 put behind the new hand" in split.does
    assert split.practice == f"PR-12, PR-19, PR-25, {CUSTOM}"
    known = practices("blackjack")
    assert "two fingers" in known["PR-12"].signal
    assert "then separate the pair" in known["PR-12"].does
    assert "wager equal to it is put behind the second" in known["PR-19"].does
    assert "side by side" in known["PR-25"].does


@pytest.mark.parametrize(
    ("game", "doubled", "split"),
    [
        ("blackjack", "double-of-pair", "split-of-pair"),
        ("half-back", "double-of-pair", "free-split-of-pair"),
    ],
)
def test_PR_13_one_finger_or_two_decide_a_pair_of_fives(
    game: str, doubled: str, split: str
) -> None:
    one = only(doubled, told(game, play(game, "5s 9h 5d 7c Td", "double")))
    two = only(split, told(game, play(game, "5s 9h 5d 7c", "split")))
    assert "one finger" in one.does
    assert "not split" in one.does
    assert "two fingers" in two.does
    assert "not doubled" in two.does
    assert "PR-13" in ids(one.practice)
    assert "PR-13" in ids(two.practice)
    asked = practices(game)["PR-13"]
    assert asked.says == "One card, or split?"
    assert "before a card is touched" in asked.does


def test_PR_13_is_not_told_of_a_pair_that_cannot_be_doubled() -> None:
    captions = told("half-back", play("half-back", "8s 9h 8d 7c", "split"))  # doubles hard 9-11
    assert "PR-13" not in ids(only("free-split", captions).practice)


def test_PR_14_PR_26_a_burn_is_signalled_and_the_card_goes_face_down_into_the_rack() -> None:
    captions = told("mulligan-21", play("mulligan-21", "2s 9h 3c 9d Kh 6c", "hit burn"))
    burn = only("burn", captions)
    assert "Seat 1 signals: burn the K♥ face down into the rack" in burn.does
    assert burn.practice == f"PR-5; PR-14, PR-26, {CUSTOM}"
    known = practices("mulligan-21")
    assert "brushes it aside" in known["PR-14"].signal
    assert "security note (a)" in known["PR-14"].note
    assert "before the replacement leaves the shoe" in known["PR-26"].does
    assert "security note (b)" in known["PR-26"].note


def test_PR_14_any_other_signal_keeps_the_card() -> None:
    captions = told("mulligan-21", play("mulligan-21", "2s 9h 3c 9d Kh", "hit keep"))
    assert only("keep", captions).does == "Seat 1 leaves the K♥ where it lies."
    assert "PR-14" not in ids(only("keep", captions).practice)
    assert "Any other signal" in practices("mulligan-21")["PR-14"].does


def test_PR_15_PR_21_a_hand_drawn_back_returns_one_wager_and_the_dealer_slides_it() -> None:
    captions = told("half-back", play("half-back", "Ts 9h 4c 7d", "take-back", main=2000))
    back = only("take-back", captions)
    assert "Seat 1 draws a hand back: slide the Half Back wager, $20" in back.does
    assert back.practice == f"PR-21; PR-15, {CUSTOM}"
    known = practices("half-back")
    assert "13 to 16" in known["PR-15"].does
    assert "without touching the chips" in known["PR-15"].signal
    assert "Main stays where it is" in known["PR-21"].does
    assert known["PR-21"].source == "Half Back rule 17"


def test_PR_16_a_surrender_is_a_line_behind_the_wager_where_the_house_allows_it() -> None:
    allowed = {"surrender": True}
    captions = told("blackjack", play("blackjack", "Ts Th 6c 7d", "surrender", options=allowed))
    given_up = only("surrender", captions)
    assert "Seat 1 draws a line behind the wager" in given_up.does
    assert given_up.practice == f"PR-16, {CUSTOM}"
    half = only("collect-part", captions).does
    assert half == "Slide $5 of seat 1's Main wager back to the player and take the rest."
    assert "half the stake" in practices("blackjack", allowed)["PR-16"].does
    assert "PR-16" not in practices("blackjack")
    assert "PR-16" not in practices("half-back")  # rule 19


def test_PR_17_insurance_is_chips_on_the_line_and_even_money_is_said() -> None:
    # seat 1 insures, seat 2 does not, seat 3 has a natural
    cards, answers = "Ts 9h As Ah 7d 8c Kd 9d", "insure:400 decline even-money"
    captions = told("blackjack", play("blackjack", cards, answers, seats=3))
    assert "Seat 1 puts $4 on the insurance line" in only("insurance-taken", captions).does
    assert "Seat 2 puts nothing on the line" in only("insurance-declined", captions).does
    assert "Seat 3 asks for even money" in only("even-money", captions).does
    for step in ("insurance-taken", "insurance-declined", "even-money"):
        assert only(step, captions).practice == f"PR-17, {CUSTOM}"
    assert "the most that seat may insure" in practices("blackjack")["PR-17"].does
    assert "PR-17" not in practices("mulligan-21", {"insurance": False})


# Wagers and chips


def test_PR_20_the_first_split_moves_the_second_wager_and_the_next_costs_one() -> None:
    round_ = play("half-back", "8s 9h 8d 7c 8h", "split split", main=1500)
    captions = told("half-back", round_)
    free = only("free-split", captions)
    assert "Main behind the first card, Half Back behind the second. No new wager." in free.does
    assert "PR-20" in ids(free.practice)
    assert "$" not in free.does
    paid = only("split", captions)
    assert "have $15 put behind the new hand" in paid.does
    assert "PR-20" not in ids(paid.practice)
    chips = practices("half-back")["PR-20"]
    assert "leaves Main behind the first card and moves Half Back behind the second" in chips.does
    assert chips.source == "Half Back rule 17"


def test_PR_22_winners_and_pushes_leave_the_spot() -> None:
    bets = {"lucky-stiff": 500}
    paid = told("lucky-stiff", play("lucky-stiff", "7s 9h 7d 9c", bets=bets))
    assert "push wager and winnings back" in only("pay-bet", paid).does
    assert "$50" in only("pay-bet", paid).does  # 10 to 1
    assert "PR-22" in ids(only("pay-bet", paid).practice)
    assert CUSTOM not in only("pay-bet", paid).practice  # the document says so
    pushed = told("lucky-stiff", play("lucky-stiff", "As 9h Kd 9c", bets=bets, paytable=4))
    assert "Push seat 1's Lucky Stiff wager off the spot" in only("push-bet", pushed).does
    assert "off the betting spot" in practices("lucky-stiff")["PR-22"].does
    assert practices("lucky-stiff")["PR-22"].source == "Lucky Stiff dealing procedures 2a and 2b"
    assert practices("mulligan-21")["PR-22"].is_custom  # whose document says nothing of it


def test_PR_23_a_winning_hand_is_paid_beside_the_wager() -> None:
    captions = told("blackjack", play("blackjack", "Ts 9h Kd 9d", "stand", main=2500))
    assert only("pay-hand", captions).does == "Pay seat 1 $25 on Main, beside the wager."
    assert only("pay-hand", captions).practice == f"PR-23, {CUSTOM}"
    assert "beside the wager" in practices("blackjack")["PR-23"].does


# Cards


def test_PR_24_the_one_card_of_a_double_and_of_a_split_ace_is_laid_across() -> None:
    doubled = told("blackjack", play("blackjack", "6s 9h 5d 7c Td", "double"))
    assert only("draw-last", doubled).does == "Lay 10♦ across seat 1's hand: its one card."
    assert only("draw-last", doubled).practice == f"PR-24, {CUSTOM}"
    assert "across the first two" in practices("blackjack")["PR-24"].does
    aces = told("blackjack", play("blackjack", "As 9h Ad 7c 3d Ts 9c", "split"))
    assert [caption.does.split()[1] for caption in at("draw-last", aces)] == ["3♦", "10♠"]
    plain = told("blackjack", play("blackjack", "6s 9h 5d 7c Td", "hit"))
    assert not at("draw-last", plain)  # a 21 may not be hit, but not because it was the one card


def test_PR_27_a_face_card_that_would_bust_is_burned_without_a_signal() -> None:
    """As events tell it: no question comes before the burn."""
    round_ = play("mulligan-21", "9s 9h 5c 9d", "hit")
    narrator = Narrator(find("mulligan-21"), round_.table.rules)
    king, six = 12 * 4, 5 * 4  # K♣ and 6♣
    for event in (*round_.events, ev.CardDealt(1, 0, king)):
        narrator.tell(event)
    burned = narrator.tell(ev.CardGivenUp(1, 0, king))
    assert burned.step == "burn-unasked"
    assert "K♣" in burned.does
    assert "seat 1" in burned.does
    assert "signal" in burned.does
    assert "wait" not in burned.does
    assert "PR-14" not in ids(burned.practice)
    assert narrator.tell(ev.CardDealt(1, 0, six)).says == "20."


def test_PR_27_is_practice_where_the_table_does_so() -> None:
    asked = play("mulligan-21", "9s 9h 5c 9d Kh", "hit").of(ev.ReplacementOffered)
    assert ("PR-27" in practices("mulligan-21")) == (not asked)
    words = next(one for one in find("mulligan-21").practice if one.id == "PR-27")
    assert "without asking and without a signal" in words.does
    assert words.source == "Mulligan 21 security note (a)"
    assert set(words.at) == {"burn-unasked", "burn-last-unasked"}


def test_PR_28_the_replacement_of_a_doubled_card_is_the_one_card() -> None:
    captions = told("mulligan-21", play("mulligan-21", "2s 9h 8c 9d Kh 6c", "double burn"))
    burn = only("burn-last", captions)
    assert "burn the K♥" in burn.does
    assert "lay the next card in its place" in burn.does
    assert burn.practice == f"PR-5, PR-28; PR-14, PR-26, {CUSTOM}"
    assert not at("draw-last", captions[: captions.index(burn)])  # the king could still be burned
    assert only("draw-last", captions).does == "Lay 6♣ across seat 1's hand: its one card."
    known = practices("mulligan-21")["PR-28"]
    assert known.source == "Mulligan 21 rule 5b"
    assert "not burned again" in known.does


def test_PR_29_discards_are_picked_up_last_seat_first_the_dealer_s_own_last() -> None:
    captions = told("blackjack", play("blackjack", "Ts 9h Kd 9d", "stand"))
    collected = only("collect-cards", captions)
    assert captions[-1] is collected
    assert collected.does == "Collect the cards, last seat first, and rack them."
    assert collected.practice == f"PR-29, {CUSTOM}"
    known = practices("blackjack")["PR-29"].does
    assert "from the last seat to the first" in known
    assert "in the order dealt, the dealer's own last" in known


def test_PR_62_PR_63_a_new_shoe_is_cut_and_burned_and_wagers_are_asked_for() -> None:
    definition = find("blackjack")
    narrator = Narrator(definition, definition.rules())
    assert narrator.practice["shuffle"] == narrator.practice["burn-top"] == f"PR-62, {CUSTOM}"
    known = practices("blackjack")
    assert "place the cut card, and burn the top card face down" in known["PR-62"].does
    assert narrator.practice["open-round"] == f"PR-63, {CUSTOM}"
    assert known["PR-63"].says == narrator.words["open-round"].says == "Place your bets."


def test_PR_64_the_hole_card_is_turned_once_every_hand_was_played() -> None:
    captions = told("blackjack", play("blackjack", "Ts 9h Kd 9d", "stand"))
    turned = only("turn-hole", captions)
    assert captions[captions.index(turned) - 1].step == "stand"
    assert turned.practice == f"PR-64, {CUSTOM}"
    natural = told("blackjack", play("blackjack", "Ts Th 9d Ad"))
    turned = only("turn-hole", natural)
    assert natural[natural.index(turned) - 1].step == "peek-natural"


CHIPS = {
    "PR-65": ("chips/change", "to exactly the same amount"),
    "PR-66": ("chips/buy-in", "as few chips as make it"),
    "PR-67": ("chips/run-down", "add up what the stacks are worth"),
    "PR-68": ("chips/fill", "for exactly what lies there"),
}


@pytest.mark.parametrize("practice", CHIPS)
def test_PR_65_PR_66_PR_67_PR_68_work_with_chips_belongs_to_no_step(practice: str) -> None:
    place, words = CHIPS[practice]
    known = practices("half-back")[practice]
    assert known.at == (place,)
    assert words in known.does
    assert known.source == CUSTOM
    captions = told("blackjack", play("blackjack", "Ts 9h Kd 9d", "stand"))
    assert not any(practice in ids(one.practice) for one in captions)


# Paying, pushing and taking


@pytest.mark.parametrize(
    ("cards", "paid"),
    [("7s 9h 7d 9c", "$50"), ("7s 7h 7d 9c", "$200")],  # 10 to 1; 40 to 1 for the match
)
def test_PR_30_on_tables_that_pay_a_match_the_dealer_looks_before_paying(
    cards: str, paid: str
) -> None:
    bets = {"lucky-stiff": 500}
    looked = told("lucky-stiff", play("lucky-stiff", cards, bets=bets, paytable=4))
    look = only("pay-bet-look", looked)
    assert look.does.startswith("Look whether the upcard matches the pair")
    assert paid in look.does
    assert "PR-30" in ids(look.practice)
    plain = told("lucky-stiff", play("lucky-stiff", cards, bets=bets, paytable=1))
    assert not at("pay-bet-look", plain)  # the match pays no more there
    assert "PR-30" not in practices("lucky-stiff", paytable=1)
    known = practices("lucky-stiff", paytable=5)["PR-30"]
    assert known.source == "Lucky Stiff dealing procedure 2b"
    assert "Before a stiff pair is paid, look whether the upcard has its rank" in known.does


def test_PR_31_naturals_are_paid_before_insurance_and_the_look() -> None:
    round_ = play("mulligan-21", "As Ts Ah Kd 9c Kc", "decline", seats=2)
    captions = told("mulligan-21", round_)
    steps = [caption.step for caption in captions]
    assert steps.index("pay-natural") < steps.index("offer-insurance") < steps.index("peek-natural")
    natural = only("pay-natural", captions)
    assert "seat 1's blackjack $10" in natural.does  # even money
    assert natural.practice == "PR-31"
    known = practices("mulligan-21")["PR-31"]
    assert known.source == "Mulligan 21 rule 3"
    assert "before insurance is offered and before the hole card is looked at" in known.does
    assert "PR-31" not in practices("blackjack")


def test_PR_32_insurance_is_closed_before_the_look_and_nobody_plays_before_it() -> None:
    captions = told("blackjack", play("blackjack", "Ts Ah 7d 8c", "decline stand"))
    steps = [caption.step for caption in captions]
    order = ["offer-insurance", "insurance-declined", "close-insurance", "peek", "stand"]
    assert [step for step in steps if step in order] == order
    assert only("peek", captions).practice == f"PR-32, {CUSTOM}"
    ten = [caption.step for caption in told("blackjack", play("blackjack", "Ts Th 7d 8c", "stand"))]
    assert "offer-insurance" not in ten
    assert ten.index("peek") < ten.index("stand")
    assert "close it, and only then look" in practices("blackjack")["PR-32"].does
    sources = {game: practices(game)["PR-32"].source for game in games.BUILT_IN}
    assert sources == {
        "blackjack": CUSTOM,
        "half-back": "Half Back rules 13b and 15",
        "lucky-stiff": "Lucky Stiff dealing procedure 4",
        "blackjack-tie": CUSTOM,
        "mulligan-21": "Mulligan 21 rule 4",
    }


@pytest.mark.parametrize(
    ("cards", "step"),
    [
        ("5s Th 9d 9c 6c", "pay-bet-riding"),  # 5-9-6 makes 20, against 19
        ("5s Th 9d Tc 6c", "push-bet-riding"),  # against 20
        ("5s 9h 9d 7c 6c 5h", "collect-bet-riding"),  # against 9-7-5
    ],
)
def test_PR_33_a_bet_that_rides_is_settled_once_by_the_hand_s_result(cards: str, step: str) -> None:
    round_ = play("lucky-stiff", cards, "hit stand", bets={"lucky-stiff": 500})
    captions = told("lucky-stiff", round_)
    riding = only(step, captions)
    assert "stays on its spot while the hand is played" in practices("lucky-stiff")["PR-33"].does
    assert "PR-33" in ids(riding.practice)
    assert "PR-4" not in ids(riding.practice)
    if step == "pay-bet-riding":
        assert "$25" in riding.does  # 5 to 1


def test_PR_33_a_tie_pays_its_bonus_and_pushes_the_hand() -> None:
    captions = told("blackjack-tie", play("blackjack-tie", "Ts 9h 8d 9c", "stand",
                                          bets={"tie-18": 500, "tie-right": 500}))  # fmt: skip
    paid, lost = only("pay-bet-riding", captions), only("collect-bet-riding", captions)
    assert "$225" in paid.does  # 45 to 1
    assert "Tie 18" in paid.does
    assert "Right Side" in lost.does
    assert at("push-hand", captions)
    assert ids(paid.practice) == ["PR-33", "PR-22"]
    known = practices("blackjack-tie")["PR-33"]
    assert known.source == "Blackjack Tie game rules 2, 3 and 4"
    assert "pushes the blackjack wager" in known.does


def test_PR_34_a_natural_or_a_second_split_loses_the_tie_bets_at_once() -> None:
    bets = {"tie-18": 500}
    natural = told("blackjack-tie", play("blackjack-tie", "As Th Kd 9c", bets=bets))
    steps = [caption.step for caption in natural]
    assert steps.index("peek") < steps.index("collect-bet-early") < steps.index("pay-natural")
    assert ids(only("collect-bet-early", natural).practice) == ["PR-34"]
    split = play("blackjack-tie", "8s 9h 8d 7c 8h", "split split", bets=bets)
    captions = told("blackjack-tie", split)
    assert "Tie 18" in captions[-1].does
    assert captions[-1].step.startswith("collect-bet")
    assert "PR-34" in ids(captions[-1].practice)
    known = practices("blackjack-tie")["PR-34"]
    assert known.source == "Blackjack Tie game rules 7 and 8"
    assert "splits a second time" in known.does


# The manual as a whole


def test_the_house_s_manual_is_sound_and_all_of_it_is_house_custom() -> None:
    house = manual()
    assert not step_problems(house.procedure)
    assert not practice_problems(house.practice)
    assert [one.id for one in house.practice] == [
        f"PR-{number}" for number in sorted(int(one.id[3:]) for one in house.practice)
    ]
    assert all(one.is_custom for one in house.practice)
    assert {one.kind for one in house.practice} == set(KINDS)


@pytest.mark.parametrize(("game", "options", "table"), EVERY_CHOICE)
def test_no_practice_of_another_game_s_bets_is_told(
    game: str, options: dict[str, bool], table: int
) -> None:
    """Of bets, wagers and mechanics of other games not a word."""
    rules = find(game).rules()
    own = {*(bet.name for bet in rules.bets), *rules.wagers.names.values()}
    every = {bet.name for one in games.BUILT_IN for bet in find(one).rules().bets} | {"Half Back"}
    for one in practices(game, options, table).values():
        words = " ".join((one.name, one.signal, one.does, one.says, one.note))
        names = find(game).name.split(" with ")[0].split(" Blackjack")[0]
        for stranger in every - own - {names}:
            assert stranger not in words, f"{one.id} of {game} names {stranger}"
    if game != "mulligan-21":
        assert "ulligan" not in str(practices(game, options, table))


def test_what_is_no_house_custom_names_the_document_of_its_game() -> None:
    documents = {
        "half-back": "Half Back rule",
        "lucky-stiff": "Lucky Stiff ",
        "blackjack-tie": "Blackjack Tie game rule",
        "mulligan-21": "Mulligan 21 ",
    }
    for game in games.BUILT_IN:
        for one in practices(game).values():
            if not one.is_custom:
                assert one.source.startswith(documents[game]), one.id
                assert any(letter.isdigit() or letter == "(" for letter in one.source), one.id


OWN = """
id = "mine"
name = "Mine"
based-on = "mulligan-21"

[practice.PR-9]
signal = "Nods."

[practice.PR-14]
source = "Mine, rule 3"

[practice.X-1]
kind = "irregularity"
name = "The lights went out"
at = ["deal-player"]
when = ["burn"]
does = "Cover the rack."

[procedure.burn]
does = "Whisk the {card} away."
"""


def test_a_game_of_one_s_own_changes_adds_and_does_without_practice() -> None:
    mine = games.read(
        OWN.replace("[practice.PR-9]", "[practice]\nPR-8 = false\n[practice.PR-9]"),
        origin="mine.toml",
    )
    known = {one.id: one for one in mine.practice}
    assert known["PR-9"].signal == "Nods."
    assert known["PR-9"].does == practices("mulligan-21")["PR-9"].does
    assert known["PR-9"].is_custom
    assert not known["PR-14"].is_custom
    assert known["X-1"].is_custom  # what names no document
    assert "PR-8" not in known
    round_ = play("mulligan-21", "2s 9h 3c 9d Kh", "hit burn")
    narrator = Narrator(mine, round_.table.rules)
    last = [narrator.tell(event) for event in round_.events][-1]
    assert last.does == "Whisk the K♥ away."
    assert last.practice == f"PR-5, PR-14; PR-26, {CUSTOM}"


def test_a_game_s_own_words_serve_every_case_of_a_step_it_has_no_words_for() -> None:
    mine = games.read(OWN, origin="mine.toml")
    base = games.read(
        OWN.replace("mulligan-21", "blackjack").replace("[practice.PR-9]", "[mulligan]\n"
        "ranks = 'J-K'\nsplit-cards = true\ndouble-cards = true\n[practice.PR-9]"),
        origin="base.toml",
    )  # fmt: skip
    round_ = play("mulligan-21", "2s 9h 8c 9d Kh", "double burn")
    cases = {game.origin: Narrator(game, game.rules()).words["burn-last"] for game in (mine, base)}
    assert "the hand's one card" in cases["mine.toml"].does  # its parent's, which are closer
    assert cases["base.toml"].does == "Whisk the {card} away."
    assert Narrator(base, base.rules()).words["burn-top"].does.startswith("Burn the top card")
    assert round_.of(ev.CardGivenUp)


def test_a_game_that_is_based_on_none_has_the_house_s_practice() -> None:
    whole = games.source("blackjack").replace('"blackjack"', '"mine"', 1)
    mine = games.read(whole, origin="mine.toml")
    assert mine.practice == manual().practice
