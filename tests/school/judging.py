"""Items held against the second opinion: every answer, whatever its kind.

``python -m tests.school.judging 10000`` judges so many items of each kind for every game.
"""

from __future__ import annotations

import random
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from pitboss import games
from pitboss.rules.game import OptionValue
from pitboss.school.grading import Given, grade
from pitboss.school.items import Item, Kind, Spot
from pitboss.school.kinds import (
    aggregate,
    call,
    error,
    insurance,
    payout,
    procedure,
    resolve,
    whole_table,
)
from pitboss.school.made import Made, Skill
from pitboss.school.making import MAKERS, make_item, skills
from pitboss.school.rounds import DealtRound, deal_round
from pitboss.school.scout import scout_of
from pitboss.school.setting import Setting
from pitboss.school.telling import line_of
from pitboss.table import events as ev
from tests.differential.test_referee_agrees import FAMILY, TABLES, random_options
from tests.referee.table import is_soft, total
from tests.school import second_opinion as judge

FROM_ROUNDS = ("payout", "resolve", "procedure", "call", "table", "error", "insurance")
FROM_NONE = ("limits", "colour", "signal", "dispute")
EACH = 2
"""Items of a kind that are taken from one round."""
ROUNDS_PER_SETTING = 300
"""A setting is looked through before its first item, which takes longer than many items."""


class Drawn:
    """A setting of a game with random options, as the referee is told it too."""

    def __init__(self, game: str, rng: random.Random) -> None:
        self.game = game
        options: dict[str, OptionValue] = random_options(game, rng)
        paytable = rng.randint(1, TABLES.get(game, 1))
        tables = {FAMILY[game]: paytable} if game in FAMILY else {}
        found = games.find(game)
        self.setting = Setting(found, found.rules(options, tables))
        self.options: dict[str, object] = {**options, "paytable": paytable}

    def opinion(self, dealt: DealtRound) -> judge.Opinion:
        return judge.opinion(self.game, self.options, dealt, self.setting.tables.opening)


class Case(NamedTuple):
    """An item that is judged."""

    drawn: Drawn
    made: Made
    said: judge.Opinion


def items_of(dealt: DealtRound, rng: random.Random, kinds: set[str]) -> Iterator[Made | None]:
    """Items of each of these kinds that the round can give, a few where it can give several."""
    assert dealt.captions  # told once: its steps are read from there
    settled = [at for at, one in enumerate(dealt.events) if isinstance(one, ev.WagerSettled)]
    if "payout" in kinds:
        for at in rng.sample(settled, min(EACH, len(settled))):
            yield payout.payout_at(dealt, at, Skill("payout/any", ""))
    if "resolve" in kinds:
        for at in rng.sample(settled, min(EACH, len(settled))):
            yield resolve.settled_at(dealt, at)
    if "procedure" in kinds:
        yield from _procedures(dealt, rng)
    if "call" in kinds:
        yield from _calls(dealt, rng)
    insured = [one for one in dealt.choices if one.most]
    if "insurance" in kinds:
        for choice in insured:
            yield insurance.most_of(dealt, choice, Skill("insurance/most", ""))
    last = whole_table.last_settling(dealt) if "table" in kinds else None
    if last is not None:
        yield whole_table.settle_from(dealt, last, Skill("table/round", ""))
    if "error" in kinds:
        for name, (_, planting) in rng.sample(list(error.PLANTINGS.items()), EACH):
            planted = planting(dealt, rng)
            if planted is not None:
                yield error.planted_item(dealt, planted, Skill(f"error/{name}", ""), rng)


def _dealers(dealt: DealtRound) -> list[int]:
    return [at for at in range(len(dealt.events)) if dealt.is_dealers(at)]


def _procedures(dealt: DealtRound, rng: random.Random) -> Iterator[Made | None]:
    step = rng.choice(_dealers(dealt))
    yield procedure.next_step(dealt, step, Skill("procedure/any", ""), rng)
    if procedure.FEWEST <= len(procedure.stretch(dealt)) <= procedure.MOST:
        yield procedure.steps_in_order(dealt, Skill(procedure.ORDER, ""), rng)


def _calls(dealt: DealtRound, rng: random.Random) -> Iterator[Made | None]:
    moves = [one for one in dealt.choices if "decline" not in one.open_to]
    if moves:
        choice = rng.choice(moves)
        yield call.moves_at(dealt, choice, Skill(f"call/{choice.open_to[0]}", ""))
    said = [at for at in _dealers(dealt) if dealt.captions[at].says]
    yield call.words_at(dealt, rng.choice(said), Skill("call/say/any", ""), rng)


