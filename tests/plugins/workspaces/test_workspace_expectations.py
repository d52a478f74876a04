"""Expectations of a workspace, decided from records that are written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pytest_hydra.core.scorecard import Check
from pytest_hydra.errors import BadValueError
from pytest_hydra.plugins.workspaces import expectations
from pytest_hydra.plugins.workspaces.workspace_lines import lines_of
from pytest_hydra.plugins.workspaces.workspace_state import WorkspaceRecord, commands_in, run_key
from pytest_hydra.scenarios.expect.conversation_judge import transcript
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.reply import (
    Conversation,
    conversation_from_plain,
    conversation_to_plain,
)
from pytest_hydra.transcript.turn import Reply, Turn

PLAIN, PROGRAM = "100644", "100755"
COMMIT = {"author": "a", "message": "Fix totals\n\nAt last."}
RECORD = WorkspaceRecord(
    start="0" * 40,
    files={"a.py": [PLAIN, "a1"], "b.py": [PLAIN, "b1"], "run.sh": [PLAIN, "r1"]},
    turns=(
        {
            "files": {"a.py": [PLAIN, "a2"], "new/c.json": [PLAIN, "c1"]},
            "git": {"commits": [], "branch": "main", "clean": False},
        },
        {
            "files": {"a.py": [PLAIN, "a1"], "b.py": None, "run.sh": [PROGRAM, "r1"]},
            "git": {"commits": [COMMIT], "branch": "main", "clean": True},
        },
    ),
    contents={"c1": '{"version": "2.0", "tags": ["x"]}', "r1": "echo"},
)
TURN = Turn(user="go", reply=Reply(text="Done."))
CONVERSATION = Conversation(turns=(TURN, TURN), records={"workspace": RECORD._asdict()})


def judged(
    expect: Mapping[str, Any],
    record: WorkspaceRecord | None = RECORD,
    turn: int | None = None,
) -> list[Check]:
    records = {} if record is None else {"workspace": record._asdict()}
    conversation = replace(CONVERSATION, records=records)
    return decide(compile_expect(expect), Subject(conversation=conversation, turn=turn))


def outcome(expect: Mapping[str, Any], **fields: Any) -> str:
    (check,) = judged(expect, **fields)
    return check.outcome.value


@pytest.mark.parametrize(
    ("path", "state", "turn", "expected"),
    [
        ("a.py", "changed", 1, "passed"),
        ("a.py", "unchanged", None, "passed"),  # it was changed back
        ("b.py", "deleted", None, "passed"),
        ("b.py", "absent", None, "passed"),
        ("b.py", "exists", 1, "passed"),
        ("run.sh", "changed", None, "passed"),  # its mode
        ("new/c.json", "created", 1, "passed"),
        ("./new/c.json", "created", None, "passed"),
        ("c.json", "created", None, "failed"),  # a path, and no pattern
        ("*.json", "created", None, "passed"),
        ("*.py", "changed", 1, "passed"),  # one of them
        ("*.py", "unchanged", 1, "failed"),  # not all of them
        ("*.md", "unchanged", None, "failed"),
        ("*.md", "absent", None, "passed"),
        ("new/", "absent", None, "failed"),
        ("a.py", {"text": "x"}, None, "ungraded"),  # not recorded
        ("a.py", {"is": "changed", "text": "x"}, None, "failed"),
        ("run.sh", {"text": {"contains": "echo"}}, None, "passed"),
        ("run.sh", {"text": {"contains": "exit"}}, None, "failed"),
        ("run.sh", {"data": {"version": "2.0"}}, None, "failed"),
        ("new/*", {"is": "created", "data": {"version": "2.0", "tags": ["x"]}}, None, "passed"),
        ("new/*", {"data": {"version": {"regex": "^3"}}}, None, "failed"),
        ("new/*", {"data": {"name": "x"}}, None, "failed"),
    ],
)
def test_files(path: str, state: object, turn: int | None, expected: str) -> None:
    assert outcome({"files": {path: state}}, turn=turn) == expected


@pytest.mark.parametrize(
    ("matcher", "expected"),
    [
        ({"regex": "done$"}, "passed"),
        ({"regex": "^all$"}, "failed"),
        ({"not": {"regex": "done$"}}, "failed"),
        ({"regex": r"done\n$"}, "passed"),
    ],
)
def test_the_end_of_a_file_is_before_its_final_newline_too(matcher: object, expected: str) -> None:
    record = RECORD._replace(contents={"r1": "all\nis done\n"})
    assert outcome({"files": {"run.sh": {"text": matcher}}}, record=record) == expected


def test_only_changed_files_is_about_one_turn_or_all() -> None:
    changed = ["a.py", "new/"]
    assert outcome({"onlyChangedFiles": changed}, turn=1) == "passed"
    assert outcome({"onlyChangedFiles": changed}, turn=2) == "failed"
    # a.py is as it was in the end.
    assert outcome({"onlyChangedFiles": ["new/**", "b.py", "run.*"]}) == "passed"
    (check,) = judged({"onlyChangedFiles": []})
    assert check.message == "also created new/c.json; also changed run.sh; also deleted b.py"
    assert check.actual == ["b.py", "run.sh", "new/c.json"]


def test_git_is_about_the_commits_since_the_start() -> None:
    expect = {"commits": {"gte": 1}, "messages": {"regex": "^Fix"}, "branch": "main", "clean": True}
    assert [check.outcome.value for check in judged({"git": expect})] == ["passed"] * 4
    first = judged({"git": expect}, turn=1)
    assert [check.outcome.value for check in first] == ["failed", "failed", "passed", "failed"]
    assert first[1].message == "there is no commit"
    turns = ({"files": {}, "git": {"problem": "it has no .git"}},)
    (check,) = judged({"git": {"clean": True}}, RECORD._replace(turns=turns))
    assert (check.outcome.value, "it has no .git" in check.message) == ("failed", True)


def test_a_workspace_without_git_is_not_the_fault_of_the_bot() -> None:
    (check,) = judged({"git": {"clean": True}}, RECORD._replace(turns=({"files": {}, "git": {}},)))
    assert check.outcome.value == "ungraded"
    assert "git: false" in check.message


def run(**fields: Any) -> dict[str, Any]:
    plain = {"status": "done", "exit": 0, "problem": None, "doubts": [], "tests": 0}
    return plain | {"failed": [], "failures": 0, "tail": "last"} | fields


@pytest.mark.parametrize(
    ("result", "expected", "message"),
    [
        (run(), "passed", "succeeds"),
        (run(tests=3), "passed", "3 tests"),
        (run(exit=1), "failed", "it ended with 1: last"),
        (run(exit=1, absent=["e"]), "failed", "last; it ran without e"),
        (run(exit=128, tail="fatal: not a git repository"), "ungraded", "needs the repository"),
        (run(exit=1, tests=3, failed=["t::a"], failures=1), "failed", "1 of 3 tests fails: t::a"),
        (run(status="timeout", exit=None, problem="it took longer"), "ungraded", "it took longer"),
        (run(doubts=["the record has no end"]), "ungraded", "the record has no end"),
        (None, "ungraded", "run again"),
    ],
)
def test_passes(result: dict[str, Any] | None, expected: str, message: str) -> None:
    (command,) = commands_in(compile_expect({"passes": "make test"}).nodes)
    runs = {} if result is None else {run_key(command, None): result}
    (check,) = judged({"passes": "make test"}, RECORD._replace(runs=runs))
    assert check.outcome.value == expected
    assert message in check.message


@pytest.mark.parametrize("key", ["files", "onlyChangedFiles", "git", "passes"])
def test_without_a_workspace_nothing_is_graded(key: str) -> None:
    expect = {
        "files": {"a": "exists"},
        "onlyChangedFiles": [],
        "git": {"commits": 1},
        "passes": "a",
    }
    (check,) = judged({key: expect[key]}, None)
    assert check.outcome.value == "ungraded"
    assert "there is no workspace" in check.message
    (check,) = judged({key: expect[key]}, RECORD._replace(unknown="the disk is full"))
    assert "the disk is full" in check.message


@pytest.mark.parametrize(
    ("expect", "message"),
    [
        ({"files": {"a": "create"}}, "did you mean 'created'"),
        ({"files": {"a": {}}}, "should be a state or {is, text, data}"),
        ({"files": {"a": {"is": "absent", "text": "x"}}}, "has no content"),
        ({"files": {"a": {"mode": "755"}}}, "mode"),
        ({"files": {}}, "should be a mapping of paths"),
        ({"git": {"commit": 1}}, "did you mean 'commits'"),
        ({"git": {"clean": "yes"}}, "true or false"),
        ({"passes": []}, "is an empty list"),
        ({"passes": {"with": "a"}}, "command"),
        ({"passes": {"command": "a", "timeout": 1}}, "timeout"),
    ],
)
def test_values_that_are_refused(expect: dict[str, Any], message: str) -> None:
    with pytest.raises(BadValueError, match=message.replace("{", r"\{")):
        compile_expect(expect)


def test_a_record_is_plain_data() -> None:
    assert conversation_from_plain(conversation_to_plain(CONVERSATION)) == CONVERSATION


def test_a_judge_of_the_conversation_reads_the_change() -> None:
    changed = replace(
        CONVERSATION, records={"workspace": RECORD._replace(patch="+new line\n")._asdict()}
    )
    assert "bot changed files as follows:\n    +new line" in transcript(changed, None)
    assert "+new line" not in transcript(changed, 2)
    long = replace(
        CONVERSATION, records={"workspace": RECORD._replace(patch="+" * 70_000)._asdict()}
    )
    assert transcript(long, None).endswith("(the change goes on for 10000 characters)")


def test_the_weights_of_the_kinds() -> None:
    weights = {name: kind.weight for name, kind in expectations().items()}
    assert weights == {
        "files": 3,
        "onlyChangedFiles": 2,
        "git": 2,
        "passes": 3,
        "expectedCommands": 2,
        "forbiddenCommands": 3,
        "forbiddenReads": 3,
    }


def test_a_change_is_told_with_the_turn_that_made_it() -> None:
    turns = [
        {"files": {"a.py": ["100644", "1"], "c.py": None}, "git": {}},
        {"files": {"c.py": ["100644", "2"]}, "git": {"commits": [{}]}},
    ]
    record = {"lines": {"a.py": [1, 1], "c.py": [4, 0]}, "turns": turns}
    (line,) = lines_of(record)
    assert line == "turn 1 changed a.py +1 -1; turns 1, 2 changed c.py +4 -0 · 1 commit"
    (line,) = lines_of({**record, "turns": turns[:1]})
    assert line == "changed a.py +1 -1, c.py +4 -0 · 0 commits"
