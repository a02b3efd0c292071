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
    r"allowed are \S+ (\(no splits\) )?to \S+$",
    r"allowed are (tables|one or two different ids|odds that pay something)$",
    r"allowed are shares above 0 and up to 1$",
    r"allowed are lower-case letters, digits and dashes$",
    r"= \[\]: allowed is one (event|pay) or more$",
    r"= false: no game is without; change its keys one by one$",
    r"\.(id|event): its name is '.+' already; leave this key out$",
    # what belongs to it is not there
    r"is missing; it must be given \(because of .+ in this file\)$",
    r"names lacks '\S+', one of the opening wagers",
    r"caps\.per-side = true: caps\.side must say how much",
    r"caps\.(side|total) = '\S+': it caps bets that have a side, and no bet has one$",
    # other keys leave no room for it
    r"dealer\.soft17 = '(hit|stand)': the dealer stops on every \d+ \(stops-on\)",
    r"dealer\.soft17 = 'none': allowed are 'hit' and 'stand', unless stops-on has \d+",
    r"the dealer never ends there; allowed are .*\d+",
    r"insurance\.covers = \[.*\]: allowed are the opening wagers \(wagers\.opening\)",
    r"split\.first = '\S+' with [12] opening wager\(s\) \(wagers\.opening\)",
    r"take-back\.bet = '\S*': allowed is the second opening wager",
    r"caps\.games = \d: allowed are 0 \(no cap\) or at least the \d opening wager\(s\)$",
    r"a natural that always wins \(natural\.paid = 'before-peek'\) must pay something",
    r"every event must have one pay for each pay table; numbers of pays are",
    r"allowed is 'none' for all events of table \d or for no event$",
    r"bets that share a name must have equally many",
    r"'.+' before it always decides first; allowed is the more special event first",
    r"what its when asks for can never be so",
)


@pytest.mark.parametrize("base", games.BUILT_IN)
def test_every_key_alone_makes_a_game_or_is_refused_for_a_true_reason(base: str) -> None:
    assert len(list(keys(base))) >= 60
    made = 0
    for child in children(base):
        try:
            game = games.read(child.text, origin="mine.toml")
        except RulesError as error:
            for line in str(error).split("\n"):
                assert line.startswith("mine.toml: "), child
                assert child.key in line, f"{child}: {line}"
                assert any(re.search(reason, line) for reason in TRUE_REASONS), f"{child}: {line}"
        else:
            made += 1
            compile_rules(game.rules())
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
    *((base, "surrender.late = true", "peek", True) for base in ("blackjack", "lucky-stiff")),
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
