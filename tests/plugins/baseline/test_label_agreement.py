"""What people say of a run, held against what the run says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pytest_hydra.plugins.baseline.label_agreement import describe_labels, labeled_results
from pytest_hydra.record.labels import Label
from tests import results

ITEM = "a.yaml::x (b)"
CHECKS = [results.check("shouldContain", "failed"), results.check("expectedFunction", turn=None)]
BENCHMARK, CANDIDATE = "runs/a/event-log.jsonl::overall", "hydra.toml::ada"
ITEMS = [ITEM, BENCHMARK, CANDIDATE]


def report(checks: Any = CHECKS) -> dict[str, Any]:
    judged = results.benchmark("runs/a", [results.category("Planning", 8, prompt_digest="d")])
    about = {"file": "a.yaml", "subject": "b", "nodeid": "a.yaml::x[b]"}
    return results.report(results.scenario("x", checks, **about), judged, results.candidate("ada"))


def record(folder: Path, reply: str) -> Path:
    """A run folder in which the scenario was answered so."""
    folder.mkdir()
    lines = [
        {"nodeid": name, "runs": [{"turns": [{"reply": reply, "seconds": 0.1}]}]}
        for name in ("a.yaml::other", "a.yaml::x[b]")
    ]
    text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines)
    (folder / "scenarios.jsonl").write_text(text)
    return folder


def label(item: str, name: str, said: str | int, evidence: str, note: str = "") -> Label:
    is_score = isinstance(said, int)
    return Label(
        item=item,
        name=name,
        outcome=None if isinstance(said, int) else said,
        score=said if isinstance(said, int) else None,
        by="" if is_score else "ada",
        note=note,
        evidence=evidence,
    )


def test_nothing_is_said_where_nobody_said_anything() -> None:
    assert describe_labels([], 0, {}, {}) == []


def test_labels_are_held_against_what_was_shown(tmp_path: Path) -> None:
    before = labeled_results(report(), record(tmp_path / "one", "then"), ITEMS)
    after = labeled_results(report(), record(tmp_path / "two", "now"), ITEMS)
    now = after[ITEM, "shouldContain (turn 1)"].evidence
    assert before[ITEM, "shouldContain (turn 1)"].evidence != now
    labels = [
        label(ITEM, "shouldContain (turn 1)", "passed", now, "says it in other words"),
        label(ITEM, "expectedFunction", "passed", now),
        label(ITEM, "expectedFunction", "failed", "of another reply"),
        label(ITEM, "gone", "failed", now),
        label(BENCHMARK, "Planning", 6, "d"),
        label(CANDIDATE, "tests", "failed", after[CANDIDATE, "tests"].evidence),
    ]
    assert describe_labels(labels, 1, before, after) == [
        "",
        "labels by people (labels.jsonl):",
        "  now: they agree with 2 of 3 checks; with the judge's scores: no kappa (1 label)",
        "  before: they agree with 1 of 1 check; with the judge's scores: no kappa (1 label)",
        f'  {ITEM}: shouldContain (turn 1): failed; ada says passed: "says it in other words"',
        f"  {BENCHMARK}: Planning: 8; a person says 6",
        "  2 labels left out: this run has other evidence, or no such check",
        "  1 line left out: not a label saved by the page",
    ]


def test_without_its_recording_the_checks_of_a_scenario_are_its_evidence(tmp_path: Path) -> None:
    one = labeled_results(report(), tmp_path, [ITEM])
    changed = [{**CHECKS[0], "outcome": "passed"}, CHECKS[1]]
    other = labeled_results(report(changed), tmp_path, [ITEM])
    assert one[ITEM, "expectedFunction"].evidence != other[ITEM, "expectedFunction"].evidence


def test_only_the_first_of_many_disagreements_are_reported(tmp_path: Path) -> None:
    shown = labeled_results(report(), tmp_path, [ITEM])
    evidence = shown[ITEM, "expectedFunction"].evidence
    labels = [label(ITEM, "expectedFunction", "failed", evidence) for _ in range(25)]
    lines = describe_labels(labels, 0, {}, shown)
    assert len(lines) == 3 + 20 + 1
    assert lines[-1] == "  and 5 more"
