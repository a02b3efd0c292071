"""`pitboss play GAME`: sit down at a terminal table."""

from __future__ import annotations

import shlex
import shutil
import signal
import sys
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from pitboss import cards as card_names
from pitboss import games
from pitboss.cli.felt import KEYS, draw, menu
from pitboss.cli.keys import InputEnded, Keys
from pitboss.cli.telling import print_json
from pitboss.cli.terminal_table import YOU, Setup, TerminalTable, default_path
from pitboss.cli.variant import WHOLE, Variant, find, house_settings
from pitboss.interrupts import polite
from pitboss.rules.errors import RulesError
from pitboss.rules.limits import WagerError, dollars
from pitboss.table import actions as act
from pitboss.table import events as ev
from pitboss.table.engine import IllegalAction
from pitboss.table.flow import Want
from pitboss.table.shoe import ShoeEmpty
from pitboss.table.text import describe, read_money
from pitboss.table.views import public, view


def play(
    game: str,
    /,
    *,
    variant: Variant | None = None,
    seats: Annotated[int, WHOLE] = 1,
    bankroll: str = "1000",
    bet: tuple[str, ...] = (),
    seed: str | None = None,
    cards: str | None = None,
    follow: bool = False,
    shoe: Literal["cut", "csm"] = "cut",
    penetration: float | None = None,
    house: Path | None = None,
    resume: bool = False,
    log: Annotated[Path | None, Parameter(name="--log")] = None,
    json: bool = False,
) -> None:
    """Play a game for play money in the terminal.

    Every key you can press is shown. Quit at any moment with q, even in mid-hand, and go on later
    with --resume: the log of the sitting is the sitting. `pitboss replay` shows and checks it.

    Parameters
    ----------
    game
        A game's id, or the path of a .toml file.
    seats
        How many seats you play; they all get the same wagers.
    bankroll
        Dollars in front of you at the start.
    bet
        BET=DOLLARS: what to stake on each seat, for example --bet main=10 --bet lucky-stiff=5;
        may be repeated. Equal opening wagers follow main.
    seed
        Shuffle from this seed instead of the system's random source: the same shoe every time.
    cards
        Deal exactly these cards in this order, for example "Ts 5h 9c Kd Ah".
    follow
        Follow a real table: you type every card as it is dealt. The hole card may stay unknown.
    shoe
        A shoe with a cut card, or a continuous shuffler (csm).
    penetration
        How far into the shoe the cut card stands, 0.1 to 0.95.
    house
        A .toml file with the room's settings: date, minimum, maximum, round-to, round-for,
        aggregate, shoe, penetration; amounts in cents.
    resume
        Go on where the last sitting of this game stopped.
    log
        Keep the log in this file instead of the user's state folder.
    json
        For scripts: print events and view as JSON lines, read moves as words from standard input.

    """
    if resume:
        given = {
            "seats": seats, "bankroll": bankroll, "bet": bet, "seed": seed, "cards": cards,
            "follow": follow, "shoe": shoe, "penetration": penetration, "house": house,
        }  # fmt: skip
        usual = play.__kwdefaults__ or {}
        if (variant is not None and variant.given()) or any(
            value != usual[name] for name, value in given.items()
        ):
            raise RulesError(
                "--resume: rules, seats, wagers and shoe come from the log; allowed with it is "
                "only --log and --json"
            )
        found = games.find(game)
        session = TerminalTable.resume(found, log or default_path(found))
    else:
        found, rules = find(game, variant)
        settings = house_settings(house, shoe=shoe, penetration=penetration)
        if follow and (cards is not None or seed is not None):
            raise RulesError("--follow: the cards are typed, so --cards and --seed are not allowed")
        setup = Setup(
            bankroll=_money(bankroll, "--bankroll"),
            stakes=_stakes(bet, rules.wagers.opening),
            seats=seats,
            seed=seed,
            cards=card_names.parse_all(cards) if cards is not None else None,
            follow=follow,
        )
        if not 1 <= seats <= rules.wagers.seats:
            raise RulesError(f"--seats {seats}: allowed are 1 to {rules.wagers.seats}")
        if setup.bankroll <= 0:
            raise RulesError(f"--bankroll {bankroll}: allowed are dollars above zero")
        session = TerminalTable(found, rules, settings, setup, log or default_path(found))
        session.table.limits.check(setup.stakes)
    Sitting(session, asked_for=game, json=json).run()


