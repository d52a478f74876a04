"""The dimensions of a candidate except its tests: build, lint, diff scope, security, own ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from pytest_hydra.core.numbers import Exact, exact, half_up, half_up_beside, quotient, six_places
from pytest_hydra.core.path_patterns import matches
from pytest_hydra.core.text import counted, listed, one_line
from pytest_hydra.plugins.engine.endings import ending, log_of
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.git.diff import FileChange
from pytest_hydra.plugins.race.decide import measure
from pytest_hydra.plugins.race.decide.measure import PASSING, Measured
from pytest_hydra.plugins.race.decide.model import DimensionResult, KnownBad, block, unproven
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.policy.scoring import DimensionSettings
from pytest_hydra.plugins.race.record import CandidateRecord, Source
from pytest_hydra.plugins.race.roles import sides
from pytest_hydra.plugins.results.outcomes import Finding, LintRun, Sign, TestRun


class Dimension(Protocol):
    """A function that measures one dimension of a candidate."""

    def __call__(self, subject: Measured, /) -> DimensionResult:
        """The result of the dimension: a pure function of the record and the policy."""


# The most characters that are shown of a judge's ruling.
_MOST_OF_A_RULING = 400
_MILLION = 1_000_000


def build(subject: Measured) -> DimensionResult:
    """Whether the build passes, and the share of its outputs. A missing output blocks.

    A build that fails on the base as well is unproven.
    """
    runs = subject.ended_runs()
    if isinstance(runs, DimensionResult):
        return runs
    run, base_run = runs
    inputs: dict[str, int] = {"passed": run.succeeded, "base_passed": base_run.succeeded}
    if run.succeeded:
        return subject.scored(100, "", inputs)
    if not base_run.succeeded:
        # A failure that was there before is no fault of the candidate.
        return subject.ungraded(f"{ending(run)}; it fails on the base as well")
    reason = ending(run)
    score: Exact = 0
    if run.exit == 0 and run.outputs > 1:
        inputs |= {"made": run.outputs - len(run.missing), "outputs": run.outputs}
        score = quotient(100 * inputs["made"], run.outputs)
    return subject.scored(score, reason, inputs, block(reason))


def security(subject: Measured) -> DimensionResult:
    """Whether the security command passes, or has no findings beyond those on the base."""
    run, base_run = subject.ended_run(), subject.base_run
    if isinstance(run, DimensionResult):
        return run
    if run.succeeded:
        return subject.scored(100, "", {"passed": True})
    reason = ending(run)
    if base_run is not None and not base_run.succeeded:
        lint_run, base_lint = _lint_of(run), _lint_of(base_run)
        if lint_run.evidence != "ids" or base_lint.evidence != "ids":
            reason = f"it fails on the base as well, so new findings cannot be identified: {reason}"
            return subject.ungraded(reason)
        new, _ = _difference(lint_run, base_lint, subject.record.source)
        if not new:
            return subject.scored(100, "no new findings", {"passed": False, "new": 0})
        reason = _new_findings(new)
    return subject.scored(0, reason, {"passed": False}, block(reason))


# --- lint ---------------------------------------------------------------------------------------


def lint(subject: Measured) -> DimensionResult:
    """The linter's findings beyond those on the base, and new suppressions."""
    runs = subject.ended_runs()
    if isinstance(runs, DimensionResult):
        return runs
    signs = subject.record.signs or ()
    return _lint(subject, *runs, [sign for sign in signs if sign.kind == "suppression"])


