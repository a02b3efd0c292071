"""Advice against the table played out card by card, and against `decide`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss import cards, games
from pitboss.advice import advising
from pitboss.advice.advising import Situation, advise, situation, values
from pitboss.advice.decision_values import Held, OpenDecision
from pitboss.advice.decisions import decide
from pitboss.cards import RANK_VALUE
from pitboss.exact.objective import NOTHING_RIDES
from pitboss.rules.compile import compile_rules
from pitboss.rules.moves import Move, definition
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.engine import IllegalAction
from tests.advice.played_out import UNIT, PlayedOut, SplitPlayer, at_table
from tests.enumeration.oracle import shoe_of
from tests.rounds import play

BUILT_IN_BETS = {
    "blackjack": {}, "half-back": {"upcard-bonus": 500}, "lucky-stiff": {"lucky-stiff": 700},
    "blackjack-tie": {"tie-left": 300, "tie-20": 200}, "mulligan-21": {"lucky-stiff": 700},
}  # fmt: skip


@pytest.fixture(autouse=True)
def _small_shoes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shoes are small here; that none runs out is seen when they are played out."""
    monkeypatch.setattr(advising, "check_shoe", lambda *_: None)


def close(value: float) -> Any:
    return pytest.approx(value, abs=1e-11)


def with_unseen(table: Table, shoe: str) -> tuple[Situation, list[int]]:
    """The situation when these cards are unseen."""
    now, left = situation(table), shoe_of(shoe)
    return now._replace(sight=now.sight._replace(unseen=tuple(map(float, left)))), left


def pair_spot(now: Situation) -> tuple[OpenDecision, Any]:
    """The split card twice, and what rides on the first hand."""
    solver = advising._solver(now.tables)
    objective = solver.objective(dict(now.bets))
    profile = objective.profile(now.deal)
    held = Held((now.held.ranks[0],) * 2, (), now.tables.course.opening)
    return OpenDecision(solver, objective, now.sight, held, profile), profile


def counts_for(table: Table, now: Situation) -> Any:
    """Whether a settled wager is one the decision is about."""
    mine, opening = table.hand, table.tables.opening
    may_split = bool(now.legal & Move.SPLIT)
    terms = table.tables.course.terms[now.held.terms]
    if terms.offers and terms.split and len(now.held.ranks) == 1:
        after = table.tables.course.terms[terms.otherwise]
        aces = now.held.ranks[0] == 0
        again = not aces or table.rules.split.resplit_aces
        assert any(edge.new_hand >= 0 for edge in after.edges) or not again
        may_split = again and now.hands < table.tables.max_hands
    lost = {bet.id for bet in table.tables.bets if bet.lost_by_split(mine)}

    def counts(event: ev.WagerSettled) -> bool:
        if event.bet in opening:
            return event.hand >= mine if may_split else event.hand == mine
        return mine == 0 or (may_split and event.bet in lost)

    return counts


def played_out(table: Table, shoe: str) -> tuple[dict[str, float], dict[str, float]]:
    """Every legal move by advice, and as it is played out; in units of the main wager."""
    now, left = with_unseen(table, shoe)
    advised = {definition(move).id: worth for move, worth in values(now).items()}
    assert set(advised) == set(table.legal_names())
    mine, many, most = table.hand, len(table.seat.hands), table.tables.max_hands
    pair, profile = pair_spot(now)
    readers = pair.objective.readers
    stays = tuple(one for one in profile if not readers[one[0]].bet.lost_by_split(mine))
    kept = tuple(one for one in profile if not readers[one[0]].bet.lost_by_split(1))
    rides = NOTHING_RIDES if mine else profile if many == 1 else stays
    found: dict[str, float] = {}
    for name in advised:
        action = act.move(1, name)
        splits = name == "split"
        again = splits or kept == profile or many > 2
        for plan in {many + splits, most if again else many}:
            others = SplitPlayer(pair, rides, plan)

            def chooses(at: Table, others: Any = others, splits: bool = splits) -> int:
                own = at.hand == mine and len(at.seat.hands) == many and not splits
                return 0 if own else others(at)

            worth = PlayedOut(left, counts_for(table, now), chooses).worth(table, action) / UNIT
            found[name] = max(worth, found.get(name, worth))
    return advised, found


