"""Resolve: cards are shown, and whether a wager is paid, pushed, taken or rides is asked."""

from __future__ import annotations

import random
from typing import Final

from pitboss.rules.compile import LOST, TableBet
from pitboss.rules.conditions import riding_bets
from pitboss.rules.game import RIDES
from pitboss.rules.limits import dollars, pay_text
from pitboss.school.aims import AIM_SECONDS
from pitboss.school.citing import cited_of_wager, quotes
from pitboss.school.items import ALL_THAT_APPLY, Answer, Item, Option, Question, Spot, lettered
from pitboss.school.kinds.payout import settled_by, settled_together
from pitboss.school.made import Made, Skill, spot
from pitboss.school.money import RESULTS, odds_text, won, worked
from pitboss.school.rounds import DealtRound
from pitboss.school.scout import SCENE, find_round, riding_mark, scout_of, settled_mark, step_mark
from pitboss.school.setting import Setting
from pitboss.school.telling import told_before
from pitboss.table import events as ev

KIND: Final = "resolve"
PART = "part"
TAKE = "take"
INSURANCE = "insurance"
SEVERAL = f"{KIND}/several"
OF_A_HAND = ("natural", "win", "push", "lose", "bust", "dealer natural", "natural push")
"""What can settle the wager of the hand itself."""


def skills(setting: Setting) -> list[Skill]:
    """Each way in which each wager can end, and those that stay on the felt."""
    main = setting.tables.opening[0]
    found = [_skill(setting, main, event) for event in OF_A_HAND]
    for bet in setting.tables.bets:
        found += [_skill(setting, bet.id, name) for name in _endings(setting, bet)]
        if bet.id in riding_bets(setting.rules):
            found.append(_skill(setting, bet.id, RIDES))
    if setting.tables.insurance[1]:
        found += [_skill(setting, INSURANCE, event) for event in ("dealer natural", "no natural")]
    if len(setting.tables.bets) > 1:
        found.append(Skill(SEVERAL, "Which of a seat's wagers are paid"))
    return found


def _endings(setting: Setting, bet: TableBet) -> list[str]:
    """Names of what settles a bet: the lines of its pay table, and what else was seen to."""
    lines = [*(line.name for line in bet.events), LOST.name]
    prefix = settled_mark(bet.id, "")
    seen = sorted(mark for mark in scout_of(setting).seen() if mark.startswith(prefix))
    return list(dict.fromkeys([*lines, *(mark.removeprefix(prefix) for mark in seen)]))


def _skill(setting: Setting, bet: str, event: str) -> Skill:
    is_main = bet in (*setting.tables.opening, INSURANCE)
    words = RESULTS.get(event, event) if is_main else setting.event_words(bet, event)
    return Skill(f"{KIND}/{bet}/{event}", f"{setting.bet_name(bet)}: {words}")


