from __future__ import annotations

import io
import json
import tracemalloc
from itertools import cycle, islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_hydra.errors import InputError
from pytest_hydra.plugins.judges.event_log import EventLog, facts, read_log
from pytest_hydra.plugins.judges.judge_settings import LogKeys

EVENTS = [
    {"event": "run_started"},
    {"event": "cycle_started", "cycle": 1},
    {"event": "task_created", "task": "T1"},
    {"event": "worktree_created", "task": "T1"},
    {"event": "review_completed", "task": "T1", "verdict": "changes_requested"},
    {"event": "review_completed", "task": "T1", "verdict": "approved"},
    {"event": "merge_completed", "task": "T1"},
    {"event": "task_completed", "task": "T1"},
    {"event": "cycle_completed", "cycle": 1, "spec_completion": 0.5},
]


def read(lines: list[Any], keep: int = 60_000) -> EventLog:
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    return read_log(io.BytesIO(text.encode()), "run/event-log.jsonl", keep)


def counted(*events: Any) -> dict[str, Any]:
    return facts(read(list(events)))


def test_a_small_log() -> None:
    log = read(EVENTS)
    assert log.lines == 9
    assert log.kinds["review_completed"] == 2
    assert log.head == [json.dumps(event) for event in EVENTS] == log.tail
    assert log.samples["run_started"] == [(1, '{"event": "run_started"}')]
    assert facts(log) == {
        "events": 9,
        "events_by_kind": {
            "review_completed": 2,
            "cycle_completed": 1,
            "cycle_started": 1,
            "merge_completed": 1,
            "run_started": 1,
            "task_completed": 1,
            "task_created": 1,
            "worktree_created": 1,
        },
        "cycles": 1,
        "spec_completion_by_cycle": {"1": 0.5},
    }


@pytest.mark.parametrize("key", ["event", "type", "kind", "name"])
def test_the_kind_may_stand_under_several_keys(key: str) -> None:
    assert read([{"t": 1, key: "taskCreated", "payload": {"taskId": 5}}]).kinds == {
        "taskCreated": 1
    }
    assert counted({key: "taskCreated"})["events_by_kind"] == {"taskCreated": 1}


def test_a_log_of_another_harness_has_its_own_keys() -> None:
    events = [
        {"timestamp": 1764150000.5, "when": "2026-01-01T09:00:00Z", "action": "task_created"},
        {"timestamp": 1764150002.5, "when": "2026-01-01T09:01:00Z", "action": "error"},
    ]
    lines = "".join(f"{json.dumps({**event, 'event': 'own'})}\n" for event in events).encode()
    for keys, kinds, seconds in (
        (LogKeys(event="action"), ["task_created", "error"], 2),
        (LogKeys(event="action", time="when"), ["task_created", "error"], 60),
        (LogKeys(time="when"), ["own"], 60),
    ):
        log = read_log(io.BytesIO(lines), "run/event-log.jsonl", keys=keys)
        assert [*log.kinds] == kinds
        assert facts(log)["duration_seconds"] == seconds
    with pytest.raises(InputError, match="there is no text at 'verb'; "):
        read_log(io.BytesIO(lines), "run/event-log.jsonl", keys=LogKeys(event="verb"))


@pytest.mark.parametrize(
    "kind", ["error", "never_merged", "review_not_approved", "TaskFailed", "hello"]
)
def test_no_words_are_read_out_of_a_name(kind: str) -> None:
    event = {"event": kind, "status": "failed", "approved": False}
    assert counted(event) == {"events": 1, "events_by_kind": {kind: 1}}


def test_the_most_frequent_kinds_are_counted_by_name() -> None:
    found = counted(*[{"event": f"kind-{number}"} for number in range(70)], {"event": "kind-69"})
    assert len(found["events_by_kind"]) == 60
    assert next(iter(found["events_by_kind"].items())) == ("kind-69", 2)
    assert found["events_of_other_kinds"] == 10


def test_a_name_is_shown_on_one_line() -> None:
    found = counted({"event": "a\nb\u200b"}, {"event": "a b\u200b"})
    assert found["events_by_kind"] == {"a b\\u200b": 2}


@pytest.mark.parametrize(
    ("first", "last", "seconds"),
    [
        ("2026-01-01T00:00:00Z", "2026-01-01T01:00:00+00:00", 3600),
        ("2026-01-01T02:00:00+02:00", "2026-01-01T00:00:00.5", 0.5),
        (1_767_225_600, 1_767_225_660.25, 60.25),
        (1_767_225_600_000, 1_767_225_600_500, 0.5),
        (1_767_225_600, 1_767_225_600_500, 0.5),
    ],
)
def test_how_long_it_took(first: Any, last: Any, seconds: float) -> None:
    found = counted({"event": "a", "ts": first}, {"event": "b", "time": last}, {"event": "c"})
    assert found["duration_seconds"] == seconds
    assert found["events_earlier_than_the_one_before"] == 0


def test_times_that_go_back_are_counted() -> None:
    found = counted(*({"event": "a", "t": t} for t in (5, 9, 3, 4, "soon", None, True, 1e300)))
    assert (found["duration_seconds"], found["events_earlier_than_the_one_before"]) == (0.006, 1)


def test_a_number_under_t_is_in_milliseconds() -> None:
    found = counted({"event": "a", "t": 0}, {"event": "b", "t": 1_800_000})
    assert found["duration_seconds"] == 1800


