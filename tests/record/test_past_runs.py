"""The file in which each run leaves a line."""

from __future__ import annotations

from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.errors import HydraError
from pytest_hydra.record import past_runs
from pytest_hydra.record.past_runs import (
    MOST_RUNS,
    History,
    Line,
    append_line,
    digest,
    earlier_runs,
    run_line,
    trend,
)
from pytest_hydra.record.wire import decode, encode
from tests.results import check, ordinary

A, B = "test_shop.py::a", "test_shop.py::b"


def report(statuses: dict[str, str], score: float | None = 50, **more: Any) -> dict[str, Any]:
    tests = [
        ordinary(name, [check()], status=status, total=100 if status == "passed" else 0)
        for name, status in statuses.items()
    ]
    base = {"run_id": "r", "verdict": "failed", "complete": True, "totals": {"score": score}}
    return {**base, "usage": {}, "scenarios": [], "tests": tests, **more}


def history(lines: list[Line]) -> History:
    return History([encode(line).encode("ascii") for line in lines])


def runs_of(lines: list[Line]) -> list[Line]:
    return history(lines).runs(MOST_RUNS)


def lines_of(*reports: dict[str, Any], like: str = "a") -> list[Line]:
    lines: list[Line] = []
    for each in reports:
        lines.append(run_line(each, like, history(lines)))
    return lines


def forged_line(more: dict[str, Any]) -> bytes:
    return encode({**run_line(report({"a": "passed"}), "", History(())), **more}).encode("ascii")


def test_names_stand_once() -> None:
    one, two = {"a": "passed", "b": "failed"}, {"a": "passed"}
    lines = lines_of(report(one), report(two), report(one))
    assert [line.get("names") for line in lines] == [[A, B], [A], None]
    both = {A: "p", B: "f"}
    assert [run["letters"] for run in runs_of(lines)] == [both, {A: "p"}, both]
    # Without the first line nobody knows what the letters of the last are of.
    assert [run["letters"] for run in runs_of(lines[1:])] == [{A: "p"}]
    assert runs_of(lines_of(report(one, complete=False), report({}))) == []
    # The next line of that suite has them again, also if another line claims to.
    forged = {**lines[0], "names": [1, 2]}
    for earlier in (lines[1:], [forged, *lines[1:]]):
        line = run_line(report(one), "a", history(earlier))
        assert line["names"] == [A, B]
        # They are of every line of that suite: its name is their digest.
        assert [run["letters"] for run in runs_of([*earlier, line])][-2:] == [both, both]


def test_a_regression_does_not_flip_and_a_score_is_not_rounded_to_100() -> None:
    good, bad = {"a": "passed"}, {"a": "failed"}
    runs = runs_of(lines_of(report(good, 99.8), report(good, 99.8), report(bad, 97.4)))
    assert trend(runs) == "score 99.8, 99.8, 97"


def test_what_flips_without_a_change_is_named() -> None:
    good, bad = {"a": "passed", "b": "passed"}, {"a": "failed", "b": "passed"}
    cost = {"usage": {"cost_usd": 0.5}}
    runs = runs_of(lines_of(report(good, 80, **cost), report(bad, 81), report(good, None)))
    # The last run cost nothing that is known.
    assert trend(runs) == f"score 80, 81, -; flips in 3 runs without a change: {A}"
    assert trend(runs[1:]) == ""
    changed = runs_of([*lines_of(report(bad)), *lines_of(report(good), report(good), like="b")])
    assert trend(changed) == "score 50, 50, 50"


def test_a_run_in_which_nothing_was_graded_says_nothing() -> None:
    one, down = {"a": "passed", "b": "failed"}, {"a": "ungraded", "b": "ungraded"}
    mixed = {"a": "passed", "b": "ungraded"}
    runs = runs_of(lines_of(report(one), report(down, None), report(mixed), report(one)))
    assert len(runs) == 3
    assert trend(runs) == "score 50, 50, 50"


