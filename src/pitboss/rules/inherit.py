"""A file that is based on another: what it takes over, what it changes, what it does without.

Three spellings, whatever they are about: a *table* changes what it names and leaves the rest, a
*list* is written whole, and ``false`` does without. Bets, their events, rules and rulings are
lists of things with a name, so they can also be written as tables by that name. House options are
a table, so a file's own stand beside the parent's.

What comes from the parent gives way to what the file itself says: house options and refusals about
keys the file decides, values of options that contradict it, other readings of rulings about what it
changed. What the file itself says never gives way.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from pitboss.rules.decode import fields_of, problems, struct_of
from pitboss.rules.game import OPTION_KEYS, RuleText, Ruling
from pitboss.rules.keys import MISSING, can_be_set, get_key, with_key
from pitboss.rules.procedure import Practice
from pitboss.rules.sentences import Key, Problem, did_you_mean, shown, told, wrong
from pitboss.rules.vocabulary import Bet, Event, Rules

Tables = dict[str, Any]

SECTIONS = {key: field for key, field in fields_of(Rules).items() if key != "paytables"}
"""The parts of a file that are rules."""
WORDS = ("options", "refuses", "rules", "rulings", "procedure", "practice")
"""The parts beside the rules that a child takes over."""
NAMED_BY = {"bets": "id", "rules": "id", "rulings": "id", "practice": "id", "events": "event"}
"""Lists whose items have a name, and the key that holds it."""
ITEMS = {"bets": Bet, "rules": RuleText, "rulings": Ruling, "practice": Practice, "events": Event}
"""What each of those lists holds."""
NOUNS = {
    "bets": "bet", "rules": "rule", "rulings": "ruling", "practice": "practice", "events": "event",
}  # fmt: skip
TOLD = {"before", "question", "ruling", "other", "same", "unpriced"}
"""What of a ruling is words; the rest can be played."""


def fill_in(own: Tables, base: Tables) -> tuple[Tables, list[Problem]]:
    """A file's tables with the parent's filled in, and what cannot be changed as it asks."""
    found: list[Problem] = []
    wanted = _switched_off(own, found)
    inherited = {key: value for key, value in base.items() if key in SECTIONS or key in WORDS}
    inherited["refuses"] = _undecided(inherited.get("refuses", {}), wanted)
    if own.get("options", {}) is not False:
        wanted["options"] = _options(inherited.pop("options", {}), wanted, found)
    filled = _merge(copy.deepcopy(inherited), wanted, (), found)
    for key in own.keys() - wanted.keys():
        if key in WORDS or not SECTIONS[key].required:
            filled.pop(key, None)
    if "caps" not in own:
        _drop_caps_of_nothing(filled)
    return filled, found


def _options(choices: Tables, own: Tables, found: list[Problem]) -> Any:
    """The file's house options and those of the parent's that it says nothing about."""
    written = own.get("options", {})
    if not isinstance(written, dict):
        return written  # the decoder says what is wrong with it
    for option, values in written.items():
        if values is False and option not in choices:
            found.append(
                wrong(("options", option), False, f"there is none to do without; {_those(choices)}")
            )
    merged = {**written, **copy.deepcopy(_undecided(choices, own))}
    return {option: values for option, values in merged.items() if values is not False}


def _switched_off(own: Tables, found: list[Problem]) -> Tables:
    """The file without its ``section = false``; what no game is without is set to do nothing."""
    wanted = dict(own)
    for key, value in own.items():
        if value is not False:
            continue
        field = SECTIONS.get(key)
        if field is None and key not in WORDS:
            continue
        off = getattr(struct_of(field.type), "OFF", {}) if field else {}
        if off:
            wanted[key] = dict(off)
        elif field and field.required:
            found.append(wrong(key, False, "no game is without it; change its keys one by one"))
            del wanted[key]
        else:
            del wanted[key]
    return wanted


def _undecided(choices: Tables, own: Tables) -> Tables:
    """The parent's options, or refusals of options, that the file says nothing about."""
    said = {
        option for option, key in OPTION_KEYS.items() if get_key(own, key, MISSING) is not MISSING
    }
    for table in ("options", "refuses"):
        if isinstance(own.get(table), dict):
            said |= set(own[table])
    return {option: choice for option, choice in choices.items() if option not in said}


