"""Instances and predictions of SWE-bench, made races."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.plugins.series.races import project_settings
from pytest_hydra.plugins.series.swebench import instance_result

SHOP = "def total(prices):\n    return sum(prices)\n"
TEST = "from shop import total\n\n\ndef test_old():\n    assert total([1, 2]) == 3\n"
NEW = "\n\ndef test_none():\n    assert total(None) == 0\n"
INSTANCE: dict[str, Any] = {
    "instance_id": "ada__shop-1",
    "repo": "ada/shop",
    "base_commit": "main",
    "problem_statement": "Nothing costs nothing.",
    "FAIL_TO_PASS": '["test_shop.py::test_none"]',
    "PASS_TO_PASS": ["test_shop.py::test_old"],
    "version": "1.0",
}


def patch(file: str, before: str, after: str) -> str:
    """A diff that replaces all of a file, without the end of its last line."""
    lines = [f"-{line}" for line in before.splitlines()]
    lines += [f"+{line}" for line in after.splitlines()]
    counts = f"@@ -1,{len(before.splitlines())} +1,{len(after.splitlines())} @@"
    return "\n".join([f"--- a/{file}", f"+++ b/{file}", counts, *lines])


INSTANCE["test_patch"] = patch("test_shop.py", TEST, TEST + NEW)
INSTANCE["patch"] = patch("shop.py", SHOP, SHOP.replace("prices)\n", "prices or [])\n"))


def prediction(model: str, text: str | None, name: str = "ada__shop-1") -> dict[str, Any]:
    return {"instance_id": name, "model_name_or_path": model, "model_patch": text}


def lines(file: Path, *rows: object) -> str:
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(file)


@pytest.fixture
def clones(tmp_path: Path) -> Path:
    """A folder with one clone."""
    folder = tmp_path / "clones" / "ada__shop"
    folder.mkdir(parents=True)
    (folder / "shop.py").write_text(SHOP)
    (folder / "test_shop.py").write_text(TEST)
    for command in (["init", "-q", "-b", "main"], ["add", "--all"], ["commit", "-qm", "base"]):
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *command], cwd=folder, check=True)  # noqa: S607
    return folder.parent


def imported(tmp_path: Path, *options: str) -> tuple[int, Path]:
    into = tmp_path / "races"
    instances, repos = str(tmp_path / "instances.jsonl"), str(tmp_path / "clones")
    return main(
        ["import", "swebench", instances, "--repos", repos, "-o", str(into), *options]
    ), into


def test_an_instance_is_a_race_and_a_prediction_a_candidate(
    clones: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(clones.rglob("*"))
    lines(tmp_path / "instances.jsonl", {**INSTANCE, "PASS_TO_PASS": ["a.py::b", "a.py::c[d"]})
    good = str(INSTANCE["patch"])
    predictions = lines(
        tmp_path / "predictions.jsonl",
        prediction("org/good model", good),
        prediction("none", None),
    )
    test = 'python -m pytest -q -k "not slow"'
    options = ("--predictions", predictions, "--gold", "--test", test, "--setup", "true")
    status, into = imported(tmp_path, *options)
    assert status == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{into}/ada__shop-1: 3 candidates",
        "ada__shop-1: not carried over: 1 of 2 ids of PASS_TO_PASS: 'a.py::c[d' is not a pytest id",
    ]
    race = into / "ada__shop-1"
    settings = project_settings(race)
    assert settings.table("race").acceptance is not None
    assert settings.table("race").acceptance.model_dump() == {
        "tests": "test.patch",
        "fail_to_pass": ["test_shop.py::test_none"],
        "pass_to_pass": ["a.py::b"],
    }
    assert [each.agent for each in settings.table("race").candidates] == [
        "gold",
        "org__good-model",
        "none",
    ]
    assert settings.table("scoring").commands.test == test
    assert settings.table("race").setup == "true"
    assert (race / "task.md").read_text() == "Nothing costs nothing.\n"
    # Git applies no patch whose last line has no end.
    assert (race / "candidates" / "org__good-model.patch").read_text() == f"{good}\n"
    assert (race / "candidates" / "none.patch").read_text() == ""
    assert project_settings(into).table("series").races == ["*/hydra.toml"]
    assert len(tomllib.loads((race / "hydra.toml").read_text())["race"]["base"]) == 40
    assert sorted(clones.rglob("*")) == before
    with pytest.raises(SystemExit):
        imported(tmp_path, "--gold")
    assert "races/hydra.toml already exists; name another folder" in capsys.readouterr().err


BAD = [
    ({"instance_id": "../../out"}, "instance_id: '../../out' is not a valid name: use letters,"),
    ({"instance_id": "a\nb"}, "instance_id: 'a\\nb' is not a valid name"),
    ({"instance_id": "a" * 200}, "instance_id: must be at most 120 characters long"),
    ({"repo": "../.."}, "repo: must match the pattern"),
    ({"repo": "ada/other"}, "there is no clone of ada/other: "),
    ({"base_commit": "f" * 40}, f"no branch, tag or commit is named '{'f' * 40}'"),
    ({"base_commit": "--all"}, "'--all' is not the name of a commit"),
    ({"test_patch": ""}, "test_patch: must not be empty"),
    ({"test_patch": None}, "test_patch: must be text, not null"),
    ({"FAIL_TO_PASS": "[]"}, "FAIL_TO_PASS: must not be empty"),
    ({"FAIL_TO_PASS": "test_x"}, "FAIL_TO_PASS: must be a list, not text ('test_x')"),
    ({"FAIL_TO_PASS": ["test_x (app.tests.Case)"]}, "'test_x (app.tests.Case)' in FAIL_TO_PASS is"),
    ({"FAIL_TO_PASS": ['a.py::b\n"]']}, "in FAIL_TO_PASS is not a pytest id"),
    ({"FAIL_TO_PASS": [3]}, "FAIL_TO_PASS[0]: must be text"),
]


@pytest.mark.usefixtures("clones")
@pytest.mark.parametrize(("change", "reason"), BAD, ids=lambda value: str(value)[:40])
def test_an_instance_that_cannot_be_raced_is_left_out(
    change: dict[str, Any],
    reason: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = sorted(tmp_path.rglob("*"))
    file = tmp_path / "instances.jsonl"
    lines(file, {**INSTANCE, **change})
    status, _ = imported(tmp_path, "--gold")
    (told,) = capsys.readouterr().out.splitlines()
    assert told.startswith("left out: ")
    assert reason in told
    assert status == 1
    assert [path for path in tmp_path.rglob("*") if path not in before] == [file]


@pytest.mark.usefixtures("clones")
def test_what_stands_twice_or_is_for_nothing_is_left_out_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lonely = {**INSTANCE, "instance_id": "ada__shop-2"}
    lines(tmp_path / "instances.jsonl", INSTANCE, lonely, INSTANCE)
    large = "+" * 10_000_000
    file = lines(
        tmp_path / "predictions.jsonl",
        prediction("one", large),
        prediction("one", ""),
        prediction("two", "", "ada__shop-3"),
        prediction("../", ""),
        prediction("base", ""),
        {"instance_id": "ada__shop-1", "model_patch": ""},
        prediction("a/b", ""),
        prediction("a__b", ""),
    )
    status, into = imported(tmp_path, "--predictions", file)
    assert status == 0
    assert capsys.readouterr().out.replace(f"{tmp_path}/", "").splitlines() == [
        "races/ada__shop-1: 2 candidates",
        "left out: instances.jsonl:3: ada__shop-1 already exists",
        "left out: predictions.jsonl:2: ada__shop-1 by one already exists",
        "left out: predictions.jsonl:3: ada__shop-3 by two: there is no such instance",
        "left out: predictions.jsonl:4: model_name_or_path: '' is not a valid name: use letters, "
        "digits, '.', '_' and '-', and begin with a letter or a digit",
        "left out: predictions.jsonl:5: model_name_or_path: the name 'base' is reserved; choose "
        "another",
        "left out: predictions.jsonl:6: the key 'model_name_or_path' is missing",
        "left out: predictions.jsonl:8: ada__shop-1 by a__b already exists",
        "left out: ada__shop-2: it has no prediction; --gold races its own patch",
    ]
    assert (into / "ada__shop-1" / "candidates" / "one.patch").stat().st_size == 10_000_001


LISTS = {"FAIL_TO_PASS": ["a.py::new", "a.py::other"], "PASS_TO_PASS": ["a.py::old"]}
STATES: list[tuple[str, str, dict[str, str], dict[str, Any], str]] = [
    ("passed", "tree", {"acceptance": "pass"}, {"missed": [], "wanted": 3}, "resolved"),
    ("failed", "tree", {"acceptance": "block"}, {"missed": ["a.py::new"]}, "unresolved"),
    # That it breaks what is not in the lists SWE-bench does not ask.
    ("failed", "tree", {"acceptance": "pass", "tests": "block"}, {}, "resolved"),
    ("failed", "tree", {"acceptance": "pass", "tampering": "block"}, {}, "unresolved"),
    # Somebody has waived the gate.
    ("passed", "tree", {"acceptance": "pass"}, {"missed": ["a.py::old"]}, "unresolved"),
    ("ungraded", "tree", {"acceptance": "unproven"}, {}, "error"),
    ("failed", "tree", {"acceptance": "unproven", "tests": "block"}, {}, "error"),
    ("failed", "tree", {"acceptance": "pass", "tampering": "unproven"}, {}, "error"),
    ("ungraded", "tree", {"acceptance": "pass", "tests": "unproven"}, {}, "error"),
    ("passed", "tree", {"acceptance": "pass"}, {"wanted": 2}, "error"),
    ("passed", "tree", {}, {}, "error"),
    ("ungraded", "", {"source": "unproven"}, {"wanted": None}, "error"),
    ("failed", "tree", {"empty_diff": "block", "acceptance": "block"}, {}, "empty_patch"),
]


@pytest.mark.parametrize(("status", "tree", "gates", "inputs", "state"), STATES)
def test_what_is_unproven_is_never_resolved(
    status: str, tree: str, gates: dict[str, str], inputs: dict[str, Any], state: str
) -> None:
    known = {"missed": [], "wanted": 3} | inputs
    entry = {
        "status": status,
        "details": {"tree": tree} if tree else {},
        "gates": [{"name": name, "state": found} for name, found in gates.items()],
        "checks": [{"name": "acceptance", "details": {"inputs": known}}],
    }
    found, report = instance_result(entry, LISTS)
    assert (found, report["resolved"]) == (state, state == "resolved")
    assert report["patch_exists"] == (not report["patch_is_None"]) == (state != "empty_patch")
    assert report["patch_successfully_applied"] == (bool(tree) and state != "empty_patch")
    if known["wanted"] != 3:
        assert report["tests_status"] == {}
    else:
        tests = report["tests_status"].items()
        assert {key: sorted(each["success"] + each["failure"]) for key, each in tests} == LISTS
        assert [test for _, each in tests for test in each["failure"]] == known["missed"]


def test_runs_that_are_none_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "swebench", str(tmp_path / "none"), "-o", str(tmp_path / "out")]) == 1
    (told,) = capsys.readouterr().out.splitlines()
    assert told.startswith("left out: there is no run ")
    assert not (tmp_path / "out").exists()