def _lint(
    subject: Measured, run: CommandRun, base_run: CommandRun, suppressions: Sequence[Sign] = ()
) -> DimensionResult:
    """The score of a linter. Each of ``suppressions`` counts as an error."""
    lint_run, base_lint = _lint_of(run), _lint_of(base_run)
    for owner, entry in (("the base's", base_lint), ("its", lint_run)):
        if entry.problems:
            return subject.ungraded(f"{owner} findings cannot be read: {listed(entry.problems)}")
    if base_lint.evidence not in ("exit", lint_run.evidence):
        evidence = f"{lint_run.evidence} here, {base_lint.evidence} on the base"
        reason = f"its findings cannot be compared with the base's ({evidence}): {ending(run)}"
        return subject.ungraded(reason)
    message = ""
    if base_lint.evidence == "ids":
        new, gone = _difference(lint_run, base_lint, subject.record.source)
        severities = Counter(entry.severity for entry in new)
        errors, warnings, resolved = severities["error"], severities["warning"], len(gone)
        if new:
            message = _new_findings(new)
    else:
        counts = (lint_run.errors, lint_run.warnings, base_lint.errors, base_lint.warnings)
        if base_lint.evidence == "exit":
            if run.exit != 0 != base_run.exit:
                reason = "only the exit code is known, and the linter fails on the base as well"
                return subject.ungraded(f"{reason}, so new findings cannot be counted")
            counts = (int(run.exit != 0), 0, int(base_run.exit != 0), 0)
        errors, warnings = max(0, counts[0] - counts[2]), max(0, counts[1] - counts[3])
        resolved = max(0, counts[2] + counts[3] - counts[0] - counts[1])
        if errors or warnings:
            numbers = f"{counted(errors, 'new error')}, {counted(warnings, 'new warning')}"
            message = f"{numbers}, compared by number only{log_of(run)}"
    if suppressions:
        errors += len(suppressions)
        places = listed([f"{entry.file}:{entry.line or '?'}" for entry in suppressions])
        text = f"{counted(len(suppressions), 'new suppression')}: {places}"
        message = f"{message}; {text}" if message else text
    inputs = {
        "evidence": base_lint.evidence,
        "new_errors": errors,
        "new_warnings": warnings,
        "resolved": resolved,
        "suppressions": len(suppressions),
    }
    score = measure.lint_score(new_errors=errors, new_warnings=warnings, resolved=resolved)
    return subject.scored(score, message, inputs)


def _lint_of(run: CommandRun) -> LintRun:
    return run.lint or LintRun(evidence="exit", source="exit", errors=int(run.exit != 0))


def _difference(
    lint_run: LintRun, base: LintRun, source: Source
) -> tuple[list[Finding], list[Finding]]:
    """The findings that are new, and those that are gone. A finding on a moved line is neither."""
    renamed = {
        change.path: change.old_path for change in source.changes if change.old_path is not None
    }

    def identity(finding: Finding) -> tuple[str, ...]:
        file = renamed.get(finding.file, finding.file)
        return finding.rule, file, finding.severity, finding.text

    def excess(findings: Sequence[Finding], rest: Sequence[Finding]) -> list[Finding]:
        counts, surplus = Counter(map(identity, rest)), []
        for finding in findings:
            counts[identity(finding)] -= 1
            if counts[identity(finding)] < 0:
                surplus.append(finding)
        return surplus

    return excess(lint_run.findings, base.findings), excess(base.findings, lint_run.findings)


def _new_findings(findings: Sequence[Finding]) -> str:
    places = listed([f"{entry.rule} {entry.file}:{entry.line or '?'}" for entry in findings])
    return f"{counted(len(findings), 'new finding')}: {places}"


# --- diff scope ---------------------------------------------------------------------------------


def diff_scope(subject: Measured) -> DimensionResult:
    """How large the change is, and where."""
    changes, policy = subject.record.source.changes, subject.policy.scoring.diff_scope
    source = [change for change in changes if change.kind == "source"]
    lines = sum(_lines(entry) for entry in source)
    generated = sum(_lines(change) for change in changes) - lines
    churn = measure.counted_churn(lines=lines, generated=generated)
    roles = subject.record.source.roles
    paths = sorted(set(sides(changes)))
    protected = [path for path in paths if matches(path, policy.protected_paths)]
    outside: list[str] = []
    if policy.allowed_paths:
        outside = [path for path in paths if not matches(path, policy.allowed_paths)]
    score = measure.diff_scope_score(
        measure.limit_score(churn, policy.max_churn_soft),
        measure.limit_score(len(changes), policy.max_files_soft),
        outside=bool(outside) if policy.allowed_paths else None,
        protected=bool(protected),
    )
    reasons = []
    if protected:
        reasons.append(f"protected: {listed(protected)}")
    if outside:
        reasons.append(f"out of scope: {listed(outside)}")
    if lines + generated > policy.max_churn_soft or len(changes) > policy.max_files_soft:
        reasons.append(f"{lines + generated} lines in {counted(len(changes), 'file')}")
    inputs = {
        "files": len(changes),
        "added": sum(change.added for change in changes),
        "removed": sum(change.removed for change in changes),
        "generated": generated,
        "product": sum(_lines(entry) for entry in source if roles.get(entry.path) != "test"),
        "churn": churn,
        "protected": protected,
        "outside": outside,
    }
    return subject.scored(score, "; ".join(reasons), inputs)


