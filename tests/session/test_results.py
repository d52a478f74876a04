"""What becomes of the results of items."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.session.results import Results
from tests.results import check, scenario


def item(status: str, cost: float) -> dict[str, Any]:
    result = scenario("a", [check()], status=status, cost_usd=cost, tokens=10)
    bill = {"cost_usd": cost, "replies": 1, "unknown": 0}
    return {"result": result, "exact": None, "amounts": bill}


def test_the_last_attempt_counts_and_all_attempts_are_paid(tmp_path: Path) -> None:
    problems: list[str] = ["no run is recorded"]
    results = Results(tmp_path, dict, None, {"scenario": "scenarios"}, problems)
    for status, cost in (("failed", 0.1), ("failed", 0.1), ("passed", 0.1)):
        results.gather("a", "scenario", item(status, cost), "")
    (result,) = [taken["result"] for taken in results.take()]
    assert result["status"] == "passed"
    assert result["usage"] == {"cost_usd": 0.3, "tokens": 30}
    assert results.amounts["replies"] == 3
    assert round(results.amounts["cost_usd"], 9) == 0.3


def test_what_nothing_installed_decides_does_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems: list[str] = []
    results = Results(tmp_path, dict, None, {"scenario": "scenarios"}, problems)
    measured = item("passed", 0.1)
    measured["result"]["details"]["experiment"] = {"require": {"trained": "better"}}
    results.gather("a", "scenario", measured, "")
    monkeypatch.setattr("pytest_hydra.registry.service", lambda _: None)
    assert not results.check_experiments()
    assert problems == ["nothing installed decides what experiments require"]
