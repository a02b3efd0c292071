"""Which tests prove which rule: every id must have at least one test that carries it.

python -m tests.rule_coverage        prints the table id → tests
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from pitboss import games
from pitboss.rules.approval import APPROVAL_RULES
from pitboss.rules.limits import washington

HERE = Path(__file__).parent

COUNTS = {"BJ": (12, 2), "HB": (11, 11), "LS": (8, 5), "BT": (8, 11), "M21": (7, 9), "WA": (5, 0),
          "PR": (68, 0), "AP": (3, 0)}  # fmt: skip
"""How many rules and rulings each family has."""


def rule_ids() -> list[str]:
    """Every id there is to prove, in the rulebook's order."""
    ids = []
    for family, (rules, rulings) in COUNTS.items():
        ids += [f"{family}-{number}" for number in range(1, rules + 1)]
        ids += [f"{family}-R{number}" for number in range(1, rulings + 1)]
    return ids


def described_ids() -> set[str]:
    """Ids the project explains in its own words."""
    found = {*washington().rules, *APPROVAL_RULES}
    for game_id in games.BUILT_IN:
        game = games.find(game_id)
        found |= {text.id for text in game.texts} | {ruling.id for ruling in game.rulings}
        found |= {practice.id for practice in game.practice}
    return found


def tests_by_rule() -> dict[str, list[str]]:
    """For every id the tests that carry it: in their name, or among what a playthrough proves."""
    table: dict[str, list[str]] = {rule: [] for rule in rule_ids()}
    for path in sorted(HERE.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            ids = re.match(r"test_((?:(?:BJ|HB|LS|BT|M21|WA|PR|AP)_R?\d+_)+)", node.name)
            for family, number in re.findall(r"([A-Z]+\d*?)_(R?\d+)_", ids[1] if ids else ""):
                place = path.relative_to(HERE.parent)
                table.setdefault(f"{family}-{number}", []).append(f"{place}::{node.name}")
    for path in sorted((HERE / "playthroughs").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("# proves:"):
                for rule in line.removeprefix("# proves:").split():
                    table.setdefault(rule, []).append(f"playthrough {path.stem}")
    return table


def main() -> int:
    """Print the table; 1 if an id has no test."""
    missing = 0
    for rule, tests in tests_by_rule().items():
        missing += not tests
        print(f"{rule:<7} {len(tests):>3}  {tests[0] if tests else 'NO TEST'}")
        for test in tests[1:]:
            print(f"             {test}")
    return int(missing > 0)


if __name__ == "__main__":
    sys.exit(main())
