"""Gates, ranks and rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from pytest_hydra.core.numbers import Exact

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


_ORDER = (Mergeable.MERGEABLE, Mergeable.UNPROVEN, Mergeable.NOT_MERGEABLE)


def place_in_race(
    agent: str, verdict: Mergeable, total: Exact | None, churn: int | None
) -> tuple[Any, ...]:
    """What candidates are sorted by, the best first.

    By verdict, then total (ungraded last), then smaller churn, then name. ``churn`` is lines added
    and removed, None where unread.
    """
    return _ORDER.index(verdict), total is None, -(total or 0), churn is None, churn or 0, agent


MOCK_SAID: Final = "MOCK: no judge was asked, and nothing was read"
"""What stands in ``shown`` where no judge read anything."""


class Ruling(NamedTuple):
    """What a judge said of a text by one criterion.

    ``score`` is from 1 to 10, None when it is ungraded; ``enough`` is the score that passes.
    ``record`` is plain data, by which the same comes out again.
    """

    score: Exact | None
    enough: Exact
    shown: str
    record: Mapping[str, Any]


class ChangeRuling(NamedTuple):
    """What a judge said of a change by some criteria.

    ``score`` is from 1 to 10, None when it is ungraded; ``shown`` says why. ``mock``: no judge read
    anything. ``digest`` is the sha256 of the question, None where none was made; ``question`` is
    all of it, empty where nobody was to be asked. ``record`` is plain data, by which the same comes
    out again.
    """

    score: Exact | None
    judge: str
    shown: str
    mock: bool
    digest: str | None
    question: str
    record: Mapping[str, Any]


#: Given a text, a criterion, and what was recorded of it, if anything was.
Ask = Callable[[str, str, Mapping[str, Any] | None], Ruling]
