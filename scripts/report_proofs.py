"""`make docs`: write which tests prove which rule, for the reports of an installed pitboss."""

from __future__ import annotations

from pathlib import Path

import msgspec
from tests.rule_coverage import tests_by_rule

PAGE = Path(__file__).parents[1] / "src" / "pitboss" / "report" / "proofs.json"


def page() -> str:
    """The whole file."""
    proved = {rule: tests for rule, tests in tests_by_rule().items() if tests}
    return msgspec.json.format(msgspec.json.encode(proved), indent=1).decode() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name}: written")
