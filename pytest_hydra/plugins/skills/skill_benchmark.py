"""Writes what a run measured of a skill as skill-creator writes it, for its viewer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from pytest_hydra.commands import Say
from pytest_hydra.core.text import counted
from pytest_hydra.errors import HydraError
from pytest_hydra.plugins.skills.skill_evals import WHOLE, WITH, WITHOUT
from pytest_hydra.record.files import write_whole
from pytest_hydra.run_report import report_of

_AMOUNTS = ("pass_rate", "time_seconds", "tokens")


def skill_files(report: Mapping[str, Any]) -> dict[str, str]:
    """The texts of ``benchmark.json`` and of two files for each run, by their paths.

    The first treatment is ``without_skill``, and the last one ``with_skill``: the format has no
    others. Raises HydraError if the run has no such experiment, or several.
    """
    results = [each for each in report["scenarios"] if _part(each).get("treatments")]
    files = {each["file"] for each in results}
    if len(files) != 1 or len(_part(results[0])["treatments"]) < 2:
        found = ", ".join(sorted(files)) or "none"
        raise HydraError(f"a run of one file with two treatments is needed; it has: {found}")
    arms = _part(results[0])["treatments"]
    names = {arms[0]: WITHOUT, arms[-1]: WITH}
    chosen = [each for each in results if _part(each)["treatment"] in names]
    units = {_part(each)["unit"]: None for each in chosen}
    numbers = {unit: number for number, unit in enumerate(units, 1)}
    every = [run for each in chosen for run in _runs(each, names, numbers)]
    # The format knows passed and failed alone.
    runs = [run for run in every if run["result"]["total"]]
    ungraded = sum(
        entry["passed"] is None for each in chosen for r in _results(each) for entry in r
    )
    notes = [f"{ungraded} ungraded checks are left out"] if ungraded else []
    lost = len(every) - len(runs)
    notes += [f"{lost} runs without a graded check are left out"] if lost else []
    notes += [f"the treatment {arm} is left out" for arm in arms[1:-1]]
    file = Path(results[0]["file"])
    benchmark = {
        "metadata": {
            "skill_name": file.parent.parent.name,
            "skill_path": str(file.parent.parent),
            "executor_model": results[0]["subject"] or "",
            "timestamp": report["started"] or "",
            "evals_run": [*numbers.values()],
            "runs_per_configuration": max(len(each["runs"]) for each in chosen),
        },
        "runs": runs,
        "run_summary": _summary(runs),
        "notes": notes,
    }
    texts = {"benchmark.json": benchmark}
    for run in runs:
        folder = f"eval-{run['eval_id']}/{run['configuration']}/run-{run['run_number']}"
        result = run["result"]
        summary = {key: result[key] for key in ("passed", "failed", "total", "pass_rate")}
        seconds = result["time_seconds"]
        texts[f"{folder}/grading.json"] = {"expectations": run["expectations"], "summary": summary}
        texts[f"{folder}/timing.json"] = {
            "total_tokens": result["tokens"],
            "duration_ms": round(1000 * seconds),
            "total_duration_seconds": seconds,
        }
    return {name: json.dumps(data, indent=2, ensure_ascii=False) for name, data in texts.items()}


def act(options: Any, root: Path, say: Say) -> int:
    """Write what a run measured of a skill, and name the files."""
    texts = skill_files(report_of(root, options.run)[0])
    for name, text in texts.items():
        path = options.output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{text}\n".encode(), flush=False)
    say(f"wrote {options.output / 'benchmark.json'} and {counted(len(texts) - 1, 'more file')}\n")
    return 0


def _part(result: Mapping[str, Any]) -> Mapping[str, Any]:
    part: Mapping[str, Any] = result["details"].get("experiment", {})
    return part


def _results(result: Mapping[str, Any]) -> Sequence[Sequence[Mapping[str, Any]]]:
    results: Sequence[Sequence[Mapping[str, Any]]] = _part(result)["results"]
    return results


def _runs(
    result: Mapping[str, Any], names: Mapping[str, str], numbers: Mapping[str, int]
) -> Iterator[dict[str, Any]]:
    part = _part(result)
    pairs = zip(_results(result), part["spent"], strict=True)
    for number, (checks, spent) in enumerate(pairs, 1):
        graded = [entry for entry in checks if entry["passed"] is not None]
        passed = sum(entry["passed"] for entry in graded)
        yield {
            "eval_id": numbers[part["unit"]],
            "eval_name": result["details"].get("name", part["unit"]),
            "configuration": names[part["treatment"]],
            "run_number": number,
            "result": {
                "pass_rate": round(passed / max(1, len(graded)), 4),
                "passed": passed,
                "failed": len(graded) - passed,
                "total": len(graded),
                "time_seconds": spent.get("seconds", 0.0),
                "tokens": spent.get("tokens", 0),
                "errors": len(checks) - len(graded),
            },
            "expectations": [
                {**entry, "text": entry["text"].partition(WHOLE)[0]} for entry in graded
            ],
        }


def _summary(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Mean, spread, least and most of each amount, and the differences of the means."""
    summary: dict[str, Any] = {}
    for name in (WITH, WITHOUT):
        results = [run["result"] for run in runs if run["configuration"] == name]
        summary[name] = {key: _spread([each[key] for each in results]) for key in _AMOUNTS}
    places = dict(zip(_AMOUNTS, (2, 1, 0), strict=True))
    delta = {
        key: f"{summary[WITH][key]['mean'] - summary[WITHOUT][key]['mean']:+.{places[key]}f}"
        for key in _AMOUNTS
    }
    return {**summary, "delta": delta}


def _spread(values: Sequence[float]) -> dict[str, float]:
    values = values or [0.0]
    figures = {
        "mean": fmean(values),
        "stddev": stdev(values) if len(values) > 1 else 0.0,
        "min": min(values),
        "max": max(values),
    }
    return {name: round(figure, 4) for name, figure in figures.items()}
