from __future__ import annotations

from typing import Any

import pytest

from tests.plugins.baseline.test_loosening import SCENARIO, found, suite


@pytest.mark.parametrize(
    ("before", "after", "is_loosened"),
    [
        ({"files": {"a": "created"}}, {"files": {"a": "created", "b": "absent"}}, False),
        ({"files": {"a": {"text": "x"}}}, {"files": {"a": {"text": "x"}}}, False),
        ({"files": {"a": {"text": "x"}}}, {"files": {"a": "exists"}}, True),
        ({"onlyChangedFiles": ["a", "b"]}, {"onlyChangedFiles": ["a"]}, False),
        ({"onlyChangedFiles": ["a"]}, {"onlyChangedFiles": ["a", "b"]}, True),
        ({"git": {"commits": {"lt": 2}}}, {"git": {"commits": {"lt": 2}, "clean": True}}, False),
        ({"git": {"commits": {"lt": 2}}}, {"git": {"commits": {"lt": 3}}}, True),
        ({"forbiddenCommands": ["a"]}, {"forbiddenCommands": ["a", {"regex": "b"}]}, False),
        ({"forbiddenCommands": ["a", "b"]}, {"forbiddenCommands": "a"}, True),
        ({"forbiddenReads": ["a", "b"]}, {"forbiddenReads": "a"}, True),
        ({"passes": "make"}, {"passes": ["make", "ls"]}, False),
        ({"passes": {"command": "make", "with": "a"}}, {"passes": "make"}, True),
    ],
)
def test_expectations_of_workspaces(
    before: dict[str, Any], after: dict[str, Any], is_loosened: bool
) -> None:
    scenarios = [{**SCENARIO, "expect": expect, "threshold": 100} for expect in (before, after)]
    assert bool(found(suite(scenarios[0]), suite(scenarios[1]))) is is_loosened
