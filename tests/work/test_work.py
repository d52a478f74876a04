"""The work of an ordinary scenario is counted: `budget.json` has what it may cost, and why.

Times differ between machines, and a loss of two percent hides in them. Counts are the same
everywhere, so half a percent more fails, with the functions that grew. If that is meant to be:
`python -m tests.work.test_work "The reason"`.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra import registry

HERE = Path(__file__).parent
BUDGET = HERE / "budget.json"
MEANINGS = {
    "plain": "calls of a plain test that asserts the same",
    "json": "calls of a scenario in JSON",
    "yaml": "calls of a scenario in YAML",
    "failing": "calls of a scenario in JSON that fails",
    "history": "calls for each earlier run in the history",
    "workspace": "files opened and processes started by a scenario with a workspace",
    "modules": "our modules imported by a session with ten scenarios",
    "lines": "their lines",
}
if "workspace" not in registry.words("keys"):  # without its plugin
    del MEANINGS["workspace"]
# How much more than the budget is let pass: lines are written every day.
LEEWAY = dict.fromkeys(MEANINGS, 1.005) | {"lines": 1.02}
Counts = dict[str, dict[str, float]]


def count() -> Counts:
    """All counts, by what is counted, from a process without the options of this suite."""
    foreign = ("PYTEST", "HYDRA", "COV", "PYTHONHASH", "PYTHONDONT", "CI", "FORCE", "GITHUB")
    inherited = {name: text for name, text in os.environ.items() if not name.startswith(foreign)}
    with tempfile.TemporaryDirectory() as folder:
        paths = [folder, str(HERE.parent.parent), *filter(None, [inherited.get("PYTHONPATH")])]
        alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "NO_COLOR": "1", "COLUMNS": "100"}
        done = subprocess.run(
            [sys.executable, str(HERE / "count_work.py"), folder],
            env={**inherited, **alone, "PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-3000:]
    counts: Counts = json.loads(done.stdout)
    return counts


def versions() -> dict[str, str]:
    return {"python": ".".join(platform.python_version_tuple()[:2]), "pytest": pytest.__version__}


def growth(now: dict[str, float], then: dict[str, float]) -> str:
    """What grew, the most first."""
    more = {name: now[name] - then.get(name, 0) for name in now}
    worst = sorted((name for name in more if more[name] > 0), key=lambda name: -more[name])
    return "\n".join(f"  +{more[name]:g} to {now[name]:g}: {name}" for name in worst[:10])


@pytest.fixture(scope="module")
def budget() -> dict[str, Any]:
    written: dict[str, Any] = json.loads(BUDGET.read_text())
    if written["measured with"] != versions():
        pytest.skip(f"the budget is of {written['measured with']}, and this is {versions()}")
    return written


@pytest.fixture(scope="module")
def counts() -> Counts:
    return count()


@pytest.mark.parametrize("kind", MEANINGS)
def test_work_stays_within_its_budget(
    kind: str, budget: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    counts: Counts = request.getfixturevalue("counts")
    now, then = counts[kind], budget["counts"][kind]
    total, most = sum(now.values()), sum(then.values())
    assert total <= most * LEEWAY[kind], (
        f"{MEANINGS[kind]}: {total:,.1f}, and the budget is {most:,.1f} "
        f"({budget['reason']})\n{growth(now, then)}"
    )


def test_the_functions_that_grew_are_named() -> None:
    now, then = {"same": 2.0, "more": 3.5, "new": 9.0}, {"same": 2.0, "more": 1.0, "gone": 4.0}
    assert growth(now, then) == "  +9 to 9: new\n  +2.5 to 3.5: more"


if __name__ == "__main__":
    counted = count()
    record = {"reason": sys.argv[1], "measured with": versions(), "counts": counted}
    BUDGET.write_text(json.dumps(record, indent=0, sort_keys=True) + "\n")
    for name, table in counted.items():
        sys.stdout.write(f"{sum(table.values()):10,.1f}  {MEANINGS[name]}\n")
