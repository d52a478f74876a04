"""Agreement with people, and judges of the family whose work they grade."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.plugins.benchmarks.score_report import (
    HumanScore,
    agreement_entry,
    authors,
    read_labels,
    trend,
)
from pytest_hydra.plugins.judges.families import same_family_note
from tests.results import category

RUBRIC = ("Planning", "NERV Ops")
ITEM = "run/event-log.jsonl::overall"


def judged(name: str, score: float | None, asked: str = "") -> dict[str, Any]:
    """A category as a report has it."""
    return category(name, score, prompt_digest=asked)


def read(folder: Path) -> list[tuple[str, int]]:
    labels, _ = read_labels(folder, ITEM, RUBRIC)
    return [(label.category, label.score) for label in labels]


def test_labels_are_read_by_line(tmp_path: Path) -> None:
    assert read(tmp_path) == []
    (tmp_path / "labels.jsonl").write_text(
        '{"category": "Planning", "score": 8, "by": "a"}\n{"category": "NERV Ops", "score": 9}\n'
    )
    assert read(tmp_path) == [("Planning", 8), ("NERV Ops", 9)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "is not valid JSON: Expecting property name"),
        ("[]", "must be a mapping of keys to values, not an empty list"),
        ('{"category": "Planning"}', "the key 'score' is missing"),
        ('{"category": "Planning", "score": true}', "score: must be a whole number, not true"),
        ('{"category": 5, "score": 8}', "category: must be text, not a number"),
        ('{"category": "Planning", "score": 11}', "score: must be at most 10, not 11"),
        ('{"category": "Planning", "score": 8, "score": 3}', "the key 'score' occurs twice"),
    ],
)
def test_a_bad_label_is_named(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "labels.jsonl").write_text('{"category": "Planning", "score": 8}\n' + line + "\n")
    with pytest.raises(InputError) as caught:
        read(tmp_path)
    assert str(caught.value).startswith("run/labels.jsonl:2: ")
    assert said in str(caught.value)


def test_a_label_of_another_rubric_is_reported(tmp_path: Path) -> None:
    lines = [f'{{"category": "{name}", "score": 8}}\n' for name in ("Planning", "Planing")]
    # One that was saved from the page counts as well, and one of another benchmark does not.
    page = '{{"item": "{}", "category": "Lost", "score": 8, "evidence": "ab"}}\n'
    lines += [page.format(ITEM), page.format("other")]
    (tmp_path / "labels.jsonl").write_text("".join(lines))
    labels, notes = read_labels(tmp_path, ITEM, RUBRIC)
    assert notes == [
        "not compared: run/labels.jsonl:2: unknown category 'Planing'; did you mean 'Planning'? "
        "valid: Planning, NERV Ops; and 1 more such"
    ]
    assert agreement_entry(labels, [judged("Planning", 7.5), judged("NERV Ops", None)]) == (
        None,
        ["labels not compared, as there is no whole score: Planning"],
    )


def test_labels_that_the_page_saved_count_where_the_judge_sees_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    label = {"item": ITEM, "category": "Planning", "score": 6, "by": "ada", "evidence": "d1"}
    check = {"item": ITEM, "check": "a", "verdict": "agree", "outcome": "failed", "evidence": "d"}
    lines = [label, {**label, "item": "other"}, check, {"category": "Planning", "score": 9}]
    (folder / "labels.jsonl").write_text("\n".join(map(json.dumps, lines)))
    at_root = [label, {**label, "score": 7, "by": "bob", "evidence": "d0"}, "nonsense"]
    (tmp_path / "labels.jsonl").write_text("\n".join(map(json.dumps, at_root)))
    labels, notes = read_labels(folder, ITEM, RUBRIC, tmp_path)
    assert ([each.score for each in labels], notes) == ([9, 6, 7], [])
    found, notes = agreement_entry(labels, [judged("Planning", 8, "d1")])
    assert found is not None
    assert found["pairs"] == 2
    assert notes == ["1 label by people left out: the exhibits or the question have changed since"]
    assert agreement_entry(labels, [judged("NERV Ops", 8, "d1")]) == (None, [])


def test_nothing_in_a_folder_is_waited_for(tmp_path: Path) -> None:
    for name in ("labels.jsonl", "config.json"):
        os.mkfifo(tmp_path / name)
    with pytest.raises(InputError, match=r"^run/labels\.jsonl: is not a regular file"):
        read(tmp_path)
    assert authors(tmp_path) == []


def test_agreement_of_what_was_judged() -> None:
    given = [("Planning", 8), ("Planning", 6), ("Code", 4), ("Lost", 9), ("Half", 7)]
    labels = [HumanScore(category, score) for category, score in given]
    scores = {"Planning": 8, "Code": 5, "Half": 7.5}
    found, _ = agreement_entry(labels, [judged(*score) for score in scores.items()])
    assert found is not None
    assert (found["pairs"], found["exact"], found["within_one"]) == (3, 0.333333, 0.666667)
    assert found["low"] <= found["kappa"] <= found["high"]
    assert agreement_entry(labels, [judged("Other", 5)]) == (None, [])


@pytest.mark.parametrize(
    ("maker", "judge", "warned"),
    [
        ("claude-opus-4", "claude", True),
        ("gpt-5-codex", "openai:gpt-5", True),
        ("coder", "claude", False),
        ("gemini-3", "claude", False),
    ],
)
def test_a_judge_of_the_family_is_warned_of(
    tmp_path: Path, maker: str, judge: str, warned: bool
) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"models": [maker]}))
    note = same_family_note(authors(tmp_path), ["other", judge])
    assert (note is not None) is warned
    assert not warned or (maker in str(note) and judge in str(note))


def test_what_a_folder_says_of_its_maker_may_be_broken(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{")
    (tmp_path / "summary.json").write_text('["claude"]')
    assert authors(tmp_path) == []


def test_labels_may_have_what_editors_and_people_leave(tmp_path: Path) -> None:
    lines = [
        '\ufeff{"category": "Plan\u2028ning", "score": 8}',
        "",
        '{"category": "B", "score": 9}',
    ]
    (tmp_path / "labels.jsonl").write_text("\r\n".join([*lines, " ", ""]), encoding="utf-8")
    assert read(tmp_path) == [("Plan\u2028ning", 8), ("B", 9)]


def test_nothing_is_too_deep_to_be_reported(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text("[" * 100_000)
    with pytest.raises(InputError, match=r"^run/labels\.jsonl:1: is not valid JSON"):
        read(tmp_path)
    (tmp_path / "config.json").write_text("[" * 100_000)
    (tmp_path / "summary.json").write_text("[" * 100_000)
    assert authors(tmp_path) == []


def test_a_history_holds_scores_whatever_else_is_written_there(tmp_path: Path) -> None:
    lines = "".join(
        f'{{"path": "a", "judge": "{judge}", "mock": false, "overall": {overall}}}\n'
        for judge in ("claude", "gpt")
        for overall in ("8.4", "1e400", "-3", "99", '"9"', "true", "null", "7")
    )
    (tmp_path / "history.jsonl").write_text(lines)
    details = {"path": "a", "judge": "claude"}
    assert trend(tmp_path / "history.jsonl", details) == [8.4, 7]