def check(game: str, script: str, shoe: str, bets: dict[str, int] | None, **options: Any) -> None:
    staked = BUILT_IN_BETS[game] if bets is None else bets
    advised, found = played_out(at_table(game, script, staked, **options), shoe)
    assert advised == {move: close(worth) for move, worth in found.items()}


# Every kind of decision, in every game. Scripts: cards as they come, `?` face down, and moves.

STIFF = "Ax2 3x1 6x2 8x3 Tx4"
FACES = "Ax2 3x1 6x2 8x2 Tx2 Kx2"
ANY = {"after_burn": "any"}
ASKED = {"M21_R9": "other"}


@pytest.mark.parametrize(
    ("game", "script", "shoe", "options"),
    [
        ("blackjack", "Ts Td 6c ?", STIFF, {"surrender": True}),
        ("blackjack", "5s Ad 6c ?", STIFF, {}),
        ("blackjack", "8s Td 8c ?", "Ax1 3x1 8x2 9x3 Tx8", {}),
        ("blackjack", "As Td Ac ?", "Ax2 3x1 8x2 9x3 Tx5", {"resplit_aces": True}),
        ("blackjack", "8s Ad 8c ?", "Ax1 3x1 8x2 9x3 Tx8", {"peek": False}),
        ("half-back", "8s 5d 8c ? Td", "Ax1 7x2 8x2 9x3 Tx6", {}),
        ("half-back", "9s 8d 7c ?", "Ax2 5x2 8x3 Tx4", {}),
        ("half-back", "6s 5d 5c ? Ad", "Ax1 7x2 8x2 9x3 Tx6", {}),
        ("lucky-stiff", "9s Td 5c ?", STIFF, {}),
        ("lucky-stiff", "9s Td 5c ?", STIFF, {"surrender": True, "LS_R1": "other"}),
        ("blackjack-tie", "9s Td 5c ?", STIFF, {"surrender": True, "BT_R7": "other"}),
        ("lucky-stiff", "8s 9d 8c ?", "Ax1 3x1 8x2 9x3 Tx8", {}),
        ("blackjack-tie", "9s 7d 9c ?", "Ax1 6x1 8x3 9x2 Tx8", {}),
        ("blackjack-tie", "9s Td 4c ?", STIFF, {}),
        ("mulligan-21", "9s Td 5c ?", FACES, {}),
        ("mulligan-21", "Ks 9d Kc ?", "Ax1 6x1 8x3 9x2 Tx6 Kx2", {}),
    ],
)
def test_first_decisions(game: str, script: str, shoe: str, options: dict[str, Any]) -> None:
    check(game, script, shoe, None, **options)


@pytest.mark.parametrize(
    ("game", "script", "shoe", "options"),
    [
        ("blackjack", "2s Td 3c ? hit 4d", STIFF, {}),
        ("blackjack", "2s Td Ac ? hit 4d hit 2h", STIFF, {"peek": False}),
        ("half-back", "9s 8d 3c ? hit 2d", "Ax2 5x2 8x3 Tx4", {}),
        ("half-back", "9s Td 5c ? take-back", "Ax2 5x2 8x3 Tx4", {}),
        ("half-back", "9s 6d 4c ? Ad take-back hit 2c", "Ax2 5x2 8x3 Tx4", {}),
        ("lucky-stiff", "9s Td 3c ? hit 2d", STIFF, {}),
        ("lucky-stiff", "9s Ad 3c ? hit 2d", STIFF, {"soft17": "stand"}),
        ("blackjack-tie", "9s 7d 3c ? hit 3d", STIFF, {}),
        ("mulligan-21", "9s Td 3c ? hit 2d", FACES, {}),
        ("mulligan-21", "9s Td 3c ? hit Kd 2d", FACES, {}),
    ],
)
def test_later_decisions(game: str, script: str, shoe: str, options: dict[str, Any]) -> None:
    check(game, script, shoe, None, **options)