def _drop_caps_of_nothing(filled: Tables) -> None:
    """Inherited caps on bets that have a side, where no such bet is left."""
    bets, caps = filled.get("bets", []), filled.get("caps")
    known = isinstance(bets, list) and all(isinstance(bet, dict) for bet in bets)
    if isinstance(caps, dict) and known and not any(bet.get("side") for bet in bets):
        filled["caps"] = {key: value for key, value in caps.items() if key == "games"}


# Merging


def _merge(base: Tables, own: Tables, at: Key, found: list[Problem]) -> Tables:
    merged = dict(base)
    for key, value in own.items():
        old, where = merged.get(key), (*at, key)
        if key in NAMED_BY and isinstance(value, list | dict) and _holds_named(key, at):
            merged[key] = _merge_named(old if isinstance(old, list) else [], value, where, found)
        elif isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merge(old, value, where, found)
        else:
            merged[key] = value
    return merged


def _holds_named(key: str, at: Key) -> bool:
    return at[:1] == ("bets",) if key == "events" else not at


def _merge_named(base: list[Any], own: Any, at: Key, found: list[Problem]) -> list[Any]:
    """A list of named things after a file's changes: a list of whole ones, or a table by name."""
    named_by = NAMED_BY[at[-1]]
    if isinstance(own, dict):
        return _change_named(base, own, at, found)
    if not all(isinstance(item, dict) and isinstance(item.get(named_by), str) for item in own):
        return list(own)  # the decoder says what is wrong with it
    whole = [_merge({}, item, (*at, item[named_by]), found) for item in own]
    if not whole or named_by == "event":
        return whole
    merged = list(base)
    names = [item[named_by] for item in base]
    for item in whole:
        name = item[named_by]
        if name not in names:
            if _lacking(item, at) and did_you_mean(name, map(shown, filter(None, names))):
                found += _unfinished(item, (*at, name), names)
            else:
                merged.append(item)
        elif lacking := _lacking(item, at):
            found.append(
                told(
                    (*at, name),
                    f" has no {' and '.join(lacking)}: in double brackets a {NOUNS[at[-1]]} is "
                    f"written whole; to change the parent's, write [{at[-1]}.{name}] and leave out "
                    "its id",
                )
            )
            found += _inside(item, (*at, name))
        else:
            place = names.index(name)
            names[place], merged[place] = None, item  # a second one of the name is one too many
    return merged


def _change_named(base: list[Any], own: Tables, at: Key, found: list[Problem]) -> list[Any]:
    named_by = NAMED_BY[at[-1]]
    items = list(base)
    for name, change in own.items():
        where = (*at, name)
        names = [item.get(named_by) for item in items]
        if change is False:
            if name in names:
                del items[names.index(name)]
            else:
                those = f"{_those(names)}{did_you_mean(name, map(shown, names))}"
                found.append(wrong(where, False, f"there is none to do without; {those}"))
        elif not isinstance(change, dict):
            found.append(wrong(where, change, "use a table, or false to do without it"))
        elif named_by in change:
            found.append(
                told((*where, named_by), f": its name is {shown(name)} already; leave this key out")
            )
        else:
            place = names.index(name) if name in names else len(items)
            old = items.pop(place) if name in names else {named_by: name}
            rest = {key: value for key, value in change.items() if key != "before"}
            if "before" in change:
                before = change["before"]
                others = [item.get(named_by) for item in items]
                if before in others:
                    place = others.index(before)
                else:
                    those = f"{_those(others)}{did_you_mean(before, map(shown, others))}"
                    found.append(wrong((*where, "before"), before, those))
            changed = _merge(old, rest, where, found)
            if name in names or not _lacking(changed, at):
                items.insert(place, changed)
            else:
                found += _unfinished(changed, where, names)
    return items


def _lacking(item: Tables, at: Key) -> list[str]:
    """Keys without which a named thing is none."""
    return [key for key, field in fields_of(ITEMS[at[-1]]).items()
            if field.required and key not in item]  # fmt: skip


