"""Files that are too much for a reader are refused before one sees them."""

from __future__ import annotations

import resource
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pitboss import games
from pitboss.games import apart
from pitboss.rules import bounds
from pitboss.rules.bounds import text_problem
from pitboss.rules.errors import RulesError
from tests.bad_input.situations import HEAD, bet, designed, file_refused

TOO_MUCH = [
    ("one key of many parts", ".".join("a" * 49_000) + " = 1", 1, "has a key of more than 12"),
    ("a table of many parts", f"\n\n[{'a . ' * 20_000}a]", 3, "has a key of more than 12 parts"),
    ("parts in quotes", ".".join(['"a"', "'b'"] * 9_000) + " = 1", 1, "has a key of more than"),
    ("lists in lists", "a = " + "[" * 90_000, 1, "has more than 12 brackets"),
    ("tables in tables", "a = " + "{a = " * 15_000, 1, "has more than 12 brackets"),
    (
        "many keys",
        "".join(f"a{n} = 1\n" for n in range(10_001)),
        10001,
        "has more than 10,000 values",
    ),
    ("many items", "a = [" + "1," * 20_000 + "]", 1, "has more than 10,000 values"),
    ("a long number", f"# a\na = {'9' * 5_000}", 2, "has a word of 5000 digits"),
    ("a long word", f"{'a' * 201} = 1", 1, "has a word of 201 characters"),
    ("a long file", "#" * 100_001, None, "has more than 100,000 characters"),
]


@pytest.mark.parametrize(("text", "line", "why"), [case[1:] for case in TOO_MUCH],
                         ids=[case[0] for case in TOO_MUCH])  # fmt: skip
def test_a_text_that_is_too_much_is_not_read(
    text: str, line: int | None, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(RulesError) as caught:
        designed(tmp_path, text)
    place = f"mine.toml:{line}" if line else "mine.toml"
    assert str(caught.value).startswith(f"{place}: the file {why}")


@pytest.mark.parametrize(
    "text",
    [
        'a = "' + "." * 50 + "[" * 50 + '"',
        "a = '" + "." * 50 + "[" * 50 + "'",
        'a = """\n' + "x.[\n" * 50 + '"""',
        "a = '''\n" + "x.['\n" * 50 + "'''",
        "#" + ".[" * 50,
        'a = "\\"' + "." * 50 + '"',
        "a.b.c.d.e.f.g.h.i.j.k.l = 1.5",
        "a = [" * 12 + "]" * 12,
        "\n".join(f"a{n} = [1, 2]" for n in range(3_000)),
    ],
)
def test_what_stands_in_quotes_and_comments_counts_for_nothing(text: str) -> None:
    assert text_problem(text) is None


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_the_built_in_games_are_far_from_every_bound(game: str) -> None:
    text = games.source(game)
    assert text_problem(text * (bounds.MOST_CHARACTERS // len(text) // 2)) is None


def test_a_game_has_so_many_bets_events_and_values_of_an_option(tmp_path: Path) -> None:
    most = "".join(bet(bet_id=f"b{n}") for n in range(bounds.MOST_BETS))
    assert len(designed(tmp_path, HEAD + most).rules().bets) == bounds.MOST_BETS
    assert (
        file_refused(tmp_path, HEAD + most + bet())
        == "mine.toml: bets: these are 41; use at most 40"
    )
    events = "".join(f"bets.b.events.e{n} = {{}}\n" for n in range(bounds.MOST_EVENTS + 1))
    assert file_refused(tmp_path, HEAD + events).endswith(
        "bets.events: these are 201; use at most 200"
    )
    odds = ", ".join(f'"{n} to {n}"' for n in range(1, bounds.MOST_CHOICES + 2))
    many = HEAD + f"options.natural = [{odds}]\n"
    assert (
        file_refused(tmp_path, many) == "mine.toml: options.natural: these are 13; use at most 12"
    )


def test_a_parent_s_bets_count_too(tmp_path: Path) -> None:
    most = "".join(bet(bet_id=f"b{n}") for n in range(bounds.MOST_BETS))
    (tmp_path / "parent.toml").write_text(HEAD + most)
    sentence = file_refused(tmp_path, HEAD.replace("blackjack", "parent.toml") + bet())
    assert sentence == "mine.toml: bets: these are 41; use at most 40"


MEASURED = """
import resource
from pitboss import games
from pitboss.rules.errors import RulesError

def most() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

games.find("blackjack")
before = most()
try:
    games.read(".".join("a" * 90_000) + " = 1", origin="it")
except RulesError:
    print(most() - before)
"""


def test_90000_parts_of_a_key_take_no_memory() -> None:
    def within_two_gigabytes() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    done = subprocess.run(
        [sys.executable, "-c", MEASURED], capture_output=True, check=True, timeout=60,
        preexec_fn=within_two_gigabytes,
    )  # fmt: skip
    assert int(done.stdout) < 50 * 1024  # kilobytes


# In a process of its own

OWN = 'id = "own"\nname = "Own"\nbased-on = "{}"\n'


def test_a_file_is_judged_apart_with_the_parents_it_needs() -> None:
    texts = {"a.toml": OWN.format("b.toml"), "b.toml": OWN.format("blackjack"), "c.toml": "!"}
    found = apart.check(OWN.format("dir/a.toml"), texts, origin="it")
    assert found == {name: texts[name] for name in ("a.toml", "b.toml")}
    with pytest.raises(RulesError, match=r"the text of d\.toml is needed too; those that"):
        apart.check(OWN.format("d.toml"), texts, origin="it")
    with pytest.raises(RulesError, match=r"based on itself: it → a\.toml → a\.toml"):
        apart.check(OWN.format("a.toml"), {"a.toml": OWN.format("a.toml")}, origin="it")


@pytest.mark.parametrize("limit", ["MEMORY_MEGABYTES", "CPU_SECONDS", "WALL_SECONDS"])
def test_a_reader_that_takes_too_much_is_ended(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With limits so low that starting is too much already."""
    monkeypatch.setattr(apart, limit, 0.01 if limit == "WALL_SECONDS" else 0)
    source = Path(apart.__file__).read_text(encoding="utf-8")
    lowered = source.replace(f"\n{limit} = ", f"\n{limit} = 0 * ")
    assert lowered != source
    if limit != "WALL_SECONDS":
        monkeypatch.setattr(apart, "COMMAND", ("-c", lowered))
    with pytest.raises(RulesError, match=r"it: reading it took more than .* make it smaller"):
        apart.check(OWN.format("blackjack"), {}, origin="it")
