"""True proofs, made once, and the script that checks them."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.effort import size
from tests.verifier import rounds


@pytest.fixture(scope="session")
def true_proofs(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Of every game and many designs."""
    many = size("ROUNDS_TO_VERIFY", 5, 75)
    return list(rounds.proofs(tmp_path_factory.mktemp("proofs"), many))


@pytest.fixture(scope="session")
def shown_proofs(true_proofs: list[bytes], verifier: ModuleType) -> list[bytes]:
    """Those of which every shoe is shown."""
    shoes = [verifier.check(proof).shoes for proof in true_proofs]
    return [
        proof for proof, one in zip(true_proofs, shoes, strict=True) if one.now and not one.secret
    ]


@pytest.fixture(scope="session")
def verifier() -> ModuleType:
    """The script, loaded by itself."""
    return rounds.load()
