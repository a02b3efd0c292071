"""`make docs`: write docs/formats.md, files and results that others read, from the code's types."""

from __future__ import annotations

import types
import typing
from pathlib import Path
from typing import Any

import msgspec

from pitboss.cli import telling
from pitboss.field_notes import about, field_notes
from pitboss.rules import chart
from pitboss.rules.limits import House
from pitboss.sim import job_file
from pitboss.sim.program import Dealing
from pitboss.store import backup, proof_file
from pitboss.table import log

PAGE = Path(__file__).parents[1] / "docs" / "formats.md"
ABOUT = """\
# Formats

Written by `make docs` from the types of the code. What others read and write: the log of a
sitting, the proof of rounds, charts, jobs, results, and backups. Messages of a live table are in
[messages.md](messages.md).

All of it is JSON in UTF-8, but for charts as `.csv`. Money is cents where a field says so or a
file is about a table, units of the main wager in results. A card is a number: 4 times the rank
(ace 0, two 1, … king 12) plus the suit (clubs 0, diamonds 1, hearts 2, spades 3).

**Versions.** A file says which format it has. A reader that finds a number it does not know
refuses the file and says which one it reads; it never guesses. The number grows when a field
changes its meaning or is taken away. In results fields may be added without one: ignore those you
do not know. A field that a reader does not know in a log's header, a proof or a backup makes it
refuse the file.
"""
LOG = f"""\
## Log of a sitting

`pitboss play` writes it, `pitboss replay` checks it, `--resume` goes on with it. Format
{log.FORMAT}. A line each for the header and every event: JSON, a tab, and a seal, the BLAKE2b
hash (8 bytes, in hex) of the seal before and this line's JSON. The first line's seal is over its
JSON alone. Events are those of [messages.md](messages.md#events), told apart by `type`; of the
house's (from `TableOpened` on) none is in such a log. A reader plays the cards and decisions
again and compares every event. A last line that ends without a line break was cut off, and is
dropped on resuming.
"""
PROOF = f"""\
## Proof of rounds

`GET /api/tables/N/rounds/M/proof` and `pitboss audit --export` write it, `pitboss audit FILE`
checks it. Format {proof_file.FORMAT}. An entry's seal is the SHA-256 hash, in hex, of these with
tabs between: the seal before, table, `seq`, `round`, `at`, `actor`, `key` where there is one,
`body`. The entries that promised the shoe, added players' seeds to it and shuffled it are in the
file; how its order follows from them is in [trust.md](trust.md#the-algorithm). The checksum is the
SHA-256 hash of the file's JSON without spaces, its fields in this order and `checksum` empty.

Format 1 is still read: it had no keys, no signature, and no shoe that names a method
(`ShoeCommitted`): a shoe's commitment is the SHA-256 hash of `nonce` and order, and it was shuffled
as it was promised. Files of format 2 may hold such shoes too, of a table that was opened by an
earlier version.
"""
CHART = """\
## Chart

`pitboss strategy GAME -o FILE` writes it as `.json` or `.csv`, `--strategy FILE` reads it. Charts
have no number: what a reader does not know, a table's name, a hand or a cell, it refuses by name.
As `.csv` the first row is `table,hand,2,3,4,5,6,7,8,9,T,A`, and each other row a table's name, a
hand (`hard 16`, `soft 18`, `8,8`, `burn hard 12 + J`) and a cell for each upcard.
"""
JOB = f"""\
## Job

`pitboss simulate --job FILE` writes it and goes on with it. Format {job_file.FORMAT}, in the
field `pitboss_job`. The file is replaced as a whole, so it is complete whenever the process dies.
One of another format is left as it is: go on with the version that began it.
"""
RESULTS = f"""\
## Results

What `--json` prints, for every command in one shape. Its number is in `schema`, now
{telling.SCHEMA}: it grows when a field of any command changes its meaning or goes, and a script
that finds another should stop and say so. Numbers have full precision; an edge is a fraction of
the stake, what the house keeps on average. `rules` is every rule in the sections and keys of a
game file.
"""
BACKUP = f"""\
## Backup

`pitboss backup` writes it, `pitboss restore` reads it, into either kind of database. Format
{backup.FORMAT}. Gzipped lines of JSON: the manifest; then the rows, table after table, each a
list of values in the order of the columns, bytes in base64; at last the SHA-256 hash of all lines
before. `revision` is that of the database's tables: an older one is brought up to date on
restoring, a newer one is refused.
"""
HEAD = {"version": "the pitboss that answered", "schema": "the number of the shape"}
SOLVED = HEAD | {
    "game": "the game's id",
    "approval": "whose rules these are: the letter where they are as approved, else what departs",
    "rules": "every rule",
    "rules_hash": "the fingerprint of the rules, and of the shoe where it is not a full one",
    "cards": "cards in the shoe by rank",
    "full_shoe": "whether none is gone",
    "strategy": "`composition`, `chart` or `given chart`",
    "policy_class": "what that means, in words",
    "optimised_for": "stakes that play maximises, by bet",
    "bets": "figures of every bet, by id",
    "round": "figures of all that is staked, in units of main",
    "warnings": "sentences",
    "seconds": "that it took",
}
BET = {
    "stake": "units of main",
    "staked": "whether it counts in the round's figures",
    "ev": "expectation per unit staked",
    "house_edge": "what the house keeps of a unit",
    "sd": "standard deviation per unit",
    "hit_rate": "chance of a net above zero",
    "events": "every outcome: `event`, `probability`, `pays`, and `return`, its part of `ev`",
    "sd_error": "standard error of `sd`, where a part of it was drawn at random; else not there",
    "hit_rate_error": "likewise of `hit_rate`",
    "exact": "`ev` as a fraction, combinations by event, where no decision touches the bet",
}
ROUND = {
    "ev": "expectation",
    "initial_stake": "staked before the deal",
    "average_stake": "with doubles and splits",
    "sd": "standard deviation",
    "sd_error": "its standard error; 0 where it is exact",
    "hit_rate": "chance of a net above zero",
    "house_edge_per_main": "what the house keeps per unit of main",
    "house_edge_per_stake": "per unit staked before the deal",
    "element_of_risk": "per unit put at risk",
}
SIMULATED = HEAD | {
    "game": "the game's id",
    "approval": "as above",
    "rules": "every rule",
    "rules_hash": "their fingerprint",
    "strategy": "as above",
    "strategy_hash": "the fingerprint of what was played",
    "optimised_for": "as above",
    "bets": "as above, and `mean`, its standard error `se`, and a band of `confidence`",
    "round": "likewise",
    "covariance": "between wagers",
    "rounds": "that were dealt",
    "seats": "that played",
    "rounds_asked": "the most that were wanted",
    "seed": "the same one gives the same rounds",
    "shoe": "`csm` or `cut`",
    "penetration": "of a shoe with a cut card; else null",
    "burn": "likewise",
    "seconds": "that it took",
    "rounds_per_second": "the pace",
    "device": "what dealt",
    "warnings": "sentences",
}
"""Fields that are always there; more come with the options that ask for them."""
NOTES: dict[tuple[type, str], str] = {
    (chart.Table, "hard"): "Cells by total.",
    (chart.Table, "soft"): "Likewise.",
    (chart.Chart, "game"): "The game's id.",
    (job_file.Sealed, "pitboss_job"): "The format.",
    (job_file.Sealed, "checksum"): "SHA-256 of `job` as it is written, in hex.",
    (job_file.Sealed, "job"): "A [Saved](#saved).",
    (job_file.Saved, "spec"): "What is simulated.",
    (job_file.Saved, "done"): "Units that are dealt, as spans of first and behind the last.",
    (job_file.Saved, "tally"): "What they came to; its layout belongs to `sample`.",
    (job_file.Spec, "dealing"): "How cards come and who plays.",
    (job_file.Spec, "block"): "Units that are dealt together.",
    (job_file.Spec, "until_se"): "The standard error that ends it.",
    (Dealing, "seed"): "Another one deals other rounds.",
    (Dealing, "seats"): "That play.",
}
"""What the code does not say under a field."""
STRUCTS: dict[str, list[type[msgspec.Struct]]] = {
    LOG: [log.Header, House],
    PROOF: [
        proof_file.Excerpt, proof_file.ReplayStart, proof_file.LogRun, proof_file.LogLine,
        proof_file.ShoeOrder, proof_file.LogHead,
    ],
    CHART: [chart.Chart, chart.Table],
    JOB: [job_file.Sealed, job_file.Saved, job_file.Spec, Dealing],
    BACKUP: [backup.Manifest, backup.Part, backup.End],
}  # fmt: skip


