"""The cache of looks: the same trees are looked at once, by whichever session."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from pytest_hydra import __version__
from pytest_hydra.candidates.recording import Sign, Source, to_plain
from pytest_hydra.record.cache import Cache
from pytest_hydra.settings.policy import Policy

NAME = "looks"
"""The folder below ``.hydra``, from which what was not used for long is to be deleted."""


def look_once(
    root: Path,
    look: Callable[[], tuple[Sign, ...]],
    base_tree: str,
    source: Source,
    policy: Policy,
) -> tuple[Sign, ...]:
    """What ``look`` finds, or found before for the same trees, policy and versions.

    A look that failed is not kept. Raises StoreError.
    """
    cache, address = Cache(root, NAME, flush=False), _address(base_tree, source, policy)
    known = _kept(cache, address)
    if known is not None:
        return known
    found = look()
    if not any(entry.kind == "not-looked-at" for entry in found):
        cache.put(address, {"signs": [to_plain(entry) for entry in found]})
    return found


def _kept(cache: Cache, address: str) -> tuple[Sign, ...] | None:
    plain = cache.get(address)
    if plain is None:
        return None
    try:
        return tuple(Sign(**sign) for sign in plain["signs"])
    except (KeyError, TypeError):
        return None  # of another version: it is looked at again


def _address(base_tree: str, source: Source, policy: Policy) -> str:
    # The parser is this interpreter's, and the policy says what counts as test.
    seen = ["look", _rules(), sys.version, base_tree, source.tree, to_plain(policy)]
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()


@cache
def _rules() -> str:
    """What the rules are, by their text: between two versions they change too."""
    digest = hashlib.sha256(__version__.encode())
    here = Path(__file__).parent
    for path in (*sorted(here.rglob("*.py")), here.parent / "compare" / "parametrized.py"):
        digest.update(path.read_bytes())
    return digest.hexdigest()
