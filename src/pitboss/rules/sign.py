"""The sign of a table: what every wager pays and takes, limits and aggregates, the approval (WA-3).

One sign for terminal, page and print. Its words are the game file's, or follow from the rules.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pitboss.rules.approval import standing
from pitboss.rules.cloth import cloth_lines, line_title
from pitboss.rules.compile import LOST
from pitboss.rules.game import Game
from pitboss.rules.limits import House, Limits, dollars, pay_text
from pitboss.rules.vocabulary import Bet, Event, Rules


class PayLine(msgspec.Struct, frozen=True):
    """A line of a bet's sign."""

    event: str
    """What has to happen, by its name in logs and figures."""
    pays: str
    """Such as `10 to 1`, `push` or `loss`."""
    label: str = ""
    """What has to happen, in words for people."""
    under: str = ""
    """What the line and its neighbours stand under, such as `instant winners`; mostly nothing."""


ALL_OTHERS = PayLine(LOST.name, "loss", "all others")
"""The last line of a pay table."""


class WagerSign(msgspec.Struct, frozen=True, kw_only=True):
    """What a wager takes and pays."""

    bet: str
    """Its id."""
    name: str
    """What stands on the felt."""
    takes: str
    """How much may be staked."""
    lines: list[PayLine]
    """What it pays; none for the wagers of the game itself."""
    aggregate: str
    """Most that is paid on it in one round, where the house caps it."""


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """All that a table's layout or sign shows."""

    approval: str
    """Whose rules these are, or in what they differ from those that were approved."""
    cloth: list[str]
    """What stands on the cloth in large letters."""
    wagers: list[WagerSign]
    """In the order of the layout."""
    caps: list[str]
    """What may be staked together."""
    limits: list[str]
    """How payouts are rounded, and where the limits come from."""


def table_sign(game: Game, rules: Rules, limits: Limits) -> Sign:
    """The sign of a table."""
    return Sign(
        approval=standing(game, rules).says, cloth=cloth_lines(rules, limits.games.most),
        wagers=_wagers(rules, limits), caps=_caps(rules, limits),
        limits=[_rounding(limits.house), *limits.sources(), limits.state.note],
    )  # fmt: skip


def sign_text(sign: Sign) -> list[str]:
    """The sign, line by line."""
    lines = [sign.approval, *sign.cloth]
    for wager in sign.wagers:
        lines.append(f"{wager.name}: {wager.takes}")
        under = ""
        for line in wager.lines:
            if line.under != under:
                under = line.under
                lines.append(f"  {under}")
            indent = "    " if under else "  "
            lines.append(f"{indent}{line.label}: {line.pays}")
        if wager.aggregate:
            lines.append(f"  {wager.aggregate}")
    return [*lines, *sign.caps, *sign.limits]


def pay_lines(bet: Bet, rules: Rules) -> list[PayLine]:
    """What a bet pays on the pay table in use; lines that lose on every table are left out."""
    table = rules.table_of(bet)
    shown = _as_printed([event for event in bet.events if not {*event.pays} <= {"loss", "none"}])
    lines = []
    for event in shown:
        pays = event.pays[table - 1]
        lines.append(
            PayLine(
                event.event, pay_text(pays) if isinstance(pays, int) else pays,
                event.label or event.event, line_title(event, shown, rules),
            )
        )  # fmt: skip
    return lines


def _as_printed(events: list[Event]) -> list[Event]:
    """A match with the upcard after the line it is a case of, which is asked the other way round.

    Layouts and pay tables have them so: the plain line, then what a match makes of it.
    """
    printed = list(events)
    for at in range(len(events) - 1):
        one, after = printed[at : at + 2]
        if one.when.matches_upcard and after.when == replace(one.when, matches_upcard=None):
            printed[at : at + 2] = after, one
    return printed


def event_words(bet: Bet) -> dict[str, str]:
    """What people are told of everything that can settle a bet, by its name in logs."""
    words = {event.event: event.label or event.event for event in bet.events}
    return words | ({LOST.name: bet.otherwise} if bet.otherwise else {})


def _wagers(rules: Rules, limits: Limits) -> list[WagerSign]:
    opening = rules.wagers.opening
    found = [
        WagerSign(
            bet=bet, name=rules.wagers.names[bet], lines=[], aggregate="",
            takes=_range(limits, bet) if bet == opening[0] else "as much as "
            f"{rules.wagers.names[opening[0]]}",
        )
        for bet in opening
    ]  # fmt: skip
    for bet in rules.offered_bets:
        found.append(
            WagerSign(
                bet=bet.id, name=bet.name, takes=_range(limits, bet.id),
                lines=[*pay_lines(bet, rules), ALL_OTHERS], aggregate=_aggregate(limits, bet.id),
            )
        )  # fmt: skip
    return found


def _rounding(house: House) -> str:
    if house.round_to == 1:
        return "Payouts are exact to the cent"
    whom = "the player's favour" if house.round_for == "player" else "the house's favour"
    return f"Payouts are rounded to {dollars(house.round_to)} in {whom}"


def _aggregate(limits: Limits, bet: str) -> str:
    if bet not in limits.house.aggregate:
        return ""
    most = dollars(limits.house.aggregate[bet])
    return f"aggregate payout {most} a round ({limits.aggregate_rule.source})"


def _range(limits: Limits, bet: str) -> str:
    return f"{dollars(limits.minimum[bet])} to {dollars(limits.largest_wager(bet))}"


def _caps(rules: Rules, limits: Limits) -> list[str]:
    lines, caps, main = [], rules.caps, rules.wagers.names[rules.wagers.opening[0]]
    if caps.side is not None and caps.per_side:
        part = "half" if caps.side.part * 2 == caps.side.over else caps.side.text
        lines.append(f"Each side: at most {part} of {main}")
    if caps.total is not None:
        whole = caps.total.part == caps.total.over
        most = "as much as" if whole else f"{caps.total.text} of"
        lines.append(f"Both sides together: at most {most} {main}")
    return [*lines, limits.games_line()]
