"""Predictions that are raced: imported, run as a series, and exported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.plugins.boxes.box import Box, preflight
from tests.plugins.series.test_swebench import INSTANCE, SHOP, clones, lines, patch, prediction

__all__ = ["clones"]

FOUND = preflight()
NAME = "ada__shop-1"
TEST = "python -m pytest -q -p no:cacheprovider"


def hydra(folder: Path, python: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest_hydra", *arguments],
        cwd=folder,
        env={
            **{name: text for name, text in os.environ.items() if not name.startswith("PYTEST")},
            "PATH": os.pathsep.join([str(python.parent), os.environ["PATH"]]),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(not isinstance(FOUND, Box), reason=str(FOUND))
@pytest.mark.usefixtures("clones")
def test_the_right_prediction_is_resolved_and_no_other(tmp_path: Path, lean_python: Path) -> None:
    stale = patch("shop.py", SHOP.replace("sum", "max"), SHOP)
    lines(tmp_path / "instances.jsonl", INSTANCE)
    lines(
        tmp_path / "predictions.jsonl",
        prediction("org/right", str(INSTANCE["patch"])),
        prediction("wrong", patch("shop.py", SHOP, f"{SHOP}# None is nothing.\n")),
        prediction("empty", ""),
        prediction("stale", stale),
    )
    files = ("instances.jsonl", "--predictions", "predictions.jsonl", "--repos", "clones")
    hydra(
        tmp_path, lean_python, "import", "swebench", *files, "--gold", "-o", "races", "--test", TEST
    )
    told = hydra(tmp_path / "races", lean_python, "series")
    assert f"{NAME}: raced, 2 of 5 candidates mergeable" in told
    told = hydra(tmp_path, lean_python, "export", "swebench", f"races/{NAME}", "-o", "out")
    assert "out/org__right.pytest-hydra.json: 1 of 1 resolved" in told
    out, found = tmp_path / "out", {}
    for file in out.glob("*.pytest-hydra.json"):
        report: dict[str, Any] = json.loads(file.read_text())
        places = ("resolved", "unresolved", "empty_patch", "error")
        assert report["schema_version"] == 2
        assert report["total_instances"] == report["submitted_instances"] == 1
        assert report["submitted_ids"] == [NAME]
        assert report["completed_ids"] == report["resolved_ids"] + report["unresolved_ids"]
        (found[file.name.split(".")[0]],) = [key for key in places if report[f"{key}_ids"]]
        assert all(report[f"{key}_instances"] == len(report[f"{key}_ids"]) for key in places)
    assert found == {
        "gold": "resolved",
        "org__right": "resolved",
        "wrong": "unresolved",
        "empty": "empty_patch",
        "stale": "error",
    }
    logs = out / "logs" / "run_evaluation" / "pytest-hydra"
    assert json.loads((logs / "wrong" / NAME / "report.json").read_text())[NAME] == {
        "patch_is_None": False,
        "patch_exists": True,
        "patch_successfully_applied": True,
        "resolved": False,
        "tests_status": {
            "FAIL_TO_PASS": {"success": [], "failure": ["test_shop.py::test_none"]},
            "PASS_TO_PASS": {"success": ["test_shop.py::test_old"], "failure": []},
        },
    }
