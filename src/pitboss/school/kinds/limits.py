"""Limits: wagers are shown before the first card, and whether they may stand is asked.

Wagers the table takes are changed in one thing; the table's own limits then refuse them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Final

from pitboss.rules.acts import LARGEST_WAGER, SEPARATE_GAMES
from pitboss.rules.limits import WagerError, dollars
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.citing import quotes
from pitboss.school.items import Answer, Item, Question, Spot, lettered
from pitboss.school.kinds import aggregate
from pitboss.school.made import Made, Skill
from pitboss.school.rounds import Wagers, random_wagers
from pitboss.school.setting import Setting

KIND: Final = "limits"
ALLOWED = "allowed"
TRIES = 50

Change = Callable[[Setting, Wagers, random.Random], Wagers | None]


def skills(setting: Setting) -> list[Skill]:
    """What this table's limits can refuse, and what they allow."""
    cases = [Skill(f"{KIND}/{case}", _words(setting, case)) for case in _possible(setting)]
    return cases + aggregate.skills(setting)


def _words(setting: Setting, case: str) -> str:
    """What can be said of wagers, with the table's own numbers."""
    limits = setting.limits
    over = f"More than {limits.games.most_over} wagers over {dollars(limits.games.over_cents)}"
    return {
        ALLOWED: "All of them may stand",
        "opening": "The opening wagers are not equal",
        "caps": "Too much on one side, or on both sides together",
        "games": f"More than {limits.most_games} wagers on one hand",
        "largest": "A wager is over the table's maximum",
        "over": over,
        "minimum": "A wager is below the table's minimum",
    }[case]


def _sign(setting: Setting) -> list[str]:
    """What the table's sign says of wagers, spots that take the same in one line."""
    alike: dict[str, list[str]] = {}
    for one in setting.sign.wagers:
        alike.setdefault(one.takes, []).append(one.name)
    lines = (f"{', '.join(names)}: {takes}" for takes, names in alike.items())
    return [*lines, *setting.sign.caps]


def _possible(setting: Setting) -> list[str]:
    """Cases that come about here; tried once for a table."""
    known = setting.known.get(KIND)
    if isinstance(known, list):
        return known
    rng = random.Random(0)
    possible = [case for case in CHANGES if any(_changed(setting, case, rng) for _ in range(TRIES))]
    setting.known[KIND] = [ALLOWED, *possible]
    return [ALLOWED, *possible]


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """Wagers that are allowed, or that break one limit; or payouts that do."""
    if skill.id == aggregate.SKILL.id:
        return aggregate.make(setting, skill, rng)
    case = skill.id.split("/", 1)[1]
    said = "nothing is over a limit"
    if case == ALLOWED:
        wagers: Wagers | None = random_wagers(setting, rng)
    else:
        found = next(filter(None, (_changed(setting, case, rng) for _ in range(TRIES))), None)
        wagers, said = found if found else (None, "")
        said = _in_words(setting, said)
    if wagers is None:
        return None
    possible = _possible(setting)
    options = lettered([_words(setting, one) for one in possible])
    right = options[possible.index(case)]
    rules = _rules(setting, case)
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text="May these wagers of one seat stand?", form="choice",
            aim_seconds=AIM_SECONDS[KIND], options=options,
            told=[f"{setting.bet_name(bet)} {dollars(cents)}" for bet, cents in wagers.items()],
            sign=_sign(setting),
            spots=[
                Spot(seat=1, hand=0, bet=bet, name=setting.bet_name(bet), cents=cents)
                for bet, cents in wagers.items()
            ],
        ),
        answer=Answer(text=right.text, choices=[right.id]), rule=rules[0], rules=rules,
        working=[said[0].upper() + said[1:]], explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item)


def _rules(setting: Setting, case: str) -> list[str]:
    state = {"largest": [LARGEST_WAGER], "over": [SEPARATE_GAMES]}.get(case, [])
    if case == "games" and not setting.tables.games_cap:
        state = [SEPARATE_GAMES]
    return list(dict.fromkeys([*state, *setting.acts.cased(case), *setting.acts.cased("")]))


