from __future__ import annotations

from pathlib import Path

import pytest

from pytest_hydra.__main__ import main


def test_inputs_that_cannot_be_reckoned_with_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = Path(__file__).parents[3] / "benchmarks/fuzz/seeds/report/bad-churn.json"
    with pytest.raises(SystemExit) as caught:
        main(["merge", str(broken), "-o", str(tmp_path / "whole.json")])
    assert caught.value.code == 1
    assert "error: the merged reports are not valid: TypeError" in capsys.readouterr().err
