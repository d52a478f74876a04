"""Reports and run folders, as sessions leave them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pytest_hydra.report.build import build_report
from pytest_hydra.report.report_json import to_json
from tests.results import scenario

__all__ = ["check", "failed", "record", "report", "run_folder", "scenario", "turn"]

RUN = "20261123-101112-000001-abcd"


def check(name: str = "shouldContain", **changes: Any) -> dict[str, Any]:
    """A check that passed."""
    entry = {
        "name": name,
        "kind": name.partition(" ")[0],
        "weight": 1,
        "outcome": "passed",
        "score": 100,
        "message": "is as it should be",
        "expected": None,
        "actual": None,
        "turn": 1,
    }
    return {**entry, **changes}


def failed(name: str = "shouldContain", **changes: Any) -> dict[str, Any]:
    """A check that failed."""
    return check(name, **{"outcome": "failed", "score": 0, "message": "is not", **changes})


def turn(user: str = "hello", text: str = "You are welcome.", **changes: Any) -> dict[str, Any]:
    """A turn with a reply."""
    return {"user": user, "reply": {"text": text, **changes.pop("reply", {})}, **changes}


def record(result: Mapping[str, Any], *turns: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """What is recorded of a result: one conversation."""
    held = {"bot": result["subject"], "context": {}, "turns": list(turns), **more}
    runs = [{"digest": "0" * 64, "conversation": held}]
    return {"nodeid": result["nodeid"], "runs": runs}


def report(
    scenarios: Sequence[Mapping[str, Any]],
    tests: Sequence[Mapping[str, Any]] = (),
    *,
    run_id: str = RUN,
    **fields: Any,
) -> dict[str, Any]:
    """The report of a session with these results."""
    results = [*scenarios, *tests]
    benchmarks = fields.pop("benchmarks", [])
    sent: list[dict[str, Any]] = [{"result": each, "exact": [80, 1]} for each in results]
    sent += [{"result": each, "exact": None} for each in benchmarks]
    bad = any(result["status"] != "passed" for result in results)
    made = build_report(
        sent,
        run_id=run_id,
        verdict="failed" if bad else "passed",
        complete=True,
        policy_digest="0" * 64,
        **fields,
    )
    return dict(made)


def run_folder(
    folder: Path,
    made: Mapping[str, Any],
    records: Iterable[Mapping[str, Any]] = (),
    **files: Mapping[str, Any],
) -> Path:
    """The folder of the run that made this report."""
    folder.mkdir(parents=True, exist_ok=True)
    manifest = {"run_id": made["run_id"]}
    lines = [json.dumps(each, separators=(",", ":")) for each in records]
    texts = {
        "manifest.json": json.dumps(manifest),
        "report.json": to_json(made),
        "scenarios.jsonl": "".join(f"{line}\n" for line in lines),
        **{f"{name}.json": json.dumps(value) for name, value in files.items()},
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
