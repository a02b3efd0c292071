"""The arithmetic of a log's Merkle tree, as RFC 9162 has it: roots, and proofs of two kinds.

A leaf's hash is SHA-256 of a zero byte and its data, a node's of a one byte and the hashes of its
two children. The left part of a tree over n leaves is the largest power of two below n. Nothing
here knows where hashes are kept: whoever asks for a proof gives a function that finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256

Node = Callable[[int, int], bytes]
"""The hash of a whole subtree: of 2**level leaves, the `index`th of that size from the left."""

EMPTY = sha256(b"").digest()
"""The root of no leaves."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node by its children's."""
    return sha256(b"\x01" + left + right).digest()


def whole_root(hashes: Sequence[bytes]) -> bytes:
    """The root over a power of two of subtrees of one size."""
    while len(hashes) > 1:
        pairs = zip(hashes[::2], hashes[1::2], strict=True)
        hashes = [node_hash(left, right) for left, right in pairs]
    return hashes[0]


def root(size: int, node: Node) -> bytes:
    """The root of the tree over the first leaves."""
    return _range_root(0, size, node) if size else EMPTY


def inclusion_path(leaf: int, size: int, node: Node) -> list[bytes]:
    """What proves that a leaf is in the tree over the first `size`, from the leaf upwards."""
    if not 0 <= leaf < size:
        raise ValueError(f"leaf = {leaf}: there are {size} leaves")
    path: list[bytes] = []
    begin, end = 0, size
    while end - begin > 1:
        middle = begin + _left(end - begin)
        if leaf < middle:
            path.append(_range_root(middle, end, node))
            end = middle
        else:
            path.append(_range_root(begin, middle, node))
            begin = middle
    return path[::-1]


def consistency_path(first: int, second: int, node: Node) -> list[bytes]:
    """What proves that the tree over the first leaves is the beginning of a larger one."""
    if not 0 < first <= second:
        raise ValueError(f"first = {first}: use 1 to {second}")
    path: list[bytes] = []
    begin, end = 0, second
    while first < end:
        middle = begin + _left(end - begin)
        if first <= middle:
            path.append(_range_root(middle, end, node))
            end = middle
        else:
            path.append(_range_root(begin, middle, node))
            begin = middle
    if begin:  # the old root is not one of its own nodes then
        path.append(_range_root(begin, end, node))
    return path[::-1]


def is_included(
    leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes
) -> bool:  # fmt: skip
    """Whether a path leads from a leaf's hash at its place to the root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(sibling, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def is_consistent(
    first: int, first_root: bytes, second: int, second_root: bytes, path: Sequence[bytes]
) -> bool:
    """Whether a path shows that a tree only grew from one root to the other (2.1.4.2)."""
    if not 0 < first <= second:
        return False
    if first == second:
        return not path and first_root == second_root
    steps = [first_root, *path] if first & (first - 1) == 0 else list(path)
    if not steps:
        return False
    place, last = first - 1, second - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old = new = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            old, new = node_hash(step, old), node_hash(step, new)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            new = node_hash(new, step)
        place, last = place >> 1, last >> 1
    return last == 0 and old == first_root and new == second_root


class Growing:
    """A tree that is only added to, of which as much is known as its root needs."""

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[tuple[int, bytes]] = []
        """Levels and roots of the whole subtrees it is made of, the largest first."""

    def add(self, leaf: bytes) -> None:
        """One more leaf, by its hash."""
        level, found = 0, leaf
        while self._peaks and self._peaks[-1][0] == level:
            level, found = level + 1, node_hash(self._peaks.pop()[1], found)
        self._peaks.append((level, found))
        self.size += 1

    def copy(self) -> Growing:
        """The same tree, to be added to by itself."""
        other = Growing()
        other.size, other._peaks = self.size, list(self._peaks)
        return other

    def root(self) -> bytes:
        """The root of what there is."""
        return joined(peak for _, peak in self._peaks)


def joined(peaks: Iterable[bytes]) -> bytes:
    """The root over whole subtrees, given from the left, each smaller than the one before."""
    found: bytes | None = None
    for peak in reversed(list(peaks)):
        found = peak if found is None else node_hash(peak, found)
    return EMPTY if found is None else found


def _range_root(begin: int, end: int, node: Node) -> bytes:
    """The root over leaves of a range that begins where a part does."""
    return joined(node(level, index) for level, index in _whole(begin, end))


def _whole(begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The whole subtrees that a range is made of, from the left."""
    while begin < end:
        level = (end - begin).bit_length() - 1
        yield level, begin >> level
        begin += 1 << level


def _left(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << ((size - 1).bit_length() - 1)
