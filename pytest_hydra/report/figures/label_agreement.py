"""Labels by people for checks and categories, compared with the report."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_hydra.core.numbers import format_number
from pytest_hydra.core.statistics import agreement
from pytest_hydra.core.text import counted, one_line
from pytest_hydra.record.labels import LABELS, Label, check_name, evidence_of
from pytest_hydra.record.wire import item_name
from pytest_hydra.report.page.entries import Entry, entries_of, read_records, record_of
from pytest_hydra.report.page.source import Source

_MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class LabeledResult:
    """The result of one check or category in a report, and the hash of its evidence."""

    outcome: str
    score: int | float | None
    evidence: str


def entry_evidence(entry: Entry, record: bytes | None) -> str:
    """The evidence of a scenario or test: its conversation, or else its checks."""
    if record is None:
        record = json.dumps(entry["checks"], sort_keys=True).encode("ascii")
    return evidence_of(record)


def candidate_evidence(race: Entry, entry: Entry) -> str:
    """The evidence of a candidate: its files, and the base commit."""
    return evidence_of(f"{race['base_commit']} {entry['tree']}".encode())


def labeled_results(
    report: Entry, folder: Path, items: Collection[str]
) -> dict[tuple[str, str], LabeledResult]:
    """The results of these items in a report, by item and check or category."""
    results = {}
    entries = [entry for entry in entries_of(report) if item_name(entry) in items]
    records, _ = read_records(Source(report, (folder,)).lines("scenarios.jsonl") if entries else ())
    for entry in entries:
        evidence = entry_evidence(entry, record_of(entry, records))
        for check in entry["checks"]:
            results[item_name(entry), check_name(check)] = LabeledResult(
                check["outcome"], None, evidence
            )
    for entry in report["rankings"] if report["race"] else ():
        evidence = candidate_evidence(report["race"], entry)
        for check in entry["checks"]:
            results[entry["agent"], check["name"]] = LabeledResult(check["outcome"], None, evidence)
    for entry in report["benchmarks"]:
        for part in entry["categories"]:
            result = LabeledResult(part["status"], part["score"], part.get("prompt_digest") or "")
            results[entry["path"], part["name"]] = result
    return results


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
