"""The programme of a game: which decisions are valued before which."""

from __future__ import annotations

import msgspec
import numpy as np

from pitboss import games
from pitboss.exact.programme.core import core_of
from pitboss.exact.programme.loops.play import CHANCE, CHOICE, STAND
from pitboss.rules.compile import compile_rules
from pitboss.rules.grammar import Ranks


def test_what_a_decision_leads_to_is_valued_before_it() -> None:
    # a dealt card is burned after surrender was declined: two decisions, then a smaller hand
    rules = games.find("mulligan-21").rules({"M21-R3": "other"})
    surrender = msgspec.structs.replace(rules.surrender, early=Ranks.parse("A, T-K"))
    slots = core_of(
        compile_rules(msgspec.structs.replace(rules, surrender=surrender))
    ).programme.slots
    owner = np.repeat(np.arange(len(slots.kind)), np.diff(slots.first_option))
    passed = slots.kind[slots.option_slot] == CHOICE
    smaller = slots.hand[slots.option_slot] < slots.hand[owner]
    assert (passed & np.isin(slots.option_slot, owner[smaller & (slots.option_slot > 0)])).any()
    assert (slots.option_slot < owner).all()
    draws = np.nonzero(slots.kind == CHANCE)[0]
    after = np.concatenate([slots.child[draws], slots.again[draws]], axis=1)
    waits = slots.kind[after] == STAND  # those are valued first of all
    assert ((after < draws[:, None]) | waits).all()
