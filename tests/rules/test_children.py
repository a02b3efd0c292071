"""What a designer's file takes over from its parent, changes, and does without."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import games
from pitboss.analysis.solving import solve_rules
from pitboss.games import MOST_GENERATIONS
from pitboss.rules.errors import RulesError
from pitboss.rules.game import Game, Ruling
from tests.bad_input.situations import designed, file_refused, without_lines


def head(base: str, name: str = "mine") -> str:
    return f'id = "{name}"\nname = "Mine"\nbased-on = "{base}"\n'


def child(base: str, text: str) -> Game:
    return games.read(head(base) + text, origin="mine.toml")


def refused(base: str, text: str) -> list[str]:
    with pytest.raises(RulesError) as caught:
        child(base, text)
    return without_lines(str(caught.value), head(base) + text).split("\n")


def ruling(game: Game, ruling_id: str) -> Ruling:
    [found] = [one for one in game.rulings if one.id == ruling_id]
    return found


# Options and refusals


def test_only_the_values_that_contradict_the_file_are_dropped() -> None:
    # 18 is not the dealer's total to play by a rule of its own, once 17 is where she stops
    game = child("blackjack", 'dealer.stops-on = [17]\ndealer.soft17 = "none"\n')
    kept = games.find("blackjack").options
    assert game.options == {name: kept[name] for name in kept if name != "soft17"}


def test_an_option_with_values_left_keeps_them() -> None:
    text = (
        '[options]\ndouble = ["any", "hard 9-11", "none"]\nnatural = ["3 to 2", "0 to 1"]\n'
        "decks = [6]\n"
    )
    parents = {"parent.toml": head("blackjack", "parent") + text}
    own = head("parent.toml") + 'natural.paid = "before-peek"\n'
    game = games.read(own, origin="mine.toml", parents=parents)
    # a natural that always wins must pay something; one value that is left is no choice
    kept = games.find("blackjack").options
    assert game.options == {
        "double": ("any", "hard 9-11", "none"),
        "decks": (6,),
        **{name: kept[name] for name in kept if name not in ("double", "decks", "natural")},
    }


def test_a_refusal_of_what_the_file_decides_is_not_taken_over() -> None:
    assert "surrender" in games.find("half-back").refuses
    game = child("half-back", "surrender.late = true\n")
    assert "surrender" not in game.refuses
    assert "peek" in game.refuses


def test_an_option_the_file_refuses_is_not_taken_over() -> None:
    game = child("blackjack", '[refuses]\nsurrender = "not here"\n')
    assert "surrender" not in game.options
    with pytest.raises(RulesError, match="is refused: not here"):
        game.rules({"surrender": True})


def test_an_option_the_file_itself_allows_never_gives_way() -> None:
    text = "surrender.late = true\n[options]\npeek = [true, false]\n"
    [line] = refused("blackjack", text)
    assert line.startswith("mine.toml: options.peek = false: surrender.late = true: ")
    both = '[options]\npeek = [true, false]\n[refuses]\npeek = "no"\n'
    assert refused("blackjack", both) == [
        "mine.toml: refuses.peek: it is among options too; keep one of the two"
    ]


# Rulings

STIFF_17 = """
[[bets]]
id = "lucky-stiff"
name = "Lucky Stiff"
paytable = "lucky-stiff"

[[bets.events]]
event = "stiff winner"
when = { player = "hard 12-17", result = "win" }
pays = [4]

