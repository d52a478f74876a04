"""The results of the commits, as tables: compared with plain pytest, and with a reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.commits.commit import Commit
from benchmarks.commits.racing import NO_VERDICT, RaceResult
from benchmarks.commits.suite import Truth

MERGEABLE = "mergeable"
_VERDICTS = (MERGEABLE, "unproven", "not_mergeable", NO_VERDICT)
# The classifications of commits to which a reader does not object.
_LET_THROUGH = (MERGEABLE, "wrong")
# The time of a shorter suite is mostly that of starting processes.
_LEAST_SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A commit, the expectation about its verdict, and the result of its race."""

    commit: Commit
    truth: Truth
    race: RaceResult

    @property
    def right(self) -> bool | None:
        """Whether the verdict is as expected; None if nothing can be tested."""
        expected = self.truth.mergeable
        return None if expected is None else expected == (self.race.verdict == MERGEABLE)

    @property
    def first_reason(self) -> str:
        """The first reason of the verdict."""
        return self.race.reasons[0] if self.race.reasons else ""

    @property
    def ratio(self) -> float:
        """The duration of the race relative to one run of the suite."""
        return self.race.seconds / self.race.suite_seconds

    def line(self) -> str:
        """Its line of the output."""
        mark = {True: "", False: "WRONG ", None: "untestable "}[self.right]
        cells = (self.commit.key, self.race.verdict, f"{self.ratio:.1f}", self.first_reason)
        return mark + " | ".join(cells)


def summary(results: Sequence[Result]) -> Iterator[str]:
    """All tables."""
    testable = [result for result in results if result.truth.mergeable is not None]
    yield from _rates(testable)
    yield ""
    yield from _by("a reader said", results, lambda entry: entry.commit.classification or "nothing")
    yield ""
    yield from _by("plain pytest says", results, _expected)
    yield ""
    yield from _costs(testable)
    changes = [item for item in results if item.commit.verdict not in (None, item.race.verdict)]
    yield from _listed("another verdict than before", changes, _change)
    alarms = [item for item in testable if item.right is False and item.truth.mergeable]
    yield from _listed("false alarms", alarms, _reasons)
    passes = [item for item in testable if item.right is False and not item.truth.mergeable]
    yield from _listed("false passes", passes, _losses)


def _rates(testable: Sequence[Result]) -> Iterator[str]:
    groups: dict[str, Callable[[Result], bool]] = {
        "all tests of the base pass, and its own": lambda entry: entry.truth.mergeable is True,
        "a test of the base is lost": lambda entry: bool(entry.truth.lost),
        "only a test of its own fails": lambda item: bool(item.truth.own and not item.truth.lost),
        "a reader would let it through": lambda entry: entry.commit.classification in _LET_THROUGH,
    }
    yield from ("| commits where | number | mergeable |", "|---|---|---|")
    for name, belongs in groups.items():
        group = [result for result in testable if belongs(result)]
        mergeable = sum(result.race.verdict == MERGEABLE for result in group)
        share = f" ({mergeable / len(group):.1%})" if group else ""
        yield f"| {name} | {len(group)} | {mergeable}{share} |"


def _by(title: str, results: Sequence[Result], group: Callable[[Result], str]) -> Iterator[str]:
    yield f"| {title} | {' | '.join(_VERDICTS)} |"
    yield "|---" * (len(_VERDICTS) + 1) + "|"
    table: dict[str, Counter[str]] = {}
    for result in results:
        table.setdefault(group(result), Counter())[result.race.verdict] += 1
    for name, counts in sorted(table.items()):
        yield f"| {name} | {' | '.join(str(counts[verdict]) for verdict in _VERDICTS)} |"


def _expected(result: Result) -> str:
    return {True: MERGEABLE, False: "not mergeable", None: "untestable"}[result.truth.mergeable]


def _costs(testable: Sequence[Result]) -> Iterator[str]:
    yield f"One race by one run of the suite, of suites of {_LEAST_SECONDS:g} s and more:"
    yield ""
    yield from ("| change | commits | median | worst |", "|---|---|---|---|")
    slow = [entry for entry in testable if entry.race.suite_seconds >= _LEAST_SECONDS]
    for name, product_alone in (("product code alone", True), ("with tests", False)):
        ratios = [entry.ratio for entry in slow if (entry.commit.kind == ("src",)) is product_alone]
        if ratios:
            yield f"| {name} | {len(ratios)} | {median(ratios):.2f} | {max(ratios):.2f} |"


def _listed(
    title: str, results: Sequence[Result], tell: Callable[[Result], Iterator[str]]
) -> Iterator[str]:
    yield from ("", f"{title}: {len(results)}")
    for entry in results:
        yield f"- {entry.commit.key} {entry.commit.subject}"
        yield from (f"    {text}" for text in tell(entry))


def _change(result: Result) -> Iterator[str]:
    yield f"{result.commit.verdict} -> {result.race.verdict} ({result.commit.classification})"


def _reasons(result: Result) -> Iterator[str]:
    yield result.race.verdict
    yield from result.race.reasons


def _losses(result: Result) -> Iterator[str]:
    yield from (f"lost: {identity}" for identity in result.truth.lost[:3])
    yield from (f"of its own: {identity}" for identity in result.truth.own[:3])


def to_plain(result: Result, engine: str) -> dict[str, Any]:
    """A result as JSON values, with the version of pytest-hydra."""
    commit, truth, race = result.commit, result.truth, result.race
    return {
        "repo": commit.repo, "base": commit.base, "candidate": commit.candidate,
        "expected": truth.mergeable, "lost": list(truth.lost), "own": list(truth.own),
        "tests": truth.base,
        "verdict": race.verdict, "total": race.total, "reasons": list(race.reasons),
        "review": list(race.review), "seconds": race.seconds,
        "suite_seconds": race.suite_seconds,
        "engine": engine,
    }  # fmt: skip


def of_plain(commit: Commit, entry: dict[str, Any]) -> Result:
    """A result from JSON values."""
    return Result(
        commit=commit,
        truth=Truth(base=entry["tests"], lost=tuple(entry["lost"]), own=tuple(entry["own"])),
        race=RaceResult(
            verdict=entry["verdict"],
            total=entry["total"],
            reasons=tuple(entry["reasons"]),
            review=tuple(entry["review"]),
            seconds=entry["seconds"],
            suite_seconds=entry["suite_seconds"],
        ),
    )
