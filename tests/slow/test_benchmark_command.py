"""The benchmarks' command: what it measures small, what it prints, and what it writes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import believed, cluster, experiment, peers, race_of_one, scale, series, worlds
from benchmarks.__main__ import PARTS
from benchmarks.command import Options
from benchmarks.measure import Command
from benchmarks.scenarios import all_failing, one_file_each
from benchmarks.tamper import Suite, measure_watching

ROOT = Path(__file__).parents[2]


def test_a_part_is_printed_and_written_with_the_machine(tmp_path: Path) -> None:
    written = tmp_path / "figures.json"
    command = [sys.executable, "-m", "benchmarks", "--only", "text", "--json", str(written)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    figures = json.loads(written.read_text())
    assert list(figures) == ["machine", "text"]
    assert done.stdout.startswith(f"date: {figures['machine']['date']}\nmachine: ")
    assert done.stdout.count("pytest-hydra ") == 1
    (total,) = {
        sum(entry[key] for key in ("hits", "alarms", "misses", "calm"))
        for kind, entry in figures["text"]["fresh"].items()
        if kind.startswith("responseType")
    }
    # Each kind of reply is held against all replies that have one.
    assert total > 100
    assert "## text" in done.stdout
    assert "| kind | positive | negative | precision | recall |" in done.stdout


def test_the_docs_name_every_part() -> None:
    told = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    assert [part for part in PARTS if f"| `{part}` |" not in told] == []


def test_the_intervals_of_compared_bots_hold_what_is_true() -> None:
    """A small version of ``python -m benchmarks.experiment``, whose figures the docs show."""
    (suite,) = [each for each in experiment.SUITES if each.what == "matrix of 5"]
    measured = experiment.measure(suite, simulations=100)
    assert min(measured.coverage.values()) >= 88
    assert measured.alone is not None
    assert measured.alone < 90
    assert measured.apart <= 10


def test_the_intervals_of_series_hold_what_is_true() -> None:
    """A small version of ``python -m benchmarks.series``, whose figures the docs show."""
    found = series.shares(series=2000)
    assert 94 <= found.mean <= 96.5
    assert found.least >= 91.5  # of 2,000 a share's 92.8 is seldom less
    paired = series.differences(0.1, 0.5, series=400)
    assert 93 <= paired.mean <= 98


def test_files_of_one_scenario_are_held_against_as_many_test_files(tmp_path: Path) -> None:
    (row,) = one_file_each(tmp_path, 3, 1, formats=("toml",))
    assert (row.what, row.against) == ("3 files of one scenario, TOML", "plain test files")
    assert row.wall > 0 < row.memory


def test_scenarios_that_fail_are_held_against_the_same_that_pass(tmp_path: Path) -> None:
    row = all_failing(tmp_path, 3, 1)
    assert (row.what, row.against) == ("3 scenarios, all fail", "all pass")
    assert row.wall > 0 < row.cpu


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="processor time is from /proc/stat")
def test_a_race_of_one_is_compared_with_pytest_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(race_of_one, "_SUITES", (0.1,))
    change = "product code alone"
    monkeypatch.setattr(race_of_one, "_CHANGES", {change: race_of_one._CHANGES[change]})
    (figure,) = race_of_one.measure(tmp_path, 1)
    assert (figure.change, figure.rounds) == (change, 1)
    assert figure.wall > 1 < figure.cpu


def test_conversations_in_a_world_are_held_against_the_same_without(tmp_path: Path) -> None:
    row = worlds.measure(tmp_path, 1, 3)
    assert row.conversations == 3
    assert row.wall > 0 < row.cpu


def test_what_it_adds_that_tests_are_watched_is_held_against_pytest_alone(tmp_path: Path) -> None:
    found = measure_watching(tmp_path, 1, Suite(files=2, tests=1, seconds=0, changed=1))
    assert [entry.what for entry in found] == [
        "watched tests, base's and own tests",
        "watched tests, base's tests",
    ]
    # Of tests that take no time more is told by how pytest starts.
    assert all(entry.ratio > 0 < entry.self_test_ratio for entry in found)
    assert [len(entry.race) for entry in found] == [1, 1]


def test_peers_do_the_same_or_are_said_to_be_absent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = peers.report(tmp_path, Options(rounds=1), count=3)
    assert isinstance(found, dict)
    tools = [row["tool"].rpartition(" ")[0] for row in found["rows"]]
    everybody = [*(peer.package for peer in peers.PEERS), "promptfoo"]
    assert tools[:2] == ["plain", "pytest-hydra"]
    assert sorted([*tools[2:], *found["absent"], *found["failed"]]) == sorted(everybody)
    assert found["rows"][0]["wall"] == 1
    said = capsys.readouterr().out
    assert all(name in said for name in everybody)


def test_a_peer_that_fails_or_hangs_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "_SECONDS", 2)
    commands = {
        "plain tests": Command(("-c", "print('ok')"), tmp_path, "ok"),
        "hangs": Command(("-c", "import threading; threading.Event().wait()"), tmp_path, "ok"),
        "fails": Command(("-c", "raise SystemExit('no key')"), tmp_path, "ok"),
        "works": Command(("-c", "print('ok')"), tmp_path, "ok"),
    }
    usages, failed = peers._take_rounds(commands, 2)
    assert {tool: len(some) for tool, some in usages.items()} == {"plain tests": 2, "works": 2}
    assert failed["hangs"] == "it did not end within 2 s"
    assert failed["fails"].endswith("no key")


@pytest.mark.parametrize("part", [cluster, scale])
def test_without_dask_its_parts_say_so(
    part: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(part, "version_of", lambda _: None)
    assert part.report(tmp_path, Options()) == {"absent": "distributed"}  # type: ignore[attr-defined]
    assert capsys.readouterr().out.startswith("Dask is not installed")


def test_an_unchanged_bot_is_seldom_red_and_a_broken_case_is_named() -> None:
    """A small version of ``python -m benchmarks.believed``, whose figures the docs show."""
    kind = believed.Session(what="", runs=5, before=30)
    found = believed.measure(kind, 20, random.Random(1))  # noqa: S311 - the same each time
    assert found["unchanged"] <= 15
    assert found["worse"] >= 80
    assert found["broken"] == 100


def test_intervals_hold_what_is_true_and_equal_arms_are_seldom_told_apart() -> None:
    found = believed.interval_figures(30)
    assert len(found["coverage"]) == 4 * len(believed.SHARES) * len(believed.RUNS)
    assert sum(found["coverage"].values()) / len(found["coverage"]) >= 93
    assert sum(found["apart"].values()) / len(found["apart"]) <= 8