[[bets.events]]
event = "stiff push"
when = { player = "hard 12-17", result = "push" }
pays = ["push"]
"""


def test_the_other_reading_of_a_ruling_is_a_patch_of_the_child_s_own_event() -> None:
    def edge(text: str, **options: str) -> float:
        game = child("lucky-stiff", text)
        rules = game.rules({key.replace("_", "-"): value for key, value in options.items()})
        return solve_rules(game, rules).bets["lucky-stiff"].house_edge

    written_out = STIFF_17.replace('"win" }', '"win", doubled = false }')
    assert edge(STIFF_17, LS_R3="other") == edge(written_out) == pytest.approx(0.3181, abs=5e-5)
    assert edge(STIFF_17) == pytest.approx(0.3119, abs=5e-5)


@pytest.mark.parametrize(
    ("base", "ruling_id", "text", "why"),
    [
        ("lucky-stiff", "LS-R3", 'bets.lucky-stiff.events."stiff winner".when.doubled = true',
         "changes what it is about: bets.lucky-stiff.events.stiff winner.when.doubled"),
        ("lucky-stiff", "LS-R3", "bets = []", "is without what it is about: bets.lucky-stiff"),
        ("half-back", "HB-R1", 'take-back.on = "12-17"', "changes what it is about: take-back.on"),
        ("half-back", "HB-R1", "take-back = false", "is without what it is about: take-back.on"),
        ("half-back", "HB-R2", "split.max-hands = 3", "changes what it is about: split.max-hands"),
        ("blackjack-tie", "BT-R1", 'bets.tie-18.events."tie on 18".pays = [40]',
         "changes what it is about: bets.tie-18.events.tie on 18.pays"),
        ("blackjack-tie", "BT-R5", "caps = false", "is without what it is about: caps.per-side"),
        ("mulligan-21", "M21-R4", "mulligan = false", "decides mulligan.split-cards itself"),
        ("blackjack", "BJ-R1", 'split.pairs = "value"', "decides split.pairs itself"),
    ],
)  # fmt: skip
def test_a_ruling_about_what_the_file_changed_stays_as_words(
    base: str, ruling_id: str, text: str, why: str
) -> None:
    if ruling_id == "BT-R1":
        text = text.replace("[40]", "[40, 40, 40, 'none', 'none', 'none']")
    assert ruling(games.find(base), ruling_id).playable
    kept = ruling(child(base, text + "\n"), ruling_id)
    assert not kept.playable
    assert why in kept.unpriced
    assert kept.other == ruling(games.find(base), ruling_id).other


def test_a_reading_of_several_bets_goes_on_for_those_that_are_left() -> None:
    game = child("blackjack-tie", "bets.tie-17 = false\n")
    kept = ruling(game, "BT-R2").sets
    assert len(kept) == 6
    assert not any("tie-17" in key for key in kept)
    doubled = [event.when.doubled for bet in game.rules({"BT-R2": "other"}).bets
               for event in bet.events]  # fmt: skip
    assert doubled == [False] * 6 + [None]  # a natural is never doubled


def test_a_reading_that_contradicts_the_child_stays_as_words() -> None:
    text = (
        'wagers.opening = ["ante", "back"]\nwagers.names = { ante = "Ante", back = "Back" }\n'
        'insurance.covers = ["ante"]\ntake-back.bet = "back"\n'
    )
    kept = ruling(child("half-back", text), "HB-R5")
    assert not kept.playable
    assert "changes what it is about: insurance.covers" in kept.unpriced


def test_words_of_a_ruling_can_be_changed_alone() -> None:
    game = child("lucky-stiff", 'rulings.LS-R3.other = "No."\nrulings.LS-R2 = false\n')
    assert ruling(game, "LS-R3").other == "No."
    assert ruling(game, "LS-R3").playable
    assert [one.id for one in game.rulings if one.id.startswith("LS")] == [
        "LS-R1",
        "LS-R3",
        "LS-R4",
        "LS-R5",
    ]


# Doing without


@pytest.mark.parametrize("text", ["bets = []\n", "bets = false\n"])
@pytest.mark.parametrize("base", games.BUILT_IN)
def test_a_game_without_side_bets(base: str, text: str) -> None:
    game = child(base, text)
    assert game.rules().bets == ()
    assert game.rules().caps.side is None
    assert "side-caps" not in game.options


@pytest.mark.parametrize("base", games.BUILT_IN)
def test_every_part_that_can_be_switched_off(base: str) -> None:
    parts = ("mulligan", "take-back", "caps", "surrender", "insurance", "double", "split")
    rules = child(base, "".join(f"{part} = false\n" for part in parts)).rules()
    assert (rules.mulligan, rules.take_back) == (None, None)
    assert (rules.caps.games, rules.caps.side, rules.caps.total) == (0, None, None)
    assert (rules.surrender.late, rules.insurance.offered) == (False, False)
    assert (rules.double.on.states, rules.split.max_hands) == (frozenset(), 1)


@pytest.mark.parametrize("part", ["shoe", "wagers", "dealer", "natural"])
def test_what_every_game_has_cannot_be_switched_off(part: str) -> None:
    [line] = refused("blackjack", f"{part} = false\n")
    assert line == f"mine.toml: {part} = false: no game is without it; change its keys one by one"


def test_words_of_the_parent_can_be_left_behind() -> None:
    game = child("half-back", "rules = []\nrulings = false\nprocedure = false\nrefuses = false\n")
    assert (game.texts, game.rulings, game.procedure, game.refuses) == ((), (), {}, {})


# One thing of a list


def test_one_pay_is_changed_and_everything_else_stays() -> None:
    before = games.find("blackjack-tie")
    text = 'bets.tie-20.events."tie on 20".pays = [30, 30, 30, "none", "none", "none"]\n'
    after = child("blackjack-tie", text)
    [change] = after.changes()
    assert change.startswith("bets.tie-20.events.tie on 20.pays = 30, 30, 30, none")
    assert [bet.id for bet in after.rules().bets] == [bet.id for bet in before.rules().bets]


def events(game: Game) -> list[str]:
    [bet] = game.rules().bets
    return [event.event for event in bet.events]


NEW = (
    '[bets.upcard-bonus.events.deuce]\nwhen = {{ replaced = true, upcard = "2" }}\npays = {pays}\n'
)


def test_a_new_event_goes_to_the_end_or_before_the_one_named() -> None:
    old = events(games.find("half-back"))
    new = NEW.format(pays=[1] * 6)
    assert events(child("half-back", new)) == [*old, "deuce"]
    first = new + 'before = "suited natural"\n'
    assert events(child("half-back", first)) == ["deuce", *old]
    moved = 'bets.upcard-bonus.events."7, 8 or 9 up".before = "ace up, no natural"\n'
    assert events(child("half-back", moved)) == [*old[:2], old[4], *old[2:4]]


def test_the_place_before_an_event_there_is_not_is_refused() -> None:
    [line] = refused("half-back", NEW.format(pays=[1] * 6) + 'before = "trey"\n')
    assert line.startswith("mine.toml: bets.upcard-bonus.events.deuce.before = 'trey': there are ")


def test_what_is_not_there_cannot_be_done_without() -> None:
    lines = refused("half-back", "bets.tie-17 = false\nbets.upcard-bonus.events.deuce = false\n")
    assert lines == [
        "mine.toml: bets.tie-17 = false: there is none to do without; there is 'upcard-bonus'",
        "mine.toml: bets.upcard-bonus.events.deuce = false: there is none to do without; there are "
        + ", ".join(f"'{event}'" for event in events(games.find("half-back"))),
    ]


def test_a_whole_bet_takes_the_place_of_the_parents_and_new_ones_go_behind() -> None:
    text = "".join(
        f'[[bets]]\nid = "{name}"\nname = "B"\npaytable = "own"\n'
        '[[bets.events]]\nevent = "pair"\nwhen = { pair = "any" }\npays = [9]\n'
        for name in ("new", "tie-20")
    )
    bets = child("blackjack-tie", text).rules().bets
    old = [bet.id for bet in games.find("blackjack-tie").rules().bets]
    assert [bet.id for bet in bets] == [*old, "new"]
    assert [event.event for event in bets[old.index("tie-20")].events] == ["pair"]


def test_a_part_of_a_bet_in_the_list_is_no_whole_bet() -> None:
    text = '[[bets]]\nid = "upcard-bonus"\n[[bets.events]]\nevent = "deuce"\npays = [1]\n'
    first, *rest = refused("half-back", text)
    assert first == (
        "mine.toml: bets.upcard-bonus has no name and paytable: in double brackets a bet is "
        "written whole; to change the parent's, write [bets.upcard-bonus] and leave out its id"
    )
    assert [line.partition(" is missing")[0] for line in rest] == [
        "mine.toml: bets.upcard-bonus.events.deuce.when"
    ]


# One's own file as the parent


def test_a_child_of_a_child_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "one.toml").write_text(
        head("half-back", "one") + "dealer.stands-on = 18\n"
    )
    (tmp_path / "base" / "two.toml").write_text(head("one.toml", "two") + "shoe.decks = 8\n")
    game = designed(tmp_path, head("base/two.toml") + 'take-back.on = "12"\n')
    rules = game.rules()
    assert (rules.dealer.stands_on, rules.shoe.decks) == (18, 8)
    assert rules.take_back is not None
    assert rules.take_back.on.text == "12"
    assert sorted(game.changes()) == [  # from the built-in game, whose words they change
        "dealer.stands-on = 18 (was 17)", "shoe.decks = 8 (was 6)", "take-back.on = 12 (was 13-16)",
    ]  # fmt: skip
    assert game.based_on == "base/two.toml"


def test_what_is_wrong_with_a_parent_is_said_of_the_parent(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(
        head("blackjack", "one") + "shoe.decks = 9\nshoe.burn = 11\n"
    )
    assert file_refused(tmp_path, head("one.toml")).split("\n") == [
        "mine.toml: based-on = 'one.toml': one.toml:4: shoe.decks = 9: use 1 to 8",
        "mine.toml: based-on = 'one.toml': one.toml:5: shoe.burn = 11: use 0 to 10",
    ]
    sentence = file_refused(tmp_path, head("two.toml"))
    assert sentence.endswith("game file 'two.toml' cannot be read: No such file or directory")
    assert "or a file of your own ending in .toml" in file_refused(tmp_path, head("poker"))


def test_files_that_are_based_on_each_other_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(head("./mine.toml", "one"))
    assert file_refused(tmp_path, head("one.toml")).endswith(
        "a game cannot be based on itself: mine.toml → one.toml → mine.toml"
    )


def test_a_chain_of_files_has_an_end(tmp_path: Path) -> None:
    for number in range(MOST_GENERATIONS - 1):
        base = f"{number - 1}.toml" if number else "blackjack"
        (tmp_path / f"{number}.toml").write_text(head(base, f"game-{number}"))
    last = MOST_GENERATIONS - 2
    designed(tmp_path, head(f"{last}.toml"))
    (tmp_path / "0.toml").write_text(head("more.toml", "game-0"))
    (tmp_path / "more.toml").write_text(head("blackjack", "more"))
    sentence = file_refused(tmp_path, head(f"{last}.toml"))
    assert sentence.endswith("more.toml would be file 9 of a chain; use at most 8")


# Everything that is wrong


def test_all_that_is_wrong_with_a_file_is_said_at_once() -> None:
    text = (
        'colour = "red"\ncaps.per-side = true\n'
        '[shoe]\ndecks = 9\nburn = "one"\n[dealer]\nsoft17 = "maybe"\n'
        "[options]\ncolour = [1]\n[procedure.dance]\nsays = 'x'\n"
    )
    starts = [
        line.removeprefix("mine.toml: ").split(" = ")[0] for line in refused("blackjack", text)
    ]
    assert [start.partition(";")[0] for start in starts] == [
        "colour: there is no such key",
        "caps.per-side",
        "shoe.decks",
        "shoe.burn",
        "dealer.soft17",
        "options.colour is no house option",
        "procedure.dance is no step of a round",
    ]


def test_what_was_switched_off_contradicts_nothing() -> None:
    text = (
        'take-back = false\nshoe.decks = 9\nwagers.opening = ["main"]\nsplit.first = "paid"\n'
        'insurance.covers = ["main"]\n'
    )
    assert refused("half-back", text) == ["mine.toml: shoe.decks = 9: use 1 to 8"]


def test_what_options_rulings_and_figures_contradict_is_said_together() -> None:
    text = (
        "[options]\ndecks = [1, 9]\n"
        '[[rulings]]\nid = "X"\nquestion = "q"\nruling = "r"\nother = "o"\n'
        "sets = { 'shoe.colour' = 1 }\n"
        '[[filed]]\nbet = "b"\npaytable = 1\nhouse-edge = "1"\nbasis = "b"\n'
    )
    assert [line.removeprefix("mine.toml: ")[:30] for line in refused("blackjack", text)] == [
        "options.decks = [1, 9]: add 6,",
        "options.decks = 9: shoe.decks ",
        "rulings.X.sets names 'shoe.col",
        "filed.b.bet = 'b': this game h",
    ]


def test_of_very_many_mistakes_the_first_are_said() -> None:
    lines = refused("blackjack", "[shoe]\n" + "".join(f"a{n} = 1\n" for n in range(100)))
    assert len(lines) == 21
    assert lines[-1] == "mine.toml: and 80 more"
