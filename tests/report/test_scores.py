from __future__ import annotations

from typing import Any

import pytest

from pytest_hydra.core.result import result_of
from pytest_hydra.report.tables import (
    agent_means,
    benchmark_table,
    benchmark_title,
    score_block,
)
from tests import results

LONG = "the command failed: " + "the model is not there, and neither is the program; " * 8


def category(name: str = "Planning", **fields: Any) -> dict[str, Any]:
    return results.category(name, fields.pop("score", 8), **fields)


def entry(*categories: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return results.benchmark("runs/a", categories or [category()], **fields)


def block(entry: dict[str, Any], *, notes: bool = False) -> list[str]:
    return list(score_block(entry, (), plain=False, notes=notes))


def test_a_long_reason_is_wrapped_and_all_there() -> None:
    lines = block(entry(category(score=None, message=LONG)))
    begin = lines.index("  Planning Score           not graded") + 1
    told = [line for line in lines[begin:] if line.startswith("    ")]
    assert len(told) > 2
    assert max(map(len, lines)) <= 80
    assert " ".join(line.strip() for line in told) == LONG.strip()


@pytest.mark.parametrize("text", ["word " * 500, "w" * 5_000, "\x1b[31m" * 500])
def test_a_reason_of_any_length_takes_six_lines(text: str) -> None:
    with_it = block(entry(category(score=None, message=text)))
    without = block(entry(category(score=None)))
    assert len(with_it) - len(without) <= 6
    assert max(map(len, with_it)) <= 80
    assert any(line.endswith("…") for line in with_it)
    assert all(line.isprintable() for line in with_it)


def test_one_reason_of_all_categories_is_reported_once() -> None:
    same = [category(name, score=None, message="no such program") for name in ("A", "B")]
    other = category("C", score=None, message="too slow")
    lines = block(entry(*same, other, total=None, status="ungraded"))
    assert [lines.count("    no such program"), lines.count("    too slow")] == [1, 1]


def test_notes_of_a_category_are_shown_where_they_are_asked_for() -> None:
    told = entry(category(notes=["3 of 3 quotes found", LONG]))
    assert not any("quotes" in line for line in block(told))
    lines = block(told, notes=True)
    begin = lines.index("    - 3 of 3 quotes found")
    assert lines[begin + 1].startswith("    - the command failed")
    assert lines[begin + 2].startswith("      ")
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("fields", "result", "shown"),
    [
        ({}, "passed", "PASS"),
        ({"status": "failed"}, "failed", "FAIL"),
        ({"status": "ungraded"}, "ungraded", "NOT GRADED"),
        ({"total": None, "complete": False}, "open", "OPEN"),
        ({"total": None, "complete": False, "status": "failed"}, "failed", "FAIL"),
        ({"total": None, "complete": False, "status": "ungraded"}, "ungraded", "NOT GRADED"),
    ],
)
def test_the_result_is_that_of_what_was_selected(
    fields: dict[str, Any], result: str, shown: str
) -> None:
    assert result_of(entry(**fields)) == result
    assert f"  Result: {shown}" in block(entry(**fields))


def test_a_score_just_below_the_threshold_does_not_look_like_it() -> None:
    assert "  Overall Score            ██████░░░░ 6.96/10" in block(
        entry(total=6.96, status="failed")
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"scores": 2, "ungraded": 1}, "0 of 2 scores changed, and 0 verdicts; 1 not graded"),
        ({"scores": 0, "ungraded": 3}, "nothing was measured; 3 not graded"),
        ({"scores": 0}, "nothing was measured"),
    ],
)
def test_what_was_not_measured_is_not_shown_as_steady(asked: dict[str, int], said: str) -> None:
    lines = block(entry(health=[{"changed": 0, "flips": 0, **asked}]))
    assert f"  Asked again              {said}" in lines


def test_the_title_names_the_harness_whose_rubric_it_is() -> None:
    assert benchmark_title(entry(rubric="nerv")) == "NERV Benchmark Scores (All Claude Graded)"
    assert benchmark_title(entry(rubric="my.toml")) == "Benchmark Scores (All Claude Graded)"
    assert benchmark_title(entry(mock=True)) == "Benchmark Scores (All MOCK Graded)"


def test_several_benchmarks_are_a_table() -> None:
    def row(path: str, *scores: float | None, **fields: Any) -> dict[str, Any]:
        checks = [category(name, score=score) for name, score in zip("AB", scores, strict=True)]
        return results.benchmark(path, checks, **fields)

    rows = [
        row("runs/one", 8, 9, agent="coder", total=8.35),
        row("r" * 99, 6.5, None, agent="a-long-name-of-an-agent", status="ungraded"),
        row("runs/three", 1, 2, total=1.5, status="failed"),
    ]
    rows[1]["total"] = None
    title, *lines = benchmark_table(rows)
    assert title == "Benchmark Scores (All Claude Graded), threshold 7/10; -v shows each"
    assert max(map(len, lines)) <= 80
    cells = [line.split() for line in lines]
    assert cells[0] == ["benchmark", "agent", "A", "B", "overall", "result"]
    assert cells[1] == ["runs/one", "coder", "8", "9", "8.4", "PASS"]
    assert cells[2][1:] == ["a-long-name-of-…", "6.5", "-", "-", "NOT", "GRADED"]
    assert cells[3] == ["runs/three", "-", "1", "2", "1.5", "FAIL"]
    # Columns of other categories would say nothing about all rows.
    _, head, *_ = benchmark_table([*rows, entry(category("C"), rubric="nerv")])
    assert head.split() == ["benchmark", "agent", "overall", "result"]


def test_agents_have_a_mean_and_an_interval() -> None:
    totals = {"b": (7, 8, 9), "a": (5, None), "c": (6, 6)}
    rows = [entry(agent=agent, total=total) for agent, each in totals.items() for total in each]
    # An ungraded benchmark has a total of what was graded.
    rows.append(entry(agent="b", total=9, status="ungraded"))
    assert [*agent_means(rows)] == [
        "a: mean 5.0, 1 benchmark",
        "b: mean 8.0 (95% interval 5.5 to 10.0), 3 benchmarks, 1 not graded",
        # Equal scores have no spread, which says nothing about other runs.
        "c: mean 6.0, 2 benchmarks",
    ]
