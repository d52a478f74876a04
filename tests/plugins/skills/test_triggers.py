"""Triggers of a skill, in a scenario file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.scenarios.test_treatments import fault, load

TRIGGERS = """
triggers:
  skill: pdf
  fires: [Fill in the form.]
  silent: [Say hello., Merge main.]
require: {recall: 90}
"""


def test_triggers_make_a_scenario_of_each_message(tmp_path: Path) -> None:
    entries = [{"query": "Fill it.", "should_trigger": True}]
    (tmp_path / "more.json").write_text(json.dumps(entries))
    text = TRIGGERS.replace("skill: pdf", "skill: pdf\n  from: more.json")
    found = load(text, tmp_path)
    assert [(each.id, each.name, each.most_calls) for each in found] == [
        ("fires-1", "Fill in the form.", 8),
        ("silent-1", "Say hello.", 8),
        ("silent-2", "Merge main.", 8),
        ("fires-2", "Fill it.", 8),
    ]
    assert [each.steps[0].expect or each.expect[0].source for each in found[:2]] == [
        {"expectedSkill": "pdf"},
        {"forbiddenSkills": "pdf"},
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            TRIGGERS.replace("silent: [Say hello., Merge main.]", ""),
            "needs messages under `silent`",
        ),
        (TRIGGERS.replace("fires: [Fill in the form.]", ""), "needs messages under `fires`"),
        (TRIGGERS.replace("skill: pdf", "skill: pdf\n  from: none.json"), "none.json"),
        (TRIGGERS.replace("skill: pdf", "skill: pdf\n  from: bad.json"), "should_trigger"),
    ],
)
def test_faults_of_triggers_are_reported(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('[{"query": "x"}]')
    assert message in fault(text, tmp_path)
