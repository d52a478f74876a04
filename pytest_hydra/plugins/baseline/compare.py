"""Comparison of two reports: what changed, and whether it may be due to chance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pytest_hydra.core.exact_tests import stratified_p
from pytest_hydra.core.experiment import Comparison
from pytest_hydra.core.experiment import compare as paired
from pytest_hydra.core.numbers import Exact, signed
from pytest_hydra.core.plain import differences
from pytest_hydra.core.result import Result, case_of, item_name, planned_outcomes, results_of
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.core.text import listed as shortened
from pytest_hydra.plugins.baseline.answered import changed_prompts, what_differs
from pytest_hydra.plugins.baseline.measured_changes import critical_changes, required_changes
from pytest_hydra.plugins.baseline.regressions import (
    SIGNIFICANT,
    WORDS,
    Change,
    changes_of,
    checks_of,
    failing,
    is_whole,
    runs_of,
)
from pytest_hydra.record.wire import paused_gc
from pytest_hydra.report import DIFFERS, FailOn, Key, escape, failure_reason, items_of, status_of

Verdict = Literal["same", "regressed", "improved", "within noise", "not enough runs"]
Replies = Mapping[str, Sequence[str]]
"""The conversations of scenarios, in lines, by scenario name."""

_POLICY = "the settings of hydra.toml"
_UNNAMED = " (policy_digest; in each manifest.json they are `policy`)"
EASIER = "easier than before"
_MOST_LISTED = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineComparison:
    """The changes of a report since an earlier one.

    ``together`` is the verdict on all scenarios; ``p`` is the probability of changes this one-sided
    by chance alone. ``shifts`` are the differences of pass rates by name: of all scenarios (empty),
    and of categories, if there are several. ``sections`` are further lines by their titles: why
    scores are not comparable, benchmarks judged higher or lower, and what makes the suite easier.
    ``prompts`` are the diffs of prompts, by their keys.
    """

    before: Mapping[Key, Result]
    after: Mapping[Key, Result]
    changes: Sequence[Change]
    together: Verdict
    p: float
    shifts: Mapping[str, Comparison]
    sections: Mapping[str, Sequence[str]]
    prompts: Mapping[str, Sequence[str]]

    @property
    def compared(self) -> Counter[str]:
        """The number of items in both reports, by kind."""
        return Counter(kind for kind, name in self.before if (kind, name) in self.after)

    def failure(self, fail_on: FailOn, allowed: Exact | None = None) -> str:
        """Why the session fails, in words; empty if it passes. See `failure_reason`."""
        changed = failing(self.changes, self.after, allowed)
        reason = failure_reason(self.after, fail_on, allowed, changed)
        if fail_on != "never" and self.together == "regressed":
            reason = ", ".join(filter(None, (reason, "the suite as a whole is worse")))
        return reason


@paused_gc()
def compare(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    *,
    left_out: Collection[Key] = (),
    looser: Sequence[str] | None = None,
) -> BaselineComparison:
    """Compare two reports, given as plain data.

    Results are paired by their kind, file, id and subject. Expected failures are ignored.
    ``left_out`` are items that were deselected in the later session; ``looser`` says what makes the
    suite of scenarios easier, None if unknown.
    """
    old, new = items_of(before), items_of(after)
    pairs = [(item, new[key]) for key, item in old.items() if key in new]
    graded = [pair for pair in pairs if "ungraded" not in map(status_of, pair)]
    together, p = _together(graded)
    # If the suites were compared, ``looser`` covers scenarios already, with more detail.
    comparable = [pair for pair in pairs if looser is None or pair[0]["kind"] != "scenario"]
    comparable = [pair for pair in comparable if is_whole(pair[1])]
    benchmarks = [pair for pair in graded if pair[0]["kind"] == "benchmark"]
    prompts = changed_prompts(before, after)
    changes = [
        *required_changes(before.get("experiments") or (), after.get("experiments") or ()),
        *critical_changes(results_of(before), results_of(after)),
        *changes_of(old, new, left_out),
    ]
    return BaselineComparison(
        before=old,
        after=new,
        changes=sorted(changes, key=lambda change: WORDS.index(change.word)),
        together=together,
        p=p,
        shifts=_shifts([pair for pair in graded if pair[0]["kind"] == "scenario"]),
        prompts=prompts,
        sections={
            DIFFERS: [*what_differs(pairs, before, after, prompts)],
            "scores cannot be compared, as these differ": [
                *_policies(before, after, prompts),
                *_rescaled(pairs),
            ],
            "judged lower": [*_score_changes(benchmarks, -1)],
            "judged higher": [*_score_changes(benchmarks, 1)],
            EASIER: looser or (),
            "not compared": [*_unknown_experiments(before, after)],
            "dropped checks": [
                f"{_name(now)}: {one_line(name, 120)}"
                for was, now in comparable
                if "ungraded" not in (status_of(was), status_of(now))
                for name in _dropped_checks(was, now)
            ],
            "lowered thresholds": [
                f"{_name(now)}: {name}{least:g} to {limits[name]:g}"
                for was, now in comparable
                for limits in [defaultdict(int, _limits(now))]
                for name, least in _limits(was).items()
                if limits[name] < least
            ],
        },
    )


def _unknown_experiments(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """That what experiments require is unknown of a baseline of an older version."""
    if before["scenarios"] and before.get("experiments") is None:
        files = [str(entry["file"]) for entry in after.get("experiments", ()) if entry["require"]]
        if files:
            yield f"the baseline does not say what held of the experiments: {shortened(files)}"


def _together(graded: Iterable[tuple[Result, Result]]) -> tuple[Verdict, float]:
    """The verdict on all scenarios by an exact test over them, and its p-value."""
    cases = [(*runs_of(new), *runs_of(old)) for old, new in graded if old["kind"] == "scenario"]
    more, p = stratified_p(cases)
    if all(new * of == old * runs for new, runs, old, of in cases):
        return "same", p
    if p < SIGNIFICANT:
        return "improved" if more > 0 else "regressed", p
    worst = [
        (least, runs, new + old - least, of)
        for new, runs, old, of in cases
        for least in [max(0, new + old - of)]
    ]
    return "within noise" if stratified_p(worst)[1] < SIGNIFICANT else "not enough runs", p


def _shifts(graded: Sequence[tuple[Result, Result]]) -> dict[str, Comparison]:
    """How much more passes than before, of all scenarios and by category."""
    groups = {"": [*graded]}
    for pair in graded:
        if name := pair[1]["details"].get("category"):
            groups.setdefault(name, []).append(pair)
    names = sorted(groups) if len(groups) > 2 else [""]
    shifts = {name: _shift(groups[name]) for name in names}
    return {name: shift for name, shift in shifts.items() if shift is not None}


def _shift(graded: Sequence[tuple[Result, Result]]) -> Comparison | None:
    now, before = (
        {item_name(pair[1]): _outcomes(pair[side]) for pair in graded} for side in (1, 0)
    )
    cases = {item_name(new): case_of(new) for _, new in graded}
    return paired(now, before, cases.__getitem__)


def _outcomes(result: Result) -> list[float | None]:
    """Whether each run passed, of this session alone; None if it is ungraded."""
    passes = {"passed": 1.0, "failed": 0.0}
    return [passes.get(outcome) for outcome in planned_outcomes(result)]


def _points(shift: Comparison, what: str = "") -> str:
    """The difference with its 95% interval, as in ``+11 points (+7 to +16)``.

    The interval takes the cases for a sample of what could have been asked, as that of bots does;
    whether these scenarios are worse, whatever others would be, the test over them says.
    """
    low, high = (signed(100 * end, 0) for end in shift.interval)
    return f"{signed(100 * shift.difference, 0)} points ({what}{low} to {high})"


def headline(comparison: BaselineComparison) -> str:
    """The number of worse, better and other changes."""
    counts = Counter(change.word for change in comparison.changes)
    rest = [f"{counts[word]} {word}" for word in WORDS[1:] if word != "better" and counts[word]]
    return ", ".join([f"{counts['worse']} worse", f"{counts['better']} better", *rest])


def describe(comparison: BaselineComparison, since: str) -> list[str]:
    """The comparison in lines, for people; ``since`` names the earlier report."""
    compared = comparison.compared
    kinds = [kind for kind in ("test", "candidate", "benchmark") if compared[kind]]
    counts = [counted(compared["scenario"], "scenario")]
    counts += [counted(compared[kind], kind) for kind in kinds]
    subject = f"{', '.join(counts[:-1])} and {counts[-1]}" if counts[1:] else counts[0]
    lines = [f"{subject} compared with {since}: {headline(comparison)}"]
    if compared["scenario"]:
        lines += together_lines(comparison)
    for title, listed in _sections(comparison):
        more = [f"  and {len(listed) - _MOST_LISTED} more"] if listed[_MOST_LISTED:] else []
        lines += ["", f"{title}:", *(f"  {line}" for line in listed[:_MOST_LISTED]), *more]
    changed = {(change.kind, change.name) for change in comparison.changes}
    same = [
        name
        for (kind, name), result in comparison.after.items()
        if status_of(result) == "ungraded" and (kind, name) not in changed
    ]
    return [*lines, "", f"ungraded, as before: {shortened(same)}"] if same else lines


def together_lines(comparison: BaselineComparison) -> Iterator[str]:
    """The verdict on all scenarios, and how much more passes than before."""
    shifts = comparison.shifts
    size = f": {_points(shifts[''], 'cases like these: ')}" if "" in shifts else ""
    statistic = f"(p = {comparison.p:.3g}, exact test over scenarios)"
    yield f"together: {comparison.together} {statistic}{size}"
    named = [f"{one_line(name, 40)} {_points(shift)}" for name, shift in shifts.items() if name]
    if named:
        yield f"by category: {', '.join(named)}"


def _sections(comparison: BaselineComparison) -> Iterator[tuple[str, Sequence[str]]]:
    if lines := comparison.sections[DIFFERS]:
        yield DIFFERS, lines
    for word in WORDS:
        changes = [change for change in comparison.changes if change.word == word]
        if changes:
            yield word, [f"{change.label}: {change.detail}" for change in changes]
    rest = comparison.sections.items()
    yield from ((title, lines) for title, lines in rest if lines and title != DIFFERS)


def as_markdown(comparison: BaselineComparison, since: str, before: Replies, after: Replies) -> str:
    """The comparison in Markdown for a job summary or a comment, with replies before and after."""
    lines = [f"## Compared with {escape(since)}: {headline(comparison)}"]
    if comparison.compared["scenario"]:
        lines += ["", *(f"- {escape(line, 1000)}" for line in together_lines(comparison))]
    for title, listed in _sections(comparison):
        lines += ["", f"**{escape(title)}**", ""]
        lines += [f"- {escape(line)}" for line in listed[:_MOST_LISTED]]
    for change in comparison.changes:
        replies = [(title, side[change.name]) for title, side in _sides(before, after, change)]
        if replies:
            lines += ["", f"<details><summary>{escape(change.label)}</summary>", ""]
            for title, texts in replies:
                lines += [f"{title}:", "", *(f"- {escape(line)}" for line in texts if line), ""]
            lines.append("</details>")
    return "\n".join([*lines, ""])


def _sides(before: Replies, after: Replies, change: Change) -> list[tuple[str, Replies]]:
    sides = (("before", before), ("now", after))
    return [(title, side) for title, side in sides if change.name in side]


def as_data(
    comparison: BaselineComparison, since: str, before: Replies, after: Replies
) -> dict[str, Any]:
    """The comparison as plain data."""
    counts = Counter(change.word for change in comparison.changes)
    return {
        "since": since,
        "compared": dict(comparison.compared),
        "counts": {word: counts[word] for word in WORDS},
        "together": comparison.together,
        "p": comparison.p,
        "changes": [
            {
                "change": change.word,
                "kind": change.kind,
                "name": change.name,
                "detail": change.detail,
                "fails": change.fails,
                **{title: [*side[change.name]] for title, side in _sides(before, after, change)},
            }
            for change in comparison.changes
        ],
        "others": {title: [*lines] for title, lines in comparison.sections.items() if lines},
        **({"prompts": dict(comparison.prompts)} if comparison.prompts else {}),
    }


def _policies(
    before: Mapping[str, Any], after: Mapping[str, Any], prompts: Collection[str]
) -> Iterator[str]:
    """The settings that differ, as far as they are known, without the ``prompts``."""
    if None in (before["policy_digest"], after["policy_digest"]):
        return
    if before["policy_digest"] != after["policy_digest"]:
        old, new = ((report.get("suite") or {}).get("policy") for report in (before, after))
        keys = [key for key, left, right in differences(old, new) if left or right]
        if keys and {*keys} <= {*prompts}:
            return
        keys = [key for key in keys if key not in prompts]
        yield _POLICY + (one_line(f": {', '.join(keys)}", 300) if old and new else _UNNAMED)


def _scale(result: Result) -> dict[str, Any]:
    """The scale of a result's total: the judge, and the weights of checks."""
    weights = {
        f"weight of {check['name']}\0{check['turn']}": check["weight"] for check in result["checks"]
    }
    return weights | {"judge": result["details"].get("judge")}


