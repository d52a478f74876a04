"""What a process makes of its own types is not held against the models: so it is held here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from pytest_hydra.report import model

if TYPE_CHECKING:
    from tests.conftest import Project

BOT = """
def reply(messages):
    said = messages[-1]["content"]
    if said == "break":
        raise RuntimeError("it is broken")
    return {"text": f"you said {said}", "calls": [{"function": "echo", "params": {"n": 1.5}}]}
"""
SCENARIOS = """
scenarios:
  - {id: plain, steps: [{user: "hi \\U0001f600", expect: {shouldContain: [hi, "no \\u0007"]}}]}
  - {id: broken, steps: [{user: break, expect: {shouldContain: hi}}]}
  - {id: excused, xfail: known, steps: [{user: hi, expect: {shouldContain: bye}}]}
  - {id: tagged, tags: [b, a], threshold: 66.6, steps: [{user: hi, expect: {shouldContain: hi}}]}
  - {id: often, repeat: 3, steps: [{user: hi, expect: {shouldContain: hi}}]}
  - {id: early, repeat: 3, stop_early: true, steps: [{user: hi, expect: {shouldContain: bye}}]}
  - id: params
    steps: [{user: hi, expect: {expectedParams: {n: {gte: 1}, m: 2}, expectedFunction: echo}}]
"""
TESTS = r"""
import pytest

def test_some(hydra):
    hydra.check("one \udc80", True, weight=0.25, message="\ud83d")
    hydra.score("two", 33.3333333)

def test_ungraded(hydra):
    hydra.ungraded("three", "nobody knows")

@pytest.mark.xfail(reason="known")
def test_excused(hydra):
    hydra.check("four", False)
"""


def test_what_a_session_makes_is_as_the_models_say(project: Project) -> None:
    project.write("wallet_bot.py", BOT)
    project.write("a.scenario.yaml", SCENARIOS)
    project.write("test_some.py", TESTS)
    project.run("--hydra", "--hydra-report=report.json")
    report = project.report()
    assert (len(report["scenarios"]), len(report["tests"])) == (7, 3)
    for result in (*report["scenarios"], *report["tests"]):
        as_it_is_to_be = TypeAdapter[Any](model.Result).validate_python(result)
        assert as_it_is_to_be == result
        assert list(as_it_is_to_be) == list(result)
        for check in result["checks"]:
            named = list(model.CheckEntry.__annotations__)
            assert list(check) == [name for name in named if name in check]
