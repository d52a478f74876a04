"""Sessions that are held against a baseline."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from pytest_hydra.__main__ import main
from pytest_hydra.report.build import validate
from pytest_hydra.report.model import Report
from tests.conftest import unwrapped

if TYPE_CHECKING:
    from tests.conftest import Project

SUITE = """
scenarios:
  - id: send
    steps: [{user: please send 5 DOT, expect: {expectedFunction: transfer}}]
  - id: known
    steps: [{user: hello, expect: {shouldContain: goodbye}}]
"""
SILENT = "  - id: silent\n    steps: [{user: boom, expect: {shouldContain: hello}}]\n"
PLAIN = "def test_plain():\n    assert 1 == 2\n"
WORSE = ("--hydra-baseline=baseline.json", "--hydra-fail-on=worse")


def git(project: Project, *arguments: str) -> str:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    return subprocess.check_output(
        ["git", *who, *arguments],  # noqa: S607 - the git that is tested with
        cwd=project.path,
        text=True,
    )


def commit(project: Project) -> None:
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message=next")


def ends(project: Project, status: int, reason: str, *arguments: str) -> pytest.RunResult:
    # A race alone is held by another process.
    is_race = any(word.startswith(("hydra.toml", "--hydra-candidate")) for word in arguments)
    run = project.run_apart if is_race else project.run
    done = run("--hydra", "--hydra-report=out.json", *arguments)
    assert done.ret == status, done.stdout.str()
    report = project.report("out.json")
    validate("out.json", Report, report)
    assert report["exit_reason"].startswith(f"exit status {status}: {reason}")
    assert report["exit_reason"] in unwrapped(done)
    return done


def begin(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository whose suite was run on main, and blessed."""
    monkeypatch.chdir(project.path)
    git(project, "init", "--quiet", "--initial-branch=main")
    project.write(".gitignore", "__pycache__/\n.hydra/\nout.*\n.pytest_cache/\n")
    project.write("a.scenario.yaml", SUITE)
    commit(project)
    assert project.run("--hydra").ret == 1
    assert main(["bless", "latest", "baseline.json"]) == 0
    commit(project)


