"""Decide a race: a pure function of its record, which includes the policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from pytest_hydra.core.gates import GateState, place_in_race
from pytest_hydra.core.gates import decide as decide_gates
from pytest_hydra.core.text import listed, one_line
from pytest_hydra.plugins.race.decide import dimensions, tampering
from pytest_hydra.plugins.race.decide.acceptance import measure_acceptance
from pytest_hydra.plugins.race.decide.cross_examination import CrossExamination
from pytest_hydra.plugins.race.decide.dimensions import Dimension, verdict_of
from pytest_hydra.plugins.race.decide.measure import Measured, explain_statuses
from pytest_hydra.plugins.race.decide.model import (
    Audit,
    CandidateResult,
    DimensionResult,
    Objections,
    RaceResult,
    Review,
    block,
    gate_of,
    merge_objections,
    unproven,
)
from pytest_hydra.plugins.race.decide.pace import RELATIVE, merits_of, score_relatives
from pytest_hydra.plugins.race.decide.tests import measure_tests
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import AGREEMENT, CandidateRecord, RaceRecord, Source

_MOST_OF_A_PROBLEM = 400
_UNTRUSTED = "this race cannot be trusted"

DIMENSIONS: Mapping[str, Dimension] = {
    "build": dimensions.build,
    "tests": measure_tests,
    "acceptance": measure_acceptance,
    "lint": dimensions.lint,
    "diff_scope": dimensions.diff_scope,
    "security": dimensions.security,
}
"""The built-in dimensions, except for the relative ones."""


def decide_race(
    record: RaceRecord,
    trial: Audit | None = None,
    measures: Mapping[str, Dimension] = DIMENSIONS,
) -> RaceResult:
    """Decide all candidates of a race and rank them, best first.

    The result does not depend on the order of the candidates or of mappings. ``trial`` is the
    result of `audit_race`, if it was called before. ``measures`` are the available dimensions, by
    name. Raises ValueError for two candidates of one name.
    """
    agents = [candidate.source.agent for candidate in record.candidates]
    if len(set(agents)) < len(agents):
        raise ValueError(f"two candidates have the same name: {', '.join(sorted(agents))}")
    trial = audit_race(record) if trial is None else trial
    examination = CrossExamination(record)
    explained = replace(record, base=explain_statuses(record.base, record.base))
    unranked = [
        _candidate_result(candidate, explained, trial, examination, measures)
        for candidate in record.candidates
    ]
    results, gaps = score_relatives(unranked, record.policy)
    ranked = tuple(sorted(results, key=_rank_key))
    pairs = examination.pairs
    return RaceResult(record=record, candidates=ranked, audit=trial, gaps=gaps, pairs=pairs)


# --- one candidate ------------------------------------------------------------------------------


def _candidate_result(
    record: CandidateRecord,
    race: RaceRecord,
    trial: Audit,
    examination: CrossExamination,
    measures: Mapping[str, Dimension],
) -> CandidateResult:
    """The result of a candidate before it is compared with the others."""
    source, policy, original = record.source, race.policy, record
    record, base = explain_statuses(record, race.base), race.base
    own = {
        entry.name: partial(dimensions.own, entry, plugin=measures.get(entry.name))
        for entry in policy.scoring.dimensions
    }
    results: dict[str, DimensionResult] = {}
    objections: dict[str, Objections]
    if source.is_pinned:
        builtin = {name: measures.get(name, measure) for name, measure in DIMENSIONS.items()}
        all_dimensions = {**builtin, **own, **RELATIVE, AGREEMENT: examination.agreement}
        for name, dimension in all_dimensions.items():
            results[name] = dimension(Measured(name, record, base, policy))
        objections = _objections(record, results, policy, trial)
        for name, result in results.items():
            # A candidate that keeps a command from printing a score gains nothing, if the base
            # has one.
            if result.score is None and name in record.runs.keys() - objections.keys():
                base_result = all_dimensions[name](Measured(name, base, base, policy))
                objections |= {} if base_result.score is None else {name: result.objections}
    else:
        reason = one_line(source.problem or "it has no tree", _MOST_OF_A_PROBLEM)
        for name in policy.names:
            results[name] = Measured(name, record, base, policy).missing(reason)
        objections = {"source": (unproven(reason),)}
    gates = [
        gate_of(name, entries, source, policy, race.date) for name, entries in objections.items()
    ]
    tests = results["tests"].tests
    return CandidateResult(
        record=original,
        verdict=decide_gates(gate for gate, _ in gates),
        total=None,
        coverage=0,
        dimensions=tuple(results[name] for name in policy.names),
        gates=tuple(gate for gate, _ in gates),
        tests=tests.result,
        review=examination.reviews(source.agent)
        + tests.review
        + tampering.reviews(record.signs or ())
        + _review(source),
        churn=sum(change.added + change.removed for change in source.changes),
        cost_usd=dimensions.usage_of("cost", source, policy),
        waivers=tuple(waiver for _, waivers in gates for waiver in waivers),
    )


def _objections(
    record: CandidateRecord,
    results: Mapping[str, DimensionResult],
    policy: Policy,
    trial: Audit,
) -> dict[str, Objections]:
    """The objections by gate, in the order of the gates. A missing dimension has no gate."""
    present = {name: result.objections for name, result in results.items() if not result.missing}
    tests, gates = results["tests"].tests, policy.scoring.gates
    objections: dict[str, Objections] = {"source": ()}
    if gates.require_build_pass and "build" in present:
        objections["build"] = present["build"]
    if "tests" in present:
        doubts = () if trial.problem is None else (unproven(f"{_UNTRUSTED}: {trial.problem}"),)
        objections |= {"tests": present["tests"] + doubts, "dropped_tests": tests.dropped}
    if policy.race.acceptance is not None and "acceptance" in present:
        objections["acceptance"] = present["acceptance"]
    is_empty = not record.source.changes and not gates.allow_empty_diff
    objections["empty_diff"] = (block("it changes nothing"),) if is_empty else ()
    if gates.require_security_pass and "security" in present:
        objections["security"] = present["security"]
    # A file that cannot be read hides nothing if the tests cannot load it: that blocks anyway.
    signs = [sign for sign in record.signs or () if tests.loads or sign.kind != "unreadable"]
    objections["tampering"] = merge_objections(tests.tampering + tampering.objections(signs))
    if gates.require_isolation:
        reason = "its checks were not run in a sandbox, but require_isolation is true"
        objections["isolation"] = (unproven(reason),) if record.isolation == "none" else ()
    for dimension in policy.scoring.dimensions:
        if dimension.least is not None and dimension.name in present:
            objections[dimension.name] = present[dimension.name]
    return objections


def _review(source: Source) -> tuple[Review, ...]:
    text = "an untracked file is part of the change"
    untracked = (Review(f"{text}: {listed([file])}", file) for file in source.untracked)
    # Links that lead out of the tree, and files that were not examined.
    return (*untracked, *(Review(note, "") for note in source.notes))


def _rank_key(result: CandidateResult) -> tuple[Any, ...]:
    merits = merits_of({entry.name: entry.inputs for entry in result.dimensions})
    return place_in_race(result.agent, result.verdict, result.total, merits)


# --- the race itself --------------------------------------------------------------------------


def audit_race(record: RaceRecord) -> Audit:
    """Check whether the race can be trusted, by its known-bad candidate."""
    bad = record.known_bad
    known_bad = "not tried" if bad is None else verdict_of(bad, record.base)
    problem = (
        "the base's tests still pass after every product file was broken, so they test other "
        "code, perhaps an installed copy"
    )
    return Audit(known_bad=known_bad, problem=problem if known_bad == "passed" else None)


def is_mergeable_without(record: RaceRecord, gate: str) -> bool:
    """Whether all gates of the only candidate pass, but for this one, which is not known yet."""
    (result,) = decide_race(record).candidates
    return all(entry.state is GateState.PASS for entry in result.gates if entry.name != gate)


def lost_tests(record: RaceRecord) -> tuple[str, ...]:
    """The tests, sorted, that some candidate lost: worth a rerun on the base and on its code."""
    lost: set[str] = set()
    base = explain_statuses(record.base, record.base)
    for candidate in record.candidates:
        if candidate.source.is_pinned:
            explained = explain_statuses(candidate, base)
            subject = Measured("tests", explained, base, record.policy)
            lost |= measure_tests(subject).tests.lost
    return tuple(sorted(lost))