class Sitting:
    """The loop: show the table, ask what is open, do it."""

    def __init__(self, session: TerminalTable, *, asked_for: str, json: bool) -> None:
        self.session, self.asked_for, self.json = session, asked_for, json
        self.keys = Keys()
        self.console = Console(highlight=False)
        rules = session.rules
        self.names = {**rules.wagers.names, **{bet.id: bet.name for bet in rules.bets}}
        self.names["insurance"] = "Insurance"
        self.opening = rules.wagers.opening
        self.shown = len(session.table.log)
        self.notice = ""

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
        session = self.session
        rounds = sum(isinstance(event, ev.RoundClosed) for event in session.table.log)
        if self.json:
            print_json({"bankroll": session.bankroll, "rounds": rounds})
            return
        felt = session.table.state.felt
        open_hand = f" and {dollars(felt)} on the felt" if felt else ""
        self._say(
            f"\nYou leave with {dollars(session.bankroll)}{open_hand} "
            f"after {_count(rounds, 'round')}."
        )
        if session.writer is not None:
            command = "pitboss" if shutil.which("pitboss") else sys.argv[0]
            words = [command, "play", self.asked_for, "--resume"]
            if session.path != default_path(session.game):
                words += ["--log", str(session.path)]
            self._say(f"Go on with: {shlex.join(words)}\nThe log is {session.path}")

    def _turn(self) -> bool:
        table = self.session.table
        try:
            if table.want == Want.WAGERS:
                return self._wagers()
            if table.want == Want.INSURANCE:
                return self._insurance()
            if table.want == Want.DECISION:
                return self._decision()
            if table.want == Want.PEEK:
                return self._peek()
            if self.session.shoe is None:
                return self._typed_card()
            self.session.deal_on()
            return True
        except (IllegalAction, WagerError, card_names.CardError) as error:
            self.notice = str(error)
            return True

    def _wagers(self) -> bool:
        setup = self.session.setup
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
            self.session.open_round()
        elif answer in ("c", "change"):
            self._change_wagers()
        elif answer in ("l", "log"):
            self._history()
        elif answer in ("o", "odds"):
            self._odds()
        elif answer in ("s", "shuffled") and setup.follow:
            self.session.shuffled()
        else:
            more = ", s" * setup.follow
            self.notice = f"{answer!r}: allowed are Enter (or deal), c, l, o{more} and q"
        return True

    def _change_wagers(self) -> None:
        session = self.session
        opening = session.rules.wagers.opening
        limits = session.table.limits
        stakes = dict(session.setup.stakes)
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
        session.setup.stakes = stakes

    def _amount(self, prompt: str, old: int) -> int:
        """A typed amount, asked for until it is one; Enter keeps the old one."""
        while True:
            answer = self.keys.line(prompt)
            try:
                return read_money(answer) if answer else old
            except ValueError as error:
                self._say(f"  {error}")

    def _insurance(self) -> bool:
        table = self.session.table
        seat = table.insurance_seats()[0]
        limit = min(table.insurance_limit(seat), self.session.bankroll)
        choices = ["decline", "insure"] if limit > 0 else ["decline"]
        if table.can(act.TakeEvenMoney(seat)):
            choices.append("even-money")
        question = f"[bold]Seat {seat}: insurance?[/] [dim]up to {dollars(limit)}[/]   "
        choice = self._choose(question, choices)
        if choice == "insure":
            self.session.do(act.Insure(seat, limit))
        elif choice:
            self.session.do(
                act.TakeEvenMoney(seat) if choice == "even-money" else act.DeclineInsurance(seat)
            )
        return choice is not None

    def _decision(self) -> bool:
        table = self.session.table
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
            self.session.do(act.BY_MOVE[act.MOVES_BY_NAME[choice]](seat.number))
        return choice is not None

    def _afford(self, choice: str) -> None:
        """A double or a paid split needs the chips for it."""
        table = self.session.table
        cost = table.cost(act.MOVES_BY_NAME[choice])
        if cost > self.session.bankroll:
            raise IllegalAction(
                f"{choice} = {dollars(cost)}: allowed is at most your bankroll, "
                f"{dollars(self.session.bankroll)}"
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
            keys = ", ".join(f"{KEYS[choice]} ({choice})" for choice in choices)
            raise IllegalAction(f"{answer!r}: allowed are {keys} and q (quit)")
        return by_key[answer]

    def _peek(self) -> bool:
        self._show(
            "[bold]The dealer looks at the hole card. A natural?[/] y / n / q",
            asks=["y", "n", "quit"],
        )
        answer = self.keys.key()
        if answer in ("y", "n"):
            self.session.do(act.TellPeek(answer == "y"))
        elif answer not in ("q", "quit"):
            self.notice = f"{answer!r}: allowed are y, n and q"
        return answer not in ("q", "quit")

    def _typed_card(self) -> bool:
        table = self.session.table
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
        self.session.do(act.DealCard(None if unknown else card_names.parse(answer)))
        return True

    def _results(self) -> str:
        """How the last round's wagers ended, with the working of each payout."""
        lines = []
        number = self.session.table.state.round
        recent: list[ev.Event] = []
        for event in reversed(self.session.table.log):
            if isinstance(event, ev.RoundOpened):
                break
            recent.append(event)
        for event in reversed(recent):
            if isinstance(event, ev.WagerSettled):
                net = event.returned - event.stake
                style = "green" if net > 0 else "red" if net < 0 else "yellow"
                seat = self.session.table.state.seat(event.seat)
                several = seat is not None and len(seat.hands) > 1
                hand = f" hand {event.hand + 1}" if several and event.bet in self.opening else ""
                name = escape(self.names[event.bet] + hand)
                lines.append(
                    f"seat {event.seat}  {name:<14} {escape(event.event):<25} "
                    f"{dollars(event.stake):>6} staked [{style}]{_signed(net):>8}[/]"
                )
        return f"[bold]Round {number}[/]\n  " + "\n  ".join(lines) + "\n\n  " if lines else ""

    def _history(self) -> None:
        self._say("This sitting")
        for event in self.session.table.log[-60:]:
            self._say(f"  {describe(public(event))}")
        self._pause()

    def _odds(self) -> None:
        for line in self.session.table.limits.sign():
            self._say(f"  {line}")
        self._pause()

    def _pause(self) -> None:
        if self.keys.by_key and not self.json:
            self._say("any key")
            self.keys.key()

    def _show(self, footer: str, *, asks: list[str]) -> None:
        session = self.session
        fresh = session.table.log[self.shown :]
        self.shown = len(session.table.log)
        seen = view(session.table, YOU)
        if self.json:
            payload = {
                "events": [public(event) for event in fresh],
                "view": seen,
                "asks": asks,
                "notice": self.notice,
            }
            print(msgspec.json.encode(payload).decode(), flush=True)
            self.notice = ""
            return
        if self.console.is_terminal:
            self.console.clear()
        if self.notice:
            footer = f"[red]{escape(self.notice)}[/]\n\n  {footer}"
            self.notice = ""
        self.console.print(
            draw(
                seen,
                title=self._title(seen.round),
                names=self.names,
                captions=session.captions[-5:],
                size=(self.console.width, self.console.height),
                footer=f"{footer}\n\n  [dim]bankroll[/] [bold]{dollars(session.bankroll)}[/]"
                f"  [dim]({_signed(seen.net)} at this table)[/]",
            )
        )

    def _title(self, number: int) -> str:
        rules = self.session.rules
        letter = {"hit": ", H", "stand": ", S"}.get(rules.dealer.soft17)
        soft17 = f"{letter}{rules.dealer.stands_on}" if letter else ""
        where = f"round {number}" if number else "no round yet"
        return f"{self.session.game.name} · {where} · {_count(rules.shoe.decks, 'deck')}{soft17}"

    def _say(self, text: str) -> None:
        if self.json:
            print(msgspec.json.encode({"notice": text}).decode(), flush=True)
        else:
            self.console.print(Text(text))


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _money(text: str, field: str) -> int:
    try:
        return read_money(text)
    except ValueError as error:
        raise WagerError(f"{field}: {error}") from None


def _stakes(bets: tuple[str, ...], opening: tuple[str, ...]) -> dict[str, int]:
    """The wagers given on the command line; $10 on main unless said."""
    chosen = {}
    for text in bets:
        bet, _, amount = text.partition("=")
        if bet in chosen:
            raise WagerError(f"--bet {text}: {bet} was given already; allowed is one amount")
        chosen[bet] = _money(amount, f"--bet {text}")
    main = chosen.pop(opening[0], 1000)
    return {**dict.fromkeys(opening, main), **chosen}
