"""Labels by people for checks and categories, compared with the report."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.result import Result, item_name, results_of
from pytest_hydra.core.statistics import agreement
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.record.labels import (
    LABELS,
    Label,
    candidate_evidence,
    check_name,
    checks_evidence,
)
from pytest_hydra.report import ReportSource, read_records

_MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class LabeledResult:
    """The result of one check or category in a report, and the hash of its evidence."""

    outcome: str
    score: int | float | None
    evidence: str


def labeled_results(
    report: Result, folder: Path, items: Collection[str]
) -> dict[tuple[str, str], LabeledResult]:
    """The checks of these items in a report, by item and check."""
    found = {}
    results = [result for result in results_of(report) if item_name(result) in items]
    has_scored = any(result["kind"] in ("scenario", "test") for result in results)
    lines = ReportSource(report, (folder,)).lines("scenarios.jsonl") if has_scored else ()
    records, _ = read_records(lines)
    for result in results:
        if result["kind"] == "candidate":
            evidence = candidate_evidence(report["race"], result)
        else:
            evidence = checks_evidence(result, records.get(result["nodeid"]))
        for check in result["checks"]:
            is_graded = check["kind"] == "category"
            own = check.get("details", {}).get("prompt_digest", "") if is_graded else evidence
            score = check["score"] if is_graded else None
            key = item_name(result), check_name(check)
            found[key] = LabeledResult(check["outcome"], score, own)
    return found


def describe_labels(
    labels: Sequence[Label],
    bad: int,
    before: Mapping[Any, LabeledResult],
    after: Mapping[Any, LabeledResult],
) -> list[str]:
    """Lines on the agreement of people's labels with two runs, and on differences.

    Labels never change a verdict.
    """
    if not labels and not bad:
        return []
    pairs = [(label, after[label.item, label.name]) for label in labels if _fits(label, after)]
    lines = ["", f"labels by people ({LABELS}):", f"  now: {_agreement(labels, after)}"]
    if any(_fits(label, before) for label in labels):
        lines.append(f"  before: {_agreement(labels, before)}")
    disagreements = list(_disagreements(pairs))
    lines += disagreements[:_MOST_LISTED]
    if len(disagreements) > _MOST_LISTED:
        lines.append(f"  and {len(disagreements) - _MOST_LISTED} more")
    unused = len(labels) - len(pairs)
    if unused:
        reason = "this run has other evidence, or no such check"
        lines.append(f"  {counted(unused, 'label')} left out: {reason}")
    if bad:
        lines.append(f"  {counted(bad, 'line')} left out: not a label saved by the page")
    return lines


def _fits(label: Label, results: Mapping[Any, LabeledResult]) -> bool:
    result = results.get((label.item, label.name))
    return result is not None and result.evidence == label.evidence


def _agreement(labels: Iterable[Label], results: Mapping[Any, LabeledResult]) -> str:
    pairs = [(label, results[label.item, label.name]) for label in labels if _fits(label, results)]
    checks = [(label.outcome, entry.outcome) for label, entry in pairs if label.outcome is not None]
    scores = [
        (label.score, result.score)
        for label, result in pairs
        # Kappa needs whole scores, which a mean of two judges may not be.
        if label.score is not None and isinstance(result.score, int)
    ]
    parts = []
    if checks:
        same = sum(first == second for first, second in checks)
        parts.append(f"they agree with {same} of {counted(len(checks), 'check')}")
    if scores:
        figures = agreement(scores)
        kappa, low, high = (format_number(n, 2) for n in (figures.kappa, figures.low, figures.high))
        text = f"kappa {kappa}" if kappa else "no kappa"
        text += f", {low} to {high}" if low else ""
        parts.append(f"with the judge's scores: {text} ({counted(len(scores), 'label')})")
    return "; ".join(parts) or "nothing to compare"


def _disagreements(pairs: Iterable[tuple[Label, LabeledResult]]) -> Iterator[str]:
    for label, result in pairs:
        if label.outcome is not None and label.outcome != result.outcome:
            expected, actual = label.outcome, result.outcome
        elif label.score is not None and label.score != result.score:
            expected = str(label.score)
            actual = "not graded" if result.score is None else f"{result.score:g}"
        else:
            continue
        note = f': "{one_line(label.note, 120)}"' if label.note else ""
        place = one_line(f"{label.item}: {label.name}", 160)
        yield f"  {place}: {actual}; {one_line(label.by or 'a person', 40)} says {expected}{note}"