def test_what_is_gone_and_what_nothing_forgives(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    begin(project, monkeypatch)
    project.write("a.scenario.yaml", SUITE[: SUITE.index("  - id: known")])
    done = ends(project, 1, "1 gone", *WORSE)
    # All that ran passed, and yet the session did not.
    assert project.report("out.json")["verdict"] == "failed"
    assert any(line.startswith("FAILED  1 of 1 scenario passed") for line in done.outlines)
    assert main(["merge", "out.json", "-o", "out.md"]) == 1
    project.write("a.scenario.yaml", SUITE.replace("- id: send", "- id: send\n    skip: flaky"))
    ends(project, 1, "1 gone", *WORSE)
    project.write("a.scenario.yaml", SUITE + SILENT)
    ends(project, 0, "nothing is worse, 1 failure forgiven", *WORSE, "-k", "known")
    # What was not reached may be anything.
    ends(project, 1, "stopping after 1 failures: items that did not run", *WORSE, "-x")
    project.write("a.scenario.yaml", "scenarios: [")
    ends(project, 2, "set by pytest; only failures are forgiven", *WORSE)
    assert project.report("out.json")["baseline"]["changes"] == []
    project.write("a.scenario.yaml", SUITE + SILENT)
    # What nobody could grade, and what is no business of ours.
    ends(project, 1, "1 ungraded (--hydra-fail-on never)", "-q", "--hydra-fail-on=never")
    share = "--hydra-allow-ungraded"
    ends(project, 0, "1 failure forgiven, 1 ungraded", "--hydra-fail-on=never", f"{share}=34%")
    ends(project, 1, "1 ungraded", "--hydra-fail-on=never", f"{share}=33")
    # What is worse is told beside it.
    worse = SUITE.replace("transfer", "refund") + SILENT
    project.write("a.scenario.yaml", worse)
    told = "1 worse, 1 ungraded, 1 new that did not pass (--hydra-fail-on worse)"
    ends(project, 1, told, *WORSE)
    project.write("a.scenario.yaml", SUITE)
    project.write("test_ordinary.py", PLAIN)
    ends(project, 1, "1 failure that nothing forgives", *WORSE)
    (project.path / "test_ordinary.py").unlink()
    ends(project, 0, "1 failure forgiven", "--hydra-fail-on=never", "--hydra-report=out.md")
    assert "exit status 0: 1 failure forgiven" in (project.path / "out.md").read_text()


# Of ten runs of a scenario it fails in as many as the file says.
WAVERING = """
from collections import defaultdict
from itertools import count
from pathlib import Path

ASKED = defaultdict(count)

def reply(messages):
    failing = int(Path(__file__).with_name("failing.txt").read_text())
    return "no" if next(ASKED[messages[-1]["content"]]) < failing else "yes"
"""


def test_a_suite_that_is_worse_as_a_whole_says_by_how_much(plain_project: Project) -> None:
    project = plain_project
    project.write("wavering.py", WAVERING)
    project.write("hydra.toml", '[bots.wavering]\npython = "wavering:reply"\n')
    steps = "repeat: 10\n    steps: [{{user: {0}, expect: {{shouldContain: yes}}}}]\n"
    ids = [f"s{number}" for number in range(8)]
    scenarios = [f"  - id: {each}\n    {steps.format(each)}" for each in ids]
    project.write("a.scenario.yaml", "scenarios:\n" + "".join(scenarios))
    project.write("failing.txt", "1")
    assert project.run_apart("--hydra", "--hydra-report=base.json").ret == 1
    project.write("failing.txt", "4")
    done = project.run_apart("--hydra", "--hydra-baseline=base.json", "--hydra-fail-on=worse")
    assert done.ret == 1
    done.stdout.fnmatch_lines(
        [
            "since base.json: 0 worse, 0 better, 8 within noise",
            "  together: regressed (p = *, exact test over scenarios): -30 points*",
            "  to accept this: python -m pytest_hydra bless * base.json",
            "exit status 1: the suite as a whole is worse*",
        ]
    )


def test_a_session_may_pass_with_a_few_items_ungraded(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SUITE[: SUITE.index("  - id: known")] + SILENT)
    done = ends(project, 0, "nothing failed, 1 ungraded allowed", "--hydra-allow-ungraded=50%")
    assert project.report("out.json")["verdict"] == "passed"
    (line,) = [line for line in done.outlines if line.startswith("PASSED ")]
    assert line.endswith("1 no answer (allowed)")
    critical = SILENT.replace("hello}", "hello, critical: shouldContain}")
    project.write("a.scenario.yaml", SUITE[: SUITE.index("  - id: known")] + critical)
    ends(project, 1, "1 ungraded", "--hydra-allow-ungraded=50%")


def test_what_a_selection_left_out_is_neither_gone_nor_easier(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    begin(project, monkeypatch)
    # Of this file --lf takes the one that failed, and deselects nothing.
    ends(project, 0, "nothing is worse, 1 failure forgiven", *WORSE, "--lf")
    project.write("b.scenario.yaml", SUITE[: SUITE.index("  - id: known")])
    done = ends(project, 0, "nothing is worse", *WORSE, "b.scenario.yaml")
    assert "easier than" not in done.stdout.str()


def test_workers_say_what_was_deselected(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SUITE)
    assert project.run("--hydra", "--hydra-report=first.json").ret == 1
    given = ("--hydra-baseline=first.json", "--hydra-fail-on=worse", "-n1", "-k", "known")
    done = project.run("--hydra", *given, plugins=("xdist",))
    assert done.ret == 0, done.stdout.str()
    suites = [json.loads((run / "suite.json").read_text())["files"] for run in project.runs()]
    assert suites == [{"a.scenario.yaml": SUITE}] * 2
    assert (
        "exit status 0: nothing is worse, 1 failure forgiven (--hydra-fail-on worse)"
        in done.outlines
    )
    assert "  the expectations in it are unknown; " in done.stdout.str()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--hydra-fail-on=worse"], "--hydra-fail-on worse needs --hydra-baseline"),
        (["--hydra-baseline=none.json"], "none.json: there is no such file, and no such run; "),
        (["--hydra-baseline="], "--hydra-baseline: a name is missing"),
        (
            ["--hydra-baseline=.."],
            "ERROR: --hydra-baseline ..: not the folder of a run; python -m ",
        ),
        (["--hydra-baseline=git:main"], "git:REF:PATH is expected"),
        (["--hydra-baseline=wallet_bot.py"], "wallet_bot.py: not JSON"),
    ],
)
def test_a_baseline_that_cannot_be_used(
    plain_project: Project, arguments: list[str], said: str
) -> None:
    done = plain_project.run("--hydra", *arguments)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    assert said in done.stderr.str()