@pytest.mark.parametrize(
    ("script", "shoe", "options"),
    [
        ("5s Td 3c ? hit Kd", FACES, {}),
        ("9s Td 4c ? hit Kd", FACES, ASKED),  # it busts unless it is burned
        ("4s 9d 2c ? hit 3d hit Jd", FACES, {}),
        ("6s 9d 5c ? double Qd", FACES, {}),
        ("9s 9d 5c ? double Kd", FACES, ASKED),
        ("8s Td 8c ? split Kd", "3x1 8x1 9x3 Tx7 Kx1", {}),
        ("8s Td 8c ? split 3d stand Kd", "3x1 8x2 9x3 Tx5 Kx1", {}),
        ("8s 6d 8c ? split Kd", "8x1 9x1 Tx8 Kx1", {}),
        ("8s 6d 8c ? split Kd", "8x1 9x1 Tx8 Kx1", ANY),  # an eight in its place is split again
        ("Ks 9d Kc ? split Kd", "Ax1 6x1 8x3 9x2 Tx6 Kx1", {}),
        ("Ks 6d Kc ? split Kd", "9x1 Tx9 Kx1", {}),  # kept, and split again
        ("As 9d Ac ? split Kd", "Ax1 6x1 8x3 9x2 Tx6 Kx1", {}),
        ("As 9d Ac ? split Kd keep Jd", "Ax1 6x1 8x3 9x2 Tx6 Kx1", {}),
        ("8s Td 8c ? split 3d double Kd", "Ax1 3x1 8x1 9x3 Tx5 Kx2", {}),
        ("8s Td 8c ? split Kd burn 3d", "Ax1 3x1 8x1 9x3 Tx5 Kx2", {}),
        ("8s Td 8c ? split Kd burn 8d", "3x1 8x1 9x3 Tx7 Kx1", {}),
        ("8s Td 8c ? split Kd burn 8d", "3x1 8x1 9x3 Tx7 Kx1", ANY),
        ("8s Td 8c ? split Kd burn 8d split Kh", "8x1 9x3 Tx8 Kx1", ANY),
        # the first hand stands: what it would draw is another thing the second could play by
        ("8s Td 8c ? split Kd burn Td Kc", "Ax1 3x1 8x1 9x3 Tx5 Kx1", {"split_cards": "at-once"}),
    ],
)
def test_a_mulligan(script: str, shoe: str, options: dict[str, Any]) -> None:
    check("mulligan-21", script, shoe, None, **options)


@pytest.mark.parametrize(
    ("game", "script", "shoe", "options"),
    [
        ("blackjack", "8s Td 8c ? split 3d", "Ax1 3x1 8x2 9x3 Tx8", {}),
        ("blackjack", "8s Td 8c ? split 3d hit 2d", "Ax1 3x1 8x2 9x3 Tx8", {}),
        ("blackjack", "8s Td 8c ? split 3d double Tc 2d", "Ax1 3x1 8x2 9x3 Tx8", {}),
        ("blackjack", "8s 9d 8c ? split 8d", "Ax1 3x1 8x1 9x3 Tx8", {}),
        ("blackjack", "8s 9d 8c ? split Td stand 8d", "Ax1 3x1 8x2 9x3 Tx8", {}),
        ("blackjack", "8s 9d 8c ? split 8d split 3c", "Ax1 3x1 8x1 9x3 Tx8", {}),
        ("blackjack", "8s 9d 8c ? split 8d split 8h", "Ax1 3x1 8x1 9x3 Tx8", {}),
        ("blackjack", "8s 9d 8c ? split 8d", "Ax1 3x1 8x1 9x3 Tx8", {"peek": False}),
        ("blackjack", "As 9d Ac ? split Ad", "Ax1 6x1 8x3 9x3 Tx6", {"resplit_aces": True}),
        ("blackjack", "8s 9d 8c ? split 3d Tc", "Ax1 3x1 8x1 9x3 Tx8", {"split_cards": "at-once"}),
        ("half-back", "8s 9d 8c ? split 3d", "Ax1 3x1 8x1 9x3 Tx8", {}),
        ("half-back", "8s 9d 8c ? split 8d", "Ax1 3x1 8x1 9x3 Tx8", {}),
        ("half-back", "8s 9d 8c ? split Td stand 8d", "Ax1 3x1 8x1 9x3 Tx8", {}),
        ("lucky-stiff", "8s 9d 8c ? split 3d", "Ax1 3x1 8x1 9x3 Tx8", {}),
        ("blackjack-tie", "9s 7d 9c ? split 2d", "Ax1 6x1 8x3 9x2 Tx8", {}),
        ("blackjack-tie", "9s 7d 9c ? split 2d hit 3d", "Ax1 6x1 8x3 9x2 Tx8", {}),
        ("blackjack-tie", "9s 7d 9c ? split 9d", "Ax1 6x1 8x3 9x1 Tx8", {}),
        ("blackjack-tie", "9s 7d 9c ? split 8c stand 9d", "Ax1 6x1 8x3 9x1 Tx8", {}),
        ("blackjack-tie", "9s 7d 9c ? split 2c double 6d 9d", "Ax1 6x1 8x3 9x1 Tx8", {}),
        ("blackjack-tie", "9s 7d 9c ? split 8c stand 2d", "Ax1 6x1 8x3 9x1 Tx8", {}),
    ],
)
def test_hands_made_by_a_split(
    game: str, script: str, shoe: str, options: dict[str, Any]
) -> None:  # fmt: skip
    check(game, script, shoe, None, **options)


