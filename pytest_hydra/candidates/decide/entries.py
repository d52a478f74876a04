"""What was decided of a race, as the report carries it: plain JSON values."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

from pytest_hydra.candidates.decide.decisions import (
    CandidateResult,
    Dimension,
    RaceResult,
    TestsResult,
)
from pytest_hydra.candidates.recording import CommandRun
from pytest_hydra.core.check import Outcome
from pytest_hydra.core.numbers import exact, six_places
from pytest_hydra.core.plain import plain, safe_text
from pytest_hydra.settings.policy import FORMULAS


def ranking_entries(result: RaceResult) -> list[dict[str, Any]]:
    """All candidates, best first."""
    return [ranking_entry(one, rank) for rank, one in enumerate(result.candidates, 1)]


def ranking_entry(result: CandidateResult, rank: int) -> dict[str, Any]:
    """One candidate; ``rank`` counts from 1."""
    source = result.record.source
    duration = source.duration_seconds
    return {
        "agent": result.agent,
        "tree": source.tree,
        "rank": rank,
        "mergeable": result.mergeable,
        "verdict": str(result.verdict),
        "total": _number(result.total),
        "coverage": six_places(result.coverage),
        "breakdown": {one.name: _number(one.score) for one in result.dimensions},
        "weights": {one.name: six_places(one.weight) for one in result.dimensions},
        "gates": [
            {"name": one.name, "state": str(one.state), "reason": safe_text(one.reason)}
            for one in result.gates
        ],
        "waivers": [asdict(one) for one in result.waivers],
        "checks": [_dimension(one) for one in result.dimensions],
        "tests": None if result.tests is None else _tests(result.tests),
        "review": [
            {"what": safe_text(one.what), "file": safe_text(one.file), "line": one.line}
            for one in result.review
        ],
        "isolation": result.record.isolation,
        "cost_usd": _number(result.cost_usd),
        "duration_seconds": None if duration is None else six_places(exact(duration)),
        "artifacts": _artifacts(result),
    }


def race_entry(result: RaceResult) -> dict[str, Any]:
    """What the candidates were held against."""
    return {
        "base": safe_text(result.base_ref),
        "base_commit": result.base_commit,
        "baseline": {
            step: _baseline(run)
            for step, run in sorted(result.base.runs.items())
            if not step.startswith("tests.")
        },
        "formulas": FORMULAS,
        "audit": {
            "known_bad": result.audit.known_bad,
            "null": result.audit.null,
            "problem": None if result.audit.problem is None else safe_text(result.audit.problem),
        },
        "require": result.policy.require,
    }


def _number(number: Any) -> int | float | None:
    return None if number is None else six_places(number)


def _dimension(one: Dimension) -> dict[str, Any]:
    outcome = Outcome.UNGRADED
    if one.score is not None:
        outcome = Outcome.PASSED if one.score == 100 else Outcome.FAILED
    return {
        "name": one.name,
        "weight": six_places(one.weight),
        "outcome": str(outcome),
        "score": _number(one.score),
        "missing": one.missing,
        "formula": one.formula,
        "inputs": plain(one.inputs),
        "message": safe_text(one.message),
    }


def _tests(tests: TestsResult) -> dict[str, Any]:
    kinds = ("lost", "fixed", "added", "dropped", "disputed", "flaky")
    return {
        "evidence": tests.evidence,
        **{kind: [safe_text(test) for test in getattr(tests, kind)] for kind in kinds},
    }


def _artifacts(result: CandidateResult) -> dict[str, str]:
    patch = result.record.source.patch
    logs = {step: run.log for step, run in sorted(result.record.runs.items()) if run.log}
    return {**({} if patch is None else {"diff": safe_text(patch)}), **logs}


def _baseline(run: CommandRun) -> dict[str, Any]:
    """How a step went on the base: counts, not names."""
    made: dict[str, Any] = {
        "status": run.status,
        "exit": run.exit,
        "seconds": six_places(exact(run.seconds)),
    }
    if run.tests is not None:
        by_outcome: Counter[str] = Counter(run.tests.outcomes.values())
        counts = by_outcome or run.tests.counts
        made |= {"evidence": run.tests.evidence, "tests": dict(sorted(counts.items()))}
    if run.lint is not None:
        made |= {"errors": run.lint.errors, "warnings": run.lint.warnings}
    return made
