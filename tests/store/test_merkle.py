"""Proofs of the log's tree, against RFC 9162 read word for word."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitboss.store import log_tree, merkle, schema, tree_growth
from pitboss.store.database import Database
from pitboss.store.house_key import HouseKey
from tests.effort import size

HISTORIES = size("HISTORIES", 100, 1_000)
TABLES = 5

# The definitions of RFC 9162, 2.1.1, 2.1.3.1 and 2.1.4.1, over lists and by recursion.

Leaves = tuple[bytes, ...]


@cache
def tree_head(leaves: Leaves) -> bytes:
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    split = largest_power_below(len(leaves))
    return sha256(b"\x01" + tree_head(leaves[:split]) + tree_head(leaves[split:])).digest()


def audit_path(index: int, leaves: Leaves) -> list[bytes]:
    if len(leaves) == 1:
        return []
    split = largest_power_below(len(leaves))
    if index < split:
        return [*audit_path(index, leaves[:split]), tree_head(leaves[split:])]
    return [*audit_path(index - split, leaves[split:]), tree_head(leaves[:split])]


def consistency_proof(first: int, leaves: Leaves, known: bool = True) -> list[bytes]:
    if first == len(leaves):
        return [] if known else [tree_head(leaves)]
    split = largest_power_below(len(leaves))
    if first <= split:
        return [*consistency_proof(first, leaves[:split], known), tree_head(leaves[split:])]
    rest = consistency_proof(first - split, leaves[split:], known=False)
    return [*rest, tree_head(leaves[:split])]


def largest_power_below(size: int) -> int:
    split = 1
    while 2 * split < size:
        split *= 2
    return split


def node_of(leaves: Leaves) -> merkle.Node:
    return lambda level, index: tree_head(leaves[index << level : (index + 1) << level])


def test_paths_and_roots_of_every_tree_up_to_sixty_leaves_are_the_rfcs() -> None:
    for count in range(1, 61):
        leaves = tuple(f"{count} {number}".encode() for number in range(count))
        node = node_of(leaves)
        growing = merkle.Growing()
        for leaf in leaves:
            growing.add(merkle.leaf_hash(leaf))
        assert merkle.root(count, node) == growing.root() == tree_head(leaves)
        for index in range(count):
            assert merkle.inclusion_path(index, count, node) == audit_path(index, leaves)
            first = index + 1
            assert merkle.consistency_path(first, count, node) == consistency_proof(first, leaves)


def test_the_roots_of_the_rfcs_own_example_leaves() -> None:
    """Certificate transparency's reference vectors: the tree over 8 leaves."""
    texts = ("", "00", "10", "2021", "3031", "40414243", "5051525354555657",
             "606162636465666768696a6b6c6d6e6f")  # fmt: skip
    growing = merkle.Growing()
    roots = []
    for text in texts:
        growing.add(merkle.leaf_hash(bytes.fromhex(text)))
        roots.append(growing.root().hex())
    assert roots[0] == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert roots[7] == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


def test_a_proof_that_was_changed_anywhere_is_refused() -> None:
    rng = random.Random(19)
    for _ in range(200):
        count = rng.randint(2, 90)
        leaves = tuple(rng.randbytes(8) for _ in range(count))
        index, first = rng.randrange(count), rng.randint(1, count - 1)
        root, old = tree_head(leaves), tree_head(leaves[:first])
        leaf, path = merkle.leaf_hash(leaves[index]), audit_path(index, leaves)
        grown = consistency_proof(first, leaves)
        assert merkle.is_included(leaf, index, count, path, root)
        assert merkle.is_consistent(first, old, count, root, grown)
        for bad in changed(path, rng):
            assert not merkle.is_included(leaf, index, count, bad, root)
        for bad in changed(grown, rng):
            assert not merkle.is_consistent(first, old, count, root, bad)
        other = rng.randbytes(32)
        assert not merkle.is_included(other, index, count, path, root)
        assert not merkle.is_included(leaf, index, count, path, other)
        assert not merkle.is_consistent(first, other, count, root, grown)
        assert not merkle.is_consistent(first, old, count, other, grown)
        wrong = rng.choice([number for number in range(count) if number != index])
        assert not merkle.is_included(leaf, wrong, count, path, root)


def changed(path: list[bytes], rng: random.Random) -> list[list[bytes]]:
    """A bit turned, a hash taken out, put in, and two exchanged."""
    place = rng.randrange(len(path)) if path else 0
    found = [[*path[:place], rng.randbytes(32), *path[place:]]]
    if path:
        turned = bytearray(path[place])
        turned[rng.randrange(32)] ^= 1 << rng.randrange(8)
        found += [
            [*path[:place], bytes(turned), *path[place + 1 :]],
            path[:place] + path[place + 1 :],
        ]
    if len(path) > 1:
        found.append([*path[1:], path[0]])
    return [bad for bad in found if bad != path]


