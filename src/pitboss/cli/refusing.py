"""What is said when a command cannot be done: one sentence, whoever noticed it."""

from __future__ import annotations

import sys
from textwrap import fill
from typing import Literal, NoReturn, get_args, get_origin

import cyclopts
from cyclopts import exceptions as noticed
from rich.console import Console

from pitboss.rules.sentences import did_you_mean, use

REFUSED = 2
"""The exit status of a command that was not understood or cannot be done."""


def refuse(sentence: str) -> NoReturn:
    """Say why a command is not done, and end."""
    say(sentence)
    raise SystemExit(REFUSED) from None


def say(sentence: str) -> None:
    """Write a sentence to standard error: on a terminal between its words, else in one line."""
    lines = f"pitboss: {sentence}".split("\n")
    if sys.stderr is not None and sys.stderr.isatty():
        width = Console(stderr=True).width
        lines = [
            fill(line, width, break_long_words=False, break_on_hyphens=False) for line in lines
        ]
    print("\n".join(lines), file=sys.stderr)


def of_file(error: OSError) -> str:
    """A file that cannot be read or written."""
    return f"file {str(error.filename)!r}: {error.strerror or error}"


def was_interrupted(error: BaseException) -> bool:
    """Whether an error is what some library made of a Ctrl-C."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__ or cause.__context__
    return cause is not None


def sentence_of(error: cyclopts.CycloptsError) -> str:
    """What is wrong with the words of a command."""
    words = _words(error)
    chain = " ".join(("pitboss", *(error.command_chain or ())))
    joint = " See" if words.endswith("?") else "; see"
    return f"{words}{joint} {chain} --help"


def _words(error: cyclopts.CycloptsError) -> str:
    if isinstance(error, noticed.UnknownCommandError):
        return _unknown_command(error)
    if isinstance(error, noticed.UnknownOptionError):
        typed = error.token.keyword or error.token.value
        known = [name for one in error.argument_collection if one.parse for name in one.names]
        return f"there is no option {typed}{did_you_mean(typed, known)}"
    if isinstance(error, noticed.MissingArgumentError) and error.argument is not None:
        name = error.keyword or error.argument.name
        if name.startswith("-") and error.keyword:
            return f"{name} needs a value after it"
        return f"{_shown(name)} is missing"
    if isinstance(error, noticed.CoercionError) and error.token is not None:
        return _wrong_kind(error, error.token)
    if isinstance(error, noticed.UnusedCliTokensError):
        return f"{' '.join(error.unused_tokens or ())!r} is one word too many"
    if isinstance(error, noticed.RepeatArgumentError):
        return f"{error.token.keyword} is given more than once"
    error.verbose = False
    text = str(error).strip().rstrip(".")
    return text[:1].lower() + text[1:]


def _unknown_command(error: cyclopts.CycloptsError) -> str:
    typed = (error.unused_tokens or [""])[0]
    app = error.app
    known = [name for name in app or () if not name.startswith("-")]
    kind = "option" if typed.startswith("-") else "command"
    return f"there is no {kind} {typed!r}{did_you_mean(typed, known)}"


def _wrong_kind(error: noticed.CoercionError, token: cyclopts.Token) -> str:
    argument = error.argument
    name = token.keyword or _shown(argument.name if argument is not None else "value")
    if error.msg is not None:  # the value and what is wrong with it, from a reader of our own
        return f"{name} {error.msg}"
    kinds = {error.target_type, *get_args(error.target_type)}
    if get_origin(error.target_type) is Literal:
        advice = use(get_args(error.target_type), typed=token.value)
    elif bool in kinds:
        return f"{name} is a switch and takes no value, but {token.value!r} was given"
    elif int in kinds:
        advice = "use a whole number in digits"
    elif float in kinds:
        advice = "use a number"
    else:
        advice = "use another value"
    return f"{name} {token.value!r}: {advice}"


def _shown(name: str) -> str:
    return name if name.startswith("-") else name.upper()
