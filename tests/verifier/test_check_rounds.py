"""The script accepts what is true and refuses whatever was changed, also where all seals fit."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.store.proof_checker import verify
from pitboss.store.proof_file import Excerpt
from tests.effort import size
from tests.verifier import rounds
from tests.verifier.cheating import CHEATS
from tests.verifier.rounds import VERIFIER, Change, byte_changed, forged, signed_otherwise

SCRIPT = VERIFIER / "check_rounds.py"


def test_it_needs_nothing_but_python(tmp_path: Path, true_proofs: list[bytes]) -> None:
    """Neither this project nor any package: only the standard library, and the file."""
    path = tmp_path / "rounds.json"
    path.write_bytes(true_proofs[0])
    done = subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT, path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "everything is right" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [([], 2, "python3 check_rounds.py"), (["--help"], 0, "Exit status"), (["no.json"], 2, "read")],
)
def test_it_says_how_it_is_used(arguments: list[str], status: int, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert said in done.stdout


def test_true_proofs_are_accepted(verifier: ModuleType, true_proofs: list[bytes]) -> None:
    checked = 0
    for proof in true_proofs:
        found = verifier.check(proof)
        checked += found.shoes.checked
    assert checked > 20 * len(true_proofs)  # cards that were beside the order of their shoe


def test_one_byte_changed_is_refused(verifier: ModuleType, true_proofs: list[bytes]) -> None:
    rng = random.Random(19)
    for _ in range(size("CHANGED_PROOFS", 1_000, 10_000)):
        changed = byte_changed(rng.choice(true_proofs), rng)
        with pytest.raises(verifier.Wrong):
            verifier.check(changed)


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_house_that_cheats_is_found(
    verifier: ModuleType, shown_proofs: list[bytes], cheat: Change
) -> None:
    """Everything is sealed again: only the rules can tell, and the shoe once it is shown."""
    tried = 0
    for proof in shown_proofs:
        made = forged(proof, cheat)
        if made is None:
            continue
        tried += 1
        with pytest.raises(verifier.Wrong, match=r"entry|shoe"):
            verifier.check(made)
    assert tried > 3


def test_a_shoe_without_the_seed_of_somebody_who_sat_there_is_found(
    verifier: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its order follows from the seeds that are said to count: only who plays tells."""
    tried = 0
    for proof in rounds.proofs_without_seeds(tmp_path, monkeypatch):
        if b"SeedAdded" in proof:
            tried += 1
            with pytest.raises(verifier.Wrong, match="was left out of shoe"):
                verifier.check(proof)
            found = [str(one) for one in verify(msgspec.json.decode(proof, type=Excerpt))]
            assert any("without the seed of" in one or "other seeds" in one for one in found)
    assert tried > 3


def test_the_order_of_a_shoe_that_is_revealed_must_be_in_the_file(
    verifier: ModuleType, shown_proofs: list[bytes]
) -> None:
    whole = next(proof for proof in shown_proofs if b"ShoeRevealed" in proof)
    with pytest.raises(verifier.Wrong, match="its order is missing"):
        verifier.check(rounds.otherwise(whole, lambda excerpt: excerpt.shoes.clear()))


def test_entries_before_the_rounds_must_be_in_their_order(
    verifier: ModuleType, shown_proofs: list[bytes]
) -> None:
    """Else a promise could be put before the seeds that it was made after."""
    parted = next(proof for proof in shown_proofs if len(msgspec.json.decode(proof)["runs"]) > 3)

    def exchange(excerpt: Excerpt) -> None:
        excerpt.runs[1], excerpt.runs[2] = excerpt.runs[2], excerpt.runs[1]

    with pytest.raises(verifier.Wrong, match="is not where it belongs"):
        verifier.check(rounds.otherwise(parted, exchange))


@pytest.mark.parametrize(
    "place",
    [
        ("head", "size"), ("head", "root"), ("head", "at"), ("head", "key"), ("head", "signature"),
        ("public",), ("inclusion", "table"), ("inclusion", "entry"), ("inclusion", "leaf"),
        ("inclusion", "hash"), ("inclusion", "seal"), ("inclusion", "salt"), ("inclusion", "size"),
        ("inclusion", "path", 0),
    ],
)  # fmt: skip
def test_what_the_house_signed_is_checked(
    verifier: ModuleType, true_proofs: list[bytes], place: tuple[str | int, ...]
) -> None:
    for proof in true_proofs[:3]:
        with pytest.raises(verifier.Wrong, match=r"sign|key|table|curve"):
            verifier.check(signed_otherwise(proof, *place))


def test_rules_and_promise_are_of_the_log_that_was_signed(
    verifier: ModuleType, true_proofs: list[bytes]
) -> None:
    tried = 0
    for made in filter(None, map(rounds.with_another_beginning, true_proofs)):
        tried += 1
        with pytest.raises(verifier.Wrong, match="entry 1 is not in the log that was signed"):
            verifier.check(made)
        found = list(verify(msgspec.json.decode(made, type=Excerpt)))
        assert ("tree", 1) in {(one.kind, one.entry) for one in found}
    assert tried


def test_signatures_are_those_of_a_kept_library(verifier: ModuleType) -> None:
    for number in range(20):
        private = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        public = private.public_key().public_bytes_raw()
        said = b"head" * number
        assert verifier.is_signed(public, said, private.sign(said))
        assert not verifier.is_signed(public, said + b".", private.sign(said))


def test_sealing_again_is_no_fault_by_itself(
    verifier: ModuleType, true_proofs: list[bytes]
) -> None:
    for proof in true_proofs[:20]:
        same = forged(proof, lambda events: bool(events))
        assert same is not None
        verifier.check(same)


def test_the_order_follows_from_the_seeds_as_published(verifier: ModuleType) -> None:
    """Worked out here from the words of docs/trust.md, another way than the script does."""
    server_seed = "0b" * 32
    seeds = [["ann", "my-seed"], ["bob", "7"]]
    text = f"pitboss-shuffle-1\n{server_seed}\nann\tmy-seed\nbob\t7\n"
    root = hashlib.sha256(text.encode()).digest()
    stream = b"".join(
        hashlib.sha256(root + number.to_bytes(8, "big")).digest() for number in range(80)
    )
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    cards, at = list(range(52)), 0
    for last in reversed(range(1, 52)):
        while words[at] >= (1 << 32) // (last + 1) * (last + 1):
            at += 1
        place = words[at] % (last + 1)
        at += 1
        cards[last], cards[place] = cards[place], cards[last]
    assert verifier.shuffled(range(52), server_seed, seeds) == cards
    assert sorted(cards) == list(range(52))
