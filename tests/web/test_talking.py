"""Fixed phrases at a table, and nothing else; the host has it quiet, and so it stays."""

from __future__ import annotations

from typing import Any

from pitboss.floor.house_table import HouseTable
from pitboss.floor.phrases import PHRASES
from pitboss.store.audit import Audit
from tests.web.house import House, run
from tests.web.refusals import sentence


def test_phrases_are_heard_by_everyone_at_the_table_and_the_host_mutes_them() -> None:
    async def work() -> None:
        async with House() as house:
            ann, bob = house.person("Ann"), house.person("Bob")
            opened = await ann.post("/api/tables", {"game": "blackjack", "private": True})
            number, invite = opened.json()["table"], opened.json()["invite"]
            here, letter = f"/api/tables/{number}", f"?invite={invite}"

            async def say(person: Any, phrase: str) -> Any:
                return await person.post(f"{here}/say{letter}", {"phrase": phrase})

            async with ann.at(number) as hers, bob.at(number, invite) as his:
                await hers.do("sit", seat=1)
                sentence(await say(bob, "luck"), 409, "only who sits at the table")
                assert (await say(ann, "luck")).status_code == 204
                await his.until(lambda: heard(his))
                assert heard(his) == [("Ann", 1, "luck", PHRASES["luck"])]
                sentence(await say(ann, "hello"), 409, "wait two seconds")
                sentence(await say(ann, "you cheat"), 409, "phrase = 'you cheat': use")
                mute = {"muted": True}
                refused = await bob.post(f"{here}/mute", mute)
                assert refused.status_code in (403, 404)
                assert (await ann.post(f"{here}/mute", mute)).status_code == 204
                await his.until(lambda: his.last["muted"])
                house.hub.hosts[number]._said.clear()
                sentence(await say(ann, "hello"), 409, "wants it quiet")
                assert len(heard(his)) == 1
                refused = await ann.post(f"{here}/mute", mute)
                sentence(refused, 409, f"table {number}: it is quiet already")
            stranger = house.person("Eve")
            answer = await stranger.post(f"{here}/say", {"phrase": "hello"})
            sentence(answer, 404, f"table = {number}: there is none")

    run(work())


def test_a_quiet_table_stays_quiet_over_a_restart_and_the_log_says_who_had_it_so() -> None:
    async def work() -> None:
        async with House() as house:
            pia, ann = house.person("Pia", "pit"), house.person("Ann")
            live = await house.open(by="the pit")
            here = f"/api/tables/{live.house_table.id}"
            async with ann.at(live.house_table.id) as hers:
                await hers.do("sit", seat=1)
                await hers.do("bet", seat=1, wagers={"main": 1000})  # no snapshot with chips out
                for muted in (True, False, True):
                    answer = await pia.post(f"{here}/mute", {"muted": muted})
                    assert answer.status_code == 204
                    with house.database.read() as connection:  # as after a restart
                        again = HouseTable.recover(connection, live.house_table.id)
                    assert again.muted == muted
                    await hers.until(lambda muted=muted: hers.last["muted"] == muted)
                await hers.do("stand-up", seat=1)  # leaves a snapshot
            with house.database.read() as connection:
                assert HouseTable.recover(connection, live.house_table.id).muted
                assert list(Audit(connection).everything()) == []
            told = (await pia.get("/api/admin/acts", table=live.house_table.id)).json()
            assert [(act["by"], act["what"]) for act in told[:-1]] == [
                ("Pia", "had the table quiet"), ("Pia", "let people talk again"),
                ("Pia", "had the table quiet"),
            ]  # fmt: skip

    run(work())


def heard(socket: Any) -> list[tuple[str, int, str, str]]:
    return [
        (one["player"], one["seat"], one["phrase"], one["text"])
        for one in socket.said
        if one["kind"] == "said"
    ]
