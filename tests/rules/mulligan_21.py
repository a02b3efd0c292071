"""What the tests of Mulligan 21 share."""

from __future__ import annotations

GAME = "mulligan-21"
OFFER = ("burn", "keep")
FACES = ["Jc", "Qd", "Kh"]
