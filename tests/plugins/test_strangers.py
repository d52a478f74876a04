"""A plugin of somebody else, by docs/extending.md alone: from a conftest.py, and installed."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
import yaml

from pytest_hydra.registry import table
from pytest_hydra.skill import page_text
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
        project.write("conftest.py", sample("notebook.py") + sample("totals.py"))
        return project
    project.write("lib/notebook.py", sample("notebook.py") + sample("totals.py"))
    project.write("lib/notebook-1.0.dist-info/METADATA", "Name: notebook\nVersion: 1.0\n")
    (group, points) = tomllib.loads(sample("package/pyproject.toml"))["project"][
        "entry-points"
    ].popitem()
    entry = "".join([f"[{group}]\n", *(f"{name} = {of}\n" for name, of in points.items())])
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


def command(project: Project, *arguments: str) -> pytest.RunResult:
    return project.pytester.run(sys.executable, "-m", "pytest_hydra", *arguments)


def test_its_command_and_its_report_format(extended: Project) -> None:
    extended.write("a.scenario.yaml", FORMATS[".yaml"])
    extended.run_apart("--hydra", "--hydra-report=a.json").assert_outcomes(passed=1)
    done = command(extended, "totals")
    assert (done.ret, done.outlines) == (0, ["shopping 100"])
    done = command(extended, "totals", "nothing")
    assert done.ret == 1
    done.stderr.fnmatch_lines(["python -m pytest_hydra totals: error: *nothing*"])
    done = command(extended, "--help")
    done.stdout.fnmatch_lines(["*show *", "    totals * print the total of each scenario"])
    done = command(extended, "total")
    assert done.ret == 2
    done.stderr.fnmatch_lines(["*invalid choice: 'total' (choose from *totals*"])
    assert command(extended, "merge", "a.json", "-o", "all.names").ret == 0
    assert (extended.path / "all.names").read_text() == "shopping\n"


def test_its_schema_and_its_reference(extended: Project) -> None:
    schema = json.loads(command(extended, "write", "schema", "scenario").stdout.str())
    valid = jsonschema.Draft202012Validator(schema).is_valid
    scenarios = yaml.safe_load(FORMATS[".yaml"])
    assert valid(scenarios)
    assert not valid({**scenarios, "notebook": 5})
    assert not valid({**scenarios, "notebok": ["milk"]})
    without = json.loads((ROOT / "pytest_hydra/schemas/scenario.schema.json").read_text("utf-8"))
    assert not jsonschema.Draft202012Validator(without).is_valid(scenarios)
    lines = command(extended, "write", "reference").outlines
    place = lines.index("## Plugins")
    assert "\n".join(lines[:place]).strip() == page_text("reference").strip()
    assert [line for line in lines[place:] if line.startswith("-")] == [
        "- `notebook`: A notebook: its lines, to which the tool `note` adds.",
        "- `noted` (1): This line is in the notebook.",
    ]


def test_a_plugin_of_the_folder_is_named(plain_project: Project) -> None:
    plain_project.write("totals.py", sample("totals.py"))
    done = command(plain_project, "-p", "totals", "--help")
    done.stdout.fnmatch_lines(["*totals *print the total*"])
    assert command(plain_project, "totals").ret == 2


def test_what_cannot_be_loaded_is_said(plain_project: Project) -> None:
    plain_project.write("conftest.py", "import no_such_module")
    done = command(plain_project, "--help")
    assert done.ret == 0
    done.stdout.fnmatch_lines(["*show *"])
    done.stderr.fnmatch_lines(["*No module named 'no_such_module'"])
    done = command(plain_project, "totals")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*No module named 'no_such_module'"])
    assert command(plain_project, "write", "schema", "report").ret == 0


OFFERS = {
    "keys": ("SimpleNamespace(name=NAME)", "key"),
    "matchers": ("Operator(NAME, '', '', len)", "matcher"),
    "bots": ("len", "kind of bot"),
    "judges": ("len", "judge"),
    "report_formats": ("len", "report format"),
    "dimensions": ("len", "dimension"),
    "result_parsers": ("len", "parser of results"),
    "cases": ("len", "reader of cases"),
    "commands": ("len", "command"),
}


# Words of our plugins.
TAKEN_BY = {
    "judges": ("judges", "mock"),
    "race": ("dimensions", "tests"),
    "results": ("result_parsers", "junit"),
    "worlds": ("keys", "world"),
}


def offering(kind: str, name: str) -> str:
    """The source of a plugin that offers something by a name."""
    return f"""
from types import SimpleNamespace
from pytest_hydra.api import Operator

NAME = {name!r}

def pytest_hydra_{kind}():
    return {{NAME: {OFFERS[kind][0]}}}
