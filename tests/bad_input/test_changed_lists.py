"""A file that changes bets and events of its parent: names that are not there, and what is near."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bad_input.situations import HEAD, bet, file_refused

ON_LUCKY_STIFF = HEAD.replace('"blackjack"', '"lucky-stiff"')
ON_TIE = HEAD.replace('"blackjack"', '"blackjack-tie"')
EVENT = '[bets.lucky-stiff.events."{}"]\n'
FIRST_EVENTS = "there are 'stiff pair, dealer matches', 'stiff pair', 'natural', 'stiff winner', "
LAST = "'stiff, lost'"
BUT_PUSH = FIRST_EVENTS + LAST

REFUSED = [
    (ON_TIE + "bets = [1]\n", "bets = [1]: in place of 1 use a table"),
    (ON_TIE + "bets = 3\n", "bets = 3: use a list in brackets"),
    (
        ON_LUCKY_STIFF + EVENT.format("stif push") + "pays = [1, 1, 1, 1, 1]\n",
        "bets.lucky-stiff.events.stif push: there is no event of this name, and a new one needs "
        f"when; {FIRST_EVENTS}'stiff push', {LAST}; did you mean 'stiff push'?",
    ),
    (
        ON_LUCKY_STIFF + "[bets.lucky-stif]\nname = 'x'\n",
        "bets.lucky-stif: there is no bet of this name, and a new one needs paytable and events; "
        "there is 'lucky-stiff'; did you mean 'lucky-stiff'?",
    ),
    (
        HEAD + "[bets.x]\nname = 'x'\n",
        "bets.x: there is no bet of this name, and a new one needs paytable and events; there are "
        "none to change",
    ),
    (
        ON_LUCKY_STIFF + EVENT.format("stiff push") + "before = 'stiff pear'\n",
        f"bets.lucky-stiff.events.stiff push.before = 'stiff pear': {BUT_PUSH}; did you mean "
        "'stiff pair'?",
    ),
    (
        ON_LUCKY_STIFF + "[bets.lucky-stiff.events]\n'stif push' = false\n",
        "bets.lucky-stiff.events.stif push = false: there is none to do without; "
        f"{FIRST_EVENTS}'stiff push', {LAST}; did you mean 'stiff push'?",
    ),
    (
        ON_LUCKY_STIFF + "[bets.lucky-stiff]\nid = 'other'\n",
        "bets.lucky-stiff.id: its name is 'lucky-stiff' already; leave this key out",
    ),
    (
        ON_LUCKY_STIFF + "[bets]\nlucky-stiff = 3\n",
        "bets.lucky-stiff = 3: use a table, or false to do without it",
    ),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_cannot_be_changed_is_named_with_what_there_is(
    text: str, why: str, tmp_path: Path
) -> None:
    assert file_refused(tmp_path, text) == f"mine.toml: {why}"


def test_everything_a_file_says_that_makes_the_parent_s_events_unreachable_is_blamed(
    tmp_path: Path,
) -> None:
    """Each of the three keys, left out, takes the contradiction away; an empty table is one too."""
    event = EVENT.format("all") + "before = 'stiff push'\nwhen = {}\npays = [1, 1, 1, 1, 1]\n"
    innocent = "summary = 'S'\n[shoe]\ndecks = 8\n"
    said = file_refused(tmp_path, ON_LUCKY_STIFF + innocent + event)
    at = "bets.lucky-stiff.events.all"
    assert said.endswith(
        "'all' before it always decides first; put the more special event first (because of "
        f"{at}.before, {at}.when, {at}.pays in this file)"
    )


def test_an_option_is_judged_even_where_the_key_it_decides_is_wrong_too(tmp_path: Path) -> None:
    own = "[dealer]\npeeks = 'x'\n[surrender]\nlate = true\n[options]\npeek = [true, false]\n"
    assert file_refused(tmp_path, HEAD + own).splitlines() == [
        "mine.toml: dealer.peeks = 'x': use true or false",
        "mine.toml: options.peek = false: surrender.late = true: late surrender comes after the "
        "peek and dealer.peeks = false; use false here or true there",
    ]


def test_what_is_wrong_beside_an_unknown_key_is_told_too(tmp_path: Path) -> None:
    said = file_refused(tmp_path, HEAD + bet(when='colour = 1, tie = "16"')).splitlines()
    at = "mine.toml: bets.b.events.e.when"
    assert len(said) == 2
    assert any(line.startswith(f"{at}.colour: there is no such key; use") for line in said)
    assert any(line.startswith(f"{at}.tie = '16': the dealer never ends there") for line in said)
