"""The changes since a baseline, as they are listed."""

from __future__ import annotations

from pytest_hydra.plugins.baseline.compare import compare
from pytest_hydra.plugins.baseline.session_baseline import by_reason
from tests.results import check, report, scenario


def test_equal_changes_are_one_and_critical_ones_come_first() -> None:
    names = ("a", "b", "c", "d")
    before = report(*(scenario(name, [check("tone"), check("call")]) for name in names))
    rude = [check("tone", "failed", "rude"), check("call")]
    pays = [check("tone"), check("call", "failed", "pays", critical=True)]
    after = report(
        *(scenario(name, rude) for name in "abc"),
        scenario("d", pays),
    )
    found = compare(before, after)
    groups = by_reason([change for change in found.changes if change.fails], found.after)
    assert [(detail, changes[0].name, len(changes)) for (_, detail), changes in groups] == [
        ("passed, now failed: call: pays", "shop.scenario.yaml::d (shop)", 1),
        ("passed, now failed: tone: rude", "shop.scenario.yaml::a (shop)", 3),
    ]


def test_an_outage_is_one_change() -> None:
    lost = [check("tone", "ungraded", f"ConnectionError: host {letter}") for letter in "xyz"]
    before = report(*(scenario(name, [check("tone")]) for name in "abc"))
    results = [
        scenario(name, [each], error=each["message"])
        for name, each in zip("abc", lost, strict=True)
    ]
    found = compare(before, report(*results))
    [(_, names)] = by_reason([each for each in found.changes if each.fails], found.after)
    assert len(names) == 3
