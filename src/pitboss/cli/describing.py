"""`pitboss schema`: what a game file may hold, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.rules.errors import RulesError
from pitboss.rules.schema import file_schema


def schema(*, output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None) -> None:
    """Print the JSON Schema of a game file: every key with its meaning, values and bounds.

    An editor that knows it completes and checks your file; see docs/adding-a-game.md.

    Parameters
    ----------
    output
        Write it to this file instead.

    """
    text = json.dumps(file_schema(), indent=2, ensure_ascii=False)
    if output is None:
        print(text)
        return
    if not output.parent.is_dir():
        raise RulesError(f"--output {output}: there is no folder {str(output.parent)!r}")
    output.write_text(text + "\n", encoding="utf-8")
    print(f"{output}: written")