def _changed(setting: Setting, case: str, rng: random.Random) -> tuple[Wagers, str] | None:
    """Wagers with one thing wrong, and the sentence the table refuses them with."""
    wagers = CHANGES[case](setting, random_wagers(setting, rng), rng)
    if wagers is None:
        return None
    try:
        setting.limits.check(wagers)
    except WagerError as error:
        return wagers, str(error)
    return None


def _in_words(setting: Setting, said: str) -> str:
    """A sentence of the table's with the names that stand on the felt in place of ids."""
    for bet in setting.limits.ids:
        said = re.sub(rf"(?<![\w-]){re.escape(bet)}(?![\w-])", setting.bet_name(bet), said)
    return re.sub(r"^wager (.*?) = ", r"\1 ", said)


def _unequal(setting: Setting, wagers: Wagers, rng: random.Random) -> Wagers | None:
    opening = setting.tables.opening
    if len(opening) < 2:
        return None
    other = [cents for cents in setting.allowed_mains if cents != wagers[opening[0]]]
    return {**wagers, opening[-1]: rng.choice(other)} if other else None


def _over_a_cap(setting: Setting, wagers: Wagers, rng: random.Random) -> Wagers | None:
    tables = setting.tables
    part, over = tables.side_cap if tables.side_cap[1] else tables.total_cap
    if not over:
        return None
    main = wagers[tables.opening[0]]
    bet = rng.choice([bet.id for bet in tables.bets if bet.side])
    most = main * part // over
    cents = most // 100 * 100 + 100
    least = dict.fromkeys(tables.opening, main)
    return {**least, bet: cents} if setting.takes({**least, bet: max(100, cents - 100)}) else None


def _too_many(setting: Setting, wagers: Wagers, rng: random.Random) -> Wagers | None:
    """Small wagers on one spot more than there may be."""
    tables, most = setting.tables, setting.limits.most_games
    main = max(setting.allowed_mains)
    opening = dict.fromkeys(tables.opening, main)
    missing = most + 1 - len(opening)
    if len(tables.bets) < missing:
        return None
    chosen = rng.sample([bet.id for bet in tables.bets], missing)
    full = {**opening, **{bet: setting.limits.minimum[bet] for bet in chosen}}
    del wagers
    return full if setting.takes({bet: full[bet] for bet in list(full)[:-1]}) else None


def _too_large(setting: Setting, wagers: Wagers, rng: random.Random) -> Wagers | None:
    most = setting.limits.largest_wager(setting.tables.opening[0])
    cents = most + rng.choice([500, 1000, 2500, 5000, 10000])
    del wagers
    return dict.fromkeys(setting.tables.opening, cents)


def _too_many_over(setting: Setting, wagers: Wagers, rng: random.Random) -> Wagers | None:
    """One wager more over the state's small amount than it allows."""
    games, tables = setting.limits.games, setting.tables
    if not games.most_over:
        return None
    opening = dict.fromkeys(tables.opening, max(setting.allowed_mains))
    missing = games.most_over + 1 - len(opening)
    del wagers
    if missing < 1 or len(tables.bets) < missing:
        return None
    cents = games.over_cents + 100
    chosen = rng.sample([bet.id for bet in tables.bets], missing)
    full = {**opening, **dict.fromkeys(chosen, cents)}
    return full if setting.takes({**full, chosen[-1]: games.over_cents}) else None


def _too_small(setting: Setting, wagers: Wagers, rng: random.Random) -> Wagers | None:
    bet = rng.choice(list(wagers))
    least = setting.limits.minimum[bet]
    cents = least // 2 // 50 * 50
    if cents < 50:
        return None
    if bet in setting.tables.opening:
        return dict.fromkeys(setting.tables.opening, cents)
    return {**wagers, bet: cents}


CHANGES: dict[str, Change] = {
    "opening": _unequal,
    "caps": _over_a_cap,
    "games": _too_many,
    "largest": _too_large,
    "over": _too_many_over,
    "minimum": _too_small,
}
"""How wagers come to break a limit."""
