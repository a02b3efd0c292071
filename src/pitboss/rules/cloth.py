"""What a game's cloth says of its rules: captions in large letters, for players.

>>> from pitboss import games
>>> cloth_lines(games.find(games.BUILT_IN[0]).rules())
['Blackjack pays 3 to 2', 'Dealer hits soft 17', 'Insurance pays 2 to 1']
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.rules.spoken import sentence
from pitboss.rules.vocabulary import Bet, Event, Rules

_ON_SOFT_17 = {"hit": "hits soft", "stand": "stands on soft", "none": "stands on every"}
"""What the dealer does; there is nothing to choose where every 17 ends the hand."""


def cloth_lines(rules: Rules, state_games: int | None = None) -> list[str]:
    """What stands on the cloth in large letters.

    `state_games` is how many separate games the state allows on a hand, where that is known: it
    comes before the game's own number (WA-4).
    """
    dealer = rules.dealer
    said = [f"Blackjack pays {rules.natural.pays.text}"]
    if rules.natural.paid == "before-peek":
        said.append("Blackjack always wins")
    said.append(f"Dealer {_ON_SOFT_17[dealer.soft17]} {dealer.stands_on}")
    if rules.insurance.offered:  # with the two before it on every cloth, whatever else has room
        said.append(f"Insurance pays {rules.insurance.pays.text}")
    for total in dealer.pushes_on:
        dealers = "Any dealer" if total in dealer.stops_on else "Dealer"  # hard or soft
        said.append(f"{dealers} {total} pushes every hand that has not bust")
    if dealer.replaces.mask:
        said.append(f"An upcard of {spoken(dealer.replaces.text)} is replaced once")
    if rules.take_back is not None:
        name = rules.wagers.names.get(rules.take_back.bet, rules.take_back.bet)
        after = ", after a split too" if rules.take_back.after_split else ""
        said.append(f"{name} may be taken back on {either_way(rules.take_back.on.text)}{after}")
    if rules.double.on.text != "any":
        on = dashed(rules.double.on.text)
        said.append("No doubling" if on == "none" else f"Double on {on}{_double_adds(rules)}")
    if rules.double.again:
        times = "once more" if rules.double.again == 1 else f"{rules.double.again} times more"
        said.append(f"A doubled hand may be doubled {times}")
    if rules.split.first == "moves-wager":
        said.append("The first split is free")
    if rules.mulligan is not None:
        said.append(f"A drawn {spoken(rules.mulligan.ranks.text)} may be burned once a hand")
    if rules.charlie is not None:
        said.append(f"{rules.charlie.cards} cards win at once and pay {rules.charlie.pays.text}")
    if rules.surrender.early.mask:
        said.append(f"Early surrender against {spoken(rules.surrender.early.text)}")
    if rules.caps.games:
        most = min(rules.caps.games, state_games or rules.caps.games)
        said.append(f"At most {most} separate games on one hand")
    return said


def _double_adds(rules: Rules) -> str:
    """Where the wager of a double goes, where a hand has several."""
    opening = rules.wagers.opening
    if len(opening) == 1 or rules.double.adds != "unit":
        return ""
    return f", for one wager on {rules.wagers.names[opening[0]]}"


def either_way(text: str) -> str:
    """``13-16`` as ``hard or soft 13 to 16``: totals that say neither mean both."""
    plain = not text.startswith(("hard", "soft")) and text[:1].isdigit()
    return f"hard or soft {spoken(text)}" if plain else spoken(text)


def dashed(text: str) -> str:
    """``hard 9-11`` as ``hard 9–11``."""
    return text.replace("-", "–")


def sign_note(bet: Bet, rules: Rules) -> str:
    """What every line of a sign takes for granted."""
    if all(event.when.replaced for event in bet.events):
        return f"Only after a dealer's {spoken(rules.dealer.replaces.text)} was replaced"
    return ""


def bet_note(bet: Bet, rules: Rules) -> str:
    """What is said of a bet beyond its lines: what all take for granted, what nobody expects."""
    taken = sign_note(bet, rules)
    if taken:
        return taken
    if any(event.when.tie for event in bet.events):
        return "A blackjack is tied by a blackjack alone, by no other 21; a bust ties with nothing"
    table = rules.paytables.get(bet.paytable, 1) - 1
    whatever = [
        event.label or event.event
        for event in bet.events
        if event.when.player_natural and not _asks_dealer(event) and _pays(event, table)
    ]
    if whatever and any(event.when.result for event in bet.events):
        return f"{sentence(whatever[0])}: paid whatever the dealer has"
    return ""


def _asks_dealer(event: Event) -> bool:
    """Whether an event depends on the dealer's cards."""
    when = event.when
    asked = (when.result, when.tie, when.dealer_natural, when.dealer_suited, when.replaced,
             when.upcard, when.original_upcard, when.matches_upcard)  # fmt: skip
    return any(one is not None for one in asked)


def _pays(event: Event, table: int) -> bool:
    pays = event.pays[table]
    return isinstance(pays, int) and pays > 0


def line_title(event: Event, lines: Sequence[Event], rules: Rules) -> str:
    """What a line of a sign stands under; nothing where all its `lines` are of one kind."""
    if event.when.replaced:
        return f"after a replaced upcard ({spoken(rules.dealer.replaces.text)})"
    if len({line.when.result is None for line in lines}) == 1:
        return ""
    if event.when.result is None:
        return "instant winners"
    player = event.when.player
    asked = f": first two cards must total {dashed(player.text)}" if player else ""
    return f"beat the dealer{asked}"


def spoken(text: str) -> str:
    """``13-16`` as ``13 to 16``."""
    return text.replace("-", " to ")
