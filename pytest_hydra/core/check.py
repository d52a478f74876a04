"""The smallest verdict: one check, with one of three outcomes."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pytest_hydra.core.numbers import Exact
from pytest_hydra.core.plain import value


class Outcome(StrEnum):
    """What became of a check, an item or a subject."""

    PASSED = "passed"
    FAILED = "failed"
    UNGRADED = "ungraded"


# An enum's own way to its members is a slow one, and there are many checks.
PASSED, FAILED, UNGRADED = Outcome.PASSED, Outcome.FAILED, Outcome.UNGRADED


@value
class Check:
    """One verdict about one subject.

    ``weight`` is at least 0; ``score`` is from 0 to 100, or None when the check is ungraded.
    ``turn`` counts from 1; None means the whole conversation.
    ``critical``: when this check fails its subject fails, whatever the total. ``optional``: when
    this check is ungraded its subject is not. ``expected`` and ``actual`` are plain JSON values.
    """

    name: str
    kind: str
    outcome: Outcome
    score: Exact | None
    weight: Exact = 1
    message: str = ""
    expected: Any = None
    actual: Any = None
    turn: int | None = None
    critical: bool = False
    optional: bool = False

    def __post_init__(self) -> None:
        if self.weight < 0:
            raise ValueError(f"the weight of a check is at least 0, not {self.weight}")
        if (self.score is None) != (self.outcome is UNGRADED):
            raise ValueError("a check has a score unless it is ungraded")
        if self.score is not None and not 0 <= self.score <= 100:
            raise ValueError(f"a score is from 0 to 100, not {self.score}")


def graded(score: Exact, **fields: Any) -> Check:
    """A check with this score, from 0 to 100; it passed at 100."""
    outcome = PASSED if score == 100 else FAILED
    return Check(outcome=outcome, score=score, **fields)


def verdict(passed: bool, **fields: Any) -> Check:
    """A check that passed (100) or failed (0)."""
    return graded(100 if passed else 0, **fields)


def ungraded(reason: str, **fields: Any) -> Check:
    """A check that could not be decided, and why."""
    return Check(outcome=UNGRADED, score=None, message=reason, **fields)
