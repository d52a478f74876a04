"""What a dimension is measured by: recordings, the words for them, and the formulas `hydra-2`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pytest_hydra.candidates.decide.model import DimensionResult, Objection, block, unproven
from pytest_hydra.candidates.recording import CandidateRecord, CommandRun, Policy, TestRun
from pytest_hydra.core.numbers import Exact, exact, half_up, quotient, six_places
from pytest_hydra.core.text import one_line, read_rows

# A time-out that took less than so many times the base's own duration proves nothing.
_SLOWER = 3
_SHOWN = 3
_MOST_OF_A_NAME = 200
_MOST_OF_A_TAIL = 240
_TAIL_LINES = 3
# What is raised, as Python and Node.js tell of it, pytest behind an E.
_RAISED = re.compile(r"^(?:E +)?[\w.]*(?:Error|Exception): .+", re.MULTILINE)
_ABSENT = ("ModuleNotFoundError", "ImportError", "FileNotFoundError", "Cannot find module")
# What tools say beside the cause: "npm notice", "[notice] A new release of pip", "WARNING: …".
_NOTICE = re.compile(r"\W*(\w+\W+)?(notice|warn|warning|info|hint)\b", re.IGNORECASE)

SETUP = "the setup"
"""How begins what is said of one that failed: no command of a check was run then."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One candidate, as the dimension ``name`` of it is measured: by recordings and the policy."""

    name: str
    record: CandidateRecord
    base: CandidateRecord
    policy: Policy

    @property
    def run(self) -> CommandRun | None:
        """What its command did here."""
        return self.record.runs.get(self.name)

    @property
    def base_run(self) -> CommandRun | None:
        """What its command did on the base."""
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
        """The dimension that there is nothing for."""
        return replace(self.scored(None, reason, inputs), missing=True)

    def ungraded(self, reason: str) -> DimensionResult:
        """The dimension that cannot be graded: its gate is unproven."""
        return self.scored(None, reason, None, unproven(reason))

    def ended_run(self) -> DimensionResult | CommandRun:
        """The candidate's run, where its command ended here, and on the base if it was run there.

        Else what the dimension comes to without.
        """
        run, base = self.run, self.base_run
        if run is None and base is None:
            return self.missing("there is no command for it")
        if base is not None and base.status != "done" and not base.command:
            # Said alike of each dimension, it is told once.
            return self.ungraded(f"on the base {ending(base)}")
        if base is not None and base.status != "done":
            return self.ungraded(f"{self.name} cannot be judged: on the base {ending(base)}")
        if run is None:
            return self.ungraded(f"{self.name} was not run")
        if run.status == "broken":
            return self.ungraded(ending(run))
        return self._timed_out(run) if run.status == "timeout" else run

    def ended_runs(self) -> DimensionResult | tuple[CommandRun, CommandRun]:
        """The candidate's run and the base's, where both ended."""
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
            reason += f"; on the base it takes {_seconds(duration)}"
            if exact(run.seconds) < _SLOWER * exact(duration):
                return self.ungraded(f"{reason}, and less than {_SLOWER} times that proves little")
        return self.scored(0, reason, None, block(reason))


def ending(run: CommandRun) -> str:
    """What became of a command: how it ended, first why, then what it said last, and its log."""
    if not run.command:  # it did not come to that
        return run.problem or "nothing was run"
    command, log = f"`{one_line(run.command, _MOST_OF_A_NAME)}`", log_of(run, "all of it:")
    if run.status == "broken":
        problem = one_line(run.problem or "nothing says why", _MOST_OF_A_NAME)
        how = "was cut off" if run.was_cut_off else "could not be run"
        return f"{command} {how}: {problem}{log}"
    if run.status == "timeout":
        limit = run.seconds if run.timeout_seconds is None else run.timeout_seconds
        return f"{command} timed out after {_seconds(limit)}{log}"
    if run.exit == 0 and run.missing:
        return f"{command} did not make {listed(run.missing)}{log}"
    by_signal = run.exit is not None and run.exit < 0
    code = f"signal {-(run.exit or 0)}" if by_signal else f"exit code {run.exit}"
    why = _RAISED.search(run.tail)
    rest = [line for line in run.tail[why.end() if why else 0 :].splitlines() if line.strip()]
    rest = [line for line in rest if not _NOTICE.match(line)] or rest
    lines = [why[0], *rest[1 - _TAIL_LINES :]] if why else rest[-_TAIL_LINES:]
    tail = one_line(" | ".join(lines), _MOST_OF_A_TAIL)
    return f"{command} ended with {code}{': ' if tail else ''}{tail}{log}"


