"""The table drawn in a terminal, from a player's view alone."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.text import Text

from pitboss.cards import parse, pretty
from pitboss.rules.limits import dollars
from pitboss.rules.moves import MOVES
from pitboss.table.views import DealerView, Felt, HandView, SeatView, View

WIDE_ENOUGH = 76
"""Columns that cards in boxes need."""
LAYOUTS = (
    (True, 5), (True, 3), (True, 2), (True, 1), (False, 5), (False, 3), (False, 1), (False, 0),
)  # fmt: skip
"""Whether cards are in boxes and how many of the dealer's last words are shown: the first fits."""
CHIPS = ((10000, "bright_black"), (2500, "green"), (500, "red"), (100, "white"))
KEYS = {definition.id: definition.key for definition in MOVES} | {
    "insure": "i",
    "decline": "n",
    "even-money": "e",
}
LABELS = {definition.id: definition.words for definition in MOVES} | {
    "decline": "no insurance",
    "even-money": "even money",
}


def draw(
    view: View,
    *,
    title: str,
    subtitle: str,
    names: dict[str, str],
    captions: list[str],
    taught: list[str],
    footer: str,
    size: tuple[int, int],
) -> RenderableType:
    """The felt: dealer on top, seats below, the dealer's last words, what is taught, what is open.

    The window has so many columns and lines. Where it is small, the dealer's older words go first,
    then cards lose their boxes, then what is taught goes: hands, results and what can be done stay.
    """
    width, height = size
    lesson = "\n  ".join([*taught, "", ""]) if taught else ""
    for told in dict.fromkeys((lesson, "")):
        for boxes, words in LAYOUTS:
            last = captions[-words:] if words else []
            felt = _panel(view, (title, subtitle), names, last, told + footer, boxes)
            if (not boxes or width >= WIDE_ENOUGH) and _lines(felt, width) < height:
                return felt
    tight = footer.replace("\n\n", "\n")
    return _panel(view, (title, subtitle), names, captions[-1:], tight, boxes=False)


def _lines(felt: RenderableType, width: int) -> int:
    return len(Console(width=width).render_lines(felt))


def _panel(
    view: View,
    titles: tuple[str, str],
    names: dict[str, str],
    captions: list[str],
    footer: str,
    boxes: bool,
) -> RenderableType:
    parts: list[RenderableType] = [_dealer(view.dealer, compact=not boxes), Text()]
    for seat in view.seats:
        turn = view.hand_to_act if view.to_act == seat.seat else None
        parts += _seat(seat, turn, names, compact=not boxes)
    if captions:
        parts.append(Text())
        parts += [Text(f"  {line}", style="italic bright_black") for line in captions]
    parts += [Text(), Text.from_markup(f"  {footer}")]
    return Panel(
        Group(*parts),
        title=Text(titles[0], style="bold"),
        border_style="green",
        padding=(0, 1),
        subtitle=Text(titles[1], style="bold yellow" if titles[1].startswith("not ") else "dim"),
    )


def _dealer(dealer: DealerView, *, compact: bool) -> Text:
    label = Text("  DEALER  ", style="bold")
    note = Text()
    if dealer.natural:
        note = Text("  blackjack", style="bold yellow")
    elif dealer.cards and "??" not in dealer.cards:
        note = Text(f"  {_total(dealer.total, dealer.soft)}", style="bold")
    elif dealer.cards[:1] and dealer.cards[0] != "??":
        note = Text(f"  shows {dealer.cards[0][0].replace('T', '10')}", style="dim")
    if dealer.set_aside:
        note.append(f"     set aside {pretty(parse(dealer.set_aside))}", style="yellow")
    return _row(label, dealer.cards, note, compact=compact)


def felt_lines(felt: Felt, names: dict[str, str]) -> list[Text]:
    """Dealer and seats, a line or two each, where nobody is asked to decide."""
    rows = [_dealer(felt.dealer, compact=True)]
    for seat in felt.seats:
        rows += _seat(seat, None, names, compact=True)
    return rows


