"""Sessions that ask only what is new, or nothing."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Project

PROGRAM = """
import json, sys
for line in sys.stdin:
    with open("asked.txt", "a") as file:
        file.write("program ")
    print(json.dumps({"text": "Hello", "cost_usd": 0.5}), flush=True)
"""
PYTHON = """
def reply(messages):
    with open("asked.txt", "a") as file:
        file.write("python ")
    return {"text": "Hello", "cost_usd": 0.25}
"""
SETTINGS = """
[bots.python]
python = "python_bot:reply"
[bots.program]
command = ["python3", "program.py"]
[bots.declared]
command = ["python3", "program.py"]
version = "7"
"""
SCENARIOS = """
scenarios:
  - id: one
    steps: [{user: hi, expect: {shouldContain: Hello}}]
  - id: two
    steps: [{user: ho, expect: {shouldContain: Hello}}]
"""


def prepare(project: Project) -> None:
    for name, text in {
        "program.py": PROGRAM,
        "python_bot.py": PYTHON,
        "hydra.toml": SETTINGS,
        "a.scenario.yaml": SCENARIOS,
    }.items():
        project.write(name, text)


def asked(project: Project) -> list[str]:
    """Who was asked since the last call, sorted."""
    file = project.path / "asked.txt"
    names = file.read_text().split() if file.exists() else []
    file.unlink(missing_ok=True)
    return sorted(names)


def test_only_what_is_new_is_asked(plain_project: Project) -> None:
    project = plain_project
    prepare(project)
    project.run("--hydra").assert_outcomes(passed=6)
    assert len(asked(project)) == 6
    # One message is another one, and what is expected of all is another thing.
    changed = SCENARIOS.replace("ho,", "hoho,").replace("Hello}", "Hello, shouldNotContain: x}")
    project.write("a.scenario.yaml", changed)
    arguments = ("--hydra", "--hydra-reuse=latest", "--hydra-report=report.json", "-v")
    result = project.run(*arguments)
    result.assert_outcomes(passed=6)
    # Nobody knows the state of a program without a version.
    assert asked(project) == ["program", "program", "program", "python"]
    text = result.stdout.str()
    assert len(re.findall(r"PASSED \(REUSED, \d+ \w+ old\)", text)) == 2
    first = project.runs()[0].name
    assert f"2 conversations were taken from run {first}" in text
    assert "program: asked again, as it has no `version` in hydra.toml" in text
    reused = {
        (each["id"], each["subject"]): each["details"].get("reused")
        for each in project.report()["scenarios"]
    }
    assert {key for key, run in reused.items() if run == first} == {
        ("one", "python"),
        ("one", "declared"),
    }
    # What was reused once has the age of its first run.
    project.run(*arguments)
    assert asked(project) == ["program", "program"]
    ages = [each["details"].get("reused") for each in project.report()["scenarios"]]
    assert ages.count(first) == 2
    manifest = json.loads((project.runs()[-1] / "manifest.json").read_text())
    assert manifest["reused"] == project.runs()[1].name
    # Other code, and another version, are another bot.
    project.write("python_bot.py", PYTHON + "#")
    project.write("hydra.toml", SETTINGS.replace("7", "8"))
    project.run(*arguments)
    assert len(asked(project)) == 6


def test_an_interrupted_run_is_resumed_without_programs(project: Project) -> None:
    prepare(project)
    project.run("--hydra")
    (run,) = project.runs()
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps({**manifest, "finished": False}))
    asked(project)
    result = project.run("--hydra", "-q")
    assert asked(project) == ["program", "program"]
    assert "4 conversations were taken from the interrupted run" in result.stdout.str()


def test_a_plan_says_what_would_be_asked_and_its_cost(plain_project: Project) -> None:
    project = plain_project
    prepare(project)
    result = project.run("--hydra", "--hydra-plan")
    assert "hydra: to ask: 6 conversations, no known cost" in result.stdout.str()
    assert asked(project) == []
    project.run("--hydra", "-k", "one")
    project.run("--hydra")
    asked(project)
    project.write("a.scenario.yaml", SCENARIOS + "    repeat: 3\n")
    result = project.run("--hydra", "--hydra-plan", "--hydra-reuse=latest")
    text = result.stdout.str()
    assert "hydra: program: 4 conversations, about $2.00" in text
    assert "hydra: python: 2 conversations, about $0.50" in text
    assert "hydra: to ask: 8 conversations, about $3.50; 4 more would be reused" in text
    assert result.ret == 0
    assert asked(project) == []
    assert len(project.runs()) == 2


@pytest.mark.parametrize("other", ["--hydra-replay=latest", "--hydra-no-cache"])
def test_options_that_contradict_each_other_are_refused(plain_project: Project, other: str) -> None:
    result = plain_project.run("--hydra", "--hydra-reuse=latest", other)
    assert f"--hydra-reuse contradicts {other.partition('=')[0]}" in result.stderr.str()


def test_a_plan_says_what_a_comparison_can_show_by_earlier_runs(plain_project: Project) -> None:
    project = plain_project
    project.write("python_bot.py", "def reply(messages):\n    return 'Hello'\n")
    tables = "".join(f'[bots.{name}]\npython = "python_bot:reply"\n' for name in ("one", "two"))
    project.write("hydra.toml", tables)
    rows = "".join(
        f"  - id: s{n}\n    steps: [{{user: hi {n}, expect: {{shouldContain: Hello}}}}]\n"
        for n in range(8)
    )
    project.write("a.scenario.yaml", f"scenarios:\n{rows}")

    def plan() -> str:
        text = project.run("--hydra", "--hydra-plan").stdout.str()
        return " ".join(line.removeprefix("hydra: ").strip() for line in text.splitlines())

    said = (
        "to compare: 8 cases, 1 run each; at worst, 20 points are found with a chance of 11%, and"
    )
    assert said in plan()
    for _ in range(2):
        project.run("--hydra").assert_outcomes(passed=16)
    assert "8 cases, 1 run each; as runs varied so far, 20 points are found with a chance" in plan()
