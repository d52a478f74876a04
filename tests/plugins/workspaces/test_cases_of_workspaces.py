from __future__ import annotations

from pathlib import Path

from pytest_hydra.documents import parse
from pytest_hydra.scenarios.load import load_scenarios
from pytest_hydra.settings.file import ScenarioSettings


def test_a_number_that_fills_in_a_file_is_its_text(tmp_path: Path) -> None:
    text = """
matrix: {n: [1, 2]}
id: q
workspace: {files: {b.txt: "{{n}}"}}
steps: [{user: hi, expect: {onlyChangedFiles: []}}]
"""
    document = parse(text, "a/b.scenario.yaml", ".yaml")
    found = load_scenarios(document, ScenarioSettings(), folder=tmp_path)
    files = [scenario.plans["workspace"].identity["files"] for scenario in found]
    assert files == [{"b.txt": "1"}, {"b.txt": "2"}]
