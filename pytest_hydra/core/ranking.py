"""The order of candidates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pytest_hydra.core.gates import Mergeable
from pytest_hydra.core.numbers import Exact

_ORDER = (Mergeable.MERGEABLE, Mergeable.UNPROVEN, Mergeable.NOT_MERGEABLE)


@dataclass(frozen=True, slots=True)
class Contender:
    """What the ranking looks at. ``churn`` is lines added and removed."""

    agent: str
    verdict: Mergeable
    total: Exact | None
    churn: int


def rank(contenders: Iterable[Contender]) -> list[Contender]:
    """Best first: by verdict, then total (ungraded last), then smaller churn, then name."""
    return sorted(
        contenders,
        key=lambda one: (
            _ORDER.index(one.verdict),
            one.total is None,
            -(one.total or 0),
            one.churn,
            one.agent,
        ),
    )
