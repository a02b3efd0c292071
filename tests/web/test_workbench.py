"""The workbench's answers: the same figures as the command line's, for any file somebody types."""

from __future__ import annotations

import asyncio
import base64
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.advice.decisions import decide
from pitboss.analysis.cell_worths import cell_worths
from pitboss.analysis.solving import solve, solve_rules
from pitboss.cli import app
from pitboss.exact.chart import best_chart
from pitboss.rules.chart import rows
from pitboss.web.workbench import bench_process, benches
from pitboss.web.workbench.bench_process import deliver
from pitboss.web.workbench.game_text import bench_game, completions, game_text
from pitboss.web.workbench.solved_files import changed_text, read, with_choices
from pitboss.web.workbench.wire import Design, MoneyPlan, Order, Print
from tests.report.known import UNSOLVABLE
from tests.web.house import House, run

BUSY_MACHINE_SECONDS = 600.0
OWN = 'id = "own"\nname = "Own"\nbased-on = "half-back"\n\n[take-back]\non = "12-18"\n'


def asked(what: Any, text: str, **more: Any) -> Any:
    """What a bench answers, without a process between."""
    design = Design(
        text=text, paytables=more.pop("paytables", {}), stakes=more.pop("stakes", {}),
        optimise=more.pop("optimise", "main"),
    )  # fmt: skip
    delivery = deliver(Order(id=1, what=what, design=design, **more))
    assert delivery.broken == ""
    return json.loads(bytes(delivery.answer))


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_game_written_out_is_the_same_game(game: str) -> None:
    built_in = games.find(game)
    text = game_text(built_in)
    tomllib.loads(text)
    again = games.read(text, origin="the file", taken=games.BUILT_IN)
    assert again.rules() == built_in.rules()
    keys = {field.key for section in bench_game(built_in).sections for field in section.fields}
    assert {"shoe.decks", "dealer.soft17"} <= keys
    # a file that changes nothing leaves the house all its choices
    assert with_choices(read(Design(text=text))).options == built_in.options


def test_a_file_can_be_said_by_what_it_changes_alone() -> None:
    base = games.find("half-back")
    changed = games.read(game_text(base).replace('on = "13-16"', 'on = "12-18"'), origin="the file")
    short = changed_text(changed, base)
    assert tomllib.loads(short)["take-back"] == {"on": "12-18"}
    assert games.read(short, origin="the file").rules() == changed.rules()


def solved_by_the_command(
    text: str, folder: Path, capsys: pytest.CaptureFixture[str], *options: str
) -> Any:
    file = folder / "own.toml"
    file.write_text(text)
    app(["solve", str(file), "--json", *options], result_action="return_value")
    return json.loads(capsys.readouterr().out)


def test_figures_are_those_of_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stakes = {"upcard-bonus": 0.5}
    told = solved_by_the_command(
        OWN, tmp_path, capsys, "--paytable", "upcard-bonus=3", "--bet", "upcard-bonus=0.5"
    )
    found = asked("figures", OWN, stakes=stakes, paytables={"upcard-bonus": 3}, full=True)
    quick = asked("figures", OWN, stakes=stakes, paytables={"upcard-bonus": 3})
    assert found["rules_hash"] == told["rules_hash"]
    for name, value in found["round"].items():
        assert value == pytest.approx(told["round"][name], abs=1e-12), name
    assert [one["id"] for one in found["wagers"]] == list(told["bets"])
    for one, rough in zip(found["wagers"], quick["wagers"], strict=True):
        bet = told["bets"][one["id"]]
        for name in ("house_edge", "sd", "hit_rate"):
            assert one[name] == pytest.approx(bet[name], abs=1e-12), name
        assert rough["house_edge"] == pytest.approx(bet["house_edge"], abs=1e-12)
        assert rough["sd"] == pytest.approx(bet["sd"], rel=0.01)
        events = [(line["event"], line["chance"], line["returns"]) for line in one["events"]]
        assert events == [
            (line["event"], pytest.approx(line["probability"]), pytest.approx(line["return"]))
            for line in bet["events"]
        ]
    bonus = next(one for one in found["wagers"] if one["id"] == "upcard-bonus")
    assert bonus["fraction"] == told["bets"]["upcard-bonus"]["exact"]["ev"]
    assert "not the rules as approved" in found["approval"]["title"]
    assert found["changes"] == [
        "take-back.on = 12-18 (was 13-16)",
        "paytables.upcard-bonus = 3 (was 1)",
    ]


