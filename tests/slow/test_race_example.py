"""The example race: it must print what `example_race.txt` has."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAKE = ROOT / "example_scenarios" / "race" / "make.py"


def test_the_five_are_ranked_for_the_right_reasons(tmp_path: Path) -> None:
    environment = {name: text for name, text in os.environ.items() if "PYTEST" not in name}
    environment |= {"TMPDIR": str(tmp_path), "COLUMNS": "80", "NO_COLOR": "1"}
    # Nobody activated an environment.
    environment["PATH"] = os.pathsep.join([str(Path(shutil.which("git") or "").parent), os.defpath])
    alone = ("-p", "no:randomly", "-p", "no:xdist")
    done = subprocess.run(
        [sys.executable, str(MAKE), *alone],
        env={**environment, "PYTHONUTF8": "1"},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.partition("= hydra =")[2].partition("\n=")[0].splitlines()[1:]
    # Where the report is differs each time.
    section = "\n".join(line for line in lines if not line.startswith(("report: ", "page: ")))
    expected = Path(__file__).with_name("example_race.txt").read_text(encoding="utf-8")
    assert section.strip() == expected.strip()
    (html,) = tmp_path.glob("race-*/.hydra/runs/*/report.html")
    text = html.read_text(encoding="utf-8")
    assert all(f'id="data-candidate-{number}"' in text for number in range(5))


def test_it_is_made_where_it_is_wanted(tmp_path: Path) -> None:
    made = tmp_path / "shop"
    subprocess.run([sys.executable, str(MAKE), str(made)], check=True)
    told = subprocess.run(
        ["git", "branch", "--format=%(refname:short)"],  # noqa: S607 - the git that is tested with
        cwd=made,
        capture_output=True,
        text=True,
        check=True,
    )
    agents = ("careful", "hasty", "idle", "sly", "tidy")
    assert told.stdout.split() == [*(f"agents/{name}" for name in agents), "main"]
