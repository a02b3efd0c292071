"""A file that is based on another: what it takes over, what it changes, what it does without.

Three spellings, whatever they are about: a *table* changes what it names and leaves the rest, a
*list* is written whole, and ``false`` does without. Bets, their events, rules and rulings are
lists of things with a name, so they can also be written as tables by that name.

What comes from the parent gives way to what the file itself says: house options and refusals about
keys the file decides, values of options that contradict it, other readings of rulings about what it
changed. What the file itself says never gives way.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from pitboss.rules.decode import fields_of, join, problems, struct_of
from pitboss.rules.game import OPTION_KEYS
from pitboss.rules.keys import MISSING, can_be_set, get_key, with_key
from pitboss.rules.vocabulary import Bet, Rules

Tables = dict[str, Any]

SECTIONS = {key: field for key, field in fields_of(Rules).items() if key != "paytables"}
"""The parts of a file that are rules."""
WORDS = ("options", "refuses", "rules", "rulings", "procedure")
"""The parts beside the rules that a child takes over."""
NAMED_BY = {"bets": "id", "rules": "id", "rulings": "id", "events": "event"}
"""Lists whose items have a name, and the key that holds it."""
WHOLE_BET = tuple(fields_of(Bet).items())
TOLD = {"before", "question", "ruling", "other", "unpriced"}
"""What of a ruling is words; the rest can be played."""


def fill_in(own: Tables, base: Tables) -> tuple[Tables, list[str]]:
    """A file's tables with the parent's filled in, and what cannot be changed as it asks."""
    found: list[str] = []
    wanted = _switched_off(own, found)
    inherited = {key: value for key, value in base.items() if key in SECTIONS or key in WORDS}
    if "options" not in own:
        inherited["options"] = _undecided(inherited.get("options", {}), wanted)
    inherited["refuses"] = _undecided(inherited.get("refuses", {}), wanted)
    filled = _merge(copy.deepcopy(inherited), wanted, "", found)
    for key in own.keys() - wanted.keys():
        if key in WORDS or not SECTIONS[key].required:
            filled.pop(key, None)
    if "caps" not in own:
        _drop_caps_of_nothing(filled)
    return filled, found


def _switched_off(own: Tables, found: list[str]) -> Tables:
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
            found.append(f"{key} = false: no game is without; change its keys one by one")
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


def _merge(base: Tables, own: Tables, at: str, found: list[str]) -> Tables:
    merged = dict(base)
    for key, value in own.items():
        old, where = merged.get(key), join(at, key)
        if key in NAMED_BY and isinstance(value, list | dict) and _holds_named(key, at):
            merged[key] = _merge_named(old if isinstance(old, list) else [], value, where, found)
        elif where != "options" and isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merge(old, value, where, found)
        else:
            merged[key] = value
    return merged


def _holds_named(key: str, at: str) -> bool:
    return at.startswith("bets.") if key == "events" else not at


def _merge_named(base: list[Any], own: Any, at: str, found: list[str]) -> list[Any]:
    """A list of named things after a file's changes: a list of whole ones, or a table by name."""
    named_by = NAMED_BY[at.rpartition(".")[2]]
    if isinstance(own, dict):
        return _change_named(base, own, at, found)
    if not all(isinstance(item, dict) and isinstance(item.get(named_by), str) for item in own):
        return list(own)  # the decoder says what is wrong with it
    whole = [_merge({}, item, join(at, item[named_by]), found) for item in own]
    if not whole or named_by == "event":
        return whole
    merged = list(base)
    names = [item[named_by] for item in base]
    for item in whole:
        if item[named_by] in names:
            place = names.index(item[named_by])
            names[place], merged[place] = None, item  # a second one of the name is one too many
            if at == "bets" and any(one.required and key not in item for key, one in WHOLE_BET):
                found.append(
                    f"bets.{item['id']}: in double brackets a bet is written whole; to change the "
                    f"parent's, write [bets.{item['id']}] and leave out its id"
                )
        else:
            merged.append(item)
    return merged


def _change_named(base: list[Any], own: Tables, at: str, found: list[str]) -> list[Any]:
    named_by = NAMED_BY[at.rpartition(".")[2]]
    items = list(base)
    for name, change in own.items():
        where = join(at, name)
        names = [item.get(named_by) for item in items]
        if change is False:
            if name in names:
                del items[names.index(name)]
            else:
                found.append(f"{where} = false: there is none to do without; {_those(names)}")
        elif not isinstance(change, dict):
            found.append(f"{where} = {change!r}: allowed are tables, and false to do without it")
        elif named_by in change:
            found.append(f"{where}.{named_by}: its name is {name!r} already; leave this key out")
        else:
            place = names.index(name) if name in names else len(items)
            old = items.pop(place) if name in names else {named_by: name}
            rest = {key: value for key, value in change.items() if key != "before"}
            if "before" in change:
                before = change["before"]
                names = [item.get(named_by) for item in items]
                if before in names:
                    place = names.index(before)
                else:
                    found.append(f"{where}.before = {before!r}: {_those(names)}")
            items.insert(place, _merge(old, rest, where, found))
    return items


def _those(names: Iterable[Any]) -> str:
    return f"there are {', '.join(map(str, names))}" if names else "there are none"


# Giving way, once the rules by themselves are sound


def give_way(filled: Tables, own: Tables, base: Tables) -> None:
    """Drop what was taken over and contradicts the file: option values, other readings."""
    values = {key: filled[key] for key in SECTIONS if key in filled}
    if "options" not in own:
        filled["options"] = {
            option: fitting
            for option, choices in filled.get("options", {}).items()
            if (fitting := _fitting(values, option, choices)) == choices or len(fitting) > 1
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
        return {ruling["id"] for ruling in written}
    if not isinstance(written, dict):
        return set()
    return {name for name, change in written.items() if change and not {*change} <= TOLD}


def _fitting(values: Tables, option: str, choices: list[Any]) -> list[Any]:
    """The choices of an option that make a game."""
    key = OPTION_KEYS[option]
    if get_key(values, key, MISSING) is MISSING:
        return []
    return [choice for choice in choices if not problems(with_key(values, key, choice), Rules)]


def _still_meant(ruling: Tables, values: Tables, options: Tables, base: Tables) -> Tables:
    """An inherited ruling; its other reading is but words where the file changed its subject."""
    kept = dict(ruling)
    if "option" in ruling:
        if len(options.get(ruling["option"], ())) < 2:
            del kept["option"]
            kept["unpriced"] = f"This game decides {OPTION_KEYS[ruling['option']]} itself."
    elif ruling.get("sets"):
        kept["sets"], kept["unpriced"] = _patch(ruling, values, base)
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
        return {}, f"It contradicts this game: {contradictions[0]}."
    return sets, ruling.get("unpriced", "")
