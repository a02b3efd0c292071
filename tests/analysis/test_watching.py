"""The monitor's bands are exact, its alarms come as often as promised, and it names the line."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.analysis.drift import gap_suspects, rounds_until_outside, rounds_until_seen
from pitboss.analysis.exact_sums import house_win, line_count
from pitboss.analysis.shared_results import Atom, SharedResults
from pitboss.analysis.watching import PaidLine, Watched, judge
from tests.analysis.table_days import Floor, alarms, laws, overpaid, solved

COIN = SharedResults(
    "coin", "Coin", False, [Atom("both", 3.0), Atom("one", 0.5), Atom("none", -1.0)],
    np.array([0.25, 0.75]), np.array([[0.5, 0.25, 0.25], [0.0, 0.5, 0.5]]),
)  # fmt: skip
"""Against the dealer's first hand it pays 3 to 1 every second time, against the other never."""


def test_the_sum_of_rounds_is_what_counting_every_way_gives() -> None:
    """Two seats with unequal stakes share the dealer's hand; one seat plays a third round alone."""
    ways: dict[float, float] = defaultdict(float)
    pays, chance = COIN.pays, COIN.chance
    for hands in product(range(2), repeat=3):
        for ends in product(range(3), repeat=5):
            weight = float(np.prod([COIN.weights[hand] for hand in hands]))
            seats = [
                (hands[0], 200),
                (hands[0], 500),
                (hands[1], 200),
                (hands[1], 500),
                (hands[2], 300),
            ]
            win = 0.0
            for (hand, stake), end in zip(seats, ends, strict=True):
                weight *= chance[hand, end]
                win -= stake * pays[end]
            ways[win] += weight
    found = house_win(COIN, {(200, 500): 2, (300,): 1})
    for win, weight in ways.items():
        assert found.at(win) == pytest.approx(weight, abs=1e-12)
    below = sum(weight for win, weight in ways.items() if win <= -1000)
    above = sum(weight for win, weight in ways.items() if win >= -1000)
    assert found.tail(-1000) == pytest.approx(2 * min(below, above))
    band = found.band(0.9)
    outside = sum(weight for win, weight in ways.items() if not band.low <= win <= band.high)
    assert band.outside == pytest.approx(outside)
    assert sum(weight for win, weight in ways.items() if win < band.low) <= 0.05
    assert sum(weight for win, weight in ways.items() if win <= band.low) > 0.05


def test_a_rare_line_is_binomial_and_far_from_normal() -> None:
    law = laws("blackjack-tie")["tie-blackjack"]
    chance = law.chance_of("tie on blackjack")
    found = house_win(law, {(500,): 300})
    for hits in range(6):
        exact = comb(300, hits) * chance**hits * (1 - chance) ** (300 - hits)
        assert found.at(500 * (300 - 351 * hits)) == pytest.approx(exact, abs=1e-10)
    # 350 to 1: no bound above but that nobody ever wins, which is what happens every second day
    assert found.band(0.999).high == 300 * 500


@pytest.mark.parametrize("game", ["half-back", "lucky-stiff"])
def test_lines_have_the_solvers_chances_and_seats_go_together_as_dealt(game: str) -> None:
    solution = solved(game)
    for wager, law in laws(game).items():
        assert law.house_edge == pytest.approx(solution.bets[wager].house_edge, abs=1e-9)
        assert float(law.weights.sum()) == pytest.approx(1)
        if not law.opening:
            for line in solution.bets[wager].lines:
                assert law.chance_of(line.event) == pytest.approx(line.chance, abs=1e-12)
    floor = Floor(game, 2, shoe="csm")
    rounds = 1_000_000
    tally = floor.program.read(floor.program.run(0, rounds))
    scale = floor.program.outcomes.denominator**2 * rounds
    shares = tally.counts.sum(axis=0) / (2 * rounds)
    for index, wager in enumerate(floor.wagers):
        law = laws(game)[wager]
        by_hand = law.chance @ law.pays
        exact = float(law.weights @ by_hand**2)
        own = float(shares @ floor.wins[:, index] ** 2)
        dealt = (tally.between_seats[index, index] / scale - 2 * own) / 2
        assert dealt == pytest.approx(exact, rel=0.03)


