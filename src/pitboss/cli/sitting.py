"""One sitting at a table in the terminal: show it, ask what is open, do it, until it is left."""

from __future__ import annotations

import shlex
import shutil
import signal
import sys

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from pitboss import cards as card_names
from pitboss.cli.felt import KEYS, draw, menu, taught_moves
from pitboss.cli.keys import InputEnded, Keys
from pitboss.cli.telling import print_json
from pitboss.cli.terminal_table import YOU, TerminalTable, default_path
from pitboss.interrupts import polite
from pitboss.rules.approval import standing
from pitboss.rules.limits import WagerError, dollars
from pitboss.rules.moves import by_id
from pitboss.rules.sentences import one_of
from pitboss.rules.sign import event_words, sign_text, table_sign
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.engine import IllegalAction
from pitboss.table.flow import Want
from pitboss.table.shoe import ShoeEmpty
from pitboss.table.text import describe, read_money
from pitboss.table.views import View, public, view

WIDEST_EVENT = 25
"""Letters of what is told of a result."""


class Sitting:
    """The loop: show the table, ask what is open, do it."""

    def __init__(self, terminal_table: TerminalTable, *, asked_for: str, json: bool) -> None:
        self.terminal_table, self.asked_for, self.json = terminal_table, asked_for, json
        self.keys = Keys()
        self.console = Console(highlight=False)
        rules = terminal_table.rules
        self.names = {**rules.wagers.names, **{bet.id: bet.name for bet in rules.bets}}
        self.names["insurance"] = "Insurance"
        self.words = {bet.id: event_words(bet) for bet in rules.bets}
        self.approval = standing(terminal_table.game, rules)
        self.opening = rules.wagers.opening
        self.shown = len(terminal_table.events)
        self.notice = terminal_table.notice

    def run(self) -> None:
        """Play until somebody quits or the input ends."""
        for name in ("SIGTERM", "SIGHUP"):  # leave the terminal as it was
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), lambda *_: sys.exit(1))
        interrupted = False
        with polite():
            try:
                with self.keys:
                    while self._turn():
                        pass
            except InputEnded:
                pass
            except KeyboardInterrupt:
                interrupted = True
            except ShoeEmpty as error:
                self._say(f"  {error}; the sitting ends here.")
            self._leave()
        if interrupted:
            raise KeyboardInterrupt

    def _leave(self) -> None:
        terminal_table = self.terminal_table
        rounds = sum(isinstance(event, ev.RoundClosed) for event in terminal_table.events)
        if self.json:
            print_json({"bankroll": terminal_table.bankroll, "rounds": rounds})
            return
        felt = terminal_table.table.state.felt
        open_hand = f" and {dollars(felt)} on the felt" if felt else ""
        self._say(
            f"\nYou leave with {dollars(terminal_table.bankroll)}{open_hand} "
            f"after {_count(rounds, 'round')}."
        )
        if terminal_table.writer is not None:
            command = "pitboss" if shutil.which("pitboss") else sys.argv[0]
            words = [command, "play", self.asked_for, "--resume"]
            if terminal_table.path != default_path(terminal_table.game):
                words += ["--log", str(terminal_table.path)]
            self._say(f"Go on with: {shlex.join(words)}\nThe log is {terminal_table.path}")

    def _turn(self) -> bool:
        table = self.terminal_table.table
        try:
            if table.want == Want.WAGERS:
                return self._wagers()
            if table.want == Want.INSURANCE:
                return self._insurance()
            if table.want == Want.DECISION:
                return self._decision()
            if table.want == Want.PEEK:
                return self._peek()
            if self.terminal_table.shoe is None:
                return self._typed_card()
            self.terminal_table.deal_on()
            return True
        except (IllegalAction, WagerError, card_names.CardError) as error:
            self.notice = str(error)
            return True

    def _wagers(self) -> bool:
        setup = self.terminal_table.setup
        wagers = ", ".join(
            f"{escape(self.names[bet])} {dollars(cents)}" for bet, cents in setup.stakes.items()
        )
        each = " on each seat" if setup.seats > 1 else ""
        self._show(
            f"{self._results()}[dim]{wagers}{each}[/]\n\n"
            "  [bold cyan]Enter[/] deal   [bold cyan]c[/] change wagers   [bold cyan]l[/] log   "
            "[bold cyan]o[/] odds   "
            + ("[bold cyan]s[/] shoe was shuffled   " if setup.follow else "")
            + "[bold cyan]q[/] quit",
            asks=["deal", "change", "log", "odds", "quit"] + ["shuffled"] * setup.follow,
        )
        answer = self.keys.key()
        if answer in ("q", "quit"):
            return False
        if answer in ("", "d", "deal"):
            self.terminal_table.open_round()
        elif answer in ("c", "change"):
            self._change_wagers()
        elif answer in ("l", "log"):
            self._history()
        elif answer in ("o", "odds"):
            self._odds()
        elif answer in ("s", "shuffled") and setup.follow:
            self.terminal_table.shuffled()
        else:
            more = ", s" * setup.follow
            self.notice = f"{answer!r}: press Enter (or type deal), c, l, o{more} or q"
        return True

    def _change_wagers(self) -> None:
        terminal_table = self.terminal_table
        opening = terminal_table.rules.wagers.opening
        limits = terminal_table.table.limits
        stakes = dict(terminal_table.setup.stakes)
        for bet in limits.ids:
            if bet in opening[1:]:
                continue
            old = stakes.get(bet, 0)
            bounds = f"{dollars(limits.minimum[bet])} to {dollars(limits.maximum[bet])}"
            cents = self._amount(f"  {self.names[bet]}, {bounds} [{dollars(old)}]: ", old)
            if bet in opening:
                stakes |= dict.fromkeys(opening, cents)
            elif cents:
                stakes[bet] = cents
            else:
                stakes.pop(bet, None)
        limits.check(stakes)
        terminal_table.setup.stakes = stakes

    def _amount(self, prompt: str, old: int) -> int:
        """A typed amount, asked for until it is one; Enter keeps the old one."""
        while True:
            answer = self.keys.line(prompt)
            try:
                return read_money(answer) if answer else old
            except ValueError as error:
                self._say(f"  {error}")

    def _insurance(self) -> bool:
        table = self.terminal_table.table
        seat = table.insurance_seats()[0]
        limit = min(table.insurance_limit(seat), self.terminal_table.bankroll)
        choices = ["decline", "insure"] if limit > 0 else ["decline"]
        if table.can(act.TakeEvenMoney(seat)):
            choices.append("even-money")
        question = f"[bold]Seat {seat}: insurance?[/] [dim]up to {dollars(limit)}[/]   "
        choice = self._choose(question, choices)
        if choice == "insure":
            self.terminal_table.do(act.Insure(seat, limit))
        elif choice:
            self.terminal_table.do(
                act.TakeEvenMoney(seat) if choice == "even-money" else act.DeclineInsurance(seat)
            )
        return choice is not None

    def _decision(self) -> bool:
        table = self.terminal_table.table
        seat, hand = table.seat, table.seat.hands[table.hand]
        name = f"Seat {seat.number}" + (f", hand {table.hand + 1}" if len(seat.hands) > 1 else "")
        if hand.offered:
            card = card_names.pretty(hand.cards[-1])
            question = f"[bold]{name}: a {card} was drawn.[/]   "
        else:
            question = f"[bold]{name}[/]   "
        choice = self._choose(question, table.legal_names())
        if choice:
            self._afford(choice)
            self.terminal_table.do(act.move(seat.number, choice))
        return choice is not None

    def _afford(self, choice: str) -> None:
        """A move that adds chips needs them in the purse."""
        table = self.terminal_table.table
        cost = table.cost(by_id(choice).move)
        if cost > self.terminal_table.bankroll:
            raise IllegalAction(
                f"{choice} costs {dollars(cost)} and you have "
                f"{dollars(self.terminal_table.bankroll)}; choose another move"
            )

    def _choose(self, question: str, choices: list[str]) -> str | None:
        """The choice made; None to quit."""
        self._show(f"{question}{menu(choices)}   [bold cyan]q[/] quit", asks=[*choices, "quit"])
        by_key = {KEYS[choice]: choice for choice in choices} | {
            choice: choice for choice in choices
        }
        answer = self.keys.key()
        if answer in ("q", "quit"):
            return None
        if answer not in by_key:
            keys = [f"{KEYS[choice]} ({choice})" for choice in choices]
            raise IllegalAction(f"{answer!r}: press {one_of([*keys, 'q (quit)'])}")
        return by_key[answer]

    def _peek(self) -> bool:
        self._show(
            "[bold]The dealer looks at the hole card. A natural?[/] y / n / q",
            asks=["y", "n", "quit"],
        )
        answer = self.keys.key()
        if answer in ("y", "n"):
            self.terminal_table.do(act.TellPeek(answer == "y"))
        elif answer not in ("q", "quit"):
            self.notice = f"{answer!r}: press y, n or q"
        return answer not in ("q", "quit")

    def _typed_card(self) -> bool:
        table = self.terminal_table.table
        what = {
            Want.PLAYER_CARD: f"card for seat {table.seat.number}",
            Want.UPCARD: "the upcard",
            Want.HOLE_CARD: "the hole card, Enter if it is unknown",
            Want.NEW_UPCARD: "the new upcard",
            Want.TURNED_HOLE_CARD: "the hole card as it is turned",
            Want.DEALER_CARD: "the dealer's card",
        }[Want(table.want)]
        self._show(f"[bold]Type {what}[/] (such as Kh; q quits)", asks=["card", "quit"])
        answer = self.keys.line("  card: ")
        if answer.lower() in ("q", "quit"):
            return False
        unknown = not answer and table.want == Want.HOLE_CARD
        self.terminal_table.do(act.DealCard(None if unknown else card_names.parse(answer)))
        return True

    def _results(self) -> str:
        """How the last round's wagers ended, with the working of each payout."""
        lines = []
        number = self.terminal_table.table.state.round
        recent: list[ev.Event] = []
        for event in reversed(self.terminal_table.events):
            if isinstance(event, ev.RoundOpened):
                break
            recent.append(event)
        for event in reversed(recent):
            if isinstance(event, ev.WagerSettled):
                net = event.returned - event.stake
                style = "green" if net > 0 else "red" if net < 0 else "yellow"
                seat = self.terminal_table.table.state.seat(event.seat)
                several = seat is not None and len(seat.hands) > 1
                hand = f" hand {event.hand + 1}" if several and event.bet in self.opening else ""
                name = escape(self.names[event.bet] + hand)
                said = self.words.get(event.bet, {}).get(event.event, event.event)
                if len(said) > WIDEST_EVENT:  # the line would break; its name is short
                    said = event.event
                lines.append(
                    f"seat {event.seat}  {name:<14} {escape(said):<{WIDEST_EVENT}} "
                    f"{dollars(event.stake):>6} staked [{style}]{_signed(net):>8}[/]"
                )
        return f"[bold]Round {number}[/]\n  " + "\n  ".join(lines) + "\n\n  " if lines else ""

    def _history(self) -> None:
        self._say("This sitting")
        for event in self.terminal_table.events[-60:]:
            self._say(f"  {describe(public(event))}")
        self._pause()

    def _odds(self) -> None:
        seated = self.terminal_table
        sign = table_sign(seated.game, seated.rules, seated.table.limits)
        for line in sign_text(sign):
            self._say(f"  {line}")
        self._pause()

    def _pause(self) -> None:
        if self.keys.by_key and not self.json:
            self._say("any key")
            self.keys.key()

    def _show(self, footer: str, *, asks: list[str]) -> None:
        terminal_table = self.terminal_table
        fresh = terminal_table.events[self.shown :]
        self.shown = len(terminal_table.events)
        seen = view(terminal_table.table, YOU)
        if self.json:
            payload = {
                "events": [public(event) for event in fresh],
                "view": seen,
                "asks": asks,
                "reasons": list(terminal_table.reasons),
                "notice": self.notice,
                "approval": self.approval.says,
            }
            print(msgspec.json.encode(payload).decode(), flush=True)
            self.notice = terminal_table.notice
            return
        if self.console.is_terminal:
            self.console.clear()
        if self.notice:
            footer = f"[red]{escape(self.notice)}[/]\n\n  {footer}"
            self.notice = terminal_table.notice
        self.console.print(
            draw(
                seen,
                title=self._title(seen.round),
                subtitle=self.approval.title,
                names=self.names,
                captions=terminal_table.captions[-5:],
                taught=self._taught(seen),
                size=(self.console.width, self.console.height),
                footer=f"{footer}\n\n  [dim]bankroll[/] [bold]{dollars(terminal_table.bankroll)}[/]"
                f"  [dim]({_signed(seen.net)} at this table)[/]",
            )
        )

    def _taught(self, seen: View) -> list[str]:
        """What moves do while somebody decides; after a round why wagers ended as they did."""
        if self.terminal_table.table.want != Want.WAGERS:
            return taught_moves(seen)
        return [f"[dim]{escape(reason)}[/]" for reason in self.terminal_table.reasons]

    def _title(self, number: int) -> str:
        rules = self.terminal_table.rules
        letter = {"hit": ", H", "stand": ", S"}.get(rules.dealer.soft17)
        soft17 = f"{letter}{rules.dealer.stands_on}" if letter else ""
        where = f"round {number}" if number else "no round yet"
        name, decks = self.terminal_table.game.name, _count(rules.shoe.decks, "deck")
        return f"{name} · {where} · {decks}{soft17}"

    def _say(self, text: str) -> None:
        if self.json:
            print(msgspec.json.encode({"notice": text}).decode(), flush=True)
        else:
            self.console.print(Text(text))


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
