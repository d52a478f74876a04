"""Measuring a dimension: recorded results, their descriptions, and the formulas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from posixpath import basename
from typing import Any

from pytest_hydra.core.numbers import Exact, exact, quotient, six_places
from pytest_hydra.core.text import listed, read_rows
from pytest_hydra.plugins.engine.endings import ending, in_seconds
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.decide.model import DimensionResult, Objection, block, unproven
from pytest_hydra.plugins.race.policy.race_tables import Policy
from pytest_hydra.plugins.race.record import MERGED, CandidateRecord, Source
from pytest_hydra.plugins.race.runner_configuration import INSTALLING
from pytest_hydra.plugins.results.command_lines import words_of
from pytest_hydra.plugins.results.outcomes import TestRun
from pytest_hydra.plugins.results.protocol import UNEXPLAINED

# What runs print of a file or a package that is not there.
_ABSENT = ("ModuleNotFoundError", "ImportError", "FileNotFoundError", "Cannot find module")
# A time-out after less than this many times the base's duration proves nothing.
_FACTOR = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """One candidate, measured in the dimension ``name``: its record, the base's, and the policy."""

    name: str
    record: CandidateRecord
    base: CandidateRecord
    policy: Policy

    @property
    def run(self) -> CommandRun | None:
        """The command's run on the candidate."""
        return self.record.runs.get(self.name)

    @property
    def base_run(self) -> CommandRun | None:
        """The command's run on the base."""
        return self.base.runs.get(self.name)

    def scored(
        self,
        score: Exact | None,
        message: str = "",
        inputs: Mapping[str, Any] | None = None,
        *objections: Objection,
    ) -> DimensionResult:
        """The dimension with its score."""
        return DimensionResult(
            name=self.name,
            weight=exact(self.policy.weight(self.name)),
            score=score,
            message=message,
            inputs=inputs or {},
            objections=objections,
        )

    def missing(self, reason: str, inputs: Mapping[str, Any] | None = None) -> DimensionResult:
        """The dimension without a command or data."""
        return replace(self.scored(None, reason, inputs), missing=True)

    def ungraded(self, reason: str) -> DimensionResult:
        """The dimension if it cannot be graded: its gate is unproven."""
        return self.scored(None, reason, None, unproven(reason))

    def ended_run(self) -> DimensionResult | CommandRun:
        """The candidate's run, if it ended, and the run on the base as well if there is one.

        Otherwise the result of the dimension without it.
        """
        run, base = self.run, self.base_run
        if run is None and base is None:
            return self.missing("there is no command for it")
        if base is not None and base.status != "done" and not base.command:
            # The same message for each dimension, so that it is reported once.
            return self.ungraded(f"on the base {ending(base)}")
        if base is not None and base.status != "done":
            return self.ungraded(f"{self.name} cannot be judged: on the base {ending(base)}")
        if run is None:
            return self.ungraded(f"{self.name} was not run")
        if run.status == "broken":
            return self.ungraded(ending(run))
        return self._timed_out(run) if run.status == "timeout" else run

    def ended_runs(self) -> DimensionResult | tuple[CommandRun, CommandRun]:
        """The candidate's run and the base's if both ended, else the result of the dimension."""
        run = self.ended_run()
        if isinstance(run, DimensionResult):
            return run
        if self.base_run is None:
            return self.ungraded(f"{self.name} was not run on the base")
        return run, self.base_run

    def _timed_out(self, run: CommandRun) -> DimensionResult:
        reason = ending(run)
        if self.base_run is not None:
            duration = self.base_run.seconds
            reason += f"; on the base it takes {in_seconds(duration)}"
            if exact(run.seconds) < _FACTOR * exact(duration):
                return self.ungraded(f"{reason}; a timeout below {_FACTOR} times that is no proof")
        return self.scored(0, reason, None, block(reason))


# --- tests by id ---------------------------------------------------------------------------------

PASSING = ("passed", "xpassed")
SILENT = ("skipped", "xfailed")
NO_TESTS = 5
"""pytest's exit code when no tests were collected."""

# Sources that report files or folders that cannot be collected, and whose ids begin with them.
_BY_PLACE = ("recorder", "go", "jest")


