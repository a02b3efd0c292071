"""Names of people: which may be chosen, and which look like another.

A name is letters of one script, so that none is mixed of letters that only look alike. Two names
that look alike all the same have the same `looks_like`, and only one of them can be had.
"""

from __future__ import annotations

import re
import unicodedata

from pitboss.store.errors import Refused

LONGEST = 80
"""Letters of `looks_like` that are kept: some of a name's letters become two or more."""
NAME = re.compile(r"[^\W\d_][\w .'-]{1,23}")
BOTS = "bot "
"""Names of players who play by themselves begin so; no person's may."""

SCRIPTS = (
    "ARABIC", "ARMENIAN", "BENGALI", "CJK", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN",
    "GREEK", "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "KANNADA", "KHMER", "LAO", "LATIN",
    "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
)  # fmt: skip
"""Scripts people write today; `CJK` are those that Chinese and Japanese are written with."""
WRITTEN_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "BOPOMOFO": "CJK"}
FURTHER_LATIN = {
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o",
    "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "p", "Þ": "p", "ł": "l", "Ł": "l", "ħ": "h",
    "Ħ": "h", "ı": "i", "ŋ": "n", "Ŋ": "n",
}  # fmt: skip
"""Latin letters that are no plain letter with a mark, and what they resemble."""

_LOOKS = str.maketrans(
    {
        **FURTHER_LATIN,
        # within Latin
        "I": "l", "1": "l", "|": "l", "0": "o",
        # Cyrillic
        "а": "a", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "і": "i", "ј": "j", "к": "k", "ӏ": "l",
        "о": "o", "р": "p", "ԛ": "q", "г": "r", "ѕ": "s", "т": "t", "ѵ": "v", "ԝ": "w",
        "х": "x", "у": "y", "ү": "y", "п": "n", "ь": "b", "м": "m", "А": "a", "В": "b", "С": "c",
        "Е": "e", "Ԍ": "g", "Н": "h", "І": "l", "Ӏ": "l", "Ј": "j", "К": "k", "М": "m", "О": "o",
        "Р": "p", "Ԛ": "q", "Ѕ": "s", "Т": "t", "У": "y", "Ү": "y", "Ѵ": "v", "Ԝ": "w", "Х": "x",
        "Ь": "b", "Ԁ": "d", "З": "3", "з": "3",
        # Greek
        "α": "a", "γ": "y", "ε": "e", "η": "n", "ι": "i", "κ": "k", "ν": "v", "ο": "o", "ρ": "p",
        "σ": "o", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ϲ": "c", "ϳ": "j", "Α": "a", "Β": "b",
        "Ε": "e", "Ζ": "z", "Η": "h", "Ι": "l", "Κ": "k", "Μ": "m", "Ν": "n", "Ο": "o", "Ρ": "p",
        "Τ": "t", "Υ": "y", "Χ": "x", "Ϲ": "c", "Ϳ": "j",
        # Armenian
        "օ": "o", "ո": "n", "ս": "u", "հ": "h", "ց": "g", "յ": "j", "զ": "q", "ք": "f", "Օ": "o",
        "Ս": "u", "Լ": "l", "Տ": "s", "Հ": "2",
    }
)  # fmt: skip
VOICED = "\u3099\u309a"
"""Marks that make another letter of a Japanese one."""
_TOGETHER = (("rn", "m"), ("vv", "w"))
"""Letters that look like one when they stand side by side."""


def check_name(name: str) -> str:
    """A name that people can read, and that is written in one way only."""
    if not NAME.fullmatch(name) or name != name.strip():
        raise Refused(
            f"name = {name[:60]!r}: use 2 to 24 letters, digits, spaces and . ' - _, the "
            "first one a letter"
        )
    if looks_like(name).startswith(looks_like(BOTS) + " "):
        raise Refused(f"name = {name!r}: names that begin with {BOTS!r} are the bots'")
    if "  " in name:
        raise Refused(f"name = {name!r}: write one space between two words")
    for letter in name:
        if "FILLER" in unicodedata.name(letter, ""):
            raise Refused(f"name = {name!r}: a letter of it cannot be seen; leave it out")
    usual = unicodedata.normalize("NFKC", name)
    if usual != name:
        raise Refused(f"name = {name!r}: write it with usual letters, as {usual!r}")
    _check_scripts(name)
    return name


def _check_scripts(name: str) -> None:
    scripts = {_script(name, letter) for letter in name if letter.isalpha()}
    if len(scripts) > 1:
        raise Refused(
            f"name = {name!r}: its letters are {' and '.join(sorted(scripts))}; choose letters of "
            "one script"
        )


def _script(name: str, letter: str) -> str:
    """What a letter is written in; refuse those that are hardly in use."""
    title = unicodedata.name(letter, "")
    script = title.partition(" ")[0].partition("-")[0]
    script = WRITTEN_TOGETHER.get(script, script)
    plain = unicodedata.normalize("NFKD", letter)[0]
    hardly = script == "LATIN" and not (plain.isascii() or letter in FURTHER_LATIN)
    if script not in SCRIPTS or hardly:
        raise Refused(
            f"name = {name!r}: {letter!r} ({title.lower() or 'no letter'}) is not among the "
            "letters of a name; choose another"
        )
    return script.title() if script != "CJK" else script


def looks_like(name: str) -> str:
    """What a name looks like at a glance: the same for names that could be taken for each other.

    Marks over and under letters, capital or small, full stops and apostrophes make no difference.
    """
    letters = unicodedata.normalize("NFKD", name).translate(_LOOKS).casefold().translate(_LOOKS)
    seen = "".join(
        str(unicodedata.digit(letter, letter)) for letter in unicodedata.normalize("NFKD", letters)
        if letter not in ".'" and (letter in VOICED or not unicodedata.combining(letter))
    ).translate(_LOOKS)  # fmt: skip
    for two, one in _TOGETHER:
        seen = seen.replace(two, one)
    return " ".join(seen.split())[:LONGEST]
