"""`pitboss play`: a sitting from the first wager to quitting, resuming and replaying it."""

from __future__ import annotations

import json
import os
import re
import signal
import termios
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import Terminal, run


def log_of(home: Path, game: str) -> Path:
    return home / "pitboss" / f"{game}.log"


def played(*arguments: str, home: Path, typed: str) -> list[dict[str, Any]]:
    """The JSON lines of a scripted sitting."""
    done = run("play", *arguments, "--json", home=home, typed=typed)
    *steps, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert set(last) == {"version", "schema", "bankroll", "rounds"}
    return steps


def test_a_round_of_half_back_from_scripted_cards(tmp_path: Path) -> None:
    steps = played(
        "half-back", "--bet", "main=10", "--bet", "upcard-bonus=5",
        "--cards", "9s 5h 6d 7c Ah 5d",
        home=tmp_path, typed="deal decline take-back hit stand quit",
    )  # fmt: skip
    last = steps[-1]["view"]
    assert last["waits_for"] == "wagers"
    assert last["net"] == 4000 + 1000  # 8 to 1 on the bonus, even money on Main
    assert last["dealer"]["cards"] == ["Ah", "7c"]


def test_the_hole_card_is_never_printed_before_it_is_turned(tmp_path: Path) -> None:
    steps = played("blackjack", "--cards", "Ts 9h 8c 7d Kd", home=tmp_path, typed="deal stand quit")
    hole = {"type": "HoleCardDealt", "card": None}
    assert hole in steps[1]["events"]
    assert steps[1]["view"]["dealer"]["cards"] == ["9h", "??"]
    assert steps[2]["view"]["dealer"]["cards"] == ["9h", "7d", "Kd"]


def test_the_same_seed_deals_the_same_cards(tmp_path: Path) -> None:
    def cards(seed: str) -> Any:
        steps = played(
            "blackjack", "--seed", seed, "--seats", "3", home=tmp_path, typed="deal quit"
        )
        return [seat["hands"][0]["cards"] for seat in steps[1]["view"]["seats"]]

    assert cards("7") == cards("7")
    assert cards("7") != cards("8")


