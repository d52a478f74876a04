"""Cross-examination: run the new tests of each candidate on the code of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from pytest_hydra.core.numbers import six_places
from pytest_hydra.core.text import counted, listed, one_line
from pytest_hydra.plugins.engine.endings import ending
from pytest_hydra.plugins.engine.unit import CommandRun
from pytest_hydra.plugins.race.decide.acceptance import measure_acceptance
from pytest_hydra.plugins.race.decide.measure import PASSING, Measured, file_of, results_of
from pytest_hydra.plugins.race.decide.model import DimensionResult, Pair, Review
from pytest_hydra.plugins.race.record import ACCEPTANCE, BASE, TESTS_OF, CandidateRecord, RaceRecord
from pytest_hydra.plugins.results.outcomes import TestRun

_MOST_OF_A_PROBLEM = 300


class _Author:
    """The new tests of one candidate: on how many others' code each of them passes, or fails.

    ``every`` has the results on all code, the base's included; ``pairs`` has those on other
    candidates' code, by agent.
    """

    def __init__(self, race: RaceRecord, record: CandidateRecord) -> None:
        self.name = record.source.agent
        self._own = record.runs.get("tests.own")
        self.tests = _new_tests(self._own, race.base)
        runs = {BASE: record.runs.get("tests.new")}
        for candidate in sorted(race.candidates, key=lambda entry: entry.source.agent):
            runs[candidate.source.agent] = candidate.runs.get(f"{TESTS_OF}{self.name}")
        self.all_pairs = [
            _pair(self.name, code, run, self.tests)
            for code, run in runs.items()
            if run is not None and self.tests
        ]
        self.pairs = {pair.code: pair for pair in self.all_pairs if pair.code != BASE}
        self.passed = Counter(test for pair in self.pairs.values() for test in pair.passed)
        self.failed = Counter(test for pair in self.pairs.values() for test in pair.failed)

    def failed_alone(self, code: str) -> list[str]:
        """The tests that fail on a candidate's code, and pass on that of most others.

        The others include the author, and at least one more has to agree.
        """
        failed = self.pairs[code].failed if code in self.pairs else ()
        return [test for test in failed if self.failed[test] - 2 < self.passed[test] > 0]

    def weight(self, tests: Iterable[str]) -> Fraction:
        """The weight of tests: each counts by the share of others' code that it passes on.

        All tests of an author together weigh at most 1. So many tests count no more than a single
        one, and a wrong test hardly counts.
        """
        totals = ((test, self.passed[test] + self.failed[test]) for test in tests)
        shares = (Fraction(self.passed[test], total) for test, total in totals)
        return sum(shares, Fraction()) / len(self.tests)

    def file(self, tests: Iterable[str]) -> str:
        """The file of all these tests; empty if they are in several files, or it is unknown."""
        assert self._own is not None and self._own.tests is not None  # noqa: PT018, S101 - their run
        files = {file_of(test, self._own.tests) or "" for test in tests}
        return files.pop() if len(files) == 1 else ""


class CrossExamination:
    """The results of the candidates' new tests on each other's code.

    They block no candidate, as a test may be wrong.
    """

    def __init__(self, record: RaceRecord) -> None:
        """Empty unless the policy of the race has ``cross_examination``."""
        candidates = record.candidates if record.policy.race.cross_examination else ()
        authors = (_Author(record, entry) for entry in candidates)
        self._authors = sorted(authors, key=lambda author: author.name)
        #: Sorted by author, then by agent of the code, the base first.
        self.pairs = tuple(pair for author in self._authors for pair in author.all_pairs)
        # The candidates that pass the tests of the task.
        self._accepted = {entry.source.agent for entry in candidates if _is_accepted(entry, record)}

    def reviews(self, agent: str) -> tuple[Review, ...]:
        """Places in a candidate that a person should review, by the results of all tests."""
        looks, doubts = [], []
        for author in self._authors:
            if tests := author.failed_alone(agent):
                number = counted(len(tests), "test")
                text = f"look here first: fails {number} of {author.name} that most others pass"
                looks.append(Review(f"{text}: {listed(tests)}", author.file(tests)))
            by_tests: dict[tuple[str, ...], list[str]] = {}
            for code in sorted(self._accepted & author.pairs.keys()):
                if author.name == agent and author.pairs[code].failed:
                    by_tests.setdefault(author.pairs[code].failed, []).append(code)
            for failed, codes in by_tests.items():
                single = len(failed) == 1
                does, fail = ("contradicts", "it fails") if single else ("contradict", "they fail")
                text = f"{counted(len(failed), 'test')} of its own {does} the tests of the task"
                text += f" ({fail} on code that passes those: {listed(codes)})"
                doubts.append(Review(f"{text}: {listed(failed)}", author.file(failed)))
        return (*looks, *doubts)

    def agreement(self, subject: Measured) -> DimensionResult:
        """The share, by weight, of other candidates' tests that pass.

        The dual execution agreement of CodeT (Chen et al. 2022), as shares.
        """
        agent = subject.record.source.agent
        own = [(author, author.pairs[agent]) for author in self._authors if agent in author.pairs]
        agreed = sum((author.weight(pair.passed) for author, pair in own), Fraction())
        weight = agreed + sum((author.weight(pair.failed) for author, pair in own), Fraction())
        if not weight:
            return subject.missing("no new test of another passes on code other than its author's")
        inputs = {"agreed": six_places(agreed), "weight": six_places(weight)}
        return subject.scored(100 * agreed / weight, "", inputs)


def _is_accepted(record: CandidateRecord, race: RaceRecord) -> bool:
    """Whether a candidate passes all required tests of the task."""
    subject = Measured(ACCEPTANCE, record, race.base, race.policy)
    return record.source.is_pinned and measure_acceptance(subject).score == 100


def _new_tests(own: CommandRun | None, base: CandidateRecord) -> tuple[str, ...]:
    """The candidate's tests, sorted, that pass on its code and that the base does not have."""
    results, tests = results_of(own), base.runs.get("tests")
    base_outcomes = tests.tests.outcomes if tests is not None and tests.tests is not None else {}
    outcomes = results.outcomes.items() if results is not None else ()
    passing = {test for test, outcome in outcomes if outcome in PASSING}
    return tuple(sorted(passing - base_outcomes.keys()))


def _pair(author: str, code: str, run: CommandRun, tests: Sequence[str]) -> Pair:
    results = results_of(run)
    if results is None:
        return Pair(author, code, problem=one_line(_problem(run), _MOST_OF_A_PROBLEM))
    outcomes = {test: results.outcomes.get(test) for test in tests}
    broken = sorted(results.uncollected)
    return Pair(
        author,
        code,
        passed=tuple(test for test, outcome in outcomes.items() if outcome in PASSING),
        failed=tuple(test for test, outcome in outcomes.items() if outcome in ("failed", "error")),
        problem=f"cannot be collected there: {listed(broken)}" if broken else None,
    )


def _problem(run: CommandRun) -> str:
    """Why a run has no usable results."""
    tests = run.tests or TestRun(evidence="exit", source="none")
    doubts = [*tests.problems, *tests.modules]
    if run.status != "done" or not doubts:
        return ending(run)
    return f"their results cannot be trusted: {listed(doubts)}"
