"""A recorded race decided by another policy than its own: what that makes of it, and differs by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from pytest_hydra.candidates.decide.model import RaceResult
from pytest_hydra.candidates.recording import CandidateRecord, CommandRun, Policy, RaceRecord
from pytest_hydra.core.numbers import exact, six_places
from pytest_hydra.core.plain import plain

_UNKNOWN = "it was not run when the race was recorded"


def with_policy(record: RaceRecord, policy: Policy) -> RaceRecord:
    """The record held to this policy.

    Dimensions that tests have added stay. A dimension that is asked for and was not recorded cannot
    be graded, nor can one of which a judge said something and that no judge is asked for any more.
    """
    runs = [run for each in (record.base, *record.candidates) for run in each.runs.items()]
    # What a command told has a log, what a test told has none.
    logged = {name for name, run in runs if run.log is not None}
    added = tuple(
        entry
        for entry in record.policy.dimensions
        if entry.score == "json" and entry.name not in {*logged, *policy.names}
    )
    kinds = {entry.name: entry.score for entry in policy.dimensions}
    stale = {name for name, run in runs if run.judged is not None and kinds.get(name) != "judge"}
    asked = {name for name, kind in kinds.items() if kind not in ("judge", "plugin")}
    asked |= {"security"} if policy.security else set()
    wanting = asked - {name for name, _ in runs if name not in stale}

    def without_stale(each: CandidateRecord) -> CandidateRecord:
        kept = {name: run for name, run in each.runs.items() if name not in stale}
        return replace(each, runs=kept)

    base = without_stale(record.base)
    absent = {
        name: CommandRun(name=name, command="", status="broken", problem=_UNKNOWN)
        for name in sorted(wanting)
    }
    return replace(
        record,
        policy=replace(policy, dimensions=(*policy.dimensions, *added)),
        base=replace(base, runs={**base.runs, **absent}),
        candidates=tuple(map(without_stale, record.candidates)),
    )


def policy_entry(recorded: RaceResult, today: RaceResult) -> dict[str, Any]:
    """That today's policy decided, where it differs, and what came of the recorded one."""
    return {
        "decided_by": "today",
        "differences": [*_differences("", *map(_tables, (recorded, today)))],
        "recorded": [
            {
                "agent": each.agent,
                "rank": rank,
                "verdict": str(each.verdict),
                "total": None if each.total is None else six_places(each.total),
            }
            for rank, each in enumerate(recorded.candidates, 1)
        ],
    }


def _tables(result: RaceResult) -> dict[str, Any]:
    """The policy as JSON values, own dimensions by their names."""
    fields: dict[str, Any] = plain(asdict(result.record.policy))
    fields["dimensions"] = {each.pop("name"): each for each in fields["dimensions"]}
    return fields


def _differences(key: str, before: Any, after: Any) -> Iterator[dict[str, Any]]:
    """What differs, by key: of a table that both have what differs in it, as weights.tests."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in dict.fromkeys([*before, *after]):
            yield from _differences(f"{key}.{name}", before.get(name), after.get(name))
    elif before != after:
        yield {"key": key.lstrip("."), "recorded": _number(before), "today": _number(after)}


def _number(value: Any) -> Any:
    return six_places(exact(value)) if isinstance(value, float) else value
