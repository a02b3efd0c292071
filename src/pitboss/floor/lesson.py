"""The guided first round of a game: five hands with chosen cards, step by step.

`table.showcase` finds the hands; here each is dealt again at a table and told as a player sees it:
the felt, what the dealer does and says, what is asked, what each answer does, and why wagers were
settled as they were.
"""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from pitboss.cards import name
from pitboss.floor.seen import over_21, seen
from pitboss.rules.game import Game
from pitboss.rules.limits import dollars
from pitboss.rules.moves import by_id, definition
from pitboss.rules.spoken import both
from pitboss.rules.vocabulary import Rules
from pitboss.table import Table
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.actions import DECLINE, EVEN_MONEY, INSURE
from pitboss.table.flow import Want
from pitboss.table.narrator import Narrator
from pitboss.table.showcase import PLAYER, SEAT, ShownRound, pays_unevenly, showcase
from pitboss.table.views import Felt, View, felt, public, view

_QUIET = (ev.RoundOpened, ev.WagerPlaced, ev.WagersClosed, ev.RoundClosed, ev.InsuranceClosed)
"""Events that a lesson leaves out."""


class LessonChoice(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to a question."""

    id: str
    """A move's id; `insure` or `decline` where insurance is offered."""
    words: str
    """On its button."""
    open: bool
    """Whether it may be chosen."""
    does: str
    """What it does, or why it is shut."""


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of a hand."""

    felt: Felt
    """Cards and chips as they lie then."""
    caption: str
    """What happened since the last one, as the player sees it."""
    says: str
    """What the dealer says aloud."""
    question: str
    """What the player is asked; empty where nothing is."""
    choices: list[LessonChoice]
    """Answers, every move of the game in its place."""
    answer: str
    """The one that the lesson goes on with."""
    explanation: str
    """What to understand here, in a sentence or two."""
    hand_to_act: int | None
    """Which hand is asked about, from 0; none where no move is asked for."""
    settled: list[ev.WagerSettled]
    """Wagers of this hand that have settled so far."""


class LessonHand(msgspec.Struct, frozen=True, kw_only=True):
    """One hand with chosen cards."""

    title: str
    """What it shows."""
    wagers: dict[str, int]
    """Cents staked, by bet."""
    cards: list[str]
    """In the order in which they are dealt."""
    net: int
    """Cents won or lost in the end."""
    steps: list[LessonStep]
    """From the wagers to the end."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A first round at a game."""

    game: str
    """Its id."""
    name: str
    """What people call it."""
    summary: str
    """In a sentence or two."""
    hands: list[LessonHand]
    """Easier ones first."""


def make_lesson(game: Game, rules: Rules | None = None) -> Lesson:
    """The first round of a game; the same every time."""
    rules = rules or game.rules()
    hands = [_Telling(game, rules, shown).hand() for shown in showcase(rules)]
    return Lesson(game=game.id, name=game.name, summary=game.summary, hands=hands)


class _Telling:
    """Deals one hand again and writes down its steps."""

    def __init__(self, game: Game, rules: Rules, shown: ShownRound) -> None:
        self.shown = shown
        self.table = Table(rules)
        self.narrator = Narrator(game, rules)
        self.steps: list[LessonStep] = []
        self._told: list[str] = []
        self._said = ""
        self._settled: list[ev.WagerSettled] = []

    def hand(self) -> LessonHand:
        table, shown = self.table, self.shown
        table.do(act.PlaceWagers(SEAT, PLAYER, shown.wagers))
        self._tell_events()
        self._step(caption=self._wagered(), explanation=self._hopes())
        table.do(act.CloseWagers())
        cards, answers = iter(shown.cards), iter(shown.actions)
        while table.want != Want.WAGERS:
            self._tell_events()
            if table.wants_card:
                table.deal(next(cards))
                continue
            answer = next(answers)
            self._ask(answer)
            table.do(answer)
        self._tell_events()
        self._flush()
        return LessonHand(
            title=self._title(), wagers=shown.wagers, net=table.state.players[PLAYER],
            cards=[name(card) for card in shown.cards], steps=self.steps,
        )  # fmt: skip

    # Steps

    def _tell_events(self) -> None:
        """Take what happened into the next step; a settled wager is a step of its own."""
        for event in self.table.take_events():
            before = felt(self.narrator.state)
            if isinstance(event, ev.WagerSettled):
                self._flush()  # while its chips still lie there
                self._settled.append(event)
            caption = self.narrator.tell(public(event))
            if isinstance(event, ev.WagerSettled):
                self._step(
                    caption=f"{self.narrator.names[event.bet]}{_which(event)}: {_paid(event)}.",
                    says=caption.says, explanation=f"{caption.why}.",
                )  # fmt: skip
            elif not isinstance(event, _QUIET):
                told = seen(public(event), self.narrator.names, busts=over_21(before, event))
                self._told.append(to_you(told))
                self._said = caption.says or self._said

    def _flush(self) -> None:
        if self._told:
            self._step(caption=self._gathered(), says=self._said)

    def _gathered(self) -> str:
        """What happened since the last step."""
        return " ".join(self._told) or "Your turn."

    def _step(
        self, *, caption: str, says: str = "", question: str = "", answer: str = "",
        choices: list[LessonChoice] | None = None, explanation: str = "",
        hand_to_act: int | None = None,
    ) -> None:  # fmt: skip
        self.steps.append(
            LessonStep(
                felt=felt(self.narrator.state), caption=caption, says=says, question=question,
                choices=choices or [], answer=answer, explanation=explanation,
                hand_to_act=hand_to_act, settled=list(self._settled),
            )
        )  # fmt: skip
        self._told, self._said = [], ""

    def _ask(self, answer: act.Action) -> None:
        seen = view(self.table, PLAYER)
        choices = choices_of(self.table, seen)
        chosen = _answer_id(answer)
        does = next(choice.does for choice in choices if choice.id == chosen)
        self._step(
            caption=self._gathered(), says=self._said, question=seen.prompt, choices=choices,
            answer=chosen, explanation=" ".join(filter(None, [f"{does}.", self._hopes(seen)])),
            hand_to_act=seen.hand_to_act if seen.to_act == SEAT else None,
        )  # fmt: skip

    # Words

    def _wagered(self) -> str:
        names = self.narrator.names
        staked = [f"{dollars(cents)} on {names[bet]}" for bet, cents in self.shown.wagers.items()]
        return f"You stake {both(staked)}."

    def _hopes(self, seen: View | None = None) -> str:
        """What the side bets still on the felt hope for."""
        seen = seen or view(self.table, PLAYER)
        names, opening = self.narrator.names, self.table.tables.opening
        return " ".join(
            f"{names[bet]}: {hope}."
            for bet, hope in seen.hopes.get(SEAT, {}).items()
            if hope and (bet not in opening or not seen.dealer.cards)
        )

    def _title(self) -> str:
        """Moves and bets that this hand shows at work."""
        moves = [
            definition(action.move).words
            for action in self.shown.actions
            if isinstance(action, act.MakeMove)
        ]
        usual = [by_id("stand").words, by_id("hit").words]
        parts = [word.capitalize() for word in dict.fromkeys(moves) if word not in usual]
        names, words = self.narrator.names, self.narrator.event_words
        opening = self.table.tables.opening
        parts += [
            f"{names[event.bet]} pays {_odds(event)}"
            for event in self._settled
            if event.bet in opening and pays_unevenly(event)
        ]
        bets = [event for event in self._settled if event.bet in self.table.limits.bets]
        parts += [
            f"{names[event.bet]}: {words[event.bet][event.event]}"
            for event in bets
            if event.returned > event.stake
        ]
        parts += [f"{names[event.bet]} lost" for event in bets[:1] if not parts]
        return "; ".join(dict.fromkeys(parts or [word.capitalize() for word in moves]))


_YOU = re.compile(rf"^Seat {SEAT}(?: hand (\d+))? (\w+)")
_VERBS = {"has": "have", "may": "may", "would": "would"}
"""As they go with "you"; others lose their s."""


def _odds(event: ev.WagerSettled) -> str:
    odds = Fraction(event.returned - event.stake, event.stake)
    return f"{odds.numerator} to {odds.denominator}"


def _which(event: ev.WagerSettled) -> str:
    """The hand a wager lay on, where it is not the first."""
    return f", hand {event.hand + 1}" if event.hand else ""


def _paid(event: ev.WagerSettled) -> str:
    """What became of a wager, in chips."""
    stake, won = dollars(event.stake), event.returned - event.stake
    if won > 0:
        return f"{stake} wins {dollars(won)}"
    if won == 0:
        return f"{stake} comes back"
    return f"{stake} lost" if not event.returned else f"{dollars(event.returned)} of {stake} back"


def to_you(told: str) -> str:
    """A sentence about the only seat, as said to whoever sits there."""
    return _YOU.sub(_you, told)


def _you(found: re.Match[str]) -> str:
    verb = _VERBS.get(found[2], found[2].removesuffix("s"))
    return f"Hand {found[1]}: you {verb}" if found[1] else f"You {verb}"


def choices_of(table: Table, seen: View) -> list[LessonChoice]:
    """What the player in the only seat may answer, every move of the game in its place."""
    if table.want == Want.INSURANCE:
        won, each = table.tables.insurance
        most = dollars(seen.insurance_limit[SEAT])
        even = LessonChoice(
            id=EVEN_MONEY, words="even money", open=True,
            does="Your natural is paid one to one at once",
        )  # fmt: skip
        return [
            LessonChoice(
                id=INSURE, words="insurance", open=True,
                does=f"Up to {most} that wins {won} to {each} if the dealer has a natural",
            ),
            LessonChoice(
                id=DECLINE, words="no insurance", open=True,
                does="Play on; a natural underneath beats every hand but a natural",
            ),
            *([even] if SEAT in seen.even_money else []),
        ]  # fmt: skip
    return [
        LessonChoice(
            id=move.move, words=by_id(move.move).words, open=move.open, does=move.does or move.shut
        )
        for move in seen.moves
    ]


def _answer_id(answer: act.Action) -> str:
    return definition(answer.move).id if isinstance(answer, act.MakeMove) else DECLINE
