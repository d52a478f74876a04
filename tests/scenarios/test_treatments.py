"""Treatments and triggers of a scenario file."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from pytest_hydra.documents import parse
from pytest_hydra.errors import InputError
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.settings.file import ScenarioSettings


def load(text: str, folder: Path | None = None) -> list[Scenario]:
    document = parse(dedent(text), "a.scenario.yaml", ".yaml")
    return load_scenarios(document, ScenarioSettings(), folder=folder)


ONE = """
scenarios:
  - {id: a, steps: [{user: Hi, expect: {text: Hi}}]}
"""


def fault(text: str, folder: Path | None = None) -> str:
    with pytest.raises(InputError) as error:
        load(text, folder)
    return str(error.value)


def test_the_first_treatment_is_the_baseline() -> None:
    text = "treatments: {without: {}, now: {skills: [..]}}\nrequire: {now: better}\nrepeat: 3\n"
    (scenario,) = load(text + ONE)
    assert scenario.experiment is not None
    assert [each.name for each in scenario.experiment.treatments] == ["without", "now"]
    assert scenario.experiment.is_measured
    assert scenario.repeat.times == 3
    (alone,) = load("treatments: {now: {model: m}}\n" + ONE)
    assert alone.experiment is not None
    assert not alone.experiment.is_measured


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("require: {now: better}", "require: needs `treatments` or `triggers`"),
        ("treatments: {a: {}}\nrequire: {b: 90}", "require: unknown treatment 'b'"),
        ("treatments: {a: {}, b: {}}\nrequire: {a: better}", "'a' needs a number"),
        ("treatments: {a: {}}\nrequire: {recall: 90}", "unknown treatment 'recall'"),
        ("treatments: {a: {}}\nrequire: {a: best}", "require.a"),
        ("treatments: {a: {skil: [x]}}", "treatments.a.skil: unknown key 'skil'"),
        ("treatments: {a: {files: {../x: y}}}", "should be the path of a file in the folder"),
    ],
)
def test_faults_of_treatments_are_reported(text: str, message: str) -> None:
    assert message in fault(f"{text}\n{ONE}")