def _lines(change: FileChange) -> int:
    return change.added + change.removed


# --- speed and cost -----------------------------------------------------------------------------


def relative(subject: Measured) -> DimensionResult:
    """The speed or the cost, which has a score once the best candidate is known."""
    usage = usage_of(subject.name, subject.record.source, subject.policy)
    if usage is None:
        value = "the agent's working time" if subject.name == "speed" else "the agent's cost"
        return subject.missing(f"{value} is not known")
    # Reported all the same: it may get a score beside candidates of another session.
    reason = "no successful agent to compare it with"
    return subject.missing(reason, {"own": six_places(usage)})


def usage_of(name: str, source: Source, policy: Policy) -> Exact | None:
    """The seconds for ``speed``, or the USD for ``cost``; None if unknown.

    The cost is as reported, else calculated from the tokens.
    """
    amount = source.duration_seconds if name == "speed" else source.cost_usd
    if amount is not None or name == "speed":
        return None if amount is None else exact(amount)
    price = policy.prices.get(source.model or "")
    if price is None or source.tokens is None or not {"input", "output"} <= source.tokens.keys():
        return None
    dollars = source.tokens["input"] * exact(price.input)
    dollars += source.tokens["output"] * exact(price.output)
    return quotient(dollars, _MILLION)


# --- own dimensions -----------------------------------------------------------------------------


def own(
    dimension: DimensionSettings, subject: Measured, *, plugin: Dimension | None = None
) -> DimensionResult:
    """A dimension that the project adds; ``plugin`` is a plugin's dimension of that name."""
    if dimension.judge:
        return _judge_dimension(dimension, subject)
    if (
        dimension.is_offered
        and subject.name not in subject.record.runs
        and subject.name not in subject.base.runs
    ):
        return _plugin_dimension(dimension, subject, plugin)
    run, base_run = subject.ended_run(), subject.base_run
    if isinstance(run, DimensionResult):
        return run
    if dimension.score == "sarif" and run.score is None:
        if base_run is None:
            return subject.ungraded(f"{dimension.name} was not run on the base")
        result = _lint(subject, run, base_run)
    else:
        score = _own_score(dimension, run)
        if score is None:
            return subject.ungraded(f"no score was found: {ending(run)}")
        message = "" if run.succeeded else ending(run)
        result = subject.scored(score, message, {"exit": run.exit})
    score = result.score
    if score is None or dimension.least is None or score >= exact(dimension.least):
        return result
    shortfall, reason = _shortfall(score, dimension.least), result.message or ending(run)
    objection = block(f"{shortfall}: {reason}")
    base_score = None if base_run is None else _own_score(dimension, base_run)
    if base_score is not None and base_score < exact(dimension.least) and score >= base_score:
        objection = unproven(f"{shortfall}, but not below the base's: {reason}")
    return replace(result, objections=(objection,))


def _plugin_dimension(
    dimension: DimensionSettings, subject: Measured, plugin: Dimension | None
) -> DimensionResult:
    """A dimension of a plugin; the project's gate applies if the plugin has no objections."""
    if plugin is None:
        return subject.ungraded(f"no plugin in this session provides {dimension.name}")
    try:
        result = plugin(subject)
    except Exception as error:  # noqa: BLE001 - a plugin may raise anything; the race goes on
        reason = f"{type(error).__name__}: {error}"
        return subject.ungraded(f"the plugin's measure raised {one_line(reason, 200)}")
    gate = dimension.least
    if result.score is None or gate is None or result.objections or result.score >= exact(gate):
        return result
    suffix = f": {result.message}" if result.message else ""
    return replace(result, objections=(block(f"{_shortfall(result.score, gate)}{suffix}"),))


