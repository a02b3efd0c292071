"""What a client needs to draw a game: cloth, betting spots, signs, options. All of it as data."""

from __future__ import annotations

import zlib
from typing import Any, get_args

from pitboss.rules.compile import compile_rules
from pitboss.rules.game import OPTION_LABELS, Felt, Game
from pitboss.rules.limits import Limits, dollars, pay_text
from pitboss.rules.vocabulary import Bet, Rules

COLOURS: tuple[str, ...] = get_args(Felt)


def describe_game(game: Game) -> dict[str, Any]:
    """A game before a table is opened: its bets, its options, its pay tables."""
    rules = game.rules()
    return {
        "id": game.id, "name": game.name, "summary": game.summary, "source": game.source,
        "felt": cloth(game),
        "bets": {**rules.wagers.names, **{bet.id: bet.name for bet in rules.bets}},
        "opening": list(rules.wagers.opening),
        "options": [
            {
                "id": name, "label": OPTION_LABELS[name], "default": game.default(name),
                "allowed": list(values),
            }
            for name, values in game.options.items()
        ],
        "paytables": [
            {
                "id": family,
                "tables": [_bets_on(game.rules(paytables={family: number}), family)
                           for number in range(1, tables + 1)],
            }
            for family, tables in game.paytables().items()
        ],
    }  # fmt: skip


def cloth(game: Game) -> str:
    """The colour of a game's felt: its own, or one that stays the same for its id."""
    return game.felt or COLOURS[zlib.crc32(game.id.encode()) % len(COLOURS)]


def places(rules: Rules) -> list[dict[str, Any]]:
    """Where chips may be put, in the order of the layout, each with its sign."""
    opening = rules.wagers.opening
    found: list[dict[str, Any]] = [
        {
            "id": bet, "name": rules.wagers.names[bet], "opening": True, "side": "",
            "follows": None if bet == opening[0] else opening[0], "lines": [], "note": "",
        }
        for bet in opening
    ]  # fmt: skip
    found += [
        {
            "id": bet.id, "name": bet.name, "opening": False, "side": bet.side, "follows": None,
            "lines": _lines(bet, rules.paytables[bet.paytable]), "note": _note(bet, rules),
        }
        for bet in rules.bets
        if bet.offered(rules.paytables[bet.paytable])
    ]  # fmt: skip
    return found


def spots(rules: Rules, limits: Limits) -> list[dict[str, Any]]:
    """The same with the limits of a table."""
    found = places(rules)
    for spot in found:
        spot["minimum"] = limits.minimum[spot["id"]]
        spot["maximum"] = limits.maximum[spot["id"]]
        spot["aggregate"] = limits.house.aggregate.get(spot["id"])
    return found


def printed(rules: Rules) -> list[str]:
    """What stands on the cloth in large letters."""
    dealer = rules.dealer
    lines = [f"Blackjack pays {rules.natural.pays.text}"]
    if dealer.soft17 != "none":
        verb = "hits soft" if dealer.soft17 == "hit" else "stands on soft"
        lines.append(f"Dealer {verb} {dealer.stands_on}")
    for total in dealer.pushes_on:
        lines.append(f"Dealer {total} pushes every hand that has not bust")
    if dealer.replaces.mask:
        lines.append(f"A dealer's {_span(dealer.replaces.text)} is replaced")
    if rules.take_back is not None:
        name = rules.wagers.names.get(rules.take_back.bet, rules.take_back.bet)
        lines.append(f"{name} may be taken back on {_span(rules.take_back.on.text)}")
    if rules.split.first == "moves-wager":
        lines.append("The first split is free")
    if rules.mulligan is not None:
        lines.append(f"A drawn {_span(rules.mulligan.ranks.text)} may be burned once a hand")
    if rules.insurance.offered:
        lines.append(f"Insurance pays {rules.insurance.pays.text}")
    return lines


def small_print(rules: Rules, limits: Limits) -> list[str]:
    """The limits, in sentences."""
    names = {**rules.wagers.names, **{bet.id: bet.name for bet in rules.bets}}
    lines = [
        f"{names[bet]}: {dollars(limits.minimum[bet])} to {dollars(limits.maximum[bet])}"
        for bet in limits.ids
    ]
    main = names[rules.wagers.opening[0]]
    if rules.caps.side is not None and rules.caps.per_side:
        lines.append(f"Each side: at most {rules.caps.side.text} of {main}")
    if rules.caps.total is not None:
        most = (
            "as much as"
            if rules.caps.total.part == rules.caps.total.over
            else (f"{rules.caps.total.text} of")
        )
        lines.append(f"Both sides together: at most {most} {main}")
    return lines + [line for line in limits.sign() if line.startswith(("Separate", "Limits"))]


def rules_hash(rules: Rules) -> str:
    """The fingerprint of rules, as logs and reports name them."""
    return compile_rules(rules).digest()


def _bets_on(rules: Rules, family: str) -> list[dict[str, Any]]:
    """The bets of one pay-table name under the table chosen in these rules."""
    number = rules.paytables[family]
    return [
        {"bet": bet.id, "name": bet.name, "lines": _lines(bet, number), "note": _note(bet, rules)}
        for bet in rules.bets
        if bet.paytable == family and bet.offered(number)
    ]


def _lines(bet: Bet, table: int) -> list[dict[str, str]]:
    found = []
    for event in bet.events:
        pays = event.pays[table - 1]
        found.append(
            {"event": event.event, "pays": pay_text(pays) if isinstance(pays, int) else pays}
        )
    return found


def _note(bet: Bet, rules: Rules) -> str:
    """What every line of a sign takes for granted."""
    if all(event.when.replaced for event in bet.events):
        return f"Only after a dealer's {_span(rules.dealer.replaces.text)} was replaced"
    return ""


def _span(text: str) -> str:
    """``13-16`` as ``13 to 16``."""
    return text.replace("-", " to ")
