"""How soon and how surely a trained dealer answers; a lesson may ask for more or less.

The defaults follow a college's curriculum for dealers: each bonus bet is paid within 30 seconds,
the most a seat may insure is named within 10, twenty chips are run down within 10, and 98 of 100
payouts are right.
"""

from __future__ import annotations

from pitboss.school.items import Kind

AIM_SECONDS: dict[Kind, float] = {
    "payout": 30.0, "resolve": 15.0, "procedure": 30.0, "call": 15.0, "table": 90.0,
    "error": 90.0, "limits": 20.0, "insurance": 10.0, "colour": 10.0, "signal": 10.0,
    "dispute": 30.0,
}  # fmt: skip
PASS_ACCURACY = 0.98
