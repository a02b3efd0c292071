"""The colours of a game's cloth, on paper as on the screen.

>>> oklch(0.627955, 0.257683, 29.2339)     # red
'#ff0000'
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from pitboss.floor.layout import cloth
from pitboss.rules.game import Felt, Game

HUES: dict[Felt, tuple[float, float]] = {
    "green": (160, 0.06), "teal": (200, 0.06), "blue": (250, 0.06), "violet": (290, 0.06),
    "plum": (325, 0.06), "wine": (15, 0.075), "copper": (55, 0.06), "slate": (230, 0.02),
}  # fmt: skip
"""Hue in degrees and chroma of each cloth, as the front end's tokens.css has them."""


class ClothColours(NamedTuple):
    """What a cloth's letters and lines are drawn in, as ``#rrggbb``."""

    cloth: str
    deep: str
    """Darker, for letters on white and for bands behind white letters."""
    printing: str
    """A tint that recedes on the cloth."""
    soft: str
    """Nearly white, for letters on the cloth."""


def cloth_colours(game: Game) -> ClothColours:
    """The colours of a game's cloth."""
    hue, chroma = HUES[cloth(game)]
    return ClothColours(
        oklch(0.38, chroma, hue), oklch(0.33, chroma, hue), oklch(0.815, chroma, hue),
        oklch(0.95, chroma / 3, hue),
    )  # fmt: skip


def oklch(lightness: float, chroma: float, hue: float) -> str:
    """A colour of CSS's ``oklch`` as ``#rrggbb``."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _gamma(part)):02x}" for part in linear)


def _gamma(linear: float) -> float:
    part = min(max(linear, 0.0), 1.0)
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
