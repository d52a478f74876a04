"""The dimensions of a candidate but its tests: build, lint, diff scope, security, one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pytest_hydra.candidates.decide import formulas
from pytest_hydra.candidates.decide.decisions import Dimension, Measured, block, unproven
from pytest_hydra.candidates.decide.steps import (
    comparable,
    listed,
    missing,
    scored,
    told,
    ungraded,
    usable,
)
from pytest_hydra.candidates.paths import matches
from pytest_hydra.candidates.recording import (
    CandidateRecord,
    CommandRun,
    FileChange,
    Finding,
    LintRun,
    Sign,
    Source,
    TestRun,
)
from pytest_hydra.core.numbers import Exact, exact, half_up, quotient, six_places
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.settings.policy import OwnDimension, Policy

_STRENGTH = ("exit", "counts", "ids")
# How much is shown of what a judge says.
_SAID = 400


def dimension_of(name: str, policy: Policy) -> Dimension:
    """A dimension with its nominal weight, before it is measured."""
    return Dimension(name=name, weight=exact(policy.weight(name)), score=None)


def build(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Measured:
    """Whether it builds."""
    dimension = dimension_of("build", policy)
    found = comparable(dimension, record.runs.get("build"), base.runs.get("build"))
    if isinstance(found, Measured):
        return found
    run, base_run = found
    inputs = {"passed": run.succeeded, "base_passed": base_run.succeeded}
    score = formulas.build_score(run.succeeded)
    if run.succeeded:
        return Measured(scored(dimension, score, inputs=inputs))
    reason = told(run) if base_run.succeeded else f"{told(run)}; it fails on the base as well"
    return Measured(scored(dimension, score, reason, inputs), (block(reason),))


def security(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Measured:
    """Whether the security command passes, or finds nothing that it did not find on the base."""
    dimension = dimension_of("security", policy)
    base_run = base.runs.get("security")
    run = usable(dimension, record.runs.get("security"), base_run)
    if isinstance(run, Measured):
        return run
    if run.succeeded:
        return Measured(scored(dimension, 100, inputs={"passed": True}))
    reason = told(run)
    if base_run is not None and not base_run.succeeded:
        if _evidence(run) != "ids" or _evidence(base_run) != "ids":
            reason = f"it fails on the base as well, so what it adds cannot be told: {reason}"
            return ungraded(dimension, reason)
        new, _ = _difference(_lint_of(run), _lint_of(base_run), record.source)
        if not new:
            inputs = {"passed": False, "new": 0}
            return Measured(scored(dimension, 100, "it finds nothing new", inputs))
        reason = f"{counted(len(new), 'new finding', 'new findings')}: {_found(new)}"
    return Measured(scored(dimension, 0, reason, {"passed": False}), (block(reason),))


# --- lint ---------------------------------------------------------------------------------------


def lint(record: CandidateRecord, base: CandidateRecord, policy: Policy) -> Measured:
    """What the linter finds beside what it finds on the base, or is told not to find."""
    dimension = dimension_of("lint", policy)
    found = comparable(dimension, record.runs.get("lint"), base.runs.get("lint"))
    if isinstance(found, Measured):
        return found
    hushed = [sign for sign in record.signs or () if sign.kind == "suppression"]
    return _lint(dimension, *found, record.source, hushed)


def _lint(
    dimension: Dimension,
    run: CommandRun,
    base_run: CommandRun,
    source: Source,
    hushed: Sequence[Sign] = (),
) -> Measured:
    """By its findings. ``hushed`` are those that it was told not to make: each is an error."""
    here, there = _lint_of(run), _lint_of(base_run)
    for whose, entry in (("the base's", there), ("its", here)):
        if entry.problems:
            return ungraded(dimension, f"{whose} findings cannot be read: {listed(entry.problems)}")
    if weaker(here.evidence, there.evidence):
        reason = f"its findings are known by {here.evidence}, the base's by {there.evidence}"
        return ungraded(dimension, f"{reason}: {told(run)}")
    message = ""
    if there.evidence == "ids":
        new, gone = _difference(here, there, source)
        severities = Counter(entry.severity for entry in new)
        errors, warnings, resolved = severities["error"], severities["warning"], len(gone)
        if new:
            message = f"{counted(len(new), 'new finding', 'new findings')}: {_found(new)}"
    else:
        counts = (here.errors, here.warnings, there.errors, there.warnings)
        if there.evidence == "exit":
            counts = (int(run.exit != 0), 0, int(base_run.exit != 0), 0)
        errors, warnings = max(0, counts[0] - counts[2]), max(0, counts[1] - counts[3])
        resolved = max(0, counts[2] + counts[3] - counts[0] - counts[1])
        if errors or warnings:
            new_ones = (
                counted(errors, "new error", "new errors"),
                counted(warnings, "new warning", "new warnings"),
            )
            message = f"{', '.join(new_ones)}, by their number alone: {told(run)}"
    if hushed:
        errors += len(hushed)
        places = listed([f"{entry.file}:{entry.line or '?'}" for entry in hushed])
        more = f"{counted(len(hushed), 'new suppression', 'new suppressions')}: {places}"
        message = f"{message}; {more}" if message else more
    inputs = {
        "evidence": there.evidence,
        "new_errors": errors,
        "new_warnings": warnings,
        "resolved": resolved,
        "suppressions": len(hushed),
    }
    score = formulas.lint_score(new_errors=errors, new_warnings=warnings, resolved=resolved)
    return Measured(scored(dimension, score, message, inputs))


def _lint_of(run: CommandRun) -> LintRun:
    if run.lint is not None:
        return run.lint
    return LintRun(evidence="exit", source="exit", errors=int(run.exit != 0))


def _evidence(run: CommandRun) -> str:
    return _lint_of(run).evidence


def weaker(evidence: str, than: str) -> bool:
    """Whether evidence is weaker than other evidence: by exit code, by counts, by id."""
    return _STRENGTH.index(evidence) < _STRENGTH.index(than)


def _difference(
    here: LintRun, there: LintRun, source: Source
) -> tuple[list[Finding], list[Finding]]:
    """The findings that are new, and those that are gone. Lines that moved are the same ones."""
    renamed = {
        change.path: change.old_path for change in source.changes if change.old_path is not None
    }

    def identity(finding: Finding) -> tuple[str, ...]:
        file = renamed.get(finding.file, finding.file)
        return finding.rule, file, finding.severity, finding.text

    def beyond(ones: Sequence[Finding], others: Mapping[tuple[str, ...], int]) -> list[Finding]:
        left, surplus = dict(others), []
        for entry in ones:
            key = identity(entry)
            left[key] = left.get(key, 0) - 1
            if left[key] < 0:
                surplus.append(entry)
        return surplus

    return (
        beyond(here.findings, Counter(identity(entry) for entry in there.findings)),
        beyond(there.findings, Counter(identity(entry) for entry in here.findings)),
    )


def _found(findings: Sequence[Finding]) -> str:
    return listed([f"{finding.rule} {finding.file}:{finding.line or '?'}" for finding in findings])


# --- diff scope ---------------------------------------------------------------------------------


def diff_scope(record: CandidateRecord, policy: Policy) -> Measured:
    """How large the change is, and where."""
    dimension = dimension_of("diff_scope", policy)
    changes = record.source.changes
    source = [change for change in changes if change.kind == "source"]
    lines = sum(_lines(entry) for entry in source)
    soft = sum(min(entry.moved + entry.formatting, _lines(entry)) for entry in source)
    generated = sum(_lines(change) for change in changes) - lines
    churn = formulas.counted_churn(lines=lines, soft=soft, generated=generated)
    protected = sorted(
        {
            side
            for change in changes
            for side in sides(change)
            if matches(side, policy.protected_paths)
        }
    )
    outside = sorted(
        {
            side
            for change in changes
            for side in sides(change)
            if not matches(side, policy.allowed_paths)
        }
    )
    score = formulas.diff_scope_score(
        formulas.limit_score(churn, policy.max_churn_soft),
        formulas.limit_score(len(changes), policy.max_files_soft),
        outside=bool(outside) if policy.allowed_paths else None,
        protected=bool(protected),
    )
    said = []
    if protected:
        said.append(f"protected: {listed(protected)}")
    if outside and policy.allowed_paths:
        said.append(f"out of scope: {listed(outside)}")
    if lines + generated > policy.max_churn_soft or len(changes) > policy.max_files_soft:
        said.append(f"{lines + generated} lines in {counted(len(changes), 'file', 'files')}")
    inputs = {
        "files": len(changes),
        "added": sum(change.added for change in changes),
        "removed": sum(change.removed for change in changes),
        "moved": sum(change.moved for change in changes),
        "formatting": sum(change.formatting for change in changes),
        "generated": generated,
        "churn": six_places(churn),
        "protected": protected,
        "outside": outside if policy.allowed_paths else [],
    }
    return Measured(scored(dimension, score, "; ".join(said), inputs))


def _lines(change: FileChange) -> int:
    return change.added + change.removed


def sides(change: FileChange) -> tuple[str, ...]:
    """The path of a change, and the one that it had before where that is another."""
    return (change.path,) if change.old_path is None else (change.old_path, change.path)


# --- one's own ----------------------------------------------------------------------------------


def own(
    own_dimension: OwnDimension, record: CandidateRecord, base: CandidateRecord, policy: Policy
) -> Measured:
    """A dimension that the project adds."""
    dimension = dimension_of(own_dimension.name, policy)
    if own_dimension.score == "judge":
        return _judged(own_dimension, dimension, record)
    base_run = base.runs.get(own_dimension.name)
    run = usable(dimension, record.runs.get(own_dimension.name), base_run)
    if isinstance(run, Measured):
        return run
    if own_dimension.score == "sarif" and run.score is None:
        if base_run is None:
            return ungraded(dimension, f"{own_dimension.name} was not run on the base")
        measured = _lint(dimension, run, base_run, record.source)
    else:
        score = _own_score(own_dimension, run)
        if score is None:
            return ungraded(dimension, f"there is no score in what {told(run)} left")
        message = "" if run.succeeded else told(run)
        measured = Measured(scored(dimension, score, message, {"exit": run.exit}))
    score = measured.dimension.score
    if score is None or own_dimension.gate is None or score >= exact(own_dimension.gate):
        return measured
    below, why = _below(score, own_dimension.gate), measured.dimension.message or told(run)
    base_score = None if base_run is None else _own_score(own_dimension, base_run)
    if base_score is not None and base_score < exact(own_dimension.gate) and score >= base_score:
        return Measured(
            measured.dimension, (unproven(f"{below}, and the base has no more: {why}"),)
        )
    return Measured(measured.dimension, (block(f"{below}: {why}"),))


def _below(score: Exact, gate: float) -> str:
    return f"{half_up(score, 1)} of 100 is below {half_up(exact(gate), 1)}"


def _judged(own_dimension: OwnDimension, dimension: Dimension, record: CandidateRecord) -> Measured:
    """A dimension that a judge grades: by the change alone, so that there is nothing of the base.

    What the mock says counts as a score, but is no proof for a gate, also not against one.
    """
    run = record.runs.get(own_dimension.name)
    if run is None and not record.source.changes:
        return Measured(missing(dimension, "it changes nothing, so no judge was asked"))
    if run is None:
        return ungraded(dimension, "no judge was asked")
    if run.judged is None or run.score is None:
        return ungraded(dimension, one_line(run.problem or "nothing says why", _SAID))
    said = one_line(run.judged.said, _SAID)
    inputs = {
        "judge": run.judged.judge,
        "mock": run.judged.mock,
        "prompt_digest": run.judged.digest,
    }
    score = min(max(exact(run.score), 0), 100)
    graded = scored(dimension, score, said, inputs)
    if own_dimension.gate is None:
        return Measured(graded)
    if run.judged.mock:
        return Measured(graded, (unproven(said),))
    if score < exact(own_dimension.gate):
        return Measured(graded, (block(f"{_below(score, own_dimension.gate)}: {said}"),))
    return Measured(graded)


def _own_score(own_dimension: OwnDimension, run: CommandRun) -> Exact | None:
    """The score of one run; None where nothing tells it, and the command did not fail either."""
    if own_dimension.score == "exit":
        return formulas.build_score(run.succeeded)
    if run.score is not None:
        return min(max(exact(run.score), 0), 100)
    if own_dimension.score == "junit" and run.tests is not None and not run.tests.problems:
        passed, total = passes(run.tests)
        if total:
            return quotient(100 * passed, total)
    return None if run.succeeded else 0


def passes(tests: TestRun) -> tuple[int, int]:
    """How many tests passed, and of how many that did not wait for another day."""
    counts: Mapping[str, int] = Counter(tests.outcomes.values()) or tests.counts
    passed = counts.get("passed", 0) + counts.get("xpassed", 0)
    return passed, passed + counts.get("failed", 0) + counts.get("error", 0)
