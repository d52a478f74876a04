"""Where sessions write pages, and that nothing hangs on them."""

from __future__ import annotations

import json
import sys

import pytest

from tests.conftest import SCENARIOS, Project
from tests.plugins.page.test_page import blocks

FAILING = SCENARIOS.replace("shouldContain: hello}", "shouldContain: goodbye}")


def test_each_run_has_a_page_and_others_where_they_are_asked_for(plain_project: Project) -> None:
    plain_project.write("a.scenario.yaml", FAILING)
    result = plain_project.run(
        "--hydra", "--hydra-report=html:out/page.htm", "--hydra-report=r.json"
    )
    assert result.ret == 1
    (run,) = plain_project.runs()
    page = (run / "report.html").read_text()
    assert page == (plain_project.path / "out/page.htm").read_text()
    assert "a.scenario.yaml::echo (wallet)" in page
    result.stdout.fnmatch_lines(
        [
            "page: .hydra/runs/*/report.html",
            "page: out/page.htm",
            "report: r.json",
        ]
    )
    # It is beside the page.
    assert "report: .hydra" not in result.stdout.str()
    # It can be made again of the run, which is trusted as before.
    made = plain_project.pytester.run(
        sys.executable, "-m", "pytest_hydra", "show", "--page", run.name
    )
    assert made.outlines == [str(run / "report.html")]
    assert (run / "report.html").read_text() == page
    again = plain_project.run("--hydra-replay", run.name, "--hydra-report=again.html")
    again.stdout.fnmatch_lines(["page: again.html"])
    assert "a.scenario.yaml::echo (wallet)" in (plain_project.path / "again.html").read_text()
    assert len(plain_project.runs()) == 1


def test_a_run_in_which_all_passed_gets_its_page_on_demand(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SCENARIOS)
    result = project.run("--hydra")
    result.stdout.fnmatch_lines(
        ["page: python -m pytest_hydra show --page", "report: .hydra/runs/*"]
    )
    (run,) = project.runs()
    assert not (run / "report.html").exists()
    show = (sys.executable, "-m", "pytest_hydra", "show", "--page")
    for command in (show, (*show, run.name)):
        assert project.pytester.run(*command).outlines == [str(run / "report.html")]
        assert (run / "report.html").read_text().startswith("<!doctype html>")
        (run / "report.html").unlink()
    monkeypatch.setenv("CI", "true")
    result = project.run("--hydra", "-qq")
    assert "page: " not in result.stdout.str()
    assert (project.runs()[-1] / "report.html").exists()


@pytest.mark.parametrize(
    ("settings", "scenarios"),
    [
        ("", FAILING.replace("- id: echo", "- id: echo\n    xfail: known")),
        ('[bots.other]\npython = "wallet_bot:reply"\n', SCENARIOS),
    ],
    ids=["an expected failure", "bots compared"],
)
def test_a_run_with_more_to_say_gets_its_page_at_once(
    plain_project: Project, settings: str, scenarios: str
) -> None:
    project = plain_project
    with (project.path / "hydra.toml").open("a") as file:
        file.write(settings)
    project.write("a.scenario.yaml", scenarios)
    result = project.run("--hydra")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["page: .hydra/runs/*/report.html"])


def test_the_page_is_written_when_the_verdict_is_on_the_screen(plain_project: Project) -> None:
    project = plain_project
    project.write("a.scenario.yaml", FAILING)
    project.write(
        "conftest.py",
        """
import pytest_hydra.plugins.page.page as page

made = page.page_of
def page_of(*given):
    print("the page is made")
    return made(*given)
page.page_of = page_of
""",
    )
    lines = project.run("--hydra", "-s").outlines
    (verdict,) = [place for place, line in enumerate(lines) if line.startswith("FAILED  1 of 2")]
    assert verdict < lines.index("the page is made")
    # Without a terminal it is written too.
    assert project.run("--hydra", "-pno:terminal").ret == 1
    assert (project.runs()[-1] / "report.html").exists()