DESIGNS = Path(__file__).parents[1] / "enumeration" / "cases" / "designs"
LUCK = {"brave": 300, "bad-beat": 200, "loser": 400, "calm": 250, "timid": 350}
TIES = {"tie-18": 300, "tie-20": 400}
FIRST_HAND = {"tie-18": 300, "first-hand": 400}


@pytest.mark.parametrize("peek", [True, False])
@pytest.mark.parametrize(
    ("script", "shoe"),
    [
        ("9s Td 5c ?", STIFF),
        ("9s Td 3c ? hit 2d", STIFF),
        ("8s Ad 8c ?", "3x1 8x1 9x3 Tx8"),
        ("8s Td 8c ? split 3d", "Ax1 3x1 8x1 9x3 Tx8"),
        ("8s Td 8c ? split 8d", "Ax1 3x1 8x1 9x3 Tx8"),
        ("8s Ad 8c ? split 8d split 2d", "Ax1 3x1 8x1 9x3 Tx8"),
        ("8s Td 8c ? split Td stand 8d", "Ax1 3x1 8x1 9x3 Tx8"),
        ("8s Ad 8c ? split 3d double 2d 8d", "Ax1 3x1 8x1 9x3 Tx8"),
    ],
)
def test_bets_that_something_else_decides(script: str, shoe: str, peek: bool) -> None:
    check(str(DESIGNS / "hard-luck.toml"), script, shoe, LUCK, peek=peek)


TENS = "Ax3 5x1 6x1 Tx6"


@pytest.mark.parametrize(
    ("script", "shoe"),
    [
        ("Ts 6d Tc ?", "Ax3 5x1 6x3 9x1 Tx8"),
        ("Ts 6d Tc ? split Ad Td", TENS),  # a split ten with an ace waits for the dealer
        ("As 6d Ac ? split Td 5d", "Ax2 5x3 6x1 Tx6"),
        ("8s Td 8c ? split 8d", "Ax1 3x1 8x1 9x3 Tx8"),
        ("8s Td 8c ? split 9d stand 8d", "Ax1 3x1 8x1 9x3 Tx8"),
    ],
)
@pytest.mark.parametrize("reading", ["", "BT_R4", "BT_R8"])
def test_ties_on_the_hands_of_a_split(script: str, shoe: str, reading: str) -> None:
    options = {"hit_split_aces": True, **({reading: "other"} if reading else {})}
    bets = {"tie-21": 200, "tie-right": 100, "tie-left": 300}
    check("blackjack-tie", script, shoe, bets, **options)


