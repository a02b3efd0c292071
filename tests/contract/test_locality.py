"""A mechanic lives in one place: which source files name it, counted.

A mechanic is something a game can have that changes how a hand or a round goes. It may be named by
the vocabulary, the compiler, captions and game files; everything else interprets what was compiled
and must not know it. Not counted as the name of a mechanic:

- what an engine interprets. Edges make hands (``split``); terms say that a stake was raised for one
  card (``doubled``, which bets ask about as a fact); the round has a place for a card set aside.
  These words are `LANGUAGE`, file by file, so that no other file takes them up unseen;
- the burning of a shoe's top cards, which is the dealer's procedure before the first round;
- files written by a script from the definitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss import games

ROOT = Path(__file__).parents[2]
SOURCES = ("src/pitboss", "frontend/src")
KINDS = {".py", ".toml", ".ts", ".svelte"}

VOCABULARY = {
    "src/pitboss/rules/vocabulary.py",
    "src/pitboss/rules/facts.py",
    "src/pitboss/rules/finishes.py",
    "src/pitboss/rules/game.py",
    "src/pitboss/rules/mending.py",
}
"""Keys and their meaning, what bets can ask about, house options, sound values for mending."""
COMPILER = {"src/pitboss/rules/course.py", "src/pitboss/rules/compile.py"}
CAPTIONS = {
    "src/pitboss/rules/moves.py",
    "src/pitboss/rules/procedure.py",
    "src/pitboss/rules/conditions.py",
    "src/pitboss/rules/dealing.toml",
    "src/pitboss/rules/cloth.py",
    "src/pitboss/rules/course_text.py",
    "src/pitboss/rules/consequences.py",
    "src/pitboss/rules/hopes.py",
    "src/pitboss/rules/reasons.py",
    "src/pitboss/rules/washington.toml",
}
"""Names of moves, what the dealer does and when, what stands on the cloth and in the law; what
moves do, what bets hope for and why they lost, in the player's words."""
GENERATED = {"frontend/src/lib/api-types.ts", "frontend/src/lib/moves.ts"}
GAMES = ("src/pitboss/games/", "src/pitboss/published/", "src/pitboss/school/lessons/")
"""Definitions, figures others published about them, and what is drilled of them."""
HOME = VOCABULARY | COMPILER | CAPTIONS | GENERATED

MECHANICS = {
    "take-back": r"(?i)tak(?:e|en|es|ing)[-_ ]?back",
    "burning a drawn card": r"(?i)mulligan(?!-21)|burn(?:s|ed|ing|able)?\b|burns?_",
    "surrender": r"(?i)surrender",
    "early surrender": r"(?i)surrender\.early|early surrender|early-surrender",
    "n cards win": r"(?i)charlie",
    "replaced upcard": (
        r"(?i)set[-_ ]?aside|UpcardReplaced|upcards?[^.\n]{0,20} replaced|\.replace[sd]\b"
    ),
    "free split": r"moves-wager|free[-_ ]split",
    "split aces": r"(?:re-?)?split[-_ ]aces|hit[-_]aces",
    "double": (
        r"\b(?:re)?doubl(?:e|es|ed|ing)\b(?! brackets)|\w_doubled?\b|\bdoubled?_\w|HandDoubled"
    ),
    "redouble": r"redoubl|double\.again|doubled? again",
    "split": (
        r"(?<![.\w])(?:re-?)?split(?:s|ting)?\b(?!\()|[a-z]_split(?:s?\b|_)|\bsplit_|Split|SPLIT"
    ),
}
"""What a mechanic is called in a source file."""

TOP_CARD = re.compile(
    r"BurnTop|TopCardBurned|burn[-_]top|top_burned|top cards?\b[^.\n]{0,12} burned"
    r"|burn its top cards|shoe\.burn\b|rules\.burn\b|self\.burn\b"
)
"""The dealer burns the first cards of a shoe: another thing of the same name."""
DEALING = {
    "src/pitboss/analysis/dealing_plan.py",
    "src/pitboss/analysis/simulating.py",
    "src/pitboss/cli/simulating.py",
    "src/pitboss/cli/terminal_table.py",
    "src/pitboss/floor/replays.py",
    "src/pitboss/presentation/simulation_tables.py",
    "src/pitboss/store/past_rounds.py",
    "src/pitboss/store/proof_file.py",
    "src/pitboss/store/shoe_watch.py",
    "src/pitboss/table/shoe.py",
    "src/pitboss/web/routes/rounds.py",
}
"""Files that speak of a shoe's top cards in other words too."""

