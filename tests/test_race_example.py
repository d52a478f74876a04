"""The example race: what its README excerpt shows must be what comes out of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MAKE = ROOT / "example_scenarios" / "race" / "make.py"


def test_the_five_are_ranked_for_the_right_reasons(tmp_path: Path) -> None:
    environment = {name: text for name, text in os.environ.items() if "PYTEST" not in name}
    environment |= {"TMPDIR": str(tmp_path), "COLUMNS": "80", "NO_COLOR": "1"}
    alone = ("-p", "no:randomly", "-p", "no:xdist")
    done = subprocess.run(
        [sys.executable, str(MAKE), *alone],
        env={**environment, "PYTHONUTF8": "1"},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    section = done.stdout.partition("= hydra =")[2].partition("\n")[2].partition("report: ")[0]
    assert section == EXPECTED
    (folder,) = tmp_path.glob("race-*")
    assert (folder / ".hydra" / "runs").is_dir()


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


EXPECTED = """
 # agent    total build tests  lint diff_sc… speed  verdict
 1 careful  100.0     - 100.0 100.0    100.0 100.0  mergeable
 2 tidy      86.4     - 100.0 100.0     93.8  14.3  mergeable
 3 hasty     90.4     -  77.5 100.0    100.0 100.0  not mergeable
 4 idle      87.5     -  75.0 100.0    100.0     -  not mergeable
 5 sly       83.2     -  75.0 100.0    100.0  57.1  not mergeable

hasty: not mergeable
    lost: tests/test_basket.py::test_an_empty_basket_costs_nothing
    tests: 1 test that passed on the base fails
idle: not mergeable
    empty_diff: it changes nothing
sly: not mergeable
    dropped: tests/test_vouchers.py::test_a_voucher_leaves_the_shipping_alone
    dropped: tests/test_vouchers.py::test_a_voucher_takes_off_no_more_than_the_goods_cost
    dropped_tests: 2 tests of the base are gone

hydra passed
  5 candidates: 2 mergeable, 3 not mergeable
winner: careful (100.0 of 100)
next: git merge agents/careful
"""
