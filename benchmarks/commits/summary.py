"""What became of the commits, as tables: against what plain pytest says, and against a reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.commits.commit import Commit
from benchmarks.commits.racing import NO_VERDICT, Raced
from benchmarks.commits.suite import Truth

MERGEABLE = "mergeable"
_VERDICTS = (MERGEABLE, "unproven", "not_mergeable", NO_VERDICT)
# What a reader calls a commit that nothing is to be said against.
_LET_THROUGH = (MERGEABLE, "wrong")
# A suite that takes less costs little more than the starts of what runs it.
_LEAST_SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A commit, what is to be expected of its verdict, and the race that was held."""

    commit: Commit
    truth: Truth
    raced: Raced

    @property
    def right(self) -> bool | None:
        """Whether it is mergeable if and only if it should be; None where nobody can say."""
        expected = self.truth.mergeable
        return None if expected is None else expected == (self.raced.verdict == MERGEABLE)

    @property
    def first_reason(self) -> str:
        """What a reader sees first."""
        return self.raced.reasons[0] if self.raced.reasons else ""

    @property
    def ratio(self) -> float:
        """How many runs of the suite the race took."""
        return self.raced.seconds / self.raced.suite_seconds

    def line(self) -> str:
        """Its row of the table."""
        mark = {True: "", False: "WRONG ", None: "untestable "}[self.right]
        cells = (self.commit.key, self.raced.verdict, f"{self.ratio:.1f}", self.first_reason)
        return mark + " | ".join(cells)


def summary(results: Sequence[Result]) -> Iterator[str]:
    """All tables."""
    testable = [result for result in results if result.truth.mergeable is not None]
    yield from _rates(testable)
    yield ""
    yield from _by("a reader said", results, lambda one: one.commit.classification or "nothing")
    yield ""
    yield from _by("plain pytest says", results, _expected)
    yield ""
    yield from _costs(testable)
    changed = [one for one in results if one.commit.verdict not in (None, one.raced.verdict)]
    yield from _listed("another verdict than before", changed, _change)
    alarms = [one for one in testable if one.right is False and one.truth.mergeable]
    yield from _listed("false alarms", alarms, _reasons)
    passes = [one for one in testable if one.right is False and not one.truth.mergeable]
    yield from _listed("false passes", passes, _losses)


def _rates(testable: Sequence[Result]) -> Iterator[str]:
    groups: dict[str, Callable[[Result], bool]] = {
        "all tests of the base pass, and its own": lambda one: one.truth.mergeable is True,
        "a test of the base is lost": lambda one: bool(one.truth.lost),
        "only a test of its own fails": lambda one: not one.truth.lost and bool(one.truth.own),
        "a reader would let it through": lambda one: one.commit.classification in _LET_THROUGH,
    }
    yield from ("| of those where | commits | mergeable |", "|---|---|---|")
    for name, belongs in groups.items():
        ours = [one for one in testable if belongs(one)]
        through = sum(one.raced.verdict == MERGEABLE for one in ours)
        share = f" ({through / len(ours):.1%})" if ours else ""
        yield f"| {name} | {len(ours)} | {through}{share} |"


def _by(title: str, results: Sequence[Result], group: Callable[[Result], str]) -> Iterator[str]:
    yield f"| {title} | {' | '.join(_VERDICTS)} |"
    yield "|---" * (len(_VERDICTS) + 1) + "|"
    table: dict[str, Counter[str]] = {}
    for one in results:
        table.setdefault(group(one), Counter())[one.raced.verdict] += 1
    for name, counts in sorted(table.items()):
        yield f"| {name} | {' | '.join(str(counts[verdict]) for verdict in _VERDICTS)} |"


def _expected(one: Result) -> str:
    return {True: MERGEABLE, False: "not mergeable", None: "untestable"}[one.truth.mergeable]


def _costs(testable: Sequence[Result]) -> Iterator[str]:
    yield f"One race by one run of the suite, of suites of {_LEAST_SECONDS:g} s and more:"
    yield ""
    yield from ("| change | commits | median | worst |", "|---|---|---|---|")
    slow = [one for one in testable if one.raced.suite_seconds >= _LEAST_SECONDS]
    for name, product_alone in (("product code alone", True), ("with tests", False)):
        ratios = [one.ratio for one in slow if (one.commit.kind == ("src",)) is product_alone]
        if ratios:
            yield f"| {name} | {len(ratios)} | {median(ratios):.2f} | {max(ratios):.2f} |"


def _listed(
    title: str, results: Sequence[Result], tell: Callable[[Result], Iterator[str]]
) -> Iterator[str]:
    yield from ("", f"{title}: {len(results)}")
    for one in results:
        yield f"- {one.commit.key} {one.commit.subject}"
        yield from (f"    {text}" for text in tell(one))


def _change(one: Result) -> Iterator[str]:
    yield f"{one.commit.verdict} -> {one.raced.verdict} ({one.commit.classification})"


def _reasons(one: Result) -> Iterator[str]:
    yield one.raced.verdict
    yield from one.raced.reasons


def _losses(one: Result) -> Iterator[str]:
    yield from (f"lost: {identity}" for identity in one.truth.lost[:3])
    yield from (f"of its own: {identity}" for identity in one.truth.own[:3])


def to_plain(one: Result, engine: str) -> dict[str, Any]:
    """A result as JSON values, with the state of the checkout that raced."""
    truth, raced = one.truth, one.raced
    return {
        "repo": one.commit.repo, "base": one.commit.base, "candidate": one.commit.candidate,
        "expected": truth.mergeable, "lost": list(truth.lost), "own": list(truth.own),
        "tests": truth.base,
        "verdict": raced.verdict, "total": raced.total, "reasons": list(raced.reasons),
        "review": list(raced.review), "seconds": raced.seconds,
        "suite_seconds": raced.suite_seconds,
        "engine": engine,
    }  # fmt: skip


def of_plain(commit: Commit, entry: dict[str, Any]) -> Result:
    """A result from such a line."""
    return Result(
        commit=commit,
        truth=Truth(base=entry["tests"], lost=tuple(entry["lost"]), own=tuple(entry["own"])),
        raced=Raced(
            verdict=entry["verdict"],
            total=entry["total"],
            reasons=tuple(entry["reasons"]),
            review=tuple(entry["review"]),
            seconds=entry["seconds"],
            suite_seconds=entry["suite_seconds"],
        ),
    )