LANGUAGE = {
    "burning a drawn card": DEALING,
    "split": {
        "src/pitboss/rules/policy.py",  # decisions of hands that an edge made
        "src/pitboss/rules/settlement.py",  # a second split loses some bets
        "src/pitboss/table/bets.py",
        "src/pitboss/table/choices.py",  # an edge that makes a hand is told as HandSplit
        "src/pitboss/table/engine.py",
        "src/pitboss/table/events.py",
        "src/pitboss/table/flow.py",  # when the hands of a split get their cards
        "src/pitboss/table/narrator.py",
        "src/pitboss/table/state.py",
        "src/pitboss/table/text.py",
        "src/pitboss/school/rounds.py",  # which hand is which after HandSplit
        "src/pitboss/cli/solving.py",  # rounds with several hands are sampled
        "src/pitboss/presentation/solution_tables.py",
    },
    "double": {
        "src/pitboss/table/bets.py",
        "src/pitboss/table/choices.py",  # chips for one card are told as HandDoubled
        "src/pitboss/table/engine.py",
        "src/pitboss/table/events.py",
        "src/pitboss/table/narrator.py",  # a pair that may be HandDoubled or HandSplit
        "src/pitboss/table/text.py",
    },
    "replaced upcard": {
        "src/pitboss/rules/policy.py",  # boards, by the card set aside
        "src/pitboss/table/engine.py",  # the round has a place for a card set aside
        "src/pitboss/table/events.py",
        "src/pitboss/table/flow.py",
        "src/pitboss/table/log.py",
        "src/pitboss/table/narrator.py",
        "src/pitboss/table/showcase.py",  # deals that a second upcard belongs to
        "src/pitboss/table/state.py",
        "src/pitboss/table/text.py",
        "src/pitboss/table/views.py",
        "src/pitboss/cli/felt.py",
        "src/pitboss/presentation/solution_tables.py",
        "frontend/src/felt/Dealer.svelte",
        "frontend/src/felt/motion.ts",
        "frontend/src/lib/pace.ts",
        "frontend/src/round/picture.ts",  # draws that place as the felt does
    },
}
"""Files that interpret what edges, terms and the round are made of, by the word they use for it."""

VERIFIER = {"src/pitboss/verifier/check_rounds.py"}
"""A second reading of the rules by their text alone, which shares nothing with the first."""
ENGINES = ("exact", "sim", "advice", "analysis")
CHARTS = {
    "src/pitboss/rules/chart.py",
    "src/pitboss/rules/chart_places.py",
    "src/pitboss/env/chart_rows.py",
    "src/pitboss/exact/chart_format.py",
    "src/pitboss/presentation/chart_layout.py",
}
"""The published format of charts, whose sections are called after mechanics."""
FORMATS = CHARTS | {"src/pitboss/cli/deciding.py"}
"""And the options of a command, which are a contract too."""
FOLDERS = {
    "split": (
        *ENGINES,
        "env",
    ),  # they follow edges that make a hand, and what its hands bring together
    "double": ENGINES,  # the fact `doubled`, and rows of pays by it
    "replaced upcard": (*ENGINES, "env"),  # boards have a place for a card set aside
    "burning a drawn card": ("sim", "env"),  # the first cards of a shoe
}
"""Packages that interpret what edges, terms and the round are made of, likewise."""


def naming(mechanic: str) -> Iterator[str]:
    """Source files that name a mechanic."""
    pattern = re.compile(MECHANICS[mechanic])
    for path in sources():
        text = (ROOT / path).read_text(encoding="utf-8")
        if pattern.search(TOP_CARD.sub("", text)):
            yield path


def sources() -> list[str]:
    found = (path for source in SOURCES for path in (ROOT / source).rglob("*"))
    return sorted(
        path.relative_to(ROOT).as_posix()
        for path in found
        if path.suffix in KINDS and "static" not in path.parts and ".test" not in path.suffixes
    )


@pytest.mark.parametrize("mechanic", MECHANICS)
def test_a_mechanic_is_named_only_where_it_is_defined(mechanic: str) -> None:
    allowed = HOME | FORMATS | VERIFIER | LANGUAGE.get(mechanic, set())
    folders = tuple(f"src/pitboss/{name}/" for name in FOLDERS.get(mechanic, ()))
    strangers = {
        path for path in naming(mechanic)
        if path not in allowed and not path.startswith((*GAMES, *folders))
    }  # fmt: skip
    assert strangers == set(), f"read it from moves, edges or terms: they name {mechanic}"


@pytest.mark.parametrize("mechanic", LANGUAGE)
def test_no_file_is_excused_that_needs_no_excuse(mechanic: str) -> None:
    assert LANGUAGE[mechanic] - set(naming(mechanic)) == set()


@pytest.mark.parametrize("mechanic", MECHANICS)
def test_a_mechanic_is_found_where_it_is_defined(mechanic: str) -> None:
    """Otherwise a pattern that fits nothing would say nothing."""
    named = set(naming(mechanic))
    assert named & VOCABULARY
    assert named & COMPILER


def test_a_shoes_top_cards_are_no_mechanic() -> None:
    told = "class TopCardBurned: a top card is burned"
    assert not re.search(MECHANICS["burning a drawn card"], TOP_CARD.sub("", told))
    assert re.search(MECHANICS["burning a drawn card"], TOP_CARD.sub("", "a drawn card is burned"))


def test_no_page_names_a_game() -> None:
    """Games and their addresses come from the server; "blackjack" is also what a hand is called."""
    ids = "|".join(games.BUILT_IN)
    named = re.compile(rf"""/(?:{ids})\b|game=(?:{ids})|["'`](?:{ids})["'`]""")
    pages = [path for path in sources() if path.startswith("frontend/src")]
    found = {path for path in pages if named.search((ROOT / path).read_text(encoding="utf-8"))}
    assert found - GENERATED == {"frontend/src/felt/words.ts"}
