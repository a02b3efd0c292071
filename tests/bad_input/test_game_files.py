"""A designer's file that cannot be read: TOML, keys, kinds of values."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import games
from pitboss.rules.errors import RulesError
from tests.bad_input.kinds import ANYTHING, LISTS, SWITCHES, TABLES, TEXTS
from tests.bad_input.situations import HEAD, ON_HALF_BACK, RULING, bet, designed, file_refused

# The file itself


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEAD + "[shoe\n", "mine.toml:4: "),
        (HEAD + "[shoe]\ndecks = 6\ndecks = 8\n", "mine.toml:6: "),
        (HEAD + "decks: 6\n", "mine.toml:4: "),
        (HEAD + '[shoe]\ndecks = "six\n', "mine.toml:5: "),
    ],
    ids=["open bracket", "key twice", "colon", "open quote"],
)
def test_malformed_toml_is_refused_with_its_line(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(RulesError) as caught:
        designed(tmp_path, text)
    assert str(caught.value).startswith(f"{reason}the file is not TOML: ")


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        ("poker", ("'poker'", "use blackjack, half-back, lucky-stiff", "ending in .toml")),
        ("", ("''", "use blackjack, half-back, lucky-stiff")),
        ("no-such-file.toml", ("'no-such-file.toml'", "cannot be read: No such file")),
    ],
)
def test_a_game_that_does_not_exist_is_refused(game: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(RulesError) as caught:
        games.find(game)
    for part in parts:
        assert part in str(caught.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'name = "\xe9"')
    with pytest.raises(RulesError, match=r"mine\.toml' cannot be read: not UTF-8 text"):
        games.find(str(path))


# Keys


WHEN = (
    "original-upcard, pair, player, player-natural, player-suited, replaced, result, split-21, "
    "tie, upcard"
)


UNKNOWN_KEYS = [
    ("top", 'colour = "red"\n', "colour", "based-on"),
    ("table at the top", '[colour]\nred = 1\n', "colour", "based-on"),
    ("shoe", "[shoe]\ncolour = 1\n", "shoe.colour", "burn, decks, penetration"),
    ("wagers", "[wagers]\ncolour = 1\n", "wagers.colour", "names, opening, seats"),
    ("dealer", "[dealer]\ncolour = 1\n", "dealer.colour",
     "peeks, pushes-on, replaces, soft17, stands-on, stops-on"),
    ("natural", "[natural]\ncolour = 1\n", "natural.colour", "paid, pays"),
    ("insurance", "[insurance]\ncolour = 1\n", "insurance.colour", "covers, offered, pays, share"),
    ("double", "[double]\ncolour = 1\n", "double.colour", "adds, after-split, again, on"),
    ("split", "[split]\ncolour = 1\n", "split.colour",
     "first, hit-aces, max-hands, pairs, resplit-aces, second-cards"),
    ("surrender", "[surrender]\ncolour = 1\n", "surrender.colour", "early, late"),
    ("mulligan", '[mulligan]\nranks = "J"\nsplit-cards = true\ndouble-cards = true\ncolour = 1\n',
     "mulligan.colour", "double-cards, ranks, split-ace-cards, split-cards"),
    ("take-back", '[take-back]\nbet = "main"\non = "13"\ncolour = 1\n', "take-back.colour",
     "bet, on"),
    ("charlie", "[charlie]\ncards = 5\ncolour = 1\n", "charlie.colour", "cards, pays"),
    ("caps", "[caps]\ncolour = 1\n", "caps.colour", "games, per-side, side, total"),
    ("bet", bet(more="colour = 1"), "bets.b.colour",
     "collected, events, id, lost-on-second-split, name, otherwise, paytable, second-split, side, "
     "surrendered"),
    ("event", bet() + "colour = 1\n", "bets.b.events.e.colour", "event, label, pays, when"),
    ("when", bet(when="colour = 1"), "bets.b.events.e.when.colour", WHEN),
    ("rule", '[[rules]]\nid = "X-1"\ntext = "t"\ncolour = 1\n', "rules.X-1.colour",
     "at, changes, id, not-after, text"),
    ("ruling", RULING + "colour = 1\n", "rulings.X-R1.colour",
     "id, option, other, question, ruling, same, sets"),
    ("step", "[procedure.hit]\ncolour = 'x'\n", "procedure.hit.colour", "does, says"),
    ("practice", "[practice.PR-9]\ncolour = 'x'\n", "practice.PR-9.colour",
     "at, does, id, kind, name, note, says, signal, source, when"),
    ("filed", '[[filed]]\nbet = "b"\npaytable = 1\nhouse-edge = "1"\nbasis = "b"\ncolour = 1\n',
     "filed.b.colour", "basis, bet, house-edge, paytable"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "key", "choices"),
    [case[1:] for case in UNKNOWN_KEYS],
    ids=[case[0] for case in UNKNOWN_KEYS],
)
def test_unknown_keys_are_refused_at_every_level(
    tmp_path: Path, text: str, key: str, choices: str
) -> None:
    [sentence] = [
        line for line in file_refused(tmp_path, HEAD + text).split("\n") if "no such key" in line
    ]
    before, _, after = sentence.partition(": there is no such key; use ")
    assert before == f"mine.toml: {key}"
    assert choices in after.replace(" or ", ", ")


SECTIONS = (
    "bets", "caps", "charlie", "dealer", "double", "filed", "insurance", "mulligan", "natural",
    "options", "procedure", "refuses", "rules", "rulings", "shoe", "split", "surrender",
    "take-back", "wagers",
)  # fmt: skip


def test_an_unknown_key_at_the_top_is_refused_with_every_section_there_is(tmp_path: Path) -> None:
    sentence = file_refused(tmp_path, HEAD + 'colour = "red"\n')
    before, _, after = sentence.partition(": there is no such key; use ")
    assert before == "mine.toml: colour"
    assert set(SECTIONS) < set(after.replace(" or ", ", ").split(", "))


@pytest.mark.parametrize("text", ["[options]\ncolour = [1]\n", '[refuses]\ncolour = "x"\n'])
def test_an_unknown_option_is_refused_with_those_there_are(tmp_path: Path, text: str) -> None:
    sentence = file_refused(tmp_path, HEAD + text)
    assert "colour is no house option; use decks, seats, soft17, peek" in sentence


def test_an_unknown_step_of_the_procedure_is_refused_with_those_there_are(tmp_path: Path) -> None:
    sentence = file_refused(tmp_path, HEAD + '[procedure.dance]\nsays = "x"\n')
    assert "procedure.dance is no step of a round; use shuffle, reshuffle," in sentence


def test_a_rule_names_moves_of_a_hand_that_there_are(tmp_path: Path) -> None:
    rule = '[[rules]]\nid = "X-1"\ntext = "x"\nat = ["pay-hand"]\nnot-after = ["splitt"]\n'
    sentence = file_refused(tmp_path, HEAD + rule)
    assert "'splitt' is no move of a hand and no step of a round" in sentence
    assert "did you mean split" in sentence


NO_EVENTS = '[[bets]]\nid = "b"\nname = "B"\npaytable = "b"\n'


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "id"),
        ('id = "m"\n', "name"),
        ('id = "m"\nname = "M"\n', "shoe"),
        (HEAD + '[take-back]\nbet = "main"\n', "take-back.on"),
        (HEAD + '[mulligan]\nranks = "J"\n', "mulligan.split-cards"),
        (HEAD + bet().replace('id = "b"\n', ""), "bets.1st.id"),
        (HEAD + bet().replace('paytable = "b"\n', ""), "bets.b.paytable"),
        (HEAD + bet().replace("pays = [1]\n", ""), "bets.b.events.e.pays"),
        (HEAD + NO_EVENTS, "bets.b.events"),
        (HEAD + '[[filed]]\nbet = "b"\n', "filed.b.paytable"),
        (HEAD + '[[rules]]\nid = "X-1"\n', "text"),
    ],
)
def test_missing_keys_are_named(tmp_path: Path, text: str, key: str) -> None:
    assert f"{key} is missing; give it " in file_refused(tmp_path, text)


# Kinds of values


WRONG_TYPES = [
    ("[shoe]\ndecks = 'six'\n", "shoe.decks", "'six'", "use a whole number from 1 to 8"),
    ("[shoe]\ndecks = 6.0\n", "shoe.decks", "6.0", "use a whole number from 1 to 8"),
    ("[shoe]\ndecks = true\n", "shoe.decks", "true", "use a whole number from 1 to 8"),
    ("[shoe]\npenetration = 'deep'\n", "shoe.penetration", "'deep'",
     "use a number from 0.1 to 0.95"),
    ("shoe = 'deep'\n", "shoe", "'deep'", TABLES),
    ("[wagers]\nopening = 'main'\n", "wagers.opening", "'main'", LISTS),
    ("[wagers]\nnames = { main = 5 }\n", "wagers.names.main", "5", TEXTS),
    ("[dealer]\npeeks = 'yes'\n", "dealer.peeks", "'yes'", SWITCHES),
    ("[dealer]\nstops-on = 17\n", "dealer.stops-on", "17", LISTS),
    ("[dealer]\nstops-on = ['x']\n", "dealer.stops-on", "['x']",
     "in place of 'x' use a whole number from 12 to 21"),
    ("[dealer]\nsoft17 = 17\n", "dealer.soft17", "17", "use 'hit', 'stand' or 'none'"),
    ("[dealer]\nsoft17 = 'maybe'\n", "dealer.soft17", "'maybe'", "'hit', 'stand' or 'none'"),
    ("[natural]\npaid = 'later'\n", "natural.paid", "'later'", "'before-peek' or 'after-peek'"),
    ("[double]\nadds = 'half'\n", "double.adds", "'half'", "'unit' or 'equal'"),
    ("[split]\npairs = 'suit'\n", "split.pairs", "'suit'", "'rank' or 'value'"),
    ("[split]\nfirst = 'free'\n", "split.first", "'free'", "'paid' or 'moves-wager'"),
    ("[split]\nsecond-cards = 'late'\n", "split.second-cards", "'late'", "'in-turn' or 'at-once'"),
    ("options = 5\n", "options", "5", TABLES),
    ("[options]\ndecks = 6\n", "options.decks", "6", LISTS),
    (bet(pays="['free']"), "bets.b.events.e.pays", "['free']",
     "in place of 'free' use a whole number from 1 up, 'push', 'loss' or 'none'"),
    (bet(pays="[1.5]"), "bets.b.events.e.pays", "[1.5]", "in place of 1.5 use a whole number"),
    (bet(when="result = 'draw'"), "bets.b.events.e.when.result", "'draw'",
     "'win', 'push' or 'lose'"),
    (bet(when="replaced = 'yes'"), "bets.b.events.e.when.replaced", "'yes'", SWITCHES),
    (bet(when="tie = 17"), "bets.b.events.e.when.tie", "17", "use totals from 4 to 21"),
    (bet(more="side = 'up'"), "bets.b.side", "'up'", "'left', 'right' or ''"),
    ("bets = 'x'\n", "bets", "'x'", LISTS),
    ("[bets]\nid = 'b'\n", "bets.id", "'b'", TABLES),
    ("bets = [1]\n", "bets", "[1]", "in place of 1 use a table"),
    (NO_EVENTS + "events = 'x'\n", "bets.b.events", "'x'", LISTS),
    (NO_EVENTS + "events = [1]\n", "bets.b.events", "[1]", "in place of 1 use a table"),
    (bet(pays="5"), "bets.b.events.e.pays", "5", LISTS),
    (bet(pays="'x'"), "bets.b.events.e.pays", "'x'", LISTS),
    (bet().replace('paytable = "b"', "paytable = []"), "bets.b.paytable", "[]",
     "use lower-case letters"),
    (bet().replace('id = "b"', 'id = ["b"]'), "bets.1st.id", "['b']", "use lower-case letters"),
    ("procedure = 5\n", "procedure", "5", TABLES),
    ("[procedure]\nhit = 5\n", "procedure.hit", "5", TABLES),
    ("[procedure.hit]\nsays = 5\n", "procedure.hit.says", "5", TEXTS),
    ("[options]\ndecks = [6.5]\n", "options.decks", "[6.5]", f"in place of 6.5 {ANYTHING}"),
    ("[options]\ndecks = []\n", "options.decks", "[]", "give one value or more"),
    ("refuses = 5\n", "refuses", "5", TABLES),
    ("[refuses]\ndecks = 5\n", "refuses.decks", "5", TEXTS),
    ("rulings = 'x'\n", "rulings", "'x'", LISTS),
    (RULING + "sets = 5\n", "rulings.X-R1.sets", "5", TABLES),
    (RULING.replace('"X-R1"', '["x"]'), "rulings.1st.id", "['x']", TEXTS),
]  # fmt: skip


@pytest.mark.parametrize(("text", "field", "value", "advice"), WRONG_TYPES)
def test_values_of_the_wrong_kind_are_refused(
    tmp_path: Path, text: str, field: str, value: str, advice: str
) -> None:
    sentence = file_refused(tmp_path, HEAD + text)
    assert sentence.startswith(f"mine.toml: {field} = {value}: ")
    assert advice in sentence


@pytest.mark.parametrize(
    ("text", "field", "advice"),
    [
        ("bets = 'x'\n", "bets = 'x'", LISTS),
        ("[bets]\nid = 'b'\n", "bets.id = 'b'", TABLES),
        ("bets = [1]\n", "bets = [1]", "in place of 1 use a table"),
    ],
)
def test_bets_of_the_wrong_kind_do_not_replace_the_parents(
    tmp_path: Path, text: str, field: str, advice: str
) -> None:
    sentence = file_refused(tmp_path, ON_HALF_BACK + text)
    assert sentence.startswith("mine.toml: bets")
    assert field in sentence
    assert advice in sentence


def test_a_number_of_five_thousand_digits_is_refused(tmp_path: Path) -> None:
    sentence = file_refused(tmp_path, HEAD + f"[shoe]\ndecks = {'9' * 5000}\n")
    assert "5000 digits" in sentence
    assert len(sentence) < 500


def test_a_number_of_a_hundred_digits_is_out_of_range(tmp_path: Path) -> None:
    sentence = file_refused(tmp_path, HEAD + f"[shoe]\ndecks = {'9' * 100}\n")
    assert sentence == f"mine.toml: shoe.decks = {'9' * 100}: use 1 to 8"


def test_a_file_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("summary = " + "[" * 3000 + "]" * 3000)
    with pytest.raises(RulesError, match=r"mine\.toml:1: the file has more than 12 brackets"):
        games.find(str(path))


@pytest.mark.parametrize("words", ["{seat:>99999999999}", "{seat!r}", "{seat.x}", "{0}"])
def test_captions_hold_plain_fields_only(words: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    head = 'id = "m"\nname = "M"\nbased-on = "blackjack"\n'
    path.write_text(head + f'[procedure.bust]\ndoes = "{words}"\n')
    with pytest.raises(RulesError, match="in braces use"):
        games.find(str(path))


@pytest.mark.parametrize("game_id", ["../evil", "", "Big", "a b", "a--b", "blackjack"])
def test_an_id_that_is_no_id_or_taken_is_refused(game_id: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'id = "{game_id}"\nname = "M"\nbased-on = "blackjack"\n')
    with pytest.raises(RulesError, match="id = "):
        games.find(str(path))


def test_id_and_name_and_source_are_not_the_parents(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('based-on = "half-back"\nname = "M"\n')
    with pytest.raises(RulesError, match="id is missing"):
        games.find(str(path))
    path.write_text('id = "m"\nname = "M"\nbased-on = "half-back"\n')
    assert "Gambling Commission" not in games.find(str(path)).source
