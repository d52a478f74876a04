"""A race decided: a pure function of what was recorded, its policy included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from pytest_hydra.candidates.decide import dimensions, measure, tampering
from pytest_hydra.candidates.decide.dimensions import Dimension, verdict_of
from pytest_hydra.candidates.decide.measure import Subject, listed
from pytest_hydra.candidates.decide.model import (
    Audit,
    CandidateResult,
    DimensionResult,
    Objections,
    RaceResult,
    Review,
    TestsResult,
    block,
    check_of,
    gate_of,
    together,
    unproven,
)
from pytest_hydra.candidates.decide.tests_dimension import measure_tests
from pytest_hydra.candidates.recording import (
    FIRST_FORMULAS,
    CandidateRecord,
    Policy,
    RaceRecord,
    Source,
)
from pytest_hydra.core.gates import Mergeable, place_in_race
from pytest_hydra.core.gates import decide as decide_gates
from pytest_hydra.core.numbers import Exact, exact, quotient, six_places
from pytest_hydra.core.scorecard import Scorecard, graded, scorecard, ungraded
from pytest_hydra.core.text import counted, one_line

_MOST_OF_A_PROBLEM = 400
_UNTRUSTED = "this race cannot be trusted"
_WANTED = {
    "speed": "speed is left out for all: nobody said how long {} worked",
    "cost": "cost is left out for all: nobody said what the work of {} cost",
}

_FAILED = {"source", "build", "tests"}
_ABSENT = ("source", "unproven")

DIMENSIONS: Mapping[str, Dimension] = {
    "build": dimensions.build,
    "tests": measure_tests,
    "lint": dimensions.lint,
    "diff_scope": dimensions.diff_scope,
    "security": dimensions.security,
}
"""The dimensions that every race knows, but for the relative ones."""

RELATIVE: Mapping[str, Dimension] = dict.fromkeys(("speed", "cost"), dimensions.relative)
"""What is held against the best of all candidates that succeeded."""


def decide_race(
    record: RaceRecord,
    trial: Audit | None = None,
    measures: Mapping[str, Dimension] = DIMENSIONS,
) -> RaceResult:
    """Decide all candidates of a race and put them in order, best first.

    Nothing depends on the order of the candidates or of mappings. ``trial`` is what `audit_race`
    made of this race, if it was asked before. ``measures`` are the dimensions that are offered, by
    name. Raises ValueError for two candidates of one name.
    """
    agents = [candidate.source.agent for candidate in record.candidates]
    if len(set(agents)) < len(agents):
        raise ValueError(f"two candidates are called alike: {', '.join(sorted(agents))}")
    trial = audit_race(record) if trial is None else trial
    alone = [_alone(candidate, record, trial, measures) for candidate in record.candidates]
    policy = record.policy
    efforts = [_effort(result, policy) for result in alone]
    pace = _pace_of(efforts, is_first=policy.is_first)
    pairs = zip(alone, efforts, strict=True)
    results = sorted((_together(*pair, pace, policy) for pair in pairs), key=_rank_key)
    wanted = tuple(entry for entry in pace.values() if isinstance(entry, str))
    return RaceResult(record=record, candidates=tuple(results), audit=trial, wanted=wanted)


# --- one candidate ------------------------------------------------------------------------------


def _alone(
    record: CandidateRecord, race: RaceRecord, trial: Audit, measures: Mapping[str, Dimension]
) -> CandidateResult:
    """What is decided of a candidate before it is held against the others."""
    source, policy = record.source, race.policy
    own = {
        entry.name: partial(dimensions.own, entry, offered=measures.get(entry.name))
        for entry in policy.dimensions
    }
    results: dict[str, DimensionResult] = {}
    objections: dict[str, Objections]
    if source.is_pinned:
        known = {name: measures.get(name, measure) for name, measure in DIMENSIONS.items()}
        every = {**known, **own, **RELATIVE}
        for name, dimension in every.items():
            results[name] = dimension(Subject(name, record, race.base, policy))
        objections = _objections(record, results, policy, trial)
        for name, result in results.items():
            # Who keeps a command from telling a score gains nothing by it, where the base has one.
            if result.score is None and name in record.runs.keys() - objections.keys():
                of_base = every[name](Subject(name, race.base, race.base, policy))
                objections |= {} if of_base.score is None else {name: result.objections}
    else:
        reason = one_line(source.problem or "it has no tree", _MOST_OF_A_PROBLEM)
        for name in policy.names:
            results[name] = Subject(name, record, race.base, policy).missing(reason)
        objections = {"source": (unproven(reason),)}
    gates = [
        gate_of(name, entries, source, policy, race.date) for name, entries in objections.items()
    ]
    tests = results["tests"].tests
    return CandidateResult(
        record=record,
        verdict=decide_gates(gate for gate, _ in gates),
        total=None,
        coverage=0,
        dimensions=tuple(results[name] for name in policy.names),
        gates=tuple(gate for gate, _ in gates),
        tests=tests.result,
        review=tests.review + tampering.reviews(record.signs or ()) + _review(source),
        churn=sum(change.added + change.removed for change in source.changes),
        cost_usd=dimensions.spent_on("cost", source, policy),
        waivers=tuple(waiver for _, waivers in gates for waiver in waivers),
    )


def _objections(
    record: CandidateRecord,
    results: Mapping[str, DimensionResult],
    policy: Policy,
    trial: Audit,
) -> dict[str, Objections]:
    """What each gate has to say, in the order of the gates. A missing dimension has none."""
    there = {name: result.objections for name, result in results.items() if not result.missing}
    tests = results["tests"].tests
    objections: dict[str, Objections] = {"source": ()}
    if policy.require_build_pass and "build" in there:
        objections["build"] = there["build"]
    if "tests" in there:
        doubts = () if trial.problem is None else (unproven(f"{_UNTRUSTED}: {trial.problem}"),)
        objections |= {"tests": there["tests"] + doubts, "dropped_tests": tests.dropped}
    empty = not record.source.changes and not policy.allow_empty_diff
    objections["empty_diff"] = (block("it changes nothing"),) if empty else ()
    if policy.require_security_pass and "security" in there:
        objections["security"] = there["security"]
    # What cannot be read is no secret where the tests cannot load it either, which blocks.
    signs = [sign for sign in record.signs or () if tests.loads or sign.kind != "unreadable"]
    objections["tampering"] = together(tests.tampering + tampering.objections(signs))
    if policy.require_isolation:
        alone = "its checks were not run in a sandbox, which require_isolation asks for"
        objections["isolation"] = (unproven(alone),) if record.isolation == "none" else ()
    for dimension in policy.dimensions:
        if dimension.gate is not None and dimension.name in there:
            objections[dimension.name] = there[dimension.name]
    return objections


def _review(source: Source) -> tuple[Review, ...]:
    what = "a file that is not tracked was taken"
    untracked = (Review(f"{what}: {listed([file])}", file) for file in source.untracked)
    # What leads out of the tree, and what was not looked at.
    return (*untracked, *(Review(note, "") for note in source.notes))


# --- held against the others --------------------------------------------------------------------


class _Effort(NamedTuple):
    """A candidate beside the others: what it took, None where nobody said it, and what stops it."""

    agent: str
    spent: Mapping[str, Exact | None]
    stops: Set[str]
    changed: bool


# The least that was spent, by dimension; or what is wanted to tell it, in words.
_Pace = Mapping[str, Exact | str]


def _effort(result: CandidateResult, policy: Policy) -> _Effort:
    source, names = result.record.source, [name for name in policy.names if name in RELATIVE]
    spent = {name: dimensions.spent_on(name, source, policy) for name in names}
    stops = _stops((gate.name, gate.state) for gate in result.gates)
    return _Effort(result.agent, spent, stops, bool(source.changes))


def _stops(states: Iterable[tuple[str, str]]) -> set[str]:
    """The gates by which a candidate cannot be merged."""
    return {name for name, state in states if state == "block" or (name, state) == _ABSENT}


def _pace_of(efforts: Sequence[_Effort], *, is_first: bool) -> _Pace:
    """The least that was spent by who may be merged and changed something, if all of them say it.

    By the first formulas it was enough to be built and tested, and that one of them said it.
    """
    pace: dict[str, Exact | str] = {}
    able = [
        effort for effort in efforts if not effort.stops & (_FAILED if is_first else effort.stops)
    ]
    for name, what in _WANTED.items():
        told = {
            effort.agent: spent
            for effort in efforts
            if (spent := effort.spent.get(name)) is not None
        }
        lacking = sorted(
            effort.agent for effort in able if name in effort.spent and effort.agent not in told
        )
        paces = [
            told[effort.agent]
            for effort in able
            if effort.agent in told and (effort.changed or is_first)
        ]
        if told and lacking and not is_first:
            pace[name] = what.format(listed(lacking))
        elif paces:
            pace[name] = min(paces)
    return pace


def _together(
    result: CandidateResult, effort: _Effort, pace: _Pace, policy: Policy
) -> CandidateResult:
    """The candidate held against the others, and what it comes to."""
    results = tuple(_relative(entry, effort, pace, policy) for entry in result.dimensions)
    card = _card(results)
    graded_weight = sum(entry.weight for entry in results if entry.score is not None)
    tests = result.dimension("tests")
    noise: Exact = 0
    if tests.score is not None and graded_weight:
        noise = quotient(tests.tests.noise * tests.weight, graded_weight)
    return replace(
        result, dimensions=results, total=card.total, coverage=card.coverage, noise=noise
    )


def _relative(
    dimension: DimensionResult, effort: _Effort, pace: _Pace, policy: Policy
) -> DimensionResult:
    spent = effort.spent.get(dimension.name)
    if spent is None or "source" in effort.stops:
        return dimension
    if dimension.name == "speed" and effort.stops & _FAILED and not policy.speed_of_failed:
        reason = "an agent that failed has no score for its speed here"
        return replace(dimension, message=reason, inputs={})
    return _paced(dimension, spent, pace)


def _paced(dimension: DimensionResult, spent: Exact, pace: _Pace) -> DimensionResult:
    """A relative dimension of who spent so much; as it is where there is no pace."""
    best, own = pace.get(dimension.name), {"own": six_places(spent)}
    if best is None:
        return dimension
    if isinstance(best, str):
        return replace(dimension, score=None, missing=True, message=best, inputs=own)
    score, inputs = measure.relative_score(best, spent), {"best": six_places(best), **own}
    return replace(dimension, score=score, message="", missing=False, inputs=inputs)


def _card(results: Iterable[DimensionResult]) -> Scorecard:
    """What dimensions come to together, without those that are missing."""
    checks = []
    for entry in results:
        fields = {"name": entry.name, "kind": entry.name, "weight": entry.weight}
        if entry.score is not None:
            checks.append(graded(entry.score, message=entry.message, **fields))
        elif not entry.missing:
            checks.append(ungraded(entry.message, **fields))
    return scorecard(checks)


def _rank_key(result: CandidateResult) -> tuple[Any, ...]:
    churn = result.churn if result.record.source.problem is None else None
    return place_in_race(result.agent, result.verdict, result.total, churn)


# --- the race itself --------------------------------------------------------------------------


def audit_race(record: RaceRecord) -> Audit:
    """Whether the race can be trusted, by its base and its known-bad candidate alone."""
    base, bad = record.base, record.known_bad
    null = measure_tests(Subject("tests", base, base, record.policy)).tests
    known_bad = "not tried" if bad is None else verdict_of(bad, base)
    problems = []
    if known_bad == "passed":
        problems.append(
            "the base's tests pass as well where every file of the product is broken, so it is not "
            "known what they test: another copy, such as one that is installed?"
        )
    gains = _gains(null.result)
    if gains:
        problems.append(f"a candidate that changes nothing does not come out even: {gains}")
    return Audit(
        known_bad=known_bad,
        null="gains something" if gains else "gains nothing",
        problem="; ".join(problems) or None,
    )


def _gains(null: TestsResult | None) -> str:
    """What the base would gain or lose against itself, in words."""
    kinds = ("lost", "fixed", "added", "dropped", "disputed")
    gains = {} if null is None else {kind: getattr(null, kind) for kind in kinds}
    return "; ".join(
        f"{counted(len(ids), 'test')} {kind}: {listed(ids)}" for kind, ids in gains.items() if ids
    )


def lost_tests(record: RaceRecord) -> tuple[str, ...]:
    """The tests, sorted, that passed on the base and so far never pass for some candidate.

    They are worth running again, in their own places, on the base and there.
    """
    lost: set[str] = set()
    for candidate in record.candidates:
        if candidate.source.is_pinned:
            subject = Subject("tests", candidate, record.base, record.policy)
            lost |= measure_tests(subject).tests.regressed
    return tuple(sorted(lost))


# --- candidates of several sessions -------------------------------------------------------------

Entry = Mapping[str, Any]


def rank_again(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """The entries of `rankings`, best first, as if one session had decided them all.

    What a candidate is given beside the others, its speed and its cost, is decided again: the
    inputs say what each took. So is its total where that changes it, from scores of six places;
    every other total stays as it is. Nothing depends on the order of the entries.
    """
    formulas = {check["formula"] for entry in entries for check in entry["checks"]}
    is_first = any(formula.startswith(f"{FIRST_FORMULAS}/") for formula in formulas)
    pace = _pace_of(list(map(_effort_of_entry, entries)), is_first=is_first)
    decided = sorted((_rescored(entry, pace) for entry in entries), key=_rank_key_of_entry)
    return [{**entry, "rank": place} for place, entry in enumerate(decided, 1)]


def _effort_of_entry(entry: Entry) -> _Effort:
    inputs = {check["name"]: check["inputs"] for check in entry["checks"]}
    own = {name: inputs[name].get("own") for name in RELATIVE if name in inputs}
    return _Effort(
        entry["agent"],
        {name: None if spent is None else exact(spent) for name, spent in own.items()},
        _stops((gate["name"], gate["state"]) for gate in entry["gates"]),
        inputs.get("diff_scope", {}).get("files") != 0,
    )


def _rescored(entry: Entry, pace: _Pace) -> dict[str, Any]:
    """The entry, held against what the best of all took."""
    results, checks, scores = [], [], {}
    for check in entry["checks"]:
        result = DimensionResult(
            name=check["name"],
            weight=exact(check["weight"]),
            score=None if check["score"] is None else exact(check["score"]),
            missing=check["missing"],
            inputs=check["inputs"],
        )
        again, own = result, result.inputs.get("own")
        if result.name in RELATIVE and own is not None:
            again = _paced(result, exact(own), pace)
        results.append(again)
        changed = again is not result
        made = check_of(again, check["formula"].partition("/")[0]) if changed else {}
        checks.append({**check, **made})
        scores[result.name] = checks[-1]["score"]
    if scores == entry["breakdown"]:
        return {**entry, "checks": checks}
    card = _card(results)
    return {
        **entry,
        "checks": checks,
        "breakdown": scores,
        "total": None if card.total is None else six_places(card.total),
        "coverage": float(six_places(card.coverage)),
    }


def _rank_key_of_entry(entry: Entry) -> tuple[Any, ...]:
    total = None if entry["total"] is None else exact(entry["total"])
    scope = next((check for check in entry["checks"] if check["name"] == "diff_scope"), None)
    churn = None
    if scope is not None and "added" in scope["inputs"]:
        churn = int(scope["inputs"]["added"]) + int(scope["inputs"]["removed"])
    return place_in_race(entry["agent"], Mergeable(entry["verdict"]), total, churn)
