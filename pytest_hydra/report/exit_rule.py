"""What of its results fails a session, with --hydra-fail-on or a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from pytest_hydra.core.numbers import Exact
from pytest_hydra.core.result import Result, is_counted, is_flaky, item_name, results_of

FailOn = Literal["worse", "any", "flaky", "never"]
Key = tuple[str, str]
"""The kind and the name of a result."""


def items_of(report: Mapping[str, Any]) -> dict[Key, Result]:
    """All results of a report by kind and name, without expected failures."""
    results = filter(is_counted, results_of(report))
    return {(result["kind"], item_name(result)): result for result in results}


def status_of(result: Result) -> str:
    """Its status in a comparison: a mock grades nothing."""
    return "ungraded" if result["details"].get("mock") else str(result["status"])


def tolerated(after: Mapping[Key, Result], allowed: Exact | None) -> set[Key]:
    """The ungraded items, if they are no larger share than ``allowed``; none if one is critical."""
    items = {key: result for key, result in after.items() if key[0] != "candidate"}
    ungraded = {key for key, result in items.items() if status_of(result) == "ungraded"}
    if allowed is None or len(ungraded) > allowed * len(items):
        return set()
    checks = (check for key in ungraded for check in items[key]["checks"])
    return set() if any(check.get("demanded") for check in checks) else ungraded


def failure_reason(
    after: Mapping[Key, Result],
    fail_on: FailOn,
    allowed: Exact | None = None,
    changed: Mapping[str, int] = MappingProxyType({}),
) -> str:
    """Why a session fails; empty if it passes.

    Ungraded items fail it, unless their share is ``allowed``. ``changed`` are the numbers of what
    fails it since an earlier run, in words.
    """
    statuses = [status_of(result) for (kind, _), result in after.items() if kind != "candidate"]
    counts = dict(changed) if fail_on != "never" else {}
    counts["ungraded"] = 0 if tolerated(after, allowed) else statuses.count("ungraded")
    if fail_on in ("any", "flaky"):
        counts["failed"] = statuses.count("failed")
    if fail_on == "flaky":
        counts["flaky"] = sum(map(is_flaky, after.values()))
    return ", ".join(f"{count} {label}" for label, count in counts.items() if count)