class RunResults:
    """The tests of a run, without entries for files that could not be collected.

    ``is_complete``: tests without an outcome do not exist. ``files``: only their tests were run
    (none: all). ``nothing``: no test could be run at all.
    """

    def __init__(self, run: CommandRun) -> None:
        self.tests = run.tests or NOTHING
        self.files = run.files
        self.is_complete = not self.tests.problems
        # The test runner itself reports that no test could be run.
        failed = run.status == "done" and run.exit not in (0, NO_TESTS)
        self.nothing = failed and self.tests.evidence == "ids" and not self.tests.outcomes
        self.uncollected = uncollected(self.tests)
        self.outcomes = {
            test: outcome
            for test, outcome in self.tests.outcomes.items()
            if test not in self.uncollected
        }
        self._places = {self.tests.files.get(entry, entry) for entry in self.uncollected}

    def cannot_collect(self, test: str, place: str) -> bool:
        """Whether no test could be run, or none in the test's file, ``place``."""
        start = test.partition("::")[0]
        if self._places and not place and self.tests.source not in _BY_PLACE:
            return True  # its file is unknown
        return self.nothing or any(
            # An error in a folder (its conftest.py) applies to all files in it.
            entry in ("", ".", place, start) or place.startswith(f"{entry}/")
            for entry in self._places
        )


NOTHING = TestRun(evidence="ids", source="none")


def file_of(test: str, tests: TestRun) -> str | None:
    """The file of a test, if the run reports it or the id begins with it."""
    file = tests.files.get(test)
    if file is None and tests.source == "recorder":
        start, colons, _ = test.partition("::")
        return start if colons else None
    return file


def uncollected(tests: TestRun) -> frozenset[str]:
    """The files, folders and packages that could not be collected: such errors are of no test."""
    by_place = tests.source in _BY_PLACE
    return frozenset(
        test
        for test, outcome in tests.outcomes.items()
        if (outcome == "error" and "::" not in test and by_place)
        # Node reports such a file as a test of that name.
        or (outcome in ("error", "failed") and tests.files.get(test) == test)
    )


def results_of(run: CommandRun | None) -> RunResults | None:
    """The results of a run, if it ended and can be trusted."""
    if run is None or run.tests is None or run.status != "done":
        return None
    if uncollected(run.tests) and not run.tests.modules:
        return RunResults(run)
    return None if why_unknown(run) is not None else RunResults(run)


def absence(run: CommandRun) -> str:
    """Advice if a command may need the network, or files that are not in git; empty if not."""
    name = next((word for word in words_of(run.command) if basename(word) in INSTALLING), None)
    if name is not None:
        name = basename(name)
        return f"; {name} installs packages, which needs the network: name what {name} runs instead"
    is_absent = any(word in run.tail for word in _ABSENT)
    return "; use [race] setup to create untracked files or fetch submodules" if is_absent else ""


def explain_statuses(record: CandidateRecord, base: CandidateRecord) -> CandidateRecord:
    """The record, without problems of exit statuses that the change is not the cause of.

    A test command also fails by a threshold, as of coverage, which the base's tests alone or
    those of the task may miss. Such a status counts against a change only if the base's run ends
    otherwise, and the candidate's own version does not end with 0. Our recorder knows what pytest
    fails by, so its problems stay, and so does a crash, which has a status of 128 or more.
    """
    base_run = base.runs.get("tests")
    own = record.runs.get("tests.own", record.runs.get("tests"))
    is_own_fine = own is not None and own.exit == 0
    runs = dict(record.runs)
    for step, run in record.runs.items():
        tests = run.tests
        if (
            tests is not None
            and tests.source != "recorder"
            and len(tests.problems) == 1
            and tests.problems[0].endswith(UNEXPLAINED)
            and run.exit is not None
            and run.exit < 128
            and (is_own_fine or (base_run is not None and run.exit == base_run.exit))
        ):
            runs[step] = replace(run, tests=replace(tests, problems=()))
    return replace(record, runs=runs)


def why_unknown(run: CommandRun | None) -> str | None:
    """Why a run of the candidate's own tests has no full results; None if it has."""
    if run is None:
        return "its own tests were not run"
    if run.status != "done":
        return f"the run of its own tests did not finish: {ending(run)}"
    if run.tests is None or run.tests.evidence != "ids":
        return f"the results of its own tests have no test ids: {ending(run)}"
    stopped = uncollected(run.tests)
    if stopped:
        return f"some of its own tests could not be collected: {listed(sorted(stopped))}"
    doubts = [*run.tests.problems, *run.tests.modules]
    return f"the run of its own tests cannot be trusted: {listed(doubts)}" if doubts else None


# --- formulas -------------------------------------------------------------------------------------

FREE_GENERATED_LINES = 5_000
"""The number of lines in lock files and generated files that do not count; more count fully."""

PROTECTED_CAP = 30


def formula_texts(policy: Policy) -> dict[str, str]:
    """The formula of each dimension, as text with the names of its inputs."""
    rows = dict(read_rows(__file__, "formulas.txt"))
    limits = policy.scoring.diff_scope.model_dump(include={"max_churn_soft", "max_files_soft"})
    return {name: rows.get(name, rows["own"]).format(**limits) for name in policy.names}