def _shortfall(score: Exact, gate: float) -> str:
    return f"{half_up_beside(score, 1, exact(gate))} of 100 is below {half_up(exact(gate), 1)}"


def _judge_dimension(dimension: DimensionSettings, subject: Measured) -> DimensionResult:
    """A dimension graded by a judge, who sees only the change: there is no result for the base.

    The score of a mock judge counts, but proves nothing for or against a gate.
    """
    run = subject.run
    if run is None and not subject.record.source.changes:
        return subject.missing("it changes nothing, so no judge was called")
    if run is None:
        return subject.ungraded("no judge was called")
    if run.judged is None or run.score is None:
        return subject.ungraded(one_line(run.problem or "no reason was given", _MOST_OF_A_RULING))
    words = one_line(run.judged.said, _MOST_OF_A_RULING)
    inputs = {
        "judge": run.judged.judge,
        "mock": run.judged.mock,
        "prompt_digest": run.judged.digest,
    }
    score = min(max(exact(run.score), 0), 100)
    objections = []
    if dimension.least is not None and run.judged.mock:
        objections = [unproven(words)]
    elif dimension.least is not None and score < exact(dimension.least):
        objections = [block(f"{_shortfall(score, dimension.least)}: {words}")]
    return subject.scored(score, words, inputs, *objections)


def _own_score(dimension: DimensionSettings, run: CommandRun) -> Exact | None:
    """The score of one run; None if there is none although the command succeeded."""
    if run.score is not None:  # printed by the command, or measured by a test
        return min(max(exact(run.score), 0), 100)
    if dimension.score == "exit":
        return 100 if run.succeeded else 0
    if dimension.score == "junit" and run.tests is not None and not run.tests.problems:
        passed, total = passes(run.tests)
        if total:
            return quotient(100 * passed, total)
    return None if run.succeeded else 0


def passes(tests: TestRun) -> tuple[int, int]:
    """How many tests passed, and of how many that were neither skipped nor expected to fail."""
    counts: Mapping[str, int] = Counter(tests.outcomes.values()) or tests.counts
    passed = counts.get("passed", 0) + counts.get("xpassed", 0)
    return passed, passed + counts.get("failed", 0) + counts.get("error", 0)


def verdict_of(bad: CandidateRecord, base: CandidateRecord) -> KnownBad:
    """The result of the known-bad candidate, which checks the race."""
    build, run, base_run = bad.runs.get("build"), bad.runs.get("tests"), base.runs.get("tests")
    if build is not None and build.status == "done" and not build.succeeded:
        return "blocked"
    if run is None or run.status == "broken" or base_run is None or base_run.tests is None:
        return "not tried"
    if run.tests is None or run.status == "timeout" or (run.exit != 0 and base_run.exit == 0):
        return "blocked"
    base_tests, tests = base_run.tests, run.tests
    if base_tests.evidence == "ids":
        passed = (test for test, outcome in base_tests.outcomes.items() if outcome in PASSING)
        is_lost = any(tests.outcomes.get(test) not in PASSING for test in passed)
    else:
        # If there is only an exit code, it was compared above.
        is_lost = base_tests.evidence == "counts" and passes(tests)[0] < passes(base_tests)[0]
    return "blocked" if is_lost else "passed"


def failures_to_see(base: CommandRun | None) -> int | None:
    """How many failed tests prove that one is lost; None if lost tests cannot be detected."""
    tests = None if base is None else base.tests
    if base is None or base.status != "done" or tests is None:
        return None
    if tests.problems or tests.modules:
        return None  # the results cannot be trusted anyway
    if tests.evidence == "exit":
        return 1 if base.exit == 0 else None
    passed, total = passes(tests)
    return 1 + total - passed if passed else None
