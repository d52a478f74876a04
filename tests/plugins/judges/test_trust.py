"""Judges that only advise, until people's labels agree with them."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from pytest_hydra.core.statistics import agreement, least_kappa
from pytest_hydra.plugins.judges.judge_settings import Trusted
from pytest_hydra.plugins.judges.prompt import rubric_digest
from pytest_hydra.plugins.judges.trust import doubt
from pytest_hydra.record.labels import Label, label_of
from tests.plugins.judges.conftest import category

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.conftest import Project


def labels(
    pairs: Iterable[tuple[bool, bool]], judge: str = "j gpt", rubric: str = "r"
) -> list[Label]:
    """Labels of checks: what people say, and what the judge said."""
    lines = (
        {
            "item": f"a::{number}",
            "check": "judge",
            "outcome": "passed" if judged else "failed",
            "verdict": "agree" if person == judged else "disagree",
            "evidence": "e",
            "judge": judge,
            "rubric": rubric,
        }
        for number, (person, judged) in enumerate(pairs)
    )
    found = [label_of(line) for line in lines]
    return [label for label in found if label is not None]


AGREED = [(True, True), (False, False)] * 25


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (labels(AGREED), ""),
        (labels(AGREED[1:]), "the judge only advises (49 of 50 labels)"),
        # Those of another judge, model or rubric say nothing of this one.
        (labels(AGREED, judge="j"), "the judge only advises (0 of 50 labels)"),
        (labels(AGREED, rubric="s"), "the judge only advises (0 of 50 labels)"),
        (
            labels([(True, False)] * 5 + AGREED),
            "the judge only advises (kappa is at least 0.67, needs 0.85)",
        ),
        # One that passes everything is not better than chance.
        (labels([(True, True)] * 60), "the judge only advises (no kappa, needs 0.85)"),
    ],
)
def test_a_judge_decides_when_enough_labels_agree(given: list[Label], told: str) -> None:
    assert doubt(given, "j gpt", "r", Trusted()) == told


def test_scores_of_categories_are_compared_with_those_of_people() -> None:
    line = {"item": "a", "category": "Code", "evidence": "e", "judge": "j", "rubric": "r"}
    scored = [label_of({**line, "score": n, "judged": n}) for n in (2, 5, 6, 8, 9, 10) * 5]
    given = [label for label in scored if label is not None]
    assert doubt(given, "j", "r", Trusted(labels=30, agreement=0.8)) == ""
    assert "0 of 30 labels" in doubt(
        [label for label in map(label_of, [{**line, "score": 5}] * 30) if label],
        "j",
        "r",
        Trusted(labels=30),
    )


def test_full_agreement_of_few_is_not_proof() -> None:
    few, many = ([(1, 1), (0, 0)] * n for n in (3, 30))
    assert agreement(few).low is None
    assert (round(least_kappa(few) or 0, 2), round(least_kappa(many) or 0, 2)) == (0.22, 0.88)
    assert least_kappa([]) is None


def test_a_rubric_is_what_is_asked_and_not_about_what() -> None:
    one, other = category(), category("Planning", "git-diff")
    assert rubric_digest(one) == rubric_digest(other)
    changed = category(criteria=["Were tasks well cut?"])
    assert rubric_digest(one) != rubric_digest(changed)
    assert rubric_digest(one) != rubric_digest(category(guide={}))


# --- sessions -----------------------------------------------------------------------------------

JUDGE = """
import json, sys
sys.stdin.read()
print(json.dumps({"score": 5, "strengths": [], "weaknesses": ["hm"], "evidence": []}))
"""


def judged_project(project: Project) -> None:
    """A project with a judge that fails everything, and three other checks."""
    project.write("judge.py", JUDGE)
    command = json.dumps([sys.executable, "judge.py"])
    trusted = "trusted = {labels = 4, agreement = 0.1}"
    project.write(
        "hydra.toml",
        '[bots.b]\npython = "bot:reply"\n[judging]\njudge = "j"\nrubric = "default"\n'
        f"[judges.j]\ncommand = {command}\n{trusted}\n",
    )
    project.write("bot.py", "def reply(messages):\n    return 'One tea.'\n")
    expect = "{shouldContain: tea, judge: Is it polite?}"
    project.write("a.scenario.yaml", f"id: a\nsteps: [{{user: tea, expect: {expect}}}]\n")


def save_labels(project: Project, judgment: dict[str, Any], **fields: Any) -> None:
    """Eight people agree with the judge."""
    about = {key: judgment[key] for key in ("judge", "rubric")}
    lines = [
        {"item": f"x{n}", "evidence": "e", **about, "check": "judge", **fields} for n in range(8)
    ]
    for number, line in enumerate(lines):
        line["outcome"] = "passed" if number % 2 else "failed"
        line["verdict"] = "agree"
    project.write("labels.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))


def test_a_check_is_optional_until_labels_agree(project: Project) -> None:
    judged_project(project)
    result = project.run("--hydra", "--hydra-report=report.json")
    result.stdout.fnmatch_lines(["the judge only advises: 1 check left out, *"])
    (scenario,) = project.report()["scenarios"]
    check = scenario["checks"][1]
    assert (scenario["status"], check["outcome"], check["optional"]) == ("passed", "ungraded", True)
    message = "the judge only advises (0 of 4 labels): 5/10 is below 7: hm"
    assert check["message"] == message
    (judgment,) = scenario["details"]["judged"]
    assert (judgment["outcome"], judgment["advises"], judgment["samples"]) == ("failed", True, [5])
    save_labels(project, judgment)
    project.run("--hydra", "--hydra-report=report.json")
    (scenario,) = project.report()["scenarios"]
    assert scenario["checks"][1]["outcome"] == "failed"
    assert scenario["details"]["judged"][0]["advises"] is False


def test_a_judge_that_is_down_does_not_become_an_adviser(plain_project: Project) -> None:
    judged_project(plain_project)
    plain_project.write("judge.py", "import sys; sys.exit('429')")
    settings = (plain_project.path / "hydra.toml").read_text("utf-8")
    plain_project.write("hydra.toml", f"{settings}retries = 0\n")
    plain_project.run("--hydra", "--hydra-report=report.json")
    (scenario,) = plain_project.report()["scenarios"]
    assert scenario["status"] == "ungraded"
    assert "optional" not in scenario["checks"][1]


def test_a_benchmark_is_not_graded_by_an_adviser(plain_project: Project) -> None:
    judged_project(plain_project)
    folder = "runs/one"
    plain_project.write(f"{folder}/event-log.jsonl", '{"event": "run_started"}\n')
    plain_project.write(f"{folder}/spec.md", "R1. Do it.\n")
    plain_project.run("--hydra", "runs", "--hydra-report=report.json")
    (benchmark,) = plain_project.report()["benchmarks"]
    assert benchmark["status"] == "ungraded"
    check = benchmark["checks"][0]
    assert (check["outcome"], check["score"]) == ("ungraded", 5)
    assert check["message"] == "the judge only advises (0 of 4 labels): 5/10"
    assert check["details"]["judge"] == "j"
    assert len(check["details"]["rubric_digest"]) == 64