def test_false_alarms_come_as_often_as_promised() -> None:
    """Five seats, unequal stakes; `make monitor-proof` deals 10,000 days of every game."""
    found = alarms("half-back", 3000, shoe="csm", units=120)
    assert found.bet_days == 9000
    for seen, promised in (
        (found.notices, found.notices_promised), (found.alerts, found.alerts_promised),
    ):  # fmt: skip
        # bets of one day go together, so the spread is at most that of three equal ones
        assert abs(seen - promised) < 4 * sqrt(3 * promised)
    assert found.notices == pytest.approx(found.notices_promised, rel=0.2)
    assert 0.04 < found.notices_promised / found.bet_days <= 0.05


def test_a_line_paid_otherwise_than_approved_is_named_the_first_time() -> None:
    law = laws("half-back")["upcard-bonus"]
    lost = PaidLine("anything else", 500, 0, 40)
    right, wrong = (PaidLine("suited natural", 500, paid, 1) for paid in (500 * 41, 500 * 42))
    for paid, alerts in ((right, 0), (wrong, 1)):
        watched = Watched(
            bet="upcard-bonus", rounds=[((500,), 41)], win=40 * 500 - (paid.returned - 500),
            counts={"suited natural": 1, "anything else": 40}, paid=[lost, paid],
        )  # fmt: skip
        judged = judge(law, watched, {"suited natural": "Suited blackjack"})
        assert [alert.kind for alert in judged.alerts] == ["pays"] * alerts
    [alert] = judged.alerts
    assert alert.lines == ["Suited blackjack"]
    assert "settled as 41 to 1 in 1 of 1 cases, approved is 40 to 1" in alert.says
    assert "$5 too much" in alert.says
    # and that comes within so many rounds, 19 times of 20
    chance = law.chance_of("suited natural")
    seen = rounds_until_seen(chance)
    assert (1 - chance) ** seen <= 0.05 < (1 - chance) ** (seen - 1)


def test_counted_lines_and_the_money_name_the_line() -> None:
    law = laws("half-back")["upcard-bonus"]
    counts = {"suited natural": 3, "unsuited natural": 7, "7, 8 or 9 up": 70}
    counts["anything else"] = 1000 - sum(counts.values())
    win = 500 * (counts["anything else"] - 3 * 40 - 7 * 16 - 70)
    watched = Watched(bet="upcard-bonus", rounds=[((500,), 1000)], win=win, counts=counts)
    [alert] = [one for one in judge(law, watched, {}).alerts if one.kind == "pays"]
    assert alert.lines[0] == "unsuited natural"
    assert "$35 more than the lines pay" in alert.says
    assert "unsuited natural paid 16 to 1 instead of 15 to 1" in alert.says
    assert gap_suspects({"a": 3, "b": 7}, 2.0) == []


def test_money_alone_names_the_line_within_the_rounds_the_theory_says() -> None:
    """20 tables: 19 of 20 raise the alert by then, and the line is among the suspects."""
    found = overpaid("lucky-stiff", "lucky-stiff", "stiff, lost", 20)
    assert found.alerts >= 15  # 19 are expected; fewer come once in three thousand times
    assert found.named >= found.alerts - 3
    assert found.suspects < 3
    law = laws("lucky-stiff")["lucky-stiff"]
    rounds = rounds_until_outside(law, "anything else")
    power = [
        house_win(law.overpaid("anything else", 1.0), {(100,): many}).beyond(
            house_win(law, {(100,): many}).band(0.999)
        )
        for many in (rounds, rounds * 9 // 10)
    ]
    assert power[0] >= 0.95 > power[1]


def test_a_line_that_comes_too_often_is_named() -> None:
    law = laws("lucky-stiff")["lucky-stiff"]
    lines = {line: round(1000 * law.chance_of(line)) for line in law.lines}
    lines["stiff winner"] += 60
    lines["anything else"] += 1000 - sum(lines.values())
    win = -100 * sum(count * law.line_pays()[line] for line, count in lines.items())
    watched = Watched(bet="lucky-stiff", rounds=[((100,), 1000)], win=round(win), counts=lines)
    judged = judge(law, watched, {})
    kinds = {alert.kind: alert for alert in judged.alerts}
    assert "pays" not in kinds
    assert kinds["line"].lines == ["stiff winner"]
    assert kinds["money"].lines[0] == "stiff winner"
    expected = 1000 * law.chance_of("stiff winner")
    assert (
        f"{lines['stiff winner']} times in 1000 wagers, {expected:.1f} were expected"
        in kinds["line"].says
    )
    assert line_count(law, "stiff winner", {(100,): 1000}).mean == pytest.approx(expected)
