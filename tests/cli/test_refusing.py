"""Whatever is wrong with a command is said in one sentence, and it exits with 2."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from pitboss import cli
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without")

GAME_FILE = "there-is-no-such.toml"
REFUSED = [
    (("shuffle",), "there is no command 'shuffle'; see pitboss --help"),
    (("solv", "blackjack"), "did you mean solve? See pitboss --help"),
    (("--colour",), "there is no option '--colour'"),
    (("solve",), "GAME is missing; see pitboss solve --help"),
    (("solve", "blackjack", "lucky-stiff"), "'lucky-stiff' is one word too many"),
    (("solve", "blackjack", "--deks", "6"), "no option --deks; did you mean --decks"),
    (("solve", "blackjack", "--decks"), "--decks needs a value after it"),
    (("solve", "blackjack", "--decks", "six"), "'six': use a whole number in digits"),
    (("solve", "blackjack", "--json=3"), "--json is a switch and takes no value"),
    (("solve", "blackjack", "--shoe", "Ax24 Zx3"), "shoe 'Zx3': write a rank"),
    (("solve", "blackjack", "--gone", "5,Z"), "card 'Z': use a rank of"),
    (("rules", GAME_FILE), "cannot be read: No such file or directory"),
    (("strategy", "blackjack", "-o", "chart.doc"), "the name may end in .csv"),
    (("strategy", "blackjack", "--exceptions", "-o", "x.png"), "ends in .csv or .json"),
    (("strategy", "lucky-stiff", "--exceptions", "--bet", "lucky-stiff=1"), "leave out --bet"),
    (("ev", "blackjack", "--up", "T"), "--hand is missing"),
    (("ev", "blackjack", "--hand", "T,6", "--up", "T,5"), "up 'T,5': give one card"),
    (("simulate", "blackjack", "--until-se", "x"), "--until-se 'x': use a number"),
    (("simulate", "blackjack", "--rounds", "-5"), "rounds = -5: use a whole number"),
    (("diff", "blackjack"), "name a second game, or say what changes with --to"),
    (("diff", "blackjack", "--to", "soft17"), "--set 'soft17': write OPTION=VALUE"),
    (("diff", "blackjack", "--to", "soft17=maybe"), "soft17 = maybe: use hit or stand"),
    (("diff", "lucky-stiff", "--to", "lucky-stiff=9"), "use 1 to 5"),
    (("paytables", "blackjack"), "blackjack has no bet with pay tables"),
    (("paytables", "lucky-stiff", "--stake", "0"), "stake = 0: use more than 0"),
    (("paytables", "lucky-stiff", "--seats", "0"), "--seats 0: use 1 to 9"),
    (("paytables", "lucky-stiff", "--csv", "--json"), "--json, --csv: use one"),
    (("sweep", "blackjack"), "nothing varies; blackjack has the options decks"),
    (("sweep", "blackjack", "--vary", "decks="), "write NAME, or NAME=VALUE,VALUE"),
    (("sweep", "blackjack", "--vary", "hats"), "no such option; what can vary is decks"),
    (("sweep", "blackjack", "--vary", "decks", "-o", "no/folder.csv"), "there is no folder 'no'"),
    (("sweep", "blackjack", "--vary", "decks", "--cores", "0"), "cores = 0: use 1 to"),
    (("dealer", "blackjack", "--gone", "X"), "card 'X': use a rank of"),
    (("play", "blackjack", "--shoe", "round"), "--shoe 'round': use cut or csm"),
    (("replay", "there-is-no.log"), "cannot be read"),
    (("serve", "--port", "99999"), "--port 99999: use 0 to 65535"),
    (("serve", "--port", "-1"), "--port -1: use 0 to 65535"),
    (("serve", "--port", "http"), "'http': use a whole number"),
    (("serve", "--host", "192.0.2.1"), "this machine has no such address"),
    (("serve", "--log", "xml"), "--log 'xml': use text or json"),
    (("account", "Ann", "--role", "boss"), "--role 'boss': use player, dealer, trainer, pit"),
    (("audit", "--table", "x"), "--table 'x': use a whole number"),
    (("audit", "--db", "sqlite:///there-is-no.db"), "there is no such file"),
    (("backup",), "--output is missing"),
    (("restore", "there-is-no.backup"), "there-is-no.backup"),
]


def refused(patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said about a command that exits with 2; nothing is printed beside it."""
    patch.setattr(sys, "argv", ["pitboss", *arguments])
    with pytest.raises(SystemExit) as end:
        cli.main()
    out, err = capture.readouterr()
    assert (end.value.code, out) == (2, "")
    return err


@pytest.mark.parametrize("columns", ["40", "200"])
def test_every_refusal_is_one_line_in_a_pipe(
    columns: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", columns)
    for arguments, says in REFUSED:
        told = refused(monkeypatch, capsys, *arguments)
        assert says in told, arguments
        assert told.startswith("pitboss: "), arguments
        assert told.count("\n") == 1, arguments
        assert "\x1b" not in told, arguments
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = refused(
            monkeypatch, capsys, "serve", "--port", port, "--db", f"sqlite:///{tmp_path}/room.db"
        )
    assert f"--port {port}: something listens there already; choose another --port" in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("columns", [40, 80])
def test_on_a_terminal_no_word_of_a_refusal_is_broken(columns: int, tmp_path: Path) -> None:
    terminal = Terminal("sweep", "blackjack", "--vary", "hats", home=tmp_path, columns=columns)
    shown = terminal.read_until("BJ-R2").replace("\r", "")
    terminal.wait()
    lines = shown.splitlines()
    assert max(map(len, lines)) <= columns
    for word in ("resplit-aces,", "hit-split-aces,", "split-cards,"):
        assert any(word in line for line in lines)