class House:
    """Logs that grow by random seals, and what must stand at each leaf."""

    def __init__(self, folder: Path) -> None:
        self.database = Database(f"sqlite:///{folder / 'tree.db'}")
        self.connection = self.database._writing.connect()
        self.key = HouseKey.new()

    def history(self, rng: random.Random, steps: int) -> None:
        """A history in a transaction of its own, which is taken back."""
        with self.connection.begin() as transaction:
            self._open(rng)
            lengths, leaves, sizes = dict.fromkeys(range(1, TABLES + 1), 0), list[bytes](), [0]
            for _ in range(steps):
                seals = self._write(rng, lengths)
                wanted = log_tree.waiting(self.connection, most=rng.choice((3, 7, 1_000)))
                before = log_tree.newest_head(self.connection)
                growth = tree_growth.grown(self.connection, self.key, before, wanted, len(sizes))
                assert growth is not None
                assert tree_growth.keep(self.connection, growth)
                assert not tree_growth.keep(self.connection, growth)  # nothing stands there twice
                for table, first, last in wanted:
                    for seq in range(first, last + 1):
                        run = log_tree.run_with(self.connection, table, seq)
                        assert run is not None
                        assert run.leaf(seq) == len(leaves)
                        seal = seals.get((table, seq)) or self._seal(table, seq)
                        leaves.append(f"{table}\t{seq}\t{seal}\t{run.salt(seq)}".encode())
                sizes.append(len(leaves))
                assert growth.head.root == tree_head(tuple(leaves)).hex()
            self._proofs(rng, tuple(leaves), sizes)
            transaction.rollback()

    def _proofs(self, rng: random.Random, leaves: Leaves, sizes: Sequence[int]) -> None:
        for _ in range(3):
            first, second = sorted((rng.choice(sizes[1:]), rng.randint(1, len(leaves))))
            found = log_tree.consistency(self.connection, first, second)
            assert found.path == [one.hex() for one in consistency_proof(first, leaves[:second])]
            assert found.holds(tree_head(leaves[:first]).hex(), tree_head(leaves[:second]).hex())
            index = rng.randrange(second)
            table, seq, seal, _ = leaves[index].decode().split("\t")
            place = log_tree.inclusion(self.connection, int(table), int(seq), second)
            assert (place.leaf, place.seal) == (index, seal)
            assert place.path == [one.hex() for one in audit_path(index, leaves[:second])]
            assert place.holds(tree_head(leaves[:second]).hex())

    def _open(self, rng: random.Random) -> None:
        rows = [
            {"id": number, "name": "", "game": "", "opened_by": "", "created": 0, "seq": 0}
            for number in range(1, TABLES + 1)
        ]
        self.connection.execute(sa.insert(schema.tables), rows)
        closed = rng.randint(1, TABLES)
        self.connection.execute(
            sa.update(schema.tables).where(schema.tables.c.id == closed).values(closed=1)
        )

    def _write(self, rng: random.Random, lengths: dict[int, int]) -> dict[tuple[int, int], str]:
        """A batch: some tables get some entries."""
        seals = {}
        for table in rng.sample(sorted(lengths), rng.randint(1, TABLES)):
            for _ in range(rng.choice((1, 1, 2, 5, 40))):
                lengths[table] += 1
                seals[table, lengths[table]] = rng.randbytes(32).hex()
            self.connection.execute(
                sa.update(schema.tables)
                .where(schema.tables.c.id == table)
                .values(seq=lengths[table])
            )
        self.connection.execute(
            sa.insert(schema.log),
            [
                {"table_id": table, "seq": seq, "round": 0, "at": 0, "actor": "", "body": b"",
                 "seal": seal}
                for (table, seq), seal in seals.items()
            ],
        )  # fmt: skip
        return seals

    def _seal(self, table: int, seq: int) -> str:
        log = schema.log.c
        wanted = sa.select(log.seal).where(log.table_id == table, log.seq == seq)
        return str(self.connection.scalar(wanted))


def test_random_histories_of_several_tables_give_the_rfcs_roots_and_proofs(tmp_path: Path) -> None:
    house = House(tmp_path)
    for seed in range(HISTORIES):
        rng = random.Random(seed)
        house.history(rng, steps=rng.randint(1, 6))
        tree_head.cache_clear()


@pytest.mark.parametrize("count", [255, 256, 257, 65_536, 65_537])
def test_tiles_are_full_and_overflow_where_they_should(tmp_path: Path, count: int) -> None:
    house = House(tmp_path)
    growing, hashes = merkle.Growing(), [sha256(b"%d" % number).digest() for number in range(count)]
    tiles = log_tree.Tiles(house.connection, 0)
    for first in range(0, count, 1_000):
        tiles.add(hashes[first : first + 1_000])
    for one in hashes:
        growing.add(one)
    assert tiles.root() == growing.root()
    assert len(tiles.changed) == sum(-(-(count >> (8 * level)) // 256) for level in range(3))