def make(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """An item in which the wager ends so, or rides."""
    if setting.scene is not None:
        return _in_scene(setting, rng)
    if skill.id == SEVERAL:
        return _several(setting, skill, rng)
    bet, event = skill.id.split("/", 2)[1:]
    if event == RIDES:
        return _riding(setting, skill, bet, rng)
    dealt = find_round(setting, rng, settled_mark(bet, event))
    if dealt is None:
        return None
    return settled_at(dealt, rng.choice(settled_by(dealt, bet, event)))


def _in_scene(setting: Setting, rng: random.Random) -> Made | None:
    dealt = find_round(setting, rng, SCENE)
    if dealt is None or setting.scene is None:
        return None
    return settled_at(dealt, rng.choice(setting.scene.settlings(dealt)))


def settled_at(dealt: DealtRound, at: int) -> Made:
    """What becomes of the wager that is settled at an event."""
    setting, settled = dealt.setting, dealt.events[at]
    assert isinstance(settled, ev.WagerSettled)
    bet, event = settled.bet, settled.event
    skill = _skill(setting, bet, event)
    lines = _lines(setting, bet)
    right = event if event in lines else _outcome(setting, settled)
    rules = cited_of_wager(dealt, at)
    return _item(
        dealt,
        _asked_at(dealt, at),
        skill,
        spot(setting, settled),
        right,
        rules,
        [worked(setting, settled)],
    )


def _asked_at(dealt: DealtRound, at: int) -> int:
    """Before anything says how the seat's wager ends: the bust, or its other wagers."""
    seat = _seat(dealt, at)
    while isinstance(dealt.events[at - 1], _TELLING) and _seat(dealt, at - 1) == seat:
        at -= 1
    return at


_TELLING = (ev.WagerSettled, ev.HandBusted, ev.HandEnded)


def _seat(dealt: DealtRound, at: int) -> int:
    return int(getattr(dealt.events[at], "seat", 0))


def _riding(setting: Setting, skill: Skill, bet: str, rng: random.Random) -> Made | None:
    dealt = find_round(setting, rng, riding_mark(bet), lambda one: _first_move(one) is not None)
    if dealt is None:
        return None
    at = _first_move(dealt)
    assert at is not None
    state = dealt.state_before(at)
    riding = [seat for seat in state.seats if bet in seat.wagers]
    if not riding:
        return None
    seat = rng.choice(riding)
    about = Spot(
        seat=seat.number, hand=0, bet=bet, name=setting.bet_name(bet), cents=seat.wagers[bet]
    )
    rules = _riding_rules(setting, bet)
    working = [f"{about.name}: nothing decides it yet, so it stays on its spot"]
    return _item(dealt, at, skill, about, RIDES, rules, working)


def _first_move(dealt: DealtRound) -> int | None:
    """Where the first hand decides, if one does."""
    return next(
        (one.at for one in dealt.choices if not one.most and "decline" not in one.open_to), None
    )


def _riding_rules(setting: Setting, bet: str) -> list[str]:
    """What says that a bet waits for the hand's result."""
    acts = setting.acts
    practice = set(acts.practice_at("pay-bet-riding")) & set(acts.practice_at("collect-bet-riding"))
    return [*sorted(practice), *acts.at("collect-bet-riding", bet, RIDES)]


def _lines(setting: Setting, bet: str) -> dict[str, str]:
    """What can become of a wager, in words, by the name of what settles it; found out once."""
    known = setting.known.setdefault(f"lines of {bet}", {})
    assert isinstance(known, dict)
    if not known:
        known |= _lines_of(setting, bet)
    return known


def _lines_of(setting: Setting, bet: str) -> dict[str, str]:
    tables = setting.tables
    if bet in tables.opening:
        natural = odds_text(tables.natural)
        found = {"win": f"pay {odds_text((1, 1))}", "push": "push", "lose": TAKE}
        if natural != odds_text((1, 1)):
            found["natural"] = f"pay {natural}"
        if step_mark("collect-part") in scout_of(setting).seen():
            found[PART] = "take a part and give the rest back"
        return found
    if bet == INSURANCE:
        return {"dealer natural": f"pay {odds_text(tables.insurance)}", "no natural": TAKE}
    [table_bet] = [one for one in tables.bets if one.id == bet]
    found = {
        line.name: f"{setting.event_words(bet, line.name)}: {_done(line.pays)}"
        for line in table_bet.events
    }
    lost = {*_endings(setting, table_bet)} == {*found, LOST.name}  # in no other way
    found[LOST.name] = f"{setting.event_words(bet, LOST.name)}: {TAKE}" if lost else TAKE
    if bet in riding_bets(setting.rules):
        found[RIDES] = "it rides: leave it where it is"
    return found


def _done(pays: int) -> str:
    """What a dealer does with a wager by a line of its pay table."""
    return "push" if pays == 0 else TAKE if pays < 0 else f"pay {pay_text(pays)}"


def _deed(line: str) -> str:
    """What is done by a line, without what it is called."""
    return line.rpartition(": ")[2]


def _outcome(setting: Setting, settled: ev.WagerSettled) -> str:
    """The line that says what became of a wager, where what settled it has none of its own."""
    if settled.bet not in setting.tables.opening:
        return LOST.name
    if settled.returned > settled.stake:
        return "win"
    if settled.returned == settled.stake:
        return "push"
    return PART if settled.returned else "lose"


def _item(
    dealt: DealtRound, at: int, skill: Skill, about: Spot, right: str, rules: list[str],
    working: list[str],
) -> Made:  # fmt: skip
    setting = dealt.setting
    lines = _lines(setting, about.bet)
    options = lettered(list(lines.values()))
    letters = dict(zip(lines, (option.id for option in options), strict=True))
    same = [
        letters[line]
        for line in lines
        if line != right and RIDES not in (line, right)
        and _deed(lines[line]) == _deed(lines[right]) != TAKE
    ]  # fmt: skip
    felt = dealt.felt_before(at)
    [hands] = [len(seat.hands) for seat in felt.seats if seat.seat == about.seat]
    whose = f"seat {about.seat}'s hand {about.hand + 1}:" if hands > 1 else f"seat {about.seat}'s"
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text=f"What becomes of {whose} {about.name}, {dollars(about.cents)}, now?",
            form="choice", aim_seconds=AIM_SECONDS[KIND], felt=felt,
            seat=about.seat, hand=about.hand, told=told_before(dealt, at), spots=[about],
            options=options,
        ),
        answer=Answer(text=lines[right], choices=[letters[right]], also=same),
        rule=rules[0], rules=rules, working=working,
        explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item, dealt, at)