def _rescaled(pairs: Iterable[tuple[Result, Result]]) -> Iterator[str]:
    """The parts of the scale that differ, each once."""
    places: dict[str, list[str]] = {}
    for before, after in pairs:
        new = _scale(after)
        for key, old in _scale(before).items():
            if new.get(key, old) != old:
                title = key.partition("\0")[0]
                places.setdefault(f"{title}: {old} to {new[key]}", []).append(_name(after))
    for difference, names in places.items():
        more = f" and {len(names) - 1} more" if names[1:] else ""
        yield f"{one_line(difference, 120)}, in {names[0]}{more}"


def _limits(result: Result) -> dict[str, float]:
    """The threshold and those of categories, by the words to print before them."""
    details = {"": result["details"]}
    details |= {f"{check['name']}: ": check.get("details", {}) for check in result["checks"]}
    names = ("threshold", "min")
    return {title: each[name] for title, each in details.items() for name in names if name in each}


def _dropped_checks(before: Result, after: Result) -> list[str]:
    old, new = (
        {key: None for key, check in checks_of(result).items() if check["outcome"] != "ungraded"}
        for result in (before, after)
    )
    return [name for name, turn in old if (name, turn) not in new]


def _score_changes(pairs: Iterable[tuple[Result, Result]], sign: int) -> Iterator[str]:
    for before, after in pairs:
        old, new = before["total"], after["total"]
        if None not in (old, new) and (new - old) * sign > 0:
            yield f"{_name(after)}: {old:g} to {new:g} of {after['details'].get('scale', 100)}"


def _name(result: Result) -> str:
    return one_line(item_name(result), 200)