@pytest.mark.parametrize(
    ("design", "script", "shoe", "bets"),
    [
        ("mulligan-ties", "6s Td 5c ? hit Kd", FACES, TIES),
        ("mulligan-ties", "6s Td 5c ? double Kd", FACES, TIES),
        ("mulligan-ties", "8s 9d 8c ? split Kd", "8x1 9x3 Tx7 Kx2", TIES),
        ("mulligan-ties", "8s 9d 8c ? split Td stand Kd", "8x1 9x3 Tx7 Kx2", TIES),
        ("mulligan-ties", "8s 9d 8c ? split 8d", "8x1 9x3 Tx7 Kx1", TIES),
        ("half-back-ties", "8s 9d 8c ?", "Ax1 3x1 8x1 9x3 Tx8", FIRST_HAND),
        ("half-back-ties", "8s 9d 8c ? split 3d", "Ax1 3x1 8x1 9x3 Tx8", FIRST_HAND),
        ("half-back-ties", "8s 9d 8c ? split 8d", "Ax1 3x1 8x1 9x3 Tx8", FIRST_HAND),
        ("half-back-ties", "8s 9d 8c ? split Td stand 8d", "Ax1 3x1 8x1 9x3 Tx8", FIRST_HAND),
        ("half-back-ties", "9s 8d 5c ? take-back", "Ax2 5x2 8x3 Tx4", FIRST_HAND),
    ],
)
def test_bets_that_ride_on_the_first_hand(
    design: str, script: str, shoe: str, bets: dict[str, int]
) -> None:
    check(str(DESIGNS / f"{design}.toml"), script, shoe, bets)


def test_another_hand_that_has_its_cards_counts_for_nothing() -> None:
    table = at_table("blackjack", "8s 9d 8c ? split 8d Tc", split_cards="at-once")
    advised, found = played_out(table, "Ax1 3x1 8x1 9x3 Tx8")
    [apart] = {round(found[move] - worth, 11) for move, worth in advised.items()}
    assert apart  # the 18 beside it, which is the same whatever this hand does


# Insurance


