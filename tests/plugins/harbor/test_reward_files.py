"""What a verifier left, and the expectation that reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.scorecard import UNGRADED, Check
from pytest_hydra.errors import BadValueError
from pytest_hydra.plugins.boxes.untrusted_files import UnreadableError
from pytest_hydra.plugins.harbor.reward_files import read_rewards, read_tests
from pytest_hydra.plugins.harbor.reward_state import REWARD_KIND
from pytest_hydra.scenarios.expect.kinds import Subject, compile_expect, decide
from pytest_hydra.scenarios.reply import Conversation
from pytest_hydra.transcript.turn import Reply, Turn


@pytest.mark.parametrize(
    ("text", "rewards"),
    [
        ("1", {"reward": 1}),
        ("true", {"reward": 1}),
        ('{"a": 0.5, "b": false}', {"a": 0.5, "b": 0}),
        ('{"a": -3, "b": 12}', {"a": -3, "b": 12}),
    ],
)
def test_reward_json(tmp_path: Path, text: str, rewards: dict[str, float]) -> None:
    (tmp_path / "reward.json").write_text(text)
    (tmp_path / "reward.txt").write_text("0.25")
    assert read_rewards(tmp_path) == rewards


def test_reward_txt(tmp_path: Path) -> None:
    (tmp_path / "reward.txt").write_text(" 0.25\n")
    assert read_rewards(tmp_path) == {"reward": 0.25}


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("reward.json", "", "reward.json is empty"),
        ("reward.json", "{}", "reward.json is an empty object"),
        ("reward.json", "[1]", r"reward.json should be a number, not \[1\]"),
        ("reward.json", '"1"', 'reward.json should be a number, not "1"'),
        ("reward.json", "null", "reward.json should be a number, not null"),
        ("reward.json", "NaN", "reward.json should be a finite number, not nan"),
        ("reward.json", '{"a": Infinity}', "reward.json a should be a finite number, not inf"),
        ("reward.json", '{"a": {"b": 1}}', "reward.json a should be a number"),
        ("reward.json", f"1{'0' * 400}", "reward.json should be a finite number"),
        ("reward.json", "1 2", "reward.json is not JSON"),
        ("reward.json", "[" * 100_000, "reward.json is not JSON"),
        ("reward.json", " " * 2**21, "reward.json is larger than 1 MB"),
        ("reward.json", json.dumps(dict.fromkeys(map(str, range(101)), 1)), "more than 100"),
        ("reward.txt", "\n", "reward.txt is empty"),
        ("reward.txt", "nan", "reward.txt should be a finite number, not nan"),
        ("reward.txt", "passed", "reward.txt should be a number, not 'passed'"),
    ],
)
def test_rewards_that_cannot_be_known(tmp_path: Path, name: str, text: str, reason: str) -> None:
    (tmp_path / "reward.txt").write_text("1")
    (tmp_path / name).write_text(text)
    with pytest.raises(UnreadableError, match=reason):
        read_rewards(tmp_path)


def test_no_reward_and_a_link(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"wrote no reward.json or reward.txt"):
        read_rewards(tmp_path)
    (tmp_path / "one").write_text("1")
    (tmp_path / "reward.json").symlink_to("one")
    with pytest.raises(UnreadableError, match=r"reward.json is a link"):
        read_rewards(tmp_path)


def test_ctrf(tmp_path: Path) -> None:
    assert read_tests(tmp_path) is None
    tests = [{"name": n, "status": n} for n in ("passed", "failed", "skipped", "other")]
    (tmp_path / "ctrf.json").write_text(json.dumps({"results": {"tests": tests}}))
    assert read_tests(tmp_path) == {"count": 3, "failures": 2, "failed": ["failed", "other"]}
    (tmp_path / "ctrf.json").write_text("[]")
    assert read_tests(tmp_path) is None


RECORD: dict[str, Any] = {
    "rewards": {"correct": 1, "fast": 0.25},
    "unknown": None,
    "verifier": "fresh",
    "why": "",
    "output": "",
    "tests": None,
}


def check(expected: Any, **changed: Any) -> Check:
    turn = Turn(user="Do it.", reply=Reply(text="Done."))
    conversation = Conversation(turns=(turn,), records={"task": {**RECORD, **changed}})
    (found,) = decide(compile_expect({"reward": expected}), Subject(conversation=conversation))
    return found


@pytest.mark.parametrize(
    ("expected", "rewards", "score"),
    [
        ("all", {"correct": 1, "fast": 0.25}, 62.5),
        ({"correct": 3, "fast": 1}, {"correct": 1, "fast": 0.25}, 81.25),
        ({"correct": 1}, {"correct": 1, "fast": 0}, 100),
        ("all", {"reward": -2}, 0),
        ("all", {"reward": 7}, 100),
    ],
)
def test_the_score_is_the_mean(expected: Any, rewards: dict[str, float], score: float) -> None:
    assert check(expected, rewards=rewards).score == score


def test_why_a_reward_is_unknown() -> None:
    found = check("all", unknown="reward.txt is empty", output="a\nbash: no pytest\n")
    assert found.outcome is UNGRADED
    assert found.message == "reward.txt is empty; the verifier's last line: bash: no pytest"
    assert "no reward speed" in check({"speed": 1}).message


def test_what_a_check_says() -> None:
    assert check("all", output="a\n2 failed\n").message == (
        "correct 1, fast 0.25 (fresh root); the verifier's last line: 2 failed"
    )
    tests = {"count": 3, "failures": 1, "failed": ["test_x"]}
    assert check("all", verifier="shared", why="it says so", tests=tests).message == (
        "correct 1, fast 0.25 (shared root: it says so); 1 of 3 tests failed: test_x"
    )


@pytest.mark.parametrize("expected", [1, "some", {}, {"a": -1}, {"a": 0}, ["a"]])
def test_values_that_are_none(expected: Any) -> None:
    with pytest.raises(BadValueError):
        compile_expect({"reward": expected})


def test_the_weight_of_the_kind() -> None:
    assert REWARD_KIND.weight == 5