def test_a_run_of_a_part_counts_for_its_part() -> None:
    both = {"a": "passed", "b": "passed"}
    lines = lines_of(
        report(both, run_id="r1"),
        report({"a": "failed"}, run_id="r2", complete=False),
        report({"a": "ungraded"}, run_id="r3", complete=False),
        report(both, run_id="r4"),
    )
    assert earlier_runs(history(lines), "r4") == {A: (1, 2), B: (1, 1)}
    assert [run["run_id"] for run in runs_of(lines)] == ["r1", "r4"]


def test_runs_of_other_files_are_not_mixed_in() -> None:
    one, both = {"a": "passed"}, {"a": "passed", "b": "passed"}
    others = {"c": "failed", "d": "failed"}
    paid = {"usage": {"cost_usd": 10}}
    lines = lines_of(report(both, 70), report(others, 20, **paid), report(one, 80), report(one, 90))
    assert trend(runs_of(lines)) == "score 70, 80, 90"
    more = lines_of(report(others, 30, **paid), report(others, 40, usage={"cost_usd": 2}))
    assert trend(runs_of([*lines, *more])) == "score 20, 30, 40; $7.33 a run"
    assert trend(runs_of([*lines, *more[:1]])) == ""


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"5", b"{", b'{"a": 1e999}', b"[" * 10_000, b"\xff", b'{"suite": []}'),
        *(b'{"suite": "a", "letters": "p"}', b'{"suite": "a", "letters": 5, "names": 3}'),
        b'{"suite":"a","letters":"p","names":["a"],"complete":true,"totals":{"score":"x"}}',
        b'{"suite":"a","letters":"p","names":["a"],"complete":true,"totals":5,"usage":{}}',
        forged_line({"totals": {"score": 10**400}}),
        forged_line({"usage": {"seconds": 1e308}}),
        forged_line({"names": [7], "suite": digest(encode({"names": [7]}))}),
    ],
)
def test_bad_lines_are_passed_over(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "history.jsonl"
    append_line(path, run_line(report({"a": "passed"}), "", History(())))
    path.write_bytes(path.read_bytes() + line)  # torn off
    append_line(path, run_line(report({"a": "failed"}), "", History(())))
    found = History.read(path)
    assert [run["letters"] for run in found.runs(MOST_RUNS)] == [{A: "p"}, {A: "f"}]
    assert all(note.startswith("history.jsonl: line 2 is skipped: ") for note in found.notes)
    assert len(found.notes) + len([*found.newest()]) == 2 + bool(line)


def test_many_bad_lines_are_one_note(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    path.write_bytes(b"x\n" * 2**20)
    append_line(path, run_line(report({"a": "passed"}), "", History(())))
    found = History.read(path)
    assert len(found.runs(MOST_RUNS)) == 1
    (note,) = found.notes
    assert note.startswith("history.jsonl: line 1038578 is skipped: ")
    assert note.endswith(" (and 9998 more)")


def test_only_the_lines_that_are_needed_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(*[report({"a": "passed", "b": "failed"})] * 200)
    found = history(lines)
    decoded: list[bytes] = []

    def counted(line: bytes) -> dict[str, Any]:
        decoded.append(line)
        return decode(line)

    monkeypatch.setattr(past_runs, "decode", counted)
    assert [run["letters"] for run in found.runs(30)] == [{A: "p", B: "f"}] * 30
    assert found.names(lines[0]["suite"]) == [A, B]
    # One more, which has the names.
    assert len(decoded) == 31


def _append(path: Path) -> None:
    for _ in range(50):
        append_line(path, {"text": "x" * 10_000})


def test_those_who_write_at_once_tear_nothing(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    context = get_context("spawn")
    others = [context.Process(target=_append, args=(path,)) for _ in range(3)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    found = History.read(path)
    assert (len([*found.newest()]), found.notes) == (150, [])
    assert [entry.name for entry in tmp_path.iterdir()] == ["history.jsonl"]


def test_a_history_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.joinpath("file").write_text("")
    with pytest.raises(HydraError, match=r"cannot write .*: File exists"):
        append_line(tmp_path / "file" / "history.jsonl", {})
    unread = History.read(tmp_path / "file" / "history.jsonl")
    assert ([*unread.newest()], unread.notes) == ([], [])