def test_hydra_toml_may_want_none(plain_project: Project) -> None:
    project = plain_project
    with (project.path / "hydra.toml").open("a") as file:
        file.write("\n[report]\nhtml = false\n")
    project.write("a.scenario.yaml", SCENARIOS)
    script = "import sys, pytest; pytest.main(['--hydra', '-p', 'pytest_hydra.plugin']); "
    script += "print([name for name in sys.modules if 'jinja' in name or '.page.page' in name])"
    result = project.pytester.run(sys.executable, "-c", script)
    assert result.outlines[-1] == "['pytest_hydra.plugins.page.page_settings']"
    (run,) = project.runs()
    assert not (run / "report.html").exists()


def test_a_page_that_cannot_be_written_changes_nothing(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    project.write("a.scenario.yaml", SCENARIOS)
    project.write("file", "")
    result = project.run("--hydra", "--hydra-report=html:file/page.html", "--hydra-report=r.json")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["page: not written: *file*"])
    assert project.report("r.json")["verdict"] == "passed"

    def fails(*_: object) -> None:
        raise MemoryError

    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr("pytest_hydra.plugins.page.page.page_of", fails)
    result = project.run("--hydra")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["page: not written: MemoryError()"])
    assert (project.runs()[-1] / "report.json").exists()
    assert json.loads((project.runs()[-1] / "manifest.json").read_text())["complete"] is True


def test_a_disk_that_has_no_room_for_the_page_changes_nothing(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    monkeypatch.setenv("CI", "true")
    project.write("a.scenario.yaml", SCENARIOS)
    # As on a full disk, what is larger cannot be written: the report is not, the page is.
    script = (
        "import resource, sys, pytest; resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000));"
        "sys.exit(pytest.main(['--hydra', '-p', 'pytest_hydra.plugin']))"
    )
    result = project.pytester.run(sys.executable, "-c", script)
    assert result.ret == 0
    told = [line for line in result.outlines if line.startswith("page: ")]
    (run,) = project.runs()
    assert told == [f"page: not written: .hydra/runs/{run.name}/report.html: File too large"]
    assert result.stderr.str() == ""
    assert json.loads((run / "report.json").read_text())["verdict"] == "passed"
    assert json.loads((run / "manifest.json").read_text())["complete"] is True
    assert [path.name for path in run.iterdir() if "html" in path.name] == []


def test_markdown_links_to_where_the_page_will_be(
    plain_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = plain_project
    with (project.path / "hydra.toml").open("a") as file:
        file.write('\n[report]\nurl = "https://ci.example/${RUN_ID}/page.html"\n')
    project.write("a.scenario.yaml", SCENARIOS)
    monkeypatch.setenv("RUN_ID", "12) <b>")
    assert project.run("--hydra", "--hydra-report=out.md").ret == 0
    told = (project.path / "out.md").read_text()
    assert "[The page of this run](https://ci.example/12%29%20%3Cb%3E/page.html)" in told


def test_merged_reports_have_a_page_with_what_their_runs_hold(plain_project: Project) -> None:
    project = plain_project
    project.write("a/a.scenario.yaml", FAILING)
    project.write("b/b.scenario.yaml", SCENARIOS.replace("please send", "do send"))
    for folder in ("a", "b"):
        project.run("--hydra", folder)
    reports = [str(run / "report.json") for run in project.runs()]
    outputs = ("-o", "all.html", "-o", "all.json")
    command = (sys.executable, "-m", "pytest_hydra", "merge", *reports, *outputs)
    done = project.pytester.run(*command)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["report: *all.json", "page: *all.html"])
    page = (project.path / "all.html").read_text()
    assert "2 merged sessions" in page
    assert len(page) > (project.runs()[0] / "report.html").stat().st_size


def test_the_conversation_of_a_test_is_on_the_page(plain_project: Project) -> None:
    project = plain_project
    project.write(
        "test_wallet.py",
        "def test_it(hydra_bot, hydra):\n"
        "    hydra.expect(hydra_bot('Send 5'), shouldContain='never said')\n",
    )
    assert project.run("--hydra").ret == 1
    (page,) = project.path.glob(".hydra/runs/*/report.html")
    assert "Send 5" in str(blocks(page.read_text("utf-8")))
