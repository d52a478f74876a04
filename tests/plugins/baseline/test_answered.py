"""The models and judges of two reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_hydra.core.result import is_graded
from pytest_hydra.plugins.baseline.compare import compare, describe
from pytest_hydra.plugins.baseline.earlier_report import short_form, since_green
from pytest_hydra.record.past_runs import History, append_line, run_line
from pytest_hydra.record.store import Run
from pytest_hydra.report.markdown import markdown
from pytest_hydra.report.report_json import to_json
from tests import results


def entry(outcome: str, kind: str = "judge", **answered: dict[str, int]) -> dict[str, Any]:
    checks = [results.check(kind, outcome, "5/10 is below 7" if outcome == "failed" else "")]
    return results.scenario("tea", checks, answered=answered or None)


def report(*entries: dict[str, Any], files: str = "a") -> dict[str, Any]:
    suite = {"policy": {}, "files": {"a.yaml": files}}
    return {**results.report(*entries, policy_digest="p"), "suite": suite}


OLD, NEW = {"small-05": 4}, {"small-11": 4}


def test_another_model_is_named_above_the_scenarios() -> None:
    before, after = report(entry("passed", models=OLD)), report(entry("failed", models=NEW))
    lines = describe(compare(before, after), "b.json")
    assert lines[2:5] == [
        "",
        "what differs:",
        "  the model of 4 replies: small-05 → small-11; no file of the suite changed: drift",
    ]
    # A baseline has it too; with another suite it is no drift, and unknown is not another.
    found = compare(short_form(before), report(entry("failed", models=NEW), files="b"))
    assert found.sections["what differs"] == [
        "the model of 4 replies: small-05 → small-11",
        "the suite: 1 file: a.yaml",
    ]
    for same in (report(entry("failed", models=OLD)), report(entry("failed"))):
        assert not compare(before, same).sections["what differs"]


def test_another_prompt_is_named_with_what_came_and_went() -> None:
    rules = ["You sell tea and cakes.", "Never sell coffee.", "Be short, and polite to all."]

    def prompted(*lines: str, model: str = "small") -> dict[str, Any]:
        settings = {"system": "\n".join(lines), "model": model}
        suite = {"policy": {"bots": {"till": {"openai": settings}}}, "files": {"a.yaml": "a"}}
        return {**report(entry("passed")), "suite": suite}

    before = prompted(*rules)
    found = compare(before, prompted(rules[0], *rules[2:], "Ask for the size.", "Say thanks."))
    assert found.sections["what differs"] == ["bots.till.openai.system: +2 -1 lines"]
    assert found.prompts["bots.till.openai.system"][1:] == [
        *(" You sell tea and cakes.", "-Never sell coffee.", " Be short, and polite to all."),
        *("+Ask for the size.", "+Say thanks."),
    ]
    # It is named once: the settings that differ beside it are named without it.
    after = {**prompted(*rules[1:], model="large"), "policy_digest": "q"}
    found = compare(before, after)
    assert found.sections["scores cannot be compared, as these differ"] == [
        "the settings of hydra.toml: bots.till.openai.model"
    ]
    found = compare(before, {**prompted(*rules[1:]), "policy_digest": "q"})
    assert not found.sections["scores cannot be compared, as these differ"]
    # Short texts are named as other settings are.
    assert not compare(before, prompted(*rules, model="large")).sections["what differs"]


def test_what_explains_most_comes_first() -> None:
    def one(number: int, **answered: Any) -> dict[str, Any]:
        made = report(entry("passed", judges={f"judge{number}": 1}, **answered), files=f"{number}")
        return {**made, "suite": {**made["suite"], "code": f"code{number}"}}

    names = ("models", "fingerprints", "programs", "prompts", "tools")
    before, after = (one(n, **{name: {f"{name}{n}": 2} for name in names}) for n in (1, 2))
    assert compare(before, after).sections["what differs"] == [
        # The code may name another model, so that this is no drift; nor is the build told.
        "the model of 2 replies: models1 → models2",
        "the program of 2 replies: programs1 → programs2",
        "the prompt of 2 replies changed",
        "the tools of 2 replies changed",
        "the suite: 1 file: a.yaml",
        "the judge of 1 answer: judge1 → judge2",
        "the code: files beside the suite",
    ]
    assert not compare(before, before).sections["what differs"]


def test_a_new_build_is_named_where_none_of_the_old_ones_answers() -> None:
    def built(**builds: int) -> dict[str, Any]:
        return report(entry("passed", models={"small": 3}, fingerprints=builds))

    found = compare(built(fp_1=3), built(fp_2=3)).sections["what differs"]
    assert found == ["the build of the model of 3 replies: fp_1 → fp_2"]
    assert not compare(built(fp_1=2, fp_2=1), built(fp_2=2, fp_3=1)).sections["what differs"]


@pytest.mark.parametrize(
    ("kind", "judges", "word"),
    [
        ("judge", {"b": 1}, "not comparable"),
        ("judge", {"a": 1}, "worse"),
        # What another judge did not decide is worse all the same.
        ("shouldContain", {"b": 1}, "worse"),
    ],
)
def test_verdicts_of_another_judge_are_not_comparable(
    kind: str, judges: dict[str, int], word: str
) -> None:
    before = report(entry("passed", kind, judges={"a": 1}))
    after = report(entry("failed", kind, judges=judges))
    found = compare(before, after)
    (change,) = found.changes
    assert change.word == word
    assert found.failure("worse") == ("" if word == "not comparable" else "1 worse")
    assert "1 failed" in found.failure("any")


def test_the_report_in_markdown_names_who_answered() -> None:
    baseline = {
        "since": "b.json",
        "compared": {"scenario": 1},
        "counts": {},
        "together": "same",
        "p": 1.0,
        "changes": [],
        "others": {"what differs": ["the model of 4 replies: a → b"]},
    }
    text = markdown({**report(entry("passed")), "baseline": baseline})
    assert "- the model of 4 replies: a → b" in text
    assert "**what differs**" not in text


def recorded(root: Path, one: dict[str, Any], verdict: str, *, complete: bool = True) -> str:
    """The id of a run with this report, in a folder and in the history."""
    run = Run.create(root, {"bots": {}})
    one = {**one, "run_id": run.run_id, "verdict": verdict, "complete": complete, "usage": {}}
    one["totals"] = {"score": 50}
    run.write("suite.json", json.dumps(one.pop("suite")))
    run.write("report.json", to_json(one))
    run.finish(complete, is_graded(one))
    path = root / "history.jsonl"
    append_line(path, run_line(one, "a", History.read(path)))
    return run.run_id


def test_the_last_run_that_passed_is_told_apart_from_a_failure(tmp_path: Path) -> None:
    history, now = tmp_path / "history.jsonl", report(entry("failed", models=NEW))
    recorded(tmp_path, report(entry("passed", models={"older": 1})), "passed")
    # A selection that passed is one for its part; what was not graded, or failed, is none.
    green = recorded(tmp_path, report(entry("passed", models=OLD)), "passed", complete=False)
    recorded(tmp_path, report(entry("failed", models=NEW)), "failed")
    recorded(tmp_path, report(entry("ungraded", models=NEW)), "error")
    other = results.scenario("cake", [results.check("text", "passed", "")])
    recorded(tmp_path, report(other), "passed", complete=False)
    drift = "the model of 4 replies: small-05 → small-11; no file of the suite changed: drift"
    found = since_green(tmp_path, history, now)
    assert found == {"run": green, "differs": [drift]}
    assert f"**Since {green}, the last run that passed**\n\n- the model of 4 replies" in markdown(
        {**now, "last_green": found}
    )
    # Nothing is told where all passed, where nothing differs, or is left of that run.
    assert since_green(tmp_path, history, report(entry("passed", models=NEW))) is None
    assert since_green(tmp_path, history, report(entry("failed", models=OLD))) is None
    assert since_green(tmp_path / "elsewhere", history, now) is None


def test_a_benchmark_of_another_judge_is_not_comparable() -> None:
    def graded(judge: str, **changes: Any) -> dict[str, Any]:
        judges = {"judges": {judge: 3}}
        return results.benchmark("run", [results.category("Code", 8)], answered=judges, **changes)

    before, after = report(graded("a small")), report(graded("a large", status="failed", total=5))
    found = compare(before, after)
    assert [change.word for change in found.changes] == ["not comparable"]
    assert found.changes[0].detail.endswith("; the judge changed")
    same = compare(before, report(graded("a small", status="failed", total=5)))
    assert [change.word for change in same.changes] == ["worse"]