def judged(drawn: Drawn, made: Made, said: judge.Opinion | None) -> None:
    """Fail unless the item's answer is the referee's, and the right answer is graded right."""
    item = made.item
    assert item.rule, item.skill
    assert item.rules[0] == item.rule
    assert item.explanation[0].text, item.rule
    assert _right(item), f"{item.skill}: its own answer is graded wrong"
    if said is None:
        said = drawn.opinion(made.dealt) if made.dealt is not None else judge.Opinion()
    {
        "payout": _payout,
        "insurance": _insurance,
        "table": _table,
        "resolve": _resolve,
        "procedure": _procedure,
        "call": _call,
        "error": _error,
        "limits": _limits,
        "colour": _colour,
        "signal": _practice,
        "dispute": _practice,
    }[item.kind](Case(drawn, made, said))


def _right(item: Item) -> bool:
    answer = item.answer
    given = Given(
        cents=answer.cents, pile=answer.cut, choices=answer.choices, settled=answer.settled,
        rule=answer.rule,
    )  # fmt: skip
    return grade(item.question, answer, given).right


def _won(said: judge.Opinion, spot: Spot) -> int:
    wager = (spot.seat, spot.hand, spot.bet)
    assert said.staked[wager] == spot.cents
    return max(0, said.returned[wager] - said.staked[wager])


def _payout(case: Case) -> None:
    item = case.made.item
    assert item.answer.cents == sum(_won(case.said, spot) for spot in item.question.spots), (
        item.working
    )
    if item.answer.cut:
        assert sum(value * count for value, count in item.answer.cut) == item.answer.cents


def _insurance(case: Case) -> None:
    assert case.made.item.answer.cents == min(
        40000, case.said.insurable[case.made.item.question.seat]
    )


def _shoe(case: Case) -> None:
    """Cards are laid out one by one, by BJ-1 and BJ-3, until the cut card lies among them."""
    question, shoe = case.made.item.question, case.drawn.setting.rules.shoe
    [seats] = map(int, re.findall(r"^(\d+) seats", question.told[1]))
    cards = ["card"] * (52 * shoe.decks)
    cards.insert(round(52 * shoe.decks * shoe.penetration), "cut card")
    del cards[: shoe.burn]
    rounds, seen = 0, False
    while not seen:
        for _ in range(2 * seats + 2):
            card = cards.pop(0)
            if card == "cut card":
                seen, card = True, cards.pop(0)
        rounds += 1
    assert case.made.item.answer.text == f"{rounds} rounds"
    assert question.aim_seconds == 100 * shoe.decks, "six decks within ten minutes"


def _table(case: Case) -> None:
    if case.made.item.skill == "table/shoe":
        _shoe(case)
        return
    settled = case.made.item.answer.settled
    for one in settled:
        wager = (one.seat, one.hand, one.bet)
        won = case.said.returned[wager] - case.said.staked[wager]
        assert one.cents == max(0, won)
        assert one.action == ("pay" if won > 0 else "push" if won == 0 else "take")
    hands = [one.seat for one in settled if one.bet in case.drawn.setting.tables.opening]
    assert hands == sorted(hands, reverse=True), "PR-8: the last seat first"


def _resolve(case: Case) -> None:
    question, answer = case.made.item.question, case.made.item.answer
    if question.form == "several":
        paid = [
            option.id
            for option, spot in zip(question.options, question.spots, strict=True)
            if _won(case.said, spot)
        ]
        assert answer.choices == paid
        return
    [spot] = question.spots
    if case.made.item.skill.endswith("/rides"):
        assert case.made.dealt is not None
        assert judge.rides(case.drawn.game, spot.bet, _first_two(case.made.dealt, spot.seat), False)
        return
    wager = (spot.seat, spot.hand, spot.bet)
    won = case.said.returned[wager] - case.said.staked[wager]
    assert case.said.staked[wager] == spot.cents
    pays = answer.text.rpartition(": ")[2]
    if won < 0 < case.said.returned[wager]:
        assert pays == "take a part and give the rest back"
    elif won < 0:
        assert pays in ("take", "loss"), (pays, case.made.item.skill)
    elif won == 0:
        assert pays == "push"
    else:
        odds = re.search(r"(\d+) to (\d+)", pays)
        up, down = (int(odds[1]), int(odds[2])) if odds else (1, 1)
        assert abs(won - spot.cents * up / down) < 1


def _first_two(dealt: DealtRound, seat: int) -> list[str]:
    from pitboss.cards import name

    dealt_to = [
        one.card for one in dealt.events if isinstance(one, ev.CardDealt) and one.seat == seat
    ]
    return [name(card) for card in dealt_to[:2]]


