"""evals.json of a skill, and what is written for its viewer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.result import new_result
from pytest_hydra.documents import parse
from pytest_hydra.errors import HydraError, InputError
from pytest_hydra.plugins.skills.skill_benchmark import skill_files
from pytest_hydra.plugins.skills.skill_evals import as_scenarios, belongs
from pytest_hydra.scenarios.load import Scenario, load_scenarios
from pytest_hydra.settings.file import ScenarioSettings

EVALS = {
    "skill_name": "pdf",
    "version": "1",
    "evals": [
        {
            "id": 1,
            "name": "Fill a form",
            "prompt": "Fill in the {{form}}.",
            "expected_output": "A filled form.",
            "files": ["evals/files/form.pdf", "SKILL.md"],
            "expectations": ["The name is there", "The date is there", "The name is there"],
        },
        {"id": 2, "prompt": "Read it.", "assertions": [{"text": "It says 5"}], "must_have": ["x"]},
        {"id": 2, "prompt": "Say hello.", "expected_output": "The skill stays silent."},
        {"prompt": "Read it.", "files": ["none.pdf", "../../secret.txt"]},
    ],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a skill, whose folder has another name than the skill."""
    (tmp_path / "secret.txt").write_text("x")
    folder = tmp_path / "pdf-forms" / "evals"
    (folder / "files").mkdir(parents=True)
    (folder / "files" / "form.pdf").write_bytes(b"%PDF\xff")
    (folder.parent / "SKILL.md").write_text("---\nname: pdf\n---\n")
    return folder / "evals.json"


def load(file: Path, data: object = EVALS) -> tuple[list[Scenario], Any]:
    document, copies = as_scenarios(parse(json.dumps(data), "evals.json", ".json"), file)
    return load_scenarios(document, ScenarioSettings(), folder=file.parent), copies


def test_the_skill_of_a_repository_with_a_folder_of_skills(tmp_path: Path) -> None:
    file = tmp_path / "evals" / "evals.json"
    skill = tmp_path / "skills" / "pdf" / "SKILL.md"
    for path in (file, skill):
        path.parent.mkdir(parents=True)
    assert belongs(file)
    with pytest.raises(InputError, match="nor skills/pdf/SKILL"):
        load(file)
    skill.write_text("---\nname: pdf\n---\n")
    scenarios, _ = load(file)
    assert scenarios[0].experiment is not None
    assert scenarios[0].experiment.treatments[1].changes == {"skills": ["../skills/pdf"]}
    with pytest.raises(InputError, match="there is no SKILL"):
        load(file, {**EVALS, "skill_name": "../../pdf"})


def test_each_evaluation_is_a_scenario_with_and_without_the_skill(file: Path) -> None:
    scenarios, copies = load(file)
    assert [each.id for each in scenarios] == ["eval-1", "eval-2", "eval-2-3", "eval-4"]
    first = scenarios[0]
    assert first.name == "Fill a form"
    assert first.messages == ["Fill in the {{form}}."]
    assert list(first.plans) == ["workspace"]
    assert first.experiment is not None
    assert [(each.name, each.changes) for each in first.experiment.treatments] == [
        ("without_skill", {}),
        ("with_skill", {"skills": [".."]}),
    ]
    assert copies["eval-1"] == {"form.pdf": file.parent / "files" / "form.pdf"}


def test_a_judge_decides_the_assertions_or_else_the_expected_output(file: Path) -> None:
    scenarios, _ = load(file)
    sources = [each.expect[0].source for each in scenarios]
    whole = "(what is expected as a whole: A filled form.)"
    assert [source["judge"] for source in sources] == [
        [f"The name is there {whole}", f"The date is there {whole}"],
        ["It says 5"],
        ["The skill stays silent."],
        ["It does what the user asks for."],
    ]
    assert sources[0]["expectedSkill"] == ["pdf-forms", "pdf"]


