"""Two records side by side: figures equal within a hair, everything else the same.

Fields and entries may have been added since; what was there must be there. Figures that split
rounds drawn at random went into come with their error, and may differ by that.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple

from scripts.recorder.parts import kept

TOLERANCE = 1e-12
ERRORS = 6
"""Standard errors two sampled figures may be apart."""
NOT_COMPARED = {
    "seconds", "rounds_per_second", "version", "schema", "kernels", "missing", "threads",
}  # fmt: skip
NOTED = {"rules_hash", "strategy_hash"}
"""Hashes of the program's own tables: told where they differ, and no fault."""
SAMPLED = {"sd": "sd_error", "hit_rate": "hit_rate_error"}
SAMPLED_PARTS = {"solutions"}
"""Where such figures come from split rounds that another version may draw in another way. What is
simulated from a seed has errors too, but must be the same."""


MARKS = {
    "doubled": "doubled", "taken_back": "taken back", "burned": "burned",
    "surrendered": "surrendered",
}  # fmt: skip
"""Fields that a hand had up to version 0.2, and the words its `marks` have instead."""


class Difference(NamedTuple):
    """Where two records disagree."""

    where: str
    old: object
    new: object

    def __str__(self) -> str:
        return f"{self.where}: {_short(self.old)} became {_short(self.new)}"


class Comparison:
    """What comparing two values found."""

    def __init__(self, *, sampled: bool = False) -> None:
        self._heeds_errors = sampled
        self.faults: list[Difference] = []
        self.figures = self.words = self.hashes = self.other_hashes = self.sampled = 0
        self.largest = 0.0
        """The largest difference of two figures."""
        self.largest_at = "no figure"
        self.largest_sampled = 0.0
        """The same for sampled ones, in standard errors."""

    def compare(self, old: Any, new: Any, where: str = "", errors: float = 0.0) -> None:
        """Compare values of any depth. `errors`: by how much sampled figures may differ."""
        if isinstance(old, dict) and isinstance(new, dict):
            self._compare_dicts(old, new, where)
        elif isinstance(old, list) and isinstance(new, list):
            if len(old) != len(new):
                self.faults.append(Difference(f"{where}, length", len(old), len(new)))
            for place, (before, after) in enumerate(zip(old, new, strict=False)):
                self.compare(before, after, f"{where}[{place}]")
        elif isinstance(old, float) or isinstance(new, float):
            self._compare_figures(old, new, where, errors)
        else:
            self.words += 1
            if old != new:
                self.faults.append(Difference(where, old, new))

    def _compare_dicts(self, old: dict[str, Any], new: dict[str, Any], where: str) -> None:
        if MARKS.keys() <= old.keys() and "marks" in new:
            marks = [word for field, word in MARKS.items() if old[field]]
            old = {key: value for key, value in old.items() if key not in MARKS} | {"marks": marks}
        for key, value in old.items():
            inner = f"{where}.{key}" if where else key
            if key in NOT_COMPARED:
                continue
            if key not in new:
                self.faults.append(Difference(inner, value, "nothing"))
            elif key in NOTED:
                self.hashes += 1
                self.other_hashes += value != new[key]
            elif key.endswith("_error") and self._heeds_errors:
                continue
            else:
                name = SAMPLED.get(key, "") if self._heeds_errors else ""
                errors = [of.get(name) or of.get("sd_error") or 0.0 for of in (old, new) if name]
                self.compare(value, new[key], inner, sum(errors))

    def _compare_figures(self, old: Any, new: Any, where: str, errors: float) -> None:
        numbers = all(isinstance(one, int | float) for one in (old, new))
        if not numbers:
            self.faults.append(Difference(where, old, new))
            return
        apart = abs(old - new)
        if errors > TOLERANCE:
            self.sampled += 1
            self.largest_sampled = max(self.largest_sampled, apart / errors)
            if apart > ERRORS * errors:
                self.faults.append(Difference(where, old, new))
            return
        self.figures += 1
        if apart > self.largest:
            self.largest, self.largest_at = apart, where
        if not isclose(old, new, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
            self.faults.append(Difference(where, old, new))

    def __str__(self) -> str:
        lines = [f"{self.words:,} words and whole numbers"]
        if self.figures:
            at = f" at {self.largest_at}" if self.largest else ""
            lines.append(f"{self.figures:,} figures, at most {self.largest:.1e} apart{at}")
        if self.sampled:
            lines.append(
                f"{self.sampled:,} sampled ones, at most {self.largest_sampled:.2f} errors apart"
            )
        if self.hashes:
            lines.append(f"{self.other_hashes:,} of {self.hashes:,} hashes are other ones")
        return "; ".join(lines)


def compared_files(old: Path, new: Path, part: str) -> Iterator[tuple[str, Comparison]]:
    """Each file of a part, compared."""
    files = sorted(old.glob(f"{part}.json.gz")) or sorted((old / part).glob("*.json.gz"))
    found = Comparison(sampled=part in SAMPLED_PARTS)
    for path in files:
        other = new / path.relative_to(old)
        if not other.exists():
            found.faults.append(Difference(str(path.relative_to(old)), "recorded", "nothing"))
            continue
        found.compare(kept(path), kept(other), path.name.removesuffix(".json.gz"))
    if files:
        yield part, found


def _short(value: object, most: int = 120) -> str:
    text = repr(value)
    return text if len(text) <= most else text[:most] + "…"