def _procedure(case: Case) -> None:
    dealt = case.made.dealt
    assert dealt is not None
    places = procedure.stretch(dealt)
    order, peeked, natural = [], False, False
    for at in places:
        event = dealt.events[at]
        peeked = peeked or isinstance(event, ev.DealerPeeked)
        natural = natural or (isinstance(event, ev.DealerPeeked) and event.natural)
        bet = event.bet if isinstance(event, ev.WagerSettled) else ""
        if isinstance(event, ev.HoleCardTurned) and not natural:
            break  # nobody had anything to decide, and the round ends
        if not isinstance(event, ev.CardDealt | ev.HandStood):
            order.append(judge.phase(case.drawn.game, dealt.step_at(at), bet, peeked=peeked))
    assert order == sorted(order), [dealt.step_at(at) for at in places]
    options = case.made.item.question.options
    assert len({option.text for option in options}) == len(options)
    if case.made.item.question.form == "choice":
        _foretold(case, dealt)


def _foretold(case: Case, dealt: DealtRound) -> None:
    """The step is the one that comes, and no card is told that nobody has seen before it."""
    lines = [line_of(caption) for caption in dealt.captions]
    seen = set(_CARD.findall(" ".join(lines[: case.made.at])))
    for option in case.made.item.question.options:
        assert set(_CARD.findall(option.text)) <= seen, option.text
    text, line = case.made.item.answer.text, lines[case.made.at]
    hidden = _CARD.sub("a card", line).replace("the a card", "a card")
    assert text == line or hidden.startswith(text.removesuffix(".")), (text, line)


_CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")


def _call(case: Case) -> None:
    dealt, item = case.made.dealt, case.made.item
    assert dealt is not None
    texts = {option.id: option.text for option in item.question.options}
    if item.question.form == "several":
        number = next(i for i, one in enumerate(dealt.choices) if one.at == case.made.at)
        legal = {name.replace("-", " ") for name in case.said.legal[number]}
        assert {texts[letter] for letter in item.answer.choices} == legal
        return
    event = dealt.events[case.made.at]
    called = re.search(r"\d+", item.answer.text)
    if isinstance(event, ev.CardDealt | ev.DealerDrew | ev.HoleCardTurned) and called:
        felt = dealt.felt_before(case.made.at + 1)
        shown = felt.dealer.cards
        if isinstance(event, ev.CardDealt):
            seat = next(one for one in felt.seats if one.seat == event.seat)
            shown = seat.hands[event.hand].cards
        assert int(called[0]) == total(shown)
        assert ("soft" in item.answer.text) == (is_soft(shown) and total(shown) < 21)


def _error(case: Case) -> None:
    dealt, item = case.made.dealt, case.made.item
    assert dealt is not None
    right = [line_of(caption) for caption in dealt.captions]
    shown = [line.split(". ", 1)[1] for line in item.question.told]
    differ = [at for at, (one, other) in enumerate(zip(right, shown, strict=False)) if one != other]
    named = {int(one) - 1 for one in (*item.answer.choices, *item.answer.also)}
    if item.skill == "error/left-out":
        missing = Counter(right) - Counter(shown)
        assert sum(missing.values()) == 1
        assert not Counter(shown) - Counter(right)
        assert right[case.made.at] == next(iter(missing))
        assert case.made.at in named
    elif item.skill == "error/order":
        assert differ == [differ[0], differ[0] + 1]
        assert set(differ) == named
        assert [right[at] for at in differ] == [shown[at] for at in reversed(differ)]
    else:
        assert differ == [case.made.at] == sorted(named)
    event = dealt.events[case.made.at]
    if isinstance(event, ev.WagerSettled):
        wager = (event.seat, event.hand, event.bet)
        assert case.said.returned[wager] == event.returned, (
            "the line as it should be is the referee's"
        )
    wrong_rules = {option.id for option in item.question.rules} - {item.answer.rule}
    assert not wrong_rules & set(item.rules), "one rule fits"
    assert item.answer.rule in {option.id for option in item.question.rules}


def _aggregate(case: Case) -> None:
    """BT-R9: in proportion to what each would have won; the referee knows that without a cap."""
    item = case.made.item
    due = [_won(case.said, spot) for spot in item.question.spots]
    [cap] = case.made.dealt.setting.house.aggregate.values() if case.made.dealt else []
    largest = max(spot.cents for spot in item.question.spots)
    assert cap >= 50 * largest, "WA-5: room for the largest wager at up to 50 to 1"
    assert sum(due) > cap
    [mine] = [
        won for won, spot in zip(due, item.question.spots, strict=True)
        if spot.seat == item.question.seat
    ]  # fmt: skip
    assert item.answer.cents == Fraction(cap * mine, sum(due))


