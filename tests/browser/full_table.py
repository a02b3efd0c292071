"""A table with every seat taken: six people who play by themselves around one who is watched."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import msgspec

from pitboss.floor import commands as cmd
from pitboss.rules.limits import House
from pitboss.store.accounts import Account
from pitboss.table.engine import Table
from pitboss.table.flow import Want
from pitboss.web.messages import Denied
from tests.browser.casino import Casino

NAMES = ("Bob", "Cleo", "Dana", "Ann", "Emil", "Fay", "Gus", "Hana", "Ivo")
"""Who sits in seat 1, 2, and so on; Ann is watched."""


class Script(NamedTuple):
    """Two rounds at a table of seven."""

    splits: str
    """The cards of a round in which Ann has eights to split."""
    ace_up: str
    """The cards of a round in which the dealer shows an ace."""
    wagers: dict[str, int]
    """Ann's, in cents."""
    others: dict[str, int]


FIRST = "Ts Qh Jd 8s Kc 9d Th 9h 9s 8c 7d 8c 7h 8d 6c Td"
SPLITS = "8d 8h Tc 2c 9c 3c Ts 5h 2d 9s"
ACE_UP = "Ts Qh Jd Ts Kc 9d Th As 9s 8c 7d 9c 7h 8d 6c 9d"
ACE_AFTER_A_FOUR = "Ts Qh Jd Ts Kc 9d Th 4h 9s 8c 7d 9c 7h 8d 6c 9d As"
SCRIPTS = {
    "blackjack": Script(f"{FIRST} {SPLITS}", ACE_UP, {"main": 2500}, {"main": 1500}),
    "half-back": Script(
        f"{FIRST} {SPLITS}",
        ACE_AFTER_A_FOUR,
        {"main": 1000, "half-back": 1000, "upcard-bonus": 500},
        {"main": 1000, "half-back": 1000, "upcard-bonus": 500},
    ),
    "lucky-stiff": Script(
        f"{FIRST} {SPLITS}", ACE_UP, {"main": 1000, "lucky-stiff": 500}, {"main": 1500}
    ),
    "blackjack-tie": Script(
        f"{FIRST} {SPLITS}",
        ACE_UP,
        {"main": 2500, "tie-18": 500, "tie-left": 500, "tie-right": 1000},
        {"main": 1500, "tie-20": 500},
    ),
    "mulligan-21": Script(
        f"{FIRST} {SPLITS}", ACE_UP, {"main": 1000, "lucky-stiff": 500}, {"main": 1500}
    ),
}


class FullTable:
    """Everyone but Ann bets, stands and declines insurance as soon as they are asked."""

    def __init__(self, casino: Casino, game: str, *, own: int = 4) -> None:
        script = SCRIPTS[game]
        self.casino, self.own, self.script = casino, own, script
        house = House(shoe="csm")  # so that every round's cards can be told
        self.opened = casino.table(game, script.splits, house=house, name="Friday")
        casino.next_shoe(script.ace_up, burn=0)
        self.live = casino._do(casino.house.hub.find(self.opened.number))
        self._keys = itertools.count()
        names = [name for name in NAMES if name != "Ann"]
        names.insert(own - 1, "Ann")
        self.people = {
            seat: casino.person(names[seat - 1])
            for seat in range(1, self.table.rules.wagers.seats + 1)
        }
        for seat, person in self.people.items():
            self._ask(person.account, "sit", seat=seat)

    @property
    def table(self) -> Table:
        """As it is now: every step makes a new one."""
        return self.live.house_table.table

    @property
    def ann(self) -> Any:
        return self.people[self.own]

    def deal(self) -> None:
        """Everyone bets, the cards come, and others answer until it is Ann's turn."""
        for seat in self.people:
            wagers = self.script.wagers if seat == self.own else self.script.others
            self._ask(self.people[seat].account, "bet", seat=seat, wagers=wagers)
        if self.table.want == Want.WAGERS:
            self._ask(self.ann.account, "deal")
        self.others_answer()

    def move(self, name: str) -> None:
        self._ask(self.ann.account, "act", seat=self.own, move=name)
        self.others_answer()

    def insure(self, cents: int) -> None:
        self._ask(self.ann.account, "insure", seat=self.own, cents=cents)
        self.others_answer()

    def split_all_that_may_be(self) -> None:
        """Until there are no more eights, or no more may be split."""
        while self.asks_ann and "split" in self.table.legal_names():
            self.move("split")

    def stand_on_everything(self) -> None:
        while self.asks_ann:
            legal = self.table.legal_names()
            self.move("stand" if "stand" in legal else legal[0])

    @property
    def asks_ann(self) -> bool:
        return self.table.want == Want.DECISION and self.table.seat.number == self.own

    def others_answer(self) -> None:
        while True:
            if self.table.want == Want.DECISION and self.table.seat.number != self.own:
                seat = self.table.seat.number
                self._ask(self.people[seat].account, "act", seat=seat, move="stand")
            elif self.table.want == Want.INSURANCE:
                asked = [seat for seat in self.table.insurance_seats() if seat != self.own]
                if not asked:
                    return
                self._ask(self.people[asked[0]].account, "insure", seat=asked[0], cents=0)
            else:
                return

    def _ask(self, account: Account, what: str, **fields: Any) -> None:
        told = {"do": what, "key": f"k{next(self._keys)}", "seen": self.live.house_table.seq}
        command = msgspec.convert(told | fields, cmd.AnyCommand)
        answer = self.casino._do(self.live.command(command, account))
        assert not isinstance(answer, Denied), answer
