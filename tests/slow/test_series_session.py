"""A series of races that is run, ended in the middle, and gone on with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

PRODUCT = "def price(items):\n    return sum(items)\n"
TEST = "from shop import price\n\n\ndef test_price():\n    assert price([1, 2]) == 3\n"
FIX = PRODUCT.replace("sum(items)", "sum(items) or 0")
SETTINGS = """
[race]
base = "main"

[[race.candidates]]
agent = "codex"
patch = "codex.patch"

[scoring]
python = "{python}"

[scoring.commands]
test = "python -m pytest -q -p no:cacheprovider"
"""
TASKS = ("one", "two")


def patch(after: str) -> str:
    lines = [f"-{line}" for line in PRODUCT.splitlines()] + [
        f"+{line}" for line in after.splitlines()
    ]
    return "\n".join(["--- a/shop.py", "+++ b/shop.py", "@@ -1,2 +1,2 @@", *lines, ""])


def make(folder: Path, python: Path) -> None:
    for name in TASKS:
        task = folder / "tasks" / name
        task.mkdir(parents=True)
        (task / "shop.py").write_text(PRODUCT)
        (task / "test_shop.py").write_text(TEST)
        (task / "hydra.toml").write_text(SETTINGS.format(python=python))
        (task / "codex.patch").write_text(
            patch("def price(items):\n    return 4\n" if name == "two" else FIX)
        )
        for command in (["init", "-q", "-b", "main"], ["add", "--all"], ["commit", "-qm", "base"]):
            who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
            subprocess.run(["git", *who, *command], cwd=task, check=True)  # noqa: S607
    (folder / "hydra.toml").write_text('[series]\nraces = ["tasks/*/hydra.toml"]\n')


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pytest_hydra", "series", *arguments]


def environment() -> dict[str, str]:
    kept = {
        name: text for name, text in os.environ.items() if not name.startswith(("PYTEST", "GIT"))
    }
    return kept | {
        "PYTHONUTF8": "1",
        "PYTHONUNBUFFERED": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTEST_ADDOPTS": "-p pytest_hydra.plugin",
    }


def series(folder: Path, *arguments: str) -> tuple[str, dict[str, Any]]:
    done = subprocess.run(
        command("-o", "json", *arguments),
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr, json.loads(done.stdout)


def runs(folder: Path) -> dict[str, list[str]]:
    return {
        name: sorted(
            run.parent.name for run in folder.glob(f"tasks/{name}/.hydra/runs/*/report.json")
        )
        for name in TASKS
    }


def ended(folder: Path, how: signal.Signals) -> tuple[int, str]:
    """A series that is ended while its second race runs: the exit status, and what it said."""
    with subprocess.Popen(
        command(), cwd=folder, env=environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.send_signal(how)
    return process.returncode, line.partition(",")[0]


def test_what_was_killed_goes_on_with_the_races_that_are_left(
    tmp_path: Path, lean_python: Path
) -> None:
    make(tmp_path, lean_python)
    assert ended(tmp_path, signal.SIGKILL) == (-signal.SIGKILL, "[1 of 2] tasks/one: raced")
    (finished,) = runs(tmp_path)["one"]
    assert ended(tmp_path, signal.SIGINT) == (2, f"[1 of 2] tasks/one: run {finished}")
    told, found = series(tmp_path)
    assert f"tasks/one: run {finished}, 1 of 1 candidate mergeable" in told
    assert "tasks/two: raced, 0 of 1 candidate mergeable" in told
    assert runs(tmp_path)["one"] == [finished]
    assert [(each["counted"], each["first"]) for each in found["standings"]] == [(2, 1)]

    # Nothing is run again, by hand or by name the same comes out; what was changed is raced.
    told, again = series(tmp_path)
    assert again == found
    assert "raced" not in told
    assert series(tmp_path, *(f"tasks/{name}" for name in TASKS))[1] == found
    (tmp_path / "tasks" / "two" / "codex.patch").write_text(patch(FIX))
    (tmp_path / "tasks" / "one" / "hydra.toml").write_text("[race]\nbase = 3\n")
    done = subprocess.run(
        command(), cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "[2 of 2] tasks/two: raced, 1 of 1 candidate mergeable" in done.stdout
    assert "[1 of 2] left out: tasks/one: hydra.toml:2: race.base" in done.stdout
    assert " codex     1    100.0 " in done.stdout
