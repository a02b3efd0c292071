"""What the processes of practice are asked, and what they answer."""

from __future__ import annotations

from datetime import date

import msgspec

from pitboss.practice.book import Book
from pitboss.practice.positions import Dealt
from pitboss.practice.puzzle import Puzzle
from pitboss.practice.record import Decided
from pitboss.practice.verdict import Verdict
from pitboss.store.records import Entry, TableOpened

COMMAND = ("-m", "pitboss.practice.process")


class GradeMove(msgspec.Struct, frozen=True, tag="grade"):
    """A move to be graded; with none, what is needed to grade any is worked out ahead."""

    opened: TableOpened
    dealt: Dealt
    move: str = ""


class MakeBook(msgspec.Struct, frozen=True, tag="book"):
    """A book to be made."""

    opened: TableOpened


class GradeRound(msgspec.Struct, frozen=True, tag="round"):
    """A finished round of a live table to be graded for one who played it."""

    opened: TableOpened
    entries: list[Entry]
    number: int
    player: str


class MinePuzzle(msgspec.Struct, frozen=True, tag="puzzle"):
    """A puzzle to be found."""

    day: date


Order = GradeMove | MakeBook | GradeRound | MinePuzzle


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an order; one of these."""

    refused: str = ""
    verdict: Verdict | None = None
    book: Book | None = None
    decided: list[tuple[int, Decided]] | None = None
    puzzle: Puzzle | None = None
