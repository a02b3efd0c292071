"""Answers for programs: JSON in one shape for all commands, tables as CSV, files of either."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

import pitboss
from pitboss.rules.errors import RulesError

SCHEMA = 1
"""Raised when a field of any command's JSON changes its meaning or goes; new fields may come."""

Record = Mapping[str, object]
"""A line of a table, by heading."""


def as_json(values: Mapping[str, Any]) -> str:
    """An answer in JSON, with the program's version and that of the shape."""
    head = {"version": pitboss.__version__, "schema": SCHEMA}
    return msgspec.json.encode({**head, **values}).decode()


def print_json(values: Mapping[str, Any]) -> None:
    """Print an answer for a script."""
    print(as_json(values))


def as_csv(records: Sequence[Record]) -> str:
    """Lines of a table under the headings that any of them has."""
    headings = list(dict.fromkeys(name for record in records for name in record))
    text = io.StringIO()
    writer = csv.DictWriter(text, headings, restval="", lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow({name: _cell(value) for name, value in record.items()})
    return text.getvalue()


def _cell(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value


@Parameter(name="*")
@dataclass(frozen=True)
class Form:
    """How an answer is given."""

    json: Annotated[bool, Parameter(name="--json")] = False
    """Print JSON for a script."""
    csv: Annotated[bool, Parameter(name="--csv")] = False
    """Print lines of comma-separated values."""
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None
    """Write the answer to a file instead: .csv or .json."""

    def check(self) -> None:
        """Refuse a form that is none before any work is done."""
        if self.json and self.csv:
            raise RulesError("--json, --csv: use one of them")
        if self.output is None:
            return
        if self.output.suffix.lower() not in (".csv", ".json"):
            raise RulesError(f"--output {self.output}: use a name that ends in .csv or .json")
        if not self.output.parent.is_dir():
            raise RulesError(
                f"--output {self.output}: there is no folder {str(self.output.parent)!r}"
            )

    def told(self, values: Mapping[str, Any], records: Sequence[Record]) -> bool:
        """Give the answer if it is not for a person."""
        if self.output is not None:
            json = self.output.suffix.lower() == ".json"
            self.output.write_text(
                as_json(values) + "\n" if json else as_csv(records), encoding="utf-8"
            )
            print(f"{self.output}: written")
        elif self.json:
            print_json(values)
        elif self.csv:
            print(as_csv(records), end="")
        return self.output is not None or self.json or self.csv
