"""What is settled when the hole card is turned, and what counts as won on a side bet."""

from __future__ import annotations

from pathlib import Path

from pitboss.table import events as ev
from tests.bad_input.situations import HEAD, bet
from tests.rounds import play


def test_a_bet_on_the_suits_of_the_dealer_s_two_cards(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + bet(when="dealer-suited = true", pays="[3]"), encoding="utf-8")
    for hole, returned in (("9h", 2000), ("9d", 0)):
        round_ = play(str(path), f"Ts 6h 8d {hole} 4c", "stand", bets={"b": 500})
        (settled,) = (event for event in round_.of(ev.WagerSettled) if event.bet == "b")
        assert settled.returned == returned
        order = [round_.events.index(event) for event in (settled, round_.of(ev.DealerDrew)[0])]
        assert order == sorted(order)
        assert round_.events.index(settled) > round_.events.index(round_.of(ev.HoleCardTurned)[0])


def test_only_what_was_won_counts_against_a_cap_on_payouts() -> None:
    won = play("lucky-stiff", "Ts 9h 6d 9c 4d", "hit stand", bets={"lucky-stiff": 500}).table
    assert won.state.paid == {"lucky-stiff": 2500}  # 20 beats 18: 5 to 1
    pushed = play("lucky-stiff", "Ts 9h 6d 9c 2d", "hit stand", bets={"lucky-stiff": 500}).table
    assert pushed.state.paid == {}