@pytest.mark.parametrize("game", games.BUILT_IN)
@pytest.mark.parametrize("hand", ["9s {} 7c ?", "Ts {} Ac ?"])
def test_insurance(game: str, hand: str) -> None:
    replaced = "5d" if game == "half-back" else "Ad"
    script = hand.format(replaced) + (" Ah" if game == "half-back" else "") + " offered"
    table = at_table(game, script, BUILT_IN_BETS[game])
    if not table.insurance_seats():  # naturals of this game are paid before
        assert game == "mulligan-21"
        return
    unseen = [24] * 13
    for card in cards.parse_all("9s 7c" if hand[0] == "9" else "Ts Ac"):
        unseen[card >> 2] -= 1
    for card in cards.parse_all("5d Ah" if game == "half-back" else "Ad"):
        unseen[card >> 2] -= 1
    even = table.can(act.TakeEvenMoney(1))
    makers = [many for many, value in zip(unseen, RANK_VALUE, strict=True) if value == 10]
    natural = sum(makers) / sum(unseen)
    staked = UNIT * len(table.tables.opening)
    insured = staked / 2 * (2 * natural - (1 - natural))
    kept = (1 - natural) * 1.5 * staked if even else 0.0
    expected = {"decline": close(kept), "insure": close(kept + insured)}
    if even:
        expected["even-money"] = close(staked)
    assert {one.move: one.cents for one in advise(table, 1).moves} == expected
    # and as the engine books it, natural or not
    wanted = {"decline": act.DeclineInsurance(1), "insure": act.Insure(1, staked // 2)}
    if even:
        wanted["even-money"] = act.TakeEvenMoney(1)
    for move, action in wanted.items():
        booked = 0.0
        for found, chance in ((True, natural), (False, 1 - natural)):
            branch = table.copy()
            branch.do(action)
            branch.do(act.TellPeek(found))
            if found:
                branch.deal(cards.parse("Kh"))
            names = {"insurance", *(table.tables.opening if even else ())}
            booked += chance * sum(
                event.returned - event.stake
                for event in branch.log
                if isinstance(event, ev.WagerSettled) and event.bet in names
            )
        assert expected[move] == booked


# The same numbers as `pitboss ev`


@pytest.mark.parametrize("game", games.BUILT_IN)
@pytest.mark.parametrize("hand", ["Ts {} 6c", "8s {} 8c", "5s {} 4c", "As {} 6c", "Ks {} Kc"])
@pytest.mark.parametrize("up", ["9d", "Td"])
def test_first_decisions_are_what_ev_says(game: str, hand: str, up: str) -> None:
    bets = BUILT_IN_BETS[game]
    table = at_table(game, hand.format(up) + " ?", bets)
    one, _, two = (card >> 2 for card in cards.parse_all(hand.format(up)))
    said = decide(
        compile_rules(games.find(game).rules()), [one, two], cards.parse(up) >> 2,
        bets={bet: cents / UNIT for bet, cents in bets.items()},
    )  # fmt: skip
    found = {one.move: one.units for one in advise(table).moves}
    assert found == {offer.move.replace(" ", "-"): offer.ev for offer in said.offers}


def test_later_decisions_are_what_ev_says() -> None:
    half_back, mulligan = (
        compile_rules(games.find(game).rules()) for game in ("half-back", "mulligan-21")
    )

    def worth(table: Table) -> dict[str, float | None]:
        return {one.move: one.units for one in advise(table).moves}

    taken = worth(at_table("half-back", "9s 4d 6c ? Td take-back"))
    said = decide(half_back, [8, 5], 9, aside=3, made=["take-back"])
    assert taken == {offer.move: offer.ev for offer in said.offers}
    burned = worth(at_table("mulligan-21", "9s 8d 2c ? hit Kd burn 3d", {"lucky-stiff": 500}))
    said = decide(mulligan, [8, 1, 2], 7, given_up=12, bets={"lucky-stiff": 0.5})
    assert burned == {offer.move: offer.ev for offer in said.offers}


def test_every_card_in_sight_is_gone_and_the_hole_card_is_not() -> None:
    rules = games.find("blackjack").rules()
    said = decide(compile_rules(rules), [9, 5], 8, gone=[4, 4, 9, 1])
    for hole in ("2c", "Kd", "8h"):
        table = Table(rules)
        for seat in (1, 2):
            table.do(act.PlaceWagers(seat, f"player {seat}", {"main": 500 * seat}))
        table.do(act.CloseWagers())
        for card in cards.parse_all(f"5s Td 9c 5d 6c {hole}"):
            table.deal(card)
        for card in cards.parse_all("Th 2s"):  # seat 1 is bust
            table.do(act.move(1, "hit"))
            table.deal(card)
        found = advise(table, 2)
        assert found.seat == 2
        assert {one.move: one.units for one in found.moves} == {
            offer.move: offer.ev for offer in said.offers
        }
        assert found.moves[0].cents == close(1000 * said.offers[0].ev)


def test_a_riding_bet_that_a_natural_loses_unseen_counts_its_loss() -> None:
    # Without a peek a stiff hand's bet is lost with a natural: two units lost, not one.
    text = 'id = "unseen"\nname = "Unseen"\nbased-on = "lucky-stiff"\ndealer.peeks = false'
    game = games.read(text, origin="unseen.toml")
    tables = compile_rules(game.rules())
    only_naturals = [0.0] * 9 + [20.0] * 4
    only_naturals[0] = 1.0  # the upcard
    only_naturals[5] = 1.0
    said = decide(tables, [9, 5], 0, bets={"lucky-stiff": 1.0}, shoe=only_naturals)
    assert said.natural == 1.0
    assert {offer.move: offer.ev for offer in said.offers}["stand"] == close(-2.0)


# Refusals


def test_nobody_is_advised_who_has_nothing_to_decide() -> None:
    table = at_table("blackjack", "Ts 9d 6c ?")
    with pytest.raises(IllegalAction, match="seat = 2: it has nothing to decide now; the table"):
        advise(table, 2)
    table.do(act.move(1, "stand"))
    with pytest.raises(IllegalAction, match="nothing to decide now; the table waits for a card"):
        advise(table)


def test_moves_nobody_can_value_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    table = at_table("blackjack", "8s 9d 8c ?", decks=1)
    table.state.racked = [card for card in range(52) if card >> 2 not in (7, 8, 2)][:34]
    found = advise(table)
    assert [one.move for one in found.moves] == table.legal_names()
    for one in found.moves:
        assert one.cents is None
        assert one.units is None
        assert "could run out of cards" in one.why


def test_HB_R9_a_wager_that_comes_back_after_a_split_brings_nothing_and_costs_nothing() -> None:
    # 13 against a ten, the other hand's wager back already: nothing else stands
    round_ = play("half-back", "8s Th 8h 9d 5c 5d", "split take-back", options={"HB-R9": "other"})
    worth = {move.move: move.units for move in advise(round_.table).moves}
    assert list(worth) == ["take-back", "hit", "stand"]
    assert worth["take-back"] == 0
    assert worth["hit"] is not None
    assert worth["hit"] < 0