def _unfinished(item: Tables, where: Key, names: list[Any]) -> list[Problem]:
    """A thing by a new name that is not whole: it was probably meant to change an old one."""
    at, name = where[:-1], where[-1]
    noun = NOUNS[at[-1]]
    there = (
        f"{_those(names)}{did_you_mean(name, map(shown, names))}"
        if names
        else "there are none to change"
    )
    missing = told(
        where, f": there is no {noun} of this name, and a new one needs "
        f"{' and '.join(_lacking(item, at))}; {there}",
    )  # fmt: skip
    return [missing, *_inside(item, where)]


def _inside(item: Tables, where: Key) -> list[Problem]:
    """What is wrong with the keys that a named thing does have."""
    found = problems(item, ITEMS[where[-2]], where)
    return [problem for problem in found if problem.key[len(where)] in item]


def _those(names: Iterable[Any]) -> str:
    words = list(map(shown, names))
    verb = "are" if len(words) != 1 else "is"
    return f"there {verb} {', '.join(words) or 'none'}"


# Giving way, once the rules by themselves are sound


def give_way(filled: Tables, own: Tables, base: Tables) -> None:
    """Drop what was taken over and contradicts the file: option values, other readings."""
    values = {key: filled[key] for key in SECTIONS if key in filled}
    written = own.get("options")
    written = written if isinstance(written, dict) else {}
    filled["options"] = {
        option: kept
        for option, choices in filled.get("options", {}).items()
        if (kept := choices if option in written else _fitting(values, option, choices))
    }
    options, mine = filled.get("options", {}), own_rulings(own)
    filled["rulings"] = [
        ruling if ruling["id"] in mine else _still_meant(ruling, values, options, base)
        for ruling in filled.get("rulings", ())
    ]


def own_rulings(own: Tables) -> set[str]:
    """The rulings whose other reading a file says itself, by their ids."""
    written = own.get("rulings", [])
    if isinstance(written, list):
        names = [ruling.get("id") for ruling in written if isinstance(ruling, dict)]
        return {name for name in names if isinstance(name, str)}
    if not isinstance(written, dict):
        return set()
    changes = {name: change for name, change in written.items() if isinstance(change, dict)}
    return {name for name, change in changes.items() if change and not {*change} <= TOLD}


def _fitting(values: Tables, option: str, choices: list[Any]) -> list[Any]:
    """The choices of an option that make a game; none where the file leaves no choice."""
    key = OPTION_KEYS[option]
    if get_key(values, key, MISSING) is MISSING:
        return []
    kept = [choice for choice in choices if not problems(with_key(values, key, choice), Rules)]
    return kept if kept == choices or len(kept) > 1 else []


def _still_meant(ruling: Tables, values: Tables, options: Tables, base: Tables) -> Tables:
    """An inherited ruling; its other reading is but words where the file changed its subject."""
    kept = dict(ruling)
    if "option" in ruling:
        if len(options.get(ruling["option"], ())) < 2:
            del kept["option"]
            kept["unpriced"] = f"This game decides {OPTION_KEYS[ruling['option']]} itself."
    elif ruling.get("sets"):
        kept["sets"], kept["unpriced"] = _patch(ruling, values, base)
    decided = [
        option
        for option, choice in ruling.get("under", {}).items()
        if choice not in options.get(option, ())
    ]
    if decided and kept.get("sets"):
        del kept["sets"], kept["under"]
        kept["unpriced"] = f"This game decides {OPTION_KEYS[decided[0]]} itself."
    return kept


def _patch(ruling: Tables, values: Tables, base: Tables) -> tuple[Tables, str]:
    """What another reading sets in this game; if nothing any more, why."""
    sets = {key: value for key, value in ruling["sets"].items() if can_be_set(values, key)}
    other, changed = values, []
    for key, value in sets.items():
        other = with_key(other, key, value)
        if get_key(values, key, MISSING) != get_key(base, key, MISSING):
            changed.append(key)
    if not sets:
        return {}, f"This game is without what it is about: {', '.join(ruling['sets'])}."
    if changed:
        return {}, f"This game changes what it is about: {', '.join(changed)}."
    contradictions = problems(other, Rules)
    if contradictions:
        return {}, f"It contradicts this game: {contradictions[0].sentence}."
    return sets, ruling.get("unpriced", "")
