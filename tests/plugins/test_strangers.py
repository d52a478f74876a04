"""A plugin of somebody else, by docs/extending.md alone: from a conftest.py, and installed."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Project

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text("utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FORMATS = {
    ".yaml": """
notebook: [milk]
scenarios:
  - {id: shopping, steps: [{user: eggs, expect: {noted: eggs}}], expect: {noted: milk}}
""",
    ".toml": """
id = "shopping"
notebook = ["milk"]
steps = [{user = "eggs", expect = {noted = "eggs"}}]
expect = {noted = "milk"}
""",
    ".json": json.dumps(
        {
            "id": "shopping",
            "notebook": ["milk"],
            "steps": [{"user": "eggs", "expect": {"noted": "eggs"}}],
            "expect": {"noted": "milk"},
        }
    ),
}


def sample(name: str) -> str:
    """A file of the page."""
    found = re.search(rf"<!-- file: {name} -->\n```\w+\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


@pytest.fixture(params=["conftest", "installed"])
def extended(
    plain_project: Project, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Project:
    """A project with the plugin of the page."""
    project = plain_project
    project.write("clerk.py", sample("clerk.py"))
    project.write("hydra.toml", '[bots.clerk]\npython = "clerk:reply"\n')
    if request.param == "conftest":
        project.write("conftest.py", sample("notebook.py"))
        return project
    project.write("lib/notebook.py", sample("notebook.py"))
    project.write("lib/notebook-1.0.dist-info/METADATA", "Name: notebook\nVersion: 1.0\n")
    entry = "[pytest11]\nnotebook = notebook\n"
    project.write("lib/notebook-1.0.dist-info/entry_points.txt", entry)
    project.pytester.syspathinsert(project.path / "lib")
    monkeypatch.setenv("PYTHONPATH", str(project.path / "lib"), prepend=":")
    # All that is installed is loaded, but for what the tests of the suite do without.
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    left_out = ("anyio", "asyncio", "randomly", "rerunfailures", "hydra", "hypothesispytest")
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(f"-p no:{name}" for name in left_out))
    return project


@pytest.mark.parametrize("suffix", FORMATS)
def test_its_key_its_tool_its_record_and_its_expectation(extended: Project, suffix: str) -> None:
    extended.write(f"a.scenario{suffix}", FORMATS[suffix])
    done = extended.run_apart("--hydra", "--hydra-report=names:names.txt", "--hydra-report=a.json")
    done.assert_outcomes(passed=1)
    assert (extended.path / "names.txt").read_text() == "shopping\n"
    (kept,) = (extended.runs()[0] / "scenarios.jsonl").read_text().splitlines()
    assert json.loads(kept)["runs"][0]["conversation"]["notebook"] == {"lines": ["milk", "eggs"]}
    # In a replay nobody is called, and the record decides.
    extended.write("clerk.py", "")
    extended.run_apart("--hydra-replay=latest", "--hydra-report=b.json").assert_outcomes(passed=1)
    assert extended.report("a.json")["digest"] == extended.report("b.json")["digest"]
    extended.write(f"a.scenario{suffix}", FORMATS[suffix].replace("notebook", "notebok"))
    done = extended.run_apart("--hydra")
    done.stdout.fnmatch_lines(["*unknown key 'notebok'; did you mean 'notebook'?*"])


def test_under_xdist(plain_project: Project) -> None:
    plain_project.write("clerk.py", sample("clerk.py"))
    plain_project.write("hydra.toml", '[bots.clerk]\npython = "clerk:reply"\n')
    plain_project.write("conftest.py", sample("notebook.py"))
    plain_project.write("a.scenario.yaml", FORMATS[".yaml"])
    plain_project.run_apart("-pxdist", "-n2", "--hydra").assert_outcomes(passed=1)


def test_the_sample_is_short() -> None:
    assert len(sample("notebook.py").splitlines()) <= 60


def imported(page: Path) -> Iterator[str]:
    """The modules of ours that the samples of a page import."""
    for block in re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.M):
        for node in ast.walk(ast.parse(block)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                names = [node.module]
            yield from (name for name in names if name.partition(".")[0] == "pytest_hydra")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_import_what_is_public(page: Path) -> None:
    assert set(imported(page)) <= {"pytest_hydra", "pytest_hydra.api"}


STEPS = """
notebook: [milk]
scenarios:
  - id: shopping
    steps:
      - user: eggs
        expect: {expectedFunction: note, expectedParams: {text: eggs}, not: {noted: bread}}
      - user: bread
        expect: {noted: bread, forbiddenFunctions: [buy]}
    expect: {expectedCalls: [{function: note}, {function: note}]}
"""


@pytest.mark.parametrize("replayed", [(), ("--hydra-replay=latest",)], ids=["held", "replayed"])
def test_its_calls_count_and_a_step_reads_the_record_of_its_turn(
    extended: Project, replayed: tuple[str, ...]
) -> None:
    extended.write("a.scenario.yaml", STEPS)
    for options in ((), replayed):
        done = extended.run_apart("--hydra", *options, "--hydra-report=a.json")
        done.assert_outcomes(passed=1)
    checks = extended.report("a.json")["scenarios"][0]["checks"]
    assert {check["outcome"] for check in checks} == {"passed"}
    shown = extended.pytester.run(sys.executable, "-m", "pytest_hydra", "show", "shopping")
    shown.stdout.fnmatch_lines(['  notebook: {"lines": ["milk", "eggs", "bread"]}'])


LIAR = """
def reply(messages, tools):
    try:
        tools["note"](txt="eggs")
    except Exception as error:
        return {"text": f"{type(error).__name__}: {error}", "calls": [CALL]}

CALL = {"function": "note", "params": {"text": "eggs"}}
"""


def test_a_call_that_only_the_reply_tells_of_did_not_arrive(extended: Project) -> None:
    extended.write("clerk.py", LIAR)
    expect = "{expectedFunction: note, shouldContain: [ToolError, KeyError]}"
    extended.write(
        "a.scenario.yaml", f"id: a\nnotebook: [milk]\nsteps: [{{user: a, expect: {expect}}}]\n"
    )
    extended.run_apart("--hydra", "--hydra-report=a.json").assert_outcomes(failed=1)
    checks = extended.report("a.json")["scenarios"][0]["checks"]
    found = {check["name"]: check["outcome"] for check in checks}
    assert found.pop("expectedFunction") == "failed"
    assert set(found.values()) == {"passed"}
