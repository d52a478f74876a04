from __future__ import annotations

import json
from pathlib import Path

from pytest_hydra.plugins.results.outcomes import OUTCOMES
from pytest_hydra.report.page import race_data
from tests.page.test_part_data import race, ranking, read, run


def test_each_outcome_of_a_test_is_in_the_matrix(tmp_path: Path) -> None:
    source = race(tmp_path, ranking("ada"))
    record = json.loads((tmp_path / "race.json").read_text())
    record["candidates"][0]["runs"] = run(**{f"test_{each}": each for each in OUTCOMES})
    (tmp_path / "race.json").write_text(json.dumps(record))
    tests = read(list(race_data.blocks(source)))["race"]["tests"]
    letters = {each[1] for each in tests["outcomes"]} - {"-"}
    assert len(letters) == len(OUTCOMES)