def effective_weights(dimensions: Iterable[DimensionResult]) -> dict[str, int | float]:
    """The share of each dimension in the total, from 0 to 1; 0 without a score."""
    weights = {entry.name: 0 if entry.score is None else entry.weight for entry in dimensions}
    total = sum(weights.values())
    return {name: six_places(quotient(weights[name], total or 1)) for name in weights}


def _clamp(score: Exact) -> Exact:
    return exact(Fraction(min(max(score, 0), 100)))


def tests_score(  # noqa: PLR0913 - each by its name
    *,
    base_passed: int,
    base_total: int,
    passed: int,
    total: int,
    regression: int,
    net_gone: int,
) -> Exact:
    """The rate of passing tests, less a penalty for lost ones, with a bonus for new ones.

    The bonus is reduced by tests that are gone and not replaced, ``net_gone``.
    """
    rate = quotient(passed, total) if total else 0
    penalty = quotient(regression, base_passed) * 60 if base_passed else 0
    new = max(0, total - base_total)
    bonus = min(10, quotient(new, 2)) - min(10, quotient(net_gone, 2))
    return _clamp(rate * 100 - penalty + bonus)


def lint_score(*, new_errors: int, new_warnings: int, resolved: int) -> Exact:
    """100, less 12 for each new error and 2 for each new warning, plus 1 for each resolved one."""
    return _clamp(100 - new_errors * 12 - new_warnings * 2 + resolved)


def counted_churn(*, lines: int, generated: int) -> int:
    """The lines that count: those of source files, and generated ones above 5,000."""
    return lines + max(0, generated - FREE_GENERATED_LINES)


def limit_score(number: Exact, limit: int) -> Exact:
    """100 up to the limit; above it, less 50 for each multiple of the limit."""
    return _clamp(100 - 50 * quotient(max(0, number - limit), limit))


def diff_scope_score(
    churn_score: Exact, files_score: Exact, *, outside: bool | None, protected: bool
) -> Exact:
    """The score for the size of a change, from two `limit_score`, and for its paths.

    ``outside``: whether a file is outside the allowed paths, None if all are allowed.
    ``protected``: whether a protected path was touched.
    """
    if outside is None:
        score = quotient(churn_score + files_score, 2)
    else:
        scope = 0 if outside else 100
        score = quotient(churn_score * 40 + files_score * 40 + scope * 20, 100)
    return min(score, PROTECTED_CAP) if protected else score


def relative_score(best: Exact, own: Exact) -> Exact:
    """The score for speed or cost: the best value as a percentage of one's own; 100 for 0."""
    return _clamp(quotient(best, own) * 100) if own else 100


def function_of(test: str) -> str:
    """A test's id without its parameters."""
    return test.partition("[")[0]


def name_of(test: str) -> str:
    """The name of a test's function alone."""
    return function_of(test).rpartition("::")[2]


def may_depend_on_others(own: CommandRun, base: CommandRun | None) -> bool:
    """Whether tests of some files may fail only because they were run without all others."""
    base_outcomes = {} if base is None or base.tests is None else base.tests.outcomes
    tests = {} if own.tests is None else own.tests.outcomes
    names = {name_of(test) for test, outcome in base_outcomes.items() if outcome in PASSING}
    return any(outcome not in PASSING and name_of(test) in names for test, outcome in tests.items())


def breaks_others(run: CommandRun | None, own: CommandRun, base: CommandRun | None) -> bool:
    """Whether the base's tests break in files that the run of a candidate's own tests left out.

    A test there may come from a changed file: a class of tests can be inherited.
    """
    if run is None or run.tests is None or base is None or base.tests is None:
        return False
    outcomes = run.tests.outcomes
    return any(
        outcome in PASSING and outcomes.get(test) not in PASSING
        for test, outcome in base.tests.outcomes.items()
        if file_of(test, base.tests) not in own.files
    )


def is_as_merged(own: CommandRun | None, run: CommandRun | None, source: Source) -> bool:
    """Whether the run of a candidate's own tests ran all there are after the merge.

    ``run`` is that of the base's tests.
    """
    if own is None or run is None or "judge" in source.roles.values():
        return False
    return (own.command, own.files) == (run.command, ())


def merged_run(record: CandidateRecord) -> CommandRun | None:
    """The run of all tests as they are after the merge; None if there is none."""
    own = record.runs.get("tests.own")
    is_own = is_as_merged(own, record.runs.get("tests"), record.source)
    return own if is_own else record.runs.get(MERGED)


def files_over_base(base: TestRun, run: TestRun, own: TestRun) -> set[str]:
    """The files of a candidate's ``own`` tests to be run on the base's code; "" is an unknown file.

    Only own tests that pass, and that are new or fail in the base's version, are of interest.
    """
    own_passing, passing = (
        {test for test, outcome in tests.outcomes.items() if outcome in PASSING}
        for tests in (own, run)
    )
    return {file_of(test, own) or "" for test in own_passing - (passing & base.outcomes.keys())}
