"""Decide a recorded race by another policy than its own, and report the changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.plain import brief, differences
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.decide.model import CandidateResult, RaceResult
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import ACCEPTANCE, RaceRecord

_ABSENT = "it was not run when the race was recorded"
# Settings that say what is run, not how it is decided.
_OF_COMMANDS: Any = {
    **dict.fromkeys(("profile", "python", "timeout_per_check_seconds", "commands"), True),
    **dict.fromkeys(("skip_after_failed_build", "build", "results"), True),
    "tests": {"pythonpath", "plugins", "reruns", "rerun_budget_seconds"},
    "dimensions": {"__all__": {"command", "timeout_seconds", "pattern", "path"}},
}
_OF_RACE: Any = {
    "require": True,
    "cross_examination": True,
    "acceptance": {"fail_to_pass", "pass_to_pass"},
}


def with_policy(record: RaceRecord, policy: Policy) -> RaceRecord:
    """The record with this policy. Dimensions that tests added stay.

    A dimension of the policy that was not recorded, or was measured differently, is ungraded.
    """
    old, records = record.policy, (record.base, *record.candidates)
    run = {name for entry in records for name in entry.runs}
    # Dimensions of plugins have no runs.
    added = [
        entry
        for entry in old.scoring.dimensions
        if entry.is_offered and entry.name in run and entry.name not in policy.names
    ]
    scores = {entry.name: entry.measured_by for entry in old.scoring.dimensions}
    absent = [
        entry.name
        for entry in policy.scoring.dimensions
        if entry.measured_by != scores.get(entry.name)
    ]
    absent += [name for name in ("security", ACCEPTANCE) if name in {*policy.names} - {*old.names}]
    missing_run = CommandRun(name="", command="", status="broken", problem=_ABSENT)
    dimensions = [*policy.scoring.dimensions, *added]
    scoring = policy.scoring.model_copy(update={"dimensions": dimensions})
    update = {"scoring": scoring, "task_files": old.task_files}
    return replace(
        record,
        policy=policy.model_copy(update=update),
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
    """What decides of the policy, as tables of hydra.toml: `[scoring]` first."""
    policy = result.record.policy
    tables = policy.scoring.model_dump(mode="json", exclude=_OF_COMMANDS)
    tables["dimensions"] = {entry.pop("name"): entry for entry in tables["dimensions"]}
    tables["commands"] = {"security": None if policy.scoring.commands.security is None else {}}
    race = policy.race.model_dump(mode="json", include=_OF_RACE)
    return {**tables, "race": race, **policy.model_dump(mode="json", include={"prices"})}
