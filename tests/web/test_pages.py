"""Pages that people read."""

from __future__ import annotations

import asyncio
import re

from tests.web.house import House


def test_the_api_is_described_without_asking_anyone_else() -> None:
    async def reading() -> None:
        async with House() as house:
            stranger = house.stranger()
            answer = await stranger.get("/docs")
            assert answer.status_code == 200
            api = (await stranger.get("/openapi.json")).json()
            for path, operations in api["paths"].items():
                assert path in answer.text
                for one in operations.values():
                    assert one["description"].split("`")[0] in answer.text
            for name in api["components"]["schemas"]:
                assert f'id="{name}"' in answer.text
            linked = set(re.findall(r'(?:href|src)="([^"#]*)', answer.text)) - {""}
            assert linked == {"openapi.json"}
            assert "<script" not in answer.text
            assert "url(" not in answer.text

    asyncio.run(reading())