def _limits(case: Case) -> None:
    if case.made.item.skill == "limits/aggregate":
        _aggregate(case)
        return
    limit = case.made.item.skill.split("/")[1]
    wagers = {spot.bet: spot.cents for spot in case.made.item.question.spots}
    assert judge.broken(case.drawn.game, wagers) == ({limit} - {"allowed"}), wagers


def _colour(case: Case) -> None:
    item = case.made.item
    given = sum(value * count for value, count in item.question.pile)
    if not given:
        [amount] = re.findall(r"\$([\d.]+)", item.question.told[0])
        given = round(100 * float(amount))
    assert item.answer.cents == given
    if item.question.form == "cut":
        assert sum(value * count for value, count in item.answer.cut) == given
    if item.skill == "colour/run-down":
        assert sum(count for _, count in item.question.pile) == 20


@cache
def _written(game: str) -> dict[str, dict[str, object]]:
    """The practice of a game as its file and the house's manual have it, read plainly."""
    manual = tomllib.loads((files("pitboss.rules") / "dealing.toml").read_text(encoding="utf-8"))
    written = {one["id"]: dict(one) for one in manual["practice"]}
    own = tomllib.loads((files("pitboss.games") / f"{game}.toml").read_text(encoding="utf-8"))
    for rule, changes in own.get("practice", {}).items():
        written[rule] |= changes
    return written


def _practice(case: Case) -> None:
    item = case.made.item
    written = _written(case.drawn.game)[item.rule]
    shown, does = str(written["name"]), str(written["does"])
    right = does
    if item.kind == "signal":  # what is seen, and what is done at once; what follows explains it
        shown = str(written["signal"]).split(". ")[0].removesuffix(".")[1:]
        right = f"{written['name']}. {re.split('[.;:] ', does)[0].removesuffix('.')}"
    assert shown in item.question.told[-1]
    assert right in item.answer.text
    assert does == item.explanation[0].text
    assert sum(right in option.text for option in item.question.options) == 1


def judge_shared(game: str, rounds: int, seed: str = "") -> Counter[str]:
    """Judge an item of each kind from each of so many rounds; how many of each kind there were."""
    rng = random.Random(f"judge {game} {seed}")
    counts: Counter[str] = Counter()
    drawn = Drawn(game, rng)
    number = 0
    while kinds := {kind for kind in FROM_ROUNDS if counts[kind] < rounds}:
        number += 1
        insures = bool(drawn.setting.tables.insurance[1])
        if number % ROUNDS_PER_SETTING == 0 or not (insures or kinds - {"insurance"}):
            drawn = Drawn(game, rng)
            continue
        leaning = scout_of(drawn.setting).ranks(rng.randrange(10**6))
        if insures and "insurance" in kinds:
            leaning += (0, 0, 0)  # aces, so that insurance is offered
        dealt = deal_round(
            drawn.setting, rng, leaning, seats=3 if kinds <= {"table"} else rng.choice([0, 3])
        )
        found = [made for made in items_of(dealt, rng, kinds) if made is not None]
        said = drawn.opinion(dealt) if found else None
        for made in found:
            if counts[made.item.kind] < rounds:
                judged(drawn, made, said)
                counts[made.item.kind] += 1
    return counts


@cache
def _one_of(game: str) -> Drawn:
    """A setting for all kinds: what happens at its table is found out once."""
    return Drawn(game, random.Random(f"1 {game}"))


def judge_made(game: str, kind: Kind, items: int, skill: str = "") -> int:
    """Judge items as they are asked for, one by one."""
    drawn = _one_of(game)
    for number in range(1, items + 1):
        made = make_item(drawn.setting, kind, seed="1", number=number, skill=skill)
        judged(drawn, made, None)
    return items


def judge_dealt_none(game: str, kind: Kind, items: int) -> int:
    """Judge items of those skills of a kind for which no round has to be found."""
    drawn = _one_of(game)
    known = [one for one in skills(drawn.setting, kind) if one.id != aggregate.SKILL.id]
    for number in range(items):
        skill = known[number % len(known)].id
        made = make_item(drawn.setting, kind, seed="1", number=1 + number, skill=skill)
        judged(drawn, made, None)
    return items


def main() -> None:
    """Judge items of every kind; those that come from rounds share them, and some are asked for."""
    items = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for game in sys.argv[2:] or games.BUILT_IN:
        start = time.perf_counter()
        counts = judge_shared(game, items)
        for kind in MAKERS:
            counts[kind] += judge_made(
                game, kind, max(1, items // (50 if kind in FROM_ROUNDS else 1))
            )
        judge_made(game, "table", items, skill="table/shoe")
        told = ", ".join(f"{kind} {counts[kind]:,}" for kind in MAKERS)
        print(f"{game}: {told}; {time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
