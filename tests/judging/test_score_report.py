"""Agreement with people, and judges of the family whose work they grade."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_hydra.errors import InputError
from pytest_hydra.judging.grade.score_report import (
    agreement_entry,
    family_note,
    read_labels,
    trend,
)


def test_labels_are_read_by_line(tmp_path: Path) -> None:
    assert read_labels(tmp_path, "run") == []
    (tmp_path / "labels.jsonl").write_text(
        '{"category": "Planning", "score": 8, "by": "a"}\n{"category": "NERV Ops", "score": 9}\n'
    )
    assert read_labels(tmp_path, "run") == [("Planning", 8), ("NERV Ops", 9)]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"category": "Planning"}',
        '{"category": "Planning", "score": true}',
        '{"category": 5, "score": 8}',
        '{"category": "Planning", "score": 11}',
    ],
)
def test_a_bad_label_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "labels.jsonl").write_text('{"category": "Planning", "score": 8}\n' + line + "\n")
    with pytest.raises(InputError, match=r"^run/labels\.jsonl:2: must be"):
        read_labels(tmp_path, "run")


def test_agreement_of_what_was_judged() -> None:
    labels = [("Planning", 8), ("Planning", 6), ("Code", 4), ("Lost", 9)]
    found = agreement_entry(labels, {"Planning": 8, "Code": 5, "Half": 7.5})
    assert found is not None
    assert (found["pairs"], found["exact"], found["within_one"]) == (3, 0.333333, 0.666667)
    assert found["low"] <= found["kappa"] <= found["high"]
    assert agreement_entry(labels, {"Other": 5}) is None


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
    note = family_note(tmp_path, ["other", judge])
    assert (note is not None) is warned
    assert not warned or (maker in str(note) and judge in str(note))


def test_what_a_folder_says_of_its_maker_may_be_broken(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{")
    (tmp_path / "summary.json").write_text('["claude"]')
    assert family_note(tmp_path, ["claude"]) is None


def test_labels_may_have_what_editors_and_people_leave(tmp_path: Path) -> None:
    lines = [
        '\ufeff{"category": "Plan\u2028ning", "score": 8}',
        "",
        '{"category": "B", "score": 9}',
    ]
    (tmp_path / "labels.jsonl").write_text("\r\n".join([*lines, " ", ""]), encoding="utf-8")
    assert read_labels(tmp_path, "run") == [("Plan\u2028ning", 8), ("B", 9)]


def test_nothing_is_too_deep_to_be_told_of(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text("[" * 100_000)
    with pytest.raises(InputError, match=r"^run/labels\.jsonl:1: must be"):
        read_labels(tmp_path, "run")
    (tmp_path / "config.json").write_text("[" * 100_000)
    (tmp_path / "summary.json").write_text("[" * 100_000)
    assert family_note(tmp_path, ["claude"]) is None


def test_a_history_holds_scores_whatever_else_is_written_there(tmp_path: Path) -> None:
    lines = "".join(
        f'{{"path": "a", "mock": false, "overall": {overall}}}\n'
        for overall in ("8.4", "1e400", "-3", "99", '"9"', "true", "null", "7")
    )
    (tmp_path / "history.jsonl").write_text(lines)
    assert trend(tmp_path / "history.jsonl", "a") == [8.4, 7]
