"""The examples, scored by the plugin as the README says: they must do what their comments claim."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pytest_hydra import registry
from pytest_hydra.documents import read
from pytest_hydra.scenarios.expect.kinds import KINDS

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "example_scenarios").glob("*.scenario.*"))
OPTIONS = ("--hydra", "--hydra-run-agents")
EXPECTED_TO_FAIL = {"track-two-parcels"}


class Session(NamedTuple):
    """One session of pytest over the examples."""

    status: int
    output: str
    report: dict[str, Any]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    # In a copy: a run folder in the checkout would be the user's own.
    folder = tmp_path_factory.mktemp("shop")
    shutil.copy(ROOT / "hydra.toml", folder)
    shutil.copytree(
        ROOT / "example_scenarios",
        folder / "example_scenarios",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *OPTIONS, "--hydra-report=report.json"],
        cwd=folder,
        env={**environment, "PYTHONUTF8": "1", "COLUMNS": "120", "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert (folder / "report.json").exists(), done.stdout + done.stderr
    report = json.loads((folder / "report.json").read_text("utf-8"))
    return Session(done.returncode, done.stdout, report)


def test_all_pass_but_the_one_whose_failure_is_expected(session: Session) -> None:
    assert session.status == 0, session.output
    assert session.report["verdict"] == "passed"
    scenarios = session.report["scenarios"]
    assert len(scenarios) == sum(len(read(file, file.name).data["scenarios"]) for file in FILES)
    assert len(scenarios) >= 15
    passed = len(scenarios) - 1
    assert f"{passed} of {passed} scenarios passed · 1 expected to fail" in session.output
    failed = {entry["id"] for entry in scenarios if entry["status"] != "passed"}
    assert failed == EXPECTED_TO_FAIL


def test_one_scenario_scores_83_and_passes_and_shows_its_failed_check(session: Session) -> None:
    scores = {entry["id"]: entry["total"] for entry in session.report["scenarios"]}
    below = {id_: score for id_, score in scores.items() if score != 100}
    assert below.pop("refund-with-sympathy") == 83.333333
    assert below.keys() == EXPECTED_TO_FAIL
    assert session.output.count("[SCORE] 83/100 (3 checks)") == 1
    details = session.output.partition("[SCORE] 83/100 (3 checks)")[2]
    assert re.search(r"✓ .*expectedFunction", details)
    assert re.search(r"✗ .*shouldContain.*sorry", details)


def test_nothing_is_left_ungraded(session: Session) -> None:
    assert {entry["coverage"] for entry in session.report["scenarios"]} == {1}


def test_the_benchmark_is_graded_by_the_judgments_that_were_recorded(session: Session) -> None:
    (entry,) = session.report["benchmarks"]
    assert (entry["details"]["path"], entry["details"]["judge"]) == (
        "example_scenarios/benchmark",
        "recorded",
    )
    assert (entry["total"], entry["status"], entry["details"]["mock"]) == (8.35, "passed", False)
    scores = {item["name"]: item["score"] for item in entry["checks"]}
    assert scores == {"Planning": 8, "Code Quality": 8, "NERV Ops": 9}
    # A judgment that quotes nothing, or what is not there, is a poor example.
    for category in entry["checks"]:
        quoted = re.findall(r"(\d+) of (\d+) quotes found", "; ".join(category["details"]["notes"]))
        assert len(quoted) == 1
        assert quoted[0][0] == quoted[0][1]
    assert "Overall Score            ████████░░ 8.4/10" in session.output


def test_every_item_of_the_examples_was_collected(session: Session) -> None:
    benchmark = len(session.report["benchmarks"][0]["checks"]) + 1
    items = len(session.report["scenarios"]) + benchmark
    assert f"collected {items} items" in session.output


def test_the_examples_show_all_that_an_expect_can_hold() -> None:
    written = set().union(*(_keys(read(file, file.name).data) for file in FILES))
    # Here is no judge, and no model that streams. Plugins show what they add where they like.
    elsewhere = {"judge", "maxFirstTokenSeconds", *registry.words("expectations")}
    assert set(KINDS) - elsewhere - written == set()
    assert {"all", "any", "not", "when", "then", "else"} <= written
    assert {"weights", "critical", "optional", "forbidExtraParams", "threshold"} <= written
    assert "judge" not in written


def test_the_examples_come_in_every_format_and_name_their_bot() -> None:
    assert [file.suffix for file in FILES].count(".yaml") >= 2
    assert {".yaml", ".toml", ".json"} <= {file.suffix for file in FILES}
    tables = tomllib.loads((ROOT / "hydra.toml").read_text("utf-8"))
    bots = {*tables["bots"], *tables["agents"]}
    for file in FILES:
        for scenario in read(file, file.name).data["scenarios"]:
            assert scenario["bot"] in bots, (file.name, scenario["id"])


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, held in value.items():
            yield key
            yield from _keys(held)
    elif isinstance(value, list):
        for held in value:
            yield from _keys(held)