def _seat(seat: SeatView, turn: int | None, names: dict[str, str], *, compact: bool) -> list[Text]:
    """A seat's hands, that in turn marked, and what lies beside them."""
    rows = []
    for index, hand in enumerate(seat.hands):
        acts = index == turn
        label = Text(
            f"{'▶' if acts else ' '} seat {seat.seat}  ", style="bold cyan" if acts else ""
        )
        rows.append(_row(label, hand.cards, _hand_note(seat, hand, names), compact=compact))
    bets = [(names.get(bet, bet), cents) for bet, cents in seat.side_bets.items()]
    if seat.insurance:
        bets.append(("Insurance", seat.insurance))
    if not seat.hands:
        bets = [(names.get(bet, bet), cents) for bet, cents in seat.stakes.items()]
    if bets:
        line = Text(" " * 10)
        for bet, cents in bets:
            line.append(f"{bet} ", style="dim").append(chips(cents)).append("   ")
        rows.append(line)
    return rows


def _hand_note(seat: SeatView, hand: HandView, names: dict[str, str]) -> Text:
    note = Text("  ")
    if seat.natural:
        note.append("blackjack", style="bold yellow")
    elif hand.total > 21:
        note.append(f"{hand.total} bust", style="bold red")
    elif hand.cards:
        note.append(_total(hand.total, hand.soft), style="bold")
    for mark in hand.marks:
        note.append(f" {mark}", style="magenta")
    for bet, cents in hand.stakes.items():
        note.append(f"   {names.get(bet, bet)} ", style="dim").append(chips(cents))
    return note


def _total(total: int, soft: bool) -> str:
    return f"soft {total}" if soft and total < 21 else str(total)


def chips(cents: int) -> Text:
    """An amount with a stack of chips beside it."""
    text = Text(dollars(cents), style="bold")
    text.append(" ")
    rest, shown = cents, 0
    for worth, colour in CHIPS:
        while rest >= worth and shown < 6:
            text.append("●", style=colour)
            rest -= worth
            shown += 1
    return text


def _row(label: Text, cards: list[str], note: Text, *, compact: bool) -> Text:
    if compact or not cards:
        line = label.copy()
        for card in cards:
            line.append(_face(card)).append(" ")
        return line.append(note)
    blank = " " * len(label)
    top, middle, bottom = Text(blank), label.copy(), Text(blank)
    for card in cards:
        top.append("╭────╮", style="bright_white")
        middle.append("│", style="bright_white").append(_inside(card)).append(
            "│", style="bright_white"
        )
        bottom.append("╰────╯", style="bright_white")
    return Text("\n").join([top, middle.append(note), bottom])


def _inside(card: str) -> Text:
    if card == "??":
        return Text("░░░░", style="blue")
    return Text(f" {pretty(parse(card)):<3}", style=_colour(card))


def _face(card: str) -> Text:
    if card == "??":
        return Text("[░░]", style="blue")
    return Text(f"[{pretty(parse(card))}]", style=_colour(card))


def _colour(card: str) -> str:
    return "bold red" if card[1] in "dh" else "bold"


def taught_moves(view: View) -> list[str]:
    """What is asked and what each move does, or why it is shut, as markup."""
    if not view.prompt:
        return []
    wide = max((len(LABELS[move.move]) for move in view.moves), default=0)
    lines = [escape(view.prompt)]
    for move in view.moves:
        label = f"{LABELS[move.move]:<{wide}}"
        style = "" if move.open else "dim"
        line = f"{label}  {escape(move.does or move.shut)}"
        lines.append(f"[{style}]{line}[/]" if style else line)
    return lines


def menu(choices: list[str]) -> str:
    """The choices with their keys, as markup."""
    return "   ".join(
        f"[bold cyan]{KEYS[choice]}[/] {LABELS.get(choice, choice)}" for choice in choices
    )