def absence(run: CommandRun) -> str:
    """What to do where a command may have missed what git does not hold."""
    missed = any(word in run.tail for word in _ABSENT)
    return "; [race] setup makes what git does not hold, or has in submodules" if missed else ""


def log_of(run: CommandRun, word: str = "see") -> str:
    """Where all that a command printed is, in parentheses; nothing where it is nowhere."""
    return f" ({word} {one_line(run.log, _MOST_OF_A_NAME)})" if run.log else ""


def _seconds(duration: float) -> str:
    return f"{half_up(exact(duration), 1):f} s".replace(".0 s", " s")


def listed(names: Collection[str]) -> str:
    """Names from elsewhere, the first three of them, and how many more there are."""
    first = [one_line(name, _MOST_OF_A_NAME) for name in list(names)[:_SHOWN]]
    more = len(names) - len(first)
    return ", ".join(first) + (f", … and {more} more" if more else "")


# --- tests by id ---------------------------------------------------------------------------------

PASSING = ("passed", "xpassed")
SILENT = ("skipped", "xfailed")
NO_TESTS = 5
"""pytest's exit code where there is nothing to run, and nothing wrong."""

# Who tells of a place in which nothing could be collected, and whose ids begin with places.
_BY_PLACE = ("recorder", "go", "jest")


class Results:
    """The tests that a run told of, without what stands for a file that could not be collected.

    ``whole``: what it did not tell of was not there. Else the run ended before it came to all.
    ``files`` are those that alone were asked for (none: all).
    """

    def __init__(self, run: CommandRun) -> None:
        self.tests = run.tests or NOTHING
        self.files = run.files
        self.whole = not self.tests.problems
        # Those who were to run them say themselves that no test could be run at all.
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
        """Whether nothing was run at all, or not what is in the test's file, ``place``."""
        start = test.partition("::")[0]
        if self._places and not place and self.tests.source not in _BY_PLACE:
            return True  # nobody knows where it is
        return self.nothing or any(
            # What is told of a folder (its conftest.py) holds for all that is in it.
            entry in ("", ".", place, start) or place.startswith(f"{entry}/")
            for entry in self._places
        )


NOTHING = TestRun(evidence="ids", source="none")


def file_of(test: str, tests: TestRun) -> str | None:
    """The file of a test, where the run tells it or the id begins with it."""
    file = tests.files.get(test)
    if file is None and tests.source == "recorder":
        start, colons, _ = test.partition("::")
        return start if colons else None
    return file


def uncollected(tests: TestRun) -> frozenset[str]:
    """What could not be collected, a file, a folder or a package: such an error is of no test."""
    by_place = tests.source in _BY_PLACE
    return frozenset(
        test
        for test, outcome in tests.outcomes.items()
        if (outcome == "error" and "::" not in test and by_place)
        # Node tells of such a file as of a test of that name.
        or (outcome in ("error", "failed") and tests.files.get(test) == test)
    )


def results_of(run: CommandRun | None) -> Results | None:
    """What a run told, where it ended and there is no reason to doubt it."""
    if run is None or run.tests is None or run.status != "done":
        return None
    if uncollected(run.tests) and not run.tests.modules:
        return Results(run)
    return None if why_unknown(run) is not None else Results(run)


def why_unknown(run: CommandRun | None) -> str | None:
    """Why nothing can be told by a run of the candidate's own tests."""
    if run is None:
        return "its own tests were not run"
    if run.status != "done":
        return f"its own tests were not run to the end: {ending(run)}"
    if run.tests is None or run.tests.evidence != "ids":
        return f"its own tests are not known by id: {ending(run)}"
    stopped = uncollected(run.tests)
    if stopped:
        return f"some of its own tests could not be collected: {listed(sorted(stopped))}"
    doubts = [*run.tests.problems, *run.tests.modules]
    return f"the run of its own tests cannot be trusted: {listed(doubts)}" if doubts else None


# --- formulas -------------------------------------------------------------------------------------