def test_a_pay_that_no_decision_minds_needs_no_new_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    text = game_text(games.find("lucky-stiff"))
    before = asked("figures", text)

    def none(*_: object, **__: object) -> None:
        raise AssertionError("solved again")

    monkeypatch.setattr("pitboss.web.workbench.solved_files.solve_rules", none)
    after = asked("figures", text.replace("pays = [5, 5, 5, 5, 5]", "pays = [6, 5, 5, 5, 5]"))
    [old], [new] = (
        [one for one in found["wagers"] if one["id"] == "lucky-stiff"] for found in (before, after)
    )
    [chance] = [line["chance"] for line in old["events"] if line["event"] == "stiff winner"]
    assert new["house_edge"] == pytest.approx(old["house_edge"] - chance, abs=1e-12)
    assert after["rules_hash"] != before["rules_hash"]


def test_house_choices_keep_the_approval() -> None:
    text = game_text(games.find("half-back")).replace('soft17 = "hit"', 'soft17 = "stand"')
    found = asked("figures", text)
    assert found["approval"]["title"].startswith("as approved by the Washington")
    assert found["round"]["house_edge_per_main"] == pytest.approx(
        solve("half-back", soft17="stand").round.house_edge_per_main
    )


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (OWN.replace('"12-18"', '"12-99"'), [(6, "take-back.on = '12-99'")]),
        (
            OWN + "[shoe]\ndecks = 9\n[dealr]\n",
            [(8, "shoe.decks = 9: use 1 to 8"), (9, "dealr: there is no such key")],
        ),
        (OWN + "[shoe\n", [(7, "not TOML")]),
        ('id = "half-back"\nname = "x"\nbased-on = "half-back"\n', [(1, "a built-in game's")]),
        ('id = "own"\nname = "x"\nbased-on = "mine.toml"\n', [(3, "mine.toml is needed too")]),
        ("x" * 100_001, [(None, "more than 100,000 characters")]),
        ("", [(None, "is missing")]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_said_at_its_line(
    text: str, problems: list[tuple[int | None, str]]
) -> None:
    for what in ("figures", "chart", "grid", "readings", "money", "simulation"):
        found = asked(what, text, money=MoneyPlan(wagers={"main": 5}), rounds=1)["problems"]
        for line, says in problems:
            assert any(one["line"] == line and says in one["says"] for one in found), found


def test_stakes_and_tables_that_are_none_are_refused() -> None:
    [found] = asked("figures", OWN, stakes={"nothing": 1.0})["problems"]
    assert "has no such bet" in found["says"]
    [found] = asked("figures", OWN, paytables={"upcard-bonus": 9})["problems"]
    assert "use 1 to 6" in found["says"]
    [found] = asked("figures", OWN, optimise="luck")["problems"]
    assert "use main, total or upcard-bonus" in found["says"]
    [found] = asked("simulation", OWN, rounds=10**9)["problems"]
    assert "use 1 to 50,000,000" in found["says"]


def test_the_chart_says_what_moves_are_worth_and_what_is_out_of_the_ordinary() -> None:
    found = asked("chart", OWN)
    game = games.read(OWN, origin="the file")
    chart = solve_rules(game, game.rules()).chart
    shown = {
        (table["id"], row["hand"]): tuple(cell["code"] for cell in row["cells"])
        for table in found["tables"]
        for section in table["sections"]
        for row in section["rows"]
    }
    assert shown == {
        (name, hand): cells for name, table in chart.tables.items() for hand, cells in rows(table)
    }
    [sixteen] = [
        row for row in found["tables"][0]["sections"][0]["rows"] if row["hand"] == "hard 16"
    ]
    against_ten = sixteen["cells"][8]
    assert against_ten["code"] == "T"
    assert against_ten["ordinary"] == "H"  # the game without a wager to take back hits it
    assert against_ten["moves"][0]["move"] == "take back"
    by_solver = solve("blackjack", strategy="chart").round.house_edge_per_main
    assert asked("chart", game_text(games.find("blackjack")))["house_edge"] == pytest.approx(
        by_solver
    )
    sheet = asked("chart", game_text(games.find("lucky-stiff")))
    lobby = solve("lucky-stiff", strategy="chart").bets["lucky-stiff"].house_edge
    assert sheet["edges"]["lucky-stiff"] == pytest.approx(lobby)


def test_a_cells_worth_is_the_mean_of_its_hands() -> None:
    solved = solve("blackjack")
    worths = cell_worths(
        solved.solver, solved.objective, best_chart(solved.solver, solved.objective)
    )
    # a hard 19 without a pair is T,9 alone; each ten-value card is as likely as the others
    moves = {one.move: one.ev for one in decide(solved.tables, (9, 8), 9).offers}
    for move, worth in worths["hard 19", "T"].items():
        assert worth == pytest.approx(moves[move], abs=2e-4)
    moves = {one.move: one.ev for one in decide(solved.tables, (7, 7), 5).offers}
    assert worths["8,8", "6"]["stand"] == pytest.approx(moves["stand"], abs=1e-9)


def test_grid_readings_and_difference() -> None:
    found = asked("grid", OWN)
    assert [axis["id"] for axis in found["axes"]] == ["upcard-bonus", "decks", "soft17"]
    assert len(found["rows"]) == 6 * 2 * 2
    here = next(
        row for row in found["rows"]
        if row["choices"] == {"upcard-bonus": "2", "decks": "8", "soft17": "stand"}
    )  # fmt: skip
    text = OWN + '[shoe]\ndecks = 8\n[dealer]\nsoft17 = "stand"\n'
    figures = asked("figures", text, paytables={"upcard-bonus": 2})
    assert here["rules_hash"] == figures["rules_hash"]
    assert here["edges"]["round"] == pytest.approx(figures["round"]["house_edge_per_main"])
    # decks and soft 17 that were chosen on the bench are compared all the same
    chosen = asked("grid", text, paytables={"upcard-bonus": 2})
    assert [axis["used"] for axis in chosen["axes"]] == ["2", "8", "stand"]
    assert {row["rules_hash"] for row in chosen["rows"]} == {
        row["rules_hash"] for row in found["rows"]
    }
    listed = asked("readings", game_text(games.find("half-back")))["readings"]
    assert [one["id"] for one in listed] == [one.id for one in games.find("half-back").rulings]
    [priced] = asked("readings", game_text(games.find("half-back")), ruling="HB-R1")["readings"]
    plain = asked("figures", game_text(games.find("half-back")))
    wider = asked("figures", OWN)
    assert priced["edges"]["round"] == pytest.approx(
        wider["round"]["house_edge_per_main"] - plain["round"]["house_edge_per_main"]
    )
    both = asked("difference", OWN, other=Design(text=game_text(games.find("half-back"))))
    assert both["rules"] == ["take-back.on = 12-18 (was 13-16)"]
    assert len(both["cells"]) == priced["cells"] > 0


def test_what_can_go_wrong_is_said_with_the_stakes_that_do_it() -> None:
    tie = asked("risks", game_text(games.find("blackjack-tie")).replace('"hit"', '"stand"'))
    [beaten] = tie["beaten"]
    assert (beaten["rules"], beaten["stakes"]) == ("", {"tie-17": 0.5})
    assert abs(beaten["player_edge"] - 0.015496) < 5e-7  # as docs/edges.md has it
    assert "BT-R5" in tie["readings"]
    otherwise = asked(
        "risks", game_text(games.find("blackjack-tie")).replace('"hit"', '"stand"'), ruling="BT-R5"
    )["beaten"]
    assert otherwise[0]["stakes"] == {"tie-17": 1.0}
    assert abs(otherwise[0]["player_edge"] - 0.086464) < 5e-7
    # of a game as it stands all other choices were searched beforehand
    half_back = asked("risks", game_text(games.find("half-back")))
    assert (half_back["searched"], half_back["readings"]) == (True, [])
    assert {one["rules"].partition(" ")[0] for one in half_back["beaten"]} == {"HB-R1", "HB-R8"}
    # the five that cost most: 7 seats, 60 rounds, one mistake in a hundred, $5
    first, *others = half_back["costliest"]
    wins = next(
        line.chance for line in solve("half-back").bets["half-back"].lines if line.event == "win"
    )
    assert (first["wager"], first["line"]) == ("half-back", "win")
    assert first["dollars_per_hour"] == pytest.approx(7 * 60 * 5 * 0.01 * wins, rel=1e-6)
    assert first["dollars_per_hour"] >= max(one["dollars_per_hour"] for one in others)
    assert len(others) == 4


def test_money_and_simulation() -> None:
    text = game_text(games.find("blackjack"))
    found = asked(
        "money", text, money=MoneyPlan(wagers={"main": 10.0}, seats=4, rounds_per_hour=50)
    )
    edge = solve("blackjack").round.house_edge_per_main
    assert found["hold_per_hour"] == pytest.approx(4 * 50 * 10 * edge)
    assert 0.3 < found["between_seats"] < 0.5  # seats share the dealer's hand
    [refused] = asked("money", text, money=MoneyPlan(wagers={}))["problems"]
    assert "wager main" in refused["says"]
    few, many = (asked("simulation", text, rounds=rounds, seed=3) for rounds in (1000, 200_000))
    assert (few["rounds"], many["rounds"]) == (1000, 200_000)
    assert many == {
        **asked("simulation", text, rounds=200_000, seed=3),
        "rounds_per_second": many["rounds_per_second"],
    }
    for one in many["wagers"]:
        assert abs(one["simulated"] - one["solver"]) < 5 * one["error"]


def test_a_file_s_report_and_papers_are_printed() -> None:
    game = games.find("half-back")
    report = asked("paper", game_text(game), printed=Print("report", "html"))
    page = base64.b64decode(report["data"]).decode()
    assert (report["problems"], report["name"]) == ([], "half-back-report.html")
    assert solve(game).rules_hash in page, "a file that changes nothing is the game itself"
    sign = asked("paper", OWN, printed=Print("sign", "svg"))
    assert (sign["name"], sign["kind"]) == ("own-sign.svg", "image/svg+xml")
    assert base64.b64decode(sign["data"]).startswith(b"<svg")
    refused = asked("paper", OWN, printed=Print("sign", "html"))
    assert refused["problems"] == [{"line": None, "says": "own: a paper is made as pdf or svg"}]
    assert asked("paper", "x = 1", printed=Print("layout"))["problems"]


def test_a_game_that_cannot_be_solved_is_refused_at_its_line_whatever_is_asked() -> None:
    says = (
        "split.pairs = 'value': other rules of this game tell T from K, so the solver allows only "
        "'rank' here"
    )
    kinds: list[tuple[Any, dict[str, Any]]] = [
        ("figures", {}), ("figures", {"full": True}), ("chart", {}), ("risks", {}),
        ("money", {"money": MoneyPlan(wagers={"main": 10.0})}),
        ("simulation", {"rounds": 1000}), ("paper", {"printed": Print("report", "pdf")}),
        ("paper", {"printed": Print("card", "svg")}),
    ]  # fmt: skip
    for what, more in kinds:
        found = asked(what, UNSOLVABLE, **more)
        assert found["problems"] == [{"line": 6, "says": says}], what
        assert not found.get("data"), what
    # what only shows rules and pays needs no solver
    assert asked("paper", UNSOLVABLE, printed=Print("sign", "svg"))["problems"] == []


def test_every_key_can_be_completed() -> None:
    found = completions()
    for game in games.BUILT_IN:
        for section, keys in games.find(game).values.items():
            if isinstance(keys, dict):
                assert set(keys) <= {one.key for one in found[section]}
    soft17 = next(one for one in found["dealer"] if one.key == "soft17")
    assert soft17.values == ['"hit"', '"stand"', '"none"']
    assert {"shoe", "bets", "based-on"} <= {one.key for one in found[""]}


# Over the wire, with a real process


def test_a_page_s_questions_are_answered_remembered_and_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(benches, "MOST_LIVE", 1)  # one process is enough here
    monkeypatch.setattr(benches, "WAIT_SECONDS", BUSY_MACHINE_SECONDS)

    async def visit() -> None:
        async with House() as house:
            ann = house.person("Ann")
            game = (await ann.get("/api/workbench/games/blackjack")).json()
            assert game["opening"] == ["main"]
            assert (await ann.get("/api/workbench/games/poker")).status_code == 404
            assert len((await ann.get("/api/workbench/completions")).json()) > 10
            body = {"text": game["text"]}
            first = await ann.post("/api/workbench/figures", body)
            assert first.status_code == 200
            solved = solve("blackjack").round.house_edge_per_main
            assert first.json()["round"]["house_edge_per_main"] == pytest.approx(solved)
            again = await ann.post("/api/workbench/figures", body)
            assert again.content == first.content  # with its seconds: it was not worked out again
            broken = await ann.post("/api/workbench/figures", {"text": "[shoe\n"})
            assert broken.status_code == 200
            assert broken.json()["problems"][0]["line"] == 1
            for wrong in (
                {}, {"text": 5}, {"text": "a" * 200_000}, {**body, "stakes": {"main": -1}},
                {**body, "more": 1}, {**body, "paytables": {"x": 0}},
            ):  # fmt: skip
                refused = await ann.post("/api/workbench/figures", wrong)
                assert refused.status_code == 422, wrong
                assert refused.json()["error"]
            nobody = await house.stranger().post("/api/workbench/figures", body)
            assert nobody.status_code == 401
            # a file that takes too long is given up, and the next one is answered
            monkeypatch.setattr(benches, "WAIT_SECONDS", 0.0)
            late = await ann.post("/api/workbench/chart", body)
            assert late.json()["problems"][0]["says"] == benches.TOO_LONG
            monkeypatch.setattr(benches, "WAIT_SECONDS", BUSY_MACHINE_SECONDS)
            assert (await ann.post("/api/workbench/chart", body)).json()["tables"]

    run(visit())


def test_a_process_that_dies_is_started_again() -> None:
    async def visit() -> None:
        bench = benches.Bench(bench_process.NICENESS)
        order = Order(id=1, what="readings", design=Design(text=game_text(games.find("blackjack"))))
        assert (await bench.order(order)).broken == ""
        assert bench._process.process is not None
        bench._process.process.kill()
        with pytest.raises((RuntimeError, asyncio.CancelledError)):
            await bench.order(order)
        assert b"BJ-R1" in bytes((await bench.order(order)).answer)
        await bench.stop()

    run(visit())
