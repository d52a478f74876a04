from __future__ import annotations

from tests.plugins.baseline.test_loosening import SCENARIO, found, suite


def test_the_state() -> None:
    before = suite({**SCENARIO, "expect": {"state": {"a": {"gte": 1}}}})
    after = suite({**SCENARIO, "expect": {"state": {"a": {"gte": 0}}}})
    assert found(before, after) == ['state: a: {"gte": 1} to {"gte": 0}']
    after = suite({**SCENARIO, "expect": {"state": {"a": {"gt": 1, "lt": 3}, "b": 1}}})
    assert found(before, after) == []