def _several(setting: Setting, skill: Skill, rng: random.Random) -> Made | None:
    """Which of the wagers of a seat that are settled in one go are paid."""
    wanted = rng.choice([bet.id for bet in setting.tables.bets])
    dealt = find_round(setting, rng, riding_mark(wanted), lambda one: _several_at(one) is not None)
    if dealt is None:
        dealt = find_round(setting, rng, step_mark("pay-bet"), lambda one: bool(_several_at(one)))
    at = _several_at(dealt) if dealt is not None else None
    if dealt is None or at is None:
        return None
    together = settled_together(dealt, at)
    first = next(index for index, one in enumerate(dealt.events) if one is together[0])
    options = lettered([f"{setting.bet_name(one.bet)} {dollars(one.stake)}" for one in together])
    paid = [option for option, one in zip(options, together, strict=True) if won(one)]
    rules = list(dict.fromkeys(
        rule
        for at in range(first, first + len(together))
        for rule in cited_of_wager(dealt, at)
    ))  # fmt: skip
    item = Item(
        kind=KIND, skill=skill.id, name=skill.name,
        question=Question(
            text=f"Which of these wagers of seat {together[0].seat} are paid? {ALL_THAT_APPLY}",
            form="several",
            aim_seconds=AIM_SECONDS[KIND], felt=dealt.felt_before(first), seat=together[0].seat,
            told=told_before(dealt, first), spots=[spot(setting, one) for one in together],
            options=options,
        ),
        answer=Answer(
            text=_named(paid), choices=[option.id for option in paid],
        ),
        rule=rules[0], rules=rules,
        working=[worked(setting, one) for one in together], explanation=quotes(setting, rules),
    )  # fmt: skip
    return Made(item, dealt, first)


def _named(options: list[Option]) -> str:
    return ", ".join(option.text for option in options) or "none"


def _several_at(dealt: DealtRound) -> int | None:
    """Where three wagers of a seat or more are settled in one go, and no bust has decided them."""
    for at, event in enumerate(dealt.events):
        if not isinstance(event, ev.WagerSettled) or dealt.is_taken_with_its_hand(at):
            continue
        if len(settled_together(dealt, at)) > 2:
            return at
    return None
