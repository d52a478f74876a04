"""Labels of people, as the page saves them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.record.labels import Label, check_name, evidence_of, label_of, saved_labels

CHECK = {"run": "r", "item": "a.yaml::x (b)", "check": "shouldContain", "outcome": "failed"}
CHECK |= {"verdict": "disagree", "by": "ada", "note": "it does", "evidence": "e1"}
CATEGORY: dict[str, Any] = {"item": "runs/a", "category": "Planning", "score": 7, "evidence": "e2"}


def test_a_label_says_what_a_person_makes_of_it() -> None:
    found = label_of(CHECK)
    assert found is not None
    assert (found.item, found.name) == ("a.yaml::x (b)", "shouldContain")
    assert (found.outcome, found.score, found.by) == ("passed", None, "ada")
    agreed = label_of({**CHECK, "verdict": "agree"})
    assert agreed is not None
    assert agreed.outcome == "failed"
    scored = label_of(CATEGORY)
    assert scored == Label(
        item="runs/a", name="Planning", outcome=None, score=7, by="", note="", evidence="e2"
    )


@pytest.mark.parametrize(
    "value",
    [
        *(None, [], "text", {}),
        {**CHECK, "outcome": "ungraded"},
        {**CHECK, "verdict": "maybe"},
        {**CHECK, "item": 5},
        {**CHECK, "note": None},
        {**CATEGORY, "score": True},
        {**CATEGORY, "score": 11},
        {**CATEGORY, "score": 7.0},
        {"category": "Planning", "score": 7},
    ],
)
def test_what_is_no_label_is_none(value: Any) -> None:
    assert label_of(value) is None


def test_of_what_one_person_says_of_one_thing_the_last_word_counts(tmp_path: Path) -> None:
    assert saved_labels(tmp_path) == ([], 0)
    lines: list[Any] = [CHECK, CATEGORY, {**CHECK, "verdict": "agree"}, {**CHECK, "by": "bob"}, 5]
    text = "\n".join([*map(json.dumps, lines), "", "{", "[" * 100_000])
    (tmp_path / "labels.jsonl").write_text(text)
    labels, bad = saved_labels(tmp_path)
    assert [(label.by, label.outcome) for label in labels] == [
        ("ada", "failed"),
        ("", None),
        ("bob", "passed"),
    ]
    assert bad == 3


def test_what_cannot_be_read_is_reported(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_bytes(b"\xff")
    assert saved_labels(tmp_path) == ([], 1)


def test_how_long_it_took_is_no_evidence() -> None:
    one, other = (
        b'{"turns":[{"user":"a","seconds":0.5}]}',
        b'{"turns":[{"user":"a","seconds":7e-05}]}',
    )
    assert evidence_of(one) == evidence_of(other)
    assert evidence_of(one) != evidence_of(one.replace(b'"a"', b'"b"'))
    # What a bot said of seconds is.
    assert evidence_of(b'{"text":",\\"seconds\\":5}"}') != evidence_of(
        b'{"text":",\\"seconds\\":6}"}'
    )


def test_a_check_is_called_by_its_turn() -> None:
    assert check_name({"name": "shouldContain", "turn": 2}) == "shouldContain (turn 2)"
    assert check_name({"name": "build"}) == "build"
