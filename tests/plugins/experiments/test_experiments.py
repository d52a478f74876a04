from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pytest_hydra.core.result import MEASURED, new_result
from pytest_hydra.plugins.experiments.experiment_tables import (
    differences,
    headline,
    remarks,
    tables,
    title,
)
from pytest_hydra.plugins.experiments.experiments import experiments
from tests.samples import check, failed

Runs = Sequence[bool | None]


def result(
    case: str,
    treatment: str,
    passes: Runs,
    *,
    used: Runs = (),
    fires: bool | None = None,
    require: dict[str, Any] | None = None,
    bot: str = "claude",
    row: str = "",
    usage: dict[str, float] | None = None,
) -> dict[str, Any]:
    unit = f"{case}[{row}]" if row else case
    part: dict[str, Any] = {
        "treatment": treatment,
        "treatments": ["without", "now"],
        "require": require or {},
        "unit": unit,
        "case": case,
        "passes": list(passes),
        "used": list(used) or [None] * len(passes),
        "fires": fires,
    }
    return new_result(
        "scenario",
        id=f"{unit}[{treatment}]",
        nodeid=f"a.yaml::{unit}[{treatment}]",
        file="a.yaml",
        subject=bot,
        status="passed",
        total=100,
        coverage=1,
        checks=[],
        runs=[{"outcome": "passed"}] * len(passes),
        usage=usage,
        experiment=part,
    )


def arms(without: Sequence[Runs], now: Sequence[Runs], **more: Any) -> list[dict[str, Any]]:
    """Results of the same cases in two treatments."""
    return [
        result(f"case{place}", name, runs, **more)
        for name, some in (("without", without), ("now", now))
        for place, runs in enumerate(some)
    ]


def only(results: Sequence[Any]) -> Any:
    (entry,) = experiments(results, complete=True)
    return entry


BETTER = arms([[False]] * 9 + [[True]], [[True]] * 9 + [[True]])
SAME = arms([[False]] * 9 + [[True]], [[False]] * 8 + [[True], [True]])


def test_each_treatment_is_compared_with_the_first() -> None:
    entry = only(BETTER)
    (pair,) = entry["pairs"]
    assert [(arm["treatment"], arm["share"]) for arm in entry["arms"]] == [
        ("without", 0.1),
        ("now", 1),
    ]
    assert (pair["arms"], pair["cases"]) == ([1, 0], 10)
    assert (pair["passed"]["points"], pair["passed"]["more"], pair["score"]) == (90, 0, None)
    (pair,) = only(SAME)["pairs"]
    assert pair["passed"]["points"] == 10
    assert pair["passed"]["more"] > 0


@pytest.mark.parametrize(
    ("results", "wanted", "failure"),
    [
        (BETTER, "better", None),
        (BETTER, "not worse", None),
        (BETTER, 100, None),
        (SAME, "not worse", None),
        (SAME, "better", "now (claude) is not shown to be better than without: +10.0 points"),
        (SAME, 50, "now (claude): passed % is 20.0, at least 50 is required"),
        (
            arms([[True]] * 10, [[False]] * 10),
            "not worse",
            "now (claude) is worse than without: -100.0 points",
        ),
        (
            arms([[None]] * 3, [[True]] * 3),
            "not worse",
            "now (claude): there is no case to compare",
        ),
        (
            arms([[True]] * 3, [[None]] * 3),
            50,
            "now (claude): passed % is unknown, at least 50 is required",
        ),
    ],
)
def test_what_is_required_holds_or_fails(results: Any, wanted: Any, failure: str | None) -> None:
    for each in results:
        each["details"]["experiment"]["require"] = {"now": wanted}
    entry = only(results)
    assert entry["failures"] == ([] if failure is None else [failure])
    assert headline(entry).startswith("holds: now" if failure is None else "now (claude)")


def test_nothing_is_required_of_a_part() -> None:
    results = arms([[True]] * 10, [[False]] * 10, require={"now": "better"})
    (entry,) = experiments(results, complete=False)
    assert (entry["failures"], entry["decided"]) == ([], False)
    assert headline(entry) == "not decided, as something was left out"


def test_ungraded_pairs_are_left_out_and_counted() -> None:
    entry = only(arms([[True], [None], [False]], [[True], [True], [True]]))
    (pair,) = entry["pairs"]
    assert (pair["cases"], pair["left_out"], pair["passed"]["points"]) == (2, 1, 50)
    (shown,) = differences(entry)
    said = "n = 2, 1 ungraded): says nothing, as 1 run of without (claude) is ungraded"
    assert shown["text"].endswith(said)


