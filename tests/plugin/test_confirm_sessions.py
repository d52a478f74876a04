"""``--hydra-confirm``: failures are asked again before the session is red."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.__main__ import main
from tests.needs import needs

if TYPE_CHECKING:
    from tests.conftest import Project

# Answers each message by the script of its name, one letter a run.
BOT = """
import pathlib

def reply(messages):
    name, _, script = messages[-1]["content"].partition(" ")
    file = pathlib.Path(f"{name}.asked")
    run = len(file.read_text()) if file.exists() else 0
    file.write_text("x" * (run + 1))
    if script[run] == "c":
        return {"text": "yes", "calls": [{"function": "refund", "params": {}}]}
    return "yes" if script[run] == "p" else "no"
"""


def prepare(project: Project, settings: str = "confirm = 2", **scripts: str) -> None:
    project.write("bot.py", BOT)
    project.write("hydra.toml", f'[bots.b]\npython = "bot:reply"\n[scenarios]\n{settings}\n')
    expect = {"shouldContain": "yes", "forbiddenFunctions": ["refund"]}
    scenarios = [
        {"id": name, "steps": [{"user": f"{name} {script}", "expect": expect}]}
        for name, script in scripts.items()
    ]
    project.write("a.scenario.json", json.dumps({"scenarios": scenarios}))


def asked(project: Project) -> dict[str, int]:
    return {file.stem: len(file.read_text()) for file in project.path.glob("*.asked")}


def by_id(project: Project) -> dict[str, Any]:
    return {entry["id"]: entry for entry in project.report()["scenarios"]}


def test_what_fails_once_in_three_is_flaky_and_counted(plain_project: Project) -> None:
    prepare(plain_project, flaky="fpp", bad="fff", half="fpf", good="p", worst="c")
    options = ("--hydra", "--hydra-report=report.json", "--hydra-report=report.md", "--junitxml=j")
    result = plain_project.run(*options)
    result.assert_outcomes(passed=1, failed=3)
    assert asked(plain_project) == {"flaky": 3, "bad": 3, "half": 3, "good": 1, "worst": 1}
    text = result.stdout.str()
    assert "2 of 5 passed (40%) · 3 failed, 1 critical · no baseline · 1 flaky" in text
    assert "[FLAKY] failed 1 of 3 runs" in text
    assert "1 flaky in " in text
    assert 'name="flaky" value="failed 1 of 3 runs"' in (plain_project.path / "j").read_text()
    assert "is flaky: failed 1 of 3 runs" in (plain_project.path / "report.md").read_text()
    flaky = by_id(plain_project)["flaky"]
    assert (flaky["status"], flaky["runs"], flaky["total"]) == (
        "passed",
        [{"outcome": "failed"}],
        75,
    )
    assert flaky["details"]["again"] == {"passed": 2, "failed": 0}
    # Shares are those of the planned runs.
    (bot,) = plain_project.report()["by_bot"]
    assert (bot["runs"]["passed"], bot["runs"]["failed"]) == (1, 4)
    replayed = plain_project.run("--hydra-replay=latest")
    replayed.assert_outcomes(passed=1, failed=3)
    assert "1 flaky" in replayed.stdout.str()
    assert asked(plain_project)["flaky"] == 3


@pytest.mark.parametrize(("fail_on", "status"), [("any", 0), ("flaky", 1)])
def test_flaky_leaves_the_status_at_0_unless_it_is_asked_for(
    plain_project: Project, fail_on: str, status: int
) -> None:
    prepare(plain_project, flaky="fpp")
    result = plain_project.run("--hydra", f"--hydra-fail-on={fail_on}")
    assert result.ret == status
    if status:
        assert "exit status 1: 1 flaky (--hydra-fail-on flaky)" in result.stdout.str()


def test_one_of_five_is_asked_again_and_three_of_five_are_not(plain_project: Project) -> None:
    prepare(plain_project, "confirm = 2\nrepeat = 5", one="ffppp" + "pp", three="fffpp")
    result = plain_project.run("--hydra", "--hydra-report=report.json")
    result.assert_outcomes(failed=1)
    assert asked(plain_project) == {"one": 7, "three": 5}
    one = by_id(plain_project)["one"]
    assert (one["status"], len(one["runs"])) == ("passed", 5)
    assert one["details"]["interval"] == pytest.approx([0.230725, 0.882379], abs=1e-3)


def test_the_option_decides_and_the_plan_says_what_it_may_cost(plain_project: Project) -> None:
    prepare(plain_project, flaky="fpp", bad="f")
    result = plain_project.run("--hydra", "--hydra-plan")
    assert "to ask: 2 conversations, no known cost; each that fails up to 2 times again" in (
        result.stdout.str()
    )
    plain_project.run("--hydra", "--hydra-confirm=0").assert_outcomes(failed=2)
    assert asked(plain_project) == {"flaky": 1, "bad": 1}


@needs("baseline")
def test_with_a_baseline_one_failure_is_noise_and_a_change_is_not(plain_project: Project) -> None:
    prepare(plain_project, always="p" * 12 + "ffff", once="p" * 12 + "fpp", new="p" * 12 + "fff")
    for _ in range(12):
        plain_project.run("--hydra", "-q")
    assert main(["bless", "latest", "b.json"]) == 0
    earlier = json.loads((plain_project.path / "b.json").read_text())["scenarios"][0]["details"][
        "earlier"
    ]
    assert earlier == {"passed": 11, "runs": 11}
    result = plain_project.run("--hydra", "--hydra-baseline=b.json", "--hydra-fail-on=worse")
    text = result.stdout.str()
    assert "2 worse, 0 better, 1 within noise" in text
    assert "12 of 12 runs passed, now 0 of 3" in text
