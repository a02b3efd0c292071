"""Many rule sets at once are the same figures as one by one."""

from __future__ import annotations

import pytest

import pitboss
from pitboss import games
from pitboss.analysis.sweeping import SweepRow, axis, sweep
from pitboss.exact.solver import Solver
from pitboss.rules.errors import RulesError
from pitboss.rules.game import OptionValue


def solved_alone(game: str, choices: dict[str, OptionValue]) -> pitboss.Solution:
    tables = games.find(game).paytables()
    options = {name: value for name, value in choices.items() if name not in tables}
    chosen = {name: int(value) for name, value in choices.items() if name in tables}
    return pitboss.solve(game, options=options, paytables=chosen)


def assert_same(row: SweepRow, solution: pitboss.Solution) -> None:
    assert row.rules_hash == solution.rules_hash
    assert list(row.figures) == ["round", *solution.bets]
    for bet, figures in solution.bets.items():
        told = row.figures[bet]
        assert told["house_edge"] == pytest.approx(figures.house_edge, abs=1e-12)
        known = 5 * (told["sd_error"] + figures.sd_error) + 1e-12
        assert told["sd"] == pytest.approx(figures.sd, abs=known)
        assert told["hit_rate"] == pytest.approx(figures.hit_rate, abs=known)
    assert row.figures["round"]["house_edge"] == pytest.approx(
        solution.round.house_edge_per_main, abs=1e-12
    )


@pytest.mark.parametrize(
    ("game", "vary"),
    [
        ("blackjack-tie", {"soft17": None, "natural": None, "tie": [1, 3, 4]}),
        ("mulligan-21", {"insurance": None, "lucky-stiff": None, "decks": [8]}),
    ],
)
def test_every_rule_set_of_a_grid_has_the_figures_it_has_alone(
    game: str, vary: dict[str, list[OptionValue] | None]
) -> None:
    rows = sweep(game, vary)
    options = games.find(game).options
    sizes = [len(values or options.get(name) or [1, 2, 3]) for name, values in vary.items()]
    assert len(rows) == sizes[0] * sizes[1] * sizes[2]
    for row in rows[::4]:
        assert_same(row, solved_alone(game, row.choices))


def test_rule_sets_that_are_played_alike_are_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    solves = 0
    best = Solver.best

    def counted(self: Solver, *arguments: object) -> object:
        nonlocal solves
        solves += 1
        return best(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Solver, "best", counted)
    # five pay tables, three pays of a natural and three numbers of seats change no decision
    rows = sweep("lucky-stiff", {"lucky-stiff": None, "natural": None, "seats": None}, decks=2)
    assert (len(rows), solves) == (45, 1)


def test_pays_that_play_minds_are_solved_one_by_one() -> None:
    rows = sweep(
        "lucky-stiff", {"lucky-stiff": [1, 3]}, bets={"lucky-stiff": 1.0}, optimise="total"
    )
    for row in rows:
        alone = pitboss.solve(
            "lucky-stiff", paytables={"lucky-stiff": int(row.choices["lucky-stiff"])},
            bets={"lucky-stiff": 1.0}, optimise="total",
        )  # fmt: skip
        assert_same(row, alone)


def test_choices_that_contradict_each_other_are_rows_with_a_reason() -> None:
    rows = sweep("blackjack", {"surrender": None, "peek": None}, decks=1)
    refused = [row for row in rows if row.refused]
    assert [row.choices for row in refused] == [{"surrender": True, "peek": False}]
    assert "late surrender comes after the peek" in refused[0].refused
    assert refused[0].figures == {}
    assert [row.choices["surrender"] for row in rows] == [False, False, True, True]


def test_two_processes_give_the_rows_of_one() -> None:
    told: list[tuple[int, int]] = []
    vary = {"decks": [1, 2], "soft17": None}
    both = sweep("blackjack", vary, cores=2, progress=lambda *done: told.append(done))
    assert both == sweep("blackjack", vary)
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("name", "values", "says"),
    [
        ("deck", None, "no such option; what can vary is decks, soft17"),
        ("decks", [6, 3], "vary decks = 3: use 1, 2, 4, 6 or 8"),
        ("decks", [6, 6], "a value is given twice"),
        ("BJ-R2", ["perhaps"], "use ruled or other"),
    ],
)
def test_what_cannot_vary_is_refused(
    name: str, values: list[OptionValue] | None, says: str
) -> None:
    with pytest.raises(RulesError, match=says):
        axis(games.find("blackjack"), name, values)


def test_a_grid_that_varies_nothing_or_too_much_is_refused() -> None:
    with pytest.raises(RulesError, match="nothing varies; blackjack has the options decks"):
        sweep("blackjack", {})
    everything = dict.fromkeys(games.find("blackjack").options)
    with pytest.raises(RulesError, match=r"rule sets; ask for at most 100,000"):
        sweep("blackjack", {**everything, "BJ-R1": None, "BJ-R2": None})
    with pytest.raises(RulesError, match="decks: it is given twice"):
        sweep("blackjack", {"decks": None}, decks=6)
    with pytest.raises(RulesError, match="cores = 0: use 1 to"):
        sweep("blackjack", {"decks": None}, cores=0)


def test_a_sweep_leaves_solutions_that_others_hold_as_they_are() -> None:
    held = pitboss.solve("half-back")
    sd, exact = held.round.sd, held.bets["upcard-bonus"].exact
    pitboss.sweep("half-back", {"decks": [6, 8]})
    for solution in (held, pitboss.solve("half-back")):
        assert solution.round.sd == sd
        assert solution.bets["upcard-bonus"].exact == exact is not None
