"""Typst's source made into a file. Needs the packages of the extra ``report``."""

from __future__ import annotations

import datetime
import json
from importlib.resources import files
from typing import Literal

from pitboss.extras import install_hint
from pitboss.rules.errors import RulesError

Form = Literal["pdf", "svg", "png"]


def typeset(source: str, form: Form, date: str) -> bytes:
    """One file: PDF/A-2a, to be kept for long and tagged for machines, or one page as a picture.

    The same source and day give the same bytes.
    """
    try:
        import font_source_sans_pro
        import typst
    except ImportError:
        raise RulesError(f"reports and papers need typst: {install_hint('report')}") from None
    day = datetime.datetime.fromisoformat(date).replace(tzinfo=datetime.UTC)
    text: bytes = source.encode()
    made: bytes | list[bytes] = typst.compile(  # type: ignore[misc]
        text, format=form, font_paths=[str(files(font_source_sans_pro) / "files")],
        ignore_system_fonts=True, pdf_standards=["a-2a"] if form == "pdf" else [],
        timestamp=int(day.timestamp()),
    )  # fmt: skip
    return made[0] if isinstance(made, list) else made


def string(text: str) -> str:
    r"""A text as typst writes strings, without characters that would act instead of being seen.

    >>> print(string('say "so" \\ #here'))
    "say \"so\" \\ #here"
    """
    return json.dumps("".join(c if c.isprintable() else " " for c in text), ensure_ascii=False)
