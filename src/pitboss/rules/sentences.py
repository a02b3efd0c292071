"""How a mistake is told to a person: which key, what stands there, what to write instead.

>>> wrong("decks", 9, "use 1 to 8").sentence
'decks = 9: use 1 to 8'
>>> use(("hit", "stand"), typed="stnad")
'use hit or stand; did you mean stand?'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

Key = tuple[str, ...]
"""The names on the way to a value; items of a list are called by their id."""

LIKENESS = 0.65
"""How much a name must look like another to be taken for it; hti looks like hit by 0.67."""
LONGEST_NAME = 60
"""Letters of a mistyped name that are compared with those there are."""
MOST_CHOICES = 16
"""That are listed although one is near."""
LONGEST_VALUE = 200
"""Letters that are repeated of a value."""


class Problem(NamedTuple):
    """Something that is wrong with the values of a file."""

    key: Key
    says: str
    """What is said of it, from the colon or the blank after it on."""
    value: str = ""
    """What stands there, as ``= 9``; empty where nothing does or it does not matter."""
    others: tuple[Key, ...] = ()
    """The other keys without which it would not be wrong."""
    because: tuple[str, ...] = ()
    """The keys of a child's own file that make an inherited value wrong."""
    line: int | None = None
    """Where it stands, if that is known already."""
    is_missing: bool = False
    """Whether it is wrong because nothing stands there."""

    @property
    def sentence(self) -> str:
        """The whole of it."""
        reason = f" (because of {', '.join(self.because)} in this file)" if self.because else ""
        return f"{self.subject}{self.says}{reason}"

    @property
    def subject(self) -> str:
        """The key and its value."""
        return f"{dotted(self.key)} {self.value}".rstrip()

    def below(self, at: Key) -> Problem:
        """The same, told from the table that holds the table it was found in."""
        return self._replace(
            key=(*at, *self.key), others=tuple((*at, *other) for other in self.others)
        )


class Contradictions(ValueError):
    """What the values of a table contradict, each of them being sound alone."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.sentence for problem in self.problems))


def wrong(
    key: str | Key, value: object, advice: str, *, others: Iterable[str | Key] = ()
) -> Problem:
    """A value that cannot stay, and what to write instead."""
    return told(key, f": {advice}", others=others)._replace(value=f"= {shown(value)}")


def told(key: str | Key, says: str, *, others: Iterable[str | Key] = ()) -> Problem:
    """Anything else that is said of a key."""
    return Problem(as_key(key), says, others=tuple(as_key(other) for other in others))


def as_key(key: str | Key) -> Key:
    """A key given by its one name, or by all of them."""
    return (key,) if isinstance(key, str) else key


def dotted(key: Key) -> str:
    """A key as a person writes it."""
    return ".".join(key) or "the file"


def shown(value: object) -> str:
    """A value as a file has it: ``true``, ``'hit'``, ``[17, 18]``.

    >>> shown([True, "a"]), shown({"on": "none"})
    ("[true, 'a']", "{ on = 'none' }")
    """
    if isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, list | tuple):
        text = f"[{', '.join(map(shown, value))}]"
    elif isinstance(value, dict):
        inside = ", ".join(f"{key} = {shown(one)}" for key, one in value.items())
        text = f"{{ {inside} }}" if inside else "{}"
    else:
        text = repr(value) if isinstance(value, str | bytes) else str(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def one_of(choices: Iterable[object]) -> str:
    """A choice in words.

    >>> one_of(["hit", "stand", "none"]), one_of([6])
    ('hit, stand or none', '6')
    """
    words = [str(choice) for choice in choices]
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def use(choices: Iterable[object], *, typed: object = None) -> str:
    """What to write instead, and which of it was probably meant."""
    words = [str(choice) for choice in choices]
    near = did_you_mean(typed, words) if len(words) > 1 else ""
    if near and len(words) > MOST_CHOICES:
        return near.removeprefix("; ")
    return f"use {one_of(words)}{near}"


def did_you_mean(typed: object, known: Iterable[str]) -> str:
    """The end of a sentence about a name that is nearly right; nothing if none is near.

    >>> did_you_mean("--deks", ["--decks", "--seats"]), did_you_mean("hat", ["decks"])
    ('; did you mean --decks?', '')
    """
    name = nearest(typed, known)
    return f"; did you mean {name}?" if name else ""


def nearest(typed: object, known: Iterable[str]) -> str | None:
    """The name that was probably meant."""
    if not isinstance(typed, str):
        return None
    by_plain = {name.lower().strip("'"): name for name in known}
    plain = typed.lower()[:LONGEST_NAME]
    longer = [name for name in by_plain if len(plain) > 2 and name.startswith(plain)]
    alike = [name for name in by_plain if _digits(name) == _digits(plain)]
    close: Sequence[str] = get_close_matches(plain, alike, n=1, cutoff=LIKENESS)
    close = close or (longer if len(longer) == 1 else [])
    return by_plain[close[0]] if close else None


def _digits(name: str) -> list[str]:
    """What no guess may change: another number is another thing."""
    return sorted(letter for letter in name if letter.isdigit())
