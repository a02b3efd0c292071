"""A table as text and as a picture. Nothing is shown that the seats may not see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import pretty
from pitboss.env.felt import Felt
from pitboss.rules.hands import FIRST_BUST, SOFT, TOTAL
from pitboss.rules.limits import dollars
from pitboss.table.choices import state_of
from pitboss.table.state import Hand, Seat

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 640, 400
CARD = (46, 64)
CLOTH, LINE, PAPER = (24, 84, 60), (206, 186, 120), (250, 248, 240)
RED, BLACK, BACK = (178, 34, 38), (26, 26, 26), (60, 72, 120)
HIDDEN = -1
"""A card that lies face down."""
SCALE = 2
"""Drawn so much larger, then made smaller: letters and suits stay smooth."""


def total_of(cards: list[int]) -> str:
    """A hand's total in words.

    >>> total_of([0, 20]), total_of([39, 51, 20])
    ('soft 17', '26, bust')
    """
    state = state_of(cards)
    words = f"soft {TOTAL[state]}" if SOFT[state] else str(TOTAL[state])
    return f"{words}, bust" if state >= FIRST_BUST else words


def dealer_cards(felt: Felt) -> list[int]:
    """The dealer's cards as they lie; the hole card is `HIDDEN` until it is turned."""
    state = felt.table.state
    if state.hole_up:
        return state.dealer
    return [state.upcard, HIDDEN] if state.upcard >= 0 else []


def told(felt: Felt) -> str:
    """The table as lines of text."""
    state = felt.table.state
    lines = [felt.setting.game.name]
    cards = dealer_cards(felt)
    if not cards:
        return "\n".join([*lines, "No cards on the table: place your wager."])
    open_cards = [card for card in cards if card != HIDDEN]
    lines.append(f"Dealer: {_shown(cards)} ({total_of(open_cards)})")
    if state.original >= 0:
        lines.append(f"Set aside: {pretty(state.original)}")
    for seat in state.seats:
        lines += [_hand_line(felt, seat, number) for number in range(len(seat.hands))]
        if seat.wagers:
            beside = ", ".join(f"{bet} {dollars(cents)}" for bet, cents in seat.wagers.items())
            lines.append(f"Seat {seat.number} beside the hand: {beside}")
    if felt.between_rounds:
        lines += [f"Seat {seat.number}: {_money(felt.won(seat.number))}" for seat in state.seats]
    return "\n".join(lines)


def shown(felt: Felt, mode: str | None) -> Any:
    """The table as a render mode has it; ``human`` prints it."""
    if mode == "rgb_array":
        return drawn(felt)
    text = told(felt) if mode is not None else None
    if mode == "human":
        print(text)
    return text if mode == "ansi" else None


def _shown(cards: list[int]) -> str:
    return " ".join("??" if card == HIDDEN else pretty(card) for card in cards)


def _money(cents: int) -> str:
    return f"{'wins' if cents >= 0 else 'loses'} {dollars(abs(cents))}"


def _hand_line(felt: Felt, seat: Seat, number: int) -> str:
    hand = seat.hands[number]
    which = f", hand {number + 1}" if len(seat.hands) > 1 else ""
    line = f"Seat {seat.number}{which}: {_shown(hand.cards)} ({total_of(hand.cards)})"
    if any(hand.stakes):
        line += f", {dollars(sum(hand.stakes))} staked"
    if hand.marks:
        line += f", {', '.join(hand.marks)}"
    if _in_turn(felt, seat, number):
        line += "  ← in turn"
    return line


def _in_turn(felt: Felt, seat: Seat, number: int) -> bool:
    return seat.number in felt.asked and (
        len(seat.hands) == 1 or felt.table.hand == number
    )  # fmt: skip