def test_what_lacks_a_file_is_skipped_and_no_file_is_from_outside(file: Path) -> None:
    scenarios, copies = load(file)
    assert scenarios[3].skip == "there is no file none.pdf, ../../secret.txt"
    assert copies["eval-4"] == {}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "should have a list of evaluations under `evals`"),
        ({"evals": []}, "should have a list of evaluations under `evals`"),
        ([], "should have a list of evaluations under `evals`"),
        ({"evals": [{"id": 1}]}, "needs a `prompt`"),
        ({"evals": ["x"]}, "needs a `prompt`"),
    ],
)
def test_another_file_is_refused(data: object, message: str, file: Path) -> None:
    with pytest.raises(InputError, match=message):
        load(file, data)


def test_only_the_file_beside_a_skill_is_meant(file: Path) -> None:
    assert belongs(file)
    assert not belongs(file.parent.parent / "evals.json")
    (file.parent.parent / "SKILL.md").unlink()
    assert not belongs(file)


def measured(unit: str, treatment: str, runs: list[list[bool | None]]) -> dict[str, Any]:
    results = [
        [{"text": f"check {n}", "passed": passed, "evidence": "so"} for n, passed in enumerate(run)]
        for run in runs
    ]
    part: dict[str, Any] = {
        "treatment": treatment,
        "treatments": ["without_skill", "old", "with_skill"],
        "unit": unit,
        "results": results,
        "spent": [{"seconds": 2.0, "tokens": 100}] * len(runs),
    }
    return new_result(
        "scenario",
        id=f"{unit}[{treatment}]",
        nodeid=unit,
        file="skills/pdf/evals/evals.json",
        subject="claude",
        status="passed",
        total=100,
        coverage=1,
        checks=[],
        runs=[{"outcome": "passed"}] * len(runs),
        experiment=part,
        name="Fill a form",
    )


def report(*results: dict[str, Any]) -> dict[str, Any]:
    return {"started": "2026-01-01T00:00:00Z", "scenarios": list(results)}


def test_a_benchmark_has_the_names_that_the_viewer_reads() -> None:
    files = skill_files(
        report(
            measured("eval-1", "without_skill", [[False, True], [False, None]]),
            measured("eval-1", "old", [[True, True]]),
            measured("eval-2", "with_skill", [[None]]),
            measured("eval-1", "with_skill", [[True, True], [True, True]]),
        )
    )
    benchmark = json.loads(files["benchmark.json"])
    assert benchmark["metadata"]["skill_name"] == "pdf"
    assert benchmark["metadata"]["runs_per_configuration"] == 2
    rows = [
        (run["configuration"], run["run_number"], run["result"]["pass_rate"])
        for run in benchmark["runs"]
    ]
    assert rows == [
        ("without_skill", 1, 0.5),
        ("without_skill", 2, 0.0),
        ("with_skill", 1, 1.0),
        ("with_skill", 2, 1.0),
    ]
    summary = benchmark["run_summary"]
    assert summary["with_skill"]["pass_rate"] == {"mean": 1, "stddev": 0, "min": 1, "max": 1}
    assert summary["delta"] == {"pass_rate": "+0.75", "time_seconds": "+0.0", "tokens": "+0"}
    assert benchmark["notes"] == [
        "2 ungraded checks are left out",
        "1 runs without a graded check are left out",
        "the treatment old is left out",
    ]
    grading = json.loads(files["eval-1/without_skill/run-2/grading.json"])
    assert grading["expectations"] == [{"text": "check 0", "passed": False, "evidence": "so"}]
    assert grading["summary"] == {"passed": 0, "failed": 1, "total": 1, "pass_rate": 0}
    timing = json.loads(files["eval-1/with_skill/run-1/timing.json"])
    assert timing == {"total_tokens": 100, "duration_ms": 2000, "total_duration_seconds": 2}


def test_a_run_without_treatments_has_no_benchmark() -> None:
    with pytest.raises(HydraError, match="a run of one file with two treatments is needed"):
        skill_files(report())
