"""A player who stays: a nickname without an account, the same on the next visit and device."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from pitboss.store import accounts, carrying, schema
from pitboss.store.clock import now_ms
from pitboss.web.access import COOKIE
from pitboss.web.bounds import Bounds
from tests.web.house import House, Person, run
from tests.web.refusals import sentence, unchanged

DAY = 86_400_000


async def guest(house: House, name: str = "") -> Person:
    """Somebody without a password, with a browser of their own."""
    person = house.stranger()
    answer = await person.post("/api/guest", {"name": name} if name else None)
    assert answer.status_code == 200, answer.text
    person.csrf = answer.json()["csrf"]
    assert answer.json()["guest"]
    return person


def test_a_nickname_is_a_name_like_any_other() -> None:
    async def work() -> None:
        async with House() as house:
            ann = await guest(house, "Lucky Ann")
            assert (await ann.get("/api/me")).json()["name"] == "Lucky Ann"
            assert house.balances()["wallet:Lucky Ann"] == accounts.STAKE
            for name, why in (
                ("lucky ann", "somebody has it already"), ("Lucky\tAnn", "name = "),
                ("bot 1.1", "name = "),
            ):  # fmt: skip
                async with unchanged(house):
                    answer = await house.stranger().post("/api/guest", {"name": name})
                    assert answer.status_code == 409
                    assert why in answer.json()["error"]

    run(work())


def test_the_same_player_on_a_second_device_by_code_and_only_once() -> None:
    async def work() -> None:
        async with House() as house:
            ann = await guest(house, "Ann")
            code = (await ann.post("/api/carry")).json()["code"]
            phone = house.stranger()
            answer = await phone.post("/api/carry/use", {"code": code.lower().replace("-", " ")})
            assert answer.json()["name"] == "Ann"
            assert (await phone.get("/api/me")).json()["wallet"] == accounts.STAKE
            assert (await ann.get("/api/me")).json()["name"] == "Ann"  # there too
            async with unchanged(house):
                again = await house.stranger().post("/api/carry/use", {"code": code})
                sentence(again, 401, "it was used before")

    run(work())


def test_a_code_that_is_old_replaced_guessed_or_of_somebody_disabled_is_refused() -> None:
    async def work() -> None:
        async with House() as house:
            ann = await guest(house, "Ann")
            first = (await ann.post("/api/carry")).json()["code"]
            second = (await ann.post("/api/carry")).json()["code"]
            sentence(await house.stranger().post("/api/carry/use", {"code": first}), 401, "code:")
            house.database.write(
                lambda connection: connection.execute(
                    sa.update(schema.carry_codes).values(expires=now_ms())
                )
            ).result()
            sentence(await house.stranger().post("/api/carry/use", {"code": second}), 401, "code:")
            for guess in ("", "AAAA-AAAA-AAAA", second[:-1], "%", "'; --", "é" * 12):
                answer = await house.stranger().post("/api/carry/use", {"code": guess})
                sentence(answer, 401, "code:")
            third = (await ann.post("/api/carry")).json()["code"]
            pia = house.person("Pia", "pit")
            body = {"name": "Ann", "reason": "cheats"}
            assert (await pia.post("/api/admin/accounts/disable", body)).status_code == 204
            sentence(await house.stranger().post("/api/carry/use", {"code": third}), 401, "code:")
            sentence(await pia.post("/api/carry"), 409, "you have a password")

    run(work())


def test_codes_are_sixty_random_bits_and_kept_as_hashes() -> None:
    async def work() -> None:
        async with House() as house:
            ann = await guest(house)
            seen = {(await ann.post("/api/carry")).json()["code"] for _ in range(20)}
            assert len(seen) == 20
            letters = {one for code in seen for one in code.replace("-", "")}
            assert letters <= set(carrying.ALPHABET)
            assert len(set(carrying.ALPHABET)) ** carrying.LETTERS == 2**60
            [kept] = house.rows(sa.select(schema.carry_codes))
            assert not any(code.replace("-", "") in str(tuple(kept)) for code in seen)

    run(work())


def test_whoever_tries_codes_in_a_loop_is_told_to_wait() -> None:
    async def work() -> None:
        async with House(bounds=Bounds(refusal_seconds=0.0)) as house:
            stranger = house.stranger()
            answers = [await stranger.post("/api/carry/use", {"code": "x"}) for _ in range(12)]
            assert [one.status_code for one in answers[:10]] == [401] * 10
            sentence(answers[-1], 429, "too many tries with a code")

    run(work())


def test_a_guest_who_comes_back_is_known_for_another_half_year(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        async with House() as house:
            ann = await guest(house, "Ann")
            [before] = house.rows(sa.select(schema.sessions.c.expires))
            assert before.expires > now_ms() + 179 * DAY
            later = now_ms() + 100 * DAY
            for module in ("pitboss.web.access", "pitboss.web.routes.accounts"):
                monkeypatch.setattr(f"{module}.now_ms", lambda: later)
            answer = await ann.get("/api/me")
            assert answer.json()["name"] == "Ann"
            assert f"Max-Age={180 * 86_400}" in answer.headers["set-cookie"]
            assert COOKIE in answer.headers["set-cookie"]
            [after] = house.rows(sa.select(schema.sessions.c.expires))
            assert after.expires == later + 180 * DAY

    run(work())
