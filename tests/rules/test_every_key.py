"""A file is refused only for a true reason, and the sentence names the key in the file."""

from __future__ import annotations

import re

import pytest

from pitboss import games
from pitboss.rules.compile import compile_rules
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game
from tests.rules.every_key import children, keys

TRUE_REASONS = (
    # the value alone
    r": (in place of \S+ )?use \S+ (to \S+|or more)$",
    r": (in place of \S+ )?use (a table|one id, or two different ones)$",
    r": use (more than 0 and at most 1|odds that pay something), such as '\S.*'$",
    r": (in place of \S+ )?use lower-case letters, digits and single dashes, such as '\S+'$",
    r"= \[\]: give (the bet one event or more|one pay for each pay table)$",
    r"= false: no game is without it; change its keys one by one$",
    r"\.(id|event): its name is '.+' already; leave this key out$",
    # what belongs to it is not there
    r"is missing; give it .+ \(because of .+ in this file\)$",
    r"bets\.new(\.events\.new)?: there is no (bet|event) of this name, and a new one needs ",
    r"names( \(from \S+\))? has no '\S+', one of the opening wagers; add ",
    r"caps\.per-side = true: say in caps\.side how much",
    r"caps\.(side|total) = '\S+': it caps bets that have a side, and no bet has one",
    # other keys leave no room for it
    r"dealer\.soft17 = '(hit|stand)'.*: use 'none', because the dealer stops on every \d+",
    r"dealer\.soft17 = 'none'.*: use 'hit' or 'stand', or add \d+ to stops-on",
    r"the dealer never ends (there|on \d+); use .*\d+",
    r"insurance\.covers = \[.*\].*: use .*the opening wagers? \(wagers\.opening\)",
    r"split\.first = '\S+'.*: use '\S+', because there (is one|are two) opening wager",
    r"take-back\.bet = '\S*'.*: (use '\S+', the second opening|only a second opening wager can)",
    r"caps\.games = \d: use 0 for no cap, or \d and more",
    r"a natural that always wins \(natural\.paid = 'before-peek'\) must pay something",
    r"give every event one pay for each pay table; now ",
    r"on pay table \d use 'none' for all events or for no event$",
    r"give both equally many, or names of their own",
    r"'.+' before it always decides first; put the more special event first",
    r"what its when asks for can never be so",
)


@pytest.mark.parametrize("base", games.BUILT_IN)
def test_every_key_alone_makes_a_game_or_is_refused_for_a_true_reason(base: str) -> None:
    assert len(list(keys(base))) >= 60
    made, parent = 0, compile_rules(games.find(base).rules())
    for child in children(base):
        try:
            game = games.read(child.text, origin="mine.toml")
        except RulesError as error:
            for line in str(error).split("\n"):
                assert re.match(r"mine\.toml:4: ", line), f"{child}: {line}"
                names_it = child.key in line or line.split(": ")[1] in child.key  # a new bet's name
                assert names_it, f"{child}: {line}"
                assert any(re.search(reason, line) for reason in TRUE_REASONS), f"{child}: {line}"
        else:
            made += 1
            tables = compile_rules(game.rules())
            if tables.course != parent.course:
                assert tables.digest() != parent.digest(), f"{child}: a hash names one game"
            if not child.key.startswith("bets."):
                _every_choice_can_be_made(game)
    assert made > 100


def _every_choice_can_be_made(game: Game) -> None:
    for option, choices in game.options.items():
        for choice in choices:
            game.rules({option: choice})
    for ruling in game.rulings:
        if ruling.playable:
            game.rules({ruling.id: "other"})


NARROWED = [
    *((base, "dealer.peeks = false", "surrender", False)
      for base in ("blackjack", "lucky-stiff", "blackjack-tie", "mulligan-21")),
    ("blackjack", "surrender.late = true", "peek", True),
]  # fmt: skip


@pytest.mark.parametrize(("base", "line", "option", "late"), NARROWED)
def test_an_inherited_option_that_contradicts_a_file_gives_way(
    base: str, line: str, option: str, late: bool
) -> None:
    from pitboss.analysis.solving import solve_rules

    text = f'id = "mine"\nname = "Mine"\nbased-on = "{base}"\n{line}\n'
    game = games.read(text, origin="mine.toml")
    assert option in games.find(base).options
    assert option not in game.options
    assert (game.rules().surrender.late, game.rules().dealer.peeks) == (late, late)
    assert 0 < abs(solve_rules(game, game.rules()).round.house_edge_per_main) < 0.1
