"""The operators' page and the files it copies name only what there is."""

from __future__ import annotations

import configparser
import re
import shlex
from pathlib import Path

import cyclopts
import pytest

from pitboss.cli import app
from pitboss.web import solver_queue
from pitboss.web.metrics import Metrics, Trouble

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SERVER = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
PAGES = {name: (ROOT / "docs" / name).read_text(encoding="utf-8")
         for name in ("server.md", "clients.md")}  # fmt: skip
FILES = sorted(DEPLOY.iterdir())
SETTINGS = {
    "PITBOSS_DB": "sqlite:///x.db", "PITBOSS_NAME": "tables.example", "PITBOSS_OPTIONS": "--guests",
    "PITBOSS_BACKUPS": "/var/backups/pitboss", "PITBOSS_KEEP_DAYS": "14",
}  # fmt: skip


def unit(name: str) -> configparser.RawConfigParser:
    found = configparser.RawConfigParser(strict=False, delimiters="=", comment_prefixes="#")
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(DEPLOY / name)
    return found


def expanded(command: str, instance: str = "1") -> list[str]:
    """A command line as systemd or a shell makes it: settings put in, numbers of servers too."""
    text = command.replace("%i", instance).replace("$1", instance).replace("…", "")
    for name, value in SETTINGS.items():
        text = text.replace(f"${{{name}}}", value).replace(f"${name}", value)
    return shlex.split(re.sub(r"\$\w+", "x", text))


def pitboss_commands(text: str) -> list[list[str]]:
    """The arguments of every call of pitboss in lines of shell, comments and units."""
    calls = re.findall(
        r"(?:^ {4}|^#   .*(?<!-t )|bin/|`|/data |8121 |ExecStart=\S*?)"
        r"pitboss ([a-z]+(?: [^`\n#]*)?)",
        re.sub(r"\\\n *", "", text),
        re.M,
    )
    # what is told behind a call, and where its words go
    return [expanded(re.split(r" {3,}| [|>&]|\)", call)[0]) for call in calls]


EVERY_CALL = [
    (path.name, call)
    for path in (ROOT / "docs" / "server.md", *FILES)
    for call in pitboss_commands(path.read_text(encoding="utf-8"))
]


def test_calls_are_found() -> None:
    named = {call[0] for _, call in EVERY_CALL}
    assert {"serve", "account", "audit", "backup", "restore", "migrate"} <= named
    assert len(EVERY_CALL) > 15


@pytest.mark.parametrize(("where", "call"), EVERY_CALL, ids=lambda value: str(value)[:60])
def test_every_command_that_is_named_can_be_called_so(where: str, call: list[str]) -> None:
    try:
        app.parse_args(call, exit_on_error=False, print_error=False)
    except cyclopts.MissingArgumentError:
        assert where == "server.md"  # named in a sentence, without what it is about


def test_the_units_start_what_parses() -> None:
    [server] = pitboss_commands("ExecStart=" + unit("pitboss@.service")["Service"]["ExecStart"])
    _, bound, _ = app.parse_args(server, exit_on_error=False, print_error=False)
    assert bound.arguments["port"] == 8121
    assert bound.arguments["address"] == "https://tables.example:8441"
    assert bound.arguments["proxies"] == "127.0.0.1"
    assert bound.arguments["guests"] is True
    assert unit("pitboss-backup.service")["Service"]["ExecStart"] == "/opt/pitboss/backup.sh"


def test_settings_are_those_of_the_settings_file() -> None:
    text = (DEPLOY / "pitboss.env").read_text()
    assert set(re.findall(r"^(PITBOSS_\w+)=", text, re.M)) == set(SETTINGS)
    used = {name for path in FILES for name in re.findall(r"\$\{?(PITBOSS_\w+)", path.read_text())}
    assert used <= set(SETTINGS)
    assert set(re.findall(r"\$\{?(PITBOSS_\w+)", SERVER)) <= {*SETTINGS, "PITBOSS_PASSWORD"}


def test_servers_and_proxy_agree_on_ports() -> None:
    proxy = (DEPLOY / "nginx.conf").read_text()
    assert set(re.findall(r"server 127\.0\.0\.1:(\d+)", proxy)) == {"8121", "8122"}
    assert set(re.findall(r"listen (?:\[::\]:)?(\d+)", proxy)) == {"80", "443", "8441", "8442"}
    assert "--port 812%i" in (DEPLOY / "pitboss@.service").read_text()
    assert ":844%i " in (DEPLOY / "pitboss@.service").read_text()


@pytest.mark.parametrize("name", PAGES)
def test_every_file_that_is_named_is_there(name: str) -> None:
    text = PAGES[name]
    linked = [place for place in re.findall(r"\]\(([^)#]+)", text) if "://" not in place]
    assert [place for place in linked if not (ROOT / "docs" / place).exists()] == []
    copied = re.findall(r"\b((?:deploy|examples)/[\w.@-]*\w)", text)
    assert [place for place in copied if not (ROOT / place).exists()] == []


def test_every_file_of_deploy_is_used_on_the_page() -> None:
    assert [path.name for path in FILES if f"deploy/{path.name}" not in SERVER] == []


def test_the_metrics_of_the_page_are_those_of_the_code() -> None:
    shown = Metrics(solver_queue.of_this_process().seconds).page().decode()
    there = set(re.findall(r"^# HELP (pitboss_\w+) ", shown, re.M))
    there = {name for name in there if not name.endswith("_created")}
    assert set(re.findall(r"^\| .*?`(pitboss_\w+)`", SERVER, re.M)) <= there
    assert set(re.findall(r"`(pitboss_\w+)`", SERVER)) - {"pitboss_owner"} == there
    kinds = SERVER.partition("| `kind` of error |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `([\w-]+)` \|", kinds, re.M)) == set(Trouble)


def test_nothing_is_installed_from_the_index_by_our_name() -> None:
    for path in (ROOT / "docs" / "server.md", ROOT / "docs" / "clients.md", *FILES):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"pip install[^\n]*\s['\"]?pitboss(\[|\s|'|\"|$)", text), path.name