def test_runs_are_compared_as_data_with_their_replies(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = plain_project
    monkeypatch.chdir(project.path)
    project.write("a.scenario.yaml", SUITE)
    project.run("--hydra")
    project.write("a.scenario.yaml", SUITE.replace("goodbye", "said").replace("transfer", "pay"))
    project.run("--hydra")
    before, after = (str(run / "report.json") for run in project.runs())
    capsys.readouterr()
    assert main(["compare", before, after, "-o", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [change["change"] for change in found["changes"]] == ["worse", "better"]
    assert found["others"]["easier than before"] == [
        'a.scenario.yaml::send: expectedFunction: "transfer" to "pay"',
        'a.scenario.yaml::known: shouldContain: "goodbye" to "said"',
    ]
    for title in ("before", "now"):
        said = found["changes"][1][title]
        assert said[3:5] == ["  user: hello", "  wallet: You said: hello"]
    assert main(["compare", before, after, "-o", "md", "--fail-on", "never"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("## Compared with ")
    assert "calls transfer(amount&#61;5" in told
    assert "<details><summary>a.scenario.yaml::send (wallet)</summary>" in told


def test_a_listing_reads_no_baseline(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    begin(project, monkeypatch)
    for arguments in (["--collect-only"], ["--fixtures"]):
        shutil.rmtree(project.path / ".hydra", ignore_errors=True)
        assert project.run("--hydra", "--hydra-baseline=none.json", *arguments).ret == 0
        assert not (project.path / ".hydra").exists()


def test_the_reason_is_the_final_one(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SUITE)
    done = project.run("--hydra", "--hydra-fail-on=never", "--hydra-report=json:hydra.toml/x.json")
    assert done.ret == 1
    assert "exit status 0" not in done.stdout.str()
    assert "exit status 1: --hydra-report json:" in done.stdout.str()


def test_the_last_run_as_baseline_need_not_exist_yet(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = plain_project
    monkeypatch.chdir(project.path)
    with (project.path / "hydra.toml").open("a") as file:
        file.write('[report]\nbaseline = "latest"\n')
    project.write("a.scenario.yaml", SUITE)
    ends(project, 1, "1 new that did not pass", "--hydra-fail-on=worse")
    ends(project, 0, "nothing is worse, 1 failure forgiven", "--hydra-fail-on=worse")
    with pytest.raises(SystemExit):
        main(["bless", "latest"])
    assert "[report] baseline = 'latest' is not a file: name the FILE" in capsys.readouterr().err
    assert not (project.path / "latest").exists()


def test_what_could_not_be_graded_before_is_not_reported_again(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SUITE + SILENT)
    assert project.run("--hydra", "--hydra-report=first.json").ret == 1
    worse = ("--hydra-baseline=first.json", "--hydra-fail-on=worse")
    ends(project, 1, "1 ungraded (--hydra-fail-on worse)", *worse)
    assert project.report("out.json")["baseline"]["changes"] == []


def test_a_run_in_which_nothing_was_graded_is_no_baseline(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(plain_project.path)
    plain_project.write("a.scenario.yaml", f"scenarios:\n{SILENT}")
    assert plain_project.run("--hydra").ret == 1
    with pytest.raises(SystemExit):
        main(["bless", "latest"])
    assert "nothing was graded, so it says nothing of what was tested" in capsys.readouterr().err
    # Nor is it what another run is compared with.
    plain_project.run("--hydra")
    with pytest.raises(SystemExit):
        main(["compare"])
    assert "there is no complete run before" in capsys.readouterr().err
