from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.__main__ import main

if TYPE_CHECKING:
    from tests.conftest import Project
from tests.plugins.baseline.test_baseline import SUITE, WORSE, begin, commit, ends, git


def change_bot(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a branch the bot becomes worse, and its author blesses that."""
    git(project, "switch", "--quiet", "--create", "change")
    bot = (project.path / "wallet_bot.py").read_text()
    project.write("wallet_bot.py", bot.replace('"transfer"', '"refund"'))
    monkeypatch.delitem(sys.modules, "wallet_bot", raising=False)
    assert project.run("--hydra").ret == 1
    assert main(["bless", "latest"]) == 0
    commit(project)


def test_the_life_of_a_pull_request(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = plain_project
    begin(project, monkeypatch)
    # What fails is known: it stands in the baseline, which somebody wrote on purpose.
    (run,) = project.runs()
    blessed = f"\nbaseline.json: 2 scenarios (1 failed), of run {run.name}\n"
    assert blessed in capsys.readouterr().out
    done = ends(project, 0, "nothing is worse, 1 failure forgiven (--hydra", *WORSE)
    assert project.report("out.json")["verdict"] == "failed"
    assert "since baseline.json: 0 worse, 0 better" in done.outlines
    ends(project, 1, "1 failed (--hydra-fail-on any)", "--hydra-baseline=git:main:baseline.json")
    # It gets worse, and its author cannot bless that.
    change_bot(project, monkeypatch)
    base = git(project, "rev-parse", "main")
    done = ends(project, 1, "1 worse (--hydra-fail-on worse)", *WORSE)
    assert f"since baseline.json at main ({base[:12]}): 1 worse, 0 better" in done.outlines
    why = "passed, now failed: expectedFunction: called refund, not transfer"
    line = "  worse: send (wallet): passed, now failed: expectedFunction: called refund, not"
    assert done.outlines[done.outlines.index(line) + 1] == "    transfer"
    accept = f"python -m pytest_hydra bless {project.runs()[-1].name} baseline.json"
    assert f"  to accept this: {accept}" in done.outlines
    (change,) = project.report("out.json")["baseline"]["changes"]
    assert change == {
        "change": "worse",
        "kind": "scenario",
        "name": "a.scenario.yaml::send (wallet)",
        "detail": why,
        "fails": True,
    }
    # Or the suite asks for less: that is told, whatever comes of it.
    project.write("a.scenario.yaml", SUITE.replace("transfer}", "[transfer, refund]}"))
    done = ends(project, 0, "nothing is worse", *WORSE)
    told = 'expectedFunction: "transfer" to ["transfer", "refund"]'
    assert f" a.scenario.yaml::send: {told} " in " ".join(done.stdout.str().split())
    commit(project)
    # Once it is merged, what was blessed counts.
    git(project, "switch", "--quiet", "main")
    git(project, "merge", "--quiet", "change")
    done = ends(project, 0, "nothing is worse", *WORSE)
    assert "since baseline.json: 0 worse, 1 better" in done.outlines


def test_a_change_has_no_baseline_of_its_own(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    begin(project, monkeypatch)
    for ref in ("nowhere:baseline.json", "main:sub/baseline.json"):
        refused = project.run("--hydra", f"--hydra-baseline=git:{ref}")
        assert refused.ret == pytest.ExitCode.USAGE_ERROR
        assert "ERROR: --hydra-baseline: " in refused.stderr.str()
    change_bot(project, monkeypatch)
    # Not by another name, nor as a link; what lies elsewhere is of no change.
    own, elsewhere = project.path / "baseline.json", project.path.parent / "elsewhere.json"
    elsewhere.write_bytes(own.read_bytes())
    own.rename(project.path / "other.json")
    other = ("--hydra-baseline=other.json", "--hydra-fail-on=worse")
    done = ends(project, 1, "2 new that did not pass (--hydra-fail-on worse)", *other)
    assert ", which does not exist: " in done.stdout.str()
    own.symlink_to(elsewhere)
    ends(project, 1, "1 worse (--hydra-fail-on worse)", *WORSE)
    ends(project, 0, "nothing is worse", f"--hydra-baseline={elsewhere}", "--hydra-fail-on=worse")