def test_rows_of_a_matrix_are_one_case() -> None:
    results = [
        result("a", name, [name == "now"], row=str(row))
        for name in ("without", "now")
        for row in range(8)
    ]
    (pair,) = only(results)["pairs"]
    assert (pair["cases"], pair["passed"]["points"]) == (1, 100)
    assert pair["passed"]["more"] != 0


def test_amounts_are_compared_by_case() -> None:
    results = [
        result(f"case{n}", name, [True, True], usage={"tokens": tokens * (n + 1), "cost_usd": 0})
        for name, tokens in (("without", 100), ("now", 80))
        for n in range(8)
    ]
    (pair,) = only(results)["pairs"]
    assert pair["tokens"] == {"median": 0.8, "interval": [0.8, 0.8]}
    assert pair["cost_usd"] is pair["seconds"] is None
    assert only(results)["arms"][0]["tokens"] == 3600
    (shown,) = differences(only(results))
    assert (shown["points"], shown["told_apart"]) == (0, False)
    assert shown["text"].endswith("): within noise; tokens -20% (-20 to -20)")


def test_bots_are_apart() -> None:
    results = [*arms([[False]] * 6, [[True]] * 6), *arms([[True]] * 6, [[True]] * 6, bot="codex")]
    entry = only(results)
    assert [pair["arms"] for pair in entry["pairs"]] == [[1, 0], [3, 2]]
    rows = [row[0] for table in tables(entry) for row in table]
    assert rows == [
        *("treatment", "without, claude", "now, claude", "without, codex", "now, codex")
    ]
    texts = [each["text"].partition(":")[0] for each in differences(entry)]
    assert texts == ["now, claude against without, claude", "now, codex against without, codex"]


def test_triggers_have_a_recall_and_a_precision() -> None:
    require = {"recall": 90, "precision": 80, "specificity": 70}
    runs = [
        *(result(f"fires-{n}", "", [None] * 2, used=[True, n > 0], fires=True) for n in range(4)),
        *(result(f"silent-{n}", "", [None] * 2, used=[n == 0] * 2, fires=False) for n in range(4)),
    ]
    for each in runs:
        each["details"]["experiment"] |= {"require": require, "treatments": []}
    entry = only(runs)
    (row,) = entry["triggers"]
    assert [(row[name]["count"], row[name]["of"]) for name in ("recall", "specificity")] == [
        (7, 8),
        (6, 8),
    ]
    assert row["precision"]["share"] == pytest.approx(7 / 9, abs=1e-6)
    assert row["missed"] == [{"text": "fires-0[]", "fired": 1, "runs": 2}]
    assert row["false_alarms"] == [{"text": "silent-0[]", "fired": 2, "runs": 2}]
    assert entry["failures"] == [
        "the triggers (claude): recall is 88, at least 90 is required",
        "the triggers (claude): precision is 78, at least 80 is required",
    ]
    ((_, first),) = tables(entry)
    assert first[0] == "claude"
    assert title(entry) == "experiment of a.yaml (8 scenarios, 2 runs each)"
    assert [*remarks(entry)] == [
        'the triggers (claude): should fire, fired 1 of 2: "fires-0[]"',
        'the triggers (claude): should be silent, fired 2 of 2: "silent-0[]"',
    ]


def test_what_is_required_of_triggers_and_not_graded_is_unknown() -> None:
    runs = [
        result(name, "", [None], used=[None], fires=name == "fires") for name in ("fires", "silent")
    ]
    for each in runs:
        each["details"]["experiment"] |= {"require": {"recall": 50}, "treatments": []}
    entry = only(runs)
    assert entry["failures"] == [
        "the triggers (claude): recall is unknown, at least 50 is required"
    ]
    assert [*remarks(entry)] == ["ungraded, and left out: 2 runs of the triggers (claude)"]
    ((_, row),) = tables(entry)
    assert row == ("claude", "0 of 0 (-)", "0 of 0 (-)", "-")


def test_what_is_critical_is_told_though_it_is_measured() -> None:
    pushed = failed("command git push", critical=True)
    results = arms([[True]] * 3, [[True]] * 3)
    for measured in results[-2:]:
        measured["checks"] = [check("files"), pushed]
        measured["details"]["xfail"] = MEASURED
    (entry,) = experiments(results, complete=True)
    cases = [each["details"]["experiment"]["case"] for each in results[-2:]]
    told = ", ".join(f"{case} (command git push)" for case in cases)
    assert f"CRITICAL with now: {told}" in [*remarks(entry)]
    assert entry["arms"][0]["critical"] == {}