@pytest.mark.parametrize(
    ("first", "last"),
    [
        # Nobody knows the unit, or the clocks are two.
        ({"ts": 0}, {"ts": 1_800_000}),
        ({"t": 5}, {"t": "2026-01-01T00:00:00Z"}),
    ],
)
def test_what_is_not_known_to_be_a_duration_is_not_reported(first: Any, last: Any) -> None:
    assert "duration_seconds" not in counted({"event": "a", **first}, {"event": "b", **last})


def test_errors_by_level() -> None:
    found = counted(
        {"event": "tool_error"},
        {"event": "log", "level": "error"},
        {"event": "log", "level": "ERROR"},
        {"event": "x", "level": []},
    )
    assert found["events_of_level_error"] == 2


def test_completion_of_the_spec_by_cycle() -> None:
    found = counted(
        {"event": "a", "spec_completion": 0},
        {"event": "cycle_started", "cycle": {"id": "c1"}},
        {"event": "progress", "data": {"specCompletion": "25%"}},
        {"event": "progress", "specCompletion": 40},
        {"event": "cycle_started", "cycle": {"id": "c2"}},
        {"event": "progress", "spec_coverage": 99.5},
        {"event": "progress", "spec_coverage": "much"},
    )
    assert found["spec_completion_by_cycle"] == {"0": 0, "c1": 40, "c2": 99.5}
    assert found["cycles"] == 2


NO_NAME = (
    "has no event name: there is no text at 'event' or 'type' or 'kind' or 'name'; hydra.toml can "
    'name the key: [judging] log = {event = "…"}'
)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense\n", "is not valid JSON: Expecting value: line 1 column 1 (char 0)"),
        ('{"event": "a"', "is not valid JSON: Expecting ',' delimiter: line 1 column 14 (char 13); "
         "was the run stopped while the line was written?"),
        ('{"event": "a"} {"event": "b"}\n', "is not valid JSON: Extra data: line 1 column 16 "
         "(char 15)"),
        ("[1]\n", "is not a JSON object; each line should be one event, an object"),
        ("null\n", "is not a JSON object; each line should be one event, an object"),
        ('{"t": 1}\n', NO_NAME),
        ('{"event": 5, "name": ""}\n', NO_NAME),
        ('{"event": "a", "x": NaN}\n', "is not valid JSON: NaN is not JSON"),
        ('{"event": "a", "x": -Infinity}\n', "is not valid JSON: -Infinity is not JSON"),
        ('{"event": "a", "x": ' + "[" * 100_000 + "\n", "is not valid JSON: it is nested too "
         "deeply"),
        ('{"event": "a", "x": ' + "1" * 5_000 + "}\n", "is not valid JSON: Exceeds the limit "
         "(4300 digits) for integer string conversion: value has 5000 digits; use "
         "sys.set_int_max_str_digits() to increase the limit"),
    ],
)  # fmt: skip
def test_a_broken_line_is_said(line: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read([{"event": "fine"}, "\n", line])
    assert str(caught.value) == f"run/event-log.jsonl:3: {message}"


@pytest.mark.parametrize("lines", [[], ["\n", "  \n"]])
def test_a_log_without_events_is_an_error(lines: list[str]) -> None:
    with pytest.raises(InputError, match="has no events"):
        read(lines)


def test_a_line_without_end_is_not_read_to_its_end() -> None:
    class Endless(io.BytesIO):
        given = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.given += size or 0
            return b"x" * (size or 0)

    stream = Endless()
    with pytest.raises(InputError, match=r"jsonl:1: the line is longer than 16 MiB"):
        read_log(stream, "event-log.jsonl")
    assert stream.given < 32 * 2**20


def test_what_is_not_utf_8_is_shown() -> None:
    raw = b'\xef\xbb\xbf{"event": "a", "text": "\xff"}\r\n  {"event": "b"}\n'
    log = read_log(io.BytesIO(raw), "x")
    assert log.lines == 2
    assert "\\xff" in log.head[0]


def test_what_it_keeps_is_bounded() -> None:
    kinds = cycle(f"kind-{number}" for number in range(1_500))
    lines = [
        json.dumps({"event": kind, "task": f"T{number}", "cycle": number}) + "\n"
        for number, kind in enumerate(islice(kinds, 30_000))
    ]
    data = io.BytesIO("".join(lines).encode())
    tracemalloc.start()
    log = read_log(data, "x", limit=1_000)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 12 * 2**20
    assert len(log.kinds) == 1_000
    assert log.kinds.total() + log.other_kinds == log.lines == 30_000
    assert 1_000 <= sum(map(len, log.head)) < 1_200
    assert f"{log.tail[-1]}\n" == lines[-1]
    assert 1_000 <= sum(map(len, log.tail)) < 4_200


numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
keys = st.sampled_from(
    ["t", "ts", "level", "cycle", "data", "task", "branch", "approved", "status", "spec_completion"]
)
kinds = st.sampled_from(["review_completed", "merged", "task", "cycle_started", "error", "x"])


@given(st.lists(st.tuples(kinds, st.dictionaries(keys, json_values)), min_size=1, max_size=8))
@settings(max_examples=40, deadline=None)
def test_whatever_an_event_holds_it_is_counted(events: list[tuple[str, dict[str, Any]]]) -> None:
    lines = [{"event": kind, **fields} for kind, fields in events]
    log = read(lines)
    assert log.lines == len(lines)
    json.dumps(facts(log), allow_nan=False)
