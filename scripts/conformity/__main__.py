"""``python -m scripts.conformity``: write the pages, or say what is wrong with the lines."""

from __future__ import annotations

import sys

from scripts.conformity.documents import FOLDER, unnumbered
from scripts.conformity.faults import faults
from scripts.conformity.pages import pages


def main() -> int:
    """Write the pages; 1 and a sentence each where the lines are at fault."""
    found = faults()
    for fault in found:
        print(fault, file=sys.stderr)
    if found:
        return 1
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"docs/conformity/{name}")
    for rule, meant in unnumbered().items():
        print(f"to be numbered: {rule}, {meant}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
