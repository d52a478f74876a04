"""Decide a recorded race by another policy than its own, and report the changes."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.plain import brief, differences, plain
from pytest_hydra.engine.unit import CommandRun
from pytest_hydra.race.decide.model import CandidateResult, RaceResult
from pytest_hydra.race.record import Policy, RaceRecord

_ABSENT = "it was not run when the race was recorded"
# The policy's fields for [scoring.tests]: their prefix in the policy, and the key.
_OF_TESTS = (("test_", "files"), ("", "removed_ok"), ("", "changed_ok"))


def with_policy(record: RaceRecord, policy: Policy) -> RaceRecord:
    """The record with this policy. Dimensions that tests added stay.

    A dimension of the policy that was not recorded, or was measured differently, is ungraded.
    """
    old, records = record.policy, (record.base, *record.candidates)
    # Runs of commands have a log, scores of tests have none.
    logged = {name for entry in records for name, run in entry.runs.items() if run.log is not None}
    dimensions = [
        entry
        for entry in old.dimensions
        if entry.score == "json" and entry.name not in {*logged, *policy.names}
    ]
    scores = {entry.name: entry.score for entry in old.dimensions}
    absent = [entry.name for entry in policy.dimensions if entry.score != scores.get(entry.name)]
    absent += ["security"] if policy.security and not old.security else []
    if policy.acceptance is not None and old.acceptance is not None:
        # The files are those that were run.
        files = old.acceptance.files
        policy = replace(policy, acceptance=replace(policy.acceptance, files=files))
    elif policy.acceptance is not None:
        absent.append("acceptance")
    missing_run = CommandRun(name="", command="", status="broken", problem=_ABSENT)
    return replace(
        record,
        policy=replace(policy, dimensions=(*policy.dimensions, *dimensions)),
        base=replace(record.base, runs={**record.base.runs, **dict.fromkeys(absent, missing_run)}),
    )


def policy_changes(recorded: RaceResult, today: RaceResult) -> list[str]:
    """The differences of the policies, then the changes of candidates' results."""
    tables = (_tables(recorded), _tables(today))
    lines = [f"{key} {brief(was)} → {brief(now)}" for key, was, now in differences(*tables)]
    before = {entry.agent: _place(rank, entry) for rank, entry in enumerate(recorded.candidates, 1)}
    for rank, entry in enumerate(today.candidates, 1):
        old, new = before[entry.agent], _place(rank, entry)
        moves = [f"{word}{old[word]} → {new[word]}" for word in new if old[word] != new[word]]
        lines += [f"{entry.agent}: {', '.join(moves)}"] if moves else []
    return lines


def _place(rank: int, result: CandidateResult) -> dict[str, str]:
    """Rank, total and verdict of a candidate, by the label before each."""
    total, verdict = format_number(result.total, 1, "-"), result.verdict.replace("_", " ")
    return {"rank ": str(rank), "total ": total, "": verdict}


def _tables(result: RaceResult) -> dict[str, Any]:
    """The policy as tables of hydra.toml, own dimensions by name."""
    fields: dict[str, Any] = plain(asdict(result.record.policy))
    fields["dimensions"] = {dimension.pop("name"): dimension for dimension in fields["dimensions"]}
    for dimension in fields["dimensions"].values():
        if dimension["score"] in ("judge", "plugin"):
            dimension["judge"] = dimension.pop("score") == "judge" or None
    if fields["acceptance"]:
        # The files depend on what was run.
        del fields["acceptance"]["files"]
    lists = {key: fields.pop(f"{prefix}{key}") for prefix, key in _OF_TESTS}
    security: dict[str, Any] | None = {} if fields.pop("security") else None
    return {**fields, "tests": lists, "commands": {"security": security}}
