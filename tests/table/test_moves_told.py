"""What a table says of each move is what the engine does, and why one is shut is true."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from pitboss.cards import RANK_VALUE
from pitboss.rules.hands import SOFT, TOTAL, hand_state
from pitboss.rules.moves import MOVES, by_id, definition
from pitboss.table import Table, teaching
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.flow import Want
from pitboss.table.teaching import Decision, MoveView
from pitboss.table.views import view
from tests.rounds import play
from tests.table.taught import GAMES, YOU, play_rounds

LONGEST = 95
NAMES = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")


def listed(words: str) -> set[int]:
    """Numbers or ranks in words: ``3 to 6``, ``9, 10 or 11``, ``jack, queen or king``."""
    found: set[int] = set()
    for word in re.split(r", | or ", words.removeprefix("a ").removeprefix("an ")):
        low, _, high = word.partition(" to ")
        if low == "ten-value card":
            found |= {9, 10, 11, 12}
        elif low.isdigit() and low not in NAMES:
            found |= set(range(int(low), int(high or low) + 1))
        else:
            found |= set(range(NAMES.index(low), NAMES.index(high or low) + 1))
    return found


def totals_listed(words: str) -> set[int]:
    """Totals in words, such as ``13 to 16``."""
    found: set[int] = set()
    for word in re.split(r", | or ", words):
        low, _, high = word.partition(" to ")
        found |= set(range(int(low), int(high or low) + 1))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_its_place_and_its_line(game: str) -> None:
    def look(table: Table) -> None:
        seen = view(table, YOU)
        assert view(table, "somebody else").moves == []
        if table.want == Want.INSURANCE:
            assert seen.moves == []
            assert dollars_in(seen.prompt) == [seen.insurance_limit[1]]
            return
        assert [move.move for move in seen.moves] == slots_of(table)
        assert [move.move for move in seen.moves if move.open] == seen.legal
        assert {move.move: move.cost for move in seen.moves if move.open} == seen.costs
        for move in seen.moves:
            said, unsaid = (move.does, move.shut) if move.open else (move.shut, move.does)
            assert not said[0].islower()
            assert len(said) <= LONGEST, said
            assert unsaid == ""
        assert seen.prompt

    assert sum(1 for _ in play_rounds(game, "places", look))


def slots_of(table: Table) -> list[str]:
    edges = [edge for terms in table.tables.course.terms for edge in terms.edges]
    found = {edge.move for edge in edges if any(edge.states) and edge.last_card}
    return [move.id for move in MOVES if move.move in found]


def dollars_in(words: str) -> list[int]:
    return [
        round(100 * float(word.replace(",", ""))) for word in re.findall(r"\$([\d.,]*\d)", words)
    ]


# What moves do


@pytest.mark.parametrize("game", GAMES)
def test_moves_do_what_is_said(game: str) -> None:
    checked: Counter[str] = Counter()

    def look(table: Table) -> None:
        if table.want == Want.DECISION:
            for move in view(table, YOU).moves:
                if move.open:
                    checked[check_does(table, move)] += 1

    for _ in play_rounds(game, "does", look):
        pass
    assert checked["draws"] > 20
    assert checked["stays"] > 20


def check_does(table: Table, told: MoveView) -> str:
    """Hold a line against what happens at a copy of the table."""
    twin = table.copy()
    number = int(by_id(told.move).move)
    seat, before = twin.seat, twin.state.players[YOU]
    hand = seat.hands[twin.hand]
    staked, cards, wagers = sum(hand.stakes), list(hand.cards), dict(seat.wagers)
    events = twin.do(act.MakeMove(1, number))
    spent = before - twin.state.players[YOU]
    does = told.does
    if does.startswith("Stay on "):
        total = re.fullmatch(r"Stay on (?:soft )?(\d+) with (\$\S+) in action", does)
        assert total is not None
        assert int(total[1]) == TOTAL[hand_state([RANK_VALUE[card >> 2] for card in cards])]
        assert dollars_in(does) == [staked]
        return "stays"
    if does.startswith("One card"):
        assert spent == 0
        check_busts(twin, does)
        return "draws"
    if " more on " in does or " more, one card" in does:
        assert dollars_in(does) == [told.cost] == [spent]
        check_busts(twin, does)
        if "one card" in does and ", then " not in does:
            assert all(twin.want != Want.DECISION or is_asked(twin) for twin in with_a_card(twin))
        return "adds"
    if "another hand" in does or does.startswith("Free"):
        assert spent == told.cost == (dollars_in(does) or [0])[0]
        assert len(twin.seat.hands) == 1 + len(table.seat.hands)
        left = set(twin.state.seats[0].wagers)
        assert (" lose" in does) == (left != set(wagers)), does
        return "makes a hand"
    if "back, play on" in does:
        assert dollars_in(does) == [-spent]
        assert set(twin.legal_names()) <= {"hit", "stand"}
        return "takes chips"
    if "the hand is over" in does:
        if isinstance(events[0], ev.WagerReturned):
            assert dollars_in(does) == [-spent] == [events[0].cents]
            return "takes the last chips"
        returned = {e.bet: e.returned for e in events if isinstance(e, ev.WagerSettled)}
        main = sum(cents for bet, cents in returned.items() if bet not in wagers)
        assert dollars_in(does) == [main]
        if wagers:
            assert (" lose" in does) == any(returned[bet] == 0 for bet in wagers), does
            assert does.endswith(" back") == all(returned[bet] > 0 for bet in wagers), does
        return "gives up"
    if " goes, a new card comes" in does:
        assert isinstance(events[0], ev.CardGivenUp)
        assert NAMES[events[0].card >> 2] == does.split()[1]
        if "only" in does:
            for after in with_a_card(twin):
                if after.want == Want.DECISION and after.hand == table.hand:
                    assert set(after.legal_names()) <= {"hit", "stand"}
        return "gives up a card"
    if " stays: " in does:
        assert NAMES[cards[-1] >> 2] == does.split()[1]
        assert re.search(r"stays: (?:soft )?(\d+)", does)[1] == str(  # type: ignore[index]
            TOTAL[hand_state([RANK_VALUE[card >> 2] for card in cards])]
        )
        return "keeps"
    assert does == f"Play on with {does.split()[3]} in action"
    assert dollars_in(does) == [staked]
    return "plays on"


def is_asked(table: Table) -> bool:
    return table.seat.hands[table.hand].offered or table.hand > 0 or len(table.seat.hands) > 1


def with_a_card(table: Table) -> list[Table]:
    """The table after each rank that the hand may get now."""
    found = []
    for rank in range(13):
        twin = table.copy()
        card = next((4 * rank + suit for suit in range(4)
                     if twin.state.gone[4 * rank + suit] < twin.tables.decks), None)  # fmt: skip
        if twin.wants_card and card is not None:
            twin.deal(card)
            found.append(twin)
    return found


def check_busts(table: Table, does: str) -> None:
    """Deal every rank to the hand: those that bust it are those named."""
    busts, saved = set(), set()
    for rank in range(13):
        twin = table.copy()
        card = next((4 * rank + suit for suit in range(4)
                     if twin.state.gone[4 * rank + suit] < twin.tables.decks), None)  # fmt: skip
        if card is None:
            return
        twin.deal(card)
        happened = {type(event) for event in twin.log}
        offered = twin.want == Want.DECISION and twin.seat.hands[twin.hand].offered
        over = TOTAL[hand_state(
            [RANK_VALUE[c >> 2] for c in [*table.seat.hands[table.hand].cards, card]]
        )] > 21  # fmt: skip
        if ev.HandBusted in happened:
            busts.add(rank)
        elif over and (ev.CardGivenUp in happened or offered):
            saved.add(rank)
    if "win" in does or not re.search("bust|replaced|may go", does):
        return  # so many cards win, or the line is long enough: nothing is said of a bust
    assert "it cannot bust" in does or busts or saved
    told = re.search(r"; (.*?) busts", does)
    assert (bust_ranks(told[1]) if told else set()) == busts, does
    going = re.search(r"(?:busts, |; )(an? [a-z0-9, -]+) (?:is replaced|may go)", does)
    assert (listed(going[1]) if going else set()) == saved, does


def bust_ranks(words: str) -> set[int]:
    """Ranks in what is said to bust a hand."""
    if words == "anything but an ace":
        return set(range(1, 13))
    if words == "a ten-value card":
        return {9, 10, 11, 12}
    if words.endswith(" or more"):
        return set(range(int(words.split()[0]) - 1, 13))
    ten = {9, 10, 11, 12} if "ten-value card" in words else set[int]()  # otherwise a ten-spot
    return ten | {n - 1 for n in totals_listed(words.removesuffix(" or ten-value card"))}


# Why moves are shut


@pytest.mark.parametrize("game", GAMES)
def test_a_shut_move_is_shut_for_the_reason_given(game: str) -> None:
    checked: Counter[str] = Counter()

    def look(table: Table) -> None:
        if table.want == Want.DECISION:
            for move in view(table, YOU).moves:
                if not move.open:
                    checked[check_shut(table, int(by_id(move.move).move), move.shut)] += 1

    for _ in play_rounds(game, "shut", look):
        pass
    assert checked["pair"] > 10
    assert checked["two cards"] > 10


def check_shut(table: Table, move: int, why: str) -> str:
    """Make what is named true and nothing else: the move opens."""
    hand = table.seat.hands[table.hand]
    hands, upcard = len(table.seat.hands), table.state.upcard

    def open_to(cards: list[int], hand_count: int = hands) -> bool:
        state = hand_state([RANK_VALUE[card >> 2] for card in cards])
        _, mask = table.choices.open(table.terms, state, cards, hand_count, upcard)
        return bool(mask & move)

    why, _, more = why.partition("; $")
    if more:  # what it would add, and where: the wager of one unit, of several that the hand has
        assert dollars_in(f"${more}") == [max(hand.stakes)], more
        assert more.endswith(" more on Main alone")
    if why.startswith("Needs a pair"):
        assert open_to([hand.cards[0], hand.cards[0]])
        assert not open_to(hand.cards)
        return "pair"
    if why == "Only on two cards":
        assert len(hand.cards) > 2
        return "two cards" if opens_somewhere(table, move, 2) else "nowhere"
    if why.startswith("At most "):
        assert int(why.split()[2]) == hands
        assert open_to([hand.cards[0], hand.cards[0]], 1)
        return "hands"
    if why.endswith(" only"):
        check_totals(why.removesuffix(" only"), open_to)
        return "totals"
    if why.startswith("First "):
        words = [definition(bit).words for bit in act_bits(table.legal)]
        said = why.removeprefix("First ").split(" the ")[0]
        assert sorted(said.split(" or ")) == sorted(words)
        return "asked"
    if why.startswith("Needs "):
        assert not any(rank in listed(why.removeprefix("Needs ")) for rank in ranks(hand.cards))
        return "card"
    if why.startswith("Only a") and "you draw" in why:
        wanted = listed(why.removeprefix("Only ").removesuffix(" you draw"))
        twin = table.copy()
        twin.do(act.move(1, "hit" if "hit" in twin.legal_names() else "double"))
        for after in with_a_card(twin):
            last = after.log[-1]
            if isinstance(last, ev.ReplacementOffered):
                assert last.card >> 2 in wanted
        return "drawn"
    if why == "Only as the first decision":
        assert table.state.peeked is not None or not table.choices.terms[table.terms].before_peek
        return "first"
    if why == "Once a hand, and it is used":
        assert "burned" in hand.marks
        return "used"
    if why.startswith("Already "):
        assert definition(move).done == why.removeprefix("Already ")
        assert definition(move).done in hand.marks
        return "already"
    return check_history(table, move, why)


def check_totals(words: str, open_to: Callable[[list[int]], bool]) -> None:
    """Two-card hands of the totals named have the move, others have not."""
    named = set()
    for part in re.split(r" or (?=soft)", words[0].lower() + words[1:]):
        kind = part.split()[0] if part[0].isalpha() else ""
        for total in totals_listed(part.removeprefix(kind).strip()):
            named |= {
                (total, soft) for soft in (False, True) if kind != ("hard" if soft else "soft")
            }
    for first in range(13):
        for second in range(first, 13):
            cards = [4 * first, 4 * second + 1]
            state = hand_state([RANK_VALUE[first], RANK_VALUE[second]])
            if TOTAL[state] < 21:
                assert open_to(cards) == ((TOTAL[state], SOFT[state]) in named), words


def check_history(table: Table, move: int, why: str) -> str:
    """What happened to the hand shuts the move: no hand on its terms has it, others have."""
    terms = table.choices.terms[table.terms]
    assert not any(edge.move == move for edge in terms.edges)
    assert opens_somewhere(table, move, 2)
    happened = {definition(bit.move).doing: bit.done for bit in MOVES}
    doing = why.removeprefix("Not after ")
    if why == "Not on split aces":
        assert terms.aces
    elif doing == by_id("split").doing:
        assert terms.split
    else:
        assert happened[doing] in table.seat.hands[table.hand].marks
    return "history"


def opens_somewhere(table: Table, move: int, cards: int) -> bool:
    return any(
        edge.move == move and edge.states[min(cards, len(edge.states) - 1)]
        for terms in table.choices.terms
        for edge in terms.edges
    )


def act_bits(mask: int) -> list[int]:
    return [int(move.move) for move in MOVES if move.move & mask]


def ranks(cards: list[int]) -> list[int]:
    return [card >> 2 for card in cards]


# Lines of the issue, word by word


def lines(game: str, cards: str, moves: str = "", **more: object) -> dict[str, str]:
    seen = view(play(game, cards, moves, **more).table, "player 1")  # type: ignore[arg-type]
    return {move.move: move.does or move.shut for move in seen.moves}


def test_a_wager_comes_back() -> None:
    told = lines("half-back", "9s Ah 6d 7c", "decline")
    assert told["take-back"] == "Get $10 back, play on with Main; then only hit or stand"
    assert told["stand"] == "Stay on 15 with $20 in action"
    assert told["hit"] == "One card on both wagers; 7 or more busts"
    assert told["double"] == "Hard 9, 10 or 11 only; $10 more on Main alone"
    assert told["split"] == "Needs a pair; the first one is free"
    after = lines("half-back", "9s Ah 6d 7c", "decline take-back")
    assert after["double"] == after["split"] == "Not after taking back"
    assert after["take-back"] == "Already taken back"
    drawn = lines("half-back", "9s Ah 6d 7c 2c", "decline take-back hit")
    assert drawn["double"] == drawn["split"] == "Only on two cards"


def test_the_first_split_is_free() -> None:
    told = lines("half-back", "8s 9h 8d 7c")
    assert told["split"] == "Free: Half Back moves to the second hand"


def test_a_card_may_go() -> None:
    told = lines("mulligan-21", "4s 9h 2d 7c Jd", "hit")
    assert told["burn"] == "The jack goes, a new card comes, once; then only hit or stand"
    assert told["keep"] == "The jack stays: 16; you may still burn a later one"
    assert told["stand"] == "First keep or burn the jack"
    used = lines("mulligan-21", "4s 9h 2d 7c Jd 3d", "hit burn")
    assert used["burn"] == "Once a hand, and it is used"
    assert lines("mulligan-21", "4s 9h 2d 7c")["burn"] == "Only a jack, queen or king you draw"


def test_bonuses_say_what_a_second_split_costs() -> None:
    bets = {"tie-18": 300, "tie-20": 300}
    once = lines("blackjack-tie", "8s 9h 8d 7c", bets=bets)
    assert once["split"] == "$10 more makes another hand; Tie 18 and Tie 20 stay with the first"
    other = lines("blackjack-tie", "8s 9h 8d 7c", bets={"tie-19": 300})
    assert other["split"] == "$10 more makes another hand; Tie 19 stays with the first"
    again = lines("blackjack-tie", "8s 9h 8d 7c 8h", "split", bets=bets)
    assert again["split"] == "$10 more makes another hand; Tie 18 and Tie 20 lose"


def test_the_question_says_what_is_unusual() -> None:
    asked = view(play("half-back", "9s Ah 6d 7c", "decline").table, "player 1").prompt
    assert asked == (
        "15 against an ace. No natural underneath. On 13 to 16 Half Back may come back, this once."
    )


def test_what_was_said_is_remembered_for_the_same_ranks_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def decision(cards: str) -> Decision:
        table = play("blackjack", cards).table
        return table.teacher.decision(table)

    said = [decision(cards) for cards in ("9s 7h 6d 7c", "9s 7h 5d 7c")]
    assert [decision(cards) for cards in ("9h 7c 6s 7c", "9c 7d 5h 7c")] == said
    assert decision("9h 7c 6s 7c") is said[0]
    assert decision("9c 7d 5h 7c") is said[1]
    monkeypatch.setattr(teaching, "MOST_REMEMBERED", 2)
    assert decision("9s 7h 4d 7c") is not said[0]
    assert decision("9s 7h 6d 7c") is not said[0]
    assert decision("9s 7h 6d 7c") == said[0]