FREE_GENERATED_LINES = 5_000
"""So many lines of lock files and generated files count nothing; those above count fully."""

PROTECTED_CAP = 30


def formula_texts(policy: Policy) -> dict[str, str]:
    """The formula of each dimension, in words of its inputs."""
    rows = dict(read_rows(__file__, "formulas.txt"))
    limits = {key: getattr(policy, key) for key in ("max_churn_soft", "max_files_soft")}
    return {name: rows.get(name, rows["own"]).format(**limits) for name in policy.names}


def effective_weights(dimensions: Iterable[DimensionResult]) -> dict[str, int | float]:
    """The share of the total that each dimension has, from 0 to 1: none without a score."""
    weights = {each.name: 0 if each.score is None else each.weight for each in dimensions}
    whole = sum(weights.values())
    return {name: six_places(quotient(weights[name], whole or 1)) for name in weights}


def _clamp(score: Exact) -> Exact:
    return exact(Fraction(min(max(score, 0), 100)))


def tests_score(  # noqa: PLR0913 - each by its name
    *,
    base_passed: int,
    base_total: int,
    passed: int,
    total: int,
    regression: int,
    gone: int,
) -> Exact:
    """The rate of tests that pass, less what was lost, with a bonus for new ones, less the gone."""
    rate = quotient(passed, total) if total else 0
    penalty = quotient(regression, base_passed) * 60 if base_passed else 0
    new = max(0, total - base_total)
    bonus = min(10, quotient(new, 2)) - min(10, quotient(gone, 2))
    return _clamp(rate * 100 - penalty + bonus)


def lint_score(*, new_errors: int, new_warnings: int, resolved: int) -> Exact:
    """From 100 down by 12 for a new error and 2 for a new warning, up by 1 for one resolved."""
    return _clamp(100 - new_errors * 12 - new_warnings * 2 + resolved)


def counted_churn(*, lines: int, soft: int, generated: int) -> Exact:
    """The lines that count: ``soft`` ones, moved or formatted, by half; generated ones above 5,000.

    ``lines`` are all lines of source files, the soft ones among them.
    """
    return lines - quotient(min(soft, lines), 2) + max(0, generated - FREE_GENERATED_LINES)


def limit_score(number: Exact, limit: int) -> Exact:
    """100 up to the limit, and from there down by 50 for each time the limit."""
    return _clamp(100 - 50 * quotient(max(0, number - limit), limit))


def diff_scope_score(
    churn_score: Exact, files_score: Exact, *, outside: bool | None, protected: bool
) -> Exact:
    """How small the change is, by its two `limit_score`, and whether in scope.

    ``outside`` says whether a file is outside the allowed paths, None where all are allowed;
    ``protected`` whether a protected path was touched.
    """
    if outside is None:
        score = quotient(churn_score + files_score, 2)
    else:
        scope = 0 if outside else 100
        score = quotient(churn_score * 40 + files_score * 40 + scope * 20, 100)
    return min(score, PROTECTED_CAP) if protected else score


def relative_score(best: Exact, own: Exact) -> Exact:
    """Speed and cost: the best's share of one's own; 100 for what took nothing."""
    return _clamp(quotient(best, own) * 100) if own else 100


def function_of(test: str) -> str:
    """A test's id without its parameters."""
    return test.partition("[")[0]


def name_of(test: str) -> str:
    """The name of a test's function alone."""
    return function_of(test).rpartition("::")[2]


def may_hang_on_others(own: CommandRun, base: CommandRun | None) -> bool:
    """Whether tests of some files, run by themselves, do not do what they do among all others."""
    ran = {} if base is None or base.tests is None else base.tests.outcomes
    here = {} if own.tests is None else own.tests.outcomes
    names = {name_of(test) for test, outcome in ran.items() if outcome in PASSING}
    return any(outcome not in PASSING and name_of(test) in names for test, outcome in here.items())


def files_over_base(base: TestRun, run: TestRun, own: TestRun) -> set[str]:
    """The files of a candidate's ``own`` tests to be run over the base's code; "" is not known.

    Those that pass there alone have something to tell: they are new, or fail as the base has them.
    """
    here, there = (
        {test for test, outcome in tests.outcomes.items() if outcome in PASSING}
        for tests in (own, run)
    )
    return {file_of(test, own) or "" for test in here - (there & base.outcomes.keys())}
