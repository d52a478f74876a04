"""Rules that a total cannot buy back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

RUN_NOTHING: Final = frozenset({"source", "empty_diff", "tampering", "isolation"})
"""Gates that a change may pass though nothing was run on it."""


class GateState(StrEnum):
    """What a gate says of its subject."""

    PASS = "pass"  # noqa: S105 - a state, no password
    BLOCK = "block"
    UNPROVEN = "unproven"


class Mergeable(StrEnum):
    """What all gates together say of a candidate."""

    MERGEABLE = "mergeable"
    UNPROVEN = "unproven"
    NOT_MERGEABLE = "not_mergeable"


@dataclass(frozen=True, slots=True)
class Gate:
    """One rule, its state, and the reason where it does not pass."""

    name: str
    state: GateState
    reason: str = ""


def decide(gates: Iterable[Gate]) -> Mergeable:
    """Any block is not mergeable; else any unproven is unproven; else mergeable."""
    states = {gate.state for gate in gates}
    if GateState.BLOCK in states:
        return Mergeable.NOT_MERGEABLE
    if GateState.UNPROVEN in states:
        return Mergeable.UNPROVEN
    return Mergeable.MERGEABLE