def drawn(felt: Felt) -> NDArray[np.uint8]:
    """The table as a picture, ``[height, width, red green blue]``."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), CLOTH)
    draw = ImageDraw.Draw(picture)
    brush = _Brush(draw)
    brush.text(16, 10, felt.setting.game.name, 15, LINE)
    cards = dealer_cards(felt)
    if cards:
        brush.cards(WIDTH // 2 - 24 * len(cards), 40, cards)
        said = total_of([card for card in cards if card != HIDDEN])
        brush.text(WIDTH // 2, 110, said, 14, LINE, middle=True)
        if felt.table.state.original >= 0:
            brush.cards(WIDTH - 80, 40, [felt.table.state.original])
            brush.text(WIDTH - 57, 110, "set aside", 12, LINE, middle=True)
        _draw_seats(felt, brush)
    else:
        brush.text(WIDTH // 2, HEIGHT // 2, "Place your wager", 20, LINE, middle=True)
    small = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    found: NDArray[np.uint8] = np.asarray(small, dtype=np.uint8).copy()
    return found


def _draw_seats(felt: Felt, brush: _Brush) -> None:
    seats = felt.table.state.seats
    many = sum(len(seat.hands) for seat in seats)
    width, place = WIDTH / max(many, 1), 0
    for seat in seats:
        for number, hand in enumerate(seat.hands):
            middle = int(width * (place + 0.5))
            _draw_hand(brush, middle, int(width), hand, _in_turn(felt, seat, number))
            brush.text(middle, HEIGHT - 24, f"seat {seat.number}", 11, LINE, middle=True)
            place += 1
        if felt.between_rounds:
            said = _money(felt.won(seat.number))
            middle = int(width * (place - len(seat.hands) / 2))
            brush.text(middle, HEIGHT - 44, said, 14, PAPER, middle=True)


def _draw_hand(brush: _Brush, middle: int, width: int, hand: Hand, in_turn: bool) -> None:
    many = max(len(hand.cards), 1)
    apart = min(24, max(10, (width - CARD[0] - 8) // many))
    left = middle - (CARD[0] + apart * (many - 1)) // 2
    brush.cards(left, 210, hand.cards, apart)
    if in_turn:
        brush.frame(left - 4, 206, CARD[0] + apart * (many - 1) + 8, CARD[1] + 8)
    brush.text(middle, 282, total_of(hand.cards), 14, PAPER, middle=True)
    if any(hand.stakes):
        brush.text(middle, 302, dollars(sum(hand.stakes)), 12, LINE, middle=True)
    if hand.marks:
        brush.text(middle, 320, ", ".join(hand.marks), 11, LINE, middle=True)


class _Brush:
    """Draws cards and words at the picture's scale."""

    def __init__(self, draw: ImageDraw) -> None:
        from PIL import ImageFont

        self._draw = draw
        self._font: Any = ImageFont.load_default

    def text(
        self, left: int, top: int, words: str, size: int, colour: tuple[int, int, int], *,
        middle: bool = False,
    ) -> None:  # fmt: skip
        self._draw.text(
            (left * SCALE, top * SCALE), words, fill=colour, font=self._font(size=size * SCALE),
            anchor="ma" if middle else "la",
        )  # fmt: skip

    def frame(self, left: int, top: int, width: int, height: int) -> None:
        box = [one * SCALE for one in (left, top, left + width, top + height)]
        self._draw.rounded_rectangle(box, radius=8 * SCALE, outline=LINE, width=2 * SCALE)

    def cards(self, left: int, top: int, cards: list[int], apart: int = 48) -> None:
        for place, card in enumerate(cards):
            self._card(left + apart * place, top, card)

    def _card(self, left: int, top: int, card: int) -> None:
        box = [one * SCALE for one in (left, top, left + CARD[0], top + CARD[1])]
        face = BACK if card == HIDDEN else PAPER
        self._draw.rounded_rectangle(
            box, radius=5 * SCALE, fill=face, outline=BLACK, width=SCALE
        )  # fmt: skip
        if card == HIDDEN:
            return
        suit = card & 3
        colour = RED if suit in (1, 2) else BLACK
        self.text(left + 4, top + 2, pretty(card)[:-1], 18, colour)
        self._suit(left + 10, top + 30, suit, colour)

    def _suit(self, left: int, top: int, suit: int, colour: tuple[int, int, int]) -> None:
        """A suit's sign in a box of twelve by twelve."""

        def at(*points: float) -> list[float]:
            whole = zip(points[::2], points[1::2], strict=True)
            return [one for x, y in whole for one in ((left + x) * SCALE, (top + y) * SCALE)]

        draw = self._draw
        if suit == 1:
            draw.polygon(at(6, 0, 11, 7, 6, 14, 1, 7), fill=colour)
            return
        if suit == 2:
            draw.ellipse(at(0, 1, 6.5, 7.5), fill=colour)
            draw.ellipse(at(5.5, 1, 12, 7.5), fill=colour)
            draw.polygon(at(0.4, 5.5, 11.6, 5.5, 6, 14), fill=colour)
            return
        draw.polygon(at(6, 6, 9, 14, 3, 14), fill=colour)
        if suit == 3:
            draw.ellipse(at(0, 5, 6.5, 11), fill=colour)
            draw.ellipse(at(5.5, 5, 12, 11), fill=colour)
            draw.polygon(at(0.4, 7.4, 11.6, 7.4, 6, 0), fill=colour)
            return
        for x, y in ((0, 5), (6, 5), (3, 0)):
            draw.ellipse(at(x, y, x + 6, y + 6), fill=colour)