def page() -> str:
    """The whole page."""
    lines = [ABOUT]
    for topic, structs in STRUCTS.items():
        if topic is BACKUP:
            lines += [RESULTS, *_fields("`solve --json`", SOLVED), *_fields("Each bet", BET)]
            lines += [*_fields("The round", ROUND), *_fields("`simulate --json`", SIMULATED)]
        lines.append(topic)
        if topic is CHART:
            codes = chart.CODES | chart.BURN_CODES
            lines += [", ".join(f"`{code}` {words}" for code, words in codes.items()) + ".", ""]
        for struct in structs:
            lines += section(struct)
    return "\n".join(lines).rstrip() + "\n"


def section(struct: type[msgspec.Struct]) -> list[str]:
    """A struct: what it is, and its fields."""
    rows = [
        f"| `{field.encode_name}`{'' if field.required else '?'} | {shown(field.type)} "
        f"| {note(struct, field.name)} |"
        for field in msgspec.structs.fields(struct)
    ]
    return [
        f"### {struct.__name__}", "", about(struct).partition(" This ")[0], "",
        "| field | type | |", "|---|---|---|", *rows, "",
    ]  # fmt: skip


def note(struct: type[msgspec.Struct], name: str) -> str:
    """What a field is."""
    return field_notes(struct).get(name) or NOTES[struct, name]


def shown(kind: Any) -> str:
    """A type in words of JSON."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(map(shown, inner))
    if origin is typing.Literal:
        return " or ".join(f"`{value}`" for value in inner)
    if origin in (list, tuple):
        return f"list of {shown(inner[0])}"
    if origin is dict:
        return f"object, {shown(inner[0])} → {shown(inner[1])}"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    words = {int: "number", float: "number", str: "text", bool: "true or false", Any: "anything",
             type(None): "null", msgspec.Raw: "object"}  # fmt: skip
    return words.get(kind, "a date, `2026-01-31`" if kind.__name__ == "date" else kind.__name__)


def _fields(title: str, fields: dict[str, str]) -> list[str]:
    rows = [f"| `{name}` | {words} |" for name, words in fields.items()]
    return [f"### {title}", "", "| field | |", "|---|---|", *rows, ""]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
