"""For whom a table waits, and that it waits less for whoever has left."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.floor.house_table import HouseTable
from pitboss.table.flow import Want

GONE_SECONDS = 20.0
"""How long others wait for somebody who is not connected: a page that is loaded again is back."""


def awaited(house_table: HouseTable) -> list[str]:
    """Players without whom the table does not go on by itself."""
    table, seats = house_table.table, house_table.seats
    if table.want == Want.DECISION:
        numbers = [table.seat.number]
    elif table.want == Want.INSURANCE:
        numbers = table.insurance_seats()
    else:
        staked = {seat.number for seat in table.state.seats}
        numbers = [number for number in seats if number not in staked]
    return [
        seats[number] for number in numbers if number in seats and not house_table.is_bot(number)
    ]


def holds_others_up(house_table: HouseTable, gone: Collection[str], here: Collection[str]) -> bool:
    """Whether the table waits for nobody but players who are gone, while somebody sits there."""
    names = awaited(house_table)
    others = any(player in here for player in house_table.seats.values())
    return others and bool(names) and all(name in gone for name in names)