@pytest.mark.parametrize("arguments", [("--seed", "5"), (), ("--shoe", "csm", "--seed", "5")])
def test_quitting_in_mid_hand_and_resuming_goes_on_with_the_same_hand(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    before = played("lucky-stiff", *arguments, home=tmp_path, typed="deal quit")[-1]["view"]
    after = played("lucky-stiff", "--resume", home=tmp_path, typed="quit")[0]["view"]
    assert after == before


def test_a_resumed_seeded_sitting_deals_what_an_uninterrupted_one_does(tmp_path: Path) -> None:
    moves = "deal n s deal n s deal n s quit"
    whole = played("blackjack", "--seed", "42", home=tmp_path / "a", typed=moves)[-1]["view"]
    played("blackjack", "--seed", "42", home=tmp_path / "b", typed="deal n s deal quit")
    parts = played("blackjack", "--resume", home=tmp_path / "b", typed="n s deal n s quit")[-1][
        "view"
    ]
    assert parts["round"] == whole["round"]
    assert parts["net"] == whole["net"]
    assert parts["dealer"] == whole["dealer"]


def test_a_new_sitting_keeps_the_log_of_the_last_one(tmp_path: Path) -> None:
    played("blackjack", "--seed", "1", home=tmp_path, typed="deal quit")
    first = log_of(tmp_path, "blackjack").read_bytes()
    played("blackjack", "--seed", "2", home=tmp_path, typed="deal quit")
    kept = list(log_of(tmp_path, "blackjack").parent.glob("blackjack-*.log"))
    assert [path.read_bytes() for path in kept] == [first]


def test_a_sitting_can_be_replayed_and_a_changed_log_is_refused(tmp_path: Path) -> None:
    played("half-back", "--seed", "3", home=tmp_path, typed="deal n s quit")
    log = log_of(tmp_path, "half-back")
    told = run("replay", str(log), home=tmp_path).stdout
    assert "all as the rules give them" in told
    assert "seat 1 you stakes $10 on half-back" in told
    log.write_bytes(log.read_bytes().replace(b'"cents":1000', b'"cents":9000', 1))
    refused = run("replay", str(log), home=tmp_path, fails=True)
    assert re.search(r"half-back\.log, line \d+: its seal is", refused.stderr)


def test_following_a_real_table_with_typed_cards(tmp_path: Path) -> None:
    cards = "Ts\n9h\n8c\n\n"  # the hole card stays unknown
    typed = "deal\n" + cards + "stand\n" + "9d\n" + "q\n"
    done = run("play", "blackjack", "--follow", home=tmp_path, typed=typed)
    assert "natural push" not in done.stdout
    assert re.search(r"Main\s+push\s+\$10 staked\s+\$0", done.stdout)


def test_a_typed_card_that_is_none_is_asked_for_again(tmp_path: Path) -> None:
    done = run("play", "blackjack", "--follow", home=tmp_path, typed="deal\nZz\nTs\nq\n")
    assert "card 'Zz': a card is a rank" in done.stdout
    assert "the upcard" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--bet", "main=1"), "wager main = $1: the table's minimum is $5"),
        (("--bet", "main=500"), "the state's largest single wager is $400"),
        (("--bet", "main=ten"), "amount 'ten': write dollars and cents"),
        (("--bet", "poker=5"), "bet 'poker' is not offered here"),
        (("--seats", "8"), "--seats 8: use 1 to 7"),
        (("--bankroll", "-5"), "--bankroll -5: use dollars above zero"),
        (("--bet", "main=10", "--bet", "main=20"), "main was given already"),
        (("--follow", "--seed", "1"), "leave out --cards and --seed"),
        (("--cards", "Ts 1x"), "card '1x': a card is a rank"),
        (("--penetration", "2"), "penetration = 2.0: use 0.1 to 0.95"),
        (("--resume", "--decks", "8"), "rules, seats, wagers and shoe come from the log"),
        (("--resume",), "cannot be read"),
    ],
)
def test_a_sitting_that_cannot_start_says_why(
    arguments: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    assert says in run("play", "blackjack", *arguments, home=tmp_path, fails=True).stderr


def test_a_bankroll_that_does_not_cover_a_double_refuses_it(tmp_path: Path) -> None:
    steps = played(
        "blackjack", "--bankroll", "15", "--cards", "6s 9h 5c 7d",
        home=tmp_path, typed="deal double quit",
    )  # fmt: skip
    assert steps[-1]["notice"] == "double costs $10 and you have $5; choose another move"


def test_keys_act_at_once_on_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal("play", "blackjack", "--cards", "Ts 9h 8c 9d", home=tmp_path)
    terminal.read_until("Enter deal")
    terminal.press("\r")
    assert "double" in terminal.read_until("quit")
    terminal.press("s")  # no Enter
    assert "push" in terminal.read_until("Enter deal")
    terminal.press("q")
    terminal.read_until("You leave with $1,000 after 1 round")
    assert terminal.wait() == 0


def test_a_sitting_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    terminal = Terminal("play", "half-back", "--cards", "9s 5h 6d 7c Ah 5d", home=tmp_path)
    terminal.read_until("Enter deal")
    terminal.press("\r")
    terminal.read_until("insurance?")
    terminal.press("n")
    terminal.read_until("take back")
    terminal.kill()
    steps = played("half-back", "--resume", home=tmp_path, typed="take-back hit stand quit")
    assert steps[0]["view"]["legal"] == ["stand", "hit", "take-back"]
    assert steps[-1]["view"]["net"] == 1000


def test_arrow_keys_are_no_answers(tmp_path: Path) -> None:
    terminal = Terminal("play", "blackjack", "--cards", "6s 9h 5c 7d Td Kd", home=tmp_path)
    terminal.read_until("Enter deal")
    terminal.press("\r")
    terminal.read_until("double")
    terminal.press("\x1b[D")  # Left ends in a D, which must not double
    terminal.press("s")
    terminal.read_until("Enter deal")
    terminal.press("q")
    assert "doubled" not in terminal.read_until("You leave with")
    terminal.wait()
    assert "doubles" not in run("replay", str(log_of(tmp_path, "blackjack")), home=tmp_path).stdout


def test_ctrl_c_leaves_the_table_and_says_how_to_go_on(tmp_path: Path) -> None:
    terminal = Terminal("play", "blackjack", "--seed", "1", home=tmp_path)
    terminal.read_until("Enter deal")
    terminal.press("\r")
    terminal.read_until("quit")
    terminal.press("\x03")
    assert "--resume" in terminal.read_until("The log is")
    assert terminal.wait() == 130


def test_a_file_that_is_no_log_is_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("my own words, no newline at the end")
    for arguments in (("--resume",), ()):
        refused = run(
            "play", "blackjack", *arguments, "--log", str(notes),
            home=tmp_path, typed="deal\nq\n", fails=True,
        )  # fmt: skip
        assert "notes.txt" in refused.stderr
        assert notes.read_text() == "my own words, no newline at the end"
    folder = tmp_path / "folder"
    folder.mkdir()
    refused = run(
        "play", "blackjack", "--log", str(folder), home=tmp_path, typed="deal\n", fails=True
    )
    assert "folder" in refused.stderr
    assert folder.is_dir()


def test_a_log_that_cannot_be_written_is_answered_in_a_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    refused = run(
        "play", "blackjack", "--log", str(blocked / "x.log"),
        home=tmp_path, typed="deal\n", fails=True,
    )  # fmt: skip
    assert "cannot be written" in refused.stderr


def test_a_log_in_use_by_another_sitting_is_refused(tmp_path: Path) -> None:
    first = Terminal("play", "blackjack", "--seed", "1", home=tmp_path)
    first.read_until("Enter deal")
    first.press("\r")
    first.read_until("quit")
    refused = run("play", "blackjack", home=tmp_path, typed="deal\n", fails=True)
    assert "in use by another sitting" in refused.stderr
    first.press("q")
    first.wait()


def test_a_log_cut_off_after_a_hit_gets_its_card_from_the_shoe(tmp_path: Path) -> None:
    steps = played("blackjack", "--seed", "9", home=tmp_path, typed="deal decline hit quit")
    log = log_of(tmp_path, "blackjack")
    lines = log.read_bytes().splitlines(keepends=True)
    cut = max(i for i, line in enumerate(lines) if b'"HitTaken"' in line)
    log.write_bytes(b"".join(lines[: cut + 1]) + b'{"type":"Card')
    again = played("blackjack", "--resume", home=tmp_path, typed="quit")[0]["view"]
    assert again == steps[-1]["view"]


def test_a_log_of_another_game_is_refused(tmp_path: Path) -> None:
    played("blackjack", "--seed", "1", home=tmp_path, typed="deal quit")
    log = str(log_of(tmp_path, "blackjack"))
    refused = run("play", "half-back", "--resume", "--log", log, home=tmp_path, fails=True)
    assert "a log of blackjack, not of half-back" in refused.stderr


def test_a_sitting_of_a_file_that_changed_goes_on_by_the_old_rules_and_says_so(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.toml"
    text = 'id = "mine"\nname = "Mine"\nbased-on = "blackjack"\n'
    file.write_text(text)
    options = ("--set", "das=false", "--set", "BJ-R1=other", "--decks", "2", "--seed", "1")
    played(str(file), *options, home=tmp_path, typed="deal quit")
    [same] = played(str(file), "--resume", home=tmp_path, typed="quit")
    assert same.get("notice", "") == ""  # what the house chose is no change of the file
    file.write_text(text + 'double.on = "none"\n')
    [changed] = played(str(file), "--resume", home=tmp_path, typed="quit")
    assert changed["notice"] == (
        "mine.toml has changed since this sitting began, which goes on by its old rules; a new one "
        "would have double.on = none (was any)"
    )


def test_cards_that_run_out_leave_a_whole_log(tmp_path: Path) -> None:
    done = run("play", "blackjack", "--cards", "5s 6d", home=tmp_path, typed="deal\n")
    assert "the list of 2 cards has run out" in done.stdout
    told = run("replay", str(log_of(tmp_path, "blackjack")), home=tmp_path).stdout
    assert "dealer shows 6d" in told


def test_a_followed_shoe_can_be_shuffled(tmp_path: Path) -> None:
    rounds = "Ts\n9h\n8c\n9d\nstand\n"
    typed = "deal\n" + rounds + "shuffled\ndeal\nTs\nq\n"
    done = run("play", "blackjack", "--decks", "1", "--follow", home=tmp_path, typed=typed)
    assert "out already" not in done.stdout
    typed = "deal\n" + rounds + "deal\nTs\nq\n"
    done = run("play", "blackjack", "--decks", "1", "--follow", home=tmp_path, typed=typed)
    assert "card Ts: all 1 of this shoe are out already" in done.stdout


def test_a_house_file_sets_limits_and_rounding(tmp_path: Path) -> None:
    house = tmp_path / "room.toml"
    house.write_text("round-to = 100\nround-for = 'house'\n[minimum]\nmain = 1500\n")
    arguments = ("blackjack", "--house", str(house), "--cards", "As 9h Ks 9d")
    refused = run("play", *arguments, home=tmp_path, fails=True)
    assert "the table's minimum is $15" in refused.stderr
    steps = played(*arguments, "--bet", "main=15", home=tmp_path, typed="deal quit")
    assert steps[-1]["view"]["net"] == 2200  # 3 to 2 on $15 is $22.50, rounded for the house


def test_a_sitting_whose_cards_ran_out_says_so_again_when_resumed(tmp_path: Path) -> None:
    run("play", "blackjack", "--cards", "Ts 5h", home=tmp_path, typed="deal\n")
    done = run("play", "blackjack", "--resume", home=tmp_path, typed="deal\n")
    assert "the list of 2 cards has run out" in done.stdout


def test_an_impossible_card_in_a_list_ends_the_sitting(tmp_path: Path) -> None:
    done = run(
        "play", "blackjack", "--decks", "1", "--cards", "As As Ks 9d",
        home=tmp_path, typed="deal\n5d\n",
    )  # fmt: skip
    assert "card As: all 1 of this shoe are out already; the sitting ends here" in done.stdout
    assert "Type the upcard" not in done.stdout


def test_json_lines_are_json_whatever_is_asked(tmp_path: Path) -> None:
    done = run("play", "blackjack", "--seed", "1", "--json", home=tmp_path, typed="l o deal quit")
    assert [json.loads(line) for line in done.stdout.splitlines()]


def test_results_name_the_hand_of_the_seat_that_split(tmp_path: Path) -> None:
    done = run(
        "play", "blackjack", "--seats", "2", "--cards", "9c 8s Th 7c 8d 7c Tc Tc Td",
        home=tmp_path, typed="deal s p s s q",
    )  # fmt: skip
    assert re.search(r"seat 2  Main hand 1", done.stdout)
    assert re.search(r"seat 2  Main hand 2", done.stdout)
    assert re.search(r"seat 1  Main   ", done.stdout)


def test_a_designers_brackets_are_words_not_markup(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'id = "mine"\nname = "Mine [/x]"\nbased-on = "blackjack"\n'
        '[[rules]]\nid = "X-1"\ntext = "A seat [either one] may [/wac]."\n'
        '[[bets]]\nid = "b"\nname = "B [b]"\npaytable = "b"\n'
        '[[bets.events]]\nevent = "E [/y]"\nwhen = { player-suited = true }\npays = [2]\n'
    )
    shown = run("rules", str(mine), home=tmp_path).stdout
    assert "Mine [/x]" in shown
    assert "[either one]" in shown
    assert "E [/y]" in run("rules", str(mine), "--tables", home=tmp_path).stdout
    arguments = (str(mine), "--bet", "b=5", "--cards", "Ts 9h 8s 9d")
    assert "E [/y]" in run("play", *arguments, home=tmp_path, typed="deal s q").stdout
    assert "E [/y]" in run("replay", str(log_of(tmp_path, "mine")), home=tmp_path).stdout


def test_the_terminal_is_sane_after_a_signal(tmp_path: Path) -> None:
    terminal = Terminal("play", "blackjack", home=tmp_path)
    terminal.read_until("Enter deal")
    os.kill(terminal.child, signal.SIGTERM)
    _, status = os.waitpid(terminal.child, 0)
    assert os.waitstatus_to_exitcode(status) == 1
    echo = termios.tcgetattr(terminal.screen)[3] & termios.ECHO
    os.close(terminal.screen)
    assert echo


@pytest.mark.parametrize("seats", ["1", "3"])
def test_a_small_window_shows_dealer_results_and_keys_also_after_a_resume(
    seats: str, tmp_path: Path
) -> None:
    cards = {"1": "Ts 9h 8c 9d", "3": "Ts Td Th 9h 8c 8d 8s 9d"}[seats]
    moves = "deal " + "s " * int(seats) + "quit"
    arguments = ("half-back", "--bet", "upcard-bonus=5", "--seats", seats, "--cards", cards)
    run("play", *arguments, home=tmp_path, typed=moves)
    terminal = Terminal("play", "half-back", "--resume", home=tmp_path, columns=80, lines=24)
    shown = terminal.read_until("at this table").replace("\r", "")
    terminal.press("q")
    terminal.wait()
    screen = shown[shown.index("╭─") :].splitlines()
    assert len(screen) <= 23  # and the line the cursor is on
    assert any("DEALER" in line for line in screen)
    assert sum("Half Back" in line and "staked" in line for line in screen) == int(seats)
    assert any("Enter deal" in line for line in screen)
    assert any("Collect the cards" in line for line in screen)  # what the dealer did last


def test_a_terminal_says_what_each_move_does_and_why_wagers_ended_so(tmp_path: Path) -> None:
    shown = run(
        "play", "half-back", "--bet", "upcard-bonus=5", "--cards", "9s Kh 6d 7c 4d",
        home=tmp_path, typed="deal take-back hit s q",
    ).stdout  # fmt: skip
    for line in (
        "15 against a king. No natural underneath.",
        "Get $10 back, play on with Main; then only hit or stand",
        "Hard 9, 10 or 11 only; $10 more on Main alone",
        "Upcard Bonus: The dealer's first upcard was a king, not 3 to 6",
        "Main: Your 19 beats the dealer's 17",
    ):
        assert line in " ".join(shown.replace("│", " ").split()), line
    steps = played("blackjack", "--cards", "Ts 9h 8c 9d", home=tmp_path, typed="deal s quit")
    assert steps[-1]["reasons"] == ["Main: Both have 18"]


def test_a_lesson_is_told_whole_and_takes_no_wagers(tmp_path: Path) -> None:
    told = run("play", "mulligan-21", "--lesson", home=tmp_path).stdout
    assert [f"Hand {number} of 5" in told for number in range(1, 6)] == [True] * 5
    assert "The lesson goes on: burn." in told
    lesson = json.loads(run("play", "half-back", "--lesson", "--json", home=tmp_path).stdout)
    assert len(lesson["hands"]) == 5
    refused = run("play", "blackjack", "--lesson", "--seed", "1", home=tmp_path, fails=True)
    assert "--seed: a lesson has its own wagers and cards" in refused.stderr