"""


def refused(project: Project, kind: str) -> str:
    """How what a plugin offers is refused."""
    done = command(project, "a-command") if kind == "commands" else project.run_apart("--hydra")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    return " ".join(done.errlines)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("keys", "steps"),
        ("keys", "treatments"),
        ("keys", "failedCalls"),
        ("matchers", "regex"),
        ("bots", "url"),
        ("report_formats", "csv"),
        ("commands", "show"),
        ("commands", "write"),
        *(entry for plugin, entry in TAKEN_BY.items() if plugin in table()),
    ],
)
def test_a_name_of_ours_is_taken(plain_project: Project, kind: str, name: str) -> None:
    plain_project.write("conftest.py", 'pytest_plugins = ["hers"]')
    plain_project.write("hers.py", offering(kind, name))
    said = f"the {OFFERS[kind][1]} '{name}' is offered twice: by pytest-hydra and by hers"
    assert refused(plain_project, kind) == f"ERROR: {said} "


@pytest.mark.parametrize("kind", OFFERS)
def test_a_name_of_another_plugin_is_taken(plain_project: Project, kind: str) -> None:
    plain_project.write("conftest.py", 'pytest_plugins = ["hers", "his"]')
    for plugin in ("hers", "his"):
        plain_project.write(f"{plugin}.py", offering(kind, "a_name"))
    said = f"the {OFFERS[kind][1]} 'a_name' is offered twice: by hers and by his"
    assert refused(plain_project, kind) == f"ERROR: {said} "


@pytest.mark.parametrize("name", ["shouldContain", "should_contain", "responseSchema", "not"])
def test_an_expectation_of_ours_is_taken(plain_project: Project, name: str) -> None:
    plain_project.write("conftest.py", 'pytest_plugins = ["hers"]')
    plain_project.write("hers.py", sample("max_words.py").replace("maxWords", name))
    said = f"the expectation '{name}' is offered twice: by pytest-hydra and by hers"
    assert refused(plain_project, "expectations") == f"ERROR: {said} "


def test_a_key_has_one_name(plain_project: Project) -> None:
    plain_project.write("conftest.py", 'pytest_plugins = ["hers"]')
    plain_project.write("hers.py", offering("keys", "a_name").replace("=NAME", "='other'"))
    said = "the key 'a_name' that hers offers calls itself 'other'"
    assert refused(plain_project, "keys") == f"ERROR: {said} "


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


SPEAKER = """
from contextlib import contextmanager
from pytest_hydra.api import Environment, Key, Plan

class Echo(Environment):
    def messages(self, turns, hidden):
        yield "eggs"
        yield f"more {turns[-1].reply.text}"

class EchoPlan(Plan):
    opening, identity = "eggs", {"says": "eggs"}

    @contextmanager
    def open(self, opening):
        yield Echo()

class EchoKey(Key):
    name, model, doc, speaks = "echo", bool, "Says again what the bot said.", True

    def plan(self, of_file, own, folder):
        return EchoPlan() if own else None

def pytest_hydra_keys():
    return {"echo": EchoKey()}
"""


def test_an_environment_may_speak_in_the_users_place(plain_project: Project) -> None:
    project = plain_project
    project.write("conftest.py", SPEAKER)
    project.write("shop.py", "def reply(messages):\n    return messages[-1]['content'] + '!'\n")
    project.write("hydra.toml", '[bots.shop]\npython = "shop:reply"\n')
    project.write("a.scenario.yaml", "id: a\necho: true\nexpect: {shouldContain: more eggs!!}\n")
    for options in ((), ("--hydra-replay=latest",)):
        project.run("--hydra", *options).assert_outcomes(passed=1)
    project.write("a.scenario.yaml", "id: a\nexpect: {maxCalls: 0}\n")
    refused = project.run("--hydra")
    refused.stdout.fnmatch_lines(["*a scenario needs `steps`, or *`echo`*"])


REFUSING = (
    SPEAKER
    + """
from pytest_hydra.api import BadValueError

class LinesKey(Key):
    name, model, doc = "lines", list, "Lines."

    def plan(self, of_file, own, folder):
        lines = of_file if own is None else own
        if lines and "" in lines:
            raise BadValueError("is empty", (lines.index(""),))
        if lines == ["no"]:
            raise ValueError("no is no line")
        return None

def pytest_hydra_keys():
    return {"echo": EchoKey(), "lines": LinesKey()}
"""
)


def test_a_key_that_refuses_a_value_names_its_place(plain_project: Project) -> None:
    project = plain_project
    project.write("conftest.py", REFUSING)
    more = "echo: true, expect: {shouldContain: eggs}"
    own = f"  - {{id: a, {more}}}\n  - {{id: b, {more}, lines: [x, '']}}\n"
    project.write("a.scenario.yaml", f"lines:\n  - 'no'\nscenarios:\n{own}")
    refused = project.run("--hydra").stdout.str()
    # That of the file once, where it is written.
    own = "a.scenario.yaml:5: scenarios[1].lines[1]: is empty"
    assert f"___\na.scenario.yaml:1: lines: no is no line\n{own}\n===" in refused
