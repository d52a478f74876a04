"""Cases from data sets on disk, by the reader of docs/extending.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Project

datasets = pytest.importorskip("datasets")

PAGE = Path(__file__).parents[2] / "docs" / "extending.md"
ROWS: list[dict[str, Any]] = [
    {"text": "please send 5", "function": "transfer"},
    {"text": "hello", "function": None},
]


@pytest.mark.parametrize("source", ["'*.parquet'", "'hf:questions'"])
def test_a_data_set_is_read(plain_project: Project, source: str) -> None:
    project = plain_project
    sample = PAGE.read_text("utf-8").partition("<!-- file: data_sets.py -->\n```python\n")[2]
    project.write("conftest.py", sample.partition("```")[0])
    made = datasets.Dataset.from_list(ROWS)
    made.to_parquet(project.path / "questions.parquet")
    made.save_to_disk(project.path / "questions")
    project.write(
        "a.scenario.yaml",
        f"id: a\ncases: {source}\n"
        "steps: [{user: '{{text}}', expect: {expectedFunction: '{{function}}'}}]\n",
    )
    project.run_apart("--hydra").assert_outcomes(passed=2)
